//! Formats questions of personal combat as a referee would ask them. Each other conflict has a `question` in its own folder.

use super::style::ColourScheme;
use crate::option_words::hints::declared;
use crate::transcript::phrases::{counted, deed, name, price, side as side_of, side_title, skill_title, the, thing, title, zone};
use slip_dice::fate::AspectDuration;
use slip_play::choice::{Choice, Options, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::{CompelDemand, Phase, TrackId};
use slip_play::ids::{ActorId, AspectId, Id, SkillId};
use slip_play::names::Names;
use slip_play::personal::Personal;
use slip_play::personal::state::{HEALTH, PersonalCompel};
use slip_play::question::{Ask, Point};
use slip_play::zone_map::ZoneExit;

/// Returns the sentences shown at a question: the situation, then the question itself.
pub fn question(fight: &Personal, ask: &Ask, ink: &ColourScheme) -> String {
    asked(words(fight, ask), ink)
}

/// Formats the situation and the question on one line each. The situation may be empty.
pub(super) fn asked((why, what): (String, String), ink: &ColourScheme) -> String {
    let what = ink.ask.write(&what);
    if why.is_empty() { what } else { format!("{why}\n{what}") }
}

/// Returns the meaning of an empty input (Enter), and the word that the player types for the opposite.
pub fn unsaid(fight: &Personal, ask: &Ask) -> Option<String> {
    let me = ask.me.actor().filter(|_| ask.point == Point::Compel)?;
    let side = side_of(fight, ask.seat);
    Some(format!("Press Enter if no one of {side} compels; type `pass` if only {} does not.", name(fight, me)))
}

/// Returns the question about the duration of an aspect or an obstacle, or about what another side declared.
fn term(fight: &Personal) -> String {
    let maker = fight.state.actor.map_or("the actor", |who| name(fight, who));
    match (fight.state.declared.act, fight.state.declared.term) {
        (Some(Verb::Obstruct), Some(term)) if fight.is_judging() => {
            let lasts = if term == AspectDuration::Permanent { "for the whole fight" } else { "as long as it is maintained" };
            format!("{maker} puts up an obstacle that lasts {lasts}. Is that reasonable?")
        }
        _ if fight.is_judging() => format!("{maker} attacks with words. Is that reasonable?"),
        (Some(Verb::Obstruct), _) => {
            format!("How long does the obstacle last: the whole fight, or as long as {maker} maintains it by doing nothing else?")
        }
        _ => format!("How long does the aspect last: the whole fight, or until the end of the next turn of {maker}?"),
    }
}

/// Returns the sentences about the situation, and the question.
fn words(fight: &Personal, ask: &Ask) -> (String, String) {
    let state = &fight.state;
    let me = ask.me.actor();
    let who = me.map_or("The table", |me| name(fight, me));
    let it = ask.it.actor().map(|it| name(fight, it));
    let purse = |who: ActorId| counted(i64::from(state.actors[who].fate.points()), "fate point", "fate points");
    let none = String::new;
    if let Some(own) = super::social::question(fight, ask) {
        return own;
    }
    match ask.point {
        Point::Act => act(fight, ask),
        Point::Whom => (none(), whom(fight, who)),
        Point::With => (none(), with(fight, who)),
        Point::Track => {
            let tracks = tracks_to_choose(fight, "or at");
            (none(), format!("Does {who} aim at {tracks}?"))
        }
        Point::Term => (none(), term(fight)),
        Point::PayAccess => (none(), pay(fight, who, me)),
        Point::Compel => {
            let on = state.actor.map_or("the actor", |on| name(fight, on));
            let has = me.map_or_else(none, |me| format!(" ({})", purse(me)));
            let plan = state.actor.map_or_else(none, |on| planned(fight, on));
            (format!("{plan}\nA compel costs a fate point if it is accepted."), format!("Does {who}{has} compel {on} first?"))
        }
        Point::AnswerCompel => {
            let has = me.map_or_else(none, |me| format!("{who} has {}.", purse(me)));
            let offer = state.declared.offer.map_or_else(none, |offer| offered(fight, &offer));
            (has, format!("{offer} Does {who} accept? Refusing costs a fate point."))
        }
        Point::Haggle => {
            let offer = state.declared.offer.map_or_else(none, |offer| offered(fight, &offer));
            let asked =
                state.declared.offer.and_then(|offer| offer.asked).map_or_else(none, |asked| format!(" The price asked is {asked}."));
            (none(), format!("{offer}{asked} Does {who} accept that price?"))
        }
        Point::Payee => (none(), format!("Who gets the fate point of {who}?")),
        Point::FreeMove if matches!(state.declared.act, None | Some(Verb::Pass)) => {
            (none(), format!("{who} waits, but {}. Where to?", free_step(fight, me)))
        }
        Point::FreeMove if fight.is_after_action() => {
            (none(), format!("After the action {who} may take a free step{}. Where to?", here(fight, me)))
        }
        Point::FreeMove => (none(), format!("First {who} {}. Where to?", free_step(fight, me))),
        Point::Steps if state.step.phase == Phase::Forced => (none(), format!("{who} has to get away{}. Where to?", here(fight, me))),
        Point::Steps => {
            let left = counted(i64::from(state.declared.movement), "point", "points");
            (none(), format!("{who} has {left} of movement{}. Where to?", here(fight, me)))
        }
        Point::Border => (none(), format!("Where does {who} put the obstacle?")),
        Point::Defend => {
            let attack = state.contest.as_ref().map_or(0, |contest| contest.roll.total());
            let deed = state.actor.map_or_else(none, |by| format!("{} {}, with a total of {attack}.", name(fight, by), deed(fight, by)));
            (deed, format!("How does {who} defend?"))
        }
        Point::Adjust => (none(), adjust(fight, who)),
        Point::Mitigate => (none(), mitigate(fight, who, me)),
        Point::Beaten => (none(), format!("What happens to {}? {who} decides.", it.unwrap_or("them"))),
        Point::AcceptConcession => {
            let side = side_title(fight, ask.seat);
            let beast = ask.it.actor().is_some_and(|it| fight.is_beast(it));
            let does = if beast { "offers to break off the fight" } else { "offers to concede" };
            (none(), format!("{} {does}. Does {side} accept?", it.unwrap_or("The other side")))
        }
        Point::SetUp => (none(), format!("How does {who} begin?")),
        Point::Order => (none(), "In which order do the turns go this round: by skill, or by seat?".to_owned()),
        Point::Animal => {
            (none(), format!("May {} take consequences? If so, you decide what happens when it is taken out.", it.unwrap_or("the beast")))
        }
        Point::Fact => (none(), format!("{} states a fact. Is it true?", it.unwrap_or("The other side"))),
        Point::Engine => (none(), String::new()),
        // These questions occur in other kinds of conflict only.
        _ => (none(), String::new()),
    }
}

fn act(fight: &Personal, ask: &Ask) -> (String, String) {
    let Some(me) = ask.me.actor() else { return Default::default() };
    let who = name(fight, me);
    let aside = fight.state.asides.last().map(|aside| {
        let by = aside.leave.line.map_or("one more attack".to_owned(), |line| Names::line(fight, line).to_owned());
        format!("{who} may act out of turn: {by}.")
    });
    (aside.unwrap_or_default(), format!("What does {who} do?"))
}

/// Formats the compel that was offered to the asked player.
fn offered(fight: &Personal, offer: &PersonalCompel) -> String {
    let end = match offer.demand {
        CompelDemand::Stop => "to do nothing this turn".to_owned(),
        CompelDemand::Leave => "to leave the zone".to_owned(),
        CompelDemand::Less => format!("to take {} off the roll", fight.roster.settings.late_compel),
    };
    let price = price(offer.points);
    let (by, on) = (name(fight, offer.by), name(fight, offer.on));
    format!("{by} compels {on} by \"{}\" {end}, {price}.", aspect(fight, offer.aspect))
}

/// Formats the zone in which an actor starts the fight.
fn here(fight: &Personal, me: Option<ActorId>) -> String {
    me.map(|me| format!(" from {}", zone(fight, fight.state.actors[me].zone))).unwrap_or_default()
}

/// Describes the free step before an action: its purpose, and that it is optional or required.
fn free_step(fight: &Personal, me: Option<ActorId>) -> String {
    let from = here(fight, me);
    let Some(me) = me.filter(|&me| !fight.action_works_from(me, fight.state.actors[me].zone)) else {
        return format!("may take a free step{from}");
    };
    if fight.is_action_forbidden(me) {
        return format!("has to take a free step{from} before {} is allowed", declared(fight, me));
    }
    let it = fight.state.declared.it;
    let what_for = match fight.state.declared.act {
        Some(Verb::Attack | Verb::Maneuver | Verb::Obstruct) if it != Id::None => {
            let seen = fight.in_view(it, &[fight.state.actors[me].zone]);
            format!("{} {}", if seen { "to reach" } else { "to see" }, thing(fight, it))
        }
        _ => "to get close enough".to_owned(),
    };
    format!("must take a free step{from}, {what_for}")
}

/// Describes the action that is planned, before the dice are rolled.
fn planned(fight: &Personal, who: ActorId) -> String {
    let declared = &fight.state.declared;
    let does = match declared.act {
        None | Some(Verb::Pass) => "waits".to_owned(),
        _ => deed(fight, who),
    };
    format!("{} {does}.", name(fight, who))
}

fn whom(fight: &Personal, who: &str) -> String {
    match fight.state.declared.act {
        Some(Verb::Attack) => format!("Who does {who} attack?"),
        Some(Verb::Maneuver) => format!("What is the target of {who}'s maneuver?"),
        Some(Verb::Obstruct) => format!("In which zone does {who} put up an obstacle?"),
        _ => format!("Which target does {who} choose?"),
    }
}

fn with(fight: &Personal, who: &str) -> String {
    let declared = &fight.state.declared;
    match declared.act {
        Some(Verb::Attack) => format!("With which weapon does {who} attack {}?", thing(fight, declared.it)),
        _ => format!("Which skill does {who} use?"),
    }
}

fn pay(fight: &Personal, who: &str, me: Option<ActorId>) -> String {
    let using = fight.state.declared.using;
    let is_armour = using.zip(me).and_then(|(using, me)| fight.manner(me, using)).is_some_and(|manner| manner.armour_paid);
    let gear = using.filter(|_| !is_armour).and_then(Choice::weapon).zip(me);
    let weapon = gear.and_then(|(number, me)| fight.roster.actors[me].weapons.get(usize::from(number)));
    match (fight.state.step.phase, weapon) {
        (Phase::Declare, Some(weapon)) if fight.state.declared.act == Some(Verb::Attack) => {
            format!("{who} is not trained for {}. Pay a fate point to use it?", the(&weapon.title))
        }
        (Phase::Declare, _) => {
            let armour = me.and_then(|me| fight.roster.actors[me].armour.as_ref());
            let worn = armour.map_or_else(|| "the armour".to_owned(), |armour| the(&armour.title));
            format!("{who} is not trained for {worn}. Pay a fate point for its help in this roll?")
        }
        _ => format!("Does {who} use one of these options for the next roll?"),
    }
}

fn adjust(fight: &Personal, who: &str) -> String {
    let Some(contest) = &fight.state.contest else { return format!("Does {who} add anything to the roll?") };
    let own = fight.state.step.n;
    let total = contest.roll.total();
    let against = match (own.checked_sub(1), contest.defences.as_slice()) {
        (Some(number), _) => contest.defences.get(usize::from(number)).and_then(|defence| defence.roll.as_ref()).map(|roll| roll.total()),
        (None, [one]) => one.roll.as_ref().map(|roll| roll.total()),
        (None, _) => contest.difficulty,
    };
    let stand = match (own, against) {
        (0, Some(against)) => format!("{total} against {against}. "),
        (_, Some(defence)) => format!("{defence} against an attack of {total}. "),
        (_, None) => String::new(),
    };
    format!("{stand}Does {who} add anything to the roll?")
}

/// Lists the tracks among the options of the current question: `Health, or at Composure`.
pub(super) fn tracks_to_choose(fight: &Personal, or: &str) -> String {
    let mut options = Options::default();
    fight.legal(&mut options);
    let aims = options.as_slice().iter().filter(|option| option.verb == Verb::Aim);
    let mut titles: Vec<String> =
        aims.filter_map(|option| Some(title(Names::track(fight, TrackId(u8::try_from(option.n).ok()?))))).collect();
    let Some(last) = titles.pop() else { return String::new() };
    if titles.is_empty() { last } else { format!("{}, {or} {last}", titles.join(", ")) }
}

fn mitigate(fight: &Personal, who: &str, me: Option<ActorId>) -> String {
    let state = &fight.state;
    let (track, shifts) = match (&state.blow, &state.contest, me) {
        (Some(blow), ..) => (blow.track, blow.shifts),
        (None, Some(contest), Some(me)) => {
            let hit = contest.defences.iter().find(|defence| defence.who == me).and_then(|defence| defence.shifts);
            (state.declared.track.unwrap_or(HEALTH), hit.unwrap_or(0))
        }
        _ => (HEALTH, 0),
    };
    let track = title(Names::track(fight, track));
    format!("{who} is hit for {shifts} on {track}. Which consequences does {who} take?")
}

/// Lists the borders of an actor's zone with the cost to cross them, for questions about movement.
pub fn ways(fight: &Personal, who: ActorId) -> Vec<String> {
    let here = fight.state.actors[who].zone;
    let words = |way: &ZoneExit| match super::social::ways(fight, way.border) {
        Some(words) if way.out => words,
        Some(_) => "no way from here".to_owned(),
        None => super::board::way_words(fight, way),
    };
    let line = |way: &ZoneExit| format!("{}: {}", zone(fight, way.to), words(way));
    fight.roster.map.zones[here].ways.iter().map(line).collect()
}

/// Returns the prompt for the free text that an option needs; `None` if the option needs none.
pub fn wants_words(fight: &Personal, ask: &Ask, choice: Choice) -> Option<String> {
    if let Some(own) = super::social::wants_words(fight, ask, choice) {
        return Some(own);
    }
    match (ask.point, choice.verb) {
        (Point::Act, Verb::Maneuver) => Some("What does the new aspect say?".to_owned()),
        (_, Verb::Concede) => Some("On what terms?".to_owned()),
        (_, Verb::Fact) => Some("What is the fact?".to_owned()),
        (Point::Fact, Verb::Alter) => Some("What is true instead?".to_owned()),
        (Point::Mitigate, Verb::Take) if choice.how != 0 => Some("What is the consequence?".to_owned()),
        (Point::Beaten, Verb::Outcome) => {
            let it = if let Id::Actor(it) = ask.it { name(fight, it) } else { "them" };
            Some(format!("How does it end for {it}?"))
        }
        _ => None,
    }
}

/// Formats the skill of a roll, with its rank.
pub(super) fn with_skill(fight: &Personal, skill: Option<SkillId>) -> String {
    skill.map_or(String::new(), |skill| format!(" with {}", skill_title(fight, skill)))
}

fn aspect(fight: &Personal, id: AspectId) -> String {
    Names::aspect(fight, id).to_owned()
}
