//! Applies the edits that findings carry, in memory, until there is nothing more to mend.
//!
//! Of one finding one edit is made. What is wrong in itself is mended first, and what is too much in all only when everything was
//! judged again, for one mistake may be behind both. In a pass no two edits touch; then everything is judged again. A pass that would leave
//! more errors than it found, or more errors of the parser, is taken back and its edits tried one by one, so that no step ever adds an
//! error. In an item that did not parse whole only edits that mend its parse are made (`broken.rs`). Only the Slip
//! files that were asked for are changed: nothing of a dependency, of the standard library or of a manifest.

mod broken;
mod write;

pub use write::write;

use crate::project::Project;
use broken::Broken;
use slip_source::diagnostic::writing::is_idle;
use slip_source::diagnostic::{Code, Confidence, Diagnostic, Diagnostics, Edit, Fix, Severity};
use slip_source::{FileId, Sources, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// So often everything is judged anew; edits that call for each other without end stop here.
pub const MOST_PASSES: usize = 10;

/// So many edits of a pass that went wrong are tried one by one; the others wait for the next pass.
const MOST_TRIES: usize = 50;

/// Which edits are made by themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Those that keep the meaning, where there is one only.
    Safe,
    /// The first of each finding, whatever it changes.
    Unsafe,
}

/// What was done.
#[derive(Debug)]
pub struct Mended {
    /// The files that are different now, with the text they had.
    pub before: BTreeMap<FileId, Arc<str>>,
    /// How many edits were made.
    pub made: usize,
    /// What there still is to say.
    pub left: Diagnostics,
    /// How many of the findings left have an edit of which the next level would make the first.
    pub at_next_level: usize,
    /// Edits that were set aside because more errors would have come to light.
    pub set_aside: usize,
    /// True if the passes ended before everything was mended.
    pub cut_short: bool,
}

/// Mends what was asked for. The project's sources are changed, its files are not.
pub fn mend(project: &mut Project, level: Level) -> Mended {
    let mut bench = Bench { project, level, before: BTreeMap::new(), refused: BTreeSet::new(), made: 0, is_strict: false };
    let first = bench.judge();
    let errors = first.count(Severity::Error);
    let (mut found, mut cut_short) = bench.passes(first.clone());
    if found.count(Severity::Error) > errors {
        // An error that a later turn was to mend is still there.
        bench.begin_again();
        (found, cut_short) = bench.passes(first);
    }
    let next = found.iter().filter(|found| level == Level::Safe && bench.fix(found, Level::Unsafe).is_some()).count();
    let unchanged = |(id, text): (&FileId, &Arc<str>)| bench.project.sources.file(*id).is_some_and(|file| file.text() == &**text);
    let same: Vec<FileId> = bench.before.iter().filter(|(id, text)| unchanged((id, text))).map(|(id, _)| *id).collect();
    bench.before.retain(|id, _| !same.contains(id));
    let (before, made, set_aside) = (bench.before, bench.made, bench.refused.len());
    Mended { before, made, left: found, at_next_level: next, set_aside, cut_short }
}

/// What a finding is known by from one pass to the next.
type Known = (&'static str, String, FileId, String);

/// Texts of files as they were before an edit.
type Texts = Vec<(FileId, Arc<str>)>;

struct Bench<'a> {
    project: &'a mut Project,
    level: Level,
    before: BTreeMap<FileId, Arc<str>>,
    refused: BTreeSet<Known>,
    made: usize,
    /// True if errors that a later turn can mend count like all others.
    is_strict: bool,
}

/// One edit that is to be made, and for what.
#[derive(Clone)]
struct Chosen {
    known: Known,
    edits: Vec<Edit>,
}

