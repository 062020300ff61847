//! Table of the settings: their declarations, values and defaults.

use crate::block_schema;
use crate::check::effect::{self, CarrierDeclaration, DeclaredNames, EffectScope};
use crate::check::ruleset_errors as errors;
use crate::check::simple_entries;
use crate::resolve::{DeclId, DeclaredItem, Program};
use ecow::{EcoString, eco_format};
use slip_pack::Name;
use slip_pack::effect::{Effect, EffectOrigin};
use slip_pack::ruleset::Setting;
use slip_source::diagnostic::Diagnostics;
use slip_source::{PackageId, Span};
use slip_syntax::tree::{Entry, Expr, ExprKind, Value};
use std::collections::BTreeMap;

/// Values that a setting may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingValues {
    /// One of the words or numbers in this list.
    Words(Vec<Setting>),
    /// A number in a range, both ends included.
    Range(i64, i64),
    /// The name of a skill.
    Skill,
    /// The name of a track.
    Track,
    /// The name of a class of skills.
    Class,
    /// The name of a statistic.
    Stat,
    /// The name of a table.
    Table,
}

/// Declared setting.
#[derive(Clone, Debug)]
pub struct DeclaredSetting {
    /// Possible values.
    pub values: SettingValues,
    /// Default value.
    pub default: Setting,
    /// True if this version of Slipyard accepts values other than the default but does not apply them in play.
    pub later: bool,
    /// Ruleset that declares the setting.
    pub by: DeclId,
    /// Span of the setting's name.
    pub span: Span,
}

/// All settings of a program, and the effects of its rulesets.
#[derive(Clone, Debug, Default)]
pub struct ProgramSettings {
    table: BTreeMap<Name, DeclaredSetting>,
    effects: BTreeMap<DeclId, Vec<Effect>>,
}

impl ProgramSettings {
    /// Collects the `setting` and `effect` entries of all rulesets. Reports malformed entries, and settings that are declared twice.
    pub fn collect(program: &Program<'_>, known: &DeclaredNames, out: &mut Diagnostics) -> ProgramSettings {
        let mut settings = ProgramSettings::default();
        for declared in program.of_kind("ruleset") {
            for entry in declared.entries_of("setting").filter(|entry| !entry.broken) {
                // A derived ruleset contains the settings of its base, which are declared by the base.
                if inherited(program, declared, entry) {
                    continue;
                }
                let Some((name, declaration)) = declaration(declared, entry, out) else { continue };
                let closed = matches!(declaration.values, SettingValues::Words(_) | SettingValues::Range(..));
                if closed && !fits(program, declared.package, &declaration.values, &declaration.default) {
                    out.push(errors::setting_value(default_span(entry), &name, Some(&declaration.default), &declaration.values));
                }
                if let Some(first) = settings.table.get(&name) {
                    out.push(errors::setting_twice(declaration.span, &name, first.span));
                    continue;
                }
                settings.table.insert(name, declaration);
            }
            let scope = EffectScope::new(program, known, declared.package, CarrierDeclaration::Ruleset);
            let (name, title) = (declared.name().clone(), declared.title().to_string());
            let origin = EffectOrigin::new("ruleset", name, title, None);
            let lines = effect::lines(&declared.entries, &scope, out).into_iter();
            settings.effects.insert(declared.id, lines.map(|line| Effect { origin: Some(origin.clone()), ..line }).collect());
        }
        settings
    }

    /// Returns the setting with this name.
    pub fn get(&self, name: &str) -> Option<&DeclaredSetting> {
        self.table.get(name)
    }

    /// Returns every setting, in the order of names.
    pub fn all(&self) -> impl Iterator<Item = (&Name, &DeclaredSetting)> + Clone {
        self.table.iter()
    }

    /// Returns the settings that a ruleset declares.
    pub fn declared_in(&self, ruleset: DeclId) -> impl Iterator<Item = (&Name, &DeclaredSetting)> {
        self.table.iter().filter(move |(_, declaration)| declaration.by == ruleset)
    }

    /// Returns a ruleset's own effects.
    pub(super) fn effects_of(&self, ruleset: DeclId) -> &[Effect] {
        self.effects.get(&ruleset).map_or(&[], Vec::as_slice)
    }

