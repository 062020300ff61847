//! Tests of what is kept between checks: verdicts on the disk, and the state of `slipyard watch`. Kept results never change the findings.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use slip_compile::{TreeCache, verdicts};
use slip_source::diagnostic::Diagnostics;
use slipyard::cache::Cache;
use slipyard::project::{self, Project};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("keeping").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn load(path: &Path) -> Project {
    project::load(&[path.to_path_buf()], &mut std::io::empty()).unwrap()
}

fn cache(folder: &Path) -> Cache {
    Cache::new(folder.to_path_buf(), "this build".into())
}

fn said(cache: &Cache, project: &Project) -> Diagnostics {
    cache.verdicts(&mut TreeCache::default(), &project.sources, &project.roots).diagnostics
}

/// Returns the findings of a check without a cache.
fn truth(project: &Project) -> Diagnostics {
    verdicts(&project.sources, &project.roots).diagnostics
}

fn kept(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn manifest(name: &str, rest: &str) -> String {
    format!(
        "[package]\nname = \"{name}\"\nversion = \"1.0.0\"\nedition = 1\nlicence = \"CC0-1.0\"\nauthors = [\"Ada\"]\ndescription = \"A yard.\"\n{rest}"
    )
}

const TOO_DEAR: &str = "weapon maul \"Maul\" : slug_thrower { tech T1; harm 9; penetration 5; range 0..2; stunts civilian }\n";
const ALLOWED: &str = "weapon pick \"Pick\" : slug_thrower { tech T1; harm 9; penetration 5; range 0..2; stunts civilian\n  allow over-budget \"the boss carries it\" }\n";

/// Creates a package with findings that have positions of every kind: labels, fixes, waivers.
fn yard(name: &str) -> PathBuf {
    let folder = folder(name);
    std::fs::write(folder.join("slipyard.toml"), manifest("yard", "")).unwrap();
    std::fs::write(folder.join("guns.slip"), format!("{TOO_DEAR}{ALLOWED}weapon gaff \"Gaff\" : close_combat {{ hram 1 }}\n")).unwrap();
    folder
}

#[test]
fn every_package_of_the_repository_has_the_same_verdict_from_the_cache() {
    let place = folder("content_cache");
    let project = project::load(&["content".into(), "stdlib".into()], &mut std::io::empty()).unwrap();
    let truth = truth(&project);
    assert_eq!(said(&cache(&place), &project), truth);
    assert_eq!(kept(&place).len(), project.roots.len());
    assert_eq!(said(&cache(&place), &project), truth);
}

#[test]
fn what_is_kept_holds_labels_edits_and_what_was_waived() {
    let place = folder("yard_cache");
    let project = load(&yard("yard"));
    let truth = truth(&project);
    assert!(truth.has_errors() && truth.suppressed().len() == 1, "{truth:?}");
    assert!(truth.iter().any(|finding| !finding.fixes.is_empty() && !finding.secondary.is_empty()));
    assert_eq!(said(&cache(&place), &project), truth);
    assert_eq!(said(&cache(&place), &project), truth);
}

#[test]
fn what_is_kept_is_what_is_said_and_not_found_out_again() {
    let place = folder("used_cache");
    let project = load(&yard("used"));
    said(&cache(&place), &project);
    let mut trees = TreeCache::default();
    let again = cache(&place).verdicts(&mut trees, &project.sources, &project.roots);
    assert_eq!(again.diagnostics, truth(&project));
    assert_eq!(again.items, verdicts(&project.sources, &project.roots).items);
    assert!(trees.is_empty(), "something was parsed");
}

#[test]
fn a_damaged_cache_changes_nothing() {
    let place = folder("damaged_cache");
    let project = load(&yard("damaged"));
    let truth = truth(&project);
    said(&cache(&place), &project);
    let [file] = kept(&place).try_into().unwrap();
    let whole = std::fs::read(&file).unwrap();
    let mut damaged: Vec<Vec<u8>> = (0..whole.len()).step_by(7).map(|length| whole[..length].to_vec()).collect();
    damaged.extend((0..whole.len()).step_by(11).map(|at| {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x41;
        bytes
    }));
    damaged.push([whole.as_slice(), b"more"].concat());
    damaged.push(vec![0; 100]);
    let trees = || TreeCache::default();
    for bytes in damaged.iter().step_by(damaged.len() / 12) {
        std::fs::write(&file, bytes).unwrap();
        let mut trees = trees();
        assert_eq!(cache(&place).verdicts(&mut trees, &project.sources, &project.roots).diagnostics, truth);
        assert!(!trees.is_empty(), "damaged bytes were believed");
        // The cached file is repaired by this run.
        assert_eq!(std::fs::read(&file).unwrap(), whole);
    }
}

#[test]
fn a_verdict_under_the_name_of_another_is_not_believed() {
    let place = folder("swapped_cache");
    let (wrong, right) = (load(&yard("swapped_wrong")), folder("swapped_right"));
    std::fs::write(right.join("slipyard.toml"), manifest("yard", "")).unwrap();
    std::fs::write(right.join("guns.slip"), "weapon gaff \"Gaff\" : close_combat { tech T0; harm 1; range 0..1; stunts civilian }\n")
        .unwrap();
    let right = load(&right);
    said(&cache(&place), &wrong);
    let of_wrong = kept(&place);
    said(&cache(&place), &right);
    let of_right = kept(&place).into_iter().find(|file| !of_wrong.contains(file)).unwrap();
    std::fs::copy(&of_right, &of_wrong[0]).unwrap();
    assert_eq!(said(&cache(&place), &wrong), truth(&wrong));
}

/// A change of the package: its description, and the function that makes it.
type Step<'a> = (&'a str, Box<dyn Fn() + 'a>);

#[test]
fn whatever_a_verdict_rests_on_asks_for_another_one() {
    let place = folder("stale_cache");
    let both = folder("stale");
    let (yard, port) = (both.join("yard"), both.join("port"));
    let write = |path: PathBuf, text: String| {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    let needs = "[dependencies]\nport = { path = \"../port\" }\n";
    write(port.join("slipyard.toml"), manifest("port", ""));
    let gun = |harm: i32| {
        format!("weapon flint \"Flint\" : slug_thrower {{ tech T1; harm {harm}; penetration 1; range 0..2; stunts civilian }}\n")
    };
    write(port.join("guns.slip"), gun(1));
    write(yard.join("slipyard.toml"), manifest("yard", needs));
    write(yard.join("guns.slip"), "use port\nweapon spark \"Spark\" from port.flint { range 0..1 }\n".into());
    let mut before = kept(&place).len();
    assert_eq!(before, 0);
    let mut steps: Vec<Step<'_>> = Vec::new();
    let (yard, port, write) = (&yard, &port, &write);
    steps.push(("nothing", Box::new(|| {})));
    steps.push(("a dependency's text", Box::new(|| write(port.join("guns.slip"), gun(9)))));
    steps.push((
        "a lint level",
        Box::new(|| write(yard.join("slipyard.toml"), manifest("yard", &format!("{needs}[lints]\ndominated-design = \"deny\"\n")))),
    ));
    steps.push((
        "the technology a campaign allows",
        Box::new(|| write(yard.join("slipyard.toml"), manifest("yard", &format!("{needs}[campaign]\nmax_tech = \"T0\"\n")))),
    ));
    steps.push(("another file", Box::new(|| write(yard.join("more.slip"), TOO_DEAR.into()))));
    steps.push(("its name", Box::new(|| std::fs::rename(yard.join("more.slip"), yard.join("much.slip")).unwrap())));
    steps.push(("a text", Box::new(|| write(yard.join("much.slip"), ALLOWED.into()))));
    for (what, change) in steps {
        change();
        let project = load(yard);
        assert_eq!(said(&cache(&place), &project), truth(&project), "after a change of {what}");
        let now = kept(&place).len();
        // If the dependency has errors, the verdict on it is kept as well.
        assert!(now > before, "{what} is among what a verdict rests on");
        before = now;
    }
    // A stored verdict stays valid. Without the new file, the package is the same as before and has its earlier verdict.
    std::fs::remove_file(yard.join("much.slip")).unwrap();
    let project = load(yard);
    assert_eq!(said(&cache(&place), &project), truth(&project));
    assert_eq!(kept(&place).len(), before);
    said(&Cache::new(place.clone(), "another build".into()), &project);
    assert!(kept(&place).len() > before, "what one build says is nothing to another");
}

/// Writes a standard library with a different budget for slug throwers, and returns its content hash.
fn write_library(folder: &Path, budget: i32) -> String {
    let manifest = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("stdlib/slipyard.toml")).unwrap();
    let manifest = [("slipyard.toml", manifest.as_str())];
    for (path, text) in manifest.iter().chain(slip_compile::stdlib::FILES) {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text.replace("budget 6 + tech", &format!("budget {budget} + tech"))).unwrap();
    }
    let project = load(folder);
    project.hash_of(project.roots[0])
}

