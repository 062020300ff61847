//! Results of rolls: hits, consequences, boxes, actors taken out; and terms of concession.

use crate::choice::{Answer, Choice, Options, Verb};
use crate::effects::{Act, After, AspectOccasion};
use crate::event::{Counter, Event, Events, Phase, Step, TrackId};
use crate::ids::{ActorId, AspectId, Id, Seat, TableKey};
use crate::personal::Personal;
use crate::personal::roster::AttackProfile;
use crate::personal::settings::FirstBlood;
use crate::personal::state::{COMPOSURE, HEALTH};
use crate::question_loop::Question;
use crate::tracks::TrackSet;
use ecow::{EcoString, eco_format};
use slip_dice::fate::fate_points::Purse;
use slip_dice::fate::track::TrackHit;
use slip_dice::fate::{Aspect, AspectDuration, AspectOrigin, FreeTag, Grade, Holder, Slots, check};
use smallvec::SmallVec;

/// Outcome of an actor that is dead and so never comes back.
const DEAD: &str = "dead";

/// Use of a weapon: an attack or a defence. Effects may place aspects on the weapon or its user after it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum WeaponUse {
    /// An attack that hit no defender.
    Miss,
    /// An attack that has hit its target.
    Hit,
    /// A new defence roll with the weapon.
    Defence,
}

impl Personal {
    /// Settles the current roll: a roll against a difficulty, or the attack against the next defender.
    pub(super) fn settle(&self, out: &mut Events) {
        let (Some(who), Some(contest)) = (self.state.actor, &self.state.contest) else { return };
        if let Some(check) = self.state.nerve.at {
            return self.settle_nerve(check, out);
        }
        let number = self.state.step.n;
        let me = Id::Actor(who);
        if contest.difficulty.is_some() && self.roster.social.is_some() {
            return self.settle_alone(who, contest.roll.id, contest.roll.total(), out);
        }
        if let Some(difficulty) = contest.difficulty {
            return self.settle_fixed(who, contest.roll.id, contest.roll.total(), difficulty, out);
        }
        let Some(defence) = contest.defences.get(usize::from(number)) else {
            return Personal::go(out, Step::of(Phase::After, me));
        };
        if !self.state.actors[defence.who].is_active() {
            // An effect has taken out this defender, so the attack on the next defender is settled.
            return Personal::go(out, Step::of(Phase::Result, Id::None).n(number + 1));
        }
        if self.roster.social.is_some() {
            return self.settle_against(who, defence.who, out);
        }
        let shifts = contest.shifts_against(Some(usize::from(number)));
        let attack = contest.roll.total() + defence.only;
        let defended = attack - shifts;
        // A tie fails for the attacker (R-P1). An attack that deals no stress never hits.
        let using = self.state.declared.using;
        let harmless =
            using.and_then(|using| self.manner(who, using)).and_then(|manner| manner.by.as_deref()).is_some_and(|by| by.harmless);
        let ok = shifts > 0 && !harmless;
        let (roll, against) = (contest.roll.id, Some(defence.who));
        out.push(Event::Result { roll, against, attack, defence: defended, shifts, ok });
        let spin = self.spin_given(defence.who, shifts, out);
        if ok {
            self.tell_stress(defence.who, shifts, out);
        }
        if spin > 0 {
            out.push(Event::Spin { who: defence.who, change: spin, lapsed: false });
        }
        let step = if ok { Step::of(Phase::Hit, Id::Actor(defence.who)) } else { Step::of(Phase::Result, Id::None) };
        Personal::go(out, step.n(if ok { number } else { number + 1 }));
    }

