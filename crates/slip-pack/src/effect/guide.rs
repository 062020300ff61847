//! The vocabulary of effect lines as authors look it up: every word with its form, its meaning and a line that uses it.
//!
//! Most of it is the tables the checker itself reads ([`super::words`]); the small words of the grammar (`to`, `past cap`,
//! `harmless`) stand in `forms`. `slipyard explain effect` prints it; tests hold that no word of the reader is missing
//! and that every example compiles.

mod forms;
mod shapes;

use super::words::{ALL, FATE, PLAYED};
use super::{
    Action, Charge, Count, Event, Grade, Measure, Opening, ParameterType, Period, Place, Play, Role, Spared, Special, State, When, Whom,
};

/// A part of the vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// When a line fires.
    Moments,
    /// What happens besides rolls.
    Events,
    /// Whom a line is about.
    Who,
    /// What it does.
    Operations,
    /// What using it costs.
    Prices,
    /// How often it may be used.
    Limits,
    /// How long a count of uses lasts.
    Periods,
    /// Kinds of play.
    Plays,
    /// What is done or rolled.
    Actions,
    /// What has a number.
    Quantities,
    /// To what a quantity can be set besides numbers.
    Values,
    /// By what a number is multiplied.
    Counts,
    /// What conditions may say.
    Conditions,
    /// Whom and what conditions look at.
    Roles,
    /// What conditions see.
    States,
    /// Parameters of stunts.
    Parameters,
}

impl Section {
    /// Every section, in the order of a sentence.
    pub const ALL: &[Section] = &[
        Section::Moments,
        Section::Events,
        Section::Who,
        Section::Operations,
        Section::Quantities,
        Section::Values,
        Section::Counts,
        Section::Actions,
        Section::Prices,
        Section::Limits,
        Section::Periods,
        Section::Plays,
        Section::Conditions,
        Section::Roles,
        Section::States,
        Section::Parameters,
    ];

    /// Its name, as it is asked for.
    pub const fn name(self) -> &'static str {
        match self {
            Section::Moments => "moments",
            Section::Events => "events",
            Section::Who => "who",
            Section::Operations => "operations",
            Section::Prices => "prices",
            Section::Limits => "limits",
            Section::Periods => "periods",
            Section::Plays => "plays",
            Section::Actions => "actions",
            Section::Quantities => "quantities",
            Section::Values => "values",
            Section::Counts => "counts",
            Section::Conditions => "conditions",
            Section::Roles => "roles",
            Section::States => "states",
            Section::Parameters => "parameters",
        }
    }

    /// What it is, in one line.
    pub const fn about(self) -> &'static str {
        match self {
            Section::Moments => "[moment]: when a line fires, in front of a roll or an event",
            Section::Events => "what happens besides rolls, behind a moment",
            Section::Who => "[who]: whom a line is about; left out, whatever carries it",
            Section::Operations => "what it does",
            Section::Prices => "[price]: what using it costs; its subject chooses then",
            Section::Limits => "[how often]: how often it may be used; its subject chooses then",
            Section::Periods => "how long a count of uses lasts, behind `per`",
            Section::Plays => "[in which play]: narrows a line to kinds of play, behind `in`",
            Section::Actions => "what is rolled or done; skills may stand in front",
            Section::Quantities => "what has a number: `+1 to harm of attack`, `range is 1..2`",
            Section::Values => "what a quantity can be besides a number",
            Section::Counts => "what a number is multiplied by, behind `per`",
            Section::Conditions => "[when]: what a condition may say, besides skills, statistics, tracks, stunts and kinds by name",
            Section::Roles => "whom and what a condition looks at",
            Section::States => "what a condition sees without asking about anybody's sheet",
            Section::Parameters => "types of a stunt's parameters, which may stand for names in its lines",
        }
    }

    /// The section of this name.
    pub fn from_name(name: &str) -> Option<Section> {
        Section::ALL.iter().copied().find(|section| section.name() == name)
    }
}

