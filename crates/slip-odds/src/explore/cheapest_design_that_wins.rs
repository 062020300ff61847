//! Finds the cheapest design that beats an opponent, by exact odds.
//!
//! More points are never worse, so the smallest number is found by bisection. For each number of points, the designs that are not dominated
//! in the relevant values fight the opponent.
//!
//! Two ships exchange fire until one is out. Two weapons are compared in a duel between equal people. A weapon is used once against an
//! armour.

use super::{ExploreRefusal, ExploreRequest, Objective, UndominatedItem, explore, find_design, pack_with, refuse};

use crate::Ratio;
use crate::attack::{self, AttackOptions};
use crate::dice_tree::OddsError;
use crate::duel::{self, DuelConditions, FIRST};
use crate::markov::{Limits, OutcomeProbabilities};
use crate::matchup::{Bare, MatchupActor, MatchupFighter, MatchupStage, MatchupTerrain};
use crate::ship_attack::Salvo;
use crate::ship_duel;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use slip_pack::Pack;
use slip_pack::effect::Play;
use slip_pack::item::{BuiltItem, Gear};
use slip_play::space::roster::WeaponSystem;
use slip_source::{PackageId, Sources};

/// Maximum number of designs per budget from which the fighting designs are chosen.
const MOST_OFFERED: usize = 2000;

/// Number of fights that are computed in parallel.
const WAVE: usize = 8;

/// Opponent that a design must beat, and the chance of winning that the design must exceed.
#[derive(Clone, Debug)]
pub struct Rival {
    /// Name of the opponent: a ship, a weapon or an armour.
    pub name: String,
    /// Distance between the two fighters.
    pub range: u8,
    /// Chance that the design must exceed.
    pub chance: Ratio,
    /// Rank of the two people who carry the weapons or armour.
    pub rank: i32,
    /// Number of designs per budget that are tested in fights.
    pub fights: usize,
}

/// Result of the best design for one budget.
#[derive(Clone, Debug)]
pub struct BudgetResult {
    /// Build points available.
    pub allowed: i64,
    /// Design that fought best.
    pub found: UndominatedItem,
    /// Chance of the design against the opponent; a lower bound if the exact chance is too expensive to compute.
    pub chance: Ratio,
    /// Number of designs with this budget that fought, and number of all undominated designs.
    pub fought: (usize, u128),
}

/// Result of the search for the cheapest design that beats an opponent.
#[derive(Clone, Debug)]
pub struct Fought {
    /// Title of the opponent.
    pub rival: String,
    /// Result for which the chance is computed: `wins`, `hits` or `is not hit`.
    pub asked: &'static str,
    /// Values that matter in the fight.
    pub aims: Vec<Objective>,
    /// Best design for each budget that was tried, the lowest budget first.
    pub bouts: Vec<BudgetResult>,
    /// Number of errors in the package that was searched.
    pub errors: usize,
}

impl Fought {
    /// Returns the cheapest design that exceeds the required chance.
    pub fn winner(&self, rival: &Rival) -> Option<&BudgetResult> {
        self.bouts.iter().find(|bout| bout.chance > rival.chance)
    }
}

/// Kind of fight between two items.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Contest {
    Ships,
    Weapons,
    /// The design is a weapon, used against a given armour.
    Pierces,
    /// Design of an armour, attacked by a weapon.
    Stops,
}

const SHIP: &str = "ship";

