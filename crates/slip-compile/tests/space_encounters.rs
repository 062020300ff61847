//! Tests of space encounters as they are written: ships, bands, sides; and refusals of encounters that cannot be played.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    dead_code,
    reason = "tests fail by panicking, and share a module of which each uses a part"
)]

use slip_test_support::compiled_text;

use compiled_text::{Written, written, written_in};
use slip_pack::encounter::{
    Duty, Encounter, HoldsFire, ManeuverOn, ManeuverOpposition, ManeuverPhase, ShipSetup, StationStaffing, StationWorker, VictorySubject,
    VictoryTerm,
};
use slip_pack::formula::Formula;
use slip_source::diagnostic::{Code, Severity};

const CAST: &str = r#"
ship mule "Mule" : spacecraft {
  tech T1
  v_shift 1; beam 1; trade 1
  tracks { frame 5; data 5 }
  stunts civilian, firewall
  aspects "Slow and honest", "Patched twice", "Knows the customs", "Leaks a little", "Late again"
}
ship wisp "Wisp" : spacecraft {
  tech T1
  v_shift 1; beam 1
  tracks { frame 5; data 5 }
  stunts civilian, skeleton_crew, firewall
  aspects "Thin as a rumour", "Three bunks", "Nothing to lose", "Scarred hull", "Fast"
}
ship hound "Hound" : spacecraft {
  tech T2
  v_shift 3; beam 3; torpedo 2; ew 2
  tracks { frame 5; data 5 }
  stunts slipstream_t2
  aspects "Runs on spite", "Two names on the hull", "Teeth", "Never alone", "Out of favour"
}
npc mate "Mate" { cap 2; skills { 2 navigation; 1 pilot, engineering }; aspects "Bored", "Big hands" }
npc gunner "Gunner" { cap 2; skills { 2 gunnery; 1 agility, resolve }; aspects "Counts under her breath", "Never late" }
npc signals "Signals" {
  cap 3
  skills { 3 communications; 2 computer, pilot; 1 alertness, agility, resolve }
  stunts military_grade(pilot), military_grade(communications)
  aspects "Listens", "Remembers", "Waits"
}
crew old_hands "Old hands" : wargame_crew { tech T2; pilot 4; beams 3; stunts military_grade(pilot), military_grade(communications) }
"#;

fn fight(body: &str) -> Written {
    written(&format!("{CAST}encounter chase \"Chase\" : space {{\n{body}\n}}\n"))
}

/// Returns a fight of the given first side against a mule.
fn against_a_mule(side: &str) -> Written {
    fight(&format!("side runner {{ {side} }}\nside patrol {{ ship mule }}\n"))
}

fn encounter(written: Written) -> Encounter {
    written.clean().encounters.into_values().last().unwrap()
}

fn first_ship(encounter: &Encounter) -> &ShipSetup {
    encounter.sides[0].actors[0].ship.as_ref().unwrap()
}

/// Returns the post of a station by its name.
fn post<'e>(encounter: &'e Encounter, ship: &'e ShipSetup, station: &str) -> &'e StationStaffing {
    let at = encounter.stations.iter().position(|other| other.name == station).unwrap();
    &ship.posts[at]
}

fn codes(found: &Written) -> Vec<Code> {
    found.said.iter().filter(|(.., said)| said.severity > Severity::Note).map(|(.., said)| said.code).collect()
}

#[test]
fn seven_stations_with_their_skills_and_duties_are_declared_by_the_standard_library() {
    let chase = encounter(against_a_mule("ship mule"));
    let stations: Vec<(&str, &str)> = chase.stations.iter().map(|station| (station.name.as_str(), station.skill.as_str())).collect();
    let wanted = [
        ("navigation", "navigation"),
        ("pilot", "pilot"),
        ("comm", "communications"),
        ("beams", "gunnery"),
        ("torpedoes", "gunnery"),
        ("engineering", "engineering"),
        ("computer", "computer"),
    ];
    assert_eq!(stations, wanted);
    let duties: Vec<String> = chase.stations.iter().flat_map(|station| &station.duties).map(Duty::to_string).collect();
    assert_eq!(duties, ["detection", "position", "ew", "beam", "torpedo", "repair frame", "repair data"]);
}

