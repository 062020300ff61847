//! Returns the titles of the zones that an option names, if the words of the option are file names that the map does not show.

use slip_play::choice::{Choice, Verb};
use slip_play::fight::{FightRef, Playable};
use slip_play::ids::ZoneId;
use slip_play::personal::Personal;
use slip_play::question::{Ask, Point};

/// Returns the titles of the zones that an option names, if the name of a zone has words that its title lacks: `Ring 2` and `The boat
/// house` for `ring_2--lovers`. The list is empty for `gate`, whose title is `The gate`.
pub fn places<'f, F: Playable>(fight: &'f F, ask: &Ask, choice: Choice) -> Vec<&'f str> {
    let there = choice.it.zone();
    match fight.seen() {
        FightRef::Personal(fight) => {
            let zones: Vec<ZoneId> = there.into_iter().chain(beside(fight, ask, choice).into_iter().flatten()).collect();
            let known = || zones.iter().filter_map(|&zone| fight.roster.map.zones.row(zone));
            if known().all(|zone| is_found(&zone.name, &zone.title)) {
                return Vec::new();
            }
            known().map(|zone| zone.title.as_str()).collect()
        }
        FightRef::Platoon(fight) => {
            let known = there.and_then(|zone| fight.roster.ground.zones.row(zone));
            known.filter(|zone| !is_found(&zone.name, &zone.title)).map(|zone| zone.title.as_str()).into_iter().collect()
        }
        FightRef::Space(_) | FightRef::Stakes(_) => Vec::new(),
    }
}

/// Returns the two zones of a border without its own name, if the words of the option name both: `crowd--buffet`. Only social combat writes
/// borders in this way.
fn beside(fight: &Personal, ask: &Ask, choice: Choice) -> Option<[ZoneId; 2]> {
    fight.roster.social.as_ref()?;
    if !matches!((ask.point, choice.verb), (Point::Share, Verb::All | Verb::Put) | (_, Verb::Pay | Verb::Border)) {
        return None;
    }
    let border = fight.roster.map.borders.row(choice.border()?)?;
    (!border.titled).then_some([border.a, border.b])
}

/// True if a title contains all the words of a name.
fn is_found(name: &str, title: &str) -> bool {
    let title = title.to_lowercase();
    let words: Vec<&str> = title.split(|letter: char| !letter.is_alphanumeric()).collect();
    name.to_lowercase().split('_').all(|word| words.contains(&word))
}
