//! Verbs of choices.

use slip_keyword::keyword_enum;

keyword_enum! {
    /// Verb of a choice. The order is the canonical order of options.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[repr(u8)]
    pub enum Verb {
        /// Do nothing. At the decision point `adjust` this lets the roll stand; at `compel` it offers no compel.
        Pass = "pass",
        /// Attack a target as the action.
        Attack = "attack",
        /// Move as the action of the turn.
        Move = "move",
        /// Place an aspect by a maneuver.
        Maneuver = "maneuver",
        /// Remove an aspect from the actor itself (`with` is the aspect).
        Remove = "remove",
        /// Make a border harder to cross.
        Obstruct = "obstruct",
        /// Seal a suit that leaks.
        Seal = "seal",
        /// Treat an actor's wounds.
        FirstAid = "first_aid",
        /// Go prone or stand up; free (R-P47).
        Stance = "stance",
        /// Change the mode of a weapon as the action (`with` is the weapon, `n` the mode).
        Switch = "switch",
        /// Pick up a dropped weapon (`with`).
        PickUp = "pick_up",
        /// Work at a task of the encounter (`with` is the number of the task).
        Task = "task",
        /// Choose this target: an actor, a zone (area fire, maneuver, obstruction) or the scene.
        Target = "target",
        /// Act with this weapon (`with`), skill (`n`) and manner (`how`, see [`Choice::AREA`](super::Choice::AREA)).
        Use = "with",
        /// Aim at this track (`n`).
        Aim = "track",
        /// Answer no.
        No = "no",
        /// Answer yes.
        Yes = "yes",
        /// Compel by this aspect (`with`) with a demand (`how`, see [`Choice::INACTION`](super::Choice::INACTION)) for this many points
        /// (`n`). The compelled actor is the current one, or after the dice the roller `it`; for an aspect of the compelling actor itself,
        /// `it` is the partner of the deal.
        Compel = "offer_compel",
        /// Refuse a compel or a concession.
        Refuse = "refuse",
        /// Accept a compel or a concession.
        Accept = "accept",
        /// Ask or offer another price for a compel (`n`).
        Counter = "counter",
        /// Stay, or stop moving.
        Stay = "stay",
        /// Go to a zone by the cheapest path.
        Go = "go",
        /// Enter a neighbouring zone over this border (`with`).
        Enter = "enter",
        /// Pay one point on this border (`with`): towards opening, or towards the actor's own crossing.
        Pay = "pay",
        /// Pay one point towards closing this border (`with`).
        Close = "close",
        /// Choose a border (`with`).
        Border = "border",
        /// Choose how long a placed aspect or obstruction lasts: until the conflict ends (`how` 0) or until the placer's next turn has
        /// ended (`how` 1).
        Term = "term",
        /// Defend with this skill (`n`); `how` is 1 if a recorded defence is used instead of a roll.
        Defend = "defend",
        /// Pay to invoke an aspect of the actor's own (`with`), with a bonus or a re-roll (`how`, see
        /// [`Choice::PLUS_TWO`](super::Choice::PLUS_TWO)).
        Invoke = "invoke",
        /// Pay to tag an aspect that is not the actor's own.
        Tag = "tag",
        /// Use the free tag of an aspect.
        Free = "free_tag",
        /// Spend this much spin (`n`).
        Spin = "spend_spin",
        /// Take a set of consequences (`how` is [`slip_dice::fate::Slots::number`]).
        Take = "consequence",
        /// Outcome of an actor taken out (`how` is the number of the conflict's outcome tag).
        Outcome = "beaten",
        /// Choose the actor (`it`) that receives the fate points that were spent.
        Payee = "payee",
        /// Offer a concession. `how` is 0 if the offer names no outcome, otherwise the number of the outcome's tag plus one.
        Concede = "concede",
        /// Before the first round: begin in this zone (`it`), begin with a weapon (`with`) in a mode (`n`), or in space send a person
        /// (`it`) to a post (`n`).
        Begin = "set_up",
        /// Choose the order of turns: by skill (`how` 0), or in the order in which the file lists the sides (`how` 1). In the second case,
        /// side `n` begins.
        Order = "order",
        /// Alter a stated fact and return its fate point, as the referee.
        Alter = "alter",
        /// Call a declared act unreasonable, so that its actor has to declare again.
        Veto = "veto",
        /// State a fact. `how` tells if it becomes an aspect, and where: see [`Choice::FACT`](super::Choice::FACT).
        Fact = "fact",
        /// Space: choose this band of the map (`n`; 5 and -5 are off the map).
        Band = "band",
        /// Begin the first turn with the position phase (`how` 0) or with electronic warfare (`how` 1).
        Start = "begin",
        /// Form up with this ship (`it`).
        Form = "form_up",
        /// Leave the formation.
        Leave = "leave",
        /// Offer to lead a tether. `it` is the ship to take along; without a ship, all ships of the formation are taken along.
        Tether = "tether",
        /// End the tether.
        Release = "release",
        /// Send boarders to this ship (`it`). The boarding is resolved by dice (`how` 0), or as a separate encounter (`how` 1).
        Board = "board",
        /// Use the drives.
        Drive = "drive",
        /// Use no drives, and bleed heat.
        Coast = "coast",
        /// Couple the ship's nose to another ship (`it`) instead of moving.
        Couple = "couple",
        /// Uncouple a coupled ship instead of moving.
        Decouple = "decouple",
        /// Return to the hangar of the parent ship (`it`), which carries this craft, instead of moving.
        Dock = "dock",
        /// Space: declare no attack for now, keep the present bid for the burn, or launch no more fighters.
        Hold = "hold",
        /// Burn this much with the drives (`n`).
        Burn = "burn",
        /// Attack by electronic warfare with this ship (`it`).
        Ew = "ew",
        /// Attack with beams of this ship (`it`).
        Beam = "beam",
        /// Attack with torpedoes of this ship (`it`).
        Torpedo = "torpedo",
        /// Launch this fighter (`it`) from its hangar.
        Launch = "launch",
        /// Fire the beams with this rating (`n`).
        Value = "value",
        /// Defend with beams at this rating (`n`).
        Beams = "beams",
        /// Space: defend against torpedoes with the fixed number that an effect gives.
        PointDefence = "point_defence",
        /// Space: defend against torpedoes with dice only, without beams or a fixed number.
        Nothing = "nothing",
        /// Space: defend against electronic warfare with the ship's rating.
        Rating = "rating",
        /// Space: defend against electronic warfare with the fixed number that an effect gives.
        Firewall = "firewall",
        /// Roll against the use of a free tag.
        Deny = "deny",
        /// Repair a track (`n`) with this person (`it`); without a person, the crew at the post repairs it.
        Repair = "repair",
        /// Let this platoon (`it`) act next.
        Command = "order_platoon",
        /// Let this unit (`it`) act next.
        Unit = "unit",
        /// Adopt this unit without a leader (`it`) into the platoon.
        Adopt = "adopt",
        /// Platoons: march together with the units in the leader's zone.
        March = "march",
        /// Make borders of a zone (`it`) harder to cross.
        Interdict = "interdict",
        /// Rally a unit (`it`) of the platoon.
        Rally = "rally",
        /// Jam a unit (`it`), so that its orders do not reach it.
        Jam = "jam",
        /// End the jamming of orders.
        Unjam = "unjam",
        /// Spot a unit (`it`).
        Spot = "spot",
        /// Get out of the enemy's sight.
        Cover = "cover",
        /// Platoons: move to another zone of the card that the unit is on.
        Relocate = "relocate",
        /// Platoons: leave a position that the enemy knows.
        Displace = "displace",
        /// Deploy from the re-arm track to this zone (`it`).
        Deploy = "deploy",
        /// Platoons: move along the re-arm track.
        Rearm = "rearm",
        /// Load a unit (`it`).
        Load = "load",
        /// Unload the units aboard.
        Unload = "unload",
        /// Put the whole amount on one border (`with`, into the zone `it`) or unit. At questions that select units or parties: select all
        /// of them.
        All = "all",
        /// Put the same amount on every border or unit.
        Even = "even",
        /// Choose the shares one after the other.
        ByHand = "by_hand",
        /// Put this much (`n`) on this border (`it`, `with`). In stakes: add this face (`n`) to the dice that answer a raise.
        Put = "put",
        /// Use up a free tag that other sides have on an aspect (`with`).
        Strip = "strip",
        /// Repeat the maneuver.
        Again = "again",
        /// Leave the map from the present zone.
        Exit = "exit",
        /// Social: move another actor (`it`).
        Push = "push",
        /// Take this approach (`n` is its number).
        Approach = "approach",
        /// Change to another approach (`n`).
        Escalate = "escalate",
        /// Bring this thing in (`with`).
        BringIn = "bring_in",
        /// Stakes: raise with two dice, by their faces (`with` is the higher one or a die held from the last answer, `n` the other).
        Raise = "raise",
        /// Stakes: answer the raise with this face (`n`) alone, and keep the die.
        Reverse = "reverse",
        /// Stakes: answer the raise with two faces (`with` is the higher, `n` the lower).
        Block = "block",
        /// Stakes: answer the raise with three dice or more, and take the blow: with the fewest dice (`how` 0), or with the least sum
        /// (`how` 1).
        Blow = "blow",
        /// Stakes: use this face (`n`) against the fallout.
        Resist = "resist",
        /// Stakes: give up the stakes.
        Give = "give",
        /// Stakes: lose, because the remaining dice cannot reach the raise.
        Lose = "lose",
        /// Social: turn violent.
        BreakOff = "break_off",
        /// Not a choice: a step of the engine.
        Engine = "engine",
    }

    /// Returns the word for the verb in doctrines and scripts.
    pub const fn word(self) -> &'static str;

    /// Returns the verb that has this word.
    pub fn from_word(word: &str) -> Option<Self>;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Logs are read by these words, so each verb needs its own.
    #[test]
    fn every_verb_has_a_word_of_its_own() {
        let words: std::collections::BTreeSet<&str> = Verb::ALL.iter().map(|verb| verb.word()).collect();
        assert_eq!(words.len(), Verb::ALL.len());
    }
}
