//! Aspects in quotes, with what those at a table have to know of them.

use super::sheet::wrapped;
use crate::transcript::phrases::sides;
use slip_dice::fate::{Aspect, Origin};
use slip_play::names::Names;

/// An aspect in quotes, and in brackets what is to be known of it: `"Limping" (consequence; free to tag for crew)`. `passing` says
/// how long it stays, where that is not for good.
pub(super) fn written(fight: &dyn Names, aspect: &Aspect, passing: Option<String>) -> String {
    let consequence = (aspect.origin == Origin::Consequence).then(|| "consequence".to_owned());
    let free = aspect.free.map(|free| format!("free to tag for {}", sides(fight, free.sides)));
    let notes: Vec<String> = consequence.into_iter().chain(passing).chain(free).collect();
    let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join("; ")) };
    format!("\"{}\"{notes}", aspect.text)
}

/// Aspects that everybody may use, under a heading of their own; nothing where there are none.
pub(super) fn everywhere(aspects: &[String], out: &mut String) {
    if !aspects.is_empty() {
        out.push_str("Everywhere\n");
        wrapped(aspects, 94).iter().for_each(|line| out.push_str(&format!("  {line}\n")));
    }
}
