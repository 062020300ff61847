//! Checks the names of archive members.

use super::refusal::ArchiveRefusal;

/// Refuses a member name that leads out of the archive, or that is not a valid file name on every system.
pub(super) fn check(name: &str) -> Result<(), ArchiveRefusal> {
    match fault(name) {
        Some(why) => Err(ArchiveRefusal::path(name, why)),
        None => Ok(()),
    }
}

/// True if Windows treats a file or folder with this name as a device, whatever its extension: `con`, `aux.slip`.
pub fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_lowercase();
    let is_port = |stem: &str| {
        let number = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
        number.is_some_and(|number| matches!(number, "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "¹" | "²" | "³"))
    };
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul" | "conin$" | "conout$") || is_port(&stem)
}

/// Returns the reason why a member may not have this name: it leads out of the archive, or some systems cannot write such a file.
pub fn fault(name: &str) -> Option<&'static str> {
    if name.is_empty() {
        return Some("it is empty");
    }
    if name.len() > slip_limits::PACK_NAME_BYTES {
        return Some("it is too long");
    }
    if name.starts_with(['/', '\\']) || name.as_bytes().get(1) == Some(&b':') {
        return Some("it begins at the root of a disk");
    }
    if name.split(['/', '\\']).any(|part| part == "..") {
        return Some("it leads out of the archive");
    }
    if name.contains(['\\', ':', '*', '?', '"', '<', '>', '|']) || name.chars().any(char::is_control) {
        return Some("it contains a character that some systems do not allow");
    }
    if slip_printable::hidden(name).next().is_some() {
        return Some("it contains an invisible character");
    }
    let odd = |part: &str| part.is_empty() || part.ends_with(['.', ' ']) || part.starts_with(' ');
    if name.split('/').any(odd) {
        return Some("a part of it is empty, ends with a dot, or begins or ends with a space");
    }
    if name.split('/').any(is_device) {
        return Some("Windows reserves a part of it for a device");
    }
    None
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::check;

    #[test]
    fn a_plain_name_in_folders_is_one() {
        for name in [
            "pack.json",
            "sources/yards/guns.slip",
            "sources/yards/Größe 2.slip",
            "licences/yards/LICENSE",
            "sources/yards/console.slip",
            "maps/com10.svg",
        ] {
            assert_eq!(check(name), Ok(()), "{name}");
        }
    }

    #[test]
    fn what_leads_out_or_fits_no_disk_is_none() {
        let long = "a".repeat(241);
        for (name, why) in [
            ("", "empty"),
            ("../up.slip", "leads out"),
            ("sources/../../up.slip", "leads out"),
            ("sources\\..\\up.slip", "leads out"),
            ("/etc/hosts", "root of a disk"),
            ("\\\\server\\share", "root of a disk"),
            ("C:/hosts", "root of a disk"),
            ("sources/a:b", "some systems do not allow"),
            ("sources/a\u{7}b", "some systems do not allow"),
            ("sources//a", "empty"),
            ("sources/./a", "a dot"),
            ("sources/a.", "a dot"),
            ("sources/a ", "space"),
            ("sources/", "empty"),
            ("sources/con/guns.slip", "device"),
            ("maps/aux.svg", "device"),
            ("sources/yards/LPT1 .old.slip", "device"),
            (long.as_str(), "too long"),
        ] {
            let message = check(name).unwrap_err().message;
            assert!(message.contains(why), "{name}: {message}");
        }
    }
}
