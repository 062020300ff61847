//! Tests of `slipyard replay` on the command line.

use std::io::Write;
use std::process::{Command, Stdio};

/// Returns the command's output, messages and exit code.
fn slipyard(arguments: &[&str], input: &str) -> (String, String, i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_slipyard"));
    let mut child = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let done = child.wait_with_output().unwrap();
    (String::from_utf8(done.stdout).unwrap(), String::from_utf8(done.stderr).unwrap(), done.status.code().unwrap())
}

#[test]
fn a_log_is_compared_told_and_printed_again() {
    let (log, _, code) = slipyard(&["run", "arrears", "--seed", "7", "--format", "json", "--in", "content/harrow_reach"], "");
    assert_eq!(code, 0);
    let (account, ..) = slipyard(&["run", "arrears", "--seed", "7", "--in", "content/harrow_reach"], "");
    let replay = |more: &[&str], log: &str| slipyard(&[&["replay", "-", "--in", "content/harrow_reach"], more].concat(), log);
    assert_eq!(replay(&[], &log), (account, String::new(), 0));
    assert_eq!(replay(&["--format", "json"], &log), (log.clone(), String::new(), 0));
    assert_eq!(replay(&["--verify"], &log), (String::new(), String::new(), 0));
    let (told, _, code) = replay(&["--until", "40"], &log);
    assert!(code == 0 && told.contains("\nLine 40: round 1\n") && told.contains("(has the turn)"), "{told}");
    assert!(told.contains(": Lamp room; Health 0 of ") && !told.contains("lamp_room"), "as people call them: {told}");
    let (json, ..) = replay(&["--until", "40", "--format", "json"], &log);
    assert_eq!(json.lines().count(), 41);
    let edited = log.replacen("\"e\":\"roll\",\"t\":1", "\"e\":\"roll\",\"t\":2", 1);
    let (out, said, code) = replay(&["--verify"], &edited);
    assert!(code == 1 && out.is_empty() && said.contains("\n  expected {\"n\":") && said.contains("\n  found    {\"n\":"), "{said}");
    let other = log.replacen("sha256:", "sha256:f", 1);
    let (out, said, code) = replay(&[], &other);
    assert!(code == 2 && out.is_empty() && said.contains("another pack") && said.contains("--force"), "{said}");
    let (out, said, code) = replay(&["--force"], &other);
    assert!(code == 0 && out.contains("Round 1") && said.starts_with("warning: the log belongs to another pack"), "{said}");
    let stranger = log.replacen("\"doctrine\":\"", "\"doctrine\":\"no_", 1);
    let (out, said, code) = replay(&["--verify"], &stranger);
    assert!(
        code == 2 && out.is_empty() && said.contains(" plays by the doctrine `no_") && said.contains("which is not in the pack"),
        "{said}"
    );
    let (_, said, code) = replay(&[], "no log\n");
    assert!(code == 2 && said == "-: line 0 is not a JSON object: no log\n", "{said}");
    let (_, said, code) = replay(&[], &log[..log.len() - 30]);
    assert!(code == 0 && said.starts_with("warning: the log is cut off at line "), "{said}");
}
