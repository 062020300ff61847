//! Tests of reports for code hosts: valid by their standards, with an identity of each finding that stays the same between runs, and
//! without text that a reader of lines would misread.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use serde_json::Value;
use slip_compile::compile;
use slip_compile::stdlib;
use slip_report::baseline::Baseline;
use slip_report::{DrawOptions, Style, Summary, report};
use slip_source::diagnostic::suppressed::Suppressor;
use slip_source::diagnostic::{Diagnostics, Severity};
use slip_source::{Package, Sources};

/// Guns: one that is too expensive, one whose excess a waiver allows, and one with a misspelt key. Their path contains a character that
/// URIs do not allow.
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
    report(diagnostics, sources, style, DrawOptions::default(), &Summary::default())
}

fn sarif(diagnostics: &Diagnostics, sources: &Sources) -> Value {
    serde_json::from_str(&drawn(diagnostics, sources, Style::Sarif)).unwrap()
}

/// Returns the fingerprints of all errors, each with its code.
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

/// A viewer of SARIF makes a link of `[words](address)` in a message, so a title of this form must not appear unescaped.
#[test]
fn a_title_cannot_put_a_link_into_a_sarif_report() {
    let systems = "system a \"[click](https://bad.example)\" { tech T2; aspects \"A\", \"B\", \"C\" }\n\
                   system b \"[click] here\" { tech T1; aspects \"A\", \"B\", \"C\" }\ncluster c { systems a, b; slipstream a -- b }\n";
    let (diagnostics, sources) = found(systems);
    let log = sarif(&diagnostics, &sources);
    let messages: Vec<&str> =
        log["runs"][0]["results"].as_array().unwrap().iter().filter_map(|result| result["message"]["text"].as_str()).collect();
    let titled: Vec<&&str> = messages.iter().filter(|message| message.contains("bad.example")).collect();
    assert!(!titled.is_empty(), "{messages:?}");
    assert!(titled.iter().all(|message| message.contains("\\[click\\](https://bad.example)")), "{titled:?}");
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

/// Every command and option of `slipyard` that the action and the hooks call exists.
#[test]
fn the_action_and_the_hooks_call_what_there_is() {
    let help = |command: &str| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_slipyard")).args([command, "--help"]).output().unwrap();
        assert!(output.status.success(), "{command}");
        String::from_utf8(output.stdout).unwrap()
    };
    let hooks = std::fs::read_to_string(".pre-commit-hooks.yaml").unwrap();
    let entries: Vec<&str> = hooks.lines().filter_map(|line| line.trim().strip_prefix("entry: slipyard ")).collect();
    assert_eq!(entries, ["check", "fmt", "test"]);
    assert!(!hooks.contains("language: rust"), "a hook that compiles");
    entries.iter().for_each(|command| drop(help(command)));
    for (file, command) in [("gate/check", "check"), ("gate/diff", "diff"), ("gate/format", "fmt"), ("gate/test", "test")] {
        let script = std::fs::read_to_string(file).unwrap();
        assert!(script.contains(&format!("slipyard {command} ")), "{file}");
        let page = help(command);
        let calls = script.lines().filter(|line| line.contains(&format!("slipyard {command} ")) || line.contains("options+=("));
        for flag in calls.flat_map(|line| line.split([' ', '(', ')'])).filter(|word| word.starts_with("--") && word.len() > 2) {
            assert!(page.contains(flag), "{file}: `{command}` has no {flag}");
        }
    }
}

/// Checks the rules of Microsoft's SARIF multitool that are errors or warnings, and those notes that ask for what readers need.
fn violations(log: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let run = &log["runs"][0];
    let driver = &run["tool"]["driver"];
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut rule = |id: &str, holds: bool, why: &str| {
        if !holds {
            found.push(format!("{id}: {why}"));
        }
    };
    rule("SARIF1011", text(&log["$schema"]).ends_with("sarif-schema-2.1.0.json"), "the final schema");
    // "The uri-valued properties … must specify absolute URIs."
    rule("SARIF1005", text(&driver["informationUri"]).starts_with("https://"), "an absolute informationUri");
    // "Provide information that makes it easy to identify the name and version of your tool."
    rule("SARIF2005", text(&driver["version"]).starts_with(|sign: char| sign.is_ascii_digit()), "a numeric version");
    for one in driver["rules"].as_array().unwrap() {
        let (id, name) = (text(&one["id"]), text(&one["name"]));
        // "if both 'id' and 'name' are present, they must be different", regardless of case
        rule("SARIF1001", !id.eq_ignore_ascii_case(&name), &id);
        let pascal = name.starts_with(|sign: char| sign.is_ascii_uppercase()) && name.chars().all(|sign| sign.is_ascii_alphanumeric());
        rule("SARIF2012", pascal, &name);
        rule("SARIF2012", text(&one["helpUri"]).starts_with("https://") && text(&one["helpUri"]).ends_with(&format!("/{id}.md")), &id);
        rule("SARIF2012", text(&one["shortDescription"]["text"]).ends_with('.'), &id);
    }
    for result in run["results"].as_array().unwrap() {
        let related = result["relatedLocations"].as_array().cloned().unwrap_or_default();
        for location in result["locations"].as_array().unwrap().iter().chain(&related) {
            let place = &location["physicalLocation"];
            let artifact = &place["artifactLocation"];
            let uri = text(&artifact["uri"]);
            let is_absolute = uri.starts_with("file:///");
            let is_base = artifact["uriBaseId"].is_string();
            // "If an 'artifactLocation' object has a 'uriBaseId' property, its 'uri' property must be a relative reference"
            rule("SARIF1004", !(uri.starts_with('/') || is_absolute && is_base), &uri);
            rule("SARIF1004", !is_base || run["originalUriBaseIds"][text(&artifact["uriBaseId"])].is_object(), &uri);
            let is_valid = uri.chars().all(|sign| sign.is_ascii_alphanumeric() || "-._~/%:".contains(sign));
            let first = uri.split('/').next().unwrap();
            rule("SARIF1002", is_valid && (is_absolute || !first.contains(':')) && !uri.split('/').any(|part| part == ".."), &uri);
            let corner = |region: &Value, end: &str| (region[format!("{end}Line")].as_u64(), region[format!("{end}Column")].as_u64());
            let (region, context) = (&place["region"], &place["contextRegion"]);
            rule("SARIF1007", corner(region, "start") <= corner(region, "end"), &region.to_string());
            if context.is_object() {
                let around = corner(context, "start") <= corner(region, "start") && corner(region, "end") <= corner(context, "end");
                let is_more = corner(context, "start") != corner(region, "start") || corner(region, "end") != corner(context, "end");
                rule("SARIF1008", around && is_more, &format!("{region} in {context}"));
            }
        }
        // "Provide context regions to enable users to see a portion of the code that surrounds the result."
        rule("SARIF2011", result["locations"][0]["physicalLocation"]["contextRegion"].is_object(), &text(&result["ruleId"]));
        rule("SARIF2010", result["locations"][0]["physicalLocation"]["region"]["snippet"].is_object(), &text(&result["ruleId"]));
    }
    found
}

