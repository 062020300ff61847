//! Checks laws of the budget on random ships and guns: the points spent are the sum of the tables, overspending is always reported,
//! and every offered fix makes the thing better.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "tests fail by panicking")]

use proptest::prelude::*;
use slip_compile::stdlib;
use slip_compile::{Compiled, compile, verdict};
use slip_pack::item::{Account, BuiltItem};
use slip_source::diagnostic::{Code, Diagnostic, Severity};
use slip_source::{Package, Sources};

fn sources(text: &str) -> Sources {
    let mut sources = Sources::new();
    stdlib::add(&mut sources);
    let own = sources.add_package(Package { name: "yard".into(), edition: 1, ..Package::default() });
    sources.add_file(own, "yard.slip", text);
    sources
}

fn errors(compiled: &Compiled) -> Vec<&Diagnostic> {
    compiled.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).collect()
}

fn only(compiled: &Compiled, kind: &str) -> BuiltItem {
    compiled.pack.items[kind].values().find(|item| item.package == "yard").expect("the item is in the pack").clone()
}

/// Ship priced by the tables of the rules, written independently of `stdlib`.
#[derive(Clone, Debug)]
struct Ship {
    tech: i32,
    ranks: [i32; 5],
    tracks: [i32; 3],
    stunts: Vec<(&'static str, i32)>,
}

const STATS: [&str; 5] = ["v_shift", "beam", "torpedo", "ew", "trade"];
const TRACKS: [&str; 3] = ["frame", "data", "heat"];

impl Ship {
    fn text(&self) -> String {
        let stats: Vec<String> = STATS.iter().zip(self.ranks).map(|(stat, rank)| format!("{stat} {rank}")).collect();
        let tracks: Vec<String> = TRACKS.iter().zip(self.tracks).map(|(track, boxes)| format!("{track} {boxes}")).collect();
        let stunts: Vec<&str> = self.stunts.iter().map(|(stunt, _)| *stunt).collect();
        let stunts = if stunts.is_empty() { String::new() } else { format!("\n  stunts {}", stunts.join(", ")) };
        format!(
            "ship probe : spacecraft {{\n  tech T{}\n  {}\n  tracks {{ {} }}{stunts}\n}}\n",
            self.tech,
            stats.join("; "),
            tracks.join("; ")
        )
    }

    fn budget(&self) -> i32 {
        5 + 6 * self.tech
    }

    fn spent(&self) -> i32 {
        let free = self.tech.max(0);
        let cap = self.tech + 2;
        let stats: i32 = self.ranks.iter().map(|rank| rank.min(&cap)).map(|rank| rank.min(&free) + 2 * (rank - free).max(0)).sum();
        let [frame, data, heat] = self.tracks;
        let heat = if heat > 3 { 2 * (heat - 3) } else { heat - 3 };
        let stunts: i32 = self.stunts.iter().map(|(_, cost)| cost).sum();
        stats + frame - 3 + data - 3 + heat + stunts
    }
}

fn ship() -> impl Strategy<Value = Ship> {
    (0..=4_i32).prop_flat_map(|tech| {
        let rank = 0..=tech + 2;
        let ranks = [rank.clone(), rank.clone(), rank.clone(), rank.clone(), rank];
        let tracks = [1..=7_i32, 1..=7, 1..=7];
        let stunts = prop::sample::subsequence(
            vec![
                ("civilian", 3),
                ("firewall", 1),
                ("point_defense", 1),
                ("vector_randomizer", 1),
                ("overwatch", 2),
                ("cheap", 2),
                ("extended_range", 2),
            ],
            0..=4,
        );
        (ranks, tracks, stunts).prop_map(move |(ranks, tracks, stunts)| Ship { tech, ranks, tracks, stunts })
    })
}

/// Returns the text with one fix applied.
fn fixed(text: &str, diagnostic: &Diagnostic, fix: usize) -> String {
    let mut edits = diagnostic.fixes[fix].edits.clone();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.start));
    let mut text = text.to_owned();
    for edit in edits {
        text.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.replacement);
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_ship_spends_what_the_tables_say_and_too_much_is_said(ship in ship()) {
        let text = ship.text();
        let compiled = compile(&sources(&text));
        let item = only(&compiled, "ship");
        prop_assert_eq!(item.spent, ship.spent());
        prop_assert_eq!(item.budget, Some(ship.budget()));
        let said = compiled.diagnostics.iter().any(|diagnostic| diagnostic.code == Code::OverBudget);
        prop_assert_eq!(said, ship.spent() > ship.budget(), "{}", text);
        prop_assert_eq!(item.valid, errors(&compiled).is_empty());
    }

    #[test]
    fn the_ledger_adds_up_to_every_number(ship in ship()) {
        let item = only(&compile(&sources(&ship.text())), "ship");
        let sum = |account: Account| item.ledger.lines.iter().filter(|line| line.account == account).map(|line| line.points).sum::<i32>();
        prop_assert_eq!(sum(Account::Spent), item.spent);
        prop_assert_eq!(Some(sum(Account::Budget)), item.budget);
        prop_assert_eq!(Some(sum(Account::Price)), item.price);
        prop_assert_eq!(Some(sum(Account::Upkeep)), item.upkeep);
        let slots = item.aspects.iter().filter(|aspect| aspect.slot).count();
        prop_assert_eq!(usize::try_from(sum(Account::Aspect)).unwrap(), slots);
    }

    #[test]
    fn one_more_rank_never_costs_less(ship in ship(), stat in 0..5_usize) {
        let mut more = ship.clone();
        more.ranks[stat] = (more.ranks[stat] + 1).min(more.tech + 2);
        let (less, more) = (only(&compile(&sources(&ship.text())), "ship"), only(&compile(&sources(&more.text())), "ship"));
        prop_assert!(more.spent >= less.spent);
    }

    #[test]
    fn every_offered_edit_makes_the_budget_fit(ship in ship()) {
        let text = ship.text();
        let compiled = compile(&sources(&text));
        let before = errors(&compiled).len();
        for diagnostic in compiled.diagnostics.iter().filter(|diagnostic| diagnostic.code == Code::OverBudget) {
            for fix in 0..diagnostic.fixes.len() {
                let mended = fixed(&text, diagnostic, fix);
                let after = compile(&sources(&mended));
                prop_assert!(errors(&after).len() < before, "{}: {}", diagnostic.fixes[fix].title, mended);
            }
        }
    }

    #[test]
    fn a_verdict_says_what_a_compilation_says(ship in ship()) {
        let sources = sources(&ship.text());
        prop_assert_eq!(compile(&sources).diagnostics, verdict(&sources).diagnostics);
    }
}
