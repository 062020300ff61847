//! Reads the free text of an answer, or a command that the player types in its place.

use super::game::TableGame;
use super::typed_commands::{self, TableCommand};
use crate::cli::Stop;
use slip_play::choice::{Answer, Options};
use slip_play::question::Ask;
use slip_table::table;

/// Result of asking for free text.
pub(super) enum FreeTextResult {
    /// The answer is complete, including its text if it needs one.
    Answer(Answer),
    /// The player withdrew the answer; the question is asked again.
    Anew,
    /// The player has left the game.
    Left,
}

impl TableGame<'_> {
    /// Asks for the free text of an answer. The game receives the answer only with its text, so `undo` here merely withdraws the answer
    /// (R-XTT6).
    pub(super) fn words_of(&mut self, ask: &Ask, options: &Options, answer: Answer) -> Result<FreeTextResult, Stop> {
        let wanted = table::wants_words(self.session.fight(), ask, answer.choice);
        let Some(wanted) = wanted.filter(|_| answer.say.is_none()) else { return Ok(FreeTextResult::Answer(answer)) };
        let prompt = format!("{} (Enter: no text)", self.ink.ask.write(&wanted));
        loop {
            let Some(line) = self.typed(&prompt)? else { return Ok(FreeTextResult::Left) };
            match typed_commands::read_among_words(&line) {
                Some(Ok(TableCommand::Quit)) => return Ok(FreeTextResult::Left),
                // These commands cancel the answer, and the question is asked again. The options are not listed at this prompt, since a
                // number typed here is read as text.
                Some(Ok(TableCommand::Undo(_) | TableCommand::Options | TableCommand::More)) => {
                    writeln!(self.out, "(answer cancelled)")?;
                    self.spoken = None;
                    return Ok(FreeTextResult::Anew);
                }
                Some(Ok(command)) => {
                    // `help` is not told about the question: it would explain numbers and words of options, but here they are read as text.
                    let asked = Some((ask, options)).filter(|_| !matches!(command, TableCommand::Help(_)));
                    if self.obey(&command, asked)? {
                        return Ok(FreeTextResult::Anew);
                    }
                    self.say_how_it_is_words(&line)?;
                }
                Some(Err(problem)) => {
                    self.complain(&problem)?;
                    self.say_how_it_is_words(&line)?;
                }
                None => {
                    let words = line.trim_matches('"').trim();
                    return Ok(FreeTextResult::Answer(Answer { say: (!words.is_empty()).then(|| words.into()), ..answer }));
                }
            }
        }
    }

    /// Explains that the line was read as a command, and how to enter it as text.
    fn say_how_it_is_words(&mut self, line: &str) -> Result<(), Stop> {
        let said = format!("(`{line}` is a command; to enter it as text, write \"{line}\")");
        Ok(writeln!(self.out, "{}", self.ink.faint.write(&said))?)
    }
}
