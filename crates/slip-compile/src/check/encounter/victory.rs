//! Compiles victory conditions: `victory crew when reach(iveta, airlock)`.
//!
//! Refuses unknown predicates, sides, actors and zones, numbers where a truth value is required, and unreachable goals and
//! conditions.

mod predicates;
mod social_predicates;

use self::predicates::{PREDICATES, Predicate, without_commas};
use super::social::{pawn_names, pawns as pawns_called};
use super::{Scene, called, victory_aspects, victory_bounds};
use crate::check::{encounter_errors as errors, simple_entry_errors};
use slip_pack::encounter::{AspectHolder, Encounter, Pawn, Play, Victory, VictorySubject, VictoryTerm};
use slip_pack::formula::{Formula, FormulaOperator};
use slip_pack::map::BorderValue;
use slip_source::Span;
use slip_source::diagnostic::{COMPLETION_WORD, Diagnostics, Severity};
use slip_syntax::on_one_line;
use slip_syntax::tree::{Call, Entry, Expr, ExprKind, Operator, Sign};
use std::collections::BTreeMap;

/// Word that is used instead of a side if no side wins.
pub(super) const DRAW: &str = "draw";

/// Words that are values in a condition and have no arguments.
const WORDS: &[&str] = &["turn", "yes", "no"];

/// Reads the victories, in the order of the text. Returns the span of each condition.
pub(super) fn read(scene: &Scene<'_, '_>, encounter: &mut Encounter, out: &mut Diagnostics) -> Vec<Span> {
    let (mut victories, mut lines) = (Vec::new(), Vec::new());
    for entry in scene.declared.entries_of("victory") {
        if let Some(victory) = victory(scene, encounter, entry, out) {
            victories.push(victory);
            lines.push(entry.condition().map_or(entry.span, |condition| condition.span));
        }
    }
    encounter.victories.extend(victories);
    lines
}

/// Compiles a condition that does not belong to a victory, such as that of a grade.
pub(super) fn condition(
    scene: &Scene<'_, '_>,
    encounter: &Encounter,
    condition: &Expr,
    out: &mut Diagnostics,
) -> Option<Formula<VictoryTerm>> {
    Compiler { scene, encounter, out }.want(condition, Type::Truth)
}

fn victory(scene: &Scene<'_, '_>, encounter: &Encounter, entry: &Entry, out: &mut Diagnostics) -> Option<Victory> {
    if entry.condition().is_none() {
        if !entry.broken {
            out.push(errors::victory_without_condition(entry, scene.context.program.sources));
        }
        return None;
    }
    let errors_before = out.count(Severity::Error);
    let side = match entry.only().and_then(|value| value.name().map(|word| (word, value.span))) {
        Some((word, _)) if word == DRAW => Some(None),
        Some((word, span)) => {
            let found = encounter.sides.iter().position(|side| side.name == *word);
            let known = || encounter.sides.iter().map(|side| side.name.as_str());
            match found {
                Some(_) => scene.note_own_part(span),
                None => {
                    let unknown = errors::unknown_side(span, word, slip_suggest::nearest(word, known()));
                    out.push(unknown.completed_by(known().chain([DRAW])));
                }
            }
            found.map(Some)
        }
        None => {
            if !entry.broken {
                out.push(errors::victory_form(entry.values_span()));
            }
            None
        }
    };
    let condition = entry.condition()?;
    let mut compiler = Compiler { scene, encounter, out };
    let formula = compiler.want(condition, Type::Truth)?;
    if !entry.broken && out.count(Severity::Error) == errors_before {
        let winner = side.flatten().and_then(|side| encounter.sides.get(side)).map(|side| side.name.as_str());
        match victory_bounds::of(&formula, scene, encounter) {
            (_, 0) => out.push(errors::never(condition.span, winner)),
            (1, _) => out.push(errors::at_once(condition.span, winner)),
            _ => {
                let own = side.flatten().filter(|own| victory_bounds::is_own_defeat(&formula, scene, encounter, *own));
                if let Some(own) = own.and_then(|own| encounter.sides.get(own)) {
                    out.push(errors::won_by_losing(condition.span, &own.name));
                }
            }
        }
    }
    let text = on_one_line(scene.context.program.sources.slice(condition.span), false);
    Some(Victory { side: side?, condition: formula, text })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Type {
    Number,
    Truth,
}

type Typed = (Formula<VictoryTerm>, Type);

struct Compiler<'a, 'c, 't> {
    scene: &'a Scene<'c, 't>,
    encounter: &'a Encounter,
    out: &'a mut Diagnostics,
}

