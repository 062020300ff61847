//! Packs members into an archive: the same members give the same bytes.

use super::manifest::{ArchiveManifest, ArchiveMember};
use super::refusal::ArchiveRefusal;
use super::{FORMAT, MANIFEST, directory};
use std::collections::BTreeMap;
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, System, ZipWriter};

/// Writes an archive with these members, and fills in the manifest's list of the members and its content hash.
///
/// The result passes the same checks as a file that is read, so slipyard never writes an archive that it would refuse.
///
/// # Errors
/// If a member has a name that is not allowed, or the archive exceeds [`slip_limits`].
pub fn write(about: ArchiveManifest, members: &BTreeMap<String, Vec<u8>>) -> Result<Vec<u8>, ArchiveRefusal> {
    let listed = members.iter().map(|(name, bytes)| ArchiveMember {
        name: name.clone(),
        size: u64::try_from(bytes.len()).unwrap_or(u64::MAX),
        hash: super::hash(bytes),
    });
    let mut about = ArchiveManifest { format: FORMAT, members: listed.collect(), content: String::new(), ..about };
    about.content = about.reckoned();
    let manifest = about.bytes();
    let first = [(MANIFEST, manifest.as_slice())].into_iter();
    let rest = members.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
    let bytes = zipped(first.chain(rest)).map_err(|_| ArchiveRefusal::total_too_large())?;
    directory::scan(&bytes)?;
    Ok(bytes)
}

/// Compresses the members. The result does not depend on the machine or the time; `miniz_oxide` gives the same bytes everywhere.
fn zipped<'m>(members: impl Iterator<Item = (&'m str, &'m [u8])>) -> zip::result::ZipResult<Vec<u8>> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(6))
        .last_modified_time(DateTime::DEFAULT)
        .system(System::Unix)
        .unix_permissions(0o644);
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in members {
        writer.start_file(name, options)?;
        writer.write_all(bytes)?;
    }
    Ok(writer.finish()?.into_inner())
}
