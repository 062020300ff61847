//! Tests of fighters and their carriers.

use crate::space::table::{Craft, Fleet, Table, pack};
use slip_pack::Pack;
use slip_play::choice::{Choice, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::{Counter, Event, Grouping, SpacePhase};
use slip_play::ids::Id;
use slip_play::question::Point;
use slip_play::space::roster::Post;
use slip_play::space::state::{Drives, HEAT, ShipLocation};

fn wasp() -> Pack {
    pack(
        "design wing \"Wing\" : ship { price 2; upkeep 1; track heat { base 2 }; effect charges consequences to carrier; effect charges fate to carrier or pilot }\nship wasp \"Wasp\" : wing { }\n",
    )
}

fn carrier() -> Table {
    let pack = wasp();
    let wasp = |name: &str| Craft::new(name).like(&pack, "wasp").tracks(2, 2, 2).rated("beam", 1).fate(0);
    let mother = Craft::new("mother").rated("beam", 2).carries(wasp("stinger")).carries(wasp("sting")).at(1);
    Fleet::new().ship("ours", mother).ship("theirs", Craft::new("drone").at(3)).sit()
}

/// R-S31: the carrier pays and takes the hits; the pilot alone works every post aboard, at the default rank, with the penalties for
/// several stations.
/// Rules: R-S45.
#[test]
fn r_s31_a_fighter_lives_on_its_carrier() {
    let mut table = carrier();
    let (mother, sting) = (table.id("mother"), table.id("sting"));
    assert_eq!(table.ship("sting").berth, ShipLocation::Hangar(mother));
    assert_eq!(table.fight.funds(sting), Some(mother));
    let slots = table.fight.free_slots(sting);
    table.set("mother", |ship| ship.slots = slip_dice::fate::Slots::NONE);
    assert_ne!(table.fight.free_slots(sting), slots, "they are its carrier's");
    assert_eq!(table.ship("sting").track(HEAT).length(), 2);
    let works = |table: &mut Table, post: Post| {
        table.fight.apply(&Event::Post { ship: sting, post: post.number(), by: None, acts: true });
    };
    let rank = |table: &Table| table.fight.eff(sting, Post::Beams).map(|(rank, ..)| rank);
    works(&mut table, Post::Pilot);
    assert_eq!(rank(&table), Some(2), "an act of the same phase costs nothing (R-S2)");
    assert!(!table.fight.can_act(sting, Post::Beams), "one act a phase");
    table.fight.apply(&Event::Stage(SpacePhase::Beams));
    assert_eq!(rank(&table), Some(1), "one earlier phase with an act");
    assert!(table.fight.can_act(sting, Post::Beams));
}

/// R-S45: any number at once; in the position phase neither the carrier nor the fighter rolls, and no speed is bled.
/// Rules: D-S8, R-S31.
#[test]
fn r_s45_launching_takes_the_place_of_flying() {
    let mut table = carrier();
    table.set("mother", |ship| ship.tracks[2].mark(2));
    table.drives_after(&[0, 0]);
    let (sting, stinger) = (table.on("sting"), table.on("stinger"));
    table.answer(Point::Drive, "mother", Choice::of(Verb::Launch).on(sting));
    let options = table.options();
    assert!(options.contains(&Choice::of(Verb::Launch).on(stinger)) && !options.contains(&Choice::of(Verb::Drive)));
    table.answer(Point::Drive, "mother", Choice::of(Verb::Launch).on(stinger));
    table.dice(&[0]).until(&[Point::Shift, Point::Declare, Point::Stop]);
    for name in ["mother", "sting", "stinger"] {
        assert_eq!(table.fight.state.ships[table.id(name)].band().map(|band| band.0), Some(1), "{name}");
    }
    assert_eq!(table.boxes("mother", HEAT), [1, 2]);
}

/// R-S45: in the band of its carrier a fighter may dock as its action of the phase.
/// Rules: D-S8, R-S31.
#[test]
fn r_s45_a_fighter_docks_with_its_carrier() {
    let mut table = carrier();
    let (mother, sting) = (table.id("mother"), table.id("sting"));
    table.drives_after(&[0, 0]);
    table.fight.apply(&Event::Group { what: Grouping::Launch, who: vec![sting], lead: Some(mother) });
    table.answer(Point::Drive, "mother", Choice::of(Verb::Drive));
    table.answer(Point::Drive, "sting", Choice::of(Verb::Dock).on(Id::Actor(mother)));
    assert_eq!(table.ship("sting").berth, ShipLocation::Hangar(mother));
}

/// A ship that launches instead of firing beams has no defensive beams that turn, and no target can be named in a phase of launches.
/// Rules: D-S10, R-S31, R-S45.
#[test]
fn launching_in_the_beam_phase_gives_up_the_beams() {
    let mut table = carrier();
    let (mother, sting) = (table.id("mother"), table.id("sting"));
    table.fight.apply(&Event::Stage(SpacePhase::Beams));
    assert!(table.fight.may_declare(mother) && table.fight.launches(mother).contains(&sting));
    table.fight.apply(&Event::Group { what: Grouping::Launch, who: vec![sting], lead: Some(mother) });
    assert!(!table.fight.may_declare(mother) && !table.fight.may_declare(sting));
    table.fight.apply(&Event::Stage(SpacePhase::Torpedoes));
    assert!(table.fight.may_declare(mother) && !table.fight.can_act(mother, Post::Beams));
    table.fight.apply(&Event::Round { round: 2, order: slip_play::event::TurnOrder::new() });
    assert!(table.fight.can_act(mother, Post::Beams));
    assert_eq!(table.ship("mother").drives, Drives::Unsaid);
}

/// R-S36: a named pilot pays for the pilot's own rolls, and for the fighter's uses that its carrier cannot pay.
#[test]
fn r_s36_a_named_pilot_pays_where_the_carrier_cannot() {
    let pack = pack(
        "design wing \"Wing\" : ship { price 2; upkeep 1; tech T1..T4; stat beam { ranks 0..6 }; track frame { base 2 }; track data { base 2 }; track heat { base 2 }; effect charges fate to carrier or pilot\n  stunt own \"Own\" { effect +3 to beam attack for 1 fate } }\nship wasp \"Wasp\" : wing { tech T2; stunts own }\n",
    );
    for (points, payer) in [(2, "mother"), (0, "ana")] {
        let sting = Craft::new("sting").like(&pack, "wasp").tracks(2, 2, 2).rated("beam", 1).fate(0).flown_by(0);
        let mother = Craft::new("mother").person("ana", &[], 1).fate(points).carries(sting).at(1);
        let mut table = Fleet::new().ship("ours", mother).ship("theirs", Craft::new("drone").at(3)).sit();
        let (mother, sting, ana) = (table.id("mother"), table.id("sting"), table.id("ana"));
        table.fight.apply(&Event::Group { what: Grouping::Launch, who: vec![sting], lead: Some(mother) });
        crate::space::fire::enter(&mut table, 1, SpacePhase::Beams);
        assert_eq!(table.until(&[Point::Act]).map(|ask| ask.me), Some(Id::Actor(sting)), "{payer}");
        let uses = Choice::of(Verb::Yes).with(0).on(Id::Actor(sting));
        table.answer(Point::Act, "sting", uses);
        let left = (table.fight.points(mother), table.fight.points(ana));
        assert_eq!(left, if payer == "mother" { (1, 1) } else { (0, 0) }, "{payer} pays");
    }
}

/// A ship that has repaired, with named crew or without, has acted in the phase.
#[test]
fn a_ship_that_has_repaired_launches_nothing_in_that_phase() {
    let mut table = carrier();
    let mother = table.id("mother");
    table.fight.apply(&Event::Stage(SpacePhase::DamageControl));
    assert!(!table.fight.launches(mother).is_empty());
    table.fight.apply(&Event::Counter { who: mother, what: Counter::Repaired, change: 1, now: 0 });
    assert!(table.fight.launches(mother).is_empty());
}
