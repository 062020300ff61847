//! Compiles the gear that actors carry into a fight, and the effects of gear and stunts, into their sheets.

use crate::effects::{self, Act, Carrier, EffectInput, RollChange, StandIn, StaticModifier};
use crate::ids::{ActorId, SkillId};
use crate::personal::armour_help::ArmourHelp;
use crate::personal::begin::ARMOUR;
use crate::personal::improvised_throw::improvised_throw;
use crate::personal::roster::{ActorSheet, AttackProfile, PersonalRoster, Switching};
use crate::tracks::TrackSet;
use ecow::EcoString;
use slip_pack::effect::{Effect, HitKind, Play};
use slip_pack::item::{BuiltItem, Gear, ItemStunt};
use slip_pack::ruleset::Rules;
use slip_pack::{Name, Pack};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Stat name of harm, the stress that a hit adds. Items of any design use these stat names for the quantities of personal combat.
pub(super) const HARM: &str = "harm";
/// Stat name of penetration: the amount subtracted from armour.
pub(super) const PENETRATION: &str = "penetration";
/// Stat name of the near end of the range.
pub(super) const MIN_RANGE: &str = "min_range";
/// Stat name of the far end of the range.
pub(super) const MAX_RANGE: &str = "max_range";
/// Stat name of the armour value.
pub(super) const DEFENSE: &str = "defense";

/// Field that names the weapon an animal attacks with.
const WEAPON: &str = "weapon";

/// Returns the title of an actor that is its own weapon. The first of these that exists is used: the text of its field `weapon`, the title
/// of the weapon named by this field, the title of its skill, the actor's own title.
pub(super) fn natural_title(pack: &Pack, item: &BuiltItem) -> EcoString {
    let like = || item.refers.get(WEAPON).and_then(|weapon| pack.item(weapon)).map(|weapon| weapon.title.as_str().into());
    let skill = || pack.skills.values().find(|skill| Some(&skill.name) == item.skill.as_ref()).map(|skill| skill.title.as_str().into());
    item.words.get(WEAPON).cloned().or_else(like).or_else(skill).unwrap_or_else(|| item.title.as_str().into())
}

/// Returns the gear of an actor, each item once: its own gear, gear that the encounter gives, and gear that effects grant. An actor with a
/// harm and a skill of its own also counts as a weapon and, if it has a Defense, as armour: the claws and hide of an animal.
pub(super) fn gear<'a>(pack: &'a Pack, item: &'a BuiltItem, more: &'a [Gear]) -> Vec<&'a BuiltItem> {
    let mut things: Vec<&BuiltItem> = item.gear.iter().chain(more).filter_map(|gear| pack.item(gear)).collect();
    if item.skill.is_some() && fights(item) {
        things.insert(0, item);
    }
    for grants in effects::granted(&item.effects) {
        let found = pack.granted(item, grants, fights);
        if let Some(thing) = found.filter(|thing| !things.iter().any(|there| std::ptr::eq(*there, *thing))) {
            things.push(thing);
        }
    }
    things.retain(|thing| thing.valid);
    // Only the first armour is worn (R-XP16); further armour has no effect.
    let mut worn = false;
    things.retain(|thing| thing.skill.is_some() || !thing.stats.contains_key(DEFENSE) || !std::mem::replace(&mut worn, true));
    things
}

/// True if an item is of use in a fight: it is a weapon with a skill, or armour.
fn fights(thing: &BuiltItem) -> bool {
    (thing.skill.is_some() && thing.stats.contains_key(HARM)) || thing.stats.contains_key(DEFENSE)
}

/// Returns the kind of play of the fight, for which its effects are compiled.
pub(super) const fn play(roster: &PersonalRoster) -> Play {
    if roster.social.is_some() { Play::Social } else { Play::Personal }
}

/// Returns the number of a track.
pub(super) fn track(roster: &PersonalRoster, name: &str) -> Option<u8> {
    roster.tracks.find(name).map(|track| track.0)
}

pub(super) fn skill(roster: &PersonalRoster, name: &str) -> Option<SkillId> {
    let own = roster.skills.iter().find(|(_, skill)| skill.name == name);
    own.or_else(|| roster.skills.iter().find(|(_, skill)| skill.is_called(name))).map(|(id, _)| id)
}

