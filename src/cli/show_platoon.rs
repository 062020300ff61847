//! Prints the card of a platoon as an order of battle: points and command reach, then every unit with the data that its player needs.

use super::show::{aspect, ranks, reasons, stunts};
use super::show_designs::TextStyles;
use super::show_people::by_rank;
use super::stat_block_lines::{allowed, doc, field, several};
use slip_export::cards::counted;
use slip_pack::built_values;
use slip_pack::effect::{Measure, PackOperation};
use slip_pack::item::Gear;
use slip_pack::platoon::{AttachedPerson, Load, Platoon, Rank, change};
use slip_pack::{BuiltItem, Pack};
use std::io::{self, Write};

/// Prints the card of a platoon.
pub(super) fn battle(platoon: &Platoon, pack: &Pack, ink: TextStyles, out: &mut dyn Write) -> io::Result<()> {
    let TextStyles { bold, dim } = ink;
    let mut size = counted(platoon.strength(), "unit");
    if platoon.attached() > 0 {
        size.push_str(&format!(" with {}", counted(platoon.attached(), "aircraft")));
    }
    writeln!(out, "{bold}{}{bold:#} ({}), platoon of {size}", platoon.title, slip_pack::called(&platoon.package, &platoon.name))?;
    doc(out, platoon.doc.as_deref())?;
    if !platoon.valid {
        writeln!(out, "  not legal, see `slipyard check`")?;
    }
    let fate = counted(platoon.fate, "fate point");
    field(out, "", &format!("{fate}, command range {}", platoon.command_range))?;
    if platoon.off_map {
        field(out, "", "off the map")?;
    }
    let orders = platoon.orders().map(|effect| {
        let by = effect.origin.as_ref().map_or(String::new(), |origin| format!(" ({})", origin.name));
        format!("{}{by}", effect.text)
    });
    several(out, "orders", orders)?;
    allowed(out, &platoon.waivers)?;
    let card = Card { platoon, pack };
    if let Some(leader) = &platoon.leader {
        card.unit("leader", 1, &leader.item, "", out)?;
        card.aboard(&leader.item, &leader.carrying, 1, out)?;
    }
    card.list("units", &platoon.units, out)?;
    card.list("aircraft", &platoon.aircraft, out)?;
    let characters = platoon.characters.iter().map(|attached| {
        let title = |reference: &Gear| pack.item(reference).map_or_else(|| reference.name.to_string(), |item| item.title.clone());
        let unit = attached.unit.as_ref().map_or_else(|| "the leader".to_owned(), title);
        let AttachedPerson { skill, by, raises, .. } = attached;
        format!("{} with {unit}: {skill} {raises:+} by {by}", title(&attached.who))
    });
    several(out, "characters", characters)?;
    reasons(&platoon.ledger, out, dim)
}

struct Card<'p> {
    platoon: &'p Platoon,
    pack: &'p Pack,
}

impl Card<'_> {
    fn list(&self, word: &str, units: &[Rank], out: &mut dyn Write) -> io::Result<()> {
        let known = units.iter().filter_map(|rank| Some((rank, self.pack.item(&rank.unit)?)));
        for (place, (rank, item)) in known.enumerate() {
            self.unit(if place == 0 { word } else { " " }, rank.count, item, "", out)?;
            self.aboard(item, &rank.carrying, rank.count, out)?;
        }
        Ok(())
    }

    /// Prints the units that ride in a carrier, which are ordinary units of the platoon.
    fn aboard(&self, carrier: &BuiltItem, carrying: &[Load], carriers: u32, out: &mut dyn Write) -> io::Result<()> {
        for load in carrying {
            let found: Option<&Gear> = load.unit.as_ref();
            match found {
                None => field(out, " ", &format!("  the leader rides in {}", carrier.title))?,
                Some(unit) => {
                    let Some(item) = self.pack.item(unit) else { continue };
                    self.unit(" ", load.count.saturating_mul(carriers), item, &format!(", aboard {}", carrier.title), out)?;
                }
            }
        }
        Ok(())
    }

    /// Prints one unit in four lines: kind, skills, stunts, aspects.
    fn unit(&self, word: &str, count: u32, item: &BuiltItem, remark: &str, out: &mut dyn Write) -> io::Result<()> {
        let number = if count == 1 { String::new() } else { format!("{count} x ") };
        let tech = item.tech.map_or(String::new(), |tech| format!(" T{tech}"));
        let illegal = if item.valid { "" } else { " (has errors)" };
        let state = state(item).join(", ");
        field(out, word, &format!("{number}{}, {}{tech}{illegal}: {state}{remark}", item.title, item.design))?;
        field(out, " ", &indented(&by_rank(item)))?;
        field(out, " ", &indented(&stunts(&item.stunts)))?;
        let kept = item.aspects.iter().filter(|aspect| !(aspect.derived && self.platoon.is_spared(&aspect.text)));
        field(out, " ", &indented(&kept.map(aspect).collect::<Vec<_>>().join(", ")))
    }
}

fn indented(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("  {text}") }
}

/// Returns the tracks of a unit, its movement with the bonus of stunts, its part in the leader's command reach, and its marks.
pub(super) fn state(item: &BuiltItem) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let tracks = ranks(&item.tracks);
    if !tracks.is_empty() {
        parts.push(tracks);
    }
    if let Some(moves) = built_values::ranks(item).get(Measure::MaxMove.word()) {
        parts.push(format!("move {moves}"));
    }
    let reach = change(item, Measure::CommandRange);
    if reach != 0 {
        parts.push(format!("command {reach:+}"));
    }
    parts.extend(item.effects.iter().filter_map(|effect| match &effect.op {
        PackOperation::Is(mark) if effect.condition.is_none() => Some(mark.name.to_string()),
        _ => None,
    }));
    parts
}
