//! Text shown at a table: the board, sheets, questions, the arithmetic of a roll. It also parses the rulings of a referee into events.
//! Pure functions from a fight to text, without terminal or disk access.
//!
//! Each function dispatches on the kind of conflict. Personal combat is in the modules named after what they show; the other kinds have
//! modules of their own, such as `space`.

mod actor_marks;
mod aliases;
mod aspect_list;
mod aspect_words;
pub mod board;
pub mod choices;
pub mod dice_input;
mod map_drawing;
mod map_tokens;
mod name_lookup;
mod option_place;
mod pending_roll;
mod platoon;
pub mod question;
pub mod referee;
mod roll_breakdown;
mod seat_knowledge;
mod sheet;
mod social;
mod space;
mod stakes;
pub mod style;
mod typed_line;

pub use actor_marks::Marks;
pub use aliases::answer;
pub use aspect_list::{ListedAspect, aspect_list};
pub use dice_input::Throw;
pub use map_tokens::{MapToken, TokenPlace, tokens};
pub use name_lookup::PersonalLookup;
pub use option_place::{OptionPlace, option_place};
pub use seat_knowledge::{Viewer, without_unseen};
pub use style::{ColourScheme, Pen};
pub use typed_line::{HalfRight, TypedLine, typed_line};

use referee::{ParsedRuling, RulingVocabulary};
use slip_dice::fate::{Aspect, Holder};
use slip_pack::map;
use slip_play::choice::{Answer, Choice, Options, Verb};
use slip_play::fight::{FightRef, Playable};
use slip_play::ids::{ActorId, Seat};
use slip_play::question::Ask;

/// Returns the complete board: the map, or the line of bands, with the actors in it. If `aspects` is true, the aspects in play are listed.
pub fn board<F: Playable>(fight: &F, map: Option<&map::Map>, marks: &Marks, ink: &ColourScheme, aspects: bool) -> String {
    match fight.seen() {
        FightRef::Personal(fight) => board::board(fight, map, marks, ink, aspects),
        FightRef::Space(fight) => space::board(fight, marks, ink, aspects),
        FightRef::Platoon(fight) => platoon::board(fight, map, marks, ink, aspects),
        FightRef::Stakes(fight) => stakes::board(fight, marks, ink),
    }
}

/// Returns the short board that is shown between rounds: the map and the stat lines.
pub fn short<F: Playable>(fight: &F, map: Option<&map::Map>, marks: &Marks, ink: &ColourScheme) -> String {
    match fight.seen() {
        FightRef::Personal(fight) => board::short(fight, map, marks, ink),
        FightRef::Space(fight) => space::board(fight, marks, ink, false),
        FightRef::Platoon(fight) => platoon::short(fight, map, marks, ink),
        FightRef::Stakes(fight) => stakes::board(fight, marks, ink),
    }
}

/// Returns the complete sheet of an actor.
pub fn sheet<F: Playable>(fight: &F, who: ActorId, marks: &Marks, ink: &ColourScheme) -> String {
    match fight.seen() {
        FightRef::Personal(fight) => sheet::sheet(fight, who, marks, ink),
        FightRef::Space(fight) => space::sheet(fight, who, marks, ink),
        FightRef::Platoon(fight) => platoon::sheet(fight, who, marks, ink),
        FightRef::Stakes(fight) => stakes::sheet(fight, who, marks, ink),
    }
}

/// Returns the stat line of an actor.
pub fn stat_line<F: Playable>(fight: &F, who: ActorId, marks: &Marks, ink: &ColourScheme, widths: [usize; 3]) -> String {
    match fight.seen() {
        FightRef::Personal(fight) => sheet::stat_line(fight, who, marks, ink, widths),
        FightRef::Space(fight) => space::stat_line(fight, who, marks, ink),
        FightRef::Platoon(fight) => platoon::stat_line(fight, who, marks, ink),
        FightRef::Stakes(fight) => stakes::stat_line(fight, who, marks, ink),
    }
}

/// Returns the stat line of every actor, one per line: boxes, fate points and handicaps.
pub fn standings<F: Playable>(fight: &F) -> String {
    match fight.seen() {
        FightRef::Personal(fight) => sheet::standings(fight),
        FightRef::Space(fight) => space::standings(fight),
        FightRef::Platoon(fight) => platoon::standings(fight),
        FightRef::Stakes(fight) => stakes::standings(fight),
    }
}

