//! What is added to rolls after the dice, in fights between ships and between platoons.

use super::Transcript;
use super::phrases::rung;
use slip_play::event::{Buy, Event};
use slip_play::ids::{ActorId, AspectId};
use slip_play::names::Names;
use slip_play::roll::Roll;

/// What a fight calls those who add to rolls, and what they add.
pub(super) trait Added: Names {
    /// Somebody, as people call them.
    fn title(&self, who: ActorId) -> &str;

    /// Whom or what an aspect is on.
    fn on(&self, aspect: AspectId) -> String;

    /// The rolls on the table.
    fn rolls(&self) -> &[Roll];
}

impl Transcript {
    /// Something is added after the dice.
    pub(super) fn added(&mut self, fight: &impl Added, event: &Event) {
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
            Buy::Free => format!("{who} tags \"{words}\"{whose}{story} for nothing: {gain}"),
            Buy::Line => format!("{who} {gain}"),
            Buy::Late => format!("\"{words}\" tells on the roll: {amount:+}"),
        };
        let of = fight.rolls().iter().find(|there| there.id == *roll).map(|there| there.who).filter(|of| of != by);
        let of = of.map(|of| format!("{} ", fight.title(of))).unwrap_or_default();
        self.detail(format!("{deed}; {of}now {}.", rung(*total)));
    }
}
