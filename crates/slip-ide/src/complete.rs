//! Completion at the cursor.
//!
//! It uses the checker. An unknown word is inserted at the cursor, and the item is checked again. All words that the checker would have
//! accepted there are suggested.

use super::changed_part::{ChangedPart, draft};
use super::cursor_context::{Cursor, cursor, word_at};
use super::declaration_members::design_of;
use super::file_view::{CurrentRange, FileView};
use super::item_values;
use super::name_scope::NamesInScope;
use super::usable_skills::UsableSkills;
use super::word_completion;
use super::zone_completion;
use ecow::EcoString;
use slip_compile::block_schema::{self, BlockSchema};
use slip_compile::check::design::{Design, ItemKey};
use slip_compile::check::effect::is_person;
use slip_compile::check::gear::is_carried;
use slip_compile::check::skills::{is_in, is_open, lists_in_force};
use slip_compile::resolve::{DeclaredItem, Kinds, Program};
use slip_pack::doctrine::DoctrineKind;
use slip_pack::encounter::Play;
use slip_pack::item::BuiltItem;
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
    // If suggestions have the same text, only one is kept. A suggestion with documentation or a detail is preferred.
    list.found.sort_by(|one, other| {
        let says = |one: &Suggestion| (one.doc.is_empty(), one.detail.is_empty(), one.kind);
        (&one.label, says(one)).cmp(&(&other.label, says(other)))
    });
    list.found.dedup_by(|one, other| one.label == other.label);
    list.found.sort_by(|one, other| (one.kind, &one.label).cmp(&(other.kind, &other.label)));
    list.found
}

/// Suggestions that were found so far.
pub(super) struct List<'p, 't> {
    spot: CurrentRange,
    /// Names that can be written at the cursor.
    pub(super) reach: NamesInScope<'p, 't>,
    found: Vec<Suggestion>,
}

impl List<'_, '_> {
    pub(super) fn add(&mut self, kind: SuggestionKind, label: &str, detail: impl Into<String>) {
        self.add_with(kind, label, detail, String::new(), label.to_owned(), false);
    }

    pub(super) fn add_with(
        &mut self,
        kind: SuggestionKind,
        label: &str,
        detail: impl Into<String>,
        doc: String,
        insert: String,
        snippet: bool,
    ) {
        self.found.push(Suggestion { label: label.to_owned(), kind, detail: detail.into(), doc, insert, snippet, spot: self.spot });
    }
}

/// Returns the names that can be written at the cursor, and the end of the text before the cursor. A package qualifier in front of the
/// cursor is not part of this text.
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
        ["alias", kind, .., "for"] => names(Kinds::One(kind), |_| true, list),
        ["alias" | "patch"] if bare => {
            for kind in view.standing().context.program.kinds() {
                list.add(SuggestionKind::Keyword, &kind, "a kind");
            }
            if words == ["patch"] {
                patched(view, None, list);
            }
        }
        ["patch", kind, ..] if view.standing().context.program.is_kind(kind) => patched(view, Some(kind), list),
        ["patch", ..] => patched(view, None, list),
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

/// Kinds of conflict that an encounter or a doctrine can be for, such as `personal`.
pub(super) const PLAYED: [&str; 5] =
    [Play::Personal.word(), Play::Space.word(), Play::Social.word(), Play::Platoon.word(), Play::Stakes.word()];

