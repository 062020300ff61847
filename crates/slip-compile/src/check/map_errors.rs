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
        .with_help("write for instance `zone d dock \"Loading dock\"`, with `d` for its cells in the picture")
}

/// Reports a malformed `zone` entry, which must have the form `zone [letter] name ["title"]`. The cause may be a missing `;` before the
/// next entry.
pub(super) fn zone_form(entry: &Entry) -> Diagnostic {
    if entry.values.iter().any(|value| value.comma) {
        return Diagnostic::new(Code::WrongValue, entry.values_span(), "each zone has an entry of its own")
            .because("several zones in one entry")
            .with_help("write `zone dock; zone office`");
    }
    let diagnostic = no_zone(entry.values_span());
    let mut words = entry.values.iter().filter_map(|value| value.expr.name());
    match words.find(|word| *word == entry.word()) {
        Some(next) => diagnostic.with_help(format!("if `{next}` begins another entry, write `;` or a new line before it")),
        None => diagnostic.with_help("write `zone d dock \"Loading dock\"`, or `zone dock` without a picture"),
    }
}

/// Reports an invalid name of a zone.
pub(super) fn zone_name(span: Span) -> Diagnostic {
    no_zone(span).with_help("write `zone d dock \"Loading dock\"`, or `zone dock` without a picture")
}

fn no_zone(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "after `zone`, write an optional letter, a name, and an optional title in quotes")
        .because("expected a zone")
}

/// Reports an invalid letter of a zone.
pub(super) fn not_a_letter(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "a zone needs a single letter")
        .because("not a single letter")
        .with_help("write `zone d dock`: first the letter in the picture, then the zone's name")
}

/// Reports two zones with the same name.
pub(super) fn zone_twice(span: Span, name: &str, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, span, format!("the zone `{name}` is declared twice"))
        .because("declared again here")
        .with_label(first, "first declared here")
        .with_help("rename one of the two zones")
}

/// Reports two zones with the same letter.
pub(super) fn letter_twice(span: Span, letter: char, zone: &str, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, span, format!("the letter `{letter}` already belongs to the zone `{zone}`"))
        .because("used again here")
        .with_label(first, "first used here")
        .with_help("draw one of the two zones with another letter")
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
            diagnostic.with_help("draw zones with small letters, `a` to `z`, or digits, and a cell without a zone as `.`")
        }
        None => diagnostic.with_help(format!("declare the zone, `zone {letter} some_name`, or draw a cell without a zone as `.`")),
    }
}

/// Reports a zone whose letter is not in the picture.
pub(super) fn zone_not_drawn(span: Span, letter: char, zone: &str, picture: Span) -> Diagnostic {
    Diagnostic::new(Code::ZoneNotDrawn, span, format!("the zone `{zone}` is not drawn: no cell has the letter `{letter}`"))
        .because(format!("`{letter}` is not in the picture"))
        .with_label(picture, "the picture")
        .with_help(format!("draw the zone with `{letter}`, or write `zone {zone}` without a letter and give it borders"))
}

/// Reports a zone whose cells in the picture do not all touch each other.
pub(super) fn zone_in_pieces(span: Span, first: Span, zone: &str) -> Diagnostic {
    Diagnostic::new(Code::ZoneInPieces, span, format!("the zone `{zone}` is drawn in separate pieces"))
        .because("does not touch the first piece")
        .with_label(first, "the first piece")
        .with_help("cells touch at edges, not at corners; make the second piece a separate zone with another letter")
}

/// Reports a row of the picture that has another length than the other rows.
pub(super) fn ragged(span: Span, found: usize, usual: usize) -> Diagnostic {
    let cells = if found == 1 { "cell" } else { "cells" };
    Diagnostic::new(Code::RaggedPicture, span, format!("this row of the picture has {found} {cells}, but the other rows have {usual}"))
        .because(format!("{found} {cells}"))
        .with_help("fill the row with `.` for cells without a zone")
        .sized(u64::try_from(found.abs_diff(usual)).unwrap_or(u64::MAX))
}

/// Reports a tab in a picture.
pub(super) fn tab_in_picture(span: Span) -> Diagnostic {
    Diagnostic::new(Code::RaggedPicture, span, "a tab in a picture counts as one cell")
        .because("this tab is one cell")
        .with_help("write spaces instead of tabs, the same number before every row")
}

/// Reports a picture without cells.
pub(super) fn empty_picture(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "the picture is empty").because("no cell is drawn")
}

/// Reports a picture that is too large.
pub(super) fn picture_too_large(span: Span, limit: usize) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, span, format!("a picture has at most {limit} rows of {limit} cells")).because("above the limit")
}

/// Reports an invalid level.
pub(super) fn level(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "`level` must be `cluttered`, `complicated` or `open`")
        .because("not a level")
        .could_be(["cluttered", "complicated", "open"])
        .with_help("shots reach no other zone in a cluttered level, the next zone in a complicated one, and any zone in an open one")
}

