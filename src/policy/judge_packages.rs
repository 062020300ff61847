//! Compares packages with a policy. Reports settings of manifests, waivers, patches and licences that the policy does not allow.

use super::{LintLevel, RepositoryPolicy, errors};
use crate::project::Project;
use slip_compile::{Exceptions, WrittenWaiver, stdlib};
use slip_source::diagnostic::{Code, Diagnostic, Severity};
use slip_source::{Package, PackageId, PolicyLimits, Span};
use std::collections::{BTreeMap, BTreeSet};

impl RepositoryPolicy {
    /// Reports settings of a manifest that are looser than the policy: highest technology, lint levels, standard library.
    pub(super) fn judge_manifest(&self, package: &Package) -> Vec<Diagnostic> {
        let start = package.places.name.or(package.manifest.map(|file| Span::new(file, 0, 0))).unwrap_or_default();
        let mut found = Vec::new();
        if let (Some(own), Some(most)) = (package.max_tech, self.max_tech)
            && own > most
        {
            found.push(errors::higher_tech(package.places.max_tech.unwrap_or(start), own, most, &self.source));
        }
        for (at, (slug, word)) in package.lints.iter().enumerate() {
            let floor = Code::from_slug(slug).and_then(|code| self.lints.get(&code));
            if let (Some(floor), Some(level)) = (floor, LintLevel::from_word(word))
                && level < *floor
            {
                let span = package.places.lints.get(at).copied().unwrap_or(start);
                found.push(errors::weaker_lint(span, (slug, word), floor.word(), &self.source));
            }
        }
        if let Some(hash) = &package.pinned_library
            && hash != stdlib::hash()
            && !self.std.contains(hash)
        {
            found.push(errors::other_library(package.places.library.unwrap_or(start), hash, &self.source));
        }
        found
    }

    /// Sets the limits of the policy for a package. The level of a lint is raised if the manifest sets a weaker one.
    pub(super) fn limit(&self, package: &mut Package) {
        let waivable = self.waivers.as_ref().and_then(|rules| rules.codes.as_ref());
        package.policy = PolicyLimits {
            source: self.source.clone(),
            max_tech: self.max_tech,
            ban: self.ban.clone(),
            waivable: waivable.into_iter().flatten().map(|(code, _)| code.slug().to_owned()).collect(),
        };
        for (code, floor) in &self.lints {
            let own = package.lints.iter().rfind(|(slug, _)| slug == code.slug()).and_then(|(_, word)| LintLevel::from_word(word));
            if own.unwrap_or(usual(*code)) < *floor {
                package.lints.push((code.slug().to_owned(), floor.word().to_owned()));
            }
        }
    }

