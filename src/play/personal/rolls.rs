//! What a roll is made of: skills, stand-ins, harm, range, armour, in the order of personal.md 1.7. Floor 5.

use crate::fate::check;
use crate::pack::map::BorderValue;
use crate::play::board::FAR;
use crate::play::choice::Choice;
use crate::play::effects::{Act, Condition, Live, RollChange, StandIn};
use crate::play::event::{Part, Parts, TrackId};
use crate::play::ids::{ActorId, SkillId, ZoneId};
use crate::play::personal::Personal;
use crate::play::personal::roster::Manner;
use crate::play::personal::settings::Gravity;
use crate::play::personal::state::Record;

/// What a roll is made with before the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Base {
    /// The skill it uses up; none for mooks and for those with no skill left.
    pub(super) skill: Option<SkillId>,
    /// The addends.
    pub(super) parts: Parts,
    /// What lifting the cap of a skill that stands in would cost and add; none if no price lifts it, or it does not bind.
    pub(super) full: Option<(u16, i32)>,
}

impl Personal {
    /// The way of using a weapon that a choice names, in the mode the weapon is in; bare hands if it names none.
    pub fn manner(&self, who: ActorId, using: Choice) -> Option<&Manner> {
        crate::play::personal::attack::manner(&self.state, &self.roster, who, using)
    }

    /// Whether a choice of weapon, skill and manner is words alone: a Composure attack without weapon.
    pub fn is_words(&self, who: ActorId, using: Choice) -> bool {
        using.with == Choice::NOTHING && using.skill().is_some_and(|skill| skill != self.roster.actors[who].bare.skill)
    }

    /// How many boxes of a mook group are open: its value in every roll (10.1).
    pub(super) fn mook_value(&self, who: ActorId) -> i32 {
        i32::from(self.state.actors[who].track(super::state::HEALTH).open())
    }

    /// Whether something at the table is so. A condition with a fault (a division by 0) does not hold.
    pub(super) fn holds(&self, who: ActorId, condition: &Condition) -> bool {
        condition.eval(&mut |live| Ok(self.look_up(who, *live))).is_ok_and(|value| value != 0)
    }

    fn look_up(&self, who: ActorId, live: Live) -> i64 {
        let actor = &self.state.actors[who];
        let contest = self.state.contest.as_ref();
        match live {
            Live::FiredLastRound => i64::from(actor.fired_last_round),
            Live::Prone => i64::from(actor.prone),
            Live::Moved => i64::from(self.state.actor == Some(who) && self.state.declared.entered > 0),
            Live::In(zone) => i64::from(actor.zone == zone),
            Live::Boxes(track) => i64::from(actor.track(TrackId(track)).open()),
            Live::Range => {
                let there = self.target_zone(self.state.declared.it).unwrap_or(actor.zone);
                i64::from(self.roster.map.range(actor.zone, there))
            }
            Live::Shifts => contest.map_or(0, |contest| {
                let first = (!contest.defences.is_empty()).then_some(0);
                i64::from(contest.shifts_against(first))
            }),
            Live::Total => contest.map_or(0, |contest| i64::from(contest.roll.total())),
        }
    }

    /// The sum of standing changes to a roll: what one wears (its weight on Agility, not on the rank itself, 7.10),
    /// is and stands in.
    fn changes(&self, who: ActorId, skill: Option<SkillId>, act: Act, weapon: Option<u8>) -> i32 {
        let fits = |change: &&RollChange| {
            change.skill.is_none_or(|wanted| Some(wanted) == skill)
                && change.act.is_none_or(|wanted| wanted == act)
                && change.condition.as_ref().is_none_or(|condition| self.holds(who, condition))
        };
        let own = self.roster.actors[who].changes.iter().filter(fits).map(|change| change.by).sum::<i32>();
        let all = self.roster.changes.iter().filter(fits).map(|change| change.by).sum::<i32>();
        own + all + self.lines_for(who, skill, act, weapon)
    }

