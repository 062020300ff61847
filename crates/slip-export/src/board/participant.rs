//! Person at a board that several people share: the parts of the game that the person sees, and the sides that the person answers for.

use super::{Board, BoardAction, Refused, StateId};
use slip_play::conflict::Conflict;
use slip_play::event::Event;
use slip_play::ids::{Seat, TableKey};
use slip_play::stored_seat::StoredSeat;
use slip_session::session::LogRecord;
use slip_table::table::{self, Viewer};

/// Person at a board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Participant {
    /// Parts of the game that the person sees.
    pub viewer: Viewer,
    /// Sides for which the person answers; `None` for all sides.
    pub answers_for: Option<Vec<Seat>>,
}

impl Participant {
    /// Returns the participant for a screen that all people share: it sees everything and may answer for all sides.
    pub const fn everybody() -> Participant {
        Participant { viewer: Viewer::Referee, answers_for: None }
    }

    /// Returns the player of a side.
    pub fn player(seat: Seat) -> Participant {
        Participant { viewer: Viewer::Seat(seat), answers_for: Some(vec![seat]) }
    }

    /// Returns an onlooker.
    pub const fn spectator() -> Participant {
        Participant { viewer: Viewer::Spectator, answers_for: Some(Vec::new()) }
    }

    /// Returns the referee, who answers for the sides without a player of their own.
    pub const fn referee(without_player: Vec<Seat>) -> Participant {
        Participant { viewer: Viewer::Referee, answers_for: Some(without_player) }
    }

    /// True if the person answers the questions to a side.
    pub fn answers(&self, seat: Seat) -> bool {
        self.answers_for.as_ref().is_none_or(|own| own.contains(&seat))
    }

    /// True for a person among several, each with a screen of their own.
    pub(super) const fn is_one_of_several(&self) -> bool {
        self.answers_for.is_some()
    }
}

impl Board<'_> {
    /// Checks that a person may do an action.
    pub(super) fn may_do(&self, by: &Participant, deed: &BoardAction) -> Result<(), Refused> {
        match deed {
            BoardAction::Answer { .. } | BoardAction::Words { .. } => match self.asked_seat() {
                Some(seat) if !by.answers(seat) => Err(self.not_yours(seat, "this question is")),
                _ => Ok(()),
            },
            BoardAction::Roll { .. } => match self.dice_seat() {
                Some(seat) if !by.answers(seat) => Err(self.not_yours(seat, "these dice are")),
                None if by.viewer != Viewer::Referee => Err(Refused::NotAllowed("these dice are for the referee".to_owned())),
                _ => Ok(()),
            },
            BoardAction::Stops { .. } if by.viewer != Viewer::Spectator => Ok(()),
            BoardAction::Undo { .. } | BoardAction::Rule { .. } if by.viewer == Viewer::Referee => Ok(()),
            BoardAction::Stops { .. } | BoardAction::Undo { .. } | BoardAction::Rule { .. } => {
                Err(Refused::NotAllowed("only the referee can do this".to_owned()))
            }
        }
    }

    /// Returns the side that must answer now.
    pub fn asked_seat(&self) -> Option<Seat> {
        self.session.question().map(|ask| ask.seat)
    }

    /// Returns the side that enters the dice that are needed now; `None` if no person plays this side. Dice for a step without a choice are
    /// entered by the side that the step belongs to.
    pub(super) fn dice_seat(&self) -> Option<Seat> {
        let people = self.seats_of_people();
        self.session.fight().waiting_for().map(|ask| ask.seat).filter(|seat| people.contains(seat))
    }

    /// Returns the sides that people play.
    pub fn seats_of_people(&self) -> Vec<Seat> {
        let lines = self.session.seats().enumerate();
        lines.filter(|(_, line)| line.player == StoredSeat::Human).map(|(number, _)| Seat::of(number)).collect()
    }

    /// Returns the refusal of an action that came too late. Either another person has answered the question first, or the game has changed
    /// in some other way.
    pub fn too_late(&self, moment: StateId, deed: &BoardAction) -> Refused {
        let since = self.session.journal().get(moment.line()..).unwrap_or_default();
        let is_undo = |record: &LogRecord| matches!(record, LogRecord::Undo(_));
        let is_answer = |record: &LogRecord| matches!(record, LogRecord::Event(Event::Answer { .. }));
        let is_answered = since.first().is_some_and(|entry| is_answer(&entry.record)) || self.pending.is_some();
        let answers = matches!(deed, BoardAction::Answer { .. } | BoardAction::Words { .. });
        if answers && is_answered && !since.iter().any(|entry| is_undo(&entry.record)) { Refused::Answered } else { Refused::Late }
    }

    fn not_yours(&self, seat: Seat, what: &str) -> Refused {
        Refused::NotAllowed(format!("{what} for {}", table::side_title(self.session.fight(), seat)))
    }
}
