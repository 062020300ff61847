//! What does not change in a fight: people, their gear, the map, the rules.

use crate::board::Map;
use crate::effects::{Act, After, Area, Condition, Lines, RollChange, StandIn};
use crate::ids::{ActorId, Seat, SkillId, Table, ZoneId};
use crate::personal::settings::Settings;
use crate::personal::skills::SkillSet;
pub use crate::personal::social::Social;
use ecow::EcoString;
use slip_dice::fate::check::UNTRAINED;
use slip_dice::fate::{Schedule, Slots};
use slip_pack::Name;
use slip_pack::encounter::Victory;
use std::collections::{BTreeMap, BTreeSet};

/// Who fights, where and by which rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Roster {
    /// The encounter's name.
    pub name: EcoString,
    /// The name shown to people.
    pub title: EcoString,
    /// The sides.
    pub sides: Table<Seat, Side>,
    /// Everybody, side by side.
    pub actors: Table<ActorId, Sheet>,
    /// Skills somebody has or a rule names, by name.
    pub skills: Table<SkillId, Skill>,
    /// The map.
    pub map: Map,
    /// The settings in force.
    pub settings: Settings,
    /// Skills by their part in the procedure.
    pub parts: SkillParts,
    /// Lines that are looked up during the fight.
    pub lines: Lines,
    /// True if anything may be offered to whoever is about to roll.
    pub offers: bool,
    /// Something else to be done.
    pub tasks: Vec<Task>,
    /// What is chosen before the first round: whose, and which slot.
    pub set_up: Vec<(ActorId, u8)>,
    /// What ends it.
    pub victories: Vec<Victory>,
    /// Who wins of several who would at once, the first of them first; none stands for a draw.
    pub priority: Vec<Option<Seat>>,
    /// The outcome tag of captives, and whose capture some victory asks for, a bit for each actor.
    pub captives: Option<(u8, u128)>,
    /// Rounds after which it is a draw.
    pub limit: u32,
    /// Outcome tags of those taken out, the default first.
    pub outcomes: Vec<EcoString>,
    /// What social combat is besides; none for a fight.
    pub social: Option<Box<Social>>,
}

/// Something else to be done: a task of the encounter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Its name.
    pub name: EcoString,
    /// The name shown to people.
    pub title: EcoString,
    /// Skills that do it.
    pub skills: Vec<SkillId>,
    /// What a roll must reach.
    pub difficulty: i32,
    /// How often.
    pub successes: u32,
    /// Where, a bit for each zone.
    pub zones: u128,
    /// Who may, a bit for each side.
    pub sides: u32,
}

/// A side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Its name.
    pub name: EcoString,
    /// Who is on it.
    pub members: Vec<ActorId>,
    /// Its tactical leader, if it has one.
    pub leader: Option<ActorId>,
}

/// A skill of the encounter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skill {
    /// Its name.
    pub name: EcoString,
    /// Names of skills that count as it (R-N2).
    pub also: Vec<EcoString>,
    /// The name shown to people.
    pub title: EcoString,
    /// True if weapons use it.
    pub combat: bool,
    /// Whether it serves for attacks of words, maneuvers and obstructions (`narrated listed`), or may (`narrated any`).
    pub serves: Serves,
    /// Words for the aspects its maneuvers place.
    pub phrases: Vec<EcoString>,
    /// The classes it belongs to.
    pub classes: Vec<Name>,
    /// True if it is no skill but a number that is rolled like one, and never used up.
    pub fixed: bool,
}

/// What a skill serves for where the rules leave it to the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Serves {
    /// Attacks on Composure without a weapon.
    pub words: bool,
    /// Maneuvers.
    pub maneuver: bool,
    /// Obstructions.
    pub obstruct: bool,
}

