//! Downloads a packed package from an `https://` address.

use super::mirrors::DownloadSource;
use crate::project;
use slip_limits::{FETCH_SECONDS, PACK_BYTES};
use std::time::Duration;

/// Greatest number of redirects that are followed. The new address must be an `https://` address, too.
const MOST_REDIRECTS: u32 = 5;

/// Returns the bytes of a file.
///
/// # Errors
/// The reason, as the rest of a sentence, if it cannot be downloaded within the limits.
pub(super) fn download(source: &DownloadSource) -> Result<Vec<u8>, String> {
    let address = match source {
        DownloadSource::Path(path) => return project::stored_bytes(path, PACK_BYTES).map_err(|error| error.to_string()),
        DownloadSource::Address(address) => address,
    };
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .https_only(address.starts_with("https://"))
        .max_redirects(MOST_REDIRECTS)
        .timeout_global(Some(Duration::from_secs(FETCH_SECONDS)))
        .user_agent(concat!("slipyard/", env!("CARGO_PKG_VERSION")))
        .build()
        .into();
    let mut response = agent.get(address).call().map_err(|error| reason(&error))?;
    let bytes = response.body_mut().with_config().limit(PACK_BYTES).read_to_vec();
    bytes.map_err(|error| match error {
        ureq::Error::BodyExceedsLimit(_) => format!("the download is larger than {} MiB", PACK_BYTES >> 20),
        other => reason(&other),
    })
}

/// Returns the reason of a failed download in plain words.
fn reason(error: &ureq::Error) -> String {
    let text = error.to_string();
    let text = text.strip_prefix("io: ").unwrap_or(&text);
    match text.strip_prefix("invalid peer certificate: ") {
        Some(why) => format!("the certificate of the server is not one of a public authority, or is not valid ({why})"),
        None => text.to_owned(),
    }
}
