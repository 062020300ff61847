//! Searches for the smallest edits that repair an illegal item. Returns all of them, ranked, each as an edit of the item's text.
//!
//! A repair is a set of changes: a number changed; a stunt removed, added or bought less often; an aspect removed; the technology changed.
//! Each candidate is verified by running the checks on the changed purchase: the error must be gone, and no new error may occur (R-XRP1).
//! The ranking is that of `Merit` (R-XRP2). A waiver is always possible and not part of the search: it is offered last, for the author to
//! fill in (R-XRP3).

mod points_of_moves;
mod possible_moves;
mod purchase_change;
mod quick_checks;
mod search;
mod source_edits;

use self::points_of_moves::{Excess, MoveIndex, MovePoints, SharedCosts};
use self::possible_moves::{Chain, ChangeRank, RepairMove, chains};
use self::purchase_change::RepairChange;
use self::quick_checks::QuickTest;
use self::search::{FoundRepair, MOST_CHANGES, MoveJudgement, MoveTest, SearchLimits, search};
use self::source_edits::ChangeWriter;
use super::build::{self, inherent_stunts, judge_purchase, reduction};
use super::campaign_limits::{IF_POLICY_LISTS, or_waiver};
use super::context::{CheckContext, CompilePurpose};
use super::design::Design;
use super::dominated_items::ItemComparison;
use super::errors;
use super::inherited_mistakes::Inherited;
use super::ledger::reckon;
use super::read_purchase::{self, ItemPurchase};
use crate::resolve::DeclaredItem;
use ecow::EcoString;
use slip_pack::effect::build_numbers::BuildNumber;
use slip_source::Span;
use slip_source::diagnostic::{Code, Confidence, Diagnostic, Diagnostics, Fix, Severity};
use slip_syntax::tree::{Entry, Expr, ExprKind, Sign};
use std::collections::{BTreeMap, BTreeSet};

/// Limits of the search for repairs of one diagnostic, for an item of usual size.
const BOUNDS: SearchLimits = SearchLimits { sets: 250_000, reckoned: 2_000, judged: 200 };
/// Maximum number of chains of an item. A chain is a series of similar changes. No repairs are searched for items with more chains, because
/// every try computes the whole item. Such items are hardly ever written by hand.
const MOST_CHAINS: usize = 200;
/// Number of chains up to which the full [`BOUNDS`] apply. For more chains the limits are reduced in proportion.
const USUAL_CHAINS: usize = 50;
/// Maximum number of diagnostics of an item for which repairs are searched.
const MOST_SEARCHES: usize = 30;

/// Number of diagnostics of an item for which each one gets the full [`BOUNDS`]. If an item has more diagnostics, they share these limits.
const USUAL_SEARCHES: usize = 5;

/// Returns the limits of one search. They depend on the number of chains of the item and on the number of searches for the item.
fn bounds(chains: usize, searches: usize) -> SearchLimits {
    let part = |most: usize| {
        let of_chains = most.saturating_mul(USUAL_CHAINS) / chains.max(USUAL_CHAINS);
        of_chains.saturating_mul(USUAL_SEARCHES) / searches.max(USUAL_SEARCHES)
    };
    SearchLimits { sets: part(BOUNDS.sets), reckoned: part(BOUNDS.reckoned), judged: part(BOUNDS.judged) }
}

