//! Movement goals of a side: zones to hold, edges to leave by, enemies to attack. The goals are read from the side's victory conditions
//! once per fight.

use super::option_evaluator::{PlatoonBuffers, PlatoonEvaluator};
use super::range_sight_and_command::NOWHERE;
use super::unit_sets::{members, zone_bit};
use slip_pack::encounter::{VictorySubject, VictoryTerm};
use slip_play::ids::{ActorId, Id, IdVec, Seat, TableKey, ZoneId};
use slip_play::platoon::PlatoonFight;
use slip_play::platoon::roster::{Arm, CoreSkill, PlatoonRoster};
use slip_play::platoon::state::bit;
use slip_play::platoon::zones::Region;
use slip_play::question::{Ask, Point};
use slip_play::victory;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Movement goals of a unit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct UnitGoals {
    /// Zones to hold, one bit for each; the unit should go to one of them.
    pub(super) zones: u128,
    /// Zones by whose edges the unit should leave the map, one bit for each.
    exits: u128,
    /// Zones by whose edges the unit should leave the map after the side has reached its other goals, one bit for each.
    exits_after: u128,
    /// True if the unit should attack the enemy.
    hunts: bool,
    /// True if a victory condition names the unit itself.
    pub(super) named: bool,
}

/// Movement goals of all units in a fight.
#[derive(Clone, Debug)]
pub(super) struct FightGoals {
    roster: Arc<PlatoonRoster>,
    units: IdVec<ActorId, UnitGoals>,
}

impl FightGoals {
    /// Reads the goals of all units from the victory conditions of a fight.
    pub(super) fn of(roster: &Arc<PlatoonRoster>) -> FightGoals {
        let mut aims = FightGoals { roster: Arc::clone(roster), units: roster.units.values().map(|_| UnitGoals::default()).collect() };
        for victory in &roster.victories {
            let winner = victory.side.map(Seat::of);
            let mut after = false;
            victory.condition.names(&mut |atom| after |= !is_exit(atom));
            victory.condition.names(&mut |atom| aims.read((winner, after), atom));
        }
        // Without victory conditions, the side with the last active units wins.
        if roster.victories.is_empty() {
            aims.units.values_mut().for_each(|aim| aim.hunts = true);
        }
        aims
    }

    /// True if the goals were computed for the fight with this roster.
    pub(super) fn are_of(&self, roster: &Arc<PlatoonRoster>) -> bool {
        Arc::ptr_eq(&self.roster, roster)
    }

    /// Returns the goals of a unit.
    pub(super) fn row(&self, who: ActorId) -> UnitGoals {
        self.units.row(who).copied().unwrap_or_default()
    }

    /// Gives the units of a side the goals that follow from a term of its victory condition. `after` is true if the condition requires more
    /// than leaving the map.
    fn read(&mut self, (winner, after): (Option<Seat>, bool), atom: &VictoryTerm) {
        let zones = |places: &[usize]| places.iter().fold(0, |set, &place| set | zone_bit(ZoneId::of(place)));
        let all = VictorySubject::Side;
        match atom {
            VictoryTerm::Reach { who, zones: places, .. } => self.stand(winner, who, zones(places)),
            VictoryTerm::Hold { side, zone, .. } | VictoryTerm::Control { side, zone } => self.stand(winner, &all(*side), zones(&[*zone])),
            VictoryTerm::Objectives(side) => {
                let marked = self.roster.objectives.iter().fold(0, |set, &zone| set | zone_bit(zone));
                self.stand(winner, &all(*side), marked);
            }
            VictoryTerm::Exited { who, zones: places } if !places.is_empty() => self.leave((winner, after), who, zones(places)),
            VictoryTerm::Exited { who, .. } | VictoryTerm::LeftMap(who) | VictoryTerm::Escaped(who) => {
                let exits = self.roster.ground.zones.iter().filter(|(_, zone)| zone.exit && zone.region == Region::Map);
                let exits = exits.fold(0, |set, (zone, _)| set | zone_bit(zone));
                self.leave((winner, after), who, exits);
            }
            VictoryTerm::Out(who)
            | VictoryTerm::TakenOut(who)
            | VictoryTerm::Captured(who)
            | VictoryTerm::Lost(who)
            | VictoryTerm::ActiveOf(who) => self.meet(winner, who),
            VictoryTerm::Active(side) | VictoryTerm::Worth(side) => self.meet(winner, &all(*side)),
            VictoryTerm::LastStanding(_) => self.of_side(winner, |aim| aim.hunts = true),
            VictoryTerm::Survive { who, .. } => self.name(who),
            _ => {}
        }
    }

