//! Messages about maps.

use super::errors::with_nearest;
use slip_limits::MAP_POINTS;
use slip_source::diagnostic::{Code, Confidence, Diagnostic, Edit};

use slip_source::Span;
use slip_syntax::tree::Entry;

/// Maximum number of cells that one fix redraws.
const REDRAWN: usize = 200;

/// Reports a map without zones.
pub(super) fn no_zones(span: Span, map: &str) -> Diagnostic {
    Diagnostic::new(Code::MissingEntry, span, format!("the map `{map}` has no zones"))
        .because("a map needs zones")
        .with_help("write for instance `zone d dock \"Loading dock\"`, where `d` is its letter in the picture")
}

/// Reports a malformed `zone` entry, which must have the form `zone [letter] name ["title"]`. The cause may be a missing `;` before the
/// next entry.
pub(super) fn zone_form(entry: &Entry) -> Diagnostic {
    if entry.values.iter().any(|value| value.comma) {
        return Diagnostic::new(Code::WrongValue, entry.values_span(), "several zones are written in one line")
            .because("one zone belongs here")
            .with_help("write a line for each zone, as in `zone dock; zone office`");
    }
    let diagnostic = no_zone(entry.values_span());
    let mut words = entry.values.iter().filter_map(|value| value.expr.name());
    match words.find(|word| *word == entry.word()) {
        Some(next) => diagnostic.with_help(format!("if `{next}` begins another entry, write `;` or a new line before it")),
        None => diagnostic.with_help("write for instance `zone d dock \"Loading dock\"`, or `zone dock` without a picture"),
    }
}

/// Reports an invalid name of a zone.
pub(super) fn zone_name(span: Span) -> Diagnostic {
    no_zone(span).with_help("write for instance `zone d dock \"Loading dock\"`, or `zone dock` without a picture")
}

fn no_zone(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this zone is not written correctly")
        .because("a letter if it is drawn, then a name, then a title if it has one")
}

/// Reports an invalid letter of a zone.
pub(super) fn not_a_letter(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this is not a single letter")
        .because("the letter of the zone in the picture belongs here")
        .with_help("write the letter and then the name, as in `zone d dock`")
}

/// Reports two zones with the same name.
pub(super) fn zone_twice(span: Span, name: &str, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, span, format!("the zone `{name}` is declared twice"))
        .because("declared again here")
        .with_label(first, "first declared here")
        .with_help("write another name for one of the two")
}

/// Reports two zones with the same letter.
pub(super) fn letter_twice(span: Span, letter: char, zone: &str, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, span, format!("the letter `{letter}` already belongs to the zone `{zone}`"))
        .because("used again here")
        .with_label(first, "first used here")
        .with_help("write another letter for one of the two, also in the picture")
}

/// Reports a cell of the picture whose letter belongs to no zone.
pub(super) fn letter_without_zone(span: Span, letter: char, known: &[(char, &str)], cells: impl FnOnce() -> Vec<Span>) -> Diagnostic {
    let diagnostic =
        Diagnostic::new(Code::LetterWithoutZone, span, format!("no zone has the letter `{letter}`")).because("a cell without a zone");
    let lower = known.iter().find(|(other, _)| other.to_lowercase().eq(letter.to_lowercase()));
    match lower {
        Some((other, zone)) => {
            let (cells, found) = (cells(), diagnostic.with_help(format!("did you mean `{other}`, the zone `{zone}`?")));
            if cells.len() > REDRAWN {
                return found;
            }
            let edits = cells.iter().map(|span| Edit { span: *span, replacement: other.to_string() }).collect();
            let title =
                if cells.len() == 1 { format!("draw this cell with `{other}`") } else { format!("draw these cells with `{other}`") };
            found.with_edits(title, Confidence::Unsafe, edits)
        }
        None if !letter.is_ascii_lowercase() && !letter.is_ascii_digit() => {
            diagnostic.with_help("write a small letter or a digit that a zone has, or `.` for a cell without a zone")
        }
        None => diagnostic.with_help(format!("write `zone {letter} some_name` below the picture, or `.` here for a cell without a zone")),
    }
}

/// Reports a zone whose letter is not in the picture.
pub(super) fn zone_not_drawn(span: Span, letter: char, zone: &str, picture: Span) -> Diagnostic {
    Diagnostic::new(Code::ZoneNotDrawn, span, format!("the zone `{zone}` is not drawn, because no cell has its letter `{letter}`"))
        .because(format!("`{letter}` is not in the picture"))
        .with_label(picture, "the picture")
        .with_help(format!("write `{letter}` in some cells of the picture, or write `zone {zone}` without a letter and with borders"))
}

