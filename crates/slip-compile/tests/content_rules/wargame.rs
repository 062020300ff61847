//! Tests of wargames: characters of both books, crews of ships, and the rule that all characters of one fight are built alike.

use super::far_future::{named, under};
use crate::content_rules::compiled_text::{Written, written};
use slip_source::diagnostic::{Code, Severity};

const SRD: &str = "ruleset table \"Our table\" { wargame srd }\n";
const SRD_TWO: &str = "ruleset table \"Our table\" { wargame srd; wargame_stunts 2 }\n";
const FAR: &str = "ruleset table \"Our table\" { use far_future; wargame far_future }\n";

fn fighter(rules: &str, skills: &str, stunts: &str, aspects: usize) -> Written {
    let aspects: Vec<String> = (0..aspects).map(|n| format!("\"Aspect {n}\"")).collect();
    let stunts = if stunts.is_empty() { String::new() } else { format!("stunts {stunts};") };
    let aspects = if aspects.is_empty() { String::new() } else { format!("aspects {}", aspects.join(", ")) };
    under(&["table"], &format!("{rules}character ana \"Ana\" {{ skills {{ {skills} }}; {stunts} {aspects} }}\n"))
}

const SIX: &str = "3 slug_throwers; 2 agility, resolve; 1 stamina, alertness, tactics";
const FAR_SIX: &str = "3 firearms; 2 dexterity, resolve; 1 endurance, alertness, recon";

fn codes(found: &Written) -> Vec<Code> {
    found.said.iter().filter(|(.., said)| said.severity > Severity::Note).map(|(.., said)| said.code).collect()
}

/// R-P33: a character has three fate points, or as many as it has aspects.
#[test]
fn a_character_of_an_srd_wargame_has_six_skills_one_stunt_three_aspects_and_three_points() {
    let found = fighter(SRD, SIX, "military_grade(slug_throwers)", 3);
    assert_eq!(found.messages(), Vec::<&str>::new());
    let ana = named(&found, "character", "ana");
    assert_eq!((ana.design.as_str(), ana.fate, ana.skills.len(), ana.consequences.len()), ("wargamer", Some(3), 6, 3));
    assert_eq!((ana.tracks["health"], ana.tracks["composure"], ana.tracks.contains_key("wealth")), (4, 4, false));
    assert_eq!(codes(&fighter(SRD, SIX, "", 3)), [Code::TooFewStunts]);
    assert_eq!(codes(&fighter(SRD, SIX, "military_grade(slug_throwers), military_grade(resolve)", 3)), [Code::TooManyStunts]);
    assert_eq!(codes(&fighter(SRD, SIX, "military_grade(slug_throwers)", 2)), [Code::MissingAspects]);
    assert_eq!(codes(&fighter(SRD, SIX, "military_grade(slug_throwers)", 4)), [Code::TooManyAspects]);
    assert_eq!(
        codes(&fighter(SRD, "4 slug_throwers; 2 agility, resolve; 1 stamina, alertness, tactics", "military_grade(resolve)", 3)),
        [Code::SkillPyramid]
    );
}

#[test]
fn a_scenario_of_the_srd_may_give_everybody_two_stunts() {
    assert_eq!(fighter(SRD_TWO, SIX, "military_grade(slug_throwers), swap_skill(tactics, agility)", 3).messages(), Vec::<&str>::new());
    assert_eq!(codes(&fighter(SRD_TWO, SIX, "military_grade(slug_throwers)", 3)), [Code::TooFewStunts]);
}

const TWO: &str = "military_grade(firearms), swap_skill(recon, alertness)";

/// R-P33 for a character of a far future wargame.
#[test]
fn a_character_of_a_far_future_wargame_has_two_stunts_and_two_to_five_aspects_with_a_point_each() {
    for aspects in 2..=5 {
        let found = fighter(FAR, FAR_SIX, TWO, aspects);
        assert_eq!(found.messages(), Vec::<&str>::new());
        let ana = named(&found, "character", "ana");
        assert_eq!((ana.design.as_str(), ana.fate), ("far_future_wargamer", i32::try_from(aspects).ok()));
        assert!(!ana.tracks.contains_key("wealth"));
    }
    assert_eq!(codes(&fighter(FAR, FAR_SIX, TWO, 1)), [Code::MissingAspects]);
    assert_eq!(codes(&fighter(FAR, FAR_SIX, TWO, 6)), [Code::TooManyAspects]);
    assert_eq!(codes(&fighter(FAR, FAR_SIX, "military_grade(firearms)", 3)), [Code::TooFewStunts]);
}

