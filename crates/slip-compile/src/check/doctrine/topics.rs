//! Table of the topics of doctrines. A topic is a question that a doctrine answers. The table has the kinds of play and the allowed words
//! of each topic.
//!
//! There is one [`TopicSpec`] for each topic. The parser and the suggestions in messages use the same table, so that only legal words are
//! suggested.

use slip_pack::doctrine::{ActorGroup, DoctrineKind, OptionOrder, Topic};

const PERSONAL: &[DoctrineKind] = &[DoctrineKind::Personal];
const SPACE: &[DoctrineKind] = &[DoctrineKind::Space];
const SOCIAL: &[DoctrineKind] = &[DoctrineKind::Social];
const PLATOON: &[DoctrineKind] = &[DoctrineKind::Platoon];
const STAKES: &[DoctrineKind] = &[DoctrineKind::Stakes];
/// The four FATE conflicts (personal, space, social, platoon) and their common base `fate`.
pub(super) const FATE: &[DoctrineKind] =
    &[DoctrineKind::Fate, DoctrineKind::Personal, DoctrineKind::Space, DoctrineKind::Social, DoctrineKind::Platoon];
/// Kinds of play with topics on those compels that ships never make. Ships are never asked to pay a price, do not compel themselves, and do
/// not compel after a roll (R-VF7).
const AMONG_PEOPLE: &[DoctrineKind] = &[DoctrineKind::Fate, DoctrineKind::Personal, DoctrineKind::Social, DoctrineKind::Platoon];
const ZONES: &[DoctrineKind] = &[DoctrineKind::Personal, DoctrineKind::Social, DoctrineKind::Platoon];
/// All kinds of play.
pub(super) const ALL: &[DoctrineKind] = &DoctrineKind::ALL;

/// Word that may follow a topic in some kinds of play.
pub(super) struct Own {
    /// Word as authors write it.
    pub word: &'static str,
    /// Kinds of play that have the word.
    pub kinds: &'static [DoctrineKind],
    /// True if the word names a single option that is always available. No later rule on the topic is then needed.
    pub settles: bool,
}

/// Position in a rule at which words that select actors, such as `weakest enemy`, may be written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PickPlace {
    /// Nowhere: the rules on the topic cannot select actors.
    Nowhere,
    /// Anywhere in the rule: `target weakest visible`.
    Bare,
    /// After `on`: `beam most on weakest enemy`.
    On,
    /// After one of the listed words: `towards enemy`.
    After(&'static [&'static str]),
}

/// Sort of names that may occur in the rules on a topic.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NamedKind {
    /// No name may be used.
    Nothing,
    /// A skill.
    Skill,
    /// A weapon.
    Weapon,
    /// A zone of some map.
    Zone,
    /// Name for the starting state of an actor: a zone of some map, or a mode of some weapon. For ships, an item or a skill.
    Start,
    /// Any word, which is taken as the name of a track.
    Word,
    /// A track that some design declares.
    Track,
}

/// Description of a topic: the kinds of play that have it, and what may follow it in a rule.
pub(super) struct TopicSpec {
    /// Topic.
    pub topic: Topic,
    /// Kinds of play that have the topic.
    pub kinds: &'static [DoctrineKind],
    /// Words that may follow only this topic.
    pub words: &'static [Own],
    /// Words that order the options, such as `random`. A rule on the topic may consist of such a word alone.
    pub orders: &'static [OptionOrder],
    /// Position of words that select actors.
    pub pick: PickPlace,
    /// Group from which actors are selected if the rule names no group.
    pub natural: ActorGroup,
    /// Sort of names that may occur in a rule on the topic.
    pub named: NamedKind,
    /// True if `with` may occur in a rule on the topic.
    pub with: bool,
    /// True if a range may occur in a rule on the topic.
    pub range: bool,
    /// True if an amount may occur in a rule on the topic.
    pub amount: bool,
    /// True if grades of consequence and `before` may occur in a rule on the topic.
    pub grades: bool,
    /// True if at least one word must follow the topic.
    pub wordy: bool,
}

const NONE: TopicSpec = TopicSpec {
    topic: Topic::Concede,
    kinds: FATE,
    words: &[],
    orders: &[],
    pick: PickPlace::Nowhere,
    natural: ActorGroup::Enemy,
    named: NamedKind::Nothing,
    with: false,
    range: false,
    amount: false,
    grades: false,
    wordy: false,
};

