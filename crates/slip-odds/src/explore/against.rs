//! The cheapest design that beats an opponent, by exact chances.
//!
//! Fewer points can buy nothing that more cannot, so the fewest are found by halving. At each number of points the designs that no
//! other one beats in what counts in the fight are put opposite the opponent, and the engines say what comes of it: ships fire at
//! each other until one is out, two people alike fight with their weapons, and a weapon is used once on an armour.

use super::{Aim, Found, Refusal, Wish, explore, find_design, pack_with, refuse};

use crate::Ratio;
use crate::attack::{self, Manner};
use crate::branch::Stuck;
use crate::chain::{Ends, Limits};
use crate::duel::{self, FIRST, Terms};
use crate::exchange;
use crate::fire::Salvo;
use crate::stage::{Bare, Cast, Ground, Stage, Who};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use slip_pack::Pack;
use slip_pack::effect::Play;
use slip_pack::item::{Gear, Item};
use slip_play::space::roster::Weapon;
use slip_source::{PackageId, Sources};

/// Designs of one number of points among which those that fight are chosen.
const MOST_OFFERED: usize = 2000;

/// How many fight at the same time.
const WAVE: usize = 8;

/// Whom to beat, and how surely.
#[derive(Clone, Debug)]
pub struct Rival {
    /// A ship, a weapon or an armour.
    pub name: String,
    /// How far apart they are.
    pub range: u8,
    /// The chance that is to be passed.
    pub chance: Ratio,
    /// The rank of the two people who carry weapons and armour.
    pub rank: i32,
    /// Designs of one number of points that fight.
    pub fights: usize,
}

/// A design and how it does.
#[derive(Clone, Debug)]
pub struct Bout {
    /// Build points that were there to spend.
    pub allowed: i64,
    /// The design.
    pub found: Found,
    /// Its chance; of what is too large to be exact, the least.
    pub chance: Ratio,
    /// Designs of these points that fought, and how many there are that no other one beats.
    pub fought: (usize, u128),
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Fought {
    /// The opponent's title.
    pub rival: String,
    /// What is asked: `wins`, `hits`, `is not hit`.
    pub asked: &'static str,
    /// What counts in the fight.
    pub aims: Vec<Aim>,
    /// The best of each number of points that was looked at, the fewest first.
    pub bouts: Vec<Bout>,
    /// Errors of the content that was looked in.
    pub errors: usize,
}

impl Fought {
    /// The first that passes the chance that was asked for.
    pub fn winner(&self, rival: &Rival) -> Option<&Bout> {
        self.bouts.iter().find(|bout| bout.chance > rival.chance)
    }
}

/// What two things do to each other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Contest {
    Ships,
    Weapons,
    /// The design is the weapon.
    Pierces,
    /// The design is the armour.
    Stops,
}

const SHIP: &str = "ship";

/// Looks for the cheapest. `fresh` gives the sources anew; `tell` hears of each fight.
///
/// # Errors
/// If the two cannot fight, or nothing can be explored.
pub fn cheapest(
    fresh: &dyn Fn() -> Result<Sources, Refusal>,
    wish: &Wish,
    rival: &Rival,
    tell: &mut dyn FnMut(i64, usize),
) -> Result<Fought, Refusal> {
    let all = explore(&mut fresh()?, &Wish { limit: 1, ..wish.clone() })?;
    let (Some(most), Some(first)) = (all.budget, all.found.first()) else {
        return refuse(format!("`{}` has no build points to save", all.design));
    };
    let mut sources = fresh()?;
    let pack = pack_with(&mut sources, &all);
    let own = item_called(&pack, &first.name).ok_or_else(|| Refusal("what was found is not in the pack".to_owned()))?;
    let Some(other) = item_called(&pack, &rival.name) else { return refuse(format!("there is no `{}` here to fight", rival.name)) };
    let contest = contest(own, other)?;
    let aims = if wish.aims.is_empty() { aims(&sources, wish, &pack, contest, &all)? } else { wish.aims.clone() };
    let wish = Wish { aims, limit: MOST_OFFERED, ..wish.clone() };
    let mut fought =
        Fought { rival: other.title.clone(), asked: contest.asked(), aims: wish.aims.clone(), bouts: Vec::new(), errors: all.errors };
    let (mut least, mut enough) = (0, most);
    let mut allowed = most;
    let mut stuck = None;
    loop {
        let bout = best(fresh, &Wish { budget: Some(allowed), ..wish.clone() }, rival, contest, tell, &mut stuck)?;
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

fn item_called<'p>(pack: &'p Pack, word: &str) -> Option<&'p Item> {
    let is_it = |item: &&Item| item.name == word || slip_pack::key(&item.package, &item.name) == word;
    pack.items.values().flat_map(|items| items.values()).find(is_it)
}

