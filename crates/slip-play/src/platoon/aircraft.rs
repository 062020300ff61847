//! Aircraft, the re-arm track, and interceptors.

use crate::choice::{Choice, Options, Verb};
use crate::event::{Counter, Event, Events, Phase, Step};
use crate::ids::{ActorId, Id, ZoneId};
use crate::platoon::PlatoonFight;
use crate::platoon::roster::CoreSkill;
use crate::platoon::turn::PLACED;
use crate::platoon::zones::{LAUNCH, REARM, Region};

impl PlatoonFight {
    /// Returns the box of the re-arm track that an aircraft is on.
    fn box_of(&self, unit: ActorId) -> Option<u8> {
        match self.roster.ground.region(self.zone_of(unit).filter(|_| self.is_airborne(unit))?) {
            Region::Track(number) => Some(number),
            Region::Map | Region::Card(_) => None,
        }
    }

    /// True if an aircraft could advance along the re-arm track as its action: it has the skill and is not on the last box.
    pub fn may_rearm(&self, unit: ActorId) -> bool {
        self.box_of(unit).is_some_and(|number| number < LAUNCH) && self.is_trained_to_move(unit)
    }

    /// True if an aircraft could come down on a zone as its part of the turn. This is possible from the last box of the re-arm track.
    pub fn may_deploy(&self, unit: ActorId) -> bool {
        self.box_of(unit) == Some(LAUNCH)
    }

    /// Returns the zones into which an aircraft may come down: all zones of the map. Zones of cards are possible only without passengers,
    /// because passengers would be put down there (R-YW1).
    pub fn deploy_zones(&self, unit: ActorId) -> impl Iterator<Item = ZoneId> {
        let laden = !self.aboard_of(unit).is_empty();
        let open = move |region: Region| region == Region::Map || (!laden && matches!(region, Region::Card(_)));
        let zones = self.roster.ground.zones.iter().filter(move |(_, zone)| open(zone.region));
        zones.map(|(id, _)| id).filter(move |_| self.may_deploy(unit))
    }

    /// Moves an aircraft along the re-arm track, one box for each shift, up to the last box.
    pub(super) fn advance(&self, who: ActorId, shifts: i32, out: &mut Events) {
        let Some(number) = self.box_of(who) else { return };
        let shifts = u8::try_from(shifts.clamp(0, i32::from(LAUNCH))).unwrap_or(0);
        let to = self.roster.ground.track(number.saturating_add(shifts).min(LAUNCH));
        if let (Some(from), Some(to)) = (self.zone_of(who), to)
            && from != to
        {
            out.push(Event::Move { who, from, to, border: None, paid: shifts, forced_by: None });
        }
    }

    /// Moves an aircraft to the declared zone without a roll and puts down its passengers. This is movement: enemies there are spotted
    /// (R-L39), and interceptors may come up. The aircraft stays until its next part of a turn.
    pub(super) fn come_down(&self, who: ActorId, to: ZoneId, out: &mut Events) {
        let Some(from) = self.zone_of(who) else { return self.finish_action(out) };
        out.push(Event::Move { who, from, to, border: None, paid: 0, forced_by: None });
        let aboard = self.aboard_of(who);
        if !aboard.is_empty() {
            out.push(Event::Group { what: crate::event::Grouping::Unload, who: aboard.clone(), lead: Some(who) });
        }
        let down: Vec<ActorId> = std::iter::once(who).chain(aboard).collect();
        self.meet(&down, to, 0, out);
        let comes = self.roster.ground.region(to) == Region::Map;
        let phase = if comes { Phase::Intercept } else { Phase::End };
        let step = if comes { Step::of(phase, Id::None) } else { Step::of(phase, Id::Actor(who)).m(PLACED) };
        PlatoonFight::go(out, step);
    }

    /// Adds the answers of an aircraft that has acted and may stay on the map: stay, or fly to the re-arm track.
    pub(super) fn legal_stay(&self, out: &mut Options) {
        out.push(Choice::of(Verb::Stay));
        out.push(Choice::of(Verb::Exit));
    }

