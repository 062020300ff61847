//! Campaign that a scenario is played in: the state of everyone before and after the encounters.

use crate::cli::upkeep::campaign_package;
use crate::cli::{Console, Stop};
use crate::project;
use slip_campaign::state::{Campaign, EncounterFate, ParticipantResult, PlayedPackage, RecordedConsequence};
use slip_dice::fate::Grade;
use slip_limits::CAMPAIGN_BYTES;
use slip_pack::encounter::Encounter;
use slip_pack::item::Gear;
use slip_pack::scenario::parties;
use slip_pack::{Name, Pack, scenario};
use slip_session::scenario::{NextEncounter, PartyAfterEncounter, PartyKey, PartyLoss, ScenarioProgress, party, winner_of};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Campaign file that is being used, and the campaign in it.
#[derive(Clone)]
pub(in crate::cli) struct CampaignInUse {
    file: PathBuf,
    read: String,
    campaign: Campaign,
    told: Vec<String>,
    /// True if a member of the campaign took part in an encounter of this run.
    met: bool,
}

impl CampaignInUse {
    /// Reads the campaign file, and checks that it belongs to the package.
    pub(in crate::cli) fn read(file: &Path, pack: &Pack) -> Result<CampaignInUse, Stop> {
        let shown = crate::cli::shown(file);
        let read = project::stored_text(file, CAMPAIGN_BYTES).map_err(|error| Stop::unread(file, &error))?;
        let campaign = Campaign::read(&read).map_err(|broken| Stop::because(format!("`{shown}`: {broken}")))?;
        campaign.fits(pack).map_err(|broken| Stop::because(format!("`{shown}`: {broken}")))?;
        Ok(CampaignInUse { file: file.to_owned(), read, campaign, told: Vec::new(), met: false })
    }

    /// Returns the package with everyone's advancement applied; `None` if no one has learned anything.
    pub(in crate::cli) fn learned(&self, folder: &Path, console: &mut Console<'_>) -> Result<Option<Pack>, Stop> {
        if self.campaign.people.values().all(|person| person.changes.is_empty()) {
            return Ok(None);
        }
        let ground = campaign_package::ground(folder, &self.campaign, console)?;
        let ground = ground.ok_or_else(|| Stop::because("a person of the campaign has learned something that the rules do not allow"))?;
        Ok(Some(ground.pack))
    }

    /// Returns the state of the campaign members that an encounter of the pack may use. The key of a member is its item and its number
    /// among the members with that item (R-VC9).
    pub(in crate::cli) fn conditions(&self, pack: &Pack) -> BTreeMap<PartyKey, PartyAfterEncounter> {
        let people = self.campaign.people.iter().map(|(name, person)| (name, &person.item, &person.standing));
        let ships = self.campaign.ships.iter().map(|(name, ship)| (name, &ship.item, &ship.standing));
        let mut conditions = BTreeMap::new();
        for (name, item, standing) in people.chain(ships).filter(|(_, item, _)| pack.item(item).is_some()) {
            let Some(place) = self.campaign.called(item).iter().position(|there| *there == name) else { continue };
            let wound = |one: &slip_campaign::state::Consequence| scenario::CarriedConsequence {
                grade: one.grade.clone(),
                text: one.text.clone(),
                track: one.track.clone(),
            };
            let lost = standing.out.as_ref().map(|how| PartyLoss { how: how.as_str().into(), taken_by: None, returns: false });
            let ship = self.campaign.ships.get(name);
            let brought = |free: bool| ship.into_iter().flat_map(|ship| &ship.brought).filter(move |aspect| (aspect.free_tags > 0) == free);
            let sticks = ship.into_iter().flat_map(|ship| ship.aspects.iter().cloned());
            let condition = PartyAfterEncounter {
                marked: standing.marked.iter().map(|(track, boxes)| (track.clone(), boxes.iter().copied().collect())).collect(),
                consequences: standing.consequences.iter().map(wound).collect(),
                fate: i32::try_from(standing.fate).ok(),
                lost,
                unmended: ship.is_some(),
                aspects: brought(false).map(|aspect| aspect.text.clone()).chain(sticks).collect(),
                tagged: brought(true).map(|aspect| aspect.text.clone()).collect(),
                session: standing.counted.clone(),
                ..PartyAfterEncounter::default()
            };
            conditions.insert(party(item, place + 1), condition);
        }
        conditions
    }

    /// Records in the campaign the state that its members have after an encounter.
    pub(in crate::cli) fn settle(&mut self, next: &NextEncounter, progress: &ScenarioProgress<'_>) {
        let encounter = &next.encounter;
        if let Some(Some(ended)) = progress.ended().get(next.number) {
            let winner = winner_of(encounter, ended).map_or("no side", |side| side.as_str());
            self.told.push(format!("{}: won by {winner}", encounter.title));
        }
        for (item, count) in parties(encounter) {
            let known = self.known(item, count).cloned();
            let (Some(who), Some(condition)) = (known, progress.conditions().get(&party(item, count))) else { continue };
            self.met = true;
            let here =
                progress.ended().get(next.number).and_then(Option::as_ref).is_some_and(|ended| ended.lost.contains(&party(item, count)));
            let left = self.left(encounter, &who, condition, condition.lost.as_ref().filter(|_| here));
            self.told.extend(self.campaign.settle(&encounter.rules, &who, &left));
        }
    }

