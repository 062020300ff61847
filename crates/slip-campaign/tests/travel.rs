//! Tests of travel: results of the rules, and the messages about them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use slip_campaign::travel::landing::{LandingWorld, landing};
use slip_campaign::travel::slip_passage::{SlipEntry, may_slip, orientation, oriented};
use slip_campaign::travel::{
    Arrival, Craft, ReactionMass, TimeSource, TravelTable, Trip, TripMode, TripPart, TripRefusal, TripRequest, TripWays, jump, plan, range,
    route,
};

use slip_dice::Dice;
use slip_pack::Pack;
use slip_pack::length_and_time::{Length, Time};
use slip_pack::ruleset::Rules;
use slip_source::{Package, Sources};
use std::collections::BTreeSet;

fn pack_of(text: &str) -> Pack {
    let mut sources = Sources::new();
    slip_compile::stdlib::add(&mut sources);
    let package = sources.add_package(Package { name: "own".into(), ..Package::default() });
    sources.add_file(package, "main.slip", text);
    let compiled = slip_compile::compile(&sources);
    let errors: Vec<&str> = compiled.diagnostics.iter().map(|found| found.message.as_str()).collect();
    assert!(compiled.diagnostics.count(slip_source::diagnostic::Severity::Error) == 0, "{errors:?}");
    compiled.pack
}

/// Returns a ship of the spacecraft design.
fn ship(tech: i32, v_shift: i32, stunts: &str) -> String {
    format!("ship s : spacecraft {{ tech T{tech}; v_shift {v_shift}; {stunts}\n aspects \"A\", \"B\", \"C\", \"D\", \"E\" }}\n")
}

fn rules(pack: &Pack) -> Rules {
    pack.rules.clone()
}

fn arrival(passage: TripPart, text: &str) -> Arrival {
    let pack = pack_of(text);
    Arrival::after(passage, &pack.items["ship"]["own.s"], &rules(&pack))
}

fn marked(arrival: &Arrival, length: u8) -> Vec<u8> {
    arrival.marked("heat", length, &BTreeSet::new()).into_iter().collect()
}

/// A slipdrive of T2 fills the heat track, one of T3 marks only its highest box, and one of T3 in a hull of T4 marks none: "T4 none".
/// Rules: R-D15, R-T6.
#[test]
fn r_t6_a_slipdrive_heats_by_its_tier() {
    assert_eq!(marked(&arrival(TripPart::Slip, &ship(2, 2, "stunts slipstream_t2;")), 3), [1, 2, 3]);
    assert_eq!(marked(&arrival(TripPart::Slip, &ship(3, 2, "stunts slipstream_t3;")), 3), [3]);
    assert_eq!(marked(&arrival(TripPart::Slip, &ship(4, 2, "stunts slipstream_t3;")), 3), Vec::<u8>::new());
    assert_eq!(marked(&arrival(TripPart::Slip, &ship(4, 2, "stunts slipstream_t2;")), 3), [1, 2, 3], "an old drive on a new hull");
}

/// Rules: D-T2, R-S11.
#[test]
fn an_overburn_fills_the_track_and_empties_the_tanks() {
    let arrival = arrival(TripPart::Overburn, &ship(2, 2, ""));
    assert_eq!(marked(&arrival, 3), [1, 2, 3]);
    assert_eq!((arrival.r_mass, arrival.effective_v_shift), (ReactionMass::Empty, Some(0)));
    let [low] = arrival.aspects.as_slice() else { panic!("{arrival:?}") };
    assert_eq!((low.text.as_str(), low.free_tags), ("Low on r-mass", 1));
    let denial = low.denied_by.as_ref().unwrap();
    assert_eq!((denial.skill.as_str(), denial.difficulty), ("navigation", 3));
}

#[test]
fn a_long_burn_leaves_an_aspect_and_no_heat() {
    let arrival = arrival(TripPart::LongBurn, &ship(2, 2, ""));
    assert!(arrival.boxes.is_empty());
    assert_eq!((arrival.r_mass, arrival.effective_v_shift, arrival.aspects.len()), (ReactionMass::Low, None, 1));
}

// ------------------------------------------------------------------------------------------------------- the table

/// Package with a ship `s`, and the rules in force.
struct Table {
    pack: Pack,
    rules: Rules,
    chart: TravelTable,
}

impl Table {
    fn of(text: &str) -> Table {
        Table::under(text, &[])
    }

    fn under(text: &str, variants: &[&str]) -> Table {
        let pack = pack_of(text);
        let lay = |rules: Rules, name: &&str| rules.under(&pack.rulesets[*name]);
        let rules = variants.iter().fold(pack.rules.clone(), lay);
        let chart = TravelTable::of(&pack, &rules).unwrap();
        Table { pack, rules, chart }
    }