    /// The rank in a skill as it is rolled: without weight the skill for that takes its place where `slips` (an
    /// untrained skill stays at -1 whatever stands in for it, R-P36), with little weight the better of the two.
    fn grounded(&self, who: ActorId, skill: SkillId, slips: bool) -> (SkillId, i32) {
        let roster = &self.roster;
        let rank = roster.rank(who, skill);
        let floating = roster.parts.microgravity;
        let light = roster.rank(who, floating);
        match roster.settings.gravity {
            gravity if slips && gravity.is_weightless() => {
                let trained = roster.trained(who, skill).is_some() || skill == floating;
                (floating, if trained { light } else { check::UNTRAINED })
            }
            Gravity::Low if slips && light > rank && roster.trained(who, skill).is_some() => (floating, light),
            _ => (skill, rank),
        }
    }

    /// Whether a skill stands in now: what it asks for is so, and whoever lends it is still in the fight.
    pub(super) fn stands(&self, who: ActorId, stand_in: &StandIn) -> bool {
        self.is_lent(stand_in.lender)
            && stand_in.condition.as_ref().is_none_or(|condition| self.holds(stand_in.lender.unwrap_or(who), condition))
    }

    /// Whether a lender, if there is one, is in the fight.
    pub(super) fn is_lent(&self, lender: Option<ActorId>) -> bool {
        lender.is_none_or(|lender| self.state.actors[lender].is_active())
    }

    /// The rank that counts where a skill stands in, the cap lifted if that is paid for.
    fn worth(&self, who: ActorId, there: &StandIn, rank: i32) -> i32 {
        let rank = there.lender.map_or(rank, |lender| self.roster.rank(lender, there.basis));
        let lifted = there.full_for.is_some() && self.is_full(who);
        there.up_to.filter(|_| !lifted).map_or(rank, |up_to| rank.min(up_to)) + there.plus
    }

    /// Whether somebody has paid to use a skill that stands in at its full rank, for the roll to come.
    fn is_full(&self, who: ActorId) -> bool {
        self.state.preparing.full && self.state.preparing.who == Some(who)
    }

    /// Whether a skill may be rolled in an act for what it is, without standing in for another.
    pub(super) fn is_natural(&self, who: ActorId, skill: SkillId, act: Act) -> bool {
        match act {
            Act::Defence => self.natural_defences(who, self.state.declared.track.unwrap_or(super::state::HEALTH)).contains(&skill),
            Act::Attack | Act::Maneuver | Act::Obstruct => self.roster.serves(skill, act) && self.roster.trained(who, skill).is_some(),
            Act::Move | Act::Notice => true,
        }
    }

    /// What stands in for a skill in an act: what must, else for a move what is better. Where there is a question to
    /// answer (defence, attack), what may stand in is an option of it, and rolled under its cap.
    fn stand_in(&self, who: ActorId, skill: SkillId, act: Act) -> Option<&StandIn> {
        let rank = |there: &StandIn| self.worth(who, there, self.roster.rank(who, there.basis));
        let acts = |there: &&StandIn| there.thing.is_none() && there.act.is_none_or(|wanted| wanted == act) && self.stands(who, there);
        let uses = || self.roster.actors[who].uses.iter().filter(acts);
        let replaces = |there: &&StandIn| there.skill == Some(skill) || (there.skill.is_none() && there.act == Some(act));
        if let Some(must) = uses().find(|there| there.must && replaces(there)) {
            return Some(must);
        }
        let own = self.roster.rank(who, skill);
        let may: Option<&StandIn> = match act {
            Act::Move => uses().filter(|there| replaces(there) && self.is_fresh(who, there.basis)).max_by_key(|there| rank(there)),
            Act::Defence | Act::Attack | Act::Maneuver | Act::Obstruct => {
                uses().filter(|there| there.basis == skill && !there.must).max_by_key(|there| rank(there))
            }
            _ => None,
        };
        may.filter(|there| !self.is_natural(who, skill, act) && act != Act::Move || rank(there) > own)
    }

