//! Reads the entries of one item: resolves each key, and checks that it is written once.

use super::HeldItemCounts;
use super::lists::hold;
use super::missing_separators::{ranks_behind, shortened};
use super::{Bought, ItemPurchase, WaiverEntry, WrittenMode, WrittenNumber};
use crate::check::build;
use crate::check::context::CheckContext;
use crate::check::design::{Design, Fixed, ItemKey, TrackRule};
use crate::check::effect;
use crate::check::errors;
use crate::check::formula::FormulaVariable;
use crate::check::{simple_entries, simple_entry_errors};
use crate::resolve::{DeclId, DeclaredItem};
use ecow::EcoString;
use slip_source::diagnostic::Diagnostics;
use slip_source::{PackageId, Span};
use slip_syntax::tree::{Entry, Expr, ExprKind, Key, SpannedName, Value};
use std::collections::BTreeMap;

/// Reads the entries of an item.
pub fn read<'t>(
    context: &CheckContext<'_, '_>,
    design: &Design,
    declared: &'t DeclaredItem<'_>,
    out: &mut Diagnostics,
) -> ItemPurchase<'t> {
    read_at(context, design, declared, None, out)
}

/// Like [`read`], but for an item whose numbers other items use; `asked` is the chain of these items.
pub fn read_at<'t>(
    context: &CheckContext<'_, '_>,
    design: &Design,
    declared: &'t DeclaredItem<'_>,
    asked: Option<build::QueryChain<'_>>,
    out: &mut Diagnostics,
) -> ItemPurchase<'t> {
    let mut purchase = ItemPurchase {
        bought: Bought { stats: vec![None; design.stats.len()], ..Bought::default() },
        tracks: vec![None; design.tracks.len()],
        flags: vec![false; design.flags.len()],
        holds: vec![0; design.holds.len()],
        held: vec![HeldItemCounts::new(); design.holds.len()],
        choices: vec![0; design.choices.len()],
        refers: vec![None; design.refers.len()],
        refer_stats: vec![BTreeMap::new(); design.refers.len()],
        chain_below: 0,
        ..ItemPurchase::default()
    };
    purchase.unknown.settings.extend(context.lost_settings(declared.package).into_iter().flatten().cloned());
    let whole = declared.tree.span;
    let mut reader = PurchaseReader {
        context,
        design,
        package: declared.package,
        out,
        whole,
        seen: Vec::with_capacity(8),
        bare_skills: false,
        entries: &declared.entries,
        own: declared.id,
        asked,
    };
    for entry in declared.entries.iter().filter(|entry| !entry.broken) {
        reader.entry(&mut purchase, entry);
    }
    reader.unwritten(&purchase, declared);
    reader.unknown_signs(&mut purchase, declared);
    reader.lose_unsaid(&mut purchase, declared);
    purchase.effects = effect::of_item(context.program, &context.known, design, declared, reader.out);
    // Modes are read last, because entries outside the modes apply to all modes, even if they are written after them.
    for entry in declared.entries.iter().filter(|entry| !entry.broken && entry.word() == "mode") {
        if design.keys.get("mode") == Some(&ItemKey::Mode) {
            reader.mode(&mut purchase, entry);
        }
    }
    purchase
}

pub(super) struct PurchaseReader<'a, 'p, 't> {
    pub(super) context: &'a CheckContext<'p, 't>,
    pub(super) design: &'a Design,
    pub(super) package: PackageId,
    pub(super) out: &'a mut Diagnostics,
    /// Span of the item's own text, without the text of its base and of patches.
    whole: Span,
    seen: Vec<(ItemKey, Span)>,
    /// True if the braces after `skills` are missing, so that the ranks were parsed as entries of the item.
    pub(super) bare_skills: bool,
    /// All entries of the item.
    pub(super) entries: &'a [Entry],
    pub(super) own: DeclId,
    /// Chain of items whose numbers depend on this item; `None` if the item is not read for another item.
    pub(super) asked: Option<build::QueryChain<'a>>,
}

