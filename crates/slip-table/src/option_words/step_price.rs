//! Price of a step on the map in a few letters, for the label of a zone: `1`, or `2 (border 1)`.

use slip_play::choice::{Choice, Verb};
use slip_play::fight::{FightRef, Playable};
use slip_play::personal::Personal;
use slip_play::platoon::PlatoonFight;
use slip_play::question::{Ask, Point};
use slip_play::space::Space;

/// Returns the price of a step into a zone or a band, with the part of it that the borders on the way cost; `free` for a step that costs
/// nothing, and `None` for options that are no steps.
pub fn step_price<F: Playable>(fight: &F, ask: &Ask, choice: Choice) -> Option<String> {
    if choice.verb == Verb::Stay {
        return Some("stay".to_owned());
    }
    match fight.seen() {
        FightRef::Personal(fight) => personal(fight, ask, choice),
        FightRef::Platoon(fight) => platoon(fight, choice),
        FightRef::Space(fight) => space(fight, ask, choice),
        FightRef::Stakes(_) => None,
    }
}

fn personal(fight: &Personal, ask: &Ask, choice: Choice) -> Option<String> {
    let to = choice.it.zone().filter(|_| matches!(choice.verb, Verb::Go | Verb::Enter))?;
    let is_talk = fight.roster.social.is_some();
    if is_talk && ask.point == Point::FreeMove {
        return Some("free".to_owned());
    }
    let walker = fight.pushed().filter(|_| ask.point == Point::Steps).or(ask.me.actor())?;
    let borders = match choice.border() {
        Some(border) => vec![border],
        None => fight.path(walker, to).iter().map(|way| way.border).collect(),
    };
    let steps = i32::try_from(borders.len()).ok()?;
    // In a talk a step costs one point and wears down the border; elsewhere the engine adds up the price of a crossing.
    let prices = borders
        .iter()
        .map(|&border| if is_talk { Some(1 + fight.border_value(border).max(0)) } else { fight.crossing_cost(walker, border) });
    Some(price(prices.sum::<Option<i32>>()?, steps))
}

fn platoon(fight: &PlatoonFight, choice: Choice) -> Option<String> {
    let to = choice.it.zone()?;
    let moving = fight.state.moving.as_ref()?;
    match (choice.verb, choice.border()) {
        (Verb::Go | Verb::Enter, _) if moving.free => Some("free".to_owned()),
        (Verb::Enter, Some(border)) => Some(price(fight.pass_value(border, to)?.saturating_add(1), 1)),
        (Verb::Go, _) => fight.cost_to(to).map(|cost| cost.to_string()),
        _ => None,
    }
}

fn space(fight: &Space, ask: &Ask, choice: Choice) -> Option<String> {
    if choice.verb != Verb::Band || ask.point == Point::Place {
        return None;
    }
    super::space::move_cost(fight, ask.me.actor()?, choice).map(|cost| cost.to_string())
}

/// Formats a price: `2 (border 1)`, or `1` if no border costs more than the step itself.
fn price(cost: i32, steps: i32) -> String {
    let border = cost - steps;
    if border > 0 { format!("{cost} (border {border})") } else { cost.to_string() }
}

#[cfg(test)]
mod tests {
    use super::price;

    #[test]
    fn a_price_names_the_part_of_the_borders() {
        assert_eq!(price(1, 1), "1");
        assert_eq!(price(2, 1), "2 (border 1)");
        assert_eq!(price(2, 2), "2");
    }
}
