//! Campaign of a few people and ships, with functions that take decisions in it.

use slip_campaign::command_execution::{CommandExecution, CommandRefusal, Invoked};
use slip_campaign::hit_outside_encounter::Chosen;
use slip_campaign::maintenance::{self, MaintenanceDecisions};
use slip_campaign::output::OutputLine;
use slip_campaign::purchase::{self, PurchaseDecision, TradedThing};
use slip_campaign::sale::{self, Sale};
use slip_campaign::state::{
    Allowance, Campaign, CampaignPerson, CampaignShip, CampaignStation, Consequence, SheetAdvances, SheetState, ShipOwner,
};
use slip_compile::compile;
use slip_compile::stdlib;
use slip_dice::Dice;
use slip_dice::fate::consequence::Grade;
use slip_pack::item::Gear;
use slip_pack::{BuiltItem, Pack};
use slip_source::diagnostic::Severity;
use slip_source::{Package, Sources};
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// Skills that fill the rest of a pyramid.
const OTHERS: [&str; 15] = [
    "pilot",
    "gunnery",
    "slug_throwers",
    "agility",
    "stealth",
    "charm",
    "oratory",
    "tactics",
    "survival",
    "vehicle",
    "eva",
    "alertness",
    "resolve",
    "stamina",
    "repair",
];

/// Returns a character of the SRD with these ranks.
pub fn character(name: &str, ranks: &[(&str, i32)], more: &str) -> String {
    let mut rows: Vec<Vec<&str>> = vec![Vec::new(); 6];
    for (skill, rank) in ranks {
        rows[usize::try_from(*rank).unwrap()].push(skill);
    }
    let mut others = OTHERS.iter().filter(|other| !ranks.iter().any(|(skill, _)| skill == *other));
    for (rank, row) in rows.iter_mut().enumerate().skip(1) {
        while row.len() < 6 - rank {
            row.push(others.next().unwrap());
        }
    }
    let rows: Vec<String> = (1..=5).rev().map(|rank| format!("{rank} {}", rows[rank].join(", "))).collect();
    let aspects: Vec<String> = (1..=10).map(|number| format!("\"{name} {number}\"")).collect();
    format!("character {name} {{\n  skills {{ {} }}\n  {more}\n  aspects {}\n}}\n", rows.join("; "), aspects.join(", "))
}

/// Returns the people and ships of the traces.
pub fn cast() -> String {
    let mut text = String::new();
    let stunts = "stunts alter_track(health, 1), free_form(\"a debt of honour\"), swap_skill(pilot, gunnery)";
    text.push_str(&character("tam", &[("assets", 1), ("brokerage", 3), ("engineering", 2)], stunts));
    text.push_str(&character("ines", &[("assets", 4), ("medical", 2)], stunts));
    text.push_str(&character("otto", &[("assets", 2)], "stunts have_a_thing(freighter), military_grade(assets), military_grade(pilot)"));
    text.push_str(&character("poor", &[("computer", 3)], stunts));
    text.push_str("ship freighter \"Freighter\" : spacecraft { tech T2; trade 2; v_shift 1; stunts civilian; aspects \"Older than she looks\", \"Honest scales\", \"Slow\", \"Everybody's cousin\", \"Patched\" }\n");
    text.push_str("ship hulk \"Hulk\" : spacecraft { tech T2; trade 1; stunts civilian, cheap; aspects \"Falling apart\" as \"Rust\", \"a\", \"b\", \"c\", \"d\" }\n");
    text.push_str("ship warship \"Warship\" : spacecraft { tech T3; beam 3; v_shift 2; aspects \"e\", \"f\", \"g\", \"h\", \"i\" }\n");
    text.push_str("world strict \"Strict\" { profile \"A867569-9\" }\n");
    text
}

fn rules(variant: &str) -> String {
    format!("ruleset house \"House\" {{\n  {variant}\n}}\n")
}

/// Compiles a package under house rules.
pub fn pack_with(variant: &str, text: &str) -> Pack {
    let mut sources = Sources::new();
    stdlib::add(&mut sources);
    let package =
        Package { name: "office".into(), version: "1.0.0".into(), edition: 1, variants: vec!["house".into()], ..Package::default() };
    let own = sources.add_package(package);
    sources.add_file(own, "office.slip", format!("{}{text}", rules(variant)));
    let compiled = compile(&sources);
    let errors: Vec<String> =
        compiled.diagnostics.iter().filter(|found| found.severity == Severity::Error).map(|found| format!("{found:?}")).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    compiled.pack
}

pub fn pack() -> Pack {
    static PACK: OnceLock<Pack> = OnceLock::new();
    PACK.get_or_init(|| pack_with("", &cast())).clone()
}

pub fn item<'p>(pack: &'p Pack, name: &str) -> &'p BuiltItem {
    pack.items
        .values()
        .find_map(|items| items.get(format!("office.{name}").as_str()).or_else(|| items.get(format!("std.{name}").as_str())))
        .unwrap_or_else(|| panic!("no {name}"))
}

pub fn gear(pack: &Pack, name: &str) -> Gear {
    let item = item(pack, name);
    Gear { kind: item.kind.clone(), package: item.package.clone(), name: item.name.clone() }
}