impl Compiler<'_, '_, '_> {
    fn want(&mut self, expr: &Expr, wanted: Type) -> Option<Formula<VictoryTerm>> {
        let (formula, found) = self.compile(expr)?;
        if found != wanted {
            let written = self.scene.context.program.sources.slice(expr.span);
            self.out.push(errors::wrong_type(expr.span, wanted == Type::Truth, written));
            return None;
        }
        Some(formula)
    }

    fn compile(&mut self, expr: &Expr) -> Option<Typed> {
        match &expr.kind {
            ExprKind::Int(value) => Some((Formula::Int(*value), Type::Number)),
            ExprKind::Group(inner) => self.compile(inner),
            ExprKind::Sign(sign, inner) => {
                let inner = self.want(inner, Type::Number)?;
                Some((if *sign == Sign::Minus { Formula::Negate(Box::new(inner)) } else { inner }, Type::Number))
            }
            ExprKind::Not(inner) => Some((Formula::Not(Box::new(self.want(inner, Type::Truth)?)), Type::Truth)),
            ExprKind::Binary(operator, sides) => self.binary(*operator, &sides.0, &sides.1, expr.span),
            ExprKind::Name(word) => self.word(word, expr.span),
            ExprKind::Call(call) => self.call(call, expr.span),
            ExprKind::Error => None,
            _ => {
                self.out.push(errors::not_a_condition(expr.span));
                None
            }
        }
    }

    fn word(&mut self, word: &str, span: Span) -> Option<Typed> {
        match word {
            "turn" => Some((Formula::Value(VictoryTerm::Turn), Type::Number)),
            "yes" => Some((Formula::Int(1), Type::Truth)),
            "no" => Some((Formula::Int(0), Type::Truth)),
            _ => {
                if let Some(found) = social_predicates::word(self.encounter.play, word) {
                    return Some(found);
                }
                match self.predicates().find(|predicate| predicate.name == word) {
                    Some(predicate) => self.out.push(errors::wrong_arguments(span, word, predicate.form)),
                    None => self.unknown(word, span),
                }
                None
            }
        }
    }

    /// Returns the predicates for this kind of play.
    fn predicates(&self) -> impl Iterator<Item = &'static Predicate> + Clone + use<> {
        let play = self.encounter.play;
        PREDICATES.iter().filter(move |predicate| predicate.plays.contains(&play))
    }

    fn unknown(&mut self, word: &str, span: Span) {
        let own = if self.encounter.play == Play::Social { social_predicates::WORDS } else { &[] };
        let known = self.predicates().map(|predicate| predicate.name).chain(own.iter().copied()).chain(WORDS.iter().copied());
        let play = self.encounter.play.word();
        self.out.push(errors::unknown_predicate(span, word, play, slip_suggest::nearest(word, known.clone()), known));
    }

    fn binary(&mut self, operator: Operator, left: &Expr, right: &Expr, span: Span) -> Option<Typed> {
        let (op, inside, result) = match operator {
            Operator::Or => (FormulaOperator::Or, Type::Truth, Type::Truth),
            Operator::And => (FormulaOperator::And, Type::Truth, Type::Truth),
            Operator::Equal => (FormulaOperator::Equal, Type::Number, Type::Truth),
            Operator::NotEqual => (FormulaOperator::NotEqual, Type::Number, Type::Truth),
            Operator::Less => (FormulaOperator::Less, Type::Number, Type::Truth),
            Operator::AtMost => (FormulaOperator::AtMost, Type::Number, Type::Truth),
            Operator::More => (FormulaOperator::More, Type::Number, Type::Truth),
            Operator::AtLeast => (FormulaOperator::AtLeast, Type::Number, Type::Truth),
            Operator::Add => (FormulaOperator::Add, Type::Number, Type::Number),
            Operator::Subtract => (FormulaOperator::Subtract, Type::Number, Type::Number),
            Operator::Multiply => (FormulaOperator::Multiply, Type::Number, Type::Number),
            Operator::Divide => (FormulaOperator::Divide, Type::Number, Type::Number),
            Operator::In => return self.within(left, right),
            Operator::Is | Operator::Has | Operator::Of => {
                self.out.push(errors::not_a_condition(span));
                return None;
            }
        };
        // Both operands are compiled even if the first has an error, so that errors in both are reported.
        let (left, right) = (self.want(left, inside), self.want(right, inside));
        Some((Formula::Binary(op, Box::new((left?, right?))), result))
    }

    /// Compiles a range test: `turn in 3..5`.
    fn within(&mut self, value: &Expr, range: &Expr) -> Option<Typed> {
        let ExprKind::Range(ends) = &range.kind else {
            self.out.push(errors::not_a_condition(range.span));
            return None;
        };
        let value = self.want(value, Type::Number)?;
        let (low, high) = (self.want(&ends.0, Type::Number)?, self.want(&ends.1, Type::Number)?);
        let above = Formula::Binary(FormulaOperator::AtLeast, Box::new((value.clone(), low)));
        let below = Formula::Binary(FormulaOperator::AtMost, Box::new((value, high)));
        Some((Formula::Binary(FormulaOperator::And, Box::new((above, below))), Type::Truth))
    }

    fn call(&mut self, call: &Call, span: Span) -> Option<Typed> {
        let name = &call.name.name;
        let known = self.predicates().find(|predicate| call.name.package.is_none() && predicate.name == name.text);
        let Some(predicate) = known else {
            self.unknown(&name.text, call.name.span());
            return None;
        };
        let mut args: Vec<&[Expr]> = call.args.iter().map(Vec::as_slice).collect();
        if args.iter().copied().flatten().any(|word| word.name().is_some_and(|name| name == COMPLETION_WORD)) {
            // An author may still be writing this call. Missing arguments are treated as empty, so that an editor can complete the written
            // ones.
            args.resize(args.len().max(predicate.least), &[]);
        }
        if args.len() < predicate.least || args.len() > predicate.most {
            let lacking = without_commas(self.scene.context.program.sources, call, predicate);
            self.out.push(lacking.unwrap_or_else(|| errors::wrong_arguments(span, predicate.name, predicate.form)));
            return None;
        }
        if predicate.name == "together" {
            return self.together(call, predicate, span);
        }
        let atom = self.atom(predicate, &args, span)?;
        self.refuse_pawns(&atom, span)?;
        let number = matches!(
            atom,
            VictoryTerm::Active(_)
                | VictoryTerm::ActiveOf(_)
                | VictoryTerm::Exited { .. }
                | VictoryTerm::Lost(_)
                | VictoryTerm::Worth(_)
                | VictoryTerm::Objectives(_)
                | VictoryTerm::Pawns { .. }
        );
        Some((Formula::Value(atom), if number { Type::Number } else { Type::Truth }))
    }

    fn atom(&mut self, predicate: &Predicate, args: &[&[Expr]], span: Span) -> Option<VictoryTerm> {
        match (predicate.name, args) {
            ("reach", [who, zones @ ..]) => self.reach(who, zones, predicate, span),
            ("out", [who]) => self.some(who, predicate, span).map(VictoryTerm::Out),
            ("taken_out", [who]) => self.some(who, predicate, span).map(VictoryTerm::TakenOut),
            ("captured", [who]) => self.some(who, predicate, span).map(VictoryTerm::Captured),
            ("left_map", [who]) => self.some(who, predicate, span).map(VictoryTerm::LeftMap),
            ("escaped", [who]) => self.some(who, predicate, span).map(VictoryTerm::Escaped),
            ("driven_off", [who]) => self.some(who, predicate, span).map(VictoryTerm::DrivenOff),
            ("boarded", [who]) => self.some(who, predicate, span).map(VictoryTerm::Boarded),
            ("tethered", [who]) => Some(VictoryTerm::Tethered { who: self.some(who, predicate, span)?, by: None }),
            ("tethered", [who, by]) => {
                let (who, by) = (self.some(who, predicate, span), self.side(by, predicate, span));
                Some(VictoryTerm::Tethered { who: who?, by: by.map(Some)? })
            }
            ("survive", [who, rounds]) => {
                let who = self.some(who, predicate, span);
                Some(VictoryTerm::Survive { rounds: self.rounds(rounds, predicate, span)?, who: who? })
            }
            ("done", [task]) => self.done(task, predicate, span),
            ("hold", [side, zone, rounds]) => {
                let (side, zone) = (self.side(side, predicate, span), self.zone(zone, predicate, span));
                let rounds = self.rounds(rounds, predicate, span);
                Some(VictoryTerm::Hold { side: side?, zone: zone?, rounds: rounds? })
            }
            ("control", [side, zone]) => {
                let (side, zone) = (self.side(side, predicate, span), self.zone(zone, predicate, span));
                Some(VictoryTerm::Control { side: side?, zone: zone? })
            }
            ("last_standing", [side]) => self.side(side, predicate, span).map(VictoryTerm::LastStanding),
            ("conceded", [side]) => self.side(side, predicate, span).map(VictoryTerm::Conceded),
            ("active", [who]) => match self.who(who, predicate, span)? {
                VictorySubject::Side(side) => Some(VictoryTerm::Active(side)),
                who => Some(VictoryTerm::ActiveOf(who)),
            },
            ("exited", [who, zones @ ..]) => {
                let who = self.who(who, predicate, span);
                let zones = self.zones(zones, predicate, span);
                Some(VictoryTerm::Exited { who: who?, zones: zones? })
            }
            ("lost", [who]) => self.who(who, predicate, span).map(VictoryTerm::Lost),
            ("worth", [side]) => self.side(side, predicate, span).map(VictoryTerm::Worth),
            ("objectives", [side]) => self.side(side, predicate, span).map(VictoryTerm::Objectives),
            ("aspect", [[text], holder]) if text.text().is_some() => {
                victory_aspects::check(self.scene, self.encounter, text, self.out);
                let text = text.text().map(|text| text.value.to_string())?;
                Some(VictoryTerm::AspectOn(text, self.holder(holder, predicate, span)?))
            }
            ("aspect", [[text]]) if text.text().is_some() => {
                victory_aspects::check(self.scene, self.encounter, text, self.out);
                text.text().map(|text| VictoryTerm::AspectPresent(text.value.to_string()))
            }
            (word @ ("open" | "closed" | "dismantled"), [from, to]) => {
                let (from_zone, to_zone) = (self.zone(from, predicate, span), self.zone(to, predicate, span));
                self.opens(word, from_zone?, to_zone?, span)
            }
            ("majority" | "pawns" | "fallen" | "last_suitor", _) => self.social(predicate, args, span),
            _ => {
                self.out.push(errors::wrong_arguments(span, predicate.name, predicate.form));
                None
            }
        }
    }

    /// Compiles `reach(iveta, airlock)`, `reach(any crew, dock, office)` or `reach(2 crew, dock)`.
    fn reach(&mut self, who: &[Expr], zones: &[&[Expr]], predicate: &Predicate, span: Span) -> Option<VictoryTerm> {
        let (at_least, who) = counted(who);
        let found = self.who(who, predicate, span);
        let zones = self.zones(zones, predicate, span);
        let (who, zones) = (found?, zones?);
        let able = self.able(&who, &zones);
        let wanted = usize::try_from(at_least.unwrap_or(1)).unwrap_or(1);
        if able.is_some_and(|able| able < wanted) {
            self.out.push(errors::unreachable_goal(span, wanted));
            return None;
        }
        Some(VictoryTerm::Reach { who, zones, at_least })
    }

    /// Returns the number of actors that can get to one of the zones; `None` if it is unknown.
    fn able(&self, who: &VictorySubject, zones: &[usize]) -> Option<usize> {
        let reach = self.scene.reach.as_ref()?;
        let members = members(who, self.encounter);
        let mut starts: Option<Vec<Vec<usize>>> = members
            .into_iter()
            .map(|(side, actor)| self.encounter.sides.get(side).map(|side| side.starts(actor)).filter(|starts| !starts.is_empty()))
            .collect();
        if let Some(starts) = &mut starts {
            starts.extend(pawns(who, self.encounter).into_iter().map(|pawn| vec![pawn.zone]));
        }
        let joins = |start: &usize| zones.iter().any(|zone| reach.joins(*start, *zone));
        Some(starts?.iter().filter(|starts| starts.iter().any(joins)).count())
    }

    /// Returns the word of an argument that is a single word, with its span.
    fn only_word<'e>(&mut self, words: &'e [Expr], predicate: &Predicate, span: Span) -> Option<(&'e str, Span)> {
        let wrong = match words {
            [expr] => match expr.name() {
                Some(word) => return Some((word.as_str(), expr.span)),
                None => expr.span,
            },
            _ => span,
        };
        self.out.push(errors::wrong_arguments(wrong, predicate.name, predicate.form));
        None
    }

    /// Reads actors with a count: `out(crew)`, `out(any crew)`, `out(2 crew)`.
    fn some(&mut self, words: &[Expr], predicate: &Predicate, span: Span) -> Option<VictorySubject> {
        let (at_least, words) = counted(words);
        let who = self.who(words, predicate, span)?;
        Some(match at_least {
            Some(count) => VictorySubject::AtLeast(count, Box::new(who)),
            None => who,
        })
    }

    fn rounds(&mut self, words: &[Expr], predicate: &Predicate, span: Span) -> Option<u32> {
        let rounds = match words {
            [rounds] => rounds.int(),
            [rounds, unit] if unit.name().is_some_and(|word| matches!(word.as_str(), "rounds" | "round" | "turns" | "turn")) => {
                rounds.int()
            }
            _ => None,
        };
        let rounds = rounds.and_then(|rounds| u32::try_from(rounds).ok()).filter(|rounds| (1..=1000).contains(rounds));
        if rounds.is_none() {
            self.out.push(errors::wrong_arguments(span, predicate.name, predicate.form));
        }
        rounds
    }

    fn done(&mut self, words: &[Expr], predicate: &Predicate, span: Span) -> Option<VictoryTerm> {
        let word = match words {
            [task] => task.name().map(|word| (word, task.span)),
            _ => None,
        };
        let Some((word, at)) = word else {
            self.out.push(errors::wrong_arguments(span, predicate.name, predicate.form));
            return None;
        };
        let tasks = &self.encounter.tasks;
        let found = tasks.iter().position(|task| task.name == *word);
        if found.is_none() {
            let nearest = slip_suggest::nearest(word, tasks.iter().map(|task| task.name.as_str()));
            let unknown = errors::unknown_task(at, word, nearest, tasks.is_empty());
            self.out.push(unknown.completed_by(tasks.iter().map(|task| task.name.as_str())));
        }
        found.map(VictoryTerm::Done)
    }

    /// Reads the holder of an aspect: the scene, a zone, an actor or any actor of a side.
    fn holder(&mut self, words: &[Expr], predicate: &Predicate, span: Span) -> Option<AspectHolder> {
        if let [expr] = words
            && let Some(word) = expr.name()
        {
            if word == "scene" {
                return Some(AspectHolder::Scene);
            }
            if let Some(zone) = self.scene.map.and_then(|map| map.zone(word)) {
                let is_side = self.encounter.sides.iter().any(|side| side.name == *word);
                if is_side || !called(self.scene.context.program, self.encounter, (word, expr.span)).is_empty() {
                    self.out.push(errors::zone_and_actor(expr.span, word));
                    return None;
                }
                self.scene.note_zone(expr.span, word);
                return Some(AspectHolder::Zone(zone));
            }
        }
        let zones = self.scene.map.into_iter().flat_map(|map| &map.zones).map(|zone| zone.name.as_str());
        let others: Vec<&str> = zones.chain(["scene"]).collect();
        self.who_or(words, &others, predicate, span).map(AspectHolder::Who)
    }

    /// Reads actors: a side, or all actors with a name, or those of a platoon.
    fn who(&mut self, words: &[Expr], predicate: &Predicate, span: Span) -> Option<VictorySubject> {
        self.who_or(words, &[], predicate, span)
    }

    /// Like [`Self::who`], for a place where the words `others` are allowed too. They are among the suggestions for an unknown word.
    fn who_or(&mut self, words: &[Expr], others: &[&str], predicate: &Predicate, span: Span) -> Option<VictorySubject> {
        let (word, at) = self.only_word(words, predicate, span)?;
        if let Some(side) = self.encounter.sides.iter().position(|side| side.name == *word) {
            let others = self.encounter.called(word);
            let members = self.encounter.sides.get(side).map_or(0, |side| side.actors.len());
            if !others.is_empty() && (others.len() != members || others.iter().any(|(of, _)| *of != side)) {
                self.out.push(errors::side_and_actor(at, word));
                return None;
            }
            self.scene.note_own_part(at);
            return Some(VictorySubject::Side(side));
        }
        let found = called(self.scene.context.program, self.encounter, (word, at));
        let pawns = self.encounter.social.as_ref().map_or_else(Vec::new, |social| pawns_called(social, word));
        if found.is_empty() && !pawns.is_empty() {
            return Some(VictorySubject::Pawns(pawns));
        }
        if found.is_empty() {
            let known = self.encounter.sides.iter().map(|side| side.name.as_str()).chain(self.encounter.names());
            let known: Vec<&str> = known.chain(pawn_names(self.encounter)).collect();
            let found = errors::nobody(at, word, slip_suggest::nearest(word, known.iter().copied()));
            self.out.push(found.completed_by(known.into_iter().chain(others.iter().copied())));
            return None;
        }
        Some(VictorySubject::Actors(found))
    }

    fn side(&mut self, words: &[Expr], predicate: &Predicate, span: Span) -> Option<usize> {
        let (word, at) = self.only_word(words, predicate, span)?;
        let found = self.encounter.sides.iter().position(|side| side.name == *word);
        if found.is_some() {
            self.scene.note_own_part(at);
        } else {
            let known = self.encounter.sides.iter().map(|side| side.name.as_str());
            let unknown = errors::unknown_side(at, word, slip_suggest::nearest(word, known.clone()));
            self.out.push(unknown.completed_by(known));
        }
        found
    }

    /// Reads a list of zones.
    fn zones(&mut self, lists: &[&[Expr]], predicate: &Predicate, span: Span) -> Option<Vec<usize>> {
        self.listed_once(lists, predicate);
        let zones: Vec<Option<usize>> = lists.iter().map(|words| self.zone(words, predicate, span)).collect();
        zones.into_iter().collect()
    }

    /// Reports arguments that are listed twice. Each argument should be a single word, so only its first word is compared.
    fn listed_once(&mut self, arguments: &[&[Expr]], predicate: &Predicate) {
        let mut first: BTreeMap<&str, Span> = BTreeMap::new();
        for expr in arguments.iter().filter_map(|words| words.first()) {
            let Some(word) = expr.name() else { continue };
            match first.get(word.as_str()) {
                Some(first) => self.out.push(simple_entry_errors::name_twice(expr.span, word, predicate.name, *first)),
                None => _ = first.insert(word, expr.span),
            }
        }
    }

    fn zone(&mut self, words: &[Expr], predicate: &Predicate, span: Span) -> Option<usize> {
        let (word, at) = self.only_word(words, predicate, span)?;
        // The map is missing, which was reported. Its zones cannot be checked.
        let map = self.scene.map?;
        let found = map.zone(word);
        self.scene.note_zone(at, word);
        // If the map has errors, the zone may be one of those that could not be read.
        if found.is_none() && map.valid {
            self.out.push(errors::zone_not_on_map(at, word, map));
        }
        found
    }

    /// Compiles a test that the border between two zones is open or closed. Reports a border that cannot be opened.
    fn opens(&mut self, word: &str, from: usize, to: usize, span: Span) -> Option<VictoryTerm> {
        let map = self.scene.map?;
        let joins = |a: usize, b: usize| (a, b) == (from, to) || (b, a) == (from, to);
        let opens = map.borders.iter().any(|border| joins(border.from, border.to) && matches!(border.value, BorderValue::Stateful { .. }));
        if !opens {
            let name = |zone: usize| map.zones.get(zone).map_or("", |zone| zone.name.as_str());
            self.out.push(errors::never_opens(span, name(from), name(to)));
            return None;
        }
        let for_good = |value: &BorderValue| matches!(value, BorderValue::Stateful { close: None, .. });
        let stays = map.borders.iter().any(|border| joins(border.from, border.to) && for_good(&border.value));
        if word == "dismantled" && !stays {
            let name = |zone: usize| map.zones.get(zone).map_or("", |zone| zone.name.as_str());
            self.out.push(errors::never_dismantled(span, name(from), name(to)));
            return None;
        }
        Some(match word {
            "closed" => VictoryTerm::Closed(from, to),
            "dismantled" => VictoryTerm::Dismantled(from, to),
            _ => VictoryTerm::Open(from, to),
        })
    }
}

