//! Prints the events of a game as they happen: the account, and the arithmetic of the dice on the table.

use super::game::TableGame;
use crate::cli::Stop;
use slip_play::conflict::Conflict;
use slip_play::event::Event;
use slip_play::fight::{Fight, FightRef, Playable};
use slip_play::ids::ActorId;
use slip_session::scenario::boarding::Boarded;
use slip_session::session::LogRecord;
use slip_table::table;

impl TableGame<'_> {
    /// Prints the journal records that are new.
    pub(super) fn tell(&mut self) -> Result<(), Stop> {
        while let Some(entry) = self.session.journal().get(self.lines) {
            let record = entry.record.clone();
            self.lines += 1;
            let LogRecord::Event(event) = record else { continue };
            if matches!(event, Event::Roll { .. }) {
                let concerned = self.concerns_people(&event);
                self.account.leave_out_sums(concerned);
            }
            let shown_now = match &event {
                Event::Result { roll, .. } if self.shown != Some(*roll) && !self.account.tells_roll() => {
                    self.print_account()?;
                    // For an attack with several targets, the arithmetic is printed at each result, which begins with the name of the
                    // target.
                    self.show_reckoning()? && self.told.on_the_table().is_none_or(|(_, parties)| parties.len() <= 2)
                }
                _ => false,
            };
            // The printed arithmetic of a roll ends with its result and spin. If it was printed just now, neither is printed again.
            match &event {
                Event::Result { .. } => self.is_spin_told = shown_now && self.arithmetic_tells_spin(),
                Event::Roll { .. } | Event::Answer { .. } => self.is_spin_told = false,
                _ => {}
            }
            let is_told = shown_now || self.is_spin_told && matches!(&event, Event::Spin { change, .. } if *change > 0);
            if !is_told {
                self.account.tell(&self.told, &event);
            }
            self.tell_boarding(&event)?;
            self.told.apply(&event);
            if matches!(event, Event::Roll { .. } | Event::Adjust { .. } | Event::Result { .. } | Event::Stakes(_))
                && let Some(reckoned) = table::reckoning(&self.told)
            {
                self.reckoned = Some(reckoned);
            }
            if self.told.round() > 1 && self.begins_round(&event) {
                self.print_account()?;
                let text = table::short(&self.told, self.map, &self.marks, &self.ink);
                write!(self.out, "{text}")?;
            }
        }
        Ok(())
    }

    /// True if the arithmetic of the last roll ends with the spin that follows from it.
    fn arithmetic_tells_spin(&self) -> bool {
        let last = self.reckoned.as_ref().and_then(|text| text.lines().last());
        last.is_some_and(|line| line.contains(" gains ") && line.ends_with(" spin"))
    }

    /// True if the last printed event began a round. In phased conflicts a round begins with its first phase. Before that phase, the board
    /// shows the end of the round before.
    pub(super) fn begins_round(&self, event: &Event) -> bool {
        if !matches!(self.told.seen(), FightRef::Space(_)) {
            return matches!(event, Event::Round { .. });
        }
        let before = self.session.journal().iter().take(self.lines.saturating_sub(1)).rev();
        let last = before.filter_map(|entry| match &entry.record {
            LogRecord::Event(Event::Round { .. }) => Some(true),
            LogRecord::Event(Event::Stage(_)) => Some(false),
            _ => None,
        });
        matches!(event, Event::Stage(_)) && last.take(1).any(|began| began)
    }

    /// Prints the account of a boarding if the last answer decided it. The boarding was played as a separate fight.
    pub(super) fn tell_boarding(&mut self, event: &Event) -> Result<(), Stop> {
        let Fight::Space(space) = &self.told else { return Ok(()) };
        let (Some((_, whom, _)), Event::Answer { why: Some(why), .. }) = (space.boarding_fight(), event) else { return Ok(()) };
        let turn = space.state.turn;
        let all = self.session.boarded().map_err(Stop::because)?;
        let this = all.iter().rfind(|one| one.turn == turn && one.whom == whom && one.why() == *why).map(Boarded::account);
        self.print_account()?;
        Ok(write!(self.out, "{}", this.unwrap_or_default())?)
    }

    /// Prints the part of the account that has not been printed yet.
    pub(super) fn print_account(&mut self) -> Result<(), Stop> {
        let text = self.account.take();
        Ok(write!(self.out, "{text}")?)
    }

    /// True if the roll of an event is by, or against, a side at the keyboard.
    pub(super) fn concerns_people(&self, event: &Event) -> bool {
        let Event::Roll { me, .. } = event else { return false };
        let human = |who: ActorId| self.is_human(self.told.side_of(who));
        human(*me) || self.told.concerned().into_iter().any(human)
    }

    /// Prints the arithmetic of the dice on the table, once per roll, unless the transcript contains it. Returns true if it was printed.
    pub(super) fn show_reckoning(&mut self) -> Result<bool, Stop> {
        let roll = self.told.on_the_table().map(|(roll, _)| roll);
        if roll.is_none() || self.shown == roll || self.account.tells_roll() {
            return Ok(false);
        }
        self.shown = roll;
        for line in self.reckoned.iter().flat_map(|text| text.lines()) {
            writeln!(self.out, "{line}")?;
        }
        Ok(true)
    }
}
