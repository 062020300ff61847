//! Tests of the output of a simulation: the page, the schemas, the files of parts.

use crate::simulate::alley::{done, encounter, pack, plan, version};
use serde_json::Value;
use slip_odds::simulate::side_swap::exchanged;
use slip_odds::simulate::{SimulationPart, SimulationPlan, SimulationReport, Version, schema};
use snapbox::cmd::{Command, cargo_bin};
use std::path::{Path, PathBuf};

const ALLEY: &str = "tests/cli/simulate.in/now";

fn slipyard() -> Command {
    Command::new(cargo_bin!("slipyard")).env_remove("CLICOLOR_FORCE")
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("simulate").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Returns the standard output of a run that must succeed.
fn said(args: &[&str]) -> String {
    let output = slipyard().args(args).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Returns a report with every possible part.
fn full() -> SimulationReport {
    let image = exchanged(encounter("brawl")).unwrap();
    let mirror = Some(Version { encounter: &image, ..version("brawl") });
    SimulationReport::of(&done(&SimulationPlan { mirror, other: Some(("itself", version("brawl"))), ..plan(version("brawl"), 60) }))
}

/// True if a value matches a schema, with the keywords of JSON Schema that ours use.
fn fits(schema: &Value, value: &Value) -> bool {
    let known = ["$schema", "title", "description", "anyOf", "type", "minimum", "properties", "required", "additionalProperties", "items"];
    let schema = schema.as_object().unwrap();
    assert!(schema.keys().all(|key| known.contains(&key.as_str())), "{schema:?}");
    schema.iter().all(|(key, wanted)| match key.as_str() {
        "anyOf" => wanted.as_array().unwrap().iter().any(|one| fits(one, value)),
        "type" => match wanted.as_str().unwrap() {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "boolean" => value.is_boolean(),
            "integer" => value.is_i64() || value.is_u64(),
            "number" => value.is_number(),
            "null" => value.is_null(),
            other => panic!("{other}"),
        },
        "minimum" => value.as_i64().is_none_or(|number| number >= wanted.as_i64().unwrap()),
        "properties" => wanted.as_object().unwrap().iter().all(|(key, one)| value.get(key).is_none_or(|field| fits(one, field))),
        "required" => wanted.as_array().unwrap().iter().all(|key| value.get(key.as_str().unwrap()).is_some()),
        "additionalProperties" => value.as_object().is_none_or(|object| object.keys().all(|key| schema["properties"].get(key).is_some())),
        "items" => value.as_array().is_none_or(|list| list.iter().all(|one| fits(wanted, one))),
        _ => true,
    })
}

#[test]
fn the_schemas_in_the_documentation_are_those_of_the_types_and_what_is_written_fits_them() {
    let report: Value = serde_json::from_str(&full().json()).unwrap();
    let part: Value = serde_json::from_str(&SimulationPart::new(done(&plan(version("brawl"), 5)), 0..5).written()).unwrap();
    for (name, made, value) in [("simulation", schema::report(), report), ("simulation-part", schema::part(), part)] {
        let file = format!("docs/schema/{name}.schema.json");
        if std::env::var("INSTA_UPDATE").as_deref() == Ok("always") {
            std::fs::write(&file, &made).unwrap();
        }
        assert_eq!(std::fs::read_to_string(&file).unwrap(), made, "run this test with INSTA_UPDATE=always");
        let made: Value = serde_json::from_str(&made).unwrap();
        assert!(fits(&made, &value), "{name}");
        let mut worse = value.clone();
        worse["nonsense"] = Value::Bool(true);
        assert!(!fits(&made, &worse), "{name}");
        let mut less = value;
        less.as_object_mut().unwrap().remove("head");
        assert!(!fits(&made, &less), "{name}");
    }
}

/// Returns the tags of a page, each closed by its own; panics with the place of the first that is not.
fn well_formed(page: &str) -> Vec<String> {
    let body = page.strip_prefix("<!DOCTYPE html>\n").expect("it says what it is");
    let (mut open, mut all) = (Vec::new(), Vec::new());
    let mut rest = body;
    while let Some((text, after)) = rest.split_once('<') {
        // Styles are not markup; every other entity must be one of those we write.
        if open.last().map(String::as_str) != Some("style") {
            for entity in text.split('&').skip(1) {
                assert!(["amp;", "lt;", "gt;", "quot;", "#39;"].iter().any(|known| entity.starts_with(known)), "&{entity}");
            }
            assert!(!text.contains('>'), "{text}");
        }
        let (tag, after) = after.split_once('>').expect("a tag ends");
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
            continue;
        }
        let name: String = tag.chars().take_while(|sign| sign.is_ascii_alphanumeric()).collect();
        let quotes = tag.matches('"').count();
        assert!(quotes.is_multiple_of(2) && quotes == 2 * tag.matches("=\"").count(), "<{tag}>");
        all.push(tag.to_owned());
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
    all
}

#[test]
fn the_page_is_well_formed_and_needs_nothing_from_elsewhere() {
    let folder = folder("page");
    let file = folder.join("brawl.html");
    let compared = ["simulate", "brawl", "--in", ALLEY, "-n", "60", "--mirror", "--compare", "tests/cli/simulate.in/before"];
    said(&[&compared[..], &["--format", "html", "--out", file.to_str().unwrap()]].concat());
    let page = std::fs::read_to_string(&file).unwrap();
    let tags = well_formed(&page);
    for foreign in ["<script", "http:", "https:", "@import", "url(", "<link", "<img", "<iframe", " on"] {
        assert!(!tags.iter().any(|tag| format!("<{tag}").contains(foreign)) && (foreign == " on" || !page.contains(foreign)), "{foreign}");
    }
    assert!(page.contains("prefers-color-scheme: dark"));
    let mut ids: Vec<&str> = page.split(" id=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    for chart in tags.iter().filter(|tag| tag.starts_with("svg")) {
        let labels = chart.split("aria-labelledby=\"").nth(1).unwrap().split('"').next().unwrap();
        assert!(chart.contains("role=\"img\"") && labels.split(' ').all(|label| ids.contains(&label)), "{chart}");
    }
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count, "every id once");
    assert!(count >= 12);
    // A second run gives the same page.
    said(&[&compared[..], &["--format", "html", "--threads", "3", "--out", file.to_str().unwrap()]].concat());
    assert_eq!(std::fs::read_to_string(&file).unwrap(), page);
}

#[test]
fn titles_that_look_like_markup_are_text_in_the_page() {
    let folder = folder("markup");
    let file = folder.join("alley.slip");
    let text = std::fs::read_to_string(format!("{ALLEY}/alley.slip")).unwrap();
    std::fs::write(&file, text.replace("\"Brawl\"", "\"<script>alert(1)</script> & 'so on'\"")).unwrap();
    let page = said(&["simulate", "brawl", "--in", file.to_str().unwrap(), "-n", "5", "--format", "html"]);
    well_formed(&page);
    assert!(!page.contains("<script") && page.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#39;so on&#39;"));
}

#[test]
fn shards_written_to_files_merge_into_the_very_bytes_of_the_whole() {
    let folder = folder("shards");
    let run = ["simulate", "brawl", "--in", ALLEY, "-n", "50", "--seed", "9"];
    let formats = ["text", "json", "csv", "html"].map(|format| (format, said(&[&run[..], &["--format", format]].concat())));
    for of in [1, 3, 16] {
        let mut parts = Vec::new();
        for number in 1..=of {
            let part = folder.join(format!("{number}-of-{of}.json")).to_str().unwrap().to_owned();
            said(&[&run[..], &["--shard", &format!("{number}/{of}"), "--out", &part]].concat());
            parts.push(part);
        }
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        for (format, whole) in &formats {
            assert_eq!(said(&[&["simulate", "merge"], &parts[..], &["--format", format]].concat()), *whole, "{of} shards, {format}");
        }
    }
}

#[test]
fn a_damaged_part_is_refused_by_name_and_nothing_is_written() {
    let folder = folder("damaged");
    let (part, out) = (folder.join("part.json"), folder.join("out.html"));
    let [part, out] = [&part, &out].map(|path| path.to_str().unwrap().to_owned());
    said(&["simulate", "brawl", "--in", ALLEY, "-n", "20", "--shard", "1/1", "--out", &part]);
    let text = std::fs::read_to_string(&part).unwrap();
    std::fs::write(&part, text.replace("\"games\":20", "\"games\":21")).unwrap();
    let output = slipyard().args(["simulate", "merge", &part, "--format", "html", "--out", &out]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(told, format!("error: cannot use `{part}`: it is damaged: `counts.tally` is impossible for this simulation\n"));
    assert!(!Path::new(&out).exists());
}

#[test]
fn a_commit_is_compared_with_what_the_work_tree_says_now() {
    let folder = folder("commit");
    let git = |words: &[&str]| {
        let set = ["-c", "user.name=Nobody", "-c", "user.email=nobody@example.invalid", "-c", "commit.gpgsign=false"];
        let output = std::process::Command::new("git").arg("-C").arg(&folder).args(set).args(words).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    let inside = folder.join("inside");
    std::fs::create_dir_all(&inside).unwrap();
    for name in ["alley.slip", "slipyard.toml"] {
        std::fs::copy(format!("tests/cli/simulate.in/before/{name}"), inside.join(name)).unwrap();
    }
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "Three burglars"]);
    git(&["tag", "v0.1.0"]);
    std::fs::copy(format!("{ALLEY}/alley.slip"), inside.join("alley.slip")).unwrap();
    let compare = |other: &str| {
        let args = ["simulate", "brawl", "--in", inside.to_str().unwrap(), "-n", "40", "--format", "json", "--compare", other];
        let mut report: Value = serde_json::from_str(&said(&args)).unwrap();
        report["comparison"]["asked"] = Value::Null;
        report["comparison"]["winners"].take()
    };
    let by_commit = compare("v0.1.0");
    let by_path = compare("tests/cli/simulate.in/before");
    assert_eq!(by_commit, by_path);
    assert_eq!(by_commit[0]["side"], "watch");
    // Temporary files are deleted.
    let left = std::fs::read_dir(std::env::temp_dir()).unwrap().flatten().filter(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        name.starts_with(".slipyard-") && entry.path().join("tree/inside/alley.slip").exists()
    });
    assert_eq!(left.count(), 0);
    assert!(pack().encounters.contains_key("own.brawl"));
}

#[test]
fn the_games_to_look_at_are_said_as_commands_that_play_them() {
    let args = [
        "simulate",
        "brawl",
        "--in",
        ALLEY,
        "-n",
        "30",
        "--seat",
        "watch=random",
        "--seat",
        "thieves=search(standard_personal, 8 samples, 1 turn)",
    ];
    let text = said(&args);
    let (_, commands) = text.split_once("\nExamples: games that you can replay\n").unwrap();
    let mut won = 0;
    for line in commands.lines() {
        let (command, what) = line.trim().split_once("  # ").unwrap();
        let output = std::process::Command::new("sh")
            .args(["-c", &command.replacen("slipyard", &format!("'{}'", cargo_bin!("slipyard").display()), 1)])
            .current_dir(ALLEY)
            .output()
            .unwrap();
        let told = String::from_utf8(output.stdout).unwrap();
        let Some(side) = what.strip_prefix("won by ").map(|rest| rest.split(',').next().unwrap()) else { continue };
        assert!(told.contains(&format!("\nVictory for {side} after")), "{command}\n{told}");
        won += 1;
    }
    assert!(won > 0, "{commands}");
}

#[test]
fn a_file_is_compared_with_another_beside_it() {
    let folder = folder("files");
    for (name, from) in [("a.slip", "now"), ("b.slip", "before")] {
        std::fs::copy(format!("tests/cli/simulate.in/{from}/alley.slip"), folder.join(name)).unwrap();
    }
    let output =
        slipyard().args(["simulate", "brawl", "--in", "a.slip", "--compare", "b.slip", "-n", "40"]).current_dir(&folder).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8(output.stdout).unwrap().contains("Compared with b.slip"));
}

