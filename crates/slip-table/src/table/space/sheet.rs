//! Formats the state of a ship: the stat line for the board, and the complete sheet.

use super::own_aspects;
use crate::table::actor_marks::Marks;
use crate::table::sheet::wrapped;
use crate::table::style::ColourScheme;
use crate::transcript::phrases::counted;
use crate::transcript::phrases::listed;
use crate::transcript::space::phrases::{berth, boxes, name, post_place, post_skill, rating_title, status, track_title};
use crate::transcript::space::stands;
use slip_dice::fate::{AspectOrigin, Grade, Holder};
use slip_play::event::SpacePhase;
use slip_play::ids::ActorId;
use slip_play::space::Space;
use slip_play::space::roster::{Post, PostCrew, Rating};
use slip_play::space::state::{Drives, Fails};
use slip_printable::{columns_of, padded};

/// Separator between several entries of one field of a sheet.
const NEXT: &str = "\n                ";

/// Formats the stat line of a ship.
pub(in crate::table) fn stat_line(fight: &Space, who: ActorId, marks: &Marks, ink: &ColourScheme) -> String {
    stat_line_wide(fight, who, marks, ink, [0; 3])
}

/// Formats the stat line of a ship: mark, name, place, tracks, fate points and handicaps, in columns of given widths.
pub(super) fn stat_line_wide(fight: &Space, who: ActorId, marks: &Marks, ink: &ColourScheme, widths: [usize; 3]) -> String {
    let [mark, name_width, place] = widths;
    if let Some(person) = fight.roster.person(who) {
        let points = fight.state.person(who).map_or(0, |state| state.fate.points());
        return format!("{} {}, aboard {}  fate {points}", marks.mark(who), person.title, name(fight, person.ship));
    }
    let Some(state) = fight.state.ship(who) else { return String::new() };
    let pen = ink.side(state.side);
    let title = pen.write(&padded(name(fight, who), name_width));
    let mut words = vec![format!("{} {title}  {}", pen.write(&padded(marks.mark(who), mark)), padded(&place_now(fight, who), place))];
    words.extend(tracks(fight, who).into_iter().map(|(name, boxes)| format!("{name} {boxes}")));
    if state.fate.points() > 0 || fight.roster.ships.row(who).is_some_and(|sheet| sheet.fate > 0) {
        words.push(format!("fate {}", state.fate.points()));
    }
    let spin: u32 = fight.state.spin.iter().filter(|token| token.owner == who.0).map(|token| u32::from(token.left)).sum();
    if spin > 0 {
        words.push(format!("spin {spin}"));
    }
    words.extend(now(fight, who));
    words.extend(suffered(fight, who));
    words.join("  ").trim_end().to_owned()
}

/// Returns the widths of the columns for mark, name and place, over all ships.
pub(super) fn widths(fight: &Space, marks: &Marks) -> [usize; 3] {
    let widest = |words: &dyn Fn(ActorId) -> usize| fight.state.ships.keys().map(words).max().unwrap_or(0);
    [
        widest(&|who| columns_of(marks.mark(who))),
        widest(&|who| columns_of(name(fight, who))),
        widest(&|who| columns_of(&place_now(fight, who))),
    ]
}

/// Returns the place of a ship, or the outcome for a ship that is out.
fn place_now(fight: &Space, who: ActorId) -> String {
    if fight.state.ship(who).is_some_and(|ship| ship.is_active()) { berth(fight, who) } else { status(fight, who) }
}

fn tracks(fight: &Space, who: ActorId) -> Vec<(String, String)> {
    let Some(ship) = fight.state.ship(who) else { return Vec::new() };
    ship.tracks.owned().map(|(id, track)| (track_title(fight, id), boxes(track))).collect()
}

/// Returns the consequences of a ship in quotes.
fn suffered(fight: &Space, who: ActorId) -> Vec<String> {
    let on = |holder: Holder| holder == Holder::Actor(who.0);
    let borne =
        fight.state.aspects.values().filter(|aspect| aspect.present && aspect.origin == AspectOrigin::Consequence && on(aspect.holder));
    borne.map(|aspect| format!("\"{}\"", aspect.text)).collect()
}

/// Returns the current conditions of a ship: formation, actions in this phase, and defences in effect.
fn now(fight: &Space, who: ActorId) -> Vec<String> {
    let Some(ship) = fight.state.ship(who).filter(|ship| ship.is_active()) else { return Vec::new() };
    let mut words = Vec::new();
    let names = |members: Vec<ActorId>| {
        let others: Vec<&str> = members.into_iter().filter(|&other| other != who).map(|other| name(fight, other)).collect();
        listed(&others)
    };
    match ship.tether {
        Some(lead) if lead == who => words.push("leads a tether".to_owned()),
        Some(lead) => words.push(format!("tethered to {}", name(fight, lead))),
        None if ship.formation.is_some() => words.push(format!("in formation with {}", names(fight.entity(who)))),
        None => {}
    }
    match ship.fails {
        Some(Fails::Compelled) => words.push("compelled".to_owned()),
        Some(Fails::Unqualified) => words.push("has no qualified pilot".to_owned()),
        None => {}
    }
    if fight.state.stage == SpacePhase::Position {
        match ship.drives {
            Drives::Coast => words.push("coasts".to_owned()),
            Drives::Drive if ship.burn > 0 => words.push(format!("burns {}", ship.burn)),
            _ => {}
        }
    }
    if let Some(roll) = &ship.standing {
        words.push(format!("total {}", roll.total()));
    }
    for roll in ship.defence.iter().chain(ship.stood.iter().flatten()) {
        words.push(format!("defence {}", roll.total()));
    }
    words
}

