//! Describes the result of the pending roll in social combat, after the reduction for range.

use crate::transcript::phrases::{counted, name, title};
use slip_dice::fate::check;
use slip_dice::fate::track::TrackHit;
use slip_play::choice::Verb;
use slip_play::ids::ActorId;
use slip_play::names::Names;
use slip_play::personal::Personal;

/// Describes the effect of a number of shifts on an actor in the present state.
pub(in crate::table) fn opposed(fight: &Personal, who: ActorId, raw: i32) -> String {
    let off = fight.range_off(who);
    let left = raw - off;
    let them = name(fight, who);
    let less = if off > 0 { format!(" less range {off} is {left}") } else { String::new() };
    let spin = check::spin(raw, fight.roster.settings.spin_at, fight.roster.settings.spin_single);
    let spin = if raw <= 0 && spin > 0 { format!(", and {them} gains {spin} spin") } else { String::new() };
    let shifts = counted(i64::from(raw), "shift", "shifts");
    if left <= 0 {
        let needs = counted(i64::from(1 - left), "more", "more");
        return format!("{shifts}{less}: no effect{spin}; {needs} would be enough");
    }
    if fight.pushed().is_some() {
        return format!("{shifts}{less}: {} to move {them}", counted(i64::from(left), "point", "points"));
    }
    let struck = fight.words_track(fight.state.actor.unwrap_or(who), who);
    let (boxes, track) = (fight.state.actors[who].track(struck), title(fight.track(struck)));
    let lands = match boxes.landing(left) {
        TrackHit::Nothing => "nothing is marked".to_owned(),
        TrackHit::Box(number) => format!("{track} is marked up to box {number} of {}", boxes.length()),
        TrackHit::Past => format!("past the end of {track}, which takes {them} out"),
    };
    let unless = if fight.state.actors[who].slots.count() > 0 { ", unless a consequence reduces it" } else { "" };
    format!("{shifts}{less}: a hit, {lands}{unless}")
}

/// Describes the result of a roll without an opponent.
pub(in crate::table) fn fixed(fight: &Personal, total: i32) -> String {
    let off = fight.pushed().map_or(0, |pawn| fight.range_off(pawn));
    let left = total - off;
    let less = if off > 0 { format!("{total} less range {off}: ") } else { format!("{total}: ") };
    let short = || format!("it fails; {} more would be enough", 1 - left);
    let points = || counted(i64::from(left), "point", "points");
    let means = match fight.state.declared.act {
        _ if left <= 0 => short(),
        Some(Verb::Move) => format!("{} of movement", points()),
        Some(Verb::Push) => format!("{} to move {}", points(), fight.pushed().map_or("them", |pawn| name(fight, pawn))),
        Some(Verb::Obstruct) => format!("{} of obstacles", points()),
        _ => "it works".to_owned(),
    };
    format!("{less}{means}\n")
}
