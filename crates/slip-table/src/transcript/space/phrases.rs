//! Phrases of a transcript of space combat: arithmetic of rolls, names of things.

pub(crate) use crate::transcript::phrases::boxes;

use crate::transcript::phrases::{around, title};
use slip_dice::Faces;
use slip_dice::fate::{Holder, Track};
use slip_play::event::{RollAddend, RollAddends, SpacePhase, TrackId};
use slip_play::ids::{ActorId, AspectId, Id, SkillId};
use slip_play::names::Names;
use slip_play::space::Space;
use slip_play::space::roster::{Post, Rating, SpaceRoster};
use slip_play::space::state::{Band, ShipLocation, ShipStatus};

/// Returns the title of a ship or a person.
pub(crate) fn name(fight: &Space, who: ActorId) -> &str {
    fight.roster.title_of(who)
}

/// Returns the title of the ship or person that an id means.
pub(crate) fn thing(fight: &Space, id: Id) -> &str {
    id.actor().map_or("no ship", |who| name(fight, who))
}

/// Returns the title of a skill or a rating.
pub(crate) fn skill_title(fight: &Space, id: SkillId) -> &str {
    fight.roster.skills.row(id).map_or("", |skill| &skill.title)
}

/// Returns the title of a post's skill.
pub(crate) fn post_skill(fight: &Space, post: Post) -> &str {
    skill_title(fight, fight.roster.post_skill(post))
}

/// Returns the title of a rating.
pub(crate) fn rating_title(fight: &Space, rating: Rating) -> &str {
    skill_title(fight, SpaceRoster::rating_skill(rating))
}

/// Returns a phrase for the place of a post, such as `at the helm`.
pub(crate) const fn post_place(post: Post) -> &'static str {
    match post {
        Post::Navigation => "at the charts",
        Post::Pilot => "at the helm",
        Post::Comm => "at the antennas",
        Post::Beams => "at the beams",
        Post::Torpedoes => "at the torpedoes",
        Post::Engineering => "in the engine room",
        Post::Computer => "at the computers",
    }
}

/// Returns the heading of a phase.
pub(crate) const fn stage_title(stage: SpacePhase) -> &'static str {
    match stage {
        SpacePhase::Detection => "Detection",
        SpacePhase::Position => "Position",
        SpacePhase::Ew => "Electronic warfare",
        SpacePhase::Beams => "Beams",
        SpacePhase::Torpedoes => "Torpedoes",
        SpacePhase::Boarding => "Boarding",
        SpacePhase::DamageControl => "Damage control",
    }
}

/// Returns a track's name with a capital letter.
pub(crate) fn track_title(fight: &Space, track: TrackId) -> String {
    title(fight.track(track))
}

/// Returns a track on which exactly the boxes of `bits` are marked.
pub(crate) fn with_boxes(track: Track, bits: u32) -> Track {
    let marked: Vec<u8> = (1..=track.length()).filter(|number| bits >> (number - 1) & 1 == 1).collect();
    Track::with_marked(i32::from(track.length()), &marked)
}

/// Formats a band: `band -3`, or off the map.
pub(crate) fn band(band: Band) -> String {
    match band.0 {
        0 => "band 0, the middle".to_owned(),
        number if !band.is_on_map() => format!("off the map past band {}", number - number.signum()),
        number => format!("band {number}"),
    }
}

/// Returns a phrase for the location of a ship, such as `on band 2`.
pub(crate) fn berth(fight: &Space, who: ActorId) -> String {
    let Some(ship) = fight.state.ship(who) else { return String::new() };
    match ship.berth {
        ShipLocation::Line(on) => format!("on band {}", on.0),
        ShipLocation::Unplaced => "not placed yet".to_owned(),
        ShipLocation::Coupled(lead) => format!("coupled to {}", name(fight, lead)),
        ShipLocation::Hangar(parent) => format!("in the hangar of {}", name(fight, parent)),
        ShipLocation::Away => "off the map".to_owned(),
    }
}

/// Returns the status of a ship in the fight.
pub(crate) fn status(fight: &Space, who: ActorId) -> String {
    let Some(ship) = fight.state.ship(who) else { return String::new() };
    match ship.status {
        ShipStatus::Active => "in the fight".to_owned(),
        ShipStatus::Escaped => "escaped".to_owned(),
        ShipStatus::DrivenOff => "driven off".to_owned(),
        ShipStatus::TakenOut { fate, .. } => match fate {
            Some(fate) => format!("taken out, {}", fight.outcome_tag(fate).replace('_', " ")),
            None => "taken out".to_owned(),
        },
        ShipStatus::Conceded => "left on agreed terms".to_owned(),
    }
}

/// Returns the title of the holder of an aspect.
pub(crate) fn bearer(fight: &Space, id: AspectId) -> String {
    fight.state.aspects.row(id).map(|aspect| holder(fight, aspect.holder)).unwrap_or_default()
}

/// Returns the title of a holder.
pub(crate) fn holder(fight: &Space, holder: Holder) -> String {
    match holder {
        Holder::Actor(who) | Holder::Gear(who, _) => name(fight, ActorId(who)).to_owned(),
        Holder::Zone(_) => "the band".to_owned(),
        Holder::Scene | Holder::System | Holder::Campaign => around(holder).to_owned(),
    }
}

