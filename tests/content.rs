//! Tests of the published packages: they are legal, compile without warnings, and contain what their pages promise.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs, reason = "tests fail by panicking")]

use slip_pack::Pack;
use slip_pack::item::BuiltItem;
use slip_play::ids::TableKey;
use slip_source::diagnostic::Severity;
use std::path::PathBuf;

/// Compiles a package of `content/`; returns it with all messages above notes.
fn package(name: &str) -> (Pack, Vec<String>) {
    let project = slipyard::project::load(&[PathBuf::from("content").join(name)], &mut std::io::empty()).unwrap();
    let compiled = slip_compile::compile(&project.sources);
    let findings = project.diagnostics.iter().chain(compiled.diagnostics.iter());
    let loud = findings.filter(|finding| finding.severity > Severity::Note);
    let loud = loud.map(|finding| format!("{}: {}", finding.code.slug(), finding.message)).collect();
    (compiled.pack, loud)
}

fn names() -> Vec<String> {
    let folders = std::fs::read_dir("content").unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = folders.collect();
    names.sort();
    names
}

#[test]
fn every_package_compiles_without_an_error_or_a_warning() {
    for name in names() {
        assert_eq!(package(&name).1, Vec::<String>::new(), "content/{name}");
    }
}

/// Returns the items of a kind that the package itself declares.
fn of_kind<'a>(pack: &'a Pack, kind: &str) -> Vec<&'a BuiltItem> {
    pack.items[kind].values().filter(|item| item.package == pack.package.name).collect()
}

fn has_aspect(item: &&BuiltItem, text: &str) -> bool {
    item.aspects.iter().any(|aspect| aspect.text == text || aspect.renamed_from.as_deref() == Some(text))
}

#[test]
fn the_reach_has_weapons_of_every_design_from_t_minus_3_to_t3() {
    let (pack, _) = package("harrow_reach");
    let weapons = of_kind(&pack, "weapon");
    assert!(weapons.len() >= 12);
    for design in ["brawling", "close_combat", "slug_thrower", "energy_weapon"] {
        assert!(weapons.iter().filter(|weapon| weapon.design == design).count() >= 2, "{design}");
    }
    for tech in [-3, -2, -1, 0, 1, 2, 3] {
        assert!(weapons.iter().any(|weapon| weapon.tech == Some(tech)), "T{tech}");
    }
}

#[test]
fn the_reach_has_armour_and_ships_of_every_sort() {
    let (pack, _) = package("harrow_reach");
    let armour = of_kind(&pack, "armour");
    assert!(armour.len() >= 6);
    assert!(armour.iter().any(|suit| has_aspect(suit, "Very heavy")));
    assert!(armour.iter().any(|suit| has_aspect(suit, "Out of juice")));
    let ships = of_kind(&pack, "ship");
    assert!(ships.len() >= 6);
    assert!(ships.iter().any(|ship| has_aspect(ship, "Huge")));
    assert!(ships.iter().any(|ship| has_aspect(ship, "Falling apart")));
    assert!(ships.iter().any(|ship| ship.waivers.len() == 1 && ship.budget < Some(ship.spent)));
    let warship = ships.iter().find(|ship| ship.name == "last_word").unwrap();
    assert_eq!(Some(warship.spent), warship.budget);
}

#[test]
fn the_reach_has_people_of_every_cap_and_fights_for_them() {
    let (pack, _) = package("harrow_reach");
    let people = of_kind(&pack, "npc");
    assert!(people.len() >= 6);
    for cap in 2..=5 {
        let of_cap: Vec<_> = people.iter().filter(|person| person.stat("cap") == cap).collect();
        assert!(!of_cap.is_empty(), "nobody has cap {cap}");
        let size = usize::try_from(cap * (cap + 1) / 2).unwrap();
        assert!(of_cap.iter().all(|person| person.skills.len() == size && person.fate == Some(cap)), "cap {cap}");
    }
    let characters = of_kind(&pack, "character");
    assert_eq!(characters.len(), 3);
    assert!(characters.iter().all(|person| person.skills.len() == 15 && person.aspects.len() == 10 && person.stunts.len() == 3));
    assert_eq!(of_kind(&pack, "mook").len(), 1);
    let maps = pack.maps.values().filter(|map| map.package == pack.package.name).count();
    assert_eq!((maps, pack.encounters.len()), (2, 2));
}

