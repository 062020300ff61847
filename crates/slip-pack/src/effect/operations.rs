//! Operations of effects as plain data (`docs/book/reference/effects.md`).

use super::term::EffectNumber;
use super::vocabulary::{Action, Charge, Measure, Place, Role, Spared, Special, TagVerb};
use super::{EffectSubject, EffectText, RollPattern};
use crate::Name;
use crate::item::Gear;
use serde::{Deserialize, Serialize};

/// Operation of an effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PackOperation {
    /// Adds to a quantity: `+1 to agility rolls`.
    Change(QuantityChange),
    /// Sets or bounds a quantity: `range is 1..2`, `cruise_speed at most 3`.
    Set(QuantitySetting),
    /// Replaces the skill or number of a roll: `must use agility for attack`.
    Use(Substitution),
    /// Lets a second skill change a roll: `attack amplified by stamina`.
    Blend(Blend),
    /// Changes the track that an attack hits: `attack hits composure only`.
    Hits(HitTrackOperation),
    /// Moves hits from one track to another: `hits on health go to frame`.
    Divert(Divert),
    /// Makes an attack hit an area: `attack area zone except own_zone`.
    Area(AttackArea),
    /// Allows or forbids actions: `may land`, `cannot attack`, `others cannot attack this`.
    Permit(Permit),
    /// Offers a choice when an action is declared: `may choose throw`.
    Choose(Name),
    /// Allows a reroll: `may reroll attack`.
    Reroll(RollPattern),
    /// Requires training or a mark: `needs military eva or military combat for defence`.
    Needs(Requirements),
    /// Cancels the `military` requirements of its item, or of one skill: `allows untrained`.
    AllowsUntrained(Option<Name>),
    /// Gives an aspect, or allows or forbids an action with it: `has aspect "Out of ammo"`, `never free_tag "Out of ammo"`.
    Tag(Tag),
    /// Removes an aspect: `loses aspect "Out of ammo"`.
    Loses(EffectText),
    /// Places an aspect on zones: `place "Locked in" on 2 zones free_tag by allied artillery`.
    Place(PlaceAspect),
    /// Removes a free tag: `may strip free_tag of enemies instead`.
    Strip(Strip),
    /// Deals a hit: `suffers 2 on health`.
    Suffers(Suffers),
    /// Marks or erases boxes of a track: `mark heat all`, `erase heat 2`.
    Boxes(BoxOperation),
    /// Rolls a skill against a danger: `faces 2 with endurance on health`.
    Faces(ResistedDanger),
    /// Pays fate points: `pays 1 fate`.
    Pays(i64),
    /// Drops the carrier of the effect in a zone: `drops in target_zone`.
    Drops(Role),
    /// Gives a thing to the subject: `grants claws as integral`.
    Grants(Grants),
    /// Gives the carrier of the effect room for passengers or craft: `carries 1 infantry`.
    Carries(Carries),
    /// Makes another participant pay a cost of the carrier: `charges fate to carrier or pilot`.
    Charges(Charges),
    /// Gives a mark that conditions may test: `is recoilless`, `is military slug_throwers`.
    Is(MarkOperation),
    /// `table "papers in order"`: printed for the players and never applied by the engine.
    Table(EffectText),
}

/// Change of a quantity: `SIGNED to QUANTITY [per COUNT] [past cap]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuantityChange {
    /// Amount with its sign. It is added once for each purchase of the stunt.
    pub by: EffectNumber,
    /// Quantity that the amount is added to.
    pub to: Quantity,
    /// Count that multiplies the amount.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per: Option<Per>,
    /// True if the change may lift a rank above its cap.
    #[serde(default, skip_serializing_if = "is_false")]
    pub past_cap: bool,
}

fn is_false(value: &bool) -> bool {
    !*value
}

/// Setting or bound of a quantity: `QUANTITY is|at most|at least VALUE [per COUNT]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuantitySetting {
    /// Quantity that is set or bounded.
    pub what: Quantity,
    /// Word of the effect that sets the quantity (`is`) or bounds it (`at most`, `at least`).
    pub how: Bound,
    /// Value that the quantity is set to, or its bound.
    pub value: SetValue,
    /// Count that multiplies the value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per: Option<Per>,
}

/// Word that sets or bounds a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// `is`: sets the quantity.
    Is,
    /// `at most`: upper bound of the quantity.
    AtMost,
    /// `at least`: lower bound of the quantity.
    AtLeast,
}

/// Quantity: something that has a number and that effects can change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Quantity {
    /// Total of a roll.
    Roll(RollPattern),
    /// Rank of a statistic or skill at building.
    Stat(Name),
    /// Measure that the kind of play defines, such as `range`.
    Measure(MeasureWithObject),
}

/// Measure with its object: `range`, `harm of brawling attack`, `boxes of heat`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MeasureWithObject {
    /// Measure, such as `range` or `boxes`.
    pub what: Measure,
    /// Object of the measure, after `of`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<MeasureObject>,
}

