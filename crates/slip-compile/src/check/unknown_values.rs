//! Records unknown values: values that could not be read, and required values that are missing. A formula that uses an unknown value has no
//! value, and nothing is reported about it (R-XD11).

use super::formula::FormulaVariable;
use super::ledger::FormulaValues;
use ecow::EcoString;
use slip_pack::effect::Argument;
use std::collections::BTreeSet;

/// Names of one item whose values are unknown.
#[derive(Clone, Debug, Default)]
pub struct Unknown {
    names: Vec<FormulaVariable>,
    /// Settings whose value is unknown in the rules of the item's package.
    pub settings: BTreeSet<EcoString>,
    /// True if a skill could not be read. If the item then seems to lack a skill, this may be the skill that could not be read.
    pub skills: bool,
    /// True if a stunt could not be understood. Any stunt that the item seems to lack may be this one.
    pub stunts: bool,
}

impl Unknown {
    /// Records that the value of a name is unknown.
    pub fn lose(&mut self, name: FormulaVariable) {
        if !self.names.contains(&name) {
            self.names.push(name);
        }
    }

    /// True if the value of this name itself was recorded as unknown. Unknown values on which it depends do not count.
    pub fn has(&self, name: &FormulaVariable) -> bool {
        self.names.contains(name)
    }

    /// True if nothing is unknown.
    pub fn is_empty(&self) -> bool {
        self.is_certain() && !self.stunts && self.settings.is_empty()
    }

    /// True if all numbers are known. Stunts and settings may still be unknown.
    pub fn is_certain(&self) -> bool {
        self.names.is_empty() && !self.skills
    }

    /// True if the value of a name is unknown or depends on an unknown value.
    pub fn covers(&self, name: &FormulaVariable, values: &FormulaValues<'_>) -> bool {
        let skill = |skill: &str| {
            let lost = self.names.iter().any(|name| matches!(name, FormulaVariable::Skill(lost) if lost == skill));
            lost || self.skills && !values.skills.contains_key(skill)
        };
        match name {
            FormulaVariable::Tech | FormulaVariable::Local => self.has(&FormulaVariable::Tech),
            FormulaVariable::Skill(name) => skill(name),
            FormulaVariable::Apex => self.skills || self.names.iter().any(|name| matches!(name, FormulaVariable::Skill(_))),
            FormulaVariable::Trained(skills) => skills.iter().any(|name| skill(name)),
            FormulaVariable::Parameter(name) => {
                let argument = values.arguments.iter().find(|(param, _)| param == name);
                matches!(argument, Some((_, Argument::Name(name))) if skill(name))
            }
            FormulaVariable::Stunt(at) => self.stunts && values.stunts.get(*at).is_none_or(|count| *count == 0),
            FormulaVariable::Group(_) | FormulaVariable::Stunts => self.stunts,
            FormulaVariable::StatOf(at, _) => self.has(&FormulaVariable::Refers(*at)) || self.has(&numbers_of(*at)),
            FormulaVariable::Written(at) => self.has(&FormulaVariable::Stat(*at)),
            FormulaVariable::Setting(name, _) => self.settings.contains(name),
            FormulaVariable::Rank | FormulaVariable::PartOf(..) | FormulaVariable::IsA(..) => false,
            FormulaVariable::Stat(_)
            | FormulaVariable::Track(_)
            | FormulaVariable::Flag(_)
            | FormulaVariable::Hold(_)
            | FormulaVariable::Choice(_)
            | FormulaVariable::Refers(_)
            | FormulaVariable::Aspects => self.has(name),
        }
    }
}

/// Returns the name under which all numbers of a referenced item are recorded as unknown, if they could not be computed.
pub fn numbers_of(reference: usize) -> FormulaVariable {
    FormulaVariable::StatOf(reference, EcoString::new())
}
