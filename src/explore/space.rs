//! What may differ from one design to another, and what ties it together. Floor 7.
//!
//! Everything is asked of the design's own formulas: two things hang together if some rule names both. A rule that cannot matter
//! here, because what it asks for is settled, ties nothing.

mod fold;
mod ties;

use super::aims::{Axis, Bound, Demand};
use super::{Ranks, Refusal, Wish, refuse, wrong_from_the_start};
use crate::check::build;
use crate::check::context::{Context, Keep};
use crate::check::design::{Design, Fixed};
use crate::check::legality::Case;
use crate::check::purchase::{self, BoughtStunt, Purchase, Written};
use crate::check::reckon::{Reckoning, Values, reckon};
use crate::check::worth::Senses;
use crate::diagnostic::{Code, Diagnostics};
use crate::pack::ruleset::Rules;
use crate::resolve::Declared;
use crate::suggest;
use std::collections::BTreeSet;

/// Boxes of a track that are looked at.
const MOST_BOXES: i64 = 40;
/// Ranks beyond the usual cap that are tried where something else may lift it.
const MARGIN: i64 = 6;
/// Purchases of one stunt that are looked at.
const MOST_TIMES: i64 = 20;

/// One thing that differs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum What {
    Stat(usize),
    Track(usize),
    Offer(usize),
    Flag(usize),
    Choice(usize),
}

/// A stunt that may be bought, with its arguments.
#[derive(Clone, Debug)]
pub(super) struct Offer {
    pub rule: usize,
    /// As it is written.
    pub words: String,
    pub bought: BoughtStunt,
}

/// One thing that differs, and how.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub what: What,
    /// What it may be, in order.
    pub values: Vec<i64>,
    /// What each costs more than nothing said, where that hangs on nothing else.
    pub costs: Vec<i64>,
    /// The value it has without a word.
    silent: Option<i64>,
}

/// What designs of one sequence can be.
pub(super) struct Space<'a, 'p, 't> {
    pub context: &'a Context<'p, 't>,
    pub design: &'a Design,
    declared: &'a Declared<'t>,
    /// What every design has.
    blank: Purchase<'a>,
    ranks: Ranks,
    rules: Option<&'a Rules>,
    pub senses: Senses,
    pub offers: Vec<Offer>,
    pub variables: Vec<Variable>,
    /// What may be spent.
    pub budget: Option<i64>,
    /// Spent by what every design has.
    spent: i64,
    /// The design's own budget for what every design has.
    allowed: i64,
    /// Numbers that are bounded, and are no variables.
    pub bounded: Vec<(Axis, Demand)>,
    /// Offers that no line of the shop could be read for.
    unread: Vec<String>,
    /// Stunts whose lines act at building.
    acting: BTreeSet<usize>,
}

impl<'a, 'p, 't> Space<'a, 'p, 't> {
    /// Reads what there is from the two things that stand for it.
    pub(super) fn open(
        context: &'a Context<'p, 't>,
        design: &'a Design,
        (declared, shop): (&'a Declared<'t>, &'a Declared<'t>),
        wish: &Wish,
    ) -> Result<Self, Refusal> {
        let rules = context.rules_of(declared.package);
        let mut found = Diagnostics::new();
        let blank = purchase::read(context, design, declared, &mut found);
        let ranks = super::ranks(context, design, declared);
        let bought = purchase::read(context, design, shop, &mut Diagnostics::new()).bought.stunts;
        let mut space = Space {
            context,
            design,
            declared,
            blank,
            ranks,
            rules,
            senses: Senses::of(design, rules),
            offers: Vec::new(),
            variables: Vec::new(),
            budget: None,
            spent: 0,
            allowed: 0,
            bounded: Vec::new(),
            unread: Vec::new(),
            acting: BTreeSet::new(),
        };
        space.begin(&mut found)?;
        space.fill_shop(bought, wish)?;
        space.settle_budget(wish)?;
        space.vary(wish)?;
        Ok(space)
    }

