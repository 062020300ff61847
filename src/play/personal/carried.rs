//! What people carry into a fight, and what its effects come to on their sheets. Floor 5.

use crate::pack::effect::{Effect, HitKind, Who};
use crate::pack::encounter::Encounter;
use crate::pack::item::{Gear, Item, Stunt};
use crate::pack::map::Map as PackMap;
use crate::pack::ruleset::Rules;
use crate::pack::{Name, Pack};
use crate::play::effects::{self, Act, Line, Reader, RollChange, Row, StandIn};
use crate::play::ids::{ActorId, Key, SkillId, ZoneId};
use crate::play::personal::begin::ARMOUR;
use crate::play::personal::roster::{Manner, Roster, Sheet, Switching};
use crate::play::personal::state::{COMPOSURE, HEALTH};
use ecow::EcoString;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Quantities of personal combat (effects.md 3) as items of any design give them.
pub(super) const HARM: &str = "harm";
/// Taken off armour.
pub(super) const PENETRATION: &str = "penetration";
/// The near end of the range.
pub(super) const MIN_RANGE: &str = "min_range";
/// The far end of the range.
pub(super) const MAX_RANGE: &str = "max_range";
/// Armour.
pub(super) const DEFENSE: &str = "defense";

/// The word by which a beast that is its own weapon says what it strikes with.
const WEAPON: &str = "weapon";

/// What the weapon that somebody is themselves is called: their words, the weapon it is like, or the skill.
pub(super) fn natural_title(pack: &Pack, item: &Item) -> EcoString {
    let like = || item.refers.get(WEAPON).and_then(|weapon| pack.item(weapon)).map(|weapon| weapon.title.as_str().into());
    let skill = || pack.skills.values().find(|skill| Some(&skill.name) == item.skill.as_ref()).map(|skill| skill.title.as_str().into());
    item.words.get(WEAPON).cloned().or_else(like).or_else(skill).unwrap_or_else(|| item.title.as_str().into())
}

/// Things somebody carries: their own gear, the encounter's, and what effects grant, each once. Whoever has harm and a
/// skill to strike with is a weapon and, with a Defense, armour too: the claws and hide of a beast.
pub(super) fn gear<'a>(pack: &'a Pack, item: &'a Item, more: &'a [Gear]) -> Vec<&'a Item> {
    let mut things: Vec<&Item> = item.gear.iter().chain(more).filter_map(|gear| pack.item(gear)).collect();
    if item.skill.is_some() && fights(item) {
        things.insert(0, item);
    }
    for name in effects::granted(&item.effects) {
        let known = |thing: &&Item| thing.name == *name || crate::pack::key(&thing.package, &thing.name) == *name;
        let all = pack.items.values().flat_map(|kind| kind.values());
        // A name of one's own package comes first.
        let found = all.filter(known).filter(|thing| fights(thing)).max_by_key(|thing| thing.package == item.package);
        if let Some(thing) = found.filter(|thing| !things.iter().any(|there| std::ptr::eq(*there, *thing))) {
            things.push(thing);
        }
    }
    things.retain(|thing| thing.valid);
    things
}

/// Whether a thing does anything in a person's hands: it is used with a skill, or worn.
fn fights(thing: &Item) -> bool {
    (thing.skill.is_some() && thing.stats.contains_key(HARM)) || thing.stats.contains_key(DEFENSE)
}

/// The number of a track.
fn track(roster: &Roster, name: &str) -> Option<u8> {
    let names = &roster.settings.names;
    [(&names.health, HEALTH), (&names.composure, COMPOSURE)].into_iter().find(|(track, _)| track.as_str() == name).map(|(_, id)| id.0)
}

fn skill(roster: &Roster, name: &str) -> Option<SkillId> {
    let own = roster.skills.iter().find(|(_, skill)| skill.name == name);
    own.or_else(|| roster.skills.iter().find(|(_, skill)| skill.is_called(name))).map(|(id, _)| id)
}

/// Skills somebody is military-grade in, those they stand for among them.
fn military(pack: &Pack, item: &Item) -> BTreeSet<Name> {
    let mut trained = effects::military(&item.effects);
    let also = pack.skills.values().filter(|skill| trained.contains(&skill.name)).filter_map(|skill| skill.stands_for.clone());
    trained.extend(also.collect::<Vec<_>>());
    trained
}

