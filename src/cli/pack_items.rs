//! Lists everything that a pack declares, for `list` and for looking up names.

use super::Stop;
use super::compile_projects::CompiledProject;
use slip_pack::Pack;
use slip_pack::patch::EffectivePatch;
pub(super) use slip_pack::thing_view::Thing;

use std::path::Path;

/// Declared thing in a list.
#[derive(Clone, Copy)]
pub(super) struct ListedItem<'p> {
    pub(super) kind: &'p str,
    pub(super) package: &'p str,
    pub(super) name: &'p str,
    pub(super) title: &'p str,
    pub(super) thing: Thing<'p>,
}

impl<'p> ListedItem<'p> {
    fn of(thing: Thing<'p>) -> ListedItem<'p> {
        ListedItem { kind: thing.kind(), package: thing.package(), name: thing.name(), title: thing.title(), thing }
    }

    /// Returns the design that a stunt is declared in, if any.
    fn seller(&self) -> Option<&'p str> {
        match self.thing {
            Thing::Sold(stunt) => Some(&stunt.design.name),
            _ => None,
        }
    }
}

/// Returns all declared things that `list` shows, kind by kind.
pub(super) fn all(pack: &Pack) -> impl Iterator<Item = ListedItem<'_>> {
    Thing::all(pack).map(ListedItem::of)
}

/// Returns all declared things that a word can name: the things that `list` shows, and the stunts inside designs.
fn named(pack: &Pack) -> impl Iterator<Item = ListedItem<'_>> {
    Thing::all(pack).chain(Thing::sold(pack)).map(ListedItem::of)
}

/// Returns the house rules that changed a thing.
pub(super) fn patches<'p>(pack: &'p Pack, entry: &ListedItem<'p>) -> Vec<&'p EffectivePatch> {
    slip_export::listing::patches(pack, entry.thing)
}

/// Splits a word of the command line into kind, package and name: `nova`, `north.nova`, `weapon nova`, `weapon north.nova`.
pub(super) fn parts(word: &str) -> (Option<&str>, Option<&str>, &str) {
    let (kind, path) = word.trim().split_once(' ').map_or((None, word.trim()), |(kind, path)| (Some(kind), path.trim_start()));
    let (package, name) = path.split_once('.').map_or((None, path), |(package, name)| (Some(package), name));
    (kind, package, name)
}

/// Joins a kind and the name after it, which a shell passes as two words: `show weapon nova`. If the first word is itself a name, it is not
/// joined.
pub(super) fn joined(worlds: &[CompiledProject], words: &[String], meant: fn(&ListedItem<'_>) -> bool) -> Vec<String> {
    let mut joined: Vec<String> = Vec::new();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        let pair = words.peek().map(|next| format!("{word} {next}"));
        match pair.filter(|pair| find(worlds, word, meant).is_empty() && !find(worlds, pair, meant).is_empty()) {
            Some(pair) => {
                joined.push(pair);
                words.next();
            }
            None => joined.push(word.clone()),
        }
    }
    joined
}

/// Returns the things that a word of the command line can mean and that `meant` accepts. The word is `name` or `package.name`, perhaps with
/// its kind in front. An old name means the target of its alias. Declarations of the requested packages come first; those of dependencies
/// are used only if there are none.
pub(super) fn find<'w>(
    worlds: &'w [CompiledProject],
    word: &str,
    meant: fn(&ListedItem<'_>) -> bool,
) -> Vec<(&'w CompiledProject, ListedItem<'w>)> {
    let (kind, package, name) = parts(word);
    let is_called = |of: &str, called: &str| called == name && package.is_none_or(|package| of == package);
    let meant = |entry: &ListedItem<'_>| kind.is_none_or(|kind| entry.kind == kind) && meant(entry);
    let now = collect(worlds, |_, entry| meant(entry) && is_called(entry.package, entry.name));
    if !now.is_empty() {
        return now;
    }
    let was_called = |world: &CompiledProject, entry: &ListedItem<'_>| {
        let (names, key) = (world.pack.aliases.get(entry.kind), slip_pack::key(entry.package, entry.name));
        let mut old = names.into_iter().flatten().filter(|(_, now)| **now == key);
        old.any(|(old, _)| old.split_once('.').is_some_and(|(package, old)| is_called(package, old)))
    };
    collect(worlds, |world, entry| meant(entry) && was_called(world, entry))
}

