//! Execution of one campaign command: the new state, the dice and the output.
//!
//! The given state is never changed; the caller keeps or discards the new one.

use super::content_effects::CampaignRoll;
use super::output::{DifficultyRoll, OutputLine, SumPart, total};
use super::state::{Campaign, CampaignSheet};
use slip_dice::{Dice, DiceKind, Faces, ScriptExhausted};
use slip_pack::effect::Action;
use slip_pack::item::Gear;
use slip_pack::ruleset::Rules;
use slip_pack::{BuiltItem, Pack};
use std::fmt;

/// Reason why a campaign command was refused, with the legal choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandRefusal {
    /// Reason in a sentence, without the full stop.
    pub why: String,
    /// Legal choices; empty if there is nothing to choose.
    pub legal: Vec<String>,
}

impl CommandRefusal {
    /// Creates a refusal that offers no choices.
    pub fn because(why: impl Into<String>) -> CommandRefusal {
        CommandRefusal { why: why.into(), legal: Vec::new() }
    }

    /// Creates a refusal that asks the user for a choice.
    pub fn choose(why: impl Into<String>, legal: Vec<String>) -> CommandRefusal {
        CommandRefusal { why: why.into(), legal }
    }

    /// Creates a refusal that lists the stunts of a person, or says that there are none.
    pub fn among_stunts(who: &str, why: String, stunts: Vec<String>) -> CommandRefusal {
        if stunts.is_empty() {
            return CommandRefusal::because(format!("{why}; {who} has no stunts"));
        }
        CommandRefusal::choose(format!("{why}; the stunts are"), stunts)
    }
}

impl fmt::Display for CommandRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)?;
        self.legal.iter().try_for_each(|choice| write!(f, "\n  {choice}"))
    }
}

impl std::error::Error for CommandRefusal {}

/// Aspect invoked on a roll, for a bonus or a re-roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invoked {
    /// Text of the aspect.
    pub text: String,
    /// True if the aspect is tagged for free; otherwise it costs a fate point.
    pub free: bool,
    /// True if the aspect is used for a re-roll instead of the bonus.
    pub again: bool,
    /// True if the aspect belongs to the scene. The referee declares such aspects, so they need not be on a person, ship or place.
    pub scene: bool,
}

/// Roll that a campaign command makes.
#[derive(Debug)]
pub struct Attempt<'a> {
    /// Name in the campaign of the person or ship that rolls and pays for aspects.
    pub who: &'a str,
    /// Skill or purpose of the roll.
    pub what: &'a str,
    /// Action of the roll; it selects the effects that modify the roll.
    pub action: Action,
    /// Modifiers of the roll, each with its reason.
    pub parts: Vec<SumPart>,
    /// Difficulty of the roll.
    pub against: SumPart,
    /// Aspects invoked on the roll.
    pub invoked: &'a [Invoked],
}

/// Campaign command that is being executed.
#[derive(Clone, Debug)]
pub struct CommandExecution<'t> {
    /// Package that the campaign is played with.
    pub pack: &'t Pack,
    /// State of the campaign, as changed so far.
    pub state: Campaign,
    /// Output of the command so far.
    pub lines: Vec<OutputLine>,
    dice: Dice,
}

impl<'t> CommandExecution<'t> {
    /// Begins a command with a copy of the state.
    pub fn new(pack: &'t Pack, state: &Campaign, dice: Dice) -> CommandExecution<'t> {
        CommandExecution { pack, state: state.clone(), lines: Vec::new(), dice }
    }

    /// Returns the rules in force in the package.
    pub fn rules(&self) -> &'t Rules {
        &self.pack.rules
    }

    /// Returns a numeric setting of the rules.
    pub fn number(&self, setting: &str, default: i32) -> i32 {
        i32::try_from(self.rules().int(setting, i64::from(default))).unwrap_or(default)
    }

    /// Adds a fact to the output.
    pub fn fact(&mut self, text: impl Into<String>) {
        self.lines.push(OutputLine::Fact { text: text.into() });
    }

    /// Adds several facts to the output.
    pub fn facts(&mut self, texts: impl IntoIterator<Item = String>) {
        texts.into_iter().for_each(|text| self.fact(text));
    }

    /// Adds a number with its reasons to the output, and returns it.
    pub fn sum(&mut self, what: &str, parts: Vec<SumPart>) -> i32 {
        let total = total(&parts);
        self.lines.push(OutputLine::Sum { what: what.to_owned(), parts, total });
        total
    }