    /// What lifting the cap of what stands in for a skill would cost and add to a roll that counts `now` for it.
    fn lift(&self, who: ActorId, skill: SkillId, act: Act, now: i32) -> Option<(u16, i32)> {
        let acts = |there: &&StandIn| {
            let fits = match act {
                Act::Move => there.skill == Some(skill) && self.is_fresh(who, there.basis),
                _ => there.basis == skill && act != Act::Notice && !self.is_natural(who, skill, act),
            };
            fits && there.thing.is_none() && there.act.is_none_or(|wanted| wanted == act) && self.stands(who, there)
        };
        let full = |there: &StandIn| Some((there.full_for?, self.roster.rank(there.lender.unwrap_or(who), there.basis) + there.plus - now));
        let lifts = self.roster.actors[who].uses.iter().filter(acts).filter_map(full);
        lifts.filter(|&(_, more)| more > 0 && !self.is_full(who)).max_by_key(|&(_, more)| more)
    }

    /// Any roll of a skill: skill or mooks' value, what weighs on it, the surroundings.
    pub(super) fn plain_roll(&self, who: ActorId, skill: Option<SkillId>, act: Act) -> Base {
        let mut parts = Parts::new();
        let mut used = None;
        let mut full = None;
        if self.roster.actors[who].mooks {
            parts.add(Part::Mooks, self.mook_value(who));
        } else {
            // Moving slips without weight; words and wits do not.
            let slips = act == Act::Move;
            match skill {
                Some(wanted) => {
                    let stand_in = self.stand_in(who, wanted, act);
                    let skill = stand_in.map_or(wanted, |stand_in| stand_in.basis);
                    let (skill, rank) = self.grounded(who, skill, slips);
                    used = Some(skill);
                    let rank = stand_in.map_or(rank, |there| self.worth(who, there, rank));
                    full = self.lift(who, wanted, act, rank);
                    parts.add(Part::Skill(skill), rank);
                }
                None => parts.add(Part::Fixed, check::UNTRAINED),
            }
        }
        add(&mut parts, Part::Gear, self.changes(who, used, act, None));
        add(&mut parts, Part::Environment, self.roster.settings.gravity.penalty());
        Base { skill: used, parts, full }
    }

    /// An attack on somebody (or everybody) in a zone.
    pub(super) fn attack_roll(&self, who: ActorId, using: Choice, target: ZoneId) -> Base {
        self.attack_base(who, using, self.state.actors[who].zone, target)
    }

    /// What an attack from one zone into another comes to without dice.
    pub(super) fn attack_roll_from(&self, who: ActorId, using: Choice, from: ZoneId, target: ZoneId) -> i32 {
        self.attack_base(who, using, from, target).parts.total()
    }

    fn attack_base(&self, who: ActorId, using: Choice, from: ZoneId, target: ZoneId) -> Base {
        if self.is_words(who, using) {
            return self.plain_roll(who, using.skill(), Act::Attack);
        }
        let Some(manner) = self.manner(who, using) else { return self.plain_roll(who, None, Act::Attack) };
        let mut parts = Parts::new();
        let mut used = None;
        let mut full = None;
        if self.roster.actors[who].mooks {
            parts.add(Part::Mooks, self.mook_value(who));
        } else {
            let (skill, mut rank) = self.grounded(who, manner.skill, !manner.recoilless);
            rank = manner.lender.map_or(rank, |lender| self.roster.rank(lender, manner.skill));
            let capped = manner.cap.map_or(rank, |cap| rank.min(cap));
            if let (Some(price), false) = (manner.full_for, self.is_full(who)) {
                full = Some((price, rank - capped)).filter(|_| rank > capped);
                rank = capped;
            } else if manner.full_for.is_none() {
                rank = capped;
            }
            rank = manner.limited.iter().map(|&by| self.roster.rank(who, by)).fold(rank, check::limited);
            used = Some(skill);
            parts.add(Part::Skill(skill), rank);
            if manner.amplified.iter().any(|&by| check::amplified(rank, self.roster.rank(who, by)) > rank) {
                parts.add(Part::Amplified, 1);
            }
        }
        add(&mut parts, Part::Gear, self.changes(who, used, Act::Attack, using.weapon()) + manner.bonus);
        add(&mut parts, Part::Harm, manner.harm - manner.fists);
        add(&mut parts, Part::Fists, manner.fists);
        add(&mut parts, Part::Environment, self.roster.settings.gravity.penalty());
        add(&mut parts, Part::Range, -self.range_penalty(manner, from, target));
        Base { skill: used, parts, full }
    }

