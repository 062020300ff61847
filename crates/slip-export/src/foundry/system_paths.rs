//! Paths under `system` in a Foundry document, such as `attributes.stat_*.value`.

/// Path of a value; at most one of its parts has a `*`, which is replaced by the name of a statistic or similar value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundryPath {
    parts: Vec<String>,
}

impl FoundryPath {
    /// Creates a path from its parts.
    ///
    /// # Errors
    /// A sentence, if a part is invalid.
    pub fn of(parts: &[&str]) -> Result<FoundryPath, String> {
        let parts: Vec<String> = parts.iter().flat_map(|part| part.split('.')).map(str::to_owned).collect();
        let path = FoundryPath { parts };
        let shown = path.to_string();
        if path.parts.iter().any(String::is_empty) {
            return Err(format!("`{shown}` has an empty part"));
        }
        let is_sign = |sign: char| sign.is_ascii_alphanumeric() || "_-*".contains(sign);
        if let Some(sign) = shown.chars().find(|sign| *sign != '.' && !is_sign(*sign)) {
            return Err(format!("`{shown}` is not a path: `{}` is not a letter, a digit, `_` or `-`", sign.escape_default()));
        }
        if path.parts.iter().any(|part| part == "__proto__") {
            return Err("a path cannot contain `__proto__`".to_owned());
        }
        if shown.matches('*').count() > 1 {
            return Err(format!("`{shown}` has more than one `*`"));
        }
        Ok(path)
    }

    /// True if the path has a `*`.
    #[must_use]
    pub fn has_star(&self) -> bool {
        self.parts.iter().any(|part| part.contains('*'))
    }

    /// True if one part of the path is only a `*`.
    #[must_use]
    pub fn has_whole_star(&self) -> bool {
        self.parts.iter().any(|part| part == "*")
    }

    /// Returns the parts of the path before the `*`. They lead to the object that contains the entries.
    #[must_use]
    pub fn before_star(&self) -> Vec<String> {
        self.parts.iter().take_while(|part| !part.contains('*')).cloned().collect()
    }

    /// Returns the parts of the path, with a name in place of the `*`.
    #[must_use]
    pub fn filled(&self, name: &str) -> Vec<String> {
        self.parts.iter().map(|part| part.replace('*', name)).collect()
    }

    /// True if two paths may be equal, or if one may be the beginning of the other.
    #[must_use]
    pub fn meets(&self, other: &FoundryPath) -> bool {
        self.parts.iter().zip(&other.parts).all(|(one, other)| may_be_one(one, other))
    }
}

impl std::fmt::Display for FoundryPath {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.parts.join("."))
    }
}

/// True if two parts of paths may be equal once names have replaced each `*`.
fn may_be_one(one: &str, other: &str) -> bool {
    match (one.split_once('*'), other.split_once('*')) {
        (None, None) => one == other,
        (Some(star), None) => is_of(other, star),
        (None, Some(star)) => is_of(one, star),
        (Some((before, behind)), Some((also_before, also_behind))) => {
            let fits = |one: &str, other: &str| one.starts_with(other) || other.starts_with(one);
            let fits_behind = |one: &str, other: &str| one.ends_with(other) || other.ends_with(one);
            fits(before, also_before) && fits_behind(behind, also_behind)
        }
    }
}

fn is_of(word: &str, (before, behind): (&str, &str)) -> bool {
    word.len() >= before.len() + behind.len() && word.starts_with(before) && word.ends_with(behind)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> FoundryPath {
        FoundryPath::of(&[text]).unwrap_or(FoundryPath { parts: Vec::new() })
    }

    #[test]
    fn paths_are_words_with_points_between_them() {
        assert_eq!(path("a.b_*.value").filled("beam"), ["a", "b_beam", "value"]);
        assert_eq!(FoundryPath::of(&["a", "b.c"]), Ok(path("a.b.c")));
        for bad in ["", "a..b", ".a", "a b", "-=a", "a.__proto__.b", "a.*.*", "a.é"] {
            assert!(FoundryPath::of(&[bad]).is_err(), "{bad}");
        }
    }

    #[test]
    fn two_paths_meet_where_both_may_write() {
        for (one, other) in [("a", "a"), ("a", "a.b"), ("a.*", "a.b"), ("a.stat_*", "a.stat_*.value"), ("a.b_*", "a.*_c")] {
            assert!(path(one).meets(&path(other)) && path(other).meets(&path(one)), "{one} {other}");
        }
        for (one, other) in [("a", "b"), ("a.b", "a.c"), ("a.stat_*", "a.skill_*"), ("a.*.value", "a.*.max"), ("a.stat_*", "a.cost")] {
            assert!(!path(one).meets(&path(other)), "{one} {other}");
        }
    }
}
