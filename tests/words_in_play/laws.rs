//! Laws of the words at every question of random games.

use crate::words_in_play::shipped;
use slip_dice::Dice;
use slip_pack::encounter::Play;
use slip_play::choice::Options;
use slip_play::conflict::Conflict;
use slip_play::personal::Personal;
use slip_play::question::{Ask, Points};
use slip_table::option_words;
use std::collections::BTreeSet;

/// Plays at random with every seat asked everything, and visits every question.
pub fn walk(fight: &mut Personal, seed: u64, look: &mut dyn FnMut(&Personal, &Ask, &Options)) {
    let (mut dice, mut chance) = (Dice::seeded(seed, 0), Dice::seeded(seed, 1));
    fight.state.asks.values_mut().for_each(|asks| *asks = Points::ALL);
    let mut options = Options::new();
    while let Some(ask) = fight.waiting_for() {
        fight.legal(&mut options);
        if ask.forced.is_none() {
            look(fight, &ask, &options);
        }
        let choice = ask.forced.unwrap_or_else(|| options.get(chance.pick(options.len()).unwrap()).unwrap());
        let mut events = Vec::new();
        fight.decide(&choice.into(), &mut dice, &mut events).unwrap();
        events.iter().for_each(|event| fight.apply(event));
    }
}

/// Walks every shipped encounter with a few seeds.
pub fn walk_all(seeds: std::ops::Range<u64>, look: &mut dyn FnMut(&Personal, &Ask, &Options)) {
    for pack in shipped::packs() {
        for encounter in pack.encounters.values().filter(|encounter| encounter.valid && encounter.play == Play::Personal) {
            for seed in seeds.clone() {
                let mut fight = Personal::begin(&pack, encounter).unwrap();
                walk(&mut fight, seed, look);
            }
        }
    }
}

#[test]
fn the_words_of_every_option_mean_that_option_and_no_other() {
    let mut questions = 0;
    walk_all(0..2, &mut |fight, ask, options| {
        questions += 1;
        let mut said = BTreeSet::new();
        for &option in options.as_slice() {
            let text = option_words::of(fight, ask, option);
            assert!(said.insert(text.clone()), "`{text}` twice at {:?}: {:?}", ask.point, option_words::all(fight, ask, options));
            let answer = option_words::fit(fight, ask, options, &text).unwrap_or_else(|unfit| panic!("{text}: {unfit} {:?}", unfit.legal));
            assert_eq!((answer.choice, answer.say), (option, None), "{text}");
            let head = text.split(' ').next().unwrap();
            assert!(option_words::answers(ask.point, head), "{text} at {:?}", ask.point);
            for member in fight.class_members(ask.point, option, options) {
                let text = option_words::of(fight, ask, member);
                let answer = option_words::fit(fight, ask, options, &text).unwrap_or_else(|unfit| panic!("{text}: {unfit}"));
                assert_eq!(answer.choice, member, "{text}");
            }
        }
    });
    assert!(questions > 2000, "{questions}");
}
