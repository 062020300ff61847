//! What may be typed after `slipyard upkeep`.

use super::TextOrJson;
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// `slipyard upkeep`.
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

The file is JSON; every command reads it, says what happened with every number and its reason,
and writes it back whole or not at all. Where a choice is missing nothing is written, and what
is legal is listed. Dice are drawn from --seed, or fall as --dice says, one --dice a roll.")]
pub struct Upkeep {
    /// The campaign's file
    #[arg(value_name = "STATE")]
    pub file: PathBuf,
    /// What is done.
    #[command(subcommand)]
    pub what: Doing,
    /// What the dice are drawn from; one is chosen and said if this is left out
    #[arg(long, global = true, value_name = "N", conflicts_with = "dice")]
    pub seed: Option<u64>,
    /// Dice as they fell on the table, `+ - 0 +`; once for each roll
    #[arg(long, global = true, value_name = "DICE", allow_hyphen_values = true)]
    pub dice: Vec<String>,
    /// Say what would happen, and write nothing
    #[arg(long, global = true)]
    pub dry_run: bool,
    /// Text or data
    #[arg(long, global = true, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
    /// The package or folder it is played with
    #[arg(long = "in", global = true, default_value = ".", value_name = "PATH")]
    pub folder: PathBuf,
}

impl Doing {
    /// Whether dice may fall, by the rules in force or by others.
    pub fn may_roll(&self) -> bool {
        matches!(self, Doing::Buy(_) | Doing::Maintain(_) | Doing::Heal(_) | Doing::Repair(_) | Doing::Air(_))
    }
}

/// What is done between encounters.
#[derive(Subcommand, Debug)]
pub enum Doing {
    /// Begin a campaign: a new file
    New(New),
    /// Say how everybody stands, or somebody, and how that came about
    Show(ShowState),
    /// Take people and ships of the package into the campaign
    Join(Join),
    /// Say what is true of a place where ships are served
    Place(Place),
    /// Say who owns and crews a ship, where she lies, and what she does
    Ship(ShipIs),
    /// Buy: means against the Cost; the thing is had in any case
    Buy(Buy),
    /// Sell, and pay debts off with it
    Sell(Sell),
    /// Make a ship's maintenance check
    Maintain(Maintain),
    /// End a trip: the days it took, what a slip or a burn leaves on the ship, where she lies
    Arrive(Arrive),
    /// Fill a ship's tanks
    Supply(Named),
    /// Give a refresh: fate points, healing, and what may be learned
    Refresh,
    /// Learn: swap neighbouring skills, change an aspect, exchange a stunt
    Learn(Learn),
    /// Treat a wound, or pay off a debt that has become a consequence
    Heal(Heal),
    /// Mend a consequence of a ship
    Repair(Heal),
    /// End a scene: mild consequences go
    Scene,
    /// End the session, or begin the next
    Session(Session),
    /// Let days pass
    Downtime(Downtime),
    /// Spend hours in the open of a world whose air attacks
    Air(Air),
    /// Bring somebody back who was out of the story
    Back(Named),
    /// Write a line into the history
    Note(Note),
}

/// `new`.
#[derive(Args, Debug)]
pub struct New {
    /// People and ships of the package that are in it from the beginning
    #[arg(long, value_delimiter = ',', value_name = "ITEM,ITEM,…")]
    pub join: Vec<String>,
}

/// `show`.
#[derive(Args, Debug)]
pub struct ShowState {
    /// Somebody or something of the campaign; everything if left out
    #[arg(value_name = "WHO")]
    pub who: Option<String>,
    /// The history too
    #[arg(long)]
    pub history: bool,
}

/// `join`.
#[derive(Args, Debug)]
pub struct Join {
    /// An item of the package
    #[arg(value_name = "ITEM", required = true)]
    pub items: Vec<String>,
    /// What it is called in the campaign, if it is one
    #[arg(long = "as", value_name = "NAME")]
    pub named: Option<String>,
}

