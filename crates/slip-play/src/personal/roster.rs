//! The fixed part of a fight: people, their gear, the map, the rules.

use crate::effects::{Act, After, AreaLimits, Condition, EffectTable, RollChange, StandIn};
use crate::ids::{ActorId, IdVec, Seat, SkillId, ZoneId};
use crate::personal::settings::PersonalSettings;
use crate::personal::skill_set::SkillSet;
use crate::personal::social::PawnActor;
pub use crate::personal::social::SocialSetup;
use crate::tracks::{TrackNames, TrackSet};
use crate::zone_map::ZoneMap;
use ecow::EcoString;
use slip_dice::fate::check::UNTRAINED;
use slip_dice::fate::{Schedule, Slots};
use slip_pack::Name;
use slip_pack::encounter::Victory;
use std::collections::{BTreeMap, BTreeSet};

/// Fixed part of a fight: people, map and rules.
#[derive(Clone, Debug, PartialEq)]
pub struct PersonalRoster {
    /// Name of the encounter.
    pub name: EcoString,
    /// Title, for display.
    pub title: EcoString,
    /// The sides.
    pub sides: IdVec<Seat, PersonalSide>,
    /// All actors, ordered by side.
    pub actors: IdVec<ActorId, ActorSheet>,
    /// Skills that an actor has or a rule names, by name.
    pub skills: IdVec<SkillId, PersonalSkill>,
    /// The map.
    pub map: ZoneMap,
    /// The settings in force.
    pub settings: PersonalSettings,
    /// Skills that the rules use for a purpose, such as moving or dodging.
    pub parts: SkillParts,
    /// Tracks of the actors: Health (in a social conflict Wealth), Composure, and those that designs add.
    pub tracks: TrackNames,
    /// Effects that are looked up during the fight.
    pub lines: EffectTable,
    /// True if any effect may be offered to an actor before it rolls.
    pub offers: bool,
    /// Tasks of the encounter.
    pub tasks: Vec<EncounterTask>,
    /// Choices before the first round: the actor, and 0 for its starting zone, or the number of a weapon plus one for the mode of that
    /// weapon.
    pub set_up: Vec<(ActorId, u8)>,
    /// Victory conditions.
    pub victories: Vec<Victory>,
    /// Order of precedence if several sides win at the same time, the highest first; `None` means a draw.
    pub priority: Vec<Option<Seat>>,
    /// Number of the outcome tag of captives. The second value has one bit for each actor whose capture a victory condition needs.
    pub captives: Option<(u8, u128)>,
    /// Number of rounds after which the fight is a draw.
    pub limit: u32,
    /// Outcome tags of actors taken out, the default first.
    pub outcomes: Vec<EcoString>,
    /// Additional data of social combat; `None` in personal combat.
    pub social: Option<Box<SocialSetup>>,
}

/// A task of the encounter that actors can work at during the fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncounterTask {
    /// Name of the task.
    pub name: EcoString,
    /// Title, for display.
    pub title: EcoString,
    /// Skills that can be rolled for the task.
    pub skills: Vec<SkillId>,
    /// Difficulty of the rolls for the task.
    pub difficulty: i32,
    /// Number of successes needed.
    pub successes: u32,
    /// Zones where the task can be done, one bit for each.
    pub zones: u128,
    /// Sides that may do the task, one bit for each.
    pub sides: u32,
}

/// A side of the fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonalSide {
    /// Name of the side.
    pub name: EcoString,
    /// Actors on the side.
    pub members: Vec<ActorId>,
    /// Tactical leaders of the side, in the order of the text.
    pub leaders: Vec<ActorId>,
}

