//! Structure of a text for editors: symbols, folding ranges and code lenses.

use super::changed_part::index;
use super::file_view::{CompiledWorld, CurrentRange, FileView, OffsetMap};
use slip_source::Span;
use slip_syntax::tree::{Block, Entry, ExprKind, Item};
use slip_syntax::visit;

/// Kind of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// Symbol of a design or a ruleset.
    Rule,
    /// Symbol of an item that is built by a design.
    Thing,
    /// Symbol of a stunt or an effect.
    Stunt,
    /// Symbol of a zone or a map.
    Place,
    /// Symbol of an encounter or a scenario.
    Scene,
    /// Symbol of an item of the kind `test`.
    Test,
    /// Symbol of a statistic, a track or another member of a declaration.
    Part,
    /// Symbol of an item of any other kind.
    Other,
}

/// Symbol of a text: a declaration or a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Name of the symbol.
    pub name: String,
    /// Short detail: the kind and the title of the declaration.
    pub detail: String,
    /// Kind of the symbol.
    pub kind: SymbolKind,
    /// Range of the whole declaration.
    pub whole: CurrentRange,
    /// Range of the name.
    pub place: CurrentRange,
    /// Symbols of the members.
    pub inside: Vec<Symbol>,
}

/// Returns the symbols of a file, in order.
pub fn symbols<'v, 't: 'v>(view: &'v FileView<'v, '_, '_, 't>) -> Vec<Symbol> {
    view.items().into_iter().filter_map(|(item, frame)| symbol(view, item, frame)).collect()
}

fn framed(view: &FileView<'_, '_, '_, '_>, frame: OffsetMap, span: Span) -> CurrentRange {
    CurrentRange { file: view.file, start: frame.out(span.start), end: frame.out(span.end) }
}

fn symbol(view: &FileView<'_, '_, '_, '_>, item: &Item, frame: OffsetMap) -> Option<Symbol> {
    let (name, detail, kind, place) = match item {
        Item::Declaration(tree) => {
            let title = tree.title.as_ref().map_or(String::new(), |title| format!(" \"{}\"", title.value));
            (tree.name.text.to_string(), format!("{}{title}", tree.kind.text), kind_of(&tree.kind.text), tree.name.span)
        }
        Item::Alias(alias) => {
            (alias.name.text.to_string(), format!("alias for {}", alias.target.name.text), SymbolKind::Other, alias.name.span)
        }
        Item::Patch(patch) => (format!("patch {}", patch.target.name.text), String::new(), SymbolKind::Rule, patch.target.span()),
        Item::Test(test) => (test.title.value.to_string(), "test".to_owned(), SymbolKind::Test, test.title.span),
        Item::Use(_) | Item::Error(_) => return None,
    };
    let inside = visit::block(item).map_or(Vec::new(), |block| parts(view, block, frame));
    Some(Symbol { name, detail, kind, whole: framed(view, frame, item.span()), place: framed(view, frame, place), inside })
}

fn kind_of(kind: &str) -> SymbolKind {
    match kind {
        "design" | "ruleset" | "skill" | "mark" | "table" | "doctrine" | "station" => SymbolKind::Rule,
        "stunt" => SymbolKind::Stunt,
        "map" | "template" | "cluster" => SymbolKind::Place,
        "encounter" | "scenario" => SymbolKind::Scene,
        _ => SymbolKind::Thing,
    }
}

/// Returns the named entries of a block.
fn parts(view: &FileView<'_, '_, '_, '_>, block: &Block, frame: OffsetMap) -> Vec<Symbol> {
    block.entries.iter().filter_map(|entry| part(view, entry, frame)).collect()
}

fn part(view: &FileView<'_, '_, '_, '_>, entry: &Entry, frame: OffsetMap) -> Option<Symbol> {
    let kind = match entry.word() {
        "stat" | "track" | "flag" | "mode" | "choice" | "refers" | "side" | "phase" | "setting" => SymbolKind::Part,
        "stunt" => SymbolKind::Stunt,
        "zone" => SymbolKind::Place,
        _ => return None,
    };
    let mut names = entry.values.iter().filter_map(|value| match &value.expr.kind {
        ExprKind::Name(name) => Some((name.to_string(), value.expr.span)),
        ExprKind::Call(call) => Some((call.name.name.text.to_string(), call.name.name.span)),
        _ => None,
    });
    let (name, span) = if entry.word() == "zone" { names.next_back()? } else { names.next()? };
    Some(Symbol {
        name,
        detail: entry.word().to_owned(),
        kind,
        whole: framed(view, frame, entry.span),
        place: framed(view, frame, span),
        inside: Vec::new(),
    })
}

