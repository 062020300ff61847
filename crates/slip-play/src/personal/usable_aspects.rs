//! Aspects that can be used on the current roll, and the scope of each. If all effects treat the aspects alike, the aspects are computed as
//! whole sets.

use crate::aspects::{AspectSet, members, only};
use crate::choice::Verb;
use crate::effects::Hook;
use crate::ids::{ActorId, Id};
use crate::personal::Personal;
use crate::personal::state::PersonalContest;
use crate::post_roll::AspectUse;
use crate::post_roll::use_groups::{self, UseGroups};
use crate::roll::Roll;
use slip_dice::fate::{AspectDuration, AspectScope, Holder};

impl Personal {
    /// True if sets of aspects are enough to find the aspects that can be used. Then all aspects fit into a set, and no effect permits,
    /// forbids or changes the use of an aspect.
    pub(super) fn tells_by_sets(&self) -> bool {
        !self.roster.lines.any(Hook::Tag) && !self.roster.lines.any(Hook::Invoke) && self.state.aspects.are_in_sets()
    }

    /// Returns the aspects that may be used on the roll of a party: those of its side and its opponents, of their gear, of the zones
    /// involved, of the scene, of the system and of the campaign. If effects allow aspects that are out of reach, returns all aspects.
    pub(super) fn set_in_reach(&self, party: u8, roll: &Roll) -> AspectSet {
        let Some(contest) = self.state.contest.as_ref().filter(|_| !self.roster.lines.any(Hook::Tag)) else { return AspectSet::MAX };
        let aspects = &self.state.aspects;
        let me = roll.who;
        let opposed = |of: &dyn Fn(ActorId) -> AspectSet| match party {
            0 => contest.defences.iter().fold(self.aimed_at().actor().map_or(0, of), |all, defence| all | of(defence.who)),
            _ => of(contest.roll.who),
        };
        let own = self.mates(me).iter().fold(aspects.on(me), |all, &who| all | aspects.on(who));
        let gear = if contest.defences.is_empty() { 0 } else { aspects.on_gear(me) | opposed(&|who| aspects.on_gear(who)) };
        own | opposed(&|who| aspects.on(who)) | gear | self.set_around(contest, me)
    }

    /// Returns the aspects of the surroundings of a roll: of the zones involved, of the scene, and of the system and the campaign.
    fn set_around(&self, contest: &PersonalContest, me: ActorId) -> AspectSet {
        let aspects = &self.state.aspects;
        let zone = |who: ActorId| Some(self.state.actors[who].zone);
        let zones = [zone(me), zone(contest.roll.who), self.target_zone(self.aimed_at())];
        zones.into_iter().flatten().fold(aspects.in_scene() | aspects.beyond(), |all, zone| all | aspects.in_zone(zone))
    }

    /// Returns the target of the current roll. A check of nerve has no target.
    pub(super) fn aimed_at(&self) -> Id {
        if self.state.nerve.at.is_some() { Id::None } else { self.state.declared.it }
    }

    /// Returns all members of an actor's side.
    fn mates(&self, who: ActorId) -> &[ActorId] {
        self.roster.sides.row(self.roster.side(who)).map_or(&[][..], |side| &side.members)
    }

    /// True if an actor can pay to invoke one of its own aspects on this roll. If this is true, the actor can certainly add to the roll; a
    /// slower check is not needed.
    pub(super) fn has_own_to_invoke(&self, roll: &Roll) -> bool {
        let payable = self.state.actors[roll.who].fate.can_pay(1) && !roll.paid.contains(&AspectScope::Own);
        let own = || roll.used.iter().fold(self.state.aspects.on(roll.who), |all, &id| all & !only(id));
        payable && self.tells_by_sets() && own() & self.state.aspects.in_play() != 0
    }