    /// Changes the goals of all units of a side.
    fn of_side(&mut self, side: Option<Seat>, change: impl Fn(&mut UnitGoals)) {
        for (id, aim) in self.units.iter_mut() {
            let own = self.roster.units.row(id).map(|sheet| sheet.side);
            if own == side || side.is_none() {
                change(aim);
            }
        }
    }

    /// Gives a goal to the winner's units that a term of the condition names: to hold one of these zones. If the term names only opponents,
    /// all the winner's units get this goal.
    fn stand(&mut self, winner: Option<Seat>, who: &VictorySubject, zones: u128) {
        self.name(who);
        self.for_winner(winner, who, |aim| aim.zones |= zones, |aim| aim.zones |= zones);
    }

    /// Gives a goal to the winner's units that a term of the condition names: to leave the map by these edges. If the term names only
    /// opponents, the winner's units have to attack them instead.
    fn leave(&mut self, (winner, after): (Option<Seat>, bool), who: &VictorySubject, exits: u128) {
        self.name(who);
        let go = |aim: &mut UnitGoals| if after { aim.exits_after |= exits } else { aim.exits |= exits };
        self.for_winner(winner, who, go, |aim| aim.hunts = true);
    }

    /// Lets the winner's units attack, if a term of the condition requires enemies to be taken out.
    fn meet(&mut self, winner: Option<Seat>, who: &VictorySubject) {
        self.name(who);
        self.for_winner(winner, who, |_| (), |aim| aim.hunts = true);
    }

    /// If a term names units of the winner, changes their goals with `named`. Otherwise changes the goals of all the winner's units with
    /// `others`.
    fn for_winner(&mut self, winner: Option<Seat>, who: &VictorySubject, named: impl Fn(&mut UnitGoals), others: impl Fn(&mut UnitGoals)) {
        let roster = Arc::clone(&self.roster);
        let owns = |id: ActorId| roster.units.row(id).is_some_and(|sheet| winner.is_none_or(|winner| sheet.side == winner));
        let any = roster.units.keys().any(|id| owns(id) && is_named(&roster, who, id));
        for (id, aim) in self.units.iter_mut().filter(|(id, _)| owns(*id)) {
            if !any {
                others(aim);
            } else if is_named(&roster, who, id) {
                named(aim);
            }
        }
    }

    fn name(&mut self, who: &VictorySubject) {
        let roster = Arc::clone(&self.roster);
        for (id, aim) in self.units.iter_mut() {
            aim.named |= is_singled_out(&roster, who, id);
        }
    }
}

/// True if a term of a victory condition requires units to leave the map.
const fn is_exit(atom: &VictoryTerm) -> bool {
    matches!(atom, VictoryTerm::Exited { .. } | VictoryTerm::LeftMap(_) | VictoryTerm::Escaped(_))
}

/// Number that is greater than the number of units in any fight.
const ALL_OF_THEM: i64 = 1000;

