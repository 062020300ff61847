//! Reads the lists of an item: stunts, held items and aspects. A list with `+` or `-` extends or shrinks the list of the base.

use super::read_entries::PurchaseReader;
use super::{ArgumentThing, Bought, BoughtStunt, Dropped, ItemPurchase, RankPhrase, WrittenAspect};
use crate::check::aspects::{folded, is_same};
use crate::check::design::{Design, StuntRule};
use crate::check::errors;
use crate::resolve::{DeclId, DeclaredItem, Kinds, Program};
use ecow::EcoString;
use slip_source::diagnostic::Diagnostics;
use slip_source::{PackageId, Span};
use slip_syntax::tree::{Entry, Expr, ExprKind, Param, Sign, SpannedName, Value};

/// Held items with their counts, in the order of the text.
pub type HeldItemCounts = Vec<(DeclId, i64)>;

/// Applies an entry to the list of held items. `fighters dart x3` replaces the list, `fighters + dart` extends it, `fighters - dart`
/// shortens it. `wanted` is the kind or design of the items that may be held.
pub fn hold(program: &Program<'_>, package: PackageId, entry: &Entry, wanted: &str, held: &mut HeldItemCounts, out: &mut Diagnostics) {
    let takes_away = matches!(entry.sign(), Some((Sign::Minus, _)));
    if entry.sign().is_none() {
        held.clear();
    }
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
            out.push(errors::one_value(entry, "names with counts, such as `dart x3`"));
            continue;
        };
        let is_wanted =
            |held: &DeclaredItem<'_>| held.kind() == wanted || held.tree.design.as_ref().is_some_and(|design| design.name.text == wanted);
        let id = match program.find_fitting(package, &path, is_wanted) {
            Ok(id) => id,
            Err(diagnostic) => {
                out.push(*diagnostic);
                continue;
            }
        };
        let fits = program.get(id).is_some_and(is_wanted);
        if takes_away {
            let before = held.len();
            held.retain(|(other, _)| *other != id);
            if held.len() == before {
                out.push(errors::nothing_to_remove(path.span(), &path.name.text, entry.word()));
            }
        } else if fits {
            held.push((id, count));
        } else {
            out.push(errors::held_of_other_kind(&path, wanted));
        }
    }
}