#[test]
fn a_strong_one_of_the_far_future_has_a_seventh_skill_at_four_or_five() {
    for rank in [4, 5] {
        assert_eq!(fighter(FAR, &format!("{rank} brawling; {FAR_SIX}"), TWO, 3).messages(), Vec::<&str>::new(), "rank {rank}");
    }
    assert_eq!(
        fighter(FAR, &format!("6 brawling; {FAR_SIX}"), TWO, 3).messages(),
        ["`ana` has 1 skill at rank 6, but a 3-cap pyramid has none there"]
    );
    assert_eq!(codes(&fighter(FAR, &format!("5 brawling; 4 leader; {FAR_SIX}"), TWO, 3)), [Code::SkillPyramid]);
    // A seventh skill at rank 3 is one too many.
    assert_eq!(
        codes(&fighter(FAR, "3 firearms, brawling; 2 dexterity, resolve; 1 endurance, alertness, recon", TWO, 3)),
        [Code::SkillPyramid]
    );
}

#[test]
fn tracks_of_wargames_go_by_the_skill_up_to_rank_five() {
    let health = |rank: i32| {
        let skills = match rank {
            0 => "3 firearms; 2 dexterity, resolve; 1 leader, alertness, recon".to_owned(),
            1 => FAR_SIX.to_owned(),
            2 => "3 firearms; 2 endurance, resolve; 1 dexterity, alertness, recon".to_owned(),
            3 => "3 endurance; 2 firearms, resolve; 1 dexterity, alertness, recon".to_owned(),
            rank => format!("{rank} endurance; 3 firearms; 2 dexterity, resolve; 1 leader, alertness, recon"),
        };
        let found = fighter(FAR, &skills, TWO, 3);
        named(&found, "character", "ana").tracks["health"]
    };
    assert_eq!([0, 1, 2, 3, 4, 5].map(health), [3, 4, 4, 5, 5, 6]);
    let composure = |rank: i32| {
        let skills = match rank {
            0 => "3 firearms; 2 dexterity, endurance; 1 leader, alertness, recon".to_owned(),
            1 => "3 firearms; 2 dexterity, endurance; 1 resolve, alertness, recon".to_owned(),
            2 => FAR_SIX.to_owned(),
            3 => "3 resolve; 2 firearms, endurance; 1 dexterity, alertness, recon".to_owned(),
            rank => format!("{rank} resolve; 3 firearms; 2 dexterity, endurance; 1 leader, alertness, recon"),
        };
        named(&fighter(FAR, &skills, TWO, 3), "character", "ana").tracks["composure"]
    };
    assert_eq!([0, 1, 2, 3, 4, 5].map(composure), [3, 4, 4, 5, 5, 6]);
    let srd = |skills: &str| {
        let found = fighter(SRD, skills, "military_grade(resolve)", 3);
        let ana = named(&found, "character", "ana");
        (ana.tracks["health"], ana.tracks["composure"])
    };
    assert_eq!(srd("3 resolve; 2 agility, stamina; 1 eva, alertness, tactics"), (4, 5));
    assert_eq!(srd("3 slug_throwers; 2 agility, brawling; 1 resolve, alertness, tactics"), (3, 4));
    assert_eq!(srd("3 stamina; 2 agility, resolve; 1 eva, alertness, tactics"), (5, 4));
    let nobody = fighter(SRD, "3 slug_throwers; 2 agility, brawling; 1 stamina, alertness, tactics", "military_grade(agility)", 3);
    let nobody = named(&nobody, "character", "ana");
    assert_eq!((nobody.tracks["health"], nobody.tracks["composure"]), (4, 3));
}

