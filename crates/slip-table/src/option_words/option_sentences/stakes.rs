//! Options of raise-and-see conflicts as sentences.

use crate::transcript::phrases::title;
use crate::transcript::stakes::phrases::{approach_title, name, the_approach};
use slip_pack::stakes_party::Approach;
use slip_play::choice::{Choice, Verb};
use slip_play::event::TrackId;
use slip_play::names::Names;
use slip_play::question::Ask;
use slip_play::stakes::StakesConflict;
use slip_play::stakes::answer_raise::LEAST;

/// Returns an option as a sentence; `None` if the words that are typed for the option are easy to read.
pub(super) fn sentence(fight: &StakesConflict, ask: &Ask, choice: Choice) -> Option<String> {
    let approach = || u8::try_from(choice.n).ok().and_then(Approach::of);
    Some(match choice.verb {
        Verb::Approach => format!("Take {}", the_approach(approach()?)),
        Verb::Escalate => format!("Switch to {}", approach_title(approach()?)),
        Verb::BringIn => {
            let sheet = fight.roster.parties.row(ask.me.actor()?)?;
            format!("Bring in {}", sheet.thing(u8::try_from(choice.with).ok()?)?.title)
        }
        Verb::Target => name(fight, choice.it.actor()?).to_owned(),
        Verb::ByHand => "Choose one by one".to_owned(),
        Verb::Raise => format!("Raise with {} and {}", choice.with, choice.n),
        Verb::Block => format!("Block with {} and {}", choice.with, choice.n),
        Verb::Reverse => format!("Reverse the blow with the {}", choice.n),
        Verb::Blow if choice.how == LEAST => "Blow: see with the dice of the lowest sum".to_owned(),
        Verb::Blow => "Blow: see with the fewest dice".to_owned(),
        Verb::Resist => format!("Resist with the {}", choice.n),
        Verb::Put => format!("Put forward the {}", choice.n),
        Verb::Aim => format!("Take the fallout on {}", title(Names::track(fight, TrackId(u8::try_from(choice.n).ok()?)))),
        Verb::All => "All opponents".to_owned(),
        _ => return None,
    })
}
