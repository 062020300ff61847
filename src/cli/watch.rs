//! `slipyard watch`: checks again whenever a file is saved.
//!
//! The files are compared with those read before, so a save without a change reports nothing, and file system events need not be
//! interpreted. Trees of unchanged files, and verdicts of unchanged packages, are reused.

mod folders;

use super::args::WatchArgs;
use super::check::{policies, shown};
use super::{CommandStatus, Console, Stop, compile_projects, verdict_cache};
use crate::cache::Cache;
use crate::policy::Policies;
use crate::project::{self, Project};
pub(super) use folders::Folders;
use slip_compile::TreeCache;
use slip_export::cards::counted;
use slip_report::{DrawOptions, Style};
use slip_source::diagnostic::Diagnostics;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

/// Control sequences that clear a terminal.
const EMPTY_SCREEN: &str = "\u{1b}[2J\u{1b}[3J\u{1b}[H";

/// Checks until the program is interrupted.
pub(super) fn run(watch: &WatchArgs, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    if watch.paths.iter().any(|path| path.as_os_str() == "-") {
        return Err(Stop::because("the standard input cannot be watched: give files or folders"));
    }
    let mut folders = Folders::new(watch.poll)?;
    let mut desk = CheckedState { kept: verdict_cache::cache(watch.no_cache), trees: TreeCache::default(), seen: LastInput::Nothing };
    let mut since = Instant::now();
    loop {
        match project::load(&watch.paths, &mut std::io::empty()) {
            Ok(project) => {
                let more = folders.look_at(&watch.paths, &project)?;
                match Policies::of_repositories(&project) {
                    Ok(policies) => desk.look(project, policies, since, watch, console)?,
                    // If a policy cannot be read at the first check, the command fails.
                    Err(failure) if desk.seen == LastInput::Nothing => return Err(failure.into()),
                    Err(failure) => desk.cannot(&failure.message, console)?,
                }
                // Changes made before a folder was watched were not reported, so the files are read once more.
                if more {
                    continue;
                }
            }
            Err(failure) if desk.seen == LastInput::Nothing => return Err(failure.into()),
            Err(failure) => {
                let more = folders.look_above(&watch.paths);
                desk.cannot(&failure.message, console)?;
                if more {
                    continue;
                }
            }
        }
        since = folders.wait()?;
    }
}

/// State of the packages at the last check.
struct CheckedState {
    kept: Cache,
    trees: TreeCache,
    seen: LastInput,
}

#[derive(PartialEq)]
enum LastInput {
    Nothing,
    /// Texts by path, the findings of reading the files, and the policies.
    Texts(BTreeMap<String, Arc<str>>, Diagnostics, Policies),
    /// Reason why the packages could not be read.
    Failure(String),
}

impl CheckedState {
    /// Checks the packages, if a file has changed.
    fn look(
        &mut self,
        mut project: Project,
        policies: Policies,
        since: Instant,
        watch: &WatchArgs,
        console: &mut Console<'_>,
    ) -> Result<(), Stop> {
        let texts = project.sources.files().map(|(_, file)| (file.path().to_owned(), file.shared_text())).collect();
        let now = LastInput::Texts(texts, project.diagnostics.clone(), policies.clone());
        if now == self.seen {
            return Ok(());
        }
        let again = self.seen != LastInput::Nothing;
        self.seen = now;
        let loosened = policies.apply(&mut project);
        let mut found = compile_projects::verdict_again(project, &self.kept, &mut self.trees);
        policies::judge(&policies, loosened, false, &mut found);
        let summary = found.summary();
        if watch.clear {
            write!(console.out, "{EMPTY_SCREEN}")?;
        }
        let picture = DrawOptions { colour: console.colour, ..DrawOptions::default() };
        slip_report::write(console.out, &found.diagnostics, &found.project.sources, Style::from(watch.format), picture, &summary)?;
        console.out.flush()?;
        let how = if again { "checked again" } else { "checked" };
        let files = counted(summary.files.len(), "file");
        let sources: Vec<String> =
            policies.sources().map(|source| format!("; applied the policy `{}`", slip_printable::line(source))).collect();
        writeln!(
            console.err,
            "{how} in {}: {}; watching {files}{}",
            shown(since.elapsed()),
            compile_projects::counts(&found.diagnostics),
            sources.concat()
        )?;
        console.err.flush()?;
        Ok(())
    }

    /// Prints the reason why the packages cannot be read, unless it was printed before.
    fn cannot(&mut self, why: &str, console: &mut Console<'_>) -> Result<(), Stop> {
        let now = LastInput::Failure(why.to_owned());
        if now != self.seen {
            self.seen = now;
            writeln!(console.err, "error: {why}; waiting for a change")?;
            console.err.flush()?;
        }
        Ok(())
    }
}
