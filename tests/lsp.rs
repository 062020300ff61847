//! Tests of the language server with the requests that editors send.
//!
//! Files in `tests/lsp` contain the requests: a comment with `^` below a word, and the request about that word. The answers are
//! snapshots; `INSTA_UPDATE=always` writes the present answers.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::cast_possible_truncation,
    clippy::panic,
    dead_code,
    missing_docs,
    unreachable_pub,
    reason = "tests fail by panicking"
)]

use crate::harness::editor;

use editor::raw_server::{Raw, frame};
use editor::server_binary::Binary;
use editor::{Editor, Inside, edited, offset, place, uri};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lsp").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    for (path, text) in files {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

const MANIFEST: &str =
    "[package]\nname = \"yard\"\nversion = \"1.0.0\"\nedition = 1\nlicence = \"CC0-1.0\"\nauthors = [\"Ada\"]\ndescription = \"A yard.\"\n";

fn editor(folders: &[&Path]) -> Editor<Inside> {
    Editor::new(Inside::new(), folders, json!({}))
}

/// Opens a package with one file, compiled.
fn opened(name: &str, text: &str) -> (Editor<Inside>, PathBuf) {
    let folder = folder(name, &[("slipyard.toml", MANIFEST), ("things.slip", text)]);
    let mut editor = editor(&[&folder]);
    let path = folder.join("things.slip");
    editor.open(&path, text);
    editor.settle(&path);
    (editor, path)
}

const CARBINE: &str = "/// Prints in six minutes.
weapon dock_carbine \"Dockside carbine\" : slug_thrower {
  tech T1
  harm 1
  penetration 1
  range 0..2
  stunts civilian
}

weapon dock_rifle \"Dockside rifle\" : slug_thrower from dock_carbine {
  range 0..4
}

npc guard \"Guard\" {
  cap 3
  skills { 3 slug_throwers; 2 resolve, intimidation; 1 alertness, brawling, stamina }
  stunts military_grade(slug_throwers)
  aspects \"Seen it before\", \"Owes the harbourmaster\", \"By the book\"
  gear dock_carbine
}
";

/// Returns the findings of `slipyard check` on the files of a folder, in the wording that editors show.
fn checked(path: &Path) -> Vec<String> {
    let project = slipyard::project::load(&[path.to_path_buf()], &mut std::io::empty()).unwrap();
    let verdict = slip_compile::verdicts(&project.sources, &project.roots);
    let mut all: Vec<_> = project.diagnostics.iter().chain(verdict.diagnostics.iter()).filter(|found| project.concerns(found)).collect();
    all.sort_by_key(|found| (found.primary.span, found.code));
    all.dedup();
    let own = all.into_iter().filter(|found| project.sources.file(found.primary.span.file).unwrap().path().ends_with(".slip"));
    let word = |found: &slip_source::diagnostic::Diagnostic| {
        let line = project.sources.line_column(found.primary.span).unwrap().line - 1;
        format!("{line} {} {}", found.code.slug(), found.message.split(": ").next().unwrap())
    };
    own.map(word).collect()
}

#[test]
fn requests_written_into_files_are_answered() {
    insta::glob!("lsp/*.slip", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let (mut editor, file) = opened(&format!("asked-{name}"), &text);
        let mut out = String::new();
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let Some((before, asked)) = line.split_once('^') else { continue };
            if !line.trim_start().starts_with("//") {
                continue;
            }
            let above = (0..at).rev().find(|at| !is_request(lines[*at])).unwrap();
            let start: usize = text.split_inclusive('\n').take(above).map(str::len).sum();
            let offset = start + before.len();
            let _ = writeln!(out, "--- {} @ {}", asked.trim(), lines[above].trim());
            out.push_str(&answer(&mut editor, &file, offset, asked.trim()));
        }
        insta::assert_snapshot!(out);
    });
}

fn is_request(line: &str) -> bool {
    line.trim_start().starts_with("//") && line.contains('^')
}

/// Returns the answer to a request in readable form.
fn answer(editor: &mut Editor<Inside>, file: &Path, at: usize, asked: &str) -> String {
    let text = editor.text(file).to_owned();
    let (what, more) = asked.split_once(' ').unwrap_or((asked, ""));
    let piece = |range: &Value| text[offset(&text, &range["start"])..offset(&text, &range["end"])].to_owned();
    let mut out = String::new();
    match what {
        "hover" => {
            let hover = editor.at("textDocument/hover", file, at, json!({})).unwrap();
            if hover.is_null() {
                return "nothing\n".to_owned();
            }
            let _ = writeln!(out, "[{}]\n{}", piece(&hover["range"]), hover["contents"]["value"].as_str().unwrap());
        }
        "complete" => {
            let found = editor.at("textDocument/completion", file, at, json!({})).unwrap();
            for one in found.as_array().unwrap().iter().filter(|one| one["label"].as_str().unwrap().contains(more)).take(40) {
                let detail = one["detail"].as_str().unwrap_or_default();
                let _ = writeln!(out, "{} [{}] {detail} => {}", one["label"].as_str().unwrap(), one["kind"], one["textEdit"]["newText"]);
            }
        }
        "signature" => {
            let found = editor.at("textDocument/signatureHelp", file, at, json!({})).unwrap();
            let one = &found["signatures"][0];
            let _ = writeln!(out, "{} at {}", one["label"].as_str().unwrap_or("nothing"), found["activeParameter"]);
        }
        "define" => {
            let found = editor.at("textDocument/definition", file, at, json!({})).unwrap();
            let target = &found[0];
            let path = PathBuf::from(target["targetUri"].as_str().unwrap_or("nothing").trim_start_matches("file://"));
            let there = std::fs::read_to_string(&path).unwrap_or_default();
            let line = target["targetRange"]["start"]["line"].as_u64().unwrap_or(0) as usize;
            let name = path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
            let _ = writeln!(out, "{name}: {}", there.lines().nth(line).unwrap_or_default().trim());
        }
        "uses" => {
            let context = json!({ "context": { "includeDeclaration": true } });
            let found = editor.at("textDocument/references", file, at, context).unwrap();
            for one in found.as_array().into_iter().flatten() {
                let line = one["range"]["start"]["line"].as_u64().unwrap() as usize;
                let _ = writeln!(out, "{} {}", line + 1, text.lines().nth(line).unwrap_or_default().trim());
            }
        }
        "fixes" => {
            let here = place(&text, at);
            let params =
                json!({ "textDocument": { "uri": uri(file) }, "range": { "start": here, "end": here }, "context": { "diagnostics": [] } });
            for one in editor.ask("textDocument/codeAction", params).unwrap().as_array().unwrap() {
                let preferred = if one["isPreferred"] == true { " (preferred)" } else { "" };
                let _ = writeln!(out, "{}: {}{preferred}", one["kind"].as_str().unwrap(), one["title"].as_str().unwrap());
                let new = edited(&text, &one["edit"]["changes"][uri(file)]);
                for change in
                    similar::TextDiff::from_lines(&text, &new).iter_all_changes().filter(|change| change.tag() != similar::ChangeTag::Equal)
                {
                    let _ = write!(out, "    {}{}", change.tag(), change.to_string_lossy());
                }
            }
        }
        "symbols" => symbols(&editor.about("textDocument/documentSymbol", file), 0, &mut out),
        "folds" => {
            for one in editor.about("textDocument/foldingRange", file).as_array().unwrap() {
                let _ = writeln!(out, "{}..{} {}", one["startLine"], one["endLine"], one["kind"].as_str().unwrap_or("block"));
            }
        }
        "lenses" => {
            for one in editor.about("textDocument/codeLens", file).as_array().unwrap() {
                let _ = writeln!(out, "{} {} {}", one["range"]["start"]["line"], one["command"]["command"], one["command"]["arguments"][1]);
            }
        }
        "hints" => {
            let range = json!({ "start": { "line": 0, "character": 0 }, "end": place(&text, text.len()) });
            let params = json!({ "textDocument": { "uri": uri(file) }, "range": range });
            for one in editor.ask("textDocument/inlayHint", params).unwrap().as_array().unwrap() {
                let at = offset(&text, &one["position"]);
                let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
                let _ = writeln!(out, "{}«{}»", text[start..at].trim_start(), one["label"].as_str().unwrap());
            }
        }
        "colours" => {
            let legend = editor.capabilities["semanticTokensProvider"]["legend"]["tokenTypes"].clone();
            let found = editor.about("textDocument/semanticTokens/full", file);
            let numbers: Vec<u64> = found["data"].as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect();
            let (mut line, mut column) = (0, 0);
            for token in numbers.chunks(5) {
                column = if token[0] > 0 { token[1] } else { column + token[1] };
                line += token[0];
                let start = offset(&text, &json!({ "line": line, "character": column }));
                let end = offset(&text, &json!({ "line": line, "character": column + token[2] }));
                let _ = writeln!(out, "{line}: {} {}", legend[token[3] as usize].as_str().unwrap(), &text[start..end]);
            }
        }
        "findings" => {
            for one in editor.findings(file) {
                let _ = writeln!(out, "{one}");
            }
        }
        other => panic!("nobody knows what `{other}` asks"),
    }
    out
}