/// True if, in the current state, a side wins once its units have left the map.
fn has_only_to_leave(fight: &PlatoonFight, side: Seat) -> bool {
    let gone = |atom: &VictoryTerm| match atom {
        VictoryTerm::Exited { .. } => Some(ALL_OF_THEM),
        _ => is_exit(atom).then_some(1),
    };
    fight.roster.victories.iter().filter(|victory| victory.side.map(Seat::of) == Some(side)).any(|victory| {
        let mut leaves = false;
        victory.condition.names(&mut |atom| leaves |= is_exit(atom));
        leaves && victory::would_hold(fight, victory, gone)
    })
}

/// True if a victory condition names a unit, alone or as part of its side.
fn is_named(roster: &PlatoonRoster, who: &VictorySubject, id: ActorId) -> bool {
    match who {
        VictorySubject::Side(side) => roster.units.row(id).is_some_and(|sheet| sheet.side == Seat::of(*side)),
        VictorySubject::AtLeast(_, who) => is_named(roster, who, id),
        VictorySubject::Actors(_) | VictorySubject::Pawns(_) => is_singled_out(roster, who, id),
    }
}

/// True if a victory condition names a unit individually, not as part of its whole side.
fn is_singled_out(roster: &PlatoonRoster, who: &VictorySubject, id: ActorId) -> bool {
    match who {
        VictorySubject::Side(_) | VictorySubject::Pawns(_) => false,
        VictorySubject::AtLeast(_, who) => is_singled_out(roster, who, id),
        VictorySubject::Actors(list) => {
            list.iter().any(|&(side, place)| roster.sides.row(Seat::of(side)).is_some_and(|side| side.members.get(place) == Some(&id)))
        }
    }
}

/// Returns the number of steps from a unit's zone to its nearest goal; 0 without a goal.
pub(crate) fn distance(fight: &PlatoonFight, me: ActorId) -> i64 {
    let ask = Ask { seat: fight.side(me), point: Point::Engine, me: Id::Actor(me), it: Id::None, number: 0, forced: None };
    let mut room = PlatoonBuffers::default();
    let weigher = PlatoonEvaluator::new(fight, &ask, (&[], &[]), 0, &mut room);
    weigher.and_then(|weigher| Some(weigher.goal_gap(weigher.me, weigher.zone(weigher.me)?))).unwrap_or(0)
}

/// Returns the number of steps that a side is away from the places that its victory conditions name: from each unit that should leave the
/// map to its edge, and to each zone to hold from the nearest unit. Enemies to attack are not counted.
pub(crate) fn distance_of_side(fight: &PlatoonFight, side: Seat) -> i64 {
    let mut room = PlatoonBuffers::default();
    let mut to_edges = 0;
    let mut to_zones: BTreeMap<ZoneId, i64> = BTreeMap::new();
    for who in fight.roster.units.keys().filter(|&who| fight.side(who) == side) {
        let ask = Ask { seat: side, point: Point::Engine, me: Id::Actor(who), it: Id::None, number: 0, forced: None };
        let Some(weigher) = PlatoonEvaluator::new(fight, &ask, (&[], &[]), 0, &mut room) else { continue };
        let on_map = |zone: &ZoneId| weigher.arm(who) == Arm::Ground && fight.roster.ground.region(*zone) == Region::Map;
        let Some(zone) = weigher.zone(who).filter(on_map) else { continue };
        let exits = weigher.exits_of(who);
        if exits != 0 {
            to_edges += weigher.nearest_of(zone, exits).unwrap_or(0) + 1;
            continue;
        }
        for goal in members::<ZoneId>(weigher.aim(who).zones) {
            let steps = i64::from(fight.roster.ground.range(zone, goal)).min(NOWHERE);
            to_zones.entry(goal).and_modify(|nearest| *nearest = steps.min(*nearest)).or_insert(steps);
        }
    }
    to_edges + to_zones.values().sum::<i64>()
}

