//! Defences: the skills and weapons that are open against an attack, and the choice among them.
//!
//! A weapon can defend if it could also attack the attacker. The list of defences therefore makes the same checks as the list of attacks.

use crate::choice::{Choice, Options, Verb};
use crate::conflict::Refusal;
use crate::effects::{Act, ConditionVariable, Hook, RoleFact};
use crate::event::{Counter, Event, Events, TrackId};
use crate::ids::{ActorId, SkillId, ZoneId};
use crate::personal::Personal;
use crate::personal::effect_query::PersonalEffectQuery;
use crate::personal::roll_results::WeaponUse;
use crate::personal::state::{COMPOSURE, Defence, HEALTH, SkillSet};
use slip_dice::Dice;
use slip_pack::effect::State as EffectState;
use smallvec::SmallVec;

/// Skills to defend with, in order; `None` means a defence without a skill.
pub(super) type Defences = SmallVec<[Option<SkillId>; 8]>;

/// An attack as its defender sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IncomingAttack {
    /// Attacker; `None` for an attack that no actor makes.
    pub by: Option<ActorId>,
    /// Zone of the attacker.
    pub from: ZoneId,
    /// Zone of the defender.
    pub at: ZoneId,
    /// Track that the attack is aimed at.
    pub track: TrackId,
}

impl IncomingAttack {
    /// Returns the attack with another track as its aim.
    pub const fn on_track(self, track: TrackId) -> IncomingAttack {
        IncomingAttack { track, ..self }
    }
}

/// A weapon that an actor can use for a defence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ArmedDefence {
    /// The weapon and the way of using it.
    pub(super) using: Choice,
    /// The skill that is rolled.
    pub(super) skill: SkillId,
    /// True if the roll costs a fate point, because the defender is not trained for the weapon.
    pub(super) is_paid: bool,
}

/// Skills that are open for a defence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct OpenDefences {
    /// All open skills, including those that cost a fate point.
    all: SkillSet,
    /// Skills that cost no fate point.
    free: SkillSet,
}

impl Personal {
    /// Returns the defence with this number in the current contest.
    pub fn defence(&self, number: u8) -> Option<&Defence> {
        self.state.contest.as_ref()?.defences.get(usize::from(number))
    }

    /// Returns the declared attack, as one of its defenders sees it.
    pub fn attack_on(&self, who: ActorId) -> IncomingAttack {
        let usual = if self.roster.social.is_some() { COMPOSURE } else { HEALTH };
        let at = self.state.actors[who].zone;
        let by = self.state.actor;
        let from = by.map_or(at, |by| self.state.actors[by].zone);
        IncomingAttack { by, from, at, track: self.state.declared.track.unwrap_or(usual) }
    }

    /// Returns the skills with which an actor may defend against the declared attack (R-P10). These are dodging, nerve against attacks on
    /// Composure, the skill of weightlessness where there is no gravity, and the skills of weapons that reach the attacker.
    pub fn defence_skills(&self, who: ActorId) -> Defences {
        self.defence_skills_against(who, &self.attack_on(who))
    }

    /// Like [`Personal::defence_skills`], against any attack. Without a skill that costs nothing, a defence without a skill is open, too.
    pub fn defence_skills_against(&self, who: ActorId, attack: &IncomingAttack) -> Defences {
        if self.roster.social.is_some() {
            return Defences::from_iter(self.social_defences(who, attack.track));
        }
        if self.roster.actors[who].mooks {
            return Defences::from_iter([None]);
        }
        let open = self.open_defences(who, attack);
        let none = open.free.iter().next().is_none().then_some(None);
        none.into_iter().chain(open.all.iter().map(Some)).collect()
    }

    fn open_defences(&self, who: ActorId, attack: &IncomingAttack) -> OpenDefences {
        let permits = self.roster.lines.any(Hook::Permit);
        let may = |skill: SkillId| {
            !permits || !self.is_forbidden(&PersonalEffectQuery::rolling(who, Act::Defence, Some(skill)).against(attack.by), None)
        };
        let mut found = OpenDefences::default();
        for (skill, is_paid) in self.natural_defences(who, attack).filter(|&(skill, _)| may(skill)) {
            found.all.add(skill);
            if !is_paid {
                found.free.add(skill);
            }
        }
        for stand_in in &self.roster.actors[who].uses {
            let act = stand_in.act.is_none_or(|act| act == Act::Defence);
            let fits = act
                && match stand_in.skill {
                    Some(skill) => found.free.has(skill),
                    None => stand_in.act.is_some() && stand_in.thing.is_none(),
                };
            if fits && self.stands(who, stand_in) && !stand_in.must {
                found.all.add(stand_in.basis);
                found.free.add(stand_in.basis);
            }
        }
        let is_open =
            |skill: &SkillId| self.state.actors[who].record(Some(*skill)).is_some() || self.is_fresh_for(who, *skill, Act::Defence);
        let mut open = OpenDefences::default();
        for skill in found.all.iter().filter(is_open) {
            open.all.add(skill);
            if found.free.has(skill) {
                open.free.add(skill);
            }
        }
        open
    }

