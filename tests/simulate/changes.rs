//! Tests of comparisons: the effect of a change on the odds.

use crate::simulate::alley::{STANDARD, changed, done, plan, trouble, version};
use slip_odds::simulate::{SimulationError, SimulationPlan, SimulationReport, Version};

#[test]
fn no_change_does_nothing() {
    let report = SimulationReport::of(&done(&SimulationPlan { other: Some(("itself", version("brawl"))), ..plan(version("brawl"), 300) }));
    let comparison = report.comparison.unwrap();
    for row in &comparison.winners {
        assert_eq!((row.here_only, row.there_only), (0, 0));
        assert_eq!((row.change.difference, row.change.chance), (0.0, 1.0));
        // 300 games cannot detect a difference of one in a hundred.
        assert!(row.change.low < -0.01 && row.change.high > 0.01 && row.change.high < 0.02, "{row:?}");
        assert!(!row.change.clear);
    }
    assert!(!comparison.length.clear && comparison.out.iter().all(|change| !change.clear));
}

#[test]
fn three_burglars_are_more_than_two_and_that_is_no_chance() {
    let before = changed("burglar x2", "burglar x3");
    let there = Version { pack: &before, encounter: &before.encounters["own.brawl"], seats: STANDARD };
    let done = done(&SimulationPlan { other: Some(("before", there)), threads: 2, ..plan(version("brawl"), 600) });
    let both = done.counts.other.as_ref().unwrap().both.iter().flatten().sum::<u64>();
    assert_eq!(both, 600, "each game is in one place of the table");
    let report = SimulationReport::of(&done);
    let comparison = report.comparison.unwrap();
    let watch = &comparison.winners[0];
    assert_eq!(watch.side.as_deref(), Some("watch"));
    assert!(watch.change.clear && watch.change.difference > 0.1, "{watch:?}");
    assert_eq!(watch.change.here, report.winners[0].share);
    let net = watch.here_only as f64 - watch.there_only as f64;
    assert!((watch.change.difference - net / 600.0).abs() < 1e-6);
    assert!((watch.change.here - watch.change.there - watch.change.difference).abs() < 1e-5);
}

#[test]
fn other_sides_cannot_be_compared() {
    let twins = version("twins");
    assert_eq!(trouble(&SimulationPlan { other: Some(("twins", twins)), ..plan(version("brawl"), 10) }), SimulationError::OtherSides);
}
