//! Stops: the decision points at which a person at the table is asked.
//!
//! Stops belong to a seat, not to the game. A question that is not asked gets its default answer. The log records this like any other
//! answer, so a log can be replayed without knowing the stops. Only [`Session::question`](super::Session::question) uses the stops: the
//! terminal, the full screen and the board of a browser all ask there.

mod importance;
mod outlook;
mod ranking;
mod settable;

pub(super) use importance::{best, better_zone};
pub(super) use outlook::changes;
use outlook::turns_result;
pub use ranking::RankedAnswers;
pub(super) use ranking::ranked;

use super::advice::{loses_ground, put_first};
use super::{LogRecord, Session};
use settable::{Kind, SETTABLE, StopGroup};
use slip_keyword::keyword_enum;
use slip_play::choice::{Options, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::Event;
use slip_play::fight::Fight;
use slip_play::ids::{Seat, TableKey};
use slip_play::question::{Ask, Point};

keyword_enum! {
    /// Setting of a stop: when the question is asked.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum StopSetting {
        /// The question is always asked.
        #[default]
        Always = "always",
        /// The question is asked if an answer can change the outcome.
        Matters = "matters",
        /// The question is never asked.
        Never = "never",
    }

    /// Returns the word that players type.
    pub const fn word(self) -> &'static str;

    /// Returns the setting for a word.
    pub fn from_word(word: &str) -> Option<Self>;
}

keyword_enum! {
    /// Named settings that cover all stops.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Preset {
        /// Questions that cannot change the outcome are not asked.
        Brief = "brief",
        /// Every question is asked.
        #[default]
        Full = "full",
    }

    /// Returns the word that players type.
    pub const fn word(self) -> &'static str;

    /// Returns the preset for a word.
    pub fn from_word(word: &str) -> Option<Self>;
}

/// Stops of a seat: the setting of each decision point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stops {
    /// Decision points with the setting `matters`, one bit for each.
    matters: u64,
    /// Decision points with the setting `never`, one bit for each.
    never: u64,
}

impl Stops {
    /// Returns the stops of a preset.
    pub fn of(preset: Preset) -> Stops {
        let all = SETTABLE.iter().fold(0, |bits, stop| bits | stop.point.bit());
        match preset {
            // The question for the action is left out only if the actor can do nothing.
            Preset::Brief => Stops { matters: all | Point::Act.bit(), never: 0 },
            Preset::Full => Stops::default(),
        }
    }

    /// Returns the setting for a decision point.
    pub const fn at(self, point: Point) -> StopSetting {
        if self.never & point.bit() != 0 {
            StopSetting::Never
        } else if self.matters & point.bit() != 0 {
            StopSetting::Matters
        } else {
            StopSetting::Always
        }
    }

    /// Returns the preset that has exactly these stops, if there is one.
    pub fn preset(self) -> Option<Preset> {
        Preset::ALL.into_iter().find(|&preset| Stops::of(preset) == self)
    }

