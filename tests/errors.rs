//! Tests of the pages of diagnostic codes: the bad example of each page gives its code, the good one does not, and a snapshot contains the
//! output in every text style.
//!
//! The pages are the fixtures: a fenced block is a file of a package, named by the second word after the fence (`main.slip` and
//! `slipyard.toml` if there is none). `latin1` blocks are written in that encoding. A `link` block is a link to the path in it.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::expect_used, reason = "tests fail by panicking")]

use slip_compile::compile;
use slip_odds::expect::errors::{RerunFacts, diagnostic};
use slip_report::{DrawOptions, Style, Summary, report};
use slip_source::diagnostic::{Code, Diagnostic, Diagnostics, Fix, Severity};
use slip_source::{FileId, Sources};
use slipyard::fix::{self, Level};
use slipyard::policy::{self, POLICY, Policies};
use slipyard::project::{self, Project};

use std::path::{Path, PathBuf};

use crate::harness::script_messages;

/// Files of an example: name and bytes of each. For a link, the name is followed by [`LINK`], and the bytes are its target.
type Files = Vec<(String, Vec<u8>)>;

/// Suffix of the name of a file that is a link.
const LINK: &str = " (link)";

struct Page {
    bad: Files,
    good: Files,
}

fn blocks(section: &str) -> Files {
    let mut files = Files::new();
    let mut open: Option<(String, String, String)> = None;
    for line in section.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => {
                let (kind, name) = info.split_once(' ').unwrap_or((info, ""));
                let default = if kind == "toml" { "slipyard.toml" } else { "main.slip" };
                let name = if name.is_empty() { default } else { name };
                open = Some((kind.to_owned(), name.to_owned(), String::new()));
            }
            (Some(_), Some(_)) => {
                let (kind, name, text) = open.take().unwrap();
                let bytes =
                    if kind == "latin1" { text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect() } else { text.into_bytes() };
                files.push((if kind == "link" { name + LINK } else { name }, bytes));
            }
            (Some((_, _, text)), None) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, None) => {}
        }
    }
    files
}

/// Returns the page of a code, if the page has the structure that `slipyard explain` and this test rely on.
fn page(code: Code) -> Result<Page, String> {
    let text = code.page();
    let rest = text.strip_prefix(&format!("# {}\n", code.slug())).ok_or("the title is not the code")?;
    let (prose, rest) = rest.split_once("\n## Bad\n").ok_or("no `## Bad`")?;
    let (bad, good) = rest.split_once("\n## Good\n").ok_or("no `## Good`")?;
    if prose.trim().len() < 40 {
        return Err("nobody could learn from the text".into());
    }
    if good.contains("\n## ") {
        return Err("more sections than Bad and Good".into());
    }
    let page = Page { bad: blocks(bad), good: blocks(good) };
    if page.bad.is_empty() || page.good.is_empty() {
        return Err("an example is missing".into());
    }
    Ok(page)
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

#[cfg(unix)]
fn link(target: &str, path: &Path) {
    std::os::unix::fs::symlink(target, path).unwrap();
}

#[cfg(windows)]
fn link(target: &str, path: &Path) {
    std::os::windows::fs::symlink_file(target, path).unwrap();
}

/// Writes the example as a package to disk, then loads and compiles it as `slipyard check` does.
fn checked(name: &str, files: &Files) -> (Project, Diagnostics) {
    let folder = folder(name);
    for (file, bytes) in files {
        let path = folder.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        match file.strip_suffix(LINK) {
            Some(name) => link(std::str::from_utf8(bytes).unwrap().trim(), &folder.join(name)),
            None => std::fs::write(path, bytes).unwrap(),
        }
    }
    let mut project = project::load(std::slice::from_ref(&folder), &mut std::io::empty()).unwrap();
    let mut diagnostics = project.diagnostics.clone();
    // The policy of an example is in its folder.
    let policy = folder.join(POLICY);
    let policies = if policy.is_file() { Policies::of_all(policy::from_file(&policy).unwrap(), &project) } else { Policies::default() };
    let mut denied = policies.apply(&mut project);
    let compiled = compile(&project.sources);
    diagnostics.append(compiled.diagnostics);
    denied.extend(policies.judge(&project, &compiled.exceptions));
    denied.into_iter().for_each(|found| diagnostics.push(found));
    // A script is played in the only encounter of the package.
    for (file, bytes) in files.iter().filter(|(file, _)| file.ends_with(".script")) {
        let text = String::from_utf8(bytes.clone()).unwrap();
        let path = folder.join(file).to_string_lossy().replace('\\', "/");
        let id = project.add_file(*project.roots.first().unwrap(), &path, text.as_str());
        let encounter = compiled.pack.encounters.values().next().unwrap();
        script_messages::try_script(&compiled.pack, encounter, &text, id).into_iter().for_each(|found| diagnostics.push(found));
    }
    // Tests are run as `slipyard test` does.
    if !diagnostics.has_errors() {
        let mut watch = |_: &slip_odds::simulate::SimulationProgress| ();
        let mut desk = slip_odds::expect::AnswerCache::new(&compiled.pack, 1, 1, &mut watch);
        for (test, expectation) in compiled.tests.iter().flat_map(|test| test.expectations.iter().map(move |one| (test, one))) {
            let judged = desk.judge(expectation);
            let found = diagnostic(test, expectation, &judged, RerunFacts { seed: 1, elsewhere: None }, &project.sources);
            found.into_iter().for_each(|found| diagnostics.push(found));
        }
    }
    diagnostics.sort();
    (project, diagnostics)
}

fn codes(diagnostics: &Diagnostics) -> Vec<&'static str> {
    diagnostics.iter().map(|diagnostic| diagnostic.code.slug()).collect()
}

