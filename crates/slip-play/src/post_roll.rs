//! The window after the roll, for all conflicts. Parties add to the roll in turns until all of them have passed in a row. Equivalent uses
//! of aspects are one option, and in each scope one use may be paid for. A conflict implements the parties, the aspects that can be used,
//! and the payers ([`AfterDice`]).

pub(crate) mod use_groups;

pub(crate) use use_groups::collected;

use crate::choice::{Answer, Choice, Options, Verb};
use crate::conflict::Refusal;
use crate::event::{Buy, Event, Events, Phase, Step};
use crate::ids::{ActorId, AspectId, Id, IdVec, Seat};
use crate::question::Point;
use crate::question_loop::ConflictRules;
use crate::roll::Roll;
use ecow::EcoString;
use slip_dice::fate::{Aspect, AspectDuration, AspectOrigin, AspectScope, Holder};
use slip_dice::{Dice, DiceKind, Faces};
use smallvec::SmallVec;
use use_groups::{UseGroup, UseGroups};

/// Number of different uses of aspects on a roll for which no heap memory is needed; few rolls have more.
const FEW: usize = 12;

/// Choice to add nothing to the roll, the default of every party.
const PASS: Choice = Choice::of(Verb::Pass);

/// Largest amount of spin that one option offers.
const MOST_SPIN: i32 = 20;

/// A use of an aspect on a roll. Equal uses are listed as one option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AspectUse {
    /// Invoke, tag or free tag.
    pub(crate) verb: Verb,
    /// Scope of the use. One use in each scope may be paid for (R-P6).
    pub(crate) scope: AspectScope,
    /// The only defender against whom the use counts; `None` if it counts against all (R-P30).
    pub(crate) only: Option<ActorId>,
    /// Actor that may deny the use (R-S11).
    pub(crate) deniable: Option<ActorId>,
    /// Number of the actor whose turn ends the aspect, if the aspect is temporary.
    pub(crate) until: Option<u8>,
    /// Bonus that the use adds to the roll.
    pub(crate) bonus: i32,
}

/// Interface of a conflict in which parties may add to a roll after the dice. Parties are numbered in the order in which they are asked.
pub trait AfterDice: ConflictRules {
    /// Returns the number of parties.
    fn parties(&self) -> u8;

    /// Returns the actor of a party.
    fn party(&self, party: u8) -> Option<ActorId>;

    /// Returns the roll to which a party may add; `None` for an onlooker, or if nothing can be added.
    fn open_roll(&self, party: u8) -> Option<&Roll>;

    /// Returns the side of an actor.
    fn seat_of(&self, who: ActorId) -> Seat;

    /// Returns all aspects of the conflict.
    fn aspects(&self) -> &IdVec<AspectId, Aspect>;

    /// Returns the scope of an aspect for the roll of a party. If the use applies only against a single defender, also returns this
    /// defender. Returns `None` if the aspect cannot be used on that roll.
    fn scope_for(&self, party: u8, roll: &Roll, id: AspectId) -> Option<(AspectScope, Option<ActorId>)>;

    /// Returns the aspects in play that may be usable on the roll of a party, in order. All aspects that [`AfterDice::scope_for`] accepts
    /// are included, and perhaps others.
    fn in_reach(&self, _party: u8, _roll: &Roll) -> impl Iterator<Item = (AspectId, &Aspect)> {
        self.aspects().iter().filter(|(_, aspect)| aspect.present)
    }

    /// True if a party can use at least one aspect on its roll.
    fn has_bargain(&self, party: u8, roll: &Roll) -> bool
    where
        Self: Sized,
    {
        bargains(self, party, roll).next().is_some()
    }

    /// Returns the uses of aspects that a party has on its roll, with equal uses grouped.
    fn lots(&self, party: u8, roll: &Roll) -> UseGroups
    where
        Self: Sized,
    {
        collected(self, party, roll)
    }

    /// True if an aspect can be used on a roll without a fate point.
    fn is_free(&self, roll: &Roll, id: AspectId) -> bool;

    /// True if effects may treat two aspects of one holder differently.
    fn tells_apart(&self) -> bool {
        true
    }

    /// True if an effect may let an actor use an aspect for free although the aspect has no free tag.
    fn has_other_gifts(&self) -> bool {
        true
    }

    /// True if an aspect is held by the actor that rolls, or by its gear. An actor invokes its own aspects and tags all others.
    fn is_own(&self, roll: &Roll, aspect: &Aspect) -> bool {
        matches!(aspect.holder, Holder::Actor(who) | Holder::Gear(who, _) if who == roll.who.0)
    }

