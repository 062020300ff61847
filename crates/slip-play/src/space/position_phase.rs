//! Position phase: its rolls, entities that move as one, and the winner (R-S4, R-S17, R-S30, R-VA12).

use crate::conflict::Refusal;
use crate::event::{Counter, Event, Events, RollAddend, RollAddends};
use crate::ids::ActorId;
use crate::space::Space;
use crate::space::effects::SpaceRoll;
use crate::space::formation::FormationWindow;
use crate::space::roster::{Post, Rating, SpaceRoster};
use crate::space::state::Drives;
use slip_dice::Dice;

/// Entity: ships that share one total in the position phase. It is a single ship, a formation or a tether.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entity {
    /// Ships of the entity, in the order of ids.
    pub members: Vec<ActorId>,
    /// Total of the ships that move together: the lowest of their rolls.
    pub total: i32,
    /// Ship that has this total; the first one if several have it. Its owner decides for the entity (R-S41).
    pub lowest: ActorId,
}

impl Space {
    /// Opens the position phase after compels, tethers, maneuvers and optional effects. A ship whose pilot is missing, not qualified or has
    /// already acted fails to act (R-S4, R-VA12).
    pub(super) fn open_position(&self, out: &mut Events) {
        for ship in self.rolling() {
            if !self.is_compelled(ship) && !self.may_be_flown(ship) {
                out.push(Event::Counter { who: ship, what: Counter::Fails, change: 2, now: 2 });
            }
        }
        self.open_formation(FormationWindow::Before, 0, out);
    }

    /// Rolls the position of the ship that the step names, then goes to the next ship. A ship that its own burn has taken out does not roll
    /// (R-S15).
    pub(super) fn throw_position(&self, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let Some(ship) = self.state.step.who.actor() else {
            self.open_window(out);
            return Ok(());
        };
        let rolling = self.rolling();
        if rolling.contains(&ship) {
            self.roll_position(ship, dice, out)?;
        }
        self.throw_next(rolling.into_iter().find(|&next| next > ship), out);
        Ok(())
    }

    fn roll_position(&self, ship: ActorId, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let settings = &self.roster.settings;
        let number = self.state.rolls;
        let Some(state) = self.state.ship(ship) else { return Ok(()) };
        let at_rest = match state.drives {
            Drives::Coast => Some(settings.coasting_total),
            Drives::Drive if state.fails.is_none() => None,
            _ => Some(settings.idle_total),
        };
        match at_rest {
            Some(total) => self.count_as(number, ship, None, RollAddend::Automatic, total, out),
            None => match self.position_parts(ship) {
                Some((by, parts)) => {
                    out.push(Event::Post { ship, post: Post::Pilot.number(), by, acts: true });
                    self.cast(number, ship, Some(SpaceRoster::rating_skill(Rating::VShift)), parts, None, dice, out)?;
                }
                None => self.count_as(number, ship, None, RollAddend::Automatic, settings.idle_total, out),
            },
        }
        Ok(())
    }

    /// Returns the pilot and the addends of the position roll of a ship that uses its drives: its V-shift, limited by the pilot's skill,
    /// and its burn.
    pub(super) fn position_parts(&self, ship: ActorId) -> Option<(Option<ActorId>, RollAddends)> {
        let (rank, by, _) = self.eff(ship, Post::Pilot)?;
        let own = Space::limited(self.v_shift(ship), rank);
        let mut parts = self.rebased(ship, SpaceRoll::Position, None, own).parts;
        let burn = self.state.ship(ship).map_or(0, |ship| i32::from(ship.burn));
        if burn > 0 {
            parts.add(RollAddend::Burn, burn);
        }
        self.roll_lines(ship, SpaceRoll::Position, None, &mut parts);
        Some((by, parts))
    }

    /// Settles the position rolls: members of formations may still leave, then the winner moves ships.
    pub(super) fn settle_position(&self, out: &mut Events) {
        self.open_formation(FormationWindow::After, 0, out);
    }

    /// Returns all entities that have a total, in the order of their first ships.
    pub fn entities(&self) -> Vec<Entity> {
        let mut entities: Vec<Entity> = Vec::new();
        for ship in self.rolling() {
            if entities.iter().any(|entity| entity.members.contains(&ship)) {
                continue;
            }
            let members = self.entity(ship);
            let rolled = members.iter().filter(|&&member| !self.is_towed(member));
            let lowest = rolled.filter_map(|&member| Some((self.standing_total(member)?, member))).min();
            if let Some((total, lowest)) = lowest {
                entities.push(Entity { members, total, lowest });
            }
        }
        entities
    }

    /// Returns the entity with the highest total, leaving out all totals that several entities share (R-S17).
    pub fn winner<'a>(&self, entities: &'a [Entity]) -> Option<&'a Entity> {
        let alone = |entity: &&Entity| entities.iter().filter(|other| other.total == entity.total).count() == 1;
        entities.iter().filter(alone).max_by_key(|entity| entity.total)
    }
}
