//! Page of an encounter: map, simulated odds, sides, endings and rules.

use super::Around;
use super::odds;
use super::package_entries::SiteEntry;
use super::page_frame;
use super::pages_without_card::facts;
use super::paths::{Book, SitePackage};
use super::reference_index::Uses;
use super::rules;
use super::sides_and_endings;
use super::thing_page::{PageContext, met, picture};
use crate::cards::counted;
use crate::html::clean;
use crate::map_drawing;
use maud::html;
use slip_pack::encounter::{Encounter, Play, SceneScope};

/// Renders the page of an encounter.
pub(super) fn page(
    book: &Book<'_>,
    part: &SitePackage<'_>,
    entry: &SiteEntry<'_>,
    scene: &Encounter,
    uses: &Uses<'_>,
    around: Around<'_, '_>,
) -> Vec<u8> {
    let path = part.path(entry);
    let at = PageContext { book, part, path: &path };
    let pack = part.chapter.pack;
    let map = scene.map.as_ref().and_then(|key| pack.maps.get(key));
    let drawn = match map {
        Some(map) => Some(map_drawing::map(map, &map_drawing::standing(scene, pack))),
        None => (scene.play == Play::Space).then(|| map_drawing::space(scene, pack)),
    };
    let told = part.chapter.odds.get(&slip_pack::key(&scene.package, &scene.name));
    let aspects = |scope: SceneScope| {
        let texts = scene.aspects.iter().filter(|aspect| aspect.scope == scope).map(|aspect| format!("“{}”", aspect.text));
        texts.collect::<Vec<_>>().join(", ")
    };
    let body = html! {
        (at.head(entry))
        @if !scene.valid { p { span.mark.bad { "not playable" } " " code { "slipyard check" } " shows the reasons." } }
        (facts(&[
            ("Play", scene.play.word().to_owned()),
            ("Aspects of the scene", aspects(SceneScope::Scene)),
            ("Aspects of the place", aspects(SceneScope::System)),
            ("Aspects of the campaign", aspects(SceneScope::Campaign)),
            ("Limit", scene.limit.map_or_else(String::new, |turns| counted(turns, "turn"))),
        ]))
        h2 { "Odds" }
        @match told {
            Some(Ok(report)) => (odds::report(report, scene)),
            Some(Err(why)) => p { "The simulation failed: " (clean(why)) },
            None => p.soft { "Not simulated: " code { "slipyard doc --simulate 1000" } " adds how often each side wins." },
        }
        (odds::forces(scene, pack))
        @if let Some(drawn) = &drawn {
            h2 { "Where" }
            @if let Some(map) = map { p { (at.to("map", &map.package, &map.name, &map.title)) } }
            (picture(drawn))
        }
        h2 { "Who" }
        (sides_and_endings::sides(scene, map, &at))
        (sides_and_endings::ends(scene, map, &at))
        (rules::of_encounter(scene, &at))
        (met(uses, entry, &at))
        (at.tail(entry, around))
    };
    page_frame::page(book, Some(part), at.page(entry, body))
}
