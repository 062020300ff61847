//! Tests of the members of a packed package and of its declared hashes.

use crate::archive::package_folder::Shelf;
use crate::archive::raw::Raw;
use slip_pack::archive::{Archive, ArchiveManifest, MANIFEST, write};
use std::collections::BTreeMap;

const MANIFEST_OF_YARDS: (&str, &str) = (
    "yards/slipyard.toml",
    "[package]\nname = \"yards\"\nversion = \"1.2.0\"\nlicence = \"CC-BY-4.0\"\nauthors = [\"Nadia\"]\ndescription = \"Guns, and a dock\"\n\n[dependencies]\nanvils = { path = \"../anvils\" }\n",
);
const GUNS: (&str, &str) = (
    "yards/guns.slip",
    "use anvils.{steel}\n\nweapon flint \"Flint\" : slug_thrower from steel { }\n\n\
     weapon heavy \"Heavy\" : slug_thrower {\n  tech T0\n  allow over-budget \"for the festival\"\n  harm 4; penetration 4\n  range 0..4\n}\n\n\
     map dock \"The dock\" {\n  picture \"\"\"\n    ddoo\n    ddoo\n  \"\"\"\n  zone d deck \"Deck\"\n  zone o office \"Office\"\n}\n",
);
const LICENCE: (&str, &str) = ("yards/LICENSE.md", "Use it, and say whose it is.\n");
const ANVILS: (&str, &str) = ("anvils/slipyard.toml", "[package]\nname = \"anvils\"\nversion = \"2.0.0\"\nlicence = \"CC0-1.0\"\n");
const STEEL: (&str, &str) =
    ("anvils/guns.slip", "weapon steel \"Steel\" : slug_thrower { tech T1; harm 1; penetration 1; range 0..2; stunts civilian }\n");
const FILE: &str = "out/yards-1.2.0.slippack";

pub(crate) fn shelf(name: &str) -> Shelf {
    Shelf::new(name, &[MANIFEST_OF_YARDS, GUNS, LICENCE, ANVILS, STEEL])
}

/// Builds the package on a shelf of its own.
pub(crate) fn built(name: &str) -> Shelf {
    let shelf = shelf(name);
    let (code, text) = shelf.says(&["build", "yards", "--out", "out"]);
    assert_eq!(code, 0, "{text}");
    shelf
}

pub(crate) fn bytes(shelf: &Shelf, path: &str) -> Vec<u8> {
    std::fs::read(shelf.path(path)).unwrap()
}

#[test]
fn a_packed_package_holds_all_that_belongs_to_it() {
    let shelf = built("pack-holds");
    let archive = Archive::read(&bytes(&shelf, FILE)).unwrap();
    let names: Vec<&str> = archive.members().map(|(name, _)| name).collect();
    assert_eq!(
        names,
        [
            "licences/std/NOTICE",
            "licences/std/OGL.txt",
            "licences/yards/LICENSE.md",
            "maps/dock.svg",
            "maps/dock.txt",
            "pack.json",
            "sources/anvils/guns.slip",
            "sources/anvils/slipyard.toml",
            "sources/yards/guns.slip",
            "sources/yards/slipyard.toml",
            "verdict.json",
        ]
    );
    let text = |name: &str| String::from_utf8(archive.member(name).unwrap().to_vec()).unwrap();
    assert_eq!(text("licences/yards/LICENSE.md"), LICENCE.1);
    assert!(text("maps/dock.svg").contains("<svg ") && text("maps/dock.svg").contains("The dock"));
    assert!(text("licences/std/OGL.txt").contains("OPEN GAME LICENSE"));
    assert!(
        text("maps/dock.txt").starts_with("The dock (yards.dock), map  yards/guns.slip:12\n    ddoo\n    ddoo\n"),
        "{}",
        text("maps/dock.txt")
    );
    let about = &archive.about;
    assert_eq!((about.package.name.as_str(), about.package.version.as_str(), about.package.edition), ("yards", "1.2.0", 1));
    assert_eq!(about.tool, format!("slipyard {}", env!("CARGO_PKG_VERSION")));
    let packages: Vec<&str> = about.packages.iter().map(|package| package.name.as_str()).collect();
    assert_eq!(packages, ["std", "anvils", "yards"]);
    assert_eq!(about.packages[2].needs, ["anvils"]);
    let waived: Vec<&str> = archive.verdict.waivers.iter().map(|waived| waived.reason.as_str()).collect();
    assert_eq!((archive.verdict.errors, waived), (0, vec!["for the festival"]));
    assert_eq!(about.plays.len(), 64);
    assert!(archive.verdict.findings.iter().all(|finding| finding.code != "lock-outdated"), "a lock is no part of the package");
}

