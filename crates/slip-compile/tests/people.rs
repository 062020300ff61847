//! Tests of people and animals: the shape of their skills, their tracks, stunts, aspects and gear.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    dead_code,
    reason = "tests fail by panicking, and share a module of which each uses a part"
)]

use slip_test_support::compiled_text;
use slip_test_support::shipped_packages::repository;

use compiled_text::written;
use slip_pack::BuiltItem;
use slip_source::diagnostic::Code;

fn person(kind: &str, text: &str) -> BuiltItem {
    let items = written(text).clean().items.remove(kind).unwrap();
    items.into_values().rfind(|item| item.package == "own").unwrap()
}

/// Returns the block of the language page that declares a name, with the blocks it uses.
fn from_page(name: &str) -> String {
    let page = std::fs::read_to_string(repository().join("tests/lang/language.md")).unwrap();
    let blocks = page.split("```slip\n").skip(1).map(|block| block.split("```").next().unwrap());
    let text: String = blocks.filter(|block| block.contains(name) || block.contains("weapon dock_carbine ")).collect();
    text + "\nweapon spear_claws : close_combat { tech T0; harm 1; penetration 1; range 0..1 }\n"
}

/// Rules: R-P33.
#[test]
fn the_people_of_the_language_page_compile_as_written() {
    let pack = written(&from_page("npc port_marshal")).clean();
    let marshal = &pack.items["npc"]["own.port_marshal"];
    assert!(marshal.valid);
    assert_eq!((marshal.fate, marshal.aspects.len(), marshal.stunts.len(), marshal.consequences.len()), (Some(3), 3, 1, 0));
    assert_eq!((marshal.tracks["health"], marshal.tracks["composure"], marshal.tracks.len()), (4, 4, 2));
    assert_eq!(marshal.gear.iter().map(|gear| gear.name.as_str()).collect::<Vec<_>>(), ["dock_carbine", "hauler_rig"]);
    let iveta = &pack.items["character"]["own.iveta"];
    assert_eq!((iveta.fate, iveta.aspects.len(), iveta.skills.len(), iveta.consequences.len()), (Some(5), 10, 15, 3));
    // Stamina 2, Resolve 4, no Assets.
    assert_eq!((iveta.tracks["health"], iveta.tracks["composure"], iveta.tracks["wealth"]), (4, 5, 3));
    let cat = &pack.items["animal"]["own.ridge_cat"];
    assert_eq!((cat.fate, cat.tracks["health"], cat.tracks["composure"]), (Some(3), 4, 3));
    let gang = &pack.items["mook"]["own.dock_gang"];
    assert_eq!((gang.fate, gang.tracks["health"], gang.tracks.len(), gang.skills.len()), (Some(0), 4, 1, 0));
}

/// Returns an npc of this cap with all the skills it needs, the named ones first.
fn npc(cap: usize, named: &[(&str, usize)]) -> String {
    let spare = [
        "charm",
        "arts",
        "computer",
        "pilot",
        "survival",
        "tactics",
        "repair",
        "science",
        "vehicle",
        "oratory",
        "eva",
        "medical",
        "stealth",
        "aircraft",
        "navigation",
    ];
    let mut spare = spare.iter();
    let mut lines = String::new();
    for rank in (1..=cap).rev() {
        let mut here: Vec<&str> = named.iter().filter(|(_, at)| *at == rank).map(|(skill, _)| *skill).collect();
        while here.len() < cap + 1 - rank {
            here.push(spare.next().unwrap());
        }
        lines.push_str(&format!("    {rank} {}\n", here.join(", ")));
    }
    let aspects: Vec<String> = (1..=cap).map(|n| format!("\"Aspect {n}\"")).collect();
    format!("npc somebody {{\n  cap {cap}\n  skills {{\n{lines}  }}\n  aspects {}\n}}\n", aspects.join(", "))
}

