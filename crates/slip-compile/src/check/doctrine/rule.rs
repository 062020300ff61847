//! Compiles one entry of a doctrine to its rules.

use super::actor_selections::{self, RulePart};
use super::conditions;
use super::errors;
use super::topics::{self, NamedKind, PickPlace, TopicSpec};
use super::{Line, RuleContext};
use crate::check::aliases::true_name;
use crate::check::station;
use crate::resolve::Kinds;
use slip_pack::Name;
use slip_pack::doctrine::{
    Before, DoctrineKind, DoctrineRule, OptionCriteria, OptionOrder, RuleMode, RuleOrigin, Topic, UNIT, WeaponOrSkill,
};
use slip_pack::formula::Formula;
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::{self, Entry, Expr, ExprKind};

/// Grades of consequences.
const GRADES: &[&str] = &["mild", "moderate", "severe"];
/// Ways to choose among several options that a rule about any topic may name: the first option, or a random one.
const ANYWHERE: &[OptionOrder] = &[OptionOrder::First, OptionOrder::Random];

/// Beginning of an entry: the mode and the topic, with the remaining words.
pub(super) struct RuleHead<'t> {
    /// Topic as written.
    pub topic: &'t str,
    /// Span of the topic.
    pub span: Span,
    /// Mode of the rule: prefer the options, or avoid them.
    pub mode: RuleMode,
    /// Words after the topic, and their commas.
    pub values: &'t [tree::Value],
}

/// Splits an entry into topic and words: `avoid TOPIC …` or `TOPIC …`. Returns `None` if there is no topic.
pub(super) fn head(entry: &Entry) -> Option<RuleHead<'_>> {
    let word = entry.key.word()?;
    if word != "avoid" {
        return Some(RuleHead { topic: word, span: entry.key.span(), mode: RuleMode::Keep, values: &entry.values });
    }
    let (first, rest) = entry.values.split_first()?;
    Some(RuleHead { topic: first.expr.name()?, span: first.expr.span, mode: RuleMode::Avoid, values: rest })
}

/// Returns a topic that is written as two words, with its span: `keep range 1..2`.
pub(super) fn split_topic(head: &RuleHead<'_>) -> Option<(Topic, Span)> {
    let next = &head.values.first().filter(|next| !next.comma)?.expr;
    let topic = Topic::from_word(&format!("{}_{}", head.topic, next.name()?))?;
    Some((topic, head.span.to(next.span)))
}

/// Compiles the rules of an entry whose topic is known. Invalid parts are reported and left out.
pub(super) fn rows(
    entry: &Entry,
    head: &RuleHead<'_>,
    from: &RuleOrigin,
    place: RuleContext<'_>,
    lines: &mut Vec<Line>,
    out: &mut Diagnostics,
) {
    let spec = topics::spec(place.topic);
    let test = match entry.condition() {
        None => None,
        Some(expr) => match conditions::condition(expr, place, out) {
            None => return,
            Some(typed) => {
                if typed.never() {
                    out.push(errors::never_holds(expr.span));
                }
                Some((typed.always(), typed.formula))
            }
        },
    };
    let members: Vec<&[tree::Value]> =
        if spec.grades || head.values.is_empty() { vec![head.values] } else { head.values.chunk_by(|_, next| !next.comma).collect() };
    for member in members {
        let parts: Option<Vec<RulePart<'_>>> = member.iter().map(|value| RulePart::of(&value.expr)).collect();
        let span = member.first().map_or(head.span, |first| first.expr.span.to(member.last().unwrap_or(first).expr.span));
        let read = parts.and_then(|parts| Reader { spec, place, span, choice: OptionCriteria::default() }.read(&parts, out));
        let Some((choice, settles)) = read else { continue };
        let always = test.as_ref().is_none_or(|(always, _)| *always);
        let row = DoctrineRule {
            topic: place.topic,
            mode: head.mode,
            choice,
            test: test.as_ref().map(|(_, formula)| formula.clone()),
            from: from.clone(),
        };
        lines.push(Line { row, plus: entry.lead().is_some(), always, settles, span });
    }
}

/// Returns the value of `fate_value`, in hundredths.
pub(super) fn fate_value(entry: &Entry, out: &mut Diagnostics) -> Option<i64> {
    let value = match entry.only().map(|expr| &expr.kind) {
        Some(ExprKind::Int(value)) => value.checked_mul(UNIT),
        Some(ExprKind::Percent(value)) => Some(*value),
        _ => None,
    };
    let value = value.filter(|value| (0..=99 * UNIT).contains(value) && entry.condition().is_none());
    if value.is_none() && !entry.broken {
        out.push(errors::fate_value(entry.span));
    }
    value
}

struct Reader<'s, 'p> {
    spec: &'s TopicSpec,
    place: RuleContext<'p>,
    span: Span,
    choice: OptionCriteria,
}

