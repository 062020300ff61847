//! Tests of the command line as users see it: every console block of `tests/cli/*.md` is run and compared, exit codes included.
//!
//! A folder `NAME.in` beside `NAME.md` is the current folder of its commands. `TRYCMD=overwrite cargo test --test cli` writes the
//! present output of the commands; read the difference before you keep it, and write `[..]` for the time.
//! Rules: R-VK4.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail by panicking")]

use snapbox::cmd::{Command, cargo_bin};
use std::path::{Path, PathBuf};
use std::process::Stdio;

fn slipyard() -> Command {
    Command::new(cargo_bin!("slipyard")).env_remove("CLICOLOR_FORCE").env("SLIPYARD_CACHE", "")
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Rules: D-T1.
#[test]
fn the_commands_say_what_the_pages_show() {
    trycmd::TestCases::new().case("tests/cli/*.md").env("NO_COLOR", "1").env("SLIPYARD_CACHE", "");
}

/// `TRYCMD=overwrite` writes the time that a run took into the page. Another run takes another time, so a page must not contain one.
#[test]
fn no_page_states_the_time_of_a_run() {
    for entry in std::fs::read_dir("tests/cli").unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            let words: Vec<&str> = line.split([' ', ':', ',']).collect();
            let timed = words.windows(3).any(|three| three[0] == "in" && three[1].parse::<f64>().is_ok() && matches!(three[2], "s" | "ms"));
            assert!(!timed, "{}: write `[..]` for the time in `{line}`", path.display());
        }
    }
}

#[test]
fn a_word_too_many_is_called_that_and_no_subcommand() {
    let said = |args: &[&str]| String::from_utf8(slipyard().args(args).output().unwrap().stderr).unwrap();
    let twice = said(&["simulate", "customs_raid", "twice"]);
    assert!(twice.starts_with("error: unexpected argument 'twice' found\n"), "{twice}");
    assert!(twice.contains("Usage: slipyard simulate"), "{twice}");
    let both = said(&["simulate", "customs_raid", "merge"]);
    assert!(both.starts_with("error: the subcommand 'merge' cannot be used with"), "{both}");
}

#[test]
fn the_standard_input_is_a_nameless_package() {
    let text = "weapon gaff \"Gaff\" : close_combat { tech T0; hram 1; range 0..1 }\n";
    let output = slipyard().args(["check", "-", "--format", "short"]).stdin(text).output().unwrap();
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(report.contains("<stdin>:1:46: error[unknown-key]"), "{report}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn carriage_returns_and_a_byte_order_mark_change_no_place_and_no_verdict() {
    let folder = folder("line-ends");
    let text = std::fs::read_to_string("tests/cli/check.in/bad/ships.slip").unwrap();
    let seen = |text: String| {
        std::fs::write(folder.join("ships.slip"), text).unwrap();
        slipyard().args(["check", "--format", "short"]).current_dir(&folder).output().unwrap().stdout
    };
    let unix = seen(text.clone());
    assert!(!unix.is_empty());
    assert_eq!(unix, seen(format!("\u{feff}{}", text.replace('\n', "\r\n"))));
}

#[test]
fn the_standard_input_is_laid_out_on_the_standard_output() {
    let output = slipyard().args(["fmt", "-"]).stdin("mark   odd  \"Odd\"\r\n\r\n\r\nmark  even \"Even\"").output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "mark odd \"Odd\"\r\n\r\nmark even \"Even\"\r\n");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn files_are_laid_out_where_they_are_and_only_once() {
    let folder = folder("fmt");
    std::fs::write(folder.join("odd.slip"), "mark   odd  \"Odd\"\n").unwrap();
    std::fs::write(folder.join("words.slip"), b"mark caf\xe9 \"Odd\"\n").unwrap();
    let run = |file: &str| slipyard().args(["fmt", file]).current_dir(&folder).output().unwrap();
    assert_eq!(String::from_utf8(run("odd.slip").stdout).unwrap(), "odd.slip\n");
    assert_eq!(std::fs::read_to_string(folder.join("odd.slip")).unwrap(), "mark odd \"Odd\"\n");
    assert!(run("odd.slip").stdout.is_empty());
    let refused = run("words.slip");
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8(refused.stderr).unwrap().contains("is not UTF-8 text"));
}

