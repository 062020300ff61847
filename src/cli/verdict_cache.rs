//! Opens the cache of check results for the current user and the running build.

use crate::cache::Cache;
use crate::project;
use std::time::UNIX_EPOCH;

/// Opens the cache, unless the user switched it off.
pub(super) fn cache(none: bool) -> Cache {
    let place = if none { None } else { project::cache_folder().zip(build()) };
    place.map_or_else(Cache::nowhere, |(folder, tool)| Cache::new(folder.join("verdicts"), tool))
}

/// Returns an identifier of this build. One version may have many builds on a developer's machine. With `None` the cache is off, so that no
/// other build reads its entries.
fn build() -> Option<String> {
    let about = std::fs::metadata(std::env::current_exe().ok()?).ok()?;
    let written = about.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some(format!("{} {} {}", env!("CARGO_PKG_VERSION"), about.len(), written.as_nanos()))
}