#[test]
fn tracks_are_as_long_as_the_skill_behind_them() {
    for (rank, boxes) in [(0, 3), (1, 4), (2, 4), (3, 5), (4, 5), (5, 6)] {
        let named: Vec<(&str, usize)> = if rank == 0 { vec![] } else { vec![("stamina", rank)] };
        assert_eq!(person("npc", &npc(5, &named)).tracks["health"], boxes, "Stamina {rank}");
        let named: Vec<(&str, usize)> = if rank == 0 { vec![] } else { vec![("resolve", rank)] };
        assert_eq!(person("npc", &npc(5, &named)).tracks["composure"], boxes, "Resolve {rank}");
    }
}

/// Rules: R-N28.
#[test]
fn every_cap_has_its_pyramid() {
    for (cap, skills) in [(1, 1), (2, 3), (3, 6), (4, 10), (5, 15)] {
        let somebody = person("npc", &npc(cap, &[]));
        assert_eq!(somebody.skills.len(), skills, "cap {cap}");
        assert_eq!(somebody.fate, i32::try_from(cap).ok());
    }
    assert_eq!(written(&npc(5, &[]).replace("cap 5", "cap 6")).said[0].2.code, Code::StatAboveCap);
}

#[test]
fn a_wrong_pyramid_names_the_rank_what_is_there_and_what_belongs_there() {
    let found = written("npc guard {\n  cap 3\n  skills { 3 alertness; 2 stamina; 1 resolve, charm }\n  aspects \"A\", \"B\", \"C\"\n}\n");
    let said = found.only(Code::SkillPyramid);
    assert_eq!(said.message, "`guard` has 1 skill at rank 2, but a 3-cap pyramid has 2 there");
    assert_eq!(said.secondary.iter().map(|label| label.text.as_str()).collect::<Vec<_>>(), ["1 skill missing at rank 1"]);
    assert_eq!(said.help.as_deref(), Some("a 3-cap pyramid has 1 skill at rank 3, 2 skills at rank 2 and 3 skills at rank 1"));
    assert_eq!(found.findings().len(), 1);
}

/// Rules: R-N7.
#[test]
fn an_animal_has_a_column_up_to_its_best_skill() {
    let beast = |skills: &str| {
        written(&format!(
            "animal beast {{\n  skills {{ {skills} }}\n  tracks {{ health 7; composure 2 }}\n  aspects \"A\", \"B\", \"C\"\n}}\n"
        ))
    };
    assert_eq!(beast("3 natural_weapons; 2 stealth; 1 agility").clean().items["animal"]["own.beast"].tracks["health"], 7);
    assert_eq!(beast("3 natural_weapons; 1 agility").messages(), ["`beast` has no skill at rank 2, but a 3-cap column has 1 there"]);
    assert_eq!(beast("3 natural_weapons; 2 bureaucracy; 1 agility").findings(), ["2:33 unusual-skill"]);
}

