//! Rulings of the referee that only space combat has: moves to bands.

use super::name_lookup;
use crate::table::actor_marks::Marks;
use crate::table::referee::{Forms, RulingVocabulary, RulingWords, back};
use crate::transcript::phrases::side_title;
use crate::transcript::space::phrases::{holder, name};
use slip_dice::fate::fate_points::spin_of;
use slip_dice::fate::{Holder, Track};
use slip_play::event::{Event, TrackId};
use slip_play::ids::{ActorId, Id};
use slip_play::space::Space;
use slip_play::space::state::{Band, ShipLocation, ShipStatus};

/// A space combat and the marks of its ships and people.
#[derive(Clone, Copy)]
pub(in crate::table) struct Ships<'a> {
    pub(in crate::table) fight: &'a Space,
    pub(in crate::table) marks: &'a Marks,
}

impl RulingVocabulary for Ships<'_> {
    type Fight = Space;

    const FORMS: Forms = &[
        ("mark TRACK BOXES of SHIP", "mark boxes, such as `mark frame 3 of ember` or `mark heat 1-2 of ember`"),
        ("clear TRACK [BOXES] of SHIP", "clear boxes, or the whole track"),
        ("fate NAME +N | -N [from NAME]", "give or take fate points of a ship or a person aboard"),
        ("spin SHIP +N | -N", "give or take spin"),
        ("move SHIP to BAND", "put a ship on a band, -4 to 4"),
        ("aspect \"WORDS\" on WHAT [free for SIDE]", "put a new aspect on a ship, a person aboard or `scene`"),
        ("drop aspect \"WORDS\" [on WHAT]", "take an aspect out of play"),
        ("consequence GRADE \"WORDS\" of SHIP", "add a consequence: mild, moderate or severe"),
        ("out SHIP [OUTCOME] [\"WORDS\"]", "take a ship out: destroyed, derelict, surrendered …"),
        ("back SHIP [to BAND]", "bring a ship back into the fight; if it has left the map, name the band"),
    ];

    fn fight(&self) -> &Space {
        self.fight
    }

    fn purse(&self, word: &str) -> Result<ActorId, String> {
        name_lookup::called(self.fight, self.marks, word)
    }

    fn body(&self, word: &str) -> Result<ActorId, String> {
        name_lookup::ship(self.fight, self.marks, word)
    }

    fn spinner(&self, word: &str) -> Result<(ActorId, String, i32), String> {
        let who = self.body(word)?;
        let side = self.fight.side(who);
        Ok((who, format!("{} has", side_title(self.fight, side)), spin_of(&self.fight.state.spin, side.0)))
    }

    fn bearer(&self, word: &str) -> Result<ActorId, String> {
        self.body(word)
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
        self.fight.state.ship(who).into_iter().flat_map(|ship| ship.tracks.owned()).collect()
    }

    fn other_sides(&self, who: ActorId) -> u32 {
        let own = self.fight.side(who);
        self.fight.roster.sides.keys().filter(|&side| side != own).fold(0, |bits, side| bits | 1_u32 << side.0)
    }

    fn free_from(&self) -> [u32; 2] {
        [0, 0]
    }

    fn is_in(&self, who: ActorId) -> bool {
        matches!(self.fight.state.ship(who).map(|ship| ship.status), Some(ShipStatus::Active))
    }

    fn brought_back(&self, who: ActorId, to: Option<&str>, rest: &RulingWords<'_>) -> Result<Vec<Event>, String> {
        let berth = self.fight.state.ship(who).map(|ship| ship.berth);
        let Some(to) = to else {
            let away = matches!(berth, Some(ShipLocation::Away) | None);
            return if away { Err(format!("{} is off the map; {}", name(self.fight, who), rest.form())) } else { Ok(vec![back(who)]) };
        };
        let to = name_lookup::band(to)?;
        let moved = Some(put(self, who, berth, to)?).filter(|_| berth != Some(ShipLocation::Line(to)));
        Ok(std::iter::once(back(who)).chain(moved).collect())
    }

    fn put_out(&self, who: ActorId, out: Event) -> Result<Vec<Event>, String> {
        if is_busy(self.fight, who) {
            let title = name(self.fight, who);
            return Err(format!("{title} is part of a step that is not finished: answer the open question first, or undo the step"));
        }
        let mut events = Vec::new();
        self.fight.cast_off(who, &mut events);
        events.push(out);
        Ok(events)
    }

    fn own(&self, verb: &str, rest: &RulingWords<'_>) -> Option<Result<Vec<Event>, String>> {
        (verb == "move").then(|| moves(self, rest))
    }
}

fn moves(ships: &Ships<'_>, rest: &RulingWords<'_>) -> Result<Vec<Event>, String> {
    let (ship, to) = rest.parts("to")?;
    let (who, to) = (ships.body(ship)?, name_lookup::band(to)?);
    let there = ships.fight.state.ship(who);
    let title = name(ships.fight, who);
    match there.map(|ship| ship.berth) {
        Some(ShipLocation::Line(band)) if band == to => Err(format!("{title} is already on band {}", to.0)),
        Some(ShipLocation::Away) if !ships.is_in(who) => Err(format!("{title} is off the map: write `override back` to bring it back")),
        berth => put(ships, who, berth, to).map(|moved| vec![moved]),
    }
}

/// Returns the event that moves a ship to a band. If the ship is off the map, the event has the target band also as its start, as for the
/// first placement.
fn put(ships: &Ships<'_>, who: ActorId, berth: Option<ShipLocation>, to: Band) -> Result<Event, String> {
    let title = name(ships.fight, who);
    let from = match berth {
        Some(ShipLocation::Line(band)) => band,
        Some(ShipLocation::Away) => to,
        Some(ShipLocation::Coupled(_) | ShipLocation::Hangar(_)) => {
            return Err(format!("{title} is carried by another ship: move that ship"));
        }
        Some(ShipLocation::Unplaced) => return Err(format!("{title} is not placed yet: the navigators place it in play")),
        None => return Err(format!("{title} is not on the map")),
    };
    Ok(Event::Move { who, from: from.zone(), to: to.zone(), border: None, paid: 0, forced_by: None })
}

/// True if a step that involves the ship is not finished. A ruling must then not put the ship out of the fight.
fn is_busy(fight: &Space, who: ActorId) -> bool {
    let state = &fight.state;
    let rolls = state.contest.as_ref().is_some_and(|contest| contest.rolls.iter().any(|roll| roll.who == who));
    let declared = state.declared.me == Some(who) || state.declared.it == Id::Actor(who);
    let owed = state.offer.is_some() || state.terms.is_some() || state.deny.is_some() || !state.blows.is_empty();
    rolls || declared || owed || state.step.who == Id::Actor(who)
}
