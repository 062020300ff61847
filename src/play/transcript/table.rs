//! What those at the table do to the course of a fight, in words: the referee's word and steps taken back. Floor 6.

use super::Transcript;
use crate::play::event::Event;
use crate::play::fight::Playable;

impl Transcript {
    /// The referee's word, and what it brings, each thing in its own words.
    pub(super) fn override_by<F: Playable>(&mut self, fight: &F, by: &str, why: Option<&str>, events: &[Event]) {
        let because = why.map(|why| format!(", because \"{why}\"")).unwrap_or_default();
        self.line(&format!("{by} rules{because}:"));
        let mut fight = fight.clone();
        for event in events {
            self.tell(&fight, event);
            fight.apply(event);
        }
        self.close();
    }

    /// Steps are taken back; `answers` is how many answers went with them.
    pub fn taken_back(&mut self, by: &str, why: Option<&str>, answers: usize, redraw: bool) {
        let because = why.map(|why| format!(", because \"{why}\"")).unwrap_or_default();
        let count = match answers {
            0 => "to the last answer".to_owned(),
            1 => "one answer".to_owned(),
            many => format!("{many} answers"),
        };
        let dice = if redraw { "; the dice are drawn anew" } else { "" };
        self.line(&format!("(undone by {by}: {count}{because}{dice}.)"));
    }
}