/// Returns the question that the game asks now, after a description of the situation.
pub fn question<F: Playable>(fight: &F, ask: &Ask, ink: &ColourScheme) -> String {
    match fight.seen() {
        FightRef::Personal(fight) => question::question(fight, ask, ink),
        FightRef::Space(fight) => space::question(fight, ask, ink),
        FightRef::Platoon(fight) => platoon::question(fight, ask, ink),
        FightRef::Stakes(fight) => stakes::question(fight, ask, ink),
    }
}

/// Returns the meaning of an empty input (Enter) at this question; `None` if Enter takes the first option.
pub fn unsaid<F: Playable>(fight: &F, ask: &Ask, options: &Options) -> Option<String> {
    if options.default_choice().is_some_and(|first| first.verb != Verb::Pass) {
        return None;
    }
    match fight.seen() {
        FightRef::Personal(fight) => question::unsaid(fight, ask),
        FightRef::Space(_) | FightRef::Platoon(_) | FightRef::Stakes(_) => None,
    }
}

/// Lists the borders of an actor's zone with the cost to cross them, one per line.
pub fn ways<F: Playable>(fight: &F, who: ActorId) -> Vec<String> {
    match fight.seen() {
        FightRef::Personal(fight) => question::ways(fight, who),
        FightRef::Space(_) => Vec::new(),
        FightRef::Platoon(fight) => platoon::ways(fight, who),
        FightRef::Stakes(_) => Vec::new(),
    }
}

/// Returns the prompt for the free text that an option needs, such as the words of a new aspect; `None` if the option needs none.
pub fn wants_words<F: Playable>(fight: &F, ask: &Ask, choice: Choice) -> Option<String> {
    match fight.seen() {
        FightRef::Personal(fight) => question::wants_words(fight, ask, choice),
        FightRef::Space(fight) => space::wants_words(fight, ask, choice),
        FightRef::Platoon(fight) => platoon::wants_words(fight, ask, choice),
        FightRef::Stakes(fight) => stakes::wants_words(fight, ask, choice),
    }
}

/// Returns the arithmetic of the pending roll: dice, addends and total, line by line.
pub fn reckoning<F: Playable>(fight: &F) -> Option<String> {
    match fight.seen() {
        FightRef::Personal(fight) => roll_breakdown::reckoning(fight),
        FightRef::Space(fight) => space::reckoning(fight),
        FightRef::Platoon(fight) => platoon::reckoning(fight),
        FightRef::Stakes(fight) => stakes::reckoning(fight),
    }
}

/// Dice of the next roll, which the players roll by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WantedDice {
    /// Description of the roll: the actor, the purpose and the bonuses.
    pub what: String,
    /// Dice to be rolled.
    pub throw: Throw,
}

/// Returns the dice that a step of the game needs after `thrown` throws. It is the step that `answer` begins. If `answer` is `None`, it is
/// the next step of the engine.
pub fn wanted<F: Playable>(fight: &F, answer: Option<&Answer>, thrown: usize) -> WantedDice {
    let forced = || fight.waiting_for().and_then(|ask| ask.forced).map(Answer::from);
    let coming = answer.cloned().or_else(forced).and_then(|answer| match fight.seen() {
        FightRef::Personal(fight) => pending_roll::coming(fight, &answer, thrown).map(|what| (what, None)),
        FightRef::Space(fight) => space::coming(fight, &answer, thrown).map(|what| (what, None)),
        FightRef::Platoon(fight) => platoon::coming(fight, &answer, thrown).map(|what| (what, None)),
        FightRef::Stakes(fight) => stakes::coming(fight, &answer, thrown).map(|(what, sides)| (what, Some(sides))),
    });
    let (what, sides) = coming.unwrap_or_else(|| ("the dice are rolled".to_owned(), None));
    WantedDice { what, throw: sides.map_or_else(|| Throw::Check(fight.dice()), Throw::Pool) }
}

/// Parses the words of a ruling after `override`.
///
/// # Errors
/// Returns a sentence that describes the error, and the accepted forms.
pub fn ruled<F: Playable>(fight: &F, marks: &Marks, text: &str) -> Result<ParsedRuling, String> {
    let words = slip_play::log::words_of(text);
    let text = words.as_str();
    match fight.seen() {
        FightRef::Personal(fight) if fight.roster.social.is_some() => {
            referee::read(&social::SocialLookup(PersonalLookup { fight, marks }), text)
        }
        FightRef::Personal(fight) => referee::read(&PersonalLookup { fight, marks }, text),
        FightRef::Space(fight) => referee::read(&space::Ships { fight, marks }, text),
        FightRef::Platoon(fight) => referee::read(&platoon::Units { fight, marks }, text),
        FightRef::Stakes(fight) => stakes::ruled(fight, marks, text),
    }
}

