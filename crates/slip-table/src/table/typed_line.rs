//! Parses a typed line tolerantly. If one part of the line is wrong, the other parts are kept, and the player is asked for the wrong part.

use super::actor_marks::Marks;
use super::aliases::answer;
use super::{called, name_lookup, step_words};
use crate::option_words::{AnswerInput, InputError, InputErrorKind, UnfitReading, free_step, is_head_somewhere};
use slip_play::choice::{Answer, Options, Verb};
use slip_play::fight::{FightRef, Playable};
use slip_play::question::{Ask, Point};
use slip_suggest::alternatives;

/// Largest number of wrong parts that are removed from a line, one after another, to read the rest.
const WRONG_PARTS: usize = 3;

/// Result of reading a typed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypedLine {
    /// The line answers the question.
    Whole(AnswerInput, Answer),
    /// A part of the line answers the question, and another part is wrong or is a free step.
    HalfRight(HalfRight),
    /// One part of the line is wrong. The rest is a complete action after which no other question would come, so the player must confirm it
    /// first.
    Unconfirmed {
        /// Words of the action.
        words: String,
        /// Message about the wrong part.
        problem: String,
    },
    /// The line is no answer.
    Wrong(Box<InputError>),
}

/// Correct part of a typed line, and the message about the rest of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HalfRight {
    /// Words that are left for later questions.
    pub input: AnswerInput,
    /// Answer to the question.
    pub answer: Answer,
    /// Message about the wrong part of the line. Empty if that part is not wrong but orders a free step.
    pub problem: String,
    /// Keyword of the question for the part that was wrong.
    pub asked: Option<&'static str>,
    /// Order for a free step before or after the action, from the other part of the input line.
    pub step: Option<String>,
    /// Sentence about words that are used later, such as the zone of a move.
    pub note: Option<String>,
}

/// Reads a line that is typed at a question.
pub fn typed_line<F: Playable>(fight: &F, marks: &Marks, ask: &Ask, options: &Options, words: &str) -> TypedLine {
    let error = match answer(fight, marks, ask, options, words) {
        Ok((input, answer)) => return TypedLine::Whole(input, answer),
        Err(error) => error,
    };
    let Ok(said) = AnswerInput::read(words) else { return TypedLine::Wrong(error) };
    // A line that begins with the verb of another question is meant for that question.
    if !said.is_for(fight, ask.point) && said.past_act(fight, ask).is_none() && !is_everyday_verb(&said) {
        return TypedLine::Wrong(error);
    }
    let unfit = match read_loosely(fight, marks, ask, options, &said) {
        Ok((input, answer)) => return TypedLine::Whole(input, answer),
        Err(unfit) => unfit,
    };
    if let Some((first, second)) = said.two_halves()
        && let Some(read) = both_halves(fight, marks, ask, options, (first, second))
    {
        return read;
    }
    let is_ambiguous = matches!(unfit.1.why, InputErrorKind::Several(_));
    let error = if is_ambiguous { unfit.1.clone() } else { error };
    right_half(fight, marks, ask, options, unfit).unwrap_or(TypedLine::Wrong(error))
}

/// True if the line begins with a word that is not a verb of the game.
fn is_everyday_verb(said: &AnswerInput) -> bool {
    !is_head_somewhere(said.verb())
}

/// Reads a typed line loosely: marks and titles are replaced by names, and the wording may be inexact.
fn read_loosely<F: Playable>(
    fight: &F,
    marks: &Marks,
    ask: &Ask,
    options: &Options,
    said: &AnswerInput,
) -> Result<(AnswerInput, Answer), UnfitReading> {
    let named = |line: &AnswerInput| line.called(|call| marks.name(fight, call));
    let plain = named(said).unwrap_or_else(|| said.clone());
    let past_act = plain.past_act(fight, ask);
    let mut furthest: Option<UnfitReading> = None;
    for reading in past_act.into_iter().chain([plain]) {
        match reading.begin_loosely(fight, ask, options) {
            Ok(found) => return Ok(found),
            Err(unfit) if furthest.as_ref().is_none_or(|(_, known)| unfit.1.at.start > known.at.start) => furthest = Some(unfit),
            Err(_) => {}
        }
    }
    Err(furthest.unwrap_or_else(|| (said.clone(), Box::new(said.left()))))
}

