//! Enumerates the options of one part of a design; each is priced and judged by the compiler's checks.

mod why_no_design;

use self::why_no_design::ReasonContext;
use super::compared_values::{Axis, ComparedValues};
use super::design_space::{DesignSpace, PriceGroup, VariableId};
use super::{ExploreRefusal, refuse};
use slip_compile::check::aspects;
use slip_compile::check::better_direction::Direction;
use slip_compile::check::build;
use slip_compile::check::building_effects::{self, BaseCosts};
use slip_compile::check::design::Requirement;
use slip_compile::check::legality::is_broken;
use slip_compile::check::read_purchase::ItemPurchase;
use slip_compile::pareto::ParetoIndex;
use slip_source::diagnostic::{Code, Diagnostics};

use std::collections::{BTreeMap, BTreeSet};

/// Greatest number of options that are tried for one part.
const MOST_WAYS: usize = 300_000;

/// Option of a part: a legal choice of its variables.
#[derive(Clone, Debug)]
pub(super) struct PartOption {
    /// Values chosen explicitly in the option; defaults are omitted.
    pub chosen: Vec<(VariableId, i64)>,
    /// Build points that the option costs beyond those of the blank item.
    pub cost: i64,
    /// Contribution of the option to each compared value; more is better.
    pub worth: Vec<i32>,
    /// Extra build points for the next better option of the part; `None` if there is no better option.
    pub step: Option<i64>,
}

/// Part of a design: group of variables that no rule connects to the rest of the design.
pub(super) struct DesignPart {
    /// Options of the part that an undominated design may contain, the cheapest first.
    pub ways: Vec<PartOption>,
    /// Number of legal options of the part by cost.
    pub legal: BTreeMap<i64, u128>,
}

/// Returns every part of the design with its options.
pub(super) fn parts(space: &DesignSpace<'_, '_, '_>, aims: &ComparedValues) -> Result<Vec<DesignPart>, ExploreRefusal> {
    let clashes = clashes(space);
    let places = space.parts(aims);
    nothing_broken(space, &places)?;
    let empty = ReasonContext { space, aims, places: &places, clashes: &clashes };
    let mut parts = Vec::with_capacity(places.len());
    for places in &places {
        let others: Vec<usize> = (0..space.variables.len()).filter(|place| !places.contains(place)).collect();
        let room = space.left().saturating_sub(space.least(&others));
        let mut search = Search::of(space, aims, places, &clashes, room);
        search.go(0, 0)?;
        if search.legal.is_empty() {
            return Err(empty.refusal());
        }
        parts.push(search.part());
    }
    empty.together(&parts)?;
    Ok(parts)
}

/// Checks the requirements of the design on which no purchase has an influence. Returns an error if one is not met.
fn nothing_broken(space: &DesignSpace<'_, '_, '_>, places: &[Vec<usize>]) -> Result<(), ExploreRefusal> {
    let reckoning = space.reckon_blank();
    let settled = |rule: &&Requirement| !rule.advice && asked_of(space, rule).is_empty();
    match space.design.requirements.iter().filter(settled).find(|rule| is_broken(rule, &reckoning.values)) {
        Some(rule) => refuse(format!("{} (change it with `--with`)", rule.message)),
        None if places.is_empty() => refuse("all legal designs are the same: there is nothing to compare"),
        None => Ok(()),
    }
}

fn asked_of(space: &DesignSpace<'_, '_, '_>, rule: &Requirement) -> BTreeSet<usize> {
    let when = rule.when.as_ref().map_or_else(BTreeSet::new, |when| space.roots(&when.formula));
    space.roots(&rule.condition.formula).union(&when).copied().collect()
}

/// Returns the pairs of stunts on offer that exclude each other.
fn clashes(space: &DesignSpace<'_, '_, '_>) -> BTreeSet<(usize, usize)> {
    let mut found = BTreeSet::new();
    for one in 0..space.offers.len() {
        for other in 0..one {
            let purchase = space.purchase(&[(VariableId::Offer(other), 1), (VariableId::Offer(one), 1)]);
            let reckoning = space.reckon(&purchase);
            let mut said = Diagnostics::new();
            space.case(&purchase).stunts(&purchase.bought, &reckoning.values, &mut said);
            if said.iter().any(|said| matches!(said.code, Code::ExcludedStunt | Code::RepeatedStunt)) {
                found.insert((other, one));
            }
        }
    }
    found
}

