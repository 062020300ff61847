//! Odds of attacks, defences and maneuvers before the dice: chances and expected boxes, in hundredths.
//!
//! The odds are exact for the dice in force and the present sheets. The defender uses the best defence, and the attacker every free tag on
//! the target that its side holds. Additions of either side after the dice are left out.

use crate::choice::{Choice, Verb};
use crate::effects::Act;
use crate::event::TrackId;
use crate::ids::{ActorId, Id, SkillId, ZoneId};
use crate::personal::Personal;
use crate::personal::attack_cache::{AttackCaches, AttackSituation, AttackerHand};
use crate::personal::defence::IncomingAttack;
use crate::personal::state::{COMPOSURE, HEALTH};
use crate::zone_map::FAR;
use slip_dice::fate::track::TrackHit;
use slip_dice::fate::{Holder, Prospect, RollDistribution};
use slip_pack::effect::Place;
use std::ops::Deref;

/// One box, or a probability of 1, in hundredths.
const UNIT: i64 = 100;

/// Defence that an attacker has to expect, without armour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExpectedDefence {
    /// Total of the defence before the dice; for a recorded defence with its dice.
    pub total: i32,
    /// True if the dice of the defence have not been rolled yet.
    pub rolled: bool,
}

impl Personal {
    /// Returns every way in which an actor could attack if none of its skills were used up: each weapon with each of its uses, and the bare
    /// hand.
    pub fn arsenal(&self, who: ActorId) -> impl Iterator<Item = Choice> + '_ {
        let sheet = &self.roster.actors[who];
        let actor = &self.state.actors[who];
        let weapons = sheet.weapons.iter().zip(0_u16..).filter(move |(_, number)| {
            let bit = 1_u32.checked_shl(u32::from(*number)).unwrap_or(0);
            actor.dropped & bit == 0
        });
        let armed = weapons.flat_map(move |(weapon, number)| {
            let mode = actor.modes.get(usize::from(number)).copied().unwrap_or(0);
            let manners = weapon.modes.get(usize::from(mode)).map_or(&[][..], |mode| &mode.manners);
            manners.iter().zip(0_u8..).map(move |(manner, place)| {
                let always = manner.area.is_some_and(|area| area.always);
                Choice::of(Verb::Use)
                    .with(number)
                    .n(i16::from(manner.skill.0))
                    .how(place << 1 | if always { Choice::AREA } else { Choice::SINGLE })
            })
        });
        armed.chain(std::iter::once(Choice::of(Verb::Use).n(i16::from(sheet.bare.skill.0))))
    }

    /// Returns the best defence of an actor against an attack. Only defences that cost no fate point are considered (R-P10).
    pub fn guard(&self, who: ActorId, attack: &IncomingAttack) -> ExpectedDefence {
        let (total, skill) = self.usual_defence(who, attack);
        ExpectedDefence { total, rolled: self.state.actors[who].record(skill).is_none() }
    }

    /// Like [`Personal::guard`], for an actor without substitute skills whose defences depend only on its sheet. If several defences are
    /// equally good, the first is used.
    fn settled_guard(&self, who: ActorId, attack: &IncomingAttack, kept: &mut AttackCaches) -> Option<ExpectedDefence> {
        let mut best: Option<(ExpectedDefence, SkillId)> = None;
        for (skill, _) in self.natural_defences(who, attack).filter(|(_, is_paid)| !is_paid) {
            let record = self.state.actors[who].record(Some(skill));
            if record.is_none() && !self.is_fresh_for(who, skill, Act::Defence) {
                continue;
            }
            let total = match record {
                Some(record) => record.faces.total() + record.parts.total(),
                None => kept.defence(who, skill.0, || self.expected_defence(who, Some(skill))),
            };
            if best.is_none_or(|(best, by)| total > best.total || (total == best.total && skill < by)) {
                best = Some((ExpectedDefence { total, rolled: record.is_none() }, skill));
            }
        }
        best.map(|(guard, _)| guard)
    }

    fn kept_guard(&self, who: ActorId, attack: &IncomingAttack, kept: &mut AttackCaches) -> ExpectedDefence {
        if let Some(guard) = kept.guard(who, attack) {
            return guard;
        }
        let plain = kept.is_settled(who) && self.roster.actors[who].uses.is_empty();
        let settled = if plain { self.settled_guard(who, attack, kept) } else { None };
        let guard = settled.unwrap_or_else(|| self.guard(who, attack));
        kept.keep_guard(who, attack, guard);
        guard
    }

    /// Returns the track at which a way of attacking is aimed: the declared track, otherwise the first possible one.
    pub fn aimed_track(&self, who: ActorId, using: Choice, target: ActorId) -> TrackId {
        if self.roster.actors[target].mooks {
            return HEALTH;
        }
        let tracks = self.tracks_of(who, using);
        let declared = self.state.declared.track.filter(|&track| self.state.actor == Some(who) && tracks.has(track));
        declared.or(tracks.first()).unwrap_or(COMPOSURE)
    }

    /// Returns the odds of an attack on an actor, with a bonus on the roll. The first zone is that of the attacker; the second is the zone
    /// where the target is or might be.
    pub fn prospect(
        &self,
        who: ActorId,
        using: Choice,
        target: ActorId,
        zones: (ZoneId, ZoneId),
        plus: i32,
        kept: &mut AttackCaches,
    ) -> Prospect {
        if self.roster.social.is_some() {
            return self.words_prospect(who, using.skill(), (target, self.words_track(who, target)), zones, plus, kept);
        }
        self.prospect_at(who, using, target, self.aimed_track(who, using, target), zones, plus, kept)
    }

    /// Returns the odds of an attack at a chosen track.
    #[expect(clippy::too_many_arguments, reason = "each argument is a part of the attack or a cached value")]
    pub fn prospect_at(
        &self,
        who: ActorId,
        using: Choice,
        target: ActorId,
        track: TrackId,
        (from, to): (ZoneId, ZoneId),
        plus: i32,
        kept: &mut AttackCaches,
    ) -> Prospect {
        if self.roster.social.is_some() {
            return self.words_prospect(who, using.skill(), (target, track), (from, to), plus, kept);
        }
        let track = self.struck_on(who, using, target, track);
        let guard = self.kept_guard(target, &IncomingAttack { by: Some(who), from, at: to, track }, kept);
        let armoured = self.wears_usable_armour(target);
        let armour = self.effective_armour(target, who, using, armoured);
        let tags = kept.tags(self.roster.side(who), target, || self.free_tags_on(who, target));
        let roll = kept.roll((who, using, self.hand(who, using)), (from, to), || self.attack_roll_from(who, using, from, to));
        let margin = roll + plus + tags * self.roster.settings.bonus - guard.total - armour;
        let absorbed = self.absorbs(target, track, self.state.actors[target].slots);
        let trackless = self.roster.actors[target].trackless.has(track);
        let there = self.state.actors[target].track(track);
        kept.outlook(there, (absorbed, trackless), (margin, guard.rolled), || self.outlook(target, track, margin, guard.rolled))
    }

    fn hand(&self, who: ActorId, using: Choice) -> AttackerHand {
        let actor = &self.state.actors[who];
        let active = actor.is_active();
        let Some(weapon) = using.weapon() else { return AttackerHand { active, ..AttackerHand::default() } };
        AttackerHand {
            mode: actor.modes.get(usize::from(weapon)).copied().unwrap_or(0),
            dropped: actor.dropped.checked_shr(u32::from(weapon)).is_some_and(|bits| bits & 1 == 1),
            active,
        }
    }

    /// Returns the number of free tags on an actor that would count on an attack by `who`'s side now.
    pub fn free_tags_on(&self, who: ActorId, target: ActorId) -> i32 {
        let side = self.roster.side(who).0;
        let aspects = &self.state.aspects;
        let theirs = aspects.among(aspects.tagged() & aspects.on(target), |aspect| aspect.holder == Holder::Actor(target.0));
        let free = theirs.filter(|(_, aspect)| aspect.is_free_for(side, self.declaration_for(aspect)));
        i32::try_from(free.count()).unwrap_or(0)
    }

    /// Returns the odds of an attack on a track of the target. Before the dice, the attack leads by `margin`.
    pub(super) fn outlook(&self, target: ActorId, track: TrackId, margin: i32, opposed: bool) -> Prospect {
        let dice = self.roster.settings.dice;
        let spread = if opposed { RollDistribution::opposed(dice) } else { RollDistribution::of(dice) };
        let slots = self.absorbs(target, track, self.state.actors[target].slots);
        let kills = |shifts: i32| self.lands_past(target, track, shifts - slots);
        Prospect::of(spread, margin, |shifts| self.boxes(target, track, shifts), kills)
    }

    /// Returns the number of boxes that a hit newly marks. A hit past the end of the track counts as all open boxes and one more.
    pub fn boxes(&self, target: ActorId, track: TrackId, shifts: i32) -> i64 {
        let landing = self.landing_on(target, track, shifts);
        let track = self.state.actors[target].track(track);
        match landing {
            TrackHit::Nothing => 0,
            TrackHit::Box(up_to) => i64::from(track.open_up_to(up_to)),
            TrackHit::Past => i64::from(track.open()) + 1,
        }
    }

    /// True if a hit on this track goes past the end of the track.
    pub fn lands_past(&self, target: ActorId, track: TrackId, shifts: i32) -> bool {
        self.landing_on(target, track, shifts) == TrackHit::Past
    }

    fn wears_usable_armour(&self, who: ActorId) -> bool {
        let payable = !self.roster.settings.access_forbidden && self.state.actors[who].fate.can_pay(1);
        self.roster.actors[who].armour.is_some() && (!self.armour_lacks(who) || payable)
    }

    /// Returns the best odds of an attack by one actor on another from one zone into another. No skill counts as used up.
    pub fn best_prospect(
        &self,
        who: ActorId,
        target: ActorId,
        (from, to): (ZoneId, ZoneId),
        plus: i32,
        kept: &mut AttackCaches,
    ) -> Prospect {
        let meeting = (who, target, from, to, plus);
        if let Some(best) = kept.best(meeting) {
            return best;
        }
        let mut best = Prospect::default();
        if self.roster.social.is_some() {
            best = self.words_prospect(who, None, (target, self.words_track(who, target)), (from, to), plus, kept);
        } else {
            for using in self.arsenal(who).filter(|&using| self.reaches(who, using, from, to)) {
                best = best.or(self.prospect(who, using, target, (from, to), plus, kept));
            }
        }
        kept.keep_best(meeting, best);
        best
    }

    /// True if an attack reaches a zone without a penalty for range. Words have no range.
    pub fn in_range(&self, who: ActorId, using: Choice, from: ZoneId, to: ZoneId) -> bool {
        if !self.reaches(who, using, from, to) {
            return false;
        }
        let Some(manner) = self.manner(who, using).filter(|_| !self.is_words(who, using)) else { return true };
        let (least, most) = self.reach(who, using, manner, from, to);
        (least..=most).contains(&self.roster.map.range(from, to))
    }

    /// Returns the active people, in order.
    pub fn active_people(&self) -> impl Iterator<Item = ActorId> + '_ {
        self.state.actors.iter().filter(|(_, actor)| actor.is_active()).map(|(who, _)| who)
    }

    /// Returns the distance from a zone to the nearest active enemy of an actor; [`FAR`] if there is none.
    pub fn steps_to_enemy(&self, who: ActorId, from: ZoneId) -> u8 {
        let enemies = self.active_people().filter(|&there| self.roster.are_enemies(who, there));
        enemies.map(|there| self.roster.map.range(from, self.state.actors[there].zone)).min().unwrap_or(FAR)
    }
}

