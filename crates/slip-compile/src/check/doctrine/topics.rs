//! Table of the topics of doctrines: the kinds of play, and the allowed words, of each.
//!
//! There is one [`Spec`] for each topic. The parser and the suggestions in messages use the same table, so that only legal words are
//! suggested.

use slip_pack::doctrine::{Kind, Order, Topic, Who};

const PERSONAL: &[Kind] = &[Kind::Personal];
const SPACE: &[Kind] = &[Kind::Space];
const SOCIAL: &[Kind] = &[Kind::Social];
const PLATOON: &[Kind] = &[Kind::Platoon];
const STAKES: &[Kind] = &[Kind::Stakes];
/// The four FATE conflicts (personal, space, social, platoon) and their common base `fate`.
pub(super) const FATE: &[Kind] = &[Kind::Fate, Kind::Personal, Kind::Space, Kind::Social, Kind::Platoon];
/// Kinds of play in which the actors are not ships. Ships are never asked for a price, and compel neither themselves nor after the roll
/// (R-VF7).
const AMONG_PEOPLE: &[Kind] = &[Kind::Fate, Kind::Personal, Kind::Social, Kind::Platoon];
const ZONES: &[Kind] = &[Kind::Personal, Kind::Social, Kind::Platoon];
/// All kinds of play.
pub(super) const ALL: &[Kind] = &Kind::ALL;

/// Word of a topic, with the kinds of play that have it.
pub(super) struct Own {
    /// Word as authors write it.
    pub word: &'static str,
    /// Kinds of play that have the word.
    pub kinds: &'static [Kind],
    /// True if the word names one option that is always available when the question is asked, so that nothing is left to decide.
    pub settles: bool,
}

/// Position at which the rules on a topic have a selection of actors.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PickPlace {
    /// The topic has no selection of actors.
    Nowhere,
    /// Anywhere in the rule: `target weakest visible`.
    Bare,
    /// After `on`: `beam most on weakest enemy`.
    On,
    /// After one of these words: `towards enemy`.
    After(&'static [&'static str]),
}

/// Sort of names that the rules on a topic may contain.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    /// No name may be used.
    Nothing,
    /// A skill.
    Skill,
    /// A weapon.
    Weapon,
    /// A zone of some map.
    Zone,
    /// The starting state of an actor: a zone of some map, or a mode of some weapon; for ships an item or a skill.
    Start,
    /// A free word, such as a stress track that the package declares.
    Word,
    /// A track that some design declares.
    Track,
}

/// Description of a topic.
pub(super) struct Spec {
    /// Topic.
    pub topic: Topic,
    /// Kinds of play that have the topic.
    pub kinds: &'static [Kind],
    /// Words that only this topic has.
    pub words: &'static [Own],
    /// Order words that may be the only word of a rule.
    pub orders: &'static [Order],
    /// Position of the selection of actors.
    pub pick: PickPlace,
    /// Actors that are meant if a selection names none.
    pub natural: Who,
    /// Sort of names that the rules may contain.
    pub named: Named,
    /// True if a rule may have `with`.
    pub with: bool,
    /// True if a rule may have a range.
    pub range: bool,
    /// True if a rule may have an amount.
    pub amount: bool,
    /// True if a rule may have grades of consequence and `before`.
    pub grades: bool,
    /// True if a rule must have words.
    pub wordy: bool,
}

const NONE: Spec = Spec {
    topic: Topic::Concede,
    kinds: FATE,
    words: &[],
    orders: &[],
    pick: PickPlace::Nowhere,
    natural: Who::Enemy,
    named: Named::Nothing,
    with: false,
    range: false,
    amount: false,
    grades: false,
    wordy: false,
};

const fn own(word: &'static str, kinds: &'static [Kind]) -> Own {
    Own { word, kinds, settles: false }
}

const fn settling(word: &'static str, kinds: &'static [Kind]) -> Own {
    Own { word, kinds, settles: true }
}