    /// What is wrong whatever is bought.
    fn begin(&mut self, found: &mut Diagnostics) -> Result<(), Refusal> {
        let case = self.case(&self.blank);
        case.technology(found);
        case.banned(found);
        let reckoning = self.reckon(&self.blank);
        case.setting(&reckoning.values, found);
        wrong_from_the_start(found).map_or(Ok(()), Err)?;
        let does = |at: &usize| {
            let rule = self.design.stunts.get(*at);
            rule.is_some_and(|rule| rule.effects.iter().any(|effect| effect.built().is_some()))
        };
        self.acting = (0..self.design.stunts.len()).filter(does).collect();
        Ok(())
    }

    fn fill_shop(&mut self, bought: Vec<BoughtStunt>, wish: &Wish) -> Result<(), Refusal> {
        let design = self.design;
        for word in &wish.forbid {
            if !design.stunts.iter().any(|rule| rule.name == word.as_str()) {
                return Err(unknown_stunt(design, word));
            }
        }
        let listed = super::shop::offers(design).0;
        let mut read = BTreeSet::new();
        for bought in bought {
            let Some(rule) = design.stunts.get(bought.rule) else { continue };
            let words = if bought.args.is_empty() { rule.name.to_string() } else { format!("{}({})", rule.name, bought.args.join(", ")) };
            read.insert(words.clone());
            let had = self.blank.bought.stunts.iter().any(|own| own.rule == bought.rule && own.args == bought.args);
            if had || wish.forbid.iter().any(|word| *word == rule.name.as_str()) || self.is_not_sold(&bought) {
                continue;
            }
            self.offers.push(Offer { rule: bought.rule, words, bought });
        }
        self.unread = listed.into_iter().filter(|words| !read.contains(words)).collect();
        Ok(())
    }

    /// Whether a stunt is not to be had here, whatever else is bought.
    fn is_not_sold(&self, bought: &BoughtStunt) -> bool {
        let mut purchase = self.blank.clone();
        purchase.bought.stunts.push(bought.clone());
        let mut said = Diagnostics::new();
        let reckoning = self.reckon(&purchase);
        self.case(&purchase).stunts(&purchase.bought, &reckoning.values, &mut said);
        said.iter().any(|said| matches!(said.code, Code::StuntNotSold | Code::StuntNeedsTech | Code::BannedItem))
    }

    fn settle_budget(&mut self, wish: &Wish) -> Result<(), Refusal> {
        let Some(clause) = &self.design.budget else {
            return match wish.budget {
                Some(_) => refuse(format!("`{}` has no build points: leave out --budget", self.design.name)),
                None => Ok(()),
            };
        };
        let reckoning = self.reckon(&self.blank);
        let allowed = reckoning.values.eval(&clause.formula, 0).map_err(|_| Refusal("its build points have no value here".to_owned()))?;
        self.spent = reckoning.spent;
        self.allowed = allowed;
        self.budget = Some(wish.budget.map_or(allowed, |most| most.min(allowed)));
        Ok(())
    }

