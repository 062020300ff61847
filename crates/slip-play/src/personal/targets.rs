//! The targets, weapons and skills that are open to an actor this turn.

use crate::choice::{Choice, Verb};
use crate::effects::{Act, Hook, StandIn};
use crate::event::Phase;
use crate::ids::{ActorId, Id, SkillId, ZoneId};
use crate::personal::Personal;
use crate::personal::effect_query::PersonalEffectQuery;
use crate::personal::permissions::bit_of;
use crate::personal::roster::AttackProfile;
use crate::personal::state::{ARMOUR_HELP, ActorState, COMPOSURE, HEALTH, SkillSet};
use crate::tracks::TrackSet;
use slip_pack::effect::Place;
use slip_pack::map::BorderValue;
use smallvec::SmallVec;

/// Zones an actor can act from.
pub(super) type Footholds = SmallVec<[ZoneId; 16]>;

/// Ways of doing an act: item, skill and manner.
pub(super) type ActWays = SmallVec<[Choice; 16]>;

/// Possible targets of an act.
pub(super) type Targets = SmallVec<[Id; 32]>;

impl Personal {
    /// Returns every way in which an actor can attack now: each weapon in each manner, the bare hand, and words. No target is needed.
    pub fn ways_to_attack(&self, who: ActorId) -> ActWays {
        let sheet = &self.roster.actors[who];
        let actor = &self.state.actors[who];
        let mut ways = ActWays::new();
        if self.roster.social.is_some() {
            self.open_skills(who, Act::Attack).into_iter().for_each(|skill| ways.push(with_skill(skill)));
            return ways;
        }
        for (number, weapon) in sheet.weapons.iter().enumerate() {
            let Ok(number) = u16::try_from(number) else { break };
            let bit = 1_u32.checked_shl(u32::from(number)).unwrap_or(0);
            if (actor.dropped | self.state.declared.barred) & bit != 0 {
                continue;
            }
            let mode = actor.modes.get(usize::from(number)).copied().unwrap_or(0);
            let Some(mode) = weapon.modes.get(usize::from(mode)) else { continue };
            self.ways_with(who, number, 0, &mode.manners, &mut ways);
        }
        self.ways_with(who, Choice::NOTHING, 0, std::slice::from_ref(&sheet.bare), &mut ways);
        self.ways_with(who, Choice::NOTHING, 1, &sheet.bare_more, &mut ways);
        if !sheet.mooks {
            let open = |using: &Choice| using.skill().is_none_or(|skill| self.has_attacks_left(who, *using, skill));
            self.words(who).filter(open).for_each(|using| self.push_ways(who, using, &mut ways));
        }
        ways
    }

    /// Adds the choices for a way of attacking: an attack on one target, unless the way always strikes its area, and an attack on its area,
    /// if it has one.
    fn push_ways(&self, who: ActorId, using: Choice, ways: &mut ActWays) {
        let area = self.area_of(who, using);
        if area.is_none_or(|(area, _)| !area.always) {
            ways.push(using);
        }
        if area.is_some() {
            ways.push(using.how(using.how | Choice::AREA));
        }
    }

    /// Adds the usable attack profiles (`manners`) of one item, each against one target and against an area. The profiles are numbered from
    /// `first`.
    fn ways_with(&self, who: ActorId, thing: u16, first: usize, manners: &[AttackProfile], ways: &mut ActWays) {
        for (place, manner) in manners.iter().enumerate() {
            let how = u8::try_from((place + first) << 1).unwrap_or(0);
            let using = Choice::of(Verb::Use).with(thing).n(i16::from(manner.skill.0)).how(how | Choice::SINGLE);
            let is_barred = manner.armour_paid && self.state.declared.barred & ARMOUR_HELP != 0;
            if is_barred || !self.is_usable(who, using, manner) {
                continue;
            }
            self.push_ways(who, using, ways);
        }
    }

    /// Returns the skills for an attack on Composure without a weapon: trained skills that may be rolled for such attacks. The setting
    /// `narrated any` allows other skills too.
    fn words(&self, who: ActorId) -> impl Iterator<Item = Choice> {
        let bare = self.roster.actors[who].bare.skill;
        self.serving(who, Act::Attack).iter().filter(move |&skill| skill != bare).map(with_skill)
    }

