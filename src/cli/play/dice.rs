//! Real dice at the prompt: who rolls for what is said, what is typed is read. Floor 9.

use super::command::{self, Command};
use super::game::{Game, Next};
use crate::cli::Stop;
use crate::play::ask::Ask;
use crate::play::choice::Answer;
use crate::play::conflict::{Conflict, Refusal};
use crate::play::names::Names;
use crate::play::session::SessionError;
use crate::play::table::{self, faces};

impl Game<'_> {
    /// Asks for faces until a step has all it needs: that of an answer, or the next of the engine's own.
    pub(super) fn roll(&mut self, answer: Option<(&Ask, &Answer)>) -> Result<Next, Stop> {
        if !self.session.has_typed_dice() {
            return Err(Stop::because(Refusal::DiceRanOut));
        }
        self.print_account()?;
        let kind = self.session.fight().dice();
        let mut typed: Vec<i8> = Vec::new();
        let mut rolls = 0;
        loop {
            let Some(line) = self.faces_wanted(answer.map(|(_, answer)| answer), rolls)? else { return Ok(Next::Left) };
            match command::read(&line) {
                Some(Ok(Command::Quit)) => return Ok(Next::Left),
                // The answer has not been given yet.
                Some(Ok(Command::Undo(_))) if answer.is_some() => {
                    writeln!(self.out, "(taken back; nothing was rolled)")?;
                    self.spoken = None;
                    return Ok(Next::GoOn);
                }
                Some(Ok(command)) => {
                    if self.obey(&command, None)? {
                        return Ok(Next::GoOn);
                    }
                    continue;
                }
                Some(Err(problem)) => {
                    self.complain(&problem)?;
                    continue;
                }
                None => {}
            }
            match faces::read(kind, &line) {
                Ok(faces) => typed.extend_from_slice(faces.faces()),
                Err(problem) => {
                    self.complain(&format!("{problem}; type {}", faces::example(kind)))?;
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
                Ok(()) => return Ok(Next::GoOn),
                Err(SessionError::Refused(Refusal::DiceRanOut)) => {}
                Err(SessionError::Refused(refusal)) => {
                    self.complain(&refusal.to_string())?;
                    return Ok(Next::GoOn);
                }
                Err(problem) => return Err(Stop::because(problem)),
            }
        }
    }

    /// Says what is rolled, and takes a line.
    fn faces_wanted(&mut self, answer: Option<&Answer>, rolls: usize) -> Result<Option<String>, Stop> {
        let fight = self.session.fight();
        let forced = || fight.waiting_for().and_then(|ask| ask.forced).map(Answer::from);
        let step = answer.cloned().or_else(|| self.session.waiting_answer().cloned()).or_else(forced);
        let what = step.and_then(|step| table::coming(fight, &step, rolls)).unwrap_or_else(|| "the dice are rolled".to_owned());
        if rolls == 0 {
            writeln!(self.out)?;
        }
        writeln!(self.out, "{}", self.ink.ask.write(&format!("Roll: {what}.")))?;
        write!(self.out, "{}> ", self.ink.strong.write("dice"))?;
        Ok(self.input.line(self.out)?)
    }
}
