//! Tests of lines of sight: rules 1 to 4, and rows 15 and 16 of the draft.

use crate::terrain::{DRAFT, FINAL, SightRules, land};

/// Returns the map of trace T-L1, drawn in each of the three ways.
fn ridge_and_forest(cover: i32) -> [super::Land; 3] {
    let heights = ["", "altitude 1", &format!("cover {cover}"), "", "altitude 2"].map(str::to_owned);
    let zones = |shape: &dyn Fn(usize) -> String, letters: bool| {
        let zone = |(place, height): (usize, &String)| {
            let name = ["a", "r", "f", "b", "h"][place];
            let head = if letters { format!("{name} {name}") } else { name.to_owned() };
            format!("zone {head} {{ {}; {height} }}\n", shape(place))
        };
        heights.iter().enumerate().map(zone).collect::<String>().replace("{ ; ", "{ ").replace("; }", " }")
    };
    [
        land(&format!("picture \"\"\"\n arfbh\n\"\"\"\n{}", zones(&|_| String::new(), true).replace("{  }", ""))),
        land(&zones(&|at| format!("outline {at} 0, {} 0, {} 1, {at} 1", at + 1, at + 1), false)),
        land(&format!("{}border a -- r; border r -- f; border f -- b; border b -- h", zones(&|at| format!("centre {at} 0"), false))),
    ]
}

#[test]
fn tl1_sight_over_a_ridge_and_a_forest() {
    for line in ridge_and_forest(2) {
        assert_eq!(line.between("a", "b"), ["r", "f"]);
        assert!(!line.sees("a", "b"), "1 > 0");
        assert!(!line.sees("r", "b"), "the forest, 2 > 1");
        assert!(!line.sees("h", "a"), "looking down, 2 >= 2");
        assert!(!line.sees("h", "r"), "looking down, 2 >= 2");
        assert!(line.sees("h", "f"), "whoever is inside the forest stands at 0");
        assert!(!line.sees("a", "f"), "the ridge, 1 > 0");
        assert!(line.sees("r", "f"), "neighbours");
    }
    for line in ridge_and_forest(1) {
        assert!(line.sees("h", "r"), "looking down, 1 >= 2 is not so");
        assert!(line.sees("r", "h"), "looking up, 1 > 1 is not so");
    }
}

#[test]
fn rl2_cover_adds_to_altitude_for_lines_through_it_and_lifts_nobody() {
    let hill = land(
        "picture \"\"\"\n awb\n\"\"\"\nzone a { altitude 2 }\nzone w wood { altitude 1; cover 2 }\nzone b { altitude 3 }"
            .replace("zone a ", "zone a a ")
            .replace("zone b ", "zone b b ")
            .as_str(),
    );
    let wood = hill.number("wood");
    assert_eq!((hill.terrain.altitude(wood), hill.terrain.effective_altitude(wood)), (1, 3));
    assert!(!hill.sees("a", "b"), "3 > 2");
    assert!(!hill.sees("b", "a"), "looking down, 3 >= 3");
}

#[test]
fn rl6_sight_may_be_blocked_in_one_direction_only() {
    let slope = land("picture \"\"\"\n lmh\n\"\"\"\nzone l low\nzone m middle { altitude 1 }\nzone h high { altitude 2 }");
    assert!(!slope.sees("low", "high"), "1 > 0");
    assert!(slope.sees("high", "low"), "1 >= 2 is not so");
}

/// Rules: R-L6.
#[test]
fn exactly_as_high_blocks_the_view_down_and_no_other() {
    let at = |source: i32, between: i32, target: i32| {
        let line = land(&format!(
            "picture \"\"\"\n smt\n\"\"\"\nzone s source {{ altitude {source} }}\nzone m middle {{ altitude {between} }}\nzone t target {{ altitude {target} }}"
        ));
        line.sees("source", "target")
    };
    assert!(at(1, 1, 1), "level");
    assert!(at(1, 1, 2), "up");
    assert!(!at(1, 1, 0), "down");
    assert!(at(1, 0, 0), "down, over something lower");
    assert!(!at(1, 2, 5), "higher than the source blocks, however high the target");
    assert!(at(-1, -1, -1) && !at(-2, -1, -2), "in a hollow");
}

#[test]
fn neighbours_always_see_each_other_unless_the_draft_traces_them() {
    // The line from the left foot of the L-shape to its neighbour below the arm crosses a tower.
    let ell = land(
        "picture \"\"\"\n llllll\n ltttna\n ltttna\n\"\"\"\nzone l ell { centre 0 2 }\nzone t tower { altitude 3 }\nzone n nook\nzone a alley",
    );
    assert_eq!(ell.between("ell", "nook"), ["tower"]);
    assert!(ell.sees("ell", "nook") && ell.sees("nook", "ell"));
    let traced = SightRules { adjacent: true, borders: false };
    assert!(!ell.sees_by(traced, "ell", "nook") && !ell.sees_by(traced, "nook", "ell"));
    assert!(ell.sees_by(traced, "nook", "alley") && ell.sees_by(traced, "tower", "ell"), "nothing lies between");
    // Zones separated by a wall are not neighbours: units cannot move between them, but they can see each other.
    let wall = land("picture \"\"\"\n ab\n cc\n\"\"\"\nzone a attic\nzone b balcony\nzone c cellar\nborder attic -- balcony x");
    assert_eq!((wall.range("attic", "balcony"), wall.sees("attic", "balcony")), (2, true));
}

