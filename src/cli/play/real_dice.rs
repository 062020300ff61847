//! Real dice at the prompt: asks for each roll and reads the typed results.

use super::game::{AskResult, TableGame};
use super::typed_commands::{self, TableCommand};
use crate::cli::Stop;
use slip_play::choice::Answer;
use slip_play::conflict::Refusal;
use slip_play::question::Ask;
use slip_session::session::SessionError;
use slip_table::table::{self, Throw, WantedDice};

impl TableGame<'_> {
    /// Asks for the results of real dice until all dice of one step are known. This is the step that the answer causes or, without an
    /// answer, the next step of the engine.
    pub(super) fn roll(&mut self, answer: Option<(&Ask, &Answer)>) -> Result<AskResult, Stop> {
        if !self.session.has_typed_dice() {
            return Err(Stop::because(Refusal::DiceRanOut));
        }
        self.print_account()?;
        let mut typed: Vec<i8> = Vec::new();
        let mut rolls = 0;
        loop {
            let step = answer.map(|(_, answer)| answer).or_else(|| self.session.waiting_answer());
            let WantedDice { what, throw } = table::wanted(self.session.fight(), step, rolls);
            let wanted = match throw {
                // The order of the results matters, so an example is shown.
                Throw::Pool(_) => format!("{what}; type {}", throw.example()),
                Throw::Check(_) => what,
            };
            let Some(line) = self.faces_wanted(&wanted, rolls)? else { return Ok(AskResult::Left) };
            match typed_commands::read(&line) {
                Some(Ok(TableCommand::Quit)) => return Ok(AskResult::Left),
                // The game gets the answer only after the dice are known, so an undo now only cancels the answer.
                Some(Ok(TableCommand::Undo(_))) if answer.is_some() => {
                    writeln!(self.out, "(answer cancelled; nothing was rolled)")?;
                    self.spoken = None;
                    return Ok(AskResult::GoOn);
                }
                Some(Ok(command)) => {
                    if self.obey(&command, None)? {
                        return Ok(AskResult::GoOn);
                    }
                    continue;
                }
                Some(Err(problem)) => {
                    self.complain(&problem)?;
                    continue;
                }
                None => {}
            }
            match throw.read(&line) {
                Ok(faces) => typed.extend(faces),
                Err(problem) => {
                    self.complain(&format!("{problem}; type {}", throw.example()))?;
                    continue;
                }
            }
            rolls += 1;
            self.session.type_faces(&typed);
            let done = match answer {
                Some((_, answer)) => self.session.answer(answer),
                None => self.session.advance_one().map(|_| ()),
            };
            match done {
                Ok(()) => {
                    self.mistaken = false;
                    return Ok(AskResult::GoOn);
                }
                Err(SessionError::Refused(Refusal::DiceRanOut)) => {}
                Err(SessionError::Refused(refusal)) => {
                    self.complain(&refusal.to_string())?;
                    return Ok(AskResult::GoOn);
                }
                Err(problem) => return Err(Stop::because(problem)),
            }
        }
    }

    /// Prints the description of the roll, and reads a line.
    fn faces_wanted(&mut self, what: &str, rolls: usize) -> Result<Option<String>, Stop> {
        if rolls == 0 {
            writeln!(self.out)?;
        }
        writeln!(self.out, "{}", self.ink.ask.write(&format!("Roll: {what}.")))?;
        self.typed(&self.ink.strong.write("dice"))
    }
}
