//! Tests of packages that depend on packed ones, by file and hash.

use crate::archive::package_folder::{Shelf, lines};
use crate::archive::packed::{built, bytes};
use crate::archive::raw::{Raw, zip};
use slip_pack::archive;
use slip_source::diagnostic::Severity;

const FILE: &str = "out/yards-1.2.0.slippack";

/// Returns the manifest of `dock` with the given text after `yards = `.
fn manifest(dependency: &str) -> String {
    format!("[package]\nname = \"dock\"\nversion = \"0.1.0\"\n\n[dependencies]\nyards = {dependency}\n")
}

fn hash(shelf: &Shelf) -> String {
    archive::hash(&bytes(shelf, FILE))
}

/// Builds `yards` into an archive, beside a package `dock` that depends on the archive file.
fn dock(name: &str, text: &str) -> Shelf {
    let shelf = built(name);
    shelf.write("dock/dock.slip", text);
    shelf.write("dock/slipyard.toml", manifest(&format!("{{ pack = \"../{FILE}\", hash = \"{}\", version = \"1.2\" }}", hash(&shelf))));
    shelf
}

const TEXT: &str =
    "use yards.{flint}\n\nweapon flint_two \"Flint two\" : slug_thrower from flint { }\n\npatch yards.heavy {\n  harm 3\n}\n";

/// Rules: R-XPK1.
#[test]
fn what_is_packed_can_be_derived_from_patched_and_shown_like_any_other_package() {
    let shelf = dock("depend-reach", TEXT);
    // The folders that the archive was built from are not read.
    std::fs::remove_dir_all(shelf.path("yards")).unwrap();
    std::fs::remove_dir_all(shelf.path("anvils")).unwrap();
    let found = shelf.said("dock");
    assert!(found.iter().all(|found| found.severity != Severity::Error), "{:?}", lines(found.iter()));
    let (code, text) = shelf.says(&["show", "flint_two", "--in", "dock"]);
    assert!(code == 0 && text.contains("slippack/anvils/guns.slip:1"), "the ledger reaches through two packages of the file: {text}");
    let (code, text) = shelf.says(&["show", "heavy", "--in", "dock"]);
    assert!(code == 0 && text.contains("harm 3"), "{text}");
}

/// Rules: R-XPK1.
#[test]
fn a_picture_of_a_mistake_reaches_into_the_packed_texts() {
    let shelf = dock("depend-picture", "weapon worse \"Worse\" : slug_thrower from yards.heavy {\n  harm 6\n}\n");
    let (code, text) = shelf.says(&["check", "dock"]);
    assert_eq!(code, 1);
    assert!(text.contains("over-budget"), "{text}");
    assert!(text.contains("yards-1.2.0.slippack/yards/guns.slip:") && text.contains("penetration 4"), "{text}");
}

/// Rules: R-XPK3.
#[test]
fn the_lock_is_the_same_whether_a_package_is_packed_or_not() {
    let shelf = dock("depend-lock", TEXT);
    // Folders of the same repository would not be pinned.
    ["yards/.git", "anvils/.git"].iter().for_each(|path| shelf.write(path, ""));
    assert_eq!(shelf.says(&["lock", "--in", "dock"]), (0, "wrote dock/slipyard.lock\n".to_owned()));
    let packed = shelf.read("dock/slipyard.lock");
    assert!(packed.contains("name = \"anvils\"") && packed.contains("name = \"yards\"\nversion = \"1.2.0\""), "{packed}");
    assert_eq!(shelf.says(&["check", "dock", "--locked"]).0, 0);
    shelf.write("dock/slipyard.toml", manifest("{ path = \"../yards\" }"));
    assert_eq!(shelf.says(&["lock", "--in", "dock"]).1, "no changes in dock/slipyard.lock\n");
    assert_eq!(shelf.says(&["check", "dock", "--locked"]).0, 0);
}

