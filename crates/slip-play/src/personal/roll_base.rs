//! Base of a roll, before the dice: skills, substitutions, harm, range and armour, in the order of the rules.

use crate::choice::{Choice, Verb};
use crate::effects::{Act, Carrier, EffectHost, EffectOperation, EvalContext, Hook, RollChange, StandIn, TableEffect};
use crate::event::{RollAddend, RollAddends};
use crate::ids::{ActorId, SkillId, ZoneId};
use crate::personal::Personal;
use crate::personal::effect_query::PersonalEffectQuery;
use crate::personal::eval_context::PersonalEvalContext;
use crate::personal::roster::AttackProfile;
use crate::personal::settings::Gravity;
use crate::personal::state::{RecordedDefence, RollChoices};
use slip_dice::fate::check;

/// Skill and addends of a roll before the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PersonalRollBase {
    /// Skill that the roll uses up. `None` for a roll without a skill, such as a roll of mooks.
    pub(super) skill: Option<SkillId>,
    /// Addends of the roll.
    pub(super) parts: RollAddends,
    /// Offer to roll a substitute skill at its full rank instead of its cap: the fate points that this costs and the amount that the roll
    /// gains. `None` if no cap can be lifted or the cap makes no difference.
    pub(super) full: Option<(u16, i32)>,
    /// Number of the effect that substitutes the skill; the roll counts as a use of this effect.
    pub(super) via: Option<u16>,
    /// Actor that rolls in place of the acting one, and the skill of this actor for the roll.
    pub(super) by_lender: Option<(ActorId, SkillId)>,
}

/// Source of an addend of the armour value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArmourAddend {
    /// The Defense of the armour worn.
    Defense,
    /// The penetration of the weapon, negative.
    Penetration,
    /// An effect on Defense or penetration, by number.
    Effect(u16),
}

impl Personal {
    /// Returns the profile of the attack that a choice describes, by its weapon and manner and the weapon's current mode. If the choice
    /// names no weapon, returns the profile of bare hands.
    pub fn manner(&self, who: ActorId, using: Choice) -> Option<&AttackProfile> {
        crate::personal::attack::manner(&self.state, &self.roster, who, using)
    }

    /// True if an attack uses words alone: it is aimed at Composure and made without a weapon.
    pub fn is_words(&self, who: ActorId, using: Choice) -> bool {
        let words = using.with == Choice::NOTHING
            && using.how >> 1 == 0
            && using.skill().is_some_and(|skill| skill != self.roster.actors[who].bare.skill);
        words || self.roster.social.is_some()
    }

    /// Returns the number of open boxes of a group of mooks, which is their value in every roll.
    pub(super) fn mook_value(&self, who: ActorId) -> i32 {
        i32::from(self.state.actors[who].track(super::state::HEALTH).open())
    }

    /// Adds the modifiers of a sheet to a roll. Modifiers of worn gear form one addend together with `more`: for example, the weight of
    /// armour lowers rolls of Agility, but not the rank itself. Modifiers of the actor itself are listed by their effects.
    fn add_changes(&self, parts: &mut RollAddends, who: ActorId, (skill, act): (Option<SkillId>, Act), is_armour_paid: bool, more: i32) {
        let unpaid = if is_armour_paid { &[] } else { self.untrained_armour(who) };
        let counts = |(place, change): &(usize, &RollChange)| change.by <= 0 || !unpaid.contains(place);
        let changes = || {
            let all = self.roster.actors[who].changes.iter().enumerate().filter(counts).map(|(_, change)| change);
            all.filter(|change| self.changes_roll(who, (skill, act), change))
        };
        let worn = changes().filter(|change| change.line.is_none()).map(|change| change.by).sum::<i32>();
        add(parts, RollAddend::Gear, worn + more);
        for (line, by) in changes().filter_map(|change| Some((change.line?, change.by))) {
            add(parts, RollAddend::Line(line), by);
        }
    }

    /// True if a static modifier counts on a roll.
    fn changes_roll(&self, who: ActorId, (skill, act): (Option<SkillId>, Act), change: &RollChange) -> bool {
        change.skill.is_none_or(|wanted| Some(wanted) == skill)
            && change.act.is_none_or(|wanted| wanted == act)
            && change.condition.as_ref().is_none_or(|condition| self.holds(who, condition))
    }