/// A skill of the encounter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonalSkill {
    /// Name of the skill.
    pub name: EcoString,
    /// Names of skills that count as this one (R-N2).
    pub also: Vec<EcoString>,
    /// Title, for display.
    pub title: EcoString,
    /// True if weapons use the skill.
    pub combat: bool,
    /// Acts that may be rolled with the skill, among attacks with words, maneuvers and obstructions. For these acts, the rules leave the
    /// skill to the players. The skill's file lists the acts; with `narrated any`, all of them are allowed.
    pub serves: ServedActs,
    /// Words for the aspects that maneuvers with the skill place.
    pub phrases: Vec<EcoString>,
    /// Classes that the skill belongs to.
    pub classes: Vec<Name>,
    /// True if the skill is a plain number that is rolled like a skill, and is never used up.
    pub fixed: bool,
}

/// Acts that may be rolled with a skill. Only acts whose skill the players choose are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServedActs {
    /// True if the skill may be rolled for attacks on Composure without a weapon.
    pub words: bool,
    /// True if the skill is used for maneuvers.
    pub maneuver: bool,
    /// True if the skill may be rolled for obstructions.
    pub obstruct: bool,
}

/// Skills that the rules use for a purpose, such as moving or dodging.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SkillParts {
    /// Skill for moving.
    pub movement: SkillId,
    /// Skill for dodging.
    pub dodge: SkillId,
    /// Skill for checks of nerve.
    pub nerve: SkillId,
    /// Skill for acting without gravity.
    pub microgravity: SkillId,
    /// Skill for fighting with the bare hand.
    pub unarmed: SkillId,
    /// Skill for throwing whatever is at hand.
    pub throwing: SkillId,
    /// Skill for fighting with a melee weapon.
    pub hand: SkillId,
    /// Skills that decide the order of turns: the first skill, and the skill that breaks ties (R-P16).
    pub order: [SkillId; 2],
    /// Skill for sealing a suit.
    pub seal: SkillId,
    /// Skill for treating wounds.
    pub medic: SkillId,
}

/// Sheet of an actor.
#[derive(Clone, Debug, PartialEq)]
pub struct ActorSheet {
    /// Name in logs: `port_marshal#2`.
    pub name: EcoString,
    /// Title, for display: `Port marshal #2`.
    pub title: EcoString,
    /// Kind of item.
    pub kind: Name,
    /// Design that the actor is built by.
    pub design: Name,
    /// Stats that are not skills.
    pub stats: BTreeMap<Name, i32>,
    /// Skills with military training.
    pub military: BTreeSet<Name>,
    /// Tracks that an effect has removed, and tracks of other designs. Hits on them do nothing.
    pub trackless: TrackSet,
    /// Side of the actor.
    pub side: Seat,
    /// Number of the actor's player within its side; 0 unless the encounter gives the actor another player.
    pub player: usize,
    /// Starting zone.
    pub zone: ZoneId,
    /// More zones that the actor may start in.
    pub starts: Vec<ZoneId>,
    /// Ranks by skill; `None` means untrained.
    pub ranks: IdVec<SkillId, Option<i8>>,
    /// Trained skills for the acts whose skill the player may choose: attacks with words, maneuvers and obstructions.
    pub serving: ServingSkills,
    /// Weapons carried, in the order of the file.
    pub weapons: Vec<PersonalWeapon>,
    /// Skills for which the actor carries only weapons without being trained for them. Each roll with such a skill costs a fate point
    /// (R-P24).
    pub paid_skills: SkillSet,
    /// Armour worn.
    pub armour: Option<Armour>,
    /// Boxes of each track at the start.
    pub boxes: Vec<i32>,
    /// Shifts that each grade of consequence takes off a hit on each track.
    pub schedules: Vec<Schedule>,
    /// Consequence slots at the start.
    pub slots: Slots,
    /// Fate points at the start.
    pub fate: i32,
    /// True if the actor is a group of mooks, whose rolls use their unmarked boxes.
    pub mooks: bool,
    /// The usual way of fighting with the bare hand.
    pub bare: AttackProfile,
    /// More ways of fighting with the bare hand, by [`Choice::how`](crate::choice::Choice::how) from 1.
    pub bare_more: Vec<AttackProfile>,
    /// Static modifiers of rolls. Each has an amount, a skill and an act; `None` stands for any skill or any act.
    pub changes: Vec<RollChange>,
    /// Skills that may or must replace others.
    pub uses: Vec<StandIn>,
    /// Bonus on the order of turns.
    pub order: i32,
    /// Words of aspects that never have a free tag, on the actor or its gear.
    pub never_free: Vec<EcoString>,
    /// Words of aspects that are never placed on the actor.
    pub never_has: Vec<EcoString>,
    /// Words of aspects that are never placed after an occasion.
    pub never_after: Vec<(crate::effects::AspectOccasion, EcoString)>,
    /// True if being prone changes anything for the actor.
    pub lies_down: bool,
}

