//! Messages about platoons in encounters: sides, starting zones, artillery cards, zones that are locked in at set-up, and the command
//! range.

use super::errors::with_nearest;
use slip_source::diagnostic::{Code, Diagnostic};

use slip_source::Span;

/// Adds a did-you-mean suggestion to a diagnostic.
fn suggesting(diagnostic: Diagnostic, span: Span, nearest: Option<String>) -> Diagnostic {
    match nearest {
        Some(nearest) => diagnostic.did_you_mean(span, nearest),
        None => diagnostic,
    }
}

/// Reports two sides with the same name.
pub(super) fn side_twice(span: Span, name: &str, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, span, format!("the side `{name}` is declared twice"))
        .because("declared again here")
        .with_label(first, "first declared here")
        .with_help("write all platoons of the side in one block")
}

/// Reports a side without platoons.
pub(super) fn side_without_platoons(span: Span, side: &str) -> Diagnostic {
    Diagnostic::new(Code::SideWithoutActors, span, format!("the side `{side}` has no platoons"))
        .because("this side is empty")
        .with_help(format!("write for instance `side {side} {{ platoon collection at road }}`"))
}

/// Reports more units than an encounter supports.
pub(super) fn too_many_units(span: Span, most: usize) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, span, format!("the encounter has more than {most} units"))
        .because("too many units")
        .with_help("remove some units; 3 to 5 platoons are already a lot for one side")
}

/// Reports more zones than an encounter supports. The zones of cards count too.
pub(super) fn too_many_zones(span: Span, found: usize, most: usize) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, span, format!("the map and its cards have {found} zones, but an encounter has at most {most}"))
        .because("too many zones")
        .with_help("join some zones, or write a smaller map")
        .sized(u64::try_from(found.abs_diff(most)).unwrap_or(u64::MAX))
}

/// Reports a malformed `platoon` entry.
pub(super) fn platoon_form(span: Span, most: i64) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this platoon is not written correctly")
        .because(format!("a name, then a number from x1 to x{most} if there are several, then `at` and a zone"))
        .could_be(["NAME at", "NAME N at"])
        .with_help("write for instance `platoon collection at road`, or with a unit elsewhere `platoon collection at road { place leader at ridge }`")
}

/// Reports a malformed `place` entry.
pub(super) fn place_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this `place` line is not written correctly")
        .because("a unit of the platoon, then `at` and zones")
        .could_be(["NAME at"])
        .with_help("write for instance `place thaw_crawler at road, depot` for one unit in each zone, or `place leader at road or depot` for a choice")
}

/// Reports units for which two entries give a starting zone.
pub(super) fn placed_twice(span: Span, who: &str, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, span, format!("`{who}` is placed twice"))
        .because("placed again here")
        .with_label(first, "first placed here")
        .with_help(format!("write one line for all these units, as in `place {who} at road, depot`"))
}

/// Reports a unit that the platoon does not have.
pub(super) fn not_of_the_platoon(span: Span, who: &str, platoon: &str, nearest: Option<String>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::NobodyCalled, span, format!("the platoon `{platoon}` has no unit called `{who}`"))
        .because(format!("not a unit of `{platoon}`"));
    match nearest {
        Some(_) => suggesting(diagnostic, span, nearest),
        None => diagnostic.with_help("write the name of a unit as it is in the platoon, or `leader` for the unit that leads it"),
    }
}

/// Reports a `place` entry with more zones than units.
pub(super) fn more_zones_than_units(span: Span, who: &str, units: usize, zones: usize) -> Diagnostic {
    let size = u64::try_from(zones.abs_diff(units)).unwrap_or(u64::MAX);
    let units = if units == 1 { format!("there is 1 `{who}`") } else { format!("there are {units} `{who}`") };
    Diagnostic::new(Code::WrongValue, span, format!("{units} to place, but {zones} zones"))
        .because("no unit is left for this zone")
        .with_help("remove a zone; for a choice of zones write `or`, as in `place leader at road or depot`")
        .sized(size)
}

/// Reports aircraft that are placed in a zone.
pub(super) fn aircraft_on_the_map(span: Span, who: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongPlace, span, format!("`{who}` flies and cannot begin in a zone"))
        .because("aircraft begin on the re-arm track")
        .with_help("remove this line; aircraft come onto the map in the turn of their platoon")
}

/// Reports a passenger that is placed in a zone.
pub(super) fn rides_along(span: Span, who: &str, carrier: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongPlace, span, format!("`{who}` rides in `{carrier}` and cannot begin in another zone"))
        .because("a passenger")
        .with_help(format!("write `place {carrier}` instead, or remove `carrying {who}` from the platoon"))
}

/// Reports that an encounter gives a starting zone to a leader who is off the map.
pub(super) fn directs_from_elsewhere(span: Span, platoon: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongPlace, span, format!("the leader of `{platoon}` is not on the map"))
        .because("directs aircraft from elsewhere")
        .with_help("remove this line, or remove `off_map` from the platoon")
}

/// Reports artillery that is placed in a zone of the map. Artillery begins on a card beside the map.
pub(super) fn gun_on_the_map(span: Span, who: &str, card: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::WrongPlace, span, format!("`{who}` is artillery and cannot begin on the map"))
        .because("a zone of the map; artillery begins on a card beside it");
    match card {
        Some(zone) => diagnostic.with_help(format!("remove this line, or write `place {who} at {zone}`; guns on the map are infantry")),
        None => diagnostic.with_help("remove this line"),
    }
}