/// Skills by their part in the procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SkillParts {
    /// Moving.
    pub movement: SkillId,
    /// Dodging.
    pub dodge: SkillId,
    /// Keeping one's nerve.
    pub nerve: SkillId,
    /// Acting without weight.
    pub microgravity: SkillId,
    /// Fighting with the bare hand.
    pub unarmed: SkillId,
    /// Fighting with what is held in the hand.
    pub hand: SkillId,
    /// Who goes first, and who among equals (R-P16).
    pub order: [SkillId; 2],
    /// Sealing a suit.
    pub seal: SkillId,
    /// Treating wounds.
    pub medic: SkillId,
}

/// Somebody's sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// The name in logs: `port_marshal#2`.
    pub name: EcoString,
    /// The name shown to people: `Port marshal #2`.
    pub title: EcoString,
    /// What kind of thing it is.
    pub kind: Name,
    /// The design it is built by.
    pub design: Name,
    /// Statistics that are no skills.
    pub stats: BTreeMap<Name, i32>,
    /// Skills it is military-grade in.
    pub military: BTreeSet<Name>,
    /// Tracks that an effect has taken away, a bit for each: hits on them are nothing.
    pub trackless: u8,
    /// The side.
    pub side: Seat,
    /// Where they start.
    pub zone: ZoneId,
    /// Where else they may.
    pub starts: Vec<ZoneId>,
    /// Ranks by skill; `None` is untrained.
    pub ranks: Table<SkillId, Option<i8>>,
    /// Of the trained skills those that serve for what the rules leave to the table.
    pub serving: Serving,
    /// Weapons carried, in the order of the file.
    pub weapons: Vec<Weapon>,
    /// Armour worn.
    pub armour: Option<Armour>,
    /// Boxes of Health and Composure at the start.
    pub boxes: [i32; 2],
    /// What each grade of consequence takes off a hit, of Health and of Composure (personal.md 7.9).
    pub schedules: [Schedule; 2],
    /// Consequence slots at the start.
    pub slots: Slots,
    /// Fate points at the start.
    pub fate: i32,
    /// True if it is a group of mooks, whose rolls are their unmarked boxes (10.1).
    pub mooks: bool,
    /// Fighting with the bare hand.
    pub bare: Manner,
    /// Further ways of it, by [`Choice::how`](crate::choice::Choice::how) from 1.
    pub bare_more: Vec<Manner>,
    /// Standing changes to rolls: skill (none: whatever is rolled), action (none: any), amount.
    pub changes: Vec<RollChange>,
    /// Skills that may or must stand in for others.
    pub uses: Vec<StandIn>,
    /// What is added to the place in the order of turns.
    pub order: i32,
    /// Words of aspects that are never free to tag, whatever of theirs bears them.
    pub never_free: Vec<EcoString>,
    /// Words of aspects that never come.
    pub never_has: Vec<EcoString>,
    /// Words of aspects that never come after something.
    pub never_after: Vec<(crate::effects::Occasion, EcoString)>,
    /// True if lying down makes a difference to something.
    pub lies_down: bool,
}

/// The trained skills of somebody that serve for acts whose skill the rules leave to the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Serving {
    /// Attacks of words.
    pub words: SkillSet,
    /// Maneuvers.
    pub maneuvers: SkillSet,
    /// Obstructions.
    pub obstructions: SkillSet,
}

impl Serving {
    /// Those for an act; none for one whose skill the rules name.
    pub fn for_act(&self, act: Act) -> SkillSet {
        match act {
            Act::Attack => self.words,
            Act::Maneuver => self.maneuvers,
            Act::Obstruct => self.obstructions,
            _ => SkillSet::default(),
        }
    }
}

/// A weapon.
#[derive(Clone, Debug, PartialEq)]
pub struct Weapon {
    /// Its name.
    pub name: EcoString,
    /// The name shown to people.
    pub title: EcoString,
    /// Its modes; one for most.
    pub modes: Vec<Mode>,
    /// How modes are changed: not at all, as an action, or for nothing.
    pub switching: Switching,
    /// Its statistics, in the first mode.
    pub stats: BTreeMap<Name, i32>,
}

