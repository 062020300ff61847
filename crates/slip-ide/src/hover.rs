//! Hover text for the thing under the cursor.

use super::declaration_members::{DeclarationMember, design_of};
use super::definition_and_references::{PositionMeaning, meaning, word};
use super::file_view::{CurrentRange, FileView, OffsetMap};
use super::sheet;
use slip_compile::block_schema;
use slip_compile::check::build;
use slip_compile::check::design::{Design, ItemKey, StuntRule};
use slip_compile::check::ledger::{FormulaValues, reckon};
use slip_compile::check::read_purchase;
use slip_compile::resolve::{DeclId, DeclaredItem};
use slip_pack::effect::vocabulary_guide;
use slip_pack::item::{Account, BuiltItem as Built};
use slip_source::diagnostic::{Code, Diagnostics};
use slip_syntax::tree::{Declaration, Entry, ExprKind, Item};
use std::fmt::Write;

/// Hover text with its range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// Range of text that the hover text is about.
    pub spot: CurrentRange,
    /// Hover text in Markdown.
    pub text: String,
}

/// Returns the hover text at an offset.
pub fn hover<'v, 't: 'v>(view: &'v FileView<'v, '_, '_, 't>, offset: u32) -> Option<Hover> {
    let around = view.item_at(offset);
    if let Some((Item::Declaration(tree), frame)) = around
        && let Some(found) = inside(view, tree, frame, offset)
    {
        return Some(found);
    }
    let (spot, text) = match meaning(view, offset)? {
        PositionMeaning::Declared(id, spot) => (spot, of_declared(view, id)?),
        PositionMeaning::Head(tree, frame) => {
            let declared = view.declared(tree, frame)?;
            (view.spot(tree.name.span)?, of(view, &declared))
        }
        PositionMeaning::Member(member, spot) => (spot, of_member(view, member)?),
    };
    Some(Hover { spot, text })
}

/// Returns the hover text of a declaration; if it is in the edited file, its current text is used.
fn of_declared<'v, 't: 'v>(view: &'v FileView<'v, '_, '_, 't>, id: DeclId) -> Option<String> {
    let known = view.standing().context.program.get(id)?;
    let now = view.items().into_iter().find_map(|(item, frame)| match item {
        Item::Declaration(tree) if tree.kind.text == known.tree.kind.text && tree.name.text == known.tree.name.text => Some((tree, frame)),
        _ => None,
    });
    match now.filter(|_| known.file == view.file).and_then(|(tree, frame)| view.declared(tree, frame)) {
        Some(declared) => Some(of(view, &declared)),
        None => Some(of(view, known)),
    }
}

fn of(view: &FileView<'_, '_, '_, '_>, declared: &DeclaredItem<'_>) -> String {
    match built(view, declared) {
        Some(item) => sheet::built(&item),
        None => sheet::declared(view, declared),
    }
}

/// Builds an item with its ledger.
pub(super) fn built(view: &FileView<'_, '_, '_, '_>, declared: &DeclaredItem<'_>) -> Option<Built> {
    let context = view.standing().context;
    if !context.program.is_built_kind(declared.kind()) {
        return None;
    }
    build::build(context, declared, &mut Diagnostics::new())
}

fn of_member(view: &FileView<'_, '_, '_, '_>, member: DeclarationMember<'_>) -> Option<String> {
    let declared = view.standing().context.program.get(member.of)?;
    let mut text = format!("{} of **{}**\n\n", member.entry.word(), declared.title());
    if let Some(doc) = member.entry.doc() {
        let _ = writeln!(text, "{doc}\n");
    }
    text.push_str(&sheet::text(view, member.entry.span));
    Some(text)
}

/// Returns the hover text for a word inside an item's block: a key, stunt, aspect, waiver or effect.
fn inside<'v, 't: 'v>(view: &'v FileView<'v, '_, '_, 't>, tree: &'v Declaration, frame: OffsetMap, offset: u32) -> Option<Hover> {
    let entry = innermost(tree.block.as_ref()?.entries.as_slice(), frame.within(offset))?;
    let at = frame.within(offset);
    if entry.word() == "allow" {
        let slug = entry.values.first().filter(|value| value.expr.span.start <= at && at <= value.expr.span.end)?;
        let (ExprKind::Code(code) | ExprKind::Name(code)) = &slug.expr.kind else { return None };
        return Some(Hover { spot: view.spot(slug.expr.span)?, text: Code::from_slug(code)?.page().to_owned() });
    }
    if entry.word() == "effect" {
        return effect_word(view, offset);
    }
    let declared = view.declared(tree, frame)?;
    let on_key = entry.key.span().start <= at && at <= entry.key.span().end;
    if on_key && let Some(text) = of_entry(tree, at) {
        return Some(Hover { spot: view.spot(entry.key.span())?, text });
    }
    let design = design_of(view, &declared).filter(|_| declared.kind() != "design")?;
    if on_key {
        return of_key(view, design, &declared, entry);
    }
    match design.keys.get(entry.word()) {
        Some(ItemKey::Stunts) => of_stunt(view, design, &declared, offset),
        Some(ItemKey::Aspects) => {
            let text = entry.values.iter().find(|value| value.expr.span.start <= at && at <= value.expr.span.end)?;
            let words = &text.expr.text()?.value;
            let reasons = sheet::reasons_of_aspect(&built(view, &declared)?, words);
            let text = Some(format!("```text\n{reasons}```\n")).filter(|_| !reasons.is_empty())?;
            Some(Hover { spot: view.spot(entry.key.span().to(entry.values_span()))?, text })
        }
        _ => None,
    }
}