    fn craft(&self) -> Craft<'_> {
        Craft::new(&self.pack.items["ship"]["own.s"], &self.rules)
    }

    fn wish(&self, to: &str) -> TripRequest {
        let goal = self.chart.goal(to).unwrap();
        TripRequest { goal, speed: None, overburn: false, conserve: false, ways: TripWays::There, time: None }
    }

    fn trip(&self, wish: &TripRequest) -> Result<Trip, TripRefusal> {
        plan(&self.craft(), &self.chart, wish)
    }

    fn at(&self, to: &str, speed: i32) -> Result<Trip, TripRefusal> {
        self.trip(&TripRequest { speed: Some(speed), ..self.wish(to) })
    }

    fn overburn(&self, to: &str) -> Result<Trip, TripRefusal> {
        self.trip(&TripRequest { overburn: true, ..self.wish(to) })
    }

    fn long(&self, to: &str, speed: i32) -> Time {
        self.chart.way(speed, &self.chart.goal(to).unwrap()).unwrap().time
    }
}

fn time(text: &str) -> Time {
    Time::parse(text).unwrap_or_else(|| panic!("{text}"))
}

fn rule(refused: Result<Trip, TripRefusal>) -> &'static str {
    refused.unwrap_err().rule
}

/// Travel table as the rules print it: V-shift, range, extended range, then the places.
const PAGE: &str = "0 | 130 d | 520 d | 65 d | 34 h | 17 d | 180 d | 40 y
1 | 40 d | 160 d | 20 d | 11 h | 5.5 d | 56 d | 12.5 y
2 | 18 d | 72 d | 9 d | 5 h | 60 h | 25 d | 5.5 y
3 | 13 d | 52 d | 6.5 d | 3.5 h | 48 h | 18 d | 4 y
4 | 10 d | 40 d | 5 d | 3 h | 34 h | 14 d | 3 y
5 | 9 d | 36 d | 4.5 d | 2.5 h | 29 h | 12 d | 2.8 y
6 | 8 d | 32 d | 4 d | 2 h | 24 h | 10 d | 2.3 y";

#[test]
fn every_cell_of_the_table_is_the_page() {
    let table = Table::of("");
    assert_eq!(table.chart.rows.len(), 7);
    for line in PAGE.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let speed: i32 = cells[0].parse().unwrap();
        let row = table.chart.row(speed).unwrap();
        assert_eq!((row.endurance, row.extended), (Some(time(cells[1])), Some(time(cells[2]))), "{line}");
        for (place, cell) in ["slipknot", "moon", "mars", "pluto", "oort"].iter().zip(&cells[3..]) {
            assert_eq!(table.long(place, speed), time(cell), "{place} at {speed}");
        }
        // The range is twice the way to a slipknot, the extended range four times that.
        assert_eq!(time(cells[1]), time(cells[3]).times(2), "{line}");
        assert_eq!(time(cells[2]), time(cells[1]).times(4), "{line}");
    }
}

/// The distances of the table give the same cells when written as distances.
/// Rules: R-T3.
#[test]
fn r_t3_a_distance_of_the_table_is_its_place() {
    let table = Table::of("");
    for (place, distance) in [("slipknot", "5 AU"), ("moon", "400_000 km"), ("mars", "0.5 AU"), ("pluto", "30 AU")] {
        for speed in 0..=6 {
            let way = table.chart.way(speed, &table.chart.goal(distance).unwrap()).unwrap();
            assert_eq!((way.time, way.computed), (table.long(place, speed), false), "{distance} at {speed}");
        }
    }
}

/// T-T9: V-shift 2, 1 AU: 60 * 2^0.5563 = 88.2 h.
/// Rules: T-T5, T-T6.
#[test]
fn t_t9_a_distance_between_two_columns_lies_on_their_power_law() {
    let table = Table::of("");
    let way = table.chart.way(2, &table.chart.goal("1 AU").unwrap()).unwrap();
    assert!(way.computed);
    // To the second: 60 h * 2^(ln(216/60)/ln 10) = 317,627.06 s.
    assert_eq!(way.time, Time(317_627));
    assert_eq!(way.time.to_string(), "88.2 hours");
}

/// R-T3: beyond either end of the table, the slope at that end continues. A longer way never takes less time.
#[test]
fn r_t3_interpolation_rises_everywhere_and_goes_on_beyond_the_ends() {
    let table = Table::of("");
    for speed in 0..=6 {
        let mut before = Time(0);
        for thousand_km in
            [1, 10, 100, 399, 400, 401, 10_000, 74_798, 74_799, 150_000, 747_989, 747_990, 3_000_000, 4_487_936, 4_487_937, 9_000_000]
        {
            let goal = table.chart.goal(&format!("{thousand_km} Mm")).unwrap();
            let way = table.chart.way(speed, &goal).unwrap();
            assert!(way.time >= before, "{thousand_km} Mm at {speed}");
            before = way.time;
        }
    }
    // Below the moon, the slope of the section from the moon to a near planet applies: half the distance takes 2^-e of the time.
    let half = table.chart.way(3, &table.chart.goal("200_000 km").unwrap()).unwrap();
    assert!(half.computed && (Time(8_000)..Time(9_500)).contains(&half.time), "{:?}", half);
}

