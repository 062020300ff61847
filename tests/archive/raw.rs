//! Zip archives written byte by byte, so that every field can be made invalid.

use slip_pack::PackageInfo;
use slip_pack::archive::{Archive, ArchiveManifest, CheckResults, MANIFEST, Packed, VERDICT, write};
use std::collections::BTreeMap;

/// Member with both its headers.
#[derive(Clone)]
pub(crate) struct Raw {
    pub(crate) name: Vec<u8>,
    pub(crate) data: Vec<u8>,
    /// Declared size when unpacked.
    pub(crate) size: u32,
    pub(crate) crc: u32,
    pub(crate) method: u16,
    pub(crate) flags: u16,
    pub(crate) attributes: u32,
    pub(crate) extra: Vec<u8>,
    /// Name in the local header.
    pub(crate) local_name: Vec<u8>,
}

impl Raw {
    /// Returns a plain, uncompressed file.
    pub(crate) fn plain(name: &str, bytes: &[u8]) -> Raw {
        Raw {
            name: name.into(),
            data: bytes.to_vec(),
            size: u32::try_from(bytes.len()).unwrap(),
            crc: crc(bytes),
            method: 0,
            flags: 0,
            attributes: 0o100_644 << 16,
            extra: Vec::new(),
            local_name: name.into(),
        }
    }
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
    })
}

fn short(out: &mut Vec<u8>, numbers: &[usize]) {
    numbers.iter().for_each(|number| out.extend(u16::try_from(*number).unwrap().to_le_bytes()));
}

fn long(out: &mut Vec<u8>, numbers: &[u32]) {
    numbers.iter().for_each(|number| out.extend(number.to_le_bytes()));
}

/// Returns the archive of these members.
pub(crate) fn zip(members: &[Raw]) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for raw in members {
        let offset = u32::try_from(out.len()).unwrap();
        let packed = u32::try_from(raw.data.len()).unwrap();
        out.extend(b"PK\x03\x04");
        short(&mut out, &[20, raw.flags.into(), raw.method.into(), 0, 33]);
        long(&mut out, &[raw.crc, packed, raw.size]);
        short(&mut out, &[raw.local_name.len(), raw.extra.len()]);
        out.extend(&raw.local_name);
        out.extend(&raw.extra);
        out.extend(&raw.data);
        directory.extend(b"PK\x01\x02");
        short(&mut directory, &[3 << 8 | 20, 20, raw.flags.into(), raw.method.into(), 0, 33]);
        long(&mut directory, &[raw.crc, packed, raw.size]);
        short(&mut directory, &[raw.name.len(), raw.extra.len(), 0, 0, 0]);
        long(&mut directory, &[raw.attributes, offset]);
        directory.extend(&raw.name);
        directory.extend(&raw.extra);
    }
    let start = u32::try_from(out.len()).unwrap();
    out.extend(&directory);
    out.extend(b"PK\x05\x06");
    short(&mut out, &[0, 0, members.len(), members.len()]);
    long(&mut out, &[u32::try_from(directory.len()).unwrap(), start]);
    short(&mut out, &[0]);
    out
}

/// Returns a small valid archive.
pub(crate) fn sound() -> Vec<u8> {
    let packed =
        |name: &str| Packed { name: name.into(), version: "1.0.0".into(), hash: format!("sha256:{}", "0".repeat(64)), needs: vec![] };
    let about = ArchiveManifest {
        tool: "slipyard 0.1.0".into(),
        package: PackageInfo { name: "yards".into(), version: "1.0.0".into(), edition: 1, ..PackageInfo::default() },
        pack_format: 1,
        packages: vec![packed("std"), packed("yards")],
        ..ArchiveManifest::default()
    };
    let members = BTreeMap::from([
        ("pack.json".to_owned(), b"{}\n".to_vec()),
        ("sources/yards/guns.slip".to_owned(), b"mark steady \"Steady\"\n".to_vec()),
        ("sources/yards/slipyard.toml".to_owned(), b"[package]\nname = \"yards\"\nversion = \"1.0.0\"\n".to_vec()),
        (VERDICT.to_owned(), CheckResults::default().bytes()),
    ]);
    write(about, &members).unwrap()
}

/// Returns the members of the valid archive with their bytes, the manifest first, for tests to damage.
pub(crate) fn members() -> Vec<Raw> {
    let archive = Archive::read(&sound()).unwrap();
    let mut manifest = serde_json::to_vec_pretty(&archive.about).unwrap();
    manifest.push(b'\n');
    let first = Raw::plain(MANIFEST, &manifest);
    [first].into_iter().chain(archive.members().map(|(name, bytes)| Raw::plain(name, bytes))).collect()
}
