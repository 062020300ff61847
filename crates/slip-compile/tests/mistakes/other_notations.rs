//! Tests of texts in the notation of a printed book, of JSON, or of a web page: one finding, with the right text.

use super::compiled_text::{one, written};
use super::{GUN, PIKE, mended, with};
use slip_source::diagnostic::{Code, Confidence};

#[test]
fn entries_with_colons_and_commas_are_mended_at_once() {
    let cases = [
        ("tracks { frame 4 }", "tracks { frame: 4, data: 4 }", "tracks { frame 4; data 4 }"),
        ("tracks { frame 4 }", "tracks { frame: 4, data: 4, }", "tracks { frame 4; data 4 }"),
        ("tracks { frame 4 }", "tracks { frame = 4, data = 4 }", "tracks { frame 4; data 4 }"),
        ("v_shift 2; beam 3; torpedo 1", "v_shift: 2, beam: 3, torpedo: 1", "v_shift 2; beam 3; torpedo 1"),
    ];
    for (right, wrong, mends) in cases {
        let found = one(&with(right, wrong));
        assert_eq!(found.code, Code::EqualsSign, "{wrong}: {found:#?}");
        assert_eq!(found.fixes[0].confidence, Confidence::Safe);
        assert_eq!(mended(&with(right, wrong)), with(right, mends), "{wrong}");
    }
}

#[test]
fn a_stat_block_of_a_book_is_one_finding() {
    let block = "Heavy Slug Thrower [T2]\nV-shift 3, Beam 2, Torpedo 1\nStunts: Firewall, High Endurance\nAspects: Old, Huge\n";
    let found = one(&format!("{GUN}\n{block}\n{PIKE}"));
    assert_eq!(found.message, "this is a stat block from a book, and not an item of Slip");
    let help = found.help.unwrap();
    assert!(help.contains("heavy_slug_thrower") && help.contains("tech T2; v_shift 3; beam 2; torpedo 1"), "{help}");
    assert!(help.ends_with("or keep the stat block in a file of its own, from which `slipyard import FILE` writes the item"), "{help}");
    let inside = with(
        "  harm 1\n  penetration 1\n  range 0..2\n  stunts civilian\n",
        "  Harm 1\n  Penetration 1\n  Range 0-2\n  Stunts: Civilian\n",
    );
    assert_eq!(one(&inside).message, "these 4 entries are in the spelling of a book");
    assert_eq!(mended(&inside), with("harm 1", "harm 1"));
    assert_eq!(mended(&with("v_shift 2; beam 3", "V-shift 2; beam 3")), with("v_shift 2", "v_shift 2"));
}

#[test]
fn capitalised_keys_become_entries_and_never_comments() {
    let entries = "  tech T1\n  harm 1\n  penetration 1\n  range 0..2\n  stunts civilian\n";
    for capitalised in [
        "  Tech T1\n  Harm 1\n  penetration 1\n  range 0..2\n  Stunts Civilian\n",
        "  tech T1\n  harm 1\n  penetration 1\n  Range 0..2\n  Stunts civilian\n",
        "  Tech T1\n  harm 1\n  penetration 1\n  range 0..2\n  Stunts civilian\n",
    ] {
        assert_eq!(mended(&with(entries, capitalised)), with(entries, entries), "{capitalised}");
    }
    let on_one_line = |text: &str| with(entries, text);
    assert_eq!(
        mended(&on_one_line("Tech T1; Harm 1; penetration 1; range 0..2; Stunts Civilian")),
        on_one_line("tech T1; harm 1; penetration 1; range 0..2; stunts civilian")
    );
}

#[test]
fn a_title_becomes_a_comment_only_where_its_line_ends() {
    let found = one(&with("v_shift 2; beam 3; torpedo 1", "Long Margin; V-shift 2; Beam 3; torpedo 1"));
    let edits = found.fixes.first().map_or(0, |fix| fix.edits.iter().filter(|edit| edit.replacement.starts_with("//")).count());
    assert_eq!(edits, 0, "{found:#?}");
}

#[test]
fn a_person_from_a_book_is_one_finding() {
    let block = "Karl Weaver\nGreat: Slug Throwers\nGood: Agility, Stamina\nStunts\nMilitary-grade (Slug Throwers)\nAspects\nOld soldier\nOwes a favour\n";
    let help = one(&format!("{GUN}\n{block}\n{PIKE}")).help.unwrap();
    assert!(help.contains("npc karl_weaver \"Karl Weaver\" {"), "{help}");
    assert!(help.contains("stunts military_grade(slug_throwers); aspects \"Old soldier\", \"Owes a favour\""), "{help}");
    assert!(help.contains("skills { 4 slug_throwers; 3 agility, stamina }"), "{help}");
}

