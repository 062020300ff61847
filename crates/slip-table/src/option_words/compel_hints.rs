//! Describes the cost and the effect of compel options in one line.

use super::hints::fate;
use slip_play::choice::{Choice, Verb};
use slip_play::event::CompelDemand;
use slip_play::personal::Personal;
use slip_play::question::{Ask, Point};

/// Describes the cost and the effect of a compel option; `None` for other options.
pub(super) fn about(fight: &Personal, ask: &Ask, choice: Choice) -> Option<String> {
    let offer = fight.state.declared.offer;
    match (ask.point, choice.verb) {
        (_, Verb::Compel) => Some(of_offer(fight, choice)),
        (Point::AnswerCompel, Verb::Refuse) if offer?.with.is_some() => Some("gives you 1 fate point".to_owned()),
        (Point::AnswerCompel, Verb::Refuse) => Some("costs 1 fate point".to_owned()),
        (Point::AnswerCompel, Verb::Accept) => {
            let offer = offer?;
            Some(deal(fight, offer.demand, offer.points, offer.with.is_some()))
        }
        (Point::AnswerCompel, Verb::Counter) => Some(format!("{} instead of {}", fate(choice.n.unsigned_abs()), offer?.points)),
        (Point::Haggle, Verb::Refuse) => Some(format!("your offer stays at {}", fate(offer?.points))),
        (Point::Haggle, Verb::Accept) => {
            let offer = offer?;
            Some(deal(fight, offer.demand, offer.asked?, offer.with.is_none()))
        }
        (Point::Haggle, Verb::Counter) => Some(format!("{} instead of {}", fate(choice.n.unsigned_abs()), offer?.asked?)),
        _ => None,
    }
}

fn of_offer(fight: &Personal, choice: Choice) -> String {
    let price = fate(choice.n.unsigned_abs());
    let name = choice.it.actor().map_or("", |who| &fight.roster.actors[who].title);
    match (choice.how & Choice::OWN != 0, choice.how & Choice::BY_TAG != 0) {
        (true, _) => format!("if the deal is accepted, {name} pays you {price}; if it is refused, you pay 1"),
        (_, true) => "uses up the free tag; pays you 1 fate point if refused".to_owned(),
        _ => format!("costs {price} if accepted; pays you 1 if refused"),
    }
}

/// Describes the effect of accepting a compel, for the actor that pays or obeys.
fn deal(fight: &Personal, demand: CompelDemand, price: u16, pays: bool) -> String {
    let less = fight.roster.settings.late_compel;
    if pays {
        return format!("costs {}", fate(price));
    }
    let gets = if price == 0 { String::new() } else { format!("gives you {}; ", fate(price)) };
    match demand {
        CompelDemand::Stop => format!("{gets}you lose the turn"),
        CompelDemand::Leave => format!("{gets}you must leave the zone, and the turn is over"),
        CompelDemand::Less => format!("{gets}your roll is lowered by {less}"),
    }
}
