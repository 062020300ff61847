//! Messages about the ground of platoon encounters.

use slip_source::diagnostic::{Code, Diagnostic};

use slip_source::Span;

/// Most borders that one message points at.
const MOST_LINES: usize = 6;

/// Reports a map with fewer zones than units.
pub(super) fn crowded(span: Span, map: &str, zones: usize, units: usize) -> Diagnostic {
    let has = if zones == 1 { "1 zone".to_owned() } else { format!("{zones} zones") };
    Diagnostic::new(Code::CrowdedMap, span, format!("the map `{map}` has {has} for {units} units"))
        .because("fewer zones than units")
        .with_help("a zone for each unit at least is the rule of thumb: divide large zones, or field fewer units")
}

/// Reports borders that no unit in the battle can cross.
///
/// `best` is the highest result of the dice, with the best rank and its unit, if any unit has one.
pub(super) fn too_high(
    span: Span,
    (from, to, one_way): (&str, &str, bool),
    count: usize,
    lines: Vec<(Span, i32)>,
    best: (i32, Option<(i32, &str)>),
) -> Diagnostic {
    let message = if count == 1 {
        let between = if one_way { format!("from `{from}` to `{to}`") } else { format!("between `{from}` and `{to}`") };
        format!("nobody in this battle can cross the border {between}")
    } else {
        format!("nobody in this battle can cross {count} borders of the map")
    };
    let (because, help) = match best {
        (dice, Some((rank, who))) => {
            let total = dice.saturating_add(rank);
            let help = format!(
                "{dice} on the dice and movement {rank} of `{who}` beat a value of {} at most; lower it, or write `x` if it is a wall",
                total.saturating_sub(1)
            );
            (format!("the best roll of movement here is {total}"), help)
        }
        _ => (
            "no unit here is trained in movement".to_owned(),
            "free moves and marches of the untrained cross no pass value: give a unit `movement`, or write `x` if it is a wall".to_owned(),
        ),
    };
    let mut diagnostic = Diagnostic::new(Code::HopelessBorder, span, message).because(because).with_help(help);
    for (line, pass) in lines.into_iter().take(MOST_LINES) {
        diagnostic = diagnostic.with_label(line, format!("takes {} shifts", i64::from(pass) + 1));
    }
    diagnostic
}

/// Reports a zone that cannot be left.
pub(super) fn no_way_out(span: Span, zone: &str, line: Option<Span>, high: bool, stand: bool) -> Diagnostic {
    let who = if stand { "whoever begins there stays there" } else { "whoever goes there stays there" };
    let because = if high { "every way out is walled, one-way, or takes more than any roll" } else { "no border leads out of it" };
    let diagnostic = Diagnostic::new(Code::NoWayOut, span, format!("no unit can leave the zone `{zone}`: {who}"));
    let help = format!("give it a border that can be crossed, `border {zone} -> …`, or let it be an `exit` of the map");
    match line {
        Some(line) => diagnostic.because("played on this map").with_label(line, because).with_help(help),
        None => diagnostic.because(because).with_help(help),
    }
}

/// Reports an objective zone that sides cannot get to.
pub(super) fn objective(span: Span, zone: &str, sides: &[&str], all: bool, line: Option<Span>) -> Diagnostic {
    let quoted: Vec<String> = sides.iter().map(|side| format!("`{side}`")).collect();
    let who =
        if all { "nobody".to_owned() } else { format!("nobody of {}", slip_suggest::alternatives(quoted.iter().map(String::as_str))) };
    let mut diagnostic = Diagnostic::new(Code::UnreachableObjective, span, format!("{who} can get to the objective `{zone}`"))
        .because("counts for nobody who cannot be there");
    if !all {
        diagnostic = diagnostic.because("marked for every side");
    }
    if let Some(line) = line {
        diagnostic = diagnostic.with_label(line, "no way leads here that a roll could take");
    }
    diagnostic.with_help("lower a border on the way, begin on its side of the wall, give the side aircraft, or mark another zone")
}

/// Reports a zone of a victory that its units cannot get to.
pub(super) fn out_of_reach(span: Span, who: &str, zones: &[&str], leaves: bool) -> Diagnostic {
    let quoted: Vec<String> = zones.iter().map(|zone| format!("`{zone}`")).collect();
    let zones = slip_suggest::alternatives(quoted.iter().map(String::as_str));
    let what = if leaves { "and so off the map" } else { "and this victory asks for it" };
    Diagnostic::new(Code::UnreachableObjective, span, format!("nobody of `{who}` can get to {zones}, {what}"))
        .because("no way leads there that a roll could take")
        .with_help("lower a border on the way, or begin on its side of the wall")
}

/// Reports an ambush that cannot see its target.
pub(super) fn sees_nothing(span: Span, (ambushers, patrol): (&str, &str), zones: &[&str], is_seen: bool) -> Diagnostic {
    let also = if is_seen { ", and is seen from there" } else { "" };
    Diagnostic::new(Code::BlindAmbush, span, format!("`{ambushers}` lies in wait where it sees nothing of the way of `{patrol}`{also}"))
        .because(format!("nothing of it is in sight of {}", list(zones)))
        .with_note(way(patrol))
        .with_help("begin higher or nearer, lower what stands between, or draw the line yourself in the map: `sight a b`")
}

/// Reports an ambush that cannot be seen.
pub(super) fn seen_from_nowhere(span: Span, (ambushers, patrol): (&str, &str), zones: &[&str]) -> Diagnostic {
    Diagnostic::new(
        Code::BlindAmbush,
        span,
        format!("nowhere on its way does `{patrol}` see `{ambushers}`: it can be neither spotted nor fired at"),
    )
    .because(format!("{} {} out of sight from below", list(zones), if zones.len() == 1 { "is" } else { "are" }))
    .with_note(way(patrol))
    .with_help("begin one of the ambushers where the way is in sight both ways, or give the patrol aircraft or a hill of its own")
}

fn way(patrol: &str) -> String {
    format!("the way of `{patrol}` is where it begins and the shortest ways from there to the exits")
}

fn list(zones: &[&str]) -> String {
    let quoted: Vec<String> = zones.iter().map(|zone| format!("`{zone}`")).collect();
    slip_suggest::enumerate(quoted.iter().map(String::as_str))
}