const fn own(word: &'static str, kinds: &'static [DoctrineKind]) -> Own {
    Own { word, kinds, settles: false }
}

const fn settling(word: &'static str, kinds: &'static [DoctrineKind]) -> Own {
    Own { word, kinds, settles: true }
}

/// Describes a topic that is answered with yes or no and has no words.
const fn whether(topic: Topic, kinds: &'static [DoctrineKind]) -> TopicSpec {
    TopicSpec { topic, kinds, ..NONE }
}

/// Creates a yes-or-no topic about an actor: the actor to whom the question refers.
const fn about(topic: Topic, kinds: &'static [DoctrineKind], natural: ActorGroup) -> TopicSpec {
    TopicSpec { topic, kinds, pick: PickPlace::Bare, natural, ..NONE }
}

const fn words(topic: Topic, kinds: &'static [DoctrineKind], words: &'static [Own]) -> TopicSpec {
    TopicSpec { topic, kinds, words, wordy: true, ..NONE }
}

const AMOUNTS: &[OptionOrder] = &[OptionOrder::Least, OptionOrder::Most];
const BEST: &[OptionOrder] = &[OptionOrder::Best, OptionOrder::Save];

/// Describes a topic of ships that has an amount and, after `on`, a target.
const fn salvo(topic: Topic) -> TopicSpec {
    TopicSpec { topic, kinds: SPACE, orders: AMOUNTS, amount: true, pick: PickPlace::On, ..NONE }
}

/// Describes a topic with an amount.
const fn amount(topic: Topic, kinds: &'static [DoctrineKind]) -> TopicSpec {
    TopicSpec { topic, kinds, orders: AMOUNTS, amount: true, ..NONE }
}

const VERBS: &[Own] = &[
    settling("pass", ZONES),
    own("attack", ZONES),
    own("move", ZONES),
    own("maneuver", ZONES),
    own("remove", &[DoctrineKind::Personal, DoctrineKind::Social]),
    own("obstruct", &[DoctrineKind::Personal, DoctrineKind::Social]),
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
    own("captured", &[DoctrineKind::Fate, DoctrineKind::Personal, DoctrineKind::Platoon, DoctrineKind::Social]),
    own("surrendered", &[DoctrineKind::Fate, DoctrineKind::Space, DoctrineKind::Platoon, DoctrineKind::Social]),
    own("dead", &[DoctrineKind::Fate, DoctrineKind::Personal]),
    own("unconscious", &[DoctrineKind::Fate, DoctrineKind::Personal]),
    own("fled", &[DoctrineKind::Fate, DoctrineKind::Personal, DoctrineKind::Platoon, DoctrineKind::Social]),
    own("other", &[DoctrineKind::Fate, DoctrineKind::Personal, DoctrineKind::Platoon, DoctrineKind::Social]),
    own("destroyed", &[DoctrineKind::Fate, DoctrineKind::Space, DoctrineKind::Platoon]),
    own("derelict", &[DoctrineKind::Fate, DoctrineKind::Space]),
    own("tethered", &[DoctrineKind::Fate, DoctrineKind::Space]),
];

const TOWARDS: &[&str] = &["towards", "away_from"];
const BEFORE: &[&str] = &["before", "behind"];

