//! Effects as sentences: the one canonical spelling, which reads back as the same effect. Floor 0.

use super::term::{Number, Term};
use super::{
    Against, Base, Basis, Bound, Carries, Change, Charges, Divert, Effect, Happening, HitKind, Hits, Limit, Mark, Measured, Moment, Needs,
    Object, Of, Op, Pace, Per, Permit, PlaceAspect, Price, Quantity, Roll, Set, Tag, Text, Use, Value, Want, Which, Who,
};
use crate::pack::formula::{Formula, Function, Op as Operator};
use crate::pack::ruleset::Setting;
use std::fmt::{Display, Formatter, Result};

impl Effect {
    /// The sentence in its canonical spelling, without the word `effect`.
    pub fn sentence(&self) -> String {
        self.to_string()
    }
}

impl Display for Effect {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        if let Some(moment) = &self.moment {
            write!(out, "{moment} ")?;
        }
        if let Some(who) = &self.who {
            write!(out, "{who} ")?;
        }
        write!(out, "{}", self.op)?;
        match self.price {
            Some(Price::Fate(points)) => write!(out, " for {points} fate")?,
            Some(Price::Action) => write!(out, " as action")?,
            None => {}
        }
        if let Some(limit) = self.limit {
            write!(out, " {limit}")?;
        }
        if !self.within.is_empty() {
            write!(out, " in {}", list(&self.within, ", "))?;
        }
        match &self.condition {
            Some(condition) => write!(out, " when {}", Loose(condition)),
            None => Ok(()),
        }
    }
}

impl Display for Limit {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match self {
            Limit::Times(1, period) => write!(out, "once per {period}"),
            Limit::Times(times, period) => write!(out, "{times} times per {period}"),
            Limit::AnyTimes => out.write_str("any times"),
        }
    }
}

impl Display for Moment {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        write!(out, "{} ", self.when)?;
        if let Some(who) = &self.who {
            write!(out, "{who} ")?;
        }
        match &self.what {
            Happening::Roll(roll) => write!(out, "{roll}"),
            Happening::Event(event) => write!(out, "{event}"),
        }
    }
}

impl Display for Who {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        out.write_str(match self {
            Who::Bearer => "bearer",
            Who::Crew => "crew",
            Who::Attached => "attached",
            Who::Carrier => "carrier",
            Who::Tethered => "tethered",
            Who::Platoon => "platoon",
            Who::Allies => "allies",
            Who::Enemies => "enemies",
            Who::Others => "others",
            Who::Everyone => "everyone",
            Who::Target => "target",
            Who::Actor => "actor",
            Who::Allied(design) => return write!(out, "allied {design}"),
            Who::Enemy(design) => return write!(out, "enemy {design}"),
        })
    }
}

impl Display for Roll {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match &self.parameter {
            Some(parameter) => out.write_str(parameter)?,
            None if self.with.is_empty() => write!(out, "{}", self.action)?,
            None => write!(out, "{} {}", self.with.join(", "), self.action)?,
        }
        match &self.against {
            Some(Against::This) => out.write_str(" against this"),
            Some(Against::Name(name)) => write!(out, " against {name}"),
            None => Ok(()),
        }
    }
}

impl Display for Text {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match self {
            Text::Words(words) => {
                let words = words.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
                write!(out, "\"{words}\"")
            }
            Text::Parameter { parameter } => out.write_str(parameter),
        }
    }
}

impl Display for Op {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match self {
            Op::Change(line) => write!(out, "{line}"),
            Op::Set(line) => write!(out, "{line}"),
            Op::Use(line) => write!(out, "{line}"),
            Op::Blend(line) => {
                write!(out, "{} {} by {}", line.roll, if line.limited { "limited" } else { "amplified" }, line.by)
            }
            Op::Hits(Hits { roll, track, how }) => match how {
                HitKind::Only => write!(out, "{roll} hits {track} only"),
                HitKind::Too => write!(out, "{roll} hits {track} too"),
                HitKind::May => write!(out, "{roll} may hit {track}"),
            },
            Op::Divert(Divert { from, to, may }) => {
                write!(out, "hits on {from} {}go to {to}", if *may { "may " } else { "" })
            }
            Op::Area(line) => {
                write!(out, "{} area {}", line.roll, line.place)?;
                if !line.except.is_empty() {
                    write!(out, " except {}", list(&line.except, ", "))?;
                }
                flag(out, line.always, "always")
            }
            Op::Permit(line) => write!(out, "{line}"),
            Op::Choose(choice) => write!(out, "may choose {choice}"),
            Op::Reroll(roll) => write!(out, "may reroll {roll}"),
            Op::Needs(line) => write!(out, "{line}"),
            Op::AllowsUntrained(None) => out.write_str("allows untrained"),
            Op::AllowsUntrained(Some(skill)) => write!(out, "allows untrained {skill}"),
            Op::Is(mark) => write!(out, "is {mark}"),
            Op::Table(text) => write!(out, "table {text}"),
            _ => self.deed(out),
        }
    }
}

