//! Checks `encounter` declarations: the map, the sides, their goals and the rules in force.
//!
//! Refuses unknown maps, zones, sides and predicates, sides without actors, and actors without a starting zone. Refuses goals that cannot
//! be reached, impossible victories, and more actors or zones than the engine supports.
//!
//! Invalid combatants and other invalid items were reported at their declaration. Here they only make the encounter unplayable (R-XE9).

mod actor_names;
mod assign_crew;
mod battle_forms;
mod battle_map;
mod hangar_pilots;
mod items_in_use;
mod malformed_actors;
mod maneuvers;
mod platoons;
mod same_name_numbers;
mod ships;
mod side_doctrine;
mod sides;
mod social;
mod stakes_conflict;
mod tasks;
mod usable_skills_and_gear;
mod victory;
mod victory_aspects;
mod victory_bounds;

pub use self::actor_names::{called, note_called};
use super::effect::{self, DeclaredNames, EffectScope};
use super::effect_errors;
use super::encounter_errors as errors;
use super::map::{ZoneReach, unbroken};
use super::ruleset::{self, ProgramSettings};
use super::simple_entries;
use super::simple_entry_errors;
use super::{missing_semicolons, space_errors, station};
use crate::block_schema::{BlockSchema, battles, encounters, raise_and_see, sides as schema_sides, space, talks};
use slip_source::diagnostic::{Code, Diagnostics, Severity};

use crate::resolve::{DeclaredItem, Kinds, Program};
use ecow::EcoString;
use slip_pack::effect::Effect;
use slip_pack::encounter::{Encounter, Play, SceneAspect, SceneScope};
use slip_pack::item::{BuiltItem, Gear, SourcePosition};
use slip_pack::map::Map;
use slip_pack::ruleset::{Rules, Setting};
use slip_pack::{Name, Pack};
use slip_source::Span;
use slip_syntax::tree::{Entry, NamePath};

/// Maximum number of actors of an encounter. The engine cannot list more in one question.
pub const MOST_ACTORS: usize = slip_limits::ENCOUNTER_ACTORS;
/// Maximum number of zones of an encounter's map.
pub const MOST_ZONES: usize = slip_limits::ENCOUNTER_ZONES;

/// Data against which encounters are checked.
#[derive(Clone, Copy)]
pub struct EncounterContext<'c, 't> {
    /// Linked program with all declarations.
    pub program: &'c Program<'t>,
    /// Names that effects may use.
    pub known: &'c DeclaredNames,
    /// Pack as built so far, with items and maps.
    pub pack: &'c Pack,
    /// Settings of all rulesets.
    pub settings: &'c ProgramSettings,
    /// Rules of the package of the encounter ([`ruleset::of_package`]).
    pub rules: &'c Rules,
}

/// Compiles an encounter; `place` is its declaration. Returns `None` if the encounter names no kind of play.
pub fn check(
    context: EncounterContext<'_, '_>,
    declared: &DeclaredItem<'_>,
    place: SourcePosition,
    out: &mut Diagnostics,
) -> Option<Encounter> {
    let encounter = compiled(context, declared, place, out)?;
    let levels: &[&BlockSchema] = match encounter.play {
        Play::Personal => &[&encounters::PERSONAL, &schema_sides::SIDE],
        Play::Space => &[&space::ENCOUNTER, &space::SIDE, &space::SHIP],
        Play::Platoon => &[&battles::ENCOUNTER, &battles::SIDE],
        Play::Social => &[&talks::ENCOUNTER, &schema_sides::SIDE],
        Play::Stakes => &[&raise_and_see::ENCOUNTER, &raise_and_see::SIDE, &raise_and_see::PARTY],
        _ => &[],
    };
    missing_semicolons::told(context.program.sources, (declared.tree.span, &declared.entries), levels, out);
    Some(encounter)
}

