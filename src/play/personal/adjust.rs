//! After the dice: invokes, tags, free tags and spin, in turns, the losing side first (personal.md 5.6, R-P5 to R-P8,
//! R-P30). Floor 5.

use crate::dice::Dice;
use crate::fate::purse::spin_of;
use crate::fate::{Holder, Scope, Term};
use crate::pack::effect::TagVerb;
use crate::play::ask::Point;
use crate::play::choice::{Answer, Choice, Options, Verb};
use crate::play::conflict::Refusal;
use crate::play::effects::{Act, Hook, Line};
use crate::play::event::{Buy, Event, Events, Phase, Step};
use crate::play::ids::{ActorId, AspectId, Id};
use crate::play::personal::Personal;
use crate::play::personal::begin::ARMOUR;
use crate::play::personal::hooks::At;
use crate::play::personal::state::{Contest, Roll};

/// What using an aspect on a roll means: equal bargains are one option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bargain {
    /// Invoke, tag or free tag.
    verb: Verb,
    /// The scope whose one paid use it takes.
    scope: Scope,
    /// The one comparison in which it counts (R-P30).
    only: Option<ActorId>,
    /// Whose turn ends it, if it is transient.
    until: Option<u8>,
    /// What using it adds.
    bonus: i32,
}

/// Most spin offered at once.
const MOST_SPIN: i32 = 20;

impl Contest {
    /// Who takes part: the actor, then the defenders in order.
    pub fn parties(&self) -> usize {
        1 + self.defences.len()
    }

    /// A party's roll.
    pub fn roll_of(&self, party: u8) -> Option<&Roll> {
        match party.checked_sub(1) {
            None => Some(&self.roll),
            Some(number) => self.defences.get(usize::from(number))?.roll.as_ref(),
        }
    }

    /// The actor's shifts against a defender, or against the difficulty.
    pub fn shifts_against(&self, defence: Option<usize>) -> i32 {
        let total = self.roll.total();
        match defence.and_then(|number| self.defences.get(number)) {
            Some(defence) => total + defence.only - defence.roll.as_ref().map_or(0, Roll::total),
            None => total - self.difficulty.unwrap_or(0),
        }
    }
}

impl Personal {
    /// The party whose turn it is to add.
    fn party(&self) -> Option<(&Contest, &Roll)> {
        let contest = self.state.contest.as_ref()?;
        Some((contest, contest.roll_of(self.state.step.n)?))
    }

    /// What an aspect would be to the party whose turn it is; `None` if it cannot be used on this roll.
    pub(super) fn bargain(&self, id: AspectId) -> Option<Bargain> {
        let (contest, roll) = self.party()?;
        self.bargain_of(contest, roll, self.state.step.n, id)
    }

    fn bargain_of(&self, contest: &Contest, roll: &Roll, party: u8, id: AspectId) -> Option<Bargain> {
        let aspect = self.state.aspects.row(id)?;
        if !aspect.present || roll.used.contains(&id) {
            return None;
        }
        let me = roll.who;
        let (scope, only) = self.scope(contest, me, party, aspect.holder).or_else(|| self.scope_by_line(id, me))?;
        let bonus = self.bonus_of(id, me);
        let until = aspect.placer.filter(|_| aspect.term == Term::Transient);
        let free = aspect.is_free_for(self.roster.side(me).0, self.state.declared.number) || self.free_line(id, me).is_some();
        if free && !self.forbids(TagVerb::FreeTag, id, me) {
            return Some(Bargain { verb: Verb::Free, scope, only, until, bonus });
        }
        let any_own = scope == Scope::Own && self.roster.settings.self_invokes_any;
        let taken = roll.paid.contains(&scope) && !any_own;
        if taken || !self.state.actors[me].fate.can_pay(1) {
            return None;
        }
        let own = matches!(aspect.holder, Holder::Actor(who) | Holder::Gear(who, _) if who == me.0);
        let (verb, forbidden) = if own { (Verb::Invoke, TagVerb::Invoke) } else { (Verb::Tag, TagVerb::Tag) };
        (!self.forbids(forbidden, id, me)).then_some(Bargain { verb, scope, only, until, bonus })
    }

