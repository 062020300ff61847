//! Tests of each stunt of units and leaders, one statement per stunt.

use crate::platoon_lines::field::{Field, fight, fight_with, own, own_led_by, unit};
use slip_dice::fate::track::TrackHit;
use slip_dice::fate::{Aspect, FreeTag, Holder, Track};
use slip_play::choice::Verb;
use slip_play::effects::Act;
use slip_play::event::Event;
use slip_play::ids::{ActorId, Id};
use slip_play::names::Names;
use slip_play::platoon::roll_kinds::UnitRoll;
use slip_play::platoon::state::{MORALE, UnitStatus};

/// Returns the skills a unit may use for a roll, by name, with their ranks.
fn ways(field: &Field, unit: ActorId, act: Act, skill: &str) -> Vec<(String, i32)> {
    let roll = UnitRoll::of(act, field.skill(skill));
    field.fight.ways(unit, roll, None).map(|way| (field.fight.roster.skills[way.skill].name.to_string(), way.rank)).collect()
}

/// Returns the skills a unit may defend with, by name, with their ranks.
fn defences(field: &Field, unit: ActorId, against: Act, with: &str, foe: ActorId) -> Vec<(String, i32)> {
    let ways = field.fight.defence_ways(unit, against, field.skill(with), foe);
    ways.map(|way| (field.fight.roster.skills[way.skill].name.to_string(), way.rank)).collect()
}

fn named(ways: &[(&str, i32)]) -> Vec<(String, i32)> {
    ways.iter().map(|&(name, rank)| (name.to_owned(), rank)).collect()
}

#[test]
fn cavalry_and_light_move_a_zone_farther_each_time() {
    let units = unit("riders", "infantry", &["cavalry x2"]) + &unit("buggy", "armour", &["light"]) + &unit("heavy", "armour", &[]);
    let field = own(&units, "units riders, buggy, heavy");
    let zones = |name: &str| field.fight.max_move(field.id(name));
    assert_eq!([zones("rifles"), zones("riders"), zones("heavy"), zones("buggy")], [2, 4, 4, 5]);
}

#[test]
fn cavalry_guns_go_a_zone_beyond_their_shifts_on_their_card() {
    let units = unit("gun", "artillery", &[]) + &unit("mule_gun", "artillery", &["cavalry"]);
    let platoon = "platoon battery \"Battery\" { leader gun with not_a_genius \"Boss\"; units mule_gun }\n";
    let field = fight(&(units + platoon), "platoon battery", "platoon plain at c");
    assert_eq!(field.fight.max_move(field.id("gun")), 0);
    assert_eq!(field.fight.max_move(field.id("mule_gun")), 1);
}

#[test]
fn special_forces_are_not_spotted_by_contact() {
    let field = own(&unit("ghosts", "infantry", &["special_forces"]), "units ghosts");
    assert_eq!(field.fight.contact_spotted(field.id("ghosts")), 0);
    assert_eq!(field.fight.contact_spotted(field.id("rifles")), 3);
}

#[test]
fn wireless_adds_to_the_range_of_command_on_the_unit_and_on_the_leader_each_time() {
    let units = unit("callers", "infantry", &["wireless x2"]) + &unit("radio", "infantry", &["wireless"]);
    let field = own_led_by("radio with not_a_genius \"Boss\"", &units, "units callers, rifles");
    let platoon = field.fight.platoon(field.id("radio")).unwrap();
    let reach = |name: &str| field.fight.command_reach(platoon, field.id(name));
    assert_eq!([reach("rifles"), reach("callers")], [1, 3]);
}

#[test]
fn a_battlefield_genius_commands_from_a_zone_farther() {
    let field = own_led_by("rifles with battlefield_genius \"Boss\"", "", "units rifles");
    let (leader, other) = (field.nth(0, 0), field.nth(0, 1));
    let platoon = field.fight.platoon(leader).unwrap();
    assert_eq!(field.fight.command_reach(platoon, other), 1);
}

#[test]
fn nobody_commands_for_a_leader_who_is_gone() {
    let mut field = own_led_by("rifles with battlefield_genius \"Boss\"", "", "units rifles");
    let (leader, other) = (field.nth(0, 0), field.nth(0, 1));
    let platoon = field.fight.platoon(leader).unwrap();
    field.set(leader, |unit| unit.status = UnitStatus::Eliminated { by: None, fate: None });
    assert_eq!(field.fight.command_reach(platoon, other), 0);
}

