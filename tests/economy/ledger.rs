//! Laws of the campaign ledger that hold after every decision, for every player and all dice.

use crate::economy::office::*;
use proptest::prelude::*;
use slip_campaign::command_execution::{CommandExecution, CommandRefusal};
use slip_campaign::hit_outside_encounter::Chosen;
use slip_campaign::maintenance::{self, MaintenanceDecisions, PaidBox, ShortfallPayment};
use slip_campaign::purchase::{self, PurchaseDecision, TradedThing};
use slip_campaign::recovery::{self, Downtime, Treatment};
use slip_campaign::repair::{self, Repair};
use slip_campaign::sale::{self, Sale};
use slip_campaign::state::Campaign;
use slip_dice::Dice;
use slip_dice::fate::consequence::Grade;
use slip_pack::Pack;
use std::sync::OnceLock;

fn shared() -> &'static Pack {
    static PACK: OnceLock<Pack> = OnceLock::new();
    PACK.get_or_init(pack)
}

/// Decision that a player might make.
#[derive(Clone, Debug)]
enum Deed {
    Buy(usize, i32, u8, bool),
    Sell(usize, i32, bool, u8),
    Maintain(u8, bool, Option<usize>, u8),
    Heal(usize, u8, usize),
    Repair(u8),
    Refresh,
    Scene,
    End,
    Begin,
    Wait(u32, bool),
    Work,
}

const PEOPLE: [&str; 4] = ["tam", "ines", "otto", "poor"];

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        3 => (0..4_usize, 0..9_i32, 0..8_u8, any::<bool>()).prop_map(|(who, cost, set, aspect)| Deed::Buy(who, cost, set, aspect)),
        2 => (0..4_usize, 1..9_i32, any::<bool>(), 0..4_u8).prop_map(|(who, cost, tainted, grade)| Deed::Sell(who, cost, tainted, grade)),
        3 => (0..8_u8, any::<bool>(), proptest::option::of(0..4_usize), 0..6_u8).prop_map(|(set, extra, rescue, number)| Deed::Maintain(set, extra, rescue, number)),
        2 => (0..4_usize, 0..4_u8, 0..4_usize).prop_map(|(who, grade, by)| Deed::Heal(who, grade, by)),
        1 => (0..4_u8).prop_map(Deed::Repair),
        1 => Just(Deed::Refresh),
        1 => Just(Deed::Scene),
        1 => Just(Deed::End),
        1 => Just(Deed::Begin),
        1 => (0..70_u32, any::<bool>()).prop_map(|(days, laid_up)| Deed::Wait(days, laid_up)),
        1 => Just(Deed::Work),
    ]
}

fn chosen(set: u8) -> Vec<Chosen> {
    let grades = Grade::ALL.into_iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
    let taken: Vec<Chosen> = grades.map(|(_, grade)| Chosen { who: None, grade: Some(grade), text: None }).collect();
    if taken.is_empty() { vec![Chosen { who: None, grade: None, text: None }] } else { taken }
}

fn grade(number: u8) -> Option<Grade> {
    Grade::ALL.get(usize::from(number)).copied()
}