#[test]
fn tenets_are_printed_as_slip_whatever_their_words_are() {
    let folder = folder("tenets");
    std::fs::write(folder.join("bids.txt"), "Nadia: propose \"Nobody reads C:\\docks\"\nclose\n").unwrap();
    let output = slipyard().args(["context", "--players", "Nadia,Tom", "--script", "bids.txt"]).current_dir(&folder).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("1 is in the context pool."), "{text}");
    assert!(text.ends_with("campaign \"Nobody reads C:\\\\docks\"\n"), "{text}");
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let status = std::process::Command::new(cargo_bin!("slipyard")).arg("explain").stdout(Stdio::from(writer)).status().unwrap();
    assert_eq!(status.code(), Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_a_failure_as_of_everything() {
    let full = || Stdio::from(std::fs::File::create("/dev/full").unwrap());
    let status = std::process::Command::new(cargo_bin!("slipyard")).arg("--help").stdout(full()).stderr(Stdio::null()).status().unwrap();
    assert_eq!(status.code(), Some(2));
}

#[test]
fn colours_are_used_when_asked_for_and_not_into_files() {
    let run = |args: &[&str]| String::from_utf8(slipyard().args(args).output().unwrap().stdout).unwrap();
    let page = ["explain", "dependency-cycle"];
    assert!(!run(&page).contains('\u{1b}'));
    assert!(run(&[&page[..], &["--color", "always"]].concat()).contains('\u{1b}'));
    assert!(!run(&[&page[..], &["--color", "never"]].concat()).contains('\u{1b}'));
    // Help and errors about arguments follow the same colour setting as all other output.
    for arguments in [["--color=always", "--help"], ["--color=always", "--nonsense"]] {
        let done = slipyard().args(arguments).output().unwrap();
        assert!([done.stdout, done.stderr].concat().contains(&0x1b), "{arguments:?}");
    }
}

#[test]
fn a_built_pack_is_the_same_bytes_from_every_folder() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/show.in");
    let build = |from: &Path, path: &Path, name: &str| {
        let out = folder(name);
        let output = slipyard().arg("build").arg(path).arg("--out").arg(&out).current_dir(from).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        std::fs::read(out.join("yards-0.2.0.slippack")).unwrap()
    };
    let first = build(&package, Path::new("."), "build-inside");
    assert!(!first.is_empty());
    assert_eq!(first, build(&package, Path::new("."), "build-again"));
    assert_eq!(first, build(package.parent().unwrap(), Path::new("show.in"), "build-outside"));
    assert_eq!(first, build(&folder("elsewhere"), &package, "build-absolute"));
    let archive = slip_pack::archive::Archive::read(&first).unwrap();
    assert!(archive.members().all(|(_, bytes)| !String::from_utf8_lossy(bytes).contains(env!("CARGO_MANIFEST_DIR"))));
}

#[test]
fn nothing_is_written_when_there_are_errors() {
    let out = folder("build-bad");
    let output = slipyard().args(["build", "tests/cli/check.in/bad", "--out"]).arg(&out).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(std::fs::read_dir(&out).unwrap().count(), 0);
}

