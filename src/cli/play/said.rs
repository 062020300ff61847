//! Free words that belong to an answer, and the commands that may be typed in their place.

use super::command::{self, Command};
use super::game::Game;
use crate::cli::Stop;
use slip_play::ask::Ask;
use slip_play::choice::{Answer, Options};
use slip_table::table;

/// What comes of the prompt for free words.
pub(super) enum Worded {
    /// The answer, with its words if there are any.
    Answer(Answer),
    /// It is not given after all: what is to be asked now is asked.
    Anew,
    /// Whoever sat there has left.
    Left,
}

impl Game<'_> {
    /// Asks for free words where they belong to an answer. Until they are said the answer has not been given: `undo` takes back
    /// that it was begun (R-XTT6).
    pub(super) fn words_of(&mut self, ask: &Ask, options: &Options, answer: Answer) -> Result<Worded, Stop> {
        let wanted = table::wants_words(self.session.fight(), ask, answer.choice);
        let Some(wanted) = wanted.filter(|_| answer.say.is_none()) else { return Ok(Worded::Answer(answer)) };
        let prompt = format!("{} (Enter: nothing of your own)", self.ink.ask.write(&wanted));
        loop {
            let Some(line) = self.typed(&prompt)? else { return Ok(Worded::Left) };
            match command::read_among_words(&line) {
                Some(Ok(Command::Quit)) => return Ok(Worded::Left),
                // What is begun is not listed as options are: a number would be words.
                Some(Ok(Command::Undo(_) | Command::Options | Command::More)) => {
                    writeln!(self.out, "(taken back; nothing was done)")?;
                    self.spoken = None;
                    return Ok(Worded::Anew);
                }
                Some(Ok(command)) => {
                    // No option answers here.
                    let asked = Some((ask, options)).filter(|_| !matches!(command, Command::Help(_)));
                    if self.obey(&command, asked)? {
                        return Ok(Worded::Anew);
                    }
                    self.say_how_it_is_words(&line)?;
                }
                Some(Err(problem)) => {
                    self.complain(&problem)?;
                    self.say_how_it_is_words(&line)?;
                }
                None => {
                    let words = line.trim_matches('"').trim();
                    return Ok(Worded::Answer(Answer { say: (!words.is_empty()).then(|| words.into()), ..answer }));
                }
            }
        }
    }

    /// Somebody may have meant words where a command was read.
    fn say_how_it_is_words(&mut self, line: &str) -> Result<(), Stop> {
        let said = format!("(`{line}` is a command; as words: \"{line}\")");
        Ok(writeln!(self.out, "{}", self.ink.faint.write(&said))?)
    }
}
