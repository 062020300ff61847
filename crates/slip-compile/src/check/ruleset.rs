//! Compiles rulesets: the settings, their possible values, and the rules in force.
//!
//! A `setting` entry declares a setting. Its first value (or `default`) applies until a ruleset changes it. Rulesets of an encounter
//! override rulesets of its package, and these override the `default` rulesets of `std`. Refuses unknown settings and values, circles of
//! `use`, and two rulesets of the same level that disagree.

mod conditions;
mod rulesets_of_play;
mod settings;
mod unread_settings;
mod unused_rulesets;

pub use conditions::check as check_conditions;
pub use rulesets_of_play::is_read_in;
pub use settings::{DeclaredSetting, ProgramSettings, SettingValues};
pub(super) use settings::{in_words, written};
pub use unread_settings::check as check_settings;
pub use unused_rulesets::check as check_use;

use super::ruleset_errors as errors;
use super::simple_entries;
use crate::block_schema::worlds::RULESET;
use crate::resolve::{DeclId, DeclaredItem, Kinds, Program};
use slip_limits::RULESETS_DEEP;
use slip_pack::Name;
use slip_pack::ruleset::{Rules, Ruleset, Setting};
use slip_source::diagnostic::{Code, Diagnostics, Severity};
use slip_source::{FileId, PackageId, Span};
use slip_syntax::tree::{Entry, Key, NamePath};
use std::collections::{BTreeMap, BTreeSet};

/// Ruleset after merging with the rulesets that it names after `use`.
#[derive(Clone, Debug, Default)]
struct MergedRuleset {
    /// Values that the merged rulesets set, by the name of the setting, each with its span and ruleset.
    said: BTreeMap<Name, WrittenSetting>,
    /// Merged rulesets, the most basic first.
    rulesets: Vec<(Name, DeclId)>,
    /// The `use` that makes the ruleset use itself, directly or through other rulesets: its span, and the name in it.
    circle: Option<(Span, Name)>,
    /// True if the chain of `use` is longer than the limit.
    too_deep: bool,
    /// Settings whose value is unknown, because it could not be read or the name of the setting is misspelt.
    lost: BTreeSet<Name>,
}

/// Path from a ruleset to the current one through the rulesets that they use.
#[derive(Default)]
struct UsePath {
    /// Rulesets on the path, from the first one to the current one.
    chain: Vec<DeclId>,
    /// Results for rulesets that are merged already. Several rulesets may use one ruleset, which is merged only once.
    done: BTreeMap<DeclId, MergedRuleset>,
}

/// Value that a ruleset sets, with its span.
#[derive(Clone, Debug)]
struct WrittenSetting {
    value: Setting,
    ruleset: Name,
    span: Span,
}

/// Compiles a ruleset.
pub fn check(program: &Program<'_>, settings: &ProgramSettings, declared: &DeclaredItem<'_>, out: &mut Diagnostics) -> Ruleset {
    check_keys(program, settings, declared, out);
    let laid = lay(program, settings, declared, &mut UsePath::default(), out);
    if let Some((span, name)) = &laid.circle {
        out.push(errors::circle(*span, name));
    }
    if laid.too_deep {
        out.push(errors::too_deep(declared.tree.name.span, declared.name(), RULESETS_DEEP));
    }
    let mut rules = Rules::default();
    for (name, setting) in settings.declared_in(declared.id) {
        rules.settings.insert(name.clone(), setting.default.clone());
    }
    apply(settings, &mut rules, laid);
    Ruleset {
        name: declared.name().clone(),
        title: declared.title().to_string(),
        package: program.package_name(declared.package).into(),
        rules,
    }
}

/// True if all rulesets that a package lists under `variants` exist and agree about every setting.
pub fn is_settled(program: &Program<'_>, settings: &ProgramSettings, package: PackageId) -> bool {
    let mut found = Diagnostics::new();
    of_package(program, settings, package, &mut found);
    !found.has_errors()
}

