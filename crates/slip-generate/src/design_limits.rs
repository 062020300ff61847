//! Numbers that a design allows for its people: skills at each rank, stunts, aspects, boxes of tracks.

use super::random_draws::between;
use super::{DrawRefusal, refuse};
use ecow::EcoString;
use slip_compile::check::design::{Design, Fixed, SkillShapeRule};
use slip_compile::check::formula::{DesignFormula, FormulaVariable};
use slip_compile::check::ledger::FormulaValues;
use slip_dice::Dice;
use slip_pack::formula::Formula;
use slip_pack::ruleset::Rules;
use std::collections::BTreeMap;

/// Highest cap that is drawn at random if the design fixes no ranks.
const LOOSE_CAP: i64 = 3;

/// Largest cap, and largest number of stunts, that are drawn. If a design needs more, no draw can satisfy it.
const MOST: i64 = 1000;

/// Limits that a design sets for the numbers of one person.
pub(super) struct Numbers<'d> {
    design: &'d Design,
    rules: Option<&'d Rules>,
    stats: Vec<i64>,
    skills: BTreeMap<EcoString, i64>,
    none: BTreeMap<EcoString, i64>,
}

impl<'d> Numbers<'d> {
    /// Creates the numbers for a person who has bought nothing yet.
    pub(super) fn new(design: &'d Design, rules: Option<&'d Rules>) -> Self {
        let mut numbers = Numbers { design, rules, stats: vec![0; design.stats.len()], skills: BTreeMap::new(), none: BTreeMap::new() };
        for (place, stat) in design.stats.iter().enumerate() {
            let base = numbers.value(&stat.base).unwrap_or(0);
            if let Some(rank) = numbers.stats.get_mut(place) {
                *rank = base;
            }
        }
        numbers
    }

    /// Returns the value of a formula of the design. Skills count only after they have been set.
    pub(super) fn value(&self, formula: &DesignFormula) -> Option<i64> {
        let values = FormulaValues {
            stats: self.stats.clone(),
            tracks: vec![0; self.design.tracks.len()],
            stunts: vec![0; self.design.stunts.len()],
            skills: &self.skills,
            ..FormulaValues::of_rules(self.rules, &self.none)
        };
        values.eval(formula, 0).ok()
    }

    /// Returns the statistic that limits the ranks of skills (the cap), if there is one.
    fn cap_stat(&self) -> Option<usize> {
        match self.design.shape.as_ref()? {
            SkillShapeRule::Pyramid(Formula::Value(FormulaVariable::Stat(place)))
            | SkillShapeRule::Column(Formula::Value(FormulaVariable::Stat(place))) => Some(*place),
            _ => None,
        }
    }

    /// Chooses the cap of the skills: the requested cap, or a cap drawn from the range that the design allows. Returns the cap, and the
    /// name of the statistic that sets it if the design has one.
    ///
    /// # Errors
    /// If the design does not allow the requested cap.
    pub(super) fn cap(&mut self, wish: Option<i64>, dice: &mut Dice) -> Result<(i64, Option<EcoString>), DrawRefusal> {
        let name = &self.design.name;
        if let Some(place) = self.cap_stat()
            && let Some(stat) = self.design.stats.get(place)
        {
            let (low, high) = (self.value(&stat.low).unwrap_or(1).max(1), self.value(&stat.high).unwrap_or(1));
            let cap = match wish {
                Some(cap) if (low..=high).contains(&cap) => cap,
                Some(cap) => return refuse(format!("the cap of `{name}` is from {low} to {high}, not {cap}")),
                None => between(dice, low, high)?,
            };
            if let Some(rank) = self.stats.get_mut(place) {
                *rank = cap;
            }
            return Ok((cap, Some(stat.name.clone())));
        }
        let fixed = match &self.design.shape {
            Some(SkillShapeRule::Pyramid(cap) | SkillShapeRule::Column(cap) | SkillShapeRule::Every(cap)) => self.value(cap),
            Some(SkillShapeRule::Loose(low, high)) => {
                let (low, high) = (self.value(low).unwrap_or(1).max(1), self.value(high).unwrap_or(LOOSE_CAP));
                return match wish {
                    Some(cap) if (low..=high).contains(&cap) => Ok((cap, None)),
                    Some(cap) => refuse(format!("the ranks of `{name}` are from {low} to {high}, not {cap}")),
                    None => Ok((LOOSE_CAP.clamp(low, high), None)),
                };
            }
            None => return refuse(format!("`{name}` has no skills, so no person can be generated from it")),
        };
        match (fixed, wish) {
            (Some(cap), Some(wish)) if cap != wish => refuse(format!("the cap of `{name}` is {cap}, not {wish}")),
            (Some(cap), _) => Ok((cap, None)),
            (None, _) => refuse(format!("the skills of `{name}` cannot be computed here")),
        }
    }

    /// Returns the number of skills at each rank of the skill shape, the highest rank first.
    pub(super) fn ranks(&self, cap: i64) -> Vec<(i64, usize)> {
        if matches!(self.design.shape, Some(SkillShapeRule::Every(_))) {
            return Vec::new();
        }
        let one = |rank: i64| match &self.design.shape {
            Some(SkillShapeRule::Column(_)) => 1,
            _ => usize::try_from(cap + 1 - rank).unwrap_or(0),
        };
        (1..=cap.min(MOST)).rev().map(|rank| (rank, one(rank))).collect()
    }

    /// Sets the skills of the person, for formulas that use them.
    pub(super) fn with_skills(&mut self, skills: BTreeMap<EcoString, i64>) {
        self.skills = skills;
    }

    /// Returns the number of aspects that the author writes; 0 for a design without slots.
    pub(super) fn slots(&self) -> usize {
        let slots = self.design.slots.as_ref().and_then(|slots| self.value(&slots.formula));
        slots.and_then(|slots| usize::try_from(slots).ok()).unwrap_or(0)
    }

    /// Returns the smallest and the largest number of stunts; 0 if the design has none.
    pub(super) fn stunts(&self) -> (i64, i64) {
        let count = self.design.stunt_count.as_ref();
        let bounds = count.and_then(|(low, high)| Some((self.value(low)?, self.value(high)?)));
        bounds.map_or((0, 0), |(low, high)| (low.clamp(0, MOST), high.max(low).clamp(0, MOST)))
    }

    /// Returns the tracks whose boxes are neither computed nor bought.
    pub(super) fn free_tracks(&self) -> Vec<&'d EcoString> {
        let free = |fixed: &Fixed| matches!(fixed, Fixed::No);
        self.design.tracks.iter().filter(|track| track.cost.is_none() && free(&track.fixed)).map(|track| &track.name).collect()
    }
}