/// One word, or one use of a word that has several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The word or words it is looked up by, the first of them the one that is shown.
    pub words: Vec<&'static str>,
    /// Where it belongs.
    pub section: Section,
    /// How it is written.
    pub form: String,
    /// What it means.
    pub meaning: &'static str,
    /// A line that uses it.
    pub example: Example,
    /// The kinds of play that have it.
    pub plays: &'static [Play],
}

/// A line that compiles, and what carries it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// `npc`, `ship`, `ruleset` …
    pub carrier: &'static str,
    /// Parameters of the stunt, in brackets; empty for none.
    pub params: &'static str,
    /// The line, without the word `effect`.
    pub line: &'static str,
}

/// Things that examples name, by a word of theirs that the lines hold.
const NAMED: &[(&str, &[&str])] = &[
    ("harpoon", &["design harpoon_gun : weapon { }", "weapon harpoon \"Harpoon\" : harpoon_gun { }"]),
    ("Knee-deep mud", &["map meadow { zone mud { aspects \"Knee-deep mud\" } }"]),
];

impl Example {
    /// Reads `CARRIER(params) | line`; a stunt of an `npc` carries it where nothing is said.
    pub fn read(text: &'static str) -> Example {
        let (head, line) = text.split_once(" | ").unwrap_or(("npc", text));
        let (carrier, params) = head.split_once('(').map_or((head, ""), |(carrier, _)| (carrier, head.get(carrier.len()..).unwrap_or("")));
        Example { carrier, params, line }
    }

    /// What carries it, for people: `a stunt of a ship`.
    pub fn place(&self) -> String {
        let article = if matches!(self.carrier, "npc" | "armour") { "an" } else { "a" };
        match self.carrier {
            "ruleset" | "zone" => format!("{article} {}", self.carrier),
            // With its parameters the whole stunt is shown.
            carrier if !self.params.is_empty() => format!("a design of {article} {carrier}"),
            carrier => format!("a stunt of {article} {carrier}"),
        }
    }

    /// A line that has to stand beside it: a choice that nothing asks for changes nothing, and one that nobody offers is no word.
    pub fn beside(&self) -> Option<&'static str> {
        match self.line {
            "may choose throw" => Some("+1 to attack when throw"),
            line if line.ends_with("when throw") => Some("may choose throw"),
            _ => None,
        }
    }

    /// The things it names, as a package declares them.
    pub fn named(&self) -> impl Iterator<Item = &'static str> {
        let has = |word: &str| self.line.contains(word);
        NAMED.iter().filter(move |(word, _)| has(word)).flat_map(|(_, items)| items.iter().copied())
    }

    /// A whole text in which the line stands, with the things that examples name.
    pub fn text(&self) -> String {
        let line = self.line;
        let common: String = self.named().map(|item| format!("{item}\n")).collect();
        let item = match self.carrier {
            "ruleset" => return format!("{common}ruleset shown \"Shown\" {{\n  effect {line}\n}}\n"),
            "zone" => return format!("{common}map shown {{ zone a {{ effect {line} }}; zone b; border a -- b 1 }}\n"),
            "ship" => {
                "  stat v_shift { ranks 0..4 }\n  stat beam { ranks 0..4 }\n  stat torpedo { ranks 0..4 }\n  stat ew { ranks 0..4 }\n  stat trade { ranks 0..4 }\n  \
                 tech T0..T4\n  track frame { base 3 }\n  track data { base 3 }\n  track heat { base 3 }\n"
            }
            "weapon" | "armour" => "  tech T0..T4\n  aspect \"Out of ammo\"\n",
            "unit" => "  skills loose 0..5\n  tech T0..T4\n  track morale { base 3 }\n  aspect \"Out of ammo\"\n",
            _ => "  skills loose 0..5\n  track health { base 3 }\n  track composure { base 3 }\n  flag scarred\n",
        };
        let choice = self.beside().map_or(String::new(), |beside| format!("    effect {beside}\n"));
        format!("{common}design shown : {} {{\n{item}  stunt shown{} {{\n{choice}    effect {line}\n  }}\n}}\n", self.carrier, self.params)
    }
}