/// Rules: R-XPK3.
#[test]
fn what_stands_on_packed_packages_is_packed_with_them() {
    let shelf = dock("depend-again", TEXT);
    assert_eq!(shelf.says(&["build", "dock", "--out", "out"]).0, 0);
    let packed = archive::Archive::read(&bytes(&shelf, "out/dock-0.1.0.slippack")).unwrap();
    let names: Vec<&str> = packed.about.packages.iter().map(|package| package.name.as_str()).collect();
    assert_eq!(names, ["std", "anvils", "yards", "dock"]);
    assert!(packed.member("licences/yards/LICENSE.md").is_some(), "its licence goes with it");
    for folder in ["yards", "anvils", "dock"] {
        std::fs::remove_dir_all(shelf.path(folder)).unwrap();
    }
    std::fs::remove_file(shelf.path(FILE)).unwrap();
    let (code, text) = shelf.says(&["verify", "out/dock-0.1.0.slippack"]);
    assert_eq!(code, 0, "{text}");
}

/// Rules: R-XPK1.
#[test]
fn a_pack_without_its_hash_is_not_read_and_the_edit_writes_the_hash() {
    let shelf = dock("depend-hashless", TEXT);
    shelf.write("dock/slipyard.toml", manifest(&format!("{{ pack = \"../{FILE}\" }}")));
    let found = shelf.loaded("dock");
    assert_eq!(lines(&found), [format!("manifest: the pack `../{FILE}` has no hash")]);
    let edit = &found[0].fixes[0].edits[0];
    assert_eq!(edit.replacement, format!("\"../{FILE}\", hash = \"{}\"", hash(&shelf)));
    shelf.write("dock/slipyard.toml", manifest(&format!("{{ pack = {} }}", edit.replacement)));
    assert_eq!(lines(&shelf.loaded("dock")), [""; 0]);
}

/// Rules: R-XPK1.
#[test]
fn a_pack_of_another_hash_is_not_read() {
    let shelf = dock("depend-other", TEXT);
    let before = hash(&shelf);
    shelf.write("yards/more.slip", "mark steady \"Steady\"\n");
    assert_eq!(shelf.says(&["build", "yards", "--out", "out"]).0, 0);
    let found = shelf.loaded("dock");
    assert_eq!(lines(&found), [format!("pack-mismatch: `../{FILE}` is not the required pack, because its hash is different")]);
    assert_eq!(found[0].fixes[0].edits[0].replacement, format!("\"{}\"", hash(&shelf)));
    assert_ne!(before, hash(&shelf));
    // An unreadable archive is reported once, not once for every name in it.
    let found = shelf.said("dock");
    assert_eq!(found.iter().filter(|found| found.severity == Severity::Error).count(), 1, "{:?}", lines(found.iter()));
}

#[test]
fn a_file_that_is_no_pack_is_refused_even_with_its_right_hash() {
    let shelf = dock("depend-refused", TEXT);
    for (file, why) in [
        (b"This is no pack.\n".to_vec(), "it is not a pack: it does not begin like a zip archive"),
        (zip(&[Raw::plain("/etc/passwd", b"")]), "`/etc/passwd` is not a valid file name: it begins at the root of a disk"),
    ] {
        shelf.write("out/odd.slippack", &file);
        shelf.write("dock/slipyard.toml", manifest(&format!("{{ pack = \"../out/odd.slippack\", hash = \"{}\" }}", archive::hash(&file))));
        let found = shelf.loaded("dock");
        assert_eq!(lines(&found), ["refused-pack: the pack `../out/odd.slippack` cannot be used"]);
        assert_eq!(found[0].primary.text, why);
        assert_eq!(shelf.says(&["check", "dock"]).0, 1);
    }
}

#[test]
fn a_pack_that_is_not_there_is_looked_for_nearby() {
    let shelf = dock("depend-missing", TEXT);
    shelf.write("dock/slipyard.toml", manifest(&format!("{{ pack = \"../out/yards-1.0.0.slippack\", hash = \"{}\" }}", hash(&shelf))));
    let found = shelf.loaded("dock");
    assert_eq!(lines(&found), ["missing-dependency: there is no file `../out/yards-1.0.0.slippack` for the package `yards`"]);
    assert_eq!(found[0].help.as_deref(), Some("did you mean `../out/yards-1.2.0.slippack`?"));
}

