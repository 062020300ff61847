//! Reads the words of a doctrine rule, and selections of actors.

use super::RuleContext;
use super::errors;
use super::terms;
use crate::check::aliases::true_name;
use crate::resolve::Kinds;
use slip_pack::Name;
use slip_pack::doctrine::{ActorGroup, ActorSelection, DoctrineKind, DoctrineWord, Filter, OptionOrder};
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::{self, Expr, ExprKind};

/// Part of a doctrine rule.
#[derive(Clone, Copy)]
pub(super) enum RulePart<'t> {
    /// A single word.
    Word(&'t str, Span),
    /// The two words `trained SKILL`, which the parser reads as one expression.
    Trained(&'t Expr, Span),
    /// Any other expression.
    Value(&'t Expr),
}

impl<'t> RulePart<'t> {
    /// Returns the expression as a part of a rule; `None` if the expression did not parse.
    pub(super) fn of(expr: &'t Expr) -> Option<RulePart<'t>> {
        match &expr.kind {
            ExprKind::Name(name) => Some(RulePart::Word(name, expr.span)),
            // Play looks things up by their bare names, so the kind before a name makes no difference.
            ExprKind::Path(path) if path.kind.is_some() && path.package.is_none() => Some(RulePart::Word(&path.name.text, path.name.span)),
            ExprKind::Phrase(word, operands) if word == "trained" => Some(RulePart::Trained(operands.first()?, expr.span)),
            ExprKind::Error => None,
            _ => Some(RulePart::Value(expr)),
        }
    }

    /// Returns the word, if the part is a single word.
    pub(super) fn word(&self) -> Option<&'t str> {
        match self {
            RulePart::Word(word, _) => Some(word),
            _ => None,
        }
    }

    /// Returns the span of the part.
    pub(super) fn span(&self) -> Span {
        match self {
            RulePart::Word(_, span) | RulePart::Trained(_, span) => *span,
            RulePart::Value(expr) => expr.span,
        }
    }
}

/// Orders that select the first actor.
const ORDERS: &[OptionOrder] = &[
    OptionOrder::Weakest,
    OptionOrder::Strongest,
    OptionOrder::Nearest,
    OptionOrder::Farthest,
    OptionOrder::Easiest,
    OptionOrder::Best,
    OptionOrder::Dangerous,
    OptionOrder::Least,
    OptionOrder::Most,
    OptionOrder::First,
    OptionOrder::Random,
];

/// Pairs of filters that no actor meets together.
const CONTRARY: &[(DoctrineWord, DoctrineWord)] = &[
    (DoctrineWord::Spotted, DoctrineWord::Unspotted),
    (DoctrineWord::Member, DoctrineWord::Orphan),
    (DoctrineWord::InZone, DoctrineWord::Adjacent),
    (DoctrineWord::Infantry, DoctrineWord::Armour),
    (DoctrineWord::Infantry, DoctrineWord::Artillery),
    (DoctrineWord::Infantry, DoctrineWord::Aircraft),
    (DoctrineWord::Armour, DoctrineWord::Artillery),
    (DoctrineWord::Armour, DoctrineWord::Aircraft),
    (DoctrineWord::Artillery, DoctrineWord::Aircraft),
];

fn who(kind: DoctrineKind, word: &str) -> Option<ActorGroup> {
    ActorGroup::from_word(word).filter(|who| match who {
        ActorGroup::Named => false,
        ActorGroup::Pawn | ActorGroup::GoalPerson | ActorGroup::Rival => kind == DoctrineKind::Social,
        _ => kind != DoctrineKind::Stakes,
    })
}

fn filter(kind: DoctrineKind, word: &str) -> Option<DoctrineWord> {
    let spec = DoctrineWord::from_word(word).and_then(terms::spec)?;
    (spec.filters() && spec.kinds.contains(&kind)).then_some(spec.word)
}

/// Returns the words that may occur in a selection of actors in this kind of play.
pub(super) fn words(kind: DoctrineKind) -> impl Iterator<Item = &'static str> {
    let whom = ActorGroup::ALL.iter().map(|who| who.word()).filter(move |word| who(kind, word).is_some());
    whom.chain(ORDERS.iter().map(|order| order.word())).chain(terms::filters_of(kind)).chain(["trained"])
}

/// Reads a selection of actors from the beginning of `parts`. Also returns the number of parts that were read. If this number is 0, the
/// caller reports the first word.
pub(super) fn leading(
    parts: &[RulePart<'_>],
    natural: ActorGroup,
    place: RuleContext<'_>,
    out: &mut Diagnostics,
) -> Option<(ActorSelection, usize)> {
    let mut pick = ActorSelection { who: natural, name: None, filters: Vec::new(), order: None };
    let mut said_who = false;
    let mut taken = 0;
    let mut rest = parts;
    while let [part, more @ ..] = rest {
        let mut used = 1;
        match part {
            RulePart::Trained(skill_name, _) => pick.filters.push(Filter::Trained(skill(skill_name, place, out)?)),
            RulePart::Word("trained", span) => {
                let Some(RulePart::Word(name, at)) = more.first() else {
                    out.push(errors::trained_what(*span));
                    return None;
                };
                pick.filters.push(Filter::Trained(skill_called(name, *at, place, out)?));
                used = 2;
            }
            RulePart::Word(word, span) => {
                if let Some(order) = ORDERS.iter().copied().find(|order| order.word() == *word) {
                    if pick.order.replace(order).is_some() {
                        out.push(errors::twice(*span, "an order"));
                        return None;
                    }
                } else if let Some(whom) = who(place.kind, word) {
                    if said_who {
                        out.push(errors::twice(*span, "a group of actors"));
                        return None;
                    }
                    pick.who = whom;
                    said_who = true;
                } else if let Some(found) = filter(place.kind, word) {
                    if pick.filters.contains(&Filter::Is(found)) {
                        out.push(errors::twice(*span, word));
                        return None;
                    }
                    if let Some(other) = contrary(&pick, found) {
                        out.push(errors::never_both(*span, word, other.word()));
                        return None;
                    }
                    pick.filters.push(Filter::Is(found));
                } else {
                    let asked = !said_who && place.kind != DoctrineKind::Stakes;
                    let Some(name) = asked.then(|| somebody(word, *span, place)).flatten() else { break };
                    pick.who = ActorGroup::Named;
                    pick.name = Some(name);
                    said_who = true;
                }
            }
            RulePart::Value(_) => break,
        }
        taken += used;
        rest = rest.get(used..).unwrap_or_default();
    }
    Some((pick, taken))
}

/// Reads a selection of actors to which all of `parts` must belong.
pub(super) fn whole(parts: &[RulePart<'_>], span: Span, place: RuleContext<'_>, out: &mut Diagnostics) -> Option<ActorSelection> {
    let (pick, taken) = leading(parts, ActorGroup::Enemy, place, out)?;
    match parts.get(taken) {
        None if taken > 0 => Some(pick),
        None => {
            out.push(errors::needs_pick(span));
            None
        }
        Some(part) => {
            out.push(errors::unknown_pick_word(part.span(), part.word(), place.kind));
            None
        }
    }
}

fn contrary(pick: &ActorSelection, word: DoctrineWord) -> Option<DoctrineWord> {
    CONTRARY.iter().find_map(|(a, b)| {
        let other = if word == *a {
            *b
        } else if word == *b {
            *a
        } else {
            return None;
        };
        pick.filters.contains(&Filter::Is(other)).then_some(other)
    })
}

/// Returns the current name of an actor; the word may be an old name. `None` if no actor has the name.
fn somebody(word: &str, span: Span, place: RuleContext<'_>) -> Option<Name> {
    let path = tree::NamePath { kind: None, package: None, name: tree::SpannedName { text: word.into(), span } };
    // Play looks actors up by their bare names, so the kind does not matter.
    let found = place.program.find_first(place.package, &path, Kinds::Built).ok();
    found.map(|id| true_name(place.program, &path, id))
}

/// Returns the skill with a name; `None` after a diagnostic.
pub(super) fn skill(expr: &Expr, place: RuleContext<'_>, out: &mut Diagnostics) -> Option<Name> {
    if let Some(name) = expr.name() {
        return skill_called(name, expr.span, place, out);
    }
    if !matches!(expr.kind, ExprKind::Error) {
        out.push(errors::trained_what(expr.span));
    }
    None
}

fn skill_called(name: &str, span: Span, place: RuleContext<'_>, out: &mut Diagnostics) -> Option<Name> {
    let path = tree::NamePath { kind: None, package: None, name: tree::SpannedName { text: name.into(), span } };
    match place.program.find(place.package, &path, Kinds::One("skill")) {
        Ok(id) => Some(true_name(place.program, &path, id)),
        Err(diagnostic) => {
            out.push(*diagnostic);
            None
        }
    }
}