/// Finds the cheapest design that beats the opponent. `fresh` loads the sources again, and `tell` is called after each fight.
///
/// # Errors
/// Returns a refusal if the two cannot fight or nothing can be explored.
pub fn cheapest(
    fresh: &dyn Fn() -> Result<Sources, ExploreRefusal>,
    wish: &ExploreRequest,
    rival: &Rival,
    tell: &mut dyn FnMut(i64, usize),
) -> Result<Fought, ExploreRefusal> {
    let all = explore(&mut fresh()?, &ExploreRequest { limit: 1, ..wish.clone() })?;
    let (Some(most), Some(first)) = (all.budget, all.found.first()) else {
        return refuse(format!("`{}` has no build points to save", all.design));
    };
    let mut sources = fresh()?;
    let pack = pack_with(&mut sources, &all);
    let own =
        item_called(&pack, &first.name).ok_or_else(|| ExploreRefusal("the design that was found is missing in the pack".to_owned()))?;
    let Some(other) = item_called(&pack, &rival.name) else { return refuse(format!("there is no opponent `{}` here", rival.name)) };
    let contest = contest(own, other)?;
    let aims = if wish.aims.is_empty() { aims(&sources, wish, &pack, contest, &all)? } else { wish.aims.clone() };
    let wish = ExploreRequest { aims, limit: MOST_OFFERED, ..wish.clone() };
    let mut fought =
        Fought { rival: other.title.clone(), asked: contest.asked(), aims: wish.aims.clone(), bouts: Vec::new(), errors: all.errors };
    let (mut least, mut enough) = (0, most);
    let mut allowed = most;
    let mut stuck = None;
    loop {
        let bout = best(fresh, &ExploreRequest { budget: Some(allowed), ..wish.clone() }, rival, contest, tell, &mut stuck)?;
        let wins = bout.as_ref().is_some_and(|bout| bout.chance > rival.chance);
        fought.bouts.extend(bout);
        if wins {
            enough = allowed;
        } else if allowed == most {
            break;
        } else {
            least = allowed.saturating_add(1);
        }
        if least >= enough {
            break;
        }
        allowed = least.midpoint(enough);
    }
    if let Some(stuck) = stuck.filter(|_| fought.bouts.is_empty()) {
        return refuse(stuck.to_string());
    }
    fought.bouts.sort_by_key(|bout| bout.allowed);
    Ok(fought)
}

fn item_called<'p>(pack: &'p Pack, word: &str) -> Option<&'p BuiltItem> {
    let is_it = |item: &&BuiltItem| item.name == word || slip_pack::key(&item.package, &item.name) == word;
    pack.items.values().flat_map(|items| items.values()).find(is_it)
}

fn contest(own: &BuiltItem, other: &BuiltItem) -> Result<Contest, ExploreRefusal> {
    match (own.kind == SHIP, other.kind == SHIP, own.skill.is_some(), other.skill.is_some()) {
        (true, true, ..) => Ok(Contest::Ships),
        (false, false, true, true) => Ok(Contest::Weapons),
        (false, false, true, false) if other.tracks.is_empty() && other.skills.is_empty() => Ok(Contest::Pierces),
        (false, false, false, true) if own.tracks.is_empty() && own.skills.is_empty() => Ok(Contest::Stops),
        _ => refuse(format!(
            "{} and {} cannot be compared: only ships with ships, and weapons with weapons and armour",
            own.kind, other.kind
        )),
    }
}

impl Contest {
    fn asked(self) -> &'static str {
        match self {
            Contest::Ships | Contest::Weapons => "wins",
            Contest::Pierces => "hits",
            Contest::Stops => "is not hit",
        }
    }
}

/// Returns the compared values that matter in the fight.
fn aims(
    sources: &Sources,
    wish: &ExploreRequest,
    pack: &Pack,
    contest: Contest,
    all: &super::Explored,
) -> Result<Vec<Objective>, ExploreRefusal> {
    let package = sources.packages().map(|(id, _)| id).last().unwrap_or(PackageId::STD);
    let play = if contest == Contest::Ships { Play::Space } else { Play::Personal };
    let acting = slip_compile::inspect(sources, |context, _| {
        let design = find_design(context, package, &wish.design)?;
        let acts = |name: &str| {
            let rule = design.stunts.iter().find(|rule| name.split('(').next() == Some(rule.name.as_str()));
            rule.is_some_and(|rule| rule.effects.iter().any(|effect| effect.acts_in(play)))
        };
        let stunts = all.measured.iter().filter(|one| one.stunt && acts(&one.what)).map(|one| one.what.clone());
        Ok::<Vec<String>, ExploreRefusal>(stunts.collect())
    });
    let acting = acting.1?;
    let of_ships: Vec<&str> =
        [("beam_stat", "beam"), ("torpedo_stat", "torpedo"), ("ew_stat", "ew"), ("frame_track", "frame"), ("data_track", "data")]
            .iter()
            .map(|(word, usual)| pack.rules.word(word, usual))
            .collect();
    let counts = |what: &str| contest != Contest::Ships || of_ships.contains(&what);
    let numbers = all.measured.iter().filter(|one| !one.stunt && !["price", "upkeep"].contains(&one.what.as_str()) && counts(&one.what));
    let mut aims: Vec<Objective> = numbers.map(|one| Objective { what: one.what.clone(), more: one.more }).collect();
    for one in all.measured.iter().filter(|one| one.stunt && acting.contains(&one.what)) {
        let what = one.what.split('(').next().unwrap_or_default().to_owned();
        if !aims.iter().any(|aim| aim.what == what) {
            aims.push(Objective { what, more: one.more });
        }
    }
    if aims.is_empty() { refuse("no purchase of this design has an effect in such a fight") } else { Ok(aims) }
}

