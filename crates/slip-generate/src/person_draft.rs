//! A person who is being drawn: the parts drawn so far, their text, and the compiler's diagnostics about the text.

use super::{GeneratorInput, quoted};
use slip_compile::check::build;
use slip_compile::resolve::{DeclId, DeclaredItem};
use slip_source::diagnostic::{Code, Diagnostics, Severity};
use slip_source::{FileId, Package, Sources};

use slip_syntax::tree::Item;
use std::borrow::Cow;

/// Largest length of a line in the text.
const WIDTH: usize = 110;

/// Skill that was drawn for a person.
#[derive(Clone, Debug)]
pub(super) struct DrawnSkill {
    pub(super) rank: i64,
    /// Name of the skill.
    pub(super) skill: String,
    /// Source text of the skill with its subjects.
    pub(super) written: String,
}

/// Parts of a person that have been drawn.
#[derive(Clone, Debug, Default)]
pub(super) struct PersonDraft {
    pub(super) kind: String,
    pub(super) name: String,
    pub(super) title: String,
    /// Name of the design; `None` if it is the default design of the kind.
    pub(super) design: Option<String>,
    /// Entries of the design's statistics, such as `cap 3`.
    pub(super) entries: Vec<String>,
    pub(super) skills: Vec<DrawnSkill>,
    /// Entries of tracks, such as `health 4`.
    pub(super) tracks: Vec<String>,
    pub(super) stunts: Vec<String>,
    pub(super) aspects: Vec<String>,
    pub(super) gear: Vec<String>,
    /// Waivers such as `allow advice "…"`.
    pub(super) waivers: Vec<String>,
}

impl PersonDraft {
    /// Returns the person as Slip text, as an author would write it.
    pub(super) fn text(&self) -> String {
        let design = self.design.as_ref().map_or(String::new(), |design| format!(" : {design}"));
        let mut text = format!("{} {} {}{design} {{\n", self.kind, self.name, quoted(&self.title));
        for entry in &self.entries {
            text.push_str(&format!("  {entry}\n"));
        }
        if !self.skills.is_empty() {
            let line = self.rows().join("; ");
            if line.chars().count() <= WIDTH {
                text.push_str(&format!("  skills {{ {line} }}\n"));
            } else {
                let rows: String = self.rows().iter().map(|row| format!("    {row}\n")).collect();
                text.push_str(&format!("  skills {{\n{rows}  }}\n"));
            }
        }
        if !self.tracks.is_empty() {
            text.push_str(&format!("  tracks {{ {} }}\n", self.tracks.join("; ")));
        }
        let aspects: Vec<String> = self.aspects.iter().map(|aspect| quoted(aspect)).collect();
        for (key, members) in [("stunts", &self.stunts), ("aspects", &aspects), ("gear", &self.gear)] {
            if !members.is_empty() {
                text.push_str(&format!("  {key} {}\n", wrapped(members)));
            }
        }
        for waiver in &self.waivers {
            text.push_str(&format!("  {waiver}\n"));
        }
        text.push_str("}\n");
        text
    }

    /// Formats the rows of skills: `3 slug_throwers`, `2 resolve, intimidation`.
    fn rows(&self) -> Vec<String> {
        let runs = self.skills.chunk_by(|one, next| one.rank == next.rank);
        let row = |run: &[DrawnSkill]| {
            let skills: Vec<&str> = run.iter().map(|ranked| ranked.written.as_str()).collect();
            format!("{} {}", run.first().map_or(0, |ranked| ranked.rank), skills.join(", "))
        };
        runs.map(row).collect()
    }

    /// True if the person has the skill.
    pub(super) fn trained(&self, skill: &str) -> bool {
        self.skills.iter().any(|ranked| ranked.skill == skill)
    }

    /// Returns the codes of all diagnostics about the person, except about features of a later version.
    pub(super) fn faults(&self, ground: &GeneratorInput<'_, '_, '_>) -> Vec<Code> {
        let mut own = Sources::new();
        let package = own.add_package(Package::default());
        let id = own.add_file(package, "drawn.slip", self.text());
        let Some(source) = own.file(id) else { return vec![Code::Syntax] };
        // No file of the program has this number, so no span of the draft points into one of its files.
        let file = FileId(u32::MAX);
        let (tree, said) = slip_syntax::parse(file, source);
        let [Item::Declaration(declaration)] = tree.items.as_slice() else { return vec![Code::Syntax] };
        let entries = declaration.block.as_ref().map_or(&[][..], |block| &block.entries);
        let declared = DeclaredItem {
            id: DeclId(u32::MAX),
            package: ground.package,
            file,
            tree: declaration,
            entries: Cow::Borrowed(entries),
            base: None,
        };
        let mut found = Diagnostics::new();
        let built = build::build(ground.context, &declared, &mut found);
        let mut codes: Vec<Code> =
            said.iter().chain(found.iter()).filter(|found| !is_quiet(found.code, found.severity)).map(|found| found.code).collect();
        if built.is_none() && codes.is_empty() {
            codes.push(Code::UnknownDesign);
        }
        codes
    }

    /// True if the person has no diagnostics except those with a code of `allowed`.
    pub(super) fn fine_but_for(&self, ground: &GeneratorInput<'_, '_, '_>, allowed: &[Code]) -> bool {
        self.faults(ground).iter().all(|code| allowed.contains(code))
    }
}

/// True if a diagnostic is a note that does not make the drawn person unsuitable.
fn is_quiet(code: Code, severity: Severity) -> bool {
    severity == Severity::Note && matches!(code, Code::NotRead | Code::DerivedAspect)
}

/// Joins members with commas, and breaks the line where it becomes too long.
fn wrapped(members: &[String]) -> String {
    let mut text = String::new();
    let mut line = 0;
    for (place, member) in members.iter().enumerate() {
        if place > 0 {
            text.push(',');
            if line + member.chars().count() > WIDTH {
                text.push_str("\n         ");
                line = 0;
            }
            text.push(' ');
        }
        text.push_str(member);
        line += member.chars().count() + 2;
    }
    text
}
