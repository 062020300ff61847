//! Version step that a change of a package requires: none, patch, minor or major.

use serde::Serialize;
use slip_keyword::keyword_enum;

keyword_enum! {
    /// A step of a semantic version.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Bump {
        /// No change: no new version is needed.
        None = "no new version",
        /// Only text has changed, or something illegal is legal now: users of the package need not do anything.
        Patch = "a patch",
        /// Something is new, or numbers have changed: users of the package should check their encounters again.
        Minor = "a minor version",
        /// A name no longer exists, or something legal is now illegal or may be: packages that use it may no longer compile.
        Major = "a major version",
    }

    /// Returns the version step as words.
    pub const fn word(self) -> &'static str;
}

/// Parses the three numbers of a version such as `1.4.2`; `None` for other forms, such as a number with a leading zero. A suffix after `-`
/// or `+` is ignored.
fn numbers(version: &str) -> Option<[u64; 3]> {
    let plain = version.split(['-', '+']).next()?;
    let number = |part: &str| part.parse::<u64>().ok().filter(|_| part.len() == 1 || !part.starts_with('0'));
    let mut parts = plain.split('.').map(number);
    let numbers = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(numbers)
}

/// Returns the lowest version that is the given step above a version. Below 1.0.0 the second number marks breaking changes.
///
/// ```
/// use slip_pack::changes::version_step::{Bump, next};
///
/// assert_eq!(next("1.4.2", Bump::Minor).as_deref(), Some("1.5.0"));
/// assert_eq!(next("0.4.2", Bump::Major).as_deref(), Some("0.5.0"));
/// assert_eq!(next("0.4.2", Bump::Minor).as_deref(), Some("0.4.3"));
/// assert_eq!(next("fourth", Bump::Minor), None);
/// ```
pub fn next(version: &str, bump: Bump) -> Option<String> {
    let [major, minor, patch] = numbers(version)?;
    let [major, minor, patch] = match (bump, major) {
        (Bump::None, _) => [major, minor, patch],
        (Bump::Major, 0) => [0, minor.saturating_add(1), 0],
        (Bump::Major, _) => [major.saturating_add(1), 0, 0],
        (Bump::Minor, 1..) => [major, minor.saturating_add(1), 0],
        (Bump::Minor | Bump::Patch, _) => [major, minor, patch.saturating_add(1)],
    };
    Some(format!("{major}.{minor}.{patch}"))
}

/// True if a version is at least the required one.
///
/// ```
/// assert!(slip_pack::changes::version_step::is_enough("0.5.0", "0.4.3"));
/// assert!(!slip_pack::changes::version_step::is_enough("0.4.2", "0.4.3"));
/// assert!(!slip_pack::changes::version_step::is_enough("0.04.3", "0.4.3"));
/// ```
pub fn is_enough(version: &str, asked: &str) -> bool {
    match (numbers(version), numbers(asked)) {
        (Some(version), Some(asked)) => version >= asked,
        _ => false,
    }
}