#[test]
fn a_full_crew_stands_everywhere_at_two_but_nobody_signals_where_there_is_nothing_to_signal_with() {
    let chase = encounter(against_a_mule("ship mule"));
    let mule = first_ship(&chase);
    for station in ["navigation", "pilot", "beams", "engineering", "computer"] {
        assert_eq!(
            post(&chase, mule, station),
            &StationStaffing { by: StationWorker::Crew, rank: Some(2), trained: true, military: false },
            "{station}"
        );
    }
    assert_eq!(post(&chase, mule, "comm").by, StationWorker::Nobody, "its electronic warfare is 0");
    let chase = encounter(against_a_mule("ship hound"));
    assert_eq!(post(&chase, first_ship(&chase), "comm").rank, Some(2));
}

/// R-S5: the nameless pilot of a ship that is not civilian is military-grade; a nameless comm officer is not unless written.
#[test]
fn r_s5_nameless_crews_have_the_training_to_fly_their_ship() {
    let chase = encounter(against_a_mule("ship hound"));
    let hound = first_ship(&chase);
    assert!(post(&chase, hound, "pilot").military);
    assert!(!post(&chase, hound, "comm").military);
    let chase = encounter(against_a_mule("ship hound { military communications }"));
    assert!(post(&chase, first_ship(&chase), "comm").military);
    assert!(!post(&chase, chase.sides[1].actors[0].ship.as_ref().unwrap(), "pilot").military, "a mule is civilian and asks for none");
}

#[test]
fn a_named_person_takes_a_station_with_the_own_level_even_a_lower_one() {
    let chase = encounter(against_a_mule("ship hound { pilot signals; computer signals; torpedoes gunner }"));
    let hound = first_ship(&chase);
    let names: Vec<&str> = hound.people.iter().map(|person| person.name.as_str()).collect();
    assert_eq!(names, ["signals", "gunner"], "in the order of the stations");
    assert_eq!(
        post(&chase, hound, "pilot"),
        &StationStaffing { by: StationWorker::Person(0), rank: Some(2), trained: true, military: true }
    );
    assert_eq!(post(&chase, hound, "computer").by, StationWorker::Person(0));
    assert_eq!(post(&chase, hound, "beams").by, StationWorker::Crew);
    let chase = encounter(against_a_mule("ship mule { engineering mate; computer mate }"));
    let mule = first_ship(&chase);
    assert_eq!(post(&chase, mule, "engineering").rank, Some(1));
    assert_eq!(
        post(&chase, mule, "computer"),
        &StationStaffing { by: StationWorker::Person(0), rank: Some(-1), trained: false, military: false }
    );
}

/// R-S4: a pilot without the required training is reported before the fight, because the ship would fail to act in every Position phase.
#[test]
fn r_s4_a_pilot_without_the_training_is_warned_of() {
    let found = against_a_mule("ship hound { pilot mate }");
    assert_eq!(codes(&found), [Code::UntrainedPost]);
    assert_eq!(codes(&against_a_mule("ship mule { pilot mate }")), []);
    assert_eq!(codes(&against_a_mule("ship hound { crew old_hands }")), []);
    // Without the skill there is a warning on any ship, and only one.
    assert_eq!(codes(&against_a_mule("ship mule { pilot gunner }")), [Code::UntrainedPost]);
    assert_eq!(codes(&against_a_mule("ship hound { pilot gunner }")), [Code::UntrainedPost]);
    let green = "crew green \"Green\" : wargame_crew { tech T2; beams 4; torpedoes 5 }\n";
    let scene = "encounter chase : space { side a { ship hound { crew green } }; side b { ship mule } }";
    assert_eq!(codes(&written(&format!("{CAST}{green}{scene}"))), [Code::UntrainedPost]);
}

