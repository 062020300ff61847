//! Selects the effects that count for a roll, hit or turn, and computes the numbers that they change.
//!
//! Numbers are computed with [`EffectHost::reckon`], all other effects are looked up with [`EffectHost::in_force`]. Both read only the
//! effects of one hook.

use crate::choice::Choice;
use crate::effects::{Act, Carrier, CarrierSubject, EffectHost, EffectTable, OpponentFilter, RollFilter, TableEffect};
use crate::ids::{ActorId, AspectId, Id, SkillId, ZoneId};
use crate::personal::Personal;
use crate::personal::eval_context::PersonalEvalContext;
use slip_dice::fate::Holder;

/// Query for effects: the roll, hit or turn for which effects are looked up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PersonalEffectQuery {
    /// Actor for which effects are looked up: it rolls, is hit, or has the turn.
    pub(super) who: ActorId,
    /// Act of the roll.
    pub(super) act: Option<Act>,
    /// Skill of the roll.
    pub(super) skill: Option<SkillId>,
    /// Weapon used.
    pub(super) weapon: Option<u8>,
    /// Opponent of the roll.
    pub(super) foe: Option<ActorId>,
    /// Track that is struck.
    pub(super) track: Option<u8>,
    /// Aspect that is used.
    pub(super) aspect: Option<AspectId>,
    /// Part of the number that the modifiers of sheets already include.
    pub(super) gained: i32,
    /// Number of zones by which the target is outside the range of the item used.
    pub(super) outside: u8,
    /// Distance, as `Carrier::distance` counts it, of the carrier whose sheet modifier has set the number, if there is one. An effect at a
    /// greater distance does not set the number.
    pub(super) set: u8,
    /// Zone to which the actor may walk before it acts; `None` if it acts from its own zone.
    pub(super) foothold: Option<ZoneId>,
    /// True if the effects of the actor's armour are left out.
    pub(super) unworn: bool,
}

impl PersonalEffectQuery {
    pub(super) const fn of(who: ActorId) -> PersonalEffectQuery {
        PersonalEffectQuery {
            who,
            act: None,
            skill: None,
            weapon: None,
            foe: None,
            track: None,
            aspect: None,
            gained: 0,
            outside: 0,
            set: u8::MAX,
            foothold: None,
            unworn: false,
        }
    }

    pub(super) const fn rolling(who: ActorId, act: Act, skill: Option<SkillId>) -> PersonalEffectQuery {
        PersonalEffectQuery { act: Some(act), skill, ..PersonalEffectQuery::of(who) }
    }

    pub(super) fn attacking(who: ActorId, using: Choice, skill: Option<SkillId>) -> PersonalEffectQuery {
        PersonalEffectQuery { weapon: using.weapon(), ..PersonalEffectQuery::rolling(who, Act::Attack, skill) }
    }

    pub(super) const fn against(self, foe: Option<ActorId>) -> PersonalEffectQuery {
        PersonalEffectQuery { foe, ..self }
    }

    /// Returns the query for the same roll made from another zone, to which the actor may walk first.
    pub(super) const fn from(self, zone: ZoneId) -> PersonalEffectQuery {
        PersonalEffectQuery { foothold: Some(zone), ..self }
    }
}

impl Personal {
    /// True if an actor is a subject of an effect.
    pub(super) fn is_meant_by(&self, carrier: Carrier, whom: &CarrierSubject, who: ActorId) -> bool {
        self.is_meant_in(carrier, whom, who, self.state.actors[who].zone)
    }

    /// Like [`Personal::is_meant_by`], as if the actor were in the zone `there`.
    pub(super) fn is_meant_in(&self, carrier: Carrier, whom: &CarrierSubject, who: ActorId, there: ZoneId) -> bool {
        let Some(person) = carrier.person() else {
            let inside = match carrier {
                Carrier::Zone(zone) => there == zone,
                _ => true,
            };
            return inside
                && match whom {
                    CarrierSubject::Actor => self.state.actor == Some(who),
                    CarrierSubject::Target => self.is_aimed_at(who),
                    CarrierSubject::Allied(kind) | CarrierSubject::Enemy(kind) => self.roster.actors[who].is_a(kind),
                    _ => true,
                };
        };
        let enemies = self.roster.are_enemies(person, who);
        match whom {
            CarrierSubject::Own => person == who,
            CarrierSubject::Allies => person != who && !enemies,
            CarrierSubject::Enemies => enemies,
            CarrierSubject::Others => person != who,
            CarrierSubject::Everyone => true,
            CarrierSubject::Target => self.state.actor == Some(person) && self.is_aimed_at(who),
            CarrierSubject::Actor => self.state.actor == Some(who),
            CarrierSubject::Allied(kind) => person != who && !enemies && self.roster.actors[who].is_a(kind),
            CarrierSubject::Enemy(kind) => enemies && self.roster.actors[who].is_a(kind),
            CarrierSubject::Crew
            | CarrierSubject::Tethered
            | CarrierSubject::Carrier
            | CarrierSubject::Attached
            | CarrierSubject::Platoon => false,
        }
    }

    /// True if an actor is a target of the declared act, alone or with others.
    pub(super) fn is_aimed_at(&self, who: ActorId) -> bool {
        match self.state.declared.it {
            Id::Actor(target) => target == who,
            Id::Zone(zone) => self.state.actors[who].zone == zone && self.struck().contains(&who),
            Id::Scene | Id::None => false,
        }
    }

