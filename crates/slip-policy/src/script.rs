//! Scripts: answers of a side in a fight, one per line, in the language of [`option_words`](slip_table::option_words).
//!
//! ```text
//! // A comment.
//! seed 7                                   dice of this seed, unless the command says another
//! dice + 0 - +                             or the faces of every roll, in order
//! asks marshals: compel, adjust            the optional points a side is asked at; all if nothing is said
//! iveta: attack on port_marshal#2 with dock_carbine "Over the crates!"
//! marshals: offer_compel "Everything is leased"
//! ```
//!
//! A line answers the next question to which its verb is an answer and that is asked of the named actor, or of any actor of the named side.
//! The questions before that one get their default answers. [`crate::script_player`] plays a fight by a script.

mod write;

pub use write::{faces_fallen, of_run};

use slip_pack::stakes_party::MOST_SIDES;
use slip_play::fight::Playable;
use slip_play::ids::{Seat, TableKey};
use slip_play::names::NamedThingKind;
use slip_play::question::{Point, Points};
use slip_table::option_words::{AnswerInput, InputError, InputErrorKind, Quotations, all_heads, is_head_somewhere};

use std::fmt;
use std::ops::Range;

/// Answer in a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptAnswer {
    /// Actor or side that answers.
    pub by: String,
    /// Byte range of the actor's or side's name in the script.
    pub by_at: Range<usize>,
    /// Byte offset of the answer's words in the script.
    pub words_at: usize,
    /// Byte range of the line in the script, without the comment and without blanks around it.
    pub at: Range<usize>,
    /// Answer as parsed from its words.
    pub spoken: AnswerInput,
}

/// Parsed script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// Answers of the script, in order.
    pub lines: Vec<ScriptAnswer>,
    /// Seed of the dice, if the script sets one.
    pub seed: Option<u64>,
    /// Dice faces, in the order in which they are rolled.
    pub faces: Vec<i8>,
    /// Byte range of each `dice` line, and the number of faces in the `dice` lines before it.
    pub dice_at: Vec<(Range<usize>, usize)>,
    /// Decision points at which sides are asked: name of the side, byte range of the name, points.
    pub asks: Vec<(String, Range<usize>, Points)>,
}

/// Kind of error in a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptErrorKind {
    /// A line cannot be parsed.
    Unreadable,
    /// The name is neither an actor nor a side of this fight, or it belongs to a side that the script does not play.
    Nobody,
    /// The words of a line fit no possible answer, or more than one.
    Misfit,
    /// The question that a line would answer was never asked.
    Unasked,
    /// There are too few or too many dice faces.
    Dice,
}

/// Error in a script, with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError {
    /// Kind of the error.
    pub wrong: ScriptErrorKind,
    /// Byte range of the error in the script.
    pub at: Range<usize>,
    /// Message of the error: one sentence without a full stop.
    pub message: String,
    /// Suggested replacement for the byte range.
    pub near: Option<String>,
    /// Words of every legal answer, if the error is about an answer.
    pub legal: Vec<String>,
    /// Notes on the error.
    pub notes: Vec<String>,
    /// Help for the error: the text to write.
    pub help: Option<String>,
}

impl ScriptError {
    pub(crate) fn new(wrong: ScriptErrorKind, at: Range<usize>, message: impl Into<String>) -> ScriptError {
        ScriptError { wrong, at, message: message.into(), near: None, legal: Vec::new(), notes: Vec::new(), help: None }
    }

    fn near(self, near: Option<String>) -> ScriptError {
        ScriptError { near, ..self }
    }

    fn help(self, help: impl Into<String>) -> ScriptError {
        ScriptError { help: Some(help.into()), ..self }
    }

    /// Creates the error for words that are no legal answer; `offset` is their position in the script.
    pub(crate) fn unfit(unfit: InputError, offset: usize, who: &str) -> ScriptError {
        let at = unfit.at.start + offset..unfit.at.end + offset;
        let asked = unfit.asked.map(|asked| format!("the question for {who} is `{asked}`"));
        let mut plain = unfit.clone();
        plain.near = None;
        let message = plain.to_string();
        let help =
            matches!(unfit.why, InputErrorKind::Several(_)).then(|| "write more words, or add `any` to take the first one".to_owned());
        let wrong = match unfit.why {
            InputErrorKind::Nothing | InputErrorKind::Unclosed | InputErrorKind::NoVerb => ScriptErrorKind::Unreadable,
            _ => ScriptErrorKind::Misfit,
        };
        ScriptError { wrong, at, message, near: unfit.near, legal: unfit.legal, notes: asked.into_iter().collect(), help }
    }