/// Returns the skills in which an actor has military training. If such a skill counts as another skill, the other skill is included.
pub(super) fn military(pack: &Pack, item: &BuiltItem) -> BTreeSet<Name> {
    let mut trained = effects::military(&item.effects);
    let also = pack.skills.values().filter(|skill| trained.contains(&skill.name)).filter_map(|skill| skill.stands_for.clone());
    trained.extend(also.collect::<Vec<_>>());
    trained
}

/// An actor whose effects are being compiled.
pub(super) struct Bearer<'a> {
    pub(super) pack: &'a Pack,
    pub(super) roster: &'a PersonalRoster,
    pub(super) item: &'a BuiltItem,
    pub(super) rules: &'a Rules,
}

impl Bearer<'_> {
    /// Calls `read` with the input for compiling the effects of an item, or of the actor itself.
    pub(super) fn reading<T>(
        &self,
        thing: &BuiltItem,
        stunts: &[ItemStunt],
        choice: &str,
        military: &BTreeSet<Name>,
        read: impl FnOnce(&EffectInput<'_>) -> T,
    ) -> T {
        let manners = effects::manners(&thing.effects);
        let class = |name: &str| {
            let of = self.pack.skills.values().filter(|skill| skill.classes.iter().any(|class| class == name));
            of.map(|skill| skill.name.clone()).collect()
        };
        read(&EffectInput {
            play: play(self.roster),
            placeless: false,
            bearer: self.item,
            thing,
            stunts,
            military,
            rules: self.rules,
            choice,
            manners: &manners,
            skill: &|name| skill(self.roster, self.item.known_as(name)),
            class: &class,
            track: &|name| track(self.roster, name),
        })
    }

    /// Compiles the effects of an actor and its gear into its sheet. Returns the aspects that they add at the start, each with the index of
    /// its item.
    pub(super) fn compile(&self, gear: &[&BuiltItem], sheet: &mut ActorSheet) -> Vec<(EcoString, Option<u8>)> {
        let military = military(self.pack, self.item);
        let mut brought = Vec::new();
        let own = self.rows(self.item, &self.item.stunts, &self.item.effects, "", &military);
        self.wear(own, None, sheet, &mut brought);
        for thing in gear.iter().filter(|thing| thing.skill.is_none()) {
            let rows = self.rows(thing, &thing.stunts, &thing.effects, "", &military);
            self.wear(rows, thing.stats.contains_key(DEFENSE).then_some(ARMOUR), sheet, &mut brought);
        }
        let weapons = gear.iter().filter(|thing| thing.skill.is_some());
        let worn = self.worn_rows(gear, &military, false);
        let paid_worn = self.worn_rows(gear, &military, true);
        let help = ArmourHelp::new(sheet);
        for (number, thing) in weapons.enumerate() {
            let Some(weapon) = sheet.weapons.get_mut(number) else { break };
            let number = u8::try_from(number).unwrap_or(u8::MAX);
            for (place, mode) in weapon.modes.iter_mut().enumerate() {
                let (stunts, lines): (&[ItemStunt], &[Arc<Effect>]) = match thing.modes.get(place) {
                    Some(mode) => (&mode.stunts, &mode.effects),
                    // The item is the actor itself, whose own effects are compiled already.
                    None if std::ptr::eq(*thing, self.item) => (&[], &[]),
                    None => (&thing.stunts, &thing.effects),
                };
                let plain = mode.manners.first().cloned();
                let Some(mut plain) = plain else { continue };
                plain.bonus -= i32::from(self.is_strange(thing));
                let rows = self.rows(thing, stunts, lines, "", &military);
                let words: Vec<EcoString> = rows
                    .iter()
                    .filter_map(|row| match row {
                        StaticModifier::Choice(word) => Some(word.clone()),
                        _ => None,
                    })
                    .collect();
                let switching = rows.iter().find_map(|row| match row {
                    StaticModifier::Switching(free) => Some(if *free { Switching::Free } else { Switching::Action }),
                    _ => None,
                });
                weapon.switching = switching.unwrap_or(weapon.switching);
                brought.extend(rows.iter().filter_map(|row| match row {
                    StaticModifier::Aspect(words) => Some((words.clone(), Some(number))),
                    _ => None,
                }));
                let (mut manners, mut helped) = (Vec::new(), Vec::new());
                for word in std::iter::once(EcoString::new()).chain(words) {
                    let rows = self.rows(thing, stunts, lines, &word, &military);
                    let unchanged = AttackProfile { word, ..plain.clone() };
                    let manner = self.manner(unchanged.clone(), &rows, &worn, &thing.name);
                    let paid = help.as_ref().map(|help| (help, self.manner(unchanged, &rows, &paid_worn, &thing.name)));
                    helped.extend(paid.and_then(|(help, paid)| help.manner(&manner, paid)));
                    manners.push(manner);
                }
                manners.extend(stand_ins(self.roster, &manners, &sheet.uses, &thing.name));
                manners.extend(helped);
                mode.manners = manners;
            }
        }
        for thing in std::iter::once(&self.item).chain(gear) {
            for (skill, rank) in self.reading(thing, &thing.stunts, "", &military, |reader| reader.reckoned(&thing.effects)) {
                if let Some(there) = sheet.ranks.row_mut(skill) {
                    *there = Some(i8::try_from(rank).unwrap_or(i8::MAX));
                }
            }
        }
        let bare = sheet.bare.clone();
        sheet.bare = self.manner(bare.clone(), &[], &worn, "");
        let fists = help.and_then(|help| help.manner(&sheet.bare, self.manner(bare, &[], &paid_worn, "")));
        if let Some(must) =
            sheet.uses.iter().find(|there| there.must && there.act == Some(Act::Attack) && is_for(there, sheet.bare.skill, ""))
        {
            stand(&mut sheet.bare, &must.clone());
        }
        sheet.bare_more = stand_ins(self.roster, std::slice::from_ref(&sheet.bare), &sheet.uses, "");
        sheet.bare_more.extend(fists);
        sheet.bare_more.extend(improvised_throw(self.roster, sheet));
        let mut watched = Vec::new();
        for manner in sheet.weapons.iter().flat_map(|weapon| &weapon.modes).flat_map(|mode| &mode.manners) {
            watched.extend(manner.barred_when.iter());
        }
        let changes = sheet.changes.iter().filter_map(|change| change.condition.as_ref());
        let mut lies_down = false;
        for condition in watched.into_iter().chain(changes) {
            condition.names(&mut |live| lies_down |= *live == effects::ConditionVariable::Prone);
        }
        sheet.lies_down = lies_down;
        brought
    }

    /// True if the tech level of a weapon is unfamiliar to its bearer, in games with rules about this. The weapon is then used at one rank
    /// less. Actors of unknown origin know all technology.
    fn is_strange(&self, thing: &BuiltItem) -> bool {
        let (Some((low, high)), Some(tech), Some(skill)) = (self.item.familiar, thing.tech, &thing.skill) else { return false };
        let class = self.rules.word("familiar_class", "");
        let asked = |skill: &&slip_pack::Skill| !skill.familiar && skill.classes.iter().any(|word| word == class);
        self.rules.is("weapon_familiarity", "yes")
            && !(low..=high).contains(&tech)
            && self.pack.skills.values().filter(|known| known.name == *skill).any(|known| asked(&known))
    }

    /// Returns the modifiers of the actor and its armour that apply to attacks with a skill, each with the distance of its carrier
    /// ([`Carrier::distance`]). If there are several `must use`, the last one counts. `paid` is true if a fate point is paid for armour that
    /// the wearer is not trained for.
    fn worn_rows(&self, gear: &[&BuiltItem], military: &BTreeSet<Name>, paid: bool) -> Vec<(u8, StaticModifier)> {
        let who = ActorId(0);
        let own = self.rows(self.item, &self.item.stunts, &self.item.effects, "", military);
        let mut rows: Vec<(u8, StaticModifier)> = own.into_iter().map(|row| (Carrier::Person(who).distance(), row)).collect();
        for thing in gear.iter().filter(|thing| thing.skill.is_none()) {
            let mut worn = self.rows(thing, &thing.stunts, &thing.effects, "", military);
            // If the wearer is not trained for the armour, its bonuses to attacks do not count, but its penalties do.
            if !paid && worn.iter().any(|row| matches!(row, StaticModifier::Lacks(None | Some(Act::Defence)))) {
                worn.retain(|row| match row {
                    StaticModifier::Harm(_, by) | StaticModifier::Penetration(_, by) | StaticModifier::Attack(by) => *by < 0,
                    StaticModifier::Tracks(..) | StaticModifier::Range(..) | StaticModifier::Area(_) => false,
                    _ => true,
                });
            }
            rows.extend(worn.into_iter().map(|row| (Carrier::Worn(who).distance(), row)));
        }
        rows
    }

    fn rows(
        &self,
        thing: &BuiltItem,
        stunts: &[ItemStunt],
        lines: &[Arc<Effect>],
        choice: &str,
        military: &BTreeSet<Name>,
    ) -> Vec<StaticModifier> {
        if self.roster.social.is_some() {
            // In social combat no sheets have modifiers; all effects are in the effect table.
            return Vec::new();
        }
        let mut rows = self.reading(thing, stunts, choice, military, |reader| effects::rows(lines, reader));
        if rows.contains(&StaticModifier::AllowsUntrained) {
            rows.retain(|row| !matches!(row, StaticModifier::Lacks(_)));
        }
        rows
    }

    /// Applies the modifiers of the actor, its armour or its other gear to the sheet.
    fn wear(&self, rows: Vec<StaticModifier>, thing: Option<u8>, sheet: &mut ActorSheet, brought: &mut Vec<(EcoString, Option<u8>)>) {
        for row in rows {
            match row {
                StaticModifier::Roll(change) => {
                    if let Some(armour) = sheet.armour.as_mut().filter(|_| thing == Some(ARMOUR)) {
                        armour.changes.push(sheet.changes.len());
                    }
                    sheet.changes.push(change);
                }
                StaticModifier::Attack(by) => {
                    if let Some(armour) = sheet.armour.as_mut().filter(|_| thing == Some(ARMOUR)) {
                        armour.changes.push(sheet.changes.len());
                    }
                    sheet.changes.push(RollChange { skill: None, act: Some(Act::Attack), by, condition: None, line: None });
                }
                StaticModifier::Defense(by) => {
                    if let Some(armour) = &mut sheet.armour {
                        armour.defense = (armour.defense + by).max(0);
                        armour.gained += by;
                    }
                }
                StaticModifier::Order(by) => sheet.order += by,
                StaticModifier::Uses(stand_in) => sheet.uses.push(stand_in),
                StaticModifier::Lacks(None | Some(Act::Defence)) => {
                    if let Some(armour) = sheet.armour.as_mut().filter(|_| thing == Some(ARMOUR)) {
                        armour.untrained = true;
                    }
                }
                StaticModifier::NeverFree(words) => sheet.never_free.push(words),
                StaticModifier::NeverHas(words) => sheet.never_has.push(words),
                StaticModifier::NeverAfter(when, words) => sheet.never_after.push((when, words)),
                StaticModifier::Aspect(words) => brought.push((words, thing)),
                _ => {}
            }
        }
    }

    /// Returns a way of using a weapon with the weapon's own modifiers and those of the wearer applied.
    fn manner(&self, mut manner: AttackProfile, own: &[StaticModifier], worn: &[(u8, StaticModifier)], thing: &str) -> AttackProfile {
        let drawn = manner.skill;
        for row in own {
            match row {
                StaticModifier::Harm(None, by) => {
                    manner.harm += by;
                    manner.gained.0 += by;
                }
                StaticModifier::Penetration(None, by) => {
                    manner.penetration += by;
                    manner.gained.1 += by;
                }
                StaticModifier::Attack(by) => manner.bonus += by,
                StaticModifier::Range(from, to) => (manner.range, manner.set.range) = ((*from, *to), 0),
                StaticModifier::OutOfRange(by, per_zone) => {
                    (manner.out_of_range, manner.per_zone, manner.set.out_of_range) = (*by, *per_zone, 0);
                }
                StaticModifier::Area(area) => manner.area = Some(*area),
                StaticModifier::Tracks(None, tracks, how) => aim(&mut manner, *tracks, *how, 0),
                StaticModifier::Amplified(by) => manner.amplified.push(*by),
                StaticModifier::Limited(by) => manner.limited.push(*by),
                StaticModifier::Uses(stand_in) if stand_in.must && is_for(stand_in, manner.skill, thing) => {
                    stand(&mut manner, stand_in);
                    // If a melee weapon must be used with another skill, it counts as thrown and is no longer a melee weapon (R-P53).
                    manner.thrown |= std::mem::take(&mut manner.hand);
                }
                StaticModifier::Barred(condition) => manner.barred_when.push(condition.clone()),
                StaticModifier::Recoilless => manner.recoilless = true,
                StaticModifier::Lacks(None | Some(Act::Attack)) => manner.untrained = true,
                StaticModifier::After(after) => manner.after.push(after.clone()),
                StaticModifier::Drops => manner.drops = true,
                StaticModifier::NeverFree(words) => manner.never_free.push(words.clone()),
                _ => {}
            }
        }
        let bare = manner.harm.max(0);
        for (far, row) in worn {
            match row {
                StaticModifier::Harm(Some(skill), by) if *skill == drawn => {
                    manner.harm += by;
                    manner.gained.0 += by;
                }
                StaticModifier::Penetration(Some(skill), by) if *skill == drawn => {
                    manner.penetration += by;
                    manner.gained.1 += by;
                }
                StaticModifier::Tracks(Some(skill), tracks, how) if *skill == drawn => aim(&mut manner, *tracks, *how, *far),
                StaticModifier::Uses(there) if there.must && there.thing.as_deref() == Some(thing) => stand(&mut manner, there),
                _ => {}
            }
        }
        manner.harm = manner.harm.max(0);
        manner.fists = manner.harm - bare;
        manner.penetration = manner.penetration.max(0);
        manner
    }
}