/// How the mode of a weapon is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switching {
    /// Not at all.
    Never,
    /// As the action of a turn.
    Action,
    /// For nothing, on one's own turn.
    Free,
}

/// A weapon in one of its modes.
#[derive(Clone, Debug, PartialEq)]
pub struct Mode {
    /// Its name; empty for a weapon without modes.
    pub name: EcoString,
    /// Ways of using it: the plain one, then one for each choice effects offer (thrown), by [`Choice::how`].
    ///
    /// [`Choice::how`]: crate::choice::Choice::how
    pub manners: Vec<Manner>,
}

/// One way of using a weapon, with everything that does not change in the fight already reckoned.
#[derive(Clone, Debug, PartialEq)]
pub struct Manner {
    /// The word of the choice (`throw`); empty for the plain way.
    pub word: EcoString,
    /// The skill it is rolled with.
    pub skill: SkillId,
    /// Skills that amplify the roll.
    pub amplified: Vec<SkillId>,
    /// Skills that limit it.
    pub limited: Vec<SkillId>,
    /// The highest rank that counts, where a skill stands in for another.
    pub cap: Option<i32>,
    /// Fate points that lift that for one attack.
    pub full_for: Option<u16>,
    /// Whose rank counts, where the skill is lent.
    pub lender: Option<ActorId>,
    /// True if its skill is one that may stand in for the weapon's own.
    pub stood_in: bool,
    /// What stands in, where a line of the table or somebody else's rank has a say in it.
    pub by: Option<Box<StandIn>>,
    /// Of harm and penetration, what effects have added.
    pub gained: (i32, i32),
    /// Added to the rank of what stands in, its cap aside.
    pub plus: i32,
    /// Added to every attack.
    pub bonus: i32,
    /// Harm, what armour adds included.
    pub harm: i32,
    /// Of the harm, what armour adds.
    pub fists: i32,
    /// Penetration.
    pub penetration: i32,
    /// Range, both ends included.
    pub range: (u8, u8),
    /// The penalty out of range.
    pub out_of_range: i32,
    /// True if that counts for each zone (R-P25).
    pub per_zone: bool,
    /// True if it reaches only as far as the hand: cut to the zone out of doors (R-P53, R-P54), useless past its range.
    pub hand: bool,
    /// True if it leaves one's footing alone without weight (R-P36).
    pub recoilless: bool,
    /// The tracks it can be aimed at, a bit for each.
    pub tracks: u8,
    /// How far from it the lines are that set its tracks, range and penalty: lines farther off do not (effects.md 4, rule 3).
    pub set: Set,
    /// Tracks it strikes besides, a bit for each.
    pub too: u8,
    /// Everybody in a zone at once.
    pub area: Option<Area>,
    /// True if using it takes a point of its carrier (R-P24).
    pub untrained: bool,
    /// True if it is thrown: what the hand holds, but does not strike with.
    pub thrown: bool,
    /// True if it is gone from the hand afterwards.
    pub drops: bool,
    /// What must not be so when it is used.
    pub barred_when: Vec<Condition>,
    /// What its use brings.
    pub after: Vec<After>,
    /// Words of aspects of the weapon that are never free to tag.
    pub never_free: Vec<EcoString>,
}

/// How far off whatever sets a part of a way of using something is, by [`Carrier::distance`]; nothing sets it where it is as
/// the thing was built.
///
/// [`Carrier::distance`]: crate::effects::Carrier::distance
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Set {
    /// The tracks it can be aimed at.
    pub tracks: u8,
    /// The range.
    pub range: u8,
    /// The penalty out of range.
    pub out_of_range: u8,
}

impl Set {
    /// Nothing is set.
    pub const BY_NOTHING: Set = Set { tracks: u8::MAX, range: u8::MAX, out_of_range: u8::MAX };
}

