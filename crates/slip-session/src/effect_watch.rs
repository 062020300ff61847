//! Counts which effects act in a game, how often, and on whom.
//!
//! An effect acts at a step if the step comes out differently without it. The watch keeps a second fight for each effect, in which only
//! this effect is muted. Before each step of the game, every second fight takes the state of the game; the watch then compares the legal
//! answers and the events that the rules bring about with the same dice. Therefore the game itself is played as always, the counts do not
//! depend on how the rules look effects up, and the counts of several games add up in any order.

use slip_dice::Dice;
use slip_pack::effect::{Effect, EffectPlace, PackOperation};
use slip_pack::encounter::{Actor, Encounter, UnitStart};
use slip_pack::item::{BuiltItem, Gear};
use slip_pack::muting::mute;
use slip_pack::{Name, Pack};
use slip_play::begin::BeginError;
use slip_play::choice::{Answer, Choice, Options};
use slip_play::conflict::Conflict;
use slip_play::event::{Counter, Event, Events};
use slip_play::fight::{Fight, Playable};
use slip_play::ids::ActorId;
use slip_play::question::Ask;
use std::collections::{BTreeMap, BTreeSet};

/// Number of times that one effect was checked, offered and applied in the watched games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EffectCount {
    /// Name of the stunt that the effect is from; empty for any other source.
    pub stunt: Name,
    /// Sentence of the effect, with the arguments of its first bearer.
    pub text: String,
    /// Number of games in which a bearer of the effect took part.
    pub games: u64,
    /// Number of the watched games in which the effect acted.
    pub acted_in: u64,
    /// Number of steps that came out differently because of the effect.
    pub acted: u64,
    /// Number of games in which a rank, track or possession already contained the effect, because it acts when its bearer is built.
    pub built_in: u64,
    /// Number of questions to which the effect added an answer that was not chosen.
    pub offered: u64,
    /// Number of times that the rules looked at the effect to find out if it applies.
    pub looked_at: u64,
    /// Number of steps that the effect changed, by actor: the title of the actor in the first event that differs.
    pub whom: BTreeMap<String, u64>,
}

impl EffectCount {
    /// True if the effect acted, in a step or at building.
    pub const fn has_acted(&self) -> bool {
        self.acted > 0 || self.built_in > 0
    }

    /// Adds the counts of other games.
    pub fn add(&mut self, other: &EffectCount) {
        if self.text.is_empty() {
            (self.stunt, self.text) = (other.stunt.clone(), other.text.clone());
        }
        self.games = self.games.saturating_add(other.games);
        self.acted_in = self.acted_in.saturating_add(other.acted_in);
        self.acted = self.acted.saturating_add(other.acted);
        self.built_in = self.built_in.saturating_add(other.built_in);
        self.offered = self.offered.saturating_add(other.offered);
        self.looked_at = self.looked_at.saturating_add(other.looked_at);
        for (who, times) in &other.whom {
            let sum = self.whom.entry(who.clone()).or_default();
            *sum = sum.saturating_add(*times);
        }
    }
}

/// Counts of effects by source position.
pub type EffectCounts = BTreeMap<EffectPlace, EffectCount>;

/// Adds the counts of other games.
pub fn add_counts(to: &mut EffectCounts, from: &EffectCounts) {
    for (place, count) in from {
        to.entry(place.clone()).or_default().add(count);
    }
}

/// Watch over the effects of one encounter. It compares each step of a game with the same step in fights where one effect is muted.
pub struct EffectWatch {
    /// Fight in which all effects act. It counts how often the rules read each effect.
    whole: Fight,
    muted: Vec<MutedEffect>,
    /// Effects that acted when their bearers were built, and that cannot be muted in the fight.
    built: Vec<EffectPlace>,
    /// Effects that make no difference in this encounter, although their bearers are in it.
    idle: Vec<EffectPlace>,
    counts: EffectCounts,
    /// Counts before the first game.
    blank: EffectCounts,
    options: Options,
    others: Options,
    events: Events,
    other_events: Events,
}

/// Fight in which one effect is muted.
struct MutedEffect {
    place: EffectPlace,
    fight: Fight,
    /// True if the initial state of the fight is different without the effect.
    differs_at_start: bool,
    /// True if the effect has acted in the current game.
    acted: bool,
}

