//! Exceptions that packages declare: waivers, patches of other packages, and things that the policy bans although a package can use them.
//!
//! They are read from the text as written, so that a waiver counts even if nothing needs it. The command compares them with the policy of
//! the repository.

use crate::check::campaign_limits::CampaignLimits;
use crate::resolve::Program;
use serde::{Deserialize, Serialize};
use slip_source::{FileId, PackageId, Sources, Span};
use slip_syntax::tree::{Entry, ExprKind, File};
use slip_syntax::visit;
use std::collections::{BTreeMap, BTreeSet};

/// Exceptions that one package declares.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Exceptions {
    /// Waivers in the order of the text.
    pub waivers: Vec<WrittenWaiver>,
    /// Patches of things of other packages, in the order of the text.
    pub patches: Vec<WrittenPatch>,
    /// Members of the policy's list `ban` that match something which the package can use.
    pub found_bans: BTreeSet<String>,
}

/// Waiver as it is written: `allow over-budget "last of the old fleet"`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WrittenWaiver {
    /// Span of the whole line.
    pub span: Span,
    /// Code that the waiver names.
    pub code: String,
}

/// Patch of a thing of another package.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WrittenPatch {
    /// Span of the target's name.
    pub span: Span,
    /// Name of the package that declares the target.
    pub package: String,
    /// Name of the target.
    pub target: String,
}

impl Exceptions {
    /// Changes the file numbers of all spans. Returns `false`, with only some spans changed, if a file has no new number.
    #[must_use]
    pub fn renumber(&mut self, mut number: impl FnMut(FileId) -> Option<FileId>) -> bool {
        let mut known = true;
        for span in self.waivers.iter_mut().map(|waiver| &mut waiver.span).chain(self.patches.iter_mut().map(|patch| &mut patch.span)) {
            match number(span.file) {
                Some(file) => span.file = file,
                None => known = false,
            }
        }
        known
    }

    /// True if every span is within a text of `sources`.
    pub fn lies_in(&self, sources: &Sources) -> bool {
        let is_inside = |span: Span| {
            let text = sources.file(span.file).map(|file| file.text());
            let range = usize::try_from(span.start).ok().zip(usize::try_from(span.end).ok());
            text.zip(range).is_some_and(|(text, (start, end))| text.get(start..end).is_some())
        };
        self.waivers.iter().map(|waiver| waiver.span).chain(self.patches.iter().map(|patch| patch.span)).all(is_inside)
    }
}

/// Returns the exceptions of some packages of a program, by package.
pub(super) fn of(
    program: &Program<'_>,
    files: &[&File],
    campaigns: &[CampaignLimits],
    packages: &BTreeSet<PackageId>,
) -> BTreeMap<PackageId, Exceptions> {
    let sources = program.sources;
    let mut all: BTreeMap<PackageId, Exceptions> = BTreeMap::new();
    for file in files {
        let Some(package) = sources.file(file.id).map(|file| file.package()).filter(|package| packages.contains(package)) else { continue };
        let mut waivers = Vec::new();
        file.items.iter().filter_map(visit::block).for_each(|block| collect(&block.entries, &mut waivers));
        if !waivers.is_empty() {
            all.entry(package).or_default().waivers.append(&mut waivers);
        }
    }
    for patch in program.patches().iter().filter(|patch| packages.contains(&patch.package)) {
        let Some(target) = program.get(patch.target).filter(|target| target.package != patch.package) else { continue };
        let written =
            WrittenPatch { span: patch.named, package: program.package_name(target.package).to_owned(), target: target.name().to_string() };
        all.entry(patch.package).or_default().patches.push(written);
    }
    for ((id, _), campaign) in sources.packages().zip(campaigns).filter(|((id, _), _)| packages.contains(id)) {
        let found: BTreeSet<String> = campaign.found_policy_bans().map(str::to_owned).collect();
        if !found.is_empty() {
            all.entry(id).or_default().found_bans = found;
        }
    }
    for exceptions in all.values_mut() {
        exceptions.waivers.sort_by_key(|waiver| waiver.span);
        exceptions.patches.sort_by_key(|patch| patch.span);
    }
    all
}

/// Collects the waivers of a block and of the blocks in it. Waivers that did not parse completely are included.
fn collect(entries: &[Entry], waivers: &mut Vec<WrittenWaiver>) {
    for entry in entries {
        if entry.word() == "allow" {
            let code = entry.values.first().map(|value| match &value.expr.kind {
                ExprKind::Code(code) | ExprKind::Name(code) => code.to_string(),
                _ => String::new(),
            });
            waivers.push(WrittenWaiver { span: entry.span, code: code.unwrap_or_default() });
        }
        if let Some(block) = entry.block() {
            collect(&block.entries, waivers);
        }
    }
}