/// One way of attacking one target this turn, from the best zone for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PersonalShot {
    /// Target of the attack: an actor or a zone.
    pub it: Id,
    /// Weapon, skill and manner of the attack.
    pub using: Choice,
    /// Zone to attack from.
    pub from: ZoneId,
    /// Odds of the attack.
    pub prospect: Prospect,
}

/// List of the attacks open to an actor, with the keys of the state that the list was computed for.
#[derive(Debug, Default)]
pub struct Shots {
    all: Vec<PersonalShot>,
    /// Actor and state key for which the list was computed; `None` if the list must not be used again.
    taken: Option<(ActorId, (u64, u64))>,
    /// Key of the state on which the open attacks depend; `None` if they also depend on other state.
    opening: Option<AttackSituation>,
    ways: Vec<Choice>,
    footholds: Vec<ZoneId>,
}

/// A clone starts with an empty list, because the list belongs to one policy.
impl Clone for Shots {
    fn clone(&self) -> Shots {
        Shots::default()
    }
}

impl Deref for Shots {
    type Target = [PersonalShot];

    fn deref(&self) -> &[PersonalShot] {
        &self.all
    }
}

impl Personal {
    /// Computes every attack that is open to the current actor this turn: all targets, weapons and skills. Each attack is made from the
    /// zone with the best odds among the zones that the free move reaches.
    pub fn shots(&self, who: ActorId, aimed: &mut Shots, kept: &mut AttackCaches) {
        let out = &mut aimed.all;
        if self.roster.social.is_some() {
            out.clear();
            return self.words_open(who, out, kept);
        }
        let opening = kept.opening(self, who);
        if opening.is_some() && aimed.opening == opening {
            return;
        }
        aimed.opening = opening;
        let footholds = self.footholds(who);
        let ways = self.ways_to_attack(who);
        // During one turn several questions, from the act to the weapon, are asked in the same state. The list is computed once and reused.
        let taken = kept.table().map(|table| (who, table));
        if taken.is_some() && aimed.taken == taken && *aimed.ways == *ways && *aimed.footholds == *footholds {
            return;
        }
        aimed.taken = taken;
        aimed.ways.clear();
        aimed.ways.extend_from_slice(&ways);
        aimed.footholds.clear();
        aimed.footholds.extend_from_slice(&footholds);
        out.clear();
        // Allies are never targets. Zones are targets of area attacks only.
        let area = ways.iter().any(|using| using.how & Choice::AREA != 0);
        let actors = self.active_people().filter(|&it| self.roster.are_enemies(who, it)).map(Id::Actor);
        for it in actors.chain(self.roster.map.zones.keys().filter(|_| area).map(Id::Zone)) {
            for &using in &ways {
                let mut best: Option<PersonalShot> = None;
                for &from in footholds.iter() {
                    let Some(prospect) = self.aimed(who, using, it, from, kept) else { continue };
                    let shot = PersonalShot { it, using, from, prospect };
                    if best.is_none_or(|best| shot.prospect.expected > best.prospect.expected) {
                        best = Some(shot);
                    }
                }
                out.extend(best);
            }
        }
    }

