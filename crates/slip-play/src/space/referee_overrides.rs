//! Invariants of a space fight, and rulings that are forbidden in it. [`crate::referee_overrides`] has the rules common to all conflicts.

use crate::event::{Counter, Event, TrackId};
use crate::ids::{ActorId, Seat, TableKey};
use crate::referee_overrides::{self, OverrideRules};
use crate::space::Space;
use crate::space::roster::{Post, Rating};
use crate::space::state::{Band, Drives, HEAT, ShipLocation, ShipState};
use slip_dice::fate::{Holder, Slots};

/// Checks the events of a ruling in order. Each event is checked in the state after the previous ones.
///
/// # Errors
/// A message about the first event that the rules do not allow.
pub fn judged(fight: &Space, events: Vec<Event>) -> Result<Vec<Event>, String> {
    referee_overrides::judged(fight, &events)?;
    Ok(events)
}

impl Space {
    /// Returns the first invariant that this state breaks, if any.
    pub fn broken_law(&self) -> Option<String> {
        self.state.ships.iter().find_map(|(id, ship)| self.broken_of(id, ship))
    }

    fn broken_of(&self, id: ActorId, ship: &ShipState) -> Option<String> {
        let name = self.roster.name_of(id);
        let sheet = self.roster.ships.row(id)?;
        let band = ship.band().filter(|band| !band.is_on_map());
        let inside = match ship.berth {
            ShipLocation::Hangar(parent) | ShipLocation::Coupled(parent) => {
                Some(parent).filter(|parent| *parent == id || self.state.ship(*parent).is_none())
            }
            _ => None,
        };
        let coasts = ship.drives == Drives::Coast && ship.burn > 0;
        let beam = i32::from(ship.beam_used) > self.most_beams(id);
        let slots = !sheet.slots.covers(ship.slots);
        Some(match () {
            () if band.is_some() => format!("{name} is beyond the last band of the map"),
            () if inside.is_some() => format!("{name} is in the hangar of, or coupled to, a ship that does not exist"),
            () if coasts => format!("{name} cannot both coast and burn"),
            () if beam => format!("{name} has fired more beams this turn than its Beam rating allows"),
            () if slots => format!("{name} has more free consequence slots than it began with"),
            () => return None,
        })
    }

    /// Returns the highest sum of beam values that a ship can have fired in a turn: its Beam rating times the number of attacks that it may
    /// make.
    fn most_beams(&self, who: ActorId) -> i32 {
        let attacks = self.state.ship(who).map_or(1, |ship| i32::from(ship.attacks.max(1)));
        self.rating(who, Rating::Beam).saturating_mul(attacks)
    }

    /// Returns the sum of all fate points.
    fn points_in_all(&self) -> u32 {
        let ships = self.state.ships.values().map(|ship| ship.fate);
        ships.chain(self.state.people.iter().map(|person| person.fate)).map(|purse| u32::from(purse.points())).sum()
    }

    fn lawful_counter(&self, who: ActorId, what: Counter, now: i32) -> Result<(), String> {
        let name = self.known(who)?;
        let no = |why: String| Err(why);
        let track = |rating: Rating| self.rating(who, rating);
        match what {
            Counter::Posted if usize::try_from(now).is_ok_and(|post| post < Post::ALL.len()) => Ok(()),
            Counter::Posted => no(format!("there are only {} posts", Post::ALL.len())),
            Counter::Line(number) | Counter::Granted(number) | Counter::Roused(number) if self.roster.lines.get(number).is_none() => {
                no(format!("there is no effect {number}"))
            }
            _ if now < 0 => no("a count cannot be below 0".to_owned()),
            Counter::Owner if self.roster.sides.row(Seat::of(usize::try_from(now).unwrap_or(usize::MAX))).is_none() => {
                no(format!("there is no side {now}"))
            }
            Counter::Left => self.may_be_ruled_out(who),
            Counter::BeamFired if now > self.most_beams(who) => no(format!("{name} cannot have fired {now} beams in this turn")),
            Counter::BeamDefence if now > track(Rating::Beam) => {
                no(format!("{name} has a Beam rating of {} and cannot use {now}", track(Rating::Beam)))
            }
            Counter::Burn if self.state.ship(who).is_none_or(|ship| ship.track(HEAT).length() == 0 && now > track(Rating::VShift)) => {
                no(format!("{name} cannot burn {now}"))
            }
            _ => Ok(()),
        }
    }

