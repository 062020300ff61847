//! Completion at the cursor.
//!
//! It uses the checker: an unknown word is inserted at the cursor, the item is checked again, and everything that the checker would have
//! accepted there is suggested.

use super::changed_part::{ChangedPart, draft};
use super::cursor_context::{Cursor, cursor, word_at};
use super::declaration_members::design_of;
use super::file_view::{CurrentRange, FileView};
use super::hover::{built, price, with_values};
use super::name_scope::NamesInScope;
use super::sheet;
use super::zone_completion;
use ecow::EcoString;
use slip_compile::check::design::{Design, ItemKey};
use slip_compile::check::gear::is_carried;
use slip_compile::check::skills::{is_in, lists_in_force};
use slip_compile::resolve::{DeclaredItem, Kinds, Program};
use slip_pack::encounter::Play;
use slip_source::diagnostic::{COMPLETION_WORD, Code, Diagnostic};
use slip_syntax::tree::{Declaration, Item};
use std::collections::BTreeSet;

/// Suggestion of a completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// Label of the suggestion.
    pub label: String,
    /// Kind of the suggestion.
    pub kind: SuggestionKind,
    /// Short detail that is shown beside the label.
    pub detail: String,
    /// Documentation of the suggestion, in Markdown.
    pub doc: String,
    /// Text to insert. In a snippet, `$1` is the next position of the cursor.
    pub insert: String,
    /// True if the text is a snippet.
    pub snippet: bool,
    /// Range of text to replace.
    pub spot: CurrentRange,
}

/// Kind of a completion suggestion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SuggestionKind {
    /// Keyword of the language.
    Keyword,
    /// Key of a block.
    Field,
    /// Name of a stunt.
    Stunt,
    /// One of a fixed set of words.
    Word,
    /// Name of a declaration.
    Name,
    /// Whole item, as a snippet.
    Snippet,
}

/// Highest rank of a skill that is suggested.
const HIGHEST_RANK: u8 = 5;

/// Maximum number of ranks of a statistic that are suggested.
const RANKS: i64 = 40;

/// Keys of a cluster whose values are systems.
const SYSTEMS: [&str; 2] = ["systems", "slipstream"];

/// Returns the suggestions at an offset.
pub fn complete<'v, 't: 'v>(view: &'v FileView<'v, '_, '_, 't>, offset: u32) -> Vec<Suggestion> {
    let cursor = cursor(view.text(), offset);
    if cursor.in_comment || cursor.in_text {
        return Vec::new();
    }
    let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let spot = CurrentRange { file: view.file, start: place(cursor.word.0), end: place(cursor.word.1) };
    let (reach, before) = reach(view, &cursor);
    let mut list = List { spot, reach, found: Vec::new() };
    if cursor.blocks.is_empty() {
        head(view, &cursor, before, &mut list);
    } else if cursor.blocks.as_slice() == ["use"] {
        used(view, &cursor, &mut list);
    } else if let Some(probe) = probe(view, &cursor) {
        inside(view, &cursor, &probe, &mut list);
    }
    list.found.sort_by(|one, other| (one.kind, &one.label).cmp(&(other.kind, &other.label)));
    list.found.dedup_by(|one, other| one.label == other.label && one.kind == other.kind);
    list.found
}

struct List<'p, 't> {
    spot: CurrentRange,
    /// Names that can be written at the cursor.
    reach: NamesInScope<'p, 't>,
    found: Vec<Suggestion>,
}

impl List<'_, '_> {
    fn add(&mut self, kind: SuggestionKind, label: &str, detail: impl Into<String>) {
        self.add_with(kind, label, detail, String::new(), label.to_owned(), false);
    }

    fn add_with(&mut self, kind: SuggestionKind, label: &str, detail: impl Into<String>, doc: String, insert: String, snippet: bool) {
        self.found.push(Suggestion { label: label.to_owned(), kind, detail: detail.into(), doc, insert, snippet, spot: self.spot });
    }
}