/// Formats the arithmetic of a roll: `dice + + 0 - = +1, V-shift 3, limited by Pilot -1, burn +1`.
pub(crate) fn sum(fight: &Space, who: ActorId, rolled: bool, faces: &Faces, parts: &RollAddends) -> String {
    let mut words = Vec::new();
    if rolled {
        words.push(format!("dice {faces} = {:+}", faces.total()));
    }
    words.extend(parts.iter().map(|(part, amount)| {
        let label = label(fight, who, part, parts);
        match part {
            RollAddend::Fixed if amount == 0 => "nothing else".to_owned(),
            RollAddend::Skill(_) | RollAddend::Fixed => format!("{label} {amount}"),
            RollAddend::Automatic => format!("{amount}, {label}"),
            _ => format!("{label} {amount:+}"),
        }
    }));
    words.join(", ")
}

/// Returns the label of an addend of a roll.
pub(crate) fn label(fight: &Space, who: ActorId, part: RollAddend, parts: &RollAddends) -> String {
    match part {
        RollAddend::Skill(skill) if fight.fixed_number(skill).is_some() => number(fight, who, skill),
        RollAddend::Skill(skill) => skill_title(fight, skill).to_owned(),
        RollAddend::Amplified | RollAddend::Limited => {
            let post = worked(parts).unwrap_or_else(|| post_of(fight.state.stage));
            let rank = fight.eff(who, post).map_or(String::new(), |(rank, ..)| format!(" {rank}"));
            let by = if part == RollAddend::Amplified { "backed" } else { "limited" };
            format!("{by} by {}{rank}", post_skill(fight, post))
        }
        RollAddend::Posts => "also works at other posts this turn".to_owned(),
        RollAddend::Burn => "burn".to_owned(),
        RollAddend::Range => match fight.state.declared.it.actor().zip(fight.state.declared.me) {
            Some((it, me)) => format!("range {}", fight.range(me, it).unwrap_or(0)),
            None => "range".to_owned(),
        },
        RollAddend::Fixed => fixed(fight, who),
        RollAddend::Automatic => automatic(fight, who),
        RollAddend::Aspect => "aspects".to_owned(),
        RollAddend::Spin => "spin".to_owned(),
        RollAddend::Late => "compelled".to_owned(),
        RollAddend::Gear => "stunts".to_owned(),
        RollAddend::Environment => "surroundings".to_owned(),
        RollAddend::Line(number) => fight.line(number).to_owned(),
        RollAddend::Mooks | RollAddend::Harm | RollAddend::Fists | RollAddend::Armour => "else".to_owned(),
    }
}

/// Returns the post whose skill supports the roll of a phase.
pub(crate) const fn post_of(stage: SpacePhase) -> Post {
    match stage {
        SpacePhase::Detection => Post::Navigation,
        SpacePhase::Position => Post::Pilot,
        SpacePhase::Ew => Post::Comm,
        SpacePhase::Beams => Post::Beams,
        SpacePhase::Torpedoes => Post::Torpedoes,
        SpacePhase::Boarding | SpacePhase::DamageControl => Post::Engineering,
    }
}

/// Returns the post that operates the rating of a roll; `None` for a roll with a skill alone.
pub(crate) fn worked(parts: &RollAddends) -> Option<Post> {
    let rating = |rating: Rating| parts.iter().any(|(part, _)| part == RollAddend::Skill(SpaceRoster::rating_skill(rating)));
    let posts = [(Rating::VShift, Post::Pilot), (Rating::Ew, Post::Comm), (Rating::Beam, Post::Beams), (Rating::Torpedo, Post::Torpedoes)];
    posts.into_iter().find(|(there, _)| rating(*there)).map(|(_, post)| post)
}

/// Returns the label of a fixed defence: the title of the effect that causes the defence.
fn fixed(fight: &Space, who: ActorId) -> String {
    let traits = fight.roster.ships.row(who).map(|sheet| &sheet.traits);
    let defence = traits.and_then(|traits| match fight.state.stage {
        SpacePhase::Ew => traits.against_ew,
        SpacePhase::Beams => traits.against_beams,
        _ => traits.against_torpedoes,
    });
    match defence.and_then(|defence| defence.line) {
        Some(line) => fight.line(line).to_owned(),
        None => "fixed defence".to_owned(),
    }
}

/// Returns the label of a number that is used in place of a rolled skill. The label is the title of the ship's own effect, or else of the
/// first effect.
fn number(fight: &Space, who: ActorId, skill: SkillId) -> String {
    let carried = |line: u16| fight.roster.lines.get(line).and_then(|line| line.carrier.person()) == Some(who);
    let lines = || fight.roster.uses.iter().filter(|(_, used)| used.basis == skill).map(|(line, _)| *line);
    let line = lines().find(|&line| carried(line)).or_else(|| lines().next());
    line.map_or_else(|| "number".to_owned(), |line| fight.line(line).to_owned())
}

/// Returns the reason why a result has no dice.
fn automatic(fight: &Space, who: ActorId) -> String {
    use slip_play::space::state::{Drives, Fails};
    let Some(ship) = fight.state.ship(who) else { return "no dice".to_owned() };
    match (ship.fails, ship.drives, fight.state.stage) {
        (Some(Fails::Compelled), ..) => "no dice: compelled".to_owned(),
        (_, Drives::Coast, SpacePhase::Position) => "no dice: coasting".to_owned(),
        (_, Drives::Busy, SpacePhase::Position) => "no dice: busy".to_owned(),
        (Some(Fails::Unqualified), ..) => "no dice: no qualified pilot".to_owned(),
        (None, _, SpacePhase::Detection) => "no dice: no navigator".to_owned(),
        _ => "no dice".to_owned(),
    }
}
