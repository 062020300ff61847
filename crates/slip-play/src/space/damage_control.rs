//! Damage control (R-S12, R-S25). Each ship makes one repair of the hull, one of data and one of each track that its design adds. A
//! different person makes each repair.
//!
//! In a step of [`Phase::Repair`] that names a ship, `n` is the track. A step that names no ship is taken by the engine: it looks for the
//! next repair, beginning at the ship with the id `m` and the track `n`.

use crate::choice::{Choice, Options, Verb};
use crate::conflict::Refusal;
use crate::event::{Counter, Event, Events, Phase, Step, TrackId};
use crate::ids::{ActorId, Id, TableKey};
use crate::space::Space;
use crate::space::effects::SpaceRoll;
use crate::space::roster::Post;
use crate::space::state::FRAME;
use slip_dice::Dice;

impl Space {
    /// Opens the damage control phase after its compels.
    pub(super) fn open_repairs(&self, out: &mut Events) {
        Space::go(out, Step::of(Phase::Repair, Id::None).n(FRAME.0));
    }

    /// Asks for the next repair. The hull of a ship comes before its data, and the tracks that its design adds come last.
    pub(super) fn resume_repairs(&self, out: &mut Events) {
        let step = self.state.step;
        for ship in self.state.ships.keys().filter(|id| id.place() >= usize::from(step.m)) {
            for track in self.struck_tracks(ship) {
                let done = ship.0 == step.m && track.0 < step.n;
                let launches = track == FRAME && !self.launches(ship).is_empty();
                if !done && (self.mender(ship, track).is_some() || launches) {
                    return Space::go(out, Step::of(Phase::Repair, Id::Actor(ship)).n(track.0).m(ship.0));
                }
            }
        }
        self.close_stage(out);
    }

    /// Returns the post from which the track of the current step is repaired on a ship.
    pub(super) fn repairing_post(&self, ship: ActorId) -> Post {
        self.roster.mending_post(ship, TrackId(self.state.step.n))
    }

    /// Returns the post and person that can repair a track of a ship now, if there is damage.
    fn mender(&self, ship: ActorId, track: TrackId) -> Option<(Post, Option<ActorId>)> {
        let post = self.roster.mending_post(ship, track);
        let there = self.state.ship(ship)?;
        let done = there.repaired.has(track);
        let free = there.fails.is_none() && !there.launched && self.is_on_line(ship) && self.can_act(ship, post);
        let trained = || self.has_training(ship, post, SpaceRoll::Repair, None);
        (free && !done && there.track(track).marked() > 0 && trained()).then_some((post, self.eff(ship, post)?.1))
    }

    pub(super) fn legal_repair(&self, out: &mut Options) {
        let Some(ship) = self.state.step.who.actor() else { return };
        let track = TrackId(self.state.step.n);
        let repair = self.mender(ship, track).map(|(_, by)| {
            let hands = by.map_or(Id::None, Id::Actor);
            Choice::of(Verb::Repair).on(hands).n(i16::from(track.0))
        });
        repair.into_iter().for_each(|repair| {
            out.push(repair);
        });
        out.push(Choice::of(Verb::Pass));
        for fighter in self.launches(ship) {
            out.push(Choice::of(Verb::Launch).on(Id::Actor(fighter)));
        }
        out.sort_with_default(Some(repair.unwrap_or(Choice::of(Verb::Pass))));
    }

    pub(super) fn decide_repair(&self, choice: Choice, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let step = self.state.step;
        let Some(ship) = step.who.actor() else { return Ok(()) };
        let track = TrackId(step.n);
        match (choice.verb, self.mender(ship, track), choice.it.actor()) {
            (Verb::Repair, Some((post, _)), _) => return self.roll_repair(ship, track, post, dice, out),
            (Verb::Launch, _, Some(fighter)) => {
                self.launch(ship, fighter, out);
                Space::go(out, Step { who: Id::None, ..step });
            }
            _ => Space::go(out, Step { who: Id::None, n: step.n.saturating_add(1), ..step }),
        }
        Ok(())
    }

    /// Rolls a repair. The difficulty is the number of the highest marked box.
    fn roll_repair(&self, ship: ActorId, track: TrackId, post: Post, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let highest = self.state.ship(ship).and_then(|there| there.track(track).boxes().last()).unwrap_or(0);
        if let Some((skill, mut parts)) = self.worked_parts(ship, post, true, out) {
            self.roll_lines(ship, SpaceRoll::Repair, None, &mut parts);
            self.cast(self.state.rolls, ship, Some(skill), parts, Some(i32::from(highest)), dice, out)?;
        }
        self.open_window(out);
        Ok(())
    }

    /// Settles a repair: clears the box whose number is the number of shifts, and every marked box below it (R-S25).
    pub(super) fn settle_repair(&self, track: TrackId, out: &mut Events) {
        let Some((roll, difficulty)) = self.state.contest.as_ref().and_then(|contest| Some((contest.rolls.first()?, contest.difficulty?)))
        else {
            return self.pass_on(out);
        };
        let (who, total) = (roll.who, roll.total());
        let shifts = total - difficulty;
        out.push(Event::Result { roll: roll.id, against: None, attack: total, defence: difficulty, shifts, ok: shifts >= 0 });
        if let Some(ship) = self.state.ship(who).filter(|_| shifts > 0) {
            let mut boxes = ship.track(track);
            boxes.erase(u8::try_from(shifts).unwrap_or(u8::MAX));
            out.push(Event::Boxes { who, track, boxes: boxes.bits() });
        }
        out.push(Event::Counter { who, what: Counter::Repaired, change: 1, now: i32::from(track.0) });
        Space::go(out, Step::of(Phase::Repair, Id::None).n(track.0.saturating_add(1)).m(who.0));
    }
}
