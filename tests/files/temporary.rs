//! Tests of temporary files and folders.

use crate::files::{Ground, SECRET, TIDY, UNTIDY, killed};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Name that a temporary file may have.
const NAME: &str = ".slipyard-0123456789ab.tmp";

fn temporary(ground: &Ground, folder: &str) -> Vec<String> {
    ground.names(folder).into_iter().filter(|name| name.ends_with(".tmp")).collect()
}

/// Writes a text that each run of `fmt` changes.
fn laid_out(ground: &Ground) {
    ground.write("dock/untidy.slip", UNTIDY);
    let (code, text) = ground.says(&["fmt", "dock"]);
    assert_eq!(code, 0, "{text}");
}

#[test]
fn a_writer_removes_what_a_killed_one_left_and_nothing_else() {
    let ground = Ground::new("sweep");
    let others =
        [".slipyard-0123456789.tmp", ".slipyard-0123456789a_.tmp", ".untidy.slip.1234.tmp", "slipyard-0123456789ab.tmp", ".slipyard-site"];
    for name in others.iter().chain(&[NAME]) {
        ground.write(&format!("dock/{name}"), "half of a fi");
    }
    // A pipe of that name is left alone and not read.
    assert!(Command::new("mkfifo").arg(ground.path("dock/.slipyard-pppppppppppp.tmp")).status().unwrap().success());
    laid_out(&ground);
    let names = ground.names("dock");
    assert!(!names.contains(&NAME.to_owned()), "{names:?}");
    for name in others.iter().chain(&[".slipyard-pppppppppppp.tmp"]) {
        assert!(names.contains(&(*name).to_owned()), "{name}");
    }
}

#[test]
fn the_temporary_file_of_a_writer_that_still_works_stays() {
    let ground = Ground::new("live");
    ground.write(&format!("dock/{NAME}"), "half of a fi");
    let held = std::fs::File::open(ground.path("dock").join(NAME)).unwrap();
    held.lock().unwrap();
    laid_out(&ground);
    assert_eq!(temporary(&ground, "dock"), [NAME]);
    drop(held);
    laid_out(&ground);
    assert!(temporary(&ground, "dock").is_empty());
}

#[test]
fn a_link_with_the_name_of_a_temporary_file_is_neither_followed_nor_removed() {
    let ground = Ground::new("planted");
    ground.link("../secret", &format!("dock/{NAME}"));
    ground.write("elsewhere/kept", SECRET);
    ground.link("../elsewhere", "dock/.slipyard-bbbbbbbbbbbb.tmp");
    // Version 0.1 used other names for temporary files. The next link has such a name.
    let mut child = ground.command(&["fmt", "dock"]);
    ground.write("dock/untidy.slip", UNTIDY);
    let child = child.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let old = format!("dock/.untidy.slip.{}.tmp", child.id());
    ground.link("../secret", &old);
    killed(child, Duration::from_secs(5));
    laid_out(&ground);
    assert_eq!(ground.read("secret"), SECRET);
    assert_eq!(ground.read("elsewhere/kept"), SECRET);
    assert!(ground.path("dock").join(NAME).is_symlink());
}

#[test]
fn a_link_in_a_folder_with_the_name_of_a_temporary_folder_is_not_followed() {
    let ground = Ground::new("planted_lock");
    let folder = "dock/.slipyard-cccccccccccc.tmp";
    ground.link("../../made", &format!("{folder}/lock"));
    std::fs::set_permissions(ground.path(folder), std::fs::Permissions::from_mode(0o700)).unwrap();
    laid_out(&ground);
    assert!(ground.path("made").symlink_metadata().is_err(), "nothing is created through a link");
}

#[test]
fn no_killed_writer_leaves_a_file_behind_after_the_next_run() {
    let ground = Ground::new("killed");
    for number in 0..200 {
        ground.write(&format!("dock/gun{number}.slip"), &TIDY.replace("flint", &format!("gun{number}")));
    }
    let commands: [&[&str]; 4] = [
        &["doc", "dock", "--out", "site"],
        &["build", "dock", "--out", "packs"],
        &["fmt", "dock"],
        &["export", "--in", "dock", "--format", "csv", "--out", "tables/"],
    ];
    for command in commands {
        for wait in [20, 60, 120, 240, 400] {
            for number in 0..200 {
                ground.write(&format!("dock/gun{number}.slip"), &UNTIDY.replace("spark", &format!("gun{number}")));
            }
            killed(ground.command(command).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap(), Duration::from_millis(wait));
        }
        let (code, text) = ground.says(command);
        assert_eq!(code, 0, "{command:?}: {text}");
    }
    let mut open = vec![ground.0.clone()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            assert!(path.extension().is_none_or(|end| end != "tmp"), "{}", path.display());
            if path.is_dir() {
                open.push(path);
            }
        }
    }
}