/// Reads a line with two actions. One of them may be a free step in addition to the other action.
fn both_halves<F: Playable>(fight: &F, marks: &Marks, ask: &Ask, options: &Options, (first, second): (&str, &str)) -> Option<TypedLine> {
    let may_step = matches!(fight.seen(), FightRef::Personal(_)) && ask.point == Point::Act;
    let steps = [first, second].map(|half| free_step(half).filter(|_| may_step));
    let (action, step, other) = match steps {
        [Some(step), None] => (second, Some(step), first),
        [_, step] => (first, step, second),
    };
    let unused = format!("one line is one action: `{other}` was left out");
    Some(match typed_line(fight, marks, ask, options, action) {
        TypedLine::Whole(input, answer) if step.is_some() => {
            TypedLine::HalfRight(HalfRight { input, answer, problem: String::new(), asked: None, step, note: None })
        }
        TypedLine::Whole(input, answer) => match input.next_open_question(fight, ask, &answer) {
            Some(open) => {
                let problem = format!("{unused} (already answered: {action})");
                TypedLine::HalfRight(HalfRight { input, answer, problem, asked: Some(open.word()), step, note: None })
            }
            None => TypedLine::Unconfirmed { words: action.to_owned(), problem: unused },
        },
        TypedLine::HalfRight(half) => TypedLine::HalfRight(HalfRight { step, ..half }),
        other @ TypedLine::Unconfirmed { .. } => other,
        TypedLine::Wrong(_) => return None,
    })
}

/// Removes wrong parts from a line until the rest answers the question.
fn right_half<F: Playable>(fight: &F, marks: &Marks, ask: &Ask, options: &Options, unfit: UnfitReading) -> Option<TypedLine> {
    let (mut line, mut error) = unfit;
    let mut problem = String::new();
    for _ in 0..WRONG_PARTS {
        let shorter = line.without_wrong_part(ask.point, &error)?;
        if problem.is_empty() {
            problem = message(fight, marks, &line.wrong_words(ask.point, &error), &error);
        }
        match shorter.clone().begin_loosely(fight, ask, options) {
            Ok((input, answer)) => {
                let words = shorter.words();
                return Some(match input.next_open_question(fight, ask, &answer) {
                    Some(open) => TypedLine::HalfRight(HalfRight {
                        input,
                        answer,
                        problem: format!("{problem} (already answered: {words})"),
                        asked: Some(open.word()),
                        step: None,
                        note: None,
                    }),
                    None if is_way(fight, &answer, &shorter.words_left_out(&line)) => {
                        let note = Some("(the way is chosen after the roll)".to_owned());
                        TypedLine::HalfRight(HalfRight { input, answer, problem: String::new(), asked: None, step: None, note })
                    }
                    None => TypedLine::Unconfirmed { words, problem },
                });
            }
            Err(next) => (line, error) = next,
        }
    }
    None
}

/// True if the words name the zone of a move, although the player chooses the zone only after the roll.
fn is_way<F: Playable>(fight: &F, answer: &Answer, words: &str) -> bool {
    let zone = free_step(&format!("move {words}"));
    let Some((_, zone)) = zone.as_ref().and_then(|step| step.split_once(' ')) else { return false };
    match fight.seen() {
        FightRef::Personal(_) => answer.choice.verb == Verb::Move && step_words(fight, "enter", zone).is_some_and(|found| found.is_ok()),
        FightRef::Platoon(battle) => {
            let zones = battle.roster.ground.zones.iter().map(|(id, zone)| (id, [zone.name.as_str(), zone.title.as_str()]));
            matches!(answer.choice.verb, Verb::Move | Verb::March) && name_lookup::one(zones, zone).is_some()
        }
        FightRef::Space(_) | FightRef::Stakes(_) => false,
    }
}

/// Returns the message about the wrong part of a line.
fn message<F: Playable>(fight: &F, marks: &Marks, word: &str, error: &InputError) -> String {
    match &error.why {
        InputErrorKind::Foreign if let Ok(who) = called(fight, marks, word) => {
            format!("{} cannot be chosen here", fight.title_of(who))
        }
        InputErrorKind::Foreign => {
            let near = error.near.as_ref().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            match error.legal.as_slice() {
                [only] if error.asked != Some(Point::Whom.word()) => format!("there is no `{word}` here: the only choice is `{only}`"),
                _ => format!("there is no `{word}` here{near}"),
            }
        }
        InputErrorKind::Several(names) => {
            let title = |name: &String| {
                let bare = name.strip_prefix("on ").unwrap_or(name);
                called(fight, marks, bare).map_or_else(|_| name.clone(), |who| fight.title_of(who).to_owned())
            };
            let names: Vec<String> = names.iter().map(|name| format!("`{}`", title(name))).collect();
            format!("`{word}` may be {}", alternatives(names.iter().map(String::as_str)))
        }
        InputErrorKind::Only(only) => format!("there is no `{word}` here: the only choice is `{only}`"),
        InputErrorKind::Left => format!("`{word}` does not belong to this action"),
        _ => error.told_plainly(),
    }
}
