//! Tests of characters that deceive readers: no output contains them raw, and the lint `hidden-characters` reports them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]
#![cfg(unix)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Characters that deceive readers: escape, controls of writing direction, a zero-width space, line ends of Unicode, delete, and a carriage
/// return.
const NASTY: &str = "\u{1b}[31m\u{202e}\u{2066}\u{200b}\u{85}\u{2028}\u{7f}\r";
/// The characters of `NASTY` for use inside a Slip text, followed by an escaped line end and a forged command of a code host.
const IN_TEXT: &str = "\u{1b}[31m\u{202e}\u{2066}\u{200b}\u{85}\u{2028}\u{7f}\r\\n::error::forged";
/// Characters that no output may contain.
const HIDDEN: [char; 8] = ['\u{1b}', '\u{202e}', '\u{2066}', '\u{200b}', '\u{85}', '\u{2028}', '\u{7f}', '\r'];

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hidden").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn slipyard(folder: &Path, arguments: &[&str], typed: &str) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_slipyard"));
    command.args(arguments).current_dir(folder).env("SLIPYARD_CACHE", "").env_remove("CLICOLOR_FORCE").env_remove("NO_COLOR");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
    let output = child.wait_with_output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

/// Panics if a text has a hidden character or a forged line.
fn harmless(what: &str, text: &str) {
    for (number, line) in text.split('\n').enumerate() {
        assert!(!line.trim_start().starts_with("::error::forged"), "{what}, line {number} is forged: {line:?}");
        if let Some(letter) = line.chars().find(|letter| HIDDEN.contains(letter)) {
            panic!("{what}, line {number} has U+{:04X}: {line:?}", u32::from(letter));
        }
    }
}

fn manifest(name: &str) -> String {
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nlicence = \"free\\u202E\\u001B\"\nauthors = [\"Ana\\u2066\\n::error::forged\"]\ndescription = \"A\\u200B yard\\n::error::forged\"\n"
    )
}

/// Creates a package without errors in which every text contains the deceptive characters.
fn hostile(name: &str) -> PathBuf {
    let folder = folder(name);
    let text = format!(
        r#"/// Made of flint.{NASTY}
weapon flint "Flint{title}" : slug_thrower {{ tech T1; harm 1; penetration 1; range 0..2; stunts civilian }}

map yard "Yard{title}" {{
  zone gate "Gate{title}" {{ aspects "Open{IN_TEXT}" }}
  zone shed "Shed{title}"
  border gate -- shed 0
}}

character ana "Ana{title}" : wargamer {{
  skills {{ 3 slug_throwers; 2 agility, resolve; 1 stamina, alertness, tactics }}
  stunts military_grade(slug_throwers)
  aspects "Steady{IN_TEXT}", "Sour", "Still here"
}}

character bo "Bo{title}" : wargamer {{
  skills {{ 3 slug_throwers; 2 agility, resolve; 1 stamina, alertness, stealth }}
  stunts military_grade(slug_throwers)
  aspects "Quick{IN_TEXT}", "Careless", "Out of luck"
}}

encounter duel "Duel{title}" : personal {{
  map yard
  aspects "Fog{IN_TEXT}"
  side one {{ actors ana at gate }}
  side two {{ actors bo at shed }}
  victory one when out(two)
  victory two when out(one)
}}

test "the duel{title}" {{
  expect spent(flint) <= 1 else "dear{IN_TEXT}"
}}
"#,
        title = NASTY.trim_end(),
    );
    std::fs::write(folder.join("slipyard.toml"), manifest("yards")).unwrap();
    std::fs::write(folder.join("yard.slip"), text).unwrap();
    folder
}

const STYLES: [&str; 11] = ["human", "ledger", "plain", "short", "narrated", "json", "sarif", "github", "gitlab", "junit", "markdown"];

#[test]
fn a_report_of_any_style_shows_hostile_texts_as_escapes() {
    let folder = hostile("report");
    for style in STYLES {
        let (_, out, err) = slipyard(&folder, &["check", "--format", style], "");
        harmless(style, &out);
        harmless(style, &err);
        assert!(out.contains("hidden-characters"), "{style}: {out}");
    }
}