struct Search<'s, 'a, 'p, 't> {
    space: &'s DesignSpace<'a, 'p, 't>,
    aims: &'s ComparedValues,
    places: &'s [usize],
    clashes: &'s BTreeSet<(usize, usize)>,
    /// Greatest number of build points that may be spent on the part.
    room: i64,
    /// Minimum cost of the variables that are not set yet, by the number of variables that are set.
    rest: Vec<i64>,
    /// For each variable, the price group that is complete when the variable is set; `None` if no group is. The price of a group is known
    /// only when all its variables are set.
    tied: Vec<Option<&'s PriceGroup>>,
    requirements: Vec<&'s Requirement>,
    aspects: Vec<usize>,
    /// Compared values to which the part contributes, each with its index among all compared values.
    axes: Vec<(usize, Axis, bool)>,
    bounded: Vec<usize>,
    acts: bool,
    chosen: Vec<(VariableId, i64)>,
    tried: usize,
    /// Number of prices of price groups that were computed so far.
    reckoned: usize,
    /// Greatest number of options that are tried, and of group prices that are computed.
    most: usize,
    /// Legal options found, grouped by features; options with different features cannot be compared.
    found: BTreeMap<Vec<ecow::EcoString>, Vec<PartOption>>,
    legal: BTreeMap<i64, u128>,
    blank: Vec<i64>,
}

impl<'s, 'a, 'p, 't> Search<'s, 'a, 'p, 't> {
    fn of(
        space: &'s DesignSpace<'a, 'p, 't>,
        aims: &'s ComparedValues,
        places: &'s [usize],
        clashes: &'s BTreeSet<(usize, usize)>,
        room: i64,
    ) -> Search<'s, 'a, 'p, 't> {
        let mine = |roots: &BTreeSet<usize>| roots.iter().any(|root| places.contains(root));
        let whole = |place: &usize| space.knots.iter().find(|knot| knot.places.last() == Some(place));
        let tied: Vec<Option<&PriceGroup>> = places.iter().map(whole).collect();
        let least: Vec<i64> = places.iter().filter_map(|place| space.variables.get(*place)).map(|variable| variable.least()).collect();
        let least: Vec<i64> =
            least.iter().zip(&tied).map(|(least, knot)| least.saturating_add(knot.map_or(0, PriceGroup::least))).collect();
        let rest = (0..=least.len()).map(|at| least.iter().skip(at).copied().fold(0, i64::saturating_add)).collect();
        let design = space.design;
        let requirements = design.requirements.iter().filter(|rule| !rule.advice && mine(&asked_of(space, rule))).collect();
        let aspects = (0..design.aspects.len()).filter(|at| {
            let rule = design.aspects.get(*at);
            let condition = rule.and_then(|rule| rule.condition.as_ref()).map(|condition| space.roots(&condition.formula));
            let values = rule.into_iter().flat_map(|rule| &rule.values).flat_map(|(_, formula, _)| space.roots(formula)).collect();
            condition.is_some_and(|roots| mine(&roots)) || mine(&values)
        });
        let axes = aims
            .axes
            .iter()
            .enumerate()
            .filter(|(_, (axis, _))| mine(&space.roots_of_axis(*axis)))
            .map(|(at, (axis, more))| (at, *axis, *more));
        let bounded =
            (0..space.bounded.len()).filter(|at| space.bounded.get(*at).is_some_and(|(axis, _)| mine(&space.roots_of_axis(*axis))));
        let blank = space.reckon_blank();
        let counts = vec![0; space.offers.len()];
        let numbers = aims.axes.iter().map(|(axis, _)| space.number(*axis, &blank.values, &counts)).collect();
        let offers = places.iter().filter_map(|place| match space.variables.get(*place)?.what {
            VariableId::Offer(at) => space.offers.get(at),
            _ => None,
        });
        let acts = offers.clone().any(|offer| space.acts(offer.rule));
        Search {
            space,
            aims,
            places,
            clashes,
            room,
            rest,
            tied,
            requirements,
            aspects: aspects.collect(),
            axes: axes.collect(),
            bounded: bounded.collect(),
            acts,
            chosen: Vec::new(),
            tried: 0,
            reckoned: 0,
            most: MOST_WAYS,
            found: BTreeMap::new(),
            legal: BTreeMap::new(),
            blank: numbers,
        }
    }