impl Op {
    fn deed(&self, out: &mut Formatter<'_>) -> Result {
        match self {
            Op::Tag(line) => write!(out, "{line}"),
            Op::Loses(text) => write!(out, "loses aspect {text}"),
            Op::Place(PlaceAspect { aspect, zones, free_tag_by }) => {
                write!(out, "place {aspect} on {zones} {}", if *zones == 1 { "zone" } else { "zones" })?;
                free_tag_by.as_ref().map_or(Ok(()), |who| write!(out, " free_tag by {who}"))
            }
            Op::Strip(line) => {
                write!(out, "may strip free_tag of {}", line.of)?;
                flag(out, line.instead, "instead")
            }
            Op::Suffers(line) => write!(out, "suffers {} on {}", Plain(&line.amount), line.track),
            Op::Boxes(line) => {
                write!(out, "{} {} ", if line.erase { "erase" } else { "mark" }, line.track)?;
                match line.which {
                    Which::All => out.write_str("all"),
                    Which::Highest => out.write_str("highest"),
                    Which::Count(count) => write!(out, "{count}"),
                }
            }
            Op::Faces(line) => write!(out, "faces {} with {} on {}", Plain(&line.strength), line.skill, line.track),
            Op::Pays(points) => write!(out, "pays {points} fate"),
            Op::Drops(zone) => write!(out, "drops in {zone}"),
            Op::Grants(line) => write!(out, "grants {}{}", line.item, if line.integral { " as integral" } else { "" }),
            Op::Carries(Carries { count, what }) => write!(out, "carries {} {what}", Plain(count)),
            Op::Charges(Charges { what, to }) => write!(out, "charges {what} to {}", to.join(" or ")),
            _ => Ok(()),
        }
    }
}

fn flag(out: &mut Formatter<'_>, on: bool, word: &str) -> Result {
    if on { write!(out, " {word}") } else { Ok(()) }
}

fn list<T: Display>(members: &[T], between: &str) -> String {
    members.iter().map(ToString::to_string).collect::<Vec<_>>().join(between)
}

impl Display for Change {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        write!(out, "{} to {}", Signed(&self.by), self.to)?;
        per(out, self.per.as_ref())?;
        flag(out, self.past_cap, "past cap")
    }
}

impl Display for Set {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        write!(out, "{} {} {}", self.what, self.how, self.value)?;
        per(out, self.per.as_ref())
    }
}

fn per(out: &mut Formatter<'_>, per: Option<&Per>) -> Result {
    match per {
        None => Ok(()),
        Some(Per::Carried) => out.write_str(" per carried"),
        Some(Per::Shift) => out.write_str(" per shift"),
        Some(Per::Zone) => out.write_str(" per zone"),
        Some(Per::Consequence) => out.write_str(" per consequence"),
        Some(Per::Stunt(name)) => write!(out, " per {name}"),
    }
}

impl Display for Bound {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        out.write_str(match self {
            Bound::Is => "is",
            Bound::AtMost => "at most",
            Bound::AtLeast => "at least",
        })
    }
}

impl Display for Quantity {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match self {
            Quantity::Roll(roll) => write!(out, "{roll}"),
            Quantity::Stat(name) => out.write_str(name),
            Quantity::Measure(Measured { what, of: None }) => write!(out, "{what}"),
            Quantity::Measure(Measured { what, of: Some(of) }) => write!(out, "{what} of {of}"),
        }
    }
}

impl Display for Of {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match self {
            Of::Roll(roll) => write!(out, "{roll}"),
            Of::Name(name) => out.write_str(name),
            Of::Aspect(text) => write!(out, "{text}"),
        }
    }
}

impl Display for Value {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match self {
            Value::Number(number) => write!(out, "{}", Plain(number)),
            Value::Range(low, high) => write!(out, "{low}..{high}"),
            Value::Schedule(mild, moderate, severe) => write!(out, "{mild}/{moderate}/{severe}"),
            Value::Special(word) => write!(out, "{word}"),
            Value::Parameter(name) => out.write_str(name),
        }
    }
}

