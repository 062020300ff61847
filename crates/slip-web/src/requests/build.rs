//! `build`: a package as one file, with the bytes that `slipyard build` writes.

use crate::session::Session;
use crate::world::World;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use slip_export::packed_package::{self, CompiledPackage};
use slip_manifest::package_hash;
use slip_pack::archive;
use slip_source::PackageId;

/// Package to build.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Build {
    /// Folder of the package.
    package: String,
}

/// Built package.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct BuiltPackage {
    /// Name of the file.
    name: String,
    /// SHA-256 hash of the file, for packages that depend on it.
    hash: String,
    /// Bytes of the file, in base64.
    bytes: String,
}

/// Builds the package.
pub(crate) fn answer(session: &Session, asked: &Build) -> Result<BuiltPackage, String> {
    let world = session.world(&asked.package)?;
    let package = world.sources.package(world.root).filter(|package| !package.name.is_empty());
    let package = package.ok_or_else(|| "texts without a package cannot be packed: a package has a `slipyard.toml` with a name".to_owned())?;
    if world.diagnostics.has_errors() {
        return Err(format!("`{}` has errors: correct them first", package.name));
    }
    let bytes = packed(&world)?;
    let version = if package.version.is_empty() { String::new() } else { format!("-{}", package.version) };
    Ok(BuiltPackage {
        name: format!("{}{version}.{}", package.name, archive::EXTENSION),
        hash: archive::hash(&bytes),
        bytes: STANDARD.encode(&bytes),
    })
}

fn packed(world: &World) -> Result<Vec<u8>, String> {
    let contents = packed_package::contents(&CompiledPackage {
        sources: &world.sources,
        root: world.root,
        pack: world.pack(),
        diagnostics: &world.diagnostics,
        hash_of: &|id: PackageId| package_hash::hash(&world.sources, id),
        // The packages of a page consist of Slip texts and manifests only, so they have no licence files.
        licences: &|_| Ok(Vec::new()),
        tool: format!("slipyard {}", env!("CARGO_PKG_VERSION")),
    })?;
    archive::write(contents.about, &contents.members).map_err(|refusal| format!("`{}` cannot be packed: {refusal}", world.name()))
}
