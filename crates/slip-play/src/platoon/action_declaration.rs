//! Declaration of a unit's act: action, target, skill, duration.
//!
//! A part is a question of its own only if there are several possibilities; the only possibility is filled in without a question.

use crate::choice::{Answer, Choice, Options, Verb};
use crate::effects::Act;
use crate::event::{Event, Events, Phase, Step};
use crate::ids::{ActorId, Id, SkillId, ZoneId};
use crate::platoon::roll_kinds::{UnitRoll, act_of};
use crate::platoon::roster::{Arm, CoreSkill};
use crate::platoon::zones::Region;
use crate::platoon::{PlatoonFight, SkillReplacement};
use crate::question::Point;
use ecow::EcoString;
use slip_dice::fate::AspectDuration;

/// Parts of the declaration that are chosen so far, including the part that is chosen now.
#[derive(Clone, Debug, PartialEq, Eq)]
struct DeclaredParts {
    me: ActorId,
    act: Option<Verb>,
    it: Id,
    using: Option<Choice>,
    term: Option<AspectDuration>,
    say: Option<EcoString>,
}

impl DeclaredParts {
    fn event(&self) -> Event {
        Event::Declare {
            me: self.me,
            act: self.act,
            it: self.it,
            using: self.using,
            track: None,
            aspect: None,
            thing: None,
            term: self.term,
            access: None,
            say: self.say.clone(),
        }
    }

    fn take(&mut self, choice: Choice) {
        match choice.verb {
            Verb::Target => self.it = choice.it,
            Verb::Use => self.using = Some(choice),
            Verb::Term => self.term = Some(if choice.how == 0 { AspectDuration::Permanent } else { AspectDuration::Transient }),
            verb => self.act = Some(verb),
        }
    }
}

/// Returns the usual skill for an act; `None` for acts without a roll or with a choice of skills.
pub(super) const fn usual_skill(act: Verb) -> Option<SkillId> {
    let trade = match act {
        Verb::Move | Verb::March | Verb::Relocate | Verb::Displace | Verb::Rearm => CoreSkill::Movement,
        Verb::Rally => CoreSkill::Command,
        Verb::Jam | Verb::Unjam => CoreSkill::Signals,
        Verb::Spot => CoreSkill::Observation,
        Verb::Cover => CoreSkill::Camouflage,
        _ => return None,
    };
    Some(trade.skill())
}

impl PlatoonFight {
    fn said(&self) -> Option<DeclaredParts> {
        let declared = &self.state.declared;
        let me = declared.me.or_else(|| self.state.step.who.actor()).or(self.state.active)?;
        let using = declared.skill.map(|skill| {
            let how = if declared.area { Choice::AREA } else { Choice::SINGLE };
            Choice::of(Verb::Use).n(i16::from(skill.0)).how(how)
        });
        Some(DeclaredParts { me, act: declared.act, it: declared.it, using, term: declared.term, say: self.state.words.clone() })
    }

    /// Returns the answer to this decision point, if it is part of the current declaration and has already been given.
    pub fn said_at(&self, point: Point) -> Option<Choice> {
        let declared = &self.state.declared;
        match point {
            Point::Whom if declared.it != Id::None => Some(Choice::of(Verb::Target).on(declared.it)),
            Point::With => self.said()?.using,
            Point::Term => declared.term.map(|term| Choice::of(Verb::Term).how(u8::from(term == AspectDuration::Transient))),
            _ => None,
        }
    }

    /// Returns the decision point for the next part of the declaration; `None` if the declaration is complete.
    fn next_point(&self, said: &DeclaredParts) -> Option<Point> {
        let whom = (said.it == Id::None).then_some(Point::Whom);
        let with = said.using.is_none().then_some(Point::With);
        match said.act {
            None => Some(Point::Act),
            Some(Verb::Attack | Verb::Interdict | Verb::Jam | Verb::Spot | Verb::Rally) => whom.or(with),
            Some(Verb::Maneuver) => whom.or(with).or_else(|| said.term.is_none().then_some(Point::Term)),
            Some(Verb::Deploy) => whom,
            Some(act) if usual_skill(act).is_some() => with,
            Some(_) => None,
        }
    }

    /// Returns the decision point of the next question.
    pub(super) fn declare_point(&self) -> Point {
        self.said().and_then(|said| self.next_point(&said)).unwrap_or(Point::Act)
    }

    /// Adds the answers that the acting unit can give at a decision point of its declaration.
    pub(super) fn legal_declare(&self, point: Point, out: &mut Options) {
        if let Some(said) = self.said() {
            self.list_point(&said, point, out);
        }
    }

    fn list_point(&self, said: &DeclaredParts, point: Point, out: &mut Options) {
        match (point, said.act) {
            (Point::Whom, Some(act)) => self.whom(said.me, act).into_iter().for_each(|it| {
                out.push(Choice::of(Verb::Target).on(it));
            }),
            (Point::With, Some(act)) => self.list_skills(said, act, out),
            (Point::Term, _) => {
                out.push(Choice::of(Verb::Term));
                if !self.roster.settings.maneuver_always {
                    out.push(Choice::of(Verb::Term).how(1));
                }
            }
            _ => self.list_acts(said.me, out),
        }
    }

