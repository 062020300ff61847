//! `slipyard odds`: computes exact chances.

mod attack;
mod attack_in_scene;
mod duel;
mod fate_points;
mod matrix;
mod output;

use super::args::{OddsArgs, OddsDice, OddsNerves, OddsPoint, OddsPool, OddsQuestion, OddsRace, OddsRoll, OddsRules};
use super::compile_projects::{self, CompiledProject};
use super::{CommandStatus, Console, Stop};
use output::PrintOdds;
use slip_dice::DiceKind;
use slip_dice::fate::RollDistribution;
use slip_export::cards::counted;
use slip_odds::Ratio;
use slip_odds::answer::{self, OddsAnswer, OddsFigure, OutcomeTable};
use slip_odds::dice_pools::{SeeMethod, TooMuch, UnrolledPool};
use slip_odds::fate_points::{Advice, FatePointRoll, RollGoal};
use slip_odds::social::{self, FIRST, NEITHER, NerveDuel, SECOND};
use slip_play::personal::PersonalSettings;

/// Answers the question about odds.
pub(super) fn run(odds: &OddsArgs, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    match &odds.question {
        OddsQuestion::Roll(asked) => roll(asked)?.print(asked.format, console)?,
        OddsQuestion::Point(asked) => point(asked)?.print(asked.format, console)?,
        OddsQuestion::Pool(asked) => pool(asked)?.print(asked.format, console)?,
        OddsQuestion::Attack(asked) => attack::run(asked, console)?,
        OddsQuestion::Duel(asked) => duel::run(asked, console)?,
        OddsQuestion::Matrix(asked) => matrix::run(asked, console)?,
        OddsQuestion::Nerves(asked) => nerves(asked)?.print(asked.format, console)?,
        OddsQuestion::Race(asked) => race(asked).print(asked.format, console)?,
    }
    console.out.flush()?;
    Ok(CommandStatus::Clean)
}

/// Rules for a roll and for fate points spent on it: kind of dice, spin, and bonus of an aspect.
struct Known {
    dice: DiceKind,
    spin_at: i32,
    bonus: i32,
}

impl OddsRules {
    /// Returns the rules of the encounter or package that the options name, otherwise the standard rules.
    fn known(&self) -> Result<Known, Stop> {
        let folder = self.folder.clone().unwrap_or_else(|| ".".into());
        let settings = match (&self.scene, &self.folder) {
            (None, None) => None,
            (Some(scene), _) => {
                let worlds = attack_in_scene::worlds(&folder, scene)?;
                Some(PersonalSettings::read(&attack_in_scene::encounter(&worlds, scene)?.1.rules))
            }
            (None, Some(_)) => match compile_projects::worlds(&folder)?.as_slice() {
                [CompiledProject { pack, .. }] => Some(PersonalSettings::read(&pack.rules)),
                _ => {
                    return Err(Stop::because(format!(
                        "{} does not contain exactly one package: choose one with --in",
                        crate::cli::shown(&folder)
                    )));
                }
            },
        };
        let (dice, spin_at, bonus) = settings.map_or((DiceKind::Fudge, 3, 2), |rules| (rules.dice, rules.spin_at, rules.bonus));
        Ok(Known { dice: self.dice.map_or(dice, OddsDice::kind), spin_at, bonus })
    }
}

fn roll(asked: &OddsRoll) -> Result<OddsAnswer, Stop> {
    let Known { dice, spin_at, .. } = asked.rules.known()?;
    Ok(answer::roll(dice, asked.rank, (asked.against, asked.versus), spin_at))
}

fn point(asked: &OddsPoint) -> Result<OddsAnswer, Stop> {
    let Known { dice, bonus, .. } = asked.rules.known()?;
    let goal = if asked.stress { RollGoal::Shifts } else { RollGoal::Reach(asked.needs) };
    let wager = FatePointRoll { dice, edge: asked.rank - asked.against, bonus, goal };
    let spread = RollDistribution::of(dice);
    let figure = |what: String, value: Ratio| OddsFigure { what, value, all: None, chance: false };
    let mut sheet = OddsAnswer::titled(format!(
        "Rank {} against {}, {}",
        asked.rank,
        asked.against,
        if asked.stress { "for stress".to_owned() } else { format!("{} shifts needed", asked.needs) }
    ));
    let advise = |sheet: &mut OddsAnswer, shown: i32, advice: Advice| {
        let by = if advice.by.is_zero() { String::new() } else { format!(", better by {}", advice.by.decimal(6)) };
        sheet.advice.push((format!("dice {shown:+}"), format!("{}{by}", advice.best.words(bonus))));
    };
    match asked.shown {
        Some(shown) => {
            if shown.abs() > spread.most() {
                return Err(Stop::because(format!("these dice show {} to {}, not {shown}", -spread.most(), spread.most())));
            }
            let advice = wager.after(shown, asked.points);
            sheet.figures.push(figure("nothing spent".to_owned(), advice.nothing.clone()));
            sheet.figures.push(figure(format!("{bonus:+}"), advice.bonus.clone()));
            sheet.figures.push(figure("re-roll".to_owned(), advice.again.clone()));
            advise(&mut sheet, shown, advice);
        }
        None => {
            sheet.figures.push(figure("without a point".to_owned(), wager.before(0)));
            for (number, worth) in (1..).zip(wager.worth_of_points(asked.points)) {
                sheet.figures.push(figure(format!("point {number} adds"), worth));
            }
            let plus = format!("{bonus:+}");
            let mut tables = ["nothing spent", &plus, "re-roll"].map(|name| OutcomeTable { name: name.to_owned(), rows: Vec::new() });
            for (shown, _) in spread.totals() {
                let advice = wager.after(shown, asked.points);
                for (table, value) in tables.iter_mut().zip([&advice.nothing, &advice.bonus, &advice.again]) {
                    table.rows.push(figure(format!("dice {shown:+}"), value.clone()));
                }
                advise(&mut sheet, shown, advice);
            }
            sheet.tables.extend(tables);
        }
    }
    Ok(sheet)
}

