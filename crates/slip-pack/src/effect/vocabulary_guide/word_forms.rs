//! Forms in which the words of the tables are written in a sentence.

use crate::effect::vocabulary::MeasureValues;
use crate::effect::{Action, Charge, Measure, OfWhat, Opening, Place, Play, Role, Spared, Special, State, Whom};

/// Returns the form of an operation, given its first word.
pub(super) const fn opening(word: Opening) -> &'static str {
    match word {
        Opening::May => {
            "may ACTION, … [it|this|ZONE] [at once|out of turn] | may use … | may choose NAME | may reroll ROLL | may strip free_tag of WHO"
        }
        Opening::Must => "must use SKILL or NUMBER for ROLL",
        Opening::Cannot => "cannot ACTION, … [it|this|ZONE]",
        Opening::Needs => "needs [trained|military] SKILL or MARK [or …] [for ROLL]",
        Opening::Allows => "allows untrained [SKILL]",
        Opening::Hits => "hits on TRACK [may] go to TRACK",
        Opening::Never => "never has aspect|free_tag|tag|invoke|compel \"Aspect\" [by WHO]",
        Opening::Has => "has aspect \"Aspect\"",
        Opening::FreeTag => "free_tag \"Aspect\" [by WHO]",
        Opening::Tag => "tag \"Aspect\" [by WHO]",
        Opening::Invoke => "invoke \"Aspect\" [by WHO]",
        Opening::Compel => "compel \"Aspect\" [by WHO]",
        Opening::Loses => "loses aspect \"Aspect\"",
        Opening::Place => "place \"Aspect\" on N zones [free_tag by WHO]",
        Opening::Suffers => "suffers N on TRACK",
        Opening::Mark => "mark TRACK all|highest|N",
        Opening::Erase => "erase TRACK all|highest|N",
        Opening::Faces => "faces N with SKILL on TRACK",
        Opening::Pays => "pays N fate",
        Opening::Drops => "drops in zone|own_zone|target_zone",
        Opening::Grants => "grants THING [as integral]",
        Opening::Carries => "carries N DESIGN",
        Opening::Charges => "charges consequences|fate to ROLE or POST [or …]",
        Opening::Is => "is MARK | is military SKILL",
        Opening::Table => "table \"words for people\"",
    }
}

pub(super) fn whom(word: Whom) -> String {
    match word {
        Whom::Allied | Whom::Enemy => format!("{word} DESIGN …"),
        _ => format!("{word} …"),
    }
}

pub(super) fn measure(word: Measure) -> String {
    let quantity = match word.of() {
        OfWhat::Nothing => word.to_string(),
        OfWhat::Roll => format!("{word} of ROLL"),
        OfWhat::RollOrNothing => format!("{word} [of ROLL]"),
        OfWhat::Track => format!("{word} of TRACK"),
        OfWhat::Grade => format!("{word} of mild|moderate|severe"),
        OfWhat::Stat => format!("{word} of STAT"),
        OfWhat::Item => format!("{word} of THING"),
        OfWhat::Aspect => format!("{word} of \"Aspect\""),
    };
    let takes = word.takes();
    let mut values: Vec<&str> = match takes {
        MeasureValues::Number(_) => vec!["N"],
        MeasureValues::Range(_) => vec!["N", "A..B"],
        MeasureValues::Schedule(_) => vec!["A/B/C"],
        MeasureValues::Word(_) => Vec::new(),
    };
    values.extend(takes.words().iter().map(|word| word.word()));
    let is = format!("{quantity} is {}", values.join("|"));
    if takes.counts() { format!("+N to {quantity} | {is} | {quantity} at most|at least N") } else { is }
}

/// Returns the form of a special value such as `none`, with the quantities that can have it.
pub(super) fn special(word: Special) -> String {
    let who: Vec<&str> =
        Measure::ALL.iter().filter(|measure| measure.takes().words().contains(&word)).map(|measure| measure.word()).collect();
    if word == Special::Base { format!("QUANTITY is {word}") } else { format!("QUANTITY is {word} (of {})", who.join(", ")) }
}

pub(super) fn action(word: Action) -> String {
    match word {
        Action::Rolls => "SKILL, … rolls [against SKILL|ACTION|this]".to_owned(),
        _ => format!("[SKILL, …] {word} [against SKILL|ACTION|this]; may {word}; cannot {word}"),
    }
}

pub(super) fn role(word: Role) -> String {
    match word {
        // Only zones can be compared with one another: there is one scene, one world and one station.
        Role::Zone | Role::OwnZone | Role::TargetZone => {
            let other = if word == Role::OwnZone { Role::TargetZone } else { Role::OwnZone };
            format!("when {word} is MARK; when {word} has \"Aspect\"; when {word} == {other}")
        }
        Role::Scene | Role::World | Role::Station => format!("when {word} is MARK; when {word} has \"Aspect\""),
        _ => format!("when {word} is MARK; when {word} has \"Aspect\"; STAT of {word}"),
    }
}

pub(super) fn state(word: State) -> String {
    match word {
        State::Gravity | State::Shifts | State::Total | State::Range | State::Tech | State::Carried | State::Base => {
            format!("when {word} >= N; also in a formula: (2 * {word})")
        }
        _ => format!("when {word}; when not {word}; ROLE is {word}"),
    }
}

/// Returns a kind of play as a list with one member.
pub(super) const fn itself(play: Play) -> &'static [Play] {
    match play {
        Play::Build => &[Play::Build],
        Play::Personal => &[Play::Personal],
        Play::Space => &[Play::Space],
        Play::Social => &[Play::Social],
        Play::Platoon => &[Play::Platoon],
        Play::Stakes => &[Play::Stakes],
        Play::Travel => &[Play::Travel],
        Play::Economy => &[Play::Economy],
        Play::Story => &[Play::Story],
    }
}

/// Returns the words that an area is looked up by.
pub(super) const fn place(place: Place) -> &'static [&'static str] {
    match place {
        Place::Zone => &["area zone", "zone"],
        Place::Band => &["area band", "band"],
        Place::Tether => &["area tether", "tether"],
        Place::Map => &["area map", "map"],
    }
}

/// Returns the words that an exception from an area attack is looked up by.
pub(super) const fn spared(spared: Spared) -> &'static [&'static str] {
    match spared {
        Spared::OwnZone => &["except own_zone", "own_zone"],
        Spared::Own => &["except self", "self"],
        Spared::Allies => &["except allies", "allies"],
    }
}

/// Returns the words by which users look up a cost that another participant pays (`charges`).
pub(super) const fn charge(charge: Charge) -> &'static [&'static str] {
    match charge {
        Charge::Consequences => &["charges consequences", "consequences"],
        Charge::Fate => &["charges fate", "fate"],
    }
}