#[test]
fn a_verdict_of_other_rules_is_not_used() {
    let place = folder("rules_cache");
    let all = folder("rules");
    let (yard, port, rules) = (all.join("yard"), all.join("port"), all.join("rules"));
    for folder in [&yard, &port] {
        std::fs::create_dir_all(folder).unwrap();
    }
    std::fs::write(port.join("slipyard.toml"), manifest("port", "")).unwrap();
    std::fs::write(port.join("guns.slip"), TOO_DEAR).unwrap();
    std::fs::write(yard.join("guns.slip"), "use port\nweapon mallet \"Mallet\" from port.maul { range 0..1 }\n").unwrap();
    let is_dear = |project: &Project| {
        let found = said(&cache(&place), project);
        assert_eq!(found, truth(project));
        found.iter().filter(|found| found.code.slug() == "over-budget").count()
    };
    let pinned = |budget: i32| {
        let hash = write_library(&rules, budget);
        let rest =
            format!("[dependencies]\nport = {{ path = \"../port\" }}\n\n[rules]\nstd = {{ path = \"../rules\", hash = \"{hash}\" }}\n");
        std::fs::write(yard.join("slipyard.toml"), manifest("yard", &rest)).unwrap();
    };
    pinned(600);
    // The dependency alone, the package that uses it with other rules, and both in one check.
    let both = || project::load(&[port.clone(), yard.clone()], &mut std::io::empty()).unwrap();
    assert_eq!((is_dear(&load(&port)), is_dear(&load(&yard)), is_dear(&both())), (1, 0, 1));
    assert_eq!((is_dear(&both()), is_dear(&load(&yard)), is_dear(&load(&port))), (1, 0, 1));
    // Only the rules change; the package and the dependency stay the same.
    pinned(7);
    // One budget is in force for `yard` and its dependencies, and another for `port` itself.
    assert_eq!((is_dear(&load(&yard)), is_dear(&load(&port)), is_dear(&both())), (2, 1, 3));
}

