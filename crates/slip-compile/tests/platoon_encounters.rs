//! Tests of platoon encounters as they are written: platoons in their zones, cards and kinds of battle; and refusals of encounters
//! that cannot be played.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    dead_code,
    reason = "tests fail by panicking, and share a module of which each uses a part"
)]

use slip_test_support::compiled_text;

use compiled_text::{Written, written};
use slip_pack::encounter::{Actor, Encounter, Form, Role, UnitPlacement, UnitStart, VictorySubject, VictoryTerm};
use slip_pack::formula::Formula;
use slip_pack::{Name, Pack};

/// Units, platoons and a map: readers with crawlers, a battery, and the folk of the shelf.
const CAST: &str = r#"
unit meter_readers "Meter readers" : infantry {
  tech T0
  skills { 3 camouflage; 2 direct_fire, observation; 1 armour, hand_to_hand, command }
  aspects "Has your number"
}
unit thaw_crawler "Thaw crawlers" : armour {
  tech T1
  skills { 4 armour; 3 direct_fire; 2 movement; 1 anti_air }
  stunts infantry_carrier, light
  aspects "Steams in the cold"
}
unit shelf_gun "Shelf guns" : artillery {
  tech T1
  skills { 3 indirect_fire; 2 camouflage; 1 movement }
  stunts prepared_positions, wireless
  aspects "Bolted to the ice"
}
unit kite "Kites" : aircraft {
  tech T0
  skills { 4 direct_fire; 3 observation; 2 anti_air; 1 movement }
  stunts vtol
  aspects "Painted like a wasp"
}
unit shelf_folk "Shelf folk" : infantry {
  tech T0
  skills { 3 camouflage; 2 observation, command; 1 armour, movement, direct_fire }
  aspects "Knows where the ice is thin"
}
platoon collection "Collection" {
  leader meter_readers with battlefield_genius "Nothing personal"
  units thaw_crawler x2 carrying meter_readers, meter_readers
  aircraft kite
}
platoon battery "Battery" {
  leader shelf_gun with tactical_genius "Counts every shell"
  units shelf_gun, shelf_folk
}
platoon shelf_watch "Shelf watch" {
  leader shelf_folk with not_a_genius "Somebody has to"
  units shelf_folk x5
}
map shelf "The shelf" {
  picture """
    rrrdddnnn
    rrrpppnnn
    iiipppmmm
  """
  zone r road { exit }
  zone d depot
  zone n north { exit }
  zone p pump { aspects "Frozen pipes" }
  zone i ice
  zone m mast
}
"#;

fn battle(body: &str) -> Written {
    written(&format!("{CAST}encounter fight \"Fight\" : platoon {{\nmap shelf\n{body}\n}}\n"))
}

/// Returns a battle of the given first side against the watch at the pump.
fn against_the_watch(side: &str) -> Written {
    battle(&format!("side trust {{ {side} }}\nside folk {{ platoon shelf_watch at pump }}\n"))
}

/// Returns the encounter, which must compile with no finding above a note, except that units begin out of command range.
fn encounter(written: Written) -> Encounter {
    let far = |line: &&str| line.ends_with("out of reach of the leader");
    let messages = written.messages();
    assert!(messages.iter().all(far), "{messages:#?}");
    found(&written.pack)
}

fn found(pack: &Pack) -> Encounter {
    let encounter = pack.encounters["own.fight"].clone();
    assert!(encounter.valid);
    encounter
}

fn unit(actor: &Actor) -> &UnitPlacement {
    actor.unit.as_ref().unwrap()
}

/// Returns the names of the first side's units and where each begins.
fn starts(encounter: &Encounter) -> Vec<(&str, UnitStart)> {
    encounter.sides[0].actors.iter().map(|actor| (actor.name.as_str(), unit(actor).start)).collect()
}

/// Returns the number of a zone of the map.
fn zone(name: &str) -> usize {
    ["road", "depot", "north", "pump", "ice", "mast"].iter().position(|zone| *zone == name).unwrap()
}

