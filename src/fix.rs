//! Applies the fixes of findings, in memory, until none are left.
//!
//! Each finding gets one fix. Fixes are applied in turns, because a mistake in a line may cause a wrong count or budget: first the fixes of
//! errors in single lines, then of wrong counts, then of exceeded budgets. The edits of one pass never touch each other. After a pass
//! everything is checked again. If a pass increases the number of errors, or of syntax errors, it is undone and its edits are tried one by
//! one. A fix that may change the meaning is kept only if there are fewer findings afterwards (`improvement`).
//!
//! In an item with syntax errors, only the fixes of these errors are applied (`syntax_error_guard`). Only the requested Slip files are
//! changed: no dependencies, no standard library, no manifests.

mod improvement;
mod syntax_error_guard;
mod write_fixed_files;

pub use write_fixed_files::write;

use crate::project::Project;
use slip_source::diagnostic::entry_edits::is_idle;
use slip_source::diagnostic::{Code, Confidence, Diagnostic, Diagnostics, Edit, Fix, Severity};
use slip_source::{FileId, Sources, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use syntax_error_guard::SyntaxErrors;

/// Largest number of passes, in case fixes keep causing each other.
pub const MOST_PASSES: usize = 10;

/// Largest number of edits that are tried one by one after a failed pass; the others wait for the next pass.
const MOST_TRIES: usize = 50;

/// Choice of the fixes that are applied automatically.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Fixes that keep the meaning and are the only fix of their finding.
    Safe,
    /// The first fix of each finding, even if it changes the meaning.
    Unsafe,
}

/// Result of applying fixes.
#[derive(Debug)]
pub struct FixResult {
    /// Changed files with their old text.
    pub before: BTreeMap<FileId, Arc<str>>,
    /// Number of fixes that were applied.
    pub made: usize,
    /// Findings that are left after all fixes.
    pub left: Diagnostics,
    /// Number of remaining findings whose fix would be applied at the next [`Level`].
    pub at_next_level: usize,
    /// Number of fixes that were left out because there would not be fewer findings.
    pub set_aside: usize,
    /// True if the passes ended before all fixes were applied.
    pub cut_short: bool,
}

/// Applies fixes to the requested files. The sources of the project are changed, the files on the disk are not.
pub fn mend(project: &mut Project, level: Level) -> FixResult {
    let mut bench = FixTrial { project, level, before: BTreeMap::new(), refused: BTreeSet::new(), made: 0, is_strict: false };
    let first = bench.judge();
    let errors = first.count(Severity::Error);
    let (mut found, mut cut_short) = bench.passes(first.clone());
    if found.count(Severity::Error) > errors {
        // There are more errors than before: an earlier turn left an error for a later turn to fix, and no turn fixed it.
        bench.begin_again();
        (found, cut_short) = bench.passes(first);
    }
    let next = found.iter().filter(|found| level == Level::Safe && bench.fix(found, Level::Unsafe).is_some()).count();
    let unchanged = |(id, text): (&FileId, &Arc<str>)| bench.project.sources.file(*id).is_some_and(|file| file.text() == &**text);
    let same: Vec<FileId> = bench.before.iter().filter(|(id, text)| unchanged((id, text))).map(|(id, _)| *id).collect();
    bench.before.retain(|id, _| !same.contains(id));
    let (before, made, set_aside) = (bench.before, bench.made, bench.refused.len());
    FixResult { before, made, left: found, at_next_level: next, set_aside, cut_short }
}

/// Data that identify a fix that was set aside, so that it is recognised after a pass: code and message of its finding, file, and title of
/// the fix.
type Known = (&'static str, String, FileId, String);

/// Texts of files as they were before edits, to undo the edits.
type Texts = Vec<(FileId, Arc<str>)>;

struct FixTrial<'a> {
    project: &'a mut Project,
    level: Level,
    before: BTreeMap<FileId, Arc<str>>,
    refused: BTreeSet<Known>,
    made: usize,
    /// True if all errors count. If false, errors that a later fix is expected to remove are not counted.
    is_strict: bool,
}