    /// What may differ, and how.
    fn vary(&mut self, wish: &Wish) -> Result<(), Refusal> {
        let design = self.design;
        let mut whats: Vec<What> = Vec::new();
        let free = |at: &usize| self.blank.bought.stats.get(*at).is_none_or(Option::is_none);
        let sold = |at: &usize| design.stats.get(*at).is_some_and(|rule| rule.cost.is_some() && !rule.fixed);
        whats.extend((0..design.stats.len()).filter(free).filter(sold).map(What::Stat));
        whats.extend((0..self.offers.len()).map(What::Offer));
        let named = ties::flags_and_choices(design);
        let unset = |at: usize| self.blank.flags.get(at) == Some(&false);
        whats.extend((0..design.flags.len()).filter(|at| named.0.contains(at) && unset(*at)).map(What::Flag));
        let unsaid = |at: usize| self.blank.choices.get(at) == Some(&0);
        whats.extend((0..design.choices.len()).filter(|at| named.1.contains(at) && unsaid(*at)).map(What::Choice));
        for what in whats {
            let values = self.domain(what);
            self.variables.push(Variable { what, costs: vec![0; values.len()], values, silent: None });
        }
        self.price_all();
        // How long a track can be hangs on what the rest gives back.
        let room = self.room();
        let bought = |at: &usize| self.blank.tracks.get(*at).is_none_or(Option::is_none);
        let lengths = |at: &usize| design.tracks.get(*at).is_some_and(|rule| rule.cost.is_some() && !matches!(rule.fixed, Fixed::Always));
        let tracks: Vec<usize> = (0..design.tracks.len()).filter(bought).filter(lengths).collect();
        for at in tracks {
            let values = self.lengths(at, room);
            if values.len() > 1 {
                self.variables.push(Variable { what: What::Track(at), costs: vec![0; values.len()], values, silent: None });
            }
        }
        self.price_all();
        self.count_up();
        for demand in &wish.require {
            self.demand(demand)?;
        }
        let silent: Vec<Option<i64>> = self.variables.iter().map(|variable| self.silent(variable.what)).collect();
        self.variables.iter_mut().zip(silent).for_each(|(variable, silent)| variable.silent = silent);
        Ok(())
    }

    fn domain(&self, what: What) -> Vec<i64> {
        let reckoning = self.reckon(&self.blank);
        match what {
            What::Stat(at) => {
                let Some(rule) = self.design.stats.get(at) else { return Vec::new() };
                let value = |formula| reckoning.values.eval(formula, 0).unwrap_or(0);
                let varied = self.acting.iter().any(|stunt| self.lifts(*stunt, rule)) || ties::hangs(rule);
                let margin = if varied { MARGIN } else { 0 };
                let (low, high) = (value(&rule.low).saturating_sub(margin), value(&rule.high).saturating_add(margin));
                let mut ranks: BTreeSet<i64> = (low..=high.min(low.saturating_add(200))).collect();
                ranks.insert(value(&rule.base));
                ranks.into_iter().collect()
            }
            What::Choice(at) => (0..=self.design.choices.get(at).map_or(0, |rule| count(rule.words.len()))).collect(),
            What::Offer(_) | What::Flag(_) => vec![0, 1],
            What::Track(_) => Vec::new(),
        }
    }

    /// Whether a stunt's lines change a statistic or its cap.
    fn lifts(&self, stunt: usize, rule: &crate::check::design::StatRule) -> bool {
        use crate::pack::effect::built::Number;
        let is_it = |name: &str| rule.name == name || rule.also.as_deref() == Some(name);
        let effects = self.design.stunts.get(stunt).map_or(&[][..], |stunt| &stunt.effects);
        effects.iter().any(|effect| matches!(effect.built(), Some(Number::Rank(name) | Number::Cap(name)) if is_it(name)))
    }

    /// Lengths of a track that can be paid.
    fn lengths(&self, at: usize, room: i64) -> Vec<i64> {
        let blank = self.reckon(&self.blank);
        let Some(base) = blank.values.tracks.get(at).copied() else { return Vec::new() };
        let mut values = BTreeSet::from([base]);
        let cost = |boxes: i64| self.cost_alone(What::Track(at), boxes);
        if (1..=MOST_BOXES).all(|boxes| cost(boxes) == cost(base)) {
            return vec![base];
        }
        values.extend((1..=MOST_BOXES).filter(|boxes| cost(*boxes) <= room));
        values.into_iter().collect()
    }

    /// Stunts that may be bought again.
    fn count_up(&mut self) {
        let room = self.room();
        for variable in &mut self.variables {
            let What::Offer(at) = variable.what else { continue };
            let Some(rule) = self.offers.get(at).and_then(|offer| self.design.stunts.get(offer.rule)) else { continue };
            let each = variable.costs.get(1).copied().unwrap_or(0);
            if rule.many && rule.once_per.is_empty() && each > 0 {
                let most = (room / each).min(rule.most.unwrap_or(MOST_TIMES)).clamp(1, MOST_TIMES);
                variable.values = (0..=most).collect();
                variable.costs = variable.values.iter().map(|times| times.saturating_mul(each)).collect();
            }
        }
    }

