//! What an author bought: the entries of one item read against its design, before any number is reckoned.
//!
//! Unknown keys, values of the wrong form and things written twice are found here; whether the purchase is legal is
//! `build`'s question.

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

/// A number and where it is written.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    /// The number.
    pub value: i64,
    /// The entry.
    pub span: Span,
    /// The number's own place, for an edit.
    pub at: Span,
}

/// A stunt as bought.
#[derive(Clone, Debug)]
pub struct BoughtStunt {
    /// Its place in the design.
    pub rule: usize,
    /// Its arguments as written.
    pub args: Vec<EcoString>,
    /// Its arguments by parameter.
    pub filled: Vec<(EcoString, Argument)>,
    /// What the things and skills among them are, by parameter.
    pub things: Vec<(EcoString, Thing)>,
    /// How often.
    pub count: i64,
    /// Why its design gives it, if nobody bought it.
    pub given: Option<EcoString>,
    /// Where it is written; of a given one, where its design declares it.
    pub span: Span,
}

/// What a thing or skill is that a stunt is about.
#[derive(Clone, Debug, Default)]
pub struct Thing {
    /// Its declaration, if it was found.
    pub id: Option<DeclId>,
    /// Its technology; below every technology if it has none.
    pub tech: i64,
    /// Its name, kind, design and the designs that rests on; of a skill its classes.
    pub words: Vec<EcoString>,
}

/// An aspect as written.
#[derive(Clone, Debug)]
pub struct WrittenAspect {
    /// The words.
    pub text: EcoString,
    /// After `as`.
    pub renamed: Option<EcoString>,
    /// A mark behind it.
    pub mark: Option<EcoString>,
    /// Where it is written.
    pub span: Span,
}

impl WrittenAspect {
    /// The words that people read, and by which it is told from others.
    pub fn shown(&self) -> &EcoString {
        self.renamed.as_ref().unwrap_or(&self.text)
    }
}

/// A rank whose phrase is an aspect too: `aspects environment`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phrase {
    /// Of the technology.
    Tech,
    /// Of a statistic.
    Stat(usize),
}

/// A member of `without`.
#[derive(Clone, Debug)]
pub struct Dropped {
    /// The words of an aspect, or the name of a stunt.
    pub what: EcoString,
    /// True if it is a stunt.
    pub stunt: bool,
    /// Where it is written.
    pub span: Span,
}

/// `allow CODE "why"`
#[derive(Clone, Debug)]
pub struct WrittenWaiver {
    /// The code's slug.
    pub code: EcoString,
    /// The reason.
    pub reason: EcoString,
    /// Where the code stands.
    pub named: Span,
    /// Where it is written.
    pub span: Span,
}

/// A mode and what was bought for it.
#[derive(Clone, Debug)]
pub struct WrittenMode {
    /// Its name.
    pub name: Name,
    /// The whole of it.
    pub span: Span,
    /// What is bought: the weapon's own entries with the mode's laid over them.
    pub bought: Bought,
    /// Stunts that the mode itself writes.
    pub own_stunts: Vec<BoughtStunt>,
}

/// What can differ between modes.
#[derive(Clone, Debug, Default)]
pub struct Bought {
    /// By the design's stats.
    pub stats: Vec<Option<Written>>,
    /// Stunts.
    pub stunts: Vec<BoughtStunt>,
    /// How many stunts could not be bought: unknown, or not sold here.
    pub unread: i64,
    /// True if one of these could not be understood; what is sold elsewhere only was.
    pub misread: bool,
    /// Things of other designs of the same kind, priced at nothing: words and places.
    pub foreign: Vec<(EcoString, Span)>,
}

impl Bought {
    /// Notes that a stunt could not be understood.
    fn lack(&mut self) {
        self.unread = self.unread.saturating_add(1);
        self.misread = true;
    }

    /// Notes that a whole list of stunts could not be read: whichever is missing may stand in it.
    fn lack_all(&mut self) {
        self.unread = self.unread.saturating_add(i64::from(i32::MAX));
        self.misread = true;
    }
}

impl Purchase<'_> {
    /// Where the sign of a code stands that says a statistic; none if no code says it.
    pub fn sign(&self, stat: usize) -> Option<Written> {
        let written = self.bought.stats.get(stat).copied().flatten()?;
        self.codes.iter().any(|(_, span)| *span == written.span).then_some(written)
    }

    /// What is bought of each mode, or of the whole if it has none.
    pub fn parts(&self) -> Vec<&Bought> {
        if self.modes.is_empty() { vec![&self.bought] } else { self.modes.iter().map(|mode| &mode.bought).collect() }
    }

    /// What is bought of the first mode, or of the whole if it has none.
    pub fn first_part(&self) -> &Bought {
        self.modes.first().map_or(&self.bought, |mode| &mode.bought)
    }
}

/// What an author bought.
#[derive(Clone, Debug, Default)]
pub struct Purchase<'t> {
    /// Technology.
    pub tech: Option<Written>,
    /// What could not be read, or is missing where it must stand.
    pub unknown: Unknown,
    /// Stats and stunts.
    pub bought: Bought,
    /// By the design's tracks.
    pub tracks: Vec<Option<Written>>,
    /// By the design's flags.
    pub flags: Vec<bool>,
    /// By the design's holds: how many things.
    pub holds: Vec<i64>,
    /// By the design's choices: the word's place in the list, counted from 1; 0 if none is written.
    pub choices: Vec<i64>,
    /// By the design's references.
    pub refers: Vec<Option<(DeclId, Span)>>,
    /// By the design's references: statistics and tracks of what is named, where a formula asks for them.
    pub refer_stats: Vec<BTreeMap<EcoString, i64>>,
    /// Words in place of a reference's name.
    pub refer_words: Vec<(EcoString, EcoString)>,
    /// Why some numbers of what is referred to are not known.
    pub endless: Option<Endless>,
    /// The highest technology at which things may be had where its owner lives.
    pub tech_limit: i64,
    /// The place that sets it, if one does.
    pub tech_limited_by: Option<DeclId>,
    /// How much further single things may go, by name.
    pub raised: BTreeMap<EcoString, i64>,
    /// Effects that the item itself has, unpriced.
    pub effects: Vec<Arc<Effect>>,
    /// Aspects.
    pub aspects: Vec<WrittenAspect>,
    /// How many aspects were left out because they are written already, which was reported.
    pub twice: i64,
    /// Ranks whose phrases are aspects too, and where that is written.
    pub phrases: Vec<(Phrase, Span)>,
    /// Codes that were read: their words, and the entries.
    pub codes: Vec<(EcoString, Span)>,
    /// What the item goes without, of what its design gives.
    pub without: Vec<Dropped>,
    /// The `aspects` entry, for pointing at.
    pub aspects_at: Option<Span>,
    /// `stunts`, for pointing at.
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
