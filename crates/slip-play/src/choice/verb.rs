//! Verbs of choices.

/// Verb of a choice. The order is the canonical order of options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Verb {
    /// Do nothing; at `adjust`, let the roll stand; at `compel`, offer nothing.
    Pass,
    /// Attack.
    Attack,
    /// Move as the action.
    Move,
    /// Place an aspect.
    Maneuver,
    /// Remove an aspect from the actor itself (`with` is the aspect).
    Remove,
    /// Make a border harder.
    Obstruct,
    /// Seal a suit that leaks.
    Seal,
    /// Treat an actor's wounds.
    FirstAid,
    /// Go prone or stand up; free (R-P47).
    Stance,
    /// Change the mode of a weapon as the action (`with` is the weapon, `n` the mode).
    Switch,
    /// Pick up a dropped weapon (`with`).
    PickUp,
    /// Work at a task of the encounter (`with` is its number).
    Task,
    /// This target: an actor, a zone (area fire, maneuver, obstruction) or the scene.
    Target,
    /// With this weapon (`with`), skill (`n`) and manner (`how`, see [`Choice::AREA`](super::Choice::AREA)).
    Use,
    /// At this track (`n`).
    Aim,
    /// No.
    No,
    /// Yes.
    Yes,
    /// Compel by this aspect (`with`) with a demand (`how`, see [`Choice::INACTION`](super::Choice::INACTION)) for so many points (`n`).
    /// The compelled actor is the current one, or after the dice the roller `it`; for an aspect of the compeller's own `it` is the partner
    /// of the deal.
    Compel,
    /// Refuse a compel or a concession.
    Refuse,
    /// Accept a compel or a concession.
    Accept,
    /// Ask or offer another price for a compel (`n`).
    Counter,
    /// Stay, or stop moving.
    Stay,
    /// Go to a zone by the cheapest path.
    Go,
    /// Enter a neighbouring zone over this border (`with`).
    Enter,
    /// Pay one point on this border (`with`): towards opening, or towards the actor's own crossing.
    Pay,
    /// Pay one point towards closing this border (`with`).
    Close,
    /// This border (`with`).
    Border,
    /// For the conflict (`how` 0) or until the placer's next turn has ended (`how` 1).
    Term,
    /// Defend with this skill (`n`); `how` is 1 if a recorded defence is used instead of a roll.
    Defend,
    /// Pay to invoke an aspect of the actor's own (`with`), with a bonus or a re-roll (`how`, see
    /// [`Choice::PLUS_TWO`](super::Choice::PLUS_TWO)).
    Invoke,
    /// Pay to tag another's aspect.
    Tag,
    /// Use a free tag.
    Free,
    /// Spend this much spin (`n`).
    Spin,
    /// Take these consequences (`how` is [`slip_dice::fate::Slots::number`]).
    Take,
    /// Outcome of an actor taken out (`how` is the number of the conflict's outcome tag).
    Outcome,
    /// Pay to this actor (`it`).
    Payee,
    /// Offer a concession (`how` 0), or one with an outcome (the number of its tag plus one).
    Concede,
    /// Begin here (`it`), or with a weapon (`with`) in a mode (`n`).
    Begin,
    /// Turns go by skill (`how` 0), or as the sides are written from this one on (`how` 1, `n`).
    Order,
    /// The referee alters a fact and returns its point.
    Alter,
    /// Call an action unreasonable: it is declared again.
    Veto,
    /// State a fact (`how`: the aspect made of it, see [`Choice::FACT`](super::Choice::FACT)).
    Fact,
    /// This band (`n`; 5 and -5 are off the map).
    Band,
    /// The first turn begins with the position phase (`how` 0) or with electronic warfare (`how` 1).
    Start,
    /// Form up with this ship (`it`).
    Form,
    /// Leave the formation.
    Leave,
    /// Offer to lead a tether (`it` is a ship to be taken along, none for all in formation).
    Tether,
    /// End the tether.
    Release,
    /// Send boarders to this ship (`it`): resolved by dice (`how` 0), or as an encounter of its own (`how` 1).
    Board,
    /// Use the drives.
    Drive,
    /// Use no drives, and bleed heat.
    Coast,
    /// Couple the nose to this ship (`it`) instead of moving.
    Couple,
    /// Uncouple a coupled ship instead of moving.
    Decouple,
    /// Return to the hangar of the parent (`it`) instead of moving.
    Dock,
    /// Declare nothing for now.
    Hold,
    /// Burn this much (`n`).
    Burn,
    /// With this ship (`it`), attack by electronic warfare.
    Ew,
    /// With this ship (`it`), attack with beams.
    Beam,
    /// With this ship (`it`), attack with torpedoes.
    Torpedo,
    /// Launch this fighter (`it`) from its hangar.
    Launch,
    /// At this declared rating (`n`).
    Value,
    /// Defend with beams at this rating (`n`).
    Beams,
    /// Defend with the fixed value against torpedoes.
    PointDefence,
    /// Defend with dice only.
    Nothing,
    /// Defend with the rating in electronic warfare.
    Rating,
    /// Defend with the fixed value in electronic warfare.
    Firewall,
    /// Roll against a free tag.
    Deny,
    /// Repair a track (`n`) with this person (`it`; none is the person at the post).
    Repair,
    /// Let this platoon (`it`) act next.
    Command,
    /// Let this unit (`it`) act next.
    Unit,
    /// Adopt this orphan (`it`) into the platoon.
    Adopt,
    /// Move together with those in the leader's zone.
    March,
    /// Make borders of a zone (`it`) harder to cross.
    Interdict,
    /// Rally a unit (`it`) of the platoon.
    Rally,
    /// Jam a unit (`it`), so that its orders do not reach it.
    Jam,
    /// End the jamming of orders.
    Unjam,
    /// Spot a unit (`it`).
    Spot,
    /// Get out of sight.
    Cover,
    /// Move about the unit's card.
    Relocate,
    /// Leave a position that the enemy knows.
    Displace,
    /// Deploy from the re-arm track to this zone (`it`).
    Deploy,
    /// Move along the re-arm track.
    Rearm,
    /// Load this unit (`it`).
    Load,
    /// Unload the units aboard.
    Unload,
    /// All of it: on one border (`with`, into the zone `it`), or all units that can.
    All,
    /// The same amount everywhere.
    Even,
    /// One share after the other.
    ByHand,
    /// This much (`n`) here (`it`, `with`).
    Put,
    /// Use up a free tag of other sides (`with` is the aspect).
    Strip,
    /// Repeat it.
    Again,
    /// Leave the map here.
    Exit,
    /// Social: move another actor (`it`).
    Push,
    /// Take this approach (`n` is its number).
    Approach,
    /// Change to another approach (`n`).
    Escalate,
    /// Bring this thing in (`with`).
    BringIn,
    /// Raise with these faces (`with` the higher or held one, `n` the other).
    Raise,
    /// See with this face (`n`) alone, and keep it.
    Reverse,
    /// See with these two faces (`with` the higher, `n` the lower).
    Block,
    /// See with three dice or more, and take the blow: with the fewest dice (`how` 0), or with the least sum (`how` 1).
    Blow,
    /// Use this face (`n`) against the fallout.
    Resist,
    /// Give up the stakes.
    Give,
    /// Lose, because the remaining dice cannot reach the raise.
    Lose,
    /// Social: turn violent.
    BreakOff,
    /// A step of the engine.
    Engine,
}