#[test]
fn each_unit_of_a_platoon_is_an_actor_in_the_order_of_the_platoon() {
    let fight = encounter(against_the_watch("platoon collection at road"));
    let wanted = [
        ("meter_readers#1", UnitStart::Map),
        ("thaw_crawler#1", UnitStart::Map),
        ("meter_readers#2", UnitStart::Aboard(1)),
        ("thaw_crawler#2", UnitStart::Map),
        ("meter_readers#3", UnitStart::Aboard(3)),
        ("meter_readers#4", UnitStart::Map),
        ("kite", UnitStart::Track),
    ];
    assert_eq!(starts(&fight), wanted);
    let actors = &fight.sides[0].actors;
    let roles: Vec<Role> = actors.iter().map(|actor| unit(actor).role).collect();
    assert_eq!(roles[0], Role::Leader);
    assert_eq!(roles[6], Role::Aircraft);
    assert!(roles[1..6].iter().all(|role| *role == Role::Unit));
    assert_eq!(actors[0].zone, Some(zone("road")));
    assert_eq!(actors[2].zone, None, "who rides along is where the carrier is");
    assert_eq!(fight.sides[0].starts(2), [zone("road")]);
    assert_eq!(fight.sides[0].platoons[0].name, "collection");
    assert_eq!(fight.sides[0].platoons[0].card, None);
}

/// Rules: D-L1, R-YR1.
#[test]
fn lines_place_units_in_turn_and_the_last_zone_is_for_the_rest() {
    let lines = "place thaw_crawler at road, depot; place leader at depot or ice";
    let fight = encounter(against_the_watch(&format!("platoon collection at north {{ {lines} }}")));
    let zones: Vec<(Option<usize>, &[usize])> = fight.sides[0].actors.iter().map(|actor| (actor.zone, actor.or_zones.as_slice())).collect();
    assert_eq!(zones[0], (Some(zone("depot")), [zone("ice")].as_slice()));
    assert_eq!(zones[1], (Some(zone("road")), [].as_slice()));
    assert_eq!(zones[3], (Some(zone("depot")), [].as_slice()));
    assert_eq!(zones[5], (Some(zone("north")), [].as_slice()));
    let fight = encounter(against_the_watch("platoon shelf_watch { place leader at road; place shelf_folk at ice, road }"));
    let folk: Vec<Option<usize>> = fight.sides[0].actors.iter().map(|actor| actor.zone).collect();
    let [road, ice] = ["road", "ice"].map(|name| Some(zone(name)));
    assert_eq!(folk, [road, ice, road, road, road, road]);
}

/// Rules: R-YL4.
#[test]
fn guns_stand_on_a_card_of_one_zone_with_whoever_goes_with_them() {
    let fight = encounter(against_the_watch("platoon battery"));
    assert!(starts(&fight).iter().all(|(_, start)| *start == UnitStart::Card(0)));
    let card = fight.sides[0].platoons[0].card.clone().unwrap();
    assert_eq!(card.zones.len(), 1);
    assert_eq!(card.title, "Card of Battery");
    // If a zone follows, the units of the platoon that are not on the card begin in it.
    let fight = encounter(against_the_watch("platoon battery at road"));
    let wanted = [("shelf_gun#1", UnitStart::Card(0)), ("shelf_gun#2", UnitStart::Card(0)), ("shelf_folk#1", UnitStart::Map)];
    assert_eq!(starts(&fight), wanted);
}

