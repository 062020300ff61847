//! Tests of hostile archives: each is refused with its reason before anything in it is unpacked.
//! Rules: R-XPK2.

use crate::archive::package_folder::Shelf;
use crate::archive::raw::{Raw, members, sound, zip};
use slip_pack::archive::{Archive, ArchiveFault, MANIFEST};

/// Returns the kind and the message of the refusal.
fn refused(bytes: &[u8]) -> (ArchiveFault, String) {
    match Archive::read(bytes) {
        Ok(_) => panic!("it was let in"),
        Err(refusal) => (refusal.kind, refusal.message),
    }
}

/// Returns the valid archive with one more member at the end.
fn with(raw: Raw) -> Vec<u8> {
    let mut all = members();
    all.push(raw);
    zip(&all)
}

/// Returns the valid archive with its second member changed.
fn changed(change: impl FnOnce(&mut Raw)) -> Vec<u8> {
    let mut all = members();
    change(&mut all[1]);
    zip(&all)
}

#[track_caller]
fn says(bytes: &[u8], kind: ArchiveFault, words: &str) {
    let (found, message) = refused(bytes);
    assert_eq!(found, kind, "{message}");
    assert!(message.contains(words), "{message}");
}

#[test]
fn an_archive_written_by_other_means_is_let_in_if_it_is_the_same() {
    let same = Archive::read(&zip(&members())).unwrap();
    let first = Archive::read(&sound()).unwrap();
    assert_eq!((&same.about, &same.verdict), (&first.about, &first.verdict));
    assert!(same.members().eq(first.members()));
    assert_ne!(same.hash, first.hash, "its bytes are others, and whoever pins them sees that");
}

#[test]
fn what_is_no_archive_at_all_is_said_to_be_none() {
    for bytes in [&b""[..], b"PK", b"This is no pack.\n", b"\x1f\x8b\x08\x00", b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"] {
        says(bytes, ArchiveFault::NotAnArchive, "it is not a pack: it does not begin like a zip archive");
    }
}

#[test]
fn an_archive_cut_short_anywhere_is_refused() {
    let whole = sound();
    says(&whole[..whole.len() - 1], ArchiveFault::Truncated, "it is incomplete: part of the file is missing");
    says(&whole[..whole.len() / 2], ArchiveFault::Truncated, "is incomplete");
    for length in 0..whole.len() {
        refused(&whole[..length]);
    }
}

#[test]
fn no_byte_of_an_archive_can_be_changed_to_change_what_it_says() {
    let whole = sound();
    let first = Archive::read(&whole).unwrap();
    for at in 0..whole.len() {
        for flip in [0x01, 0x20, 0x80] {
            let mut bytes = whole.clone();
            bytes[at] ^= flip;
            // Time stamps and the name of the packing program have no effect.
            if let Ok(read) = Archive::read(&bytes) {
                assert_eq!(read.about, first.about, "byte {at}");
                assert!(read.members().eq(first.members()), "byte {at}");
            }
        }
    }
}

#[test]
fn a_name_that_leads_out_is_refused() {
    for name in ["../up.slip", "sources/../../up.slip", "sources\\..\\..\\up.slip"] {
        says(&with(Raw::plain(name, b"x")), ArchiveFault::Path, "is not a valid file name: it leads out of the archive");
    }
    for name in ["/etc/passwd", "C:/windows/up.slip", "\\\\server\\share\\up.slip"] {
        says(&with(Raw::plain(name, b"x")), ArchiveFault::Path, "is not a valid file name: it begins at the root of a disk");
    }
    says(
        &with(Raw::plain("sources/yards/a\u{1b}[2J.slip", b"x")),
        ArchiveFault::Path,
        "`sources/yards/a\\u{1B}[2J.slip` is not a valid file name: it contains a character",
    );
    let latin = Raw { name: b"sources/yards/caf\xe9.slip".to_vec(), ..Raw::plain("", b"x") };
    says(&with(latin), ArchiveFault::Path, "it is not UTF-8");
}

#[test]
fn a_link_a_folder_or_a_device_is_refused() {
    let of = |mode: u32| changed(|raw| raw.attributes = mode << 16);
    says(&of(0o120_777), ArchiveFault::Symlink, "`pack.json` is a link to another file: packs contain no links");
    says(&of(0o040_755), ArchiveFault::Foreign, "`pack.json` is not a plain file");
    says(&of(0o020_666), ArchiveFault::Foreign, "`pack.json` is not a plain file");
    says(&with(Raw::plain("sources/", b"")), ArchiveFault::Path, "a part of it is empty");
}

#[test]
fn two_members_of_one_name_are_refused_in_capitals_too() {
    says(&with(Raw::plain("pack.json", b"{}")), ArchiveFault::Duplicate, "`pack.json` is in the pack twice");
    says(&with(Raw::plain("Pack.JSON", b"{}")), ArchiveFault::Duplicate, "`pack.json` and `Pack.JSON` differ only in capitals");
}

