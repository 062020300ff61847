//! Records unknown values: values that could not be read, or that are required and missing. A formula that uses one has no value, and
//! nothing is reported about such a formula (R-XD11).

use super::formula::Variable;
use super::ledger::Values;
use ecow::EcoString;
use slip_pack::effect::Argument;
use std::collections::BTreeSet;

/// Names of one item whose values are unknown.
#[derive(Clone, Debug, Default)]
pub struct Unknown {
    names: Vec<Variable>,
    /// Settings with an unknown value in the rules of the item's package.
    pub settings: BTreeSet<EcoString>,
    /// True if a skill could not be read: any missing skill may be this one.
    pub skills: bool,
    /// True if a stunt could not be understood: any missing stunt may be this one.
    pub stunts: bool,
}

impl Unknown {
    /// Records that the value of a name is unknown.
    pub fn lose(&mut self, name: Variable) {
        if !self.names.contains(&name) {
            self.names.push(name);
        }
    }

    /// True if the value of exactly this name was recorded as unknown.
    pub fn has(&self, name: &Variable) -> bool {
        self.names.contains(name)
    }

    /// True if everything in the item could be read.
    pub fn is_empty(&self) -> bool {
        self.is_certain() && !self.stunts && self.settings.is_empty()
    }

    /// True if every number could be read; stunts and settings may be unknown.
    pub fn is_certain(&self) -> bool {
        self.names.is_empty() && !self.skills
    }

    /// True if the value of a name is unknown.
    pub fn covers(&self, name: &Variable, values: &Values<'_>) -> bool {
        let skill = |skill: &str| {
            let lost = self.names.iter().any(|name| matches!(name, Variable::Skill(lost) if lost == skill));
            lost || self.skills && !values.skills.contains_key(skill)
        };
        match name {
            Variable::Tech | Variable::Local => self.has(&Variable::Tech),
            Variable::Skill(name) => skill(name),
            Variable::Apex => self.skills || self.names.iter().any(|name| matches!(name, Variable::Skill(_))),
            Variable::Trained(skills) => skills.iter().any(|name| skill(name)),
            Variable::Parameter(name) => {
                let argument = values.arguments.iter().find(|(param, _)| param == name);
                matches!(argument, Some((_, Argument::Name(name))) if skill(name))
            }
            Variable::Stunt(at) => self.stunts && values.stunts.get(*at).is_none_or(|count| *count == 0),
            Variable::Group(_) | Variable::Stunts => self.stunts,
            Variable::StatOf(at, _) => self.has(&Variable::Refers(*at)) || self.has(&numbers_of(*at)),
            Variable::Written(at) => self.has(&Variable::Stat(*at)),
            Variable::Setting(name, _) => self.settings.contains(name),
            Variable::Rank | Variable::PartOf(..) | Variable::IsA(..) => false,
            Variable::Stat(_)
            | Variable::Track(_)
            | Variable::Flag(_)
            | Variable::Hold(_)
            | Variable::Choice(_)
            | Variable::Refers(_)
            | Variable::Aspects => self.has(name),
        }
    }
}

/// Returns the name under which all numbers of a referenced item are recorded as unknown.
pub fn numbers_of(reference: usize) -> Variable {
    Variable::StatOf(reference, EcoString::new())
}
