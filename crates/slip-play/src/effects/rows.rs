//! What an effect line becomes when an encounter begins: one row (hook, who, condition, operation, number).

use crate::effects::Foe;
use crate::ids::{ActorId, SkillId};
use ecow::EcoString;
use slip_pack::Name;
use slip_pack::effect::{HitKind, Role, State};
use slip_pack::formula::Formula;

/// What is rolled for, as far as effects tell rolls apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// An attack.
    Attack,
    /// A defence.
    Defence,
    /// Moving.
    Move,
    /// A maneuver.
    Maneuver,
    /// An obstruction.
    Obstruct,
    /// Noticing.
    Notice,
    /// A check of nerve, a danger faced: nobody does anything, and no word of a line means it alone.
    Check,
    /// Switching the mode of a weapon, for which nothing is rolled.
    SwitchMode,
    /// Sealing a suit.
    Seal,
    /// First aid.
    FirstAid,
    /// A task of the encounter.
    Task,
    /// Taking up what lies there, for which nothing is rolled.
    PickUp,
    /// Space: finding the enemy.
    Detection,
    /// Space: flying for position.
    Position,
    /// Space: burning, for which nothing is rolled.
    Burn,
    /// Space: coasting, likewise.
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
    /// Space: forming up, for which nothing is rolled.
    Form,
    /// Space: tethering, likewise.
    Tether,
    /// Space: coupling, likewise.
    Couple,
    /// Space: launching fighters, likewise.
    Launch,
    /// Space: manning a post without the skill for it.
    StaffUntrained,
    /// Social: moving somebody else.
    MoveAnother,
    /// Platoons: moving together, on the leader's roll.
    March,
    /// Platoons: making borders hard to cross by fire.
    Interdict,
    /// Platoons: giving somebody heart.
    Rally,
    /// Platoons: keeping a unit from hearing its leader.
    Jam,
    /// Platoons: undoing that.
    Unjam,
    /// Platoons: finding an enemy.
    Spot,
    /// Platoons: getting out of sight.
    Cover,
    /// Platoons: going on through zones that hold enemies, for which nothing is rolled.
    PassEnemies,
    /// Platoons: attacking what nobody has spotted, likewise.
    AttackUnspotted,
    /// Platoons: staying where others of its kind leave, likewise.
    Stay,
    /// Stakes: putting two dice forward.
    Raise,
    /// Stakes: answering them.
    See,
    /// Stakes: taking another approach.
    Escalate,
    /// Stakes: bringing something into play.
    BringIn,
    /// Stakes: cancelling fallout with a die.
    Resist,
}

impl Act {
    /// True if it is an attack by another name.
    pub(crate) const fn is_attack(self) -> bool {
        matches!(self, Act::Ew | Act::Beam | Act::Torpedo)
    }
}

/// What a condition looks up at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Live {
    /// Self fired last round.
    FiredLastRound,
    /// Self lies down.
    Prone,
    /// Self has moved this turn.
    Moved,
    /// Open boxes of a track of self.
    Boxes(u8),
    /// Range to the target of what is declared.
    Range,
    /// Shifts of the attack on the table, against the first defender.
    Shifts,
    /// Total of the actor's roll on the table.
    Total,
    /// Zones outside the range of what is used.
    Outside,
    /// Consequences self has taken.
    Consequences,
    /// The value without effects.
    Base,
    /// Gravity of the place: 1 where there is some to speak of.
    Gravity,
    /// True if there is air where self is.
    Atmosphere,
    /// True if some enemy sees where self is.
    Spotted,
    /// Space: how many ride in self.
    Carried,
    /// Space: whether self waits in a hangar.
    OnLaunch,
    /// True if a choice was made.
    Chosen(Name),
    /// Something about somebody or something else.
    Of(Role, Fact),
    /// Who or where somebody or something is, as a number to compare.
    Who(Role),
}

/// What is asked about a [`Role`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A rank.
    Rank(SkillId),
    /// True if it is trained.
    Trained(SkillId),
    /// A statistic.
    Stat(Name),
    /// Boxes not yet marked.
    Boxes(u8),
    /// A state.
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

/// Something that may or may not be so at the table: any value but 0 is true.
pub type Condition = Formula<Live>;

