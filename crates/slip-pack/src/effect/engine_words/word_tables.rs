//! Tables of the words that each conflict reads in effects.
//!
//! The vocabulary may give a word to a conflict although the word is missing here. Such a word has a fixed value in the conflict, or names
//! something that the conflict does not have. The engines are in `slip-play`; a word that an engine begins to read is added here.

use crate::effect::{Action, Count, Event, Play, Role, State, When, Whom};

/// Part of a role (such as the target) that a condition may test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RolePart {
    /// Statistics and states of the role.
    Number,
    /// Skills and tracks of the role.
    Sheet,
    /// Marks of the role.
    Mark,
    /// Aspects of the role.
    Aspect,
    /// The role itself, in comparisons such as `target_zone == own_zone`.
    Itself,
}

use RolePart::{Aspect, Itself, Mark, Number, Sheet};

/// Kind of target that an action is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetKind {
    /// A person, a ship or a unit.
    Actor,
    /// A zone, a border, or a thing in a zone.
    Place,
}

/// Part of a game that may have a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarkBearer {
    /// A weapon.
    Weapon,
    /// A person, ship or unit. The marks of worn things are those of the wearer.
    Actor,
    /// A zone.
    Zone,
    /// The scene as a whole.
    Scene,
}

/// Role that does not exist at the rolls for some actions.
#[derive(Clone, Copy, Debug)]
pub struct AbsentRole {
    /// The role.
    pub role: Role,
    /// Actions for which the role does not exist when they are rolled.
    pub at: &'static [Action],
    /// True if the role is absent only when the carrier of the effect rolls.
    pub own_only: bool,
}

/// Words that the engine of one conflict reads in effects.
#[derive(Debug)]
pub struct EngineWords {
    /// Kind of play of the engine.
    pub play: Play,
    /// Actions that the engine rolls for.
    pub rolls: &'static [Action],
    /// Actions without a roll that can trigger effects.
    pub acts: &'static [Action],
    /// Events that can trigger effects.
    pub events: &'static [Event],
    /// Times of triggers relative to the roll or event: `before`, `after`, `at`, `each`.
    pub times: &'static [When],
    /// Subjects of effects and of triggers.
    pub subjects: &'static [Whom],
    /// Counts after `per`.
    pub counts: &'static [Count],
    /// States in conditions and numbers.
    pub states: &'static [State],
    /// Roles in conditions and numbers, each with the parts that the engine reads.
    pub roles: &'static [(Role, &'static [RolePart])],
    /// Roles that do not exist at the rolls for some actions.
    pub absent: &'static [AbsentRole],
    /// Events that have no target.
    pub untargeted: &'static [Event],
    /// States in which the carrier of an effect never is when it rolls for one of the actions.
    pub absent_states: &'static [(State, &'static [Action])],
    /// Events, each with the actions that the actor of the event never takes.
    pub idle_after: &'static [(Event, &'static [Action])],
    /// Actions that cannot be aimed at everything, each with the kinds of targets that it has. Actions that are not listed can be aimed at
    /// actors and places.
    pub aims: &'static [(Action, &'static [TargetKind])],
    /// Actions whose rolls are never opposed by another roll.
    pub unopposed: &'static [Action],
    /// Actions that units and ships never take while they ride in a carrier.
    pub not_aboard: &'static [Action],
    /// Events that can trigger effects only with `after`, because the engine knows of them only when they are over.
    pub known_after: &'static [Event],
    /// Actions that the target of an action never rolls for itself as long as it is the target.
    pub not_by_targets: &'static [Action],
    /// Subjects that mean the actor that was taken out, in an effect triggered by `taken_out`. They are refused, because effects do not
    /// apply to such an actor any more.
    pub fallen: &'static [Whom],
    /// True if an actor that is taken out can still get aspects.
    pub places_on_the_fallen: bool,
    /// Marks that the rules of the conflict test, each with the parts of the game on which the rules test it.
    pub marks: &'static [(&'static str, &'static [MarkBearer])],
}

