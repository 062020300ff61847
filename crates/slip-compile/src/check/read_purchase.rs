//! Reads the purchases of an item: each entry is resolved against the design, before any number is computed.
//!
//! Reports unknown keys, values of the wrong form, and duplicates. The module `build` checks the rules.

mod item_references;
mod lists;
mod malformed_members;
mod missing_separators;
mod read_entries;
mod statistic_codes;
mod unread_entries;
mod written_aspects;

pub use lists::{HeldItemCounts, hold};
pub(in crate::check) use malformed_members::missing_comma;
pub use read_entries::{read, read_at};
pub use statistic_codes::{UNKNOWN, digit_of, value_of};
pub use written_aspects::WrittenAspects;

use super::build::UncomputableNumbers;
use super::unknown_values::Unknown;
use crate::resolve::DeclId;
use ecow::EcoString;
use slip_pack::effect::{Argument, Effect};
use slip_pack::item::Gear;
use slip_source::Span;
use slip_syntax::tree::{Entry, SpannedName};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Number that an author wrote, with its spans.
#[derive(Clone, Copy, Debug)]
pub struct WrittenNumber {
    /// Value of the number.
    pub value: i64,
    /// Span of the entry that contains the number.
    pub span: Span,
    /// Span of the number itself, for edits.
    pub at: Span,
}

/// Bought stunt.
#[derive(Clone, Debug)]
pub struct BoughtStunt {
    /// Index of the stunt in the design.
    pub rule: usize,
    /// Arguments as written, in order.
    pub args: Vec<EcoString>,
    /// Argument of each parameter.
    pub filled: Vec<(EcoString, Argument)>,
    /// Arguments that are items or skills, each with the name of its parameter.
    pub things: Vec<(EcoString, ArgumentThing)>,
    /// Number of purchases.
    pub count: i64,
    /// Reason why the design gives the stunt for free; `None` if the stunt was bought.
    pub given: Option<EcoString>,
    /// Span of the purchase; for a given stunt, span of its declaration in the design.
    pub span: Span,
}

/// Item or skill that is named as an argument of a stunt.
#[derive(Clone, Debug, Default)]
pub struct ArgumentThing {
    /// Declaration of the item or skill, if it was found.
    pub id: Option<DeclId>,
    /// Reference to the item or skill with its kind and package, if other things have the same name.
    pub shared: Option<Gear>,
    /// Technology; below every technology level if the item has none.
    pub tech: i64,
    /// Words for the item or skill in a stunt's condition: its name and kind. For an item, the names of its design and of the design's
    /// bases are added; for a skill, its classes.
    pub words: Vec<EcoString>,
}

impl ArgumentThing {
    /// Returns the name of the item or skill. The kind is written before it if other things have the same name.
    pub fn key(&self) -> EcoString {
        let name = self.words.first().cloned().unwrap_or_default();
        self.shared.as_ref().map_or_else(|| name.clone(), |thing| ecow::eco_format!("{} {name}", thing.kind))
    }
}

/// Aspect as written.
#[derive(Clone, Debug)]
pub struct WrittenAspect {
    /// Text of the aspect.
    pub text: EcoString,
    /// New text of a renamed aspect, which is written after `as`.
    pub renamed: Option<EcoString>,
    /// Mark that the author wrote after the aspect; `None` if there is none.
    pub mark: Option<EcoString>,
    /// Span of the aspect.
    pub span: Span,
    /// The text and the shown text, both in the form in which aspects are compared ([`crate::check::aspects::folded`]).
    pub folded: [EcoString; 2],
}

impl WrittenAspect {
    /// Returns the text that is shown and that identifies the aspect.
    pub fn shown(&self) -> &EcoString {
        self.renamed.as_ref().unwrap_or(&self.text)
    }
}

/// Technology or statistic whose rank the design describes with a phrase. The author uses the phrase as an aspect: `aspects environment`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RankPhrase {
    /// Phrase of the technology.
    Tech,
    /// Phrase of the rank of a statistic, by the index of the statistic in the design.
    Stat(usize),
}

/// Stunt or aspect of the design that the author removes after `without`.
#[derive(Clone, Debug)]
pub struct Dropped {
    /// Text of an aspect, or name of a stunt.
    pub what: EcoString,
    /// True if the member is a stunt.
    pub stunt: bool,
    /// Span of the member.
    pub span: Span,
}

/// Waiver as written: `allow CODE "why"`.
#[derive(Clone, Debug)]
pub struct WaiverEntry {
    /// Slug of the waived code.
    pub code: EcoString,
    /// Reason that the author gives.
    pub reason: EcoString,
    /// Span of the code.
    pub named: Span,
    /// Span of the entry.
    pub span: Span,
}

/// Mode of a modal item, with its purchases.
#[derive(Clone, Debug)]
pub struct WrittenMode {
    /// Name of the mode.
    pub name: SpannedName,
    /// Span of the mode.
    pub span: Span,
    /// Purchases that apply in the mode: those of the item, overridden by those of the mode.
    pub bought: Bought,
    /// Stunts that are written in the mode itself.
    pub own_stunts: Vec<BoughtStunt>,
}