    fn settle_fixed(&self, who: ActorId, roll: u32, attack: i32, defence: i32, out: &mut Events) {
        let shifts = check::shifts(attack, defence);
        let me = Id::Actor(who);
        let declared = &self.state.declared;
        // An obstruction needs at least one shift, which is its size (R-P29); a maneuver succeeds on a tie (R-P2).
        let ok = if declared.act == Some(Verb::Obstruct) { shifts > 0 } else { shifts >= 0 };
        // An effect may replace the result of the roll. If the player refuses this, the roll is settled as usual.
        if self.state.step.m == 0 && ok && self.set_off_instead(out) {
            return;
        }
        out.push(Event::Result { roll, against: None, attack, defence, shifts, ok });
        let end = Step::of(Phase::End, me);
        let next = match declared.act {
            Some(Verb::Seal) => return self.settle_seal(who, shifts, out),
            Some(Verb::FirstAid) => {
                self.settle_first_aid(who, shifts, out);
                end
            }
            Some(Verb::Task) => {
                self.settle_task(who, ok, out);
                end
            }
            Some(Verb::Move) => {
                let points = 1 + shifts.max(0);
                out.push(Event::Counter { who, what: Counter::Movement, change: points, now: points });
                Step::of(Phase::Steps, me)
            }
            Some(Verb::Maneuver) if ok => {
                self.place(who, out);
                end
            }
            Some(Verb::Obstruct) if ok => Step::of(Phase::Border, me),
            Some(Verb::Remove) if ok => {
                if let Some(id) = declared.aspect {
                    out.push(Event::AspectDrop { id });
                }
                end
            }
            _ => end,
        };
        Personal::go(out, next);
    }

    /// Places the aspect of a maneuver. The side that places it gets one free tag (R-P8).
    pub(super) fn place(&self, who: ActorId, out: &mut Events) {
        let declared = &self.state.declared;
        let holder = match declared.it {
            Id::Actor(target) => Holder::Actor(target.0),
            Id::Zone(zone) => Holder::Zone(zone.0),
            Id::Scene | Id::None => Holder::Scene,
        };
        let text = declared.say.clone().unwrap_or_else(|| self.phrase(who, holder));
        let free = FreeTag { sides: 1_u32 << self.roster.side(who).0, from: declared.number + 1 };
        let aspect = Aspect {
            origin: AspectOrigin::Maneuver,
            term: declared.term.unwrap_or(AspectDuration::Permanent),
            placer: Some(who.0),
            free: Some(free),
            ..Aspect::printed(text, holder)
        };
        out.push(Event::AspectAdd { id: AspectId::of(self.state.aspects.len()), aspect });
    }

    /// Returns default words for an aspect: the first phrase of the skill that the holder does not have as an aspect yet. If it has them
    /// all, returns one of these phrases with a number, and at last a fixed phrase.
    fn phrase(&self, who: ActorId, holder: Holder) -> EcoString {
        let borne = |text: &str| self.state.aspects.iter().any(|(_, old)| old.present && old.holder == holder && old.text == text);
        let skill = self.state.declared.using.and_then(Choice::skill).and_then(|skill| self.roster.skills.row(skill));
        let phrases = skill.map_or(&[] as &[EcoString], |skill| &skill.phrases);
        if let Some(fresh) = phrases.iter().find(|phrase| !borne(phrase)) {
            return fresh.clone();
        }
        let mut more = ["again", "once more"].into_iter().flat_map(|word| phrases.iter().map(move |phrase| eco_format!("{phrase} {word}")));
        let name = &self.roster.actors[who].title;
        more.find(|phrase| !borne(phrase)).unwrap_or_else(|| match holder {
            _ if skill.is_none() => eco_format!("Advantage of {name}"),
            Holder::Actor(_) | Holder::Gear(..) => eco_format!("Hard pressed by {name}"),
            _ => eco_format!("{name} has the upper hand"),
        })
    }

    /// Returns a free tag for the enemies of an actor. It can be used from the next declaration on.
    pub(super) fn free_for_enemies(&self, who: ActorId) -> FreeTag {
        FreeTag { sides: self.roster.other_sides(self.roster.side(who)), from: self.state.declared.number + 1 }
    }

    /// Returns the track that a hit marks, and further tracks that the hit strikes as well (R-P15). The first is the track aimed at, or the
    /// track to which effects divert the hit.
    fn struck_tracks(&self, who: ActorId, shifts: i32, elsewhere: bool) -> (TrackId, TrackSet) {
        let mooks = self.roster.actors[who].mooks;
        let aimed = self.state.blow.map_or(self.declared_track(), |blow| blow.track);
        let aimed = match (self.state.actor, self.state.declared.using) {
            (Some(by), Some(using)) if self.state.blow.is_none() && self.state.nerve.at.is_none() => self.struck_on(by, using, who, aimed),
            _ => aimed,
        };
        // Mooks have no Composure, so attacks aimed at it strike Health.
        let aimed = if mooks && aimed == COMPOSURE { HEALTH } else { aimed };
        let (must, may) = self.diverted(who, aimed);
        let aimed = may.filter(|_| elsewhere).unwrap_or(must);
        let besides = match self.state.blow {
            // A hit that does not come from the current roll names its further tracks itself.
            Some(blow) => blow.besides,
            None if self.state.nerve.at.is_some() => TrackSet::NONE,
            None => self.tracks_too(),
        };
        if mooks {
            return (aimed, besides.without(COMPOSURE).without(aimed));
        }
        let shocked = self.is_first_blood(who, aimed, shifts).then_some(COMPOSURE);
        (aimed, (besides | shocked.into_iter().collect()).without(aimed))
    }