fn symbols(found: &Value, depth: usize, out: &mut String) {
    for one in found.as_array().into_iter().flatten() {
        let _ = writeln!(out, "{:depth$}{} ({})", "", one["name"].as_str().unwrap(), one["detail"].as_str().unwrap());
        symbols(&one["children"], depth + 2, out);
    }
}

#[test]
fn what_is_published_is_what_check_says() {
    let mut packages: Vec<PathBuf> = vec!["content/customs_dock".into(), "content/wreck_coast".into()];
    packages.push("tests/cli/check.in/bad".into());
    for package in packages {
        let package = package.canonicalize().unwrap();
        let mut editor = editor(&[&package]);
        for path in slipyard::project::slip_files(std::slice::from_ref(&package)).unwrap() {
            editor.open(&path, &std::fs::read_to_string(&path).unwrap());
        }
        let files = slipyard::project::slip_files(std::slice::from_ref(&package)).unwrap();
        editor.settle(&files[0]);
        let said: Vec<String> = files.iter().flat_map(|file| editor.findings(file)).collect();
        assert_eq!(said, checked(&package), "{}", package.display());
    }
}

#[test]
fn a_mistake_is_found_as_it_is_written_and_gone_when_it_is_mended() {
    let (mut editor, path) = opened("typing", CARBINE);
    let before = editor.findings(&path);
    let at = CARBINE.find("harm 1").unwrap();
    editor.replace(&path, (at + 5, at + 6), "9");
    while !editor.findings(&path).iter().any(|found| found.contains("stat-above-cap")) {
        assert!(editor.listen(Duration::from_secs(60)), "nothing is said of `harm 9`: {:?}", editor.findings(&path));
    }
    editor.replace(&path, (at + 5, at + 6), "1");
    editor.settle(&path);
    assert_eq!(editor.findings(&path), before);
}

/// After edits of every kind, the last diagnostics of the server equal those of `slipyard check`.
#[test]
fn after_any_edits_the_last_word_is_that_of_check() {
    let edits: &[(&str, &str)] = &[
        ("tech T1", "tech T9"),
        ("from dock_carbine", "from dock_carbin"),
        ("weapon dock_carbine", "weapon dock_carbin"),
        ("skills { 3", "skills { 4"),
        ("  range 0..4\n}", "  range 0..4\n"),
        ("civilian", "civilian, full_auto"),
        ("\"Dockside rifle\"", "\"Dockside rifle"),
        ("npc guard", "alias gun for dock_carbine\n\nnpc guard"),
        ("gear dock_carbine", "gear gun"),
        ("/// Prints in six minutes.\n", ""),
    ];
    let (mut editor, path) = opened("edits", CARBINE);
    let mut text = CARBINE.to_owned();
    for (number, (old, new)) in edits.iter().enumerate() {
        if let Some(at) = text.find(old) {
            editor.replace(&path, (at, at + old.len()), new);
            text.replace_range(at..at + old.len(), new);
        }
        if number % 3 == 1 {
            continue;
        }
        editor.settle(&path);
        std::fs::write(&path, &text).unwrap();
        assert_eq!(editor.findings(&path), checked(path.parent().unwrap()), "after `{old}` became `{new}`:\n{text}");
    }
}

#[test]
fn what_is_said_at_once_of_a_thing_is_what_stands_in_the_end() {
    let changes =
        [("harm 1", "harm 9"), ("stunts civilian", "stunts civlian"), ("range 0..2", "range 0..2 3"), ("tech T1\n", "dammage 2\n")];
    for (number, (old, new)) in changes.into_iter().enumerate() {
        let (mut editor, path) = opened(&format!("at-once-{number}"), CARBINE);
        let said = editor.published.get(&uri(&path)).copied().unwrap_or(0);
        let at = CARBINE.find(old).unwrap();
        editor.replace(&path, (at, at + old.len()), new);
        while editor.published.get(&uri(&path)).copied().unwrap_or(0) == said {
            assert!(editor.listen(Duration::from_secs(60)));
        }
        let about_carbine = |found: Vec<String>| {
            found.into_iter().filter(|one| one.split(' ').next().unwrap().parse::<u32>().unwrap() < 8).collect::<Vec<_>>()
        };
        let at_once = about_carbine(editor.findings(&path));
        editor.settle(&path);
        assert_eq!(at_once, about_carbine(editor.findings(&path)), "{new}");
        assert!(!at_once.is_empty());
    }
}

#[test]
fn unsaved_text_counts_until_the_file_is_closed() {
    let (mut editor, path) = opened("unsaved", CARBINE);
    let saved = editor.findings(&path);
    let at = CARBINE.find("tech T1").unwrap();
    editor.replace(&path, (at, at + 7), "tech T9");
    editor.settle(&path);
    assert_ne!(editor.findings(&path), saved);
    editor.close(&path);
    while editor.findings(&path) != saved {
        assert!(editor.listen(Duration::from_secs(60)), "closing does not bring back what is saved: {:?}", editor.findings(&path));
    }
}

