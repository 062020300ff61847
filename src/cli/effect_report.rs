//! Reports which effects of a package acted in games: `--lines` of `run`, `simulate` and `test`.
//!
//! A row is an effect as the author wrote it, with its file and line. The counts are those of [`slip_session::effect_watch`].

use super::args::LinesOf;
use super::compile_projects::CompiledProject;
use serde_json::{Value, json};
use slip_export::cards::counted;
use slip_pack::declaration::{DeclarationEntry, PackDeclaration};
use slip_pack::effect::{Effect, EffectPlace};
use slip_pack::{Name, Pack};
use slip_session::effect_watch::{EffectCount, EffectCounts, bearers};
use std::collections::{BTreeMap, BTreeSet};

/// First folder of the paths of the standard library.
const STD: &str = "std/";

/// Selection of effects by the packages that declare them.
pub(super) struct Selection {
    /// Files of the requested packages.
    files: BTreeSet<String>,
    every: bool,
}

impl Selection {
    /// Returns the selection of effects in a world that the option `--lines` asks for.
    pub(super) fn new(world: &CompiledProject, of: LinesOf) -> Selection {
        let sources = &world.project.sources;
        let files = world.project.roots.iter().flat_map(|root| sources.files_of(*root));
        Selection { files: files.map(|(_, file)| file.shown().to_owned()).collect(), every: of == LinesOf::All }
    }

    /// True if the selection includes an effect.
    pub(super) fn has(&self, effect: &Effect) -> bool {
        self.every || self.is_own(&effect.place)
    }

    /// True if the effect is written in one of the requested packages. A packed package has no files: all effects except those of the
    /// standard library count as its own.
    pub(super) fn is_own(&self, place: &EffectPlace) -> bool {
        if self.files.is_empty() { !place.file.starts_with(STD) } else { self.files.contains(place.file.as_str()) }
    }
}

slip_keyword::keyword_enum! {
    /// Verdict on an effect, in the order of the report.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    enum Verdict {
        /// The effect changed a result.
        Acted = "acted",
        /// The effect is already included in ranks, tracks or gear before a game begins.
        BuiltIn = "built_in",
        /// Players had the choice to use the effect, but never used it.
        Offered = "offered",
        /// The effect was checked in a game, but changed nothing.
        Idle = "idle",
        /// The effect was not checked in any game.
        Unseen = "unseen",
        /// No actor of these games has the effect.
        Absent = "absent",
    }

    /// Returns the word for the verdict in the JSON report.
    const fn word(self) -> &'static str;
}

impl Verdict {
    fn of(count: &EffectCount) -> Verdict {
        match count {
            EffectCount { acted: 1.., .. } => Verdict::Acted,
            EffectCount { built_in: 1.., .. } => Verdict::BuiltIn,
            EffectCount { offered: 1.., .. } => Verdict::Offered,
            EffectCount { looked_at: 1.., .. } => Verdict::Idle,
            EffectCount { games: 1.., .. } => Verdict::Unseen,
            _ => Verdict::Absent,
        }
    }

    /// Returns the heading of the effects with this verdict.
    const fn words(self) -> &'static str {
        match self {
            Verdict::Acted => "acted",
            Verdict::BuiltIn => "built into ranks, tracks and gear",
            Verdict::Offered => "offered, but never chosen",
            Verdict::Idle => "checked, but changed nothing",
            Verdict::Unseen => "never checked",
            Verdict::Absent => "not carried by any actor in these games",
        }
    }
}

/// One effect of the report.
struct Row {
    place: EffectPlace,
    /// The effect as it is written. If the text is not in the pack, the sentence that describes the effect.
    text: String,
    /// Kinds of the items that have the effect.
    bearers: Vec<Name>,
    count: EffectCount,
    verdict: Verdict,
}

/// Report on the effects of some games.
pub(super) struct EffectReport {
    /// Games in words: `1 game of customs_raid`.
    games: String,
    rows: Vec<Row>,
}

