//! Tests of the properties that the terrain of every map must have.

use crate::terrain::{DRAFT, FINAL, SightRules};
use slip_pack::item::SourcePosition;
use slip_pack::map::{Border, BorderValue, Map, Zone};
use slip_pack::terrain::{FAR, MapPoint, Terrain, bits};

/// Pseudo-random numbers to draw maps with, the same in every run.
struct Lots(u64);

impl Lots {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }

    fn between(&mut self, least: i32, most: i32) -> i32 {
        least + i32::try_from(self.below(u64::try_from(most - least + 1).unwrap())).unwrap()
    }
}

fn zone(number: usize, lots: &mut Lots) -> Zone {
    Zone {
        name: format!("z{number}").into(),
        title: String::new(),
        letter: None,
        aspects: Vec::new(),
        outdoor: false,
        exit: false,
        altitude: lots.between(-2, 2),
        cover: lots.between(0, 2),
        range_cap: None,
        cells: Vec::new(),
        outline: Vec::new(),
        centre: None,
        effects: Vec::new(),
    }
}

fn map(zones: Vec<Zone>, borders: Vec<Border>, drawn: bool) -> Map {
    Map {
        name: "land".into(),
        title: String::new(),
        package: "own".into(),
        zones,
        borders,
        aspects: Vec::new(),
        sight: Vec::new(),
        template: None,
        picture: if drawn { vec!["drawn".to_owned()] } else { Vec::new() },
        waivers: Vec::new(),
        valid: true,
        place: SourcePosition::default(),
    }
}

fn border(from: usize, to: usize, cover: i32) -> Border {
    Border { from, to, one_way: false, value: BorderValue::Stateless(0), title: None, open: false, blocks_sight: None, cover }
}

/// Returns rectangles that fill a field without gaps: left, top, right, bottom.
fn rectangles(width: i32, height: i32, cuts: usize, lots: &mut Lots) -> Vec<(i32, i32, i32, i32)> {
    let mut all = vec![(0, 0, width, height)];
    for _ in 0..cuts {
        let place = usize::try_from(lots.below(all.len() as u64)).unwrap();
        let (left, top, right, bottom) = all[place];
        if lots.below(2) == 0 && right - left > 1 {
            let cut = lots.between(left + 1, right - 1);
            all[place].2 = cut;
            all.push((cut, top, right, bottom));
        } else if bottom - top > 1 {
            let cut = lots.between(top + 1, bottom - 1);
            all[place].3 = cut;
            all.push((left, cut, right, bottom));
        }
    }
    all
}

/// Returns a map of rectangles, drawn and outlined.
fn rectangular(lots: &mut Lots) -> (Map, Map) {
    let field = rectangles(lots.between(4, 11), lots.between(3, 9), 14, lots);
    let mut borders = Vec::new();
    for (one, a) in field.iter().enumerate() {
        for (other, b) in field.iter().enumerate().skip(one + 1) {
            let across = a.0.max(b.0) < a.2.min(b.2) && (a.1 == b.3 || a.3 == b.1);
            let down = a.1.max(b.1) < a.3.min(b.3) && (a.0 == b.2 || a.2 == b.0);
            if across || down {
                borders.push(border(one, other, if lots.below(4) == 0 { lots.between(1, 2) } else { 0 }));
            }
        }
    }
    let zones: Vec<Zone> = (0..field.len()).map(|number| zone(number, lots)).collect();
    let cells = |&(left, top, right, bottom): &(i32, i32, i32, i32)| {
        let row = move |row: i32| (left..right).map(move |column| (u16::try_from(column).unwrap(), u16::try_from(row).unwrap()));
        (top..bottom).flat_map(row).collect::<Vec<_>>()
    };
    let corners = |&(left, top, right, bottom): &(i32, i32, i32, i32)| vec![(left, top), (right, top), (right, bottom), (left, bottom)];
    let drawn = zones.iter().zip(&field).map(|(zone, place)| Zone { cells: cells(place), ..zone.clone() }).collect();
    let outlined = zones.iter().zip(&field).map(|(zone, place)| Zone { outline: corners(place), ..zone.clone() }).collect();
    (map(drawn, borders.clone(), true), map(outlined, borders, false))
}

