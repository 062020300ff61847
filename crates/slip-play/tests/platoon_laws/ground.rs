//! Battles with every sort of unit, every stunt, cards of several zones, three sides, attached people and reinforcements; and the
//! battles of the published content.

use crate::platoon_laws::compiled_text::written_in;
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_pack::ruleset::Setting;
use slip_source::Package;
use slip_source::diagnostic::Severity;

/// Units with every stunt of the standard library, their platoons, and ground with ridges, hedges, walls, ditches and exits.
const CAST: &str = r#"
unit rifles "Rifles" : infantry { tech T0; skills { 3 direct_fire; 2 camouflage, observation; 1 armour, movement, command }; aspects "Wet boots" }
unit guides "Guides" : infantry { tech T3; skills { 3 movement; 2 observation, direct_fire; 1 camouflage, armour, indirect_fire }; stunts scout, cavalry x2; aspects "Light packs" }
unit ghosts "Ghosts" : infantry { tech T2; skills { 3 camouflage; 2 observation, hand_to_hand; 1 movement, direct_fire, anti_air }; stunts special_forces, guerrilla_tactics; aspects "Nobody saw them" }
unit sappers "Sappers" : infantry { tech T1; skills { 3 specialist; 2 movement, armour; 1 observation, hand_to_hand, direct_fire }; stunts engineer; aspects "Measure twice" }
unit exchange "Exchange" : infantry { tech T2; skills { 3 signals; 2 command, camouflage; 1 movement, veteran, observation }; stunts wireless, highly_trained; aspects "Hears everything" }
unit militia "Militia" : infantry { tech T1; skills { 3 veteran; 2 hand_to_hand, anti_air; 1 movement, armour, command }; stunts irregulars; aspects "Home by supper" }
unit tank "Tanks" : armour { tech T0; skills { 4 direct_fire; 3 armour; 2 movement; 1 observation }; stunts zone_effects; aspects "Loud" }
unit runner "Runners" : armour { tech T1; skills { 4 movement; 3 direct_fire; 2 armour; 1 anti_air }; stunts agile, light; aspects "Bald tyres" }
unit shade "Shades" : armour { tech T1; skills { 4 camouflage; 3 anti_air; 2 movement; 1 direct_fire }; stunts stealth_technology, scout; aspects "Grey on grey" }
unit taxi "Taxis" : armour { tech T1; skills { 4 armour; 3 movement; 2 direct_fire; 1 signals }; stunts infantry_carrier, engineer; aspects "Room for one more" }
unit mortar "Mortars" : artillery { tech T1; skills { 3 indirect_fire; 2 camouflage; 1 movement }; stunts prepared_positions, cavalry; aspects "Deaf" }
unit sower "Sowers" : artillery { tech T1; skills { 3 indirect_fire; 2 movement; 1 signals }; stunts scatterable_mines, shoot_and_scoot; aspects "Do not step there" }
unit threads "Threads" : artillery { tech T1; skills { 3 indirect_fire; 2 observation; 1 armour }; stunts zone_effects, graphite_payload; aspects "Silver rain" }
unit lance "Lances" : artillery { tech T1; skills { 3 indirect_fire; 2 anti_air; 1 signals }; stunts orbital, technology_enhancement(signals); aspects "Far too far up" }
unit hawk "Hawks" : aircraft { tech T1; skills { 4 anti_air; 3 movement; 2 direct_fire; 1 observation }; stunts interceptor, long_range; aspects "Hungry" }
unit kite "Kites" : aircraft { tech T0; skills { 4 observation; 3 direct_fire; 2 anti_air; 1 movement }; stunts vtol; aspects "Slow and high" }
unit lifter "Lifters" : aircraft { tech T1; skills { 4 movement; 3 observation; 2 direct_fire; 1 anti_air }; stunts infantry_carrier, slow; aspects "Ramp at the back" }
unit barge "Barges" : aircraft { tech T1; skills { 4 direct_fire; 3 indirect_fire; 2 movement; 1 signals }; stunts zone_effects, scatterable_mines; aspects "Bomb bay rattles" }
unit heron "Herons" : aircraft { tech T1; skills { 4 indirect_fire; 3 movement; 2 observation; 1 anti_air }; stunts vtol, graphite_payload; aspects "Stands still in the air" }
npc colonel "Colonel" { cap 3; skills { 3 tactics; 2 oratory, alertness; 1 stealth, gunnery, resolve }; aspects "Old war", "Bad knee", "Good maps" }
npc scrounger "Scrounger" { cap 3; skills { 3 alertness; 2 gunnery, resolve; 1 stealth, brawling, stamina }; aspects "Owes favours", "Big coat", "Quick hands" }
platoon line_company "Line company" {
  leader rifles with battlefield_genius "Walks ahead"
  units rifles, guides, ghosts, sappers, taxi carrying militia
  aircraft kite, hawk
  characters colonel with leader for command, scrounger with guides for observation
}
platoon park "Park" {
  leader mortar with tactical_genius "Counts every shell" { stunts - cavalry; stunts + wireless }
  units mortar, sower, threads, lance, militia, taxi
}
platoon column "Column" {
  leader tank with logistics_genius "Signs for everything"
  units tank, runner, shade, taxi carrying rifles
  aircraft barge
}
platoon office "Office" {
  leader exchange with not_a_genius "On the line"
  units exchange, ghosts, rifles
  aircraft lifter carrying rifles, heron
}
platoon hangar "Hangar" { leader militia with not_a_genius "Waves a flag"; units militia, lance; aircraft hawk x2, lifter carrying militia, barge, kite }
platoon lone "Lone" { leader ghosts with not_a_genius "Alone"; units rifles }
map ground "The ground" {
  picture """
    aaabbbccc
    aaabbbccc
    dddeeefff
    dddeeefff
    ggghhhiii
  """
  zone a road   { exit; aspects "Potholes" }
  zone b ridge  { altitude 2; aspects "Skyline" }
  zone c farm   { altitude 1; cover 1 }
  zone d ford   { altitude -1; aspects "Cold water" }
  zone e wood   { cover 2; aspects "No paths" }
  zone f mill   { aspects "Turning still" }
  zone g beach  { exit }
  zone h ditch  { altitude -1 }
  zone i hill   { altitude 2; exit; aspects "Lone tree" }
  border road -- ridge 1
  border ridge -> farm 0
  border ford -- wood 2 "Reeds"
  border wood -- mill 0 "Hedge" HEDGE
  border ditch -- hill x
}
encounter everything "Everything" : platoon {
  map ground
  battle objectives { zones wood, mill, ford }
  side red {
    platoon line_company at road { place ghosts at ridge or wood }
    platoon park { card "Battery park" { zone pit; zone left { aspects "Behind the wall" }; zone right; border pit -- left; border pit -- right }; place mortar at left; place sower at right; place leader at pit; place threads at pit; place lance at right; place militia at pit; place taxi at pit }
    platoon lone at beach { arrives 2 }
  }
  side blue {
    platoon column at hill or mill
    platoon park { card "Gun line" { zone east_gun; zone west_gun; border east_gun -- west_gun }; place leader at east_gun; place mortar at west_gun }
    platoon office at farm
  }
  defender blue
  limit 7 turns
  aspects "Rain coming in"
}
encounter three_flags "Three flags" : platoon {
  map ground
  battle meeting
  side red { platoon lone at road; platoon hangar at ridge }
  side blue { platoon office at hill; platoon lone at mill }
  side green { platoon column at beach; platoon hangar at ditch }
  limit 6 turns
}
encounter through "Through" : platoon {
  map ground
  battle breakthrough { runners red; units 4 }
  side red { platoon column x2 at ditch }
  side blue { platoon line_company at ridge or wood; platoon hangar at farm }
  limit 8 turns
}
"#;