    /// True if effects allow an actor to pay for this use of an aspect.
    fn may_pay_for(&self, _verb: Verb, _roll: &Roll, _id: AspectId) -> bool {
        true
    }

    /// Returns the actor that may deny a free use of an aspect.
    fn denier(&self, _roll: &Roll, _id: AspectId) -> Option<ActorId> {
        None
    }

    /// True if an actor may invoke any number of its own aspects on a roll.
    fn invokes_any_own(&self) -> bool;

    /// Returns the bonus that an actor gets for using an aspect.
    fn bonus_by(&self, id: AspectId, who: ActorId) -> i32;

    /// Returns the actors that may pay for an addition to a roll. For each, returns the id used in the options, and the owner of the fate
    /// points.
    fn payers(&self, roll: &Roll) -> impl Iterator<Item = (Id, ActorId)>;

    /// Returns the fate points of an actor.
    fn points_of(&self, who: ActorId) -> u16;

    /// Returns the spin that may be spent on a roll.
    fn spin_for(&self, roll: &Roll) -> i32;

    /// Returns the effects that allow a re-roll of a party's dice.
    fn reroll_lines(&self, party: u8, roll: &Roll) -> Vec<u16>;

    /// Returns the kind of dice that this conflict uses.
    fn kind_of_dice(&self) -> DiceKind;

    /// True if a party has options other than additions while the roll can still be changed.
    fn has_more(&self, _party: u8, _who: ActorId) -> bool {
        false
    }

    /// Lists the other options of a party, which add nothing to the roll.
    fn list_more(&self, _party: u8, _who: ActorId, _out: &mut Options) {}
}

/// Returns the scope of an aspect with this holder for the actor `me`: the actor's own aspects, those of an ally, an opponent, a zone and
/// so on.
pub(crate) fn scope_of(holder: Holder, me: ActorId, is_ally: impl FnOnce(ActorId) -> bool) -> AspectScope {
    match holder {
        Holder::Actor(who) if who == me.0 => AspectScope::Own,
        Holder::Actor(who) if is_ally(ActorId(who)) => AspectScope::Ally,
        Holder::Actor(_) => AspectScope::Opponent,
        Holder::Gear(who, thing) => AspectScope::Gear(who, thing),
        Holder::Zone(_) => AspectScope::Zone,
        Holder::Scene => AspectScope::Scene,
        Holder::System => AspectScope::System,
        Holder::Campaign => AspectScope::Campaign,
    }
}

/// Returns the way in which an aspect can be used on the roll of a party: its cost, bonus and scope. `None` if it cannot be used.
pub(crate) fn bargain<F: AfterDice>(fight: &F, party: u8, roll: &Roll, id: AspectId) -> Option<AspectUse> {
    let aspect = fight.aspects().row(id).filter(|aspect| aspect.present)?;
    let any = fight.payers(roll).next().is_some();
    bargain_by(fight, party, roll, (id, aspect), any)
}

/// Returns the way in which a party can use an aspect in play on its roll; `None` if it cannot. `can_pay` is true if an actor can pay for
/// the use.
fn bargain_by<F: AfterDice>(fight: &F, party: u8, roll: &Roll, (id, aspect): (AspectId, &Aspect), can_pay: bool) -> Option<AspectUse> {
    if roll.used.contains(&id) {
        return None;
    }
    let (scope, only) = fight.scope_for(party, roll, id)?;
    let bonus = fight.bonus_by(id, roll.who);
    let until = aspect.placer.filter(|_| aspect.term == AspectDuration::Transient);
    let as_verb = |verb: Verb, deniable: Option<ActorId>| AspectUse { verb, scope, only, deniable, until, bonus };
    if fight.is_free(roll, id) {
        return Some(as_verb(Verb::Free, fight.denier(roll, id)));
    }
    let any_own = || scope == AspectScope::Own && fight.invokes_any_own();
    if !can_pay || (roll.paid.contains(&scope) && !any_own()) {
        return None;
    }
    let verb = if fight.is_own(roll, aspect) { Verb::Invoke } else { Verb::Tag };
    fight.may_pay_for(verb, roll, id).then(|| as_verb(verb, None))
}