/// All topics, in the order of the language reference.
pub(super) const SPECS: &[TopicSpec] = &[
    TopicSpec { pick: PickPlace::On, with: true, ..words(Topic::Act, ZONES, VERBS) },
    TopicSpec {
        wordy: true,
        ..about(
            Topic::Target,
            &[DoctrineKind::Personal, DoctrineKind::Space, DoctrineKind::Social, DoctrineKind::Platoon],
            ActorGroup::Enemy,
        )
    },
    TopicSpec { orders: BEST, named: NamedKind::Weapon, ..words(Topic::Weapon, &[DoctrineKind::Personal, DoctrineKind::Platoon], &[]) },
    TopicSpec { orders: BEST, named: NamedKind::Skill, ..words(Topic::Skill, ZONES, &[]) },
    TopicSpec { orders: BEST, named: NamedKind::Skill, ..words(Topic::Defend, ZONES, &[]) },
    words(Topic::Fire, &[DoctrineKind::Personal, DoctrineKind::Platoon], &[settling("single", ZONES), own("area", ZONES)]),
    TopicSpec {
        named: NamedKind::Track,
        ..words(
            Topic::Track,
            &[DoctrineKind::Personal, DoctrineKind::Social],
            &[own("health", PERSONAL), own("wealth", SOCIAL), own("composure", &[DoctrineKind::Personal, DoctrineKind::Social])],
        )
    },
    TopicSpec {
        orders: &[OptionOrder::Best],
        range: true,
        ..words(Topic::KeepRange, &[DoctrineKind::Personal, DoctrineKind::Space, DoctrineKind::Platoon], &[])
    },
    TopicSpec {
        pick: PickPlace::After(TOWARDS),
        named: NamedKind::Zone,
        ..words(
            Topic::Move,
            ZONES,
            &[
                own("cover", &[DoctrineKind::Personal, DoctrineKind::Platoon]),
                own("hidden", &[DoctrineKind::Personal, DoctrineKind::Platoon]),
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
        &[
            own("in_cover", &[DoctrineKind::Personal, DoctrineKind::Platoon]),
            own("hidden", &[DoctrineKind::Personal, DoctrineKind::Platoon]),
            own("in_command", PLATOON),
        ],
    ),
    TopicSpec {
        pick: PickPlace::After(TOWARDS),
        natural: ActorGroup::Anyone,
        ..words(Topic::Push, SOCIAL, &[own("towards", SOCIAL), own("away_from", SOCIAL)])
    },
    TopicSpec { pick: PickPlace::After(BEFORE), ..words(Topic::Obstruct, &[DoctrineKind::Personal, DoctrineKind::Social], BORDERS) },
    TopicSpec { pick: PickPlace::After(BEFORE), ..words(Topic::Interdict, PLATOON, BORDERS) },
    whether(Topic::FreeTag, FATE),
    whether(Topic::SpendSpin, FATE),
    whether(Topic::SpendFate, FATE),
    whether(Topic::Reroll, FATE),
    TopicSpec { grades: true, ..words(Topic::Consequence, FATE, &[]) },
    about(Topic::PayAccess, AMONG_PEOPLE, ActorGroup::Enemy),
    about(Topic::Animal, PERSONAL, ActorGroup::Enemy),
    about(Topic::OfferCompel, FATE, ActorGroup::Enemy),
    about(Topic::AcceptCompel, FATE, ActorGroup::Enemy),
    about(Topic::LateCompel, AMONG_PEOPLE, ActorGroup::Enemy),
    about(Topic::CompelSelf, AMONG_PEOPLE, ActorGroup::Enemy),
    about(Topic::CounterOffer, FATE, ActorGroup::Enemy),
    about(Topic::PayCompel, FATE, ActorGroup::Enemy),
    TopicSpec { wordy: true, ..about(Topic::Payee, FATE, ActorGroup::Enemy) },
    about(Topic::AcceptConcession, FATE, ActorGroup::Enemy),
    about(Topic::Fact, FATE, ActorGroup::Anyone),
    about(Topic::Stop, &[DoctrineKind::Fate, DoctrineKind::Space, DoctrineKind::Platoon], ActorGroup::Anyone),
    whether(Topic::Concede, FATE),
    words(Topic::Beaten, FATE, OUTCOMES),
    words(Topic::Term, FATE, &[settling("permanent", FATE), settling("transient", FATE), own("veto", FATE)]),
    TopicSpec {
        wordy: true,
        words: &[settling("skill", PERSONAL), settling("seats", PERSONAL)],
        ..about(Topic::Order, ZONES, ActorGroup::Ally)
    },
    TopicSpec { orders: BEST, named: NamedKind::Start, ..words(Topic::SetUp, FATE, &[]) },
    TopicSpec { amount: true, ..words(Topic::FateValue, FATE, &[]) },
    shift(Topic::Place),
    shift(Topic::Position),
    words(Topic::Begin, SPACE, &[settling("position", SPACE), own("ew", SPACE)]),
    whether(Topic::Coast, SPACE),
    amount(Topic::Burn, SPACE),
    salvo(Topic::Ew),
    salvo(Topic::Beam),
    salvo(Topic::Torpedo),
    salvo(Topic::Launch),
    TopicSpec {
        wordy: true,
        words: &[own("beams", SPACE), own("point_defence", SPACE), settling("nothing", SPACE)],
        ..amount(Topic::TorpedoDefence, SPACE)
    },
    words(Topic::EwDefence, SPACE, &[settling("rating", SPACE), own("firewall", SPACE)]),
    TopicSpec { named: NamedKind::Track, ..words(Topic::Repair, SPACE, &[own("frame", SPACE), own("data", SPACE)]) },
    amount(Topic::Overwatch, SPACE),
    whether(Topic::Formation, SPACE),
    whether(Topic::Board, SPACE),
    TopicSpec { wordy: true, ..about(Topic::Unit, PLATOON, ActorGroup::Anyone) },
    about(Topic::Adopt, PLATOON, ActorGroup::Anyone),
    about(Topic::Intercept, PLATOON, ActorGroup::Enemy),
    about(Topic::RallyToo, PLATOON, ActorGroup::Ally),
    about(Topic::Engineer, PLATOON, ActorGroup::Enemy),
    TopicSpec { orders: &[OptionOrder::MostDice], ..words(Topic::Approach, STAKES, SORTS) },
    amount(Topic::BringIn, STAKES),
    TopicSpec { words: SORTS, ..amount(Topic::Escalate, STAKES) },
    amount(Topic::Raise, STAKES),
    TopicSpec { wordy: true, words: &[own("reverse", STAKES), own("block", STAKES), own("blow", STAKES)], ..amount(Topic::See, STAKES) },
    amount(Topic::Resist, STAKES),
    TopicSpec { orders: &[OptionOrder::Roomiest], named: NamedKind::Word, ..words(Topic::Fallout, STAKES, &[]) },
    whether(Topic::Give, STAKES),
];

const BORDERS: &[Own] = &[own("before", ZONES), own("behind", ZONES), own("even", ZONES)];

/// Words for the sorts of approach in raise-and-see conflicts.
const SORTS: &[Own] = &[own("opposed", STAKES), own("unopposed", STAKES), own("physical", STAKES), own("neutral", STAKES)];

const SIDES: &[Own] = &[own("in", SPACE), own("out", SPACE)];

/// Describes a topic about the movement of a ship.
const fn shift(topic: Topic) -> TopicSpec {
    TopicSpec { pick: PickPlace::Bare, natural: ActorGroup::Me, range: true, ..words(topic, SPACE, SIDES) }
}

/// Returns the description of a topic.
pub(super) fn spec(topic: Topic) -> &'static TopicSpec {
    SPECS.iter().find(|spec| spec.topic == topic).unwrap_or(&NONE)
}

/// Returns the words of all topics of a kind of play.
pub(super) fn topics_of(kind: DoctrineKind) -> impl Iterator<Item = &'static str> {
    SPECS.iter().filter(move |spec| spec.kinds.contains(&kind)).map(|spec| spec.topic.word())
}