#[test]
fn a_file_that_was_never_saved_belongs_to_its_package() {
    let (mut editor, path) = opened("new-file", CARBINE);
    let new = path.parent().unwrap().join("more.slip");
    editor.open(&new, "npc clerk \"Clerk\" {\n  cap 3\n  gear dock_carbine, dock_pistol\n}\n");
    editor.settle(&new);
    let found = editor.findings(&new);
    assert!(found.iter().any(|one| one.contains("dock_pistol")), "{found:?}");
    assert!(!found.iter().any(|one| one.contains("dock_carbine")), "{found:?}");
}

/// Opens two packages of which one depends on the other.
fn two_packages(name: &str) -> (Editor<Inside>, PathBuf, PathBuf, PathBuf) {
    let dock = MANIFEST.replace("yard", "dock") + "\n[dependencies]\nyard = { path = \"../yard\", version = \"1.0\" }\n";
    let raid = "use yard.{dock_carbine}\n\nnpc clerk \"Clerk\" {\n  cap 3\n  skills { 3 slug_throwers; 2 resolve, charm; 1 alertness, brawling, stamina }\n  gear dock_carbine\n}\n\nnpc other \"Other\" {\n  cap 3\n  gear yard.dock_rifle\n}\n";
    let files = [("yard/slipyard.toml", MANIFEST), ("yard/things.slip", CARBINE), ("dock/slipyard.toml", &dock), ("dock/raid.slip", raid)];
    let folder = folder(name, &files);
    let mut editor = editor(&[&folder]);
    let (things, raid) = (folder.join("yard/things.slip"), folder.join("dock/raid.slip"));
    editor.open(&raid, &std::fs::read_to_string(&raid).unwrap());
    editor.settle(&raid);
    (editor, folder, things, raid)
}

#[test]
fn a_definition_is_found_in_another_package_and_in_the_standard_library() {
    let (mut editor, _, things, raid) = two_packages("define");
    let text = editor.text(&raid).to_owned();
    let found = editor.at("textDocument/definition", &raid, text.find("gear dock_carbine").unwrap() + 7, json!({})).unwrap();
    assert_eq!((&found[0]["targetUri"], &found[0]["targetRange"]["start"]["line"]), (&json!(uri(&things)), &json!(1)));
    let found = editor.at("textDocument/definition", &raid, text.find("resolve").unwrap() + 2, json!({})).unwrap();
    let target = found[0]["targetUri"].as_str().unwrap();
    assert!(target.ends_with("std/prelude/skills.slip"), "{found}");
    let there = std::fs::read_to_string(target.trim_start_matches("file://")).unwrap();
    let line = found[0]["targetRange"]["start"]["line"].as_u64().unwrap() as usize;
    assert!(there.lines().nth(line).unwrap().contains("skill resolve"));
}

#[test]
fn references_are_found_in_packages_that_nobody_has_opened() {
    let (mut editor, _, things, raid) = two_packages("uses");
    editor.close(&raid);
    editor.open(&things, CARBINE);
    let context = json!({ "context": { "includeDeclaration": false } });
    let found = editor.at("textDocument/references", &things, CARBINE.find("dock_carbine").unwrap(), context).unwrap();
    let places: Vec<(String, u64)> = found
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["uri"].as_str().unwrap().rsplit('/').next().unwrap().to_owned(), one["range"]["start"]["line"].as_u64().unwrap()))
        .collect();
    let wanted = [("raid.slip", 0), ("raid.slip", 5), ("things.slip", 9), ("things.slip", 18)];
    assert_eq!(places, wanted.map(|(file, line)| (file.to_owned(), line)));
}

/// References are found although a package beside the file cannot be loaded, because a link in it leads out of the package. Each repeated
/// request gets the same answer.
#[cfg(unix)]
#[test]
fn references_are_found_beside_a_package_that_cannot_be_loaded() {
    let spoilt = MANIFEST.replace("yard", "spoilt");
    let root = folder("spoilt", &[("yard/slipyard.toml", MANIFEST), ("yard/things.slip", CARBINE), ("spoilt/slipyard.toml", &spoilt)]);
    std::os::unix::fs::symlink("/dev/null", root.join("spoilt/void.slip")).unwrap();
    let mut editor = editor(&[&root]);
    let things = root.join("yard/things.slip");
    editor.open(&things, CARBINE);
    editor.settle(&things);
    let context = json!({ "context": { "includeDeclaration": true } });
    for _ in 0..3 {
        let found = editor.at("textDocument/references", &things, CARBINE.find("dock_carbine").unwrap(), context.clone()).unwrap();
        assert!(!found.as_array().unwrap().is_empty());
    }
    let said = editor.log.iter().filter(|line| line.contains("void.slip")).count();
    assert!((1..=3).contains(&said), "{:?}", editor.log);
}

#[test]
fn whoever_uses_a_word_of_the_standard_library_is_found_too() {
    let (mut editor, _, _, raid) = two_packages("uses-std");
    let at = editor.text(&raid).find("resolve").unwrap();
    let found = editor.at("textDocument/references", &raid, at, json!({ "context": { "includeDeclaration": true } })).unwrap();
    let files: Vec<&str> = found.as_array().unwrap().iter().map(|one| one["uri"].as_str().unwrap().rsplit('/').next().unwrap()).collect();
    assert!(["raid.slip", "things.slip", "skills.slip"].iter().all(|file| files.contains(file)), "{files:?}");
}

#[test]
fn a_new_name_is_written_everywhere_and_the_old_one_stays_as_an_alias() {
    let (mut editor, folder, things, raid) = two_packages("rename");
    editor.open(&things, CARBINE);
    let at = CARBINE.find("dock_rifle").unwrap();
    let edit = editor.at("textDocument/rename", &things, at, json!({ "newName": "long_rifle" })).unwrap();
    let changes = edit["changes"].as_object().unwrap();
    assert_eq!(changes.len(), 2, "{edit}");
    for (file, edits) in changes {
        let path = PathBuf::from(file.trim_start_matches("file://"));
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, edited(&text, edits)).unwrap();
    }
    let text = std::fs::read_to_string(&things).unwrap();
    assert!(text.contains("weapon long_rifle") && text.contains("\n}\n\nalias dock_rifle for long_rifle\n\nnpc guard"), "{text}");
    assert!(std::fs::read_to_string(&raid).unwrap().contains("gear yard.long_rifle"));
    let loud: Vec<String> = checked(&folder.join("dock")).into_iter().filter(|one| one.contains("name")).collect();
    assert_eq!(loud, Vec::<String>::new());
}

