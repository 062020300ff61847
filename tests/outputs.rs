//! Tests of the program's output: targets that are not files, links, permissions, closed pipes, texts byte for byte, terminal
//! control characters, patches, and printed commands that can be typed.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]
#![cfg(unix)]

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const SLIPYARD: &str = env!("CARGO_BIN_EXE_slipyard");
const UNTIDY: &str = "weapon   flint \"Flint\":slug_thrower{tech T1;harm 1;penetration 1;range 0..2;stunts civilian}\n";
/// Text with typographic quotes, which a safe fix corrects.
const MARKED: &str = "weapon flint “Flint” : slug_thrower { tech T1; harm 1; penetration 1; range 0..2; stunts civilian }\n";

/// Creates an empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("outputs").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder.canonicalize().unwrap()
}

/// Creates a package called `dock` in an empty folder; returns the folder.
fn yard(name: &str) -> PathBuf {
    let folder = folder(name);
    assert!(slipyard(&folder, &["new", "dock"]).output().unwrap().status.success());
    folder
}

fn slipyard(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(SLIPYARD);
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command.env("SLIPYARD_CACHE", "").env_remove("CLICOLOR_FORCE").env_remove("NO_COLOR");
    command
}

fn said(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let Output { status, stdout, stderr } = slipyard(folder, arguments).output().unwrap();
    (status.code().unwrap(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

/// Runs a command whose standard output is closed; returns its exit status.
fn unread(folder: &Path, arguments: &[&str]) -> i32 {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    slipyard(folder, arguments).stdout(writer).stderr(Stdio::null()).status().unwrap().code().unwrap()
}

const FEW: [&str; 6] = ["simulate", "first_shift", "-n", "20", "--format", "csv"];

#[test]
fn a_link_stays_and_what_it_points_at_is_written() {
    let folder = yard("links");
    std::fs::write(folder.join("old.csv"), "old").unwrap();
    symlink("old.csv", folder.join("link")).unwrap();
    symlink("new.csv", folder.join("dangling")).unwrap();
    for (link, file) in [("link", "old.csv"), ("dangling", "new.csv")] {
        let (code, _, err) = said(&folder, &[&FEW[..], &["--out", link]].concat());
        assert_eq!(code, 0, "{err}");
        assert!(folder.join(link).is_symlink(), "{link}");
        assert!(std::fs::read_to_string(folder.join(file)).unwrap().starts_with("about,"), "{file}");
    }
}

#[test]
fn what_is_no_file_is_written_to_and_stays_what_it_is() {
    let folder = yard("streams");
    // A link, so that a mistake here does not delete the device.
    symlink("/dev/null", folder.join("nothing")).unwrap();
    assert!(Command::new("mkfifo").arg(folder.join("pipe")).status().unwrap().success());
    for arguments in [
        &[&FEW[..], &["--out", "OUT"]].concat()[..],
        &["test", "dock", "--out", "OUT"],
        &["export", "--in", "dock", "--format", "json", "--out", "OUT"],
        &["check", "dock", "--write-baseline", "OUT"],
        &["generate", "npc", "--seed", "1", "--out", "OUT"],
    ] {
        let to = |out: &'static str| arguments.iter().map(|word| if *word == "OUT" { out } else { *word }).collect::<Vec<&str>>();
        let (code, _, err) = said(&folder, &to("nothing"));
        // The link leads out of the repository, and may have come with it.
        assert!(code == 2 && err.contains("outside the repository"), "{arguments:?}: {err}");
        assert!(folder.join("nothing").is_symlink(), "{arguments:?}");
        let reader = Command::new("cat").arg(folder.join("pipe")).stdout(Stdio::piped()).spawn().unwrap();
        let (code, _, err) = said(&folder, &to("pipe"));
        assert_eq!(code, 0, "{arguments:?}: {err}");
        assert!(!reader.wait_with_output().unwrap().stdout.is_empty(), "{arguments:?}");
    }
    let line = format!("echo before; '{SLIPYARD}' {} --out /dev/stdout", FEW.join(" "));
    let kept = std::fs::File::create(folder.join("kept.txt")).unwrap();
    assert!(Command::new("sh").args(["-c", &line]).current_dir(&folder).stdout(kept).status().unwrap().success());
    let kept = std::fs::read_to_string(folder.join("kept.txt")).unwrap();
    assert!(kept.starts_with("before\nabout,"), "{kept}");
}

#[test]
fn a_stroke_is_the_standard_output() {
    let folder = yard("stroke");
    for arguments in [&[&FEW[..], &["--out", "-"]].concat()[..], &["test", "dock", "--out", "-"], &["generate", "npc", "--out", "-"]] {
        let (code, out, err) = said(&folder, arguments);
        assert!(code == 0 && !out.is_empty(), "{arguments:?}: {err}");
        assert!(!folder.join("-").exists(), "{arguments:?}");
    }
}

#[test]
fn a_file_that_is_laid_out_keeps_its_permissions_and_one_that_is_read_only_stays() {
    let folder = folder("permissions");
    let mode = |name: &str| std::fs::metadata(folder.join(name)).unwrap().permissions().mode() & 0o777;
    for (name, mode) in [("mine.slip", 0o600), ("shut.slip", 0o444)] {
        std::fs::write(folder.join(name), UNTIDY.replace("flint", name.trim_end_matches(".slip"))).unwrap();
        std::fs::set_permissions(folder.join(name), PermissionsExt::from_mode(mode)).unwrap();
    }
    let (code, _, err) = said(&folder, &["fmt", "."]);
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("shut.slip`: it is read-only"), "{err}");
    assert_eq!((mode("mine.slip"), mode("shut.slip")), (0o600, 0o444));
    assert!(std::fs::read_to_string(folder.join("mine.slip")).unwrap().starts_with("weapon mine "));
    assert!(std::fs::read_to_string(folder.join("shut.slip")).unwrap().starts_with("weapon   shut "));
}

#[test]
fn work_is_finished_and_its_status_true_though_nobody_reads() {
    let folder = yard("unread");
    std::fs::write(folder.join("wrong.slip"), "weapon gaff \"Gaff\" : close_combat { hram 1 }\n").unwrap();
    for arguments in [&["check", "wrong.slip"][..], &["check", "wrong.slip", "--diff"]] {
        assert_eq!((unread(&folder, arguments), said(&folder, arguments).0), (1, 1), "{arguments:?}");
    }
    std::fs::create_dir(folder.join("many")).unwrap();
    // More text than the buffer of a stream holds.
    for number in 0..600 {
        std::fs::write(folder.join(format!("many/the_long_name_of_file_{number}.slip")), UNTIDY).unwrap();
    }
    assert_eq!(unread(&folder, &["fmt", "many"]), 0);
    assert_eq!(said(&folder, &["fmt", "many", "--check"]).0, 0);
    assert_eq!(unread(&folder, &["run", "first_shift", "--seed", "1", "--lock-out", "evening.sliplock"]), 0);
    assert!(folder.join("evening.sliplock").exists());
}

#[test]
fn a_text_comes_out_byte_for_byte() {
    let folder = folder("bytes");
    for text in ["// \u{1b}[31mred\u{1b}[0m \u{7} \u{9b}\nmark odd \"Odd\"\n", "weapon a\0b \"x\" : slug_thrower { tech T1 }\n"] {
        std::fs::write(folder.join("a.slip"), text).unwrap();
        let file = std::fs::File::open(folder.join("a.slip")).unwrap();
        let output = slipyard(&folder, &["fmt", "-"]).stdin(file).output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), text);
    }
    let text = format!("// \u{1b}[31mred\u{1b}[0m\n{MARKED}");
    std::fs::write(folder.join("a.slip"), &text).unwrap();
    let (_, patch, _) = said(&folder, &["check", "a.slip", "--fix", "--diff"]);
    assert!(patch.contains(" // \u{1b}[31mred\u{1b}[0m\n"), "{patch:?}");
}