#[test]
fn a_skeleton_crew_is_two_to_four_trained_people_pilot_and_navigator_among_them() {
    assert_eq!(codes(&against_a_mule("ship wisp { navigation mate; pilot mate; beams gunner }")), []);
    for wrong in [
        "ship wisp",
        "ship wisp { navigation mate; pilot mate }",
        "ship wisp { navigation gunner; pilot mate }",
        "ship wisp { pilot mate; beams gunner }",
        "ship wisp { navigation mate; pilot mate; beams gunner; torpedoes gunner; comm gunner }",
    ] {
        assert!(codes(&against_a_mule(wrong)).contains(&Code::UnfitCrew), "{wrong}");
    }
    let chase = encounter(against_a_mule("ship wisp { navigation mate; pilot mate; beams gunner }"));
    let wisp = first_ship(&chase);
    assert_eq!(post(&chase, wisp, "computer"), &StationStaffing { by: StationWorker::Nobody, rank: None, trained: false, military: false });
}

#[test]
fn a_wargame_crew_brings_its_ranks_and_what_it_bought_and_fits_its_ship() {
    let chase = encounter(against_a_mule("ship hound { crew old_hands }"));
    let hound = first_ship(&chase);
    assert_eq!(post(&chase, hound, "pilot"), &StationStaffing { by: StationWorker::Crew, rank: Some(4), trained: true, military: true });
    assert_eq!(post(&chase, hound, "beams").rank, Some(3));
    assert_eq!(post(&chase, hound, "torpedoes").rank, Some(2));
    assert!(post(&chase, hound, "comm").military);
    let found = against_a_mule("ship mule { crew old_hands }");
    assert_eq!(codes(&found), [Code::WrongCrew, Code::WrongCrew], "of another technology, and not for a civilian ship");
    assert!(codes(&against_a_mule("ship wisp { crew old_hands; navigation mate; pilot mate; beams gunner }")).contains(&Code::WrongCrew));
}

#[test]
fn a_crew_that_is_dearer_than_its_ship_allows_makes_the_encounter_unplayable() {
    let dear = "crew dear \"Dear\" : wargame_crew { tech T2; pilot 5; beams 5 }\n";
    let found =
        written(&format!("{CAST}{dear}encounter chase : space {{ side a {{ ship hound {{ crew dear }} }}; side b {{ ship mule }} }}"));
    assert!(codes(&found).contains(&Code::OverBudget));
    assert!(!found.pack.encounters.values().next().unwrap().valid);
}

const WING: &str = r#"
ruleset decks "Flight decks" { fighters yes }
ship sparrow "Sparrow" : fighter { tech T2; v_shift 2; beam 2; torpedo 2; aspects "Not one of them falls" }
ship mother "Mother" : spacecraft {
  tech T2
  v_shift 2; beam 2; ew 2; trade 2
  tracks { frame 5; data 6 }
  stunts carries_fighters, firewall, point_defense
  fighters sparrow x2
  aspects "Counts them out", "Counts them in", "A chaplain who can shoot", "Runs on coffee", "Neutral, and armed"
}
"#;

fn with_decks(side: &str) -> Written {
    let package = slip_source::Package { variants: vec!["decks".to_owned()], ..slip_source::Package::default() };
    written_in(package, &format!("{CAST}{WING}encounter chase : space {{ side wing {{ {side} }}; side prey {{ ship mule }} }}"))
}

