//! Writes effects as sentences in their canonical spelling, which parses to the same effect.

use super::show_formulas::{PlainNumber, Signed, UnrestrictedFormula};
use super::{
    ActionObject, Against, Basis, Bound, BoxSelection, Carries, Charges, Divert, Effect, EffectMoment, EffectSubject, EffectText,
    ExtraActionTime, HitKind, HitTrackOperation, MarkOperation, MeasureObject, MeasureWithObject, Occurrence, PackOperation, Per, Permit,
    PlaceAspect, Price, Quantity, QuantityChange, QuantitySetting, Requirements, RollBase, RollPattern, SetValue, Substitution, Tag,
    UseLimit, Want,
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
            Some(condition) => write!(out, " when {}", UnrestrictedFormula(condition)),
            None => Ok(()),
        }
    }
}

impl Display for UseLimit {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match self {
            UseLimit::Times(1, period) => write!(out, "once per {period}"),
            UseLimit::Times(times, period) => write!(out, "{times} times per {period}"),
            UseLimit::AnyTimes => out.write_str("any times"),
        }
    }
}

impl Display for EffectMoment {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        write!(out, "{} ", self.when)?;
        if let Some(who) = &self.who {
            write!(out, "{who} ")?;
        }
        match &self.what {
            Occurrence::Roll(roll) => write!(out, "{roll}"),
            Occurrence::Event(event) => write!(out, "{event}"),
        }
    }
}

impl Display for EffectSubject {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        out.write_str(match self {
            EffectSubject::Bearer => "bearer",
            EffectSubject::Crew => "crew",
            EffectSubject::Attached => "attached",
            EffectSubject::Carrier => "carrier",
            EffectSubject::Tethered => "tethered",
            EffectSubject::Platoon => "platoon",
            EffectSubject::Allies => "allies",
            EffectSubject::Enemies => "enemies",
            EffectSubject::Others => "others",
            EffectSubject::Everyone => "everyone",
            EffectSubject::Target => "target",
            EffectSubject::Actor => "actor",
            EffectSubject::Allied(design) => return write!(out, "allied {design}"),
            EffectSubject::Enemy(design) => return write!(out, "enemy {design}"),
        })
    }
}

impl Display for RollPattern {
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

impl Display for EffectText {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match self {
            EffectText::Words(words) => out.write_str(&crate::quoted(words)),
            EffectText::Parameter { parameter } => out.write_str(parameter),
        }
    }
}

impl Display for PackOperation {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match self {
            PackOperation::Change(line) => write!(out, "{line}"),
            PackOperation::Set(line) => write!(out, "{line}"),
            PackOperation::Use(line) => write!(out, "{line}"),
            PackOperation::Blend(line) => {
                write!(out, "{} {} by {}", line.roll, if line.limited { "limited" } else { "amplified" }, line.by)
            }
            PackOperation::Hits(HitTrackOperation { roll, track, how }) => match how {
                HitKind::Only => write!(out, "{roll} hits {track} only"),
                HitKind::Too => write!(out, "{roll} hits {track} too"),
                HitKind::May => write!(out, "{roll} may hit {track}"),
            },
            PackOperation::Divert(Divert { from, to, may }) => {
                write!(out, "hits on {from} {}go to {to}", if *may { "may " } else { "" })
            }
            PackOperation::Area(line) => {
                write!(out, "{} area {}", line.roll, line.place)?;
                if !line.except.is_empty() {
                    write!(out, " except {}", list(&line.except, ", "))?;
                }
                flag(out, line.always, "always")
            }
            PackOperation::Permit(line) => write!(out, "{line}"),
            PackOperation::Choose(choice) => write!(out, "may choose {choice}"),
            PackOperation::Reroll(roll) => write!(out, "may reroll {roll}"),
            PackOperation::Needs(line) => write!(out, "{line}"),
            PackOperation::AllowsUntrained(None) => out.write_str("allows untrained"),
            PackOperation::AllowsUntrained(Some(skill)) => write!(out, "allows untrained {skill}"),
            PackOperation::Is(mark) => write!(out, "is {mark}"),
            PackOperation::Table(text) => write!(out, "table {text}"),
            _ => self.deed(out),
        }
    }
}