    /// Returns the aspects that a party may use on its roll. Computed with bit sets, which is faster than testing single aspects.
    pub(super) fn lots_by_sets(&self, contest: &PersonalContest, party: u8, roll: &Roll) -> UseGroups {
        let aspects = &self.state.aspects;
        let me = roll.who;
        let can_pay = self.state.actors[me].fate.can_pay(1);
        let used = roll.used.iter().fold(0, |all, &id| all | only(id));
        let open = aspects.in_play() & !used & if can_pay { AspectSet::MAX } else { aspects.tagged() };
        let mut uses = Uses { fight: self, roll, can_pay, lots: UseGroups::new() };
        let mut on = |holder: Holder, set: AspectSet| {
            if set != 0
                && let Some(reached) = self.scope(contest, me, party, holder)
            {
                uses.of_set(holder, reached, set);
            }
        };
        let defends = |who: ActorId| contest.defences.iter().any(|defence| defence.who == who);
        // An actor that is the target of the act and also defends is counted once.
        let aimed = if party == 0 { self.aimed_at().actor().filter(|&who| !defends(who)) } else { Some(contest.roll.who) };
        let defending = contest.defences.iter().map(|defence| defence.who).filter(|_| party == 0);
        let opposed = defending.chain(aimed).filter(|&who| who != me);
        let mates = self.mates(me);
        let others = opposed.clone().filter(|who| !mates.contains(who));
        // All allies in the fight are treated as one group of aspects. Allies that the attack strikes are separate.
        let apart = |who: ActorId| party == 0 && defends(who);
        let allies = || mates.iter().copied().filter(|&who| who != me && self.state.actors[who].is_active());
        let together = allies().filter(|&who| !apart(who));
        let first = together.clone().next();
        for who in std::iter::once(me).chain(allies().filter(|&who| apart(who))).chain(others) {
            on(Holder::Actor(who.0), aspects.on(who) & open);
        }
        if let Some(first) = first {
            on(Holder::Actor(first.0), together.fold(0, |all, who| all | aspects.on(who)) & open);
        }
        let mut gear = aspects.on_gear(me);
        opposed.for_each(|who| gear |= aspects.on_gear(who));
        let gear = if contest.defences.is_empty() { 0 } else { gear };
        for id in members((gear | self.set_around(contest, me)) & open) {
            if let Some(aspect) = aspects.row(id) {
                on(aspect.holder, only(id));
            }
        }
        uses.lots
    }
}

/// Collector of the aspects that a roll may use.
struct Uses<'a> {
    fight: &'a Personal,
    roll: &'a Roll,
    can_pay: bool,
    lots: UseGroups,
}

impl Uses<'_> {
    /// Adds the aspects of one holder in one scope. `only` is a defender if the aspects apply against that defender alone. Aspects with a
    /// free tag or a time limit are added one by one. All others are equivalent, so one represents them.
    fn of_set(&mut self, holder: Holder, (scope, only): (AspectScope, Option<ActorId>), set: AspectSet) {
        let Personal { roster, state } = self.fight;
        let roll = self.roll;
        let own = matches!(holder, Holder::Actor(who) | Holder::Gear(who, _) if who == roll.who.0);
        let bargain = |verb: Verb, until: Option<u8>| AspectUse { verb, scope, only, deniable: None, until, bonus: roster.settings.bonus };
        let payable = self.can_pay && (!roll.paid.contains(&scope) || (scope == AspectScope::Own && roster.settings.self_invokes_any));
        let paid = payable.then_some(if own { Verb::Invoke } else { Verb::Tag });
        let singular = set & (state.aspects.tagged() | state.aspects.for_a_while());
        for id in members(singular) {
            let Some(aspect) = state.aspects.row(id) else { continue };
            let free = aspect.is_free_for(roster.side(roll.who).0, self.fight.declaration_for(aspect));
            let until = aspect.placer.filter(|_| aspect.term == AspectDuration::Transient);
            if let Some(verb) = if free { Some(Verb::Free) } else { paid } {
                use_groups::add(&mut self.lots, id, bargain(verb, until), 1);
            }
        }
        let plain = set & !singular;
        if let (Some(verb), Some(first)) = (paid, members(plain).next()) {
            use_groups::add(&mut self.lots, first, bargain(verb, None), i32::try_from(plain.count_ones()).unwrap_or(0));
        }
    }
}
