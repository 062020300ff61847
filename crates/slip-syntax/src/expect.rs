//! What the grammar could have gone on with, in the author's words.
//!
//! No message ever shows a rule's name: whatever has no words here is not mentioned.

use super::grammar::Rule;

/// Where something could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// At the left margin, where an item begins.
    Item,
    /// In the head of an item.
    Head,
    /// In an entry.
    Entry,
}

/// What an author would call the thing that `rule` reads; `None` for what is only punctuation between things.
fn word(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::close_round => "`)`",
        Rule::close_square => "`]`",
        Rule::text => "a text in quotes",
        Rule::key => "a key, such as `tech`",
        Rule::name | Rule::item_name | Rule::path => "a name",
        Rule::expr | Rule::bexpr | Rule::cond | Rule::bcond | Rule::branch | Rule::test | Rule::arg => "a value",
        Rule::word | Rule::number => "a value",
        Rule::op | Rule::op_loose | Rule::op_tight => "an operator",
        Rule::comma => "a comma",
        Rule::end => "the end of the line",
        Rule::param => "a parameter, such as `a: skill`",
        Rule::block => "`{`",
        Rule::design => "the name of a design",
        Rule::base => "the name of the item it derives from",
        _ => return None,
    })
}

/// True if to name `rule` only when nothing better is known.
fn is_weak(word: &str) -> bool {
    matches!(word, "an operator" | "a comma")
}

/// `a name or a text in quotes`; `None` if there is nothing to say.
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