/// Returns the names that can be written at the cursor, and the end of the text before the cursor. If a package qualifier precedes the
/// cursor, the text ends before the qualifier.
fn reach<'v>(view: &FileView<'v, '_, '_, '_>, cursor: &Cursor) -> (NamesInScope<'v, 'v>, usize) {
    let bare = NamesInScope::bare(view.standing().context.program, view.package());
    let before = view.text().get(..cursor.word.0).unwrap_or_default();
    let behind = before.strip_suffix('.').or_else(|| {
        let list = before.trim_end_matches(|letter: char| letter.is_ascii_alphanumeric() || "_, \t\n".contains(letter));
        list.strip_suffix(".{").filter(|_| cursor.blocks.as_slice() == ["use"])
    });
    let Some(behind) = behind else { return (bare, cursor.word.0) };
    let (start, end) = word_at(behind, behind.len());
    match behind.get(start..end).filter(|word| word.starts_with(|first: char| first.is_ascii_lowercase())) {
        Some(word) => (bare.behind(word), start),
        None => (bare, cursor.word.0),
    }
}

/// Suggests whole items, and the parts of an item's first line.
fn head(view: &FileView<'_, '_, '_, '_>, cursor: &Cursor, before: usize, list: &mut List<'_, '_>) {
    let bare = list.reach.is_bare();
    let words: Vec<&str> = cursor.entry.iter().rev().skip(usize::from(!bare)).rev().map(String::as_str).collect();
    let text = view.text().get(cursor.item..before).unwrap_or_default();
    match words.as_slice() {
        [] if bare => items(view, list),
        [] => {}
        ["use", ..] if bare => dependencies(view, list),
        ["use", ..] => used(view, cursor, list),
        // An item cannot be derived from itself, so it is not suggested.
        [kind, name, .., "from"] => names(Kinds::One(kind), |declared| declared.name() != name || declared.package != view.package(), list),
        [kind, ..] if text.trim_end().ends_with(':') => designs(view, kind, list),
        ["alias", .., "for"] => {
            let kinds = view.standing().context.program.kinds();
            let kinds: Vec<&str> = kinds.iter().map(EcoString::as_str).collect();
            names(Kinds::Any(&kinds), |_| true, list);
        }
        ["patch", ..] => patched(view, list),
        [kind, name, ..] if bare && name.starts_with(|first: char| first.is_ascii_lowercase()) && *kind != "test" => {
            list.add(SuggestionKind::Keyword, "from", "derive it from another of the same kind");
        }
        _ => {}
    }
}

/// Suggests the names that a `use` can import from a package: all of them, or those of one kind.
fn used(view: &FileView<'_, '_, '_, '_>, cursor: &Cursor, list: &mut List<'_, '_>) {
    let kinds = view.standing().context.program.kinds();
    let text = view.text().get(cursor.item..cursor.word.0).unwrap_or_default();
    let named = text.split_whitespace().nth(1).and_then(|word| kinds.iter().find(|kind| *kind == word));
    let all: Vec<&str> = named.into_iter().chain(kinds.iter().filter(|_| named.is_none())).map(EcoString::as_str).collect();
    names(Kinds::Any(&all), |declared| !cursor.entry.iter().any(|word| word == declared.name().as_str()), list);
}

/// Types of play that encounters and doctrines have.
const PLAYED: [&str; 5] = [Play::Personal.word(), Play::Space.word(), Play::Social.word(), Play::Platoon.word(), Play::Stakes.word()];

/// Suggests kinds of items that can begin at the start of a line.
fn items(view: &FileView<'_, '_, '_, '_>, list: &mut List<'_, '_>) {
    let context = view.standing().context;
    for kind in context.program.kinds() {
        list.add(SuggestionKind::Keyword, &kind, "an item");
    }
    for (word, what) in
        [("use", "import names from a package"), ("alias", "an old name"), ("patch", "a house rule"), ("test", "a check of your content")]
    {
        list.add(SuggestionKind::Keyword, word, what);
    }
    for (id, design) in &context.designs {
        if context.program.peek(view.package(), "design", &design.name) == Some(*id) {
            let label = format!("{} : {}", design.kind, design.name);
            let title = design.title.to_string();
            list.add_with(SuggestionKind::Snippet, &label, title, String::new(), skeleton(design), true);
        }
    }
    let encounter = format!("encounter ${{1:name}} \"${{2:Title}}\" : ${{3|{}|}} {{\n  $0\n}}", PLAYED.join(","));
    list.add_with(SuggestionKind::Snippet, "encounter … { … }", "a fight, a talk, a battle", String::new(), encounter, true);
    let test = "test \"${1:what is true}\" {\n  expect $0\n}";
    list.add_with(SuggestionKind::Snippet, "test … { … }", "a check of your content", String::new(), test.to_owned(), true);
}

