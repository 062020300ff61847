//! The smallest edits that mend an item: all of them, ranked, each as an edit of the item's text.
//!
//! An edit is a set of changes: a number moved, a stunt dropped, bought less often or added, an aspect left out, the technology
//! moved. Whether it is enough is asked of the check itself, with the purchase changed: the finding must be gone and no other
//! error may have come (R-XRP1). The order is that of `Merit` (R-XRP2). A waiver is always possible and never counted:
//! it is offered last, for people to fill in (R-XRP3).

mod change;
mod moves;
mod points;
mod search;
mod signs;
mod text;

use self::change::Change;
use self::moves::{Chain, Move, Price, chains};
use self::points::{Excess, Points, Shares, Step};
use self::search::{Bounds, Found, Judge, Judged, MOST_CHANGES, search};
use self::signs::Signs;
use self::text::Pen;
use super::build::{self, given, judge_purchase, reduction};
use super::context::{Context, Keep};
use super::design::Design;
use super::dominated::Compared;
use super::errors;
use super::inherited::Inherited;
use super::purchase::{self, Purchase};
use super::reckon::reckon;
use crate::resolve::Declared;
use ecow::EcoString;
use slip_pack::effect::built::Number;
use slip_source::Span;
use slip_source::diagnostic::{Code, Confidence, Diagnostic, Diagnostics, Fix, Severity};
use slip_syntax::tree::{Entry, Expr, ExprKind, Sign};
use std::collections::{BTreeMap, BTreeSet};

/// So much is tried for one finding.
const BOUNDS: Bounds = Bounds { sets: 250_000, reckoned: 2_000, judged: 200 };
/// No repairs are looked for in an item with more things to change: no author writes one, and each try reckons all of it.
const MOST_CHAINS: usize = 200;
/// Up to so many things to change, as much is tried as [`BOUNDS`] says; of more, less in proportion.
const USUAL_CHAINS: usize = 50;
/// Repairs are looked for of so many findings of an item.
const MOST_SEARCHES: usize = 30;

/// Bounds of a search among so many things to change.
fn bounds(chains: usize) -> Bounds {
    let part = |most: usize| most.saturating_mul(USUAL_CHAINS) / chains.max(USUAL_CHAINS);
    Bounds { sets: BOUNDS.sets, reckoned: part(BOUNDS.reckoned), judged: part(BOUNDS.judged) }
}

/// What is about what was bought, so that buying otherwise may mend it.
fn is_mendable(code: Code) -> bool {
    matches!(
        code,
        Code::OverBudget
            | Code::StatAboveCap
            | Code::StatBelowZero
            | Code::TechOutOfRange
            | Code::TechAboveCampaign
            | Code::StuntNeedsTech
            | Code::StuntNeedsStunt
            | Code::ExcludedStunt
            | Code::RepeatedStunt
            | Code::TooManyStunts
            | Code::TooManyAspects
            | Code::UnearnedAspect
            | Code::RequirementFailed
            | Code::BannedItem
            | Code::MixedModes
            | Code::UnequalModes
    )
}