#[test]
fn every_slip_in_skills_and_gear_is_one_finding() {
    let npc = |skills: &str, more: &str| format!("npc guard {{\n  cap 2\n  skills {{ {skills} }}\n  aspects \"A\", \"B\"\n  {more}\n}}\n");
    let sound = "2 alertness; 1 stamina, resolve";
    let sol = "system sol \"Sol\" { tech T1; environment 0; resources 0; aspects \"One\", \"Two\", \"Three\" }\n";
    let cases: &[(String, &[&str])] = &[
        (npc(sound, ""), &[]),
        (npc("2 alertnes; 1 stamina, resolve", ""), &["there is no skill called `alertnes`"]),
        (npc("2 alertness; 1 stamina, alertness", ""), &["the skill `alertness` is written twice"]),
        (npc("2 alertness; 1 stamina, resolve; 0 charm", ""), &["a skill cannot have rank 0"]),
        (npc("2 alertness; 1 stamina, resolve; -1 charm", ""), &["a skill cannot have rank -1"]),
        (npc("2 alertness; 1 stamina, resolve; charm", ""), &["the skill `charm` has no rank"]),
        (npc("2 alertness; 1 stamina, strength", ""), &["an npc cannot have the skill `strength`"]),
        (npc("2 profession \"mining\"; 1 profession \"law\", resolve", ""), &[]),
        (npc("2 profession \"mining\"; 1 profession \"mining\", resolve", ""), &["the skill `profession` is written twice"]),
        (npc("2 profession; 1 stamina, resolve", ""), &["the skill `profession` needs 1 subject in quotes, but has 0"]),
        (npc("2 culture_tech \"Pell\"; 1 stamina, resolve", ""), &["the skill `culture_tech` needs 2 subjects in quotes, but has 1"]),
        (npc("2 alertness \"night\"; 1 stamina, resolve", ""), &["the skill `alertness` cannot have a text after it"]),
        (npc(sound, "gear crowbar"), &["there is no item called `crowbar`"]),
        (npc(sound, "gear guard"), &["`guard` is an npc, not gear"]),
        (npc(sound, "gear sol") + sol, &["`sol` is a system, and a place cannot be gear"]),
        (npc(sound, "stunts have_a_thing(sol)") + sol, &["`sol` is a system, and a place cannot be gear"]),
        (npc(sound, "gear 3"), &["this is not the name of a thing"]),
        (npc(sound, "stunts military_grade(pilot)"), &["`military_grade`: one is military-grade only in a skill that one has"]),
    ];
    for (text, messages) in cases {
        assert_eq!(written(text).messages(), *messages, "{text}");
    }
}

/// Returns two guns, a stick, and a mook with a gun and a knife, followed by more entries.
fn crowd(more: &str) -> String {
    let blade = |name: &str| format!("weapon {name} : close_combat {{ tech T0; harm 1; penetration 1; range 0..1 }}\n");
    let gun = "weapon gun : slug_thrower { tech T1; harm 2; range 2..4 }\n";
    format!("{gun}{}{}mook crowd {{ threat 2; gear gun, knife }}\n{more}\n", blade("knife"), blade("stick"))
}

#[test]
fn gear_is_extended_and_shrunk_by_signs() {
    let carried = |change: &str| -> Vec<String> {
        let others = written(&crowd(&format!("mook others from crowd {{ {change} }}"))).pack.items["mook"]["own.others"].clone();
        others.gear.iter().map(|gear| gear.name.to_string()).collect()
    };
    assert_eq!(carried(""), ["gun", "knife"]);
    assert_eq!(carried("gear - gun"), ["knife"]);
    assert_eq!(carried("gear + stick"), ["gun", "knife", "stick"]);
    assert_eq!(carried("gear - gun; gear + stick"), ["knife", "stick"]);
    assert_eq!(carried("gear stick"), ["stick"]);
}

#[test]
fn nothing_is_taken_away_that_is_not_there_or_no_list() {
    let found = written(&crowd("mook others from crowd { gear - stick }"));
    let said = found.only(Code::UnknownName);
    assert_eq!(
        (said.message.as_str(), said.primary.text.as_str()),
        ("there is no `stick` that could be removed", "the list `gear` does not contain this value")
    );
    let found = written(&crowd("mook others from crowd { threat - 1 }"));
    let said = found.only(Code::WrongValue);
    assert_eq!(said.message, "`threat` is not a list, so nothing can be added or removed with a sign");
}

#[test]
fn a_rank_is_too_low_or_too_high() {
    for (rank, label) in [(0, "ranks start at 1"), (99, "the rank is too high")] {
        let found = written(&format!("npc grunt \"Grunt\" {{ cap 2; skills {{ {rank} brawling }}; aspects \"Slow\", \"Tall\" }}\n"));
        let said = found.said.iter().find(|(.., found)| found.code == Code::SkillRank).unwrap();
        assert_eq!(said.2.primary.text.as_str(), label);
    }
}

