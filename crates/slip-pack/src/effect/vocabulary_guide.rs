//! Vocabulary of effects as a reference for authors: every word with its form, its meaning and an example.
//!
//! Most of it comes from the tables that the checker uses ([`super::vocabulary`]); the small words of the grammar (`to`, `past
//! cap`, `harmless`) are in `word_forms` and `small_words`. `slipyard explain effect` prints it. Tests check that no word of the parser is
//! missing and that every example compiles.

mod small_words;
mod word_forms;

use super::vocabulary::{ALL, FATE, PLAYED};
use super::{
    Action, Charge, Count, Event, Grade, Measure, Opening, ParameterType, Period, Place, Play, Role, Spared, Special, State, When, Whom,
};
use slip_keyword::keyword_enum;

keyword_enum! {
    /// Section of the reference of effect words, in the order of a sentence.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Section {
        /// Section about the triggers of effects.
        Moments = "moments",
        /// Section about the events other than rolls that trigger effects.
        Events = "events",
        /// Section about the subjects of effects.
        Who = "who",
        /// Section about the operations of effects.
        Operations = "operations",
        /// Section about the quantities that effects change.
        Quantities = "quantities",
        /// Section about the values that are not numbers, to which a quantity can be set.
        Values = "values",
        /// Section about the counts by which a number is multiplied (`per`).
        Counts = "counts",
        /// Section about actions and rolls.
        Actions = "actions",
        /// Section about the prices of effects.
        Prices = "prices",
        /// Section about limits on the number of uses of an effect.
        Limits = "limits",
        /// Section about the periods in which uses are counted.
        Periods = "periods",
        /// Section about kinds of play.
        Plays = "plays",
        /// Section about the conditions of effects.
        Conditions = "conditions",
        /// Section about roles: the people and things that conditions test.
        Roles = "roles",
        /// Section about the states that conditions test.
        States = "states",
        /// Section about the parameters of stunts.
        Parameters = "parameters",
    }

    /// Returns the name of the section, as authors write it to ask for the section.
    pub const fn name(self) -> &'static str;

    /// Returns the section with a name.
    pub fn from_name(word: &str) -> Option<Self>;
}

impl Section {
    /// Returns a description of the section in one line.
    pub const fn about(self) -> &'static str {
        match self {
            Section::Moments => "[moment]: when the effect happens, written before a roll or an event",
            Section::Events => "events other than rolls, written after a moment",
            Section::Who => "[who]: the subject of the effect; if left out, its carrier",
            Section::Operations => "what the effect does",
            Section::Prices => "[price]: the cost of using the effect, which makes it optional for its subject",
            Section::Limits => "[how often]: how often the effect may be used, which makes it optional for its subject",
            Section::Periods => "how long uses are counted, written after `per`",
            Section::Plays => "[in which play]: limits the effect to some kinds of play, written after `in`",
            Section::Actions => "rolls and actions; skills may be written before them",
            Section::Quantities => "things that have a number: `+1 to harm of attack`, `range is 1..2`",
            Section::Values => "values of a quantity other than numbers",
            Section::Counts => "counts that multiply a number, written after `per`",
            Section::Conditions => "[when]: words of conditions, besides the names of skills, statistics, tracks, stunts and kinds",
            Section::Roles => "people and things that a condition can look at",
            Section::States => "facts that a condition can use without looking at a sheet",
            Section::Parameters => "types of a stunt's parameters, which can replace names in its effects",
        }
    }
}

/// Entry of the reference: one word, or one use of a word that has several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuideEntry {
    /// Words that the entry is looked up by; the first is the one that is shown.
    pub words: Vec<&'static str>,
    /// Section that the entry belongs to.
    pub section: Section,
    /// Form in which the word is written.
    pub form: String,
    /// Meaning of the word.
    pub meaning: &'static str,
    /// Example of the word in an effect.
    pub example: EffectExample,
    /// Kinds of play in which the word can be used.
    pub plays: &'static [Play],
}

/// Example of an effect that compiles, with the kind of its carrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EffectExample {
    /// Kind of the carrier of the effect: `npc`, `ship`, `ruleset` …
    pub carrier: &'static str,
    /// Parameters of the stunt, in brackets; empty if the carrier is not a stunt with parameters.
    pub params: &'static str,
    /// Text of the effect, without the word `effect`.
    pub line: &'static str,
}

/// Declarations that examples need. Each entry has a word, and the declarations for examples that contain this word.
const NAMED: &[(&str, &[&str])] = &[
    ("harpoon", &["design harpoon_gun : weapon { }", "weapon harpoon \"Harpoon\" : harpoon_gun { }"]),
    ("Knee-deep mud", &["map meadow { aspects \"Knee-deep mud\"; zone mud { aspects \"Knee-deep mud\" } }"]),
];

impl EffectExample {
    /// Parses an example written as `CARRIER(params) | line`. Without a carrier, the effect is that of a stunt of an `npc`.
    pub fn read(text: &'static str) -> EffectExample {
        let (head, line) = text.split_once(" | ").unwrap_or(("npc", text));
        let (carrier, params) = head.split_once('(').map_or((head, ""), |(carrier, _)| (carrier, head.get(carrier.len()..).unwrap_or("")));
        EffectExample { carrier, params, line }
    }