/// `place`.
#[derive(Args, Debug)]
pub struct Place {
    /// Its name in the campaign
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The system or world of the package it is of
    #[arg(long, value_name = "ITEM")]
    pub of: Option<String>,
    /// Its technology, if the package does not say
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub tech: Option<i32>,
    /// Nobody maintains ships there
    #[arg(long)]
    pub no_maintenance: bool,
    /// Nobody repairs ships there
    #[arg(long)]
    pub no_repair: bool,
}

/// `ship`.
#[derive(Args, Debug)]
pub struct ShipIs {
    /// The ship
    #[arg(value_name = "SHIP")]
    pub ship: String,
    /// Who owns her from now on, all of them; `WHO:stunt` where a stunt holds her
    #[arg(long, value_delimiter = ',', value_name = "WHO,…")]
    pub owner: Vec<String>,
    /// Who crews her from now on, all of them
    #[arg(long, value_delimiter = ',', value_name = "WHO,…")]
    pub crew: Vec<String>,
    /// Where she lies
    #[arg(long, value_name = "PLACE", conflicts_with = "under_way")]
    pub at: Option<String>,
    /// She lies nowhere
    #[arg(long)]
    pub under_way: bool,
    /// Fighters aboard
    #[arg(long, value_name = "N")]
    pub fighters: Option<u32>,
    /// She carries freight or passengers
    #[arg(long, conflicts_with = "idle")]
    pub working: bool,
    /// She does not
    #[arg(long)]
    pub idle: bool,
}

/// A thing bought or sold.
#[derive(Args, Debug)]
pub struct Ware {
    /// A thing of the package, or a ship of the campaign
    #[arg(value_name = "THING")]
    pub thing: Option<String>,
    /// What it is, if the package has no such thing
    #[arg(long, value_name = "TEXT", conflicts_with = "thing")]
    pub what: Option<String>,
    /// Its Cost, in place of its own
    #[arg(long, value_name = "N")]
    pub cost: Option<i32>,
    /// Where, one of the campaign's places
    #[arg(long, value_name = "PLACE")]
    pub at: Option<String>,
}

/// Aspects brought to a roll.
#[derive(Args, Debug)]
pub struct Aspects {
    /// An aspect brought to the roll for a fate point: +2
    #[arg(long, value_name = "TEXT")]
    pub aspect: Vec<String>,
    /// One that is free to tag
    #[arg(long, value_name = "TEXT")]
    pub free: Vec<String>,
    /// The dice again in place of +2
    #[arg(long)]
    pub reroll: bool,
}

/// `buy`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard upkeep reach.json buy tam civilian_gun
  slipyard upkeep reach.json buy tam small_mercy --at haldane --aspect \"Owes the bank\" \\
    --consequence mild=\"Mortgaged\"
  slipyard upkeep reach.json buy tam --what \"A round for the house\" --cost 2 --consequence none")]
pub struct Buy {
    /// Who buys
    #[arg(value_name = "WHO")]
    pub who: String,
    /// What.
    #[command(flatten)]
    pub ware: Ware,
    /// What a ship is called in the campaign
    #[arg(long = "as", value_name = "NAME")]
    pub named: Option<String>,
    /// Aspects.
    #[command(flatten)]
    pub aspects: Aspects,
    /// A consequence taken before boxes are marked: none, or a grade and its words, mild="In debt"
    #[arg(long, value_name = "[WHO:]GRADE[=TEXT]")]
    pub consequence: Vec<String>,
    /// Roll for small change too
    #[arg(long)]
    pub ask: bool,
}

/// `sell`.
#[derive(Args, Debug)]
pub struct Sell {
    /// Who sells
    #[arg(value_name = "WHO")]
    pub who: String,
    /// What.
    #[command(flatten)]
    pub ware: Ware,
    /// It is stolen, or known
    #[arg(long)]
    pub tainted: bool,
    /// The stunt that holds it, which is lost with it
    #[arg(long, value_name = "STUNT")]
    pub stunt: Option<String>,
    /// The consequence that goes, where there is a choice
    #[arg(long, value_name = "GRADE")]
    pub consequence: Option<String>,
}

