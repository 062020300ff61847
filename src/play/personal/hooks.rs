//! Which lines of the table count where, and what they make of a number (effects.md 4). Floor 5.
//!
//! One question a hook: [`Personal::reckon`] for numbers, [`Personal::in_force`] for everything else. Both look only at the
//! lines of their hook.

use crate::fate::Holder;
use crate::pack::effect::Bound;
use crate::pack::formula::Formula;
use crate::play::choice::Choice;
use crate::play::effects::{Act, Carrier, Does, Foe, Hook, Line, Live, RollOf, To, What, Whom, is_reckoned_late};
use crate::play::ids::{ActorId, AspectId, Id, SkillId, ZoneId};
use crate::play::personal::Personal;
use crate::play::personal::looks::Eye;

/// What stands for no bound among numbers.
pub(super) const UNLIMITED: i32 = i32::MAX;

/// The roll, hit or turn that lines are asked about.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    /// Whose.
    pub(super) who: ActorId,
    /// For which act.
    pub(super) act: Option<Act>,
    /// With which skill.
    pub(super) skill: Option<SkillId>,
    /// With which weapon.
    pub(super) weapon: Option<u8>,
    /// Against whom.
    pub(super) foe: Option<ActorId>,
    /// Of which track.
    pub(super) track: Option<u8>,
    /// With which aspect.
    pub(super) aspect: Option<AspectId>,
    /// Of the number asked about, what sheets have added already.
    pub(super) gained: i32,
    /// How many zones lie outside the range of what is used.
    pub(super) outside: u8,
}

impl At {
    pub(super) const fn of(who: ActorId) -> At {
        At { who, act: None, skill: None, weapon: None, foe: None, track: None, aspect: None, gained: 0, outside: 0 }
    }

    pub(super) const fn rolling(who: ActorId, act: Act, skill: Option<SkillId>) -> At {
        At { act: Some(act), skill, ..At::of(who) }
    }

    pub(super) fn attacking(who: ActorId, using: Choice, skill: Option<SkillId>) -> At {
        At { weapon: using.weapon(), ..At::rolling(who, Act::Attack, skill) }
    }

    pub(super) const fn against(self, foe: Option<ActorId>) -> At {
        At { foe, ..self }
    }
}

impl Personal {
    /// Whether what carries a line is there: whoever has it is in the fight, a weapon in hand and in its mode.
    pub(super) fn is_carried_now(&self, carrier: Carrier) -> bool {
        let Some(person) = carrier.person() else { return true };
        let actor = &self.state.actors[person];
        let held = match carrier {
            Carrier::Weapon(_, number, mode) => {
                let dropped = 1_u32.checked_shl(u32::from(number)).is_some_and(|bit| actor.dropped & bit != 0);
                !dropped && mode.is_none_or(|mode| actor.modes.get(usize::from(number)) == Some(&mode))
            }
            _ => true,
        };
        held && actor.is_active()
    }

    /// Whether somebody is among those a line is true of.
    pub(super) fn is_meant_by(&self, carrier: Carrier, whom: &Whom, who: ActorId) -> bool {
        let Some(person) = carrier.person() else {
            let inside = match carrier {
                Carrier::Zone(zone) => self.state.actors[who].zone == zone,
                _ => true,
            };
            return inside
                && match whom {
                    Whom::Actor => self.state.actor == Some(who),
                    Whom::Target => self.is_aimed_at(who),
                    Whom::Allied(kind) | Whom::Enemy(kind) => self.roster.actors[who].is_a(kind),
                    _ => true,
                };
        };
        let enemies = self.roster.are_enemies(person, who);
        match whom {
            Whom::Own => person == who,
            Whom::Allies => person != who && !enemies,
            Whom::Enemies => enemies,
            Whom::Others => person != who,
            Whom::Everyone => true,
            Whom::Target => self.state.actor == Some(person) && self.is_aimed_at(who),
            Whom::Actor => self.state.actor == Some(who),
            Whom::Allied(kind) => person != who && !enemies && self.roster.actors[who].is_a(kind),
            Whom::Enemy(kind) => enemies && self.roster.actors[who].is_a(kind),
            Whom::Crew | Whom::Tethered | Whom::Carrier | Whom::Attached => false,
        }
    }

