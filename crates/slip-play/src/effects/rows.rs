//! Static modifiers and skill substitutions: the compiled forms of an effect.

use crate::effects::OpponentFilter;
use crate::ids::{ActorId, SkillId};
use ecow::EcoString;
use slip_pack::Name;
use slip_pack::effect::{HitKind, Role, State};
use slip_pack::formula::Formula;

/// Acts that are rolled for, as effects distinguish them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// An attack.
    Attack,
    /// A defence.
    Defence,
    /// Movement.
    Move,
    /// A maneuver.
    Maneuver,
    /// An obstruction.
    Obstruct,
    /// Noticing.
    Notice,
    /// A check of nerve or against a hazard: it is not an act of the actor, and no word of an effect means it alone.
    Check,
    /// Switching the mode of a weapon; not rolled.
    SwitchMode,
    /// Sealing a suit.
    Seal,
    /// First aid.
    FirstAid,
    /// A task of the encounter.
    Task,
    /// Picking an item up; not rolled.
    PickUp,
    /// Space: detection of the enemy.
    Detection,
    /// Space: maneuvering for position.
    Position,
    /// Space: burning; not rolled.
    Burn,
    /// Space: coasting; not rolled.
    Coast,
    /// Space: electronic warfare.
    Ew,
    /// Space: firing beams.
    Beam,
    /// Space: launching torpedoes.
    Torpedo,
    /// Space: damage control.
    Repair,
    /// Space: boarding.
    Board,
    /// Space: forming up; not rolled.
    Form,
    /// Space: tethering; not rolled.
    Tether,
    /// Space: coupling; not rolled.
    Couple,
    /// Space: launching fighters; not rolled.
    Launch,
    /// Space: manning a post without the skill for it.
    StaffUntrained,
    /// Social: moving another actor.
    MoveAnother,
    /// Platoons: marching together, on the leader's roll.
    March,
    /// Platoons: making borders hard to cross by fire.
    Interdict,
    /// Platoons: rallying a unit.
    Rally,
    /// Platoons: jamming a unit's orders.
    Jam,
    /// Platoons: ending the jamming.
    Unjam,
    /// Platoons: finding an enemy.
    Spot,
    /// Platoons: getting out of sight.
    Cover,
    /// Platoons: moving through zones with enemies; not rolled.
    PassEnemies,
    /// Platoons: attacking an unspotted target; not rolled.
    AttackUnspotted,
    /// Platoons: staying where others of its kind leave; not rolled.
    Stay,
    /// Stakes: putting two dice forward.
    Raise,
    /// Stakes: answering a raise.
    See,
    /// Stakes: taking another approach.
    Escalate,
    /// Stakes: bringing a thing into play.
    BringIn,
    /// Stakes: cancelling fallout with a die.
    Resist,
}

impl Act {
    /// True if it is a kind of attack.
    pub(crate) const fn is_attack(self) -> bool {
        matches!(self, Act::Ew | Act::Beam | Act::Torpedo)
    }
}

/// Variable of a condition, read from the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionVariable {
    /// Self has fired last round.
    FiredLastRound,
    /// Self is prone.
    Prone,
    /// Self has moved this turn.
    Moved,
    /// Open boxes of a track of self.
    Boxes(u8),
    /// Range to the declared target.
    Range,
    /// Shifts of the current attack, against the first defender.
    Shifts,
    /// Total of the actor's current roll.
    Total,
    /// Zones outside the range of the item used.
    Outside,
    /// Consequences self has taken.
    Consequences,
    /// The value without effects.
    Base,
    /// Gravity of the zone: 1 if there is notable gravity.
    Gravity,
    /// True if self has air.
    Atmosphere,
    /// True if an enemy can see self's zone.
    Spotted,
    /// Space: number of ships carried by self.
    Carried,
    /// Space: true if self is in a hangar.
    OnLaunch,
    /// True if a choice was made.
    Chosen(Name),
    /// A fact about an actor or item.
    Of(Role, Fact),
    /// Identity of an actor, place or item, as a number to compare.
    Who(Role),
}

/// A fact about a [`Role`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A rank.
    Rank(SkillId),
    /// True if a skill is trained.
    Trained(SkillId),
    /// A stat.
    Stat(Name),
    /// Boxes not yet marked.
    Boxes(u8),
    /// A state, such as prone.
    State(State),
    /// A mark.
    Mark(Name),
    /// Military training.
    Military(Name),
    /// An aspect.
    Aspect(EcoString),
    /// A kind or design.
    Kind(Name),
}

/// A condition that is evaluated: any value but 0 is true.
pub type Condition = Formula<ConditionVariable>;

