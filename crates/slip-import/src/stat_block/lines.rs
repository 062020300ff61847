//! Facts of one line: segments with labels and numbers, and members of lists.

use super::facts::{FactKind, claimed, is_tech};
use super::values::{boxes, number, pair, range, rung, tech, triple};
use crate::arguments::{split, unquoted};
use crate::spelling::key;
use crate::vocabulary::Vocabulary;

/// Largest number of words of a label.
const LABEL_WORDS: usize = 6;
/// Longest segment that may be a fact, in bytes; longer ones are prose.
const LONGEST_SEGMENT: usize = 400;

/// List of a stat block whose members may be in several lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BlockSection {
    /// Aspects.
    Aspects,
    /// Stunts.
    Stunts,
    /// Skills.
    Skills,
    /// Gear.
    Gear,
    /// Tracks or statistics, which are recognised by their labels.
    Numbers,
    /// Consequences.
    Consequences,
    /// Description.
    Prose,
}

impl BlockSection {
    /// Returns the section that a heading names.
    pub(crate) fn of(label: &str) -> Option<BlockSection> {
        Some(match key(label).as_str() {
            "aspects" | "aspect" => BlockSection::Aspects,
            "stunts" | "stunt" | "special" | "specials" => BlockSection::Stunts,
            "skills" | "skill_pyramid" | "pyramid" => BlockSection::Skills,
            "gear" | "equipment" | "carries" | "possessions" => BlockSection::Gear,
            "tracks" | "stress" | "stress_tracks" | "statistics" | "stats" | "systems" | "ratings" => BlockSection::Numbers,
            "consequences" => BlockSection::Consequences,
            "description" | "notes" | "background" | "note" => BlockSection::Prose,
            _ => return None,
        })
    }
}

/// Returns the label before and the value after the first colon that is outside of brackets and quotes.
pub(crate) fn labelled(text: &str) -> Option<(&str, &str)> {
    let first = *split(text, |sign| matches!(sign, ':' | '=')).first()?;
    let at = text.find(first)?.checked_add(first.len())?;
    let rest = text.get(at..)?.trim_start();
    let value = rest.strip_prefix([':', '='])?;
    (first.split_whitespace().count() <= LABEL_WORDS).then_some((first.trim(), value.trim()))
}

/// Returns the members of a section in a text. Members of aspects end where a capital letter follows a comma.
pub(crate) fn members(section: BlockSection, text: &str) -> Vec<FactKind> {
    let text = text.trim().trim_end_matches(['.', ';', ',']);
    match section {
        BlockSection::Aspects => aspects(text).into_iter().map(FactKind::Aspect).collect(),
        BlockSection::Stunts => list(text).into_iter().map(FactKind::Stunt).collect(),
        BlockSection::Gear => list(text).into_iter().map(FactKind::Gear).collect(),
        BlockSection::Skills => skills(text),
        BlockSection::Consequences => vec![FactKind::Consequences],
        BlockSection::Numbers | BlockSection::Prose => Vec::new(),
    }
}

fn list(text: &str) -> Vec<String> {
    split(text, |sign| matches!(sign, ',' | ';' | '|' | '\u{2022}')).into_iter().map(|member| unquoted(member).to_owned()).collect()
}

/// Returns the aspects of a line. They are texts in quotes, texts between semicolons, or texts between commas that begin with capital
/// letters.
fn aspects(text: &str) -> Vec<String> {
    let quoted = in_quotes(text);
    if !quoted.is_empty() {
        return quoted;
    }
    if text.contains([';', '|']) {
        return split(text, |sign| matches!(sign, ';' | '|')).into_iter().map(|member| unescaped(unquoted(member))).collect();
    }
    let mut aspects: Vec<String> = Vec::new();
    for part in text.split(", ").map(str::trim).filter(|part| !part.is_empty()) {
        match aspects.last_mut() {
            Some(last) if !part.starts_with(char::is_uppercase) => {
                last.push_str(", ");
                last.push_str(part);
            }
            _ => aspects.push(part.to_owned()),
        }
    }
    aspects
}

