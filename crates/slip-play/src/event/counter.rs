//! Counts and switches of a conflict that have no event of their own.

use crate::ids::{ActorId, AspectId, SkillId, ZoneId};

/// Counter that an [`Event::Counter`](super::Event::Counter) changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counter {
    /// Skill that a defender will roll, while the defender is asked to pay for its armour; `None` for a defence without a skill.
    Defends(Option<SkillId>),
    /// Points of movement left this turn.
    Movement,
    /// The actor is prone (1) or not (0) (R-P47).
    Prone,
    /// Mode of the weapon with this number.
    Mode(u8),
    /// The actor has left by an exit of the map.
    Escaped,
    /// The actor is in the fight again, by a ruling.
    Back,
    /// A weapon was fired this round.
    Fired,
    /// The weapon with this number was fired in defence this round.
    ShotBack(u8),
    /// The weapon with this number is dropped in a zone, or picked up from there.
    Dropped(u8, ZoneId),
    /// A suit leaks, or is sealed again.
    Breached,
    /// Successes at a task of the encounter, by its number.
    Task(u8),
    /// An actor begins in this zone.
    Starts(ZoneId),
    /// Outcome in the offered terms of a concession: the number of its outcome tag plus one, or 0 for no outcome.
    Terms,
    /// Answer to the question if an animal may take consequences: 1 for no, 2 for yes.
    Quarry,
    /// The effect with this number is used for the next roll; `now` is the number of its uses in the current period.
    Line(u16),
    /// For its next roll, the actor may use a substitute skill at its full rank, without the cap.
    Full,
    /// The actor declines further optional effects for the next roll.
    Enough,
    /// Number of attacks that the actor has made this turn.
    Attacks,
    /// Number of attacks that the actor has made with this weapon in the encounter.
    Shots(u8),
    /// The actor has already acted this round, ahead of its place in the turn order.
    Acted,
    /// Gravity of the scene, by a ruling: 0 normal, 1 none, 2 stuttering, 3 sloping, 4 low. The actor is any one of the scene.
    Gravity,
    /// The actor has accepted a compel outside its turn, and loses its next turn (1), or has lost it (0).
    Forfeits,
    /// The actor has spent an action on the effect with this number, so that one roll may use the effect.
    Granted(u16),
    /// From now on, the triggered effect with this number applies to the actor; `now` is its amount.
    Roused(u16),
    /// A skill that was lent to the actor is used up.
    Used(SkillId),
    /// The actor has paid for a requirement of a place or a rule. The number is that of the effect that sets the requirement.
    MadeGood(u16),
    /// The declared act harms no actor, so it succeeds without a roll (R-P34).
    Unrolled,
    /// Space: the ship does not act in this phase: 1 after an accepted compel, 2 without a pilot (R-S4, R-VA12).
    Fails,
    /// Space: the ship is placed on a band. `now` is the detection rank, from 1, of the ship that placed it.
    Placed,
    /// Space: rank of the ship in detection, from 1.
    Ranked,
    /// Space: the ship's use of the position phase: 1 drive, 2 coast, 3 couple or decouple, 4 dock, 5 launch.
    Drives,
    /// Space: burn that the ship has bid.
    Burn,
    /// Space: the ship was moved to the middle band in this phase.
    Moved,
    /// Space: sum of the beam values that the ship has used for attacks this turn.
    BeamFired,
    /// Space: sum of the beam values that the ship has used for defence this turn.
    BeamDefence,
    /// Space: beam value that the ship uses against torpedoes in this phase. `now` is this value plus one, or 0 if the ship has not chosen
    /// yet.
    BeamUse,
    /// Space: a fixed defence is chosen for the roll of this phase: 1 in electronic warfare, 2 against torpedoes.
    FixedUse,
    /// Space: the side has committed its first hostile act. Sides that held their fire until such an act may now attack (R-S46).
    Hostile,
    /// Space: 1 if the drives of a ship taken out still work.
    DriveOk,
    /// Space: number of turns in which the ship's crew threw back boarders.
    Resisted,
    /// Space: a boarding of the ship succeeds at the end of this turn.
    Boarded,
    /// Space: the side offers to stop.
    Stops,
    /// Space: the first turn begins with electronic warfare.
    SkipsPosition,
    /// Space: another ship of the tether fires beams at torpedoes to protect a target. The number is the target's index in the list of
    /// targets; `now` is the beam value.
    Overwatch(u8),
    /// Space: a free tag on this aspect is used on a roll, and a navigator may deny it. `now` is the number of the roll; `change` is 1 for
    /// a re-roll.
    Deniable(AspectId),
    /// Space: a navigator has been asked about a free tag: 1 if the tag is denied, 2 if not.
    Denied,
    /// Space: the ship has left the map: 1 by a move of its own side, 2 driven off.
    Left,
    /// Space: the ship was captured. The number is that of its new side.
    Owner,
    /// Space: the track with this number has been repaired this turn.
    Repaired,
    /// Space: in this phase, a boarding of the ship with the number `now` was begun. Platoons: the set-up choices up to this number are
    /// done.
    Asked,
    /// Space: before detection, a person takes the post with the number `now`. If the subject is a ship, its nameless crew takes the post.
    Posted,
    /// Platoons: spotted level of the unit, 0 to 4.
    Spotted,
    /// Platoons: out-of-command level of the unit, 0 to 4.
    Ooc,
    /// Platoons: the artillery unit has fired from its card, so that it can be found there.
    HasFired,
    /// Platoons: the unit was attacked by the named unit.
    FiredOnBy(ActorId),
    /// Platoons: the unit has defended with a skill this turn (R-L15).
    Defended(SkillId),
    /// Platoons: the unit begins its part of its platoon's turn (1), or has its part at another time, for example in a march (2).
    Activated,
    /// Platoons: the platoon's turn begins (1), or is over (2).
    PlatoonActs,
    /// Platoons: the unit has left the map over the edge that this zone is on (R-L19).
    Exits(ZoneId),
    /// Platoons: the side of this unit acts first in every turn.
    First,
    /// Platoons: the declared attack is aimed at a whole zone (1) or not (0).
    Area,
    /// Platoons: in addition to its action, the leader has already rallied a unit.
    Rallied,
    /// Platoons: the unit defends against the declared act with this skill.
    DefendsWith(SkillId),
    /// Platoons: the unit marches with its leader (1) or stays (0).
    Marches,
    /// Platoons: number of shifts of a roll that are still to be distributed.
    Rest,
    /// Platoons: the unit moves towards this zone (1) or has reached it (0).
    Heads(ZoneId),
}
