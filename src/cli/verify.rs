//! `slipyard verify`: checks that a packed package is intact and that its texts compile to its content.

use super::args::Verify;
use super::inspect::{named, refuse};
use super::{CommandStatus, Console, Stop, compile_projects, shown};
use slip_export::packed_package;
use slip_pack::Pack;
use slip_pack::archive::{self, Archive};
use slip_pack::changes::PackageChanges;
use slip_source::diagnostic::Code;

use crate::project;
use slip_report::{DrawOptions, Style};
use slip_source::PackageId;
use std::collections::BTreeSet;

/// Largest number of differences between two packs that are printed.
const SHOWN: usize = 5;

/// Checks a packed file, and prints the result.
pub(super) fn run(verify: &Verify, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let file = shown(&verify.file);
    let wanted = verify.sha256.as_deref().map(asked).transpose()?;
    let bytes = project::bytes(&verify.file)?;
    let hash = archive::hash(&bytes);
    if let Some(wanted) = wanted.filter(|wanted| *wanted != hash) {
        writeln!(console.err, "error[{}]: `{file}` is not the expected file: its hash is different", Code::PackMismatch)?;
        writeln!(console.err, "  expected  {wanted}\n  found     {hash}")?;
        return Ok(CommandStatus::Problems);
    }
    let archive = match Archive::read(&bytes) {
        Ok(archive) => archive,
        Err(refusal) => return refuse(&verify.file, &refusal, console),
    };
    let project = project::load_packed(&verify.file, archive.clone())?;
    let rules = |packages: &[archive::Packed]| packages.first().map(|std| (std.version.clone(), std.hash.clone()));
    let (built_with, brings) = (rules(&archive.about.packages), project.hash_of(PackageId::STD));
    if built_with.as_ref().is_none_or(|(_, hash)| *hash != brings) {
        let with = built_with.map_or_else(String::new, |(version, _)| version);
        return Err(Stop::because(format!(
            "every hash in `{file}` is correct, but it was built by {} with `std` {with}, whose rules differ from those of this slipyard {}: only a slipyard with those rules can check that the Slip files in it compile to its pack",
            slip_printable::line(&archive.about.tool),
            env!("CARGO_PKG_VERSION"),
        )));
    }
    let world = compile_projects::compile(project);
    if world.diagnostics.has_errors() {
        let picture = DrawOptions { colour: console.colour, ..DrawOptions::default() };
        slip_report::write(console.err, &world.diagnostics, &world.project.sources, Style::Human, picture, &world.summary())?;
        writeln!(console.err, "error[{}]: `{file}`: the Slip files in it have errors, so it was not built by slipyard", Code::RefusedPack)?;
        return Ok(CommandStatus::Problems);
    }
    let made = world.to_be_packed()?;
    let wrong = differing(&archive, &made);
    if wrong.is_empty() {
        let package = &archive.about.package;
        writeln!(
            console.out,
            "{} {} is intact: {} parts, every hash is correct, and the Slip files in it compile to its pack, maps and verdict",
            package.name,
            package.version,
            archive.about.members.len()
        )?;
        if let Some(rules) = archive.about.library() {
            writeln!(console.out, "the pack was built with rules other than those of slipyard: {} {}", named(rules), rules.hash)?;
        }
        return Ok(CommandStatus::Clean);
    }
    for name in &wrong {
        writeln!(console.err, "error[{}]: `{file}`: {}", Code::RefusedPack, fault(name, &archive))?;
        if name == archive::PACK {
            differences(&archive, &made, console)?;
        }
    }
    Ok(CommandStatus::Problems)
}

/// Parses the hash that the user requests. It may begin with `sha256:`.
fn asked(text: &str) -> Result<String, Stop> {
    let small = text.trim().to_lowercase();
    let full = if small.starts_with("sha256:") { small } else { format!("sha256:{small}") };
    if archive::is_hash(&full) {
        Ok(full)
    } else {
        Err(Stop::because(format!("`{text}` is not a SHA-256 hash: write 64 hexadecimal digits")))
    }
}

/// Compares a pack with the files made from its texts. Returns the names of the files that differ, including files that only one of the two
/// has.
fn differing(archive: &Archive, made: &packed_package::Contents) -> BTreeSet<String> {
    let names = archive.members().map(|(name, _)| name).chain(made.members.keys().map(String::as_str));
    let differs = |name: &&str| archive.member(name) != made.members.get(*name).map(Vec::as_slice);
    // Licence files are copied and not made from the texts, so they cannot be compared.
    let made_from_texts = |name: &&str| !name.starts_with(archive::LICENCES) || name.starts_with("licences/std/");
    let has_pictures = archive.members().any(|(name, _)| packed_package::is_picture(name));
    let expected = |name: &&str| has_pictures || !packed_package::is_picture(name);
    let mut wrong: BTreeSet<String> = names.filter(made_from_texts).filter(expected).filter(differs).map(str::to_owned).collect();
    let (says, is) = (&archive.about, &made.about);
    let same = says.package == is.package && says.plays == is.plays && says.packages == is.packages && says.pack_format == is.pack_format;
    if !same {
        wrong.insert(archive::MANIFEST.to_owned());
    }
    wrong
}

fn fault(name: &str, archive: &Archive) -> String {
    let verb = match name {
        archive::PACK => "differs from the pack that the Slip files compile to",
        archive::VERDICT => "differs from the verdict on the Slip files",
        archive::MANIFEST => "does not describe the package of the Slip files",
        _ if archive.member(name).is_none() => "is missing, although the Slip files need it",
        _ if name.starts_with(archive::LICENCES) => "is not the licence notice of the rules",
        _ if name.starts_with(archive::MAPS) => "differs from the map that the Slip files give",
        _ => "does not belong to this package",
    };
    format!("`{name}` {verb}")
}

/// Prints the first few differences between the pack in the file and the one made from the texts.
fn differences(archive: &Archive, made: &packed_package::Contents, console: &mut Console<'_>) -> Result<(), Stop> {
    let read = |bytes: Option<&[u8]>| serde_json::from_slice::<Pack>(bytes.unwrap_or_default()).ok();
    let (inside, given) = (read(archive.member(archive::PACK)), read(made.members.get(archive::PACK).map(Vec::as_slice)));
    let (Some(inside), Some(given)) = (inside, given) else { return Ok(()) };
    let changes = PackageChanges::between(&given, &inside).list;
    for change in changes.iter().take(SHOWN) {
        let said = format!("{} `{}`: {}", change.kind, change.name, change.what);
        writeln!(console.err, "  {}", slip_printable::line(&said))?;
    }
    if changes.len() > SHOWN {
        writeln!(console.err, "  and {} more", changes.len().saturating_sub(SHOWN))?;
    }
    Ok(())
}
