//! Tests of output files whose names the commands choose: in a package, in a folder for results, in a folder for games.

use crate::files::{Ground, SECRET};
use std::process::Stdio;

fn ground(name: &str) -> Ground {
    let ground = Ground::new(name);
    std::fs::remove_dir_all(ground.path("dock")).unwrap();
    assert_eq!(ground.says(&["new", "dock"]).0, 0);
    ground
}

#[test]
fn a_built_package_is_not_written_through_a_link_out_of_the_package() {
    let ground = ground("target");
    std::fs::create_dir(ground.path("elsewhere")).unwrap();
    ground.link("../elsewhere", "dock/target");
    ground.refuses(&["build", "dock"], "it is in a linked folder, outside the package");
    assert!(ground.names("elsewhere").is_empty());
    // A folder that the user names may be anywhere, but the file must be inside it.
    ground.link("elsewhere", "packs");
    let (code, text) = ground.says(&["build", "dock", "--out", "packs"]);
    assert_eq!(code, 0, "{text}");
    let name = ground.names("elsewhere").pop().unwrap();
    std::fs::remove_file(ground.path("elsewhere").join(&name)).unwrap();
    ground.link("../secret", &format!("elsewhere/{name}"));
    ground.refuses(&["build", "dock", "--out", "packs"], "is a link to `../secret`, outside `packs`");
    assert_eq!(ground.read("secret"), SECRET);
}

#[test]
fn the_default_folder_of_a_site_is_inside_the_package() {
    let ground = ground("site-default");
    std::fs::create_dir(ground.path("elsewhere")).unwrap();
    ground.link("../elsewhere", "dock/target");
    let mut command = ground.command(&["doc"]);
    command.current_dir(ground.path("dock"));
    let output = crate::files::ended(command);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && text.contains("outside the package"), "{text}");
    assert!(ground.names("elsewhere").is_empty());
}

#[test]
fn a_site_is_not_written_or_removed_through_a_link_out_of_its_folder() {
    let ground = ground("site");
    assert_eq!(ground.says(&["doc", "dock", "--out", "site"]).0, 0);
    // A page that is a link.
    std::fs::remove_file(ground.path("site/index.html")).unwrap();
    ground.link("../secret", "site/index.html");
    ground.refuses(&["doc", "dock", "--out", "site"], "is a link to `../secret`, outside `site`");
    assert_eq!(ground.read("secret"), SECRET);
    std::fs::remove_file(ground.path("site/index.html")).unwrap();
    // A list of old pages, one of which is behind a linked folder.
    ground.write("elsewhere/page.html", SECRET);
    ground.link("../elsewhere", "site/old");
    let list = ground.read("site/.slipyard-site");
    ground.write("site/.slipyard-site", &format!("{list}old/page.html\n"));
    assert_eq!(ground.says(&["doc", "dock", "--out", "site"]).0, 0);
    assert_eq!(ground.read("elsewhere/page.html"), SECRET);
    // The list itself is a link.
    std::fs::rename(ground.path("site/.slipyard-site"), ground.path("list")).unwrap();
    ground.link("../list", "site/.slipyard-site");
    ground.refuses(&["doc", "dock", "--out", "site"], "is a link to `../list`, outside `site`");
}

#[test]
fn maps_and_tables_stay_in_the_folder_they_are_written_to() {
    let ground = ground("tables");
    assert_eq!(ground.says(&["export", "--in", "dock", "--format", "csv", "--out", "tables/"]).0, 0);
    for name in ground.names("tables") {
        std::fs::remove_file(ground.path("tables").join(&name)).unwrap();
        ground.link("../secret", &format!("tables/{name}"));
    }
    ground.refuses(&["export", "--in", "dock", "--format", "csv", "--out", "tables/"], "outside `tables/`");
    assert_eq!(ground.read("secret"), SECRET);
}

#[test]
fn the_games_of_a_package_are_kept_in_it() {
    let ground = ground("games");
    std::fs::create_dir(ground.path("elsewhere")).unwrap();
    ground.link("../elsewhere", "dock/games");
    let outside = "cannot save games in `dock/games`: it is a link to `../elsewhere`, outside the package";
    ground.refuses(&["serve", "dock", "--port", "0", "--games", "dock/games"], outside);
}