/// Armour.
#[derive(Clone, Debug, PartialEq)]
pub struct Armour {
    /// Its name.
    pub name: EcoString,
    /// The name shown to people.
    pub title: EcoString,
    /// Defense.
    pub defense: i32,
    /// True if using it takes a point of its wearer (R-P24).
    pub untrained: bool,
    /// Which of the wearer's standing changes to rolls come from it, by their places in [`Sheet::changes`].
    pub changes: Vec<usize>,
    /// Of its Defense, what effects have added.
    pub gained: i32,
}

impl Sheet {
    /// Whether it is of a kind or design.
    pub fn is_a(&self, name: &str) -> bool {
        self.kind == name || self.design == name
    }
}

impl Skill {
    /// Whether a name means it: its own, or that of a skill that counts as it.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.also.iter().any(|also| also == name)
    }
}

impl Roster {
    /// Looks up which trained skills serve for what, once their ranks are settled. Against words any of them does.
    pub(crate) fn settle_serving(&mut self) {
        let serving = |who: ActorId| {
            let trained = |act: Act| {
                let mut set = SkillSet::default();
                let serves = |skill: &SkillId| self.social.is_some() || self.serves(*skill, act);
                let skills = self.skills.keys().filter(serves).filter(|&skill| self.trained(who, skill).is_some());
                skills.for_each(|skill| set.add(skill));
                set
            };
            Serving { words: trained(Act::Attack), maneuvers: trained(Act::Maneuver), obstructions: trained(Act::Obstruct) }
        };
        let all: Vec<Serving> = self.actors.keys().map(serving).collect();
        self.actors.values_mut().zip(all).for_each(|(sheet, serving)| sheet.serving = serving);
    }

    /// Somebody's rank in a skill; untrained is -1 (core.md 3).
    pub fn rank(&self, who: ActorId, skill: SkillId) -> i32 {
        self.trained(who, skill).unwrap_or(UNTRAINED)
    }

    /// Somebody's rank in a skill, if trained.
    pub fn trained(&self, who: ActorId, skill: SkillId) -> Option<i32> {
        self.actors[who].ranks.row(skill).copied().flatten().map(i32::from)
    }

    /// True if a skill serves for an act whose skill the rules leave to the table; any does for other acts.
    pub fn serves(&self, skill: SkillId, act: Act) -> bool {
        let known = |of: fn(&Serves) -> bool| self.skills.row(skill).is_some_and(|known| of(&known.serves));
        match act {
            Act::Attack => known(|serves| serves.words),
            Act::Maneuver => known(|serves| serves.maneuver),
            Act::Obstruct => known(|serves| serves.obstruct),
            Act::Seal => skill == self.parts.seal,
            Act::FirstAid => skill == self.parts.medic,
            _ => true,
        }
    }

    /// Whose side somebody is on.
    #[inline]
    pub fn side(&self, who: ActorId) -> Seat {
        self.actors[who].side
    }

    /// The pawns there are, in the order of the text: they come after everybody who acts.
    pub fn pawns(&self) -> impl Iterator<Item = ActorId> + '_ {
        let count = self.social.as_ref().map_or(0, |social| social.pawns.len());
        self.actors.keys().skip(self.actors.len() - count)
    }

    /// Everybody who acts, or would.
    pub fn people(&self) -> impl Iterator<Item = ActorId> + '_ {
        let count = self.social.as_ref().map_or(0, |social| social.pawns.len());
        self.actors.keys().take(self.actors.len() - count)
    }

    /// True if two are on different sides.
    #[inline]
    pub fn are_enemies(&self, a: ActorId, b: ActorId) -> bool {
        self.side(a) != self.side(b)
    }

    /// The set of all sides but one; of a pawn, which is of none, all.
    pub fn other_sides(&self, side: Seat) -> u32 {
        self.sides.keys().filter(|&seat| seat != side).fold(0, |all, seat| all | 1_u32.checked_shl(u32::from(seat.0)).unwrap_or(0))
    }
}
