//! Policy of a repository: limits for all of its packages that no package can loosen.
//!
//! `slipyard-policy.toml` at the root of the repository sets them. `read` reads the file and refuses every key it does not know;
//! `judge_packages` compares packages with the policy. A policy that is asked for and cannot be read is an error, never "no policy".
//! `docs/book/maintainers.md` describes the file for its authors.

mod changes;
mod errors;
mod judge_packages;
mod read;

pub use changes::{ManifestLimits, changes, lost_settings, new_settings, settings_changes};
pub use errors::denied_waiver;
pub use read::parse;

use crate::project::{self, Boundary, LoadFailure, Project};
use slip_compile::Exceptions;
use slip_keyword::keyword_enum;
use slip_limits::POLICY_BYTES;
use slip_source::PackageId;
use slip_source::diagnostic::{Code, Diagnostic};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Name of the policy file at the root of a repository.
pub const POLICY: &str = "slipyard-policy.toml";

/// Policy of a repository.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RepositoryPolicy {
    /// Name in messages: the file, with the commit that it was read from.
    pub source: String,
    /// Highest technology of every package.
    max_tech: Option<i32>,
    /// Things that are banned in every package.
    ban: Vec<String>,
    /// Content hashes of the standard libraries that packages may name in place of the embedded library.
    std: BTreeSet<String>,
    waivers: Option<WaiverRules>,
    /// Packages that each package may patch; `None` if the policy has no section `[patches]`. `*` means every package.
    patches: Option<BTreeMap<String, BTreeSet<String>>>,
    /// Lowest level of each lint.
    lints: BTreeMap<Code, LintLevel>,
    /// Licences that packages may have; `None` if the policy has no section `[licences]`.
    licences: Option<BTreeSet<String>>,
}

/// Rules of a policy about waivers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct WaiverRules {
    /// Greatest number of waivers in all packages together.
    most: Option<usize>,
    /// Maximum number of waivers in one package; `None` if there is no limit.
    most_in_package: Option<usize>,
    /// Codes that may be waived, each with the greatest number of its waivers, if this is limited. `None` if all codes may be waived.
    codes: Option<BTreeMap<Code, Option<usize>>>,
}

keyword_enum! {
    /// Level of a lint, ordered from the weakest to the strongest.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    enum LintLevel {
        Allow = "allow",
        Note = "note",
        Warn = "warn",
        Deny = "deny",
    }

    /// Returns the word for the level in a policy.
    const fn word(self) -> &'static str;

    /// Returns the level for a word in a policy.
    fn from_word(word: &str) -> Option<Self>;
}

/// Policies for the packages that a command checks: one policy for all packages, or one for each repository.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Policies {
    list: Vec<(RepositoryPolicy, BTreeSet<PackageId>)>,
}

impl Policies {
    /// Returns a single policy that applies to all requested packages and to their dependencies in the same repositories.
    pub fn of_all(policy: RepositoryPolicy, project: &Project) -> Policies {
        Policies { list: vec![(policy, judged_packages(project))] }
    }

    /// Returns the policies at the roots of the repositories that contain the requested packages. A policy also applies to the dependencies
    /// of these packages in the same repository, because a search of folders would miss some, such as those in hidden folders.
    ///
    /// # Errors
    /// When a policy file cannot be read or has mistakes.
    pub fn of_repositories(project: &Project) -> Result<Policies, LoadFailure> {
        let of_folder = by_repository(project);
        let mut list = Vec::new();
        for (folder, packages) in of_folder {
            list.extend(at_root(&folder)?.map(|policy| (policy, packages)));
        }
        Ok(Policies { list })
    }

    /// Applies the limits of the policies to the packages. Returns findings about manifests that loosen the limits.
    pub fn apply(&self, project: &mut Project) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (policy, packages) in &self.list {
            for id in packages {
                if let Some(package) = project.sources_mut().package_mut(*id) {
                    found.extend(policy.judge_manifest(package));
                    policy.limit(package);
                }
            }
        }
        found
    }

    /// Returns the waivers, patches and licences that the policies do not allow.
    pub fn judge(&self, project: &Project, exceptions: &BTreeMap<PackageId, Exceptions>) -> Vec<Diagnostic> {
        self.list.iter().flat_map(|(policy, packages)| policy.judge_texts(project, packages, exceptions)).collect()
    }

    /// Returns the bans of the policies that match nothing in any package, each with the name of its policy in front.
    pub fn idle_bans(&self, exceptions: &BTreeMap<PackageId, Exceptions>) -> Vec<(&str, &str)> {
        let mut idle = Vec::new();
        for (policy, packages) in &self.list {
            let is_found = |ban: &String| packages.iter().filter_map(|id| exceptions.get(id)).any(|one| one.found_bans.contains(ban));
            idle.extend(policy.ban.iter().filter(|ban| !is_found(ban)).map(|ban| (policy.source.as_str(), ban.as_str())));
        }
        idle
    }

    /// Returns the names of the policies that were applied.
    pub fn sources(&self) -> impl Iterator<Item = &str> {
        self.applied().map(|(source, _)| source)
    }

    /// Returns the names of the policies that were applied, and the packages of each.
    pub fn applied(&self) -> impl Iterator<Item = (&str, &BTreeSet<PackageId>)> {
        self.list.iter().map(|(policy, packages)| (policy.source.as_str(), packages))
    }
}

