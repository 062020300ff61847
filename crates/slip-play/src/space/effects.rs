//! Effects in space combat: the amounts they add to rolls, the numbers they set, the acts they forbid and the targets they strike.
//!
//! Effects on stress, spin, tracks and defences are evaluated in the modules that use these numbers.

use crate::effects::{
    Act, Carrier, CarrierSubject, EffectHost, EffectOperation, EffectTable, Hook, OpponentFilter, RollFilter, TableEffect, UNLIMITED,
};
use crate::event::{Event, Events, RollAddend, RollAddends, TrackId};
use crate::ids::{ActorId, AspectId, SkillId};
use crate::space::Space;
use crate::space::build_effect_table;
use crate::space::eval_context::SpaceEvalContext;
use crate::space::fixed_numbers::FixedDefence;
pub use crate::space::roll_kinds::SpaceRoll;
use crate::space::roster::{Post, PostCrew, SpaceRoster, WeaponSystem};
use crate::space::state::ShipLocation;

/// Query for effects: the roll or number of a ship that is asked about.
#[derive(Clone, Copy)]
pub(crate) struct ShipEffectQuery {
    /// Ship that the query is about.
    pub(super) ship: ActorId,
    /// Person whose skill is used, if any.
    pub(super) person: Option<ActorId>,
    /// Kind of the roll, if the query is about a roll.
    pub(super) roll: Option<SpaceRoll>,
    /// Post that is used for the roll.
    pub(super) post: Option<Post>,
    /// Opponent of the roll.
    pub(super) foe: Option<ActorId>,
    /// Aspect that is used.
    pub(super) aspect: Option<AspectId>,
    /// Track that the query is about.
    pub(super) track: Option<u8>,
}

impl Space {
    /// Returns the query about a roll of a ship.
    pub(super) fn at(&self, ship: ActorId, roll: SpaceRoll, foe: Option<ActorId>) -> ShipEffectQuery {
        let post = roll.post(self.repairing_post(ship));
        let person = post.and_then(|post| match self.hand(ship, post) {
            PostCrew::Person { who, .. } => Some(who),
            PostCrew::Nobody | PostCrew::Default { .. } => None,
        });
        ShipEffectQuery { ship, person, roll: Some(roll), post, foe, aspect: None, track: None }
    }

    pub(super) const fn about(ship: ActorId) -> ShipEffectQuery {
        ShipEffectQuery { ship, person: None, roll: None, post: None, foe: None, aspect: None, track: None }
    }

    /// Adds the effects on a roll to its addends, each with its number.
    pub fn roll_lines(&self, ship: ActorId, act: SpaceRoll, against: Option<ActorId>, parts: &mut RollAddends) {
        self.roll_parts(&self.at(ship, act, against), parts);
    }

    /// Returns the fixed defences that effects give a ship against a weapon. Defences that must be used come before those that may be
    /// chosen; in each group, higher numbers come first.
    pub fn fixed_defences(&self, ship: ActorId, weapon: WeaponSystem, against: Option<ActorId>) -> Vec<FixedDefence> {
        let at = self.at(ship, SpaceRoll::defence(weapon), against);
        let mut fixed: Vec<FixedDefence> = Vec::new();
        for (number, stand_in) in &self.roster.uses {
            let Some(line) = self.roster.lines.get(*number) else { continue };
            let meant = build_effect_table::against(&self.roster, stand_in) == Some(weapon.rating()) && !stand_in.lenders_roll;
            if !meant || self.in_force(*number, line, &at) == 0 {
                continue;
            }
            let Some(whose) = self.whose_rank(stand_in, line, &at) else { continue };
            let rank = self.rank_of(whose.unwrap_or(ship), stand_in.basis);
            let value = rank.unwrap_or(0).min(stand_in.up_to.unwrap_or(i32::MAX)) + stand_in.plus;
            fixed.push(FixedDefence { value, by_choice: !stand_in.must, harmless: stand_in.harmless, line: Some(*number) });
        }
        fixed.sort_by_key(|defence| (defence.by_choice, -defence.value, defence.line));
        fixed
    }

    /// Returns the track that a hit on `track` strikes. An effect can divert it to another track.
    pub fn diverted(&self, ship: ActorId, track: TrackId) -> TrackId {
        let at = Space::about(ship);
        let to = self.lines_at(Hook::Divert, &at).filter_map(|(number, line)| match line.does {
            EffectOperation::Divert { from, to, may: false } if from == track.0 => Some((line.carrier.distance(), number, TrackId(to))),
            _ => None,
        });
        to.min().map_or(track, |(_, _, to)| to)
    }

