//! Odds of staying solvent.

use crate::economy::office::*;
use slip_campaign::maintenance::{MaintenanceDecisions, ShortfallPayment};
use slip_dice::fate::check::{FUDGE, fudge_at_least};

/// Benchmark: Trade 2 against a target of 0 succeeds in 76 of 81 rolls.
#[test]
fn trade_2_is_solvent_in_76_of_81_months() {
    let pack = pack();
    let mut campaign = campaign(&pack);
    campaign.ships.get_mut("freighter").unwrap().crew.clear();
    let upkeep = MaintenanceDecisions {
        ship: "freighter",
        place: Some("yard"),
        rescue: Some(ShortfallPayment::Nobody),
        chosen: &[take("none")],
        ..MaintenanceDecisions::default()
    };
    let mut solvent = 0;
    for (total, ways) in (-4_i8..).zip(FUDGE) {
        let (_, told) = maintain(&pack, &campaign, &[total], &upkeep).unwrap();
        if told.contains(&"freighter pays her way".to_owned()) {
            solvent += ways;
        }
    }
    assert_eq!((solvent, fudge_at_least(-2)), (76, 76));
}
