//! Tests of reports for code hosts: valid by their standards, with a stable identity of each finding between runs, and without text
//! that a line-based reader would misread.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use serde_json::Value;
use slip_compile::compile;
use slip_compile::stdlib;
use slip_report::baseline::Baseline;
use slip_report::{Picture, Style, Summary, report};
use slip_source::diagnostic::suppressed::Suppressor;
use slip_source::diagnostic::{Diagnostics, Severity};
use slip_source::{Package, Sources};

/// Guns that are too expensive, allowed by a waiver, and misspelt; in a path with a character that URIs do not allow.
const GUNS: &str = r#"
weapon flint "Flint" : slug_thrower { tech T1; harm 1; penetration 5; range 0..2; stunts civilian }

weapon heavy "Heavy" : slug_thrower {
  tech T1; harm 5; penetration 2; range 0..2; stunts civilian
  allow over-budget "carried by the boss, 100 %: of them all"
}

weapon gaff "Gaff" : close_combat { tech T0; hram 1; range 0..1; stunts civilian }
"#;

fn found(text: &str) -> (Diagnostics, Sources) {
    let mut sources = Sources::new();
    stdlib::add(&mut sources);
    let own = sources.add_package(Package { name: "yard".into(), edition: 1, ..Package::default() });
    sources.add_file(own, "old fleet/guns.slip", text);
    let compiled = compile(&sources);
    let mut diagnostics = compiled.diagnostics;
    diagnostics.sort();
    diagnostics.dedup();
    (diagnostics, sources)
}

fn drawn(diagnostics: &Diagnostics, sources: &Sources, style: Style) -> String {
    report(diagnostics, sources, style, Picture::default(), &Summary::default())
}

fn sarif(diagnostics: &Diagnostics, sources: &Sources) -> Value {
    serde_json::from_str(&drawn(diagnostics, sources, Style::Sarif)).unwrap()
}

/// Returns the fingerprints of errors, by code.
fn prints(text: &str) -> Vec<(String, String)> {
    let (diagnostics, sources) = found(text);
    let log = sarif(&diagnostics, &sources);
    let results = log["runs"][0]["results"].as_array().unwrap().clone();
    let errors = results.iter().filter(|result| result["level"] == "error");
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    errors.map(|result| (text(&result["ruleId"]), text(&result["partialFingerprints"]["slipyard/v1"]))).collect()
}