type Members = BTreeMap<String, Vec<u8>>;

#[test]
fn the_pictures_in_a_pack_are_those_that_map_draws_and_older_packs_have_none() {
    let shelf = built("pack-pictures");
    let whole = Archive::read(&bytes(&shelf, FILE)).unwrap();
    let (code, text) = shelf.says(&["map", "dock", "--in", "yards", "--format", "svg", "--out", "dock.svg"]);
    assert_eq!((code, shelf.read("dock.svg").as_bytes()), (0, whole.member("maps/dock.svg").unwrap()), "{text}");
    let repacked = |change: fn(&mut Members)| {
        let mut members: Members = whole.members().map(|(name, bytes)| (name.to_owned(), bytes.to_vec())).collect();
        change(&mut members);
        let about = ArchiveManifest { members: Vec::new(), ..whole.about.clone() };
        shelf.write("changed.slippack", write(about, &members).unwrap());
        shelf.says(&["verify", "changed.slippack"])
    };
    let (code, text) = repacked(|members| drop(members.remove("maps/dock.svg")));
    assert_eq!(code, 0, "{text}");
    let (code, text) = repacked(|members| members.get_mut("maps/dock.svg").unwrap().extend(b"<!-- x -->"));
    assert!(code == 1 && text.contains("`maps/dock.svg` differs from the map that the Slip files give"), "{text}");
}

#[test]
fn the_same_content_gives_the_same_bytes_on_every_machine() {
    let shelf = built("pack-bytes");
    let first = bytes(&shelf, FILE);
    let build = |from: &str, path: &str| {
        let out = shelf.path("again");
        let _ = std::fs::remove_dir_all(&out);
        let run = std::process::Command::new(env!("CARGO_BIN_EXE_slipyard"))
            .args(["build", path, "--out"])
            .arg(&out)
            .current_dir(shelf.path(from))
            .output()
            .unwrap();
        assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
        bytes(&shelf, "again/yards-1.2.0.slippack")
    };
    assert_eq!(build("yards", "."), first);
    assert_eq!(build("anvils", "../yards"), first);
    assert_eq!(build(".", shelf.path("yards").to_str().unwrap()), first);
    // The texts have the line ends of a checkout on another system.
    for (path, text) in [MANIFEST_OF_YARDS, GUNS, LICENCE, ANVILS, STEEL] {
        shelf.write(path, format!("\u{feff}{}", text.replace('\n', "\r\n")));
    }
    assert_eq!(build("yards", "."), first);
    // Neither the lock file nor the time is part of the archive.
    std::fs::remove_file(shelf.path("yards/slipyard.lock")).unwrap();
    assert_eq!(build("yards", "."), first);
    let zipped = zip::read(&first);
    assert!(zipped.iter().all(|(time, mode)| (*time, *mode) == (0x0021_0000, 0o100_644)), "{zipped:x?}");
}

/// Reads time and mode of each member from the central directory.
mod zip {
    pub(super) fn read(bytes: &[u8]) -> Vec<(u32, u32)> {
        let starts = bytes.windows(4).enumerate().filter(|(_, window)| *window == b"PK\x01\x02").map(|(at, _)| at);
        let long = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        starts.map(|at| (long(at + 12), long(at + 38) >> 16)).collect()
    }
}

#[test]
fn what_has_errors_is_not_built_and_a_build_says_the_hash() {
    let shelf = shelf("pack-errors");
    shelf.write("yards/guns.slip", GUNS.1.replace("  allow over-budget \"for the festival\"\n", ""));
    let (code, text) = shelf.says(&["build", "yards", "--out", "out"]);
    assert_eq!(code, 1);
    assert!(text.contains("error[over-budget]") && text.contains("`yards` was not built: 1 error"), "{text}");
    assert!(!shelf.path("out").exists());
    assert!(!shelf.path("yards/slipyard.lock").exists());
    shelf.write("yards/guns.slip", GUNS.1);
    let (code, text) = shelf.says(&["build", "yards", "--out", "out"]);
    let hash = slip_pack::archive::hash(&bytes(&shelf, FILE));
    assert_eq!((code, text), (0, format!("wrote yards/slipyard.lock\nwrote {FILE}\n      {hash}\n")));
    // A package without dependencies has nothing to lock.
    assert_eq!(shelf.says(&["build", "anvils", "--out", "out"]).0, 0);
    assert!(!shelf.path("anvils/slipyard.lock").exists());
    let (code, text) = shelf.says(&["build", FILE]);
    assert!(code == 2 && text.contains("is already a built package"), "{text}");
    let (code, text) = shelf.says(&["build", "yards", "--out", "out", "--format", "json"]);
    assert_eq!((code, text), (0, "wrote out/yards-1.2.0.json\n".to_owned()));
    let archive = Archive::read(&bytes(&shelf, FILE)).unwrap();
    assert_eq!(archive.member("pack.json").unwrap(), bytes(&shelf, "out/yards-1.2.0.json"));
}

