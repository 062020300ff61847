//! Finds the folder for cache files.

use std::env::{home_dir, var_os};
use std::path::PathBuf;

/// Environment variable that names the folder; an empty value switches the cache off.
const FOLDER: &str = "SLIPYARD_CACHE";

/// Returns the user's cache folder: the folder that the environment variable names, otherwise the usual cache folder of the system. `None`
/// if the cache is switched off or no such folder exists.
pub fn cache_folder() -> Option<PathBuf> {
    if let Some(folder) = var_os(FOLDER) {
        return (!folder.is_empty()).then(|| PathBuf::from(folder));
    }
    // A relative path would mean a different folder in every directory.
    let named = |variable: &str| var_os(variable).map(PathBuf::from).filter(|folder| folder.is_absolute());
    let of_system = if cfg!(windows) {
        named("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        home_dir().map(|home| home.join("Library/Caches"))
    } else {
        home_dir().map(|home| home.join(".cache"))
    };
    named("XDG_CACHE_HOME").or(of_system).map(|folder| folder.join("slipyard"))
}