#[test]
fn an_engineer_may_use_up_an_enemys_free_tag_instead_of_placing_or_maneuver_twice_at_home() {
    let mut field = own(&unit("sappers", "infantry", &["engineer"]), "units sappers");
    let (sappers, home, away) = (field.id("sappers"), field.zone("a"), field.zone("b"));
    field.lies(sappers, Verb::Maneuver, Id::Zone(home), "camouflage", &[(sappers, 1)]);
    let (line, instead) = field.fight.strips(sappers, home).expect("it succeeded");
    assert!(instead);
    assert!(field.fight.maneuvers_again(sappers, home).is_some(), "in its own zone");
    assert!(field.fight.maneuvers_again(sappers, away).is_none(), "and only there");
    let placed_by = |who: ActorId| Aspect {
        placer: Some(who.0),
        free: Some(FreeTag { sides: u32::MAX, from: 0 }),
        ..Aspect::printed("Wire", Holder::Zone(home.0))
    };
    assert!(field.fight.is_strippable(line, sappers, &placed_by(field.nth(1, 0))));
    assert!(!field.fight.is_strippable(line, sappers, &placed_by(field.nth(0, 0))), "not one of its own side");
    field.lies(sappers, Verb::Maneuver, Id::Zone(home), "camouflage", &[(sappers, -1)]);
    assert!(field.fight.strips(sappers, home).is_none(), "a failure removes nothing");
    let rifles = field.nth(0, 0);
    field.lies(rifles, Verb::Maneuver, Id::Zone(home), "camouflage", &[(rifles, 4)]);
    assert!(field.fight.strips(rifles, home).is_none() && field.fight.maneuvers_again(rifles, home).is_none(), "others neither");
}

#[test]
fn guerrillas_never_give_spin_by_their_attacks() {
    let field = own(&unit("quiet", "infantry", &["guerrilla_tactics"]), "units quiet");
    let roll = UnitRoll::attack(field.skill("direct_fire"));
    let jam = UnitRoll::of(Act::Jam, field.skill("signals"));
    let enemy = field.nth(1, 0);
    let mut told = Vec::new();
    assert_eq!(field.fight.spin_given(field.id("quiet"), roll, enemy, 2, &mut told), 0);
    assert!(matches!(told.as_slice(), [Event::Effect { amount: -2, .. }]), "and it is told why: {told:?}");
    assert_eq!(field.fight.spin_given(field.id("quiet"), jam, enemy, 1, &mut told), 1, "jamming is no attack");
    assert_eq!(field.fight.spin_given(field.nth(0, 0), roll, enemy, 2, &mut told), 2);
}

#[test]
fn the_highly_trained_hold_a_box_longer() {
    let field = own(&unit("guard", "infantry", &["highly_trained"]), "units guard");
    assert_eq!(field.fight.state.units[field.id("guard")].morale.length(), 3);
    assert_eq!(field.fight.state.units[field.nth(0, 0)].morale.length(), 4, "a leader two");
}

#[test]
fn a_carrier_takes_one_unit_of_infantry_and_nothing_else() {
    let units = unit("taxi", "armour", &["infantry_carrier"]) + &unit("tank", "armour", &[]);
    let mut field = own(&units, "units taxi, tank, rifles x2");
    let (taxi, tank) = (field.id("taxi"), field.id("tank"));
    let (one, other) = (field.nth(0, 3), field.nth(0, 4));
    assert!(field.fight.has_room_for(taxi, one));
    assert_eq!(field.fight.room_for(taxi, tank), 0);
    assert!(!field.fight.has_room_for(tank, one), "who is no carrier carries nobody");
    field.set(one, |unit| unit.carrier = Some(taxi));
    assert!(!field.fight.has_room_for(taxi, other), "it is full");
}

#[test]
fn an_interceptor_on_the_last_box_meets_enemy_aircraft_that_come() {
    let units = unit("fighter", "aircraft", &["interceptor"]) + &unit("bomber", "aircraft", &[]);
    let red = "platoon own \"Own\" { leader rifles with not_a_genius \"Boss\"; aircraft fighter, bomber }\n";
    let blue = "platoon other \"Other\" { leader rifles with not_a_genius \"Boss\"; aircraft bomber }\n";
    let mut field = fight(&format!("{units}{red}{blue}"), "platoon own at a", "platoon other at c");
    let (fighter, own_bomber, bomber) = (field.nth(0, 1), field.nth(0, 2), field.nth(1, 1));
    assert!(field.fight.intercepts(fighter, bomber).is_some());
    assert!(field.fight.intercepts(fighter, own_bomber).is_none(), "not its own");
    assert!(field.fight.intercepts(fighter, field.nth(1, 0)).is_none(), "nobody on foot");
    assert!(field.fight.intercepts(own_bomber, bomber).is_none(), "a bomber has not learned it");
    field.put(fighter, "box_5");
    assert!(field.fight.intercepts(fighter, bomber).is_none(), "it must be ready to launch");
}

