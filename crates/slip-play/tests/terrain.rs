//! Tests of terrain for platoon combat: centres, ranges, zones on a line, and lines of sight.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    dead_code,
    reason = "tests fail by panicking, and share a module of which each uses a part"
)]

mod drawn;
mod laws;
mod sight;
use slip_test_support::compiled_text;

use compiled_text::written;
use slip_pack::map::Map;
use slip_pack::terrain::{FAR, MapPoint, SightRules, Terrain, bits};

/// The final rules.
const FINAL: SightRules = SightRules { adjacent: false, borders: false };
/// Sight rules of the draft, rows 15 and 16.
const DRAFT: SightRules = SightRules { adjacent: true, borders: true };

/// Map with its terrain.
struct Land {
    map: Map,
    terrain: Terrain,
}

/// Compiles a map as an author writes it; `body` is all between its braces.
fn land(body: &str) -> Land {
    let map = written(&format!("map land {{\n{body}\n}}\n")).map();
    let terrain = Terrain::new(&map).unwrap();
    Land { map, terrain }
}

impl Land {
    fn number(&self, zone: &str) -> usize {
        self.map.zone(zone).unwrap_or_else(|| panic!("no zone {zone}"))
    }

    /// Returns the names of the zones on a line, in the order of the map.
    fn between(&self, from: &str, to: &str) -> Vec<&str> {
        let passed = self.terrain.obstructing(self.number(from), self.number(to)).unwrap();
        bits(passed).map(|zone| self.map.zones[zone].name.as_str()).collect()
    }

    fn sees_by(&self, tracing: SightRules, from: &str, to: &str) -> bool {
        self.terrain.sight(tracing).sees(self.number(from), self.number(to))
    }

    fn sees(&self, from: &str, to: &str) -> bool {
        self.sees_by(FINAL, from, to)
    }

    fn range(&self, from: &str, to: &str) -> u8 {
        self.terrain.range(self.number(from), self.number(to))
    }

    fn centre(&self, zone: &str) -> Option<(i128, i128, i128)> {
        self.terrain.centre(self.number(zone)).map(|MapPoint { x, y, over }| (x, y, over))
    }

    fn neighbours(&self, zone: &str) -> Vec<&str> {
        bits(self.terrain.neighbours(self.number(zone))).map(|zone| self.map.zones[zone].name.as_str()).collect()
    }
}

#[test]
fn ranges_are_zone_steps_whatever_a_border_costs() {
    let land = land(
        "zone a; zone b; zone c; zone d; zone far\nborder a -- b 7\nborder b -- c\nborder c -- d 4/0/4\nborder a -> d 2\nborder c -- far x\nallow unreachable-zone \"a rock\"",
    );
    assert_eq!((land.range("a", "a"), land.range("a", "b"), land.range("a", "c")), (0, 1, 2));
    // R-YG1: zones on a one-way border are neighbours in both directions; it can be crossed from one side only.
    assert_eq!((land.range("a", "d"), land.range("d", "a")), (1, 1));
    assert_eq!(land.neighbours("d"), ["a", "c"]);
    let (a, d) = (land.number("a"), land.number("d"));
    assert_eq!((land.terrain.ways(a) >> d & 1, land.terrain.ways(d) >> a & 1), (1, 0));
    // A wall joins no zones.
    assert_eq!((land.range("c", "far"), land.range("far", "a")), (FAR, FAR));
    assert_eq!(land.terrain.ranges().len(), 25);
}