/// Reports an invalid gravity of a map.
pub(super) fn gravity(span: Span, words: [&'static str; 5]) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "`gravity` must be `normal`, `none`, `stuttering`, `sloping` or `low`")
        .because("not a gravity")
        .could_be(words)
        .with_help("write for instance `gravity low`; without this entry the setting `gravity` of the rules counts")
}

/// Reports a corner that is not two numbers.
pub(super) fn point(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "a point must consist of two whole numbers").because("expected for instance `4 3`")
}

/// Reports too few corners.
pub(super) fn too_few_points(span: Span, key: &str, least: usize) -> Diagnostic {
    let points = if least == 1 { "point" } else { "points" };
    Diagnostic::new(Code::WrongValue, span, format!("`{key}` needs at least {least} {points}"))
        .because("too few")
        .with_help(if least == 1 { "write for instance `centre 4 3`" } else { "write for instance `outline 0 0, 4 0, 4 3`" })
}

/// Reports a malformed `border` entry.
pub(super) fn border_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "after `border`, write two zones, a value and a title")
        .because("expected a border")
        .with_help("write `border dock -- office 4/0/4 \"Dogged hatch\"`, with `->` instead of `--` for a one-way border")
}

/// Reports a single dash in `border dock - office`; `gap` is the dash with the spaces around it.
pub(super) fn single_dash(span: Span, gap: Span) -> Diagnostic {
    border_form(span).with_fix("write `--` between the zones", Confidence::Unsafe, gap, " -- ")
}

/// Reports an invalid value of a border.
pub(super) fn border_value(span: Span, highest: i64) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this is not the value of a border")
        .because(format!("expected numbers from 0 to {highest}"))
        .with_help("`2` costs 2 at every crossing; `4/0/4` costs 4 to open, 0 to pass and 4 to close; `20/4/x` can never be closed again; `x` is a wall")
}

/// Reports a border between a zone and itself.
pub(super) fn border_to_itself(span: Span, zone: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("a border cannot join `{zone}` to itself")).because("write two different zones")
}

/// Reports the name of a zone that the map does not have.
pub(super) fn unknown_zone<'w>(span: Span, word: &str, zones: impl Iterator<Item = &'w str> + Clone) -> Diagnostic {
    let diagnostic =
        Diagnostic::new(Code::UnknownZone, span, format!("the map has no zone called `{word}`")).because("not a zone of this map");
    with_nearest(diagnostic, word, span, zones, "the zones of the map are")
}

/// Reports a value that is not the name of a zone: `border dock -- 3`.
pub(super) fn not_a_zone<'w>(span: Span, zones: impl Iterator<Item = &'w str>) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "a zone is needed here")
        .because("not the name of a zone")
        .with_help(format!("the zones of the map are {}", slip_suggest::enumerate(zones)))
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
        .with_help("keep one of the two borders; two borders with `->` in opposite directions are allowed")
}

/// Reports a border between drawn zones that do not touch.
pub(super) fn border_apart(span: Span, from: &str, to: &str) -> Diagnostic {
    Diagnostic::new(Code::BorderApart, span, format!("`{from}` and `{to}` do not touch in the picture"))
        .because("these zones do not touch")
        .with_help("cells touch at edges; if a tunnel or ladder joins the zones, keep the border: `allow border-apart \"a ladder\"`")
}

/// Reports `open` on a border that cannot be opened or closed.
pub(super) fn nothing_to_open(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this border cannot be opened").because("only borders such as `4/0/4` open and close")
}

/// Reports a malformed `sight` entry.
pub(super) fn sight_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "`sight` needs two zones")
        .because("expected a line of sight")
        .could_be(["NAME NAME through"])
        .with_help("write `sight dock airlock through office, corridor`")
}

/// Reports a line of sight from a zone to itself, or through one of its ends.
pub(super) fn sight_in_itself(span: Span, zone: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "a line of sight joins two zones, and passes others")
        .because(format!("`{zone}` is in the line already"))
        .with_help("write `sight dock airlock through office, corridor`")
}

/// Reports a line of sight that is written twice.
pub(super) fn sight_twice(span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, span, "this line of sight is written twice")
        .because("written again here")
        .with_label(first, "first written here")
        .with_help("keep one of the two; the other direction may have a line of its own")
}

/// Reports a zone that cannot be reached from the zone `from`. `others` are zones connected with the unreachable one.
pub(super) fn unreachable(span: Span, zone: &str, others: &[&str], from: &str) -> Diagnostic {
    let found = Diagnostic::new(Code::UnreachableZone, span, format!("no path leads to the zone `{zone}`"))
        .because("cannot be reached from the rest of the map")
        .with_help(format!("let the zone touch another zone in the picture, or write `border {from} -- {zone}`"));
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
            "the ground of a zone is nearer to its centre than to any other centre: move one of the two centres"
        } else {
            "draw zones side by side, with the corners of their common edge in both outlines"
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
    Diagnostic::new(Code::TooLarge, span, format!("a map has at most {most} zones")).because("above the limit")
}

/// Reports more corners than a zone may have.
pub(super) fn too_many_points(span: Span, most: usize) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, span, format!("an outline has at most {most} corners")).because("above the limit")
}