    /// Returns the skills that can defend without a substitution. Each has a flag that is true if the defence costs a fate point.
    pub(super) fn natural_defences<'a>(&'a self, who: ActorId, attack: &'a IncomingAttack) -> impl Iterator<Item = (SkillId, bool)> + 'a {
        let parts = &self.roster.parts;
        let nerve = (attack.track == COMPOSURE).then_some(parts.nerve);
        let floating = self.state.gravity.is_weightless().then_some(parts.microgravity);
        let unarmed = std::iter::once(parts.dodge).chain(nerve).chain(floating);
        let payable = move |armed: &ArmedDefence| !armed.is_paid || self.can_pay_access(who);
        let armed = self.armed_defences(who, attack).filter(payable);
        unarmed.map(|skill| (skill, false)).chain(armed.map(|armed| (armed.skill, armed.is_paid)))
    }

    /// True if a skill is one of [`Personal::natural_defences`].
    pub(super) fn is_natural_defence(&self, who: ActorId, skill: SkillId, attack: &IncomingAttack) -> bool {
        self.natural_defences(who, attack).any(|(there, _)| there == skill)
    }

    /// Returns the weapons that an actor can defend with. Weapons that it is not trained for are included, even if it cannot pay for their
    /// use.
    fn armed_defences<'a>(&'a self, who: ActorId, attack: &'a IncomingAttack) -> impl Iterator<Item = ArmedDefence> + 'a {
        let weapons = u16::try_from(self.roster.actors[who].weapons.len()).unwrap_or(u16::MAX);
        (0..weapons).filter_map(move |weapon| self.armed_defence(who, weapon, attack))
    }

    /// Returns the defence with a weapon. The weapon must be held, loaded and allowed, and must reach the attacker. The skill is that of
    /// the weapon after substitution and gravity.
    fn armed_defence(&self, who: ActorId, weapon: u16, attack: &IncomingAttack) -> Option<ArmedDefence> {
        let actor = &self.state.actors[who];
        let mode = actor.modes.get(usize::from(weapon)).copied().unwrap_or(0);
        let modes = &self.roster.actors[who].weapons.get(usize::from(weapon))?.modes;
        let manner = modes.get(usize::from(mode))?.manners.first()?;
        let is_dropped = 1_u32.checked_shl(u32::from(weapon)).is_some_and(|bit| actor.dropped & bit != 0);
        let how = if manner.area.is_some_and(|area| area.always) { Choice::AREA } else { Choice::SINGLE };
        let using = Choice::of(Verb::Use).with(weapon).n(i16::from(manner.skill.0)).how(how);
        // A weapon that is thrown cannot be used to defend.
        let is_in_hand = !is_dropped && !manner.thrown;
        let serves = is_in_hand
            && self.is_lent(manner.lender)
            && using.weapon().is_none_or(|weapon| self.ammo_left(who, weapon).is_none_or(|left| left > 0))
            && self.reaches(who, using, attack.at, attack.from)
            && !self.is_way_barred(who, using, attack.by, attack.at)
            && !attack.by.is_some_and(|by| self.is_beyond_from(who, by, Act::Attack, attack.at));
        if !serves {
            return None;
        }
        let wanted = self.must_attack(who, using, manner).map_or(manner.skill, |must| must.basis);
        let (skill, _) = self.grounded(who, wanted, Act::Attack, self.slips(who, using, manner));
        // The use of a recorded defence is not a new roll, and costs nothing.
        let is_paid = actor.record(Some(skill)).is_none() && self.lacks_for(who, using, manner);
        Some(ArmedDefence { using, skill, is_paid })
    }

    /// Returns the weapon with which an actor defends if it rolls this skill; `None` if the skill needs no weapon. Of several weapons, the
    /// first that costs no fate point is used.
    pub(super) fn defends_with_weapon(&self, who: ActorId, skill: Option<SkillId>, attack: &IncomingAttack) -> Option<ArmedDefence> {
        let skill = skill.filter(|_| self.roster.social.is_none() && !self.roster.actors[who].mooks)?;
        let parts = &self.roster.parts;
        let unarmed = skill == parts.dodge
            || (skill == parts.nerve && attack.track == COMPOSURE)
            || (skill == parts.microgravity && self.state.gravity.is_weightless());
        if unarmed {
            return None;
        }
        self.armed_defences(who, attack).filter(|armed| armed.skill == skill).min_by_key(|armed| armed.is_paid)
    }

    /// True if a new defence roll with a skill costs a fate point, because the defender is not trained for the weapon.
    pub fn is_defence_paid(&self, who: ActorId, skill: Option<SkillId>) -> bool {
        self.defends_with_weapon(who, skill, &self.attack_on(who)).is_some_and(|armed| armed.is_paid)
    }

    /// Returns the expected total of a defence without armour: exact for a recorded roll, the average for a new one.
    pub fn expected_defence(&self, who: ActorId, skill: Option<SkillId>) -> i32 {
        match self.state.actors[who].record(skill) {
            Some(record) => record.faces.total() + self.standing(who, record).total(),
            None => self.defence_roll(who, skill).parts.total(),
        }
    }

