//! Prints clusters in words, and for a system or a world the descriptions of its ratings and the slipstreams that lead from it.

use super::show_designs::TextStyles;
use super::stat_block_lines::{allowed, doc, field};
use slip_export::cards::counted;
use slip_pack::cluster::{Cluster, ClusterSystem};
use slip_pack::declaration::PackDeclaration;
use slip_pack::{BuiltItem, Name, Pack};
use slip_printable::{columns_of, padded};
use std::io::{self, Write};

/// Prints a cluster: its systems, each with its technology, its ratings and their descriptions, its slipstreams and its notes.
pub(super) fn cluster(cluster: &Cluster, pack: &Pack, ink: TextStyles, out: &mut dyn Write) -> io::Result<()> {
    let systems = counted(cluster.systems.len(), "system");
    let slipstreams = counted(cluster.slipstreams.len(), "slipstream");
    let what = format!("({}), cluster of {systems} and {slipstreams}", slip_pack::called(&cluster.package, &cluster.name));
    ink.head(&cluster.title, &what, &cluster.place, out)?;
    doc(out, cluster.doc.as_deref())?;
    if !cluster.valid {
        writeln!(out, "  has errors, see `slipyard check`")?;
    }
    if let Some(tech) = cluster.highest_tech() {
        field(out, "technology", &format!("T{tech} at most"))?;
    }
    let stats = cluster.statistics(pack);
    let width = cluster.systems.iter().map(|member| columns_of(&member.title)).max().unwrap_or(0).max("system".len());
    let heads: Vec<String> = stats.iter().map(|stat| format!("{stat:>3}")).collect();
    writeln!(out, "  {:width$}  tech  {}  slipstreams to", "system", heads.join("  "))?;
    for (member, neighbours) in cluster.systems.iter().zip(cluster.all_neighbour_titles()) {
        row(member, &neighbours, &stats, width, out)?;
    }
    allowed(out, &cluster.waivers)
}

fn row(member: &ClusterSystem, neighbours: &[&str], stats: &[Name], width: usize, out: &mut dyn Write) -> io::Result<()> {
    let ranks: Vec<String> = stats
        .iter()
        .map(|stat| {
            let rank = member.stats.get(stat).map_or_else(String::new, i32::to_string);
            format!("{rank:>space$}", space = stat.chars().count().max(3))
        })
        .collect();
    let tech = format!("T{}", member.tech);
    let line = format!("  {}  {tech:>4}  {}  {}", padded(&member.title, width), ranks.join("  "), neighbours.join(", "));
    writeln!(out, "{}", line.trim_end())?;
    let phrases = std::iter::once("tech").chain(stats.iter().map(Name::as_str)).filter_map(|stat| member.phrases.get(stat));
    let mut phrases: Vec<String> = phrases.cloned().collect();
    phrases.extend(member.owner.iter().map(|owner| format!("made by {owner}")));
    if !phrases.is_empty() {
        writeln!(out, "  {:width$}  {}", "", phrases.join("; "))?;
    }
    for note in &member.notes {
        writeln!(out, "  {:width$}  {note}", "")?;
    }
    Ok(())
}

/// Prints the ranks of an item that have a description, one per line; nothing if its design has no descriptions.
pub(super) fn phrases(item: &BuiltItem, design: Option<&PackDeclaration>, out: &mut dyn Write) -> io::Result<()> {
    if let Some(words) = item.phrases.get("tech") {
        field(out, "tech", &format!("T{}  {words}", item.tech.unwrap_or(0)))?;
    }
    let order: Vec<&str> = design.into_iter().flat_map(|design| design.lines_of("stat")).filter_map(|line| line.name.as_deref()).collect();
    let mut stats: Vec<(&Name, &String)> = item.phrases.iter().filter(|(stat, _)| *stat != "tech").collect();
    stats.sort_by_key(|(stat, _)| order.iter().position(|name| name == stat));
    for (stat, words) in stats {
        field(out, stat, &format!("{:>2}  {words}", item.stat(stat)))?;
    }
    Ok(())
}

/// Prints the slipstreams that lead from a system. Each cluster that contains the system has one line.
pub(super) fn ways_out(item: &BuiltItem, pack: &Pack, out: &mut dyn Write) -> io::Result<()> {
    for cluster in pack.clusters.values() {
        let Some(at) = cluster.place_of(item) else { continue };
        let titles = cluster.neighbour_titles(at);
        field(out, "slipstreams", &format!("to {} ({})", titles.join(", "), cluster.title))?;
    }
    Ok(())
}