#[test]
fn a_member_that_needs_a_password_is_refused() {
    for flag in [1, 1 << 6, 1 << 13] {
        says(&changed(|raw| raw.flags = flag), ArchiveFault::Encrypted, "`pack.json` is encrypted: packs must be readable by everybody");
    }
}

#[test]
fn what_would_unpack_to_far_more_is_refused_by_what_it_says_already() {
    let bomb = changed(|raw| {
        raw.method = 8;
        raw.size = 200 << 20;
    });
    says(&bomb, ArchiveFault::Bomb, "`pack.json` would unpack from 3 bytes to 200 MiB: at most 200 times the packed size is allowed");
    let large = changed(|raw| raw.size = 257 << 20);
    says(&large, ArchiveFault::TooLarge, "a file may unpack to at most 256 MiB, this one to 257 MiB");
    let many = |name: &str| Raw { size: 250 << 20, method: 8, ..Raw::plain(name, &vec![0; 2 << 20]) };
    let all: Vec<Raw> = members().into_iter().chain(["x1", "x2", "x3"].map(many)).collect();
    says(&zip(&all), ArchiveFault::TooLarge, "all its files together may unpack to at most 512 MiB");
}

#[test]
fn a_member_that_lies_about_its_size_is_not_unpacked_further() {
    // Deflated: one megabyte of one byte, as repeats of 258 bytes.
    let packed = deflated(&vec![b'a'; 1 << 20]);
    let liar = changed(|raw| {
        (raw.data, raw.method, raw.size) = (packed.clone(), 8, 3);
    });
    says(&liar, ArchiveFault::Damaged, "`pack.json` is damaged: it cannot be unpacked");
    let short = changed(|raw| {
        (raw.data, raw.method, raw.size) = (deflated(b"{}"), 8, 3);
    });
    assert!(matches!(refused(&short).0, ArchiveFault::Bomb | ArchiveFault::Damaged));
}

#[test]
fn a_file_or_a_list_of_members_beyond_the_limits_is_refused() {
    let mut file = vec![0; usize::try_from(slip_limits::PACK_BYTES).unwrap() + 1];
    file[..4].copy_from_slice(b"PK\x03\x04");
    says(&file, ArchiveFault::TooLarge, "a pack may have at most 128 MiB");
    let all: Vec<Raw> = (0..=slip_limits::PACK_MEMBERS).map(|number| Raw::plain(&format!("{number}"), b"")).collect();
    says(&zip(&all), ArchiveFault::TooLarge, "a pack may have at most 10000 files, this one has 10001");
}

#[test]
fn members_of_another_content_are_all_named() {
    let one = changed(|raw| *raw = Raw::plain("pack.json", b"[]\n"));
    says(&one, ArchiveFault::WrongHash, "`pack.json` does not match `slippack.json`: its content has a different hash");
    let mut all = members();
    all[1] = Raw::plain("pack.json", b"[]\n");
    all[2] = Raw::plain("sources/yards/guns.slip", b"mark steady \"Steadier\"\n");
    let refusal = Archive::read(&zip(&all)).unwrap_err();
    assert_eq!(
        (refusal.kind, refusal.members),
        (ArchiveFault::WrongHash, vec!["sources/yards/guns.slip".to_owned()]),
        "its size differs, so nothing is unpacked"
    );
    all[2] = Raw::plain("sources/yards/guns.slip", b"mark steady \"Shaken\"\n");
    let refusal = Archive::read(&zip(&all)).unwrap_err();
    assert_eq!(refusal.members, ["pack.json", "sources/yards/guns.slip"]);
    let checksum = changed(|raw| raw.crc ^= 1);
    says(&checksum, ArchiveFault::Damaged, "`pack.json` is damaged");
}

#[test]
fn the_manifest_and_the_members_agree() {
    says(
        &with(Raw::plain("sources/yards/more.slip", b"")),
        ArchiveFault::Unlisted,
        "`sources/yards/more.slip` is in the pack, but `slippack.json` does not list it",
    );
    let mut all = members();
    all.remove(2);
    says(&zip(&all), ArchiveFault::Missing, "`sources/yards/guns.slip` is listed in `slippack.json`, but is not in the pack");
    let mut all = members();
    all.swap(1, 2);
    says(&zip(&all), ArchiveFault::Foreign, "its files are not in the order of their names");
    let mut all = members();
    all.rotate_left(1);
    says(&zip(&all), ArchiveFault::Manifest, "its first file is not `slippack.json`");
    says(&zip(&members()[1..]), ArchiveFault::Manifest, "its first file is not `slippack.json`");
}

/// Returns the valid archive with a text replaced in its manifest.
fn manifest(old: &str, new: &str) -> Vec<u8> {
    let mut all = members();
    let text = String::from_utf8(all[0].data.clone()).unwrap();
    assert!(text.contains(old), "{text}");
    all[0] = Raw::plain(MANIFEST, text.replacen(old, new, 1).as_bytes());
    zip(&all)
}