/// Rules: D-L1, R-YL4, R-YR1.
#[test]
fn a_card_may_have_zones_of_its_own() {
    let card = "card \"Battery park\" { zone pit; zone left \"On the left\" { aspects \"Behind the wall\" }; border pit -- left }";
    let lines = format!("platoon battery {{ {card}; place shelf_gun at left; place shelf_folk at pit; locked_in pump, mast or ice }}");
    let fight = encounter(against_the_watch(&lines));
    let wanted = [("shelf_gun#1", UnitStart::Card(0)), ("shelf_gun#2", UnitStart::Card(1)), ("shelf_folk#1", UnitStart::Card(0))];
    assert_eq!(starts(&fight), wanted);
    let battery = &fight.sides[0].platoons[0];
    let card = battery.card.as_ref().unwrap();
    assert_eq!(card.title, "Battery park");
    assert_eq!(card.zones[1].aspects, ["Behind the wall"]);
    assert_eq!(card.borders, [(0, 1)]);
    assert_eq!(battery.locked_in, [vec![zone("pump")], vec![zone("mast"), zone("ice")]]);
}

#[test]
fn platoons_may_come_several_times_and_later() {
    let fight = encounter(against_the_watch("platoon battery x2; platoon shelf_watch at ice { arrives 3 }"));
    let platoons: Vec<(&str, Option<u32>)> =
        fight.sides[0].platoons.iter().map(|platoon| (platoon.name.as_str(), platoon.arrives)).collect();
    assert_eq!(platoons, [("battery#1", None), ("battery#2", None), ("shelf_watch#1", Some(3))]);
    let cards: Vec<Name> =
        fight.sides[0].platoons.iter().filter_map(|platoon| Some(platoon.card.as_ref()?.zones[0].name.clone())).collect();
    assert_eq!(cards, ["card#1", "card#2"]);
    assert_eq!(fight.sides[1].platoons[0].name, "shelf_watch#2");
}

#[test]
fn objectives_and_the_defender_are_kept_and_lowered_to_victories() {
    let forms = "battle objectives { zones pump, mast }; defender folk; limit 8 turns";
    let fight =
        encounter(battle(&format!("{forms}\nside trust {{ platoon collection at road }}\nside folk {{ platoon shelf_watch at pump }}")));
    let kept = fight.battle.as_ref().unwrap();
    assert_eq!(kept.forms, [Form::Objectives]);
    assert_eq!(kept.objectives, [zone("pump"), zone("mast")]);
    assert_eq!(kept.defender, Some(1));
    let texts: Vec<&str> = fight.victories.iter().map(|victory| victory.text.as_str()).collect();
    assert_eq!(texts, ["it has units on the most objectives at the end of turn 8 (objectives)"; 2]);
}

#[test]
fn a_platoon_stands_for_its_units_in_conditions() {
    let line = "victory folk when lost(collection) >= 4 and exited(trust, north) == 0 or worth(trust) < worth(folk) - 8";
    let fight =
        encounter(battle(&format!("{line}\nside trust {{ platoon collection at road }}\nside folk {{ platoon shelf_watch at pump }}")));
    let mut atoms = Vec::new();
    fight.victories[0].condition.names(&mut |atom| atoms.push(atom.clone()));
    let all: Vec<(usize, usize)> = (0..7).map(|at| (0, at)).collect();
    assert_eq!(atoms[0], VictoryTerm::Lost(VictorySubject::Actors(all)));
    assert_eq!(atoms[1], VictoryTerm::Exited { who: VictorySubject::Side(0), zones: vec![zone("north")] });
    assert_eq!(atoms[2..], [VictoryTerm::Worth(0), VictoryTerm::Worth(1)]);
    assert!(matches!(fight.victories[0].condition, Formula::Binary(..)));
}

/// Two platoons in the open, at the edges of the map.
const OPEN: &str = "side trust { platoon shelf_watch at road }\nside folk { platoon shelf_watch at mast }\n";

/// Returns the findings on an encounter, without notes, with the line inside its body.
fn said(body: &str) -> Vec<String> {
    let written = battle(body);
    let first = i64::try_from(CAST.lines().count()).unwrap() + 3;
    let loud = written.said.iter().filter(|(.., found)| found.severity > slip_source::diagnostic::Severity::Note);
    loud.map(|(line, _, found)| format!("{} {}: {}", i64::from(*line) + 1 - first, found.code, found.message)).collect()
}

