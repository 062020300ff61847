//! Guesses what the author of an effect that does not parse wanted, and advises how to write it.
//!
//! Looks at the words around the error: parts in the wrong order, phrases of other games. This module only gives advice; the parser decides
//! about errors.

use slip_pack::effect::{Action, Measure, OfWhat, Period, When, Whom};

/// Words of an effect, and the position of the error in them.
pub(super) struct ParseStop<'w> {
    /// All words of the effect, as shown in messages.
    pub words: &'w [String],
    /// Index of the first word that does not fit. Equals the number of words if the effect ended too early.
    pub at: usize,
}

impl ParseStop<'_> {
    pub(super) fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", String::as_str)
    }

    pub(super) fn here(&self) -> &str {
        self.word(self.at)
    }

    pub(super) fn before(&self) -> &str {
        self.at.checked_sub(1).map_or("", |at| self.word(at))
    }

    pub(super) fn after(&self) -> &str {
        self.word(self.at.saturating_add(1))
    }

    pub(super) fn joined(&self, from: usize, to: usize) -> String {
        self.words.get(from..to.min(self.words.len())).unwrap_or_default().join(" ")
    }

    /// Returns advice about what to write instead, if it can be guessed.
    pub(super) fn advice(&self) -> Option<String> {
        self.misplaced()
            .or_else(|| self.order())
            .or_else(|| self.number())
            .or_else(|| self.how_often())
            .or_else(|| self.phrase())
            .or_else(|| said_otherwise(self.here()))
    }

    /// Advises about parts of an effect that are in the wrong order.
    fn order(&self) -> Option<String> {
        if self.at > 0 && When::from_word(self.here()).is_some() && self.here() != "at" {
            if When::from_word(self.word(0)).is_some() {
                // The effect already begins with a moment. An effect has only one moment, so this one cannot be moved to the front.
                return Some(
                    "an effect has one moment; for harm that lasts, give an aspect, `after hit target has aspect \"Poisoned\"`, and write a \
                     line of a ruleset: `each everyone turn actor suffers 1 on health when actor has \"Poisoned\"` (see the recipe \"Poison\")"
                        .to_owned(),
                );
            }
            let (front, back) = (self.joined(self.at, self.words.len()), self.joined(0, self.at));
            return Some(format!("write the moment first: `{front} {back}`"));
        }
        let of_other = |word: &str| Whom::from_word(word).is_some() && Action::from_word(self.after()).is_some();
        if self.before() == "to" && of_other(self.here()) {
            let rest = self.joined(self.at.saturating_add(1), self.words.len());
            let front = self.joined(0, self.at);
            return Some(format!("write the subject first: `{} {front} {rest}`", self.here()));
        }
        if matches!(self.before(), "enemy" | "allied") && self.here().starts_with(['+', '-']) {
            let all = if self.before() == "enemy" { "enemies" } else { "allies" };
            return Some(format!(
                "write `{all} {}`; the name of a design follows `{}`",
                self.joined(self.at, self.words.len()),
                self.before()
            ));
        }
        None
    }

    /// Advises about numbers: their sign, the word `to`, and the quantity.
    fn number(&self) -> Option<String> {
        let (here, before) = (self.here(), self.before());
        if self.at == 0 && self.after() == "to" && here.bytes().all(|digit| digit.is_ascii_digit()) {
            return Some(format!("write `+{}`", self.joined(0, self.words.len())));
        }
        if self.at == 0
            && let Some(line) = here.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'))
        {
            return Some(match line.contains(' ') {
                true => format!("write the effect without quotes: `effect {line}`; a note for the players is written `table {here}`"),
                false => format!("a note for the players is written `table {here}`; an aspect is written `has aspect {here}`"),
            });
        }
        if before.starts_with(['+', '-']) && here == "on" {
            return Some(format!("write `{before} to {}`", self.after()));
        }
        if before.starts_with(['+', '-']) && !here.is_empty() {
            return Some(format!("write `{before} to {}`", quantity(here, self.after())));
        }
        if let Some(measure) = Measure::from_word(before) {
            if here.starts_with(['+', '-']) {
                return Some(format!("write the number first: `{here} to {}`", quantity(before, "")));
            }
            if here.starts_with(|letter: char| letter.is_ascii_digit()) && measure.of() == OfWhat::Nothing {
                return Some(format!("write `{before} is {here}`"));
            }
            if matches!(measure.of(), OfWhat::Roll | OfWhat::Track | OfWhat::Grade | OfWhat::Stat | OfWhat::Item | OfWhat::Aspect)
                && here != "of"
            {
                return Some(
                    format!("write `{}`", self.joined(0, self.at.saturating_sub(1)) + " " + &quantity(before, "")).replace("` ", "`"),
                );
            }
        }
        if Action::from_word(before).is_some() && here.starts_with(['+', '-']) {
            return Some(format!("write the number first: `{here} to {before}`"));
        }
        None
    }

    /// Advises about prices and limits.
    fn how_often(&self) -> Option<String> {
        let (here, before) = (self.here(), self.before());
        if self.at == 0 && (matches!(here, "once" | "any") || self.word(1) == "times") {
            return Some("write the limit at the end: `+2 to attack once per scene`".to_owned());
        }
        if before == "once" && matches!(here, "a" | "an" | "each" | "every") {
            let period = Period::from_word(self.after()).map_or("scene", Period::word);
            return Some(format!("write `once per {period}`"));
        }
        if here == "per" && before.chars().all(|letter| letter.is_ascii_digit()) && !before.is_empty() {
            let period = Period::from_word(self.after()).map_or("scene", Period::word);
            let times = if before == "1" { "once".to_owned() } else { format!("{before} times") };
            return Some(format!("write `{times} per {period}`"));
        }
        if before == "per"
            && let Some(unit) =
                matches!(here, "day" | "week" | "month" | "year" | "hour" | "minute" | "game" | "combat" | "fight").then_some(here)
        {
            let period = if matches!(unit, "combat" | "fight") { "encounter" } else { "session" };
            return Some(format!(
                "uses are not counted per {unit}; write `{}`",
                self.joined(self.at.saturating_sub(2), self.at) + " " + period
            ));
        }
        if before == "fate" && matches!(here, "point" | "points") {
            return Some(format!("write `{}`, without `{here}`", self.joined(self.at.saturating_sub(3), self.at)));
        }
        if before == "for" && matches!(here, "a" | "one") {
            return Some("write `for 1 fate`".to_owned());
        }
        None
    }

    /// Advises about wrong phrases of several words, such as `attack and defence`.
    fn phrase(&self) -> Option<String> {
        let (here, before, after) = (self.here(), self.before(), self.after());
        let advice = match (before, here, after) {
            (roll, "rolls", _) if Action::from_word(roll).is_some() => {
                return Some(format!("leave out `rolls` after `{roll}`; write `rolls` after a skill, as in `agility rolls`"));
            }
            (_, "all" | "every" | "any", "rolls" | "attack" | "defence" | "move" | "maneuver") => {
                "name the skills, as in `+1 to agility, stamina rolls`; `attack` or `defence` alone covers all skills"
            }
            (_, "and", _) => "write two lines, one for each: `effect +1 to attack; effect +1 to defence`",
            (roll, "with" | "using", skill) if Action::from_word(roll).is_some() && !skill.is_empty() && self.word(1) == "to" => {
                return Some(format!("write the skill or thing before the roll: `{} {skill} {roll}`", self.joined(0, 2)));
            }
            (_, "create" | "creating", "advantage" | "advantages" | "an") => {
                "an advantage is made by a maneuver: `+2 to maneuver`, `+2 to stealth maneuver`"
            }
            (_, "overcome" | "overcoming", _) => "name the skills of the rolls: `+2 to engineering rolls`",
            (_, "free", "tag") => "write `free_tag \"Out of ammo\"`, with the aspect after it",
            ("has" | "loses", text, _) if text.starts_with('"') => return Some(format!("write `{before} aspect {text}`")),
            ("loses", ..) => "`loses aspect \"…\"` takes an aspect away; to forbid an action write `after hit target cannot attack`",
            ("place", "aspect", _) => "write `place \"Fog\" on 2 zones`, without `aspect`",
            (_, "self", _) => {
                let rest = [self.joined(0, self.at), self.joined(self.at.saturating_add(1), self.words.len())];
                let line = rest.iter().filter(|part| !part.is_empty()).map(String::as_str).collect::<Vec<_>>().join(" ");
                return Some(format!("leave `self` out: an effect without a subject is about its owner: `{line}`"));
            }
            (_, "on", "hit" | "a") => "write `after hit`, as in `after hit target suffers 1 on health`",
            ("hits", "on", _) => {
                "write the track after `hits`, as in `attack hits composure only`; effects cannot move hits from one track to another"
            }
            (_, "hits" | "hit", "all" | "everyone" | "everybody")
            | ("hits", "all", _)
            | ("attack", "everyone" | "everybody" | "all", _) => {
                "for one roll against everyone in a zone write `attack area zone except own_zone`; `except allies` spares allies"
            }
            ("in", "zone" | "own_zone" | "target_zone" | "range" | "close" | "cover", _) => {
                "`in` takes kinds of play; write a place as a condition: `when range == 0`, `when own_zone has \"Crates\"`"
            }
            (basis, "instead" | "in", "of" | "place") if !basis.is_empty() && self.word(1) == "use" => {
                return Some(format!("name the roll: `{} {basis} for slug_throwers attack`", self.joined(0, 2)));
            }
            (_, "extra" | "second" | "additional" | "double", "attack" | "attacks") => {
                "attacks per turn are a quantity: `+1 to attacks of attack`"
            }
            ("attack", "twice", _) if self.at == 1 => "attacks per turn are a quantity: `+1 to attacks of attack`",
            _ => return None,
        };
        Some(advice.to_owned())
    }
}

