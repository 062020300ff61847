//! Closed vocabulary of doctrines: the words for the questions that the engine asks.
//!
//! This module only declares the words. The checker decides where each of them is allowed.

use serde::{Deserialize, Serialize};
use slip_keyword::keyword_enum;

keyword_enum! {
    /// Kind of play for which a doctrine decides.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum DoctrineKind {
        /// Doctrine for all four FATE conflicts, as a base for other doctrines.
        Fate = "fate",
        /// Doctrine for personal combat.
        Personal = "personal",
        /// Doctrine for space combat.
        Space = "space",
        /// Doctrine for social combat.
        Social = "social",
        /// Doctrine for platoon combat.
        Platoon = "platoon",
        /// Doctrine for raise-and-see conflicts.
        Stakes = "stakes",
    }

    /// Returns the word that authors write for this kind.
    pub const fn word(self) -> &'static str;

    /// Returns the kind for a word.
    pub fn from_word(word: &str) -> Option<Self>;
}

keyword_enum! {
    /// Topic of a rule: the decision that it states a preference about.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Topic {
        /// Action to take, with its target and weapon.
        Act = "act",
        /// Target of the action.
        Target = "target",
        /// Weapon to use.
        Weapon = "weapon",
        /// Skill to roll.
        Skill = "skill",
        /// Defence to use against an attack.
        Defend = "defend",
        /// Choice between fire at one target and fire at an area.
        Fire = "fire",
        /// Stress track to aim at.
        Track = "track",
        /// Distance to keep from the nearest enemy.
        KeepRange = "keep_range",
        /// Destination of a move.
        Move = "move",
        /// Condition that must be true at every step of a move.
        Stay = "stay",
        /// Destination of a pushed pawn.
        Push = "push",
        /// Border to obstruct.
        Obstruct = "obstruct",
        /// Borders to interdict.
        Interdict = "interdict",
        /// Use of a free tag, yes or no.
        FreeTag = "free_tag",
        /// Spending of spin, yes or no.
        SpendSpin = "spend_spin",
        /// Spending of a fate point for +2, yes or no.
        SpendFate = "spend_fate",
        /// Rerolling of dice, yes or no.
        Reroll = "reroll",
        /// Consequences to take, if any.
        Consequence = "consequence",
        /// Payment of a fate point to use a thing, yes or no.
        PayAccess = "pay_access",
        /// Offer of a compel, yes or no.
        OfferCompel = "offer_compel",
        /// Acceptance of a compel, yes or no.
        AcceptCompel = "accept_compel",
        /// Offer of a compel after the dice, yes or no.
        LateCompel = "late_compel",
        /// Compel of the actor's own aspect, for fate points from the player who gains by it, yes or no.
        CompelSelf = "compel_self",
        /// Demand for more fate points before the actor accepts a compel, yes or no.
        CounterOffer = "counter_offer",
        /// Decision to pay the price that another player asks for accepting a compel, yes or no.
        PayCompel = "pay_compel",
        /// Participant that gets a fate point, if several can.
        Payee = "payee",
        /// Acceptance of a concession, yes or no.
        AcceptConcession = "accept_concession",
        /// Acceptance of a declared fact, yes or no.
        Fact = "fact",
        /// Offer to the other side to stop the fight, yes or no.
        Stop = "stop",
        /// Concession of the fight, yes or no.
        Concede = "concede",
        /// Outcome for actors that are taken out.
        Beaten = "beaten",
        /// Duration of a maneuver's aspect.
        Term = "term",
        /// Order in which a side's actors act.
        Order = "order",
        /// Choices before the first round of an encounter.
        SetUp = "set_up",
        /// Value of a fate point, in boxes.
        FateValue = "fate_value",
        /// Position of a ship at the start of the encounter, or after its position was shifted.
        Place = "place",
        /// Positions to which the winner of the position roll shifts ships.
        Position = "position",
        /// Choices at the beginning of a space turn.
        Begin = "begin",
        /// Coasting of a ship, yes or no.
        Coast = "coast",
        /// Thrust that a ship burns, if any.
        Burn = "burn",
        /// Electronic attack by a ship, yes or no.
        Ew = "ew",
        /// Beams that a ship fires, if any.
        Beam = "beam",
        /// Firing of torpedoes, yes or no.
        Torpedo = "torpedo",
        /// Launch of fighters, yes or no.
        Launch = "launch",
        /// Defence of a ship against torpedoes.
        TorpedoDefence = "torpedo_defence",
        /// Defence of a ship against electronic attacks.
        EwDefence = "ew_defence",
        /// Stress track to repair first.
        Repair = "repair",
        /// Fire for a ship in the same tether, yes or no.
        Overwatch = "overwatch",
        /// Forming up of ships, yes or no.
        Formation = "formation",
        /// Boarding of another ship, yes or no.
        Board = "board",
        /// Unit that acts next.
        Unit = "unit",
        /// Adoption of orphans (units without a platoon), yes or no.
        Adopt = "adopt",
        /// Interception of aircraft by aircraft, yes or no.
        Intercept = "intercept",
        /// Rally of one more unit by a leader, yes or no.
        RallyToo = "rally_too",
        /// Task of engineers.
        Engineer = "engineer",
        /// Approach of a party in a raise-and-see conflict.
        Approach = "approach",
        /// Bringing a thing of the party into the conflict, yes or no.
        BringIn = "bring_in",
        /// Escalation, yes or no.
        Escalate = "escalate",
        /// Consequences for a beast, yes or no.
        Animal = "animal",
        /// Height of a raise.
        Raise = "raise",
        /// Dice that answer a raise.
        See = "see",
        /// Resistance to fallout, yes or no.
        Resist = "resist",
        /// Track that takes fallout in a raise-and-see conflict.
        Fallout = "fallout",
        /// Point at which a party gives, that is, gives up the conflict.
        Give = "give",
    }

    /// Returns the word that authors write for this topic.
    pub const fn word(self) -> &'static str;

    /// Returns the topic for a word.
    pub fn from_word(word: &str) -> Option<Self>;
}

