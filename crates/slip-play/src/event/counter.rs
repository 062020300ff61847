//! Counts and switches of a conflict that have no event of their own.

use crate::ids::{ActorId, AspectId, SkillId, ZoneId};

/// Counter that an [`Event::Counter`](super::Event::Counter) changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counter {
    /// Skill that a defender will roll, while the defender is asked to pay for its armour; `None` for a defence without a skill.
    Defends(Option<SkillId>),
    /// Points of movement left this turn.
    Movement,
    /// Prone (1) or not (0) (R-P47).
    Prone,
    /// Mode of a weapon.
    Mode(u8),
    /// The actor has left by an exit of the map.
    Escaped,
    /// The actor is in the fight again, by a ruling.
    Back,
    /// A weapon was fired this round.
    Fired,
    /// A weapon was fired in defence this round.
    ShotBack(u8),
    /// A weapon is dropped in a zone, or picked up from there.
    Dropped(u8, ZoneId),
    /// A suit leaks, or is sealed again.
    Breached,
    /// Successes at a task of the encounter, by its number.
    Task(u8),
    /// An actor begins in this zone.
    Starts(ZoneId),
    /// Outcome of an offered concession: the number of the outcome tag plus one, 0 for none.
    Terms,
    /// Permission for an animal to take consequences: 1 for no, 2 for yes.
    Quarry,
    /// Number of an effect that is used for the next roll; `now` counts the uses in the period.
    Line(u16),
    /// The cap of a substitute skill is lifted for the next roll.
    Full,
    /// The actor wants no further offers for the next roll.
    Enough,
    /// Attacks made this turn.
    Attacks,
    /// Attacks made with a weapon in the encounter.
    Shots(u8),
    /// The actor has used its turn of this round out of order.
    Acted,
    /// Number of an effect that an action was spent on: one roll may use the effect.
    Granted(u16),
    /// Number of a triggered effect that counts for an actor from now on; `now` is its amount.
    Roused(u16),
    /// A skill that was lent is used up.
    Used(SkillId),
    /// A requirement of a place or rule is paid for. The number is that of the effect.
    MadeGood(u16),
    /// The declared act hurts no actor and succeeds without a roll (R-P34).
    Unrolled,
    /// Space: the ship does not act in this phase: 1 after an accepted compel, 2 without a pilot (R-S4, R-VA12).
    Fails,
    /// Space: the ship is placed on a band; `now` is the rank in detection of the ship that placed it, from 1.
    Placed,
    /// Space: rank of the ship in detection, from 1.
    Ranked,
    /// Space: the ship's use of the position phase: 1 drive, 2 coast, 3 couple or decouple, 4 dock, 5 launch.
    Drives,
    /// Space: burn that the ship has bid.
    Burn,
    /// Space: the ship was moved to the middle band in this phase.
    Moved,
    /// Space: value of beams used for attacks this turn.
    BeamFired,
    /// Space: values of beams used for defence this turn.
    BeamDefence,
    /// Space: value of beams used against torpedoes in this phase; `now` is the value plus one, 0 if none was chosen.
    BeamUse,
    /// Space: a fixed defence is chosen for the roll of this phase: 1 in electronic warfare, 2 against torpedoes.
    FixedUse,
    /// Space: the side has committed the first hostile act, which ends all promises to hold fire on it.
    Hostile,
    /// Space: 1 if the drives of a ship taken out still work.
    DriveOk,
    /// Space: turns in which boarders were repelled.
    Resisted,
    /// Space: a boarding of the ship succeeds at the end of this turn.
    Boarded,
    /// Space: the side offers to stop.
    Stops,
    /// Space: the first turn begins with electronic warfare.
    SkipsPosition,
    /// Space: another ship of the tether fires beams at this value, for the defender with this number.
    Overwatch(u8),
    /// Space: a free tag that may be denied is used on a roll; `now` is the number of the roll, `change` is 1 for a re-roll.
    Deniable(AspectId),
    /// Space: a navigator has rolled against a free tag: 1 denied, 2 not denied.
    Denied,
    /// Space: the ship has left the map: 1 by a move of its own side, 2 driven off.
    Left,
    /// Space: the ship was captured. The number is that of its new side.
    Owner,
    /// Space: the track with this number has been repaired this turn.
    Repaired,
    /// Space: the ship with this number has been asked in this phase.
    Asked,
    /// Space: a person takes the post with this number before detection; if the counter belongs to a ship, one of its nameless crew does.
    Posted,
    /// Platoons: spotted level of the unit, 0 to 4.
    Spotted,
    /// Platoons: out-of-command level of the unit, 0 to 4.
    Ooc,
    /// Platoons: the unit has fired from its card, and can be found there.
    HasFired,
    /// Platoons: the unit was attacked by the named unit.
    FiredOnBy(ActorId),
    /// Platoons: the unit has defended with a skill this turn (R-L15).
    Defended(SkillId),
    /// Platoons: the unit's part of the platoon's turn begins (1), or was taken at another time (2).
    Activated,
    /// Platoons: the platoon's turn begins (1), or is over (2).
    PlatoonActs,
    /// Platoons: the unit has left the map over the edge of this zone (R-L19).
    Exits(ZoneId),
    /// Platoons: the side of the named unit acts first this turn.
    First,
    /// Platoons: the area of the declared attack: 1 for a whole zone.
    Area,
    /// Platoons: the leader has rallied a unit in addition to its action.
    Rallied,
    /// Platoons: the unit may choose its defence against an attack, and uses this skill.
    DefendsWith(SkillId),
    /// Platoons: the unit marches with its leader (1) or stays (0).
    Marches,
    /// Platoons: points that are still to be distributed.
    Rest,
    /// Platoons: the unit moves towards this zone (1) or has reached it (0).
    Heads(ZoneId),
}