    /// Returns the skills that may be rolled for an act: trained ones that are not used up, and their substitutes.
    fn serving(&self, who: ActorId, act: Act) -> SkillSet {
        let roster = &self.roster;
        let mut skills = roster.actors[who].serving.for_act(act);
        // A substitution that names no skill applies to the act with any skill, but not to attacks with words.
        let of_act = |there: &StandIn| there.thing.is_none() && there.act == Some(act) && act != Act::Attack;
        let stands_in = |there: &&StandIn| {
            there.skill.map_or(of_act(there), |skill| roster.serves(skill, act))
                && !there.must
                && there.act.is_none_or(|wanted| wanted == act)
                && self.stands(who, there)
        };
        roster.actors[who].uses.iter().filter(stands_in).for_each(|there| skills.add(there.basis));
        self.fresh_of(who, skills)
    }

    /// True if an actor has the training for an attack, or can pay a fate point for the lack of training (R-P24).
    pub fn has_access(&self, who: ActorId, using: Choice) -> bool {
        let lacks = self.manner(who, using).is_some_and(|manner| self.lacks_for(who, using, manner));
        !lacks || self.can_pay_access(who)
    }

    /// Returns the given skills. Weapons for which an actor lacks training cost a fate point. If the actor cannot pay it, skills are left
    /// out for which it carries only such weapons (R-P24).
    pub(super) fn payable_of(&self, who: ActorId, skills: SkillSet) -> SkillSet {
        let paid = self.roster.actors[who].paid_skills;
        if paid == SkillSet::default() || self.can_pay_access(who) { skills } else { skills.without(paid) }
    }

    /// True if an actor must pay a fate point for an act other than an attack with a skill. That is so if the actor is not trained for its
    /// weapons of this skill (R-P24).
    pub fn is_act_paid(&self, who: ActorId, skill: Option<SkillId>) -> bool {
        skill.is_some_and(|skill| self.roster.actors[who].paid_skills.has(skill))
    }

    pub(super) fn can_pay_access(&self, who: ActorId) -> bool {
        !self.roster.settings.access_forbidden && self.state.actors[who].fate.can_pay(1)
    }

    /// True if an attack can be made in this way now. Its skill is not used up, and the attack is not forbidden. The actor has the training
    /// or can pay for its lack.
    fn is_usable(&self, who: ActorId, using: Choice, manner: &AttackProfile) -> bool {
        let skill = self.attack_skill(who, using, manner);
        let loaded = || using.weapon().is_none_or(|weapon| self.ammo_left(who, weapon).is_none_or(|left| left > 0));
        self.is_fresh_for(who, skill, Act::Attack)
            && self.is_lent(manner.lender)
            && !self.is_way_barred_this_turn(who, using)
            && (!self.lacks_for(who, using, manner) || self.can_pay_access(who))
            && loaded()
            && self.has_attacks_left(who, using, skill)
    }

    /// Returns the skill that a manner is rolled with, also in zero gravity.
    pub(super) fn attack_skill(&self, who: ActorId, using: Choice, manner: &AttackProfile) -> SkillId {
        if self.state.gravity.is_weightless() && !self.is_recoilless(who, using, manner) {
            return self.roster.parts.microgravity;
        }
        self.must_attack(who, using, manner).map_or(manner.skill, |must| must.basis)
    }

    /// Returns the tracks at which a way of attacking is aimed if no effects apply.
    pub(super) fn own_tracks(&self, who: ActorId, using: Choice) -> TrackSet {
        match self.manner(who, using) {
            Some(manner) if !self.is_words(who, using) => manner.tracks,
            Some(_) => COMPOSURE.into(),
            None => HEALTH.into(),
        }
    }

    /// Returns the tracks that a way of attacking may be aimed at.
    pub fn tracks_of(&self, who: ActorId, using: Choice) -> TrackSet {
        if self.roster.social.is_some() {
            return self.tracks_by_lines(who, using, self.tracks_at_risk());
        }
        self.tracks_by_lines(who, using, self.own_tracks(who, using))
    }

    /// True if the actor can still make its free move before the act that it is declaring.
    pub(super) const fn may_walk_first(&self) -> bool {
        matches!(self.state.step.phase, Phase::Declare) && self.state.asides.is_empty()
    }

    /// Returns the zones from which an actor can act this turn: its own zone, and the zones in reach of its free move.
    pub fn footholds(&self, who: ActorId) -> Footholds {
        let here = self.state.actors[who].zone;
        if self.may_walk_first() {
            return self.free_zones(who, here, self.free_points(who));
        }
        Footholds::from_iter([here])
    }

    /// True if an actor or zone can be attacked in this way from one of the zones `footholds`.
    pub(super) fn can_aim(&self, who: ActorId, using: Choice, it: Id, footholds: &[ZoneId]) -> bool {
        footholds.iter().any(|&from| self.can_aim_from(who, using, it, from))
    }

    /// True if an actor or zone can be attacked in this way from a zone, and nothing forbids it there.
    pub fn can_aim_from(&self, who: ActorId, using: Choice, it: Id, from: ZoneId) -> bool {
        self.is_aimed_from(who, using, it, from, &|target| !self.is_way_barred(who, using, Some(target), from))
    }