#[test]
fn a_name_that_is_none_or_is_taken_is_refused_with_the_reason() {
    let (mut editor, path) = opened("refused", CARBINE);
    let at = CARBINE.find("dock_rifle").unwrap();
    let mut refused = |new: &str| editor.at("textDocument/rename", &path, at, json!({ "newName": new })).unwrap_err();
    assert_eq!(refused("dock_carbine"), "there is already a weapon `dock_carbine`");
    assert_eq!(refused("Long Rifle"), "`Long Rifle` is not a name: write a small letter, then small letters, digits and `_`");
    assert_eq!(refused("when"), "`when` is a word of the language");
    assert!(refused("x3").starts_with("`x3` is not a"));
    let skill = CARBINE.find("resolve").unwrap();
    assert_eq!(
        editor.at("textDocument/rename", &path, skill, json!({ "newName": "grit" })).unwrap_err(),
        "names of the standard library cannot be changed"
    );
}

#[test]
fn a_part_is_not_called_as_another_part_is() {
    let text = "map yard \"Yard\" {\n  zone near \"Near\"\n  zone far \"Far\"\n  border near -- far 1\n}\n";
    let (mut editor, path) = opened("parts", text);
    let at = text.find("near").unwrap();
    let mut renamed = |new: &str| editor.at("textDocument/rename", &path, at, json!({ "newName": new }));
    assert_eq!(renamed("far").unwrap_err(), "`yard` already has a `far`");
    assert!(renamed("close").is_ok());
}

#[test]
fn columns_are_counted_as_the_editor_counts_them() {
    let text = "npc bell \"\u{1f514}\u{1f514} é\" { cap 3; hram 1 }\r\nnpc two { cap 3; hram 2 }\r\n";
    for (encodings, column) in [(json!(["utf-8", "utf-16"]), 32), (json!(["utf-16"]), 27), (json!(["utf-32"]), 25), (Value::Null, 27)] {
        let folder = folder("columns", &[("slipyard.toml", MANIFEST), ("things.slip", text)]);
        let general = if encodings.is_null() { json!({}) } else { json!({ "general": { "positionEncodings": encodings } }) };
        let mut editor = Editor::new(Inside::new(), &[&folder], general);
        let path = folder.join("things.slip");
        editor.open(&path, text);
        editor.settle(&path);
        let found = editor.found[&uri(&path)]["diagnostics"].as_array().unwrap().clone();
        let keys: Vec<&Value> = found.iter().filter(|one| one["code"] == "unknown-key").map(|one| &one["range"]["start"]).collect();
        assert_eq!(keys, [&json!({ "line": 0, "character": column }), &json!({ "line": 1, "character": 17 })], "{encodings}");
        // A change with columns in the same unit is applied at the right place.
        let range = json!({ "start": { "line": 0, "character": column }, "end": { "line": 0, "character": column + 4 } });
        let document = json!({ "uri": uri(&path), "version": 2 });
        editor.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": [{ "range": range, "text": "cap" }] }));
        editor.settle(&path);
        let codes: Vec<String> = editor.findings(&path).into_iter().filter(|one| one.starts_with("0 ")).collect();
        assert!(
            codes.iter().any(|one| one.contains("`cap` is written twice")) && !codes.iter().any(|one| one.contains("hram")),
            "{codes:?}"
        );
    }
}

#[test]
fn a_layout_is_that_of_fmt() {
    let text = CARBINE.replace("  tech T1", "      tech    T1").replace('\n', "\r\n");
    let (mut editor, path) = opened("layout", &text);
    let edits = editor
        .ask(
            "textDocument/formatting",
            json!({ "textDocument": { "uri": uri(&path) }, "options": { "tabSize": 8, "insertSpaces": false } }),
        )
        .unwrap();
    assert_eq!(edited(&text, &edits), CARBINE.replace('\n', "\r\n"));
}

/// Every request at every position of a broken text gets a result and no error, and the server continues.
#[test]
fn broken_texts_are_answered_too() {
    let methods = ["hover", "completion", "signatureHelp", "definition", "documentHighlight"];
    let (mut editor, path) = opened("broken", CARBINE);
    let mut text = CARBINE.to_owned();
    for (round, cut) in [30, 77, 140, 210, 260, 305, 350, 402].into_iter().enumerate() {
        let piece = ["{", "\"\"\"", "}", "(", "weapon x : ", "\u{1f514}", "stunts military_grade(", "//"][round];
        let at = cut.min(text.len());
        text.insert_str(at, piece);
        editor.write(&path, &text);
        for step in 0..24 {
            let at = (step * text.len() / 24..).find(|at| text.is_char_boundary(*at)).unwrap();
            for method in methods {
                editor.at(&format!("textDocument/{method}"), &path, at, json!({})).unwrap();
            }
        }
        for method in ["documentSymbol", "foldingRange", "semanticTokens/full", "codeLens"] {
            assert!(editor.about(&format!("textDocument/{method}"), &path).is_object() || round < 99);
        }
        let whole = json!({ "start": { "line": 0, "character": 0 }, "end": place(&text, text.len()) });
        let about = json!({ "textDocument": { "uri": uri(&path) }, "range": whole, "context": { "diagnostics": [] } });
        editor.ask("textDocument/codeAction", about.clone()).unwrap();
        editor.ask("textDocument/inlayHint", about).unwrap();
    }
    editor.write(&path, CARBINE);
    editor.settle(&path);
    assert_eq!(editor.findings(&path), checked(path.parent().unwrap()));
    assert!(!editor.log.iter().any(|line| line.contains("internal error")), "{:?}", editor.log);
}

#[test]
fn a_request_that_cannot_be_read_ends_with_an_error_and_not_with_the_server() {
    let (mut editor, path) = opened("nonsense", CARBINE);
    assert!(editor.ask("textDocument/hover", json!({ "position": "here" })).is_err());
    assert_eq!(editor.ask("textDocument/fancy", json!({})).unwrap_err(), "`textDocument/fancy` is not supported");
    assert!(
        editor
            .ask("textDocument/hover", json!({ "textDocument": { "uri": "untitled:one" }, "position": { "line": 0, "character": 0 } }))
            .is_err()
    );
    let far = json!({ "textDocument": { "uri": uri(&path) }, "position": { "line": 99_999, "character": 99_999 } });
    assert_eq!(editor.ask("textDocument/hover", far).unwrap(), Value::Null);
    editor.tell("textDocument/didChange", json!({ "nonsense": true }));
    assert!(editor.at("textDocument/hover", &path, CARBINE.find("dock_carbine").unwrap(), json!({})).unwrap().is_object());
}

#[test]
fn a_manifest_counts_as_it_is_written() {
    let (mut editor, path) = opened("manifest", CARBINE);
    assert!(!editor.findings(&path).iter().any(|one| one.contains("banned")));
    let manifest = path.parent().unwrap().join("slipyard.toml");
    editor.open(&manifest, &format!("{MANIFEST}\n[rules]\nban = [\"civilian\"]\n"));
    while !editor.findings(&path).iter().any(|one| one.contains("banned")) {
        assert!(editor.listen(Duration::from_secs(60)), "{:?}", editor.findings(&path));
    }
}