    /// Lists the legal answers: the skills with which the declared act can be rolled. The skill with the best total is the default.
    fn list_skills(&self, said: &DeclaredParts, act: Verb, out: &mut Options) {
        let mut best: Option<(i32, Choice)> = None;
        for (skill, area, total) in self.withs(said.me, act, said.it) {
            let how = if area { Choice::AREA } else { Choice::SINGLE };
            let choice = Choice::of(Verb::Use).n(i16::from(skill.0)).how(how);
            if out.contains(choice) {
                continue;
            }
            out.push(choice);
            if best.is_none_or(|(there, _)| total > there) {
                best = Some((total, choice));
            }
        }
        out.sort_with_default(best.map(|(_, choice)| choice));
    }

    /// Returns the skills for an act on a target or in a zone. Each skill has a flag that is true if the act affects every unit of the
    /// zone, and its total before dice and effects.
    pub fn withs(&self, me: ActorId, act: Verb, it: Id) -> Vec<(SkillId, bool, i32)> {
        let shots = match (act, it) {
            (Verb::Attack, _) => self.shots(me, it),
            (Verb::Jam, _) => self.jams(me, it),
            (Verb::Interdict, Id::Zone(zone)) => self.interdictions(me, zone),
            (Verb::Maneuver, _) if self.is_by_people() => return self.peoples_ways(me).map(|way| (way.skill, false, way.rank)).collect(),
            (Verb::Maneuver, _) => return self.maneuver_ways(me).map(|way| (way.skill, false, way.rank)).collect(),
            (Verb::Spot, Id::Actor(it)) => return self.spottings(me, it).into_iter().map(|way| (way.skill, false, way.rank)).collect(),
            _ => return self.plain_ways(me, act).map(|way| (way.skill, false, way.rank)).collect(),
        };
        shots.into_iter().map(|shot| (shot.way.skill, shot.area, shot.way.rank - shot.penalty)).collect()
    }