/// Returns all uses of aspects that are open to a party.
pub(crate) fn bargains<'a, F: AfterDice>(fight: &'a F, party: u8, roll: &'a Roll) -> impl Iterator<Item = (AspectId, AspectUse)> + 'a {
    // Without fate points, only free uses are possible.
    let can_pay = fight.payers(roll).next().is_some();
    let any = can_pay || fight.has_other_gifts();
    // Equal aspects of one holder have the same use, so the use is computed once for all of them. Aspects that were already used are
    // computed separately.
    let mut last: Option<(&Aspect, Option<AspectUse>)> = None;
    let alike = !fight.tells_apart();
    fight.in_reach(party, roll).filter(move |(_, aspect)| any || aspect.free.is_some()).filter_map(move |(id, aspect)| {
        if !alike || roll.used.contains(&id) {
            return Some((id, bargain_by(fight, party, roll, (id, aspect), can_pay)?));
        }
        let found = match last {
            Some((known, found)) if is_alike(known, aspect) => found,
            _ => bargain_by(fight, party, roll, (id, aspect), can_pay),
        };
        last = Some((aspect, found));
        Some((id, found?))
    })
}

/// True if two aspects have the same use on a roll that has used neither, provided that effects do not treat them differently. The rules of
/// some conflicts know aspects by their words: those that a rule or an actor has placed, and those with a free tag.
fn is_alike(a: &Aspect, b: &Aspect) -> bool {
    let same = a.holder == b.holder && a.free == b.free && a.term == b.term && a.placer == b.placer && a.origin == b.origin;
    let nameless = a.free.is_none() && a.placer.is_none() && a.origin == AspectOrigin::Printed;
    same && (nameless || a.text == b.text)
}

/// True if a party can still change its roll and its seat is asked about it.
fn can_add<F: AfterDice>(fight: &F, party: u8) -> bool {
    let Some(who) = fight.party(party) else { return false };
    let asked = fight.asked_points().row(fight.seat_of(who)).is_some_and(|points| points.asks(Point::Adjust));
    if !asked || fight.has_more(party, who) {
        return asked;
    }
    let Some(roll) = fight.open_roll(party) else { return false };
    fight.spin_for(roll) > 0 || fight.has_bargain(party, roll) || !fight.reroll_lines(party, roll).is_empty()
}

/// Returns the default answer of a party, if it is certain that the party has other options, too. This avoids listing the options.
pub(crate) fn known_default<F: AfterDice>(fight: &F, party: u8) -> Option<Choice> {
    let roll = fight.open_roll(party)?;
    (fight.spin_for(roll) > 0 || fight.has_bargain(party, roll)).then_some(PASS)
}

/// Returns the largest amounts that a party can still add: first with free tags and spin only, then with fate points as well. Fate points
/// pay for one use in each scope (R-P6), or for any number of the actor's own aspects if the rules allow it (R-C24).
pub(crate) fn still_to_add<F: AfterDice>(fight: &F, party: u8) -> (i32, i32) {
    let Some(roll) = fight.open_roll(party) else { return (0, 0) };
    let mut free = fight.spin_for(roll);
    let any_own = fight.invokes_any_own();
    let mut scopes: SmallVec<[AspectScope; FEW]> = SmallVec::new();
    let mut bonuses: SmallVec<[i32; FEW]> = SmallVec::new();
    for lot in &fight.lots(party, roll) {
        let bargain = lot.bargain;
        if bargain.verb == Verb::Free {
            free += bargain.bonus * lot.count;
        } else if any_own && bargain.scope == AspectScope::Own {
            (0..lot.count).for_each(|_| bonuses.push(bargain.bonus));
        } else if !scopes.contains(&bargain.scope) {
            scopes.push(bargain.scope);
            bonuses.push(bargain.bonus);
        }
    }
    let points: usize = fight.payers(roll).map(|(_, payer)| usize::from(fight.points_of(payer))).sum();
    bonuses.sort_unstable_by_key(|&bonus| std::cmp::Reverse(bonus));
    (free, free + bonuses.into_iter().take(points).sum::<i32>())
}

/// True if a party can still add more than `than` to its roll. The function assumes that no use of an aspect lowers the total.
pub(crate) fn can_add_more<F: AfterDice>(fight: &F, party: u8, than: i32) -> bool {
    let Some(roll) = fight.open_roll(party) else { return than < 0 };
    let mut sum = fight.spin_for(roll);
    let mut points: usize = fight.payers(roll).map(|(_, payer)| usize::from(fight.points_of(payer))).sum();
    let any_own = fight.invokes_any_own();
    let mut scopes: SmallVec<[AspectScope; FEW]> = SmallVec::new();
    let mut all = bargains(fight, party, roll);
    while sum <= than {
        let Some((_, bargain)) = all.next() else { return false };
        if bargain.verb == Verb::Free {
            sum += bargain.bonus;
        } else if points > 0 && ((any_own && bargain.scope == AspectScope::Own) || !scopes.contains(&bargain.scope)) {
            // All paid uses have the same bonus here, so their order does not matter.
            scopes.push(bargain.scope);
            points -= 1;
            sum += bargain.bonus;
        }
    }
    true
}

