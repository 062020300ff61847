//! Evaluates the options of one question of a platoon combat, and finds the subject of each option.

use super::attack_odds::RatedShot;
use super::movement_goals::FightGoals;
use super::unit_sets::UnitSets;
use crate::pending_roll_view::{RollRules, RollWindow};
use crate::shared_doctrine_parts::ConditionEvaluator;
use slip_dice::fate::Prospect;
use slip_pack::doctrine::{ActorSelection, DoctrineRule, DoctrineWord, RuleTerm};
use slip_pack::formula::{Formula, FormulaOperator};
use slip_play::choice::{Choice, Verb};
use slip_play::ids::{ActorId, Id, Seat, ZoneId};
use slip_play::platoon::PlatoonFight;
use slip_play::question::{Ask, Point};
use std::cell::{Cell, OnceCell, RefCell};

/// Data by which an option is evaluated. Some options are only the first of several choices, such as an act before its target. They have
/// one evaluation for each possible continuation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlatoonEvaluation {
    /// Unit that the option is about.
    pub(super) it: Option<ActorId>,
    /// Zone that the unit would be in; `None` for its current zone.
    pub(super) zone: Option<ZoneId>,
    /// Odds of the option, if it is an act against a unit.
    pub(super) prospect: Option<Prospect>,
    /// The option itself, if it is about a compel.
    pub(super) compel: Option<Choice>,
}

/// Values that a seat keeps from one question to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlatoonBuffers {
    /// Movement goals of all units, which are the same during the whole fight.
    aims: Option<FightGoals>,
    pub(super) desk: QuestionValues,
}

/// Values that are computed once for a question.
#[derive(Clone, Debug, Default)]
pub(super) struct QuestionValues {
    /// Attacks that the deciding unit can make.
    pub(super) shots: RefCell<Vec<RatedShot>>,
    /// Number of units that each selection in a rule (`pick`) contains. The key is the memory address of the selection.
    counts: RefCell<Vec<(*const ActorSelection, i64)>>,
    /// Bonuses that parties can still add to their rolls: without fate points, and with them.
    reached: RefCell<Vec<(u8, (i32, i32))>>,
}

/// Evaluator for the options of one question of a platoon combat.
pub(crate) struct PlatoonEvaluator<'a> {
    /// Fight in which the question is asked.
    pub(super) fight: &'a PlatoonFight,
    /// Question that is asked.
    pub(super) ask: Ask,
    /// Unit that would act; if a platoon is asked, the unit that represents the platoon.
    pub(super) me: ActorId,
    /// Unit or platoon that is asked.
    pub(super) asked: ActorId,
    /// Side that decides.
    pub(super) side: Seat,
    /// Value of a fate point to the doctrine, in hundredths of boxes.
    pub(super) fate_value: i64,
    /// Legal answers to the question.
    pub(super) options: &'a [Choice],
    /// Rules of the doctrine about movement. An act of movement is chosen only if these rules lead the unit to another zone.
    pub(super) steps: &'a [DoctrineRule],
    /// Movement goals of all units.
    pub(super) aims: &'a FightGoals,
    pub(super) window: Option<RollWindow>,
    pub(super) roll_rules: RollRules,
    pub(super) watched: OnceCell<u128>,
    pub(super) aimed: Cell<bool>,
    survey: OnceCell<UnitSets>,
    pub(super) room: &'a QuestionValues,
}

impl<'a> PlatoonEvaluator<'a> {
    /// Creates the evaluator of a question; `None` if no unit decides.
    pub(crate) fn new(
        fight: &'a PlatoonFight,
        ask: &Ask,
        (options, steps): (&'a [Choice], &'a [DoctrineRule]),
        fate_value: i64,
        room: &'a mut PlatoonBuffers,
    ) -> Option<PlatoonEvaluator<'a>> {
        // If the question is which platoon acts next, no unit is asked; the platoon of the first option is used instead.
        let asked = ask.me.actor().or_else(|| options.first()?.it.actor())?;
        let known = room.aims.take().filter(|aims| aims.are_of(&fight.roster));
        let aims = known.unwrap_or_else(|| FightGoals::of(&fight.roster));
        room.desk.shots.get_mut().clear();
        room.desk.counts.get_mut().clear();
        room.desk.reached.get_mut().clear();
        let PlatoonBuffers { aims: kept, desk } = room;
        Some(PlatoonEvaluator {
            fight,
            ask: *ask,
            me: stands_for(fight, asked),
            asked,
            side: ask.seat,
            fate_value,
            options,
            steps,
            aims: kept.insert(aims),
            window: None,
            roll_rules: RollRules::default(),
            watched: OnceCell::new(),
            aimed: Cell::new(false),
            survey: OnceCell::new(),
            room: desk,
        })
    }

    /// Returns the sets of active and spotted units.
    pub(super) fn survey(&self) -> &UnitSets {
        self.survey.get_or_init(|| UnitSets::of(self.fight, self.side))
    }

    /// Returns the number of units that a selection in a rule (`pick`) contains; it is computed once for a question.
    pub(super) fn count(&self, pick: &ActorSelection, reckon: impl FnOnce() -> i64) -> i64 {
        let place = std::ptr::from_ref(pick);
        if let Some((_, known)) = self.room.counts.borrow().iter().find(|(there, _)| *there == place) {
            return *known;
        }
        let count = reckon();
        self.room.counts.borrow_mut().push((place, count));
        count
    }

    /// Returns the bonus that a party can still add to its roll: without fate points, and with them; it is computed once for a question.
    pub(super) fn reach_of(&self, party: u8) -> (i32, i32) {
        let known = self.room.reached.borrow().iter().find(|(there, _)| *there == party).map(|&(_, reach)| reach);
        known.unwrap_or_else(|| {
            let reach = self.fight.still_to_add(party);
            self.room.reached.borrow_mut().push((party, reach));
            reach
        })
    }

    /// Returns the unit that an option is about.
    pub(super) fn about(&self, it: Id) -> Option<ActorId> {
        it.actor().map(|who| stands_for(self.fight, who))
    }

    /// Returns the act that the deciding unit is declaring.
    pub(super) fn declared(&self) -> Option<Verb> {
        let declared = &self.fight.state.declared;
        declared.act.filter(|_| declared.me == Some(self.me))
    }

    /// Returns the evaluation of an option before anything but its target is known.
    pub(super) fn plain(&self, it: Option<ActorId>) -> PlatoonEvaluation {
        PlatoonEvaluation { it, zone: None, prospect: None, compel: None }
    }
}

