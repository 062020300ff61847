//! Reads a line that does not fit as it is typed. It may have an article, a wrong or missing link word, a part of a title in place of a
//! name, or an everyday verb such as `shoot`. If the line is still ambiguous, it is an error.

use super::name_match::{NameMatch, closest};
use super::two_halves::joins;
use super::{ARTICLES, AnswerInput, LINKS, LONGEST_CALL, is_link};
use crate::option_words::input_error::{InputError, InputErrorKind};
use crate::option_words::option_phrase::NameCandidate;
use crate::option_words::tokenizer::{InputToken, tokens};
use crate::option_words::verbs::is_head_somewhere;
use slip_play::choice::{Answer, Options};
use slip_play::fight::Playable;
use slip_play::question::Ask;

/// Largest number of variants of a line that are tried.
const READINGS: usize = 60;

/// Link words of everyday English that occur in no option's phrase.
const OTHER_LINKS: [&str; 6] = ["using", "towards", "toward", "onto", "through", "upon"];

/// Everyday verbs, and the verbs of the game with the same meaning.
const VERBS: [(&str, &str); 13] = [
    ("shoot", "attack"),
    ("fire", "attack"),
    ("fire", "beam"),
    ("shoot", "beam"),
    ("hit", "attack"),
    ("strike", "attack"),
    ("fight", "attack"),
    ("walk", "move"),
    ("run", "move"),
    ("go", "move"),
    ("head", "move"),
    ("skip", "pass"),
    ("surrender", "concede"),
];

impl AnswerInput {
    /// Answers the first question by the first variant of the line that fits.
    ///
    /// # Errors
    ///
    /// If no variant fits, returns the variant in which the most words fit, and its [`InputError`].
    pub fn begin_loosely<F: Playable>(self, fight: &F, ask: &Ask, options: &Options) -> Result<(AnswerInput, Answer), UnfitReading> {
        let mut line = self;
        match line.begun(fight, ask, options, false) {
            Ok(answer) => Ok((line, answer)),
            Err(error) => {
                let mut left = READINGS;
                // A way of reading the input is accepted only if all its parts fit together.
                let fits = |line: &AnswerInput| {
                    line.clone().begun(fight, ask, options, true)?;
                    let mut line = line.clone();
                    line.begun(fight, ask, options, false).map(|answer| (line, answer))
                };
                search(&line, error, &mut left, &fits)
            }
        }
    }

    /// Returns variants of the line in which only the word with the error is changed.
    fn readings(&self, error: &InputError) -> Vec<AnswerInput> {
        let Some(place) = self.tokens.iter().position(|token| token.at == error.at) else { return Vec::new() };
        let Some(token) = self.tokens.get(place) else { return Vec::new() };
        let word = token.text.to_lowercase();
        let with = |words: &str, from: usize, to: usize| {
            let mut line = self.clone();
            let at = token.at.start..self.tokens.get(to.saturating_sub(1)).map_or(token.at.end, |last| last.at.end);
            let own = if to > from { at } else { token.at.start..token.at.start };
            let put = tokens(words).unwrap_or_default().into_iter().map(|new| InputToken { at: own.clone(), ..new });
            line.tokens.splice(from..to.min(self.tokens.len()), put);
            line
        };
        let mut readings: Vec<AnswerInput> = self.named_span(error, place).map(|(end, name)| with(&name, place, end)).into_iter().collect();
        if token.quoted {
            return readings;
        }
        if ARTICLES.contains(&word.as_str()) && self.tokens.len() > 1 {
            readings.push(with("", place, place + 1));
        }
        if place == 0 {
            readings.extend(VERBS.iter().filter(|(said, _)| *said == word).map(|(_, verb)| with(verb, 0, 1)));
            // Verbs of two words are written with an underscore: `pick up` is `pick_up`.
            let joined = self.tokens.get(1).filter(|next| !next.quoted).map(|next| format!("{word}_{}", next.text.to_lowercase()));
            readings.extend(joined.filter(|verb| is_head_somewhere(verb)).map(|verb| with(&verb, 0, 2)));
            return readings;
        }
        if is_link(&word) || OTHER_LINKS.contains(&word.as_str()) {
            readings.push(with("", place, place + 1));
            readings.extend(LINKS.iter().filter(|link| **link != word).map(|link| with(link, place, place + 1)));
        } else if !self.tokens.get(place - 1).is_some_and(|before| is_link(&before.text)) {
            readings.extend(LINKS.iter().map(|link| with(link, place, place)));
        }
        readings
    }