    /// Returns the indexes of the modifiers of armour that its wearer is not trained for. Their bonuses count on a roll only if a fate
    /// point is paid.
    fn untrained_armour(&self, who: ActorId) -> &[usize] {
        let armour = self.roster.actors[who].armour.as_ref().filter(|armour| !armour.changes.is_empty());
        armour.filter(|_| self.armour_lacks(who)).map_or(&[], |armour| &armour.changes)
    }

    /// Returns the bonus that a roll gains from armour that its wearer is not trained for, if a fate point is paid.
    pub(super) fn bought_armour(&self, who: ActorId, skill: Option<SkillId>, act: Act) -> i32 {
        let changes = &self.roster.actors[who].changes;
        let worn = self.untrained_armour(who).iter().filter_map(|&place| changes.get(place)).filter(|change| change.by > 0);
        worn.filter(|change| self.changes_roll(who, (skill, act), change)).map(|change| change.by).sum()
    }

    /// True if the acting actor has paid for its armour in the declared action. False for an attack, because a point paid in an attack is
    /// for the way of attacking.
    pub(super) fn pays_for_armour(&self, who: ActorId) -> bool {
        let declared = &self.state.declared;
        self.state.actor == Some(who) && declared.access == Some(true) && declared.act != Some(Verb::Attack)
    }

    /// True if an actor may pay for armour that it is not trained for, and the armour would help its next roll in an act.
    pub(super) fn may_buy_armour(&self, who: ActorId, act: Act, skill: Option<SkillId>) -> bool {
        if self.roster.social.is_some() || self.roster.actors[who].armour.is_none() || !self.armour_lacks(who) || !self.can_pay_access(who)
        {
            return false;
        }
        let price = 1 + u16::from(act != Act::Move && self.is_act_paid(who, skill));
        let rolled = self.plain_roll(who, skill, act).skill;
        let helps = self.bought_armour(who, rolled, act) > 0 || (act == Act::Move && self.armour_lifts_zones(who));
        helps && self.state.actors[who].fate.can_pay(price)
    }

    /// Adds the effects of the effect table to a roll, one by one. If there are too many to list, those whose amounts a recorded defence
    /// keeps are combined into one addend for gear. The others can then be listed.
    pub(super) fn add_lines(&self, at: &PersonalEffectQuery, parts: &mut RollAddends) {
        if !self.roster.lines.any(Hook::Roll) {
            return;
        }
        let mut more = Vec::new();
        let gained = parts.iter().filter(|(part, _)| matches!(part, RollAddend::Gear | RollAddend::Line(_))).map(|(_, by)| by).sum();
        let at = PersonalEffectQuery { gained, ..*at };
        self.reckon(Hook::Roll, &at, parts.total(), &mut |number, by| more.push((number, by)));
        let named = parts.has_room_for_lines(more.len());
        if !named {
            *parts = parts.with_lines_as_gear();
        }
        for (number, by) in more {
            let kept = self.roster.lines.get(number).is_some_and(TableEffect::stays_in_records);
            parts.add(if kept && !named { RollAddend::Gear } else { RollAddend::Line(number) }, by);
        }
    }

    /// Returns a rank after the effects that limit it, and true if an effect amplifies it. All amplifiers together add 1.
    fn blended(&self, at: &PersonalEffectQuery, mut rank: i32) -> (i32, bool) {
        let fixed = at.skill.and_then(|skill| self.roster.skills.row(skill)).is_some_and(|skill| skill.fixed);
        if fixed || !self.roster.lines.any(Hook::Blend) {
            return (rank, false);
        }
        let mut blends = Vec::new();
        for (_, line) in self.lines_at(Hook::Blend, at) {
            if let EffectOperation::Blend { limited, by, .. } = &line.does {
                // An effect that limits or amplifies uses a skill of the roller, or a skill of the carrier if the effect names the carrier.
                let own = self.eye(line.carrier, at);
                let by = PersonalEvalContext { own: at.who, bearer: own.own, ..own }.number(by);
                blends.push((*limited, by));
            }
        }
        for &(_, by) in blends.iter().filter(|(limited, _)| *limited) {
            rank = check::limited(rank, by);
        }
        let amplified = blends.iter().any(|&(limited, by)| !limited && by > rank);
        (rank, amplified)
    }

