//! `odds attack` and `odds duel`: attacks between items of a package.

use super::output::PrintOdds;
use super::{attack_in_scene, fate_points};
use crate::cli::args::{OddsAttack, OddsBare, OddsGround};
use crate::cli::compile_projects::{self, CompiledProject};
use crate::cli::pack_items::{self, ListedItem, Thing};
use crate::cli::{Console, Stop};
use slip_compile::resolve::errors::article;
use slip_odds::answer::OddsAnswer;
use slip_odds::dice_tree::OddsError;
use slip_odds::fate_point_bidding::BiddingContest;
use slip_odds::matchup::{Bare, MatchupActor, MatchupFighter, MatchupStage, MatchupTerrain};
use slip_odds::ship_attack::{self, Salvo};
use slip_odds::unit_attack::{self, UnitAttackOptions};
use slip_odds::{attack as attacks, attack::AttackOptions};
use slip_pack::BuiltItem;
use slip_pack::item::Gear;
use slip_play::ids::ActorId;
use slip_play::space::roster::WeaponSystem;

impl From<OddsError> for Stop {
    fn from(stuck: OddsError) -> Stop {
        Stop::because(stuck)
    }
}

impl OddsGround {
    pub(super) fn ground(&self) -> MatchupTerrain {
        MatchupTerrain { range: self.range(), outdoors: self.outdoors }
    }

    pub(super) fn range(&self) -> u8 {
        self.at.unwrap_or(1)
    }
}

pub(super) fn built(entry: &ListedItem<'_>) -> bool {
    matches!(entry.thing, Thing::Built(_))
}

/// Finds the items that the given words name. All of them must be in one compiled package.
pub(super) fn together<'w>(worlds: &'w [CompiledProject], words: &[String]) -> Result<(&'w CompiledProject, Vec<&'w BuiltItem>), Stop> {
    let of = |world: &'w CompiledProject, word: &String| {
        let found = pack_items::find(std::slice::from_ref(world), word, built);
        found.into_iter().find_map(|(_, entry)| if let Thing::Built(item) = entry.thing { Some(item) } else { None })
    };
    let all = |world: &'w CompiledProject| words.iter().map(|word| of(world, word)).collect::<Option<Vec<_>>>().map(|found| (world, found));
    let missing = || Stop::because(format!("no single package contains all of {}; choose a package that does with --in", words.join(", ")));
    let (world, items) = worlds.iter().find_map(all).ok_or_else(missing)?;
    for word in words {
        let found = pack_items::find(std::slice::from_ref(world), word, built);
        if found.iter().any(|(_, entry)| found.iter().any(|(_, other)| other.kind != entry.kind)) {
            return Err(pack_items::choose(format_args!("there are several items `{word}`"), &found));
        }
    }
    Ok((world, items))
}

pub(super) fn gear(item: &BuiltItem) -> Gear {
    Gear { kind: item.kind.clone(), package: item.package.clone(), name: item.name.clone() }
}

/// True if an item is worn as armour.
pub(super) fn is_armour(item: &BuiltItem) -> bool {
    item.stats.contains_key("defense") && item.skill.is_none()
}

pub(super) const SHIP: &str = "ship";
pub(super) const UNIT: &str = "unit";
/// Word that the user writes in place of a weapon for an attack with words.
pub(super) const WORDS: &str = "words";

/// Number of boxes on a track of a person described by numbers, by default.
const BOXES: i32 = 3;

impl OddsBare {
    /// Returns a person described by numbers only: one skill with this rank, and the tracks of these options.
    pub(super) fn cast(&self, title: &str, skill: &str, rank: i32, things: Vec<Gear>) -> MatchupFighter {
        let bare = Bare {
            title: title.to_owned(),
            skills: vec![(skill.into(), rank)],
            boxes: [self.health, self.composure].map(|boxes| boxes.unwrap_or(BOXES)),
            slots: self.consequences,
        };
        MatchupFighter { who: MatchupActor::Bare(bare), gear: things }
    }
}

