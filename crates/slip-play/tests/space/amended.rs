//! Tests of rulings that were changed after a second reading of the rules. Each test quotes the sentence that the change is based on.
//! Rules: R-S49, R-S50.

use crate::space::fire::{STUNTS, duel, enter, fire, of, stunts, total};
use crate::space::fire_own::WING;
use crate::space::fire_rulings::watched;
use crate::space::table::{Craft, Fleet, Table, pack};
use slip_play::choice::{Options, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::{Event, SpacePhase};
use slip_play::question::Point;
use slip_play::space::Space;
use slip_play::space::roster::Post;
use slip_play::space::state::{FRAME, HEAT, ShipStatus};

fn works(table: &mut Table, ship: &str, post: Post) {
    let ship = table.id(ship);
    let by = table.fight.eff(ship, post).unwrap().1;
    let event = Event::Post { ship, post: post.number(), by, acts: true };
    table.fight.apply(&event);
}

fn rank(table: &Table, ship: &str, post: Post) -> Option<i32> {
    table.fight.eff(table.id(ship), post).map(|(rank, ..)| rank)
}

/// A ship whose only person works these posts, against a drone.
fn solo(posts: &[(&str, i32)], rule: (&str, &str)) -> Table {
    let craft = Craft::new("solo").rated("beam", 3).rated("torpedo", 2).person("ana", posts, 3).at(1);
    Fleet::new().rule(rule.0, rule.1).ship("ours", craft).ship("theirs", Craft::new("drone").at(0)).sit()
}

/// T-S16: "If the engineer or computer officer has acted in any of the previous phases, there is a cumulative -1 penalty for each previously
/// active phase." Beams fired in the beam phase do not count against defending with beams.
/// Rules: R-S2, R-S48.
#[test]
fn the_penalty_counts_phases() {
    for (setting, repair) in [("phases", 1), ("stations", 2)] {
        let mut table = solo(&[("beams", 3), ("engineering", 3)], ("crew_penalty", setting));
        table.fight.apply(&Event::Stage(SpacePhase::Beams));
        works(&mut table, "solo", Post::Beams);
        table.fight.apply(&Event::Stage(SpacePhase::Torpedoes));
        assert_eq!(rank(&table, "solo", Post::Beams), Some(3), "{setting}: no penalty for defending");
        works(&mut table, "solo", Post::Beams);
        table.fight.apply(&Event::Stage(SpacePhase::DamageControl));
        assert_eq!(rank(&table, "solo", Post::Engineering), Some(repair), "{setting}");
    }
}

/// "if one character is serving both as Navigator and Pilot, then the Pilot's effective Pilot Skill is reduced by one … might affect
/// performance for the first turn as well".
/// Rules: R-S2, R-S48.
#[test]
fn navigator_and_pilot_in_one() {
    for (setting, later) in [("first_turn", 3), ("always", 2)] {
        let mut table = solo(&[("navigation", 3), ("pilot", 3)], ("nav_pilot", setting));
        works(&mut table, "solo", Post::Navigation);
        enter(&mut table, 1, SpacePhase::Position);
        assert_eq!(rank(&table, "solo", Post::Pilot), Some(2), "{setting}: detection was an earlier phase");
        enter(&mut table, 2, SpacePhase::Position);
        assert_eq!(rank(&table, "solo", Post::Pilot), Some(later), "{setting}");
    }
}

/// "not … any vessel more map bands than his own vessel's V-shift rating": the lead of a tether pushes others as far as it could go alone.
#[test]
fn a_slow_prize_slows_the_tether_and_not_its_pushes() {
    let fleet = Fleet::new().ship("red", Craft::new("a").v_shift(3).at(0)).ship("red", Craft::new("slow").v_shift(1).at(0));
    let table = fleet.ship("blue", Craft::new("b").at(1)).sit();
    let both = [table.id("a"), table.id("slow")];
    assert_eq!(table.fight.band_cap(&both), 1, "how far it may move itself");
    assert_eq!(table.fight.push_cap(table.id("a")), 3, "how far it may move another");
}

/// "If Beams were fired in the Beam Weapons phase, then the roll may be made as usual": if they were not fired, the roll needs a trained
/// gunner.
#[test]
fn untrained_hands_fire_defensive_beams_only_if_they_fired_before() {
    let untrained = Craft::new("b").rated("beam", 2).person("ana", &[("beams", -1)], 1);
    let mut table = duel(Craft::new("a").rated("torpedo", 2), untrained);
    enter(&mut table, 1, SpacePhase::Torpedoes);
    table.dice(&[0, 0]);
    fire(&mut table, Verb::Torpedo, "a", "b", 0);
    assert!(table.wait().is_none_or(|ask| ask.point != Point::TorpedoDefence));
    let untrained = Craft::new("b").rated("beam", 2).person("ana", &[("beams", -1)], 1);
    let mut table = duel(Craft::new("a").rated("torpedo", 2), untrained);
    enter(&mut table, 1, SpacePhase::Torpedoes);
    table.set("b", |ship| ship.beam_used = 1);
    table.dice(&[0, 0]);
    fire(&mut table, Verb::Torpedo, "a", "b", 0);
    assert_eq!(table.wait().map(|ask| ask.point), Some(Point::TorpedoDefence));
}

/// "at any time during the fight but before damage is marked, any spacecraft owner may negotiate a concession"; "the crew to voluntarily take
/// themselves out before it comes to this, either by surrendering, agreeing to a tether, or jumping into the lifeboats".
/// Rules: R-S47.
#[test]
fn a_crew_may_surrender_with_nobodys_leave() {
    let mut table = duel(Craft::new("a").rated("beam", 3), Craft::new("b"));
    enter(&mut table, 1, SpacePhase::Beams);
    table.dice(&[3, 0]);
    fire(&mut table, Verb::Beam, "a", "b", 3);
    table.until(&[Point::Mitigate]);
    let surrender = table.options().into_iter().find(|choice| choice.verb == Verb::Concede && choice.how > 0).unwrap();
    assert!(table.options().contains(&of(Verb::Concede)), "and terms, which the enemy must accept");
    table.take(surrender.into());
    let ShipStatus::TakenOut { by, fate, .. } = table.ship("b").status else { panic!("it is out") };
    let outcome = fate.map(|fate| table.fight.roster.outcomes[usize::from(fate)].to_string());
    assert_eq!((by, outcome.as_deref()), (None, Some("surrendered")));
    assert_eq!((table.fight.state.blows.len(), table.fight.state.untold.len()), (0, 0), "no damage is marked, and no enemy is asked");
}

/// "any spacecraft owner": when a ship is hit, the owner of another ship on the same side may also offer terms.
#[test]
fn another_ship_of_the_side_may_give_up_at_a_hit() {
    let fleet = Fleet::new().ship("red", Craft::new("a").rated("beam", 3).at(0)).ship("blue", Craft::new("b").at(1));
    let mut table = fleet.ship("blue", Craft::new("c").at(2)).sit();
    enter(&mut table, 1, SpacePhase::Beams);
    table.dice(&[3, 0]);
    fire(&mut table, Verb::Beam, "a", "b", 3);
    table.until(&[Point::Mitigate]);
    let other = of(Verb::Concede).on(table.on("c"));
    assert!(table.options().contains(&other));
    table.take(other.into());
    table.answer(Point::AcceptConcession, "a", of(Verb::Accept));
    assert_eq!(table.ship("c").status, ShipStatus::Conceded);
    assert_eq!(table.wait().map(|ask| ask.point), Some(Point::Mitigate), "the hit is still to be marked");
}

/// Three ships with torpedoes against one that has beams and Point Defense, in the torpedo phase.
fn torpedoed(setting: &str) -> Table {
    let defended = Craft::new("d").rated("beam", 3).like(&stunts(), "spitter").at(2);
    let attacker = |name: &str| Craft::new(name).rated("torpedo", 3).at(0);
    let fleet = Fleet::of(STUNTS).rule("torpedo_defence", setting).ship("red", attacker("t")).ship("red", attacker("u"));
    let mut table = fleet.ship("red", attacker("v")).ship("blue", defended).sit();
    enter(&mut table, 1, SpacePhase::Torpedoes);
    table
}

/// Lets a ship launch torpedoes at another ship when it is asked for its declaration. Until then, all seats hold.
fn launch(table: &mut Table, me: &str, it: &str) {
    let (own, target) = (of(Verb::Torpedo).on(table.on(me)), of(Verb::Target).on(table.on(it)));
    loop {
        table.until(&[Point::Declare]).expect("somebody is polled");
        if table.options().contains(&own) {
            break;
        }
        table.take(of(Verb::Hold).into());
    }
    table.take(own.into());
    if table.wait().is_some_and(|ask| ask.point == Point::Whom) {
        table.take(target.into());
    }
}

/// Returns the totals of a ship's rolls so far, and true for each that was made before.
fn rolls_of(table: &Table, ship: &str) -> Vec<(i32, bool)> {
    let who = table.id(ship);
    let roll = |event: &Event| match event {
        Event::Roll { me, total, standing, .. } if *me == who => Some((*total, *standing)),
        _ => None,
    };
    table.events.iter().filter_map(roll).collect()
}

/// "Defensive rolls are made once for each defensive system but stay on the table": with the setting, a ship that has defended with Point
/// Defense may still fire beams, and each system rolls once. By default, one defence counts against all torpedoes. Rules: R-S49.
#[test]
fn with_torpedo_defence_each_system_every_system_rolls_once() {
    let mut table = torpedoed("each_system");
    table.dice(&[0, 1]);
    launch(&mut table, "t", "d");
    table.answer(Point::TorpedoDefence, "d", of(Verb::PointDefence)).until(&[Point::Declare]);
    table.dice(&[0, 2]);
    launch(&mut table, "u", "d");
    table.answer(Point::TorpedoDefence, "d", of(Verb::Beams).n(2)).until(&[Point::Declare]);
    table.dice(&[0]);
    launch(&mut table, "v", "d");
    table.wait();
    let again = table.options().into_iter().find(|option| option.verb == Verb::Beams).expect("beams may be used again");
    table.answer(Point::TorpedoDefence, "d", again);
    table.until(&[Point::Declare, Point::Repair, Point::Stop]);
    let rolls = rolls_of(&table, "d");
    assert_eq!(rolls.iter().map(|(_, again)| *again).collect::<Vec<_>>(), [false, false, true], "{rolls:?}");
    assert_eq!((rolls[1].0, rolls[2].0), (4, 4), "2 of beams and 2 on the dice");
    assert_eq!(table.ship("d").beam_defended, 2, "and the beams are fired once");
    let mut table = torpedoed("one");
    table.dice(&[0, 1, 0]);
    launch(&mut table, "t", "d");
    table.answer(Point::TorpedoDefence, "d", of(Verb::PointDefence));
    launch(&mut table, "u", "d");
    let asked = table.until(&[Point::TorpedoDefence, Point::Declare, Point::Repair, Point::Stop]);
    assert!(asked.is_none_or(|ask| ask.point != Point::TorpedoDefence), "one defence stands against all");
}

/// "stay on the table": with the setting, a guard's first roll counts for all its shots, and each shot adds heat of its own. Rules: R-S38.
#[test]
fn with_torpedo_defence_each_system_one_roll_stands_for_all_shots() {
    let mut table = watched("each_system");
    table.dice(&[0, -2, 1]);
    fire(&mut table, Verb::Torpedo, "t", "d", 0);
    table.answer(Point::Overwatch, "w", of(Verb::Beams).n(2));
    table.until(&[Point::Declare]);
    assert_eq!(total(&table, "w"), Some(3));
    table.dice(&[0]);
    launch(&mut table, "u", "d");
    table.answer(Point::Overwatch, "w", of(Verb::Beams).n(3));
    table.until(&[Point::Declare, Point::Repair, Point::Stop]);
    assert_eq!(total(&table, "w"), Some(3), "the first roll stands");
    assert_eq!(table.boxes("w", HEAT), [1, 2], "2 + 3 of a rating of 3");
}

/// "any consequences or fate points come from the carrier": a fighter of a wreck in tow has none of the tow's points.
#[test]
fn a_fighter_whose_carrier_is_out_has_no_points_of_the_tow() {
    let fighter = Craft::new("f").fate(0).like(&pack(WING), "stinger");
    let carrier = Craft::new("c").fate(2).at(0).carries(fighter);
    let fleet = Fleet::new().ship("red", Craft::new("tug").fate(3).at(0)).ship("red", carrier).ship("blue", Craft::new("b").at(3));
    let mut table = fleet.sit();
    let (tug, carrier, fighter) = (table.id("tug"), table.id("c"), table.id("f"));
    table.set("c", |ship| ship.tether = Some(tug));
    assert_eq!(table.fight.funds(fighter), Some(tug), "the lead of the tether pays for the carrier");
    let track = slip_play::space::state::FRAME;
    table.fight.apply(&Event::Out { who: carrier, by: None, track, fate: Some(1), beyond_saving: false, for_good: false, say: None });
    assert_eq!(table.fight.funds(fighter), None);
}

/// A coasting total "might still be modified by Aspects": not by spin.
#[test]
fn spin_does_not_help_a_ship_that_coasts() {
    let mut table = Fleet::new().ship("red", Craft::new("a").at(0)).ship("blue", Craft::new("b").at(1)).sit();
    table.drives_after(&[1, 0]);
    let a = table.id("a");
    for coasts in [true, false] {
        let mut table = table.clone();
        table.fight.apply(&Event::Spin { who: a, change: 2, lapsed: false });
        let verb = if coasts { Verb::Coast } else { Verb::Drive };
        while table.wait().is_some_and(|ask| ask.point == Point::Drive) {
            table.take(of(verb).into());
        }
        table.dice(&[0; 2]);
        while let Some(ask) = table.wait() {
            if ask.point == Point::Adjust && ask.me == table.on("a") {
                assert_eq!(table.options().iter().any(|choice| choice.verb == Verb::Spin), !coasts);
                break;
            }
            if ask.point != Point::Adjust && ask.point != Point::Bid {
                assert!(coasts, "the roll of a ship that drives may be raised by spin");
                break;
            }
            let first = table.options()[0];
            table.take(first.into());
        }
    }
}

/// "Taken Out cannot mean total loss of the craft with no chance of repair or replacement, unless the owning player agrees": an enemy
/// cannot choose `destroyed` for a ship that a person owns through a stunt. The ship's own side can. Rules: R-S47.
#[test]
fn a_ship_held_by_a_stunt_is_not_destroyed_by_an_enemy() {
    let fight = |stunt: &str| {
        let text = format!(
            r#"
ship hulk "Hulk" : spacecraft {{
  tech T2; v_shift 2; beam 2; torpedo 2; ew 1; trade 1; tracks {{ frame 4; data 4 }}; stunts firewall, point_defense
  aspects "One", "Two", "Three", "Four", "Out of luck"
}}
ship gun "Gun" : spacecraft {{
  tech T2; v_shift 2; beam 4; torpedo 2; tracks {{ frame 4; data 3 }}; stunts vector_randomizer
  aspects "One", "Two", "Three", "Four", "Out of luck"
}}
character own "Owner" {{
  skills {{
    5 pilot; 4 gunnery, resolve; 3 brokerage, agility, navigation; 2 assets, stamina, computer, alertness
    1 charm, eva, repair, slug_throwers, tactics
  }}
  stunts {stunt}, military_grade(pilot), alter_track(composure, 1)
  aspects "Born on the ice", "Two berths", "Flies by ear", "Signed on", "Walked away", "Owes the yard", "Took the blame", "Never lost",
    "Captain", "One more run"
}}
encounter e "E" : space {{ side r {{ ship gun at 0 }}; side g {{ ship hulk at 0 {{ pilot own }} }}; limit 8 turns }}
"#
        );
        let pack = pack(&text);
        Space::begin(&pack, &pack.encounters["t.e"]).unwrap_or_else(|error| panic!("{error}"))
    };
    let ship = |fight: &Space, name: &str| fight.roster.ships.iter().find(|(_, ship)| ship.name == name).map(|(id, _)| id).unwrap();
    let told = |stunt: &str, by_enemy: bool| {
        let mut fight = fight(stunt);
        let (hulk, gun) = (ship(&fight, "hulk"), ship(&fight, "gun"));
        let by = Some(if by_enemy { gun } else { hulk });
        fight.apply(&Event::Out { who: hulk, by, track: FRAME, fate: None, beyond_saving: false, for_good: false, say: None });
        assert_eq!(fight.waiting_for().map(|ask| ask.point), Some(Point::Beaten));
        let mut options = Options::new();
        fight.legal(&mut options);
        let words = options.as_slice().iter().map(|option| fight.roster.outcomes[usize::from(option.how)].to_string());
        words.collect::<Vec<_>>().contains(&"destroyed".to_owned())
    };
    assert!(!told("have_a_thing(hulk)", true), "her owner keeps a way to have her repaired or replaced");
    assert!(told("have_a_thing(hulk)", false), "her own side may agree");
    assert!(told("military_grade(gunnery)", true), "nobody of the encounter has her");
}