/// The test checks all pages before it fails, so that one run lists every wrong page.
#[test]
fn every_code_is_explained_by_examples_that_are_true() {
    let mut wrong = Vec::new();
    for code in Code::ALL {
        let slug = code.slug();
        let page = match page(code) {
            Ok(page) => page,
            Err(reason) => {
                wrong.push(format!("{slug}: {reason}"));
                continue;
            }
        };
        let (_, bad) = checked(&format!("bad-{slug}"), &page.bad);
        if !codes(&bad).contains(&slug) {
            wrong.push(format!("{slug}: the bad example gives {:?}", codes(&bad)));
        }
        let (_, good) = checked(&format!("good-{slug}"), &page.good);
        if codes(&good).contains(&slug) || good.has_errors() {
            let messages: Vec<&str> =
                good.iter().filter(|d| d.severity == Severity::Error || d.code == code).map(|d| d.message.as_str()).collect();
            wrong.push(format!("{slug}: the good example gives {messages:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}\n{} of {} pages are wrong", wrong.join("\n"), wrong.len(), Code::ALL.len());
}

/// Returns a finding without the path of the test's folder in its sentences: reports wrap lines, so the length of the path would change the
/// output.
fn without(mut found: Diagnostic, root: &str) -> Diagnostic {
    let texts = std::iter::once(&mut found.message).chain(&mut found.notes).chain(&mut found.help);
    texts.chain(found.secondary.iter_mut().chain([&mut found.primary]).map(|label| &mut label.text)).for_each(|text| {
        if text.contains(root) {
            *text = text.replace(root, "");
        }
    });
    found
}

/// The output of a bad example in each text style, as authors see it, is compared with a snapshot.
#[test]
fn every_code_looks_as_it_did_in_every_style() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("errors");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for code in Code::ALL {
            let slug = code.slug();
            let Ok(page) = page(code) else { continue };
            let (project, diagnostics) = checked(&format!("seen-{slug}"), &page.bad);
            let root = format!("{}/", folder(&format!("seen-{slug}")).to_string_lossy().replace('\\', "/"));
            let about: Diagnostics =
                diagnostics.into_iter().filter(|found| found.code == code).map(|found| without(found, &root)).collect();
            let mut seen = String::new();
            for (file, bytes) in &page.bad {
                seen.push_str(&format!("-------- {file}\n{}\n", String::from_utf8_lossy(bytes)));
            }
            for style in [Style::Human, Style::Ledger, Style::Plain, Style::Short, Style::Narrated] {
                let text = report(&about, &project.sources, style, DrawOptions::default(), &Summary::default());
                seen.push_str(&format!("-------- {}\n{text}\n", style.word()));
            }
            // The root is removed after the reports are drawn, so the frames around the path of a file keep their length.
            insta::assert_snapshot!(slug, seen.replace(&root, ""));
        }
    });
}

