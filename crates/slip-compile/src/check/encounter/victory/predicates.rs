//! Table of the predicates in victory conditions, with their kinds of play.

use crate::check::errors::missing_argument_comma;
use slip_pack::encounter::Play;
use slip_source::Sources;
use slip_source::diagnostic::Diagnostic;
use slip_syntax::tree::{Call, Expr};

/// A predicate, with an example and the number of its arguments.
pub(super) struct Predicate {
    /// Word of the predicate.
    pub name: &'static str,
    /// Example of the predicate.
    pub form: &'static str,
    /// Minimum number of arguments.
    pub least: usize,
    /// Maximum number of arguments.
    pub most: usize,
    /// Kinds of play that have the predicate.
    pub plays: &'static [Play],
}

const fn predicate(name: &'static str, form: &'static str, least: usize, most: usize) -> Predicate {
    Predicate { name, form, least, most, plays: &[Play::Personal, Play::Space, Play::Platoon, Play::Social] }
}

/// Describes a predicate about actors in zones. Space encounters do not have such predicates, because they have no zones.
const fn in_zones(name: &'static str, form: &'static str, least: usize, most: usize) -> Predicate {
    Predicate { name, form, least, most, plays: &[Play::Personal, Play::Platoon, Play::Social] }
}

/// Describes a predicate that only personal combat has.
const fn by_hand(name: &'static str, form: &'static str, least: usize, most: usize) -> Predicate {
    Predicate { name, form, least, most, plays: &[Play::Personal] }
}

/// Describes a predicate that only personal and space combat have.
const fn in_hands(name: &'static str, form: &'static str, least: usize, most: usize) -> Predicate {
    Predicate { name, form, least, most, plays: &[Play::Personal, Play::Space] }
}

/// Describes a predicate that only units can fulfil.
const fn of_units(name: &'static str, form: &'static str, least: usize, most: usize) -> Predicate {
    Predicate { name, form, least, most, plays: &[Play::Platoon] }
}

/// Describes a predicate that only ships can fulfil.
const fn of_ships(name: &'static str, form: &'static str, least: usize, most: usize) -> Predicate {
    Predicate { name, form, least, most, plays: &[Play::Space] }
}

/// Describes a predicate that all conflicts except social ones have.
const fn in_fights(name: &'static str, form: &'static str, least: usize, most: usize) -> Predicate {
    Predicate { name, form, least, most, plays: &[Play::Personal, Play::Space, Play::Platoon] }
}

/// Describes a predicate of social encounters only.
const fn of_talk(name: &'static str, form: &'static str, least: usize, most: usize) -> Predicate {
    Predicate { name, form, least, most, plays: &[Play::Social] }
}

/// All predicates.
pub(super) const PREDICATES: &[Predicate] = &[
    in_zones("reach", "reach(iveta, airlock)", 2, 16),
    predicate("out", "out(crew)", 1, 1),
    predicate("taken_out", "taken_out(crew)", 1, 1),
    in_hands("captured", "captured(crew)", 1, 1),
    in_fights("left_map", "left_map(crew)", 1, 1),
    of_ships("escaped", "escaped(long_margin)", 1, 1),
    of_ships("driven_off", "driven_off(long_margin)", 1, 1),
    of_ships("tethered", "tethered(long_margin)", 1, 2),
    of_ships("boarded", "boarded(long_margin)", 1, 1),
    in_zones("hold", "hold(crew, dock, 2)", 3, 3),
    in_zones("control", "control(crew, dock)", 2, 2),
    predicate("last_standing", "last_standing(crew)", 1, 1),
    predicate("conceded", "conceded(crew)", 1, 1),
    predicate("aspect", "aspect(\"Spotted\")", 1, 2),
    by_hand("open", "open(dock, office)", 2, 2),
    by_hand("closed", "closed(dock, office)", 2, 2),
    by_hand("dismantled", "dismantled(dock, office)", 2, 2),
    predicate("active", "active(crew)", 1, 1),
    predicate("survive", "survive(crew, 5 rounds)", 2, 2),
    by_hand("done", "done(sabotage)", 1, 1),
    of_units("exited", "exited(runners, north) >= 3", 1, 16),
    of_units("lost", "lost(runners) >= 4", 1, 1),
    of_units("worth", "worth(runners) > worth(hounds)", 1, 1),
    of_units("objectives", "objectives(runners) >= 2", 1, 1),
    of_talk("together", "together(rosa, otto, lovers)", 3, 16),
    of_talk("majority", "majority(jury, convinced)", 2, 16),
    of_talk("pawns", "pawns(jury, convinced) >= 3", 1, 16),
    of_talk("fallen", "fallen(otto, lovers, us)", 2, 3),
    of_talk("last_suitor", "last_suitor(us, otto)", 2, 2),
];

/// Reports arguments without commas (`reach(guard shed)`), if the number of names fits the predicate.
pub(super) fn without_commas(sources: &Sources, call: &Call, predicate: &Predicate) -> Option<Diagnostic> {
    let words: Vec<Vec<Expr>> = call.args.iter().flatten().map(|word| vec![word.clone()]).collect();
    let plain = |word: &Expr| word.name().is_some_and(|word| word != "any" && word != "all");
    let fits = words.len() > call.args.len() && (predicate.least..=predicate.most).contains(&words.len());
    (fits && words.iter().flatten().all(plain)).then(|| missing_argument_comma(sources, &words))
}
