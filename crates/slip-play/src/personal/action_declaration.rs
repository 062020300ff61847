//! Declares an action, question by question: act, target, item and skill, track.

use crate::choice::{Answer, Choice, Options, Verb};
use crate::effects::{Act, Hook};
use crate::event::{Counter, Event, Events, Phase, Step, TrackId};
use crate::ids::{ActorId, AspectId, Id, SkillId};
use crate::personal::Personal;
use crate::personal::effect_query::PersonalEffectQuery;
use crate::personal::permissions::bit_of;
use crate::personal::roster::{AttackProfile, Switching};
use crate::personal::state::{HEALTH, SkillSet};
use crate::post_roll;
use crate::question::Point;
use crate::question_loop::Question;
use slip_dice::fate::{AspectDuration, Holder};

/// Parts of an action that are declared so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct DeclaredParts {
    act: Option<Verb>,
    it: Id,
    using: Option<Choice>,
    track: Option<TrackId>,
    aspect: Option<AspectId>,
    thing: Option<u16>,
    term: Option<AspectDuration>,
    access: Option<bool>,
}

impl Personal {
    fn said(&self) -> DeclaredParts {
        let declared = &self.state.declared;
        DeclaredParts {
            act: declared.act,
            it: declared.it,
            using: declared.using,
            track: declared.track,
            aspect: declared.aspect,
            thing: declared.thing,
            term: declared.term,
            access: declared.access,
        }
    }

    /// Returns the decision point of the next question to the actor.
    pub(super) fn declare_point(&self) -> Point {
        self.next_point(&self.said()).unwrap_or(Point::Act)
    }

    /// Returns the decision point for the next part of the declaration; `None` if the declaration is complete.
    fn next_point(&self, said: &DeclaredParts) -> Option<Point> {
        let who = self.state.actor?;
        if let (Some(act), true) = (said.act, self.roster.social.is_some()) {
            return self.social_point(act, said.it, said.track.is_some(), said.term.is_some());
        }
        let open = |point: Point, still: bool| still.then_some(point);
        match said.act {
            None => Some(Point::Act),
            Some(Verb::Attack) => open(Point::Whom, said.it == Id::None)
                .or(open(Point::With, said.using.is_none()))
                .or(open(Point::Track, said.track.is_none()))
                .or(open(Point::Term, said.term.is_none() && self.is_judged(who, said)))
                .or_else(|| open(Point::PayAccess, said.access.is_none() && self.lacks_access(who, said.using))),
            Some(act @ (Verb::Maneuver | Verb::Obstruct)) => open(Point::Whom, said.it == Id::None)
                .or(open(Point::With, said.using.is_none()))
                .or_else(|| open(Point::PayAccess, self.lacks_armour(who, said)))
                .or(open(Point::Term, said.term.is_none() || act == Verb::Obstruct && self.may_refuse(who))),
            Some(Verb::FirstAid) => open(Point::Whom, said.it == Id::None)
                .or(open(Point::With, said.using.is_none()))
                .or_else(|| open(Point::PayAccess, self.lacks_armour(who, said))),
            Some(Verb::Seal | Verb::Task) => {
                open(Point::With, said.using.is_none()).or_else(|| open(Point::PayAccess, self.lacks_armour(who, said)))
            }
            Some(Verb::Remove) if self.is_free_to_shed(said.aspect) => None,
            Some(Verb::Remove) => open(Point::With, said.using.is_none()).or_else(|| open(Point::PayAccess, self.lacks_armour(who, said))),
            Some(Verb::Move) => open(Point::PayAccess, self.lacks_armour(who, said)),
            Some(_) => None,
        }
    }

    /// True if the actor must say if it pays for armour that it is not trained for, and that would help the roll of the declared act.
    fn lacks_armour(&self, who: ActorId, said: &DeclaredParts) -> bool {
        let skill = said.using.and_then(Choice::skill);
        let (act, skill) = match said.act {
            Some(Verb::Move) => (Act::Move, Some(self.roster.parts.movement)),
            Some(Verb::Obstruct) => (Act::Obstruct, skill),
            Some(Verb::Seal) => (Act::Seal, skill),
            Some(Verb::FirstAid) => (Act::FirstAid, skill),
            Some(Verb::Task) => (Act::Task, skill),
            _ => (Act::Maneuver, skill),
        };
        said.access.is_none() && self.may_buy_armour(who, act, skill)
    }

