//! Social encounters in words: what is at stake, how long it may take, who only stands there, what happens where.

use crate::cli::lines::field;
use slip_export::scene as told;
use slip_pack::Pack;
use slip_pack::encounter::{Actor, Encounter};
use slip_pack::map::Map;
use std::io::{self, Write};

/// What is at stake and within which bounds; nothing for other encounters.
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

/// What somebody in an encounter is called: of several who act as one, what they are called together and who they are.
pub(super) fn title(actor: &Actor, pack: &Pack) -> String {
    let called = |item: &slip_pack::item::Gear| pack.item(item).map_or(item.name.to_string(), |item| item.title.clone());
    if actor.parts.is_empty() {
        return called(&actor.item);
    }
    let parts: Vec<String> = std::iter::once(&actor.item).chain(&actor.parts).map(called).collect();
    format!("{} ({})", actor.title.as_deref().unwrap_or(&actor.name), parts.join(" and "))
}
