//! Before the first turn: where units begin, and what guns know by heart (D-L1). Floor 5.

use crate::play::choice::{Choice, Options, Verb};
use crate::play::event::{Counter, Event, Events, Phase, Step};
use crate::play::ids::{ActorId, Id};
use crate::play::platoon::Platoons;
use crate::play::platoon::ground::Place;

impl Platoons {
    /// Where one may begin: the file's value first.
    pub(super) fn legal_set_up(&self, out: &mut Options) {
        let sheet = self.state.step.who.actor().and_then(|who| self.roster.units.row(who));
        for &zone in sheet.into_iter().flat_map(|sheet| &sheet.starts) {
            out.push(Choice::of(Verb::Begin).on(Id::Zone(zone)));
        }
    }

    /// A unit begins here.
    pub(super) fn decide_set_up(&self, choice: Choice, out: &mut Events) {
        let Some(who) = self.state.step.who.actor() else { return };
        let here = self.state.unit(who).map(|unit| unit.place);
        if let Id::Zone(zone) = choice.it
            && here != Some(Place::Zone(zone))
        {
            out.push(Event::Counter { who, what: Counter::Starts(zone), change: 0, now: 1 });
        }
        out.push(Event::Counter { who, what: Counter::Asked, change: 1, now: i32::from(who.0) + 1 });
        Platoons::go(out, Step::of(Phase::SetUp, Id::None));
    }

    /// The next place that somebody chooses; the first turn when all are chosen.
    pub(super) fn resume_set_up(&self, out: &mut Events) {
        let units = self.roster.units.iter().skip(usize::from(self.state.set_up));
        let next = units.into_iter().find(|(_, sheet)| sheet.starts.len() > 1).map(|(who, _): (ActorId, _)| who);
        match next {
            Some(who) => Platoons::go(out, Step::of(Phase::SetUp, Id::Actor(who))),
            None => Platoons::go(out, Step::of(Phase::Round, Id::None)),
        }
    }
}