/// Asks the next party that has an option, beginning with `party`. If all parties have passed in a row, goes to the result of the roll
/// (R-P5).
pub(crate) fn hand_on<F: AfterDice>(fight: &F, party: u8, passes: u8, out: &mut Events) {
    let count = fight.parties();
    let mut party = party % count.max(1);
    let mut passes = passes;
    while passes < count && !can_add(fight, party) {
        party = (party + 1) % count;
        passes += 1;
    }
    let step = if passes >= count { Step::of(Phase::Result, Id::None) } else { asked(fight, party).m(passes) };
    out.push(Event::Phase(step));
}

/// Returns the step at which a party is asked for additions to its roll, after the dice.
pub(crate) fn asked<F: AfterDice>(fight: &F, party: u8) -> Step {
    Step::of(Phase::Adjust, fight.party(party).map_or(Id::None, Id::Actor)).n(party)
}

/// Adds the options of the asked party. An option that counts against one defender only contains this defender. Every other option contains
/// the payer, if the payer is not the roller.
pub(crate) fn list<F: AfterDice>(fight: &F, party: u8, who: Option<ActorId>, out: &mut Options) {
    out.push(PASS);
    if let Some(who) = who {
        fight.list_more(party, who, out);
    }
    if let Some(roll) = fight.open_roll(party) {
        list_aspects(fight, party, roll, out);
        for number in fight.reroll_lines(party, roll).into_iter().filter(|_| roll.can_fall_again()) {
            out.push(Choice::of(Verb::Yes).with(number).how(Choice::REROLL));
        }
        for n in 1..=fight.spin_for(roll).min(MOST_SPIN) {
            out.push(Choice::of(Verb::Spin).n(i16::try_from(n).unwrap_or(0)));
        }
    }
    out.sort_with_default(Some(PASS));
}

fn list_aspects<F: AfterDice>(fight: &F, party: u8, roll: &Roll, out: &mut Options) {
    let lots = fight.lots(party, roll);
    // The verbs are in nearly the order of the final list, which is sorted.
    for verb in [Verb::Invoke, Verb::Tag, Verb::Free] {
        for how in [Choice::PLUS_TWO, Choice::REROLL] {
            let again = how == Choice::REROLL;
            for lot in lots.iter().filter(|lot| lot.bargain.verb == verb) {
                // A re-roll changes the result against every defender, so a use that counts against a single defender cannot pay for a
                // re-roll.
                if !again || (lot.bargain.only.is_none() && roll.can_fall_again()) {
                    list_lot(fight, roll, lot, how, out);
                }
            }
        }
    }
}

fn list_lot<F: AfterDice>(fight: &F, roll: &Roll, lot: &UseGroup, how: u8, out: &mut Options) {
    let AspectUse { verb, only, .. } = lot.bargain;
    let choice = Choice::of(verb).with(lot.first.0).how(how);
    if verb == Verb::Free {
        out.push(choice.on(only.map_or(Id::None, Id::Actor)));
        return;
    }
    // In an option against a single defender, the actor field holds the defender and cannot name the payer. The first payer then pays.
    let purses = if only.is_some() { 1 } else { usize::MAX };
    for (named, _) in fight.payers(roll).take(purses) {
        out.push(choice.on(only.map_or(named, Id::Actor)));
    }
}

/// Returns the listed option that has the same effect as `choice` for the asked party, but uses another aspect.
pub(crate) fn representative<F: AfterDice>(fight: &F, party: u8, choice: Choice, listed: &Options) -> Choice {
    let (Some(id), Some(roll)) = (choice.aspect(), fight.open_roll(party)) else { return choice };
    let Some(meant) = bargain(fight, party, roll, id).filter(|bargain| bargain.verb == choice.verb) else { return choice };
    let same = |there: &&Choice| {
        let other = there.aspect().filter(|_| there.with(choice.with) == choice);
        other.is_some_and(|other| bargain(fight, party, roll, other) == Some(meant))
    };
    listed.as_slice().iter().find(same).copied().unwrap_or(choice)
}

