//! Tests of the referee's characters: non-player characters, animals, mooks.

use crate::content_rules::compiled_text::{Written, written};
use crate::content_rules::people::{last, said};
use slip_dice::fate::track::{Track, TrackHit};
use slip_source::diagnostic::{Code, Severity};

const SKILLS: &[&str] = &[
    "alertness",
    "brawling",
    "charm",
    "computer",
    "eva",
    "gunnery",
    "medical",
    "oratory",
    "pilot",
    "repair",
    "science",
    "stealth",
    "survival",
    "tactics",
    "vehicle",
    "arts",
];

fn npc(cap: usize, aspects: usize, more: &str) -> Written {
    let mut skills = SKILLS.iter();
    let rows: Vec<String> = (1..=cap)
        .rev()
        .map(|rank| format!("{rank} {}", skills.by_ref().take(cap + 1 - rank).copied().collect::<Vec<_>>().join(", ")))
        .collect();
    let words: Vec<String> = (1..=aspects).map(|n| format!("\"Aspect {n}\"")).collect();
    let aspects = if words.is_empty() { String::new() } else { format!("aspects {}", words.join(", ")) };
    written(&format!("npc somebody {{\n cap {cap}\n skills {{ {} }}\n {aspects}\n {more}\n}}\n", rows.join("; ")))
}

#[test]
fn an_npc_has_a_pyramid_aspects_and_points_as_its_best_skill() {
    for cap in 1..=5 {
        let somebody = last(npc(cap, cap, ""), "npc");
        assert_eq!(somebody.skills.len(), cap * (cap + 1) / 2);
        assert_eq!((somebody.aspects.len(), somebody.fate), (cap, i32::try_from(cap).ok()));
        assert!(somebody.consequences.is_empty());
        assert!(!somebody.tracks.contains_key("wealth"), "Health and Composure only");
    }
}

/// R-N28
#[test]
fn no_npc_has_a_cap_above_five() {
    let found = npc(6, 6, "");
    assert_eq!(found.only(Code::StatAboveCap).message, "`cap` is 6, above the cap of 5");
}

/// R-N24: an NPC with too few aspects gets a warning, and an NPC with too many aspects gets an error.
#[test]
fn open_aspects_of_an_npc_are_a_warning_and_too_many_an_error() {
    let found = npc(3, 2, "");
    let open = found.only(Code::MissingAspects);
    assert_eq!((open.severity, open.message.as_str()), (Severity::Warning, "`somebody` has 2 of 3 aspects"));
    let found = npc(3, 4, "");
    assert_eq!(found.only(Code::TooManyAspects).severity, Severity::Error);
}

#[test]
fn an_npc_has_up_to_three_stunts_and_consequences_only_where_the_file_says_so() {
    let free = |count: usize| {
        vec!["free_form(\"Hums\")", "free_form(\"Sings\")", "free_form(\"Dances\")", "free_form(\"Whistles\")"][..count].join(", ")
    };
    for count in 1..=3 {
        assert_eq!(said(&npc(2, 2, &format!("stunts {}", free(count)))), []);
    }
    assert_eq!(npc(2, 2, &format!("stunts {}", free(4))).only(Code::TooManyStunts).severity, Severity::Error);
    assert_eq!(last(npc(2, 2, "consequences yes"), "npc").consequences, ["mild", "moderate", "severe"]);
}

