//! Tests of the campaign file: it is read as it was written, refused if it is invalid, and never half-written.

use crate::economy::office::*;
use slip_campaign::state::{Campaign, CampaignFileError};
use slipyard::project::write_if_unchanged;
use snapbox::cmd::cargo_bin;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const PACKAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/content/harrow_reach");

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("economy").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn upkeep(file: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin!("slipyard"));
    command.arg("upkeep").arg(file).args(words).args(["--in", PACKAGE]).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(file: &Path, words: &[&str]) -> Output {
    upkeep(file, words).output().unwrap()
}

fn begun(name: &str) -> PathBuf {
    let file = folder(name).join("reach.json");
    let output = run(&file, &["new", "--join", "sefa_orrin,davit_kole,nuria_vell,small_mercy"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    file
}

fn campaign_in(file: &Path) -> Campaign {
    Campaign::read(&std::fs::read_to_string(file).unwrap()).unwrap()
}

#[test]
fn a_campaign_is_read_as_it_was_written() {
    let pack = pack();
    let campaign = campaign(&pack);
    assert_eq!(Campaign::read(&campaign.text()), Ok(campaign.clone()));
    assert_eq!(campaign.text(), campaign.clone().text());
    assert_eq!(campaign.fits(&pack), Ok(()));
}

/// An author who repairs a file by hand may leave a track without marks. Such a track is clear, as if the file did not have it.
#[test]
fn a_track_without_marks_is_clear() {
    let mut campaign = campaign(&pack());
    mark(&mut campaign, "tam", "wealth", &[]);
    let read = Campaign::read(&campaign.text()).unwrap();
    assert!(read.standing("tam").unwrap().is_clear("wealth"));
}

/// Every change can be undone exactly, including games. Only the counter of writes continues.
#[test]
fn changes_are_taken_back_one_by_one() {
    let file = begun("undo");
    let state = || Campaign { revision: 0, earlier: Vec::new(), ..campaign_in(&file) };
    let mut states = vec![state()];
    for words in [
        &["place", "anchorage", "--tech", "2"][..],
        &["ship", "small_mercy", "--owner", "sefa_orrin", "--at", "anchorage"],
        &["maintain", "small_mercy", "--seed", "5"],
        &["note", "The lamp is out"],
        &["downtime", "3"],
        &["session", "end"],
        &["session", "begin"],
    ] {
        let output = run(&file, words);
        assert_eq!(output.status.code(), Some(0), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
        states.push(state());
    }
    let seats = ["--seat", "crew=to_the_lamp", "--seat", "bailiffs=in_the_way"];
    let log = file.with_file_name("game.jsonl");
    let mut game = Command::new(cargo_bin!("slipyard"));
    game.args(["play", "arrears", "--seed", "3", "--in", PACKAGE]).args(seats).arg("--state").arg(&file).arg("--log").arg(&log);
    let output = game.stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let tried = run(&file, &["undo", "--dry-run"]);
    assert!(String::from_utf8_lossy(&tried.stdout).starts_with("undone: played "), "{tried:?}");
    while let Some(before) = states.pop() {
        assert_ne!(state(), before);
        assert_eq!(run(&file, &["undo"]).status.code(), Some(0));
        assert_eq!(state(), before);
    }
    let refused = run(&file, &["undo"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("has no earlier state to go back to"));
}

/// A file keeps its last twenty states, and refuses a kept state that is not a campaign.
#[test]
fn twenty_changes_can_be_taken_back() {
    let pack = pack();
    let mut campaign = campaign(&pack);
    for day in 0..25 {
        let before = campaign.clone();
        campaign.day = day + 1;
        campaign.note(format!("day {day}"), Vec::new());
        campaign.keep(&before);
    }
    assert_eq!(campaign.earlier.len(), slip_campaign::state::KEPT);
    assert_eq!(Campaign::read(&campaign.text()), Ok(campaign.clone()));
    let before = campaign.before_last_change().unwrap().unwrap();
    assert_eq!((before.day, before.history.len()), (24, campaign.history.len() - 1));
    campaign.earlier.last_mut().unwrap().fields.insert("day".to_owned(), "a week".into());
    assert!(matches!(campaign.before_last_change(), Err(CampaignFileError::Damaged(_))));
}

/// A file cut at any byte is reported as damaged and never read as another campaign.
#[test]
fn half_a_file_is_no_campaign() {
    let text = campaign(&pack()).text();
    for end in (0..text.trim_end().len()).step_by(7) {
        assert!(matches!(Campaign::read(&text[..end]), Err(CampaignFileError::Damaged(_))), "cut at {end}");
    }
}

#[test]
fn what_is_foreign_newer_or_unsound_is_refused_with_its_reason() {
    let pack = pack();
    let campaign = campaign(&pack);
    let read = |text: &str| Campaign::read(text).unwrap_err().to_string();
    assert!(read("{}").starts_with("this is not a campaign file of Slipyard"));
    assert!(read("[1, 2]").starts_with("this is not a campaign file"));
    assert!(read(&campaign.text().replacen("\"campaign\"", "\"log\"", 1)).starts_with("this is not a campaign file"));
    assert!(read(&campaign.text().replacen("\"format\": 1", "\"format\": 0", 1)).starts_with("this is not a campaign file"));
    assert!(
        read(&campaign.text().replacen("\"format\": 1", "\"format\": 9", 1))
            .starts_with("it was written by a later version of Slipyard (format 9")
    );
    assert!(read(&campaign.text().replacen("\"session\": 3", "\"sesion\": 3", 1)).contains("unknown field `sesion`"));
    let unsound = |change: &dyn Fn(&mut Campaign)| {
        let mut campaign = campaign.clone();
        change(&mut campaign);
        read(&campaign.text())
    };
    assert!(unsound(&|campaign| mark(campaign, "tam", "wealth", &[32])).contains("wealth has no such box"));
    assert!(
        unsound(&|campaign| campaign.ships.get_mut("freighter").unwrap().crew.push("ghost".into())).contains("there is no person `ghost`")
    );
    assert!(
        unsound(&|campaign| campaign.standing_mut("tam").unwrap().consequences = vec![consequence("awful", "wealth", 1)])
            .contains("`awful` is not a grade")
    );
    // One consequence of each grade, counted over all tracks together.
    let two = unsound(&|campaign| {
        campaign.standing_mut("tam").unwrap().consequences = vec![consequence("mild", "wealth", 1), consequence("mild", "health", 1)];
    });
    assert!(two.contains("`tam`: \"") && two.contains("are both mild; only one consequence of each grade is allowed"), "{two}");
    let mut long = campaign.clone();
    mark(&mut long, "tam", "wealth", &[5]);
    assert!(long.fits(&pack).unwrap_err().to_string().contains("box 5 of wealth is marked, but there are only 4 boxes"));
    long.package.name = "elsewhere".into();
    assert!(matches!(long.fits(&pack), Err(CampaignFileError::OtherPackage { .. })));
}

/// A file that cannot be read is left as it is, byte for byte.
#[test]
fn a_refused_file_is_not_touched() {
    let file = begun("refused");
    for text in
        ["", "{\"slipyard\": \"campaign\", \"format\": 99}", "a letter home", "{\"slipyard\": \"campaign\", \"format\": 1, \"revision\""]
    {
        std::fs::write(&file, text).unwrap();
        let output = run(&file, &["refresh"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8(output.stderr).unwrap().contains("it was not changed"));
        assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    }
}

/// A writer that has read an older state than the present one does not write, so the work of others is not lost.
#[test]
fn nobodys_work_is_written_over() {
    let file = folder("unchanged").join("state.json");
    assert_eq!(write_if_unchanged(&file, None, b"one"), Ok(true));
    assert_eq!(write_if_unchanged(&file, None, b"two"), Ok(false), "it is there already");
    assert_eq!(write_if_unchanged(&file, Some(b"one"), b"two"), Ok(true));
    assert_eq!(write_if_unchanged(&file, Some(b"one"), b"three"), Ok(false));
    assert_eq!(std::fs::read(&file).unwrap(), b"two");
    std::fs::remove_file(&file).unwrap();
    assert_eq!(write_if_unchanged(&file, Some(b"two"), b"four"), Ok(false), "it is gone");
}

/// Among simultaneous writers each either writes after the other or gets an error.
#[test]
fn of_many_writers_at_one_time_none_is_lost_unheard() {
    let file = folder("race").join("state.txt");
    write_if_unchanged(&file, None, b"").unwrap();
    let written: usize = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    let mut written = 0;
                    while written < 25 {
                        let read = std::fs::read(&file).unwrap();
                        let mut next = read.clone();
                        next.push(b'x');
                        // All threads share the name of the temporary file, as one process does; the lock keeps them apart.
                        written += usize::from(write_if_unchanged(&file, Some(&read), &next).unwrap());
                    }
                    written
                })
            })
            .collect();
        writers.into_iter().map(|writer| writer.join().unwrap()).sum()
    });
    assert_eq!((written, std::fs::read(&file).unwrap().len()), (100, 100));
}