    /// Returns the track on which an attack strikes a target. Usually this is the track at which the attack is aimed. If an effect names a
    /// track that the target lacks, it is the track that such attacks usually strike (R-E27).
    pub(super) fn struck_on(&self, who: ActorId, using: Choice, target: ActorId, aimed: TrackId) -> TrackId {
        if self.has_or_shares(target, aimed) {
            return aimed;
        }
        let usual = match &self.roster.social {
            Some(_) => self.tracks_at_risk(),
            None => self.own_tracks(who, using),
        };
        let other = if self.is_words(who, using) { COMPOSURE } else { HEALTH };
        usual.iter().find(|&track| !self.roster.tracks.is_own(track)).unwrap_or(other)
    }

    /// True if a hit of this many shifts on a track is First Blood for the actor, and so strikes Composure as well (R-P15). Never true for
    /// a hit that strikes both tracks anyway.
    pub fn is_first_blood(&self, who: ActorId, aimed: TrackId, shifts: i32) -> bool {
        let actor = &self.state.actors[who];
        let unmarked = [HEALTH, COMPOSURE].into_iter().all(|track| actor.track(track).marked() == 0);
        let is_first = match self.roster.settings.first_blood {
            FirstBlood::Once => unmarked && !actor.shock_spent,
            FirstBlood::Session => !actor.shock_spent,
            FirstBlood::Unmarked => unmarked,
            FirstBlood::Never => false,
        };
        is_first && aimed == HEALTH && shifts > 0 && self.state.blow.is_none_or(|blow| blow.besides.is_empty())
    }

    /// Returns, for each track that a hit strikes, the box that it marks. `shifts` are the shifts of the hit after consequences.
    pub fn landings(&self, who: ActorId, shifts: i32) -> impl Iterator<Item = (TrackId, TrackHit)> {
        self.landings_with(who, shifts, Slots::NONE, false)
    }

    /// Returns, for each track that a hit strikes, the box that it marks if these consequences are taken. The shifts that a consequence
    /// takes off differ from track to track. `elsewhere` is true if the actor chooses to divert the hit.
    pub fn landings_with(&self, who: ActorId, shifts: i32, set: Slots, elsewhere: bool) -> impl Iterator<Item = (TrackId, TrackHit)> {
        let (aimed, besides) = self.struck_tracks(who, shifts - self.absorbs_at(who, set, elsewhere), elsewhere);
        let tracks = std::iter::once(aimed).chain(besides.iter());
        tracks.map(move |track| (track, self.landing_after(who, track, shifts, set)))
    }

    /// Returns the shifts that consequences take off a hit on a track of an actor.
    pub fn absorbs(&self, who: ActorId, track: TrackId, set: Slots) -> i32 {
        self.roster.actors[who].schedules.get(usize::from(track.0)).map_or(0, |schedule| schedule.worth(set))
    }

    /// Returns the shifts that consequences take off a hit by the declared attack, on the track at which it is aimed.
    pub fn absorbs_now(&self, who: ActorId, set: Slots) -> i32 {
        self.absorbs_at(who, set, false)
    }

    fn absorbs_at(&self, who: ActorId, set: Slots, elsewhere: bool) -> i32 {
        if set == Slots::NONE {
            return 0;
        }
        let (aimed, _) = self.struck_tracks(who, 0, elsewhere);
        self.absorbs(who, aimed, set)
    }

    /// True if an actor stays in the fight after a hit of this many shifts.
    pub fn survives(&self, who: ActorId, shifts: i32) -> bool {
        self.survives_with(who, shifts, Slots::NONE)
    }

    /// True if an actor stays in the fight after a hit, if it takes this set of consequences.
    pub fn survives_with(&self, who: ActorId, shifts: i32, set: Slots) -> bool {
        self.landings_with(who, shifts, set, false).all(|(_, landing)| landing != TrackHit::Past)
    }

