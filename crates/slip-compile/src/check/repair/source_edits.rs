//! Writes changes as edits of the item's own text.
//!
//! Other texts are never edited: inherited entries are overridden in the item's own block. A change that cannot be written in this way is
//! not tried.

use super::purchase_change::RepairChange;
use crate::check::design::{Design, ItemKey};
use crate::check::read_purchase::{BoughtStunt, ItemPurchase, digit_of};
use crate::resolve::{DeclaredItem, Program};
use ecow::EcoString;
use slip_source::diagnostic::{Edit, entry_edits};
use slip_source::{Sources, Span};
use slip_syntax::tree::{Entry, Sign, Value};

/// Writer of the changes of one item.
pub(super) struct ChangeWriter<'a> {
    sources: &'a Sources,
    design: &'a Design,
    declared: &'a DeclaredItem<'a>,
    purchase: &'a ItemPurchase<'a>,
    /// True if entries in the item's own text can override inherited entries. This is so if no patch changes the item.
    free: bool,
}

/// Edits of several changes, as collected so far.
#[derive(Default)]
struct Sheet<'a> {
    edits: Vec<Edit>,
    /// New entries to be inserted at the end of the block.
    entries: Vec<String>,
    /// Members to remove from the lists that the item itself writes, each with its list and its index there.
    gone: Vec<(&'a Entry, usize)>,
    /// Stunts to add.
    added: Vec<String>,
    /// Members to remove from inherited lists, each with the key of its list.
    inherited: Vec<(&'static str, String)>,
}

impl<'a> ChangeWriter<'a> {
    pub(super) fn new(
        program: &'a Program<'_>,
        design: &'a Design,
        declared: &'a DeclaredItem<'a>,
        purchase: &'a ItemPurchase<'a>,
    ) -> Self {
        ChangeWriter { sources: program.sources, design, declared, purchase, free: program.patches().is_empty() }
    }

    /// True if a change can be made by editing the item's own text.
    pub(super) fn can_write(&self, change: &RepairChange) -> bool {
        match change {
            RepairChange::Number(at, to) => self.is_own(*at) || self.free && self.override_of(*at, *to).is_some(),
            RepairChange::Stat(stat, _) => self.free && self.key_of(*stat).is_some(),
            RepairChange::Track(..) => self.free && self.design.keys.contains_key("tracks"),
            RepairChange::Count(span, _) => {
                self.is_own(*span) && self.member("stunts", *span).is_some_and(|(_, _, values)| values.len() == 2)
            }
            RepairChange::Drop(span) if self.is_own(*span) => self.member("stunts", *span).is_some(),
            RepairChange::Drop(span) => self.free && self.inherited(*span).is_some(),
            RepairChange::Add(stunt) => self.free && stunt.args.iter().all(|arg| is_word(arg)),
            RepairChange::Unsay(span) => self.is_own(*span) && self.member("aspects", *span).is_some(),
        }
    }

    /// Returns the edits of several changes; `None` if they cannot be written.
    pub(super) fn write<'c>(&'c self, changes: impl Iterator<Item = &'c RepairChange>) -> Option<Vec<Edit>> {
        let mut sheet = Sheet::default();
        for change in changes {
            self.note(change, &mut sheet)?;
        }
        self.lists(&mut sheet)?;
        for (key, member) in std::mem::take(&mut sheet.inherited) {
            sheet.entries.push(format!("{key} - {member}"));
        }
        if !sheet.entries.is_empty() {
            sheet.edits.push(self.put_in(&sheet.entries));
        }
        Some(sheet.edits)
    }

    fn note<'c>(&'c self, change: &RepairChange, sheet: &mut Sheet<'c>) -> Option<()> {
        match change {
            RepairChange::Number(at, to) if self.is_own(*at) => sheet.edits.push(Edit { span: *at, replacement: self.number(*at, *to)? }),
            RepairChange::Number(at, to) => sheet.entries.push(self.override_of(*at, *to)?),
            RepairChange::Stat(stat, to) => sheet.entries.push(format!("{} {}", self.key_of(*stat)?, self.rank(*stat, *to)?)),
            RepairChange::Track(track, to) => sheet.entries.push(format!("tracks {{ {} {to} }}", self.design.tracks.get(*track)?.name)),
            RepairChange::Count(span, to) => {
                let (_, _, values) = self.member("stunts", *span)?;
                let [what, count] = values else { return None };
                let behind = Span { start: what.expr.span.end, ..count.expr.span };
                let replacement = if *to == 1 { String::new() } else { format!(" x{to}") };
                sheet.edits.push(Edit { span: behind, replacement });
            }
            RepairChange::Drop(span) if self.is_own(*span) => {
                let (entry, at, _) = self.member("stunts", *span)?;
                sheet.gone.push((entry, at));
            }
            RepairChange::Drop(span) => sheet.inherited.push(("stunts", self.inherited(*span)?)),
            RepairChange::Add(stunt) => sheet.added.push(self.stunt(stunt)?),
            RepairChange::Unsay(span) => {
                let (entry, at, _) = self.member("aspects", *span)?;
                sheet.gone.push((entry, at));
            }
        }
        Some(())
    }

    /// Writes the removed members and added stunts into the entries of their lists.
    fn lists(&self, sheet: &mut Sheet<'_>) -> Option<()> {
        let own = self.entries().find(|entry| entry.word() == "stunts" && !matches!(entry.sign(), Some((Sign::Minus, _))));
        let added = (!sheet.added.is_empty()).then(|| sheet.added.join(", "));
        let mut written = false;
        let mut done: Vec<Span> = Vec::new();
        for (entry, _) in &sheet.gone {
            if done.contains(&entry.span) {
                continue;
            }
            done.push(entry.span);
            let members: Vec<Span> = entry.members().filter_map(span_of).collect();
            let gone: Vec<usize> = sheet.gone.iter().filter(|(other, _)| other.span == entry.span).map(|(_, at)| *at).collect();
            if gone.len() < members.len() {
                sheet.edits.extend(entry_edits::shorten(self.sources, &members, &gone));
            } else if let Some(added) = added.as_ref().filter(|_| own.is_some_and(|own| own.span == entry.span)) {
                sheet.edits.push(Edit { span: entry.values_span(), replacement: added.clone() });
                written = true;
            } else {
                sheet.edits.push(entry_edits::take_out(self.sources, entry.span));
            }
        }
        if let Some(added) = added.filter(|_| !written) {
            match own {
                Some(own) => sheet.edits.push(Edit { span: own.values_span().at_end(), replacement: format!(", {added}") }),
                None if self.purchase.bought.stunts.iter().any(|stunt| stunt.given.is_none()) => {
                    sheet.entries.push(format!("stunts + {added}"))
                }
                None => sheet.entries.push(format!("stunts {added}")),
            }
        }
        Some(())
    }

    fn put_in(&self, entries: &[String]) -> Edit {
        let tree = self.declared.tree;
        match &tree.block {
            Some(block) => entry_edits::put_in(self.sources, block.span, block.entries.last().map(|entry| entry.span), entries),
            None => Edit { span: tree.span.at_end(), replacement: format!(" {{ {} }}", entries.join("; ")) },
        }
    }

    /// Returns the edit that adds an entry such as `allow CODE "why"` at the end of the block.
    pub(super) fn entry(&self, entry: String) -> Edit {
        self.put_in(&[entry])
    }

    fn is_own(&self, span: Span) -> bool {
        let whole = self.declared.tree.span;
        let closed = self.declared.tree.block.as_ref().is_none_or(|block| !block.unclosed);
        closed && span.file == whole.file && span.start >= whole.start && span.end <= whole.end
    }

    /// Returns the item's own entries, then those of its modes.
    fn entries(&self) -> impl Iterator<Item = &'a Entry> {
        let tree = self.declared.tree;
        let own = || tree.block.iter().flat_map(|block| &block.entries).filter(|entry| !entry.broken);
        let modes = own().filter(|entry| entry.word() == "mode").filter_map(|mode| mode.block()).flat_map(|block| &block.entries);
        own().chain(modes)
    }

    /// Returns a member of the item's own list, by its span.
    fn member(&self, key: &str, span: Span) -> Option<(&'a Entry, usize, &'a [Value])> {
        self.entries().filter(|entry| entry.word() == key).find_map(|entry| {
            let mut members = entry.members().enumerate();
            members.find(|(_, member)| span_of(member) == Some(span)).map(|(at, member)| (entry, at, member))
        })
    }

    /// Formats a number as the entry writes it: with a sign, as a letter in quotes, or as a character of a code.
    fn number(&self, at: Span, to: i64) -> Option<String> {
        let text = self.sources.slice(at);
        if self.purchase.tech.is_some_and(|tech| tech.at == at) {
            return Some(format!("T{to}"));
        }
        let letters = self.stat_at(at).and_then(|stat| self.design.stats.get(stat)).map_or(&[][..], |rule| rule.letters.as_slice());
        let letter = usize::try_from(to).ok().and_then(|to| letters.get(to));
        if text.starts_with('"') {
            return letter.map(|letter| format!("\"{letter}\""));
        }
        let coded = self.stat_at(at).is_some_and(|stat| self.purchase.sign(stat).is_some_and(|sign| sign.at == at));
        if coded {
            return if letters.is_empty() { digit_of(to).map(String::from) } else { letter.map(char::to_string) };
        }
        if text.starts_with('+') && to >= 0 {
            return Some(format!("+{to}"));
        }
        Some(to.to_string())
    }

    /// Returns the statistic whose number has this span.
    fn stat_at(&self, at: Span) -> Option<usize> {
        let modes = self.purchase.modes.iter().map(|mode| &mode.bought);
        let mut parts = std::iter::once(&self.purchase.bought).chain(modes);
        parts.find_map(|bought| bought.stats.iter().position(|written| written.is_some_and(|written| written.at == at)))
    }

    /// Returns the entry that overrides an inherited number.
    fn override_of(&self, at: Span, to: i64) -> Option<String> {
        if self.purchase.tech.is_some_and(|tech| tech.at == at) {
            return Some(format!("tech T{to}"));
        }
        if let Some(track) = self.purchase.tracks.iter().position(|written| written.is_some_and(|written| written.at == at)) {
            return Some(format!("tracks {{ {} {to} }}", self.design.tracks.get(track)?.name));
        }
        // A new entry of the item can override only values outside of the modes.
        let stat = self.purchase.bought.stats.iter().position(|written| written.is_some_and(|written| written.at == at))?;
        Some(format!("{} {}", self.key_of(stat)?, self.rank(stat, to)?))
    }

    /// Returns the key with which an item writes only this statistic.
    fn key_of(&self, stat: usize) -> Option<&EcoString> {
        let name = &self.design.stats.get(stat)?.name;
        matches!(self.design.keys.get(name), Some(ItemKey::Stat(at)) if *at == stat).then_some(name)
    }

    fn rank(&self, stat: usize, to: i64) -> Option<String> {
        let rule = self.design.stats.get(stat)?;
        if rule.letters.is_empty() {
            return Some(to.to_string());
        }
        let letter = usize::try_from(to).ok().and_then(|to| rule.letters.get(to))?;
        Some(format!("\"{letter}\""))
    }

    /// Returns the text after `-` that removes an inherited stunt from a list; `None` if it would remove another stunt too.
    fn inherited(&self, span: Span) -> Option<String> {
        let stunts = &self.purchase.bought.stunts;
        let stunt = stunts.iter().find(|stunt| stunt.span == span)?;
        let alike = |other: &&BoughtStunt| other.rule == stunt.rule && (stunt.args.is_empty() || other.args == stunt.args);
        let written = stunt.args.iter().all(|arg| is_word(arg));
        (stunts.iter().filter(alike).count() == 1 && written).then(|| self.stunt(stunt))?
    }

    fn stunt(&self, stunt: &BoughtStunt) -> Option<String> {
        let name = &self.design.stunts.get(stunt.rule)?.name;
        if stunt.args.is_empty() { Some(name.to_string()) } else { Some(format!("{name}({})", stunt.args.join(", "))) }
    }
}

/// True if an argument can be written as it is stored, without quotes.
fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|sign| sign.is_ascii_alphanumeric() || matches!(sign, '_' | '.'))
}

/// Returns the span of a whole list member.
fn span_of(member: &[Value]) -> Option<Span> {
    let (first, last) = (member.first()?, member.last()?);
    Some(first.expr.span.to(last.expr.span))
}