/// R-S31: nameless pilots at 2 in everything, each alone at all posts.
#[test]
fn r_s31_fighters_come_with_their_carrier_and_one_pilot_each() {
    let chase = with_decks("ship mother x2 { fighter sparrow { pilot signals } }").pack.encounters.into_values().last().unwrap();
    let names: Vec<&str> =
        chase.sides[0].actors.iter().flat_map(|actor| &actor.ship.as_ref().unwrap().fighters).map(|craft| craft.name.as_str()).collect();
    assert_eq!(names, ["sparrow#1", "sparrow#2", "sparrow#3", "sparrow#4"]);
    let mother = first_ship(&chase);
    let at = |fighter: usize, station: &str| {
        let number = chase.stations.iter().position(|other| other.name == station).unwrap();
        mother.fighters[fighter].posts[number].clone()
    };
    assert_eq!(at(0, "pilot"), StationStaffing { by: StationWorker::Person(0), rank: Some(2), trained: true, military: true });
    assert_eq!(at(0, "beams"), StationStaffing { by: StationWorker::Person(0), rank: Some(-1), trained: false, military: false });
    assert_eq!(at(1, "pilot"), StationStaffing { by: StationWorker::Crew, rank: Some(2), trained: true, military: true });
    for none in ["navigation", "comm", "engineering", "computer"] {
        assert_eq!(at(1, none).by, StationWorker::Nobody, "{none}");
    }
    assert_eq!(codes(&with_decks("ship sparrow")), [Code::NoCarrier]);
    assert_eq!(codes(&with_decks("ship mother { fighter mule }")), [Code::NobodyCalled]);
    assert_eq!(codes(&with_decks("ship mother { fighter sparrow; fighter sparrow; fighter sparrow }")), [Code::NobodyCalled]);
    assert_eq!(codes(&with_decks("ship mother { fighter sparrow { pilot mate } }")), [Code::UntrainedPost]);
    assert_eq!(codes(&with_decks("ship mother { fighter sparrow { beams gunner } }")), [Code::UnknownKey]);
}

/// The pilot of a fighter also works its guns. A pilot without Gunnery works them at -1, which is a warning.
#[test]
fn a_fighter_pilot_without_gunnery_is_reported() {
    let warned = with_decks("ship mother { fighter sparrow { pilot signals } }");
    let found: Vec<&str> = warned.said.iter().map(|(.., found)| found.message.as_str()).collect();
    assert_eq!(found, ["`signals` has no `gunnery`, the skill of the station `beams`"]);
}

#[test]
fn bands_arrivals_points_and_aspects_stand_with_the_ship() {
    let chase = encounter(against_a_mule("ship hound at -3 { arrives by slip, overburn; fate 2; aspects \"Weakened hull\" }"));
    let hound = first_ship(&chase);
    assert_eq!((hound.band, hound.slipped, hound.overburnt, hound.fate), (Some(-3), true, true, Some(2)));
    assert_eq!(hound.aspects, ["Weakened hull"]);
    assert_eq!(codes(&against_a_mule("ship mule at 5")), [Code::UnknownZone]);
    assert_eq!(codes(&against_a_mule("ship mule { arrives by slip }")), [Code::WrongValue], "a mule has no drive for it");
    assert_eq!(codes(&against_a_mule("ship hound { arrives slip }")), [Code::WrongValue]);
    assert_eq!(codes(&against_a_mule("ship hound near 3")), [Code::WrongValue]);
}

#[test]
fn players_have_seats_in_the_order_of_the_text_and_a_side_without_any_is_one() {
    let chase = encounter(against_a_mule("player ana; ship mule; ship hound { player ben }; ship mule"));
    let side = &chase.sides[0];
    assert_eq!(side.players, ["ana", "ben"]);
    let of: Vec<usize> = side.actors.iter().map(|actor| actor.ship.as_ref().unwrap().player).collect();
    assert_eq!(of, [0, 1, 0]);
    assert_eq!(chase.sides[1].players, ["patrol"]);
}

#[test]
fn a_side_may_have_to_hold_its_fire() {
    let held = |words: &str| encounter(against_a_mule(&format!("{words}; ship mule"))).sides[0].holds_fire;
    assert_eq!(held("holds_fire until attacked"), Some(HoldsFire::UntilAttacked));
    assert_eq!(held("holds_fire"), Some(HoldsFire::Always));
    assert_eq!(codes(&against_a_mule("holds_fire until dawn; ship mule")), [Code::WrongValue]);
}