/// Returns a text with every `\"` replaced by a plain quote. Programs write a quote as `\"`.
fn unescaped(text: &str) -> String {
    text.replace("\\\"", "\"")
}

/// Returns the members of a line in which every member is in quotes: each text without its quotes, with the brackets after it. Empty for
/// other lines.
fn in_quotes(text: &str) -> Vec<String> {
    let members = split(text, |sign| matches!(sign, ',' | ';'));
    let is_quoted = |member: &&str| member.starts_with(['"', '\u{201c}', '\u{201e}', '\u{ab}']);
    if members.is_empty() || !members.iter().all(is_quoted) {
        return Vec::new();
    }
    let bare = |member: &str| {
        let close = member.rfind(['"', '\u{201d}', '\u{201c}', '\u{bb}']).unwrap_or(member.len());
        let note = member.get(close..).and_then(|rest| rest.find('(').and_then(|at| rest.get(at..))).unwrap_or_default();
        let text = unescaped(unquoted(member.get(..member.len() - note.len()).unwrap_or(member).trim()));
        if note.is_empty() { text } else { format!("{text} {note}") }
    };
    members.into_iter().map(bare).collect()
}

/// Returns the skills of a line: `Pilot 5 (military-grade), Gunnery +4`, `5 Pilot; 4 Gunnery, Navigation`, `Superb: Pilot`.
pub(crate) fn skills(text: &str) -> Vec<FactKind> {
    let mut facts = Vec::new();
    let mut row: Option<i32> = None;
    for member in split(text, |sign| matches!(sign, ',' | ';' | '|' | '\u{2022}')) {
        let (bare, note) = noted(member);
        let found = ranked(bare).or_else(|| note.parse().ok().map(|rank| (bare.to_owned(), rank, false)));
        let note = if note.trim_start_matches('+').parse::<i32>().is_ok() { "" } else { note };
        match found {
            Some((title, rank, is_row)) => {
                row = is_row.then_some(rank);
                facts.push(FactKind::Skill { title, rank, note: note.to_owned() });
            }
            None => match row {
                Some(rank) => facts.push(FactKind::Skill { title: bare.to_owned(), rank, note: note.to_owned() }),
                None => facts.push(FactKind::Phrase(member.to_owned())),
            },
        }
    }
    facts
}

/// Returns the title of a skill and its rank. Also returns true if the rank is in front of the skill; then it may apply to the next members
/// of the list, too.
fn ranked(member: &str) -> Option<(String, i32, bool)> {
    let member = member.trim();
    if let Some((label, rest)) = labelled(member) {
        if let Some(rank) = row_rank(label) {
            return Some((rest.to_owned(), rank, true));
        }
        return number(rest).or_else(|| rung(rest)).map(|rank| (label.to_owned(), rank, false));
    }
    if let Some((first, rest)) = member.split_once(char::is_whitespace)
        && let Some(rank) = number(first).or_else(|| rung(first))
    {
        return Some((rest.trim().to_owned(), rank, true));
    }
    let (title, last) = member.rsplit_once(char::is_whitespace)?;
    number(last).or_else(|| rung(last)).map(|rank| (title.trim().to_owned(), rank, false))
}

/// Returns the rank that the label of a row of skills names: `Superb`, `Superb (+5)`, `+5`, `Rank 5`.
pub(crate) fn row_rank(label: &str) -> Option<i32> {
    let (bare, note) = noted(label);
    if let Some(rank) = rung(bare) {
        return Some(number(note).unwrap_or(rank));
    }
    let digits = bare.strip_prefix("Rank ").or_else(|| bare.strip_prefix("rank ")).unwrap_or(bare);
    number(digits).or_else(|| bare.split_once(' ').and_then(|(word, rest)| rung(word).filter(|rank| number(rest) == Some(*rank))))
}

/// Returns a text without the note in brackets at its end, and the note.
pub(crate) fn noted(text: &str) -> (&str, &str) {
    let text = text.trim();
    let parts = text.strip_suffix(')').and_then(|text| text.rsplit_once('('));
    let parts = parts.or_else(|| text.strip_suffix(']').and_then(|text| text.rsplit_once('[')));
    parts.map_or((text, ""), |(bare, note)| (bare.trim(), note.trim()))
}

