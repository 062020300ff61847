//! Converts what people have to Slip text: stat blocks, tables, lists of worlds, text cards, and the CSV and JSON of `slipyard export`.
//!
//! The words of an input are looked up in the compiled designs of the package, and homebrew designs are understood too. Text that is not
//! understood becomes a comment beside its item. The compiler decides which numbers must be written, and which claims are wrong.

mod arguments;
mod card;
mod card_text;
mod cluster;
mod contest;
mod csv_table;
mod draft;
mod exported_record;
mod settle;
mod spelling;
mod stat_block;
mod table;
mod vocabulary;
mod world_line;
mod write;

use cluster::ClusterDraft;
use draft::ItemDraft;
use slip_compile::Compiled;
use slip_source::{FileId, PackageId, Sources};
use std::collections::BTreeSet;
use std::fmt;
use vocabulary::Vocabulary;

/// Reason why nothing could be imported: a sentence that begins in lower case, without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportRefusal(pub String);

impl fmt::Display for ImportRefusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for ImportRefusal {}

/// Result of an import.
#[derive(Debug)]
pub struct Import {
    /// Slip text of everything that was understood, with comments for the rest.
    pub text: String,
    /// Items of the text, in order.
    pub items: Vec<ImportedItem>,
    /// Parts of the input that were not understood, in order.
    pub unknown: Vec<UnknownPart>,
    /// Differences between the numbers of the input and those that the rules compute.
    pub differences: Vec<Difference>,
    /// Choices that the import made in place of the author, as sentences.
    pub remarks: Vec<Remark>,
    /// Sources with the text as a file of the package.
    pub sources: Sources,
    /// File of the text in the sources.
    pub file: FileId,
    /// Result of compiling the text with the package.
    pub compiled: Compiled,
}

/// Item of an imported text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedItem {
    /// Line of the input in which the item begins, from 1.
    pub line: usize,
    /// Kind of the item.
    pub kind: String,
    /// Name of the item.
    pub name: String,
    /// Title of the item.
    pub title: String,
    /// Design of the item.
    pub design: String,
    /// Number of entries that were understood.
    pub understood: usize,
}

/// Part of the input that was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPart {
    /// Line of the input, from 1.
    pub line: usize,
    /// Title of the item; empty outside of items.
    pub title: String,
    /// Text of the part.
    pub text: String,
}

/// Choice that the import made for the author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Title of the item; empty outside of items.
    pub title: String,
    /// The choice, as a sentence without a full stop.
    pub text: String,
}

/// Difference between a number of the input and the number that the rules compute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Line of the input in which the item begins, from 1.
    pub line: usize,
    /// Title of the item.
    pub title: String,
    /// Number that differs: `build points`, `Cost`, `boxes of health`.
    pub what: String,
    /// Value in the input.
    pub claimed: String,
    /// Value that the rules compute; `None` if they give none.
    pub computed: Option<String>,
    /// Ledger of the computed value: points and reason of each line.
    pub ledger: Vec<(i32, String)>,
}

/// Drafts of an input, and the lines that belong to no item.
#[derive(Debug, Default)]
struct Understood {
    /// Drafts of each item. An item has one draft, or several of different designs; the compiler decides between these.
    items: Vec<Vec<ItemDraft>>,
    loose: Vec<(usize, String)>,
    clusters: Vec<ClusterDraft>,
    remarks: Vec<Remark>,
}

/// Imports a text into a package of the sources: the last one. `path` is the name that findings give to the file of the Slip text.
///
/// # Errors
/// A sentence if the input cannot be read in its form, such as JSON of another program.
pub fn import(mut sources: Sources, text: &str, path: &str) -> Result<Import, ImportRefusal> {
    let package = sources.packages().map(|(id, _)| id).last().unwrap_or_default();
    let (_, words) = slip_compile::inspect(&sources, |context, pack| Vocabulary::of(context, pack, package));
    let text = slip_source::unmarked(text).replace("\r\n", "\n").replace('\r', "\n");
    let understood = understand(&text, &words)?;
    Ok(finish(&mut sources, (package, path), understood, &words))
}

/// Reads an input by its form: JSON, cards, a table with a header, else stat blocks.
fn understand(text: &str, words: &Vocabulary) -> Result<Understood, ImportRefusal> {
    if let Some(data) = exported_record::json(text) {
        let things = data?.things;
        return Ok(records((1..).zip(things), words));
    }
    if let Some(cards) = cards(text, words) {
        return Ok(cards);
    }
    let table = csv_table::read(text);
    if let Some(things) = table.as_ref().and_then(exported_record::records) {
        return Ok(records(things.into_iter(), words));
    }
    Ok(match table.filter(|table| table.is_known(words)) {
        Some(table) => {
            let mut understood = Understood::default();
            table.blocks(words).iter().for_each(|block| understood.add(block, words));
            understood
        }
        None => stat_blocks(text, words),
    })
}

fn records(things: impl Iterator<Item = (usize, slip_export::exported_things::ExportedThing)>, words: &Vocabulary) -> Understood {
    let mut understood = Understood::default();
    for (line, thing) in things {
        if let Some(cluster) = cluster::of_record(line, &thing) {
            understood.clusters.push(cluster);
            continue;
        }
        match exported_record::draft(line, &thing, words) {
            Ok(draft) => understood.items.push(vec![draft]),
            Err(why) => understood.loose.push((line, why)),
        }
    }
    understood
}