/// Describes a topic that is answered with yes or no and has no words.
const fn whether(topic: Topic, kinds: &'static [Kind]) -> Spec {
    Spec { topic, kinds, ..NONE }
}

/// Describes a topic that is answered with yes or no and is about an actor.
const fn about(topic: Topic, kinds: &'static [Kind], natural: Who) -> Spec {
    Spec { topic, kinds, pick: PickPlace::Bare, natural, ..NONE }
}

const fn words(topic: Topic, kinds: &'static [Kind], words: &'static [Own]) -> Spec {
    Spec { topic, kinds, words, wordy: true, ..NONE }
}

const AMOUNTS: &[Order] = &[Order::Least, Order::Most];
const BEST: &[Order] = &[Order::Best, Order::Save];

/// Describes a topic with an amount and a target.
const fn salvo(topic: Topic) -> Spec {
    Spec { topic, kinds: SPACE, orders: AMOUNTS, amount: true, pick: PickPlace::On, ..NONE }
}

/// Describes a topic with an amount.
const fn amount(topic: Topic, kinds: &'static [Kind]) -> Spec {
    Spec { topic, kinds, orders: AMOUNTS, amount: true, ..NONE }
}

const VERBS: &[Own] = &[
    settling("pass", ZONES),
    own("attack", ZONES),
    own("move", ZONES),
    own("maneuver", ZONES),
    own("remove", &[Kind::Personal, Kind::Social]),
    own("obstruct", &[Kind::Personal, Kind::Social]),
    own("seal", PERSONAL),
    own("first_aid", PERSONAL),
    own("switch", PERSONAL),
    own("stance", PERSONAL),
    own("pick_up", PERSONAL),
    own("task", PERSONAL),
    own("push", SOCIAL),
    own("break_off", SOCIAL),
    own("march", PLATOON),
    own("interdict", PLATOON),
    own("rally", PLATOON),
    own("jam", PLATOON),
    own("unjam", PLATOON),
    own("spot", PLATOON),
    own("cover", PLATOON),
    own("relocate", PLATOON),
    own("displace", PLATOON),
    own("enter", PLATOON),
    own("rearm", PLATOON),
    own("load", PLATOON),
];

const OUTCOMES: &[Own] = &[
    own("captured", &[Kind::Fate, Kind::Personal, Kind::Platoon, Kind::Social]),
    own("surrendered", &[Kind::Fate, Kind::Space, Kind::Platoon, Kind::Social]),
    own("dead", &[Kind::Fate, Kind::Personal]),
    own("unconscious", &[Kind::Fate, Kind::Personal]),
    own("fled", &[Kind::Fate, Kind::Personal, Kind::Platoon, Kind::Social]),
    own("other", &[Kind::Fate, Kind::Personal, Kind::Platoon, Kind::Social]),
    own("destroyed", &[Kind::Fate, Kind::Space, Kind::Platoon]),
    own("derelict", &[Kind::Fate, Kind::Space]),
    own("tethered", &[Kind::Fate, Kind::Space]),
];

const TOWARDS: &[&str] = &["towards", "away_from"];
const BEFORE: &[&str] = &["before", "behind"];

