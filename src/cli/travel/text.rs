//! Prints the answer about a trip as text.

use super::{Answer, Ship, Speed};
use crate::cli::random_table::columns;
use slip_campaign::travel::jump::{Fares, Fuel, Jump};
use slip_campaign::travel::slip_passage::{Orientation, Oriented};
use slip_campaign::travel::{Arrival, ReactionMass, TimeSource, TravelTable, Trip, TripMode, TripRefusal};
use slip_export::cards::counted;

use slip_pack::length_and_time::Time;
use slip_pack::table::chance::ChanceRatio;
use std::collections::BTreeSet;
use std::io::{self, Write};

/// Prints the answer about a trip.
pub(super) fn tell(answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    if let Some(chart) = &answer.table {
        self::chart(chart, out)?;
    }
    if let Some(ship) = &answer.ship {
        head(ship, out)?;
    }
    if let Some(ship) = answer.ship.as_ref().filter(|_| !answer.speeds.is_empty()) {
        speeds(ship, &answer.speeds, out)?;
    }
    if !answer.route.is_empty() {
        writeln!(out, "  route: {}", answer.route.join(" -> "))?;
    }
    if let Some(trip) = &answer.trip {
        self::trip(trip, answer, out)?;
    }
    if let Some(refusal) = &answer.refusal {
        self::refusal(refusal, answer, out)?;
    }
    if let Some(barred) = &answer.barred {
        writeln!(out, "  no{}: {}", subject(barred.rule), barred.because)?;
    }
    if let Some(slip) = &answer.slip {
        self::slip(slip, answer, out)?;
    }
    if let Some(trip) = &answer.trip {
        arrival("arrives", &trip.arrival, answer.ship.as_ref(), out)?;
    }
    for note in &answer.notes {
        writeln!(out, "  {note}")?;
    }
    if let Some(landing) = &answer.landing {
        let verdict = if landing.lands { "lands" } else { "does not land" };
        let what = if landing.lands { format!(" ({})", landing.world.words()) } else { String::new() };
        writeln!(out, "  {verdict}: {}{what}", landing.because)?;
        if let Some(line) = &landing.by {
            let flown = landing.flown_with.as_ref().map_or(String::new(), |skill| format!("; flown with {skill}"));
            writeln!(out, "    {line}{flown}")?;
        }
    }
    if let Some(fuel) = answer.fuel {
        writeln!(
            out,
            "  fuel: {}",
            match fuel {
                Fuel::Refined => "refined, at the port",
                Fuel::Unrefined => "unrefined, drawn from the water of the world",
                Fuel::Nowhere => "none",
            }
        )?;
    }
    if let Some(jump) = &answer.jump {
        self::jump(jump, answer.fares.as_ref(), out)?;
    }
    Ok(())
}

fn head(ship: &Ship, out: &mut dyn Write) -> io::Result<()> {
    let thrust = match (ship.v_shift, ship.effective_v_shift) {
        (Some(own), Some(now)) if own != now => format!(", {} {own}, without reaction mass {now}", ship.by),
        (Some(own), _) => format!(", {} {own}", ship.by),
        (None, _) => String::new(),
    };
    writeln!(out, "{} ({}){thrust}", ship.title, slip_pack::called(&ship.package, &ship.name))
}

/// Prints the travel table.
fn chart(chart: &TravelTable, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{} ({})", chart.title, chart.name)?;
    let mut lines = vec![vec![chart.by.clone(), "range".to_owned(), "extended".to_owned()], vec![String::new(); 3]];
    if let [titles, distances] = lines.as_mut_slice() {
        titles.extend(chart.places.iter().map(|place| place.title.clone()));
        distances.extend(chart.places.iter().map(|place| place.far.to_string()));
    }
    let cell = |time: Option<Time>| time.map_or_else(|| "-".to_owned(), |time| time.to_string());
    for row in &chart.rows {
        let mut line = vec![row.speed.to_string(), cell(row.endurance), cell(row.extended)];
        line.extend(row.times.iter().map(|time| cell(*time)));
        lines.push(line);
    }
    if chart.rows.iter().all(|row| row.extended.is_none()) {
        lines.iter_mut().for_each(|line| drop(line.remove(2)));
    }
    columns(&lines, out)
}

