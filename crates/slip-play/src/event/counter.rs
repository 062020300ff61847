//! Counts and switches of a conflict that have no event of their own.

use crate::ids::{ActorId, AspectId, SkillId, ZoneId};

/// Subject of a [`Event::Counter`](super::Event::Counter).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counter {
    /// The skill a defender will roll, while a point for armour is asked for; none for no skill left.
    Defends(Option<SkillId>),
    /// Points of movement left this turn.
    Movement,
    /// Prone (1) or not (0) (R-P47).
    Prone,
    /// A weapon's mode.
    Mode(u8),
    /// Has left by an exit of the map.
    Escaped,
    /// Is in the fight again, by a ruling.
    Back,
    /// Fired this round.
    Fired,
    /// A weapon is dropped in a zone, or picked up from there.
    Dropped(u8, ZoneId),
    /// A suit leaks, or is sealed again.
    Breached,
    /// Successes at a task of the encounter, by its number.
    Task(u8),
    /// An actor begins in this zone.
    Starts(ZoneId),
    /// Outcome of an offered concession: the number of its tag plus one, 0 for none.
    Terms,
    /// True if an animal may take consequences: 1 for no, 2 for yes.
    Quarry,
    /// An effect used for the next roll, by number; `now` counts its uses in the period.
    Line(u16),
    /// The cap of a substitute skill is lifted for the next roll.
    Full,
    /// No further offer is wanted for the next roll.
    Enough,
    /// Attacks made this turn.
    Attacks,
    /// Attacks made with a weapon in the encounter.
    Shots(u8),
    /// The turn of this round has been used out of order.
    Acted,
    /// An action was spent on an effect, by number: one roll may use it.
    Granted(u16),
    /// A triggered effect counts for an actor from now on, by number; `now` is its amount.
    Roused(u16),
    /// A skill is used up by lending it.
    Used(SkillId),
    /// A requirement of a place or rule is paid for, by the number of the effect.
    MadeGood(u16),
    /// The declared act hurts no actor and succeeds without a roll (R-P34).
    Unrolled,
    /// Space: does not act in this phase: 1 after an accepted compel, 2 without a pilot (R-S4, R-VA12).
    Fails,
    /// Space: placed in detection; `now` is the rank of the ship that placed it, from 1.
    Placed,
    /// Space: rank in detection, from 1.
    Ranked,
    /// Space: use of the position phase: 1 drive, 2 coast, 3 couple or decouple, 4 dock, 5 launch.
    Drives,
    /// Space: burn bid.
    Burn,
    /// Space: was moved to the middle band this phase.
    Moved,
    /// Space: beam value used to attack this turn.
    BeamFired,
    /// Space: beam values used to defend this turn.
    BeamDefence,
    /// Space: beam value applied against torpedoes in this phase; `now` is one more than it, 0 if not chosen.
    BeamUse,
    /// Space: a fixed defence is chosen for the roll of this phase: 1 in electronic warfare, 2 against torpedoes.
    FixedUse,
    /// Space: has committed the first hostile act, which ends all promises to hold fire on it.
    Hostile,
    /// Space: 1 if the drives of a ship taken out still work.
    DriveOk,
    /// Space: turns in which boarders were repelled.
    Resisted,
    /// Space: a boarding succeeds at the end of this turn.
    Boarded,
    /// Space: the side offers to stop.
    Stops,
    /// Space: the first turn begins with electronic warfare.
    SkipsPosition,
    /// Space: beams of another ship of the tether at this value, for the defender with this number.
    Overwatch(u8),
    /// Space: a deniable free tag is used on the roll whose number `now` is; `change` is 1 for a re-roll.
    Deniable(AspectId),
    /// Space: a navigator has rolled against a free tag: 1 denied, 2 not denied.
    Denied,
    /// Space: has left the map: 1 by its own side's move, 2 driven off.
    Left,
    /// Space: was captured by another side, by its number.
    Owner,
    /// Space: the track of that number has had its repair this turn.
    Repaired,
    /// Space: the ship with this number has been asked in this phase.
    Asked,
    /// Space: a person takes a post (before detection), by its number; for a ship, one of its nameless crew does.
    Posted,
    /// Platoons: spotted level, 0 to 4.
    Spotted,
    /// Platoons: out-of-command level, 0 to 4.
    Ooc,
    /// Platoons: has fired from its card, and can be found there.
    HasFired,
    /// Platoons: has been attacked by this unit.
    FiredOnBy(ActorId),
    /// Platoons: has defended with a skill this turn (R-L15).
    Defended(SkillId),
    /// Platoons: its part of the platoon's turn begins (1) or was taken at another time (2).
    Activated,
    /// Platoons: the platoon's turn begins (1), or is over (2).
    PlatoonActs,
    /// Platoons: has left the map over the edge of this zone (R-L19).
    Exits(ZoneId),
    /// Platoons: the side that acts first this turn is that of the named unit.
    First,
    /// Platoons: the area of the declared attack: 1 for a whole zone.
    Area,
    /// Platoons: has rallied a unit beside its action.
    Rallied,
    /// Platoons: is attacked with a choice of defences, of which it uses this skill.
    DefendsWith(SkillId),
    /// Platoons: marches along with its leader: 1, or stays: 0.
    Marches,
    /// Platoons: points of a share still to be placed.
    Rest,
    /// Platoons: moves towards this zone: 1; has reached it: 0.
    Heads(ZoneId),
}