/// Splits `any crew`, `all crew` or `2 crew` into the minimum number (`None` for all) and the actors.
fn counted(who: &[Expr]) -> (Option<u32>, &[Expr]) {
    match who {
        [count, rest @ ..] if !rest.is_empty() => match (&count.kind, count.int()) {
            (ExprKind::Name(word), _) if word == "any" => (Some(1), rest),
            (ExprKind::Name(word), _) if word == "all" => (None, rest),
            (_, Some(number)) if (1..=128).contains(&number) => (u32::try_from(number).ok(), rest),
            _ => (None, who),
        },
        _ => (None, who),
    }
}

/// Returns the pawns of a [`VictorySubject`].
pub(super) fn pawns<'e>(who: &VictorySubject, encounter: &'e Encounter) -> Vec<&'e Pawn> {
    match who {
        VictorySubject::Pawns(numbers) => {
            let all = encounter.social.as_ref().map_or(&[][..], |social| &social.pawns);
            numbers.iter().filter_map(|number| all.get(*number)).collect()
        }
        VictorySubject::AtLeast(_, who) => pawns(who, encounter),
        VictorySubject::Side(_) | VictorySubject::Actors(_) => Vec::new(),
    }
}

/// Returns all actors of a [`VictorySubject`], by side and index.
pub(super) fn members(who: &VictorySubject, encounter: &Encounter) -> Vec<(usize, usize)> {
    match who {
        VictorySubject::Side(side) => {
            let count = encounter.sides.get(*side).map_or(0, |side| side.actors.len());
            (0..count).map(|actor| (*side, actor)).collect()
        }
        VictorySubject::Actors(actors) => actors.clone(),
        // Pawns do not belong to a side.
        VictorySubject::Pawns(_) => Vec::new(),
        VictorySubject::AtLeast(_, who) => members(who, encounter),
    }
}
