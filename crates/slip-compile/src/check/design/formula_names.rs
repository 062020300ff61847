//! Names that a design's formulas may use, and their meaning.

use super::design_reader::inner;
use super::{ChoiceRule, stunt};
use crate::check::formula::{DesignFormula, FormulaNames, FormulaVariable, Type};
use crate::resolve::Program;
use ecow::EcoString;
use slip_pack::formula::{Formula, FormulaOperator};
use slip_source::{PackageId, Span};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// Names for the formulas of a design; `skills` is empty if the design has no skills.
pub struct DesignNames<'a, 't> {
    /// Linked program, to look up names.
    pub program: &'a Program<'t>,
    /// Package that the formulas are written in.
    pub package: PackageId,
    /// Names that the design declares.
    pub names: &'a HashMap<EcoString, (FormulaVariable, Type)>,
    /// Skills that formulas may name.
    pub skills: &'a [EcoString],
    /// Statistics whose values are letters.
    pub letters: &'a HashMap<EcoString, Vec<char>>,
    /// Choices that the design declares.
    pub choices: &'a [ChoiceRule],
    /// Names of the whole program, from all packages.
    pub surroundings: &'a ProgramNames,
}

/// Names of the whole program that the formulas of any design may use.
#[derive(Clone, Debug, Default)]
pub struct ProgramNames {
    /// Names of kinds and designs.
    pub things: Vec<EcoString>,
    /// Skills of each class. Each skill is also listed under its own name.
    pub skills: BTreeMap<EcoString, Arc<[EcoString]>>,
    /// Statistics and tracks of all designs.
    pub stats: BTreeSet<EcoString>,
    /// Groups of stunts of all designs.
    pub groups: BTreeSet<EcoString>,
}

impl ProgramNames {
    /// Collects the names from all designs and skills.
    pub fn of(program: &Program<'_>) -> ProgramNames {
        let designs = program.of_kind("design").map(|design| design.name().clone());
        let things: BTreeSet<EcoString> = program.kinds().into_iter().chain(designs).collect();
        let mut skills: BTreeMap<EcoString, Vec<EcoString>> = BTreeMap::new();
        for skill in program.of_kind("skill") {
            let classes = skill.entries_of("class").flat_map(|entry| &entry.values).filter_map(|value| value.expr.name());
            for class in classes.chain([skill.name()]) {
                skills.entry(class.clone()).or_default().push(skill.name().clone());
            }
        }
        let skills = skills.into_iter().map(|(class, skills)| (class, skills.into())).collect();
        let entries = program.of_kind("design").flat_map(|design| design.entries_of("stat").chain(design.entries_of("track")));
        let stats = entries.filter_map(|entry| entry.values.first()?.expr.name().cloned()).collect();
        let inside = program.of_kind("design").flat_map(|design| design.entries_of("stunt")).map(inner);
        let loose = program.of_kind("stunt").map(|declared| &*declared.entries);
        let groups = inside.chain(loose).filter_map(stunt::group).collect();
        ProgramNames { things: things.into_iter().collect(), skills, stats, groups }
    }
}

impl FormulaNames for DesignNames<'_, '_> {
    fn look(&self, name: &str) -> Option<(FormulaVariable, Type)> {
        if let Some((variable, kind)) = self.names.get(name) {
            return Some((variable.clone(), *kind));
        }
        // The name may be an old name of the skill; the formula uses the current one.
        let seen = || self.program.get(self.program.peek(self.package, "skill", name)?).map(|skill| skill.name().clone());
        let skill = if self.skills.is_empty() { None } else { seen() };
        let skill = skill.or_else(|| self.skills.iter().find(|skill| *skill == name).cloned());
        skill.map(|skill| (FormulaVariable::Skill(skill), Type::Number))
    }

    fn letters(&self, name: &str) -> &[char] {
        self.letters.get(name).map_or(&[], Vec::as_slice)
    }

    fn all(&self) -> Vec<EcoString> {
        let mut all = sorted(self.names.keys());
        all.extend(self.skills.iter().cloned());
        all
    }

    fn is_a(&self, name: &str, word: &str) -> Option<Result<DesignFormula, Vec<EcoString>>> {
        match self.names.get(name)? {
            (FormulaVariable::Choice(at), _) => {
                let words = &self.choices.get(*at)?.words;
                let place = words.iter().position(|known| known == word).and_then(|place| i64::try_from(place).ok());
                let Some(place) = place else { return Some(Err(words.clone())) };
                let sides = (Formula::Value(FormulaVariable::Choice(*at)), Formula::Int(place.saturating_add(1)));
                Some(Ok(Formula::Binary(FormulaOperator::Equal, Box::new(sides))))
            }
            (FormulaVariable::Parameter(param), kind) => {
                let known = match kind {
                    Type::Thing => self.surroundings.things.iter().any(|thing| thing == word),
                    _ => self.surroundings.skills.contains_key(word),
                };
                if known {
                    return Some(Ok(Formula::Value(FormulaVariable::IsA(param.clone(), word.into()))));
                }
                let words: Vec<EcoString> = match kind {
                    Type::Thing => self.surroundings.things.clone(),
                    _ => self.surroundings.skills.keys().cloned().collect(),
                };
                Some(Err(words))
            }
            _ => None,
        }
    }

    fn stats_elsewhere(&self) -> BTreeSet<EcoString> {
        self.surroundings.stats.clone()
    }

    fn named(&self, name: &str, span: Span) {
        self.program.note_seen(span, &["skill", "design"], name);
        self.program.find_old_word((name, span), |declared| declared.kind() == "skill");
    }

    fn skills_of(&self, class: &str) -> Result<Arc<[EcoString]>, Vec<EcoString>> {
        self.surroundings.skills.get(class).cloned().ok_or_else(|| self.surroundings.skills.keys().cloned().collect())
    }
}

/// Returns the words in alphabetical order.
pub(super) fn sorted<'a>(words: impl Iterator<Item = &'a EcoString>) -> Vec<EcoString> {
    let mut words: Vec<EcoString> = words.cloned().collect();
    words.sort();
    words
}
