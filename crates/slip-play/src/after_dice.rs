//! The window after the dice, as all conflicts have it: parties add in turns until as many have passed in a row as there are;
//! equal uses of aspects are one option; one paid use a scope. A conflict says who takes part, which aspects reach a roll and
//! who pays ([`AfterDice`]).

pub(crate) mod lots;

pub(crate) use lots::collected;

use crate::ask::Point;
use crate::choice::{Answer, Choice, Options, Verb};
use crate::conflict::Refusal;
use crate::event::{Buy, Event, Events, Phase, Step};
use crate::few::Few;
use crate::ids::{ActorId, AspectId, Id, Seat, Table};
use crate::questions::Questions;
use crate::roll::Roll;
use ecow::EcoString;
use lots::{Lot, Lots};
use slip_dice::fate::{Aspect, Holder, Scope, Term};
use slip_dice::{Dice, Faces, Kind};

/// Bargains of a roll that differ, as a rule.
const FEW: usize = 12;

/// What adds nothing: the default of every party.
const PASS: Choice = Choice::of(Verb::Pass);

/// Most spin offered at once.
const MOST_SPIN: i32 = 20;

/// What using an aspect on a roll means: equal bargains are one option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bargain {
    /// Invoke, tag or free tag.
    pub(crate) verb: Verb,
    /// The scope whose one paid use it takes (R-P6).
    pub(crate) scope: Scope,
    /// The one comparison in which it counts (R-P30).
    pub(crate) only: Option<ActorId>,
    /// Who may deny it (R-S11).
    pub(crate) deniable: Option<ActorId>,
    /// Whose turn ends it, if it is transient.
    pub(crate) until: Option<u8>,
    /// What using it adds.
    pub(crate) bonus: i32,
}

impl Bargain {
    /// What stands where there is none.
    const NONE: Bargain = Bargain { verb: Verb::Pass, scope: Scope::Own, only: None, deniable: None, until: None, bonus: 0 };
}

/// What a conflict says of the window after its dice. Parties go by numbers, in the order in which they are asked.
pub trait AfterDice: Questions {
    /// How many take part.
    fn parties(&self) -> u8;

    /// Who a party is.
    fn party(&self, party: u8) -> Option<ActorId>;

    /// The roll a party may add to; none for who only looks on, and where nothing can be added.
    fn open_roll(&self, party: u8) -> Option<&Roll>;

    /// Whose side somebody is on.
    fn seat_of(&self, who: ActorId) -> Seat;

    /// All aspects.
    fn aspects(&self) -> &Table<AspectId, Aspect>;

    /// In which scope an aspect reaches the roll of a party, and in which comparison only it counts; none if it does not.
    fn scope_for(&self, party: u8, roll: &Roll, id: AspectId) -> Option<(Scope, Option<ActorId>)>;

    /// The aspects in play that may reach the roll of a party, in order: all that [`AfterDice::scope_for`] lets through, and
    /// maybe more.
    fn in_reach(&self, _party: u8, _roll: &Roll) -> impl Iterator<Item = (AspectId, &Aspect)> {
        self.aspects().iter().filter(|(_, aspect)| aspect.present)
    }

    /// True if a party may use anything on its roll.
    fn has_bargain(&self, party: u8, roll: &Roll) -> bool
    where
        Self: Sized,
    {
        bargains(self, party, roll).next().is_some()
    }

    /// What a party may use on its roll, what means the same put together.
    fn lots(&self, party: u8, roll: &Roll) -> Lots
    where
        Self: Sized,
    {
        collected(self, party, roll)
    }

    /// True if an aspect in reach can be used on a roll without price.
    fn is_free(&self, roll: &Roll, id: AspectId) -> bool;

    /// True if lines may tell aspects of one holder apart.
    fn tells_apart(&self) -> bool {
        true
    }

    /// True if something else than a free tag that lies there may make a use free.
    fn has_other_gifts(&self) -> bool {
        true
    }

    /// True if an aspect is the roller's own: it is invoked then, and others' are tagged.
    fn is_own(&self, roll: &Roll, aspect: &Aspect) -> bool {
        matches!(aspect.holder, Holder::Actor(who) | Holder::Gear(who, _) if who == roll.who.0)
    }