#[test]
fn one_character_is_one_person_and_others_are_numbered() {
    let cast = "character ana \"Ana\" {\n  skills { 5 pilot; 4 gunnery, resolve; 3 navigation, slug_throwers, agility; 2 engineering, computer, stamina, tactics; 1 eva, charm, brokerage, alertness, microg }\n  stunts military_grade(pilot), have_a_thing(mule), swap_skill(navigation, computer)\n  aspects \"A\", \"B\", \"C\", \"D\", \"E\", \"F\", \"G\", \"H\", \"I\", \"J\"\n  allow low-trade \"her debts are another story\"\n}\n";
    let with = |side: &str| written(&format!("{CAST}{cast}encounter chase : space {{ side a {{ {side} }}; side b {{ ship mule }} }}"));
    assert_eq!(codes(&with("ship mule { pilot ana; beams ana }; ship mule")), []);
    assert_eq!(codes(&with("ship mule { pilot ana }; ship hound { pilot ana }")), [Code::InTwoPlaces]);
    assert_eq!(codes(&with("ship mule x2 { pilot ana }")), [Code::InTwoPlaces]);
    let chase = encounter(with("ship mule x2 { beams gunner }"));
    let names: Vec<&str> = chase.sides[0].actors.iter().map(|actor| actor.ship.as_ref().unwrap().people[0].name.as_str()).collect();
    assert_eq!(names, ["gunner#1", "gunner#2"]);
}

#[test]
fn what_no_ship_has_is_refused_and_what_is_idle_is_warned_of() {
    assert_eq!(codes(&against_a_mule("ship mule { gunnery gunner }")), [Code::UnknownStation]);
    assert_eq!(codes(&against_a_mule("ship mule { torpedoes gunner }")), [Code::IdleStation]);
    assert_eq!(codes(&against_a_mule("ship mule { comm signals }")), [], "a good signaller defends even without a rating");
    assert_eq!(codes(&against_a_mule("ship mule { beams gunner; beams gunner }")), [Code::DuplicateEntry]);
    assert_eq!(codes(&against_a_mule("ship mule { beams mule }")), [Code::NotACombatant]);
    assert_eq!(codes(&against_a_mule("ship gunner")), [Code::NotACombatant]);
    assert_eq!(codes(&against_a_mule("actors gunner at dock; ship mule")), [Code::UnknownKey]);
    assert_eq!(codes(&against_a_mule("ship mule x60")), [Code::WrongValue]);
    assert_eq!(codes(&against_a_mule("ship mule x49")), [Code::TooLarge]);
    assert_eq!(codes(&fight("side a { ship mule }\nside b { doctrine hunter }")), [Code::SideWithoutActors]);
    assert_eq!(codes(&fight("side a { ship mule }")), [Code::MissingEntry]);
    assert_eq!(codes(&fight("map pier\nside a { ship mule }\nside b { ship mule }")), [Code::UnknownKey]);
    assert_eq!(codes(&against_a_mule("ship mule; doctrine stand_firm")).len(), 1);
}

fn victory(condition: &str) -> Written {
    fight(&format!("side runner {{ ship hound }}\nside patrol {{ ship mule x2 }}\nvictory runner when {condition}\nlimit 12 turns\n"))
}

#[test]
fn victories_ask_what_ships_do() {
    let atom = |condition: &str| match encounter(victory(condition)).victories.remove(0).condition {
        Formula::Value(atom) => atom,
        other => panic!("{other:?}"),
    };
    assert_eq!(atom("escaped(runner)"), VictoryTerm::Escaped(VictorySubject::Side(0)));
    assert_eq!(
        atom("left_map(any mule)"),
        VictoryTerm::LeftMap(VictorySubject::AtLeast(1, Box::new(VictorySubject::Actors(vec![(1, 0), (1, 1)]))))
    );
    assert_eq!(atom("driven_off(mule)"), VictoryTerm::DrivenOff(VictorySubject::Actors(vec![(1, 0), (1, 1)])));
    assert_eq!(atom("tethered(mule)"), VictoryTerm::Tethered { who: VictorySubject::Actors(vec![(1, 0), (1, 1)]), by: None });
    assert_eq!(
        atom("tethered(any mule, runner)"),
        VictoryTerm::Tethered { who: VictorySubject::AtLeast(1, Box::new(VictorySubject::Actors(vec![(1, 0), (1, 1)]))), by: Some(0) }
    );
    assert_eq!(atom("boarded(patrol)"), VictoryTerm::Boarded(VictorySubject::Side(1)));
    assert_eq!(atom("captured(patrol)"), VictoryTerm::Captured(VictorySubject::Side(1)));
    for fine in
        ["out(patrol) or turn > 8", "last_standing(runner)", "conceded(patrol)", "active(patrol) <= 1", "aspect(\"Tethered\", hound)"]
    {
        encounter(victory(fine));
    }
}