/// Each mistake gives one finding at its place, in a readable sentence.
#[test]
fn what_cannot_be_is_said_once_and_where_it_is_written() {
    let broken = [
        ("platoon shelf_wach at road", "unknown-name: there is no platoon called `shelf_wach`"),
        ("platoon shelf_watch at rood", "unknown-zone: the map `shelf` has no zone called `rood`"),
        ("platoon shelf_watch at road { place folk at ice }", "nobody-called: the platoon `shelf_watch` has no unit called `folk`"),
        ("platoon shelf_watch", "no-start-zone: `leader` and `shelf_folk` of `shelf_watch` have no zone to start in"),
        ("platoon shelf_watch { place leader at road }", "no-start-zone: `shelf_folk` of `shelf_watch` has no zone to start in"),
        ("platoon shelf_watch at road { card { zone pit } }", "wrong-place: the platoon `shelf_watch` has a card, but no artillery"),
        ("platoon battery { place shelf_gun at road }", "wrong-place: `shelf_gun` is artillery and cannot begin on the map"),
        ("platoon collection at road { place kite at ice }", "wrong-place: `kite` flies and cannot begin in a zone"),
        ("platoon shelf_watch at road { place leader at road, ice }", "wrong-value: there is 1 `leader` to place, but 2 zones"),
        ("platoon shelf_watch at road { place leader at road; place leader at ice }", "duplicate-entry: `leader` is placed twice"),
        ("platoon battery { card { zone road } }", "duplicate-name: the map `shelf` has a zone called `road` already"),
        ("platoon battery { card { zone pit }; card { zone left } }", "duplicate-entry: `card` is written twice"),
        ("platoon battery { card { zone pit; border pit -- left } }", "unknown-zone: the card has no zone called `left`"),
        ("platoon shelf_watch at road { locked_in ice }", "wrong-place: no unit of `shelf_watch` can lock in a zone at set-up"),
        (
            "platoon battery { locked_in ice, pump, mast, road, depot }",
            "wrong-place: 5 zones are locked in, but the units of this platoon may lock in only 4",
        ),
        ("platoon shelf_watch at road { arrives 1 }", "wrong-value: the value of `arrives` is not a whole number from 2 to 1000"),
        ("actors shelf_folk at road; platoon shelf_watch at road", "unknown-key: a side has no entry `actors`"),
        ("platoon shelf_watch x100 at road", "wrong-value: this platoon is not written correctly"),
        ("platoon battery x43", "too-large: the encounter has more than 128 units"),
        ("doctrine dug_in", "side-without-actors: the side `trust` has no platoons"),
    ];
    for (line, wanted) in broken {
        let found = said(&format!("side trust {{ {line} }}\nside folk {{ platoon shelf_watch at mast }}"));
        let found: Vec<&str> = found.iter().map(String::as_str).collect();
        let at = if wanted.starts_with("too-large") { "-1" } else { "1" };
        assert!(found.first().is_some_and(|first| *first == format!("{at} {wanted}")), "{line}: {found:#?}");
        if !line.contains("dug_in") {
            assert_eq!(found.len(), 1, "{line}: {found:#?}");
        }
    }
}

