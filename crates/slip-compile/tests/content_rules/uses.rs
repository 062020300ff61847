//! Tests of the uses of skills: the data of every row, the lints that depend on it, and weapon familiarity.

use crate::content_rules::compiled_text::{Written, written, written_in};
use crate::content_rules::people::{npc, said};
use slip_pack::Pack;
use slip_play::personal::Personal;
use slip_source::Package;
use slip_source::diagnostic::{Code, Severity};

/// Returns the uses that the sheet of a skill lists, and the excluded ones.
fn uses(pack: &Pack, skill: &str) -> (Vec<String>, Vec<String>) {
    let skill = &pack.skills[format!("std.{skill}").as_str()];
    (skill.uses.iter().map(|used| used.in_words()).collect(), skill.never.iter().map(|used| used.in_words()).collect())
}

#[test]
fn every_row_of_the_uses_is_data_of_its_skill() {
    let pack = written("").clean();
    let rows: &[(&str, &[&str], &[&str])] = &[
        ("agility", &["an aimed throw (opposed)", "dodging an attack (opposed)", "movement in combat, obstacles (fixed)"], &[]),
        ("aircraft", &["flying interface vehicles, up to low orbit"], &[]),
        ("pilot", &["flying long-haul drives"], &["interface vehicles"]),
        ("alertness", &["noticing who hides (opposed by stealth)", "the order of action, ties by Agility"], &[]),
        ("brokerage", &["the maintenance roll of a ship that carries freight or passengers"], &[]),
        ("charm", &["winning over one person"], &[]),
        ("oratory", &["winning over a crowd"], &[]),
        ("communications", &["attacking data and channels (opposed)"], &[]),
        ("computer", &["repairing and restoring data", "damage control aboard"], &[]),
        ("engineering", &["ship drives", "the Frame of a ship", "consequences of a ship"], &[]),
        ("repair", &["mechanics and electronics"], &["computers", "weapons", "ship drives"]),
        ("eva", &["patching suits", "emergency gear", "moving on a hull", "powered wearables"], &[]),
        ("intimidation", &["threats (opposed by resolve)"], &[]),
        (
            "microg",
            &[
                "movement without weight (in place of agility)",
                "attacks without weight (in place of brawling, close_combat, slug_throwers)",
            ],
            &["maintaining weapons"],
        ),
        ("resolve", &["attacks on Composure under fire (opposed)", "withstanding threats (opposed by intimidation)"], &[]),
        ("stamina", &["disease (fixed)", "lifting"], &[]),
        ("tactics", &["maneuvers: placing aspects on enemies or the scene"], &[]),
        ("vehicle", &["all ground and water vehicles"], &[]),
    ];
    for (skill, wanted, never) in rows {
        let found = uses(&pack, skill);
        assert_eq!(
            (found.0.as_slice(), found.1.as_slice()),
            (
                &wanted.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>()[..],
                &never.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>()[..]
            ),
            "{skill}"
        );
    }
    for skill in ["animal_handler", "archaeology", "arts"] {
        assert_eq!(pack.skills[format!("std.{skill}").as_str()].within.as_deref(), Some("culture_tech"), "{skill}");
    }
    assert!(pack.skills["std.culture_tech"].passive, "never rolled itself");
}

const SHUTTLE: &str = "vehicle shuttle \"Shuttle\" : interface_vehicle { tech T2 }\n";