    /// Returns the odds of an attack from a zone; `None` if the target cannot be attacked from there.
    fn aimed(&self, who: ActorId, using: Choice, it: Id, from: ZoneId, kept: &mut AttackCaches) -> Option<Prospect> {
        let can_aim = || self.can_aim_from(who, using, it, from);
        let Id::Actor(target) = it else { return can_aim().then(|| self.promise(who, using, it, from, kept)) };
        let zones = (from, self.state.actors[target].zone);
        let key = kept.promise_key((who, using, target), zones, true);
        kept.promise(key).unwrap_or_else(|| {
            let promise = can_aim().then(|| self.prospect(who, using, target, zones, 0, kept));
            kept.keep_promise(key, promise);
            promise
        })
    }

    /// Returns the odds of an attack on an actor, or on everyone in a zone. The result for a zone is the sum over enemies minus the sum
    /// over allies.
    pub fn promise(&self, who: ActorId, using: Choice, it: Id, from: ZoneId, kept: &mut AttackCaches) -> Prospect {
        match it {
            Id::Actor(target) => {
                let zones = (from, self.state.actors[target].zone);
                let key = kept.promise_key((who, using, target), zones, false);
                kept.promise(key).flatten().unwrap_or_else(|| {
                    let promise = self.prospect(who, using, target, zones, 0, kept);
                    kept.keep_promise(key, Some(promise));
                    promise
                })
            }
            Id::Zone(zone) => {
                let area = self.area_of(who, using);
                let covered = self.covered(area.map_or(Place::Zone, |(_, place)| place), from, zone);
                let mut sum = Prospect::default();
                for target in self.active_people().filter(|&target| covered >> self.state.actors[target].zone.0 & 1 == 1) {
                    if area.is_some_and(|(area, _)| self.is_spared(area, who, target)) {
                        continue;
                    }
                    let one = self.prospect(who, using, target, (from, self.state.actors[target].zone), 0, kept);
                    if self.roster.are_enemies(who, target) {
                        sum.hit = sum.hit.max(one.hit);
                        sum.kill = sum.kill.max(one.kill);
                        sum.hit_told = sum.hit_told.max(one.hit_told);
                        sum.kill_told = sum.kill_told.max(one.kill_told);
                        sum.expected += one.expected;
                    } else {
                        sum.expected -= one.expected;
                    }
                }
                Prospect { expected: sum.expected.max(0), ..sum }
            }
            Id::Scene | Id::None => Prospect::default(),
        }
    }

