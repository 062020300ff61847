//! What weighs the options of one question of a fight between platoons, and what each option is about.

use super::aims::Aims;
use super::shots::Shot;
use super::survey::Survey;
use crate::shared::Judge;
use crate::window::Window;
use slip_dice::fate::Prospect;
use slip_pack::doctrine::{Pick, Row, Term, Word};
use slip_pack::formula::{Formula, Op};
use slip_play::ask::{Ask, Point};
use slip_play::choice::{Choice, Verb};
use slip_play::ids::{ActorId, Id, Seat, ZoneId};
use slip_play::platoon::Platoons;
use std::cell::{Cell, OnceCell, RefCell};

/// One option, or one continuation of it, as a line weighs it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weighed {
    /// Whom it is about.
    pub(super) it: Option<ActorId>,
    /// Where the actor would be; none for where it is.
    pub(super) zone: Option<ZoneId>,
    /// What it promises, if it is an act against somebody.
    pub(super) prospect: Option<Prospect>,
    /// The option itself, where it is about a compel.
    pub(super) compel: Option<Choice>,
}

/// What a seat has reckoned, kept so that nothing is allocated for the next question.
#[derive(Clone, Debug, Default)]
pub(crate) struct Room {
    /// What is wanted of the ground: the same all through a fight.
    aims: Option<Aims>,
    pub(super) desk: Desk,
}

/// What is reckoned for one question.
#[derive(Clone, Debug, Default)]
pub(super) struct Desk {
    /// The attacks open to whoever decides.
    pub(super) shots: RefCell<Vec<Shot>>,
    /// How many a pick means, by where its words lie.
    counts: RefCell<Vec<(*const Pick, i64)>>,
}

/// What weighs the options of one question of a fight between platoons.
pub(crate) struct Weigher<'a> {
    /// The fight.
    pub(super) fight: &'a Platoons,
    /// The question.
    pub(super) ask: Ask,
    /// The unit that would do what is weighed; for a platoon the one that stands for it.
    pub(super) me: ActorId,
    /// Whoever is asked: a unit or a platoon.
    pub(super) asked: ActorId,
    /// Whose question it is.
    pub(super) side: Seat,
    /// What a fate point is worth.
    pub(super) fate_value: i64,
    /// The legal answers.
    pub(super) options: &'a [Choice],
    /// The lines of movement, for whether an act of movement leads anywhere.
    pub(super) steps: &'a [Row],
    /// What is wanted of the ground.
    pub(super) aims: &'a Aims,
    pub(super) window: Option<Window>,
    pub(super) watched: OnceCell<u128>,
    pub(super) aimed: Cell<bool>,
    survey: OnceCell<Survey>,
    pub(super) room: &'a Desk,
}

impl<'a> Weigher<'a> {
    /// For one question; `None` if nobody decides.
    pub(crate) fn new(
        fight: &'a Platoons,
        ask: &Ask,
        (options, steps): (&'a [Choice], &'a [Row]),
        fate_value: i64,
        room: &'a mut Room,
    ) -> Option<Weigher<'a>> {
        // The player who picks a platoon is nobody in particular: the platoons speak for themselves.
        let asked = ask.me.actor().or_else(|| options.first()?.it.actor())?;
        let known = room.aims.take().filter(|aims| aims.are_of(&fight.roster));
        let aims = known.unwrap_or_else(|| Aims::of(&fight.roster));
        room.desk.shots.get_mut().clear();
        room.desk.counts.get_mut().clear();
        let Room { aims: kept, desk } = room;
        Some(Weigher {
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
            watched: OnceCell::new(),
            aimed: Cell::new(false),
            survey: OnceCell::new(),
            room: desk,
        })
    }

    /// Who is in the fight, and who is seen.
    pub(super) fn survey(&self) -> &Survey {
        self.survey.get_or_init(|| Survey::of(self.fight, self.side))
    }

    /// How many a pick means, reckoned once a question.
    pub(super) fn count(&self, pick: &Pick, reckon: impl FnOnce() -> i64) -> i64 {
        let place = std::ptr::from_ref(pick);
        if let Some((_, known)) = self.room.counts.borrow().iter().find(|(there, _)| *there == place) {
            return *known;
        }
        let count = reckon();
        self.room.counts.borrow_mut().push((place, count));
        count
    }

    /// The unit an option is about.
    pub(super) fn about(&self, it: Id) -> Option<ActorId> {
        it.actor().map(|who| stands_for(self.fight, who))
    }

    /// What is being declared, by whoever decides.
    pub(super) fn declared(&self) -> Option<Verb> {
        let declared = &self.fight.state.declared;
        declared.act.filter(|_| declared.me == Some(self.me))
    }

    /// Nothing more than whom an option is about.
    pub(super) fn plain(&self, it: Option<ActorId>) -> Weighed {
        Weighed { it, zone: None, prospect: None, compel: None }
    }
}