#[test]
fn a_written_line_goes_before_the_drawing_and_holds_both_ways() {
    let body = "picture \"\"\"\n abcde\n\"\"\"\nzone a a; zone b b { altitude 5 }; zone c c; zone d d { altitude 1 }; zone e e\n";
    let drawn = land(body);
    assert!(!drawn.sees("a", "c") && !drawn.sees("c", "e"));
    let written = land(&format!("{body}sight a c\nsight a e through d\nsight e a through c\nsight c b through d"));
    assert!(written.sees("a", "c") && written.sees("c", "a"), "nothing stands between");
    // In this map, each direction has a declared line of sight of its own.
    assert_eq!((written.between("a", "e"), written.between("e", "a")), (vec!["d"], vec!["c"]));
    assert!(!written.sees("a", "e") && written.sees("e", "a"));
    assert_eq!(written.between("c", "b"), ["d"]);
    assert!(written.sees("c", "b"), "neighbours");
}

#[test]
fn rl43_in_the_draft_a_hedge_on_a_border_stands_in_the_way() {
    let body = |cover: i32| {
        format!(
            "picture \"\"\"\n abcd\n\"\"\"\nzone a a\nzone b b\nzone c c {{ altitude 1 }}\nzone d d {{ altitude 2 }}\nborder b -- c 1 \"Hedgerow\" {{ cover {cover} }}"
        )
    };
    let low = land(&body(1));
    let pairs = |land: &super::Land, tracing| {
        let zones = ["a", "b", "c", "d"];
        let seen = |from: &&str| zones.iter().map(|to| if land.sees_by(tracing, from, to) { 'x' } else { '-' }).collect::<String>();
        zones.iter().map(seen).collect::<Vec<_>>()
    };
    // Without the hedge only the rise of c matters; the border counts as 1 + 1 = 2.
    assert_eq!(pairs(&low, FINAL), ["xxx-", "xxx-", "xxxx", "xxxx"]);
    assert_eq!(low.terrain.hedge(0, 3), Some(2));
    assert_eq!(low.terrain.hedge(0, 1), None);
    // The view down from d, at altitude 2, is blocked by the hedge, which counts as 2. c and b do not see each other either, although they
    // are neighbours.
    assert_eq!(pairs(&low, DRAFT), ["xx--", "xx--", "--xx", "--xx"]);
    // With row 16 alone, neighbours still see each other.
    let hedges = SightRules { adjacent: false, borders: true };
    assert_eq!(pairs(&low, hedges), ["xx--", "xxx-", "-xxx", "--xx"]);
    assert_eq!(pairs(&land(&body(0)), DRAFT), pairs(&low, FINAL));
}

#[test]
fn rl43_a_hedge_is_in_the_way_only_where_the_line_crosses_its_border() {
    // The line from a to d runs through the corner where all four meet; that from a to f crosses from b to e.
    let field = land(
        "picture \"\"\"\n ab\n cd\n\"\"\"\nzone a a; zone b b; zone c c; zone d d\nborder b -- d { cover 3 }\nborder a -- c { cover 3 }",
    );
    assert_eq!(field.terrain.hedge(0, 3), None);
    let along = land(
        "picture \"\"\"\n suut\n sllt\n\"\"\"\nzone s start\nzone u upper\nzone l lower\nzone t target\nborder upper -- lower { cover 5 }\nborder start -- lower { cover 5 }",
    );
    assert!(along.sees_by(DRAFT, "start", "target"), "along the hedge, past its end");
    let across = land(
        "picture \"\"\"\n suut\n suut\n\"\"\"\nzone s start\nzone u upper\nzone t target\nborder upper -> target { cover 5 }\nborder target -> upper",
    );
    assert!(!across.sees_by(DRAFT, "start", "target") && !across.sees_by(DRAFT, "target", "start"));
    // Hedges also block sight between outlines, and on a map where a line of sight is written.
    let outlined = land(
        "zone a { outline 0 0, 1 0, 1 1, 0 1 }\nzone b { outline 1 0, 2 0, 2 1, 1 1 }\nzone c { outline 2 0, 3 0, 3 1, 2 1 }\nborder b -- c { cover 1 }",
    );
    assert!(outlined.sees("a", "c") && !outlined.sees_by(DRAFT, "a", "c"));
    let graph = land("zone a; zone b; zone c; zone d\nborder a -- b; border b -- c { cover 1 }; border c -- d; border a -- d");
    assert!(!graph.sees_by(DRAFT, "a", "c"), "a, b, c");
    let written =
        land("zone a; zone b; zone c; zone d\nborder a -- b; border b -- c { cover 1 }; border c -- d; border a -- d\nsight a c through d");
    assert!(written.sees_by(DRAFT, "a", "c"), "a, d, c");
}

#[test]
fn how_sight_is_traced_is_a_matter_of_the_rules_in_force() {
    let pack = super::written("map land { zone a }").clean();
    let standard = &pack.rules;
    assert_eq!(SightRules::of(standard), FINAL);
    let draft = pack.rulesets.get("std.platoon_draft").unwrap();
    assert_eq!(SightRules::of(&standard.under(draft)), DRAFT);
}
