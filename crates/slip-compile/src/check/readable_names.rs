//! Readable names of things that have no title.

use ecow::EcoString;

/// Converts a name to a title: `high_capacity` to `High capacity`.
pub fn readable(name: &str) -> EcoString {
    let spaced = name.replace('_', " ");
    let mut letters = spaced.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => EcoString::new(),
    }
}
