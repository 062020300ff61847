//! Tests of the zones on a line, in pictures, outlines, maps of centres and bare graphs.

use crate::terrain::land;

#[test]
fn rl5_a_line_through_a_corner_only_grazes_the_zones_there() {
    let drawn = land(
        "picture \"\"\"\n ab\n cd\n\"\"\"\nzone a north_west\nzone b north_east { altitude 9 }\nzone c south_west { altitude 9 }\nzone d south_east",
    );
    assert_eq!(drawn.between("north_west", "south_east"), Vec::<&str>::new());
    assert!(drawn.sees("north_west", "south_east"));
    // Tip of a wedge that touches the line from (1, 1) to (13, 13) at (5, 5).
    let body = |tip: &str| {
        format!(
            "zone here {{ outline 0 0, 2 0, 2 2, 0 2 }}\nzone there {{ outline 12 12, 14 12, 14 14, 12 14 }}\nzone wedge {{ outline {tip}, 9 3, 9 5; altitude 1 }}\nborder here -- wedge\nborder wedge -- there"
        )
    };
    assert!(land(&body("5 5")).sees("here", "there"));
    assert_eq!(land(&body("5 6")).between("here", "there"), ["wedge"]);
}

#[test]
fn rl5_a_line_exactly_along_a_border_is_in_neither_zone() {
    let zones = "zone s start\nzone u upper { altitude 3 }\nzone l lower { altitude 3 }\nzone t target";
    let split = land(&format!("picture \"\"\"\n suut\n sllt\n\"\"\"\n{zones}"));
    assert_eq!(split.between("start", "target"), Vec::<&str>::new());
    assert!(split.sees("start", "target"));
    // An edge between cells of one zone is inside the zone.
    let whole = land("picture \"\"\"\n suut\n suut\n\"\"\"\nzone s start\nzone u upper { altitude 3 }\nzone t target");
    assert_eq!(whole.between("start", "target"), ["upper"]);
    // The edge between a zone and a void counts as an edge.
    let void = land("picture \"\"\"\n suut\n s..t\n\"\"\"\nzone s start\nzone u upper\nzone t target");
    assert_eq!(void.between("start", "target"), Vec::<&str>::new());
    // The same is true for a vertical line, at the edge of the picture, and with an outline on one side.
    let upright = land("picture \"\"\"\n aa\n bc\n bc\n dd\n\"\"\"\nzone a top\nzone b left\nzone c right\nzone d bottom");
    assert_eq!(upright.between("top", "bottom"), Vec::<&str>::new());
    let outlined = land(
        "zone top { outline 0 0, 4 0, 4 2, 0 2 }\nzone left { outline 0 2, 2 2, 2 6, 0 6 }\nzone right { outline 2 2, 4 2, 4 6, 2 6 }\nzone bottom { outline 0 6, 4 6, 4 8, 0 8 }",
    );
    assert_eq!(outlined.between("top", "bottom"), Vec::<&str>::new());
    assert_eq!((outlined.range("top", "bottom"), outlined.range("left", "right")), (2, 1));
}

/// Rules: R-L5.
#[test]
fn a_third_of_a_millionth_decides() {
    // The centre of gravity of the far triangle is (10, 10), on the line through (1, 1) and the tip at (5, 5).
    let body = |corner: &str| {
        format!(
            "zone here {{ outline 0 0, 2 0, 2 2, 0 2 }}\nzone far {{ outline {corner}, 1000000 10, -999980 11 }}\nzone tip {{ outline 5 5, 5 8, 4 8; altitude 1 }}\nborder here -- tip\nborder tip -- far"
        )
    };
    let grazed = land(&body("10 9"));
    assert_eq!(grazed.centre("far"), Some((10, 10, 1)));
    assert_eq!(grazed.between("here", "far"), Vec::<&str>::new());
    // The centre of `far` is now a third of a cell further down. The line passes below the tip, at (5, 5.15).
    let cut = land(&body("10 10"));
    assert_eq!(cut.centre("far"), Some((30, 31, 3)));
    assert_eq!(cut.between("here", "far"), ["tip"]);
    assert_eq!(land(&body("10 8")).between("here", "far"), Vec::<&str>::new());
}

/// Rules: R-L5.
#[test]
fn a_hollow_zone_is_passed_only_where_it_is() {
    // A horseshoe open to the north, with a zone inside.
    let yard = land(
        "zone shoe { outline 2 2, 4 2, 4 6, 8 6, 8 2, 10 2, 10 8, 2 8; centre 6 7 }\nzone well { outline 4 2, 8 2, 8 6, 4 6 }\nzone north { outline 4 0, 8 0, 8 2, 4 2 }\nzone west { outline 0 2, 2 2, 2 6, 0 6 }\nzone east { outline 10 2, 12 2, 12 6, 10 6 }\nzone roof { outline 0 0, 4 0, 4 2, 0 2 }\nzone shed { outline 8 0, 12 0, 12 2, 8 2 }",
    );
    assert_eq!(yard.between("west", "east"), ["shoe", "well"]);
    assert_eq!(yard.between("north", "shoe"), ["well"]);
    assert_eq!(yard.between("north", "well"), Vec::<&str>::new());
    // The line between the centres of the two roofs runs along the tips of the horseshoe, above them.
    assert_eq!(yard.between("roof", "shed"), ["north"]);
    let picture = land(
        "picture \"\"\"\n rrnnsst\n uwwwuuu\n uuuuuuu\n\"\"\"\nzone r roof\nzone n north\nzone s shed\nzone t tower\nzone u shoe\nzone w well",
    );
    assert_eq!(picture.between("roof", "shed"), ["north"]);
    assert_eq!(picture.between("roof", "tower"), ["north", "shed"]);
}

