//! Converts paths to URIs.

use std::fmt::Write;

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
    let drive = path.as_bytes().get(1) == Some(&b':');
    let mut uri = String::from(if path.starts_with('/') {
        "file://"
    } else if drive {
        "file:///"
    } else {
        ""
    });
    for (at, byte) in path.bytes().enumerate() {
        let plain = byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) || drive && at == 1;
        if plain {
            uri.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}
