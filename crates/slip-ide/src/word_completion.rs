//! Completion of words that the checker accepts but does not list. These are kinds and designs after `for` of a stunt, other stunts after
//! `requires` and `excludes`, technology levels after `tech`, and classes of skills after `class`. They also include results in tables, and
//! `not` and `rules` in conditions.

use super::complete::{PLAYED, SuggestionKind};
use super::cursor_context::Cursor;
use super::declaration_members::design_of;
use super::file_view::FileView;
use ecow::EcoString;
use slip_compile::check::ruleset::SettingValues;
use slip_compile::resolve::DeclaredItem;
use slip_pack::effect::Role;
use std::collections::BTreeSet;

/// Lowest and highest technology.
const TECHNOLOGIES: std::ops::RangeInclusive<i64> = -4..=4;

/// Words after which a condition begins or goes on.
const CONDITIONS: [&str; 6] = ["when", "and", "or", "not", "require", "advise"];

/// Words in conditions that a name or value must follow.
const OPENING: [&str; 11] = ["is", "has", "of", "in", "rules", "trained", "military", "table", "if", "then", "else"];

/// Suggestion with its kind and a short description.
type Fixed = (SuggestionKind, String, String);

/// True if the cursor is behind an operand of a condition, where an operator follows.
fn goes_on(view: &FileView<'_, '_, '_, '_>, cursor: &Cursor, key: &str) -> bool {
    let words = cursor.entry.as_slice();
    let begins = words.iter().skip(1).rposition(|word| word == "when").map(|at| at.saturating_add(2));
    let begins = begins.or_else(|| ["require", "advise"].contains(&key).then_some(1));
    let Some(condition) = begins.and_then(|at| words.get(at..)) else { return false };
    let is_opening = |word: &str| OPENING.contains(&word) || CONDITIONS.contains(&word);
    let is_setting = |words: &[String]| matches!(words, [.., rules, _] if rules == "rules");
    let before = view.text().get(..cursor.word.0).unwrap_or_default().trim_end();
    let is_operand = before.ends_with(|letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '"' | ')' | '%'));
    cursor.call.is_none() && is_operand && condition.last().is_some_and(|word| !is_opening(word)) && !is_setting(condition)
}

/// Returns the values of a setting that is one of several words.
fn values(view: &FileView<'_, '_, '_, '_>, setting: &str) -> Vec<Fixed> {
    let Some(SettingValues::Words(words)) = view.standing().settings.get(setting).map(|setting| &setting.values) else { return Vec::new() };
    words.iter().map(|word| (SuggestionKind::Word, word.to_string(), format!("a value of `{setting}`"))).collect()
}

/// Returns the operators that can follow an operand of a condition.
fn after_operand(last: &str, in_effect: bool) -> Vec<Fixed> {
    let role = in_effect && Role::from_word(last).is_some();
    let is_name = last.starts_with(|first: char| first.is_ascii_lowercase());
    let words: &[&str] = match (role, is_name) {
        (true, _) => &["is", "has"],
        (false, true) if in_effect => &["and", "or", "of", "in"],
        (false, true) => &["and", "or", "in"],
        (false, false) => &["and", "or"],
    };
    words.iter().map(|word| (SuggestionKind::Word, (*word).to_owned(), "in conditions".to_owned())).collect()
}