/// Stunts that exist only in the earlier draft.
const DRAFT: &str = r#"
unit cushions "Cushions" : infantry { tech T1; skills { 3 armour; 2 direct_fire, movement; 1 observation, camouflage, command }; stunts defensive_investment; aspects "Soft landing" }
platoon tower "Tower" { leader exchange with not_a_genius "Voice in the wire"; off_map; aircraft hawk, barge, lifter }
platoon pillows "Pillows" { leader cushions with not_a_genius "Sleeps well"; units cushions, commandos, guides }
unit commandos "Commandos" : infantry { tech T2; skills { 3 camouflage; 2 movement, hand_to_hand; 1 observation, direct_fire, signals }; stunts commando, commo; aspects "Wrong uniforms" }
encounter old_times "Old times" : platoon {
  map ground
  side red { platoon pillows at road or ford; platoon tower }
  side blue { platoon pillows at hill or farm; platoon park; platoon tower }
  limit 7 turns
}
"#;

/// Returns the package with the cast: for the final rules or, with the stunts of the draft, for the draft rules.
pub fn cast(draft: bool) -> Pack {
    let variants = if draft { vec!["platoon_draft".to_owned()] } else { Vec::new() };
    let package = Package { name: "own".into(), version: "0.1.0".into(), edition: 1, variants, ..Package::default() };
    let text = CAST.replace("HEDGE", if draft { "{ cover 1 }" } else { "" });
    let text = if draft { format!("{text}{DRAFT}") } else { text };
    let written = written_in(package, &text);
    let errors: Vec<&str> =
        written.said.iter().filter(|(.., found)| found.severity == Severity::Error).map(|(.., found)| found.message.as_str()).collect();
    assert_eq!(errors, Vec::<&str>::new());
    written.pack
}

