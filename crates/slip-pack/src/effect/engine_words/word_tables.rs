//! Tables of the words that each conflict reads in effects.
//!
//! A word that the vocabulary gives to a conflict and that is missing here has a fixed value there, or names something that the conflict
//! does not have. The engines are in `slip-play`; a word that an engine begins to read is added here.

use crate::effect::{Action, Count, Event, Play, Role, State, When, Whom};

/// Part of a role that a condition may look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RolePart {
    /// Skills, statistics, boxes and states.
    Number,
    /// Marks.
    Mark,
    /// Aspects.
    Aspect,
    /// The role itself, in comparisons such as `target_zone == own_zone`.
    Itself,
}

use RolePart::{Aspect, Itself, Mark, Number};

/// Words that the engine of one conflict reads in effects.
#[derive(Debug)]
pub struct Reads {
    /// Kind of play of the engine.
    pub play: Play,
    /// Actions that the engine rolls for.
    pub rolls: &'static [Action],
    /// Actions without a roll that may be the moment of an effect.
    pub acts: &'static [Action],
    /// Events that may be the moment of an effect.
    pub events: &'static [Event],
    /// Times of a moment, relative to its roll or event.
    pub times: &'static [When],
    /// Subjects of effects and moments.
    pub subjects: &'static [Whom],
    /// Counts after `per`.
    pub counts: &'static [Count],
    /// States in conditions and numbers.
    pub states: &'static [State],
    /// Roles in conditions and numbers, each with what is read of it.
    pub roles: &'static [(Role, &'static [RolePart])],
}

const EVERY_TIME: &[When] = &When::ALL;
const LATE: &[When] = &[When::After, When::At, When::Each];
const ALL: &[RolePart] = &[Number, Mark, Aspect, Itself];
const PLACE: &[RolePart] = &[Number, Mark, Aspect, Itself];
const PEOPLE: &[Whom] =
    &[Whom::Bearer, Whom::Allies, Whom::Enemies, Whom::Others, Whom::Everyone, Whom::Target, Whom::Actor, Whom::Allied, Whom::Enemy];

const PERSONAL_STATES: &[State] = &[
    State::Moved,
    State::FiredLastRound,
    State::Prone,
    State::Atmosphere,
    State::Gravity,
    State::Shifts,
    State::Total,
    State::Range,
    State::Tech,
    State::Base,
];

const PERSONAL_ROLES: &[(Role, &[RolePart])] = &[
    (Role::Own, ALL),
    (Role::Bearer, ALL),
    (Role::Actor, ALL),
    (Role::Attacker, ALL),
    (Role::Defender, ALL),
    (Role::Target, ALL),
    (Role::Weapon, ALL),
    (Role::Leader, ALL),
    (Role::Zone, PLACE),
    (Role::OwnZone, PLACE),
    (Role::TargetZone, PLACE),
    (Role::Scene, PLACE),
    (Role::World, PLACE),
];

/// A talk has no weapons.
const SOCIAL_ROLES: &[(Role, &[RolePart])] = &[
    (Role::Own, ALL),
    (Role::Bearer, ALL),
    (Role::Actor, ALL),
    (Role::Attacker, ALL),
    (Role::Defender, ALL),
    (Role::Target, ALL),
    (Role::Leader, ALL),
    (Role::Zone, PLACE),
    (Role::OwnZone, PLACE),
    (Role::TargetZone, PLACE),
    (Role::Scene, PLACE),
    (Role::World, PLACE),
];

/// Personal combat.
pub(super) const PERSONAL: Reads = Reads {
    play: Play::Personal,
    rolls: &[
        Action::Rolls,
        Action::Attack,
        Action::Defence,
        Action::Move,
        Action::Maneuver,
        Action::Obstruct,
        Action::Seal,
        Action::FirstAid,
        Action::Task,
    ],
    acts: &[Action::PickUp, Action::SwitchMode],
    events: &[
        Event::AreaAttack,
        Event::Hit,
        Event::Enter,
        Event::Setup,
        Event::Start,
        Event::Turn,
        Event::TakenOut,
        Event::ComposureAttack,
    ],
    times: EVERY_TIME,
    subjects: PEOPLE,
    counts: &[Count::Shift, Count::Zone, Count::Consequence],
    states: PERSONAL_STATES,
    roles: PERSONAL_ROLES,
};

/// Social combat.
pub(super) const SOCIAL: Reads = Reads {
    play: Play::Social,
    rolls: &[Action::Rolls, Action::Attack, Action::Defence, Action::Move, Action::Maneuver, Action::Obstruct, Action::MoveAnother],
    acts: &[],
    events: &[Event::Hit, Event::Enter, Event::Setup, Event::Start, Event::Turn, Event::TakenOut, Event::ComposureAttack, Event::TimeBox],
    times: EVERY_TIME,
    subjects: PEOPLE,
    counts: &[Count::Shift, Count::Zone, Count::Consequence],
    states: &[State::Moved, State::Atmosphere, State::Gravity, State::Shifts, State::Total, State::Range, State::Base],
    roles: SOCIAL_ROLES,
};