/// Rules: R-T3.
#[test]
fn r_t3_an_authored_time_counts_before_the_table() {
    let table = Table::of(&ship(2, 3, ""));
    let trip = table.trip(&TripRequest { time: Some(time("3 d")), ..table.wish("moon") }).unwrap();
    assert_eq!((trip.time, trip.time_from, trip.speed), (time("3 d"), TimeSource::Authored, 3));
    assert_eq!(table.at("1 AU", 3).unwrap().time_from, TimeSource::Computed);
    assert_eq!(table.at("moon", 3).unwrap().time_from, TimeSource::Table);
    // A package may declare its own table.
    let own = "table near_times { by \"V-shift\"; column range as endurance; column home at \"2 AU\"\n 2 \"5 d\", \"7 h\" }\n\
               ruleset near { travel_table near_times }\n";
    let table = Table::under(&format!("{own}{}", ship(2, 2, "")), &["own.near"]);
    assert_eq!(table.at("home", 2).unwrap().time, time("7 h"));
    assert_eq!(rule(table.at("home", 1)), "2.2");
}

// ------------------------------------------------------------------------------------------------------- legal trips

/// Rules: R-T2.
#[test]
fn r_t2_nobody_goes_faster_than_the_limit_for_more_than_a_day() {
    let military = Table::of(&ship(4, 6, ""));
    assert_eq!(rule(military.at("slipknot", 6)), "R-T2");
    assert!(military.at("slipknot", 5).is_ok());
    assert!(military.at("mars", 6).is_ok(), "24 hours are not more than a day");
    assert_eq!(rule(military.trip(&TripRequest { speed: Some(6), time: Some(Time(86_401)), ..military.wish("mars") })), "R-T2");
    let civilian = Table::of(&ship(4, 6, "stunts civilian;"));
    assert_eq!(rule(civilian.at("slipknot", 4)), "R-T2");
    assert_eq!(rule(civilian.at("mars", 5)), "R-T2");
    assert!(civilian.at("mars", 6).is_ok(), "for a day a civilian goes as fast as she can");
    assert!(civilian.at("slipknot", 3).is_ok());
    let refused = civilian.at("slipknot", 4).unwrap_err();
    assert!(refused.because.contains("Civilian: cruise_speed at most 3"), "{}", refused.because);
    assert_eq!(refused.legal.iter().map(|way| way.speed).collect::<Vec<_>>(), [3, 2, 1, 0], "what would be legal");
    // Without a chosen speed the ship takes the fastest legal one.
    assert_eq!(civilian.trip(&civilian.wish("slipknot")).unwrap().speed, 3);
}

#[test]
fn a_speed_lies_between_0_and_the_v_shift() {
    let table = Table::of(&ship(2, 2, ""));
    for speed in [-1, 3, 4] {
        assert_eq!(rule(table.at("moon", speed)), "2.1", "{speed}");
    }
    assert!((0..=2).all(|speed| table.at("moon", speed).is_ok()));
}

#[test]
fn the_way_there_and_back_must_lie_within_the_range() {
    let table = Table::of(&ship(2, 2, ""));
    // The way to a slipknot and back takes exactly as long as the range allows.
    let back = table.trip(&TripRequest { speed: Some(2), ways: TripWays::ThereAndBack, ..table.wish("slipknot") }).unwrap();
    assert_eq!((back.time, back.under_way, back.endurance), (time("9 d"), time("18 d"), Some(time("18 d"))));
    assert_eq!(rule(table.at("pluto", 2)), "2.3", "25 days of 18");
    assert_eq!(rule(table.trip(&TripRequest { speed: Some(2), ways: TripWays::ThereAndBack, ..table.wish("8 AU") })), "2.3");
    assert!(table.at("8 AU", 2).is_ok_and(|trip| !trip.can_return));
    // No ship reaches the Oort cloud, or anything beyond.
    assert_eq!((rule(table.at("oort", 2)), rule(table.at("2 ly", 2))), ("2.7", "2.7"));
    assert!(table.at("oort", 2).unwrap_err().legal.is_empty());
}