/// Rules: R-L5.
#[test]
fn steep_and_gentle_lines_pass_what_they_pass() {
    let zones: String = "abcdefghi".chars().map(|name| format!("zone {name} {name}\n")).collect();
    let falling = ["a....", "bc...", ".de..", "..fg.", "...hi"];
    let mirrored = falling.map(|row| row.chars().rev().collect::<String>());
    let turned: Vec<String> = (0..5).map(|column| falling.iter().rev().map(|row| row.as_bytes()[column] as char).collect()).collect();
    for rows in [falling.map(str::to_owned).to_vec(), mirrored.to_vec(), turned] {
        let steps = land(&format!("picture \"\"\"\n {}\n\"\"\"\n{zones}", rows.join("\n ")));
        let lines = [
            ("a", "i", "ceg"),
            ("b", "h", "df"),
            ("a", "h", "bcdefg"),
            ("b", "i", "cdefgh"),
            ("a", "f", "bcde"),
            ("b", "g", "cdef"),
            ("d", "g", "ef"),
        ];
        for (from, to, between) in lines {
            assert_eq!(steps.between(from, to).concat(), between, "{from} to {to} of {rows:?}");
            assert_eq!(steps.between(to, from).concat(), between, "{to} to {from} of {rows:?}");
        }
    }
}

/// Rules: R-YG5.
#[test]
fn ryg4_where_only_centres_are_given_a_zone_is_what_is_nearest_to_its_centre() {
    let body = "zone a { centre 0 0 }\nzone b { centre 4 0 }\nzone c { centre 8 0 }\nzone d { centre 4 4 }\nborder a -- b; border b -- c; border a -- d; border d -- c";
    let plain = land(body);
    assert_eq!(plain.between("a", "c"), ["b"]);
    assert_eq!(plain.between("b", "d"), Vec::<&str>::new());
    // The points halfway between the two centres are as near to the zone above as to the zone below.
    let tied = land(
        "zone a { centre 0 0 }\nzone z { centre 12 0 }\nzone up { centre 6 2 }\nzone down { centre 6 -2 }\nborder a -- up; border a -- down; border up -- z; border down -- z",
    );
    assert_eq!(tied.between("a", "z"), Vec::<&str>::new());
    let nearer = land(
        "zone a { centre 0 0 }\nzone z { centre 12 0 }\nzone up { centre 6 1 }\nzone down { centre 6 -2 }\nborder a -- up; border a -- down; border up -- z; border down -- z",
    );
    assert_eq!(nearer.between("a", "z"), ["up"]);
    // Beside a drawn zone a zone with only a centre takes up no room.
    let mixed = land(
        "zone a { outline 0 0, 2 0, 2 2, 0 2 }\nzone post { centre 5 1 }\nzone z { outline 8 0, 10 0, 10 2, 8 2 }\nborder a -- post; border post -- z",
    );
    assert_eq!(mixed.between("a", "z"), Vec::<&str>::new());
    assert_eq!(mixed.between("post", "z"), Vec::<&str>::new());
}

/// Rules: R-YG4.
#[test]
fn ryg5_in_a_bare_graph_a_line_takes_a_shortest_way() {
    let graph = land(
        "zone a; zone b; zone c { altitude 1 }; zone d; zone e; zone rock\nborder a -- c; border a -- b; border c -- d; border b -- d; border d -- e\nborder e -- rock x\nallow unreachable-zone \"a rock\"",
    );
    // Of the two ways from a to d, the line of sight takes the one through the zone with the lower number.
    assert_eq!(graph.between("a", "d"), ["b"]);
    assert_eq!(graph.between("d", "a"), ["b"]);
    assert_eq!(graph.between("a", "e"), ["b", "d"]);
    assert!(graph.sees("a", "e"));
    // Between zones without a path there is no line of sight.
    assert_eq!(graph.terrain.obstructing(graph.number("a"), graph.number("rock")), None);
    assert!(!graph.sees("a", "rock") && !graph.sees("rock", "e") && graph.sees("rock", "rock"));
}

#[test]
fn pictures_outlines_and_centres_live_on_one_map() {
    let mixed = land(
        "picture \"\"\"\n aab\n\"\"\"\nzone a fore\nzone b aft { altitude 2 }\nzone pier { outline 3 0, 5 0, 5 1, 3 1 }\nzone sea { outline 5 -1, 9 -1, 9 2, 5 2 }\nzone hold\nborder aft -- pier; border fore -- hold 1",
    );
    assert_eq!(mixed.between("fore", "sea"), ["aft", "pier"]);
    assert!(!mixed.sees("fore", "pier") && mixed.sees("aft", "sea"));
    assert_eq!(mixed.between("hold", "pier"), ["fore", "aft"]);
}