/// Trained skills of an actor by act, for acts in which players choose the skill: attacks with words, maneuvers and obstructions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ServingSkills {
    /// Skills for attacks with words.
    pub words: SkillSet,
    /// Skills for maneuvers.
    pub maneuvers: SkillSet,
    /// Skills for obstructions.
    pub obstructions: SkillSet,
}

impl ServingSkills {
    /// Returns the skills for an attack, maneuver or obstruction. Empty for other acts, because the rules name their skills.
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
pub struct PersonalWeapon {
    /// Name of the weapon.
    pub name: EcoString,
    /// Title, for display.
    pub title: EcoString,
    /// Modes of the weapon; most weapons have one.
    pub modes: Vec<WeaponMode>,
    /// How the mode can be changed: never, as an action, or for free.
    pub switching: Switching,
    /// Stats of the weapon in its first mode.
    pub stats: BTreeMap<Name, i32>,
    /// Kind and design of the weapon; empty for natural weapons and bare hands.
    pub kinds: [EcoString; 2],
}

/// The ways in which the mode of a weapon can be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switching {
    /// The mode cannot be changed.
    Never,
    /// The mode is changed as the action of a turn.
    Action,
    /// The mode is changed for free in the actor's own turn, besides its action.
    Free,
}

/// A weapon in one of its modes.
#[derive(Clone, Debug, PartialEq)]
pub struct WeaponMode {
    /// Name of the mode; empty for a weapon without modes.
    pub name: EcoString,
    /// Ways of using the weapon in this mode, by [`Choice::how`]: the usual one, then one for each choice that effects offer (`throw`) and
    /// for each substitute skill.
    ///
    /// [`Choice::how`]: crate::choice::Choice::how
    pub manners: Vec<AttackProfile>,
}

/// One way of using a weapon, with all static modifiers applied.
#[derive(Clone, Debug, PartialEq)]
pub struct AttackProfile {
    /// Word of the choice (`throw`); empty for the usual way of attacking.
    pub word: EcoString,
    /// Skill that attacks are rolled with.
    pub skill: SkillId,
    /// Skills that amplify the roll.
    pub amplified: Vec<SkillId>,
    /// Skills that limit the roll.
    pub limited: Vec<SkillId>,
    /// Highest rank that counts if the skill substitutes another skill; `None` if there is no limit.
    pub cap: Option<i32>,
    /// Fate points to pay so that the cap does not apply to one attack.
    pub full_for: Option<u16>,
    /// Actor that lends the skill and whose rank is used, if the skill is lent.
    pub lender: Option<ActorId>,
    /// True if the skill is an optional substitute for the weapon's own skill.
    pub stood_in: bool,
    /// Substitution of the skill. Set only if the use of the skill depends on an effect of the effect table, a condition or another actor's
    /// rank.
    pub by: Option<Box<StandIn>>,
    /// Amounts of the harm and of the penetration that come from effects.
    pub gained: (i32, i32),
    /// Bonus that is added to the rank of a substitute skill, after its cap.
    pub plus: i32,
    /// Bonus that is added to every attack.
    pub bonus: i32,
    /// Harm, with the bonus of armour added.
    pub harm: i32,
    /// Part of the harm that comes from effects of the actor and of the armour that the actor wears.
    pub fists: i32,
    /// Penetration.
    pub penetration: i32,
    /// Lowest and highest range.
    pub range: (u8, u8),
    /// The penalty out of range.
    pub out_of_range: i32,
    /// True if the penalty counts for each zone out of range (R-P25).
    pub per_zone: bool,
    /// True if the weapon is a melee weapon: outdoors it reaches only its own zone (R-P53, R-P54), and never past its range.
    pub hand: bool,
    /// True if the weapon has no recoil in zero gravity (R-P36).
    pub recoilless: bool,
    /// Tracks that attacks can be aimed at.
    pub tracks: TrackSet,
    /// Distances of the carriers whose effects set the tracks, the range and the penalty. An effect of a more distant carrier does not
    /// change a value that is set.
    pub set: SetDistance,
    /// Tracks that attacks strike in addition to the track that they are aimed at.
    pub too: TrackSet,
    /// Limits of the area attack, if attacks strike everyone in a zone.
    pub area: Option<AreaLimits>,
    /// True if the carrier must pay a fate point to use the weapon (R-P24).
    pub untrained: bool,
    /// True if the fate point is paid for armour that the wearer is not trained for. The bonuses of the armour then count (R-P24).
    pub armour_paid: bool,
    /// True if the weapon is thrown: it is wielded like a melee weapon, but strikes at a distance.
    pub thrown: bool,
    /// True if the weapon leaves the hand after the attack.
    pub drops: bool,
    /// Conditions under which the weapon cannot be used.
    pub barred_when: Vec<Condition>,
    /// Aspects that an attack places.
    pub after: Vec<After>,
    /// Words of aspects of the weapon that never have a free tag.
    pub never_free: Vec<EcoString>,
}

