//! Digests of the games of every shipped encounter, to compare two versions that must play alike, such as before and after a change of
//! structure.

use slip_pack::archive;
use slip_session::{Seats, run::run};
use slip_test_support::shipped_packages;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Games of each encounter, with the seeds 0 to 1,999.
const GAMES: u64 = 2_000;

/// Returns the digest of what happens in the games: the logs without their first line, which names the pack.
fn digest(package: &str, encounter: &str) -> String {
    let pack = shipped_packages::pack(package);
    let mut all = String::new();
    for seed in 0..GAMES {
        let log = run(&pack, encounter, seed, Seats::standard()).unwrap().json_lines();
        let (_, events) = log.split_once('\n').unwrap();
        all.push_str(&archive::hash(events.as_bytes()));
    }
    archive::hash(all.as_bytes())
}

/// Prints a line for each encounter. Two versions whose lines are equal play alike:
/// `cargo test -p slip-session-tests game_digests -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes, and prints what is compared"]
#[expect(clippy::print_stdout, reason = "the lines are compared with those of another version")]
fn the_digest_of_two_thousand_games_of_each_encounter() {
    let mut encounters = Vec::new();
    for package in shipped_packages::names() {
        let pack = shipped_packages::pack(&package);
        let own = pack.encounters.values().filter(|encounter| encounter.valid && encounter.package == package.as_str());
        encounters.extend(own.map(|encounter| (package.clone(), format!("{package}.{}", encounter.name))));
    }
    let (next, digests) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((package, key)) = encounters.get(next.fetch_add(1, Ordering::Relaxed)) {
                    digests.lock().unwrap().push(format!("{key} {}", digest(package, key)));
                }
            });
        }
    });
    let mut lines = digests.into_inner().unwrap();
    lines.sort_unstable();
    println!("{}", lines.join("\n"));
    assert_eq!(lines.len(), encounters.len());
}