#[test]
fn a_cache_that_cannot_be_written_or_read_costs_only_time() {
    let place = folder("blocked_cache");
    let project = load(&yard("blocked"));
    let truth = truth(&project);
    // There is a file in place of the folder.
    let blocked = place.join("file");
    std::fs::write(&blocked, "in the way").unwrap();
    assert_eq!(said(&cache(&blocked), &project), truth);
    // There is a folder in place of a verdict's file.
    said(&cache(&place.join("folder")), &project);
    let [file] = kept(&place.join("folder")).try_into().unwrap();
    std::fs::remove_file(&file).unwrap();
    std::fs::create_dir(&file).unwrap();
    assert_eq!(said(&cache(&place.join("folder")), &project), truth);
}

#[test]
fn a_check_keeps_what_it_says_unless_it_is_told_not_to() {
    let (place, path) = (folder("command_cache"), yard("command"));
    let check = |more: &[&str], place: &str| {
        let done =
            Command::new(env!("CARGO_BIN_EXE_slipyard")).arg("check").arg(&path).args(more).env("SLIPYARD_CACHE", place).output().unwrap();
        (done.status.code(), String::from_utf8(done.stdout).unwrap())
    };
    let place = place.to_str().unwrap();
    let truth = check(&["--no-cache"], place);
    assert_eq!(truth.0, Some(1));
    assert_eq!(check(&[], ""), truth);
    assert!(kept(Path::new(place)).is_empty());
    for _ in 0..2 {
        assert_eq!(check(&[], place), truth);
        assert_eq!(kept(&Path::new(place).join("verdicts")).len(), 1);
    }
}