    /// Returns the stress that an attack deals with these shifts. Effects on stress dealt change it first, then effects on stress suffered.
    /// Each effect is recorded.
    pub fn stress(&self, ship: ActorId, weapon: WeaponSystem, on: ActorId, shifts: i32, out: &mut Events) -> i32 {
        if shifts <= 0 {
            return shifts;
        }
        let tell = |line: u16, amount: i32| Event::Effect { line, who: Some(on), amount, only: None };
        let dealt = self.reckon(Hook::StressOf, &self.at(ship, SpaceRoll::attack(weapon), Some(on)), shifts, &mut |line, amount| {
            out.push(tell(line, amount));
        });
        let at = ShipEffectQuery { post: None, ..self.at(on, SpaceRoll::defence(weapon), Some(ship)) };
        self.reckon(Hook::Stress, &at, dealt, &mut |line, amount| out.push(tell(line, amount)))
    }

    /// Returns the spin that a defender gets. `spin` is the amount by the rules; effects on the attack can change it.
    pub fn spin_given(&self, ship: ActorId, weapon: WeaponSystem, defender: ActorId, spin: i32, out: &mut Events) -> i32 {
        let at = self.at(ship, SpaceRoll::attack(weapon), Some(defender));
        self.reckon(Hook::Spin, &at, spin, &mut |line, amount| {
            out.push(Event::Effect { line, who: Some(defender), amount, only: None });
        })
    }

    /// Returns the bonus for using an aspect on a roll.
    pub fn invoke_bonus(&self, id: AspectId, by: ActorId) -> i32 {
        let at = ShipEffectQuery { aspect: Some(id), ..Space::about(by) };
        self.reckon(Hook::Invoke, &at, self.roster.settings.invoke_bonus, &mut |_, _| {})
    }

    /// True if no effect forbids a ship an act (`cannot`). If the act has a target, effects that forbid it against that target are
    /// included.
    pub fn may_do(&self, ship: ActorId, act: Act, to: Option<ActorId>) -> bool {
        !self.roster.lines.at(Hook::Permit).any(|(number, line)| {
            let EffectOperation::Permit { object, .. } = &line.does else { return false };
            let at_whom = object.is_none() || to.is_some() && line.carrier.person() == to;
            let at = ShipEffectQuery { foe: to, ..Space::about(ship) };
            self.forbids(line, act) && at_whom && self.in_force(number, line, &at) > 0
        })
    }

    /// True if a ship may still attack in this fight. Effects can limit the number of attacks (`ammo is 6`).
    pub fn has_shots_left(&self, ship: ActorId) -> bool {
        let made = self.state.ship(ship).map_or(0, |there| i32::from(there.attacks));
        !self.roster.lines.any(Hook::Ammo) || self.number(Hook::Ammo, &Space::about(ship), UNLIMITED) > made
    }

    /// Returns the effects by which a ship may now reroll its dice, with the price of each use. Effects whose limit is used up are left
    /// out.
    pub fn rerolls(&self, ship: ActorId, act: SpaceRoll, against: Option<ActorId>) -> Vec<(u16, u16)> {
        let at = self.at(ship, act, against);
        let open = self.roster.lines.at(Hook::Reroll).filter(|(_, line)| self.may_count(line, &at) && self.can_use(line, ship));
        open.map(|(number, line)| (number, line.price)).collect()
    }

    /// True if the subject of an effect (`whom`) includes a ship or a person. `person` is the person whose skill the ship uses for its
    /// roll.
    pub(super) fn is_meant(&self, carrier: Carrier, whom: &CarrierSubject, ship: ActorId, person: Option<ActorId>) -> bool {
        let declared = &self.state.declared;
        let Some(own) = carrier.person() else {
            return match whom {
                CarrierSubject::Actor => declared.me == Some(ship),
                CarrierSubject::Target => declared.it.actor() == Some(ship),
                CarrierSubject::Allied(kind) | CarrierSubject::Enemy(kind) => self.is_a(ship, kind),
                _ => true,
            };
        };
        // A person's own rolls are those that use the person's skill. A ship's own rolls are those of all its posts.
        let home = self.roster.person(own).map_or(own, |person| person.ship);
        let is_own = if home == own { ship == own } else { person == Some(own) };
        let enemies = self.are_enemies(own, ship);
        let tether = |ship: ActorId| self.state.ship(ship).and_then(|there| there.tether);
        match whom {
            CarrierSubject::Own => is_own,
            CarrierSubject::Crew => ship == home,
            CarrierSubject::Allies => !enemies && !is_own,
            CarrierSubject::Enemies => enemies,
            CarrierSubject::Others => !is_own,
            CarrierSubject::Everyone => true,
            CarrierSubject::Target => declared.me == Some(home) && declared.it.actor() == Some(ship),
            CarrierSubject::Actor => declared.me == Some(ship),
            CarrierSubject::Allied(kind) => !enemies && !is_own && self.is_a(ship, kind),
            CarrierSubject::Enemy(kind) => enemies && self.is_a(ship, kind),
            CarrierSubject::Tethered => tether(home).is_some() && tether(home) == tether(ship),
            CarrierSubject::Carrier => self.roster.ships.row(home).and_then(|sheet| sheet.parent) == Some(ship),
            CarrierSubject::Platoon => false,
            CarrierSubject::Attached => self.is_attached(ship, home),
        }
    }

