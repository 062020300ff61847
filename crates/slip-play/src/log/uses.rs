//! What the numbers of a choice mean, for each verb: what is done with, how, and how much.

use crate::choice::Verb;

/// What `Choice::with` means.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum With {
    /// Nothing that has a name.
    Number,
    /// A weapon of whoever chooses.
    Weapon,
    /// An aspect in play.
    Aspect,
    /// A border of the map.
    Border,
    /// A line of effects.
    Line,
    /// A weapon that lies there, a task, a weapon to begin with: its name and number.
    Thing,
}

/// What `Choice::how` means.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    /// Nothing that has a word.
    Number,
    /// One target or all in a zone, and the way of using the weapon.
    Manner,
    /// +2 or re-roll.
    As,
    /// What a compel demands, and bits that say how.
    Effect,
    /// Consequences that are taken.
    Grades,
    /// What becomes of somebody.
    Outcome,
    /// How long an aspect stays.
    Term,
    /// True if a defence that was rolled before stands.
    Standing,
    /// What a fact becomes an aspect of.
    Fact,
    /// The phase in which the first turn of ships begins.
    Stage,
    /// True if people fight a boarding out.
    InPerson,
}

/// What `Choice::n` means.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Amount {
    /// A number and nothing else.
    Number,
    /// The skill that is rolled.
    Skill,
    /// A track of boxes.
    Track,
    /// Fate points.
    Points,
    /// Whether the beaten do not come back, or their drives work.
    Note,
    /// A band of the line.
    Band,
    /// What the drives burn.
    Burn,
    /// A rating of beams.
    Value,
    /// A post, where the text's own posts are changed.
    Post,
}

/// What the numbers of a verb mean. A new verb says it here.
pub(super) const fn uses(verb: Verb) -> (With, How, Amount) {
    match verb {
        Verb::Use => (With::Weapon, How::Manner, Amount::Skill),
        Verb::Switch => (With::Weapon, How::Number, Amount::Number),
        Verb::Aim => (With::Number, How::Number, Amount::Track),
        Verb::Defend => (With::Number, How::Standing, Amount::Skill),
        Verb::Invoke | Verb::Tag | Verb::Free => (With::Aspect, How::As, Amount::Number),
        Verb::Compel => (With::Aspect, How::Effect, Amount::Points),
        Verb::Counter => (With::Number, How::Number, Amount::Points),
        Verb::Remove | Verb::Strip => (With::Aspect, How::Number, Amount::Number),
        Verb::Enter | Verb::Pay | Verb::Close | Verb::Border | Verb::All | Verb::Put => (With::Border, How::Number, Amount::Number),
        Verb::Take => (With::Number, How::Grades, Amount::Number),
        Verb::Outcome => (With::Number, How::Outcome, Amount::Note),
        Verb::Fact => (With::Number, How::Fact, Amount::Number),
        Verb::Term => (With::Number, How::Term, Amount::Number),
        Verb::PickUp | Verb::Task | Verb::Maneuver | Verb::BringIn => (With::Thing, How::Number, Amount::Number),
        Verb::Begin => (With::Thing, How::Number, Amount::Post),
        Verb::Band => (With::Number, How::Number, Amount::Band),
        Verb::Burn => (With::Number, How::Number, Amount::Burn),
        Verb::Value | Verb::Beams => (With::Number, How::Number, Amount::Value),
        Verb::Start => (With::Number, How::Stage, Amount::Number),
        Verb::Board => (With::Number, How::InPerson, Amount::Number),
        Verb::Repair => (With::Number, How::Number, Amount::Track),
        Verb::Yes => (With::Line, How::Number, Amount::Number),
        Verb::Pass
        | Verb::Attack
        | Verb::Move
        | Verb::Obstruct
        | Verb::Stance
        | Verb::Target
        | Verb::No
        | Verb::Refuse
        | Verb::Accept
        | Verb::Stay
        | Verb::Go
        | Verb::Spin
        | Verb::Payee
        | Verb::Concede
        | Verb::Seal
        | Verb::FirstAid
        | Verb::Order
        | Verb::Alter
        | Verb::Veto
        | Verb::Form
        | Verb::Leave
        | Verb::Tether
        | Verb::Release
        | Verb::Drive
        | Verb::Coast
        | Verb::Couple
        | Verb::Decouple
        | Verb::Dock
        | Verb::Hold
        | Verb::Ew
        | Verb::Beam
        | Verb::Torpedo
        | Verb::Launch
        | Verb::PointDefence
        | Verb::Nothing
        | Verb::Rating
        | Verb::Firewall
        | Verb::Deny
        | Verb::Command
        | Verb::Unit
        | Verb::Adopt
        | Verb::March
        | Verb::Interdict
        | Verb::Rally
        | Verb::Jam
        | Verb::Unjam
        | Verb::Spot
        | Verb::Cover
        | Verb::Relocate
        | Verb::Displace
        | Verb::Deploy
        | Verb::Rearm
        | Verb::Load
        | Verb::Unload
        | Verb::Even
        | Verb::ByHand
        | Verb::Again
        | Verb::Exit
        | Verb::Push
        | Verb::Approach
        | Verb::Escalate
        | Verb::Raise
        | Verb::Reverse
        | Verb::Block
        | Verb::Blow
        | Verb::Resist
        | Verb::Give
        | Verb::Lose
        | Verb::BreakOff
        | Verb::Engine => (With::Number, How::Number, Amount::Number),
    }
}