/// Adds repairs to every diagnostic about an item that a different purchase can repair.
pub fn offer(context: &CheckContext<'_, '_>, declared: &DeclaredItem<'_>, found: &mut Diagnostics) {
    // An error that a base or patch already has is reported and repaired there. Only errors that the item itself causes remain here.
    let mut inherited = Inherited::of(context, declared);
    let mut own: BTreeSet<(Code, Span)> = BTreeSet::new();
    for diagnostic in found.iter_mut().filter(|found| found.code.is_repaired_by_purchase()) {
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
    let purchase = read_purchase::read(context, design, declared, &mut read);
    let pen = ChangeWriter::new(context.program, design, declared, &purchase);
    for diagnostic in found.iter_mut().filter(|found| needless(found) && found.fixes.is_empty()) {
        let drop = RepairChange::Drop(diagnostic.primary.span);
        if let Some(edits) = pen.write(std::iter::once(&drop)).filter(|_| pen.can_write(&drop)) {
            diagnostic.fixes.push(Fix { title: "leave this stunt out".to_owned(), edits, confidence: Confidence::Unsafe });
        }
    }
    if !found.iter().any(mendable) {
        return;
    }
    let none = BTreeMap::new();
    let mut workshop =
        RepairContext { context, design, declared, purchase: &purchase, read: &read, skills: none, before: PurchaseState::default() };
    workshop.skills = build::skill_ranks(context, design, declared, &purchase);
    workshop.before = workshop.standing(&purchase, found);
    let reckoning = reckon(design, &purchase, purchase.first_part(), &workshop.skills, context.rules_of(declared.package));
    let chains = chains(context, design, declared, &purchase, &reckoning.values, &pen);
    let searches = found.iter().filter(|found| mendable(found)).count().min(MOST_SEARCHES);
    let bounds = bounds(chains.len(), searches);
    let mut done: Vec<(Key, Repairs)> = Vec::new();
    let targets: BTreeSet<Key> = found.iter().filter(|found| mendable(found)).map(key).collect();
    let joint = workshop.joint(&targets, &chains, bounds, &pen);
    let mut all: Vec<Repairs> = Vec::new();
    for diagnostic in found.iter().filter(|found| mendable(found)) {
        let target = key(diagnostic);
        let known = done.iter().find(|(other, _)| *other == target).map(|(_, repairs)| repairs.clone());
        // For two codes no repairs are searched: only the author can choose a missing stunt, and a misspelt aspect has a fix already.
        let said = match diagnostic.code {
            Code::TooFewStunts => true,
            Code::UnearnedAspect => !diagnostic.fixes.is_empty(),
            _ => false,
        };
        let chosen = said.then(Repairs::none);
        let repairs = known.or(chosen).unwrap_or_else(|| {
            let is_too_much = chains.len() > MOST_CHAINS || done.len() >= MOST_SEARCHES;
            let repairs = if is_too_much { Repairs::given_up() } else { workshop.repairs(&target, &chains, bounds, &pen) };
            if !is_too_much {
                done.push((target, repairs.clone()));
            }
            repairs
        });
        all.push(repairs);
    }
    // A different technology changes the character of an item. A common repair that changes it is only offered first if some error cannot
    // be repaired otherwise.
    let joint = joint.filter(|joint| joint.keeps_technology || all.iter().any(|repairs| !repairs.keeps_technology));
    for (diagnostic, repairs) in found.iter_mut().filter(|found| mendable(found)).zip(all) {
        say(diagnostic, repairs.with(joint.as_ref().map(|joint| &joint.fix)), &pen);
    }
}

/// Single change that repairs all errors of an item.
struct CommonRepair {
    fix: Fix,
    /// True if the change keeps the technology, or only removes a wrong minus sign from it.
    keeps_technology: bool,
}

/// True if an effect of the design or of its stunts raises the cap of a statistic.
fn lifts_any(design: &Design) -> bool {
    let stunts = design.stunts.iter().flat_map(|rule| &rule.effects);
    design.effects.iter().chain(stunts).any(|effect| matches!(effect.built(), Some(BuildNumber::Cap(_))))
}

/// Repairs of one diagnostic; any one of them is enough. `complete` is true if there are no other repairs.
#[derive(Clone)]
struct Repairs {
    fixes: Vec<Fix>,
    complete: bool,
    /// True if one of the repairs keeps the technology, or if no repairs were searched for.
    keeps_technology: bool,
}

impl Repairs {
    fn none() -> Repairs {
        Repairs { fixes: Vec::new(), complete: true, keeps_technology: true }
    }

    fn given_up() -> Repairs {
        Repairs { fixes: Vec::new(), complete: false, keeps_technology: true }
    }

    /// Puts the fix `joint`, which repairs all errors of the item, before all other fixes.
    fn with(mut self, joint: Option<&Fix>) -> Repairs {
        if let Some(joint) = joint {
            self.fixes.retain(|fix| fix.edits != joint.edits);
            self.fixes.insert(0, joint.clone());
        }
        self
    }
}

/// Adds repairs to their diagnostic. Without repairs, the help of the diagnostic stays as it is.
fn say(diagnostic: &mut Diagnostic, Repairs { fixes, complete, .. }: Repairs, pen: &ChangeWriter<'_>) {
    if !complete {
        diagnostic.notes.push(if fixes.is_empty() { errors::SEARCH_GIVEN_UP } else { errors::SEARCH_CUT }.to_owned());
    }
    match fixes.as_slice() {
        [] if complete && diagnostic.code == Code::OverBudget => diagnostic.help = Some(errors::too_much_to_mend(MOST_CHANGES)),
        [] => {}
        // The help of this error stays, because it says more than the repairs: how to write a count, or which stunt to keep.
        _ if diagnostic.code == Code::RepeatedStunt => {}
        // A waiver can allow a thing that the campaign forbids, so the help also offers a waiver.
        [only] if matches!(diagnostic.code, Code::BannedItem | Code::TechAboveCampaign) => {
            let is_of_policy = diagnostic.help.as_ref().is_some_and(|help| help.ends_with(IF_POLICY_LISTS));
            diagnostic.help = Some(format!("{}, {}", only.title, or_waiver(diagnostic.code, is_of_policy)));
        }
        [only] => diagnostic.help = Some(only.title.clone()),
        _ => diagnostic.help = Some(errors::ONE_OF.to_owned()),
    }
    if !fixes.is_empty() {
        diagnostic.fixes = fixes;
    }
    if diagnostic.code.waivable() {
        let entry = format!("allow {} \"say why\"", diagnostic.code);
        let title = format!("allow it with a reason: `allow {} \"…\"`", diagnostic.code);
        diagnostic.fixes.push(Fix { title, edits: vec![pen.entry(entry)], confidence: Confidence::Display });
    }
}

/// Identity of a diagnostic, used to recognise it after a change of the purchase: its code, its span, and the span of the rule. Numbers in
/// its message do not count.
type Key = (Code, Span, Option<Span>);

fn key(diagnostic: &Diagnostic) -> Key {
    // Several requirements may fail at the same span. The span of the rule distinguishes them.
    let rule = diagnostic.secondary.first().map(|label| label.span).filter(|_| diagnostic.code == Code::RequirementFailed);
    (diagnostic.code, diagnostic.primary.span, rule)
}

/// State of a purchase: its errors, the number of warnings, and the points spent above each budget.
#[derive(Clone, Debug, Default)]
struct PurchaseState {
    errors: BTreeMap<Key, usize>,
    warnings: usize,
    accounts: Vec<Account>,
    /// True if no effect of the design or of its stunts raises a cap.
    unlifted: bool,
}

/// Returns the points spent above each budget.
fn excess(accounts: &[Account]) -> Excess {
    accounts.iter().map(|account| account.above).collect()
}

/// Points of one mode or of the whole item: the points spent, and their excess over the budget, which is negative if points are left.
#[derive(Clone, Copy, Debug, Default)]
struct Account {
    spent: i64,
    above: i64,
}

/// Ranking of a repair, best first (R-XRP2).
///
/// The criteria come in this order: removed stunts that an item derived from this one removes too (its entry would then remove nothing);
/// change of technology; remaining errors; new warnings; build points removed; stunts and aspects added or removed; size of changes to
/// numbers. Of equal repairs, the first in the text comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Merit {
    missed: usize,
    technology: usize,
    left: usize,
    warnings: usize,
    taken: i64,
    parts: usize,
    steps: i64,
}