#[test]
fn a_folder_that_is_called_std_changes_nothing_that_is_published() {
    let dear = CARBINE.replace("harm 1", "harm 6");
    let (editor, path) = opened("planted_std", &dear);
    let before = editor.findings(&path);
    assert!(before.iter().any(|one| one.contains("over-budget")), "{before:?}");
    let planted = path.parent().unwrap().join("std");
    for (inside, text) in slip_compile::stdlib::FILES {
        let file = planted.join(inside);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text.replace("budget 6 + tech", "budget 600 + tech")).unwrap();
    }
    std::fs::write(planted.join("slipyard.toml"), "[package]\nname = \"std\"\nversion = \"0.1.0\"\n").unwrap();
    let mut editor = self::editor(&[path.parent().unwrap()]);
    editor.open(&path, &dear);
    editor.settle(&path);
    assert_eq!(editor.findings(&path), before);
    assert_eq!(before, checked(&path));
}

#[test]
fn every_stunt_that_is_offered_can_be_bought_there() {
    let (mut editor, path) = opened("offered", CARBINE);
    let at = CARBINE.find("civilian").unwrap() + "civilian".len();
    editor.replace(&path, (at, at), ", ");
    let found = editor.at("textDocument/completion", &path, at + 2, json!({})).unwrap();
    let names: Vec<String> =
        found.as_array().unwrap().iter().filter(|one| one["kind"] == 2).map(|one| one["label"].as_str().unwrap().to_owned()).collect();
    assert!(names.len() > 5 && !names.contains(&"civilian".to_owned()), "{names:?}");
    for name in names {
        let text = CARBINE.replace("stunts civilian", &format!("stunts civilian, {name}"));
        editor.write(&path, &text);
        editor.settle(&path);
        let found = editor.findings(&path);
        assert!(!found.iter().any(|one| one.contains("unknown") || one.contains("not-sold")), "{name}: {found:?}");
    }
}

#[test]
fn what_a_manifest_bans_is_renamed_in_the_manifest_too() {
    let manifest = format!("{MANIFEST}\n[rules]\nban = [\"weapon dock_carbine\", \"yard.dock_carbine\"]\n");
    let folder = folder("bans", &[("slipyard.toml", &manifest), ("things.slip", CARBINE)]);
    let mut editor = editor(&[&folder]);
    let path = folder.join("things.slip");
    editor.open(&path, CARBINE);
    editor.settle(&path);
    let edit = editor.at("textDocument/rename", &path, CARBINE.find("dock_carbine").unwrap(), json!({ "newName": "long_rifle" })).unwrap();
    let written = edited(&manifest, &edit["changes"][uri(&folder.join("slipyard.toml"))]);
    assert_eq!(written, manifest.replace("dock_carbine", "long_rifle"));
}

/// Returns the completions at the `|` in a text, each as the text that would be inserted.
fn offered(editor: &mut Editor<Inside>, file: &Path, text: &str) -> Vec<String> {
    let at = text.find('|').unwrap();
    editor.write(file, &text.replace('|', ""));
    editor.settle(file);
    let found = editor.at("textDocument/completion", file, at, json!({})).unwrap();
    found.as_array().unwrap().iter().map(|one| one["textEdit"]["newText"].as_str().unwrap().to_owned()).collect()
}

/// After `package.` only the declarations of the package are offered. Without a package name, each offer is the complete text to write.
#[test]
fn behind_a_package_stands_what_it_has() {
    let (mut editor, _, _, raid) = two_packages("reached");
    let base = editor.text(&raid).to_owned();
    let mut offered = |from: &str, to: &str| offered(&mut editor, &raid, &base.replacen(from, to, 1));
    let guns = ["dock_carbine", "dock_rifle"];
    for cursor in ["gear yard.|", "gear yard.dock_ri|", "gear fist, yard.|"] {
        assert_eq!(offered("gear yard.dock_rifle", cursor), guns, "{cursor}");
    }
    let whole = "use yard.{dock_carbine}";
    let derived = "use yard.{dock_carbine}\nweapon own";
    assert_eq!(offered(whole, &format!("{derived} from yard.|")), guns);
    assert_eq!(offered(whole, "use yard.|"), ["dock_carbine", "dock_rifle", "guard"]);
    assert_eq!(offered(whole, "use yard.{|}"), ["dock_carbine", "dock_rifle", "guard"]);
    assert_eq!(offered(whole, "use yard.{dock_carbine, |}"), ["dock_rifle", "guard"]);
    assert_eq!(offered(whole, "use weapon yard.|"), guns);
    assert_eq!(offered(whole, "use |"), ["yard"]);
    // Stunts outside designs belong to a package; stunts of a design, ranks and zones do not.
    let stunts = offered("gear yard.dock_rifle", "stunts std.|");
    assert!(stunts.contains(&"military_grade($1)".to_owned()) && !stunts.iter().any(|stunt| stunt.contains('.')), "{stunts:?}");
    let weapon = format!("{whole}\nweapon own : slug_thrower {{");
    let battle = format!("{whole}\nmap quay {{\n  zone pier\n  zone crane\n  border");
    for cursor in ["gear nobody.|", "stunts nobody.|", "stunts yard.|", "cap std.|", "std.|"] {
        assert_eq!(offered("gear yard.dock_rifle", cursor), Vec::<String>::new(), "{cursor}");
    }
    for cursor in ["stunts std.|", "tech std.|", "tech nobody.|"] {
        assert_eq!(offered(whole, &format!("{weapon}\n  {cursor}\n}}")), Vec::<String>::new(), "{cursor}");
    }
    for cursor in ["std.|", "nobody.|"] {
        assert_eq!(offered(whole, &format!("{battle} {cursor}\n}}")), Vec::<String>::new(), "{cursor}");
    }
    // Without a package name, a declaration that no `use` imports is written with its package, and an item is not derived from itself.
    let bare = offered(whole, &format!("{derived} : slug_thrower from |"));
    assert!(bare.contains(&"dock_carbine".to_owned()) && bare.contains(&"yard.dock_rifle".to_owned()), "{bare:?}");
    assert!(!bare.contains(&"dock_rifle".to_owned()) && !bare.contains(&"own".to_owned()), "{bare:?}");
}

/// A stunt that is declared outside of designs is offered with its package, until a `use` imports it. Written as offered, it is legal.
#[test]
fn a_stunt_of_another_package_is_written_as_it_is_found() {
    let (mut editor, folder, _, raid) = two_packages("stunts");
    let keen = "stunt keen_eye \"Keen eye\" {\n  for npc\n  effect +1 to attack when target is prone\n}\n";
    editor.open(&folder.join("yard/more.slip"), keen);
    editor.settle(&raid);
    let base = editor.text(&raid).to_owned();
    let (one, both) = ("{dock_carbine}", "{dock_carbine, keen_eye}");
    for (used, cursor, written) in [(one, "stunts |", "yard.keen_eye"), (one, "stunts yard.|", "keen_eye"), (both, "stunts |", "keen_eye")]
    {
        let text = base.replacen(one, used, 1).replacen("gear yard.dock_rifle", cursor, 1);
        let mut names = offered(&mut editor, &raid, &text);
        names.retain(|name| name.ends_with("keen_eye"));
        assert_eq!(names, [written], "{used} {cursor}");
        editor.write(&raid, &text.replace('|', written));
        editor.settle(&raid);
        let found = editor.findings(&raid);
        assert!(!found.iter().any(|one| one.contains("keen_eye")), "{used} {cursor}: {found:?}");
    }
}

