//! Formats questions of a raise-and-see conflict as a referee would ask them, and the dice that an answer needs.

use crate::table::dice_input::named;
use crate::table::question::asked;
use crate::table::style::ColourScheme;
use crate::transcript::phrases::{side_title, title};
use crate::transcript::stakes::phrases::{faces, name, verb};
use crate::transcript::stakes::stands;
use slip_dice::Dice;
use slip_play::choice::{Answer, Choice, Verb};
use slip_play::conflict::Conflict;
use slip_play::effects::Act;
use slip_play::event::{Event, Events, StakesOp};
use slip_play::ids::ActorId;
use slip_play::question::{Ask, Point};
use slip_play::stakes::StakesConflict;

/// Returns the sentences shown at a question: first the situation, the question itself last.
pub(in crate::table) fn question(fight: &StakesConflict, ask: &Ask, ink: &ColourScheme) -> String {
    asked(words(fight, ask), ink)
}

fn words(fight: &StakesConflict, ask: &Ask) -> (String, String) {
    let side = side_title(fight, ask.seat);
    let who = ask.me.actor().map_or(side.as_str(), |me| name(fight, me));
    let dice = ask.me.actor().map(|me| dice(fight, me)).unwrap_or_default();
    let pending = raise(fight, ask);
    let does = |of_one: &str| ask.me.actor().map_or_else(|| of_one.to_owned(), |me| verb(fight, me, of_one));
    let auxiliary = does("does");
    match ask.point {
        Point::Approach => (String::new(), format!("Which approach {auxiliary} {who} take?")),
        Point::BringIn => (format!("{pending}{dice}"), format!("{} {who} bring in a trait, object or relationship?", title(&auxiliary))),
        Point::Escalate => (format!("{pending}{dice}"), format!("{} {who} switch to another approach?", title(&auxiliary))),
        Point::Raise => (dice, format!("With which two dice {auxiliary} {who} raise?")),
        Point::Affected => (String::new(), "Who has to answer the raise?".to_owned()),
        Point::See => {
            let so_far = &fight.state.by_hand;
            let so_far = if so_far.is_empty() { String::new() } else { format!(" So far: {}.", faces(so_far)) };
            (format!("{pending}{dice}{so_far}"), format!("With which dice {auxiliary} {who} see the raise?"))
        }
        Point::Resist => {
            let amount = fight.state.blow.unwrap_or(0);
            (
                dice,
                format!(
                    "{who} {} {amount} fallout. {} {who} cancel it with a die of {}?",
                    does("takes"),
                    title(&auxiliary),
                    enough(fight, ask, amount)
                ),
            )
        }
        Point::Track => {
            let amount = fight.state.blow.unwrap_or(0);
            let points = if amount == 1 { "does the point of fallout".to_owned() } else { format!("do the {amount} points of fallout") };
            (String::new(), format!("Where {points} go, and why?"))
        }
        _ => (String::new(), format!("What {auxiliary} {who} do?")),
    }
}

/// Formats the faces of a die that resist fallout of an amount: `more than 2`, or with effects `2 or more (+1: Calm when others shout)`.
fn enough(fight: &StakesConflict, ask: &Ask, amount: u8) -> String {
    let reasons = ask.me.actor().map(|me| fight.reasons(me, Act::Resist)).unwrap_or_default();
    let bonus: i32 = reasons.iter().map(|(_, by)| by).sum();
    if reasons.is_empty() {
        return format!("more than {amount}");
    }
    let words: Vec<String> = reasons.iter().map(|(title, by)| format!("{by:+}: {title}")).collect();
    format!("{} or more ({})", (i32::from(amount) - bonus + 1).max(1), words.join(", "))
}

/// Formats the raise that the party must answer: `Thoss has raised 11. `
fn raise(fight: &StakesConflict, ask: &Ask) -> String {
    let Some(raise) = fight.state.raise.as_ref().filter(|raise| ask.it.actor() == Some(raise.by) && ask.me.actor() != Some(raise.by))
    else {
        return String::new();
    };
    if raise.waiting.is_empty() {
        String::new()
    } else {
        format!("{} {} raised {}. ", name(fight, raise.by), verb(fight, raise.by, "has"), raise.total)
    }
}

