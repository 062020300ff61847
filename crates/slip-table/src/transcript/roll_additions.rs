//! Describes additions to rolls after the dice, in space and platoon combat.

use super::Transcript;
use super::phrases::rung;
use slip_play::event::{Buy, Event};
use slip_play::ids::{ActorId, AspectId};
use slip_play::names::Names;
use slip_play::roll::Roll;

/// Names and rolls that are needed to describe an addition to a roll.
pub(super) trait AdditionNames: Names {
    /// Returns the title of an actor.
    fn title(&self, who: ActorId) -> &str;

    /// Returns the title of the holder of an aspect.
    fn on(&self, aspect: AspectId) -> String;

    /// Returns the pending rolls.
    fn rolls(&self) -> &[Roll];
}

impl Transcript {
    /// Writes an addition to a roll.
    pub(super) fn added(&mut self, fight: &impl AdditionNames, event: &Event) {
        let Event::Adjust { roll, by, buy, aspect, amount, faces, total, say, .. } = event else { return };
        let who = fight.title(*by);
        let words = aspect.map_or("", |id| fight.aspect(id));
        let gain = match faces {
            Some(faces) => format!("rolls again, {faces} = {:+}", faces.total()),
            None => format!("{amount:+}"),
        };
        let story = say.as_ref().map(|say| format!(" (\"{say}\")")).unwrap_or_default();
        let whose = aspect.map(|id| format!(" on {}", fight.on(id))).unwrap_or_default();
        let deed = match buy {
            Buy::Pass => return,
            Buy::Spin => format!("{who} spends {amount} spin: {gain}"),
            Buy::Invoke => format!("{who} invokes \"{words}\"{story}: {gain}"),
            Buy::Tag => format!("{who} tags \"{words}\"{whose}{story}: {gain}"),
            Buy::Free => format!("{who} uses the free tag of \"{words}\"{whose}{story}: {gain}"),
            Buy::Line => format!("{who} {gain}"),
            Buy::Late => format!("\"{words}\" changes the roll: {amount:+}"),
        };
        let of = fight.rolls().iter().find(|there| there.id == *roll).map(|there| there.who).filter(|of| of != by);
        let of = of.map(|of| format!("{} ", fight.title(of))).unwrap_or_default();
        self.detail(format!("{deed}; {of}now {}.", rung(*total)));
    }
}
