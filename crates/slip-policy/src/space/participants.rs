//! Ships of a space combat as the deciding ship sees them, and the effects of hits on them.

use super::option_evaluator::SpaceEvaluator;
use crate::shared_doctrine_parts::{HitEffects, Participants, box_of};
use slip_dice::fate::{Holder, Slots};
use slip_pack::doctrine::{DoctrineWord, OptionOrder};
use slip_pack::encounter::{VictorySubject, VictoryTerm};
use slip_play::ids::{ActorId, Seat, TableKey};
use slip_play::space::roster::{Post, WeaponSystem};
use slip_play::space::state::{ShipHit, SpaceRollSubject};

impl Participants for SpaceEvaluator<'_> {
    fn me(&self) -> ActorId {
        self.me
    }

    fn everybody(&self) -> impl Iterator<Item = ActorId> + '_ {
        self.fight.roster.ships.keys()
    }

    fn is_active(&self, who: ActorId) -> bool {
        self.fight.state.ship(who).is_some_and(|ship| ship.is_active())
    }

    fn is_enemy(&self, who: ActorId) -> bool {
        self.fight.are_enemies(self.me, who)
    }

    fn name_of(&self, who: ActorId) -> &str {
        self.fight.roster.name_of(who)
    }

    fn is(&self, word: DoctrineWord, who: ActorId) -> bool {
        let fight = self.fight;
        let Some(ship) = fight.state.ship(who) else { return false };
        let range = || fight.range(self.me, who);
        match word {
            DoctrineWord::Visible | DoctrineWord::Able => ship.is_active() && ship.band().is_some(),
            DoctrineWord::InRange => range().is_some_and(|range| self.reaches(i32::from(range))),
            DoctrineWord::InZone => range() == Some(0),
            DoctrineWord::Adjacent => range() == Some(1),
            DoctrineWord::Hurt => ship.tracks.iter().any(|track| track.marked() > 0) || self.consequences(who) > 0,
            DoctrineWord::Tagged => self.has_free_tag_on(who),
            DoctrineWord::Targeted => {
                ship.defence.is_some()
                    || ship.stood.iter().any(Option::is_some)
                    || (fight.state.stage == WeaponSystem::Ew.stage() && ship.standing.is_some())
            }
            DoctrineWord::Armed => WeaponSystem::ALL.into_iter().any(|weapon| fight.is_armed_with(who, weapon)),
            DoctrineWord::Alone => {
                !fight.ships_about().any(|other| other != who && !fight.are_enemies(who, other) && fight.range(who, other) == Some(0))
            }
            DoctrineWord::CanLeave => self.can_leave(who),
            DoctrineWord::Goal => self.is_goal(who),
            _ => false,
        }
    }

    fn is_trained(&self, skill: &str, who: ActorId) -> bool {
        let named = |post: &Post| self.fight.roster.skill_named(*post) == skill;
        let rank = |post: Post| self.fight.eff(who, post).map(|(rank, _, penalty)| rank - penalty);
        Post::ALL.into_iter().filter(named).any(|post| rank(post).is_some_and(|rank| rank >= 0))
    }

    fn standing(&self, order: OptionOrder, who: ActorId) -> Option<(i64, i64)> {
        let fight = self.fight;
        let range = || fight.range(self.me, who).map_or(99, i64::from);
        let left = || (fight.boxes_left(who), i64::from(fight.free_slots(who).count()));
        let shot = || self.weapon().map_or_else(Default::default, |weapon| self.full_shot(self.me, weapon, who));
        Some(match order {
            OptionOrder::Weakest | OptionOrder::Least => {
                let (boxes, slots) = left();
                (-boxes, -slots)
            }
            OptionOrder::Strongest | OptionOrder::Most => left(),
            OptionOrder::Nearest => (-range(), 0),
            OptionOrder::Farthest => (range(), 0),
            OptionOrder::Easiest => (shot().hit, shot().expected),
            OptionOrder::Best => (shot().expected, shot().hit),
            OptionOrder::Dangerous => (self.menace(who), 0),
            OptionOrder::First => (-i64::from(who.0), 0),
            OptionOrder::Random | OptionOrder::Save | OptionOrder::MostDice | OptionOrder::Roomiest => return None,
        })
    }
}

