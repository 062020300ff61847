//! Exact chances of fire and of position, compared with the rules.

use crate::space::fire::{enter, stunts};
use crate::space::table::{Craft, Fleet, Table};
use slip_play::event::SpacePhase;
use slip_play::event::TrackId;
use slip_play::ids::ActorId;
use slip_play::space::odds::Odds;
use slip_play::space::roster::WeaponSystem;
use slip_play::space::state::{DATA, Drives, FRAME, ShipHit};

fn at_range(a: Craft, b: Craft, range: i32, stage: SpacePhase) -> Table {
    let mut table = Fleet::of(crate::space::fire::STUNTS).ship("red", a.at(0)).ship("blue", b.at(range)).sit();
    enter(&mut table, 1, stage);
    table
}

fn odds(table: &Table, weapon: WeaponSystem, value: i32) -> Odds {
    table.fight.attack_odds(table.id("a"), weapon, table.id("b"), value)
}

/// `P(shifts >= 1)`, `= 0`, `>= 4`, `<= -1`, `<= -3` out of 6561, and the mean of the shifts above 0 as a fraction.
type Row = (i32, [u32; 5], (u32, u32));

fn compare(set_up: &str, odds: Odds, (edge, ways, (mean, of)): Row) {
    assert_eq!((odds.edge, odds.all()), (edge, 6561), "{set_up}");
    let columns = [odds.at_least(1), odds.exactly(0), odds.at_least(4), odds.at_most(-1), odds.at_most(-3)];
    assert_eq!(columns, ways, "{set_up}");
    assert_eq!(odds.gain() * of, mean * odds.all(), "{set_up}: the mean");
}

/// Compares every column of every row of the page's table with the computed odds.
#[test]
fn section_11_attacks_have_exactly_the_chances_of_the_page() {
    let table = at_range(Craft::new("a").rated("beam", 3).crew("beams", 2), Craft::new("b"), 2, SpacePhase::Beams);
    compare("1", odds(&table, WeaponSystem::Beam, 3), (3, [5634, 504, 2727, 423, 45], (20318, 6561)));

    let dodger = Craft::new("b").like(&stunts(), "dodger");
    let table = at_range(Craft::new("a").rated("beam", 3).crew("beams", 2), dodger, 3, SpacePhase::Beams);
    compare("2", odds(&table, WeaponSystem::Beam, 3), (-1, [1711, 1016, 157, 3834, 1711], (1091, 2187)));

    let defender = Craft::new("b").rated("beam", 2).crew("beams", 3);
    let table = at_range(Craft::new("a").rated("torpedo", 4).crew("torpedoes", 5), defender, 1, SpacePhase::Torpedoes);
    compare("3", odds(&table, WeaponSystem::Torpedo, 0), (0, [2727, 1107, 423, 2727, 927], (2000, 2187)));

    let table = at_range(Craft::new("a").rated("ew", 2).crew("comm", 3), Craft::new("b").rated("ew", 2).crew("comm", 2), 2, SpacePhase::Ew);
    compare("4", odds(&table, WeaponSystem::Ew, 0), (1, [3834, 1016, 927, 1711, 423], (3278, 2187)));

    let spitter = Craft::new("b").like(&stunts(), "spitter");
    let table = at_range(Craft::new("a").rated("torpedo", 4).crew("torpedoes", 2), spitter, 2, SpacePhase::Torpedoes);
    compare("5", odds(&table, WeaponSystem::Torpedo, 0), (2, [4850, 784, 1711, 927, 157], (14684, 6561)));
}

