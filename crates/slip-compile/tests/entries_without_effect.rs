//! Tests of entries that are written correctly and change nothing: each is refused or noted.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    dead_code,
    reason = "tests fail by panicking, and share a module of which each uses a part"
)]

use slip_test_support::compiled_text;

use compiled_text::{one, written};
use slip_source::diagnostic::Code;

/// Two ships that spend all their points.
const SHIPS: &str = "ship pike \"Pike\" : spacecraft { tech T2; v_shift 3; beam 4; ew 2; torpedo 3; tracks { frame 4 }; \
                     aspects \"A\", \"B\", \"C\", \"D\", \"E\" }\n\
                     ship lance \"Lance\" : spacecraft { tech T2; v_shift 2; beam 4; ew 3; torpedo 3; tracks { frame 4 }; \
                     aspects \"F\", \"G\", \"H\", \"I\", \"J\" }\n";

/// Returns a space encounter of two ships, with these rules and with this crew aboard the first.
fn space(rules: &str, crew: &str) -> String {
    format!(
        "{SHIPS}encounter chase \"Chase\" : space {{ side reds {{ ship pike {crew} }}; side blues {{ ship lance }}; {rules} \
         victory reds when out(blues); victory blues when out(reds); limit 5 turns }}\n"
    )
}

/// Returns a personal encounter with these rules.
fn brawl(rules: &str) -> String {
    format!(
        "npc ada \"Ada\" {{ cap 2; skills {{ 2 brawling; 1 agility, resolve }}; aspects \"A\", \"B\" }}\n\
         npc bo \"Bo\" {{ cap 2; skills {{ 2 brawling; 1 agility, resolve }}; aspects \"C\", \"D\" }}\n\
         map yard \"Yard\" {{ zone p \"Pier\"; zone q \"Quay\"; border p -- q }}\n\
         encounter brawl \"Brawl\" : personal {{ map yard; {rules} side reds {{ actors ada at p }}; side blues {{ actors bo at q }}; \
         victory reds when out(blues); victory blues when out(reds); limit 5 turns }}\n"
    )
}

/// Returns the codes of the findings of a text.
fn codes(text: &str) -> Vec<Code> {
    written(text).said.into_iter().map(|(.., found)| found.code).collect()
}

/// Returns a person with the rank 1 in one skill, who buys a stunt with this effect.
fn raised(effect: &str) -> String {
    format!(
        "stunt s \"S\" {{ for npc; effect {effect} }}\n\
         npc ada \"Ada\" {{ cap 1; skills {{ 1 survival }}; aspects \"A\"; stunts s }}\n"
    )
}

#[test]
fn no_effect_raises_a_skill_above_its_pyramid() {
    let found = one(&raised("+9 to survival"));
    assert_eq!((found.code, found.message.as_str()), (Code::StatAboveCap, "with its effects `survival` is 10, above the cap of 1"));
    for allowed in ["+9 to survival past cap", "+9 to survival rolls"] {
        assert!(written(&raised(allowed)).said.is_empty(), "{allowed}");
    }
}

#[test]
fn people_have_no_technology_and_no_modes() {
    let stunt = |kinds: &str, entry: &str| format!("stunt s \"S\" {{ for {kinds}; {entry}; effect +1 to attack }}\n");
    for entry in ["tech T2", "whole"] {
        assert_eq!(one(&stunt("npc", entry)).code, Code::WrongValue, "{entry}");
        assert!(written(&stunt("weapon", entry)).said.is_empty(), "{entry}");
    }
    assert_eq!(one(&stunt("weapon", "tech T9")).message, "technologies go from `T-4` to `T4`");
}

#[test]
fn no_stunt_is_about_itself() {
    let stunt = |entry: &str| format!("stunt s \"S\" {{ for npc; {entry}; effect +1 to attack }}\n");
    for entry in ["excludes s", "requires s"] {
        assert_eq!(one(&stunt(entry)).code, Code::WrongValue, "{entry}");
    }
}

#[test]
fn nameless_crews_are_trained_in_skills_of_posts() {
    assert!(!codes(&space("", "{ military communications }")).contains(&Code::WrongCrew));
    let found = written(&space("", "{ military brawling }"));
    assert_eq!(found.only(Code::WrongCrew).message, "no station is worked with `brawling`");
}

#[test]
fn a_ruleset_that_the_kind_of_play_does_not_read_is_noted() {
    for rules in ["rules morale;", "rules zero;", "rules blood;"] {
        let text = format!("ruleset zero {{ }}\nruleset blood {{ first_blood session; seal_difficulty 9 }}\n{}", space(rules, ""));
        assert!(codes(&text).contains(&Code::NotRead), "{rules}: {:?}", codes(&text));
    }
    assert!(codes(&brawl("rules flat_firewall;")).contains(&Code::NotRead));
    for read in [space("rules flat_firewall;", ""), brawl("rules morale;")] {
        assert!(!codes(&read).contains(&Code::NotRead), "{:?}", codes(&read));
    }
}

#[test]
fn attacks_of_people_use_skills_of_weapons_and_words() {
    let stunt = |effect: &str| format!("stunt s \"S\" {{ for npc; effect {effect} }}\n");
    for effect in ["+1 to archaeology attack in personal", "+1 to assets defence in personal", "+1 to agility rolls in space"] {
        assert_eq!(one(&stunt(effect)).code, Code::EffectNeverApplies, "{effect}");
    }
    for effect in [
        "+1 to slug_throwers attack in personal",
        "+1 to charm attack in personal",
        "+1 to agility defence in personal",
        "+1 to resolve defence in personal",
        "+1 to close_combat defence in personal",
        "+1 to gunnery rolls in space",
    ] {
        assert!(written(&stunt(effect)).said.is_empty(), "{effect}");
    }
    // A stunt that puts another skill in place of one of these makes its rolls possible.
    let own = "stunt stare \"Stare\" { for npc; effect may use archaeology for attack }\n";
    assert!(written(&format!("{own}{}", stunt("+1 to archaeology attack in personal"))).said.is_empty());
}

#[test]
fn a_beast_with_natural_weapons_has_a_weapon() {
    let cat = |stunts: &str| {
        format!(
            "weapon claw \"Claws\" : close_combat {{ tech T0; harm 1; penetration 1; range 0..1 }}\n\
             animal cat \"Cat\" {{ skills {{ 3 natural_weapons; 2 stealth; 1 agility }}; aspects \"A\", \"B\", \"C\"; {stunts} }}\n"
        )
    };
    assert!(!codes(&cat("stunts integral(claw)")).contains(&Code::UnskilledGear));
    let found = written(&cat("")).said;
    assert!(
        found.iter().any(|(.., found)| found.message == "`cat` has `natural_weapons`, but no weapon that is used with it"),
        "{found:?}"
    );
}