/// Rules: R-T24.
#[test]
fn r_t24_two_or_more_below_her_v_shift_she_has_the_extended_range() {
    let table = Table::of(&ship(3, 3, ""));
    let far = table.at("pluto", 1).unwrap();
    assert_eq!((far.manner, far.endurance), (TripMode::Conserving, Some(time("160 d"))));
    let farther = table.at("pluto", 0).unwrap();
    assert_eq!((farther.manner, farther.endurance), (TripMode::Conserving, Some(time("520 d"))), "more restraint cannot cost range");
    let near = table.at("slipknot", 2).unwrap();
    assert_eq!((near.manner, near.endurance), (TripMode::Cruising, Some(time("18 d"))));
    assert_eq!(table.trip(&TripRequest { conserve: true, ..table.wish("pluto") }).unwrap().speed, 1, "the fastest that saves");
    assert_eq!(rule(table.trip(&TripRequest { conserve: true, speed: Some(2), ..table.wish("moon") })), "R-T24");
    // The listing of ranges, without a trip, follows the same rule.
    let ranges = |craft: &Craft<'_>| (0..=3).map(|speed| range(craft, &table.chart, speed).time).collect::<Vec<_>>();
    assert_eq!(ranges(&table.craft()), ["520 d", "160 d", "18 d", "13 d"].map(|days| Some(time(days))));
    assert_eq!(ranges(&Craft { r_mass: ReactionMass::Empty, ..table.craft() }), [None; 4], "R-VT3");
    let slow = Table::of(&ship(2, 1, ""));
    let refused = slow.trip(&TripRequest { conserve: true, ..slow.wish("moon") }).unwrap_err();
    assert!(refused.rule == "R-T24" && refused.because.contains("must stay 2 below her own V-shift"), "{refused:?}");
    // The literal reading of the rule is available as a setting.
    let exactly = Table::under(&format!("ruleset r {{ conserving exactly }}\n{}", ship(3, 3, "")), &["own.r"]);
    assert_eq!(exactly.at("pluto", 1).unwrap().manner, TripMode::Conserving);
    assert_eq!(rule(exactly.at("pluto", 0)), "2.3");
}

#[test]
fn extended_range_is_four_times_the_range_two_years_of_air_and_no_overburn() {
    let table = Table::of(&ship(2, 2, "stunts extended_range;"));
    let trip = table.at("pluto", 2).unwrap();
    assert_eq!((trip.endurance, trip.life_support), (Some(time("72 d")), time("2 y")));
    assert_eq!(table.at("pluto", 0).unwrap().endurance, Some(time("520 d")), "saving does not make it more");
    assert_eq!(rule(table.overburn("slipknot")), "2.5");
    for (speed, extended) in [(0, "520 d"), (1, "160 d"), (2, "72 d")] {
        assert_eq!(table.at("moon", speed).unwrap().endurance, Some(time(extended)));
    }
}

#[test]
fn air_and_food_last_a_year_and_longer_where_a_line_says_so() {
    let slow = Table::of(&ship(2, 2, ""));
    let wish = |days: &str| TripRequest { speed: Some(0), time: Some(time(days)), ..slow.wish("moon") };
    assert!(slow.trip(&wish("365 d")).is_ok());
    assert_eq!(rule(slow.trip(&wish("366 d"))), "2.3");
    let larder = Table::of(&ship(2, 2, "stunts extended_range;"));
    assert!(larder.trip(&TripRequest { goal: larder.chart.goal("moon").unwrap(), ..wish("500 d") }).is_ok());
}

/// T-T6: a ship of V-shift 2 reaches the slipknot in 6.5 days, arriving empty and helpless.
/// Rules: T-T5, T-T9.
#[test]
fn t_t6_overburn() {
    let table = Table::of(&ship(2, 2, "tracks { heat 4 };"));
    let trip = table.overburn("slipknot").unwrap();
    assert_eq!((trip.speed, trip.time, trip.manner), (3, time("6.5 d"), TripMode::Overburn));
    assert_eq!(marked(&trip.arrival, 4), [1, 2, 3, 4]);
    assert_eq!((trip.arrival.r_mass, trip.arrival.effective_v_shift), (ReactionMass::Empty, Some(0)));
    assert_eq!(trip.arrival.aspects[0].text, "Low on r-mass");
    assert_eq!((trip.arrival.aspects.len(), trip.arrival.aspects[0].free_tags), (1, 1));
    assert!(!trip.can_return);
    // An overburn may last at most as long as the trip to the slipknot in the same row.
    assert_eq!(rule(table.overburn("5.1 AU")), "2.5");
    assert_eq!(rule(table.trip(&TripRequest { overburn: true, ways: TripWays::ThereAndBack, ..table.wish("moon") })), "2.5");
    let extended = Table::of(&ship(2, 2, "stunts extended_range;"));
    assert_eq!(rule(extended.overburn("slipknot")), "2.5");
    // Conserving down to row 0: 520 days are allowed.
    assert_eq!(table.at("pluto", 0).unwrap().endurance, Some(time("520 d")));
}