/// All topics, in the order of the language reference.
pub(super) const SPECS: &[Spec] = &[
    Spec { pick: PickPlace::On, with: true, ..words(Topic::Act, ZONES, VERBS) },
    Spec { wordy: true, ..about(Topic::Target, &[Kind::Personal, Kind::Space, Kind::Social, Kind::Platoon], Who::Enemy) },
    Spec { orders: BEST, named: Named::Weapon, ..words(Topic::Weapon, &[Kind::Personal, Kind::Platoon], &[]) },
    Spec { orders: BEST, named: Named::Skill, ..words(Topic::Skill, ZONES, &[]) },
    Spec { orders: BEST, named: Named::Skill, ..words(Topic::Defend, ZONES, &[]) },
    words(Topic::Fire, &[Kind::Personal, Kind::Platoon], &[settling("single", ZONES), own("area", ZONES)]),
    Spec {
        named: Named::Track,
        ..words(
            Topic::Track,
            &[Kind::Personal, Kind::Social],
            &[own("health", PERSONAL), own("wealth", SOCIAL), own("composure", &[Kind::Personal, Kind::Social])],
        )
    },
    Spec { orders: &[Order::Best], range: true, ..words(Topic::KeepRange, &[Kind::Personal, Kind::Space, Kind::Platoon], &[]) },
    Spec {
        pick: PickPlace::After(TOWARDS),
        named: Named::Zone,
        ..words(
            Topic::Move,
            ZONES,
            &[
                own("cover", &[Kind::Personal, Kind::Platoon]),
                own("hidden", &[Kind::Personal, Kind::Platoon]),
                own("goal", ZONES),
                own("exit", ZONES),
                own("towards", ZONES),
                own("away_from", ZONES),
            ],
        )
    },
    words(
        Topic::Stay,
        ZONES,
        &[own("in_cover", &[Kind::Personal, Kind::Platoon]), own("hidden", &[Kind::Personal, Kind::Platoon]), own("in_command", PLATOON)],
    ),
    Spec {
        pick: PickPlace::After(TOWARDS),
        natural: Who::Anyone,
        ..words(Topic::Push, SOCIAL, &[own("towards", SOCIAL), own("away_from", SOCIAL)])
    },
    Spec { pick: PickPlace::After(BEFORE), ..words(Topic::Obstruct, &[Kind::Personal, Kind::Social], BORDERS) },
    Spec { pick: PickPlace::After(BEFORE), ..words(Topic::Interdict, PLATOON, BORDERS) },
    whether(Topic::FreeTag, FATE),
    whether(Topic::SpendSpin, FATE),
    whether(Topic::SpendFate, FATE),
    whether(Topic::Reroll, FATE),
    Spec { grades: true, ..words(Topic::Consequence, FATE, &[]) },
    about(Topic::PayAccess, AMONG_PEOPLE, Who::Enemy),
    about(Topic::Animal, PERSONAL, Who::Enemy),
    about(Topic::OfferCompel, FATE, Who::Enemy),
    about(Topic::AcceptCompel, FATE, Who::Enemy),
    about(Topic::LateCompel, AMONG_PEOPLE, Who::Enemy),
    about(Topic::CompelSelf, AMONG_PEOPLE, Who::Enemy),
    about(Topic::CounterOffer, FATE, Who::Enemy),
    about(Topic::PayCompel, FATE, Who::Enemy),
    Spec { wordy: true, ..about(Topic::Payee, FATE, Who::Enemy) },
    about(Topic::AcceptConcession, FATE, Who::Enemy),
    about(Topic::Fact, FATE, Who::Anyone),
    about(Topic::Stop, &[Kind::Fate, Kind::Space, Kind::Platoon], Who::Anyone),
    whether(Topic::Concede, FATE),
    words(Topic::Beaten, FATE, OUTCOMES),
    words(Topic::Term, FATE, &[settling("permanent", FATE), settling("transient", FATE), own("veto", FATE)]),
    Spec { wordy: true, words: &[settling("skill", PERSONAL), settling("seats", PERSONAL)], ..about(Topic::Order, ZONES, Who::Ally) },
    Spec { orders: BEST, named: Named::Start, ..words(Topic::SetUp, FATE, &[]) },
    Spec { amount: true, ..words(Topic::FateValue, FATE, &[]) },
    shift(Topic::Place),
    shift(Topic::Position),
    words(Topic::Begin, SPACE, &[settling("position", SPACE), own("ew", SPACE)]),
    whether(Topic::Coast, SPACE),
    amount(Topic::Burn, SPACE),
    salvo(Topic::Ew),
    salvo(Topic::Beam),
    salvo(Topic::Torpedo),
    salvo(Topic::Launch),
    Spec {
        wordy: true,
        words: &[own("beams", SPACE), own("point_defence", SPACE), settling("nothing", SPACE)],
        ..amount(Topic::TorpedoDefence, SPACE)
    },
    words(Topic::EwDefence, SPACE, &[settling("rating", SPACE), own("firewall", SPACE)]),
    Spec { named: Named::Track, ..words(Topic::Repair, SPACE, &[own("frame", SPACE), own("data", SPACE)]) },
    amount(Topic::Overwatch, SPACE),
    whether(Topic::Formation, SPACE),
    whether(Topic::Board, SPACE),
    Spec { wordy: true, ..about(Topic::Unit, PLATOON, Who::Anyone) },
    about(Topic::Adopt, PLATOON, Who::Anyone),
    about(Topic::Intercept, PLATOON, Who::Enemy),
    about(Topic::RallyToo, PLATOON, Who::Ally),
    about(Topic::Engineer, PLATOON, Who::Enemy),
    Spec { orders: &[Order::MostDice], ..words(Topic::Approach, STAKES, SORTS) },
    amount(Topic::BringIn, STAKES),
    Spec { words: SORTS, ..amount(Topic::Escalate, STAKES) },
    amount(Topic::Raise, STAKES),
    Spec { wordy: true, words: &[own("reverse", STAKES), own("block", STAKES), own("blow", STAKES)], ..amount(Topic::See, STAKES) },
    amount(Topic::Resist, STAKES),
    Spec { orders: &[Order::Roomiest], named: Named::Word, ..words(Topic::Fallout, STAKES, &[]) },
    whether(Topic::Give, STAKES),
];

