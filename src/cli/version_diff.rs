//! `slipyard diff`: shows the differences between two versions of packages.

mod compare_wins;
mod dependency_changes;
mod format;
mod versions;

use super::args::{Diff, DiffFormat, FailOn};
use super::{CommandStatus, Console, Stop};
use crate::policy::{self, POLICY};
use serde::Serialize;
use slip_export::cards::counted;
use slip_pack::Pack;
use slip_pack::changes::version_step::{self, Bump};
use slip_pack::changes::{Category, PackageChange, PackageChanges};
use std::path::Path;

/// Package with its two versions, and the changes between them.
#[derive(Serialize)]
struct Compared {
    package: String,
    /// Version number in the old version; `None` if the package did not exist.
    old_version: Option<String>,
    /// Version number in the new version; `None` if the package no longer exists.
    new_version: Option<String>,
    /// Version step that the changes need: patch, minor or major.
    asks: Bump,
    /// Lowest version number that is high enough for the changes; `None` if the old version number is not a semantic version.
    least_version: Option<String>,
    /// Numbers of waivers; `None` if the package is the same in both versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    waivers: Option<WaiverCounts>,
    changes: Vec<PackageChange>,
    /// True if the package no longer exists.
    #[serde(skip)]
    is_gone: bool,
    /// Games that were played to compare the shares of wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<Played>,
}

/// Numbers of waivers of a package.
#[derive(Clone, Copy, Serialize)]
struct WaiverCounts {
    /// Number in the old version.
    old: usize,
    /// Number in the new version.
    new: usize,
}

/// Games that were played in both versions.
#[derive(Clone, Copy, Serialize)]
struct Played {
    /// Number of encounters that both versions have.
    encounters: usize,
    /// Number of games of each encounter.
    games: u32,
}

impl Compared {
    fn of(old: Option<&Pack>, new: Option<&Pack>, changes: PackageChanges, played: Option<Played>) -> Compared {
        let version = |pack: Option<&Pack>| pack.map(|pack| pack.package.version.to_string()).filter(|version| !version.is_empty());
        let name = old.or(new).map_or_else(String::new, |pack| pack.package.name.to_string());
        // A package that is the same in both versions was not compiled: its empty pack has the format 0.
        let is_read = old.into_iter().chain(new).any(|pack| pack.format > 0);
        let waivers = |pack: Option<&Pack>| pack.map_or(0, PackageChanges::waivers_of);
        let asks = changes.asks();
        let old_version = version(old);
        let least_version = old_version.as_deref().and_then(|version| version_step::next(version, asks));
        Compared {
            package: name,
            new_version: version(new),
            asks,
            least_version,
            old_version,
            waivers: is_read.then(|| WaiverCounts { old: waivers(old), new: waivers(new) }),
            changes: changes.list,
            is_gone: new.is_none(),
            played,
        }
    }

    /// Returns the changes of the policy of a repository in the form of a package.
    fn of_policy(changes: Vec<PackageChange>) -> Compared {
        Compared {
            package: POLICY.to_owned(),
            old_version: None,
            new_version: None,
            asks: Bump::None,
            least_version: None,
            waivers: None,
            changes,
            is_gone: false,
            played: None,
        }
    }

    /// True if the new version number is high enough for the changes. Without an old number, every new number is high enough. Without a new
    /// number, the result is true only if there is no old number either and the changes require no new version. A package that no longer
    /// exists has no new number.
    fn is_version_enough(&self) -> bool {
        match (&self.new_version, &self.least_version) {
            (Some(new), Some(least)) => version_step::is_enough(new, least),
            (None, Some(_)) => false,
            (None, None) => self.asks == Bump::None,
            (Some(_), None) => true,
        }
    }

    /// True if the package exists and its manifest lacks a version that the changes require.
    fn lacks_version(&self) -> bool {
        !self.is_gone && self.new_version.is_none() && self.asks != Bump::None
    }

    fn fails(&self, on: FailOn) -> bool {
        let of = |category: Category| self.changes.iter().any(|change| change.category == category);
        match on {
            FailOn::Identity => of(Category::Identity),
            FailOn::Legality => of(Category::Legality) || of(Category::Waivers),
            FailOn::Policy => of(Category::Policy),
            FailOn::Waivers => of(Category::Waivers),
            FailOn::Patches => of(Category::Patches),
            FailOn::Statistics => of(Category::Statistics) || of(Category::Patches),
            FailOn::Odds => of(Category::Odds),
            FailOn::Text => of(Category::Text),
            FailOn::Breaking => self.asks == Bump::Major,
            FailOn::Version => !self.is_version_enough(),
        }
    }
}