/// The unit that stands for a platoon: its leader, or whoever of it is first in the fight; of a unit itself.
fn stands_for(fight: &Platoons, who: ActorId) -> ActorId {
    let Some(platoon) = fight.roster.platoon_of_id(who) else { return who };
    let active = |unit: &ActorId| fight.state.unit(*unit).is_some_and(|unit| unit.is_active());
    let sheet = fight.roster.platoons.row(platoon);
    let leader = sheet.and_then(|sheet| sheet.leader);
    let units = sheet.into_iter().flat_map(|sheet| sheet.units.iter().copied());
    leader.filter(active).or_else(|| units.clone().find(active)).or(leader).or_else(|| units.clone().next()).unwrap_or(ActorId(0))
}

impl Judge for Weigher<'_> {
    type Weighed = Weighed;

    fn weigh(&mut self, option: Choice) -> Weighed {
        let compel = matches!(option.verb, Verb::Compel | Verb::Accept | Verb::Counter).then_some(option);
        let about = self.about(option.it).or_else(|| self.about(self.ask.it));
        let plain = Weighed { compel, ..self.plain(about) };
        match self.ask.point {
            Point::Act => self.plain(None),
            Point::Whom => Weighed { prospect: option.it.actor().map(|_| self.promise(option.it)), ..self.plain(self.about(option.it)) },
            Point::With | Point::Term => {
                let it = self.fight.state.declared.it;
                let prospect = match (self.declared(), it.actor(), option.skill()) {
                    (Some(Verb::Attack), Some(who), Some(skill)) if option.verb == Verb::Use => Some(self.shot_with(who, skill)),
                    (_, Some(_), _) => Some(self.promise(it)),
                    _ => None,
                };
                Weighed { prospect, ..self.plain(self.about(it)) }
            }
            Point::FreeMove | Point::Steps => Weighed { zone: self.step_zone(option), ..self.plain(None) },
            Point::Intercept => Weighed { prospect: about.map(|it| self.interception(it)), ..plain },
            Point::RallyToo => Weighed { prospect: about.map(|it| self.deed(Verb::Rally, it)), ..plain },
            _ => plain,
        }
    }

    fn term(&mut self, term: &Term, option: &Weighed) -> i64 {
        self.value(term, option)
    }
}

/// A line with its condition put so that what is cheap to look up comes first: of several conditions joined by `and` the order
/// means nothing.
pub(crate) fn quickened(mut row: Row) -> Row {
    if let Some(test) = row.test.take() {
        let mut parts = Vec::new();
        split(test, &mut parts);
        parts.sort_by_key(price);
        row.test = parts.into_iter().reduce(|left, right| Formula::Binary(Op::And, Box::new((left, right))));
    }
    row
}

fn split(test: Formula<Term>, parts: &mut Vec<Formula<Term>>) {
    match test {
        Formula::Binary(Op::And, sides) => {
            let (left, right) = *sides;
            split(left, parts);
            split(right, parts);
        }
        whole => parts.push(whole),
    }
}

/// How dear a condition is to look up.
fn price(test: &Formula<Term>) -> u32 {
    let mut sum = 0;
    test.names(&mut |term| {
        sum += match term {
            Term::Own(Word::Risk | Word::Setup) => 50,
            Term::Own(Word::Expected | Word::HitChance | Word::KillChance | Word::TurnValue | Word::AtStake) => 20,
            Term::It(Word::Expected | Word::TurnValue) => 20,
            Term::Any(_) | Term::Count(_) => 10,
            Term::Own(Word::InSight | Word::InCommand | Word::Observers | Word::GoalDistance | Word::Score) => 5,
            Term::It(_) => 2,
            _ => 1,
        };
    });
    sum
}