fn pairs(terrain: &Terrain) -> impl Iterator<Item = (usize, usize)> {
    let zones = terrain.zones();
    (0..zones).flat_map(move |from| (0..zones).map(move |to| (from, to)))
}

/// Rules: R-L5.
#[test]
fn a_map_is_the_same_drawn_in_cells_and_in_outlines() {
    let mut lots = Lots(1);
    for round in 0..150 {
        let (drawn, outlined) = rectangular(&mut lots);
        assert_eq!(Terrain::new(&drawn), Terrain::new(&outlined), "round {round}: {outlined:?}");
    }
}

#[test]
fn what_stands_between_is_the_same_from_both_ends_and_never_an_end() {
    let mut lots = Lots(2);
    for _ in 0..100 {
        let terrain = Terrain::new(&rectangular(&mut lots).0).unwrap();
        for (from, to) in pairs(&terrain) {
            let passed = terrain.obstructing(from, to).unwrap();
            assert_eq!(passed, terrain.obstructing(to, from).unwrap());
            assert_eq!(terrain.hedge(from, to), terrain.hedge(to, from));
            assert!(bits(passed).all(|zone| zone != from && zone != to));
            assert_eq!(terrain.range(from, to), terrain.range(to, from));
        }
    }
}

#[test]
fn ranges_are_the_metric_of_the_borders() {
    let mut lots = Lots(3);
    for _ in 0..60 {
        let terrain = Terrain::new(&rectangular(&mut lots).0).unwrap();
        for (from, to) in pairs(&terrain) {
            let range = terrain.range(from, to);
            assert_eq!(range == 0, from == to);
            assert_eq!(range == 1, terrain.adjacent(from, to));
            assert!(range != FAR);
            for middle in 0..terrain.zones() {
                assert!(range <= terrain.range(from, middle) + terrain.range(middle, to));
            }
        }
    }
}

/// Rules: R-L6.
#[test]
fn whoever_climbs_sees_no_less_and_whoever_clears_a_view_blocks_nothing() {
    let mut lots = Lots(4);
    for _ in 0..60 {
        let (land, _) = rectangular(&mut lots);
        let before = Terrain::new(&land).unwrap();
        let climber = usize::try_from(lots.below(land.zones.len() as u64)).unwrap();
        let mut higher = land.clone();
        higher.zones[climber].altitude += 1;
        let after = Terrain::new(&higher).unwrap();
        let mut cleared = land.clone();
        cleared.zones[climber].cover = 0;
        let clear = Terrain::new(&cleared).unwrap();
        for tracing in [FINAL, SightRules { adjacent: true, borders: false }] {
            let (old, new, open) = (before.sight(tracing), after.sight(tracing), clear.sight(tracing));
            for to in 0..land.zones.len() {
                // From the same level or above; from below, one more step may turn a level view into a view downwards.
                let (at, there) = (before.altitude(climber), before.altitude(to));
                if at != there || old.sees(climber, to) == new.sees(climber, to) {
                    assert!(!old.sees(climber, to) || new.sees(climber, to), "from {climber} to {to}");
                }
            }
            for (from, to) in pairs(&before) {
                assert!(!old.sees(from, to) || open.sees(from, to));
            }
        }
    }
}

#[test]
fn the_drafts_rows_only_take_sight_away() {
    let mut lots = Lots(5);
    let mut taken = 0;
    for _ in 0..60 {
        let terrain = Terrain::new(&rectangular(&mut lots).0).unwrap();
        let (last, draft) = (terrain.sight(FINAL), terrain.sight(DRAFT));
        for (from, to) in pairs(&terrain) {
            assert!(!draft.sees(from, to) || last.sees(from, to));
            taken += usize::from(last.sees(from, to) && !draft.sees(from, to));
            assert!(last.sees(from, to) || !terrain.adjacent(from, to));
        }
        assert!((0..terrain.zones()).all(|zone| draft.sees(zone, zone)));
    }
    assert!(taken > 100, "{taken}");
}