/// Compares the versions and prints the differences.
pub(super) fn run(wanted: &Diff, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let is_here = |asked: &String| Path::new(asked).exists();
    if wanted.folder.is_some() && [&wanted.old, &wanted.new].into_iter().all(is_here) {
        return Err(Stop::because("--in has no effect here, since it is only for commits: leave it out"));
    }
    let (old, new) = versions::both(wanted)?;
    for (name, packages) in [(&wanted.old, &old), (&wanted.new, &new)] {
        if packages.errors > 0 {
            let errors = counted(packages.errors, "error");
            writeln!(console.err, "warning: {name} has {errors}, so the comparison may be incomplete; see `slipyard check`")?;
        }
    }
    let mut compared = Vec::new();
    for (before, after) in old.beside(&new) {
        let mut changes = match (before, after) {
            (Some(before), Some(after)) => PackageChanges::between(before, after),
            (before, after) => whole(before.is_some(), after),
        };
        changes.add(old.policy_changes(before, &new, after));
        let waivers = old.waiver_changes(before, &new, after, &changes);
        changes.add(waivers);
        changes.add(old.dependency_changes(before, &new, after));
        let mut played = None;
        if let (Some(games), Some(before), Some(after)) = (wanted.games, before, after) {
            let (found, encounters) = compare_wins::compare(before, after, games.get(), wanted, console)?;
            changes.add(found);
            played = Some(Played { encounters, games: games.get() }).filter(|played| played.encounters > 0);
        }
        compared.push(Compared::of(before, after, changes, played));
    }
    if wanted.fail_on.contains(&FailOn::Version) {
        for one in compared.iter().filter(|one| one.is_gone) {
            let name = slip_printable::line(&one.package);
            writeln!(console.err, "the package `{name}` no longer exists and has no new version number, so --fail-on version fails")?;
        }
        for one in compared.iter().filter(|one| one.lacks_version()) {
            let what = if one.package.is_empty() {
                "a folder without a manifest".to_owned()
            } else {
                format!("the manifest of `{}`", slip_printable::line(&one.package))
            };
            writeln!(console.err, "{what} has no version, so --fail-on version fails: write `version = \"0.1.0\"` into `slipyard.toml`")?;
        }
    }
    // A built pack belongs to no repository.
    let are_texts = !old.is_built && !new.is_built;
    let of_repository = if are_texts { policy::changes(old.policy.as_ref(), new.policy.as_ref()) } else { Vec::new() };
    if !of_repository.is_empty() {
        compared.push(Compared::of_policy(of_repository));
    }
    let text = match wanted.format {
        DiffFormat::Text => format::text(&compared, console.colour),
        DiffFormat::Markdown => format::markdown(&compared),
        DiffFormat::Json => format::json(&compared)?,
    };
    write!(console.out, "{text}")?;
    console.out.flush()?;
    let mut failed = wanted.fail_on.iter().any(|on| compared.iter().any(|one| one.fails(*on)));
    if !wanted.fail_on.is_empty() {
        for (name, packages) in [(&wanted.old, &old), (&wanted.new, &new)] {
            if packages.errors > 0 {
                writeln!(console.err, "{} does not compile, so --fail-on fails", slip_printable::text(name))?;
                failed = true;
            }
        }
        if wanted.fail_on.contains(&FailOn::Policy) && (old.without_settings || new.without_settings) {
            writeln!(console.err, "a compiled package without its manifest has no limits to compare, so --fail-on policy fails")?;
            failed = true;
        }
    }
    Ok(if failed { CommandStatus::Problems } else { CommandStatus::Clean })
}

/// Returns the changes of a package that only one version has: it was added, with its waivers and patches, or removed.
fn whole(was: bool, new: Option<&Pack>) -> PackageChanges {
    let (what, asks) = if was { ("is gone", Bump::Major) } else { ("is new", Bump::Minor) };
    let change =
        PackageChange { category: Category::Identity, kind: "package".to_owned(), name: String::new(), what: what.to_owned(), asks };
    let exceptions = new.map(PackageChanges::exceptions_of_new).unwrap_or_default();
    PackageChanges { list: std::iter::once(change).chain(exceptions).collect() }
}