/// Changes that the rules in force, the surroundings and the zones of the map make to everybody's rolls.
pub(super) fn surroundings(roster: &Roster, map: &PackMap, encounter: &Encounter) -> Vec<RollChange> {
    let rules = &encounter.rules;
    let nobody = Item::default();
    let none = BTreeSet::new();
    let reader = Reader {
        bearer: &nobody,
        thing: &nobody,
        stunts: &[],
        military: &none,
        rules,
        choice: "",
        skill: &|name| skill(roster, name),
        class: &|_| Vec::new(),
        track: &|name| track(roster, name),
    };
    let mut changes = reader.everyone(&rules.effects, None);
    changes.extend(reader.everyone(&encounter.effects, None));
    for (number, zone) in map.zones.iter().enumerate() {
        changes.extend(reader.everyone(&zone.effects, Some(ZoneId::of(number))));
    }
    changes
}

/// Somebody whose effects are being compiled.
pub(super) struct Bearer<'a> {
    pub(super) pack: &'a Pack,
    pub(super) roster: &'a Roster,
    pub(super) item: &'a Item,
    pub(super) rules: &'a Rules,
}

/// Carries over what lines of some people are about to those others, and makes the table of what may be chosen.
pub(super) fn tell_others<'a>(
    pack: &Pack,
    people: impl Iterator<Item = &'a crate::pack::encounter::Actor>,
    rules: &Rules,
    roster: &mut Roster,
) {
    let mut lines: Vec<Line> = Vec::new();
    let mut loans: Vec<(ActorId, StandIn)> = Vec::new();
    for (number, actor) in people.enumerate() {
        let (carrier, Some(item)) = (ActorId::of(number), pack.item(&actor.item)) else { continue };
        let bearer = Bearer { pack, roster, item, rules };
        bearer.tell(carrier, &gear(pack, item, &actor.gear), &mut lines, &mut loans);
    }
    for (who, stand_in) in loans {
        lend(roster, who, stand_in);
    }
    let capped = |sheet: &Sheet| sheet.uses.iter().any(|there| there.full_for.is_some());
    roster.offers = lines.iter().any(|line| line.choice) || roster.actors.values().any(capped);
    roster.lines = lines;
}

/// Puts a skill of somebody else on a sheet, and on its weapons as further ways of using them.
fn lend(roster: &mut Roster, who: ActorId, stand_in: StandIn) {
    let word = roster.skills.row(stand_in.basis).map_or(EcoString::new(), |skill| skill.name.clone());
    let sheet = &mut roster.actors[who];
    for weapon in &mut sheet.weapons {
        let thing = weapon.name.clone();
        for mode in &mut weapon.modes {
            let more = stood_in(&mode.manners, &stand_in, &word, &thing);
            mode.manners.extend(more);
        }
    }
    sheet.uses.push(stand_in);
}

/// Whom a line is about.
fn people_meant(roster: &Roster, carrier: ActorId, who: Option<&Who>) -> Vec<ActorId> {
    let meant = |&other: &ActorId| match who {
        None | Some(Who::Bearer) => other == carrier,
        Some(Who::Allies) => other != carrier && !roster.are_enemies(carrier, other),
        Some(Who::Enemies) => roster.are_enemies(carrier, other),
        Some(Who::Others) => other != carrier,
        Some(Who::Everyone) => true,
        _ => false,
    };
    roster.actors.keys().filter(meant).collect()
}

