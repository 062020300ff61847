//! Item whose form is asked for, with everything that its fields are made from.

use super::TextOnlyEntry;
use crate::editor_view::EditorView;
use crate::positions::Places;
use slip_compile::check::build;
use slip_compile::check::context::CheckContext;
use slip_compile::check::design::{Design, ItemKey};
use slip_compile::check::ledger::{FormulaValues, reckon};
use slip_compile::check::read_purchase::{self, ItemPurchase};
use slip_compile::resolve::DeclaredItem;
use slip_ide::OffsetMap;
use slip_pack::item::BuiltItem;
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::{Block, Declaration, Entry, ExprKind, Item};

/// Item of a form.
pub(super) struct FormSubject<'a, 'v, 's, 'p, 't> {
    pub(super) view: &'a EditorView<'v, 's, 'p, 't>,
    pub(super) context: &'a CheckContext<'p, 't>,
    pub(super) design: &'a Design,
    pub(super) declared: &'a DeclaredItem<'a>,
    pub(super) purchase: &'a ItemPurchase<'a>,
    /// Values that the formulas of the design use, for the first mode or the whole item.
    pub(super) values: &'a FormulaValues<'a>,
    /// Item as built; `None` if it could not be built.
    pub(super) item: Option<BuiltItem>,
}

/// Calls `look` with an item of the file.
///
/// # Errors
/// A sentence if the file has no such item, or if no design builds it.
pub(super) fn with_subject<'v, 't: 'v, T>(
    view: &EditorView<'v, '_, '_, 't>,
    (kind, name): (&str, &str),
    look: impl FnOnce(&FormSubject<'_, '_, '_, '_, '_>) -> Result<T, String>,
) -> Result<T, String> {
    let items = view.file.items();
    let called = |(item, frame): (&'v Item, OffsetMap)| match item {
        Item::Declaration(tree) if tree.kind.text == kind && tree.name.text == name => Some((tree, frame)),
        _ => None,
    };
    let found: Option<(&'v Declaration, OffsetMap)> = items.into_iter().find_map(called);
    let declared = found.and_then(|(tree, frame)| view.file.declared(tree, frame));
    let declared = declared.ok_or_else(|| format!("this file has no {kind} `{name}`"))?;
    let context = view.file.standing().context;
    let quiet = &mut Diagnostics::new();
    let is_built = context.program.is_built_kind(declared.kind());
    let design = if is_built { build::find_design(context, &declared, quiet) } else { None };
    let design = design.ok_or_else(|| match is_built {
        true => format!("the design of `{name}` is not known: correct its first line"),
        false => format!("a {kind} is built by no design, so it has no form: write it in the text"),
    })?;
    let purchase = read_purchase::read(context, design, &declared, quiet);
    let skills = build::ranks_of(context, design, &declared);
    let sum = reckon(design, &purchase, purchase.first_part(), &skills, context.rules_of(declared.package));
    let item = build::build(context, &declared, quiet);
    let subject = FormSubject { view, context, design, declared: &declared, purchase: &purchase, values: &sum.values, item };
    look(&subject)
}

/// Block of an item or of one of its modes, and the entries that apply in it.
pub(super) struct Container<'a> {
    /// Entries, inherited ones first.
    pub(super) entries: &'a [Entry],
    /// Block in the item's own text; `None` if the item has none.
    pub(super) block: Option<&'a Block>,
}

impl<'a> FormSubject<'a, '_, '_, '_, '_> {
    /// True if a span is in the text of the item itself. Spans in its base or a patch give false.
    pub(super) fn is_own(&self, span: Span) -> bool {
        self.declared.tree.span.holds(span)
    }

    /// Returns the text of a span.
    pub(super) fn slice(&self, span: Span) -> &'a str {
        self.context.program.sources.slice(span)
    }

    /// Returns the block of the item or of one of its modes.
    ///
    /// # Errors
    /// A sentence if the mode is not written in the item itself, or if a bracket is not closed.
    pub(super) fn container(&self, mode: Option<&str>) -> Result<Container<'a>, String> {
        let own = self.declared.tree.block.as_ref();
        let container = match mode {
            None => Container { entries: &self.declared.entries, block: own },
            Some(name) => {
                let is_mode =
                    |entry: &&Entry| entry.word() == "mode" && entry.only().and_then(|only| only.name()).is_some_and(|word| word == name);
                let block = own.and_then(|block| block.entries.iter().find(is_mode)).and_then(Entry::block);
                let block = block.ok_or_else(|| format!("the mode `{name}` is written elsewhere: change it there"))?;
                Container { entries: &block.entries, block: Some(block) }
            }
        };
        let is_closed = own.is_none_or(|block| !block.unclosed) && container.block.is_none_or(|block| !block.unclosed);
        if is_closed && !self.declared.tree.broken {
            Ok(container)
        } else {
            Err("correct the brackets of the item in the text first".to_owned())
        }
    }

    /// Returns the doc comment of a part that the design declares, such as a statistic.
    pub(super) fn doc_of(&self, name: &str) -> String {
        let design = self.context.program.get(self.design.id);
        let names = |entry: &&Entry| {
            entry.values.first().is_some_and(|value| match &value.expr.kind {
                ExprKind::Name(word) => word == name,
                ExprKind::Call(call) => call.name.name.text == name,
                _ => false,
            })
        };
        let declaring =
            |entry: &&Entry| matches!(entry.word(), "stat" | "track" | "flag" | "choice" | "refers" | "holds" | "stunt" | "entry");
        let entry = design.and_then(|design| design.entries.iter().filter(declaring).find(names));
        entry.and_then(Entry::doc).map(ToString::to_string).unwrap_or_default()
    }

    pub(super) fn doc_of_design(&self) -> String {
        let design = self.context.program.get(self.design.id);
        design.and_then(|design| design.tree.doc.as_ref()).map(ToString::to_string).unwrap_or_default()
    }

    /// Returns the entries of the item's own text that have no field in the form.
    pub(super) fn text_only(&self) -> Vec<TextOnlyEntry> {
        let own = self.declared.tree.block.iter().flat_map(|block| &block.entries);
        let has_no_field = |entry: &&Entry| {
            entry.broken || matches!(self.design.keys.get(entry.word()), None | Some(ItemKey::Allow | ItemKey::Effect | ItemKey::Without))
        };
        let shown = |entry: &Entry| {
            let range = Places::range(self.view, entry.span)?;
            Some(TextOnlyEntry { text: self.slice(entry.span).to_owned(), range })
        };
        own.filter(has_no_field).filter_map(shown).collect()
    }
}
