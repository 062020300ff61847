//! Set-up before the first round (starting zones and weapon modes), and the order of a round (R-P16).

use crate::choice::{Choice, Options, Verb};
use crate::event::{Counter, Event, Events, Phase, Step, TurnOrder};
use crate::ids::{ActorId, Id, Seat, TableKey};
use crate::personal::roster::{PersonalRoster, Switching};
use crate::personal::{Personal, social};
use std::cmp::Reverse;

/// Number of the choice of a starting zone. The choice of a weapon's mode has the number of the weapon plus one.
const ZONE: u8 = 0;

/// Returns the choices that actors have before the first round: a zone if the file gives several, and the mode of a weapon if changing it
/// is not free. The weapon in hand is not chosen (R-P32).
pub(super) fn slots(roster: &PersonalRoster) -> Vec<(ActorId, u8)> {
    let mut slots = Vec::new();
    for (who, sheet) in roster.actors.iter() {
        if !sheet.starts.is_empty() {
            slots.push((who, ZONE));
        }
        let several = sheet.weapons.iter().enumerate().filter(|(_, weapon)| weapon.modes.len() > 1 && weapon.switching != Switching::Free);
        slots.extend(several.filter_map(|(number, _)| Some((who, u8::try_from(number + 1).ok()?))));
    }
    slots
}

/// Returns the step of the first choice; without choices, the step of the first round.
pub(super) fn first_step(roster: &PersonalRoster) -> Step {
    roster.set_up.first().map_or_else(|| social::contours::first_step(roster, 0), step_of)
}

fn step_of(&(who, slot): &(ActorId, u8)) -> Step {
    Step::of(Phase::SetUp, Id::Actor(who)).n(slot)
}

impl Personal {
    pub(super) fn legal_set_up(&self, out: &mut Options) {
        let Some(who) = self.state.step.who.actor() else { return };
        let sheet = &self.roster.actors[who];
        match self.state.step.n.checked_sub(1) {
            None => {
                for zone in std::iter::once(sheet.zone).chain(sheet.starts.iter().copied()) {
                    out.push(Choice::of(Verb::Begin).on(Id::Zone(zone)));
                }
            }
            Some(weapon) => {
                let modes = sheet.weapons.get(usize::from(weapon)).map_or(0, |weapon| weapon.modes.len());
                for mode in 0..modes {
                    out.push(Choice::of(Verb::Begin).with(u16::from(weapon)).n(i16::try_from(mode).unwrap_or(i16::MAX)));
                }
            }
        }
        let first = out.default_choice();
        out.sort_with_default(first);
    }

    pub(super) fn decide_set_up(&self, choice: Choice, out: &mut Events) {
        let Some(who) = self.state.step.who.actor() else { return };
        match (choice.it, choice.weapon()) {
            (Id::Zone(zone), _) if zone != self.state.actors[who].zone => {
                out.push(Event::Counter { who, what: Counter::Starts(zone), change: 0, now: 1 });
            }
            (Id::None, Some(weapon)) if choice.n > 0 => {
                let now = i32::from(choice.n);
                out.push(Event::Counter { who, what: Counter::Mode(weapon), change: now, now });
            }
            _ => {}
        }
        let here = (who, self.state.step.n);
        let place = self.roster.set_up.iter().position(|slot| *slot == here).map_or(usize::MAX, |place| place + 1);
        Personal::go(out, self.roster.set_up.get(place).map_or_else(|| social::contours::first_step(&self.roster, 0), step_of));
    }

    /// Returns the actor that chooses the order of a round, if the rules ask for a choice. It is the first active member of the first side
    /// in the file.
    pub(super) fn caller(&self) -> Option<ActorId> {
        let side = self.roster.sides.row(Seat(0))?;
        side.members.iter().copied().find(|&who| self.state.actors[who].is_active())
    }

    /// Lists the possible orders of a round: by skill, or by sides, beginning with any side.
    pub(super) fn legal_order(&self, out: &mut Options) {
        out.push(Choice::of(Verb::Order));
        for side in self.roster.sides.keys() {
            out.push(Choice::of(Verb::Order).how(1).n(i16::from(side.0)));
        }
    }

    /// Returns the order of a round (R-P16). Usually the skill `order_skill` (Alertness) with bonuses decides, then `order_tie_skill`
    /// (Agility), then the order in the file. Otherwise it is the order in the file, beginning with a chosen side.
    pub(super) fn order_of(&self, choice: Choice) -> TurnOrder {
        let roster = &self.roster;
        // In social combat the order never changes (R-SC1).
        if roster.social.is_some() && self.state.round > 0 {
            return TurnOrder::from_iter(self.state.order.iter().copied());
        }
        let mut order = TurnOrder::from_iter(roster.people());
        if choice.how == 0 {
            let [first, tie] = roster.parts.order;
            order.sort_by_key(|&who| Reverse((self.place_in_order(who, first), roster.rank(who, tie))));
        } else if let Ok(from) = u8::try_from(choice.n) {
            let from = Seat(from);
            order.sort_by_key(|&who| (roster.side(who).place() < from.place(), roster.side(who)));
        }
        order
    }
}
