//! Declaring an action, question by question: what, on whom, with what, at which track (personal.md 5.4, 6.1). Floor 5.

use crate::fate::{Holder, Term};
use crate::pack::map::BorderValue;
use crate::play::ask::Point;
use crate::play::choice::{Answer, Choice, Options, Verb};
use crate::play::effects::{Act, StandIn};
use crate::play::event::{Counter, Event, Events, Phase, Step, TrackId};
use crate::play::ids::{ActorId, AspectId, Id, SkillId, ZoneId};
use crate::play::personal::Personal;
use crate::play::personal::roster::{Manner, Switching};
use crate::play::personal::state::{COMPOSURE, HEALTH};

/// What is said of an action so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Said {
    act: Option<Verb>,
    it: Id,
    using: Option<Choice>,
    track: Option<TrackId>,
    aspect: Option<AspectId>,
    term: Option<Term>,
    access: Option<bool>,
}

impl Personal {
    fn said(&self) -> Said {
        let declared = &self.state.declared;
        Said {
            act: declared.act,
            it: declared.it,
            using: declared.using,
            track: declared.track,
            aspect: declared.aspect,
            term: declared.term,
            access: declared.access,
        }
    }

    /// What the actor is asked next.
    pub(super) fn declare_point(&self) -> Point {
        self.next_point(&self.said()).unwrap_or(Point::Act)
    }

    /// What is still to be said; `None` if nothing is.
    fn next_point(&self, said: &Said) -> Option<Point> {
        let who = self.state.actor?;
        let open = |point: Point, still: bool| still.then_some(point);
        match said.act {
            None => Some(Point::Act),
            Some(Verb::Attack) => open(Point::Whom, said.it == Id::None)
                .or(open(Point::With, said.using.is_none()))
                .or(open(Point::Track, said.track.is_none()))
                .or_else(|| open(Point::PayAccess, said.access.is_none() && self.lacks_access(who, said.using))),
            Some(Verb::Maneuver | Verb::Obstruct) => open(Point::Whom, said.it == Id::None)
                .or(open(Point::With, said.using.is_none()))
                .or(open(Point::Term, said.term.is_none())),
            Some(Verb::Remove) => open(Point::With, said.using.is_none() && !self.is_free_to_shed(said.aspect)),
            Some(_) => None,
        }
    }

    fn lacks_access(&self, who: ActorId, using: Option<Choice>) -> bool {
        using.and_then(|using| self.manner(who, using)).is_some_and(|manner| manner.untrained)
    }

    /// Whether an aspect still has its free tag: then ridding oneself of that takes no roll (6.4).
    pub(super) fn is_free_to_shed(&self, aspect: Option<AspectId>) -> bool {
        aspect.and_then(|id| self.state.aspects.row(id)).is_some_and(|aspect| aspect.free.is_some())
    }

    /// Whether a skill is not used up (R-P9). Mooks use nothing up.
    pub(super) fn is_fresh(&self, who: ActorId, skill: SkillId) -> bool {
        self.roster.actors[who].mooks || !self.state.actors[who].used.has(skill)
    }

    /// Every way somebody may attack with now, whatever there is to hit: weapons in each manner, the bare hand, words.
    pub fn ways_to_attack(&self, who: ActorId) -> Vec<Choice> {
        let sheet = &self.roster.actors[who];
        let actor = &self.state.actors[who];
        let mut ways = Vec::new();
        for (number, weapon) in sheet.weapons.iter().enumerate() {
            let Ok(number) = u16::try_from(number) else { break };
            let bit = 1_u32.checked_shl(u32::from(number)).unwrap_or(0);
            if (actor.dropped | self.state.declared.barred) & bit != 0 {
                continue;
            }
            let mode = actor.modes.get(usize::from(number)).copied().unwrap_or(0);
            let Some(mode) = weapon.modes.get(usize::from(mode)) else { continue };
            for (manner_number, manner) in mode.manners.iter().enumerate() {
                if !self.is_usable(who, manner) {
                    continue;
                }
                let how = u8::try_from(manner_number << 1).unwrap_or(0);
                let using = Choice::of(Verb::Use).with(number).n(i16::from(manner.skill.0));
                if manner.area.is_none_or(|area| !area.always) {
                    ways.push(using.how(how | Choice::SINGLE));
                }
                if manner.area.is_some() {
                    ways.push(using.how(how | Choice::AREA));
                }
            }
        }
        if self.is_usable(who, &sheet.bare) {
            ways.push(Choice::of(Verb::Use).n(i16::from(sheet.bare.skill.0)));
        }
        if !sheet.mooks {
            ways.extend(self.words(who));
        }
        ways
    }

