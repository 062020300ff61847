//! Tests of the ground that platoons fight on: borders that no roll beats, zones that cannot be left, goals that cannot be reached,
//! ambushes without a line of sight, and messages about mistakes in maps and encounters.
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
use slip_source::diagnostic::{Code, Severity};

/// Units of each sort: hands move with 1, riders with 2, guards not at all; kites fly, mortars are off-map units on cards.
const CAST: &str = r#"
unit hands "Mill hands" : infantry {
  tech T0
  skills { 3 camouflage; 2 direct_fire, observation; 1 armour, movement, command }
  aspects "Flour in the barrels"
}
unit riders "Tax riders" : infantry {
  tech T0
  skills { 3 direct_fire; 2 movement, armour; 1 observation, command, signals }
  aspects "Paid by the sack"
}
unit guards "Mill guards" : infantry {
  tech T0
  skills { 3 direct_fire; 2 camouflage, armour; 1 observation, command, signals }
  aspects "Never leaves the door"
}
unit kite "Kite" : aircraft {
  tech T0
  skills { 4 observation; 3 direct_fire; 2 anti_air; 1 movement }
  stunts vtol
  aspects "Smells of sulphur"
}
unit mortar "Reed mortar" : artillery {
  tech T0
  skills { 3 indirect_fire; 2 camouflage; 1 movement }
  stunts prepared_positions
  aspects "Knows every ditch"
}
platoon millers "Millers" { leader hands with not_a_genius "Old Marten"; units hands }
platoon few "The few" { leader hands with not_a_genius "Patient"; units hands }
platoon collectors "Collectors" { leader riders with not_a_genius "Counts aloud"; units riders }
platoon watch "The watch" { leader guards with not_a_genius "Has the key"; units guards }
platoon flyers "Flyers" { leader hands with not_a_genius "Waves a flag"; units hands; aircraft kite }
platoon reeds "The reeds" { leader mortar with not_a_genius "Knows the wind"; units mortar }
"#;

/// Returns a map of eight zones in a row from west to east, without obstacles except those that `lines` adds.
fn row(lines: &str, body: &str) -> Written {
    let inside = |text: &str| text.lines().map(|line| format!("  {line}\n")).collect::<String>();
    let (lines, body) = (inside(lines), inside(body));
    written(&format!(
        "{CAST}\nmap row \"The row\" {{\n  picture \"\"\"\n    abcdefgh\n  \"\"\"\n  zone a west {{ exit }}\n  zone b mill\n  \
         zone c yard\n  zone d weir\n  zone e lane\n  zone f barn\n  zone g ford\n  zone h east {{ exit }}\n{lines}\n}}\nencounter fight \
         \"Fight\" : platoon {{\n  map row\n{body}\n}}\n"
    ))
}

const MEETING: &str = "side folk { platoon millers at west }\nside tax { platoon collectors at east }";

/// Returns every message above a note, and the note on crowded maps.
fn said(written: &Written) -> Vec<String> {
    let loud = written.said.iter().filter(|(.., found)| found.severity > Severity::Note || found.code == Code::CrowdedMap);
    loud.map(|(.., found)| format!("{}: {}", found.code, found.message)).collect()
}

const NOTHING: [&str; 0] = [];

/// Riders move with 2, and four fudge dice give at most 4: 6 shifts pay for a step over a pass value of 5, but not of 6.
/// Rules: R-YM1, R-YM2.
#[test]
fn a_border_is_hopeless_if_the_best_roll_in_the_battle_does_not_beat_it() {
    assert_eq!(said(&row("border weir -- lane 5 \"Railing\"", MEETING)), NOTHING);
    let over = row("border weir -- lane 6 \"Railing\"", MEETING);
    let found = over.only(Code::HopelessBorder);
    assert_eq!(found.message, "no unit in this battle can cross the border between `weir` and `lane`");
    assert_eq!(found.primary.text, "the best roll of movement here is 6");
    assert_eq!(found.secondary.iter().map(|label| label.text.as_str()).collect::<Vec<_>>(), ["needs 7 shifts to cross"]);
    let help = "write a value of 5 or less, which `riders` (movement 2) can cross with 4 on the dice, or write `x` for a wall";
    assert_eq!(found.help.as_deref(), Some(help));
    // The best roll of the units in the battle decides. In a battle of only these two platoons, a border value of 5 is impassable.
    let hands = "side folk { platoon millers at west }\nside tax { platoon few at east }";
    assert_eq!(row("border weir -- lane 4", hands).only(Code::OrderOfBattle).severity, Severity::Note);
    assert_eq!(said(&row("border weir -- lane 4", hands)), NOTHING);
    assert_eq!(row("border weir -- lane 5", hands).only(Code::HopelessBorder).primary.text, "the best roll of movement here is 5");
}

