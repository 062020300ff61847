//! Tests of devices, pipes and system files as inputs.

use crate::files::{Ground, TIDY, ended};
use std::io::Write;
use std::process::{Command, Stdio};

/// Commands with the position of an input file.
const READERS: &[&[&str]] = &[
    &["check", "FILE"],
    &["fmt", "FILE"],
    &["test", "FILE"],
    &["check", "dock", "--baseline", "FILE"],
    &["replay", "FILE", "--in", "dock"],
    &["play", "--resume", "FILE", "--in", "dock"],
    &["run", "first_shift", "--in", "dock", "--script", "FILE"],
    &["run", "--lock", "FILE", "--in", "dock"],
    &["export", "--in", "dock", "--format", "foundry", "--map", "FILE"],
    &["inspect", "FILE"],
    &["verify", "FILE"],
    &["upkeep", "FILE", "show"],
    &["simulate", "merge", "FILE"],
    &["context", "--players", "Ada,Bo", "--script", "FILE"],
    &["context", "--players", "Ada,Bo", "--log", "FILE"],
];

fn ground(name: &str) -> Ground {
    let ground = Ground::new(name);
    std::fs::remove_dir_all(ground.path("dock")).unwrap();
    assert_eq!(ground.says(&["new", "dock"]).0, 0);
    ground
}

fn refused(ground: &Ground, file: &str) {
    for reader in READERS {
        let arguments: Vec<&str> = reader.iter().map(|word| if *word == "FILE" { file } else { *word }).collect();
        let (code, text) = ground.says(&arguments);
        assert!(code == 2 && text.contains("error: "), "{arguments:?}: {code} {text}");
        assert!(!text.contains("panicked") && !text.contains("the-secret"), "{arguments:?}: {text}");
    }
}

#[test]
fn a_pipe_is_refused_by_every_command_that_reads_a_file() {
    let ground = ground("pipes");
    assert!(Command::new("mkfifo").arg(ground.path("pipe.slip")).status().unwrap().success());
    refused(&ground, "pipe.slip");
    ground.refuses(&["check", "pipe.slip"], "cannot read `pipe.slip`: it is a pipe; only regular files are read");
    // The same with a file extension of another format.
    for end in ["slippack", "jsonl", "json"] {
        std::fs::rename(ground.path("pipe.slip"), ground.path("pipe")).unwrap();
        std::fs::rename(ground.path("pipe"), ground.path(&format!("pipe.{end}"))).unwrap();
        refused(&ground, &format!("pipe.{end}"));
        std::fs::rename(ground.path(&format!("pipe.{end}")), ground.path("pipe.slip")).unwrap();
    }
}

#[test]
fn a_device_and_a_socket_are_refused_by_every_command_that_reads_a_file() {
    let ground = ground("devices");
    refused(&ground, "/dev/zero");
    refused(&ground, "/dev/null");
    let _socket = std::os::unix::net::UnixListener::bind(ground.path("s.slip"));
    refused(&ground, "s.slip");
}

#[cfg(target_os = "linux")]
#[test]
fn files_of_the_system_are_refused_by_every_command_that_reads_a_file() {
    let ground = ground("system");
    refused(&ground, "/proc/self/environ");
    ground.link("/proc/self", "own");
    refused(&ground, "own/environ");
    ground.link("/proc/self/environ", "loose.slip");
    refused(&ground, "loose.slip");
    ground.refuses(&["check", "loose.slip"], "cannot read `loose.slip`: it belongs to the system; only regular files are read");
}

#[test]
fn the_standard_input_is_read_by_its_stroke_and_not_by_the_name_of_a_device() {
    let ground = ground("stdin");
    let with_text = |arguments: &[&str]| {
        let mut command = ground.command(arguments);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let _ = child.stdin.take().unwrap().write_all(TIDY.as_bytes());
        let output = child.wait_with_output().unwrap();
        (output.status.code().unwrap(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(with_text(&["check", "-"]).0, 0);
    let (code, text) = with_text(&["check", "/dev/stdin"]);
    assert!(code == 2 && text.contains("it is an open stream; write `-` for the standard input"), "{text}");
    // The stream is refused in the same way if it is a file.
    ground.write("flint.slip", TIDY);
    let mut command = ground.command(&["replay", "/dev/stdin"]);
    command.stdin(std::fs::File::open(ground.path("flint.slip")).unwrap());
    assert_eq!(ended(command).status.code(), Some(2));
}
