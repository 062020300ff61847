//! What an author bought: the entries of one item read against its design, before any number is reckoned. Floor 4.
//!
//! Unknown keys, values of the wrong form and things written twice are found here; whether the purchase is legal is
//! `build`'s question.

use super::context::Context;
use super::effect;
use super::design::{Design, ItemKey};
use super::errors;
use crate::diagnostic::Diagnostics;
use crate::pack::effect::{Argument, Effect};
use crate::resolve::{Declared, Kinds};
use crate::source::{PackageId, Span};
use crate::syntax::tree::{Entry, Expr, ExprKind, Key, Name, Sign, Value};
use ecow::EcoString;
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
    /// How often.
    pub count: i64,
    /// Where it is written.
    pub span: Span,
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

/// `allow CODE "why"`
#[derive(Clone, Debug)]
pub struct WrittenWaiver {
    /// The code's slug.
    pub code: EcoString,
    /// The reason.
    pub reason: EcoString,
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
    /// Things of other designs of the same kind, priced at nothing: words and places.
    pub foreign: Vec<(EcoString, Span)>,
}

/// What an author bought.
#[derive(Clone, Debug, Default)]
pub struct Purchase<'t> {
    /// Technology.
    pub tech: Option<Written>,
    /// Stats and stunts.
    pub bought: Bought,
    /// By the design's tracks.
    pub tracks: Vec<Option<Written>>,
    /// By the design's flags.
    pub flags: Vec<bool>,
    /// By the design's holds: how many things.
    pub holds: Vec<i64>,
    /// Effects that the item itself has, unpriced.
    pub effects: Vec<Arc<Effect>>,
    /// Aspects.
    pub aspects: Vec<WrittenAspect>,
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

/// Reads the entries of an item.
pub fn read<'t>(context: &Context<'_, '_>, design: &Design, declared: &'t Declared<'_>, out: &mut Diagnostics) -> Purchase<'t> {
    let mut purchase = Purchase {
        bought: Bought { stats: vec![None; design.stats.len()], ..Bought::default() },
        tracks: vec![None; design.tracks.len()],
        flags: vec![false; design.flags.len()],
        holds: vec![0; design.holds.len()],
        ..Purchase::default()
    };
    let mut reader = Reader { context, design, package: declared.package, out, seen: Vec::with_capacity(8) };
    for entry in declared.entries.iter().filter(|entry| !entry.broken) {
        reader.entry(&mut purchase, entry);
    }
    purchase.effects = effect::of_item(context.program, &context.known, design, declared, reader.out);
    // Modes last: what stands outside belongs to all of them, wherever it is written.
    for entry in declared.entries.iter().filter(|entry| !entry.broken && entry.word() == "mode") {
        if design.keys.get("mode") == Some(&ItemKey::Mode) {
            reader.mode(&mut purchase, entry);
        }
    }
    purchase
}

struct Reader<'a, 'p, 't> {
    context: &'a Context<'p, 't>,
    design: &'a Design,
    package: PackageId,
    out: &'a mut Diagnostics,
    seen: Vec<(ItemKey, Span)>,
}