#[test]
fn the_recipes_are_commands_that_can_be_given_and_the_matrix_is_the_one_that_new_writes() {
    use clap::Parser;
    use slipyard::cli::args::Arguments;
    let page = std::fs::read_to_string("docs/book/simulation.md").unwrap();
    assert!(page.contains(&std::fs::read_to_string("src/cli/new/odds.yml").unwrap()));
    let mut seen = 0;
    let inside = page.split("```").skip(1).step_by(2);
    for line in inside.flat_map(str::lines).filter_map(|line| Some(format!("slipyard{}", line.split_once("slipyard simulate")?.1))) {
        let line = line.split(" | ").next().unwrap().replacen("slipyard", "slipyard simulate", 1);
        // Variables of job schedulers, replaced by values, one at a time.
        let said = [
            ("$((JOB_COMPLETION_INDEX + 1))", "3"),
            ("$SLURM_ARRAY_TASK_ID", "3"),
            ("$SHARD", "3"),
            ("${before[@]}", "--compare main"),
            ("$SLURM_CPUS_PER_TASK", "8"),
        ];
        let line = said.iter().fold(line, |line, (name, value)| line.replace(name, value)).replace("$GAMES", "40000").replace('"', "");
        Arguments::try_parse_from(line.split_whitespace()).unwrap_or_else(|error| panic!("{line}\n{error}"));
        seen += 1;
    }
    assert!(seen >= 12, "{seen}");
}