#[test]
fn a_derived_doctrine_is_for_what_its_base_is_for() {
    let base = "doctrine bold \"Bold\" : personal {\n  act attack\n}\n\ndoctrine bolder \"Bolder\" from bold {\n  defend best\n}\n";
    let (mut editor, path) = opened("derived", base);
    let head = editor.at("textDocument/hover", &path, base.find("bolder").unwrap(), json!({})).unwrap();
    assert!(head["contents"]["value"].as_str().unwrap().contains("doctrine : personal"), "{head}");
    for (cursor, word) in [("act attack |", "when"), ("target |", "weakest"), ("act attack when it.|", "health_left")] {
        let words = offered(&mut editor, &path, &base.replacen("defend best", cursor, 1));
        assert!(words.contains(&word.to_owned()), "{cursor}: {words:?}");
    }
}

const YARD: &str = "map yard {
  zone near
  zone far
  border near -- far 1
}

encounter brawl \"A brawl\" : personal {
  map yard
  side ours { actors guard at near }
  side theirs { actors guard at far }
  limit 2 rounds
}
";

#[test]
fn the_binary_speaks_over_its_standard_streams_and_says_how_it_ended() {
    let text = format!("{CARBINE}\n{YARD}");
    let folder = folder("binary", &[("slipyard.toml", MANIFEST), ("things.slip", &text.replace("harm 1", "harm 9"))]);
    let path = folder.join("things.slip");
    let mut editor = Editor::new(Binary::new(), &[&folder], json!({}));
    editor.open(&path, &text);
    editor.settle(&path);
    assert_eq!(editor.findings(&path).iter().filter(|one| one.contains("stat-above-cap")).count(), 0);
    editor.write(&path, &text.replace("harm 1", "harm 9"));
    editor.settle(&path);
    assert_eq!(editor.findings(&path).iter().filter(|one| one.contains("stat-above-cap")).count(), 1);
    // The code lenses above an encounter run and report their result.
    let lenses = editor.about("textDocument/codeLens", &path);
    let run = lenses.as_array().unwrap().iter().find(|one| one["command"]["title"] == "run").unwrap()["command"].clone();
    editor.close(&path);
    std::fs::write(&path, &text).unwrap();
    editor.ask("workspace/executeCommand", json!({ "command": run["command"], "arguments": run["arguments"] })).unwrap();
    while !editor.log.iter().any(|line| line.contains("A brawl")) {
        assert!(editor.listen(Duration::from_secs(60)), "{:?}", editor.log);
    }
    assert!(!editor.log.iter().any(|line| line.contains("with the saved files")), "{:?}", editor.log);
    // The saved file is played, and the answer mentions unsaved changes.
    editor.open(&path, &text.replace("A brawl", "Another brawl"));
    editor.ask("workspace/executeCommand", json!({ "command": run["command"], "arguments": run["arguments"] })).unwrap();
    while !editor.log.iter().any(|line| line.contains("with the saved files: the unsaved changes in things.slip do not count\nA brawl")) {
        assert!(editor.listen(Duration::from_secs(60)), "{:?}", editor.log);
    }
    editor.ask("shutdown", Value::Null).unwrap();
    editor.tell("exit", Value::Null);
    assert_eq!(editor.line.ended(), Some(0));
}

/// Server in this process whose end the test waits for.
struct Kept(lsp_server::Connection);

impl editor::Line for Kept {
    fn say(&mut self, message: lsp_server::Message) {
        self.0.sender.send(message).unwrap();
    }

    fn hear(&mut self, wait: Duration) -> Option<lsp_server::Message> {
        self.0.receiver.recv_timeout(wait).ok()
    }
}

#[test]
fn what_comes_after_the_shutdown_does_not_hinder_the_goodbye() {
    let (ours, theirs) = lsp_server::Connection::memory();
    let server = std::thread::spawn(move || slipyard::lsp::serve(&theirs));
    let mut editor = Editor::new(Kept(ours), &[], json!({}));
    editor.ask("shutdown", Value::Null).unwrap();
    editor::Line::say(&mut editor.line, lsp_server::Response::new_ok("watch".to_owned().into(), Value::Null).into());
    editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": "file:///a.slip" } }));
    assert_eq!(editor.ask("workspace/symbol", json!({ "query": "" })).unwrap_err(), "the server has been shut down");
    editor.tell("exit", Value::Null);
    assert_eq!(server.join().unwrap(), Ok(true));
}

#[test]
fn a_new_file_of_a_dependency_is_seen_by_who_uses_it() {
    let (mut editor, folder, _, raid) = two_packages("new-file");
    let text = editor.text(&raid).replace("gear yard.dock_rifle", "gear yard.dock_pistol");
    editor.write(&raid, &text);
    editor.settle(&raid);
    let unknown = |editor: &Editor<Inside>| editor.findings(&raid).iter().filter(|one| one.contains("unknown-name")).count();
    assert_eq!(unknown(&editor), 1);
    // The new file is first open in the editor without being saved. Later it is created outside the editor.
    let pistol =
        "weapon dock_pistol \"Pistol\" : slug_thrower {\n  tech T1\n  harm 1\n  penetration 1\n  range 0..1\n  stunts civilian\n}\n";
    let new = folder.join("yard/more.slip");
    editor.open(&new, pistol);
    editor.settle(&raid);
    assert_eq!(unknown(&editor), 0);
    editor.close(&new);
    editor.settle(&raid);
    assert_eq!(unknown(&editor), 1);
    std::fs::write(&new, pistol).unwrap();
    editor.tell("workspace/didChangeWatchedFiles", json!({ "changes": [{ "uri": uri(&new), "type": 1 }] }));
    editor.settle(&raid);
    assert_eq!(unknown(&editor), 0);
}

/// "policy out of the contributor's reach": the editor shows what `check` will refuse, and this follows a change of the policy.
#[test]
fn the_policy_of_the_repository_is_applied_while_its_packages_are_written() {
    let heavy = "weapon heavy \"Heavy\" : slug_thrower { tech T1; harm 3; penetration 2; range 1..4; allow over-budget \"why not\" }\n";
    let home = folder("policed", &[("slipyard-policy.toml", "[waivers]\ncodes = []\n"), (".git/HEAD", "ref: refs/heads/main\n")]);
    std::fs::create_dir_all(home.join("yard")).unwrap();
    std::fs::write(home.join("yard/slipyard.toml"), MANIFEST).unwrap();
    std::fs::write(home.join("yard/things.slip"), heavy).unwrap();
    let mut editor = editor(&[&home]);
    let path = home.join("yard/things.slip");
    editor.open(&path, heavy);
    editor.settle(&path);
    let forbidden =
        |editor: &Editor<Inside>| editor.findings(&path).iter().filter(|one| one.contains("does not permit `allow over-budget`")).count();
    assert_eq!(forbidden(&editor), 1, "{:?}", editor.findings(&path));
    let policy = home.join("slipyard-policy.toml");
    std::fs::write(&policy, "[waivers]\ncodes = [\"over-budget\"]\n").unwrap();
    editor.tell("workspace/didChangeWatchedFiles", json!({ "changes": [{ "uri": uri(&policy), "type": 2 }] }));
    editor.settle(&path);
    assert_eq!(forbidden(&editor), 0, "{:?}", editor.findings(&path));
    // A policy that cannot be read is shown where the package has its name.
    std::fs::write(&policy, "[waivers]\ncods = 1\n").unwrap();
    editor.tell("workspace/didChangeWatchedFiles", json!({ "changes": [{ "uri": uri(&policy), "type": 2 }] }));
    editor.settle(&path);
    let found = editor.findings(&home.join("yard/slipyard.toml"));
    assert!(found.iter().any(|one| one.contains("the policy `slipyard-policy.toml` cannot be used")), "{found:?}");
}