impl Reader<'_, '_, '_> {
    fn entry<'e>(&mut self, purchase: &mut Purchase<'e>, entry: &'e Entry) {
        let Some(&key) = self.design.keys.get(entry.word()) else {
            self.unknown(&mut purchase.bought, entry);
            return;
        };
        if self.twice(key, entry) {
            return;
        }
        match key {
            ItemKey::Tech => match entry.only().map(|expr| (&expr.kind, expr.span)) {
                Some((ExprKind::Tech(value), at)) => purchase.tech = Some(Written { value: *value, span: entry.span, at }),
                _ => self.out.push(errors::one_value(entry, "a technology from `T-4` to `T4`")),
            },
            ItemKey::Stat(_) | ItemKey::Range(_) | ItemKey::Stunts => self.bought(&mut purchase.bought, key, entry),
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
                let count = self.held(at, entry);
                if let Some(hold) = purchase.holds.get_mut(at) {
                    *hold = count;
                }
            }
            ItemKey::Tracks => self.tracks(purchase, entry),
            ItemKey::Aspects => self.aspects(purchase, entry),
            ItemKey::Skills => {
                if entry.block().is_none() {
                    self.out.push(errors::needs_block(entry, "skills { 3 gunnery; 2 pilot }"));
                    return;
                }
                purchase.skills = Some(entry);
            }
            ItemKey::Gear => purchase.gear.push(entry),
            ItemKey::Allow => self.waiver(purchase, entry),
            // Modes and effects are read for themselves.
            ItemKey::Mode | ItemKey::Effect => {}
        }
        if key == ItemKey::Stunts {
            purchase.stunts_at = Some(entry.span);
        }
    }

    /// A list may be extended again and again; anything else is written once.
    fn twice(&mut self, key: ItemKey, entry: &Entry) -> bool {
        if matches!(key, ItemKey::Mode | ItemKey::Allow | ItemKey::Tracks | ItemKey::Effect) || entry.sign().is_some() {
            return false;
        }
        if let Some((_, first)) = self.seen.iter().find(|(other, _)| *other == key) {
            self.out.push(errors::duplicate_entry(entry, *first));
            return true;
        }
        self.seen.push((key, entry.span));
        false
    }

    /// What a whole item and one mode have in common.
    fn bought(&mut self, bought: &mut Bought, key: ItemKey, entry: &Entry) {
        match key {
            ItemKey::Stat(at) => {
                let Some(written) = self.whole_number(entry) else { return };
                if let Some(stat) = bought.stats.get_mut(at) {
                    *stat = Some(written);
                }
            }
            ItemKey::Range(at) => self.range(bought, at, entry),
            ItemKey::Stunts => self.stunts(bought, entry),
            _ => {}
        }
    }

    fn whole_number(&mut self, entry: &Entry) -> Option<Written> {
        match entry.only().and_then(|expr| Some((expr.int()?, expr.span))) {
            Some((value, at)) if i32::try_from(value).is_ok() => Some(Written { value, span: entry.span, at }),
            _ => {
                self.out.push(errors::one_value(entry, "a whole number"));
                None
            }
        }
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
            self.out.push(errors::one_value(entry, "a range, such as `0..2`"));
            return;
        };
        if i32::try_from(low).is_err() || i32::try_from(high).is_err() {
            self.out.push(errors::one_value(entry, "a range of small numbers, such as `0..2`"));
            return;
        }
        if let Some(stat) = bought.stats.get_mut(rule.low) {
            *stat = Some(Written { value: low, span: entry.span, at: low_at });
        }
        if let Some(stat) = bought.stats.get_mut(rule.high) {
            *stat = Some(Written { value: high, span: entry.span, at: high_at });
        }
    }

    fn tracks(&mut self, purchase: &mut Purchase<'_>, entry: &Entry) {
        let Some(block) = entry.block() else {
            self.out.push(errors::needs_block(entry, "tracks { frame 4; data 3 }"));
            return;
        };
        let mut seen: Vec<(usize, Span)> = Vec::new();
        for track in block.entries.iter().filter(|entry| !entry.broken) {
            let Some(at) = self.design.track(track.word()) else {
                let words = self.design.tracks.iter().map(|track| track.name.as_str());
                self.out.push(errors::unknown_track(track.key.span(), track.word(), words, &self.design.title));
                continue;
            };
            if let Some((_, first)) = seen.iter().find(|(other, _)| *other == at) {
                self.out.push(errors::duplicate_entry(track, *first));
                continue;
            }
            seen.push((at, track.span));
            let written = self.whole_number(track);
            if let (Some(slot), Some(written)) = (purchase.tracks.get_mut(at), written) {
                *slot = Some(written);
            }
        }
    }

    fn held(&mut self, at: usize, entry: &Entry) -> i64 {
        let Some(rule) = self.design.holds.get(at) else { return 0 };
        let mut total = 0_i64;
        for member in entry.members() {
            let (path, count) = match member {
                [what] => (what.expr.path(), 1),
                [what, count] => match count.expr.kind {
                    ExprKind::Count(count) => (what.expr.path(), count),
                    _ => (None, 0),
                },
                _ => (None, 0),
            };
            let Some(path) = path else {
                self.out.push(errors::one_value(entry, "names with counts, such as `dart x3`"));
                continue;
            };
            let found = self.context.program.find(self.package, &path, Kinds::Built);
            let fits = found.as_ref().ok().and_then(|id| self.context.program.get(*id)).is_some_and(|held| {
                held.kind() == rule.wanted || held.tree.design.as_ref().is_some_and(|design| design.name.text == rule.wanted)
            });
            match found {
                Ok(_) if fits => total = total.saturating_add(count),
                Ok(_) => self.out.push(errors::held_of_other_kind(&path, &rule.wanted)),
                Err(diagnostic) => self.out.push(*diagnostic),
            }
        }
        total
    }

    fn stunts(&mut self, bought: &mut Bought, entry: &Entry) {
        if matches!(entry.sign(), Some((Sign::Minus, _))) {
            for member in entry.members() {
                self.remove_stunt(bought, member);
            }
            return;
        }
        if entry.sign().is_none() {
            bought.stunts.clear();
        }
        for member in entry.members() {
            self.buy_stunt(bought, member);
        }
    }

    fn remove_stunt(&mut self, bought: &mut Bought, member: &[Value]) {
        let (Some(first), Some(path)) = (member.first(), member.first().and_then(|value| stunt_path(&value.expr))) else { return };
        let args = arguments(&first.expr);
        let before = bought.stunts.len();
        bought.stunts.retain(|stunt| {
            let rule = self.design.stunts.get(stunt.rule);
            rule.is_none_or(|rule| rule.name != path.name.text) || (!args.is_empty() && args != stunt.args)
        });
        if bought.stunts.len() == before {
            self.out.push(errors::nothing_to_remove(&path.name));
        }
    }

    fn buy_stunt(&mut self, bought: &mut Bought, member: &[Value]) {
        let (expr, count) = match member {
            [what] => (&what.expr, 1),
            [what, count] => match count.expr.kind {
                ExprKind::Count(count) if count >= 1 => (&what.expr, count),
                _ => {
                    self.out.push(errors::stunt_form(count.expr.span));
                    return;
                }
            },
            _ => return,
        };
        let Some(path) = stunt_path(expr) else {
            if !matches!(expr.kind, ExprKind::Error) {
                self.out.push(errors::stunt_form(expr.span));
            }
            return;
        };
        let span = member.last().map_or(expr.span, |last| expr.span.to(last.expr.span));
        let Some(rule) = self.stunt_called(&path) else {
            self.unknown_stunt(bought, &path, span);
            return;
        };
        let args = arguments(expr);
        let filled = match self.design.stunts.get(rule) {
            Some(stunt) if !stunt.params.is_empty() || !args.is_empty() => {
                super::arguments::check(self.context, self.design, self.package, stunt, expr, self.out)
            }
            _ => Vec::new(),
        };
        bought.stunts.push(BoughtStunt { rule, args, filled, count, span });
    }

    fn stunt_called(&self, path: &crate::syntax::tree::Path) -> Option<usize> {
        if path.package.is_none()
            && let Some(own) = self.design.own_stunt(&path.name.text)
        {
            return Some(own);
        }
        let id = self.context.program.find(self.package, path, Kinds::One("stunt")).ok()?;
        self.design.loose_stunt(id)
    }

    fn unknown_stunt(&mut self, bought: &mut Bought, path: &crate::syntax::tree::Path, span: Span) {
        let name = &path.name;
        let sold = self.design.stunts.iter().map(|stunt| stunt.name.as_str());
        let elsewhere = self.context.designs.values().find(|other| other.own_stunt(&name.text).is_some());
        let loose = self.context.program.lookup(self.package, "stunt", &name.text).is_some();
        if elsewhere.is_some() || loose {
            bought.foreign.push((ecow::eco_format!("stunt {}", name.text), span));
        }
        self.out.push(errors::stunt_not_sold(name, self.design, sold, elsewhere.map(|design| &*design.title)));
    }

    fn aspects(&mut self, purchase: &mut Purchase<'_>, entry: &Entry) {
        if self.design.slots.is_none() {
            self.out.push(errors::no_aspects(entry, self.design));
            return;
        }
        purchase.aspects_at = Some(entry.span);
        if matches!(entry.sign(), Some((Sign::Minus, _))) {
            let gone: Vec<&EcoString> = entry.values.iter().filter_map(|value| Some(&value.expr.text()?.value)).collect();
            purchase.aspects.retain(|aspect| !gone.contains(&&aspect.text));
            return;
        }
        if entry.sign().is_none() {
            purchase.aspects.clear();
        }
        for member in entry.members() {
            match aspect(member) {
                Some(aspect) => {
                    if let Some(first) = purchase.aspects.iter().find(|other| other.text == aspect.text) {
                        self.out.push(errors::duplicate_aspect(&aspect, first.span));
                    } else {
                        purchase.aspects.push(aspect);
                    }
                }
                None if member.iter().any(|value| matches!(value.expr.kind, ExprKind::Error)) => {}
                None => self.out.push(errors::aspect_form(member.first().map_or(entry.span, |value| value.expr.span))),
            }
        }
    }

    fn waiver(&mut self, purchase: &mut Purchase<'_>, entry: &Entry) {
        let code = entry.values.first().and_then(|value| match &value.expr.kind {
            ExprKind::Code(code) => Some(code.clone()),
            ExprKind::Name(name) => Some(name.clone()),
            _ => None,
        });
        let reason = entry.values.get(1).and_then(|value| value.expr.text()).map(|text| text.value.clone());
        match (code, reason) {
            (Some(code), Some(reason)) if !reason.trim().is_empty() && entry.values.len() == 2 => {
                purchase.waivers.push(WrittenWaiver { code, reason, span: entry.span });
            }
            _ => self.out.push(errors::one_value(entry, "a code and the reason, as in `allow over-budget \"the last of its kind\"`")),
        }
    }

    fn mode(&mut self, purchase: &mut Purchase<'_>, entry: &Entry) {
        let name = match entry.values.as_slice() {
            [only] => only.expr.name().map(|name| Name { text: name.clone(), span: only.expr.span }),
            _ => None,
        };
        let (Some(name), Some(block)) = (name, entry.block()) else {
            self.out.push(errors::needs_block(entry, "mode burst { harm 2; stunts full_auto }"));
            return;
        };
        if let Some(first) = purchase.modes.iter().find(|mode| mode.name.text == name.text) {
            self.out.push(errors::duplicate_entry(entry, first.span));
            return;
        }
        let mut own = Bought { stats: vec![None; self.design.stats.len()], ..Bought::default() };
        self.seen.clear();
        for entry in block.entries.iter().filter(|entry| !entry.broken) {
            match self.design.keys.get(entry.word()) {
                Some(key @ (ItemKey::Stat(_) | ItemKey::Range(_) | ItemKey::Stunts)) => {
                    if !self.twice(*key, entry) {
                        self.bought(&mut own, *key, entry);
                    }
                }
                Some(_) => self.out.push(errors::outside_modes(entry)),
                None => self.unknown(&mut own, entry),
            }
        }
        let own_stunts = own.stunts.clone();
        let mut bought = purchase.bought.clone();
        for (slot, written) in bought.stats.iter_mut().zip(own.stats) {
            *slot = written.or(*slot);
        }
        bought.stunts.extend(own.stunts);
        bought.foreign.extend(own.foreign);
        purchase.modes.push(WrittenMode { name, span: entry.span, bought, own_stunts });
    }

    fn unknown(&mut self, bought: &mut Bought, entry: &Entry) {
        let Key::Word(name) = &entry.key else {
            self.out.push(errors::rank_without_skills(entry));
            return;
        };
        let elsewhere = self.context.designs.values().find(|other| {
            other.kind == self.design.kind && matches!(other.keys.get(&name.text), Some(ItemKey::Stat(_) | ItemKey::Flag(_)))
        });
        match elsewhere {
            Some(other) => {
                let written = entry.only().map(|expr| self.context.program.sources.slice(expr.span)).unwrap_or_default();
                bought.foreign.push((ecow::eco_format!("{} {written}", name.text), entry.span));
                self.out.push(errors::stat_not_allowed(name, self.design, &other.title));
            }
            None => {
                let words = self.design.words();
                self.out.push(errors::unknown_key(
                    &name.text,
                    name.span,
                    &errors::a_thing(&self.design.title),
                    words.iter().map(EcoString::as_str),
                ));
            }
        }
    }
}