    /// True if a target is in reach of a way of attacking from a zone, but a condition or an effect forbids this attack.
    pub fn is_aim_forbidden(&self, who: ActorId, using: Choice, it: Id, from: ZoneId) -> bool {
        self.may_be_barred(who, using) && self.is_aimed_from(who, using, it, from, &|_| true) && !self.can_aim_from(who, using, it, from)
    }

    /// True if the target of an attack is in reach from the zone `from` and `allowed` returns true for it. The target is an actor or, for
    /// an attack on an area, any enemy in a zone.
    pub(super) fn is_aimed_from(&self, who: ActorId, using: Choice, it: Id, from: ZoneId, allowed: &dyn Fn(ActorId) -> bool) -> bool {
        let is_area = using.how & Choice::AREA != 0;
        match it {
            Id::Actor(target) if !is_area => {
                let there = &self.state.actors[target];
                let foe = there.is_active() && self.roster.are_enemies(who, target);
                foe && self.reaches(who, using, from, there.zone) && !self.is_beyond_from(who, target, Act::Attack, from) && allowed(target)
            }
            Id::Zone(zone) if is_area => {
                let area = self.area_of(who, using);
                let barred = area.is_none_or(|(area, _)| area.not_here);
                let covered = self.covered(area.map_or(Place::Zone, |(_, place)| place), from, zone);
                let worth = |(target, there): (ActorId, &ActorState)| {
                    there.is_active() && covered >> there.zone.0 & 1 == 1 && self.roster.are_enemies(who, target) && allowed(target)
                };
                !(barred && zone == from) && self.reaches(who, using, from, zone) && self.state.actors.iter().any(worth)
            }
            _ => false,
        }
    }

    /// Returns the skills an actor may maneuver or obstruct with: trained ones that may be rolled for it, are not used up and can be paid
    /// for. Mooks need no skill.
    pub(super) fn narratable(&self, who: ActorId, act: Verb) -> impl Iterator<Item = Choice> {
        let mooks = self.roster.actors[who].mooks;
        let act = if act == Verb::Obstruct { Act::Obstruct } else { Act::Maneuver };
        let skills = if mooks { SkillSet::default() } else { self.payable_of(who, self.serving(who, act)) };
        mooks.then(|| Choice::of(Verb::Use).n(-1)).into_iter().chain(skills.iter().map(with_skill))
    }

    /// True if an actor or zone can be seen from one of the zones `footholds`; true for the scene.
    pub fn in_view(&self, it: Id, footholds: &[ZoneId]) -> bool {
        let sees = |zone: ZoneId| footholds.iter().any(|&from| self.state.board.sees(from, zone));
        match it {
            Id::Actor(target) => self.state.actors[target].is_active() && sees(self.state.actors[target].zone),
            Id::Zone(zone) => sees(zone),
            Id::Scene => true,
            Id::None => false,
        }
    }

    /// True if a zone has a border that can be made harder.
    fn has_obstructable(&self, zone: ZoneId) -> bool {
        let solid = |way: &crate::zone_map::ZoneExit| matches!(self.state.board.borders[way.border].value, BorderValue::Wall);
        self.roster.map.zones[zone].ways.iter().any(|way| !solid(way))
    }