    /// Build points at most, if everything that gives some back is bought.
    pub(super) fn room(&self) -> i64 {
        let back = self.variables.iter().map(Variable::least).fold(0_i64, i64::saturating_add);
        self.budget.unwrap_or(0).saturating_sub(self.spent).saturating_sub(back)
    }

    fn price_all(&mut self) {
        let costs: Vec<Vec<i64>> = self
            .variables
            .iter()
            .map(|variable| variable.values.iter().map(|value| self.cost_alone(variable.what, *value)).collect())
            .collect();
        for (variable, costs) in self.variables.iter_mut().zip(costs) {
            variable.costs = costs;
        }
    }

    fn cost_alone(&self, what: What, value: i64) -> i64 {
        if self.budget.is_none() {
            return 0;
        }
        self.cost(&self.reckon(&self.purchase(&[(what, value)]))).unwrap_or(0)
    }

    /// Leaves of a thing what is asked for.
    fn demand(&mut self, demand: &Demand) -> Result<(), Refusal> {
        let design = self.design;
        let word = demand.what.as_str();
        let offered: Vec<usize> =
            (0..self.offers.len()).filter(|at| self.offers.get(*at).is_some_and(|offer| self.is_called(offer, word))).collect();
        let stat = design.stats.iter().position(|rule| rule.name == word || rule.also.as_deref() == Some(word)).map(What::Stat);
        let flag = design.flags.iter().position(|flag| flag == word).map(What::Flag);
        let what = match (offered.as_slice(), stat.or(flag).or_else(|| design.track(word).map(What::Track))) {
            (_, Some(what)) => what,
            ([one], None) => What::Offer(*one),
            ([], None) => return self.demand_other(demand),
            (several, None) => {
                let words = several.iter().filter_map(|at| self.offers.get(*at)).map(|offer| offer.words.as_str());
                return refuse(format!("say which: {}", suggest::alternatives(words)));
            }
        };
        if demand.bound.is_none() && matches!(what, What::Stat(_) | What::Track(_)) {
            return refuse(format!("say how much of `{word}`, as in `{word}>=2`"));
        }
        let Some(variable) = self.variables.iter_mut().find(|variable| variable.what == what) else {
            return match what {
                What::Stat(at) => self.bound(Axis::Stat(at), demand),
                What::Track(at) => self.bound(Axis::Track(at), demand),
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
                .map_or_else(String::new, |(low, high)| format!(": it goes from {low} to {high}"));
            return refuse(format!("no design has `{}`{can}", said(demand)));
        }
        (variable.values, variable.costs) = kept;
        Ok(())
    }

    fn is_called(&self, offer: &Offer, word: &str) -> bool {
        let plain = |text: &str| text.replace(' ', "");
        plain(&offer.words) == plain(word) || self.design.stunts.get(offer.rule).is_some_and(|rule| rule.name == word)
    }

    /// Of what is no statistic, track, flag or stunt that is sold.
    fn demand_other(&mut self, demand: &Demand) -> Result<(), Refusal> {
        let design = self.design;
        match demand.what.as_str() {
            "price" if design.price.is_some() => self.bound(Axis::Price, demand),
            "upkeep" if design.upkeep.is_some() => self.bound(Axis::Upkeep, demand),
            word => {
                let rule = design.stunts.iter().position(|rule| rule.name == word.split('(').next().unwrap_or(word).trim());
                if rule.is_some_and(|rule| self.blank.bought.stunts.iter().any(|stunt| stunt.rule == rule)) {
                    return Ok(());
                }
                let Some(rule) = rule.and_then(|rule| design.stunts.get(rule)) else {
                    return Err(unknown_stunt(design, word));
                };
                let needs = rule.tech.map(|(tech, _)| tech).filter(|tech| self.blank.tech.is_some_and(|own| own.value < *tech));
                match needs {
                    Some(tech) => refuse(format!("`{word}` works from T{tech} on")),
                    None if !rule.params.is_empty() => {
                        refuse(format!("say what `{word}` is about with --with, as in --with 'stunts {word}(…)'"))
                    }
                    None => refuse(format!("`{word}` is not to be had here")),
                }
            }
        }
    }

    fn bound(&mut self, axis: Axis, demand: &Demand) -> Result<(), Refusal> {
        if demand.bound.is_none() {
            return refuse(format!("say how much of `{0}`, as in `{0}<=3`", demand.what));
        }
        self.bounded.push((axis, demand.clone()));
        Ok(())
    }
}

impl Variable {
    /// Whether a value of it has to be written.
    pub(super) fn is_said(&self, value: i64) -> bool {
        self.silent != Some(value)
    }

