//! Decides if a changed line of a design or stunt can make existing content illegal.
//!
//! A pack contains such lines as text. Numbers, ranges, lists and sums of the same terms are compared; any other change of
//! a formula counts as one that may make something illegal.

use std::collections::BTreeSet;

/// Kind of constraint that a line of a design or stunt puts on content.
#[derive(Clone, Copy)]
enum Judges {
    /// The line is an upper bound: a greater value allows more.
    AtMost,
    /// The line is a price or a required minimum: a smaller number allows more.
    AtLeast,
    /// The line is a range with a lower and an upper end.
    Within,
    /// The line is a requirement or prohibition: without it, everything is allowed.
    Forbids,
    /// The line is a permission: without it, nothing is allowed.
    Allows,
    /// The values of the declaration line have no order, so any change may forbid something that was legal.
    Shapes,
}

fn judges(word: &str) -> Option<Judges> {
    Some(match word {
        "budget" | "many" => Judges::AtMost,
        "cost" | "modes" | "takes" => Judges::AtLeast,
        "ranks" | "slots" | "stunt_count" | "tech" => Judges::Within,
        "excludes" | "fixed" | "in" | "limits_tech" | "once" | "only" | "require" | "requires" | "uniform" | "whole" => Judges::Forbids,
        "also" | "code" | "default" | "for" | "gear" | "letters" | "optional" | "plays" | "without" | "worded" => Judges::Allows,
        "inherent" | "skill_list" | "skills" => Judges::Shapes,
        _ => return None,
    })
}

/// Returns `Some(true)` if a new, removed or changed line may make legal content illegal; `None` if the line is not a constraint.
pub(super) fn may_forbid(word: &str, old: Option<&str>, new: Option<&str>) -> Option<bool> {
    let allows_no_less = match (judges(word)?, old, new) {
        _ if old == new => true,
        (Judges::AtMost, ..) => bound(word, old).zip(bound(word, new)).is_some_and(|(old, new)| no_less(&new, &old)),
        (Judges::AtLeast, ..) => no_less(&paid(word, old), &paid(word, new)),
        (Judges::Within, Some(old), Some(new)) => within(old, new),
        // `tech` in a stunt is a single number, the lowest technology. A range would have dots.
        (Judges::Within, Some(old), None) => word == "stunt_count" || word == "tech" && !old.contains(".."),
        (Judges::Forbids, _, None) | (Judges::Allows, None, _) => true,
        (Judges::Forbids, Some(old), Some(new)) => has_all(old, new),
        (Judges::Allows, Some(old), Some(new)) => has_all(new, old),
        (Judges::Within | Judges::Forbids, None, _) | (Judges::Allows, _, None) | (Judges::Shapes, ..) => false,
    };
    Some(!allows_no_less)
}

/// Returns the text of a line without its `else` message.
pub(super) fn unsaid(text: &str) -> &str {
    text.split_once(" else \"").map_or(text, |(judges, _)| judges)
}

/// True if arguments that are right for a stunt's old parameters may be wrong for its new parameters.
pub(super) fn asks_otherwise(old: &str, new: &str) -> bool {
    let (old, new) = (parameters(old), parameters(new));
    let takes = |(types, may_miss): &Parameter<'_>, (new_types, may_miss_now): &Parameter<'_>| {
        types.is_subset(new_types) && (*may_miss_now || !may_miss)
    };
    new.len() < old.len() || !old.iter().zip(&new).all(|(old, new)| takes(old, new)) || new.iter().skip(old.len()).any(|(_, may)| !may)
}

/// Types that a parameter of a stunt accepts, and true if the parameter is optional.
type Parameter<'t> = (BTreeSet<&'t str>, bool);

/// Parses the parameters of a stunt: `a: skill, w: beam | torpedo?`
fn parameters(text: &str) -> Vec<Parameter<'_>> {
    let types = text.split(", ").filter(|text| !text.is_empty()).map(|text| text.split_once(": ").map_or("", |(_, types)| types));
    types.map(|types| (types.trim_end_matches('?').split(" | ").collect(), types.ends_with('?'))).collect()
}

/// Kind of change to a line that declares a name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum HeadChange {
    /// Only the title has changed.
    Title,
    /// The new line accepts all that the old line accepted, and more.
    More,
    /// The new line no longer accepts something that the old line accepted.
    Less,
}

/// Compares the first lines of two declarations: `stunt whistle(a: skill) "Whistle"`, `choice size small, large`.
pub(super) fn head(old: &str, new: &str) -> HeadChange {
    let (old, new) = (untitled(old), untitled(new));
    let (old_params, old) = around_params(&old);
    let (new_params, new) = around_params(&new);
    let words = |text: &str| text.split([' ', ',']).filter(|word| !word.is_empty()).map(str::to_owned).collect::<Vec<_>>();
    let (old, new) = (words(&old), words(&new));
    if old == new && old_params == new_params {
        HeadChange::Title
    } else if asks_otherwise(old_params, new_params) || old.iter().any(|word| !new.contains(word)) {
        HeadChange::Less
    } else {
        HeadChange::More
    }
}

