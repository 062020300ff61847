//! Computes the numbers that conditions of doctrines compare in platoon combat (terms such as `hit_chance` or `morale_left`), in
//! hundredths.

use super::attack_odds::AttackAssumptions;
use super::option_evaluator::{PlatoonEvaluation, PlatoonEvaluator};
use super::pending_rolls;
use super::unit_sets::{has, members};
use crate::pending_roll_view::RollWindow;
use crate::shared_doctrine_parts::{HitEffects, Participants};
use slip_dice::fate::fate_points::SpinToken;
use slip_dice::fate::{Prospect, Slots};
use slip_pack::doctrine::{ActorSelection, DoctrineWord, RuleTerm, UNIT};
use slip_play::choice::Verb;
use slip_play::event::{CompelDemand, Phase};
use slip_play::ids::{ActorId, ZoneId};
use slip_play::platoon::zones::Region;
use slip_play::question::Point;

/// Value of an act that harms no unit by itself: half a box.
const SOMETHING: i64 = UNIT / 2;

impl PlatoonEvaluator<'_> {
    /// Returns the value of a condition's term (such as `hit_chance`) for an option.
    pub(super) fn value(&mut self, term: &RuleTerm, option: &PlatoonEvaluation) -> i64 {
        match term {
            RuleTerm::Own(word) => self.own(*word, option),
            RuleTerm::It(word) => option.it.map_or(0, |who| self.its(*word, who)),
            RuleTerm::OwnLeft(track) => self.boxes_left_on(self.me, track),
            RuleTerm::ItLeft(track) => option.it.map_or(0, |who| self.boxes_left_on(who, track)),
            RuleTerm::Trained(skill) => i64::from(self.is_trained(skill, self.me)),
            RuleTerm::Any(pick) => i64::from(self.how_many(pick) > 0),
            RuleTerm::Count(pick) => self.how_many(pick) * UNIT,
        }
    }

    /// Returns the number of open boxes of a unit on the track with this name, in hundredths.
    fn boxes_left_on(&self, who: ActorId, track: &str) -> i64 {
        let unit = self.fight.roster.tracks.find(track).zip(self.fight.state.unit(who));
        unit.map_or(0, |(track, unit)| i64::from(unit.track(track).open()) * UNIT)
    }

    fn how_many(&self, pick: &ActorSelection) -> i64 {
        self.count(pick, || i64::try_from(self.all_meant(pick).count()).unwrap_or(0))
    }

    fn own(&mut self, word: DoctrineWord, option: &PlatoonEvaluation) -> i64 {
        let state = &self.fight.state;
        match word {
            DoctrineWord::Turn => i64::from(state.turn.max(1)) * UNIT,
            DoctrineWord::TurnsLeft => i64::from(self.fight.roster.limit.saturating_sub(state.turn)) * UNIT,
            DoctrineWord::Allies => i64::from(self.survey().ours.count_ones()) * UNIT - UNIT,
            DoctrineWord::Enemies => i64::from(self.survey().theirs.count_ones()) * UNIT,
            DoctrineWord::Outnumbered => i64::from(self.survey().theirs.count_ones() > self.survey().ours.count_ones()),
            DoctrineWord::Range => self.range_of(option),
            DoctrineWord::Score => self.fight.score(self.side),
            DoctrineWord::HitChance => self.prospect(option).hit,
            DoctrineWord::KillChance => self.prospect(option).kill,
            DoctrineWord::Expected => self.prospect(option).expected,
            DoctrineWord::Risk => self.risk(option),
            DoctrineWord::Setup => self.setup(option),
            DoctrineWord::Refused => self.refused(),
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
            DoctrineWord::GoalDistance => match option.zone.or_else(|| self.zone(self.me)) {
                Some(zone) => self.goal_gap(self.me, zone) * UNIT,
                None => 0,
            },
            DoctrineWord::InCover => i64::from(option.zone.or_else(|| self.zone(self.me)).is_some_and(|zone| self.is_cover(zone))),
            DoctrineWord::InCommand => i64::from(match option.zone {
                Some(zone) => self.command_gap(self.me, zone, true) == 0,
                None => self.is_in_command(self.me),
            }),
            word => self.its(word, self.me),
        }
    }

    /// Returns the value of a term about a unit.
    fn its(&self, word: DoctrineWord, who: ActorId) -> i64 {
        let unit = self.unit(who);
        let platoon = unit.map(|unit| unit.platoon);
        match word {
            DoctrineWord::Fate => {
                let purse =
                    platoon.and_then(|platoon| self.fight.state.platoons.row(platoon)).map_or(0, |row| i64::from(row.fate.points()));
                purse * UNIT
            }
            DoctrineWord::Spin => platoon.map_or(0, |platoon| self.spin_of(self.fight.state.id_of_platoon(platoon))) * UNIT,
            DoctrineWord::Consequences => self.consequences(who) * UNIT,
            DoctrineWord::SlotsLeft => i64::from(self.slots(who).count()) * UNIT,
            DoctrineWord::BoxesLeft | DoctrineWord::MoraleLeft => self.boxes_left(who) * UNIT,
            DoctrineWord::GoalDistance => self.zone(who).map_or(0, |zone| self.goal_gap(who, zone)) * UNIT,
            DoctrineWord::Expected => self.menace(who),
            DoctrineWord::TurnValue => self.turn_value(who),
            DoctrineWord::Ooc => unit.map_or(0, |unit| i64::from(unit.ooc)) * UNIT,
            DoctrineWord::Observers => self.observers(who) * UNIT,
            DoctrineWord::RearmBox => self.rearm_box(who) * UNIT,
            word => i64::from(self.is(word, who)),
        }
    }

    pub(super) fn spin_of(&self, platoon: ActorId) -> i64 {
        let tokens = self.fight.state.spin.iter().filter(|token: &&SpinToken| token.owner == platoon.0);
        tokens.map(|token| i64::from(token.left)).sum()
    }

    /// Returns the box of the re-arm track that a unit is on; 0 off the track.
    fn rearm_box(&self, who: ActorId) -> i64 {
        let zone = self.unit(who).and_then(|unit| unit.zone());
        match zone.map(|zone| self.fight.roster.ground.region(zone)) {
            Some(Region::Track(number)) => i64::from(number),
            _ => 0,
        }
    }

    /// Returns the number of units that can observe for the artillery of a unit's side. These are units of the side that are under command
    /// and see an enemy.
    fn observers(&self, who: ActorId) -> i64 {
        let survey = self.survey();
        let foes = if self.is_theirs(who) { survey.ours } else { survey.theirs } & survey.placed;
        let watching = self.watchers(who).filter(|&(unit, from)| members::<ActorId>(foes).any(|foe| self.sees_from(unit, from, foe)));
        i64::try_from(watching.count()).unwrap_or(0)
    }

    /// Returns the number of zones to the unit that an option is about, or else to the nearest enemy.
    fn range_of(&self, option: &PlatoonEvaluation) -> i64 {
        let Some(from) = option.zone.or_else(|| self.zone(self.me)) else { return 99 * UNIT };
        match option.it.filter(|&it| it != self.me) {
            Some(it) => self.range_from(self.me, from, it) * UNIT,
            None => self.nearest_enemy(from) * UNIT,
        }
    }

    /// Returns the odds of the option's own act, or else of the best attack that the unit can make.
    fn prospect(&self, option: &PlatoonEvaluation) -> Prospect {
        match (option.prospect, option.zone) {
            (Some(prospect), _) => prospect,
            (None, Some(zone)) => self.best_in(zone),
            (None, None) => self.best_shot(),
        }
    }

    /// Returns the odds of the best attack that the unit could make if it were in another zone.
    pub(super) fn best_in(&self, zone: ZoneId) -> Prospect {
        if self.zone(self.me) == Some(zone) {
            return self.best_shot();
        }
        let survey = self.survey();
        let foes = members::<ActorId>(survey.theirs & survey.placed);
        let shots = foes.map(|it| {
            // If the deciding unit enters a zone, the units in it become spotted.
            let met = super::participants::stands_in(self, it, zone);
            self.best_from(self.me, it, AttackAssumptions { from: zone, plus: 0, seen: met })
        });
        shots.fold(Prospect::default(), Prospect::or)
    }

    /// Returns the odds of an interceptor's attack. The attack takes place in the zone where the other aircraft has landed.
    pub(super) fn interception(&self, it: ActorId) -> Prospect {
        let Some(from) = self.zone(it) else { return Prospect::default() };
        self.best_from(self.me, it, AttackAssumptions { from, plus: 0, seen: true })
    }

    /// Returns the damage that the unit must expect from all enemies until its next turn. The damage of each enemy is divided by the number
    /// of targets that this enemy can choose from. Enemies do not shoot at units that they do not see. An option that keeps the unit hidden
    /// therefore has no risk.
    fn risk(&self, option: &PlatoonEvaluation) -> i64 {
        let survey = self.survey();
        let Some(zone) = option.zone.or_else(|| self.zone(self.me)) else { return 0 };
        let met = survey.their_zones & super::unit_sets::zone_bit(zone) != 0;
        if !(met || has(survey.spotted, self.me)) {
            return 0;
        }
        let foes = members::<ActorId>(survey.theirs & survey.placed);
        let fire = foes.map(|foe| {
            let from = self.zone(foe).unwrap_or(zone);
            self.best_from(foe, self.me, AttackAssumptions { from, plus: 0, seen: true }).expected
        });
        let seen = (survey.ours & survey.spotted & survey.placed).count_ones().max(1);
        fire.sum::<i64>() / i64::from(seen)
    }

    /// Returns the expected damage that a maneuver adds to the best next attack of another unit of the platoon.
    fn setup(&self, option: &PlatoonEvaluation) -> i64 {
        let survey = self.survey();
        let bonus = self.fight.roster.settings.invoke_bonus;
        let platoon = self.unit(self.me).map(|unit| unit.platoon);
        let allies = members::<ActorId>(survey.ours & survey.placed)
            .filter(|&ally| ally != self.me && self.unit(ally).is_some_and(|unit| Some(unit.platoon) == platoon && !unit.activated));
        let targets =
            || members::<ActorId>(survey.theirs & survey.placed & survey.spotted).filter(|&it| option.it.is_none_or(|one| one == it));
        let added = allies.map(|ally| {
            let Some(from) = self.zone(ally) else { return 0 };
            let best = |plus: i32| {
                let shots = targets().map(|it| self.best_from(ally, it, AttackAssumptions { from, plus, seen: false }).expected);
                shots.max().unwrap_or(0)
            };
            best(bonus) - best(0)
        });
        added.max().unwrap_or(0) * self.maneuver_chance() / UNIT
    }

    /// Returns the chance of success of the unit's best maneuver in its own zone: its highest rank against difficulty 0.
    fn maneuver_chance(&self) -> i64 {
        let best = self.fight.roster.units.row(self.me).and_then(|sheet| sheet.ranks.values().filter_map(|rank| *rank).max());
        let spread = slip_dice::fate::RollDistribution::of(self.fight.roster.settings.dice);
        best.map_or(0, |rank| i64::from(spread.at_least(-i32::from(rank))) * UNIT / i64::from(spread.all()))
    }

    /// Returns the value of acting to a unit: the value of the declared act, or else of its best attack. The unit loses this value if it
    /// accepts a compel. If it accepts a halt, it loses only the rest of its move.
    pub(super) fn turn_value(&self, who: ActorId) -> i64 {
        let state = &self.fight.state;
        if state.step.phase == Phase::Halt || state.offer.is_some_and(|offer| offer.demand != CompelDemand::Stop) {
            return SOMETHING / 2;
        }
        let declared = &state.declared;
        match declared.act.filter(|_| declared.me == Some(who)) {
            None => self.best_of(who).expected,
            Some(Verb::Attack) => {
                let Some(from) = self.zone(who) else { return 0 };
                match declared.it.actor() {
                    Some(it) => self.best_from(who, it, AttackAssumptions { from, plus: 0, seen: true }).expected,
                    None => self.best_of(who).expected.max(UNIT),
                }
            }
            Some(Verb::Pass) => 0,
            Some(_) => SOMETHING,
        }
    }

    /// Returns the number of compels that were already refused during this declaration.
    fn refused(&self) -> i64 {
        let halted = self.fight.state.moving.as_ref().map_or(0, |moving| moving.compelled.len());
        let active = self.fight.state.active.and_then(|active| self.unit(active));
        let compelled = active.map_or(0, |unit| unit.compelled.len());
        i64::try_from(halted.max(compelled)).unwrap_or(0) * UNIT
    }

    /// Returns the fate points that an option about a compel offers, asks for or pays.
    fn points_of(&self, option: &PlatoonEvaluation) -> i64 {
        let points = match option.compel.map(|choice| (choice.verb, choice.n)) {
            Some((Verb::Compel | Verb::Counter, n)) => i64::from(n),
            _ => self.fight.state.offer.map_or(0, |offer| i64::from(offer.points)),
        };
        points * UNIT
    }

    /// Returns the cost of accepting a compel, in boxes.
    fn at_stake(&self, option: &PlatoonEvaluation) -> i64 {
        match self.ask.point {
            Point::AnswerCompel => self.fight.state.offer.map_or(0, |offer| self.turn_value(offer.on)),
            Point::Compel => option.it.map_or(0, |who| self.turn_value(who)),
            _ => 0,
        }
    }

    /// Returns the roll that can still be changed, as the deciding party sees it.
    fn on_table(&mut self) -> RollWindow {
        if let Some(window) = self.window {
            return window;
        }
        let window = pending_rolls::of(self);
        self.window = Some(window);
        window
    }
}
