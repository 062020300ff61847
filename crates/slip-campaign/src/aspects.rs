//! Aspects that may be used on a roll between encounters. They belong to the people, ships and places of the campaign, or the referee
//! declares them for the scene.

use super::command_execution::{CommandExecution, CommandRefusal, Invoked};
use std::collections::BTreeSet;

impl CommandExecution<'_> {
    /// Checks the aspects invoked on a roll of a person or ship. Each must exist and be used only once. At most one own aspect of the
    /// person or ship may be paid for, unless the rules have `self_invokes any`.
    ///
    /// # Errors
    ///
    /// If an aspect may not be used.
    pub(crate) fn check_invoked(&self, who: &str, invoked: &[Invoked]) -> Result<(), CommandRefusal> {
        let own = self.aspects_of(who);
        for (at, aspect) in invoked.iter().enumerate() {
            if invoked.iter().take(at).any(|before| before.text == aspect.text) {
                return Err(CommandRefusal::because("each aspect can be used only once on a roll"));
            }
            if !aspect.scene && !self.is_known(&aspect.text) {
                let option = if aspect.free { "--free" } else { "--aspect" };
                let legal = own.iter().map(|text| format!("{option} \"{text}\""));
                let scene = format!("{option} \"{0}\" --scene \"{0}\"  (the referee declares it for this scene)", aspect.text);
                return Err(CommandRefusal::choose(
                    format!("no person, ship or place of this campaign has the aspect \"{}\"; {who} may use", aspect.text),
                    legal.chain([scene]).collect(),
                ));
            }
        }
        let of_oneself = invoked.iter().filter(|aspect| !aspect.free && own.contains(aspect.text.as_str())).count();
        if of_oneself > 1 && !self.rules().is("self_invokes", "any") {
            return Err(CommandRefusal::because(format!("only one of {who}'s own aspects can be invoked on a roll")));
        }
        Ok(())
    }

    /// Refuses invoked aspects if the command makes no roll; `why` is the reason.
    ///
    /// # Errors
    /// If any aspects are invoked.
    pub(crate) fn no_roll(&self, invoked: &[Invoked], why: &str) -> Result<(), CommandRefusal> {
        match invoked.first() {
            Some(aspect) => Err(CommandRefusal::because(format!("{why}, so \"{}\" has no effect: leave it out", aspect.text))),
            None => Ok(()),
        }
    }

    /// Returns the aspects of a person or ship: those of its sheet, those from play, and its consequences.
    fn aspects_of(&self, who: &str) -> BTreeSet<&str> {
        let Some(item) = self.state.item(self.pack, who) else { return BTreeSet::new() };
        let consequences = self.state.standing(who).into_iter().flat_map(|standing| &standing.consequences);
        let mut aspects: BTreeSet<&str> = consequences.map(|one| one.text.as_str()).collect();
        match self.state.ships.get(who) {
            Some(ship) => aspects.extend(ship.own_aspects(item)),
            None => aspects.extend(item.aspects.iter().map(|aspect| aspect.text.as_str())),
        }
        aspects
    }

    /// True if a person, ship or place of the campaign has an aspect with this text.
    fn is_known(&self, text: &str) -> bool {
        let names = self.state.people.keys().chain(self.state.ships.keys());
        let mut places = self.state.places.values().filter_map(|station| self.pack.item(station.item.as_ref()?));
        names.into_iter().any(|who| self.aspects_of(who).contains(text))
            || places.any(|place| place.aspects.iter().any(|aspect| aspect.text == text))
    }
}
