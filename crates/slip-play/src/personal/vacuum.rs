//! Leaking suits, and places without air (R-P39).
//!
//! Both are marks that content sets: a zone, the scene or the rules are `hostile`; a zone or worn item is `sealed`.

use crate::effects::{Act, EffectHost, Hook};
use crate::event::{Counter, Event, Events, Phase, Step, TrackId};
use crate::ids::{ActorId, Id, ZoneId};
use crate::personal::Personal;
use crate::personal::effect_query::PersonalEffectQuery;
use crate::personal::eval_context::PersonalEvalContext;
use crate::personal::state::{COMPOSURE, HEALTH};
use crate::personal::targets::ActWays;

/// Mark of a place without air to breathe.
const HOSTILE: &str = "hostile";
/// Mark of an item or zone that keeps air in.
const SEALED: &str = "sealed";

/// Cause of a hit: the surroundings, at the end of a turn. The check of victory comes after this hit.
const AS_TURN_ENDS: u8 = 1;
/// Cause of a hit: a failed attempt to seal a suit. The turn ends after the hit.
const BY_SEALING: u8 = 2;

impl Personal {
    /// True if a zone has no air to breathe.
    pub fn is_airless(&self, zone: ZoneId) -> bool {
        if !self.roster.lines.any(Hook::Mark) {
            return false;
        }
        let eye = PersonalEvalContext::of(self, ActorId(0));
        eye.is_marked_zone(zone, HOSTILE) && !eye.is_marked_zone(zone, SEALED)
    }

    fn has_suit(&self, who: ActorId) -> bool {
        PersonalEvalContext::of(self, who).is_marked_person(who, SEALED)
    }

    /// True if a consequence on this track breaches an actor's suit.
    pub(super) fn tears(&self, who: ActorId, track: TrackId) -> bool {
        let actor = &self.state.actors[who];
        track == HEALTH && !actor.suit_breached && self.is_airless(actor.zone) && self.has_suit(who)
    }

    /// True if an actor is hit at the end of its turn because it has no air (R-XTD1). The actor did not try to seal its leaking suit, or
    /// has no suit at all.
    pub fn is_suffocating(&self, who: ActorId) -> bool {
        let actor = &self.state.actors[who];
        let tried = self.state.actor == Some(who) && self.state.declared.act == Some(crate::choice::Verb::Seal);
        let leaks = || actor.suit_breached || (self.roster.settings.unsuited_struck && !self.has_suit(who));
        actor.is_active() && !tried && self.is_airless(actor.zone) && leaks()
    }

    /// Returns the ways in which an actor can seal its suit. The list is empty if the suit does not leak.
    pub(super) fn ways_to_seal(&self, who: ActorId) -> ActWays {
        if !self.state.actors[who].suit_breached {
            return ActWays::new();
        }
        self.ways_by(who, Act::Seal, &[self.roster.parts.seal])
    }

    /// Deals the hit of a place without air to both tracks. Returns true if there is such a hit.
    pub(super) fn air_strikes(&self, who: ActorId, out: &mut Events) -> bool {
        let strikes = self.is_suffocating(who);
        if strikes {
            self.strike_both(who, self.roster.settings.seal_difficulty, AS_TURN_ENDS, out);
        }
        strikes
    }

    /// Settles a roll to seal a suit. The suit is sealed, or the shortfall hits both tracks of the actor.
    pub(super) fn settle_seal(&self, who: ActorId, shifts: i32, out: &mut Events) {
        if shifts >= 0 {
            out.push(Event::Counter { who, what: Counter::Breached, change: -1, now: 0 });
            return Personal::go(out, Step::of(Phase::End, Id::Actor(who)));
        }
        self.strike_both(who, -shifts, BY_SEALING, out);
    }

    fn strike_both(&self, who: ActorId, shifts: i32, after: u8, out: &mut Events) {
        let at = PersonalEffectQuery { track: Some(HEALTH.0), ..PersonalEffectQuery::rolling(who, Act::Defence, None) };
        let shifts = self.reckon(Hook::Stress, &at, shifts, &mut |_, _| {});
        out.push(Event::Blow { who, track: HEALTH, besides: COMPOSURE.into(), shifts });
        Personal::go(out, Step::of(Phase::Hit, Id::Actor(who)).m(after));
    }

    /// Returns the step after a hit by the surroundings, such as a place without air. `None` for hits of attacks and effects.
    pub(super) fn after_air(&self, step: Step) -> Option<Step> {
        let end = Step::of(Phase::End, self.state.actor.map_or(step.who, Id::Actor));
        match step.m {
            AS_TURN_ENDS => Some(end.m(1)),
            BY_SEALING => Some(end),
            _ => None,
        }
    }
}