/// Returns a text without quoted parts.
fn untitled(text: &str) -> String {
    let mut inside = false;
    let mut escaped = false;
    let keep = |letter: &char| {
        let quote = *letter == '"' && !escaped;
        escaped = *letter == '\\' && !escaped;
        inside ^= quote;
        !inside && !quote
    };
    text.chars().filter(keep).collect()
}

/// Splits the first line of a declaration into the text between the brackets after its name, and the rest.
fn around_params(text: &str) -> (&str, String) {
    let Some((name, rest)) = text.split_once('(').filter(|(name, _)| !name.contains(' ')) else { return ("", text.to_owned()) };
    let (params, rest) = rest.split_once(')').unwrap_or((rest, ""));
    (params, format!("{name} {rest}"))
}

/// Returns the upper bound that a line sets. A missing line sets no bound, except a missing `many`, which means 1.
fn bound(word: &str, text: Option<&str>) -> Option<Sides> {
    match (word, text) {
        ("many", None) => Some(Sides::Formula("1".to_owned())),
        (_, None) | ("many", Some("")) => Some(Sides::Endless),
        (_, Some(text)) => Some(Sides::Formula(text.to_owned())),
    }
}

/// Returns the price in a line of a design or stunt.
fn paid(word: &str, text: Option<&str>) -> Sides {
    let unsaid = if word == "takes" { "1" } else { "0" };
    Sides::Formula(text.unwrap_or(unsaid).to_owned())
}

/// Bound of a constraint: a formula, or no bound.
enum Sides {
    Endless,
    Formula(String),
}

/// True if the first bound is certainly at least as great as the second.
fn no_less(greater: &Sides, smaller: &Sides) -> bool {
    match (greater, smaller) {
        (Sides::Endless, _) => true,
        (Sides::Formula(_), Sides::Endless) => false,
        (Sides::Formula(greater), Sides::Formula(smaller)) => is_no_less(greater, smaller),
    }
}

fn is_no_less(greater: &str, smaller: &str) -> bool {
    if greater == smaller {
        return true;
    }
    if let (Some(greater), Some(smaller)) = (list(greater), list(smaller)) {
        // In a list of prices by rank, a rank without a price cannot be bought, so both lists must have the same length.
        return greater.len() == smaller.len() && greater.iter().zip(&smaller).all(|(greater, smaller)| greater >= smaller);
    }
    sum(greater).zip(sum(smaller)).is_some_and(|(greater, smaller)| greater.1 == smaller.1 && greater.0 >= smaller.0)
}

/// True if the new range contains the whole old range.
fn within(old: &str, new: &str) -> bool {
    if !old.contains("..") && !new.contains("..") && old.starts_with('T') {
        return is_no_less(old, new);
    }
    let ends =
        |text: &str| text.split_once("..").map_or((text.to_owned(), text.to_owned()), |(low, high)| (low.to_owned(), high.to_owned()));
    let ((old_low, old_high), (low, high)) = (ends(old), ends(new));
    is_no_less(&old_low, &low) && is_no_less(&high, &old_high)
}

/// True if a list contains all members of another list.
fn has_all(list: &str, members: &str) -> bool {
    let list: BTreeSet<&str> = list.split(", ").collect();
    members.split(", ").all(|member| list.contains(member))
}

/// Parses a list of numbers: `[0, 1, 3]`
fn list(text: &str) -> Option<Vec<i64>> {
    text.strip_prefix('[')?.strip_suffix(']')?.split(", ").map(|member| member.parse().ok()).collect()
}

/// Parses a formula that is a sum: its number, and its other terms with their signs. `None` if the text is not a sum.
fn sum(text: &str) -> Option<(i64, Vec<(bool, String)>)> {
    const OTHER: [&str; 14] = ["if", "then", "else", "when", "or", "and", "not", "is", "==", "!=", "<", "<=", ">", ">="];
    let (mut number, mut terms) = (0_i64, Vec::new());
    let (mut term, mut adds, mut depth) = (Vec::new(), true, 0_usize);
    let mut put = |term: &mut Vec<&str>, adds: bool| {
        let words = std::mem::take(term).join(" ");
        match words.strip_prefix('T').unwrap_or(&words).parse::<i64>() {
            Ok(value) => {
                let sum = if adds { number.checked_add(value) } else { number.checked_sub(value) };
                sum.map(|sum| number = sum)
            }
            Err(_) => {
                terms.push((adds, words));
                Some(())
            }
        }
    };
    for word in text.split_whitespace() {
        match word {
            "+" | "-" if depth == 0 && !term.is_empty() => {
                put(&mut term, adds)?;
                adds = word == "+";
            }
            word if OTHER.contains(&word) => return None,
            word => {
                depth = depth.saturating_add(word.matches(['(', '[']).count()).saturating_sub(word.matches([')', ']']).count());
                term.push(word);
            }
        }
    }
    put(&mut term, adds)?;
    terms.sort();
    Some((number, terms))
}
