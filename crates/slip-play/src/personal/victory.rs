//! End of a fight between people: victory conditions, and the times at which they are checked.

use crate::conflict::EndReason;
use crate::event::Event;
use crate::ids::{ActorId, BorderId, Seat, TableKey, ZoneId};
use crate::personal::Personal;
use crate::personal::roster::PersonalRoster;
use crate::personal::state::{ActorState, ActorStatus};
use crate::victory::{self, VictoryConditions, VictoryFacts};
use crate::zone_map::BorderState;
use slip_pack::encounter::{Victory, VictorySubject, VictoryTerm};

/// Time of a check of victory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PersonalVictoryTime {
    /// After a turn: eliminations, arrivals and concessions are checked (R-P42).
    Turn,
    /// After a round: all conditions are checked.
    Round,
}

/// Outcome tag of captives.
const CAPTURED: &str = "captured";

impl Personal {
    /// Returns the event that ends the fight, if the fight is over.
    pub(super) fn verdict(&self, when: PersonalVictoryTime) -> Option<Event> {
        let end = victory::verdict(self, when == PersonalVictoryTime::Round);
        let by_the_clock = matches!(end, None | Some(Event::End { why: EndReason::Limit, .. })) && when == PersonalVictoryTime::Round;
        self.time_is_up().filter(|_| by_the_clock).or(end)
    }

    /// Returns the number of active actors of a side.
    pub(super) fn active(&self, side: Seat) -> usize {
        self.roster.sides.row(side).map_or(0, |side| self.actors(&side.members).filter(|a| a.is_active()).count())
    }

    fn actors<'a>(&'a self, who: &'a [ActorId]) -> impl Iterator<Item = &'a ActorState> {
        who.iter().map(|&who| &self.state.actors[who])
    }

    /// Returns 1 if any border between two zones passes a test, otherwise 0.
    fn some_border(&self, a: usize, b: usize, test: &dyn Fn(&BorderState) -> bool) -> i32 {
        let ends = [ZoneId::of(a), ZoneId::of(b)];
        let between = |border: BorderId| {
            let there = &self.roster.map.borders[border];
            [there.a, there.b] == ends || [there.b, there.a] == ends
        };
        i32::from(self.state.board.borders.iter().any(|(border, state)| between(border) && test(state)))
    }

    /// True if an actor that ends its turn in its zone leaves the map. The zone must be an exit, and a victory condition must be about
    /// leaving.
    pub(super) fn leaves_map(&self, who: ActorId) -> bool {
        let actor = &self.state.actors[who];
        if !actor.is_active() || !self.roster.map.zones[actor.zone].exit {
            return false;
        }
        let mut wanted = false;
        for victory in &self.roster.victories {
            victory.condition.names(&mut |atom| {
                if let VictoryTerm::LeftMap(leavers) = atom {
                    wanted |= self.meant(leavers).contains(&who);
                }
            });
        }
        wanted
    }
}