#[test]
fn no_output_for_people_holds_a_hidden_character() {
    let folder = hostile("outputs");
    let (code, _, err) = slipyard(&folder, &["build", "--out", "."], "");
    assert_eq!(code, 0, "{err}");
    for arguments in [
        &["list"][..],
        &["list", "--format", "json"],
        &["show", "flint"],
        &["show", "ana"],
        &["show", "duel"],
        &["show", "duel", "--format", "json"],
        &["rules", "weapon", "--in", "."],
        &["sheet", "--format", "text"],
        &["sheet", "--format", "markdown"],
        &["sheet", "--format", "html"],
        &["sheet", "--format", "svg", "ana"],
        &["map", "yard", "--format", "svg"],
        &["map", "yard", "--format", "text"],
        &["map", "duel", "--format", "text"],
        &["export", "--format", "json"],
        &["run", "duel", "--seed", "3"],
        &["run", "duel", "--format", "json"],
        &["run", "duel", "--format", "script"],
        &["simulate", "duel", "-n", "20"],
        &["simulate", "duel", "-n", "20", "--format", "json"],
        &["simulate", "duel", "-n", "20", "--format", "html"],
        &["test"],
        &["test", "--format", "json"],
        &["test", "--format", "junit"],
        &["odds", "attack", "flint", "--by", "ana", "--on", "bo", "--at", "1"],
        &["odds", "matrix", "--skill", "3", "--dodge", "2"],
        &["inspect", "yards-0.1.0.slippack"],
        &["inspect", "yards-0.1.0.slippack", "--format", "json"],
        &["verify", "yards-0.1.0.slippack"],
    ] {
        let (code, out, err) = slipyard(&folder, arguments, "");
        harmless(&format!("{arguments:?}"), &out);
        harmless(&format!("{arguments:?}"), &err);
        assert!(code < 2 && !out.is_empty(), "{arguments:?}: {err}");
    }
    // Lines of CSV end with a carriage return and a line feed.
    for arguments in [&["export", "--format", "csv", "--kind", "weapon"][..], &["simulate", "duel", "-n", "20", "--format", "csv"]] {
        let (code, out, err) = slipyard(&folder, arguments, "");
        assert_eq!(code, 0, "{arguments:?}: {err}");
        harmless(&format!("{arguments:?}"), &out.replace("\r\n", "\n"));
    }
}

#[test]
fn a_site_documents_of_foundry_and_a_played_game_hold_no_hidden_character() {
    let folder = hostile("folders");
    for arguments in [
        &["doc", "--out", "site"][..],
        &["export", "--format", "foundry", "--out", "foundry"],
        &["run", "duel", "--seed", "1", "--format", "json"],
    ] {
        let (code, out, err) = slipyard(&folder, arguments, "");
        assert_eq!(code, 0, "{arguments:?}: {err}");
        if arguments.contains(&"json") {
            std::fs::write(folder.join("game.jsonl"), out).unwrap();
        }
    }
    let mut open = vec![folder.join("site"), folder.join("foundry")];
    let mut seen = 0;
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
        } else if let Ok(text) = std::fs::read_to_string(&path) {
            harmless(&path.to_string_lossy(), &text);
            seen += 1;
        }
    }
    assert!(seen > 10, "{seen} files");
    let (_, out, err) = slipyard(&folder, &["replay", "game.jsonl"], "");
    harmless("replay", &out);
    harmless("replay", &err);
    assert!(out.contains("Steady") || out.contains("Ana"), "{out} {err}");
    let (_, out, err) = slipyard(&folder, &["play", "duel", "--seat", "one=human", "--log", "played.jsonl"], "sheet\nhelp\n1\n1\n1\n");
    harmless("play", &out);
    harmless("play", &err);
}

#[test]
fn a_hostile_file_name_is_an_error_and_is_printed_as_an_escape_everywhere() {
    let folder = folder("names");
    let name = format!("a{NASTY}\n::error::forged\n.slip");
    std::fs::write(folder.join("slipyard.toml"), "[package]\nname = \"yards\"\nversion = \"0.1.0\"\n").unwrap();
    let text = "weapon   flint \"Flint\" : slug_thrower { tech T1; harm 1; penetration 1; range 0..2; stunts civilian }\nweapon x {\n";
    std::fs::write(folder.join(&name), text).unwrap();
    for style in STYLES {
        let (code, out, err) = slipyard(&folder, &["check", "--format", style], "");
        harmless(style, &out);
        harmless(style, &err);
        assert_eq!(code, 1, "{style}: {out}");
    }
    let (_, out, _) = slipyard(&folder, &["check", "--format", "short"], "");
    let error = "error[hidden-characters]: the file name `a\\u{1B}[31m\\u{202E}\\u{2066}\\u{200B}\\u{85}\\u{2028}\\u{7F}\\r\\n::error::forged\\n.slip` has a hidden character, U+001B ESCAPE";
    assert!(out.contains(error), "{out}");
    for arguments in [
        &["fmt", "--check"][..],
        &["fmt", "--diff"],
        &["fmt"],
        &["list"],
        &["show", "flint"],
        &["build"],
        &["check", "--fix"],
        &["doc", "--out", "site"],
        &["lock"],
    ] {
        let (_, out, err) = slipyard(&folder, arguments, "");
        harmless(&format!("{arguments:?}"), &out);
        harmless(&format!("{arguments:?}"), &err);
    }
    let (code, out, err) = slipyard(&folder, &["check", &name], "");
    harmless("check", &out);
    harmless("check", &err);
    assert_eq!(code, 1, "{err}");
    for command in [&["check"][..], &["fmt"], &["run", "x", "--in"], &["replay"], &["inspect"], &["verify"], &["play", "--resume"]] {
        let missing = format!("no{name}");
        let (code, out, err) = slipyard(&folder, &[command, &[missing.as_str()]].concat(), "");
        harmless(&format!("{command:?}"), &out);
        harmless(&format!("{command:?}"), &err);
        assert_eq!(code, 2, "{command:?}: {out} {err}");
    }
}

