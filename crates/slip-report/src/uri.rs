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
/// assert_eq!(of_path("/srv/ships.slip"), "file:///srv/ships.slip");
/// assert_eq!(of_path("C:/ships.slip"), "file:///C:/ships.slip");
/// ```
pub fn of_path(path: &str) -> String {
    if path.starts_with('/') {
        return format!("file://{}", encoded(path));
    }
    match path.split_at_checked(1).and_then(|(drive, rest)| Some((drive, rest.strip_prefix(':')?))) {
        Some((drive, rest)) => format!("file:///{}:{}", encoded(drive), encoded(rest)),
        None => encoded(path).to_string(),
    }
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
