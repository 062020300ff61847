//! Prints a question: the situation, its options with their odds, and the meaning of Enter.

use super::game::TableGame;
use crate::cli::Stop;
use slip_play::choice::Options;
use slip_play::event::Phase;
use slip_play::fight::Playable;
use slip_play::question::{Ask, Point};
use slip_session::session::question_stops::StopSetting as Setting;
use slip_table::table::{self, choices};

/// Largest number of commands that a prompt suggests for skipped questions. A player can still use such a command, for example to compel
/// before the dice are rolled.
const STILL_POSSIBLE: usize = 4;

impl TableGame<'_> {
    /// Prints the situation, the question and its options.
    pub(super) fn put(&mut self, ask: &Ask, options: &Options) -> Result<(), Stop> {
        if self.session.fight().step().phase == Phase::Adjust {
            self.show_reckoning()?;
        }
        let fight = self.session.fight();
        writeln!(self.out)?;
        if ask.point == Point::Act
            && let Some(me) = ask.me.actor()
        {
            let turn = match fight.round_word() {
                "turn" => format!("Turn {}: {}", fight.round(), fight.title_of(me)),
                _ => format!("Round {}, the turn of {}", fight.round(), fight.title_of(me)),
            };
            writeln!(self.out, "{}", self.ink.strong.write(&turn))?;
            writeln!(self.out, "{}", table::stat_line(fight, me, &self.marks, &self.ink, [0; 3]))?;
        }
        let question = table::question(fight, ask, &self.ink);
        match (self.unsaid(ask, options), question.rsplit_once('\n')) {
            (Some(unsaid), Some((why, what))) => writeln!(self.out, "{why} {unsaid}\n{what}")?,
            _ => writeln!(self.out, "{question}")?,
        }
        let possible = self.session.still_possible(&self.marks);
        if !possible.is_empty() {
            let said: Vec<String> = possible.iter().take(STILL_POSSIBLE).map(|words| format!("`{words}`")).collect();
            let said = format!("      Before the dice you can also type {}.", slip_suggest::alternatives(said.iter().map(String::as_str)));
            writeln!(self.out, "{}", self.ink.faint.write(&said))?;
        }
        if matches!(ask.point, Point::Act | Point::FreeMove)
            && let Some(said) = self.other_turns()
        {
            writeln!(self.out, "{}", self.ink.faint.write(&said))?;
        }
        if matches!(ask.point, Point::FreeMove | Point::Steps)
            && let Some(me) = ask.me.actor()
        {
            for way in table::ways(fight, me) {
                writeln!(self.out, "      {}", self.ink.faint.write(&way))?;
            }
        }
        self.list(ask, options, false)
    }

    /// Returns a hint with the commands that let another unit act first, or all units by one order.
    pub(super) fn other_turns(&self) -> Option<String> {
        let others = self.session.other_turns(&self.marks);
        if others.is_empty() {
            return None;
        }
        let words: Vec<String> = others.iter().map(|words| format!("`{words}`")).collect();
        Some(format!("      To let another act first: {}. One order for all: `rest ORDER`, or `rest` alone.", words.join(", ")))
    }

    /// Returns the meaning of Enter at a question, if Enter does not simply take the first option.
    pub(super) fn unsaid(&self, ask: &Ask, options: &Options) -> Option<String> {
        let unsaid = table::unsaid(self.session.fight(), ask, options)?;
        if self.session.stops_of(ask.seat).at(Point::Compel) != Setting::Matters {
            return Some(unsaid);
        }
        let side = table::side_title(self.session.fight(), ask.seat);
        Some(format!(
            "Enter: continue without a compel by {side} in this round; add `by NAME` at the end if another person of the side compels."
        ))
    }

    /// Prints the options of the question.
    pub(super) fn list(&mut self, ask: &Ask, options: &Options, all: bool) -> Result<(), Stop> {
        let listed = self.listed(ask, options, all);
        Ok(write!(self.out, "{listed}")?)
    }

    /// Returns the printed options of the question.
    pub(super) fn listed(&self, ask: &Ask, options: &Options, all: bool) -> String {
        let shown = self.session.ranked_options().shown;
        let courses = self.session.courses(ask, options);
        choices::choices(self.session.fight(), ask, options, (shown, &courses), all, &self.ink).text
    }

    /// Returns the prompt with the name of the actor who is asked.
    pub(super) fn prompt_of(&self, ask: &Ask) -> String {
        let fight = self.session.fight();
        let who = ask.me.actor().map_or_else(|| table::side_title(fight, ask.seat), |me| fight.title_of(me).to_owned());
        self.ink.strong.write(&who)
    }
}