const EVERY_TIME: &[When] = &When::ALL;
const LATE: &[When] = &[When::After, When::At, When::Each];
const ALL: &[RolePart] = &[Number, Sheet, Mark, Aspect, Itself];
const PLACE: &[RolePart] = &[Number, Mark, Aspect, Itself];
/// A thing has statistics, but neither skills nor tracks.
const THING: &[RolePart] = &[Number, Mark, Aspect, Itself];
const PEOPLE: &[Whom] =
    &[Whom::Bearer, Whom::Allies, Whom::Enemies, Whom::Others, Whom::Everyone, Whom::Target, Whom::Actor, Whom::Allied, Whom::Enemy];

const PERSONAL_MARKS: &[(&str, &[MarkBearer])] = &[
    ("recoilless", &[MarkBearer::Weapon]),
    ("sealed", &[MarkBearer::Actor, MarkBearer::Zone]),
    ("hostile", &[MarkBearer::Zone, MarkBearer::Scene]),
];

const PLATOON_MARKS: &[(&str, &[MarkBearer])] =
    &[("airborne", &[MarkBearer::Actor]), ("battery", &[MarkBearer::Actor]), ("hostile", &[MarkBearer::Zone, MarkBearer::Scene])];

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
    (Role::Weapon, THING),
    (Role::Leader, ALL),
    (Role::Zone, PLACE),
    (Role::OwnZone, PLACE),
    (Role::TargetZone, PLACE),
    (Role::Scene, PLACE),
    (Role::World, PLACE),
];

/// Roles in social combat: those of personal combat without the weapon.
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

/// Actions other than attacks for which people roll dice in personal combat.
const PERSONAL_DEEDS: &[Action] = &[Action::Move, Action::Maneuver, Action::Obstruct, Action::Seal, Action::FirstAid, Action::Task];

/// Actions of people that are aimed at no one.
const PERSONAL_WITHOUT_TARGET: &[Action] = &[Action::Move, Action::Obstruct, Action::Seal, Action::Task];

/// Actions in a talk that are aimed at no one.
const SOCIAL_WITHOUT_TARGET: &[Action] = &[Action::Move, Action::Obstruct];

/// Rolls of ships that have no other ship as their target.
const SPACE_WITHOUT_TARGET: &[Action] = &[Action::Move, Action::Position, Action::Detection, Action::Notice, Action::Repair];

/// Actions for which people roll dice.
const PERSONAL_ACTIONS: &[Action] =
    &[Action::Attack, Action::Move, Action::Maneuver, Action::Obstruct, Action::Seal, Action::FirstAid, Action::Task];

/// Actions of people in a social combat, all with a roll.
const SOCIAL_ACTIONS: &[Action] = &[Action::Attack, Action::Move, Action::Maneuver, Action::Obstruct, Action::MoveAnother];

/// Actions with which units of a platoon only move or hide.
const PLATOON_MARCHES: &[Action] = &[Action::Move, Action::March, Action::Unjam, Action::Cover];

/// Actions of units that are on the map or on a card beside the map. Aircraft that are ready for launch never take them.
const PLATOON_ON_THE_MAP: &[Action] =
    &[Action::Attack, Action::Move, Action::Maneuver, Action::March, Action::Interdict, Action::Spot, Action::Cover];

/// Actions for which units of a platoon roll dice.
const PLATOON_ACTIONS: &[Action] = &[
    Action::Attack,
    Action::Move,
    Action::Maneuver,
    Action::March,
    Action::Interdict,
    Action::Rally,
    Action::Jam,
    Action::Unjam,
    Action::Spot,
    Action::Cover,
];