#[test]
fn long_range_ignores_a_zone_of_range_each_time() {
    let field = own(&unit("snipers", "infantry", &["long_range x2"]), "units snipers");
    assert_eq!(field.fight.free_range(field.id("snipers")), 2);
    assert_eq!(field.fight.free_range(field.nth(0, 0)), 0);
}

#[test]
fn a_tactical_genius_gives_his_whole_platoon_a_zone_as_long_as_he_commands_it() {
    let mut field =
        own_led_by("rifles with tactical_genius \"Boss\"", &unit("snipers", "infantry", &["long_range"]), "units snipers, rifles");
    let (leader, snipers, other) = (field.nth(0, 0), field.nth(0, 1), field.nth(0, 2));
    let ranges = |field: &Field| [leader, snipers, other, field.nth(1, 0)].map(|unit| field.fight.free_range(unit));
    assert_eq!(ranges(&field), [1, 2, 1, 0]);
    field.set(snipers, |unit| unit.member = false);
    assert_eq!(ranges(&field), [1, 1, 1, 0], "an orphan has its own skill and nothing of his (R-YE2)");
    field.set(leader, |unit| unit.status = UnitStatus::Eliminated { by: None, fate: None });
    assert_eq!(field.fight.free_range(other), 0, "and with him it is gone");
}

#[test]
fn only_orbital_guns_can_fire_at_an_orbital_gun() {
    let units = unit("sky_gun", "artillery", &["orbital"]) + &unit("gun", "artillery", &[]);
    let red = "platoon own \"Own\" { leader sky_gun with not_a_genius \"Boss\" }\n";
    let blue = "platoon other \"Other\" { leader sky_gun with not_a_genius \"Boss\"; units gun }\n";
    let field = fight(&format!("{units}{red}{blue}"), "platoon own", "platoon other");
    let (target, like, gun) = (field.nth(0, 0), field.nth(1, 0), field.nth(1, 1));
    let fire = field.skill("indirect_fire");
    assert!(field.fight.may_attack(like, fire, target));
    assert!(!field.fight.may_attack(gun, fire, target));
    assert!(!field.fight.may_attack(gun, fire, like), "not even one of its own side");
    assert!(field.fight.may_do_to(gun, UnitRoll::of(Act::Jam, fire), target), "jamming is no attack");
}

#[test]
fn prepared_positions_are_two_zones_whose_tag_is_free_to_each_allied_gun() {
    let units = unit("gun", "artillery", &["prepared_positions"]) + &unit("other_gun", "artillery", &[]);
    let red = "platoon own \"Own\" { leader gun with not_a_genius \"Boss\"; units other_gun, rifles }\n";
    let field = fight(&format!("{units}{red}"), "platoon own at a", "platoon plain at c");
    let (gun, other, rifles) = (field.id("gun"), field.id("other_gun"), field.nth(0, 2));
    let known = field.fight.knows_by_heart(gun).expect("two zones");
    assert_eq!((known.aspect, known.zones), ("Locked in", 2));
    assert!(field.fight.knows_by_heart(other).is_none());
    let there = Aspect {
        placer: Some(gun.0),
        free: Some(FreeTag { sides: known.sides, from: 0 }),
        ..Aspect::printed(known.aspect, Holder::Zone(0))
    };
    assert!(field.fight.is_free_for(&there, gun) && field.fight.is_free_for(&there, other));
    assert!(!field.fight.is_free_for(&there, rifles), "not to infantry of its side");
    assert!(!field.fight.is_free_for(&there, field.nth(1, 0)), "nor to the enemy");
}

#[test]
fn mines_stay_where_they_were_laid() {
    let field = own(&unit("sower", "aircraft", &["scatterable_mines"]), "aircraft sower");
    assert!(field.fight.interdiction_lasts(field.id("sower")));
    assert!(!field.fight.interdiction_lasts(field.nth(0, 0)));
}

#[test]
fn scouts_go_on_past_the_enemy() {
    let field = own(&unit("scouts", "infantry", &["scout"]), "units scouts");
    assert!(field.fight.may_pass(field.id("scouts")));
    assert!(!field.fight.may_pass(field.nth(0, 0)));
}

