//! Arguments of `slipyard upkeep`, which runs a campaign between encounters: buying, maintaining, learning, healing, repairing, resting.

use super::TextOrJson;
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Arguments of `slipyard upkeep`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard upkeep reach.json new --join ama_torres,grey_margin
  slipyard upkeep reach.json place haldane --tech 2
  slipyard upkeep reach.json ship grey_margin --owner ama_torres --crew ama_torres --at haldane
  slipyard upkeep reach.json maintain grey_margin --dice '+ 0 - 0'
  slipyard upkeep reach.json buy ama_torres --cost 4 --what \"A ground car\" --seed 7
  slipyard upkeep reach.json session end
  slipyard upkeep reach.json show
  slipyard upkeep reach.json undo

The file is JSON. Every command reads it, prints each change with its reason, and writes the file back
completely or not at all. If a choice is missing, nothing is written and the legal choices are listed.
Dice are drawn from --seed, or given with --dice, once per roll.")]
pub struct UpkeepArgs {
    /// Campaign file
    #[arg(value_name = "STATE")]
    pub file: PathBuf,
    /// Action between encounters.
    #[command(subcommand)]
    pub what: UpkeepAction,
    /// Seed of the dice; by default a random one, which is shown
    #[arg(long, global = true, value_name = "N", conflicts_with = "dice")]
    pub seed: Option<u64>,
    /// Dice as rolled at the table, such as `+ - 0 +`; once for each roll
    #[arg(long, global = true, value_name = "DICE", allow_hyphen_values = true)]
    pub dice: Vec<String>,
    /// Show what would happen, and write nothing
    #[arg(long, global = true)]
    pub dry_run: bool,
    /// Output format: text or data
    #[arg(long, global = true, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
    /// Package that the campaign is played with, or its folder
    #[arg(long = "in", global = true, default_value = ".", value_name = "PATH")]
    pub folder: PathBuf,
}

impl UpkeepAction {
    /// True if the action can roll dice by the rules in force or by any variant rule.
    pub fn may_roll(&self) -> bool {
        matches!(
            self,
            UpkeepAction::Buy(_) | UpkeepAction::Maintain(_) | UpkeepAction::Heal(_) | UpkeepAction::Repair(_) | UpkeepAction::Air(_)
        )
    }
}

/// Actions between encounters.
#[derive(Subcommand, Debug)]
pub enum UpkeepAction {
    /// Create a new campaign file
    New(NewCampaignArgs),
    /// Show the state of everyone, or of one person or ship, with the reasons
    Show(ShowState),
    /// Print the commands and games of the campaign, and their results
    History(HistoryOf),
    /// Undo the last change: a command, or a game played with --state
    Undo(UndoArgs),
    /// Add people and ships of the package to the campaign
    Join(Join),
    /// Describe a place where ships are serviced
    Place(PlaceArgs),
    /// Set a ship's owners, crew, location and work
    Ship(ShipIs),
    /// Buy an item: a roll of the buyer's means against the Cost; the buyer gets the item in any case
    Buy(BuyArgs),
    /// Sell an item, and pay off debts with it
    Sell(Sell),
    /// Make a ship's maintenance check
    Maintain(Maintain),
    /// End a trip: days spent, wear from a slip or a burn, location
    Arrive(Arrive),
    /// Fill a ship's tanks
    Supply(NameArg),
    /// Give a refresh: fate points, healing, and learning
    Refresh,
    /// Learn: swap neighbouring skills, change an aspect, exchange a stunt
    Learn(Learn),
    /// Treat a wound, or pay off a debt that has become a consequence
    Heal(Heal),
    /// Repair a consequence of a ship
    Repair(Heal),
    /// End a scene: mild consequences are removed
    Scene,
    /// End the session, or begin the next
    Session(SessionArgs),
    /// Let days of downtime pass
    Downtime(DowntimeArgs),
    /// Spend hours outdoors on a world with harmful air
    Air(Air),
    /// Bring back a character who was out of the story
    Back(NameArg),
    /// Add a line to the history
    Note(Note),
}

