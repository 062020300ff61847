//! Earlier states of a campaign, so that its last changes can be taken back. Each is kept as the fields that a change replaced, in the
//! form of a JSON merge patch (RFC 7396): whole states would make the file grow with every command.

use super::{Campaign, CampaignFileError};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use slip_limits::CAMPAIGN_BYTES;

/// Largest number of changes that can be taken back.
pub const KEPT: usize = 20;

/// Fields of the file that are not part of a state.
const OF_THE_FILE: [&str; 3] = ["history", "earlier", "revision"];

/// State before a change of a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Earlier {
    /// Number of entries in the history before the change.
    pub entries: u32,
    /// Fields that the change replaced, with their former values; a field that was absent is null.
    pub fields: Map<String, Value>,
}

impl Campaign {
    /// Keeps the state before a change, so that [`Campaign::before_last_change`] can return to it. The oldest states are dropped if there
    /// are more than [`KEPT`], or if all together take more than half of the space that a campaign file may have.
    pub fn keep(&mut self, before: &Campaign) {
        let entries = u32::try_from(before.history.len());
        let (Ok(entries), Some(then), Some(now)) = (entries, before.fields(), self.fields()) else { return };
        let fields = difference(&now, &then);
        // A patch cannot set a field to null. A state that contains a null therefore could not be restored, and neither could the states
        // before that state.
        if patched(&now, &fields) == then {
            self.earlier.push(Earlier { entries, fields });
        } else {
            self.earlier.clear();
        }
        let surplus = self.earlier.len().saturating_sub(KEPT);
        self.earlier.drain(..surplus);
        let room = usize::try_from(CAMPAIGN_BYTES / 2).unwrap_or(usize::MAX);
        while !self.earlier.is_empty() && self.text().len() > room {
            self.earlier.remove(0);
        }
    }

    /// Returns the campaign as it was before its last change; `None` if no earlier state is kept. The history then lacks the entries of
    /// this change.
    ///
    /// # Errors
    /// [`CampaignFileError`] if the kept state is not valid, which is possible only if the file was edited by hand.
    pub fn before_last_change(&self) -> Result<Option<Campaign>, CampaignFileError> {
        let mut earlier = self.earlier.clone();
        let Some(last) = earlier.pop() else { return Ok(None) };
        let entries = usize::try_from(last.entries).unwrap_or(usize::MAX);
        if entries > self.history.len() {
            return Err(CampaignFileError::Unsound(vec![format!(
                "`earlier` has a state with {entries} entries in the history, but there are fewer"
            )]));
        }
        let fields = Value::Object(patched(&self.fields().unwrap_or_default(), &last.fields));
        let restored = Campaign::read(&fields.to_string())?;
        let history = self.history.iter().take(entries).cloned().collect();
        Ok(Some(Campaign { history, earlier, revision: self.revision, ..restored }))
    }

    /// Returns the fields of the state.
    fn fields(&self) -> Option<Map<String, Value>> {
        let state = Campaign { history: Vec::new(), earlier: Vec::new(), ..self.clone() };
        match serde_json::to_value(&state) {
            Ok(Value::Object(mut fields)) => {
                fields.retain(|key, _| !OF_THE_FILE.contains(&key.as_str()));
                fields.insert("revision".to_owned(), Value::from(0));
                Some(fields)
            }
            _ => None,
        }
    }
}

/// Returns the merge patch that turns `from` into `to`.
fn difference(from: &Map<String, Value>, to: &Map<String, Value>) -> Map<String, Value> {
    let mut patch = Map::new();
    for (key, value) in to {
        match (from.get(key), value) {
            (Some(same), _) if same == value => {}
            (Some(Value::Object(from)), Value::Object(to)) => {
                patch.insert(key.clone(), Value::Object(difference(from, to)));
            }
            _ => {
                patch.insert(key.clone(), value.clone());
            }
        }
    }
    let gone = from.keys().filter(|key| !to.contains_key(*key));
    patch.extend(gone.map(|key| (key.clone(), Value::Null)));
    patch
}

/// Returns an object with a merge patch applied.
fn patched(from: &Map<String, Value>, patch: &Map<String, Value>) -> Map<String, Value> {
    let mut fields = from.clone();
    for (key, value) in patch {
        match (fields.get(key), value) {
            (_, Value::Null) => {
                fields.remove(key);
            }
            (Some(Value::Object(inside)), Value::Object(patch)) => {
                let inside = patched(inside, patch);
                fields.insert(key.clone(), Value::Object(inside));
            }
            _ => {
                fields.insert(key.clone(), value.clone());
            }
        }
    }
    fields
}