impl PackOperation {
    fn deed(&self, out: &mut Formatter<'_>) -> Result {
        match self {
            PackOperation::Tag(line) => write!(out, "{line}"),
            PackOperation::Loses(text) => write!(out, "loses aspect {text}"),
            PackOperation::Place(PlaceAspect { aspect, zones, free_tag_by }) => {
                write!(out, "place {aspect} on {zones} {}", if *zones == 1 { "zone" } else { "zones" })?;
                free_tag_by.as_ref().map_or(Ok(()), |who| write!(out, " free_tag by {who}"))
            }
            PackOperation::Strip(line) => {
                write!(out, "may strip free_tag of {}", line.of)?;
                flag(out, line.instead, "instead")
            }
            PackOperation::Suffers(line) => write!(out, "suffers {} on {}", PlainNumber(&line.amount), line.track),
            PackOperation::Boxes(line) => {
                write!(out, "{} {} ", if line.erase { "erase" } else { "mark" }, line.track)?;
                match line.which {
                    BoxSelection::All => out.write_str("all"),
                    BoxSelection::Highest => out.write_str("highest"),
                    BoxSelection::Count(count) => write!(out, "{count}"),
                }
            }
            PackOperation::Faces(line) => write!(out, "faces {} with {} on {}", PlainNumber(&line.strength), line.skill, line.track),
            PackOperation::Pays(points) => write!(out, "pays {points} fate"),
            PackOperation::Drops(zone) => write!(out, "drops in {zone}"),
            PackOperation::Grants(line) => {
                let kind = line.thing.as_ref().map_or(String::new(), |thing| format!("{} ", thing.kind));
                write!(out, "grants {kind}{}{}", line.item, if line.integral { " as integral" } else { "" })
            }
            PackOperation::Carries(Carries { count, what }) => write!(out, "carries {} {what}", PlainNumber(count)),
            PackOperation::Charges(Charges { what, to }) => write!(out, "charges {what} to {}", to.join(" or ")),
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

impl Display for QuantityChange {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        write!(out, "{} to {}", Signed(&self.by), self.to)?;
        per(out, self.per.as_ref())?;
        flag(out, self.past_cap, "past cap")
    }
}

impl Display for QuantitySetting {
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
            Quantity::Measure(MeasureWithObject { what, of: None }) => write!(out, "{what}"),
            Quantity::Measure(MeasureWithObject { what, of: Some(of) }) => write!(out, "{what} of {of}"),
        }
    }
}

impl Display for MeasureObject {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match self {
            MeasureObject::Roll(roll) => write!(out, "{roll}"),
            MeasureObject::Name(name) => out.write_str(name),
            MeasureObject::Aspect(text) => write!(out, "{text}"),
        }
    }
}

impl Display for SetValue {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match self {
            SetValue::Number(number) => write!(out, "{}", PlainNumber(number)),
            SetValue::Range(low, high) => write!(out, "{low}..{high}"),
            SetValue::Schedule(mild, moderate, severe) => write!(out, "{mild}/{moderate}/{severe}"),
            SetValue::Special(word) => write!(out, "{word}"),
            SetValue::Parameter(name) => out.write_str(name),
        }
    }
}

impl Display for Substitution {
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

impl RollBase {
    /// Returns the name of the skill, or the number as it is written (`2`, `(max(0, trade - carried))`).
    pub fn word(&self) -> String {
        match self {
            RollBase::Stat(name) => name.to_string(),
            RollBase::Number(number) => PlainNumber(number).to_string(),
        }
    }
}

impl Display for Basis {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        if self.my {
            out.write_str("my ")?;
        }
        match &self.base {
            RollBase::Stat(name) => out.write_str(name)?,
            RollBase::Number(number) => write!(out, "{}", PlainNumber(number))?,
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
            Some(ActionObject::It) => out.write_str(" it")?,
            Some(ActionObject::This) => out.write_str(" this")?,
            Some(ActionObject::Zone(zone)) => write!(out, " {zone}")?,
            None => {}
        }
        match self.pace {
            Some(ExtraActionTime::AtOnce) => out.write_str(" at once"),
            Some(ExtraActionTime::OutOfTurn) => out.write_str(" out of turn"),
            None => Ok(()),
        }
    }
}

impl Display for Requirements {
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

impl Display for MarkOperation {
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
            super::Argument::Text(words) => write!(out, "{}", EffectText::Words(words.clone())),
            super::Argument::Roll(roll) => write!(out, "{roll}"),
            super::Argument::Schedule(mild, moderate, severe) => write!(out, "{mild}/{moderate}/{severe}"),
            super::Argument::Absent => Ok(()),
        }
    }
}