fn valid() -> jsonschema::Validator {
    let schema: Value = serde_json::from_str(&std::fs::read_to_string("tests/schemas/sarif-2.1.0.json").unwrap()).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

#[test]
fn a_sarif_report_is_valid_by_the_published_schema_whatever_was_found() {
    let schema = valid();
    for text in [GUNS, "", "weapon {", "ship \"\u{1b}\u{0}\" { }\r\n\u{2028}", "// nothing\n"] {
        let (diagnostics, sources) = found(text);
        let log = sarif(&diagnostics, &sources);
        let wrong: Vec<String> = schema.iter_errors(&log).map(|error| format!("{error} at {}", error.instance_path())).collect();
        assert!(wrong.is_empty(), "{text}: {wrong:?}");
    }
    // Check that the schema rejects an invalid log.
    let mut log = sarif(&found(GUNS).0, &found(GUNS).1);
    log["runs"][0]["results"][0]["level"] = "dreadful".into();
    assert!(!schema.is_valid(&log));
}

#[test]
fn a_sarif_report_has_rules_edits_and_what_was_allowed_with_its_reason() {
    let (diagnostics, sources) = found(GUNS);
    let log = sarif(&diagnostics, &sources);
    let run = &log["runs"][0];
    let results = run["results"].as_array().unwrap();
    let of = |code: &str| results.iter().filter(|result| result["ruleId"] == code).collect::<Vec<_>>();
    let dear = of("over-budget");
    assert_eq!(dear.len(), 2, "the one that counts and the one that is allowed");
    assert_eq!(dear[0]["suppressions"], serde_json::json!([]));
    assert_eq!(dear[1]["suppressions"][0]["kind"], "inSource");
    assert_eq!(dear[1]["suppressions"][0]["justification"], "carried by the boss, 100 %: of them all");
    assert_eq!(dear[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "old%20fleet/guns.slip");
    assert!(!dear[0]["fixes"].as_array().unwrap().is_empty());
    let misspelt = of("unknown-key")[0];
    let change = &misspelt["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(change["insertedContent"]["text"], "harm");
    for result in results {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        let rule = &run["tool"]["driver"]["rules"][index];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(rule["help"]["markdown"].as_str().unwrap().starts_with("# "));
    }
}

#[test]
fn a_finding_is_the_same_finding_below_other_lines_and_with_another_number() {
    let before = prints(GUNS);
    assert_eq!(before.iter().map(|(code, _)| code.as_str()).collect::<Vec<_>>(), ["over-budget", "over-budget", "unknown-key"]);
    assert_eq!(before, prints(&format!("// Guns.\n\n\n{GUNS}")));
    assert_eq!(before, prints(&GUNS.replace('\n', "\r\n")));
    assert_eq!(before, prints(&GUNS.replace("penetration 5", "penetration 4")));
    assert_ne!(before, prints(&GUNS.replace("weapon flint", "weapon spark")));
    // The same text twice in one item gives two findings.
    let twice = prints("weapon gaff \"Gaff\" : close_combat { tech T0; hram 1; hram 2; range 0..1; stunts civilian }\n");
    assert_eq!(twice.len(), 2);
    assert_ne!(twice[0].1, twice[1].1);
}

#[test]
fn what_a_baseline_knows_does_not_count_and_what_is_new_does() {
    let (diagnostics, sources) = found(GUNS);
    let baseline = Baseline::of(&diagnostics, &sources);
    assert_eq!(baseline, Baseline::read(&baseline.text()).unwrap());
    let later = format!(
        "// More.\n{}\nweapon hook \"Hook\" : close_combat {{ tech T0; hram 1; range 0..1; stunts civilian }}\n",
        GUNS.replace("hram", "harm")
    );
    let (mut diagnostics, sources) = found(&later);
    let gone = baseline.set_aside(&mut diagnostics, &sources, "known");
    assert_eq!(gone, 1, "the misspelt word was mended");
    let new = diagnostics.iter().filter(|found| found.severity == Severity::Error);
    assert_eq!(new.map(|found| (found.code.slug(), sources.slice(found.primary.span))).collect::<Vec<_>>(), [("unknown-key", "hram")]);
    let log = sarif(&diagnostics, &sources);
    let results = log["runs"][0]["results"].as_array().unwrap();
    let external = results.iter().filter(|result| result["suppressions"][0]["kind"] == "external").count();
    let by = |who: Suppressor| diagnostics.suppressed().iter().filter(|aside| aside.by == who).count();
    // The standard library also has waivers.
    assert_eq!((external, by(Suppressor::Waiver)), (by(Suppressor::Baseline), 2));
    assert!(Baseline::read("{ \"baseline\": 2, \"findings\": {} }").unwrap_err().contains("version 2"));
    assert!(Baseline::read("[]").is_err());
}

#[test]
fn no_name_of_content_gives_orders_to_a_workflow() {
    let (diagnostics, sources) = found("weapon flint \"a\n::error::b\" : slug_thrower { tech T9; \"::set-output name=x::y\r\" 3 }\n");
    let text = drawn(&diagnostics, &sources, Style::Github);
    assert!(!diagnostics.is_empty());
    assert_eq!(text.lines().count(), diagnostics.len(), "{text}");
    assert!(
        text.lines()
            .all(|line| line.starts_with("::error title=") || line.starts_with("::warning title=") || line.starts_with("::notice title="))
    );
}

#[test]
fn the_problem_matcher_reads_every_short_line() {
    let matcher: Value = serde_json::from_str(&std::fs::read_to_string(".github/problem-matcher.json").unwrap()).unwrap();
    let pattern = &matcher["problemMatcher"][0]["pattern"][0];
    let reads = regex::Regex::new(pattern["regexp"].as_str().unwrap()).unwrap();
    let (diagnostics, sources) = found(GUNS);
    let text = drawn(&diagnostics, &sources, Style::Short);
    let group = |read: &regex::Captures<'_>, name: &str| read[usize::try_from(pattern[name].as_u64().unwrap()).unwrap()].to_owned();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), diagnostics.len());
    for (line, found) in lines.iter().zip(diagnostics.iter()) {
        let read = reads.captures(line).unwrap_or_else(|| panic!("not read: {line}"));
        assert_eq!(group(&read, "file"), "old fleet/guns.slip");
        assert_eq!(group(&read, "line"), sources.line_column(found.primary.span).unwrap().line.to_string());
        assert_eq!(group(&read, "severity"), found.severity.word());
        assert_eq!(group(&read, "code"), found.code.slug());
        assert_eq!(group(&read, "message"), found.message);
    }
}

/// Every command that the action and the hooks call exists.
#[test]
fn the_action_and_the_hooks_call_what_there_is() {
    let help = |command: &str| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_slipyard")).args([command, "--help"]).output().unwrap();
        assert!(output.status.success(), "{command}");
        String::from_utf8(output.stdout).unwrap()
    };
    let mut seen = 0;
    for file in ["action.yml", ".pre-commit-hooks.yaml"] {
        let text = std::fs::read_to_string(file).unwrap();
        for line in text.lines().filter(|line| !line.trim_start().starts_with('#')) {
            let Some((_, rest)) = line.split_once("slipyard ").filter(|_| {
                line.contains("entry:")
                    || line.contains("slipyard check --format")
                    || line.contains("slipyard fmt")
                    || line.contains("slipyard test")
            }) else {
                continue;
            };
            let mut words = rest.split_whitespace();
            let Some(command) = words.next().filter(|word| ["check", "fmt", "test"].contains(word)) else { continue };
            let page = help(command);
            for flag in words.filter(|word| word.starts_with("--")) {
                assert!(page.contains(flag), "{file}: `{command}` has no {flag}");
                seen += 1;
            }
        }
    }
    assert!(seen >= 3, "{seen}");
    let action = std::fs::read_to_string("action.yml").unwrap();
    let page = help("check");
    for flag in ["--deny", "--locked", "--baseline", "--changed-since"] {
        assert!(action.contains(flag) && page.contains(flag), "{flag}");
    }
}

/// Runs the checking step of the action as a CI runner does.
#[cfg(unix)]
#[test]
fn the_action_leaves_no_report_where_nothing_could_be_looked_at() {
    let action = std::fs::read_to_string("action.yml").unwrap();
    let (_, step) = action.split_once("SARIF: ${{ inputs.sarif }}\n      run: |\n").unwrap();
    let step = step.split("\n\n").next().unwrap();
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("action");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("a.slip"), "weapon gaff \"Gaff\" : close_combat { tech T0; harm 1; range 0..1 }\n").unwrap();
    let programs = std::path::Path::new(env!("CARGO_BIN_EXE_slipyard")).parent().unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let run = |baseline: &str| {
        let mut bash = std::process::Command::new("bash");
        bash.args(["-e", "-o", "pipefail", "-c", step]).current_dir(&folder).env("PATH", &path).env("SLIPYARD_CACHE", "");
        bash.env("PATHS", "a.slip").env("SARIF", "a.sarif").env("BASELINE", baseline).env("DENY", "").env("LOCKED", "").env("SINCE", "");
        bash.output().map(|output| output.status.code())
    };
    // Skipped where the shell of the CI runners is missing.
    let Ok(missing) = run("missing.json") else { return };
    assert_eq!((missing, folder.join("a.sarif").exists()), (Some(2), false));
    let looked = run("").unwrap();
    assert!(matches!(looked, Some(0 | 1)) && std::fs::metadata(folder.join("a.sarif")).unwrap().len() > 0, "{looked:?}");
}
