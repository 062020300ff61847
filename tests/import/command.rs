//! Tests of the command: its streams, its exit codes and its output files.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const SLIPYARD: &str = env!("CARGO_BIN_EXE_slipyard");
const BLOCK: &str = "Dock pistol (slug thrower, T1)\nHarm 1, Penetration 1, Range 0-2\nStunts: Civilian\n";

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("import").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the command with an input; returns exit code, standard output and standard error.
fn run(folder: &Path, arguments: &[&str], input: &[u8]) -> (i32, String, String) {
    let mut command = Command::new(SLIPYARD);
    command.arg("import").args(arguments).current_dir(folder).env("SLIPYARD_CACHE", "");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A command that refuses its arguments does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn the_text_goes_to_the_standard_output_and_the_remarks_to_the_standard_error() {
    let (code, out, err) = run(&folder("streams"), &["-"], format!("{BLOCK}Paint: red\n3 BP\n").as_bytes());
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with("// Paint: red\nweapon dock_pistol \"Dock pistol\" : slug_thrower {\n"), "{out}");
    assert!(err.contains("line 1: weapon `dock_pistol` \"Dock pistol\" (slug_thrower)"), "{err}");
    assert!(err.contains("line 4: not understood: Paint: red"), "{err}");
    assert!(err.contains("build points 3, but the rules give 7") && err.contains("  stunt civilian"), "{err}");
}

#[test]
fn nothing_is_overwritten() {
    let folder = folder("overwritten");
    std::fs::write(folder.join("pistol.txt"), BLOCK).unwrap();
    let (code, out, err) = run(&folder, &["pistol.txt", "-o", "pistol.slip"], b"");
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    let written = std::fs::read_to_string(folder.join("pistol.slip")).unwrap();
    let (code, _, err) = run(&folder, &["pistol.txt", "--out", "pistol.slip"], b"");
    assert_eq!((code, err.trim_end()), (2, "error: `pistol.slip` already exists; choose another name for --out"));
    assert_eq!(std::fs::read_to_string(folder.join("pistol.slip")).unwrap(), written);
}

#[test]
fn the_exit_code_says_if_the_text_checks() {
    let folder = folder("codes");
    let code = |input: &[u8]| run(&folder, &["-"], input).0;
    assert_eq!(code(BLOCK.as_bytes()), 0);
    assert_eq!(code(b"Dock cannon (slug thrower, T1)\nHarm 6, Range 0-6\n"), 1, "more points than allowed");
    assert_eq!(code(b"Dear all,\nthank you.\n"), 1, "nothing was understood");
    assert_eq!(code(b"\xff\xfe\x00"), 2, "no text");
    assert_eq!(run(&folder, &["missing.txt"], b"").0, 2);
    assert_eq!(run(&folder, &[], b"").0, 2);
}

#[test]
fn an_input_that_is_too_large_is_refused() {
    let folder = folder("large");
    let large = vec![b'a'; usize::try_from(slip_limits::IMPORT_BYTES).unwrap() + 1];
    std::fs::write(folder.join("large.txt"), &large).unwrap();
    for (file, input) in [("large.txt", &b""[..]), ("-", &large[..])] {
        let (code, _, err) = run(&folder, &[file], input);
        assert_eq!(code, 2);
        assert!(err.contains("larger than 16 MiB"), "{err}");
    }
}
