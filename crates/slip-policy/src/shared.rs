//! What doctrines of all FATE conflicts have in common: picks, the points of fate, consequences.
//!
//! A conflict says what it knows of those in it ([`Company`]), how it weighs an option ([`Judge`]) and what hits do
//! ([`Hits`]); how lines read that is the same everywhere.

use slip_dice::fate::track::Landing;
use slip_dice::fate::{Grade, Slots};
use slip_pack::doctrine::{Before, Choice as Words, Filter, Order, Pick, Row, Term, Topic, UNIT, Who, Word};
use slip_play::ask::Point;
use slip_play::choice::{Choice, Verb};
use slip_play::ids::{ActorId, Id};

/// Those in a conflict, as one of them sees the others.
pub(super) trait Company {
    /// Who looks.
    fn me(&self) -> ActorId;

    /// Everybody who was ever in it, in order.
    fn everybody(&self) -> impl Iterator<Item = ActorId> + '_;

    /// True if somebody is still in it.
    fn is_active(&self, who: ActorId) -> bool;

    /// True if somebody is on another side.
    fn is_enemy(&self, who: ActorId) -> bool;

    /// The name in the log.
    fn name_of(&self, who: ActorId) -> &str;

    /// A yes-or-no word about somebody.
    fn is(&self, word: Word, who: ActorId) -> bool;

    /// True if somebody is trained in a skill of this name.
    fn is_trained(&self, skill: &str, who: ActorId) -> bool;

    /// How somebody stands in an order; greater is better. `None` for an order that tells nobody apart.
    fn standing(&self, order: Order, who: ActorId) -> Option<(i64, i64)>;

    /// True if somebody is a marker that others move: neither friend nor foe.
    fn is_marker(&self, _who: ActorId) -> bool {
        false
    }

    /// True if somebody is who the goal is about.
    fn is_goal_person(&self, _who: ActorId) -> bool {
        false
    }

    /// True if somebody seeks the same goal for another side.
    fn is_rival(&self, _who: ActorId) -> bool {
        false
    }

    /// True if somebody is meant.
    fn meant(&self, pick: &Pick, who: ActorId) -> bool {
        self.is_active(who) && self.is_whom(pick, who) && pick.filters.iter().all(|filter| self.passes(filter, who))
    }

    /// Whom a pick means, in order.
    fn all_meant<'w>(&'w self, pick: &'w Pick) -> impl Iterator<Item = ActorId> + 'w {
        self.everybody().filter(|&who| self.meant(pick, who))
    }

    /// True if somebody is who a pick speaks of, whatever its filters say.
    fn is_whom(&self, pick: &Pick, who: ActorId) -> bool {
        match pick.who {
            Who::Me => who == self.me(),
            Who::Ally | Who::Enemy if self.is_marker(who) => false,
            Who::Ally => !self.is_enemy(who) && who != self.me(),
            Who::Enemy => self.is_enemy(who),
            Who::Anyone => true,
            Who::Named => is_named(pick, self.name_of(who)),
            Who::Pawn => self.is_marker(who),
            Who::GoalPerson => self.is_goal_person(who),
            Who::Rival => self.is_rival(who),
        }
    }

    /// True if a filter lets somebody through.
    fn passes(&self, filter: &Filter, who: ActorId) -> bool {
        match filter {
            Filter::Is(word) => self.is(*word, who),
            Filter::Trained(name) => self.is_trained(name, who),
        }
    }

    /// True if somebody is the one a pick chooses: of several it means, the best by its order, and of equals the first.
    /// Without an order, one of those meant; without a pick anybody is.
    fn is_the_one(&self, pick: Option<&Pick>, it: Id) -> bool {
        let Some(pick) = pick else { return true };
        let Some(it) = it.actor().filter(|&it| self.meant(pick, it)) else { return false };
        let Some(order) = pick.order else { return true };
        let Some(standing) = self.standing(order, it) else { return true };
        let others = self.all_meant(pick).filter(|&other| other != it);
        let mut others = others.filter_map(|other| Some((self.standing(order, other)?, other)));
        others.all(|(there, other)| there < standing || (there == standing && other > it))
    }

    /// Active people on other sides, or on the own one with whoever looks.
    fn people(&self, enemies: bool) -> i64 {
        let counted = self.everybody().filter(|&who| self.is_active(who) && !self.is_marker(who) && self.is_enemy(who) == enemies);
        i64::try_from(counted.count()).unwrap_or(0)
    }
}

/// Whether a pick names somebody of this name, or all of their kin: `guard` is each of `guard#1`, `guard#2`.
pub(super) fn is_named(pick: &Pick, name: &str) -> bool {
    let kin = name.split_once('#').map_or(name, |(kin, _)| kin);
    pick.name.as_ref().is_some_and(|wanted| wanted == name || wanted == kin)
}

/// Weighs options for conditions.
pub(super) trait Judge {
    /// An option as conditions see it.
    type Weighed;

    /// What an option is about.
    fn weigh(&mut self, option: Choice) -> Self::Weighed;

    /// The value of a term for an option, in hundredths; 0 or 1 of a truth.
    fn term(&mut self, term: &Term, option: &Self::Weighed) -> i64;

    /// True if a line's condition holds of an option as weighed. One that has no value does not.
    fn holds(&mut self, row: &Row, option: &Self::Weighed) -> bool {
        match &row.test {
            None => true,
            Some(test) => test.eval(&mut |term| Ok(self.term(term, option))).is_ok_and(|value| value != 0),
        }
    }

