//! Static modifiers and skill substitutions: the compiled forms of an effect.

use crate::effects::OpponentFilter;
use crate::ids::{ActorId, SkillId};
use crate::tracks::TrackSet;
use ecow::EcoString;
use slip_pack::Name;
use slip_pack::effect::{HitKind, Role, State};
use slip_pack::formula::Formula;

/// Kinds of act that effects distinguish: acts with a roll, and acts that effects permit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// Attacking a target.
    Attack,
    /// Defending against an attack.
    Defence,
    /// Moving to other zones.
    Move,
    /// Placing an aspect by a maneuver.
    Maneuver,
    /// Making a border harder to cross.
    Obstruct,
    /// Noticing something.
    Notice,
    /// A check of nerve, or a roll against a hazard. It is not an act of the actor, and no word in effects means only this roll.
    Check,
    /// Switching the mode of a weapon; not rolled.
    SwitchMode,
    /// Sealing a suit.
    Seal,
    /// Giving first aid.
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
    /// Space: coasting. This act is never rolled.
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
    /// Space: making a tether. This act is never rolled.
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
    /// Platoons: attacking a target that is not spotted. The act itself is not rolled.
    AttackUnspotted,
    /// Platoons: staying in a zone that other units of the same kind leave. This act is never rolled.
    Stay,
    /// Platoons: acting with a skill that the unit has used in defence this turn. This act is never rolled.
    Reuse,
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
    /// True if the act is one of the three kinds of attack between ships.
    pub(crate) const fn is_attack(self) -> bool {
        matches!(self, Act::Ew | Act::Beam | Act::Torpedo)
    }
}

/// Variable of a condition, read from the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionVariable {
    /// True if `self` fired in the last round.
    FiredLastRound,
    /// True if `self` is prone.
    Prone,
    /// True if `self` has moved this turn.
    Moved,
    /// Number of open boxes on a track of the actor.
    Boxes(u8),
    /// Range between the actor of the roll or event and its target.
    Range,
    /// Range between the carrier of an effect that reaches other actors (an aura) and the affected actor.
    Distance,
    /// Shifts of the current attack against the defender that the condition names, or else against the first defender.
    Shifts,
    /// Total of the actor's current roll.
    Total,
    /// Number of zones by which the target is outside the range of the item used.
    Outside,
    /// Number of consequences that `self` has taken.
    Consequences,
    /// Value of the number before effects.
    Base,
    /// Gravity of the zone: 1 if there is notable gravity.
    Gravity,
    /// True if the zone of `self` has air to breathe.
    Atmosphere,
    /// True if an enemy can see the zone of `self`.
    Spotted,
    /// Space: number of ships that `self` carries.
    Carried,
    /// Space: true if `self` is in a hangar.
    OnLaunch,
    /// True if the player has made this choice for the roll.
    Chosen(Name),
    /// A fact about the actor or item in a role.
    Of(Role, RoleFact),
    /// Actor, place or item that a role means. It is represented by a number, so that two roles can be compared.
    Who(Role),
}

/// A fact about a [`Role`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoleFact {
    /// Rank of a skill.
    Rank(SkillId),
    /// True if a skill is trained.
    Trained(SkillId),
    /// Value of a stat.
    Stat(Name),
    /// Number of boxes of a track that are not marked.
    Boxes(u8),
    /// True if the actor is in a state, such as prone.
    State(State),
    /// True if the actor or item has a mark.
    Mark(Name),
    /// True if the actor has military training in a skill.
    Military(Name),
    /// True if the actor or item has an aspect.
    Aspect(EcoString),
    /// True if the actor or item is of a kind or design.
    Kind(Name),
}

/// A condition that is evaluated: any value but 0 is true.
pub type Condition = Formula<ConditionVariable>;

/// A static modifier of rolls.
#[derive(Clone, Debug, PartialEq)]
pub struct RollChange {
    /// Skill of the rolls; `None` for rolls with any skill.
    pub skill: Option<SkillId>,
    /// Act of the rolls; `None` means any act.
    pub act: Option<Act>,
    /// Amount that is added to the rolls.
    pub by: i32,
    /// Condition under which the modifier counts.
    pub condition: Option<Condition>,
    /// Number of the effect under whose name the amount is listed on the roll; `None` if it is listed as gear.
    pub line: Option<u16>,
}

