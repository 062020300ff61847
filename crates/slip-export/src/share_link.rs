//! Links to the editor of the browser edition that contain texts: deflated, in the fragment, which browsers do not send to any server.
//! `web/src/share.ts` reads them.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use std::collections::BTreeMap;
use std::io::Write;

/// Greatest length of a link.
pub const LONGEST: usize = 8192;

/// Returns the fragment of a link with these texts by path: `#texts=…`; `None` if it is longer than a link may be.
pub fn fragment(files: &BTreeMap<String, String>) -> Option<String> {
    let json = serde_json::to_vec(files).ok()?;
    let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&json).ok()?;
    let fragment = format!("#texts={}", URL_SAFE_NO_PAD.encode(packed.finish().ok()?));
    (fragment.len() <= LONGEST).then_some(fragment)
}

/// Returns the fragment that also shows a thing: its card, and the line at which it is declared.
pub fn showing(fragment: &str, kind: &str, name: &str) -> String {
    format!("{fragment}&show={kind}.{name}")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;
    use flate2::read::DeflateDecoder;
    use std::io::Read;

    #[test]
    fn a_link_has_the_texts_in_letters_that_every_address_may_have() {
        let files = BTreeMap::from([("yard/ship.slip".to_owned(), "// ä <&>\n".to_owned())]);
        let fragment = fragment(&files).unwrap();
        let letters = fragment.strip_prefix("#texts=").unwrap();
        assert!(letters.bytes().all(|letter| letter.is_ascii_alphanumeric() || letter == b'-' || letter == b'_'), "{letters}");
        let mut json = String::new();
        DeflateDecoder::new(URL_SAFE_NO_PAD.decode(letters).unwrap().as_slice()).read_to_string(&mut json).unwrap();
        assert_eq!(serde_json::from_str::<BTreeMap<String, String>>(&json).unwrap(), files);
    }

    #[test]
    fn texts_that_are_too_long_get_no_link() {
        let text: String = (0..20_000).map(|number: u32| number.wrapping_mul(2_654_435_761).to_string()).collect();
        assert_eq!(fragment(&BTreeMap::from([("a.slip".to_owned(), text)])), None);
    }
}