#[test]
fn a_bare_npc_is_one_number_and_as_good_as_that_in_whatever_comes_up() {
    for (rank, boxes) in [(1, 4), (2, 4), (3, 5), (4, 5), (5, 6)] {
        let thug = last(written(&format!("npc thug : bare_npc {{ rank {rank} }}\n")), "npc");
        assert_eq!((thug.every_skill, thug.fate, thug.aspects.len()), (Some(rank), Some(rank), 0));
        assert_eq!((thug.tracks["health"], thug.tracks["composure"]), (boxes, boxes));
        for skill in ["brawling", "pilot", "stamina", "alertness", "slug_throwers"] {
            assert_eq!(thug.rank(skill), Some(rank), "{skill}");
        }
        for skill in ["strength", "natural_weapons", "direct_fire", "culture_tech", "profession"] {
            assert_eq!(thug.rank(skill), None, "{skill} is not for it, or wants a subject");
        }
    }
    assert_eq!(last(written("npc thug : bare_npc { rank 2; aspects \"Bored\" }\n"), "npc").aspects.len(), 1);
    assert_eq!(written("npc thug : bare_npc { rank 6 }\n").said[0].2.code, Code::StatAboveCap);
    let nothing = written("npc thug : bare_npc { }\n");
    assert_eq!(nothing.messages(), ["`thug`: somebody who is one number has a rank from 1 to 5, such as `rank 2`"]);
}

fn beast(cap: usize, more: &str) -> Written {
    let skills = ["agility", "alertness", "brawling", "charm", "resolve", "stamina", "stealth"];
    let rows: Vec<String> = (1..=cap).rev().zip(skills).map(|(rank, skill)| format!("{rank} {skill}")).collect();
    let aspects: Vec<String> = (1..=cap).map(|n| format!("\"Aspect {n}\"")).collect();
    written(&format!("animal beast {{\n skills {{ {} }}\n aspects {}\n {more}\n}}\n", rows.join("; "), aspects.join(", ")))
}

/// R-N7: an animal has a column of skills, and as many aspects and fate points as the rank of its best skill.
#[test]
fn an_animal_has_a_column_and_aspects_and_points_as_its_best_skill() {
    for cap in 1..=6 {
        let animal = last(beast(cap, ""), "animal");
        assert_eq!((animal.skills.len(), animal.aspects.len(), animal.fate), (cap, cap, i32::try_from(cap).ok()));
    }
    assert_eq!(beast(7, "").messages(), ["`beast`: no skill of a beast is above 6"]);
}

#[test]
fn the_skills_of_beasts_are_those_of_the_list_and_any_other_is_a_warning() {
    let usual = [
        "agility",
        "alertness",
        "brawling",
        "charm",
        "intimidation",
        "resolve",
        "stamina",
        "stealth",
        "strength",
        "survival",
        "tactics",
        "natural_weapons",
    ];
    let with = |skill: &str| written(&format!("animal beast {{ skills {{ 1 {skill} }}; aspects \"A\" }}\n"));
    for skill in usual {
        let written = with(skill);
        let found = said(&written);
        // A beast with natural weapons needs a weapon in its body.
        assert!(found.iter().all(|(code, _)| *code == Code::UnskilledGear && skill == "natural_weapons"), "{skill}: {found:?}");
    }
    let note = "`beast` has `natural_weapons`, but no weapon that is used with it";
    assert_eq!(with("natural_weapons").only(Code::UnskilledGear).message, note);
    for skill in ["pilot", "bureaucracy", "slug_throwers", "oratory", "medical"] {
        assert_eq!(with(skill).only(Code::UnusualSkill).severity, Severity::Warning, "{skill}");
    }
}

#[test]
fn stamina_and_resolve_do_not_change_the_tracks_of_a_beast() {
    let tracks = |skills: &str| {
        let text = format!("animal beast {{ skills {{ {skills} }}; tracks {{ health 7; composure 6 }}; aspects \"A\", \"B\", \"C\" }}\n");
        last(written(&text), "animal").tracks
    };
    assert_eq!(tracks("3 stamina; 2 resolve; 1 stealth"), tracks("3 stealth; 2 agility; 1 charm"));
}