    fn ship_known(&self, who: ActorId) -> Result<&str, String> {
        match self.roster.ships.row(who) {
            Some(sheet) => Ok(&sheet.name),
            None => Err(format!("{} is not a ship", self.known(who)?)),
        }
    }

    /// Checks that a ship may be ruled out of the fight now: it is in the fight, and no dice are on the table.
    fn may_be_ruled_out(&self, who: ActorId) -> Result<(), String> {
        let name = self.ship_known(who)?;
        let active = self.state.ship(who).is_some_and(|ship| ship.is_active());
        match () {
            () if !active => Err(format!("{name} is already out of the fight")),
            () if self.state.contest.is_some() || !self.state.blows.is_empty() => {
                Err(format!("{name} cannot leave the fight during a roll: finish the roll or undo it first"))
            }
            () => Ok(()),
        }
    }
}

impl OverrideRules for Space {
    fn known(&self, who: ActorId) -> Result<&str, String> {
        match self.roster.name_of(who) {
            "" => Err(format!("there is no ship or person with the number {}", who.0)),
            name => Ok(name),
        }
    }

    fn holder_known(&self, holder: Holder) -> Result<(), String> {
        match holder {
            Holder::Actor(who) => self.known(ActorId(who)).map(drop),
            Holder::Scene | Holder::System | Holder::Campaign => Ok(()),
            Holder::Gear(..) | Holder::Zone(_) => Err("an aspect must be on a ship, a person aboard or the scene".to_owned()),
        }
    }

    fn spin_held(&self, who: ActorId) -> Result<(&str, i32), String> {
        Ok((self.ship_known(who)?, slip_dice::fate::fate_points::spin_of(&self.state.spin, self.side(who).0)))
    }

    fn slots_left(&self, who: ActorId) -> Result<(&str, Slots), String> {
        Ok((self.ship_known(who)?, self.state.ship(who).map_or(Slots::NONE, |ship| ship.slots)))
    }

    fn track_length(&self, who: ActorId, track: TrackId) -> Result<u8, String> {
        let name = self.ship_known(who)?;
        let known = self.roster.tracks.has(track);
        let length = self.state.ship(who).map(|ship| ship.track(track).length()).filter(|_| known);
        length.ok_or_else(|| format!("{name} has no track {}", track.0))
    }

    fn points_that_stay(&self) -> Option<u32> {
        self.roster.settings.zero_sum.then(|| self.points_in_all())
    }

    fn broken_law(&self) -> Option<String> {
        Space::broken_law(self)
    }

    fn own_lawful(&self, event: &Event) -> Result<(), String> {
        let no = |why: String| Err(why);
        match event {
            Event::Out { who, by, track, fate, .. } => {
                by.map_or(Ok(""), |by| self.ship_known(by))?;
                self.track_length(*who, *track)?;
                if fate.is_none_or(|fate| usize::from(fate) >= self.roster.outcomes.len()) {
                    return no(format!("name an outcome: {}", self.roster.outcomes.join(", ")));
                }
                self.may_be_ruled_out(*who)
            }
            Event::Move { who, to, .. } => {
                let name = self.ship_known(*who)?;
                // A ship that has left the map may be ruled back to a band.
                let comes_back = |ship: &ShipState| ship.berth == ShipLocation::Away && ship.is_active();
                let may_come = |ship: &ShipState| ship.band().is_some() || ship.berth == ShipLocation::Unplaced || comes_back(ship);
                let placed = self.state.ship(*who).is_some_and(may_come);
                match () {
                    () if !placed => no(format!("{name} is not on the map")),
                    () if !Band::of_zone(*to).is_on_map() => no(format!("to take {name} off the map, write `out`")),
                    () => Ok(()),
                }
            }
            Event::Counter { who, what, now, .. } => self.lawful_counter(*who, *what, *now),
            Event::Group { who, lead, .. } => {
                lead.iter().chain(who).try_for_each(|who| self.ship_known(*who).map(drop))?;
                if who.is_empty() && lead.is_none() { no("name the ships".to_owned()) } else { Ok(()) }
            }
            Event::End { winner, .. } => match winner {
                Some(side) if self.roster.sides.row(*side).is_none() => no(format!("there is no side {}", side.0)),
                _ => Ok(()),
            },
            Event::Concession { by, .. } => self.may_be_ruled_out(*by),
            _ => no("a ruling cannot do this".to_owned()),
        }
    }
}
