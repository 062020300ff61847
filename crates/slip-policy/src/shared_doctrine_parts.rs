//! Parts of doctrines that are the same in all FATE conflicts: selections of actors (picks), fate points, consequences.
//!
//! A kind of conflict implements [`Participants`] for its actors, [`ConditionEvaluator`] for the evaluation of options and [`HitEffects`]
//! for the effects of hits. Everything else is shared.

use slip_dice::fate::track::TrackHit;
use slip_dice::fate::{Grade, Slots};
use slip_pack::doctrine::{
    ActorGroup, ActorSelection, Before, DoctrineRule, DoctrineWord, Filter, OptionCriteria as Words, OptionOrder, RuleTerm, Topic, UNIT,
};
use slip_play::choice::{Choice, Verb};
use slip_play::ids::{ActorId, Id};
use slip_play::question::Point;

/// The actors of a conflict as one actor sees them: friends, enemies, and their properties.
pub(super) trait Participants {
    /// Returns the actor from whose point of view the participants are seen.
    fn me(&self) -> ActorId;

    /// Returns all actors of the fight, also those that have left it, in order.
    fn everybody(&self) -> impl Iterator<Item = ActorId> + '_;

    /// True if an actor is still active.
    fn is_active(&self, who: ActorId) -> bool;

    /// True if an actor is on another side than the deciding actor.
    fn is_enemy(&self, who: ActorId) -> bool;

    /// Returns the name of an actor in the log.
    fn name_of(&self, who: ActorId) -> &str;

    /// True if an actor has the property that a doctrine word names, such as `hurt`.
    fn is(&self, word: DoctrineWord, who: ActorId) -> bool;

    /// True if an actor is trained in a skill with this name.
    fn is_trained(&self, skill: &str, who: ActorId) -> bool;

    /// Returns the rank of an actor by an order word such as `nearest`; greater is better. `None` if the word does not distinguish actors.
    fn standing(&self, order: OptionOrder, who: ActorId) -> Option<(i64, i64)>;

    /// True if an actor is a pawn: a person moved by the sides that is neither friend nor foe.
    fn is_marker(&self, _who: ActorId) -> bool {
        false
    }

    /// True if the deciding side's goal is to bring this actor somewhere or keep it away from somewhere.
    fn is_goal_person(&self, _who: ActorId) -> bool {
        false
    }

    /// True if an actor belongs to another side that seeks the same goal.
    fn is_rival(&self, _who: ActorId) -> bool {
        false
    }

    /// True if an actor is one of those that a rule selects (a pick, such as `hurt enemy`).
    fn meant(&self, pick: &ActorSelection, who: ActorId) -> bool {
        self.is_active(who) && self.is_whom(pick, who) && pick.filters.iter().all(|filter| self.passes(filter, who))
    }

    /// Returns the actors that a rule selects (a pick, such as `hurt enemy`), in order.
    fn all_meant<'w>(&'w self, pick: &'w ActorSelection) -> impl Iterator<Item = ActorId> + 'w {
        self.everybody().filter(|&who| self.meant(pick, who))
    }

    /// True if an actor belongs to the group that a rule names (`enemy`, `ally` and so on), whatever its filters.
    fn is_whom(&self, pick: &ActorSelection, who: ActorId) -> bool {
        match pick.who {
            ActorGroup::Me => who == self.me(),
            ActorGroup::Ally | ActorGroup::Enemy if self.is_marker(who) => false,
            ActorGroup::Ally => !self.is_enemy(who) && who != self.me(),
            ActorGroup::Enemy => self.is_enemy(who),
            ActorGroup::Anyone => true,
            ActorGroup::Named => is_named(pick, self.name_of(who)),
            ActorGroup::Pawn => self.is_marker(who),
            ActorGroup::GoalPerson => self.is_goal_person(who),
            ActorGroup::Rival => self.is_rival(who),
        }
    }

    /// True if an actor passes one filter of a pick, such as `hurt`.
    fn passes(&self, filter: &Filter, who: ActorId) -> bool {
        match filter {
            Filter::Is(word) => self.is(*word, who),
            Filter::Trained(name) => self.is_trained(name, who),
        }
    }

