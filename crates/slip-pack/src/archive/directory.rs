//! Reads the directory of a zip archive strictly: no two programs can see different members in it.
//!
//! Local headers follow one another from the first byte. The central directory after them repeats the same facts, and the end record is the
//! end of the file. This excludes content that only some programs see: a second member of the same name, members that share bytes, or data
//! before, between or after the members. All of this is checked before anything is unpacked.

use super::refusal::ArchiveRefusal;
use super::{byte_size_text, member_names};

use std::collections::BTreeMap;

const LOCAL: u32 = 0x0403_4b50;
const CENTRAL: u32 = 0x0201_4b50;
const END: u32 = 0x0605_4b50;
const END_SIZE: usize = 22;
/// Flag of a zip header: the name of the member is UTF-8.
const FLAG_UTF8: u16 = 1 << 11;
/// Flags of a zip header for encryption: of the member, strong encryption of the member, or of its directory.
const FLAGS_SECRET: u16 = 1 | 1 << 6 | 1 << 13;
const STORED: u16 = 0;
const DEFLATED: u16 = 8;

/// Archive member as the zip directory describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DirectoryEntry {
    pub(super) name: String,
    /// Size of the member in bytes when unpacked, as the directory states it.
    pub(super) size: u64,
    /// Size of the member in bytes as packed.
    pub(super) packed: u64,
}

/// Returns the members of an archive in the order of the file.
pub(super) fn scan(bytes: &[u8]) -> Result<Vec<DirectoryEntry>, ArchiveRefusal> {
    let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    if size > slip_limits::PACK_BYTES {
        return Err(ArchiveRefusal::file_too_large(size));
    }
    if !bytes.starts_with(&LOCAL.to_le_bytes()) {
        return Err(ArchiveRefusal::not_an_archive());
    }
    let end = End::read(bytes)?;
    let mut walk = Walk { bytes, local: 0, seen: BTreeMap::new(), total: 0 };
    let mut directory = Reader { bytes, at: end.directory };
    let mut entries = Vec::with_capacity(end.members);
    for _ in 0..end.members {
        entries.push(walk.member(&mut directory)?);
    }
    if directory.at != end.at {
        return Err(ArchiveRefusal::foreign("its directory has more entries than it declares"));
    }
    if walk.local != end.directory {
        return Err(ArchiveRefusal::foreign("it contains bytes that belong to no file"));
    }
    Ok(entries)
}

/// End record of the zip archive.
struct End {
    at: usize,
    members: usize,
    directory: usize,
}

impl End {
    fn read(bytes: &[u8]) -> Result<End, ArchiveRefusal> {
        let at = bytes.len().checked_sub(END_SIZE).ok_or_else(ArchiveRefusal::truncated)?;
        let mut reader = Reader { bytes, at };
        if reader.u32()? != END {
            let mark = END.to_le_bytes();
            // The file does not end with an end record. If an end record is further up in the file, other data follows the archive;
            // otherwise the file was cut off.
            let elsewhere = bytes.get(..at.saturating_add(mark.len())).unwrap_or_default().windows(mark.len()).any(|window| window == mark);
            return Err(if elsewhere { ArchiveRefusal::foreign("there is something after its end") } else { ArchiveRefusal::truncated() });
        }
        let (disk, directory_disk) = (reader.u16()?, reader.u16()?);
        let (here, members) = (reader.u16()?, reader.u16()?);
        let (size, directory, comment) = (reader.u32()?, reader.u32()?, reader.u16()?);
        if disk != 0 || directory_disk != 0 || here != members {
            return Err(ArchiveRefusal::foreign("it is one part of a split archive"));
        }
        if comment != 0 {
            return Err(ArchiveRefusal::foreign("there is something after its end"));
        }
        let members = usize::from(members);
        if members > slip_limits::PACK_MEMBERS {
            return Err(ArchiveRefusal::too_many(members));
        }
        let directory = usize::try_from(directory).unwrap_or(usize::MAX);
        if usize::try_from(size).ok().and_then(|size| directory.checked_add(size)) != Some(at) {
            return Err(ArchiveRefusal::foreign("its directory is not where its end record points"));
        }
        Ok(End { at, members, directory })
    }
}

struct Walk<'b> {
    bytes: &'b [u8],
    /// Offset where the next local header must begin.
    local: usize,
    /// Names of the members read so far by their lower-case form, to find names that differ only in capitals.
    seen: BTreeMap<String, String>,
    total: u64,
}

/// Fields that both the local header and the central directory have for a member.
#[derive(PartialEq, Eq)]
struct Common<'b> {
    flags: u16,
    method: u16,
    crc: u32,
    packed: u32,
    size: u32,
    name: &'b [u8],
}

