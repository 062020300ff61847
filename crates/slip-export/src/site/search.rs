//! Search index of the site: one line per thing, in a script, because a page opened from a file cannot fetch data.

use super::package_entries::SiteEntry;
use super::paths::{Book, SitePackage};
use crate::cards::{paragraphs, spaced};
use crate::html::clean;
use slip_pack::thing_view::Thing;

/// Greatest length of the indexed part of a doc comment, in characters.
const MOST_WORDS: usize = 240;

/// Returns the script that contains the search index.
pub(super) fn index(book: &Book<'_>) -> String {
    let several = book.parts.len() > 1;
    let mut lines = Vec::new();
    for part in &book.parts {
        for entry in &part.entries {
            let what = if several { format!("{}, {}", spaced(entry.kind), part.title) } else { spaced(entry.kind) };
            let row = [clean(entry.title), what, part.path(entry), clean(&more(part, entry))];
            lines.push(serde_json::to_string(&row).unwrap_or_default());
        }
    }
    // Characters that would end the script or a line of it are escaped.
    let list = lines.join(",\n").replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029");
    format!("window.slipyardIndex = [\n{list}\n];\n")
}

/// Returns words by which a thing can also be found: name, aspects, stunts, zones, doc comment.
fn more(part: &SitePackage<'_>, entry: &SiteEntry<'_>) -> String {
    let mut words = vec![entry.name.to_owned()];
    match entry.thing {
        Thing::Built(item) => {
            words.push(item.design.to_string());
            words.extend(item.aspects.iter().map(|aspect| aspect.text.clone()));
            words.extend(item.stunts.iter().map(|stunt| stunt.title.clone()));
        }
        Thing::Map(map) => words.extend(map.zones.iter().map(|zone| zone.title.clone())),
        Thing::Cluster(cluster) => words.extend(cluster.systems.iter().map(|member| member.title.clone())),
        Thing::Encounter(scene) => {
            words.push(scene.play.word().to_owned());
            words.extend(scene.aspects.iter().map(|aspect| aspect.text.clone()));
            words.extend(scene.map.iter().filter_map(|key| part.chapter.pack.maps.get(key)).map(|map| map.title.clone()));
        }
        Thing::Party(party) => words.extend(party.things.iter().map(|thing| thing.title.clone())),
        _ => {}
    }
    words.extend(entry.marks().into_iter().map(str::to_owned));
    words.push(paragraphs(entry.doc).join(" ").chars().take(MOST_WORDS).collect());
    words.join(" · ")
}