#[test]
fn many_at_once_share_a_cache() {
    let place = folder("shared_cache");
    let path = yard("shared");
    let truth = truth(&load(&path));
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| assert_eq!(said(&cache(&place), &load(&path)), truth));
        }
    });
    assert_eq!(kept(&place).len(), 1, "nothing half-written is left");
}

#[test]
fn trees_that_stay_say_what_new_ones_say() {
    let path = yard("trees");
    let mut trees = TreeCache::default();
    let texts = [TOO_DEAR, "weapon", ALLOWED, "weapon a { }\nweapon a { }", TOO_DEAR];
    for (step, text) in texts.iter().enumerate() {
        std::fs::write(path.join("guns.slip"), text).unwrap();
        // A new file that comes before the others changes the file numbers of all of them.
        std::fs::write(path.join(if step % 2 == 0 { "a.slip" } else { "z.slip" }), text.replace("maul", "mace")).unwrap();
        let project = load(&path);
        let again = Cache::nowhere().verdicts(&mut trees, &project.sources, &project.roots).diagnostics;
        assert_eq!(again, truth(&project), "{text}");
    }
}

/// Text of a weapon with one error.
const HEAVY: &str = "weapon maul \"Maul\" : slug_thrower { tech T1; harm 1; penetration 5; range 0..2; stunts civilian }\n";

/// Running `slipyard watch`, with its output.
struct Watching {
    child: Child,
    out: Receiver<String>,
    err: Receiver<String>,
}

impl Watching {
    fn of(path: &Path, more: &[&str]) -> Watching {
        let mut child = Command::new(env!("CARGO_BIN_EXE_slipyard"))
            .args(["watch", "--format", "short"])
            .args(more)
            .arg(path)
            .env("SLIPYARD_CACHE", "")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        fn lines(from: impl std::io::Read + Send + 'static) -> Receiver<String> {
            let (tell, heard) = channel();
            std::thread::spawn(move || {
                for line in BufReader::new(from).lines().map_while(Result::ok) {
                    let _ = tell.send(line);
                }
            });
            heard
        }
        let out = lines(child.stdout.take().unwrap());
        let err = lines(child.stderr.take().unwrap());
        Watching { child, out, err }
    }

    /// Returns the next sentence that `watch` prints about a check, without times.
    fn sentence(&self) -> String {
        let line = self.err.recv_timeout(Duration::from_secs(60)).expect("nothing was said");
        match line.split_once(" in ").and_then(|(how, rest)| Some((how, rest.split_once(": ")?.1))) {
            Some((how, rest)) => format!("{how}: {rest}"),
            None => line,
        }
    }

    /// Waits for a sentence that begins with these words. The move of a folder may be reported as several changes, each followed by a
    /// check.
    fn until(&self, beginning: &str) {
        while !self.sentence().starts_with(beginning) {}
    }