impl Bearer<'_> {
    /// The lines of a person and of what they carry that are a choice or about others. Of a modal weapon, whose lines come
    /// and go with its mode, there are none.
    fn tell(&self, carrier: ActorId, gear: &[&Item], lines: &mut Vec<Line>, loans: &mut Vec<(ActorId, StandIn)>) {
        let military = military(self.pack, self.item);
        let mut shared: BTreeMap<(usize, Name), u16> = BTreeMap::new();
        let mut weapons = 0_u8;
        let things = std::iter::once(self.item).chain(gear.iter().copied());
        for (place, thing) in things.enumerate() {
            let weapon = (place > 0 && thing.skill.is_some()).then_some(weapons);
            weapons = weapons.saturating_add(u8::from(weapon.is_some()));
            // Somebody's own lines are read once, also where they are their own weapon.
            if !thing.modes.is_empty() || (place > 0 && std::ptr::eq(thing, self.item)) {
                continue;
            }
            let read = |reader: &Reader<'_>| (reader.lent(&thing.effects, carrier), reader.lines(&thing.effects));
            let (lent, written) = self.reading(thing, &thing.stunts, "", &military, read);
            for (who, stand_in) in lent {
                let whom = people_meant(self.roster, carrier, Some(&who)).into_iter();
                loans.extend(whom.filter(|&other| other != carrier).map(|other| (other, stand_in.clone())));
            }
            for written in written {
                let whom = people_meant(self.roster, carrier, written.who.as_ref());
                let Ok(number) = u16::try_from(lines.len()) else { return };
                let count = match written.shared {
                    Some(stunt) => *shared.entry((place, stunt)).or_insert(number),
                    None => number,
                };
                let own = matches!(written.who, None | Some(Who::Bearer));
                let attacks = written.line.rolls.iter().all(|roll| roll.skill.is_none() && roll.act == Some(Act::Attack));
                let weapon = weapon.filter(|_| own && attacks);
                lines.push(Line { carrier, whom, weapon, count, ..written.line });
            }
        }
    }

    /// Reads lines of a thing, which is the person itself for their own.
    fn reading<T>(
        &self,
        thing: &Item,
        stunts: &[Stunt],
        choice: &str,
        military: &BTreeSet<Name>,
        read: impl FnOnce(&Reader<'_>) -> T,
    ) -> T {
        let class = |name: &str| {
            let of = self.pack.skills.values().filter(|skill| skill.classes.iter().any(|class| class == name));
            of.map(|skill| skill.name.clone()).collect()
        };
        read(&Reader {
            bearer: self.item,
            thing,
            stunts,
            military,
            rules: self.rules,
            choice,
            skill: &|name| skill(self.roster, self.item.known_as(name)),
            class: &class,
            track: &|name| track(self.roster, name),
        })
    }

    /// Reckons the effects of a person and of what they carry into their sheet. Gives the aspects these bring from the
    /// start, with the number of the thing whose they are.
    pub(super) fn compile(&self, gear: &[&Item], sheet: &mut Sheet) -> Vec<(EcoString, Option<u8>)> {
        let military = military(self.pack, self.item);
        let mut brought = Vec::new();
        let own = self.rows(self.item, &self.item.stunts, &self.item.effects, "", &military);
        self.wear(own, None, sheet, &mut brought);
        for thing in gear.iter().filter(|thing| thing.skill.is_none()) {
            let rows = self.rows(thing, &thing.stunts, &thing.effects, "", &military);
            self.wear(rows, thing.stats.contains_key(DEFENSE).then_some(ARMOUR), sheet, &mut brought);
        }
        let weapons = gear.iter().filter(|thing| thing.skill.is_some());
        let worn = self.worn_rows(gear, &military);
        for (number, thing) in weapons.enumerate() {
            let Some(weapon) = sheet.weapons.get_mut(number) else { break };
            let number = u8::try_from(number).unwrap_or(u8::MAX);
            for (place, mode) in weapon.modes.iter_mut().enumerate() {
                let (stunts, lines): (&[Stunt], &[Arc<Effect>]) = match thing.modes.get(place) {
                    Some(mode) => (&mode.stunts, &mode.effects),
                    // Read already: they are the person's own.
                    None if std::ptr::eq(*thing, self.item) => (&[], &[]),
                    None => (&thing.stunts, &thing.effects),
                };
                let plain = mode.manners.first().cloned();
                let Some(plain) = plain else { continue };
                let rows = self.rows(thing, stunts, lines, "", &military);
                let words: Vec<EcoString> = rows
                    .iter()
                    .filter_map(|row| match row {
                        Row::Choice(word) => Some(word.clone()),
                        _ => None,
                    })
                    .collect();
                let switching = rows.iter().find_map(|row| match row {
                    Row::Switching(free) => Some(if *free { Switching::Free } else { Switching::Action }),
                    _ => None,
                });
                weapon.switching = switching.unwrap_or(weapon.switching);
                brought.extend(rows.iter().filter_map(|row| match row {
                    Row::Aspect(words) => Some((words.clone(), Some(number))),
                    _ => None,
                }));
                sheet.never_free.extend(rows.iter().filter_map(|row| match row {
                    Row::NeverFree(words) => Some(words.clone()),
                    _ => None,
                }));
                mode.manners = vec![self.manner(plain.clone(), &rows, &worn, &thing.name)];
                for word in words {
                    let rows = self.rows(thing, stunts, lines, &word, &military);
                    let manner = Manner { word, ..plain.clone() };
                    mode.manners.push(self.manner(manner, &rows, &worn, &thing.name));
                }
                let others: Vec<Manner> = self.stand_ins(&mode.manners, &sheet.uses, &thing.name);
                mode.manners.extend(others);
            }
        }
        sheet.bare = self.manner(sheet.bare.clone(), &[], &worn, "");
        let mut watched = Vec::new();
        for manner in sheet.weapons.iter().flat_map(|weapon| &weapon.modes).flat_map(|mode| &mode.manners) {
            watched.extend(manner.barred_when.iter());
        }
        let changes = sheet.changes.iter().chain(&self.roster.changes).filter_map(|change| change.condition.as_ref());
        let mut lies_down = false;
        for condition in watched.into_iter().chain(changes) {
            condition.names(&mut |live| lies_down |= *live == effects::Live::Prone);
        }
        sheet.lies_down = lies_down;
        brought
    }

    /// Rows of person and armour that change what attacks with some skill do.
    fn worn_rows(&self, gear: &[&Item], military: &BTreeSet<Name>) -> Vec<Row> {
        let mut rows = self.rows(self.item, &self.item.stunts, &self.item.effects, "", military);
        for thing in gear.iter().filter(|thing| thing.skill.is_none()) {
            rows.extend(self.rows(thing, &thing.stunts, &thing.effects, "", military));
        }
        rows
    }

    fn rows(&self, thing: &Item, stunts: &[Stunt], lines: &[Arc<Effect>], choice: &str, military: &BTreeSet<Name>) -> Vec<Row> {
        let mut rows = self.reading(thing, stunts, choice, military, |reader| effects::rows(lines, reader));
        if rows.contains(&Row::AllowsUntrained) {
            rows.retain(|row| !matches!(row, Row::Lacks(_)));
        }
        rows
    }

    /// Lays the rows of a person, of armour or of other gear on the sheet.
    fn wear(&self, rows: Vec<Row>, thing: Option<u8>, sheet: &mut Sheet, brought: &mut Vec<(EcoString, Option<u8>)>) {
        for row in rows {
            match row {
                Row::Roll(change) => {
                    sheet.changes.push(change);
                    if let Some(armour) = sheet.armour.as_mut().filter(|_| thing == Some(ARMOUR)) {
                        armour.changes += 1;
                    }
                }
                Row::Attack(by) => {
                    sheet.changes.push(RollChange { skill: None, act: Some(Act::Attack), by, condition: None });
                }
                Row::Defense(by) => {
                    if let Some(armour) = &mut sheet.armour {
                        armour.defense = (armour.defense + by).max(0);
                    }
                }
                Row::Order(by) => sheet.order += by,
                Row::Zones(zones) => sheet.zones_per_turn = zones,
                Row::MoreZones(by) => sheet.zones_per_turn = sheet.zones_per_turn.map(|zones| (zones + by).max(0)),
                Row::Uses(stand_in) => sheet.uses.push(stand_in),
                Row::Lacks(None | Some(Act::Defence)) => {
                    if let Some(armour) = sheet.armour.as_mut().filter(|_| thing == Some(ARMOUR)) {
                        armour.untrained = true;
                    }
                }
                Row::NeverFree(words) => sheet.never_free.push(words),
                Row::NeverHas(words) => sheet.never_has.push(words),
                Row::Aspect(words) => brought.push((words, thing)),
                _ => {}
            }
        }
    }

    /// A way of using a weapon with its own rows and those worn reckoned in.
    fn manner(&self, mut manner: Manner, own: &[Row], worn: &[Row], thing: &str) -> Manner {
        let drawn = manner.skill;
        for row in own {
            match row {
                Row::Harm(None, by) => manner.harm += by,
                Row::Penetration(None, by) => manner.penetration += by,
                Row::Attack(by) => manner.bonus += by,
                Row::Range(from, to) => manner.range = (*from, *to),
                Row::OutOfRange(by, per_zone) => (manner.out_of_range, manner.per_zone) = (*by, *per_zone),
                Row::Area(area) => manner.area = Some(*area),
                Row::Tracks(None, tracks, how) => aim(&mut manner, *tracks, *how),
                Row::Amplified(by) => manner.amplified.push(*by),
                Row::Limited(by) => manner.limited.push(*by),
                Row::Uses(stand_in) if stand_in.must && is_for(stand_in, manner.skill, thing) => {
                    // What is thrown is not held in the hand (R-P53).
                    stand(&mut manner, stand_in);
                    manner.hand = false;
                }
                Row::Barred(condition) => manner.barred_when.push(condition.clone()),
                Row::Recoilless => manner.recoilless = true,
                Row::Lacks(None | Some(Act::Attack)) => manner.untrained = true,
                Row::After(after) => manner.after.push(after.clone()),
                Row::Drops => manner.drops = true,
                _ => {}
            }
        }
        for row in worn {
            match row {
                Row::Harm(Some(skill), by) if *skill == drawn => {
                    manner.harm += by;
                    manner.fists += by;
                }
                Row::Penetration(Some(skill), by) if *skill == drawn => manner.penetration += by,
                Row::Tracks(Some(skill), tracks, how) if *skill == drawn => aim(&mut manner, *tracks, *how),
                Row::Uses(there) if there.must && there.thing.as_deref() == Some(thing) => stand(&mut manner, there),
                _ => {}
            }
        }
        manner.harm = manner.harm.max(0);
        manner.penetration = manner.penetration.max(0);
        // Where any area attack of a gun shows its empty magazine, not only full auto does (R-P51).
        if self.roster.settings.ammo_tag_any_area && manner.area.is_some() {
            let brings = manner.after.iter().filter(|after| !after.free && after.when == effects::Occasion::Attack);
            let shows: Vec<effects::After> =
                brings.map(|after| effects::After { when: effects::Occasion::AreaAttack, free: true, ..after.clone() }).collect();
            manner.after.extend(shows);
        }
        manner
    }

    /// Further ways of using a weapon: with skills that may stand in for its own.
    fn stand_ins(&self, manners: &[Manner], uses: &[StandIn], thing: &str) -> Vec<Manner> {
        let mut more = Vec::new();
        for stand_in in uses.iter().filter(|there| !there.must && there.condition.is_none()) {
            let word = self.roster.skills.row(stand_in.basis).map_or(EcoString::new(), |skill| skill.name.clone());
            more.extend(stood_in(manners, stand_in, &word, thing));
        }
        more
    }
}