/// Returns a snippet of an item with the lines that its design requires.
fn skeleton(design: &Design) -> String {
    let mut next = 3;
    let mut lines = String::new();
    let mut line = |word: &str, value: String| {
        lines.push_str(&format!("  {word} ${{{next}:{value}}}\n"));
        next += 1;
    };
    if let Some((low, high, _)) = design.tech {
        line("tech", format!("T{}", 1.clamp(low, high.max(low))));
    }
    let low = |rule: &slip_compile::check::design::StatRule| match rule.letters.first() {
        Some(letter) => letter.to_string(),
        None => "0".to_owned(),
    };
    for rule in design.stats.iter().filter(|rule| rule.needed && !rule.fixed) {
        line(&rule.name, low(rule));
    }
    format!("{} ${{1:name}} \"${{2:Title}}\" : {} {{\n{lines}  $0\n}}", design.kind, design.name)
}

fn designs(view: &FileView<'_, '_, '_, '_>, kind: &str, list: &mut List<'_, '_>) {
    let context = view.standing().context;
    if (kind == "encounter" || kind == "doctrine") && list.reach.is_bare() {
        for word in PLAYED {
            list.add(SuggestionKind::Word, word, "a kind of play");
        }
        return;
    }
    let fits = |(_, design): &(_, &Design)| design.kind == kind || kind == "design";
    for (id, design) in context.designs.iter().filter(fits) {
        // After `design NAME :` the kind is written and not the name of a design.
        let written = if kind == "design" && list.reach.is_bare() {
            Some(design.kind.to_string())
        } else {
            context.program.get(*id).and_then(|declared| list.reach.written(declared))
        };
        if let Some(written) = written {
            list.add(SuggestionKind::Name, &written, design.title.to_string());
        }
    }
}

fn dependencies(view: &FileView<'_, '_, '_, '_>, list: &mut List<'_, '_>) {
    let package = view.standing().context.program.sources.package(view.package());
    for (name, _) in package.into_iter().flat_map(|package| &package.dependencies) {
        list.add(SuggestionKind::Name, name, "a package");
    }
}

fn patched(view: &FileView<'_, '_, '_, '_>, list: &mut List<'_, '_>) {
    let program = view.standing().context.program;
    for declared in program.all().iter().filter(|declared| declared.package != view.package()) {
        let written = if list.reach.is_bare() { Some(program.key(declared).to_string()) } else { list.reach.written(declared) };
        if let Some(written) = written {
            list.add(SuggestionKind::Name, &written, declared.kind().to_owned());
        }
    }
}

/// Suggests declarations of the given kinds that satisfy a condition.
fn names(kinds: Kinds<'_>, fits: impl Fn(&DeclaredItem<'_>) -> bool, list: &mut List<'_, '_>) {
    for (name, declared) in list.reach.names(kinds) {
        if fits(declared) {
            let detail = format!("{} \"{}\"", declared.kind(), declared.title());
            let doc = declared.tree.doc.as_ref().map(ToString::to_string).unwrap_or_default();
            list.add_with(SuggestionKind::Name, &name, detail, doc, name.clone(), false);
        }
    }
}

/// Checks the item at the cursor with an unknown word in place of the cursor.
fn probe(view: &FileView<'_, '_, '_, '_>, cursor: &Cursor) -> Option<ChangedPart> {
    let before = view.text().get(cursor.item..cursor.word.0)?;
    let behind = view.text().get(cursor.word.1..cursor.item_end)?;
    // Brackets opened in the line are closed after the cursor, unless the author has closed them.
    let line = behind.split('\n').next().unwrap_or_default();
    let closed = line.contains([')', ']']);
    let open: String = if closed { String::new() } else { cursor.open.chars().rev().collect() };
    draft(view.world, view.file, &format!("{before}{COMPLETION_WORD}{open}{behind}"))
}