/// Returns the words that can be written at the cursor.
pub(super) fn of(view: &FileView<'_, '_, '_, '_>, cursor: &Cursor, declared: Option<&DeclaredItem<'_>>) -> Vec<Fixed> {
    let (Some(declared), Some(key)) = (declared, cursor.entry.first()) else { return Vec::new() };
    let last = cursor.entry.last().map_or("", String::as_str);
    let begins = cursor.entry.len() == 1 || last == ",";
    let words = |words: &[&str], detail: &str| -> Vec<Fixed> {
        words.iter().map(|word| (SuggestionKind::Word, (*word).to_owned(), detail.to_owned())).collect()
    };
    let in_stunt = cursor.blocks.last().is_some_and(|block| block == "stunt");
    let is_rule = matches!(declared.kind(), "design" | "stunt" | "skill");
    if is_rule
        && CONDITIONS.contains(&last)
        && (cursor.entry.iter().any(|word| word == "when") || ["require", "advise"].contains(&key.as_str()))
    {
        return words(&["not", "rules"], "in conditions");
    }
    if let [.., rules, setting] = cursor.entry.as_slice()
        && rules == "rules"
    {
        return values(view, setting);
    }
    if goes_on(view, cursor, key) {
        return after_operand(last, key == "effect");
    }
    match (key.as_str(), declared.kind()) {
        ("tech", "stunt" | "platoon") | ("tech", "design") if cursor.entry.len() == 1 && (in_stunt || declared.kind() != "design") => {
            TECHNOLOGIES.map(|tech| (SuggestionKind::Word, format!("T{tech}"), String::new())).collect()
        }
        ("for", "stunt") if last == "design" => designs(view, None),
        ("for", "stunt") if begins => {
            let program = view.standing().context.program;
            let kinds = program.kinds().into_iter().filter(|kind| program.is_built_kind(kind));
            let kinds = kinds.map(|kind| (SuggestionKind::Word, kind.to_string(), "a kind".to_owned()));
            kinds.chain(designs(view, None)).chain(words(&["design"], "a design with the name of a kind")).collect()
        }
        ("requires" | "excludes", _) if in_stunt && begins => {
            let mut found = stunts(view, declared);
            found.extend(words(if key == "excludes" { &["aspects"] } else { &[] }, "aspects with a mark"));
            found
        }
        ("requires" | "excludes", _) if in_stunt && last != "per" && last != "aspects" => words(&["per"], "with the same argument"),
        ("once", _) if in_stunt && cursor.entry.len() == 1 => words(&["per"], "for each argument"),
        ("class", "skill") if begins => {
            let named =
                |entry: &slip_syntax::tree::Entry| entry.values.iter().filter_map(|value| value.expr.name().cloned()).collect::<Vec<_>>();
            let skills = view.standing().context.program.of_kind("skill");
            let classes: BTreeSet<EcoString> =
                skills.flat_map(|skill| skill.entries_of("class").flat_map(named).collect::<Vec<_>>()).collect();
            classes.into_iter().map(|class| (SuggestionKind::Word, class.to_string(), "a class of skills".to_owned())).collect()
        }
        ("scene", "table") if cursor.entry.len() == 1 => words(&PLAYED, "a kind of play"),
        ("doctrine", "encounter") if cursor.entry.len() == 1 => words(&["search"], "a doctrine that looks ahead"),
        (key, "table") if begins && (key == "one_of" || key.starts_with(|first: char| first.is_ascii_digit())) => {
            words(&["again", "nothing"], "a result")
        }
        ("for", "table") if cursor.entry.len() == 1 => {
            let kinds = view.standing().context.program.kinds();
            kinds.iter().map(|kind| (SuggestionKind::Word, kind.to_string(), "a kind".to_owned())).collect()
        }
        ("default", "ruleset") if cursor.blocks.last().is_some_and(|block| block == "setting") => {
            let entries = declared.entries_of("setting").flat_map(|entry| &entry.values);
            let values = entries.filter_map(|value| value.expr.name()).map(|word| (SuggestionKind::Word, word.to_string(), String::new()));
            values.collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the names of the designs of one kind, or of all designs.
fn designs(view: &FileView<'_, '_, '_, '_>, kind: Option<&str>) -> Vec<Fixed> {
    let all = view.standing().context.designs.values().filter(|design| kind.is_none_or(|kind| design.kind == kind));
    all.map(|design| (SuggestionKind::Name, design.name.to_string(), format!("design for {}", design.kind))).collect()
}

/// Returns the other stunts that the stunt at the cursor can name: those of its design, and those declared outside designs.
fn stunts(view: &FileView<'_, '_, '_, '_>, declared: &DeclaredItem<'_>) -> Vec<Fixed> {
    let own = design_of(view, declared).into_iter().flat_map(|design| &design.stunts).map(|stunt| stunt.name.to_string());
    let loose = view.standing().context.program.of_kind("stunt").map(|stunt| stunt.name().to_string());
    let names: BTreeSet<String> = own.chain(loose).filter(|name| name != declared.name()).collect();
    names.into_iter().map(|name| (SuggestionKind::Stunt, name, "a stunt".to_owned())).collect()
}