    /// Tries all values that may be legal for the variables of the part, beginning with the variable at index `at`.
    fn go(&mut self, at: usize, cost: i64) -> Result<(), ExploreRefusal> {
        if self.space.budget.is_some() && cost.saturating_add(self.rest.get(at).copied().unwrap_or(0)) > self.room {
            return Ok(());
        }
        let space = self.space;
        let Some(variable) = self.places.get(at).and_then(|place| space.variables.get(*place)) else {
            return self.leaf();
        };
        for (value, own) in variable.values.iter().zip(&variable.costs) {
            let bought = match variable.what {
                VariableId::Offer(offer) if *value > 0 => Some(offer),
                _ => None,
            };
            if bought.is_some_and(|offer| !self.may_be_bought(offer, at)) {
                continue;
            }
            let said = variable.is_said(*value);
            if said {
                self.chosen.push((variable.what, *value));
            }
            let together = self.together(at);
            self.enough()?;
            let ended = self.go(at.saturating_add(1), cost.saturating_add(*own).saturating_add(together));
            if said {
                self.chosen.pop();
            }
            ended?;
        }
        Ok(())
    }

    /// Returns the price of the price group whose last variable has just been set.
    fn together(&mut self, at: usize) -> i64 {
        let Some(knot) = self.tied.get(at).copied().flatten() else { return 0 };
        self.reckoned = self.reckoned.saturating_add(1);
        self.space.cost_of_knot(knot, &self.chosen)
    }

    /// True if the offer is not excluded by an earlier choice, and its prerequisites are present or can still be bought.
    fn may_be_bought(&self, offer: usize, at: usize) -> bool {
        let there = |what: &(VariableId, i64)| match what {
            (VariableId::Offer(other), times) if *times > 0 => Some(*other),
            _ => None,
        };
        let clash = |other: usize| self.clashes.contains(&(other.min(offer), other.max(offer)));
        if self.chosen.iter().filter_map(there).any(clash) {
            return false;
        }
        let design = self.space.design;
        let rule_of = |offer: usize| self.space.offers.get(offer).and_then(|offer| design.stunts.get(offer.rule));
        let Some(rule) = rule_of(offer) else { return false };
        rule.requires.iter().all(|wanted| {
            let is_it = |offer: usize| rule_of(offer).is_some_and(|rule| rule.name == wanted.stunt);
            let had = self.chosen.iter().filter_map(there).any(is_it) || self.space.always_has(&wanted.stunt);
            let later = self.places.iter().skip(at).filter_map(|place| self.space.variables.get(*place));
            had || later.into_iter().any(|variable| matches!(variable.what, VariableId::Offer(other) if is_it(other)))
        })
    }

    /// Returns an error if more options were tried than is allowed.
    fn enough(&self) -> Result<(), ExploreRefusal> {
        if self.tried.max(self.reckoned) <= self.most {
            return Ok(());
        }
        let names: Vec<String> = self.places.iter().filter_map(|place| self.space.called(*place)).collect();
        refuse(format!(
            "too many combinations: the rules connect {}, with more than {MOST_WAYS} combinations; fix some of them with --require, --forbid or --with",
            slip_suggest::enumerate(names.iter().map(String::as_str))
        ))
    }

    fn leaf(&mut self) -> Result<(), ExploreRefusal> {
        self.tried = self.tried.saturating_add(1);
        self.enough()?;
        let space = self.space;
        let chosen = self.chosen.clone();
        let purchase = space.purchase(&chosen);
        let reckoning = space.reckon(&purchase);
        let Some(cost) =
            space.cost(&reckoning).filter(|cost| reckoning.faults.is_empty() && (space.budget.is_none() || *cost <= self.room))
        else {
            return Ok(());
        };
        let values = &reckoning.values;
        let counts = counts(space, &chosen);
        let within = |at: &usize| space.bounded.get(*at).is_none_or(|(axis, demand)| demand.allows(space.number(*axis, values, &counts)));
        if !self.is_legal(&purchase, values) || !self.bounded.iter().all(within) {
            return Ok(());
        }
        *self.legal.entry(cost).or_insert(0) += 1;
        let mut worth = vec![0; self.aims.axes.len()];
        for (at, axis, more) in &self.axes {
            let gain = space.number(*axis, values, &counts).saturating_sub(self.blank.get(*at).copied().unwrap_or(0));
            if let Some(worth) = worth.get_mut(*at) {
                *worth = i32::try_from(if *more { gain } else { gain.saturating_neg() }).unwrap_or(i32::MAX);
            }
        }
        let apart = if self.aims.apart { self.apart(&chosen, values) } else { Vec::new() };
        self.found.entry(apart).or_default().push(PartOption { chosen, cost, worth, step: None });
        Ok(())
    }