/// For each property of an attack, the distance ([`Carrier::distance`]) of the carrier whose effect sets it. The largest number if no
/// effect sets it.
///
/// [`Carrier::distance`]: crate::effects::Carrier::distance
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetDistance {
    /// Distance of the carrier whose effect sets the tracks.
    pub tracks: u8,
    /// Distance of the effect that sets the range.
    pub range: u8,
    /// Distance of the effect that sets the penalty for targets out of range.
    pub out_of_range: u8,
}

impl SetDistance {
    /// Value for a way of using an item whose tracks, range and penalty are set by no effect.
    pub const BY_NOTHING: SetDistance = SetDistance { tracks: u8::MAX, range: u8::MAX, out_of_range: u8::MAX };
}

/// Armour that an actor wears.
#[derive(Clone, Debug, PartialEq)]
pub struct Armour {
    /// Name of the armour.
    pub name: EcoString,
    /// Title, for display.
    pub title: EcoString,
    /// Defense of the armour.
    pub defense: i32,
    /// True if the wearer must pay a fate point to use the armour (R-P24).
    pub untrained: bool,
    /// Indexes in [`ActorSheet::changes`] of the static modifiers that the armour gives to its wearer.
    pub changes: Vec<usize>,
    /// Part of the Defense that effects have added.
    pub gained: i32,
}

impl ActorSheet {
    /// Sets the skills that cost a fate point: the actor carries weapons for the skill, but is trained for none of them.
    pub(super) fn settle_paid_skills(&mut self) {
        let mut skills = [SkillSet::default(); 2];
        let modes = self.weapons.iter().flat_map(|weapon| &weapon.modes);
        for manner in modes.flat_map(|mode| &mode.manners).filter(|manner| manner.lender.is_none()) {
            let [trained, untrained] = &mut skills;
            if manner.untrained { untrained.add(manner.skill) } else { trained.add(manner.skill) }
        }
        let [trained, untrained] = skills;
        self.paid_skills = untrained.without(trained);
    }

    /// True if the actor is of a kind or design.
    pub fn is_a(&self, name: &str) -> bool {
        self.kind == name || self.design == name
    }
}

impl PersonalSkill {
    /// True if a name means this skill. It may be the skill's own name, or the name of a skill that counts as this skill.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.also.iter().any(|also| also == name)
    }
}