fn compiled(
    context: EncounterContext<'_, '_>,
    declared: &DeclaredItem<'_>,
    place: SourcePosition,
    out: &mut Diagnostics,
) -> Option<Encounter> {
    let before = out.count(Severity::Error);
    let program = context.program;
    let play = play(program, declared, out)?;
    let runs = matches!(play, Play::Personal | Play::Space | Play::Platoon | Play::Social | Play::Stakes);
    // An entry of a side may also be written outside the sides. It then applies to all sides.
    let around = |known: &BlockSchema, side: &BlockSchema, out: &mut Diagnostics| {
        simple_entries::check_around(&declared.entries, known, ("side", side), out);
    };
    match (play, &declared.tree.design) {
        (Play::Personal, _) => around(&encounters::PERSONAL, &schema_sides::SIDE, out),
        (Play::Space, _) => around(&space::ENCOUNTER, &space::SIDE, out),
        (Play::Platoon, _) => around(&battles::ENCOUNTER, &battles::SIDE, out),
        (Play::Social, _) => around(&talks::ENCOUNTER, &schema_sides::SIDE, out),
        (Play::Stakes, _) => around(&raise_and_see::ENCOUNTER, &raise_and_see::SIDE, out),
        (_, Some(kind)) => out.push(simple_entry_errors::not_played(
            kind.span(),
            "an encounter",
            play.word(),
            "`personal`, `space`, `social`, `platoon` or `stakes`",
        )),
        (_, None) => {}
    }
    // Space and stakes encounters have no map. An entry `map` in them is reported elsewhere as unknown.
    let map = if matches!(play, Play::Space | Play::Stakes) { None } else { map(context, declared, runs, out) };
    let mut encounter = Encounter {
        name: declared.name().clone(),
        title: declared.title().to_string(),
        package: program.package_name(declared.package).into(),
        doc: declared.tree.doc.as_ref().map(EcoString::to_string),
        play,
        map: map.map(super::map::key),
        sides: Vec::new(),
        aspects: aspects(context, declared, out),
        rules: rules(context, play, declared, out),
        effects: effects(context, play, declared, out),
        tasks: Vec::new(),
        maneuvers: Vec::new(),
        victories: Vec::new(),
        priority: Vec::new(),
        limit: declared.entry("limit").and_then(|entry| limit(entry, out)),
        stations: if play == Play::Space { station::of_package(program, declared.package) } else { Vec::new() },
        boarding: if play == Play::Space { boarding(context, declared, out) } else { None },
        battle: None,
        wager: None,
        social: None,
        waivers: Vec::new(),
        valid: false,
        place,
    };
    if let Some(gravity) = map_gravity(context, declared).filter(|_| play == Play::Personal) {
        encounter.rules.settings.insert("gravity".into(), Setting::Word(gravity));
    }
    if !runs {
        return Some(encounter);
    }
    let reach = map.filter(|map| map.valid && map.zones.len() <= MOST_ZONES).map(|map| ZoneReach::new(map.zones.len(), &map.borders));
    let composites = if play == Play::Social { social::composites(program, declared, out) } else { Vec::new() };
    let scene = Scene { context, declared, map, reach, places: places(context, declared), composites };
    let sides = match play {
        Play::Space => ships::read(&scene, &mut encounter, out),
        Play::Platoon => platoons::read(&scene, &mut encounter, out),
        Play::Stakes => stakes_conflict::read(&scene, &mut encounter, out),
        _ => sides::read(&scene, &mut encounter, out),
    };
    let Some(sound) = sides else { return Some(encounter) };
    if play == Play::Social {
        social::read(&scene, &mut encounter, out);
        social::areas(&scene, &encounter, out);
    }
    // If an unknown actor was reported already, a victory condition about this actor is not reported as a second error.
    let somebody_lost = out.iter().any(|found| found.code == Code::UnknownName && covers(declared.tree.span, found.primary.span));
    tasks::read(&scene, &mut encounter, out);
    maneuvers::read(&scene, &mut encounter, out);
    tasks::priority(&scene, &mut encounter, out);
    let mut conditions = Diagnostics::new();
    let fought = sound && out.count(Severity::Error) == before;
    let origins = (play == Play::Platoon).then(|| battle_forms::read(&scene, &mut encounter, fought, &mut conditions));
    let lines = victory::read(&scene, &mut encounter, &mut conditions);
    if fought && !conditions.has_errors() {
        tasks::too_long(&scene, &encounter, &mut conditions);
        tasks::idle(&scene, &encounter, &mut conditions);
    }
    if play == Play::Social {
        let lines: Vec<Span> = lines.iter().copied().chain(social::lower(&scene, &mut encounter, &mut conditions)).collect();
        if fought && !conditions.has_errors() {
            social::lint(&scene, &encounter, &lines, &mut conditions);
        }
    }
    if let Some(mut origins) = origins.filter(|_| fought && !conditions.has_errors()) {
        origins.victories.extend(lines);
        battle_map::lint(&scene, &encounter, &origins, &mut conditions);
    }
    conditions.retain(|found| !(somebody_lost && found.code == Code::NobodyCalled));
    out.append(conditions);
    // The encounter can be played only if all its entries and names were parsed and resolved.
    let whole = !declared.tree.flawed && declared.entries.iter().all(unbroken);
    let placed = matches!(play, Play::Space | Play::Stakes) || map.is_some_and(|map| map.valid);
    let equipped = items_in_use::is_free_of_errors(&scene, &encounter);
    encounter.valid = sound && whole && placed && equipped && out.count(Severity::Error) == before;
    Some(encounter)
}

