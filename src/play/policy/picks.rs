//! Choices of actors in doctrine lines, against a personal combat. Floor 6.

use super::terms::Weigher;
use crate::fate::Holder;
use crate::pack::doctrine::{Filter, Order, Pick, Who, Word};
use crate::play::choice::Verb;
use crate::play::ids::ActorId;

impl Weigher<'_> {
    /// Whether somebody is meant.
    pub(super) fn meant(&self, pick: &Pick, who: ActorId) -> bool {
        self.fight.state.actors[who].is_active() && self.is_whom(pick, who) && pick.filters.iter().all(|filter| self.passes(filter, who))
    }

    /// Whom a pick means, in order.
    pub(super) fn all_meant<'w>(&'w self, pick: &'w Pick) -> impl Iterator<Item = ActorId> + 'w {
        self.fight.roster.actors.keys().filter(|&who| self.meant(pick, who))
    }

    fn is_whom(&self, pick: &Pick, who: ActorId) -> bool {
        let enemy = self.fight.roster.are_enemies(self.me, who);
        match pick.who {
            Who::Me => who == self.me,
            Who::Ally => !enemy && who != self.me,
            Who::Enemy => enemy,
            Who::Anyone => true,
            Who::Named => {
                let name = &self.fight.roster.actors[who].name;
                let kin = name.split_once('#').map_or(name.as_str(), |(kin, _)| kin);
                pick.name.as_ref().is_some_and(|wanted| wanted == name || wanted == kin)
            }
            // People of social conflicts.
            Who::Pawn | Who::GoalPerson | Who::Rival => false,
        }
    }

    fn passes(&self, filter: &Filter, who: ActorId) -> bool {
        match filter {
            Filter::Is(word) => self.is(*word, who),
            Filter::Trained(name) => self.is_trained(name, who),
        }
    }

    /// Whether somebody is trained in a skill of this name.
    pub(super) fn is_trained(&self, name: &str, who: ActorId) -> bool {
        let roster = &self.fight.roster;
        let skill = roster.skills.iter().find(|(_, skill)| skill.is_called(name)).map(|(id, _)| id);
        skill.is_some_and(|skill| roster.trained(who, skill).is_some())
    }

    /// A yes-or-no word about somebody, as the actor sees it.
    pub(super) fn is(&self, word: Word, who: ActorId) -> bool {
        let fight = self.fight;
        let actor = &fight.state.actors[who];
        let range = || fight.roster.map.range(self.here, actor.zone);
        match word {
            Word::Visible => fight.state.board.sees(self.here, actor.zone),
            Word::InRange => fight.arsenal(self.me).any(|using| fight.in_range(self.me, using, self.here, actor.zone)),
            Word::InZone => actor.zone == self.here,
            Word::Adjacent => range() == 1,
            Word::Hurt => actor.tracks.iter().any(|track| track.marked() > 0) || self.consequences(who) > 0,
            Word::Tagged => self.has_free_tag_on(who),
            // Records of defences last from an attack to their owner's next turn.
            Word::Targeted => !actor.records.is_empty(),
            Word::Able => actor.is_active(),
            Word::Armed => (0_u32..).zip(&fight.roster.actors[who].weapons).any(|(number, _)| actor.dropped >> number.min(31) & 1 == 0),
            Word::Alone => !fight
                .active_people()
                .any(|other| other != who && !fight.roster.are_enemies(who, other) && fight.state.actors[other].zone == actor.zone),
            Word::InCover => self.is_cover(actor.zone),
            Word::Leader => fight.roster.sides.row(fight.roster.side(who)).is_some_and(|side| side.leader == Some(who)),
            Word::Reloading => self.is_reloading(who),
            Word::SuitBreached => actor.suit_breached,
            _ => false,
        }
    }

    fn has_free_tag_on(&self, who: ActorId) -> bool {
        let state = &self.fight.state;
        let side = self.fight.roster.side(self.me).0;
        state.aspects.values().any(|aspect| {
            let on = matches!(aspect.holder, Holder::Actor(there) | Holder::Gear(there, _) if there == who.0);
            on && aspect.is_free_for(side, state.declared.number)
        })
    }

    /// Grades of consequence somebody has taken.
    pub(super) fn consequences(&self, who: ActorId) -> i64 {
        let (at_first, now) = (self.fight.slots_at_first(who), self.fight.state.actors[who].slots);
        i64::from(at_first.count()) - i64::from(now.count())
    }

    /// How somebody stands in an order of actors; greater is better. `None` for an order that tells nobody apart.
    pub(super) fn standing(&self, order: Order, who: ActorId) -> Option<(i64, i64)> {
        let fight = self.fight;
        let there = fight.state.actors[who].zone;
        let range = i64::from(fight.roster.map.range(self.here, there));
        let (boxes, slots) = (fight.boxes_left(who), fight.slots_left(who));
        Some(match order {
            Order::Weakest | Order::Least => (-boxes, -slots),
            Order::Strongest | Order::Most => (boxes, slots),
            Order::Nearest => (-range, 0),
            Order::Farthest => (range, 0),
            Order::Easiest => (self.against(who).hit, self.against(who).expected),
            Order::Best if fight.state.declared.act == Some(Verb::Maneuver) => (self.setup_on(who), 0),
            Order::Best => (self.against(who).expected, self.against(who).hit),
            Order::Dangerous => (self.menace(who), 0),
            Order::First => (-i64::from(who.0), 0),
            Order::Random | Order::Save | Order::MostDice | Order::Roomiest => return None,
        })
    }
}