    /// True if nothing forbids to pay for this use of an aspect.
    fn may_pay_for(&self, _verb: Verb, _roll: &Roll, _id: AspectId) -> bool {
        true
    }

    /// Who may deny a use without price.
    fn denier(&self, _roll: &Roll, _id: AspectId) -> Option<ActorId> {
        None
    }

    /// True if one's own aspects are no scope of which one use is the most.
    fn invokes_any_own(&self) -> bool;

    /// What using an aspect adds.
    fn bonus_by(&self, id: AspectId, who: ActorId) -> i32;

    /// Those who have points to pay for a roll: as options name them, and whose purse it is.
    fn payers(&self, roll: &Roll) -> impl Iterator<Item = (Id, ActorId)>;

    /// The fate points in a purse.
    fn points_of(&self, who: ActorId) -> u16;

    /// The spin that may be spent on a roll.
    fn spin_for(&self, roll: &Roll) -> i32;

    /// Lines by which the dice of a party's roll may fall again.
    fn reroll_lines(&self, party: u8, roll: &Roll) -> Vec<u16>;

    /// The dice of this conflict.
    fn kind_of_dice(&self) -> Kind;

    /// True if a party has something to do here besides adding.
    fn has_more(&self, _party: u8, _who: ActorId) -> bool {
        false
    }

    /// Adds what a party may do here besides adding.
    fn list_more(&self, _party: u8, _who: ActorId, _out: &mut Options) {}
}

/// The scope of a holder as somebody sees it who has allies.
pub(crate) fn scope_of(holder: Holder, me: ActorId, is_ally: impl FnOnce(ActorId) -> bool) -> Scope {
    match holder {
        Holder::Actor(who) if who == me.0 => Scope::Own,
        Holder::Actor(who) if is_ally(ActorId(who)) => Scope::Ally,
        Holder::Actor(_) => Scope::Opponent,
        Holder::Gear(who, thing) => Scope::Gear(who, thing),
        Holder::Zone(_) => Scope::Zone,
        Holder::Scene => Scope::Scene,
        Holder::System => Scope::System,
        Holder::Campaign => Scope::Campaign,
    }
}

/// What an aspect would be to the roll of a party; none if it cannot be used on it.
pub(crate) fn bargain<F: AfterDice>(fight: &F, party: u8, roll: &Roll, id: AspectId) -> Option<Bargain> {
    let aspect = fight.aspects().row(id).filter(|aspect| aspect.present)?;
    let any = fight.payers(roll).next().is_some();
    bargain_by(fight, party, roll, (id, aspect), any)
}

/// The same of an aspect in play, where it is known whether anybody can pay.
fn bargain_by<F: AfterDice>(fight: &F, party: u8, roll: &Roll, (id, aspect): (AspectId, &Aspect), can_pay: bool) -> Option<Bargain> {
    if roll.used.contains(&id) {
        return None;
    }
    let (scope, only) = fight.scope_for(party, roll, id)?;
    let bonus = fight.bonus_by(id, roll.who);
    let until = aspect.placer.filter(|_| aspect.term == Term::Transient);
    let as_verb = |verb: Verb, deniable: Option<ActorId>| Bargain { verb, scope, only, deniable, until, bonus };
    if fight.is_free(roll, id) {
        return Some(as_verb(Verb::Free, fight.denier(roll, id)));
    }
    let any_own = || scope == Scope::Own && fight.invokes_any_own();
    if !can_pay || (roll.paid.contains(&scope) && !any_own()) {
        return None;
    }
    let verb = if fight.is_own(roll, aspect) { Verb::Invoke } else { Verb::Tag };
    fight.may_pay_for(verb, roll, id).then(|| as_verb(verb, None))
}