/// Prints the odds of an attack.
pub(super) fn run(asked: &OddsAttack, console: &mut Console<'_>) -> Result<(), Stop> {
    if let Some(encounter) = &asked.scene {
        return attack_in_scene::run(asked, encounter, console);
    }
    let ship_weapon = asked.weapon.as_deref().and_then(WeaponSystem::from_word);
    let talks = asked.weapon.as_deref() == Some(WORDS);
    let weapon = asked.weapon.iter().filter(|_| ship_weapon.is_none() && !talks);
    let words: Vec<String> = weapon.chain(&asked.by).chain(&asked.on).cloned().collect();
    let worlds = compile_projects::worlds_of(&asked.ground.folder, &words, "weapon, armour, person or ship", built)?;
    let (world, found) = together(&worlds, &words)?;
    let named = |word: &Option<String>| word.as_ref().and_then(|word| found.get(words.iter().position(|other| other == word)?).copied());
    let (by, on) = (named(&asked.by), named(&asked.on));
    let sheet = match (by, on, ship_weapon) {
        (Some(by), Some(on), Some(weapon)) if by.kind == SHIP && on.kind == SHIP => salvo(asked, world, [by, on], weapon)?,
        (.., Some(_)) if by.is_some_and(|by| by.kind == SHIP) && on.is_none() => {
            return Err(Stop::because("a ship fires at a ship: give the target with --on"));
        }
        (Some(by), Some(on), _) if (by.kind == SHIP) != (on.kind == SHIP) => return Err(ship_against_people(by, on)),
        (Some(by), ..) if by.kind == SHIP => return Err(Stop::because("a ship attacks with `beam`, `torpedo` or `ew`: write one of them")),
        (None, Some(on), _) if on.kind == SHIP => return Err(Stop::because("a ship fires at a ship: give the attacker with --by")),
        (Some(by), Some(on), _) if by.kind == UNIT && on.kind == UNIT => units(asked, world, [by, on])?,
        (Some(by), Some(on), _) if by.kind == UNIT || on.kind == UNIT => {
            return Err(Stop::because(format!(
                "`{}` and `{}` do not fight on the same scale: units can only attack units",
                by.name, on.name
            )));
        }
        (Some(unit), None, _) | (None, Some(unit), _) if unit.kind == UNIT => {
            return Err(Stop::because(format!("`{}` is a unit, and units attack units: give both with --by and --on", unit.name)));
        }
        _ => {
            let weapon = if ship_weapon.is_some() || talks { None } else { named(&asked.weapon) };
            if let (Some(_), None, false) = (&asked.weapon, weapon, talks) {
                return Err(Stop::because("`beam`, `torpedo` and `ew` are weapons of ships: give the ships with --by and --on"));
            }
            personal(asked, world, weapon, by, on)?
        }
    };
    sheet.print(asked.ground.format, console)?;
    compile_projects::warn_of_errors(std::iter::once(world), console)
}

fn personal(
    asked: &OddsAttack,
    world: &CompiledProject,
    weapon: Option<&BuiltItem>,
    by: Option<&BuiltItem>,
    on: Option<&BuiltItem>,
) -> Result<OddsAnswer, Stop> {
    refuse_skill(asked)?;
    let bare = by.is_none() || on.is_none_or(is_armour);
    refuse_idle(asked, if bare { AttackPair::Bare } else { AttackPair::People })?;
    let mut stage = MatchupStage::new(&world.pack);
    let names = stage.settings().names;
    if let Some(weapon) = weapon.filter(|weapon| weapon.skill.is_none()) {
        return Err(Stop::because(format!("`{}` is {}, not a weapon", weapon.name, weapon.kind)));
    }
    let talks = asked.weapon.as_deref() == Some(WORDS);
    for somebody in [by, on.filter(|on| !is_armour(on))].into_iter().flatten() {
        takes_part(somebody, &names.health, talks)?;
    }
    let attacker = match (by, asked.skill) {
        (Some(by), _) => {
            let carried = weapon.is_none_or(|weapon| by.gear.contains(&gear(weapon)));
            MatchupFighter { who: MatchupActor::Declared(gear(by)), gear: weapon.filter(|_| !carried).map(gear).into_iter().collect() }
        }
        (None, rank) => {
            let skill = weapon.and_then(|weapon| weapon.skill.clone()).unwrap_or_else(|| names.unarmed.clone());
            asked.bare.cast("Attacker", &skill, rank.unwrap_or(0), weapon.map(gear).into_iter().collect())
        }
    };
    let dodges =
        |rank: i32, armour: Option<&BuiltItem>| asked.bare.cast("Defender", &names.dodge, rank, armour.map(gear).into_iter().collect());
    let defender = match (on, asked.dodge) {
        (Some(armour), Some(rank)) if is_armour(armour) => dodges(rank, Some(armour)),
        (Some(armour), None) if is_armour(armour) => {
            return Err(Stop::because(format!("`{}` is armour: add --dodge with the rank of its wearer", armour.name)));
        }
        (Some(on), Some(_)) => return Err(Stop::because(format!("`{}` dodges with its own rank: leave out --dodge", on.name))),
        (Some(on), None) => MatchupFighter { who: MatchupActor::Declared(gear(on)), gear: Vec::new() },
        (None, rank) => dodges(rank.unwrap_or(0), None),
    };
    let manner = AttackOptions { weapon: weapon.map(|weapon| weapon.name.clone()), ..manner(asked) };
    let settings = stage.settings();
    let struck = if talks {
        let fight = stage.talk([&attacker, &defender], asked.ground.ground())?;
        attacks::strike(fight, ActorId(0), ActorId(1), &manner)?
    } else {
        attacks::staged(&mut stage, [&attacker, &defender], asked.ground.ground(), &manner)?
    };
    let who = |item: Option<&BuiltItem>, unnamed: &str| item.map_or_else(|| unnamed.to_owned(), |item| item.title.clone());
    let with = match weapon {
        Some(weapon) => weapon.title.clone(),
        None if talks => "Words".to_owned(),
        None => "Best weapon".to_owned(),
    };
    let range = asked.ground.range();
    let mut sheet = OddsAnswer::titled(format!("{with}, {} on {}, range {range}", who(by, "attacker"), who(on, "defender")));
    sheet.add_attack(&struck);
    let needs = if talks { i32::from(range) + 1 } else { 1 };
    fate_points::told(
        &mut sheet,
        &struck,
        BiddingContest { dice: settings.dice, edge: struck.margin(), needs, bonus: settings.bonus },
        asked,
    )?;
    Ok(sheet)
}