/// The ways of using a weapon with a skill that may stand in for its own; a roll is rewritten once at most.
fn stood_in(manners: &[Manner], stand_in: &StandIn, word: &EcoString, thing: &str) -> Vec<Manner> {
    let fits = |manner: &&Manner| {
        !manner.stood_in
            && !stand_in.must
            && stand_in.condition.is_none()
            && stand_in.act.is_none_or(|act| act == Act::Attack)
            && is_for(stand_in, manner.skill, thing)
    };
    let with = |manner: &Manner| {
        let mut manner = Manner { word: word.clone(), stood_in: true, ..manner.clone() };
        stand(&mut manner, stand_in);
        manner
    };
    manners.iter().filter(fits).map(with).collect()
}

/// Whether a stand-in is for attacks with a weapon of this skill and name.
fn is_for(stand_in: &StandIn, skill: SkillId, thing: &str) -> bool {
    match (&stand_in.thing, stand_in.skill) {
        (Some(name), _) => *name == thing,
        (None, Some(wanted)) => wanted == skill,
        (None, None) => stand_in.act == Some(Act::Attack),
    }
}

fn stand(manner: &mut Manner, stand_in: &StandIn) {
    manner.skill = stand_in.basis;
    (manner.cap, manner.full_for, manner.lender) = (stand_in.up_to, stand_in.full_for, stand_in.lender);
    manner.bonus += stand_in.plus;
}

fn aim(manner: &mut Manner, tracks: u8, how: HitKind) {
    match how {
        HitKind::Only => manner.tracks = tracks,
        HitKind::May => manner.tracks |= tracks,
        HitKind::Too => manner.too |= tracks,
    }
}
