//! The closed vocabulary of doctrines: the words of the engine's own questions.
//!
//! Which of them may stand where is the checker's business; here they only have names.

use serde::{Deserialize, Serialize};

macro_rules! vocabulary {
    ($(#[doc = $doc:literal])* $name:ident { $($(#[doc = $what:literal])* $variant:ident $word:literal,)* }) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum $name { $($(#[doc = $what])* #[serde(rename = $word)] $variant,)* }

        impl $name {
            /// All of them, in the order of the rules page.
            pub const ALL: &[$name] = &[$($name::$variant,)*];

            /// As it is written.
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word,)* }
            }

            /// The one that is written so.
            pub fn from_word(word: &str) -> Option<$name> {
                match word { $($word => Some($name::$variant),)* _ => None }
            }
        }
    };
}

vocabulary! {
    /// What a doctrine is for.
    Kind {
        /// A base for the four FATE conflicts.
        Fate "fate",
        /// Personal combat.
        Personal "personal",
        /// Space combat.
        Space "space",
        /// Social combat.
        Social "social",
        /// Platoon combat.
        Platoon "platoon",
        /// The raise-and-see conflict.
        Stakes "stakes",
    }
}

vocabulary! {
    /// What a line states a preference about.
    Topic {
        /// Which action, on whom, with what.
        Act "act",
        /// Whom.
        Target "target",
        /// Which weapon.
        Weapon "weapon",
        /// Which skill.
        Skill "skill",
        /// Which defence.
        Defend "defend",
        /// One target or an area.
        Fire "fire",
        /// Which track is aimed at.
        Track "track",
        /// How far from the nearest enemy.
        KeepRange "keep_range",
        /// Where to.
        Move "move",
        /// What no step may break.
        Stay "stay",
        /// Where a pawn is pushed.
        Push "push",
        /// Which border is obstructed.
        Obstruct "obstruct",
        /// Which borders are interdicted.
        Interdict "interdict",
        /// True if a free tag is used.
        FreeTag "free_tag",
        /// True if spin is spent.
        SpendSpin "spend_spin",
        /// True if a fate point is spent for +2.
        SpendFate "spend_fate",
        /// True if dice are rolled again.
        Reroll "reroll",
        /// Whether, and which, consequences are taken.
        Consequence "consequence",
        /// True if a fate point is paid to use a thing.
        PayAccess "pay_access",
        /// True if a compel is offered.
        OfferCompel "offer_compel",
        /// True if a compel is accepted.
        AcceptCompel "accept_compel",
        /// True if a compel is offered after the dice.
        LateCompel "late_compel",
        /// True if an own aspect is compelled, for points from whoever gains by it.
        CompelSelf "compel_self",
        /// True if more is asked for giving in to a compel.
        CounterOffer "counter_offer",
        /// Whether what another asks for giving in is paid.
        PayCompel "pay_compel",
        /// To whom a fate point goes.
        Payee "payee",
        /// True if a concession is accepted.
        AcceptConcession "accept_concession",
        /// True if a declared fact is accepted.
        Fact "fact",
        /// True if stopping is offered.
        Stop "stop",
        /// True if to concede.
        Concede "concede",
        /// What becomes of the beaten.
        Beaten "beaten",
        /// How long a maneuver's aspect lasts.
        Term "term",
        /// Who goes first.
        Order "order",
        /// How things are set up.
        SetUp "set_up",
        /// What a fate point is worth, in boxes.
        FateValue "fate_value",
        /// Where a ship is placed at the start, or shifted.
        Place "place",
        /// Where the winner of positions shifts ships.
        Position "position",
        /// What a space turn begins with.
        Begin "begin",
        /// True if to coast.
        Coast "coast",
        /// Whether, and how much, to burn.
        Burn "burn",
        /// True if to attack electronically.
        Ew "ew",
        /// True if to fire beams, and how many.
        Beam "beam",
        /// True if to fire torpedoes.
        Torpedo "torpedo",
        /// True if to launch fighters.
        Launch "launch",
        /// How torpedoes are met.
        TorpedoDefence "torpedo_defence",
        /// How electronic attacks are met.
        EwDefence "ew_defence",
        /// Which track is repaired first.
        Repair "repair",
        /// True if to fire for a tether mate.
        Overwatch "overwatch",
        /// True if to form up.
        Formation "formation",
        /// True if to board.
        Board "board",
        /// Which unit acts next.
        Unit "unit",
        /// True if orphans are adopted.
        Adopt "adopt",
        /// True if aircraft go up against aircraft.
        Intercept "intercept",
        /// True if a leader rallies one more.
        RallyToo "rally_too",
        /// What engineers do.
        Engineer "engineer",
        /// By which approach.
        Approach "approach",
        /// True if a thing is brought in.
        BringIn "bring_in",
        /// True if to escalate.
        Escalate "escalate",
        /// True if a beast may take consequences.
        Animal "animal",
        /// How high to raise.
        Raise "raise",
        /// How to see.
        See "see",
        /// True if to resist fallout.
        Resist "resist",
        /// Which track takes fallout.
        Fallout "fallout",
        /// When to give.
        Give "give",
    }
}