    /// True if a line's condition holds of an option.
    fn holds_for(&mut self, row: &Row, option: Choice) -> bool {
        if row.test.is_none() {
            return true;
        }
        let weighed = self.weigh(option);
        self.holds(row, &weighed)
    }
}

/// What hits do to those in a conflict.
pub(super) trait Hits {
    /// True if somebody stays in after a hit with these consequences taken.
    fn survives(&self, who: ActorId, shifts: i32, set: Slots) -> bool;

    /// Consequences they can take.
    fn slots(&self, who: ActorId) -> Slots;

    /// What consequences take off a hit on them.
    fn absorbs(&self, who: ActorId, set: Slots) -> i32;

    /// Boxes a hit marks anew.
    fn marks(&self, who: ActorId, shifts: i32) -> i64;

    /// All they have left, boxes and slots.
    fn all_left(&self, who: ActorId) -> i64;

    /// The shifts of the hit that is to be reduced.
    fn pending_hit(&self) -> i32;

    /// The highest box a hit would mark, as [`box_of`] numbers them.
    fn landing_box(&self, who: ActorId, shifts: i32) -> i32;
}

/// The *whether* topic that must agree to an option; none if it is how one declines, or a *which*. `pays` says whether
/// whoever decides would pay for the compel on the table.
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
        // Of another's own compel one pays for what they ask.
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

/// Whether a line about the points of fate, or another that all conflicts share, fits an option; `None` for a topic that
/// each conflict reads for itself. `about` is whom the question is about, `outcomes` the conflict's outcome tags.
pub(super) fn fits<W: Company + Judge + Hits>(
    weigher: &mut W,
    row: &Row,
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
            // The condition is cheaper to look at than everybody a pick could mean.
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

/// How good an option is to a line that all conflicts share.
pub(super) fn rank<W: Company + Hits>(weigher: &W, row: &Row, option: Choice) -> Option<(i64, i64)> {
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

/// True if somebody is meant; without a pick everybody is.
fn is_meant<W: Company>(weigher: &W, pick: Option<&Pick>, it: Id) -> bool {
    pick.is_none_or(|pick| it.actor().is_some_and(|who| weigher.meant(pick, who)))
}

/// True if a set of consequences is allowed and averts what it is taken against.
fn consequence_fits<W: Company + Hits>(weigher: &W, words: &Words, option: Choice) -> bool {
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

/// Whether a target or a way of attacking is one at somebody, or at a whole zone, as a line of `fire` asks for.
pub(super) fn fires(words: &Words, option: Choice) -> bool {
    let area = words.word.as_deref() == Some("area");
    match option.verb {
        Verb::Target => area == matches!(option.it, Id::Zone(_)),
        Verb::Use => area == (option.how & Choice::AREA != 0),
        _ => false,
    }
}

/// The number of the box that a hit lands on: 0 if on none, [`PAST`] past the end.
pub(super) fn box_of(landing: Landing) -> i32 {
    match landing {
        Landing::Nothing => 0,
        Landing::Box(number) => i32::from(number),
        Landing::Past => PAST,
    }
}

/// The first greater worth with so much more on a roll: how far it is, and by how much it is greater.
pub(super) fn better(worth: impl Fn(i32) -> i64) -> Option<(i32, i64)> {
    let now = worth(0);
    (1..=LOOK).find_map(|more| {
        let gain = worth(more) - now;
        (gain > 0).then_some((more, gain))
    })
}

/// How bad a hit is: none, one the tracks bear, one that needs consequences, one that nothing averts.
pub(super) fn level<W: Hits>(weigher: &W, who: ActorId, shifts: i32) -> u8 {
    if shifts <= 0 {
        return 0;
    }
    if weigher.survives(who, shifts, Slots::NONE) {
        return 1;
    }
    if weigher.survives(who, shifts, weigher.slots(who)) { 2 } else { 3 }
}

/// What a hit costs its victim, in hundredths of boxes: the boxes it marks; what the cheapest consequences that avert the
/// end take besides; or all that is left, boxes and slots, and one for the end itself.
pub(super) fn cost<W: Hits>(weigher: &W, who: ActorId, shifts: i32) -> i64 {
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

/// How far somebody's next worse outcome is under a hit, and what it costs them; `None` if there is none to be reached.
pub(super) fn next_worse<W: Hits>(weigher: &W, who: ActorId, shifts: i32) -> Option<(i32, i64)> {
    let now = level(weigher, who, shifts);
    let by = (1..=LOOK).find(|more| level(weigher, who, shifts + more) > now)?;
    Some((by, cost(weigher, who, shifts + by) - cost(weigher, who, shifts)))
}

/// How far somebody's next better outcome under a hit is, and what it saves them; `None` if there is none.
pub(super) fn next_better<W: Hits>(weigher: &W, who: ActorId, shifts: i32) -> Option<(i32, i64)> {
    let now = level(weigher, who, shifts);
    let by = (1..=LOOK).find(|less| level(weigher, who, shifts - less) < now)?;
    Some((by, cost(weigher, who, shifts) - cost(weigher, who, shifts - by)))
}

/// The greatest change worth looking for.
pub(super) const LOOK: i32 = 24;

/// A box past the end of every track.
const PAST: i32 = 99;
