//! Measures the memory that a simulation uses while it runs: as much for many games as for few.
#![allow(
    clippy::unwrap_used,
    unsafe_code,
    dead_code,
    missing_docs,
    reason = "tests fail by panicking; counting what is held takes an allocator"
)]

use slip_odds::simulate::{SimulationPlan, Version, simulate};
use slip_session::Seats;
use slip_test_support::shared_fights;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

struct Holding;

static HELD: AtomicI64 = AtomicI64::new(0);
static MOST: AtomicI64 = AtomicI64::new(0);

fn size(layout: Layout) -> i64 {
    i64::try_from(layout.size()).unwrap_or(i64::MAX)
}

// SAFETY: every call is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Holding {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let held = HELD.fetch_add(size(layout), Relaxed) + size(layout);
        MOST.fetch_max(held, Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        HELD.fetch_sub(size(layout), Relaxed);
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Holding = Holding;

const ONE_EACH: &str = "encounter one_each : personal {
  map yard
  side ours   { actors gunner at near }
  side theirs { actors gunner at far }
  limit 2 rounds
}";

/// Ten times as many games need at most one page of memory more, at the peak and at the end: less than half a byte for each additional
/// game.
#[test]
fn memory_does_not_grow_with_the_number_of_games() {
    let pack = shared_fights::compiled(&format!("{}{ONE_EACH}\n", shared_fights::YARD));
    let encounter = pack.encounters.get("own.one_each").unwrap();
    let version = Version { pack: &pack, encounter, seats: &|_| Ok(Seats::standard()) };
    let held_by = |games: u64| {
        let plan =
            SimulationPlan { version, asked: &[], mirror: None, other: None, seed: 1, games, part: 0..games, within: None, threads: 1 };
        let before = HELD.load(Relaxed);
        MOST.store(before, Relaxed);
        let done = simulate(&plan, &mut |_| ()).unwrap();
        let (most, kept) = (MOST.load(Relaxed) - before, HELD.load(Relaxed) - before);
        assert_eq!(done.counts.tally.games, games);
        (most, kept)
    };
    held_by(100);
    let (most, kept) = held_by(1_000);
    let (most_of_ten, kept_of_ten) = held_by(10_000);
    assert!(most > 10_000, "a game takes some room, so that something is measured: {most}");
    assert!(most_of_ten - most < 4_096, "at their most {most} bytes for 1,000 games, {most_of_ten} for 10,000");
    assert!(kept_of_ten - kept < 4_096, "kept {kept} bytes of 1,000 games, {kept_of_ten} of 10,000");
}