/// Options of `upkeep new`.
#[derive(Args, Debug)]
pub struct NewCampaignArgs {
    /// People and ships of the package that are in the campaign from the start
    #[arg(long, value_delimiter = ',', value_name = "ITEM,ITEM,…")]
    pub join: Vec<String>,
}

/// Options of `upkeep show`.
#[derive(Args, Debug)]
pub struct ShowState {
    /// Person, ship or place of the campaign; by default everything
    #[arg(value_name = "WHO")]
    pub who: Option<String>,
    /// Show the history too
    #[arg(long)]
    pub history: bool,
}

/// Options of `upkeep history`.
#[derive(Args, Debug)]
pub struct HistoryOf {
    /// Only the last N entries
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub last: Option<u32>,
}

/// Options of `upkeep undo`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard upkeep reach.json history --last 3      what was done last
  slipyard upkeep reach.json undo --dry-run        the change that would be undone
  slipyard upkeep reach.json undo --times 2

The file keeps its last 20 states. A game played with `play --state` or `run --state` is one change.")]
pub struct UndoArgs {
    /// Number of changes to take back
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub times: u32,
}

/// Options of `upkeep join`.
#[derive(Args, Debug)]
pub struct Join {
    /// Items of the package that join the campaign
    #[arg(value_name = "ITEM", required = true)]
    pub items: Vec<String>,
    /// Name that the item gets in the campaign, if only one item is added
    #[arg(long = "as", value_name = "NAME")]
    pub named: Option<String>,
}

/// Options of `upkeep place`.
#[derive(Args, Debug)]
pub struct PlaceArgs {
    /// Name of the place in the campaign
    #[arg(value_name = "NAME")]
    pub name: String,
    /// System or world of the package that the place belongs to
    #[arg(long, value_name = "ITEM")]
    pub of: Option<String>,
    /// Technology, if the package does not set it
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub tech: Option<i32>,
    /// Ships cannot be maintained there
    #[arg(long)]
    pub no_maintenance: bool,
    /// Ships cannot be repaired there
    #[arg(long)]
    pub no_repair: bool,
}

/// Options of `upkeep ship`.
#[derive(Args, Debug)]
pub struct ShipIs {
    /// Ship of the campaign
    #[arg(value_name = "SHIP")]
    pub ship: String,
    /// New list of all owners; `WHO:stunt` for an owner who has the ship through a stunt
    #[arg(long, value_delimiter = ',', value_name = "WHO,…")]
    pub owner: Vec<String>,
    /// New list of the whole crew
    #[arg(long, value_delimiter = ',', value_name = "WHO,…")]
    pub crew: Vec<String>,
    /// Place where the ship is
    #[arg(long, value_name = "PLACE", conflicts_with = "under_way")]
    pub at: Option<String>,
    /// The ship is at none of the places of the campaign
    #[arg(long)]
    pub under_way: bool,
    /// Number of fighters aboard
    #[arg(long, value_name = "N")]
    pub fighters: Option<u32>,
    /// The ship carries freight or passengers
    #[arg(long, conflicts_with = "idle")]
    pub working: bool,
    /// The ship carries neither freight nor passengers
    #[arg(long)]
    pub idle: bool,
}

/// Options for the item that is bought or sold.
#[derive(Args, Debug)]
pub struct WareArgs {
    /// Item of the package, or ship of the campaign
    #[arg(value_name = "THING")]
    pub thing: Option<String>,
    /// Description, if the package has no such item
    #[arg(long, value_name = "TEXT", conflicts_with = "thing")]
    pub what: Option<String>,
    /// Cost, instead of the item's own
    #[arg(long, value_name = "N")]
    pub cost: Option<i32>,
    /// Place of the campaign where the deal is made
    #[arg(long, value_name = "PLACE")]
    pub at: Option<String>,
}

