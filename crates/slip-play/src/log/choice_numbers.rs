//! Meaning of the three numbers of a choice (item, manner and amount), for each verb.

use crate::choice::Verb;

/// Meaning of `Choice::with`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum WithMeaning {
    /// The number has no special meaning.
    Number,
    /// Number of a weapon of the choosing actor.
    Weapon,
    /// Number of an aspect in play.
    Aspect,
    /// Number of a border of the map.
    Border,
    /// Number of an effect.
    Line,
    /// Number of a dropped weapon, of a task, or of the weapon that an actor starts with.
    Thing,
}

/// Meaning of `Choice::how`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum HowMeaning {
    /// The number has no special meaning.
    Number,
    /// Scope and manner of an attack: one target or all in a zone, and the way of using the weapon.
    Manner,
    /// Use of an aspect: a bonus of 2 or a re-roll.
    As,
    /// Demand of a compel, with flags.
    Effect,
    /// Grades of the consequences taken.
    Grades,
    /// Outcome tag of an actor.
    Outcome,
    /// Duration of an aspect.
    Term,
    /// 1 if an earlier defence roll is used again.
    Standing,
    /// Kind of aspect that a declared fact becomes: 1 for the scene, 2 for the actor's zone, 0 for no aspect.
    Fact,
    /// Phase in which the first turn of a space fight begins.
    Stage,
    /// 1 if a boarding is played as an encounter of people.
    InPerson,
}

/// Meaning of `Choice::n`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Amount {
    /// The number has no special meaning.
    Number,
    /// Skill that is rolled.
    Skill,
    /// Stress track.
    Track,
    /// Number of fate points.
    Points,
    /// Note on an outcome: 1 if the actor taken out does not come back, or if the ship's drives are dead.
    Note,
    /// A band of the space map.
    Band,
    /// Amount to burn with the drives.
    Burn,
    /// Rating at which beams fire.
    Value,
    /// Post of a ship, in answers that send a person or the nameless crew to a post (`how` 1).
    Post,
}

/// Returns the meaning of the numbers of a verb. A new verb must be added here.
pub(super) const fn uses(verb: Verb) -> (WithMeaning, HowMeaning, Amount) {
    match verb {
        Verb::Use => (WithMeaning::Weapon, HowMeaning::Manner, Amount::Skill),
        Verb::Switch => (WithMeaning::Weapon, HowMeaning::Number, Amount::Number),
        Verb::Aim => (WithMeaning::Number, HowMeaning::Number, Amount::Track),
        Verb::Defend => (WithMeaning::Number, HowMeaning::Standing, Amount::Skill),
        Verb::Invoke | Verb::Tag | Verb::Free => (WithMeaning::Aspect, HowMeaning::As, Amount::Number),
        Verb::Compel => (WithMeaning::Aspect, HowMeaning::Effect, Amount::Points),
        Verb::Counter => (WithMeaning::Number, HowMeaning::Number, Amount::Points),
        Verb::Remove | Verb::Strip => (WithMeaning::Aspect, HowMeaning::Number, Amount::Number),
        Verb::Enter | Verb::Pay | Verb::Close | Verb::Border | Verb::All | Verb::Put => {
            (WithMeaning::Border, HowMeaning::Number, Amount::Number)
        }
        Verb::Take => (WithMeaning::Number, HowMeaning::Grades, Amount::Number),
        Verb::Outcome => (WithMeaning::Number, HowMeaning::Outcome, Amount::Note),
        Verb::Fact => (WithMeaning::Number, HowMeaning::Fact, Amount::Number),
        Verb::Term => (WithMeaning::Number, HowMeaning::Term, Amount::Number),
        Verb::PickUp | Verb::Task | Verb::Maneuver | Verb::BringIn => (WithMeaning::Thing, HowMeaning::Number, Amount::Number),
        Verb::Begin => (WithMeaning::Thing, HowMeaning::Number, Amount::Post),
        Verb::Band => (WithMeaning::Number, HowMeaning::Number, Amount::Band),
        Verb::Burn => (WithMeaning::Number, HowMeaning::Number, Amount::Burn),
        Verb::Value | Verb::Beams => (WithMeaning::Number, HowMeaning::Number, Amount::Value),
        Verb::Start => (WithMeaning::Number, HowMeaning::Stage, Amount::Number),
        Verb::Board => (WithMeaning::Number, HowMeaning::InPerson, Amount::Number),
        Verb::Repair => (WithMeaning::Number, HowMeaning::Number, Amount::Track),
        Verb::Yes => (WithMeaning::Line, HowMeaning::Number, Amount::Number),
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
        | Verb::Engine => (WithMeaning::Number, HowMeaning::Number, Amount::Number),
    }
}