#[test]
fn a_terminal_obeys_no_title_and_no_manifest() {
    let folder = folder("obeyed");
    let package = folder.join("pk");
    std::fs::create_dir(&package).unwrap();
    let manifest = "[package]\nname = \"pk\"\nversion = \"0.1.0\"\ndescription = \"D \\u001b[2J\"\nauthors = [\"\\u001b]0;pwn\\u0007\"]\n";
    std::fs::write(package.join("slipyard.toml"), manifest).unwrap();
    let gun = "weapon flint \"A \u{1b}]0;pwned\u{7}\u{1b}[2J\u{9b}8m B\" : slug_thrower {\n  \
               tech T1\n  harm 1\n  penetration 1\n  range 0..2\n  stunts civilian\n}\n";
    std::fs::write(package.join("a.slip"), gun).unwrap();
    assert_eq!(said(&folder, &["build", "pk", "--out", "."]).0, 0);
    for arguments in [
        &["list", "--in", "pk"][..],
        &["show", "flint", "--in", "pk"],
        &["inspect", "pk-0.1.0.slippack"],
        &["sheet", "flint", "--in", "pk"],
        &["odds", "attack", "flint", "--skill", "2", "--on", "flint", "--in", "pk"],
        &["diff", "pk-0.1.0.slippack", "pk"],
    ] {
        let (_, out, err) = said(&folder, &[&["--color", "always"], arguments].concat());
        // Bold, dim and coloured letters are our own.
        let own = |text: &str| ["[0m", "[1m", "[36m", "[90m", "[32m", "[31m"].iter().any(|code| text.starts_with(code));
        assert!(out.split('\u{1b}').skip(1).all(own), "{arguments:?}: {out:?}");
        assert!(!out.contains(['\u{7}', '\u{9b}']) && !err.contains(['\u{7}', '\u{9b}']), "{arguments:?}: {out:?} {err:?}");
    }
    assert!(said(&folder, &["list", "--in", "pk"]).1.contains("\\u{1B}]0;pwned"));
}

