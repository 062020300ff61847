//! Renders the sides and the endings of an encounter.

use super::pages_without_card::facts;
use super::thing_page::PageContext;
use crate::cards::counted;
use crate::cards::spaced;
use crate::encounter_text as told;
use crate::html::clean;
use maud::{Markup, html};
use slip_pack::Pack;
use slip_pack::encounter::{Actor, Encounter, HoldsFire, ShipSetup, Side, SocialEncounter};
use slip_pack::item::Gear;
use slip_pack::map::Map;
use slip_table::victory_sentence::{EncounterNames, victory_sentence};

/// Renders each side of an encounter with its actors.
pub(super) fn sides(scene: &Encounter, map: Option<&Map>, at: &PageContext<'_, '_>) -> Markup {
    html! {
        div.sides {
            @for (number, side) in scene.sides.iter().enumerate() {
                section {
                    h3 { (spaced(&side.name)) }
                    p.soft {
                        "plays by "
                        @match &side.doctrine { Some(key) => (at.key("doctrine", key, key.rsplit('.').next().unwrap_or(key))), None => "the standard doctrine" }
                        @if let Some(ahead) = side.search { ", looking ahead (" (ahead.to_string()) ")" }
                        @match side.holds_fire {
                            Some(HoldsFire::UntilAttacked) => ", holds its fire until it is attacked",
                            Some(HoldsFire::Always) => ", holds its fire",
                            None => "",
                        }
                    }
                    ul.names {
                        @for (number, deployed) in side.platoons.iter().enumerate() {
                            li {
                                (at.key("platoon", &deployed.platoon, &deployed.title))
                                @if let Some(turn) = deployed.arrives { ", arrives in turn " (turn) }
                                (units(side, number, map, at.part.chapter.pack))
                            }
                        }
                        @for (actor, count) in together(side) {
                            li { (self::actor(actor, count, scene, map, at)) @if side.is_led_by(&actor.name) { ", leads" } }
                        }
                    }
                    @for victory in scene.victories.iter().filter(|victory| victory.side == Some(number)) {
                        p { strong { "Wins when " } (clean(&victory_sentence(&EncounterNames { pack: at.part.chapter.pack, encounter: scene }, victory))) }
                    }
                }
            }
        }
    }
}

/// Renders the starting positions of a platoon's units and the people with them.
fn units(side: &Side, number: usize, map: Option<&Map>, pack: &Pack) -> Markup {
    let Some(deployed) = side.platoons.get(number) else { return html! {} };
    let choices = |zones: &Vec<usize>| zones.iter().map(|zone| told::zone_title(map, *zone)).collect::<Vec<_>>().join(" or ");
    let locked: Vec<String> = deployed.locked_in.iter().map(choices).collect();
    html! {
        @if !locked.is_empty() { ", locked in: " (clean(&locked.join(", "))) }
        ul {
            @for (count, _, words) in told::units(side, number, deployed, map, pack) {
                li { @if count > 1 { (count) " × " } (clean(&words)) }
            }
        }
    }
}

/// Returns each actor of a side with the number of equal actors. Units are left out, because they are listed with their platoons.
fn together(side: &Side) -> Vec<(&Actor, usize)> {
    let alone = side.actors.iter().filter(|actor| actor.unit.is_none());
    let mut lines: Vec<(&Actor, usize)> = Vec::new();
    for actor in alone {
        match lines.last_mut() {
            Some((other, count)) if is_like(other, actor) => *count += 1,
            _ => lines.push((actor, 1)),
        }
    }
    lines
}

fn is_like(one: &Actor, other: &Actor) -> bool {
    one.item == other.item
        && one.zone == other.zone
        && one.gear == other.gear
        && one.ship.is_none()
        && other.ship.is_none()
        && one.parts.is_empty()
        && other.parts.is_empty()
}

fn actor(actor: &Actor, count: usize, scene: &Encounter, map: Option<&Map>, at: &PageContext<'_, '_>) -> Markup {
    let pack = at.part.chapter.pack;
    let title = || match &actor.title {
        Some(title) => title.clone(),
        None => match (pack.item(&actor.item), pack.parties.get(&slip_pack::key(&actor.item.package, &actor.item.name))) {
            (Some(item), _) => item.title.clone(),
            (None, Some(party)) => party.title.clone(),
            (None, None) => spaced(&actor.item.name),
        },
    };
    let zone = actor.zone.and_then(|zone| map?.zones.get(zone));
    html! {
        @if count > 1 { (count) " × " }
        (at.to(&actor.item.kind, &actor.item.package, &actor.item.name, &title()))
        @if !actor.parts.is_empty() { " with " @for (place, other) in actor.parts.iter().enumerate() { @if place > 0 { ", " } (at.gear(other)) } }
        @if let Some(zone) = zone { " at " (clean(&zone.title)) }
        @if !actor.gear.is_empty() { ", with " @for (place, gear) in actor.gear.iter().enumerate() { @if place > 0 { ", " } (at.gear(gear)) } }
        @if let Some(entered) = &actor.party {
            @if let Some(approach) = entered.approach { ", " (approach.word()) }
            @if !entered.brings.is_empty() { ", brings " (clean(&entered.brings.join(", "))) }
        }
        @if let Some(ship) = &actor.ship { (aboard(ship, scene, at)) }
    }
}