fn contest(own: &Item, other: &Item) -> Result<Contest, Refusal> {
    match (own.kind == SHIP, other.kind == SHIP, own.skill.is_some(), other.skill.is_some()) {
        (true, true, ..) => Ok(Contest::Ships),
        (false, false, true, true) => Ok(Contest::Weapons),
        (false, false, true, false) if other.tracks.is_empty() && other.skills.is_empty() => Ok(Contest::Pierces),
        (false, false, false, true) if own.tracks.is_empty() && own.skills.is_empty() => Ok(Contest::Stops),
        _ => refuse(format!("{} and {} do not fight here: ships meet ships, weapons meet weapons and armour", own.kind, other.kind)),
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

/// What counts in the fight, of what the design's prices say is better.
fn aims(sources: &Sources, wish: &Wish, pack: &Pack, contest: Contest, all: &super::Explored) -> Result<Vec<Aim>, Refusal> {
    let package = sources.packages().map(|(id, _)| id).last().unwrap_or(PackageId::STD);
    let play = if contest == Contest::Ships { Play::Space } else { Play::Personal };
    let acting = slip_compile::inspect(sources, |context, _| {
        let design = find_design(context, package, &wish.design)?;
        let acts = |name: &str| {
            let rule = design.stunts.iter().find(|rule| name.split('(').next() == Some(rule.name.as_str()));
            rule.is_some_and(|rule| rule.effects.iter().any(|effect| effect.acts_in(play)))
        };
        let stunts = all.measured.iter().filter(|one| one.stunt && acts(&one.what)).map(|one| one.what.clone());
        Ok::<Vec<String>, Refusal>(stunts.collect())
    });
    let acting = acting.1?;
    let of_ships: Vec<&str> =
        [("beam_stat", "beam"), ("torpedo_stat", "torpedo"), ("ew_stat", "ew"), ("frame_track", "frame"), ("data_track", "data")]
            .iter()
            .map(|(word, usual)| pack.rules.word(word, usual))
            .collect();
    let counts = |what: &str| contest != Contest::Ships || of_ships.contains(&what);
    let numbers = all.measured.iter().filter(|one| !one.stunt && !["price", "upkeep"].contains(&one.what.as_str()) && counts(&one.what));
    let mut aims: Vec<Aim> = numbers.map(|one| Aim { what: one.what.clone(), more: one.more }).collect();
    for one in all.measured.iter().filter(|one| one.stunt && acting.contains(&one.what)) {
        let what = one.what.split('(').next().unwrap_or_default().to_owned();
        if !aims.iter().any(|aim| aim.what == what) {
            aims.push(Aim { what, more: one.more });
        }
    }
    if aims.is_empty() { refuse("nothing that this design sells counts in such a fight") } else { Ok(aims) }
}

/// The best of what so many points buy, of those that fought; the first that passes ends it. `stuck` is why the first that cannot fight cannot.
fn best(
    fresh: &dyn Fn() -> Result<Sources, Refusal>,
    wish: &Wish,
    rival: &Rival,
    contest: Contest,
    tell: &mut dyn FnMut(i64, usize),
    stuck: &mut Option<Stuck>,
) -> Result<Option<Bout>, Refusal> {
    // Too few points for what is required buy nothing, which is no mistake.
    let Ok(explored) = explore(&mut fresh()?, wish) else { return Ok(None) };
    let pack = pack_with(&mut fresh()?, &explored);
    let Some(other) = item_called(&pack, &rival.name).map(gear) else { return Ok(None) };
    let each = explored.found.len().div_ceil(rival.fights.max(1)).max(1);
    let allowed = wish.budget.unwrap_or(0);
    let fighters: Vec<(&Found, Gear)> =
        explored.found.iter().step_by(each).filter_map(|found| Some((found, gear(item_called(&pack, &found.name)?)))).collect();
    let mut best: Option<Bout> = None;
    let mut fought = 0;
    // Those of a wave fight at the same time and are judged in their order: what comes of it hangs on no number of threads.
    'waves: for wave in fighters.chunks(WAVE) {
        let beaten = best.as_ref().map(|best| best.chance.clone());
        let chances: Vec<Result<Ratio, Stuck>> =
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
                best = Some(Bout { allowed, found: (*found).clone(), chance, fought: (0, explored.best) });
            }
            if passes {
                break 'waves;
            }
        }
    }
    Ok(best.map(|best| Bout { fought: (fought, explored.best), ..best }))
}