impl SpaceEvaluator<'_> {
    /// Returns the number of consequences that a ship has taken.
    pub(super) fn consequences(&self, who: ActorId) -> i64 {
        let taken = self.fight.state.aspects.values().filter(|aspect| {
            aspect.present && aspect.origin == slip_dice::fate::AspectOrigin::Consequence && aspect.holder == Holder::Actor(who.0)
        });
        i64::try_from(taken.count()).unwrap_or(0)
    }

    /// True if any weapon of the ship reaches a range without a penalty.
    fn reaches(&self, range: i32) -> bool {
        let settings = &self.fight.roster.settings;
        let armed = |weapon: WeaponSystem| self.fight.is_armed_with(self.me, weapon);
        (armed(WeaponSystem::Beam) && range < settings.beam_far) || (armed(WeaponSystem::Torpedo) && range > settings.torpedo_near)
    }

    fn has_free_tag_on(&self, who: ActorId) -> bool {
        self.fight.free_tags_on(self.me, who) > 0
    }

    /// True if a victory condition of the encounter names a ship.
    fn is_goal(&self, who: ActorId) -> bool {
        let mut named = false;
        for victory in &self.fight.roster.victories {
            victory.condition.names(&mut |atom| {
                if let VictoryTerm::LeftMap(who_else)
                | VictoryTerm::Out(who_else)
                | VictoryTerm::TakenOut(who_else)
                | VictoryTerm::Captured(who_else) = atom
                {
                    named |= self.names(who_else, who);
                }
                if let VictoryTerm::ActiveOf(who_else) | VictoryTerm::Survive { who: who_else, .. } = atom {
                    named |= self.names(who_else, who);
                }
            });
        }
        named
    }

    /// True if a victory condition names a ship individually, not as part of its whole side.
    fn names(&self, wanted: &VictorySubject, who: ActorId) -> bool {
        match wanted {
            VictorySubject::Side(_) | VictorySubject::Pawns(_) => false,
            VictorySubject::Actors(list) => list.iter().any(|&(side, place)| {
                self.fight.roster.sides.row(Seat::of(side)).is_some_and(|side| side.members.get(place) == Some(&who))
            }),
            VictorySubject::AtLeast(_, wanted) => self.names(wanted, who),
        }
    }

    /// Returns a hit on a ship with the given number of shifts. The rest of the hit is copied from the hit that waits to be resolved, or
    /// else from the hit of the current attack; `None` if there is neither. The search for the next better outcome asks for many hits that
    /// differ only in their shifts, so the rest of the hit is found once.
    fn blow_on(&self, who: ActorId, shifts: i32) -> Option<ShipHit> {
        let [own, other] = &self.blows;
        let known = if who == self.me { own } else { other };
        let blow = match known.get().filter(|(there, _)| *there == who) {
            Some((_, blow)) => blow,
            None => {
                let blow = self.found_blow_on(who);
                known.set(Some((who, blow)));
                blow
            }
        };
        blow.map(|blow| ShipHit { shifts, ..blow })
    }

    fn found_blow_on(&self, who: ActorId) -> Option<ShipHit> {
        let state = &self.fight.state;
        if let Some(blow) = state.blows.first().filter(|blow| blow.who == who) {
            return Some(*blow);
        }
        let contest = state.contest.as_ref().filter(|contest| contest.matter == SpaceRollSubject::Attack)?;
        let by = contest.rolls.iter().map(|roll| roll.who).find(|&other| other != who)?;
        Some(self.fight.blow(by, self.weapon()?, who, 0))
    }
}

impl HitEffects for SpaceEvaluator<'_> {
    fn survives(&self, who: ActorId, shifts: i32, set: Slots) -> bool {
        self.blow_on(who, shifts).is_none_or(|blow| self.fight.survives(&blow, set))
    }

    fn slots(&self, who: ActorId) -> Slots {
        self.fight.free_slots(who)
    }

    fn absorbs(&self, who: ActorId, set: Slots) -> i32 {
        self.blow_on(who, 0).map_or(0, |blow| self.fight.absorbs(who, blow.track, set))
    }

    fn marks(&self, who: ActorId, shifts: i32) -> i64 {
        self.blow_on(who, shifts).map_or(0, |blow| self.fight.marks(&blow))
    }

    fn all_left(&self, who: ActorId) -> i64 {
        self.fight.all_left(who)
    }

    fn pending_hit(&self) -> i32 {
        self.fight.state.blows.first().map_or(0, |blow| blow.shifts)
    }

    fn landing_box(&self, who: ActorId, shifts: i32) -> i32 {
        let Some(blow) = self.blow_on(who, shifts) else { return 0 };
        self.fight.landings(&blow, Slots::NONE).map(|(_, landing)| box_of(landing)).max().unwrap_or(0)
    }
}