/// Space combat: no weight, no air, no zones, no weapon in the hand.
pub(super) const SPACE: Reads = Reads {
    play: Play::Space,
    rolls: &[
        Action::Rolls,
        Action::Attack,
        Action::Defence,
        Action::Move,
        Action::Maneuver,
        Action::Notice,
        Action::Detection,
        Action::Position,
        Action::Ew,
        Action::Beam,
        Action::Torpedo,
        Action::Repair,
        Action::Board,
    ],
    acts: &[Action::Burn, Action::Coast, Action::Form, Action::Tether, Action::Couple, Action::Launch],
    events: &[Event::Setup, Event::Start, Event::Arrival, Event::Turn, Event::TakenOut, Event::Hit],
    times: LATE,
    subjects: &[
        Whom::Bearer,
        Whom::Crew,
        Whom::Attached,
        Whom::Carrier,
        Whom::Tethered,
        Whom::Allies,
        Whom::Enemies,
        Whom::Others,
        Whom::Everyone,
        Whom::Target,
        Whom::Actor,
        Whom::Allied,
        Whom::Enemy,
    ],
    counts: &[Count::Carried, Count::Shift, Count::Consequence],
    states: &[
        State::Moved,
        State::FiredLastRound,
        State::OnLaunch,
        State::Shifts,
        State::Total,
        State::Range,
        State::Tech,
        State::Carried,
        State::Base,
    ],
    roles: &[
        (Role::Own, ALL),
        (Role::Bearer, ALL),
        (Role::Actor, ALL),
        (Role::Attacker, ALL),
        (Role::Defender, ALL),
        (Role::Target, ALL),
        (Role::Carrier, ALL),
        (Role::Carried, ALL),
        (Role::Attached, ALL),
        (Role::Leader, ALL),
        (Role::Scene, &[Aspect]),
        (Role::World, &[Aspect]),
        (Role::Station, &[Aspect]),
    ],
};

/// Platoon combat: weight is always 1, nobody lies down, and no weapon has a name.
pub(super) const PLATOON: Reads = Reads {
    play: Play::Platoon,
    rolls: &[
        Action::Rolls,
        Action::Attack,
        Action::Defence,
        Action::Move,
        Action::Maneuver,
        Action::March,
        Action::Interdict,
        Action::Rally,
        Action::Jam,
        Action::Unjam,
        Action::Spot,
        Action::Cover,
    ],
    acts: &[],
    events: &[
        Event::Setup,
        Event::Start,
        Event::Turn,
        Event::TakenOut,
        Event::Enter,
        Event::EnterMap,
        Event::Contact,
        Event::Hit,
        Event::AreaAttack,
    ],
    times: EVERY_TIME,
    subjects: &[
        Whom::Bearer,
        Whom::Attached,
        Whom::Carrier,
        Whom::Platoon,
        Whom::Allies,
        Whom::Enemies,
        Whom::Others,
        Whom::Everyone,
        Whom::Target,
        Whom::Actor,
        Whom::Allied,
        Whom::Enemy,
    ],
    counts: &[Count::Carried, Count::Shift, Count::Zone, Count::Consequence],
    states: &[
        State::Moved,
        State::FiredLastRound,
        State::OnLaunch,
        State::Atmosphere,
        State::Spotted,
        State::Shifts,
        State::Total,
        State::Range,
        State::Tech,
        State::Carried,
        State::Base,
    ],
    roles: &[
        (Role::Own, ALL),
        (Role::Bearer, ALL),
        (Role::Actor, ALL),
        (Role::Attacker, ALL),
        (Role::Defender, ALL),
        (Role::Target, ALL),
        (Role::Carrier, ALL),
        (Role::Carried, ALL),
        (Role::Attached, ALL),
        (Role::Leader, ALL),
        (Role::Zone, PLACE),
        (Role::OwnZone, PLACE),
        (Role::TargetZone, PLACE),
        (Role::Scene, PLACE),
        (Role::World, PLACE),
    ],
};

const STATS: &[RolePart] = &[Number, Itself];

/// The raise-and-see conflict: dice on the table, without skills, aspects, marks and places.
pub(super) const STAKES: Reads = Reads {
    play: Play::Stakes,
    rolls: &[Action::Raise, Action::See, Action::Escalate, Action::BringIn, Action::Resist],
    acts: &[],
    events: &[Event::Fallout],
    times: LATE,
    subjects: &[Whom::Bearer, Whom::Allies, Whom::Enemies, Whom::Others, Whom::Everyone, Whom::Target, Whom::Actor],
    counts: &[],
    states: &[State::Total, State::Base],
    roles: &[
        (Role::Own, STATS),
        (Role::Bearer, STATS),
        (Role::Actor, STATS),
        (Role::Attacker, STATS),
        (Role::Defender, STATS),
        (Role::Target, STATS),
    ],
};

impl Reads {
    /// Returns the table of the engine of a conflict; `None` for building and the time between encounters.
    pub const fn of(play: Play) -> Option<&'static Reads> {
        Some(match play {
            Play::Personal => &PERSONAL,
            Play::Space => &SPACE,
            Play::Social => &SOCIAL,
            Play::Platoon => &PLATOON,
            Play::Stakes => &STAKES,
            Play::Build | Play::Travel | Play::Economy | Play::Story => return None,
        })
    }
}