/// A skill substitution.
#[derive(Clone, Debug, PartialEq)]
pub struct StandIn {
    /// The substitute skill.
    pub basis: SkillId,
    /// Skill that is replaced; `None` for any.
    pub skill: Option<SkillId>,
    /// Act that the substitution is for; `None` for any.
    pub act: Option<Act>,
    /// Name of the item that the substitution is for, if it is for one item only.
    pub thing: Option<Name>,
    /// Cap: highest rank of the substitute skill that counts on the roll.
    pub up_to: Option<i32>,
    /// Fate points that lift the cap of the substitute skill for one roll.
    pub full_for: Option<u16>,
    /// Actor whose rank is used when it lends a skill (`allies may use my …`).
    pub lender: Option<ActorId>,
    /// Bonus for using a substitute skill. It is added to the rank of that skill after the rank's cap.
    pub plus: i32,
    /// True if the substitution is mandatory.
    pub must: bool,
    /// Condition under which the substitution applies.
    pub condition: Option<Condition>,
    /// Role of another actor whose rank is used; `None` for the actor's own rank.
    pub of: Option<Role>,
    /// True if the lender rolls, with all of the lender's modifiers.
    pub lenders_roll: bool,
    /// True if the roll deals no stress.
    pub harmless: bool,
    /// Skill of another weapon, whose range and penalty apply to attacks with the substitute skill. `None` if those of the used weapon
    /// apply.
    pub within: Option<SkillId>,
    /// Opposition that the substitution is for.
    pub against: Option<OpponentFilter>,
    /// Number of the effect that gives the substitution its condition and price; `None` if the substitution always applies.
    pub line: Option<u16>,
}

/// Limits of an area attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AreaLimits {
    /// True if the actor's own zone cannot be chosen.
    pub not_here: bool,
    /// True if the attack does not strike the attacker, even if it is in the zone.
    pub spares_self: bool,
    /// True if the attack does not strike the attacker's allies in the zone.
    pub spares_allies: bool,
    /// True if the attack always strikes the whole area.
    pub always: bool,
}

/// Occasions after which an aspect is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AspectOccasion {
    /// The occasion is any attack.
    Attack,
    /// The occasion is an attack on everyone in a zone.
    AreaAttack,
    /// The occasion is an attack that hits.
    Hit,
    /// The occasion is a new defence roll in which the weapon is used.
    Defence,
    /// The occasion is an attack with words on Composure.
    Words,
    /// The occasion is first aid.
    FirstAid,
}

/// An aspect that is placed after an occasion, or a free tag on it.
#[derive(Clone, Debug, PartialEq)]
pub struct After {
    /// Occasion after which the aspect is placed.
    pub when: AspectOccasion,
    /// The words of the aspect.
    pub aspect: EcoString,
    /// True if the aspect is placed with a free tag for the enemies of its holder; false if it is placed without a free tag.
    pub free: bool,
    /// Condition under which the aspect is placed.
    pub condition: Option<Condition>,
}

/// One static modifier of an effect.
#[derive(Clone, Debug, PartialEq)]
pub enum StaticModifier {
    /// Changes rolls of the actor by an amount.
    Roll(RollChange),
    /// Modifies attacks with an item.
    Attack(i32),
    /// Modifies the harm of attacks with this skill; with `None`, the harm of the carrier's own attacks.
    Harm(Option<SkillId>, i32),
    /// Modifies the penetration of attacks with this skill; with `None`, the penetration of the carrier's own attacks.
    Penetration(Option<SkillId>, i32),
    /// Modifies armour.
    Defense(i32),
    /// Modifies the rank in the order of turns.
    Order(i32),
    /// Sets the range.
    Range(u8, u8),
    /// Sets the penalty for targets out of range. If the flag is true, the penalty applies once for each zone beyond the range.
    OutOfRange(i32, bool),
    /// Makes an attack strike all actors in a place, within limits.
    Area(AreaLimits),
    /// Replaces, adds or offers tracks for attacks with a skill or, without a skill, for the carrier's own attacks.
    Tracks(Option<SkillId>, TrackSet, HitKind),
    /// Lets a better skill amplify the roll, which adds 1.
    Amplified(SkillId),
    /// Lets a worse skill limit the roll, so that the worse rank counts.
    Limited(SkillId),
    /// Substitutes a skill.
    Uses(StandIn),
    /// Forbids attacks while a condition is true.
    Barred(Condition),
    /// Lets the mode of the item be changed: for free (`true`) or as an action.
    Switching(bool),
    /// Takes away the recoil of the item in zero gravity.
    Recoilless,
    /// The bearer does not meet a requirement of the item for this act; `None` means for every act.
    Lacks(Option<Act>),
    /// Waives the requirement of military training.
    AllowsUntrained,
    /// Places an aspect after an attack.
    After(After),
    /// Prevents free tags on an aspect.
    NeverFree(EcoString),
    /// Prevents an aspect from being placed.
    NeverHas(EcoString),
    /// Prevents an aspect from being placed because of an occasion, such as first aid.
    NeverAfter(AspectOccasion, EcoString),
    /// Gives the bearer an aspect from the start.
    Aspect(EcoString),
    /// Drops the item after use.
    Drops,
    /// Offers a choice at declaration.
    Choice(EcoString),
}
