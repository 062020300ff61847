//! One decision on its way from a state to the next: the state as it becomes, the dice, and the account of it.
//!
//! What is given is never changed; whoever asked throws the new state away or keeps it.

use super::account::{Line, Part, Roll, total};
use super::lines;
use super::state::{Campaign, Sheet};
use slip_dice::{Dice, Faces, Kind, RanOut};
use slip_pack::Pack;
use slip_pack::effect::Action;
use slip_pack::ruleset::Rules;
use std::fmt;

/// Why nothing was done, and what may be done instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The reason, in a sentence without its full stop.
    pub why: String,
    /// What is legal, a choice each; empty where it is not a question of choosing.
    pub legal: Vec<String>,
}

impl Refusal {
    /// A refusal that leaves no choice.
    pub fn because(why: impl Into<String>) -> Refusal {
        Refusal { why: why.into(), legal: Vec::new() }
    }

    /// A question: what may be chosen.
    pub fn choose(why: impl Into<String>, legal: Vec<String>) -> Refusal {
        Refusal { why: why.into(), legal }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)?;
        self.legal.iter().try_for_each(|choice| write!(f, "\n  {choice}"))
    }
}

impl std::error::Error for Refusal {}

/// An aspect somebody brings to a roll: +2 or, if they like, the dice again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invoked {
    /// Its words.
    pub text: String,
    /// True if it is free to tag; otherwise it costs a fate point.
    pub free: bool,
    /// True if the dice are rolled again instead.
    pub again: bool,
}

/// A roll to be made.
#[derive(Debug)]
pub struct Attempt<'a> {
    /// Who rolls, by the name in the campaign: whoever pays for aspects.
    pub who: &'a str,
    /// What is rolled.
    pub what: &'a str,
    /// What is done, for lines that add to it.
    pub action: Action,
    /// What is added to the dice.
    pub parts: Vec<Part>,
    /// What it must reach.
    pub against: Part,
    /// Aspects brought to it.
    pub invoked: &'a [Invoked],
}

/// A decision being carried out.
#[derive(Clone, Debug)]
pub struct Turn<'t> {
    /// The package.
    pub pack: &'t Pack,
    /// The state as it has become so far.
    pub state: Campaign,
    /// The account so far.
    pub lines: Vec<Line>,
    dice: Dice,
}

impl<'t> Turn<'t> {
    /// Begins with a state as it is.
    pub fn new(pack: &'t Pack, state: &Campaign, dice: Dice) -> Turn<'t> {
        Turn { pack, state: state.clone(), lines: Vec::new(), dice }
    }

    /// The rules of the package.
    pub fn rules(&self) -> &'t Rules {
        &self.pack.rules
    }

    /// A number of the rules, as small as numbers of the game are.
    pub fn number(&self, setting: &str, default: i32) -> i32 {
        i32::try_from(self.rules().int(setting, i64::from(default))).unwrap_or(default)
    }

    /// Tells something.
    pub fn fact(&mut self, text: impl Into<String>) {
        self.lines.push(Line::Fact { text: text.into() });
    }

    /// Tells several things.
    pub fn facts(&mut self, texts: impl IntoIterator<Item = String>) {
        texts.into_iter().for_each(|text| self.fact(text));
    }

    /// Tells a number with its reasons, and gives it.
    pub fn sum(&mut self, what: &str, parts: Vec<Part>) -> i32 {
        let total = total(&parts);
        self.lines.push(Line::Sum { what: what.to_owned(), parts, total });
        total
    }

