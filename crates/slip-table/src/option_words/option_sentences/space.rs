//! Options of space combat as sentences.

use super::{either, price, use_of};
use crate::option_words::hints::fate as fate_points;
use crate::transcript::phrases::title;
use crate::transcript::space::phrases::{band, bearer, name, post_place, track_title};
use slip_play::choice::{Choice, Verb};
use slip_play::event::TrackId;
use slip_play::names::Names;
use slip_play::question::{Ask, Point};
use slip_play::space::Space;
use slip_play::space::roster::Post;
use slip_play::space::state::Band;

/// Returns an option as a sentence; `None` if the words that are typed for the option are easy to read.
pub(super) fn sentence(fight: &Space, ask: &Ask, choice: Choice) -> Option<String> {
    let ship = choice.it.actor().map(|who| name(fight, who));
    Some(match choice.verb {
        Verb::Begin if choice.how == 0 => "Done".to_owned(),
        Verb::Begin => {
            let post = Post::of(u8::try_from(choice.n).ok()?)?;
            format!("{} {}", ship.unwrap_or("The crew"), post_place(post))
        }
        Verb::Start => either(choice.how == 0, "Begin with the position phase", "Begin with electronic warfare"),
        Verb::Target if ask.point == Point::Place => format!("Place {}", ship?),
        Verb::Target if ask.point == Point::Shift => format!("Move {}", ship?),
        Verb::Target => ship?.to_owned(),
        Verb::Band => title(&band(Band(i8::try_from(choice.n).ok()?))),
        Verb::Form => format!("Form up with {}", ship?),
        Verb::Tether => format!("Lead {} on a tether", ship.unwrap_or("the formation")),
        Verb::Release => "End the tether".to_owned(),
        Verb::Board if choice.how == 1 => format!("Board {} in person", ship?),
        Verb::Board => format!("Board {}", ship?),
        Verb::Couple => format!("Couple to {}", ship?),
        Verb::Decouple => format!("Uncouple {}", ship?),
        Verb::Dock => format!("Return to the hangar of {}", ship?),
        Verb::Launch => format!("Launch {}", ship?),
        Verb::Ew => format!("Jam with {}", ship?),
        Verb::Beam => format!("Fire beams with {}", ship?),
        Verb::Torpedo => format!("Launch torpedoes with {}", ship?),
        Verb::Value | Verb::Beams => format!("Fire {} of the beams", choice.n),
        Verb::PointDefence => "Use point defence".to_owned(),
        Verb::Rating => "Resist with electronic warfare".to_owned(),
        Verb::Nothing => "Roll only the dice".to_owned(),
        Verb::Repair => {
            let track = track_title(fight, TrackId(u8::try_from(choice.n).ok()?));
            format!("Repair {track} with {}", ship.unwrap_or("the crew"))
        }
        Verb::Compel => format!("Compel {}: \"{}\" ({})", ship?, Names::aspect(fight, choice.aspect()?), price(choice)),
        Verb::Counter => format!("Ask for {}", fate_points(choice.n.unsigned_abs())),
        Verb::Invoke | Verb::Tag | Verb::Free => {
            let id = choice.aspect()?;
            let used = use_of(choice, Names::aspect(fight, id), &bearer(fight, id), fight.roster.settings.invoke_bonus);
            ship.map_or(used.clone(), |payer| format!("{used}, paid by {payer}"))
        }
        Verb::Spin => format!("Spend {} spin", choice.n),
        Verb::Outcome => title(&fight.outcome_tag(choice.how).replace('_', " ")),
        Verb::Maneuver => {
            let maneuver = &fight.maneuver(choice.with)?.title;
            ship.filter(|_| choice.it != ask.me).map_or(maneuver.to_string(), |ship| format!("{maneuver} on {ship}"))
        }
        Verb::Yes if choice.with != Choice::NOTHING && ask.point == Point::Act => {
            format!("Use \"{}\" for {}", Names::line(fight, choice.with), ship?)
        }
        Verb::Remove => format!("Remove \"{}\"", Names::aspect(fight, choice.aspect()?)),
        Verb::Yes if choice.with != Choice::NOTHING => format!("Use \"{}\"", Names::line(fight, choice.with)),
        Verb::Yes if ask.point == Point::Stop => "Yes, offer to stop".to_owned(),
        Verb::No if ask.point == Point::Stop => "No, fight on".to_owned(),
        Verb::Concede if choice.how > 0 => match ship {
            Some(ship) => format!("{ship} surrenders"),
            None => "Surrender".to_owned(),
        },
        Verb::Concede if choice.it != ask.me => format!("{} concedes", ship?),
        _ => return None,
    })
}