/// Returns the error for an attack between a ship and something that is not a ship.
fn ship_against_people(by: &BuiltItem, on: &BuiltItem) -> Stop {
    let ship = if by.kind == SHIP { by } else { on };
    Stop::because(format!("`{}` is a ship and its opponent is not: give two ships, or two people", ship.name))
}

/// Refuses items that cannot fight people: places and objects never attack, and people without a body take part only in attacks with words.
///
/// # Errors
/// Returns an error that names the kind of the item.
pub(super) fn takes_part(item: &BuiltItem, body: &str, talks: bool) -> Result<(), Stop> {
    let is = format!("`{}` is {}", item.name, article(&item.kind));
    if item.kind == SHIP || item.kind == UNIT || item.tracks.is_empty() {
        return Err(Stop::because(format!("{is}, which cannot attack people or be attacked by them")));
    }
    if !talks && !item.tracks.contains_key(body) {
        return Err(Stop::because(format!("{is} without a body, which can only be attacked with words: `odds attack words`")));
    }
    Ok(())
}

/// Kinds of attacker and target, which decide the options that have an effect.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AttackPair {
    /// The attacker and the target are people, some of them described by numbers only.
    Bare,
    People,
    Ships,
    Units,
}

/// Refuses options that do not apply to the participants. If they were ignored, the user would believe that they have an effect.
///
/// # Errors
/// Returns an error that names the option.
pub(super) fn refuse_idle(asked: &OddsAttack, meeting: AttackPair) -> Result<(), Stop> {
    let (ships, units) = (meeting == AttackPair::Ships, meeting == AttackPair::Units);
    let (people, talks) = (!ships && !units, asked.weapon.as_deref() == Some(WORDS));
    let bare = &asked.bare;
    refuse_among([
        ("--value", asked.value.is_some(), ships, "ships"),
        ("--beams", asked.beams.is_some(), ships, "ships"),
        ("--crew", asked.crew.is_some(), ships && asked.scene.is_none(), "ships outside a scene"),
        ("--other-crew", asked.other_crew.is_some(), ships && asked.scene.is_none(), "ships outside a scene"),
        ("--spotted", asked.spotted.is_some(), units, "units"),
        ("--dodge", asked.dodge.is_some(), people, "people"),
        ("--mode", asked.mode.is_some(), people && asked.weapon.is_some() && !talks, "attacks by people with a given weapon"),
        ("--at-composure", asked.at_composure, people, "people"),
        ("--track", asked.track.is_some(), people, "people"),
        ("--area", asked.area, !ships, "people and units"),
        ("--health", bare.health.is_some(), meeting == AttackPair::Bare, "people described by numbers"),
        ("--composure", bare.composure.is_some(), meeting == AttackPair::Bare, "people described by numbers"),
        ("--consequences", bare.consequences, meeting == AttackPair::Bare, "people described by numbers"),
        ("--outdoors", asked.ground.outdoors, people, "people"),
        ("--outdoors", asked.ground.outdoors, !talks, "weapons"),
    ])
}

