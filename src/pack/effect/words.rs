//! The reserved words of effect lines, each with the kinds of play that have it. Floor 0.
//!
//! One line a word: a later conflict that brings new actions, events or quantities adds its lines here and nowhere else
//! (`effects.md`, sections 1 and 3). Words are looked up by spelling, never guessed: a word missing here is no word.

use serde::{Deserialize, Serialize};

/// A table of words: the enum, its spelling, and all of its words in order.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($variant:ident $word:literal $doc:literal;)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum $name { $(#[doc = $doc] #[serde(rename = $word)] $variant,)* }

        impl $name {
            /// Every word of the table, in its order.
            pub const ALL: &[$name] = &[$($name::$variant,)*];

            /// As an author writes it.
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word,)* }
            }

            /// What the word stands for, in one sentence.
            pub const fn meaning(self) -> &'static str {
                match self { $($name::$variant => $doc,)* }
            }

            /// The word of this spelling.
            pub fn from_word(word: &str) -> Option<$name> {
                Some(match word { $($word => $name::$variant,)* _ => return None })
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                out.write_str(self.word())
            }
        }
    };
}

/// As [`words!`], each word with the kinds of play that have it.
macro_rules! played {
    ($(#[$meta:meta])* $name:ident { $($variant:ident $word:literal $plays:expr, $doc:literal;)* }) => {
        words! { $(#[$meta])* $name { $($variant $word $doc;)* } }

        impl $name {
            /// The kinds of play that have this word (`effects.md`, section 3).
            pub const fn plays(self) -> &'static [Play] {
                match self { $($name::$variant => $plays,)* }
            }
        }
    };
}

words! {
    /// A kind of play: where a line can act (`effects.md`, section 3).
    Play {
        Build "build" "What a thing is before anybody plays: ranks, boxes, slots, price.";
        Personal "personal" "Personal combat.";
        Space "space" "Space combat.";
        Social "social" "Social combat.";
        Platoon "platoon" "Platoon combat.";
        Stakes "stakes" "The raise-and-see conflict of the dice pool.";
        Travel "travel" "Journeys between fights.";
        Economy "economy" "Maintenance, trade and prices.";
        Story "story" "Everything told and rolled outside a conflict.";
    }
}

use Play::{Build, Economy, Personal, Platoon, Social, Space, Stakes, Story, Travel};

/// The four conflicts that share the core rules.
pub const FATE: &[Play] = &[Personal, Space, Social, Platoon];

played! {
    /// What is done or rolled: an ACTION of section 3, or `rolls` for every roll of the skills in front.
    Action {
        Rolls "rolls" &[Personal, Space, Social, Platoon, Travel, Economy, Story], "Every roll with the skills in front.";
        Attack "attack" FATE, "Any attack.";
        Defence "defence" FATE, "Any defence.";
        Move "move" FATE, "Moving as an action.";
        Maneuver "maneuver" FATE, "A maneuver: an aspect is placed.";
        Notice "notice" FATE, "Noticing what is hidden.";
        Obstruct "obstruct" &[Personal, Social], "Obstructing a border.";
        Seal "seal" &[Personal], "Sealing a breached suit.";
        FirstAid "first_aid" &[Personal], "First aid.";
        SwitchMode "switch_mode" &[Personal], "Switching the mode of a modal weapon.";
        PickUp "pick_up" &[Personal], "Picking up what lies in the zone.";
        Task "task" &[Personal], "Doing something else that takes rolls.";
        Detection "detection" &[Space], "The detection roll.";
        Position "position" &[Space], "The positioning roll.";
        Burn "burn" &[Space], "Burning for position.";
        Coast "coast" &[Space], "Coasting instead of burning.";
        Ew "ew" &[Space], "Electronic warfare.";
        Beam "beam" &[Space], "Firing beams.";
        Torpedo "torpedo" &[Space], "Launching torpedoes.";
        Repair "repair" &[Space, Economy], "Repairing damage: in the fight, or in a yard.";
        Board "board" &[Space], "Boarding.";
        Form "form" &[Space], "Forming up in a formation.";
        Tether "tether" &[Space], "Tethering ships together.";
        Couple "couple" &[Space], "Coupling to another craft.";
        Launch "launch" &[Space], "Launching small craft.";
        StaffUntrained "staff_untrained" &[Space], "Manning a post without the skill for it.";
        MoveAnother "move_another" &[Social], "Pushing somebody else across the map.";
        March "march" &[Platoon], "Marching: moving further without acting.";
        Interdict "interdict" &[Platoon], "Interdicting a border.";
        Rally "rally" &[Platoon], "Rallying a unit.";
        Jam "jam" &[Platoon], "Jamming communications.";
        Unjam "unjam" &[Platoon], "Ending a jam.";
        Spot "spot" &[Platoon], "Spotting a hidden unit.";
        Cover "cover" &[Platoon], "Going back into cover.";
        PassEnemies "pass_enemies" &[Platoon], "Moving through zones that hold enemies.";
        AttackUnspotted "attack_unspotted" &[Platoon], "Attacking what nobody has spotted.";
        Stay "stay" &[Platoon], "Staying on the map where others must leave.";
        Raise "raise" &[Stakes], "Raising.";
        See "see" &[Stakes], "Seeing a raise.";
        Escalate "escalate" &[Stakes], "Escalating to another approach.";
        BringIn "bring_in" &[Stakes], "Bringing in a thing or a trait.";
        Resist "resist" &[Stakes], "Resisting fallout.";
        Travel "travel" &[Travel], "A journey.";
        Overburn "overburn" &[Travel], "Burning more fuel for a faster trip.";
        Slip "slip" &[Travel], "Passing a slipknot.";
        Land "land" &[Travel], "Landing on a world and rising from it.";
        Buy "buy" &[Economy], "Buying.";
        Sell "sell" &[Economy], "Selling.";
        Maintain "maintain" &[Economy], "Maintenance.";
        Refuel "refuel" &[Economy], "Taking fuel.";
        Resupply "resupply" &[Economy], "Taking supplies.";
        Conceal "conceal" &[Story], "Hiding a thing about the body.";
    }
}

played! {
    /// What happens besides rolls: an EVENT of section 3.
    Event {
        AreaAttack "area_attack" FATE, "An attack against everybody in a place.";
        Hit "hit" FATE, "A hit that marks something.";
        Enter "enter" FATE, "Somebody enters the zone.";
        Setup "setup" FATE, "The encounter is set up.";
        Start "start" FATE, "The encounter begins.";
        Turn "turn" FATE, "A turn.";
        TakenOut "taken_out" FATE, "Somebody is taken out.";
        ComposureAttack "composure_attack" &[Personal, Social], "An attack on composure.";
        Arrival "arrival" &[Space], "Somebody arrives.";
        TimeBox "time_box" &[Social], "A box of time is marked.";
        Contact "contact" &[Platoon], "First contact.";
        EnterMap "enter_map" &[Platoon], "A unit enters the map.";
        Fallout "fallout" &[Stakes], "Fallout is taken.";
        Hour "hour" &[Travel, Story], "An hour passes.";
        Day "day" &[Travel, Story], "A day passes.";
        Session "session" &[Economy], "A session begins.";
    }
}

/// What must stand behind `of` after a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OfWhat {
    /// Nothing: `range`.
    Nothing,
    /// A roll: `harm of brawling attack`.
    Roll,
    /// A roll, or nothing: `stress` is what is suffered, `stress of R` what is dealt.
    RollOrNothing,
    /// A track: `boxes of heat`.
    Track,
    /// A grade of consequence: `slots of mild`.
    Grade,
    /// A statistic or skill: `cap of beam`.
    Stat,
    /// A thing: `tech_limit of sidearm`.
    Item,
    /// An aspect's words: `invoke of "Out of ammo"`.
    Aspect,
}

played! {
    /// A quantity that is no roll and no statistic of a design ("own quantities" of section 3).
    Measure {
        Boxes "boxes" &[Build], "Boxes of a track.";
        Consequences "consequences" &[Build], "What the three consequences of a track take off a hit.";
        Slots "slots" &[Build], "Free slots of a grade of consequence.";
        Cap "cap" &[Build], "The highest rank that may be bought.";
        Fate "fate" &[Build], "Fate points at a refresh.";
        TechLimit "tech_limit" &[Build], "The highest technology of a thing that may be had.";
        Price "price" &[Build, Economy], "Purchase Cost.";
        Stress "stress" FATE, "Shifts of stress: of a roll, those it deals if it hits; alone, those suffered.";
        Spin "spin" FATE, "Spin that defending against a roll gives.";
        RollUp "roll_up" FATE, "Which way a hit on a marked box of a track goes.";
        Invoke "invoke" FATE, "What invoking or tagging an aspect adds.";
        Attacks "attacks" FATE, "Attacks a turn.";
        Ammo "ammo" FATE, "Attacks an encounter.";
        FreeMove "free_move" FATE, "Zones of the free move.";
        Order "order" FATE, "Who acts first.";
        Harm "harm" &[Personal], "Added to an attack.";
        Penetration "penetration" &[Personal], "Taken off the armour of whoever is attacked.";
        Defense "defense" &[Personal], "Armour: added to the defence.";
        Range "range" &[Personal, Space], "From which to which range it works.";
        OutOfRange "out_of_range" &[Personal], "What a step outside the range takes off; 2 if nothing says otherwise.";
        ZonesPerTurn "zones_per_turn" &[Personal], "Zones that may be entered in a turn.";
        DefaultCrew "default_crew" &[Space], "The skill of the nameless crew.";
        CrewSize "crew_size" &[Space], "How many people run the ship.";
        MaxMove "max_move" &[Platoon], "Zones a unit may move.";
        CommandRange "command_range" &[Platoon], "How far orders reach; the leader's and the unit's add up.";
        FreeRange "free_range" &[Platoon], "Range without a penalty.";
        ContactSpotted "contact_spotted" &[Platoon], "Whether contact makes the unit spotted.";
        AttackSpotted "attack_spotted" &[Platoon], "Whether attacking makes the unit spotted.";
        Interdiction "interdiction" &[Platoon], "How long an interdiction lasts.";
        Pool "pool" &[Stakes], "Dice in the pool.";
        Fallout "fallout" &[Stakes], "Dice of fallout.";
        Rows "rows" &[Stakes], "Rows of things.";
        Endurance "endurance" &[Travel], "How long the fuel lasts.";
        LifeSupport "life_support" &[Travel], "Years of air and food.";
        CruiseSpeed "cruise_speed" &[Travel], "Speed on trips over a day.";
        Upkeep "upkeep" &[Economy], "The rating that maintenance uses.";
    }
}

impl Measure {
    /// What must stand behind `of`.
    pub const fn of(self) -> OfWhat {
        match self {
            Measure::Boxes | Measure::Consequences | Measure::RollUp => OfWhat::Track,
            Measure::Slots => OfWhat::Grade,
            Measure::Cap => OfWhat::Stat,
            Measure::TechLimit => OfWhat::Item,
            Measure::Invoke => OfWhat::Aspect,
            Measure::Stress => OfWhat::RollOrNothing,
            Measure::Spin | Measure::Attacks | Measure::Harm | Measure::Penetration => OfWhat::Roll,
            _ => OfWhat::Nothing,
        }
    }
}

words! {
    /// A person, thing or place that a condition looks at. None written is `self`.
    Role {
        Own "self" "Whoever carries the line.";
        Bearer "bearer" "Whoever carries the thing.";
        Actor "actor" "Whoever acts in the event.";
        Attacker "attacker" "Whoever attacks.";
        Defender "defender" "Whoever defends.";
        Target "target" "Whom the action is aimed at.";
        Weapon "weapon" "The weapon in use.";
        Carrier "carrier" "What self rides in.";
        Carried "carried" "What rides in self; of several, the lowest counts.";
        Attached "attached" "What is attached to self.";
        Leader "leader" "The leader of the platoon.";
        Zone "zone" "The zone that carries the line.";
        OwnZone "own_zone" "The zone self is in.";
        TargetZone "target_zone" "The zone the target is in.";
        Scene "scene" "The scene.";
        World "world" "The world.";
        Station "station" "The station.";
    }
}

words! {
    /// What a condition can see without asking about anybody's sheet.
    State {
        Moved "moved" "Self has moved this turn.";
        FiredLastRound "fired_last_round" "Self attacked with this in its last turn.";
        Prone "prone" "Self lies down.";
        OnLaunch "on_launch" "Self stands ready to launch.";
        Atmosphere "atmosphere" "There is air.";
        Gravity "gravity" "Gravity of the place, in g.";
        Spotted "spotted" "Self is spotted.";
        Shifts "shifts" "Shifts of the roll.";
        Total "total" "Total of the roll.";
        Range "range" "Range between actor and target.";
        Tech "tech" "Technology of the carrier.";
        Carried "carried" "How many ride in self.";
        Base "base" "The value without effects.";
    }
}

words! {
    /// When a line fires, seen from its roll or event.
    When {
        Before "before" "Before it.";
        After "after" "After it.";
        At "at" "At it.";
        Each "each" "Each time it comes.";
    }
}

words! {
    /// How long a count of uses lasts.
    Period {
        Roll "roll" "One roll.";
        Phase "phase" "A phase of the turn.";
        Turn "turn" "A turn.";
        Round "round" "A round.";
        Scene "scene" "A scene.";
        Encounter "encounter" "An encounter.";
        Session "session" "A session; its counts survive a chain of encounters.";
    }
}

words! {
    /// What an area attack covers.
    Place {
        Zone "zone" "A zone.";
        Band "band" "A band of the range track.";
        Tether "tether" "All ships of a tether.";
        Map "map" "The whole map.";
    }
}

words! {
    /// Who or what an area attack leaves alone.
    Spared {
        OwnZone "own_zone" "The place the actor is in cannot be chosen.";
        Own "self" "The actor is spared.";
        Allies "allies" "The actor and its allies are spared.";
    }
}

words! {
    /// What may be done with an aspect.
    TagVerb {
        HasAspect "has aspect" "The aspect sits on the subject.";
        FreeTag "free_tag" "One free tag on the aspect.";
        Tag "tag" "Tagging it.";
        Invoke "invoke" "Invoking it.";
        Compel "compel" "Compelling it.";
    }
}

words! {
    /// What somebody else pays for self.
    Charge {
        Consequences "consequences" "Consequences.";
        Fate "fate" "Fate points.";
    }
}

words! {
    /// A value of a quantity that is no number.
    Special {
        Base "base" "The value without effects.";
        None "none" "The thing is not there: hits on it are nothing.";
        Unlimited "unlimited" "No bound.";
        Permanent "permanent" "Until the end of the encounter.";
        Down "down" "Towards the lower boxes.";
    }
}