/// Offers repairs with every finding about an item that buying otherwise would mend.
pub fn offer(context: &Context<'_, '_>, declared: &Declared<'_>, found: &mut Diagnostics) {
    // What is wrong in a base or a patch is mended there, and said once; what is wrong only here is mended here.
    let mut inherited = Inherited::of(context, declared);
    let mut own: BTreeSet<(Code, Span)> = BTreeSet::new();
    for diagnostic in found.iter_mut().filter(|found| is_mendable(found.code)) {
        let at = diagnostic.primary.span;
        if declared.tree.span.holds(at) || diagnostic.severity == Severity::Error && inherited.is_wrong_only_here(diagnostic) {
            own.insert((diagnostic.code, at));
        } else {
            diagnostic.fixes.clear();
        }
    }
    let mendable = |found: &Diagnostic| found.severity == Severity::Error && own.contains(&(found.code, found.primary.span));
    let needless = |found: &Diagnostic| matches!(found.code, Code::RedundantStunt | Code::UselessStunt);
    if !found.iter().any(|found| mendable(found) || needless(found)) || declared.tree.broken {
        return;
    }
    let Some(design) = build::find_design(context, declared, &mut Diagnostics::new()) else { return };
    let mut read = Diagnostics::new();
    let purchase = purchase::read(context, design, declared, &mut read);
    let pen = Pen::new(context.program, design, declared, &purchase);
    for diagnostic in found.iter_mut().filter(|found| needless(found) && found.fixes.is_empty()) {
        let drop = Change::Drop(diagnostic.primary.span);
        if let Some(edits) = pen.write(std::iter::once(&drop)).filter(|_| pen.can_write(&drop)) {
            diagnostic.fixes.push(Fix { title: "leave it out".to_owned(), edits, confidence: Confidence::Unsafe });
        }
    }
    if !found.iter().any(mendable) {
        return;
    }
    let none = BTreeMap::new();
    let mut workshop = Workshop { context, design, declared, purchase: &purchase, read: &read, skills: none, before: Standing::default() };
    workshop.skills = build::skill_ranks(context, design, declared, &purchase);
    workshop.before = workshop.standing(&purchase, found);
    let reckoning = reckon(design, &purchase, purchase.first_part(), &workshop.skills, context.rules_of(declared.package));
    let chains = chains(context, design, declared, &purchase, &reckoning.values, &pen);
    let mut done: Vec<(Key, Repairs)> = Vec::new();
    for diagnostic in found.iter_mut().filter(|found| mendable(found)) {
        let target = key(diagnostic);
        let known = done.iter().find(|(other, _)| *other == target).map(|(_, repairs)| repairs.clone());
        // What is missing only its author can choose; a thing of another technology is another thing. Words in place of those of no
        // rule have their edit.
        let said = match diagnostic.code {
            Code::TooManyStunts => diagnostic.help.is_some(),
            Code::UnearnedAspect => !diagnostic.fixes.is_empty(),
            _ => false,
        };
        let chosen = said.then(Repairs::none);
        let repairs = known.or(chosen).unwrap_or_else(|| {
            let is_too_much = chains.len() > MOST_CHAINS || done.len() >= MOST_SEARCHES;
            let repairs = if is_too_much { Repairs::given_up() } else { workshop.repairs(&target, &chains, &pen) };
            if !is_too_much {
                done.push((target, repairs.clone()));
            }
            repairs
        });
        say(diagnostic, repairs, &pen);
    }
}

/// True if anything of a design may lift the cap of a statistic, and with it what a rank costs.
fn lifts_any(design: &Design) -> bool {
    let stunts = design.stunts.iter().flat_map(|rule| &rule.effects);
    design.effects.iter().chain(stunts).any(|effect| matches!(effect.built(), Some(Number::Cap(_))))
}

/// Edits of which each is enough, and whether they are all there are.
#[derive(Clone)]
struct Repairs {
    fixes: Vec<Fix>,
    complete: bool,
}

impl Repairs {
    fn none() -> Repairs {
        Repairs { fixes: Vec::new(), complete: true }
    }

    fn given_up() -> Repairs {
        Repairs { fixes: Vec::new(), complete: false }
    }
}