/// Suggests the keys and words that the checker would have accepted in a block.
fn inside(view: &FileView<'_, '_, '_, '_>, cursor: &Cursor, probe: &ChangedPart, list: &mut List<'_, '_>) {
    let program = view.standing().context.program;
    let text = |span| program.sources.slice(span);
    let here = probe.tree.items.iter().find_map(|item| match item {
        Item::Declaration(tree) => Some(tree),
        _ => None,
    });
    let declared = here.and_then(|tree: &Declaration| view.standing().declared(&probe.tree, tree));
    let design = declared.as_ref().and_then(|declared| design_of(view, declared).filter(|_| declared.kind() != "design"));
    if cursor.entry.is_empty() && list.reach.is_bare() {
        keys(program, cursor, probe, (declared.as_ref(), design), list);
    }
    // Stunts are suggested in the form in which they can be written here, some with their package. The checker's message contains only
    // their bare names.
    let key = cursor.entry.first().and_then(|key| design.and_then(|design| design.keys.get(key.as_str())));
    let is_stunt = matches!(key, Some(ItemKey::Stunts)) && cursor.call.is_none();
    if !cursor.entry.is_empty() && list.reach.has_words() && !is_stunt {
        let in_doctrine = declared.as_ref().is_some_and(|declared| declared.kind() == "doctrine");
        words(program, cursor, probe, in_doctrine, list);
    }
    if let (Some(design), Some(declared)) = (design, &declared) {
        values(view, cursor, design, declared, list);
    }
    let wanted: BTreeSet<&EcoString> =
        probe.trail.wanted.iter().filter(|(span, _)| text(*span) == COMPLETION_WORD).flat_map(|(_, kinds)| kinds).collect();
    let wanted: Vec<&str> = wanted.into_iter().map(EcoString::as_str).filter(|kind| design.is_none() || *kind != "stunt").collect();
    if !wanted.is_empty() {
        let carried = cursor.entry.first().is_some_and(|key| key == "gear");
        let fitting = probe.trail.fitting.iter().find(|(span, _)| text(*span) == COMPLETION_WORD).map(|(_, fitting)| fitting);
        let lists = skill_lists(view, declared.as_ref(), design);
        let fits = |declared: &DeclaredItem<'_>| {
            let is_fit = fitting.is_none_or(|fitting| fitting.contains(&declared.id) || !program.is_built_kind(declared.kind()));
            let is_listed = declared.kind() != "skill" || lists.is_empty() || lists.iter().any(|list| is_in(declared, list));
            (!carried || is_carried(program, declared)) && is_fit && is_listed
        };
        names(Kinds::Any(&wanted), fits, list);
    }
    if !list.reach.is_bare() {
        return;
    }
    for (word, detail) in zone_completion::of(view, cursor, declared.as_ref()) {
        list.add(SuggestionKind::Name, &word, detail);
    }
    if cursor.blocks.first().is_some_and(|kind| kind == "cluster")
        && cursor.entry.first().is_some_and(|key| SYSTEMS.contains(&key.as_str()))
    {
        names(Kinds::One("system"), |_| true, list);
    }
    if cursor.entry.is_empty() && cursor.blocks.as_slice() == ["test"] {
        list.add(SuggestionKind::Keyword, "expect", "a claim to check");
    }
    if cursor.entry.first().is_some_and(|key| key == "allow") {
        for code in Code::ALL.iter().filter(|code| code.waivable()) {
            let doc = code.page().to_owned();
            let insert = format!("{} \"${{1:why}}\"", code.slug());
            list.add_with(SuggestionKind::Word, code.slug(), "can be allowed with a reason", doc, insert, true);
        }
    }
}

