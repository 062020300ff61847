//! Leaves the wrong part of a line out, so that the rest of the line still answers its questions.

use super::{AnswerInput, speaker};
use crate::option_words::input_error::InputError;
use crate::option_words::verbs::is_chain;
use slip_dice::Dice;
use slip_play::choice::{Answer, Options};
use slip_play::fight::Playable;
use slip_play::question::{Ask, Point};

impl AnswerInput {
    /// Returns the line without the part that contains the error. `None` if this is the first part of the line.
    pub fn without_wrong_part(&self, point: Point, error: &InputError) -> Option<AnswerInput> {
        let (first, rest, _) = self.parts(point);
        let place = self.tokens.iter().position(|token| token.at.start >= error.at.start && !token.at.is_empty())?;
        let wrong = rest.into_iter().find(|(_, range)| range.contains(&place));
        let (left_out, range) = match wrong {
            Some((left_out, range)) => (left_out, range),
            // Words after an act that takes no further words are meant as its target.
            None if place > first.start && first.contains(&place) => (Point::Whom, place..first.end),
            None => return None,
        };
        let mut line = self.clone();
        line.tokens.drain(range);
        line.left_out = Some(left_out);
        Some(line)
    }

    /// Returns the words of the line from the wrong word on, up to the end of the part that contains it.
    pub fn wrong_words(&self, point: Point, error: &InputError) -> String {
        let (first, rest, _) = self.parts(point);
        let ends = [first].into_iter().chain(rest.into_iter().map(|(_, range)| range));
        let place = self.tokens.iter().position(|token| token.at == error.at);
        let end = place.and_then(|place| ends.into_iter().find(|range| range.contains(&place))).map(|range| range.end);
        let last = end.and_then(|end| self.tokens.get(end.checked_sub(1)?)).map(|token| token.at.end);
        let words = last.and_then(|last| self.text.get(error.at.start..last)).unwrap_or(&error.word);
        words.trim_end_matches(',').to_owned()
    }

    /// Returns the words of the line as the player typed them, and the link words that were added.
    pub fn words(&self) -> String {
        let mut words: Vec<&str> = Vec::new();
        let mut last = 0..0;
        for token in &self.tokens {
            if token.at.is_empty() {
                words.push(&token.text);
            } else if token.at != last {
                words.extend(self.text.get(token.at.clone()));
                last = token.at.clone();
            }
        }
        words.join(" ")
    }

    /// Returns the words of `before` that this line lacks because they were left out.
    pub fn words_left_out(&self, before: &AnswerInput) -> String {
        let left: Vec<&str> = before.tokens.iter().filter(|token| !self.tokens.contains(token)).map(|token| token.text.as_str()).collect();
        left.join(" ")
    }

    /// Returns the first question of the declaration that the line leaves open after this answer; `None` if the action is complete.
    pub fn next_open_question<F: Playable>(&self, fight: &F, ask: &Ask, answer: &Answer) -> Option<Point> {
        let by = speaker(fight, ask);
        let mut line = self.clone();
        let (mut next, mut answer) = (fight.clone(), answer.clone());
        let mut options = Options::new();
        // One declaration asks each decision point at most once, so this loop is long enough.
        for _ in Point::ALL {
            let mut events = Vec::new();
            next.decide(&answer, &mut Dice::scripted([]), &mut events).ok()?;
            events.iter().for_each(|event| next.apply(event));
            let open = next.waiting_for().filter(|ask| is_chain(ask.point) && speaker(&next, ask) == by && ask.point != Point::Act)?;
            next.legal(&mut options);
            answer = match (open.forced, options.as_slice()) {
                (Some(forced), _) => forced.into(),
                (None, [only]) => Answer::from(*only),
                _ => match line.later(&next, &open, &options) {
                    Ok(Some(said)) => said,
                    _ => return Some(open.point),
                },
            };
        }
        None
    }
}
