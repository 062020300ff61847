//! Ranges of attacks: the penalties for a target out of range, and the zones that an attack can reach at all.

use crate::choice::Choice;
use crate::effects::{EffectHost, EffectOperation, Hook, To};
use crate::ids::{ActorId, ZoneId};
use crate::personal::Personal;
use crate::personal::effect_query::PersonalEffectQuery;
use crate::personal::roster::AttackProfile;
use crate::zone_map::FAR;
use slip_pack::effect::Bound;

impl Personal {
    /// Returns the nearest and farthest range at which an actor can use an item between two zones. Outdoors, melee items reach only their
    /// own zone (R-P53, R-P54).
    pub fn reach(&self, who: ActorId, using: Choice, manner: &AttackProfile, from: ZoneId, to: ZoneId) -> (u8, u8) {
        let zones = &self.roster.map.zones;
        let outdoors = zones[from].outdoor || zones[to].outdoor;
        if manner.hand && outdoors { (0, 0) } else { self.range_of(who, using, manner) }
    }

    /// Returns the nearest and the farthest range of a way of attacking. The range is that of the weapon, or of the nearest effect that
    /// sets it. Effects may then change the farthest range.
    fn range_of(&self, who: ActorId, using: Choice, manner: &AttackProfile) -> (u8, u8) {
        if !self.roster.lines.any(Hook::Range) {
            return manner.range;
        }
        let at = PersonalEffectQuery::attacking(who, using, Some(manner.skill));
        let (mut least, most) = manner.range;
        let mut far = i32::from(most);
        let sets = self.lines_at(Hook::Range, &at).filter_map(|(number, line)| match line.does {
            EffectOperation::Set(_, Bound::Is, To::Range(from, to)) => Some((line.carrier.distance(), to, number, from)),
            _ => None,
        });
        let sets = sets.filter(|(far, ..)| *far <= manner.set.range);
        if let Some((_, to, _, from)) = sets.min() {
            (least, far) = (from, i32::from(to));
        }
        far = self.number(Hook::Range, &PersonalEffectQuery { set: manner.set.range, ..at }, far);
        let most = u8::try_from(far).unwrap_or(FAR - 1);
        (least.min(most), most)
    }

    /// Returns the penalty out of range (R-P25).
    pub(super) fn range_penalty(&self, who: ActorId, using: Choice, manner: &AttackProfile, from: ZoneId, target: ZoneId) -> i32 {
        let (least, most) = self.reach(who, using, manner, from, target);
        let range = self.roster.map.range(from, target);
        let outside = if range < least { least - range } else { range.saturating_sub(most) };
        if outside == 0 {
            return 0;
        }
        let (mut each, mut per_zone) = (manner.out_of_range, manner.per_zone);
        if self.roster.lines.any(Hook::OutOfRange) {
            let at = PersonalEffectQuery::attacking(who, using, Some(manner.skill));
            let sets = self.lines_at(Hook::OutOfRange, &at).filter_map(|(number, line)| match line.does {
                EffectOperation::Set(_, Bound::Is, ref to) => Some((line.carrier.distance(), number, matches!(to, To::PerZone(_)))),
                _ => None,
            });
            per_zone = sets.filter(|(far, ..)| *far <= manner.set.out_of_range).min().map_or(per_zone, |(_, _, per)| per);
            // A penalty for each zone is computed for one zone here, so that changes to the penalty also count for each zone.
            let outside = if per_zone { 1 } else { outside };
            each = self.number(Hook::OutOfRange, &PersonalEffectQuery { outside, set: manner.set.out_of_range, ..at }, each);
        }
        if per_zone { each * i32::from(outside) } else { each }
    }

    /// True if a way of attacking reaches a zone from another zone. The zone must be in sight and within the range cap of the level; melee
    /// items must also reach it with their own range. Words need sight only (R-P26).
    pub(super) fn reaches(&self, who: ActorId, using: Choice, from: ZoneId, to: ZoneId) -> bool {
        if self.roster.social.is_some() {
            return self.roster.map.range(from, to) != FAR;
        }
        if !self.state.board.sees(from, to) {
            return false;
        }
        if self.is_words(who, using) {
            return true;
        }
        let Some(manner) = self.manner(who, using) else { return false };
        self.roster.map.in_cap(from) >> to.0 & 1 == 1 && (!manner.hand || self.is_at_hand_range(who, using, manner, from, to))
    }

    /// True if a melee weapon reaches from one zone to another.
    fn is_at_hand_range(&self, who: ActorId, using: Choice, manner: &AttackProfile, from: ZoneId, to: ZoneId) -> bool {
        self.roster.map.range(from, to) <= self.reach(who, using, manner, from, to).1
    }

    /// Returns the zones that a way of attacking reaches from any of these zones, as [`Personal::reaches`] defines it, one bit for each.
    pub(super) fn reached(&self, who: ActorId, using: Choice, footholds: &[ZoneId]) -> u128 {
        let words = self.is_words(who, using);
        let manner = self.manner(who, using);
        footholds.iter().fold(0, |all, &from| {
            let seen = self.state.board.seen(from);
            let open = match manner {
                _ if words => seen,
                None => 0,
                Some(manner) if manner.hand => {
                    let near = seen & self.roster.map.in_cap(from);
                    if self.range_of(who, using, manner).1 == 0 {
                        // A melee item without a range only reaches its user's own zone.
                        return all | near & 1_u128 << from.0;
                    }
                    let at_hand = |to: &ZoneId| near >> to.0 & 1 == 1 && self.is_at_hand_range(who, using, manner, from, *to);
                    self.roster.map.zones.keys().filter(at_hand).fold(0, |all, to| all | 1_u128 << to.0)
                }
                Some(_) => seen & self.roster.map.in_cap(from),
            };
            all | open
        })
    }
}