/// True if the line from one integer point to another is inside a triangle for more than a point, by clipping it at each edge.
fn inside_triangle(from: (i128, i128), to: (i128, i128), corners: [(i128, i128); 3]) -> bool {
    let (mut first, mut last) = ((0_i128, 1_i128), (1_i128, 1_i128));
    let turn = |a: (i128, i128), b: (i128, i128), c: (i128, i128)| (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0);
    let way = turn(corners[0], corners[1], corners[2]).signum();
    if way == 0 {
        return false;
    }
    for edge in 0..3 {
        let (a, b) = (corners[edge], corners[(edge + 1) % 3]);
        let (begin, end) = (turn(a, b, from) * way, turn(a, b, to) * way);
        if begin <= 0 && end <= 0 {
            return false;
        }
        // The points of the segment are inside where `begin + (end - begin) t > 0`.
        if begin < end && begin < 0 {
            let crossing = (-begin, end - begin);
            if crossing.0 * first.1 > first.0 * crossing.1 {
                first = crossing;
            }
        }
        if begin > end && end < 0 {
            let crossing = (begin, begin - end);
            if crossing.0 * last.1 < last.0 * crossing.1 {
                last = crossing;
            }
        }
    }
    first.0 * last.1 < last.0 * first.1
}

/// Rules: R-L5.
#[test]
fn stars_are_passed_where_one_of_their_rays_is() {
    let mut lots = Lots(6);
    let mut passed = 0;
    for round in 0..4000 {
        // A star around its centre: corners in the eight directions, at any distance.
        let middle = (lots.between(-3, 3), lots.between(-3, 3));
        let directions = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
        let star: Vec<(i32, i32)> = directions
            .iter()
            .map(|(x, y)| {
                let far = lots.between(1, 5);
                (middle.0 + x * far, middle.1 + y * far)
            })
            .collect();
        let (from, to) = ((lots.between(-7, 7), lots.between(-7, 7)), (lots.between(-7, 7), lots.between(-7, 7)));
        let mut zones: Vec<Zone> = (0..3).map(|number| zone(number, &mut lots)).collect();
        zones[0].centre = Some(from);
        zones[1].centre = Some(to);
        zones[2].outline.clone_from(&star);
        let terrain = Terrain::new(&map(zones, Vec::new(), false)).unwrap();
        let wide = |(x, y): (i32, i32)| (i128::from(x), i128::from(y));
        let rays = (0..8).any(|ray| {
            let corners = [wide(middle), wide(star[ray]), wide(star[(ray + 1) % 8])];
            inside_triangle(wide(from), wide(to), corners)
        });
        // Between two rays the line may run along one of them, which is inside the star.
        let along = (0..8).any(|ray| along(wide(from), wide(to), wide(middle), wide(star[ray])));
        assert_eq!(
            terrain.obstructing(0, 1).unwrap() == 0b100,
            rays || along,
            "round {round}: {from:?} to {to:?} past {star:?} round {middle:?}"
        );
        passed += usize::from(rays);
    }
    assert!((1000..3000).contains(&passed), "{passed}");
}

/// True if two segments overlap in more than a point.
fn along(from: (i128, i128), to: (i128, i128), one: (i128, i128), other: (i128, i128)) -> bool {
    let (across, down) = (to.0 - from.0, to.1 - from.1);
    let beside = |p: (i128, i128)| across * (p.1 - from.1) - down * (p.0 - from.0);
    let place = |p: (i128, i128)| across * (p.0 - from.0) + down * (p.1 - from.1);
    let (first, last) = (place(one).min(place(other)), place(one).max(place(other)));
    (across, down) != (0, 0) && beside(one) == 0 && beside(other) == 0 && first.max(0) < last.min(place(to))
}