/// Renders the people and gear aboard a ship and the crews of its stations.
fn aboard(ship: &ShipSetup, scene: &Encounter, at: &PageContext<'_, '_>) -> Markup {
    let (worked, empty) = told::stations(&ship.posts, ship, scene, at.part.chapter.pack);
    let about: Vec<&Gear> = ship.people.iter().map(|person| &person.item).chain(&ship.crew).collect();
    html! {
        @if let Some(band) = ship.band { ", begins in band " (band) }
        @if ship.slipped { ", comes by slipstream" }
        @if ship.overburnt { ", overburnt" }
        @if let Some(fate) = ship.fate { ", with " (counted(fate, "fate point")) }
        @if !ship.aspects.is_empty() { ": " @for (place, text) in ship.aspects.iter().enumerate() { @if place > 0 { ", " } "“" (clean(text)) "”" } }
        @if !about.is_empty() { ", with " @for (place, person) in about.iter().enumerate() { @if place > 0 { ", " } (at.gear(person)) } " aboard" }
        @if !worked.is_empty() || !ship.fighters.is_empty() {
            ul {
                @for line in &worked { li { (clean(line)) } }
                @if !empty.is_empty() { li.soft { "no crew: " (clean(&empty.join(", "))) } }
                @for fighter in &ship.fighters { li { (at.gear(&fighter.item)) " in the hangar" } }
            }
        }
    }
}

/// Renders the ways in which an encounter can end, and its draws, tasks, maneuvers and stakes.
pub(super) fn ends(scene: &Encounter, map: Option<&Map>, at: &PageContext<'_, '_>) -> Markup {
    let names = EncounterNames { pack: at.part.chapter.pack, encounter: scene };
    let draws = scene.victories.iter().filter(|victory| victory.side.is_none());
    let draws: Vec<String> = draws.map(|victory| victory_sentence(&names, victory)).collect();
    let wager = scene.wager.as_deref();
    let forms: Vec<&str> = scene.battle.iter().flat_map(|battle| &battle.forms).map(|form| form.word()).collect();
    let marked = scene.battle.iter().flat_map(|battle| &battle.objectives).filter_map(|zone| map?.zones.get(*zone));
    html! {
        @if draws.len() + scene.tasks.len() + scene.maneuvers.len() + scene.effects.len() > 0
            || wager.is_some() || scene.social.is_some() || scene.battle.is_some() || scene.boarding.is_some() {
            h2 { "Further details" }
        }
        @for text in &draws { p { strong { "A draw when " } (clean(text)) } }
        (facts(&[
            ("If they win", wager.map_or_else(String::new, |wager| wager.win.clone())),
            ("If they lose", wager.map_or_else(String::new, |wager| wager.lose.clone())),
            ("About", wager.map_or_else(String::new, |wager| wager.about.join(", "))),
            ("Form", forms.join(", ")),
            ("Objectives", marked.map(|zone| zone.title.as_str()).collect::<Vec<_>>().join(", ")),
        ]))
        @if let Some(key) = &scene.boarding { p { strong { "A boarding" } " is played as " (at.key("encounter", key, key)) } }
        @if let Some(social) = &scene.social { (talk(scene, social, map, at.part.chapter.pack)) }
        @if !scene.tasks.is_empty() {
            h3 { "Tasks" }
            ul.names {
                @for task in &scene.tasks {
                    li {
                        strong { (clean(&task.title)) } ": " (clean(&task.skills.iter().map(|skill| spaced(skill)).collect::<Vec<_>>().join(" or ")))
                        " against " (task.difficulty) ", " (task.successes) @if task.successes == 1 { " success" } @else { " successes" }
                    }
                }
            }
        }
        @if !scene.maneuvers.is_empty() {
            h3 { "Maneuvers" }
            ul.names {
                @for maneuver in &scene.maneuvers {
                    li { strong { (clean(&maneuver.title)) } ": “" (clean(&maneuver.aspect)) "” on " (maneuver.on.word()) }
                }
            }
        }
        @if !scene.effects.is_empty() {
            h3 { "In play" }
            ul.names { @for effect in &scene.effects { li { code { (clean(&effect.text)) } } } }
        }
    }
}

/// Renders the stakes and limits of a social conflict.
fn talk(scene: &Encounter, social: &SocialEncounter, map: Option<&Map>, pack: &Pack) -> Markup {
    let pawns: Vec<String> = told::groups(social, map).into_iter().chain(told::pawns(social, map)).collect();
    html! {
        h3 { "Social conflict" }
        (facts(&[
            ("Time", told::time(social, &scene.rules, pack)),
            ("At risk", told::at_risk(social)),
            ("Before play", told::contours(social).to_owned()),
            ("Friend zones", social.friend_zones.iter().map(|trigger| told::friend_zone(scene, trigger, map, pack)).collect::<Vec<_>>().join("; ")),
            ("If violent", told::if_violent(scene, social)),
        ]))
        @if !pawns.is_empty() {
            h3 { "Pawns" }
            ul.names { @for pawn in &pawns { li { (clean(pawn)) } } }
        }
        @if !social.grades.is_empty() {
            h3 { "Degrees of success" }
            ul.names { @for grade in &social.grades { li { "“" (clean(&grade.words)) "” when " code { (clean(&grade.text)) } } } }
        }
    }
}