/// Fix that was chosen to be applied, with its finding.
#[derive(Clone)]
struct Chosen {
    known: Known,
    /// True if the fix keeps the meaning and is the only fix of its finding.
    is_safe: bool,
    /// True if the fix changes what an item buys: a lower rank, fewer stunts, another technology. Such a fix must not add errors or
    /// warnings.
    is_purchase: bool,
    edits: Vec<Edit>,
}

impl FixTrial<'_> {
    /// Applies fixes pass by pass; returns the findings afterwards, and true if fixes are left after the last pass.
    fn passes(&mut self, mut found: Diagnostics) -> (Diagnostics, bool) {
        let (mut turn, mut chosen) = self.choose(&found);
        for _ in 0..MOST_PASSES {
            if chosen.is_empty() {
                break;
            }
            found = self.pass(turn, chosen, found);
            (turn, chosen) = self.choose(&found);
        }
        (found, !chosen.is_empty())
    }

    /// Undoes all edits, and from now on counts every error.
    fn begin_again(&mut self) {
        let before = std::mem::take(&mut self.before);
        self.take_back(before.into_iter().collect());
        self.refused.clear();
        (self.made, self.is_strict) = (0, true);
    }

    fn judge(&self) -> Diagnostics {
        judge(self.project)
    }

    /// Returns the fix to apply for a finding, if it has one.
    fn fix<'d>(&self, found: &'d Diagnostic, level: Level) -> Option<&'d Fix> {
        let mut ready = found.fixes.iter().filter(|fix| fix.confidence != Confidence::Display);
        let first = ready.next()?;
        let alone = ready.next().is_none();
        let wanted = level == Level::Unsafe || alone && first.confidence == Confidence::Safe;
        (wanted && !first.edits.is_empty() && first.edits.iter().all(|edit| self.project.may_edit(edit.span.file))).then_some(first)
    }

    /// Returns the fixes of a pass: those of the first turn that has any fixes.
    fn choose(&self, found: &Diagnostics) -> (Turn, Vec<Chosen>) {
        let mut turns = Turn::ALL.into_iter().map(|turn| (turn, self.choose_of(turn, found)));
        turns.find(|(_, chosen)| !chosen.is_empty()).unwrap_or((Turn::Cost, Vec::new()))
    }

    /// Returns the number of errors that count in a turn. Fixes of a turn may reveal errors that a later turn fixes; these do not count.
    /// For example, a misspelt `harm` may hide an exceeded budget that could not be computed before.
    fn errors(&self, turn: Turn, found: &Diagnostics) -> usize {
        found.iter().filter(|found| found.severity == Severity::Error && !self.is_for_later(turn, found)).count()
    }

    /// True if a later turn is expected to fix a finding.
    fn is_for_later(&self, turn: Turn, found: &Diagnostic) -> bool {
        !self.is_strict && Turn::of(found) > turn && self.fix(found, self.level).is_some()
    }

    /// Returns the fixes to apply in a turn. They do not touch one another, and are chosen in the order of the findings.
    fn choose_of(&self, turn: Turn, found: &Diagnostics) -> Vec<Chosen> {
        let mut taken: Vec<Edit> = Vec::new();
        let mut chosen = Vec::new();
        let fixes = found.iter().filter_map(|found| self.fix(found, self.level));
        let files = fixes.flat_map(|fix| &fix.edits).map(|edit| edit.span.file).collect();
        let broken = SyntaxErrors::new(&self.project.sources, &files);
        let doubted = if turn == Turn::Itself { BTreeSet::new() } else { doubted(found) };
        let waits = |diagnostic: &Diagnostic| diagnostic.secondary.iter().any(|label| doubted.contains(&label.span));
        for diagnostic in found.iter().filter(|diagnostic| Turn::of(diagnostic) == turn && !waits(diagnostic)) {
            let Some(fix) = self.fix(diagnostic, self.level) else { continue };
            if is_idle(&self.project.sources, fix) || !broken.permits(diagnostic, fix) {
                continue;
            }
            let known = known(diagnostic, fix);
            let free = fix.edits.iter().all(|edit| fits(edit, &self.project.sources) && !taken.iter().any(|other| touch(edit, other)));
            if free && !self.refused.contains(&known) && apart(&fix.edits) {
                taken.extend(fix.edits.iter().cloned());
                let is_purchase = diagnostic.code.is_repaired_by_purchase();
                let is_safe = self.fix(diagnostic, Level::Safe).is_some();
                chosen.push(Chosen { known, is_safe, is_purchase, edits: fix.edits.clone() });
            }
        }
        chosen
    }

    /// Applies fixes, checks the project, and returns the new findings.
    fn pass(&mut self, turn: Turn, chosen: Vec<Chosen>, found: Diagnostics) -> Diagnostics {
        match self.attempt(turn, &chosen, &found) {
            Ok((_, after)) if self.adds_no_finding(turn, &chosen, &found, &after) => {
                self.made = self.made.saturating_add(chosen.len());
                after
            }
            Ok((undo, _)) | Err(undo) => {
                self.take_back(undo);
                self.one_by_one(turn, chosen, found)
            }
        }
    }

    /// Applies fixes and checks the project. Returns the old texts, and the new findings if the fixes are accepted. They are accepted if
    /// there are no more errors and no more syntax errors than before. If all fixes change purchases, there must also be no more warnings.
    fn attempt(&mut self, turn: Turn, chosen: &[Chosen], found: &Diagnostics) -> Result<(Texts, Diagnostics), Texts> {
        let errors = self.errors(turn, found);
        let files = chosen.iter().flat_map(|chosen| &chosen.edits).map(|edit| edit.span.file).collect();
        let unparsed = SyntaxErrors::new(&self.project.sources, &files).errors();
        let undo = self.apply(chosen.iter().flat_map(|chosen| &chosen.edits));
        if SyntaxErrors::new(&self.project.sources, &files).errors() > unparsed {
            return Err(undo);
        }
        let after = self.judge();
        // The correction of a name may reveal findings that were hidden. A change of purchases reveals none.
        let all = |found: &Diagnostics| found.count(Severity::Error).saturating_add(found.count(Severity::Warning));
        let is_worse = chosen.iter().all(|chosen| chosen.is_purchase) && all(&after) > all(found);
        if self.errors(turn, &after) <= errors && !is_worse { Ok((undo, after)) } else { Err(undo) }
    }

    /// Applies the first fixes one by one, up to a limit; the others are tried in a later pass. A fix that adds an error, or that leaves as
    /// many findings as before, is undone and set aside.
    fn one_by_one(&mut self, turn: Turn, chosen: Vec<Chosen>, found: Diagnostics) -> Diagnostics {
        let (mut good, mut doubtful) = (Vec::new(), Vec::new());
        for one in chosen.into_iter().take(MOST_TRIES) {
            let alone = std::slice::from_ref(&one);
            match self.attempt(turn, alone, &found) {
                Ok((undo, after)) => {
                    let is_good = self.adds_no_finding(turn, alone, &found, &after) || self.has_fewer(turn, &found, &after);
                    self.take_back(undo);
                    if is_good { good.push(one) } else { doubtful.push(one) }
                }
                Err(undo) => {
                    self.take_back(undo);
                    self.refused.insert(one.known);
                }
            }
        }
        if good.is_empty() { self.first_that_helps(turn, doubtful, found) } else { self.together(turn, good, found) }
    }

    /// Applies fixes each of which is good alone.
    fn together(&mut self, turn: Turn, good: Vec<Chosen>, found: Diagnostics) -> Diagnostics {
        match self.attempt(turn, &good, &found) {
            Ok((_, after)) => {
                self.made = self.made.saturating_add(good.len());
                return after;
            }
            // Each fix alone adds no error, but all together do. Therefore only the first is applied now, and the rest after the next
            // check.
            Err(undo) => self.take_back(undo),
        }
        let Some(first) = good.into_iter().next() else { return found };
        self.apply(first.edits.iter());
        self.made = self.made.saturating_add(1);
        self.judge()
    }

    /// Applies the first fix that helps after the findings that it reveals are fixed too. Sets aside those that do not help.
    fn first_that_helps(&mut self, turn: Turn, doubtful: Vec<Chosen>, found: Diagnostics) -> Diagnostics {
        for one in doubtful {
            match self.follow(turn, &one, &found) {
                Some(after) => return after,
                None => _ = self.refused.insert(one.known),
            }
        }
        found
    }

    /// Applies edits to the sources; returns the old texts of the files.
    fn apply<'e>(&mut self, edits: impl Iterator<Item = &'e Edit>) -> Texts {
        let mut by_file: BTreeMap<FileId, Vec<&Edit>> = BTreeMap::new();
        for edit in edits {
            by_file.entry(edit.span.file).or_default().push(edit);
        }
        let mut undo = Vec::new();
        for (id, mut edits) in by_file {
            let Some(old) = self.project.sources.file(id).map(|file| file.shared_text()) else { continue };
            edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
            let text = edited(&old, &edits);
            self.before.entry(id).or_insert_with(|| Arc::clone(&old));
            self.project.sources_mut().replace_text(id, text);
            undo.push((id, old));
        }
        undo
    }

    fn take_back(&mut self, undo: Texts) {
        for (id, text) in undo {
            self.project.sources_mut().replace_text(id, text);
        }
    }
}

