//! Watches folders for changes of files.

use crate::cli::Stop;
use crate::project::Project;
use notify::{Config, Event, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Interval of polling, if the system sends no notifications.
const POLL: Duration = Duration::from_millis(500);
/// Time without events after which a save counts as complete: editors write several times in a row.
const QUIET: Duration = Duration::from_millis(5);
/// Longest wait for a time without events.
const LONGEST: Duration = Duration::from_millis(200);

/// Folders that are watched.
pub(in crate::cli) struct Folders {
    watcher: Box<dyn Watcher>,
    told: Receiver<notify::Result<Event>>,
    /// Folders by their paths with links resolved; true if the folders below are watched too.
    watched: BTreeMap<PathBuf, bool>,
}

impl Folders {
    /// Creates the value; no folder is watched yet.
    pub(in crate::cli) fn new(poll: bool) -> Result<Folders, Stop> {
        let (tell, told) = channel();
        // The receiver is gone when the command is over.
        let tell = move |event| drop(tell.send(event));
        let watcher: Box<dyn Watcher> = if poll {
            let config = Config::default().with_poll_interval(POLL).with_compare_contents(true);
            Box::new(PollWatcher::new(tell, config).map_err(cannot)?)
        } else {
            Box::new(RecommendedWatcher::new(tell, Config::default()).map_err(cannot)?)
        };
        Ok(Folders { watcher, told, watched: BTreeMap::new() })
    }

    /// Watches the given paths, the packages that were loaded, and the places where dependencies were looked for. Returns true if there are
    /// new folders.
    pub(in crate::cli) fn look_at(&mut self, paths: &[PathBuf], project: &Project) -> Result<bool, Stop> {
        let mut wanted: BTreeMap<PathBuf, bool> = BTreeMap::new();
        let mut want = |folder: &Path, below: bool| {
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            if let Ok(real) = std::fs::canonicalize(folder) {
                *wanted.entry(real).or_insert(below) |= below;
            }
        };
        for path in paths {
            // Editors save a file by replacing it, so its folder is watched.
            if path.is_dir() { want(path, true) } else { want(path.parent().unwrap_or(Path::new("")), false) }
        }
        for (_, package) in project.sources.packages() {
            // The embedded library has no manifest.
            if package.manifest.is_some() {
                want(Path::new(&package.root), true);
            }
        }
        for path in &project.looked_for {
            // A path that does not exist yet is watched through its nearest existing folder.
            let beside = path.ancestors().skip(1).map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
            let inside = path.is_dir().then_some(path.as_path());
            inside.into_iter().chain(beside.filter(|folder| folder.is_dir()).take(1)).for_each(|folder| want(folder, false));
        }
        let gone: Vec<PathBuf> =
            self.watched.iter().filter(|(folder, below)| wanted.get(*folder) != Some(below)).map(|(folder, _)| folder.clone()).collect();
        for folder in gone {
            // A removed folder is no longer watched in any case.
            let _ = self.watcher.unwatch(&folder);
            self.watched.remove(&folder);
        }
        let mut more = false;
        for (folder, below) in wanted {
            if !self.watched.contains_key(&folder) {
                let mode = if below { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
                self.watcher.watch(&folder, mode).map_err(cannot)?;
                self.watched.insert(folder, below);
                more = true;
            }
        }
        Ok(more)
    }

    /// Waits for a change, and then until no more events come. Returns the time when the change began.
    pub(in crate::cli) fn wait(&self) -> Result<Instant, Stop> {
        let over = || Stop::because("the system no longer reports changes: start again, or add --poll");
        loop {
            let event = self.told.recv().map_err(|_| over())?;
            if self.matters(&event) {
                break;
            }
        }
        let began = Instant::now();
        while began.elapsed() < LONGEST {
            match self.told.recv_timeout(QUIET) {
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return Err(over()),
            }
        }
        Ok(began)
    }

    /// True if an event may change what is read, or if this is unknown.
    fn matters(&self, event: &notify::Result<Event>) -> bool {
        let Ok(event) = event else { return true };
        let is_read = event.kind.is_access()
            && !matches!(event.kind, notify::EventKind::Access(notify::event::AccessKind::Close(notify::event::AccessMode::Write)));
        !is_read && (event.paths.is_empty() || event.paths.iter().any(|path| !self.is_aside(path)))
    }

    /// True if packages are never read from a path, because it is hidden or in a folder `target`.
    fn is_aside(&self, path: &Path) -> bool {
        let below = self.watched.keys().filter_map(|folder| path.strip_prefix(folder).ok());
        let aside =
            |part: Component<'_>| matches!(part, Component::Normal(name) if name == "target" || name.to_string_lossy().starts_with('.'));
        let mut any = false;
        for rest in below {
            any = true;
            if !rest.components().any(aside) {
                return false;
            }
        }
        any
    }
}

fn cannot(error: notify::Error) -> Stop {
    Stop::because(format!("cannot watch: {error}; add --poll to look at the files every half second instead"))
}