impl EffectReport {
    /// Creates the report from counts. `games` describes the games that were played.
    pub(super) fn new(world: &CompiledProject, selection: &Selection, counts: &EffectCounts, games: String) -> EffectReport {
        let kinds = bearers(&world.pack);
        let written = written(&world.pack);
        let mut places: BTreeSet<&EffectPlace> = counts.keys().collect();
        // Effects that no actor in these games has are added too, but only effects of the requested packages themselves.
        places.extend(kinds.keys().filter(|place| !place.is_unknown() && selection.is_own(place)));
        let mut columns: BTreeMap<(&Name, u32), Vec<&EffectPlace>> = BTreeMap::new();
        for place in &places {
            columns.entry((&place.file, place.line)).or_default().push(place);
        }
        let mut rows = Vec::new();
        for place in &places {
            let on_line = columns.get(&(&place.file, place.line)).map_or(&[][..], Vec::as_slice);
            let count = counts.get(*place).cloned().unwrap_or_default();
            let source = written.get(&(place.file.clone(), place.line)).filter(|texts| texts.len() == on_line.len());
            let at = on_line.iter().position(|other| other == place);
            let text = source.zip(at).and_then(|(texts, at)| texts.get(at)).map(|(text, _)| text.clone());
            let text = text.or_else(|| (!count.text.is_empty()).then(|| count.text.clone())).or_else(|| sentence(&world.pack, place));
            let bearers = kinds.get(*place).into_iter().flatten().cloned().collect();
            rows.push(Row { place: (*place).clone(), text: text.unwrap_or_default(), bearers, verdict: Verdict::of(&count), count });
        }
        // Adds effects that are written in the package but that no item has, such as those of a stunt that was never bought.
        for ((file, line), texts) in &written {
            let place = EffectPlace { file: file.clone(), line: *line, column: 0 };
            if !columns.contains_key(&(file, *line)) && selection.is_own(&place) {
                rows.extend(texts.iter().map(|(text, kind)| Row {
                    place: place.clone(),
                    text: text.clone(),
                    bearers: kind.iter().cloned().collect(),
                    count: EffectCount::default(),
                    verdict: Verdict::Absent,
                }));
            }
        }
        rows.sort_by(|one, other| (one.verdict, &one.place).cmp(&(other.verdict, &other.place)));
        EffectReport { games, rows }
    }

    /// Returns the report as text.
    pub(super) fn text(&self) -> String {
        let mut out = format!("effects in {}\n", self.games);
        let of = |verdict: Verdict| self.rows.iter().filter(move |row| row.verdict == verdict);
        for verdict in Verdict::ALL {
            if of(verdict).next().is_none() {
                continue;
            }
            out.push_str(&format!("\n{}:\n", verdict.words()));
            for row in of(verdict) {
                out.push_str(&format!("  {}:{}  {}{}\n", row.place.file, row.place.line, row.text, row.notes()));
            }
        }
        if self.rows.is_empty() {
            out.push_str("\nthere are none\n");
            return out;
        }
        let sums: Vec<String> = Verdict::ALL
            .into_iter()
            .map(|verdict| (of(verdict).count(), verdict.words()))
            .filter(|(count, _)| *count > 0)
            .map(|(count, words)| format!("{count} {words}"))
            .collect();
        out.push_str(&format!("\n{}: {}\n", counted(self.rows.len(), "effect"), sums.join("; ")));
        out
    }

    /// Returns the rows as JSON.
    pub(super) fn json(&self) -> Value {
        Value::Array(self.rows.iter().map(Row::json).collect())
    }
}