/// Reports a zone whose cells in the picture do not all touch each other.
pub(super) fn zone_in_pieces(span: Span, first: Span, zone: &str) -> Diagnostic {
    Diagnostic::new(Code::ZoneInPieces, span, format!("the zone `{zone}` is drawn in separate pieces"))
        .because("does not touch the first piece")
        .with_label(first, "the first piece")
        .with_help("join the two pieces by cells that touch at their edges, or write another letter and zone for the second piece")
}

/// Reports a row of the picture that has another length than the other rows.
pub(super) fn ragged(span: Span, found: usize, usual: usize) -> Diagnostic {
    let cells = if found == 1 { "cell" } else { "cells" };
    Diagnostic::new(Code::RaggedPicture, span, format!("this row of the picture has {found} {cells}, but the other rows have {usual}"))
        .because(format!("{found} {cells}"))
        .with_help(if found < usual {
            "add `.` to the row for the missing cells"
        } else {
            "remove the cells that are too many, or add `.` to the other rows"
        })
        .sized(u64::try_from(found.abs_diff(usual)).unwrap_or(u64::MAX))
}

/// Reports a tab in a picture.
pub(super) fn tab_in_picture(span: Span) -> Diagnostic {
    Diagnostic::new(Code::RaggedPicture, span, "the picture contains a tab")
        .because("a tab counts as one cell")
        .with_help("write spaces in place of tabs, as many before every row")
}

/// Reports a picture without cells.
pub(super) fn empty_picture(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "the picture is empty")
        .because("no cell is drawn")
        .with_help("draw the zones with their letters, or remove the picture")
}

/// Reports a picture that is too large.
pub(super) fn picture_too_large(span: Span, limit: usize) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, span, format!("the picture has more than {limit} rows or more than {limit} cells in a row"))
        .because("above the limit")
        .with_help("draw a smaller picture, or several maps")
}

/// Reports an invalid level.
pub(super) fn level(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this is not a level of a map")
        .because("not a level")
        .could_be(["cluttered", "complicated", "open"])
        .with_help("write `cluttered` (no shots into other zones), `complicated` (into the next zone) or `open` (into every zone)")
}

/// Reports an invalid gravity of a map.
pub(super) fn gravity(span: Span, words: [&'static str; 5]) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this is not a gravity of a map")
        .because("not a gravity")
        .could_be(words)
        .with_help("write `normal`, `none`, `stuttering`, `sloping` or `low`, as in `gravity low`")
}

/// Reports a corner that is not two numbers.
pub(super) fn point(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this point is not two whole numbers")
        .because("two numbers belong here")
        .with_help("write two whole numbers for each point, as in `4 3`")
}

/// Reports too few corners.
pub(super) fn too_few_points(span: Span, key: &str, least: usize) -> Diagnostic {
    let points = if least == 1 { "point" } else { "points" };
    Diagnostic::new(Code::WrongValue, span, format!("`{key}` has fewer than {least} {points}"))
        .because("too few points")
        .with_help(if least == 1 { "write for instance `centre 4 3`" } else { "write for instance `outline 0 0, 4 0, 4 3`" })
}

/// Reports a malformed `border` entry.
pub(super) fn border_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this border is not written correctly")
        .because("two zones with `--` between them, then a value, then a title")
        .with_help("write for instance `border dock -- office 4/0/4 \"Dogged hatch\"`, with `->` in place of `--` for one way only")
}

/// Reports a single dash in `border dock - office`; `gap` is the dash with the spaces around it.
pub(super) fn single_dash(span: Span, gap: Span) -> Diagnostic {
    border_form(span).with_fix("write `--` between the zones", Confidence::Unsafe, gap, " -- ")
}

/// Reports an invalid value of a border.
pub(super) fn border_value(span: Span, highest: i64) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this is not the value of a border")
        .because(format!("numbers from 0 to {highest} belong here"))
        .with_help("write `2` for a cost of 2 at every crossing, `4/0/4` for a door (to open, to pass, to close), or `x` for a wall")
}

/// Reports a border between a zone and itself.
pub(super) fn border_to_itself(span: Span, zone: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("a border cannot join `{zone}` to itself"))
        .because("the same zone twice")
        .with_help("write two different zones")
}

/// Reports the name of a zone that the map does not have.
pub(super) fn unknown_zone<'w>(span: Span, word: &str, zones: impl Iterator<Item = &'w str> + Clone) -> Diagnostic {
    let diagnostic =
        Diagnostic::new(Code::UnknownZone, span, format!("the map has no zone called `{word}`")).because("not a zone of this map");
    with_nearest(diagnostic, word, span, zones, "the zones of the map are")
}