#[test]
fn a_victory_that_can_never_come_true_is_refused() {
    for never in ["turn > 12", "active(patrol) > 2", "out(3 mule)", "tethered(hound, runner)", "boarded(3 mule)"] {
        assert_eq!(codes(&victory(never)), [Code::ImpossibleVictory], "{never}");
    }
    for unknown in ["reach(hound, dock)", "hold(runner, dock, 2)", "done(work)"] {
        assert_eq!(codes(&victory(unknown)), [Code::UnknownPredicate], "{unknown}");
    }
    assert_eq!(codes(&victory("out(nobody_here)")), [Code::NobodyCalled]);
    let moored = "ship rock \"Rock\" : spacecraft { tech T0; beam 2; tracks { frame 5 }; aspects \"A\", \"B\", \"C\", \"D\", \"E\" }\n";
    let scene = "encounter siege : space { side a { ship rock }; side b { ship rock }; victory a when left_map(b) }";
    assert!(codes(&written(&format!("{moored}{scene}"))).contains(&Code::ImpossibleVictory));
}

#[test]
fn the_blockade_of_the_language_page_compiles_with_the_words_it_uses() {
    let text = "\
        side runner { ship hound { pilot signals; beams signals }; doctrine flee }\n\
        side patrol { ship mule; doctrine hunter }\n\
        victory runner when left_map(hound)\n\
        victory patrol when out(hound)\n\
        limit 12 turns\n";
    let chase = encounter(fight(text));
    assert!(chase.valid);
    assert_eq!(chase.map, None);
    assert_eq!(chase.limit, Some(12));
}

#[test]
fn stations_of_a_package_take_over_what_they_do() {
    let own = "station gun_deck \"Gun deck\" { skill gunnery; duties beam, torpedo; rated beams }\n";
    let scene = "encounter chase : space { side a { ship hound { gun_deck gunner } }; side b { ship mule } }";
    let chase = encounter(written(&format!("{CAST}{own}{scene}")));
    let names: Vec<&str> = chase.stations.iter().map(|station| station.name.as_str()).collect();
    assert_eq!(names, ["navigation", "pilot", "comm", "engineering", "computer", "gun_deck"]);
    for (wrong, code) in [
        ("station a { skill gunnery; duties shooting }", Code::WrongValue),
        ("station a { skill gunnery; duties repair engines }", Code::UnknownTrack),
        ("station a { skill gunery; duties beam }", Code::UnknownName),
        ("station a { duties beam }", Code::MissingEntry),
        ("station a { skill gunnery }", Code::MissingEntry),
        ("station a { skill gunnery; duties beam, beam }", Code::DuplicateEntry),
        ("station a { skill gunnery; duties beam }\nstation b { skill gunnery; duties beam }", Code::DuplicateEntry),
        ("station a { skill gunnery; duties beam; crew 3 }", Code::UnknownKey),
    ] {
        assert_eq!(codes(&written(wrong)), [code], "{wrong}");
    }
}

