//! Shipped packages, compiled once each.

use slip_pack::Pack;
use slipyard::project;
use std::path::Path;

/// Returns every package of `content` that has an encounter of personal combat.
pub fn packs() -> Vec<Pack> {
    let mut folders: Vec<_> = std::fs::read_dir("content").unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    let packs = folders.iter().map(|folder| pack(folder));
    packs.filter(|pack| pack.encounters.values().any(|encounter| encounter.play == slip_pack::encounter::Play::Personal)).collect()
}

/// Compiles a package of a folder.
pub fn pack(folder: &Path) -> Pack {
    let project = project::load_package(folder).unwrap();
    slip_compile::compile(&project.sources).pack
}