    /// Returns a person or ship that is still in the story.
    ///
    /// # Errors
    /// If there is no such person or ship; the refusal lists the known names.
    pub fn sheet<'s>(&'s self, who: &'s str) -> Result<CampaignSheet<'s, 't>, CommandRefusal> {
        let Some(sheet) = self.state.sheet(self.pack, who) else {
            let people = self.state.people.keys().map(|name| format!("{name} (a person)"));
            let ships = self.state.ships.keys().map(|name| format!("{name} (a ship)"));
            return Err(CommandRefusal::choose(
                format!("this campaign has no person or ship `{who}`; it has"),
                people.chain(ships).collect(),
            ));
        };
        match &sheet.standing.out {
            Some(why) => Err(CommandRefusal::because(format!("{who} is out of the story ({why}); `back {who}` brings them back"))),
            None => Ok(sheet),
        }
    }

    /// Returns a person of the campaign.
    ///
    /// # Errors
    /// If there is no person with this name.
    pub fn person<'s>(&'s self, who: &'s str) -> Result<CampaignSheet<'s, 't>, CommandRefusal> {
        if self.state.ships.contains_key(who) {
            return Err(CommandRefusal::because(format!("`{who}` is a ship, but this needs a person")));
        }
        self.sheet(who)
    }

    /// Returns a ship of the campaign.
    ///
    /// # Errors
    /// If there is no ship with this name.
    pub fn ship<'s>(&'s self, who: &'s str) -> Result<CampaignSheet<'s, 't>, CommandRefusal> {
        if self.state.people.contains_key(who) {
            return Err(CommandRefusal::because(format!("`{who}` is a person, but this needs a ship")));
        }
        self.sheet(who)
    }

    /// Returns the kind of dice that the rules in force use.
    pub fn kind(&self) -> DiceKind {
        DiceKind::from_word(self.rules().word("dice", "4dF")).unwrap_or(DiceKind::Fudge)
    }

    /// Returns the number of given dice faces that have not been used.
    pub fn faces_left(&self) -> usize {
        self.dice.left()
    }

    /// True if any dice were rolled.
    pub fn rolled(&self) -> bool {
        self.dice.rolls() > 0
    }

    /// Rolls the dice.
    ///
    /// # Errors
    /// If faces were given and too few are left.
    pub fn throw(&mut self, who: &str, what: &str) -> Result<Faces, CommandRefusal> {
        let kind = self.kind();
        self.dice.roll(kind).map_err(|ScriptExhausted| {
            CommandRefusal::because(format!("there are no dice left for the roll of {who} ({what}): give one --dice per roll"))
        })
    }

    /// Makes a roll with the invoked aspects and returns the shifts.
    ///
    /// # Errors
    /// If there are too few dice, an aspect may not be used, or there is no fate point for it.
    pub fn roll(&mut self, attempt: Attempt<'_>) -> Result<i32, CommandRefusal> {
        let Attempt { who, what, action, mut parts, against, invoked } = attempt;
        self.check_invoked(who, invoked)?;
        // For a maintenance check, these effects were applied before: they come before the bonus of the broker.
        if action != Action::Maintain && !parts.is_empty() {
            let own = parts.remove(0);
            parts.splice(0..0, self.based_on(who, what, action, own));
        }
        parts.extend(self.with_effects(who, what, action, &mut |roll| roll.additions()).unwrap_or_default());
        let bonus = self.number("invoke_bonus", 2);
        let mut faces = self.throw(who, what)?;
        for aspect in invoked {
            self.pay(who, aspect)?;
            if aspect.again {
                let before = DifficultyRoll::new(who, what, faces, parts.clone(), Some(against.clone()));
                self.lines.push(OutputLine::Roll(before));
                self.fact(format!("\"{}\": re-roll", aspect.text));
                faces = self.throw(who, what)?;
            } else {
                parts.push(SumPart::new(bonus, format!("\"{}\"", aspect.text)));
            }
        }
        let roll = DifficultyRoll::new(who, what, faces, parts, Some(against));
        let shifts = roll.shifts;
        self.lines.push(OutputLine::Roll(roll));
        Ok(shifts)
    }

    /// Returns the base of a roll after the effects that replace, limit or amplify it.
    pub fn based_on(&self, who: &str, what: &str, action: Action, own: SumPart) -> Vec<SumPart> {
        self.with_effects(who, what, action, &mut |roll| roll.based_on(own.clone())).unwrap_or_else(|| vec![own.clone()])
    }

    fn with_effects<T>(&self, who: &str, what: &str, action: Action, read: &mut dyn FnMut(&CampaignRoll<'_>) -> T) -> Option<T> {
        let item = self.state.sheet(self.pack, who)?.item;
        let find = |thing: &Gear| self.pack.item(thing);
        let carried: Vec<&BuiltItem> = item.holds.values().flatten().filter_map(|held| find(&held.thing)).collect();
        let at = self.state.ships.get(who).and_then(|ship| self.state.places.get(ship.at.as_ref()?));
        let station = at.and_then(|place| find(place.item.as_ref()?));
        Some(read(&CampaignRoll { item, rules: self.rules(), carried: &carried, station, action, skill: what }))
    }

    /// Pays a fate point for an aspect, unless the aspect is tagged for free.
    fn pay(&mut self, who: &str, aspect: &Invoked) -> Result<(), CommandRefusal> {
        if aspect.free {
            self.fact(format!("\"{}\" is tagged for free", aspect.text));
            return Ok(());
        }
        let Some(standing) = self.state.standing_mut(who) else { return Ok(()) };
        let Some(left) = standing.fate.checked_sub(1) else {
            return Err(CommandRefusal::because(format!("{who} has no fate point to pay for \"{}\"", aspect.text)));
        };
        standing.fate = left;
        self.fact(format!("{who} pays a fate point for \"{}\" ({left} left)", aspect.text));
        Ok(())
    }

    /// Rolls the dice without modifiers or difficulty, for speculation.
    ///
    /// # Errors
    /// If there are too few dice.
    pub fn roll_bare(&mut self, who: &str, what: &str) -> Result<i32, CommandRefusal> {
        let faces = self.throw(who, what)?;
        self.lines.push(OutputLine::Roll(DifficultyRoll::new(who, what, faces, Vec::new(), None)));
        Ok(faces.total())
    }
}