/// Words that personal combat reads.
pub(super) const PERSONAL: EngineWords = EngineWords {
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
    absent: &[
        AbsentRole { role: Role::Attacker, at: PERSONAL_DEEDS, own_only: false },
        AbsentRole { role: Role::Target, at: PERSONAL_WITHOUT_TARGET, own_only: false },
        AbsentRole { role: Role::Defender, at: PERSONAL_WITHOUT_TARGET, own_only: false },
    ],
    untargeted: &[Event::Enter, Event::Setup, Event::Start, Event::Turn],
    absent_states: &[],
    idle_after: &[],
    aims: &[
        (Action::Move, &[TargetKind::Place]),
        (Action::Obstruct, &[TargetKind::Place]),
        (Action::FirstAid, &[TargetKind::Actor]),
        (Action::Seal, &[]),
        (Action::Task, &[]),
        (Action::PickUp, &[]),
        (Action::SwitchMode, &[]),
    ],
    unopposed: &[Action::Move, Action::Obstruct, Action::Seal, Action::FirstAid, Action::Task],
    not_aboard: &[],
    known_after: &[Event::AreaAttack, Event::ComposureAttack],
    not_by_targets: PERSONAL_ACTIONS,
    fallen: &[Whom::Bearer, Whom::Target],
    places_on_the_fallen: true,
    marks: PERSONAL_MARKS,
};

/// Words of effects that social combat supports.
pub(super) const SOCIAL: EngineWords = EngineWords {
    play: Play::Social,
    rolls: &[Action::Rolls, Action::Attack, Action::Defence, Action::Move, Action::Maneuver, Action::Obstruct, Action::MoveAnother],
    acts: &[],
    events: &[Event::Hit, Event::Enter, Event::Setup, Event::Start, Event::Turn, Event::TakenOut, Event::ComposureAttack, Event::TimeBox],
    times: EVERY_TIME,
    subjects: PEOPLE,
    counts: &[Count::Shift, Count::Zone, Count::Consequence],
    states: &[State::Moved, State::Atmosphere, State::Gravity, State::Shifts, State::Total, State::Range, State::Base],
    roles: SOCIAL_ROLES,
    absent: &[
        AbsentRole { role: Role::Target, at: SOCIAL_WITHOUT_TARGET, own_only: false },
        AbsentRole { role: Role::Defender, at: SOCIAL_WITHOUT_TARGET, own_only: false },
    ],
    untargeted: &[Event::Enter, Event::Setup, Event::Start, Event::Turn, Event::TimeBox],
    absent_states: &[],
    idle_after: &[],
    aims: &[(Action::Move, &[TargetKind::Place]), (Action::Obstruct, &[TargetKind::Place])],
    unopposed: &[],
    not_aboard: &[],
    known_after: &[Event::AreaAttack, Event::ComposureAttack],
    not_by_targets: SOCIAL_ACTIONS,
    fallen: &[Whom::Target],
    places_on_the_fallen: true,
    marks: &[],
};

/// Words that space combat reads. It has no gravity, air, zones or hand weapons.
pub(super) const SPACE: EngineWords = EngineWords {
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
    ],
    absent: &[
        AbsentRole { role: Role::Target, at: SPACE_WITHOUT_TARGET, own_only: false },
        AbsentRole { role: Role::Defender, at: SPACE_WITHOUT_TARGET, own_only: false },
    ],
    untargeted: &[Event::Setup, Event::Start, Event::Arrival, Event::Turn],
    absent_states: &[],
    idle_after: &[],
    aims: &[(Action::Move, &[TargetKind::Place]), (Action::Position, &[]), (Action::Detection, &[]), (Action::Repair, &[])],
    unopposed: &[],
    not_aboard: &[],
    known_after: &[],
    not_by_targets: &[],
    fallen: &[],
    places_on_the_fallen: true,
    marks: &[],
};