    fn forbids(&self, verb: TagVerb, id: AspectId, by: ActorId) -> bool {
        self.roster.lines.any(Hook::Tag) && self.never(verb, id, by)
    }

    /// The scope of an aspect that only a line lets somebody use (`tag "A" by allies`, `invoke "A" by everyone`).
    fn scope_by_line(&self, id: AspectId, me: ActorId) -> Option<(Scope, Option<ActorId>)> {
        if !self.roster.lines.any(Hook::Tag) {
            return None;
        }
        let let_by =
            |verb: TagVerb| self.tag_lines(verb, id, me, false).any(|(number, line)| !line.choice || self.can_use(number, line, me));
        let scope = match self.state.aspects.row(id)?.holder {
            Holder::Actor(who) if who == me.0 => Scope::Own,
            Holder::Actor(who) if self.roster.are_enemies(me, ActorId(who)) => Scope::Opponent,
            Holder::Actor(_) => Scope::Ally,
            Holder::Gear(who, thing) => Scope::Gear(who, thing),
            Holder::Zone(_) => Scope::Zone,
            Holder::Scene => Scope::Scene,
            Holder::System => Scope::System,
            Holder::Campaign => Scope::Campaign,
        };
        (let_by(TagVerb::Tag) || let_by(TagVerb::Invoke) || let_by(TagVerb::FreeTag)).then_some((scope, None))
    }

    /// The scope of a holder as seen by a party, and the one comparison in which it counts.
    fn scope(&self, contest: &Contest, me: ActorId, party: u8, holder: Holder) -> Option<(Scope, Option<ActorId>)> {
        let attacking = party == 0;
        let defends = |who: ActorId| contest.defences.iter().any(|defence| defence.who == who);
        let is_area = contest.defences.len() > 1;
        let only = |who: ActorId| (attacking && is_area && who != me && defends(who)).then_some(who);
        let declared = if self.state.nerve.at.is_some() { Id::None } else { self.state.declared.it };
        let aimed = declared.actor();
        let opposes = |who: ActorId| who != me && if attacking { defends(who) || aimed == Some(who) } else { who == contest.roll.who };
        Some(match holder {
            Holder::Actor(who) if who == me.0 => (Scope::Own, None),
            Holder::Actor(who) => {
                let who = ActorId(who);
                let enemy = self.roster.are_enemies(me, who);
                if enemy && opposes(who) {
                    (Scope::Opponent, only(who))
                } else if !enemy && self.state.actors.row(who).is_some_and(|actor| actor.is_active()) {
                    (Scope::Ally, only(who))
                } else {
                    return None;
                }
            }
            Holder::Gear(who, thing) => {
                let who = ActorId(who);
                let takes_part = who == me || opposes(who);
                let near = if who == me { self.is_in_use(who, thing) } else { self.is_carried(who, thing) };
                if !takes_part || contest.defences.is_empty() || !near {
                    return None;
                }
                (Scope::Gear(who.0, thing), only(who))
            }
            Holder::Zone(zone) => {
                let target = self.target_zone(declared);
                let mine = self.state.actors[me].zone;
                let actor = self.state.actors[contest.roll.who].zone;
                let near = zone == mine.0 || zone == actor.0 || target.is_some_and(|target| target.0 == zone);
                if !near {
                    return None;
                }
                (Scope::Zone, None)
            }
            Holder::Scene => (Scope::Scene, None),
            Holder::System => (Scope::System, None),
            Holder::Campaign => (Scope::Campaign, None),
        })
    }

    /// Whether a thing takes part in the roll: the weapon fired, the armour worn.
    fn is_in_use(&self, who: ActorId, thing: u8) -> bool {
        let weapon = self.state.declared.using.and_then(Choice::weapon);
        thing == ARMOUR || (self.state.actor == Some(who) && weapon == Some(thing))
    }