/// Returns the attack profiles of a weapon with the skills that may replace the weapon's own skill.
fn stand_ins(roster: &PersonalRoster, manners: &[AttackProfile], uses: &[StandIn], thing: &str) -> Vec<AttackProfile> {
    let mut more = Vec::new();
    for stand_in in uses.iter().filter(|there| !there.must) {
        more.extend(stood_in(manners, stand_in, &word_of(roster, stand_in), thing));
    }
    more
}

/// Returns the word for using an item with a substitute skill: the name of this skill.
pub(super) fn word_of(roster: &PersonalRoster, stand_in: &StandIn) -> EcoString {
    roster.skills.row(stand_in.basis).map_or(EcoString::new(), |skill| skill.name.clone())
}

/// Returns the additional ways of using a weapon that a substitute skill gives. A way that already uses a substitute is not substituted
/// again.
pub(super) fn stood_in(manners: &[AttackProfile], stand_in: &StandIn, word: &EcoString, thing: &str) -> Vec<AttackProfile> {
    let fits = |manner: &&AttackProfile| {
        !manner.stood_in && !stand_in.must && stand_in.act.is_none_or(|act| act == Act::Attack) && is_for(stand_in, manner.skill, thing)
    };
    let with = |manner: &AttackProfile| {
        let mut manner = AttackProfile { word: word.clone(), stood_in: true, ..manner.clone() };
        stand(&mut manner, stand_in);
        manner
    };
    manners.iter().filter(fits).map(with).collect()
}