#[test]
fn forms_that_nobody_could_win_are_refused() {
    let broken = [
        ("battle skirmish", "1 wrong-value: `skirmish` is not a battle form"),
        ("battle meeting; battle meeting", "1 duplicate-entry: the battle form `meeting` is written twice"),
        ("battle meeting { units 3 }", "1 unknown-key: a battle of the form `meeting` has no entry `units`"),
        ("battle objectives { zones pump }", "1 missing-entry: this battle for objectives has no end, at which they are counted"),
        ("battle objectives { zones pumps }; limit 8 turns", "1 unknown-zone: the map `shelf` has no zone called `pumps`"),
        ("battle objectives; limit 8 turns", "1 missing-entry: the form has no `zones`"),
        ("battle pursuit { units 3 }", "1 missing-entry: the form has no `pursued`"),
        ("battle pursuit { pursued folks }", "1 unknown-side: the encounter has no side called `folks`"),
        ("battle pursuit { pursued folk; pursuers folk }", "1 wrong-value: `pursued` and `pursuers` are the same side"),
        ("battle pursuit { pursued folk; units 7 }", "1 impossible-victory: 7 of `folk` are required to leave, but only 6 can leave"),
        ("battle pursuit { pursued folk; exits mast }", "1 impossible-victory: no unit can leave the map through `mast`"),
        ("battle breakthrough { runners folk; units kites }", "1 nobody-called: the encounter has no side or actor called `kites`"),
        ("battle ambush { ambushers folk; losses 9 }", "1 impossible-victory: `trust` cannot lose 9 units, because it has only 6 units"),
        ("defender nobody", "1 unknown-side: the encounter has no side called `nobody`"),
        ("victory folk when objectives(folk) >= 1", "1 impossible-victory: `folk` can never win by this condition"),
        ("victory folk when lost(trust) > 6", "1 impossible-victory: `folk` can never win by this condition"),
        ("victory folk when worth(trust) > 28", "1 impossible-victory: `folk` can never win by this condition"),
        ("victory folk when captured(trust)", "1 unknown-predicate: `captured` cannot be tested in a victory condition"),
    ];
    for (line, wanted) in broken {
        let found = said(&format!("{line}\n{OPEN}"));
        assert_eq!(found, [wanted], "{line}");
    }
}

#[test]
fn set_ups_that_are_not_those_of_the_form_are_remarked_upon() {
    let remarks = [
        ("battle meeting", "side trust { platoon shelf_watch at road }\nside folk { platoon shelf_watch at depot }", "unusual-set-up"),
        ("battle meeting", "side trust { platoon shelf_watch x2 at road }\nside folk { platoon shelf_watch at mast }", "unequal-forces"),
        (
            "battle pursuit { pursued folk }",
            "side trust { platoon shelf_watch at mast }\nside folk { platoon shelf_watch at north }",
            "unusual-set-up",
        ),
        (
            "battle ambush { ambushers folk }",
            "side trust { platoon shelf_watch x2 at mast }\nside folk { platoon shelf_watch at ice }",
            "unusual-set-up",
        ),
        (
            "battle ambush { ambushers folk }",
            "side trust { platoon shelf_watch at mast }\nside folk { platoon shelf_watch at pump }",
            "unequal-forces",
        ),
        (
            "",
            "side trust { platoon shelf_watch at road { place leader at mast } }\nside folk { platoon shelf_watch at pump }",
            "out-of-command",
        ),
        (
            "",
            "side trust { platoon battery { place leader at card; place shelf_folk at road } }\nside folk { platoon shelf_watch at pump }",
            "out-of-command",
        ),
    ];
    for (form, sides, wanted) in remarks {
        let written = battle(&format!("{form}\n{sides}"));
        let codes: Vec<&str> = written
            .said
            .iter()
            .map(|(.., found)| found.code.slug())
            .filter(|code| !matches!(*code, "order-of-battle" | "crowded-map"))
            .collect();
        assert_eq!(codes, [wanted], "{form} {sides}");
    }
    for form in ["battle meeting", "battle objectives { zones pump, depot }", "battle pursuit { pursued folk; exits north }"] {
        assert_eq!(said(&format!("{form}; limit 8 turns\n{OPEN}")), Vec::<String>::new(), "{form}");
    }
}