/// A beast with the skill for natural weapons has a weapon of its own body, because bare hands do not use this skill.
#[test]
fn beasts_that_have_natural_weapons_have_a_weapon_of_their_own() {
    let mut beasts = 0;
    for name in names() {
        let (pack, _) = package(&name);
        let own = |item: &&BuiltItem| item.package == pack.package.name && item.skills.contains_key("natural_weapons");
        for beast in pack.items.get("animal").iter().flat_map(|animals| animals.values()).filter(own) {
            // A classic animal has a weapon entry of its own.
            let named = format!("{:?}", beast.design).contains("classic_animal");
            assert!(named || beast.stunts.iter().any(|stunt| stunt.name == "integral"), "{} of {name}", beast.name);
            beasts += 1;
        }
    }
    assert!(beasts >= 6, "{beasts}");
}

/// `content/salt_road` is homebrew as a group might write it, with designs, stunts, a patch and a waiver, and without any Rust.
#[test]
fn homebrew_brings_design_sequences_that_the_rules_never_heard_of() {
    let (pack, _) = package("salt_road");
    let sequences = [("vehicle", "crawler"), ("settlement", "burrow"), ("song", "road_song"), ("weapon", "brine_gun")];
    for (kind, design) in sequences {
        assert!(of_kind(&pack, kind).iter().filter(|item| item.design == design && item.valid).count() >= 2, "{design}");
    }
    let aunt = &pack.items["vehicle"]["salt_road.slow_aunt"];
    assert_eq!((aunt.budget, aunt.spent, aunt.price), (Some(8), 8, Some(3)));
    assert_eq!((aunt.tracks["hull"], aunt.tracks["treads"]), (4, 3));
    assert!(has_aspect(&aunt, "Breaks the crust") && has_aspect(&aunt, "Held together with wire"));
    let burrow = &pack.items["settlement"]["salt_road.under_heron"];
    assert_eq!((burrow.budget, burrow.tech, burrow.tracks["patience"]), (None, None, 4));
    let song = &pack.items["song"]["salt_road.the_sea_was_sold"];
    assert_eq!((song.budget, song.spent, song.effects.len()), (Some(5), 5, 4));
}

#[test]
fn a_burrow_that_cannot_live_is_refused_in_the_words_of_its_author() {
    let mut project = slipyard::project::load(&[PathBuf::from("content/salt_road")], &mut std::io::empty()).unwrap();
    let hungry = "settlement hungry : burrow { families 9; gardens 4; bellows 3; wells 4; hearths 4; aspects \"Thin soup\" }\n";
    project.add_file(project.roots[0], "hungry.slip", hungry);
    let compiled = slip_compile::compile(&project.sources);
    let errors: Vec<_> = compiled.diagnostics.iter().filter(|found| found.severity == Severity::Error).collect();
    assert_eq!(errors.len(), 1, "{errors:#?}");
    assert!(errors[0].message.contains("the gardens do not feed everybody"), "{}", errors[0].message);
}

#[test]
fn a_house_rule_changes_the_price_of_a_standard_stunt_for_its_package_and_for_no_other() {
    let civilian = |package_name: &str, weapon: &str| {
        let (pack, _) = package(package_name);
        let lines = &pack.items["weapon"][weapon].ledger.lines;
        lines.iter().find(|line| line.what.contains("stunt civilian")).unwrap().points
    };
    assert_eq!(civilian("salt_road", "salt_road.pole_rifle"), 1);
    assert_eq!(civilian("harrow_reach", "harrow_reach.yard_pistol"), 2);
}

#[test]
fn homebrew_derives_from_a_stock_ship_and_says_why_it_may_break_a_rule() {
    let (pack, _) = package("salt_road");
    let ship = &pack.items["ship"]["salt_road.small_mercy_salted"];
    assert_eq!((ship.budget, ship.spent, ship.stat("trade"), ship.stat("v_shift")), (Some(17), 17, 4, 3));
    assert!(has_aspect(&ship, "Huge") && !ship.stunts.iter().any(|stunt| stunt.name == "interface_vehicle"));
    let train = &pack.items["vehicle"]["salt_road.sea_of_iron"];
    assert!(train.budget < Some(train.spent) && train.valid);
    assert_eq!(train.waivers[0].code, "over-budget");
}