impl PersonalRoster {
    /// Computes, for each act, the trained skills that may be rolled for it. Ranks must be final. In social conflicts, all trained skills
    /// may be rolled.
    pub(crate) fn settle_serving(&mut self) {
        let serving = |who: ActorId| {
            let trained = |act: Act| {
                let mut set = SkillSet::default();
                let serves = |skill: &SkillId| self.social.is_some() || self.serves(*skill, act);
                let skills = self.skills.keys().filter(serves).filter(|&skill| self.trained(who, skill).is_some());
                skills.for_each(|skill| set.add(skill));
                set
            };
            ServingSkills { words: trained(Act::Attack), maneuvers: trained(Act::Maneuver), obstructions: trained(Act::Obstruct) }
        };
        let all: Vec<ServingSkills> = self.actors.keys().map(serving).collect();
        self.actors.values_mut().zip(all).for_each(|(sheet, serving)| sheet.serving = serving);
    }

    /// Returns an actor's rank in a skill; untrained is -1.
    pub fn rank(&self, who: ActorId, skill: SkillId) -> i32 {
        self.trained(who, skill).unwrap_or(UNTRAINED)
    }

    /// Returns an actor's rank in a skill, if trained.
    pub fn trained(&self, who: ActorId, skill: SkillId) -> Option<i32> {
        self.actors[who].ranks.row(skill).copied().flatten().map(i32::from)
    }

    /// True if a skill may be rolled for an act whose skill the rules leave to the players. For all other acts, always true.
    pub fn serves(&self, skill: SkillId, act: Act) -> bool {
        let known = |of: fn(&ServedActs) -> bool| self.skills.row(skill).is_some_and(|known| of(&known.serves));
        match act {
            Act::Attack => known(|serves| serves.words),
            Act::Maneuver => known(|serves| serves.maneuver),
            Act::Obstruct => known(|serves| serves.obstruct),
            Act::Seal => skill == self.parts.seal,
            Act::FirstAid => skill == self.parts.medic,
            _ => true,
        }
    }

    /// Returns the side of an actor.
    #[inline]
    pub fn side(&self, who: ActorId) -> Seat {
        self.actors[who].side
    }

    /// Returns the pawns, in the order of the text: they come after all people.
    pub fn pawns(&self) -> impl Iterator<Item = ActorId> + '_ {
        let count = self.social.as_ref().map_or(0, |social| social.pawns.len());
        self.actors.keys().skip(self.actors.len() - count)
    }

    /// Returns the fixed data of a pawn; `None` for a person.
    pub fn pawn(&self, who: ActorId) -> Option<&PawnActor> {
        let place = self.pawns().position(|pawn| pawn == who)?;
        self.social.as_ref()?.pawns.get(place)
    }

    /// Returns the pawns that an actor carries on the map of a social conflict.
    pub fn carried_by(&self, who: ActorId) -> impl Iterator<Item = ActorId> + '_ {
        let all = self.social.iter().flat_map(|social| &social.pawns);
        self.pawns().zip(all).filter(move |(_, pawn)| pawn.carrier == Some(who)).map(|(pawn, _)| pawn)
    }

    /// Returns the people: all actors that are not pawns.
    pub fn people(&self) -> impl Iterator<Item = ActorId> + '_ {
        let count = self.social.as_ref().map_or(0, |social| social.pawns.len());
        self.actors.keys().take(self.actors.len() - count)
    }

    /// True if one player plays both actors: they are on one side and the encounter names no other player for one of them.
    #[inline]
    pub(crate) fn is_one_player(&self, a: ActorId, b: ActorId) -> bool {
        self.side(a) == self.side(b) && self.actors[a].player == self.actors[b].player
    }

    /// True if two actors are on different sides.
    #[inline]
    pub fn are_enemies(&self, a: ActorId, b: ActorId) -> bool {
        self.side(a) != self.side(b)
    }

    /// Returns the set of all sides but one; for a pawn, which has no side, the set of all sides.
    pub fn other_sides(&self, side: Seat) -> u32 {
        self.sides.keys().filter(|&seat| seat != side).fold(0, |all, seat| all | 1_u32.checked_shl(u32::from(seat.0)).unwrap_or(0))
    }
}