impl PlatoonEvaluator<'_> {
    /// Returns the goals of a unit.
    pub(super) fn aim(&self, who: ActorId) -> UnitGoals {
        self.aims.row(who)
    }

    /// Returns the zones from which a unit should leave the map now. Other goals of its side have precedence (R-YD7).
    pub(super) fn exits_of(&self, who: ActorId) -> u128 {
        let aim = self.aim(who);
        let after = aim.exits_after & !aim.exits;
        if after != 0 && has_only_to_leave(self.fight, self.fight.side(who)) { aim.exits | after } else { aim.exits }
    }

    /// Returns the number of steps from a zone to a unit's goal (R-YD2). The goal is an edge to leave by, a zone to hold, or a place from
    /// which its best weapon reaches an enemy. The result is 0 for aircraft and for units on a card, which have no goal.
    pub(super) fn goal_gap(&self, who: ActorId, zone: ZoneId) -> i64 {
        let aim = self.aim(who);
        let still = self.arm(who) != Arm::Ground || self.fight.roster.ground.region(zone) != Region::Map;
        if still {
            return 0;
        }
        let exits = self.exits_of(who);
        if exits != 0 {
            return self.nearest_of(zone, exits).unwrap_or(0) + 1;
        }
        if aim.zones != 0 {
            return self.gap_to_stand(who, zone, aim.zones);
        }
        if aim.hunts { self.gap_to_enemy(who, zone) } else { 0 }
    }

    /// Returns the number of steps to the nearest zone to hold that no other unit of the side holds yet. A zone from which the unit can
    /// shoot into such a zone is near enough. If several units are in one zone, only the first of them holds it.
    fn gap_to_stand(&self, who: ActorId, zone: ZoneId, wanted: u128) -> i64 {
        let survey = self.survey();
        let (own, foes) = if self.is_theirs(who) { (survey.their_zones, survey.our_zones) } else { (survey.our_zones, survey.their_zones) };
        let here = self.zone(who).map_or(0, zone_bit) & wanted;
        let here = if here != 0 && self.is_held_by_one_before(who) { 0 } else { here };
        let open = wanted & !(own & !here);
        let wanted = if open == 0 { wanted } else { open };
        let reach = self.favourite_range(who);
        let ground = &self.fight.roster.ground;
        let gaps = members::<ZoneId>(wanted).map(|goal| {
            let steps = i64::from(ground.range(zone, goal)).min(NOWHERE);
            if foes & zone_bit(goal) != 0 { (steps - reach).abs() } else { steps }
        });
        gaps.min().unwrap_or(0)
    }

    /// True if another unit of the same side, with a lower number, is on the ground in the same zone.
    fn is_held_by_one_before(&self, who: ActorId) -> bool {
        let survey = self.survey();
        let (here, side) = (self.zone(who), self.fight.side(who));
        let before = survey.placed & !survey.aloft & bit(who).wrapping_sub(1);
        members::<ActorId>(before).any(|other| self.zone(other) == here && self.fight.side(other) == side)
    }

    pub(super) fn gap_to_enemy(&self, who: ActorId, zone: ZoneId) -> i64 {
        let survey = self.survey();
        let foes = if self.is_theirs(who) { survey.our_zones } else { survey.their_zones };
        let reach = self.favourite_range(who);
        self.nearest_of(zone, foes).map_or(0, |steps| (steps - reach).abs())
    }

    /// Returns the greatest range at which the unit's best ground attack has no penalty.
    fn favourite_range(&self, who: ActorId) -> i64 {
        let Some(sheet) = self.fight.roster.units.row(who) else { return 1 };
        let ranked = [(CoreSkill::DirectFire, 1), (CoreSkill::IndirectFire, 2), (CoreSkill::HandToHand, 0)];
        let known = ranked.into_iter().filter_map(|(trade, range)| Some((sheet.rank(trade.skill())?, range)));
        // The first of equal attacks is chosen, so a ranged attack is preferred.
        known.reduce(|best, next| if next.0 > best.0 { next } else { best }).map_or(1, |(_, range)| range)
    }
}
