//! Converts paths to URIs, and decodes parts of URIs.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::borrow::Cow;
use std::fmt::Display;

/// ASCII characters that are percent-encoded in paths: all but letters, digits, `-`, `.`, `_`, `~` and the slash between names.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// Returns a path with forward slashes as a URI: relative paths stay relative, absolute ones get the scheme `file`.
///
/// ```
/// use slip_report::uri::of_path;
///
/// assert_eq!(of_path("ships/old fleet.slip"), "ships/old%20fleet.slip");
/// assert_eq!(of_path("c:d.slip"), "c%3Ad.slip");
/// assert_eq!(of_path("/srv/ships.slip"), "file:///srv/ships.slip");
/// # #[cfg(windows)]
/// assert_eq!(of_path("C:/ships.slip"), "file:///C:/ships.slip");
/// ```
pub fn of_path(path: &str) -> String {
    match (drive(path), path.starts_with('/')) {
        (Some((drive, rest)), _) => format!("file:///{drive}:{}", encoded(rest)),
        (None, true) => format!("file://{}", encoded(path)),
        (None, false) => encoded(path).to_string(),
    }
}

/// True if a path with forward slashes begins at the root of a file system or, on Windows, of a drive.
pub(super) fn is_absolute(path: &str) -> bool {
    path.starts_with('/') || drive(path).is_some()
}

/// Splits an absolute Windows path into the letter of its drive and the rest. Other systems have no drives; on these, `C:` is the name of a
/// folder.
fn drive(path: &str) -> Option<(char, &str)> {
    let mut letters = path.chars();
    let letter = letters.next().filter(char::is_ascii_alphabetic)?;
    let rest = letters.as_str().strip_prefix(':')?;
    (cfg!(windows) && rest.starts_with('/')).then_some((letter, rest))
}

/// Returns a path with forward slashes percent-encoded.
///
/// ```
/// assert_eq!(slip_report::uri::encoded("/c:/Café.slip").to_string(), "/c%3A/Caf%C3%A9.slip");
/// ```
pub fn encoded(path: &str) -> impl Display {
    utf8_percent_encode(path, ENCODED)
}

/// Decodes a percent-encoded text; `None` if it is not UTF-8, or if a `%` is not followed by two hexadecimal digits.
///
/// ```
/// use slip_report::uri::decoded;
///
/// assert_eq!(decoded("50%25%20done").as_deref(), Some("50% done"));
/// assert_eq!(decoded("%252e").as_deref(), Some("%2e"));
/// assert_eq!(["%FF", "%+1", "%4", "%\u{e9}"].map(decoded), [const { None }; 4]);
/// ```
pub fn decoded(text: &str) -> Option<String> {
    String::from_utf8(decoded_bytes(text)?.into_owned()).ok()
}

/// Decodes a percent-encoded text to bytes; `None` if a `%` is not followed by two hexadecimal digits.
pub fn decoded_bytes(text: &str) -> Option<Cow<'_, [u8]>> {
    let is_byte = |part: &str| part.as_bytes().get(..2).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit));
    text.split('%').skip(1).all(is_byte).then(|| percent_decode_str(text).into())
}