/// Turn in which a finding is fixed. Findings of an earlier turn are fixed first, because they may be the cause of findings of later turns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Turn {
    /// Findings about single lines.
    Itself,
    /// Findings about wrong counts and failed requirements.
    Number,
    /// Findings about exceeded budgets.
    Cost,
}

impl Turn {
    const ALL: [Turn; 3] = [Turn::Itself, Turn::Number, Turn::Cost];

    fn of(found: &Diagnostic) -> Turn {
        match found.code {
            Code::OverBudget => Turn::Cost,
            Code::TooFewStunts | Code::TooManyStunts | Code::TooManyAspects | Code::RequirementFailed => Turn::Number,
            _ => Turn::Itself,
        }
    }
}

/// Returns the spans of the errors in single lines that are left. A wrong line may be the only reason for a wrong sum. A finding about a
/// sum with such a line is therefore not fixed.
fn doubted(found: &Diagnostics) -> BTreeSet<Span> {
    let errors = found.iter().filter(|found| found.severity == Severity::Error && Turn::of(found) == Turn::Itself);
    errors.map(|found| found.primary.span).filter(|span| !span.is_empty()).collect()
}

/// Returns all findings about the requested packages and files.
fn judge(project: &Project) -> Diagnostics {
    let mut found = project.diagnostics.clone();
    found.append(slip_compile::verdicts(&project.sources, &project.roots).diagnostics);
    found.retain(|diagnostic| project.concerns(diagnostic));
    found.sort();
    found.dedup();
    found
}