    /// Whether what is declared is aimed at somebody, alone or among others.
    pub(super) fn is_aimed_at(&self, who: ActorId) -> bool {
        match self.state.declared.it {
            Id::Actor(target) => target == who,
            Id::Zone(zone) => self.state.actors[who].zone == zone && self.struck().contains(&who),
            Id::Scene | Id::None => false,
        }
    }

    /// Whether a line's own weapon is the one that is used, or defended with.
    fn fits_weapon(&self, line: &Line, at: &At) -> bool {
        let Carrier::Weapon(person, number, _) = line.carrier else { return true };
        if line.whom != Whom::Own {
            return true;
        }
        match at.act {
            Some(Act::Attack) => at.weapon == Some(number),
            Some(Act::Defence) if line.roll().is_some_and(RollOf::with_whatever) => {
                let mode = self.state.actors[person].modes.get(usize::from(number)).copied().unwrap_or(0);
                let weapon = self.roster.actors[person].weapons.get(usize::from(number));
                let skill = weapon.and_then(|weapon| Some(weapon.modes.get(usize::from(mode))?.manners.first()?.skill));
                skill == at.skill
            }
            _ => true,
        }
    }

    /// Whether a roll is one of those a line speaks of.
    pub(super) fn fits_roll(&self, roll: &RollOf, carrier: Carrier, at: &At) -> bool {
        let act = roll.act.is_none_or(|wanted| at.act == Some(wanted));
        if !act {
            return false;
        }
        let named = || {
            let thing = at.weapon.and_then(|number| self.roster.actors[at.who].weapons.get(usize::from(number)));
            at.skill.is_some_and(|skill| roll.skills.contains(&skill)) || thing.is_some_and(|thing| roll.things.contains(&thing.name))
        };
        (roll.with_whatever() || named()) && roll.against.as_ref().is_none_or(|against| self.fits_foe(against, carrier, at))
    }

    pub(super) fn fits_foe(&self, against: &Foe, carrier: Carrier, at: &At) -> bool {
        let foe = at.foe.or_else(|| self.state.actor.filter(|_| at.act == Some(Act::Defence)));
        let Some(foe) = foe else { return false };
        let contest = self.state.contest.as_ref();
        let (act, skill, weapon) = if at.act == Some(Act::Defence) {
            let using = self.state.declared.using;
            let rolled = contest.filter(|contest| contest.roll.who == foe).and_then(|contest| contest.roll.skill);
            (Act::Attack, rolled.or(using.and_then(Choice::skill)), using.and_then(Choice::weapon))
        } else if at.act == Some(Act::Maneuver) {
            (Act::Defence, None, None)
        } else {
            let defence = contest.and_then(|contest| contest.defences.iter().find(|defence| defence.who == foe));
            let skill = defence.and_then(|defence| defence.roll.as_ref()?.skill);
            (Act::Defence, skill, None)
        };
        match against {
            Foe::Carrier => carrier.person() == Some(foe),
            Foe::Skill(wanted) => skill == Some(*wanted),
            Foe::Act(wanted) => act == *wanted,
            Foe::Thing(name) => {
                weapon.and_then(|number| self.roster.actors[foe].weapons.get(usize::from(number))).is_some_and(|thing| thing.name == *name)
            }
        }
    }