    /// Returns the skill that is rolled instead of `skill` in the gravity of the scene, with its rank. If `slips` is true, it is the skill
    /// of weightlessness where there is no gravity. In low gravity it is the better of the two skills. In an attack an untrained `skill`
    /// still counts as untrained (R-P36).
    pub(super) fn grounded(&self, who: ActorId, skill: SkillId, act: Act, slips: bool) -> (SkillId, i32) {
        let roster = &self.roster;
        let rank = roster.rank(who, skill);
        let floating = roster.parts.microgravity;
        let light = roster.rank(who, floating);
        let held = act == Act::Attack && skill != floating && roster.trained(who, skill).is_none();
        match self.state.gravity {
            gravity if slips && gravity.is_weightless() => (floating, if held { check::UNTRAINED } else { light }),
            Gravity::Low if slips && light > rank && !held => (floating, light),
            _ => (skill, rank),
        }
    }

    /// True if a substitute skill can be used now. Its condition must be true, its lender must be in the fight, and its price must be
    /// payable.
    pub(super) fn stands(&self, who: ActorId, there: &StandIn) -> bool {
        self.stands_from(who, there, self.state.actors[who].zone)
    }

    /// Like [`Personal::stands`], for an act from another zone: the actor may first walk to that zone.
    pub(super) fn stands_from(&self, who: ActorId, there: &StandIn, from: ZoneId) -> bool {
        let at = PersonalEffectQuery::rolling(who, there.act.unwrap_or(Act::Defence), None).from(from);
        let line = there.line.and_then(|number| Some((number, self.roster.lines.get(number)?)));
        let in_force = |(number, line): (u16, &TableEffect)| {
            self.is_carried_now(line.carrier)
                && self.is_meant_in(line.carrier, &line.whom, who, from)
                && self.is_so(line, &at)
                && (!line.choice || self.can_use(number, line, who))
        };
        let carrier = line.map_or(Carrier::Person(who), |(_, line)| line.carrier);
        let eye = PersonalEvalContext { foothold: Some((who, from)), ..PersonalEvalContext::of(self, there.lender.unwrap_or(who)) };
        self.is_lent(there.lender)
            && there.condition.as_ref().is_none_or(|condition| eye.holds(condition))
            && there
                .against
                .as_ref()
                .is_none_or(|against| self.fits_foe(against, carrier, &PersonalEffectQuery::rolling(who, Act::Defence, None)))
            && line.is_none_or(in_force)
    }

    /// Returns the actor whose rank counts for a substitution; `None` if there is no such actor.
    fn whose(&self, who: ActorId, there: &StandIn) -> Option<ActorId> {
        match there.of {
            Some(role) => PersonalEvalContext { subject: who, ..PersonalEvalContext::of(self, there.lender.unwrap_or(who)) }.seen(role),
            None => Some(there.lender.unwrap_or(who)),
        }
    }

    fn rank_of(&self, who: ActorId, there: &StandIn) -> i32 {
        self.whose(who, there).map_or(check::UNTRAINED, |whose| self.roster.rank(whose, there.basis))
    }

    /// True if a substitution uses the actor's own skill, or the actor that lends the skill is in the fight.
    pub(super) fn is_lent(&self, lender: Option<ActorId>) -> bool {
        lender.is_none_or(|lender| self.state.actors[lender].is_active())
    }

    /// Returns the rank that counts for a substitution: up to its cap, or the full rank if lifting the cap was paid for.
    fn worth(&self, who: ActorId, there: &StandIn, rank: i32) -> i32 {
        let rank = if there.lender.is_some() || there.of.is_some() { self.rank_of(who, there) } else { rank };
        let lifted = there.full_for.is_some() && self.is_full(who);
        there.up_to.filter(|_| !lifted).map_or(rank, |up_to| rank.min(up_to)) + there.plus
    }

    /// Returns the actor that has made a choice for its next roll: an optional effect, or a payment to use a substitute skill at its full
    /// rank.
    pub(super) fn prepared(&self) -> Option<ActorId> {
        let RollChoices { who, full, lines, made_good, .. } = &self.state.preparing;
        who.filter(|_| *full || !lines.is_empty() || !made_good.is_empty())
    }

