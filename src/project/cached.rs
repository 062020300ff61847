//! Where things may be kept that can be made again.

use std::env::{home_dir, var_os};
use std::path::PathBuf;

/// The variable that names the folder; nothing is kept if it is empty.
const FOLDER: &str = "SLIPYARD_CACHE";

/// The folder of whoever runs this: the one they name, else the one where the system wants such things to be. None if they want none,
/// or have no place.
pub fn cache_folder() -> Option<PathBuf> {
    if let Some(folder) = var_os(FOLDER) {
        return (!folder.is_empty()).then(|| PathBuf::from(folder));
    }
    // A relative path would be another place in every folder.
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