    /// True if a selection of actors selects this actor. With an order word, only the best actor is selected, and of several equal ones the
    /// first. Without an order word, all its actors are selected; without a selection, every actor is.
    fn is_the_one(&self, pick: Option<&ActorSelection>, it: Id) -> bool {
        let Some(pick) = pick else { return true };
        let Some(it) = it.actor().filter(|&it| self.meant(pick, it)) else { return false };
        let Some(order) = pick.order else { return true };
        let Some(standing) = self.standing(order, it) else { return true };
        let others = self.all_meant(pick).filter(|&other| other != it);
        let mut others = others.filter_map(|other| Some((self.standing(order, other)?, other)));
        others.all(|(there, other)| there < standing || (there == standing && other > it))
    }

    /// Returns the number of active people. If `enemies` is true, counts the people of other sides; otherwise those of the deciding actor's
    /// side, with the actor itself.
    fn people(&self, enemies: bool) -> i64 {
        let counted = self.everybody().filter(|&who| self.is_active(who) && !self.is_marker(who) && self.is_enemy(who) == enemies);
        i64::try_from(counted.count()).unwrap_or(0)
    }
}

/// True if a selection of actors in a rule names this actor. The name may be the actor's full name, or the name that copies share: `guard`
/// matches `guard#1` and `guard#2`.
pub(super) fn is_named(pick: &ActorSelection, name: &str) -> bool {
    let kin = name.split_once('#').map_or(name, |(kin, _)| kin);
    pick.name.as_ref().is_some_and(|wanted| wanted == name || wanted == kin)
}

/// Evaluator of options for the conditions of rules.
pub(super) trait ConditionEvaluator {
    /// Type of the evaluation of an option.
    type Weighed;

    /// Evaluates an option.
    fn weigh(&mut self, option: Choice) -> Self::Weighed;

    /// Returns the value of a condition's term (such as `hit_chance`) for an option, in hundredths; for a yes-or-no term, 0 or 1.
    fn term(&mut self, term: &RuleTerm, option: &Self::Weighed) -> i64;

    /// True if a rule's condition holds for an evaluated option. A condition without a value does not hold.
    fn holds(&mut self, row: &DoctrineRule, option: &Self::Weighed) -> bool {
        match &row.test {
            None => true,
            Some(test) => test.eval(&mut |term| Ok(self.term(term, option))).is_ok_and(|value| value != 0),
        }
    }

    /// True if a rule's condition holds for an option.
    fn holds_for(&mut self, row: &DoctrineRule, option: Choice) -> bool {
        if row.test.is_none() {
            return true;
        }
        let weighed = self.weigh(option);
        self.holds(row, &weighed)
    }
}

/// Effects of hits on participants.
pub(super) trait HitEffects {
    /// True if an actor that takes the given consequences stays in the fight after a hit.
    fn survives(&self, who: ActorId, shifts: i32, set: Slots) -> bool;

    /// Returns the consequence slots that an actor can use.
    fn slots(&self, who: ActorId) -> Slots;

    /// Returns the shifts that consequences take off a hit.
    fn absorbs(&self, who: ActorId, set: Slots) -> i32;

    /// Returns the number of boxes that a hit marks.
    fn marks(&self, who: ActorId, shifts: i32) -> i64;

    /// Returns the number of an actor's open boxes and consequence slots.
    fn all_left(&self, who: ActorId) -> i64;

    /// Returns the shifts of the pending hit before consequences reduce them.
    fn pending_hit(&self) -> i32;

    /// Returns the number of the highest box that a hit would mark, as [`box_of`] counts.
    fn landing_box(&self, who: ActorId, shifts: i32) -> i32;
}