/// All bargains of a party.
pub(crate) fn bargains<'a, F: AfterDice>(fight: &'a F, party: u8, roll: &'a Roll) -> impl Iterator<Item = (AspectId, Bargain)> + 'a {
    // Without points only what is free is to be had.
    let can_pay = fight.payers(roll).next().is_some();
    let any = can_pay || fight.has_other_gifts();
    // What is true of one aspect of a holder is true of the next, unless it was used or is marked.
    let mut last: Option<(&Aspect, Option<Bargain>)> = None;
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

/// True if two aspects mean the same to a roll that used neither, where no line tells aspects apart.
fn is_alike(a: &Aspect, b: &Aspect) -> bool {
    a.holder == b.holder && a.free == b.free && a.term == b.term && a.placer == b.placer && a.origin == b.origin
}

/// Whether a party has anything to add or do, and wants to be asked.
fn can_add<F: AfterDice>(fight: &F, party: u8) -> bool {
    let Some(who) = fight.party(party) else { return false };
    let asked = fight.asked_points().row(fight.seat_of(who)).is_some_and(|points| points.asks(Point::Adjust));
    if !asked || fight.has_more(party, who) {
        return asked;
    }
    let Some(roll) = fight.open_roll(party) else { return false };
    fight.spin_for(roll) > 0 || fight.has_bargain(party, roll) || !fight.reroll_lines(party, roll).is_empty()
}

/// What a party does that adds nothing, if it is known without listing all of it that there is something to add.
pub(crate) fn known_default<F: AfterDice>(fight: &F, party: u8) -> Option<Choice> {
    let roll = fight.open_roll(party)?;
    (fight.spin_for(roll) > 0 || fight.has_bargain(party, roll)).then_some(PASS)
}

/// What a party can still add: by free tags and spin, and with points besides (one paid use a scope, R-P6; of its own aspects
/// maybe any number, R-C24).
pub(crate) fn still_to_add<F: AfterDice>(fight: &F, party: u8) -> (i32, i32) {
    let Some(roll) = fight.open_roll(party) else { return (0, 0) };
    let mut free = fight.spin_for(roll);
    let any_own = fight.invokes_any_own();
    let mut scopes: Few<Scope, FEW> = Few::new(Scope::Own);
    let mut bonuses: Few<i32, FEW> = Few::new(0);
    for lot in &fight.lots(party, roll) {
        let bargain = lot.bargain;
        if bargain.verb == Verb::Free {
            free += bargain.bonus * lot.count;
        } else if any_own && bargain.scope == Scope::Own {
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

/// True if a party can still add more than this, where nothing that is used takes anything off.
pub(crate) fn can_add_more<F: AfterDice>(fight: &F, party: u8, than: i32) -> bool {
    let Some(roll) = fight.open_roll(party) else { return than < 0 };
    let mut sum = fight.spin_for(roll);
    let mut points: usize = fight.payers(roll).map(|(_, payer)| usize::from(fight.points_of(payer))).sum();
    let any_own = fight.invokes_any_own();
    let mut scopes: Few<Scope, FEW> = Few::new(Scope::Own);
    let mut all = bargains(fight, party, roll);
    while sum <= than {
        let Some((_, bargain)) = all.next() else { return false };
        if bargain.verb == Verb::Free {
            sum += bargain.bonus;
        } else if points > 0 && ((any_own && bargain.scope == Scope::Own) || !scopes.contains(&bargain.scope)) {
            // All paid uses add the same here: which of them come first is one.
            scopes.push(bargain.scope);
            points -= 1;
            sum += bargain.bonus;
        }
    }
    true
}

/// Goes on to whoever is asked from a party on who has something to add; to the result when as many have passed in a row as
/// take part (R-P5).
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

/// The step at which a party is asked.
pub(crate) fn asked<F: AfterDice>(fight: &F, party: u8) -> Step {
    Step::of(Phase::Adjust, fight.party(party).map_or(Id::None, Id::Actor)).n(party)
}

/// Adds what the party that is asked may do. What counts in one comparison only names it, and all else who pays, where that is
/// not whose roll it is.
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
    // Nearly in the order in which they are listed in the end.
    for verb in [Verb::Invoke, Verb::Tag, Verb::Free] {
        for how in [Choice::PLUS_TWO, Choice::REROLL] {
            let again = how == Choice::REROLL;
            for lot in lots.iter().filter(|lot| lot.bargain.verb == verb) {
                // The dice of one comparison are those of all.
                if !again || (lot.bargain.only.is_none() && roll.can_fall_again()) {
                    list_lot(fight, roll, lot, how, out);
                }
            }
        }
    }
}

fn list_lot<F: AfterDice>(fight: &F, roll: &Roll, lot: &Lot, how: u8, out: &mut Options) {
    let Bargain { verb, only, .. } = lot.bargain;
    let choice = Choice::of(verb).with(lot.first.0).how(how);
    if verb == Verb::Free {
        out.push(choice.on(only.map_or(Id::None, Id::Actor)));
        return;
    }
    // What counts in one comparison names that one, and so is paid from the first purse.
    let purses = if only.is_some() { 1 } else { usize::MAX };
    for (named, _) in fight.payers(roll).take(purses) {
        out.push(choice.on(only.map_or(named, Id::Actor)));
    }
}

/// The listed use of an aspect that one of another aspect stands for: one that means the same to the party that is asked.
pub(crate) fn representative<F: AfterDice>(fight: &F, party: u8, choice: Choice, listed: &Options) -> Choice {
    let (Some(id), Some(roll)) = (choice.aspect(), fight.open_roll(party)) else { return choice };
    let Some(meant) = bargain(fight, party, roll, id).filter(|bargain| bargain.verb == choice.verb) else { return choice };
    let same = |there: &&Choice| {
        let other = there.aspect().filter(|_| there.with(choice.with) == choice);
        other.is_some_and(|other| bargain(fight, party, roll, other) == Some(meant))
    };
    listed.as_slice().iter().find(same).copied().unwrap_or(choice)
}

/// The choices of the class that an option stands for, the option itself first: any of them is taken.
pub(crate) fn class_members<F: AfterDice>(fight: &F, point: Point, option: Choice, listed: &Options) -> Vec<Choice> {
    let mut members = vec![option];
    if option.aspect().is_some() && matches!(point, Point::Adjust | Point::Compel) && option.verb != Verb::Yes {
        let others = fight.aspects().keys().map(|id| option.with(id.0)).filter(|&other| !listed.contains(other));
        members.extend(others.filter(|&other| fight.representative(point, other, listed) == option));
    }
    members
}

/// Why a party cannot use an aspect of these words on its roll, though it reaches it; none if it can.
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
            () if roll.used.contains(&id) => "it has been used on this roll".to_owned(),
            () if !can_pay => "there is no fate point to pay for it".to_owned(),
            () if roll.paid.contains(&scope) => format!("a roll takes one paid use a scope, and {} has had it", scope.word()),
            () => "nothing may be paid for it now".to_owned(),
        }));
    }
    why
}

