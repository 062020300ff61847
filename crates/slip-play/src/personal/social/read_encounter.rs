//! Reads the fixed data of a social encounter from the pack, with its composite actors.

use crate::ids::{ActorId, Seat, SkillId, TableKey, ZoneId};
use crate::personal::roster::PersonalRoster;
use crate::personal::social::{PawnActor, SocialSetup, ZoneTrigger};
use crate::zone_map::{BorderStates, ZoneMap};
use ecow::EcoString;
use slip_pack::encounter::{Actor, Encounter, SocialEncounter as Said};
use slip_pack::item::BuiltItem;
use slip_pack::map::BorderValue;
use slip_pack::{Name, Pack};
use std::borrow::Cow;
use std::sync::Arc;

/// Outcomes of actors taken out, the default first.
pub(in crate::personal) const OUTCOMES: [&str; 4] = ["fled", "surrendered", "captured", "other"];

/// Reads the fixed data of a social encounter.
pub(in crate::personal) fn read(pack: &Pack, encounter: &Encounter, roster: &PersonalRoster) -> Box<SocialSetup> {
    let plain = Said::default();
    let said: &Said = encounter.social.as_deref().unwrap_or(&plain);
    let rules = &encounter.rules;
    let trigger =
        |there: &slip_pack::encounter::SocialTrigger| ZoneTrigger { objective: there.objective.clone(), zone: ZoneId::of(there.zone) };
    let skill = |name: &Name| -> Option<SkillId> {
        let mut known = roster.skills.iter();
        known.find(|(_, skill)| skill.is_called(name)).map(|(id, _)| id)
    };
    // By default, the conflict has one box of time for each zone that the map has at the start of play (R-SC21).
    let zones = u32::try_from(roster.map.zones.len()).unwrap_or(u32::MAX);
    Box::new(SocialSetup {
        time_boxes: if said.time_boxes == 0 { zones } else { said.time_boxes },
        max_time: said.max_time,
        time_track: pack.time_track(rules).into_iter().map(EcoString::from).collect(),
        at_risk: said.at_risk,
        wealth_skills: said.wealth_skills.iter().filter_map(skill).collect(),
        contours: said.contours,
        groups: said.groups.clone(),
        pawns: said.pawns.iter().map(|pawn| pawn_of(encounter, pawn)).collect(),
        friend_zones: said.friend_zones.iter().map(trigger).collect(),
        falls: said.falls.iter().map(trigger).collect(),
        broke_down: said.broke_down.map(|then| then.side.map(Seat::of)),
        wager: encounter.wager.as_deref().cloned().unwrap_or_default(),
        grades: said.grades.clone(),
        free_move_zone_only: rules.is("free_move", "zone_only"),
        counts_all_rolls: rules.is("repeat", "all_rolls"),
        triggers_at_once: rules.is("triggers", "at_once"),
    })
}

/// Reads the fixed data of a pawn. The actor that carries it is numbered as in the fight: through the actors of all sides, in the order of
/// the text.
fn pawn_of(encounter: &Encounter, pawn: &slip_pack::encounter::Pawn) -> PawnActor {
    let carrier = pawn.carrier.map(|(side, at)| {
        let before: usize = encounter.sides.iter().take(side).map(|side| side.actors.len()).sum();
        ActorId::of(before.saturating_add(at))
    });
    PawnActor { group: pawn.group, suitor: pawn.suitor, fixed: pawn.fixed, carrier }
}

/// Returns the borders of a map without their doors, for social combat, where only the cost of crossing is left.
pub(in crate::personal) fn without_doors(map: &ZoneMap) -> BorderStates {
    let mut board = BorderStates::new(map);
    for border in board.borders.values_mut() {
        if let BorderValue::Stateful { pass, .. } = border.value {
            (border.value, border.open) = (BorderValue::Stateless(pass.max(0)), true);
        }
    }
    board
}

/// Returns the item of an actor: an item of the pack or, for several people who act as one, a combination of their items. The combination
/// has the highest rank of each skill, the longest track of each kind, and the highest number of fate points. It has the aspects, effects
/// and consequences of all.
pub(in crate::personal) fn person<'a>(pack: &'a Pack, actor: &Actor) -> Option<Cow<'a, BuiltItem>> {
    let first = pack.item(&actor.item).filter(|item| item.valid)?;
    if actor.parts.is_empty() {
        return Some(Cow::Borrowed(first));
    }
    let mut whole = first.clone();
    for part in &actor.parts {
        let other = pack.item(part).filter(|item| item.valid)?;
        join(&mut whole, other);
    }
    Some(Cow::Owned(whole))
}

fn join(whole: &mut BuiltItem, other: &BuiltItem) {
    for (skill, rank) in &other.skills {
        let known = whole.skills.entry(skill.clone()).or_insert(*rank);
        *known = (*known).max(*rank);
    }
    for (track, length) in &other.tracks {
        let known = whole.tracks.entry(track.clone()).or_insert(*length);
        *known = (*known).max(*length);
    }
    for aspect in &other.aspects {
        if !whole.aspects.iter().any(|known| known.text == aspect.text) {
            whole.aspects.push(aspect.clone());
        }
    }
    for grade in &other.consequences {
        if !whole.consequences.contains(grade) {
            whole.consequences.push(grade.clone());
        }
    }
    whole.effects.extend(other.effects.iter().map(Arc::clone));
    whole.stunts.extend(other.stunts.iter().cloned());
    whole.gear.extend(other.gear.iter().cloned());
    whole.fate = whole.fate.max(other.fate);
}

/// Adds the pawns after all people; they have no side.
pub(in crate::personal) fn add_pawns(encounter: &Encounter, roster: &mut PersonalRoster) {
    let Some(said) = encounter.social.as_deref() else { return };
    let nobody = BuiltItem::default();
    for pawn in &said.pawns {
        let Ok(mut sheet) = crate::personal::begin::sheet(roster, &nobody, &[]) else { continue };
        sheet.ranks.values_mut().for_each(|rank| *rank = None);
        (sheet.name, sheet.title) = (pawn.name.clone(), pawn.title.as_str().into());
        (sheet.side, sheet.zone) = (Seat::of(roster.sides.len()), ZoneId::of(pawn.zone));
        roster.actors.push(sheet);
    }
}