/// Returns declarations of all packages except `std`. Their name or title contains the letters of a word in the same order.
pub fn everywhere(world: &CompiledWorld<'_, '_, '_, '_>, word: &str) -> Vec<Symbol> {
    let program = world.standing.context.program;
    let holds = |name: &str| {
        let mut letters = name.chars().map(|letter| letter.to_ascii_lowercase());
        word.chars().all(|wanted| letters.any(|letter| letter == wanted.to_ascii_lowercase()))
    };
    let own = program.all().iter().filter(|declared| program.package_name(declared.package) != "std");
    let found = own.filter(|declared| holds(declared.name()) || holds(declared.title())).take(MOST);
    let spot = |span: Span| CurrentRange { file: span.file, start: span.start, end: span.end };
    let symbol = |declared: &slip_compile::resolve::DeclaredItem<'_>| Symbol {
        name: declared.name().to_string(),
        detail: format!("{} of {}", declared.kind(), program.package_name(declared.package)),
        kind: kind_of(declared.kind()),
        whole: spot(declared.tree.span),
        place: spot(declared.tree.name.span),
        inside: Vec::new(),
    };
    found.map(symbol).collect()
}

/// Largest number of workspace symbols that are returned.
const MOST: usize = 1000;

/// Kind of a folding range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldKind {
    /// Block of an item or entry, in braces.
    Block,
    /// Consecutive comment lines.
    Comments,
    /// Text of several lines.
    Text,
}

/// Folding range, from the line of its start to the line of its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoldingRange {
    /// Range of text to fold.
    pub spot: CurrentRange,
    /// Kind of the folding range.
    pub kind: FoldKind,
}

/// Returns the folding ranges of a file.
pub fn folds<'v, 't: 'v>(view: &'v FileView<'v, '_, '_, 't>) -> Vec<FoldingRange> {
    let mut found = Vec::new();
    for (item, frame) in view.items() {
        if let Some(block) = visit::block(item) {
            block_folds(view, block, frame, &mut found);
        }
    }
    let mut run: Option<CurrentRange> = None;
    for (comment, frame) in view.comments() {
        let spot = framed(view, frame, comment.span);
        let joined = run.filter(|run| {
            view.text()
                .get(index(run.end)..index(spot.start))
                .is_some_and(|between| between.trim().is_empty() && between.matches('\n').count() == 1)
        });
        match joined {
            Some(before) => run = Some(CurrentRange { end: spot.end, ..before }),
            None => {
                found.extend(run.replace(spot).map(|spot| FoldingRange { spot, kind: FoldKind::Comments }));
            }
        }
    }
    found.extend(run.map(|spot| FoldingRange { spot, kind: FoldKind::Comments }));
    found.retain(|fold| view.words(fold.spot).contains('\n'));
    found.sort_by_key(|fold| fold.spot);
    found
}

fn block_folds(view: &FileView<'_, '_, '_, '_>, block: &Block, frame: OffsetMap, found: &mut Vec<FoldingRange>) {
    found.push(FoldingRange { spot: framed(view, frame, block.span), kind: FoldKind::Block });
    for entry in &block.entries {
        let texts = entry.values.iter().filter_map(|value| value.expr.text()).filter(|text| !text.lines.is_empty());
        found.extend(texts.map(|text| FoldingRange { spot: framed(view, frame, text.span), kind: FoldKind::Text }));
        if let Some(block) = entry.block() {
            block_folds(view, block, frame, found);
        }
    }
}

/// Kind of a code lens, by the command that it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LensKind {
    /// Plays the encounter once.
    Run,
    /// Simulates the encounter: plays it many times.
    Simulate,
    /// Runs the test.
    Test,
}

/// Code lens above an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeLens {
    /// Range of the item's name.
    pub spot: CurrentRange,
    /// Kind of the code lens.
    pub kind: LensKind,
    /// Name of the encounter, or title of the test, that a click on the code lens runs.
    pub name: String,
}

/// Returns the code lenses of a file.
pub fn lenses<'v, 't: 'v>(view: &'v FileView<'v, '_, '_, 't>) -> Vec<CodeLens> {
    let mut found = Vec::new();
    for (item, frame) in view.items() {
        match item {
            Item::Declaration(tree) if tree.kind.text == "encounter" => {
                let (spot, name) = (framed(view, frame, tree.name.span), tree.name.text.to_string());
                found.push(CodeLens { spot, kind: LensKind::Run, name: name.clone() });
                found.push(CodeLens { spot, kind: LensKind::Simulate, name });
            }
            Item::Test(test) => {
                found.push(CodeLens {
                    spot: framed(view, frame, test.title.span),
                    kind: LensKind::Test,
                    name: test.title.value.to_string(),
                });
            }
            _ => {}
        }
    }
    found
}