    /// Whether somebody has a thing about them: armour, or a weapon that does not lie on the ground.
    fn is_carried(&self, who: ActorId, thing: u8) -> bool {
        let dropped = self.state.actors[who].dropped;
        thing == ARMOUR || 1_u32.checked_shl(u32::from(thing)).is_some_and(|bit| dropped & bit == 0)
    }

    /// Who a party is: whoever has rolled, or one of those who only look on.
    fn who_of(&self, contest: &Contest, party: u8) -> Option<ActorId> {
        match contest.roll_of(party) {
            Some(roll) => Some(roll.who),
            None => self.onlookers(contest).get(usize::from(party.checked_sub(1)?)).copied(),
        }
    }

    /// How many may add or compel in turns.
    fn count_of(&self, contest: &Contest) -> u8 {
        u8::try_from(contest.parties() + self.onlookers(contest).len()).unwrap_or(u8::MAX)
    }

    /// Whether a party has anything to add, and wants to be asked.
    fn can_adjust(&self, party: u8) -> bool {
        let Some(contest) = &self.state.contest else { return false };
        let Some(who) = self.who_of(contest, party) else { return false };
        let side = self.roster.side(who);
        let asked = self.state.asks.row(side).is_some_and(|points| points.asks(Point::Adjust));
        if asked && self.can_compel_late(contest, party, who) {
            return true;
        }
        let Some(roll) = contest.roll_of(party) else { return false };
        asked
            && (spin_of(&self.state.spin, side.0) > 0
                || !self.rerolls(&self.adjust_at(contest, party)).is_empty()
                || self.state.aspects.keys().any(|id| self.bargain_of(contest, roll, party, id).is_some()))
    }

    /// The roll of a party, as lines are asked about it.
    fn adjust_at(&self, contest: &Contest, party: u8) -> At {
        let Some(roll) = contest.roll_of(party) else { return At::of(contest.roll.who) };
        let act = match (party, self.state.declared.act) {
            _ if self.state.nerve.at.is_some() => Act::Notice,
            (1.., _) => Act::Defence,
            (0, Some(Verb::Attack)) => Act::Attack,
            (0, Some(Verb::Move)) => Act::Move,
            (0, Some(Verb::Obstruct)) => Act::Obstruct,
            (0, Some(Verb::Seal)) => Act::Seal,
            (0, Some(Verb::FirstAid)) => Act::FirstAid,
            (0, Some(Verb::Task)) => Act::Task,
            (0, _) => Act::Maneuver,
        };
        let weapon = self.state.declared.using.filter(|_| party == 0).and_then(Choice::weapon);
        let foe = if party == 0 { self.state.declared.it.actor() } else { Some(contest.roll.who) };
        At { weapon, foe, ..At::rolling(roll.who, act, roll.skill) }
    }

    /// How often the asked party can use aspects in one way: every free tag, or one paid use a scope (R-P6).
    pub(super) fn uses_of(&self, verb: Verb) -> usize {
        let mut scopes: Vec<Scope> = Vec::new();
        let mut count = 0;
        for bargain in self.state.aspects.keys().filter_map(|id| self.bargain(id)).filter(|there| there.verb == verb) {
            if verb == Verb::Free {
                count += 1;
            } else if !scopes.contains(&bargain.scope) {
                scopes.push(bargain.scope);
                count += 1;
            }
        }
        count
    }

    /// What a party to the roll on the table can still add: by free tags and spin, and with points besides (one paid use
    /// a scope, R-P6).
    pub fn still_to_add(&self, party: u8) -> (i32, i32) {
        let Some((contest, roll)) = self.state.contest.as_ref().and_then(|contest| Some((contest, contest.roll_of(party)?))) else {
            return (0, 0);
        };
        let mut bonuses: Vec<i32> = Vec::new();
        let mut free = spin_of(&self.state.spin, self.roster.side(roll.who).0);
        let mut scopes: Vec<Scope> = Vec::new();
        for id in self.state.aspects.keys() {
            let Some(bargain) = self.bargain_of(contest, roll, party, id) else { continue };
            if bargain.verb == Verb::Free {
                free += bargain.bonus;
            } else if !scopes.contains(&bargain.scope) {
                scopes.push(bargain.scope);
                bonuses.push(bargain.bonus);
            }
        }
        let points = usize::from(self.state.actors[roll.who].fate.points());
        bonuses.sort_unstable_by_key(|&bonus| std::cmp::Reverse(bonus));
        (free, free + bonuses.into_iter().take(points).sum::<i32>())
    }