impl Row {
    /// Returns notes in brackets: the stunt, the kinds of items that have the effect, and the counts.
    fn notes(&self) -> String {
        let mut notes: Vec<String> = Vec::new();
        if !self.count.stunt.is_empty() {
            notes.push(format!("stunt {}", self.count.stunt));
        }
        match self.verdict {
            _ if !self.bearers.is_empty() => notes.push(self.bearers.join(", ")),
            Verdict::Absent => notes.push("no item has it".to_owned()),
            // The aspect belongs to a place, a rule, a background or a party.
            _ => {}
        }
        let EffectCount { games, acted_in, acted, built_in, offered, whom, .. } = &self.count;
        match self.verdict {
            Verdict::Acted => {
                notes.push(format!("{} in {acted_in} of {}", counted(*acted, "step"), counted(*games, "game")));
                let mut actors: Vec<(&String, &u64)> = whom.iter().collect();
                actors.sort_by_key(|(name, times)| (std::cmp::Reverse(**times), (*name).clone()));
                notes.extend(actors.into_iter().map(|(name, times)| format!("{name} {times}")));
            }
            Verdict::BuiltIn => notes.push(counted(*built_in, "game")),
            Verdict::Offered => notes.push(counted(*offered, "question")),
            Verdict::Idle | Verdict::Unseen | Verdict::Absent => {}
        }
        format!("  ({})", notes.join("; "))
    }

    fn json(&self) -> Value {
        let EffectCount { stunt, games, acted_in, acted, built_in, offered, looked_at, whom, .. } = &self.count;
        let EffectPlace { file, line, .. } = &self.place;
        json!({
            "file": file.as_str(), "line": line, "text": self.text, "stunt": stunt.as_str(),
            "bearers": self.bearers.iter().map(Name::as_str).collect::<Vec<_>>(), "verdict": self.verdict.word(),
            "games": games, "acted_in": acted_in, "acted": acted, "built_in": built_in, "offered": offered, "looked_at": looked_at,
            "whom": whom,
        })
    }
}

/// Adds a field at the end of a JSON object.
pub(super) fn with_field(document: &str, name: &str, value: &Value) -> String {
    let body = document.trim_end().strip_suffix('}').unwrap_or(document).trim_end();
    let text = format!("{value:#}").replace('\n', "\n  ");
    format!("{body},\n  \"{name}\": {text}\n}}\n")
}

/// An effect as the author wrote it. The second part is the kind of item that its design builds.
type Written = (String, Option<Name>);

/// Returns the effects of designs, stunts and rulesets as they are written, by file and line.
fn written(pack: &Pack) -> BTreeMap<(Name, u32), Vec<Written>> {
    let mut found: BTreeMap<(Name, u32), Vec<Written>> = BTreeMap::new();
    // A derived design repeats the effects of its base. Each effect is listed once.
    let mut seen: BTreeSet<(Name, u32)> = BTreeSet::new();
    for declaration in pack.declarations.values().flat_map(|kind| kind.values()) {
        let mut own: BTreeMap<(Name, u32), Vec<Written>> = BTreeMap::new();
        effects_in(declaration, &declaration.lines, &mut own);
        for (place, texts) in own {
            if seen.insert(place.clone()) {
                found.insert(place, texts);
            }
        }
    }
    found
}

fn effects_in(declaration: &PackDeclaration, lines: &[DeclarationEntry], found: &mut BTreeMap<(Name, u32), Vec<Written>>) {
    for line in lines {
        if line.word == "effect" {
            found.entry((line.place.file.clone(), line.place.line)).or_default().push((line.text.clone(), declaration.builds.clone()));
        }
        effects_in(declaration, &line.lines, found);
    }
}

/// Returns the sentence that describes the effect at a position in the source, from an item that has the effect.
fn sentence(pack: &Pack, place: &EffectPlace) -> Option<String> {
    let items = pack.items.values().flat_map(|kind| kind.values());
    let mut effects = items.flat_map(|item| item.effects.iter().chain(item.modes.iter().flat_map(|mode| &mode.effects)));
    effects.find(|effect| effect.place == *place).map(|effect| effect.text.clone())
}