/// R-VT6: out to a slipknot and in from another is one load of reaction mass, and back again without a resupply is twice as much.
#[test]
fn a_route_and_back_again_is_four_ways_on_one_load() {
    let table = Table::of(&ship(2, 2, ""));
    let along = |ways, speed| table.trip(&TripRequest { speed: Some(speed), ways, ..table.wish("slipknot") });
    let route = along(TripWays::OutAndIn, 2).unwrap();
    assert_eq!((route.under_way, route.endurance, route.can_return), (time("18 d"), Some(time("18 d")), false));
    let refused = along(TripWays::OutAndInAndBack, 2).unwrap_err();
    assert_eq!(refused.rule, "2.3");
    assert!(refused.because.contains("four ways between places and knots, takes 36 days"), "{}", refused.because);
    let saving = along(TripWays::OutAndInAndBack, 0).unwrap();
    assert_eq!((saving.time.times(4), saving.can_return), (saving.under_way, true));
    let burnt = table.trip(&TripRequest { overburn: true, ways: TripWays::OutAndIn, ..table.wish("slipknot") }).unwrap_err();
    assert_eq!(burnt.because, "after an overburn s has no reaction mass to come in from the last knot");
}

/// Rules: R-T4.
#[test]
fn r_t4_there_is_no_row_to_overburn_to_at_v_shift_6() {
    let table = Table::of(&ship(4, 6, ""));
    assert_eq!(rule(table.overburn("moon")), "R-T4");
    assert!(Table::of(&ship(4, 5, "")).overburn("moon").is_ok());
    let barred = Table::under(&format!("ruleset r {{ overburn no }}\n{}", ship(2, 2, "")), &["own.r"]);
    assert_eq!(rule(barred.overburn("moon")), "2.5");
}

/// Rules: R-T17.
#[test]
fn r_t17_low_on_r_mass_comes_with_a_long_burn_at_full_thrust_and_stays_until_she_is_supplied() {
    let table = Table::of(&ship(2, 2, ""));
    let low = |trip: &Trip| trip.arrival.aspects.iter().map(|aspect| (aspect.text.clone(), aspect.free_tags)).collect::<Vec<_>>();
    assert_eq!(low(&table.at("slipknot", 2).unwrap()), [("Low on r-mass".to_owned(), 1)]);
    assert_eq!(low(&table.at("slipknot", 1).unwrap()), [], "not below her V-shift");
    assert_eq!(low(&table.at("4.9 AU", 2).unwrap()), [], "not before the slipknot time");
    let back = table.trip(&TripRequest { speed: Some(2), ways: TripWays::ThereAndBack, ..table.wish("3 AU") }).unwrap();
    assert_eq!(low(&back).len(), 1, "both ways together count");
    // An effect of an earlier trip stays; a short trip gives no new free tag.
    let worn = Craft { r_mass: ReactionMass::Low, ..table.craft() };
    let trip = plan(&worn, &table.chart, &table.wish("moon")).unwrap();
    assert_eq!((low(&trip), trip.arrival.r_mass), (vec![("Low on r-mass".to_owned(), 0)], ReactionMass::Low));
}

/// The ship's effective V-shift returns only when it is resupplied.
#[test]
fn an_empty_ship_goes_at_v_shift_0_until_she_is_supplied() {
    let table = Table::of(&ship(3, 4, ""));
    let empty = Craft { r_mass: ReactionMass::Empty, ..table.craft() };
    let trip = plan(&empty, &table.chart, &table.wish("moon")).unwrap();
    assert_eq!((trip.speed, trip.time), (0, time("34 h")));
    assert_eq!((trip.arrival.r_mass, trip.arrival.effective_v_shift), (ReactionMass::Empty, Some(0)));
    let again = plan(&empty, &table.chart, &TripRequest { overburn: true, ..table.wish("moon") });
    assert_eq!(rule(again), "2.5");
    assert_eq!(plan(&table.craft(), &table.chart, &table.wish("moon")).unwrap().arrival.effective_v_shift, None);
}

/// R-VT3: a ship that is low on reaction mass keeps the aspect; another long burn, or an overburn, gives no new free tag.
#[test]
fn r_vt3_what_a_low_ship_burns_brings_no_new_free_tag() {
    let table = Table::of(&ship(2, 2, ""));
    let low = Craft { r_mass: ReactionMass::Low, ..table.craft() };
    let tags = |craft: &Craft<'_>, wish: &TripRequest| {
        let trip = plan(craft, &table.chart, wish).unwrap();
        trip.arrival.aspects.iter().map(|aspect| (aspect.text.clone(), aspect.free_tags)).collect::<Vec<_>>()
    };
    let long = table.wish("slipknot");
    let overburn = TripRequest { overburn: true, ..table.wish("slipknot") };
    for wish in [&long, &overburn] {
        assert_eq!(tags(&table.craft(), wish), [("Low on r-mass".to_owned(), 1)]);
        assert_eq!(tags(&low, wish), [("Low on r-mass".to_owned(), 0)]);
    }
}