#[test]
fn a_folder_that_left_the_workspace_is_no_longer_renamed_in() {
    let (mut editor, folder, things, raid) = two_packages("left");
    editor.close(&raid);
    editor.open(&things, CARBINE);
    let at = CARBINE.find("dock_rifle").unwrap();
    let files = |editor: &mut Editor<Inside>| {
        let edit = editor.at("textDocument/rename", &things, at, json!({ "newName": "long_rifle" })).unwrap();
        edit["changes"].as_object().unwrap().len()
    };
    let change = |removed: &Path, added: &Path| json!({ "event": { "added": [{ "uri": uri(added), "name": "a" }], "removed": [{ "uri": uri(removed), "name": "f" }] } });
    assert_eq!(files(&mut editor), 2);
    editor.tell("workspace/didChangeWorkspaceFolders", change(&folder, &folder.join("yard")));
    assert_eq!(files(&mut editor), 1);
}

#[test]
fn a_variant_leaves_out_what_its_base_has_added_already() {
    let text = CARBINE.replace("  range 0..4\n", "  range 0..4\n  stunts - civilian\n");
    let (mut editor, path) = opened("variant", &text);
    let (start, end) = (text.find("  range 0..4").unwrap(), text.find("npc guard").unwrap() - 3);
    let range = json!({ "start": place(&text, start), "end": place(&text, end) });
    let asked = json!({ "textDocument": { "uri": uri(&path) }, "range": range, "context": { "diagnostics": [], "only": ["refactor"] } });
    let actions = editor.ask("textDocument/codeAction", asked).unwrap();
    let new = actions[0]["edit"]["changes"][&uri(&path)][0]["newText"].as_str().unwrap();
    assert!(new.ends_with("dock_rifle_mk2 \"Dockside rifle, Mk II\" : slug_thrower from dock_rifle {\n  range 0..4\n}"), "{new}");
}

#[test]
fn a_closing_bracket_has_the_line_ends_of_its_file() {
    let text = "npc a \"A\" {\r\n  cap 3\r\n\r\nnpc b \"B\" {\r\n  cap 3\r\n}\r\n";
    let (mut editor, path) = opened("crlf", text);
    let range = json!({ "start": place(text, 0), "end": place(text, text.find("cap").unwrap()) });
    let asked = json!({ "textDocument": { "uri": uri(&path) }, "range": range, "context": { "diagnostics": [] } });
    let actions = editor.ask("textDocument/codeAction", asked).unwrap();
    let title = "put `}` after the last entry of this block";
    let action = actions.as_array().unwrap().iter().find(|one| one["title"] == title).unwrap();
    assert_eq!(action["edit"]["changes"][&uri(&path)][0]["newText"], "\r\n}");
}

#[test]
fn an_editor_that_hangs_up_or_talks_nonsense_does_not_keep_the_server() {
    let mut silent = Binary::new();
    assert_eq!(silent.ended(), Some(2));
    let mut nonsense = Binary::new();
    nonsense.mutter(b"GET / HTTP/1.1\r\n\r\n");
    assert_eq!(nonsense.ended(), Some(2));
    let mut boasting = Binary::new();
    boasting.mutter(b"Content-Length: 99999999999999\r\n\r\n{");
    assert_eq!(boasting.ended(), Some(2));
    let mut gone = Editor::new(Binary::new(), &[], json!({}));
    assert_eq!(gone.line.ended(), Some(2));
}

const UNKNOWN: &str = "textDocument/nothing";

/// Checks that the server still answers: a request with an unknown method gets the error code for it.
fn is_alive(raw: &mut Raw) {
    assert_eq!(raw.ask("alive", UNKNOWN, json!({}))["error"]["code"], -32601);
}

#[test]
fn a_bad_frame_is_answered_and_the_server_lives() {
    let mut raw = Raw::initialized();
    for (bytes, code) in [
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".to_vec(), -32700),
        (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"shutdown\"}".to_vec(), -32700),
        (b"\x00\xff\xfe\n\n".to_vec(), -32700),
        (b"Content-Length: -1\r\n\r\n{}".to_vec(), -32700),
        (b"Content-Length: many\r\n\r\n{}".to_vec(), -32700),
        (b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}".to_vec(), -32700),
        (b"Content-Type: application/json\r\n\r\n{}".to_vec(), -32700),
        (b"Content-Length: 99999999999999\r\n\r\n{".to_vec(), -32600),
        (b"Content-Length: 99999999999999999999999999\r\n\r\n{".to_vec(), -32600),
        (b"Content-Length: 0\r\n\r\n".to_vec(), -32700),
        (b"Content-Length: 3\r\n\r\n\"\xff\"".to_vec(), -32700),
        (frame("{\"jsonrpc\": \"2.0\", \"id\": 1,").into_bytes(), -32700),
        (frame(&"[".repeat(100_000)).into_bytes(), -32700),
        (frame("[]").into_bytes(), -32600),
        (frame("[{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"shutdown\"}]").into_bytes(), -32600),
        (frame("{\"jsonrpc\": \"2.0\", \"method\": 1}").into_bytes(), -32600),
        (frame("{}").into_bytes(), -32600),
        (frame("true").into_bytes(), -32600),
    ] {
        raw.bytes(&bytes);
        let answer = raw.answer(&Value::Null);
        assert_eq!(
            (&answer["error"]["code"], &answer["jsonrpc"]),
            (&json!(code), &json!("2.0")),
            "{}: {answer}",
            String::from_utf8_lossy(&bytes)
        );
        is_alive(&mut raw);
    }
    assert_eq!(raw.ask("bye", "shutdown", Value::Null)["result"], Value::Null);
    raw.tell("exit", Value::Null);
    assert_eq!(raw.ended(), Some(0));
}

#[test]
fn a_wrong_length_costs_one_message() {
    let text = json!({ "jsonrpc": "2.0", "id": 1, "method": UNKNOWN }).to_string();
    for length in [1, text.len() - 1, text.len() + 1, text.len() + 30, text.len() + 100_000] {
        let mut raw = Raw::initialized();
        raw.bytes(format!("Content-Length: {length}\r\n\r\n{text}{}", frame(&text.replace('1', "2"))));
        assert_eq!(raw.answer(&Value::Null)["error"]["code"], -32700, "{length}");
        assert_eq!(raw.answer(&json!(2))["error"]["code"], -32601, "{length}");
    }
}