/// Refuses the first option that is given but has no effect. Each entry contains the name of an option, true if the option is given, true
/// if it has an effect here, and the participants to which it applies.
///
/// # Errors
/// Returns an error that names the option.
pub(super) fn refuse_among<const N: usize>(options: [(&str, bool, bool, &str); N]) -> Result<(), Stop> {
    match options.into_iter().find(|(_, said, counts, _)| *said && !counts) {
        Some((option, .., whose)) => Err(Stop::because(format!("{option} has no effect here, since it is only for {whose}: leave it out"))),
        None => Ok(()),
    }
}

/// Refuses `--skill` if there is no choice of skill; only attacks with words and attacks of units have one.
pub(super) fn refuse_skill(asked: &OddsAttack) -> Result<(), Stop> {
    if asked.using.is_none() || asked.weapon.as_deref() == Some(WORDS) {
        return Ok(());
    }
    Err(Stop::because("a weapon has its own skill: --using is only for attacks with words (`slipyard odds attack words`) and for units"))
}

/// Returns the options of an attack from the arguments of the command.
pub(super) fn manner(asked: &OddsAttack) -> AttackOptions {
    let weapon = asked.weapon.as_deref().filter(|&weapon| weapon != WORDS);
    AttackOptions {
        weapon: weapon.map(Into::into),
        mode: asked.mode.as_deref().map(Into::into),
        at_composure: asked.at_composure,
        at_track: asked.track.as_deref().map(Into::into),
        area: asked.area,
        skill: asked.using.as_deref().map(Into::into),
    }
}

/// Computes the odds of an attack of a unit on a unit.
fn units(asked: &OddsAttack, world: &CompiledProject, [by, on]: [&BuiltItem; 2]) -> Result<OddsAnswer, Stop> {
    if asked.weapon.is_some() {
        return Err(Stop::because(
            "units attack with a skill, not a weapon: write --using direct_fire, or leave out --using for the best skill",
        ));
    }
    refuse_idle(asked, AttackPair::Units)?;
    let mut stage = MatchupStage::new(&world.pack);
    let mut fight = stage.units([&gear(by), &gear(on)], asked.ground.ground())?;
    let [attacker, target] = [ActorId(0), ActorId(1)];
    let spotted = asked.spotted.unwrap_or(1);
    unit_attack::spot(&mut fight, target, spotted);
    let settings = fight.roster.settings.clone();
    let struck = unit_attack::strike(fight, attacker, target, &order(asked))?;
    let mut sheet = OddsAnswer::titled(format!("{} on {}, range {}", by.title, on.title, asked.ground.range()));
    sheet.add_attack(&struck);
    sheet.notes.push(format!("each unit has its own commander; SPOTTED markers on the target: {spotted}"));
    let contest = BiddingContest { dice: settings.dice, edge: struck.margin(), needs: 1, bonus: settings.invoke_bonus };
    fate_points::told(&mut sheet, &struck, contest, asked)?;
    Ok(sheet)
}

/// Returns the options of a unit's attack from the arguments of the command.
pub(super) fn order(asked: &OddsAttack) -> UnitAttackOptions {
    UnitAttackOptions { skill: asked.using.as_deref().map(Into::into), area: asked.area }
}

fn salvo(asked: &OddsAttack, world: &CompiledProject, [by, on]: [&BuiltItem; 2], weapon: WeaponSystem) -> Result<OddsAnswer, Stop> {
    refuse_skill(asked)?;
    refuse_idle(asked, AttackPair::Ships)?;
    let stage = MatchupStage::new(&world.pack);
    let fight = stage.ships([&gear(by), &gear(on)], [asked.crew, asked.other_crew], asked.ground.range())?;
    let settings = fight.roster.settings.clone();
    let salvo = Salvo { weapon, value: asked.value, against: asked.beams };
    let struck = ship_attack::strike(fight, ActorId(0), ActorId(1), salvo)?;
    let word = asked.weapon.as_deref().unwrap_or_default();
    let mut sheet = OddsAnswer::titled(format!("{word}, {} on {}, range {}", by.title, on.title, asked.ground.range()));
    sheet.add_attack(&struck);
    sheet.notes.push("with nameless crews that have the skill and military-grade training at every station".to_owned());
    let contest = BiddingContest { dice: settings.dice, edge: struck.margin(), needs: 1, bonus: settings.invoke_bonus };
    fate_points::told(&mut sheet, &struck, contest, asked)?;
    Ok(sheet)
}