impl Topic {
    /// True if it is a *whether* topic: its options are declined unless a line of it applies.
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

vocabulary! {
    /// Whom a pick is about.
    Who {
        /// The actor itself.
        Me "me",
        /// Its own side without it.
        Ally "ally",
        /// The other sides.
        Enemy "enemy",
        /// Everybody.
        Anyone "anyone",
        /// Those who are pushed about.
        Pawn "pawn",
        /// The person the goal is about.
        GoalPerson "goal_person",
        /// The other seeker of the same goal.
        Rival "rival",
        /// Somebody by name.
        Named "named",
    }
}

vocabulary! {
    /// Which of those that fit is best. Of equals all stay.
    Order {
        /// Fewest boxes left, then fewest slots.
        Weakest "weakest",
        /// Most boxes left, then most slots.
        Strongest "strongest",
        /// Least range.
        Nearest "nearest",
        /// Greatest range.
        Farthest "farthest",
        /// Greatest `hit_chance`.
        Easiest "easiest",
        /// Greatest `expected`; of skills the highest rank.
        Best "best",
        /// Greatest `expected` of theirs against us.
        Dangerous "dangerous",
        /// The smallest number.
        Least "least",
        /// The greatest number.
        Most "most",
        /// The first in canonical order.
        First "first",
        /// One drawn from the seat's own stream.
        Random "random",
        /// Not the best: that is kept for the turn after.
        Save "save",
        /// The approach with the most dice.
        MostDice "most_dice",
        /// The track with the most boxes left.
        Roomiest "roomiest",
    }
}

vocabulary! {
    /// The terms of conditions and the yes-or-no words of picks.
    Word {
        /// The round, from 1.
        Turn "turn",
        /// Rounds left before the encounter's limit.
        TurnsLeft "turns_left",
        /// Active members of the own side without the actor.
        Allies "allies",
        /// Active members of other sides.
        Enemies "enemies",
        /// More enemies than own people.
        Outnumbered "outnumbered",
        /// Range to the option's target, or to the nearest enemy.
        Range "range",
        /// Steps to the nearest zone the own side must reach; 0 without one.
        GoalDistance "goal_distance",
        /// Own boxes and slots less theirs.
        Score "score",
        /// Fate points in hand.
        Fate "fate",
        /// Spin in hand.
        Spin "spin",
        /// Consequences taken.
        Consequences "consequences",
        /// Consequence slots left.
        SlotsLeft "slots_left",
        /// Unmarked boxes left before the weakest track is passed.
        BoxesLeft "boxes_left",
        /// Chance of a hit.
        HitChance "hit_chance",
        /// Chance of taking the target out.
        KillChance "kill_chance",
        /// Boxes to expect.
        Expected "expected",
        /// Boxes to expect in return before the next own turn.
        Risk "risk",
        /// Boxes a maneuver is expected to add to an ally's next attack.
        Setup "setup",
        /// Best `expected` of the actor's acts.
        TurnValue "turn_value",
        /// Compels refused already at this declaration.
        Refused "refused",
        /// Fate points that the option offers, asks for or pays.
        Points "points",
        /// Boxes that obeying the compel would cost.
        AtStake "at_stake",
        /// Boxes a fate point is worth.
        FateValue "fate_value",
        /// Points to the next better outcome; 99 if there is none.
        MissesBy "misses_by",
        /// Points by which the roll is won.
        WinsBy "wins_by",
        /// What the next better outcome is worth, in boxes.
        Gain "gain",
        /// The most that free tags and spin can still add.
        FreeReach "free_reach",
        /// The most that can still be added, points included.
        Reach "reach",
        /// Chance of a re-roll reaching the next better outcome.
        Odds "odds",
        /// True if the other side can buy it back.
        Answerable "answerable",
        /// Whether this roll or hit takes the actor out as it stands.
        TakenOut "taken_out",
        /// Shifts of the hit.
        Hit "hit",
        /// The box the hit would mark.
        Box "box",
        /// Unmarked boxes of Health.
        HealthLeft "health_left",
        /// Unmarked boxes of Composure.
        ComposureLeft "composure_left",
        /// Enemies in the option's zone.
        EnemiesInZone "enemies_in_zone",
        /// Own people in the option's zone, without the actor.
        AlliesInZone "allies_in_zone",
        /// No enemy within the weapon's range.
        OutOfRange "out_of_range",
        /// Behind something.
        InCover "in_cover",
        /// Cannot fire this turn.
        Reloading "reloading",
        /// In a leaking suit.
        SuitBreached "suit_breached",
        /// The ship's band.
        Band "band",
        /// V-shift rating.
        Vshift "vshift",
        /// Beam rating.
        Beam "beam",
        /// Torpedo rating.
        Torpedo "torpedo",
        /// Electronic-warfare rating.
        Ew "ew",
        /// Unmarked boxes of the frame.
        FrameLeft "frame_left",
        /// Unmarked boxes of data.
        DataLeft "data_left",
        /// Unmarked boxes of heat.
        HeatLeft "heat_left",
        /// Boxes of heat left after the option; -1 is out.
        HeatAfter "heat_after",
        /// Chance of winning the position roll.
        WinChance "win_chance",
        /// Chance of leaving the map.
        LeaveChance "leave_chance",
        /// Chance of an enemy's leaving it.
        LostChance "lost_chance",
        /// True if the ship can leave now.
        CanLeave "can_leave",
        /// True if the shift pushes it off the map.
        PushesOut "pushes_out",
        /// Boxes to expect from torpedoes.
        Threat "threat",
        /// Boxes of time left.
        TimeLeft "time_left",
        /// Expected steps towards the goal.
        GainSteps "gain_steps",
        /// The rival's distance from its goal.
        RivalSteps "rival_steps",
        /// The rival's distance less ours.
        Lead "lead",
        /// What the border costs.
        BorderCost "border_cost",
        /// Seen by the enemy.
        Spotted "spotted",
        /// Out-of-command points.
        Ooc "ooc",
        /// Within the leader's command range.
        InCommand "in_command",
        /// Unmarked boxes of morale.
        MoraleLeft "morale_left",
        /// In sight of an enemy.
        InSight "in_sight",
        /// How many observe for it.
        Observers "observers",
        /// Its place on the re-arm track.
        RearmBox "rearm_box",
        /// Has fired this turn.
        HasFired "has_fired",
        /// Dice total.
        Total "total",
        /// Fewest dice that see the pending raise; 0 no raise, 99 cannot.
        Need "need",
        /// The same for the best-placed opponent against this raise.
        TheyNeed "they_need",
        /// Dice left.
        DiceLeft "dice_left",
        /// Dice more than the best-placed opponent's.
        DiceAhead "dice_ahead",
        /// Dice an escalation or thing would roll.
        NewDice "new_dice",
        /// Fallout if the blow is taken.
        Blow "blow",
        /// Boxes in the roomiest track.
        Room "room",
        /// In line of sight.
        Visible "visible",
        /// Within the weapon's range.
        InRange "in_range",
        /// In the actor's zone.
        InZone "in_zone",
        /// In a neighbouring zone.
        Adjacent "adjacent",
        /// With a marked box or a consequence.
        Hurt "hurt",
        /// The leader of its side.
        Leader "leader",
        /// We hold a free tag on it.
        Tagged "tagged",
        /// An ally attacked it since its last turn.
        Targeted "targeted",
        /// Able to act.
        Able "able",
        /// With a weapon.
        Armed "armed",
        /// Without a friend in its zone.
        Alone "alone",
        /// What the goal is about.
        Goal "goal",
        /// Not seen by the enemy.
        Unspotted "unspotted",
        /// Jammed.
        Jammed "jammed",
        /// A member of a platoon.
        Member "member",
        /// Without a platoon.
        Orphan "orphan",
        /// Infantry.
        Infantry "infantry",
        /// Armour.
        Armour "armour",
        /// Artillery.
        Artillery "artillery",
        /// Aircraft.
        Aircraft "aircraft",
    }
}
