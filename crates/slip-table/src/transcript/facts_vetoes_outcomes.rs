//! Describes stated facts with the replies to them, vetoes, and the outcomes of actors that are taken out.

use super::Transcript;
use super::phrases::{self, name, side_title, skill_title, title};
use slip_play::event::Event;
use slip_play::ids::Id;
use slip_play::names::Names;
use slip_play::personal::Personal;

impl Transcript {
    /// Describes a fact that a player states, and the replies of other players.
    pub(super) fn fact(&mut self, fight: &Personal, event: &Event) {
        let Event::Fact { by, skill, on, to, accepted, say } = event else { return };
        let say = say.as_ref().map(|say| format!(" \"{say}\"")).unwrap_or_default();
        match accepted {
            None => {
                let aspect = if *on == Id::None { "" } else { ", as an aspect" };
                self.begin(format!("{} states a fact with {}{aspect}:{say}", name(fight, *by), skill_title(fight, *skill)));
            }
            Some(true) => self.add("It is true."),
            Some(false) => self.add(&format!("{} gives the point back and alters the fact:{say}.", side_title(fight, *to))),
        }
    }

    /// Describes a veto against a declaration.
    pub(super) fn veto(&mut self, fight: &Personal, event: &Event) {
        let Event::Veto { me, by, say } = event else { return };
        let why = say.as_ref().map(|say| format!(": \"{say}\"")).unwrap_or_default();
        self.line(&format!("{} vetoes the action of {} as unreasonable{why}.", side_title(fight, *by), name(fight, *me)));
    }

    /// Describes an actor that is taken out, and the outcome for the actor.
    pub(super) fn out(&mut self, fight: &Personal, event: &Event) {
        let Event::Out { who, track, fate, beyond_saving, for_good, say, .. } = event else { return };
        let Some(fate) = *fate else {
            let lost = if *beyond_saving { " They cannot be saved." } else { "" };
            let end = title(fight.track(*track));
            // A hit with more shifts than the track has boxes goes past the end of the track. Any other hit takes the actor out only if its
            // box and all boxes above were already marked.
            let rolled = if self.struck <= i32::from(fight.state.actors[*who].track(*track).length()) {
                format!("Box {} of {end} and all boxes above it were already marked: ", self.struck)
            } else {
                format!("Past the end of {end}: ")
            };
            return self.add(&format!("{rolled}{} is taken out.{lost}", name(fight, *who)));
        };
        let tag = fight.outcome_tag(fate);
        // `for good` is not added for an actor that is dead.
        let fate = phrases::fate(fight, fate);
        let gone = if *for_good && tag != "dead" { ", for good" } else { "" };
        let story = say.as_ref().map(|say| format!(" \"{say}\"")).unwrap_or_default();
        self.line(&format!("  {}: {fate}{gone}.{story}", name(fight, *who)));
    }
}
