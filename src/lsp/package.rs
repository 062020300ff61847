//! State of a package in the server: its current world, the world that is being compiled, and the time of the next compilation.

use super::snapshot::{Snapshot, WorldRoot};
use super::worker::{FileDiagnostics, WorkerQuestion};
use crate::policy::POLICY;
use crossbeam_channel::{Sender, bounded};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// State of a package in the server.
pub(super) struct ServerPackage {
    pub(super) place: WorldRoot,
    pub(super) asked: Option<Sender<WorkerQuestion>>,
    pub(super) ground: Option<Arc<Snapshot>>,
    pub(super) found: FileDiagnostics,
    /// Number of the compilation that is in progress.
    pub(super) building: Option<u64>,
    /// Time at which the next compilation starts.
    due: Option<Instant>,
    /// Time of the first change that no compilation includes yet.
    since: Option<Instant>,
    /// True if all files must be read again.
    pub(super) reload: bool,
    /// Files that were open in the editor when the last compilation started.
    pub(super) knew: BTreeSet<PathBuf>,
}

/// Longest delay of a compilation while the author keeps typing.
const PATIENCE: Duration = Duration::from_secs(2);

impl ServerPackage {
    pub(super) fn new(place: WorldRoot) -> ServerPackage {
        let now = Instant::now();
        ServerPackage {
            place,
            asked: None,
            ground: None,
            found: FileDiagnostics::new(),
            building: None,
            due: Some(now),
            since: Some(now),
            reload: true,
            knew: BTreeSet::new(),
        }
    }

    /// Records a change: the package is compiled when `pause` has passed without another change.
    pub(super) fn touch(&mut self, pause: Duration) {
        let now = Instant::now();
        let since = *self.since.get_or_insert(now);
        self.due = Some((now + pause).min(since + PATIENCE));
    }

    /// Returns the time of the next compilation, unless one is in progress.
    pub(super) fn due(&self) -> Option<Instant> {
        self.due.filter(|_| self.building.is_none())
    }

    /// Records the start of a compilation.
    pub(super) fn ordered(&mut self, order: u64, open: BTreeSet<PathBuf>) {
        self.knew = open;
        self.building = Some(order);
        self.due = None;
        self.since = None;
        self.reload = false;
    }

    /// Records that a compilation has ended. If a text has changed since the compilation began, it is checked again.
    pub(super) fn ready(&mut self) {
        self.building = None;
        if !self.reload {
            self.due = None;
            self.since = None;
        }
    }

    /// True if the current world is up to date.
    pub(super) fn is_settled(&self) -> bool {
        self.building.is_none() && self.due.is_none()
    }

    /// True if the package has this file.
    pub(super) fn has(&self, file: &Path) -> bool {
        self.ground.as_ref().is_some_and(|ground| ground.paths.contains_key(file))
    }

    /// True if a file belongs to the package or one of its dependencies, or is the policy of a folder around the package. The file need not
    /// exist.
    pub(super) fn reads(&self, file: &Path) -> bool {
        if file.file_name().is_some_and(|name| name == POLICY) {
            return file.parent().is_some_and(|folder| self.place.path().starts_with(folder));
        }
        let of = WorldRoot::of(file);
        let packages = self.ground.iter().flat_map(|ground| ground.project.sources.packages());
        of == self.place || packages.into_iter().any(|(_, package)| !package.root.is_empty() && Path::new(&package.root) == of.path())
    }

    /// Sends a question to the current world and returns the answer.
    pub(super) fn ask<T>(&self, question: impl FnOnce(Sender<T>) -> WorkerQuestion) -> Option<T> {
        let (reply, answer) = bounded(1);
        self.asked.as_ref()?.send(question(reply)).ok()?;
        answer.recv().ok()
    }
}
