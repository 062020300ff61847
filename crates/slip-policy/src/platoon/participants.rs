//! Units of a platoon combat as the deciding unit sees them, and the effects of hits on them.

use super::option_evaluator::PlatoonEvaluator;
use super::unit_sets::{has, members, zone_bit};
use crate::shared_doctrine_parts::{HitEffects, Participants, box_of, is_named};
use slip_dice::fate::track::TrackHit;
use slip_dice::fate::{Holder, Slots};
use slip_pack::doctrine::{ActorGroup, ActorSelection, DoctrineWord, Filter, OptionOrder};
use slip_pack::encounter::Role;
use slip_play::ids::{ActorId, Id, ZoneId};
use slip_play::platoon::roster::{Arm, CoreSkill};
use slip_play::platoon::state::bit;
use slip_play::platoon::zones::Region;

impl Participants for PlatoonEvaluator<'_> {
    fn me(&self) -> ActorId {
        self.me
    }

    fn everybody(&self) -> impl Iterator<Item = ActorId> + '_ {
        members(self.survey().ours | self.survey().theirs)
    }

    fn is_active(&self, who: ActorId) -> bool {
        has(self.survey().ours | self.survey().theirs, who)
    }

    fn is_enemy(&self, who: ActorId) -> bool {
        self.is_theirs(who)
    }

    fn name_of(&self, who: ActorId) -> &str {
        self.fight.roster.name_of(who)
    }

    fn is(&self, word: DoctrineWord, who: ActorId) -> bool {
        let Some(unit) = self.unit(who) else { return false };
        let survey = self.survey();
        let steps = || Some(self.fight.roster.ground.range(self.zone(self.me)?, self.zone(who)?));
        match word {
            DoctrineWord::Spotted => has(survey.spotted, who),
            DoctrineWord::Unspotted => !has(survey.spotted, who),
            DoctrineWord::Jammed => unit.ooc > 0,
            DoctrineWord::Member => unit.member,
            DoctrineWord::Orphan => !unit.member && self.arm(who) != Arm::Airborne,
            DoctrineWord::Leader => self.fight.roster.units.row(who).is_some_and(|sheet| sheet.role == Role::Leader),
            DoctrineWord::Artillery => self.arm(who) == Arm::Battery || self.is_called(word, who),
            DoctrineWord::Aircraft => self.arm(who) == Arm::Airborne || self.is_called(word, who),
            DoctrineWord::Infantry | DoctrineWord::Armour => self.is_called(word, who),
            DoctrineWord::HasFired => unit.has_fired || unit.fired,
            DoctrineWord::Hurt => unit.morale.marked() > 0,
            DoctrineWord::InSight => self.is_in_sight(who),
            DoctrineWord::InCommand => self.is_in_command(who),
            DoctrineWord::InCover => self.zone(who).is_some_and(|zone| self.is_cover(zone)),
            DoctrineWord::Visible => !self.is_theirs(who) || self.zone(self.me).is_some_and(|from| self.sees_from(self.me, from, who)),
            DoctrineWord::InRange => self.reaches(self.me, who),
            DoctrineWord::InZone => steps() == Some(0),
            DoctrineWord::Adjacent => steps() == Some(1),
            DoctrineWord::Able => has(survey.placed, who),
            DoctrineWord::Armed => CoreSkill::ATTACKS.into_iter().any(|trade| self.is_ranked(who, trade)),
            DoctrineWord::Alone => self.is_alone(who),
            DoctrineWord::Targeted => !unit.defences.is_empty(),
            DoctrineWord::Tagged => self.has_free_tag_on(who),
            DoctrineWord::Goal => self.aim(who).named || self.exits_of(who) != 0,
            _ => false,
        }
    }

    fn is_trained(&self, skill: &str, who: ActorId) -> bool {
        let roster = &self.fight.roster;
        let rank = |skill| roster.units.row(who).and_then(|sheet| sheet.rank(skill));
        roster.skill_of(skill).and_then(rank).is_some()
    }

    fn standing(&self, order: OptionOrder, who: ActorId) -> Option<(i64, i64)> {
        let range = || self.zone(self.me).map_or(99, |from| self.range_from(self.me, from, who));
        let left = || (self.boxes_left(who), i64::from(self.slots(who).count()));
        let promise = || self.promise(Id::Actor(who));
        Some(match order {
            OptionOrder::Weakest | OptionOrder::Least => {
                let (boxes, slots) = left();
                (-boxes, -slots)
            }
            OptionOrder::Strongest | OptionOrder::Most => left(),
            OptionOrder::Nearest => (-range(), 0),
            OptionOrder::Farthest => (range(), 0),
            OptionOrder::Easiest => {
                let promise = promise();
                (promise.hit, promise.expected)
            }
            OptionOrder::Best => {
                let promise = promise();
                (promise.expected, promise.hit)
            }
            OptionOrder::Dangerous => (self.menace(who), 0),
            OptionOrder::First => (-i64::from(who.0), 0),
            OptionOrder::Random | OptionOrder::Save | OptionOrder::MostDice | OptionOrder::Roomiest => return None,
        })
    }

    /// Returns the units that a rule selects, such as `spotted enemy`. Filters that can be tested for a whole set of units are applied
    /// first; the others are tested unit by unit.
    fn all_meant<'w>(&'w self, pick: &'w ActorSelection) -> impl Iterator<Item = ActorId> + 'w {
        let survey = self.survey();
        let all = match pick.who {
            ActorGroup::Me => bit(self.me),
            ActorGroup::Enemy => survey.theirs,
            ActorGroup::Ally => survey.ours & !bit(self.asked),
            _ => survey.ours | survey.theirs,
        };
        let narrowed = pick.filters.iter().fold(all, |all, filter| match filter {
            Filter::Is(DoctrineWord::Spotted) => all & survey.spotted,
            Filter::Is(DoctrineWord::Unspotted) => all & !survey.spotted,
            Filter::Is(DoctrineWord::Able | DoctrineWord::InRange | DoctrineWord::InZone | DoctrineWord::Adjacent) => all & survey.placed,
            _ => all,
        });
        members(narrowed).filter(|&who| self.meant(pick, who))
    }

    /// True if a unit belongs to the group from which a rule selects (`ally`, `enemy` and so on). Filters are not applied. If a platoon
    /// decides, all its units are in the group `ally`, because the platoon itself is no unit.
    fn is_whom(&self, pick: &ActorSelection, who: ActorId) -> bool {
        match pick.who {
            ActorGroup::Me => who == self.me,
            ActorGroup::Ally => !self.is_theirs(who) && who != self.asked,
            ActorGroup::Enemy => self.is_theirs(who),
            ActorGroup::Anyone => true,
            ActorGroup::Named => is_named(pick, self.name_of(who)),
            ActorGroup::Pawn | ActorGroup::GoalPerson | ActorGroup::Rival => false,
        }
    }
}