/// Checks that every page and every snapshot is named after the code of a diagnostic.
#[test]
fn no_page_and_no_picture_is_left_over() {
    let names = |folder: &str, extension: &str| -> Vec<String> {
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        files.filter_map(|name| name.strip_suffix(extension).map(str::to_owned)).collect()
    };
    for name in names("docs/codes", ".md").into_iter().chain(names("tests/errors", ".snap")) {
        assert!(Code::from_slug(&name).is_some(), "`{name}` is not a code");
    }
}

/// Returns the files that one fix of a finding changes: path, text before and text after.
fn after(project: &Project, fix: &Fix) -> Vec<(String, String, String)> {
    let mut files: Vec<FileId> = fix.edits.iter().map(|edit| edit.span.file).collect();
    files.dedup();
    let changed = |id: &FileId| {
        let file = project.sources.file(*id).unwrap();
        let mut edits: Vec<_> = fix.edits.iter().filter(|edit| edit.span.file == *id).collect();
        edits.sort_by_key(|edit| std::cmp::Reverse((edit.span.start, edit.span.end)));
        let mut text = file.text().to_owned();
        for edit in edits {
            text.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.replacement);
        }
        (file.path().to_owned(), file.text().to_owned(), text)
    };
    files.iter().map(changed).collect()
}

/// Every fix for the bad example of a page is compared with a snapshot that shows the text before and after.
#[test]
fn every_edit_shows_what_it_does() {
    let mut shown = String::new();
    let mut carrying = 0;
    for code in Code::ALL {
        let slug = code.slug();
        let Ok(page) = page(code) else { continue };
        let name = format!("edits-{slug}");
        let (project, diagnostics) = checked(&name, &page.bad);
        let root = format!("{}/", folder(&name).to_string_lossy().replace('\\', "/"));
        let about = diagnostics.iter().filter(|diagnostic| diagnostic.code == code);
        let fixes: Vec<&Fix> = about.flat_map(|diagnostic| &diagnostic.fixes).collect();
        carrying += usize::from(!fixes.is_empty());
        for fix in fixes {
            shown.push_str(&format!("======== {slug}: {} ({})\n", fix.title, fix.confidence.word()));
            for (path, before, after) in after(&project, fix) {
                let name = path.trim_start_matches(&root);
                let names = (format!("a/{name}"), format!("b/{name}"));
                let diff = similar::TextDiff::from_lines(&before, &after);
                shown.push_str(&diff.unified_diff().header(&names.0, &names.1).to_string());
            }
        }
    }
    assert!(carrying >= 40, "{carrying} pages carry edits");
    let mut settings = insta::Settings::clone_current();
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("edits", shown));
}

/// Returns the words of every comment in the project's own files.
fn comments(project: &Project) -> Vec<String> {
    let own = project.sources.files().filter(|(_, file)| project.roots.contains(&file.package()) && Sources::is_slip(file.path()));
    let mut found: Vec<String> = own
        .flat_map(|(id, file)| {
            let (tree, _) = slip_syntax::parse(id, file);
            tree.comments.iter().map(|comment| file.slice(comment.span).trim_end().to_owned()).collect::<Vec<_>>()
        })
        .collect();
    found.sort();
    found
}

/// Fixing never adds errors, never loses comments, and leaves nothing for a second run. This test checks only every twentieth page, because
/// all pages take minutes. To check all: `cargo test --test errors -- --ignored`.
#[test]
fn mending_a_page_adds_no_error_loses_no_comment_and_is_done_once() {
    mending_is_done_once(Code::ALL.iter().step_by(20));
}

#[test]
#[ignore = "takes minutes"]
fn mending_any_page_adds_no_error_loses_no_comment_and_is_done_once() {
    mending_is_done_once(Code::ALL.iter());
}

/// Returns a text after fixing.
fn mended(name: &str, text: &str, level: Level) -> String {
    let (mut project, _) = checked(name, &vec![("main.slip".to_owned(), text.as_bytes().to_vec())]);
    fix::mend(&mut project, level);
    project.sources.files().find(|(_, file)| file.path().ends_with("main.slip")).unwrap().1.text().to_owned()
}

/// Returns a legal gun with these lines added. Without further entries the gun has spent all its points.
fn gun(lines: &str, stunts: &str) -> String {
    format!("weapon brine_gun \"Brine gun\" : slug_thrower {{\n  tech T1\n{lines}  range 0..2\n  stunts {stunts}\n}}\n")
}

const PLAIN: &str = "  harm 1\n  penetration 1\n";

