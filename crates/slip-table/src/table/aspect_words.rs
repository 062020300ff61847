//! Formats one aspect in quotes, with the notes that players need.

use super::sheet::wrapped;
use crate::transcript::phrases::sides;
use slip_dice::fate::{Aspect, AspectOrigin};
use slip_play::names::Names;

/// Formats an aspect with its notes in brackets: `"Limping" (consequence; free to tag for crew)`. `passing` is the note about the duration
/// of the aspect, if it is not permanent.
pub(super) fn written(fight: &dyn Names, aspect: &Aspect, passing: Option<String>) -> String {
    let consequence = (aspect.origin == AspectOrigin::Consequence).then(|| "consequence".to_owned());
    let free = aspect.free.map(|free| format!("free to tag for {}", sides(fight, free.sides)));
    let notes: Vec<String> = consequence.into_iter().chain(passing).chain(free).collect();
    let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join("; ")) };
    format!("\"{}\"{notes}", aspect.text)
}

/// Writes a heading and the aspects that all sides may use; writes nothing if there are none.
pub(super) fn everywhere(aspects: &[String], out: &mut String) {
    if !aspects.is_empty() {
        out.push_str("Everywhere\n");
        wrapped(aspects, 94).iter().for_each(|line| out.push_str(&format!("  {line}\n")));
    }
}