impl Display for Use {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        write!(out, "{} use {} for {}", if self.must { "must" } else { "may" }, self.basis, self.roll)?;
        if let Some(rank) = self.up_to {
            write!(out, " up to {rank}")?;
        }
        if let Some(points) = self.full_for {
            write!(out, " or full for {points} fate")?;
        }
        if let Some(skill) = &self.within_range_of {
            write!(out, " within range of {skill}")?;
        }
        flag(out, self.harmless, "harmless")
    }
}

impl Display for Basis {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        if self.my {
            out.write_str("my ")?;
        }
        match &self.base {
            Base::Stat(name) => out.write_str(name)?,
            Base::Number(number) => write!(out, "{}", Plain(number))?,
        }
        if let Some(role) = self.of {
            write!(out, " of {role}")?;
        }
        flag(out, self.roll, "roll")?;
        self.plus.as_ref().map_or(Ok(()), |plus| write!(out, " {}", Signed(plus)))
    }
}

impl Display for Permit {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        write!(out, "{} {}", if self.cannot { "cannot" } else { "may" }, list(&self.actions, ", "))?;
        match self.object {
            Some(Object::It) => out.write_str(" it")?,
            Some(Object::This) => out.write_str(" this")?,
            Some(Object::Zone(zone)) => write!(out, " {zone}")?,
            None => {}
        }
        match self.pace {
            Some(Pace::AtOnce) => out.write_str(" at once"),
            Some(Pace::OutOfTurn) => out.write_str(" out of turn"),
            None => Ok(()),
        }
    }
}

impl Display for Needs {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        write!(out, "needs {}", list(&self.wants, " or "))?;
        self.roll.as_ref().map_or(Ok(()), |roll| write!(out, " for {roll}"))
    }
}

impl Display for Want {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match self {
            Want::Trained(name) => write!(out, "trained {name}"),
            Want::Military(name) => write!(out, "military {name}"),
            Want::Mark(name) => out.write_str(name),
        }
    }
}

impl Display for Mark {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        write!(out, "{}{}", if self.military { "military " } else { "" }, self.name)
    }
}

impl Display for Tag {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        write!(out, "{}{} {}", if self.never { "never " } else { "" }, self.verb, self.aspect)?;
        self.by.as_ref().map_or(Ok(()), |who| write!(out, " by {who}"))
    }
}

impl Display for Term {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match self {
            Term::Stat(name, role) | Term::Boxes(name, role) => match role {
                super::Role::Own => out.write_str(name),
                role => write!(out, "{name} of {role}"),
            },
            Term::Stunt(name) | Term::Choice(name) | Term::Kind(name) | Term::Word(name) | Term::Parameter(name) => {
                out.write_str(name)
            }
            Term::State(state) => write!(out, "{state}"),
            Term::Is(role, mark) => write!(out, "{role} is {mark}"),
            Term::Has(role, text) => write!(out, "{role} has {text}"),
            Term::Rules(setting, None) => write!(out, "rules {setting}"),
            Term::Rules(setting, Some(Setting::Int(value))) => write!(out, "rules {setting} {value}"),
            Term::Rules(setting, Some(Setting::Word(value))) => write!(out, "rules {setting} {value}"),
            Term::Table(text) => write!(out, "table {text}"),
            Term::Trained(name) => write!(out, "trained {name}"),
            Term::Military(name) => write!(out, "military {name}"),
            Term::Role(role) => write!(out, "{role}"),
        }
    }
}

/// How tightly a part binds, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    If,
    Or,
    And,
    Not,
    Compare,
    Sum,
    Product,
    Sign,
    Word,
}

fn binding(number: &Number) -> Binding {
    match number {
        Formula::If(_) => Binding::If,
        Formula::Binary(Operator::Or, _) => Binding::Or,
        Formula::Binary(Operator::And, _) => Binding::And,
        Formula::Not(_) => Binding::Not,
        Formula::Binary(Operator::Add | Operator::Subtract, _) => Binding::Sum,
        Formula::Binary(Operator::Multiply | Operator::Divide, _) => Binding::Product,
        Formula::Binary(..) | Formula::Value(Term::Is(..) | Term::Has(..)) => Binding::Compare,
        Formula::Negate(_) => Binding::Sign,
        Formula::Int(value) if *value < 0 => Binding::Sign,
        _ => Binding::Word,
    }
}