/// Returns the unit that represents a platoon: its leader, or else its first active unit. A unit represents itself.
fn stands_for(fight: &PlatoonFight, who: ActorId) -> ActorId {
    let Some(platoon) = fight.roster.platoon_of_id(who) else { return who };
    let active = |unit: &ActorId| fight.state.unit(*unit).is_some_and(|unit| unit.is_active());
    let sheet = fight.roster.platoons.row(platoon);
    let leader = sheet.and_then(|sheet| sheet.leader);
    let units = sheet.into_iter().flat_map(|sheet| sheet.units.iter().copied());
    leader.filter(active).or_else(|| units.clone().find(active)).or(leader).or_else(|| units.clone().next()).unwrap_or(ActorId(0))
}

impl ConditionEvaluator for PlatoonEvaluator<'_> {
    type Weighed = PlatoonEvaluation;

    fn weigh(&mut self, option: Choice) -> PlatoonEvaluation {
        let compel = matches!(option.verb, Verb::Compel | Verb::Accept | Verb::Counter).then_some(option);
        let about = self.about(option.it).or_else(|| self.about(self.ask.it));
        let plain = PlatoonEvaluation { compel, ..self.plain(about) };
        match self.ask.point {
            Point::Act => self.plain(None),
            Point::Whom => {
                PlatoonEvaluation { prospect: option.it.actor().map(|_| self.promise(option.it)), ..self.plain(self.about(option.it)) }
            }
            Point::With | Point::Term => {
                let it = self.fight.state.declared.it;
                let prospect = match (self.declared(), it.actor(), option.skill()) {
                    (Some(Verb::Attack), Some(who), Some(skill)) if option.verb == Verb::Use => Some(self.shot_with(who, skill)),
                    (_, Some(_), _) => Some(self.promise(it)),
                    _ => None,
                };
                PlatoonEvaluation { prospect, ..self.plain(self.about(it)) }
            }
            Point::FreeMove | Point::Steps => PlatoonEvaluation { zone: self.step_zone(option), ..self.plain(None) },
            Point::Intercept => PlatoonEvaluation { prospect: about.map(|it| self.interception(it)), ..plain },
            Point::RallyToo => PlatoonEvaluation { prospect: about.map(|it| self.deed(Verb::Rally, it)), ..plain },
            _ => plain,
        }
    }

    fn term(&mut self, term: &RuleTerm, option: &PlatoonEvaluation) -> i64 {
        self.value(term, option)
    }
}

/// Sorts the parts of a rule's condition that are joined by `and`, so that cheap ones are checked first. The result of the condition stays
/// the same.
pub(crate) fn quickened(mut row: DoctrineRule) -> DoctrineRule {
    if let Some(test) = row.test.take() {
        let mut parts = Vec::new();
        split(test, &mut parts);
        parts.sort_by_key(price);
        row.test = parts.into_iter().reduce(|left, right| Formula::Binary(FormulaOperator::And, Box::new((left, right))));
    }
    row
}

fn split(test: Formula<RuleTerm>, parts: &mut Vec<Formula<RuleTerm>>) {
    match test {
        Formula::Binary(FormulaOperator::And, sides) => {
            let (left, right) = *sides;
            split(left, parts);
            split(right, parts);
        }
        whole => parts.push(whole),
    }
}

/// Returns the relative cost of checking a condition.
fn price(test: &Formula<RuleTerm>) -> u32 {
    let mut sum = 0;
    test.names(&mut |term| {
        sum += match term {
            RuleTerm::Own(DoctrineWord::Risk | DoctrineWord::Setup) => 50,
            RuleTerm::Own(
                DoctrineWord::Expected
                | DoctrineWord::HitChance
                | DoctrineWord::KillChance
                | DoctrineWord::TurnValue
                | DoctrineWord::AtStake,
            ) => 20,
            RuleTerm::It(DoctrineWord::Expected | DoctrineWord::TurnValue) => 20,
            RuleTerm::Any(_) | RuleTerm::Count(_) => 10,
            RuleTerm::Own(
                DoctrineWord::InSight
                | DoctrineWord::InCommand
                | DoctrineWord::Observers
                | DoctrineWord::GoalDistance
                | DoctrineWord::Score,
            ) => 5,
            RuleTerm::It(_) => 2,
            _ => 1,
        };
    });
    sum
}
