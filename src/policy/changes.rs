//! Differences between two versions of the limits of a package, and of the policy of a repository.

use super::judge_packages::usual;
use super::{LintLevel, RepositoryPolicy, WaiverRules};
use slip_pack::changes::version_step::Bump;
use slip_pack::changes::{Category, PackageChange};
use slip_source::Package;
use slip_source::diagnostic::Code;
use std::collections::{BTreeMap, BTreeSet};

/// Limits that the manifest of a package sets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ManifestLimits {
    max_tech: Option<i32>,
    ban: BTreeSet<String>,
    lints: BTreeMap<Code, LintLevel>,
    /// Content hash of the standard library that the manifest names. If that library cannot be used, a word that says so.
    std: Option<String>,
}

impl ManifestLimits {
    /// Returns the limits of a package as its manifest sets them.
    pub fn of(package: &Package) -> ManifestLimits {
        let level = |(slug, word): &(String, String)| Some((Code::from_slug(slug)?, LintLevel::from_word(word)?));
        let lost = package.places.library.map(|_| "one that cannot be used".to_owned());
        ManifestLimits {
            max_tech: package.max_tech,
            ban: package.ban.iter().cloned().collect(),
            lints: package.lints.iter().filter_map(level).collect(),
            std: package.pinned_library.clone().or(lost),
        }
    }
}

/// Returns the differences between the limits of two versions of a package. `policies` are the policies of the repository for the two
/// versions. A limit in a manifest adds nothing if the policy sets the same limit.
pub fn settings_changes(
    old: &ManifestLimits,
    new: &ManifestLimits,
    policies: (Option<&RepositoryPolicy>, Option<&RepositoryPolicy>),
) -> Vec<PackageChange> {
    let mut found = PolicyChanges { kind: "package", list: Vec::new() };
    found.most_tech((old.max_tech, new.max_tech), policies);
    found.fewer("ban", (&old.ban, &new.ban));
    let codes: BTreeSet<Code> = old.lints.keys().chain(new.lints.keys()).copied().collect();
    let level = |settings: &ManifestLimits, code: Code| settings.lints.get(&code).copied().unwrap_or(usual(code));
    for code in codes {
        found.level(code, level(old, code), level(new, code));
    }
    if old.std != new.std {
        let named = |std: &Option<String>| std.clone().unwrap_or_else(|| "the standard rules".to_owned());
        found.tell(format!("`std`: {} → {}", named(&old.std), named(&new.std)));
    }
    found.list
}

/// Returns the lost limits of a package that no longer exists. Without them, renaming a package would hide the loss of its limits.
pub fn lost_settings(old: &ManifestLimits) -> Vec<PackageChange> {
    let lost = settings_changes(old, &ManifestLimits::default(), (None, None));
    lost.into_iter()
        .filter_map(|change| {
            let what = change.what.strip_suffix(" (looser)")?.to_owned() + " with the package (looser)";
            Some(PackageChange { what, ..change })
        })
        .collect()
}

/// Returns a change if the manifest of a new package replaces the standard library.
pub fn new_settings(new: &ManifestLimits) -> Vec<PackageChange> {
    let mut found = PolicyChanges { kind: "package", list: Vec::new() };
    if let Some(std) = &new.std {
        found.tell(format!("`std`: the standard rules → {std}"));
    }
    found.list
}

/// Returns the differences between two versions of the policy of a repository.
pub fn changes(old: Option<&RepositoryPolicy>, new: Option<&RepositoryPolicy>) -> Vec<PackageChange> {
    let mut found = PolicyChanges { kind: "policy", list: Vec::new() };
    match (old.is_some(), new.is_some()) {
        (true, false) => found.tell("is gone, so none of its limits apply any more".to_owned()),
        (false, true) => found.tell("is new".to_owned()),
        _ => {}
    }
    let none = RepositoryPolicy::default();
    let (old, new) = (old.unwrap_or(&none), new.unwrap_or(&none));
    found.most("max_tech", (old.max_tech, new.max_tech), |tech| format!("T{tech}"));
    let bans = |policy: &RepositoryPolicy| policy.ban.iter().cloned().collect::<BTreeSet<String>>();
    found.fewer("ban", (&bans(old), &bans(new)));
    found.more("std", (&old.std, &new.std));
    let rules = |policy: &RepositoryPolicy| policy.waivers.clone().unwrap_or_default();
    let (before, after): (WaiverRules, WaiverRules) = (rules(old), rules(new));
    found.most("most waivers", (before.most, after.most), |most| most.to_string());
    found.most("most waivers in a package", (before.most_in_package, after.most_in_package), |most| most.to_string());
    let codes =
        |rules: &WaiverRules| rules.codes.as_ref().map(|codes| codes.keys().map(|code| code.slug().to_owned()).collect::<BTreeSet<_>>());
    found.listed("waivable codes", (codes(&before).as_ref(), codes(&after).as_ref()));
    for (code, most) in after.codes.iter().flatten() {
        if let Some(was) = before.codes.as_ref().and_then(|codes| codes.get(code)) {
            found.most(&format!("most waivers of {code}"), (*was, *most), |most| most.to_string());
        }
    }
    match (&old.patches, &new.patches) {
        (Some(before), Some(after)) => {
            let none = BTreeSet::new();
            for package in before.keys().chain(after.keys()).collect::<BTreeSet<_>>() {
                let of = |patches: &BTreeMap<String, BTreeSet<String>>| patches.get(package).unwrap_or(&none).clone();
                found.more(&format!("patches of `{package}`"), (&of(before), &of(after)));
            }
        }
        (Some(_), None) => found.tell("patches: every package may patch every other (looser)".to_owned()),
        (None, Some(_)) => found.tell("patches: only those listed are allowed (stricter)".to_owned()),
        (None, None) => {}
    }
    for code in old.lints.keys().chain(new.lints.keys()).copied().collect::<BTreeSet<_>>() {
        let floor = |policy: &RepositoryPolicy| policy.lints.get(&code).copied().unwrap_or(LintLevel::Allow);
        found.level(code, floor(old), floor(new));
    }
    found.listed("licences", (old.licences.as_ref(), new.licences.as_ref()));
    found.list
}