/// The path of a stunt, with or without arguments.
fn stunt_path(expr: &Expr) -> Option<crate::syntax::tree::Path> {
    match &expr.kind {
        ExprKind::Call(call) => Some(call.name.clone()),
        _ => expr.path(),
    }
}

/// The arguments of a stunt, as written; texts without their quotes.
fn arguments(expr: &Expr) -> Vec<EcoString> {
    let ExprKind::Call(call) = &expr.kind else { return Vec::new() };
    call.args.iter().map(|arg| arg.iter().map(word).collect::<Vec<_>>().join(" ").into()).collect()
}

fn word(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Name(name) => name.to_string(),
        ExprKind::Path(path) => match &path.package {
            Some(package) => format!("{}.{}", package.text, path.name.text),
            None => path.name.text.to_string(),
        },
        ExprKind::Text(text) => text.value.to_string(),
        ExprKind::Int(value) => value.to_string(),
        _ => expr.int().map(|value| value.to_string()).unwrap_or_default(),
    }
}

/// `"Words" [as "Other words"] [MARK]`
fn aspect(member: &[Value]) -> Option<WrittenAspect> {
    let text = member.first()?.expr.text()?;
    let (renamed, rest) = match member.get(1..)? {
        [word, other, rest @ ..] if word.expr.name().is_some_and(|word| word == "as") => (Some(other.expr.text()?.value.clone()), rest),
        rest => (None, rest),
    };
    let mark = match rest {
        [] => None,
        [mark] => Some(mark.expr.name()?.clone()),
        _ => return None,
    };
    let span = member.last().map_or(text.span, |last| text.span.to(last.expr.span));
    Some(WrittenAspect { text: text.value.clone(), renamed, mark, span })
}
