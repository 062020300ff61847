//! Prints a scenario in words: the order of its encounters, and the state that is carried from one to the next.

use crate::cli::show_designs::TextStyles;
use crate::cli::stat_block_lines::{allowed, doc};
use slip_pack::Pack;
use slip_pack::scenario::{Scenario, ScenarioStep};
use std::io::{self, Write};

/// Prints a scenario, step by step.
pub(in crate::cli) fn scenario(scenario: &Scenario, pack: &Pack, ink: TextStyles, out: &mut dyn Write) -> io::Result<()> {
    ink.head(&scenario.title, &format!("({}), scenario", slip_pack::called(&scenario.package, &scenario.name)), &scenario.place, out)?;
    doc(out, scenario.doc.as_deref())?;
    if !scenario.valid {
        writeln!(out, "  not playable, see `slipyard check`")?;
    }
    for (number, step) in (1..).zip(&scenario.steps) {
        self::step(number, step, pack, out)?;
    }
    allowed(out, &scenario.waivers)
}

fn step(number: u32, step: &ScenarioStep, pack: &Pack, out: &mut dyn Write) -> io::Result<()> {
    let (title, play) =
        pack.encounters.get(&step.encounter).map_or((step.encounter.as_str(), ""), |scene| (scene.title.as_str(), scene.play.word()));
    let when = match (step.otherwise, step.text.is_empty()) {
        (false, true) => String::new(),
        (true, true) => ", otherwise".to_owned(),
        (false, false) => format!(", when {}", step.text),
        (true, false) => format!(", otherwise when {}", step.text),
    };
    writeln!(out, "  {number}. {title} ({}, {play}){when}", super::last(&step.encounter))?;
    let carried: Vec<&str> = step.carry.iter().map(|carry| carry.word()).collect();
    if !carried.is_empty() {
        writeln!(out, "       carries {}", carried.join(", "))?;
    }
    for given in &step.aspects {
        let scene = pack.encounters.get(&step.encounter);
        let who = |&(side, at): &(usize, usize)| scene?.sides.get(side)?.actors.get(at).map(|actor| actor.name.as_str());
        let on: Vec<&str> = given.on.iter().filter_map(who).collect();
        let on = if on.is_empty() { "the scene".to_owned() } else { on.join(", ") };
        let when = if given.when.is_some() { ", depending on the earlier result" } else { "" };
        writeln!(out, "       \"{}\" on {on}{when}", given.text)?;
    }
    Ok(())
}