    /// How often a line counts here: not at all if it is no matter of this roll or person, or is not wanted.
    pub(super) fn in_force(&self, number: u16, line: &Line, at: &At) -> usize {
        let times = if line.waits() {
            usize::from(self.roused(number, at.who).is_some())
        } else if line.is_had_in_turn() {
            usize::from(self.state.granted.contains(&number))
        } else if line.choice || line.as_action {
            self.chosen(number, at.who)
        } else {
            1
        };
        if times > 0 && self.may_count(line, at) { times } else { 0 }
    }

    /// As [`Personal::in_force`], whether or not it is wanted.
    pub(super) fn may_count(&self, line: &Line, at: &At) -> bool {
        self.is_carried_now(line.carrier)
            && (line.cue.is_some() || self.is_meant_by(line.carrier, &line.whom, at.who))
            && self.fits_weapon(line, at)
            && line.roll().is_none_or(|roll| self.fits_roll(roll, line.carrier, at))
            && self.fits_what(line, at)
            // What a moment set off, and for whom, was looked at when it came (R-XF5).
            && (line.cue.is_some() || self.is_so(line, at))
    }

    /// What a line that was set off comes to for somebody; none if it does not count for them now.
    pub(super) fn roused(&self, number: u16, who: ActorId) -> Option<i32> {
        self.state.roused.iter().find(|there| (there.line, there.who) == (number, who)).map(|there| there.amount)
    }

    /// Whether a line counts for somebody, as far as it waits for a moment.
    pub(super) fn has_come(&self, number: u16, line: &Line, who: ActorId) -> bool {
        line.cue.is_none() || self.roused(number, who).is_some()
    }

    fn fits_what(&self, line: &Line, at: &At) -> bool {
        match &line.does {
            Does::Change(What::RollUp(track), _) | Does::Set(What::RollUp(track), ..) => at.track == Some(*track),
            Does::Change(What::Invoke(words), _) | Does::Set(What::Invoke(words), ..) => {
                at.aspect.and_then(|id| self.state.aspects.row(id)).is_some_and(|aspect| aspect.text == *words)
            }
            _ => true,
        }
    }

    /// Whether what a line asks for is so.
    pub(super) fn is_so(&self, line: &Line, at: &At) -> bool {
        line.condition.as_ref().is_none_or(|condition| self.eye(line.carrier, at).holds(condition))
    }