/// Returns the forms accepted after `override`, each with a description of its effect.
pub fn forms<F: Playable>(fight: &F) -> &'static [(&'static str, &'static str)] {
    match fight.seen() {
        FightRef::Personal(fight) if fight.roster.social.is_some() => social::SocialLookup::FORMS,
        FightRef::Personal(_) => PersonalLookup::FORMS,
        FightRef::Space(_) => space::Ships::FORMS,
        FightRef::Platoon(_) => platoon::Units::FORMS,
        FightRef::Stakes(_) => stakes::FORMS,
    }
}

/// Returns an example of a declaration that answers several questions in a single line, for the help.
pub fn whole<F: Playable>(fight: &F) -> &'static str {
    match fight.seen() {
        FightRef::Personal(fight) if fight.roster.social.is_some() => "turn: push on NAME with SKILL \"What you say\"",
        FightRef::Personal(_) => "turn: attack on NAME with WEAPON \"What you say\"",
        FightRef::Space(_) => "attack: beam SHIP on SHIP value 2",
        FightRef::Platoon(_) => "action: attack on UNIT with SKILL",
        FightRef::Stakes(_) => "raise: raise 6 4 \"What you say\"",
    }
}

/// Returns the title of a side, such as `The board`.
pub fn side_title<F: Playable>(fight: &F, seat: Seat) -> String {
    crate::transcript::phrases::side_title(fight, seat)
}

/// Returns the words that answer the question about a free step: `enter ZONE`. The name of the zone replaces a title or a part of it, and
/// words such as `to` and `the` are left out. `None` if this kind of fight has no free steps, or if the words after `pay` and `close` name
/// no border.
pub fn step_words<F: Playable>(fight: &F, head: &str, rest: &str) -> Option<Result<String, String>> {
    let FightRef::Personal(people) = fight.seen() else { return None };
    let marks = Marks::of(people);
    let lookup = PersonalLookup { fight: people, marks: &marks };
    let mut named = rest;
    for filler in ["to ", "into ", "the "] {
        named = named.strip_prefix(filler).unwrap_or(named).trim();
    }
    if matches!(head, "pay" | "close") {
        let is_known = lookup.border(named).is_ok() || lookup.zone(name_lookup::unquoted(named)).is_ok();
        return is_known.then(|| Ok(format!("{head} {named}")));
    }
    let zones = &people.roster.map.zones;
    Some(lookup.zone(name_lookup::unquoted(named)).map(|zone| format!("{head} {}", zones[zone].name)).map_err(|_| {
        let titles = slip_suggest::enumerate(zones.values().map(|zone| zone.title.as_str()));
        format!("there is no zone `{named}` on this map; the zones are {titles}")
    }))
}

/// Returns the texts of the aspects that can be used to compel an actor: its own aspects, and those of zones and the scene.
pub fn aspects_near<F: Playable>(fight: &F, on: ActorId) -> Vec<String> {
    let is_near = |aspect: &&Aspect| {
        aspect.present
            && match aspect.holder {
                Holder::Actor(who) | Holder::Gear(who, _) => who == on.0,
                Holder::Zone(_) | Holder::Scene | Holder::System | Holder::Campaign => true,
            }
    };
    let text = |aspect: &Aspect| aspect.text.to_string();
    match fight.seen() {
        FightRef::Personal(fight) => fight.state.aspects.iter().map(|(_, aspect)| aspect).filter(is_near).map(text).collect(),
        FightRef::Space(fight) => fight.state.aspects.values().filter(is_near).map(text).collect(),
        FightRef::Platoon(fight) => fight.state.aspects.values().filter(is_near).map(text).collect(),
        FightRef::Stakes(_) => Vec::new(),
    }
}

/// Finds the actor that a typed word names.
///
/// # Errors
/// Returns a sentence that lists the available names.
pub fn called<F: Playable>(fight: &F, marks: &Marks, word: &str) -> Result<ActorId, String> {
    match fight.seen() {
        FightRef::Personal(fight) => PersonalLookup { fight, marks }.actor(word),
        FightRef::Space(fight) => space::called(fight, marks, word),
        FightRef::Platoon(fight) => platoon::called(fight, marks, word),
        FightRef::Stakes(fight) => stakes::called(fight, marks, word),
    }
}