    /// True if other sides may still call this turn's declaration unreasonable.
    pub(super) fn may_veto(&self) -> bool {
        self.roster.settings.caller_others && !self.state.declared.vetoed
    }

    /// True if other sides may judge a declared attack: it is an attack with words. Any skill may be rolled for such an attack, so the
    /// player must tell a story that fits the skill.
    fn is_judged(&self, who: ActorId, said: &DeclaredParts) -> bool {
        self.may_refuse(who) && said.using.is_some_and(|using| self.is_words(who, using))
    }

    /// True if another side may refuse this turn's declaration of an actor.
    fn may_refuse(&self, who: ActorId) -> bool {
        self.may_veto() && self.referee(who).is_some()
    }

    /// True if the question about the duration only asks another side to accept or refuse what was declared: an attack with words, or an
    /// obstruction, whose actor has said how long it lasts.
    pub fn is_judging(&self) -> bool {
        let declared = &self.state.declared;
        let judged = match declared.act {
            Some(Verb::Attack) => true,
            Some(Verb::Obstruct) => declared.term.is_some(),
            _ => false,
        };
        judged && self.roster.social.is_none() && self.state.step.phase == Phase::Declare && self.declare_point() == Point::Term
    }

    /// Returns the question by which another side decides how long a placed aspect lasts, if the rules give this decision to others. That
    /// side may also call the declared act unreasonable. For an obstruction it can do only this, because the obstructing actor decides the
    /// duration.
    pub(super) fn caller_question(&self, point: Point, who: ActorId) -> Option<Question> {
        // The obstructing actor itself decides how long its obstruction lasts; then the other side may refuse it.
        let declared = &self.state.declared;
        let own = self.roster.social.is_none() && declared.act == Some(Verb::Obstruct) && declared.term.is_none();
        if point != Point::Term || own || !self.roster.settings.caller_others {
            return None;
        }
        let (seat, judge) = self.referee(who)?;
        Some(Question { point, seat, me: Id::Actor(judge), it: Id::Actor(who) })
    }

    pub(super) fn lacks_access(&self, who: ActorId, using: Option<Choice>) -> bool {
        let Some((using, manner)) = using.and_then(|using| Some((using, self.manner(who, using)?))) else { return false };
        self.lacks_for(who, using, manner)
    }

    /// True if an actor lacks the training for a way of using an item, or does not meet a requirement of the item.
    pub(super) fn lacks_for(&self, who: ActorId, using: Choice, manner: &AttackProfile) -> bool {
        let lacks = |weapon: u8| self.thing_lacks(who, &PersonalEffectQuery::attacking(who, using, Some(manner.skill)), Some(weapon));
        manner.untrained || (self.roster.lines.any(Hook::Needs) && using.weapon().is_some_and(lacks))
    }

    /// True if an aspect still has its free tag. The holder can then remove the aspect without a roll.
    pub(super) fn is_free_to_shed(&self, aspect: Option<AspectId>) -> bool {
        aspect.and_then(|id| self.state.aspects.row(id)).is_some_and(|aspect| aspect.free.is_some())
    }

    /// True if a skill is not used up (R-P9). Mooks never use skills up, and plain numbers are never used up.
    pub(super) fn is_fresh(&self, who: ActorId, skill: SkillId) -> bool {
        if self.roster.social.is_some() {
            return self.state.actors[who].last != Some(skill);
        }
        self.roster.actors[who].mooks || !self.state.actors[who].used.has(skill)
    }

    /// Returns the given skills that are not used up.
    pub(super) fn fresh_of(&self, who: ActorId, skills: SkillSet) -> SkillSet {
        let actor = &self.state.actors[who];
        match &self.roster.social {
            Some(_) => actor.last.map_or(skills, |last| skills.without(SkillSet::of(last))),
            None if self.roster.actors[who].mooks => skills,
            None => skills.without(actor.used),
        }
    }