/// Returns the facts of a segment, the part of a line between commas.
pub(crate) fn segment(text: &str, words: &Vocabulary) -> Vec<FactKind> {
    let text = text.trim().trim_end_matches([',', ';']).trim();
    let text = text.strip_suffix('.').unwrap_or(text);
    if text.is_empty() || text.len() > LONGEST_SEGMENT {
        return Vec::new();
    }
    if text.len() > 2 && unquoted(text).len() < text.len() {
        return vec![FactKind::Aspect(unescaped(unquoted(text)))];
    }
    if let Some(tech) = tech(text) {
        return vec![FactKind::Tech(tech)];
    }
    if let Some(numbers) = triple(text) {
        return vec![FactKind::Triple(numbers)];
    }
    if words.designs_called(text).is_some() {
        return vec![FactKind::Kind(text.to_owned())];
    }
    if words.any_stunt.exact(text).is_some() {
        return vec![FactKind::Phrase(text.to_owned())];
    }
    if let Some((label, value)) = labelled(text).filter(|(_, value)| !value.is_empty()) {
        let names_kind = words.designs_called(label).is_some() && words.designs_called(value).is_some();
        return vec![if names_kind { FactKind::Kind(value.to_owned()) } else { with_label(label, value) }];
    }
    if let Some(facts) = kind_and_tech(text, words).or_else(|| ratings(text)) {
        return facts;
    }
    vec![unlabelled(text)]
}

/// Returns the fact that a label and the value after its colon state.
fn with_label(label: &str, value: &str) -> FactKind {
    let label = label.to_owned();
    if matches!(key(&label).as_str(), "kind" | "type" | "design") {
        return FactKind::Kind(value.to_owned());
    }
    if let Some(rank) = is_tech(&key(&label)).then(|| tech(value)).flatten() {
        return FactKind::Tech(rank);
    }
    if let Some(value) = number(value).or_else(|| rung(value)) {
        return FactKind::Number { label, value };
    }
    if let Some(boxes) = boxes(value) {
        return FactKind::Boxes { label, boxes };
    }
    if let Some((low, high)) = range(value) {
        return FactKind::Range { label, low, high };
    }
    if let Some((first, second)) = pair(value) {
        return FactKind::Pair { label, first, second };
    }
    // `5 (military)`: the note stays a text, so that it is not lost.
    FactKind::Text { label, value: value.to_owned() }
}

/// Returns the fact that words without a colon state.
fn unlabelled(text: &str) -> FactKind {
    let parts = text.split_once(char::is_whitespace);
    let (bare, note) = noted(text);
    if let Some(value) = number(note).filter(|_| !bare.is_empty()) {
        return FactKind::Number { label: bare.to_owned(), value };
    }
    // `17 BP`, `17/19 BP`, `17 of 19 build points`.
    if let Some((first, rest)) = parts {
        if let Some(value) = number(first) {
            let of = rest.strip_prefix("of ").and_then(|rest| rest.split_once(' '));
            return match of.and_then(|(second, label)| Some((number(second)?, label))) {
                Some((second, label)) => FactKind::Pair { label: label.trim().to_owned(), first: value, second },
                None => FactKind::Number { label: rest.trim().to_owned(), value },
            };
        }
        if let Some((first, second)) = pair(first) {
            return FactKind::Pair { label: rest.trim().to_owned(), first, second };
        }
        if let Some(rank) = rung(first) {
            return FactKind::Skill { title: rest.trim().to_owned(), rank, note: String::new() };
        }
    }
    behind(text).unwrap_or_else(|| FactKind::Phrase(text.to_owned()))
}

