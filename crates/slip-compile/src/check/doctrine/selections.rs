//! Reads the words of a doctrine rule, and selections of actors.

use super::Place;
use super::errors;
use super::terms;
use crate::check::aliases::true_name;
use crate::resolve::Kinds;
use slip_pack::Name;
use slip_pack::doctrine::{Filter, Kind, Order, Pick, Who, Word};
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::{self, Expr, ExprKind};

/// Part of a doctrine rule.
#[derive(Clone, Copy)]
pub(super) enum Part<'t> {
    /// A bare word.
    Word(&'t str, Span),
    /// `trained SKILL`, if it parsed as a unit.
    Trained(&'t Expr, Span),
    /// Any other expression.
    Value(&'t Expr),
}

impl<'t> Part<'t> {
    /// Classifies an expression; `None` if the expression did not parse.
    pub(super) fn of(expr: &'t Expr) -> Option<Part<'t>> {
        match &expr.kind {
            ExprKind::Name(name) => Some(Part::Word(name, expr.span)),
            // A doctrine names things by their bare names in play, so the kind before one changes nothing.
            ExprKind::Path(path) if path.kind.is_some() && path.package.is_none() => Some(Part::Word(&path.name.text, path.name.span)),
            ExprKind::Phrase(word, operands) if word == "trained" => Some(Part::Trained(operands.first()?, expr.span)),
            ExprKind::Error => None,
            _ => Some(Part::Value(expr)),
        }
    }

    /// Returns the word, if the part is a single word.
    pub(super) fn word(&self) -> Option<&'t str> {
        match self {
            Part::Word(word, _) => Some(word),
            _ => None,
        }
    }

    /// Returns the span of the part.
    pub(super) fn span(&self) -> Span {
        match self {
            Part::Word(_, span) | Part::Trained(_, span) => *span,
            Part::Value(expr) => expr.span,
        }
    }
}

/// Words that order actors by a comparison.
const ORDERS: &[Order] = &[
    Order::Weakest,
    Order::Strongest,
    Order::Nearest,
    Order::Farthest,
    Order::Easiest,
    Order::Best,
    Order::Dangerous,
    Order::Least,
    Order::Most,
    Order::First,
    Order::Random,
];

/// Pairs of filters that exclude each other.
const CONTRARY: &[(Word, Word)] = &[
    (Word::Spotted, Word::Unspotted),
    (Word::Member, Word::Orphan),
    (Word::InZone, Word::Adjacent),
    (Word::Infantry, Word::Armour),
    (Word::Infantry, Word::Artillery),
    (Word::Infantry, Word::Aircraft),
    (Word::Armour, Word::Artillery),
    (Word::Armour, Word::Aircraft),
    (Word::Artillery, Word::Aircraft),
];

fn who(kind: Kind, word: &str) -> Option<Who> {
    Who::from_word(word).filter(|who| match who {
        Who::Named => false,
        Who::Pawn | Who::GoalPerson | Who::Rival => kind == Kind::Social,
        _ => kind != Kind::Stakes,
    })
}

fn filter(kind: Kind, word: &str) -> Option<Word> {
    let spec = Word::from_word(word).and_then(terms::spec)?;
    (spec.filters() && spec.kinds.contains(&kind)).then_some(spec.word)
}

/// Returns the words that a selection of actors may contain in this kind of play.
pub(super) fn words(kind: Kind) -> impl Iterator<Item = &'static str> {
    let whom = Who::ALL.iter().map(|who| who.word()).filter(move |word| who(kind, word).is_some());
    whom.chain(ORDERS.iter().map(|order| order.word())).chain(terms::filters_of(kind)).chain(["trained"])
}

/// Reads a selection of actors from the start of `parts`. Returns it with the number of parts that it used; if this is 0, the caller
/// reports the word.
pub(super) fn leading(parts: &[Part<'_>], natural: Who, place: Place<'_>, out: &mut Diagnostics) -> Option<(Pick, usize)> {
    let mut pick = Pick { who: natural, name: None, filters: Vec::new(), order: None };
    let mut said_who = false;
    let mut taken = 0;
    let mut rest = parts;
    while let [part, more @ ..] = rest {
        let mut used = 1;
        match part {
            Part::Trained(skill_name, _) => pick.filters.push(Filter::Trained(skill(skill_name, place, out)?)),
            Part::Word("trained", span) => {
                let Some(Part::Word(name, at)) = more.first() else {
                    out.push(errors::trained_what(*span));
                    return None;
                };
                pick.filters.push(Filter::Trained(skill_called(name, *at, place, out)?));
                used = 2;
            }
            Part::Word(word, span) => {
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
                    let asked = !said_who && place.kind != Kind::Stakes;
                    let Some(name) = asked.then(|| somebody(word, *span, place)).flatten() else { break };
                    pick.who = Who::Named;
                    pick.name = Some(name);
                    said_who = true;
                }
            }
            Part::Value(_) => break,
        }
        taken += used;
        rest = rest.get(used..).unwrap_or_default();
    }
    Some((pick, taken))
}

/// Reads a selection of actors that must use all parts.
pub(super) fn whole(parts: &[Part<'_>], span: Span, place: Place<'_>, out: &mut Diagnostics) -> Option<Pick> {
    let (pick, taken) = leading(parts, Who::Enemy, place, out)?;
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

fn contrary(pick: &Pick, word: Word) -> Option<Word> {
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

/// Returns the current name of an actor.
fn somebody(word: &str, span: Span, place: Place<'_>) -> Option<Name> {
    let path = tree::Path { kind: None, package: None, name: tree::Name { text: word.into(), span } };
    // An actor is looked up by its bare name in play, whatever its kind.
    let found = place.program.find_first(place.package, &path, Kinds::Built).ok();
    found.map(|id| true_name(place.program, &path, id))
}

/// Returns the skill with a name; `None` after a diagnostic.
pub(super) fn skill(expr: &Expr, place: Place<'_>, out: &mut Diagnostics) -> Option<Name> {
    if let Some(name) = expr.name() {
        return skill_called(name, expr.span, place, out);
    }
    if !matches!(expr.kind, ExprKind::Error) {
        out.push(errors::trained_what(expr.span));
    }
    None
}

fn skill_called(name: &str, span: Span, place: Place<'_>, out: &mut Diagnostics) -> Option<Name> {
    let path = tree::Path { kind: None, package: None, name: tree::Name { text: name.into(), span } };
    match place.program.find(place.package, &path, Kinds::One("skill")) {
        Ok(id) => Some(true_name(place.program, &path, id)),
        Err(diagnostic) => {
            out.push(*diagnostic);
            None
        }
    }
}
