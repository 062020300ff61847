//! Dependencies that a manifest names by address: a revision of a git repository, or a pack. Addresses that are not valid are refused
//! without a look-up, since a manifest may come from a stranger.

/// Start of every hash.
const HASH_START: &str = "sha256:";
/// Longest address in bytes.
const LONGEST: usize = 2_000;

/// Dependency by address.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Remote {
    /// A folder in a git repository, at a revision.
    Git {
        /// Address of the repository.
        address: String,
        /// Full id of the commit.
        revision: String,
        /// Folder of the package in the repository; empty for its root.
        folder: String,
    },
    /// Packed file.
    Pack {
        /// Address of the file.
        address: String,
    },
}

impl Remote {
    /// Returns the address of the dependency.
    pub fn address(&self) -> &str {
        match self {
            Remote::Git { address, .. } | Remote::Pack { address } => address,
        }
    }

    /// Returns the path inside `.slipyard` at which the dependency with this hash is stored.
    pub fn place(&self, hash: &str) -> String {
        let digits = hash.strip_prefix(HASH_START).unwrap_or(hash);
        match self {
            Remote::Git { .. } => format!("git/{digits}"),
            Remote::Pack { .. } => format!("packs/{digits}.slippack"),
        }
    }
}

/// True if a text is written as an address and not as a path.
pub fn is_address(text: &str) -> bool {
    text.contains("://")
}

/// Returns the reason for refusing an address, as the rest of a sentence.
pub fn refused(address: &str) -> Option<&'static str> {
    let Some(rest) = address.strip_prefix("https://") else { return Some("does not begin with `https://`") };
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let is_plain =
        |letter: char| letter.is_ascii_graphic() && !matches!(letter, '"' | '\'' | '<' | '>' | '\\' | '`' | '{' | '}' | '|' | '^');
    match () {
        () if address.len() > LONGEST => Some("is longer than 2,000 bytes"),
        () if !address.chars().all(is_plain) => Some("contains a character that no address has"),
        () if rest.split(['/', '?', '#']).any(|part| part == "..") => Some("contains `..`"),
        () if host.contains('@') => Some("contains a name or a password"),
        () if host.is_empty() || host.starts_with(['-', '.', ':']) => Some("has no host"),
        () => None,
    }
}

/// True if a text is the full id of a commit.
pub fn is_revision(text: &str) -> bool {
    matches!(text.len(), 40 | 64) && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

/// True if a text is a folder inside a repository: names without `..`, joined by `/`.
pub fn is_folder(text: &str) -> bool {
    let is_name = |name: &str| !matches!(name, "" | "." | ".." | ".git") && !name.contains(['\\', ':', '\0']);
    text.split('/').all(is_name)
}

#[cfg(test)]
mod tests {
    use super::{is_folder, is_revision, refused};

    #[test]
    fn addresses_of_other_protocols_with_passwords_or_without_a_host_are_refused() {
        for address in [
            "http://example.org/x",
            "git://example.org/x",
            "ssh://git@example.org/x",
            "file:///etc/passwd",
            "ext::sh -c touch% /tmp/x",
            "--upload-pack=touch /tmp/x",
            "https://",
            "https:///x",
            "https://-oProxyCommand=x/y",
            "https://ada:secret@example.org/x",
            "https://example.org/a b",
            "https://example.org/\u{202e}x",
            "HTTPS://example.org/x",
            "https://example.org/../../etc/passwd",
        ] {
            assert!(refused(address).is_some(), "{address}");
        }
        assert_eq!(refused("https://example.org:8443/yards.git"), None);
        assert!(refused(&format!("https://example.org/{}", "x".repeat(3_000))).is_some());
    }

    #[test]
    fn a_revision_is_a_whole_commit_and_a_folder_stays_in_the_repository() {
        assert!(is_revision(&"0a".repeat(20)) && !is_revision("main") && !is_revision(&"0A".repeat(20)) && !is_revision("0a0a0a0"));
        assert!(
            is_folder("packages/yards") && ["", "..", "a/../b", "/a", "a//b", ".git/hooks", "c:\\x"].iter().all(|text| !is_folder(text))
        );
    }
}