fn cards(text: &str, words: &Vocabulary) -> Option<Understood> {
    let (cards, outside) = card_text::cards(text);
    if cards.is_empty() {
        return None;
    }
    let titles: BTreeSet<String> = cards.iter().map(|card| spelling::key(&card.title)).collect();
    let mut understood = Understood { loose: outside, ..Understood::default() };
    for card in &cards {
        match (card::draft(card, words, &titles), cluster::of_card(card)) {
            (Some(draft), _) => understood.items.push(vec![draft]),
            (None, Some(cluster)) => understood.clusters.push(cluster),
            (None, None) => understood.loose.push((card.line, format!("{} ({}): no card that can be imported", card.title, card.what))),
        }
    }
    understood.loose.sort_by_key(|(line, _)| *line);
    Some(understood)
}

/// Reads stat blocks, and tables between them.
fn stat_blocks(text: &str, words: &Vocabulary) -> Understood {
    let mut understood = Understood::default();
    for region in table::regions(text) {
        let blocks = match &region {
            table::InputRegion::Text(lines) => stat_block::blocks(lines.iter().copied(), words),
            table::InputRegion::Table(table) => match table.as_lines(words) {
                Some(lines) => stat_block::blocks(lines.iter().map(|(line, text)| (*line, text.as_str())), words),
                None => table.blocks(words),
            },
        };
        blocks.iter().for_each(|block| understood.add(block, words));
    }
    understood
}

impl Understood {
    /// Adds the item of a block. A block that is not an item becomes comments.
    fn add(&mut self, block: &stat_block::StatBlock, words: &Vocabulary) {
        let drafts = if block.title.is_empty() { Vec::new() } else { stat_block::drafts(block, words) };
        match drafts.is_empty() {
            false => self.items.push(drafts),
            true => {
                let title = (!block.title.is_empty()).then(|| (block.line, block.title.clone()));
                let facts = block.facts.iter().map(|fact| (fact.line, fact.text.clone()));
                let mut lines: Vec<(usize, String)> =
                    title.into_iter().chain(facts).chain(block.doc.iter().cloned()).chain(block.unknown.iter().cloned()).collect();
                lines.sort_by_key(|(line, _)| *line);
                self.loose.append(&mut lines);
            }
        }
    }
}

/// Settles drafts and reports on them.
fn finish(sources: &mut Sources, (package, path): (PackageId, &str), understood: Understood, words: &Vocabulary) -> Import {
    let Understood { items, loose, mut clusters, mut remarks } = understood;
    let mut drafts = contest::decide(sources, package, items, words);
    let home = sources.package(package).map(|package| package.name.clone()).unwrap_or_default();
    let settled = settle::settle(sources, (package, path), &mut drafts, (&loose, &mut clusters), words, settle::MOST_PASSES);
    let differences = settle::differences(&drafts, &settled.compiled.pack, &home, words);
    let mut unknown: Vec<UnknownPart> = loose.into_iter().map(|(line, text)| UnknownPart { line, title: String::new(), text }).collect();
    for draft in &drafts {
        let part = |(line, text): &(usize, String)| UnknownPart { line: *line, title: draft.title.clone(), text: text.clone() };
        unknown.extend(draft.unknown.iter().map(part));
        remarks.extend(draft.remarks.iter().map(|text| Remark { title: draft.title.clone(), text: text.clone() }));
    }
    unknown.sort_by_key(|part| part.line);
    let mut items: Vec<ImportedItem> = drafts.iter().filter_map(|draft| imported(draft, words)).collect();
    items.extend(clusters.iter().map(imported_cluster));
    Import {
        text: settled.text,
        items,
        unknown,
        differences,
        remarks,
        sources: std::mem::take(sources),
        file: settled.file,
        compiled: settled.compiled,
    }
}

fn imported_cluster(cluster: &ClusterDraft) -> ImportedItem {
    ImportedItem {
        line: cluster.line,
        kind: "cluster".to_owned(),
        name: cluster.name.clone(),
        title: cluster.title.clone(),
        design: "cluster".to_owned(),
        understood: cluster.systems.len() + cluster.links.len(),
    }
}

fn imported(draft: &ItemDraft, words: &Vocabulary) -> Option<ImportedItem> {
    let design = words.designs.get(draft.design)?;
    let numbers = draft.stats.wanted.len() + draft.tracks.wanted.len() + draft.skills.wanted.len() + draft.claims.len();
    let lists = draft.stunts.len() + draft.aspects.len() + draft.gear.len() + draft.holds.len() + draft.modes.len();
    let words = draft.flags.len() + draft.choices.len() + draft.refers.len() + draft.codes.len() + usize::from(draft.tech.is_some());
    Some(ImportedItem {
        line: draft.line,
        kind: design.kind.clone(),
        name: draft.name.clone(),
        title: draft.title.clone(),
        design: design.name.clone(),
        understood: numbers + lists + words,
    })
}