/// Returns the yes-or-no topic of an option: the option can be taken only if a rule on this topic says yes. `None` for all other options.
/// `pays` returns true if the deciding actor would have to pay for the compel that is offered.
pub(super) fn consent(point: Point, option: Choice, pays: impl Fn() -> bool) -> Option<Topic> {
    match (point, option.verb) {
        (_, Verb::Concede) => Some(Topic::Concede),
        (Point::Adjust | Point::Compel, Verb::Compel) if option.how & Choice::OWN != 0 => Some(Topic::CompelSelf),
        (Point::Adjust, Verb::Compel) => Some(Topic::LateCompel),
        (Point::Fact, Verb::Accept) | (_, Verb::Fact) => Some(Topic::Fact),
        (Point::Adjust, Verb::Spin) => Some(Topic::SpendSpin),
        (Point::Adjust, Verb::Pass) => None,
        (Point::Adjust, _) if option.how == Choice::REROLL => Some(Topic::Reroll),
        (Point::Adjust, Verb::Free) => Some(Topic::FreeTag),
        (Point::Adjust, _) => Some(Topic::SpendFate),
        (Point::Mitigate, _) => (option.how != 0).then_some(Topic::Consequence),
        (Point::Compel, Verb::Compel) => Some(Topic::OfferCompel),
        // If the actor asks another player to compel the actor's own aspect, the actor pays for the request.
        (Point::AnswerCompel, Verb::Accept | Verb::Counter) if pays() => Some(Topic::PayCompel),
        (Point::AnswerCompel, Verb::Accept) => Some(Topic::AcceptCompel),
        (Point::AnswerCompel, Verb::Counter) => Some(Topic::CounterOffer),
        (Point::Haggle, Verb::Accept | Verb::Counter) => Some(if pays() { Topic::PayCompel } else { Topic::AcceptCompel }),
        (Point::AcceptConcession, Verb::Accept) => Some(Topic::AcceptConcession),
        (Point::PayAccess, Verb::Yes) => Some(Topic::PayAccess),
        (Point::Animal, Verb::Yes) => Some(Topic::Animal),
        (Point::Stop, Verb::Yes) => Some(Topic::Stop),
        _ => None,
    }
}

/// Checks if a rule fits an option, for topics that all conflicts share; `None` for a topic that each kind of conflict checks itself.
/// `about` is the actor that the question is about, `outcomes` are the outcome tags of the conflict.
pub(super) fn fits<W: Participants + ConditionEvaluator + HitEffects>(
    weigher: &mut W,
    row: &DoctrineRule,
    option: Choice,
    about: Id,
    outcomes: &[ecow::EcoString],
) -> Option<bool> {
    let words = &row.choice;
    let fits = match row.topic {
        Topic::Consequence => consequence_fits(weigher, words, option),
        Topic::Beaten => {
            let tag = outcomes.get(usize::from(option.how));
            option.verb == Verb::Outcome && tag.is_some() && tag == words.word.as_ref()
        }
        Topic::Term => match words.word.as_deref() {
            Some("veto") => option.verb == Verb::Veto,
            word => option.verb == Verb::Term && option.how == u8::from(word == Some("transient")),
        },
        Topic::LateCompel | Topic::CompelSelf => is_meant(weigher, words.pick.as_ref(), option.it),
        Topic::Payee => option.verb == Verb::Payee && is_meant(weigher, words.pick.as_ref(), option.it),
        Topic::Animal
        | Topic::Fact
        | Topic::OfferCompel
        | Topic::AcceptCompel
        | Topic::CounterOffer
        | Topic::PayCompel
        | Topic::AcceptConcession
        | Topic::PayAccess
        | Topic::Stop => {
            // The condition is checked first, because it is cheaper to check than all actors that a rule may select.
            return Some(weigher.holds_for(row, option) && weigher.is_the_one(words.pick.as_ref(), about));
        }
        Topic::Order => {
            let how = u8::from(words.word.as_deref() == Some("seats"));
            words.word.is_some() && option.verb == Verb::Order && option.how == how
        }
        Topic::FreeTag | Topic::SpendSpin | Topic::SpendFate | Topic::Reroll | Topic::Concede => true,
        _ => return None,
    };
    Some(fits && weigher.holds_for(row, option))
}

/// Ranks an option by a rule of a topic that all conflicts share.
pub(super) fn rank<W: Participants + HitEffects>(weigher: &W, row: &DoctrineRule, option: Choice) -> Option<(i64, i64)> {
    let order = row.choice.pick.as_ref().and_then(|pick| pick.order);
    match row.topic {
        Topic::Payee | Topic::LateCompel | Topic::CompelSelf => weigher.standing(order?, option.it.actor()?),
        Topic::Consequence => {
            let set = Slots::from_number(option.how);
            Some((-i64::from(weigher.absorbs(weigher.me(), set)), -i64::from(set.count())))
        }
        _ => None,
    }
}

/// True if a rule selects the target, which is an actor. If the rule selects no actors, always true.
fn is_meant<W: Participants>(weigher: &W, pick: Option<&ActorSelection>, it: Id) -> bool {
    pick.is_none_or(|pick| it.actor().is_some_and(|who| weigher.meant(pick, who)))
}