    /// Returns the chance of a maneuver with the best skill that is not used up, in hundredths.
    pub fn maneuver_chance(&self, who: ActorId, kept: &mut AttackCaches) -> i64 {
        let (ways, all) = self.maneuver_ways(who, kept);
        i64::from(ways) * UNIT / i64::from(all)
    }

    /// Returns the chance of a maneuver with the actor's best skill that is not used up: the number of successful rolls, and the number of
    /// all rolls.
    pub fn maneuver_ways(&self, who: ActorId, kept: &mut AttackCaches) -> (u32, u32) {
        if self.roster.social.is_some() {
            let chance = self.chance_by(who, None, Act::Maneuver, 0, kept);
            return (chance.at_least(1), chance.spread.all());
        }
        let mooks = self.roster.actors[who].mooks;
        let skills = self.roster.skills.keys().filter(|&skill| self.roster.trained(who, skill).is_some());
        let fresh = skills.filter(|&skill| self.is_fresh(who, skill));
        let with = |skill: SkillId| {
            kept.maneuver(who, skill.0, self.state.actors[who].is_active(), || {
                self.plain_total(who, Choice::of(Verb::Use).n(i16::from(skill.0)))
            })
        };
        let best = if mooks { Some(self.plain_total(who, Choice::of(Verb::Use).n(-1))) } else { fresh.map(with).max() };
        let needed = |total: i32| self.roster.settings.maneuver_difficulty - total;
        let spread = RollDistribution::of(self.roster.settings.dice);
        (best.map_or(0, |total| spread.at_least(needed(total))), spread.all())
    }

