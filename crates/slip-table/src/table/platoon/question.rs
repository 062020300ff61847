//! Formats questions of platoon combat as a referee would ask them.

use crate::table::question::asked;
use crate::table::style::ColourScheme;
use crate::transcript::phrases::{counted, price, refusing, side_title, title};
use crate::transcript::platoon::phrases::{boxes, deed, name, thing, whereabouts, zone};
use slip_play::choice::{Choice, Verb};
use slip_play::event::Phase;
use slip_play::ids::ActorId;
use slip_play::names::Names;
use slip_play::platoon::PlatoonFight;
use slip_play::platoon::state::MORALE;
use slip_play::question::{Ask, Point};

/// Returns the sentences shown at a question: first the situation, the question itself last.
pub(in crate::table) fn question(fight: &PlatoonFight, ask: &Ask, ink: &ColourScheme) -> String {
    asked(words(fight, ask), ink)
}

/// Returns the sentences about the situation, and the question.
fn words(fight: &PlatoonFight, ask: &Ask) -> (String, String) {
    let me = ask.me.actor();
    let side = side_title(fight, ask.seat);
    let who = me.map_or(side.as_str(), |me| name(fight, me));
    let it = ask.it.actor().map(|it| name(fight, it));
    let none = String::new;
    let plain = |what: String| (String::new(), what);
    match ask.point {
        Point::SetUp => plain(format!("Where does {who} begin, or which zone is its prepared position?")),
        Point::Order => plain(format!("Which platoon of {side} acts next?")),
        Point::Adopt => (
            "A unit that joins acts in this platoon's turn and uses its fate points.".to_owned(),
            format!("Does {who} take a unit under its command?"),
        ),
        Point::Unit => plain(format!("Which unit of {who} is next?")),
        Point::RallyToo => ("A leader may rally a unit in addition to his action.".to_owned(), format!("Which unit does {who} rally?")),
        Point::FreeMove if fight.state.step.phase == Phase::End => plain(format!("Does {who} stay over the map?")),
        Point::FreeMove => (me.map_or_else(none, |me| place(fight, me)), format!("Where does {who} go, without a roll?")),
        Point::Steps => (steps(fight), format!("Where does {who} go?")),
        Point::Muster => plain(format!("Who marches with {who}?")),
        Point::Act => (me.map_or_else(none, |me| place(fight, me)), format!("What does {who} do?")),
        Point::Whom => (effect(fight).to_owned(), format!("{who} {}. Which target?", doing(fight))),
        Point::With => plain(format!("Which skill does {who} use?")),
        Point::Term => plain("Does the aspect last for the whole fight, or until the end of the unit's next turn?".to_owned()),
        Point::Compel => {
            let on = it.unwrap_or("it");
            let end = if fight.state.step.phase == Phase::Halt {
                "A unit that accepts stops there."
            } else {
                "A unit that accepts loses its action."
            };
            (format!("{on} {}. {end}", deed(fight)), format!("Does {who}{} compel {on}?", purse(fight, me)))
        }
        Point::AnswerCompel => {
            let refusing = refusing(fight.state.offer.map_or(1, |offer| offer.points));
            let offer = fight.state.offer.map_or_else(none, |offer| {
                let price = price(offer.points);
                format!("{} compels {} by \"{}\", {price}.", name(fight, offer.by), name(fight, offer.on), fight.aspect(offer.aspect))
            });
            (format!("{who}{}.", purse(fight, me)), format!("{offer} Does {who} accept? {refusing}"))
        }
        Point::Defend => (attacked(fight), format!("With which skill does {who} defend? The roll counts until the end of the turn.")),
        Point::Adjust => plain(adjust(fight, who)),
        Point::Mitigate => mitigate(fight, who),
        Point::Beaten => plain(format!("What happens to {}? {who} decides.", it.unwrap_or("it"))),
        Point::AcceptConcession => plain(format!("{} offers to concede. Does {side} accept?", it.unwrap_or("The other side"))),
        Point::Share => plain(share(fight, who)),
        Point::Engineer => plain(format!("How does {who} use its maneuver?")),
        Point::Intercept => (
            format!("{} comes onto the map.", it.unwrap_or("An aircraft")),
            format!("Does {who} intercept it? The interceptor then returns to box 1 of the re-arm track and has acted."),
        ),
        Point::Stop => plain(format!("The turn is over. Does {side} offer to stop here? The fight ends if all sides do.")),
        _ => plain(format!("What does {who} do?")),
    }
}

/// Formats the place of a unit: `Gull watch is in Dunes, SPOTTED 1.`
fn place(fight: &PlatoonFight, who: ActorId) -> String {
    let Some(unit) = fight.state.unit(who) else { return String::new() };
    let mut words = vec![format!("{} is in {}", name(fight, who), whereabouts(fight, who))];
    if unit.spotted > 0 {
        words.push(format!("SPOTTED {}", unit.spotted));
    }
    if unit.ooc > 0 {
        words.push(format!("OOC {}", unit.ooc));
    }
    if !unit.member {
        words.push("without orders".to_owned());
    }
    format!("{}.", words.join(", "))
}

