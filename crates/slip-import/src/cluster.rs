//! Clusters: their systems and slipstreams, from cards and records.

use crate::card_text::CardText;
use crate::settle::thing;
use crate::spelling::key;
use crate::vocabulary::Vocabulary;
use slip_export::exported_things::ExportedThing;
use slip_pack::quoted;
use slip_printable::line as printable;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Cluster that was understood.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ClusterDraft {
    /// Line of the input, from 1.
    pub line: usize,
    /// Name; unique once it is written.
    pub name: String,
    /// Title.
    pub title: String,
    /// Paragraphs of the description.
    pub doc: Vec<String>,
    /// Titles of the systems.
    pub systems: Vec<String>,
    /// Slipstreams: start, end, and true if the slipstream is one-way.
    pub links: Vec<(String, String, bool)>,
    /// Waivers: code and reason.
    pub waivers: Vec<(String, String)>,
}

/// Parses the card of a cluster into a draft: its table lists the systems, and where their slipstreams go.
pub(crate) fn of_card(card: &CardText) -> Option<ClusterDraft> {
    if card.what != "Cluster" {
        return None;
    }
    let rows = card.sections.iter().find(|section| section.heading == "SYSTEMS")?;
    let head = rows.lines.first()?;
    let (title_width, links_at) = (head.find(" T ")?, head.find("Slipstreams to")?);
    let name = card.foot.split(" \u{b7} ").next().and_then(|key| key.rsplit('.').next()).unwrap_or_default();
    let mut cluster = ClusterDraft {
        line: card.line,
        name: name.to_owned(),
        title: card.title.clone(),
        doc: card.doc.clone(),
        ..ClusterDraft::default()
    };
    let mut ways: BTreeSet<(String, String)> = BTreeSet::new();
    let mut order = Vec::new();
    for row in rows.lines.iter().skip(1) {
        let cut = |place: usize| row.char_indices().nth(place).map_or(row.len(), |(at, _)| at);
        let title = row.get(..cut(title_width))?.trim().to_owned();
        for to in row.get(cut(links_at)..)?.split(", ").map(str::trim).filter(|to| !to.is_empty()) {
            ways.insert((title.clone(), to.to_owned()));
            order.push((title.clone(), to.to_owned()));
        }
        cluster.systems.push(title);
    }
    let mut seen: BTreeSet<(String, String)> = BTreeSet::new();
    for (from, to) in order {
        let back = (to.clone(), from.clone());
        if seen.contains(&back) {
            continue;
        }
        let one_way = !ways.contains(&back);
        seen.insert((from.clone(), to.clone()));
        cluster.links.push((from, to, one_way));
    }
    let exceptions = card.sections.iter().filter(|section| section.heading == "EXCEPTIONS").flat_map(|section| &section.lines);
    let waivers = exceptions.filter_map(|line| line.strip_prefix("Allowed: ")?.split_once(": "));
    let waivers = waivers.filter(|(code, _)| crate::arguments::is_code(code));
    cluster.waivers = waivers.map(|(code, reason)| (code.to_owned(), reason.to_owned())).collect();
    Some(cluster)
}

/// Converts the record of a cluster to a draft.
pub(crate) fn of_record(line: usize, record: &ExportedThing) -> Option<ClusterDraft> {
    if record.kind != "cluster" {
        return None;
    }
    let link = |note: &String| {
        let rest = note.strip_prefix("slipstream ")?;
        let (rest, one_way) = rest.strip_suffix(", one way").map_or((rest, false), |rest| (rest, true));
        let (from, to) = rest.split_once(" to ")?;
        Some((from.to_owned(), to.to_owned(), one_way))
    };
    Some(ClusterDraft {
        line,
        name: record.name.clone(),
        title: record.title.clone(),
        doc: record.doc.split('\n').filter(|line| !line.is_empty()).map(ToOwned::to_owned).collect(),
        systems: record.parts.iter().map(|part| part.title.clone()).collect(),
        links: record.notes.iter().filter_map(link).collect(),
        waivers: record
            .waivers
            .iter()
            .filter(|waiver| crate::arguments::is_code(&waiver.code))
            .map(|waiver| (waiver.code.clone(), waiver.reason.clone()))
            .collect(),
    })
}

impl ClusterDraft {
    /// Returns the text of the cluster; `titles` are the names of the imported things by their titles.
    pub(crate) fn text(&self, words: &Vocabulary, titles: &HashMap<String, (String, String)>) -> String {
        let systems = ["system".to_owned()];
        let named: BTreeMap<String, String> =
            self.systems.iter().filter_map(|title| Some((key(title), thing(title, &systems, words, titles)?))).collect();
        let name = |title: &str| named.get(&key(title)).cloned().unwrap_or_else(|| crate::spelling::name(title, "system"));
        let mut out: String = self.doc.iter().map(|paragraph| format!("/// {}\n", printable(paragraph))).collect();
        out.push_str(&format!("cluster {} {} {{\n", self.name, quoted(&printable(&self.title))));
        out.push_str(&format!("  systems {}\n", self.systems.iter().map(|title| name(title)).collect::<Vec<_>>().join(", ")));
        for (from, to, one_way) in &self.links {
            out.push_str(&format!("  slipstream {} {} {}\n", name(from), if *one_way { "->" } else { "--" }, name(to)));
        }
        for (code, reason) in &self.waivers {
            out.push_str(&format!("  allow {code} {}\n", quoted(&printable(reason))));
        }
        out.push_str("}\n");
        out
    }
}