    /// Returns the line number and the column of the error, in characters, both from 1.
    pub fn line_column(&self, text: &str) -> (usize, usize) {
        let before = text.get(..self.at.start).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (line, column)
    }
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some(near) = &self.near {
            write!(f, "; did you mean `{near}`?")?;
        }
        for note in &self.notes {
            write!(f, "; {note}")?;
        }
        if !self.legal.is_empty() {
            write!(f, "; legal: {}", self.legal.join(" | "))?;
        }
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ScriptError {}

impl Script {
    /// Parses a script. Lines may end in CR LF.
    ///
    /// # Errors
    /// [`ScriptError`] for the first line that is wrong regardless of the fight.
    pub fn read(text: &str) -> Result<Script, Box<ScriptError>> {
        let mut script = Script::default();
        let mut start = 0;
        for row in text.split('\n') {
            script.row(row.get(..comment(row)).unwrap_or(row), start)?;
            start += row.len() + 1;
        }
        Ok(script)
    }

    fn row(&mut self, row: &str, start: usize) -> Result<(), Box<ScriptError>> {
        let line = row.trim();
        if line.is_empty() {
            return Ok(());
        }
        let start = start + (row.len() - row.trim_start().len());
        let at = start..start + line.len();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest_at = at.end - rest.trim_start().len();
        let rest = rest.trim();
        match word {
            // `dice: pass` is an answer of an actor with this name.
            "dice" if !rest.starts_with(':') => {
                self.dice_at.push((at.clone(), self.faces.len()));
                let read = faces(rest).filter(|faces| !faces.is_empty());
                let help = "write `+`, `0` and `-`, or the numbers on the dice, as in `dice + 0 - +` or `dice 5 2`";
                let wrong = || ScriptError::new(ScriptErrorKind::Unreadable, at.clone(), format!("`{rest}` are not dice faces")).help(help);
                self.faces.extend(read.ok_or_else(|| Box::new(wrong()))?);
            }
            "seed" if !rest.starts_with(':') => {
                let wrong =
                    || ScriptError::new(ScriptErrorKind::Unreadable, at.clone(), format!("`{rest}` is not a seed")).help("write `seed 7`");
                self.seed = Some(rest.parse().map_err(|_| Box::new(wrong()))?);
            }
            "asks" if !rest.starts_with(':') => self.asks(rest, rest_at, at)?,
            _ => self.answer(line, at)?,
        }
        Ok(())
    }

    fn asks(&mut self, rest: &str, rest_at: usize, at: Range<usize>) -> Result<(), Box<ScriptError>> {
        let help = "write `asks marshals: compel, adjust`, `asks marshals: all` or `asks marshals: none`";
        let Some((side, points)) = rest.split_once(':') else {
            return Err(Box::new(
                ScriptError::new(ScriptErrorKind::Unreadable, at, "there is no `:` between the side and its decision points").help(help),
            ));
        };
        let mut asked = Points::NONE;
        let mut next = rest_at + side.len() + 1;
        for word in points.split([',', ' ', '\t']) {
            let place = next;
            next += word.len() + 1;
            if word.is_empty() {
                continue;
            }
            let known = Point::ALL.into_iter().filter(|point| *point != Point::Engine);
            match (word, known.clone().find(|point| point.word() == word)) {
                ("all", _) => asked = Points::ALL,
                ("none", _) => {}
                (_, Some(point)) => asked = asked.with(point),
                (_, None) => {
                    let near = slip_suggest::nearest(word, known.map(Point::word));
                    let wrong = ScriptError::new(
                        ScriptErrorKind::Unreadable,
                        place..place + word.len(),
                        format!("`{word}` is not a decision point"),
                    );
                    return Err(Box::new(wrong.near(near).help(help)));
                }
            }
        }
        let side = side.trim();
        self.asks.push((side.to_owned(), rest_at..rest_at + side.len(), asked));
        Ok(())
    }