#[test]
fn a_stunt_that_is_too_much_in_itself_is_mended_and_not_paid_for_elsewhere() {
    let legal = gun(PLAIN, "civilian");
    for (name, stunts) in [("excluded", "civilian, explosive"), ("doubled", "civilian, civilian"), ("counted", "civilian x2")] {
        assert_eq!(mended(&format!("cause-{name}"), &gun(PLAIN, stunts), Level::Unsafe), legal, "{name}");
    }
    let heir = format!("{legal}weapon mk2 \"Mark two\" from brine_gun {{ stunts + civilian }}\n");
    let after = mended("cause-heir", &heir, Level::Unsafe);
    assert!(after.starts_with(&legal) && !after.contains("+ civilian"), "{after}");
}

#[test]
fn what_a_stunt_lacks_is_said_before_anything_is_taken_away_for_its_price() {
    let ship = "ship pike \"Pike\" : spacecraft {\n  tech T1\n  v_shift 2; beam 3; torpedo 1\n  tracks { frame 4 }\n  stunts attacks_different_track\n  aspects \"A\", \"B\", \"C\", \"D\"\n}\n";
    assert_eq!(mended("cause-arguments", ship, Level::Unsafe), ship);
}

#[test]
fn a_misspelt_waiver_is_spelt_and_then_holds() {
    let text = gun("  harm 3\n  allow over_budget \"an heirloom\"\n  penetration 1\n", "civilian");
    assert_eq!(mended("misspelt-waiver", &text, Level::Unsafe), text.replace("over_budget", "over-budget"));
}

/// Returns a ship that names a misspelt stunt.
fn misspelt(tracks: &str) -> String {
    format!(
        "ship pike \"Pike\" : spacecraft {{\n  tech T1\n  v_shift 2; beam 3; torpedo 1\n  {tracks}\n  stunts firewal\n  aspects \"A\", \"B\", \"C\", \"D\"\n}}\n"
    )
}

#[test]
fn in_an_item_that_did_not_parse_whole_only_its_parse_is_mended() {
    let broken = misspelt("tracks frame 4 }");
    assert_eq!(mended("broken-no-edit", &broken, Level::Unsafe), broken);
    // Another item in the same file is fixed as usual, and so is this one once it parses.
    let whole = misspelt("tracks { frame 4 }").replace("pike", "lance").replace("Pike", "Lance");
    let both = format!("{broken}\n{whole}");
    assert_eq!(mended("broken-beside", &both, Level::Unsafe), format!("{broken}\n{}", whole.replace("firewal", "firewall")));
    let doubled = misspelt("tracks {{ frame 4 }");
    assert_eq!(
        mended("broken-mended", &doubled, Level::Unsafe),
        misspelt("tracks { frame 4 }").replace("{{", "{").replace("firewal", "firewall")
    );
}

#[test]
fn what_follows_an_early_bracket_is_not_mended_as_if_it_were_items() {
    let text = "doctrine dug_in : platoon {\n  act unjam when ooc >= 1\n}\n  desgin enemy\n  stay in_cover\n";
    for level in [Level::Safe, Level::Unsafe] {
        assert_eq!(mended("early-bracket", text, level), text);
    }
}

/// Returns the number of errors of a text, and of those that the parser finds.
fn errors_of(name: &str, text: &str) -> (usize, usize) {
    let (project, found) = checked(name, &vec![("main.slip".to_owned(), text.as_bytes().to_vec())]);
    let own = project.sources.files().filter(|(_, file)| file.path().ends_with("main.slip"));
    let parsed = own.map(|(id, file)| slip_syntax::parse(id, file).1.count(Severity::Error)).sum();
    (found.count(Severity::Error), parsed)
}