/// True if a rule allows a set of consequences, and this set prevents the outcome that the rule names.
fn consequence_fits<W: Participants + HitEffects>(weigher: &W, words: &Words, option: Choice) -> bool {
    let me = weigher.me();
    let set = Slots::from_number(option.how);
    let allowed = |grade: Grade| words.grades.iter().any(|word| *word == grade.word());
    if option.verb != Verb::Take || set == Slots::NONE || !set.grades().all(allowed) {
        return false;
    }
    let hit = weigher.pending_hit();
    match words.before {
        None => true,
        Some(Before::TakenOut) => !weigher.survives(me, hit, Slots::NONE) && weigher.survives(me, hit, set),
        Some(Before::Box(number)) => {
            let reaches = |shifts: i32| i64::from(weigher.landing_box(me, shifts)) >= number;
            reaches(hit) && !reaches(hit - weigher.absorbs(me, set))
        }
    }
}

/// True if the target of an attack has the kind that a rule of `fire` requires: a single actor or a whole zone.
pub(super) fn fires(words: &Words, option: Choice) -> bool {
    let area = words.word.as_deref() == Some("area");
    match option.verb {
        Verb::Target => area == matches!(option.it, Id::Zone(_)),
        Verb::Use => area == (option.how & Choice::AREA != 0),
        _ => false,
    }
}

/// Returns the number of the box in which a hit is marked: 0 for none, [`PAST`] past the end of the track.
pub(super) fn box_of(landing: TrackHit) -> i32 {
    match landing {
        TrackHit::Nothing => 0,
        TrackHit::Box(number) => i32::from(number),
        TrackHit::Past => PAST,
    }
}

/// Returns the smallest number that must be added to a roll to increase its value, and the increase; `None` if no number does.
pub(super) fn better(worth: impl Fn(i32) -> i64) -> Option<(i32, i64)> {
    let now = worth(0);
    (1..=LOOK).find_map(|more| {
        let gain = worth(more) - now;
        (gain > 0).then_some((more, gain))
    })
}

/// Returns the severity of a hit for an actor: 0 no effect, 1 only stress, 2 needs consequences, 3 takes the actor out.
pub(super) fn level<W: HitEffects>(weigher: &W, who: ActorId, shifts: i32) -> u8 {
    if shifts <= 0 {
        return 0;
    }
    if weigher.survives(who, shifts, Slots::NONE) {
        return 1;
    }
    if weigher.survives(who, shifts, weigher.slots(who)) { 2 } else { 3 }
}

/// Returns the cost of a hit to an actor, in hundredths of boxes. Without consequences, it is the boxes that the hit marks. If consequences
/// are needed, it is the cost of the cheapest set that keeps the actor in the fight. If the actor is taken out, it is all its open boxes
/// and slots plus one.
pub(super) fn cost<W: HitEffects>(weigher: &W, who: ActorId, shifts: i32) -> i64 {
    let boxes = match level(weigher, who, shifts) {
        0 => 0,
        1 => weigher.marks(who, shifts),
        2 => {
            let worth = |set| weigher.absorbs(who, set);
            let slots = weigher.slots(who);
            let averting = slots.subsets().filter(|&set| weigher.survives(who, shifts, set));
            averting.map(|set| i64::from(worth(set)) + weigher.marks(who, shifts - worth(set))).min().unwrap_or(0)
        }
        _ => weigher.all_left(who) + 1,
    };
    boxes * UNIT
}

/// Returns the number of further shifts with which a hit would have the next worse outcome for an actor, and the additional cost of that
/// outcome. `None` if there is none within [`LOOK`] shifts.
pub(super) fn next_worse<W: HitEffects>(weigher: &W, who: ActorId, shifts: i32) -> Option<(i32, i64)> {
    let now = level(weigher, who, shifts);
    let by = (1..=LOOK).find(|more| level(weigher, who, shifts + more) > now)?;
    Some((by, cost(weigher, who, shifts + by) - cost(weigher, who, shifts)))
}

/// Returns two numbers: the shifts by which a hit must become weaker so that an actor gets the next better outcome, and the cost that this
/// saves. Returns `None` if there is no better outcome.
pub(super) fn next_better<W: HitEffects>(weigher: &W, who: ActorId, shifts: i32) -> Option<(i32, i64)> {
    let now = level(weigher, who, shifts);
    let by = (1..=LOOK).find(|less| level(weigher, who, shifts - less) < now)?;
    Some((by, cost(weigher, who, shifts) - cost(weigher, who, shifts - by)))
}

/// Largest number of added or removed shifts for which a different outcome is searched.
pub(super) const LOOK: i32 = 24;

/// Box number that means a hit past the end of every track.
const PAST: i32 = 99;
