//! Prints social encounters in words: stakes, time limit, bystanders, and effects of zones.

use crate::cli::stat_block_lines::field;
use slip_export::encounter_text as told;
use slip_pack::Pack;
use slip_pack::encounter::{Actor, Encounter};
use slip_pack::map::Map;
use std::io::{self, Write};

/// Prints the stakes and limits of a social encounter; nothing for other encounters.
pub(super) fn at_stake(scene: &Encounter, map: Option<&Map>, pack: &Pack, out: &mut dyn Write) -> io::Result<()> {
    let Some(social) = &scene.social else { return Ok(()) };
    field(out, "time", &told::time(social, &scene.rules, pack))?;
    field(out, "at risk", &told::at_risk(social))?;
    field(out, "before play", told::contours(social))?;
    told::groups(social, map).iter().try_for_each(|group| field(out, "pawns", group))?;
    told::pawns(social, map).iter().try_for_each(|pawn| field(out, "pawn", pawn))?;
    for trigger in &social.friend_zones {
        field(out, "friend zone", &told::friend_zone(scene, trigger, map, pack))?;
    }
    field(out, "if violent", &told::if_violent(scene, social))?;
    for grade in &social.grades {
        field(out, "grade", &format!("\"{}\" when {}", grade.words, grade.text))?;
    }
    Ok(())
}

/// Returns the title of an actor. For a group that acts as one, the members are added.
pub(super) fn title(actor: &Actor, pack: &Pack) -> String {
    let called = |item: &slip_pack::item::Gear| pack.item(item).map_or(item.name.to_string(), |item| item.title.clone());
    if actor.parts.is_empty() {
        return called(&actor.item);
    }
    let parts: Vec<String> = std::iter::once(&actor.item).chain(&actor.parts).map(called).collect();
    format!("{} ({})", actor.title.as_deref().unwrap_or(&actor.name), parts.join(" and "))
}