    /// True if an actor has paid to use a substitute skill at its full rank for the next roll.
    fn is_full(&self, who: ActorId) -> bool {
        self.state.preparing.full && self.state.preparing.who == Some(who)
    }

    /// True if an actor may roll a skill in an act as it is, not as a substitute for another skill.
    pub(super) fn is_natural(&self, who: ActorId, skill: SkillId, act: Act) -> bool {
        if self.roster.social.is_some() {
            return self.roster.trained(who, skill).is_some();
        }
        match act {
            Act::Defence => self.is_natural_defence(who, skill, &self.attack_on(who)),
            Act::Attack | Act::Maneuver | Act::Obstruct => self.roster.serves(skill, act) && self.roster.trained(who, skill).is_some(),
            Act::Seal => skill == self.roster.parts.seal,
            Act::FirstAid => self.is_medic(who, skill),
            Act::Task => self.is_of_task(skill),
            _ => true,
        }
    }

    /// Returns the substitution for a skill in an act. It is mandatory or, for a move, gives a better rank. Optional substitutions in
    /// attacks and defences are answers to a question.
    fn stand_in(&self, who: ActorId, skill: SkillId, act: Act) -> Option<&StandIn> {
        let rank = |there: &StandIn| self.worth(who, there, self.roster.rank(who, there.basis));
        let acts = |there: &&StandIn| there.thing.is_none() && there.act.is_none_or(|wanted| wanted == act) && self.stands(who, there);
        let uses = || self.roster.actors[who].uses.iter().filter(acts);
        let replaces = |there: &&StandIn| there.skill == Some(skill) || (there.skill.is_none() && there.act == Some(act));
        // Of several substitutions the nearest counts, then the one with the smaller rank, then the first.
        let near = |there: &&StandIn| {
            let line = there.line.and_then(|number| self.roster.lines.get(number));
            (line.map_or(2, |line| line.carrier.distance()), rank(there))
        };
        if let Some(must) = uses().filter(|there| there.must && replaces(there)).min_by_key(near) {
            return Some(must);
        }
        let own = self.roster.rank(who, skill);
        let may: Option<&StandIn> = match act {
            Act::Move if self.roster.social.is_none() => {
                uses().filter(|there| replaces(there) && self.is_fresh(who, there.basis)).max_by_key(|there| rank(there))
            }
            Act::Defence
            | Act::Attack
            | Act::Move
            | Act::Maneuver
            | Act::MoveAnother
            | Act::Obstruct
            | Act::Seal
            | Act::FirstAid
            | Act::Task => uses().filter(|there| there.basis == skill && !there.must).max_by_key(|there| rank(there)),
            _ => None,
        };
        may.filter(|there| !self.is_natural(who, skill, act) && act != Act::Move || rank(there) > own)
    }

    /// Returns the fate points that it costs to use a substitute skill at its full rank, and the amount that the roll gains. `now` is the
    /// rank up to the cap.
    fn lift(&self, who: ActorId, skill: SkillId, act: Act, now: i32) -> Option<(u16, i32)> {
        let acts = |there: &&StandIn| {
            let fits = match act {
                Act::Move => there.skill == Some(skill) && self.is_fresh(who, there.basis),
                _ => there.basis == skill && act != Act::Check && !self.is_natural(who, skill, act),
            };
            fits && there.thing.is_none() && there.act.is_none_or(|wanted| wanted == act) && self.stands(who, there)
        };
        let full = |there: &StandIn| Some((there.full_for?, self.rank_of(who, there) + there.plus - now));
        let lifts = self.roster.actors[who].uses.iter().filter(acts).filter_map(full);
        lifts.filter(|&(_, more)| more > 0 && !self.is_full(who)).max_by_key(|&(_, more)| more)
    }

    /// Returns the skill that a roll uses up: the substitute skill, or `wanted` if there is none. Mooks use up no skill.
    pub(super) fn skill_used(&self, who: ActorId, wanted: SkillId, act: Act) -> Option<SkillId> {
        if self.roster.actors[who].mooks {
            return None;
        }
        let skill = self.stand_in(who, wanted, act).map_or(wanted, |there| there.basis);
        Some(self.grounded(who, skill, act, act == Act::Move).0)
    }