fn known(found: &Diagnostic, fix: &Fix) -> Known {
    (found.code.slug(), found.message.clone(), found.primary.span.file, fix.title.clone())
}

/// Returns a text after edits, which must be sorted and must not overlap.
fn edited(text: &str, edits: &[&Edit]) -> String {
    let mut mended = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        let start = usize::try_from(edit.span.start).unwrap_or(usize::MAX);
        mended.push_str(text.get(at..start).unwrap_or_default());
        mended.push_str(&edit.replacement);
        at = usize::try_from(edit.span.end).unwrap_or(usize::MAX);
    }
    mended.push_str(text.get(at..).unwrap_or_default());
    mended
}

/// True if an edit is inside its file and on character boundaries.
fn fits(edit: &Edit, sources: &Sources) -> bool {
    let Some(file) = sources.file(edit.span.file) else { return false };
    let at = |offset: u32| usize::try_from(offset).is_ok_and(|offset| file.text().is_char_boundary(offset));
    edit.span.start <= edit.span.end && at(edit.span.start) && at(edit.span.end)
}

/// True if two edits of different findings overlap or touch.
fn touch(one: &Edit, other: &Edit) -> bool {
    one.span.file == other.span.file && one.span.start <= other.span.end && other.span.start <= one.span.end
}

/// True if the edits of one fix do not overlap. They may touch each other.
fn apart(edits: &[Edit]) -> bool {
    let overlap = |one: &Edit, other: &Edit| {
        one.span.file == other.span.file && one.span.start < other.span.end && other.span.start < one.span.end || one.span == other.span
    };
    edits.iter().enumerate().all(|(at, one)| edits.iter().skip(at.saturating_add(1)).all(|other| !overlap(one, other)))
}