#[test]
fn skills_that_the_rules_do_not_suggest_for_a_wargame_are_noted() {
    let suggested = [
        "agility",
        "alertness",
        "brawling",
        "close_combat",
        "energy_weapons",
        "eva",
        "microg",
        "resolve",
        "slug_throwers",
        "stamina",
        "stealth",
        "tactics",
    ];
    for skill in suggested {
        let skills = if ["slug_throwers", "agility", "resolve", "stamina", "alertness", "tactics"].contains(&skill) {
            SIX.to_owned()
        } else {
            format!("3 slug_throwers; 2 agility, resolve; 1 stamina, alertness, {skill}")
        };
        assert!(!codes_of_notes(&fighter(SRD, &skills, "military_grade(resolve)", 3)).contains(&Code::UnusualSkill), "{skill}");
    }
    let found = fighter(SRD, "3 slug_throwers; 2 agility, resolve; 1 stamina, alertness, oratory", "military_grade(resolve)", 3);
    let said = found.only(Code::UnusualSkill);
    assert_eq!((said.severity, said.message.as_str()), (Severity::Note, "`wargamer` does not suggest the skill `oratory`"));
}

fn codes_of_notes(found: &Written) -> Vec<Code> {
    found.said.iter().map(|(.., said)| said.code).collect()
}