#[test]
fn a_new_file_is_as_readable_as_any_and_a_private_one_stays_private() {
    let ground = Ground::new("modes");
    let mode = |path: &str| std::fs::metadata(ground.path(path)).unwrap().permissions().mode() & 0o777;
    ground.write("ordinary", "");
    assert_eq!(ground.says(&["export", "--in", "dock", "--out", "all.json"]).0, 0);
    assert_eq!(mode("all.json"), mode("ordinary"));
    std::fs::set_permissions(ground.path("all.json"), std::fs::Permissions::from_mode(0o600)).unwrap();
    assert_eq!(ground.says(&["export", "--in", "dock", "--out", "all.json"]).0, 0);
    assert_eq!(mode("all.json"), 0o600);
}

#[test]
fn a_folder_that_a_killed_comparison_left_is_removed_by_the_next_one() {
    let ground = Ground::new("comparison");
    for arguments in
        [&["init", "-q"][..], &["add", "dock"], &["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "-q", "-m", "x"]]
    {
        assert!(Command::new("git").arg("-C").arg(&ground.0).args(arguments).output().unwrap().status.success());
    }
    let private = |name: &str| {
        let folder = format!("tmp/{name}");
        ground.write(&format!("{folder}/tree/dock/guns.slip"), TIDY);
        std::fs::set_permissions(ground.path(&folder), std::fs::Permissions::from_mode(0o700)).unwrap();
    };
    private(".slipyard-deaddeaddead.tmp");
    private(".slipyard-livelivelive.tmp");
    private(".slipyard-openopenopen.tmp");
    ground.write("tmp/.slipyard-livelivelive.tmp/lock", "");
    let held = std::fs::File::open(ground.path("tmp/.slipyard-livelivelive.tmp/lock")).unwrap();
    held.lock().unwrap();
    // Other users can write into this folder, so it is not treated as ours.
    std::fs::set_permissions(ground.path("tmp/.slipyard-openopenopen.tmp"), std::fs::Permissions::from_mode(0o777)).unwrap();
    ground.write("elsewhere/kept", SECRET);
    ground.link("../elsewhere", "tmp/.slipyard-linklinklink.tmp");
    let compare = || {
        let mut command = ground.command(&["diff", "HEAD", "dock"]);
        command.env("TMPDIR", ground.path("tmp"));
        command
    };
    for wait in [5, 10, 20, 40, 80] {
        killed(compare().stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap(), Duration::from_millis(wait));
    }
    assert_eq!(crate::files::ended(compare()).status.code(), Some(0));
    let left = [".slipyard-linklinklink.tmp", ".slipyard-livelivelive.tmp", ".slipyard-openopenopen.tmp"];
    assert_eq!(ground.names("tmp"), left);
    assert_eq!(ground.read("elsewhere/kept"), SECRET);
}

#[test]
fn a_new_package_appears_at_once_and_leaves_nothing_beside_it() {
    let ground = Ground::new("new");
    std::fs::create_dir(ground.path("shelf")).unwrap();
    for wait in [0, 2, 4, 8, 16] {
        killed(
            ground.command(&["new", "yard", "--path", "shelf/yard"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap(),
            Duration::from_millis(wait),
        );
        if ground.path("shelf/yard").exists() {
            assert_eq!(ground.says(&["check", "shelf/yard"]).0, 0);
            std::fs::remove_dir_all(ground.path("shelf/yard")).unwrap();
        }
    }
    assert_eq!(ground.says(&["new", "yard", "--path", "shelf/yard"]).0, 0);
    assert_eq!(ground.names("shelf"), ["yard"]);
}

#[test]
fn no_other_user_can_look_into_the_folder_of_a_commit() {
    let ground = Ground::new("private");
    std::fs::create_dir(ground.path("tmp")).unwrap();
    for arguments in
        [&["init", "-q"][..], &["add", "dock"], &["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "-q", "-m", "x"]]
    {
        assert!(Command::new("git").arg("-C").arg(&ground.0).args(arguments).output().unwrap().status.success());
    }
    // The program is killed while its temporary folder exists.
    for wait in (2..200).step_by(4) {
        let mut compare = ground.command(&["diff", "HEAD", "dock"]);
        compare.env("TMPDIR", ground.path("tmp")).stdout(Stdio::null()).stderr(Stdio::null());
        killed(compare.spawn().unwrap(), Duration::from_millis(wait));
        for name in ground.names("tmp") {
            let mode = std::fs::metadata(ground.path("tmp").join(&name)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o700, "{name}");
        }
        if !ground.names("tmp").is_empty() {
            return;
        }
    }
    panic!("no folder of a commit was seen");
}