#[test]
fn who_owns_an_interface_vehicle_needs_aircraft_and_is_told_that_pilot_does_not_serve() {
    let with = |skills: &str| written(&(SHUTTLE.to_owned() + &npc(skills, "stunts have_a_thing(shuttle)")));
    assert_eq!(said(&with("2 aircraft; 1 charm, arts")), []);
    let found = with("2 pilot; 1 charm, arts");
    let note = found.only(Code::UnskilledGear);
    assert_eq!((note.severity, note.message.as_str()), (Severity::Note, "`somebody` has `shuttle`, but is untrained in `aircraft`"));
    let help = note.help.as_deref().unwrap();
    assert_eq!(help, "write `aircraft` among the skills, or buy a stunt that replaces it; `pilot` is not for interface vehicles");
    assert_eq!(
        with("2 charm; 1 stealth, arts").only(Code::UnskilledGear).help.as_deref(),
        Some("write `aircraft` among the skills, or buy a stunt that replaces it")
    );
    // A swapped skill counts, and so does a use declared by a homebrew rule.
    assert_eq!(
        said(&written(
            &(SHUTTLE.to_owned() + &npc("2 pilot; 1 aircraft, arts", "stunts have_a_thing(shuttle), swap_skill(pilot, aircraft)"))
        )),
        []
    );
    let own = "stunt born_flyer \"Born flyer\" { for npc; effect may use pilot for aircraft rolls }\n";
    assert_eq!(
        said(&written(&(SHUTTLE.to_owned() + own + &npc("2 pilot; 1 charm, arts", "stunts have_a_thing(shuttle), born_flyer")))),
        []
    );
}

#[test]
fn a_vehicle_of_ones_own_that_is_used_with_vehicle_is_looked_at_alike() {
    let truck = "design truck : car { tech T0..T4; skill vehicle }\ncar wagon : truck { tech T0 }\n";
    assert_eq!(said(&written(&(truck.to_owned() + &npc("2 vehicle; 1 charm, arts", "stunts have_a_thing(wagon)")))), []);
    let found = written(&(truck.to_owned() + &npc("2 pilot; 1 charm, arts", "gear wagon")));
    assert_eq!(found.only(Code::UnskilledGear).message, "`somebody` has `wagon`, but is untrained in `vehicle`");
}

#[test]
fn training_for_weightlessness_is_not_training_for_the_weapon() {
    let rifle = "weapon rifle : slug_thrower { tech T1; harm 2; penetration 3; range 2..4 }\n";
    let found = written(&(rifle.to_owned() + &npc("2 slug_throwers; 1 microg, arts", "gear rifle; stunts military_grade(microg)")));
    assert_eq!(
        found.only(Code::UntrainedGear).help.as_deref(),
        Some(
            "write the military-grade stunt of the skill that uses this thing, or give civilian gear; military-grade `microg` is for attacks without weight"
        )
    );
}

#[test]
fn no_stunt_puts_a_skill_to_a_roll_that_is_never_rolled() {
    let with = |stunt: &str| {
        let found = written(&npc("2 charm; 1 culture_tech \"Pell\", arts", &format!("stunts {stunt}")));
        found.said.iter().filter(|(.., said)| said.code == Code::PassiveSkill).map(|(.., said)| said.message.clone()).collect::<Vec<_>>()
    };
    assert_eq!(with("swap_skill(culture_tech, arts)"), ["`swap_skill` changes rolls of `culture_tech`, but this skill is never rolled"]);
    assert_eq!(with("swap_skill(charm, culture_tech)"), ["`swap_skill` changes rolls of `culture_tech`, but this skill is never rolled"]);
    assert_eq!(
        with("use_my_skill(culture_tech, arts, \"at home\")"),
        ["`use_my_skill` changes rolls of `culture_tech`, but this skill is never rolled"]
    );
    assert_eq!(with("swap_skill(charm, arts)"), Vec::<String>::new());
    assert_eq!(with("military_grade(culture_tech, \"a diplomat's pass\")"), Vec::<String>::new());
}

#[test]
fn a_skill_in_its_own_place_changes_nothing() {
    let found = written(&npc("2 charm; 1 stealth, arts", "stunts swap_skill(charm, charm)"));
    let useless = found.only(Code::UselessStunt);
    assert_eq!((useless.severity, useless.message.as_str()), (Severity::Warning, "`swap_skill` replaces `charm` with the same skill"));
}

const SYSTEMS: &str = "system harrow \"Harrow\" { tech T0; environment 0; resources 0; aspects \"a\", \"b\", \"c\" }\n\
    system pell \"Pell\" { tech T3; environment 0; resources 0; aspects \"d\", \"e\", \"f\" }\n\
    map bar { zone floor; zone stage; border floor -- stage 0 }\n";