impl TopicSpec {
    /// Returns the entry for a word that may follow the topic in this kind of play; `None` if the word may not follow it.
    pub(super) fn own(&self, kind: DoctrineKind, word: &str) -> Option<&'static Own> {
        self.words.iter().find(|own| own.word == word && own.kinds.contains(&kind))
    }

    /// Returns the kinds of play in which a word can follow the topic; `None` if the word cannot follow it in any.
    pub(super) fn foreign(&self, word: &str) -> Option<&'static [DoctrineKind]> {
        self.words.iter().find(|own| own.word == word).map(|own| own.kinds)
    }

    /// True if the question has exactly two options: to do something, or to decline.
    pub(super) fn single(&self) -> bool {
        use Topic as T;
        matches!(
            self.topic,
            T::PayAccess | T::Animal | T::AcceptCompel | T::AcceptConcession | T::Fact | T::Stop | T::Concede | T::Coast | T::Intercept
        )
    }
}

/// Returns the default group for the target of an action. The target is chosen from it if the rule selects no group.
pub(super) fn natural_of_verb(verb: &str) -> ActorGroup {
    match verb {
        "first_aid" | "rally" | "unjam" | "load" | "cover" => ActorGroup::Ally,
        "push" => ActorGroup::Anyone,
        _ => ActorGroup::Enemy,
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
