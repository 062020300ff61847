//! Answers: one choice of eight bytes, and the caller's buffer of legal ones (doctrines.md 1, 6). Floor 4.

use crate::play::event::Demand;
use crate::play::ids::{AspectId, BorderId, Id, SkillId};
use ecow::EcoString;

/// What a choice does. The order is the canonical order of options.
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
    /// Rid oneself of an aspect that was placed (`with` is the aspect).
    Remove,
    /// Make a border harder.
    Obstruct,
    /// Seal a suit that leaks.
    Seal,
    /// Treat somebody's wounds.
    FirstAid,
    /// Go prone or stand up; free (R-P47).
    Stance,
    /// Change the mode of a weapon as the action (`with` is the weapon, `n` the mode).
    Switch,
    /// Take up a weapon that lies there (`with`).
    PickUp,
    /// Work at a task of the encounter (`with` is its number).
    Task,
    /// This target: an actor, a zone (area fire, maneuver, obstruction) or the scene.
    Target,
    /// With this weapon (`with`), skill (`n`) and manner (`how`, see [`Choice::AREA`]).
    Use,
    /// At this track (`n`).
    Aim,
    /// Do not.
    No,
    /// Do.
    Yes,
    /// Compel with this aspect (`with`) to this end (`how`, see [`Choice::INACTION`]) for so many points (`n`): the actor, after
    /// the dice whoever `it` is; of an own aspect `it` is with whom the deal is made.
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
    /// Pay one point on this border (`with`): towards opening, or towards one's own crossing.
    Pay,
    /// Pay one point towards closing this border (`with`).
    Close,
    /// This border (`with`).
    Border,
    /// For the conflict (`how` 0) or until the placer's next turn has ended (`how` 1).
    Term,
    /// Defend with this skill (`n`); `how` is 1 where a live record is read instead of rolling.
    Defend,
    /// Pay to invoke an own aspect (`with`), as `how` says (see [`Choice::PLUS_TWO`]).
    Invoke,
    /// Pay to tag somebody's or something's aspect.
    Tag,
    /// Use a free tag.
    Free,
    /// Spend this much spin (`n`).
    Spin,
    /// Take these consequences (`how` is [`crate::fate::Slots::number`]).
    Take,
    /// The fate of the beaten (`how` is the number of the conflict's outcome tag).
    Outcome,
    /// Pay to this one (`it`).
    Payee,
    /// Offer a concession (`how` 0), or with an outcome: its tag's number and one.
    Concede,
    /// Begin here (`it`), or with a weapon (`with`) in a mode (`n`).
    Begin,
    /// Turns go by skill (`how` 0), or as the sides are written from this one on (`how` 1, `n`).
    Order,
    /// The referee hands the point for a fact back and alters it.
    Alter,
    /// Call an action unreasonable: it is declared anew.
    Veto,
    /// State a fact (`how` says whether an aspect comes of it, see [`Choice::FACT`]).
    Fact,
    /// This band of the line (`n`; 5 and -5 are off the map).
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
    /// Send people over to this ship (`it`): by dice (`how` 0), or as an encounter of its own (`how` 1).
    Board,
    /// Use the drives.
    Drive,
    /// Use no drives, and bleed heat.
    Coast,
    /// Couple the nose to this ship (`it`) instead of moving.
    Couple,
    /// Let go of the ship that is coupled instead of moving.
    Decouple,
    /// Return to the hangar of the parent (`it`) instead of moving.
    Dock,
    /// Say nothing for now.
    Hold,
    /// Burn so much (`n`).
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
    /// Defend with nothing but dice.
    Nothing,
    /// Defend with the rating in electronic warfare.
    Rating,
    /// Defend with the fixed value in electronic warfare.
    Firewall,
    /// Roll against a free tag.
    Deny,
    /// Repair a track (`n`) by the hands of this person (`it`; none is whoever is at the post).
    Repair,
    /// Let this platoon (`it`) act next.
    Command,
    /// Let this unit (`it`) act next.
    Unit,
    /// Take this orphan (`it`) into the platoon.
    Adopt,
    /// Move together with those in the leader's zone.
    March,
    /// Make borders of a zone (`it`) harder to cross.
    Interdict,
    /// Steady a unit (`it`) of the platoon.
    Rally,
    /// Cut a unit (`it`) off from its orders.
    Jam,
    /// Get through again.
    Unjam,
    /// Find a unit (`it`).
    Spot,
    /// Get out of sight.
    Cover,
    /// Move about one's card.
    Relocate,
    /// Leave a position that the enemy knows.
    Displace,
    /// Come down from the re-arm track on this zone (`it`).
    Deploy,
    /// Move along the re-arm track.
    Rearm,
    /// Take this unit (`it`) aboard.
    Load,
    /// Put those aboard down.
    Unload,
    /// All of it: on one border (`with`, into the zone `it`), or all who can.
    All,
    /// The same everywhere.
    Even,
    /// One after the other.
    ByHand,
    /// This much (`n`) here (`it`, `with`).
    Put,
    /// Use up a free tag that others hold (`with` is the aspect).
    Strip,
    /// The same once more.
    Again,
    /// Leave the map here.
    Exit,
    /// A step of the engine's own.
    Engine,
}

