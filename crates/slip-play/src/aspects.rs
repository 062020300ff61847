//! Aspects of a fight. They are indexed by holder (actor, gear, zone, scene), so that a roll or compel finds its few aspects quickly.

use crate::clone_from::refilled;
use crate::event::Event;
use crate::ids::{ActorId, AspectId, IdVec, TableKey, ZoneId};
use slip_dice::fate::{Aspect, AspectDuration, FreeTag, Grade, Holder};
use std::ops::Deref;

/// Applies an event about aspects to a list of them.
pub(crate) fn change(aspects: &mut IdVec<AspectId, Aspect>, event: &Event) {
    match event {
        Event::AspectAdd { id, aspect } => match aspects.row_mut(*id) {
            Some(known) => known.clone_from(aspect),
            None => {
                aspects.push(aspect.clone());
            }
        },
        Event::AspectFree { id, free, .. } => {
            if let Some(aspect) = aspects.row_mut(*id) {
                aspect.free = *free;
            }
        }
        Event::AspectDrop { id } => {
            if let Some(aspect) = aspects.row_mut(*id) {
                aspect.present = false;
            }
        }
        Event::Consequence { grade, aspect, .. } => takes(aspects, *aspect, Some(*grade)),
        Event::Recovered { aspect, .. } => takes(aspects, *aspect, None),
        _ => {}
    }
}

/// Sets the consequence slot (mild, moderate or severe) that an aspect takes up, or frees it.
fn takes(aspects: &mut IdVec<AspectId, Aspect>, id: AspectId, grade: Option<Grade>) {
    if let Some(aspect) = aspects.row_mut(id) {
        aspect.grade = grade;
    }
}

/// Returns the aspect in play that an actor has with the text `words`.
pub(crate) fn of<'a>(aspects: &'a IdVec<AspectId, Aspect>, who: ActorId, words: &str) -> Option<(AspectId, &'a Aspect)> {
    aspects.iter().find(|(_, aspect)| aspect.present && aspect.text == words && aspect.holder == Holder::Actor(who.0))
}

/// Returns the aspect with the text `words` that the actor will have after the given events. Also returns true if the aspect will have a
/// free tag.
pub(crate) fn coming<'e>(
    aspects: &IdVec<AspectId, Aspect>,
    events: impl Iterator<Item = &'e Event>,
    who: ActorId,
    words: &str,
) -> Option<(AspectId, bool)> {
    let mut found = of(aspects, who, words).map(|(id, there)| (id, there.free.is_some()));
    for event in events {
        match (event, &mut found) {
            (Event::AspectAdd { id, aspect }, None) if aspect.text == words && aspect.holder == Holder::Actor(who.0) => {
                found = Some((*id, aspect.free.is_some()));
            }
            (Event::AspectFree { id, free, .. }, Some((there, tagged))) if there == id => *tagged = free.is_some(),
            (Event::AspectDrop { id }, Some((there, _))) if there == id => found = None,
            _ => {}
        }
    }
    found
}

/// Set of aspects as bits, one for each of the first 128 aspects. Aspects with larger numbers are in no set and are checked one by one.
pub(crate) type AspectSet = u128;

/// Number of aspects that an [`AspectSet`] can contain.
const IN_SETS: usize = 128;

refilled! {
    /// All aspects of a fight, printed and placed, with an index by holder. Other modules only read the list, and change it only by the
    /// methods of this type.
    #[derive(Debug, Default, PartialEq)]
    pub struct Aspects {
        rows: IdVec<AspectId, Aspect>,
        actors: Vec<AspectSet>,
        gear: Vec<AspectSet>,
        zones: Vec<AspectSet>,
        scene: AspectSet,
        beyond: AspectSet,
        present: AspectSet,
        free: AspectSet,
        transient: AspectSet,
    }
}

impl Aspects {
    /// Adds an aspect and returns its number.
    pub fn push(&mut self, aspect: Aspect) -> AspectId {
        let bit = bit(self.rows.len());
        let rows = match aspect.holder {
            Holder::Actor(who) => row(&mut self.actors, who),
            Holder::Gear(who, _) => row(&mut self.gear, who),
            Holder::Zone(zone) => row(&mut self.zones, zone),
            Holder::Scene => Some(&mut self.scene),
            Holder::System | Holder::Campaign => Some(&mut self.beyond),
        };
        if let Some(set) = rows {
            *set |= bit;
        }
        for (set, is) in [
            (&mut self.present, aspect.present),
            (&mut self.free, aspect.free.is_some()),
            (&mut self.transient, aspect.term == AspectDuration::Transient),
        ] {
            *set |= if is { bit } else { 0 };
        }
        self.rows.push(aspect)
    }

    /// Sets or removes the free tag of an aspect.
    pub fn set_free(&mut self, id: AspectId, free: Option<FreeTag>) {
        let Some(aspect) = self.rows.row_mut(id) else { return };
        aspect.free = free;
        let bit = bit(id.place());
        self.free = if free.is_some() { self.free | bit } else { self.free & !bit };
    }

    /// Removes an aspect from play. The aspect stays in the list, so that its number stays valid.
    pub fn strike(&mut self, id: AspectId) {
        self.set_free(id, None);
        if let Some(aspect) = self.rows.row_mut(id) {
            aspect.present = false;
            self.present &= !bit(id.place());
        }
    }

    /// Sets the consequence slot that an aspect takes up, or frees it.
    pub fn set_grade(&mut self, id: AspectId, grade: Option<Grade>) {
        takes(&mut self.rows, id, grade);
    }

