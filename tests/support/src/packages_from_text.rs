//! Packages compiled from text, with people and ships for tests of odds.

use slip_compile::compile;
use slip_compile::stdlib;
use slip_odds::matchup::{Bare, MatchupActor, MatchupFighter};
use slip_odds::{Chances, Ratio};
use slip_pack::Pack;
use slip_pack::item::Gear;
use slip_source::diagnostic::Severity;
use slip_source::{Package, Sources};

/// Compiles a package with the standard library; panics on any error.
pub fn pack(text: &str) -> Pack {
    let mut sources = Sources::new();
    let std = stdlib::add(&mut sources);
    let package = Package {
        name: "t".to_owned(),
        version: "0.1.0".to_owned(),
        edition: 1,
        dependencies: vec![("std".to_owned(), std)],
        ..Package::default()
    };
    let id = sources.add_package(package);
    sources.add_file(id, "t.slip", text);
    let compiled = compile(&sources);
    let errors: Vec<&str> =
        compiled.diagnostics.iter().filter(|found| found.severity == Severity::Error).map(|found| &*found.message).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    compiled.pack
}

/// Sets a number of an item, even if its design does not allow the number.
pub fn set(pack: &mut Pack, kind: &str, name: &str, stats: &[(&str, i32)]) {
    let item = pack.items.get_mut(kind).unwrap().get_mut(&slip_pack::key("t", name)).unwrap();
    item.stats.extend(stats.iter().map(|&(stat, rank)| (stat.into(), rank)));
}

pub fn gear(kind: &str, name: &str) -> Gear {
    Gear { kind: kind.into(), package: "t".into(), name: name.into() }
}

pub fn bare(skills: &[(&str, i32)], boxes: [i32; 2], things: &[(&str, &str)]) -> MatchupFighter {
    let skills = skills.iter().map(|&(skill, rank)| (skill.into(), rank)).collect();
    MatchupFighter {
        who: MatchupActor::Bare(Bare { title: "Somebody".to_owned(), skills, boxes, slots: false }),
        gear: things.iter().map(|(kind, name)| gear(kind, name)).collect(),
    }
}

pub fn of_6561(ways: i64) -> Ratio {
    Ratio::of(ways, 6561)
}

pub fn of_81(ways: i64) -> Ratio {
    Ratio::of(ways, 81)
}

/// Returns the number of dice results for each of `count` consecutive totals, beginning with the total `from`. Each number is written out
/// of `all`.
pub fn ways(chances: &Chances<i32>, from: i32, count: i32, all: u64) -> Vec<String> {
    (from..from + count).map(|total| chances.exactly(&total).ways_of(all).unwrap()).collect()
}

pub fn strings<const N: usize>(numbers: [u32; N]) -> Vec<String> {
    numbers.map(|number| number.to_string()).to_vec()
}
