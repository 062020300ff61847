//! Paths of a manifest that are refused without looking them up: paths of other machines, drives and devices. A look-up alone would open a
//! connection or a device, and the package may come from a stranger.

/// Reason for refusing a path in a manifest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathRefusal {
    /// The path begins with two slashes: on some systems, a folder of another machine or a device.
    Machine,
    /// The path begins with the letter of a drive, which other systems do not have.
    Drive,
    /// The path is in a folder of the system that has no real files.
    System,
    /// The path contains a character that no path can have.
    Unwritable,
}

/// Folders of the system that have no real files.
const SYSTEM: [&str; 3] = ["proc", "sys", "dev"];

/// Returns the reason for refusing a path. The answer is the same on every system.
pub fn reason(path: &str) -> Option<PathRefusal> {
    let is_slash = |letter: char| matches!(letter, '/' | '\\');
    if path.contains('\0') {
        return Some(PathRefusal::Unwritable);
    }
    let mut letters = path.chars();
    match (letters.next(), letters.next()) {
        (Some(one), Some(two)) if is_slash(one) && is_slash(two) => return Some(PathRefusal::Machine),
        (Some(letter), Some(':')) if letter.is_ascii_alphabetic() => return Some(PathRefusal::Drive),
        _ => {}
    }
    let mut folders = path.split(is_slash);
    let is_absolute = folders.next() == Some("");
    let first = folders.find(|folder| !matches!(*folder, "" | "."));
    (is_absolute && first.is_some_and(|first| SYSTEM.contains(&first))).then_some(PathRefusal::System)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_machines_drives_and_devices_are_refused_and_folders_are_not() {
        for path in ["//server/share/x", "\\\\server\\share", "\\/server", "\\\\?\\C:\\x", "//./pipe/x"] {
            assert_eq!(reason(path), Some(PathRefusal::Machine), "{path}");
        }
        for path in ["C:/x", "c:x", "Z:\\x"] {
            assert_eq!(reason(path), Some(PathRefusal::Drive), "{path}");
        }
        for path in ["/proc/self/cwd", "/./proc/1", "/dev/fd/3", "/sys"] {
            assert_eq!(reason(path), Some(PathRefusal::System), "{path}");
        }
        assert_eq!(reason("a\0b"), Some(PathRefusal::Unwritable));
        for path in ["../yards", ".", "yards/proc", "/home/ada/dev", "proc/x", "", "a:b"] {
            let is_drive = path == "a:b";
            assert_eq!(reason(path), is_drive.then_some(PathRefusal::Drive), "{path}");
        }
    }
}