    /// A person or ship that can act: known, and still in the story.
    ///
    /// # Errors
    /// If there is none, with those there are.
    pub fn sheet<'s>(&'s self, who: &'s str) -> Result<Sheet<'s, 't>, Refusal> {
        let Some(sheet) = self.state.sheet(self.pack, who) else {
            let people = self.state.people.keys().map(|name| format!("{name} (a person)"));
            let ships = self.state.ships.keys().map(|name| format!("{name} (a ship)"));
            return Err(Refusal::choose(
                format!("nobody and nothing in this campaign is called `{who}`; there are"),
                people.chain(ships).collect(),
            ));
        };
        match &sheet.standing.out {
            Some(why) => Err(Refusal::because(format!("{who} is out of the story ({why}); `back {who}` brings them back into it"))),
            None => Ok(sheet),
        }
    }

    /// A person of the campaign.
    ///
    /// # Errors
    /// If nobody is called so.
    pub fn person<'s>(&'s self, who: &'s str) -> Result<Sheet<'s, 't>, Refusal> {
        if self.state.ships.contains_key(who) {
            return Err(Refusal::because(format!("`{who}` is a ship, and this takes a person")));
        }
        self.sheet(who)
    }

    /// A ship of the campaign.
    ///
    /// # Errors
    /// If none is called so.
    pub fn ship<'s>(&'s self, who: &'s str) -> Result<Sheet<'s, 't>, Refusal> {
        if self.state.people.contains_key(who) {
            return Err(Refusal::because(format!("`{who}` is a person, and this takes a ship")));
        }
        self.sheet(who)
    }

    /// Which dice are rolled.
    pub fn kind(&self) -> Kind {
        Kind::from_word(self.rules().word("dice", "4dF")).unwrap_or(Kind::Fudge)
    }

    /// Faces that were given and not rolled.
    pub fn faces_left(&self) -> usize {
        self.dice.left()
    }

    /// True if any dice were rolled.
    pub fn rolled(&self) -> bool {
        self.dice.rolls() > 0
    }

    /// The dice as they fall.
    ///
    /// # Errors
    /// If fewer were given than are rolled.
    pub fn throw(&mut self, who: &str, what: &str) -> Result<Faces, Refusal> {
        let kind = self.kind();
        self.dice
            .roll(kind)
            .map_err(|RanOut| Refusal::because(format!("{who} rolls {what}, and there are no more dice: give one --dice for each roll")))
    }

    /// Rolls, with whatever aspects are brought to it, and gives the shifts.
    ///
    /// # Errors
    /// If there are no dice for it, or no fate point for an aspect.
    pub fn roll(&mut self, attempt: Attempt<'_>) -> Result<i32, Refusal> {
        let Attempt { who, what, action, mut parts, against, invoked } = attempt;
        if let Some(sheet) = self.state.sheet(self.pack, who) {
            parts.extend(lines::additions(&sheet, self.rules(), action, what));
        }
        let bonus = self.number("invoke_bonus", 2);
        let mut faces = self.throw(who, what)?;
        for aspect in invoked {
            self.pay(who, aspect)?;
            if aspect.again {
                let before = Roll::new(who, what, faces, parts.clone(), Some(against.clone()));
                self.lines.push(Line::Roll(before));
                self.fact(format!("\"{}\": the dice again", aspect.text));
                faces = self.throw(who, what)?;
            } else {
                parts.push(Part::new(bonus, format!("\"{}\"", aspect.text)));
            }
        }
        let roll = Roll::new(who, what, faces, parts, Some(against));
        let shifts = roll.shifts;
        self.lines.push(Line::Roll(roll));
        Ok(shifts)
    }

    /// Pays for an aspect: a point, unless it is free to tag.
    fn pay(&mut self, who: &str, aspect: &Invoked) -> Result<(), Refusal> {
        if aspect.free {
            self.fact(format!("\"{}\" is tagged free of charge", aspect.text));
            return Ok(());
        }
        let Some(standing) = self.state.standing_mut(who) else { return Ok(()) };
        let Some(left) = standing.fate.checked_sub(1) else {
            return Err(Refusal::because(format!("{who} has no fate point to pay for \"{}\"", aspect.text)));
        };
        standing.fate = left;
        self.fact(format!("{who} pays a fate point for \"{}\" ({left} left)", aspect.text));
        Ok(())
    }

    /// Rolls the dice alone: speculation.
    ///
    /// # Errors
    /// If there are none.
    pub fn roll_bare(&mut self, who: &str, what: &str) -> Result<i32, Refusal> {
        let faces = self.throw(who, what)?;
        self.lines.push(Line::Roll(Roll::new(who, what, faces, Vec::new(), None)));
        Ok(faces.total())
    }
}