#[test]
fn of_commands_at_one_time_each_is_kept_or_refused() {
    let file = begun("commands");
    let before = campaign_in(&file).history.len();
    let running: Vec<_> = (0..6).map(|number| upkeep(&file, &["note", &format!("line {number}")]).spawn().unwrap()).collect();
    let mut kept = 0;
    for command in running {
        let output = command.wait_with_output().unwrap();
        if output.status.code() == Some(0) {
            kept += 1;
        } else {
            assert!(String::from_utf8(output.stderr).unwrap().contains("was changed by another program in the meantime"));
        }
    }
    assert!(kept >= 1);
    assert_eq!(campaign_in(&file).history.len(), before + kept);
}

/// If a writer is killed during the write, here by a limit on the size of files, the state is unchanged, and the next run goes on from it.
#[cfg(unix)]
#[test]
fn a_writer_that_is_killed_at_it_leaves_the_state_as_it_was() {
    let file = begun("killed");
    for number in 0..6 {
        assert_eq!(run(&file, &["note", &"a long line ".repeat(20 + number)]).status.code(), Some(0));
    }
    let whole = std::fs::read(&file).unwrap();
    assert!(whole.len() > 1024, "{}", whole.len());
    let binary = cargo_bin!("slipyard");
    let killed = Command::new("sh")
        .args(["-c", "ulimit -f 1; exec \"$@\"", "sh"])
        .arg(binary)
        .arg("upkeep")
        .arg(&file)
        .args(["refresh", "--in", PACKAGE])
        .output()
        .unwrap();
    assert_ne!(killed.status.code(), Some(0), "{}", String::from_utf8_lossy(&killed.stdout));
    assert_eq!(std::fs::read(&file).unwrap(), whole);
    assert_eq!(run(&file, &["refresh"]).status.code(), Some(0));
    let names: Vec<_> = std::fs::read_dir(file.parent().unwrap()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["reach.json"], "and what the dead writer left is swept away");
}

