//! Ranks the rules that match a question.

use super::{Rule, normalise_words};

/// Rule that matches a question.
#[derive(Clone, Debug)]
pub struct RuleMatch<'b> {
    /// The rule.
    pub rule: &'b Rule,
    /// Sentence that matches best, or the first sentence.
    pub sentence: String,
    /// Weight of the match; a higher weight is a better match.
    pub weight: u32,
}

/// Maximum number of characters of a printed sentence.
const SHOWN: usize = 240;

/// Weights of a match in the name of a rule, for a whole word and for the beginning of a word. Each constant below has the weights for
/// another field or kind.
const NAME: (u32, u32) = (50, 20);
/// Weights of a match in the name of an effect word, a code, or a row of a table in the reference.
const WORD: (u32, u32) = (30, 12);
const TITLE: (u32, u32) = (40, 16);
const TEXT: (u32, u32) = (14, 5);
const OWNER: (u32, u32) = (6, 2);
const BODY: (u32, u32) = (4, 1);

/// Returns the rules that contain all words of the question, best match first. Equal matches keep their order.
pub(super) fn find<'b>(rules: impl Iterator<Item = &'b Rule>, asked: &str) -> Vec<RuleMatch<'b>> {
    let asked = normalise_words::of(asked);
    if asked.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<RuleMatch<'b>> =
        rules.filter_map(|rule| Some(RuleMatch { rule, sentence: String::new(), weight: weight(rule, &asked)? })).collect();
    found.sort_by_key(|finding| std::cmp::Reverse(finding.weight));
    for finding in &mut found {
        let rule = finding.rule;
        // For a rule without a text, the first line of its source is shown.
        let said = if rule.text.is_empty() { rule.body.lines().next().unwrap_or_default().trim() } else { &rule.text };
        finding.sentence = sentence(said, &asked);
    }
    found
}

/// Returns the weight of a rule; `None` if one of the words does not occur in it.
fn weight(rule: &Rule, asked: &[String]) -> Option<u32> {
    let name = normalise_words::of(&rule.name);
    let title = normalise_words::of(&rule.title);
    // The body of a section or code is not searched. The rows of a section are separate rules, and the examples of a code match too many
    // words.
    let body = if matches!(rule.kind.as_str(), "section" | "code") { Vec::new() } else { normalise_words::of(&rule.body) };
    let called = if matches!(rule.kind.as_str(), "effect word" | "row" | "code") { WORD } else { NAME };
    let places = [
        (&name, called),
        (&title, TITLE),
        (&normalise_words::of(&rule.text), TEXT),
        (&normalise_words::of(&rule.of), OWNER),
        (&body, BODY),
    ];
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

/// Returns the weight that is added for a kind of rule. Kinds that people look for more often have a higher weight.
fn standing(kind: &str) -> u32 {
    match kind {
        // For a group at the table, its own house rules are the most important.
        "house rule" => 40,
        "design" | "skill" | "stat" | "track" => 8,
        "stunt" | "ruling" => 6,
        "ruleset" | "setting" | "section" => 5,
        "effect word" | "row" | "mark" => 4,
        "code" => 2,
        _ => 0,
    }
}

/// Returns the first sentence with one of the words, or else the first sentence, cut to the maximum length.
fn sentence(text: &str, asked: &[String]) -> String {
    let sentences = normalise_words::sentences(text);
    let speaks = |sentence: &&String| {
        let own = normalise_words::of(sentence);
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