/// A wall is intended to be impassable; a border that opens costs platoons its middle number (R-YG8); each direction is checked separately.
#[test]
fn walls_are_not_hopeless_and_several_hopeless_borders_are_one_warning() {
    let wall = row("border weir -- lane x", MEETING);
    assert!(wall.said.iter().all(|(.., found)| found.code != Code::HopelessBorder), "{:?}", said(&wall));
    assert_eq!(said(&row("border weir -- lane 20/3/20", MEETING)), NOTHING);
    let two = row("border weir -> lane 9\nborder lane -> weir 1\nborder mill -- yard 12", MEETING);
    let found = two.only(Code::HopelessBorder);
    assert_eq!(found.message, "no unit in this battle can cross 2 borders of the map");
    assert_eq!(
        found.secondary.iter().map(|label| label.text.as_str()).collect::<Vec<_>>(),
        ["needs 10 shifts to cross", "needs 13 shifts to cross"]
    );
    let waived = row("border weir -- lane 9", &format!("{MEETING}\nallow hopeless-border \"they may try\""));
    assert_eq!(said(&waived), NOTHING);
}

/// Without the skill there is only the free move, which crosses no pass value (R-L4).
#[test]
fn to_units_that_are_not_trained_to_move_any_pass_value_is_hopeless() {
    let guards = "side folk { platoon watch at west }\nside tax { platoon watch at east }";
    assert_eq!(said(&row("", guards)), NOTHING);
    let stuck = row("border weir -- lane 1", guards);
    assert_eq!(stuck.only(Code::HopelessBorder).primary.text, "no unit here is trained in movement");
}

/// Other dice reach higher: one six-sided die minus another gives 5.
#[test]
fn other_dice_beat_other_borders() {
    let dice = |body: &str| format!("{MEETING}\n{body}");
    let high = |body: &str| {
        written(&format!(
            "ruleset long {{ dice d6_d6 }}\n{CAST}\nmap pass {{ zone west; zone east; border west -- east 6 }}\nencounter fight : platoon {{ map pass; {} }}",
            body.trim().replace('\n', "; ")
        ))
    };
    assert!(high(&dice("")).said.iter().any(|(.., found)| found.code == Code::HopelessBorder));
    assert!(!high(&dice("rules long")).said.iter().any(|(.., found)| found.code == Code::HopelessBorder));
}

/// Rules: R-YM1, R-YM2.
#[test]
fn a_zone_that_no_unit_can_leave_is_remarked_upon() {
    let pit = row("border yard -> weir\nborder lane -> weir", MEETING);
    let found = pit.only(Code::NoWayOut);
    assert_eq!(found.message, "no unit can leave the zone `weir`: a unit that goes there stays there");
    assert_eq!(found.secondary[0].text, "no border leads out of this zone");
    // A zone needs only one way out. An exit of the map counts as one, and a zone that no unit can enter needs none.
    assert_eq!(said(&row("border yard -> weir", MEETING)), NOTHING);
    assert_eq!(said(&row("border mill -> west", MEETING)), NOTHING);
    let walled = row("border yard -- weir x\nborder lane -- weir x", MEETING);
    assert!(walled.said.iter().all(|(.., found)| found.code != Code::NoWayOut), "{:?}", said(&walled));
    let steep = row("border yard -> weir\nborder weir -> yard 8\nborder lane -> weir", MEETING);
    assert_eq!(steep.only(Code::NoWayOut).secondary[0].text, "every way out is a wall, one-way, or harder than any roll");
    let inside = row(
        "border yard -- weir x\nborder lane -- weir x",
        "side folk { platoon millers at weir }\nside tax { platoon collectors at east }",
    );
    assert_eq!(inside.only(Code::NoWayOut).message, "no unit can leave the zone `weir`: a unit that begins there stays there");
}