impl PurchaseReader<'_, '_, '_> {
    /// True if a span is in the text of the item itself. Spans in its base or a patch give false.
    pub(super) fn is_own(&self, span: Span) -> bool {
        span.file == self.whole.file && span.start >= self.whole.start && span.end <= self.whole.end
    }

    fn entry<'e>(&mut self, purchase: &mut ItemPurchase<'e>, entry: &'e Entry) {
        let Some(&key) = self.design.keys.get(entry.word()) else {
            self.unknown(&mut purchase.bought, entry);
            if let Some(meant) = self.meant_by(entry) {
                self.lose(purchase, meant, entry);
            }
            return;
        };
        let again = self.twice(key, entry);
        // A second entry that is equal to the first is not read; it was already reported.
        if again && (key != ItemKey::Aspects || self.is_repeated(key, entry)) {
            return;
        }
        let before = self.out.len();
        self.known(purchase, (key, again), entry);
        if self.has_misread(before) {
            self.lose(purchase, key, entry);
        }
    }

    /// Reads an entry whose key the design supports.
    fn known<'e>(&mut self, purchase: &mut ItemPurchase<'e>, (key, again): (ItemKey, bool), entry: &'e Entry) {
        if let Some(at) = self.overrun(key, entry) {
            let shortened = shortened(entry, at);
            // Skills and gear are read later, from the whole entry.
            if !matches!(key, ItemKey::Skills | ItemKey::Gear) {
                self.value(purchase, (key, again), &shortened);
            }
            return;
        }
        if let (Some(block), false) = (entry.block(), matches!(key, ItemKey::Tracks | ItemKey::Skills | ItemKey::Mode | ItemKey::Effect)) {
            self.out.push(errors::no_block(entry, block.span));
        }
        self.unsigned(key, entry);
        let is_empty = match key {
            ItemKey::Stunts | ItemKey::Gear | ItemKey::Hold(_) => entry.values.is_empty() && entry.block().is_none(),
            ItemKey::Skills => entry.values.is_empty() && entry.block().is_some_and(|block| block.entries.is_empty() && !block.unclosed),
            _ => false,
        };
        if is_empty {
            self.out.push(errors::empty_list(entry, self.context.program.sources));
        }
        match key {
            ItemKey::Skills if entry.block().is_none() => {
                self.bare_skills = true;
                self.out.push(errors::skills_without_brackets(entry, ranks_behind(entry, self.entries)));
            }
            ItemKey::Skills => purchase.skills = Some(entry),
            ItemKey::Gear => purchase.gear.push(entry),
            _ => self.value(purchase, (key, again), entry),
        }
        if key == ItemKey::Stunts {
            purchase.stunts_at = Some(entry.span);
        }
    }

    /// Reads an entry of the item; `again` is true for a second entry with the same key.
    fn value(&mut self, purchase: &mut ItemPurchase<'_>, (key, again): (ItemKey, bool), entry: &Entry) {
        match key {
            ItemKey::Tech => match entry.only().map(|expr| (&expr.kind, expr.span)) {
                Some((ExprKind::Tech(value), at)) => purchase.tech = Some(WrittenNumber { value: *value, span: entry.span, at }),
                _ => self.out.push(errors::tech_form(entry)),
            },
            ItemKey::Stat(at) if self.said_by_code(purchase, at, entry) => {}
            ItemKey::Stat(_) | ItemKey::Range(_) | ItemKey::Row(_) | ItemKey::Stunts => self.bought(&mut purchase.bought, key, entry),
            ItemKey::Flag(at) => {
                let yes = match entry.only().and_then(Expr::name).map(EcoString::as_str) {
                    Some("yes") => true,
                    Some("no") => false,
                    _ => {
                        self.out.push(errors::one_value(entry, "`yes` or `no`"));
                        return;
                    }
                };
                if let Some(flag) = purchase.flags.get_mut(at) {
                    *flag = yes;
                }
            }
            ItemKey::Hold(at) => {
                let (Some(rule), Some(held)) = (self.design.holds.get(at), purchase.held.get_mut(at)) else { return };
                hold(self.context.program, self.package, entry, &rule.wanted, held, self.out);
                if let Some(count) = purchase.holds.get_mut(at) {
                    *count = held.iter().map(|(_, count)| *count).fold(0, i64::saturating_add);
                }
            }
            ItemKey::Choice(at) => {
                let chosen = self.chosen(at, entry);
                if let Some(choice) = purchase.choices.get_mut(at) {
                    *choice = chosen;
                }
            }
            ItemKey::Refer(at) => {
                let referred = self.referred(at, entry, purchase);
                if let Some(refer) = purchase.refers.get_mut(at) {
                    *refer = referred;
                }
            }
            ItemKey::Tracks => self.tracks(purchase, entry),
            ItemKey::Aspects => self.aspects(purchase, entry, again),
            ItemKey::Code(at) => {
                self.code(purchase, at, entry);
                purchase.codes.push((entry.word().into(), entry.span));
            }
            ItemKey::Without => self.without(purchase, entry),
            ItemKey::Allow => self.waiver(purchase, entry),
            // Other functions read these entries.
            ItemKey::Mode | ItemKey::Effect | ItemKey::Skills | ItemKey::Gear => {}
        }
    }

    /// Reports a `+` or `-` in an entry that is not a list.
    fn unsigned(&mut self, key: ItemKey, entry: &Entry) {
        // An effect may have a sign, which the parser of effects checks. Such a sign is therefore not reported here.
        let list =
            matches!(key, ItemKey::Stunts | ItemKey::Aspects | ItemKey::Without | ItemKey::Gear | ItemKey::Hold(_) | ItemKey::Effect);
        if let (false, Some((_, span))) = (list, entry.sign()) {
            self.out.push(errors::no_sign(entry, span));
        }
    }

    /// True if an entry repeats the first entry with this key word for word.
    fn is_repeated(&self, key: ItemKey, entry: &Entry) -> bool {
        let sources = self.context.program.sources;
        let first = self.seen.iter().find(|(other, _)| *other == key);
        first.is_some_and(|(_, first)| sources.slice(*first) == sources.slice(entry.span))
    }

    /// Reports a second entry with a key, unless it extends a list.
    fn twice(&mut self, key: ItemKey, entry: &Entry) -> bool {
        if matches!(key, ItemKey::Mode | ItemKey::Allow | ItemKey::Tracks | ItemKey::Effect) || entry.sign().is_some() {
            return false;
        }
        if let Some((_, first)) = self.seen.iter().find(|(other, _)| *other == key) {
            let sources = self.context.program.sources;
            let is_list = matches!(key, ItemKey::Stunts | ItemKey::Aspects | ItemKey::Gear) && !entry.values.is_empty();
            self.out.push(if is_list && first.file == entry.span.file {
                errors::list_twice(entry, *first, sources)
            } else {
                errors::duplicate_entry(entry, *first, sources)
            });
            return true;
        }
        self.seen.push((key, entry.span));
        false
    }

    /// Reads an entry that items and modes have in common.
    fn bought(&mut self, bought: &mut Bought, key: ItemKey, entry: &Entry) {
        match key {
            ItemKey::Stat(at) => {
                if let Some(written) = self.rank_of(at, entry) {
                    self.settle(bought, at, written);
                }
            }
            ItemKey::Range(at) => self.range(bought, at, entry),
            ItemKey::Row(at) => self.row(bought, at, entry),
            ItemKey::Stunts => self.stunts(bought, entry),
            _ => {}
        }
    }

    /// Reads a whole number. For a statistic that is written with letters, reads a letter in quotes instead.
    fn rank_of(&mut self, at: usize, entry: &Entry) -> Option<WrittenNumber> {
        let Some(stat) = self.design.stats.get(at).filter(|stat| !stat.letters.is_empty()) else { return self.whole_number(entry) };
        let text = entry.only().and_then(Expr::text);
        let found = text.and_then(|text| stat.letters.iter().position(|letter| text.value.chars().eq([*letter])));
        match (text, found.and_then(|at| i64::try_from(at).ok())) {
            (Some(text), Some(value)) => Some(WrittenNumber { value, span: entry.span, at: text.span }),
            _ => {
                self.out.push(errors::letter_wanted(entry, &stat.letters));
                None
            }
        }
    }

    fn whole_number(&mut self, entry: &Entry) -> Option<WrittenNumber> {
        let Some((value, at)) = entry.only().and_then(|expr| Some((expr.int()?, expr.span))) else {
            self.out.push(errors::no_whole_number(entry));
            return None;
        };
        let fits = self.fits(value, at, entry);
        fits.then_some(WrittenNumber { value, span: entry.span, at })
    }

    /// True if a number is in range; otherwise the number is reported.
    fn fits(&mut self, value: i64, at: Span, entry: &Entry) -> bool {
        let fits = i32::try_from(value).is_ok();
        if !fits {
            self.out.push(errors::number_beyond(at, entry.word(), self.context.program.sources.slice(at)));
        }
        fits
    }

    fn range(&mut self, bought: &mut Bought, at: usize, entry: &Entry) {
        let ends = match entry.only().map(|expr| (&expr.kind, expr)) {
            Some((ExprKind::Range(ends), _)) => match (ends.0.int(), ends.1.int()) {
                (Some(low), Some(high)) => Some(((low, ends.0.span), (high, ends.1.span))),
                _ => None,
            },
            Some((ExprKind::Int(value), expr)) => Some(((*value, expr.span), (*value, expr.span))),
            _ => None,
        };
        let (Some(((low, low_at), (high, high_at))), Some(rule)) = (ends, self.design.ranges.get(at)) else {
            self.out.push(errors::range_form(entry));
            return;
        };
        if !self.fits(low, low_at, entry) || !self.fits(high, high_at, entry) {
            return;
        }
        // A range with its ends in the wrong order was reported; the ends are swapped.
        let ((low, low_at), (high, high_at)) = if low > high {
            self.out.push(errors::empty_range(low_at.to(high_at), &low.to_string(), &high.to_string()));
            ((high, high_at), (low, low_at))
        } else {
            ((low, low_at), (high, high_at))
        };
        self.settle(bought, rule.low, WrittenNumber { value: low, span: entry.span, at: low_at });
        self.settle(bought, rule.high, WrittenNumber { value: high, span: entry.span, at: high_at });
    }

    /// Records the value of a statistic. Reports a statistic that the item's own text contains twice, alone or in an entry with several
    /// statistics. A value of a base or patch may be overridden.
    fn settle(&mut self, bought: &mut Bought, at: usize, written: WrittenNumber) {
        let Some(slot) = bought.stats.get_mut(at) else { return };
        let first = slot.filter(|first| first.span != written.span);
        if let Some(first) = first.filter(|first| self.is_own(first.span) && self.is_own(written.span)) {
            let stat = self.design.stats.get(at).map_or("", |stat| stat.name.as_str());
            self.out.push(errors::stat_said_twice(written.at, stat, first.at));
            return;
        }
        *slot = Some(written);
    }

    fn tracks(&mut self, purchase: &mut ItemPurchase<'_>, entry: &Entry) {
        let Some(block) = entry.block() else {
            self.out.push(errors::needs_block(entry, "tracks { frame 4; data 3 }"));
            return;
        };
        let mut seen: Vec<(usize, Span)> = Vec::new();
        for track in &block.entries {
            let known = self.design.track(track.word());
            if track.broken {
                known.into_iter().for_each(|at| purchase.unknown.lose(FormulaVariable::Track(at)));
                continue;
            }
            let Some(at) = known else {
                if let Some(meant) = self.track_meant(track) {
                    purchase.unknown.lose(FormulaVariable::Track(meant));
                }
                if self.number_in_front(track, |design, word| design.track(word).is_some()) {
                    continue;
                }
                let words = self.design.tracks.iter().map(|track| track.name.as_str());
                self.out.push(errors::unknown_track(track.key.span(), track.word(), words, &self.design.title));
                continue;
            };
            if let Some((_, first)) = seen.iter().find(|(other, _)| *other == at) {
                self.out.push(errors::duplicate_entry(track, *first, self.context.program.sources));
                continue;
            }
            seen.push((at, track.span));
            match (purchase.tracks.get_mut(at), self.whole_number(track)) {
                (Some(slot), Some(written)) => *slot = Some(written),
                _ => {
                    let words = track.values.iter().filter_map(|value| self.design.track(value.expr.name()?));
                    words.chain([at]).for_each(|at| purchase.unknown.lose(FormulaVariable::Track(at)));
                }
            }
        }
    }

    /// Returns the position of the written word among the words of the choice, counted from 1.
    fn chosen(&mut self, at: usize, entry: &Entry) -> i64 {
        let Some(rule) = self.design.choices.get(at) else { return 0 };
        let word = entry.only().and_then(|expr| Some((expr.name()?, expr.span)));
        let Some((word, span)) = word else {
            let words: Vec<String> = rule.words.iter().map(|word| format!("`{word}`")).collect();
            self.out.push(errors::one_value(entry, &slip_suggest::alternatives(words.iter().map(String::as_str))));
            return 0;
        };
        match rule.words.iter().position(|known| known == word).and_then(|place| i64::try_from(place).ok()) {
            Some(place) => place.saturating_add(1),
            None => {
                self.out.push(errors::unknown_choice(&rule.name, word, span, rule.words.iter().map(EcoString::as_str)));
                0
            }
        }
    }

    /// Reads an entry with several statistics: `hits 5 3`.
    fn row(&mut self, bought: &mut Bought, at: usize, entry: &Entry) {
        let Some(rule) = self.design.rows.get(at) else { return };
        let fits = |value: &Value| value.expr.int().is_some_and(|value| i32::try_from(value).is_ok());
        let mut counted = entry.values.len();
        if !(1..=rule.stats.len()).contains(&entry.values.len()) || !entry.values.iter().all(fits) {
            let names: Vec<&str> = rule.stats.iter().filter_map(|stat| Some(self.design.stats.get(*stat)?.name.as_str())).collect();
            self.out.push(errors::one_value(entry, &format!("whole numbers side by side: {}", names.join(", "))));
            // Some values could not be read, so only the first is recorded. Recording all would report the same error for each.
            counted = 1;
        }
        let numbers =
            entry.values.iter().take(counted).map(|value| (value.expr.int().filter(|_| fits(value)).unwrap_or(1), value.expr.span));
        for (stat, (value, at)) in rule.stats.iter().zip(numbers) {
            self.settle(bought, *stat, WrittenNumber { value, span: entry.span, at });
        }
    }

    fn waiver(&mut self, purchase: &mut ItemPurchase<'_>, entry: &Entry) {
        let code = entry.values.first().and_then(|value| match &value.expr.kind {
            ExprKind::Code(code) => Some(code.clone()),
            ExprKind::Name(name) => Some(name.clone()),
            _ => None,
        });
        let reason = entry.values.get(1).and_then(|value| value.expr.text()).map(|text| text.value.clone());
        match (code, reason) {
            (Some(code), Some(reason)) if !reason.trim().is_empty() && entry.values.len() == 2 => {
                let named = entry.values.first().map_or(entry.span, |value| value.expr.span);
                purchase.waivers.push(WaiverEntry { code, reason, named, span: entry.span });
            }
            _ => self.out.push(errors::one_value(entry, "a code and the reason, as in `allow over-budget \"the last of its kind\"`")),
        }
    }

    fn mode(&mut self, purchase: &mut ItemPurchase<'_>, entry: &Entry) {
        let name = match entry.values.as_slice() {
            [only] => only.expr.name().map(|name| SpannedName { text: name.clone(), span: only.expr.span }),
            _ => None,
        };
        let (Some(name), Some(block)) = (name, entry.block()) else {
            self.out.push(errors::needs_block(entry, "mode burst { harm 2; stunts full_auto }"));
            return;
        };
        if let Some(first) = purchase.modes.iter().find(|mode| mode.name.text == name.text) {
            self.out.push(errors::duplicate_entry(entry, first.span, self.context.program.sources));
            return;
        }
        let mut own = Bought { stats: vec![None; self.design.stats.len()], ..Bought::default() };
        self.seen.clear();
        for entry in &block.entries {
            let known = self.design.keys.get(entry.word());
            if entry.broken {
                known.into_iter().for_each(|key| self.lose_bought(&mut purchase.unknown, &own, *key, entry));
                continue;
            }
            let before = self.out.len();
            match known {
                Some(key @ (ItemKey::Stat(_) | ItemKey::Range(_) | ItemKey::Stunts)) => {
                    if self.twice(*key, entry) {
                        continue;
                    }
                    if let Some(at) = self.overrun(*key, entry) {
                        self.bought(&mut own, *key, &shortened(entry, at));
                    } else {
                        self.unsigned(*key, entry);
                        self.bought(&mut own, *key, entry);
                    }
                }
                Some(_) => self.out.push(errors::outside_modes(entry)),
                None => self.unknown(&mut own, entry),
            }
            if let Some(key) = known.copied().or_else(|| self.meant_by(entry)).filter(|_| self.has_misread(before)) {
                self.lose_bought(&mut purchase.unknown, &own, key, entry);
            }
        }
        let own_stunts = own.stunts.clone();
        let mut bought = purchase.bought.clone();
        for (slot, written) in bought.stats.iter_mut().zip(own.stats) {
            *slot = written.or(*slot);
        }
        bought.stunts.extend(own.stunts);
        bought.unread = bought.unread.saturating_add(own.unread);
        bought.misread |= own.misread;
        bought.foreign.extend(own.foreign);
        purchase.modes.push(WrittenMode { name, span: entry.span, bought, own_stunts });
    }

    /// Returns the track of the design with a name.
    fn track_called(&self, name: &str) -> Option<&TrackRule> {
        self.design.tracks.iter().find(|track| track.name == name)
    }

    fn unknown(&mut self, bought: &mut Bought, entry: &Entry) {
        let Key::Word(name) = &entry.key else {
            self.stray_number(entry);
            return;
        };
        let has = |other: &&Design| {
            other.kind == self.design.kind && matches!(other.keys.get(&name.text), Some(ItemKey::Stat(_) | ItemKey::Flag(_)))
        };
        let elsewhere: Vec<&Design> = self.context.designs.values().filter(has).collect();
        match elsewhere.first() {
            Some(_) => {
                let written = entry.only().map(|expr| self.context.program.sources.slice(expr.span)).unwrap_or_default();
                bought.foreign.push((ecow::eco_format!("{} {written}", name.text), entry.span));
                self.out.push(errors::stat_not_allowed(name, entry.span, self.design, &elsewhere, self.context.program.sources));
            }
            None if self.design.keys.contains_key("tracks") && self.track_called(&name.text).is_some() => {
                let is_fixed = self.track_called(&name.text).is_some_and(|track| matches!(track.fixed, Fixed::Always));
                let boxes = entry.only().map(|expr| self.context.program.sources.slice(expr.span));
                self.out.push(errors::track_outside_tracks(name, boxes.unwrap_or("3"), is_fixed, entry.span));
            }
            None if matches!(name.text.as_str(), "equipment" | "equip" | "carries" | "items") && self.design.keys.contains_key("gear") => {
                let what = errors::a_thing(&self.design.title);
                self.out.push(errors::other_key(name, "gear", &what));
            }
            None => {
                let (words, what) = (self.design.words(), errors::a_thing(&self.design.title));
                let is_near = || slip_suggest::nearest(&name.text, words.iter().map(EcoString::as_str)).is_some();
                let unknown = errors::unknown_key(&name.text, name.span, &what, words.iter().map(EcoString::as_str));
                self.out.push(match simple_entries::ended_list(self.entries, entry).filter(|_| !is_near()) {
                    Some(list) => simple_entry_errors::list_ended(unknown, name, list),
                    None if simple_entries::is_item(entry) => simple_entry_errors::item_inside(name, &what),
                    None => unknown,
                });
            }
        }
    }
}