#[test]
fn a_patch_starts_from_where_it_can_be_applied() {
    let outer = folder("patches");
    std::fs::create_dir_all(outer.join("yard/sub")).unwrap();
    std::fs::write(outer.join("yard/slipyard.toml"), "[package]\nname = \"yard\"\nversion = \"0.1.0\"\n").unwrap();
    std::fs::write(outer.join("yard/two words.slip"), MARKED).unwrap();
    std::fs::write(outer.join("yard/sub/two.slip"), MARKED.replace("flint", "flint_two")).unwrap();
    let (yard, sub) = (outer.join("yard"), outer.join("yard/sub"));
    let absolute = yard.to_string_lossy().into_owned();
    for (here, paths) in [(&sub, ".."), (&outer, "yard"), (&outer, &absolute), (&yard, ".")] {
        let (code, patch, err) = said(here, &["check", paths, "--fix", "--diff"]);
        assert_eq!(code, 1, "{err}");
        let names: Vec<&str> = patch.lines().filter_map(|line| line.strip_prefix("+++ b/")).collect();
        assert!(names.len() == 2 && names.iter().all(|name| !name.contains("..") && !name.starts_with('/')), "{patch}");
        assert!(names.iter().any(|name| name.ends_with("two words.slip\t")), "{patch}");
        let there = if here == &sub { &yard } else { here };
        assert_eq!(err.contains(&format!("patch -p1 -d {}", there.display())), here == &sub, "{err}");
        for name in names {
            assert!(there.join(name.trim_end()).is_file(), "{name}");
        }
        let (_, layout, _) = said(here, &["fmt", paths, "--diff"]);
        assert!(
            layout.lines().filter_map(|line| line.strip_prefix("+++ b/")).all(|name| there.join(name.trim_end()).is_file()),
            "{layout}"
        );
    }
}

