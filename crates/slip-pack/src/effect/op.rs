//! What an effect does: the operations of `effects.md`, section 2, as plain data.

use super::term::Number;
use super::words::{Action, Charge, Measure, Place, Role, Spared, Special, TagVerb};
use super::{Roll, Text, Who};
use crate::Name;
use serde::{Deserialize, Serialize};

/// What an effect does (section 2).
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
    /// `allows untrained`: cancels the `military` needs of its item, or of one skill.
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
    /// `table "papers in order"`: for people, printed and never applied.
    Table(Text),
}

/// `SIGNED to QUANTITY [per COUNT] [past cap]`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// How much, with its sign; once for each purchase of the stunt.
    pub by: Number,
    /// Of what.
    pub to: Quantity,
    /// Multiplied by a count.
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
    /// What is set or bounded.
    pub what: Quantity,
    /// Set, or bounded from which side.
    pub how: Bound,
    /// To what.
    pub value: Value,
    /// Multiplied by a count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per: Option<Per>,
}

/// Set, or bounded.
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

/// Something with a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Quantity {
    /// The total of a roll.
    Roll(Roll),
    /// A statistic or skill rank at building.
    Stat(Name),
    /// A quantity the kind of play has.
    Measure(Measured),
}

/// `range`, `harm of brawling attack`, `boxes of heat`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measured {
    /// Its word.
    pub what: Measure,
    /// Of what.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Of>,
}

/// What a measure is a measure of.
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

/// What a number is multiplied by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Per {
    /// Each thing carried.
    Carried,
    /// Each shift of the roll.
    Shift,
    /// Each zone: of `out_of_range`, each zone outside the range.
    Zone,
    /// Each consequence taken.
    Consequence,
    /// Each purchase of a stunt.
    Stunt(Name),
}

/// To what a quantity is set.
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
    /// `must`: without choice; otherwise one more option at the existing decision.
    pub must: bool,
    /// What is used instead.
    pub basis: Basis,
    /// For which roll.
    pub roll: Roll,
    /// The highest rank of the basis that counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_to: Option<i64>,
    /// Fate points that lift that limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub full_for: Option<i64>,
    /// The skill or statistic whose range rules apply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within_range_of: Option<Name>,
    /// The roll deals nothing to anybody and is no attack.
    #[serde(default, skip_serializing_if = "is_false")]
    pub harmless: bool,
}

/// `[my] skill|number [of ROLE] [roll] [+N]`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Basis {
    /// The carrier's, which also pays what using it costs.
    #[serde(default, skip_serializing_if = "is_false")]
    pub my: bool,
    /// A skill or statistic, or a fixed number.
    pub base: Base,
    /// Whose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Role>,
    /// The carrier rolls, and the subject may take the total.
    #[serde(default, skip_serializing_if = "is_false")]
    pub roll: bool,
    /// Added afterwards, with its sign.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plus: Option<Number>,
}

/// What a roll is based on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Base {
    /// A skill or statistic.
    Stat(Name),
    /// A fixed number: never limited or amplified.
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

/// How a track goes with the usual one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HitKind {
    /// Instead of it.
    Only,
    /// Besides it: the same remaining shifts, consequences taken once.
    Too,
    /// One more to choose from.
    May,
}

/// `hits on TRACK [may] go to TRACK`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Divert {
    /// The track that was hit.
    pub from: Name,
    /// Where the hit goes.
    pub to: Name,
    /// Whether whoever suffers it chooses.
    pub may: bool,
}

/// `ROLL area PLACE [except …] [always]`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Area {
    /// The roll made once against everybody there.
    pub roll: Roll,
    /// Where.
    pub place: Place,
    /// Who or what is left alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub except: Vec<Spared>,
    /// True if it is no choice at declaration.
    #[serde(default, skip_serializing_if = "is_false")]
    pub always: bool,
}

/// `may|cannot ACTION, … [it|this|ZONE] [at once|out of turn]`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Permit {
    /// `cannot` instead of `may`.
    #[serde(default, skip_serializing_if = "is_false")]
    pub cannot: bool,
    /// What.
    pub actions: Vec<Action>,
    /// At whom or where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<Object>,
    /// When, if not as an action of one's own turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace: Option<Pace>,
}

/// At whom an act is aimed.
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

/// When an act may be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// It costs no action.
    AtOnce,
    /// Before the actor of the event goes on, whether or not self has acted; it has then.
    OutOfTurn,
}

/// `needs WANT or WANT [for ROLL]`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Needs {
    /// Any one of these is enough.
    pub wants: Vec<Want>,
    /// For which roll; none: at set-up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roll: Option<Roll>,
}

/// One thing that is needed.
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
    /// It does not come, or may not be done.
    #[serde(default, skip_serializing_if = "is_false")]
    pub never: bool,
    /// What is done with it.
    pub verb: TagVerb,
    /// The aspect.
    pub aspect: Text,
    /// Who may; of a free tag, by default the enemies of its holder. Allies here include self.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Who>,
}

/// `place TEXT on N zones [free_tag by WHO]`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaceAspect {
    /// The aspect.
    pub aspect: Text,
    /// On how many zones of the owner's choice.
    pub zones: i64,
    /// Who has a free tag on each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub free_tag_by: Option<Who>,
}

/// `may strip free_tag of WHO [instead]`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strip {
    /// Whose free tag is used up.
    pub of: Who,
    /// Instead of the event's usual result.
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
    /// Which boxes.
    pub which: Which,
}

/// Which boxes of a track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Which {
    /// All of them.
    All,
    /// The highest.
    Highest,
    /// So many.
    Count(i64),
}

/// `faces N with SKILL on TRACK`: 4dF + N against 4dF + skill, shifts hit the track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Faces {
    /// Added to the dice of the danger.
    pub strength: Number,
    /// The skill that withstands it.
    pub skill: Name,
    /// The track that is hit.
    pub track: Name,
}

/// `grants THING [as integral]`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grants {
    /// The thing.
    pub item: Name,
    /// Part of the body: it cannot be put down or taken.
    #[serde(default, skip_serializing_if = "is_false")]
    pub integral: bool,
}

/// `carries N DESIGN`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Carries {
    /// Up to how many.
    pub count: Number,
    /// Of which design or kind.
    pub what: Name,
}

/// `charges fate to carrier or pilot`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charges {
    /// What another one bears.
    pub what: Charge,
    /// Who: a role (`carrier`) or a post named by its skill (`pilot`); the first that is there.
    pub to: Vec<Name>,
}

/// A word others may test: `recoilless`, `military slug_throwers`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// Training: the name is a skill then.
    #[serde(default, skip_serializing_if = "is_false")]
    pub military: bool,
    /// The word.
    pub name: Name,
}