/// `maintain`.
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
    /// The ship
    #[arg(value_name = "SHIP")]
    pub ship: String,
    /// Where; the place she lies at unless this is said
    #[arg(long, value_name = "PLACE")]
    pub at: Option<String>,
    /// Why a check is made that is not due
    #[arg(long, value_name = "TEXT")]
    pub extra: Option<String>,
    /// Who brokers; the best of the crew unless this is said
    #[arg(long, value_name = "WHO", conflicts_with = "no_broker")]
    pub broker: Option<String>,
    /// Nobody does
    #[arg(long)]
    pub no_broker: bool,
    /// The broker has no other post (cargo against hull)
    #[arg(long)]
    pub dedicated: bool,
    /// A choice that costs 2: a long leave, a poor cargo; as many as there are
    #[arg(long, value_name = "TEXT")]
    pub hindrance: Vec<String>,
    /// She is on a subsidised route
    #[arg(long, conflicts_with = "illegal")]
    pub subsidised: bool,
    /// Her cargo is illegal
    #[arg(long)]
    pub illegal: bool,
    /// They speculate
    #[arg(long)]
    pub speculate: bool,
    /// The rating the referee sets in place of Trade, for what an adventure yields
    #[arg(long, value_name = "N")]
    pub trade: Option<i32>,
    /// The hull rating the referee sets (cargo against hull)
    #[arg(long, value_name = "N")]
    pub hull: Option<i32>,
    /// Jumps this month (cargo against hull)
    #[arg(long, value_name = "N")]
    pub jumps: Option<u32>,
    /// A consequence of hers that is compelled (cargo against hull)
    #[arg(long, value_name = "TEXT")]
    pub compelled: Vec<String>,
    /// Aspects of the ship.
    #[command(flatten)]
    pub aspects: Aspects,
    /// Who steps in where it falls short
    #[arg(long, value_name = "WHO", conflicts_with = "no_rescue")]
    pub rescue: Option<String>,
    /// Nobody does: the ship wears, and every owner pays
    #[arg(long)]
    pub no_rescue: bool,
    /// A box of Wealth that a shift pays off, WHO:BOX; or none
    #[arg(long, value_name = "WHO:BOX")]
    pub spend: Vec<String>,
    /// A consequence taken before boxes are marked: none, or a grade and its words, WHO:mild="In debt"
    #[arg(long, value_name = "[WHO:]GRADE[=TEXT]")]
    pub consequence: Vec<String>,
    /// The words of the ship's own consequence
    #[arg(long, value_name = "TEXT")]
    pub wear: Option<String>,
}

/// `arrive`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard upkeep reach.json arrive grey_margin --slip --days 21
  slipyard upkeep reach.json arrive grey_margin --overburn --at haldane

How long a trip takes says `slipyard travel`.")]
pub struct Arrive {
    /// The ship
    #[arg(value_name = "SHIP")]
    pub ship: String,
    /// She passed a slipknot
    #[arg(long)]
    pub slip: bool,
    /// She burned at full thrust for as long as the way to a slipknot takes
    #[arg(long)]
    pub long_burn: bool,
    /// She went faster than she is built for
    #[arg(long)]
    pub overburn: bool,
    /// How many days it took; they are no downtime
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub days: u32,
    /// Where she lies now; nowhere if left out
    #[arg(long, value_name = "PLACE")]
    pub at: Option<String>,
}

/// A name.
#[derive(Args, Debug)]
pub struct Named {
    /// Somebody or something of the campaign
    #[arg(value_name = "WHO")]
    pub who: String,
}

/// `learn`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard upkeep reach.json learn tam --raise gunnery --lower charm
  slipyard upkeep reach.json learn tam --drop-aspect \"Green\" --aspect \"Seen the Reach burn\"
  slipyard upkeep reach.json learn tam --drop-stunt 'swap_skill(pilot, gunnery)' \\
    --stunt 'military_grade(pilot)'