/// The whole vocabulary, by section and in the order of the tables.
pub fn entries() -> Vec<Entry> {
    let mut entries = Vec::with_capacity(256);
    let mut add = |section, word, form: String, meaning, example, plays| {
        let example = Example::read(example);
        entries.push(Entry { words: vec![word], section, form, meaning, example, plays });
    };
    for word in When::ALL {
        add(Section::Moments, word.word(), format!("{word} [who] ROLL or EVENT …"), word.meaning(), word.example(), PLAYED);
    }
    for word in Event::ALL {
        add(Section::Events, word.word(), format!("after [who] {word} …"), word.meaning(), word.example(), word.plays());
    }
    for word in Whom::ALL {
        add(Section::Who, word.word(), shapes::whom(*word), word.meaning(), word.example(), word.plays());
    }
    for word in Opening::ALL {
        add(Section::Operations, word.word(), shapes::opening(*word).to_owned(), word.meaning(), word.example(), word.plays());
    }
    for word in Measure::ALL {
        add(Section::Quantities, word.word(), shapes::measure(*word), word.meaning(), word.example(), word.plays());
    }
    for word in Grade::ALL {
        add(Section::Quantities, word.word(), format!("slots of {word}"), word.meaning(), word.example(), Measure::Slots.plays());
    }
    for word in Special::ALL {
        add(Section::Values, word.word(), shapes::special(*word), word.meaning(), word.example(), ALL);
    }
    for word in Count::ALL {
        add(Section::Counts, word.word(), format!("+N to QUANTITY per {word}"), word.meaning(), word.example(), word.plays());
    }
    for word in Action::ALL {
        add(Section::Actions, word.word(), shapes::action(*word), word.meaning(), word.example(), word.plays());
    }
    for word in Period::ALL {
        add(Section::Periods, word.word(), format!("once per {word}, 3 times per {word}"), word.meaning(), word.example(), PLAYED);
    }
    for word in Play::ALL {
        add(Section::Plays, word.word(), format!("… in {word}"), word.meaning(), word.example(), shapes::itself(*word));
    }
    for word in Role::ALL {
        add(Section::Roles, word.word(), shapes::role(*word), word.meaning(), word.example(), word.plays());
    }
    for word in State::ALL {
        add(Section::States, word.word(), shapes::state(*word), word.meaning(), word.example(), word.plays());
    }
    for word in ParameterType::ALL {
        add(Section::Parameters, word.word(), format!("stunt NAME(p: {word})"), word.meaning(), word.example(), ALL);
    }
    for word in Place::ALL {
        let form = format!("ROLL area {word}");
        entries.push(operation(shapes::place(*word), form, word.meaning(), word.example(), word.plays()));
    }
    for word in Spared::ALL {
        let form = format!("ROLL area PLACE except {word}");
        entries.push(operation(shapes::spared(*word), form, word.meaning(), word.example(), FATE));
    }
    for word in Charge::ALL {
        let form = format!("charges {word} to ROLE or POST [or …]");
        entries.push(operation(shapes::charge(*word), form, word.meaning(), word.example(), PLAYED));
    }
    // What starts with a number or a quantity is asked for most; the small words come last.
    let (first, rest) = forms::all();
    entries.splice(0..0, first);
    entries.extend(rest);
    entries.sort_by_key(|entry| Section::ALL.iter().position(|section| *section == entry.section));
    entries
}

fn operation(words: &[&'static str], form: String, meaning: &'static str, example: &'static str, plays: &'static [Play]) -> Entry {
    Entry { words: words.to_vec(), section: Section::Operations, form, meaning, example: Example::read(example), plays }
}

/// Everything that is looked up by a word or by words such as `up to`.
pub fn about(words: &str) -> Vec<Entry> {
    let wanted = words.trim();
    let mut found = entries();
    found.retain(|entry| entry.words.contains(&wanted));
    found
}
