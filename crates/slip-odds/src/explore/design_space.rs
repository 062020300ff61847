//! Space of all designs of one design sequence: the variables, the user's requirements, the prices, and the dependencies between variables.
//! It also has the preferred direction of values whose price depends on other purchases. Each of these has a module in this folder.
//!
//! All dependencies are read from the formulas of the design: two variables are connected if one rule refers to both. A rule whose
//! condition is already false connects nothing.

mod connected_variables;
mod partial_eval;
mod preferred_directions;
mod prices;
mod user_requirements;
mod variables;

use super::compared_values::{Axis, DesignRequirement};
use super::{ExploreRefusal, ExploreRequest, Ranks, refuse, wrong_from_the_start};
pub(super) use prices::PriceGroup;
use slip_compile::check::better_direction::BetterDirections;
use slip_compile::check::build;
use slip_compile::check::context::{CheckContext, CompilePurpose};
use slip_compile::check::design::Design;
use slip_compile::check::ledger::{FormulaValues, PointsSum, reckon};
use slip_compile::check::legality::Case;
use slip_compile::check::read_purchase::{self, BoughtStunt, ItemPurchase, WrittenNumber};
use slip_compile::resolve::DeclaredItem;
use slip_pack::quoted;
use slip_pack::ruleset::Rules;
use slip_source::diagnostic::{Code, Diagnostics};
use std::collections::BTreeSet;
use user_requirements::unknown_stunt;
use variables::DesignVariable;

/// Variable of a design, identified by index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum VariableId {
    Stat(usize),
    Track(usize),
    Offer(usize),
    Flag(usize),
    Choice(usize),
}

/// Stunt on offer, with its arguments.
#[derive(Clone, Debug)]
pub(super) struct OfferedStunt {
    pub rule: usize,
    /// Stunt and arguments in source form.
    pub words: String,
    pub bought: BoughtStunt,
}

/// Space of all items that one design allows.
pub(super) struct DesignSpace<'a, 'p, 't> {
    pub context: &'a CheckContext<'p, 't>,
    pub design: &'a Design,
    declared: &'a DeclaredItem<'t>,
    /// Purchases that every design has: those of the blank item.
    blank: ItemPurchase<'a>,
    ranks: Ranks,
    rules: Option<&'a Rules>,
    pub senses: BetterDirections,
    pub offers: Vec<OfferedStunt>,
    pub variables: Vec<DesignVariable>,
    /// Groups of variables whose prices depend on one another.
    pub knots: Vec<PriceGroup>,
    /// Build points available for a design; `None` if the design has no build points.
    pub budget: Option<i64>,
    /// Build points spent on the blank item.
    spent: i64,
    /// Build points that the design rules allow for the blank item.
    allowed: i64,
    /// Bounds that the user requires for numbers that are not variables, such as the price.
    pub bounded: Vec<(Axis, DesignRequirement)>,
    /// Values with a price that are not compared, each with the reason.
    pub unheard: Vec<(String, String)>,
    /// Stunts on offer whose entry in the shop item (the item that has every stunt on offer) could not be read.
    unread: Vec<String>,
    /// Stunts with effects that apply when an item is built.
    acting: BTreeSet<usize>,
}

impl<'a, 'p, 't> DesignSpace<'a, 'p, 't> {
    /// Reads the space of designs from the blank item and the shop item, which has every stunt on offer.
    pub(super) fn open(
        context: &'a CheckContext<'p, 't>,
        design: &'a Design,
        (declared, shop): (&'a DeclaredItem<'t>, &'a DeclaredItem<'t>),
        wish: &ExploreRequest,
    ) -> Result<Self, ExploreRefusal> {
        let rules = context.rules_of(declared.package);
        let mut found = Diagnostics::new();
        let blank = read_purchase::read(context, design, declared, &mut found);
        let ranks = super::ranks(context, design, declared);
        let bought = read_purchase::read(context, design, shop, &mut Diagnostics::new()).bought.stunts;
        let mut space = DesignSpace {
            context,
            design,
            declared,
            blank,
            ranks,
            rules,
            senses: BetterDirections::of(design, rules),
            offers: Vec::new(),
            variables: Vec::new(),
            knots: Vec::new(),
            budget: None,
            spent: 0,
            allowed: 0,
            bounded: Vec::new(),
            unheard: Vec::new(),
            unread: Vec::new(),
            acting: BTreeSet::new(),
        };
        space.begin(&mut found)?;
        space.fill_shop(bought, wish)?;
        space.settle_budget(wish)?;
        space.vary(wish)?;
        Ok(space)
    }