/// If a run is killed at any moment, the file is always a whole campaign.
#[test]
fn a_run_that_is_killed_at_any_moment_leaves_a_whole_campaign() {
    let file = begun("any-moment");
    for wait in 0..12 {
        let mut command = upkeep(&file, &["note", &"x".repeat(4000)]).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(wait * 15));
        let _ = command.kill();
        let _ = command.wait();
        campaign_in(&file);
    }
}

/// One seed gives the same dice for the same state, and other dice for the next; a dry run writes nothing.
#[test]
fn a_dry_run_tells_what_a_run_does_and_writes_nothing() {
    let file = begun("dry");
    let words = ["buy", "nuria_vell", "civilian_gun", "--seed", "7", "--consequence", "none"];
    let before = std::fs::read(&file).unwrap();
    let dry = run(&file, &[&words[..], &["--dry-run"]].concat());
    assert_eq!(dry.status.code(), Some(0), "{}", String::from_utf8_lossy(&dry.stderr));
    assert_eq!(std::fs::read(&file).unwrap(), before);
    let told = String::from_utf8(dry.stdout).unwrap();
    let done = String::from_utf8(run(&file, &words).stdout).unwrap();
    assert_eq!(told, format!("{done}(a dry run: nothing was written)\n"));
    let campaign = campaign_in(&file);
    assert_eq!(campaign.history.last().unwrap().did, "buy nuria_vell civilian_gun --seed 7");
    assert_eq!(campaign.revision, 2);
}

