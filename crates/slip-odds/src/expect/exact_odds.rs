//! Answers questions of tests with exact odds: attacks, duels and rolls.

use super::answer_cache::{AnswerCache, WordedAnswer};
use super::interval_arithmetic::{ClaimValue, ValueInterval};
use crate::attack::{self, Addend, AttackOdds, AttackOptions};
use crate::dice_tree::OddsError;
use crate::duel::{self, DuelConditions, FIRST};
use crate::markov::{Limits, OutcomeProbabilities};
use crate::matchup::{Bare, MatchupActor, MatchupFighter, MatchupTerrain};
use crate::ship_attack::{self, Salvo};
use crate::{Chances, Ratio, ship_duel};
use slip_compile::check::expectation::{self, Attack, Duel, ExactQuestion, FighterArgument};
use slip_dice::DiceKind;
use slip_pack::Name;
use slip_pack::effect::Action;
use slip_pack::item::Gear;
use slip_play::ids::ActorId;
use slip_play::space::roster::WeaponSystem;

/// Boxes of each track of an anonymous fighter, as in `slipyard odds`.
const BOXES: i32 = 3;

impl AnswerCache<'_> {
    /// Returns the answer to a question about an attack, a duel or a roll.
    ///
    /// # Errors
    /// A sentence with the reason why it cannot be answered.
    pub(super) fn chance(&mut self, asked: &ExactQuestion) -> Result<WordedAnswer, String> {
        let dice = self.stage.settings().dice;
        match asked {
            ExactQuestion::Reaches { rank, goal } => Ok(share(Chances::roll(dice, *rank).at_least(*goal), one_roll(dice))),
            ExactQuestion::Overcomes { rank, other, by } => {
                let each = one_roll(dice);
                Ok(share(Chances::opposed(dice, rank - other).at_least(*by), each * each))
            }
            ExactQuestion::Attack(attack, what) => {
                let struck = self.struck(attack)?;
                Ok(of_attack(&struck, *what))
            }
            ExactQuestion::Duel(duel) => {
                let ends = self.fought(duel)?;
                Ok(of_duel(&ends))
            }
        }
    }

    fn struck(&mut self, attack: &Attack) -> Result<AttackOdds, String> {
        if let Some((_, known)) = self.attacks.iter().find(|(known, _)| known == attack) {
            return known.clone();
        }
        let struck = self.strike(attack).map_err(|stuck| stuck.to_string());
        self.attacks.push((attack.clone(), struck.clone()));
        struck
    }

    fn strike(&mut self, attack: &Attack) -> Result<AttackOdds, OddsError> {
        if let Some((ships, weapons, crews)) = of_ships([&attack.by, &attack.on]) {
            let fight = self.stage.ships(ships, crews, attack.range)?;
            let [weapon, _] = weapons;
            return ship_attack::strike(fight, ActorId(0), ActorId(1), Salvo { weapon, value: None, against: None });
        }
        let [by, on] = [self.cast(&attack.by, true), self.cast(&attack.on, false)];
        let manner = AttackOptions { at_composure: attack.composure, ..self.manner(&attack.by) };
        let ground = MatchupTerrain { range: attack.range, outdoors: attack.outdoors };
        attack::staged(&mut self.stage, [&by, &on], ground, &manner)
    }

    fn fought(&mut self, duel: &Duel) -> Result<OutcomeProbabilities, String> {
        if let Some((_, known)) = self.duels.iter().find(|(known, _)| known == duel) {
            return known.clone();
        }
        let ends = self.fight_out(duel).map_err(|stuck| stuck.to_string());
        self.duels.push((duel.clone(), ends.clone()));
        ends
    }

    fn fight_out(&mut self, duel: &Duel) -> Result<OutcomeProbabilities, OddsError> {
        let [first, second] = &duel.fighters;
        if let Some((ships, weapons, crews)) = of_ships([first, second]) {
            let fight = self.stage.ships(ships, crews, duel.range)?;
            let salvos = weapons.map(|weapon| Salvo { weapon, value: None, against: None });
            return ship_duel::fight_out(fight, salvos, Limits::default());
        }
        let casts = [self.cast(first, true), self.cast(second, false)];
        let [one, two] = &casts;
        let fight = self.stage.people([one, two], MatchupTerrain { range: duel.range, outdoors: duel.outdoors })?;
        let manners = [self.manner(first), self.manner(second)];
        duel::fight_out(fight, &DuelConditions { manners, spends_spin: duel.spin, second_begins: false }, Limits::default())
    }

    /// Returns the setup of a fighter in a test question, with its gear.
    fn cast(&self, fighter: &FighterArgument, attacks: bool) -> MatchupFighter {
        match fighter {
            FighterArgument::Somebody { who, with, .. } => {
                let carries = |thing: &Gear| self.pack.item(who).is_some_and(|item| item.gear.contains(thing));
                let more = with.iter().filter(|thing| !carries(thing)).cloned();
                MatchupFighter { who: MatchupActor::Declared(who.clone()), gear: more.collect() }
            }
            FighterArgument::Ship { ship, .. } => MatchupFighter { who: MatchupActor::Declared(ship.clone()), gear: Vec::new() },
            FighterArgument::Anybody { rank, with, .. } => {
                let names = self.stage.settings().names;
                let of_weapon = self.pack.item(with).and_then(|item| item.skill.clone());
                let skill = if attacks { of_weapon.unwrap_or(names.unarmed) } else { names.dodge };
                let title = if attacks { "Attacker" } else { "Defender" };
                let bare = Bare { title: title.to_owned(), skills: vec![(skill, *rank)], boxes: [BOXES; 2], slots: false };
                MatchupFighter { who: MatchupActor::Bare(bare), gear: vec![with.clone()] }
            }
        }
    }

    /// Returns the options of a fighter's attack, as the test names them.
    fn manner(&self, fighter: &FighterArgument) -> AttackOptions {
        let (weapon, mode): (Option<&Gear>, &Option<Name>) = match fighter {
            FighterArgument::Somebody { with, mode, .. } => (with.as_ref(), mode),
            FighterArgument::Anybody { with, mode, .. } => (Some(with), mode),
            FighterArgument::Ship { .. } => (None, &None),
        };
        let weapon = weapon.filter(|thing| self.pack.item(thing).is_some_and(|item| item.skill.is_some()));
        AttackOptions { weapon: weapon.map(|thing| thing.name.clone()), mode: mode.clone(), ..AttackOptions::default() }
    }
}