/// Returns an example of a quantity, with the words that must follow it.
fn quantity(word: &str, next: &str) -> String {
    let of = |example: &str| format!("{word} of {example}");
    match Measure::from_word(word).map(Measure::of) {
        Some(OfWhat::Roll) => of("attack"),
        Some(OfWhat::RollOrNothing) => of("attack"),
        Some(OfWhat::Track) => of("health"),
        Some(OfWhat::Grade) => of("mild"),
        Some(OfWhat::Stat) => of("beam"),
        Some(OfWhat::Item) => of("sidearm"),
        Some(OfWhat::Aspect) => of("\"Out of ammo\""),
        Some(OfWhat::Nothing) => word.to_owned(),
        // `+1 damage` is a term of other games.
        None if matches!(word, "damage" | "dmg") => "harm of attack".to_owned(),
        None if Action::from_word(next).is_some() => format!("{word} {next}"),
        None => word.to_owned(),
    }
}

/// Words that authors use but effects do not have, with advice about what to write.
const SAID_OTHERWISE: &[(&[&str], &str)] = &[
    (&["twice", "thrice", "times"], "write a number and a period: `2 times per turn`, `once per encounter`"),
    (&["gain", "gains", "get", "gets"], "write the number first: `+2 to brawling attack`; for an aspect: `has aspect \"…\"`"),
    (&["add", "adds", "give", "gives", "plus", "bonus"], "write the number first: `+2 to brawling attack`, `+1 to stress of attack`"),
    (&["subtract", "subtracts", "minus", "penalty", "reduces", "lowers"], "write the number first: `-2 to agility rolls`"),
    (&["if", "while", "where"], "write `when` and a condition at the end of the line"),
    (&["unless"], "write `when not` and a condition at the end of the line"),
    (
        &["deals", "deal", "damages", "damage", "hurts", "inflicts"],
        "write `attack hits composure only` or `attack hits health too`; for more stress `+1 to stress of attack` or `after hit target \
         suffers 1 on health`",
    ),
    (&["ignores", "ignore", "pierces", "pierce"], "write `+2 to penetration of attack`"),
    (&["can", "able"], "write `may`"),
    (&["not", "cant", "prevents", "forbids", "blocks"], "write `cannot`, as in `cannot attack when moved`"),
    (&["ask", "asks", "referee"], "write a note for the table: `table \"what the referee should know\"`"),
    (&["defense"], "the roll is spelled `defence`; `defense` is the statistic of armour"),
    (&["armor"], "it is spelled `armour`"),
    (&["reroll", "rerolls"], "write `may reroll attack`, with a limit such as `once per encounter`: all the dice of a roll, or none"),
    (&["vs", "versus", "towards"], "write `against`, as in `+1 to defence against ew`"),
    (&["spend", "spends", "pay", "cost", "costs"], "write the price at the end: `+2 to attack for 1 fate`"),
    (
        &["double", "doubles", "triple", "half", "halves"],
        "add to the result of a roll: `+2 to harm of attack`; only quantities take formulas: `endurance is (2 * base)`",
    ),
    (
        &["heal", "heals", "restore", "restores", "regenerates", "recover", "recovers"],
        "write `each turn erase health 1`, or `after hit erase composure 1`",
    ),
    (
        &["stun", "stuns", "blind", "blinds", "knock", "knocks", "immobilises"],
        "place an aspect that can be tagged: `after hit target has aspect \"Stunned\"`",
    ),
    (
        &["push", "pushes", "pull", "pulls", "throws"],
        "effects cannot force movement; write it as a note for the table: `table \"pushes the target one zone\"`",
    ),
    (&["requires", "require", "need", "require_skill"], "write `needs`, as in `needs trained slug_throwers for attack`"),
    (&["immune", "immunity", "unaffected"], "take the track away, so that it cannot be hit: `boxes of composure is none`"),
    (&["use", "uses", "using", "replace", "replaces"], "write `may use brawling for attack`, or `must use brawling for attack`"),
    (&["extra", "additional", "another"], "add a number: `+1 to attacks of attack`, `+1 to boxes of health`"),
    (&["on", "upon"], "write `after`, as in `after hit target suffers 1 on health`"),
    (&["during"], "write `at` or `each`, as in `each turn suffers 1 on composure`"),
    (&["always", "never_miss"], "leave it out: a line without a price or a limit always applies"),
];

/// Returns advice for a word that effects do not have: the words to write instead.
pub(super) fn said_otherwise(word: &str) -> Option<String> {
    SAID_OTHERWISE.iter().find(|(words, _)| words.contains(&word)).map(|(_, advice)| (*advice).to_owned())
}