    fn answer(&mut self, line: &str, at: Range<usize>) -> Result<(), Box<ScriptError>> {
        let missing = || {
            ScriptError::new(ScriptErrorKind::Unreadable, at.clone(), "the line does not begin with an actor or a side")
                .help("write the actor or the side and a colon first, as in `iveta: pass`")
        };
        let quote = line.find('"').unwrap_or(line.len());
        let Some(colon) = line.find(':').filter(|&colon| colon < quote) else { return Err(Box::new(missing())) };
        let (by, words) = (line.get(..colon).unwrap_or("").trim(), line.get(colon + 1..).unwrap_or(""));
        if by.is_empty() {
            return Err(Box::new(missing()));
        }
        let words_at = at.end - words.trim_start().len();
        let words = words.trim();
        if words.is_empty() {
            let nothing = format!("the answer of `{by}` is empty");
            return Err(Box::new(
                ScriptError::new(ScriptErrorKind::Unreadable, at, nothing).help("write an answer after the colon, as in `iveta: pass`"),
            ));
        }
        let spoken = AnswerInput::read(words).map_err(|unfit| Box::new(ScriptError::unfit(*unfit, words_at, by)))?;
        if !is_head_somewhere(spoken.verb()) {
            let verb = spoken.verb_at();
            let message = format!("`{}` is not an answer to any question", words.get(verb.clone()).unwrap_or(words));
            let near = slip_suggest::nearest(spoken.verb(), all_heads().into_iter());
            let at = verb.start + words_at..verb.end + words_at;
            let help = near.is_none().then(|| format!("begin the answer with one of {}", all_heads().join(", ")));
            return Err(Box::new(ScriptError { help, ..ScriptError::new(ScriptErrorKind::Unreadable, at, message).near(near) }));
        }
        let by_at = at.start..at.start + by.len();
        self.lines.push(ScriptAnswer { by: by.to_owned(), by_at, words_at, at, spoken });
        Ok(())
    }

    /// Checks that every named actor and side is in a fight and played by the script; `plays` returns true for a side that the script
    /// plays.
    ///
    /// # Errors
    /// [`ScriptError`] for the first name that fails this check.
    pub fn check<F: Playable>(&self, fight: &F, plays: &dyn Fn(Seat) -> bool) -> Result<(), Box<ScriptError>> {
        let sides = || fight.all(NamedThingKind::Side).into_iter().enumerate().map(|(number, name)| (Seat::of(number), name));
        let actors = fight.speakers();
        for (side, at, _) in &self.asks {
            if !sides().any(|(_, there)| there == side.as_str()) {
                let near = slip_suggest::nearest(side, sides().map(|(_, there)| there));
                let wrong = ScriptError::new(ScriptErrorKind::Nobody, at.clone(), format!("there is no side `{side}` in this encounter"));
                return Err(Box::new(wrong.near(near)));
            }
        }
        for line in &self.lines {
            let seats: Vec<Seat> = sides()
                .filter(|(_, side)| *side == line.by.as_str())
                .map(|(seat, _)| seat)
                .chain(actors.iter().filter(|(name, _)| *name == line.by.as_str()).map(|(_, side)| *side))
                .collect();
            let wrong = |message: String| ScriptError::new(ScriptErrorKind::Nobody, line.by_at.clone(), message);
            match seats.first() {
                None => {
                    let all: Vec<&str> = sides().map(|(_, side)| side).chain(actors.iter().map(|(name, _)| *name)).collect();
                    let error = wrong(format!("there is no side or actor `{}` in this encounter", line.by));
                    let near = slip_suggest::nearest(&line.by, all.iter().copied());
                    let error = error.near(near);
                    return Err(Box::new(match error.near {
                        Some(_) => error,
                        None => error.help(format!("the sides and actors are {}", slip_suggest::enumerate(all.into_iter()))),
                    }));
                }
                Some(_) if seats.iter().any(|&seat| plays(seat)) => {}
                Some(&seat) => {
                    let side = fight.side(seat);
                    return Err(Box::new(wrong(format!("this script does not play `{side}`, the side of `{}`", line.by))));
                }
            }
        }
        Ok(())
    }

    /// Returns the decision points at which a side is asked.
    pub fn asked(&self, side: &str) -> Points {
        self.asks.iter().rev().find(|(name, ..)| name == side).map_or(Points::ALL, |(.., points)| *points)
    }

