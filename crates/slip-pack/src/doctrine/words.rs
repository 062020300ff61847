//! Closed vocabulary of doctrines: the words for the questions that the engine asks.
//!
//! This module only names them; the checker decides where each is allowed.

use serde::{Deserialize, Serialize};
use slip_keyword::keyword_enum;

keyword_enum! {
    /// Kind of play that a doctrine is for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Kind {
        /// A base for the four FATE conflicts.
        Fate = "fate",
        /// Personal combat.
        Personal = "personal",
        /// Space combat.
        Space = "space",
        /// Social combat.
        Social = "social",
        /// Platoon combat.
        Platoon = "platoon",
        /// The raise-and-see conflict.
        Stakes = "stakes",
    }

    /// Returns the word as it is written.
    pub const fn word(self) -> &'static str;

    /// Returns the value for a word.
    pub fn from_word(word: &str) -> Option<Self>;
}

keyword_enum! {
    /// Topic of a rule: the decision that it states a preference about.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Topic {
        /// The action, with its target and weapon.
        Act = "act",
        /// The target.
        Target = "target",
        /// The weapon.
        Weapon = "weapon",
        /// The skill.
        Skill = "skill",
        /// The defence.
        Defend = "defend",
        /// Fire at one target or at an area.
        Fire = "fire",
        /// The track to aim at.
        Track = "track",
        /// The distance to keep from the nearest enemy.
        KeepRange = "keep_range",
        /// The destination of a move.
        Move = "move",
        /// The condition that no step of a move may break.
        Stay = "stay",
        /// The destination of a pushed pawn.
        Push = "push",
        /// The border to obstruct.
        Obstruct = "obstruct",
        /// The borders to interdict.
        Interdict = "interdict",
        /// True if a free tag is used.
        FreeTag = "free_tag",
        /// True if spin is spent.
        SpendSpin = "spend_spin",
        /// True if a fate point is spent for +2.
        SpendFate = "spend_fate",
        /// True if dice are rolled again.
        Reroll = "reroll",
        /// Consequences to take, if any.
        Consequence = "consequence",
        /// True if a fate point is paid to use a thing.
        PayAccess = "pay_access",
        /// True if a compel is offered.
        OfferCompel = "offer_compel",
        /// True if a compel is accepted.
        AcceptCompel = "accept_compel",
        /// True if a compel is offered after the dice.
        LateCompel = "late_compel",
        /// True if the actor compels its own aspect, for fate points from the player who gains by it.
        CompelSelf = "compel_self",
        /// True if the actor asks for more before it accepts a compel.
        CounterOffer = "counter_offer",
        /// True if the price that another asks for accepting a compel is paid.
        PayCompel = "pay_compel",
        /// The participant who gets a fate point.
        Payee = "payee",
        /// True if a concession is accepted.
        AcceptConcession = "accept_concession",
        /// True if a declared fact is accepted.
        Fact = "fact",
        /// True if the actor offers to stop.
        Stop = "stop",
        /// True if the actor concedes.
        Concede = "concede",
        /// The outcome for actors that are taken out.
        Beaten = "beaten",
        /// The duration of a maneuver's aspect.
        Term = "term",
        /// The order of acting.
        Order = "order",
        /// The set-up.
        SetUp = "set_up",
        /// Value of a fate point, in boxes.
        FateValue = "fate_value",
        /// The position of a ship at the start, or after a shift.
        Place = "place",
        /// The positions to which the winner of the position roll shifts ships.
        Position = "position",
        /// The beginning of a space turn.
        Begin = "begin",
        /// True if the ship coasts.
        Coast = "coast",
        /// Thrust to burn, if any.
        Burn = "burn",
        /// True if the ship attacks electronically.
        Ew = "ew",
        /// Beams to fire, if any.
        Beam = "beam",
        /// True if the ship fires torpedoes.
        Torpedo = "torpedo",
        /// True if the ship launches fighters.
        Launch = "launch",
        /// The defence against torpedoes.
        TorpedoDefence = "torpedo_defence",
        /// The defence against electronic attacks.
        EwDefence = "ew_defence",
        /// The track to repair first.
        Repair = "repair",
        /// True if the ship fires for a tether mate.
        Overwatch = "overwatch",
        /// True if the ships form up.
        Formation = "formation",
        /// True if the ship boards another.
        Board = "board",
        /// The unit that acts next.
        Unit = "unit",
        /// True if orphans are adopted.
        Adopt = "adopt",
        /// True if aircraft intercept aircraft.
        Intercept = "intercept",
        /// True if a leader rallies one more unit.
        RallyToo = "rally_too",
        /// The task of engineers.
        Engineer = "engineer",
        /// The approach.
        Approach = "approach",
        /// True if a thing is brought in.
        BringIn = "bring_in",
        /// True if the actor escalates.
        Escalate = "escalate",
        /// True if a beast may take consequences.
        Animal = "animal",
        /// The height of a raise.
        Raise = "raise",
        /// The dice that answer a raise.
        See = "see",
        /// True if the actor resists fallout.
        Resist = "resist",
        /// The track that takes fallout.
        Fallout = "fallout",
        /// The point at which to give.
        Give = "give",
    }

    /// Returns the word as it is written.
    pub const fn word(self) -> &'static str;

    /// Returns the value for a word.
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
    /// Group of actors that a pick chooses from.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Who {
        /// The actor itself.
        Me = "me",
        /// The actor's side without the actor.
        Ally = "ally",
        /// The other sides.
        Enemy = "enemy",
        /// Every actor.
        Anyone = "anyone",
        /// Actors that others push about.
        Pawn = "pawn",
        /// The person the goal is about.
        GoalPerson = "goal_person",
        /// The opponent who pursues the same goal.
        Rival = "rival",
        /// An actor by name.
        Named = "named",
    }

    /// Returns the word as it is written.
    pub const fn word(self) -> &'static str;

    /// Returns the value for a word.
    pub fn from_word(word: &str) -> Option<Self>;
}