#[test]
fn section_11_four_shifts_take_an_unmarked_ship_out() {
    let mut table = at_range(Craft::new("a"), Craft::new("b"), 2, SpacePhase::Beams);
    let b = table.id("b");
    let blow = |track, also: Option<TrackId>| ShipHit { who: b, track, besides: also.into_iter().collect(), shifts: 0, by: None };
    assert_eq!(table.fight.shifts_to_take_out(blow(FRAME, None)), 4);
    table.set("b", |ship| ship.tracks[1] = slip_dice::fate::Track::with_marked(3, &[2, 3]));
    assert_eq!(table.fight.shifts_to_take_out(blow(DATA, None)), 2, "what rolls up past the last box");
    assert_eq!(table.fight.shifts_to_take_out(blow(FRAME, Some(DATA))), 2, "the worse of two tracks");
}

#[test]
fn section_11_position_is_won_and_ships_driven_off_with_the_chances_of_the_page() {
    let table = at_range(Craft::new("a"), Craft::new("b"), 2, SpacePhase::Position);
    let (a, b) = (table.id("a"), table.id("b"));
    let wins = [(2727, 1107), (3834, 1016), (4850, 784), (5634, 504), (6138, 266)];
    let by_three = [927, 1711, 2727, 3834, 4850];
    let by_five = [157, 423, 927, 1711, 2727];
    for burn in 0..5 {
        let odds = table.fight.position_odds(a, burn, b);
        let place = usize::try_from(burn).unwrap();
        assert_eq!((odds.at_least(1), odds.exactly(0)), wins[place], "burn {burn}");
        assert_eq!((odds.at_least(3), odds.at_least(5)), (by_three[place], by_five[place]), "burn {burn}");
        let chance = table.fight.win_chance(a, burn);
        assert_eq!((chance.ways, chance.all), (u128::from(wins[place].0), 6561), "burn {burn}, of all who fly");
    }
}

#[test]
fn section_11_a_ship_that_coasts_is_driven_off_by_66_of_81() {
    let mut table = at_range(Craft::new("a"), Craft::new("b"), 2, SpacePhase::Position);
    table.set("b", |ship| ship.drives = Drives::Coast);
    let odds = table.fight.position_odds(table.id("a"), 0, table.id("b"));
    assert_eq!((odds.at_least(5), odds.all()), (66, 81));
}

/// The computed chance is compared with a count over every result of three rolls.
#[test]
fn the_chance_to_win_among_several_counts_every_way_the_dice_fall() {
    let fleet = Fleet::new()
        .ship("red", Craft::new("a").v_shift(2).at(0))
        .ship("blue", Craft::new("b").v_shift(1).at(1))
        .ship("blue", Craft::new("c").v_shift(2).at(2));
    let mut table = fleet.sit();
    enter(&mut table, 1, SpacePhase::Position);
    let one = slip_dice::fate::distribution::RollDistribution::of(slip_dice::DiceKind::Fudge);
    let mut ways = 0_u128;
    for (x, a) in one.totals() {
        for (y, b) in one.totals() {
            for (z, c) in one.totals() {
                if 2 + 1 + x > 1 + y && 2 + 1 + x > 2 + z {
                    ways += u128::from(a) * u128::from(b) * u128::from(c);
                }
            }
        }
    }
    let chance = table.fight.win_chance(table.id("a"), 1);
    assert_eq!((chance.ways, chance.all), (ways, 81 * 81 * 81));
}

/// Two fleets of sixteen in formation: the number of dice results exceeds 128 bits, and the ships that are left out have no effect.
#[test]
fn the_chances_of_large_formations_leave_out_who_would_not_fit() {
    let ships = (0..32).map(|number| Craft::new(&format!("s{number}")).at(0));
    let fleet = ships.fold(Fleet::new(), |fleet, ship| fleet.ship("red", ship)).ship("blue", Craft::new("b").at(1));
    let mut table = fleet.sit();
    for number in 0..32 {
        table.fight.state.ships[ActorId(number)].formation = Some(number % 2);
    }
    let chance = table.fight.win_chance(ActorId(0), 0);
    assert!(chance.ways <= chance.all, "{chance:?}");
    assert!((0..=100).contains(&chance.percent()));
}