    /// True if this version of Slipyard accepts the value of the setting but does not apply it in play.
    pub fn is_later(&self, name: &str, value: &Setting) -> bool {
        self.get(name).is_some_and(|declaration| declaration.later && declaration.default != *value)
    }

    /// Reads the value that an entry gives to a setting; reports an invalid value.
    pub(super) fn value(
        &self,
        program: &Program<'_>,
        package: PackageId,
        name: &str,
        entry: &Entry,
        out: &mut Diagnostics,
    ) -> Option<Setting> {
        let declaration = self.get(name)?;
        let written = match entry.only() {
            Some(expr) => literal(expr),
            // `morale` without a value means `morale yes`.
            None if entry.values.is_empty() => Some(Setting::Word("yes".into())),
            None => None,
        };
        let span = if entry.values.is_empty() { entry.key.span() } else { entry.values_span() };
        match written {
            Some(value) if fits(program, package, &declaration.values, &value) => Some(value),
            written => {
                out.push(errors::setting_value(span, name, written.as_ref(), &declaration.values));
                None
            }
        }
    }

    /// Checks `rules NAME [VALUE]` in a condition: the setting must exist, and the value must be possible.
    pub fn check_condition(&self, program: &Program<'_>, package: PackageId, operands: &[Expr], out: &mut Diagnostics) {
        let Some((name, word)) = operands.first().and_then(|first| Some((first, first.name()?))) else { return };
        let Some(declaration) = self.get(word) else {
            let name = slip_syntax::tree::SpannedName { text: word.clone(), span: name.span };
            out.push(errors::unknown_setting(&name, self.all().map(|(name, _)| name.as_str())));
            return;
        };
        let Some(operand) = operands.get(1) else {
            // Without a value, the condition is false for `no` and 0 only (R-E8).
            let can_be_off =
                [Setting::Word("no".into()), Setting::Int(0)].iter().any(|off| fits(program, package, &declaration.values, off));
            if !can_be_off {
                out.push(errors::setting_always_on(name.span, word, &declaration.default));
            }
            return;
        };
        let (value, span) = (literal(operand), operand.span);
        if !value.as_ref().is_some_and(|value| fits(program, package, &declaration.values, value)) {
            out.push(errors::setting_value(span, word, value.as_ref(), &declaration.values));
        }
    }
}

/// True if an entry of a derived ruleset comes from the base of the ruleset.
fn inherited(program: &Program<'_>, declared: &DeclaredItem<'_>, entry: &Entry) -> bool {
    declared.base.and_then(|base| program.get(base)).is_some_and(|base| base.entries.iter().any(|other| other.span == entry.span))
}

/// Reads the declaration of a setting: `setting spin_at 1..20 { default 3 }` or `setting first_blood once, session, no "what it changes"`.
fn declaration(declared: &DeclaredItem<'_>, entry: &Entry, out: &mut Diagnostics) -> Option<(Name, DeclaredSetting)> {
    let (first, values) = entry.values.split_first()?;
    let Some(name) = first.expr.name().cloned() else {
        out.push(errors::setting_form(first.expr.span));
        return None;
    };
    let values: Vec<&Expr> = values.iter().map(|value: &Value| &value.expr).filter(|expr| expr.text().is_none()).collect();
    let values = match values.as_slice() {
        [only] => match &only.kind {
            ExprKind::Range(ends) => match (ends.0.int(), ends.1.int()) {
                (Some(low), Some(high)) if low <= high => Some(SettingValues::Range(low, high)),
                _ => None,
            },
            ExprKind::Name(word) if word == "skill" => Some(SettingValues::Skill),
            ExprKind::Name(word) if word == "track" => Some(SettingValues::Track),
            ExprKind::Name(word) if word == "class" => Some(SettingValues::Class),
            ExprKind::Name(word) if word == "stat" => Some(SettingValues::Stat),
            ExprKind::Name(word) if word == "table" => Some(SettingValues::Table),
            _ => literal(only).map(|value| SettingValues::Words(vec![value])),
        },
        [] => None,
        many => many.iter().map(|value| literal(value)).collect::<Option<Vec<_>>>().map(SettingValues::Words),
    };
    let Some(values) = values else {
        out.push(errors::setting_form(entry.values_span()));
        return None;
    };
    let inner = entry.block().map_or(&[][..], |block| &block.entries);
    simple_entries::check(inner, &block_schema::worlds::SETTING, out);
    let written = inner.iter().find(|entry| entry.word() == "default").and_then(|entry| entry.only()).and_then(literal);
    let first_word = match &values {
        SettingValues::Words(words) => words.first().cloned(),
        _ => None,
    };
    let Some(default) = written.or(first_word) else {
        out.push(errors::setting_without_default(entry.span, &name));
        return None;
    };
    let later = inner.iter().any(|entry| entry.word() == "later");
    Some((name, DeclaredSetting { values, default, later, by: declared.id, span: first.expr.span }))
}