/// Returns the keys of rulesets with errors. If two rulesets have the same name, only the first is considered.
pub fn faulty(program: &Program<'_>, found: &Diagnostics) -> BTreeSet<Name> {
    let wrong = found.iter().filter(|found| found.severity == Severity::Error).map(|found| found.primary.span);
    let wrong: BTreeSet<(FileId, u32)> = wrong.map(|span| (span.file, span.start)).collect();
    let is_wrong = |span: Span| wrong.range((span.file, span.start)..).next().is_some_and(|&at| at <= (span.file, span.end));
    let is_faulty = |declared: &DeclaredItem<'_>| {
        let tree = declared.tree;
        // Entries that a patch adds are in another file, so each entry is tested by its own span.
        tree.broken || is_wrong(tree.span) || declared.entries.iter().any(|entry| entry.broken || is_wrong(entry.span))
    };
    let mut first: BTreeMap<Name, bool> = BTreeMap::new();
    for declared in program.of_kind("ruleset") {
        first.entry(program.key(declared)).or_insert_with(|| is_faulty(declared));
    }
    first.into_iter().filter(|(_, faulty)| *faulty).map(|(key, _)| key).collect()
}

/// Returns the base rules of every conflict: all settings have their defaults, changed by the `default` rulesets of `std`.
pub fn base(program: &Program<'_>, settings: &ProgramSettings) -> Rules {
    let mut rules = Rules::default();
    rules.settings.extend(settings.all().map(|(name, setting)| (name.clone(), setting.default.clone())));
    let mut quiet = Diagnostics::new();
    for declared in defaults(program) {
        let laid = lay(program, settings, declared, &mut UsePath::default(), &mut quiet);
        apply(settings, &mut rules, laid);
    }
    rules
}

fn defaults<'p, 't>(program: &'p Program<'t>) -> impl Iterator<Item = &'p DeclaredItem<'t>> {
    program.of_kind("ruleset").filter(|declared| declared.package == PackageId::STD && declared.entry("default").is_some())
}

/// Returns the rules of a package: the base rules, changed by the variants that the package lists. Also returns the settings whose value is
/// unknown, because a variant could not be read or does not exist.
pub fn of_package(program: &Program<'_>, settings: &ProgramSettings, package: PackageId, out: &mut Diagnostics) -> (Rules, BTreeSet<Name>) {
    let mut rules = base(program, settings);
    let mut named = Vec::new();
    for (variant, span) in variants(program, package) {
        let (first, second) = variant.split_once('.').map_or((None, variant.as_str()), |(package, name)| (Some(package), name));
        let length = |text: &str| u32::try_from(text.len()).unwrap_or(u32::MAX);
        let last = Span { start: span.end.saturating_sub(length(second)).max(span.start), ..span };
        match first {
            Some(package) => program.note_item(last, package, "ruleset", second),
            None => program.note_seen(last, &["ruleset"], second),
        }
        let word = |text: &str, span: Span| slip_syntax::tree::SpannedName { text: text.into(), span };
        let package = first.map(|text| word(text, Span { end: span.start.saturating_add(length(text)).min(span.end), ..span }));
        named.push(NamePath { kind: None, package, name: word(second, last) });
    }
    let lost = level(program, settings, package, &named, &mut rules, out);
    (rules, lost)
}

/// Returns the rules of an encounter: those of its package, changed by the rulesets that the encounter names.
pub fn of_encounter(
    program: &Program<'_>,
    settings: &ProgramSettings,
    package: PackageId,
    named: &[NamePath],
    package_rules: &Rules,
    out: &mut Diagnostics,
) -> Rules {
    let mut rules = package_rules.clone();
    level(program, settings, package, named, &mut rules, out);
    rules
}

/// Returns the variants in a package's manifest, each with the span of its name inside the quotes.
fn variants(program: &Program<'_>, package: PackageId) -> Vec<(Name, Span)> {
    let Some(of) = program.sources.package(package) else { return Vec::new() };
    let inside = |variant: &str, whole: Span| {
        let at = program.sources.slice(whole).find(variant).and_then(|at| u32::try_from(at).ok());
        let start = at.map(|at| whole.start.saturating_add(at));
        let length = u32::try_from(variant.len()).unwrap_or(u32::MAX);
        start.map_or(whole, |start| Span { start, end: start.saturating_add(length).min(whole.end), ..whole })
    };
    let places = of.places.variants.iter().map(Some).chain(std::iter::repeat(None));
    let placed = |(variant, whole): (&String, Option<&Span>)| {
        (Name::from(variant.as_str()), whole.map_or_else(Span::default, |whole| inside(variant, *whole)))
    };
    of.variants.iter().zip(places).map(placed).collect()
}

