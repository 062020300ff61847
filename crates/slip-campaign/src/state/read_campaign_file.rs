//! Reads a campaign file, with the errors for files that cannot be used.

use super::{Campaign, FORMAT, KIND, PlayedPackage, SheetState};
use serde::Deserialize;
use slip_dice::fate::Track;
use slip_dice::fate::consequence::Grade;
use slip_limits::{CAMPAIGN_NUMBER, CAMPAIGN_TEXT};
use slip_pack::json_reader;
use slip_pack::{BuiltItem, Name, Pack};
use std::collections::BTreeSet;
use std::fmt;

/// Reason why a campaign file cannot be used. The file itself is never changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CampaignFileError {
    /// The text is truncated or is not JSON.
    Damaged(String),
    /// The file is not a campaign.
    Foreign,
    /// The file was written by a later version of Slipyard.
    Newer(u32),
    /// The campaign belongs to another package.
    OtherPackage {
        /// Package that the campaign belongs to.
        of: Name,
        /// Package that the command loaded.
        at_hand: Name,
    },
    /// The content is invalid: a box beyond the end of its track, an owner who does not exist.
    Unsound(Vec<String>),
}

impl fmt::Display for CampaignFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CampaignFileError::Damaged(why) => write!(f, "the file is damaged or incomplete ({why}); it was not changed"),
            CampaignFileError::Foreign => f.write_str("this is not a campaign file of Slipyard; it was not changed"),
            CampaignFileError::Newer(format) => {
                write!(f, "it was written by a later version of Slipyard (format {format}; this one reads {FORMAT}); it was not changed")
            }
            CampaignFileError::OtherPackage { of, at_hand } => {
                write!(f, "it is a campaign of the package `{of}`, but this is `{at_hand}`: give the folder of `{of}` with --in")
            }
            CampaignFileError::Unsound(reasons) => {
                f.write_str("it contains errors:")?;
                reasons.iter().try_for_each(|reason| write!(f, "\n  {reason}"))?;
                f.write_str("\nfix it in an editor, or restore a copy; it was not changed")
            }
        }
    }
}

impl std::error::Error for CampaignFileError {}

/// Fields of a campaign file that are checked before the other fields are parsed.
#[derive(Deserialize)]
struct Head {
    slipyard: Name,
    format: u32,
}

impl Campaign {
    /// Reads a campaign file and checks its content.
    ///
    /// # Errors
    /// Returns [`CampaignFileError`] if the file cannot be used.
    pub fn read(text: &str) -> Result<Campaign, CampaignFileError> {
        // A text that does not begin like a JSON object is not a campaign.
        if text.trim_start().starts_with(|sign| sign != '{') {
            return Err(CampaignFileError::Foreign);
        }
        let damaged = |unread: json_reader::JsonError| CampaignFileError::Damaged(unread.to_string());
        let value: serde_json::Value = json_reader::read(text).map_err(damaged)?;
        let head = Head::deserialize(&value).map_err(|_| CampaignFileError::Foreign)?;
        // Format versions are counted from 1.
        if head.slipyard != KIND || head.format == 0 {
            return Err(CampaignFileError::Foreign);
        }
        if head.format > FORMAT {
            return Err(CampaignFileError::Newer(head.format));
        }
        if let Some(field) = json_reader::too_long(&value, CAMPAIGN_TEXT) {
            return Err(CampaignFileError::Unsound(vec![format!("`{field}` has more than {CAMPAIGN_TEXT} bytes")]));
        }
        let mut campaign: Campaign = json_reader::read(text).map_err(damaged)?;
        if let Some((field, number)) = json_reader::beyond(&value, CAMPAIGN_NUMBER) {
            let most = format!("numbers in a campaign are from -{CAMPAIGN_NUMBER} to {CAMPAIGN_NUMBER}");
            return Err(CampaignFileError::Unsound(vec![format!("`{field}` is {number}: {most}")]));
        }
        // A file edited by hand may contain a track without marks, which is a clear track.
        let people = campaign.people.values_mut().map(|person| &mut person.standing);
        for standing in people.chain(campaign.ships.values_mut().map(|ship| &mut ship.standing)) {
            standing.marked.retain(|_, boxes| !boxes.is_empty());
        }
        let faults = campaign.faults();
        if faults.is_empty() { Ok(campaign) } else { Err(CampaignFileError::Unsound(faults)) }
    }

