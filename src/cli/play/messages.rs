//! Messages at the beginning and the end of a game, and when the player leaves.

use super::game::TableGame;
use crate::cli::{CommandStatus, Stop};
use slip_play::ids::{Seat, TableKey};
use slip_play::stored_seat::StoredSeat;
use slip_table::goals::goals;
use slip_table::table;

impl TableGame<'_> {
    /// Prints the title, the players, the conditions for winning, and the board.
    pub(super) fn greet(&mut self, resumed: bool) -> Result<(), Stop> {
        let title = self.ink.strong.write(&self.encounter.title);
        writeln!(self.out, "{title}")?;
        for line in self.encounter.doc.iter().flat_map(|doc| doc.lines()) {
            writeln!(self.out, "  {}", line.trim())?;
        }
        for (number, line) in self.session.seats().enumerate() {
            let pen = self.ink.side(Seat::of(number));
            let by = match (&line.player, line.player.log_doctrine()) {
                (StoredSeat::Human, _) => "played at this keyboard".to_owned(),
                (_, Some(doctrine)) => format!("played by the doctrine {}", doctrine.to_string().replace('_', " ")),
                (player, None) => format!("played automatically ({})", player.log_word()),
            };
            writeln!(self.out, "  {}: {by}", pen.write(&line.side.as_str().replace('_', " ")))?;
        }
        self.show_goals()?;
        let dice = match self.session.header().seed {
            Some(seed) => format!("The dice are drawn from seed {seed}."),
            None => "You roll the dice and type the results.".to_owned(),
        };
        writeln!(self.out, "{dice} Every step is saved in {}.", crate::cli::shown(&self.path))?;
        writeln!(self.out, "Answer with a number, words, or Enter for the line marked *; `help` lists all commands.")?;
        if resumed {
            writeln!(self.out)?;
            let last = self.last_lines(6);
            for line in last {
                writeln!(self.out, "  {}", self.ink.faint.write(&line))?;
            }
        }
        writeln!(self.out)?;
        let text = table::board(&self.told, self.map, &self.marks, &self.ink, false);
        write!(self.out, "{text}")?;
        Ok(())
    }

    /// Prints the stakes and the conditions for winning.
    pub(super) fn show_goals(&mut self) -> Result<(), Stop> {
        for goal in goals(self.pack, &self.encounter) {
            writeln!(self.out, "  {goal}")?;
        }
        Ok(())
    }

    /// Returns the last lines of the account that are not empty.
    pub(super) fn last_lines(&self, count: usize) -> Vec<String> {
        let text = self.session.transcript();
        let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
        let from = lines.len().saturating_sub(count);
        lines.iter().skip(from).map(|line| (*line).to_owned()).collect()
    }

    /// Prints how to continue the game, when the player leaves.
    pub(super) fn leave(&mut self) -> Result<CommandStatus, Stop> {
        self.print_account()?;
        writeln!(self.out, "{}", self.again.sentence())?;
        Ok(CommandStatus::Clean)
    }

    /// Prints the end of the game.
    pub(super) fn end(&mut self) -> Result<CommandStatus, Stop> {
        self.print_account()?;
        if !self.session.is_comparable() {
            writeln!(self.out, "(This game has rulings of the referee or redrawn dice, so it does not count for statistics.)")?;
        }
        writeln!(self.out, "The game is saved in {}.", crate::cli::shown(&self.path))?;
        Ok(CommandStatus::Clean)
    }

    /// Returns the sides and their players in words.
    pub(super) fn sides(&self) -> String {
        slip_suggest::enumerate(self.encounter.sides.iter().map(|side| side.name.as_str()))
    }
}

/// Returns a path as a word for a shell, in quotation marks if it needs them.
pub(super) fn quoted(path: &str) -> String {
    if path.contains([' ', '\'', '(', ')', '&']) { format!("\"{path}\"") } else { path.to_owned() }
}
