//! Rulings of this house about what units do (`docs/book/rulings/platoon.md`).

use crate::platoon::attack::UNITS;
use crate::platoon::range::{Range, guns};
use slip_play::choice::Verb;
use slip_play::event::{Counter, Phase};
use slip_play::ids::Id;
use slip_play::platoon::Threat;
use slip_play::platoon::roster::CoreSkill;

#[test]
fn ryb2_a_rally_reaches_those_under_command_and_oneself() {
    let mut range = Range::new(UNITS, "units signals, rifles", "units brawlers", "");
    range.mark("rifles", &[1]).mark("signals", &[1]).orphan("rifles");
    let rallied = |range: &Range, it: &str| range.fight.can_be_rallied(range.unit("signals"), range.unit(it));
    assert!(!rallied(&range, "rifles") && rallied(&range, "signals"));
}

#[test]
fn ryb3_what_flies_counts_as_spotted_and_cannot_be_looked_for() {
    let mut range = Range::new(UNITS, "units scouts", "aircraft bomber", "");
    range.put("scouts", "alpha").put("bomber", "bravo").spot("scouts", 1);
    let (scouts, bomber) = (range.unit("scouts"), range.unit("bomber"));
    assert!(range.fight.spottings(scouts, bomber).is_empty());
    assert!(!range.fight.shots(scouts, Id::Actor(bomber)).is_empty());
    range.dice("---- ++++").attack("bomber", "scouts", "direct_fire").settle();
    assert_eq!(range.state("bomber").spotted, 0);
}

#[test]
fn ryb4_an_interdiction_costs_all_its_range_whatever_stunts_take_off_an_attacks() {
    let far = "unit far \"Far shots\" : infantry { tech T1; skills { 3 direct_fire; 2 camouflage, observation; 1 armour, command, anti_air }; stunts long_range; aspects \"Patient\" }";
    let mut range = Range::new(&format!("{UNITS}\n{far}\n"), "units far", "units brawlers", "");
    range.put("far", "alpha").put("brawlers", "charlie").spot("brawlers", 1);
    let (me, it, zone) = (range.unit("far"), range.unit("brawlers"), range.zone("charlie"));
    assert_eq!(range.fight.shots(me, Id::Actor(it))[0].penalty, 0);
    let shots = range.fight.interdictions(me, zone);
    assert_eq!(
        shots.iter().map(|shot| (shot.trade, shot.penalty)).collect::<Vec<_>>(),
        [(CoreSkill::DirectFire, 2)],
        "and not by anti-air"
    );
}

#[test]
fn ryb5_withstanding_ones_own_sides_fire_gives_no_spin() {
    let mut range = Range::new(UNITS, "units tank, scouts", "units brawlers", "");
    range.put("tank", "alpha").put("scouts", "charlie").put("brawlers", "charlie");
    let there = Id::Zone(range.zone("charlie"));
    range.dice("---- ++++ ++++").turn_of("tank").act(Verb::Attack, there, "direct_fire").settle();
    assert!(range.shifts().iter().all(|shifts| *shifts <= -6), "{:?}", range.shifts());
    assert_eq!((range.spin("scouts"), range.spin("brawlers")), (0, 3));
}

#[test]
fn ryb6_whoever_is_cut_off_answers_one_enemy_and_no_zone() {
    let mut range = Range::new(UNITS, "units tank", "units brawlers", "");
    range.put("tank", "alpha").put("brawlers", "bravo").spot("brawlers", 1).orphan("tank");
    let (tank, brawlers, zone) = (range.unit("tank"), range.unit("brawlers"), range.zone("bravo"));
    assert!(range.fight.shots(tank, Id::Actor(brawlers)).is_empty(), "not those who have not fired on it");
    range.count("tank", Counter::FiredOnBy(brawlers), 1);
    assert!(!range.fight.shots(tank, Id::Actor(brawlers)).is_empty());
    assert!(range.fight.shots(tank, Id::Zone(zone)).is_empty());
}

#[test]
fn ryb7_guns_that_are_not_trained_to_move_do_not_run() {
    let range = guns(UNITS, "units scouts", "units brawlers", "");
    let threat =
        Threat { me: range.unit("brawlers"), act: slip_play::effects::Act::Attack, with: CoreSkill::IndirectFire.skill(), area: false };
    let skills = |who: &str| -> Vec<Option<CoreSkill>> {
        range.fight.defences(range.unit(who), threat).iter().map(|way| CoreSkill::of(way.skill)).collect()
    };
    assert_eq!(skills("mortar"), [Some(CoreSkill::Armour), Some(CoreSkill::Movement)]);
    assert_eq!(skills("gun_lead#1"), [Some(CoreSkill::Armour)]);
}

#[test]
fn ryb8_a_leader_unjams_others_though_he_hears_well_himself() {
    let lead = "unit talker \"Talker\" : infantry { tech T0; skills { 3 signals; 2 armour, observation; 1 camouflage, command, movement }; aspects \"Talks\" }";
    let mut range = Range::led(&format!("{UNITS}\n{lead}\n"), "talker", "units rifles, signals", "units brawlers", "");
    range.count("rifles", Counter::Ooc, 2);
    range.dice("0000").turn_of("talker").act(Verb::Unjam, Id::None, "").done();
    assert_eq!(range.state("rifles").ooc, 0);
    range.count("rifles", Counter::Ooc, 2);
    assert!(!range.acts("signals").contains(&Verb::Unjam), "a unit that does not lead helps only itself");
}