/// Returns a package of `content/`.
pub fn content(name: &str) -> Pack {
    slip_test_support::shipped_packages::pack(name)
}

/// Settings that replace those of an encounter's rules.
pub type Variant = &'static [(&'static str, &'static str)];

/// Each row of the draft alone, and the readings that rulings leave open.
pub const ROWS: [Variant; 31] = [
    &[("fire_spotted", "by_skill")],
    &[("fire_spotted_from", "after")],
    &[("platoon_consequences", "past_the_end")],
    &[("defensive_investment", "yes")],
    &[("aircraft_start", "rearm")],
    &[("battery_out_of_command", "silent")],
    &[("battery_relocation", "no")],
    &[("battery_gathers", "everybody")],
    &[("orphans_cover", "no")],
    &[("orphans_adopted", "no")],
    &[("out_of_command_fades", "no")],
    &[("adjacent_sight", "traced")],
    &[("border_blocking", "yes")],
    &[("formation_march", "no")],
    &[("long_range", "once")],
    &[("zone_fire", "spotted")],
    &[("spotted_for", "attacks_and_maneuvers")],
    &[("maneuver_lasts", "always")],
    &[("spotting", "success")],
    &[("first_player", "coin")],
    &[("character_fate", "own")],
    &[("character_turn", "yes")],
    &[("membership", "unit")],
    &[("off_map_director", "yes")],
    &[("flat_spin", "yes")],
    &[("leader_extra", "any")],
    &[("platoon_spin", "allies")],
    &[("graphite_reach", "fire")],
    &[("fate", "zero_sum"), ("character_fate", "own")],
    &[("fate", "zero_sum"), ("flat_spin", "yes"), ("platoon_spin", "allies"), ("self_invokes", "any")],
    &[("leader_extra", "any"), ("graphite_reach", "fire"), ("spin", "single"), ("dice", "d6_d6"), ("table_answers", "yes")],
];

/// Returns the encounter with these settings.
pub fn varied(encounter: &Encounter, variant: Variant) -> Encounter {
    let mut encounter = encounter.clone();
    for (name, word) in variant {
        encounter.rules.settings.insert((*name).into(), Setting::Word((*word).into()));
    }
    encounter
}

/// Returns every battle with every set of rules: as written, with each row alone, and under the whole draft.
pub fn battles() -> Vec<(Pack, Vec<Encounter>)> {
    let all = [cast(false), cast(true), content("glass_shore")];
    let draft = cast(true).encounters["own.old_times"].rules.settings.clone();
    let own = |pack: &Pack| -> Vec<Encounter> {
        let name = if pack.package.name.is_empty() { "own".into() } else { pack.package.name.clone() };
        pack.encounters.values().filter(|encounter| encounter.valid && encounter.package == name).cloned().collect()
    };
    let laid = |encounter: &Encounter| {
        let rows = ROWS.iter().map(|variant| varied(encounter, variant));
        let mut whole = encounter.clone();
        whole.rules.settings.extend(draft.clone());
        std::iter::once(encounter.clone()).chain([whole]).chain(rows).collect::<Vec<Encounter>>()
    };
    all.into_iter().map(|pack| (own(&pack).iter().flat_map(&laid).collect(), pack)).map(|(all, pack)| (pack, all)).collect()
}
