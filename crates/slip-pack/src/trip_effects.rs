//! Effects of a trip on a ship: heat, aspects, and the reaction mass that is left.
//!
//! They are read from effects of the ship and of the rules, such as `after slip mark heat all` or `after overburn everyone has aspect "…"`.
//! A trip and an encounter that begins with an arrival therefore have the same result (R-T6).

use super::Name;
use super::effect::item_eval_context::ItemContext;
use super::effect::operations::{BoxOperation, BoxSelection};
use super::effect::{Action, Effect, EffectSubject, Event, Occurrence, PackOperation, Play, State, TagVerb, When};
use super::item::BuiltItem;
use super::ruleset::{Rules, Setting};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Part of a trip that may have effects on the ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TripPart {
    /// The ship passes through a slipknot (trigger `after slip`).
    Slip,
    /// The ship burns at full thrust for the whole way to a slipknot (trigger `after long_burn`).
    LongBurn,
    /// The ship travels faster than it is built for (trigger `after overburn`).
    Overburn,
}

/// Reaction mass left in a ship's tanks after a trip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReactionMass {
    /// Enough reaction mass is left: no effect.
    #[default]
    Ok,
    /// Little reaction mass is left: the ship has an aspect for it.
    Low,
    /// No reaction mass is left: the ship moves at the V-shift of drifting until it is supplied.
    Empty,
}

/// State of a ship after a trip.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrival {
    /// Stress boxes marked (or erased) on the trip without a hit, in this order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub boxes: Vec<BoxOperation>,
    /// Aspects that the ship has until it is supplied (R-T17).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aspects: Vec<ArrivalAspect>,
    /// Reaction mass left in the tanks after the trip.
    #[serde(default)]
    pub r_mass: ReactionMass,
    /// V-shift that replaces the ship's own until it is supplied; `None` if the ship's own V-shift applies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effective_v_shift: Option<i32>,
}

/// Aspect that a ship got on a trip.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArrivalAspect {
    /// Text of the aspect.
    pub text: String,
    /// Number of free tags that opponents have on the aspect.
    #[serde(default)]
    pub free_tags: u32,
    /// Roll with which the crew may deny a free tag. The tag is used up whether it is denied or not (R-S11).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub denied_by: Option<DenialRoll>,
}

/// Roll with which a ship's crew denies a free tag.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DenialRoll {
    /// Skill to roll, which is also the name of the post: `navigation`.
    pub skill: Name,
    /// Difficulty of the roll that denies a free tag.
    pub difficulty: i32,
}

impl TripPart {
    /// True if the trigger of an effect names this part of a trip, as in `after slip`.
    fn happening(self, happening: &Occurrence) -> bool {
        let done = |action: Action| matches!(happening, Occurrence::Roll(roll) if roll.action == action);
        match self {
            TripPart::Slip => done(Action::Slip),
            TripPart::Overburn => done(Action::Overburn),
            TripPart::LongBurn => matches!(happening, Occurrence::Event(Event::LongBurn)),
        }
    }
}

impl Arrival {
    /// Returns the state of a ship after one part of a trip. It follows from the effects of the ship and of the rules.
    pub fn after(passage: TripPart, ship: &BuiltItem, rules: &Rules) -> Arrival {
        let standing = ItemContext { item: ship, rules, carried: &[], station: None, sees: &|_: State| 0 };
        let own = ship.effects.iter().map(std::convert::AsRef::as_ref).filter(|effect: &&Effect| effect.who.is_none());
        let of_rules = rules.effects.iter().filter(|effect| matches!(effect.who, Some(EffectSubject::Everyone)));
        let comes = |effect: &&Effect| {
            let now = effect.moment.as_ref().is_some_and(|moment| moment.when == When::After && passage.happening(&moment.what));
            now && effect.acts_in(Play::Travel) && !effect.is_choice() && standing.holds(effect)
        };
        let mut arrival = Arrival::default();
        for effect in own.chain(of_rules).filter(comes) {
            arrival.take(effect, ship, rules);
        }
        // An aspect that an effect of the ship forbids (`never has aspect`) is not added.
        let never = ship.effects.iter().filter(|effect| effect.acts_in(Play::Travel) && effect.moment.is_none() && standing.holds(effect));
        for effect in never {
            match &effect.op {
                PackOperation::Tag(tag) if tag.never && tag.verb == TagVerb::HasAspect => {
                    arrival.aspects.retain(|aspect| aspect.text != tag.aspect.words());
                }
                PackOperation::Tag(tag) if tag.never && tag.verb == TagVerb::FreeTag => {
                    let named = arrival.aspects.iter_mut().filter(|aspect| aspect.text == tag.aspect.words());
                    named.for_each(|aspect| aspect.free_tags = 0);
                }
                _ => {}
            }
        }
        match passage {
            TripPart::Slip => {}
            TripPart::LongBurn => arrival.r_mass = ReactionMass::Low,
            TripPart::Overburn => {
                arrival.r_mass = ReactionMass::Empty;
                arrival.effective_v_shift = Some(i32::try_from(rules.int("empty_v_shift", 0)).unwrap_or(0));
            }
        }
        arrival
    }

