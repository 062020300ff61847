//! Tests of faults around the program: full disks, folders in place of files, pipes with the names of files, kills, simultaneous
//! runs. Each gives an error message and the exit code 2, and no existing file is lost or half-written.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]
#![cfg(unix)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

const SLIPYARD: &str = env!("CARGO_BIN_EXE_slipyard");

/// Creates an empty folder of this name and copies a package into it.
fn yard(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("faults").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    let package = folder.join("yard");
    std::fs::create_dir_all(&package).unwrap();
    for entry in std::fs::read_dir("content/harrow_reach").unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            std::fs::copy(&path, package.join(path.file_name().unwrap())).unwrap();
        }
    }
    package
}

fn slipyard(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(SLIPYARD);
    command.args(arguments).current_dir(folder).env("SLIPYARD_CACHE", "").env("NO_COLOR", "1");
    command
}

fn words(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Returns every file below a folder with its bytes.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let bytes = std::fs::read(&path).unwrap();
                found.insert(path, bytes);
            }
        }
    }
    found
}

/// Commands that write files, into a folder of a package.
const WRITERS: &[&[&str]] = &[
    &["build", ".", "--out", "out"],
    &["fmt", "."],
    &["check", "--fix", "."],
    &["check", "--write-baseline", "base.json", "."],
    &["sheet", "davit_kole", "--format", "html", "--out", "cards.html"],
    &["map", "ninth_lamp", "--out", "map.svg"],
    &["doc", ".", "--out", "site"],
    &["export", "--out", "all.json"],
    &["run", "arrears", "--seed", "1", "--lock-out", "evening.sliplock"],
    &["simulate", "arrears", "-n", "20", "--format", "json", "--out", "odds.json"],
    &["simulate", "arrears", "-n", "20", "--shard", "1/2", "--out", "part.json"],
    &["generate", "npc", "--out", "strangers.slip"],
    &["new", "beacon"],
];

#[test]
fn on_a_full_disk_whatever_was_there_stays_and_it_is_said() {
    let package = yard("full");
    // Text to format and to fix, and a file that would be overwritten.
    let untidy = std::fs::read_to_string(package.join("weapons.slip")).unwrap().replace("\n  ", "\n      ").replace("tech", "tehc");
    std::fs::write(package.join("weapons.slip"), untidy).unwrap();
    for old in ["cards.html", "map.svg", "all.json", "odds.json", "part.json", "evening.sliplock", "base.json"] {
        std::fs::write(package.join(old), "what was there").unwrap();
    }
    let before = files(&package);
    for arguments in WRITERS {
        // The limit on file size is 0, and its signal is ignored, so writes fail as on a full disk.
        let line = format!("trap '' XFSZ; ulimit -f 0; exec '{SLIPYARD}' {}", arguments.join(" "));
        let output = Command::new("sh").args(["-c", &line]).current_dir(&package).env("SLIPYARD_CACHE", "").output().unwrap();
        let said = words(&output);
        assert!(output.status.code().is_some_and(|code| code != 0), "{arguments:?}: {output:?}");
        assert!(!said.contains("panicked"), "{arguments:?}: {said}");
        assert!(files(&package) == before, "{arguments:?} left something behind or took something away");
    }
}