/// Rules: R-XPK1.
#[test]
fn mistakes_in_the_manifest_are_said_in_its_words() {
    let shelf = dock("depend-words", TEXT);
    let hash = hash(&shelf);
    let digits = hash.trim_start_matches("sha256:");
    for (dependency, message) in [
        (
            format!("{{ pack = \"../{FILE}\", hash = \"{digits}\" }}"),
            "manifest: the value of `hash` is not `\"sha256:\"` followed by 64 hexadecimal digits",
        ),
        (format!("{{ pack = \"../{FILE}\", sha256 = \"{digits}\" }}"), "unknown-key: `sha256` is not the name of a hash here"),
        (format!("{{ pack = \"../{FILE}\", path = \"../yards\", hash = \"{hash}\" }}"), "manifest: this line has both a folder and a pack"),
        (format!("{{ path = \"../yards\", hash = \"{hash}\" }}"), "manifest: a folder cannot have a hash here"),
        (
            format!("{{ hash = \"{hash}\" }}"),
            "manifest: the value of `yards` is not a folder, a pack or a git address, such as `{ path = \"../yards\" }`",
        ),
        (
            format!("{{ pack = \"../{FILE}\", hash = \"{hash}\", version = \"2\" }}"),
            "version-mismatch: `yards` has version 1.2.0, but 2 is required",
        ),
    ] {
        shelf.write("dock/slipyard.toml", manifest(&dependency));
        assert_eq!(lines(&shelf.loaded("dock")), [message], "{dependency}");
    }
    shelf.write("dock/slipyard.toml", manifest(&format!("{{ pack = \"../{FILE}\", hash = \"{hash}\" }}")).replace("yards =", "yard ="));
    let found = shelf.loaded("dock");
    assert_eq!(lines(&found), [format!("missing-dependency: `../{FILE}` contains the package `yards`, not `yard`")]);
    assert_eq!(found[0].help.as_deref(), Some("write `yards` in place of `yard`"));
}

/// Rules: R-XPK3.
#[test]
fn what_a_pack_brings_and_what_lies_beside_it_are_one_thing_if_they_are_the_same() {
    let shelf = dock(
        "depend-shared",
        "use yards.{flint}\nuse anvils.{steel}\n\nweapon one \"One\" : slug_thrower from flint { }\n\nweapon two \"Two\" : slug_thrower from steel { }\n",
    );
    let pack = format!("{{ pack = \"../{FILE}\", hash = \"{}\" }}", hash(&shelf));
    // The order of the two dependencies does not matter.
    for third in ["anvils = { path = \"../anvils\" }\n", "zinc = { path = \"../zinc\" }\nanvils = { path = \"../anvils\" }\n"] {
        shelf.write("zinc/slipyard.toml", "[package]\nname = \"zinc\"\n\n[dependencies]\nanvils = { path = \"../anvils\" }\n");
        shelf.write("dock/slipyard.toml", format!("{}{third}", manifest(&pack)));
        let found = shelf.said("dock");
        assert!(found.iter().all(|found| found.severity != Severity::Error), "{:?}", lines(found.iter()));
    }
    shelf.write("anvils/more.slip", "mark odd \"Odd\"\n");
    let found = shelf.loaded("dock");
    assert_eq!(lines(&found), ["duplicate-package: two packages are called `anvils`"]);
    assert!(found[0].help.as_deref().unwrap().starts_with("use a pack that was built with this `anvils`"), "{:?}", found[0].help);
}

#[test]
fn nobody_mends_what_is_packed() {
    let shelf = dock("depend-mend", TEXT);
    let before = bytes(&shelf, FILE);
    assert_eq!(shelf.says(&["check", "dock", "--unsafe-fixes"]).0, 0);
    assert_eq!(bytes(&shelf, FILE), before);
    assert!(!shelf.path("out/yards-1.2.0.slippack/yards").exists());
}