/// Data against which the parts of one encounter are checked.
struct Scene<'c, 't> {
    context: EncounterContext<'c, 't>,
    declared: &'c DeclaredItem<'t>,
    map: Option<&'c Map>,
    /// System and world in which the encounter takes place.
    places: Vec<Gear>,
    /// Zones that can be reached from each zone; `None` without a map of playable size.
    reach: Option<ZoneReach>,
    /// Composite parties of a social encounter: several actors who act as one.
    composites: Vec<social::Composite>,
}

impl<'c> Scene<'c, '_> {
    /// Returns the item that was built from a declaration.
    fn built(&self, declared: &DeclaredItem<'_>) -> Option<&'c BuiltItem> {
        self.context.pack.items.get(declared.kind())?.get(&self.context.program.key(declared))
    }

    /// Records the reference of a word to a part of the encounter: a side, or a zone of a card.
    fn note_own_part(&self, span: Span) {
        self.context.program.note_part(span, self.declared.id);
    }

    /// Records for editors that a word refers to a zone of the map, if there is a zone with this name.
    fn note_zone(&self, span: Span, word: &str) {
        if let Some(map) = self.map.filter(|map| map.zone(word).is_some()) {
            self.context.program.note_part_of(span, &map.package, "map", &map.name);
        }
    }

    /// Records for editors that a word refers to an actor.
    fn note_actor(&self, span: Span, gear: &Gear) {
        self.context.program.note_item(span, &gear.package, &gear.kind, &gear.name);
    }

    /// True if any ship of the encounter, or a craft that it carries, has thrust.
    fn somebody_moves(&self, encounter: &Encounter) -> bool {
        let stat = encounter.rules.word("v_shift_stat", "v_shift");
        let moves = |item: &Gear| self.context.pack.item(item).is_none_or(|item| item.stat(stat) > 0);
        let mut actors = encounter.sides.iter().flat_map(|side| &side.actors);
        actors.any(|actor| moves(&actor.item) || actor.ship.iter().flat_map(|ship| &ship.fighters).any(|craft| moves(&craft.item)))
    }
}

/// Kinds of play in which encounters can take place.
const CONFLICTS: &[Play] = &[Play::Personal, Play::Space, Play::Social, Play::Platoon, Play::Stakes];

fn play(program: &Program<'_>, declared: &DeclaredItem<'_>, out: &mut Diagnostics) -> Option<Play> {
    let Some(kind) = program.behind_colon(declared) else {
        // No error is reported here if there is a base. A base without a kind is reported at its declaration; an unknown base is reported by
        // the name resolution.
        if !declared.tree.broken && declared.tree.base.is_none() {
            out.push(errors::no_play(declared.tree.name.span, declared.name(), conflicts()));
        }
        return None;
    };
    let word = &kind.name.text;
    match Play::from_word(word).filter(|play| CONFLICTS.contains(play) && kind.package.is_none()) {
        Some(play) => Some(play),
        None => {
            if declared.tree.broken || declared.tree.design.is_none() {
                return None;
            }
            out.push(errors::unknown_play(kind.span(), word, slip_suggest::nearest(word, conflicts()), conflicts()));
            None
        }
    }
}

