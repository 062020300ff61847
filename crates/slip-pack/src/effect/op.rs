//! Operations of effects as plain data (`docs/book/reference.md`, section 13).

use super::term::Number;
use super::words::{Action, Charge, Measure, Place, Role, Spared, Special, TagVerb};
use super::{Roll, Text, Who};
use crate::Name;
use serde::{Deserialize, Serialize};

/// Operation of an effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Op {
    /// `+1 to agility rolls`
    Change(Change),
    /// `range is 1..2`, `cruise_speed at most 3`
    Set(Set),
    /// `must use agility for attack`
    Use(Use),
    /// `attack amplified by stamina`
    Blend(Blend),
    /// `attack hits composure only`
    Hits(Hits),
    /// `hits on health go to frame`
    Divert(Divert),
    /// `attack area zone except own_zone`
    Area(Area),
    /// `may land`, `cannot attack`, `others cannot attack this`
    Permit(Permit),
    /// `may choose throw`
    Choose(Name),
    /// `may reroll attack`
    Reroll(Roll),
    /// `needs military eva or military combat for defence`
    Needs(Needs),
    /// `allows untrained`: cancels the `military` requirements of its item, or of one skill.
    AllowsUntrained(Option<Name>),
    /// `has aspect "Out of ammo"`, `never free_tag "Out of ammo"`
    Tag(Tag),
    /// `loses aspect "Out of ammo"`
    Loses(Text),
    /// `place "Locked in" on 2 zones free_tag by allied artillery`
    Place(PlaceAspect),
    /// `may strip free_tag of enemies instead`
    Strip(Strip),
    /// `suffers 2 on health`
    Suffers(Suffers),
    /// `mark heat all`, `erase heat 2`
    Boxes(Boxes),
    /// `faces 2 with endurance on health`
    Faces(Faces),
    /// `pays 1 fate`
    Pays(i64),
    /// `drops in target_zone`
    Drops(Role),
    /// `grants claws as integral`
    Grants(Grants),
    /// `carries 1 infantry`
    Carries(Carries),
    /// `charges fate to carrier or pilot`
    Charges(Charges),
    /// `is recoilless`, `is military slug_throwers`
    Is(Mark),
    /// `table "papers in order"`: printed for people and never applied.
    Table(Text),
}

/// `SIGNED to QUANTITY [per COUNT] [past cap]`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// Amount with its sign; applied once for each purchase of the stunt.
    pub by: Number,
    /// Quantity that is changed.
    pub to: Quantity,
    /// Count that multiplies the amount.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per: Option<Per>,
    /// True if it may lift a rank above its cap.
    #[serde(default, skip_serializing_if = "is_false")]
    pub past_cap: bool,
}

fn is_false(value: &bool) -> bool {
    !*value
}

/// `QUANTITY is|at most|at least VALUE [per COUNT]`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Set {
    /// Quantity that is set or bounded.
    pub what: Quantity,
    /// Sets the quantity, or bounds it from one side.
    pub how: Bound,
    /// Value or bound.
    pub value: Value,
    /// Count that multiplies the value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per: Option<Per>,
}

/// Setting or bounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// `is`
    Is,
    /// `at most`
    AtMost,
    /// `at least`
    AtLeast,
}

/// Quantity: something with a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Quantity {
    /// The total of a roll.
    Roll(Roll),
    /// A statistic or skill rank at building.
    Stat(Name),
    /// A quantity that the kind of play defines.
    Measure(Measured),
}

/// Measure with its object: `range`, `harm of brawling attack`, `boxes of heat`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measured {
    /// The measure.
    pub what: Measure,
    /// Object of the measure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Of>,
}

/// Object of a measure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Of {
    /// A roll.
    Roll(Roll),
    /// A track, statistic, thing or grade of consequence.
    Name(Name),
    /// An aspect.
    Aspect(Text),
}

/// Count that multiplies a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Per {
    /// Each thing carried.
    Carried,
    /// Each shift of the roll.
    Shift,
    /// Each zone; for `out_of_range`, each zone outside the range.
    Zone,
    /// Each consequence taken.
    Consequence,
    /// Each purchase of a stunt.
    Stunt(Name),
}

/// Value that a quantity is set to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    /// A number.
    Number(Number),
    /// `1..2`, both ends included.
    Range(i64, i64),
    /// `1/2/4`: mild, moderate, severe.
    Schedule(i64, i64, i64),
    /// `base`, `none`, `unlimited`, `permanent`, `down`.
    Special(Special),
    /// A parameter of type `schedule`; none in a built item.
    Parameter(Name),
}

/// `may|must use BASIS for ROLL …`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Use {
    /// `must`: always applies. Otherwise it is an additional option at the existing decision.
    pub must: bool,
    /// Skill or number to use instead.
    pub basis: Basis,
    /// Roll that it is used for.
    pub roll: Roll,
    /// The highest rank of the basis that counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_to: Option<i64>,
    /// Fate points that remove that limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub full_for: Option<i64>,
    /// Skill or statistic whose range rules apply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within_range_of: Option<Name>,
    /// True if the roll does no harm and is not an attack.
    #[serde(default, skip_serializing_if = "is_false")]
    pub harmless: bool,
}

/// `[my] skill|number [of ROLE] [roll] [+N]`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Basis {
    /// True if the basis is the carrier's. The carrier also pays the price of using it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub my: bool,
    /// A skill or statistic, or a fixed number.
    pub base: Base,
    /// Person or thing that has the skill or statistic.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Role>,
    /// True if the carrier rolls, and the subject may use the total.
    #[serde(default, skip_serializing_if = "is_false")]
    pub roll: bool,
    /// Number added afterwards, with its sign.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plus: Option<Number>,
}