    /// The range of a way of using something between two zones: out of doors what is in the hand reaches no farther
    /// (R-P53, R-P54).
    pub fn reach(&self, manner: &Manner, from: ZoneId, to: ZoneId) -> (u8, u8) {
        let zones = &self.roster.map.zones;
        let outdoors = zones[from].outdoor || zones[to].outdoor;
        if manner.hand && outdoors { (0, 0) } else { manner.range }
    }

    /// The penalty out of range (R-P25).
    fn range_penalty(&self, manner: &Manner, from: ZoneId, target: ZoneId) -> i32 {
        let (least, most) = self.reach(manner, from, target);
        let range = self.roster.map.range(from, target);
        let outside = if range < least { least - range } else { range.saturating_sub(most) };
        match outside {
            0 => 0,
            zones if manner.per_zone => manner.out_of_range * i32::from(zones),
            _ => manner.out_of_range,
        }
    }

    /// Whether a way of attacking reaches a zone from another at all: sight, the level's cap, and for the hand its own
    /// range (6.1). Words need sight only (R-P26).
    pub(super) fn reaches(&self, who: ActorId, using: Choice, from: ZoneId, to: ZoneId) -> bool {
        if !self.state.board.sees(from, to) {
            return false;
        }
        if self.is_words(who, using) {
            return true;
        }
        let Some(manner) = self.manner(who, using) else { return false };
        let range = self.roster.map.range(from, to);
        let (_, most) = self.reach(manner, from, to);
        range != FAR && range <= self.roster.map.cap(from, to) && (!manner.hand || range <= most)
    }

    /// What armour counts against a weapon: Defense less penetration (1.7); nothing against words, and nothing where a
    /// point for it was not paid (R-P24).
    pub(super) fn effective_armour(&self, defender: ActorId, attacker: ActorId, using: Choice, armoured: bool) -> i32 {
        if !armoured || self.is_words(attacker, using) {
            return 0;
        }
        let defense = self.roster.actors[defender].armour.as_ref().map_or(0, |armour| armour.defense);
        let penetration = self.manner(attacker, using).map_or(0, |manner| manner.penetration);
        (defense - penetration).max(0)
    }

    /// A defence that is rolled anew.
    pub(super) fn defence_roll(&self, who: ActorId, skill: Option<SkillId>) -> Base {
        let mut base = self.plain_roll(who, skill, Act::Defence);
        base.skill = base.skill.or(skill);
        base
    }

    /// A record as it counts now: mooks add the boxes that are open now (R-P41).
    pub(super) fn standing(&self, who: ActorId, record: &Record) -> Parts {
        let mut parts = Parts::new();
        if self.roster.actors[who].mooks {
            parts.add(Part::Mooks, self.mook_value(who));
        }
        for (part, amount) in record.parts.iter() {
            parts.add(part, amount);
        }
        parts
    }

    /// What crossing a border costs somebody now, the step included (R-P17); `None` if it cannot be crossed.
    pub fn crossing_cost(&self, who: ActorId, border: crate::play::ids::BorderId) -> Option<i32> {
        let state = self.state.board.borders.row(border)?;
        let left = (state.pass()? - self.state.board.crossing(who, border)).max(0);
        let max = self.roster.settings.border_cost_max;
        Some(if max { left.max(1) } else { left + 1 })
    }

    /// Whether a border is a door or hatch that is open or closed.
    pub fn is_door(&self, border: crate::play::ids::BorderId) -> bool {
        self.state.board.borders.row(border).is_some_and(|state| matches!(state.value, BorderValue::Stateful { .. }))
    }
}

fn add(parts: &mut Parts, part: Part, amount: i32) {
    if amount != 0 {
        parts.add(part, amount);
    }
}
