//! Rulings of the referee that only platoon combat has: SPOTTED, OOC (out of command) and orders, units in carriers, moves to zones.

use super::name_lookup;
use crate::table::actor_marks::Marks;
use crate::table::referee::{Forms, RulingVocabulary, RulingWords, back};
use crate::transcript::platoon::phrases::{holder, name, zone};
use slip_dice::fate::{Holder, Track};
use slip_play::event::{Counter, Event, Grouping, TrackId};
use slip_play::ids::ActorId;
use slip_play::platoon::PlatoonFight;
use slip_play::platoon::state::{MORALE, MOST, UnitState};
use slip_play::platoon::zones::UnitLocation;

/// A platoon combat and the marks of its units.
#[derive(Clone, Copy)]
pub(in crate::table) struct Units<'a> {
    pub(in crate::table) fight: &'a PlatoonFight,
    pub(in crate::table) marks: &'a Marks,
}

impl RulingVocabulary for Units<'_> {
    type Fight = PlatoonFight;

    const FORMS: Forms = &[
        ("mark TRACK BOXES of UNIT", "mark boxes, such as `mark morale 1-2 of gull_watch#1`"),
        ("clear TRACK [BOXES] of UNIT", "clear boxes, or the whole track"),
        ("fate PLATOON +N | -N [from PLATOON]", "give or take fate points; name a unit to change the points of its people"),
        ("spin PLATOON +N | -N", "give or take spin"),
        ("spotted UNIT N", "set how well the unit is seen, 0 to 4"),
        ("ooc UNIT N", "set how far the unit is out of command, 0 to 4"),
        ("orders UNIT yes | no", "give the unit orders or take them away, until its platoon next gives orders"),
        ("adopt UNIT by PLATOON", "put the unit under the command of this platoon"),
        ("move UNIT to ZONE", "put a unit in a zone of the map or of its card, or in a box of the re-arm track"),
        ("load UNIT into UNIT", "take a unit aboard another unit"),
        ("unload UNIT", "put down a unit that is carried"),
        ("aspect \"WORDS\" on WHAT [transient] [free for SIDE]", "put a new aspect on a unit, a platoon, a zone or `scene`"),
        ("drop aspect \"WORDS\" [on WHAT]", "take an aspect out of play"),
        ("consequence GRADE \"WORDS\" of PLATOON", "add a consequence: mild, moderate or severe"),
        ("out UNIT [OUTCOME] [\"WORDS\"]", "eliminate a unit: destroyed, routed, surrendered …"),
        ("exit UNIT", "take the unit off the map from its zone"),
        ("back UNIT [to ZONE]", "bring a unit back, or let it arrive early, at its own place or in another zone"),
    ];

    fn fight(&self) -> &PlatoonFight {
        self.fight
    }

    /// Finds a platoon, or a unit whose attached people have fate points. The name of any other unit stands for its platoon.
    fn purse(&self, word: &str) -> Result<ActorId, String> {
        let who = name_lookup::called(self.fight, self.marks, word)?;
        let own = self.fight.state.unit(who).is_some() && self.fight.points(who) > 0;
        Ok(if own { who } else { self.platoon_of(who) })
    }

    fn body(&self, word: &str) -> Result<ActorId, String> {
        let who = name_lookup::called(self.fight, self.marks, word)?;
        match self.fight.state.unit(who) {
            Some(_) => Ok(who),
            None => Err(format!("{} is a platoon: name one of its units", name(self.fight, who))),
        }
    }

    fn spinner(&self, word: &str) -> Result<(ActorId, String, i32), String> {
        let who = self.bearer(word)?;
        Ok((who, format!("{} has", name(self.fight, who)), self.fight.counters_of(who)))
    }

    fn bearer(&self, word: &str) -> Result<ActorId, String> {
        name_lookup::called(self.fight, self.marks, word).map(|who| self.platoon_of(who))
    }

    fn holder(&self, word: &str) -> Result<Holder, String> {
        name_lookup::bearer(self.fight, self.marks, word)
    }

    fn holder_title(&self, on: Holder) -> String {
        holder(self.fight, on)
    }

    fn title(&self, who: ActorId) -> &str {
        name(self.fight, who)
    }

    fn tracks(&self, who: ActorId) -> Vec<(TrackId, Track)> {
        let of = |unit: &UnitState| std::iter::once((MORALE, unit.morale)).chain(unit.own.owned()).collect();
        self.fight.state.unit(who).map(of).unwrap_or_default()
    }

    fn other_sides(&self, who: ActorId) -> u32 {
        let own = self.fight.side(who);
        self.fight.roster.sides.keys().filter(|&side| side != own).fold(0, |bits, side| bits | 1_u32 << side.0)
    }

    fn free_from(&self) -> [u32; 2] {
        let now = self.fight.state.declared.number;
        [now, now.saturating_add(1)]
    }

    fn placer(&self) -> Option<ActorId> {
        self.fight.state.active
    }

    fn is_in(&self, who: ActorId) -> bool {
        self.fight.state.unit(who).is_some_and(UnitState::is_active)
    }

    /// Returns the events that bring a unit back. It returns to the zone named after `to`; otherwise to its own zone, or to the place where
    /// it was to arrive.
    fn brought_back(&self, who: ActorId, to: Option<&str>, rest: &RulingWords<'_>) -> Result<Vec<Event>, String> {
        let to = to.map(|to| name_lookup::zone(self.fight, to)).transpose()?;
        let moved = |from, to| Event::Move { who, from, to, border: None, paid: 0, forced_by: None };
        match (self.state(who, rest)?.place, to) {
            (UnitLocation::Nowhere, _) => Err(format!("{} is not on the map, a card or the re-arm track", name(self.fight, who))),
            (UnitLocation::Zone(from), Some(to)) if from != to => Ok(vec![back(who), moved(from, to)]),
            (UnitLocation::Zone(_), _) => Ok(vec![back(who)]),
        }
    }

    /// Returns only the event that puts the actor out. In platoon combat the rules themselves end a step that an actor leaves unfinished.
    fn put_out(&self, _: ActorId, out: Event) -> Result<Vec<Event>, String> {
        Ok(vec![out])
    }

    fn own(&self, verb: &str, rest: &RulingWords<'_>) -> Option<Result<Vec<Event>, String>> {
        match verb {
            "spotted" => Some(self.marker(rest, Counter::Spotted)),
            "ooc" => Some(self.marker(rest, Counter::Ooc)),
            "orders" => Some(self.orders(rest)),
            "adopt" => Some(self.adopts(rest)),
            "move" => Some(self.moves(rest)),
            "load" => Some(self.loads(rest)),
            "unload" => Some(self.unloads(rest)),
            "exit" => Some(self.leaves(rest)),
            _ => None,
        }
    }
}