impl EffectWatch {
    /// Creates a watch over the effects of an encounter that `wanted` selects.
    ///
    /// # Errors
    /// [`BeginError`] if the encounter cannot begin.
    pub fn new(pack: &Pack, encounter: &Encounter, wanted: &dyn Fn(&Effect) -> bool) -> Result<EffectWatch, BeginError> {
        let mut whole = Fight::begin(pack, encounter)?;
        whole.count_looks();
        let mut places: BTreeMap<EffectPlace, bool> = BTreeMap::new();
        let mut loaded: BTreeSet<EffectPlace> = BTreeSet::new();
        let mut blank = EffectCounts::new();
        let mut note = |effect: &Effect, is_loaded: bool| {
            if !effect.place.is_unknown() && wanted(effect) {
                *places.entry(effect.place.clone()).or_default() |= is_built_in(effect, is_loaded);
                if is_loaded && matches!(&effect.op, PackOperation::Carries(_)) {
                    loaded.insert(effect.place.clone());
                }
                blank.entry(effect.place.clone()).or_insert_with(|| EffectCount {
                    text: effect.text.clone(),
                    stunt: stunt_of(effect),
                    ..EffectCount::default()
                });
            }
        };
        effects_of(pack, encounter, &mut note);
        let (mut pack, mut encounter) = (pack.clone(), encounter.clone());
        let (mut muted, mut built, mut idle) = (Vec::new(), Vec::new(), Vec::new());
        for (place, is_built) in places {
            mute(&mut pack, &mut encounter, &place, true);
            let fight = Fight::begin(&pack, &encounter);
            mute(&mut pack, &mut encounter, &place, false);
            match fight {
                Ok(fight) if fight == whole && is_built => built.push(place),
                Ok(fight) if fight == whole => idle.push(place),
                Ok(fight) => {
                    // The carrier begins with passengers, which would be impossible without the effect. The effect therefore makes a
                    // difference at the start.
                    let differs_at_start = loaded.contains(&place) || !fight.is_in_state_of(&whole);
                    muted.push(MutedEffect { place, fight, differs_at_start, acted: false });
                }
                // Without the effect, the encounter cannot begin. The effect therefore counts as one that acts when the fight is built.
                Err(_) => built.push(place),
            }
        }
        let (options, others, events, other_events) = (Options::new(), Options::new(), Events::new(), Events::new());
        Ok(EffectWatch { whole, muted, built, idle, counts: blank.clone(), blank, options, others, events, other_events })
    }

    /// Begins another game of the encounter.
    pub fn begin(&mut self) {
        for place in &self.idle {
            self.counts.entry(place.clone()).or_default().games += 1;
        }
        for place in &self.built {
            let count = self.counts.entry(place.clone()).or_default();
            count.games += 1;
            count.built_in += 1;
        }
        for muted in &mut self.muted {
            let count = self.counts.entry(muted.place.clone()).or_default();
            count.games += 1;
            muted.acted = muted.differs_at_start;
            if muted.acted {
                count.acted += 1;
                count.acted_in += 1;
            }
        }
    }

    /// Compares the next step of the game with and without each effect. `answer` is decided with `dice` in all of these fights.
    pub fn step(&mut self, fight: &Fight, ask: &Ask, answer: &Answer, dice: &Dice) {
        let EffectWatch { whole, muted, counts, options, others, events, other_events, .. } = self;
        whole.take_state(fight);
        whole.legal(options);
        events.clear();
        if whole.decide_asked(ask, answer, &mut dice.clone(), events).is_err() {
            return;
        }
        events.iter().for_each(|event| whole.apply(event));
        for muted in muted {
            muted.fight.take_state(fight);
            let Some(count) = counts.get_mut(&muted.place) else { continue };
            let change = match muted.fight.next_question(others) {
                Some(asked) if is_same_question(&asked, ask) => {
                    let is_chosen = options.contains(answer.choice) && !others.contains(answer.choice);
                    if is_chosen || lacks(options, others) {
                        Some(ask.me.actor())
                    } else {
                        if lacks(others, options) {
                            count.offered += 1;
                        }
                        other_events.clear();
                        let done = muted.fight.decide_asked(ask, answer, &mut dice.clone(), other_events);
                        match first_change(events, other_events) {
                            _ if done.is_err() => Some(ask.me.actor()),
                            // Equal events may still have different results: an attack on an area may strike one target more. The states
                            // after the events are therefore compared.
                            None => {
                                events.iter().for_each(|event| muted.fight.apply(event));
                                (!muted.fight.is_in_state_of(whole)).then(|| ask.me.actor())
                            }
                            change => change,
                        }
                    }
                }
                // Without the effect the game asks another question or has ended, so the effect makes a difference.
                _ => Some(ask.me.actor()),
            };
            if let Some(who) = change {
                count.acted += 1;
                if !muted.acted {
                    muted.acted = true;
                    count.acted_in += 1;
                }
                if let Some(who) = who {
                    *count.whom.entry(fight.title_of(who).to_owned()).or_default() += 1;
                }
            }
        }
    }

    /// Returns the counts of the games so far, and begins to count again.
    pub fn take(&mut self) -> EffectCounts {
        for (_, line) in self.whole.effects().iter() {
            if let Some(count) = self.counts.get_mut(&line.place) {
                count.looked_at = count.looked_at.saturating_add(line.looks.take());
            }
        }
        std::mem::replace(&mut self.counts, self.blank.clone())
    }
}

/// Returns the name of the stunt that an effect is from.
fn stunt_of(effect: &Effect) -> Name {
    effect.origin.as_ref().filter(|origin| origin.carrier == "stunt").map(|origin| origin.name.clone()).unwrap_or_default()
}

fn is_same_question(one: &Ask, other: &Ask) -> bool {
    (one.point, one.seat, one.me, one.it) == (other.point, other.seat, other.me, other.it)
}