/// R-T23: the fate of people aboard an empty ship is described and not computed; only air and food limit the trip.
#[test]
fn r_t23_nothing_but_air_bounds_an_empty_ship() {
    let table = Table::of(&ship(2, 2, ""));
    let empty = Craft { r_mass: ReactionMass::Empty, ..table.craft() };
    let wish = |days: &str| TripRequest { time: Some(time(days)), ..table.wish("moon") };
    assert_eq!(plan(&empty, &table.chart, &wish("300 d")).unwrap().endurance, None);
    assert_eq!(rule(plan(&empty, &table.chart, &wish("366 d"))), "2.3");
}

#[test]
fn what_a_homebrew_stunt_says_of_trips_counts() {
    let text = "stunt sails { for design spacecraft; cost 1; effect +30 to endurance; effect cruise_speed is 6; effect never has aspect \"Low on r-mass\" }\n";
    let table = Table::of(&format!("{text}{}", ship(4, 6, "stunts sails;")));
    let trip = table.at("slipknot", 6).unwrap();
    assert_eq!(trip.endurance, Some(time("38 d")), "the range counts in days");
    assert!(trip.arrival.aspects.is_empty(), "{:?}", trip.arrival);
}

// ------------------------------------------------------------------------------------------------------- the slipstream

fn lines_of(table: &Table, entry: SlipEntry) -> Vec<(usize, String, u32, u32)> {
    let slip = orientation(&table.craft(), &table.pack, entry, None).unwrap();
    slip.chances.into_iter().map(|chance| (chance.line, chance.words, chance.ways, chance.of)).collect()
}

fn rolled(table: &Table, entry: SlipEntry, faces: &[i8]) -> String {
    let slip = orientation(&table.craft(), &table.pack, entry, None).unwrap();
    oriented(&slip, &table.pack, &table.rules, &mut Dice::scripted(faces.iter().copied())).unwrap().words
}

/// T-T5: Navigation 2, uncontrolled -2, dice -3: "A few weeks". Dice +2: "A few hours". Automated: -4, "A month" by the page's
/// track, of which "a few weeks" is the third step below "a day".
/// Rules: D-T3, T-T6, T-T9.
#[test]
fn t_t5_slip() {
    let table = Table::of(&ship(2, 2, "stunts slipstream_t2;"));
    assert_eq!(rolled(&table, SlipEntry::Uncontrolled(2), &[-1, -1, -1, 0]), "a few weeks");
    assert_eq!(rolled(&table, SlipEntry::Uncontrolled(2), &[1, 1, 0, 0]), "a few hours");
    assert_eq!(rolled(&table, SlipEntry::Navigated(0), &[0, 0, 0, 0]), "a day");
    assert_eq!(rolled(&table, SlipEntry::Automated, &[]), "a month");
}

/// Rules: R-T5.
#[test]
fn r_t5_automated_navigation_is_4_below_with_or_without_control() {
    let table = Table::of(&ship(2, 2, "stunts slipstream_t2;"));
    assert_eq!(lines_of(&table, SlipEntry::Automated), [(15, "a month".to_owned(), 1, 1)]);
}

/// P(result = n + k) = count(k)/81; the result is always a step of the track, and the ends take everything beyond.
#[test]
fn the_odds_of_every_line_are_those_of_the_dice() {
    let table = Table::of(&ship(2, 2, "stunts slipstream_t2;"));
    let counts = [1, 4, 10, 16, 19, 16, 10, 4, 1];
    for rank in -12..=16 {
        let lines = lines_of(&table, SlipEntry::Navigated(rank));
        assert_eq!(lines.iter().map(|(_, _, ways, _)| ways).sum::<u32>(), 81, "{rank}");
        assert!(lines.iter().all(|(line, ..)| (1..=22).contains(line)), "{rank}");
        for (line, _, ways, _) in &lines {
            let expected: u32 = (-4..=4)
                .zip(counts)
                .filter(|(dice, _)| usize::try_from((11 - (rank + dice)).clamp(1, 22)).unwrap() == *line)
                .map(|(_, count)| count)
                .sum();
            assert_eq!(*ways, expected, "{rank}, line {line}");
        }
    }
    assert_eq!(lines_of(&table, SlipEntry::Uncontrolled(2)), lines_of(&table, SlipEntry::Navigated(0)));
}

#[test]
fn only_a_slipdrive_passes_a_knot() {
    let none = Table::of(&ship(2, 2, ""));
    assert_eq!(may_slip(&none.craft()).unwrap_err().rule, "3.1");
    let drive = Table::of(&ship(2, 2, "stunts slipstream_t2;"));
    assert!(may_slip(&drive.craft()).is_ok());
    let fighters = "ruleset f { fighters yes }\n";
    let pack = pack_of(fighters);
    assert!(pack.rules.is("slipstream", "yes"));
    let without = Table::under(&ship(2, 2, "stunts slipstream_t2;"), &["std.travel_gdrive"]);
    assert_eq!(may_slip(&without.craft()).unwrap_err().rule, "3.1");
}

