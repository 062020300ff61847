//! Runs encounters and tests for the editor, with the command `slipyard`.

use super::{RUN, SIMULATE, TEST};
use lsp_server::{Message, Notification};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Command of this program that the editor asks the server to run, with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EditorCommand {
    arguments: Vec<String>,
    file: PathBuf,
    folder: PathBuf,
}

impl EditorCommand {
    /// Parses a command and its arguments: a file, and the name of an encounter or test in it.
    pub(super) fn of(command: &str, arguments: &[Value]) -> Option<EditorCommand> {
        let [file, name] = arguments else { return None };
        let (file, name) = (Path::new(file.as_str()?), name.as_str()?.to_owned());
        let folder = crate::project::package_of(file).unwrap_or_else(|| file.to_path_buf());
        let place = folder.to_string_lossy().into_owned();
        let arguments = match command {
            RUN => played("run", place, name),
            SIMULATE => played("simulate", place, name),
            TEST => vec!["test".to_owned(), format!("--filter={name}"), "--".to_owned(), place],
            _ => return None,
        };
        Some(EditorCommand { arguments, file: file.to_path_buf(), folder })
    }

    /// Returns the file that the command is about.
    pub(super) fn file(&self) -> &Path {
        &self.file
    }

    /// Runs the command. The last line of its output is sent as a message, all of it to the log. Unsaved changes are not used; the message
    /// names the files with unsaved changes.
    pub(super) fn run(&self, unsaved: &[String], tell: &crossbeam_channel::Sender<Message>) {
        let mut words = match self.output() {
            Ok(words) => words,
            Err(why) => format!("cannot run `slipyard {}`: {why}", self.arguments.join(" ")),
        };
        let mut last = words.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default().trim().to_owned();
        if !unsaved.is_empty() {
            let note = format!("with the saved files: the unsaved changes in {} do not count", unsaved.join(", "));
            words = format!("{note}\n{words}");
            last = format!("{last} ({note})");
        }
        let say = |method: &str, message: &str| {
            let message = Notification::new(method.to_owned(), json!({ "type": 3, "message": message }));
            // Errors of a disconnected editor are ignored.
            let _ = tell.send(Message::Notification(message));
        };
        say("window/logMessage", &words);
        say("window/showMessage", &last);
    }

    fn output(&self) -> std::io::Result<String> {
        let program = std::env::current_exe()?;
        let mut command = Command::new(program);
        command.arg("--color=never").args(&self.arguments).stdin(Stdio::null());
        if self.folder.is_dir() {
            command.current_dir(&self.folder);
        }
        let output = command.output()?;
        Ok(format!("{}{}", String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout)))
    }
}

/// Returns the arguments of a command about an encounter, written so that a name or folder is never read as an option.
fn played(command: &str, folder: String, name: String) -> Vec<String> {
    vec![command.to_owned(), format!("--in={folder}"), "--".to_owned(), name]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_may_be_called_like_an_option() {
        let deed = EditorCommand::of(TEST, &[json!("nowhere/things.slip"), json!("-1 is less")]);
        let arguments = deed.map(|deed| deed.arguments).unwrap_or_default();
        assert_eq!(arguments.get(1).map(String::as_str), Some("--filter=-1 is less"));
    }

    #[test]
    fn no_name_is_an_option() {
        for command in [RUN, SIMULATE] {
            let deed = EditorCommand::of(command, &[json!("nowhere/things.slip"), json!("--log=/tmp/x")]);
            let arguments = deed.map(|deed| deed.arguments).unwrap_or_default();
            assert_eq!(arguments.get(2..), Some(&["--".to_owned(), "--log=/tmp/x".to_owned()][..]));
        }
    }
}