/// Puts repairs into the finding they mend; without any it keeps the help it has.
fn say(diagnostic: &mut Diagnostic, Repairs { fixes, complete }: Repairs, pen: &Pen<'_>) {
    if !complete {
        diagnostic.notes.push(if fixes.is_empty() { errors::SEARCH_GIVEN_UP } else { errors::SEARCH_CUT }.to_owned());
    }
    match fixes.as_slice() {
        [] if complete && diagnostic.code == Code::OverBudget => diagnostic.help = Some(errors::too_much_to_mend(MOST_CHANGES)),
        [] => {}
        // Its help says more: that it can be counted, or which to keep.
        _ if diagnostic.code == Code::RepeatedStunt => {}
        // What a campaign forbids, a campaign may allow.
        [only] if matches!(diagnostic.code, Code::BannedItem | Code::TechAboveCampaign) => {
            diagnostic.help = Some(format!("{}, or allow it with a reason", only.title));
        }
        [only] => diagnostic.help = Some(only.title.clone()),
        _ => diagnostic.help = Some(errors::ONE_OF.to_owned()),
    }
    if !fixes.is_empty() {
        diagnostic.fixes = fixes;
    }
    if diagnostic.code.waivable() {
        let entry = format!("allow {} \"say why\"", diagnostic.code);
        let title = format!("allow it in words: `allow {} \"…\"`", diagnostic.code);
        diagnostic.fixes.push(Fix { title, edits: vec![pen.entry(entry)], confidence: Confidence::Display });
    }
}

/// Which finding it is, whatever its numbers say: its code, its place and the rule it comes from.
type Key = (Code, Span, Option<Span>);

fn key(diagnostic: &Diagnostic) -> Key {
    // Of requirements several may fail at one place.
    let rule = diagnostic.secondary.first().map(|label| label.span).filter(|_| diagnostic.code == Code::RequirementFailed);
    (diagnostic.code, diagnostic.primary.span, rule)
}

/// How an item stands: its errors, how many warnings, and what is spent above each budget.
#[derive(Clone, Debug, Default)]
struct Standing {
    errors: BTreeMap<Key, usize>,
    warnings: usize,
    accounts: Vec<Account>,
    /// True if no cap is lifted by anything bought.
    unlifted: bool,
}

/// How much above each budget is spent.
fn excess(accounts: &[Account]) -> Excess {
    accounts.iter().map(|account| account.above).collect()
}

/// What one mode or the whole spends, and how much above its budget: less than nothing if points are left.
#[derive(Clone, Copy, Debug, Default)]
struct Account {
    spent: i64,
    above: i64,
}

/// What speaks against a repair, the least first (R-XRP2): what it takes away that a derived thing takes away, too, so that nothing is left
/// to take there; what is wrong with the item all the same; new warnings; the technology moved; build points taken away; stunts
/// and aspects that come or go; how far numbers go; a finding that is left keeps its order in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Merit {
    missed: usize,
    left: usize,
    warnings: usize,
    technology: usize,
    taken: i64,
    parts: usize,
    steps: i64,
}

struct Workshop<'a, 'p, 't> {
    context: &'a Context<'p, 't>,
    design: &'a Design,
    declared: &'a Declared<'t>,
    purchase: &'a Purchase<'a>,
    read: &'a Diagnostics,
    skills: BTreeMap<EcoString, i64>,
    before: Standing,
}

