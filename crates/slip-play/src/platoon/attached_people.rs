//! Attached people who act themselves (`character_turn yes`; R-YR2).
//!
//! Once a turn each of them may place an aspect on a zone or a unit, before or after the action of their unit. They roll their best skill
//! without opposition, with the range penalty that a maneuver of their unit would have. This is not an action of the unit, so it cannot be
//! compelled.

use crate::choice::Verb;
use crate::event::{Event, Events, Phase, Step};
use crate::ids::{ActorId, Id, SkillId};
use crate::platoon::roster::Attached;
use crate::platoon::{PlatoonFight, SkillReplacement};
use slip_dice::fate::Holder;

/// Value of `n` of a [`Phase::Declare`] step in which an attached person, not the unit, places an aspect.
pub(super) const PEOPLE: u8 = 1;

impl PlatoonFight {
    /// Returns the attached people of a unit who have not acted this turn.
    fn open_people(&self, unit: ActorId) -> impl Iterator<Item = &Attached> {
        let acted = self.state.unit(unit).map_or(u32::MAX, |unit| unit.people_acted);
        let people = self.roster.units.row(unit).filter(|_| self.roster.settings.character_turn).map_or(&[][..], |sheet| &sheet.attached);
        let open =
            move |number: usize| u32::try_from(number).ok().and_then(|number| acted.checked_shr(number)).is_some_and(|bit| bit & 1 == 0);
        people.iter().enumerate().filter(move |(number, person)| open(*number) && person.does.is_some()).map(|(_, person)| person)
    }

    /// True if a person attached to a unit can still place an aspect this turn.
    pub(super) fn has_people_to_act(&self, unit: ActorId) -> bool {
        self.open_people(unit).next().is_some() && !self.peoples_targets(unit).is_empty()
    }

    /// True if a person attached to the unit is declaring an act, not the unit itself.
    pub(super) fn is_by_people(&self) -> bool {
        self.state.step.phase == Phase::Declare && self.state.step.n == PEOPLE
    }

    /// Returns the rolls of the people attached to a unit: for each person who has not acted, the person's skill and rank.
    pub(super) fn peoples_ways(&self, unit: ActorId) -> impl Iterator<Item = SkillReplacement> + '_ {
        self.open_people(unit).filter_map(|person| person.does).map(|(skill, rank)| SkillReplacement::plain(skill, rank))
    }

    /// Returns the roll of the first attached person whose best skill is `skill`. People who have acted are included, because a person is
    /// marked as having acted before the dice are rolled.
    pub(super) fn persons_way(&self, unit: ActorId, skill: SkillId) -> Option<SkillReplacement> {
        let sheet = self.roster.units.row(unit).filter(|_| self.roster.settings.character_turn)?;
        let does = sheet.attached.iter().filter_map(|person| person.does).find(|(own, _)| *own == skill);
        does.map(|(skill, rank)| SkillReplacement::plain(skill, rank))
    }

    /// Returns the zones and units on which attached people may place an aspect. They are within reach of the unit. If the rules require a
    /// spotted target for maneuvers, enemy units must be spotted.
    pub(super) fn peoples_targets(&self, unit: ActorId) -> Vec<Id> {
        let reached = |zone| self.maneuver_penalty(unit, zone).is_some();
        let zones = self.roster.ground.zones.keys().filter(|&zone| reached(zone) && self.may_maneuver_in(unit, zone)).map(Id::Zone);
        let seen = |it: ActorId| !self.roster.settings.maneuver_spotted || !self.are_enemies(unit, it) || self.is_spotted(it);
        let units = self.state.units.keys().filter(|&it| self.stands(it).is_some_and(reached) && seen(it)).map(Id::Actor);
        units.chain(zones).collect()
    }

    /// Begins the declaration of the act of an attached person.
    pub(super) fn let_people_act(me: ActorId, out: &mut Events) {
        out.push(Event::Declare {
            me,
            act: Some(Verb::Maneuver),
            it: Id::None,
            using: None,
            track: None,
            aspect: None,
            thing: None,
            term: None,
            access: None,
            say: None,
        });
        PlatoonFight::go(out, Step::of(Phase::Declare, Id::Actor(me)).n(PEOPLE));
    }

    /// True if the declared act is that of an attached person, which is the case if the unit itself is not trained in the skill.
    pub(super) fn is_a_persons(&self, unit: ActorId, skill: Option<SkillId>) -> bool {
        let untrained = |skill: &SkillId| self.roster.units.row(unit).is_some_and(|sheet| sheet.rank(*skill).is_none());
        self.state.declared.act == Some(Verb::Maneuver)
            && skill.filter(untrained).is_some_and(|skill| self.persons_way(unit, skill).is_some())
    }

    /// Returns the holder of the aspect that the declared act places: a zone, or a unit if attached people act.
    pub(super) fn placed_on(&self) -> Option<Holder> {
        match self.state.declared.it {
            Id::Zone(zone) => Some(Holder::Zone(zone.0)),
            Id::Actor(who) => Some(Holder::Actor(who.0)),
            Id::None | Id::Scene => None,
        }
    }
}
