//! Package that a campaign is played with, with the advancement of the campaign's people applied.

use crate::cli::compile_projects::{self, CompiledProject};
use crate::cli::{Console, Stop};
use slip_campaign::advancement::overlay;
use slip_campaign::state::Campaign;

use crate::project;
use slip_dice::DiceKind;
use slip_dice::fate::check::UNTRAINED;
use slip_pack::encounter::StationWorker;
use slip_pack::item::Gear;
use slip_pack::{BuiltItem, Name, Pack, key};
use slip_report::{DrawOptions, Style, Summary};
use slip_source::diagnostic::{Diagnostics, Severity};
use std::path::Path;

/// Name under which a person with advancement is compiled.
const LEARNED: &str = "_as_learned";
/// File name of the text from which a person with advancement is compiled.
const FILE: &str = "campaign.slip";

/// Package that a campaign is played with.
pub(in crate::cli) struct CampaignPackage {
    pub(in crate::cli) pack: Pack,
}

impl CampaignPackage {
    /// Returns the kind of dice that the rules in force use.
    pub(super) fn kind(&self) -> DiceKind {
        DiceKind::from_word(self.pack.rules.word("dice", "4dF")).unwrap_or(DiceKind::Fudge)
    }
}

/// Compiles the only package around or below a folder.
pub(super) fn package(folder: &Path) -> Result<CompiledProject, Stop> {
    Ok(compile_projects::compile(compile_projects::only(&project::packages(folder)?, folder)?))
}

/// Compiles the package, and then every person of the campaign with advancement. Returns `None` if a person no longer compiles; the error
/// was reported.
pub(in crate::cli) fn ground(folder: &Path, campaign: &Campaign, console: &mut Console<'_>) -> Result<Option<CampaignPackage>, Stop> {
    let world = package(folder)?;
    compile_projects::warn_of_errors(std::iter::once(&world), console)?;
    if campaign.people.values().all(|person| person.changes.is_empty()) {
        return Ok(Some(CampaignPackage { pack: world.pack }));
    }
    Ok(learned(world, campaign, console)?.map(|pack| CampaignPackage { pack }))
}

/// Returns the pack with everyone's advancement applied.
fn learned(world: CompiledProject, campaign: &Campaign, console: &mut Console<'_>) -> Result<Option<Pack>, Stop> {
    let CompiledProject { mut project, mut pack, .. } = world;
    // The hash of the pack is computed before the advancement of people changes the pack, so that it stays the hash of the package.
    let _ = pack.hash();
    let mut text = String::new();
    let mut changed = Vec::new();
    for person in campaign.people.values().filter(|person| !person.changes.is_empty()) {
        let Some(item) = pack.item(&person.item) else { continue };
        let name: Name = format!("{}{LEARNED}", item.name).into();
        text.push_str(&overlay(&pack, &name, person, item));
        changed.push((name, person.item.clone()));
    }
    let Some(root) = project.roots.last().copied() else { return Ok(Some(pack)) };
    let file = project.add_file(root, FILE, text);
    let compiled = slip_compile::compile(&project.sources);
    let errors: Diagnostics =
        compiled.diagnostics.iter().filter(|found| found.severity == Severity::Error && found.primary.span.file == file).cloned().collect();
    if errors.count(Severity::Error) > 0 {
        let picture = DrawOptions { colour: console.colour, ..DrawOptions::default() };
        slip_report::write(console.err, &errors, &project.sources, Style::Human, picture, &Summary::default())?;
        writeln!(console.err, "the rules do not allow this sheet; nothing was written")?;
        return Ok(None);
    }
    for (name, reference) in &changed {
        let built = compiled.pack.items.get(&reference.kind).and_then(|items| items.get(&key(&pack.package.name, name)));
        let Some(built) = built.cloned() else { continue };
        let Some(items) = pack.items.get_mut(&reference.kind) else { continue };
        if let Some(before) = items.get_mut(&key(&reference.package, &reference.name)) {
            let BuiltItem { name, package, place, doc, .. } = before.clone();
            *before = BuiltItem { name, package, place, doc, ..built };
        }
        stand_anew(&mut pack, reference);
    }
    Ok(Some(pack))
}

/// Updates the ranks of a person at the stations of ships.
fn stand_anew(pack: &mut Pack, who: &Gear) {
    let Some(item) = pack.item(who).cloned() else { return };
    for encounter in pack.encounters.values_mut() {
        for ship in encounter.sides.iter_mut().flat_map(|side| &mut side.actors).filter_map(|actor| actor.ship.as_mut()) {
            for (station, post) in encounter.stations.iter().zip(&mut ship.posts) {
                let StationWorker::Person(place) = post.by else { continue };
                if ship.people.get(place).is_some_and(|person| person.item == *who) {
                    let rank = item.rank(&station.skill).or(item.every_skill);
                    (post.rank, post.trained) = (Some(rank.unwrap_or(UNTRAINED)), rank.is_some());
                }
            }
        }
    }
}
