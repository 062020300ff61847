//! Reserved words of effects, each with the kinds of play in which it can be used.
//!
//! One line per word. The checker reads these tables, and so does `slipyard explain effect`; only exact spellings are accepted. A new
//! conflict adds the lines for its actions, events and quantities only here.
//!
//! Each line has an example that compiles. The text before `|` is the carrier of the effect; without it, the carrier is a stunt of an
//! `npc`.

/// Declares a keyword enum whose words have a meaning and an example.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($variant:ident $word:literal $doc:literal, $example:literal;)* }) => {
        slip_keyword::keyword_enum! {
            $(#[$meta])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
            pub enum $name { $(#[doc = $doc] #[serde(rename = $word)] $variant = $word,)* }

            /// Returns the word for this value, as an author writes it.
            pub const fn word(self) -> &'static str;

            /// Returns the value for a word; only the exact spelling is accepted.
            pub fn from_word(word: &str) -> Option<Self>;
        }

        impl $name {
            /// Returns the meaning of the word in one sentence.
            pub const fn meaning(self) -> &'static str {
                match self { $($name::$variant => $doc,)* }
            }

            /// Returns an example of the word in an effect.
            pub const fn example(self) -> &'static str {
                match self { $($name::$variant => $example,)* }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                out.write_str(self.word())
            }
        }
    };
}