    /// Returns the findings of a check. The first line is waited for, because findings come through another stream than the sentence about
    /// the check.
    fn findings(&self) -> Vec<String> {
        let first = self.out.recv_timeout(Duration::from_secs(60)).expect("nothing was found");
        std::iter::once(first).chain(self.out.try_iter()).collect()
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_save_is_checked_and_one_that_changes_nothing_is_not() {
    for more in [&[][..], &["--poll"]] {
        let path = yard(if more.is_empty() { "watched" } else { "polled" });
        std::fs::write(path.join("guns.slip"), HEAVY).unwrap();
        let watching = Watching::of(&path, more);
        assert_eq!(watching.sentence(), "checked: 1 error, 0 warnings, 0 notes; watching 1 file");
        assert!(watching.findings()[0].contains("over-budget"));
        // A change without new findings, then one with a finding: only the second is reported.
        std::fs::write(path.join("guns.slip"), HEAVY).unwrap();
        std::thread::sleep(Duration::from_millis(700));
        std::fs::write(path.join("guns.slip"), HEAVY.replace("penetration 5", "penetration 1")).unwrap();
        assert_eq!(watching.sentence(), "checked again: 0 errors, 0 warnings, 0 notes; watching 1 file");
        // Saved as editors do it: written beside the file, then moved over it.
        std::fs::write(path.join(".guns.slip.new"), HEAVY).unwrap();
        std::fs::rename(path.join(".guns.slip.new"), path.join("guns.slip")).unwrap();
        assert_eq!(watching.sentence(), "checked again: 1 error, 0 warnings, 0 notes; watching 1 file");
        std::fs::create_dir(path.join("more")).unwrap();
        std::fs::write(path.join("more/clubs.slip"), HEAVY.replace("maul", "club")).unwrap();
        assert_eq!(watching.sentence(), "checked again: 2 errors, 0 warnings, 0 notes; watching 2 files");
        std::fs::remove_file(path.join("guns.slip")).unwrap();
        assert_eq!(watching.sentence(), "checked again: 1 error, 0 warnings, 0 notes; watching 1 file");
    }
}

#[test]
fn what_cannot_be_read_for_a_while_is_waited_for() {
    let path = yard("away");
    std::fs::write(path.join("guns.slip"), HEAVY).unwrap();
    let watching = Watching::of(&path, &[]);
    assert_eq!(watching.sentence(), "checked: 1 error, 0 warnings, 0 notes; watching 1 file");
    std::fs::remove_file(path.join("slipyard.toml")).unwrap();
    std::fs::remove_file(path.join("guns.slip")).unwrap();
    let mut told = watching.sentence();
    if told.starts_with("checked again") {
        // Without a manifest, the path is a folder of loose files, until the last of these files is deleted.
        told = watching.sentence();
    }
    assert!(told.starts_with("error: ") && told.ends_with("waiting for a change"), "{told}");
    std::fs::write(path.join("guns.slip"), HEAVY).unwrap();
    assert!(watching.sentence().starts_with("checked again: 1 error"), "it goes on");
}

#[test]
fn a_dependency_that_was_missing_is_seen_when_it_comes_and_when_it_comes_back() {
    for more in [&[][..], &["--poll"]] {
        let home = folder(if more.is_empty() { "lacking" } else { "lacking_polled" });
        let (yard, shelf) = (home.join("yard"), home.join("far/shelf"));
        std::fs::create_dir_all(&yard).unwrap();
        let manifest = |name: &str, rest: &str| format!("[package]\nname = \"{name}\"\nversion = \"1.0.0\"\nedition = 1\n{rest}");
        std::fs::write(yard.join("slipyard.toml"), manifest("yard", "[dependencies]\nshelf = { path = \"../far/shelf\" }\n")).unwrap();
        std::fs::write(yard.join("own.slip"), "weapon own from shelf.maul { }\n").unwrap();
        let watching = Watching::of(&yard, more);
        watching.until("checked: 1 error");
        // The folder is created elsewhere and then moved here, so that it appears with all its files at once.
        let made = home.join("made/shelf");
        std::fs::create_dir_all(&made).unwrap();
        std::fs::write(made.join("slipyard.toml"), manifest("shelf", "")).unwrap();
        std::fs::write(made.join("guns.slip"), HEAVY.replace("penetration 5", "penetration 1")).unwrap();
        std::fs::rename(home.join("made"), home.join("far")).unwrap();
        watching.until("checked again: 0 errors");
        std::fs::rename(&shelf, home.join("far/other")).unwrap();
        watching.until("checked again: 1 error");
        std::fs::rename(home.join("far/other"), &shelf).unwrap();
        watching.until("checked again: 0 errors");
    }
}

#[test]
fn the_policy_of_the_repository_is_applied_and_its_change_is_heard() {
    for more in [&[][..], &["--poll"]] {
        let home = folder(if more.is_empty() { "policed" } else { "policed_polled" });
        let (yard, policy) = (home.join("yard"), home.join("slipyard-policy.toml"));
        std::fs::create_dir_all(home.join(".git")).unwrap();
        std::fs::create_dir_all(&yard).unwrap();
        std::fs::write(&policy, "[waivers]\ncodes = []\n").unwrap();
        std::fs::write(yard.join("slipyard.toml"), manifest("yard", "")).unwrap();
        let text = "weapon heavy \"Heavy\" : slug_thrower { tech T1; harm 3; penetration 2; range 1..4; allow over-budget \"why not\" }\n";
        std::fs::write(yard.join("guns.slip"), text).unwrap();
        let watching = Watching::of(&yard, more);
        assert!(watching.sentence().ends_with("1 error, 0 warnings, 0 notes; watching 1 file; applied the policy `slipyard-policy.toml`"));
        std::fs::write(&policy, "[waivers]\ncodes = [\"over-budget\"]\n").unwrap();
        watching.until("checked again: 0 errors");
        std::fs::write(&policy, "[waivers]\ncods = 1\n").unwrap();
        watching.until("error: the policy `slipyard-policy.toml` cannot be used");
        std::fs::remove_file(&policy).unwrap();
        watching.until("checked again: 0 errors");
    }
}

/// A folder at a watched path is deleted and created again: `watch` must also notice changes in the new folder, although the system watches
/// a folder and not its path.
#[test]
fn a_folder_that_is_replaced_is_still_watched() {
    for more in [&[][..], &["--poll"]] {
        let path = yard(if more.is_empty() { "replaced" } else { "replaced_polled" });
        std::fs::write(path.join("guns.slip"), HEAVY).unwrap();
        let watching = Watching::of(&path, more);
        assert_eq!(watching.sentence(), "checked: 1 error, 0 warnings, 0 notes; watching 1 file");
        let beside = |end: &str| path.with_file_name(format!("{}_{end}", path.file_name().unwrap().to_str().unwrap()));
        let made = |text: &str| {
            let fresh = beside("fresh");
            std::fs::create_dir_all(&fresh).unwrap();
            std::fs::write(fresh.join("slipyard.toml"), manifest("yard", "")).unwrap();
            std::fs::write(fresh.join("guns.slip"), text).unwrap();
            fresh
        };
        // The moments between two folders may be seen or not, so other sentences are skipped; a deaf program says none.
        let heard = |sentence: &str| while !watching.sentence().starts_with(sentence) {};
        // Another folder takes the place of the watched folder, first after this was moved away, then after it was removed.
        let fresh = made(&HEAVY.replace("penetration 5", "penetration 1"));
        let _ = std::fs::remove_dir_all(beside("aside"));
        std::fs::rename(&path, beside("aside")).unwrap();
        std::fs::rename(fresh, &path).unwrap();
        heard("checked again: 0 errors");
        let fresh = made(HEAVY);
        std::fs::remove_dir_all(&path).unwrap();
        std::fs::rename(fresh, &path).unwrap();
        heard("checked again: 1 error");
        // A change of a file in the new folder is noticed as well.
        std::fs::write(path.join("guns.slip"), HEAVY.replace("penetration 5", "penetration 1")).unwrap();
        heard("checked again: 0 errors");
    }
}

#[test]
fn what_is_not_there_cannot_be_watched() {
    let said = |arguments: &[&str]| {
        let done = Command::new(env!("CARGO_BIN_EXE_slipyard")).arg("watch").args(arguments).output().unwrap();
        (done.status.code(), String::from_utf8(done.stderr).unwrap())
    };
    assert_eq!(said(&["no/such/folder"]), (Some(2), "error: cannot read `no/such/folder`: there is no such file or folder\n".into()));
    assert_eq!(said(&["-"]), (Some(2), "error: the standard input cannot be watched: give files or folders\n".into()));
}