/// Rules: D-T1.
#[test]
fn a_route_is_the_shortest_way_along_the_slipstreams() {
    let systems: String =
        ('a'..='f').map(|name| format!("system {name} \"{}\" {{ tech T2; aspects \"A\", \"B\", \"C\" }}\n", name.to_uppercase())).collect();
    let links = "slipstream a -- b\n slipstream b -- c\n slipstream c -- d\n slipstream a -- d\n slipstream d -- e\n slipstream e -- f\n";
    let pack = pack_of(&format!("{systems}cluster k {{ systems a, b, c, d, e, f\n {links} }}\n"));
    let cluster = &pack.clusters["own.k"];
    assert_eq!(route::through(cluster, &[0, 4]), Ok(vec![0, 3, 4]));
    assert_eq!(route::through(cluster, &[0, 2]), Ok(vec![0, 1, 2]), "of equally short ways the one first in the line");
    assert_eq!(route::through(cluster, &[0, 2, 5]), Ok(vec![0, 1, 2, 3, 4, 5]));
    assert_eq!(route::through(cluster, &[3, 3]), Ok(vec![3]));
}

// ------------------------------------------------------------------------------------------------------- landing

/// Rules: R-D24, R-D51.
#[test]
fn an_interface_vehicle_lands_on_worlds_up_to_the_ships_technology_in_g() {
    let world = |profile: &str| format!("world w {{ profile \"{profile}\"; allow missing-aspects \"a test\" }}\n");
    let lands = |tech: i32, stunts: &str, profile: &str| {
        let rules = "ruleset l { landing yes }\n";
        let mut sources = Sources::new();
        slip_compile::stdlib::add(&mut sources);
        let package = Package { name: "own".into(), variants: vec!["l".into()], ..Package::default() };
        let own = sources.add_package(package);
        sources.add_file(own, "main.slip", format!("{rules}{}{}", world(profile), ship(tech, 1, stunts)));
        let pack = slip_compile::compile(&sources).pack;
        let rules = pack.rules.clone();
        let ground = LandingWorld::of(&pack.items["world"]["own.w"], &rules).unwrap();
        landing(&Craft::new(&pack.items["ship"]["own.s"], &rules), ground)
    };
    let boat = "stunts interface_vehicle;";
    let earth = lands(1, boat, "A867564-9");
    assert!(earth.lands, "{}", earth.because);
    assert_eq!((earth.flown_with.as_deref(), earth.world.words().as_str()), (Some("aircraft"), "1 g, air"));
    assert!(!lands(1, boat, "A967564-9").lands, "size 9 is more than one g");
    assert!(lands(2, boat, "A967564-9").lands);
    assert!(lands(1, boat, "A100000-9").lands, "without air too");
    assert!(!lands(0, boat, "A867564-9").lands, "at T0 it serves no gravity");
    assert!(!lands(2, "", "A867564-9").lands);
    // A ship that lands itself needs an atmosphere and nothing else.
    let hull = "stunts landing_capable;";
    assert!(lands(1, hull, "AA67564-9").lands);
    assert!(!lands(1, hull, "A810000-9").lands);
}

// ------------------------------------------------------------------------------------------------------- the older variant

const GDRIVE: &str = "400_000 km | 211 min | 149 min | 122 min | 106 min | 94 min | 86 min
45 Gm | 37.3 h | 26.4 h | 21.5 h | 18.6 h | 16.7 h | 15.2 h
255 Gm | 88.7 h | 62.7 h | 51.2 h | 44.4 h | 39.7 h | 36.2 h
600 Gm | 136 h | 96.2 h | 78.6 h | 68 h | 60.9 h | 55.6 h
900 Gm | 167 h | 118 h | 96.2 h | 83.4 h | 74.5 h | 68 h";

/// Every cell of the table equals the printed cell. It also differs from the formula 2 * sqrt(d / 10 M), with distance d and drive M, by at
/// most 0.6%.
#[test]
fn travel_gdrive_cells_are_the_page_and_the_formula_within_six_in_a_thousand() {
    let table = Table::under("", &["std.travel_gdrive"]);
    for line in GDRIVE.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let far = Length::parse(cells[0]).unwrap();
        for (drive, cell) in (1..).zip(&cells[1..]) {
            let long = table.long(cells[0], drive);
            assert_eq!(long, time(cell), "{line}, M-{drive}");
            let square = 4 * u128::from(far.0) / (10 * u128::try_from(drive).unwrap());
            // The square of the time differs from 4 * distance / (10 * drive) by at most twice 0.6 %, to the first order.
            let squared = u128::from(long.0).pow(2);
            assert!(squared * 1000 >= square * 988 && squared * 1000 <= square * 1012, "{line}, M-{drive}: {squared} {square}");
        }
    }
}