/// Describes the act that the unit has declared.
fn doing(fight: &PlatoonFight) -> &'static str {
    match fight.state.declared.act {
        Some(Verb::Attack) => "attacks",
        Some(Verb::Interdict) => "interdicts a zone",
        Some(Verb::Jam) => "jams",
        Some(Verb::Spot) => "looks for a unit",
        Some(Verb::Rally) => "rallies",
        Some(Verb::Maneuver) => "tries a maneuver",
        Some(Verb::Deploy) => "flies to a zone",
        Some(Verb::Load) => "takes a unit aboard",
        _ => "acts",
    }
}

/// Describes the effect of the declared act; empty if it differs from target to target.
fn effect(fight: &PlatoonFight) -> &'static str {
    match fight.state.declared.act {
        Some(Verb::Interdict) => "The shifts make borders of the zone harder to cross. A unit that fires is seen better.",
        Some(Verb::Maneuver) => "The aspect is free to tag once for the side.",
        _ => "",
    }
}

/// Formats the fate points of the asked platoon: ` (2 fate points)`.
fn purse(fight: &PlatoonFight, who: Option<ActorId>) -> String {
    let platoon = who.and_then(|who| fight.state.platoon_of_id(who).or_else(|| fight.platoon(who)));
    let points = platoon.and_then(|platoon| fight.state.platoons.row(platoon)).map(|platoon| platoon.fate.points());
    points.map_or_else(String::new, |points| format!(" ({})", counted(i64::from(points), "fate point", "fate points")))
}

/// Describes the shifts and zones that remain of a unit's movement.
fn steps(fight: &PlatoonFight) -> String {
    let Some(moving) = &fight.state.moving else { return String::new() };
    let shifts = counted(i64::from(moving.shifts), "shift", "shifts");
    format!(
        "{shifts} left for at most {}. A step into a zone costs 1 shift plus the pass value.",
        counted(i64::from(moving.steps), "zone", "zones")
    )
}

/// Describes the attack that the asked unit defends against.
fn attacked(fight: &PlatoonFight) -> String {
    let Some(by) = fight.state.declared.me else { return String::new() };
    let total = fight.state.contest.as_ref().and_then(|contest| contest.rolls.first()).map(|roll| format!(": {} in all", roll.total()));
    format!("{} {}{}.", name(fight, by), deed(fight), total.unwrap_or_default())
}

fn adjust(fight: &PlatoonFight, who: &str) -> String {
    let Some(contest) = &fight.state.contest else { return format!("Does {who} add anything to the roll?") };
    let totals: Vec<String> = contest.rolls.iter().map(|roll| format!("{} {}", name(fight, roll.who), roll.total())).collect();
    let against = contest.difficulty.map(|difficulty| format!(" against {difficulty}")).unwrap_or_default();
    format!("So far: {}{against}. Does {who} add anything to the roll?", totals.join(", "))
}

fn mitigate(fight: &PlatoonFight, who: &str) -> (String, String) {
    let Some(blow) = fight.state.blows.first() else { return Default::default() };
    let track = title(fight.track(blow.track));
    let now = fight.state.unit(blow.who).map(|unit| format!("{track} {}.", boxes(unit.track(blow.track)))).unwrap_or_default();
    let on = if blow.track == MORALE { String::new() } else { format!(" on {track}") };
    (now, format!("{who} is hit for {}{on}. Which consequences does its platoon take?", blow.shifts))
}

fn share(fight: &PlatoonFight, who: &str) -> String {
    let rest = fight.state.share.as_ref().map(|share| counted(i64::from(share.rest), "shift is", "shifts are"));
    match (fight.state.declared.act, rest) {
        (Some(Verb::Interdict), Some(rest)) => format!("{rest} left. How many of them make this border harder to cross?"),
        (Some(Verb::Interdict), None) => format!("Which borders of {} does {who} interdict?", thing(fight, fight.state.declared.it)),
        (_, Some(rest)) => format!("{rest} left. How many shifts go to this unit?"),
        (_, None) => format!("Which units does {who} reach?"),
    }
}

/// Returns the prompt for the free text that an option needs; `None` if the option needs none.
pub(in crate::table) fn wants_words(fight: &PlatoonFight, ask: &Ask, choice: Choice) -> Option<String> {
    match (ask.point, choice.verb) {
        (_, Verb::Concede) => Some("On what terms?".to_owned()),
        (Point::Mitigate, Verb::Take) if choice.how != 0 => Some("What is the consequence?".to_owned()),
        (Point::Beaten, Verb::Outcome) => Some(format!("How does it end for {}?", thing(fight, ask.it))),
        (Point::Whom, Verb::Target) if fight.state.declared.act == Some(Verb::Maneuver) => {
            let there = choice.it.zone().map_or("the zone", |there| zone(fight, there));
            Some(format!("What does the aspect on {there} say?"))
        }
        _ => None,
    }
}