#[test]
fn a_sarif_report_keeps_the_rules_of_the_multitool_for_every_name_of_a_file() {
    let schema = valid();
    let names =
        ["guns.slip", "c:d.slip", "C:/x.slip", "old fleet/50% #1?.slip", "Fäßchen/银.slip", "a+b&c.slip", "[x].slip", ".hidden.slip"];
    for name in names {
        let mut sources = Sources::new();
        stdlib::add(&mut sources);
        let own = sources.add_package(Package { name: "yard".into(), edition: 1, ..Package::default() });
        sources.add_file(own, name, GUNS);
        let mut diagnostics = compile(&sources).diagnostics;
        diagnostics.sort();
        let summary = Summary { base: slip_report::ReportBase::new("/srv/guild", "/srv/guild/yards"), ..Summary::default() };
        let text = report(&diagnostics, &sources, Style::Sarif, DrawOptions::default(), &summary);
        let log: Value = serde_json::from_str(&text).unwrap();
        assert!(schema.is_valid(&log), "{name}");
        // Waivers of the embedded library are in files that no reader has.
        let mut own = log.clone();
        let results = own["runs"][0]["results"].as_array_mut().unwrap();
        results.retain(|result| result["locations"][0]["physicalLocation"]["artifactLocation"]["uriBaseId"] == "SRCROOT");
        assert!(results.len() >= 3, "{name}");
        assert_eq!(violations(&own), [""; 0], "{name}");
        let uri = own["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap();
        assert_eq!(slip_report::uri::decoded(uri).unwrap(), format!("yards/{name}"), "the name can be read again");
    }
}

#[cfg(not(windows))]
#[test]
fn only_windows_has_drives() {
    assert_eq!(slip_report::uri::of_path("c:d.slip"), "c%3Ad.slip");
    assert_eq!(slip_report::uri::of_path("C:/ships.slip"), "C%3A/ships.slip");
    assert_eq!(slip_report::uri::of_path("/srv/C:/ships.slip"), "file:///srv/C%3A/ships.slip");
}

#[test]
fn a_summary_counts_by_package_lists_waivers_and_shows_texts_as_they_are() {
    let hostile = format!(
        "{GUNS}\nweapon trap \"<img src=x> | [a](https://evil.example) @guild www.evil.example\" : slug_thrower {{ tech T1; harm 5; penetration 2; range 0..2; stunts civilian; allow over-budget \"| @all <b>\" }}\n"
    );
    let (diagnostics, sources) = found(&hostile);
    let files = sources.files().filter(|(_, file)| file.path() == "old fleet/guns.slip").map(|(id, _)| id).collect();
    let summary = Summary { packages: 1, files, items: 4, ..Summary::default() };
    let text = report(&diagnostics, &sources, Style::Markdown, DrawOptions::default(), &summary);
    assert!(text.starts_with("## Slipyard: 2 errors, 1 warning, "), "{text}");
    assert!(text.contains("| package | errors | warnings | notes | waivers |"), "{text}");
    assert!(text.contains("| yard | 2 | 1 | "), "{text}");
    assert!(text.contains("### Waivers") && text.contains("carried by the boss"), "{text}");
    assert!(text.contains("`old fleet/guns.slip:2:8`"), "{text}");
    for bad in ["<img", "<b>", "@guild", "@all", "](https://", "www.evil"] {
        assert!(!text.contains(bad), "{bad}: {text}");
    }
    for line in text.lines().filter(|line| line.starts_with("| ")) {
        let bars = line.replace("\\|", "").matches('|').count();
        assert!(bars == 4 || bars == 6, "{bars} bars: {line}");
    }
}
