//! Which rules speak of some words, and which of them first.

use super::{Rule, words};

/// A rule that speaks of what was asked.
#[derive(Clone, Debug)]
pub struct Finding<'b> {
    /// The rule.
    pub rule: &'b Rule,
    /// The sentence of it that does, or its first one.
    pub sentence: String,
    /// How well it fits; more is better.
    pub weight: u32,
}

/// How long a sentence is shown.
const SHOWN: usize = 240;

/// What a place of a rule is worth where a word stands there whole, and where it only begins a word.
const NAME: (u32, u32) = (50, 20);
/// The name of a word that only authors write, or of a finding.
const WORD: (u32, u32) = (30, 12);
const TITLE: (u32, u32) = (40, 16);
const TEXT: (u32, u32) = (14, 5);
const OWNER: (u32, u32) = (6, 2);
const BODY: (u32, u32) = (4, 1);

/// The rules that have all the words, best first; among equals, in the order they come in.
pub(super) fn find<'b>(rules: impl Iterator<Item = &'b Rule>, asked: &str) -> Vec<Finding<'b>> {
    let asked = words::of(asked);
    if asked.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<Finding<'b>> =
        rules.filter_map(|rule| Some(Finding { rule, sentence: String::new(), weight: weight(rule, &asked)? })).collect();
    found.sort_by_key(|finding| std::cmp::Reverse(finding.weight));
    for finding in &mut found {
        let rule = finding.rule;
        // What says nothing in words is shown as it is written.
        let said = if rule.text.is_empty() { rule.body.lines().next().unwrap_or_default().trim() } else { &rule.text };
        finding.sentence = sentence(said, &asked);
    }
    found
}

/// How well a rule fits; none if a word is nowhere in it.
fn weight(rule: &Rule, asked: &[String]) -> Option<u32> {
    let name = words::of(&rule.name);
    let title = words::of(&rule.title);
    // The rows of a section are rules of their own, and examples speak of anything.
    let body = if matches!(rule.kind.as_str(), "section" | "code") { Vec::new() } else { words::of(&rule.body) };
    let called = if matches!(rule.kind.as_str(), "effect word" | "row" | "code") { WORD } else { NAME };
    let places = [(&name, called), (&title, TITLE), (&words::of(&rule.text), TEXT), (&words::of(&rule.of), OWNER), (&body, BODY)];
    let mut weight = 0u32;
    for word in asked {
        let best = places.iter().map(|(own, worth)| fits(own, word, *worth)).max().unwrap_or(0);
        if best == 0 {
            return None;
        }
        weight = weight.saturating_add(best);
    }
    let exact = if name == asked || title == asked { 60 } else { 0 };
    Some(weight.saturating_add(exact).saturating_add(standing(&rule.kind)))
}

fn fits(own: &[String], word: &str, (whole, begun): (u32, u32)) -> u32 {
    if own.iter().any(|own| own == word) {
        whole
    } else if word.len() >= 3 && own.iter().any(|own| own.starts_with(word)) {
        begun
    } else {
        0
    }
}

/// What people mostly look for, among what fits alike.
fn standing(kind: &str) -> u32 {
    match kind {
        // Whoever asks at a table asks for its own rules.
        "house rule" => 40,
        "design" | "skill" | "stat" | "track" => 8,
        "stunt" | "ruling" => 6,
        "ruleset" | "setting" | "section" => 5,
        "effect word" | "row" | "mark" => 4,
        "code" => 2,
        _ => 0,
    }
}

/// The first sentence with one of the words, or the first of all, not too long.
fn sentence(text: &str, asked: &[String]) -> String {
    let sentences = words::sentences(text);
    let speaks = |sentence: &&String| {
        let own = words::of(sentence);
        asked.iter().any(|word| fits(&own, word, (1, 1)) > 0)
    };
    let chosen = sentences.iter().find(speaks).or_else(|| sentences.first()).cloned().unwrap_or_default();
    if chosen.chars().count() <= SHOWN {
        return chosen;
    }
    let start: String = chosen.chars().take(SHOWN).collect();
    let cut = start.rsplit_once(' ').map_or(start.as_str(), |(whole, _)| whole);
    format!("{} …", cut.trim_end_matches([',', ';', ':']))
}
