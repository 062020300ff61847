//! Another name for a thing, wherever it is named; the old one stays as an alias for those who are not here. Floor 7.

use super::Change;
use super::fresh::index;
use super::members::declared_in;
use super::names::references;
use super::view::{Spot, View, World};
use crate::resolve::{Declared, RESERVED, is_name};
use crate::source::PackageId;

/// A declaration, or a part of one, by names that mean the same in every world that has it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Subject {
    /// The package that declares it.
    pub package: String,
    /// Its kind.
    pub kind: String,
    /// Its name.
    pub name: String,
    /// The file it is declared in.
    pub file: String,
    /// A stunt, statistic or zone that it declares inside.
    pub member: Option<String>,
}

impl Subject {
    /// The word that is written where it is named.
    pub fn word(&self) -> &str {
        self.member.as_deref().unwrap_or(&self.name)
    }

    /// The declaration in a world.
    pub fn declared<'w>(&self, world: &'w World<'_, '_, '_, '_>) -> Option<&'w Declared<'w>> {
        let program = world.standing.context.program;
        let file = |declared: &Declared<'_>| program.sources.file(declared.file).is_some_and(|file| file.path() == self.file);
        program.all().iter().find(|declared| declared.kind() == self.kind && declared.name() == self.name.as_str() && file(declared))
    }
}

/// What a new name changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Renaming {
    /// The places where it is named.
    pub changes: Vec<Change>,
    /// The line that keeps the old name.
    pub alias: Option<Change>,
}

/// The name at an offset that may be changed.
pub fn renamable<'v, 't: 'v>(view: &'v View<'v, '_, '_, 't>, offset: u32) -> Option<(Subject, Spot)> {
    Subject::at(view, offset).filter(|(subject, _)| subject.package != "std")
}

/// Changes a name in a world.
///
/// # Errors
/// A sentence, if the new name is none, or is taken.
pub fn rename<'v, 't: 'v>(view: &'v View<'v, '_, '_, 't>, subject: &Subject, new: &str) -> Result<Renaming, String> {
    if RESERVED.contains(&new) {
        return Err(format!("`{new}` is a word of the language"));
    }
    if !is_name(new) {
        return Err(format!("`{new}` is no name: write a small letter, then small letters, digits and `_`"));
    }
    let Some(declared) = subject.declared(view.world) else { return Ok(Renaming::default()) };
    let program = view.standing().context.program;
    if declared.package == PackageId::STD {
        return Err("the standard library is read only".to_owned());
    }
    if let Some(package) = program.sources.package(declared.package).filter(|package| package.sealed) {
        return Err(format!("`{}` is packed, and so is read only", package.name));
    }
    let taken = |other: &&Declared<'_>| other.package == declared.package && other.name() == new;
    if subject.member.is_none() && program.of_kind(&subject.kind).any(|other| taken(&other)) {
        return Err(format!("there is {} `{new}` already", crate::resolve::errors::article(&subject.kind)));
    }
    if subject.member.is_some() && declared_in(declared, new).is_some() {
        return Err(format!("`{}` has a `{new}` already", declared.name()));
    }
    let uses = references(view, subject);
    let changes = uses.iter().map(|used| Change { spot: used.spot, text: new.to_owned() }).collect();
    let alias = if subject.member.is_none() { alias(view, declared, new) } else { None };
    Ok(Renaming { changes, alias })
}

/// The old name as an alias, behind the item. A package that nobody can name needs none.
fn alias(view: &View<'_, '_, '_, '_>, declared: &Declared<'_>, new: &str) -> Option<Change> {
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
    let feed = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let text = format!("{feed}{feed}alias {kind}{} for {new}", declared.name());
    Some(Change { spot: Spot { file: item.file, start: at, end: at }, text })
}