/// Returns the hover text for the key of an entry that the language defines, such as `cover` of a zone.
fn of_entry(tree: &Declaration, at: u32) -> Option<String> {
    let mut path = vec![tree.kind.text.as_str()];
    let mut design = tree.design.as_ref().map(|design| design.name.text.as_str());
    let mut entries = tree.block.as_ref()?.entries.as_slice();
    loop {
        let entry = entries.iter().rev().find(|entry| entry.span.start <= at && at <= entry.span.end)?;
        match entry.block().filter(|block| block.entries.iter().any(|inner| inner.span.start <= at && at <= inner.span.end)) {
            Some(block) => {
                // The entries of a battle depend on its form.
                design = if entry.word() == "battle" { entry.values.first()?.expr.name().map(|form| form.as_str()) } else { design };
                path.push(entry.word());
                entries = &block.entries;
            }
            None => {
                let block = block_schema::find(&path, design)?;
                let known = block.entry(entry.word())?;
                return Some(format!("**{}** in {}\n\n`{}`\n\n{}\n", known.word, block.title, known.form, known.doc));
            }
        }
    }
}

/// Returns the innermost entry around an offset of the tree.
pub(super) fn innermost(entries: &[Entry], at: u32) -> Option<&Entry> {
    let entry = entries.iter().rev().find(|entry| entry.span.start <= at && at <= entry.span.end)?;
    entry.block().and_then(|block| innermost(&block.entries, at)).or(Some(entry))
}

/// Returns the hover text for a word of an effect, as in `explain effect`.
fn effect_word(view: &FileView<'_, '_, '_, '_>, offset: u32) -> Option<Hover> {
    let spot = word(view, offset)?;
    let mut text = String::new();
    for entry in vocabulary_guide::about(view.words(spot)) {
        let _ = writeln!(text, "`{}`: {} ({})\n", entry.form, entry.meaning, entry.section.name());
    }
    Some(Hover { spot, text }).filter(|hover| !hover.text.is_empty())
}

/// Calls `look` with the values that formulas of the item use: the ranks, stunts and technology in the current text.
pub(super) fn with_values<T>(
    view: &FileView<'_, '_, '_, '_>,
    design: &Design,
    declared: &DeclaredItem<'_>,
    look: impl FnOnce(&FormulaValues<'_>) -> T,
) -> T {
    let context = view.standing().context;
    let purchase = read_purchase::read(context, design, declared, &mut Diagnostics::new());
    let ranks = build::ranks_of(context, design, declared);
    let bought = purchase.modes.first().map_or(&purchase.bought, |mode| &mode.bought);
    let reckoning = reckon(design, &purchase, bought, &ranks, context.rules_of(declared.package));
    look(&reckoning.values)
}

/// Returns the price of a stunt for an item; `None` if its design has no prices or does not sell it under the rules in force.
pub(super) fn price(design: &Design, rule: &StuntRule, values: &FormulaValues<'_>) -> Option<i64> {
    if rule.only.as_ref().is_some_and(|only| !values.holds(&only.formula)) {
        return None;
    }
    match &rule.cost {
        Some(cost) => values.eval(&cost.formula, 0).ok(),
        None => design.budget.as_ref().map(|_| 0),
    }
}

fn of_stunt(view: &FileView<'_, '_, '_, '_>, design: &Design, declared: &DeclaredItem<'_>, offset: u32) -> Option<Hover> {
    let spot = word(view, offset)?;
    let name = view.words(spot);
    let rule = design.stunts.iter().find(|rule| rule.name == name)?;
    let cost = with_values(view, design, declared, |values| price(design, rule, values));
    let mut text = sheet::stunt_rule(view, design, rule, cost);
    if let Some(points) = built(view, declared).as_ref().and_then(sheet::points) {
        let _ = write!(text, "\n{points} spent\n");
    }
    Some(Hover { spot, text })
}

fn of_key(view: &FileView<'_, '_, '_, '_>, design: &Design, declared: &DeclaredItem<'_>, entry: &Entry) -> Option<Hover> {
    let spot = view.spot(entry.key.span())?;
    let key = design.keys.get(entry.word())?;
    let item = built(view, declared);
    let lines = |account: &[Account], word: Option<&str>| {
        let wanted = |line: &slip_pack::item::LedgerLine| {
            account.contains(&line.account) && word.is_none_or(|word| line.what.split(' ').next() == Some(word))
        };
        let reasons = item.as_ref().map_or(String::new(), |item| sheet::ledger(item, wanted));
        if reasons.is_empty() { reasons } else { format!("\n```text\n{reasons}```\n") }
    };
    let text = match key {
        ItemKey::Stat(at) => {
            let rule = design.stats.get(*at)?;
            let words = with_values(view, design, declared, |values| sheet::stat(view, design, rule, values));
            words + &lines(&[Account::Spent, Account::Stat], Some(&rule.name))
        }
        ItemKey::Aspects => format!("**aspects**{}", lines(&[Account::Aspect], None)),
        ItemKey::Stunts => format!("**stunts**{}", lines(&[Account::Spent, Account::Given], None)),
        ItemKey::Tracks => format!("**tracks**{}", lines(&[Account::Track], None)),
        ItemKey::Tech => format!("**technology**{}", lines(&[Account::Budget], None)),
        _ => sheet::entry_text(view, design, entry.word()),
    };
    Some(Hover { spot, text }).filter(|hover| !hover.text.is_empty())
}

/// Returns the declaration of the item at an offset. If the item has changed, this is the declaration as it would be after compiling the
/// change.
pub(super) fn declared_at<'v, 't: 'v>(view: &'v FileView<'v, '_, '_, 't>, offset: u32) -> Option<(DeclaredItem<'v>, OffsetMap)> {
    match view.item_at(offset)? {
        (Item::Declaration(tree), frame) => Some((view.declared(tree, frame)?, frame)),
        _ => None,
    }
}