/// In a text, a line is removed, doubled or moved, or a punctuation mark is removed. Applying all fixes then adds no errors.
#[test]
fn mending_a_mutated_text_adds_no_error_and_no_error_of_the_parser() {
    let many = std::env::var("SLIPYARD_MUTATIONS").ok().and_then(|many| many.parse().ok()).unwrap_or(12);
    let texts = ["content/harrow_reach/people.slip", "content/thin_lanes/ships.slip"].map(|path| std::fs::read_to_string(path).ok());
    let texts: Vec<String> = texts.into_iter().flatten().chain([misspelt("tracks { frame 4 }"), gun(PLAIN, "civilian")]).collect();
    for seed in 0..many {
        let text = &texts[seed % texts.len()];
        let place = seed.wrapping_mul(7919) % text.len();
        let from = text[..text.floor_char_boundary(place)].rfind("\n\n").map_or(0, |at| at + 2);
        let piece: String = text[from..].lines().take(25).map(|line| format!("{line}\n")).collect();
        let marks: Vec<usize> = piece.match_indices(['{', '}', '"', ';', ',']).map(|(at, _)| at).collect();
        let mut lines: Vec<&str> = piece.lines().collect();
        let line = seed.wrapping_mul(31) % lines.len();
        let broken = match seed % 4 {
            0 if !marks.is_empty() => {
                let at = marks[seed.wrapping_mul(17) % marks.len()];
                format!("{}{}", &piece[..at], &piece[at + 1..])
            }
            1 => {
                lines.insert(line, "}");
                lines.join("\n")
            }
            2 => {
                let taken = lines.remove(line);
                lines.insert(seed.wrapping_mul(13) % lines.len().max(1), taken);
                lines.join("\n")
            }
            _ => piece.replacen(' ', "  \"", 1 + seed % 3),
        };
        for level in [Level::Safe, Level::Unsafe] {
            let before = errors_of("mutated", &broken);
            let after = mended("mutated", &broken, level);
            let (errors, parsed) = errors_of("mutated", &after);
            assert!(errors <= before.0 && parsed <= before.1, "seed {seed} {level:?}: {before:?}\n{broken}\nbecame\n{after}");
        }
    }
}

#[test]
fn mending_never_writes_another_number() {
    let text = gun("  harm 0.5\n  penetration 1\n", "civilian");
    assert_eq!(mended("half-harm", &text, Level::Unsafe), text);
    let doctrine = "doctrine hold : personal {\n  concede when hit_chance < 0.4\n}\n";
    assert_eq!(mended("half-chance", doctrine, Level::Unsafe), doctrine.replace("0.4", "40%"));
}

#[test]
fn mending_removes_what_nobody_sees_and_puts_a_count_behind_its_name() {
    let text = gun("  ha\u{200b}rm 1\n  penetration 1\n", "civilian");
    assert_eq!(mended("unseen", &text, Level::Safe), gun(PLAIN, "civilian"));
    let row = |actors: &str| {
        format!(
            "map pier {{ zone quay; zone crane; border quay -- crane }}\nmook kelper {{ threat 3 }}\nencounter row : personal {{\n  map pier\n  \
             side reds {{ actors {actors} at quay }}\n  side blues {{ actors kelper at crane }}\n}}\n"
        )
    };
    assert_eq!(mended("count-in-front", &row("2x kelper"), Level::Safe), row("kelper x2"));
}

#[test]
fn a_file_that_is_not_utf_8_is_left_as_it_is() {
    let bytes = b"weapon g \"Br\xfcne\" : slug_thrower { tech T1; harm = 1; range 2..4; penetration 5 }\n".to_vec();
    let (mut project, found) = checked("left-latin1", &vec![("main.slip".to_owned(), bytes)]);
    assert!(codes(&found).contains(&"not-utf8") && codes(&found).contains(&"equals-sign"), "{:?}", codes(&found));
    let done = fix::mend(&mut project, Level::Unsafe);
    assert!(done.made == 0 && done.before.is_empty(), "{done:?}");
}

#[test]
fn a_file_in_utf_16_is_one_mistake() {
    let text = "\u{feff}weapon g \"G\" : slug_thrower { tech T1; harm 1; range 2..4; penetration 5 }\n";
    for order in [u16::to_le_bytes, u16::to_be_bytes] {
        let bytes = text.encode_utf16().flat_map(order).collect();
        let (_, found) = checked("utf16", &vec![("main.slip".to_owned(), bytes)]);
        let errors: Vec<&str> = found.iter().filter(|found| found.severity == Severity::Error).map(|found| found.code.slug()).collect();
        assert_eq!(errors, ["not-utf8"], "{found:?}");
    }
}

#[test]
fn lists_in_two_entries_are_joined() {
    let npc = |aspects: &str| format!("npc kelper \"Kelper\" {{\n  cap 2\n  skills {{ 2 slug_throwers; 1 stamina, eva }}\n{aspects}}}\n");
    let (_, found) = checked("two-lists", &vec![("main.slip".to_owned(), npc("  aspects \"Green\"\n  aspects \"Hungry\"\n").into_bytes())]);
    assert_eq!(codes(&found), ["duplicate-entry"], "{found:?}");
    let after = mended("two-lists", &npc("  aspects \"Green\"\n  aspects \"Hungry\"\n"), Level::Unsafe);
    assert_eq!(after, npc("  aspects \"Green\", \"Hungry\"\n"));
}