#[test]
fn a_disk_that_is_full_is_named_with_the_file_that_was_to_be_written() {
    let package = yard("named");
    for arguments in WRITERS.iter().filter(|arguments| arguments.contains(&"--out")) {
        let line = format!("trap '' XFSZ; ulimit -f 0; exec '{SLIPYARD}' {}", arguments.join(" "));
        let output = Command::new("sh").args(["-c", &line]).current_dir(&package).env("SLIPYARD_CACHE", "").output().unwrap();
        let said = words(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains("error: cannot write `"), "{arguments:?}: {said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn results_that_nobody_can_take_are_an_error() {
    let package = yard("taken");
    for arguments in [
        &["check", "."][..],
        &["check", "--format", "json", "."],
        &["run", "arrears", "--seed", "1"],
        &["simulate", "arrears", "-n", "20"],
        &["explain", "over-budget"],
        &["export"],
        &["sheet", "davit_kole"],
        &["test", "."],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = slipyard(&package, arguments).stdout(full).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", words(&output));
        assert!(words(&output).contains("error: cannot write"), "{arguments:?}: {}", words(&output));
    }
}

#[test]
fn whoever_stops_reading_hears_no_complaint() {
    let package = yard("pipe");
    for arguments in ["check --format ledger .", "run arrears --seed 1", "explain --list", "export"] {
        let line = format!("'{SLIPYARD}' {arguments} | head -n 1 > /dev/null");
        let output = Command::new("sh").args(["-c", &line]).current_dir(&package).env("SLIPYARD_CACHE", "").output().unwrap();
        assert!(!words(&output).contains("panicked") && !words(&output).contains("error: cannot write"), "{arguments}: {}", words(&output));
    }
}

#[test]
fn a_place_that_cannot_be_written_to_is_named() {
    let package = yard("place");
    std::fs::write(package.join("taken"), "a file where a folder is wanted").unwrap();
    for arguments in [
        &["build", ".", "--out", "taken"][..],
        &["doc", ".", "--out", "taken"],
        &["sheet", "davit_kole", "--out", "taken/cards.txt"],
        &["simulate", "arrears", "-n", "20", "--out", "taken/odds.txt"],
    ] {
        let output = slipyard(&package, arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", words(&output));
        assert!(words(&output).contains("taken"), "{arguments:?}: {}", words(&output));
    }
    assert_eq!(std::fs::read_to_string(package.join("taken")).unwrap(), "a file where a folder is wanted");
}

#[test]
fn what_has_the_name_of_a_slip_file_and_is_none_is_not_waited_for() {
    let package = yard("pipes");
    assert!(Command::new("mkfifo").arg(package.join("pipe.slip")).status().unwrap().success());
    for arguments in [&["check", "."][..], &["fmt", "--check", "."], &["build", "."], &["run", "arrears"]] {
        let output = ended(slipyard(&package, arguments));
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", words(&output));
        assert!(words(&output).contains("pipe.slip"), "{arguments:?}: {}", words(&output));
    }
    std::fs::remove_file(package.join("pipe.slip")).unwrap();
    for (link, to) in [("gone.slip", "nowhere.slip"), ("endless.slip", "/dev/zero")] {
        std::os::unix::fs::symlink(to, package.join(link)).unwrap();
        let output = ended(slipyard(&package, &["check", "."]));
        assert_eq!(output.status.code(), Some(2), "{link}: {}", words(&output));
        assert!(words(&output).contains(link), "{link}: {}", words(&output));
        std::fs::remove_file(package.join(link)).unwrap();
    }
    std::os::unix::fs::symlink(".", package.join("round_and_round")).unwrap();
    assert_eq!(ended(slipyard(&package, &["check", "."])).status.code(), Some(0));
}

/// Returns the output of a command that must end soon.
fn ended(mut command: Command) -> Output {
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).stdin(Stdio::null()).spawn().unwrap();
    for _ in 0..600 {
        if child.try_wait().unwrap().is_some() {
            return child.wait_with_output().unwrap();
        }
        thread::sleep(Duration::from_millis(100));
    }
    child.kill().unwrap();
    panic!("{command:?} did not end");
}

#[test]
fn many_at_once_lay_out_build_and_write_the_same_files_and_each_is_whole() {
    let package = yard("many");
    let alone = yard("alone");
    for arguments in [&["fmt", "."][..], &["build", ".", "--out", "out"], &["doc", ".", "--out", "site"]] {
        assert_eq!(slipyard(&alone, arguments).output().unwrap().status.code(), Some(0), "{arguments:?}");
        let start = || slipyard(&package, arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let children: Vec<_> = (0..5).map(|_| start()).collect();
        for child in children {
            let output = child.wait_with_output().unwrap();
            assert!(!words(&output).contains("panicked"), "{arguments:?}: {}", words(&output));
        }
    }
    let inside = |folder: &Path| -> BTreeMap<PathBuf, Vec<u8>> {
        files(folder).into_iter().map(|(path, bytes)| (path.strip_prefix(folder).unwrap().to_path_buf(), bytes)).collect()
    };
    let (one, five) = (inside(&alone), inside(&package));
    assert_eq!(one.keys().collect::<Vec<_>>(), five.keys().collect::<Vec<_>>());
    for (path, bytes) in &one {
        assert!(five.get(path) == Some(bytes), "{}", path.display());
    }
}

#[test]
fn a_site_that_is_killed_in_the_middle_has_no_half_page_and_the_next_one_is_whole() {
    let package = yard("killed");
    let whole = yard("whole");
    assert_eq!(slipyard(&whole, &["doc", ".", "--out", "site"]).output().unwrap().status.code(), Some(0));
    for wait in [5, 20, 40, 80, 120, 160] {
        let mut child = slipyard(&package, &["doc", ".", "--out", "site"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(wait));
        let _ = child.kill();
        child.wait().unwrap();
        for (path, bytes) in files(&package).into_iter().filter(|(path, _)| path.extension().is_some_and(|end| end == "html")) {
            assert!(bytes.trim_ascii_end().ends_with(b"</html>"), "{} after {wait} ms", path.display());
        }
    }
    assert_eq!(slipyard(&package, &["doc", ".", "--out", "site"]).output().unwrap().status.code(), Some(0));
    let pages = |folder: &Path| files(&folder.join("site")).into_values().collect::<std::collections::BTreeSet<_>>();
    assert!(pages(&whole).is_subset(&pages(&package)));
}