#[test]
fn an_aspect_is_taken_away_only_if_it_is_there() {
    let removed = |text: &str| {
        written(&format!(
            "npc grunt \"Grunt\" {{ cap 2; skills {{ 2 brawling; 1 agility, stamina }}; aspects \"Slow to anger\", \"Tall\" }}\n\
             npc boss \"Boss\" from grunt {{ aspects - \"{text}\"; aspects + \"Loud\" }}\n"
        ))
    };
    let found = removed("Nope");
    let said = found.only(Code::UnknownName);
    assert_eq!(said.message, "there is no \"Nope\" that could be removed");
    let found = removed("Slow to angr");
    assert_eq!(found.only(Code::UnknownName).fixes[0].title, "did you mean \"Slow to anger\"?");
    assert_eq!(removed("tall").messages(), [""; 0]);
}

#[test]
fn what_is_held_is_extended_and_shrunk_by_signs() {
    let text = "design crate : crate { stat weight { ranks 0..3 } }\n\
        design cart : cart { holds load crate; stat heavy { ranks 0..20; base load; fixed } }\n\
        crate tin { weight 1 }\ncrate sack { weight 2 }\n\
        cart a { load tin x2, sack }\ncart b from a { load + tin }\ncart c from a { load - tin }\n";
    let found = written(text);
    let heavy = |name: &str| found.pack.items["cart"][format!("own.{name}").as_str()].stats["heavy"];
    assert_eq!((heavy("a"), heavy("b"), heavy("c")), (3, 4, 1));
}

#[test]
fn what_one_is_not_trained_for_costs_a_point_a_roll() {
    let guard = |stunts: &str, gear: &str| {
        written(&format!(
            "weapon carbine : slug_thrower {{ tech T1; harm 2; penetration 3; range 2..4 }}\n\
             armour plate : body_armour {{ tech T1; defense 5 }}\n\
             armour vest : body_armour {{ tech T1; defense 4; stunts civilian }}\n\
             npc guard {{\n cap 2\n skills {{ 2 slug_throwers; 1 stamina, resolve }}\n aspects \"A\", \"B\"\n {stunts}\n gear {gear}\n}}\n"
        ))
    };
    let untrained =
        |stunts: &str, gear: &str| guard(stunts, gear).said.iter().filter(|(.., said)| said.code == Code::UntrainedGear).count();
    assert_eq!(untrained("", "carbine, vest"), 1);
    assert_eq!(untrained("", "carbine, plate"), 2);
    // Training with any combat skill also covers armour.
    assert_eq!(untrained("stunts military_grade(slug_throwers)", "carbine, plate"), 0);
    let found = guard("", "carbine");
    assert_eq!(found.only(Code::UntrainedGear).message, "`guard` pays a fate point for each roll with `carbine`");
    assert_eq!(found.only(Code::UntrainedGear).primary.text, "needs military-grade `slug_throwers`");
}

#[test]
fn the_standard_skills_are_those_of_the_rules() {
    let pack = written("").pack;
    // Skills that only the far future has are tested with its own list.
    let srd = || {
        pack.skills
            .values()
            .filter(|skill| !skill.lists.iter().any(|list| list == "far_future") || skill.lists.len() > 1 || skill.name == "strength")
    };
    let of = |class: &str| {
        let mut names: Vec<&str> =
            srd().filter(|skill| skill.classes.iter().any(|word| word == class)).map(|skill| skill.title.as_str()).collect();
        names.sort_unstable();
        names
    };
    assert_eq!(of("space"), ["Communications", "Computer", "Engineering", "Gunnery", "Navigation", "Pilot"]);
    assert_eq!(of("combat"), ["Brawling", "Close combat", "Energy weapons", "MicroG", "Natural weapons", "Slug throwers"]);
    assert_eq!(of("track"), ["Assets", "Resolve", "Stamina"]);
    let people = srd().filter(|skill| !skill.classes.iter().any(|class| class == "unit")).count();
    // The 36 skills of the list, Languages, Psionics, and the two skills of animals.
    assert_eq!(people, 40);
    assert_eq!(pack.skills["std.slug_throwers"].gear, ["a slug thrower"]);
}