    /// Skills with which one may attack Composure without a weapon: trained ones that serve for it. That any skill may serve
    /// where its story does is for people to say (`narrated any`); nobody scares a gunman with navigation unasked.
    fn words(&self, who: ActorId) -> Vec<Choice> {
        let bare = self.roster.actors[who].bare.skill;
        let mut words = self.serving(who, Act::Attack);
        words.retain(|using| using.skill() != Some(bare));
        words
    }

    /// Skills that serve for an act by themselves and are trained and fresh, and those that stand in for one that serves.
    fn serving(&self, who: ActorId, act: Act) -> Vec<Choice> {
        let fresh = |skill: &SkillId| self.is_fresh(who, *skill);
        let mut skills: Vec<SkillId> = self.roster.skills.keys().filter(|&skill| self.is_natural(who, skill, act)).collect();
        let stands_in = |there: &&StandIn| {
            there.skill.is_some_and(|skill| self.roster.serves(skill, act))
                && !there.must
                && there.act.is_none_or(|wanted| wanted == act)
                && self.stands(who, there)
        };
        skills.extend(self.roster.actors[who].uses.iter().filter(stands_in).map(|there| there.basis));
        skills.retain(fresh);
        skills.sort_unstable();
        skills.dedup();
        skills.into_iter().map(|skill| Choice::of(Verb::Use).n(i16::from(skill.0))).collect()
    }

    /// Whether a manner can be used now: its skill is fresh, nothing bars it, and a point for it can be paid.
    fn is_usable(&self, who: ActorId, manner: &Manner) -> bool {
        let barred = manner.barred_when.iter().any(|condition| self.holds(who, condition));
        let affordable = !manner.untrained || (!self.roster.settings.access_forbidden && self.state.actors[who].fate.can_pay(1));
        let skill = self.attack_skill(manner);
        self.is_fresh(who, skill) && self.is_lent(manner.lender) && !barred && affordable
    }

    /// The skill a manner is rolled with, weight or no weight.
    fn attack_skill(&self, manner: &Manner) -> SkillId {
        let weightless = self.roster.settings.gravity.is_weightless() && !manner.recoilless;
        if weightless { self.roster.parts.microgravity } else { manner.skill }
    }

    /// The tracks a way of attacking may be aimed at, a bit for each.
    pub fn tracks_of(&self, who: ActorId, using: Choice) -> u8 {
        if self.is_words(who, using) {
            return 1 << COMPOSURE.0;
        }
        self.manner(who, using).map_or(1 << HEALTH.0, |manner| manner.tracks)
    }

    /// Zones somebody can act from this turn: where they stand, and where the free point of movement takes them.
    pub fn footholds(&self, who: ActorId) -> Vec<ZoneId> {
        let here = self.state.actors[who].zone;
        let mut zones = vec![here];
        if self.state.step.phase == Phase::Declare {
            zones.extend(self.free_steps(who).map(|way| way.to));
        }
        zones
    }

    /// Whether a way of attacking can be aimed at an actor or zone from one of these footholds.
    fn can_aim(&self, who: ActorId, using: Choice, it: Id, footholds: &[ZoneId]) -> bool {
        footholds.iter().any(|&from| self.can_aim_from(who, using, it, from))
    }

    /// Whether a way of attacking can be aimed at an actor or zone from a zone.
    pub(super) fn can_aim_from(&self, who: ActorId, using: Choice, it: Id, from: ZoneId) -> bool {
        let is_area = using.how & Choice::AREA != 0;
        match it {
            Id::Actor(target) if !is_area => {
                let there = &self.state.actors[target];
                there.is_active() && self.roster.are_enemies(who, target) && self.reaches(who, using, from, there.zone)
            }
            Id::Zone(zone) if is_area => {
                let barred = self.manner(who, using).and_then(|manner| manner.area).is_none_or(|area| area.not_here);
                let worth = |(target, there): (ActorId, &super::state::ActorState)| {
                    there.is_active() && there.zone == zone && self.roster.are_enemies(who, target)
                };
                !(barred && zone == from) && self.reaches(who, using, from, zone) && self.state.actors.iter().any(worth)
            }
            _ => false,
        }
    }

    /// Skills somebody may maneuver or obstruct with: trained ones that serve for it and are fresh. Mooks have none and
    /// need none.
    fn narratable(&self, who: ActorId, act: Verb) -> Vec<Choice> {
        if self.roster.actors[who].mooks {
            return vec![Choice::of(Verb::Use).n(-1)];
        }
        self.serving(who, if act == Verb::Obstruct { Act::Obstruct } else { Act::Maneuver })
    }

    /// Whether something can be seen from one of these zones.
    pub(super) fn in_view(&self, it: Id, footholds: &[ZoneId]) -> bool {
        let sees = |zone: ZoneId| footholds.iter().any(|&from| self.state.board.sees(from, zone));
        match it {
            Id::Actor(target) => self.state.actors[target].is_active() && sees(self.state.actors[target].zone),
            Id::Zone(zone) => sees(zone),
            Id::Scene => true,
            Id::None => false,
        }
    }