/// Applies rulesets of one level (the variants of a package, or the rulesets of an encounter) to `rules`. Reports two that disagree, at the
/// second. Returns the settings whose value is unknown.
fn level(
    program: &Program<'_>,
    settings: &ProgramSettings,
    package: PackageId,
    named: &[NamePath],
    rules: &mut Rules,
    out: &mut Diagnostics,
) -> BTreeSet<Name> {
    let mut said: BTreeMap<Name, (Setting, Name, Span)> = BTreeMap::new();
    let mut lost = BTreeSet::new();
    for path in named {
        let found = match program.find(package, path, Kinds::One("ruleset")) {
            Ok(id) => program.get(id),
            Err(diagnostic) => {
                let setting = settings.get(&path.name.text).filter(|_| path.package.is_none() && diagnostic.code == Code::UnknownName);
                out.push(setting.map_or(*diagnostic, |setting| errors::setting_for_ruleset(&path.name, setting)));
                lost.extend(settings.all().map(|(name, _)| name.clone()));
                continue;
            }
        };
        let Some(declared) = found else { continue };
        let mut laid = lay(program, settings, declared, &mut UsePath::default(), &mut Diagnostics::new());
        lost.append(&mut laid.lost);
        for (setting, new) in &laid.said {
            match said.get(setting) {
                Some((value, ruleset, span)) if *value != new.value => {
                    out.push(errors::disagreement(path.span(), *span, setting, (ruleset, value), (declared.name(), &new.value)));
                }
                _ => {
                    said.insert(setting.clone(), (new.value.clone(), declared.name().clone(), path.span()));
                }
            }
            if settings.is_later(setting, &new.value) {
                out.push(errors::later(path.span(), declared.name(), setting, &new.value));
            }
        }
        apply(settings, rules, laid);
    }
    lost
}

/// Applies a ruleset to `rules`. A ruleset that was applied before keeps its position, and its effects are not added again.
fn apply(settings: &ProgramSettings, rules: &mut Rules, laid: MergedRuleset) {
    rules.settings.extend(laid.said.into_iter().map(|(name, said)| (name, said.value)));
    for (ruleset, carrier) in laid.rulesets {
        if !rules.rulesets.contains(&ruleset) {
            rules.rulesets.push(ruleset);
            rules.effects.extend_from_slice(settings.effects_of(carrier));
        }
    }
}

/// Merges a ruleset with the rulesets that it uses. Its own values take precedence.
fn lay(
    program: &Program<'_>,
    settings: &ProgramSettings,
    declared: &DeclaredItem<'_>,
    way: &mut UsePath,
    out: &mut Diagnostics,
) -> MergedRuleset {
    let mut laid = MergedRuleset::default();
    way.chain.push(declared.id);
    let own = own_values(program, settings, declared);
    for entry in declared.entries_of("use") {
        let path = entry.only().and_then(slip_syntax::tree::Expr::path);
        let found = path.as_ref().and_then(|path| match program.find(declared.package, path, Kinds::One("ruleset")) {
            Ok(id) => program.get(id),
            Err(diagnostic) => {
                out.push(*diagnostic);
                None
            }
        });
        let (Some(path), Some(used)) = (path, found) else {
            // An unknown ruleset may have set any setting, so all settings count as unknown.
            laid.lost.extend(settings.all().map(|(name, _)| name.clone()));
            continue;
        };
        if way.chain.contains(&used.id) {
            // A circle is reported at only one of its rulesets: the one that was declared first.
            if way.chain.first() == Some(&used.id) && way.chain.first() == way.chain.iter().min() {
                laid.circle = Some((path.span(), used.name().clone()));
            }
            continue;
        }
        let below = match way.done.get(&used.id) {
            Some(done) => done.clone(),
            None if way.chain.len() > RULESETS_DEEP => {
                laid.too_deep = true;
                continue;
            }
            None => lay(program, settings, used, way, &mut Diagnostics::new()),
        };
        merge(&mut laid, below, &own, path.span(), out);
    }
    way.chain.pop();
    laid.lost.retain(|setting| !own.contains_key(setting));
    laid.lost.extend(lost_values(settings, declared, &own));
    laid.said.extend(own);
    laid.rulesets.push((program.key(declared), declared.id));
    way.done.insert(declared.id, laid.clone());
    laid
}