#[test]
fn the_readings_of_the_rules_page_are_settings_and_its_variants_rulesets() {
    let chase = encounter(against_a_mule("ship mule"));
    let word = |name: &str| chase.rules.word(name, "?");
    assert_eq!(
        (word("firewall"), word("burn_negotiation"), word("driven_off_counts"), word("victim_ew")),
        ("rolled", "no", "yes", "hostile")
    );
    let int = |name: &str| chase.rules.int(name, 99);
    assert_eq!((int("beam_far"), int("beam_far_penalty"), int("torpedo_near"), int("torpedo_near_penalty")), (3, 2, 1, 2));
    assert_eq!((int("outer_edge_cost"), int("leave_cost"), int("edge_cost")), (2, 3, 1));
    let rules = "rules flat_firewall, burn_negotiation, escape_by_own_drive, jamming_is_no_shot, boarding_parties";
    let chase = encounter(fight(&format!("side a {{ ship mule }}\nside b {{ ship mule }}\n{rules}")));
    let word = |name: &str| chase.rules.word(name, "?");
    assert_eq!(
        (word("firewall"), word("burn_negotiation"), word("driven_off_counts"), word("victim_ew")),
        ("flat", "yes", "no", "allowed")
    );
    assert_eq!(word("boarding"), "personal");
}

#[test]
fn a_boarding_is_fought_out_by_an_encounter_of_people() {
    let deck = "mook gang { threat 3 }\nmap deck { zone hold }\nencounter on_deck : personal { map deck; side boarders { actors gang at hold }; side crew { actors gang at hold } }\n";
    let with =
        |body: &str| written(&format!("{CAST}{deck}encounter chase : space {{ side a {{ ship mule }}; side b {{ ship mule }}; {body} }}"));
    let found = with("boarding on_deck").clean();
    let chase = found.encounters.values().find(|encounter| encounter.name == "chase").unwrap();
    assert_eq!(chase.boarding.as_deref(), found.encounters.iter().find(|(_, other)| other.name == "on_deck").map(|(key, _)| key.as_str()));
    assert_eq!(codes(&with("boarding chase")), [Code::WrongValue]);
    assert_eq!(codes(&with("boarding on_dek")), [Code::UnknownName]);
}

const GHOSTS: &str = "station comm; difficulty 3; on enemy; aspect \"Ghosts on every screen\"";

/// Tests maneuvers that the author of an encounter allows to the people aboard.
#[test]
fn a_maneuver_is_written_like_a_task_with_a_station_and_an_aspect() {
    let chase = encounter(fight(&format!(
        "side runner {{ ship mule }}; side patrol {{ ship hound }}; maneuver ghosts \"Ghost echoes\" {{ {GHOSTS}; sides patrol; phase ew, beams }}; maneuver purge {{ station computer; against comm; on enemy; aspect \"Blind\" }} "
    )));
    let [ghosts, purge] = chase.maneuvers.as_slice() else { panic!("{:?}", chase.maneuvers) };
    assert_eq!((ghosts.title.as_str(), ghosts.station, ghosts.against), ("Ghost echoes", 2, ManeuverOpposition::Difficulty(3)));
    assert_eq!((ghosts.sides.as_slice(), ghosts.phases.as_slice()), (&[1][..], &[ManeuverPhase::Ew, ManeuverPhase::Beams][..]));
    assert_eq!((purge.title.as_str(), purge.against, purge.on), ("Purge", ManeuverOpposition::Station(2), ManeuverOn::Enemy));
}

