//! Messages about the maps of platoon encounters.

use slip_source::diagnostic::{Code, Diagnostic};

use slip_source::Span;

/// Maximum number of borders that one message points at.
const MOST_LINES: usize = 6;

/// Reports a map with fewer zones than units.
pub(super) fn crowded(span: Span, map: &str, zones: usize, units: usize) -> Diagnostic {
    let has = if zones == 1 { "1 zone".to_owned() } else { format!("{zones} zones") };
    Diagnostic::new(Code::CrowdedMap, span, format!("the map `{map}` has {has} for {units} units"))
        .because("fewer zones than units")
        .with_help("usually there is at least one zone for each unit; divide large zones, remove units, or keep it so")
        .sized(u64::try_from(units.abs_diff(zones)).unwrap_or(u64::MAX))
}

/// Reports borders that no unit in the battle can cross. `best` is the highest result of the dice and, if any unit has a rank, the best
/// rank with the name of its unit.
pub(super) fn too_high(
    span: Span,
    (from, to, one_way): (&str, &str, bool),
    count: usize,
    lines: Vec<(Span, i32)>,
    best: (i32, Option<(i32, &str)>),
) -> Diagnostic {
    let message = if count == 1 {
        let between = if one_way { format!("from `{from}` to `{to}`") } else { format!("between `{from}` and `{to}`") };
        format!("no unit in this battle can cross the border {between}")
    } else {
        format!("no unit in this battle can cross {count} borders of the map")
    };
    let (because, help) = match best {
        (dice, Some((rank, who))) => {
            let total = dice.saturating_add(rank);
            let help = format!(
                "write a value of {} or less, which `{who}` (movement {rank}) can cross with {dice} on the dice, or write `x` for a wall",
                total.saturating_sub(1)
            );
            (format!("the best roll of movement here is {total}"), help)
        }
        _ => (
            "no unit here is trained in movement".to_owned(),
            "give a unit the skill `movement`, or write `x` for a wall; untrained units cannot cross this value".to_owned(),
        ),
    };
    let mut diagnostic = Diagnostic::new(Code::HopelessBorder, span, message)
        .because(because)
        .with_help(help)
        .sized(u64::try_from(count).unwrap_or(u64::MAX));
    for (line, pass) in lines.into_iter().take(MOST_LINES) {
        diagnostic = diagnostic.with_label(line, format!("needs {} shifts to cross", i64::from(pass) + 1));
    }
    diagnostic
}

/// Reports a zone that no unit can leave. `high` is true if borders lead out of the zone but no roll can cross them, `stand` if units begin
/// in the zone.
pub(super) fn no_way_out(span: Span, zone: &str, line: Option<Span>, high: bool, stand: bool) -> Diagnostic {
    let who = if stand { "a unit that begins there stays there" } else { "a unit that goes there stays there" };
    let because = if high { "every way out is a wall, one-way, or harder than any roll" } else { "no border leads out of this zone" };
    let diagnostic = Diagnostic::new(Code::NoWayOut, span, format!("no unit can leave the zone `{zone}`: {who}"));
    let help = format!("give the zone a border that can be crossed, `border {zone} -> …`, or make it an `exit` of the map");
    match line {
        Some(line) => diagnostic.because("played on this map").with_label(line, because).with_help(help),
        None => diagnostic.because(because).with_help(help),
    }
}

/// Reports an objective zone that some sides cannot get to.
pub(super) fn objective(span: Span, zone: &str, sides: &[&str], all: bool, line: Option<Span>) -> Diagnostic {
    let quoted: Vec<String> = sides.iter().map(|side| format!("`{side}`")).collect();
    let who =
        if all { "no unit".to_owned() } else { format!("no unit of {}", slip_suggest::alternatives(quoted.iter().map(String::as_str))) };
    let mut diagnostic = Diagnostic::new(Code::UnreachableObjective, span, format!("{who} can get to the objective `{zone}`"))
        .because("no side can get there");
    if !all {
        diagnostic = diagnostic.because("this objective counts for every side");
    }
    if let Some(line) = line {
        diagnostic = diagnostic.with_label(line, "no roll is high enough to cross a border on the way here");
    }
    diagnostic.with_help("write a lower border on the way, start units nearer, add aircraft to the side, or write another zone")
}

/// Reports zones that a side needs for its victory but that none of its units can reach.
pub(super) fn out_of_reach(span: Span, who: &str, zones: &[&str], leaves: bool) -> Diagnostic {
    let quoted: Vec<String> = zones.iter().map(|zone| format!("`{zone}`")).collect();
    let zones = slip_suggest::alternatives(quoted.iter().map(String::as_str));
    let what = if leaves { "so none of them can leave the map" } else { "but this victory needs a unit there" };
    Diagnostic::new(Code::UnreachableObjective, span, format!("no unit of `{who}` can get to {zones}, {what}"))
        .because("no roll is high enough to cross a border on the way there")
        .with_help("write a lower border on the way, or start the units nearer")
}

/// Reports an ambush whose units cannot see the way of their target.
pub(super) fn sees_nothing(span: Span, (ambushers, patrol): (&str, &str), zones: &[&str], is_seen: bool) -> Diagnostic {
    let also = if is_seen { ", but the patrol can see the ambushers" } else { "" };
    Diagnostic::new(Code::BlindAmbush, span, format!("`{ambushers}` waits in ambush where it cannot see the route of `{patrol}`{also}"))
        .because(format!("no zone of the route is in sight of {}", list(zones)))
        .with_note(way(patrol))
        .with_help("start the ambushers higher or nearer, or write a line of sight in the map, as in `sight a b`")
}

/// Reports an ambush that cannot be seen from the way of its target.
pub(super) fn seen_from_nowhere(span: Span, (ambushers, patrol): (&str, &str), zones: &[&str]) -> Diagnostic {
    Diagnostic::new(Code::BlindAmbush, span, format!("`{patrol}` cannot see `{ambushers}` from any zone of its route"))
        .because(format!("{} {} not visible from the route of the patrol", list(zones), if zones.len() == 1 { "is" } else { "are" }))
        .with_note(way(patrol))
        .with_help("start one of the ambushers where both sides can see each other, or give the patrol aircraft or a hill")
}

fn way(patrol: &str) -> String {
    format!("the route of `{patrol}` is its starting zones and the shortest ways from these zones to the exits")
}

fn list(zones: &[&str]) -> String {
    let quoted: Vec<String> = zones.iter().map(|zone| format!("`{zone}`")).collect();
    slip_suggest::enumerate(quoted.iter().map(String::as_str))
}
