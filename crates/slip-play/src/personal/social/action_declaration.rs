//! Declares an action in social combat: act, target, track, duration; the skill is chosen later.

use crate::choice::{Answer, Choice, Options, Verb};
use crate::effects::{Act, Hook};
use crate::event::{Event, Events, Phase, SocialEvent, SocialOp, Step, TrackId};
use crate::ids::{ActorId, Id, SkillId, ZoneId};
use crate::personal::Personal;
use crate::personal::effect_query::PersonalEffectQuery;
use crate::personal::permissions::bit_of;
use crate::personal::state::{COMPOSURE, HEALTH};
use crate::question::Point;
use crate::tracks::TrackSet;
use crate::zone_map::FAR;
use slip_dice::fate::Holder;
use slip_pack::encounter::AtRisk;

impl Personal {
    /// Returns the next part of an action to be declared.
    pub(in crate::personal) fn social_point(&self, act: Verb, it: Id, track: bool, term: bool) -> Option<Point> {
        let aimed = matches!(act, Verb::Attack | Verb::Maneuver | Verb::Obstruct | Verb::Push);
        match act {
            _ if aimed && it == Id::None => Some(Point::Whom),
            Verb::Attack if !track => Some(Point::Track),
            Verb::Maneuver if !term => Some(Point::Term),
            _ => None,
        }
    }

    pub(super) fn legal_social_declaration(&self, point: Point, out: &mut Options) {
        let Some(who) = self.state.actor else { return };
        let declared = &self.state.declared;
        match point {
            Point::Act => self.legal_social_act(who, out),
            Point::Whom => {
                for it in self.social_targets(who, declared.act.unwrap_or(Verb::Attack)) {
                    out.push(Choice::of(Verb::Target).on(it));
                }
            }
            _ => {
                let target = declared.it.actor();
                for track in self.tracks_in_reach(who, target).iter() {
                    out.push(Choice::of(Verb::Aim).n(i16::from(track.0)));
                }
                let usual = Choice::of(Verb::Aim).n(i16::from(COMPOSURE.0));
                out.sort_with_default(out.contains(usual).then_some(usual));
            }
        }
    }

    fn legal_social_act(&self, who: ActorId, out: &mut Options) {
        out.push(Choice::of(Verb::Pass));
        let aside = !self.state.asides.is_empty();
        let may = |act: Act| {
            let leave = self.leave().is_none_or(|leave| leave.acts & bit_of(act) != 0);
            leave && !self.is_barred_from(who, act)
        };
        let acts =
            [(Verb::Attack, Act::Attack), (Verb::Maneuver, Act::Maneuver), (Verb::Obstruct, Act::Obstruct), (Verb::Push, Act::MoveAnother)];
        for (verb, act) in acts {
            if may(act) && !self.social_targets(who, verb).is_empty() {
                out.push(Choice::of(verb));
            }
        }
        if may(Act::Move) {
            out.push(Choice::of(Verb::Move));
        }
        if aside {
            return self.sort_acts(out);
        }
        let aspects = &self.state.aspects;
        for (id, aspect) in aspects.among(aspects.on(who), |aspect| aspect.holder == Holder::Actor(who.0)) {
            if aspect.is_removable() && (may(Act::Maneuver) || aspect.free.is_some()) {
                out.push(Choice::of(Verb::Remove).with(id.0));
            }
        }
        if self.may_break_off(who) {
            out.push(Choice::of(Verb::BreakOff));
        }
        if self.roster.lines.any(Hook::Act) {
            for (number, _) in self.act_lines(who) {
                out.push(Choice::of(Verb::Yes).with(number));
            }
        }
        self.offer_terms(who, out);
        self.sort_acts(out);
    }

    fn sort_acts(&self, out: &mut Options) {
        out.sort_with_default(Some(Choice::of(Verb::Pass)));
    }

    /// Returns the targets of an action. Sight does not count, and range only costs shifts (R-SC3).
    pub fn social_targets(&self, who: ActorId, act: Verb) -> Vec<Id> {
        let near = |zone: ZoneId| self.distance(who, zone) != FAR;
        let here = |&other: &ActorId| near(self.state.actors[other].zone);
        let people = || self.others(who).filter(here);
        let zones = || self.roster.map.zones.keys().filter(|&zone| near(zone));
        let mut targets: Vec<Id> = match act {
            // Pawns cannot be attacked, nor actors without a track at risk.
            Verb::Attack => {
                if !self.has_words_left(who) {
                    return Vec::new();
                }
                let struck = |other: &ActorId| self.roster.are_enemies(who, *other) && !self.tracks_in_reach(who, Some(*other)).is_empty();
                people().filter(struck).map(Id::Actor).collect()
            }
            Verb::Push => {
                let pawns = self.roster.pawns().filter(|&pawn| self.can_be_pushed(pawn)).filter(here);
                people().chain(pawns).map(Id::Actor).collect()
            }
            Verb::Obstruct => zones().filter(|&zone| !self.roster.map.zones[zone].ways.is_empty()).map(Id::Zone).collect(),
            Verb::Maneuver => {
                let foes = people().filter(|&other| self.roster.are_enemies(who, other));
                let own = people().filter(|&other| !self.roster.are_enemies(who, other)).chain([who]);
                foes.chain(own).map(Id::Actor).chain(zones().map(Id::Zone)).chain([Id::Scene]).collect()
            }
            _ => Vec::new(),
        };
        if let Some(leave) = self.leave().filter(|leave| leave.it != Id::None) {
            targets.retain(|&it| it == leave.it);
        }
        if self.roster.lines.any(Hook::Permit) {
            let of = match act {
                Verb::Maneuver => Act::Maneuver,
                Verb::Obstruct => Act::Obstruct,
                Verb::Push => Act::MoveAnother,
                _ => Act::Attack,
            };
            targets.retain(|&it| !self.is_forbidden(&PersonalEffectQuery::rolling(who, of, None), Some(it)));
        }
        targets
    }