/// What is bought on a roll, or that nothing is.
#[derive(Debug)]
pub(crate) struct Purchase {
    /// Who adds; of what is paid, whose purse it is.
    pub(crate) by: ActorId,
    /// How.
    pub(crate) buy: Buy,
    /// The aspect used.
    pub(crate) aspect: Option<AspectId>,
    /// The one comparison in which it counts.
    pub(crate) only: Option<ActorId>,
    /// What is added.
    pub(crate) amount: i32,
    /// The dice, if they fall again.
    pub(crate) faces: Option<Faces>,
    /// Fate points.
    pub(crate) cost: u16,
    /// What the roll comes to.
    pub(crate) total: i32,
    /// The words.
    pub(crate) say: Option<EcoString>,
}

impl Purchase {
    /// What an answer buys for a roll.
    ///
    /// # Errors
    /// If dice must fall again and have run out.
    pub(crate) fn of<F: AfterDice>(fight: &F, roll: &Roll, by: ActorId, answer: &Answer, dice: &mut Dice) -> Result<Purchase, Refusal> {
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
        let bare = Purchase {
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
            return Ok(Purchase { faces: Some(fresh), total: bare.total - roll.faces.total() + fresh.total(), ..bare });
        }
        let amount = if buy == Buy::Spin { i32::from(choice.n) } else { aspect.map_or(0, |id| fight.bonus_by(id, roll.who)) };
        Ok(Purchase { amount, total: bare.total + amount, ..bare })
    }

    /// As the log has it.
    pub(crate) fn event(self, roll: &Roll) -> Event {
        let Purchase { by, buy, aspect, only, amount, faces, cost, total, say } = self;
        Event::Adjust { roll: roll.id, by, buy, aspect, only, amount, faces, cost, total, say }
    }
}