/// An argument that an action would ignore (a point spent, a named thing, a hull) is refused before dice are rolled.
#[test]
fn what_a_deed_does_not_look_at_is_refused() {
    let file = begun("idle-options");
    let before = std::fs::read(&file).unwrap();
    for (words, why) in [
        (&["buy", "nuria_vell", "civilian_gun", "--reroll"][..], "add it with --aspect or --free"),
        (&["buy", "nuria_vell", "civilian_gun", "--as", "gun"], "--as has no effect here, since it is only for the name of a ship"),
        (&["buy", "nuria_vell", "civilian_gun", "--what", "Another"], "cannot be used with"),
        (&["maintain", "small_mercy", "--at", "haldane", "--reroll"], "add it with --aspect or --free"),
        (&["maintain", "small_mercy", "--at", "haldane", "--hull", "9"], "--hull has no effect here"),
        (&["maintain", "small_mercy", "--at", "haldane", "--compelled", "Nothing"], "--compelled has no effect here"),
        (&["scene", "--seed", "3"], "--seed has no effect here, since nothing is rolled"),
        (&["show", "--dice", "+ + + +"], "--dice has no effect here, since nothing is rolled"),
    ] {
        let output = run(&file, words);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && said.contains(why), "{words:?}: {said}");
    }
    assert_eq!(std::fs::read(&file).unwrap(), before);
}

/// Every name in a command is looked up: of people, things, places, stunts, marks and aspects. An unknown name is refused, and the message
/// lists the names that exist.
#[test]
fn every_name_that_an_action_takes_is_looked_up() {
    let file = begun("looked-up");
    assert_eq!(run(&file, &["place", "haldane", "--tech", "2"]).status.code(), Some(0));
    let before = std::fs::read(&file).unwrap();
    for (words, why) in [
        (&["buy", "nuria_vell", "civilian_gun", "--aspect", "Banana"][..], "has the aspect \"Banana\"; nuria_vell may use"),
        (&["buy", "nuria_vell", "civilian_gun", "--free", "Banana"], "--free \"Banana\" --scene \"Banana\""),
        (&["buy", "nuria_vell", "civilian_gun", "--scene", "Banana"], "add it with --aspect or --free"),
        (&["buy", "nuria_vell", "civilian_gun", "--consequence", "banana:mild"], "has no person or ship `banana`"),
        (&["buy", "nuria_vell", "small_mercy", "--as", "Small Mercy"], "`Small Mercy` is not a name"),
        (&["sell", "nuria_vell", "--what", "A cart", "--cost", "2", "--at", "banana"], "has no place `banana`"),
        (&["ship", "small_mercy", "--owner", "nuria_vell:stunt"], "nuria_vell has no stunt that holds `small_mercy`"),
        (&["place", "Banana Town", "--tech", "2"], "`Banana Town` is not a name"),
        (&["show", "banana"], "has no person, ship or place `banana`"),
    ] {
        let output = run(&file, words);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && said.contains(why), "{words:?}: {said}");
    }
    assert_eq!(std::fs::read(&file).unwrap(), before);
    assert_eq!(run(&file, &["show", "haldane"]).status.code(), Some(0), "a place is shown as well");
}

/// R-D13: the number of fighters aboard is at most the points of Trade spent on the deck.
#[test]
fn no_more_fighters_are_aboard_than_there_is_a_deck_for() {
    let file = begun("fighters");
    assert_eq!(run(&file, &["join", "mother_tongue"]).status.code(), Some(0));
    let ship = |name: &str, fighters: &str| run(&file, &["ship", name, "--fighters", fighters]);
    let refused = |name: &str, fighters: &str| {
        let output = ship(name, fighters);
        assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stdout));
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(refused("small_mercy", "1").contains("small_mercy has no deck for fighters"));
    assert!(refused("mother_tongue", "4").contains("mother_tongue has room for only 3 fighters"));
    assert_eq!((ship("mother_tongue", "3").status.code(), ship("small_mercy", "0").status.code()), (Some(0), Some(0)));
}