impl Verb {
    /// All, in order.
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
        Verb::Engine,
    ];

    /// The word of doctrines and scripts.
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
            Verb::Deploy => "enter",
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
            Verb::Engine => "engine",
        }
    }
}

/// One answer to a question. Which fields mean something depends on [`Verb`]; the others have their default, so that
/// equal choices are equal values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Choice {
    /// What it does.
    pub verb: Verb,
    /// Manner, set or flag.
    pub how: u8,
    /// Whom or where it concerns.
    pub it: Id,
    /// Number of a weapon, aspect or border; [`Choice::NOTHING`] if none.
    pub with: u16,
    /// Skill, track or amount.
    pub n: i16,
}

impl Choice {
    /// `with` without a thing: bare hands, or words (a composure attack without weapon).
    pub const NOTHING: u16 = u16::MAX;
    /// `how` of [`Verb::Use`]: at one target.
    pub const SINGLE: u8 = 0;
    /// `how` of [`Verb::Use`]: at everybody in a zone.
    pub const AREA: u8 = 1;
    /// `how` of [`Verb::Use`]: throw it.
    pub const THROW: u8 = 2;
    /// `n` of [`Verb::Take`]: the hit goes where a line says that it may.
    pub const ELSEWHERE: i16 = 1;
    /// `how` of [`Verb::Compel`]: lose the turn.
    pub const INACTION: u8 = 0;
    /// `how` of [`Verb::Compel`]: move at least one zone away.
    pub const FORCED_MOVE: u8 = 1;
    /// `how` of [`Verb::Compel`]: take 2 off the roll.
    pub const LATE: u8 = 2;
    /// Bit of `how` of [`Verb::Compel`]: by the aspect's free tag, and no point.
    pub const BY_TAG: u8 = 4;
    /// Bit of `how` of [`Verb::Compel`]: an aspect of one's own.
    pub const OWN: u8 = 8;
    /// `how` of an invoke or tag: +2 on the roll.
    pub const PLUS_TWO: u8 = 0;
    /// `how` of an invoke or tag: roll the dice again.
    pub const REROLL: u8 = 1;

    /// `how` of [`Verb::Fact`]: words alone.
    pub const FACT: u8 = 0;
    /// `how` of [`Verb::Fact`]: it becomes an aspect of the scene.
    pub const FACT_SCENE: u8 = 1;
    /// `how` of [`Verb::Fact`]: it becomes an aspect of the zone one is in.
    pub const FACT_ZONE: u8 = 2;
    /// `n` of [`Verb::Outcome`]: the beaten does not come back.
    pub const FOR_GOOD: i16 = 1;
    /// `n` of [`Verb::Outcome`] in space: her drives still work, as they normally do.
    pub const DRIVES_WORK: i16 = 0;
    /// `n` of [`Verb::Outcome`] in space: her drives are dead.
    pub const DRIVES_DEAD: i16 = 1;

    /// The plain choice of a verb.
    pub const fn of(verb: Verb) -> Choice {
        Choice { verb, how: 0, it: Id::None, with: Choice::NOTHING, n: 0 }
    }

    /// Concerning this.
    #[must_use]
    pub const fn on(self, it: Id) -> Choice {
        Choice { it, ..self }
    }