impl Verb {
    /// All verbs, in order.
    pub const ALL: [Verb; Verb::Engine as usize + 1] = [
        Verb::Pass,
        Verb::Attack,
        Verb::Move,
        Verb::Maneuver,
        Verb::Remove,
        Verb::Obstruct,
        Verb::Seal,
        Verb::FirstAid,
        Verb::Stance,
        Verb::Switch,
        Verb::PickUp,
        Verb::Task,
        Verb::Target,
        Verb::Use,
        Verb::Aim,
        Verb::No,
        Verb::Yes,
        Verb::Compel,
        Verb::Refuse,
        Verb::Accept,
        Verb::Counter,
        Verb::Stay,
        Verb::Go,
        Verb::Enter,
        Verb::Pay,
        Verb::Close,
        Verb::Border,
        Verb::Term,
        Verb::Defend,
        Verb::Invoke,
        Verb::Tag,
        Verb::Free,
        Verb::Spin,
        Verb::Take,
        Verb::Outcome,
        Verb::Payee,
        Verb::Concede,
        Verb::Begin,
        Verb::Order,
        Verb::Alter,
        Verb::Veto,
        Verb::Fact,
        Verb::Band,
        Verb::Start,
        Verb::Form,
        Verb::Leave,
        Verb::Tether,
        Verb::Release,
        Verb::Board,
        Verb::Drive,
        Verb::Coast,
        Verb::Couple,
        Verb::Decouple,
        Verb::Dock,
        Verb::Hold,
        Verb::Burn,
        Verb::Ew,
        Verb::Beam,
        Verb::Torpedo,
        Verb::Launch,
        Verb::Value,
        Verb::Beams,
        Verb::PointDefence,
        Verb::Nothing,
        Verb::Rating,
        Verb::Firewall,
        Verb::Deny,
        Verb::Repair,
        Verb::Command,
        Verb::Unit,
        Verb::Adopt,
        Verb::March,
        Verb::Interdict,
        Verb::Rally,
        Verb::Jam,
        Verb::Unjam,
        Verb::Spot,
        Verb::Cover,
        Verb::Relocate,
        Verb::Displace,
        Verb::Deploy,
        Verb::Rearm,
        Verb::Load,
        Verb::Unload,
        Verb::All,
        Verb::Even,
        Verb::ByHand,
        Verb::Put,
        Verb::Strip,
        Verb::Again,
        Verb::Exit,
        Verb::Push,
        Verb::Approach,
        Verb::Escalate,
        Verb::BringIn,
        Verb::Raise,
        Verb::Reverse,
        Verb::Block,
        Verb::Blow,
        Verb::Resist,
        Verb::Give,
        Verb::Lose,
        Verb::BreakOff,
        Verb::Engine,
    ];

