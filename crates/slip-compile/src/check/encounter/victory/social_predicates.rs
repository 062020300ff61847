//! Compiles the predicates of social encounters: about pawns, time, and actors who fall for others.

use super::predicates::Predicate;
use super::{Compiler, Type, Typed};
use crate::check::social_errors as errors;
use slip_pack::encounter::{AspectHolder, Play, VictorySubject, VictoryTerm};
use slip_pack::formula::{Formula, FormulaOperator};

use slip_source::Span;
use slip_syntax::tree::{Call, Expr};

/// Words that have a value in conditions of social encounters, without arguments.
pub(super) const WORDS: &[&str] = &["time_out", "boxes"];

/// Returns the value of a word in conditions of social encounters. `None` for all other words and kinds of play.
pub(super) fn word(play: Play, word: &str) -> Option<Typed> {
    match word {
        "time_out" if play == Play::Social => Some((Formula::Value(VictoryTerm::TimeOut), Type::Truth)),
        "boxes" if play == Play::Social => Some((Formula::Value(VictoryTerm::Boxes), Type::Number)),
        _ => None,
    }
}

impl Compiler<'_, '_, '_> {
    /// Compiles the predicates that only social encounters have.
    pub(super) fn social(&mut self, predicate: &Predicate, args: &[&[Expr]], span: Span) -> Option<VictoryTerm> {
        match (predicate.name, args) {
            ("majority", [group, zones @ ..]) => {
                let (group, zones) = (self.group(group, predicate, span), self.zones(zones, predicate, span));
                Some(VictoryTerm::Majority { group: group?, zones: zones? })
            }
            ("pawns", [group, zones @ ..]) => {
                let (group, zones) = (self.group(group, predicate, span), self.zones(zones, predicate, span));
                Some(VictoryTerm::Pawns { group: group?, zones: zones? })
            }
            ("fallen", [objective, zone, by @ ..]) => {
                let (objective, zone) = (self.who(objective, predicate, span), self.zone(zone, predicate, span));
                let by = match by {
                    [side] => self.side(side, predicate, span).map(Some),
                    _ => Some(None),
                };
                Some(VictoryTerm::Fallen { objective: objective?, zone: zone?, by: by? })
            }
            ("last_suitor", [side, objective]) => {
                let (side, objective) = (self.side(side, predicate, span), self.who(objective, predicate, span));
                Some(VictoryTerm::LastSuitor { side: side?, objective: objective? })
            }
            _ => None,
        }
    }

    /// Compiles `together(rosa, mr_v, lovers)`, which is true if all named actors are in the zone at the same time.
    pub(super) fn together(&mut self, call: &Call, predicate: &Predicate, span: Span) -> Option<Typed> {
        let args: Vec<&[Expr]> = call.args.iter().map(Vec::as_slice).collect();
        let (zone, people) = args.split_last()?;
        self.listed_once(people, predicate);
        let mut all: Option<Formula<VictoryTerm>> = None;
        let mut whole = true;
        for who in people {
            let Some(there) = self.reach(who, &[zone], predicate, span).map(Formula::Value) else {
                whole = false;
                continue;
            };
            all = Some(match all {
                None => there,
                Some(before) => Formula::Binary(FormulaOperator::And, Box::new((before, there))),
            });
        }
        all.filter(|_| whole).map(|all| (all, Type::Truth))
    }

    fn group(&mut self, words: &[Expr], predicate: &Predicate, span: Span) -> Option<usize> {
        let (word, at) = self.only_word(words, predicate, span)?;
        let social = self.encounter.social.as_deref()?;
        let found = social.groups.iter().position(|group| group == word);
        if found.is_none() {
            let known = social.groups.iter().map(|group| group.as_str());
            let unknown = errors::unknown_group(at, word, slip_suggest::nearest(word, known.clone()), social.groups.is_empty());
            self.out.push(unknown.completed_by(known));
        }
        found
    }

    /// Reports pawns in predicates about actors: pawns are never out, active or taken out.
    pub(super) fn refuse_pawns(&mut self, atom: &VictoryTerm, span: Span) -> Option<()> {
        let who = match atom {
            VictoryTerm::Out(who) | VictoryTerm::TakenOut(who) | VictoryTerm::ActiveOf(who) | VictoryTerm::Survive { who, .. } => who,
            VictoryTerm::AspectOn(_, AspectHolder::Who(who)) => who,
            _ => return Some(()),
        };
        let mut who = who;
        while let VictorySubject::AtLeast(_, among) = who {
            who = among;
        }
        if matches!(who, VictorySubject::Pawns(_)) {
            self.out.push(errors::only_a_pawn(span));
            return None;
        }
        Some(())
    }
}