#[test]
fn the_order_of_battle_says_what_each_side_is_worth() {
    use slip_source::diagnostic::Code;
    let sides = "side trust { platoon collection at road; platoon battery }\nside folk { platoon shelf_watch at mast }";
    let written = battle(sides);
    let note = written.only(Code::OrderOfBattle);
    // The collection: leader 2, three readers and a kite 4, two crawlers of T1 2 1/2. The battery: 2 1/2, 1 1/4 and 1.
    assert_eq!(note.message, "trust is worth 13 1/4, folk 7: 53 to 28");
    let reasons = [
        "trust, collection 8 1/2: leader of T0 2, 4 units of T0 4, 2 units of T1 2 1/2",
        "trust, battery 4 3/4: leader of T1 2 1/2, 1 unit of T0 1, 1 unit of T1 1 1/4",
        "folk, shelf_watch 7: leader of T0 2, 5 units of T0 5",
    ];
    assert_eq!(note.notes, reasons);
    assert_eq!(
        note.help.as_deref(),
        Some(
            "nothing has to change; a unit counts as 1 and a leader as 2, plus a quarter for each level above T0; `worth(SIDE)` in a victory condition counts quarters"
        )
    );
    let even = battle(OPEN);
    assert_eq!(even.only(Code::OrderOfBattle).message, "trust is worth 7, folk 7: even");
}

/// Returns the side and the text of each victory.
fn victories(fight: &Encounter) -> Vec<(Option<usize>, &str)> {
    fight.victories.iter().map(|victory| (victory.side, victory.text.as_str())).collect()
}

/// True if a victory condition is true in a turn. `of` returns the value of a term, such as the number of lost units; terms without a value
/// count as 0.
fn holds(fight: &Encounter, victory: usize, turn: i64, of: &dyn Fn(&VictoryTerm) -> Option<i64>) -> bool {
    let value =
        fight.victories[victory].condition.eval(&mut |atom| Ok(if *atom == VictoryTerm::Turn { turn } else { of(atom).unwrap_or(0) }));
    value.unwrap() != 0
}

#[test]
fn a_meeting_is_for_the_last_side_and_at_the_end_for_the_one_worth_more() {
    let fight = encounter(battle(&format!("battle meeting; limit 6 turns\n{OPEN}")));
    let texts = ["nobody else is left (meeting)", "its units are worth the most at the end of turn 6 (meeting)"];
    assert_eq!(victories(&fight), [(Some(0), texts[0]), (Some(1), texts[0]), (Some(0), texts[1]), (Some(1), texts[1])]);
    let worth = |own: i64, others: i64| {
        move |atom: &VictoryTerm| match atom {
            VictoryTerm::Worth(0) => Some(own),
            VictoryTerm::Worth(_) => Some(others),
            _ => None,
        }
    };
    assert!(holds(&fight, 2, 6, &worth(9, 8)));
    assert!(!holds(&fight, 3, 6, &worth(9, 8)));
    assert!(!holds(&fight, 2, 5, &worth(9, 8)), "not before the end");
    assert!(!holds(&fight, 2, 6, &worth(8, 8)), "what is equal is a draw");
    assert!(holds(&fight, 1, 2, &|atom| (*atom == VictoryTerm::LastStanding(1)).then_some(1)));
    let endless = encounter(battle(&format!("battle meeting\n{OPEN}")));
    assert_eq!(endless.victories.len(), 2);
}

