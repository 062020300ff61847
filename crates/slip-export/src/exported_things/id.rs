//! Permanent ids of exported things.

use sha2::{Digest, Sha256};

/// Number of characters of an id.
const LENGTH: usize = 16;
/// Characters that an id can consist of.
const SIGNS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Returns the id of a thing: 16 letters and digits from the hash of `package.kind.name`. Every export gives the same ids, so other
/// programs recognise the things.
pub(crate) fn id(package: &str, kind: &str, name: &str) -> String {
    let hash = Sha256::digest(format!("{package}.{kind}.{name}"));
    let sign = |byte: &u8| SIGNS.get(usize::from(*byte) % SIGNS.len()).map(|sign| char::from(*sign));
    hash.iter().take(LENGTH).filter_map(sign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_sixteen_letters_and_digits_and_hangs_on_package_kind_and_name() {
        let one = id("yards", "ship", "slow_promise");
        assert_eq!(one.len(), LENGTH);
        assert!(one.bytes().all(|sign| sign.is_ascii_alphanumeric()));
        assert_eq!(one, id("yards", "ship", "slow_promise"));
        for other in [id("docks", "ship", "slow_promise"), id("yards", "weapon", "slow_promise"), id("yards", "ship", "fast_promise")] {
            assert_ne!(one, other);
        }
    }
}