#[test]
fn what_is_printed_to_be_typed_can_be_typed_here() {
    let folder = folder("typed");
    let (_, _, err) = said(&folder, &["new", "dock", "--path", "a b"]);
    assert!(err.contains("slipyard check 'a b', and then slipyard run first_shift --in 'a b'"), "{err}");
    std::fs::create_dir(folder.join("elsewhere")).unwrap();
    let elsewhere = folder.join("elsewhere");
    let place = "'../a b'";
    let (_, _, err) = said(&elsewhere, &["simulate", "first_shift", "-n", "20", "--in", "../a b"]);
    assert!(err.contains(&format!("--in {place}")), "{err}");
    std::fs::write(folder.join("a b/more.slip"), "test \"nobody\" { expect wins(first_shift, thieves) >= 100% over 200 runs }\n").unwrap();
    let (code, out, _) = said(&elsewhere, &["test", "../a b", "--filter", "nobody"]);
    assert_eq!(code, 1, "{out}");
    let line = out.lines().find_map(|line| line.split_once("the same games: slipyard ")).unwrap_or_else(|| panic!("{out}")).1;
    assert!(line.ends_with(&format!("--in {place}")), "{line}");
    let again = Command::new("sh").args(["-c", &format!("'{SLIPYARD}' {line}")]).current_dir(&elsewhere).output().unwrap();
    assert_eq!(again.status.code(), Some(0), "{}", String::from_utf8_lossy(&again.stderr));
}

#[test]
fn tests_are_listed_as_data_too() {
    let folder = yard("listed");
    let (code, out, _) = said(&folder, &["test", "dock", "--list", "--format", "json"]);
    let listed: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(code, 0);
    assert!(listed.as_array().is_some_and(|tests| !tests.is_empty()), "{out}");
    assert!(listed.pointer("/0/title").is_some() && listed.pointer("/0/line").is_some(), "{out}");
    assert_eq!(said(&folder, &["test", "dock", "--list", "--format", "junit"]).0, 2);
}

/// The extension of a file decides the format of the result. A browser could not open a page called `odds.json`.
#[test]
fn a_result_is_written_as_its_file_is_called() {
    let folder = yard("endings");
    let simulated = |more: &[&str]| said(&folder, &[&FEW[..4], more].concat());
    for (file, begins) in [("r.html", "<!DOCTYPE html>"), ("r.json", "{"), ("r.csv", "about,"), ("r", "First shift")] {
        let (code, _, err) = simulated(&["--out", file]);
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        assert!(code == 0 && text.starts_with(begins), "{file}: {err}{text}");
    }
    let (code, _, err) = simulated(&["--format", "html", "--out", "x.json"]);
    assert_eq!(
        (code, err.as_str()),
        (2, "error: the extension of `x.json` does not fit the format html: use a name that ends in `.html`\n")
    );
    assert!(!folder.join("x.json").exists());
    // A part may have any name; the result of merged parts is written by its extension.
    assert_eq!(simulated(&["--shard", "1/1", "--out", "part.html"]).0, 0);
    assert_eq!(said(&folder, &["simulate", "merge", "part.html", "--out", "whole.html"]).0, 0);
    assert!(std::fs::read_to_string(folder.join("whole.html")).unwrap().starts_with("<!DOCTYPE html>"));
    assert_eq!(said(&folder, &["test", "dock", "--out", "tests.xml"]).0, 0);
    assert!(std::fs::read_to_string(folder.join("tests.xml")).unwrap().starts_with("<?xml"));
    let (code, out, _) = said(&folder, &["test", "dock", "--list", "--out", "list.txt"]);
    let listed = std::fs::read_to_string(folder.join("list.txt")).unwrap();
    assert!(code == 0 && out.is_empty() && listed.starts_with("dock: ") && listed.contains(".slip:"), "{listed}");
}