/// Rules: R-YG4, R-YG5.
#[test]
fn maps_of_centres_are_cut_up_by_nearness() {
    let mut lots = Lots(7);
    for _ in 0..12 {
        let mut zones: Vec<Zone> = (0..9).map(|number| zone(number, &mut lots)).collect();
        for zone in &mut zones {
            zone.centre = Some((lots.between(-9, 9), lots.between(-9, 9)));
        }
        let centres: Vec<(i128, i128)> = zones.iter().map(|zone| zone.centre.unwrap()).map(|(x, y)| (x.into(), y.into())).collect();
        let terrain = Terrain::new(&map(zones, Vec::new(), false)).unwrap();
        for (from, to) in pairs(&terrain).filter(|(from, to)| from != to) {
            // Steps so small that every segment between these centres contains one.
            const STEPS: i128 = 20_011;
            let nearest = (1..STEPS).step_by(7).fold(0_u128, |set, step| {
                let at = |one: i128, other: i128| one * (STEPS - step) + other * step;
                let (x, y) = (at(centres[from].0, centres[to].0), at(centres[from].1, centres[to].1));
                let distance = |centre: &(i128, i128)| (x - centre.0 * STEPS).pow(2) + (y - centre.1 * STEPS).pow(2);
                let least = centres.iter().map(distance).min().unwrap();
                let mut there = centres.iter().enumerate().filter(|(_, centre)| distance(centre) == least).map(|(zone, _)| zone);
                match (there.next(), there.next()) {
                    (Some(zone), None) if zone != from && zone != to => set | 1 << zone,
                    _ => set,
                }
            });
            assert_eq!(terrain.obstructing(from, to), Some(nearest), "{from} to {to} of {centres:?}");
        }
    }
}

#[test]
fn the_largest_maps_there_may_be_are_reckoned_without_an_overflow() {
    const FAR_OUT: i32 = 1_000_000;
    let mut lots = Lots(8);
    // Jagged bands of 64 corners from one end of the map to the other.
    let jagged = |row: i32, lots: &mut Lots| {
        let edge = |up: i32, lots: &mut Lots| {
            (0..32)
                .map(|step| {
                    (-FAR_OUT + step * 64_000 + lots.between(0, 50_000), (row * 333_333 + up + lots.between(0, 30_000)).min(FAR_OUT))
                })
                .collect::<Vec<_>>()
        };
        let mut outline = edge(-FAR_OUT, lots);
        outline.extend(edge(-FAR_OUT + 200_000, lots).into_iter().rev());
        outline
    };
    let mut zones: Vec<Zone> = (0..6).map(|number| zone(number, &mut lots)).collect();
    for (row, zone) in (0..).zip(&mut zones) {
        zone.outline = jagged(row, &mut lots);
    }
    // A polygon that crosses itself many times, so that its centre of gravity may be anywhere.
    let mut wild = zone(6, &mut lots);
    wild.outline = (0..64).map(|_| (lots.between(-FAR_OUT, FAR_OUT), lots.between(-FAR_OUT, FAR_OUT))).collect();
    zones.push(wild);
    let terrain = Terrain::new(&map(zones, Vec::new(), false)).unwrap();
    // The bands are below each other: the line from the first to the last crosses all others.
    assert_eq!(terrain.obstructing(0, 5).unwrap() & 0b11110, 0b11110);
    let middle = |zone: usize| terrain.centre(zone).map(|MapPoint { y, over, .. }| y / over).unwrap();
    assert!((0..5).all(|zone| middle(zone) < middle(zone + 1)));
}

#[test]
fn a_picture_of_a_quarter_of_a_million_cells_is_reckoned() {
    let mut lots = Lots(9);
    let mut zones: Vec<Zone> = (0..9).map(|number| zone(number, &mut lots)).collect();
    for row in 0..500_u16 {
        for column in 0..500_u16 {
            zones[usize::from(column / 167 + row / 167 * 3)].cells.push((column, row));
        }
    }
    let terrain = Terrain::new(&map(zones, Vec::new(), true)).unwrap();
    // Three rows of three, the last ones a little narrower: the diagonal leads through the corners and crosses the middle only.
    assert_eq!(terrain.obstructing(0, 8), Some(1 << 4));
    assert_eq!(terrain.obstructing(0, 2), Some(1 << 1));
    // The other diagonal misses the corners by half a cell.
    assert_eq!(terrain.obstructing(2, 6), Some(1 << 1 | 1 << 3 | 1 << 4));
    assert_eq!(terrain.obstructing(0, 7), Some(1 << 3 | 1 << 4));
}