#[test]
fn requests_out_of_their_time_are_refused_and_notifications_are_ignored() {
    let mut raw = Raw::new();
    raw.tell("textDocument/didOpen", json!({ "textDocument": 5 }));
    raw.bytes("garbage\r\n");
    assert_eq!(raw.answer(&Value::Null)["error"]["code"], -32700);
    assert_eq!(raw.ask("early", "textDocument/hover", json!({}))["error"]["code"], -32002);
    assert_eq!(raw.ask("early", "shutdown", Value::Null)["error"]["code"], -32002);
    let hello = json!({ "processId": null, "rootUri": null, "capabilities": {} });
    assert!(raw.ask("hello", "initialize", hello.clone())["result"].is_object());
    // Another message may come before `initialized`.
    is_alive(&mut raw);
    raw.tell("initialized", json!({}));
    assert_eq!(raw.ask("again", "initialize", hello)["error"]["code"], -32600);
    for method in ["$/nothing", "textDocument/nothing", "initialized", "$/cancelRequest", "textDocument/hover"] {
        raw.tell(method, json!({ "id": 99 }));
    }
    assert_eq!(raw.ask("odd", "$/nothing", json!({}))["error"]["code"], -32601);
    assert_eq!(raw.ask("odd", "textDocument/didOpen", json!({}))["error"]["code"], -32601);
    for params in
        [json!({}), json!([1]), json!({ "textDocument": { "uri": "file://" }, "position": { "line": -1, "character": 4_294_967_296_u64 } })]
    {
        assert_eq!(raw.ask("params", "textDocument/hover", params)["error"]["code"], -32602);
    }
    assert_eq!(raw.ask("bye", "shutdown", Value::Null)["result"], Value::Null);
    assert_eq!(raw.ask("late", "textDocument/hover", json!({}))["error"]["code"], -32600);
    assert_eq!(raw.ask("late", "shutdown", Value::Null)["error"]["code"], -32600);
    raw.tell("exit", Value::Null);
    assert_eq!(raw.ended(), Some(0));
    let mut rude = Raw::new();
    rude.tell("exit", Value::Null);
    assert_eq!(rude.ended(), Some(2));
}

/// Returns the text of a file as the server formats it.
fn laid_out(raw: &mut Raw, uri: &str) -> Value {
    let options = json!({ "textDocument": { "uri": uri }, "options": { "tabSize": 2, "insertSpaces": true } });
    raw.ask("layout", "textDocument/formatting", options)["result"][0]["newText"].clone()
}

fn change(raw: &mut Raw, uri: &str, version: i32, (from, to): ((u32, u32), (u32, u32)), text: &str) {
    let place = |(line, character): (u32, u32)| json!({ "line": line, "character": character });
    let changes = json!([{ "range": { "start": place(from), "end": place(to) }, "text": text }]);
    raw.tell("textDocument/didChange", json!({ "textDocument": { "uri": uri, "version": version }, "contentChanges": changes }));
}

#[test]
fn a_stale_version_changes_nothing_and_a_newer_one_does() {
    let folder = folder("stale", &[]);
    let uri = uri(&folder.join("a.slip"));
    let mut raw = Raw::initialized();
    let open = |raw: &mut Raw, version: i32, name: &str| {
        let document = json!({ "uri": uri, "languageId": "slip", "version": version, "text": format!("mook {name} {{   threat 1 }}\n") });
        raw.tell("textDocument/didOpen", json!({ "textDocument": document }));
    };
    open(&mut raw, 5, "a");
    assert_eq!(laid_out(&mut raw, &uri), "mook a { threat 1 }\n");
    for version in [5, 4, -7] {
        change(&mut raw, &uri, version, ((0, 5), (0, 6)), "stale");
        let logged = raw.logged();
        assert!(logged.contains(&format!("to version {version} was ignored, because version 5 came first")), "{logged}");
        assert_eq!(laid_out(&mut raw, &uri), "mook a { threat 1 }\n");
    }
    change(&mut raw, &uri, 8, ((0, 5), (0, 6)), "newer");
    assert_eq!(laid_out(&mut raw, &uri), "mook newer { threat 1 }\n");
    // After the file is opened again, version numbers begin anew.
    raw.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    open(&mut raw, 1, "b");
    change(&mut raw, &uri, 2, ((0, 5), (0, 6)), "c");
    assert_eq!(laid_out(&mut raw, &uri), "mook c { threat 1 }\n");
    open(&mut raw, 1, "twice");
    assert!(raw.logged().contains("was opened twice"));
    assert_eq!(laid_out(&mut raw, &uri), "mook twice { threat 1 }\n");
}

#[test]
fn changes_of_what_is_not_open_are_logged_and_ranges_beyond_the_text_end_with_it() {
    let folder = folder("not-open", &[]);
    let path = folder.join("a.slip");
    let (known, unknown) = (uri(&path), uri(&folder.join("b.slip")));
    let mut raw = Raw::initialized();
    change(&mut raw, &unknown, 2, ((0, 0), (0, 0)), "x");
    assert!(raw.logged().contains("is not open"));
    raw.tell("textDocument/didClose", json!({ "textDocument": { "uri": unknown } }));
    assert!(raw.logged().contains("is not open"));
    for uri in ["untitled:a", "https://example.org/a.slip", "file://other.example/a.slip", "file:///a%2Fb.slip", "file:///a%00.slip"] {
        let document = json!({ "uri": uri, "languageId": "slip", "version": 1, "text": "" });
        raw.tell("textDocument/didOpen", json!({ "textDocument": document }));
        assert!(raw.logged().contains("is not a file on this machine"), "{uri}");
        assert_eq!(
            raw.ask("not", "textDocument/documentSymbol", json!({ "textDocument": { "uri": uri } }))["error"]["code"],
            -32602,
            "{uri}"
        );
    }
    let document = json!({ "uri": known, "languageId": "slip", "version": 1, "text": "mook \u{1f514}" });
    raw.tell("textDocument/didOpen", json!({ "textDocument": document }));
    // The ranges of these changes are invalid: one is inside a surrogate pair, one is after the end of the text, and one has its ends
    // swapped.
    change(&mut raw, &known, 2, ((0, 6), (0, 99)), "a {   threat 1 }");
    change(&mut raw, &known, 3, ((77, 0), (4_000_000_000, 9)), "\n\nmook b { threat 9 }");
    change(&mut raw, &known, 4, ((2, 17), (2, 16)), "2");
    assert_eq!(laid_out(&mut raw, &known), "mook a { threat 1 }\n\nmook b { threat 2 }\n");
    // The same file by another spelling of its URI.
    let spelt = known.replace("a.slip", "x/%2e%2e/%61.slip");
    change(&mut raw, &spelt, 5, ((0, 5), (0, 6)), "c");
    assert!(laid_out(&mut raw, &known).as_str().unwrap().starts_with("mook c {"));
    is_alive(&mut raw);
}