/// In a good fight each side can win, and the fight ends.
#[test]
fn either_side_may_win_the_fights_of_the_reach_and_of_the_road() {
    for (package_name, name) in [("harrow_reach", "arrears"), ("harrow_reach", "toll"), ("salt_road", "weighbridge")] {
        let (pack, _) = package(package_name);
        let mut wins = [0, 0];
        for seed in 0..40 {
            let run = slip_session::run(&pack, name, seed, slip_session::Seats::standard()).unwrap();
            assert!((2..=13).contains(&run.outcome.rounds), "{name}, seed {seed}: {} rounds", run.outcome.rounds);
            wins[run.outcome.winner.unwrap().place()] += 1;
        }
        assert!(wins.iter().all(|wins| *wins >= 6), "{name}: {wins:?}");
    }
}

#[test]
fn the_reach_is_a_cluster_of_seven_suns_each_with_a_world() {
    use slip_pack::cluster::{LinkStop, links_from_rolls};
    let (pack, _) = package("harrow_reach");
    let reach = &pack.clusters["harrow_reach.reach"];
    assert!(reach.valid);
    assert_eq!(reach.systems.len(), 7);
    assert_eq!(of_kind(&pack, "world").len(), 7);
    // The slipstreams of this cluster are a possible result of the dice: only Dunmore rolled well.
    assert_eq!(Some(&reach.slipstreams), links_from_rolls(7, LinkStop::End, &[-1, 2, -1, -2, -1]).as_ref());
    assert_eq!(reach.neighbours(1).len(), 4, "one knot from almost everywhere");
    assert_eq!(reach.neighbours(6), [5], "the end of the line");
    assert!(reach.systems.iter().any(|system| !system.notes.is_empty()));
}

/// The package `deep_choir` has aliens and psionics, written in Slip alone (R-N6).
#[test]
fn the_choir_is_an_alien_people_with_every_power_of_the_mind() {
    let (pack, _) = package("deep_choir");
    let people: Vec<&BuiltItem> = of_kind(&pack, "npc").into_iter().chain(of_kind(&pack, "character")).collect();
    for power in [
        "awareness",
        "mass_suggestion",
        "psychic_assault",
        "regeneration",
        "telekinesis",
        "telepathic_suggestion",
        "telepathy",
        "technopathy",
        "teleportation",
    ] {
        assert!(people.iter().any(|person| person.stunts.iter().any(|stunt| stunt.name == power)), "{power}");
    }
    assert!(people.iter().any(|person| has_aspect(person, "Psionic shield")));
    let alien = &pack.items["character"]["deep_choir.oo_sell"];
    assert!(alien.valid);
    let slots = alien.aspects.iter().filter(|aspect| aspect.slot).count();
    assert_eq!((slots, alien.aspects.len(), alien.skills.len(), alien.stunts.len()), (10, 11, 15, 3), "no count of an alien differs");
    assert!(has_aspect(&alien, "Not human"));
    // Both models of the assault: deep at arm's length, or hard across a zone; Composure only.
    let weapon = |name: &str| pack.items["weapon"][format!("std.{name}").as_str()].stats.clone();
    let (knife, lash) = (weapon("mind_knife"), weapon("mind_lash"));
    assert_eq!((knife["harm"], knife["penetration"], knife["max_range"]), (0, 2, 0));
    assert_eq!((lash["harm"], lash["penetration"], lash["max_range"]), (1, 0, 1));
    assert!(pack.encounters["deep_choir.glass_treaty"].valid);
}

#[test]
fn the_reach_has_two_platoons_that_could_meet() {
    let (pack, _) = package("harrow_reach");
    let platoon = |name: &str| &pack.platoons[format!("harrow_reach.{name}").as_str()];
    let (collection, watch) = (platoon("collection"), platoon("shelf_watch"));
    assert!(collection.valid && watch.valid);
    assert_eq!((collection.strength(), collection.attached(), collection.fate), (7, 1, 9));
    assert_eq!((watch.strength(), watch.attached(), watch.fate, watch.command_range), (6, 0, 7, 2));
    for design in ["infantry", "armour", "artillery", "aircraft"] {
        assert!(of_kind(&pack, "unit").iter().any(|unit| unit.design == design), "{design}");
    }
}