/// Returns the requested packages and all their direct and indirect dependencies in the same repositories.
pub fn judged_packages(project: &Project) -> BTreeSet<PackageId> {
    let of_repositories = by_repository(project).into_values().flatten();
    project.roots.iter().copied().chain(of_repositories).collect()
}

/// Returns the packages to which policies apply, grouped by the folder of the policy. Fetched dependencies come from other repositories and
/// are not included. A requested package outside all these folders has no policy.
fn by_repository(project: &Project) -> BTreeMap<PathBuf, BTreeSet<PackageId>> {
    let folder = |id: PackageId| project.sources.package(id).map(|package| PathBuf::from(&package.root));
    let mut roots: BTreeMap<PathBuf, BTreeSet<PackageId>> = BTreeMap::new();
    let mut all = roots.clone();
    for id in project.sources.closure_of(project.roots.iter().copied()) {
        let is_root = project.roots.contains(&id);
        let is_own = is_root || id != project.sources.library_of(id) && folder(id).is_some_and(|folder| !project::is_fetched(&folder));
        if let Some(home) = folder(id).filter(|_| is_own).and_then(|folder| home(&folder)) {
            if is_root {
                roots.entry(home.clone()).or_default().insert(id);
            }
            all.entry(home).or_default().insert(id);
        }
    }
    for (home, packages) in &mut roots {
        let reached = project.sources.closure_of(packages.iter().copied());
        packages.extend(all.get(home).into_iter().flatten().filter(|id| reached.contains(id)));
    }
    roots
}

/// Returns the folder whose policy applies to a package: the first of its [`policy_folders`] with a policy or, if none has a policy, the
/// first of all.
pub fn home(package: &Path) -> Option<PathBuf> {
    let folders = policy_folders(package);
    let with_policy = folders.iter().find(|folder| file_of(folder).is_some()).cloned();
    with_policy.or_else(|| folders.into_iter().next())
}

/// Returns the folders in which the policy of a package can be, in the order in which they apply. The first is the root of the repository in
/// which the command runs, if the package is inside it: also in a submodule, which a contributor may add. The second is the root of the
/// package's own repository or, without a repository, the current folder if the package is inside it.
pub fn policy_folders(package: &Path) -> Vec<PathBuf> {
    let folder = package.ancestors().find(|folder| folder.as_os_str().is_empty() || folder.is_dir()).unwrap_or(Path::new(""));
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Ok(real) = std::fs::canonicalize(folder) else { return Vec::new() };
    let here = std::env::current_dir().and_then(std::fs::canonicalize).ok();
    let around = here.as_deref().and_then(project::repository_root).filter(|root| real.starts_with(root));
    let own = project::repository_root(folder).or_else(|| here.filter(|here| real.starts_with(here)));
    let own = own.filter(|own| around.as_ref() != Some(own));
    around.into_iter().chain(own).collect()
}

/// Returns the name of the policy file in a folder, as the folder spells it.
fn file_of(folder: &Path) -> Option<OsString> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name()).find(|name| name.eq_ignore_ascii_case(POLICY))
}

/// Returns the policy at the root of a repository; `None` if there is no such file.
///
/// # Errors
///
/// If the file exists and cannot be used, or if its name is written with other capitals.
pub fn at_root(folder: &Path) -> Result<Option<RepositoryPolicy>, LoadFailure> {
    let path = folder.join(POLICY);
    if path.symlink_metadata().is_err() {
        return match file_of(folder) {
            Some(name) => Err(LoadFailure::new(format!(
                "`{}` is not a policy: rename it to `{POLICY}`, in lower-case letters",
                project::shown(Path::new(&name))
            ))),
            None => Ok(None),
        };
    }
    let boundary = Boundary::of_folder(folder).map_err(|error| LoadFailure::io("read", folder, &error))?;
    let bytes = project::read_files::within(&boundary, &path, POLICY_BYTES).map_err(|denied| denied.failure("read", &path))?;
    from_bytes(POLICY, bytes).map(Some)
}

/// Returns the policy in a file that the user named.
///
/// # Errors
/// When the file cannot be read or has mistakes.
pub fn from_file(path: &Path) -> Result<RepositoryPolicy, LoadFailure> {
    let bytes = project::stored_bytes(path, POLICY_BYTES).map_err(|error| LoadFailure::io("read the policy", path, &error))?;
    from_bytes(&project::shown(path), bytes)
}

/// Returns the policy in the bytes of a file; `source` is its name in messages.
///
/// # Errors
/// When the bytes are not a policy.
pub fn from_bytes(source: &str, bytes: Vec<u8>) -> Result<RepositoryPolicy, LoadFailure> {
    if u64::try_from(bytes.len()).is_ok_and(|length| length > POLICY_BYTES) {
        return Err(LoadFailure::new(format!("the policy `{source}` is larger than {} MiB", POLICY_BYTES >> 20)));
    }
    let text = String::from_utf8(bytes).map_err(|_| LoadFailure::new(format!("the policy `{source}` is not UTF-8 text")))?;
    parse(source, &text).map_err(|mistakes| LoadFailure::new(format!("the policy `{source}` cannot be used: {}", mistakes.join("; "))))
}
