//! Renders the simulated odds of an encounter, and the strength of the sides before play.
#![allow(clippy::float_arithmetic, reason = "shares in percent")]

use super::SiteOdds;
use crate::cards::{counted, plural, spaced};
use crate::html::clean;
use maud::{Markup, html};
use slip_odds::simulate::SimulationReport;
use slip_odds::simulate::report::WinShare;
use slip_pack::Pack;
use slip_pack::encounter::{Encounter, Side};

/// Returns the odds of an encounter for a table cell: `crew 62%, guards 38%`.
pub(super) fn short(odds: &SiteOdds) -> String {
    let Ok(report) = odds else { return "not played".to_owned() };
    let told = report.winners.iter().filter(|share| share.games > 0).map(|share| format!("{} {}", winner(share), percent(share.share)));
    told.collect::<Vec<_>>().join(", ")
}

/// Renders the report of a simulation.
pub(super) fn report(report: &SimulationReport, scene: &Encounter) -> Markup {
    let round = &report.head.cast.round;
    html! {
        p {
            (counted(report.games, "game")) " from seed " (report.head.seed) ": " (mean(report.length.mean)) " " (clean(&plural(round))) " on average; half of the games take at most "
            (report.length.median) ", 95% at most " (report.length.most_games) "."
        }
        div.scroll {
            table.list {
                caption { "How often each side wins, with the 95% confidence interval" }
                thead { tr { th scope="col" { "Side" } th.number scope="col" { "Wins" } th.number scope="col" { "From" } th.number scope="col" { "To" } th scope="col" { "Share" } } }
                tbody {
                    @for share in &report.winners {
                        @if share.side.is_some() || share.games > 0 {
                            tr {
                                th scope="row" { (winner(share)) }
                                td.number { (percent(share.share)) } td.number { (percent(share.low)) } td.number { (percent(share.high)) }
                                td.bar { (bar(share)) }
                            }
                        }
                    }
                }
            }
        }
        (sides(report, scene))
        (endings(report))
        (examples(report))
    }
}

fn sides(report: &SimulationReport, scene: &Encounter) -> Markup {
    html! {
        div.scroll {
            table.list {
                caption { "Average losses of each side" }
                thead {
                    tr {
                        th scope="col" { "Side" } th.number scope="col" { "Of" } th.number scope="col" { "Taken out" }
                        th.number scope="col" { "Consequences" } th.number scope="col" { "Fate spent" }
                    }
                }
                tbody {
                    @for (side, of) in report.sides.iter().zip(&scene.sides) {
                        tr {
                            th scope="row" { (spaced(&of.name)) } td.number { (side.people) } td.number { (mean(side.out.mean)) }
                            td.number { (mean(side.consequences.mean)) } td.number { (mean(side.fate.mean)) }
                        }
                    }
                }
            }
        }
        details {
            summary { "Results of each actor" }
            div.scroll {
                table.list data-sorts="" {
                    caption.unseen { "Actors" }
                    thead {
                        tr {
                            th scope="col" { "Actor" } th scope="col" { "Side" } th.number scope="col" { "Taken out" }
                            th.number scope="col" { "Lost for good" } th.number scope="col" { "Fate spent" }
                        }
                    }
                    tbody {
                        @for actor in report.actors.iter().filter(|actor| actor.fights) {
                            tr {
                                th scope="row" { (clean(&actor.title)) } td { (spaced(&actor.side)) } td.number { (percent(actor.out)) }
                                td.number { (percent(actor.lost)) } td.number { (mean(actor.fate)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Renders the ways in which games end, as worded in logs.
fn endings(report: &SimulationReport) -> Markup {
    html! {
        @if !report.endings.is_empty() {
            details {
                summary { "How games end" }
                ul.names {
                    @for ending in &report.endings {
                        li {
                            (percent(ending.share)) ": " @match &ending.side { Some(side) => { (spaced(side)) " wins, " } None => "a draw, " }
                            code { (clean(&ending.why)) }
                        }
                    }
                }
            }
        }
    }
}

fn examples(report: &SimulationReport) -> Markup {
    html! {
        @if !report.examples.is_empty() {
            details {
                summary { "Example games" }
                ul.names {
                    @for example in &report.examples {
                        li {
                            @match &example.side { Some(side) => { "the first game that " (spaced(side)) " wins: " } None => { "the " (clean(&example.what)) ": " } }
                            code { (clean(&report.command(example))) }
                        }
                    }
                }
            }
        }
    }
}

/// Renders the strength of each side of an encounter before play.
pub(super) fn forces(scene: &Encounter, pack: &Pack) -> Markup {
    html! {
        div.scroll {
            table.list {
                caption { "Forces at the start" }
                thead {
                    tr {
                        th scope="col" { "Side" } th.number scope="col" { "Members" } th.number scope="col" { "Stress boxes" } th.number scope="col" { "Fate points" }
                    }
                }
                tbody {
                    @for side in &scene.sides {
                        @let force = SideStrength::of(side, pack);
                        tr {
                            th scope="row" { (spaced(&side.name)) } td.number { (side.actors.len()) }
                            td.number { @if force.boxes > 0 { (force.boxes) } @else { "–" } }
                            td.number { @if force.fate > 0 { (force.fate) } @else { "–" } }
                        }
                    }
                }
            }
        }
    }
}

/// Total strength of a side: its fate points, and the boxes of all its tracks.
struct SideStrength {
    boxes: i64,
    fate: i64,
}

impl SideStrength {
    fn of(side: &Side, pack: &Pack) -> SideStrength {
        let mut force = SideStrength { boxes: 0, fate: 0 };
        for actor in &side.actors {
            let Some(item) = pack.fielded(side, actor) else { continue };
            force.boxes += item.tracks.values().map(|boxes| i64::from(*boxes)).sum::<i64>();
            // The fate points of units belong to their platoon.
            if actor.unit.is_none() {
                let own = actor.ship.as_ref().and_then(|ship| ship.fate).or(item.fate);
                force.fate += own.map_or(0, i64::from);
            }
        }
        let platoons = side.platoons.iter().filter_map(|deployed| pack.platoons.get(&deployed.platoon));
        force.fate += platoons.map(|platoon| i64::from(platoon.fate)).sum::<i64>();
        force
    }
}

fn winner(share: &WinShare) -> String {
    share.side.as_deref().map_or_else(|| "Nobody".to_owned(), spaced)
}

/// Renders a bar whose length shows a share; the share is also printed as a number beside it.
fn bar(share: &WinShare) -> Markup {
    html! {
        svg viewBox="0 0 1000 60" aria-hidden="true" focusable="false" preserveAspectRatio="none" {
            rect.trough width="1000" height="60" {}
            rect.fill width=(thousandths(share.share)) height="60" {}
            rect.span x=(thousandths(share.low)) y="24" width=(thousandths(share.high - share.low)) height="12" {}
        }
    }
}

fn thousandths(share: f64) -> String {
    format!("{:.0}", share.clamp(0.0, 1.0) * 1000.0)
}

fn percent(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}

fn mean(number: f64) -> String {
    format!("{number:.1}")
}
