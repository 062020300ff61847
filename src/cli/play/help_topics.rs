//! Explanations of the words of the game, for `help WORD` at the table.

/// Explanation of a word of the game.
pub(super) struct HelpTopic {
    /// Words of the topic. The list of topics shows the first word; the others find the same topic.
    words: &'static [&'static str],
    /// Explanation, in one paragraph.
    pub(super) text: &'static str,
}

/// Topics in the order of the list: topics of every conflict first, then topics of single kinds of conflict.
const TOPICS: &[HelpTopic] = &[
    HelpTopic {
        words: &["dice", "roll", "rolls", "ladder", "difficulty", "skill", "skills"],
        text: "A roll is the dice plus a skill. Each die shows -, 0 or + (unless the rules say otherwise), so four dice give -4 to +4, \
               most often about 0. The total is compared with a difficulty or with the roll of the defender. The words beside totals are a \
               ladder: -2 Terrible, -1 Poor, 0 Mediocre, 1 Average, 2 Decent, 3 Good, 4 Great, 5 Superb, 6 Fantastic, 7 Epic, 8 Legendary. \
               A skill that is not on a sheet counts as -1. `why` shows the last roll again.",
    },
    HelpTopic {
        words: &["shifts", "shift"],
        text: "The shifts of a roll are its total minus the difficulty, or minus the total of the defender. An attack needs at least 1 shift \
               to do harm; every shift makes the harm greater.",
    },
    HelpTopic {
        words: &["fate", "fate points", "fate point", "points", "fp"],
        text: "A fate point lets you invoke or tag an aspect after the dice (+2, or roll again), refuse a compel, offer a compel, or declare a \
               fact (`fact \"The valves are rusted\"`). You gain fate points when you accept a compel. Unspent points are kept: spend them \
               where +2 turns a failure into a success.",
    },
    HelpTopic {
        words: &["aspects", "aspect", "invoke", "tag"],
        text: "An aspect is a short true phrase in quotation marks about a person, a ship, a unit, a place or the scene. After the dice you can \
               pay a fate point to use one that helps: you invoke an aspect of your own, and tag any other. The result is +2, or the dice are \
               rolled again. On one roll each aspect counts once, and one paid use is possible for each owner: yourself, the opponent, an \
               ally, the zone, the scene.",
    },
    HelpTopic {
        words: &["free tag", "free tags", "free", "tags"],
        text: "A new aspect, for example from a maneuver or a consequence, can be tagged once without a fate point by the side that placed it. \
               Free tags have no limit on one roll.",
    },
    HelpTopic {
        words: &["spin"],
        text: "A defence that beats an attack by 3 or more (house rules may say another number: `spin_at`) gives its side spin. One spin is +1 on one roll after the dice, for anybody of the \
               side. Spin is lost at the end of the next turn of the actor who won it.",
    },
    HelpTopic {
        words: &["compel", "compels"],
        text: "Before the dice of an action you can offer a fate point to an enemy whose aspect speaks against the action. An enemy who \
               accepts takes the point and gives up the action; one who refuses pays you a point. Type `compel NAME \"ASPECT\"` at any \
               question; a part of the aspect is enough.",
    },
    HelpTopic {
        words: &["stress", "boxes", "box", "track", "tracks", "health", "composure", "morale", "frame", "data", "hit"],
        text: "Harm is marked on tracks of boxes, shown as [ ] and [x]: Health and Composure of people, Frame and Data of ships, Morale of units. \
               A hit with 3 shifts marks boxes 1 to 3. If its last box is already marked, the hit moves up to the next free box. A hit past \
               the end of the track takes the actor out.",
    },
    HelpTopic {
        words: &["consequences", "consequence", "mild", "moderate", "severe"],
        text: "A consequence makes a hit smaller; the question shows by how much. There are mild, moderate and severe ones, and each can be taken \
               once. It is an aspect of its bearer that the enemy may tag once for free, and it lasts after the fight.",
    },
    HelpTopic {
        words: &["taken out", "out", "concede", "concession", "surrender"],
        text: "An actor who is hit past the end of a track is taken out, and the victor says how it ends. `concede` offers to leave the fight \
               on your own terms before that; the other sides must accept.",
    },
    HelpTopic {
        words: &["maneuver", "maneuvers", "manoeuvre"],
        text: "A maneuver places an aspect on an enemy, a zone or the scene. Your side can tag it once for free, so a maneuver prepares the \
               attack of a friend.",
    },
    HelpTopic {
        words: &["zones", "zone", "border", "borders", "range", "move", "movement", "step", "free step"],
        text: "The map consists of zones; the range between two actors is the number of zones between them, 0 in the same zone. Borders may cost \
               points to cross. A person or a unit has one free step to a neighbouring zone beside the action (`enter ZONE`); a move \
               goes further. `map` shows the zones and borders.",
    },
    HelpTopic {
        words: &["obstruct", "obstruction", "interdict"],
        text: "An obstruction makes a border harder to cross by the shifts of the roll. Units do the same from afar: they interdict a zone.",
    },
    HelpTopic {
        words: &["turns", "turn", "round", "action"],
        text: "In a round every actor has one turn: a free step and one action. Ships act together in phases: position, electronic warfare, beams, \
               torpedoes, damage control. Platoons act one after the other, unit by unit. `rest` lets the others act as the marked options say.",
    },
    HelpTopic {
        words: &["heat", "burn", "band", "position", "drives"],
        text: "Ships stand on bands of a line. In each turn they roll for position; each point of burn adds 1 to the roll and marks a box of \
               Heat. The winner may move a ship. A ship that coasts burns nothing and cools down.",
    },
    HelpTopic {
        words: &["spotted", "hidden", "spot", "cover"],
        text: "SPOTTED says how well the enemy sees a unit, from 0 (hidden) to 4. Only a unit with SPOTTED 1 or more can be attacked. It rises when \
               the unit fires, is found, or meets an enemy; `cover` lowers it, and so does leaving the sight of all enemies.",
    },
    HelpTopic {
        words: &["out of command", "ooc", "orders", "jam", "unjam", "command", "orphan"],
        text: "OOC (out of command) is the number of shifts by which a unit is jammed. A unit that is jammed or too far from its leader is without \
               orders: it has one free move or one simple action, and cannot use the fate points of its platoon. `unjam` lowers OOC.",
    },
    HelpTopic {
        words: &["rally", "re-arm track", "track of aircraft", "aircraft", "rearm"],
        text: "A leader rallies units: the roll clears boxes of Morale. Aircraft wait on the re-arm track; from its last box they fly to any zone, \
               and return to the first box afterwards.",
    },
    HelpTopic {
        words: &["goal", "goals", "objective", "objectives", "victory"],
        text: "Each encounter says how a side wins. `goal` shows the victory conditions again.",
    },
];

/// Returns the topic for a word that a player typed.
pub(super) fn find(word: &str) -> Option<&'static HelpTopic> {
    let word = word.trim().trim_matches('"').to_lowercase().replace('_', " ");
    TOPICS.iter().find(|topic| topic.words.contains(&word.as_str()))
}

/// Returns the words of the list of topics.
pub(super) fn titles() -> impl Iterator<Item = &'static str> {
    TOPICS.iter().filter_map(|topic| topic.words.first().copied())
}

/// Returns all words that have a topic.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    TOPICS.iter().flat_map(|topic| topic.words.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_word_has_one_topic_and_is_found_in_any_spelling() {
        let all: Vec<&str> = words().collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
        for word in ["Fate", "fate points", "\"free tag\"", "free_tag", "SPOTTED", "Consequence"] {
            assert!(find(word).is_some(), "{word}");
        }
        assert!(find("weather").is_none());
    }
}