    /// Returns the longest run of words, beginning at the wrong word, that names exactly one candidate of the error. The result is the end
    /// of the run, and the words of the candidate.
    fn named_span(&self, error: &InputError, place: usize) -> Option<(usize, String)> {
        let ends = (place + 1..=self.tokens.len().min(place + LONGEST_CALL)).rev();
        ends.into_iter().find_map(|end| match self.named(error, place, end).as_slice() {
            [only] => Some((end, only.words.clone())),
            _ => None,
        })
    }

    /// Returns the candidates that a run of words names. If the run contains a link word, it must be the complete name.
    fn named<'e>(&self, error: &'e InputError, place: usize, end: usize) -> Vec<&'e NameCandidate> {
        let Some(run) = self.tokens.get(place..end) else { return Vec::new() };
        let typed: Vec<&str> = run.iter().map(|token| token.text.as_str()).collect();
        let (fit, found) = closest(&typed, &error.candidates);
        let has_other_words = run.iter().any(|token| is_link(&token.text) || joins(token));
        if has_other_words && fit != Some(NameMatch::Same) {
            return Vec::new();
        }
        found
    }

    /// Returns the error that lists all candidates, if the wrong word names several; otherwise the given error.
    fn ambiguous(&self, error: Box<InputError>) -> Box<InputError> {
        let place = self.tokens.iter().position(|token| token.at == error.at).filter(|_| error.why == InputErrorKind::Foreign);
        let Some(place) = place else { return error };
        let ends = (place + 1..=self.tokens.len().min(place + LONGEST_CALL)).rev();
        let several = ends.into_iter().map(|end| (end, self.named(&error, place, end))).find(|(_, found)| found.len() > 1);
        let Some((end, found)) = several else { return error };
        let names = found.into_iter().map(NameCandidate::shown).collect();
        let at = error.at.start..self.tokens.get(end - 1).map_or(error.at.end, |last| last.at.end);
        let mut unfit = *InputError::at(InputErrorKind::Several(names), at, &self.text);
        (unfit.asked, unfit.legal) = (error.asked, error.legal);
        Box::new(unfit)
    }
}

/// Variant of a line that does not fit, and its error.
pub type UnfitReading = (AnswerInput, Box<InputError>);

/// Tries the variants of a line. If none fits, tries the variants of those in which more words fit than in the line itself.
fn search(
    line: &AnswerInput,
    error: Box<InputError>,
    left: &mut usize,
    fits: &impl Fn(&AnswerInput) -> Result<(AnswerInput, Answer), Box<InputError>>,
) -> Result<(AnswerInput, Answer), UnfitReading> {
    if error.why != InputErrorKind::Foreign {
        return Err((line.clone(), error));
    }
    let mut furthest = (line.clone(), line.ambiguous(error.clone()));
    for reading in line.readings(&error) {
        if *left == 0 {
            break;
        }
        *left -= 1;
        let problem = match fits(&reading) {
            Ok(found) => return Ok(found),
            Err(problem) => problem,
        };
        let is_link_put_in = reading.tokens.len() > line.tokens.len() && problem.at == error.at && !problem.candidates.is_empty();
        if problem.at.start <= error.at.start && problem.asked == error.asked && !is_link_put_in {
            continue;
        }
        let (reading, problem) = match search(&reading, problem, left, fits) {
            Ok(found) => return Ok(found),
            Err(unfit) => unfit,
        };
        let (start, known) = (problem.at.start, furthest.1.at.start);
        let says_more =
            start == known && furthest.1.why == InputErrorKind::Foreign && furthest.1.asked == error.asked && problem.asked != error.asked;
        if start > known || says_more {
            furthest = (reading, problem);
        }
    }
    Err(furthest)
}
