//! Tests of the skills of the SRD cell by cell, of skill shapes, and of player characters.

use crate::content_rules::compiled_text::{Written, written};
use slip_pack::BuiltItem;
use slip_source::diagnostic::{Code, Severity};

/// Returns a legal character with these stunts and a further entry.
pub(crate) fn character(stunts: &str, more: &str) -> String {
    character_with(
        "5 pilot; 4 slug_throwers, resolve; 3 navigation, stamina, agility; 2 engineering, computer, eva, tactics; 1 charm, medical, stealth, alertness, culture_tech \"Pell\"",
        stunts,
        more,
    )
}

pub(crate) fn character_with(skills: &str, stunts: &str, more: &str) -> String {
    let aspects: Vec<String> = (1..=10).map(|n| format!("\"Aspect {n}\"")).collect();
    format!("character hero \"Hero\" {{\n skills {{ {skills} }}\n stunts {stunts}\n aspects {}\n {more}\n}}\n", aspects.join(", "))
}

/// Three stunts without restrictions.
pub(crate) const STUNTS: &str = "military_grade(pilot), swap_skill(pilot, navigation), alter_track(health, 1)";

/// Returns an npc with a 2-cap pyramid.
pub(crate) fn npc(skills: &str, more: &str) -> String {
    format!("npc somebody \"Somebody\" {{\n cap 2\n skills {{ {skills} }}\n aspects \"One\", \"Two\"\n {more}\n}}\n")
}

pub(crate) fn said(found: &Written) -> Vec<(Code, &str)> {
    found
        .said
        .iter()
        .filter(|(.., said)| ![Code::NotRead, Code::UnspentPoints].contains(&said.code))
        .map(|(.., said)| (said.code, said.message.as_str()))
        .collect()
}

pub(crate) fn last(found: Written, kind: &str) -> BuiltItem {
    found.clean().items.remove(kind).unwrap().into_iter().rfind(|(key, _)| key.starts_with("own.")).unwrap().1
}

/// Class (C combat, S space, T track, - none) and automatic gear of every skill of the SRD.
const TABLE: &[(&str, &str, &str)] = &[
    ("Agility", "-", "gym access"),
    ("Aircraft", "-", "certification, silk scarf"),
    ("Alertness", "-", ""),
    ("Animal handler", "-", ""),
    ("Archaeology", "-", ""),
    ("Arts", "-", "toolkit or database"),
    ("Assets", "T", ""),
    ("Brawling", "C", "gold teeth"),
    ("Brokerage", "-", "certification, contacts"),
    ("Bureaucracy", "-", "organizer and communicator"),
    ("Charm", "-", ""),
    ("Close combat", "C", "one suitable weapon"),
    ("Communications", "S", "hand computer"),
    ("Computer", "S", "hand computer"),
    ("Culture/Tech", "-", ""),
    ("Demolitions", "-", ""),
    ("Energy weapons", "C", "an energy weapon"),
    ("Engineering", "S", "iron ring (certificate), toolkit, machine-shop access"),
    ("EVA", "-", "pressure suit"),
    ("Gunnery", "S", "certification"),
    ("Intimidation", "-", ""),
    ("Medical", "-", ""),
    ("MicroG", "C", "velcro shoes"),
    ("Navigation", "S", "certification, computer with cluster charts"),
    ("Oratory", "-", ""),
    ("Pilot", "S", "in-system flying licence"),
    ("Profession", "-", "player's choice"),
    ("Repair", "-", ""),
    ("Resolve", "T", "sunglasses"),
    ("Science", "-", "database"),
    ("Slug throwers", "C", "a slug thrower"),
    ("Stamina", "T", "running shoes"),
    ("Stealth", "-", ""),
    ("Survival", "-", "emergency kit, rations"),
    ("Tactics", "-", ""),
    ("Vehicle", "-", "certification, fuzzy dice"),
    ("Languages", "-", ""),
];

#[test]
fn every_skill_of_the_table_has_its_class_and_its_gear() {
    let pack = written("").clean();
    for (title, class, gear) in TABLE {
        let skill = pack.skills.values().find(|skill| skill.title == *title && skill.package == "std").unwrap_or_else(|| panic!("{title}"));
        let classes: Vec<&str> = skill.classes.iter().map(|class| class.as_str()).collect();
        let wanted: &[&str] = match *class {
            "C" => &["combat"],
            "S" => &["space"],
            "T" => &["track"],
            _ => &[],
        };
        assert_eq!(classes, wanted, "{title}");
        assert_eq!(skill.gear.join(", "), *gear, "{title}");
    }
    assert_eq!(TABLE.len(), 37, "36 and Languages");
}