/// Returns the skill lists in force at the cursor: the list of the design, otherwise the lists of the package. An empty result means that
/// all skills are allowed.
fn skill_lists(view: &FileView<'_, '_, '_, '_>, declared: Option<&DeclaredItem<'_>>, design: Option<&Design>) -> BTreeSet<EcoString> {
    if let Some(list) = design.and_then(|design| design.skill_list.clone()) {
        return BTreeSet::from([list]);
    }
    let kinds: Vec<EcoString> = declared.into_iter().map(|declared| declared.kind().into()).collect();
    lists_in_force(view.standing().context.program, view.package(), &kinds)
}

/// Suggests the keys of the block around the cursor.
fn keys(
    program: &Program<'_>,
    cursor: &Cursor,
    probe: &ChangedPart,
    (declared, design): (Option<&DeclaredItem<'_>>, Option<&Design>),
    list: &mut List<'_, '_>,
) {
    let entries = || declared.into_iter().filter_map(|declared| declared.tree.block.as_ref()).flat_map(|block| &block.entries);
    let written = |word: &str| entries().any(|entry| entry.word() == word);
    if let (Some(design), [_]) = (design, cursor.blocks.as_slice()) {
        let mut words: Vec<&EcoString> = design.keys.keys().collect();
        words.sort_unstable();
        for word in words {
            let many = matches!(design.keys.get(word), Some(ItemKey::Allow | ItemKey::Mode | ItemKey::Effect));
            if many || !written(word) {
                list.add(SuggestionKind::Field, word, field(design, word));
            }
        }
        return;
    }
    if let (Some(design), Some("tracks")) = (design, cursor.blocks.last().map(String::as_str)) {
        for track in &design.tracks {
            list.add(SuggestionKind::Field, &track.name, "a track");
        }
        return;
    }
    if let (Some(_), Some("skills")) = (design, cursor.blocks.last().map(String::as_str)) {
        for rank in (1..=HIGHEST_RANK).rev() {
            list.add(SuggestionKind::Field, &rank.to_string(), "a rank, followed by the skills that have it");
        }
        return;
    }
    for word in could_be(program, probe) {
        list.add(SuggestionKind::Field, word, "");
    }
}

/// Iterates over the keywords that the checker would have accepted at the cursor.
fn could_be<'p>(program: &'p Program<'_>, probe: &'p ChangedPart) -> impl Iterator<Item = &'p str> {
    let there = |found: &&Diagnostic| program.sources.slice(found.primary.span).contains(COMPLETION_WORD);
    probe.checked.diagnostics.iter().filter(there).flat_map(|found| found.could_be.iter().map(EcoString::as_str))
}

/// Suggests keywords after another keyword.
fn words(program: &Program<'_>, cursor: &Cursor, probe: &ChangedPart, in_doctrine: bool, list: &mut List<'_, '_>) {
    for word in could_be(program, probe) {
        list.add(SuggestionKind::Word, word, "");
    }
    let behind = |word: &str| cursor.entry.iter().any(|before| before == word);
    if cursor.entry.first().is_some_and(|key| key == "victory") && cursor.entry.len() == 2 {
        list.add(SuggestionKind::Keyword, "when", "the condition of the victory");
    }
    if in_doctrine && list.reach.is_bare() && !behind("when") && cursor.entry.len() > 1 {
        list.add(SuggestionKind::Keyword, "when", "only if a condition is true");
    }
}

fn field(design: &Design, word: &str) -> String {
    match design.keys.get(word) {
        Some(ItemKey::Stat(at)) => design.stats.get(*at).map_or(String::new(), |rule| rule.title.to_string()),
        Some(ItemKey::Tech) => "its technology".to_owned(),
        Some(ItemKey::Stunts) => "its special abilities".to_owned(),
        Some(ItemKey::Aspects) => "phrases that describe it".to_owned(),
        Some(ItemKey::Allow) => "an exception with a reason".to_owned(),
        _ => String::new(),
    }
}