fn carry_out(command: &mut CommandExecution<'_>, deed: &Deed) -> Result<(), CommandRefusal> {
    let ware = |cost: i32| TradedThing::Words { what: "a thing".to_owned(), cost };
    match deed {
        Deed::Buy(who, cost, set, aspect) => {
            let invoked = if *aspect { vec![declared("anything", false)] } else { Vec::new() };
            let (buyer, chosen) = (PEOPLE[*who], chosen(*set));
            purchase::buy(
                command,
                &PurchaseDecision {
                    buyer,
                    ware: ware(*cost),
                    cost: None,
                    place: None,
                    named: None,
                    invoked: &invoked,
                    chosen: &chosen,
                    ask: false,
                },
            )
        }
        Deed::Sell(who, cost, tainted, number) => {
            let sale = Sale {
                seller: PEOPLE[*who],
                ware: ware(*cost),
                cost: None,
                place: None,
                tainted: *tainted,
                stunt: None,
                grade: grade(*number),
                ship: None,
            };
            sale::sell(command, &sale)
        }
        Deed::Maintain(set, extra, rescue, number) => {
            let spent = if *number == 0 { vec![] } else { vec![PaidBox { who: "tam", number: *number }] };
            let rescue = Some(rescue.map_or(ShortfallPayment::Nobody, |who| ShortfallPayment::By(PEOPLE[who])));
            let (chosen, extra) = (chosen(*set), extra.then_some("so the referee says"));
            maintenance::maintain(
                command,
                &MaintenanceDecisions {
                    ship: "freighter",
                    rescue,
                    spent: Some(&spent),
                    chosen: &chosen,
                    extra,
                    place: Some("port"),
                    ..MaintenanceDecisions::default()
                },
            )
        }
        Deed::Heal(who, number, by) => {
            let treatment =
                Treatment { who: PEOPLE[*who], grade: grade(*number), by: Some(PEOPLE[*by]), place: Some("yard"), harder: 0, invoked: &[] };
            recovery::heal(command, &treatment)
        }
        Deed::Repair(number) => repair::repair(
            command,
            &Repair { ship: "freighter", grade: grade(*number), by: None, place: Some("port"), harder: 0, invoked: &[] },
        ),
        Deed::Refresh => {
            recovery::refresh(command);
            Ok(())
        }
        Deed::Scene => {
            recovery::scene(command);
            Ok(())
        }
        Deed::End => recovery::session_ends(command),
        Deed::Begin => recovery::session_begins(command),
        Deed::Wait(days, laid_up) => {
            let ships = if *laid_up { vec!["freighter".into()] } else { Vec::new() };
            recovery::downtime(command, &Downtime { days: *days, laid_up: &ships, ..Downtime::default() })
        }
        Deed::Work => {
            command.state.ships.get_mut("freighter").unwrap().commercial_since_check = true;
            Ok(())
        }
    }
}

fn count(campaign: &Campaign, who: &str) -> usize {
    campaign.standing(who).unwrap().consequences.len()
}

/// Checks the laws between a state and the next one.
fn judge(before: &Campaign, after: &Campaign, deed: &Deed, told: &[String]) {
    for who in PEOPLE {
        let length = u8::try_from(item(shared(), who).tracks["wealth"]).unwrap();
        let marked = boxes(after, who, "wealth");
        assert!(marked.iter().all(|number| (1..=length).contains(number)), "boxes are 1..={length}: {marked:?}");
        let taken = after.standing(who).unwrap().taken();
        assert!(Grade::ALL.into_iter().all(|grade| taken.count_of(grade) <= 1), "one of each grade over all tracks");
        if matches!(deed, Deed::Sell(..)) {
            assert!(marked.iter().all(|number| boxes(before, who, "wealth").contains(number)), "selling adds nothing");
            assert!(count(after, who) + 1 >= count(before, who), "a sale rids of one consequence");
        }
    }
    match deed {
        Deed::Buy(who, ..) => assert_eq!(after.people[PEOPLE[*who]].belongings.len(), before.people[PEOPLE[*who]].belongings.len() + 1),
        Deed::Maintain(..) => {
            assert!(count(after, "freighter") <= count(before, "freighter") + 1, "one consequence a roll");
            let paid = told.iter().filter(|line| line.starts_with("a shift pays off")).count();
            let shifts = told
                .iter()
                .filter_map(|line| line.strip_suffix(" shifts").or(line.strip_suffix(" shift")))
                .filter_map(|line| line.rsplit(' ').next()?.parse().ok())
                .next();
            assert!(paid <= shifts.unwrap_or(0), "{told:?}");
        }
        _ => {}
    }
    assert!(after.day >= before.day && after.session >= before.session, "time goes on");
    // Every reachable state can be written and read again.
    assert_eq!(&Campaign::read(&after.text()).unwrap(), after);
    assert_eq!(after.fits(shared()), Ok(()));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn no_decision_breaks_the_laws_of_purses_and_ships(deeds in proptest::collection::vec((deed(), any::<u64>()), 1..25)) {
        let mut campaign = campaign(shared());
        for (deed, seed) in deeds {
            let mut command = CommandExecution::new(shared(), &campaign, Dice::seeded(seed, 0));
            let before = campaign.clone();
            if carry_out(&mut command, &deed).is_ok() {
                let told: Vec<String> = command.lines.iter().map(ToString::to_string).collect();
                judge(&before, &command.state, &deed, &told);
                campaign = command.state;
            }
        }
    }
}