    /// Returns the shifts of the hit that is being resolved, with the effects applied.
    pub fn pending_hit(&self) -> i32 {
        let shifts = match (self.state.blow, &self.state.contest) {
            (Some(blow), _) => return blow.shifts,
            (None, Some(contest)) => contest.shifts_against(Some(usize::from(self.state.step.n))),
            (None, None) => 0,
        };
        self.state.step.who.actor().map_or(shifts, |who| self.stress(who, shifts - self.range_to(who), &mut |_, _| {}))
    }

    pub(super) fn legal_mitigate(&self, out: &mut Options) {
        let Some(who) = self.state.step.who.actor() else { return };
        let shifts = self.pending_hit();
        let worth = |set: Slots| self.absorbs_now(who, set);
        let aimed = self.state.blow.map_or(self.declared_track(), |blow| blow.track);
        let (_, may) = self.diverted(who, aimed);
        // Consequences to take by default: of those that keep the actor in the fight, the ones that take off the fewest shifts, and among
        // equals the fewest consequences.
        let mut best: Option<((i32, usize), Slots)> = None;
        for set in self.state.actors[who].slots.subsets() {
            let price = (worth(set), set.grades().count());
            if best.is_none_or(|(least, _)| price < least) && self.survives_with(who, shifts, set) {
                best = Some((price, set));
            }
            out.push(Choice::of(Verb::Take).how(set.number()));
            if may.is_some() {
                out.push(Choice::of(Verb::Take).how(set.number()).n(Choice::ELSEWHERE));
            }
        }
        self.offer_terms(who, out);
        let default = best.map_or(Slots::NONE, |(_, set)| set);
        out.sort_with_default(Some(Choice::of(Verb::Take).how(default.number())));
    }

    /// Decides the consequences of a hit before its boxes. A consequence reduces the shifts of the hit. It does not change how far the hit
    /// rolls up past lower boxes that are already marked (R-P13).
    pub(super) fn decide_mitigate(&self, answer: &Answer, out: &mut Events) {
        let Some(who) = self.state.step.who.actor() else { return };
        let step = self.state.step;
        let settings = &self.roster.settings;
        let set = Slots::from_number(answer.choice.how);
        let shifts = self.pending_hit();
        let elsewhere = answer.choice.n == Choice::ELSEWHERE;
        let left = shifts - self.absorbs_at(who, set, elsewhere);
        let (track, besides) = self.struck_tracks(who, left, elsewhere);
        out.push(Event::Hit { who, track, besides, shifts, less: set, left: left.max(0) });
        for (place, grade) in set.grades().enumerate() {
            let id = AspectId::of(self.state.aspects.len() + place);
            let said = answer.say.clone().filter(|_| place == 0);
            let text = said.unwrap_or_else(|| self.consequence_text(grade, track));
            let aspect = Aspect {
                origin: AspectOrigin::Consequence,
                free: Some(self.free_for_enemies(who)),
                forces_move: track == COMPOSURE,
                ..Aspect::printed(text, Holder::Actor(who.0))
            };
            out.push(Event::AspectAdd { id, aspect });
            out.push(Event::Consequence { who, grade, aspect: id });
        }
        if set != Slots::NONE && self.roster.social.is_none() && self.tears(who, track) {
            out.push(Event::Counter { who, what: Counter::Breached, change: 1, now: 1 });
        }
        let mut past = None;
        for (track, landing) in self.landings_with(who, shifts, set, elsewhere) {
            match landing {
                TrackHit::Nothing => {}
                TrackHit::Box(up_to) => out.push(Event::Mark { who, track, up_to }),
                TrackHit::Past => past = past.or(Some(track)),
            }
        }
        let Some(track) = past else {
            return Personal::go(out, self.after_hit(step));
        };
        let overflow = shifts - self.absorbs(who, track, set) - i32::from(self.state.actors[who].track(track).length());
        let beyond_saving = track == HEALTH && self.roster.social.is_none() && overflow >= settings.beyond_saving;
        // A hit by the surroundings is not credited to any actor.
        let by = self.state.actor.filter(|_| self.after_air(step).is_none());
        out.push(Event::Out { who, by, track, fate: None, beyond_saving, for_good: false, say: None });
        Personal::go(out, Step { phase: Phase::Beaten, ..step });
    }