    /// Returns the actors and zones that can be attacked from one of the zones `footholds`, each in at least one of the ways `ways`.
    fn in_aim<'a>(&'a self, who: ActorId, ways: &'a [Choice], footholds: &'a [ZoneId]) -> impl Iterator<Item = Id> + 'a {
        let (mut reached, mut many, mut barred) = (0, false, false);
        for &using in ways {
            if using.how & Choice::AREA == 0 {
                reached |= self.reached(who, using, footholds);
                barred |= self.may_be_barred(who, using);
            } else {
                many = true;
            }
        }
        let own = self.roster.side(who);
        let open = move |(target, there): &(ActorId, &ActorState)| {
            let it = Id::Actor(*target);
            there.is_active()
                && reached >> there.zone.0 & 1 == 1
                && self.roster.side(*target) != own
                && (!barred || ways.iter().any(|&using| self.can_aim(who, using, it, footholds)))
        };
        let actors = self.state.actors.iter().filter(open).map(|(target, _)| Id::Actor(target));
        let zones = self.roster.map.zones.keys().filter(move |_| many).map(Id::Zone);
        let area = |using: &&Choice| using.how & Choice::AREA != 0;
        actors.chain(zones.filter(move |&it| ways.iter().filter(area).any(|&using| self.can_aim(who, using, it, footholds))))
    }

    /// Returns the zones in view that have a border which can be made harder to cross.
    fn obstructable<'a>(&'a self, footholds: &'a [ZoneId]) -> impl Iterator<Item = ZoneId> + 'a {
        self.roster.map.zones.keys().filter(|&zone| self.in_view(Id::Zone(zone), footholds) && self.has_obstructable(zone))
    }

    fn targets(&self, who: ActorId, act: Verb) -> Targets {
        let footholds = self.footholds(who);
        match act {
            Verb::Attack => Targets::from_iter(self.in_aim(who, &self.ways_to_attack(who), &footholds)),
            Verb::Maneuver => {
                let actors = self.roster.actors.keys().map(Id::Actor);
                let zones = self.roster.map.zones.keys().map(Id::Zone);
                let mut seen = Targets::from_iter(actors.chain(zones).chain([Id::Scene]).filter(|&it| self.in_view(it, &footholds)));
                // The default target is an enemy in view, or else the scene.
                let foe = |it: &Id| it.actor().is_some_and(|other| self.roster.are_enemies(who, other));
                let default = seen.iter().position(foe).or_else(|| seen.len().checked_sub(1));
                if let Some(before) = default.and_then(|default| seen.get_mut(..=default)) {
                    before.rotate_right(1);
                }
                seen
            }
            Verb::Obstruct => Targets::from_iter(self.obstructable(&footholds).map(Id::Zone)),
            Verb::FirstAid => Targets::from_iter(self.patients(who, &footholds).map(Id::Actor)),
            _ => Targets::new(),
        }
    }

    /// True if an act has a target that is in view or in reach from one of the zones `footholds`.
    pub(super) fn has_target(&self, who: ActorId, act: Verb, footholds: &[ZoneId]) -> bool {
        let narrowed = self.leave().is_some_and(|leave| leave.it != Id::None) || self.roster.lines.any(Hook::Permit);
        match act {
            _ if narrowed || self.roster.social.is_some() => !self.open_targets(who, act).is_empty(),
            Verb::Attack => self.in_aim(who, &self.ways_to_attack(who), footholds).next().is_some(),
            // The scene is always in view.
            Verb::Maneuver => true,
            Verb::Obstruct => self.obstructable(footholds).next().is_some(),
            Verb::FirstAid => self.patients(who, footholds).next().is_some(),
            _ => !self.open_targets(who, act).is_empty(),
        }
    }

    /// Returns the reason why the current actor cannot attack, if attacking is not one of its options.
    pub fn why_no_attack(&self) -> Option<String> {
        let who = self.state.actor?;
        let title = &self.roster.actors[who].title;
        if self.leave().is_some_and(|leave| leave.acts & bit_of(Act::Attack) == 0) {
            return Some("the permission for this extra act does not cover attacks".to_owned());
        }
        let footholds = self.footholds(who);
        if self.is_barred_this_turn(who, Act::Attack, &footholds) {
            return Some(format!("{title} may not attack now"));
        }
        if self.roster.social.is_some() {
            let nobody = "there is no possible target";
            return Some(if self.has_words_left(who) { nobody.to_owned() } else { format!("{title} has no attack left this turn") });
        }
        if self.ways_to_attack(who).is_empty() {
            return Some(format!("{title} has nothing left to attack with"));
        }
        let in_sight =
            |(other, _): (ActorId, &ActorState)| self.roster.are_enemies(who, other) && self.in_view(Id::Actor(other), &footholds);
        let why = if self.state.actors.iter().any(in_sight) { "no enemy is in range" } else { "no enemy is in sight" };
        Some(format!("{why}, neither from here nor after the free move"))
    }

    /// Returns the possible targets of an act: those that position, effects and the current permission allow.
    pub(super) fn open_targets(&self, who: ActorId, act: Verb) -> Targets {
        if self.roster.social.is_some() {
            return Targets::from_iter(self.social_targets(who, act));
        }
        let mut targets = self.targets(who, act);
        if let Some(leave) = self.leave().filter(|leave| leave.it != Id::None) {
            targets.retain(|&mut it| it == leave.it);
        }
        if self.roster.lines.any(Hook::Permit) {
            let of = match act {
                Verb::Maneuver => Act::Maneuver,
                Verb::Obstruct => Act::Obstruct,
                Verb::FirstAid => Act::FirstAid,
                _ => return targets,
            };
            targets.retain(|&mut it| !self.is_forbidden(&PersonalEffectQuery::rolling(who, of, None), Some(it)));
        }
        targets
    }
}

/// Returns a choice that names only a skill.
fn with_skill(skill: SkillId) -> Choice {
    Choice::of(Verb::Use).n(i16::from(skill.0))
}
