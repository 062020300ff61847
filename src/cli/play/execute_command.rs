//! Executes the commands that the player types.

use super::game::TableGame;
use super::help_topics;
use super::interrupt;
use super::seat_assignments;
use super::typed_commands::{Back, COMMANDS, OVERRIDE, TableCommand};
use crate::cli::Stop;
use slip_play::choice::Options;
use slip_play::ids::{Seat, TableKey};
use slip_play::question::Ask;
use slip_session::session::SessionError;
use slip_session::session::question_stops::Preset;
use slip_table::option_words;
use slip_table::table;
use slip_table::transcript::{Transcript, gone_with};

/// Name that undo and override records have as their author.
pub(super) const REFEREE: &str = "the referee";

impl TableGame<'_> {
    /// Executes a command; returns true if the question must be shown again.
    pub(super) fn obey(&mut self, command: &TableCommand, asked: Option<(&Ask, &Options)>) -> Result<bool, Stop> {
        match command {
            TableCommand::Map => {
                let text = table::board(self.session.fight(), self.map, &self.marks, &self.ink, true);
                write!(self.out, "{text}")?;
            }
            TableCommand::Sheet(name) => self.show_sheet(name.as_deref(), asked.map(|(ask, _)| ask))?,
            TableCommand::Log(count) => {
                for line in self.last_lines(count.unwrap_or(12)) {
                    writeln!(self.out, "{line}")?;
                }
            }
            TableCommand::Why => match &self.reckoned {
                Some(text) => write!(self.out, "{text}")?,
                None => writeln!(self.out, "nothing has been rolled yet")?,
            },
            TableCommand::Options | TableCommand::More => {
                if let Some((ask, options)) = asked {
                    self.list(ask, options, *command == TableCommand::More)?;
                }
            }
            TableCommand::Help(about) => self.help(about.as_deref(), asked.map(|(ask, _)| ask))?,
            TableCommand::Stops(words) => self.stops(words.as_deref(), asked.map(|(ask, _)| ask.seat))?,
            TableCommand::Goal => self.show_goals()?,
            TableCommand::Rest(_) => self.complain("type `rest` at the question what an actor does")?,
            TableCommand::Undo(back) => return self.undo(back),
            TableCommand::Override(text) => return self.rule(text),
            TableCommand::Seat(text) => return self.hand_over(text),
            TableCommand::Save => writeln!(self.out, "Every step so far is saved in {}.", crate::cli::shown(&self.path))?,
            // The prompt has handled the command to leave.
            TableCommand::Quit => {}
        }
        Ok(false)
    }

    fn show_sheet(&mut self, name: Option<&str>, ask: Option<&Ask>) -> Result<(), Stop> {
        let who = match name {
            Some(name) => table::called(self.session.fight(), &self.marks, name),
            None => ask.and_then(|ask| ask.me.actor()).ok_or_else(|| "write `sheet NAME`".to_owned()),
        };
        match who {
            Ok(who) => Ok(write!(self.out, "{}", table::sheet(self.session.fight(), who, &self.marks, &self.ink))?),
            Err(problem) => self.complain(&problem),
        }
    }

    fn help(&mut self, about: Option<&str>, ask: Option<&Ask>) -> Result<(), Stop> {
        let forms = match about {
            None => COMMANDS,
            Some(OVERRIDE) => table::forms(self.session.fight()),
            Some(other) => return self.explain(other),
        };
        if about.is_none() {
            writeln!(self.out, "Answer with a number from the list, the words of an option, or Enter for the line marked *.")?;
            writeln!(
                self.out,
                "Enter at an action also takes the target that the marked line names, unless `stops full` holds; the number of the line asks for a target, except for an attack if no other target has better odds."
            )?;
            writeln!(self.out, "One line can contain a whole {}", table::whole(self.session.fight()))?;
            if let Some(ask) = ask {
                let open = option_words::open_heads(self.session.fight(), ask, &self.session.options());
                writeln!(self.out, "This question is answered with: {}", open.join(", "))?;
            }
            writeln!(self.out, "At any time:")?;
        } else {
            writeln!(self.out, "Write one of these after `override`; `because WHY` can follow at the end:")?;
        }
        let width = forms.iter().map(|(form, _)| form.chars().count()).max().unwrap_or(0).min(40);
        for (form, what) in forms {
            writeln!(self.out, "  {form:width$}  {what}")?;
        }
        if about.is_none() {
            writeln!(
                self.out,
                "At any question, too: `compel NAME \"ASPECT\"` and `fact \"WORDS\"` for a fate point; `veto` takes back the last aspect, compel, fact or wording of another side."
            )?;
            writeln!(self.out, "Words of the game that `help WORD` explains: {}.", slip_suggest::enumerate(help_topics::titles()))?;
            writeln!(
                self.out,
                "At a question for free text, a line that is only a command still works as a command (`undo` cancels the answer); in quotes it is text."
            )?;
        }
        Ok(())
    }

    /// Explains a word of the game.
    fn explain(&mut self, word: &str) -> Result<(), Stop> {
        if let Some(topic) = help_topics::find(word) {
            return Ok(writeln!(self.out, "{}", topic.text)?);
        }
        let near = slip_suggest::nearest(&word.to_lowercase(), help_topics::words());
        let near = near.map(|near| format!("; did you mean `help {near}`?")).unwrap_or_default();
        let all = slip_suggest::enumerate(help_topics::titles());
        self.complain(&format!("there is no help about `{word}`{near}\n`help` lists the commands; `help WORD` explains {all}."))
    }

    /// Shows or changes the stops of a seat (the questions that it is asked). Without a seat, shows or changes the stops of all people at
    /// the keyboard.
    fn stops(&mut self, words: Option<&str>, seat: Option<Seat>) -> Result<(), Stop> {
        let people = (0..self.session.seats().count()).map(Seat::of).filter(|&seat| self.is_human(seat));
        let seats: Vec<Seat> = seat.map_or_else(|| people.collect(), |seat| vec![seat]);
        for seat in seats {
            let mut stops = self.session.stops_of(seat);
            if let Some(words) = words {
                if let Err(problem) = stops.change(words) {
                    return self.complain(&problem);
                }
                self.session.set_stops(seat, stops);
                self.again.keep_stops(stops);
                interrupt::replace(&self.again);
            }
            let side = table::side_title(self.session.fight(), seat);
            let preset = stops.preset().map_or("own settings", Preset::word);
            writeln!(self.out, "Questions that {side} is asked: {preset}")?;
            if words.is_none() {
                for group in stops.groups(self.session.fight()) {
                    writeln!(self.out, "{}", group.title)?;
                    for (word, what, setting) in group.rows {
                        writeln!(self.out, "  {setting:<8} {word:<18} {what}")?;
                    }
                }
                writeln!(
                    self.out,
                    "To change all: `stops brief` or `stops full`; to change one: `stops adjust always` (or matters, never)"
                )?;
            }
        }
        Ok(())
    }

    fn undo(&mut self, back: &Back) -> Result<bool, Stop> {
        let Some(line) = self.session.line_before(back.answers) else {
            let (answers, rulings) = self.session.deeds_since(0);
            if self.may_go_back {
                let left = back.answers.map(|count| count.saturating_sub(answers + rulings));
                self.back = Some(Back { answers: left, ..back.clone() });
                return Ok(true);
            }
            self.complain(match answers + rulings {
                0 => "there is nothing to take back yet",
                _ => "there are fewer answers and rulings to take back",
            })?;
            return Ok(false);
        };
        let (answers, rulings) = self.session.deeds_since(line);
        if let Err(problem) = self.session.undo(line, REFEREE, back.why.as_deref(), back.redraw) {
            return self.refused(&problem);
        }
        self.catch_up();
        let it = if answers + rulings > 1 { "them" } else { "it" };
        let said = format!("(taken back: {}; the game is as it was before {it})", gone_with(answers, rulings));
        writeln!(self.out, "{}", self.ink.faint.write(&said))?;
        Ok(true)
    }

    fn rule(&mut self, text: &str) -> Result<bool, Stop> {
        let ruled = match table::ruled(self.session.fight(), &self.marks, text) {
            Ok(ruled) => ruled,
            Err(problem) => {
                self.complain(&problem)?;
                return Ok(false);
            }
        };
        if let Err(problem) = self.session.override_with(ruled.events, REFEREE, ruled.why.as_deref()) {
            return self.refused(&problem);
        }
        self.spoken = None;
        self.tell()?;
        Ok(true)
    }

    fn hand_over(&mut self, text: &str) -> Result<bool, Stop> {
        let (seat, chair) = match seat_assignments::chair(self.pack, &self.encounter, text, self.seed) {
            Ok(found) => found,
            Err(problem) => {
                let sides = self.sides();
                let known = problem.contains("Its sides are ");
                self.complain(&if known { problem } else { format!("{problem}\nThe sides are {sides}.") })?;
                return Ok(false);
            }
        };
        if let Err(problem) = self.session.hand_over(seat, chair) {
            return self.refused(&problem);
        }
        self.spoken = None;
        self.tell()?;
        self.print_account()?;
        Ok(true)
    }

    /// Prints the reason why the session refused a command. If the log file cannot be written, the game ends with an error.
    fn refused(&mut self, problem: &SessionError) -> Result<bool, Stop> {
        if let SessionError::Sink(_) = problem {
            return Err(Stop::because(problem));
        }
        self.complain(&problem.to_string())?;
        Ok(false)
    }

    /// Marks all records as printed, after answers were undone.
    pub(super) fn catch_up(&mut self) {
        self.told = self.session.fight().clone();
        self.lines = self.session.last_line();
        self.account = Transcript::default();
        (self.spoken, self.silent, self.shown, self.order) = (None, None, None, None);
        self.reckoned = table::reckoning(&self.told);
    }
}