    /// True if a ship is attached to another ship: coupled to it, or one of the craft from its hangar, whether aboard or launched (R-YE8).
    pub(super) fn is_attached(&self, ship: ActorId, to: ActorId) -> bool {
        let is_of_hangar = self.roster.ships.row(ship).is_some_and(|sheet| sheet.parent == Some(to));
        is_of_hangar
            || self
                .state
                .ship(ship)
                .is_some_and(|there| matches!(there.berth, ShipLocation::Coupled(other) | ShipLocation::Hangar(other) if other == to))
    }

    fn fits_foe(&self, against: &OpponentFilter, carrier: Carrier, roll: SpaceRoll, at: &ShipEffectQuery) -> bool {
        match (against, roll.against()) {
            (OpponentFilter::Carrier, _) => at.foe.is_some() && carrier.person() == at.foe,
            (OpponentFilter::Skill(skill), Some((rating, _))) => *skill == SpaceRoster::rating_skill(rating),
            (OpponentFilter::Act(act), Some((_, against))) => *act == against || *act == Act::Attack,
            (OpponentFilter::Thing(name), Some((rating, _))) => self.roster.settings.rating(rating).as_str() == name.as_str(),
            (OpponentFilter::Skill(_) | OpponentFilter::Act(_) | OpponentFilter::Thing(_), None) => false,
        }
    }
}

impl EffectHost for Space {
    type At = ShipEffectQuery;
    type Eye<'a> = SpaceEvalContext<'a>;

    fn table(&self) -> &EffectTable {
        &self.roster.lines
    }

    fn whose(&self, at: &ShipEffectQuery) -> ActorId {
        at.ship
    }

    fn track_asked(&self, at: &ShipEffectQuery) -> Option<u8> {
        at.track
    }

    fn words_asked(&self, at: &ShipEffectQuery) -> Option<&str> {
        at.aspect.and_then(|id| self.state.aspects.row(id)).map(|aspect| aspect.text.as_str())
    }

    fn is_carried_now(&self, carrier: Carrier) -> bool {
        let Some(who) = carrier.person() else { return true };
        let ship = self.roster.person(who).map_or(who, |person| person.ship);
        self.state.ship(ship).is_some_and(|there| there.is_active())
    }

    fn is_true_of(&self, line: &TableEffect, at: &ShipEffectQuery) -> bool {
        self.is_meant(line.carrier, &line.whom, at.ship, at.person)
    }

    fn fits_roll(&self, wanted: &RollFilter, carrier: Carrier, at: &ShipEffectQuery) -> bool {
        let Some(roll) = at.roll else { return wanted.act.is_none() && wanted.with_whatever() };
        if !wanted.act.is_none_or(|act| roll.acts().contains(&act)) {
            return false;
        }
        let named = || {
            let post = at.post.map(|post| self.roster.skill_named(post));
            let rating = roll.rating().map(|rating| self.roster.settings.rating(rating).as_str());
            let is_used = |&skill: &SkillId| {
                let name = Some(self.named(skill));
                name == post || name == rating || self.is_made_with(skill, roll, at)
            };
            wanted.skills.iter().any(is_used)
        };
        (wanted.with_whatever() || named()) && wanted.against.as_ref().is_none_or(|against| self.fits_foe(against, carrier, roll, at))
    }

    fn wanted(&self, number: u16, line: &TableEffect, at: &ShipEffectQuery) -> usize {
        usize::from(if line.cue.is_some() {
            self.state.roused.iter().any(|(there, who, _)| (*there, *who) == (number, at.ship))
        } else {
            !(line.choice || line.as_action || line.leaves_open()) || self.state.chosen.contains(&(number, at.ship))
        })
    }

    fn eye(&self, carrier: Carrier, at: &ShipEffectQuery) -> SpaceEvalContext<'_> {
        let own = carrier.person().unwrap_or(at.ship);
        SpaceEvalContext { fight: self, own, subject: at.ship, foe: at.foe, roll: at.roll, affected: None, base: 0, depth: 0 }
    }

    /// True if the roll uses a plain number instead of a rating. Effects do not limit or amplify plain numbers.
    fn is_number(&self, parts: &RollAddends) -> bool {
        parts.iter().any(|(part, _)| matches!(part, RollAddend::Skill(skill) if self.fixed_number(skill).is_some()))
    }

    /// Returns all effects on this kind of number (`hook`): those of the ship, and those of the person whose skill is used.
    fn listed<'a>(&'a self, hook: Hook, _at: &ShipEffectQuery) -> impl Iterator<Item = (u16, &'a TableEffect)> {
        self.roster.lines.at(hook)
    }
}