fn gear(item: &Item) -> Gear {
    Gear { kind: item.kind.clone(), package: item.package.clone(), name: item.name.clone() }
}

/// The chance of a design; of one that does no better than `beaten`, any chance that is no better.
fn chance(pack: &Pack, own: &Gear, other: &Gear, rival: &Rival, contest: Contest, beaten: Option<&Ratio>) -> Result<Ratio, Stuck> {
    let mut stage = Stage::new(pack);
    let ground = Ground { range: rival.range, outdoors: true };
    match contest {
        Contest::Ships => ships(&stage, own, other, rival.range, beaten),
        Contest::Weapons => {
            let [one, two] = [own, other].map(|weapon| armed(pack, weapon, rival.rank, vec![weapon.clone()]));
            let fight = stage.people([&one, &two], ground)?;
            let manner = |weapon: &Gear| Manner { weapon: Some(weapon.name.clone()), ..Manner::default() };
            let terms = Terms { manners: [manner(own), manner(other)], ..Terms::default() };
            // Whoever begins has the better of it, so each begins half of the time.
            let begins = duel::fight_out(fight.clone(), &terms, Limits::default())?;
            let waits = duel::fight_out(fight, &Terms { second_begins: true, ..terms }, Limits::default())?;
            Ok(&Ratio::of(1, 2) * &(&begins.chance(FIRST) + &waits.chance(FIRST)))
        }
        Contest::Pierces => hit(&mut stage, pack, (own, other), rival.rank, ground),
        Contest::Stops => Ok(&Ratio::one() - &hit(&mut stage, pack, (other, own), rival.rank, ground)?),
    }
}

/// Each with the weapon that serves it best against the other's best; each fires first half of the time. What the other could
/// answer besides does not matter for a weapon that does no better than another one, or than what is beaten.
fn ships(stage: &Stage, own: &Gear, other: &Gear, range: u8, beaten: Option<&Ratio>) -> Result<Ratio, Stuck> {
    let weapons = [Weapon::Beam, Weapon::Torpedo, Weapon::Ew];
    let salvo = |weapon| Salvo { weapon, value: None, against: None };
    let mut best = Ratio::zero();
    let mut answers = weapons;
    for mine in weapons {
        let mut worst: Option<Ratio> = None;
        for (place, theirs) in answers.into_iter().enumerate() {
            let fights = |ships: [&Gear; 2], salvos| -> Result<Ends, Stuck> {
                exchange::fight_out(stage.ships(ships, [None; 2], range)?, salvos, Limits::default())
            };
            // A weapon that is not there is no choice.
            let Ok(first) = fights([own, other], [salvo(mine), salvo(theirs)]) else { continue };
            let second = fights([other, own], [salvo(theirs), salvo(mine)])?;
            let chance = &Ratio::of(1, 2) * &(&first.chance(FIRST) + &second.chance(duel::SECOND));
            if worst.as_ref().is_none_or(|worst| chance < *worst) {
                let settles = chance <= best || beaten.is_some_and(|beaten| chance <= *beaten);
                worst = Some(chance);
                if settles {
                    // It may serve as well against the next weapon.
                    answers.get_mut(..=place).into_iter().for_each(|before| before.rotate_right(1));
                    break;
                }
            }
        }
        best = worst.filter(|worst| *worst > best).unwrap_or(best);
    }
    Ok(best)
}

/// Somebody like anybody, of this rank in using a weapon and in getting out of the way.
fn armed(pack: &Pack, weapon: &Gear, rank: i32, things: Vec<Gear>) -> Cast {
    let names = slip_play::personal::Settings::read(&pack.rules).names;
    let skill = pack.item(weapon).and_then(|weapon| weapon.skill.clone()).unwrap_or_else(|| names.unarmed.clone());
    let skills = vec![(skill, rank), (names.dodge.clone(), rank)];
    Cast { who: Who::Bare(Bare { title: "Somebody".to_owned(), skills, boxes: [3, 3], slots: false }), gear: things }
}

fn hit(stage: &mut Stage, pack: &Pack, (weapon, armour): (&Gear, &Gear), rank: i32, ground: Ground) -> Result<Ratio, Stuck> {
    let attacker = armed(pack, weapon, rank, vec![weapon.clone()]);
    let defender = armed(pack, weapon, rank, vec![armour.clone()]);
    let manner = Manner { weapon: Some(weapon.name.clone()), ..Manner::default() };
    Ok(attack::staged(stage, [&attacker, &defender], ground, &manner)?.hit())
}