/// Rules: R-YM3, R-YM4.
#[test]
fn an_objective_that_a_side_cannot_get_to_is_remarked_upon() {
    let fight = |lines: &str, sides: &str| row(lines, &format!("battle objectives {{ zones mill, ford }}\nlimit 8 turns\n{sides}"));
    assert_eq!(said(&fight("", MEETING)), NOTHING);
    assert_eq!(said(&fight("border weir -- lane 3", MEETING)), NOTHING);
    // The map is cut in two: each side has one part to itself.
    let cut = fight("border weir -- lane x", MEETING);
    let wanted = [
        "unreachable-objective: no unit of `tax` can get to the objective `mill`",
        "unreachable-objective: no unit of `folk` can get to the objective `ford`",
    ];
    assert_eq!(said(&cut).into_iter().filter(|said| said.starts_with("unreachable-ob")).collect::<Vec<_>>(), wanted);
    let high = fight("border weir -- lane 9", MEETING);
    assert_eq!(said(&high).into_iter().filter(|said| said.starts_with("unreachable-ob")).collect::<Vec<_>>(), wanted);
    let nobody = fight("border west -- mill x\nborder mill -- yard x", MEETING);
    assert!(said(&nobody).contains(&"unreachable-objective: no unit can get to the objective `mill`".to_owned()), "{:?}", said(&nobody));
    // Aircraft can land anywhere, and count where they are (R-YC12).
    let flies = fight("border weir -- lane x", "side folk { platoon flyers at west }\nside tax { platoon collectors at east }");
    let flies = flies.only(Code::UnreachableObjective);
    assert_eq!(flies.message, "no unit of `tax` can get to the objective `mill`");
}

/// Rules: R-YM3, R-YM4.
#[test]
fn a_goal_behind_a_hopeless_border_is_remarked_upon() {
    let pursuit =
        "battle pursuit { pursued folk; units 1; exits east }\nside folk { platoon millers at mill }\nside tax { platoon few at weir }";
    let clean = row("border ford -- east 4", pursuit);
    assert!(clean.said.iter().all(|(.., found)| found.severity <= Severity::Note), "{:?}", said(&clean));
    let lost = row("border ford -- east 5", pursuit);
    assert_eq!(lost.only(Code::UnreachableObjective).message, "no unit of `folk` can get to `east`, so none of them can leave the map");
    let hold = |cost: u32| row(&format!("border weir -- lane {cost}"), &format!("{MEETING}\nvictory folk when hold(folk, barn, 2)"));
    assert_eq!(said(&hold(5)), NOTHING);
    assert_eq!(
        hold(6).only(Code::UnreachableObjective).message,
        "no unit of `folk` can get to `barn`, but this victory needs a unit there"
    );
}

/// Two platoons of two units each: four units on the ground. Off-map guns and aircraft take up no room.
/// Rules: R-YM5.
#[test]
fn a_map_with_fewer_zones_than_units_is_noted() {
    let small = |sides: &str| {
        written(&format!(
            "{CAST}\nmap hill {{ zone top; zone slope; zone foot; zone field; border top -- slope; border slope -- foot; border foot -- field }}\nencounter fight : platoon {{ map hill; {} }}",
            sides.replace('\n', "; ")
        ))
    };
    assert_eq!(said(&small("side folk { platoon flyers at top; platoon reeds }\nside tax { platoon collectors at field }")), NOTHING);
    let more = small("side folk { platoon millers at top }\nside tax { platoon collectors at field; platoon few at foot }");
    let found = more.only(Code::CrowdedMap);
    assert_eq!((found.message.as_str(), found.severity), ("the map `hill` has 4 zones for 6 units", Severity::Note));
}

/// Returns a map with a hide behind a scarp that cannot be climbed, above a road from exit to exit.
fn gorge(hide: i32, scarp: i32, patrol: &str) -> Written {
    written(&format!(
        "{CAST}\nmap gorge \"The gorge\" {{\n  picture \"\"\"\n    hhhhhhhh\n    ssssssss\n    rrrgggee\n  \"\"\"\n  zone h hide \
         {{ altitude {hide}; exit; aspects \"Overgrown\" }}\n  zone s scarp {{ altitude {scarp} }}\n  zone r road {{ exit }}\n  zone g gorge\n  zone e \
         end {{ exit }}\n  border scarp -- road x \"Sheer\"\n  border scarp -- gorge x \"Sheer\"\n  border scarp -- end x \"Sheer\"\n}}\nencounter wait : \
         platoon {{\n  map gorge\n  battle ambush {{ ambushers few; patrol many; exits hide }}\n  side few {{ platoon few at hide }}\n  side many {{ \
         platoon {patrol} at road }}\n  allow unusual-set-up \"they leave the way they came\"\n}}\n"
    ))
}