    /// Returns the base of any roll of a skill: the skill (or the value of mooks), with encumbrance and surroundings.
    pub(super) fn plain_roll(&self, who: ActorId, skill: Option<SkillId>, act: Act) -> PersonalRollBase {
        let mut parts = RollAddends::new();
        let mut used = None;
        let mut full = None;
        let mut via = None;
        let mut by_lender = None;
        let foe = match act {
            Act::Maneuver | Act::MoveAnother => self.state.declared.it.actor().filter(|&it| it != who),
            _ => self.state.actor.filter(|&actor| act == Act::Defence && actor != who),
        };
        if self.roster.actors[who].mooks {
            parts.add(RollAddend::Mooks, self.mook_value(who));
        } else {
            // Zero gravity makes movement harder. It does not affect words and wits.
            let slips = act == Act::Move;
            match skill {
                Some(wanted) => {
                    let stand_in = self.stand_in(who, wanted, act);
                    if let Some((lender, there)) = stand_in.and_then(|there| Some((there.lender.filter(|_| there.lenders_roll)?, there))) {
                        by_lender = Some((lender, there.basis));
                    }
                    via = stand_in.and_then(|there| there.line);
                    let skill = stand_in.map_or(wanted, |stand_in| stand_in.basis);
                    let (skill, rank) = self.grounded(who, skill, act, slips);
                    used = Some(skill);
                    let rank = stand_in.map_or(rank, |there| self.worth(who, there, rank));
                    full = self.lift(who, wanted, act, rank);
                    let at = PersonalEffectQuery::rolling(who, act, used).against(foe);
                    let (rank, amplified) = self.blended(&at, self.with_needs(&at, rank));
                    parts.add(RollAddend::Skill(skill), rank);
                    if amplified {
                        parts.add(RollAddend::Amplified, 1);
                    }
                }
                None => parts.add(RollAddend::Fixed, check::UNTRAINED),
            }
        }
        let roller = by_lender.map_or(who, |(lender, _)| lender);
        self.add_changes(&mut parts, roller, (used, act), act != Act::Defence && self.pays_for_armour(roller), 0);
        // A check is not an action, so sloping gravity does not affect it (R-P38, R-XP15). Sloping gravity does not affect the sealing of a
        // suit either.
        if !matches!(act, Act::Check | Act::Seal) {
            add(&mut parts, RollAddend::Environment, self.state.gravity.penalty());
        }
        self.add_lines(&PersonalEffectQuery::rolling(roller, act, used).against(foe), &mut parts);
        PersonalRollBase { skill: used, parts, full, via, by_lender }
    }

    /// Returns the roll, without its dice, of an attack on one actor or on everyone in a zone.
    pub(super) fn attack_roll(&self, who: ActorId, using: Choice, target: ZoneId) -> PersonalRollBase {
        self.attack_base(who, using, self.state.actors[who].zone, target)
    }

    /// Returns the total of an attack from one zone into another without dice.
    pub(super) fn attack_roll_from(&self, who: ActorId, using: Choice, from: ZoneId, target: ZoneId) -> i32 {
        self.attack_base(who, using, from, target).parts.total()
    }