/// Words of effects that platoon combat supports. Gravity is always 1, units are never prone, and weapons have no names.
pub(super) const PLATOON: EngineWords = EngineWords {
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
    absent: &[
        AbsentRole { role: Role::Defender, at: PLATOON_MARCHES, own_only: false },
        AbsentRole { role: Role::Target, at: PLATOON_MARCHES, own_only: false },
        AbsentRole { role: Role::Carrier, at: PLATOON_ACTIONS, own_only: true },
    ],
    untargeted: &[Event::Setup, Event::Start, Event::Turn, Event::Enter, Event::EnterMap],
    absent_states: &[(State::OnLaunch, PLATOON_ON_THE_MAP)],
    idle_after: &[(Event::EnterMap, &[Action::Move, Action::March])],
    aims: &[
        (Action::Move, &[TargetKind::Place]),
        (Action::March, &[TargetKind::Place]),
        (Action::Interdict, &[TargetKind::Place]),
        (Action::Unjam, &[]),
        (Action::Cover, &[]),
    ],
    unopposed: &[],
    not_aboard: PLATOON_ACTIONS,
    known_after: &[],
    not_by_targets: PLATOON_ACTIONS,
    fallen: &[Whom::Bearer, Whom::Actor],
    places_on_the_fallen: false,
    marks: PLATOON_MARKS,
};

const STATS: &[RolePart] = &[Number, Sheet, Itself];

/// Words that raise-and-see conflicts read. They use pools of dice, without skills, aspects, marks and places.
pub(super) const STAKES: EngineWords = EngineWords {
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
    absent: &[],
    untargeted: &[],
    absent_states: &[],
    idle_after: &[],
    aims: &[],
    unopposed: &[],
    not_aboard: &[],
    known_after: &[],
    not_by_targets: &[],
    fallen: &[],
    places_on_the_fallen: true,
    marks: &[],
};

impl MarkBearer {
    /// Returns the parts of the game that a role in a condition can mean; empty if the role may mean anything.
    pub const fn of_role(role: Role) -> &'static [MarkBearer] {
        match role {
            Role::Weapon => &[MarkBearer::Weapon],
            Role::Zone | Role::OwnZone | Role::TargetZone => &[MarkBearer::Zone],
            Role::Scene | Role::World => &[MarkBearer::Scene],
            Role::Actor
            | Role::Attacker
            | Role::Defender
            | Role::Target
            | Role::Bearer
            | Role::Leader
            | Role::Carrier
            | Role::Carried
            | Role::Attached => &[MarkBearer::Actor],
            Role::Own | Role::Station => &[],
        }
    }

    /// Returns the part of the game in words, for messages: `a weapon`.
    pub const fn described(self) -> &'static str {
        match self {
            MarkBearer::Weapon => "a weapon",
            MarkBearer::Actor => "a person, ship or unit",
            MarkBearer::Zone => "a zone",
            MarkBearer::Scene => "the scene",
        }
    }

    /// Returns a role that means this part of the game, for an example in a help text.
    pub const fn role(self) -> Role {
        match self {
            MarkBearer::Weapon => Role::Weapon,
            MarkBearer::Actor => Role::Target,
            MarkBearer::Zone => Role::OwnZone,
            MarkBearer::Scene => Role::Scene,
        }
    }
}

impl EngineWords {
    /// Returns the parts of the game on which the rules of the conflict test a mark; empty if the rules never test the mark.
    pub fn asked_for(&self, mark: &str) -> &'static [MarkBearer] {
        self.marks.iter().find(|(known, _)| *known == mark).map_or(&[], |(_, bearers)| bearers)
    }

    /// True if an action is aimed at targets of this kind.
    pub fn aims_at(&self, action: Action, kind: TargetKind) -> bool {
        self.aims.iter().find(|(known, _)| *known == action).is_none_or(|(_, kinds)| kinds.contains(&kind))
    }

    /// Returns the table of the engine of a conflict; `None` for building and the time between encounters.
    pub const fn of(play: Play) -> Option<&'static EngineWords> {
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