/// Formats a party's dice: `Dice: 1 2 2 4, and 6 held for the next raise.`
fn dice(fight: &StakesConflict, who: ActorId) -> String {
    let Some(party) = fight.state.party(who) else { return String::new() };
    let held: Vec<u8> = party.held.iter().map(|die| die.face).collect();
    let held = if held.is_empty() { String::new() } else { format!(", and {} held for the next raise", faces(&held)) };
    match party.pool.is_empty() {
        true if held.is_empty() => String::new(),
        true => format!("No dice{held}."),
        false => format!("Dice: {}{held}.", party.pool),
    }
}

/// Returns the arithmetic of the last roll: all dice on the table, and the raise to be seen. Only the dice of a raise are added up; other
/// dice are shown as rolled.
pub(in crate::table) fn reckoning(fight: &StakesConflict) -> Option<String> {
    let rolled = |who: &ActorId| fight.state.party(*who).is_some_and(|party| !party.pool.is_empty() || !party.held.is_empty());
    let parties: Vec<ActorId> = fight.roster.parties.keys().filter(rolled).collect();
    if parties.is_empty() {
        return None;
    }
    let raised = fight.state.raise.as_ref().filter(|raise| !raise.waiting.is_empty());
    let mut out = raised
        .map(|raise| format!("{} {} raised {}\n", name(fight, raise.by), verb(fight, raise.by, "has"), raise.total))
        .unwrap_or_default();
    for who in parties {
        out.push_str(&format!("  {}; {} {} fallout per blow\n", stands(fight, who), verb(fight, who, "takes"), fight.blow_on(who)));
    }
    Some(out)
}

/// Returns the prompt for the free text that an option needs; `None` if the option needs none.
pub(in crate::table) fn wants_words(fight: &StakesConflict, ask: &Ask, choice: Choice) -> Option<String> {
    let who = ask.me.actor().map_or("", |me| name(fight, me));
    let does = ask.me.actor().map_or_else(String::new, |me| verb(fight, me, "does"));
    match choice.verb {
        Verb::Raise => Some(format!("What {does} {who} do or say?")),
        Verb::Reverse | Verb::Block | Verb::Stay if ask.point == Point::See => Some(format!("How {does} {who} answer the raise?")),
        Verb::Blow => Some(format!("How does the blow land on {who}?")),
        Verb::Aim => Some(fallout_words(fight, ask, u8::try_from(choice.n).unwrap_or(0))),
        _ => None,
    }
}

/// Returns the prompt for the words about fallout on a track. The words are the cause of a death, a lasting mark if a row becomes full, or
/// a description.
fn fallout_words(fight: &StakesConflict, ask: &Ask, track: u8) -> String {
    let Some(me) = ask.me.actor() else { return String::new() };
    let (who, due, room) = (name(fight, me), fight.state.blow.unwrap_or(0), fight.open_boxes(me, track));
    let row = fight.roster.settings.row_size.max(1);
    let marked = fight.roster.boxes(me).saturating_sub(room);
    let operative = fight.roster.parties.row(me).is_some_and(|sheet| sheet.is_operative());
    if operative && due >= room && fight.full_tracks(me) > 0 {
        format!("{who} will die of this at the end. How?")
    } else if (marked + due.min(room)) / row > marked / row {
        format!("A row of boxes is full. What lasting condition {} {who} have now?", verb(fight, me, "does"))
    } else {
        "What is the fallout?".to_owned()
    }
}

/// Returns the numbers of sides of the dice that an answer needs after `thrown` throws of the same step, in the order rolled. `None` if no
/// further dice are needed.
///
/// The answer is tried with placeholder dice, because the number of dice does not depend on the results.
pub(in crate::table) fn coming(fight: &StakesConflict, answer: &Answer, thrown: usize) -> Option<(String, Vec<u8>)> {
    let mut events = Events::new();
    fight.decide(answer, &mut Dice::seeded(0, 0), &mut events).ok()?;
    let mut throws = events.iter().filter_map(|event| match event {
        Event::Stakes(event) if event.op == StakesOp::Roll => Some(event),
        _ => None,
    });
    let throw = throws.nth(thrown)?;
    let sides: Vec<u8> = throw.dice.iter().map(|die| die.sides).collect();
    Some((format!("{} {} {}", name(fight, throw.party), verb(fight, throw.party, "rolls"), named(&sides)), sides))
}