    /// True if the compiler's checks report no error for the option.
    fn is_legal(&self, purchase: &ItemPurchase<'_>, values: &slip_compile::check::ledger::FormulaValues<'_>) -> bool {
        let space = self.space;
        if self.requirements.iter().any(|rule| is_broken(rule, values)) {
            return false;
        }
        let case = space.case(purchase);
        let mut said = Diagnostics::new();
        case.ranks(&purchase.bought, values, &mut said);
        case.stunts(&purchase.bought, values, &mut said);
        case.tracks(values, &mut said);
        if self.places.iter().any(|place| space.variables.get(*place).is_some_and(|variable| matches!(variable.what, VariableId::Offer(_))))
        {
            build::contradictions(space.design, purchase, case.declared.tree.name.span, &mut said);
            case.stunt_count(values, &mut said);
        }
        if self.acts {
            building_effects::act(&case, &purchase.bought, values, BaseCosts::default(), &[], &mut said);
        }
        if space.slots_may_run_out() {
            aspects::derive(&case, &[values], &mut Vec::new(), &mut said);
        }
        !said.has_errors()
    }

    /// Returns the features that must be equal in two options for a comparison: derived aspects and values without a price (R-XEX2).
    fn apart(&self, chosen: &[(VariableId, i64)], values: &slip_compile::check::ledger::FormulaValues<'_>) -> Vec<ecow::EcoString> {
        let space = self.space;
        let rules = self.aspects.iter().filter_map(|at| space.design.aspects.get(*at));
        let mut apart: Vec<ecow::EcoString> = rules.filter(|rule| rule.reason(values).is_some()).map(|rule| rule.words(values)).collect();
        for place in self.places {
            let Some(variable) = space.variables.get(*place) else { continue };
            let value = || chosen.iter().find(|(what, _)| *what == variable.what).map_or(i64::MIN, |(_, value)| *value);
            let neither = match variable.what {
                VariableId::Stat(at) => space.senses.stats.get(at) == Some(&Direction::Neither),
                VariableId::Track(at) => space.senses.tracks.get(at) == Some(&Direction::Neither),
                VariableId::Flag(_) | VariableId::Choice(_) => true,
                VariableId::Offer(at) => {
                    let rule = space.offers.get(at).map(|offer| offer.rule);
                    rule.and_then(|rule| space.senses.stunts.get(rule)) == Some(&Some(Direction::Neither))
                }
            };
            if neither {
                apart.push(ecow::eco_format!("{place}:{}", value()));
            }
        }
        apart
    }

    /// Removes each option for which another option is better and costs no more.
    fn part(self) -> DesignPart {
        let mut ways = Vec::new();
        for (_, mut group) in self.found {
            // Among options with equal values, the cheapest is kept; among those of equal cost, the option with the fewest entries.
            group.sort_by_key(|one| (one.cost, one.chosen.len()));
            let mut seen = BTreeSet::new();
            group.retain(|way| seen.insert(way.worth.clone()));
            let points: Vec<Vec<i32>> = group.iter().map(|way| way.worth.clone()).collect();
            let skyline = ParetoIndex::of(&points, self.aims.axes.len());
            let costs: Vec<i64> = group.iter().map(|way| way.cost).collect();
            for way in &mut group {
                let better = skyline.first_above(&way.worth).and_then(|place| costs.get(place));
                way.step = better.map(|better| better.saturating_sub(way.cost));
            }
            ways.extend(group.into_iter().filter(|way| way.step.is_none_or(|step| step > 0)));
        }
        ways.sort_by(|one, other| (one.cost, &other.worth, one.chosen.len()).cmp(&(other.cost, &one.worth, other.chosen.len())));
        DesignPart { ways, legal: self.legal }
    }
}

/// Returns the number of purchases of each stunt on offer.
pub(super) fn counts(space: &DesignSpace<'_, '_, '_>, chosen: &[(VariableId, i64)]) -> Vec<i64> {
    let mut counts = vec![0; space.offers.len()];
    for (what, times) in chosen {
        if let VariableId::Offer(at) = what
            && let Some(count) = counts.get_mut(*at)
        {
            *count = *times;
        }
    }
    counts
}
