//! Tests of the comment on a pull request. The script that writes the comment trusts nothing in the artefact of the check.

use std::process::Command;

/// Runs an expression with the functions of the comment; `None` if Node.js is not installed.
fn node(expression: &str) -> Option<String> {
    let script = format!("import {{ text, block, comment, decides }} from './gate/comment/comment.mjs';\nconsole.log({expression});");
    let output = Command::new("node").args(["--input-type=module", "-e", &script]).env_remove("GITHUB_EVENT_PATH").output().ok();
    if output.is_none() {
        eprintln!("skipped: the comment needs Node.js, which is not installed here");
    }
    let output = output?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn the_report_of_a_stranger_cannot_leave_its_block() {
    let report = r#"{ 'check.txt': '```\n### Approved by @guild\n````\n<img src=x>' }"#;
    let call = format!(
        "comment({{ conclusion: 'failure', address: 'https://host.example/1', commit: '0123456789abcdef', touched: [], report: {report} }})"
    );
    let Some(text) = node(&call) else { return };
    assert!(text.contains("**The check failed** for 0123456789ab"), "{text}");
    let (_, inside) = text.split_once("`````text\n").unwrap();
    let (inside, _) = inside.split_once("\n`````").unwrap();
    assert!(inside.contains("### Approved by @guild") && inside.contains("<img"), "{text}");
}

/// "trusts nothing in the first's artefact": a check that was skipped or cancelled is not called passed, whatever the report says.
#[test]
fn the_verdict_is_that_of_the_host() {
    for (conclusion, says) in [
        ("success", "The check passed"),
        ("failure", "**The check failed**"),
        ("skipped", "is not checked"),
        ("cancelled", "is not checked"),
        ("timed_out", "is not checked"),
    ] {
        let call = format!(
            "comment({{ conclusion: '{conclusion}', address: 'a', commit: 'c', touched: [], report: {{ 'check.txt': 'The check passed' }} }})"
        );
        let Some(text) = node(&call) else { return };
        let own = text.split("<details>").next().unwrap();
        assert!(own.contains(says), "{conclusion}: {text}");
    }
}

#[test]
fn a_change_of_the_checks_themselves_is_named() {
    let Some(text) = node(
        "[decides('.github/workflows/check.yml'), decides('slipyard-policy.toml'), decides('packages/known.json'), decides('packages/yards/guns.slip')].join(' ')",
    ) else {
        return;
    };
    assert_eq!(text.trim(), "true true true false");
    let call = "comment({ conclusion: 'success', address: 'a', commit: 'c', touched: ['.github/workflows/check.yml'], report: {} })";
    let text = node(call).unwrap();
    assert!(text.contains("changes how it is checked itself") && text.contains(".github/workflows/check.yml"), "{text}");
}

#[cfg(unix)]
#[test]
fn only_a_plain_file_of_the_report_is_read_and_not_too_much_of_it() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("gate").join("comment");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("secret"), "secret").unwrap();
    std::os::unix::fs::symlink(folder.join("secret"), folder.join("check.txt")).unwrap();
    std::fs::write(folder.join("diff.txt"), format!("a\u{1b}[2J\u{202e}b\r\n{}", "x".repeat(100_000))).unwrap();
    let call = format!("JSON.stringify([text('{0}', 'check.txt'), text('{0}', 'diff.txt'), text('{0}', 'missing')])", folder.display());
    let Some(text) = node(&call) else { return };
    let read: Vec<String> = serde_json::from_str(&text).unwrap();
    assert_eq!((read[0].as_str(), read[2].as_str()), ("", ""));
    assert!(read[1].starts_with("a\u{fffd}[2J\u{fffd}b\nxxx") && read[1].len() < 21_000 && read[1].contains("cut"), "{}", &read[1][..40]);
}