/// Two ships, their weapons, and the ranks of their crews.
type Ships<'f> = ([&'f Gear; 2], [WeaponSystem; 2], [Option<i32>; 2]);

fn of_ships([first, second]: [&FighterArgument; 2]) -> Option<Ships<'_>> {
    match (first, second) {
        (FighterArgument::Ship { ship, weapon, crew }, FighterArgument::Ship { ship: other, weapon: against, crew: others }) => {
            Some(([ship, other], [*weapon, *against].map(weapon_of), [*crew, *others]))
        }
        _ => None,
    }
}

const fn weapon_of(attack: Action) -> WeaponSystem {
    match attack {
        Action::Torpedo => WeaponSystem::Torpedo,
        Action::Ew => WeaponSystem::Ew,
        _ => WeaponSystem::Beam,
    }
}

fn one_roll(dice: DiceKind) -> u64 {
    u64::from(slip_dice::fate::RollDistribution::of(dice).all())
}

/// Returns the answer for a chance; `all` is the total number of dice outcomes.
fn share(chance: Ratio, all: u64) -> WordedAnswer {
    let short = chance.percent();
    let long = match chance.ways_of(all) {
        Some(ways) => format!("{short}, {ways} of {all}"),
        None if chance.bits() <= 128 => format!("{short}, {chance}"),
        None => format!("{short}, exact"),
    };
    WordedAnswer { value: ClaimValue::Number(chance.into()), short, long, reasons: Vec::new() }
}

fn of_attack(struck: &AttackOdds, what: expectation::AttackResultQuestion) -> WordedAnswer {
    use expectation::AttackResultQuestion as Asked;
    let answer = match what {
        Asked::Hit(least) => share(struck.chances.when(|strike| strike.stress >= least.max(1)), struck.all),
        Asked::Out => share(struck.out(), struck.all),
        Asked::Spin => share(struck.chances.when(|strike| strike.spin > 0), struck.all),
        Asked::Consequence => share(struck.chances.when(|strike| strike.taken != [0; 3]), struck.all),
        Asked::Stress => {
            let mean = struck.mean_stress();
            let short = mean.decimal(4);
            WordedAnswer { long: format!("{short} on average, {mean}"), value: ClaimValue::Number(mean.into()), short, reasons: Vec::new() }
        }
    };
    let sum = |list: &[Addend]| {
        let parts: Vec<String> = list.iter().map(|addend| format!("{} {:+}", addend.what, addend.amount)).collect();
        if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
    };
    let added = format!("the attacker adds {}; the defender {}", sum(&struck.attack), sum(&struck.defence));
    let paid = ["attacker", "defender"].into_iter().zip(struck.paid).filter(|(_, paid)| *paid);
    let paid = paid.map(|(who, _)| format!("the {who} pays a fate point for gear they are not trained for"));
    paid.fold(answer.because(added), WordedAnswer::because)
}

fn of_duel(ends: &OutcomeProbabilities) -> WordedAnswer {
    if ends.exact {
        return share(ends.chance(FIRST), 1).because(format!("a duel of {} states, solved exactly", ends.places));
    }
    let bounds = ValueInterval { low: ends.chance(FIRST), high: ends.most(FIRST) };
    let short = format!("{} to {}", bounds.low.percent(), bounds.high.percent());
    WordedAnswer { long: format!("{short}, bounded"), short, value: ClaimValue::Number(bounds), reasons: Vec::new() }
        .because(format!("a duel of more than {} states, for which only bounds are computed", ends.places))
}