/// Returns the best design for a budget among those that fought. The search ends at the first design whose chance exceeds the required one.
/// If a design cannot fight, `stuck` receives the reason, for the first such design.
fn best(
    fresh: &dyn Fn() -> Result<Sources, ExploreRefusal>,
    wish: &ExploreRequest,
    rival: &Rival,
    contest: Contest,
    tell: &mut dyn FnMut(i64, usize),
    stuck: &mut Option<OddsError>,
) -> Result<Option<BudgetResult>, ExploreRefusal> {
    // A budget too small for the requirements has no designs; this is not an error.
    let Ok(explored) = explore(&mut fresh()?, wish) else { return Ok(None) };
    let pack = pack_with(&mut fresh()?, &explored);
    let Some(other) = item_called(&pack, &rival.name).map(gear) else { return Ok(None) };
    let each = explored.found.len().div_ceil(rival.fights.max(1)).max(1);
    let allowed = wish.budget.unwrap_or(0);
    let fighters: Vec<(&UndominatedItem, Gear)> =
        explored.found.iter().step_by(each).filter_map(|found| Some((found, gear(item_called(&pack, &found.name)?)))).collect();
    let mut best: Option<BudgetResult> = None;
    let mut fought = 0;
    // Fights of one wave run in parallel, and their results are judged in order. The outcome therefore does not depend on the number of
    // threads.
    'waves: for wave in fighters.chunks(WAVE) {
        let beaten = best.as_ref().map(|best| best.chance.clone());
        let chances: Vec<Result<Ratio, OddsError>> =
            wave.par_iter().map(|(_, own)| chance(&pack, own, &other, rival, contest, beaten.as_ref())).collect();
        for ((found, _), chance) in wave.iter().zip(chances) {
            let chance = match chance {
                Ok(chance) => chance,
                Err(why) => {
                    stuck.get_or_insert(why);
                    continue;
                }
            };
            fought += 1;
            tell(allowed, fought);
            let passes = chance > rival.chance;
            if best.as_ref().is_none_or(|best| chance > best.chance) {
                best = Some(BudgetResult { allowed, found: (*found).clone(), chance, fought: (0, explored.best) });
            }
            if passes {
                break 'waves;
            }
        }
    }
    Ok(best.map(|best| BudgetResult { fought: (fought, explored.best), ..best }))
}

fn gear(item: &BuiltItem) -> Gear {
    Gear { kind: item.kind.clone(), package: item.package.clone(), name: item.name.clone() }
}

