//! `odds`: the exact odds of a roll, or of an attack in an encounter.

use crate::session::Session;
use serde::{Deserialize, Serialize};
use slip_odds::answer::{self, OddsAnswer, OddsFigure};
use slip_odds::attack::{self, AttackOdds, AttackOptions};
use slip_odds::dice_tree::OddsError;
use slip_odds::encounter_matchup::{self, AttackScene};
use slip_odds::ship_attack::{self, Salvo};
use slip_odds::unit_attack::{self, UnitAttackOptions};
use slip_play::names::Names;
use slip_play::personal::PersonalSettings;
use slip_play::space::roster::WeaponSystem;

/// Question about odds.
#[derive(Debug, Deserialize)]
#[serde(tag = "of", rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Odds {
    /// One roll, with the rules of a package.
    Roll {
        /// Folder of the package.
        package: String,
        /// Rank of the skill.
        rank: i32,
        /// Fixed value that the roll has to reach.
        against: Option<i32>,
        /// Rank of the opposing roll.
        versus: Option<i32>,
    },
    /// One attack between two participants of an encounter.
    Attack {
        /// Folder of the package.
        package: String,
        /// Name of the encounter.
        encounter: String,
        /// Name of the attacker.
        by: String,
        /// Name of the target.
        on: String,
        /// Weapon of a person by its name, or `beam`, `torpedo` or `ew` of a ship; the best one if it is left out.
        weapon: Option<String>,
        /// Zone of the attacker; the starting zone if it is left out.
        from: Option<String>,
        /// Zone that the target is placed in.
        to: Option<String>,
    },
}

/// Answer about odds.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct OddsReply {
    title: String,
    figures: Vec<OddsNumber>,
    tables: Vec<OddsTable>,
    notes: Vec<String>,
    /// The same answer as `odds --format json` prints it.
    json: String,
}

/// Figure of an answer.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct OddsNumber {
    what: String,
    /// Value as a number of outcomes, or as a fraction; empty if it is too long to read.
    fraction: String,
    /// Value in percent, or as a decimal.
    value: String,
    /// Chance in thousandths, for a bar; `null` if the value is not a chance.
    thousandths: Option<usize>,
}

/// Distribution of an answer.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct OddsTable {
    name: String,
    rows: Vec<OddsNumber>,
}

/// Computes the odds.
pub(crate) fn answer(session: &Session, asked: &Odds) -> Result<OddsReply, String> {
    match asked {
        Odds::Roll { package, rank, against, versus } => {
            let is_possible = |rank: i32| (-1000..=1000).contains(&rank);
            if ![Some(*rank), *against, *versus].into_iter().flatten().all(is_possible) {
                return Err("ranks are whole numbers from -1000 to 1000".to_owned());
            }
            let rules = PersonalSettings::read(&session.world(package)?.pack().rules);
            told(&answer::roll(rules.dice, *rank, (*against, *versus), rules.spin_at))
        }
        Odds::Attack { package, encounter, by, on, weapon, from, to } => {
            let world = session.world(package)?;
            let encounter = world.encounter(encounter)?;
            let mut scene = encounter_matchup::begin(world.pack(), encounter, [by, on], None).map_err(|error| error.to_string())?;
            for (which, zone) in [from, to].into_iter().enumerate() {
                if let Some(zone) = zone {
                    scene.put(which, zone).map_err(|error| error.to_string())?;
                }
            }
            let (struck, [by, on]) = strike(scene, weapon.as_deref()).map_err(|error| error.to_string())?;
            let with = weapon.as_deref().map_or_else(String::new, |weapon| format!(" with {weapon}"));
            let mut answer = OddsAnswer::titled(format!("{}: {by} on {on}{with}", encounter.title));
            answer.add_attack(&struck);
            told(&answer)
        }
    }
}

/// Computes the attack, and returns it with the names of attacker and target.
fn strike(scene: AttackScene, weapon: Option<&str>) -> Result<(AttackOdds, [String; 2]), OddsError> {
    match scene {
        AttackScene::People(fight, [by, on]) => {
            let names = [fight.actor(by).to_owned(), fight.actor(on).to_owned()];
            let options = AttackOptions { weapon: weapon.map(Into::into), ..AttackOptions::default() };
            Ok((attack::strike(fight, by, on, &options)?, names))
        }
        AttackScene::Units(fight, [by, on]) => {
            let names = [fight.actor(by).to_owned(), fight.actor(on).to_owned()];
            if weapon.is_some() {
                return Err(OddsError::Impossible("units attack with a skill, not a weapon: leave out the weapon".to_owned()));
            }
            Ok((unit_attack::strike(fight, by, on, &UnitAttackOptions::default())?, names))
        }
        AttackScene::Ships(fight, [by, on]) => {
            let names = [fight.actor(by).to_owned(), fight.actor(on).to_owned()];
            let system = weapon.and_then(WeaponSystem::from_word);
            let weapon = system.ok_or_else(|| OddsError::Impossible("a ship attacks with `beam`, `torpedo` or `ew`".to_owned()))?;
            Ok((ship_attack::strike(fight, by, on, Salvo { weapon, value: None, against: None })?, names))
        }
    }
}

fn told(answer: &OddsAnswer) -> Result<OddsReply, String> {
    let tables = answer.tables.iter().map(|table| OddsTable { name: table.name.clone(), rows: table.rows.iter().map(number).collect() });
    Ok(OddsReply {
        title: answer.title.clone(),
        figures: answer.figures.iter().map(number).collect(),
        tables: tables.collect(),
        notes: answer.notes.clone(),
        json: answer.json().map_err(|error| error.to_string())?,
    })
}

fn number(figure: &OddsFigure) -> OddsNumber {
    OddsNumber {
        what: figure.what.clone(),
        fraction: figure.fraction(),
        value: figure.decimal(),
        thousandths: figure.chance.then(|| figure.value.cells(1000)),
    }
}