#[test]
fn one_seed_gives_one_fight_and_another_seed_another() {
    let run = |seed: &str, format: &str| {
        let args = ["run", "night_shift", "--in", "tests/cli/run.in", "--seed", seed, "--format", format];
        let output = slipyard().args(args).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    for format in ["text", "json"] {
        assert_eq!(run("7", format), run("7", format));
        assert_ne!(run("7", format), run("8", format));
    }
    assert!(run("7", "text").starts_with("Night shift\n"));
    assert!(run("7", "json").lines().all(|line| line.starts_with("{\"n\":")));
}

#[test]
fn an_encounter_is_found_below_the_current_folder_whatever_is_wrong_elsewhere() {
    let output = slipyard().args(["run", "night.night_shift", "--seed", "7"]).current_dir("tests/cli").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn what_is_generated_is_written_whole_and_over_nothing_unless_asked() {
    let folder = folder("generate-out");
    let generate = |seed: &str, more: &[&str]| {
        let args = [&["generate", "animal", "--seed", seed, "--out", "beasts.slip"], more].concat();
        slipyard().args(args).current_dir(&folder).output().unwrap()
    };
    let text = || std::fs::read_to_string(folder.join("beasts.slip")).unwrap();
    assert_eq!(generate("7", &[]).status.code(), Some(0));
    let first = text();
    assert!(first.starts_with("// slipyard generate animal --seed 7\n"), "{first}");
    let refused = generate("8", &[]);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(String::from_utf8(refused.stderr).unwrap(), "error: `beasts.slip` already exists; --force overwrites it\n");
    assert_eq!(text(), first);
    assert_eq!(generate("8", &["--force"]).status.code(), Some(0));
    assert_ne!(text(), first);
    // The written package checks clean in its folder.
    assert_eq!(slipyard().args(["check", "--deny", "warnings"]).current_dir(&folder).output().unwrap().status.code(), Some(0));
}

#[test]
fn without_a_seed_one_is_chosen_and_said() {
    let draw = |args: &[&str]| {
        let output = slipyard().args(["generate", "npc", "--cap", "2"]).args(args).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let folder = folder("generate-seed");
    let folder = folder.to_str().unwrap();
    let chosen = draw(&["--in", folder]);
    let seed = chosen.lines().next().unwrap().rsplit(' ').next().unwrap();
    assert_eq!(chosen, draw(&["--in", folder, "--seed", seed]));
}

/// Runs `check` with these arguments on a file and returns the file afterwards.
fn fixed(name: &str, text: &[u8], args: &[&str]) -> (Vec<u8>, i32, String) {
    let folder = folder(name);
    std::fs::write(folder.join("guns.slip"), text).unwrap();
    let output = slipyard().arg("check").args(args).current_dir(&folder).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    (std::fs::read(folder.join("guns.slip")).unwrap(), output.status.code().unwrap(), said)
}

const SLIP: &str =
    "// A gun.\nweapon flint : slug_thrower {\n  tech T1\n  harm = 1 // light\n  penetration 1\n  range 0..2\n  stunts civilian\n}";

#[test]
fn mending_keeps_line_ends_the_byte_order_mark_and_the_missing_last_line_break() {
    for text in [SLIP.to_owned(), format!("{SLIP}\n"), SLIP.replace('\n', "\r\n"), format!("\u{feff}{SLIP}\r\n")] {
        let (after, status, said) = fixed("fix-bytes", text.as_bytes(), &["--fix"]);
        assert_eq!(String::from_utf8(after).unwrap(), text.replace("harm = 1", "harm 1"), "{said}");
        assert_eq!(status, 0, "{said}");
        assert!(said.starts_with("fixed 1 of "), "{said}");
    }
}

#[test]
fn a_patch_of_windows_lines_and_of_a_missing_line_break_is_one_that_git_applies() {
    // A carriage return alone does not end a line, neither in a comment nor at the end of the text.
    let one_line = "weapon flint : slug_thrower { tech T1; harm = 1; penetration 1; range 0..2; stunts civilian } // light\r";
    let returns = [SLIP.replace("// A gun", "// A\rgun"), one_line.to_owned()];
    for (number, text) in [SLIP.to_owned(), SLIP.replace('\n', "\r\n"), format!("{SLIP}\n")].iter().chain(&returns).enumerate() {
        let folder = folder(&format!("fix-patch-{number}"));
        std::fs::write(folder.join("guns.slip"), text).unwrap();
        let patch = slipyard().args(["check", "--diff"]).current_dir(&folder).output().unwrap();
        assert_eq!(patch.status.code(), Some(1));
        assert_eq!(std::fs::read_to_string(folder.join("guns.slip")).unwrap(), *text, "--diff writes nothing");
        std::fs::write(folder.join("mend.patch"), &patch.stdout).unwrap();
        // Outside of any repository, so that the patch is applied to the files as they are.
        let git = |args: &[&str]| {
            std::process::Command::new("git")
                .args(args)
                .current_dir(&folder)
                .env("GIT_CEILING_DIRECTORIES", folder.parent().unwrap())
                .output()
        };
        let Ok(applied) = git(&["apply", "mend.patch"]) else { return };
        assert!(applied.status.success(), "{}\n{}", String::from_utf8_lossy(&applied.stderr), String::from_utf8_lossy(&patch.stdout));
        assert_eq!(std::fs::read_to_string(folder.join("guns.slip")).unwrap(), text.replace("harm = 1", "harm 1"));
    }
}

#[test]
fn a_file_that_is_read_only_stays_as_it_is_and_so_do_the_others() {
    let folder = folder("fix-read-only");
    for name in ["a.slip", "b.slip"] {
        std::fs::write(folder.join(name), SLIP.replace("flint", name.trim_end_matches(".slip"))).unwrap();
    }
    let locked = folder.join("b.slip");
    let mut permissions = std::fs::metadata(&locked).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&locked, permissions.clone()).unwrap();
    let output = slipyard().args(["check", "--fix"]).current_dir(&folder).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("cannot write `b.slip`: it is read-only; nothing was written"), "{said}");
    for name in ["a.slip", "b.slip"] {
        assert!(std::fs::read_to_string(folder.join(name)).unwrap().contains("harm = 1"), "{name}");
    }
    #[expect(clippy::permissions_set_readonly_false, reason = "a file of this test's own")]
    permissions.set_readonly(false);
    std::fs::set_permissions(&locked, permissions).unwrap();
}

#[test]
fn the_standard_input_is_mended_as_a_patch_only() {
    let patch = slipyard().args(["check", "-", "--diff"]).stdin(SLIP).output().unwrap();
    assert!(String::from_utf8(patch.stdout).unwrap().contains("+  harm 1 // light\n"));
    let refused = slipyard().args(["check", "-", "--fix"]).stdin(SLIP).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8(refused.stderr).unwrap().contains("add --diff for a patch"));
}