    fn take(&mut self, effect: &Effect, ship: &BuiltItem, rules: &Rules) {
        match &effect.op {
            // A ship without this track has no boxes to mark.
            PackOperation::Boxes(boxes) if ship.tracks.contains_key(&boxes.track) && !self.boxes.contains(boxes) => {
                self.boxes.push(boxes.clone())
            }
            PackOperation::Tag(tag) if !tag.never && tag.verb == TagVerb::HasAspect => self.bring(tag.aspect.words(), 0, rules),
            PackOperation::Tag(tag) if !tag.never && tag.verb == TagVerb::FreeTag => self.bring(tag.aspect.words(), 1, rules),
            _ => {}
        }
    }

    /// Adds an aspect if the ship does not have it yet, and adds free tags to it.
    fn bring(&mut self, text: &str, free_tags: u32, rules: &Rules) {
        if let Some(there) = self.aspects.iter_mut().find(|aspect| aspect.text == text) {
            there.free_tags = there.free_tags.saturating_add(free_tags);
            return;
        }
        let denied_by = match rules.settings.get("denying_skill") {
            Some(Setting::Word(skill)) => {
                Some(DenialRoll { skill: skill.clone(), difficulty: i32::try_from(rules.int("denial_difficulty", 0)).unwrap_or(0) })
            }
            _ => None,
        };
        self.aspects.push(ArrivalAspect { text: text.to_owned(), free_tags, denied_by });
    }

    /// Combines this arrival with a later one, for a trip of several passages. Each aspect is kept once.
    #[must_use]
    pub fn then(mut self, next: Arrival) -> Arrival {
        for boxes in next.boxes {
            if !self.boxes.contains(&boxes) {
                self.boxes.push(boxes);
            }
        }
        for aspect in next.aspects {
            match self.aspects.iter_mut().find(|other| other.text == aspect.text) {
                Some(other) => other.free_tags = other.free_tags.max(aspect.free_tags),
                None => self.aspects.push(aspect),
            }
        }
        self.r_mass = self.r_mass.max(next.r_mass);
        self.effective_v_shift = next.effective_v_shift.or(self.effective_v_shift);
        self
    }

    /// Returns the marked boxes of a track after arrival, from those marked before; `length` is the number of boxes. Marks
    /// take the lowest open boxes, erasures the highest marked ones (R-XF10); `highest` is only the highest box (T-S8).
    pub fn marked(&self, track: &str, length: u8, before: &BTreeSet<u8>) -> BTreeSet<u8> {
        let mut marked: BTreeSet<u8> = before.iter().copied().filter(|number| (1..=length).contains(number)).collect();
        for boxes in self.boxes.iter().filter(|boxes| boxes.track == track) {
            let count = |number: i64| usize::try_from(number).unwrap_or(0);
            let chosen: Vec<u8> = match (boxes.which, boxes.erase) {
                (BoxSelection::All, _) => (1..=length).collect(),
                (BoxSelection::Highest, false) => (length.max(1)..=length).collect(),
                (BoxSelection::Highest, true) => marked.last().copied().into_iter().collect(),
                (BoxSelection::Count(number), false) => {
                    (1..=length).filter(|number| !marked.contains(number)).take(count(number)).collect()
                }
                (BoxSelection::Count(number), true) => marked.iter().rev().copied().take(count(number)).collect(),
            };
            for number in chosen {
                if boxes.erase {
                    marked.remove(&number);
                } else {
                    marked.insert(number);
                }
            }
        }
        marked
    }
}
