//! Rulings of a referee in a fight of any kind, and their limits: a ruling can use only boxes, slots, people and places that exist, and
//! cannot make points negative. Rules for one kind of fight are in its implementation of [`OverrideRules`].

use crate::conflict::Conflict;
use crate::event::{Event, TrackId};
use crate::ids::{ActorId, AspectId, TableKey};
use crate::names::Names;
use crate::post_roll::AfterDice;
use slip_dice::fate::{Grade, Holder, Slots};

/// Functions that each kind of conflict provides, so that a referee's rulings can be checked.
pub trait OverrideRules: AfterDice + Names {
    /// Returns the name of an actor, if it exists.
    fn known(&self, who: ActorId) -> Result<&str, String>;

    /// Checks that an aspect may have this holder.
    fn holder_known(&self, holder: Holder) -> Result<(), String>;

    /// Returns the name of an actor whose side may gain or lose spin, and the spin that the side has.
    fn spin_held(&self, who: ActorId) -> Result<(&str, i32), String>;

    /// Returns the name of an actor that may take consequences, and the slots that are free.
    fn slots_left(&self, who: ActorId) -> Result<(&str, Slots), String>;

    /// Returns the length of a track.
    fn track_length(&self, who: ActorId, track: TrackId) -> Result<u8, String>;

    /// Returns the sum of all fate points, if the rules keep it constant: points then only pass from actor to actor. `None` otherwise.
    fn points_that_stay(&self) -> Option<u32>;

    /// Describes the first rule that this state breaks; `None` if the state is valid.
    fn broken_law(&self) -> Option<String> {
        None
    }

    /// Checks an event that only this kind of fight has, or that has special rules in this kind of fight.
    fn own_lawful(&self, event: &Event) -> Result<(), String>;
}

/// Checks the events of a ruling one after the other: each is checked in the state after the earlier events. Returns the state after all
/// events.
///
/// # Errors
/// A message for the first event that the rules do not allow.
pub(crate) fn judged<F: OverrideRules>(fight: &F, events: &[Event]) -> Result<F, String> {
    if events.is_empty() {
        return Err("the ruling is empty".to_owned());
    }
    let mut then = fight.clone();
    for event in events {
        if then.outcome().is_some() {
            return Err("the conflict is over".to_owned());
        }
        lawful(&then, event)?;
        then.apply(event);
        if let Some(broken) = then.broken_law() {
            return Err(broken);
        }
    }
    if fight.points_that_stay() != then.points_that_stay() {
        return Err("here fate points only change hands: add `from NAME`".to_owned());
    }
    Ok(then)
}

/// Checks that the referee may cause this event by a ruling now.
fn lawful<F: OverrideRules>(fight: &F, event: &Event) -> Result<(), String> {
    match event {
        Event::Fate { who, change, left, from } => fate(fight, *who, i64::from(*change), i64::from(*left), *from),
        Event::Spin { who, change, lapsed } => {
            let (name, have) = fight.spin_held(*who)?;
            match i64::from(*change) {
                0 if !lapsed => Err("the change of spin must not be 0".to_owned()),
                less if -less > i64::from(have) => Err(format!("the side of {name} has {have} spin and cannot lose {}", -less)),
                _ => Ok(()),
            }
        }
        Event::AspectAdd { id, aspect } => {
            let next = fight.aspects().len();
            fight.holder_known(aspect.holder)?;
            aspect.placer.map_or(Ok(""), |placer| fight.known(ActorId(placer)))?;
            match () {
                () if id.place() != next => Err(format!("the number of a new aspect must be {next}, not {}", id.0)),
                () if aspect.text.is_empty() => Err("the aspect has no text".to_owned()),
                () if !aspect.present => Err("a new aspect must be in play".to_owned()),
                () => Ok(()),
            }
        }
        Event::AspectFree { id, by, .. } => {
            by.map_or(Ok(""), |by| fight.known(by))?;
            aspect_present(fight, *id)
        }
        Event::AspectDrop { id } => aspect_present(fight, *id),
        Event::Mark { who, track, up_to } => boxes_there(fight, *who, *track, *up_to),
        Event::Boxes { who, track, boxes } => {
            let highest = u8::try_from(u32::BITS - boxes.leading_zeros()).unwrap_or(u8::MAX);
            if highest == 0 { fight.track_length(*who, *track).map(drop) } else { boxes_there(fight, *who, *track, highest) }
        }
        Event::Consequence { who, grade, aspect } => {
            let (name, left) = fight.slots_left(*who)?;
            aspect_present(fight, *aspect)?;
            match left.covers(Slots::NONE.with(*grade)) {
                true => Ok(()),
                false => Err(format!("{name} has no {} consequence left to take", grade.word())),
            }
        }
        Event::Recovered { who, grade, aspect } => recovered(fight, *who, *grade, *aspect),
        other => fight.own_lawful(other),
    }
}

/// Checks that a consequence slot can be cleared: the aspect was in that slot and is no longer in play.
fn recovered<F: OverrideRules>(fight: &F, who: ActorId, grade: Grade, id: AspectId) -> Result<(), String> {
    let name = fight.known(who)?;
    let aspect = fight.aspects().row(id).filter(|aspect| aspect.holder == Holder::Actor(who.0) && aspect.grade == Some(grade));
    match aspect {
        None => Err(format!("{name} has no {} consequence with the number {}", grade.word(), id.0)),
        Some(aspect) if aspect.present => Err(format!("\"{}\" is still in play: drop the aspect first", aspect.text)),
        Some(_) => Ok(()),
    }
}

fn fate<F: OverrideRules>(fight: &F, who: ActorId, change: i64, left: i64, from: Option<ActorId>) -> Result<(), String> {
    let (name, have) = (fight.known(who)?, i64::from(fight.points_of(who)));
    from.map_or(Ok(""), |from| fight.known(from))?;
    let after = have + change;
    let points = |count: i64| format!("{count} fate point{}", if count == 1 { "" } else { "s" });
    match () {
        () if after < 0 => Err(format!("{name} has {} and cannot lose {}", points(have), -change)),
        () if after != left => Err(format!("{name} would have {} left, not {left}", points(after))),
        () => Ok(()),
    }
}

fn aspect_present<F: OverrideRules>(fight: &F, id: AspectId) -> Result<(), String> {
    match fight.aspects().row(id) {
        Some(aspect) if aspect.present => Ok(()),
        Some(aspect) => Err(format!("the aspect \"{}\" is gone", aspect.text)),
        None => Err(format!("there is no aspect {}", id.0)),
    }
}

fn boxes_there<F: OverrideRules>(fight: &F, who: ActorId, track: TrackId, highest: u8) -> Result<(), String> {
    let length = fight.track_length(who, track)?;
    if (1..=length).contains(&highest) {
        return Ok(());
    }
    let (track, name) = (fight.track(track), fight.known(who)?);
    Err(match length {
        0 => format!("{name} has no boxes of {track}"),
        _ => format!("{name} has only boxes 1 to {length} of {track}, not box {highest}"),
    })
}