/// Only a thing that carries ships is a deck; other berths are not, and carried craft have their own name.
#[test]
fn what_carries_others_is_no_deck() {
    let folder = folder("berths");
    let tracks = "track frame \"Frame\" { base 3; fixed; also hull }\n  track data \"Data\" { base 3; fixed }\n  track heat \"Heat\" { base 3; fixed }";
    let text = format!(
        "design barge \"Barge\" : ship {{\n  budget 9\n  {tracks}\n  stunt berths \"Berths\" {{ cost 1; effect carries 4 infantry }}\n\
         \x20 stunt davits \"Davits\" {{ cost 1; effect carries 2 rowing_boat }}\n}}\n\
         design rowing_boat \"Rowing boat\" : ship {{\n  budget 4\n  {tracks}\n}}\n\
         ship mule \"Mule\" : barge {{ stunts berths }}\nship cow \"Cow\" : barge {{ stunts berths, davits }}\n"
    );
    std::fs::write(folder.join("barges.slip"), text).unwrap();
    let said = |words: &[&str]| {
        let mut command = Command::new(cargo_bin!("slipyard"));
        let output =
            command.args(["upkeep", "barges.json"]).args(words).args(["--in", "barges.slip"]).current_dir(&folder).output().unwrap();
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
    };
    said(&["new", "--join", "mule,cow"]);
    assert_eq!(said(&["ship", "mule", "--fighters", "1"]), "error: mule has no deck for fighters\n");
    assert_eq!(said(&["ship", "cow", "--fighters", "3"]), "error: cow has room for only 2 rowing boats\n");
    assert_eq!(said(&["ship", "cow", "--fighters", "2"]), "cow carries 2 fighters\n");
}

#[test]
fn what_is_said_twice_or_of_nothing_is_refused() {
    let file = begun("twice");
    let refused = |words: &[&str]| {
        let output = run(&file, words);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {}", String::from_utf8_lossy(&output.stdout));
        String::from_utf8(output.stderr).unwrap()
    };
    let twice = refused(&["ship", "small_mercy", "--crew", "sefa_orrin,davit_kole,sefa_orrin"]);
    assert!(twice.contains("sefa_orrin is named twice in the crew"), "{twice}");
    assert!(refused(&["ship", "small_mercy", "--at", "dock"]).contains("no places yet: `place dock` adds this one"));
    assert!(refused(&["buy", "sefa_orrin", "--what", " ", "--cost", "2"]).contains("give the item that is bought"));
}