/// Adds a used ruleset to those that were merged before. Reports a setting that they set differently, unless the using ruleset sets it
/// itself (`own`).
fn merge(laid: &mut MergedRuleset, below: MergedRuleset, own: &BTreeMap<Name, WrittenSetting>, at: Span, out: &mut Diagnostics) {
    for (name, said) in below.said {
        match laid.said.get(&name) {
            Some(first) if first.value != said.value && !own.contains_key(&name) => {
                out.push(errors::disagreement(at, first.span, &name, (&first.ruleset, &first.value), (&said.ruleset, &said.value)));
            }
            _ => {
                laid.said.insert(name, said);
            }
        }
    }
    laid.circle = laid.circle.take().or(below.circle);
    laid.too_deep |= below.too_deep;
    laid.lost.extend(below.lost);
    for ruleset in below.rulesets {
        if laid.rulesets.iter().all(|(_, known)| *known != ruleset.1) {
            laid.rulesets.push(ruleset);
        }
    }
}

/// Returns the values that a ruleset itself writes, without the rulesets that it uses. Values that their settings cannot have are left out.
fn own_values(program: &Program<'_>, settings: &ProgramSettings, declared: &DeclaredItem<'_>) -> BTreeMap<Name, WrittenSetting> {
    let mut own = BTreeMap::new();
    for entry in declared.entries.iter().filter(|entry| !entry.broken) {
        let Key::Word(key) = &entry.key else { continue };
        if RULESET.entry(&key.text).is_some() {
            continue;
        }
        if let Some(value) = settings.value(program, declared.package, &key.text, entry, &mut Diagnostics::new()) {
            own.insert(key.text.clone(), WrittenSetting { value, ruleset: declared.name().clone(), span: entry.span });
        }
    }
    own
}

/// Returns the settings that a ruleset seems to set, but with a value that could not be read. Misspelt settings are included.
fn lost_values(settings: &ProgramSettings, declared: &DeclaredItem<'_>, own: &BTreeMap<Name, WrittenSetting>) -> Vec<Name> {
    let words = declared.entries.iter().map(Entry::word).filter(|word| RULESET.entry(word).is_none() && !own.contains_key(*word));
    let meant = |word: &str| {
        let known = settings.all().map(|(name, _)| name.as_str());
        slip_suggest::nearest(word, known).map(Name::from)
    };
    words.filter_map(meant).collect()
}

/// Reports unknown settings, invalid values, and duplicates in a ruleset.
fn check_keys(program: &Program<'_>, settings: &ProgramSettings, declared: &DeclaredItem<'_>, out: &mut Diagnostics) {
    let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
    for entry in declared.entries.iter().filter(|entry| !entry.broken) {
        let Key::Word(key) = &entry.key else {
            out.push(super::simple_entry_errors::rank_here(entry.key.span(), "a ruleset"));
            continue;
        };
        match key.text.as_str() {
            "use" => {
                simple_entries::path(entry, "a ruleset", out);
            }
            "setting" | "effect" | "allow" => {}
            "default" => {
                simple_entries::flag(entry, out);
            }
            word => {
                if let Some(first) = seen.insert(word, key.span) {
                    out.push(super::simple_entry_errors::written_twice(key, first));
                }
                check_value(program, settings, declared, entry, key, out);
            }
        }
    }
}

fn check_value(
    program: &Program<'_>,
    settings: &ProgramSettings,
    declared: &DeclaredItem<'_>,
    entry: &slip_syntax::tree::Entry,
    key: &slip_syntax::tree::SpannedName,
    out: &mut Diagnostics,
) {
    if settings.get(&key.text).is_none() {
        let known = settings.all().map(|(name, _)| name.as_str()).chain(RULESET.words());
        out.push(errors::unknown_setting(key, known));
        return;
    }
    simple_entries::check_parts_none(entry, out);
    if let Some(value) = settings.value(program, declared.package, &key.text, entry, out)
        && declared.package != PackageId::STD
        && settings.is_later(&key.text, &value)
    {
        out.push(errors::later(entry.span, declared.name(), &key.text, &value));
    }
}