    /// True if a skill may be used for an act, because it is not used up ([`Personal::is_fresh`]). A further attack in one turn may use the
    /// skill of the first attack again.
    pub(super) fn is_fresh_for(&self, who: ActorId, skill: SkillId, act: Act) -> bool {
        if let (Act::Defence, Some(social)) = (act, &self.roster.social) {
            return !social.counts_all_rolls || self.is_fresh(who, skill);
        }
        let further = act == Act::Attack && self.leave().is_some_and(|leave| leave.line.is_none());
        further || self.is_fresh(who, skill)
    }

    /// Lists the legal answers while an action is being declared.
    pub(super) fn legal_declare(&self, point: Point, out: &mut Options) {
        let Some(who) = self.state.actor else { return };
        let said = self.said();
        match point {
            Point::Act => self.legal_act(who, out),
            Point::Whom => {
                for it in self.open_targets(who, said.act.unwrap_or(Verb::Attack)) {
                    out.push(Choice::of(Verb::Target).on(it));
                }
            }
            Point::With if said.act == Some(Verb::Attack) => {
                let footholds = self.footholds(who);
                let mut ways = self.ways_to_attack(who);
                ways.retain(|&mut using| self.can_aim(who, using, said.it, &footholds));
                ways.sort_unstable();
                for &using in &ways {
                    out.push(using);
                }
            }
            Point::With if matches!(said.act, Some(Verb::Seal | Verb::FirstAid | Verb::Task)) => {
                let ways = match (said.act, said.thing) {
                    (Some(Verb::Seal), _) => self.ways_to_seal(who),
                    (Some(Verb::Task), Some(task)) => self.ways_to_work(who, task),
                    _ => self.ways_to_treat(who),
                };
                for using in ways {
                    out.push(using);
                }
            }
            Point::With => {
                for using in self.narratable(who, said.act.unwrap_or(Verb::Maneuver)) {
                    out.push(using);
                }
            }
            Point::Track => {
                let tracks = said.using.map_or(HEALTH.into(), |using| self.tracks_of(who, using));
                for track in tracks.iter() {
                    out.push(Choice::of(Verb::Aim).n(i16::from(track.0)));
                }
            }
            _ if self.is_judging() => {
                out.push(Choice::of(Verb::Term).how(u8::from(said.term == Some(AspectDuration::Transient))));
                out.push(Choice::of(Verb::Veto));
            }
            _ => {
                out.push(Choice::of(Verb::Term).how(0));
                out.push(Choice::of(Verb::Term).how(1));
                if said.act != Some(Verb::Obstruct) && self.may_veto() {
                    out.push(Choice::of(Verb::Veto));
                }
            }
        }
    }

