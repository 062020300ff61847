//! What is counted or switched in a conflict besides what has an event of its own.

use crate::ids::{ActorId, AspectId, SkillId, ZoneId};

/// What a [`Event::Counter`](super::Event::Counter) counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counter {
    /// The skill a defender will roll, while a point for armour is asked for; none for no skill left.
    Defends(Option<SkillId>),
    /// Points of movement left this turn.
    Movement,
    /// Prone or not (R-P47).
    Prone,
    /// A weapon's mode.
    Mode(u8),
    /// Out by an exit of the map.
    Escaped,
    /// In the fight again, by the referee's word.
    Back,
    /// Fired this round.
    Fired,
    /// A weapon lies on the ground in a zone, or is taken up from there.
    Dropped(u8, ZoneId),
    /// A suit leaks, or holds again.
    Breached,
    /// Successes at a task of the encounter, by its number.
    Task(u8),
    /// Somebody begins in this zone.
    Starts(ZoneId),
    /// What a concession that is offered makes of who offers it: the outcome tag's number and one, 0 for nothing.
    Terms,
    /// True if a beast may take consequences: 1 for no, 2 for yes.
    Quarry,
    /// A line used for the roll to come, by number; `now` counts its uses in the period.
    Line(u16),
    /// The cap of a skill that stands in for another is lifted for the roll to come.
    Full,
    /// Nothing more is wanted for the roll to come.
    Enough,
    /// Attacks made this turn.
    Attacks,
    /// Attacks made with a weapon in the encounter.
    Shots(u8),
    /// The turn of this round has been taken out of order.
    Acted,
    /// An action was taken for a line, by number: one roll may use it.
    Granted(u16),
    /// A line that a moment sets off counts for somebody from now on, by number; `now` is what it comes to.
    Roused(u16),
    /// A skill is used up by lending it.
    Used(SkillId),
    /// Something that a place or the rules need is made good with a point, by the line's number.
    MadeGood(u16),
    /// What was declared is to nobody's harm and succeeds without a roll (R-P34).
    Unrolled,
    /// Space: fails to act in this phase: 1 for an accepted compel, 2 if nobody may fly her (R-S4, R-VA12).
    Fails,
    /// Space: placed in detection; `now` is the place in the ranking of whoever did, from 1.
    Placed,
    /// Space: the place in the ranking of detection, from 1.
    Ranked,
    /// Space: what a ship does with the position phase: 1 drive, 2 coast, 3 couple or decouple, 4 dock, 5 launch.
    Drives,
    /// Space: the burn that is bid.
    Burn,
    /// Space: has been moved to the middle band this phase.
    Moved,
    /// Space: beam value used to attack this turn.
    BeamFired,
    /// Space: beam values used to defend this turn.
    BeamDefence,
    /// Space: beam value applied against torpedoes in this phase; `now` is one more than it, 0 for not said.
    BeamUse,
    /// Space: a fixed defence is chosen for the roll of this phase: 1 in electronic warfare, 2 against torpedoes.
    FixedUse,
    /// Space: has committed the first hostile act: those who held fire on its account need not any more.
    Hostile,
    /// Space: whether the drives of a ship taken out still work.
    DriveOk,
    /// Space: turns in which boarders were thrown back.
    Resisted,
    /// Space: a boarding succeeds at the end of this turn.
    Boarded,
    /// Space: the side offers to stop.
    Stops,
    /// Space: the first turn begins with electronic warfare.
    SkipsPosition,
    /// Space: beams of another of the tether at this value, for whoever has this place among those struck.
    Overwatch(u8),
    /// Space: a free tag that can be denied is used on the roll whose number `now` is; `change` is 1 for a re-roll.
    Deniable(AspectId),
    /// Space: a navigator has rolled against a free tag: 1 denied, 2 in vain.
    Denied,
    /// Space: off the map: 1 by the own side's mover, 2 driven off.
    Left,
    /// Space: in the hands of another side from now on, by its number.
    Owner,
    /// Space: the track of that number has had its repair this turn.
    Repaired,
    /// Space: has been asked in this window, by its number.
    Asked,
    /// Space: somebody stands at a post from now on (before detection), by its number; of a ship, one of the nameless does.
    Posted,
    /// Platoons: how well it is seen, 0 to 4.
    Spotted,
    /// Platoons: how far it is out of command, 0 to 4.
    Ooc,
    /// Platoons: has shot from its card, and can be found there (5.6).
    HasFired,
    /// Platoons: has been attacked by this unit (3.5).
    FiredOnBy(ActorId),
    /// Platoons: has defended with a skill this turn (R-L15).
    Defended(SkillId),
    /// Platoons: its part of the platoon's turn begins (1) or has come at another time (2).
    Activated,
    /// Platoons: the platoon's turn begins (1), or is over (2).
    PlatoonActs,
    /// Platoons: has left the map by this zone's edge (R-L19).
    Exits(ZoneId),
    /// Platoons: the side that acts first this turn is the one of whoever is named.
    First,
    /// Platoons: the area of the declared attack: 1 for a whole zone.
    Area,
    /// Platoons: has rallied somebody besides its action.
    Rallied,
    /// Platoons: is under attack by this skill, of several it may defend with.
    DefendsWith(SkillId),
    /// Platoons: marches along with its leader: 1, or stays: 0.
    Marches,
    /// Platoons: points of a share still to be given out.
    Rest,
    /// Platoons: goes on to this zone as far as it gets: 1; has come there: 0.
    Heads(ZoneId),
}