#[test]
fn a_packed_package_is_what_it_says() {
    let shelf = built("pack-verify");
    let hash = slip_pack::archive::hash(&bytes(&shelf, FILE));
    let (code, text) = shelf.says(&["verify", FILE]);
    assert_eq!(
        (code, text.as_str()),
        (0, "yards 1.2.0 is intact: 11 parts, every hash is correct, and the Slip files in it compile to its pack, maps and verdict\n")
    );
    let bare = hash.trim_start_matches("sha256:").to_uppercase();
    assert_eq!(shelf.says(&["verify", FILE, "--sha256", &bare]).0, 0);
    assert_eq!(shelf.says(&["verify", FILE, "--sha256", &hash]).0, 0);
    let (code, text) = shelf.says(&["verify", FILE, "--sha256", &"0".repeat(64)]);
    assert!(code == 1 && text.contains("is not the expected file") && text.contains(&hash), "{text}");
    let (code, text) = shelf.says(&["verify", FILE, "--sha256", "77"]);
    assert_eq!((code, text.as_str()), (2, "error: `77` is not a SHA-256 hash: write 64 hexadecimal digits\n"));
    // The packed file does not need the folders that it was built from.
    std::fs::remove_dir_all(shelf.path("yards")).unwrap();
    std::fs::remove_dir_all(shelf.path("anvils")).unwrap();
    assert_eq!(shelf.says(&["verify", FILE]).0, 0);
}

/// Returns the built archive with members changed and every hash recomputed, as an attacker would do it.
fn forged(shelf: &Shelf, change: impl FnOnce(&mut ArchiveManifest, &mut BTreeMap<String, Vec<u8>>)) -> (i32, String) {
    let archive = Archive::read(&bytes(shelf, FILE)).unwrap();
    let mut about = archive.about.clone();
    let mut members = archive.members().map(|(name, bytes)| (name.to_owned(), bytes.to_vec())).collect();
    change(&mut about, &mut members);
    shelf.write("out/forged.slippack", write(about, &members).unwrap());
    shelf.says(&["verify", "out/forged.slippack"])
}

fn replace(members: &mut BTreeMap<String, Vec<u8>>, name: &str, old: &str, new: &str) {
    let text = String::from_utf8(members[name].clone()).unwrap();
    assert!(text.contains(old), "{text}");
    members.insert(name.to_owned(), text.replacen(old, new, 1).into_bytes());
}

#[test]
fn a_forgery_with_right_hashes_is_found_by_compiling_and_the_member_is_named() {
    let shelf = built("pack-forged");
    let says = |(code, text): (i32, String), words: &[&str]| {
        assert_eq!(code, 1, "{text}");
        words.iter().for_each(|words| assert!(text.contains(words), "{words}: {text}"));
    };
    let pack = forged(&shelf, |_, members| replace(members, "pack.json", "\"harm\": 4", "\"harm\": 9"));
    says(pack, &["`pack.json` differs from the pack that the Slip files compile to", "weapon `heavy`: harm 4 → 9"]);
    let map = forged(&shelf, |_, members| replace(members, "maps/dock.txt", "Deck", "Duck"));
    says(map, &["`maps/dock.txt` differs from the map that the Slip files give"]);
    let verdict = forged(&shelf, |_, members| replace(members, "verdict.json", "for the festival", "for show"));
    says(verdict, &["`verdict.json` differs from the verdict on the Slip files"]);
    let notice = forged(&shelf, |_, members| replace(members, "licences/std/NOTICE", "e", "E"));
    says(notice, &["`licences/std/NOTICE` is not the licence notice of the rules"]);
    let lost = forged(&shelf, |_, members| drop(members.remove("maps/dock.txt")));
    says(lost, &["`maps/dock.txt` is missing, although the Slip files need it"]);
    let about = forged(&shelf, |about, _| about.plays = "0".repeat(64));
    says(about, &["`slippack.json` does not describe the package of the Slip files"]);
    let broken = forged(&shelf, |_, members| replace(members, "sources/yards/guns.slip", "tech T0", "tech T9"));
    says(broken, &["forged.slippack/yards/guns.slip:", "the Slip files in it have errors, so it was not built by slipyard"]);
    let rules = forged(&shelf, |about, _| about.packages[0].hash = format!("sha256:{}", "1".repeat(64)));
    assert_eq!(rules.0, 2);
    assert!(rules.1.contains("whose rules differ from those of this slipyard"), "{}", rules.1);
}

