//! Matches doctrine rules with options in space combat and ranks the options that fit.

use super::option_evaluator::{SpaceEvaluator, weapon_of};
use super::weapon_rules::amount_rank;
use crate::option_narrowing::{self, OptionScorer};
use crate::pending_roll_view::RollRules;
use crate::shared_doctrine_parts::{self, ConditionEvaluator, Participants};
use slip_pack::doctrine::{DoctrineRule, OptionOrder, Topic};
use slip_play::choice::{Choice, Verb};
use slip_play::event::TrackId;
use slip_play::question::Point;
use slip_play::space::roster::WeaponSystem;
use slip_play::space::state::{DATA, FRAME};

impl OptionScorer for SpaceEvaluator<'_> {
    fn consent(&self, option: Choice) -> Option<Topic> {
        match (self.ask.point, option.verb) {
            (Point::Drive, Verb::Coast) => Some(Topic::Coast),
            (_, Verb::Launch) => Some(Topic::Launch),
            (Point::Bid, Verb::Burn) => Some(Topic::Burn),
            (Point::Declare, verb) if weapon_of(verb).is_some() => weapon_of(verb).map(topic_of),
            (Point::Overwatch, Verb::Beams) => Some(Topic::Overwatch),
            (Point::Formation, Verb::Form | Verb::Accept) => Some(Topic::Formation),
            // To stay in a formation, a rule of `formation` must hold; otherwise the ship leaves the formation.
            (Point::Formation, Verb::Pass) if self.may_leave() => Some(Topic::Formation),
            (Point::Tether, Verb::Board) => Some(Topic::Board),
            (Point::Tether, Verb::Tether) if option.it.actor().is_some() => Some(Topic::Board),
            (Point::Tether, Verb::Tether | Verb::Accept) => Some(Topic::Formation),
            (point, _) => shared_doctrine_parts::consent(point, option, || false),
        }
    }

    fn applies(&self, row: &DoctrineRule, consent: Option<Topic>) -> bool {
        match self.ask.point {
            // If a weapon has already been declared, the rules for weapons and those for `target` choose together, in the order of the
            // doctrine.
            Point::Whom | Point::With => true,
            _ => option_narrowing::speaks_of(row, consent),
        }
    }

    /// False for topics about compels after the dice, because a party cannot make such compels in space combat.
    fn may_come_up(&self, topic: Topic) -> bool {
        self.ask.point != Point::Adjust || !matches!(topic, Topic::LateCompel | Topic::CompelSelf)
    }

    fn read(&mut self, line: usize, row: &DoctrineRule) -> bool {
        if self.ask.point != Point::Adjust {
            return true;
        }
        if let Some(may_fit) = self.roll_rules.get(line) {
            return may_fit;
        }
        let may_fit = !RollRules::is_same_for_all(row) || self.holds_for(row, Choice::of(Verb::Pass));
        self.roll_rules.keep(line, may_fit);
        may_fit
    }

    fn fits(&mut self, row: &DoctrineRule, option: Choice) -> bool {
        self.me = self.acting(option);
        let words = &row.choice;
        match row.topic {
            Topic::Ew | Topic::Beam | Topic::Torpedo => self.fire_fits(row, option),
            Topic::Target => {
                let meant = option.it.actor().is_some_and(|who| words.pick.as_ref().is_none_or(|pick| self.meant(pick, who)));
                option.verb == Verb::Target && meant && self.holds_for(row, option)
            }
            Topic::Place | Topic::Position => self.place_fits(row, option),
            Topic::KeepRange => matches!(option.verb, Verb::Pass | Verb::Target | Verb::Band) && self.holds_for(row, option),
            Topic::Begin => {
                let how = u8::from(words.word.as_deref() == Some("ew"));
                option.verb == Verb::Start && option.how == how && self.holds_for(row, option)
            }
            Topic::Burn => self.burn_fits(row, option),
            Topic::TorpedoDefence => {
                let verb = match words.word.as_deref() {
                    Some("beams") => Verb::Beams,
                    Some("point_defence") => Verb::PointDefence,
                    _ => Verb::Nothing,
                };
                option.verb == verb && self.so_much_fits(row, option)
            }
            Topic::Overwatch => option.verb == Verb::Beams && self.so_much_fits(row, option),
            Topic::EwDefence => {
                let verb = if words.word.as_deref() == Some("firewall") { Verb::Firewall } else { Verb::Rating };
                option.verb == verb && self.holds_for(row, option)
            }
            Topic::Repair => {
                let track = match words.word.as_deref() {
                    Some("data") => Some(DATA),
                    Some(word) if word != "frame" => self.fight.roster.tracks.find(word),
                    _ => Some(FRAME),
                };
                let there = u8::try_from(option.n).ok().map(TrackId);
                option.verb == Verb::Repair && track.is_some() && there == track && self.holds_for(row, option)
            }
            Topic::Formation => self.is_worth_joining(option) && self.holds_for(row, option),
            Topic::Coast | Topic::Launch | Topic::Board => self.holds_for(row, option),
            _ => {
                let (fight, about) = (self.fight, self.about(option));
                shared_doctrine_parts::fits(self, row, option, about, &fight.roster.outcomes).unwrap_or(false)
            }
        }
    }

    fn rank(&mut self, row: &DoctrineRule, option: Choice) -> Option<(i64, i64)> {
        self.me = self.acting(option);
        let words = &row.choice;
        match row.topic {
            Topic::Ew | Topic::Beam | Topic::Torpedo => self.fire_rank(row, option),
            Topic::Target => {
                let order = words.pick.as_ref()?.order?;
                self.standing(order, option.it.actor()?)
            }
            Topic::Place | Topic::Position => self.place_rank(row, option),
            Topic::KeepRange => Some(self.range_rank(words, option)),
            Topic::Burn | Topic::TorpedoDefence | Topic::Overwatch => amount_rank(words, option.n),
            _ => shared_doctrine_parts::rank(self, row, option),
        }
    }
}

