//! Battles of Glass Shore, and games in them.

use slip_dice::Dice;
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_play::choice::Options;
use slip_play::conflict::Conflict;
use slip_play::platoon::PlatoonFight;
use slip_play::question::{Ask, Points};
use std::path::Path;
use std::sync::OnceLock;

pub(crate) fn pack() -> &'static Pack {
    static PACK: OnceLock<Pack> = OnceLock::new();
    PACK.get_or_init(|| {
        let project = slipyard::project::load_package(Path::new("content/glass_shore")).unwrap();
        slip_compile::compile(&project.sources).pack
    })
}

/// Returns all battles of the package.
pub(crate) fn encounters() -> Vec<&'static Encounter> {
    let own = pack().encounters.iter().filter(|(key, _)| key.starts_with("glass_shore."));
    let found: Vec<&Encounter> = own.map(|(_, encounter)| encounter).collect();
    assert!(found.len() >= 3 && found.iter().all(|encounter| encounter.valid));
    found
}

pub(crate) fn one(name: &str) -> &'static Encounter {
    encounters().into_iter().find(|encounter| encounter.name == name).unwrap()
}

/// Largest number of questions checked per game: random play is slow.
const MOST: usize = 1500;

/// Plays at random with every seat asked everything, and visits every question.
pub(crate) fn walk(encounter: &Encounter, seed: u64, look: &mut dyn FnMut(&PlatoonFight, &Ask, &Options)) -> PlatoonFight {
    let mut fight = PlatoonFight::begin(pack(), encounter).unwrap();
    let (mut dice, mut chance) = (Dice::seeded(seed, 0), Dice::seeded(seed, 1));
    fight.state.asks.values_mut().for_each(|asks| *asks = Points::ALL);
    let mut options = Options::new();
    for _ in 0..MOST {
        let Some(ask) = fight.waiting_for() else { break };
        fight.legal(&mut options);
        if ask.forced.is_none() {
            look(&fight, &ask, &options);
        }
        let choice = ask.forced.unwrap_or_else(|| options.get(chance.pick(options.len()).unwrap()).unwrap());
        let mut events = Vec::new();
        fight.decide(&choice.into(), &mut dice, &mut events).unwrap();
        events.iter().for_each(|event| fight.apply(event));
    }
    fight
}
