//! Tests of the play lock: a player who has the same packages plays the same game; otherwise every difference is reported.

use crate::archive::package_folder::Shelf;
use serde_json::Value;

const LOCK: &str = "raid.sliplock";

/// Copies two packages of the repository to a shelf.
fn shelf(name: &str) -> Shelf {
    let shelf = Shelf::new(name, &[]);
    shelf.copy("content/customs_dock");
    shelf.copy("content/thin_lanes");
    for package in ["customs_dock", "thin_lanes"] {
        std::fs::rename(shelf.path(&format!("content/{package}")), shelf.path(package)).unwrap();
    }
    shelf
}

fn json(shelf: &Shelf) -> Value {
    serde_json::from_str(&shelf.read(LOCK)).unwrap()
}

/// Rules: R-XPK6.
#[test]
fn a_locked_evening_is_played_again_by_whoever_has_the_packages() {
    let shelf = shelf("evening-again");
    let asked = ["run", "customs_raid", "--in", "customs_dock", "--seed", "7", "--seat", "marshals=random"];
    let first = shelf.run(&[&asked[..], &["--lock-out", LOCK]].concat());
    assert_eq!(String::from_utf8_lossy(&first.stderr), "wrote raid.sliplock\n");
    let plain = shelf.run(&asked);
    assert_eq!(first.stdout, plain.stdout, "that it is written down changes nothing");
    let lock = json(&shelf);
    assert_eq!(
        (lock["play"].as_str(), lock["seed"].as_u64(), lock["edition"].as_u64()),
        (Some("customs_dock.customs_raid"), Some(7), Some(1))
    );
    assert!(lock["rules"].as_array().unwrap().iter().any(|rules| rules.as_str().unwrap().starts_with("std.")), "{lock}");
    let names: Vec<&str> = lock["packages"].as_array().unwrap().iter().map(|package| package["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["std", "customs_dock"]);
    let seats = lock["seats"].as_array().unwrap();
    assert!(seats.iter().any(|seat| seat["side"] == "marshals" && seat["who"] == "random"), "{lock}");
    assert!(seats.iter().any(|seat| seat["side"] == "crew" && seat["who"] == "doctrine" && seat["doctrine"].is_string()), "{lock}");
    let again = shelf.run(&["run", "--lock", LOCK, "--in", "customs_dock"]);
    assert_eq!((again.status.code(), &again.stdout), (Some(0), &first.stdout));
    // A friend has only the packed package and the lock.
    assert_eq!(shelf.says(&["build", "customs_dock", "--out", "."]).0, 0);
    std::fs::remove_dir_all(shelf.path("customs_dock")).unwrap();
    let friend = shelf.run(&["run", "--lock", LOCK, "--in", "customs_dock-0.1.0.slippack"]);
    assert_eq!((friend.status.code(), &friend.stdout), (Some(0), &first.stdout), "{}", String::from_utf8_lossy(&friend.stderr));
    let log = shelf.run(&["run", "--lock", LOCK, "--in", "customs_dock-0.1.0.slippack", "--format", "json"]);
    assert_eq!(slip_pack::archive::hash(&log.stdout), json(&shelf)["log"]);
}

#[test]
fn a_locked_evening_is_told_as_it_is_asked_for() {
    let shelf = shelf("evening-told");
    for (encounter, folder, format) in
        [("customs_raid", "customs_dock", "json"), ("customs_raid", "customs_dock", "script"), ("bad_week", "thin_lanes", "json")]
    {
        let asked = ["run", encounter, "--in", folder, "--seed", "3", "--format", format];
        let plain = shelf.run(&asked);
        let first = shelf.run(&[&asked[..], &["--lock-out", LOCK]].concat());
        assert_eq!((first.status.code(), &first.stdout), (Some(0), &plain.stdout), "{encounter} {format}");
        if format == "json" {
            assert_eq!(slip_pack::archive::hash(&plain.stdout), json(&shelf)["log"], "{encounter}");
        }
        let again = shelf.run(&["run", "--lock", LOCK, "--in", folder, "--format", format]);
        assert_eq!((again.status.code(), &again.stdout), (Some(0), &plain.stdout), "{encounter} {format}");
    }
}

/// Rules: R-XPK6.
#[test]
fn a_scenario_is_an_evening_too() {
    let shelf = shelf("evening-scenario");
    let first = shelf.run(&["run", "bad_week", "--in", "thin_lanes", "--seed", "3", "--lock-out", LOCK]);
    assert_eq!(first.status.code(), Some(0), "{}", String::from_utf8_lossy(&first.stderr));
    let again = shelf.run(&["run", "--lock", LOCK, "--in", "thin_lanes"]);
    assert_eq!((again.status.code(), again.stdout), (Some(0), first.stdout));
}

/// Rules: R-XPK6.
#[test]
fn another_package_plays_nothing_and_is_named() {
    let shelf = shelf("evening-other");
    shelf.says(&["run", "customs_raid", "--in", "customs_dock", "--seed", "7", "--lock-out", LOCK]);
    shelf.write("customs_dock/more.slip", "mark odd \"Odd\"\n");
    let again = ["run", "--lock", LOCK, "--in", "customs_dock"];
    let expected = "error[pack-mismatch]: the content of `customs_dock` 0.1.0 has changed\nnothing was played, because the game would not be the same\n";
    assert_eq!(shelf.says(&again), (1, expected.to_owned()));
    let manifest = shelf.read("customs_dock/slipyard.toml");
    shelf.write("customs_dock/slipyard.toml", manifest.replace("0.1.0", "0.2.0"));
    let (code, text) = shelf.says(&again);
    assert!(code == 1 && text.contains("`customs_dock` was version 0.1.0 in the locked game, but is version 0.2.0"), "{text}");
    shelf.write("customs_dock/slipyard.toml", &manifest);
    std::fs::remove_file(shelf.path("customs_dock/more.slip")).unwrap();
    assert_eq!(shelf.says(&again).0, 0);
}

/// Rules: R-XPK6.
#[test]
fn a_lock_that_was_written_into_is_found_out() {
    let shelf = shelf("evening-forged");
    shelf.says(&["run", "customs_raid", "--in", "customs_dock", "--seed", "7", "--lock-out", LOCK]);
    let text = shelf.read(LOCK);
    let said = |old: &str, new: &str| {
        assert!(text.contains(old), "{old}: {text}");
        shelf.write(LOCK, text.replacen(old, new, 1));
        shelf.says(&["run", "--lock", LOCK, "--in", "customs_dock"])
    };
    let (code, words) = said("\"seed\": 7", "\"seed\": 8");
    assert!(code == 1 && words.contains("is not the one that it had with"), "{words}");
    let (code, words) = said("\"edition\": 1", "\"edition\": 2");
    assert!(code == 1 && words.contains("`edition` in the lock differs from that of `customs_dock.customs_raid`"), "{words}");
    let (code, words) = said("std.", "stud.");
    assert!(code == 1 && words.contains("`rules` in the lock differ from those of"), "{words}");
    let (code, words) = said("\"format\": 1", "\"format\": 4");
    assert!(code == 2 && words.contains("has format 4, written by slipyard"), "{words}");
    let (code, words) = said("\"seed\"", "\"sead\"");
    assert!(code == 2 && words.contains("is not the lock of a game: `sead`: unknown field `sead`"), "{words}");
    let (code, words) = said("sha256:", "sha255:");
    assert!(code == 2 && words.contains("is not a hash"), "{words}");
    let (code, words) = said("{", "(");
    assert!(code == 2 && words.contains("`raid.sliplock` is not the lock of a game"), "{words}");
    let (code, words) = said("customs_dock.customs_raid", "customs_dock.customs_riad");
    assert!(code == 2 && words.contains("customs_riad"), "{words}");
}

/// Rules: R-XPK6.
#[test]
fn what_no_lock_can_pin_is_said() {
    let shelf = shelf("evening-script");
    let run = |seat: &str| shelf.says(&["run", "customs_raid", "--in", "customs_dock", "--seat", seat, "--lock-out", LOCK]);
    let (code, words) = run("crew=program:python3 crew.py");
    assert!(
        code == 2 && words.contains("`crew` is played by `program:python3 crew.py`, and a lock cannot record such a player"),
        "{words}"
    );
    assert!(!shelf.path(LOCK).exists());
    let (code, words) = shelf.says(&["run", "customs_raid", "--lock", LOCK]);
    assert!(code == 2 && words.contains("cannot be used with"), "{words}");
    let (code, words) = shelf.says(&["run", "--lock", "none.sliplock"]);
    assert_eq!((code, words.as_str()), (2, "error: cannot read `none.sliplock`: there is no such file or folder\n"));
}

#[test]
fn a_locked_simulation_counts_the_same_at_a_friends() {
    let shelf = shelf("evening-counted");
    let asked =
        ["simulate", "customs_raid", "--in", "customs_dock", "--seed", "7", "-n", "60", "--within", "30%", "--seat", "marshals=random"];
    let first = shelf.run(&[&asked[..], &["--lock-out", LOCK]].concat());
    assert_eq!(first.status.code(), Some(0), "{}", String::from_utf8_lossy(&first.stderr));
    assert_eq!(first.stdout, shelf.run(&asked).stdout, "that it is written down changes nothing");
    let lock = json(&shelf);
    assert_eq!(
        (lock["by"].as_str(), &lock["games"]["most"], lock["games"]["within"].as_str()),
        (Some("simulate"), &60.into(), Some("30%"))
    );
    assert_eq!(shelf.says(&["build", "customs_dock", "--out", "."]).0, 0);
    let friend = shelf.run(&["simulate", "--lock", LOCK, "--in", "customs_dock-0.1.0.slippack", "--threads", "1"]);
    assert_eq!((friend.status.code(), &friend.stdout), (Some(0), &first.stdout), "{}", String::from_utf8_lossy(&friend.stderr));
    let text = shelf.read(LOCK);
    let said = |old: &str, new: &str| {
        assert!(text.contains(old), "{old}: {text}");
        shelf.write(LOCK, text.replacen(old, new, 1));
        shelf.says(&["simulate", "--lock", LOCK, "--in", "customs_dock"])
    };
    let (code, words) = said("\"most\": 60", "\"most\": 61");
    assert!(code == 1 && words.contains("is not the one that it had with"), "{words}");
    let (code, words) = said("\"most\": 60", "\"most\": 0");
    assert!(code == 2 && words.contains("`games.most` is 0; it must be 1 to"), "{words}");
    let (code, words) = said("\"by\": \"simulate\"", "\"by\": \"run\"");
    assert!(code == 2 && words.contains("`games` is only allowed in the lock of a simulation"), "{words}");
    let (code, words) = shelf.says(&["simulate", "customs_raid", "--lock", LOCK]);
    assert!(code == 2 && words.contains("cannot be used with"), "{words}");
    shelf.write("customs_dock/more.slip", "mark odd \"Odd\"\n");
    let (code, words) = said("60", "60");
    assert!(code == 1 && words.ends_with("nothing was played, because the game would not be the same\n"), "{words}");
}

/// Returns the first record of a game log, without the fields that differ in every copy.
fn head(shelf: &Shelf, file: &str) -> Value {
    serde_json::from_str(shelf.read(file).lines().next().unwrap()).unwrap()
}

#[test]
fn an_evening_of_people_begins_the_same_at_another_table() {
    let shelf = shelf("evening-people");
    // No answer is given: the game begins, is saved, and stops at its first question.
    let begun = ["play", "customs_raid", "--in", "customs_dock", "--as", "marshals", "--seat", "crew=random"];
    let (code, words) = shelf.says(&[&begun[..], &["--log", "ours.jsonl", "--lock-out", LOCK]].concat());
    assert!(code == 0 && words.contains("wrote raid.sliplock"), "{words}");
    let lock = json(&shelf);
    assert!(lock["by"] == "play" && lock.get("log").is_none(), "{lock}");
    assert!(lock["seats"].as_array().unwrap().iter().any(|seat| seat["side"] == "marshals" && seat["who"] == "human"), "{lock}");
    let (code, words) = shelf.says(&["play", "--lock", LOCK, "--in", "customs_dock", "--log", "theirs.jsonl"]);
    assert_eq!(code, 0, "{words}");
    assert_eq!(head(&shelf, "ours.jsonl"), head(&shelf, "theirs.jsonl"), "a seed that was drawn is locked, too");
    let (code, words) = shelf.says(&["run", "--lock", LOCK, "--in", "customs_dock"]);
    assert!(code == 2 && words.contains("is the lock of a game with human players: use `slipyard play --lock raid.sliplock`"), "{words}");
    let (code, words) = shelf.says(&["play", "customs_raid", "--in", "customs_dock", "--table-dice", "--lock-out", LOCK]);
    assert!(code == 2 && words.contains("cannot be used with"), "{words}");
    shelf.write("customs_dock/more.slip", "mark odd \"Odd\"\n");
    let (code, words) = shelf.says(&["play", "--lock", LOCK, "--in", "customs_dock", "--log", "other.jsonl"]);
    assert!(code == 1 && words.contains("has changed\nnothing was played") && !shelf.path("other.jsonl").exists(), "{words}");
}

/// A side is played by the player who asked for it by name, and by no second player.
#[test]
fn whoever_wants_a_side_plays_it_alone() {
    let shelf = shelf("evening-alone");
    let game = ["play", "customs_raid", "--in", "customs_dock", "--seed", "3", "--as", "crew", "--log", "ours.jsonl"];
    for who in ["random", "by_the_book", "doctrine"] {
        let (code, words) = shelf.says(&[&game[..], &["--seat", &format!("crew={who}"), "--lock-out", LOCK]].concat());
        assert!(code == 2 && words.contains("the side `crew` has two players, you (--as) and"), "{who}: {words}");
        assert!(!shelf.path(LOCK).exists() && !shelf.path("ours.jsonl").exists(), "{who}");
    }
    let seats = || head(&shelf, "ours.jsonl")["seats"].clone();
    let (code, words) = shelf.says(&[&game[..], &["--seat", "crew=human"]].concat());
    assert!(code == 0 && seats()[0]["by"] == "human", "{words}");
    std::fs::remove_file(shelf.path("ours.jsonl")).unwrap();
    // A script plays the open sides, but not the side that has a player.
    let (_, script) = shelf.says(&["run", "customs_raid", "--in", "customs_dock", "--seed", "3", "--format", "script"]);
    shelf.write("both.script", &script);
    let (code, words) = shelf.says(&[&game[..], &["--script", "both.script"]].concat());
    assert!(code == 0 && seats()[0]["by"] == "human" && seats()[1]["by"] == "script", "{words}{}", seats());
}

/// Returns the first record of the log of a scenario's first encounter, and deletes the log.
fn first_step(shelf: &Shelf) -> Value {
    let files = std::fs::read_dir(shelf.path("")).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let files: Vec<String> = files.filter(|file| file.ends_with(".jsonl")).collect();
    assert!(files.len() == 1 && files[0].starts_with("bad_week-7-1-"), "{files:?}");
    let head = head(shelf, &files[0]);
    std::fs::remove_file(shelf.path(&files[0])).unwrap();
    head
}

#[test]
fn a_scenario_of_people_begins_the_same_at_another_table() {
    let shelf = shelf("evening-people-scenario");
    let begun = ["play", "bad_week", "--in", "thin_lanes", "--seed", "7", "--as", "hand", "--seat", "widow=random"];
    let (code, words) = shelf.says(&[&begun[..], &["--lock-out", LOCK]].concat());
    assert!(code == 0 && words.contains("wrote raid.sliplock"), "{words}");
    let lock = json(&shelf);
    assert!(lock["by"] == "play" && lock["play"] == "thin_lanes.bad_week" && lock.get("log").is_none(), "{lock}");
    let ours = first_step(&shelf);
    let (code, words) = shelf.says(&["play", "--lock", LOCK, "--in", "thin_lanes"]);
    assert_eq!((code, first_step(&shelf)), (0, ours), "{words}");
    shelf.write("thin_lanes/more.slip", "mark odd \"Odd\"\n");
    let (code, words) = shelf.says(&["play", "--lock", LOCK, "--in", "thin_lanes"]);
    assert!(code == 1 && words.ends_with("nothing was played, because the game would not be the same\n"), "{words}");
}

#[test]
fn somebody_sits_down_in_a_scenario_that_played_itself() {
    let shelf = shelf("evening-seat-scenario");
    shelf.says(&["run", "bad_week", "--in", "thin_lanes", "--seed", "7", "--seat", "widow=random", "--lock-out", LOCK]);
    let (code, words) = shelf.says(&["play", "--lock", LOCK, "--in", "thin_lanes"]);
    assert!(code == 2 && words.contains("choose your side in this scenario with --as SIDE"), "{words}");
    let (code, words) = shelf.says(&["play", "--lock", LOCK, "--in", "thin_lanes", "--as", "hand"]);
    assert_eq!(code, 0, "{words}");
    let seats = first_step(&shelf)["seats"].clone();
    assert!(seats.as_array().unwrap().iter().any(|seat| seat["seat"] == "hand" && seat["by"] == "human"), "{seats}");
}

#[test]
fn somebody_sits_down_in_an_evening_that_played_itself() {
    let shelf = shelf("evening-seat");
    shelf.says(&["run", "customs_raid", "--in", "customs_dock", "--seed", "7", "--seat", "marshals=random", "--lock-out", LOCK]);
    for (side, arguments) in [("crew", &[][..]), ("marshals", &["--as", "marshals"])] {
        let file = format!("{side}.jsonl");
        let play = ["play", "--lock", LOCK, "--in", "customs_dock", "--log", &file];
        let (code, words) = shelf.says(&[&play[..], arguments].concat());
        assert_eq!(code, 0, "{words}");
        let head = head(&shelf, &file);
        let by = |side: &str| {
            let seats = head["seats"].as_array().unwrap();
            seats.iter().find(|seat| seat["seat"] == side).unwrap()["by"].as_str().unwrap().to_owned()
        };
        assert_eq!(head["seed"], 7);
        assert_eq!((by(side), by("marshals")), ("human".to_owned(), if side == "crew" { "random" } else { "human" }.to_owned()));
    }
}