impl PlatoonEvaluator<'_> {
    /// True if a unit's design or kind has the name of a doctrine word: `infantry`, `aircraft`.
    fn is_called(&self, word: DoctrineWord, who: ActorId) -> bool {
        let plain = |name: &str| name.rsplit_once('.').map_or(name == word.word(), |(_, last)| last == word.word());
        self.fight.roster.units.row(who).is_some_and(|sheet| plain(&sheet.design) || plain(&sheet.kind))
    }

    /// True if a unit is trained in a core skill.
    pub(super) fn is_ranked(&self, who: ActorId, trade: CoreSkill) -> bool {
        self.fight.roster.units.row(who).is_some_and(|sheet| sheet.rank(trade.skill()).is_some())
    }

    /// True if a unit is the only unit of its side in its zone.
    fn is_alone(&self, who: ActorId) -> bool {
        let Some(zone) = self.zone(who) else { return true };
        let own = self.survey_of(who) & self.survey().placed & !bit(who);
        !members::<ActorId>(own).any(|other| self.zone(other) == Some(zone))
    }

    /// True if a zone gives cover, because its ground blocks sight or because it has an aspect.
    pub(super) fn is_cover(&self, zone: ZoneId) -> bool {
        let ground = &self.fight.roster.ground;
        let high = ground.region(zone) == Region::Map && ground.zones.row(zone).is_some_and(|zone| zone.cover > 0);
        high || self.fight.state.aspects.values().any(|aspect| aspect.present && aspect.holder == Holder::Zone(zone.0))
    }

    /// True if the deciding side has a free tag on a unit, on the unit's platoon or on its zone.
    fn has_free_tag_on(&self, who: ActorId) -> bool {
        let state = &self.fight.state;
        let platoon = self.unit(who).map(|unit| state.id_of_platoon(unit.platoon).0);
        let zone = self.zone(who).map(|zone| zone.0);
        state.aspects.values().any(|aspect| {
            let on = match aspect.holder {
                Holder::Actor(there) => there == who.0 || Some(there) == platoon,
                Holder::Zone(there) => Some(there) == zone,
                _ => false,
            };
            on && aspect.is_free_for(self.side.0, state.declared.number)
        })
    }

    /// Returns the number of open morale boxes of a unit; 0 if the unit is out of the fight.
    pub(super) fn boxes_left(&self, who: ActorId) -> i64 {
        self.unit(who).filter(|unit| unit.is_active()).map_or(0, |unit| i64::from(unit.morale.open()))
    }

    /// Returns the expected damage of a unit's best attack against the deciding side, if no unit moves before the attack.
    pub(super) fn menace(&self, who: ActorId) -> i64 {
        self.best_of(who).expected
    }

    /// Returns the number of consequence slots that a unit's platoon has used.
    pub(super) fn consequences(&self, who: ActorId) -> i64 {
        let Some(platoon) = self.unit(who).map(|unit| unit.platoon) else { return 0 };
        let left = self.fight.state.platoons.row(platoon).map_or(0, |platoon| i64::from(platoon.slots.count()));
        i64::from(Slots::ALL.count()) - left
    }

    /// Returns the number of shifts that consequences would take off a hit; 0 if the rules allow consequences only against hits past the
    /// end of the track and this hit stays on the track.
    fn takes(&self, who: ActorId, shifts: i32, set: Slots) -> i32 {
        let settings = &self.fight.roster.settings;
        let past = || self.unit(who).is_some_and(|unit| unit.morale.landing(shifts) == TrackHit::Past);
        if settings.consequences_past_the_end && !past() { 0 } else { self.fight.roster.schedule.worth(set) }
    }
}