    pub(super) fn fits_foe(&self, against: &OpponentFilter, carrier: Carrier, at: &PersonalEffectQuery) -> bool {
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
            OpponentFilter::Carrier => carrier.person() == Some(foe),
            OpponentFilter::Skill(wanted) => skill == Some(*wanted),
            OpponentFilter::Act(wanted) => act == *wanted,
            OpponentFilter::Thing(name) => {
                weapon.and_then(|number| self.roster.actors[foe].weapons.get(usize::from(number))).is_some_and(|thing| thing.name == *name)
            }
        }
    }

    /// Returns the amount of a triggered effect for an actor; `None` if the effect is not active for that actor now.
    pub(super) fn roused(&self, number: u16, who: ActorId) -> Option<i32> {
        self.state.roused.iter().find(|there| (there.line, there.who) == (number, who)).map(|there| there.amount)
    }

    /// True if an effect is active for an actor: it has no trigger, or the trigger has occurred.
    pub(super) fn has_come(&self, number: u16, line: &TableEffect, who: ActorId) -> bool {
        line.cue.is_none() || self.roused(number, who).is_some()
    }

    /// Returns how often an actor has chosen an effect for its current or next roll.
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

    /// Returns a present aspect with the text `words`, if the function `on` accepts its holder.
    pub(super) fn is_there(&self, words: &str, on: &dyn Fn(Holder) -> bool) -> Option<AspectId> {
        self.state.aspects.iter().find(|(_, aspect)| aspect.present && aspect.text == words && on(aspect.holder)).map(|(id, _)| id)
    }

    /// Returns the zone an actor is in.
    pub(super) fn zone_of(&self, who: ActorId) -> ZoneId {
        self.state.actors[who].zone
    }
}

impl EffectHost for Personal {
    type At = PersonalEffectQuery;
    type Eye<'a> = PersonalEvalContext<'a>;

    fn table(&self) -> &EffectTable {
        &self.roster.lines
    }

    fn whose(&self, at: &PersonalEffectQuery) -> ActorId {
        at.who
    }

    fn track_asked(&self, at: &PersonalEffectQuery) -> Option<u8> {
        at.track
    }

    fn words_asked(&self, at: &PersonalEffectQuery) -> Option<&str> {
        at.aspect.and_then(|id| self.state.aspects.row(id)).map(|aspect| aspect.text.as_str())
    }

    /// True if the carrier of an effect is present. An actor must be in the fight; a weapon must be in hand and in the mode of the effect.
    fn is_carried_now(&self, carrier: Carrier) -> bool {
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

    fn is_true_of(&self, line: &TableEffect, at: &PersonalEffectQuery) -> bool {
        let there = at.foothold.unwrap_or(self.state.actors[at.who].zone);
        self.is_meant_in(line.carrier, &line.whom, at.who, there)
    }

    /// True if an effect of a weapon applies: the weapon is the one used, or the one defended with. Effects of armour apply unless the query
    /// leaves them out.
    fn fits_thing(&self, line: &TableEffect, at: &PersonalEffectQuery) -> bool {
        if at.unworn && line.carrier == Carrier::Worn(at.who) {
            return false;
        }
        let Carrier::Weapon(person, number, _) = line.carrier else { return true };
        if line.whom != CarrierSubject::Own {
            return true;
        }
        match at.act {
            Some(Act::Attack) => at.weapon == Some(number),
            Some(Act::Defence) if line.roll().is_some_and(RollFilter::with_whatever) => {
                let mode = self.state.actors[person].modes.get(usize::from(number)).copied().unwrap_or(0);
                let weapon = self.roster.actors[person].weapons.get(usize::from(number));
                let skill = weapon.and_then(|weapon| Some(weapon.modes.get(usize::from(mode))?.manners.first()?.skill));
                skill == at.skill
            }
            _ => true,
        }
    }

    fn fits_roll(&self, roll: &RollFilter, carrier: Carrier, at: &PersonalEffectQuery) -> bool {
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

    fn wanted(&self, number: u16, line: &TableEffect, at: &PersonalEffectQuery) -> usize {
        if line.waits() {
            usize::from(self.roused(number, at.who).is_some())
        } else if line.is_had_in_turn() {
            usize::from(self.state.granted.contains(&number))
        } else if line.choice || line.as_action {
            self.chosen(number, at.who)
        } else {
            1
        }
    }

    fn came_to(&self, number: u16, line: &TableEffect, at: &PersonalEffectQuery) -> Option<i32> {
        self.roused(number, at.who).filter(|_| line.waits())
    }

    fn gained(&self, at: &PersonalEffectQuery) -> i32 {
        at.gained
    }

    fn set_at(&self, at: &PersonalEffectQuery) -> u8 {
        at.set
    }

    fn eye(&self, carrier: Carrier, at: &PersonalEffectQuery) -> PersonalEvalContext<'_> {
        let own = carrier.person().unwrap_or(at.who);
        let zone = match carrier {
            Carrier::Zone(zone) => Some(zone),
            _ => None,
        };
        PersonalEvalContext {
            foe: at.foe,
            zone,
            weapon: carrier.weapon(),
            using: at.weapon,
            subject: at.who,
            outside: at.outside,
            foothold: at.foothold.map(|zone| (at.who, zone)),
            ..PersonalEvalContext::of(self, own)
        }
    }
}