    /// Returns the defence that an actor makes by default, and its expected total. This is the best defence that costs no fate point; of
    /// equal defences, the first.
    pub fn usual_defence(&self, who: ActorId, attack: &IncomingAttack) -> (i32, Option<SkillId>) {
        let free: Defences = match self.roster.social {
            None if !self.roster.actors[who].mooks => {
                let free = self.open_defences(who, attack).free;
                let none = free.iter().next().is_none().then_some(None);
                none.into_iter().chain(free.iter().map(Some)).collect()
            }
            _ => self.defence_skills_against(who, attack),
        };
        let mut best: Option<(i32, Option<SkillId>)> = None;
        for skill in free {
            let expected = self.expected_defence(who, skill);
            if best.is_none_or(|(most, _)| expected > most) {
                best = Some((expected, skill));
            }
        }
        best.unwrap_or((0, None))
    }

    pub(super) fn legal_defend(&self, out: &mut Options) {
        let Some(who) = self.state.step.who.actor() else { return };
        let attack = self.attack_on(who);
        let option = |skill: Option<SkillId>| {
            let live = self.state.actors[who].record(skill).is_some();
            let n = skill.map_or(-1, |skill| i16::from(skill.0));
            Choice::of(Verb::Defend).n(n).how(u8::from(live))
        };
        for skill in self.defence_skills_against(who, &attack) {
            out.push(option(skill));
        }
        out.sort_with_default(Some(option(self.usual_defence(who, &attack).1)));
    }

    pub(super) fn decide_defend(&self, choice: Choice, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let Some(who) = self.state.step.who.actor() else { return Ok(()) };
        let skill = choice.skill();
        if let Some(record) = self.state.actors[who].record(skill) {
            self.read_record(who, record, out);
            Personal::go(out, self.next_defence());
            return Ok(());
        }
        if self.is_defence_paid(who, skill) {
            self.pay(who, 1, out);
        }
        if self.asks_for_armour(who, skill) || self.has_offers_for(who, Act::Defence, &self.defence_roll(who, skill)) {
            out.push(Event::Counter { who, what: Counter::Defends(skill), change: 0, now: 0 });
            return Ok(());
        }
        self.defend_with(who, skill, dice, out)
    }

    fn defend_with(&self, who: ActorId, skill: Option<SkillId>, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let lacks = self.armour_lacks(who);
        self.roll_defence(who, skill, !lacks, dice, out)?;
        Personal::go(out, self.next_defence());
        Ok(())
    }

    /// Rolls the chosen defence, after all questions about it.
    pub(super) fn roll_chosen_defence(&self, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let chosen = self.defence(self.state.step.n).and_then(|defence| Some((defence.who, defence.chosen?)));
        chosen.map_or(Ok(()), |(who, skill)| self.defend_with(who, skill, dice, out))
    }

    /// True if any condition tests the weapons that an actor has fired. For example, a weapon with high recoil has such a condition.
    fn asks_for_firing(&self, who: ActorId) -> bool {
        let sheet = &self.roster.actors[who];
        let modes = sheet.weapons.iter().flat_map(|weapon| &weapon.modes);
        let of_weapons = modes.flat_map(|mode| &mode.manners).flat_map(|manner| &manner.barred_when);
        let of_sheet = sheet.changes.iter().filter_map(|change| change.condition.as_ref());
        let of_lines = self.roster.lines.iter().filter_map(|(_, line)| line.condition.as_ref());
        let mut asks = false;
        for condition in of_weapons.chain(of_sheet).chain(of_lines) {
            condition.names(&mut |variable| {
                let of_another = matches!(variable, ConditionVariable::Of(_, RoleFact::State(EffectState::FiredLastRound)));
                asks |= of_another || *variable == ConditionVariable::FiredLastRound;
            });
        }
        asks
    }

    /// Adds the aspects that the weapons of the defenders bring after a new defence roll (effects `after defence …`).
    pub(super) fn after_defences(&self, next: &mut usize, out: &mut Events) {
        let Some(contest) = &self.state.contest else { return };
        for defence in &contest.defences {
            let who = defence.who;
            let Some(roll) = defence.roll.as_ref().filter(|roll| !roll.standing && self.state.actors[who].is_active()) else { continue };
            let Some(armed) = self.defends_with_weapon(who, roll.skill, &self.attack_on(who)) else { continue };
            let (Some(manner), Some(weapon)) = (self.manner(who, armed.using), armed.using.weapon()) else { continue };
            self.aspects_after(who, manner, armed.using, WeaponUse::Defence, next, out);
            let bit = 1_u32.checked_shl(u32::from(weapon)).unwrap_or(0);
            if self.state.actors[who].fired & bit == 0 && self.asks_for_firing(who) {
                out.push(Event::Counter { who, what: Counter::ShotBack(weapon), change: 1, now: 1 });
            }
        }
    }
}