/// A standing change to rolls.
#[derive(Clone, Debug, PartialEq)]
pub struct RollChange {
    /// Of which skill; none for whatever is rolled.
    pub skill: Option<SkillId>,
    /// For which act; none for any.
    pub act: Option<Act>,
    /// How much.
    pub by: i32,
    /// On condition.
    pub condition: Option<Condition>,
    /// The line of the table that it is told as; none: it is told as gear.
    pub line: Option<u16>,
}

/// A skill that may stand in for another.
#[derive(Clone, Debug, PartialEq)]
pub struct StandIn {
    /// The skill used.
    pub basis: SkillId,
    /// For which skill; none for any.
    pub skill: Option<SkillId>,
    /// For which act; none for any.
    pub act: Option<Act>,
    /// The thing it is for, by name, where it is one thing only.
    pub thing: Option<Name>,
    /// The highest rank that counts.
    pub up_to: Option<i32>,
    /// Fate points that lift that for one roll.
    pub full_for: Option<u16>,
    /// Whose rank counts, where it is lent (`allies may use my …`).
    pub lender: Option<ActorId>,
    /// Added afterwards.
    pub plus: i32,
    /// True if there is no choice.
    pub must: bool,
    /// On condition.
    pub condition: Option<Condition>,
    /// Whose rank counts, where it is that of somebody at the table.
    pub of: Option<Role>,
    /// True if the lender rolls, with everything that counts for them.
    pub lenders_roll: bool,
    /// True if the roll deals nothing to anybody.
    pub harmless: bool,
    /// The skill of the weapon whose range counts.
    pub within: Option<SkillId>,
    /// Only against this.
    pub against: Option<Foe>,
    /// The line of the table that says when it stands and what a use costs; none: as it is.
    pub line: Option<u16>,
}

/// What an area attack spares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// The zone one stands in cannot be chosen.
    pub not_here: bool,
    /// The actor is spared.
    pub spares_self: bool,
    /// So are its allies.
    pub spares_allies: bool,
    /// It is no choice.
    pub always: bool,
}

/// Occasions after which something comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// Any attack.
    Attack,
    /// An attack on everybody in a zone.
    AreaAttack,
    /// An attack that hits.
    Hit,
    /// An attack on Composure without a weapon.
    Words,
    /// First aid.
    FirstAid,
}

/// An aspect that comes, or comes free, after something.
#[derive(Clone, Debug, PartialEq)]
pub struct After {
    /// After what.
    pub when: Occasion,
    /// The words of the aspect.
    pub aspect: EcoString,
    /// True if it becomes free to tag for the enemies of its bearer, rather than only being there.
    pub free: bool,
    /// On condition.
    pub condition: Option<Condition>,
}

/// One thing an effect line does.
#[derive(Clone, Debug, PartialEq)]
pub enum Row {
    /// Changes rolls.
    Roll(RollChange),
    /// Changes the attacks made with a thing.
    Attack(i32),
    /// Changes harm: of attacks with a skill, or (none) of the carrier's own.
    Harm(Option<SkillId>, i32),
    /// Changes penetration, likewise.
    Penetration(Option<SkillId>, i32),
    /// Changes armour.
    Defense(i32),
    /// Changes the place in the order of turns.
    Order(i32),
    /// Sets the range.
    Range(u8, u8),
    /// Sets the penalty out of range, and whether it counts for each zone.
    OutOfRange(i32, bool),
    /// Everybody in a place at once.
    Area(Area),
    /// Replaces, adds or lets choose a track: of attacks with a skill, or (none) of the carrier's own.
    Tracks(Option<SkillId>, u8, HitKind),
    /// A better skill adds 1.
    Amplified(SkillId),
    /// A worse skill counts instead.
    Limited(SkillId),
    /// Another skill stands in.
    Uses(StandIn),
    /// It cannot attack.
    Barred(Condition),
    /// Its mode can be changed, for nothing (`true`) or as an action.
    Switching(bool),
    /// It keeps its footing without weight.
    Recoilless,
    /// The bearer lacks what it needs, for this act.
    Lacks(Option<Act>),
    /// The needs of military training are waived.
    AllowsUntrained,
    /// Something comes after an attack.
    After(After),
    /// An aspect is never free to tag.
    NeverFree(EcoString),
    /// An aspect never comes.
    NeverHas(EcoString),
    /// An aspect never comes after something.
    NeverAfter(Occasion, EcoString),
    /// An aspect sits on the bearer from the start.
    Aspect(EcoString),
    /// It is gone from the hand afterwards.
    Drops,
    /// A choice at declaration.
    Choice(EcoString),
}
