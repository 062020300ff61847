//! Unpacks an archive into its members, and compares each member with its hash in the manifest.

use super::directory::{self, DirectoryEntry};
use super::manifest::{ArchiveManifest, CheckResults};
use super::refusal::ArchiveRefusal;
use super::{LICENCES, MANIFEST, MAPS, PACK, SOURCES, VERDICT};
use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use zip::ZipArchive;

/// Archive that has been checked completely.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Archive {
    /// Manifest of the archive.
    pub about: ArchiveManifest,
    /// Results of checking the package.
    pub verdict: CheckResults,
    /// Hash of the whole archive file, as dependent packages pin it.
    pub hash: String,
    /// All members of the archive except the manifest, by name.
    members: BTreeMap<String, Vec<u8>>,
}

impl Archive {
    /// Reads an archive.
    ///
    /// # Errors
    /// Returns a [`ArchiveRefusal`] if any part of the archive differs from what [`super::write()`] writes.
    pub fn read(bytes: &[u8]) -> Result<Archive, ArchiveRefusal> {
        let entries = directory::scan(bytes)?;
        if entries.first().is_none_or(|first| first.name != MANIFEST) {
            return Err(ArchiveRefusal::no_manifest());
        }
        let mut zip = ZipArchive::new(Cursor::new(bytes)).map_err(|_| ArchiveRefusal::foreign("its directory cannot be read"))?;
        let mut unpacked = entries.iter().enumerate().map(|(number, entry)| unpack(&mut zip, number, entry));
        let about = match unpacked.next() {
            Some(manifest) => ArchiveManifest::read(&manifest?)?,
            None => return Err(ArchiveRefusal::no_manifest()),
        };
        compare(&about, &entries)?;
        let mut members = BTreeMap::new();
        for (entry, bytes) in entries.iter().skip(1).zip(unpacked) {
            members.insert(entry.name.clone(), bytes?);
        }
        let differs = |member: &&super::ArchiveMember| members.get(&member.name).is_none_or(|bytes| super::hash(bytes) != member.hash);
        let wrong: Vec<String> = about.members.iter().filter(differs).map(|member| member.name.clone()).collect();
        if !wrong.is_empty() {
            return Err(ArchiveRefusal::wrong_hash(wrong));
        }
        let verdict = CheckResults::read(members.get(VERDICT).ok_or_else(|| ArchiveRefusal::missing(VERDICT))?)?;
        Ok(Archive { about, verdict, hash: super::hash(bytes), members })
    }

    /// Returns the bytes of an archive member by name.
    pub fn member(&self, name: &str) -> Option<&[u8]> {
        self.members.get(name).map(Vec::as_slice)
    }

    /// Returns all archive members except the manifest: name and bytes.
    pub fn members(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.members.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
    }

    /// Returns the source texts of a package in the archive: path inside the package, and bytes.
    pub fn sources(&self, package: &str) -> impl Iterator<Item = (&str, &[u8])> {
        self.below(format!("{SOURCES}/{package}/"))
    }

    /// Returns the licences and notices of a package in the archive: file name and bytes.
    pub fn licences(&self, package: &str) -> impl Iterator<Item = (&str, &[u8])> {
        self.below(format!("{LICENCES}/{package}/"))
    }

    fn below(&self, folder: String) -> impl Iterator<Item = (&str, &[u8])> {
        self.members().filter_map(move |(name, bytes)| Some((name.strip_prefix(&folder)?, bytes)))
    }
}

/// Checks that the members are exactly those that the manifest lists, in the same order, and that each has a valid path.
fn compare(about: &ArchiveManifest, entries: &[DirectoryEntry]) -> Result<(), ArchiveRefusal> {
    let there: BTreeMap<&str, u64> = entries.iter().skip(1).map(|entry| (entry.name.as_str(), entry.size)).collect();
    let listed: BTreeMap<&str, u64> = about.members.iter().map(|member| (member.name.as_str(), member.size)).collect();
    if let Some(name) = there.keys().find(|name| !listed.contains_key(*name)) {
        return Err(ArchiveRefusal::unlisted(name));
    }
    if let Some(name) = listed.keys().find(|name| !there.contains_key(*name)) {
        return Err(ArchiveRefusal::missing(name));
    }
    if let Some(name) = [PACK, VERDICT].into_iter().find(|name| !there.contains_key(name)) {
        return Err(ArchiveRefusal::missing(name));
    }
    let wrong: Vec<String> =
        listed.iter().filter(|(name, size)| there.get(*name) != Some(*size)).map(|(name, _)| (*name).to_owned()).collect();
    if !wrong.is_empty() {
        return Err(ArchiveRefusal::wrong_hash(wrong));
    }
    if !entries.iter().skip(1).map(|entry| entry.name.as_str()).eq(listed.keys().copied()) {
        return Err(ArchiveRefusal::foreign("its files are not in the order of their names"));
    }
    match listed.keys().find(|name| !has_place(about, name)) {
        Some(name) => Err(ArchiveRefusal::foreign_member(name, "does not belong in a pack")),
        None => Ok(()),
    }
}

/// True if an archive of this format may contain a member with the given name.
fn has_place(about: &ArchiveManifest, name: &str) -> bool {
    let of_package = |inside: &str| {
        let package = inside.split_once('/').map(|(package, _)| package);
        about.packages.iter().any(|packed| package == Some(packed.name.as_str()))
    };
    match name.split_once('/') {
        None => name == PACK || name == VERDICT,
        Some((SOURCES | LICENCES, inside)) => of_package(inside),
        Some((MAPS, inside)) => !inside.contains('/'),
        Some(_) => false,
    }
}

/// Unpacks one member, and reads no more bytes than the size that the directory states for it.
fn unpack(zip: &mut ZipArchive<Cursor<&[u8]>>, number: usize, entry: &DirectoryEntry) -> Result<Vec<u8>, ArchiveRefusal> {
    let mut member = zip.by_index(number).map_err(|_| ArchiveRefusal::damaged(&entry.name))?;
    let mut bytes = Vec::new();
    let most = entry.size.saturating_add(1);
    let read = (&mut member).take(most).read_to_end(&mut bytes);
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > entry.size {
        return Err(ArchiveRefusal::lies(&entry.name));
    }
    read.map_err(|_| ArchiveRefusal::damaged(&entry.name))?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) < entry.size {
        return Err(ArchiveRefusal::lies(&entry.name));
    }
    Ok(bytes)
}