/// Prints the times of a ship at every speed to every place.
fn speeds(ship: &Ship, speeds: &[Speed], out: &mut dyn Write) -> io::Result<()> {
    let titles = speeds.first().map_or_else(Vec::new, |speed| speed.ways.iter().map(|way| way.to.clone()).collect());
    let mut lines = vec![[ship.by.clone(), "range".to_owned()].into_iter().chain(titles).collect::<Vec<String>>()];
    for speed in speeds {
        let name = if speed.overburn { format!("{} overburn", speed.speed) } else { speed.speed.to_string() };
        let range = speed.endurance.map_or_else(|| "-".to_owned(), |time| time.to_string());
        let ways = speed.ways.iter().map(|way| match (way.time, way.legal, way.can_return) {
            (None, ..) => "-".to_owned(),
            (Some(time), true, true) => time.to_string(),
            (Some(time), true, false) => format!("{time} >"),
            (Some(time), false, _) => format!("({time})"),
        });
        lines.push([name, range].into_iter().chain(ways).collect());
    }
    columns(&lines, out)?;
    writeln!(out, "  >  one way only: no return without supplies    ( )  forbidden by a rule: for the reason, use --to and --speed")
}

/// Returns words for the subject of a rule, since players at the table cannot look up the number of the rule.
fn subject(rule: &str) -> &'static str {
    match rule {
        "2.1" => " (speed of the ship)",
        "2.2" => " (travel table)",
        "2.3" => " (range of the ship)",
        "2.5" | "R-T4" => " (overburn)",
        "3.1" => " (passing a knot)",
        "R-T2" => " (speed limit on trips of more than a day)",
        "R-T24" => " (saving reaction mass)",
        _ => "",
    }
}

fn trip(trip: &Trip, answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    let by = answer.ship.as_ref().map_or("", |ship| ship.by.as_str());
    let manner = match trip.manner {
        TripMode::Cruising => "",
        TripMode::Conserving => ", saving reaction mass",
        TripMode::Overburn => ", in an overburn",
    };
    let from = match trip.time_from {
        TimeSource::Authored => " (set by the referee)",
        TimeSource::Table => "",
        TimeSource::Computed => " (computed from the table)",
    };
    let far = trip.goal.far.to_string();
    let far = if far == trip.goal.title { String::new() } else { format!(", {far}") };
    let each = if trip.under_way > trip.time { " each way" } else { "" };
    if answer.route.is_empty() {
        writeln!(out, "  to {}{far}, at {by} {}{manner}: {}{each}{from}", trip.goal.title, trip.speed, trip.time)?;
    } else {
        let back = if trip.under_way > trip.time.times(2) { ", and back the same way" } else { "" };
        writeln!(
            out,
            "  out to the first knot and in from the last one{back}, {far} each at {by} {}{manner}: {} each{from}",
            trip.speed,
            trip.time,
            far = trip.goal.far
        )?;
    }
    if let Some(endurance) = trip.endurance {
        let because = if trip.endurance_by.is_empty() { String::new() } else { format!(" ({})", trip.endurance_by.join("; ")) };
        let home = match (trip.under_way > trip.time, trip.can_return) {
            (true, _) => format!("; under way for {}", trip.under_way),
            (false, true) => "; she can come back without supplies".to_owned(),
            (false, false) => "; she cannot come back without supplies".to_owned(),
        };
        writeln!(out, "  she can keep this speed for {endurance}{because}{home}")?;
    }
    Ok(())
}

fn refusal(refusal: &TripRefusal, answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    let by = answer.ship.as_ref().map_or("", |ship| ship.by.as_str());
    writeln!(out, "  no{}: {}", subject(refusal.rule), refusal.because)?;
    if refusal.legal.is_empty() {
        return writeln!(out, "  no other speed is legal either");
    }
    let legal = refusal.legal.iter().map(|way| {
        let manner = match way.manner {
            TripMode::Cruising => "",
            TripMode::Conserving => ", saving reaction mass",
            TripMode::Overburn => ", in an overburn",
        };
        format!("{by} {} ({}{manner})", way.speed, way.time)
    });
    writeln!(out, "  legal: {}", legal.collect::<Vec<_>>().join(", "))
}

