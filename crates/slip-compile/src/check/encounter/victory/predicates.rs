//! What a victory condition can ask for, and in which kinds of play.

use crate::check::errors::missing_argument_comma;
use slip_pack::encounter::Play;
use slip_source::Sources;
use slip_source::diagnostic::Diagnostic;
use slip_syntax::tree::{Call, Expr};

/// A predicate: its name, its arguments in words, and how many at least and at most.
pub(super) struct Predicate {
    /// The word.
    pub name: &'static str,
    /// An example of it.
    pub form: &'static str,
    /// The fewest arguments.
    pub least: usize,
    /// The most.
    pub most: usize,
    /// The kinds of play that know it.
    pub plays: &'static [Play],
}

const fn predicate(name: &'static str, form: &'static str, least: usize, most: usize) -> Predicate {
    Predicate { name, form, least, most, plays: &[Play::Personal, Play::Space, Play::Platoon, Play::Social] }
}

/// One that asks for zones and who stands in them.
const fn in_zones(name: &'static str, form: &'static str, least: usize, most: usize) -> Predicate {
    Predicate { name, form, least, most, plays: &[Play::Personal, Play::Platoon, Play::Social] }
}

/// One that asks what people do by hand.
const fn by_hand(name: &'static str, form: &'static str, least: usize, most: usize) -> Predicate {
    Predicate { name, form, least, most, plays: &[Play::Personal] }
}

/// One that people and ships can come to, and units not.
const fn in_hands(name: &'static str, form: &'static str, least: usize, most: usize) -> Predicate {
    Predicate { name, form, least, most, plays: &[Play::Personal, Play::Space] }
}

/// One that asks what only units do.
const fn of_units(name: &'static str, form: &'static str, least: usize, most: usize) -> Predicate {
    Predicate { name, form, least, most, plays: &[Play::Platoon] }
}

/// One that asks what only ships do.
const fn of_ships(name: &'static str, form: &'static str, least: usize, most: usize) -> Predicate {
    Predicate { name, form, least, most, plays: &[Play::Space] }
}

/// One that people and ships and units can come to, and those who only talk not.
const fn in_fights(name: &'static str, form: &'static str, least: usize, most: usize) -> Predicate {
    Predicate { name, form, least, most, plays: &[Play::Personal, Play::Space, Play::Platoon] }
}

/// One that asks what only those who talk come to.
const fn of_talk(name: &'static str, form: &'static str, least: usize, most: usize) -> Predicate {
    Predicate { name, form, least, most, plays: &[Play::Social] }
}

/// All of them.
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

/// `reach(guard shed)`: names that would be as many arguments as are asked for, if commas stood between them.
pub(super) fn without_commas(sources: &Sources, call: &Call, predicate: &Predicate) -> Option<Diagnostic> {
    let words: Vec<Vec<Expr>> = call.args.iter().flatten().map(|word| vec![word.clone()]).collect();
    let plain = |word: &Expr| word.name().is_some_and(|word| word != "any" && word != "all");
    let fits = words.len() > call.args.len() && (predicate.least..=predicate.most).contains(&words.len());
    (fits && words.iter().flatten().all(plain)).then(|| missing_argument_comma(sources, &words))
}