impl<'b> Walk<'b> {
    fn member(&mut self, directory: &mut Reader<'b>) -> Result<DirectoryEntry, ArchiveRefusal> {
        if directory.u32()? != CENTRAL {
            return Err(ArchiveRefusal::foreign("its directory has fewer entries than it declares"));
        }
        directory.skip(4)?;
        let (flags, method) = (directory.u16()?, directory.u16()?);
        directory.skip(4)?;
        let (crc, packed, size) = (directory.u32()?, directory.u32()?, directory.u32()?);
        let (name_length, extra, comment) = (directory.u16()?, directory.u16()?, directory.u16()?);
        directory.skip(4)?;
        let (attributes, offset) = (directory.u32()?, directory.u32()?);
        let raw = directory.take(usize::from(name_length))?;
        let name = std::str::from_utf8(raw).map_err(|_| ArchiveRefusal::path(&String::from_utf8_lossy(raw), "it is not UTF-8"))?;
        self.name(name)?;
        plain_file(name, flags, attributes)?;
        if method != STORED && method != DEFLATED {
            return Err(ArchiveRefusal::foreign_member(name, &format!("uses compression method {method}")));
        }
        if extra != 0 || comment != 0 {
            return Err(ArchiveRefusal::foreign_member(name, "has extra fields or a comment"));
        }
        self.size(name, u64::from(packed), u64::from(size))?;
        let common = Common { flags, method, crc, packed, size, name: raw };
        self.local(name, usize::try_from(offset).unwrap_or(usize::MAX), &common)?;
        Ok(DirectoryEntry { name: name.to_owned(), size: u64::from(size), packed: u64::from(packed) })
    }

    fn name(&mut self, name: &str) -> Result<(), ArchiveRefusal> {
        member_names::check(name)?;
        match self.seen.insert(name.to_lowercase(), name.to_owned()) {
            Some(before) if before == name => Err(ArchiveRefusal::twice(name)),
            Some(before) => Err(ArchiveRefusal::alike(&before, name)),
            None => Ok(()),
        }
    }

    fn size(&mut self, name: &str, packed: u64, size: u64) -> Result<(), ArchiveRefusal> {
        if size > slip_limits::PACK_MEMBER_BYTES {
            return Err(ArchiveRefusal::member_too_large(name, size));
        }
        if size > byte_size_text::SMALL && size > packed.saturating_mul(slip_limits::PACK_RATIO) {
            return Err(ArchiveRefusal::bomb(name, packed, size));
        }
        self.total = self.total.saturating_add(size);
        if self.total > slip_limits::PACK_TOTAL_BYTES { Err(ArchiveRefusal::total_too_large()) } else { Ok(()) }
    }

    /// Checks the local header of a member: it begins where the previous member ends, and repeats the fields of the central
    /// directory.
    fn local(&mut self, name: &str, offset: usize, common: &Common<'b>) -> Result<(), ArchiveRefusal> {
        if offset != self.local {
            return Err(ArchiveRefusal::foreign_member(name, "does not directly follow the file before it"));
        }
        let mut header = Reader { bytes: self.bytes, at: offset };
        if header.u32()? != LOCAL {
            return Err(ArchiveRefusal::foreign_member(name, "has no header"));
        }
        header.skip(2)?;
        let (flags, method) = (header.u16()?, header.u16()?);
        header.skip(4)?;
        let (crc, packed, size) = (header.u32()?, header.u32()?, header.u32()?);
        let (name_length, extra) = (header.u16()?, header.u16()?);
        let local = Common { flags, method, crc, packed, size, name: header.take(usize::from(name_length))? };
        if local != *common || extra != 0 {
            return Err(ArchiveRefusal::foreign_member(name, "has two headers that disagree"));
        }
        header.skip(usize::try_from(packed).unwrap_or(usize::MAX))?;
        self.local = header.at;
        Ok(())
    }
}

/// Refuses encrypted members, links, folders and devices.
fn plain_file(name: &str, flags: u16, attributes: u32) -> Result<(), ArchiveRefusal> {
    if flags & FLAGS_SECRET != 0 {
        return Err(ArchiveRefusal::encrypted(name));
    }
    if flags & !FLAG_UTF8 != 0 {
        return Err(ArchiveRefusal::foreign_member(name, "is written as a stream"));
    }
    match (attributes >> 16) & 0o170_000 {
        0 | 0o100_000 => Ok(()),
        0o120_000 => Err(ArchiveRefusal::symlink(name)),
        _ => Err(ArchiveRefusal::foreign_member(name, "is not a plain file")),
    }
}

struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Reader<'b> {
    fn take(&mut self, length: usize) -> Result<&'b [u8], ArchiveRefusal> {
        let end = self.at.checked_add(length).ok_or_else(ArchiveRefusal::truncated)?;
        let taken = self.bytes.get(self.at..end).ok_or_else(ArchiveRefusal::truncated)?;
        self.at = end;
        Ok(taken)
    }

    fn skip(&mut self, length: usize) -> Result<(), ArchiveRefusal> {
        self.take(length).map(|_| ())
    }

    fn u16(&mut self) -> Result<u16, ArchiveRefusal> {
        let bytes = self.take(2)?.try_into().map_err(|_| ArchiveRefusal::truncated())?;
        Ok(u16::from_le_bytes(bytes))
    }

    fn u32(&mut self) -> Result<u32, ArchiveRefusal> {
        let bytes = self.take(4)?.try_into().map_err(|_| ArchiveRefusal::truncated())?;
        Ok(u32::from_le_bytes(bytes))
    }
}