const BORDERS: &[Own] = &[own("before", ZONES), own("behind", ZONES), own("even", ZONES)];

/// Sorts of approach in raise-and-see conflicts.
const SORTS: &[Own] = &[own("opposed", STAKES), own("unopposed", STAKES), own("physical", STAKES), own("neutral", STAKES)];

const SIDES: &[Own] = &[own("in", SPACE), own("out", SPACE)];

/// Describes a topic about the movement of a ship.
const fn shift(topic: Topic) -> Spec {
    Spec { pick: PickPlace::Bare, natural: Who::Me, range: true, ..words(topic, SPACE, SIDES) }
}

/// Returns the description of a topic.
pub(super) fn spec(topic: Topic) -> &'static Spec {
    SPECS.iter().find(|spec| spec.topic == topic).unwrap_or(&NONE)
}

/// Returns the words of all topics of a kind of play.
pub(super) fn topics_of(kind: Kind) -> impl Iterator<Item = &'static str> {
    SPECS.iter().filter(move |spec| spec.kinds.contains(&kind)).map(|spec| spec.topic.word())
}

impl Spec {
    /// Returns a word of the topic that this kind of play has.
    pub(super) fn own(&self, kind: Kind, word: &str) -> Option<&'static Own> {
        self.words.iter().find(|own| own.word == word && own.kinds.contains(&kind))
    }

    /// Returns the other kinds of play that have a word.
    pub(super) fn foreign(&self, word: &str) -> Option<&'static [Kind]> {
        self.words.iter().find(|own| own.word == word).map(|own| own.kinds)
    }

    /// True if the only options are to do something and to decline.
    pub(super) fn single(&self) -> bool {
        use Topic as T;
        matches!(
            self.topic,
            T::PayAccess | T::Animal | T::AcceptCompel | T::AcceptConcession | T::Fact | T::Stop | T::Concede | T::Coast | T::Intercept
        )
    }
}

/// Returns the target of an action if a rule names no target.
pub(super) fn natural_of_verb(verb: &str) -> Who {
    match verb {
        "first_aid" | "rally" | "unjam" | "load" | "cover" => Who::Ally,
        "push" => Who::Anyone,
        _ => Who::Enemy,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_topic_says_what_it_takes_and_for_whom() {
        for topic in Topic::ALL {
            let spec = spec(topic);
            assert_eq!(spec.topic, topic, "`{}` has no row in the table", topic.word());
            assert!(!spec.kinds.is_empty());
        }
        assert_eq!(SPECS.len(), Topic::ALL.len());
    }
}