    fn attack_base(&self, who: ActorId, using: Choice, from: ZoneId, target: ZoneId) -> PersonalRollBase {
        if self.is_words(who, using) {
            return self.plain_roll(who, using.skill(), Act::Attack);
        }
        let Some(manner) = self.manner(who, using) else { return self.plain_roll(who, None, Act::Attack) };
        let mut parts = RollAddends::new();
        let mut used = None;
        let mut full = None;
        let there = manner.by.as_deref();
        let mut via = there.and_then(|there| there.line);
        let by_lender = there.filter(|there| there.lenders_roll).and_then(|there| Some((there.lender?, there.basis)));
        if self.roster.actors[who].mooks {
            parts.add(RollAddend::Mooks, self.mook_value(who));
        } else {
            let must = self.must_attack(who, using, manner);
            via = via.or(must.and_then(|must| must.line));
            let wanted = must.map_or(manner.skill, |must| must.basis);
            let (skill, mut rank) = self.grounded(who, wanted, Act::Attack, self.slips(who, using, manner));
            rank = manner.lender.map_or(rank, |lender| self.roster.rank(lender, manner.skill));
            rank = there.filter(|there| there.of.is_some()).map_or(rank, |there| self.rank_of(who, there));
            rank = must.map_or(rank, |must| self.worth(who, must, rank));
            let capped = manner.cap.map_or(rank, |cap| rank.min(cap));
            if let (Some(price), false) = (manner.full_for, self.is_full(who)) {
                full = Some((price, rank - capped)).filter(|_| rank > capped);
                rank = capped;
            } else if manner.full_for.is_none() {
                rank = capped;
            }
            // A compulsory substitution (`must`) replaces the weapon's own substitution, so the bonus of the latter is not added.
            rank += if must.is_some() { 0 } else { manner.plus };
            // A plain number is never limited or amplified.
            let fixed = self.roster.skills.row(skill).is_some_and(|skill| skill.fixed);
            if !fixed {
                rank = manner.limited.iter().map(|&by| self.roster.rank(who, by)).fold(rank, check::limited);
            }
            used = Some(skill);
            let at = PersonalEffectQuery::attacking(who, using, used);
            let (limited, amplified) = self.blended(&at, self.with_needs(&at, rank));
            rank = limited;
            parts.add(RollAddend::Skill(skill), rank);
            let backed = |&by: &SkillId| check::amplified(rank, self.roster.rank(who, by)) > rank;
            if amplified || (!fixed && manner.amplified.iter().any(backed)) {
                parts.add(RollAddend::Amplified, 1);
            }
        }
        let roller = by_lender.map_or(who, |(lender, _)| lender);
        let at = PersonalEffectQuery::attacking(who, using, used);
        let harm = self.number(Hook::Harm, &PersonalEffectQuery { gained: manner.gained.0, ..at }, manner.harm);
        self.add_changes(&mut parts, roller, (used, Act::Attack), manner.armour_paid, manner.bonus);
        // If effects cut the harm to 0, the part of the armour is 0 too. Otherwise the printed sum would show harm that the weapon does not
        // have.
        let fists = if harm == 0 { 0 } else { manner.fists };
        add(&mut parts, RollAddend::Harm, harm - fists);
        add(&mut parts, RollAddend::Fists, fists);
        add(&mut parts, RollAddend::Environment, self.state.gravity.penalty());
        add(&mut parts, RollAddend::Range, -self.range_penalty(who, using, manner, from, target));
        self.add_lines(&at, &mut parts);
        PersonalRollBase { skill: used, parts, full, via, by_lender }
    }

    /// Returns the mandatory substitution (`must use`) for the skill of an attack, unless it is the weapon's own.
    pub(super) fn must_attack(&self, who: ActorId, using: Choice, manner: &AttackProfile) -> Option<&StandIn> {
        if manner.stood_in {
            return None;
        }
        let weapon = using.weapon().and_then(|number| self.roster.actors[who].weapons.get(usize::from(number)));
        let fits = |there: &&StandIn| {
            let about = match (&there.thing, there.skill) {
                (Some(name), _) => weapon.is_some_and(|weapon| weapon.name == *name),
                (None, Some(skill)) => skill == manner.skill,
                (None, None) => there.act == Some(Act::Attack),
            };
            there.must && about && there.act.is_none_or(|act| act == Act::Attack) && there.basis != manner.skill && self.stands(who, there)
        };
        self.roster.actors[who].uses.iter().find(fits)
    }

    /// True if the skill of weightlessness may be rolled for an attack or a defence with a weapon: without gravity if the weapon has
    /// recoil, in low gravity with any weapon.
    pub(super) fn slips(&self, who: ActorId, using: Choice, manner: &AttackProfile) -> bool {
        self.state.gravity == Gravity::Low || !self.is_recoilless(who, using, manner)
    }

    /// True if a way of attacking has no recoil in weightlessness (R-P36).
    pub(super) fn is_recoilless(&self, who: ActorId, using: Choice, manner: &AttackProfile) -> bool {
        let weightless = self.state.gravity.is_weightless();
        let marked = |number: u8| PersonalEvalContext::of(self, who).is_marked_weapon(who, number, "recoilless");
        manner.recoilless || (weightless && using.weapon().is_some_and(marked))
    }

    /// Returns the value of armour against a weapon: Defense minus penetration. The value is 0 against words. It is also 0 if the wearer is
    /// not trained for the armour and has not paid the fate point for its use (R-P24).
    pub(super) fn effective_armour(&self, defender: ActorId, attacker: ActorId, using: Choice, armoured: bool) -> i32 {
        self.armour_with(defender, (attacker, using), armoured, &mut |_, _| {})
    }