/// Options for the aspects used on a roll.
#[derive(Args, Debug)]
pub struct AspectArgs {
    /// Aspect invoked on the roll for a fate point: +2
    #[arg(long, value_name = "TEXT")]
    pub aspect: Vec<String>,
    /// Aspect tagged for free
    #[arg(long, value_name = "TEXT")]
    pub free: Vec<String>,
    /// Aspect of the scene that the referee declares for this roll, to use with --aspect or --free
    #[arg(long, value_name = "TEXT")]
    pub scene: Vec<String>,
    /// Reroll instead of +2
    #[arg(long)]
    pub reroll: bool,
}

/// Options of `upkeep buy`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard upkeep reach.json buy tam civilian_gun
  slipyard upkeep reach.json buy tam small_mercy --at haldane --aspect \"Owes the bank\" \\
    --consequence mild=\"Mortgaged\"
  slipyard upkeep reach.json buy tam --what \"A round for the house\" --cost 2 --consequence none")]
pub struct BuyArgs {
    /// Person who buys the item
    #[arg(value_name = "WHO")]
    pub who: String,
    /// Options for the item that is bought.
    #[command(flatten)]
    pub ware: WareArgs,
    /// Name of a ship in the campaign
    #[arg(long = "as", value_name = "NAME")]
    pub named: Option<String>,
    /// Options for the aspects used on the roll.
    #[command(flatten)]
    pub aspects: AspectArgs,
    /// Consequence to take before boxes are marked: none, or a grade and a text, such as mild="In debt"
    #[arg(long, value_name = "[WHO:]GRADE[=TEXT]")]
    pub consequence: Vec<String>,
    /// Roll even if the Cost is small change for the buyer
    #[arg(long)]
    pub ask: bool,
}

/// Options of `upkeep sell`.
#[derive(Args, Debug)]
pub struct Sell {
    /// Person who sells the item
    #[arg(value_name = "WHO")]
    pub who: String,
    /// Options for the item that is sold.
    #[command(flatten)]
    pub ware: WareArgs,
    /// The item is stolen, or easily recognised
    #[arg(long)]
    pub tainted: bool,
    /// Stunt through which the seller owns the item; the stunt is lost with the item
    #[arg(long, value_name = "STUNT")]
    pub stunt: Option<String>,
    /// Consequence to remove, if there is a choice
    #[arg(long, value_name = "GRADE")]
    pub consequence: Option<String>,
}

/// Options of `upkeep maintain`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard upkeep reach.json maintain grey_margin --at haldane
  slipyard upkeep reach.json maintain grey_margin --hindrance \"Long leave\" --speculate
  slipyard upkeep reach.json maintain grey_margin --rescue ama_torres --consequence none
  slipyard upkeep reach.json maintain grey_margin --no-rescue \\
    --consequence ama_torres:mild=\"Behind on the payments\"
  slipyard upkeep reach.json maintain grey_margin --spend ama_torres:2")]