    /// The least it can cost: below 0, what it can give back.
    pub(super) fn least(&self) -> i64 {
        self.costs.iter().copied().min().unwrap_or(0)
    }
}

impl<'a> Space<'a, '_, '_> {
    /// What is bought if these things are so.
    pub(super) fn purchase(&self, chosen: &[(What, i64)]) -> Purchase<'a> {
        let mut purchase = self.blank.clone();
        let span = self.declared.tree.name.span;
        for (what, value) in chosen {
            let value = *value;
            match *what {
                What::Stat(at) => {
                    if let Some(stat) = purchase.bought.stats.get_mut(at) {
                        *stat = Some(Written { value, span, at: span });
                    }
                }
                What::Track(at) => {
                    if let Some(track) = purchase.tracks.get_mut(at) {
                        *track = Some(Written { value, span, at: span });
                    }
                }
                What::Flag(at) => {
                    if let Some(flag) = purchase.flags.get_mut(at) {
                        *flag = value != 0;
                    }
                }
                What::Choice(at) => {
                    if let Some(choice) = purchase.choices.get_mut(at) {
                        *choice = value;
                    }
                }
                What::Offer(at) => {
                    if let Some(offer) = self.offers.get(at).filter(|_| value > 0) {
                        purchase.bought.stunts.push(BoughtStunt { count: value, ..offer.bought.clone() });
                    }
                }
            }
        }
        build::give(self.design, &mut purchase, &self.ranks, self.rules);
        purchase
    }

    /// What it costs.
    pub(super) fn reckon<'b>(&'b self, purchase: &'b Purchase<'_>) -> Reckoning<'b> {
        reckon(self.design, purchase, &purchase.bought, &self.ranks, self.rules)
    }

    /// What judges it.
    pub(super) fn case<'b>(&'b self, purchase: &'b Purchase<'b>) -> Case<'b, 'b, 'b> {
        Case { context: self.context, design: self.design, declared: self.declared, purchase, keep: Keep::Verdict }
    }
}