    /// Returns the error for a script with too few or too many dice. `fell` is the number of faces that were rolled, or `None` if the
    /// script has too few.
    pub fn dice_error(&self, fell: Option<usize>) -> ScriptError {
        let all = self.faces.len();
        match fell {
            None => {
                let at = self.dice_at.last().map_or(0..0, |(at, _)| at.clone());
                ScriptError::new(
                    ScriptErrorKind::Dice,
                    at,
                    format!("the script has only {all} dice faces, which are not enough for the next roll"),
                )
                .help("add a `dice` line for every roll, or remove all of them to roll with a seed")
            }
            Some(fell) => {
                let over = self.dice_at.iter().rev().find(|(_, before)| *before <= fell).or(self.dice_at.first());
                let at = over.map_or(0..0, |(at, _)| at.clone());
                ScriptError::new(ScriptErrorKind::Dice, at, format!("only {fell} of {all} dice faces are rolled"))
                    .help("remove the faces that are too many")
            }
        }
    }
}

/// Returns the byte offset of the comment in a line, or the length of the line if it has no comment. Slashes in a quotation begin no
/// comment.
fn comment(row: &str) -> usize {
    let (mut quotations, mut slash) = (Quotations::default(), None);
    for (at, letter) in row.char_indices() {
        match quotations.hold(letter) {
            false if letter == '/' && slash.is_some_and(|before| before + 1 == at) => return at - 1,
            false if letter == '/' => slash = Some(at),
            _ => {}
        }
    }
    row.len()
}

/// Parses the faces of a `dice` line. Signs need no separators; numbers are separated by blanks, commas or `-`.
fn faces(text: &str) -> Option<Vec<i8>> {
    let mut faces = Vec::new();
    for word in text.split([' ', '\t', ',']).filter(|word| !word.is_empty()) {
        let signs: Option<Vec<i8>> = word
            .chars()
            .map(|sign| match sign {
                '+' => Some(1),
                '0' => Some(0),
                '-' => Some(-1),
                _ => None,
            })
            .collect();
        match signs {
            Some(signs) => faces.extend(signs),
            None => {
                for number in word.split('-') {
                    let face = number.parse::<i8>().ok()?;
                    faces.push(Some(face).filter(|face| u8::try_from(*face).is_ok_and(|face| (1..=MOST_SIDES).contains(&face)))?);
                }
            }
        }
    }
    Some(faces)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn comments_blank_lines_and_carriage_returns_say_nothing() {
        let text = "// first\r\n\r\n  iveta: pass // not now\r\nside: concede \"http://x // y\"\r\nb: concede \u{201c}a // b\u{201d}\r\n";
        let script = Script::read(text).unwrap();
        let lines: Vec<(&str, &str)> = script.lines.iter().map(|line| (line.by.as_str(), &text[line.at.clone()])).collect();
        let side = ("side", "side: concede \"http://x // y\"");
        assert_eq!(lines, [("iveta", "iveta: pass"), side, ("b", "b: concede \u{201c}a // b\u{201d}")]);
    }

    #[test]
    fn faces_are_signs_or_numbers() {
        assert_eq!(faces("+ 0 - +"), Some(vec![1, 0, -1, 1]));
        assert_eq!(faces("+0-+ 0000"), Some(vec![1, 0, -1, 1, 0, 0, 0, 0]));
        assert_eq!(faces("5-2 6 1"), Some(vec![5, 2, 6, 1]));
        assert_eq!(faces("3 8 12"), Some(vec![3, 8, 12]));
        assert_eq!(faces("21"), None);
        assert_eq!(faces("x"), None);
    }

    #[test]
    fn a_mistake_names_its_line_and_column() {
        for (text, place, message) in [
            ("iveta: pass\n  iveta pass", (2, 3), "the line does not begin with an actor or a side"),
            ("iveta: atack", (1, 8), "`atack` is not an answer to any question"),
            ("é: concede \"we go", (1, 12), "the closing quotation mark is missing"),
            ("dice + 2 99", (1, 1), "`+ 2 99` are not dice faces"),
            ("seed x", (1, 1), "`x` is not a seed"),
            ("asks a: adjst", (1, 9), "`adjst` is not a decision point"),
            ("asks red: compel,\tre", (1, 19), "`re` is not a decision point"),
            ("iveta:", (1, 1), "the answer of `iveta` is empty"),
        ] {
            let error = Script::read(text).unwrap_err();
            assert_eq!((error.line_column(text), error.message.as_str()), (place, message), "{text}");
        }
    }
}