    /// Returns the number of boxes that an actor's armour saves in the current attack, in hundredths.
    pub fn armour_saves(&self, who: ActorId) -> i64 {
        let (Some(attacker), Some(using)) = (self.state.actor, self.state.declared.using) else { return 0 };
        let track = self.state.declared.track.unwrap_or(HEALTH);
        let guard = self.guard(who, &self.attack_on(who).on_track(track));
        let (from, to) = (self.state.actors[attacker].zone, self.state.actors[who].zone);
        let margin = self.attack_roll_from(attacker, using, from, to) - guard.total;
        let armour = self.effective_armour(who, attacker, using, true);
        let bare = self.outlook(who, track, margin, guard.rolled).expected;
        bare - self.outlook(who, track, margin - armour, guard.rolled).expected
    }

    /// Returns the number of boxes that the best optional effect on offer for the next roll deals or saves, in hundredths; `None` if no
    /// effect is on offer.
    pub fn offer_gains(&self, who: ActorId) -> Option<i64> {
        let more = self.offered(who)?;
        let declared = &self.state.declared;
        let (Some(attacker), Some(using), Some(Verb::Attack)) = (self.state.actor, declared.using, declared.act) else {
            return Some(0);
        };
        let target = if who == attacker { declared.it.actor() } else { Some(who) };
        let Some(target) = target else { return Some(0) };
        let track = self.aimed_track(attacker, using, target);
        let guard = self.guard(target, &self.attack_on(target).on_track(track));
        let (from, to) = (self.state.actors[attacker].zone, self.state.actors[target].zone);
        let margin = self.attack_roll_from(attacker, using, from, to) - guard.total;
        let armour = self.effective_armour(target, attacker, using, true);
        let with = |more: i32| self.outlook(target, track, margin - armour + more, guard.rolled).expected;
        Some(if who == attacker { with(more) - with(0) } else { with(0) - with(-more) })
    }

    /// True if a way of attacking cannot be used now, and the reason is not that a skill is used up.
    pub fn is_barred(&self, who: ActorId, using: Choice) -> bool {
        self.is_way_barred_this_turn(who, using)
    }
}