/// `E-WARGAME-MIXED`: a scenario uses one variant and one number of stunts.
#[test]
fn characters_of_one_wargame_are_all_made_alike() {
    let duel = |one: &str, two: &str| {
        let text = format!(
            "map yard {{ zone gate; zone shed; border gate -- shed 0 }}
character ana : wargamer {{ skills {{ {SIX} }}; stunts military_grade(resolve); aspects \"A\", \"B\", \"C\" }}
character cyl : wargamer {{ skills {{ {SIX} }}; stunts military_grade(agility); aspects \"A\", \"B\", \"C\" }}
character bo : far_future_wargamer {{ skills {{ {FAR_SIX} }}; stunts {TWO}; aspects \"A\", \"B\" }}
character twice : wargamer {{ skills {{ {SIX} }}; stunts military_grade(agility), military_grade(resolve); aspects \"A\", \"B\", \"C\"; allow too-many-stunts \"for the test\" }}
npc guard {{ cap 1; skills {{ 1 stamina }}; aspects \"Bored\" }}
encounter duel : personal {{
  map yard
  side one {{ actors {one} at gate }}
  side two {{ actors {two} at shed }}
  victory one when out(two)
  victory two when out(one)
}}
"
        );
        written(&text).messages().iter().map(|message| (*message).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(duel("ana", "cyl"), Vec::<String>::new());
    assert_eq!(duel("ana", "guard"), Vec::<String>::new());
    assert_eq!(duel("ana", "bo"), ["the characters of the wargame `duel` are not built alike"]);
    assert_eq!(duel("bo", "ana"), ["the characters of the wargame `duel` are not built alike"]);
    assert_eq!(duel("ana", "twice"), ["the characters of the wargame `duel` are not built alike"]);
}

/// R-N14 and R-P37: the numbers of morale are settings, with the far future's as defaults.
#[test]
fn rn14_morale_has_the_far_futures_numbers() {
    let rules = &written("").pack.rulesets["std.personal"].rules;
    let numbers = ["morale_peer_here", "morale_peer_seen", "morale_leader_here", "morale_leader_seen"].map(|name| rules.int(name, 0));
    assert_eq!(numbers, [2, 1, 4, 3]);
}

fn crew(entries: &str) -> Written {
    written(&format!("crew hands \"Hands\" : wargame_crew {{ {entries} }}\n"))
}

/// R-N15: three points, one more at T3 and T4, two more if the ship is not civilian: from 3 to 6.
#[test]
fn rn15_a_crew_has_points_by_its_ships_technology_and_arms() {
    let budget = |entries: &str| crew(entries).pack.items["crew"]["own.hands"].budget;
    for (tech, civilian, military) in [("T0", 3, 5), ("T2", 3, 5), ("T3", 4, 6), ("T4", 4, 6)] {
        assert_eq!(budget(&format!("tech {tech}; civilian yes")), Some(civilian), "{tech}");
        assert_eq!(budget(&format!("tech {tech}")), Some(military), "{tech}");
    }
}

#[test]
fn every_post_of_a_crew_has_rank_two_and_a_point_raises_one_or_trains_in_one_skill() {
    let found = crew("tech T2; pilot 4; beams 3; stunts military_grade(pilot), military_grade(communications)");
    assert_eq!(found.messages(), Vec::<&str>::new());
    let hands = &found.pack.items["crew"]["own.hands"];
    assert_eq!((hands.spent, hands.budget), (5, Some(5)));
    let posts = ["navigation", "pilot", "communications", "beams", "torpedoes", "engineering", "computer"];
    assert_eq!(posts.map(|post| hands.stat(post)), [2, 4, 2, 3, 2, 2, 2]);
    assert_eq!(codes(&crew("tech T2; civilian yes; pilot 5; beams 3")), [Code::OverBudget]);
    assert_eq!(codes(&crew("tech T2; pilot 1; beams 7")), [Code::StatBelowMinimum]);
    assert_eq!(codes(&crew("tech T2; pilot 5; stunts military_grade(charm)")), [Code::RequirementFailed]);
    assert_eq!(codes(&crew("tech T2; pilot 4; stunts military_grade(pilot) x2")), [Code::RepeatedStunt]);
}

/// R-XY13.
#[test]
fn a_stunt_in_campaigns_is_sold_to_nobody_of_a_wargame_and_the_other_way_about() {
    let character = |design: &str, stunt: &str, stunts: &str| {
        let ana = match design {
            "wargamer" => format!("skills {{ {SIX} }}; stunts {stunts}; aspects \"Steady\", \"Sour\", \"Still here\""),
            _ => format!("cap 1; skills {{ 1 tactics }}; stunts {stunts}; aspects \"Steady\""),
        };
        let kind = if design == "npc" { "npc ana \"Ana\"".to_owned() } else { format!("character ana \"Ana\" : {design}") };
        written(&format!("stunt knack \"Knack\" {{ for character, npc; {stunt}effect +1 to attack }}\n{kind} {{ {ana} }}\n"))
    };
    let refused = character("wargamer", "in campaign; ", "knack");
    assert_eq!(refused.messages(), ["a wargame character cannot have the stunt `knack`"]);
    let said = &refused.said[0].2;
    assert_eq!((said.code, said.primary.text.as_str()), (Code::StuntNotSold, "only available in campaigns"));
    assert_eq!(character("wargamer", "in wargame; ", "knack").messages(), [""; 0]);
    let of_campaigns = character("character", "in wargame; ", "knack");
    assert!(of_campaigns.messages().contains(&"a character cannot have the stunt `knack`"), "{:?}", of_campaigns.messages());
    // Non-player characters may have the stunt in campaigns and in wargames.
    for game in ["", "in campaign; ", "in wargame; "] {
        assert_eq!(character("npc", game, "knack").messages(), [""; 0], "{game}");
    }
}

/// Rules: R-XY13.
#[test]
fn a_stunt_is_in_campaigns_or_wargames_and_in_nothing_else() {
    let found = written("stunt knack \"Knack\" { for npc; in wargames; effect +1 to attack }\n");
    assert_eq!(found.messages(), ["`wargames` is not a kind of game"]);
    assert_eq!(found.said[0].2.help.as_deref(), Some("did you mean `wargame`?"));
}

/// R-XY13: ships may be in either game, unless the rules in force are for wargames.
#[test]
fn a_stunt_in_campaigns_is_not_sold_to_ships_under_rules_for_wargames() {
    let ship = |rules: &str, game: &str| {
        let stunt = format!("stunt plated \"Plated\" {{ for ship; {game}cost 0; effect +1 to boxes of frame }}");
        let ember =
            "ship ember \"Ember\" : spacecraft { tech T2; v_shift 3; beam 3; stunts plated; aspects \"A\", \"B\", \"C\", \"D\", \"E\" }";
        let variants: &[&str] = if rules.is_empty() { &[] } else { &["table"] };
        let found = under(variants, &format!("{rules}{stunt}\n{ember}\n"));
        let errors = found.said.iter().filter(|(.., said)| said.severity == Severity::Error);
        errors.map(|(.., said)| said.message.clone()).collect::<Vec<_>>()
    };
    assert_eq!(ship("", "in campaign; "), [""; 0]);
    assert_eq!(ship(SRD, "in campaign; "), ["a spacecraft cannot have the stunt `plated`"]);
    assert_eq!(ship(SRD, ""), [""; 0]);
    assert_eq!(ship("", "in wargame; "), ["`in wargame` does not keep the stunt out of campaigns"]);
    assert_eq!(
        ship("", "only when not rules wargame no; "),
        ["the stunt `plated` of a spacecraft needs an optional rule, which is not in force"]
    );
    assert_eq!(ship(SRD, "only when not rules wargame no; "), [""; 0]);
}