/// True if a skill substitution applies to attacks with a weapon of this skill and name.
fn is_for(stand_in: &StandIn, skill: SkillId, thing: &str) -> bool {
    match (&stand_in.thing, stand_in.skill) {
        (Some(name), _) => *name == thing,
        (None, Some(wanted)) => wanted == skill,
        (None, None) => stand_in.act == Some(Act::Attack),
    }
}

fn stand(manner: &mut AttackProfile, stand_in: &StandIn) {
    manner.skill = stand_in.basis;
    (manner.cap, manner.full_for, manner.lender) = (stand_in.up_to, stand_in.full_for, stand_in.lender);
    manner.plus = stand_in.plus;
    let watched = stand_in.line.is_some() || stand_in.of.is_some() || stand_in.condition.is_some() || stand_in.against.is_some();
    if watched || stand_in.harmless || stand_in.lenders_roll {
        manner.by = Some(Box::new(stand_in.clone()));
    }
}

/// Lets an effect change the tracks at which attacks in this manner are aimed. `far` is the distance of the effect's carrier: if several
/// effects set `only` their tracks, the nearest counts.
fn aim(manner: &mut AttackProfile, tracks: TrackSet, how: HitKind, far: u8) {
    match how {
        HitKind::Only if far < manner.set.tracks => (manner.tracks, manner.set.tracks) = (tracks, far),
        HitKind::Only => {}
        HitKind::May => manner.tracks |= tracks,
        HitKind::Too => manner.too |= tracks,
    }
}
