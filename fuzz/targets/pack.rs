//! Fuzz target: any bytes are read as an archive or refused; also a real archive with changed bytes, and one with arbitrary members.
#![no_main]

use libfuzzer_sys::fuzz_target;
use slip_pack::archive::{ArchiveManifest, Archive, Packed, write};
use slip_pack::{Pack, PackageInfo};
use slipyard_fuzz::bytes::Bytes;
use std::collections::BTreeMap;
use std::sync::LazyLock;

static REAL: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let members = BTreeMap::from([
        ("verdict.json".to_owned(), br#"{"errors":0,"warnings":0,"notes":0,"findings":[],"waivers":[]}"#.to_vec()),
        ("sources/yard/ships.slip".to_owned(), b"ship ember : spacecraft {\n  tech T2\n}\n".to_vec()),
    ]);
    write(about(), &members).expect("an archive of two members")
});

fn about() -> ArchiveManifest {
    let packed = Packed { name: "yard".into(), version: "1.0.0".into(), ..Packed::default() };
    ArchiveManifest { package: PackageInfo { name: "yard".into(), ..PackageInfo::default() }, packages: vec![packed], ..ArchiveManifest::default() }
}

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes(data);
    match bytes.byte() % 4 {
        0 => drop(Archive::read(bytes.0)),
        1 => {
            let mut changed = REAL.clone();
            while !bytes.is_empty() {
                let (at, value) = (bytes.below(changed.len()), bytes.byte());
                if let Some(byte) = changed.get_mut(at) {
                    *byte = value;
                }
            }
            if let Ok(archive) = Archive::read(&changed) {
                assert_eq!(archive.members().count(), 2, "what is read is what was written");
            }
        }
        2 => {
            let mut members = BTreeMap::new();
            while !bytes.is_empty() {
                let name = bytes.text();
                members.insert(name, bytes.text().into_bytes());
            }
            if let Ok(written) = write(about(), &members) {
                let again = Archive::read(&written);
                let named: Vec<String> = members.keys().cloned().collect();
                if let Ok(archive) = again {
                    assert_eq!(archive.members().map(|(name, _)| name.to_owned()).collect::<Vec<_>>(), named);
                }
            }
        }
        _ => drop(serde_json::from_slice::<Pack>(bytes.0)),
    }
});
