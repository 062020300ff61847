//! Participants of a personal combat from the deciding actor's point of view, and the effects of hits on them.

use super::condition_terms::PersonalEvaluator;
use crate::shared_doctrine_parts::{HitEffects, Participants, box_of};
use slip_dice::fate::{Holder, Slots};
use slip_pack::doctrine::{DoctrineWord, OptionOrder};
use slip_play::choice::Verb;
use slip_play::ids::ActorId;
use slip_play::personal::state::ActorStatus;
use slip_play::question::Point;

impl Participants for PersonalEvaluator<'_> {
    fn me(&self) -> ActorId {
        self.me
    }

    fn everybody(&self) -> impl Iterator<Item = ActorId> + '_ {
        self.fight.roster.actors.keys()
    }

    fn is_active(&self, who: ActorId) -> bool {
        self.fight.state.actors[who].is_there()
    }

    fn is_marker(&self, who: ActorId) -> bool {
        self.fight.state.actors[who].status == ActorStatus::Pawn
    }

    fn is_goal_person(&self, who: ActorId) -> bool {
        self.is_about(who)
    }

    fn is_rival(&self, who: ActorId) -> bool {
        !self.is_marker(who) && self.is_enemy(who) && !self.is_about(who)
    }

    fn is_enemy(&self, who: ActorId) -> bool {
        !self.is_marker(who) && self.fight.roster.are_enemies(self.me, who)
    }

    fn name_of(&self, who: ActorId) -> &str {
        &self.fight.roster.actors[who].name
    }

    fn is_trained(&self, name: &str, who: ActorId) -> bool {
        let roster = &self.fight.roster;
        let skill = roster.skills.iter().find(|(_, skill)| skill.is_called(name)).map(|(id, _)| id);
        skill.is_some_and(|skill| roster.trained(who, skill).is_some())
    }

    fn is(&self, word: DoctrineWord, who: ActorId) -> bool {
        let fight = self.fight;
        let actor = &fight.state.actors[who];
        let range = || fight.roster.map.range(self.here, actor.zone);
        match word {
            // Social combat has no line of sight, and range only reduces rolls (R-SC3).
            DoctrineWord::Visible | DoctrineWord::InRange if self.is_social() => true,
            DoctrineWord::Goal => self.is_about(who),
            DoctrineWord::Visible => fight.state.board.sees(self.here, actor.zone),
            DoctrineWord::InRange => fight.arsenal(self.me).any(|using| fight.in_range(self.me, using, self.here, actor.zone)),
            DoctrineWord::InZone => actor.zone == self.here,
            DoctrineWord::Adjacent => range() == 1,
            DoctrineWord::Hurt => actor.tracks.iter().any(|track| track.marked() > 0) || self.consequences(who) > 0,
            DoctrineWord::Tagged => self.has_free_tag_on(who),
            // An actor that was attacked has recorded defence rolls until its next turn.
            DoctrineWord::Targeted => !actor.records.is_empty(),
            DoctrineWord::Able => actor.is_active(),
            DoctrineWord::Armed => {
                (0_u32..).zip(&fight.roster.actors[who].weapons).any(|(number, _)| actor.dropped >> number.min(31) & 1 == 0)
            }
            DoctrineWord::Alone => !fight
                .active_people()
                .any(|other| other != who && !fight.roster.are_enemies(who, other) && fight.state.actors[other].zone == actor.zone),
            DoctrineWord::InCover => self.is_cover(actor.zone),
            DoctrineWord::Leader => fight.roster.sides.row(fight.roster.side(who)).is_some_and(|side| side.leaders.contains(&who)),
            DoctrineWord::Reloading => self.is_reloading(who),
            DoctrineWord::SuitBreached => actor.suit_breached,
            _ => false,
        }
    }

    fn standing(&self, order: OptionOrder, who: ActorId) -> Option<(i64, i64)> {
        let fight = self.fight;
        let range = || i64::from(fight.roster.map.range(self.here, fight.state.actors[who].zone));
        Some(match order {
            OptionOrder::Weakest | OptionOrder::Least => (-fight.boxes_left(who), -fight.slots_left(who)),
            OptionOrder::Strongest | OptionOrder::Most => (fight.boxes_left(who), fight.slots_left(who)),
            OptionOrder::Nearest => (-range(), 0),
            OptionOrder::Farthest => (range(), 0),
            OptionOrder::Best | OptionOrder::Easiest if fight.state.declared.act == Some(Verb::Push) => self.push_standing(order, who),
            OptionOrder::Easiest => (self.against(who).hit, self.against(who).expected),
            OptionOrder::Best if fight.state.declared.act == Some(Verb::Maneuver) => (self.setup_on(who), 0),
            OptionOrder::Best => (self.against(who).expected, self.against(who).hit),
            OptionOrder::Dangerous => (self.menace(who), 0),
            OptionOrder::First => (-i64::from(who.0), 0),
            OptionOrder::Random | OptionOrder::Save | OptionOrder::MostDice | OptionOrder::Roomiest => return None,
        })
    }
}

impl PersonalEvaluator<'_> {
    fn has_free_tag_on(&self, who: ActorId) -> bool {
        let side = self.fight.roster.side(self.me).0;
        self.fight.state.aspects.values().any(|aspect| {
            let on = matches!(aspect.holder, Holder::Actor(there) | Holder::Gear(there, _) if there == who.0);
            on && aspect.is_free_for(side, self.fight.declaration_for(aspect))
        })
    }

    /// Returns the number of consequence slots that an actor has used.
    pub(super) fn consequences(&self, who: ActorId) -> i64 {
        let (at_first, now) = (self.fight.slots_at_first(who), self.fight.state.actors[who].slots);
        i64::from(at_first.count()) - i64::from(now.count())
    }
}

impl HitEffects for PersonalEvaluator<'_> {
    fn survives(&self, who: ActorId, shifts: i32, set: Slots) -> bool {
        self.fight.survives_with(who, shifts, set)
    }

    fn slots(&self, who: ActorId) -> Slots {
        self.fight.state.actors[who].slots
    }

    fn absorbs(&self, who: ActorId, set: Slots) -> i32 {
        match self.ask.point {
            Point::Mitigate => self.fight.absorbs_now(who, set),
            _ => self.fight.absorbs(who, self.fight.declared_track(), set),
        }
    }

    fn marks(&self, who: ActorId, shifts: i32) -> i64 {
        self.fight.boxes(who, self.fight.declared_track(), shifts)
    }

    fn all_left(&self, who: ActorId) -> i64 {
        let actor = &self.fight.state.actors[who];
        actor.tracks.iter().map(|track| i64::from(track.open())).sum::<i64>() + i64::from(actor.slots.count())
    }

    fn pending_hit(&self) -> i32 {
        self.fight.pending_hit()
    }

    fn landing_box(&self, who: ActorId, shifts: i32) -> i32 {
        self.fight.landings(who, shifts).map(|(_, landing)| box_of(landing)).max().unwrap_or(0)
    }
}