    /// With this thing's number.
    #[must_use]
    pub const fn with(self, with: u16) -> Choice {
        Choice { with, ..self }
    }

    /// In this manner.
    #[must_use]
    pub const fn how(self, how: u8) -> Choice {
        Choice { how, ..self }
    }

    /// With this number.
    #[must_use]
    pub const fn n(self, n: i16) -> Choice {
        Choice { n, ..self }
    }

    /// The skill of [`Verb::Use`] and [`Verb::Defend`].
    pub fn skill(self) -> Option<SkillId> {
        u8::try_from(self.n).ok().map(SkillId)
    }

    /// The aspect of compels, invokes, tags and [`Verb::Remove`].
    pub fn aspect(self) -> Option<AspectId> {
        (self.with != Choice::NOTHING).then_some(AspectId(self.with))
    }

    /// What a compel demands.
    pub const fn demand(self) -> Demand {
        match self.how & 3 {
            Choice::FORCED_MOVE => Demand::Leave,
            Choice::LATE => Demand::Less,
            _ => Demand::Stop,
        }
    }

    /// The border of moves and obstructions.
    pub fn border(self) -> Option<BorderId> {
        (self.with != Choice::NOTHING).then_some(BorderId(self.with))
    }

    /// The weapon of [`Verb::Use`]; `None` for bare hands and words.
    pub fn weapon(self) -> Option<u8> {
        u8::try_from(self.with).ok()
    }
}

/// A choice and the words that go with it. The words decide nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What is done.
    pub choice: Choice,
    /// What is said: an aspect's text, a reason, an outcome.
    pub say: Option<EcoString>,
}

impl From<Choice> for Answer {
    fn from(choice: Choice) -> Answer {
        Answer { choice, say: None }
    }
}

/// Legal answers: the default first, the rest in canonical order.
#[derive(Clone, Debug)]
pub struct Options {
    list: [Choice; Options::MAX],
    count: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options::new()
    }
}

impl Options {
    /// The most answers a question has.
    pub const MAX: usize = 256;

    /// An empty buffer.
    pub const fn new() -> Options {
        Options { list: [Choice::of(Verb::Pass); Options::MAX], count: 0 }
    }

    /// Empties it.
    pub fn clear(&mut self) {
        self.count = 0;
    }

    /// Adds an answer. Past [`Options::MAX`] it is not taken, which limits on rosters keep from happening, and `false`
    /// is returned.
    pub fn push(&mut self, choice: Choice) -> bool {
        match self.list.get_mut(self.count) {
            Some(slot) => {
                *slot = choice;
                self.count += 1;
                true
            }
            None => false,
        }
    }

    /// The answers.
    pub fn as_slice(&self) -> &[Choice] {
        self.list.get(..self.count).unwrap_or(&[])
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The answer of this number.
    pub fn get(&self, place: usize) -> Option<Choice> {
        self.as_slice().get(place).copied()
    }

    /// The default.
    pub fn default_choice(&self) -> Option<Choice> {
        self.get(0)
    }

    /// Whether this answer is listed.
    pub fn contains(&self, choice: Choice) -> bool {
        self.as_slice().contains(&choice)
    }

    /// Puts all but the first in canonical order, and `first`, if it is listed, in front.
    pub fn sort_with_default(&mut self, first: Option<Choice>) {
        let Some(list) = self.list.get_mut(..self.count) else { return };
        if let Some(place) = first.and_then(|first| list.iter().position(|&choice| choice == first)) {
            list.swap(0, place);
        }
        if let Some((_, rest)) = list.split_first_mut() {
            rest.sort_unstable();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_eight_bytes() {
        assert_eq!(size_of::<Choice>(), 8);
    }

    #[test]
    fn the_default_comes_first_and_the_rest_in_canonical_order() {
        let mut options = Options::new();
        for verb in [Verb::Move, Verb::Attack, Verb::Pass, Verb::Concede] {
            options.push(Choice::of(verb));
        }
        options.sort_with_default(Some(Choice::of(Verb::Move)));
        let verbs: Vec<Verb> = options.as_slice().iter().map(|choice| choice.verb).collect();
        assert_eq!(verbs, [Verb::Move, Verb::Pass, Verb::Attack, Verb::Concede]);
    }
}