/// Returns the complete sheet of a ship.
pub(in crate::table) fn sheet(fight: &Space, who: ActorId, marks: &Marks, ink: &ColourScheme) -> String {
    let Some((sheet, state)) = fight.roster.ships.row(who).zip(fight.state.ship(who)) else {
        return format!("{}\n", stat_line(fight, who, marks, ink));
    };
    let side = fight.roster.sides.row(state.side).map_or("", |side| side.name.as_str());
    let pen = ink.side(state.side);
    let mut lines = vec![format!("{} ({}), of the {side}, mark {}", pen.write(&sheet.title), sheet.name, marks.mark(who))];
    let mut field = |word: &str, what: String| {
        if !what.is_empty() {
            lines.push(format!("  {word:13} {what}"));
        }
    };
    field("place", place_now(fight, who));
    field("technology", format!("T{}", sheet.tech));
    let ratings = Rating::ALL.into_iter().map(|rating| format!("{} {}", rating_title(fight, rating), sheet.rating(rating)));
    field("ratings", ratings.collect::<Vec<_>>().join(", "));
    for (name, boxes) in tracks(fight, who) {
        field(&name, boxes);
    }
    let slots: Vec<&str> = Grade::ALL.into_iter().filter(|&grade| state.slots.count_of(grade) > 0).map(Grade::word).collect();
    field("consequences", if slots.is_empty() { "none left".to_owned() } else { format!("{} left", slots.join(", ")) });
    field("fate", counted(i64::from(state.fate.points()), "point", "points"));
    field("now", now(fight, who).join(", "));
    field("beams", beams(fight, who));
    field("posts", posts(fight, who).join(NEXT));
    let people = sheet.people.iter().filter_map(|&person| {
        let points = fight.state.person(person)?.fate.points();
        (points > 0).then(|| format!("{} has {}", name(fight, person), counted(i64::from(points), "fate point", "fate points")))
    });
    field("aboard", people.collect::<Vec<_>>().join(NEXT));
    let hangar = fight.state.ships.iter().filter(|(_, ship)| ship.berth == slip_play::space::state::ShipLocation::Hangar(who));
    let hangar: Vec<&str> = hangar.map(|(fighter, _)| name(fight, fighter)).collect();
    field("hangar", if hangar.is_empty() { String::new() } else { listed(&hangar) });
    field("aspects", wrapped(&own_aspects(fight, who, true), 80).join(NEXT));
    field("became", state.ending.as_ref().map_or_else(String::new, |ending| format!("\"{ending}\"")));
    lines.join("\n") + "\n"
}

/// Describes the beam values that a ship has used in this turn, if any.
fn beams(fight: &Space, who: ActorId) -> String {
    let Some(ship) = fight.state.ship(who) else { return String::new() };
    let all = fight.rating(who, Rating::Beam);
    match (ship.beam_used, ship.beam_defended) {
        (0, 0) => String::new(),
        (fired, defended) => {
            let left = all - i32::from(fired) - i32::from(defended);
            format!("{fired} fired and {defended} used in defence this turn; {} of {all} can still be used without heat", left.max(0))
        }
    }
}

/// Lists the posts of a ship: the person at each, the current rank, and if that person has worked or acted.
fn posts(fight: &Space, who: ActorId) -> Vec<String> {
    let mut words = Vec::new();
    for post in Post::ALL {
        let military = if fight.military(who, post) { ", military-grade" } else { "" };
        let person = match fight.hand(who, post) {
            PostCrew::Nobody => continue,
            PostCrew::Default { .. } => "the crew".to_owned(),
            PostCrew::Person { who, .. } => name(fight, who).to_owned(),
        };
        let rank = match fight.eff(who, post) {
            None => "may not work this post".to_owned(),
            Some((rank, _, 0)) => rank.to_string(),
            Some((rank, _, posts)) => format!("{rank} ({posts:+} because this person also works at other posts this turn)"),
        };
        let acted = if fight.can_act(who, post) { "" } else { "; cannot act in this phase" };
        words.push(format!("{person} {}: {} {rank}{military}{acted}", post_place(post), post_skill(fight, post)));
    }
    words
}

/// Returns the stat line of every ship, one per line.
pub(in crate::table) fn standings(fight: &Space) -> String {
    fight.state.ships.keys().map(|who| format!("  {}.\n", stands(fight, who))).collect()
}
