//! Records which values are unknown because entries could not be read. No other value is computed from an unknown value (R-XD11).

use super::read_entries::PurchaseReader;
use super::{Bought, ItemPurchase, WrittenNumber};
use crate::check::design::{CodePart, ItemKey};
use crate::check::formula::FormulaVariable;
use crate::check::unknown_values::Unknown;
use crate::resolve::DeclaredItem;
use slip_source::diagnostic::{Code, Severity};

use ecow::EcoString;
use slip_syntax::tree::{Entry, Expr, Key};

impl PurchaseReader<'_, '_, '_> {
    /// True if the diagnostics after the first `before` contain an error about text that could not be understood.
    pub(super) fn has_misread(&self, before: usize) -> bool {
        self.out.iter().skip(before).any(|found| found.severity == Severity::Error && !found.code.waivable())
    }

    /// Records which values are unknown because an entry could not be read: the value of the entry itself, and the values of other entries
    /// whose words occur in it.
    pub(super) fn lose(&self, purchase: &mut ItemPurchase<'_>, key: ItemKey, entry: &Entry) {
        let ItemPurchase { unknown, bought, .. } = purchase;
        let unread = entry.broken || !self.design.keys.contains_key(entry.word());
        self.lose_bought(unknown, bought, key, entry);
        match key {
            ItemKey::Tech if !purchase.tech.is_some_and(|tech| is_of(&tech, entry)) => purchase.unknown.lose(FormulaVariable::Tech),
            ItemKey::Flag(at) if !matches!(entry.only().and_then(Expr::name).map(EcoString::as_str), Some("yes" | "no")) => {
                purchase.unknown.lose(FormulaVariable::Flag(at));
            }
            ItemKey::Hold(at) => purchase.unknown.lose(FormulaVariable::Hold(at)),
            ItemKey::Choice(at) if purchase.choices.get(at) == Some(&0) => purchase.unknown.lose(FormulaVariable::Choice(at)),
            ItemKey::Refer(at) if purchase.refers.get(at).is_some_and(Option::is_none) => {
                purchase.unknown.lose(FormulaVariable::Refers(at));
                let plus = self.design.refers.get(at).and_then(|rule| rule.plus.as_ref());
                let stat = plus.and_then(|plus| self.design.stats.iter().position(|rule| rule.name == *plus));
                stat.into_iter().for_each(|stat| self.lose_bought(&mut purchase.unknown, &purchase.bought, ItemKey::Stat(stat), entry));
            }
            ItemKey::Tracks if entry.block().is_none() || unread => {
                (0..self.design.tracks.len()).for_each(|at| purchase.unknown.lose(FormulaVariable::Track(at)));
            }
            ItemKey::Aspects => purchase.unknown.lose(FormulaVariable::Aspects),
            ItemKey::Skills => purchase.unknown.skills = true,
            ItemKey::Stunts if unread || entry.values.is_empty() => purchase.bought.lack_all(),
            ItemKey::Code(at) => {
                for part in self.design.codes.get(at).into_iter().flat_map(|rule| &rule.parts) {
                    if let CodePart::Stat(at) = part {
                        self.lose_bought(&mut purchase.unknown, &purchase.bought, ItemKey::Stat(*at), entry);
                    }
                }
            }
            _ => {}
        }
    }

    /// Like [`Self::lose`], for the kinds of purchases that both items and modes have.
    pub(super) fn lose_bought(&self, unknown: &mut Unknown, bought: &Bought, key: ItemKey, entry: &Entry) {
        let mut lose = |at: usize| {
            if !bought.stats.get(at).copied().flatten().is_some_and(|written| is_of(&written, entry)) {
                unknown.lose(FormulaVariable::Stat(at));
            }
        };
        match key {
            ItemKey::Stat(at) => lose(at),
            ItemKey::Range(at) => self.design.ranges.get(at).into_iter().for_each(|range| {
                lose(range.low);
                lose(range.high);
            }),
            // If the statistics were not recorded as unknown, they would be reported as missing.
            ItemKey::Row(at) => {
                let stats = self.design.rows.get(at).into_iter().flat_map(|row| &row.stats);
                stats.for_each(|stat| unknown.lose(FormulaVariable::Stat(*stat)));
            }
            _ => {}
        }
        for word in entry.values.iter().filter_map(|value| value.expr.name()) {
            match self.design.keys.get(word) {
                Some(ItemKey::Stat(at)) => unknown.lose(FormulaVariable::Stat(*at)),
                Some(ItemKey::Range(at)) => self.design.ranges.get(*at).into_iter().for_each(|range| {
                    unknown.lose(FormulaVariable::Stat(range.low));
                    unknown.lose(FormulaVariable::Stat(range.high));
                }),
                Some(ItemKey::Flag(at)) => unknown.lose(FormulaVariable::Flag(*at)),
                Some(ItemKey::Tech) => unknown.lose(FormulaVariable::Tech),
                Some(ItemKey::Skills) => unknown.skills = true,
                _ => {}
            }
        }
    }

    /// Returns the key that an author probably meant by a refused entry. `None` if the entry has a key of another design, because it is
    /// already understood.
    pub(super) fn meant_by(&self, entry: &Entry) -> Option<ItemKey> {
        let understood = self.out.iter().last().is_some_and(|found| found.code == Code::StatNotAllowed);
        if understood { None } else { self.meant(entry) }
    }

    /// Guesses the intended key of an entry with an unknown key: `harm` for `harmm 2` or `2 harm`.
    fn meant(&self, entry: &Entry) -> Option<ItemKey> {
        match &entry.key {
            Key::Word(name) => {
                let near = slip_suggest::nearest(&name.text, self.design.keys.keys().map(EcoString::as_str))?;
                self.design.keys.get(near.as_str()).copied()
            }
            Key::Rank(..) | Key::Range(..) => self.design.keys.get(entry.only()?.name()?).copied(),
        }
    }

    /// Guesses the track that an author meant by an unknown entry.
    pub(super) fn track_meant(&self, entry: &Entry) -> Option<usize> {
        let words = || self.design.tracks.iter().map(|track| track.name.as_str());
        match &entry.key {
            Key::Word(name) => self.design.track(&slip_suggest::nearest(&name.text, words())?),
            Key::Rank(..) | Key::Range(..) => self.design.track(entry.only()?.name()?),
        }
    }

    /// Records which values are unknown after all entries were read. The values of entries that did not parse are unknown, and so are those
    /// of required entries that are missing.
    pub(super) fn lose_unsaid(&self, purchase: &mut ItemPurchase<'_>, declared: &DeclaredItem<'_>) {
        for entry in declared.entries.iter().filter(|entry| entry.broken) {
            if let Some(key) = self.design.keys.get(entry.word()).copied().or_else(|| self.meant(entry)) {
                self.lose(purchase, key, entry);
            }
        }
        if self.design.tech.is_some() && purchase.tech.is_none() {
            purchase.unknown.lose(FormulaVariable::Tech);
        }
        for (at, _) in self.design.stats.iter().enumerate().filter(|(_, stat)| stat.needed) {
            if purchase.bought.stats.get(at).is_some_and(Option::is_none) {
                purchase.unknown.lose(FormulaVariable::Stat(at));
            }
        }
    }
}

/// True if this entry contains the number.
fn is_of(written: &WrittenNumber, entry: &Entry) -> bool {
    written.span.file == entry.span.file && written.span.start == entry.span.start
}