/// Base of a roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Base {
    /// A skill or statistic.
    Stat(Name),
    /// A fixed number, which is never limited or amplified.
    Number(Number),
}

/// `ROLL amplified|limited by BASIS`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blend {
    /// The roll.
    pub roll: Roll,
    /// `limited`: the lower of the two; otherwise +1 if the basis is higher.
    pub limited: bool,
    /// The other skill.
    pub by: Basis,
}

/// `ROLL hits TRACK only|too`, `ROLL may hit TRACK`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hits {
    /// The roll.
    pub roll: Roll,
    /// The track.
    pub track: Name,
    /// How it goes with the roll's usual track.
    pub how: HitKind,
}

/// Relation of a track to the usual track of a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HitKind {
    /// It replaces the usual track.
    Only,
    /// It is hit in addition: the same remaining shifts, consequences taken once.
    Too,
    /// It is an additional option to choose from.
    May,
}

/// `hits on TRACK [may] go to TRACK`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Divert {
    /// The track that was hit.
    pub from: Name,
    /// Track that is hit instead.
    pub to: Name,
    /// True if the defender chooses.
    pub may: bool,
}

/// `ROLL area PLACE [except …] [always]`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Area {
    /// Roll that is made once against everyone in the area.
    pub roll: Roll,
    /// Area.
    pub place: Place,
    /// People or places that are left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub except: Vec<Spared>,
    /// True if the area applies always, without a choice at declaration.
    #[serde(default, skip_serializing_if = "is_false")]
    pub always: bool,
}

/// `may|cannot ACTION, … [it|this|ZONE] [at once|out of turn]`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Permit {
    /// `cannot` instead of `may`.
    #[serde(default, skip_serializing_if = "is_false")]
    pub cannot: bool,
    /// Actions that are allowed or forbidden.
    pub actions: Vec<Action>,
    /// Target or place of the actions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<Object>,
    /// Time of the action, if it is not an action in the actor's own turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace: Option<Pace>,
}

/// Target or place of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Object {
    /// The actor of the event.
    It,
    /// The carrier.
    This,
    /// A zone: `zone`, `own_zone` or `target_zone`.
    Zone(Role),
}

/// Time at which an action may be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// It costs no action.
    AtOnce,
    /// Before the actor of the event continues, even if self has acted already. It counts as self's action.
    OutOfTurn,
}

/// `needs WANT or WANT [for ROLL]`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Needs {
    /// Alternatives; any one of them is enough.
    pub wants: Vec<Want>,
    /// Roll that needs them; none means set-up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roll: Option<Roll>,
}

/// One requirement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Want {
    /// A trained skill, or any skill of a class.
    Trained(Name),
    /// Military training in a skill, or in any skill of a class.
    Military(Name),
    /// A mark: `sealed`.
    Mark(Name),
}

/// `[never] has aspect|free_tag|tag|invoke|compel TEXT [by WHO]`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tag {
    /// True if the aspect cannot be present, or the action with it is forbidden.
    #[serde(default, skip_serializing_if = "is_false")]
    pub never: bool,
    /// Action with the aspect.
    pub verb: TagVerb,
    /// The aspect.
    pub aspect: Text,
    /// Group that may do it. For a free tag the default is the enemies of its holder. Allies include self here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Who>,
}

/// `place TEXT on N zones [free_tag by WHO]`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaceAspect {
    /// The aspect.
    pub aspect: Text,
    /// Number of zones, chosen by the owner.
    pub zones: i64,
    /// Group that has a free tag on each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub free_tag_by: Option<Who>,
}

/// `may strip free_tag of WHO [instead]`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strip {
    /// Group whose free tag is removed.
    pub of: Who,
    /// True if it replaces the event's usual result.
    #[serde(default, skip_serializing_if = "is_false")]
    pub instead: bool,
}

/// `suffers N on TRACK`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suffers {
    /// Shifts of the hit; consequences may reduce it.
    pub amount: Number,
    /// The track.
    pub track: Name,
}

/// `mark|erase TRACK all|highest|N`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Boxes {
    /// `erase` instead of `mark`.
    #[serde(default, skip_serializing_if = "is_false")]
    pub erase: bool,
    /// The track.
    pub track: Name,
    /// Boxes that are marked or erased.
    pub which: BoxSelection,
}

/// Boxes of a track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoxSelection {
    /// All of them.
    All,
    /// The highest box.
    Highest,
    /// This number of boxes.
    Count(i64),
}

/// `faces N with SKILL on TRACK`: 4dF + N against 4dF + skill; shifts are a hit on the track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Faces {
    /// Number added to the dice of the danger.
    pub strength: Number,
    /// Skill to resist with.
    pub skill: Name,
    /// The track that is hit.
    pub track: Name,
}

/// `grants THING [as integral]`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grants {
    /// The thing.
    pub item: Name,
    /// True if it is part of the body: it cannot be put down or taken away.
    #[serde(default, skip_serializing_if = "is_false")]
    pub integral: bool,
}

/// `carries N DESIGN`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Carries {
    /// Greatest number of things carried.
    pub count: Number,
    /// Design or kind of the things carried.
    pub what: Name,
}

/// `charges fate to carrier or pilot`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charges {
    /// Cost that another bears.
    pub what: Charge,
    /// Bearers of the cost: a role (`carrier`) or a post named by its skill (`pilot`). The first one that exists pays.
    pub to: Vec<Name>,
}

/// Mark that conditions may test: `recoilless`, `military slug_throwers`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// True if the mark is military training; the name is a skill then.
    #[serde(default, skip_serializing_if = "is_false")]
    pub military: bool,
    /// Name of the mark.
    pub name: Name,
}