/// Collects matching things of the requested packages or, if these have none, of their dependencies, without duplicates.
fn collect<'w>(
    worlds: &'w [CompiledProject],
    asked: impl Fn(&CompiledProject, &ListedItem<'_>) -> bool,
) -> Vec<(&'w CompiledProject, ListedItem<'w>)> {
    let mut own = Vec::new();
    let mut others: Vec<(&CompiledProject, ListedItem<'_>)> = Vec::new();
    for world in worlds {
        for entry in named(&world.pack).filter(|entry| asked(world, entry)) {
            let same = |(_, other): &(&CompiledProject, ListedItem<'_>)| {
                (other.package, other.kind, other.seller()) == (entry.package, entry.kind, entry.seller())
            };
            if world.is_root(entry.package) {
                own.push((world, entry));
            } else if !others.iter().any(same) {
                others.push((world, entry));
            }
        }
    }
    if own.is_empty() { others } else { own }
}

/// Returns the message for a word that is not the name of a thing. Only things that `meant` accepts are suggested.
pub(super) fn unknown(worlds: &[CompiledProject], what: &str, word: &str, meant: fn(&ListedItem<'_>) -> bool) -> String {
    let mut candidates: Vec<(bool, &str)> = Vec::new();
    for world in worlds {
        candidates.extend(named(&world.pack).filter(meant).map(|entry| (!world.is_root(entry.package), entry.name)));
    }
    // Names of the requested packages come first, since the first of two equally close names is suggested.
    candidates.sort();
    let (_, _, name) = parts(word);
    if Path::new(word).is_dir() {
        return format!("`{word}` is a folder: write `--in {word}` and the name of a thing in it");
    }
    if what == "encounter"
        && let Some(steps) = worlds.iter().find_map(|world| steps_of(world, word))
    {
        let steps = slip_suggest::alternatives(steps.iter().map(String::as_str));
        return format!("`{word}` is a scenario, but this command needs an encounter, such as an encounter of this scenario: {steps}");
    }
    match slip_suggest::nearest(name, candidates.iter().map(|(_, name)| *name)) {
        Some(near) => format!("there is no {what} `{word}`; did you mean `{near}`?"),
        None => format!("there is no {what} `{word}`; `slipyard list` shows all names"),
    }
}

/// Returns the encounters of a scenario with this name.
fn steps_of(world: &CompiledProject, word: &str) -> Option<Vec<String>> {
    let called = |entry: &ListedItem<'_>| word == entry.name || word == slip_pack::key(entry.package, entry.name);
    let scenario = all(&world.pack).filter(called).find_map(|entry| match entry.thing {
        Thing::Scenario(scenario) => Some(scenario),
        _ => None,
    })?;
    let name = |key: &str| format!("`{}`", key.rsplit('.').next().unwrap_or(key));
    Some(scenario.steps.iter().map(|step| name(&step.encounter)).collect())
}

/// Returns the error for a word with several meanings, with the qualified names to choose from.
pub(super) fn choose(what: impl std::fmt::Display, found: &[(&CompiledProject, ListedItem<'_>)]) -> Stop {
    let is_of_several_kinds = found.iter().zip(found.iter().skip(1)).any(|((_, one), (_, other))| one.kind != other.kind);
    let names = found.iter().map(|(_, entry)| match is_of_several_kinds {
        true => format!("`{} {}.{}`", entry.kind, entry.package, entry.name),
        false => format!("`{}.{}`", entry.package, entry.name),
    });
    let names: Vec<String> = names.collect();
    Stop::because(format!("{what}: write {}", names.join(" or ")))
}
