//! Words that look something up and answer no question: `goal`, and `sheet NAME`.

use super::view::sheet;
use super::{Board, Participant};
use slip_play::question::Ask;
use slip_table::goals::goals;
use slip_table::table;

impl Board<'_> {
    /// Returns the text that the typed words look up, such as a sheet, as far as the person may see it. `None` if the words are meant as an
    /// answer.
    ///
    /// # Errors
    /// A sentence with the known names, if the words name no actor.
    pub(super) fn looked_up(&self, by: &Participant, question: &Ask, words: &str) -> Option<Result<String, String>> {
        let (word, name) = words.trim().split_once(char::is_whitespace).unwrap_or((words.trim(), ""));
        match (word.to_lowercase().as_str(), name.trim()) {
            ("goal" | "goals", "") => Some(Ok(goals(self.pack, self.encounter).join("\n"))),
            ("sheet", name) => Some(self.sheet_named(by, question, name)),
            _ => None,
        }
    }

    /// Returns the sheet of an actor; without a name, that of the actor who is asked.
    fn sheet_named(&self, by: &Participant, question: &Ask, name: &str) -> Result<String, String> {
        let fight = self.session.fight();
        let who = match name {
            "" => question.me.actor().ok_or_else(|| "write `sheet NAME`".to_owned())?,
            name => table::called(fight, &self.marks, name)?,
        };
        if !by.viewer.sees(fight, who) {
            return Err(format!("your side does not see `{name}`"));
        }
        Ok(sheet(fight, &by.viewer.shown_fight(fight), by.viewer, who, &self.marks).trim_end().to_owned())
    }
}
