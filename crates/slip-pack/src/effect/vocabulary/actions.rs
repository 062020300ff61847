//! Actions and events of effects.

use super::Play::{Economy, Personal, Platoon, Social, Space, Stakes, Story, Travel};
use super::{FATE, ZONED};

played! {
    /// Action or roll that an effect is about; `rolls` means every roll of the skills written before it.
    Action {
        Rolls "rolls" &[Personal, Space, Social, Platoon, Travel, Economy, Story], "Every roll with the skills written before it.", "+1 to charm, oratory rolls";
        Attack "attack" FATE, "Any attack.", "+1 to brawling attack";
        Defence "defence" FATE, "Any defence.", "-1 to defence when moved";
        Move "move" FATE, "Moving as an action.", "+2 to agility move";
        Maneuver "maneuver" FATE, "A maneuver, which places an aspect.", "+1 to maneuver";
        Notice "notice" &[Space, Story], "Noticing hidden people and things: the detection roll of a ship; elsewhere the players roll it.", "weapon | others -2 to notice against this";
        Obstruct "obstruct" &[Personal, Social], "Obstructing a border.", "+1 to obstruct";
        Seal "seal" &[Personal], "Sealing a breached suit.", "may seal at once";
        FirstAid "first_aid" &[Personal], "First aid.", "+2 to medical first_aid";
        SwitchMode "switch_mode" &[Personal], "Switching the mode of a modal weapon.", "weapon | may switch_mode at once";
        PickUp "pick_up" &[Personal], "Picking up a thing that lies in the zone.", "may pick_up at once";
        Task "task" &[Personal], "Working on a task that takes rolls.", "+1 to computer task";
        Detection "detection" &[Space], "The detection roll.", "ship | +1 to detection";
        Position "position" &[Space], "The positioning roll.", "ship | needs military pilot for position";
        Burn "burn" &[Space], "Burning for position.", "ship | cannot burn when heat == 0";
        Coast "coast" &[Space], "Coasting instead of burning.", "ship | after coast erase heat 1";
        Ew "ew" &[Space], "Electronic warfare.", "ship | may use 2 for defence against ew harmless";
        Beam "beam" &[Space], "Firing beams.", "ship | must use 2 for defence against beam";
        Torpedo "torpedo" &[Space], "Launching torpedoes.", "ship | tethered may use my beam roll for defence against torpedo any times";
        Repair "repair" &[Space, Economy], "Repairing damage: in the fight, or in a yard.", "ship | +1 to engineering repair";
        Board "board" &[Space], "Boarding.", "ship | enemies cannot board this";
        Form "form" &[Space], "Forming up in a formation.", "ship | cannot form";
        Tether "tether" &[Space], "Tethering ships together.", "ship | cannot tether";
        Couple "couple" &[Space], "Coupling to another craft.", "ship | cannot couple";
        Launch "launch" &[Space], "Launching small craft.", "ship | cannot launch";
        StaffUntrained "staff_untrained" &[Space], "Manning a post without the skill for it.", "ship | crew cannot staff_untrained";
        MoveAnother "move_another" &[Social], "Moving another person across the map.", "+1 to charm move_another";
        March "march" &[Platoon], "Marching: moving further without acting.", "unit | cannot march";
        Interdict "interdict" &[Platoon], "Interdicting a border.", "unit | cannot interdict";
        Rally "rally" &[Platoon], "Rallying a unit.", "unit | +1 to command rally";
        Jam "jam" &[Platoon], "Jamming communications.", "unit | may use indirect_fire for jam within range of indirect_fire";
        Unjam "unjam" &[Platoon], "Ending a jam.", "unit | +1 to unjam";
        Spot "spot" &[Platoon], "Spotting a hidden unit.", "unit | +1 to observation spot";
        Cover "cover" &[Platoon], "Going back into cover.", "unit | cannot cover";
        PassEnemies "pass_enemies" &[Platoon], "Moving through zones that contain enemies.", "unit | may pass_enemies";
        AttackUnspotted "attack_unspotted" &[Platoon], "Attacking a unit that has not been spotted.", "unit | may attack_unspotted";
        Stay "stay" &[Platoon], "Staying on the map where others must leave.", "unit | may stay";
        Reuse "reuse" &[Platoon], "Acting with a skill that the unit has used in defence this turn.", "unit | may reuse";
        Raise "raise" &[Stakes], "Raising: a number is added to the total of the two dice.", "ruleset | everyone +1 to raise";
        See "see" &[Stakes], "Seeing a raise: a number is added to the total of the dice.", "ruleset | everyone +1 to see";
        Escalate "escalate" &[Stakes], "Escalating to another approach: a number adds that many d6.", "ruleset | everyone cannot escalate";
        BringIn "bring_in" &[Stakes], "Bringing in a thing or a trait: a number adds that many d6.", "ruleset | everyone +1 to bring_in";
        Resist "resist" &[Stakes], "Resisting fallout: a number is added to the die.", "ruleset | everyone -1 to resist";
        Travel "travel" &[Travel], "A journey.", "ship | +1 to navigation travel";
        Overburn "overburn" &[Travel], "Burning more fuel for a faster trip.", "ship | cannot overburn";
        Slip "slip" &[Travel], "Passing a slipknot.", "ship | may slip";
        Land "land" &[Travel], "Landing on a world and rising from it.", "ship | may land when gravity <= tech";
        Buy "buy" &[Economy], "Buying.", "+1 to brokerage buy";
        Sell "sell" &[Economy, Story], "Selling.", "+1 to brokerage sell";
        Maintain "maintain" &[Economy], "Maintenance.", "ship | +1 to maintain";
        Refuel "refuel" &[Economy, Story], "Taking fuel.", "ruleset | everyone may refuel, resupply";
        Resupply "resupply" &[Economy, Story], "Taking supplies.", "ruleset | everyone may refuel, resupply";
        Conceal "conceal" &[Story], "Hiding a thing on the body.", "weapon | +1 to conceal";
    }
}

