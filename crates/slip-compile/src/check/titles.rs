//! Names as people read them, for what has no title.

use ecow::EcoString;

/// `high_capacity` as people read it: `High capacity`.
pub fn readable(name: &str) -> EcoString {
    let spaced = name.replace('_', " ");
    let mut letters = spaced.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => EcoString::new(),
    }
}