#[test]
fn zone_effects_strike_a_whole_zone_seen_or_not_by_choice() {
    let field = own(&(unit("tank", "armour", &["zone_effects"]) + &unit("plain_tank", "armour", &[])), "units tank, plain_tank");
    let (tank, plain, fire, zone) = (field.id("tank"), field.id("plain_tank"), field.skill("direct_fire"), Some(field.zone("c")));
    let area = field.fight.area(tank, UnitRoll::attack(fire)).expect("a whole zone");
    assert!(!area.always, "it may as well aim at one");
    assert!(field.fight.strikes(tank, UnitRoll::attack(fire), &area, plain), "friends too");
    assert!(field.fight.area(plain, UnitRoll::attack(fire)).is_none());
    assert!(field.fight.may_attack_unspotted(tank, fire, zone, true));
    assert!(!field.fight.may_attack_unspotted(tank, fire, zone, false), "what it aims at it must see");
    assert!(field.fight.area(tank, UnitRoll::of(Act::Jam, fire)).is_none(), "jamming is no attack");
}

#[test]
fn vtol_stays_over_the_map_and_drifts_a_zone_a_turn() {
    let field = own(&(unit("balloon", "aircraft", &["vtol"]) + &unit("bomber", "aircraft", &[])), "aircraft balloon, bomber");
    let (balloon, bomber) = (field.id("balloon"), field.id("bomber"));
    assert!(field.fight.may_stay(balloon) && !field.fight.may_stay(bomber));
    assert_eq!([balloon, bomber, field.nth(0, 0)].map(|unit| field.fight.free_move_zones(unit)), [1, 0, 1]);
}

#[test]
fn the_agile_may_defend_against_fire_by_movement() {
    let field = own(&unit("buggy", "armour", &["agile"]), "units buggy");
    let (buggy, enemy) = (field.id("buggy"), field.nth(1, 0));
    assert_eq!(defences(&field, buggy, Act::Attack, "direct_fire", enemy), named(&[("armour", 4), ("movement", 2)]));
    assert_eq!(defences(&field, buggy, Act::Spot, "observation", enemy), named(&[("camouflage", 1)]), "and against nothing else");
    assert_eq!(defences(&field, buggy, Act::Jam, "signals", enemy), named(&[("signals", 0)]), "untrained, it counts 0 (R-L1)");
}

#[test]
fn stealth_may_defend_against_fire_by_camouflage() {
    let field = own(&unit("shade", "armour", &["stealth_technology"]), "units shade");
    let enemy = field.nth(1, 0);
    assert_eq!(defences(&field, field.id("shade"), Act::Attack, "direct_fire", enemy), named(&[("armour", 4), ("camouflage", 1)]));
}

#[test]
fn who_shoots_and_scoots_hides_by_movement() {
    let units = unit("gun", "artillery", &["shoot_and_scoot"]);
    let red = "platoon own \"Own\" { leader gun with not_a_genius \"Boss\" }\n";
    let field = fight(&format!("{units}{red}"), "platoon own", "platoon plain at c");
    let (gun, enemy) = (field.id("gun"), field.nth(1, 0));
    assert_eq!(ways(&field, gun, Act::Cover, "camouflage"), named(&[("camouflage", 2), ("movement", 1)]));
    assert_eq!(defences(&field, gun, Act::Spot, "observation", enemy), named(&[("camouflage", 2), ("movement", 1)]));
    assert_eq!(defences(&field, gun, Act::Attack, "indirect_fire", enemy)[0], ("armour".to_owned(), 0));
}

/// Rules: R-L49, R-YB10.
#[test]
fn graphite_jams_by_indirect_fire_and_with_zone_effects_a_whole_zone() {
    let units = unit("chaff", "aircraft", &["graphite_payload"]) + &unit("cloud", "aircraft", &["graphite_payload", "zone_effects"]);
    let field = own(&units, "aircraft chaff, cloud");
    let (chaff, cloud) = (field.id("chaff"), field.id("cloud"));
    let jam = UnitRoll::of(Act::Jam, field.skill("signals"));
    let way = field.fight.ways(chaff, jam, None).collect::<Vec<_>>();
    assert_eq!(way.len(), 1, "signals it has not learned");
    assert_eq!((way[0].skill, way[0].rank, way[0].within), (field.skill("indirect_fire"), 3, Some(field.skill("indirect_fire"))));
    let with_fire = jam.with(field.skill("indirect_fire"));
    assert!(field.fight.area(chaff, with_fire).is_none());
    assert!(field.fight.area(cloud, with_fire).is_some());
    assert_eq!(ways(&field, field.nth(0, 0), Act::Jam, "signals"), named(&[("signals", 1)]));
}