pub struct Maintain {
    /// Ship
    #[arg(value_name = "SHIP")]
    pub ship: String,
    /// Place of the check; by default where the ship is
    #[arg(long, value_name = "PLACE")]
    pub at: Option<String>,
    /// Reason for a check that is not due
    #[arg(long, value_name = "TEXT")]
    pub extra: Option<String>,
    /// Broker; by default the best of the crew
    #[arg(long, value_name = "WHO", conflicts_with = "no_broker")]
    pub broker: Option<String>,
    /// The ship has no broker for this check
    #[arg(long)]
    pub no_broker: bool,
    /// The broker has no other post (only in the rules `upkeep_by cargo`)
    #[arg(long)]
    pub dedicated: bool,
    /// Hindrance that lowers the roll by 2, such as a long leave or a poor cargo; may be repeated
    #[arg(long, value_name = "TEXT")]
    pub hindrance: Vec<String>,
    /// The ship is on a subsidised route
    #[arg(long, conflicts_with = "illegal")]
    pub subsidised: bool,
    /// The cargo is illegal
    #[arg(long)]
    pub illegal: bool,
    /// The crew speculates
    #[arg(long)]
    pub speculate: bool,
    /// Rating that the referee sets instead of Trade, to account for the profits of an adventure
    #[arg(long, value_name = "N")]
    pub trade: Option<i32>,
    /// Hull rating that the referee sets (only in the rules `upkeep_by cargo`)
    #[arg(long, value_name = "N")]
    pub hull: Option<i32>,
    /// Number of jumps this month (only in the rules `upkeep_by cargo`)
    #[arg(long, value_name = "N")]
    pub jumps: Option<u32>,
    /// Consequence of the ship that is compelled (only in the rules `upkeep_by cargo`)
    #[arg(long, value_name = "TEXT")]
    pub compelled: Vec<String>,
    /// Options for the aspects used on the roll.
    #[command(flatten)]
    pub aspects: AspectArgs,
    /// Person who alone pays for a shortfall
    #[arg(long, value_name = "WHO", conflicts_with = "no_rescue")]
    pub rescue: Option<String>,
    /// No single person pays for a shortfall: the ship takes wear, and every owner pays
    #[arg(long)]
    pub no_rescue: bool,
    /// Box of Wealth that a surplus shift clears, as WHO:BOX; or none
    #[arg(long, value_name = "WHO:BOX")]
    pub spend: Vec<String>,
    /// Consequence to take before boxes are marked: none, or a grade and a text, such as WHO:mild="In debt"
    #[arg(long, value_name = "[WHO:]GRADE[=TEXT]")]
    pub consequence: Vec<String>,
    /// Text of the consequence that the ship itself takes
    #[arg(long, value_name = "TEXT")]
    pub wear: Option<String>,
}

/// Options of `upkeep arrive`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard upkeep reach.json arrive grey_margin --slip --days 21
  slipyard upkeep reach.json arrive grey_margin --overburn --at haldane

`slipyard travel` shows how long a trip takes.")]
pub struct Arrive {
    /// Ship
    #[arg(value_name = "SHIP")]
    pub ship: String,
    /// The ship passed a slipknot
    #[arg(long)]
    pub slip: bool,
    /// The ship burned at full thrust for as long as a trip to a slipknot takes
    #[arg(long)]
    pub long_burn: bool,
    /// The ship went faster than it is built for
    #[arg(long)]
    pub overburn: bool,
    /// Days that the trip took: they clear stress, but are not downtime
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub days: u32,
    /// The trip is not for freight or passengers
    #[arg(long)]
    pub idle: bool,
    /// Place where the ship is now; by default none
    #[arg(long, value_name = "PLACE")]
    pub at: Option<String>,
}

/// Argument that names a person, ship or place.
#[derive(Args, Debug)]
pub struct NameArg {
    /// Person, ship or place of the campaign
    #[arg(value_name = "WHO")]
    pub who: String,
}

/// Options of `upkeep learn`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard upkeep reach.json learn tam --raise gunnery --lower charm
  slipyard upkeep reach.json learn tam --drop-aspect \"Green\" --aspect \"Seen the Reach burn\"
  slipyard upkeep reach.json learn tam --drop-stunt 'swap_skill(pilot, gunnery)' \\
    --stunt 'military_grade(pilot)'

Only skills of neighbouring ranks are swapped: the skill that goes up takes the place of one at that
rank. The new sheet is compiled like any other, and refused if it has errors.")]
pub struct Learn {
    /// Person who learns
    #[arg(value_name = "WHO")]
    pub who: String,
    /// Skill that rises by one rank
    #[arg(long, value_name = "SKILL", requires = "lower")]
    pub raise: Option<String>,
    /// Skill that falls to the old rank of the skill that rises
    #[arg(long, value_name = "SKILL", requires = "raise")]
    pub lower: Option<String>,
    /// Aspect to remove
    #[arg(long, value_name = "TEXT", requires = "aspect")]
    pub drop_aspect: Option<String>,
    /// Aspect to add
    #[arg(long, value_name = "TEXT", requires = "drop_aspect")]
    pub aspect: Option<String>,
    /// Stunt to remove
    #[arg(long, value_name = "STUNT", requires = "stunt")]
    pub drop_stunt: Option<String>,
    /// Stunt to add
    #[arg(long, value_name = "STUNT")]
    pub stunt: Option<String>,
}

