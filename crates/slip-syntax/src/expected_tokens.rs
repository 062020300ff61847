//! Describes the tokens that the grammar expected, in the author's words.
//!
//! Messages never contain the name of a grammar rule. A rule without a description here is left out.

use super::grammar::Rule;

/// Part of the language in which parsing failed. The wording of the message depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SyntaxContext {
    /// At the left margin, where an item must begin.
    Item,
    /// In the head of an item.
    Head,
    /// In an entry.
    Entry,
}

/// Returns the description of a grammar rule for messages; `None` for punctuation.
fn word(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::close_round => "`)`",
        Rule::close_square => "`]`",
        Rule::text => "a text in quotes",
        Rule::key => "a word, such as `tech`",
        Rule::name | Rule::item_name | Rule::path => "a name",
        Rule::expr | Rule::bexpr | Rule::cond | Rule::bcond | Rule::branch | Rule::test | Rule::arg => "a value",
        Rule::word | Rule::number => "a value",
        Rule::op | Rule::op_loose | Rule::op_tight => "a sign, such as `+`",
        Rule::comma => "a comma",
        Rule::end => "the end of the line",
        Rule::param => "a parameter, such as `a: skill`",
        Rule::block => "`{`",
        Rule::design => "the name of a design",
        Rule::base => "the name of another item",
        _ => return None,
    })
}

/// True if a description is listed only if no more specific description fits.
fn is_weak(word: &str) -> bool {
    matches!(word, "a sign, such as `+`" | "a comma")
}

/// Lists the descriptions of the given rules: `a name or a text in quotes`; `None` if none of them has a description.
pub(super) fn words(rules: &[Rule]) -> Option<String> {
    let mut words: Vec<&str> = rules.iter().filter_map(|rule| word(*rule)).collect();
    words.sort_unstable();
    words.dedup();
    if words.iter().any(|word| !is_weak(word)) {
        words.retain(|word| !is_weak(word));
    }
    if words.contains(&"a value") {
        words.retain(|word| *word != "a text in quotes");
    }
    if words == ["`{`"] {
        return None;
    }
    let last = words.pop()?;
    Some(if words.is_empty() { last.to_owned() } else { format!("{} or {last}", words.join(", ")) })
}
