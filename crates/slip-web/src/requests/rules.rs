//! `rules`: searches the rules by words.

use crate::session::Session;
use serde::{Deserialize, Serialize};
use slip_compile::rule_search::{Rule, Rulebook, RulesAnswer};

/// Largest number of rules in a reply.
const MOST: usize = 40;

/// Question about the rules.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Rules {
    /// Folder of a package whose own rules are searched too.
    package: String,
    words: String,
}

/// Rules that were found.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct RulesFound {
    rules: Vec<FoundRule>,
    /// Number of further rules that were found and are not in `rules`.
    more: usize,
    /// Advice on what to ask, if no rule was found.
    advice: Option<String>,
}

/// Rule that was found.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct FoundRule {
    kind: String,
    name: String,
    title: String,
    /// Owner or section of the rule.
    of: String,
    /// Text of the rule.
    text: String,
    /// Sentence that matches best.
    sentence: String,
    /// File and line of the rule.
    place: String,
}

/// Searches the rules.
pub(crate) fn answer(session: &Session, asked: &Rules) -> Result<RulesFound, String> {
    if !asked.words.contains(char::is_alphanumeric) {
        return Err("write a word of the rule, such as `heat`, or the number of a ruling, such as `R-S4`".to_owned());
    }
    let world = session.world(&asked.package)?;
    let book = Rulebook::of(&world.sources, &world.sources.closure(world.root));
    Ok(match book.ask(&asked.words, None) {
        RulesAnswer::Whole(rule, naming) => {
            let all: Vec<FoundRule> = std::iter::once(rule).chain(naming).map(|rule| found(rule, "")).collect();
            told(all)
        }
        RulesAnswer::Found(matches) => told(matches.iter().map(|one| found(one.rule, &one.sentence)).collect()),
        RulesAnswer::Nothing(advice) => RulesFound { rules: Vec::new(), more: 0, advice: Some(advice) },
    })
}

fn told(mut rules: Vec<FoundRule>) -> RulesFound {
    let more = rules.len().saturating_sub(MOST);
    rules.truncate(MOST);
    RulesFound { rules, more, advice: None }
}

fn found(rule: &Rule, sentence: &str) -> FoundRule {
    FoundRule {
        kind: rule.kind.clone(),
        name: rule.name.clone(),
        title: rule.title.clone(),
        of: rule.of.clone(),
        text: if rule.kind == "section" { rule.body.trim().to_owned() } else { rule.text.clone() },
        sentence: sentence.to_owned(),
        place: rule.place(),
    }
}
