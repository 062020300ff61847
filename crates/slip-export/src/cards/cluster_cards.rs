//! Cards of clusters, and lines with the slipstream destinations of a system.

use super::card_wording::{CardTitles, paragraphs};
use super::{house_rules, marks, verdict};
use crate::card_content::{Card, CardLine, CardNumber, CardTable, Rows};
use slip_pack::cluster::{Cluster, ClusterSystem};
use slip_pack::{BuiltItem, Name, Pack};

/// Returns the card of a cluster: its systems with their ratings and destinations.
#[must_use]
pub fn cluster(cluster: &Cluster, pack: &Pack) -> Card {
    let key = slip_pack::key(&cluster.package, &cluster.name);
    let patches = house_rules(pack, "cluster", &key);
    let mut card = Card {
        title: cluster.title.clone(),
        what: "Cluster".to_owned(),
        key: slip_pack::called(&cluster.package, &cluster.name).to_string(),
        doc: paragraphs(cluster.doc.as_deref()),
        verdict: verdict(cluster.valid, cluster.waivers.len(), patches.len()),
        ..Card::default()
    };
    let highest = cluster.highest_tech().map(|tech| CardNumber::of("Highest technology", format!("T{tech}")));
    let counts = [CardNumber::of("Systems", cluster.systems.len()), CardNumber::of("Slipstreams", cluster.slipstreams.len())];
    card.figures("", counts.into_iter().chain(highest));
    let first = cluster.systems.first().and_then(|member| pack.item(&member.system));
    let words = CardTitles { pack, design: first.and_then(|item| pack.design_of(item)), effects: false };
    let stats = cluster.statistics(pack);
    let titles = stats.iter().map(|stat| words.title("stat", stat));
    let heads: Vec<String> = ["System".to_owned(), "T".to_owned()].into_iter().chain(titles).chain(["Slipstreams to".to_owned()]).collect();
    let rows = cluster.systems.iter().zip(cluster.all_neighbour_titles()).map(|(member, near)| row(member, &near, &stats)).collect();
    card.put("Systems", Rows::Table(CardTable { heads, rows }));
    let told = cluster.systems.iter().filter_map(|member| told(member, &stats));
    card.lines("Descriptions", told);
    marks(&mut card, cluster.valid, &cluster.waivers, patches.into_iter());
    card
}

fn row(member: &ClusterSystem, neighbours: &[&str], stats: &[Name]) -> Vec<String> {
    let ranks = stats.iter().map(|stat| member.stats.get(stat).map_or_else(String::new, i32::to_string));
    [member.title.clone(), member.tech.to_string()].into_iter().chain(ranks).chain([neighbours.join(", ")]).collect()
}

/// Returns the line with the phrases, the author and the notes of a system.
fn told(member: &ClusterSystem, stats: &[Name]) -> Option<CardLine> {
    let phrases = std::iter::once("tech").chain(stats.iter().map(Name::as_str)).filter_map(|stat| member.phrases.get(stat)).cloned();
    let owner = member.owner.iter().map(|owner| format!("made by {owner}"));
    let words: Vec<String> = phrases.chain(owner).collect();
    let line = CardLine { note: member.notes.join("; "), ..CardLine::of(member.title.clone(), words.join("; ")) };
    (!line.text.is_empty() || !line.note.is_empty()).then_some(line)
}

/// Returns the slipstream destinations of a system, one line per cluster.
pub(super) fn ways_out(item: &BuiltItem, pack: &Pack) -> Vec<CardLine> {
    let lines = pack.clusters.values().filter_map(|cluster| {
        let titles = cluster.neighbour_titles(cluster.place_of(item)?);
        Some(CardLine::of("Slipstreams", format!("to {} ({})", titles.join(", "), cluster.title)))
    });
    lines.collect()
}
