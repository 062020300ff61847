//! Checks that shell completions and `man` pages contain every command, and are the same each time.

use clap::CommandFactory;
use slipyard::cli::args::Arguments;
use snapbox::cmd::{Command, cargo_bin};
use std::path::{Path, PathBuf};

fn said(args: &[&str]) -> String {
    let output = Command::new(cargo_bin!("slipyard")).args(args).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn commands() -> Vec<String> {
    Arguments::command().get_subcommands().map(|command| command.get_name().to_owned()).collect()
}

#[test]
fn every_shell_is_told_of_every_command_and_the_same_each_time() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = said(&["completions", shell]);
        assert_eq!(script, said(&["completions", shell]));
        for command in commands() {
            assert!(script.contains(&command), "{shell} does not hear of {command}");
        }
        assert!(script.contains("locked"), "{shell} does not hear of options");
    }
}

/// Collects every command with its path: `["odds", "attack"]`.
fn paths(command: &clap::Command, before: &[String], found: &mut Vec<Vec<String>>) {
    for inner in command.get_subcommands() {
        let path = [before, &[inner.get_name().to_owned()]].concat();
        paths(inner, &path, found);
        found.push(path);
    }
}

#[test]
fn every_command_has_a_manual_page_and_the_same_each_time() {
    let folder = |name: &str| -> PathBuf {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        said(&["man", "--out", folder.to_str().unwrap()]);
        folder
    };
    let (once, again) = (folder("man-once"), folder("man-again"));
    let mut paths = vec![Vec::new()];
    self::paths(&Arguments::command(), &[], &mut paths);
    assert!(paths.len() > commands().len() + 5, "commands of commands are missing");
    for path in &paths {
        let name = [&["slipyard".to_owned()][..], path].concat().join("-");
        let page = std::fs::read_to_string(once.join(format!("{name}.1"))).unwrap_or_else(|_| panic!("there is no page {name}"));
        assert_eq!(page, std::fs::read_to_string(again.join(format!("{name}.1"))).unwrap());
        assert!(page.contains(".SH SYNOPSIS"), "{name}");
    }
    assert_eq!(std::fs::read_dir(&once).unwrap().count(), paths.len());
    let page = said(&["man", "odds", "attack"]);
    assert_eq!(page, std::fs::read_to_string(once.join("slipyard-odds-attack.1")).unwrap());
}
