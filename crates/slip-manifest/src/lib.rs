//! Manifests of packages: reads the text of `slipyard.toml`, and words the messages about manifests, dependencies and locks. No file is
//! opened here. The command reads folders, and the browser edition has its texts in memory.

pub mod errors;
pub mod fetch_errors;
pub mod manifest;
pub mod pack_errors;
pub mod package_hash;
pub mod refused_path;
pub mod remote_dependencies;

mod toml_hints;

/// Name of a package's manifest.
pub const MANIFEST: &str = "slipyard.toml";
/// Name of the lock file, which pins a package's dependencies.
pub const LOCK: &str = "slipyard.lock";