/// Returns the span of the default value in the declaration of a setting.
fn default_span(entry: &Entry) -> Span {
    let inner = entry.block().map_or(&[][..], |block| &block.entries);
    inner.iter().find(|entry| entry.word() == "default").map_or(entry.span, Entry::values_span)
}

/// Returns the value of an expression: a number, a word, or dice.
fn literal(expr: &Expr) -> Option<Setting> {
    if let Some(number) = expr.int() {
        return Some(Setting::Int(number));
    }
    let word: EcoString = match &expr.kind {
        ExprKind::Name(word) => word.clone(),
        ExprKind::Dice(count, 0) => eco_format!("{count}dF"),
        ExprKind::Dice(count, sides) => eco_format!("{count}d{sides}"),
        _ => return None,
    };
    Some(Setting::Word(word))
}

fn fits(program: &Program<'_>, package: PackageId, values: &SettingValues, value: &Setting) -> bool {
    match (values, value) {
        (SettingValues::Words(words), value) => words.contains(value),
        (SettingValues::Range(low, high), Setting::Int(number)) => (low..=high).contains(&number),
        (SettingValues::Skill, Setting::Word(word)) => program.lookup(package, "skill", word).is_some(),
        (SettingValues::Table, Setting::Word(word)) => program.lookup(package, "table", word).is_some(),
        (SettingValues::Track, Setting::Word(word)) => some_design_has(program, "track", word),
        // A flag is a number like a statistic, so a setting for a statistic may name a flag.
        (SettingValues::Stat, Setting::Word(word)) => some_design_has(program, "stat", word) || some_design_has(program, "flag", word),
        (SettingValues::Class, Setting::Word(word)) => {
            program.of_kind("skill").any(|skill| skill.entries_of("class").any(|entry| names_word(entry, word)))
        }
        _ => false,
    }
}

fn some_design_has(program: &Program<'_>, key: &str, word: &EcoString) -> bool {
    let named = |entry: &Entry| entry.values.first().and_then(|value| value.expr.name()) == Some(word);
    program.of_kind("design").any(|design| design.entries_of(key).any(named))
}

fn names_word(entry: &Entry, word: &EcoString) -> bool {
    entry.values.iter().any(|value| value.expr.name() == Some(word))
}

/// Formats a value as authors write it.
pub(in crate::check) fn written(value: &Setting) -> String {
    match value {
        Setting::Int(number) => number.to_string(),
        Setting::Word(word) => word.to_string(),
    }
}

/// Describes the possible values of a setting.
pub(in crate::check) fn in_words(values: &SettingValues) -> String {
    match values {
        SettingValues::Words(words) => {
            let words: Vec<String> = words.iter().map(|word| format!("`{}`", written(word))).collect();
            slip_suggest::alternatives(words.iter().map(String::as_str))
        }
        SettingValues::Range(low, high) => format!("a number from {low} to {high}"),
        SettingValues::Skill => "the name of a skill".to_owned(),
        SettingValues::Track => "the name of a track".to_owned(),
        SettingValues::Class => "a class of skills".to_owned(),
        SettingValues::Stat => "the name of a statistic".to_owned(),
        SettingValues::Table => "the name of a table".to_owned(),
    }
}