    /// Checks the blank item for errors that no further purchase can remove. The blank item has only those purchases that all designs of
    /// the search share.
    fn begin(&mut self, found: &mut Diagnostics) -> Result<(), ExploreRefusal> {
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

    fn fill_shop(&mut self, bought: Vec<BoughtStunt>, wish: &ExploreRequest) -> Result<(), ExploreRefusal> {
        let design = self.design;
        for word in &wish.forbid {
            if self.always_has(word) {
                return refuse(format!("--forbid does not allow `{word}`, but every design has it here"));
            }
            if design.stunts.iter().any(|rule| rule.name == word.as_str()) {
                continue;
            }
            let has = design.track(word).is_some() || design.stats.iter().any(|rule| rule.name == word.as_str());
            if has {
                return refuse(format!("`{word}` is not a stunt of `{0}`: write a bound, such as --require '{word}<=1'", design.name));
            }
            return Err(unknown_stunt(design, word));
        }
        let listed = super::buyable_stunts::offers(design).0;
        let mut read = BTreeSet::new();
        for bought in bought {
            let Some(rule) = design.stunts.get(bought.rule) else { continue };
            let words = if bought.args.is_empty() { rule.name.to_string() } else { format!("{}({})", rule.name, bought.args.join(", ")) };
            read.insert(words.clone());
            let had = self.blank.bought.stunts.iter().any(|own| own.rule == bought.rule && own.args == bought.args);
            if had || wish.forbid.iter().any(|word| *word == rule.name.as_str()) || self.is_not_sold(&bought) {
                continue;
            }
            self.offers.push(OfferedStunt { rule: bought.rule, words, bought });
        }
        self.unread = listed.into_iter().filter(|words| !read.contains(words)).collect();
        Ok(())
    }

    /// True if a stunt can never be bought in this design.
    fn is_not_sold(&self, bought: &BoughtStunt) -> bool {
        let mut purchase = self.blank.clone();
        purchase.bought.stunts.push(bought.clone());
        let mut said = Diagnostics::new();
        let reckoning = self.reckon(&purchase);
        self.case(&purchase).stunts(&purchase.bought, &reckoning.values, &mut said);
        said.iter().any(|said| matches!(said.code, Code::StuntNotSold | Code::StuntNeedsTech | Code::BannedItem))
    }

    fn settle_budget(&mut self, wish: &ExploreRequest) -> Result<(), ExploreRefusal> {
        let Some(clause) = &self.design.budget else {
            return match wish.budget {
                Some(_) => refuse(format!("`{}` has no build points: leave out --budget", self.design.name)),
                None => Ok(()),
            };
        };
        let reckoning = self.reckon(&self.blank);
        let allowed = reckoning
            .values
            .eval(&clause.formula, 0)
            .map_err(|_| ExploreRefusal("the number of build points cannot be computed here".to_owned()))?;
        self.spent = reckoning.spent;
        self.allowed = allowed;
        self.budget = Some(wish.budget.map_or(allowed, |most| most.min(allowed)));
        Ok(())
    }
}

impl<'a> DesignSpace<'a, '_, '_> {
    /// Returns the purchase with the chosen values.
    pub(super) fn purchase(&self, chosen: &[(VariableId, i64)]) -> ItemPurchase<'a> {
        let mut purchase = self.blank.clone();
        let span = self.declared.tree.name.span;
        for (what, value) in chosen {
            let value = *value;
            match *what {
                VariableId::Stat(at) => {
                    if let Some(stat) = purchase.bought.stats.get_mut(at) {
                        *stat = Some(WrittenNumber { value, span, at: span });
                    }
                }
                VariableId::Track(at) => {
                    if let Some(track) = purchase.tracks.get_mut(at) {
                        *track = Some(WrittenNumber { value, span, at: span });
                    }
                }
                VariableId::Flag(at) => {
                    if let Some(flag) = purchase.flags.get_mut(at) {
                        *flag = value != 0;
                    }
                }
                VariableId::Choice(at) => {
                    if let Some(choice) = purchase.choices.get_mut(at) {
                        *choice = value;
                    }
                }
                VariableId::Offer(at) => {
                    if let Some(offer) = self.offers.get(at).filter(|_| value > 0) {
                        purchase.bought.stunts.push(BoughtStunt { count: value, ..offer.bought.clone() });
                    }
                }
            }
        }
        build::give(self.design, &mut purchase, &self.ranks, self.rules);
        purchase
    }

