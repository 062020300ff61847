//! Rules in force: settings, and effects whose carrier is a ruleset.

use super::Name;
use super::effect::Effect;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A ruleset as declared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ruleset {
    /// Its name in its package.
    pub name: Name,
    /// The name shown to people.
    pub title: String,
    /// The package.
    pub package: Name,
    /// Its rules, applied on top of the rulesets it uses.
    pub rules: Rules,
}

/// Settings and effects in force.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rules {
    /// Names of the rulesets in force, lowest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulesets: Vec<Name>,
    /// The settings.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<Name, Setting>,
    /// Effects whose carrier is the ruleset.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
}

/// The value of a setting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Setting {
    /// A number.
    Int(i64),
    /// A word: `yes`, `no`, `session`.
    Word(Name),
}

impl std::fmt::Display for Setting {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Setting::Int(number) => number.fmt(out),
            Setting::Word(word) => word.fmt(out),
        }
    }
}

impl Rules {
    /// True if there are no settings, rulesets or effects.
    pub fn is_empty(&self) -> bool {
        *self == Rules::default()
    }

    /// Returns these rules with a ruleset applied on top, as in an encounter that names it.
    #[must_use]
    pub fn under(&self, ruleset: &Ruleset) -> Rules {
        let mut rules = self.clone();
        rules.settings.extend(ruleset.rules.settings.iter().map(|(name, value)| (name.clone(), value.clone())));
        // A ruleset that is already in force keeps its position, and its effects are not repeated.
        let new = |effect: &&Effect| !self.effects.contains(effect);
        rules.effects.extend(ruleset.rules.effects.iter().filter(new).cloned());
        let in_force = |name: &&Name| !self.rulesets.contains(name);
        rules.rulesets.extend(ruleset.rules.rulesets.iter().filter(in_force).cloned());
        rules
    }

    /// Returns a number setting; `default` if it is not set or is a word.
    pub fn int(&self, name: &str, default: i64) -> i64 {
        match self.settings.get(name) {
            Some(Setting::Int(value)) => *value,
            _ => default,
        }
    }

    /// Returns a word setting; `default` if it is not set or is a number.
    pub fn word<'a>(&'a self, name: &str, default: &'a str) -> &'a str {
        match self.settings.get(name) {
            Some(Setting::Word(word)) => word,
            _ => default,
        }
    }

    /// True if a setting has this word.
    pub fn is(&self, name: &str, word: &str) -> bool {
        matches!(self.settings.get(name), Some(Setting::Word(value)) if value == word)
    }
}