#[test]
fn centres_are_written_or_the_middle_of_cells_or_the_centre_of_gravity() {
    let picture = land(
        "picture \"\"\"\n aab\n abb\n c.c\n\"\"\"\nzone a aft\nzone b bow { centre 2 1 }\nzone c crane\nzone buoy { centre 9 9 }\nborder bow -- buoy\nallow zone-in-pieces \"two legs\"",
    );
    // Three cells with their centres at (1/2, 1/2), (3/2, 1/2), (1/2, 3/2).
    assert_eq!(picture.centre("aft"), Some((5, 5, 6)));
    // R-YG2: the centre of the cell in column 2, row 1.
    assert_eq!(picture.centre("bow"), Some((5, 3, 2)));
    assert_eq!(picture.centre("crane"), Some((3, 5, 2)));
    assert_eq!(picture.centre("buoy"), Some((19, 19, 2)));
    let outlined = land(
        "zone box { outline 0 0, 4 0, 4 2, 0 2 }\nzone wedge { outline 4 0, 8 0, 4 2 }\nzone ell { outline 0 2, 6 2, 6 4, 2 4, 2 8, 0 8 }\nzone flat { outline 20 0, 22 0, 24 0 }\nzone named { outline 30 0, 32 0, 30 2; centre 31 1 }\nzone nowhere\nborder flat -- box\nborder flat -- named\nborder nowhere -- ell",
    );
    assert_eq!(outlined.centre("box"), Some((2, 1, 1)));
    assert_eq!(outlined.centre("wedge"), Some((16, 2, 3)));
    // 6 by 2 around (3, 3) and 2 by 4 around (1, 6): (12 * 3 + 8 * 1, 12 * 3 + 8 * 6) / 20.
    assert_eq!(outlined.centre("ell"), Some((11, 21, 5)));
    // R-YG3: the centre of an outline without an area is the mean of its corners.
    assert_eq!(outlined.centre("flat"), Some((22, 0, 1)));
    assert_eq!(outlined.centre("named"), Some((31, 1, 1)));
    assert_eq!(outlined.centre("nowhere"), None);
}

#[test]
fn a_map_of_too_many_zones_is_not_reckoned() {
    let mut map = land("zone a").map;
    map.zones = vec![map.zones[0].clone(); 128];
    assert!(Terrain::new(&map).is_some());
    map.zones.push(map.zones[0].clone());
    assert!(Terrain::new(&map).is_none());
}

#[test]
fn rl40_a_fight_has_range_and_sight_of_the_land_and_each_card_its_own() {
    use slip_pack::encounter::{CardZone, MapCard};
    use slip_play::ids::TableKey;
    use slip_play::platoon::PlatoonSettings;
    use slip_play::platoon::state::PlatoonId;
    use slip_play::platoon::zones::Ground;
    let body =
        "picture \"\"\"\n alm\n\"\"\"\nzone a attic; zone l ledge { altitude 1 }; zone m mast { altitude 2 }\nborder attic -- ledge 3";
    let pack = written(&format!("map land {{\n{body}\n}}\n")).clean();
    let land = &pack.maps["own.land"];
    let zone = |name: &str| CardZone { name: name.into(), ..CardZone::default() };
    let card = MapCard { zones: vec![zone("north"), zone("centre"), zone("south")], borders: vec![(0, 1), (1, 2)], ..MapCard::default() };
    let ground = |rules| Ground::new(land, &[(PlatoonId::of(0), &card)], &PlatoonSettings::read(rules)).unwrap();
    let fight = ground(&pack.rules);
    let zone = |name: &str| fight.zones.iter().find(|(_, zone)| zone.name == name).unwrap().0;
    let (attic, mast, north, south, track) = (zone("attic"), zone("mast"), zone("north"), zone("south"), zone("box_6"));
    assert_eq!((fight.range(attic, mast), fight.sees(attic, mast), fight.sees(mast, attic)), (2, false, true));
    assert_eq!((fight.range(north, south), fight.sees(north, south)), (2, true));
    for (one, other) in [(attic, north), (south, mast), (track, attic), (north, track)] {
        assert_eq!((fight.range(one, other), fight.sees(one, other)), (FAR, false));
    }
    // Row 16: there is a hedge on the border between the two neighbouring zones. Only the draft includes it in the line of sight (row 15).
    let mut hedged = land.clone();
    hedged.borders[0].cover = 1;
    let draft = pack.rules.under(&pack.rulesets["std.platoon_draft"]);
    let seen = |rules| Ground::new(&hedged, &[], &PlatoonSettings::read(rules)).unwrap().sees(attic, zone("ledge"));
    assert_eq!((seen(&pack.rules), seen(&draft)), (true, false));
}