    /// Returns the skills with which a unit can roll an act without a target, such as a rally or a movement.
    pub(super) fn plain_ways(&self, me: ActorId, act: Verb) -> impl Iterator<Item = SkillReplacement> + '_ {
        let roll = usual_skill(act).zip(act_of(act)).map(|(skill, act)| UnitRoll::of(act, skill));
        roll.into_iter().flat_map(move |roll| self.open_ways(me, roll, None))
    }

    /// Returns the skills with which a unit can roll a maneuver: any trained skill (R-L28), except skills that are never rolled. An
    /// aircraft cannot roll Movement.
    fn maneuver_ways(&self, me: ActorId) -> impl Iterator<Item = SkillReplacement> + '_ {
        let flies = self.is_airborne(me);
        let moves = move |skill: SkillId| flies && skill == CoreSkill::Movement.skill();
        let rolled = self.roster.skills.iter().filter(move |(id, skill)| skill.rolled && skill.number.is_none() && !moves(*id));
        rolled.flat_map(move |(skill, _)| self.open_ways(me, UnitRoll::of(Act::Maneuver, skill), None))
    }

    /// Returns the possible targets of an act, units or zones.
    fn whom(&self, me: ActorId, act: Verb) -> Vec<Id> {
        let mut all = Vec::new();
        self.any_whom(me, act, &mut |it| {
            all.push(it);
            false
        });
        all
    }

    /// True if an act has a possible target.
    fn concerns_any(&self, me: ActorId, act: Verb) -> bool {
        self.any_whom(me, act, &mut |_| true)
    }

    /// Passes the possible targets of an act to `take`, one by one, until `take` returns true. Returns true if it did.
    fn any_whom(&self, me: ActorId, act: Verb, take: &mut dyn FnMut(Id) -> bool) -> bool {
        let mut units = self.state.units.keys();
        let mut zones = self.roster.ground.zones.keys();
        match act {
            Verb::Attack => self.any_mark(me, take),
            Verb::Jam => self.any_to_jam(me, take),
            Verb::Spot => units.any(|it| !self.spottings(me, it).is_empty() && take(Id::Actor(it))),
            Verb::Rally => units.any(|it| self.can_be_rallied(me, it) && take(Id::Actor(it))),
            Verb::Interdict => self.any_to_bar(me, take),
            Verb::Maneuver if self.is_by_people() => self.peoples_targets(me).into_iter().any(take),
            Verb::Maneuver => zones.any(|zone| self.can_maneuver_in(me, zone) && take(Id::Zone(zone))),
            Verb::Deploy => self.deploy_zones(me).any(|zone| take(Id::Zone(zone))),
            _ => false,
        }
    }

    fn can_maneuver_in(&self, me: ActorId, zone: ZoneId) -> bool {
        self.maneuver_penalty(me, zone).is_some() && self.may_maneuver_in(me, zone)
    }

    /// Lists the legal answers: pass, and every act that the unit can do now and for which there is a target.
    fn list_acts(&self, me: ActorId, out: &mut Options) {
        let pass = Choice::of(Verb::Pass);
        out.push(pass);
        const ACTS: [Verb; 14] = [
            Verb::Attack,
            Verb::Move,
            Verb::March,
            Verb::Maneuver,
            Verb::Interdict,
            Verb::Rally,
            Verb::Jam,
            Verb::Unjam,
            Verb::Spot,
            Verb::Cover,
            Verb::Relocate,
            Verb::Displace,
            Verb::Deploy,
            Verb::Rearm,
        ];
        for act in ACTS.into_iter().filter(|&act| self.can(me, act)) {
            out.push(Choice::of(act));
        }
        if self.may_concede(me) {
            out.push(Choice::of(Verb::Concede));
        }
        out.sort_with_default(Some(pass));
    }

    /// True if an act is open to a unit now.
    pub fn can(&self, me: ActorId, act: Verb) -> bool {
        let Some(unit) = self.state.unit(me).filter(|unit| unit.is_active()) else { return false };
        let on_track = self.stands(me).is_none();
        let ordered = !self.is_orphan(me);
        let ready = || self.plain_ways(me, act).next().is_some();
        match act {
            Verb::Attack => !on_track && self.has_shots_left(me) && self.concerns_any(me, act),
            Verb::Unjam => self.has_to_unjam(me) && ready(),
            Verb::Cover => {
                let may = ordered || !self.roster.settings.orphans_no_cover;
                may && !on_track && !self.is_airborne(me) && unit.spotted > 0 && ready()
            }
            Verb::Rally => ordered && ready() && self.concerns_any(me, act),
            Verb::Jam | Verb::Interdict | Verb::Spot => ordered && !on_track && self.concerns_any(me, act),
            Verb::Maneuver => ordered && !on_track && self.maneuver_ways(me).next().is_some() && self.concerns_any(me, act),
            Verb::Displace => {
                let gun = self.roster.arm(me) == Arm::Battery
                    || (self.roster.settings.no_relocation && matches!(self.region_of(me), Some(Region::Card(_))));
                ordered && gun && unit.spotted > 0 && ready()
            }
            Verb::Move | Verb::March | Verb::Relocate | Verb::Rearm | Verb::Deploy => ordered && self.can_go(me, act),
            _ => false,
        }
    }

    /// True if a unit that is under orders can do this act of movement now.
    fn can_go(&self, me: ActorId, act: Verb) -> bool {
        let ready = || self.plain_ways(me, act).next().is_some();
        match act {
            Verb::Move => self.may_move(me) && ready(),
            Verb::March => self.may_march(me) && ready(),
            Verb::Relocate => self.may_relocate(me) && ready(),
            Verb::Rearm => self.may_rearm(me) && ready(),
            Verb::Deploy => self.may_deploy(me) && self.may_do(me, Act::Move),
            _ => false,
        }
    }

    /// Records the answer as a part of the declaration. When the declaration is complete, other platoons may compel the unit.
    pub(super) fn decide_declare(&self, _point: Point, answer: &Answer, out: &mut Events) {
        let Some(mut said) = self.said() else { return };
        if answer.choice.verb == Verb::Pass {
            return self.finish_action(out);
        }
        said.take(answer.choice);
        said.say = answer.say.clone().or(said.say);
        let next = self.say_what_is_plain(&mut said);
        out.push(said.event());
        if next.is_none() {
            // In a march, the units that march along are chosen first. Only then may other platoons compel.
            let marches = said.act == Some(Verb::March);
            let step = match (marches, self.is_by_people()) {
                (true, _) => Step::of(Phase::Muster, Id::Actor(said.me)),
                (false, true) => Step::of(Phase::Throw, Id::None),
                (false, false) => Step::of(Phase::Compel, Id::None),
            };
            PlatoonFight::go(out, step);
        }
    }

    /// Fills in those parts of a declaration that have only one possible value. Returns the decision point of the next part with a choice,
    /// if there is one.
    fn say_what_is_plain(&self, said: &mut DeclaredParts) -> Option<Point> {
        for _ in 0..Point::ALL.len() {
            let point = self.next_point(said)?;
            let mut options = Options::new();
            self.list_point(said, point, &mut options);
            match options.as_slice() {
                &[only] => said.take(only),
                _ => return Some(point),
            }
        }
        None
    }

    /// Declares an act with its target and skill at once, without questions. The act is in addition to the unit's action: a leader's rally,
    /// or an interception.
    pub(super) fn declare_besides(me: ActorId, act: Verb, it: Id, skill: SkillId, out: &mut Events) {
        let using = Some(Choice::of(Verb::Use).n(i16::from(skill.0)));
        out.push(DeclaredParts { me, act: Some(act), it, using, term: None, say: None }.event());
    }
}