    /// Whether a zone has a border that can be made harder.
    fn has_obstructable(&self, zone: ZoneId) -> bool {
        let solid = |way: &crate::play::board::Way| matches!(self.state.board.borders[way.border].value, BorderValue::Wall);
        self.roster.map.zones[zone].ways.iter().any(|way| !solid(way))
    }

    fn targets(&self, who: ActorId, act: Verb) -> Vec<Id> {
        let footholds = self.footholds(who);
        let actors = self.roster.actors.keys().map(Id::Actor);
        let zones = self.roster.map.zones.keys().map(Id::Zone);
        match act {
            Verb::Attack => {
                let ways = self.ways_to_attack(who);
                let hit = |it: &Id| ways.iter().any(|&using| self.can_aim(who, using, *it, &footholds));
                actors.chain(zones).filter(hit).collect()
            }
            Verb::Maneuver => {
                let mut seen: Vec<Id> = actors.chain(zones).chain([Id::Scene]).filter(|&it| self.in_view(it, &footholds)).collect();
                // Nobody gets in the way of themselves: an enemy in view comes first, else the scene.
                let foe = |it: &Id| it.actor().is_some_and(|other| self.roster.are_enemies(who, other));
                let default = seen.iter().position(foe).or_else(|| seen.len().checked_sub(1));
                if let Some(default) = default.filter(|&at| at < seen.len()) {
                    let first = seen.remove(default);
                    seen.insert(0, first);
                }
                seen
            }
            Verb::Obstruct => {
                let fits = |it: &Id| it.zone().is_some_and(|zone| self.has_obstructable(zone));
                zones.filter(|&it| self.in_view(it, &footholds)).filter(fits).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Legal answers while an action is being declared.
    pub(super) fn legal_declare(&self, point: Point, out: &mut Options) {
        let Some(who) = self.state.actor else { return };
        let said = self.said();
        match point {
            Point::Act => self.legal_act(who, out),
            Point::Whom => {
                for it in self.targets(who, said.act.unwrap_or(Verb::Attack)) {
                    out.push(Choice::of(Verb::Target).on(it));
                }
            }
            Point::With if said.act == Some(Verb::Attack) => {
                let footholds = self.footholds(who);
                let mut ways = self.ways_to_attack(who);
                ways.retain(|&using| self.can_aim(who, using, said.it, &footholds));
                ways.sort_unstable();
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
                let tracks = said.using.map_or(1, |using| self.tracks_of(who, using));
                for track in [HEALTH, COMPOSURE] {
                    if tracks >> track.0 & 1 == 1 {
                        out.push(Choice::of(Verb::Aim).n(i16::from(track.0)));
                    }
                }
            }
            _ => {
                out.push(Choice::of(Verb::Term).how(0));
                out.push(Choice::of(Verb::Term).how(1));
            }
        }
    }

    fn legal_act(&self, who: ActorId, out: &mut Options) {
        let sheet = &self.roster.actors[who];
        let actor = &self.state.actors[who];
        let declared = &self.state.declared;
        out.push(Choice::of(Verb::Pass));
        if !self.targets(who, Verb::Attack).is_empty() {
            out.push(Choice::of(Verb::Attack));
        }
        if self.is_fresh(who, self.movement_skill()) {
            out.push(Choice::of(Verb::Move));
        }
        let skilled = !self.narratable(who, Verb::Maneuver).is_empty();
        if skilled {
            out.push(Choice::of(Verb::Maneuver));
        }
        for (id, aspect) in self.state.aspects.iter() {
            if aspect.is_removable() && aspect.holder == Holder::Actor(who.0) && (skilled || aspect.free.is_some()) {
                out.push(Choice::of(Verb::Remove).with(id.0));
            }
        }
        if !self.narratable(who, Verb::Obstruct).is_empty() && !self.targets(who, Verb::Obstruct).is_empty() {
            out.push(Choice::of(Verb::Obstruct));
        }
        if (sheet.lies_down || actor.prone) && !declared.stanced {
            out.push(Choice::of(Verb::Stance).how(u8::from(!actor.prone)));
        }
        for (number, weapon) in sheet.weapons.iter().enumerate() {
            let bit = u32::try_from(number).ok().and_then(|number| 1_u32.checked_shl(number)).unwrap_or(0);
            let free = weapon.switching == Switching::Free;
            let spent = actor.dropped & bit != 0 || (free && declared.switched & bit != 0);
            if weapon.switching == Switching::Never || spent {
                continue;
            }
            let now = actor.modes.get(number).copied().unwrap_or(0);
            for mode in (0..weapon.modes.len()).filter(|&mode| mode != usize::from(now)) {
                let (with, n) = (u16::try_from(number).unwrap_or(0), i16::try_from(mode).unwrap_or(0));
                out.push(Choice::of(Verb::Switch).with(with).n(n));
            }
        }
        if self.may_concede(who) {
            out.push(Choice::of(Verb::Concede));
        }
    }

    /// The skill of moving, weight or no weight.
    pub(super) fn movement_skill(&self) -> SkillId {
        let roster = &self.roster;
        if roster.settings.gravity.is_weightless() { roster.parts.microgravity } else { roster.parts.movement }
    }

    /// Takes one more word of the declaration; with the last one, the turn goes on.
    pub(super) fn decide_declare(&self, answer: &Answer, out: &mut Events) {
        let Some(who) = self.state.actor else { return };
        let choice = answer.choice;
        let mut said = self.said();
        match choice.verb {
            Verb::Stance => {
                let now = i32::from(choice.how);
                return out.push(Event::Counter { who, what: Counter::Prone, change: 2 * now - 1, now });
            }
            Verb::Switch => {
                let weapon = choice.weapon().unwrap_or(0);
                let before = self.state.actors[who].modes.get(usize::from(weapon)).copied().unwrap_or(0);
                let (now, change) = (i32::from(choice.n), i32::from(choice.n) - i32::from(before));
                out.push(Event::Counter { who, what: Counter::Mode(weapon), change, now });
                let switching = self.roster.actors[who].weapons.get(usize::from(weapon)).map(|w| w.switching);
                if switching == Some(Switching::Free) {
                    return;
                }
                said.act = Some(Verb::Switch);
            }
            Verb::Target => said.it = choice.it,
            Verb::Use => {
                said.using = Some(choice);
                let tracks = self.tracks_of(who, choice);
                if said.act == Some(Verb::Attack) && tracks.count_ones() == 1 {
                    said.track = Some(if tracks & 1 == 1 { HEALTH } else { COMPOSURE });
                }
                let mooks = said.it.actor().is_some_and(|target| self.roster.actors[target].mooks);
                if said.act == Some(Verb::Attack) && mooks && said.track.is_none() {
                    said.track = Some(HEALTH);
                }
            }
            Verb::Aim => said.track = Some(TrackId(u8::try_from(choice.n).unwrap_or(0))),
            Verb::Term => said.term = Some(if choice.how == 0 { Term::Permanent } else { Term::Transient }),
            Verb::Yes => said.access = Some(true),
            Verb::No => {
                // The weapon stays in its holster, and the action is chosen anew.
                said = Said { act: None, it: Id::None, track: None, term: None, access: Some(false), ..said };
            }
            Verb::Remove => (said.act, said.aspect) = (Some(Verb::Remove), choice.aspect()),
            verb => said.act = Some(verb),
        }
        let Said { act, it, using, track, aspect, term, access } = said;
        out.push(Event::Declare { me: who, act, it, using, track, aspect, term, access, say: answer.say.clone() });
        if self.next_point(&said).is_none() {
            let next = self
                .next_compeller(None)
                .map_or_else(|| self.after_compels(said.act), |compeller| Step::of(Phase::Compel, Id::Actor(compeller)));
            Personal::go(out, next);
        }
    }

    /// Where a turn goes when nobody compels any more: the free move, unless the action is to move (5.4, step 6).
    pub(super) fn after_compels(&self, act: Option<Verb>) -> Step {
        let who = self.state.actor.map_or(Id::None, Id::Actor);
        Step::of(if act == Some(Verb::Move) { Phase::Action } else { Phase::FreeMove }, who)
    }

    /// The choice that stands for a class of equal ones: the member that is listed (doctrines.md 1).
    pub(super) fn representative(&self, point: Point, choice: Choice, options: &Options) -> Choice {
        if options.contains(choice) || !matches!(point, Point::Adjust | Point::Compel) {
            return choice;
        }
        let Some(id) = choice.aspect().filter(|&id| self.state.aspects.row(id).is_some()) else { return choice };
        let member = |other: &&Choice| {
            let same_shape = other.with(0) == choice.with(0);
            same_shape
                && other.aspect().is_some_and(|listed| match point {
                    Point::Adjust => self.bargain(listed).is_some() && self.bargain(listed) == self.bargain(id),
                    _ => self.compellable().any(|there| there == id) && self.class_of(listed) == self.class_of(id),
                })
        };
        options.as_slice().iter().find(member).copied().unwrap_or(choice)
    }

    /// What a compel can tell aspects apart by.
    pub(super) fn class_of(&self, id: AspectId) -> (Holder, bool, bool, Option<u8>) {
        let aspect = &self.state.aspects[id];
        let placer = (aspect.term == Term::Transient).then_some(aspect.placer).flatten();
        (aspect.holder, aspect.free.is_some(), aspect.forces_move, placer)
    }
}