fn conflicts() -> impl Iterator<Item = &'static str> + Clone {
    CONFLICTS.iter().map(|play| play.word())
}

fn map<'c>(context: EncounterContext<'c, '_>, declared: &DeclaredItem<'_>, needed: bool, out: &mut Diagnostics) -> Option<&'c Map> {
    let Some(entry) = declared.entry("map") else {
        if needed && !declared.tree.broken && simple_entries::lacks(&declared.entries, &encounters::PERSONAL, "map") {
            out.push(simple_entry_errors::missing(
                declared.tree.name.span,
                &format!("the encounter `{}`", declared.name()),
                "map",
                "map customs_dock",
            ));
        }
        return None;
    };
    let path = simple_entries::path(entry, "the name of a map", out)?;
    let map = find(context.program, declared, &path, "map", out).and_then(|key| context.pack.maps.get(&key))?;
    if map.zones.len() > MOST_ZONES {
        out.push(errors::too_many_zones(path.span(), map.zones.len(), MOST_ZONES));
    }
    Some(map)
}

/// Returns the gravity of the encounter's map, which counts before the setting of the rules. Mistakes are reported at the map.
fn map_gravity(context: EncounterContext<'_, '_>, declared: &DeclaredItem<'_>) -> Option<Name> {
    let path = declared.entry("map")?.only()?.path()?;
    let map = context.program.get(context.program.find(declared.package, &path, Kinds::One("map")).ok()?)?;
    super::map::gravity(map.entry("gravity")?, &mut Diagnostics::new())
}

/// Returns the key in the pack of the declaration that a path refers to.
fn find(program: &Program<'_>, declared: &DeclaredItem<'_>, path: &NamePath, kind: &str, out: &mut Diagnostics) -> Option<Name> {
    match program.find(declared.package, path, Kinds::One(kind)) {
        Ok(id) => program.get(id).map(|found| slip_pack::key(program.package_name(found.package), found.name())),
        Err(diagnostic) => {
            out.push(*diagnostic);
            None
        }
    }
}

/// Returns the aspects of the scene, of its system or world, and of the campaign.
fn aspects(context: EncounterContext<'_, '_>, declared: &DeclaredItem<'_>, out: &mut Diagnostics) -> Vec<SceneAspect> {
    let mut aspects = Vec::new();
    for (key, scope) in [("aspects", SceneScope::Scene), ("campaign", SceneScope::Campaign)] {
        let texts = declared.entry(key).map_or_else(Vec::new, |entry| simple_entries::texts(entry, out));
        aspects.extend(texts.into_iter().map(|text| SceneAspect { text: text.value.to_string(), scope }));
    }
    for kind in ["system", "world"] {
        let Some(entry) = declared.entry(kind) else { continue };
        if !context.program.is_built_kind(kind) {
            out.push(simple_entry_errors::no_design_of(entry.key.span(), kind));
            continue;
        }
        let Some(path) = simple_entries::path(entry, &format!("the name of a {kind}"), out) else { continue };
        let Some(key) = find(context.program, declared, &path, kind, out) else { continue };
        let place = context.pack.items.get(kind).and_then(|items| items.get(&key));
        let texts = place.into_iter().flat_map(|place| &place.aspects);
        aspects.extend(texts.map(|aspect| SceneAspect { text: aspect.text.clone(), scope: SceneScope::System }));
    }
    aspects
}

/// Returns the system and world of the encounter. An unknown name is left out here, because `aspects` reports it.
fn places(context: EncounterContext<'_, '_>, declared: &DeclaredItem<'_>) -> Vec<Gear> {
    let place = |kind: &&str| {
        let path = declared.entry(kind)?.only()?.path()?;
        let found = context.program.get(context.program.find(declared.package, &path, Kinds::One(kind)).ok()?)?;
        let package = context.program.package_name(found.package).into();
        Some(Gear { kind: found.kind().into(), package, name: found.name().clone() })
    };
    ["system", "world"].iter().filter_map(place).collect()
}