    /// Returns the carrier of the example's effect in words: `a stunt of a ship`.
    pub fn place(&self) -> String {
        let article = if matches!(self.carrier, "npc" | "armour") { "an" } else { "a" };
        match self.carrier {
            "ruleset" | "zone" => format!("{article} {}", self.carrier),
            // A stunt with parameters is printed together with its design.
            carrier if !self.params.is_empty() => format!("a design of {article} {carrier}"),
            carrier => format!("a stunt of {article} {carrier}"),
        }
    }

    /// Returns a second effect that must be beside the example: for an example that tests a choice, the effect that offers the choice, or
    /// the reverse.
    pub fn beside(&self) -> Option<&'static str> {
        match self.line {
            "may choose throw" => Some("+1 to attack when throw"),
            line if line.ends_with("when throw") => Some("may choose throw"),
            _ => None,
        }
    }

    /// Returns the declarations that the example needs.
    pub fn named(&self) -> impl Iterator<Item = &'static str> {
        let has = |word: &str| self.line.contains(word);
        NAMED.iter().filter(move |(word, _)| has(word)).flat_map(|(_, items)| items.iter().copied())
    }

    /// Returns a complete Slip text with the example and the declarations that it needs.
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

/// Returns all entries of the reference, by section and in the order of the tables.
pub fn entries() -> Vec<GuideEntry> {
    let mut entries = Vec::with_capacity(256);
    let mut add = |section, word, form: String, meaning, example, plays| {
        let example = EffectExample::read(example);
        entries.push(GuideEntry { words: vec![word], section, form, meaning, example, plays });
    };
    for word in When::ALL {
        add(Section::Moments, word.word(), format!("{word} [who] ROLL or EVENT …"), word.meaning(), word.example(), PLAYED);
    }
    for word in Event::ALL {
        add(Section::Events, word.word(), format!("after [who] {word} …"), word.meaning(), word.example(), word.plays());
    }
    for word in Whom::ALL {
        add(Section::Who, word.word(), word_forms::whom(word), word.meaning(), word.example(), word.plays());
    }
    for word in Opening::ALL {
        add(Section::Operations, word.word(), word_forms::opening(word).to_owned(), word.meaning(), word.example(), word.plays());
    }
    for word in Measure::ALL {
        add(Section::Quantities, word.word(), word_forms::measure(word), word.meaning(), word.example(), word.plays());
    }
    for word in Grade::ALL {
        add(Section::Quantities, word.word(), format!("slots of {word}"), word.meaning(), word.example(), Measure::Slots.plays());
    }
    for word in Special::ALL {
        add(Section::Values, word.word(), word_forms::special(word), word.meaning(), word.example(), ALL);
    }
    for word in Count::ALL {
        add(Section::Counts, word.word(), format!("+N to QUANTITY per {word}"), word.meaning(), word.example(), word.plays());
    }
    for word in Action::ALL {
        add(Section::Actions, word.word(), word_forms::action(word), word.meaning(), word.example(), word.plays());
    }
    for word in Period::ALL {
        add(Section::Periods, word.word(), format!("once per {word}, 3 times per {word}"), word.meaning(), word.example(), PLAYED);
    }
    for word in Play::ALL {
        add(Section::Plays, word.word(), format!("… in {word}"), word.meaning(), word.example(), word_forms::itself(word));
    }
    for word in Role::ALL {
        add(Section::Roles, word.word(), word_forms::role(word), word.meaning(), word.example(), word.plays());
    }
    for word in State::ALL {
        add(Section::States, word.word(), word_forms::state(word), word.meaning(), word.example(), word.plays());
    }
    for word in ParameterType::ALL {
        add(Section::Parameters, word.word(), format!("stunt NAME(p: {word})"), word.meaning(), word.example(), ALL);
    }
    for word in Place::ALL {
        let form = format!("ROLL area {word}");
        entries.push(operation(word_forms::place(word), form, word.meaning(), word.example(), word.plays()));
    }
    for word in Spared::ALL {
        let form = format!("ROLL area PLACE except {word}");
        entries.push(operation(word_forms::spared(word), form, word.meaning(), word.example(), FATE));
    }
    for word in Charge::ALL {
        let form = format!("charges {word} to ROLE or POST [or …]");
        entries.push(operation(word_forms::charge(word), form, word.meaning(), word.example(), PLAYED));
    }
    // Entries that start with a number or a quantity are looked up most and come first; the small words come last.
    let (first, rest) = small_words::all();
    entries.splice(0..0, first);
    entries.extend(rest);
    entries.sort_by_key(|entry| Section::ALL.iter().position(|section| *section == entry.section));
    entries
}

fn operation(words: &[&'static str], form: String, meaning: &'static str, example: &'static str, plays: &'static [Play]) -> GuideEntry {
    GuideEntry { words: words.to_vec(), section: Section::Operations, form, meaning, example: EffectExample::read(example), plays }
}

/// Returns every entry for a word, or for several words such as `up to`.
pub fn about(words: &str) -> Vec<GuideEntry> {
    let wanted = words.trim();
    let mut found = entries();
    found.retain(|entry| entry.words.contains(&wanted));
    found
}