impl Reader<'_, '_> {
    /// Reads the criteria by which a rule chooses options. The second value is true if a matching option is always available, so that no
    /// later rule is needed.
    fn read(mut self, parts: &[RulePart<'_>], out: &mut Diagnostics) -> Option<(OptionCriteria, bool)> {
        if parts.is_empty() && self.spec.wordy {
            out.push(errors::needs_words(self.span, self.spec, self.place.kind));
            return None;
        }
        let mut rest = parts;
        while let [part, more @ ..] = rest {
            let used = match part {
                RulePart::Value(expr) => self.value(expr, out).map(|()| 1),
                _ => self.word(part, rest, more, out),
            };
            rest = rest.get(used?..).unwrap_or_default();
        }
        let own = self.choice.word.as_deref().and_then(|word| self.spec.own(self.place.kind, word));
        let bare = OptionCriteria { word: self.choice.word.clone(), ..OptionCriteria::default() };
        let settles = (own.is_some_and(|own| own.settles) || self.spec.single()) && self.choice == bare;
        Some((self.choice, settles))
    }

    fn word(&mut self, part: &RulePart<'_>, rest: &[RulePart<'_>], more: &[RulePart<'_>], out: &mut Diagnostics) -> Option<usize> {
        let (spec, place) = (self.spec, self.place);
        let word = part.word().unwrap_or_default();
        if let Some(own) = spec.own(place.kind, word).filter(|_| self.choice.word.is_none()) {
            self.choice.word = Some(own.word.into());
            return match spec.pick {
                PickPlace::After(words) if words.contains(&own.word) => Some(1 + self.pick(more, out)?),
                _ => Some(1),
            };
        }
        match word {
            "on" if spec.pick == PickPlace::On && self.choice.pick.is_none() => return Some(1 + self.pick(more, out)?),
            "with" if spec.with && self.choice.with.is_none() => {
                self.choice.with = Some(self.using(part, more.first(), out)?);
                return Some(2);
            }
            "before" if spec.grades && self.choice.before.is_none() => return Some(1 + self.before(part, more, out)?),
            grade if spec.grades && GRADES.contains(&grade) => {
                if self.choice.grades.iter().any(|known| known == grade) {
                    out.push(errors::twice(part.span(), grade));
                    return None;
                }
                self.choice.grades.push(grade.into());
                return Some(1);
            }
            _ => {}
        }
        if spec.pick == PickPlace::Bare && self.choice.pick.is_none() {
            let (pick, taken) = actor_selections::leading(rest, spec.natural, place, out)?;
            if taken > 0 {
                self.choice.pick = Some(pick);
                return Some(taken);
            }
        }
        if let Some(order) = self.order(word) {
            if self.choice.order.replace(order).is_some() {
                out.push(errors::twice(part.span(), "an order"));
                return None;
            }
            return Some(1);
        }
        if self.choice.word.is_none()
            && let Some(name) = self.names(word, part.span())
        {
            self.choice.word = Some(name);
            return Some(1);
        }
        out.push(errors::unknown_choice(part.span(), word, spec, place));
        None
    }

    fn order(&self, word: &str) -> Option<OptionOrder> {
        let order = OptionOrder::from_word(word)?;
        let which = !self.spec.topic.whether() && self.spec.pick != PickPlace::Bare;
        (self.spec.orders.contains(&order) || (which && ANYWHERE.contains(&order))).then_some(order)
    }

    /// Reads the selection of actors that is required at this position.
    fn pick(&mut self, parts: &[RulePart<'_>], out: &mut Diagnostics) -> Option<usize> {
        let natural = match self.choice.word.as_deref() {
            Some(verb) if self.spec.topic == Topic::Act => topics::natural_of_verb(verb),
            _ => self.spec.natural,
        };
        let (pick, taken) = actor_selections::leading(parts, natural, self.place, out)?;
        if taken == 0 {
            out.push(match parts.first() {
                Some(part) => errors::unknown_pick_word(part.span(), part.word(), self.place.kind),
                None => errors::needs_pick(self.span),
            });
            return None;
        }
        self.choice.pick = Some(pick);
        Some(taken)
    }

    fn using(&self, with: &RulePart<'_>, what: Option<&RulePart<'_>>, out: &mut Diagnostics) -> Option<WeaponOrSkill> {
        let Some(word) = what.and_then(RulePart::word) else {
            out.push(errors::with_what(with.span()));
            return None;
        };
        let span = what.map_or(with.span(), RulePart::span);
        if let Some(order) = OptionOrder::from_word(word)
            .filter(|order| matches!(order, OptionOrder::Best | OptionOrder::Save | OptionOrder::First | OptionOrder::Random))
        {
            return Some(WeaponOrSkill::By(order));
        }
        if let Some(name) = self.declared(word, span, Kinds::One("skill")).or_else(|| self.declared(word, span, Kinds::Built)) {
            return Some(WeaponOrSkill::Named(name));
        }
        out.push(errors::unknown_thing(span, word, self.place));
        None
    }

    fn before(&mut self, at: &RulePart<'_>, parts: &[RulePart<'_>], out: &mut Diagnostics) -> Option<usize> {
        match parts {
            [RulePart::Word("taken_out", _), ..] => {
                self.choice.before = Some(Before::TakenOut);
                Some(1)
            }
            [RulePart::Word("box", _), RulePart::Value(expr), ..] if expr.int().is_some_and(|number| (1..=99).contains(&number)) => {
                self.choice.before = expr.int().map(Before::Box);
                Some(2)
            }
            _ => {
                out.push(errors::before_what(parts.first().map_or(at.span(), RulePart::span)));
                None
            }
        }
    }

    fn value(&mut self, expr: &Expr, out: &mut Diagnostics) -> Option<()> {
        let spec = self.spec;
        let number = expr.int();
        match &expr.kind {
            ExprKind::Range(bounds) if spec.range && self.choice.range.is_none() => {
                let (Some(low), Some(high)) = (bounds.0.int(), bounds.1.int()) else {
                    out.push(errors::range_of_numbers(expr.span));
                    return None;
                };
                self.choice.range = Some(self.range(low, high, expr.span, out)?);
                Some(())
            }
            _ if spec.range && number.is_some() && self.choice.range.is_none() => {
                let number = number.unwrap_or_default();
                self.choice.range = Some(self.range(number, number, expr.span, out)?);
                Some(())
            }
            ExprKind::Int(_) | ExprKind::Percent(_) | ExprKind::Group(_) | ExprKind::Sign(..)
                if spec.amount && self.choice.amount.is_none() =>
            {
                let typed = conditions::amount(expr, self.place, out)?;
                if typed.high < 0 || typed.formula == Formula::Int(0) {
                    out.push(errors::nothing_of(expr.span));
                    return None;
                }
                self.choice.amount = Some(typed.formula);
                Some(())
            }
            ExprKind::Text(text)
                if spec.named == NamedKind::Start && self.place.kind == DoctrineKind::Space && self.choice.word.is_none() =>
            {
                self.choice.word = Some(text.value.clone());
                Some(())
            }
            _ => {
                out.push(errors::unfit_value(expr.span, spec, self.place.kind));
                None
            }
        }
    }

    /// Checks a range of numbers. It must contain a number that is not negative, except for the bands of a space map.
    fn range(&self, low: i64, high: i64, span: Span, out: &mut Diagnostics) -> Option<(i64, i64)> {
        let bands = matches!(self.spec.topic, Topic::Place | Topic::Position);
        if low > high || (!bands && high < 0) {
            out.push(errors::empty_range(span, low, high));
            return None;
        }
        Some((low, high))
    }

    /// Returns the current name of the thing that a word refers to.
    fn names(&self, word: &str, span: Span) -> Option<Name> {
        let own = |known: bool| known.then(|| Name::from(word));
        match self.spec.named {
            NamedKind::Nothing => None,
            NamedKind::Skill => self.declared(word, span, Kinds::One("skill")),
            NamedKind::Weapon => self.declared(word, span, Kinds::One("weapon")),
            NamedKind::Start => match self.place.kind {
                DoctrineKind::Space => self.declared(word, span, Kinds::Built).or_else(|| self.declared(word, span, Kinds::One("skill"))),
                DoctrineKind::Social | DoctrineKind::Platoon => own(self.is_zone(word, span)),
                _ => own(self.is_zone(word, span) || self.is_mode(word)),
            },
            NamedKind::Zone => own(self.is_zone(word, span)),
            NamedKind::Word => own(true),
            NamedKind::Track => own(station::is_track(self.place.program, word)),
        }
    }

    fn declared(&self, word: &str, span: Span, kinds: Kinds<'_>) -> Option<Name> {
        let path = tree::NamePath { kind: None, package: None, name: tree::SpannedName { text: word.into(), span } };
        // Actors are looked up by name alone in play, so the kind before the name does not matter.
        let found = self.place.program.find_first(self.place.package, &path, kinds).ok();
        found.map(|id| true_name(self.place.program, &path, id))
    }

    fn is_zone(&self, word: &str, span: Span) -> bool {
        self.place.ground.is_zone(self.place.program, self.place.package, (word, span))
    }

    fn is_mode(&self, word: &str) -> bool {
        self.place.ground.is_mode(self.place.program, self.place.package, word)
    }
}

/// True if a rule is never reached, because the earlier rule on the same topic always decides.
pub(super) fn decided_by(earlier: &Line, later: &Line) -> bool {
    if !earlier.always || earlier.row.topic != later.row.topic {
        return false;
    }
    let same = earlier.row.choice == later.row.choice && earlier.row.mode == later.row.mode;
    let keeps = earlier.row.mode == RuleMode::Keep;
    let all = OptionCriteria::default();
    let declines =
        keeps && earlier.row.topic.whether() && earlier.row.choice == all && later.row.choice == all && later.row.mode == RuleMode::Keep;
    same || declines || (keeps && earlier.settles)
}
