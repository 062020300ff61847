//! Messages about rulesets and their settings.

use super::ruleset::{DeclaredSetting, SettingValues, in_words, written};
use slip_pack::ruleset::Setting;
use slip_source::diagnostic::{Code, Diagnostic, Severity};

use slip_source::Span;
use slip_syntax::tree::SpannedName;

/// Reports an unknown setting.
pub(super) fn unknown_setting<'k>(key: &SpannedName, known: impl Iterator<Item = &'k str> + Clone) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownSetting, key.span, format!("there is no setting called `{}`", key.text))
        .because("no ruleset declares this setting")
        .completed_by(known.clone());
    match slip_suggest::nearest(&key.text, known) {
        Some(nearest) => diagnostic.did_you_mean(key.span, nearest),
        None => diagnostic.with_help(format!("remove this line, or declare the setting in a ruleset: `setting {} no, yes`", key.text)),
    }
}

/// Reports a setting where the name of a ruleset is required: `variants = ["fighters"]`.
pub(super) fn setting_for_ruleset(name: &SpannedName, setting: &DeclaredSetting) -> Diagnostic {
    let other = match &setting.values {
        SettingValues::Words(values) => values.iter().find(|value| **value != setting.default).map(written),
        _ => None,
    };
    let value = other.unwrap_or_else(|| written(&setting.default));
    let name_and_value = format!("{} {value}", name.text);
    Diagnostic::new(Code::UnknownName, name.span, format!("`{}` is a setting, not a ruleset", name.text))
        .because("the name of a ruleset belongs here")
        .with_help(format!("write `ruleset my_rules {{ {name_and_value} }}` outside of all items, and `my_rules` here"))
}

/// Reports an invalid value of a setting.
pub(super) fn setting_value(span: Span, name: &str, value: Option<&Setting>, values: &SettingValues) -> Diagnostic {
    let message = match value {
        Some(value) => format!("the setting `{name}` cannot be `{}`", written(value)),
        None => format!("the setting `{name}` does not have exactly one value"),
    };
    let diagnostic = Diagnostic::new(Code::SettingValue, span, message).because(format!("needed here: {}", in_words(values)));
    let words: Vec<String> = match values {
        SettingValues::Words(words) => words.iter().map(written).collect(),
        _ => Vec::new(),
    };
    let diagnostic = diagnostic.could_be(words.iter().map(String::as_str));
    let nearest = value.and_then(|value| slip_suggest::nearest(&written(value), words.iter().map(String::as_str)));
    match nearest {
        Some(nearest) => diagnostic.did_you_mean(span, nearest),
        None => diagnostic.with_help(format!("write {} after `{name}`", in_words(values))),
    }
}

/// Reports a condition `rules NAME` that tests only if a setting is on. Every value of this setting counts as on, so the condition is
/// always true.
pub(super) fn setting_always_on(span: Span, name: &str, default: &Setting) -> Diagnostic {
    Diagnostic::new(Code::SettingValue, span, format!("`rules {name}` is true with every value of `{name}`"))
        .because("a value is missing after this")
        .with_help(format!("write for instance `rules {name} {}`", written(default)))
}

/// Reports a setting whose value nothing in its package reads. `value` is one of the values, for an example.
pub(super) fn setting_never_read(span: Span, setting: &str, value: &str) -> Diagnostic {
    Diagnostic::new(Code::NotRead, span, format!("the setting `{setting}` changes nothing, because no rule asks for it"))
        .because("no formula, condition or effect of this package reads it")
        .with_help(format!(
            "write an effect that asks for it, as in `effect … when rules {setting} {value}`, or write `later` in its block"
        ))
}

/// Reports a ruleset that is never in force. For a ruleset without effects this is only a note, because its settings may be meant for
/// later.
pub(super) fn unused(span: Span, name: &str, has_effects: bool) -> Diagnostic {
    let why = if has_effects { "so its effects never act" } else { "so its settings never apply" };
    let mut found = Diagnostic::new(Code::UnusedRuleset, span, format!("the ruleset `{name}` is never in force, {why}"))
        .because("no encounter of this package uses it, and slipyard.toml does not either")
        .with_help(format!(
            "write `rules {name}` in an encounter, or `variants = [\"{name}\"]` below `[rules]` in slipyard.toml for the whole package"
        ));
    if !has_effects {
        found.severity = Severity::Note;
    }
    found
}

/// Reports a setting that is declared twice.
pub(super) fn setting_twice(span: Span, name: &str, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, span, format!("the setting `{name}` is declared twice"))
        .because("declared again here")
        .with_label(first, "first declared here")
        .with_help(format!("remove it here; to change its value, write `{name}` and the value, without `setting`"))
}

/// Reports a malformed `setting` entry.
pub(super) fn setting_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this `setting` line is not written correctly").because("a name, then its values").with_help(
        "write for instance `setting first_blood once, session, no` (the first is the default) or `setting spin_at 1..20 { default 3 }`",
    )
}

/// Reports a number setting without a default.
pub(super) fn setting_without_default(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::MissingEntry, span, format!("the setting `{name}` has no default"))
        .because("`default` is missing")
        .with_help(format!("write for instance `setting {name} 1..20 {{ default 3 }}`"))
}

/// Reports two rulesets of equal rank that give a setting different values.
pub(super) fn disagreement(span: Span, first: Span, setting: &str, one: (&str, &Setting), other: (&str, &Setting)) -> Diagnostic {
    Diagnostic::new(Code::RulesetsDisagree, span, format!("`{}` and `{}` disagree about `{setting}`", one.0, other.0))
        .because(format!("`{}` has `{setting} {}`", other.0, written(other.1)))
        .with_label(first, format!("`{}` has `{setting} {}`", one.0, written(one.1)))
        .with_help("remove one of the two rulesets, or write a ruleset that uses both and gives the setting its value")
}

/// Reports a ruleset that uses itself, directly or through others.
pub(super) fn circle(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::FromCircle, span, format!("the ruleset `{name}` uses itself"))
        .because("this `use` leads back to the ruleset")
        .with_help("remove one `use` from the circle")
}

/// Reports a ruleset whose chain of `use` is longer than the limit.
pub(super) fn too_deep(span: Span, name: &str, most: usize) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, span, format!("the ruleset `{name}` uses more than {most} others, one through the other"))
        .because("too many in a row")
        .with_help("write a `use` line for each ruleset that it needs, in this ruleset itself")
}

/// Reports a ruleset that gives a setting a value marked `later`, which no rule uses yet.
pub(super) fn later(span: Span, ruleset: &str, setting: &str, value: &Setting) -> Diagnostic {
    Diagnostic::new(Code::NotRead, span, format!("`{ruleset}` sets `{setting} {}`, but no rule uses this value", written(value)))
        .because("changes nothing")
        .with_help("remove this line, or keep it for a later version of the rules")
}
