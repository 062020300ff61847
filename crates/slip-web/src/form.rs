//! Form of an item: the fields that its design declares, with the values of the item. Also makes the edits of the text for a change in the
//! form.
//!
//! Fields, ranks, prices and words come from the declaration of the design, so homebrew designs have forms too. The checks of the compiler
//! decide which values an item may have. `item_writer` changes the smallest part of the text.

mod design_values;
mod item_writer;
mod list_edits;
mod lists;
mod new_item;
mod number_edits;
mod numbers;
mod skill_edits;
mod skills;
mod subject;
mod words;

pub(crate) use design_values::{DesignValuesReply, design_values};
pub(crate) use item_writer::{FormChange, edits};
pub(crate) use new_item::{DesignOffer, NewItem, designs, new_item};

use crate::editor_view::EditorView;
use crate::positions::{Places, TextRange};
use lists::{AspectList, StuntList, ThingList};
use numbers::NumberField;
use serde::Serialize;
use skills::SkillTable;
use slip_source::PackageId;
use subject::with_subject;
use words::WordField;

/// Form of an item.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct ItemForm {
    kind: String,
    name: String,
    title: String,
    design: String,
    design_title: String,
    /// True if the design is one of the standard library, which the book lists.
    standard: bool,
    /// Doc comment of the design; may be empty.
    doc: String,
    range: TextRange,
    /// True if the item has no errors.
    valid: bool,
    /// Points spent; `null` if the design has no budget.
    spent: Option<i32>,
    /// Points allowed; `null` if the design has no budget, or if the budget is not known yet.
    budget: Option<i32>,
    /// Purchase Cost.
    price: Option<i32>,
    /// Technology and statistics.
    numbers: Vec<NumberField>,
    tracks: Vec<NumberField>,
    /// Flags, choices and references to other items.
    words: Vec<WordField>,
    skills: Option<SkillTable>,
    /// Stunts of the whole item.
    stunts: Option<StuntList>,
    aspects: Option<AspectList>,
    /// Gear, and other lists of things that the design declares.
    things: Vec<ThingList>,
    modes: Vec<ModeForm>,
    /// Lines of the ledger: points and reasons.
    ledger: Vec<FormLedgerLine>,
    /// Entries that are changed in the text only.
    text_only: Vec<TextOnlyEntry>,
}

/// Mode of a modal item.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct ModeForm {
    name: String,
    numbers: Vec<NumberField>,
    stunts: StuntList,
}

/// Line of the ledger.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct FormLedgerLine {
    account: String,
    what: String,
    points: i32,
}

/// Entry that is changed in the text only, such as a waiver.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct TextOnlyEntry {
    text: String,
    range: TextRange,
}

/// Returns the form of an item.
///
/// # Errors
/// A sentence if the file has no such item, or if no design builds it.
pub(crate) fn form<'v, 't: 'v>(view: &EditorView<'v, '_, '_, 't>, kind: &str, name: &str) -> Result<ItemForm, String> {
    with_subject(view, (kind, name), |subject| {
        let design = subject.design;
        let item = subject.item.as_ref();
        let range = Places::range(view, subject.declared.tree.span);
        Ok(ItemForm {
            kind: kind.to_owned(),
            name: name.to_owned(),
            title: subject.declared.tree.title.as_ref().map(|title| title.value.to_string()).unwrap_or_default(),
            design: design.name.to_string(),
            design_title: design.title.to_string(),
            standard: design.package == PackageId::STD,
            doc: subject.doc_of_design(),
            range: range.ok_or_else(|| "the item was overwritten".to_owned())?,
            valid: item.is_some_and(|item| item.valid),
            spent: item.filter(|_| design.budget.is_some()).map(|item| item.spent),
            budget: item.and_then(|item| item.budget),
            price: item.and_then(|item| item.price),
            numbers: numbers::of(subject, None),
            tracks: numbers::tracks(subject),
            words: words::of(subject),
            skills: skills::of(subject),
            stunts: lists::stunts(subject, None),
            aspects: lists::aspects(subject),
            things: lists::things(subject),
            modes: modes(subject),
            ledger: ledger(subject),
            text_only: subject.text_only(),
        })
    })
}

fn modes(subject: &subject::FormSubject<'_, '_, '_, '_, '_>) -> Vec<ModeForm> {
    let mode = |mode: &slip_compile::check::read_purchase::WrittenMode| ModeForm {
        name: mode.name.text.to_string(),
        numbers: numbers::of(subject, Some(mode)),
        stunts: lists::stunts(subject, Some(mode)).unwrap_or_default(),
    };
    subject.purchase.modes.iter().map(mode).collect()
}

fn ledger(subject: &subject::FormSubject<'_, '_, '_, '_, '_>) -> Vec<FormLedgerLine> {
    let lines = subject.item.iter().flat_map(|item| &item.ledger.lines);
    let line = |line: &slip_pack::item::LedgerLine| FormLedgerLine {
        account: line.account.word().to_owned(),
        what: match &line.mode {
            Some(mode) => format!("{} ({mode})", line.what),
            None => line.what.to_string(),
        },
        points: line.points,
    };
    lines.map(line).collect()
}