    /// Returns the preset that is most similar to these stops, and the settings that differ from it.
    pub fn nearest_preset(self) -> (Preset, Vec<(&'static str, StopSetting)>) {
        let own = |preset: Preset| {
            let differs = |point: &Point| self.at(*point) != Stops::of(preset).at(*point);
            let points = SETTABLE.iter().map(|stop| stop.point).filter(differs);
            (preset, points.map(|point| (point.word(), self.at(point))).collect::<Vec<_>>())
        };
        Preset::ALL.into_iter().map(own).min_by_key(|(_, own)| own.len()).unwrap_or_default()
    }

    /// Changes the stops as a player types it: the word of a preset, or the words of a decision point and of a setting.
    ///
    /// # Errors
    /// A sentence with the accepted words.
    pub fn change(&mut self, words: &str) -> Result<(), String> {
        let words: Vec<&str> = words.split_whitespace().collect();
        let forms = || {
            let settings = slip_suggest::alternatives(StopSetting::WORDS.iter().copied());
            format!("write `stops brief`, `stops full`, or a stop with {settings}: `stops adjust always`")
        };
        match words.as_slice() {
            [preset] => *self = Stops::of(Preset::from_word(preset).ok_or_else(forms)?),
            [point, setting] => {
                let named = SETTABLE.iter().map(|stop| stop.point).find(|settable| settable.word() == *point);
                let known = || SETTABLE.iter().map(|stop| stop.point.word());
                let named = named.ok_or_else(|| {
                    let near = slip_suggest::nearest(point, known());
                    let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                    format!("there is no stop `{}`{near}\nThe stops are {}.", point.escape_debug(), slip_suggest::enumerate(known()))
                })?;
                self.set(named, StopSetting::from_word(setting).ok_or_else(forms)?);
            }
            _ => return Err(forms()),
        }
        Ok(())
    }

    /// Changes the setting for one decision point.
    pub const fn set(&mut self, point: Point, stop: StopSetting) {
        self.matters &= !point.bit();
        self.never &= !point.bit();
        match stop {
            StopSetting::Always => {}
            StopSetting::Matters => self.matters |= point.bit(),
            StopSetting::Never => self.never |= point.bit(),
        }
    }

    /// Returns the stops of a kind of conflict, in groups.
    pub fn groups(self, fight: &Fight) -> Vec<StopRows> {
        let kind = Kind::of(fight);
        let of_group = |group: StopGroup| {
            let own = SETTABLE.iter().filter(|stop| stop.group == group && stop.kinds.contains(&kind));
            StopRows { title: group.title(), rows: own.map(|stop| (stop.point.word(), stop.what, self.at(stop.point).word())).collect() }
        };
        StopGroup::ALL.into_iter().map(of_group).filter(|group| !group.rows.is_empty()).collect()
    }
}

/// Group of stops as it is listed for a player: a heading, and one row for each stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StopRows {
    /// Heading of the group.
    pub title: &'static str,
    /// Every stop: its word, its description, and the word of its setting.
    pub rows: Vec<(&'static str, &'static str, &'static str)>,
}

impl Session {
    /// Sets the stops of all seats when a game is begun or resumed. Answers in the log that these stops would have left out count as not
    /// asked. An undo then goes back to a question that the player sees.
    pub fn set_all_stops(&mut self, stops: Stops) {
        for sitting in &mut self.seats {
            sitting.stops = stops;
        }
        self.find_unasked();
    }

    /// Changes the stops of a seat: the settings that decide which questions its person is asked.
    pub fn set_stops(&mut self, seat: Seat, stops: Stops) {
        if let Some(sitting) = self.seats.get_mut(seat.place()) {
            sitting.stops = stops;
        }
    }

    /// Returns the stops of a seat: the settings that decide which questions its person is asked.
    pub fn stops_of(&self, seat: Seat) -> Stops {
        self.seats.get(seat.place()).map_or_else(Stops::default, |sitting| sitting.stops)
    }

    /// Makes sure that the next question with this keyword is asked, even if the stops of the seat leave it out, because a part of the
    /// typed line did not answer it. This lasts until the dice of the action are rolled.
    pub fn insist(&mut self, word: &'static str) {
        self.insisted = Some(word);
    }

    /// True if a question is asked now: the stops of the seat do not leave it out.
    pub(super) fn opens(&self, ask: &Ask) -> bool {
        let mut options = Options::new();
        self.insisted == Some(ask.point.word()) || self.stops_of(ask.seat).at(ask.point) == StopSetting::Always || {
            self.fight.legal(&mut options);
            self.is_asked(&self.fight, self.journal.len(), ask, &options)
        }
    }

    /// True if the question is asked: the stops of the seat do not leave it out in a position of the game, after this number of log lines.
    /// A question without a default is always asked.
    pub(super) fn is_asked(&self, fight: &Fight, lines: usize, ask: &Ask, options: &Options) -> bool {
        let usual = self.usual_answer(fight, ask, options);
        let options = &usual.map_or_else(|| options.clone(), |usual| put_first(options, usual));
        match self.stops_of(ask.seat).at(ask.point) {
            StopSetting::Always => true,
            _ if options.default_choice().is_none() => true,
            StopSetting::Never => false,
            // A player can type a compel at any time, so the question is asked only if the doctrine of the side recommends a compel.
            StopSetting::Matters if ask.point == Point::Compel && self.is_advised(ask.seat) => {
                let can_change = importance::matters(fight, ask, options, self.has_declined(ask.seat, lines));
                can_change && self.recommended(fight, lines, ask, options).is_some()
            }
            // Each roll has one window. A side that has already added something is asked again only if another addition would turn the
            // result.
            StopSetting::Matters if ask.point == Point::Adjust && self.has_answered_roll(ask.seat, lines) => turns_result(fight, options),
            StopSetting::Matters => {
                importance::matters(fight, ask, options, self.has_declined(ask.seat, lines))
                    || ask.point == Point::FreeMove && self.gains_ground(fight, lines, ask, options)
                    || is_free_move_of_unit(fight, ask) && self.recommended(fight, lines, ask, options).is_some()
            }
        }
    }