/// Declares a table of words that can be used only in some kinds of play.
macro_rules! played {
    ($(#[$meta:meta])* $name:ident { $($variant:ident $word:literal $plays:expr, $doc:literal, $example:literal;)* }) => {
        words! { $(#[$meta])* $name { $($variant $word $doc, $example;)* } }

        impl $name {
            /// Returns the kinds of play in which the word can be used.
            pub const fn plays(self) -> &'static [$crate::effect::vocabulary::Play] {
                match self { $($name::$variant => $plays,)* }
            }
        }
    };
}

mod actions;
mod measures;
mod subjects_and_roles;

pub use actions::{Action, Event};
pub use measures::{Measure, MeasureValues, OfWhat};
pub use subjects_and_roles::{Role, State, Whom};

words! {
    /// Kind of play in which an effect can apply.
    Play {
        Build "build" "How a thing is built before play: ranks, boxes, slots, price.", "+1 to boxes of health in build";
        Personal "personal" "Personal combat.", "+1 to order in personal";
        Space "space" "Space combat.", "ship | +1 to position in space";
        Social "social" "Social combat.", "+1 to charm rolls in social";
        Platoon "platoon" "Platoon combat.", "unit | +1 to attack in platoon";
        Stakes "stakes" "The raise-and-see conflict of the dice pool.", "ruleset | everyone +1 to pool in stakes";
        Travel "travel" "Journeys between fights.", "ship | +1 to navigation rolls in travel";
        Economy "economy" "Maintenance, trade and prices.", "ship | +1 to maintain in economy";
        Story "story" "Everything that is narrated or rolled outside of conflicts.", "+1 to charm rolls in story";
    }
}

use Play::{Economy, Personal, Platoon, Social, Space, Stakes, Story, Travel};

/// The four conflicts that share the core rules.
pub const FATE: &[Play] = &[Personal, Space, Social, Platoon];

/// Kinds of play with tagging: the conflicts that share the core rules, and trips, which can bring an aspect into a conflict.
pub const TAGGED: &[Play] = &[Personal, Space, Social, Platoon, Travel];

/// All kinds of play except the building of items.
pub const PLAYED: &[Play] = &[Personal, Space, Social, Platoon, Stakes, Travel, Economy, Story];

/// All kinds of play, the building of items included.
pub const ALL: &[Play] = &Play::ALL;

/// Kinds of play in which a ship, person or unit can be aboard another. Building items is included, because it checks that passengers fit.
const RIDDEN: &[Play] = &[Play::Build, Space, Platoon, Travel, Economy, Story];

/// The kinds of play on a map of zones.
pub const ZONED: &[Play] = &[Personal, Social, Platoon];

played! {
    /// First word of an operation, if the operation starts with neither a number nor a quantity.
    Opening {
        May "may" PLAYED, "Allows something, or offers a choice: an action, another skill, a reroll, a track to hit.", "may reroll brawling attack once per encounter";
        Must "must" PLAYED, "Makes a roll with something else, without choice.", "must use stamina for brawling defence";
        Cannot "cannot" PLAYED, "Forbids an action. It beats every `may`.", "weapon | cannot attack when fired_last_round";
        Needs "needs" PLAYED, "Requires training or a mark: for a roll or, if no roll is named, at set-up.", "weapon | needs military slug_throwers for attack";
        Allows "allows" PLAYED, "`allows untrained` cancels the `military` requirements of its thing, or those of one skill.", "weapon | allows untrained";
        Hits "hits" &[Personal, Space, Social], "`hits on T go to U` sends hits on one track to another.", "hits on composure go to health";
        Never "never" PLAYED, "Forbids what follows it: an aspect, a free tag, tagging, invoking, compelling.", "weapon | never free_tag \"Out of ammo\"";
        Has "has" PLAYED, "`has aspect` gives an aspect to the subject.", "has aspect \"Marked by the guild\"";
        FreeTag "free_tag" TAGGED, "Gives one free tag on an aspect; by default, the enemies of its holder get it.", "weapon | after attack free_tag \"Out of ammo\"";
        Tag "tag" ZONED, "Allows tagging an aspect.", "weapon | tag \"Out of ammo\" by allies";
        Invoke "invoke" ZONED, "Allows invoking an aspect.", "weapon | invoke \"Out of ammo\" by allies";
        Compel "compel" ZONED, "Allows compelling an aspect.", "weapon | never compel \"Out of ammo\"";
        Loses "loses" PLAYED, "`loses aspect` removes an aspect from the subject.", "after attack loses aspect \"Out of ammo\"";
        Place "place" ZONED, "Puts an aspect on zones that the owner chooses.", "unit | at setup place \"Locked in\" on 2 zones";
        Suffers "suffers" PLAYED, "Takes a hit on a track; consequences may reduce it.", "after enemies hit actor suffers 1 on health";
        Mark "mark" PLAYED, "Marks boxes of a track, without a hit.", "ship | after slip mark heat all";
        Erase "erase" PLAYED, "Erases boxes of a track.", "after hit erase composure 1";
        Faces "faces" &[Personal, Social, Travel, Story], "Rolls a skill against a danger: 4dF + N against 4dF + skill; the shifts hit a track.", "ruleset | each hour everyone faces 2 with stamina on health when not filtered";
        Pays "pays" PLAYED, "Pays fate points to the bank or, under zero-sum rules, to a person who was harmed.", "after intimidation rolls pays 1 fate when total >= 5";
        Drops "drops" &[Personal, Social], "Drops in a zone and lies there until it is picked up.", "weapon | after attack drops in target_zone";
        Grants "grants" ALL, "Gives a thing that is always there and cannot be lost.", "grants harpoon";
        Carries "carries" RIDDEN, "Carries up to that many things of a design or kind.", "ship | carries 2 fighter";
        Charges "charges" &[Space], "Another person or thing takes the consequences, or pays the fate points.", "ship | charges fate to carrier or pilot";
        Is "is" ALL, "Gives a mark: a word that other effects can test.", "armour | is sealed";
        Table "table" ALL, "Words for people: printed and shown, never applied.", "table \"sings to the engine\"";
    }
}

played! {
    /// Count that multiplies a number, other than the number of purchases of a stunt.
    Count {
        Carried "carried" &[Space, Platoon, Travel, Economy, Story], "Each thing that rides in self.", "ship | -1 to trade rolls per carried";
        Shift "shift" PLAYED, "Each shift of the roll.", "+1 to stress of brawling attack per shift";
        Zone "zone" ZONED, "Each zone between actor and target; of `out_of_range`, each zone outside the range.", "weapon | out_of_range is 1 per zone";
        Consequence "consequence" FATE, "Each consequence that the subject has.", "+1 to brawling attack per consequence";
    }
}

words! {
    /// Time at which an effect is triggered, relative to the roll or event of the trigger.
    When {
        Before "before" "Before the roll or event.", "before attack pays 1 fate";
        After "after" "After the roll or event.", "after attack has aspect \"Out of breath\"";
        At "at" "At the roll or event.", "at start has aspect \"Out of breath\"";
        Each "each" "Each time the roll or event happens.", "each turn suffers 1 on composure";
    }
}

words! {
    /// Period for which uses of an effect are counted.
    Period {
        Roll "roll" "One roll.", "+1 to attack once per roll";
        Phase "phase" "A phase of the turn; in a kind of play without phases, one roll.", "ship | +1 to beam attack once per phase";
        Turn "turn" "A turn.", "+1 to attack once per turn";
        Round "round" "A round: one turn of everybody.", "allies +1 to attack once per round";
        Scene "scene" "A scene.", "+2 to charm rolls once per scene";
        Encounter "encounter" "An encounter.", "may reroll attack 2 times per encounter";
        Session "session" "A session; its counts survive a chain of encounters.", "+4 to charm rolls once per session";
    }
}

played! {
    /// Area of an area attack.
    Place {
        Zone "zone" ZONED, "Everybody in one zone.", "weapon | attack area zone except own_zone";
        Band "band" &[Space], "Everything in one band of the range track.", "ship | torpedo attack area band";
        Tether "tether" &[Space], "All ships of a tether.", "ship | ew attack area tether";
        Map "map" &[Personal, Space, Social], "Everybody on the map.", "intimidation attack area map except allies";
    }
}

words! {
    /// People or places that an area attack leaves out.
    Spared {
        OwnZone "own_zone" "The place the actor is in cannot be chosen.", "weapon | attack area zone except own_zone";
        Own "self" "The actor is spared.", "weapon | attack area zone except self";
        Allies "allies" "The actor and its allies are spared.", "weapon | attack area zone except allies";
    }
}

words! {
    /// Action with an aspect that an effect allows or forbids.
    TagVerb {
        HasAspect "has aspect" "The subject has the aspect.", "has aspect \"Marked by the guild\"";
        FreeTag "free_tag" "One free tag on the aspect.", "weapon | after attack free_tag \"Out of ammo\"";
        Tag "tag" "Tagging the aspect.", "weapon | never tag \"Out of ammo\"";
        Invoke "invoke" "Invoking the aspect.", "weapon | never invoke \"Out of ammo\"";
        Compel "compel" "Compelling the aspect.", "weapon | never compel \"Out of ammo\"";
    }
}

words! {
    /// Cost that another participant bears for the carrier of the effect.
    Charge {
        Consequences "consequences" "Another person or thing takes the consequences.", "ship | charges consequences to carrier";
        Fate "fate" "Another person or thing pays the fate points.", "ship | charges fate to carrier or pilot";
    }
}

words! {
    /// Value of a quantity that is a word and not a number.
    Special {
        Base "base" "The value without effects.", "zones_per_turn is base when prone";
        None "none" "The thing is absent: hits on it have no effect.", "boxes of composure is none";
        Unlimited "unlimited" "No bound.", "zones_per_turn is unlimited";
        Permanent "permanent" "Until the end of the encounter.", "unit | interdiction is permanent";
        Down "down" "A hit on a marked box moves to a lower box.", "unit | roll_up of morale is down";
    }
}

words! {
    /// A grade of consequence.
    Grade {
        Mild "mild" "A mild consequence: gone soon.", "+1 to slots of mild";
        Moderate "moderate" "A moderate consequence: gone with a refresh.", "slots of moderate is 2";
        Severe "severe" "A severe consequence: it stays.", "slots of severe is none";
    }
}

words! {
    /// Type of a stunt's parameter, other than a list of names.
    ParameterType {
        Skill "skill" "A skill that people with the thing can have.", "npc(s: skill) | is military s";
        Stat "stat" "A statistic of the design.", "ship(s: stat) | +1 to s";
        Track "track" "A stress track of the design.", "npc(t: track) | +1 to boxes of t";
        Roll "roll" "A roll: `gunnery attack`, `charm rolls`.", "npc(r: roll) | allies +1 to r once per round";
        Item "item" "A thing that is built: a weapon, a ship.", "npc(i: item) | grants i";
        Text "text" "Words in quotes.", "npc(c: text) | table c";
        Number "number" "A whole number.", "npc(n: number) | +n to boxes of health";
        Schedule "schedule" "Three numbers: how much a mild, a moderate and a severe consequence reduce a hit.", "npc(m: schedule) | consequences of health is m";
    }
}
