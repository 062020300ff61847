//! Reads the purchase of an item: its entries are resolved against its design, before any number is computed.
//!
//! Reports unknown keys, values of the wrong form, and duplicates; `build` checks the rules.

mod code;
mod lists;
mod lost;
mod members;
mod overrun;
mod read;
mod refers;

pub use code::{digit_of, value_of};
pub use lists::{Held, hold};
pub(in crate::check) use members::missing_comma;
pub use read::{read, read_at};

use super::build::Endless;
use super::unknown::Unknown;
use crate::resolve::DeclId;
use ecow::EcoString;
use slip_pack::effect::{Argument, Effect};
use slip_source::Span;
use slip_syntax::tree::{Entry, Name};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Number with its spans.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    /// Value.
    pub value: i64,
    /// Span of the entry.
    pub span: Span,
    /// Span of the number itself, for an edit.
    pub at: Span,
}

/// Bought stunt.
#[derive(Clone, Debug)]
pub struct BoughtStunt {
    /// Index of the stunt in the design.
    pub rule: usize,
    /// Arguments as written.
    pub args: Vec<EcoString>,
    /// Arguments by parameter.
    pub filled: Vec<(EcoString, Argument)>,
    /// Things and skills among the arguments, by parameter.
    pub things: Vec<(EcoString, Thing)>,
    /// Number of purchases.
    pub count: i64,
    /// Reason why the design gives it, if it was not bought.
    pub given: Option<EcoString>,
    /// Span of the purchase; of a given stunt, its declaration in the design.
    pub span: Span,
}

/// Item or skill that a stunt is about.
#[derive(Clone, Debug, Default)]
pub struct Thing {
    /// Declaration, if it was found.
    pub id: Option<DeclId>,
    /// Technology; below every technology level if it has none.
    pub tech: i64,
    /// Its name, kind, design and the design's bases; of a skill its classes.
    pub words: Vec<EcoString>,
}

/// Aspect as written.
#[derive(Clone, Debug)]
pub struct WrittenAspect {
    /// Text.
    pub text: EcoString,
    /// Text after `as`.
    pub renamed: Option<EcoString>,
    /// Mark after the aspect.
    pub mark: Option<EcoString>,
    /// Span of the aspect.
    pub span: Span,
}

impl WrittenAspect {
    /// Returns the text that is shown, which also identifies the aspect.
    pub fn shown(&self) -> &EcoString {
        self.renamed.as_ref().unwrap_or(&self.text)
    }
}

/// Rank whose phrase is an aspect too: `aspects environment`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phrase {
    /// Phrase of the technology.
    Tech,
    /// Phrase of a statistic.
    Stat(usize),
}

/// Member of `without`.
#[derive(Clone, Debug)]
pub struct Dropped {
    /// Text of an aspect, or name of a stunt.
    pub what: EcoString,
    /// True if it is a stunt.
    pub stunt: bool,
    /// Span of the member.
    pub span: Span,
}

/// Waiver as written: `allow CODE "why"`
#[derive(Clone, Debug)]
pub struct WrittenWaiver {
    /// Slug of the code.
    pub code: EcoString,
    /// Reason.
    pub reason: EcoString,
    /// Span of the code.
    pub named: Span,
    /// Span of the entry.
    pub span: Span,
}

/// Mode with its purchases.
#[derive(Clone, Debug)]
pub struct WrittenMode {
    /// Name of the mode.
    pub name: Name,
    /// Span of the mode.
    pub span: Span,
    /// Purchases: the weapon's own entries, overridden by those of the mode.
    pub bought: Bought,
    /// Stunts written in the mode itself.
    pub own_stunts: Vec<BoughtStunt>,
}

