//! Tests of maps as pictures: names are inside their own zones, numbers between their two zones, and no text is markup.

use super::compiled_text::maps::{CUSTOMS, map};
use super::compiled_text::written;
use super::{content, xml};
use slip_export::drawing::{DrawingMark, Rectangle};
use slip_export::map_drawing::{self, Chart};
use slip_export::svg;
use slip_pack::encounter::Play;
use slip_pack::map::BorderValue;

/// True if a point is inside an outline, by counting edges.
fn is_inside(corners: &[(i32, i32)], (x, y): (i32, i32)) -> bool {
    let mut inside = false;
    for (at, a) in corners.iter().enumerate() {
        let b = corners[(at + 1) % corners.len()];
        let (x, y) = (f64::from(x), f64::from(y));
        let ((ax, ay), (bx, by)) = ((f64::from(a.0), f64::from(a.1)), (f64::from(b.0), f64::from(b.1)));
        if (ay > y) != (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax {
            inside = !inside;
        }
    }
    inside
}

/// Returns points spread over a frame, a little inside its edges.
fn points(frame: &Rectangle) -> Vec<(i32, i32)> {
    let at = |part: i32, from: i32, length: i32| from + 4 + (length - 8).max(0) * part / 6;
    (0..=6)
        .flat_map(|across| (0..=6).map(move |down| (across, down)))
        .map(|(across, down)| (at(across, frame.x, frame.width), at(down, frame.y, frame.height)))
        .collect()
}

fn lies_on(chart: &Chart, zone: usize, frame: &Rectangle) -> bool {
    let plot = &chart.plots[zone];
    let outline = !plot.corners.is_empty() && points(frame).iter().any(|point| is_inside(&plot.corners, *point));
    outline || plot.frames.iter().any(|part| part.overlaps(frame))
}

/// Checks a map picture: a name overlaps only its own zone, a number only its two zones, and no two texts overlap.
fn is_legible(chart: &Chart, what: &str) {
    for (zone, plot) in chart.plots.iter().enumerate() {
        for label in &plot.label {
            for other in 0..chart.plots.len() {
                assert_eq!(lies_on(chart, other, label), other == zone, "{what}: the name of zone {zone} and zone {other}");
            }
            for (other, second) in chart.plots.iter().enumerate().filter(|(other, _)| *other != zone) {
                assert!(!second.label.iter().any(|second| second.overlaps(label)), "{what}: the names of {zone} and {other}");
            }
            for badge in &chart.badges {
                assert!(!badge.frame.overlaps(label), "{what}: the number between {:?} and the name of {zone}", badge.between);
            }
        }
    }
    for (at, badge) in chart.badges.iter().enumerate() {
        for zone in (0..chart.plots.len()).filter(|zone| *zone != badge.between.0 && *zone != badge.between.1) {
            assert!(!lies_on(chart, zone, &badge.frame), "{what}: the number between {:?} lies on {zone}", badge.between);
        }
        assert!(!chart.badges.iter().skip(at + 1).any(|other| other.frame.overlaps(&badge.frame)), "{what}: numbers on each other");
    }
    for mark in &chart.drawing.marks {
        let frame = mark.frame();
        let inside =
            frame.x >= 0 && frame.y >= 0 && frame.x + frame.width <= chart.drawing.width && frame.y + frame.height <= chart.drawing.height;
        assert!(inside, "{what}: {mark:?} leaves the drawing");
    }
    xml::texts(&svg::file(&chart.drawing));
}

fn words(chart: &Chart) -> String {
    let texts =
        chart.drawing.marks.iter().filter_map(|mark| if let DrawingMark::Words(words) = mark { Some(words.text.as_str()) } else { None });
    texts.collect::<Vec<_>>().join(" ")
}

#[test]
fn every_published_map_is_legible() {
    let mut drawn = 0;
    for (name, pack) in content() {
        for map in pack.maps.values() {
            let chart = map_drawing::map(map, &[]);
            is_legible(&chart, &format!("{name}.{}", map.name));
            let said = words(&chart);
            for zone in &map.zones {
                let first = zone.title.split(' ').next().unwrap();
                assert!(said.contains(first), "{name}.{}: {} is not named", map.name, zone.title);
            }
            drawn += 1;
        }
        for cluster in pack.clusters.values() {
            is_legible(&map_drawing::cluster(cluster), &format!("{name}.{}", cluster.name));
            drawn += 1;
        }
        for scene in pack.encounters.values() {
            if let Some(map) = scene.map.as_ref().and_then(|key| pack.maps.get(key)) {
                let standing = map_drawing::standing(scene, &pack);
                let chart = map_drawing::map(map, &standing);
                is_legible(&chart, &format!("{name}.{}", scene.name));
                drawn += 1;
            } else if scene.play == Play::Space {
                let chart = map_drawing::space(scene, &pack);
                is_legible(&chart, &format!("{name}.{}", scene.name));
                assert_eq!(chart.plots.len(), 9, "nine bands");
                // A move costs 2 shifts between bands 3 and 4, and 3 shifts off the map, at both ends.
                let said = words(&chart);
                assert_eq!([said.matches(" 2 ").count() >= 2, said.matches(" 3 ").count() >= 2], [true, true], "{said}");
                drawn += 1;
            }
        }
    }
    assert!(drawn > 30, "{drawn}");
}

#[test]
fn a_drawn_map_names_zones_aspects_borders_and_their_worth() {
    let chart = map_drawing::map(&map(CUSTOMS), &[]);
    let said = words(&chart);
    for text in
        ["Loading dock", "Customs", "“Stacked crates”", "4/0/4", "1 ↓", "Dogged hatch", "Customs office → Airlock", "open / pass / close"]
    {
        assert!(said.contains(text), "{text} in {said}");
    }
    insta::assert_snapshot!("map_svg", svg::file(&chart.drawing));
}

/// Returns a picture of zones of all shapes, from a random generator of our own.
fn picture(seed: u64) -> String {
    let mut state = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    let mut next = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let (columns, rows, zones) = (4 + next(20), 2 + next(6), 2 + next(6));
    let sites: Vec<(u64, u64)> = (0..zones).map(|_| (next(columns), next(rows))).collect();
    let mut text = String::from("map m \"M\" {\n  picture \"\"\"\n");
    let mut used = vec![false; sites.len()];
    for row in 0..rows {
        text.push_str("    ");
        for column in 0..columns {
            let far = |site: &(u64, u64)| site.0.abs_diff(column) + 2 * site.1.abs_diff(row);
            let nearest = (0..sites.len()).min_by_key(|at| far(&sites[*at])).unwrap();
            used[nearest] = true;
            text.push(char::from(b'a' + u8::try_from(nearest).unwrap()));
        }
        text.push('\n');
    }
    text.push_str("  \"\"\"\n");
    for (at, _) in used.iter().enumerate().filter(|(_, used)| **used) {
        let letter = char::from(b'a' + u8::try_from(at).unwrap());
        let title =
            ["Hold", "The long gallery of pumps", "Lock", "Somebody's grandfather", "Incomprehensibilities", "X", "Sea wall"][at % 7];
        text.push_str(&format!("  zone {letter} z{at} \"{title}\" {{ aspects \"Wet\" }}\n"));
    }
    text.push_str("}\n");
    text
}

#[test]
fn pictures_of_all_shapes_are_legible() {
    let mut drawn = 0;
    for seed in 0..60 {
        let text = picture(seed);
        let mut pack = written(&text).pack;
        let Some(mut map) = pack.maps.remove("own.m").filter(|map| map.zones.len() > 1) else { continue };
        // Every border has a value, so that each has a number.
        for (at, border) in map.borders.iter_mut().enumerate() {
            border.value = slip_pack::map::BorderValue::Stateful { open: 1, pass: 0, close: (at % 2 == 0).then_some(12) };
        }
        is_legible(&map_drawing::map(&map, &[]), &text);
        drawn += 1;
    }
    assert!(drawn > 40, "{drawn}");
}

#[test]
fn outlines_are_legible() {
    let text = r#"
map shore "The shore" {
  zone strand "The strand" { outline (0, 0) (40, 0) (40, 10) (0, 14); altitude 0 }
  zone dune "The high dune" { outline (0, 14) (40, 10) (40, 30) (10, 34); altitude 2 }
  zone hut "Hut" { outline (40, 0) (46, 0) (46, 10) (40, 10) }
  border strand -- dune 2 "The slope"
  border strand -- hut 1/0/1 "The door"
}
"#;
    let pack = written(text).pack;
    let chart = map_drawing::map(&pack.maps["own.shore"], &[]);
    is_legible(&chart, "shore");
    let said = words(&chart);
    for text in ["The strand", "The high dune", "altitude 2", "The slope", "1/0/1"] {
        assert!(said.contains(text), "{text} in {said}");
    }
}

/// Social maps are drawn as boxes and lines: with up to a dozen zones no line crosses a box that it does not join.
#[test]
fn no_line_of_a_graph_passes_a_strange_box() {
    for (name, pack) in content() {
        let talks = pack.maps.values().filter(|map| map.picture.is_empty() && map.zones.iter().all(|zone| zone.outline.is_empty()));
        for map in talks {
            let chart = map_drawing::map(map, &[]);
            for mark in &chart.drawing.marks {
                let DrawingMark::Line(points, false, ..) = mark else { continue };
                let [from, to] = points.as_slice() else { continue };
                let ends = |plot: &&map_drawing::Plot| {
                    let frame = plot.frames[0];
                    frame.middle() != *from && frame.middle() != *to
                };
                // The samples of the legend are below all boxes.
                for plot in chart.plots.iter().filter(ends) {
                    for part in 0..=64 {
                        let (x, y) = (from.0 + (to.0 - from.0) * part / 64, from.1 + (to.1 - from.1) * part / 64);
                        assert!(!Rectangle { x, y, width: 1, height: 1 }.overlaps(&plot.frames[0]), "{name}.{}", map.name);
                    }
                }
            }
        }
    }
}

/// Returns a dozen zones, all joined to each other.
fn tangle() -> slip_pack::map::Map {
    let mut text = String::from("map m \"M\" {\n");
    for zone in 0..12 {
        text.push_str(&format!("  zone z{zone} \"Place {zone}\"\n"));
    }
    for (from, to) in (0..12).flat_map(|from| (from + 1..12).map(move |to| (from, to))) {
        text.push_str(&format!("  border z{from} -- z{to} {}\n", 1 + (from + to) % 3));
    }
    map(&(text + "}\n"))
}

#[test]
fn a_number_on_a_line_is_on_no_other_line_or_it_is_in_the_key() {
    let all = content();
    let talks = all.iter().flat_map(|(_, pack)| pack.maps.values());
    let talks = talks.filter(|map| map.picture.is_empty() && map.zones.iter().all(|zone| zone.outline.is_empty())).cloned();
    let (mut drawn, mut told) = (0, 0);
    for map in talks.chain([tangle()]) {
        let chart = map_drawing::map(&map, &[]);
        is_legible(&chart, &map.name);
        let middle = |zone: usize| chart.plots[zone].frames[0].middle();
        let said = words(&chart);
        for border in &map.borders {
            let BorderValue::Stateless(cost @ 1..) = border.value else { continue };
            let pair = (border.from.min(border.to), border.from.max(border.to));
            let Some(badge) = chart.badges.iter().find(|badge| badge.between == pair) else {
                let line = format!("{} – {}, {cost}", map.zones[border.from].title, map.zones[border.to].title);
                assert!(said.contains(&line), "{line}");
                told += 1;
                continue;
            };
            drawn += 1;
            for other in map.borders.iter().filter(|other| (other.from.min(other.to), other.from.max(other.to)) != pair) {
                let (from, to) = (middle(other.from), middle(other.to));
                for part in 0..=1000 {
                    let (x, y) = (from.0 + (to.0 - from.0) * part / 1000, from.1 + (to.1 - from.1) * part / 1000);
                    assert!(!Rectangle { x, y, width: 1, height: 1 }.overlaps(&badge.frame), "{}: {pair:?} on {other:?}", map.name);
                }
            }
        }
    }
    assert!(drawn > 10 && told > 0, "{drawn} {told}");
}

/// Puts this many actors in each zone, those of a crowded zone into the first.
fn crowd(map: &slip_pack::map::Map, each: usize) -> (Vec<Vec<String>>, Vec<String>) {
    let all = ["JT", "IWT", "ST1", "STa2", "A5", "GW1", "KC2", "SL3"];
    let here = |zone: usize| all.iter().take(if zone == 0 { each } else { zone % 3 }).map(|mark| (*mark).to_owned()).collect::<Vec<_>>();
    let marks: Vec<Vec<String>> = (0..map.zones.len()).map(here).collect();
    let everybody = marks.concat();
    (marks, everybody)
}

#[test]
fn tokens_stand_in_their_zones_and_leave_names_and_numbers_readable() {
    for (name, pack) in content() {
        for (map, each) in pack.maps.values().flat_map(|map| [2, 5, 8].map(|each| (map, each))) {
            let (marks, everybody) = crowd(map, each);
            let chart = map_drawing::board(map, &marks, &everybody);
            let what = format!("{name}.{} with {each}", map.name);
            is_legible(&chart, &what);
            let said = words(&chart);
            for (zone, plot) in chart.plots.iter().enumerate() {
                assert_eq!(plot.tokens.len(), plot.marks.len(), "{what}");
                for (at, token) in plot.tokens.iter().enumerate() {
                    assert!(lies_on(&chart, zone, token), "{what}: a token of zone {zone} is elsewhere");
                    for other in (0..chart.plots.len()).filter(|other| *other != zone) {
                        assert!(!lies_on(&chart, other, token), "{what}: a token of zone {zone} lies on {other}");
                    }
                    let written = chart.plots.iter().flat_map(|plot| &plot.label).chain(chart.badges.iter().map(|badge| &badge.frame));
                    for written in written.chain(&plot.tokens[at + 1..]) {
                        assert!(!token.overlaps(written), "{what}: {token:?} in zone {zone} lies on {written:?}");
                    }
                    // A token that is too small to be read is described in words.
                    assert!(token.height >= 100 || said.contains(&plot.marks.join(", ")), "{what}: {token:?} in zone {zone}");
                }
            }
        }
    }
}

#[test]
fn a_box_of_a_graph_has_room_for_everybody_and_stays_as_large_when_they_come() {
    let talk = map("map m \"M\" {\n zone a \"Before the five chairs\" { aspects \"Under one roof\" }\n zone b\n border a -- b\n}\n");
    let everybody = ["JT", "CFT", "IWT", "A5", "A1", "A2", "IM"].map(str::to_owned).to_vec();
    let together = map_drawing::board(&talk, &[everybody.clone(), Vec::new()], &everybody);
    let apart = map_drawing::board(&talk, &[Vec::new(), everybody.clone()], &everybody);
    let frames = |chart: &Chart| chart.plots.iter().map(|plot| plot.frames.clone()).collect::<Vec<_>>();
    assert_eq!(frames(&together), frames(&apart));
    assert!(together.plots[0].tokens.iter().all(|token| token.height >= 2 * 60), "{:?}", together.plots[0].tokens);
}

#[test]
fn what_is_written_on_a_map_is_never_markup() {
    let mut map = map(CUSTOMS);
    map.title = "<script>&\"".to_owned();
    map.zones[0].title = "<b>\u{7}".to_owned();
    map.aspects.push("</svg>".to_owned());
    let picture = svg::file(&map_drawing::map(&map, &[]).drawing);
    assert!(!picture.contains("<script") && !picture.contains("<b>"));
    assert_eq!(picture.matches("</svg>").count(), 1);
    xml::texts(&picture);
}