impl PurchaseReader<'_, '_, '_> {
    pub(super) fn stunts(&mut self, bought: &mut Bought, entry: &Entry) {
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
            let clings = match member {
                [only] => errors::clinging_sign(entry, &only.expr, entry.values.len() == 1),
                _ => None,
            };
            match clings {
                Some(found) => {
                    // The author may have meant any stunt by this text. Therefore no stunt is reported as missing.
                    bought.lack();
                    self.out.push(found);
                }
                None => self.buy_stunt(bought, member),
            }
        }
    }

    fn remove_stunt(&mut self, bought: &mut Bought, member: &[Value]) {
        let (Some(first), Some(path)) = (member.first(), member.first().and_then(|value| stunt_path(&value.expr))) else { return };
        let args = arguments(&first.expr);
        let before = bought.stunts.len();
        bought.stunts.retain(|stunt| {
            let rule = self.design.stunts.get(stunt.rule);
            rule.is_none_or(|rule| rule.name != path.name.text || (!args.is_empty() && !means(rule, &args, &stunt.args)))
        });
        if bought.stunts.len() == before {
            self.out.push(errors::nothing_to_remove(path.name.span, &path.name.text, "stunts"));
        }
    }

    pub(super) fn buy_stunt(&mut self, bought: &mut Bought, member: &[Value]) {
        let (expr, count) = match member {
            [what] => (&what.expr, 1),
            [what, count] => match count.expr.kind {
                ExprKind::Count(count) if count >= 1 => (&what.expr, count),
                _ => return self.misread_stunt(bought, member),
            },
            _ => return self.misread_stunt(bought, member),
        };
        let Some(path) = stunt_path(expr) else { return self.misread_stunt(bought, member) };
        let span = member.last().map_or(expr.span, |last| expr.span.to(last.expr.span));
        let Some(rule) = self.stunt_called(&path) else {
            self.unknown_stunt(bought, &path, span);
            bought.unread = bought.unread.saturating_add(count);
            return;
        };
        let args = arguments(expr);
        let filled = match self.design.stunts.get(rule) {
            Some(stunt) if !stunt.params.is_empty() || !args.is_empty() => {
                crate::check::stunt_arguments::check(self.context, self.design, self.package, stunt, expr, self.out)
            }
            _ => Vec::new(),
        };
        let things = match self.design.stunts.get(rule) {
            Some(stunt) => crate::check::stunt_arguments::things(self.context, self.package, stunt, expr, &filled),
            None => Vec::new(),
        };
        let args = match self.design.stunts.get(rule) {
            Some(stunt) => args_of_things(args, stunt, &things),
            None => args,
        };
        bought.stunts.push(BoughtStunt { rule, args, filled, things, count, given: None, span });
    }

    pub(super) fn stunt_called(&self, path: &slip_syntax::tree::NamePath) -> Option<usize> {
        if path.package.is_none()
            && let Some(own) = self.design.own_stunt(&path.name.text)
        {
            return Some(own);
        }
        let id = self.context.program.find(self.package, path, Kinds::One("stunt")).ok()?;
        self.design.loose_stunt(id)
    }

    fn unknown_stunt(&mut self, bought: &mut Bought, path: &slip_syntax::tree::NamePath, span: Span) {
        let name = &path.name;
        let program = self.context.program;
        // The package in the path could not be loaded. That was reported, so its names are not reported as unknown.
        if path.package.is_some() && program.is_excused(self.package, path) {
            bought.misread = true;
            return;
        }
        let hidden = self.design.stunts.iter().find(|stunt| stunt.name == name.text).and_then(|stunt| program.get(stunt.loose?));
        if let (Some(hidden), None) = (hidden, &path.package) {
            bought.foreign.push((ecow::eco_format!("stunt {}", name.text), span));
            self.out.push(errors::stunt_elsewhere(name, program.package_name(hidden.package)));
            return;
        }
        let own = program.find(self.package, path, Kinds::One("stunt")).ok().and_then(|id| program.get(id));
        if let Some(own) = own.filter(|own| own.entry("for").is_none()) {
            bought.foreign.push((ecow::eco_format!("stunt {}", name.text), span));
            self.out.push(errors::stunt_for_nobody(name, &self.design.kind, own.tree.name.span));
            return;
        }
        let sold = self.design.stunts.iter().map(|stunt| stunt.name.as_str());
        let sells = |other: &&Design| other.stunts.iter().any(|stunt| stunt.name == name.text);
        let mut elsewhere: Vec<&Design> = self.context.designs.values().filter(sells).collect();
        // The message names the designs that sell the stunt; designs of another kind are named only if none of the item's kind sells it.
        if elsewhere.iter().any(|other| other.kind == self.design.kind) {
            elsewhere.retain(|other| other.kind == self.design.kind);
        }
        if !elsewhere.is_empty() || self.context.program.lookup(self.package, "stunt", &name.text).is_some() {
            bought.foreign.push((ecow::eco_format!("stunt {}", name.text), span));
        } else {
            bought.misread = true;
        }
        let mut found = errors::stunt_not_sold(name, self.design, sold, &elsewhere);
        let buyers = own.and_then(|own| own.entry("for"));
        if let Some(buyer) = buyers.and_then(|buyers| self.kind_for_design(buyers)) {
            found = errors::kind_is_no_design(found, buyer, self.design);
        }
        self.out.push(found);
    }

    /// Returns the word of a stunt's `for` that is the name of the item's design but means a kind of things, as in `for armour`.
    fn kind_for_design(&self, buyers: &Entry) -> Option<Span> {
        let words = buyers.values.iter().map(|value| &value.expr);
        let mut before = None;
        for word in words {
            let is_design = before == Some("design");
            before = word.name().map(EcoString::as_str);
            if !is_design && before == Some(self.design.name.as_str()) && self.design.kind != self.design.name {
                return Some(word.span);
            }
        }
        None
    }

    /// Reads the stunts and aspects of the design that an item removes: `without "Agricultural", police_state`.
    pub(super) fn without(&mut self, purchase: &mut ItemPurchase<'_>, entry: &Entry) {
        let removes = matches!(entry.sign(), Some((Sign::Minus, _)));
        if entry.sign().is_none() {
            purchase.without.clear();
        }
        if entry.values.is_empty() {
            self.out.push(errors::without_form(entry.key.span()));
        }
        for member in entry.members() {
            let dropped = match member {
                [only] => match (only.expr.text(), only.expr.name()) {
                    (Some(text), _) => Some(Dropped { what: text.value.clone(), stunt: false, span: text.span }),
                    (None, Some(name)) => Some(Dropped { what: name.clone(), stunt: true, span: only.expr.span }),
                    (None, None) => None,
                },
                _ => None,
            };
            match dropped {
                Some(dropped) if removes => purchase.without.retain(|other| (&other.what, other.stunt) != (&dropped.what, dropped.stunt)),
                Some(dropped) => purchase.without.push(dropped),
                None if member.iter().any(|value| matches!(value.expr.kind, ExprKind::Error)) => {}
                None => self.out.push(errors::without_form(member.first().map_or(entry.span, |value| value.expr.span))),
            }
        }
    }

    /// Reads the name of a statistic, or `tech`, in a list of aspects. The phrase for its rank becomes an aspect (R-N17). Returns false if
    /// the member is no such name.
    fn phrase(&mut self, purchase: &mut ItemPurchase<'_>, member: &[Value]) -> bool {
        let [only] = member else { return false };
        let Some(word) = only.expr.name() else { return false };
        let stat = self.design.stats.iter().position(|stat| stat.name == *word && !stat.words.is_empty());
        let phrase = match stat {
            Some(at) => Some(RankPhrase::Stat(at)),
            None if word == "tech" && !self.design.tech_words.is_empty() => Some(RankPhrase::Tech),
            None => None,
        };
        let first = phrase.and_then(|phrase| purchase.phrases.iter().find(|(other, _)| *other == phrase));
        match (phrase, first) {
            (Some(_), Some((_, first))) => self.out.push(errors::phrase_twice(only.expr.span, word, *first)),
            (Some(phrase), None) => purchase.phrases.push((phrase, only.expr.span)),
            (None, _) => {
                let stats = self.design.stats.iter().filter(|stat| !stat.words.is_empty()).map(|stat| stat.name.as_str());
                let tech = (!self.design.tech_words.is_empty()).then_some("tech");
                self.out.push(errors::no_phrase(only.expr.span, word, tech.into_iter().chain(stats)));
            }
        }
        true
    }

    pub(super) fn write_aspect(&mut self, purchase: &mut ItemPurchase<'_>, aspect: WrittenAspect) {
        match purchase.aspects.same(&aspect) {
            Some(first) => {
                self.out.push(errors::duplicate_aspect(&aspect, first));
                purchase.twice = purchase.twice.saturating_add(1);
            }
            None => purchase.aspects.push(aspect),
        }
    }

    /// True if an entry lists only aspects that rules of the design give. The entry is then allowed even if the design has no slots for
    /// aspects of the author.
    fn names_derived(&self, entry: &Entry) -> bool {
        let is_derived = |member: &[Value]| {
            aspect(member).is_some_and(|aspect| self.design.aspects.iter().any(|rule| is_same(&rule.text, &aspect.text)))
        };
        entry.sign().is_none() && !entry.values.is_empty() && entry.members().all(is_derived)
    }

    /// Reports texts after `aspects -` that are no aspects of the item, so that they cannot be removed.
    fn removed_no_aspect(&mut self, purchase: &ItemPurchase<'_>, entry: &Entry) {
        for text in entry.values.iter().filter_map(|value| value.expr.text()) {
            if purchase.aspects.has(&text.value) {
                continue;
            }
            let is_derived = self.design.aspects.iter().any(|rule| is_same(&rule.text, &text.value));
            let known = purchase.aspects.iter().map(|aspect| aspect.text.as_str());
            self.out.push(errors::no_aspect_to_remove(text.span, &text.value, is_derived, known));
        }
    }

    /// Reads a list of aspects: `aspects "Late again", "Runs home"`. `again` is true for a second such entry. It was reported, and its
    /// aspects are added to those of the first.
    pub(super) fn aspects(&mut self, purchase: &mut ItemPurchase<'_>, entry: &Entry, again: bool) {
        if self.design.slots.is_none() && !self.names_derived(entry) {
            self.out.push(errors::no_aspects(entry, self.design));
            return;
        }
        purchase.aspects_at = Some(entry.span);
        if matches!(entry.sign(), Some((Sign::Minus, _))) {
            self.removed_no_aspect(purchase, entry);
            purchase.aspects.remove(entry.values.iter().filter_map(|value| Some(value.expr.text()?.value.as_str())));
            let named: Vec<&EcoString> = entry.values.iter().filter_map(|value| value.expr.name()).collect();
            let design = self.design;
            purchase.phrases.retain(|(phrase, _)| match phrase {
                RankPhrase::Tech => !named.iter().any(|word| *word == "tech"),
                RankPhrase::Stat(at) => !design.stats.get(*at).is_some_and(|stat| named.contains(&&stat.name)),
            });
            return;
        }
        if entry.sign().is_none() && !again {
            purchase.aspects.clear();
            purchase.phrases.clear();
        }
        for member in entry.members() {
            if self.phrase(purchase, member) {
                continue;
            }
            match aspect(member) {
                // An empty aspect is kept, so that a missing aspect is not reported in addition.
                Some(aspect) if is_blank(&aspect) => {
                    self.out.push(errors::blank_aspect(aspect.span));
                    purchase.aspects.push_blank(aspect);
                }
                Some(aspect) => {
                    self.write_aspect(purchase, aspect);
                }
                None if member.iter().any(|value| matches!(value.expr.kind, ExprKind::Error)) => {}
                None if self.aspects_without_commas(purchase, member) => {}
                None => self.out.push(
                    errors::bracketed(member)
                        .unwrap_or_else(|| errors::aspect_form(member.first().map_or(entry.span, |value| value.expr.span))),
                ),
            }
        }
    }
}