#[test]
fn what_is_right_is_not_touched() {
    let text = SLIP.replace("harm = 1", "harm 1");
    let (after, status, said) = fixed("fix-nothing", text.as_bytes(), &["--fix"]);
    assert_eq!((after, status), (text.into_bytes(), 0), "{said}");
}

#[test]
fn a_baseline_keeps_the_check_green_until_something_new_is_wrong() {
    let folder = folder("baseline");
    copy(Path::new("tests/cli/ci.in/yard"), &folder);
    let run = |args: &[&str]| {
        let output = slipyard().args(["check", "--format", "short"]).args(args).current_dir(&folder).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(run(&[]).0, 1);
    let (code, out, err) = run(&["--write-baseline", "known.json"]);
    assert_eq!((code, out.as_str()), (0, ""));
    assert!(err.starts_with("wrote known.json with 2 findings"), "{err}");
    let first = std::fs::read(folder.join("known.json")).unwrap();
    run(&["--write-baseline", "known.json"]);
    assert_eq!(first, std::fs::read(folder.join("known.json")).unwrap());
    let (code, out, err) = run(&["--baseline", "known.json"]);
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    assert!(err.contains("known before"), "{err}");
    let text = std::fs::read_to_string(folder.join("blades.slip")).unwrap();
    std::fs::write(folder.join("blades.slip"), text.replace("harm 1", "hram 1")).unwrap();
    let (code, out, _) = run(&["--baseline", "known.json"]);
    assert_eq!(code, 1);
    assert!(out.starts_with("blades.slip:1:46: error[unknown-key]"), "{out}");
}

#[test]
fn only_what_a_change_brought_counts_since_a_commit() {
    let folder = folder("since");
    copy(Path::new("tests/cli/ci.in/yard"), &folder);
    let git = |args: &[&str]| {
        let who = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "core.autocrlf=false"];
        std::process::Command::new("git").args(who).args(args).current_dir(&folder).output()
    };
    // Without git there is nothing to test.
    if git(&["init", "--quiet"]).is_err() {
        return;
    }
    git(&["add", "."]).unwrap();
    git(&["commit", "--quiet", "-m", "first"]).unwrap();
    let run = |args: &[&str]| {
        let output = slipyard().args(["check", "--format", "short"]).args(args).current_dir(&folder).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(run(&[]).0, 1);
    let (code, out, err) = run(&["--changed-since", "HEAD"]);
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    // The change is in one file and breaks a declaration in another.
    std::fs::write(
        folder.join("fight.slip"),
        "npc hand \"Hand\" { cap 1; skills { 1 brawling }; aspects \"A\", \"B\", \"C\"; gear gaff }\n",
    )
    .unwrap();
    git(&["add", "."]).unwrap();
    git(&["commit", "--quiet", "-m", "second"]).unwrap();
    let text = std::fs::read_to_string(folder.join("blades.slip")).unwrap();
    std::fs::write(folder.join("blades.slip"), text.replace("weapon gaff", "weapon hook")).unwrap();
    let (code, out, err) = run(&["--changed-since", "HEAD"]);
    assert_eq!(code, 1, "{err}");
    assert!(out.contains("fight.slip:1:") && out.contains("error[unknown-name]") && !out.contains("over-budget"), "{out}");
    let (code, _, err) = run(&["--changed-since", "no-such-branch"]);
    assert_eq!(code, 2);
    assert!(err.contains("`no-such-branch`"), "{err}");
}

#[test]
fn a_folder_is_compared_with_what_it_was_in_a_commit_and_not_with_all_around_it() {
    let folder = folder("diff-part");
    // With `--fail-on`, a version that does not compile fails.
    let text = SLIP.replace("harm = 1", "harm 1");
    for name in ["one", "two"] {
        std::fs::create_dir(folder.join(name)).unwrap();
        std::fs::write(folder.join(name).join("slipyard.toml"), format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\n")).unwrap();
        std::fs::write(folder.join(name).join("guns.slip"), &text).unwrap();
    }
    let git = |args: &[&str]| {
        let who = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "core.autocrlf=false"];
        std::process::Command::new("git").args(who).args(args).current_dir(&folder).output()
    };
    // Without git there is nothing to test.
    if git(&["init", "--quiet"]).is_err() {
        return;
    }
    git(&["add", "."]).unwrap();
    git(&["commit", "--quiet", "-m", "first"]).unwrap();
    for args in [&["HEAD", "one"][..], &["one", "HEAD"], &["HEAD", "one", "--in", "one"], &["HEAD"]] {
        let output = slipyard().args(["diff", "--fail-on", "breaking"]).args(args).current_dir(&folder).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}: {said}");
        assert!(!said.contains("gone") && (said.contains("no differences") || said.contains("nothing is different")), "{args:?}: {said}");
    }
}