const fn symbol(op: Operator) -> &'static str {
    match op {
        Operator::Or => "or",
        Operator::And => "and",
        Operator::Equal => "==",
        Operator::NotEqual => "!=",
        Operator::Less => "<",
        Operator::AtMost => "<=",
        Operator::More => ">",
        Operator::AtLeast => ">=",
        Operator::Add => "+",
        Operator::Subtract => "-",
        Operator::Multiply => "*",
        Operator::Divide => "/",
    }
}

const fn function(function: Function) -> &'static str {
    match function {
        Function::Min => "min",
        Function::Max => "max",
        Function::Abs => "abs",
        Function::Clamp => "clamp",
        Function::Mod => "mod",
    }
}

/// A formula where anything may stand: behind `when`, in brackets.
struct Loose<'a>(&'a Number);

impl Display for Loose<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        formula(out, self.0, Binding::If)
    }
}

/// A number where one word or a bracket must stand.
struct Plain<'a>(&'a Number);

impl Display for Plain<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match self.0 {
            Formula::Int(_) | Formula::Value(Term::Parameter(_) | Term::State(_)) => write!(out, "{}", Loose(self.0)),
            other => write!(out, "({})", Loose(other)),
        }
    }
}

/// A number with its sign.
struct Signed<'a>(&'a Number);

impl Display for Signed<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match self.0 {
            Formula::Int(value) if *value < 0 => write!(out, "{value}"),
            Formula::Negate(inner) => write!(out, "-{}", Plain(inner)),
            other => write!(out, "+{}", Plain(other)),
        }
    }
}

/// Writes a formula, in brackets if it binds looser than its place wants.
fn formula(out: &mut Formatter<'_>, number: &Number, least: Binding) -> Result {
    if binding(number) < least {
        out.write_str("(")?;
        formula(out, number, Binding::If)?;
        return out.write_str(")");
    }
    match number {
        Formula::Int(value) => write!(out, "{value}"),
        Formula::Value(term) => write!(out, "{term}"),
        Formula::Negate(inner) => {
            out.write_str("-")?;
            formula(out, inner, Binding::Word)
        }
        Formula::Not(inner) => {
            out.write_str("not ")?;
            formula(out, inner, Binding::Not)
        }
        Formula::Binary(op, sides) => {
            let own = binding(number);
            // `a - (b - c)` and `(a < b) == c` need their brackets; `a and (b and c)` keeps them to read back the same.
            let (left, right) = match own {
                Binding::Compare => (Binding::Sum, Binding::Sum),
                Binding::Or => (Binding::Or, Binding::And),
                Binding::And => (Binding::And, Binding::Not),
                Binding::Sum => (Binding::Sum, Binding::Product),
                _ => (Binding::Product, Binding::Sign),
            };
            formula(out, &sides.0, left)?;
            write!(out, " {} ", symbol(*op))?;
            formula(out, &sides.1, right)
        }
        Formula::If(parts) => {
            out.write_str("if ")?;
            formula(out, &parts.0, Binding::Or)?;
            out.write_str(" then ")?;
            formula(out, &parts.1, Binding::Or)?;
            out.write_str(" else ")?;
            formula(out, &parts.2, Binding::If)
        }
        Formula::Call(called, args) => {
            write!(out, "{}(", function(*called))?;
            members(out, args)?;
            out.write_str(")")
        }
        Formula::Table(list, index) => {
            out.write_str("[")?;
            members(out, list)?;
            out.write_str("][")?;
            formula(out, index, Binding::If)?;
            out.write_str("]")
        }
    }
}

fn members(out: &mut Formatter<'_>, list: &[Number]) -> Result {
    for (index, member) in list.iter().enumerate() {
        if index > 0 {
            out.write_str(", ")?;
        }
        formula(out, member, Binding::If)?;
    }
    Ok(())
}

impl Display for super::Argument {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match self {
            super::Argument::Name(name) | super::Argument::Track(name) => out.write_str(name),
            super::Argument::Number(value) => write!(out, "{value}"),
            super::Argument::Text(words) => write!(out, "{}", Text::Words(words.clone())),
            super::Argument::Roll(roll) => write!(out, "{roll}"),
            super::Argument::Schedule(mild, moderate, severe) => write!(out, "{mild}/{moderate}/{severe}"),
            super::Argument::Absent => Ok(()),
        }
    }
}