impl HitEffects for PlatoonEvaluator<'_> {
    fn survives(&self, who: ActorId, shifts: i32, set: Slots) -> bool {
        let left = shifts - self.takes(who, shifts, set);
        self.unit(who).is_none_or(|unit| unit.morale.landing(left) != TrackHit::Past)
    }

    /// Returns the consequence slots of the unit's platoon that are free. A unit out of command has none.
    fn slots(&self, who: ActorId) -> Slots {
        let unit = self.unit(who).filter(|unit| unit.member || self.arm(who) == Arm::Airborne);
        let platoon = unit.and_then(|unit| self.fight.state.platoons.row(unit.platoon));
        platoon.map_or(Slots::NONE, |platoon| platoon.slots)
    }

    fn absorbs(&self, _who: ActorId, set: Slots) -> i32 {
        self.fight.roster.schedule.worth(set)
    }

    fn marks(&self, who: ActorId, shifts: i32) -> i64 {
        self.unit(who).map_or(0, |unit| match unit.morale.landing(shifts) {
            TrackHit::Nothing => 0,
            TrackHit::Box(number) => i64::from(unit.morale.open_up_to(number)),
            TrackHit::Past => i64::from(unit.morale.open()),
        })
    }

    fn all_left(&self, who: ActorId) -> i64 {
        self.boxes_left(who) + i64::from(self.slots(who).count())
    }

    fn pending_hit(&self) -> i32 {
        self.fight.state.blows.first().map_or(0, |blow| blow.shifts)
    }

    fn landing_box(&self, who: ActorId, shifts: i32) -> i32 {
        self.unit(who).map_or(0, |unit| box_of(unit.morale.landing(shifts)))
    }
}

/// True if a unit is in a zone.
pub(super) fn stands_in(weigher: &PlatoonEvaluator<'_>, who: ActorId, zone: ZoneId) -> bool {
    weigher.zone(who).is_some_and(|there| zone_bit(there) == zone_bit(zone))
}