/// Reports a value that is not the name of a zone: `border dock -- 3`.
pub(super) fn not_a_zone<'w>(span: Span, zones: impl Iterator<Item = &'w str>) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this is not the name of a zone")
        .because("a zone of the map belongs here")
        .with_help(format!("write one of {}", slip_suggest::enumerate(zones)))
}

/// Reports a zone that is given by its letter in the picture in place of its name.
pub(super) fn zone_by_letter(span: Span, letter: &str, zone: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownZone, span, format!("the map has no zone called `{letter}`"))
        .because("not a zone of this map")
        .did_you_mean(span, zone.to_owned())
}

/// Reports a border that is written twice.
pub(super) fn border_twice(span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::BorderTwice, span, "the border between these zones is written twice")
        .because("written again here")
        .with_label(first, "first written here")
        .with_help("remove one of the two borders; two borders with `->` in opposite directions are allowed")
}

/// Reports a border between drawn zones that do not touch.
pub(super) fn border_apart(span: Span, from: &str, to: &str) -> Diagnostic {
    Diagnostic::new(Code::BorderApart, span, format!("`{from}` and `{to}` do not touch in the picture"))
        .because("these zones do not touch")
        .with_help("draw the zones so that their cells touch at an edge; for a tunnel or ladder write `allow border-apart \"a ladder\"` in the map")
}

/// Reports `open` on a border that cannot be opened or closed.
pub(super) fn nothing_to_open(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this border cannot be opened")
        .because("not a door")
        .with_help("remove `open`, or write three values for a door, as in `4/0/4`")
}

/// Reports a malformed `sight` entry.
pub(super) fn sight_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this `sight` line is not written correctly")
        .because("two zones, then `through` and the zones between")
        .could_be(["NAME NAME through"])
        .with_help("write for instance `sight dock airlock through office, corridor`")
}

/// Reports a line of sight from a zone to itself, or through one of its ends.
pub(super) fn sight_in_itself(span: Span, zone: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("this line of sight contains the zone `{zone}` twice"))
        .because("already in the line")
        .with_help("write different zones, as in `sight dock airlock through office, corridor`")
}

/// Reports a line of sight that is written twice.
pub(super) fn sight_twice(span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, span, "this line of sight is written twice")
        .because("written again here")
        .with_label(first, "first written here")
        .with_help("remove one of the two lines")
}

/// Reports a zone that cannot be reached from the zone `from`. `others` are zones connected with the unreachable one.
pub(super) fn unreachable(span: Span, zone: &str, others: &[&str], from: &str) -> Diagnostic {
    let found = Diagnostic::new(Code::UnreachableZone, span, format!("no path leads to the zone `{zone}`"))
        .because("cannot be reached from the rest of the map")
        .with_help(format!("draw the zone next to another zone in the picture, or write `border {from} -- {zone}`"));
    let others: Vec<String> = others.iter().map(|other| format!("`{other}`")).collect();
    match others.as_slice() {
        [] => found,
        others => found.with_note(format!(
            "no path leads to {} either, which are connected with this zone",
            slip_suggest::enumerate(others.iter().map(String::as_str))
        )),
    }
}

/// Reports zones whose outlines overlap. For zones without an outline (`bare`), reports zones with the same centre.
pub(super) fn overlapping(span: Span, zone: &str, other: &str, first: Span, bare: bool) -> Diagnostic {
    let message = if bare { format!("`{zone}` and `{other}` have the same centre") } else { format!("`{zone}` and `{other}` overlap") };
    Diagnostic::new(Code::ZonesOverlap, span, message)
        .because(if bare { "this zone has the same centre as another zone" } else { "covers ground of another zone" })
        .with_label(first, format!("the ground of `{other}`"))
        .with_help(if bare {
            "write another centre for one of the two zones"
        } else {
            "change the corners so that the zones lie side by side; write the corners of a common edge in both outlines"
        })
}

/// Reports a map whose outlines have too many points.
pub(super) fn too_many_points_together(span: Span, map: &str) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, span, format!("the outlines of `{map}` have more than {MAP_POINTS} points in total"))
        .because("its borders and overlaps are not checked")
        .with_help("draw simpler outlines, or several maps")
}

/// Reports more zones than a map may have.
pub(super) fn too_many_zones(span: Span, most: usize) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, span, format!("the map has more than {most} zones"))
        .because("one zone too many")
        .with_help("join some zones, or write two maps")
}

/// Reports more corners than a zone may have.
pub(super) fn too_many_points(span: Span, most: usize) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, span, format!("the outline has more than {most} corners"))
        .because("one corner too many")
        .with_help("draw a simpler outline")
}