impl Topic {
    /// True if the topic is a yes-or-no question: its options are declined unless a rule on it applies.
    pub const fn whether(self) -> bool {
        use Topic as T;
        matches!(
            self,
            T::FreeTag
                | T::SpendSpin
                | T::SpendFate
                | T::Reroll
                | T::Consequence
                | T::PayAccess
                | T::Animal
                | T::OfferCompel
                | T::AcceptCompel
                | T::LateCompel
                | T::CompelSelf
                | T::CounterOffer
                | T::PayCompel
                | T::AcceptConcession
                | T::Fact
                | T::Stop
                | T::Concede
                | T::Coast
                | T::Burn
                | T::Ew
                | T::Beam
                | T::Torpedo
                | T::Launch
                | T::Overwatch
                | T::Formation
                | T::Board
                | T::Adopt
                | T::Intercept
                | T::RallyToo
                | T::BringIn
                | T::Escalate
                | T::Resist
        )
    }
}

keyword_enum! {
    /// Group of actors from which a rule selects: `enemy` in `target weakest enemy`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum ActorGroup {
        /// The actor itself.
        Me = "me",
        /// Actors of the actor's side, without the actor.
        Ally = "ally",
        /// Actors of the other sides.
        Enemy = "enemy",
        /// Every actor.
        Anyone = "anyone",
        /// Pawns: markers without a player, which actors push from zone to zone.
        Pawn = "pawn",
        /// Person that the goal is about.
        GoalPerson = "goal_person",
        /// Opponent who pursues the same goal.
        Rival = "rival",
        /// Actor with a given name.
        Named = "named",
    }

    /// Returns the word that authors write for this group of actors.
    pub const fn word(self) -> &'static str;

    /// Returns the group of actors for a word.
    pub fn from_word(word: &str) -> Option<Self>;
}

keyword_enum! {
    /// Order that decides which of the matching options is best. Options that are equal are all kept.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum OptionOrder {
        /// Actor with the fewest boxes left, then with the fewest consequence slots.
        Weakest = "weakest",
        /// Actor with the most boxes left, then with the most consequence slots.
        Strongest = "strongest",
        /// Least range: the nearest actor or zone.
        Nearest = "nearest",
        /// Greatest range: the farthest actor or zone.
        Farthest = "farthest",
        /// Target with the greatest `hit_chance`.
        Easiest = "easiest",
        /// Option with the greatest `expected`; of skills, the one with the highest rank.
        Best = "best",
        /// Enemy whose attacks have the greatest `expected` against the actor's side.
        Dangerous = "dangerous",
        /// Option with the smallest number.
        Least = "least",
        /// Option with the greatest number.
        Most = "most",
        /// First option in canonical order.
        First = "first",
        /// Option drawn at random from the seat's own random stream.
        Random = "random",
        /// An option other than the best one. The best one is kept for the next turn.
        Save = "save",
        /// Approach of a party with the most dice.
        MostDice = "most_dice",
        /// Track with the most boxes left.
        Roomiest = "roomiest",
    }

    /// Returns the word that authors write for this order.
    pub const fn word(self) -> &'static str;

    /// Returns the order for a word.
    pub fn from_word(word: &str) -> Option<Self>;
}