impl Workshop<'_, '_, '_> {
    /// The repairs of one finding, the best first.
    fn repairs(&self, target: &Key, chains: &[Chain], pen: &Pen<'_>) -> Repairs {
        let known = !given::gives_any(self.design) && self.before.unlifted;
        let shares = Shares::of(self.design, self.purchase, chains, known);
        let base = excess(&self.before.accounts);
        let paid = target.0 == Code::OverBudget;
        let limits = base.iter().map(|base| if paid { 0 } else { (*base).max(0) }).collect();
        let points = Points::new(chains, &shares, base, |moves: &[&Move]| excess(&self.accounts(&self.changed(moves))));
        let signs = Signs::of(self, target, chains);
        let mut judge = Bench { workshop: self, target, chains, points, signs, limits };
        let outcome = search(chains, &mut judge, bounds(chains.len()));
        let mut ranked: Vec<(Merit, Found<Standing>)> =
            outcome.found.into_iter().map(|found| (self.merit(&found, chains), found)).collect();
        ranked.sort_by_key(|(merit, _)| *merit);
        let fixes = ranked.iter().filter_map(|(_, found)| {
            let moves: Vec<&Move> = found.moves.iter().filter_map(|(chain, step)| chains.get(*chain)?.moves.get(*step)).collect();
            let words: Vec<&str> = moves.iter().map(|one| one.words.as_str()).collect();
            let edits = pen.write(moves.iter().map(|one| &one.change))?;
            let title = slip_suggest::enumerate(words.into_iter());
            Some(Fix { title, edits, confidence: Confidence::Unsafe })
        });
        Repairs { fixes: fixes.collect(), complete: outcome.complete }
    }

    fn merit(&self, found: &Found<Standing>, chains: &[Chain]) -> Merit {
        let chosen = || found.moves.iter().filter_map(|(chain, step)| Some((chains.get(*chain)?, *step)));
        let priced = |price: Price| chosen().filter(|(chain, _)| chain.price == price).count();
        let accounts = self.before.accounts.iter().zip(&found.merit.accounts);
        let drops = |change: &Change| match change {
            Change::Drop(span) => self.is_missed(*span),
            _ => false,
        };
        Merit {
            missed: chosen().filter_map(|(chain, step)| chain.moves.get(step)).filter(|one| drops(&one.change)).count(),
            left: found.merit.errors.values().sum(),
            warnings: found.merit.warnings.saturating_sub(self.before.warnings),
            technology: priced(Price::Technology),
            taken: accounts.map(|(before, after)| before.spent.saturating_sub(after.spent).max(0)).sum(),
            parts: priced(Price::Part),
            steps: chosen().filter_map(|(chain, step)| chain.moves.get(step)).map(|one| one.steps).sum(),
        }
    }

    /// True if something derived from the item takes away the stunt that stands there.
    fn is_missed(&self, span: Span) -> bool {
        let Some(stunt) = self.purchase.bought.stunts.iter().find(|stunt| stunt.span == span) else { return false };
        let Some(rule) = self.design.stunts.get(stunt.rule) else { return false };
        let takes = |entry: &Entry| {
            let minus = entry.word() == "stunts" && matches!(entry.sign(), Some((Sign::Minus, _)));
            minus && entry.members().filter_map(<[_]>::first).any(|member| names(&member.expr) == Some(rule.name.as_str()))
        };
        self.context
            .program
            .heirs(self.declared.id)
            .filter(|heir| self.context.program.bears_on(heir.package, self.declared.package))
            .filter_map(|heir| heir.tree.block.as_ref())
            .any(|block| block.entries.iter().any(takes))
    }

    fn changed(&self, moves: &[&Move]) -> Purchase<'_> {
        let mut purchase = self.purchase.clone();
        for one in moves {
            one.change.apply(&mut purchase, self.declared.tree.name.span);
        }
        purchase
    }

    /// What is spent and what may be, mode by mode.
    fn accounts(&self, purchase: &Purchase<'_>) -> Vec<Account> {
        let (design, rules) = (self.design, self.context.rules_of(self.declared.package));
        let mut with_given;
        let purchase = if given::gives_any(design) {
            with_given = purchase.clone();
            given::give(design, &mut with_given, &self.skills, rules);
            &with_given
        } else {
            purchase
        };
        let reckonings: Vec<_> = purchase.parts().into_iter().map(|bought| reckon(design, purchase, bought, &self.skills, rules)).collect();
        let budgeted = design.tech.is_none() || purchase.tech.is_some();
        let account = |reckoning: &super::reckon::Reckoning<'_>| {
            let clause = design.budget.as_ref().filter(|_| budgeted);
            let allowed = clause.and_then(|clause| reckoning.values.eval(&clause.formula, 0).ok());
            let less = reduction(design, purchase, &reckoning.values);
            let above = allowed.map_or(0, |allowed| reckoning.spent.saturating_sub(allowed.saturating_sub(less)));
            Account { spent: reckoning.spent, above }
        };
        reckonings.iter().map(account).collect()
    }

    /// How a purchase stands of which it is known what is wrong with it.
    fn standing(&self, purchase: &Purchase<'_>, found: &Diagnostics) -> Standing {
        let mut errors = BTreeMap::new();
        for error in found.iter().filter(|found| found.severity == Severity::Error) {
            *errors.entry(key(error)).or_insert(0) += 1;
        }
        Standing { errors, warnings: found.count(Severity::Warning), accounts: self.accounts(purchase), unlifted: !lifts_any(self.design) }
    }
}