    fn legal_act(&self, who: ActorId, out: &mut Options) {
        let sheet = &self.roster.actors[who];
        let actor = &self.state.actors[who];
        let declared = &self.state.declared;
        out.push(Choice::of(Verb::Pass));
        let footholds = self.footholds(who);
        let may = |act: Act| {
            let leave = self.leave().is_none_or(|leave| leave.acts & bit_of(act) != 0);
            leave && !self.is_barred_this_turn(who, act, &footholds)
        };
        if may(Act::Attack) && self.has_target(who, Verb::Attack, &footholds) {
            out.push(Choice::of(Verb::Attack));
        }
        if may(Act::Move) && self.is_fresh(who, self.movement_skill()) {
            out.push(Choice::of(Verb::Move));
        }
        let skilled = may(Act::Maneuver) && self.narratable(who, Verb::Maneuver).next().is_some();
        if skilled && self.has_target(who, Verb::Maneuver, &footholds) {
            out.push(Choice::of(Verb::Maneuver));
        }
        let aside = !self.state.asides.is_empty();
        let aspects = &self.state.aspects;
        let own = if aside { 0 } else { aspects.on(who) };
        for (id, aspect) in aspects.among(own, |aspect| !aside && aspect.holder == Holder::Actor(who.0)) {
            if aspect.is_removable() && (skilled || aspect.free.is_some()) {
                out.push(Choice::of(Verb::Remove).with(id.0));
            }
        }
        let narrated = |act: Verb| self.narratable(who, act).next().is_some();
        if may(Act::Obstruct) && narrated(Verb::Obstruct) && self.has_target(who, Verb::Obstruct, &footholds) {
            out.push(Choice::of(Verb::Obstruct));
        }
        if may(Act::Seal) && !self.ways_to_seal(who).is_empty() {
            out.push(Choice::of(Verb::Seal));
        }
        if may(Act::FirstAid) && self.has_target(who, Verb::FirstAid, &footholds) && !self.ways_to_treat(who).is_empty() {
            out.push(Choice::of(Verb::FirstAid));
        }
        if may(Act::PickUp) {
            for weapon in self.lying(who, &footholds) {
                out.push(Choice::of(Verb::PickUp).with(u16::from(weapon)));
            }
        }
        if may(Act::Task) {
            for task in self.open_tasks(who, &footholds) {
                out.push(Choice::of(Verb::Task).with(task));
            }
        }
        if aside {
            return;
        }
        if (sheet.lies_down || actor.prone) && !declared.stanced {
            out.push(Choice::of(Verb::Stance).how(u8::from(!actor.prone)));
        }
        for (number, weapon) in sheet.weapons.iter().enumerate() {
            let bit = u32::try_from(number).ok().and_then(|number| 1_u32.checked_shl(number)).unwrap_or(0);
            let switching = u8::try_from(number).map_or(Switching::Never, |number| self.switching(who, number));
            let free = switching == Switching::Free;
            let spent = actor.dropped & bit != 0 || (free && declared.switched & bit != 0);
            if switching == Switching::Never || spent {
                continue;
            }
            let now = actor.modes.get(number).copied().unwrap_or(0);
            for mode in (0..weapon.modes.len()).filter(|&mode| mode != usize::from(now)) {
                let (with, n) = (u16::try_from(number).unwrap_or(0), i16::try_from(mode).unwrap_or(0));
                out.push(Choice::of(Verb::Switch).with(with).n(n));
            }
        }
        if self.roster.lines.any(Hook::Act) {
            for (number, _) in self.act_lines(who) {
                out.push(Choice::of(Verb::Yes).with(number));
            }
        }
        self.offer_terms(who, out);
    }

    /// Returns the skill of movement, also in zero gravity.
    pub(super) fn movement_skill(&self) -> SkillId {
        let roster = &self.roster;
        if self.state.gravity.is_weightless() { roster.parts.microgravity } else { roster.parts.movement }
    }

    /// Returns the skill that a move of an actor rolls in the gravity of the scene, after substitutions.
    pub fn skill_of_move(&self, who: ActorId) -> SkillId {
        let usual = self.roster.parts.movement;
        self.plain_roll(who, Some(usual), Act::Move).skill.unwrap_or(usual)
    }