#[test]
fn who_must_get_away_wins_with_enough_units_gone_and_who_prevents_it_otherwise() {
    let fight = encounter(battle(&format!("battle pursuit {{ pursued folk; units 3; exits north }}; limit 8 turns\n{OPEN}")));
    let wanted = [
        (Some(1), "3 of folk have left by North (pursuit)"),
        (Some(0), "too few of folk can still leave (pursuit)"),
        (Some(0), "too few of folk have left by the end of turn 8 (pursuit)"),
    ];
    assert_eq!(victories(&fight), wanted);
    let gone = |lost: i64, by_north: i64, in_all: i64| {
        move |atom: &VictoryTerm| match atom {
            VictoryTerm::Lost(_) => Some(lost),
            VictoryTerm::Exited { zones, .. } if zones.is_empty() => Some(in_all),
            VictoryTerm::Exited { .. } => Some(by_north),
            _ => None,
        }
    };
    assert!(holds(&fight, 0, 4, &gone(0, 3, 3)));
    assert!(!holds(&fight, 0, 4, &gone(0, 2, 3)), "one of them left by the road");
    // Of six, at most three may be lost or have left by the wrong exit.
    assert!(!holds(&fight, 1, 4, &gone(2, 0, 1)));
    assert!(holds(&fight, 1, 4, &gone(2, 0, 2)));
    assert!(holds(&fight, 2, 8, &gone(0, 2, 2)));
    assert!(!holds(&fight, 2, 8, &gone(0, 3, 3)));
    let named = "battle breakthrough { runners trust; units thaw_crawler, 2 meter_readers; exits north }";
    let sides = "side trust { platoon collection at road }\nside folk { platoon shelf_watch at pump }";
    let fight = encounter(battle(&format!("{named}\n{sides}")));
    let wanted = [
        (Some(0), "all 2 of Thaw crawlers and 2 of Meter readers have left by North (breakthrough)"),
        (Some(1), "too few of Thaw crawlers or Meter readers can still leave (breakthrough)"),
    ];
    assert_eq!(victories(&fight), wanted);
    let crawlers = VictorySubject::Actors(vec![(0, 1), (0, 3)]);
    assert!(holds(&fight, 1, 1, &|atom| (*atom == VictoryTerm::Lost(crawlers.clone())).then_some(1)), "both of them are needed");
}

#[test]
fn an_ambush_is_losses_and_a_getaway() {
    let sides = "side trust { platoon shelf_watch x2 at mast }\nside folk { platoon shelf_watch at pump }";
    let fight = encounter(battle(&format!("battle ambush {{ ambushers folk; losses 4; units 2 }}; limit 8 turns\n{sides}")));
    let wanted = [
        (Some(1), "4 of trust are lost and 2 of folk have left the map (ambush)"),
        (Some(0), "too few of folk can still leave (ambush)"),
        (Some(0), "the ambush has not succeeded by the end of turn 8 (ambush)"),
    ];
    assert_eq!(victories(&fight), wanted);
    let so = |lost: i64, gone: i64| {
        move |atom: &VictoryTerm| match atom {
            VictoryTerm::Lost(VictorySubject::Side(0)) => Some(lost),
            VictoryTerm::Exited { who: VictorySubject::Side(1), .. } => Some(gone),
            _ => None,
        }
    };
    assert!(holds(&fight, 0, 3, &so(4, 2)));
    assert!(!holds(&fight, 0, 3, &so(3, 2)));
    assert!(!holds(&fight, 0, 3, &so(4, 1)));
}

/// Rules: R-YL1.
#[test]
fn rl33_thresholds_are_the_authors_and_have_usual_values() {
    let first = |form: &str, sides: &str| encounter(battle(&format!("{form}\n{sides}"))).victories[0].text.clone();
    assert_eq!(first("battle pursuit { pursued folk; exits north }", OPEN), "4 of folk have left by North (pursuit)");
    let sides = "side trust { platoon shelf_watch x2 at mast }\nside folk { platoon shelf_watch at pump }";
    assert_eq!(first("battle ambush { ambushers folk }", sides), "6 of trust are lost and 3 of folk have left the map (ambush)");
    // Guns on their card and aircraft do not leave by exits.
    let sides = "side trust { platoon collection at depot; platoon battery }\nside folk { platoon shelf_watch at pump }";
    assert_eq!(first("battle breakthrough { runners trust; exits north }", sides), "4 of trust have left by North (breakthrough)");
}

#[test]
fn forms_may_be_mixed() {
    let fight = encounter(battle(&format!(
        "battle meeting; battle objectives {{ zones pump, depot }}; battle pursuit {{ pursued folk; exits north }}; limit 8 turns\n{OPEN}"
    )));
    assert_eq!(fight.battle.as_ref().unwrap().forms, [Form::Meeting, Form::Objectives, Form::Pursuit]);
    assert_eq!(fight.victories.len(), 4 + 2 + 3);
}