/// A static modifier of rolls.
#[derive(Clone, Debug, PartialEq)]
pub struct RollChange {
    /// Skill of the rolls; none for any.
    pub skill: Option<SkillId>,
    /// Act of the rolls; none for any.
    pub act: Option<Act>,
    /// Amount.
    pub by: i32,
    /// Condition.
    pub condition: Option<Condition>,
    /// The effect under which it is listed; without one it is listed as gear.
    pub line: Option<u16>,
}

/// A skill substitution.
#[derive(Clone, Debug, PartialEq)]
pub struct StandIn {
    /// The substitute skill.
    pub basis: SkillId,
    /// The skill it replaces; none for any.
    pub skill: Option<SkillId>,
    /// Act it is for; none for any.
    pub act: Option<Act>,
    /// The item it is for, by name, if it is for one only.
    pub thing: Option<Name>,
    /// The highest rank that counts.
    pub up_to: Option<i32>,
    /// Fate points that lift the cap for one roll.
    pub full_for: Option<u16>,
    /// The actor whose rank counts, for a lent skill (`allies may use my …`).
    pub lender: Option<ActorId>,
    /// Bonus added after the cap.
    pub plus: i32,
    /// True if it is mandatory.
    pub must: bool,
    /// Condition.
    pub condition: Option<Condition>,
    /// The role whose rank counts, if it is another actor's.
    pub of: Option<Role>,
    /// True if the lender rolls, with all of the lender's modifiers.
    pub lenders_roll: bool,
    /// True if the roll deals no stress.
    pub harmless: bool,
    /// The skill of the weapon whose range counts.
    pub within: Option<SkillId>,
    /// Opposition it is for.
    pub against: Option<OpponentFilter>,
    /// The effect of the table that has its conditions and price; none if it always applies.
    pub line: Option<u16>,
}

/// Limits of an area attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// True if the actor's own zone cannot be chosen.
    pub not_here: bool,
    /// True if the actor is spared.
    pub spares_self: bool,
    /// True if its allies are spared.
    pub spares_allies: bool,
    /// True if the area is always used.
    pub always: bool,
}

/// Occasions after which an aspect comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// Any attack.
    Attack,
    /// An attack on everyone in a zone.
    AreaAttack,
    /// An attack that hits.
    Hit,
    /// An attack on Composure without a weapon.
    Words,
    /// First aid.
    FirstAid,
}

/// An aspect, or a free tag on it, that comes after an occasion.
#[derive(Clone, Debug, PartialEq)]
pub struct After {
    /// The occasion.
    pub when: Occasion,
    /// The words of the aspect.
    pub aspect: EcoString,
    /// True if it gets a free tag for the enemies of its holder, rather than only being placed.
    pub free: bool,
    /// Condition.
    pub condition: Option<Condition>,
}

/// One static modifier of an effect.
#[derive(Clone, Debug, PartialEq)]
pub enum Row {
    /// Modifies rolls.
    Roll(RollChange),
    /// Modifies attacks with an item.
    Attack(i32),
    /// Modifies harm: of attacks with a skill, or (none) of the carrier's own.
    Harm(Option<SkillId>, i32),
    /// Modifies penetration, likewise.
    Penetration(Option<SkillId>, i32),
    /// Modifies armour.
    Defense(i32),
    /// Modifies the rank in the order of turns.
    Order(i32),
    /// Sets the range.
    Range(u8, u8),
    /// Sets the penalty out of range; true if it counts for each zone.
    OutOfRange(i32, bool),
    /// Attacks everyone in a place at once.
    Area(Area),
    /// Replaces, adds or offers a track: for attacks with a skill, or (none) for the carrier's own.
    Tracks(Option<SkillId>, u8, HitKind),
    /// A better skill amplifies: it adds 1.
    Amplified(SkillId),
    /// A worse skill limits: it counts instead.
    Limited(SkillId),
    /// Substitutes a skill.
    Uses(StandIn),
    /// Cannot attack under a condition.
    Barred(Condition),
    /// Its mode can be changed, for free (`true`) or as an action.
    Switching(bool),
    /// Has no recoil in weightlessness.
    Recoilless,
    /// The bearer does not meet its requirement, for this act.
    Lacks(Option<Act>),
    /// Waives the requirement of military training.
    AllowsUntrained,
    /// An aspect comes after an attack.
    After(After),
    /// An aspect never has a free tag.
    NeverFree(EcoString),
    /// An aspect is never placed.
    NeverHas(EcoString),
    /// An aspect is never placed after an occasion.
    NeverAfter(Occasion, EcoString),
    /// The bearer has an aspect from the start.
    Aspect(EcoString),
    /// The item leaves the hand afterwards.
    Drops,
    /// A choice at declaration.
    Choice(EcoString),
}