/// Reports `or` between zones if one of them is on a card. A choice is allowed only between zones of the map.
pub(super) fn choice_on_a_card(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongPlace, span, "`or` cannot be used with a zone of a card")
        .because("one of these is a zone of the card")
        .with_help("write one zone, or a choice of zones of the map")
}

/// Reports a starting zone of a platoon if none of its units begins in a zone of the map.
pub(super) fn nobody_to_place(span: Span, platoon: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongPlace, span, format!("no unit of `{platoon}` is left to begin here"))
        .because("no unit begins here")
        .with_help("remove `at` and the zone; guns begin on the card, aircraft on the re-arm track, passengers in their carriers")
}

/// Reports units without a starting zone.
pub(super) fn no_start(span: Span, platoon: &str, units: &[&str], zone: Option<&str>) -> Diagnostic {
    let zone = zone.unwrap_or("road");
    let quoted: Vec<String> = units.iter().map(|unit| format!("`{unit}`")).collect();
    let names = slip_suggest::enumerate(quoted.iter().map(String::as_str));
    let has = if units.len() == 1 { "has" } else { "have" };
    Diagnostic::new(Code::NoStartZone, span, format!("{names} of `{platoon}` {has} no zone to start in"))
        .because("the zone is missing")
        .with_help(format!("write for instance `platoon {platoon} at {zone}`"))
}

/// Reports a `card` entry for a platoon without artillery. Cards are for artillery.
pub(super) fn card_without_guns(span: Span, platoon: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongPlace, span, format!("the platoon `{platoon}` has a card, but no artillery"))
        .because("no unit begins on this card")
        .with_help("remove the card, or add guns to the platoon")
}

/// Reports a malformed `card` entry.
pub(super) fn card_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this `card` is not written correctly")
        .because("a title if it has one, then a block with zones")
        .with_help("write for instance `card \"Battery park\" { zone pit; zone left; border pit -- left }`")
}

/// Reports a malformed border of a card.
pub(super) fn card_border_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this border of a card is not written correctly")
        .because("two zones of the card with `--` between them")
        .with_help("write for instance `border pit -- left`")
}

/// Reports a border of a card that is written twice.
pub(super) fn card_border_twice(span: Span) -> Diagnostic {
    Diagnostic::new(Code::BorderTwice, span, "this border is written twice").because("written again here").with_help("remove it here")
}

/// Reports a zone that the card does not have.
pub(super) fn zone_not_on_card<'w>(span: Span, word: &str, zones: impl Iterator<Item = &'w str> + Clone) -> Diagnostic {
    let diagnostic =
        Diagnostic::new(Code::UnknownZone, span, format!("the card has no zone called `{word}`")).because("not a zone of this card");
    with_nearest(diagnostic, word, span, zones, "the zones of the card are")
}

/// Reports a zone of a card with the name of a zone of the map.
pub(super) fn zone_of_the_map(span: Span, word: &str, map: &str) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, span, format!("the map `{map}` has a zone called `{word}` already"))
        .because("declared again here")
        .with_help("write another name for this zone")
}

/// Reports more zones than a card supports.
pub(super) fn too_large_a_card(span: Span, most: usize) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, span, format!("the card has more than {most} zones"))
        .because("one zone too many")
        .with_help("remove some zones")
}

/// Reports `locked_in` for a platoon without a unit that can lock in zones at set-up.
pub(super) fn nothing_locked_in(span: Span, platoon: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongPlace, span, format!("no unit of `{platoon}` can lock in a zone at set-up"))
        .because("this line changes nothing")
        .with_help("remove this line, or buy a stunt such as `prepared_positions` for its guns")
}

/// Reports a malformed `locked_in` entry.
pub(super) fn locked_in_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this cannot follow `locked_in`")
        .because("zones of the map belong here")
        .with_help("write for instance `locked_in ridge, ford or bridge`; without this line the player chooses")
}

/// Reports more zones in `locked_in` than the units of the platoon can lock in.
pub(super) fn too_many_locked_in(span: Span, found: usize, may: i64) -> Diagnostic {
    Diagnostic::new(Code::WrongPlace, span, format!("{found} zones are locked in, but the units of this platoon may lock in only {may}"))
        .because(format!("{may} at most"))
        .with_help(format!("remove zones until {may} are left"))
        .sized(may.abs_diff(i64::try_from(found).unwrap_or(i64::MAX)))
}

/// Reports units that begin outside the command range of their leader.
pub(super) fn out_of_command(span: Span, platoon: &str, lost: &[(&str, usize)], reach: i32) -> Diagnostic {
    let names: Vec<String> =
        lost.iter().map(|(name, count)| if *count == 1 { format!("`{name}`") } else { format!("{count} of `{name}`") }).collect();
    let names = slip_suggest::enumerate(names.iter().map(String::as_str));
    let one = matches!(lost, [(_, 1)]);
    let begin = if one { "begins" } else { "begin" };
    Diagnostic::new(Code::OutOfCommand, span, format!("{names} of `{platoon}` {begin} out of reach of the leader"))
        .because(match reach {
            0 => "the leader's orders reach only the leader's own zone".to_owned(),
            1 => "the orders of the leader reach 1 zone away".to_owned(),
            _ => format!("the orders of the leader reach {reach} zones away"),
        })
        .with_help(
            "start these units nearer to the leader, or buy `wireless`; without orders a unit can only back off, fire back, unjam its guns or hide",
        )
        .sized(u64::try_from(lost.iter().map(|(_, count)| *count).sum::<usize>()).unwrap_or(u64::MAX))
}