/// Suggests the keywords and snippets with which an item begins, at the start of a line.
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
    for (id, design) in context.designs.iter() {
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
    if kind == "map" {
        names(Kinds::One("template"), |_| true, list);
        return;
    }
    let fits = |(_, design): &(_, &Design)| design.kind == kind || kind == "design";
    for (id, design) in context.designs.iter().filter(fits) {
        // After `design NAME :`, authors write the kind of the items and not the name of a design.
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

/// Suggests the things of other packages that a `patch` can change: all of them, or those of one kind.
fn patched(view: &FileView<'_, '_, '_, '_>, kind: Option<&str>, list: &mut List<'_, '_>) {
    let program = view.standing().context.program;
    let is_meant = |declared: &&DeclaredItem<'_>| declared.package != view.package() && kind.is_none_or(|kind| declared.kind() == kind);
    for declared in program.all().iter().filter(is_meant) {
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
    // Brackets that are opened in the line are closed after the cursor, unless the author has already closed them.
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
    // Stunts are suggested in the form in which they can be written here, if necessary with their package. The checker's message contains
    // only their names.
    let key = cursor.entry.first().and_then(|key| design.and_then(|design| design.keys.get(key.as_str())));
    let is_stunt = matches!(key, Some(ItemKey::Stunts)) && cursor.call.is_none();
    if !cursor.entry.is_empty() && list.reach.has_words() && !is_stunt {
        let in_doctrine = declared.as_ref().is_some_and(|declared| declared.kind() == "doctrine");
        let skills = UsableSkills::new(view, declared.as_ref(), cursor);
        words(program, cursor, probe, (in_doctrine, &skills), list);
    }
    if let (Some(design), Some(declared)) = (design, &declared) {
        item_values::of(view, cursor, design, declared, list);
    }
    let wanted: BTreeSet<&EcoString> =
        probe.trail.wanted.iter().filter(|(span, _)| text(*span) == COMPLETION_WORD).flat_map(|(_, kinds)| kinds).collect();
    let wanted: Vec<&str> = wanted.into_iter().map(EcoString::as_str).filter(|kind| design.is_none() || *kind != "stunt").collect();
    if !wanted.is_empty() {
        let carried = cursor.entry.first().is_some_and(|key| key == "gear");
        let fitting = probe.trail.fitting.iter().find(|(span, _)| text(*span) == COMPLETION_WORD).map(|(_, fitting)| fitting);
        let owner = design.or_else(|| asked_about(view, cursor));
        let lists = skill_lists(view, declared.as_ref(), owner);
        let owners = skill_owners(view, declared.as_ref(), owner);
        let owners = owners.as_deref();
        let play = declared.as_ref().filter(|here| here.kind() == "encounter").and_then(|here| program.behind_colon(here));
        let play = play.map(|play| play.name.text.clone());
        // In a block `ship`, `fighter` or `composite` of an encounter, only people and crews are suggested.
        let posts = cursor.blocks.last().is_some_and(|block| ["ship", "fighter", "composite"].contains(&block.as_str()))
            && cursor.blocks.first().is_some_and(|kind| kind == "encounter");
        let base = declared.as_ref().filter(|_| carried).and_then(|declared| item_values::shrunk(view, cursor, declared));
        let fits = |declared: &DeclaredItem<'_>| {
            let is_fit = fitting.is_none_or(|fitting| fitting.contains(&declared.id) || !program.is_built_kind(declared.kind()));
            let is_listed = declared.kind() != "skill"
                || (lists.is_empty() || lists.iter().any(|list| is_in(declared, list)))
                    && owners.is_none_or(|owners| owners.iter().any(|(kind, class)| is_open(declared, kind, class.as_ref())));
            let has = |base: &BuiltItem| base.gear.iter().any(|gear| gear.kind == declared.kind() && gear.name == *declared.name());
            let is_played = declared.kind() != "doctrine" || play.as_ref().is_none_or(|play| is_doctrine_for(program, declared, play));
            let is_posted = !posts || !program.is_built_kind(declared.kind()) || is_person(declared.kind()) || declared.kind() == "crew";
            (!carried || is_carried(program, declared)) && is_fit && is_listed && is_played && is_posted && base.as_ref().is_none_or(has)
        };
        names(Kinds::Any(&wanted), fits, list);
    }
    if !list.reach.is_bare() {
        return;
    }
    for (kind, word, detail) in word_completion::of(view, cursor, declared.as_ref()) {
        list.add(kind, &word, detail);
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

/// True if a doctrine is for a kind of play.
fn is_doctrine_for(program: &Program<'_>, doctrine: &DeclaredItem<'_>, play: &str) -> bool {
    program.behind_colon(doctrine).is_none_or(|kind| kind.name.text == play || kind.name.text == DoctrineKind::Fate.word())
}

/// Returns the design of the item whose rank a test asks for: `rank(guard, …)`.
fn asked_about<'v>(view: &'v FileView<'v, '_, '_, '_>, cursor: &Cursor) -> Option<&'v Design> {
    let is_rank = cursor.call.as_ref().is_some_and(|(question, commas)| question == "rank" && *commas == 1);
    let name = cursor.entry.last().filter(|_| is_rank)?;
    let program = view.standing().context.program;
    let is_meant = |item: &&DeclaredItem<'_>| item.name() == name && program.is_built_kind(item.kind());
    design_of(view, program.all().iter().filter(is_meant).find(|item| item.package == view.package())?)
}

/// Returns the skill lists in force at the cursor: the list of the design, otherwise the lists of the package. An empty result means that
/// all skills are allowed.
fn skill_lists(view: &FileView<'_, '_, '_, '_>, declared: Option<&DeclaredItem<'_>>, design: Option<&Design>) -> BTreeSet<EcoString> {
    if let Some(list) = design.and_then(|design| design.skill_list.clone()) {
        return BTreeSet::from([list]);
    }
    let program = view.standing().context.program;
    let kind = declared.map_or("", |declared| declared.kind());
    if kind == "encounter" {
        // An encounter has no skill list, so the lists of the people of the package apply.
        let own = program.all().iter().filter(|item| item.package == view.package() && is_person(item.kind()));
        let lists: BTreeSet<EcoString> = own.filter_map(|item| design_of(view, item)?.skill_list.clone()).collect();
        if !lists.is_empty() {
            return lists;
        }
    }
    lists_in_force(program, view.package(), &[kind.into()])
}

/// Returns the kinds of items whose skills can be written at the cursor; `None` means all kinds. If a design allows only one class of
/// skills, the class is given with the kind.
fn skill_owners(
    view: &FileView<'_, '_, '_, '_>,
    declared: Option<&DeclaredItem<'_>>,
    design: Option<&Design>,
) -> Option<Vec<(EcoString, Option<EcoString>)>> {
    let program = view.standing().context.program;
    match (design, declared.map_or("", |declared| declared.kind())) {
        (Some(design), _) => Some(vec![(design.kind.clone(), design.skill_class.clone())]),
        (None, "encounter") => {
            let people = program.kinds().into_iter().filter(|kind| program.is_built_kind(kind) && is_person(kind));
            Some(people.map(|kind| (kind, None)).collect())
        }
        _ => None,
    }
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
    let block = block_around(cursor, declared);
    for word in could_be(program, probe) {
        match block.and_then(|block| block.entry(word)) {
            Some(entry) => list.add_with(SuggestionKind::Field, word, entry.form, entry.doc.to_owned(), word.to_owned(), false),
            None => list.add(SuggestionKind::Field, word, ""),
        }
    }
}

/// Returns the description of the block around the cursor; `None` if the language does not define its entries.
fn block_around(cursor: &Cursor, declared: Option<&DeclaredItem<'_>>) -> Option<&'static BlockSchema> {
    let path: Vec<&str> = cursor.blocks.iter().map(String::as_str).collect();
    let design = declared.and_then(|declared| declared.tree.design.as_ref()).map(|design| design.name.text.as_str());
    block_schema::find(&path, design)
}

/// Returns the keywords that the checker would have accepted at the cursor.
fn could_be<'p>(program: &'p Program<'_>, probe: &'p ChangedPart) -> impl Iterator<Item = &'p str> {
    let there = |found: &&Diagnostic| program.sources.slice(found.primary.span).contains(COMPLETION_WORD);
    probe.checked.diagnostics.iter().filter(there).flat_map(|found| found.could_be.iter().map(EcoString::as_str))
}

/// Kinds of items that have entries with conditions.
const CONDITIONAL_BLOCKS: [&str; 5] = ["design", "encounter", "scenario", "skill", "stunt"];

/// Entries that may end with `when` and a condition: the key, and the smallest number of words before `when`, including the key.
const CONDITIONAL: &[(&str, usize)] = &[
    ("advise", 2),
    ("aspect", 2),
    ("consequences", 2),
    ("default", 1),
    ("fixed", 1),
    ("grade", 2),
    ("idle", 1),
    ("inherent", 1),
    ("map_skills", 1),
    ("note", 2),
    ("only", 1),
    ("optional", 2),
    ("otherwise", 2),
    ("price", 2),
    ("require", 2),
    ("skill_rank", 3),
    ("then", 2),
    ("victory", 2),
];

/// Suggests the keywords that can follow the words of an entry.
fn words(
    program: &Program<'_>,
    cursor: &Cursor,
    probe: &ChangedPart,
    (in_doctrine, skills): (bool, &UsableSkills<'_, '_>),
    list: &mut List<'_, '_>,
) {
    for word in could_be(program, probe).filter(|word| skills.is_usable(word)) {
        if let Some(rest) = not_yet_written(cursor, word) {
            list.add(SuggestionKind::Word, &rest, "");
        }
    }
    let behind = |word: &str| cursor.entry.iter().any(|before| before == word);
    let may_have_condition = |(key, least): &(&str, usize)| {
        cursor.entry.first().is_some_and(|first| first == key) && cursor.entry.len() >= *least && cursor.call.is_none()
    };
    let has_conditions = cursor.blocks.first().is_some_and(|kind| CONDITIONAL_BLOCKS.contains(&kind.as_str()));
    if list.reach.is_bare() && has_conditions && !behind("when") && CONDITIONAL.iter().any(may_have_condition) {
        list.add(SuggestionKind::Keyword, "when", "only if a condition is true");
    }
    if in_doctrine && list.reach.is_bare() && !behind("when") {
        list.add(SuggestionKind::Keyword, "when", "only if a condition is true");
    }
}

/// Returns the part of a form, such as `at N to ZONE`, that is missing at the cursor. These are the words after the written ones, up to the
/// next placeholder in capitals, which can be any word. Returns `None` if the written words do not fit the form. A form of a single word is
/// not suggested directly after that word.
fn not_yet_written(cursor: &Cursor, words: &str) -> Option<String> {
    let spaced = words.replace(',', " ,");
    let parts: Vec<&str> = spaced.split_whitespace().collect();
    let before: Vec<&str> = cursor.entry.iter().skip(1).map(String::as_str).collect();
    if let [only] = parts.as_slice() {
        return (before.last() != Some(only)).then(|| words.to_owned());
    }
    if words.starts_with('"') {
        return Some(words.to_owned());
    }
    let is_open = |part: &&str| part.starts_with(|first: char| first.is_ascii_uppercase());
    let fits = |part: &&str, word: &str| match *part {
        "N" => word.contains(|letter: char| letter.is_ascii_digit()),
        part => is_open(&part) || part == word,
    };
    let since_comma = before.iter().rposition(|word| *word == ",").and_then(|at| before.get(at + 1..)).unwrap_or(&before);
    let rest = [before.as_slice(), since_comma].into_iter().find_map(|before| {
        let (written, rest) = parts.split_at_checked(before.len())?;
        written.iter().zip(before).all(|(part, word)| fits(part, word)).then_some(rest)
    })?;
    let rest: Vec<&str> = rest.iter().copied().take_while(|part| !is_open(part)).collect();
    let rest = rest.join(" ").replace(" ,", ",").trim_start_matches(", ").to_owned();
    (!rest.is_empty()).then_some(rest)
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
