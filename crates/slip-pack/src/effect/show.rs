//! Writes effects as sentences in their canonical spelling, which parses to the same effect.

use super::show_formulas::{Loose, Plain, Signed};
use super::{
    Against, Base, Basis, Bound, BoxSelection, Carries, Change, Charges, Divert, Effect, Happening, HitKind, Hits, Limit, Mark, Measured,
    Moment, Needs, Object, Of, Op, Pace, Per, Permit, PlaceAspect, Price, Quantity, Roll, Set, Tag, Text, Use, Value, Want, Who,
};
use std::fmt::{Display, Formatter, Result};

impl Effect {
    /// Returns the sentence of the effect in its canonical spelling, without the word `effect`.
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
            Text::Words(words) => out.write_str(&crate::quoted(words)),
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
                    BoxSelection::All => out.write_str("all"),
                    BoxSelection::Highest => out.write_str("highest"),
                    BoxSelection::Count(count) => write!(out, "{count}"),
                }
            }
            Op::Faces(line) => write!(out, "faces {} with {} on {}", Plain(&line.strength), line.skill, line.track),
            Op::Pays(points) => write!(out, "pays {points} fate"),
            Op::Drops(zone) => write!(out, "drops in {zone}"),
            Op::Grants(line) => {
                let kind = line.thing.as_ref().map_or(String::new(), |thing| format!("{} ", thing.kind));
                write!(out, "grants {kind}{}{}", line.item, if line.integral { " as integral" } else { "" })
            }
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

impl Base {
    /// Returns the name of the skill, or the number as it is written (`2`, `(max(0, trade - carried))`).
    pub fn word(&self) -> String {
        match self {
            Base::Stat(name) => name.to_string(),
            Base::Number(number) => Plain(number).to_string(),
        }
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