keyword_enum! {
    /// Order that decides which of the matching options is best. Options that are equal are all kept.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Order {
        /// Fewest boxes left, then fewest consequence slots.
        Weakest = "weakest",
        /// Most boxes left, then most consequence slots.
        Strongest = "strongest",
        /// Least range.
        Nearest = "nearest",
        /// Greatest range.
        Farthest = "farthest",
        /// Greatest `hit_chance`.
        Easiest = "easiest",
        /// Greatest `expected`; of skills the highest rank.
        Best = "best",
        /// Greatest `expected` of the enemy's attacks against the actor's side.
        Dangerous = "dangerous",
        /// The smallest number.
        Least = "least",
        /// The greatest number.
        Most = "most",
        /// The first in canonical order.
        First = "first",
        /// One drawn at random from the seat's own stream.
        Random = "random",
        /// Keeps the best option for the next turn and takes another.
        Save = "save",
        /// The approach with the most dice.
        MostDice = "most_dice",
        /// The track with the most boxes left.
        Roomiest = "roomiest",
    }

    /// Returns the word as it is written.
    pub const fn word(self) -> &'static str;

    /// Returns the value for a word.
    pub fn from_word(word: &str) -> Option<Self>;
}

keyword_enum! {
    /// Terms of conditions, and the yes-or-no words of picks.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Word {
        /// The round, from 1.
        Turn = "turn",
        /// Rounds left before the encounter's limit.
        TurnsLeft = "turns_left",
        /// Active members of the actor's side, without the actor.
        Allies = "allies",
        /// Active members of other sides.
        Enemies = "enemies",
        /// More enemies than members of the actor's side.
        Outnumbered = "outnumbered",
        /// Range to the option's target, or to the nearest enemy.
        Range = "range",
        /// Steps to the nearest zone that the actor's side must reach; 0 if there is none.
        GoalDistance = "goal_distance",
        /// Own boxes and consequence slots minus those of the enemy.
        Score = "score",
        /// Fate points in hand.
        Fate = "fate",
        /// Spin in hand.
        Spin = "spin",
        /// Consequences taken.
        Consequences = "consequences",
        /// Consequence slots left.
        SlotsLeft = "slots_left",
        /// Unmarked boxes left before the weakest track is exceeded.
        BoxesLeft = "boxes_left",
        /// Chance of a hit.
        HitChance = "hit_chance",
        /// Chance of taking the target out.
        KillChance = "kill_chance",
        /// Expected boxes of damage.
        Expected = "expected",
        /// Expected boxes of damage in return before the actor's next turn.
        Risk = "risk",
        /// Boxes a maneuver is expected to add to an ally's next attack.
        Setup = "setup",
        /// Best `expected` of the actor's acts.
        TurnValue = "turn_value",
        /// Compels already refused at this declaration.
        Refused = "refused",
        /// Fate points that the option offers, asks for or pays.
        Points = "points",
        /// Boxes that obeying the compel would cost.
        AtStake = "at_stake",
        /// Value of a fate point, in boxes.
        FateValue = "fate_value",
        /// Points to the next better outcome; 99 if there is none.
        MissesBy = "misses_by",
        /// Points by which the roll is won.
        WinsBy = "wins_by",
        /// Value of the next better outcome, in boxes.
        Gain = "gain",
        /// Greatest number that free tags and spin can still add.
        FreeReach = "free_reach",
        /// Greatest number that can still be added, fate points included.
        Reach = "reach",
        /// Chance that a re-roll reaches the next better outcome.
        Odds = "odds",
        /// True if the other side can still buy an answer.
        Answerable = "answerable",
        /// True if this roll or hit takes the actor out as it is now.
        TakenOut = "taken_out",
        /// Shifts of the hit.
        Hit = "hit",
        /// The box the hit would mark.
        Box = "box",
        /// Unmarked boxes of Health.
        HealthLeft = "health_left",
        /// Unmarked boxes of Composure.
        ComposureLeft = "composure_left",
        /// Enemies in the option's zone.
        EnemiesInZone = "enemies_in_zone",
        /// Members of the actor's side in the option's zone, without the actor.
        AlliesInZone = "allies_in_zone",
        /// No enemy within the weapon's range.
        OutOfRange = "out_of_range",
        /// In cover.
        InCover = "in_cover",
        /// Unable to fire this turn.
        Reloading = "reloading",
        /// In a leaking suit.
        SuitBreached = "suit_breached",
        /// The ship's band.
        Band = "band",
        /// V-shift rating.
        Vshift = "vshift",
        /// Beam rating.
        Beam = "beam",
        /// Torpedo rating.
        Torpedo = "torpedo",
        /// Electronic-warfare rating.
        Ew = "ew",
        /// Unmarked boxes of the frame.
        FrameLeft = "frame_left",
        /// Unmarked boxes of data.
        DataLeft = "data_left",
        /// Unmarked boxes of heat.
        HeatLeft = "heat_left",
        /// Boxes of heat left after the option; -1 if the track is exceeded.
        HeatAfter = "heat_after",
        /// Chance of winning the position roll.
        WinChance = "win_chance",
        /// Chance of leaving the map.
        LeaveChance = "leave_chance",
        /// Chance that an enemy leaves the map.
        LostChance = "lost_chance",
        /// True if the ship can leave now.
        CanLeave = "can_leave",
        /// True if the shift pushes it off the map.
        PushesOut = "pushes_out",
        /// Expected boxes of damage from torpedoes.
        Threat = "threat",
        /// Boxes of time left.
        TimeLeft = "time_left",
        /// Expected steps towards the goal.
        GainSteps = "gain_steps",
        /// The rival's distance from its goal.
        RivalSteps = "rival_steps",
        /// The rival's distance from its goal minus the actor's.
        Lead = "lead",
        /// Value of the border.
        BorderCost = "border_cost",
        /// Seen by the enemy.
        Spotted = "spotted",
        /// Out-of-command points.
        Ooc = "ooc",
        /// Within the leader's command range.
        InCommand = "in_command",
        /// Unmarked boxes of morale.
        MoraleLeft = "morale_left",
        /// In sight of an enemy.
        InSight = "in_sight",
        /// Number of observers for it.
        Observers = "observers",
        /// Its box on the re-arm track.
        RearmBox = "rearm_box",
        /// Has fired this turn.
        HasFired = "has_fired",
        /// Dice total.
        Total = "total",
        /// Fewest dice that match the pending raise; 0 without a raise, 99 if it cannot be matched.
        Need = "need",
        /// The same for the opponent with the best dice against this raise.
        TheyNeed = "they_need",
        /// Number of dice left.
        DiceLeft = "dice_left",
        /// Number of dice more than the opponent with the most.
        DiceAhead = "dice_ahead",
        /// Number of dice that an escalation or thing would roll.
        NewDice = "new_dice",
        /// Fallout if the blow is taken.
        Blow = "blow",
        /// Unmarked boxes in the track with the most of them.
        Room = "room",
        /// In line of sight.
        Visible = "visible",
        /// Within the weapon's range.
        InRange = "in_range",
        /// In the actor's zone.
        InZone = "in_zone",
        /// In a neighbouring zone.
        Adjacent = "adjacent",
        /// With a marked box or a consequence.
        Hurt = "hurt",
        /// The leader of its side.
        Leader = "leader",
        /// The actor's side has a free tag on it.
        Tagged = "tagged",
        /// Attacked by an ally since its last turn.
        Targeted = "targeted",
        /// Able to act.
        Able = "able",
        /// With a weapon.
        Armed = "armed",
        /// Without an ally in its zone.
        Alone = "alone",
        /// Subject of the goal.
        Goal = "goal",
        /// Not seen by the enemy.
        Unspotted = "unspotted",
        /// Jammed.
        Jammed = "jammed",
        /// A member of a platoon.
        Member = "member",
        /// Without a platoon.
        Orphan = "orphan",
        /// Infantry.
        Infantry = "infantry",
        /// Armour.
        Armour = "armour",
        /// Artillery.
        Artillery = "artillery",
        /// Aircraft.
        Aircraft = "aircraft",
    }

    /// Returns the word as it is written.
    pub const fn word(self) -> &'static str;

    /// Returns the value for a word.
    pub fn from_word(word: &str) -> Option<Self>;
}