/// Options of `upkeep heal` and `upkeep repair`.
#[derive(Args, Debug)]
pub struct Heal {
    /// Person or ship with the consequence
    #[arg(value_name = "WHO")]
    pub who: String,
    /// Grade of the consequence, if there are several
    #[arg(long, value_name = "GRADE")]
    pub consequence: Option<String>,
    /// Person who treats the wound or repairs the ship
    #[arg(long, value_name = "WHO")]
    pub by: Option<String>,
    /// Clinic, hospital or yard: a place of the campaign
    #[arg(long, value_name = "PLACE")]
    pub at: Option<String>,
    /// Number that the referee adds to the difficulty
    #[arg(long, value_name = "N", default_value_t = 0, allow_hyphen_values = true)]
    pub harder: i32,
    /// Options for the aspects used on the roll.
    #[command(flatten)]
    pub aspects: AspectArgs,
}

/// Options of `upkeep session`.
#[derive(Args, Debug)]
pub struct SessionArgs {
    /// End of this session, or beginning of the next
    #[arg(value_enum, value_name = "WHICH")]
    pub which: EndOrBegin,
}

/// Beginning or end of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum EndOrBegin {
    /// End the session: Wealth recovers, and work scheduled for the end of the session is done
    End,
    /// Begin the next session
    Begin,
}

/// Options of `upkeep downtime`.
#[derive(Args, Debug)]
pub struct DowntimeArgs {
    /// Number of days
    #[arg(value_name = "DAYS")]
    pub days: u32,
    /// People who do not rest during this time
    #[arg(long, value_delimiter = ',', value_name = "WHO,WHO,…")]
    pub busy: Vec<String>,
    /// Ships that carry freight or passengers
    #[arg(long, value_delimiter = ',', value_name = "SHIP,SHIP,…")]
    pub working: Vec<String>,
    /// Ships that are laid up: one maintenance check for the whole time
    #[arg(long, value_delimiter = ',', value_name = "SHIP,SHIP,…")]
    pub laid_up: Vec<String>,
}

/// Options of `upkeep air`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard upkeep reach.json air bad_marl tam ines --hours 3
  slipyard upkeep reach.json air bad_marl tam --wearing filtered
  slipyard upkeep reach.json air bad_marl tam --dice '+ 0 0 0' --dice '- 0 0 0' \\
    --consequence mild=\"A cough\"

The command ends with the first hour in which a person is hurt. Leave out people who stay indoors.")]
pub struct Air {
    /// World whose air is harmful
    #[arg(value_name = "WORLD")]
    pub world: String,
    /// People outdoors
    #[arg(value_name = "WHO", required = true)]
    pub who: Vec<String>,
    /// Number of hours
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub hours: u32,
    /// Protection that these people wear: the mark that it gives, such as filtered or sealed
    #[arg(long, value_delimiter = ',', value_name = "MARK,MARK,…")]
    pub wearing: Vec<String>,
    /// Options for the aspects used on the roll.
    #[command(flatten)]
    pub aspects: AspectArgs,
    /// Consequence to take before boxes are marked: none, or a grade and a text, such as mild="A cough"
    #[arg(long, value_name = "[WHO:]GRADE[=TEXT]")]
    pub consequence: Vec<String>,
}

/// Options of `upkeep note`.
#[derive(Args, Debug)]
pub struct Note {
    /// Text of the line in the history
    #[arg(value_name = "TEXT")]
    pub text: String,
}