keyword_enum! {
    /// Name in a doctrine rule: a value that the condition tests, or a yes-or-no property for selecting actors, such as `visible`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum DoctrineWord {
        /// Number of the round, from 1.
        Turn = "turn",
        /// Number of rounds left before the encounter's limit.
        TurnsLeft = "turns_left",
        /// Number of active members of the actor's side, without the actor.
        Allies = "allies",
        /// Number of active members of other sides.
        Enemies = "enemies",
        /// True if there are more enemies than members of the actor's side.
        Outnumbered = "outnumbered",
        /// Range to the option's target, or to the nearest enemy.
        Range = "range",
        /// Steps to the nearest zone that the actor's side must reach; 0 if there is none.
        GoalDistance = "goal_distance",
        /// Boxes and consequence slots left to the actor's side, minus those of the enemy.
        Score = "score",
        /// Fate points that the actor has.
        Fate = "fate",
        /// Spin that the actor has.
        Spin = "spin",
        /// Number of consequences taken.
        Consequences = "consequences",
        /// Number of consequence slots left.
        SlotsLeft = "slots_left",
        /// Number of unmarked boxes on the track that has the fewest of them.
        BoxesLeft = "boxes_left",
        /// Chance that the attack of the option hits its target.
        HitChance = "hit_chance",
        /// Chance that the attack of the option takes its target out.
        KillChance = "kill_chance",
        /// Boxes of damage that the attack of the option does on average.
        Expected = "expected",
        /// Boxes of damage that the actor takes on average before its next turn.
        Risk = "risk",
        /// Boxes of damage that a maneuver adds on average to an ally's next attack.
        Setup = "setup",
        /// Greatest `expected` (boxes of damage) among the acts of the actor.
        TurnValue = "turn_value",
        /// Number of compels that were refused since the current action was declared.
        Refused = "refused",
        /// Fate points that the option offers, asks for or pays.
        Points = "points",
        /// Boxes that obeying the compel would cost.
        AtStake = "at_stake",
        /// Value of a fate point, in boxes.
        FateValue = "fate_value",
        /// Points that the roll needs for the next better outcome; 99 if there is none.
        MissesBy = "misses_by",
        /// Points by which the roll exceeds the opposing total or the difficulty.
        WinsBy = "wins_by",
        /// Value of the next better outcome of the roll, in boxes.
        Gain = "gain",
        /// Greatest number that free tags and spin can still add to the roll.
        FreeReach = "free_reach",
        /// Greatest number that can still be added to the roll, fate points included.
        Reach = "reach",
        /// Chance that a reroll reaches the next better outcome.
        Odds = "odds",
        /// True if the other side can answer a bonus on the roll with a bonus of its own.
        Answerable = "answerable",
        /// True if this roll or hit takes the actor out if nothing is added.
        TakenOut = "taken_out",
        /// Shifts of the hit.
        Hit = "hit",
        /// Number of the box that the hit would mark.
        Box = "box",
        /// Number of unmarked boxes of Health.
        HealthLeft = "health_left",
        /// Number of unmarked boxes of Composure.
        ComposureLeft = "composure_left",
        /// Number of enemies in the option's zone.
        EnemiesInZone = "enemies_in_zone",
        /// Number of members of the actor's side in the option's zone, without the actor.
        AlliesInZone = "allies_in_zone",
        /// True if no enemy is within the weapon's range.
        OutOfRange = "out_of_range",
        /// True if the actor is in cover.
        InCover = "in_cover",
        /// True if the actor cannot fire this turn because it reloads.
        Reloading = "reloading",
        /// True if the actor is in a leaking suit.
        SuitBreached = "suit_breached",
        /// Band of the space map that the ship is in.
        Band = "band",
        /// V-shift rating of the ship.
        Vshift = "vshift",
        /// Beam rating of the ship.
        Beam = "beam",
        /// Torpedo rating of the ship.
        Torpedo = "torpedo",
        /// Electronic-warfare rating of the ship.
        Ew = "ew",
        /// Number of unmarked boxes of the ship's frame.
        FrameLeft = "frame_left",
        /// Number of unmarked boxes of the ship's data.
        DataLeft = "data_left",
        /// Number of unmarked boxes of the ship's heat.
        HeatLeft = "heat_left",
        /// Number of boxes of heat left after the option; -1 if the track is exceeded.
        HeatAfter = "heat_after",
        /// Chance that the ship wins the position roll.
        WinChance = "win_chance",
        /// Chance that the ship leaves the map.
        LeaveChance = "leave_chance",
        /// Chance that an enemy leaves the map.
        LostChance = "lost_chance",
        /// True if the ship can leave the map now.
        CanLeave = "can_leave",
        /// True if the shift pushes the ship off the map.
        PushesOut = "pushes_out",
        /// Boxes of damage that the torpedoes fired at the ship do on average.
        Threat = "threat",
        /// Number of boxes of time left.
        TimeLeft = "time_left",
        /// Number of steps towards the goal that the option gains on average.
        GainSteps = "gain_steps",
        /// Distance of the rival from its goal.
        RivalSteps = "rival_steps",
        /// Distance of the rival from its goal, minus the actor's distance.
        Lead = "lead",
        /// Cost of the option's border.
        BorderCost = "border_cost",
        /// True if the enemy sees the unit.
        Spotted = "spotted",
        /// Number of out-of-command points of the unit.
        Ooc = "ooc",
        /// True if the unit is within its leader's command range.
        InCommand = "in_command",
        /// Number of unmarked boxes of morale.
        MoraleLeft = "morale_left",
        /// True if the unit is in sight of an enemy.
        InSight = "in_sight",
        /// Number of observers for the batteries of the unit's side.
        Observers = "observers",
        /// Number of the box of the re-arm track in which the aircraft is.
        RearmBox = "rearm_box",
        /// True if the unit has fired this turn.
        HasFired = "has_fired",
        /// Total of the dice in the option.
        Total = "total",
        /// Smallest number of dice that match the pending raise; 0 without a raise, 99 if it cannot be matched.
        Need = "need",
        /// Smallest number of dice with which any opponent can match this raise.
        TheyNeed = "they_need",
        /// Number of dice that the party has left.
        DiceLeft = "dice_left",
        /// Number of the party's dice minus the number of dice of the opponent with the most dice.
        DiceAhead = "dice_ahead",
        /// Number of dice that an escalation or a thing would add.
        NewDice = "new_dice",
        /// Fallout that the party takes with the blow.
        Blow = "blow",
        /// Number of unmarked boxes in the track that has the most of them.
        Room = "room",
        /// True if the deciding actor can see the actor.
        Visible = "visible",
        /// True if a weapon of the deciding actor reaches the actor.
        InRange = "in_range",
        /// True if the actor is in the deciding actor's zone.
        InZone = "in_zone",
        /// True if the actor is in a zone next to the deciding actor's zone.
        Adjacent = "adjacent",
        /// True if the actor has a marked box or a consequence.
        Hurt = "hurt",
        /// True if the actor is the leader of its side.
        Leader = "leader",
        /// True if the deciding actor's side has a free tag on the actor.
        Tagged = "tagged",
        /// True if an ally has attacked the actor since the actor's last turn.
        Targeted = "targeted",
        /// True if the actor can act.
        Able = "able",
        /// True if the actor has a weapon.
        Armed = "armed",
        /// True if the actor has no ally in its zone.
        Alone = "alone",
        /// True if a victory condition concerns the actor: it names the actor, or the actor's position matters for it.
        Goal = "goal",
        /// True if the enemy does not see the unit.
        Unspotted = "unspotted",
        /// True if the unit is jammed.
        Jammed = "jammed",
        /// True if the unit is a member of a platoon.
        Member = "member",
        /// True if the unit has no platoon.
        Orphan = "orphan",
        /// True if the unit is infantry.
        Infantry = "infantry",
        /// True if the unit is armour.
        Armour = "armour",
        /// True if the unit is artillery.
        Artillery = "artillery",
        /// True if the unit is an aircraft.
        Aircraft = "aircraft",
    }

    /// Returns the spelling of this word in Slip.
    pub const fn word(self) -> &'static str;

    /// Returns the doctrine word that has this spelling.
    pub fn from_word(word: &str) -> Option<Self>;
}