/// Returns a campaign with all people of the cast. Otto owns the freighter and Tam crews it, in the T1 port. It is the third session, and a
/// check was made in the second.
pub fn campaign(pack: &Pack) -> Campaign {
    let mut campaign = Campaign::new(pack, 30);
    campaign.session = 3;
    for name in ["tam", "ines", "otto", "poor"] {
        join(&mut campaign, pack, name);
    }
    let station = |tech| CampaignStation { item: None, tech, maintenance: true, repair: true };
    campaign.places.insert("port".into(), station(1));
    campaign.places.insert("yard".into(), station(2));
    campaign.places.insert("wild".into(), CampaignStation { maintenance: false, repair: false, ..station(-2) });
    let owner = ShipOwner { who: "otto".into(), by_stunt: true };
    let ship = CampaignShip {
        owners: vec![owner],
        crew: vec!["tam".into()],
        at: Some("port".into()),
        checked: BTreeSet::from([2]),
        ..CampaignShip::fresh(item(pack, "freighter"), 1)
    };
    campaign.ships.insert("freighter".into(), ship);
    campaign
}

pub fn join(campaign: &mut Campaign, pack: &Pack, name: &str) {
    let person = CampaignPerson {
        item: gear(pack, name),
        standing: SheetState::fresh(item(pack, name)),
        changes: SheetAdvances::default(),
        may: Allowance::default(),
        belongings: Vec::new(),
        free_days: 0,
        stunts_owed: 0,
    };
    campaign.people.insert(name.into(), person);
}

pub fn consequence(grade: &str, track: &str, session: u32) -> Consequence {
    Consequence {
        grade: grade.into(),
        text: format!("{grade} on {track}"),
        track: track.into(),
        session,
        spared: 0,
        rested: 0,
        tried: None,
        tried_at: None,
        mending: None,
    }
}

pub fn mark(campaign: &mut Campaign, who: &str, track: &str, boxes: &[u8]) {
    campaign.standing_mut(who).unwrap().marked.insert(track.into(), boxes.iter().copied().collect());
}

pub fn boxes(campaign: &Campaign, who: &str, track: &str) -> Vec<u8> {
    campaign.standing(who).unwrap().marked.get(track).into_iter().flatten().copied().collect()
}

pub fn grades(campaign: &Campaign, who: &str) -> Vec<String> {
    campaign.standing(who).unwrap().consequences.iter().map(|one| one.grade.to_string()).collect()
}

pub fn take(grade: &str) -> Chosen {
    Chosen { who: None, grade: Grade::from_word(grade), text: None }
}

pub fn invoke(text: &str, free: bool) -> Invoked {
    Invoked { text: text.to_owned(), free, again: false, scene: false }
}

/// An aspect that the referee declares for the scene.
pub fn declared(text: &str, free: bool) -> Invoked {
    Invoked { scene: true, ..invoke(text, free) }
}

/// Returns faces of 4dF that show a total.
pub fn showing(total: i8) -> [i8; 4] {
    let mut faces = [0; 4];
    faces.iter_mut().take(usize::from(total.unsigned_abs())).for_each(|face| *face = total.signum());
    faces
}

/// Result of a decision: the new state and the account, or the reason for its refusal.
pub type Outcome = Result<(Campaign, Vec<String>), CommandRefusal>;

/// Takes a decision with dice that show these totals.
pub fn decide(
    pack: &Pack,
    campaign: &Campaign,
    totals: &[i8],
    what: impl FnOnce(&mut CommandExecution<'_>) -> Result<(), CommandRefusal>,
) -> Outcome {
    let dice = Dice::scripted(totals.iter().flat_map(|total| showing(*total)));
    let mut command = CommandExecution::new(pack, campaign, dice);
    what(&mut command)?;
    assert_eq!(command.faces_left(), 0, "all dice are rolled");
    Ok((command.state, command.lines.iter().map(OutputLine::to_string).collect()))
}

pub fn buy(pack: &Pack, campaign: &Campaign, dice: &[i8], (who, cost): (&str, i32), invoked: &[Invoked], chosen: &[Chosen]) -> Outcome {
    let ware = TradedThing::Words { what: "a thing".to_owned(), cost };
    buy_ware(pack, campaign, dice, who, ware, invoked, chosen)
}

pub fn buy_ware(
    pack: &Pack,
    campaign: &Campaign,
    dice: &[i8],
    who: &str,
    ware: TradedThing,
    invoked: &[Invoked],
    chosen: &[Chosen],
) -> Outcome {
    let named = matches!(&ware, TradedThing::Item(item) if item.kind == "ship").then(|| "bought".into());
    let purchase = PurchaseDecision { buyer: who, ware, cost: None, place: Some("port"), named, invoked, chosen, ask: false };
    decide(pack, campaign, dice, |command| purchase::buy(command, &purchase))
}

pub fn sell(pack: &Pack, campaign: &Campaign, cost: i32, tainted: bool, grade: Option<Grade>) -> Outcome {
    let ware = TradedThing::Words { what: "a thing".to_owned(), cost };
    let sale = Sale { seller: "ines", ware, cost: None, place: None, tainted, stunt: None, grade, ship: None };
    decide(pack, campaign, &[], |command| sale::sell(command, &sale))
}

pub fn maintain(pack: &Pack, campaign: &Campaign, dice: &[i8], upkeep: &MaintenanceDecisions<'_>) -> Outcome {
    decide(pack, campaign, dice, |command| maintenance::maintain(command, upkeep))
}

pub fn refused(outcome: Outcome) -> String {
    outcome.unwrap_err().to_string()
}