    /// Begins a turn of an actor: temporary aspects that the actor placed end with this turn.
    pub(crate) fn begin_last_turn(&mut self, placer: ActorId) {
        if self.transient == 0 && self.rows.len() <= IN_SETS {
            return;
        }
        for aspect in self.rows.values_mut() {
            aspect.last_turn |= aspect.placer == Some(placer.0) && aspect.term == AspectDuration::Transient;
        }
    }

    /// True if the numbers of all aspects are small enough for an [`AspectSet`].
    pub(crate) fn are_in_sets(&self) -> bool {
        self.rows.len() <= IN_SETS
    }

    /// Returns the aspects in play.
    pub(crate) const fn in_play(&self) -> AspectSet {
        self.present
    }

    /// Returns the aspects on an actor.
    pub(crate) fn on(&self, who: ActorId) -> AspectSet {
        self.actors.get(who.place()).copied().unwrap_or(0)
    }

    /// Returns the aspects on an actor's gear.
    pub(crate) fn on_gear(&self, who: ActorId) -> AspectSet {
        self.gear.get(who.place()).copied().unwrap_or(0)
    }

    /// Returns the aspects of a zone.
    pub(crate) fn in_zone(&self, zone: ZoneId) -> AspectSet {
        self.zones.get(zone.place()).copied().unwrap_or(0)
    }

    /// Returns the aspects of the scene.
    pub(crate) const fn in_scene(&self) -> AspectSet {
        self.scene
    }

    /// Returns the aspects of the system and the campaign, which are beyond the scene.
    pub(crate) const fn beyond(&self) -> AspectSet {
        self.beyond
    }

    /// Returns the aspects with a free tag.
    pub(crate) const fn tagged(&self) -> AspectSet {
        self.free
    }

    /// Returns the temporary aspects.
    pub(crate) const fn for_a_while(&self) -> AspectSet {
        self.transient
    }

    /// Returns the aspects of a set that are in play, in order. A set holds only the first 128 aspects; later aspects are added at the end
    /// if they pass the test `rest`.
    pub(crate) fn among<'a>(
        &'a self,
        set: AspectSet,
        rest: impl Fn(&Aspect) -> bool + 'a,
    ) -> impl Iterator<Item = (AspectId, &'a Aspect)> + 'a {
        let known = members(set & self.present).filter_map(|id| Some((id, self.rows.row(id)?)));
        let others = (IN_SETS..self.rows.len()).filter_map(|place| Some((AspectId::of(place), self.rows.row(AspectId::of(place))?)));
        let others = others.filter(move |(_, aspect)| aspect.present && rest(aspect));
        known.chain(others)
    }
}

impl Deref for Aspects {
    type Target = IdVec<AspectId, Aspect>;

    fn deref(&self) -> &IdVec<AspectId, Aspect> {
        &self.rows
    }
}

impl FromIterator<Aspect> for Aspects {
    fn from_iter<I: IntoIterator<Item = Aspect>>(aspects: I) -> Aspects {
        let mut all = Aspects::default();
        aspects.into_iter().for_each(|aspect| {
            all.push(aspect);
        });
        all
    }
}

/// Returns the aspects of a set, in order.
pub(crate) fn members(mut set: AspectSet) -> impl Iterator<Item = AspectId> {
    std::iter::from_fn(move || {
        let next = u16::try_from(set.trailing_zeros()).ok().filter(|_| set != 0)?;
        set &= set - 1;
        Some(AspectId(next))
    })
}

/// Returns the set that contains a single aspect.
pub(crate) fn only(id: AspectId) -> AspectSet {
    bit(id.place())
}

fn bit(place: usize) -> AspectSet {
    u32::try_from(place).ok().and_then(|place| 1_u128.checked_shl(place)).unwrap_or(0)
}

fn row(sets: &mut Vec<AspectSet>, number: u8) -> Option<&mut AspectSet> {
    let place = usize::from(number);
    if sets.len() <= place {
        sets.resize(place + 1, 0);
    }
    sets.get_mut(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Aspects whose numbers are too large for a set are found as well.
    #[test]
    fn aspects_are_found_by_whose_they_are_as_long_as_they_are_in_play() {
        let holder = |number: u16| if number.is_multiple_of(3) { Holder::Actor(1) } else { Holder::Zone(2) };
        let mut all: Aspects = (0..200).map(|number| Aspect::printed(number.to_string(), holder(number))).collect();
        all.strike(AspectId(3));
        all.strike(AspectId(150));
        let found: Vec<AspectId> = all.among(all.on(ActorId(1)), |aspect| aspect.holder == Holder::Actor(1)).map(|(id, _)| id).collect();
        let wanted: Vec<AspectId> = (0..200).filter(|number| number % 3 == 0 && ![3, 150].contains(number)).map(AspectId).collect();
        assert_eq!(found, wanted);
        assert_eq!(all.among(all.in_zone(ZoneId(2)), |_| false).count(), 85, "of the first 128 the others");
        assert_eq!(all.in_zone(ZoneId(7)), 0);
    }

    #[test]
    fn a_free_tag_is_known_until_it_is_used_up_or_its_aspect_goes() {
        let mut all: Aspects = ["Smoke", "Mud"].into_iter().map(|text| Aspect::printed(text, Holder::Scene)).collect();
        let free = Some(FreeTag { sides: 1, from: 0 });
        all.set_free(AspectId(0), free);
        all.set_free(AspectId(1), free);
        assert_eq!(all.tagged(), 0b11);
        all.set_free(AspectId(0), None);
        all.strike(AspectId(1));
        assert_eq!((all.tagged(), all.in_scene()), (0, 0b11));
        assert!(all.values().all(|aspect| aspect.free.is_none()));
    }
}