/// Rules: R-L49.
#[test]
fn ryb10_a_whole_zone_is_jammed_by_shells_and_not_by_signals_of_ones_own() {
    let sparks = "unit sparks \"Sparks\" : aircraft { tech T1; skills { 4 indirect_fire; 3 signals; 2 observation; 1 movement }; \
                  stunts graphite_payload, zone_effects; aspects \"Crackles\" }\n";
    let field = own(sparks, "aircraft sparks");
    let (sparks, enemy) = (field.id("sparks"), field.nth(1, 0));
    let zone = field.fight.place_of(enemy).unwrap();
    let by = |it: Id| field.fight.jams(sparks, it).iter().map(|shot| field.fight.skill(shot.way.skill).to_owned()).collect::<Vec<_>>();
    assert_eq!(by(Id::Actor(enemy)), ["signals", "indirect_fire"], "one of them in either way");
    assert_eq!(by(Id::Zone(zone)), ["indirect_fire"], "all of them with graphite only");
}

/// Rules: R-L49.
#[test]
fn ryb10_a_box_of_the_track_is_no_zone_to_jam() {
    let units = unit("cloud", "aircraft", &["graphite_payload", "zone_effects"]) + &unit("kite", "aircraft", &["vtol"]);
    let red = "platoon own \"Own\" { leader rifles with not_a_genius \"Boss\"; aircraft cloud }\n";
    let blue = "platoon theirs \"Theirs\" { leader rifles with not_a_genius \"Boss\"; aircraft kite }\n";
    let field = fight(&format!("{units}{red}{blue}"), "platoon own at a", "platoon theirs at c");
    let (cloud, kite) = (field.id("cloud"), field.id("kite"));
    let on_track = field.fight.place_of(kite).unwrap();
    assert_eq!(field.fight.place_of(cloud), Some(on_track), "in the same box");
    assert!(field.fight.jams(cloud, Id::Zone(on_track)).is_empty());
    assert!(!field.fight.jams(cloud, Id::Actor(kite)).is_empty(), "one of them may be jammed wherever it is");
}

#[test]
fn technology_enhancement_raises_a_skill() {
    let field = own(&unit("sharp", "infantry", &["technology_enhancement(direct_fire) x2"]), "units sharp");
    assert_eq!(ways(&field, field.id("sharp"), Act::Attack, "direct_fire"), named(&[("direct_fire", 4)]));
}

#[test]
fn a_logistics_genius_keeps_his_platoon_in_ammunition() {
    let own = own_led_by("rifles with logistics_genius \"Boss\"", "", "units rifles");
    assert_eq!(own.aspects(own.nth(0, 1)), ["Here first"]);
    assert_eq!(own.aspects(own.nth(1, 1)), ["Here first", "Out of ammo"]);
    assert!(own.fight.never_has(own.nth(0, 1), "Out of ammo") && !own.fight.never_has(own.nth(1, 1), "Out of ammo"));
}

#[test]
fn sinks_do_nothing() {
    let field = own(&(unit("levy", "infantry", &["irregulars"]) + &unit("drags", "infantry", &["slow"])), "units levy, drags");
    for name in ["levy", "drags"] {
        let unit = field.id(name);
        assert_eq!((field.fight.max_move(unit), field.fight.free_range(unit), field.fight.contact_spotted(unit)), (2, 0, 3));
    }
}

/// Rules: R-L35.
#[test]
fn hits_on_the_defensively_invested_roll_down_and_up_where_there_is_no_box_below() {
    let units = unit("dug_in", "infantry", &["defensive_investment", "highly_trained"]);
    let text = format!("{units}platoon own \"Own\" {{ leader rifles with not_a_genius \"Boss\"; units dug_in }}\n");
    let mut field = fight_with(&text, &["platoon_draft"], "platoon own at a", "platoon plain at c");
    let (dug_in, plain) = (field.id("dug_in"), field.nth(0, 0));
    let marked = |boxes: &[u8]| Track::with_marked(3, boxes);
    field.set(dug_in, |unit| unit.morale = marked(&[2]));
    field.set(plain, |unit| unit.morale = marked(&[2]));
    assert_eq!(field.fight.landing_on(dug_in, MORALE, 2), TrackHit::Box(1));
    assert_eq!(field.fight.landing_on(plain, MORALE, 2), TrackHit::Box(3), "others roll up");
    field.set(dug_in, |unit| unit.morale = marked(&[1, 2]));
    assert_eq!(field.fight.landing_on(dug_in, MORALE, 2), TrackHit::Box(3), "no lower box is open (R-L35)");
    assert_eq!(field.fight.landing_on(dug_in, MORALE, 4), TrackHit::Past);
}