played! {
    /// Event other than a roll that can trigger effects.
    Event {
        AreaAttack "area_attack" ZONED, "An attack against everybody in a place.", "weapon | after area_attack free_tag \"Out of ammo\"";
        Hit "hit" FATE, "A hit that marks at least one box.", "weapon | after hit target suffers 1 on health";
        Enter "enter" ZONED, "An actor enters the zone.", "zone | after enemies enter actor suffers 2 on health";
        Setup "setup" FATE, "The encounter is set up.", "unit | at setup place \"Locked in\" on 2 zones free_tag by allied artillery";
        Start "start" FATE, "The encounter begins.", "ruleset | at start everyone has aspect \"On edge\"";
        Turn "turn" FATE, "A turn.", "each turn suffers 1 on composure";
        TakenOut "taken_out" FATE, "An actor is taken out.", "after enemies taken_out erase composure 1";
        ComposureAttack "composure_attack" &[Personal, Social], "An attack on composure.", "after composure_attack never has aspect \"Sitting duck\"";
        Arrival "arrival" &[Space], "A ship arrives.", "ship | after arrival has aspect \"Running hot\"";
        TimeBox "time_box" &[Social], "A box of time is marked.", "each time_box suffers 1 on composure";
        Contact "contact" &[Platoon], "A unit and an enemy meet in a zone.", "unit | after contact has aspect \"Under fire\"";
        EnterMap "enter_map" &[Platoon], "A unit enters the map.", "unit | after enemy aircraft enter_map may attack it out of turn when on_launch";
        Fallout "fallout" &[Stakes], "Fallout is marked on a track.", "ruleset | after fallout everyone +1 to pool";
        Hour "hour" &[Travel, Story], "An hour passes.", "ruleset | each hour everyone faces 2 with stamina on health when not filtered";
        Day "day" &[Travel, Story], "A day passes.", "each day erase composure all";
        LongBurn "long_burn" &[Travel], "A trip at full thrust that takes at least as long as the way to a slipknot.", "ship | after long_burn has aspect \"Out of breath\"";
        Session "session" &[Economy, Story], "A session begins.", "each session pays 1 fate";
    }
}
