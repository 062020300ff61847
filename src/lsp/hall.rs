//! A package that the server knows: the world that stands, the one that is on its way, and when the next is due.

use super::ground::{Ground, Place};
use super::keeper::{Found, Question};
use crossbeam_channel::{Sender, bounded};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A package.
pub(super) struct Hall {
    pub(super) place: Place,
    pub(super) asked: Option<Sender<Question>>,
    pub(super) ground: Option<Arc<Ground>>,
    pub(super) found: Found,
    /// The order on its way.
    pub(super) building: Option<u64>,
    /// When the next order is due.
    due: Option<Instant>,
    /// Since when something is new that is not ordered yet.
    since: Option<Instant>,
    /// True if everything is to be read again.
    pub(super) reload: bool,
    /// What was open when the last order went out.
    pub(super) knew: BTreeSet<PathBuf>,
}

/// How long an author may write before everything is compiled again all the same.
const PATIENCE: Duration = Duration::from_secs(2);

impl Hall {
    pub(super) fn new(place: Place) -> Hall {
        let now = Instant::now();
        Hall {
            place,
            asked: None,
            ground: None,
            found: Found::new(),
            building: None,
            due: Some(now),
            since: Some(now),
            reload: true,
            knew: BTreeSet::new(),
        }
    }

    /// Something is new: compile when `pause` has passed without more of it.
    pub(super) fn touch(&mut self, pause: Duration) {
        let now = Instant::now();
        let since = *self.since.get_or_insert(now);
        self.due = Some((now + pause).min(since + PATIENCE));
    }

    /// When to order next, if nothing is on its way.
    pub(super) fn due(&self) -> Option<Instant> {
        self.due.filter(|_| self.building.is_none())
    }

    /// An order goes out.
    pub(super) fn ordered(&mut self, order: u64, open: BTreeSet<PathBuf>) {
        self.knew = open;
        self.building = Some(order);
        self.due = None;
        self.since = None;
        self.reload = false;
    }

    /// An order has come in. Texts that have changed since are asked about again.
    pub(super) fn ready(&mut self) {
        self.building = None;
        if !self.reload {
            self.due = None;
            self.since = None;
        }
    }

    /// Whether what stands is all there is.
    pub(super) fn is_settled(&self) -> bool {
        self.building.is_none() && self.due.is_none()
    }

    /// True if one of its files is this.
    pub(super) fn has(&self, file: &Path) -> bool {
        self.ground.as_ref().is_some_and(|ground| ground.paths.contains_key(file))
    }

    /// Whether a file belongs to the package or to one that it depends on, be it there or not.
    pub(super) fn reads(&self, file: &Path) -> bool {
        let of = Place::of(file);
        let packages = self.ground.iter().flat_map(|ground| ground.project.sources.packages());
        of == self.place || packages.into_iter().any(|(_, package)| !package.root.is_empty() && Path::new(&package.root) == of.path())
    }

    /// Asks the world that stands.
    pub(super) fn ask<T>(&self, question: impl FnOnce(Sender<T>) -> Question) -> Option<T> {
        let (reply, answer) = bounded(1);
        self.asked.as_ref()?.send(question(reply)).ok()?;
        answer.recv().ok()
    }
}