/// Returns the findings of a text, one per line, without the file.
fn found(name: &str, text: &str) -> String {
    let folder = folder(name);
    std::fs::write(folder.join("a.slip"), text).unwrap();
    let (_, out, _) = slipyard(&folder, &["check", "--format", "short", "a.slip"], "");
    out.lines().filter(|line| line.contains("hidden-characters")).collect::<Vec<_>>().join("\n")
}

fn weapon(name: &str, title: &str) -> String {
    format!("weapon {name} \"{title}\" : slug_thrower {{ tech T1; harm 1; penetration 1; range 0..2; stunts civilian }}\n")
}

#[test]
fn a_hidden_character_is_named_with_its_place_in_texts_and_comments() {
    assert_eq!(
        found("text", &weapon("flint", "Fl\u{202e}int")),
        "a.slip:1:17: warning[hidden-characters]: this line has a hidden character, U+202E RIGHT-TO-LEFT OVERRIDE"
    );
    assert_eq!(
        found("comment", &format!("// a\u{200b}b\u{2066}\n{}", weapon("flint", "Flint"))),
        "a.slip:1:5: warning[hidden-characters]: this line has 2 hidden characters, the first is U+200B ZERO WIDTH SPACE"
    );
    assert_eq!(
        found("doc", &format!("/// x\u{7f}\n{}", weapon("flint", "Flint"))),
        "a.slip:1:6: warning[hidden-characters]: this line has a hidden character, U+007F DELETE"
    );
}

#[test]
fn the_escape_of_a_hidden_character_in_a_table_is_no_name_of_a_table() {
    let said = found("table", "table omens { one_of \"A r\u{202e}ed sky\", \"{colours} rain\" }\ntable colours { one_of \"Black\" }\n");
    assert!(said.contains("hidden-characters") && !said.contains("error"), "{said}");
}

#[test]
fn what_emoji_and_scripts_need_is_no_hidden_character() {
    for (at, title) in ["👩‍🚀", "❤️ shot", "می‌خواهم", "क्‍ष", "שלום", "السفينة", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"].iter().enumerate()
    {
        assert_eq!(found(&format!("needed-{at}"), &weapon("flint", title)), "");
    }
    let text = format!("\u{feff}{}", weapon("flint", "Flint").replace('\n', "\r\n"));
    assert_eq!(found("mark", &text), "");
}

#[test]
fn names_and_titles_that_look_alike_are_reported() {
    let two = |one: (&str, &str), other: (&str, &str)| weapon(one.0, one.1) + &weapon(other.0, other.1);
    assert_eq!(
        found("alike", &two(("corner", "One"), ("comer", "Two"))),
        "a.slip:2:8: warning[hidden-characters]: `comer` looks like `corner`, but is a different name"
    );
    assert_eq!(
        found("titles", &two(("one", "Cargo gun"), ("two", "Cargo gu\u{578}"))),
        "a.slip:2:12: warning[hidden-characters]: `Cargo gu\u{578}` (with `\u{578}`, U+0578) looks like `Cargo gun`, but is a different name"
    );
    assert_eq!(found("unlike", &two(("corner", "Corner"), ("border", "Comer"))), "", "titles of ASCII are read as they are");
}

#[test]
fn an_edit_removes_hidden_characters_that_nobody_sees() {
    let folder = folder("edit");
    std::fs::write(folder.join("a.slip"), format!("// a\u{202e}b\n{}", weapon("flint", "Fl\u{200b}int\u{2028}gun"))).unwrap();
    let (code, _, err) = slipyard(&folder, &["check", "--fix", "a.slip"], "");
    assert_eq!(code, 0, "{err}");
    let text = std::fs::read_to_string(folder.join("a.slip")).unwrap();
    assert_eq!(text, format!("// ab\n{}", weapon("flint", "Flint gun")));
}

#[test]
fn a_level_of_the_manifest_silences_texts_and_no_file_name() {
    let folder = folder("level");
    std::fs::write(
        folder.join("slipyard.toml"),
        "[package]\nname = \"yards\"\nversion = \"0.1.0\"\n[lints]\nhidden-characters = \"allow\"\n",
    )
    .unwrap();
    std::fs::write(folder.join("a.slip"), weapon("flint", "Fl\u{200b}int")).unwrap();
    let (code, out, _) = slipyard(&folder, &["check", "--format", "short"], "");
    assert_eq!((code, out.as_str()), (0, ""));
    std::fs::write(folder.join("b\u{202e}.slip"), "").unwrap();
    let (code, out, _) = slipyard(&folder, &["check", "--format", "short"], "");
    assert!(code == 1 && out.contains("the file name `b\\u{202E}.slip`"), "{out}");
}