struct PolicyChanges {
    kind: &'static str,
    list: Vec<PackageChange>,
}

impl PolicyChanges {
    fn tell(&mut self, what: String) {
        self.list.push(PackageChange {
            category: Category::Policy,
            kind: self.kind.to_owned(),
            name: String::new(),
            what,
            asks: Bump::Patch,
        });
    }

    /// Compares the highest technology of two manifests. If a manifest sets none, the limit of the policy applies.
    fn most_tech(&mut self, (old, new): (Option<i32>, Option<i32>), policies: (Option<&RepositoryPolicy>, Option<&RepositoryPolicy>)) {
        let limit = |policy: Option<&RepositoryPolicy>| policy.and_then(|policy| policy.max_tech);
        let compared = match (old, new) {
            (None, Some(is)) => limit(policies.1).map(|most| (format!("is now T{is}"), most, is)),
            (Some(was), None) => limit(policies.0).map(|most| (format!("T{was} is gone"), was, most)),
            _ => None,
        };
        match compared {
            Some((what, was, is)) if was < is => self.tell(format!("max_tech {what} (looser)")),
            Some((what, was, is)) if was == is => self.tell(format!("max_tech {what} (as in the policy)")),
            _ => self.most("max_tech", (old, new), |tech| format!("T{tech}")),
        }
    }

    /// Compares two upper limits; `None` means that there is no limit.
    fn most<T: Copy + Ord>(&mut self, key: &str, (old, new): (Option<T>, Option<T>), shown: impl Fn(T) -> String) {
        match (old, new) {
            (Some(was), Some(is)) if was < is => self.tell(format!("{key} {} → {} (looser)", shown(was), shown(is))),
            (Some(was), Some(is)) if was > is => self.tell(format!("{key} {} → {} (stricter)", shown(was), shown(is))),
            (Some(was), None) => self.tell(format!("{key} {} is gone (looser)", shown(was))),
            (None, Some(is)) => self.tell(format!("{key} is now {} (stricter)", shown(is))),
            _ => {}
        }
    }

    /// Compares two lists of forbidden things. A longer list is a stricter policy, a shorter list a looser one.
    fn fewer(&mut self, key: &str, (old, new): (&BTreeSet<String>, &BTreeSet<String>)) {
        old.difference(new).for_each(|one| self.tell(format!("{key}: {one} removed (looser)")));
        new.difference(old).for_each(|one| self.tell(format!("{key}: {one} added (stricter)")));
    }

    /// Compares two lists of what a policy allows: an added entry makes the policy looser, a removed entry makes it stricter.
    fn more(&mut self, key: &str, (old, new): (&BTreeSet<String>, &BTreeSet<String>)) {
        new.difference(old).for_each(|one| self.tell(format!("{key}: {one} added (looser)")));
        old.difference(new).for_each(|one| self.tell(format!("{key}: {one} removed (stricter)")));
    }

    /// Compares two lists of allowed things; without a list everything is allowed.
    fn listed(&mut self, key: &str, lists: (Option<&BTreeSet<String>>, Option<&BTreeSet<String>>)) {
        match lists {
            (Some(old), Some(new)) => self.more(key, (old, new)),
            (Some(_), None) => self.tell(format!("{key}: all are allowed (looser)")),
            (None, Some(_)) => self.tell(format!("{key}: only those listed are allowed (stricter)")),
            (None, None) => {}
        }
    }

    fn level(&mut self, code: Code, old: LintLevel, new: LintLevel) {
        if old != new {
            let direction = if new < old { "looser" } else { "stricter" };
            self.tell(format!("lint {code}: {} → {} ({direction})", old.word(), new.word()));
        }
    }
}
