//! Describes the next roll of platoon combat for players with real dice.

use crate::transcript::platoon::phrases::{deed, label, name};
use slip_dice::Dice;
use slip_play::choice::Answer;
use slip_play::conflict::Conflict;
use slip_play::event::{Event, RollAddends};
use slip_play::names::Names;
use slip_play::platoon::PlatoonFight;

/// Returns the dice that an answer needs after `rolled` rolls of the same step; `None` if no further dice are needed.
///
/// The answer is tried with placeholder dice, because the skills and bonuses of a roll do not depend on the results of earlier rolls.
pub(in crate::table) fn coming(fight: &PlatoonFight, answer: &Answer, rolled: usize) -> Option<String> {
    let mut events = Vec::new();
    fight.decide(answer, &mut Dice::seeded(0, 0), &mut events).ok()?;
    let mut then = fight.clone();
    let (mut rolls, mut coin) = (Vec::new(), None);
    for event in &events {
        match event {
            Event::Roll { me, parts, against, standing: false, .. } => {
                let against = against.map(|against| format!(", against {against}")).unwrap_or_default();
                let does = if then.state.contest.is_some() { "resists".to_owned() } else { deed(&then) };
                rolls.push(format!("{} {does}{against}: the dice{}", name(&then, *me), sum(&then, parts)));
            }
            Event::Adjust { roll, faces: Some(_), by, .. } => {
                let of = then.state.contest.iter().flat_map(|contest| &contest.rolls).find(|there| there.id == *roll);
                rolls.push(format!("{} rolls again", of.map_or(name(&then, *by), |of| name(&then, of.who))));
            }
            Event::Coin { seat, with, .. } => {
                let (above, below) = (Names::side(fight, *seat), Names::side(fight, *with));
                coin = Some(format!("which side goes first, {above} for a total above 0 or {below} for a total below 0: the dice alone"));
            }
            _ => {}
        }
        then.apply(event);
    }
    // The die that decides which side acts first is rolled again until there is a decision.
    rolls.into_iter().nth(rolled).or(coin)
}

fn sum(fight: &PlatoonFight, parts: &RollAddends) -> String {
    let words: Vec<String> = parts.iter().map(|(part, amount)| format!("{} {amount:+}", label(fight, part))).collect();
    if words.is_empty() { " alone".to_owned() } else { format!(" and {}", words.join(", ")) }
}