    /// Returns the text of the campaign file. The text is empty if the campaign cannot be written as JSON, which its types make impossible.
    pub fn text(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Checks that a campaign fits a package: it belongs to the package, all its people and ships are declared there, and no track has
    /// marks beyond its end.
    ///
    /// # Errors
    /// [`CampaignFileError`] with every mismatch.
    pub fn fits(&self, pack: &Pack) -> Result<(), CampaignFileError> {
        if self.package.name != pack.package.name {
            return Err(CampaignFileError::OtherPackage { of: self.package.name.clone(), at_hand: pack.package.name.clone() });
        }
        let mut faults = Vec::new();
        let people = self.people.iter().map(|(name, person)| (name, &person.item, &person.standing));
        let ships = self.ships.iter().map(|(name, ship)| (name, &ship.item, &ship.standing));
        for (name, reference, standing) in people.chain(ships) {
            match pack.item(reference) {
                Some(item) => fits(name, item, standing, &mut faults),
                None => faults.push(format!("`{name}`: the package has no {} `{}.{}`", reference.kind, reference.package, reference.name)),
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(CampaignFileError::Unsound(faults)) }
    }

    /// True if the package has changed since the campaign was last written.
    pub fn is_changed(&self, pack: &Pack) -> bool {
        self.package != PlayedPackage::of(pack)
    }

    /// Returns the contradictions within the campaign itself, independent of the package.
    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.session == 0 {
            faults.push("`session`: sessions are counted from 1".to_owned());
        }
        if self.month == 0 {
            faults.push("`month`: a month has at least one day".to_owned());
        }
        for (name, person) in &self.people {
            person.changes.faults(name, &mut faults);
        }
        let people = self.people.iter().map(|(name, person)| (name, &person.standing));
        let ships = self.ships.iter().map(|(name, ship)| (name, &ship.standing));
        for (name, standing) in people.chain(ships) {
            for (track, boxes) in &standing.marked {
                if boxes.iter().any(|number| !(1..=Track::MAX).contains(number)) {
                    faults.push(format!("`{name}`: {track} has no such box (boxes are numbered from 1 to {})", Track::MAX));
                }
            }
            for consequence in standing.consequences.iter().filter(|consequence| Grade::from_word(&consequence.grade).is_none()) {
                faults.push(format!("`{name}`: `{}` is not a grade; write mild, moderate or severe", consequence.grade));
            }
            for grade in [Grade::Mild, Grade::Moderate, Grade::Severe] {
                let same: Vec<&str> = standing.of_grade(grade).map(|one| one.text.as_str()).collect();
                if let [first, second, ..] = same.as_slice() {
                    let word = grade.word();
                    faults.push(format!(
                        "`{name}`: \"{first}\" and \"{second}\" are both {word}; only one consequence of each grade is allowed"
                    ));
                }
            }
            for consequence in standing.consequences.iter().filter(|consequence| consequence.session > self.session) {
                faults.push(format!(
                    "`{name}`: \"{}\" was taken in session {}, which has not been played",
                    consequence.text, consequence.session
                ));
            }
        }
        for (name, ship) in &self.ships {
            if self.people.contains_key(name) {
                faults.push(format!("`{name}` is a person and a ship: give one of them another name"));
            }
            let named: BTreeSet<&Name> = ship.owners.iter().map(|owner| &owner.who).chain(&ship.crew).collect();
            for who in named.into_iter().filter(|who| !self.people.contains_key(*who)) {
                faults.push(format!("`{name}`: there is no person `{who}`"));
            }
            if let Some(at) = ship.at.as_ref().filter(|at| !self.places.contains_key(*at)) {
                faults.push(format!("`{name}`: there is no place `{at}`"));
            }
        }
        faults
    }
}

fn fits(name: &str, item: &BuiltItem, standing: &SheetState, faults: &mut Vec<String>) {
    if !item.valid {
        faults.push(format!("`{name}`: `{}.{}` has errors, see `slipyard check`", item.package, item.name));
    }
    for (track, boxes) in &standing.marked {
        match item.tracks.get(track) {
            None => faults.push(format!("`{name}` has no track `{track}`")),
            Some(length) => {
                if let Some(last) = boxes.last().filter(|last| i32::from(**last) > *length) {
                    faults.push(format!("`{name}`: box {last} of {track} is marked, but there are only {length} boxes"));
                }
            }
        }
    }
}