#[test]
fn travel_gdrive_has_no_overburn_no_knots_and_thirty_days_of_fuel() {
    let table = Table::under(&ship(4, 6, "stunts civilian, slipstream_t2;"), &["std.travel_gdrive"]);
    let trip = table.at("far_giant", 6).unwrap();
    assert_eq!((trip.time, trip.endurance, trip.can_return), (time("68 h"), Some(time("30 d")), true));
    assert!(trip.arrival.aspects.is_empty());
    assert_eq!(rule(table.overburn("satellite")), "2.5");
    assert_eq!(rule(table.at("satellite", 0)), "2.2", "there is no M-0");
    assert!(table.chart.slipknot().is_none());
    // Between two rows of the table, and beyond them, the same power law applies.
    let half = table.chart.way(1, &table.chart.goal("150 Gm").unwrap()).unwrap();
    assert!(half.computed && (time("66 h")..time("70 h")).contains(&half.time), "{}", half.time);
}

#[test]
fn travel_gdrive_jumps_take_about_a_week_and_a_tenth_of_the_ship_each() {
    let table = Table::under("", &["std.travel_gdrive"]);
    let jump = |parsecs, drive| jump::jump(&table.rules, parsecs, drive);
    let one = jump(4, 4).unwrap();
    assert_eq!((one.jumps, one.shortest, one.usual, one.longest), (1, Time::hours(153), Time::hours(170), Time::hours(187)));
    assert_eq!((one.tank, one.diameters), (40, (100, 10)));
    let many = jump(5, 2).unwrap();
    assert_eq!((many.jumps, many.usual, many.tank, many.fuel), (3, Time::hours(3 * 170 + 2), 20, 50));
    assert_eq!(many.months_in_trade, 2);
    assert!(jump(9, 7).is_err() && jump(0, 1).is_err());
    assert!(!jump(10, 2).unwrap().without_fuelling);
    // "a flat rate per passenger per jump, regardless of the distance traveled"
    let fares = jump::fares(&table.rules);
    assert_eq!((fares.high, fares.middle, fares.low, fares.message), (4, 3, 2, 1));
    assert_eq!(jump::fuel(&table.rules, false, 3, false), jump::Fuel::Unrefined);
    assert_eq!(jump::fuel(&table.rules, false, 2, false), jump::Fuel::Nowhere);
    assert_eq!(jump::fuel(&table.rules, false, 0, true), jump::Fuel::Unrefined);
    assert_eq!(jump::fuel(&table.rules, true, 0, false), jump::Fuel::Refined);
    assert!(jump::lifts_off(&table.rules, 1) && !jump::lifts_off(&table.rules, 0));
    assert!(jump::jump(&Table::of("").rules, 1, 1).is_err(), "not by the main rules");
}

// ------------------------------------------------------------------------------------------------------- invariants

const WAYS: [TripWays; 4] = [TripWays::There, TripWays::ThereAndBack, TripWays::OutAndIn, TripWays::OutAndInAndBack];

/// For every request and every ship, a legal trip keeps every limit, and a refusal offers only legal alternatives.
#[test]
fn every_legal_trip_keeps_the_limits_and_every_refusal_offers_only_legal_ones() {
    for (tech, v_shift, stunts) in
        [(2, 2, ""), (4, 6, "stunts civilian;"), (3, 5, "stunts extended_range;"), (2, 0, ""), (3, 3, "stunts civilian;")]
    {
        let table = Table::of(&ship(tech, v_shift, stunts));
        for to in ["slipknot", "moon", "mars", "pluto", "oort", "1 AU", "12 AU", "50_000 km", "80 AU"] {
            for speed in -1..=8 {
                for (overburn, ways) in [false, true].into_iter().flat_map(|overburn| WAYS.map(|ways| (overburn, ways))) {
                    let wish = TripRequest { speed: Some(speed), overburn, ways, ..table.wish(to) };
                    let told = format!("{to} at {speed}, overburn {overburn}, {ways:?}, V-shift {v_shift} {stunts}");
                    match table.trip(&wish) {
                        Ok(trip) => {
                            assert!(trip.under_way <= trip.endurance.unwrap() && trip.under_way <= trip.life_support, "{told}");
                            assert!((0..=v_shift + i32::from(overburn)).contains(&trip.speed), "{told}");
                            assert!(trip.time <= time("24 h") || trip.speed <= 5, "{told}");
                            assert_eq!(overburn, trip.arrival.r_mass == ReactionMass::Empty, "{told}");
                            assert_eq!(overburn, trip.arrival.effective_v_shift.is_some(), "{told}");
                        }
                        Err(refused) => {
                            for way in &refused.legal {
                                let other =
                                    TripRequest { speed: Some(way.speed), overburn: way.manner == TripMode::Overburn, ..wish.clone() };
                                assert_eq!(table.trip(&other).map(|trip| trip.time), Ok(way.time), "{told}");
                            }
                        }
                    }
                }
            }
        }
    }
}
