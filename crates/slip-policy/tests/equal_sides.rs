//! Measures how well doctrines and searches play: fights between equal sides on every map that ships.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::float_arithmetic, reason = "tests fail by panicking")]

use slip_test_support::equal_fights;

use slip_pack::encounter::Lookahead;
use slip_test_support::equal_fights::{Who, duel, of_each};

const STANDARD: &str = "std.standard_personal";

#[test]
fn a_doctrine_wins_four_of_five_fights_against_random_play_on_every_shipped_map() {
    let standard = Who::Doctrine(STANDARD.to_owned());
    for (key, tally) in of_each(|pack, key| duel(pack, key, &standard, &Who::Random, 0..5)) {
        assert!(tally.share() >= 80.0, "{key}: {tally:?}");
    }
}

/// With few samples, so that the test is quick; `duels` of the benches plays the same with 400.
#[test]
fn a_search_does_not_lose_to_its_own_doctrine() {
    let standard = Who::Doctrine(STANDARD.to_owned());
    let ahead = Who::Search(STANDARD.to_owned(), Lookahead { samples: Some(16), turns: 2 });
    let mut all = equal_fights::Tally::default();
    for (_, tally) in of_each(|pack, key| equal_fights::duel_of(pack, key, 0, &ahead, &standard, 0..1)) {
        all = equal_fights::Tally { won: all.won + tally.won, drawn: all.drawn + tally.drawn, lost: all.lost + tally.lost };
    }
    // If the search were no better than its doctrine, the interval would contain one half.
    let (_, most) = all.interval();
    assert!(most > 50.0, "{all:?}");
}