/// Purchases that can differ between modes.
#[derive(Clone, Debug, Default)]
pub struct Bought {
    /// Ranks, by index of the design's statistic.
    pub stats: Vec<Option<Written>>,
    /// Bought stunts.
    pub stunts: Vec<BoughtStunt>,
    /// Number of stunts that could not be bought: unknown, or not sold here.
    pub unread: i64,
    /// True if one of these could not be understood; one that is only sold elsewhere was understood.
    pub misread: bool,
    /// Entries of other designs of the same kind, which cost nothing: words and spans.
    pub foreign: Vec<(EcoString, Span)>,
}

impl Bought {
    /// Records that a stunt could not be understood.
    fn lack(&mut self) {
        self.unread = self.unread.saturating_add(1);
        self.misread = true;
    }

    /// Records that a whole list of stunts could not be read, which may have any missing stunt.
    fn lack_all(&mut self) {
        self.unread = self.unread.saturating_add(i64::from(i32::MAX));
        self.misread = true;
    }
}

impl Purchase<'_> {
    /// Returns the character of a code that writes a statistic, with its span; `None` if no code does.
    pub fn sign(&self, stat: usize) -> Option<Written> {
        let written = self.bought.stats.get(stat).copied().flatten()?;
        self.codes.iter().any(|(_, span)| *span == written.span).then_some(written)
    }

    /// Returns the purchases of each mode, or of the whole item if it has none.
    pub fn parts(&self) -> Vec<&Bought> {
        if self.modes.is_empty() { vec![&self.bought] } else { self.modes.iter().map(|mode| &mode.bought).collect() }
    }

    /// Returns the purchases of the first mode, or of the whole item if it has none.
    pub fn first_part(&self) -> &Bought {
        self.modes.first().map_or(&self.bought, |mode| &mode.bought)
    }
}

/// Purchase of an item.
#[derive(Clone, Debug, Default)]
pub struct Purchase<'t> {
    /// Technology.
    pub tech: Option<Written>,
    /// Values that could not be read, or are required and missing.
    pub unknown: Unknown,
    /// Statistics and stunts.
    pub bought: Bought,
    /// Boxes, by index of the design's track.
    pub tracks: Vec<Option<Written>>,
    /// Flags, by index in the design.
    pub flags: Vec<bool>,
    /// Number of held items, by index in the design.
    pub holds: Vec<i64>,
    /// Choices, by index in the design: position of the word counted from 1; 0 if none is written.
    pub choices: Vec<i64>,
    /// References, by index in the design.
    pub refers: Vec<Option<(DeclId, Span)>>,
    /// Statistics and tracks of the named items that formulas use, by index of the reference.
    pub refer_stats: Vec<BTreeMap<EcoString, i64>>,
    /// Texts written instead of a reference's name.
    pub refer_words: Vec<(EcoString, EcoString)>,
    /// Reason why some numbers of referenced items are unknown.
    pub endless: Option<Endless>,
    /// Highest technology available where the owner lives.
    pub tech_limit: i64,
    /// Place that sets this limit, if one does.
    pub tech_limited_by: Option<DeclId>,
    /// Raises of the limit for single items, by name.
    pub raised: BTreeMap<EcoString, i64>,
    /// Effects of the item itself, which are not paid for.
    pub effects: Vec<Arc<Effect>>,
    /// Aspects.
    pub aspects: Vec<WrittenAspect>,
    /// Number of duplicate aspects that were left out and reported.
    pub twice: i64,
    /// Ranks whose phrases are aspects too, with the span.
    pub phrases: Vec<(Phrase, Span)>,
    /// Codes that were read: their texts, and the spans of the entries.
    pub codes: Vec<(EcoString, Span)>,
    /// Parts given by the design that the item removes.
    pub without: Vec<Dropped>,
    /// Span of the `aspects` entry, for messages.
    pub aspects_at: Option<Span>,
    /// Span of the `stunts` entry, for messages.
    pub stunts_at: Option<Span>,
    /// The `skills` entry.
    pub skills: Option<&'t Entry>,
    /// `gear` entries.
    pub gear: Vec<&'t Entry>,
    /// Modes.
    pub modes: Vec<WrittenMode>,
    /// Waivers.
    pub waivers: Vec<WrittenWaiver>,
}