/// Object of a measure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MeasureObject {
    /// A roll, as in `harm of brawling attack`.
    Roll(RollPattern),
    /// A track, statistic, thing or grade of consequence.
    Name(Name),
    /// An aspect, as in `invoke of "Out of ammo"`.
    Aspect(EffectText),
}

/// Thing that is counted after `per`. The number before `per` counts once for each of these things.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Per {
    /// The number counts once for each thing that is carried.
    Carried,
    /// The number counts once for each shift of the roll.
    Shift,
    /// The number counts once for each zone of distance; for `out_of_range`, for each zone outside the range.
    Zone,
    /// The number counts once for each consequence that was taken.
    Consequence,
    /// The number counts once for each purchase of this stunt.
    Stunt(Name),
}

/// Value that a quantity is set to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SetValue {
    /// A number or formula.
    Number(EffectNumber),
    /// Range such as `1..2`, both ends included.
    Range(i64, i64),
    /// Schedule such as `1/2/4`: shifts that a mild, a moderate and a severe consequence take off a hit.
    Schedule(i64, i64, i64),
    /// Special value: `base`, `none`, `unlimited`, `permanent` or `down`.
    Special(Special),
    /// A parameter of type `schedule`. Built items contain no parameters.
    Parameter(Name),
}

/// Substitution of a skill or number in a roll: `may|must use BASIS for ROLL …`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Substitution {
    /// True for `must`: the substitution always applies. Otherwise (`may`) it is one more option when the skill of the roll is chosen.
    pub must: bool,
    /// Skill or number that is used instead.
    pub basis: Basis,
    /// Roll that the skill or number is used for.
    pub roll: RollPattern,
    /// Highest rank of the substitute that counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_to: Option<i64>,
    /// Fate points whose payment removes the limit `up_to`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub full_for: Option<i64>,
    /// Skill or statistic whose rules for range apply to the roll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within_range_of: Option<Name>,
    /// True if the roll does no harm and is not an attack.
    #[serde(default, skip_serializing_if = "is_false")]
    pub harmless: bool,
}

/// Skill or number that a roll is made with: `[my] skill|number [of ROLE] [roll] [+N]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Basis {
    /// True if the skill or number is the carrier's. The carrier also pays the price of using it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub my: bool,
    /// Skill or statistic, or a fixed number.
    pub base: RollBase,
    /// Role whose skill or statistic is used, if the basis names a role.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Role>,
    /// True if the carrier makes the roll and the subject may use its total.
    #[serde(default, skip_serializing_if = "is_false")]
    pub roll: bool,
    /// Number that is added to the basis, with its sign.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plus: Option<EffectNumber>,
}

/// Base that a roll is made with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RollBase {
    /// A skill or statistic.
    Stat(Name),
    /// A fixed number, which is never limited or amplified.
    Number(EffectNumber),
}

/// Change of a roll by a second skill: `ROLL amplified|limited by BASIS`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blend {
    /// Roll that a second skill changes.
    pub roll: RollPattern,
    /// True for `limited`: the lower of the two skills counts. Otherwise (`amplified`) the roll gets +1 if the second skill is higher.
    pub limited: bool,
    /// Second skill that changes the roll.
    pub by: Basis,
}

/// Change of the track that a roll hits: `ROLL hits TRACK only|too`, `ROLL may hit TRACK`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HitTrackOperation {
    /// Roll whose track the effect changes.
    pub roll: RollPattern,
    /// Track that the roll hits.
    pub track: Name,
    /// Relation of this track to the usual track of the roll.
    pub how: HitKind,
}

/// Relation of a track to the usual track of a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HitKind {
    /// The track replaces the usual track.
    Only,
    /// The track is hit in addition, with the same remaining shifts; consequences are taken once.
    Too,
    /// The track is one more option to choose from.
    May,
}

/// Move of hits from one track to another: `hits on TRACK [may] go to TRACK`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Divert {
    /// The track that was hit.
    pub from: Name,
    /// Track that is hit instead.
    pub to: Name,
    /// True if the defender chooses which track is hit.
    pub may: bool,
}

/// Operation that makes an attack hit an area: `ROLL area PLACE [except …] [always]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttackArea {
    /// Roll that is made once against everyone in the area.
    pub roll: RollPattern,
    /// Area that the roll is made against.
    pub place: Place,
    /// People or places that are left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub except: Vec<Spared>,
    /// True if the area applies always, without a choice at declaration.
    #[serde(default, skip_serializing_if = "is_false")]
    pub always: bool,
}

/// Permission or prohibition of actions: `may|cannot ACTION, … [it|this|ZONE] [at once|out of turn]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Permit {
    /// True for `cannot`, false for `may`.
    #[serde(default, skip_serializing_if = "is_false")]
    pub cannot: bool,
    /// Actions that are allowed or forbidden.
    pub actions: Vec<Action>,
    /// Target or place of the actions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<ActionObject>,
    /// Time of the action, if it is done outside of the actor's own turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace: Option<ExtraActionTime>,
}

