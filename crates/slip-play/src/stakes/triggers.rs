//! Effects triggered by events of a raise-and-see conflict: `after fallout +1 to pool`.
//!
//! The results of triggered effects are added after the events of the step. They do not trigger further effects. If an effect gives dice to
//! a party, they are only recorded here; the engine rolls them in its next step.

use crate::conflict::{Conflict, Refusal};
use crate::effects::{self, Act, EffectHost, EffectOperation, EvalContext, Hook, ModifiedQuantity, TriggerCandidate};
use crate::event::{Event, Events, Phase, StakesEvent, StakesOp, TrackId};
use crate::ids::{ActorId, Id};
use crate::stakes::StakesConflict;
use crate::stakes::effects::PartyEffectQuery;
use crate::stakes::opening_rolls::{SIDES_OF_STATS, roll};
use crate::stakes::state::PartyStatus;
use slip_dice::Dice;
use slip_dice::pool::sum;
use slip_pack::effect::Event as Word;

/// Trigger event of a raise-and-see conflict. Its rolls have no skills.
type Moment = effects::TriggerMoment<()>;

impl StakesConflict {
    /// Triggers the effects that react to the events from index `before` on.
    pub(super) fn set_off_lines(&self, before: usize, out: &mut Events) {
        if !self.roster.lines.any(Hook::Moment) {
            return;
        }
        let come: Vec<Moment> = out.get(before..).unwrap_or_default().iter().filter_map(|event| self.moment(event)).collect();
        if come.is_empty() {
            return;
        }
        let mut next = self.clone();
        out.get(before..).unwrap_or_default().iter().for_each(|event| next.apply(event));
        for moment in come {
            next.fire(&moment, out);
        }
        let asked = next.state.step.who.actor();
        if asked.is_some_and(|who| !next.state.is_active(who)) {
            StakesConflict::on(out, Phase::Sees);
        }
    }

    /// Returns the trigger event that corresponds to an event of the log.
    fn moment(&self, event: &Event) -> Option<Moment> {
        let Event::Stakes(event) = event else { return None };
        let what = match event.op {
            StakesOp::Raise if !event.dice.is_empty() => TriggerCandidate::Act(Act::Raise),
            StakesOp::See => TriggerCandidate::Act(Act::See),
            StakesOp::Approach if self.state.step.phase == Phase::Escalate => TriggerCandidate::Act(Act::Escalate),
            StakesOp::BringIn if !self.is_before_the_roll() => TriggerCandidate::Act(Act::BringIn),
            StakesOp::Resist => TriggerCandidate::Act(Act::Resist),
            StakesOp::Fallout => TriggerCandidate::Event(Word::Fallout),
            _ => return None,
        };
        Some(Moment { what, actor: event.party, target: None })
    }

    /// Executes the effects that wait for a trigger event, one after the other.
    fn fire(&mut self, moment: &Moment, out: &mut Events) {
        let mut brought = Vec::new();
        for (_, line) in self.roster.lines.at(Hook::Moment) {
            let Some(cue) = line.cue.as_ref().filter(|cue| moment.is(cue, &|_| false)) else { continue };
            line.look();
            let acting = PartyEffectQuery { who: moment.actor, act: None, actor: Some(moment.actor) };
            let is_whose = match (&cue.who, line.carrier.person()) {
                (None, own) => own.is_none_or(|own| own == moment.actor),
                (Some(whom), _) => self.is_meant(line.carrier, whom, &acting),
            };
            if !is_whose || !self.is_carried_now(line.carrier) {
                continue;
            }
            let all = self.roster.parties.keys().map(|who| PartyEffectQuery { who, ..acting });
            let meant =
                all.filter(|at| self.state.is_active(at.who) && self.is_meant(line.carrier, &line.whom, at) && self.is_so(line, at));
            for at in meant {
                let eye = self.eye(line.carrier, &at);
                brought.extend(self.deed(&line.does, at.who, &eye, &line.title));
            }
        }
        for event in brought {
            let before = self.state.clone();
            let was_in_it = |who: ActorId| before.is_active(who);
            self.apply(&event);
            let party = match &event {
                Event::Stakes(event) => Some(event.party),
                Event::Boxes { who, .. } => Some(*who),
                _ => None,
            };
            out.push(event);
            if let Some(full) = party.filter(|&who| was_in_it(who) && self.is_full(who)) {
                out.push(Event::Stakes(Box::new(StakesEvent::of(StakesOp::Full, full))));
            }
        }
    }