/// Returns the chance of a design against the opponent. `beaten` is the best chance of a design so far: if the chance of this design is not
/// above it, any number not above `beaten` may be returned.
fn chance(pack: &Pack, own: &Gear, other: &Gear, rival: &Rival, contest: Contest, beaten: Option<&Ratio>) -> Result<Ratio, OddsError> {
    let mut stage = MatchupStage::new(pack);
    let ground = MatchupTerrain { range: rival.range, outdoors: true };
    match contest {
        Contest::Ships => ships(&stage, own, other, rival.range, beaten),
        Contest::Weapons => {
            let [one, two] = [own, other].map(|weapon| armed(pack, weapon, rival.rank, vec![weapon.clone()]));
            let fight = stage.people([&one, &two], ground)?;
            let manner = |weapon: &Gear| AttackOptions { weapon: Some(weapon.name.clone()), ..AttackOptions::default() };
            let terms = DuelConditions { manners: [manner(own), manner(other)], ..DuelConditions::default() };
            // The fighter who attacks first has an advantage, so both orders are computed and averaged.
            let begins = duel::fight_out(fight.clone(), &terms, Limits::default())?;
            let waits = duel::fight_out(fight, &DuelConditions { second_begins: true, ..terms }, Limits::default())?;
            Ok(&Ratio::of(1, 2) * &(&begins.chance(FIRST) + &waits.chance(FIRST)))
        }
        Contest::Pierces => hit(&mut stage, pack, (own, other), rival.rank, ground),
        Contest::Stops => Ok(&Ratio::one() - &hit(&mut stage, pack, (other, own), rival.rank, ground)?),
    }
}

/// Returns the chance of winning of one ship against another. Each uses its best weapon against the best reply of the other, and each fires
/// first half of the time.
///
/// A weapon is dropped as soon as one reply makes its chance no better than that of another weapon of the ship, or than `beaten`. `beaten`
/// is the best chance of any design so far.
fn ships(stage: &MatchupStage, own: &Gear, other: &Gear, range: u8, beaten: Option<&Ratio>) -> Result<Ratio, OddsError> {
    let weapons = [WeaponSystem::Beam, WeaponSystem::Torpedo, WeaponSystem::Ew];
    let salvo = |weapon| Salvo { weapon, value: None, against: None };
    let mut best = Ratio::zero();
    let mut answers = weapons;
    for mine in weapons {
        let mut worst: Option<Ratio> = None;
        for (place, theirs) in answers.into_iter().enumerate() {
            let fights = |ships: [&Gear; 2], salvos| -> Result<OutcomeProbabilities, OddsError> {
                ship_duel::fight_out(stage.ships(ships, [None; 2], range)?, salvos, Limits::default())
            };
            // The ship does not have this weapon.
            let Ok(first) = fights([own, other], [salvo(mine), salvo(theirs)]) else { continue };
            let second = fights([other, own], [salvo(theirs), salvo(mine)])?;
            let chance = &Ratio::of(1, 2) * &(&first.chance(FIRST) + &second.chance(duel::SECOND));
            if worst.as_ref().is_none_or(|worst| chance < *worst) {
                let settles = chance <= best || beaten.is_some_and(|beaten| chance <= *beaten);
                worst = Some(chance);
                if settles {
                    // The reply that beat this weapon is tried first against the next weapon.
                    answers.get_mut(..=place).into_iter().for_each(|before| before.rotate_right(1));
                    break;
                }
            }
        }
        best = worst.filter(|worst| *worst > best).unwrap_or(best);
    }
    Ok(best)
}

/// Returns an anonymous fighter who has this rank both in the skill of the weapon and in dodging.
fn armed(pack: &Pack, weapon: &Gear, rank: i32, things: Vec<Gear>) -> MatchupFighter {
    let names = slip_play::personal::PersonalSettings::read(&pack.rules).names;
    let skill = pack.item(weapon).and_then(|weapon| weapon.skill.clone()).unwrap_or_else(|| names.unarmed.clone());
    let skills = vec![(skill, rank), (names.dodge.clone(), rank)];
    MatchupFighter { who: MatchupActor::Bare(Bare { title: "Somebody".to_owned(), skills, boxes: [3, 3], slots: false }), gear: things }
}

fn hit(
    stage: &mut MatchupStage,
    pack: &Pack,
    (weapon, armour): (&Gear, &Gear),
    rank: i32,
    ground: MatchupTerrain,
) -> Result<Ratio, OddsError> {
    let attacker = armed(pack, weapon, rank, vec![weapon.clone()]);
    let defender = armed(pack, weapon, rank, vec![armour.clone()]);
    let manner = AttackOptions { weapon: Some(weapon.name.clone()), ..AttackOptions::default() };
    Ok(attack::staged(stage, [&attacker, &defender], ground, &manner)?.hit())
}