/// Returns the fact that a label states together with a number, boxes or a range: `V-shift 3`, `Hull OOOO`, `Range 2 to 4`.
fn behind(text: &str) -> Option<FactKind> {
    let places: Vec<usize> = text.match_indices([' ', '\t']).map(|(place, _)| place).take(LABEL_WORDS).collect();
    for place in places {
        let (label, value) = (text.get(..place)?.trim(), text.get(place..)?.trim());
        let fact = number(value)
            .map(|value| FactKind::Number { label: label.to_owned(), value })
            .or_else(|| boxes(value).map(|boxes| FactKind::Boxes { label: label.to_owned(), boxes }))
            .or_else(|| range(value).map(|(low, high)| FactKind::Range { label: label.to_owned(), low, high }))
            .or_else(|| pair(value).map(|(first, second)| FactKind::Pair { label: label.to_owned(), first, second }))
            .or_else(|| tech(value).filter(|_| is_tech(&key(label))).map(FactKind::Tech));
        if fact.is_some() {
            return fact;
        }
    }
    rating(text)
}

/// Returns the facts in words such as `T2 spacecraft` and `T2 civilian spacecraft`: technology, stunts, and the kind or design.
fn kind_and_tech(text: &str, words: &Vocabulary) -> Option<Vec<FactKind>> {
    let (techs, rest): (Vec<&str>, Vec<&str>) = text.split_whitespace().partition(|word| tech(word).is_some());
    let (before, kind) = kind_at_end(&rest, words)?;
    if !before.is_empty() && words.any_stunt.exact(&before).is_none() {
        return None;
    }
    let techs = techs.into_iter().filter_map(tech).map(FactKind::Tech);
    let before = Some(before).filter(|before| !before.is_empty()).map(FactKind::Phrase);
    Some(techs.chain(before).chain([FactKind::Kind(kind)]).collect())
}

/// Splits a text that ends with a kind or a design. Returns the words before the kind or design, and its words.
pub(crate) fn kind_at_end(parts: &[&str], words: &Vocabulary) -> Option<(String, String)> {
    (0..parts.len()).filter(|at| parts.len() - at <= LABEL_WORDS).find_map(|at| {
        let kind = parts.get(at..)?.join(" ");
        words.designs_called(&kind)?;
        Some((parts.get(..at)?.join(" "), kind))
    })
}

/// Parses at least two ratings that are separated by spaces, such as `T2 E-1 R2`, into facts.
fn ratings(text: &str) -> Option<Vec<FactKind>> {
    let parts: Vec<&str> = text.split_whitespace().collect();
    if parts.len() < 2 {
        return None;
    }
    parts.into_iter().map(rating).collect()
}

/// Returns the fact of a letter with a number: `T2`, `E-1`.
fn rating(text: &str) -> Option<FactKind> {
    if let Some(rank) = tech(text) {
        return Some(FactKind::Tech(rank));
    }
    let (label, value) = text.split_at_checked(1)?;
    let value = number(value).filter(|_| label.starts_with(|first: char| first.is_ascii_uppercase()))?;
    Some(FactKind::Number { label: label.to_owned(), value })
}

/// True if a fact may be misspelt, because its label is similar to a label of a design.
pub(crate) fn is_similar(fact: &FactKind, words: &Vocabulary) -> bool {
    match fact {
        FactKind::Number { label, .. } | FactKind::Boxes { label, .. } | FactKind::Range { label, .. } => {
            label.len() >= 4 && words.any_label.nearest(label).is_some()
        }
        _ => false,
    }
}

/// True if a design of the vocabulary may have facts of this kind.
pub(crate) fn is_recognised(fact: &FactKind, words: &Vocabulary) -> bool {
    let is_label = |label: &str| words.any_label.find(label).is_some();
    match fact {
        FactKind::Number { label, .. } => {
            let key = key(label);
            is_label(label) || words.any_skill.exact(label).is_some() || is_tech(&key) || claimed(&key).is_some() || label.len() == 1
        }
        FactKind::Pair { label, .. } => is_label(label) || claimed(&key(label)).is_some(),
        FactKind::Boxes { label, .. } => is_label(label) || claimed(&key(label)).is_some(),
        FactKind::Range { label, .. } | FactKind::Text { label, .. } => is_label(label),
        FactKind::Skill { title, .. } => words.any_skill.exact(title).is_some(),
        FactKind::Phrase(text) => {
            let parts: Vec<&str> = text.split_whitespace().collect();
            words.any_label.exact(text).is_some() || words.any_stunt.beginning(&parts).is_some()
        }
        _ => true,
    }
}