struct RepairContext<'a, 'p, 't> {
    context: &'a CheckContext<'p, 't>,
    design: &'a Design,
    declared: &'a DeclaredItem<'t>,
    purchase: &'a ItemPurchase<'a>,
    read: &'a Diagnostics,
    skills: BTreeMap<EcoString, i64>,
    before: PurchaseState,
}

impl RepairContext<'_, '_, '_> {
    /// Returns the repairs of one diagnostic, best first.
    fn repairs(&self, target: &Key, chains: &[Chain], bounds: SearchLimits, pen: &ChangeWriter<'_>) -> Repairs {
        let known = !inherent_stunts::gives_any(self.design) && self.before.unlifted;
        let shares = SharedCosts::of(self.design, self.purchase, chains, known);
        let base = excess(&self.before.accounts);
        let paid = target.0 == Code::OverBudget;
        let limits = base.iter().map(|base| if paid { 0 } else { (*base).max(0) }).collect();
        let points = MovePoints::new(chains, &shares, base, |moves: &[&RepairMove]| excess(&self.accounts(&self.changed(moves))));
        let signs = QuickTest::of(self, target, chains);
        let mut judge = RemovalTest { workshop: self, target, chains, points, signs, limits };
        let outcome = search(chains, &mut judge, bounds);
        let mut ranked: Vec<(Merit, FoundRepair<PurchaseState>)> =
            outcome.found.into_iter().map(|found| (self.merit(&found, chains), found)).collect();
        ranked.sort_by_key(|(merit, _)| *merit);
        let fixes = ranked.iter().filter_map(|(_, found)| {
            let moves: Vec<&RepairMove> = found.moves.iter().filter_map(|(chain, step)| chains.get(*chain)?.moves.get(*step)).collect();
            let words: Vec<&str> = moves.iter().map(|one| one.words.as_str()).collect();
            let edits = pen.write(moves.iter().map(|one| &one.change))?;
            let title = slip_suggest::enumerate(words.into_iter());
            Some(Fix { title, edits, confidence: Confidence::Unsafe })
        });
        let keeps_technology = ranked.iter().any(|(merit, _)| merit.technology == 0);
        Repairs { fixes: fixes.collect(), complete: outcome.complete, keeps_technology }
    }

    /// Returns the best single change that repairs several errors at once. Returns `None` if there is only one error, or if no change
    /// repairs several.
    fn joint(&self, targets: &BTreeSet<Key>, chains: &[Chain], bounds: SearchLimits, pen: &ChangeWriter<'_>) -> Option<CommonRepair> {
        if targets.len() < 2 || chains.len() > MOST_CHAINS {
            return None;
        }
        let is_paid = |changed: &ItemPurchase<'_>| {
            let over = targets.iter().any(|(code, ..)| *code == Code::OverBudget);
            !over || self.accounts(changed).iter().all(|account| account.above <= 0)
        };
        let (mut reckoned, mut judged) = (0, 0);
        let mut repairs_all = |one: &RepairMove| {
            reckoned += 1;
            if reckoned > bounds.reckoned || judged > bounds.judged {
                return None;
            }
            let changed = self.changed(&[one]);
            if !is_paid(&changed) {
                return None;
            }
            judged += 1;
            let after = self.verdict(&changed);
            let is_new = |(key, many): (&Key, &usize)| *many > self.before.errors.get(key).copied().unwrap_or(0);
            let is_left = after.errors.keys().any(|key| targets.contains(key));
            (!is_left && !after.errors.iter().any(is_new)).then_some(after)
        };
        let mut best: Option<(Merit, &RepairMove, bool)> = None;
        for (at, chain) in chains.iter().enumerate() {
            let Some((step, after)) = chain.moves.iter().enumerate().find_map(|(step, one)| Some((step, repairs_all(one)?))) else {
                continue;
            };
            // A technology with the wrong sign is a more likely mistake than a technology that is a few levels too low.
            let turned = chain.moves.iter().enumerate().skip(step).find(|(_, one)| self.turns_sign(one));
            let turned = turned.filter(|_| chain.price == ChangeRank::Technology).and_then(|(step, one)| Some((step, repairs_all(one)?)));
            let (step, after) = turned.unwrap_or((step, after));
            let merit = self.merit(&FoundRepair { moves: vec![(at, step)], merit: after }, chains);
            let one = chain.moves.get(step)?;
            let keeps_technology = chain.price != ChangeRank::Technology || self.turns_sign(one);
            if best.as_ref().is_none_or(|(other, ..)| merit < *other) {
                best = Some((merit, one, keeps_technology));
            }
        }
        let (_, one, keeps_technology) = best?;
        let title = errors::repairs_all(&one.words, targets.len(), &self.declared.tree.name.text);
        let fix = Fix { title, edits: pen.write(std::iter::once(&one.change))?, confidence: Confidence::Unsafe };
        Some(CommonRepair { fix, keeps_technology })
    }

    /// True if a move only removes the minus sign of the technology.
    fn turns_sign(&self, one: &RepairMove) -> bool {
        let written = self.purchase.tech.filter(|tech| tech.value < 0);
        matches!(one.change, RepairChange::Number(at, to) if written.is_some_and(|tech| tech.at == at && tech.value.checked_neg() == Some(to)))
    }

    /// Returns the errors, warnings and points of a changed purchase.
    fn verdict(&self, changed: &ItemPurchase<'_>) -> PurchaseState {
        let mut found = self.read.clone();
        // Checking a purchase also yields a comparison with other items, which the search does not need.
        let mut compared = ItemComparison { id: self.declared.id, standing: None, waiver: None };
        let case = (self.design, self.declared);
        judge_purchase(self.context, case, changed.clone(), CompilePurpose::Verdict, &mut compared, &mut found);
        self.standing(changed, &found)
    }

    fn merit(&self, found: &FoundRepair<PurchaseState>, chains: &[Chain]) -> Merit {
        let chosen = || found.moves.iter().filter_map(|(chain, step)| Some((chains.get(*chain)?, *step)));
        let priced = |price: ChangeRank| chosen().filter(|(chain, _)| chain.price == price).count();
        let accounts = self.before.accounts.iter().zip(&found.merit.accounts);
        let drops = |change: &RepairChange| match change {
            RepairChange::Drop(span) => self.is_missed(*span),
            _ => false,
        };
        Merit {
            missed: chosen().filter_map(|(chain, step)| chain.moves.get(step)).filter(|one| drops(&one.change)).count(),
            left: found.merit.errors.values().sum(),
            warnings: found.merit.warnings.saturating_sub(self.before.warnings),
            technology: priced(ChangeRank::Technology),
            taken: accounts.map(|(before, after)| before.spent.saturating_sub(after.spent).max(0)).sum(),
            parts: priced(ChangeRank::Part),
            steps: chosen().filter_map(|(chain, step)| chain.moves.get(step)).map(|one| one.steps).sum(),
        }
    }

    /// True if an item derived from this one removes the stunt that is bought at this span (`stunts - …`). Without the purchase, it would
    /// remove nothing.
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

    fn changed(&self, moves: &[&RepairMove]) -> ItemPurchase<'_> {
        let mut purchase = self.purchase.clone();
        for one in moves {
            one.change.apply(&mut purchase, self.declared.tree.name.span);
        }
        purchase
    }

    /// Returns the points spent and the points allowed of each mode.
    fn accounts(&self, purchase: &ItemPurchase<'_>) -> Vec<Account> {
        let (design, rules) = (self.design, self.context.rules_of(self.declared.package));
        let mut with_given;
        let purchase = if inherent_stunts::gives_any(design) {
            with_given = purchase.clone();
            inherent_stunts::give(design, &mut with_given, &self.skills, rules);
            &with_given
        } else {
            purchase
        };
        let reckonings: Vec<_> = purchase.parts().into_iter().map(|bought| reckon(design, purchase, bought, &self.skills, rules)).collect();
        let budgeted = design.tech.is_none() || purchase.tech.is_some();
        let account = |reckoning: &super::ledger::PointsSum<'_>| {
            let clause = design.budget.as_ref().filter(|_| budgeted);
            let allowed = clause.and_then(|clause| reckoning.values.eval(&clause.formula, 0).ok());
            let less = reduction(design, purchase, &reckoning.values);
            let above = allowed.map_or(0, |allowed| reckoning.spent.saturating_sub(allowed.saturating_sub(less)));
            Account { spent: reckoning.spent, above }
        };
        reckonings.iter().map(account).collect()
    }

    /// Returns the state of a purchase that has the diagnostics `found`.
    fn standing(&self, purchase: &ItemPurchase<'_>, found: &Diagnostics) -> PurchaseState {
        let mut errors = BTreeMap::new();
        for error in found.iter().filter(|found| found.severity == Severity::Error) {
            *errors.entry(key(error)).or_insert(0) += 1;
        }
        PurchaseState {
            errors,
            warnings: found.count(Severity::Warning),
            accounts: self.accounts(purchase),
            unlifted: !lifts_any(self.design),
        }
    }
}