    /// Lists the outcomes for an actor taken out, each also in a permanent form. Two have no permanent form: the default outcome, and an
    /// outcome after which the actor cannot come back anyway, such as death.
    pub(super) fn legal_beaten(&self, out: &mut Options) {
        let beyond =
            self.state.step.who.actor().is_some_and(|who| {
                matches!(self.state.actors[who].status, super::state::ActorStatus::TakenOut { beyond_saving: true, .. })
            });
        for number in (0_u8..).take(self.roster.outcomes.len()) {
            let outcome = Choice::of(Verb::Outcome).how(number);
            out.push(outcome);
            if number > 0 && !beyond && !self.outcome_is(number, DEAD) {
                out.push(outcome.n(Choice::FOR_GOOD));
            }
        }
        if let Some(usual) = self.state.step.who.actor().and_then(|who| self.usual_end(who)) {
            out.sort_with_default(Some(usual));
        }
    }

    fn outcome_is(&self, number: u8, tag: &str) -> bool {
        self.roster.outcomes.get(usize::from(number)).is_some_and(|known| known == tag)
    }

    /// Applies the outcome that the attacker chose for an actor taken out.
    pub(super) fn decide_beaten(&self, answer: &Answer, out: &mut Events) {
        let Some(who) = self.state.step.who.actor() else { return };
        if let super::state::ActorStatus::TakenOut { by, track, beyond_saving, .. } = self.state.actors[who].status {
            let fate = Some(answer.choice.how);
            let dead = self.outcome_is(answer.choice.how, DEAD);
            let for_good = beyond_saving || dead || answer.choice.n == Choice::FOR_GOOD;
            out.push(Event::Out { who, by, track, fate, beyond_saving, for_good, say: answer.say.clone() });
        }
        Personal::go(out, self.after_hit(self.state.step));
    }

    /// Returns the step after a hit, depending on its cause. After an attack, it is the next defender; after an effect, the next effect;
    /// after a check of nerve, the next check; after the surroundings, the rest of the turn's end.
    pub(super) fn after_hit(&self, step: Step) -> Step {
        if let Some(after) = self.after_air(step) {
            return after;
        }
        let number = step.n;
        match self.state.fires.last() {
            Some(fires) => self.fire_step(fires.at + 1),
            None if self.state.nerve.at.is_some() => Step::of(Phase::Morale, Id::None),
            None => Step::of(Phase::Result, Id::None).n(number + 1),
        }
    }

    /// Adds the aspects that appear when a weapon is used, with their free tags.
    pub(super) fn aspects_after(
        &self,
        who: ActorId,
        manner: &AttackProfile,
        using: Choice,
        weapon_use: WeaponUse,
        next: &mut usize,
        out: &mut Events,
    ) {
        let is_attack = weapon_use != WeaponUse::Defence;
        let is_area = using.how & Choice::AREA != 0;
        let comes = |after: &&After| {
            let occasion = match after.when {
                AspectOccasion::Attack => is_attack,
                AspectOccasion::AreaAttack => is_attack && is_area,
                AspectOccasion::Hit => weapon_use == WeaponUse::Hit,
                AspectOccasion::Defence => weapon_use == WeaponUse::Defence,
                AspectOccasion::Words | AspectOccasion::FirstAid => false,
            };
            occasion && after.condition.as_ref().is_none_or(|condition| self.holds_of(who, using, condition))
        };
        let holder = using.weapon().map_or(Holder::Actor(who.0), |weapon| Holder::Gear(who.0, weapon));
        let mut new: SmallVec<[(&str, AspectId); 4]> = SmallVec::new();
        for after in manner.after.iter().filter(comes).filter(|after| !after.free) {
            let kept_away = self.roster.actors[who].never_has.contains(&after.aspect) || self.never_has(who, &after.aspect);
            if kept_away || self.borne_on(who, holder, &after.aspect).is_some() {
                continue;
            }
            let id = AspectId::of(*next);
            let aspect = Aspect { origin: AspectOrigin::Automatic, ..Aspect::printed(after.aspect.clone(), holder) };
            out.push(Event::AspectAdd { id, aspect });
            new.push((&after.aspect, id));
            *next += 1;
        }
        for (place, after) in manner.after.iter().enumerate().filter(|(_, after)| after.free && comes(after)) {
            // Several effects may give the same tag, but an actor never has two of them at a time.
            let given = |there: &After| there.free && there.aspect == after.aspect && comes(&there);
            if manner.after.iter().take(place).any(given) {
                continue;
            }
            let fresh = new.iter().find(|(text, _)| after.aspect == *text).map(|&(_, id)| id);
            let Some(id) = fresh.or_else(|| self.borne_on(who, holder, &after.aspect)) else { continue };
            if !manner.never_free.contains(&after.aspect) && !self.never_free(holder, who, &after.aspect) {
                out.push(Event::AspectFree { id, free: Some(self.free_for_enemies(who)), by: None });
            }
        }
    }