/// Returns all choices that are equivalent to a listed option, the option itself first. Any of them is accepted as an answer.
pub(crate) fn class_members<F: AfterDice>(fight: &F, point: Point, option: Choice, listed: &Options) -> Vec<Choice> {
    let mut members = vec![option];
    if option.aspect().is_some() && matches!(point, Point::Adjust | Point::Compel) && option.verb != Verb::Yes {
        let others = fight.aspects().keys().map(|id| option.with(id.0)).filter(|&other| !listed.contains(other));
        members.extend(others.filter(|&other| fight.representative(point, other, listed) == option));
    }
    members
}

/// Returns the reason why a party cannot use an aspect with these words on its roll, although the aspect is in reach. `None` if the party
/// can use it.
pub(crate) fn why_unused<F: AfterDice>(fight: &F, party: u8, words: &str) -> Option<String> {
    let roll = fight.open_roll(party)?;
    let can_pay = fight.payers(roll).next().is_some();
    let mut why = None;
    for (id, aspect) in fight.aspects().iter().filter(|(_, aspect)| aspect.present && aspect.text.eq_ignore_ascii_case(words)) {
        let Some((scope, _)) = fight.scope_for(party, roll, id) else { continue };
        if bargain_by(fight, party, roll, (id, aspect), can_pay).is_some() {
            return None;
        }
        why = why.or(Some(match () {
            () if roll.used.contains(&id) => "it has already been used on this roll".to_owned(),
            () if !can_pay => "there is no fate point to pay for it".to_owned(),
            () if roll.paid.contains(&scope) => {
                format!("a roll allows one paid use of an aspect from each group, and {} is used up", scope.word())
            }
            () => "an effect forbids paying for it on this roll".to_owned(),
        }));
    }
    why
}

/// Decision of a party after the dice: an addition to a roll, or a pass.
#[derive(Debug)]
pub(crate) struct RollPurchase {
    /// Actor that makes the addition, or that pays for it.
    pub(crate) by: ActorId,
    /// Kind of the addition.
    pub(crate) buy: Buy,
    /// Aspect that the addition uses.
    pub(crate) aspect: Option<AspectId>,
    /// Defender against which alone the addition counts; `None` if it counts against all defenders.
    pub(crate) only: Option<ActorId>,
    /// Amount added to the roll.
    pub(crate) amount: i32,
    /// The new dice of a re-roll.
    pub(crate) faces: Option<Faces>,
    /// Fate points paid.
    pub(crate) cost: u16,
    /// The new total of the roll.
    pub(crate) total: i32,
    /// The player's words about the addition.
    pub(crate) say: Option<EcoString>,
}

impl RollPurchase {
    /// Returns the bonus or re-roll that an answer adds to a roll.
    ///
    /// # Errors
    ///
    /// If dice must be re-rolled and have run out.
    pub(crate) fn of<F: AfterDice>(fight: &F, roll: &Roll, by: ActorId, answer: &Answer, dice: &mut Dice) -> Result<RollPurchase, Refusal> {
        let choice = answer.choice;
        let buy = match choice.verb {
            Verb::Spin => Buy::Spin,
            Verb::Invoke => Buy::Invoke,
            Verb::Tag => Buy::Tag,
            Verb::Free => Buy::Free,
            Verb::Yes => Buy::Line,
            _ => Buy::Pass,
        };
        let aspect = choice.aspect().filter(|_| matches!(buy, Buy::Invoke | Buy::Tag | Buy::Free));
        let bare = RollPurchase {
            by,
            buy,
            aspect,
            only: None,
            amount: 0,
            faces: None,
            cost: u16::from(matches!(buy, Buy::Invoke | Buy::Tag)),
            total: roll.total(),
            say: answer.say.clone(),
        };
        if buy == Buy::Line || (aspect.is_some() && choice.how == Choice::REROLL) {
            let fresh = dice.roll(fight.kind_of_dice())?;
            return Ok(RollPurchase { faces: Some(fresh), total: bare.total - roll.faces.total() + fresh.total(), ..bare });
        }
        let amount = if buy == Buy::Spin { i32::from(choice.n) } else { aspect.map_or(0, |id| fight.bonus_by(id, roll.who)) };
        Ok(RollPurchase { amount, total: bare.total + amount, ..bare })
    }

    /// Returns the log event of the addition.
    pub(crate) fn event(self, roll: &Roll) -> Event {
        let RollPurchase { by, buy, aspect, only, amount, faces, cost, total, say } = self;
        Event::Adjust { roll: roll.id, by, buy, aspect, only, amount, faces, cost, total, say }
    }
}
