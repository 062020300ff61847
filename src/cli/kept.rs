//! The cache of whoever runs this, and which build they run.

use crate::cache::Cache;
use crate::project;
use std::time::UNIX_EPOCH;

/// The cache, unless none is wanted.
pub(super) fn cache(none: bool) -> Cache {
    let place = if none { None } else { project::cache_folder().zip(build()) };
    place.map_or_else(Cache::nowhere, |(folder, tool)| Cache::new(folder.join("verdicts"), tool))
}

/// Which build this is: of one version there may be many on the machine of whoever works on the tool. Unknown is none: nothing is
/// kept that the next build could take for its own.
fn build() -> Option<String> {
    let about = std::fs::metadata(std::env::current_exe().ok()?).ok()?;
    let written = about.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some(format!("{} {} {}", env!("CARGO_PKG_VERSION"), about.len(), written.as_nanos()))
}