/// Rules: R-N9.
#[test]
fn the_tracks_of_a_beast_go_by_its_size() {
    let sizes = [("small", 1, 2, 2), ("human_sized", 3, 5, 4), ("large", 6, 8, 7), ("giant", 9, 30, 10)];
    for (size, least, most, usual) in sizes {
        let animal = last(beast(1, &format!("size {size}")), "animal");
        assert_eq!((animal.tracks["health"], animal.tracks["composure"]), (usual, usual), "{size}");
        assert_eq!(animal.words["size"], size);
        for boxes in least..=most {
            assert_eq!(said(&beast(1, &format!("size {size}; tracks {{ health {boxes}; composure {boxes} }}"))), [], "{size} {boxes}");
        }
        for boxes in [least - 1, most + 1] {
            for track in ["health", "composure"] {
                let found = beast(1, &format!("size {size}; tracks {{ {track} {boxes} }}"));
                assert!(found.said.iter().any(|(.., said)| said.code == Code::RequirementFailed), "{size} {track} {boxes}");
            }
        }
    }
    let found = beast(1, "size large; tracks { health 4 }");
    assert_eq!(found.messages(), ["`beast`: boxes of health go by size: small 1 or 2, human-sized 3 to 5, large 6 to 8, giant from 9"]);
    assert_eq!(beast(1, "size big").messages(), ["`size` cannot be `big`"]);
}

/// R-N9
#[test]
fn a_track_of_nine_boxes_is_a_giants() {
    assert_eq!(said(&beast(1, "size giant; tracks { health 9; composure 9 }")), []);
    assert_eq!(beast(1, "size large; tracks { health 9 }").said.len(), 1);
    // Without an entry for the size, the number of boxes is accepted.
    assert_eq!(said(&beast(1, "tracks { health 9; composure 2 }")), []);
}

/// R-N8
#[test]
fn a_beast_has_one_stunt_and_one_more_for_what_grew_on_it() {
    let with = |stunts: &str| {
        let text = format!(
            "weapon claws : close_combat {{ tech T0; harm 1 }}\narmour shell : body_armour {{ tech T0; defense 2; stunts civilian }}\n\
             animal beast {{ skills {{ 2 natural_weapons; 1 stealth }}; aspects \"A\", \"B\"; stunts {stunts} }}\n"
        );
        written(&text).messages().iter().map(|message| (*message).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(with("free_form(\"Glows\")"), Vec::<String>::new());
    assert_eq!(with("integral(claws), free_form(\"Glows\")"), Vec::<String>::new());
    assert_eq!(with("integral(shell)"), Vec::<String>::new());
    assert_eq!(with("free_form(\"Glows\"), free_form(\"Stinks\")"), ["`beast` has 2 stunts, but an animal must have 0 to 1"]);
    assert_eq!(
        with("integral(claws), free_form(\"Glows\"), free_form(\"Stinks\")"),
        ["`beast` has 3 stunts, but an animal must have 0 to 2"]
    );
}

/// Rules: R-N10.
#[test]
fn mooks_are_one_number_without_skills_aspects_or_consequences() {
    let gang = last(written("mook gang { threat 4 }\n"), "mook");
    assert_eq!(gang.tracks.iter().map(|(track, boxes)| (track.as_str(), *boxes)).collect::<Vec<_>>(), [("health", 4)]);
    assert!(gang.skills.is_empty() && gang.aspects.is_empty() && gang.consequences.is_empty() && gang.stunts.is_empty());
    assert_eq!(gang.fate, Some(0));
    assert_eq!(written("mook gang { threat 4; skills { 1 brawling } }\n").said[0].2.code, Code::UnknownKey);
    assert_eq!(written("mook gang { threat 4; aspects \"Angry\" }\n").said[0].2.code, Code::TooManyAspects);
}

/// R-N10
#[test]
fn a_hit_on_mooks_marks_its_box_and_all_below_and_past_the_track_they_are_all_out() {
    let mut boxes = Track::new(last(written("mook gang { threat 4 }\n"), "mook").tracks["health"]);
    assert_eq!(boxes.landing(2), TrackHit::Box(2));
    boxes.mark(2);
    assert_eq!((boxes.boxes().collect::<Vec<_>>(), boxes.open()), (vec![1, 2], 2));
    // Box 1 is marked: the hit moves up to the lowest open box.
    assert_eq!(boxes.landing(1), TrackHit::Box(3));
    assert_eq!(boxes.landing(5), TrackHit::Past);
}