/// R-N1: MicroG counts as a combat skill, although no weapon is used with it.
#[test]
fn microg_counts_as_a_combat_skill_though_no_weapon_is_used_with_it() {
    let with = |fighting: &str| {
        let skills = format!(
            "5 pilot; 4 {fighting}, resolve; 3 survival, stamina, agility; 2 science, medical, eva, tactics; 1 charm, arts, stealth, alertness, repair"
        );
        written(&character_with(&skills, STUNTS.replace("navigation", "medical").as_str(), "")).messages().join("\n")
    };
    assert_eq!(with("microg"), "");
    assert_eq!(with("oratory"), "`hero`: a character has a combat skill, or a story for the gap");
}

/// Rules: R-N1.
#[test]
fn a_skill_of_ones_own_counts_for_the_class_it_says() {
    let skills = "5 pilot; 4 hexes, resolve; 3 survival, stamina, agility; 2 science, medical, eva, tactics; 1 charm, arts, stealth, alertness, repair";
    let text =
        "skill hexes \"Hexes\" { class combat }\n".to_owned() + &character_with(skills, &STUNTS.replace("navigation", "medical"), "");
    assert_eq!(written(&text).messages(), Vec::<&str>::new());
}

#[test]
fn automatic_gear_is_on_the_sheet_with_the_skill_that_brings_it() {
    let somebody = last(written(&npc("2 engineering; 1 eva, profession \"glazier\"", "")), "npc");
    let brings: Vec<(&str, &str)> = somebody.brings.iter().map(|brings| (brings.what.as_str(), brings.by.as_str())).collect();
    assert_eq!(
        brings,
        [
            ("iron ring (certificate)", "engineering"),
            ("toolkit", "engineering"),
            ("machine-shop access", "engineering"),
            ("pressure suit", "eva"),
            ("player's choice", "profession(glazier)"),
        ]
    );
}