/// Returns the path of a stunt, with or without arguments.
pub(super) fn stunt_path(expr: &Expr) -> Option<slip_syntax::tree::NamePath> {
    match &expr.kind {
        ExprKind::Call(call) => Some(call.name.clone()),
        _ => expr.path(),
    }
}

/// Returns the arguments of a stunt as written. Texts are without their quotes.
fn arguments(expr: &Expr) -> Vec<EcoString> {
    let ExprKind::Call(call) = &expr.kind else { return Vec::new() };
    call.args.iter().map(|arg| arg.iter().map(word).collect::<Vec<_>>().join(" ").into()).collect()
}

/// Returns the arguments in the form in which they are stored. An item's name has its kind in front only if other things have the same
/// name.
fn args_of_things(mut args: Vec<EcoString>, rule: &StuntRule, things: &[(EcoString, ArgumentThing)]) -> Vec<EcoString> {
    for (arg, param) in args.iter_mut().zip(&rule.params).filter(|(_, param)| is_item(param)) {
        let thing = things.iter().find(|(name, _)| *name == param.name.text).and_then(|(_, thing)| thing.shared.as_ref());
        let bare = bare(arg);
        *arg = thing.map_or_else(|| bare.clone(), |thing| ecow::eco_format!("{} {bare}", thing.kind));
    }
    args
}