/// Returns the effects of the scene, followed by the effects of its world or system. If two effects disagree, the earlier effect wins.
fn effects(context: EncounterContext<'_, '_>, play: Play, declared: &DeclaredItem<'_>, out: &mut Diagnostics) -> Vec<Effect> {
    let scope = EffectScope::of_scene(context.program, context.known, declared.package, play);
    let mut effects = effect::lines(&declared.entries, &scope, out);
    for kind in ["world", "system"] {
        // An unknown place was already reported by `aspects`.
        let path = declared.entry(kind).and_then(|entry| simple_entries::path(entry, "", &mut Diagnostics::new()));
        let key = path.and_then(|path| find(context.program, declared, &path, kind, &mut Diagnostics::new()));
        let place = key.and_then(|key| context.pack.items.get(kind)?.get(&key));
        effects.extend(place.into_iter().flat_map(|place| &place.effects).map(|effect| Effect::clone(effect)));
    }
    effects
}

fn rules(context: EncounterContext<'_, '_>, play: Play, declared: &DeclaredItem<'_>, out: &mut Diagnostics) -> Rules {
    let named = declared.entry("rules").map_or_else(Vec::new, |entry| simple_entries::paths(entry, "the name of a ruleset", out));
    let mut seen: Vec<&NamePath> = Vec::new();
    for path in &named {
        match seen.iter().find(|other| (&other.package, &other.name.text) == (&path.package, &path.name.text)) {
            Some(first) => out.push(simple_entry_errors::name_twice(path.span(), &path.name.text, "rules", first.span())),
            None => seen.push(path),
        }
    }
    let boards = declared.entry("boarding").is_some();
    for path in &named {
        let found = context.program.find(declared.package, path, Kinds::One("ruleset")).ok().and_then(|id| context.program.get(id));
        let is_read = |found: &DeclaredItem<'_>, play| ruleset::is_read_in(context.program, context.settings, found, play);
        if let Some(found) = found.filter(|found| !(is_read(found, play) || boards && is_read(found, Play::Personal))) {
            out.push(errors::ruleset_not_read(path.span(), found.name(), play));
        }
    }
    let rules = ruleset::of_encounter(context.program, context.settings, declared.package, &named, context.rules, out);
    // Items are built before, under the rules of their package. A ruleset that only the encounter names can no longer change their numbers.
    let late = rules.effects.iter().find(|line| line.built().is_some() && !context.rules.effects.contains(line));
    if let (Some(line), Some(entry)) = (late, declared.entry("rules")) {
        let help = "put the ruleset under `variants` of `[rules]` in slipyard.toml; its other effects apply here too";
        out.push(effect_errors::built_too_late(entry.values_span(), &line.text, help));
    }
    rules
}

/// Reads `boarding deck_fight`: the encounter of personal combat by which a boarding is decided.
fn boarding(context: EncounterContext<'_, '_>, declared: &DeclaredItem<'_>, out: &mut Diagnostics) -> Option<Name> {
    let entry = declared.entry("boarding")?;
    let path = simple_entries::path(entry, "the name of an encounter", out)?;
    let found = match context.program.find(declared.package, &path, Kinds::One("encounter")) {
        Ok(id) => context.program.get(id)?,
        Err(diagnostic) => {
            out.push(*diagnostic);
            return None;
        }
    };
    let kind = context.program.behind_colon(found).map(|kind| kind.name.text.as_str());
    if kind.is_some_and(|kind| kind != Play::Personal.word()) {
        out.push(space_errors::boarding_of_other_play(path.span(), found.name()));
    }
    Some(context.program.key(found))
}

/// Reads the turn limit: `limit 12 turns`.
fn limit(entry: &Entry, out: &mut Diagnostics) -> Option<u32> {
    let count = match entry.values.as_slice() {
        [count] => count.expr.int(),
        [count, unit] if unit.expr.name().is_some_and(|word| matches!(word.as_str(), "turns" | "turn" | "rounds" | "round")) => {
            count.expr.int()
        }
        _ => None,
    };
    let fits = count.and_then(|count| u32::try_from(count).ok()).filter(|count| (1..=slip_limits::ENCOUNTER_TURNS).contains(count));
    if fits.is_none() && !entry.broken {
        out.push(errors::limit_form(entry.values_span()));
    }
    fits
}

/// True if the span `whole` contains the span `part`.
fn covers(whole: Span, part: Span) -> bool {
    whole.file == part.file && whole.start <= part.start && part.end <= whole.end
}