#[test]
fn a_package_may_extend_and_shorten_what_a_skill_brings_along() {
    let patched = |patch: &str| {
        let somebody = last(
            written(
                &format!("patch std.survival {{ {patch} }}\n{}", npc("2 survival; 1 charm, arts", "allow unspent-points \"x\""))
                    .replace("allow unspent-points \"x\"", ""),
            ),
            "npc",
        );
        somebody.brings.iter().filter(|brings| brings.by == "survival").map(|brings| brings.what.clone()).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(patched("gear + \"hemp rope\""), "emergency kit, rations, hemp rope");
    assert_eq!(patched("gear - \"rations\""), "emergency kit");
    assert_eq!(patched("gear \"a goat\""), "a goat");
}

#[test]
fn profession_is_taken_again_and_again_and_every_other_skill_once() {
    let somebody = last(written(&npc("2 profession \"glazier\"; 1 profession \"hangman\", charm", "")), "npc");
    assert_eq!(
        somebody.skills.keys().map(|name| name.as_str()).collect::<Vec<_>>(),
        ["charm", "profession(glazier)", "profession(hangman)"]
    );
    let twice = written(&npc("2 charm; 1 charm, arts", ""));
    assert_eq!(twice.only(Code::RepeatedSkill).message, "the skill `charm` is written twice");
    assert_eq!(written(&npc("2 languages \"Old Pell\" \"Trade\"; 1 languages \"Sign\", arts", "")).said[0].2.code, Code::RepeatedSkill);
}

#[test]
fn cultures_and_languages_are_as_many_as_the_rank_besides_home() {
    let somebody = last(written(&npc("2 culture_tech \"Pell\" \"archaic\"; 1 languages \"Trade\", charm", "")), "npc");
    assert_eq!(somebody.subjects["culture_tech"], ["Pell", "archaic"]);
    assert_eq!(somebody.subjects["languages"], ["Trade"]);
    assert_eq!(
        written(&npc("2 culture_tech \"Pell\"; 1 arts, charm", "")).messages(),
        ["the skill `culture_tech` needs 2 subjects in quotes, but has 1"]
    );
    let home = "system harrow \"Harrow\" { tech T1; environment 0; resources 0; aspects \"a\", \"b\", \"c\" }\n";
    let at_home = |subjects: &str| {
        let text = home.to_owned() + &npc(&format!("2 culture_tech {subjects}; 1 arts, charm"), "home harrow");
        written(&text).messages().iter().map(|message| (*message).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(at_home("\"Harrow\" \"Pell\""), ["`culture_tech` already covers `Harrow`"]);
    assert_eq!(at_home("\"Pell\" \"pell\""), ["`culture_tech` already covers `pell`"]);
    assert_eq!(at_home("\"Pell\" \"Dunmore\""), Vec::<String>::new());
}

#[test]
fn natural_weapons_and_strength_are_for_animals_alone() {
    for skill in ["natural_weapons", "strength"] {
        let found = written(&npc(&format!("2 {skill}; 1 arts, charm"), ""));
        assert_eq!(found.only(Code::SkillNotAllowed).message, format!("an npc cannot have the skill `{skill}`"));
    }
}

#[test]
fn a_character_has_fifteen_skills_ten_aspects_three_stunts_five_points_and_three_consequences() {
    let hero = last(written(&character(STUNTS, "")), "character");
    assert_eq!((hero.skills.len(), hero.aspects.len(), hero.stunts.len(), hero.fate), (15, 10, 3, Some(5)));
    assert_eq!(hero.consequences, ["mild", "moderate", "severe"]);
    let lengths: Vec<(&str, i32)> = hero.tracks.iter().map(|(track, boxes)| (track.as_str(), *boxes)).collect();
    // Resolve 4; Stamina 3 and a stunt; no Assets.
    assert_eq!(lengths, [("composure", 5), ("health", 6), ("wealth", 3)]);
}

#[test]
fn a_five_cap_pyramid_has_one_more_skill_on_each_step_down() {
    let found = written(&character_with(
        "5 pilot; 4 slug_throwers, resolve, charm; 3 navigation, stamina, agility; 2 engineering, computer, eva, tactics; 1 medical, stealth, alertness, arts",
        STUNTS,
        "",
    ));
    let said = found.only(Code::SkillPyramid);
    assert_eq!(said.message, "`hero` has 3 skills at rank 4, but a 5-cap pyramid has 2 there");
    assert_eq!(said.secondary[0].text, "1 skill missing at rank 1");
}

#[test]
fn aspects_may_say_which_phase_of_the_life_they_tell_and_then_all_do() {
    let phases = ["growing_up", "starting_out", "crisis", "sidetracked", "on_your_own"];
    let aspects = |count: usize| {
        let one = |n: usize| if n < count { format!("\"Aspect {n}\" {}", phases[n / 2]) } else { format!("\"Aspect {n}\"") };
        let aspects: Vec<String> = (0..10).map(one).collect();
        let text = character(STUNTS, "");
        let plain: Vec<String> = (1..=10).map(|n| format!("\"Aspect {n}\"")).collect();
        written(&text.replace(&plain.join(", "), &aspects.join(", ")))
    };
    assert_eq!(aspects(0).messages(), Vec::<&str>::new());
    let hero = last(aspects(10), "character");
    assert_eq!(hero.aspects[4].mark.as_deref(), Some("crisis"));
    let some = aspects(3);
    let said = some.only(Code::AspectPhases);
    assert_eq!(said.severity, Severity::Warning);
    assert_eq!(
        said.primary.text,
        "`starting_out` has 1 of 2 aspects, `crisis` has 0 of 2 aspects, `sidetracked` has 0 of 2 aspects, `on_your_own` has 0 of 2 aspects"
    );
    let odd = written(&character(STUNTS, "").replace("\"Aspect 1\",", "\"Aspect 1\" growing,"));
    assert_eq!(odd.only(Code::UnknownMark).message, "an aspect cannot be marked `growing` here");
}

/// R-N6: "an automatic Aspect, not human, to be compelled liberally whenever something built for or designed by humans is encountered".
#[test]
fn not_human_is_an_aspect_outside_the_slots_and_may_be_left_out() {
    let hero = last(written(&character(STUNTS, "not_human yes")), "character");
    assert_eq!((hero.aspects.len(), hero.aspects.iter().filter(|aspect| aspect.slot).count()), (11, 10));
    let alien = &hero.aspects[0];
    assert_eq!((alien.text.as_str(), alien.slot, alien.derived), ("Not human", false, true));
    let passing = last(written(&character(STUNTS, "not_human no")), "character");
    assert!(passing.aspects.iter().all(|aspect| aspect.text != "Not human"));
}

/// R-N27: skills are swapped only at a refresh, unless the rules of the far future set `skill_swaps` to `sessions`.
#[test]
fn skills_are_swapped_at_a_refresh_only_unless_the_far_future_says_otherwise() {
    let pack = written("").clean();
    let word = |ruleset: &str| pack.rulesets[ruleset].rules.word("skill_swaps", "refresh").to_owned();
    assert_eq!(word("std.design_settings"), "refresh");
    assert_eq!(word("std.far_future"), "sessions");
}