impl Units<'_> {
    fn platoon_of(&self, who: ActorId) -> ActorId {
        self.fight.platoon(who).map_or(who, |platoon| self.fight.state.id_of_platoon(platoon))
    }

    fn state(&self, who: ActorId, rest: &RulingWords<'_>) -> Result<&UnitState, String> {
        self.fight.state.unit(who).ok_or_else(|| rest.form())
    }

    /// Parses a ruling about the SPOTTED marker: `spotted gull_watch#1 2`.
    fn marker(&self, rest: &RulingWords<'_>, what: Counter) -> Result<Vec<Event>, String> {
        let (unit, number) = rest.words.rsplit_once(char::is_whitespace).ok_or_else(|| rest.form())?;
        let who = self.body(unit.trim())?;
        let now: u8 = number.parse().map_err(|_| rest.form())?;
        if now > MOST {
            return Err(format!("the highest value is {MOST}"));
        }
        let state = self.state(who, rest)?;
        let before = if what == Counter::Ooc { state.ooc } else { state.spotted };
        if before == now {
            return Err(format!("the marker is already at {now}"));
        }
        Ok(vec![Event::Counter { who, what, change: i32::from(now) - i32::from(before), now: i32::from(now) }])
    }

    fn orders(&self, rest: &RulingWords<'_>) -> Result<Vec<Event>, String> {
        let (unit, word) = rest.words.rsplit_once(char::is_whitespace).ok_or_else(|| rest.form())?;
        let who = self.body(unit.trim())?;
        let member = match word {
            "yes" => true,
            "no" => false,
            _ => return Err(rest.form()),
        };
        let state = self.state(who, rest)?;
        if state.member == member {
            return Err(format!("{} already has {}orders", name(self.fight, who), if member { "" } else { "no " }));
        }
        let platoon = state.platoon;
        let units = self.fight.state.units.iter().filter(|(_, unit)| unit.platoon == platoon);
        let units = units.filter(|(id, unit)| if *id == who { member } else { unit.member }).map(|(id, _)| id).collect();
        Ok(vec![Event::Group { what: Grouping::Command, who: units, lead: Some(self.fight.state.id_of_platoon(platoon)) }])
    }

    fn adopts(&self, rest: &RulingWords<'_>) -> Result<Vec<Event>, String> {
        let (unit, platoon) = rest.parts("by")?;
        let (who, lead) = (self.body(unit)?, self.bearer(platoon)?);
        if self.fight.side(who) != self.fight.side(lead) {
            return Err(format!("{} and {} are on different sides", name(self.fight, who), name(self.fight, lead)));
        }
        if self.platoon_of(who) == lead {
            return Err(format!("{} already belongs to {}", name(self.fight, who), name(self.fight, lead)));
        }
        Ok(vec![Event::Group { what: Grouping::Adopt, who: vec![who], lead: Some(lead) }])
    }

    fn moves(&self, rest: &RulingWords<'_>) -> Result<Vec<Event>, String> {
        let (unit, to) = rest.parts("to")?;
        let (who, to) = (self.body(unit)?, name_lookup::zone(self.fight, to)?);
        let from = match self.state(who, rest)?.place {
            UnitLocation::Zone(from) => from,
            UnitLocation::Nowhere => return Err(format!("{} is not on the map, a card or the re-arm track", name(self.fight, who))),
        };
        if from == to {
            return Err(format!("{} is already in {}", name(self.fight, who), zone(self.fight, to)));
        }
        Ok(vec![Event::Move { who, from, to, border: None, paid: 0, forced_by: None }])
    }

    fn loads(&self, rest: &RulingWords<'_>) -> Result<Vec<Event>, String> {
        let (unit, carrier) = rest.parts("into")?;
        let (who, carrier) = (self.body(unit)?, self.body(carrier)?);
        if self.fight.side(who) != self.fight.side(carrier) {
            return Err(format!("{} and {} are on different sides", name(self.fight, who), name(self.fight, carrier)));
        }
        Ok(vec![Event::Group { what: Grouping::Load, who: vec![who], lead: Some(carrier) }])
    }

    fn unloads(&self, rest: &RulingWords<'_>) -> Result<Vec<Event>, String> {
        let who = self.body(rest.words)?;
        match self.state(who, rest)?.carrier {
            Some(carrier) => Ok(vec![Event::Group { what: Grouping::Unload, who: vec![who], lead: Some(carrier) }]),
            None => Err(format!("{} is not aboard another unit", name(self.fight, who))),
        }
    }

    fn leaves(&self, rest: &RulingWords<'_>) -> Result<Vec<Event>, String> {
        let who = self.body(rest.words)?;
        let UnitLocation::Zone(there) = self.state(who, rest)?.place else { return Err(rest.form()) };
        Ok(vec![Event::Counter { who, what: Counter::Exits(there), change: 1, now: 1 }])
    }
}
