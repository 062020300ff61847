//! Rules in force: settings, and effects whose carrier is a ruleset.

use super::Name;
use super::effect::Effect;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A ruleset as declared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ruleset {
    /// Name of the ruleset in its package.
    pub name: Name,
    /// Title of the ruleset, the name shown to people.
    pub title: String,
    /// Package that declares the ruleset.
    pub package: Name,
    /// Rules of the ruleset, applied on top of the rulesets that it uses.
    pub rules: Rules,
}

/// Settings and effects in force, from one or more rulesets.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rules {
    /// Names of the rulesets in force; a later one has priority.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulesets: Vec<Name>,
    /// Settings in force, by name.
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
    /// The value is a number.
    Int(i64),
    /// The value is a word: `yes`, `no`, `session`.
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

    /// Returns these rules with a ruleset applied on top, as in an encounter that names the ruleset.
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

    /// Returns the value of a setting that is a number; `default` if it is not set or is a word.
    pub fn int(&self, name: &str, default: i64) -> i64 {
        match self.settings.get(name) {
            Some(Setting::Int(value)) => *value,
            _ => default,
        }
    }

    /// Returns the value of a setting that is a word; `default` if it is not set or is a number.
    pub fn word<'a>(&'a self, name: &str, default: &'a str) -> &'a str {
        match self.settings.get(name) {
            Some(Setting::Word(word)) => word,
            _ => default,
        }
    }

    /// True if a setting has the given word as its value.
    pub fn is(&self, name: &str, word: &str) -> bool {
        matches!(self.settings.get(name), Some(Setting::Word(value)) if value == word)
    }
}
