//! Computes the numbers that conditions of doctrines compare in space combat (terms such as `hit_chance` or `heat_left`), in hundredths.

use super::option_evaluator::{SpaceEvaluation, SpaceEvaluator};
use super::pending_rolls;
use crate::pending_roll_view::RollWindow;
use crate::shared_doctrine_parts::{HitEffects, Participants};
use slip_dice::fate::fate_points::spin_of;
use slip_dice::fate::{Prospect, Slots};
use slip_pack::doctrine::{DoctrineWord, RuleTerm, UNIT};
use slip_play::choice::Verb;
use slip_play::event::SpacePhase;
use slip_play::ids::ActorId;
use slip_play::question::Point;
use slip_play::space::position_odds::DriveUse;
use slip_play::space::roster::{Rating, WeaponSystem};
use slip_play::space::state::{Band, DATA, FRAME};

impl SpaceEvaluator<'_> {
    /// Returns the value of a condition's term (such as `hit_chance`) for an option.
    pub(super) fn value(&mut self, term: &RuleTerm, option: &SpaceEvaluation) -> i64 {
        match term {
            RuleTerm::Own(word) => self.own(*word, option),
            RuleTerm::It(word) => option.it.map_or(0, |who| self.its(*word, who)),
            RuleTerm::OwnLeft(track) => self.boxes_left_on(self.me, track),
            RuleTerm::ItLeft(track) => option.it.map_or(0, |who| self.boxes_left_on(who, track)),
            RuleTerm::Trained(skill) => i64::from(self.is_trained(skill, self.me)),
            RuleTerm::Any(pick) => i64::from(self.all_meant(pick).next().is_some()),
            RuleTerm::Count(pick) => i64::try_from(self.all_meant(pick).count()).unwrap_or(0) * UNIT,
        }
    }

    /// Returns the number of open boxes of a ship on the track with this name, in hundredths.
    fn boxes_left_on(&self, who: ActorId, track: &str) -> i64 {
        self.fight.roster.tracks.find(track).map_or(0, |track| self.fight.open_boxes(who, track) * UNIT)
    }

    fn own(&mut self, word: DoctrineWord, option: &SpaceEvaluation) -> i64 {
        let fight = self.fight;
        match word {
            DoctrineWord::Turn => i64::from(fight.state.turn.max(1)) * UNIT,
            DoctrineWord::TurnsLeft => i64::from(fight.roster.limit.saturating_sub(fight.state.turn)) * UNIT,
            DoctrineWord::Allies => self.people(false) * UNIT - UNIT,
            DoctrineWord::Enemies => self.people(true) * UNIT,
            DoctrineWord::Outnumbered => i64::from(self.people(true) > self.people(false)),
            DoctrineWord::Range => self.range_of(option),
            DoctrineWord::Score => fight.score(fight.side(self.me)),
            DoctrineWord::HitChance => self.prospect(option).hit,
            DoctrineWord::KillChance => self.prospect(option).kill,
            DoctrineWord::Expected => self.prospect(option).expected,
            DoctrineWord::Risk => self.risk(option),
            // The benefit that a maneuver of a ship has for later attacks is not estimated.
            DoctrineWord::Setup => 0,
            DoctrineWord::Refused => self.refused(option),
            DoctrineWord::Points => self.points_of(option),
            DoctrineWord::AtStake => self.at_stake(option),
            DoctrineWord::FateValue => self.fate_value,
            DoctrineWord::MissesBy
            | DoctrineWord::WinsBy
            | DoctrineWord::Gain
            | DoctrineWord::FreeReach
            | DoctrineWord::Reach
            | DoctrineWord::Odds
            | DoctrineWord::Answerable => {
                let window = self.on_table();
                window.term(word, |party| self.reach_of(party))
            }
            DoctrineWord::TakenOut if self.ask.point == Point::Mitigate => {
                i64::from(!self.survives(self.me, self.pending_hit(), Slots::NONE))
            }
            DoctrineWord::TakenOut => i64::from(self.on_table().taken_out),
            DoctrineWord::Hit => i64::from(self.pending_hit()) * UNIT,
            DoctrineWord::Box => i64::from(self.landing_box(self.me, self.pending_hit())) * UNIT,
            DoctrineWord::HeatAfter => fight.heat_left_after(self.me, option.heat) * UNIT,
            DoctrineWord::WinChance => self.race(self.me, option.plan, |race| race.win_chance(|who| !self.is_enemy(who))),
            DoctrineWord::LeaveChance => self.race(self.me, option.plan, |race| fight.leave_chance(race, self.me)),
            DoctrineWord::LostChance => {
                self.race(self.me, option.plan, |race| self.enemies().map(|enemy| fight.leave_chance(race, enemy)).max().unwrap_or(0))
            }
            DoctrineWord::PushesOut => i64::from(option.to.is_some_and(|(_, band)| !band.is_on_map())),
            DoctrineWord::GoalDistance => self.goal_distance(self.me),
            word => self.its(word, self.me),
        }
    }

    /// Returns the value of a doctrine word about a ship.
    fn its(&self, word: DoctrineWord, who: ActorId) -> i64 {
        let fight = self.fight;
        let rating = |rating: Rating| i64::from(fight.rating(who, rating)) * UNIT;
        match word {
            DoctrineWord::Fate => i64::from(fight.fate_of(who)) * UNIT,
            DoctrineWord::Spin => i64::from(spin_of(&fight.state.spin, fight.side(who).0)) * UNIT,
            DoctrineWord::Consequences => self.consequences(who) * UNIT,
            DoctrineWord::SlotsLeft => i64::from(fight.free_slots(who).count()) * UNIT,
            DoctrineWord::BoxesLeft => fight.boxes_left(who) * UNIT,
            DoctrineWord::GoalDistance => self.goal_distance(who),
            DoctrineWord::Expected => self.menace(who),
            DoctrineWord::TurnValue => self.turn_value(who),
            DoctrineWord::Band => fight.band_of(who).map_or(0, |band| i64::from(band.0)) * UNIT,
            DoctrineWord::Vshift => self.v_shift(who) * UNIT,
            DoctrineWord::Beam => rating(Rating::Beam),
            DoctrineWord::Torpedo => rating(Rating::Torpedo),
            DoctrineWord::Ew => rating(Rating::Ew),
            DoctrineWord::FrameLeft => fight.open_boxes(who, FRAME) * UNIT,
            DoctrineWord::DataLeft => fight.open_boxes(who, DATA) * UNIT,
            DoctrineWord::HeatLeft => fight.heat_left_after(who, 0) * UNIT,
            DoctrineWord::Threat => fight.threat(who),
            word => i64::from(self.is(word, who)),
        }
    }

    fn goal_distance(&self, who: ActorId) -> i64 {
        self.fight.band_of(who).map_or(0, |band| self.fight.goal_distance(who, band)) * UNIT
    }

    /// Returns the number of bands to the ship that an option is about, or else to the nearest enemy. If the option moves a ship, its
    /// position after the move counts.
    fn range_of(&self, option: &SpaceEvaluation) -> i64 {
        let band = |who: ActorId| match option.to {
            Some((moved, to)) if moved == who => Some(to),
            _ => self.fight.band_of(who),
        };
        let from = band(self.me);
        let range = |who: ActorId| Some(i64::from(from?.range(band(who)?)));
        let meant = option.it.filter(|&it| it != self.me).and_then(range);
        meant.or_else(|| self.enemies().filter_map(range).min()).map_or(99, |range| range) * UNIT
    }

    /// Returns the odds of an attack of the ship: the attack of the option itself, or else the best attack that the ship can still make in
    /// this phase.
    fn prospect(&self, option: &SpaceEvaluation) -> Prospect {
        match (option.fire, option.it) {
            (Some((weapon, value)), Some(it)) => self.shot_at(self.me, weapon, value, it),
            _ => {
                let weapons = WeaponSystem::ALL.into_iter().filter(|&weapon| self.fight.may_still_fire(self.me, weapon));
                weapons
                    .flat_map(|weapon| self.enemies().map(move |enemy| self.full_shot(self.me, weapon, enemy)))
                    .fold(Prospect::default(), Prospect::or)
            }
        }
    }

    /// Returns the damage that an option risks. For electronic warfare this is the damage that may be reflected to the attacker. Otherwise
    /// it is the expected damage by all enemies: the damage of each enemy divided by the number of targets that it can choose from.
    fn risk(&self, option: &SpaceEvaluation) -> i64 {
        if let (Some((WeaponSystem::Ew, _)), Some(it)) = (option.fire, option.it) {
            return self.fight.reflected(self.me, it).expected;
        }
        let all: i64 = self.enemies().map(|enemy| self.fire_at(enemy, self.me)).sum();
        all / self.people(false).max(1)
    }

    /// Returns the expected damage that a ship can still do to a target this turn with all weapons.
    fn fire_at(&self, who: ActorId, target: ActorId) -> i64 {
        let weapons = WeaponSystem::ALL.into_iter().filter(|&weapon| self.fight.may_still_fire(who, weapon));
        weapons.map(|weapon| self.full_shot(who, weapon, target).expected).sum()
    }

    /// Returns the greatest expected damage of a ship against any ship of the deciding side this turn.
    pub(super) fn menace(&self, who: ActorId) -> i64 {
        let ours = self.fight.ships_about().filter(|&one| !self.fight.are_enemies(self.me, one));
        ours.map(|one| self.fire_at(who, one)).max().unwrap_or(0)
    }

    /// Returns the value of an act in this phase to a ship. The ship loses this value if it accepts a compel.
    pub(super) fn turn_value(&self, who: ActorId) -> i64 {
        let fight = self.fight;
        let enemies = || fight.ships_about().filter(move |&enemy| fight.are_enemies(who, enemy));
        let best = |weapon: WeaponSystem| {
            let gain = |enemy: ActorId| {
                let back = if weapon == WeaponSystem::Ew { fight.reflected(who, enemy).expected } else { 0 };
                self.full_shot(who, weapon, enemy).expected - back
            };
            let gains = enemies().map(gain).max().unwrap_or(0).max(0);
            if fight.may_still_fire(who, weapon) { gains } else { 0 }
        };
        match fight.state.stage {
            // In detection a turn is worth half a box: it gives the right to place the own ship, which otherwise the enemy may place.
            SpacePhase::Detection => UNIT / 2,
            SpacePhase::Position => UNIT / 2 + self.lost_at_rest(who),
            SpacePhase::Ew => best(WeaponSystem::Ew),
            SpacePhase::Beams => best(WeaponSystem::Beam),
            SpacePhase::Torpedoes => best(WeaponSystem::Torpedo),
            SpacePhase::Boarding => 0,
            SpacePhase::DamageControl => {
                let hurt = fight.struck_tracks(who).any(|track| fight.state.ship(who).is_some_and(|ship| ship.track(track).marked() > 0));
                if hurt { UNIT / 2 } else { 0 }
            }
        }
    }

    /// Returns the expected loss of a ship that fails to act in the position phase. It is the higher risk of being driven off the map or,
    /// for a ship that wants to leave the map, the missed chance.
    fn lost_at_rest(&self, who: ActorId) -> i64 {
        let fight = self.fight;
        let driven = |plan: DriveUse| {
            self.race(who, plan, |race| {
                let enemies = fight.ships_about().filter(|&enemy| fight.are_enemies(who, enemy));
                enemies.map(|enemy| fight.drive_off_chance(race, enemy, who)).max().unwrap_or(0)
            })
        };
        let left = fight.all_left(who) + 1;
        if self.goal_distance(who) > 0 {
            return self.race(who, DriveUse::AsSaid, |race| fight.leave_chance(race, who)) * left;
        }
        (driven(DriveUse::Idle) - driven(DriveUse::AsSaid)).max(0) * left
    }

    /// Returns the number of compels that were already refused in this turn.
    fn refused(&self, option: &SpaceEvaluation) -> i64 {
        let who = option.it.unwrap_or(self.me);
        i64::from(self.fight.state.ship(who).map_or(0, |ship| ship.compels)) * UNIT
    }

    /// Returns the fate points that an option about a compel offers, asks for or pays.
    fn points_of(&self, option: &SpaceEvaluation) -> i64 {
        let points = match option.compel.map(|choice| (choice.verb, choice.n)) {
            Some((Verb::Compel | Verb::Counter, n)) => i64::from(n),
            _ => self.fight.state.offer.map_or(0, |offer| i64::from(offer.points)),
        };
        points * UNIT
    }

    /// Returns the value, in boxes, that a ship loses if it accepts a compel.
    fn at_stake(&self, option: &SpaceEvaluation) -> i64 {
        match self.ask.point {
            Point::AnswerCompel => self.fight.state.offer.map_or(0, |offer| self.turn_value(offer.on)),
            Point::Compel => option.it.map_or(0, |who| self.turn_value(who)),
            _ => 0,
        }
    }

    /// True if a ship can leave the map in this phase. After the roll, this depends on the shifts that its side has won; before the roll, a
    /// lucky roll is assumed.
    pub(super) fn can_leave(&self, who: ActorId) -> bool {
        let fight = self.fight;
        if self.ask.point != Point::Shift {
            return self.race(who, DriveUse::AsSaid, |race| fight.leave_chance(race, who)) > 0;
        }
        let own = fight.state.step.who.actor().is_some_and(|winner| fight.entity(winner).contains(&who));
        let off = |band: &Band| !band.is_on_map();
        let open = || fight.open_shifts().into_iter().any(|(ship, bands)| fight.entity(ship).contains(&who) && bands.iter().any(off));
        own && open()
    }

    /// Returns the current roll, which can still be changed, as the deciding party sees it.
    fn on_table(&mut self) -> RollWindow {
        if let Some(window) = self.window {
            return window;
        }
        let window = pending_rolls::of(self);
        self.window = Some(window);
        window
    }
}