#[test]
fn a_member_changed_on_its_way_is_named() {
    let shelf = built("pack-changed");
    let archive = Archive::read(&bytes(&shelf, FILE)).unwrap();
    let mut manifest = serde_json::to_vec_pretty(&archive.about).unwrap();
    manifest.push(b'\n');
    let first = Raw::plain(MANIFEST, &manifest);
    let members = archive.members().map(|(name, bytes)| match name {
        "sources/yards/guns.slip" => Raw::plain(name, String::from_utf8_lossy(bytes).replace("Heavy", "Handy").as_bytes()),
        _ => Raw::plain(name, bytes),
    });
    let all: Vec<Raw> = [first].into_iter().chain(members).collect();
    shelf.write("out/changed.slippack", zip_of(&all));
    let (code, text) = shelf.says(&["verify", "out/changed.slippack"]);
    assert_eq!(code, 1);
    assert_eq!(
        text,
        "error[refused-pack]: `out/changed.slippack` was refused: `sources/yards/guns.slip` does not match `slippack.json`: its content has a different hash\n"
    );
}

fn zip_of(all: &[Raw]) -> Vec<u8> {
    crate::archive::raw::zip(all)
}

#[test]
fn inspecting_says_what_is_in_it() {
    let shelf = built("pack-inspect");
    let (code, text) = shelf.says(&["inspect", FILE]);
    assert_eq!(code, 0);
    for line in [
        "yards 1.2.0, edition 1\n  Guns, and a dock\n",
        "  licence       CC-BY-4.0\n",
        "  authors       Nadia\n",
        "  depends on    std 0.1.0, anvils 2.0.0\n",
        "  2 weapons     flint, heavy\n",
        "  map           dock\n",
        "allowed: over-budget in weapon `heavy`, \"for the festival\"\n",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let (code, json) = shelf.says(&["inspect", FILE, "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(code, 0);
    assert_eq!(json["hash"], slip_pack::archive::hash(&bytes(&shelf, FILE)));
    assert_eq!(json["holds"]["weapon"], serde_json::json!(["flint", "heavy"]));
    assert_eq!(json["manifest"]["package"]["name"], "yards");
    assert_eq!(json["verdict"]["errors"], 0);
}

#[test]
fn a_packed_package_can_be_read_wherever_a_package_can() {
    let shelf = built("pack-read");
    assert_eq!(shelf.says(&["check", FILE]).0, 0);
    let (code, text) = shelf.says(&["show", "heavy", "--in", FILE]);
    assert!(code == 0 && text.starts_with("Heavy (yards.heavy)") && text.contains("slippack/yards/guns.slip:8"), "{text}");
    let (code, text) = shelf.says(&["list", "--in", FILE]);
    assert!(code == 0 && text.contains("flint"), "{text}");
    let (code, text) = shelf.says(&["check", FILE, "--fix"]);
    assert_eq!(code, 0, "{text}");
    assert!(!shelf.path("out/yards").exists());
}

#[test]
fn every_package_of_the_repository_is_built_and_is_what_it_says() {
    let shelf = Shelf::new("pack-content", &[]);
    shelf.copy("content");
    let (code, text) = shelf.says(&["build", "content", "--out", "out"]);
    assert_eq!(code, 0, "{text}");
    let mut files: Vec<String> =
        std::fs::read_dir(shelf.path("out")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    files.sort();
    assert!(files.len() >= 9, "{files:?}");
    for file in files {
        let (code, text) = shelf.says(&["verify", &format!("out/{file}")]);
        assert_eq!(code, 0, "{text}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn two_files_that_are_shown_by_one_name_are_not_packed() {
    use std::os::unix::ffi::OsStrExt;
    let shelf = shelf("pack-one-name");
    for (byte, name) in [(0xef, "g1"), (0xee, "g2")] {
        // File names in another encoding: an invalid byte is printed as the replacement character.
        let file = [b"na", &[byte][..], b"me.slip"].concat();
        let file = shelf.path("anvils").join(std::ffi::OsStr::from_bytes(&file));
        std::fs::write(
            file,
            format!("weapon {name} \"Gun\" : slug_thrower {{ tech T1; harm 1; penetration 1; range 0..2; stunts civilian }}\n"),
        )
        .unwrap();
    }
    let (code, text) = shelf.says(&["build", "yards", "--out", "out"]);
    assert_eq!((code, shelf.path("out").exists()), (1, false), "{text}");
    assert!(text.contains("the file name `na\u{fffd}me.slip`"), "{text}");
}