    /// Returns the word of doctrines and scripts.
    pub const fn word(self) -> &'static str {
        match self {
            Verb::Pass => "pass",
            Verb::Attack => "attack",
            Verb::Move => "move",
            Verb::Maneuver => "maneuver",
            Verb::Remove => "remove",
            Verb::Obstruct => "obstruct",
            Verb::Seal => "seal",
            Verb::FirstAid => "first_aid",
            Verb::Stance => "stance",
            Verb::Switch => "switch",
            Verb::PickUp => "pick_up",
            Verb::Task => "task",
            Verb::Target => "target",
            Verb::Use => "with",
            Verb::Aim => "track",
            Verb::No => "no",
            Verb::Yes => "yes",
            Verb::Compel => "offer_compel",
            Verb::Refuse => "refuse",
            Verb::Accept => "accept",
            Verb::Counter => "counter",
            Verb::Stay => "stay",
            Verb::Go => "go",
            Verb::Enter => "enter",
            Verb::Pay => "pay",
            Verb::Close => "close",
            Verb::Border => "border",
            Verb::Term => "term",
            Verb::Defend => "defend",
            Verb::Invoke => "invoke",
            Verb::Tag => "tag",
            Verb::Free => "free_tag",
            Verb::Spin => "spend_spin",
            Verb::Take => "consequence",
            Verb::Outcome => "beaten",
            Verb::Payee => "payee",
            Verb::Concede => "concede",
            Verb::Begin => "set_up",
            Verb::Order => "order",
            Verb::Alter => "alter",
            Verb::Veto => "veto",
            Verb::Fact => "fact",
            Verb::Band => "band",
            Verb::Start => "begin",
            Verb::Form => "form_up",
            Verb::Leave => "leave",
            Verb::Tether => "tether",
            Verb::Release => "release",
            Verb::Board => "board",
            Verb::Drive => "drive",
            Verb::Coast => "coast",
            Verb::Couple => "couple",
            Verb::Decouple => "decouple",
            Verb::Dock => "dock",
            Verb::Hold => "hold",
            Verb::Burn => "burn",
            Verb::Ew => "ew",
            Verb::Beam => "beam",
            Verb::Torpedo => "torpedo",
            Verb::Launch => "launch",
            Verb::Value => "value",
            Verb::Beams => "beams",
            Verb::PointDefence => "point_defence",
            Verb::Nothing => "nothing",
            Verb::Rating => "rating",
            Verb::Firewall => "firewall",
            Verb::Deny => "deny",
            Verb::Repair => "repair",
            Verb::Command => "order_platoon",
            Verb::Unit => "unit",
            Verb::Adopt => "adopt",
            Verb::March => "march",
            Verb::Interdict => "interdict",
            Verb::Rally => "rally",
            Verb::Jam => "jam",
            Verb::Unjam => "unjam",
            Verb::Spot => "spot",
            Verb::Cover => "cover",
            Verb::Relocate => "relocate",
            Verb::Displace => "displace",
            Verb::Deploy => "deploy",
            Verb::Rearm => "rearm",
            Verb::Load => "load",
            Verb::Unload => "unload",
            Verb::All => "all",
            Verb::Even => "even",
            Verb::ByHand => "by_hand",
            Verb::Put => "put",
            Verb::Strip => "strip",
            Verb::Again => "again",
            Verb::Exit => "exit",
            Verb::Push => "push",
            Verb::Approach => "approach",
            Verb::Escalate => "escalate",
            Verb::BringIn => "bring_in",
            Verb::Raise => "raise",
            Verb::Reverse => "reverse",
            Verb::Block => "block",
            Verb::Blow => "blow",
            Verb::Resist => "resist",
            Verb::Give => "give",
            Verb::Lose => "lose",
            Verb::BreakOff => "break_off",
            Verb::Engine => "engine",
        }
    }
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
