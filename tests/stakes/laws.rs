//! Laws of raise-and-see conflicts: random play of shipped encounters ends, every listed answer is accepted, events replay it, dice
//! only leave pools.

use slip_dice::Dice;
use slip_pack::Pack;
use slip_play::choice::Options;
use slip_play::conflict::Conflict;
use slip_play::stakes::StakesConflict;
use slip_table::option_words;

use super::table::{pack, pack_with_all};
use slip_session::{Seats, run};

const CROWD: &str = include_str!("crowd.slip");

/// Rules: R-Q23.
#[test]
fn random_play_ends_and_events_replay_it() {
    let pack = pack(CROWD);
    for encounter in pack.encounters.values() {
        for seed in 0..200 {
            let begun = StakesConflict::begin(&pack, encounter).unwrap();
            let (mut fight, mut again) = (begun.clone(), begun);
            let (mut dice, mut picks) = (Dice::seeded(seed, 0), Dice::seeded(seed, 1));
            let mut options = Options::new();
            let mut asked = 0;
            while let Some(ask) = fight.next_question(&mut options) {
                let before = fight.clone();
                let choice = ask.forced.unwrap_or_else(|| options.get(picks.pick(options.len()).unwrap()).unwrap());
                let mut events = Vec::new();
                fight.decide(&choice.into(), &mut dice, &mut events).unwrap_or_else(|refusal| panic!("{refusal}: {choice:?}"));
                for event in &events {
                    fight.apply(event);
                    again.apply(event);
                    assert_eq!(fight.broken_law(), None, "{event:?}");
                }
                if ask.forced.is_none() {
                    for &option in options.as_slice() {
                        let text = option_words::of(&before, &ask, option);
                        let meant = option_words::fit(&before, &ask, &options, &text).unwrap_or_else(|unfit| panic!("`{text}`: {unfit:?}"));
                        assert_eq!(meant.choice, option, "`{text}`");
                    }
                }
                asked += 1;
                assert!(asked < 5000, "{}: does not end", encounter.name);
            }
            assert!(fight == again);
            assert!(fight.outcome().is_some_and(|outcome| outcome.winner.is_some()));
        }
    }
}

/// The other tests leave out most of the standard library, which takes far longer to compile than the conflicts take to play.
#[test]
fn the_rest_of_the_standard_library_changes_no_conflict_of_dice() {
    let (few, all) = (pack(CROWD), pack_with_all(CROWD));
    let own = |pack: &Pack| pack.parties.values().filter(|party| party.package == "t").cloned().collect::<Vec<_>>();
    assert_eq!(own(&few), own(&all));
    for encounter in few.encounters.values() {
        for seed in 0..10 {
            let game = |pack| run(pack, &encounter.name, seed, Seats::standard()).unwrap().events;
            assert_eq!(game(&few), game(&all), "{} {seed}", encounter.name);
        }
    }
}