Only neighbours swap: what goes up to a rank takes the place of a skill that has it. What comes of
it is compiled like any sheet, and refused if it would not check.")]
pub struct Learn {
    /// Who learns
    #[arg(value_name = "WHO")]
    pub who: String,
    /// The skill that goes up a rank
    #[arg(long, value_name = "SKILL", requires = "lower")]
    pub raise: Option<String>,
    /// The skill that goes down to where that one was
    #[arg(long, value_name = "SKILL", requires = "raise")]
    pub lower: Option<String>,
    /// The aspect that goes
    #[arg(long, value_name = "TEXT", requires = "aspect")]
    pub drop_aspect: Option<String>,
    /// The aspect that comes
    #[arg(long, value_name = "TEXT", requires = "drop_aspect")]
    pub aspect: Option<String>,
    /// The stunt that goes
    #[arg(long, value_name = "STUNT", requires = "stunt")]
    pub drop_stunt: Option<String>,
    /// The stunt that comes
    #[arg(long, value_name = "STUNT")]
    pub stunt: Option<String>,
}

/// `heal` and `repair`.
#[derive(Args, Debug)]
pub struct Heal {
    /// Whose consequence
    #[arg(value_name = "WHO")]
    pub who: String,
    /// Its grade, where several could be meant
    #[arg(long, value_name = "GRADE")]
    pub consequence: Option<String>,
    /// Who sees to it
    #[arg(long, value_name = "WHO")]
    pub by: Option<String>,
    /// The clinic, hospital or yard, one of the campaign's places
    #[arg(long, value_name = "PLACE")]
    pub at: Option<String>,
    /// What the referee adds to the difficulty
    #[arg(long, value_name = "N", default_value_t = 0, allow_hyphen_values = true)]
    pub harder: i32,
    /// Aspects.
    #[command(flatten)]
    pub aspects: Aspects,
}

/// `session`.
#[derive(Args, Debug)]
pub struct Session {
    /// Which
    #[arg(value_enum, value_name = "WHICH")]
    pub which: EndOrBegin,
}

/// The two ends of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum EndOrBegin {
    /// It ends: purses recover, work that waited for it is done
    End,
    /// The next begins
    Begin,
}

/// `downtime`.
#[derive(Args, Debug)]
pub struct Downtime {
    /// How many days
    #[arg(value_name = "DAYS")]
    pub days: u32,
    /// Who has no rest in them
    #[arg(long, value_delimiter = ',', value_name = "WHO,WHO,…")]
    pub busy: Vec<String>,
    /// Ships that carry freight or passengers
    #[arg(long, value_delimiter = ',', value_name = "SHIP,SHIP,…")]
    pub working: Vec<String>,
    /// Ships that are neither used nor in business: one check in all
    #[arg(long, value_delimiter = ',', value_name = "SHIP,SHIP,…")]
    pub laid_up: Vec<String>,
}

/// `air`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard upkeep reach.json air bad_marl tam ines --hours 3
  slipyard upkeep reach.json air bad_marl tam --wearing filtered
  slipyard upkeep reach.json air bad_marl tam --dice '+ 0 0 0' --dice '- 0 0 0' \\
    --consequence mild=\"A cough\"

It ends with the first hour in which somebody is hurt. Whoever stays behind walls is not named.")]
pub struct Air {
    /// The world
    #[arg(value_name = "WORLD")]
    pub world: String,
    /// Who is in the open
    #[arg(value_name = "WHO", required = true)]
    pub who: Vec<String>,
    /// How many hours
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub hours: u32,
    /// What they wear, by the marks it gives: filtered, sealed
    #[arg(long, value_delimiter = ',', value_name = "MARK,MARK,…")]
    pub wearing: Vec<String>,
    /// Aspects.
    #[command(flatten)]
    pub aspects: Aspects,
    /// A consequence taken before boxes are marked: none, or a grade and its words, mild="A cough"
    #[arg(long, value_name = "[WHO:]GRADE[=TEXT]")]
    pub consequence: Vec<String>,
}

/// `note`.
#[derive(Args, Debug)]
pub struct Note {
    /// The line
    #[arg(value_name = "TEXT")]
    pub text: String,
}
