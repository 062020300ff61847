//! `slipyard inspect`: shows the content of a packed package.

use super::args::{Inspect, TextOrJson};
use super::{CommandStatus, Console, Stop, shown};
use slip_export::cards::{counted, plural};
use slip_pack::Pack;
use slip_pack::archive::{self, Archive, ArchiveRefusal};
use slip_pack::thing_view::Thing;
use slip_source::diagnostic::Code;

use crate::project;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::Path;

/// Prints the content of the file.
pub(super) fn run(inspect: &Inspect, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let bytes = project::bytes(&inspect.file)?;
    let archive = match Archive::read(&bytes) {
        Ok(archive) => archive,
        Err(refusal) => {
            if inspect.format == TextOrJson::Json {
                let refused = json!({ "kind": refusal.kind.word(), "message": refusal.message, "members": refusal.members });
                write_json(&json!({ "file": shown(&inspect.file), "hash": archive::hash(&bytes), "refused": refused }), console.out)?;
            }
            return refuse(&inspect.file, &refusal, console);
        }
    };
    let holds = holds(&archive)?;
    match inspect.format {
        TextOrJson::Json => {
            let file = shown(&inspect.file);
            let mut value =
                json!({ "file": file, "hash": archive.hash, "manifest": archive.about, "verdict": archive.verdict, "holds": holds });
            if let (Some(rules), Some(fields)) = (archive.about.library(), value.as_object_mut()) {
                fields.insert("other_rules".to_owned(), json!({ "version": rules.version, "hash": rules.hash }));
            }
            write_json(&value, console.out)?;
        }
        TextOrJson::Text => tell(&archive, &holds, console.out)?,
    }
    Ok(CommandStatus::Clean)
}

/// Prints the reason why a file is refused.
pub(super) fn refuse(file: &Path, refusal: &ArchiveRefusal, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    console.out.flush()?;
    writeln!(console.err, "error[{}]: `{}` was refused: {refusal}", Code::RefusedPack, shown(file))?;
    Ok(CommandStatus::Problems)
}

fn write_json(value: &serde_json::Value, out: &mut dyn Write) -> Result<(), Stop> {
    serde_json::to_writer_pretty(&mut *out, value).map_err(|error| Stop::from(io::Error::from(error)))?;
    writeln!(out)?;
    Ok(())
}

/// Returns the names of the declarations in the package itself, by kind.
fn holds(archive: &Archive) -> Result<BTreeMap<String, BTreeSet<String>>, Stop> {
    let unreadable = |reason: String| Stop::because(format!("cannot read the pack inside: {reason}"));
    let pack = Pack::read(archive.member(archive::PACK).unwrap_or_default()).map_err(unreadable)?;
    let own = archive.about.package.name.as_str();
    let mut holds: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for thing in Thing::all(&pack).filter(|thing| thing.package() == own) {
        holds.entry(thing.kind().to_owned()).or_default().insert(thing.name().to_owned());
    }
    Ok(holds)
}

fn tell(archive: &Archive, holds: &BTreeMap<String, BTreeSet<String>>, out: &mut dyn Write) -> Result<(), Stop> {
    let (about, verdict) = (&archive.about, &archive.verdict);
    let package = &about.package;
    let version = if package.version.is_empty() { String::new() } else { format!(" {}", package.version) };
    writeln!(out, "{}, edition {}", slip_printable::line(&format!("{}{version}", package.name)), package.edition)?;
    if !package.description.is_empty() {
        writeln!(out, "  {}", slip_printable::line(&package.description))?;
    }
    field(out, "licence", if package.licence.is_empty() { "none given" } else { &package.licence })?;
    field(out, "authors", &package.authors.join(", "))?;
    field(out, "built by", &about.tool)?;
    let stands: Vec<String> = about.packages.iter().filter(|on| on.name != package.name.as_str()).map(named).collect();
    field(out, "depends on", &stands.join(", "))?;
    if let Some(rules) = about.library() {
        field(out, "other rules", &format!("{} {}, not the standard rules of slipyard", named(rules), rules.hash))?;
    }
    let found = [counted(verdict.errors, "error"), counted(verdict.warnings, "warning"), counted(verdict.notes, "note")];
    field(out, "verdict", &format!("{}, {}", found.join(", "), counted(verdict.waivers.len(), "waiver")))?;
    for finding in &verdict.findings {
        field(out, "", &format!("{}[{}] x{}", finding.severity, finding.code, finding.count))?;
    }
    for waived in &verdict.waivers {
        field(out, "", &format!("allowed: {} in {} `{}`, \"{}\"", waived.code, waived.kind, waived.item, waived.reason))?;
    }
    for (kind, names) in holds {
        let what = if names.len() == 1 { kind.clone() } else { format!("{} {}", names.len(), plural(kind)) };
        field(out, &what, &names.iter().map(String::as_str).collect::<Vec<_>>().join(", "))?;
    }
    field(out, "hash", &archive.hash)?;
    field(out, "content", &about.content)?;
    field(out, "plays", &format!("{} (hash of this pack in logs)", about.plays))?;
    writeln!(out, "  members")?;
    for member in &about.members {
        writeln!(out, "    {:>9}  {}  {}", member.size, member.hash, member.name)?;
    }
    Ok(())
}

pub(super) fn named(package: &archive::Packed) -> String {
    if package.version.is_empty() { package.name.clone() } else { format!("{} {}", package.name, package.version) }
}

fn field(out: &mut dyn Write, word: &str, what: &str) -> io::Result<()> {
    if what.is_empty() { Ok(()) } else { writeln!(out, "  {:13} {}", slip_printable::line(word), slip_printable::line(what)) }
}