impl Space<'_, '_, '_> {
    /// Whether it may differ.
    pub(super) fn has(&self, what: What) -> bool {
        self.variables.iter().any(|variable| variable.what == what)
    }

    /// Build points it takes more than what every design has, beyond what it adds to the budget.
    pub(super) fn cost(&self, reckoning: &Reckoning<'_>) -> Option<i64> {
        let Some(clause) = &self.design.budget else { return Some(0) };
        let allowed = reckoning.values.eval(&clause.formula, 0).ok()?;
        Some(reckoning.spent.saturating_sub(self.spent).saturating_sub(allowed.saturating_sub(self.allowed)))
    }

    /// Build points left for what differs.
    pub(super) fn left(&self) -> i64 {
        self.budget.unwrap_or(0).saturating_sub(self.spent)
    }

    /// What it is sold for.
    pub(super) fn price(&self, values: &Values<'_>) -> Option<i64> {
        let for_sale = self.design.price_when.as_ref().is_none_or(|condition| values.holds(&condition.formula));
        self.design.price.as_ref().filter(|_| for_sale).and_then(|clause| values.eval(&clause.formula, 0).ok())
    }

    /// Stunts that could not be read.
    pub(super) fn unread(&self) -> impl Iterator<Item = String> {
        self.unread.iter().cloned()
    }

    /// Whether its lines act at building.
    pub(super) fn acts(&self, rule: usize) -> bool {
        self.acting.contains(&rule)
    }

    /// What every design has, reckoned.
    pub(super) fn reckon_blank(&self) -> Reckoning<'_> {
        self.reckon(&self.blank)
    }

    /// The value that something has without a word, if that hangs on nothing else.
    fn silent(&self, what: What) -> Option<i64> {
        let base = |formula| if self.roots(formula).is_empty() { self.reckon_blank().values.eval(formula, 0).ok() } else { None };
        match what {
            What::Stat(at) => self.design.stats.get(at).filter(|rule| !rule.needed).and_then(|rule| base(&rule.base)),
            What::Track(at) => self.design.tracks.get(at).and_then(|rule| base(&rule.base)),
            What::Offer(_) | What::Flag(_) | What::Choice(_) => Some(0),
        }
    }

    /// Whether every design has a stunt of this name.
    pub(super) fn always_has(&self, name: &str) -> bool {
        let is_it = |rule: usize| self.design.stunts.get(rule).is_some_and(|rule| rule.name == name);
        self.blank.bought.stunts.iter().any(|stunt| is_it(stunt.rule))
    }

    /// Stunts that every design has, as they are written.
    pub(super) fn fixed_stunts(&self) -> Vec<String> {
        let bought = self.blank.bought.stunts.iter().filter(|stunt| stunt.given.is_none());
        let words = bought.filter_map(|stunt| {
            let rule = self.design.stunts.get(stunt.rule)?;
            let text = |param: usize| rule.params.get(param).is_some_and(|param| param.types.iter().any(|kind| kind.text == "text"));
            let args = stunt.args.iter().enumerate().map(|(at, arg)| if text(at) { format!("\"{arg}\"") } else { arg.to_string() });
            let args = args.collect::<Vec<_>>().join(", ");
            let times = if stunt.count == 1 { String::new() } else { format!(" x{}", stunt.count) };
            Some(if args.is_empty() { format!("{}{times}", rule.name) } else { format!("{}({args}){times}", rule.name) })
        });
        words.collect()
    }

    /// What a variable is called.
    pub(super) fn called(&self, place: usize) -> Option<String> {
        let design = self.design;
        Some(match self.variables.get(place)?.what {
            What::Stat(at) => design.stats.get(at)?.name.to_string(),
            What::Track(at) => design.tracks.get(at)?.name.to_string(),
            What::Offer(at) => self.offers.get(at)?.words.clone(),
            What::Flag(at) => design.flags.get(at)?.to_string(),
            What::Choice(at) => design.choices.get(at)?.name.to_string(),
        })
    }

    /// Whether nothing of the design's kind has this name.
    pub(super) fn is_free(&self, name: &str) -> bool {
        self.context.program.lookup(self.declared.package, &self.design.kind, name).is_none()
    }
}

fn count(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

fn said(demand: &Demand) -> String {
    match demand.bound {
        None => demand.what.clone(),
        Some(Bound::AtLeast(number)) => format!("{}>={number}", demand.what),
        Some(Bound::AtMost(number)) => format!("{}<={number}", demand.what),
        Some(Bound::Exactly(number)) => format!("{}={number}", demand.what),
    }
}

fn unknown_stunt(design: &Design, word: &str) -> Refusal {
    let stats = design.stats.iter().map(|rule| rule.name.as_str()).chain(design.tracks.iter().map(|rule| rule.name.as_str()));
    let known: Vec<&str> = design.stunts.iter().map(|rule| rule.name.as_str()).chain(stats).chain(["price", "upkeep"]).collect();
    Refusal(match suggest::nearest(word, known.iter().copied()) {
        Some(near) => format!("`{}` has no `{word}`; did you mean `{near}`?", design.name),
        None => format!("`{}` has no `{word}`; it has {}", design.name, suggest::enumerate(known.into_iter())),
    })
}
