//! Renames a declaration and all references to it; the old name stays as an alias for other packages.

use super::TextChange;
use super::changed_part::index;
use super::declaration_members::{card_zones, declared_in, declared_name, owners};
use super::definition_and_references::references;
use super::file_view::{CompiledWorld, CurrentRange, FileView, line_break};
use slip_compile::check::map::template_with_zone;
use slip_compile::check::unread_names::is_of_std;
use slip_compile::resolve::{DeclId, DeclaredItem, Kinds, RESERVED, is_name};
use slip_pack::effect::State;
use slip_source::PackageId;
use slip_syntax::LONGEST_NAME;
use slip_syntax::tree::Item;

/// Declaration or member, identified by names that stay the same when its package is compiled again, alone or with other packages.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Subject {
    /// Package that contains the declaration.
    pub package: String,
    /// Kind of the declaration.
    pub kind: String,
    /// Name of the declaration.
    pub name: String,
    /// Path of the file with the declaration.
    pub file: String,
    /// Name of a member (a stunt, statistic or zone); `None` if the subject is the declaration itself.
    pub member: Option<String>,
}

impl Subject {
    /// Returns the word that references use for the declaration or member.
    pub fn word(&self) -> &str {
        self.member.as_deref().unwrap_or(&self.name)
    }

    /// Returns the declaration that this subject identifies in a world.
    pub fn declared<'w>(&self, world: &'w CompiledWorld<'_, '_, '_, '_>) -> Option<&'w DeclaredItem<'w>> {
        let program = world.standing.context.program;
        let file = |declared: &DeclaredItem<'_>| program.sources.file(declared.file).is_some_and(|file| file.path() == self.file);
        program.all().iter().find(|declared| declared.kind() == self.kind && declared.name() == self.name.as_str() && file(declared))
    }
}

/// Changes made by a rename.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Renaming {
    /// Text changes that replace the references by the new name.
    pub changes: Vec<TextChange>,
    /// Text change that adds an alias for the old name.
    pub alias: Option<TextChange>,
}

/// Returns the declaration or member whose name is at an offset, if it can be renamed.
pub fn renamable<'v, 't: 'v>(view: &'v FileView<'v, '_, '_, 't>, offset: u32) -> Option<(Subject, CurrentRange)> {
    Subject::at(view, offset).filter(|(subject, _)| subject.package != "std")
}

/// Computes the changes of a rename in a world.
///
/// # Errors
/// Returns a sentence if the new name is invalid or taken.
pub fn rename<'v, 't: 'v>(view: &'v FileView<'v, '_, '_, 't>, subject: &Subject, new: &str) -> Result<Renaming, String> {
    if RESERVED.contains(&new) {
        return Err(format!("`{new}` is a word of the language"));
    }
    if !is_name(new) {
        return Err(format!("`{new}` is not a name: write a small letter, then small letters, digits and `_`"));
    }
    if new.len() > LONGEST_NAME {
        return Err(format!("a name has at most {LONGEST_NAME} letters"));
    }
    let Some(declared) = subject.declared(view.world) else { return Ok(Renaming::default()) };
    let program = view.standing().context.program;
    if declared.package == PackageId::STD {
        return Err("the standard library cannot be changed".to_owned());
    }
    if let Some(package) = program.sources.package(declared.package).filter(|package| package.sealed) {
        return Err(format!("`{}` is packed and cannot be changed", package.name));
    }
    let taken = |other: &&DeclaredItem<'_>| other.package == declared.package && other.name() == new;
    if subject.member.is_none() && subject.kind == "mark" && State::from_word(new).is_some() {
        return Err(format!("`{new}` is the word for a state of play"));
    }
    if subject.member.is_none() && program.of_kind(&subject.kind).any(|other| taken(&other)) {
        return Err(format!("there is already {} `{new}`", slip_compile::resolve::errors::article(&subject.kind)));
    }
    if let Some(member) = &subject.member {
        may_be_called(view, declared, member, new)?;
    }
    let uses = references(view, subject);
    let mut changes: Vec<TextChange> = uses.iter().map(|used| TextChange { spot: used.spot, text: new.to_owned() }).collect();
    let before = if subject.member.is_none() { old_alias(view, declared, new)? } else { None };
    let alias = match before {
        // If the new name is an alias of the declaration itself, the alias gets the current name.
        Some(spot) => {
            changes.push(TextChange { spot, text: subject.name.clone() });
            None
        }
        None if subject.member.is_none() => alias(view, declared, new),
        None => None,
    };
    Ok(Renaming { changes, alias })
}