/// True if an entry that removes a stunt means a bought stunt: their arguments are equal. In one of them, the kind before an item may be
/// missing.
fn means(rule: &StuntRule, written: &[EcoString], bought: &[EcoString]) -> bool {
    let is_meant = |(at, (written, bought)): (usize, (&EcoString, &EcoString))| {
        let is_thing = rule.params.get(at).is_some_and(is_item);
        written == bought || (is_thing && (bare(written) == *bought || *written == bare(bought)))
    };
    written.len() == bought.len() && written.iter().zip(bought).enumerate().all(is_meant)
}

fn is_item(param: &Param) -> bool {
    param.types.first().is_some_and(|kind| kind.text == "item")
}

/// Returns a name without the kind before it.
fn bare(name: &EcoString) -> EcoString {
    name.rsplit_once(' ').map_or_else(|| name.clone(), |(_, name)| name.into())
}

fn word(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Name(name) => name.to_string(),
        ExprKind::Path(path) => {
            let before = |name: &SpannedName, sign: &str| format!("{}{sign}", name.text);
            let kind = path.kind.as_ref().map_or(String::new(), |kind| before(kind, " "));
            let package = path.package.as_ref().map_or(String::new(), |package| before(package, "."));
            format!("{kind}{package}{}", path.name.text)
        }
        ExprKind::Text(text) => text.value.to_string(),
        ExprKind::Int(value) => value.to_string(),
        ExprKind::Border(border) => {
            let last = border.close.map_or_else(String::new, |close| format!("/{close}"));
            format!("{}/{}{last}", border.open, border.pass)
        }
        _ => expr.int().map(|value| value.to_string()).unwrap_or_default(),
    }
}

/// True if an aspect has no text, or is renamed to an empty one.
fn is_blank(aspect: &WrittenAspect) -> bool {
    aspect.text.trim().is_empty() || aspect.renamed.as_ref().is_some_and(|words| words.trim().is_empty())
}

/// Reads one aspect: `"Words" [as "Other words"] [MARK]`.
pub(super) fn aspect(member: &[Value]) -> Option<WrittenAspect> {
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
    let folded = [folded(&text.value), folded(renamed.as_ref().unwrap_or(&text.value))];
    Some(WrittenAspect { text: text.value.clone(), renamed, mark, span, folded })
}