fn handful(words: &[String]) -> Result<UnrolledPool, Stop> {
    let apart = |gap: char| gap == ',' || gap.is_whitespace();
    UnrolledPool::read(words.iter().flat_map(|word| word.split(apart)).filter(|word| !word.is_empty())).map_err(too_much)
}

fn too_much(why: TooMuch) -> Stop {
    Stop::because(match why {
        TooMuch::Dice => format!("write dice as 3d6 or d8, several as 3d6,d8: at most {} dice, of 2 to 100 sides", UnrolledPool::MOST),
        TooMuch::Ways => "there are too many dice to compute all results: use fewer dice".to_owned(),
    })
}

fn pool(asked: &OddsPool) -> Result<OddsAnswer, Stop> {
    let dice = handful(&asked.dice)?;
    let mut sheet = OddsAnswer::titled(asked.dice.join(" "));
    let share = |what: String, value: Ratio| OddsFigure { what, value, all: None, chance: true };
    if !asked.versus.is_empty() {
        let bout = dice.against(&handful(&asked.versus)?).map_err(too_much)?;
        let [own, theirs] = bout.blows;
        sheet.title = format!("{} against {}", sheet.title, asked.versus.join(" "));
        sheet.figures.push(share("the side that raises first wins".to_owned(), bout.first_wins));
        sheet.figures.push(OddsFigure::mean("average blows taken by the side that raises first", own));
        sheet.figures.push(OddsFigure::mean("average blows taken by the other side", theirs));
    }
    if let Some(raise) = asked.see {
        let sees = dice.sees(raise).map_err(too_much)?;
        for how in SeeMethod::ALL {
            sheet.figures.push(share(format!("{} {raise}", how.word()), sees.exactly(&how)));
        }
    }
    for (count, name) in [(1, "highest die"), (2, "highest two: the best raise")] {
        if count <= dice.count() {
            let highest = dice.highest(count).map_err(too_much)?;
            let rows = highest.iter().map(|(total, chance)| share(total.to_string(), chance.clone())).collect();
            sheet.tables.push(OutcomeTable { name: name.to_owned(), rows });
        }
    }
    Ok(sheet)
}

fn two(list: &[i32], what: &str) -> Result<[i32; 2], Stop> {
    <[i32; 2]>::try_from(list).map_err(|_| Stop::because(format!("{what} needs two numbers, such as 3,3")))
}

fn nerves(asked: &OddsNerves) -> Result<OddsAnswer, Stop> {
    let nerves = NerveDuel {
        dice: asked.dice.kind(),
        edges: two(&asked.edges, "--edges")?,
        range: asked.range,
        boxes: two(&asked.boxes, "--boxes")?,
        rounds: asked.rounds,
    };
    let ends = nerves.ends();
    let mut sheet =
        OddsAnswer::titled(format!("A duel of nerve over {}, {}", counted(asked.range, "zone"), counted(asked.rounds, "round")));
    for (what, end) in
        [("the first wears the other down", FIRST), ("the second wears the first down", SECOND), ("neither wins in time", NEITHER)]
    {
        sheet.figures.push(OddsFigure { what: what.to_owned(), value: ends.chance(end), all: None, chance: true });
    }
    Ok(sheet)
}

fn race(asked: &OddsRace) -> OddsAnswer {
    let ranks: Vec<i32> = asked.ranks.iter().copied().cycle().take(usize::from(asked.rounds)).collect();
    let done = social::race(asked.dice.kind(), asked.zones, &ranks);
    let mut sheet = OddsAnswer::titled(format!(
        "{} zones, ranks {}",
        asked.zones,
        asked.ranks.iter().map(i32::to_string).collect::<Vec<_>>().join(", ")
    ));
    let rows = (1..).zip(done).map(|(round, chance)| OddsFigure { what: format!("round {round}"), value: chance, all: None, chance: true });
    sheet.tables.push(OutcomeTable { name: "arrived by".to_owned(), rows: rows.collect() });
    sheet
}