fn night(skills: &str, more: &str, system: &str, rules: &str, handed: &str) -> Written {
    let text = SYSTEMS.to_owned()
        + STRANGE
        + &npc(skills, more)
        + &format!(
            "weapon lamp : energy_weapon {{ tech T3; harm 1; range 0..1; stunts civilian }}\n\
             weapon rod : close_combat {{ tech T0; harm 1 }}\n\
             weapon cannon : slug_thrower {{ tech T3; harm 1; range 0..2 }}\n\
             weapon knuckles : brawling {{ tech T3; harm 1 }}\n\
             mook gang {{ threat 2 }}\n\
             encounter night : personal {{\n map bar\n {system}\n {rules}\n\
             \x20side one {{ actors somebody at floor {handed} }}\n side two {{ actors gang at stage with lamp }}\n victory one when out(two)\n}}\n"
        );
    written(&text)
}

#[test]
fn skills_of_a_culture_are_out_of_place_where_one_does_not_know_the_world() {
    let notes = |skills: &str, more: &str, system: &str| {
        let found = night(skills, more, system, "", "");
        found
            .said
            .iter()
            .filter(|(.., said)| said.code == Code::UncoveredSkill)
            .map(|(.., said)| (said.severity, said.message.clone()))
            .collect::<Vec<_>>()
    };
    let strange = |skill: &str| vec![(Severity::Note, format!("`somebody` cannot use `{skill}` in `Pell`"))];
    for skill in ["arts", "archaeology", "animal_handler"] {
        let skills = format!("2 {skill}; 1 brawling, charm");
        assert_eq!(notes(&skills, "home harrow", "system pell"), strange(skill));
        assert_eq!(notes(&skills, "home harrow", "system harrow"), vec![]);
        assert_eq!(notes(&skills, "home harrow", ""), vec![]);
        // A character without a home system may come from this one.
        assert_eq!(notes(&skills, "", "system pell"), vec![]);
    }
    assert_eq!(notes("2 arts; 1 culture_tech \"Pell\", charm", "home harrow", "system pell"), vec![]);
    assert_eq!(notes("2 arts; 1 culture_tech \"Dunmore\", charm", "home harrow", "system pell"), strange("arts"));
    assert_eq!(notes("2 science; 1 brawling, charm", "home harrow", "system pell"), vec![]);
}

#[test]
fn who_is_posted_in_a_fight_with_weapons_of_no_skill_of_theirs_is_warned_of() {
    let warnings = |skills: &str, more: &str, handed: &str| {
        let found = night(skills, more, "", "", handed);
        let loud = found.said.iter().filter(|(.., said)| said.code == Code::UnskilledGear && said.severity == Severity::Warning);
        loud.map(|(.., said)| (said.message.clone(), said.primary.text.clone())).collect::<Vec<_>>()
    };
    let none = "`somebody` fights, but is not trained in any of the weapons at hand".to_owned();
    assert_eq!(warnings("2 charm; 1 brawling, arts", "gear lamp", ""), [(none.clone(), "`lamp` is used with `energy_weapons`".to_owned())]);
    assert_eq!(
        warnings("2 charm; 1 brawling, arts", "gear lamp", "with rod"),
        [(none, "`lamp` is used with `energy_weapons`, `rod` is used with `close_combat`".to_owned())]
    );
    assert_eq!(warnings("2 charm; 1 close_combat, arts", "gear lamp", "with rod"), []);
    assert_eq!(warnings("2 charm; 1 brawling, arts", "", ""), []);
    // Mooks use any weapon at hand.
    assert_eq!(night("2 charm; 1 brawling, arts", "", "", "", "").messages(), Vec::<&str>::new());
}

#[test]
fn what_is_handed_out_for_a_fight_asks_for_training_too() {
    let under = |rules: &str, more: &str, handed: &str| {
        let found = night("2 slug_throwers; 1 brawling, arts", more, "", rules, handed);
        found.said.iter().filter(|(.., said)| said.code == Code::UntrainedGear).map(|(.., said)| said.message.clone()).collect::<Vec<_>>()
    };
    let notes = |more: &str, handed: &str| under("", more, handed);
    assert_eq!(notes("", "with cannon"), ["`somebody` pays a fate point for each roll with `cannon`"]);
    assert_eq!(notes("stunts military_grade(slug_throwers)", "with cannon"), Vec::<String>::new());
    // If no fate point can pay for it, the weapon is of no use (R-P24).
    assert_eq!(under("rules strict", "", "with cannon"), ["`somebody` cannot use `cannon`"]);
}