/// Purchases that can differ between modes.
#[derive(Clone, Debug, Default)]
pub struct Bought {
    /// Ranks, by the index of the statistic in the design.
    pub stats: Vec<Option<WrittenNumber>>,
    /// Bought stunts.
    pub stunts: Vec<BoughtStunt>,
    /// Number of stunts that could not be bought, because they are unknown or not sold here.
    pub unread: i64,
    /// True if a stunt in the list could not be understood. False for stunts that only other designs sell.
    pub misread: bool,
    /// Words and spans of entries that this design does not have, but another design of the same kind has. They cost nothing.
    pub foreign: Vec<(EcoString, Span)>,
}

impl Bought {
    /// Records that a stunt could not be understood.
    fn lack(&mut self) {
        self.unread = self.unread.saturating_add(1);
        self.misread = true;
    }

    /// Records that a whole list of stunts could not be read. Any stunt that the item seems to lack may be in the list.
    fn lack_all(&mut self) {
        self.unread = self.unread.saturating_add(i64::from(i32::MAX));
        self.misread = true;
    }
}

impl ItemPurchase<'_> {
    /// Returns the value of a statistic with its span, if the value was written as a character of a code.
    pub fn sign(&self, stat: usize) -> Option<WrittenNumber> {
        let written = self.bought.stats.get(stat).copied().flatten()?;
        self.codes.iter().any(|(_, span)| *span == written.span).then_some(written)
    }

    /// Returns the purchases of each mode, or of the whole item if it has no modes.
    pub fn parts(&self) -> Vec<&Bought> {
        if self.modes.is_empty() { vec![&self.bought] } else { self.modes.iter().map(|mode| &mode.bought).collect() }
    }

    /// Returns the purchases of the first mode, or of the whole item if it has no modes.
    pub fn first_part(&self) -> &Bought {
        self.modes.first().map_or(&self.bought, |mode| &mode.bought)
    }
}

/// Everything that was bought for an item.
#[derive(Clone, Debug, Default)]
pub struct ItemPurchase<'t> {
    /// Technology of the item.
    pub tech: Option<WrittenNumber>,
    /// Values that could not be read, or are required and missing.
    pub unknown: Unknown,
    /// Statistics and stunts that were bought for the whole item.
    pub bought: Bought,
    /// Boxes, by the index of the track in the design.
    pub tracks: Vec<Option<WrittenNumber>>,
    /// Flags, by the index in the design.
    pub flags: Vec<bool>,
    /// Numbers of held items, by the index of the list in the design.
    pub holds: Vec<i64>,
    /// Held items with their counts, by the index of their list in the design.
    pub held: Vec<HeldItemCounts>,
    /// Position of the chosen word of each choice, counted from 1; 0 if no word is written. The order is that of the choices in the design.
    pub choices: Vec<i64>,
    /// References to other items, by the index in the design.
    pub refers: Vec<Option<(DeclId, Span)>>,
    /// Statistics and tracks of the referenced items that formulas use, by the index of the reference.
    pub refer_stats: Vec<BTreeMap<EcoString, i64>>,
    /// Length of the longest chain of referenced items from which the item takes numbers.
    pub chain_below: usize,
    /// Texts that are written where a reference could name an item.
    pub refer_words: Vec<(EcoString, EcoString)>,
    /// Reason why some numbers of referenced items are unknown.
    pub endless: Option<UncomputableNumbers>,
    /// Highest technology available in the place where the owner lives.
    pub tech_limit: i64,
    /// Place that sets this technology limit, if there is one.
    pub tech_limited_by: Option<DeclId>,
    /// Amounts by which effects raise the technology limit for single items, by the name of the item.
    pub raised: BTreeMap<EcoString, i64>,
    /// Effects of the item itself, which are not paid for.
    pub effects: Vec<Arc<Effect>>,
    /// Aspects that the author wrote.
    pub aspects: WrittenAspects,
    /// Number of aspects that were written twice. The duplicates were reported and left out.
    pub twice: i64,
    /// Ranks that the author describes by an aspect: the phrase for the rank is used as the aspect. Each has its span.
    pub phrases: Vec<(RankPhrase, Span)>,
    /// Texts of the codes that were read, each with the span of its entry.
    pub codes: Vec<(EcoString, Span)>,
    /// Statistics for which `?` is written in a code, by index in the design, each with the span of the `?`.
    pub blanks: Vec<(usize, Span)>,
    /// Members of `without`: parts given by the design that the item removes.
    pub without: Vec<Dropped>,
    /// Span of the `aspects` entry, for messages.
    pub aspects_at: Option<Span>,
    /// Span of the `stunts` entry, for messages.
    pub stunts_at: Option<Span>,
    /// The `skills` entry.
    pub skills: Option<&'t Entry>,
    /// Entries with the key `gear`.
    pub gear: Vec<&'t Entry>,
    /// Modes of a modal item.
    pub modes: Vec<WrittenMode>,
    /// Waivers of the item.
    pub waivers: Vec<WaiverEntry>,
}