#[test]
fn an_aspect_has_words() {
    let npc = "npc kelper \"Kelper\" {\n  cap 2\n  skills { 2 slug_throwers; 1 stamina, eva }\n  aspects \"\", \"Hungry\"\n}\n";
    let (_, found) = checked("blank-aspect", &vec![("main.slip".to_owned(), npc.into())]);
    assert_eq!(codes(&found), ["wrong-value"], "{found:?}");
}

#[test]
fn what_a_unit_lacks_is_chosen_and_its_technology_stays() {
    let unit = "unit g \"G\" : infantry {\n  tech T1\n  skills { 3 camouflage; 2 movement, direct_fire; 1 observation, hand_to_hand, veteran }\n  aspects \"Up\"\n}\n";
    let (_, found) = checked("few-stunts", &vec![("main.slip".to_owned(), unit.into())]);
    let few = found.iter().find(|found| found.code == Code::TooFewStunts).unwrap();
    assert_eq!(few.help.as_deref(), Some("write 1 more after `stunts`; `slipyard show infantry` lists them"));
    assert_eq!(mended("few-stunts", unit, Level::Unsafe), unit);
}

#[test]
fn a_fix_that_trades_one_finding_for_another_is_taken_back() {
    let text = "stunt s \"S\" { for npc; effect carrier +1 to atack }\n";
    let (mut project, before) = checked("traded", &vec![("main.slip".to_owned(), text.as_bytes().to_vec())]);
    assert_eq!(codes(&before), ["unknown-effect"], "{before:?}");
    assert!(before.iter().any(|found| !found.fixes.is_empty()), "{before:?}");
    let done = fix::mend(&mut project, Level::Unsafe);
    assert!(done.made == 0 && done.set_aside == 1 && done.before.is_empty(), "{done:?}");
    // The good fix in another item of the same file is kept.
    let two = format!("{text}{}", gun(PLAIN, "civillian"));
    assert_eq!(mended("traded-and-good", &two, Level::Unsafe), format!("{text}{}", gun(PLAIN, "civilian")));
}

#[test]
fn a_fix_that_reveals_another_mistake_is_kept_if_that_is_fixed_too() {
    let npc = |skills: &str| format!("npc kelper \"Kelper\" {{\n  cap 1\n  {skills}\n  aspects \"Green\"\n}}\n");
    assert_eq!(mended("revealed", &npc("skils { 1 agilty }"), Level::Unsafe), npc("skills { 1 agility }"));
}

fn mending_is_done_once<'c>(codes: impl Iterator<Item = &'c Code>) {
    for code in codes {
        let Ok(page) = page(*code) else { continue };
        let slug = code.slug();
        let (_, found) = checked(&format!("mendable-{slug}"), &page.bad);
        if found.iter().all(|found| found.fixes.is_empty()) {
            continue;
        }
        for level in [Level::Safe, Level::Unsafe] {
            let commented: Files = page
                .bad
                .iter()
                .map(|(name, bytes)| match String::from_utf8(bytes.clone()) {
                    // Adds a comment after every second line that can have one.
                    Ok(text) if name.ends_with(".slip") && !text.contains("\"\"\"") => (name.clone(), remarked(&text).into_bytes()),
                    _ => (name.clone(), bytes.clone()),
                })
                .collect();
            let (mut project, before) = checked(&format!("mend-{slug}"), &commented);
            let kept = comments(&project);
            let errors = before.count(Severity::Error);
            let done = fix::mend(&mut project, level);
            assert!(done.left.count(Severity::Error) <= errors, "{slug}");
            let now = comments(&project);
            assert!(kept.iter().all(|comment| now.contains(comment)), "{slug}: {kept:?} became {now:?}");
            let again = fix::mend(&mut project, level);
            assert!(done.cut_short || again.made == 0 && again.before.is_empty(), "{slug}: {again:?}");
        }
    }
}

fn remarked(text: &str) -> String {
    let whole = |line: &str| !line.trim().is_empty() && !line.contains("//") && line.matches('"').count().is_multiple_of(2);
    let lines = text.lines().enumerate();
    lines.map(|(at, line)| if at % 2 == 1 && whole(line) { format!("{line} // remark {at}\n") } else { format!("{line}\n") }).collect()
}