#[test]
fn heads_tracks_and_keys_of_other_games_are_put_right() {
    let head = "weapon brine_gun \"Brine gun\" : slug_thrower";
    assert_eq!(mended(&with(head, "weapon : slug_thrower brine_gun \"Brine gun\"")), with(head, head));
    assert_eq!(mended(&with("tracks { frame 4 }", "frame 4")), with("v_shift 2", "v_shift 2"));
    assert_eq!(mended(&with("gear brine_gun", "equipment brine_gun")), with("gear brine_gun", "gear brine_gun"));
    let two = "stunts firewall, point_defense";
    assert_eq!(mended(&with("stunts firewall", "stunts firewall, Point Defense")), with("stunts firewall", two));
    assert_eq!(mended(&with("stunts firewall", "stunts fire_wall")), with("stunts firewall", "stunts firewall"));
    let fixed = one(&with("cap 2", "cap 2; health 5"));
    assert_eq!(fixed.message, "the boxes of the track `health` cannot be changed");
    assert!(fixed.fixes.is_empty());
}

#[test]
fn characters_of_a_web_page_are_known_by_their_numbers() {
    let found = one(&with("\"Brine gun\"", "&#x22;Brine gun&#34;"));
    assert_eq!(found.message, "`&#x22;` is how a web page writes `\"`");
}

#[test]
fn a_list_that_goes_on_without_a_comma_is_read_whole() {
    let list = "aspects \"A\", \"B\", \"C\", \"D\"";
    let wrong = with(list, "aspects \"A\", \"B\"\n    \"C\"\n    \"D\"");
    let found = one(&wrong);
    assert_eq!(found.message, "a comma is missing here: the list of `aspects` continues on the next line");
    assert_eq!(mended(&wrong), with(list, "aspects \"A\", \"B\",\n    \"C\",\n    \"D\""));
}

#[test]
fn conditions_in_the_order_of_english_are_put_right() {
    let right = "reds when out(blues)";
    for wrong in ["blues out", "blues are out", "all blues are dead", "all blues dead"] {
        let text = with(right, &format!("reds when {wrong}"));
        assert_eq!(mended(&text), with(right, right), "{wrong}");
    }
    assert_eq!(mended(&with("turn > 6", "round > 6")), with("turn > 6", "turn > 6"));
}

#[test]
fn capitals_inside_a_name_are_put_right() {
    let named = |name: &str| {
        format!("weapon {name} \"Harpoon gun\" : slug_thrower {{ tech T1; harm 1; penetration 1; range 0..2; stunts civilian }}\n")
    };
    for name in ["harpoonGun", "Harpoon-Gun", "harpoon_Gun", "harpoon-Gun", "HarpoonGun"] {
        let found = one(&named(name));
        assert_eq!(found.code, Code::BadName, "{name}");
        assert_eq!(mended(&named(name)), named("harpoon_gun"), "{name}");
    }
}

#[test]
fn names_of_heads_are_put_right() {
    let cases = [
        ("weapon brine_gun \"Brine gun\"", "weapon Brine Gun \"Brine gun\""),
        ("weapon brine_gun \"Brine gun\"", "weapon brine gun \"Brine gun\""),
        ("weapon brine_gun \"Brine gun\"", "brine_gun weapon \"Brine gun\""),
        ("weapon brine_gun \"Brine gun\"", "\"Brine gun\" weapon brine_gun"),
        ("weapon brine_gun \"Brine gun\"", "weapon brine_gun &quot;Brine gun&quot;"),
        (": slug_thrower", ": Slug Thrower"),
        ("2 slug_throwers", "2 Slug Throwers"),
    ];
    for (right, wrong) in cases {
        let text = with(right, wrong);
        let said = written(&text);
        // The gun is not declared, so `gear brine_gun` may be unknown besides.
        let found = said.said.iter().map(|(.., found)| found).find(|found| !found.fixes.is_empty()).unwrap();
        let mut edits = found.fixes[0].edits.clone();
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.span));
        let mut after = text.clone();
        for edit in edits {
            after.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.replacement);
        }
        assert_eq!(after, with(right, right), "{wrong}: {found:#?}");
    }
}