/// True if one of the lists lacks an answer that the other has.
fn lacks(list: &Options, other: &Options) -> bool {
    other.as_slice().iter().any(|choice: &Choice| !list.contains(*choice))
}

/// Returns the actor of the first event that differs between two lists; `None` if the lists are equal.
///
/// Shots and attacks are counted only in games with an effect that limits them. The counts alone change nothing, so they are left out.
fn first_change(events: &[Event], others: &[Event]) -> Option<Option<ActorId>> {
    let (mut events, mut others) = (events.iter().filter(|event| !is_count(event)), others.iter().filter(|event| !is_count(event)));
    loop {
        match (events.next(), others.next()) {
            (None, None) => return None,
            (one, other) if one == other => {}
            (one, other) => return Some(one.or(other).and_then(Event::concerns)),
        }
    }
}

/// True if an event only counts shots or attacks.
const fn is_count(event: &Event) -> bool {
    matches!(event, Event::Counter { what: Counter::Shots(_) | Counter::Attacks, .. })
}

/// True if an effect acts when its bearer is built or gets its gear. Such an effect cannot be muted in a fight.
fn is_built_in(effect: &Effect, is_loaded: bool) -> bool {
    effect.built().is_some()
        || (is_loaded && matches!(&effect.op, PackOperation::Carries(_)))
        || matches!(&effect.op, PackOperation::Grants(_))
        || matches!(&effect.op, PackOperation::Is(mark) if mark.military)
}

/// Calls a function for each effect of an encounter: effects of its participants and their things, of its zones, of the scene, and of the
/// rules.
fn effects_of(pack: &Pack, encounter: &Encounter, each: &mut dyn FnMut(&Effect, bool)) {
    let mut items = Vec::new();
    for side in &encounter.sides {
        let aboard = |actor: &Actor| match actor.unit.as_ref()?.start {
            UnitStart::Aboard(carrier) => Some(carrier),
            _ => None,
        };
        let carriers: BTreeSet<usize> = side.actors.iter().filter_map(aboard).collect();
        let actors = side.actors.iter().enumerate();
        items.extend(actors.filter_map(|(place, actor)| Some((pack.fielded(side, actor)?, carriers.contains(&place)))));
    }
    let mut references = Vec::new();
    if let Ok(value) = serde_json::to_value(&encounter.sides) {
        find_references(&value, &mut references);
    }
    items.extend(references.iter().filter_map(|thing| Some((pack.item(thing)?, false))));
    let mut seen: BTreeSet<(&Name, &Name, &Name)> = BTreeSet::new();
    while let Some((item, carries)) = items.pop() {
        let is_loaded = carries || !item.holds.is_empty();
        item.effects.iter().chain(item.modes.iter().flat_map(|mode| &mode.effects)).for_each(|effect| each(effect, is_loaded));
        if seen.insert((&item.kind, &item.package, &item.name)) {
            let mut things: Vec<&BuiltItem> = pack.things_of(item);
            things.extend(item.holds.values().flatten().filter_map(|held| pack.item(&held.thing)));
            things.extend(item.refers.values().filter_map(|thing| pack.item(thing)));
            items.extend(things.into_iter().map(|thing| (thing, false)));
        }
    }
    if let Some(map) = encounter.map.as_ref().and_then(|key| pack.maps.get(key)) {
        map.zones.iter().flat_map(|zone| &zone.effects).for_each(|effect| each(effect, false));
    }
    for party in
        pack.parties.values().filter(|party| references.iter().any(|thing| thing.name == party.name && thing.package == party.package))
    {
        party.effects.iter().chain(party.things.iter().flat_map(|thing| &thing.effects)).for_each(|effect| each(effect, false));
    }
    encounter.effects.iter().chain(&encounter.rules.effects).for_each(|effect| each(effect, false));
}

/// Collects the references to items in the JSON of an encounter. All of them have the same form, wherever they are.
fn find_references(value: &serde_json::Value, found: &mut Vec<Gear>) {
    match value {
        serde_json::Value::Object(fields) => {
            if let Ok(thing) = serde_json::from_value::<Gear>(value.clone()) {
                found.push(thing);
            }
            fields.values().for_each(|field| find_references(field, found));
        }
        serde_json::Value::Array(members) => members.iter().for_each(|member| find_references(member, found)),
        _ => {}
    }
}

/// Returns the item kinds that bear each effect of a pack.
pub fn bearers(pack: &Pack) -> BTreeMap<EffectPlace, BTreeSet<Name>> {
    let mut kinds: BTreeMap<EffectPlace, BTreeSet<Name>> = BTreeMap::new();
    let items = pack.items.values().flat_map(|kind| kind.values());
    let leaders = pack.platoons.values().filter_map(|platoon| platoon.leader.as_ref()).map(|leader| &leader.item);
    for item in items.chain(leaders) {
        let mut note = |item: &BuiltItem, effect: &Effect| {
            kinds.entry(effect.place.clone()).or_default().insert(item.kind.clone());
        };
        item.effects.iter().chain(item.modes.iter().flat_map(|mode| &mode.effects)).for_each(|effect| note(item, effect));
    }
    kinds
}
