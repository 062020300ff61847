//! Options that have the same meaning in every kind of conflict, as sentences. The first word of a sentence is usually the word to type.

use slip_dice::fate::Slots;
use slip_play::choice::{Choice, Verb};
use slip_play::question::Point;

/// Returns an option as a sentence; `None` if it has parts that only its kind of conflict can name.
pub(super) fn sentence(point: Point, choice: Choice) -> Option<String> {
    let words = match choice.verb {
        Verb::Pass => pass(point),
        Verb::Attack => "Attack",
        Verb::Move => "Move",
        Verb::March => "March with the platoon",
        Verb::Maneuver => "Maneuver to place an aspect",
        Verb::Obstruct => "Obstruct a way",
        Verb::Interdict => "Interdict a border",
        Verb::Jam => "Jam the orders of an enemy",
        Verb::Unjam => "Unjam the orders of own units",
        Verb::Spot => "Spot a hidden enemy",
        Verb::Cover => "Cover: get out of sight",
        Verb::Relocate => "Relocate within the zone",
        Verb::Displace => "Displace: leave the known position",
        Verb::Rally => "Rally",
        Verb::Rearm => "Rearm",
        Verb::Push => "Push somebody",
        Verb::Seal => "Seal the suit",
        Verb::Concede => "Concede",
        Verb::Yes => "Yes",
        Verb::No => "No",
        Verb::Refuse => "Refuse",
        Verb::Accept => "Accept",
        Verb::Stay => "Stay here",
        Verb::Alter if point == Point::Fact => "Alter the fact and give the point back",
        Verb::Alter => "Alter: accept the counter-proposal",
        Verb::Veto => "Veto the declared action",
        Verb::Term if choice.how == 0 => "Permanent",
        Verb::Term => "Transient",
        Verb::Hold => hold(point),
        Verb::Drive => "Drive",
        Verb::Coast => "Coast",
        Verb::Burn => return Some(format!("Burn {}", choice.n)),
        Verb::Take => return Some(take(choice)),
        Verb::Again if point == Point::RallyToo => "Again: take one more action",
        Verb::Again => "Again: repeat the maneuver",
        Verb::Give => "Give up the stakes",
        Verb::Lose => "Lose the stakes",
        _ => return None,
    };
    Some(words.to_owned())
}

const fn pass(point: Point) -> &'static str {
    match point {
        Point::Act => "Pass: do nothing this turn",
        Point::Adjust => "Pass: add nothing",
        Point::Compel => "Pass: no compel",
        Point::Repair => "Pass: no repair",
        _ => "Pass",
    }
}

const fn hold(point: Point) -> &'static str {
    match point {
        Point::Bid => "Hold: burn no more",
        Point::Declare => "Hold fire",
        _ => "Hold",
    }
}

/// Lists the consequences of a set: `Take a mild and a moderate consequence`.
fn take(choice: Choice) -> String {
    let grades: Vec<String> = Slots::from_number(choice.how).grades().map(|grade| format!("a {}", grade.word())).collect();
    let set = match grades.as_slice() {
        [] => "no".to_owned(),
        grades => slip_suggest::enumerate(grades.iter().map(String::as_str)),
    };
    let elsewhere = if choice.n == Choice::ELSEWHERE { ", the rest on another track" } else { "" };
    format!("Take {set} consequence{elsewhere}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use slip_dice::fate::Grade;

    #[test]
    fn consequences_are_listed_by_their_grades() {
        let set = |grades: &[Grade]| grades.iter().fold(Slots::NONE, |set, &grade| set.with(grade));
        let said = |grades: &[Grade]| take(Choice::of(Verb::Take).how(set(grades).number()));
        assert_eq!(said(&[]), "Take no consequence");
        assert_eq!(said(&[Grade::Mild]), "Take a mild consequence");
        assert_eq!(said(&[Grade::Mild, Grade::Severe]), "Take a mild and a severe consequence");
    }
}