impl Bench<'_> {
    /// Makes edits pass by pass; gives what is found afterwards, and true if edits are left after the last pass.
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

    /// Takes everything back, and counts every error from now on.
    fn begin_again(&mut self) {
        let before = std::mem::take(&mut self.before);
        self.take_back(before.into_iter().collect());
        self.refused.clear();
        (self.made, self.is_strict) = (0, true);
    }

    fn judge(&self) -> Diagnostics {
        judge(self.project)
    }

    /// The edit that is made for a finding.
    fn fix<'d>(&self, found: &'d Diagnostic, level: Level) -> Option<&'d Fix> {
        let mut ready = found.fixes.iter().filter(|fix| fix.confidence != Confidence::Display);
        let first = ready.next()?;
        let alone = ready.next().is_none();
        let wanted = level == Level::Unsafe || alone && first.confidence == Confidence::Safe;
        (wanted && !first.edits.is_empty() && first.edits.iter().all(|edit| self.project.may_edit(edit.span.file))).then_some(first)
    }

    /// The edits of a pass: those of the first turn that has any.
    fn choose(&self, found: &Diagnostics) -> (Turn, Vec<Chosen>) {
        let mut turns = Turn::ALL.into_iter().map(|turn| (turn, self.choose_of(turn, found)));
        turns.find(|(_, chosen)| !chosen.is_empty()).unwrap_or((Turn::Cost, Vec::new()))
    }

    /// The errors that are counted in a turn. What comes to light by its edits and is mended in a later turn is none of them: behind a
    /// misspelt `harm` may stand a budget that nobody could reckon until then.
    fn errors(&self, turn: Turn, found: &Diagnostics) -> usize {
        let later = |found: &Diagnostic| !self.is_strict && Turn::of(found) > turn && self.fix(found, self.level).is_some();
        found.iter().filter(|found| found.severity == Severity::Error && !later(found)).count()
    }

    /// Edits of a turn that do not touch one another, in the order of the findings.
    fn choose_of(&self, turn: Turn, found: &Diagnostics) -> Vec<Chosen> {
        let mut taken: Vec<Edit> = Vec::new();
        let mut chosen = Vec::new();
        let fixes = found.iter().filter_map(|found| self.fix(found, self.level));
        let files = fixes.flat_map(|fix| &fix.edits).map(|edit| edit.span.file).collect();
        let broken = Broken::new(&self.project.sources, &files);
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
                chosen.push(Chosen { known, edits: fix.edits.clone() });
            }
        }
        chosen
    }

    /// Makes edits and judges; gives what is found afterwards.
    fn pass(&mut self, turn: Turn, chosen: Vec<Chosen>, found: Diagnostics) -> Diagnostics {
        match self.attempt(turn, &chosen, &found) {
            Ok((_, after)) => {
                self.made = self.made.saturating_add(chosen.len());
                after
            }
            Err(undo) => {
                self.take_back(undo);
                self.one_by_one(turn, chosen, found)
            }
        }
    }

    /// Makes edits and judges. If neither the errors nor those of the parser are more than before, gives what is found afterwards, else
    /// the texts as they were; and those in any case.
    fn attempt(&mut self, turn: Turn, chosen: &[Chosen], found: &Diagnostics) -> Result<(Texts, Diagnostics), Texts> {
        let errors = self.errors(turn, found);
        let files = chosen.iter().flat_map(|chosen| &chosen.edits).map(|edit| edit.span.file).collect();
        let unparsed = Broken::new(&self.project.sources, &files).errors();
        let undo = self.apply(chosen.iter().flat_map(|chosen| &chosen.edits));
        if Broken::new(&self.project.sources, &files).errors() > unparsed {
            return Err(undo);
        }
        let after = self.judge();
        if self.errors(turn, &after) <= errors { Ok((undo, after)) } else { Err(undo) }
    }

    /// Makes those of the first edits that add no error, and sets aside those that do; what is not tried comes in a later pass.
    fn one_by_one(&mut self, turn: Turn, chosen: Vec<Chosen>, found: Diagnostics) -> Diagnostics {
        let mut good: Vec<Chosen> = Vec::new();
        for one in chosen.into_iter().take(MOST_TRIES) {
            match self.attempt(turn, std::slice::from_ref(&one), &found) {
                Ok((undo, _)) => {
                    self.take_back(undo);
                    good.push(one);
                }
                Err(undo) => {
                    self.take_back(undo);
                    self.refused.insert(one.known);
                }
            }
        }
        match self.attempt(turn, &good, &found) {
            Ok((_, after)) => {
                self.made = self.made.saturating_add(good.len());
                return after;
            }
            // Each alone is good and together they are not: the first of them, and the rest when everything was judged again.
            Err(undo) => self.take_back(undo),
        }
        let Some(first) = good.into_iter().next() else { return found };
        self.apply(first.edits.iter());
        self.made = self.made.saturating_add(1);
        self.judge()
    }

    /// Makes edits; gives the texts as they were.
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
            self.project.sources.replace_text(id, text);
            undo.push((id, old));
        }
        undo
    }

    fn take_back(&mut self, undo: Texts) {
        for (id, text) in undo {
            self.project.sources.replace_text(id, text);
        }
    }
}

/// When a finding has its turn to be mended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Turn {
    /// What is wrong in itself.
    Itself,
    /// What is too many or too few together.
    Number,
    /// What costs too much.
    Cost,
}

impl Turn {
    const ALL: [Turn; 3] = [Turn::Itself, Turn::Number, Turn::Cost];

    fn of(found: &Diagnostic) -> Turn {
        match found.code {
            Code::OverBudget => Turn::Cost,
            Code::TooManyStunts | Code::TooManyAspects | Code::RequirementFailed => Turn::Number,
            _ => Turn::Itself,
        }
    }
}

/// Where something is wrong in itself, and not mended: a sum with such a line in it waits for its author.
fn doubted(found: &Diagnostics) -> BTreeSet<Span> {
    let errors = found.iter().filter(|found| found.severity == Severity::Error && Turn::of(found) == Turn::Itself);
    errors.map(|found| found.primary.span).filter(|span| !span.is_empty()).collect()
}

/// Everything there is to say about what was asked for.
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

/// A text with edits that stand in order and do not overlap.
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

/// True if an edit lies within its file and between whole letters.
fn fits(edit: &Edit, sources: &Sources) -> bool {
    let Some(file) = sources.file(edit.span.file) else { return false };
    let at = |offset: u32| usize::try_from(offset).is_ok_and(|offset| file.text().is_char_boundary(offset));
    edit.span.start <= edit.span.end && at(edit.span.start) && at(edit.span.end)
}

/// Whether two edits of different findings overlap or meet.
fn touch(one: &Edit, other: &Edit) -> bool {
    one.span.file == other.span.file && one.span.start <= other.span.end && other.span.start <= one.span.end
}

/// True if the edits of one fix lie apart. They may meet.
fn apart(edits: &[Edit]) -> bool {
    let overlap = |one: &Edit, other: &Edit| {
        one.span.file == other.span.file && one.span.start < other.span.end && other.span.start < one.span.end || one.span == other.span
    };
    edits.iter().enumerate().all(|(at, one)| edits.iter().skip(at.saturating_add(1)).all(|other| !overlap(one, other)))
}