fn slip(slip: &Orientation, answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    let knots = answer.route.len().saturating_sub(1).max(1);
    let times = if knots > 1 { format!(", at each of {knots} knots") } else { String::new() };
    if slip.automated {
        writeln!(out, "  out of the slipstream{times}: {}, without a roll", slip.reasons.join(", "))?;
    } else {
        writeln!(out, "  out of the slipstream{times}: a roll with {:+} ({})", slip.modifier, slip.reasons.join(", "))?;
    }
    let wide = slip.chances.iter().map(|chance| chance.words.chars().count()).max().unwrap_or(0);
    for chance in &slip.chances {
        let percent = ChanceRatio::new(i128::from(chance.ways), i128::from(chance.of)).map_or(String::new(), ChanceRatio::percent);
        let exact = format!("{}/{}", chance.ways, chance.of);
        writeln!(out, "    {:wide$}  {exact:>7}  {percent:>6}", chance.words)?;
    }
    for (number, rolled) in (1..).zip(&answer.oriented) {
        oriented(rolled, (knots > 1).then_some(number), out)?;
    }
    arrival("comes out", &slip.arrival, answer.ship.as_ref(), out)?;
    writeln!(out, "  if a fight begins there, detection replaces this roll, and after the fight the ship is oriented")
}

fn oriented(rolled: &Oriented, knot: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
    let knot = knot.map_or(String::new(), |number| format!("knot {number}: "));
    let dice = rolled.dice.as_ref().map_or(String::new(), |dice| format!("dice {dice}, "));
    // A single word of the time track, such as `instant`, is not a period of time, so the word "after" is not used with it.
    let after = if rolled.words.contains(' ') { " after" } else { ":" };
    writeln!(out, "  {knot}{dice}{:+}: oriented{after} {}", rolled.total, rolled.words)
}

/// Prints the state of the ship on arrival.
fn arrival(does: &str, arrival: &Arrival, ship: Option<&Ship>, out: &mut dyn Write) -> io::Result<()> {
    let tracks: BTreeSet<&str> = arrival.boxes.iter().map(|boxes| boxes.track.as_str()).collect();
    for track in tracks {
        let length = ship.and_then(|ship| ship.tracks.get(track)).copied().unwrap_or(0);
        let marked = arrival.marked(track, length, &BTreeSet::new());
        let boxes: Vec<String> = marked.iter().map(u8::to_string).collect();
        let all = match marked.len() {
            all if all == usize::from(length) => "every box",
            1 => "box",
            _ => "boxes",
        };
        writeln!(out, "  {does} with {track} marked: {all} {} of {length}", boxes.join(", "))?;
    }
    for aspect in &arrival.aspects {
        let tags = match aspect.free_tags {
            0 => String::new(),
            1 => ", free to tag once".to_owned(),
            many => format!(", free to tag {many} times"),
        };
        let denied = aspect.denied_by.as_ref().filter(|_| aspect.free_tags > 0);
        let denied = denied.map_or(String::new(), |denial| format!("; {} against {} denies it", denial.skill, denial.difficulty));
        writeln!(out, "  {does} with the aspect \"{}\"{tags}{denied}", aspect.text)?;
    }
    if arrival.r_mass == ReactionMass::Empty {
        let thrust = arrival.effective_v_shift.unwrap_or(0);
        let by = ship.map_or("", |ship| ship.by.as_str());
        writeln!(out, "  {does} without reaction mass: {by} {thrust} on trips until she is supplied")?;
    }
    if arrival.boxes.is_empty() && arrival.aspects.is_empty() && arrival.r_mass == ReactionMass::Ok {
        writeln!(out, "  {does} without any damage")?;
    }
    Ok(())
}

fn jump(jump: &Jump, fares: Option<&Fares>, out: &mut dyn Write) -> io::Result<()> {
    let (far, jumps) = (counted(jump.parsecs, "parsec"), counted(jump.jumps, "jump"));
    writeln!(out, "Jump {} over {far}: {jumps}, {} ({} to {})", jump.drive, jump.usual, jump.shortest, jump.longest)?;
    let without = match (jump.jumps, jump.without_fuelling) {
        (1, _) => String::new(),
        (_, true) => format!("; {}% without fuelling on the way", jump.fuel),
        (_, false) => "; she must fuel on the way".to_owned(),
    };
    writeln!(out, "  fuel: {}% of her volume for a jump{without}", jump.tank)?;
    writeln!(out, "  with trade on the way: {}", counted(jump.months_in_trade, "month"))?;
    let (safe, emergency) = jump.diameters;
    writeln!(
        out,
        "  jump at {safe} diameters from any body, or at {emergency} in an emergency; she keeps her speed, but not its direction"
    )?;
    if let Some(fares) = fares {
        writeln!(
            out,
            "  passage for each jump: high Cost {}, middle {}, low {}; a message: Cost {}",
            fares.high, fares.middle, fares.low, fares.message
        )?;
    }
    Ok(())
}