    /// True if actors can push a pawn. The pawn must be in play and not fixed, and no actor that is still in play may carry it.
    fn can_be_pushed(&self, pawn: ActorId) -> bool {
        let is_held = self
            .roster
            .pawn(pawn)
            .is_some_and(|said| said.fixed || said.carrier.is_some_and(|carrier| self.state.actors[carrier].is_there()));
        self.state.actors[pawn].is_there() && !is_held
    }

    /// Returns the tracks that the encounter puts at risk.
    pub(in crate::personal) fn tracks_at_risk(&self) -> TrackSet {
        match self.roster.social.as_ref().map_or(AtRisk::Both, |social| social.at_risk) {
            AtRisk::Composure => COMPOSURE.into(),
            AtRisk::Wealth => HEALTH.into(),
            AtRisk::Both => TrackSet::of(HEALTH).with(COMPOSURE),
        }
    }

    /// Returns the tracks that the words of an actor may be aimed at and that the target has. Allowed tracks are those at risk, and those
    /// that effects name.
    pub(in crate::personal) fn tracks_in_reach(&self, who: ActorId, target: Option<ActorId>) -> TrackSet {
        // An effect may apply to words with one skill only, and the skill is chosen later. All open skills are therefore considered.
        let skills = if self.roster.lines.any(Hook::Tracks) { self.open_skills(who, Act::Attack) } else { Vec::new() };
        let skills = if skills.is_empty() { vec![None] } else { skills.into_iter().map(Some).collect() };
        skills.into_iter().fold(TrackSet::NONE, |all, skill| all | self.tracks_by_skill(who, skill, target))
    }

    /// Returns the target's tracks at which an actor may aim words with a skill.
    pub(super) fn tracks_by_skill(&self, who: ActorId, skill: Option<SkillId>, target: Option<ActorId>) -> TrackSet {
        let tracks = self.tracks_of(who, Choice::of(Verb::Use).n(skill.map_or(-1, |skill| i16::from(skill.0))));
        let has = |&track: &TrackId| target.is_none_or(|target| self.state.actors[target].track(track).length() > 0);
        tracks.iter().filter(has).collect()
    }

    /// Returns the track that an attack on an actor strikes, if there is only one (R-SC23).
    pub(in crate::personal) fn only_track(&self, who: ActorId, it: Id) -> Option<TrackId> {
        let tracks = self.tracks_in_reach(who, it.actor());
        tracks.first().filter(|_| tracks.len() == 1)
    }

    pub(super) fn decide_social_declaration(&self, answer: &Answer, out: &mut Events) {
        if answer.choice.verb == Verb::BreakOff {
            return self.break_off(out);
        }
        self.decide_declare(answer, out);
    }

    /// Ends the conflict with violence. No side gets the stakes, unless the file names a side for this case; it must be another side
    /// (R-SC18, R-ZB11).
    fn break_off(&self, out: &mut Events) {
        let Some(who) = self.state.actor else { return };
        out.push(Event::Social(Box::new(SocialEvent::to(SocialOp::BrokeDown, who))));
        self.finish(self.broken_down(Some(who)), out);
    }

    /// True if an actor may choose to turn violent: the encounter allows violence, and the stakes would not go to the actor's own side
    /// (R-ZB11).
    fn may_break_off(&self, who: ActorId) -> bool {
        let then = self.roster.social.as_ref().and_then(|social| social.broke_down);
        then.is_some_and(|side| side != Some(self.roster.side(who)))
    }

    /// Returns the step after the free move of a declared action. If the action needs a skill, it is the choice of the skill; otherwise the
    /// action itself.
    pub(in crate::personal) fn after_free_move(&self, who: ActorId) -> Step {
        let phase = if self.needs_skill(who) { Phase::Skill } else { Phase::Action };
        Step::of(phase, Id::Actor(who))
    }

    /// Returns the step of a declared act outside the order of turns. If the act is rolled, the step is the choice of a skill; otherwise it
    /// is the act itself.
    pub(in crate::personal) fn acting(&self, who: ActorId, act: Option<Verb>) -> Step {
        let rolled = matches!(act, Some(Verb::Attack | Verb::Move | Verb::Maneuver | Verb::Obstruct | Verb::Push));
        Step::of(if rolled { Phase::Skill } else { Phase::Action }, Id::Actor(who))
    }
}