#[test]
fn the_arguments_of_a_condition_are_put_in_brackets() {
    let victory = "victory reds when out(blues)";
    for (name, right, wrong) in [("reach", "reach(kelper, bridge)", "reach kelper bridge"), ("out", "out(blues)", "out blues")] {
        let found = one(&with(victory, &format!("victory reds when {wrong}")));
        assert_eq!(found.message, format!("the brackets after `{name}` are missing"), "{found:#?}");
        assert_eq!(mended(&with(victory, &format!("victory reds when {wrong}"))), with(victory, &format!("victory reds when {right}")));
    }
}

#[test]
fn a_side_with_an_article_is_one_finding() {
    let text = with("side reds {", "side the reds {");
    assert_eq!(one(&text).message, "the name of this side has several words");
    assert_eq!(mended(&text), with("side reds {", "side reds {"));
}

#[test]
fn a_side_with_a_title_is_one_finding() {
    let text = with("side reds {", "side reds \"The Reds\" {");
    assert_eq!(one(&text).message, "the side `reds` has a title, but sides have only a name");
    assert_eq!(mended(&text), with("side reds {", "side reds  {"));
}

#[test]
fn a_name_in_capitals_becomes_the_declared_one_at_once() {
    for wrong in ["FireWall", "Fire_Wall", "fireWall"] {
        let text = with("stunts firewall", &format!("stunts {wrong}"));
        assert_eq!(mended(&text), with("stunts firewall", "stunts firewall"), "{wrong}");
    }
    // A declaration gets a name of its own.
    let gun = "weapon FireWall \"Wall\" : slug_thrower { tech T1; harm 1; penetration 1; range 0..2; stunts civilian }\n";
    assert_eq!(mended(gun), gun.replace("FireWall", "fire_wall"));
}

#[test]
fn two_actors_without_a_comma_are_told_apart() {
    let right = "actors kelper x2 at engines, kelper at bridge";
    for wrong in ["actors kelper x2 at engines kelper at bridge", "actors kelper x2 at engines, kelper at bridge"] {
        let text = with("actors kelper x2 at engines }", &format!("{wrong} }}"));
        if wrong == right {
            assert_eq!(written(&text).messages(), Vec::<&str>::new());
            continue;
        }
        assert_eq!(one(&text).message, "a comma is missing between `engines` and `kelper`");
        assert_eq!(mended(&text), with("actors kelper x2 at engines }", &format!("{right} }}")));
    }
}

#[test]
fn the_zones_of_a_border_are_joined_by_two_dashes() {
    let right = "border engines -- bridge 2";
    for wrong in ["border engines to bridge 2", "border engines, bridge 2", "border engines - bridge 2"] {
        assert_eq!(mended(&with(right, wrong)), with(right, right), "{wrong}");
    }
}

#[test]
fn a_table_of_a_web_page_is_one_finding() {
    let found = one(&format!("| Name | Harm |\n|---|---|\n| Rifle | 2 |\n| Pike | 1 |\n\n{GUN}"));
    assert_eq!(found.message, "this is a table of a web page, and not an item of Slip");
    assert!(found.help.unwrap().contains("slipyard import FILE"));
}

#[test]
fn lists_without_members_are_reported() {
    let skills = "skills { 2 slug_throwers; 1 stamina, eva }";
    for (right, wrong) in [("stunts civilian", "stunts"), ("gear brine_gun", "gear"), (skills, "skills { }")] {
        let said = written(&with(right, wrong));
        assert!(said.messages().iter().any(|message| message.ends_with("is empty")), "{wrong}: {:?}", said.messages());
    }
}

#[test]
fn a_skill_with_an_ending_is_meant_by_its_stem() {
    let said = written(&with("1 stamina, eva", "1 stamina, piloting"));
    assert_eq!(said.only(Code::UnknownName).help.as_deref(), Some("did you mean `pilot`?"));
}

#[test]
fn an_unknown_doctrine_is_answered_with_those_that_exist() {
    let doctrine = "doctrine wary : personal {\n  act attack\n}\n";
    let text = doctrine.to_owned() + &with("side reds {", "side reds { doctrine zebra;");
    let help = one(&text).help.unwrap_or_default();
    assert!(help.contains("`wary`") || help.contains("slipyard list --kind doctrine"), "{help}");
}