/// A unit at ground level cannot see over a scarp of 1 in either direction; a unit at 2 sees down past it and is not seen from
/// below (R-L6). If the scarp is as low as the road, all units see each other.
/// Rules: R-YM3, R-YM4.
#[test]
fn an_ambush_must_see_the_way_and_be_seen_from_somewhere_on_it() {
    let blind = gorge(0, 1, "collectors");
    let found = blind.only(Code::BlindAmbush);
    assert_eq!(found.message, "`few` waits in ambush where it cannot see the route of `many`");
    assert_eq!(found.primary.text, "no zone of the route is in sight of `hide`");
    assert_eq!(found.notes, ["the route of `many` is its starting zones and the shortest ways from these zones to the exits"]);
    let hidden = gorge(2, 1, "collectors");
    assert_eq!(hidden.only(Code::BlindAmbush).message, "`many` cannot see `few` from any zone of its route");
    for (hide, scarp, patrol) in [(0, 0, "collectors"), (2, 1, "flyers")] {
        let seen = gorge(hide, scarp, patrol);
        assert!(seen.said.iter().all(|(.., found)| found.code != Code::BlindAmbush), "{:?}", said(&seen));
    }
}

/// Each mistake in a battle gives one message, and no other above a note.
#[test]
fn one_mistake_is_one_message() {
    let fight = |body: &str| row("", body);
    let open = "side folk {\n  platoon millers at west {\n    place leader at west\n}\nside tax { platoon collectors at east }\ndefender folk\nlimit 8 turns";
    let cases: [(Written, &[&str]); 6] = [
        (fight(open), &["unclosed-block: the block of `platoon` is not closed"]),
        (
            fight(
                "battle objectives { zones mill, card }\nlimit 8 turns\nside folk { platoon millers at west; platoon reeds }\nside tax { platoon collectors x2 at east }",
            ),
            &["wrong-place: no unit can enter or leave the zone `card`, which is on a card"],
        ),
        (
            written("map m { zone a { centre 2 }; zone b { centre 4 4 }; border a -- b }"),
            &["wrong-value: this point is not two whole numbers"],
        ),
        (
            written("map m { zone a { outline 0 0, 4 0 }; zone b { outline 4 0, 8 0, 8 4, 4 4 }; zone c { outline 8 0, 9 0, 9 4, 8 4 } }"),
            &["wrong-value: `outline` has fewer than 3 points"],
        ),
        (written(&CAST.replace("units mortar", "units mortars")), &["unknown-name: there is no unit called `mortars`"]),
        (
            written(
                "map m {\n  picture \"\"\"\n    aabb\n    ccdd\n  \"\"\"\n  zone a north\n  zone b east {\n    exit\n  zone c west\n  zone d south\n}\n",
            ),
            &["unclosed-block: the block of `zone` is not closed"],
        ),
    ];
    for (written, wanted) in &cases {
        assert_eq!(said(written), *wanted);
    }
}

#[test]
fn a_block_that_lacks_its_brace_names_the_block_around_it() {
    let open = "side folk {\n  platoon millers at west {\n    place leader at west\n}\nside tax { platoon collectors at east }";
    let found = row("", open);
    let found = found.only(Code::UnclosedBlock);
    assert_eq!(found.secondary[0].text, "this `}` belongs to `side`");
}

#[test]
fn a_second_leader_is_told_what_to_become() {
    let two = CAST.replace("\"Patient\"", "\"Patient\"; leader riders with not_a_genius \"Me too\"");
    let found = written(&two);
    let found = found.only(Code::TwoLeaders);
    assert_eq!(found.message, "the platoon `few` has two leaders");
    assert_eq!(
        found.help.as_deref(),
        Some("remove one of the two lines; the other unit can be a unit of the platoon (`units riders`) or lead another one")
    );
}

#[test]
fn zones_lie_side_by_side() {
    let zones =
        |second: &str| written(&format!("map m {{ zone a {{ outline 0 0, 4 0, 4 4, 0 4 }}; zone b {{ {second} }}; border a -- b }}"));
    for clean in ["outline 4 0, 8 0, 8 4, 4 4", "outline 4 4, 8 4, 8 8, 4 8", "outline 4 -2, 8 2, 4 6", "outline 1 4, 3 4, 3 9, 1 9"] {
        assert_eq!(said(&zones(clean)), NOTHING, "{clean}");
    }
    for over in [
        "outline 2 0, 6 0, 6 4, 2 4",
        "outline 1 1, 2 1, 2 2, 1 2",
        "outline 0 0, 4 0, 4 4, 0 4",
        "outline -9 -9, 9 -9, 9 9, -9 9",
        "outline 3 -2, 8 2, 3 6",
    ] {
        let found = zones(over);
        assert_eq!(found.only(Code::ZonesOverlap).message, "`b` and `a` overlap", "{over}");
    }
    let centres = written("map m { zone a { centre 2 2 }; zone b { centre 2 2 }; border a -- b }");
    assert_eq!(said(&centres), ["zones-overlap: `b` and `a` have the same centre"]);
}