/// What a member of a list names: `sensors`, `hook(lift)`.
fn names(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Call(call) => Some(call.name.name.text.as_str()),
        _ => expr.name().map(EcoString::as_str),
    }
}

/// Judges moves for one finding.
struct Bench<'w, 'a, 'p, 't, F: Fn(&[&Move]) -> Excess> {
    workshop: &'w Workshop<'a, 'p, 't>,
    target: &'w Key,
    chains: &'w [Chain],
    points: Points<'w, F>,
    /// What ends the finding, where that is known without judging.
    signs: Option<Signs<'w>>,
    /// How much above each budget may be spent at most.
    limits: Vec<i64>,
}

impl<F: Fn(&[&Move]) -> Excess> Bench<'_, '_, '_, '_, F> {
    /// True if a chain has anything to do with the finding, where that is known.
    fn concerns(&self, chain: usize) -> bool {
        if let Some(signs) = &self.signs {
            return signs.looks_at(chain);
        }
        let Some(chain) = self.chains.get(chain) else { return false };
        let number = chain.moves.first().is_some_and(|one| matches!(one.change, Change::Number(..) | Change::Stat(..) | Change::Track(..)));
        let technology = chain.price == Price::Technology;
        match self.target.0 {
            // What stunts do to one another ends only with a stunt or an aspect.
            Code::ExcludedStunt | Code::RepeatedStunt | Code::StuntNeedsStunt | Code::MixedModes => !number,
            Code::TechOutOfRange | Code::TechAboveCampaign | Code::StuntNeedsTech => technology || !number,
            _ => true,
        }
    }
}

impl<F: Fn(&[&Move]) -> Excess> Judge for Bench<'_, '_, '_, '_, F> {
    type Merit = Standing;

    fn goes_at_once(&self) -> bool {
        matches!(
            self.target.0,
            Code::ExcludedStunt
                | Code::RepeatedStunt
                | Code::StuntNeedsStunt
                | Code::TechOutOfRange
                | Code::TechAboveCampaign
                | Code::StuntNeedsTech
        )
    }

    fn hopeless(&mut self, chains: &[usize]) -> bool {
        !chains.iter().any(|chain| self.concerns(*chain)) || chains.len() > 1 && self.points.hopeless(chains, &self.limits)
    }

    fn may_do(&mut self, moves: &[Step]) -> bool {
        if let Some(signs) = &mut self.signs
            && !signs.end(self.workshop, self.target, self.chains, moves)
        {
            return false;
        }
        self.points.excess(moves).iter().zip(&self.limits).all(|(after, limit)| after <= limit)
    }

    fn reckoned(&self) -> usize {
        self.points.reckoned.saturating_add(self.signs.as_ref().map_or(0, |signs| signs.reckoned))
    }

    fn judge(&mut self, moves: &[&Move]) -> Judged<Standing> {
        let workshop = self.workshop;
        let changed = workshop.changed(moves);
        let mut found = workshop.read.clone();
        // What it is worth beside others is no question here.
        let mut compared = Compared { id: workshop.declared.id, standing: None, waiver: None };
        let case = (workshop.design, workshop.declared);
        judge_purchase(workshop.context, case, changed.clone(), Keep::Verdict, &mut compared, &mut found);
        let after = workshop.standing(&changed, &found);
        let count = |errors: &BTreeMap<Key, usize>, key: &Key| errors.get(key).copied().unwrap_or(0);
        let before = &workshop.before.errors;
        let gone = count(&after.errors, self.target) < count(before, self.target).max(1);
        match gone {
            false => Judged::There,
            true if after.errors.iter().all(|(key, many)| *many <= count(before, key)) => Judged::Enough(after),
            true => Judged::Traded,
        }
    }
}