/// Checks that a member can get a new name.
fn may_be_called(view: &FileView<'_, '_, '_, '_>, declared: &DeclaredItem<'_>, member: &str, new: &str) -> Result<(), String> {
    let owners = owners(view, declared, member);
    if let Some(taken) = owners.iter().find(|owner| declared_in(owner, new).is_some()) {
        return Err(format!("`{}` already has a `{new}`", taken.name()));
    }
    if declared.kind() == "design" && is_of_std(view.standing().context.program, &member.into()) {
        return Err(format!("the rules of play read `{member}` by this name"));
    }
    let is_on_a_card = card_zones(declared).any(|zone| declared_name(zone).is_some_and(|(_, name)| name == member));
    if declared_in(declared, member).is_none_or(|(_, entry)| entry.word() != "zone") {
        if is_on_a_card {
            return Err(format!("`{member}` is a side and a zone of a card: change one of the two by hand first"));
        }
        return Ok(());
    }
    may_be_changed_in_doctrines(view, &owners, member)?;
    let context = view.standing().context;
    match declared.kind() {
        "map" => {
            let Some(map) = context.program.get(declared.id) else { return Ok(()) };
            let given = |zone: &str| template_with_zone(context.program, &context.known, map, zone);
            if let Some(template) = given(member) {
                return Err(format!("`{member}` is a zone of the template `{}` and is named there", template.name()));
            }
            match given(new) {
                Some(template) => Err(format!("the template `{}` already has a zone `{new}`", template.name())),
                None => Ok(()),
            }
        }
        "encounter" => may_be_called_on_a_card(view, declared, new),
        "template" => {
            let made = |map: &&DeclaredItem<'_>| {
                template_with_zone(context.program, &context.known, map, member).is_some_and(|template| template.id == declared.id)
            };
            match context.program.of_kind("map").find(made) {
                Some(map) => Err(format!("the map `{}` is made from the template and uses the names of its zones", map.name())),
                None => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

/// Checks that the zone of a card does not get the name of a zone of the map.
fn may_be_called_on_a_card(view: &FileView<'_, '_, '_, '_>, declared: &DeclaredItem<'_>, new: &str) -> Result<(), String> {
    let context = view.standing().context;
    let map = declared.entries.iter().find(|entry| entry.word() == "map").and_then(|entry| entry.only()?.path());
    let map = map.and_then(|path| context.program.find(declared.package, &path, Kinds::One("map")).ok());
    let Some(map) = map.and_then(|id| context.program.get(id)) else { return Ok(()) };
    if declared_in(map, new).is_some() || template_with_zone(context.program, &context.known, map, new).is_some() {
        return Err(format!("the map `{}` already has a zone `{new}`", map.name()));
    }
    Ok(())
}

/// Checks that the zone can be renamed in doctrines: no doctrine may use the zone's name for a zone of another map, too.
fn may_be_changed_in_doctrines(view: &FileView<'_, '_, '_, '_>, owners: &[&DeclaredItem<'_>], zone: &str) -> Result<(), String> {
    let program = view.standing().context.program;
    let ids: Vec<DeclId> = owners.iter().map(|owner| owner.id).collect();
    for spot in view.parts(&ids).into_iter().filter(|spot| view.words(*spot) == zone) {
        let other = view.owners_at(spot).into_iter().find(|id| !ids.contains(id)).and_then(|id| program.get(id));
        if let Some(other) = other {
            let is_in = |doctrine: &&DeclaredItem<'_>| {
                view.spot(doctrine.tree.span).is_some_and(|span| span.file == spot.file && span.start <= spot.start && spot.end <= span.end)
            };
            let doctrine = program.of_kind("doctrine").find(is_in).map_or("", |doctrine| doctrine.name());
            return Err(format!(
                "the doctrine `{doctrine}` means the zone `{zone}` of the map `{}` by the same word: change the doctrine first",
                other.name()
            ));
        }
    }
    Ok(())
}

/// Returns the range of the alias if the new name is already an alias of the declaration itself.
fn old_alias(view: &FileView<'_, '_, '_, '_>, declared: &DeclaredItem<'_>, new: &str) -> Result<Option<CurrentRange>, String> {
    let program = view.standing().context.program;
    let mut same =
        program.old_names().filter(|(kind, package, name, _)| *package == declared.package && *name == new && *kind == declared.kind());
    let Some((.., target)) = same.next() else { return Ok(None) };
    if target != declared.id {
        return Err(format!("there is already an alias `{new}`"));
    }
    let files = view.world.trees.iter().filter(|tree| program.sources.file(tree.id).is_some_and(|file| file.package() == declared.package));
    let written = files.flat_map(|tree| &tree.items).find_map(|item| match item {
        Item::Alias(alias) => {
            let fits = alias.name.text == new && alias.kind.as_ref().is_none_or(|kind| kind.text == declared.kind());
            fits.then_some(alias.name.span)
        }
        _ => None,
    });
    Ok(written.and_then(|span| view.spot(span)))
}

/// Returns the text change that inserts an alias for the old name after the item. No alias is needed if no other package can use the item's
/// package.
fn alias(view: &FileView<'_, '_, '_, '_>, declared: &DeclaredItem<'_>, new: &str) -> Option<TextChange> {
    let program = view.standing().context.program;
    program.sources.package(declared.package)?.manifest?;
    let same = |kind: &str| program.of_kind(kind).any(|other| other.package == declared.package && other.name() == declared.name());
    let kind = if program.kinds().iter().filter(|kind| same(kind)).count() > 1 { format!("{} ", declared.kind()) } else { String::new() };
    let item = view.spot(declared.tree.span)?;
    let text = if item.file == view.file { view.text() } else { program.sources.file(item.file)?.text() };
    let rest = text.get(index(item.end)..)?;
    let line =
        rest.find('\n').map_or(rest.len(), |length| length - usize::from(rest.get(..length).is_some_and(|rest| rest.ends_with('\r'))));
    let at = item.end.saturating_add(u32::try_from(line).ok()?);
    let feed = line_break(text);
    let text = format!("{feed}{feed}alias {kind}{} for {new}", declared.name());
    Some(TextChange { spot: CurrentRange { file: item.file, start: at, end: at }, text })
}
