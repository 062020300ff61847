//! Applies the user's requirements to the space of designs: restricts the values of variables and adds bounds.

use super::{DesignSpace, OfferedStunt, VariableId};
use crate::explore::compared_values::{Axis, DesignRequirement, RequiredBound};
use crate::explore::{ExploreRefusal, refuse};
use slip_compile::check::design::Design;

impl DesignSpace<'_, '_, '_> {
    /// Restricts the variable that a requirement is about to the allowed values.
    pub(super) fn demand(&mut self, demand: &DesignRequirement) -> Result<(), ExploreRefusal> {
        let design = self.design;
        let word = demand.what.as_str();
        let offered: Vec<usize> =
            (0..self.offers.len()).filter(|at| self.offers.get(*at).is_some_and(|offer| self.is_called(offer, word))).collect();
        let stat = design.stats.iter().position(|rule| rule.name == word || rule.also.as_deref() == Some(word)).map(VariableId::Stat);
        let flag = design.flags.iter().position(|flag| flag == word).map(VariableId::Flag);
        let what = match (offered.as_slice(), stat.or(flag).or_else(|| design.track(word).map(VariableId::Track))) {
            (_, Some(what)) => what,
            ([one], None) => VariableId::Offer(*one),
            ([], None) => return self.demand_other(demand),
            (several, None) => {
                let words = several.iter().filter_map(|at| self.offers.get(*at)).map(|offer| offer.words.as_str());
                return refuse(format!("write one of {}", slip_suggest::alternatives(words)));
            }
        };
        if demand.bound.is_none() && matches!(what, VariableId::Stat(_) | VariableId::Track(_)) {
            return refuse(format!("add a bound to `{word}`, such as `{word}>=2`"));
        }
        let Some(variable) = self.variables.iter_mut().find(|variable| variable.what == what) else {
            return match what {
                VariableId::Stat(at) => self.bound(Axis::Stat(at), demand),
                VariableId::Track(at) => self.bound(Axis::Track(at), demand),
                VariableId::Flag(at) => self.settled(demand, self.blank.flags.get(at).map_or(0, |said| i64::from(*said))),
                _ => Ok(()),
            };
        };
        let kept: (Vec<i64>, Vec<i64>) = variable
            .values
            .iter()
            .zip(&variable.costs)
            .filter(|(value, _)| demand.allows(**value))
            .map(|(value, cost)| (*value, *cost))
            .unzip();
        if kept.0.is_empty() {
            let can = variable
                .values
                .first()
                .zip(variable.values.last())
                .map_or_else(String::new, |(low, high)| format!(": the value is from {low} to {high}"));
            return refuse(format!("no design has `{}`{can}", said(demand)));
        }
        (variable.values, variable.costs) = kept;
        variable.asked = true;
        Ok(())
    }

    fn is_called(&self, offer: &OfferedStunt, word: &str) -> bool {
        let plain = |text: &str| text.replace(' ', "");
        plain(&offer.words) == plain(word) || self.design.stunts.get(offer.rule).is_some_and(|rule| rule.name == word)
    }

    /// Applies a requirement of the user on something other than a statistic, a track, a flag or a sold stunt.
    fn demand_other(&mut self, demand: &DesignRequirement) -> Result<(), ExploreRefusal> {
        let design = self.design;
        match demand.what.as_str() {
            "price" if design.price.is_some() => self.bound(Axis::Price, demand),
            "upkeep" if design.upkeep.is_some() => self.bound(Axis::Upkeep, demand),
            word => {
                let rule = design.stunts.iter().position(|rule| rule.name == word.split('(').next().unwrap_or(word).trim());
                let had = self.blank.bought.stunts.iter().filter(|stunt| Some(stunt.rule) == rule);
                let times: i64 = had.map(|stunt| stunt.count).fold(0, i64::saturating_add);
                if times > 0 {
                    return self.settled(demand, times);
                }
                let Some(rule) = rule.and_then(|rule| design.stunts.get(rule)) else {
                    return Err(unknown_stunt(design, word));
                };
                let needs = rule.tech.map(|(tech, _)| tech).filter(|tech| self.blank.tech.is_some_and(|own| own.value < *tech));
                match needs {
                    Some(tech) => refuse(format!("`{word}` is available from T{tech}")),
                    None if !rule.params.is_empty() => {
                        refuse(format!("give the subject of `{word}` with --with, such as --with 'stunts {word}(…)'"))
                    }
                    None => refuse(format!("`{word}` is not available here")),
                }
            }
        }
    }

    fn bound(&mut self, axis: Axis, demand: &DesignRequirement) -> Result<(), ExploreRefusal> {
        if demand.bound.is_none() {
            return refuse(format!("add a bound to `{0}`, such as `{0}<=3`", demand.what));
        }
        if self.roots_of_axis(axis).is_empty() {
            let number = self.number(axis, &self.reckon_blank().values, &[]);
            return self.settled(demand, number);
        }
        self.bounded.push((axis, demand.clone()));
        Ok(())
    }

    /// Checks a requirement about a value that is the same in all designs.
    fn settled(&self, demand: &DesignRequirement, number: i64) -> Result<(), ExploreRefusal> {
        if demand.allows(number) {
            return Ok(());
        }
        refuse(match demand.bound {
            None => format!("no design has `{0}`: set it with --with '{0} yes'", said(demand)),
            Some(_) => format!("no design has `{}`: it is {number} in all of them", said(demand)),
        })
    }
}

fn said(demand: &DesignRequirement) -> String {
    match demand.bound {
        None => demand.what.clone(),
        Some(RequiredBound::AtLeast(number)) => format!("{}>={number}", demand.what),
        Some(RequiredBound::AtMost(number)) => format!("{}<={number}", demand.what),
        Some(RequiredBound::Exactly(number)) => format!("{}={number}", demand.what),
    }
}

/// Returns the refusal for a name that the design does not have.
pub(super) fn unknown_stunt(design: &Design, word: &str) -> ExploreRefusal {
    let stats = design.stats.iter().map(|rule| rule.name.as_str()).chain(design.tracks.iter().map(|rule| rule.name.as_str()));
    let sums = [("price", design.price.is_some()), ("upkeep", design.upkeep.is_some())];
    let sums = sums.into_iter().filter(|(_, has)| *has).map(|(word, _)| word);
    let known: Vec<&str> = design.stunts.iter().map(|rule| rule.name.as_str()).chain(stats).chain(sums).collect();
    ExploreRefusal(match slip_suggest::nearest(word, known.iter().copied()) {
        Some(near) => format!("`{}` has no `{word}`; did you mean `{near}`?", design.name),
        None => format!("`{}` has no `{word}`; it has {}", design.name, slip_suggest::enumerate(known.into_iter())),
    })
}