    /// From where a line's conditions and numbers are seen.
    pub(super) fn eye(&self, carrier: Carrier, at: &At) -> Eye<'_> {
        let own = carrier.person().unwrap_or(at.who);
        let zone = match carrier {
            Carrier::Zone(zone) => Some(zone),
            _ => None,
        };
        let weapon = match carrier {
            Carrier::Weapon(_, number, _) => Some(number),
            _ => at.weapon,
        };
        Eye { foe: at.foe, zone, weapon, using: at.weapon, subject: at.who, ..Eye::of(self, own) }
    }

    /// How often somebody has chosen a line for the roll they are about to make or have made.
    pub(super) fn chosen(&self, number: u16, who: ActorId) -> usize {
        let count = |lines: &[u16]| lines.iter().filter(|&&there| there == number).count();
        let preparing = &self.state.preparing;
        let now = if preparing.who == Some(who) { count(&preparing.lines) } else { 0 };
        let rolled = self.state.contest.as_ref().map_or(0, |contest| {
            let mut rolls = contest.defences.iter().filter_map(|defence| defence.roll.as_ref()).chain([&contest.roll]);
            rolls.find(|roll| roll.who == who).map_or(0, |roll| count(&roll.lines))
        });
        now + rolled
    }

    /// What lines make of a number, each told with what it adds: set, changed, then bounded (effects.md 4).
    pub(super) fn reckon(&self, hook: Hook, at: &At, base: i32, tell: &mut dyn FnMut(u16, i32)) -> i32 {
        if !self.roster.lines.any(hook) {
            return base;
        }
        let mut set: Option<(u8, i32, u16)> = None;
        let mut more: Vec<(u16, i32)> = Vec::new();
        let mut least: Option<(i32, u16)> = None;
        let mut most: Option<(i32, u16)> = None;
        for (number, line) in self.roster.lines.at(hook) {
            let times = self.in_force(number, line, at);
            if times == 0 {
                continue;
            }
            let eye = Eye { base, outside: at.outside, ..self.eye(line.carrier, at) };
            let then = self.roused(number, at.who).filter(|_| line.waits());
            let value = |by: &Formula<Live>| then.filter(|_| !is_reckoned_late(by)).unwrap_or_else(|| eye.number(by));
            match &line.does {
                Does::Change(_, by) => more.push((number, value(by).saturating_mul(i32::try_from(times).unwrap_or(1)))),
                Does::Set(_, bound, to) => {
                    let value = match to {
                        To::Number(to) | To::PerZone(to) => value(to),
                        To::Unlimited => UNLIMITED,
                        To::Nothing => 0,
                        To::Range(..) | To::Down => continue,
                    };
                    match bound {
                        // The nearest, then the smaller, then the first.
                        Bound::Is => {
                            let (distance, better) =
                                (line.carrier.distance(), |(far, old, _)| (line.carrier.distance(), value) < (far, old));
                            if set.is_none_or(better) {
                                set = Some((distance, value, number));
                            }
                        }
                        Bound::AtLeast if least.is_none_or(|(old, _)| value > old) => least = Some((value, number)),
                        Bound::AtMost if most.is_none_or(|(old, _)| value < old) => most = Some((value, number)),
                        Bound::AtLeast | Bound::AtMost => {}
                    }
                }
                _ => {}
            }
        }
        let mut now = base;
        let mut step = |number: u16, new: i32, now: &mut i32| {
            if new != *now {
                tell(number, new.saturating_sub(*now));
                *now = new;
            }
        };
        if let Some((_, value, number)) = set {
            let value = if value == UNLIMITED { value } else { value.saturating_add(at.gained) };
            step(number, value, &mut now);
        }
        for (number, by) in more {
            let new = if now == UNLIMITED { now } else { now.saturating_add(by) };
            step(number, new, &mut now);
        }
        if let Some((value, number)) = least {
            let new = now.max(value);
            step(number, new, &mut now);
        }
        if let Some((value, number)) = most {
            let new = now.min(value);
            step(number, new, &mut now);
        }
        // Rolls and the order of turns may be negative, all else stops at nothing.
        if matches!(hook, Hook::Roll | Hook::Order) { now } else { now.max(0) }
    }

    /// As [`Personal::reckon`], for a number that nobody is told the parts of.
    pub(super) fn number(&self, hook: Hook, at: &At, base: i32) -> i32 {
        self.reckon(hook, at, base, &mut |_, _| {})
    }

    /// Lines of a hook that count here, nearest first, then as written.
    pub(super) fn lines_at<'a>(&'a self, hook: Hook, at: &'a At) -> impl Iterator<Item = (u16, &'a Line)> {
        self.roster.lines.at(hook).filter(move |(number, line)| self.in_force(*number, line, at) > 0)
    }

    /// Whether an aspect of these words sits on somebody or on what they carry, or on a place.
    pub(super) fn is_there(&self, words: &str, on: &dyn Fn(Holder) -> bool) -> Option<AspectId> {
        self.state.aspects.iter().find(|(_, aspect)| aspect.present && aspect.text == words && on(aspect.holder)).map(|(id, _)| id)
    }

    /// The zone somebody stands in.
    pub(super) fn zone_of(&self, who: ActorId) -> ZoneId {
        self.state.actors[who].zone
    }

    /// Whether any condition of a hook's lines could ask for this word of a choice.
    pub(super) fn asks_for_choice(&self, line: &Line, word: &str) -> bool {
        let mut asks = false;
        if let Some(condition) = &line.condition {
            condition.names(&mut |live| asks |= matches!(live, Live::Chosen(chosen) if chosen == word));
        }
        asks
    }
}