#[test]
fn a_maneuver_that_cannot_be_made_is_refused() {
    for (body, code) in [
        ("difficulty 3; on enemy; aspect \"X\"", Code::MissingEntry),
        ("station comm; on enemy; aspect \"X\"", Code::MissingEntry),
        ("station comm; difficulty 3; aspect \"X\"", Code::MissingEntry),
        ("station comm; difficulty 3; on enemy", Code::MissingEntry),
        ("station bridge; difficulty 3; on enemy; aspect \"X\"", Code::UnknownStation),
        ("station communications; difficulty 3; on enemy; aspect \"X\"", Code::UnknownStation),
        ("station comm; against gunnery; on enemy; aspect \"X\"", Code::UnknownStation),
        ("station comm; against computer; difficulty 3; on enemy; aspect \"X\"", Code::DuplicateEntry),
        ("station comm; against computer; on scene; aspect \"X\"", Code::WrongValue),
        ("station comm; difficulty 3; on everybody; aspect \"X\"", Code::WrongValue),
        ("station comm; difficulty 3; on enemy; aspect \"X\"; phase detection", Code::WrongValue),
        ("station comm; difficulty 3; on enemy; aspect \"X\"; sides pirates", Code::UnknownSide),
        ("station comm; difficulty 99; on enemy; aspect \"X\"", Code::WrongValue),
        ("station comm; skills gunnery; difficulty 3; on enemy; aspect \"X\"", Code::UnknownKey),
    ] {
        let found = fight(&format!("side runner {{ ship mule }}; side patrol {{ ship hound }}; maneuver ghosts {{ {body} }} "));
        assert_eq!(codes(&found), [code], "{body}");
    }
    let twice = fight(&format!(
        "side runner {{ ship mule }}; side patrol {{ ship hound }}; maneuver ghosts {{ {GHOSTS} }}; maneuver ghosts {{ {GHOSTS} }} "
    ));
    assert_eq!(codes(&twice), [Code::DuplicateName]);
}

/// Names are unique per kind: where a ship is expected the name is a ship, and at her stations it is a person.
#[test]
fn a_ship_and_who_flies_her_may_have_one_name() {
    let skipper = "npc mule \"Muleteer\" { cap 2; skills { 2 pilot; 1 navigation, engineering }; aspects \"Stubborn\", \"Sings\" }\n";
    let body = "side runner { ship mule { pilot mule } }\nside patrol { ship hound }\n";
    let chase = encounter(written(&format!("{CAST}{skipper}encounter chase \"Chase\" : space {{\n{body}\n}}\n")));
    let ship = &chase.sides[0].actors[0];
    assert_eq!((&*ship.item.kind, &*ship.name), ("ship", "mule"));
    let people: Vec<(&str, &str)> = ship_of(ship).people.iter().map(|person| (&*person.item.kind, &*person.name)).collect();
    assert_eq!(people, [("npc", "mule#2")], "numbered behind the ship of their name");
}

#[test]
fn what_a_hangar_holds_and_who_flies_it_may_have_one_name() {
    let wasps = "ruleset house \"House\" { fighters yes }
ship wasp \"Wasp\" : fighter { tech T3; v_shift 4; beam 2; stunts vector_randomizer; aspects \"Zip\" }
npc wasp \"Wasp Jones\" { cap 4; skills { 4 pilot; 3 gunnery, navigation; 2 engineering, computer, communications; 1 agility, alertness, charm, stamina }; aspects \"A1\", \"A2\", \"A3\", \"A4\"; stunts military_grade(pilot) }
ship hive \"Hive\" : spacecraft { tech T3; v_shift 2; beam 3; ew 1; trade 3; stunts carries_fighters, firewall; fighters wasp x2; aspects \"A\", \"B\", \"C\", \"D\", \"E\" }
encounter hives \"Hives\" : space {
  side red  { ship hive { fighter wasp { pilot wasp } } }
  side blue { ship hive }
}
";
    let package = slip_source::Package {
        name: "own".to_owned(),
        version: "0.1.0".to_owned(),
        edition: 1,
        variants: vec!["house".to_owned()],
        ..slip_source::Package::default()
    };
    let written = written_in(package, wasps);
    let errors: Vec<&str> =
        written.said.iter().filter(|(.., found)| found.severity == Severity::Error).map(|(.., found)| found.message.as_str()).collect();
    assert_eq!(errors, Vec::<&str>::new());
    let hive = ship_of(&written.pack.encounters["own.hives"].sides[0].actors[0]);
    assert_eq!(hive.fighters.iter().map(|craft| &*craft.item.kind).collect::<Vec<_>>(), ["ship", "ship"]);
    assert!(hive.fighters[0].posts.iter().any(|post| post.by == StationWorker::Person(0)));
}

fn ship_of(actor: &slip_pack::encounter::Actor) -> &ShipSetup {
    actor.ship.as_deref().unwrap()
}