    /// True if the party is out because its only track is full.
    fn is_full(&self, who: ActorId) -> bool {
        self.state.party(who).is_some_and(|party| party.status == PartyStatus::Full)
    }

    /// Returns the event by which a triggered effect changes a party. `None` if the party does not have the track, or if there is no room
    /// on the track.
    fn deed(&self, does: &EffectOperation, who: ActorId, eye: &impl EvalContext, title: &str) -> Option<Event> {
        let tracks = self.roster.parties.row(who)?.tracks();
        let small = |number: i32| u8::try_from(number.max(0)).unwrap_or(u8::MAX);
        let pool = |event: StakesEvent| Some(Event::Stakes(Box::new(StakesEvent { say: Some(title.into()), ..event })));
        match does {
            EffectOperation::Change(ModifiedQuantity::Pool, by) => {
                let boxes = small(eye.number(by)).min(MOST_OWED);
                if boxes == 0 { None } else { pool(StakesEvent { boxes, ..StakesEvent::of(StakesOp::Owed, who) }) }
            }
            EffectOperation::Suffers(amount, track) if tracks.contains(track) => {
                let due = small(eye.number(amount));
                let boxes = due.min(self.open_boxes(who, *track));
                let event = StakesEvent { total: u32::from(due), track: Some(*track), boxes, ..StakesEvent::of(StakesOp::Fallout, who) };
                if boxes == 0 { None } else { pool(event) }
            }
            EffectOperation::Boxes { erase, track, which } if tracks.contains(track) => {
                let length = self.roster.boxes(who);
                let before = bits(length - self.open_boxes(who, *track));
                let after = effects::marked(before, length, *erase, *which).count_ones();
                let after = u8::try_from(after).unwrap_or(u8::MAX);
                let marked = length - self.open_boxes(who, *track);
                if after < marked {
                    return Some(Event::Boxes { who, track: TrackId(*track), boxes: bits(after) });
                }
                let (boxes, track) = (after - marked, Some(*track));
                let event = StakesEvent { total: u32::from(boxes), track, boxes, ..StakesEvent::of(StakesOp::Fallout, who) };
                if boxes == 0 { None } else { pool(event) }
            }
            _ => None,
        }
    }

    /// Rolls the dice that actors have received from effects.
    pub(super) fn roll_owed(&self, dice: &mut Dice, out: &mut Events) -> Result<bool, Refusal> {
        let Some(&(who, count)) = self.state.owed.first() else { return Ok(false) };
        let mut fallen = Vec::new();
        for _ in 0..count {
            roll(SIDES_OF_STATS, dice, &mut fallen)?;
        }
        StakesConflict::tell(out, StakesEvent { total: sum(&fallen), dice: fallen, ..StakesEvent::of(StakesOp::Roll, who) });
        Ok(true)
    }

    /// Returns the first party to which effects have given dice that are not rolled yet. The engine rolls them next.
    pub(super) fn owes(&self) -> Option<Id> {
        self.state.owed.first().map(|&(who, _)| Id::Actor(who))
    }
}

/// Maximum number of dice that one effect gives.
const MOST_OWED: u8 = 20;

/// Returns a bit mask of the first `boxes` boxes.
fn bits(boxes: u8) -> u32 {
    1_u32.checked_shl(u32::from(boxes)).unwrap_or(0).wrapping_sub(1)
}