    /// Returns the waivers, patches and licences of packages that the policy does not allow.
    pub(super) fn judge_texts(
        &self,
        project: &Project,
        packages: &BTreeSet<PackageId>,
        exceptions: &BTreeMap<PackageId, Exceptions>,
    ) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        let of = || packages.iter().filter_map(|id| Some((*id, exceptions.get(id)?)));
        self.judge_waivers(of(), &mut found);
        for (id, one) in of() {
            let name = project.sources.package(id).map_or("", |package| package.name.as_str());
            for patch in &one.patches {
                if !self.may_patch(name, &patch.package) {
                    found.push(errors::patch(patch.span, name, (&patch.package, &patch.target), &self.source));
                }
            }
        }
        self.judge_licences(project, packages, &mut found);
        found
    }

    fn judge_waivers<'e>(&self, packages: impl Iterator<Item = (PackageId, &'e Exceptions)>, found: &mut Vec<Diagnostic>) {
        let rules = self.waivers.clone().unwrap_or_default();
        let limits = [(Code::TechAboveCampaign, self.max_tech.is_some()), (Code::BannedItem, !self.ban.is_empty())];
        // A finding about a limit of the policy can be waived only if the policy lists its code.
        let is_limit = |code: Code| limits.contains(&(code, true));
        let may = |code: Code| rules.codes.as_ref().map_or(!is_limit(code), |codes| codes.contains_key(&code));
        let mut all: Vec<&WrittenWaiver> = Vec::new();
        let mut of_code: BTreeMap<Code, Vec<&WrittenWaiver>> = BTreeMap::new();
        for (_, one) in packages {
            if let Some(most) = rules.most_in_package {
                found.extend(excess(&one.waivers.iter().collect::<Vec<_>>(), most, |span, number| {
                    errors::too_many_waivers(span, (number, most), "the package has", &self.source)
                }));
            }
            for waiver in &one.waivers {
                all.push(waiver);
                // An unknown code has already been reported.
                let Some(code) = Code::from_slug(&waiver.code) else { continue };
                if may(code) {
                    of_code.entry(code).or_default().push(waiver);
                } else {
                    found.push(errors::waiver(waiver.span, code, &self.source));
                }
            }
        }
        if let Some(most) = rules.most {
            found.extend(excess(&all, most, |span, number| {
                errors::too_many_waivers(span, (number, most), "the checked packages have", &self.source)
            }));
        }
        for (code, most) in rules.codes.iter().flatten() {
            if let (Some(most), Some(waivers)) = (most, of_code.get(code)) {
                found.extend(excess(waivers, *most, |span, number| errors::waived_too_often(span, *code, (number, *most), &self.source)));
            }
        }
    }

    fn may_patch(&self, package: &str, target: &str) -> bool {
        let Some(patches) = &self.patches else { return true };
        let lists = [package, "*"].into_iter().filter_map(|name| patches.get(name));
        lists.into_iter().any(|targets| targets.contains(target) || targets.contains("*"))
    }

    fn judge_licences(&self, project: &Project, packages: &BTreeSet<PackageId>, found: &mut Vec<Diagnostic>) {
        let Some(licences) = &self.licences else { return };
        for id in project.sources.closure_of(packages.iter().copied()) {
            let Some(package) = project.sources.package(id).filter(|package| package.manifest.is_some()) else { continue };
            let is_library = id == project.sources.library_of(id);
            if is_library || is_allowed(&package.licence, licences) {
                continue;
            }
            let start = package.manifest.map(|file| Span::new(file, 0, 0)).unwrap_or_default();
            let span = package.places.licence.or(package.places.name).unwrap_or(start);
            found.push(errors::licence(span, &package.name, &package.licence, (licences, &self.source)));
        }
    }
}

/// Returns a finding that is placed at the first waiver beyond a limit and states the number of waivers.
fn excess(waivers: &[&WrittenWaiver], most: usize, report: impl FnOnce(Span, usize) -> Diagnostic) -> Option<Diagnostic> {
    let first = waivers.get(most)?;
    Some(report(first.span, waivers.len()))
}

/// Returns the level that a lint has if the manifest has no entry for it in `[lints]`.
pub(super) fn usual(code: Code) -> LintLevel {
    match code.severity() {
        _ if code.off_by_default() => LintLevel::Allow,
        Severity::Note => LintLevel::Note,
        Severity::Warning => LintLevel::Warn,
        Severity::Error => LintLevel::Deny,
    }
}

/// True if a licence is allowed. If licences are joined by `OR`, one of them must be allowed. If they are joined by `AND`, all must be
/// allowed.
fn is_allowed(licence: &str, allowed: &BTreeSet<String>) -> bool {
    let licence = licence.trim();
    let is_listed = |one: &str| allowed.iter().any(|other| other.eq_ignore_ascii_case(one.trim()));
    is_listed(licence)
        || (licence.contains(" OR ") || licence.contains(" AND "))
            && !licence.contains(['(', ')'])
            && licence.split(" OR ").any(|choice| choice.split(" AND ").all(is_listed))
}

#[cfg(test)]
mod tests {
    use super::is_allowed;

    #[test]
    fn one_of_several_licences_or_all_of_them_must_be_allowed() {
        let allowed = ["CC-BY-4.0".to_owned(), "MIT".to_owned()].into();
        for (licence, is) in [
            ("CC-BY-4.0", true),
            ("cc-by-4.0", true),
            ("MIT OR GPL-3.0", true),
            ("MIT AND GPL-3.0", false),
            ("MIT AND CC-BY-4.0", true),
            ("GPL-3.0", false),
            ("", false),
            ("(MIT OR GPL-3.0)", false),
        ] {
            assert_eq!(is_allowed(licence, &allowed), is, "{licence}");
        }
    }
}