/// Suggests the values of a key of an item.
fn values(view: &FileView<'_, '_, '_, '_>, cursor: &Cursor, design: &Design, declared: &DeclaredItem<'_>, list: &mut List<'_, '_>) {
    let Some(key) = cursor.entry.first().and_then(|key| design.keys.get(key.as_str())) else { return };
    match key {
        ItemKey::Stunts if cursor.call.is_none() => stunts(view, design, declared, list),
        _ if !list.reach.is_bare() => {}
        ItemKey::Tech => {
            let (low, high) = design.tech.map_or((-4, 4), |(low, high, _)| (low, high));
            for tech in low..=high {
                let called = design.tech_called(tech).map(ToString::to_string).unwrap_or_default();
                list.add(SuggestionKind::Word, &format!("T{tech}"), called);
            }
        }
        ItemKey::Stat(at) if cursor.entry.len() == 1 => ranks(view, design, declared, *at, list),
        ItemKey::Choice(at) => {
            for word in design.choices.get(*at).into_iter().flat_map(|rule| &rule.words) {
                list.add(SuggestionKind::Word, word, "");
            }
        }
        _ => {}
    }
}

/// Suggests the ranks of a statistic, each with its cost.
fn ranks(view: &FileView<'_, '_, '_, '_>, design: &Design, declared: &DeclaredItem<'_>, at: usize, list: &mut List<'_, '_>) {
    let Some(rule) = design.stats.get(at) else { return };
    with_values(view, design, declared, |values| {
        let (Ok(low), Ok(high)) = (values.eval(&rule.low, 0), values.high(rule, at)) else { return };
        for rank in (low..=high).take(usize::try_from(RANKS).unwrap_or_default()) {
            let letter = usize::try_from(rank).ok().and_then(|at| rule.letters.get(at));
            let written = letter.map_or_else(|| rank.to_string(), |letter| format!("\"{letter}\""));
            let detail = match rule.cost.as_ref().and_then(|cost| values.eval(cost, rank).ok()) {
                Some(0) => "free".to_owned(),
                Some(cost @ 1..) => format!("costs {cost}"),
                Some(cost) => format!("gives {}", cost.saturating_neg()),
                None => String::new(),
            };
            list.add(SuggestionKind::Word, &written, detail);
        }
    });
}

/// Suggests the stunts of a design with their prices and the build points left. Stunts declared outside designs are suggested like other
/// names.
fn stunts(view: &FileView<'_, '_, '_, '_>, design: &Design, declared: &DeclaredItem<'_>, list: &mut List<'_, '_>) {
    let item = built(view, declared);
    let left = item.as_ref().and_then(|item| Some(item.budget? - item.spent));
    let has = |name: &str| item.as_ref().is_some_and(|item| item.stunts.iter().any(|stunt| stunt.name == name));
    let program = view.standing().context.program;
    with_values(view, design, declared, |values| {
        for rule in design.stunts.iter().filter(|rule| rule.many || !rule.params.is_empty() || !has(&rule.name)) {
            if rule.only.as_ref().is_some_and(|only| !values.holds(&only.formula)) {
                continue;
            }
            let written = match rule.loose {
                Some(loose) => program.get(loose).and_then(|loose| list.reach.written(loose)),
                None => list.reach.is_bare().then(|| rule.name.to_string()),
            };
            let Some(written) = written else { continue };
            let cost = price(design, rule, values);
            let price = cost.map_or(String::new(), |cost| match cost {
                0 => "free".to_owned(),
                1.. => format!("costs {cost}"),
                _ => format!("gives {}", cost.saturating_neg()),
            });
            let detail = match left.filter(|_| cost.is_some()) {
                Some(0..) => format!("{price}, {} left", left.unwrap_or_default()),
                Some(over) => format!("{price}, {} too many already", over.saturating_neg()),
                None => price,
            };
            let doc = sheet::stunt_rule(view, design, rule, cost);
            let insert = if rule.params.is_empty() { written.clone() } else { format!("{written}($1)") };
            list.add_with(SuggestionKind::Stunt, &written, detail, doc, insert, !rule.params.is_empty());
        }
    });
}

#[cfg(test)]
mod tests {
    use slip_source::diagnostic::COMPLETION_WORD;

    #[test]
    fn nobody_is_called_so() {
        for (_, text) in slip_compile::stdlib::FILES {
            assert!(!text.contains(COMPLETION_WORD));
        }
    }
}