    /// Evaluates the cost and all values of a purchase.
    pub(super) fn reckon<'b>(&'b self, purchase: &'b ItemPurchase<'_>) -> PointsSum<'b> {
        reckon(self.design, purchase, &purchase.bought, &self.ranks, self.rules)
    }

    /// Returns the data for the compiler's checks of a purchase.
    pub(super) fn case<'b>(&'b self, purchase: &'b ItemPurchase<'b>) -> Case<'b, 'b, 'b> {
        Case { context: self.context, design: self.design, declared: self.declared, purchase, keep: CompilePurpose::Verdict }
    }
}

impl DesignSpace<'_, '_, '_> {
    /// True if a value is a variable of the space.
    pub(super) fn has(&self, what: VariableId) -> bool {
        self.variables.iter().any(|variable| variable.what == what)
    }

    /// Returns the build points that a purchase costs in addition to those of the blank item, minus the points that it adds to the budget.
    pub(super) fn cost(&self, reckoning: &PointsSum<'_>) -> Option<i64> {
        let Some(clause) = &self.design.budget else { return Some(0) };
        let allowed = reckoning.values.eval(&clause.formula, 0).ok()?;
        Some(reckoning.spent.saturating_sub(self.spent).saturating_sub(allowed.saturating_sub(self.allowed)))
    }

    /// Returns the build points left for the variables.
    pub(super) fn left(&self) -> i64 {
        self.budget.unwrap_or(0).saturating_sub(self.spent)
    }

    /// Returns the Purchase Cost for the values of a design, if it is for sale.
    pub(super) fn price(&self, values: &FormulaValues<'_>) -> Option<i64> {
        let for_sale = self.design.price_when.as_ref().is_none_or(|condition| values.holds(&condition.formula));
        self.design.price.as_ref().filter(|_| for_sale).and_then(|clause| values.eval(&clause.formula, 0).ok())
    }

    /// Returns the stunts on offer that could not be read.
    pub(super) fn unread(&self) -> impl Iterator<Item = String> {
        self.unread.iter().cloned()
    }

    /// True if a stunt has effects that apply when an item is built.
    pub(super) fn acts(&self, rule: usize) -> bool {
        self.acting.contains(&rule)
    }

    /// Evaluates the cost and all values of the blank item.
    pub(super) fn reckon_blank(&self) -> PointsSum<'_> {
        self.reckon(&self.blank)
    }

    /// True if every design has a stunt with this name.
    pub(super) fn always_has(&self, name: &str) -> bool {
        let is_it = |rule: usize| self.design.stunts.get(rule).is_some_and(|rule| rule.name == name);
        self.blank.bought.stunts.iter().any(|stunt| is_it(stunt.rule))
    }

    /// Returns the stunts that every design has, in source form.
    pub(super) fn fixed_stunts(&self) -> Vec<String> {
        let bought = self.blank.bought.stunts.iter().filter(|stunt| stunt.given.is_none());
        let words = bought.filter_map(|stunt| {
            let rule = self.design.stunts.get(stunt.rule)?;
            let text = |param: usize| rule.params.get(param).is_some_and(|param| param.types.iter().any(|kind| kind.text == "text"));
            let args = stunt.args.iter().enumerate().map(|(at, arg)| if text(at) { quoted(arg) } else { arg.to_string() });
            let args = args.collect::<Vec<_>>().join(", ");
            let times = if stunt.count == 1 { String::new() } else { format!(" x{}", stunt.count) };
            Some(if args.is_empty() { format!("{}{times}", rule.name) } else { format!("{}({args}){times}", rule.name) })
        });
        words.collect()
    }

    /// Returns the name of a variable.
    pub(super) fn called(&self, place: usize) -> Option<String> {
        let design = self.design;
        Some(match self.variables.get(place)?.what {
            VariableId::Stat(at) => design.stats.get(at)?.name.to_string(),
            VariableId::Track(at) => design.tracks.get(at)?.name.to_string(),
            VariableId::Offer(at) => self.offers.get(at)?.words.clone(),
            VariableId::Flag(at) => design.flags.get(at)?.to_string(),
            VariableId::Choice(at) => design.choices.get(at)?.name.to_string(),
        })
    }

    /// True if no item of the explored kind has the name.
    pub(super) fn is_free(&self, name: &str) -> bool {
        self.context.program.lookup(self.declared.package, &self.design.kind, name).is_none()
    }
}