    /// Returns the addends of an armour's value against a weapon. The value is their sum, at least 0.
    pub fn armour_addends(&self, defender: ActorId, attack: (ActorId, Choice), armoured: bool) -> Vec<(ArmourAddend, i32)> {
        let mut addends = Vec::new();
        self.armour_with(defender, attack, armoured, &mut |addend, amount| addends.push((addend, amount)));
        addends
    }

    /// Computes the value of armour against a weapon, and calls `tell` with each addend.
    fn armour_with(
        &self,
        defender: ActorId,
        (attacker, using): (ActorId, Choice),
        armoured: bool,
        tell: &mut dyn FnMut(ArmourAddend, i32),
    ) -> i32 {
        if self.is_words(attacker, using) || (!armoured && !self.roster.lines.any(Hook::Defense)) {
            return 0;
        }
        let worn = self.roster.actors[defender].armour.as_ref().filter(|_| armoured);
        let (defense, gained) = worn.map_or((0, 0), |armour| (armour.defense, armour.gained));
        tell(ArmourAddend::Defense, defense);
        let against = PersonalEffectQuery { gained, ..PersonalEffectQuery::of(defender) }.against(Some(attacker));
        let defense = self.reckon(Hook::Defense, &against, defense, &mut |line, amount| tell(ArmourAddend::Effect(line), amount));
        let manner = self.manner(attacker, using);
        let (penetration, gained) = manner.map_or((0, 0), |manner| (manner.penetration, manner.gained.1));
        tell(ArmourAddend::Penetration, -penetration);
        let at = PersonalEffectQuery { gained, ..PersonalEffectQuery::attacking(attacker, using, manner.map(|manner| manner.skill)) }
            .against(Some(defender));
        let less = self.reckon(Hook::Penetration, &at, penetration, &mut |line, amount| tell(ArmourAddend::Effect(line), -amount));
        (defense - less).max(0)
    }

    /// Returns the effects that change the harm of an attack with a skill, each with its amount.
    pub fn harm_effects(&self, who: ActorId, using: Choice, skill: Option<SkillId>) -> Vec<(u16, i32)> {
        let mut effects = Vec::new();
        if let Some(manner) = self.armed_manner(who, using) {
            let at = PersonalEffectQuery { gained: manner.gained.0, ..PersonalEffectQuery::attacking(who, using, skill) };
            self.reckon(Hook::Harm, &at, manner.harm, &mut |line, amount| effects.push((line, amount)));
        }
        effects
    }

    /// Returns the base of a new defence roll.
    pub(super) fn defence_roll(&self, who: ActorId, skill: Option<SkillId>) -> PersonalRollBase {
        let mut base = self.plain_roll(who, skill, Act::Defence);
        base.skill = base.skill.or(skill);
        base
    }

    /// Returns the addends of a recorded defence as they count now. For mooks the number of boxes that are open now is added (R-P41).
    pub(super) fn standing(&self, who: ActorId, record: &RecordedDefence) -> RollAddends {
        let mut parts = RollAddends::new();
        if self.roster.actors[who].mooks {
            parts.add(RollAddend::Mooks, self.mook_value(who));
        }
        for (part, amount) in record.parts.iter() {
            parts.add(part, amount);
        }
        let at = PersonalEffectQuery::rolling(who, Act::Defence, record.skill).against(self.state.actor.filter(|&actor| actor != who));
        self.add_lines(&at, &mut parts);
        parts
    }

    /// Returns the movement points that an actor must now pay to cross a border, including the point for the step itself (R-P17). `None` if
    /// the border cannot be crossed.
    pub fn crossing_cost(&self, who: ActorId, border: crate::ids::BorderId) -> Option<i32> {
        let state = self.state.board.borders.row(border)?;
        let left = (state.pass()? - self.state.board.crossing(who, border)).max(0);
        let max = self.roster.settings.border_cost_max;
        Some(if max { left.max(1) } else { left + 1 })
    }
}

pub(super) fn add(parts: &mut RollAddends, part: RollAddend, amount: i32) {
    if amount != 0 {
        parts.add(part, amount);
    }
}