    /// Applies one more answer to the declaration; after the last one the turn continues.
    pub(super) fn decide_declare(&self, answer: &Answer, out: &mut Events) {
        let Some(who) = self.state.actor else { return };
        let choice = answer.choice;
        let mut said = self.said();
        match choice.verb {
            Verb::Term if said.act == Some(Verb::Obstruct) && self.is_judging() => return self.begin_declared(who, said.act, out),
            Verb::Veto => {
                let by = self.referee(who).map_or(self.roster.side(who), |(seat, _)| seat);
                return out.push(Event::Veto { me: who, by, say: answer.say.clone() });
            }
            Verb::Stance => {
                let now = i32::from(choice.how);
                return out.push(Event::Counter { who, what: Counter::Prone, change: 2 * now - 1, now });
            }
            Verb::Switch => {
                let weapon = choice.weapon().unwrap_or(0);
                let before = self.state.actors[who].modes.get(usize::from(weapon)).copied().unwrap_or(0);
                let (now, change) = (i32::from(choice.n), i32::from(choice.n) - i32::from(before));
                out.push(Event::Counter { who, what: Counter::Mode(weapon), change, now });
                if self.switching(who, weapon) == Switching::Free {
                    return;
                }
                said.act = Some(Verb::Switch);
            }
            Verb::Target => {
                said.it = choice.it;
                if self.roster.social.is_some() && said.act == Some(Verb::Attack) {
                    said.track = self.only_track(who, choice.it);
                }
            }
            Verb::Use => {
                said.using = Some(choice);
                let tracks = self.tracks_of(who, choice);
                if said.act == Some(Verb::Attack) {
                    let only = tracks.first().filter(|_| tracks.len() == 1);
                    let mooks = said.it.actor().is_some_and(|target| self.roster.actors[target].mooks);
                    said.track = only.or(said.track).or(mooks.then_some(HEALTH));
                }
            }
            Verb::Aim => said.track = Some(TrackId(u8::try_from(choice.n).unwrap_or(0))),
            Verb::Term => said.term = Some(if choice.how == 0 { AspectDuration::Permanent } else { AspectDuration::Transient }),
            Verb::Yes if choice.with != Choice::NOTHING => return self.act_by_line(who, choice.with, out),
            Verb::Yes => said.access = Some(true),
            Verb::No if said.act != Some(Verb::Attack) => said.access = Some(false),
            Verb::No => {
                // The player refuses to pay for the weapon. The weapon cannot be used, so the action is chosen again.
                said = DeclaredParts { act: None, it: Id::None, track: None, term: None, access: Some(false), ..said };
            }
            Verb::Remove => (said.act, said.aspect) = (Some(Verb::Remove), choice.aspect()),
            Verb::PickUp | Verb::Task => (said.act, said.thing) = (Some(choice.verb), Some(choice.with)),
            verb => said.act = Some(verb),
        }
        let DeclaredParts { act, it, using, track, aspect, thing, term, access } = said;
        out.push(Event::Declare { me: who, act, it, using, track, aspect, thing, term, access, say: answer.say.clone() });
        if self.next_point(&said).is_none() {
            self.begin_declared(who, act, out);
        }
    }

    /// Goes to the step after a complete declaration.
    fn begin_declared(&self, who: ActorId, act: Option<Verb>, out: &mut Events) {
        // An act outside the order of turns is not preceded by compels or a free move.
        if !self.state.asides.is_empty() {
            let step = match act {
                Some(Verb::Pass) => Step::of(Phase::End, Id::Actor(who)),
                act if self.roster.social.is_some() => self.acting(who, act),
                _ => Step::of(Phase::Action, Id::Actor(who)),
            };
            return Personal::go(out, step);
        }
        let next =
            self.next_compeller(None).map_or_else(|| self.after_compels(act), |compeller| Step::of(Phase::Compel, Id::Actor(compeller)));
        Personal::go(out, next);
    }

    /// Returns the step after the compels: the free move, unless the action is to move.
    pub(super) fn after_compels(&self, act: Option<Verb>) -> Step {
        let who = self.state.actor.map_or(Id::None, Id::Actor);
        let walks = act == Some(Verb::Move) && self.roster.social.is_none();
        Step::of(if walks { Phase::Action } else { Phase::FreeMove }, who)
    }

    /// Returns the listed choice that is equivalent to `choice`. Only one of several equivalent choices is listed.
    pub(super) fn class_representative(&self, point: Point, choice: Choice, options: &Options) -> Choice {
        if options.contains(choice) {
            return choice;
        }
        match (point, choice.verb) {
            (Point::Adjust | Point::Compel, Verb::Compel) => {
                let known = choice.aspect().filter(|&id| self.state.aspects.row(id).is_some());
                let fits = known.is_some_and(|id| self.fits_compel(choice, id));
                let alike = |other: &&Choice| fits && other.aspect().is_some() && other.with(0) == choice.with(0);
                options.as_slice().iter().find(alike).copied().unwrap_or(choice)
            }
            (Point::Adjust, _) => post_roll::representative(self, self.state.step.n, choice, options),
            _ => choice,
        }
    }

    /// Returns all choices that are equivalent to an option, the option itself first.
    /// [`Conflict::decide`](crate::conflict::Conflict::decide) accepts each of them.
    pub fn class_members(&self, point: Point, option: Choice, options: &Options) -> Vec<Choice> {
        post_roll::class_members(self, point, option, options)
    }
}