    /// True if the recommended answer brings the side closer to victory than the default does.
    fn gains_ground(&self, fight: &Fight, lines: usize, ask: &Ask, options: &Options) -> bool {
        let usual = options.default_choice();
        usual.zip(self.recommended(fight, lines, ask, options)).is_some_and(|(usual, advised)| loses_ground(fight, ask, usual, advised))
    }

    /// True if a seat has declined to compel in the current round, or in an earlier round if no aspect was added since. Only the first
    /// `lines` lines of the log count.
    fn has_declined(&self, seat: Seat, lines: usize) -> bool {
        let kept = self.journal.iter().take(lines).rev().filter(|entry| entry.kept);
        let (mut earlier, mut added) = (false, false);
        for entry in kept {
            match &entry.record {
                LogRecord::Event(Event::Round { .. }) => earlier = true,
                LogRecord::Event(Event::AspectAdd { .. }) => added = true,
                LogRecord::Event(Event::Answer { seat: by, point: Point::Compel, pick, .. }) if *by == seat && !entry.unasked => {
                    return pick.verb == Verb::Pass && !(earlier && added);
                }
                _ => {}
            }
        }
        false
    }

    /// Marks an answer after the log line `line` as given without a question. An undo then goes back past this answer.
    pub fn pass_over(&mut self, line: usize) {
        self.mark_unasked(line);
    }

    /// Marks the first answer at or after the journal entry `first` as given without a question.
    pub(super) fn mark_unasked(&mut self, first: usize) {
        let answer = |entry: &&mut super::JournalEntry| matches!(entry.record, LogRecord::Event(Event::Answer { .. }));
        if let Some(entry) = self.journal.iter_mut().skip(first).find(answer) {
            entry.unasked = true;
        }
    }

    /// Marks the answers in the log to questions that the present stops leave out.
    pub(super) fn find_unasked(&mut self) {
        let mut fight = self.start.clone();
        let mut options = Options::new();
        for place in 0..self.journal.len() {
            let Some(entry) = self.journal.get(place).filter(|entry| entry.kept) else { continue };
            let LogRecord::Event(event) = entry.record.clone() else { continue };
            if let Event::Answer { pick, .. } = &event
                && let Some(ask) = fight.next_question(&mut options)
                && self.usual_answer(&fight, &ask, &options) == Some(*pick)
            {
                let unasked = self.is_for_person(&ask) && !self.is_asked(&fight, place, &ask, &options);
                if let Some(entry) = self.journal.get_mut(place) {
                    entry.unasked = unasked;
                }
            }
            fight.apply(&event);
        }
    }
}

/// True if a unit is asked where it goes without a roll.
fn is_free_move_of_unit(fight: &Fight, ask: &Ask) -> bool {
    ask.point == Point::FreeMove && matches!(fight, Fight::Platoon(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_set_all_stops_and_words_set_one() {
        let mut stops = Stops::of(Preset::Brief);
        assert_eq!(
            (stops.preset(), stops.at(Point::Compel), stops.at(Point::Act)),
            (Some(Preset::Brief), StopSetting::Matters, StopSetting::Matters)
        );
        assert_eq!(stops.change("adjust never"), Ok(()));
        assert_eq!((stops.preset(), stops.at(Point::Adjust), stops.at(Point::Compel)), (None, StopSetting::Never, StopSetting::Matters));
        assert_eq!(stops.change("adjust always"), Ok(()));
        assert_eq!(stops.at(Point::Adjust), StopSetting::Always);
        assert_eq!(stops.change("full"), Ok(()));
        assert_eq!(stops.preset(), Some(Preset::Full));
        for wrong in ["", "compell never", "compel sometimes", "act never", "brief full now"] {
            assert!(stops.change(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn each_kind_of_conflict_lists_its_own_stops_only() {
        let kinds = |word: &str| SETTABLE.iter().find(|stop| stop.point.word() == word).map(|stop| stop.kinds);
        assert_eq!(kinds("drive"), Some(&[Kind::Space][..]));
        assert_eq!(kinds("resist"), Some(&[Kind::Pool][..]));
        assert!(SETTABLE.iter().all(|stop| !stop.kinds.is_empty() && stop.kinds.len() < 5));
    }

    #[test]
    fn every_optional_decision_point_can_be_set() {
        for point in Point::ALL.into_iter().filter(|point| point.is_optional()) {
            assert!(SETTABLE.iter().any(|stop| stop.point == point), "{}", point.word());
        }
    }
}