    pub(super) fn legal_adjust(&self, out: &mut Options) {
        let pass = Choice::of(Verb::Pass);
        out.push(pass);
        if let (Some(contest), Some(by)) = (&self.state.contest, self.state.step.who.actor()) {
            self.legal_late(contest, by, out);
        }
        let Some((_, roll)) = self.party() else { return out.sort_with_default(Some(pass)) };
        let mut seen: Vec<Bargain> = Vec::new();
        for id in self.state.aspects.keys() {
            let Some(bargain) = self.bargain(id) else { continue };
            if seen.contains(&bargain) {
                continue;
            }
            seen.push(bargain);
            let choice = Choice::of(bargain.verb).with(id.0).on(bargain.only.map_or(Id::None, Id::Actor));
            out.push(choice.how(Choice::PLUS_TWO));
            // The dice of one comparison are those of all, and those of a record have long been rolled.
            if bargain.only.is_none() && !roll.standing {
                out.push(choice.how(Choice::REROLL));
            }
        }
        if let Some((contest, _)) = self.party().filter(|_| !roll.standing) {
            for number in self.rerolls(&self.adjust_at(contest, self.state.step.n)) {
                out.push(Choice::of(Verb::Yes).with(number).how(Choice::REROLL));
            }
        }
        let spin = spin_of(&self.state.spin, self.roster.side(roll.who).0).min(MOST_SPIN);
        for n in 1..=spin {
            out.push(Choice::of(Verb::Spin).n(i16::try_from(n).unwrap_or(0)));
        }
        out.sort_with_default(Some(pass));
    }

    /// The line by which something is added, where a line and nothing else gives it.
    fn adjust_line(&self, choice: Choice, by: ActorId) -> Option<(u16, &Line)> {
        let number = match choice.verb {
            Verb::Yes => Some(choice.with),
            Verb::Free => {
                let id = choice.aspect()?;
                let lies_there =
                    self.state.aspects.row(id).is_some_and(|a| a.is_free_for(self.roster.side(by).0, self.state.declared.number));
                if lies_there { None } else { self.free_line(id, by) }
            }
            Verb::Tag | Verb::Invoke => {
                let (contest, roll) = self.party()?;
                let id = choice.aspect()?;
                let holder = self.state.aspects.row(id)?.holder;
                if self.scope(contest, roll.who, self.state.step.n, holder).is_some() {
                    return None;
                }
                let verb = if choice.verb == Verb::Tag { TagVerb::Tag } else { TagVerb::Invoke };
                self.tag_lines(verb, id, by, false).find(|(_, line)| line.choice).map(|(number, _)| number)
            }
            _ => None,
        }?;
        self.roster.lines.get(number).map(|line| (number, line))
    }

    /// The window opens: the losing side first, then in turns.
    pub(super) fn open_window(&self, out: &mut Events) {
        let Some(contest) = &self.state.contest else { return };
        let losing = (0..contest.defences.len()).find(|&number| contest.shifts_against(Some(number)) > 0);
        let first = losing.map_or(0, |number| number + 1);
        self.hand_on(u8::try_from(first).unwrap_or(0), 0, out);
    }

