//! Encounters of `tests/cli/space.in`, and games in them.

use slip_dice::Dice;
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_play::choice::{Options, Verb};
use slip_play::conflict::Conflict;
use slip_play::question::{Ask, Points};
use slip_play::space::Space;
use std::path::PathBuf;
use std::sync::OnceLock;

pub(crate) fn pack() -> &'static Pack {
    static PACK: OnceLock<Pack> = OnceLock::new();
    PACK.get_or_init(|| {
        let project = slipyard::project::load(&[PathBuf::from("tests/cli/space.in")], &mut std::io::empty()).unwrap();
        slip_compile::compile(&project.sources).pack
    })
}

/// Returns all encounters of the package.
pub(crate) fn encounters() -> Vec<&'static Encounter> {
    let own = pack().encounters.iter().filter(|(key, _)| key.starts_with("toll."));
    let found: Vec<&Encounter> = own.map(|(_, encounter)| encounter).collect();
    assert!(found.len() >= 2 && found.iter().all(|encounter| encounter.valid));
    found
}

pub(crate) fn one(name: &str) -> &'static Encounter {
    encounters().into_iter().find(|encounter| encounter.name == name).unwrap()
}

/// Plays at random with every seat asked everything, and visits every question.
pub(crate) fn walk(encounter: &Encounter, seed: u64, look: &mut dyn FnMut(&Space, &Ask, &Options)) -> Space {
    let mut fight = Space::begin(pack(), encounter).unwrap();
    let (mut dice, mut chance) = (Dice::seeded(seed, 0), Dice::seeded(seed, 1));
    fight.state.asks.values_mut().for_each(|asks| *asks = Points::ALL);
    let mut options = Options::new();
    while let Some(ask) = fight.waiting_for() {
        fight.legal(&mut options);
        if ask.forced.is_none() {
            look(&fight, &ask, &options);
        }
        // A ship that gives up ends most fights before anything else can be asked.
        let mut any = || options.get(chance.pick(options.len()).unwrap()).unwrap();
        let choice = ask.forced.unwrap_or_else(|| {
            let first = any();
            if first.verb == Verb::Concede { any() } else { first }
        });
        let mut events = Vec::new();
        fight.decide(&choice.into(), &mut dice, &mut events).unwrap();
        events.iter().for_each(|event| fight.apply(event));
    }
    fight
}