#[test]
fn a_log_that_a_command_names_itself_is_no_link() {
    let ground = ground("logs");
    ground.write("empty", "");
    ground.link("empty", "first_shift-7.jsonl");
    let (_, text) = ground.says(&["play", "first_shift", "--in", "dock", "--seed", "7"]);
    assert!(text.contains("Every step is saved in first_shift-7-2.jsonl"), "{text}");
    assert_eq!(ground.read("empty"), "");
    ground.link("secret", "context.log");
    ground.refuses(&["context", "--players", "Ada,Bo"], "`context.log` is a symbolic link");
    // A file that is not a log is not truncated, whatever its last line is.
    ground.write("notes", "no line end");
    assert_eq!(ground.says(&["context", "--players", "Ada,Bo", "--log", "notes"]).0, 2);
    assert_eq!(ground.read("notes"), "no line end");
}

/// A package from someone else may contain a link with the name of an output file.
#[test]
fn a_file_that_the_user_names_in_a_package_stays_in_it() {
    let ground = ground("named");
    std::fs::create_dir(ground.path("elsewhere")).unwrap();
    ground.link("../secret", "dock/out");
    ground.link("../elsewhere", "dock/folder");
    for command in [
        &["check", "dock", "--report", "sarif=dock/out"] as &[&str],
        &["check", "dock", "--write-baseline", "dock/out"],
        &["export", "--in", "dock", "--format", "json", "--out", "dock/out"],
        &["sheet", "--in", "dock", "--format", "html", "--out", "dock/out"],
        &["map", "loading_dock", "--in", "dock", "--format", "svg", "--out", "dock/out"],
        &["generate", "npc", "--seed", "1", "--out", "dock/out", "--force"],
        &["simulate", "first_shift", "--in", "dock", "--games", "2", "--out", "dock/out"],
        &["test", "dock", "--format", "junit", "--out", "dock/out"],
        &["run", "first_shift", "--in", "dock", "--seed", "1", "--lock-out", "dock/out"],
        &["play", "--in", "dock", "--resume", "dock/out"],
        &["context", "--players", "Ada,Bo", "--log", "dock/out"],
    ] {
        ground.refuses(command, "`dock/out`: it is a link to `../secret`, outside the package");
        assert_eq!(ground.read("secret"), SECRET, "{command:?}");
    }
    for command in [
        &["build", "dock", "--out", "dock/folder"] as &[&str],
        &["doc", "dock", "--out", "dock/folder"],
        &["export", "--in", "dock", "--format", "csv", "--out", "dock/folder/"],
        &["man", "--out", "dock/folder"],
    ] {
        ground.refuses(command, "outside the package");
        assert_eq!(ground.names("elsewhere"), Vec::<String>::new(), "{command:?}");
    }
}

#[test]
fn a_file_that_the_user_names_in_a_repository_stays_in_it_where_no_package_is_around_it() {
    let ground = ground("named_in_repository");
    std::fs::create_dir(ground.path("repository")).unwrap();
    std::fs::create_dir(ground.path("elsewhere")).unwrap();
    std::fs::create_dir(ground.path("repository/.git")).unwrap();
    std::fs::rename(ground.path("dock"), ground.path("repository/dock")).unwrap();
    ground.link("../secret", "repository/out");
    ground.link("../elsewhere", "repository/folder");
    for command in [
        &["check", "repository/dock", "--report", "sarif=repository/out"] as &[&str],
        &["check", "repository/dock", "--write-baseline", "repository/out"],
        &["sheet", "--in", "repository/dock", "--format", "html", "--out", "repository/out"],
        &["test", "repository/dock", "--format", "junit", "--out", "repository/out"],
        &["run", "first_shift", "--in", "repository/dock", "--seed", "1", "--lock-out", "repository/out"],
        &["build", "repository/dock", "--out", "repository/folder"],
        &["build", "repository/dock", "--out", "repository/folder/packs"],
    ] {
        ground.refuses(command, "outside the repository");
        assert_eq!(ground.read("secret"), SECRET, "{command:?}");
        assert_eq!(ground.names("elsewhere"), Vec::<String>::new(), "{command:?}");
    }
}

#[test]
fn two_biddings_do_not_write_to_one_log() {
    use std::io::Write as _;
    let ground = ground("two_biddings");
    let bidding = ["context", "--players", "Ada,Bo", "--log", "bids.log"];
    let mut first = ground.command(&bidding).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let mut typed = first.stdin.take().unwrap();
    typed.write_all(b"Ada: propose \"The station is old\"\n").unwrap();
    typed.flush().unwrap();
    let begun = std::time::Instant::now();
    while std::fs::read_to_string(ground.path("bids.log")).map_or(0, |text| text.lines().count()) < 2 {
        assert!(begun.elapsed() < std::time::Duration::from_secs(60), "the first bidding writes its log");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    ground.refuses(&bidding, "`bids.log` is open in another `slipyard context`");
    drop(typed);
    assert!(first.wait().unwrap().success());
    assert_eq!(ground.says(&bidding).0, 0);
}