    /// Hands the window to the first party from `party` on that has something to add; closes it when as many have
    /// passed in a row as there are (R-P5).
    fn hand_on(&self, party: u8, passes: u8, out: &mut Events) {
        let Some(contest) = &self.state.contest else { return };
        let count = self.count_of(contest);
        let mut party = party % count.max(1);
        let mut passes = passes;
        while passes < count && !self.can_adjust(party) {
            party = (party + 1) % count;
            passes += 1;
        }
        if passes >= count {
            return Personal::go(out, Step::of(Phase::Result, Id::None));
        }
        let who = self.who_of(contest, party).map_or(Id::None, Id::Actor);
        Personal::go(out, Step::of(Phase::Adjust, who).n(party).m(passes));
    }

    pub(super) fn decide_adjust(&self, answer: &Answer, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let choice = answer.choice;
        let step = self.state.step;
        let Some((contest, by)) = self.state.contest.as_ref().zip(step.who.actor()) else { return Ok(()) };
        if choice.verb == Verb::Compel {
            self.decide_late(by, answer, out);
            return Ok(());
        }
        // Who only looks on has nothing to add, and passes on the roll they look at.
        let roll = contest.roll_of(step.n).unwrap_or(&contest.roll);
        let mut event = Event::Adjust {
            roll: roll.id,
            by,
            buy: Buy::Pass,
            aspect: None,
            only: None,
            amount: 0,
            faces: None,
            cost: 0,
            total: roll.total(),
            say: answer.say.clone(),
        };
        let Event::Adjust { buy, aspect, only, amount, faces, cost, total, .. } = &mut event else { return Ok(()) };
        match choice.verb {
            Verb::Spin => {
                (*buy, *amount) = (Buy::Spin, i32::from(choice.n));
                *total += *amount;
            }
            Verb::Invoke | Verb::Tag | Verb::Free => {
                *aspect = choice.aspect();
                *buy = match choice.verb {
                    Verb::Invoke => Buy::Invoke,
                    Verb::Tag => Buy::Tag,
                    _ => Buy::Free,
                };
                *cost = u16::from(choice.verb != Verb::Free);
                *only = choice.it.actor();
                if choice.how == Choice::REROLL {
                    let fresh = dice.roll(self.roster.settings.dice)?;
                    *total += fresh.total() - roll.faces.total();
                    *faces = Some(fresh);
                } else {
                    *amount = choice.aspect().map_or(self.roster.settings.bonus, |id| self.bonus_of(id, by));
                    *total += *amount;
                }
            }
            Verb::Yes => {
                *buy = Buy::Line;
                let fresh = dice.roll(self.roster.settings.dice)?;
                *total += fresh.total() - roll.faces.total();
                *faces = Some(fresh);
            }
            _ => {
                out.push(event);
                self.hand_on(step.n.wrapping_add(1), step.m + 1, out);
                return Ok(());
            }
        }
        if self.adjust_line(choice, by).is_some_and(|(_, line)| line.price > 0) {
            // The price of the line stands for that of the tag.
            *cost = 0;
        }
        let (cost, amount, aspect) = (*cost, *amount, *aspect);
        if let Some((number, line)) = self.adjust_line(choice, by) {
            self.use_line(by, number, line, out);
        }
        out.push(event);
        if cost > 0 {
            self.pay(by, cost, out);
        }
        match (choice.verb, aspect) {
            (Verb::Spin, _) => out.push(Event::Spin { who: by, change: -amount, lapsed: false }),
            // What a line gives as often as it says is not used up with the tag that lies there.
            (Verb::Free, Some(id)) if self.adjust_line(choice, by).is_none() => {
                out.push(Event::AspectFree { id, free: None, by: Some(by) });
            }
            _ => {}
        }
        self.next_party(step.n, out);
        Ok(())
    }

    /// The party after another may add. It may have nothing; then passing is all there is, and it is not even asked.
    pub(super) fn next_party(&self, after: u8, out: &mut Events) {
        let Some(contest) = &self.state.contest else { return };
        let next = after.wrapping_add(1) % self.count_of(contest).max(1);
        let who = self.who_of(contest, next).map_or(Id::None, Id::Actor);
        Personal::go(out, Step::of(Phase::Adjust, who).n(next).m(0));
    }
}
