//! Counts with their nouns: `1 ship`, `2 ships`.

/// English words whose plural is the same as their singular.
const UNCOUNTED: &[&str] = &["aircraft", "armour", "opposition", "equipment", "ammunition", "cargo", "gear", "furniture", "software"];

/// Returns the plural of an English word.
pub fn plural(word: &str) -> String {
    let last = word.rsplit(' ').next().unwrap_or(word).to_lowercase();
    if UNCOUNTED.contains(&last.as_str()) || (last.ends_with('s') && !last.ends_with("ss")) {
        return word.to_owned();
    }
    match word.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        _ if ["ss", "x", "sh", "ch"].iter().any(|end| last.ends_with(end)) => format!("{word}es"),
        _ => format!("{word}s"),
    }
}

/// Formats a count with its noun: `1 ship`, `2 ships`.
pub fn counted<N: std::fmt::Display + PartialEq + From<u8>>(count: N, word: &str) -> String {
    if count == N::from(1) { format!("1 {word}") } else { format!("{count} {}", plural(word)) }
}
