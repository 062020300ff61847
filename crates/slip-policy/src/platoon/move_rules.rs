//! Matches moves of units with doctrine rules of the topics `move`, `stay` and `keep_range`, and ranks the moves. Also does this for the
//! borders of an interdiction.

use super::option_evaluator::PlatoonEvaluator;
use super::unit_sets::{members, zone_bit};
use crate::option_narrowing;
use crate::shared_doctrine_parts::Participants;
use slip_pack::doctrine::OptionCriteria as Words;
use slip_play::choice::{Choice, Verb};
use slip_play::ids::{ActorId, Id, ZoneId};
use slip_play::platoon::roster::Arm;
use slip_play::platoon::zones::Region;
use slip_play::question::Point;

/// Maximum number of exits of a zone that are considered.
const MOST_WAYS: usize = 16;

/// Number of options other than ways out of the zone: staying, and leaving the map.
const BESIDES: usize = 2;

impl PlatoonEvaluator<'_> {
    /// Returns the zone that a step of movement enters; `None` for leaving the map or for a unit without a zone.
    pub(super) fn step_zone(&self, option: Choice) -> Option<ZoneId> {
        match (option.verb, option.it) {
            (Verb::Enter | Verb::Go, Id::Zone(zone)) => Some(zone),
            _ => self.zone(self.me),
        }
    }

    /// True if an option is a step of movement.
    pub(super) fn is_step(&self, option: Choice) -> bool {
        matches!(option.verb, Verb::Stay | Verb::Enter | Verb::Go | Verb::Exit)
    }

    /// True if the doctrine's rules about movement would lead the deciding unit out of its zone. Only then an act of movement makes sense.
    pub(super) fn leads_somewhere(&mut self) -> bool {
        let Some(here) = self.zone(self.me) else { return false };
        let stay = Choice::of(Verb::Stay);
        let mut steps = [stay; MOST_WAYS + BESIDES];
        let mut count = 1;
        let fight = self.fight;
        for way in fight.roster.ground.ways(here).iter().filter(|way| way.value.is_some()).take(MOST_WAYS) {
            if let Some(step) = steps.get_mut(count) {
                *step = Choice::of(Verb::Enter).on(Id::Zone(way.to)).with(way.border.0);
                count += 1;
            }
        }
        // A unit leaves the map only if its zone is at the edge by which it should leave.
        if self.exits_of(self.me) & zone_bit(here) != 0
            && let Some(step) = steps.get_mut(count)
        {
            *step = Choice::of(Verb::Exit);
            count += 1;
        }
        let asked = std::mem::replace(&mut self.ask.point, Point::Steps);
        let rows = self.steps;
        let decided = option_narrowing::decide(rows, steps.get(..count).unwrap_or(&[]), self, &mut |_| 0);
        self.ask.point = asked;
        decided.is_some_and(|decision| decision.choice.verb != Verb::Stay)
    }

    pub(super) fn move_fits(&self, words: &Words, option: Choice) -> bool {
        if !self.is_step(option) {
            return false;
        }
        let ground = &self.fight.roster.ground;
        let leaves = option.verb == Verb::Exit;
        let zone = self.step_zone(option);
        match words.word.as_deref() {
            // A unit leaves the map only if its goals say so, and only by an edge that they name.
            Some("goal") => !leaves || zone.is_some_and(|zone| self.exits_of(self.me) & zone_bit(zone) != 0),
            Some("exit") => ground.zones.values().any(|zone| zone.exit),
            _ if leaves => false,
            Some("cover") => zone.is_some_and(|zone| self.is_cover(zone)),
            Some("hidden") => zone.is_some_and(|zone| self.watched() & zone_bit(zone) == 0),
            Some("towards" | "away_from") => words.pick.as_ref().is_some_and(|pick| self.all_meant(pick).next().is_some()),
            Some(name) => ground.zones.values().any(|zone| zone.name == name),
            None => false,
        }
    }

    pub(super) fn move_rank(&self, words: &Words, option: Choice) -> Option<(i64, i64)> {
        let ground = &self.fight.roster.ground;
        let leaves = option.verb == Verb::Exit;
        let zone = self.step_zone(option)?;
        let distance = match words.word.as_deref()? {
            "goal" | "exit" if leaves => 0,
            "goal" => self.goal_gap(self.me, zone),
            "exit" => {
                let exits = ground.zones.iter().filter(|(_, there)| there.exit && there.region == Region::Map);
                1 + self.nearest_of(zone, exits.fold(0, |set, (zone, _)| set | zone_bit(zone))).unwrap_or(99)
            }
            word @ ("towards" | "away_from") => {
                let meant = self.all_meant(words.pick.as_ref()?).filter_map(|who| self.zone(who));
                let steps = self.nearest_of(zone, meant.fold(0, |set, zone| set | zone_bit(zone)))?;
                if word == "towards" { steps } else { -steps }
            }
            "cover" | "hidden" => return None,
            name => {
                let named = ground.zones.iter().filter(|(_, there)| there.name == name);
                self.nearest_of(zone, named.fold(0, |set, (zone, _)| set | zone_bit(zone))).unwrap_or(99)
            }
        };
        // Of equally short ways, a leader takes the one on which its units are least out of its command range.
        Some((-distance, -self.command_gap(self.me, zone, false)))
    }

    /// True if a step keeps the condition that a rule of `stay` requires, such as `in_command`. If the unit is already out of command, a
    /// step fits if it reduces the distance.
    pub(super) fn stay_fits(&self, words: &Words, option: Choice) -> bool {
        if self.ask.point == Point::Act && !matches!(option.verb, Verb::Move | Verb::March) {
            return true;
        }
        let Some(here) = self.zone(self.me) else { return true };
        let there = self.step_zone(option).unwrap_or(here);
        match words.word.as_deref() {
            Some("in_command") if option.verb == Verb::Exit => self.leaves_nobody_behind(),
            Some("in_command") => {
                let gap = |zone: ZoneId| self.command_gap(self.me, zone, true);
                let broken = gap(here);
                if broken > 0 { gap(there) < broken } else { gap(there) == 0 }
            }
            // A hidden unit does not enter a zone with enemies, because it would become spotted. A spotted unit may enter (R-YD3).
            Some("hidden") => {
                let hidden = self.unit(self.me).is_some_and(|unit| unit.spotted == 0);
                let quiet = self.fight.contact_spotted(self.me) == 0;
                !hidden || quiet || there == here || self.survey().their_zones & zone_bit(there) == 0
            }
            Some("in_cover") => match self.ask.point {
                Point::Act => !self.is_cover(here),
                _ => !self.is_cover(here) || self.is_cover(there),
            },
            _ => false,
        }
    }

    /// True if no other unit is trapped when this unit leaves the map. After a leader has left, units of its platoon that should leave too
    /// and do not move with it cannot leave any more (R-YA5, R-YD9).
    fn leaves_nobody_behind(&self) -> bool {
        let (Some(leader), Some(me)) = (self.leader(self.me), self.unit(self.me)) else { return true };
        let goes_along = |who: ActorId| self.fight.state.moving.as_ref().is_some_and(|moving| moving.who.contains(&who));
        let is_left = |who: ActorId| {
            let own = self.unit(who).is_some_and(|unit| unit.platoon == me.platoon);
            let near = self.zone(leader).zip(self.zone(who)).is_some_and(|(at, from)| self.gap_to(leader, at, who, from) == 0);
            own && near && who != leader && !goes_along(who) && self.exits_of(who) != 0
        };
        leader != self.me || !members::<ActorId>(self.survey_of(leader)).any(is_left)
    }

    /// Ranks a step by the range after it. If the rule names a range, the smallest difference from it is best. Otherwise the highest
    /// expected damage is best, and then the shortest distance.
    pub(super) fn range_rank(&self, words: &Words, option: Choice) -> (i64, i64) {
        let Some(zone) = self.step_zone(option).filter(|_| option.verb != Verb::Exit) else { return (i64::MIN, 0) };
        let nearest = self.nearest_enemy(zone);
        if let Some((low, high)) = words.range {
            return (-(low - nearest).max(nearest - high).max(0), 0);
        }
        let best = self.best_in(zone).expected;
        (best, if best == 0 { -self.gap_by_weapon(zone) } else { 0 })
    }

    /// Returns the number of steps to a zone from which the nearest enemy can be attacked.
    fn gap_by_weapon(&self, zone: ZoneId) -> i64 {
        if self.arm(self.me) == Arm::Ground { self.gap_to_enemy(self.me, zone) } else { 0 }
    }

    /// True if an option is about an interdiction: the option chooses the zone or a border.
    pub(super) fn interdicts(&self, option: Choice) -> bool {
        if self.fight.state.declared.act != Some(Verb::Interdict) {
            return false;
        }
        match self.ask.point {
            Point::Whom => option.it.zone().is_some(),
            _ => matches!(option.verb, Verb::All | Verb::Even | Verb::ByHand | Verb::Put),
        }
    }

    /// Ranks a zone for an interdiction. A zone ranks higher the better its borders stop the units that a rule selects.
    pub(super) fn zone_rank(&self, words: &Words, zone: ZoneId) -> Option<(i64, i64)> {
        let ways = self.fight.roster.ground.ways(zone);
        let borders = ways.iter().flat_map(|way| [(way.to, zone), (zone, way.to)]);
        borders.filter_map(|(from, to)| self.between(words, from, to)).max()
    }

    /// Ranks a border for an interdiction by how well it stops the units that a rule selects. The border nearest to the units is best; with
    /// `behind`, it must be on their far side.
    pub(super) fn border_rank(&self, words: &Words, option: Choice) -> Option<(i64, i64)> {
        if words.word.as_deref() == Some("even") {
            return Some((i64::from(option.verb == Verb::Even), 0));
        }
        let nowhere = Some((i64::MIN, i64::from(option.verb == Verb::Even)));
        let (Some(border), Some(to)) = (option.border(), option.it.zone()) else { return nowhere };
        let ends = self.fight.roster.ground.borders.row(border)?;
        let from = if ends.a == to { ends.b } else { ends.a };
        self.between(words, from, to).or(nowhere)
    }

    /// Ranks the border between two zones for blocking: it should be between the selected units and the deciding side's units. Nearer to
    /// the selected units is better. With the word `behind`, the border must be on their far side.
    fn between(&self, words: &Words, from: ZoneId, to: ZoneId) -> Option<(i64, i64)> {
        let pick = words.pick.as_ref()?;
        let meant: u128 = self.all_meant(pick).filter_map(|who| self.zone(who)).fold(0, |set, zone| set | zone_bit(zone));
        let near = self.nearest_of(from, meant)?;
        let away = self.nearest_of(to, meant)? > near;
        let ours = members::<ActorId>(self.survey().ours).filter_map(|who| self.zone(who)).fold(0, |set, zone| set | zone_bit(zone));
        let (home, beyond) = (self.nearest_of(from, ours)?, self.nearest_of(to, ours)?);
        let towards = home - beyond;
        let way = if words.word.as_deref() == Some("behind") { -towards } else { towards };
        Some((way * 100 - near, i64::from(away)))
    }
}