impl VictoryFacts for Personal {
    fn conditions(&self) -> VictoryConditions<'_> {
        let (roster, state) = (&*self.roster, &self.state);
        VictoryConditions {
            victories: &roster.victories,
            priority: &roster.priority,
            sides: roster.sides.len(),
            round: state.round,
            limit: roster.limit,
            conceded: state.conceded,
            holds: &state.holds,
            aspects: &state.aspects,
        }
    }

    fn number_in_play(&self, side: Seat) -> usize {
        self.active(side)
    }

    fn is_in_play(&self, who: ActorId) -> bool {
        self.state.actors[who].is_there()
    }

    fn waits(&self, victory: &Victory) -> bool {
        match self.roster.social {
            Some(_) => self.waits_for_round(victory),
            None => victory::waits_by_atoms(victory),
        }
    }

    fn wins_by_standing(&self, side: Seat) -> bool {
        self.roster.social.is_none() || self.wins_alone(side)
    }

    fn meant(&self, who: &VictorySubject) -> Vec<ActorId> {
        members_of(&self.roster, who)
    }

    fn is_so_of(&self, who: ActorId, atom: &VictoryTerm) -> bool {
        let actor = &self.state.actors[who];
        match atom {
            VictoryTerm::Out(_) => !actor.is_there(),
            VictoryTerm::TakenOut(_) => matches!(actor.status, ActorStatus::TakenOut { .. }),
            VictoryTerm::Captured(_) => {
                let captured = tag(&self.roster.outcomes);
                match actor.status {
                    ActorStatus::TakenOut { fate, .. } => fate.is_some() && fate == captured,
                    ActorStatus::Conceded => actor.terms.is_some() && actor.terms == captured,
                    ActorStatus::Active | ActorStatus::Escaped | ActorStatus::Pawn | ActorStatus::Removed => false,
                }
            }
            VictoryTerm::LeftMap(_) => actor.status == ActorStatus::Escaped,
            VictoryTerm::Survive { .. } => actor.is_there(),
            // Conditions of ships and units only.
            _ => false,
        }
    }

    fn zone_of(&self, who: ActorId) -> Option<ZoneId> {
        Some(self.state.actors[who].zone)
    }

    fn controls(&self, side: Seat, zone: ZoneId) -> bool {
        let there = |(who, actor): (ActorId, &ActorState)| (actor.is_active() && actor.zone == zone).then(|| self.roster.side(who));
        let mut sides = self.state.actors.iter().filter_map(there).peekable();
        sides.peek().is_some() && sides.all(|there| there == side)
    }

    fn own_value(&self, atom: &VictoryTerm) -> i32 {
        match atom {
            VictoryTerm::Open(a, b) => self.some_border(*a, *b, &|state| state.pass().is_some()),
            VictoryTerm::Closed(a, b) => self.some_border(*a, *b, &|state| state.to_open().is_some() && state.pass().is_none()),
            VictoryTerm::Dismantled(a, b) => self.some_border(*a, *b, &|state| {
                state.open && matches!(state.value, slip_pack::map::BorderValue::Stateful { close: None, .. })
            }),
            VictoryTerm::Done(task) => {
                let number = u16::try_from(*task).unwrap_or(u16::MAX);
                i32::from(self.task(number).is_some_and(|task| self.successes(number) >= task.successes))
            }
            atom => self.social_value(atom),
        }
    }
}

/// Returns the index of the outcome of captives (`captured`) among the outcomes.
fn tag(outcomes: &[ecow::EcoString]) -> Option<u8> {
    outcomes.iter().position(|word| word == CAPTURED).and_then(|tag| u8::try_from(tag).ok())
}

/// Returns the actors that must be captured for a victory, one bit for each, and the outcome tag of captives.
pub(super) fn captives(roster: &PersonalRoster) -> Option<(u8, u128)> {
    let tag = tag(&roster.outcomes)?;
    let mut whom = 0_u128;
    for victory in &roster.victories {
        victory.condition.names(&mut |atom| {
            if let VictoryTerm::Captured(who) = atom {
                let members = members_of(roster, who);
                whom |= members.into_iter().fold(0, |all, who| all | 1_u128.checked_shl(u32::from(who.0)).unwrap_or(0));
            }
        });
    }
    (whom != 0).then_some((tag, whom))
}

fn members_of(roster: &PersonalRoster, who: &VictorySubject) -> Vec<ActorId> {
    if let VictorySubject::Pawns(list) = of_them(who) {
        return list.iter().filter_map(|&place| roster.pawns().nth(place)).collect();
    }
    let side = |side: Seat| roster.sides.row(side).map(|side| side.members.clone()).unwrap_or_default();
    victory::members(who, side, |side, place| roster.sides.row(side)?.members.get(place).copied())
}

/// Returns the subject whose actors are counted. For [`VictorySubject::AtLeast`] it is the subject inside, otherwise the subject itself.
fn of_them(who: &VictorySubject) -> &VictorySubject {
    match who {
        VictorySubject::AtLeast(_, among) => of_them(among),
        who => who,
    }
}
