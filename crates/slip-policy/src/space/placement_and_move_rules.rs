//! Ranks placements and moves of ships by the rules of a doctrine. The rules are those of the topics `place`, `position` and `keep_range`.

use super::option_evaluator::{SpaceEvaluation, SpaceEvaluator, band_of};
use crate::shared_doctrine_parts::{ConditionEvaluator, Participants};
use slip_pack::doctrine::{ActorGroup, ActorSelection, DoctrineRule, OptionCriteria as Words, OptionOrder};
use slip_play::choice::{Choice, Verb};
use slip_play::ids::ActorId;
use slip_play::question::Point;
use slip_play::space::position_odds::DriveUse;
use slip_play::space::state::Band;

/// A ship, and the band in which it would be.
type Place = (ActorId, Band);

impl SpaceEvaluator<'_> {
    /// Returns the positions to which an option can lead. If the option chooses a ship, these are all bands to which the ship may be moved.
    /// If it chooses a band, it is only this band. Empty for all other options.
    fn places(&self, option: Choice) -> Vec<Place> {
        match (option.verb, option.it.actor()) {
            (Verb::Target, Some(ship)) if self.ask.point == Point::Place => {
                let limit = self.fight.roster.settings.placement_limit;
                (-limit..=limit).map(|band| (ship, Band(band))).collect()
            }
            (Verb::Target, Some(ship)) => {
                let open = self.fight.open_shifts().into_iter().filter(|(there, _)| *there == ship);
                open.flat_map(|(_, bands)| bands).map(|band| (ship, band)).collect()
            }
            (Verb::Band, _) => self.moved().zip(band_of(option)).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// True if a rule of `place` or `position` fits any position to which an option leads.
    pub(super) fn place_fits(&mut self, row: &DoctrineRule, option: Choice) -> bool {
        self.places(option).into_iter().any(|place| self.is_place_of(row, place))
    }

    fn is_place_of(&mut self, row: &DoctrineRule, (ship, band): Place) -> bool {
        let words = &row.choice;
        if !self.is_moved_by(words.pick.as_ref(), ship) {
            return false;
        }
        let from = self.fight.band_of(ship);
        let outward = from.map(|from| band.0.unsigned_abs().cmp(&from.0.unsigned_abs()));
        let way = match words.word.as_deref() {
            // A ship that is not placed yet has no band to compare with. Any band then fits `out` and `in`, and the ranking decides.
            Some("out") => outward.is_none_or(std::cmp::Ordering::is_gt),
            Some("in") => outward.is_none_or(std::cmp::Ordering::is_lt),
            _ => true,
        };
        let ranged = words.range.is_none_or(|(low, high)| (low..=high).contains(&i64::from(band.0)));
        way && ranged && {
            let weighed =
                SpaceEvaluation { it: Some(ship), fire: None, plan: DriveUse::AsSaid, to: Some((ship, band)), heat: 0, compel: None };
            self.holds(row, &weighed)
        }
    }

    /// True if a rule selects one of the ships that move together with `ship`. If the rule selects no ship, the deciding ship must move
    /// together with `ship`.
    fn is_moved_by(&self, pick: Option<&ActorSelection>, ship: ActorId) -> bool {
        let own = || self.fight.entity(self.me).contains(&ship);
        match pick {
            None => own(),
            Some(pick) if pick.who == ActorGroup::Me => own(),
            Some(pick) => self.fight.entity(ship).into_iter().any(|member| self.meant(pick, member)),
        }
    }

    /// Ranks an option by the best position to which it leads.
    pub(super) fn place_rank(&mut self, row: &DoctrineRule, option: Choice) -> Option<(i64, i64)> {
        let places: Vec<Place> = self.places(option).into_iter().filter(|&place| self.is_place_of(row, place)).collect();
        places.into_iter().filter_map(|place| self.rank_of_place(&row.choice, place)).max()
    }

    fn rank_of_place(&self, words: &Words, (ship, band): Place) -> Option<(i64, i64)> {
        let order = words.pick.as_ref().and_then(|pick| Some((pick.who, pick.order?)));
        let first = match order {
            // If the rule is about the deciding ship itself, `nearest` and `farthest` select by the ship's distance to enemies.
            Some((ActorGroup::Me, order @ (OptionOrder::Nearest | OptionOrder::Farthest))) => {
                let range = self.nearest_enemy((ship, band));
                if order == OptionOrder::Nearest { -range } else { range }
            }
            Some((ActorGroup::Me, _)) | None => 0,
            Some((_, order)) => self.standing(order, ship).map_or(0, |(first, _)| first),
        };
        let out = i64::from(band.0.unsigned_abs());
        let second = match words.word.as_deref() {
            Some("out") => out,
            Some("in") => -out,
            _ if words.range.is_some() => 0,
            _ if order.is_none() => return None,
            _ => 0,
        };
        Some((first, second))
    }

    /// Returns the active enemies of the deciding ship, including those that are not placed yet.
    fn foes(&self) -> impl Iterator<Item = ActorId> + '_ {
        self.everybody().filter(|&who| self.is_active(who) && self.is_enemy(who))
    }

    /// Returns the number of bands to the nearest enemy, if a ship were moved to another band.
    fn nearest_enemy(&self, (ship, band): Place) -> i64 {
        let moved = self.fight.entity(ship);
        let at = |who: ActorId| if who == ship || moved.contains(&who) { Some(band) } else { self.fight.band_of(who) };
        let Some(here) = at(self.me) else { return 99 };
        let ranges = self.foes().filter_map(|enemy| at(enemy).filter(|band| band.is_on_map()));
        ranges.map(|there| i64::from(here.range(there))).min().unwrap_or(99)
    }

    /// Ranks an option by the range to enemies. If the rule names a range, the option with the smallest difference from it is best.
    /// Otherwise options are compared by expected damage, then by distance.
    pub(super) fn range_rank(&self, words: &Words, option: Choice) -> (i64, i64) {
        let places = self.places(option);
        if places.is_empty() {
            return self.range_kept(words, None);
        }
        places.into_iter().map(|place| self.range_kept(words, Some(place))).max().unwrap_or((0, 0))
    }

    fn range_kept(&self, words: &Words, place: Option<Place>) -> (i64, i64) {
        let stays = self.fight.band_of(self.me).map(|band| (self.me, band));
        let Some(place) = place.or(stays) else { return (0, 0) };
        // A ship off the map has no range to enemies.
        if !place.1.is_on_map() && self.fight.entity(self.me).contains(&place.0) {
            return (i64::MIN, 0);
        }
        let nearest = self.nearest_enemy(place);
        if let Some((low, high)) = words.range {
            let outside = if nearest == 99 { 0 } else { (low - nearest).max(nearest - high).max(0) };
            return (-outside, 0);
        }
        let moved = self.fight.entity(place.0);
        let at = |who: ActorId| if who == place.0 || moved.contains(&who) { Some(place.1) } else { self.fight.band_of(who) };
        let Some(here) = at(self.me) else { return (0, 0) };
        let best = self.foes().filter_map(|enemy| {
            let there = at(enemy).filter(|band| band.is_on_map())?;
            Some(self.fight.fire_from(self.me, enemy, here.range(there)))
        });
        let best = best.max().unwrap_or(0);
        if best == 0 {
            return (0, if nearest == 99 { 0 } else { -nearest });
        }
        // Of two equally good positions, the position nearer to the middle is better: a ship farther out is more easily driven off.
        let out = |band: Band| i64::from(band.0.unsigned_abs());
        let theirs = self.foes().filter_map(at).filter(|band| band.is_on_map()).map(out).min().unwrap_or(0);
        (best, theirs - out(here))
    }
}
