//! Subjects of effects, and the roles and states in their conditions.

use super::Play::{Economy, Personal, Platoon, Space, Story, Travel};
use super::{ALL, FATE, PLAYED, ZONED};

/// Kinds of play in which things can be aboard one another.
const CARRYING: &[super::Play] = &[Space, Platoon, Travel, Economy, Story];

/// Kinds of play with zones.
const PLACED: &[super::Play] = &[Personal, super::Play::Social, Platoon, Travel, Story];

/// Kinds of play in which air and gravity matter.
const OUTSIDE: &[super::Play] = &[Personal, Space, Platoon, Travel, Story];

played! {
    /// Word for the subject of an effect.
    Whom {
        Bearer "bearer" ALL, "The person who carries the thing.", "weapon | after attack bearer has aspect \"Out of ammo\"";
        Crew "crew" &[Space, Travel, Economy, Story], "The ship's crew.", "ship | crew cannot staff_untrained";
        Attached "attached" CARRYING, "The things attached to self.", "ship | attached +1 to detection";
        Carrier "carrier" CARRYING, "The vessel that self rides in.", "ship | carrier +1 to detection";
        Tethered "tethered" &[Space], "The ships tethered to self.", "ship | tethered +1 to defence against torpedo";
        Platoon "platoon" &[Platoon], "Self's platoon.", "unit | platoon +1 to free_range";
        Allies "allies" PLAYED, "Self's side without self; after `by`, with self.", "allies +1 to attack once per round";
        Enemies "enemies" PLAYED, "The other sides.", "enemies -1 to notice against this";
        Others "others" PLAYED, "Everybody but self.", "others -1 to attack";
        Everyone "everyone" ALL, "Everybody.", "ruleset | everyone -1 to defence when prone";
        Target "target" PLAYED, "The target of the action.", "weapon | after hit target suffers 1 on composure";
        Actor "actor" PLAYED, "The actor of the event.", "zone | after enemies enter actor suffers 2 on health";
        Allied "allied" PLAYED, "Everyone of a design on self's side: `allied artillery`.", "unit | allied artillery +1 to attack";
        Enemy "enemy" PLAYED, "Everyone of a design on other sides: `enemy aircraft`.", "unit | enemy aircraft -1 to attack against this";
    }
}

played! {
    /// Role: person, thing or place that a condition looks at. The default is `self`.
    Role {
        Own "self" ALL, "The carrier of the effect.", "+1 to attack when self is sealed";
        Bearer "bearer" ALL, "The person who carries the thing.", "weapon | +1 to attack when bearer is sealed";
        Actor "actor" PLAYED, "The actor of the event.", "after enemies enter may attack it out of turn when actor is sealed";
        Attacker "attacker" FATE, "The attacker.", "others cannot attack this when not attacker is orbital";
        Defender "defender" FATE, "The defender.", "weapon | +1 to attack when defender is sealed";
        Target "target" PLAYED, "The target of the action.", "+1 to attack when agility of target < agility";
        Weapon "weapon" FATE, "The weapon in use.", "+1 to attack when weapon is recoilless";
        Carrier "carrier" CARRYING, "The vessel that self rides in.", "ship | +1 to defence when tech <= beam of carrier";
        Carried "carried" CARRYING, "The thing that rides in self; of several, the lowest counts.", "ship | +1 to detection when ew of carried >= 2";
        Attached "attached" CARRYING, "The things attached to self.", "ship | +1 to position when v_shift of attached > v_shift";
        Leader "leader" PLAYED, "The leader of the side or platoon.", "unit | may use command of leader for rally";
        Zone "zone" PLACED, "The zone that carries the effect.", "zone | everyone -1 to move when zone has \"Knee-deep mud\"";
        OwnZone "own_zone" PLACED, "The zone self is in.", "-1 to move when own_zone has \"Knee-deep mud\"";
        TargetZone "target_zone" ZONED, "The zone the target is in.", "+1 to maneuver when target_zone == own_zone";
        Scene "scene" PLAYED, "The scene.", "+1 to move when scene has \"Knee-deep mud\"";
        World "world" PLAYED, "The world.", "-1 to stamina rolls when world is hostile";
        Station "station" &[Space, Travel, Economy, Story], "The station.", "ship | +1 to maintain when station has \"Knee-deep mud\"";
    }
}

played! {
    /// State that a condition can test without looking at the sheet of an actor.
    State {
        Moved "moved" FATE, "Self has moved this turn.", "-1 to attack when moved";
        FiredLastRound "fired_last_round" FATE, "Self attacked with this weapon in its last turn.", "weapon | cannot attack when fired_last_round";
        Prone "prone" &[Personal], "Self is lying down.", "+1 to slug_throwers attack when prone";
        OnLaunch "on_launch" &[Space, Platoon], "Self is ready to launch.", "unit | may stay when on_launch";
        Atmosphere "atmosphere" OUTSIDE, "There is air.", "ship | may land when atmosphere";
        Gravity "gravity" OUTSIDE, "Gravity of the place, in g.", "-1 to agility move when gravity == 0";
        Spotted "spotted" &[Platoon], "Self is spotted.", "unit | +1 to defence when not spotted";
        Shifts "shifts" PLAYED, "Shifts of the roll, once it is rolled.", "weapon | after attack free_tag \"Out of ammo\" when shifts < 0";
        Total "total" PLAYED, "Total of the roll, once it is rolled.", "after psionics rolls pays 1 fate when total >= 5";
        Range "range" FATE, "Range between actor and target; in an aura, between the bearer and each who is affected.", "weapon | +1 to attack when range == 0";
        Tech "tech" ALL, "Technology of the carrier.", "weapon | +1 to attack when tech >= T2";
        Carried "carried" CARRYING, "Number of things that ride in self.", "ship | -1 to v_shift rolls when carried >= 2";
        Base "base" ALL, "The value without effects.", "ship | endurance is (4 * base)";
    }
}