/// A campaign file outside of any package can be played like one in a package, and its things have plain names.
#[test]
fn a_campaign_and_a_simulation_of_loose_files_have_no_package_to_name() {
    let folder = folder("loose");
    std::fs::write(
        folder.join("yard.slip"),
        "map yard { zone near; zone far; border near -- far 1 }\nnpc guard \"ExpectedDefence\" {\n  cap 2\n  skills { 2 brawling; 1 alertness, stamina }\n\
         \x20 aspects \"Bored\", \"Big hands\"\n}\nencounter picket \"Picket\" : personal {\n  map yard\n  side ours { actors guard at near }\n\
         \x20 side theirs { actors guard at far }\n  limit 1 round\n}\n",
    )
    .unwrap();
    let said = |words: &[&str]| {
        let output = Command::new(cargo_bin!("slipyard")).args(words).args(["--in", "yard.slip"]).current_dir(&folder).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(
        said(&["upkeep", "c.json", "new", "--join", "guard"]).starts_with("a campaign with the package loose files begins, in session 1\n")
    );
    assert!(said(&["upkeep", "c.json", "show"]).starts_with("loose files: session 1 is being played"));
    let counted = said(&["simulate", "picket", "-n", "10"]);
    assert!(counted.contains("10 games of picket, seed") && counted.contains("slipyard run picket --seed"), "{counted}");
}

/// Operatives cannot be people of a campaign, but the message knows the name.
#[test]
fn an_operative_is_told_from_a_name_that_nobody_has() {
    let file = folder("docket").join("docket.json");
    let said = |word: &str| {
        let docket = concat!(env!("CARGO_MANIFEST_DIR"), "/content/quiet_docket");
        let output =
            Command::new(cargo_bin!("slipyard")).arg("upkeep").arg(&file).args(["new", "--join", word, "--in", docket]).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(said("sava").contains("`sava` is an operative, which cannot be in a campaign: it belongs to raise-and-see conflicts"));
    assert!(said("nobody_at_all").contains("the package has no `nobody_at_all` that fits here"));
}

/// A person who has sold a thing held by a stunt has one stunt fewer until the session ends, and the file stays valid; then another
/// stunt is chosen. Meanwhile no other person can join with that sheet, nor with one that a person has advanced on.
#[test]
fn whoever_has_sold_a_stunt_goes_on_without_it_until_another_is_chosen() {
    let file = folder("sold").join("lanes.json");
    let said = |words: &[&str]| {
        let lanes = concat!(env!("CARGO_MANIFEST_DIR"), "/content/thin_lanes");
        let output = Command::new(cargo_bin!("slipyard")).arg("upkeep").arg(&file).args(words).args(["--in", lanes]).output().unwrap();
        (output.status.code(), format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr)))
    };
    let ok = |words: &[&str]| {
        let (code, text) = said(words);
        assert_eq!(code, Some(0), "{words:?}: {text}");
        text
    };
    ok(&["new", "--join", "idris_vane"]);
    ok(&["sell", "idris_vane", "scatter_pipe", "--stunt", "have_a_thing(scatter_pipe)"]);
    assert!(ok(&["show"]).contains("1 stunt in place of those that were lost when an item was sold"));
    let (code, text) = said(&["join", "idris_vane", "--as", "twin"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("idris_vane has changed the sheet `idris_vane` by learning or selling"), "{text}");
    ok(&["session", "end"]);
    ok(&["learn", "idris_vane", "--stunt", "military_grade(eva)"]);
    assert!(!ok(&["show"]).contains("in place of the one that was sold"));
    assert!(campaign_in(&file).people["idris_vane"].stunts_owed == 0);
}

/// An advancement counts in all later rolls, and an illegal sheet is refused.
#[test]
fn what_is_learned_counts_from_then_on_and_must_check() {
    let file = begun("learning");
    let ok = |words: &[&str]| {
        let output = run(&file, words);
        assert_eq!(output.status.code(), Some(0), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    ok(&["refresh"]);
    ok(&["learn", "davit_kole", "--raise", "assets", "--lower", "gunnery"]);
    let told = ok(&["buy", "davit_kole", "hotel_day", "--ask", "--dice", "0 0 0 0"]);
    assert!(told.contains("davit_kole rolls assets: [0 0 0 0] +0, +1 assets = 1 against 1 (Cost): enough"), "{told}");
    assert!(ok(&["show", "davit_kole"]).contains("wealth ...."), "the purse is longer");
    let bad = run(&file, &["learn", "davit_kole", "--drop-stunt", "military_grade(eva)", "--stunt", "military_grade(pilot)"]);
    assert_eq!(bad.status.code(), Some(1));
    assert!(String::from_utf8(bad.stderr).unwrap().contains("the rules do not allow this sheet; nothing was written"));
    ok(&["learn", "davit_kole", "--drop-stunt", "military_grade(eva)", "--stunt", "military_grade(close_combat)"]);
    // A wealth track does not shrink below its marked boxes.
    ok(&["refresh"]);
    let mut indebted = campaign_in(&file);
    mark(&mut indebted, "davit_kole", "wealth", &[4]);
    std::fs::write(&file, indebted.text()).unwrap();
    let short = run(&file, &["learn", "davit_kole", "--raise", "gunnery", "--lower", "assets"]);
    assert_eq!(short.status.code(), Some(2));
    assert!(String::from_utf8(short.stderr).unwrap().contains("box 4 of wealth is marked, but there are only 3 boxes"));
    ok(&["show"]);
}