/// Target or place of an allowed or forbidden action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionObject {
    /// The actor of the event.
    It,
    /// The carrier of the effect.
    This,
    /// A zone: `zone`, `own_zone` or `target_zone`.
    Zone(Role),
}

/// Time at which an action may be done outside of the actor's own turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExtraActionTime {
    /// At once: the action does not use up the action of a turn.
    AtOnce,
    /// Out of turn: the actor of the event waits until this action is done. An actor can take it even after its own turn in the round, and
    /// it counts as that actor's action.
    OutOfTurn,
}

/// Requirements: `needs WANT or WANT [for ROLL]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Requirements {
    /// Alternative requirements; any one of them is enough.
    pub wants: Vec<Want>,
    /// Roll that has the requirement; `None` if the requirement is checked at set-up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roll: Option<RollPattern>,
}

/// One requirement for a roll or for set-up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Want {
    /// Training in a skill, or in any skill of a class.
    Trained(Name),
    /// Military training in a skill, or in any skill of a class.
    Military(Name),
    /// A mark: `sealed`.
    Mark(Name),
}

/// Aspect, or permission or prohibition of an action with it: `[never] has aspect|free_tag|tag|invoke|compel TEXT [by WHO]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tag {
    /// True for `never`: the aspect cannot be present, or the action with the aspect is forbidden.
    #[serde(default, skip_serializing_if = "is_false")]
    pub never: bool,
    /// Action with the aspect: `has`, `free_tag`, `tag`, `invoke` or `compel`.
    pub verb: TagVerb,
    /// Text of the aspect.
    pub aspect: EffectText,
    /// Group that may do the action. For a free tag the default is the enemies of the aspect's holder. Allies include self here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<EffectSubject>,
}

/// Placement of an aspect on zones: `place TEXT on N zones [free_tag by WHO]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaceAspect {
    /// Text of the aspect that is placed.
    pub aspect: EffectText,
    /// Number of zones that get the aspect, chosen by the owner of the effect.
    pub zones: i64,
    /// Group that has a free tag on each placed aspect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub free_tag_by: Option<EffectSubject>,
}

/// Removal of a free tag: `may strip free_tag of WHO [instead]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strip {
    /// Group that placed the aspect whose free tag is removed.
    pub of: EffectSubject,
    /// True if the removal of the free tag replaces the usual result of the event.
    #[serde(default, skip_serializing_if = "is_false")]
    pub instead: bool,
}

/// Hit on the subject: `suffers N on TRACK`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suffers {
    /// Shifts of the hit on the track; consequences may reduce it.
    pub amount: EffectNumber,
    /// Track that is hit.
    pub track: Name,
}

/// Marking or erasing of boxes: `mark|erase TRACK all|highest|N`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoxOperation {
    /// True for `erase`, false for `mark`.
    #[serde(default, skip_serializing_if = "is_false")]
    pub erase: bool,
    /// Track whose boxes are marked or erased.
    pub track: Name,
    /// Boxes that are marked or erased.
    pub which: BoxSelection,
}

/// Selection of boxes of a track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoxSelection {
    /// All boxes of the track.
    All,
    /// The highest box of the track.
    Highest,
    /// This number of boxes.
    Count(i64),
}

/// Danger that the subject resists: `faces N with SKILL on TRACK`. 4dF + N is rolled against 4dF + skill; the shifts are a hit on the
/// track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResistedDanger {
    /// Number added to the dice of the danger.
    pub strength: EffectNumber,
    /// Skill to resist with.
    pub skill: Name,
    /// Track that the danger hits.
    pub track: Name,
}

/// Thing that the effect gives to the subject: `grants THING [as integral]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grants {
    /// Thing that the effect grants.
    pub item: Name,
    /// True if the thing is part of the body: it cannot be put down or taken away.
    #[serde(default, skip_serializing_if = "is_false")]
    pub integral: bool,
    /// Reference to the thing, if other things have its name too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thing: Option<Gear>,
}

/// Room for passengers or craft: `carries N DESIGN`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Carries {
    /// Greatest number of things that can be carried.
    pub count: EffectNumber,
    /// Design or kind of the things that can be carried.
    pub what: Name,
}

/// Cost of the carrier of the effect that another participant pays: `charges fate to carrier or pilot`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charges {
    /// Cost that is paid by another participant.
    pub what: Charge,
    /// Participants that pay the cost: a role (`carrier`), or a post named by its skill (`pilot`). The first of them that exists pays.
    pub to: Vec<Name>,
}

/// Operation that gives a mark, which conditions may test: `recoilless`, `military slug_throwers`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarkOperation {
    /// True if the mark is military training; the name is a skill then.
    #[serde(default, skip_serializing_if = "is_false")]
    pub military: bool,
    /// Name of the mark.
    pub name: Name,
}