/// Returns the name of a bought stunt, with or without arguments: `sensors`, or `hook` for `hook(lift)`.
fn names(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Call(call) => Some(call.name.name.text.as_str()),
        _ => expr.name().map(EcoString::as_str),
    }
}

/// Test that decides if a set of moves (single changes to the purchase) removes a diagnostic.
struct RemovalTest<'w, 'a, 'p, 't, F: Fn(&[&RepairMove]) -> Excess> {
    workshop: &'w RepairContext<'a, 'p, 't>,
    target: &'w Key,
    chains: &'w [Chain],
    points: MovePoints<'w, F>,
    /// Quick test of a repair, which does not compute the whole item; `None` if the code of the diagnostic has no quick test.
    signs: Option<QuickTest<'w>>,
    /// For each budget, the number of points by which the item may still exceed it after a repair.
    limits: Vec<i64>,
}

impl<F: Fn(&[&RepairMove]) -> Excess> RemovalTest<'_, '_, '_, '_, F> {
    /// True if the moves of a chain of changes may remove the diagnostic.
    fn concerns(&self, chain: usize) -> bool {
        if let Some(signs) = &self.signs {
            return signs.looks_at(chain);
        }
        let Some(chain) = self.chains.get(chain) else { return false };
        let number = chain
            .moves
            .first()
            .is_some_and(|one| matches!(one.change, RepairChange::Number(..) | RepairChange::Stat(..) | RepairChange::Track(..)));
        let technology = chain.price == ChangeRank::Technology;
        match self.target.0 {
            // Numbers cannot cause these conflicts between stunts. Only changes of stunts, aspects and technology can remove these errors.
            Code::ExcludedStunt | Code::RepeatedStunt | Code::StuntNeedsStunt | Code::MixedModes => !number,
            Code::TechOutOfRange | Code::TechAboveCampaign | Code::StuntNeedsTech => technology || !number,
            _ => true,
        }
    }
}

impl<F: Fn(&[&RepairMove]) -> Excess> MoveTest for RemovalTest<'_, '_, '_, '_, F> {
    type Merit = PurchaseState;

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

    fn may_do(&mut self, moves: &[MoveIndex]) -> bool {
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

    fn judge(&mut self, moves: &[&RepairMove]) -> MoveJudgement<PurchaseState> {
        let workshop = self.workshop;
        let after = workshop.verdict(&workshop.changed(moves));
        let count = |errors: &BTreeMap<Key, usize>, key: &Key| errors.get(key).copied().unwrap_or(0);
        let before = &workshop.before.errors;
        let gone = count(&after.errors, self.target) < count(before, self.target).max(1);
        match gone {
            false => MoveJudgement::There,
            true if after.errors.iter().all(|(key, many)| *many <= count(before, key)) => MoveJudgement::Enough(after),
            true => MoveJudgement::Traded,
        }
    }
}