/// Returns the yes-or-no topic that decides the use of a weapon.
const fn topic_of(weapon: WeaponSystem) -> Topic {
    match weapon {
        WeaponSystem::Ew => Topic::Ew,
        WeaponSystem::Beam => Topic::Beam,
        WeaponSystem::Torpedo => Topic::Torpedo,
    }
}

impl SpaceEvaluator<'_> {
    /// True if the question is about leaving a formation.
    fn may_leave(&self) -> bool {
        self.options.iter().any(|option| option.verb == Verb::Leave)
    }

    /// True if the seat should consider an option that joins ships. A tether is proposed only by a ship that can shoot at torpedoes for
    /// others of its tether (R-VD6).
    fn is_worth_joining(&self, option: Choice) -> bool {
        let guards = || self.fight.roster.ships.row(self.me).is_some_and(|sheet| sheet.traits.overwatch);
        option.verb != Verb::Tether || guards()
    }

    /// True if a burn is the burn that a rule requires. `burn least` means the smallest burn for which the rule's condition is true. If the
    /// condition is true without a burn, no burn is required (R-VD1).
    fn burn_fits(&mut self, row: &DoctrineRule, option: Choice) -> bool {
        if option.verb != Verb::Burn || !self.so_much_fits(row, option) {
            return false;
        }
        if row.choice.order != Some(OptionOrder::Least) {
            return true;
        }
        let burns = self.fight.state.ship(self.me).is_some_and(|ship| ship.burn > 0);
        match row.test {
            Some(_) => !self.holds_for(row, Choice::of(Verb::Hold)),
            None => !burns,
        }
    }

    /// True if an option has the number that a rule requires and meets the rule's condition.
    fn so_much_fits(&mut self, row: &DoctrineRule, option: Choice) -> bool {
        let weighed = self.weigh(option);
        self.amount_fits(&row.choice, i32::from(option.n), &weighed) && self.holds(row, &weighed)
    }
}