/// Returns the technologies a character is familiar with.
fn familiar(skills: &str, more: &str) -> Option<(i32, i32)> {
    let found = written(&(SYSTEMS.to_owned() + &npc(skills, more)));
    found.pack.items["npc"]["own.somebody"].familiar
}

#[test]
fn familiar_weapons_are_those_between_the_technologies_of_the_worlds_one_knows() {
    assert_eq!(familiar("2 charm; 1 stealth, arts", ""), None);
    assert_eq!(familiar("2 charm; 1 stealth, arts", "home harrow"), Some((0, 0)));
    assert_eq!(familiar("2 charm; 1 culture_tech \"Pell\", arts", "home harrow"), Some((0, 3)));
    assert_eq!(familiar("2 charm; 1 culture_tech \"Pell\", arts", ""), Some((3, 3)));
    assert_eq!(familiar("2 culture_tech \"archaic\" \"Pell\"; 1 charm, arts", ""), Some((-4, 3)));
    assert_eq!(familiar("2 charm; 1 culture_tech \"precollapse\", arts", "home harrow"), Some((0, 4)));
    assert_eq!(familiar("2 culture_tech \"archaic\" \"precollapse\"; 1 charm, arts", "home harrow"), Some((-4, 4)));
    // A culture that is not a declared system teaches no technology.
    assert_eq!(familiar("2 charm; 1 culture_tech \"The old court\", arts", "home harrow"), Some((0, 0)));
}

const STRANGE: &str = "ruleset strange \"Strange\" { weapon_familiarity yes }\nruleset strict \"Strict\" { access forbidden }\n";

#[test]
fn the_check_says_which_weapons_are_strange_where_the_option_is_on() {
    let notes = |variants: &[&str], gear: &str, skills: &str| {
        let package = Package {
            name: "own".to_owned(),
            version: "0.1.0".to_owned(),
            edition: 1,
            variants: variants.iter().map(|name| (*name).to_owned()).collect(),
            ..Package::default()
        };
        let text = STRANGE.to_owned()
            + SYSTEMS
            + "weapon lamp : energy_weapon { tech T3; harm 1; range 0..1; stunts civilian }\nweapon knuckles : brawling { tech T3; harm 1 }\n"
            + &npc(skills, &format!("home harrow; gear {gear}"));
        let found = written_in(package, &text);
        found.said.iter().filter(|(.., said)| said.code == Code::UnfamiliarGear).map(|(.., said)| said.message.clone()).collect::<Vec<_>>()
    };
    let skills = "2 energy_weapons; 1 brawling, arts";
    assert_eq!(notes(&["strange"], "lamp, knuckles", skills), ["`somebody` is not familiar with `lamp`, and uses it at one rank less"]);
    assert_eq!(notes(&[], "lamp, knuckles", skills), Vec::<String>::new());
    assert_eq!(notes(&["strange"], "lamp", "2 energy_weapons; 1 culture_tech \"Pell\", arts"), Vec::<String>::new());
}

#[test]
fn a_strange_weapon_is_used_at_one_rank_less_and_brawling_weapons_never_are() {
    let bonus = |skills: &str, rules: &str| {
        let found = night(skills, "home harrow; gear lamp, knuckles", "", rules, "");
        let pack = found.pack;
        let fight = Personal::begin(&pack, &pack.encounters["own.night"]).unwrap();
        let sheet = fight.roster.actors.values().next().unwrap();
        sheet.weapons.iter().map(|weapon| (weapon.name.to_string(), weapon.modes[0].manners[0].bonus)).collect::<Vec<_>>()
    };
    let of = |lamp: i32| vec![("lamp".to_owned(), lamp), ("knuckles".to_owned(), 0)];
    let skills = "2 energy_weapons; 1 brawling, arts";
    assert_eq!(bonus(skills, ""), of(0));
    assert_eq!(bonus(skills, "rules strange"), of(-1));
    assert_eq!(bonus("2 energy_weapons; 1 brawling, culture_tech \"Pell\"", "rules strange"), of(0));
}