/// Splits an example of a help page into words as a shell does, and drops the comment at its end.
fn words(example: &str) -> Vec<String> {
    let quoted = example.split('\'').enumerate();
    let words = quoted.flat_map(|(at, piece)| match at % 2 {
        0 => piece.split_once("    ").map_or(piece, |(command, _)| command).split_whitespace().map(str::to_owned).collect(),
        _ => vec![piece.to_owned()],
    });
    words.skip(1).collect()
}

#[test]
fn what_the_examples_of_help_name_is_shipped_and_does_what_they_say() {
    let mut seen = 0;
    for page in [&["explore"][..], &["odds"], &["odds", "attack"], &["odds", "duel"]] {
        let help = slipyard().args(page).arg("--help").output().unwrap();
        let help = String::from_utf8(help.stdout).unwrap().replace("\\\n    ", "");
        // Odds of fights between ships are exact and slow, so examples that compute them are left out.
        for example in help.lines().filter_map(|line| line.strip_prefix("  ")).filter(|line| line.starts_with("slipyard ")) {
            if example.contains("--fights") || example.contains("matrix") {
                continue;
            }
            let home = match () {
                () if page != ["explore"] => "content",
                () if example.contains("infantry") => "content/glass_shore",
                () => "content/customs_dock",
            };
            let output = slipyard().args(words(example)).current_dir(home).output().unwrap();
            assert_eq!(output.status.code(), Some(0), "{example}: {}", String::from_utf8_lossy(&output.stderr));
            seen += 1;
        }
    }
    assert!(seen >= 15, "{seen}");
    for arguments in [["customs_raid", "--seat", "crew=random"].as_slice(), &["arrears", "--mirror"]] {
        let output = slipyard().arg("simulate").args(arguments).args(["-n", "10", "--in", "content"]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

fn copy(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}

#[test]
fn what_belongs_to_no_package_is_called_by_its_name_alone() {
    let folder = folder("nameless");
    let text = "weapon found_gun \"Found gun\" : slug_thrower { tech T1; harm 1; penetration 1; range 0..2; stunts civilian }\n\
                patch std.slug_thrower { price 2 }\n";
    std::fs::write(folder.join("loose.slip"), text).unwrap();
    let said = |args: &[&str]| String::from_utf8(slipyard().args(args).current_dir(&folder).output().unwrap().stdout).unwrap();
    let shown = said(&["show", "found_gun"]);
    assert!(shown.starts_with("Found gun (found_gun), weapon"), "{shown}");
    assert!(shown.contains("std.slug_thrower by this package, loose.slip:2"), "{shown}");
    assert!(said(&["list"]).contains("(patched by this package)"));
    let card = said(&["sheet", "found_gun"]);
    assert!(card.contains("std.slug_thrower changed by this package") && card.contains("\n  found_gun · "), "{card}");
    // A condition that the thing's data already decides is no longer printed.
    assert!(card.contains("[ ] Out of ammo\n"), "{card}");
}

#[test]
fn only_people_bring_along_what_their_skills_bring() {
    let folder = folder("hands");
    let text = "animal eel \"Eel\" { skills { 3 natural_weapons; 2 stealth; 1 agility }; aspects \"A\", \"B\", \"C\" }\n\
                idea tide \"Tide\" { cap 2; skills { 2 charm; 1 resolve, oratory }; aspects \"A\", \"B\" }\n\
                npc diver \"Diver\" { cap 2; skills { 2 agility; 1 stamina, eva }; aspects \"A\", \"B\" }\n";
    std::fs::write(folder.join("life.slip"), text).unwrap();
    for (name, brings) in [("eel", false), ("tide", false), ("diver", true)] {
        for command in ["show", "sheet"] {
            let said = slipyard().args([command, name]).current_dir(&folder).output().unwrap().stdout;
            let said = String::from_utf8(said).unwrap().to_lowercase();
            assert_eq!(said.contains("gym access") || said.contains("sunglasses"), brings, "{command} {name}: {said}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_path_that_is_not_there_is_repeated_as_it_was_typed() {
    let output = slipyard().args(["check", r"stdlib\srd"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), said.as_str()), (Some(2), "error: cannot read `stdlib\\srd`: there is no such file or folder\n"));
}

#[test]
fn a_map_called_like_its_encounter_is_drawn_by_its_name() {
    let folder = folder("alike");
    let drawn = |args: &[&str]| {
        let output = slipyard().args(["map", "--in", "content/salt_road"]).args(args).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, map, said) = drawn(&["weighbridge"]);
    assert!(code == Some(0) && map.starts_with("<?xml"), "{said}");
    assert_eq!(map, drawn(&["weighbridge", "--kind", "map"]).1);
    let (code, encounter, said) = drawn(&["weighbridge", "--kind", "encounter"]);
    assert!(code == Some(0) && encounter.starts_with("<?xml") && encounter != map, "{said}");
    let (code, _, said) = drawn(&["weighbridge", "--kind", "cluster"]);
    assert_eq!((code, said.as_str()), (Some(2), "error: there is no `weighbridge` of kind `cluster`; the kinds here are encounter, map\n"));
    let file = folder.join("wb.svg");
    assert_eq!(drawn(&["weighbridge", "--out", file.to_str().unwrap()]).0, Some(0));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), map);
    // Several pictures do not fit in one file.
    let several = folder.join("both.svg");
    let (code, _, said) = drawn(&["weighbridge", "weighbridge", "--out", several.to_str().unwrap()]);
    assert!(code == Some(2) && said.contains("several maps need a folder") && !several.exists(), "{said}");
}

#[test]
fn a_background_is_shown_with_its_effect_lines() {
    let folder = folder("courier");
    let text = "background courier \"Courier\" { stat_dice 14; trait_dice 5; effect +1 to raise }\n";
    std::fs::write(folder.join("courier.slip"), text).unwrap();
    let shown = slipyard().args(["show", "courier"]).current_dir(&folder).output().unwrap();
    let shown = String::from_utf8(shown.stdout).unwrap();
    assert!(shown.contains("  in play      +1 to raise\n"), "{shown}");
}

#[test]
fn an_old_name_is_listed_with_what_it_stands_for() {
    let folder = folder("old-names");
    let text = "weapon reed \"Reed\" : slug_thrower { tech T1; harm 1; penetration 1; range 0..2; stunts civilian }\nalias rush for reed\n";
    std::fs::write(folder.join("reed.slip"), text).unwrap();
    let listed = slipyard().args(["list", "--kind", "alias"]).current_dir(&folder).output().unwrap();
    assert_eq!(String::from_utf8(listed.stdout).unwrap(), "alias  rush  reed\n");
}

/// The lines for the configuration of the editor that `lsp --help` prints are also in the book, where users copy them.
#[test]
fn the_lines_for_helix_are_those_of_the_book() {
    let page = std::fs::read_to_string("docs/book/editors.md").unwrap();
    let lines = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let help = String::from_utf8(slipyard().args(["lsp", "--help"]).output().unwrap().stdout).unwrap();
    let told: String = help.lines().map(|line| format!("{}\n", line.trim())).collect();
    assert!(told.contains(lines), "{help}");
    assert!(toml::from_str::<toml::Table>(lines).is_ok());
}

#[test]
fn a_title_of_two_lines_is_one_on_every_card_and_in_lists() {
    let folder = folder("two-lines");
    let text = "weapon gun \"Long\\ngun\" : slug_thrower { tech T1; harm 1; penetration 1; range 0..2; stunts civilian }\n";
    std::fs::write(folder.join("gun.slip"), text).unwrap();
    let said = |args: &[&str]| String::from_utf8(slipyard().args(args).current_dir(&folder).output().unwrap().stdout).unwrap();
    for format in ["text", "markdown", "html", "svg"] {
        let card = said(&["sheet", "gun", "--format", format]);
        assert!(!card.contains('\u{fffd}') && card.contains("Long") && card.contains("gun"), "{format}: {card}");
    }
    assert!(said(&["sheet", "gun", "--format", "markdown"]).contains("## Long gun"));
    assert!(said(&["list"]).starts_with("weapon  gun  Long gun  "), "{}", said(&["list"]));
}

#[test]
fn an_error_of_a_package_that_others_use_is_counted_once() {
    let folder = folder("counted");
    let package = |name: &str, uses: &str, text: &str| {
        let place = folder.join(name);
        std::fs::create_dir_all(&place).unwrap();
        std::fs::write(place.join("slipyard.toml"), format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\n{uses}")).unwrap();
        std::fs::write(place.join("gear.slip"), text).unwrap();
    };
    package("arms", "", "weapon gun \"Gun\" : slug_thrower { tech T1; hram 1; penetration 1; range 0..2; stunts civilian }\n");
    for name in ["east", "west"] {
        let diver = "npc diver \"Diver\" { cap 2; skills { 2 slug_throwers; 1 stamina, eva }; aspects \"A\", \"B\"; gear arms.gun }\n";
        package(name, "[dependencies]\narms = { path = \"../arms\" }\n", diver);
    }
    let said = |args: &[&str]| slipyard().args(args).current_dir(&folder).output().unwrap();
    let checked = String::from_utf8(said(&["check"]).stderr).unwrap();
    assert!(checked.contains(": 1 error, 0 warnings"), "{checked}");
    let listed = String::from_utf8(said(&["list"]).stderr).unwrap();
    assert_eq!(listed, "warning: the content has 1 error; see `slipyard check`\n");
    let compared = String::from_utf8(said(&["diff", ".", "."]).stderr).unwrap();
    assert!(compared.starts_with("warning: . has 1 error, "), "{compared}");
}

#[test]
fn a_manifest_without_a_version_says_too_little_for_any_change() {
    let folder = folder("versionless");
    // With `--fail-on`, a version that does not compile fails.
    let gun = SLIP.replace("harm = 1", "harm 1");
    for (name, version, text) in [("old", "version = \"1.0.0\"\n", gun.as_str()), ("new", "", "// nothing\n")] {
        std::fs::create_dir_all(folder.join(name)).unwrap();
        std::fs::write(folder.join(name).join("slipyard.toml"), format!("[package]\nname = \"yard\"\n{version}")).unwrap();
        std::fs::write(folder.join(name).join("guns.slip"), text).unwrap();
    }
    let diff = |old: &str, new: &str| {
        let output = slipyard().args(["diff", old, new, "--fail-on", "version"]).current_dir(&folder).output().unwrap();
        (String::from_utf8(output.stdout).unwrap(), output.status.code())
    };
    let (said, code) = diff("old", "new");
    assert!(said.ends_with("requires a major version: 2.0.0 or later, but the manifest has no version\n"), "{said}");
    assert_eq!(code, Some(1));
    assert_eq!(diff("new", "old").1, Some(0), "what had no version promised nothing");
    // "a missing version [is a failure] with one sentence": without versions, the gate would pass whatever changes.
    std::fs::create_dir_all(folder.join("newer")).unwrap();
    std::fs::write(folder.join("newer/slipyard.toml"), "[package]\nname = \"yard\"\n").unwrap();
    std::fs::write(folder.join("newer/guns.slip"), &gun).unwrap();
    assert_eq!(diff("new", "newer").1, Some(1));
    assert_eq!(diff("new", "new").1, Some(0), "nothing is different");
    let said = slipyard().args(["diff", "new", "newer", "--fail-on", "version"]).current_dir(&folder).output().unwrap();
    let said = String::from_utf8(said.stderr).unwrap();
    assert!(said.contains("the manifest of `yard` has no version, so --fail-on version fails"), "{said}");
}