    /// Leaves an aircraft on the map, or moves it to the re-arm track.
    pub(super) fn decide_stay(&self, choice: Choice, out: &mut Events) {
        if let (Verb::Exit, Some(who)) = (choice.verb, self.state.step.who.actor()) {
            self.go_to_track(who, out);
        }
        self.next_unit(out);
    }

    /// Moves an aircraft to the first box of the re-arm track.
    pub(super) fn go_to_track(&self, who: ActorId, out: &mut Events) {
        if let (Some(from), Some(to)) = (self.zone_of(who), self.roster.ground.track(REARM)) {
            out.push(Event::Move { who, from, to, border: None, paid: 0, forced_by: None });
        }
    }

    /// True if an aircraft may intercept another one that has just come onto the map. It must be on the last box of the re-arm track and
    /// have an effect and the skill for intercepting. It may already have acted this turn (R-L31).
    fn may_intercept(&self, unit: ActorId, foe: ActorId) -> bool {
        let trained = || self.roster.units.row(unit).is_some_and(|sheet| sheet.rank(CoreSkill::AntiAir.skill()).is_some());
        let able = || trained() && self.has_shots_left(unit);
        self.box_of(unit) == Some(LAUNCH) && self.are_enemies(unit, foe) && able() && self.intercepts(unit, foe).is_some()
    }

    /// Asks the next aircraft that may intercept. If there is none, or the target is gone, the incoming aircraft's part of the turn is
    /// over.
    pub(super) fn resume_intercept(&self, out: &mut Events) {
        let Some(foe) = self.state.intercepted else { return self.finish_action(out) };
        let after = self.state.step.who.actor();
        let next = self.zone_of(foe).and_then(|_| {
            let rest = self.roster.units.keys().filter(|&unit| after.is_none_or(|after| unit > after));
            rest.into_iter().find(|&unit| self.may_intercept(unit, foe))
        });
        match next {
            Some(unit) => PlatoonFight::go(out, Step::of(Phase::Intercept, Id::Actor(unit)).n(1)),
            None => PlatoonFight::go(out, Step::of(Phase::End, Id::Actor(foe)).m(PLACED)),
        }
    }

    /// Lists the legal answers: stay, or intercept.
    pub(super) fn legal_intercept(&self, out: &mut Options) {
        out.push(Choice::of(Verb::No));
        out.push(Choice::of(Verb::Yes));
    }

    /// Attacks with an interceptor, or leaves it on the re-arm track. The interceptor is over the zone only for this attack: it spots no
    /// unit on the ground and is not intercepted itself (R-YA7).
    pub(super) fn decide_intercept(&self, choice: Choice, out: &mut Events) {
        let step = self.state.step;
        let (Some(who), Some(foe)) = (step.who.actor(), self.state.intercepted) else { return self.finish_action(out) };
        let (Some(from), Some(to)) = (self.zone_of(who), self.zone_of(foe)) else { return self.finish_action(out) };
        if choice.verb != Verb::Yes {
            return PlatoonFight::go(out, Step::of(Phase::Intercept, step.who));
        }
        out.push(Event::Move { who, from, to, border: None, paid: 0, forced_by: None });
        if self.state.unit(who).is_some_and(|unit| !unit.activated) {
            out.push(Event::Counter { who, what: Counter::Activated, change: 1, now: 2 });
        }
        let skill = CoreSkill::AntiAir.skill();
        out.push(Event::Declare {
            me: who,
            act: Some(Verb::Attack),
            it: Id::Actor(foe),
            using: Some(Choice::of(Verb::Use).n(i16::from(skill.0))),
            track: None,
            aspect: None,
            thing: None,
            term: None,
            access: None,
            say: None,
        });
        PlatoonFight::go(out, Step::of(Phase::Throw, Id::None));
    }

    /// Sends an interceptor back to the first box of the re-arm track after its attack, and asks the next interceptor.
    pub(super) fn land_interceptor(&self, step: Step, out: &mut Events) {
        if let Some(who) = step.who.actor().filter(|&who| self.is_aloft(who)) {
            self.go_to_track(who, out);
        }
        PlatoonFight::go(out, Step::of(Phase::Intercept, step.who));
    }
}