#[test]
fn a_skill_of_ones_own_is_declared_like_the_standard_ones() {
    let pack = written("skill hexes \"Hexes\" { class combat; gear \"a doll\" }\n").clean();
    assert_eq!(pack.skills["own.hexes"].classes, ["combat"]);
    assert_eq!(written("skill hexes { clas combat }\n").messages(), ["a skill has no entry `clas`"]);
    assert_eq!(written("skill hexes { for wizard }\n").messages(), ["there is no kind of thing called `wizard`"]);
}

/// R-N8: "All Natural Weapons or armour would also require a Stunt analogous to Integral Equipment". This stunt is required in addition to
/// the general one.
#[test]
fn an_animal_has_one_stunt_and_one_more_for_each_thing_it_grew() {
    let beast = |stunts: &str| {
        let weapons = "weapon claws : close_combat { tech T0; harm 1 }\nweapon fangs : close_combat { tech T0; harm 1 }\n";
        let text = format!(
            "{weapons}animal beast {{ skills {{ 1 stealth }}; tracks {{ health 4; composure 3 }}; aspects \"A\"; stunts {stunts} }}\n"
        );
        written(&text).messages().iter().map(|message| (*message).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(beast("military_grade(stealth)"), Vec::<String>::new());
    assert_eq!(beast("military_grade(stealth), integral(claws)"), Vec::<String>::new());
    assert_eq!(beast("military_grade(stealth), free_form(\"flies\")"), ["`beast` has 2 stunts, but an animal must have 0 to 1"]);
    assert_eq!(beast("military_grade(stealth), integral(claws), integral(fangs)"), Vec::<String>::new());
    assert_eq!(
        beast("military_grade(stealth), free_form(\"flies\"), integral(claws), integral(fangs)"),
        ["`beast` has 4 stunts, but an animal must have 0 to 3"]
    );
}

#[test]
fn a_character_has_exactly_three_stunts_and_ten_aspects() {
    let with = |stunts: &str, aspects: usize| {
        let aspects: Vec<String> = (0..aspects).map(|n| format!("\"Aspect {n}\"")).collect();
        let skills = "5 pilot; 4 brawling, resolve; 3 navigation, stamina, agility; 2 engineering, computer, eva, tactics; 1 charm, arts, stealth, alertness, microg";
        written(&format!("character hero {{ skills {{ {skills} }}; stunts {stunts}; aspects {} }}\n", aspects.join(", "))).said
    };
    let codes = |stunts: &str, aspects: usize| with(stunts, aspects).iter().map(|(.., said)| said.code).collect::<Vec<_>>();
    assert_eq!(codes("military_grade(pilot), swap_skill(pilot, navigation), alter_track(health, 1)", 10), []);
    assert_eq!(codes("military_grade(pilot), swap_skill(pilot, navigation), alter_track(health, 1)", 9), [Code::MissingAspects]);
    assert_eq!(codes("military_grade(pilot), swap_skill(pilot, navigation), alter_track(health, 1)", 11), [Code::TooManyAspects]);
    assert_eq!(
        codes("military_grade(pilot), military_grade(brawling), military_grade(eva), swap_skill(pilot, navigation)", 10),
        [Code::TooManyStunts]
    );
    assert_eq!(codes("military_grade(pilot), military_grade(pilot), swap_skill(pilot, navigation)", 10), [Code::RepeatedStunt]);
    assert_eq!(codes("swap_skill(charm, medical), military_grade(pilot), alter_track(health, 1)", 10), [Code::RequirementFailed]);
    assert_eq!(codes("take_a_bonus(charm, gunnery rolls), military_grade(pilot), alter_track(health, 1)", 10), [Code::RequirementFailed]);
}

#[test]
fn a_longer_track_is_longer_in_the_pack() {
    let text = npc(3, &[("stamina", 2)]).replace("  aspects", "  stunts alter_track(health, 1)\n  aspects");
    assert_eq!(person("npc", &text).tracks["health"], 5);
    // The size is not written, so more than one box gives a warning (R-N5).
    let text = text.replace("alter_track(health, 1)", "alter_track(health, 2)");
    assert_eq!(
        written(&text).only(Code::Advice).message,
        "`alter_track`: the rules state no size; more than one box is for the table to agree on"
    );
}

/// Rules: R-N1.
#[test]
fn a_character_without_a_combat_or_a_space_skill_needs_a_story() {
    let with = |apex: &str, next: &str| {
        let skills = format!(
            "5 {apex}; 4 {next}, resolve; 3 survival, stamina, agility; 2 science, medical, eva, tactics; 1 charm, arts, stealth, alertness, repair"
        );
        let aspects: Vec<String> = (0..10).map(|n| format!("\"Aspect {n}\"")).collect();
        let stunts = "military_grade(eva), swap_skill(charm, arts), alter_track(health, 1)";
        let text = format!("character hero {{ skills {{ {skills} }}; stunts {stunts}; aspects {} }}\n", aspects.join(", "));
        written(&text).messages().iter().map(|message| (*message).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(with("pilot", "brawling"), Vec::<String>::new());
    assert_eq!(with("pilot", "oratory"), ["`hero`: a character has a combat skill, or a story for the gap"]);
    assert_eq!(with("oratory", "brawling"), ["`hero`: a character has a space skill, or a story for the gap"]);
}

/// Rules: R-P49.
#[test]
fn an_npc_takes_consequences_only_if_it_says_so() {
    assert!(person("npc", &npc(2, &[])).consequences.is_empty());
    let text = npc(2, &[]).replace("  cap 2", "  cap 2\n  consequences yes");
    assert_eq!(person("npc", &text).consequences, ["mild", "moderate", "severe"]);
}

#[test]
fn the_powers_of_the_mind_are_sold_where_a_ruleset_allows_them() {
    let dreamer = npc(2, &[("psionics", 2)]);
    assert_eq!(written(&dreamer).messages(), ["the skill `psionics` needs an optional rule, which is not in force"]);
    let seer = dreamer.replace("  aspects", "  stunts awareness\n  aspects");
    assert_eq!(written(&seer).findings(), ["4:7 skill-not-allowed", "7:10 stunt-not-sold"]);
    let package = slip_source::Package { name: "own".to_owned(), variants: vec!["psionic_toll".to_owned()], ..Default::default() };
    assert_eq!(compiled_text::written_in(package, &seer).messages(), Vec::<&str>::new());
}

#[test]
fn a_skill_of_ones_own_may_be_an_option_of_the_rules() {
    let skill = "skill dowsing { uses \"water\"; only when rules psionics yes }\n";
    let text = format!("{skill}{}", npc(2, &[("dowsing", 2)]));
    assert_eq!(written(&text).messages(), ["the skill `dowsing` needs an optional rule, which is not in force"]);
    let package = slip_source::Package { name: "own".to_owned(), variants: vec!["psionic_toll".to_owned()], ..Default::default() };
    let allowed = compiled_text::written_in(package, &text);
    assert_eq!(allowed.messages(), Vec::<&str>::new());
    assert_eq!(allowed.pack.skills["own.dowsing"].only.as_deref(), Some("rules psionics yes"));
    for (bad, code) in [
        ("only", Code::WrongValue),
        ("only when rules psionicks yes", Code::UnknownSetting),
        ("only when rules psionics maybe", Code::SettingValue),
        ("only when tech > 2", Code::WrongValue),
    ] {
        let skill = format!("skill dowsing {{ uses \"water\"; {bad} }}");
        written(&skill).only(code);
    }
}

#[test]
fn who_has_every_skill_has_none_that_the_rules_lack() {
    let skills = |text: &str, variants: &[&str]| {
        let variants = variants.iter().map(|name| (*name).to_owned()).collect();
        let package = slip_source::Package { name: "own".to_owned(), variants, ..Default::default() };
        let item = compiled_text::written_in(package, text).clean().items.remove("npc").unwrap().remove("own.all").unwrap();
        item.skills.contains_key("psionics")
    };
    let text = "npc all : bare_npc { rank 1 }";
    assert!(!skills(text, &[]));
    assert!(skills(text, &["psionic_toll"]));
}