/// A hit that no consequence of the platoon can absorb eliminates the unit, and the enemy decides its fate, in words only.
#[test]
fn a_unit_is_gone_when_a_hit_goes_past_the_end_of_its_track() {
    let mut range = Range::new(UNITS, "units rifles", "units brawlers", "");
    range.put("rifles", "alpha").put("brawlers", "bravo").spot("brawlers", 1);
    range.dice("++00 0000").attack("rifles", "brawlers", "direct_fire").take_hit(0).settle();
    assert!(!range.state("brawlers").is_active());
    let points = range.fight.state.platoons[range.state("brawlers").platoon].fate.points();
    assert_eq!(points, 3, "losses never change a platoon's points");
    assert_eq!(range.fight.state.step.phase, Phase::End);
}

/// An option with a limit is used up by a shot on a zone, and that shot still strikes every unit there.
#[test]
fn fire_on_a_zone_by_a_line_with_a_limit_uses_it_up() {
    let own = "stunt salvo \"Salvo\" { for design armour; effect attack area zone once per encounter; effect may attack_unspotted when area }\n\
               unit rack \"Rack\" : armour { tech T0; skills { 4 armour; 3 direct_fire; 2 movement; 1 camouflage }; stunts salvo; \
               aspects \"One load\" }";
    let mut range = Range::new(&format!("{UNITS}\n{own}\n"), "units rack", "units brawlers, scouts", "");
    range.put("rack", "alpha").put("brawlers", "bravo").put("scouts", "bravo");
    let (me, there) = (range.unit("rack"), Id::Zone(range.zone("bravo")));
    assert!(!range.fight.shots(me, there).is_empty());
    range.dice("---- ++++ ++++").turn_of("rack").act(Verb::Attack, there, "direct_fire").settle();
    assert_eq!(range.shifts().len(), 2, "both are struck");
    range.next_turn();
    assert!(range.fight.shots(me, there).is_empty(), "once");
}

/// The shot also keeps its targets if the skill option that it was made with is used up.
#[test]
fn fire_on_a_zone_strikes_though_its_way_is_used_up_by_it() {
    let own = "stunt hidden \"Hidden\" { for design armour; effect attack area zone; effect may attack_unspotted when area; \
               effect may use camouflage for direct_fire attack once per encounter }\n\
               unit rack \"Rack\" : armour { tech T0; skills { 4 armour; 3 direct_fire; 2 movement; 1 camouflage }; stunts hidden; \
               aspects \"Under nets\" }";
    let mut range = Range::new(&format!("{UNITS}\n{own}\n"), "units rack", "units brawlers, scouts", "");
    range.put("rack", "alpha").put("brawlers", "bravo").put("scouts", "bravo");
    let there = Id::Zone(range.zone("bravo"));
    range.dice("---- ++++ ++++").turn_of("rack").act(Verb::Attack, there, "camouflage").settle();
    assert_eq!(range.shifts().len(), 2);
}

/// `ammo` counts attacks in the fight, however many turns it has.
#[test]
fn a_unit_attacks_as_often_as_its_lines_give_it_shots() {
    let own = "stunt belt \"One belt\" { for design armour; effect ammo is 1 }\n\
               unit rack \"Rack\" : armour { tech T0; skills { 4 armour; 3 direct_fire; 2 movement; 1 camouflage }; stunts belt; \
               aspects \"Thrifty\" }";
    let mut range = Range::new(&format!("{UNITS}\n{own}\n"), "units rack", "units brawlers", "");
    range.put("rack", "alpha").put("brawlers", "bravo").spot("brawlers", 1);
    range.dice("---- ++++").attack("rack", "brawlers", "direct_fire").settle();
    range.next_turn();
    let acts = range.acts("rack");
    assert!(!acts.contains(&Verb::Attack) && acts.contains(&Verb::Interdict), "{acts:?}");
}

/// Within one event aspects are placed before tags, in whatever order they are written.
#[test]
fn an_aspect_and_its_free_tag_come_in_one_moment() {
    let own = "stunt scorches \"Scorches\" { for infantry; effect after attack target free_tag \"Singed\" by allies; effect after attack target has aspect \"Singed\" }\nunit burners \"Burners\" : infantry { tech T1; skills { 3 direct_fire; 2 camouflage, observation; 1 armour, command, indirect_fire }; stunts scorches; aspects \"Hot\" }";
    let mut range = Range::new(&format!("{UNITS}\n{own}\n"), "units burners", "units brawlers", "");
    range.put("burners", "alpha").put("brawlers", "bravo").spot("brawlers", 1);
    range.dice("0000 ++00").attack("burners", "brawlers", "direct_fire").settle();
    let aspects = &range.fight.state.aspects;
    let singed = aspects.values().find(|aspect| aspect.text == "Singed" && aspect.present).expect("it is there");
    assert_eq!(singed.free.map(|free| free.sides), Some(1), "free for the side of the burners");
}