    /// True if an actor may still offer terms this turn (R-P40).
    pub(super) fn may_concede(&self, who: ActorId) -> bool {
        let offered = self.state.declared.conceded >> who.0.min(127) & 1 == 1;
        !offered && self.judges(who).next().is_some()
    }

    /// Returns the sides that must accept terms of concession: all other sides that are still in the fight.
    pub(super) fn judges(&self, who: ActorId) -> impl Iterator<Item = Seat> {
        let own = self.roster.side(who);
        self.roster.sides.keys().filter(move |&side| side != own && self.active(side) > 0)
    }

    /// Adds the answers that offer terms of concession. One leaves the outcome to words; another offers the actor as a captive, if a
    /// victory condition needs the capture.
    pub(super) fn offer_terms(&self, who: ActorId, out: &mut Options) {
        if self.may_concede(who) {
            out.push(Choice::of(Verb::Concede));
            if let Some((tag, whom)) = self.roster.captives
                && whom >> who.0.min(127) & 1 == 1
            {
                out.push(Choice::of(Verb::Concede).how(tag.saturating_add(1)));
            }
        }
    }

    pub(super) fn concede(&self, question: &Question, answer: &Answer, out: &mut Events) {
        let Some(by) = question.me.actor() else { return };
        let now = i32::from(answer.choice.how);
        let before = self.state.actors[by].terms.map_or(0, |tag| i32::from(tag) + 1);
        if now != before {
            out.push(Event::Counter { who: by, what: Counter::Terms, change: now - before, now });
        }
        out.push(Event::Concession { by, to: None, terms: answer.say.clone(), answer: None });
        let judge = self.judges(by).next().map_or(0, |seat| seat.0);
        Personal::go(out, Step::of(Phase::Concession, Id::Actor(by)).n(judge));
    }

    pub(super) fn decide_concession(&self, answer: &Answer, out: &mut Events) {
        let (Some(by), Some(back)) = (self.state.step.who.actor(), self.state.back) else { return };
        let judge = Seat(self.state.step.n);
        let accepted = answer.choice.verb == Verb::Accept;
        out.push(Event::Concession { by, to: Some(judge), terms: None, answer: Some(accepted) });
        if !accepted {
            return Personal::go(out, back);
        }
        if let Some(next) = self.judges(by).find(|seat| *seat > judge) {
            return Personal::go(out, self.state.step.n(next.0));
        }
        out.push(Event::Concession { by, to: None, terms: None, answer: Some(true) });
        let next = if self.state.actor == Some(by) && back.phase == Phase::Declare {
            Step::of(Phase::End, Id::Actor(by))
        } else {
            self.after_hit(back)
        };
        Personal::go(out, next);
    }

    /// Returns the total of skill and gear for a maneuver, without dice, for policies that compare maneuvers.
    pub fn plain_total(&self, who: ActorId, using: Choice) -> i32 {
        self.plain_roll(who, using.skill(), Act::Maneuver).parts.total()
    }

    /// Returns the default words of a consequence. For a track that a design adds, they include the name of the track.
    fn consequence_text(&self, grade: Grade, track: TrackId) -> EcoString {
        let usual = || consequence_text(grade, track == COMPOSURE, self.roster.social.is_some());
        self.roster.tracks.own_consequence(grade, track).unwrap_or_else(|| usual().into())
    }

    /// Returns the fate points of an actor.
    pub fn purse(&self, who: ActorId) -> Purse {
        self.state.actors[who].fate
    }
}

/// Returns the default words of a consequence taken on a usual track.
const fn consequence_text(grade: Grade, is_composure: bool, social: bool) -> &'static str {
    match (grade, is_composure) {
        (Grade::Mild, false) if social => "Short of cash",
        (Grade::Moderate, false) if social => "In debt",
        (Grade::Severe, false) if social => "Ruined",
        (Grade::Mild, false) => "Grazed",
        (Grade::Moderate, false) => "Bleeding",
        (Grade::Severe, false) => "Badly wounded",
        (Grade::Mild, true) => "Rattled",
        (Grade::Moderate, true) => "Shaken",
        (Grade::Severe, true) => "Panicking",
    }
}
