//! Tests of games with exchanged sides. They separate the effect of the starting place from the effect of the forces.

use crate::simulate::alley::{STANDARD, done, encounter, pack, plan, version};
use slip_odds::simulate::side_swap::{SwappedSideCounts, exchanged};
use slip_odds::simulate::{SimulationPlan, SimulationReport, Version};
use slip_test_support::shipped_packages;

#[test]
fn forces_go_to_the_other_place_and_aims_stay() {
    let brawl = encounter("brawl");
    let image = exchanged(brawl).unwrap();
    let names = |of: &slip_pack::encounter::Encounter| of.sides.iter().map(|side| side.name.to_string()).collect::<Vec<_>>();
    assert_eq!(names(&image), ["thieves", "watch"]);
    assert_eq!(image.victories, brawl.victories, "aims are those of the places");
    let zones = |side: &slip_pack::encounter::Side| side.actors.iter().map(|actor| actor.zone).collect::<Vec<_>>();
    assert_eq!(zones(&image.sides[0]), [zones(&brawl.sides[0])[0]; 2]);
    assert_eq!(exchanged(&image).unwrap(), *brawl, "twice exchanged is as it was");
}

#[test]
fn where_sides_cannot_be_exchanged_the_reason_is_said() {
    let why = |of| exchanged(of).unwrap_err();
    assert_eq!(why(encounter("meeting")), "the sides of `meeting` cannot be exchanged: a `victory` condition names single people");
    let mut alone = encounter("brawl").clone();
    alone.sides.pop();
    assert_eq!(why(&alone), "the sides of `brawl` cannot be exchanged: there are not exactly two");
    let battles = shipped_packages::pack("glass_shore");
    let battle = battles.encounters.values().find(|of| of.play == slip_pack::encounter::Play::Platoon).unwrap();
    assert!(why(battle).ends_with("platoons have their own parts of the map"));
}

#[test]
fn of_a_strong_and_a_weak_side_the_forces_decide_wherever_they_stand() {
    let strong = crate::simulate::alley::changed("burglar x2 at shed", "burglar at shed");
    let brawl = &strong.encounters["own.brawl"];
    let image = exchanged(brawl).unwrap();
    let of = |encounter| Version { pack: &strong, encounter, seats: STANDARD };
    let report = SimulationReport::of(&done(&SimulationPlan { mirror: Some(of(&image)), ..plan(of(brawl), 300) }));
    let mirror = report.mirror.unwrap();
    assert!(mirror.forces.clear && mirror.forces.lead > 0.2, "{mirror:?}");
    assert!(mirror.place.lead.abs() < mirror.forces.lead / 2.0, "{mirror:?}");
    assert_eq!(mirror.exchanged.iter().map(|share| share.games).sum::<u64>(), 300);
    assert_eq!(mirror.exchanged[0].side.as_deref(), Some("watch"));
}

#[test]
fn of_equal_forces_nothing_is_the_forces_doing() {
    let twins = encounter("twins");
    let image = exchanged(twins).unwrap();
    let reflected = Version { encounter: &image, ..version("twins") };
    assert_eq!(pack().encounters["own.twins"], *twins);
    let mirror = SimulationReport::of(&done(&SimulationPlan { mirror: Some(reflected), ..plan(version("twins"), 400) })).mirror.unwrap();
    assert!(mirror.forces.low <= 0.0 && mirror.forces.high >= 0.0, "{mirror:?}");
}

#[test]
fn leads_are_those_of_a_reckoning_by_hand() {
    // Ten games: the first place wins 8 and loses 2; in the mirrored games it wins 6, loses 2 and draws 2.
    let mut counts = SwappedSideCounts { wins: vec![0, 0], ..SwappedSideCounts::default() };
    let straight = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1].map(Some);
    let images = [Some(0), Some(0), Some(0), Some(0), Some(0), Some(0), None, None, Some(1), Some(1)];
    for (one, other) in straight.into_iter().zip(images) {
        counts.note(one, other);
    }
    assert_eq!((counts.wins.as_slice(), counts.draws), (&[6, 2][..], 2));
    // The sums are (8 - 2) + (6 - 2) = 10 for the place, and (8 - 2) - (6 - 2) = 2 for the forces. A lead is half of its sum, over ten
    // games.
    assert_eq!((counts.place.sum, counts.place.squares), (10, 6 * 4 + 2 + 2 * 4));
    assert_eq!((counts.forces.sum, counts.forces.squares), (2, 2));
}
