//! `odds attack --scene`: an attack between two participants of a declared encounter.

use super::attack::{AttackPair, manner, order, refuse_idle, refuse_skill};
use super::fate_points;
use super::output::PrintOdds;
use crate::cli::args::OddsAttack;
use crate::cli::compile_projects::{self, CompiledProject};
use crate::cli::pack_items::{self, ListedItem, Thing};
use crate::cli::{Console, Stop};
use slip_odds::answer::OddsAnswer;
use slip_odds::dice_tree::OddsError;
use slip_odds::encounter_matchup::{self, AttackScene};
use slip_odds::fate_point_bidding::BiddingContest;
use slip_odds::ship_attack::{self, Salvo};
use slip_odds::unit_attack;
use slip_odds::{attack as attacks, attack::AttackOdds};
use slip_pack::encounter::Encounter;
use slip_play::names::Names;
use slip_play::space::roster::WeaponSystem;
use std::path::Path;

fn is_encounter(entry: &ListedItem<'_>) -> bool {
    matches!(entry.thing, Thing::Encounter(_))
}

/// Returns the worlds that have an encounter of this name.
pub(super) fn worlds(folder: &Path, name: &str) -> Result<Vec<CompiledProject>, Stop> {
    compile_projects::worlds_of(folder, &[name.to_owned()], "encounter", is_encounter)
}

/// Returns the encounter of this name.
pub(super) fn encounter<'w>(worlds: &'w [CompiledProject], name: &str) -> Result<(&'w CompiledProject, &'w Encounter), Stop> {
    match pack_items::find(worlds, name, is_encounter).as_slice() {
        [(world, ListedItem { thing: Thing::Encounter(encounter), .. })] if encounter.valid => Ok((*world, *encounter)),
        [_] => Err(Stop::because(format!("`{name}` has errors, see `slipyard check`"))),
        several => Err(pack_items::choose(format_args!("there are several encounters `{name}`"), several)),
    }
}

/// Prints the odds of an attack in a scene.
pub(super) fn run(asked: &OddsAttack, name: &str, console: &mut Console<'_>) -> Result<(), Stop> {
    let worlds = worlds(&asked.ground.folder, name)?;
    let (world, encounter) = encounter(&worlds, name)?;
    let who = [&asked.by, &asked.on].map(|who| who.as_deref().unwrap_or_default());
    let mut met = encounter_matchup::begin(&world.pack, encounter, who, asked.ground.at)?;
    if asked.ground.outdoors || (asked.ground.at.is_some() && !matches!(met, AttackScene::Ships(..))) {
        return Err(Stop::because("the scene has its own positions: to change them, write --from ZONE and --to ZONE"));
    }
    for (which, zone) in [&asked.from, &asked.to].into_iter().enumerate() {
        if let Some(zone) = zone {
            met.put(which, zone)?;
        }
    }
    let (struck, names, contest) = strike(asked, met)?;
    let [by, on] = names;
    let with = asked.weapon.as_deref().map_or_else(String::new, |weapon| format!(" with {weapon}"));
    let mut sheet = OddsAnswer::titled(format!("{}: {by} on {on}{with}", encounter.title));
    sheet.add_attack(&struck);
    fate_points::told(&mut sheet, &struck, BiddingContest { edge: struck.margin(), ..contest }, asked)?;
    sheet.print(asked.ground.format, console)?;
    compile_projects::warn_of_errors(std::iter::once(world), console)
}

/// Returns the error for an impossible attack. The error names the zones of the attacker and the target.
fn from_there(stuck: OddsError, names: &[String; 2], zones: [Option<&str>; 2]) -> Stop {
    let [by, on] = names;
    match (stuck, zones) {
        (OddsError::Impossible(why), [Some(here), Some(there)]) => {
            Stop::because(format!("{why}; {by} is at {here} and {on} at {there} (--from and --to change that)"))
        }
        (stuck, _) => Stop::because(stuck),
    }
}

/// Returns the attack, the names of the attacker and the target, and the contest in which both sides may spend fate points.
fn strike(asked: &OddsAttack, met: AttackScene) -> Result<(AttackOdds, [String; 2], BiddingContest), Stop> {
    let meeting = match &met {
        AttackScene::People(..) => AttackPair::People,
        AttackScene::Units(..) => AttackPair::Units,
        AttackScene::Ships(..) => AttackPair::Ships,
    };
    refuse_idle(asked, meeting)?;
    Ok(match met {
        AttackScene::People(fight, [by, on]) => {
            let names = [fight.actor(by).to_owned(), fight.actor(on).to_owned()];
            let settings = &fight.roster.settings;
            let (dice, bonus) = (settings.dice, settings.bonus);
            let words = fight.roster.social.is_some();
            if !words {
                refuse_skill(asked)?;
            }
            let zone = fight.state.actors.row(on).map(|actor| actor.zone);
            let range = zone.filter(|_| words).map_or(0, |zone| i32::from(fight.distance(by, zone)));
            let zones = [by, on].map(|who| fight.state.actors.row(who).map(|actor| fight.zone(actor.zone)));
            let struck = attacks::strike(fight.clone(), by, on, &manner(asked)).map_err(|stuck| from_there(stuck, &names, zones))?;
            (struck, names, BiddingContest { dice, edge: 0, needs: range + 1, bonus })
        }
        AttackScene::Units(mut fight, [by, on]) => {
            let names = [fight.actor(by).to_owned(), fight.actor(on).to_owned()];
            if asked.weapon.is_some() {
                return Err(Stop::because(
                    "units attack with a skill, not a weapon: write --using direct_fire, or leave out --using for the best skill",
                ));
            }
            if let Some(spotted) = asked.spotted {
                unit_attack::spot(&mut fight, on, spotted);
            }
            let settings = &fight.roster.settings;
            let (dice, bonus) = (settings.dice, settings.invoke_bonus);
            let zones = [by, on].map(|who| fight.state.unit(who).and_then(|unit| unit.zone()).map(|zone| fight.zone(zone)));
            let struck = unit_attack::strike(fight.clone(), by, on, &order(asked)).map_err(|stuck| from_there(stuck, &names, zones))?;
            (struck, names, BiddingContest { dice, edge: 0, needs: 1, bonus })
        }
        AttackScene::Ships(fight, [by, on]) => {
            refuse_skill(asked)?;
            let names = [fight.actor(by).to_owned(), fight.actor(on).to_owned()];
            let weapon = asked.weapon.as_deref().and_then(WeaponSystem::from_word);
            let weapon = weapon.ok_or_else(|| Stop::because("a ship attacks with `beam`, `torpedo` or `ew`: write one of them"))?;
            let settings = &fight.roster.settings;
            let (dice, bonus) = (settings.dice, settings.invoke_bonus);
            let struck = ship_attack::strike(fight, by, on, Salvo { weapon, value: asked.value, against: asked.beams })?;
            (struck, names, BiddingContest { dice, edge: 0, needs: 1, bonus })
        }
    })
}
