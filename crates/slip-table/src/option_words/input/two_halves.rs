//! Splits a line with two actions: `attack on ben with carbine and move to the lock`.

use super::AnswerInput;
use crate::option_words::tokenizer::InputToken;

/// Words that join two actions.
const JOINS: [&str; 4] = ["and", "then", "&", ";"];

/// Verbs of a step, as people say them.
const STEPS: [&str; 7] = ["move", "go", "enter", "walk", "run", "step", "head"];

/// Words between the verb of a step and the name of a zone.
const FILLERS: [&str; 7] = ["then", "to", "into", "on", "in", "back", "the"];

/// True if a token is a word that joins two actions, such as `and`.
pub(super) fn joins(token: &InputToken) -> bool {
    !token.quoted && JOINS.contains(&token.text.to_lowercase().as_str())
}

impl AnswerInput {
    /// Returns both halves of a line with two actions; `None` if no word joins two halves.
    pub fn two_halves(&self) -> Option<(&str, &str)> {
        let place = self.tokens.iter().position(joins)?;
        let (at, next) = (self.tokens.get(place)?, self.tokens.iter().skip(place).find(|token| !joins(token))?);
        let first = self.text.get(..at.at.start)?.trim();
        let second = self.text.get(next.at.start..)?.trim();
        (!first.is_empty()).then_some((first, second))
    }
}

/// Returns the answer for a free step that half of a line asks for: `enter lock` for `move to the lock`. `None` if the half begins with a
/// verb that is not one of movement.
pub fn free_step(half: &str) -> Option<String> {
    let (verb, rest) = half.split_once(char::is_whitespace)?;
    if !STEPS.contains(&verb.to_lowercase().as_str()) {
        return None;
    }
    let words = rest.split_whitespace().skip_while(|word| FILLERS.contains(&word.to_lowercase().as_str()));
    Some(format!("enter {}", words.collect::<Vec<_>>().join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_with_two_actions_has_two_halves() {
        let halves =
            |text: &str| AnswerInput::read(text).ok().and_then(|line| line.two_halves().map(|(one, two)| (one.to_owned(), two.to_owned())));
        let both = Some(("attack on ben".to_owned(), "move to the lock".to_owned()));
        assert_eq!(halves("attack on ben and move to the lock"), both);
        assert_eq!(halves("attack on ben, then move to the lock"), Some(("attack on ben,".to_owned(), "move to the lock".to_owned())));
        assert_eq!(halves("attack on ben and then move to the lock"), both);
        assert_eq!([halves("attack on ben"), halves("and go"), halves("attack and"), halves("say \"you and me\"")], [const { None }; 4]);
    }

    #[test]
    fn a_step_is_said_with_several_verbs() {
        assert_eq!(free_step("walk to the Lock house").as_deref(), Some("enter Lock house"));
        assert_eq!([free_step("attack on ben"), free_step("move")], [None, None]);
    }
}