/// An option that would have no effect is refused, because the user expects it to have one.
#[test]
fn an_option_that_would_change_nothing_is_refused() {
    let folder = folder("idle");
    let dock = concat!(env!("CARGO_MANIFEST_DIR"), "/content/customs_dock");
    let reach = concat!(env!("CARGO_MANIFEST_DIR"), "/content/harrow_reach");
    for arguments in [
        &["test", "--questions", "--format", "json"][..],
        &["test", "--questions", "--out", "questions.json"],
        &["test", "--questions", "--filter", "raid", "--seed", "3"],
        &["diff", dock, dock, "--in", "/nowhere"],
        &["sheet", "yard_pistol", "--in", reach, "--paper", "letter"],
        &["sheet", "yard_pistol", "--in", reach, "--paper", "a4", "--out", "pistol.svg"],
        &["export", "--print-map", "--format", "csv"],
        &["time", "--may-fail"],
        &["odds", "duel", "bailiff", "sefa_orrin", "--in", reach, "--with", "beam"],
        &["odds", "duel", "bailiff", "sefa_orrin", "--in", reach, "--other-with", "ew"],
    ] {
        let (code, out, err) = said(&folder, arguments);
        let told = ["has no effect here", "cannot be used with", "were not provided"];
        assert!(code == 2 && out.is_empty() && told.iter().any(|words| err.contains(words)), "{arguments:?}: {out}{err}");
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    // The kind filter also applies to a ruling's number.
    assert!(said(&folder, &["rules", "R-P24", "--kind", "ruling"]).1.contains("R-P24"));
    let (code, out, err) = said(&folder, &["rules", "R-P24", "--kind", "design"]);
    assert!(code == 1 && out.is_empty() && err.contains("no rule of the kind `design` matches"), "{out}{err}");
}

#[test]
fn what_stands_in_the_way_is_named() {
    let folder = folder("named");
    let output = slipyard(&folder, &["diff", "main"]).env("PATH", "/nowhere").output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.contains("which was not found: install it first") && !err.contains("neither a path"), "{err}");
    assert!(said(&folder, &["diff", "main", "--games", "0"]).2.contains("0 is not allowed"));
    assert!(said(&folder, &["odds", "nerves", "--range", "1"]).1.contains("over 1 zone, "));
    std::fs::create_dir_all(folder.join("a/shut")).unwrap();
    std::fs::write(folder.join("a/a.slip"), UNTIDY).unwrap();
    std::fs::set_permissions(folder.join("a/shut"), PermissionsExt::from_mode(0o000)).unwrap();
    // A user with all permissions (root) can read the folder.
    if std::fs::read_dir(folder.join("a/shut")).is_err() {
        let (code, _, err) = said(&folder, &["check", "a"]);
        assert_eq!(code, 2);
        assert!(err.contains("cannot read `a/shut`: permission denied"), "{err}");
        assert!(said(&folder, &["man", "--out", "a/shut/pages"]).2.contains("permission denied\n"));
    }
    std::fs::set_permissions(folder.join("a/shut"), PermissionsExt::from_mode(0o755)).unwrap();
}

/// The result of merging parts never overwrites a part, and no game is played if the result cannot be written.
#[test]
fn no_part_is_written_over_and_nothing_is_played_for_a_folder() {
    let folder = folder("parts");
    let dock = concat!(env!("CARGO_MANIFEST_DIR"), "/content/customs_dock");
    let part = ["simulate", "customs_raid", "-n", "2", "--shard", "1/1", "--in", dock, "--out", "part.json"];
    assert_eq!(said(&folder, &part).0, 0);
    let before = std::fs::read(folder.join("part.json")).unwrap();
    let (code, _, said_of_it) = said(&folder, &["simulate", "merge", "part.json", "--out", "./part.json"]);
    assert_eq!(code, 2);
    assert!(said_of_it.contains("is one of the parts: write the result into another file"), "{said_of_it}");
    assert_eq!(std::fs::read(folder.join("part.json")).unwrap(), before);
    for command in [&["simulate", "customs_raid", "-n", "1000000000", "--in", dock, "--out", "."][..], &["test", dock, "--out", "."]] {
        let (code, _, said_of_it) = said(&folder, command);
        assert_eq!((code, said_of_it.as_str()), (2, "error: `.` is a folder: give a file\n"));
    }
}

/// If a command needs one package and the folder contains many, the message explains how to name one, and lists only some of them.
#[test]
fn of_many_packages_some_are_named() {
    let (code, _, said_of_it) = said(Path::new(env!("CARGO_MANIFEST_DIR")), &["explore", "slug_thrower", "--in", "content"]);
    assert_eq!((code, said_of_it.matches("--in").count()), (2, 6), "{said_of_it}");
    assert!(said_of_it.ends_with(", or one of 4 more\n"), "{said_of_it}");
}