    fn left(&self, encounter: &Encounter, who: &Name, condition: &PartyAfterEncounter, lost: Option<&PartyLoss>) -> ParticipantResult {
        let marked: BTreeMap<Name, BTreeSet<u8>> =
            condition.marked.iter().map(|(track, boxes)| (track.clone(), boxes.iter().copied().collect())).collect();
        let before = self.campaign.standing(who);
        let more = |(track, boxes): &(&Name, &BTreeSet<u8>)| {
            !boxes.is_subset(before.and_then(|before| before.marked.get(*track)).unwrap_or(&BTreeSet::new()))
        };
        let hit = marked.iter().filter(more).map(|(track, _)| track.clone()).collect();
        let wounds = condition.consequences.iter().filter_map(|wound| {
            Some(RecordedConsequence { grade: Grade::from_word(&wound.grade)?, text: wound.text.clone(), track: wound.track.clone() })
        });
        let taker = lost.and_then(|lost| lost.taken_by.as_ref());
        let taken_by = taker.filter(|_| self.campaign.ships.contains_key(who)).map(|side| self.members(encounter, side));
        // A ship captured by campaign members stays in the campaign; a ship captured by other people is gone until it is brought back.
        let about = taken_by.as_ref().is_some_and(|takers| !takers.is_empty());
        let ended = match lost {
            None => EncounterFate::Standing,
            Some(lost) if lost.how == "conceded" => EncounterFate::Conceded,
            Some(lost) if lost.returns || about => EncounterFate::Returns(lost.how.to_string()),
            Some(lost) => EncounterFate::Gone(lost.how.to_string()),
        };
        let brought = self.campaign.ships.get(who).map_or(&[][..], |ship| &ship.brought);
        let tags_used = brought.iter().filter(|aspect| aspect.free_tags > 0 && !condition.tagged.contains(&aspect.text));
        let tags_used = tags_used.map(|aspect| aspect.text.clone()).collect();
        ParticipantResult {
            marked,
            hit,
            consequences: wounds.collect(),
            fate: condition.fate.and_then(|fate| u32::try_from(fate).ok()),
            ended,
            aspects: Vec::new(),
            tags_used,
            counted: condition.session.clone(),
            taken_by,
        }
    }

    /// Returns the campaign member with number `count`, from 1, among the members with the same item. Returns `None` if there are not so
    /// many.
    fn known(&self, item: &Gear, count: usize) -> Option<&Name> {
        self.campaign.called(item).get(count.checked_sub(1)?).copied()
    }

    /// Returns the campaign members on a side: those aboard its ships, and those on foot.
    fn members(&self, encounter: &Encounter, side: &Name) -> Vec<Name> {
        let mut all = parties(encounter).into_iter();
        let mut names = Vec::new();
        for there in &encounter.sides {
            let actors = there.actors.iter().map(|actor| 1 + actor.ship.as_ref().map_or(0, |ship| ship.people.len() + ship.fighters.len()));
            let here = all.by_ref().take(actors.sum());
            let known = here.filter_map(|(item, count)| self.known(item, count)).filter(|name| self.campaign.people.contains_key(*name));
            names.extend(known.filter(|_| there.name == *side).cloned());
        }
        names
    }

    /// True if a member of the campaign was in an encounter; parties of raise-and-see conflicts never are.
    pub(in crate::cli) const fn met_anybody(&self) -> bool {
        self.met
    }

    /// True if the game is already recorded in the campaign.
    pub(in crate::cli) fn has(&self, played: &str) -> bool {
        self.campaign.history.iter().any(|entry| entry.did == note_of(played))
    }

    /// Writes the campaign file atomically.
    pub(in crate::cli) fn write(mut self, played: &str, pack: &Pack, console: &mut Console<'_>) -> Result<(), Stop> {
        self.campaign.package = PlayedPackage::of(pack);
        for line in &self.told {
            writeln!(console.err, "{line}")?;
        }
        self.campaign.note(note_of(played), std::mem::take(&mut self.told));
        let before =
            Campaign::read(&self.read).map_err(|broken| Stop::because(format!("`{}`: {broken}", crate::cli::shown(&self.file))))?;
        self.campaign.keep(&before);
        self.campaign.revision += 1;
        if project::write_if_unchanged(&self.file, Some(self.read.as_bytes()), self.campaign.text().as_bytes())? {
            return Ok(());
        }
        Err(Stop::because(format!(
            "`{}` was changed by another program in the meantime and was not overwritten",
            crate::cli::shown(&self.file)
        )))
    }
}

/// Returns the history entry of a game.
fn note_of(played: &str) -> String {
    format!("played {played}")
}