#[test]
fn a_manifest_that_was_touched_is_refused() {
    says(&manifest("\"edition\": 1", "\"edition\": 2"), ArchiveFault::Manifest, "it was changed after it was written");
    says(&manifest("\"tool\": ", "\"tool\":  "), ArchiveFault::Manifest, "its layout is different");
    says(&manifest("\"tool\": ", "\"told\": "), ArchiveFault::Manifest, "unknown field `told`");
    says(&manifest("\"format\": 1,", ""), ArchiveFault::Manifest, "its format is missing");
    says(&manifest("{", "("), ArchiveFault::Manifest, "was not written by Slipyard");
    says(&manifest("\"name\": \"std\"", "\"name\": \"yards\""), ArchiveFault::Manifest, "two of its packages have the same name");
    says(&manifest("\"name\": \"yards\"", "\"name\": \"std\""), ArchiveFault::Manifest, "it is named after the standard library");
}

#[test]
fn an_archive_of_a_later_slipyard_says_so() {
    let later =
        manifest("\"format\": 1,\n  \"tool\": \"slipyard 0.1.0\"", "\"format\": 7,\n  \"tool\": \"slipyard 3.2.0\",\n  \"shape\": []");
    says(&later, ArchiveFault::Newer, "it has format 7, written by `slipyard 3.2.0`; this version reads format 1");
}

#[test]
fn nothing_stands_in_front_of_the_members_between_or_behind_them() {
    let whole = sound();
    says(&[b"#!/bin/sh\n", &whole[..]].concat(), ArchiveFault::NotAnArchive, "does not begin like a zip archive");
    says(&[&whole[..], b"more"].concat(), ArchiveFault::Foreign, "there is something after its end");
    let extra = changed(|raw| raw.extra = vec![1, 0, 0, 0]);
    says(&extra, ArchiveFault::Foreign, "`pack.json` has extra fields or a comment");
    let twofold = changed(|raw| raw.local_name = b"pack.jsno".to_vec());
    says(&twofold, ArchiveFault::Foreign, "`pack.json` has two headers that disagree");
    let stream = changed(|raw| raw.flags = 1 << 3);
    says(&stream, ArchiveFault::Foreign, "`pack.json` is written as a stream");
    let method = changed(|raw| raw.method = 12);
    says(&method, ArchiveFault::Foreign, "`pack.json` uses compression method 12");
    // A byte between two members that no header counts.
    let mut gap = zip(&members());
    let second = gap.windows(4).skip(4).position(|window| window == b"PK\x03\x04").unwrap() + 4;
    gap.insert(second, 0);
    assert!(matches!(refused(&gap).0, ArchiveFault::Foreign));
}

#[test]
fn the_command_refuses_in_the_same_words_and_unpacks_nothing() {
    let shelf = Shelf::new("hostile-command", &[]);
    shelf.write("up.slippack", with(Raw::plain("../../up.slip", b"x")));
    let refusal = "error[refused-pack]: `up.slippack` was refused: `../../up.slip` is not a valid file name: it leads out of the archive\n";
    assert_eq!(shelf.says(&["verify", "up.slippack"]), (1, refusal.to_owned()));
    assert_eq!(shelf.says(&["inspect", "up.slippack"]), (1, refusal.to_owned()));
    let (code, json) = shelf.says(&["inspect", "up.slippack", "--format", "json"]);
    assert!(code == 1 && json.contains("\"kind\": \"path\"") && json.contains("\"../../up.slip\""), "{json}");
    assert_eq!(shelf.says(&["show", "steady", "--in", "up.slippack"]).0, 2);
    assert_eq!(std::fs::read_dir(shelf.path("")).unwrap().count(), 1);
    let (code, text) = shelf.says(&["verify", "nothing.slippack"]);
    assert_eq!((code, text.as_str()), (2, "error: cannot read `nothing.slippack`: there is no such file or folder\n"));
}

/// Compresses with DEFLATE: bytes that do not repeat as literals; long runs with the fixed codes, as one literal and then repeats
/// of 258 bytes at distance 1.
fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut out = Bits::default();
    out.push(0b1, 1);
    out.push(0b01, 2);
    let mut at = 0;
    while at < bytes.len() {
        let run = bytes[at..].iter().take(258).take_while(|byte| at > 0 && **byte == bytes[at - 1]).count();
        if run == 258 {
            // Length 258 is code 285: 8 bits, 0b1100_0101; distance 1 is code 0: 5 bits.
            out.code(0b1100_0101, 8);
            out.code(0, 5);
            at += 258;
        } else {
            out.code(0x30 + u32::from(bytes[at]), 8);
            at += 1;
        }
    }
    out.code(0, 7);
    out.bytes
}

#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    used: u32,
}

impl Bits {
    fn push(&mut self, value: u32, count: u32) {
        for bit in 0..count {
            if self.used.is_multiple_of(8) {
                self.bytes.push(0);
            }
            let last = self.bytes.len() - 1;
            self.bytes[last] |= u8::try_from(value >> bit & 1).unwrap() << (self.used % 8);
            self.used += 1;
        }
    }

    /// Writes a code with its highest bit first.
    fn code(&mut self, value: u32, count: u32) {
        (0..count).rev().for_each(|bit| self.push(value >> bit, 1));
    }
}
