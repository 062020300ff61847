//! Watches folders for changes of files.
//!
//! The system watches a folder and not its path: if the folder is moved away or removed, and another folder takes its path, the system
//! reports no changes in the new folder. Therefore the parent folder is watched too, and a new folder at the same path is watched again.

use crate::cli::Stop;
use crate::policy;
use crate::project::Project;
use notify::event::ModifyKind;
use notify::{Config, Event, EventKind, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Interval of polling, if the system sends no notifications.
const POLL: Duration = Duration::from_millis(500);
/// Time without events after which a save is complete. Editors write a file several times in a row when they save it.
const QUIET: Duration = Duration::from_millis(5);
/// Longest wait for a time without events.
const LONGEST: Duration = Duration::from_millis(200);

/// Folders that are watched.
pub(in crate::cli) struct Folders {
    watcher: Box<dyn Watcher>,
    told: Receiver<notify::Result<Event>>,
    /// True if the files are looked at by their paths every half second, so that a replaced folder needs no special handling.
    polls: bool,
    /// Folders by their paths with links resolved.
    watched: BTreeMap<PathBuf, Watched>,
    /// True if the files must be read again after a moment: a folder did not exist when its watch began, or new folders are polled.
    ///
    /// Polling compares a file with its state at the start. It misses a file that was changed, read, and changed back before the first
    /// comparison.
    reads_again: bool,
}

/// Folder that is watched.
struct Watched {
    /// True if the folders below are watched too.
    below: bool,
    /// Identity of the folder when the watch began; another folder may later be at the same path.
    identity: Option<Identity>,
}

/// Identity of a folder, which another folder at the same path does not have.
#[cfg(unix)]
type Identity = (u64, u64);
/// Identity of a folder. Another folder at the same path has a different identity.
#[cfg(not(unix))]
type Identity = std::time::SystemTime;

#[cfg(unix)]
fn identity(folder: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(folder).ok().map(|data| (data.dev(), data.ino()))
}

#[cfg(not(unix))]
fn identity(folder: &Path) -> Option<Identity> {
    std::fs::metadata(folder).ok()?.created().ok()
}

/// Returns the nearest folder that exists: the path itself or one above it.
fn nearest(path: &Path) -> Option<PathBuf> {
    let above = path.ancestors().map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
    above.filter(|folder| folder.is_dir()).find_map(|folder| std::fs::canonicalize(folder).ok())
}

impl Folders {
    /// Creates the value; no folder is watched yet.
    pub(in crate::cli) fn new(poll: bool) -> Result<Folders, Stop> {
        let (tell, told) = channel();
        // After the end of the command there is no receiver, so an error is ignored.
        let tell = move |event| drop(tell.send(event));
        let watcher: Box<dyn Watcher> = if poll {
            let config = Config::default().with_poll_interval(POLL).with_compare_contents(true);
            Box::new(PollWatcher::new(tell, config).map_err(cannot)?)
        } else {
            Box::new(RecommendedWatcher::new(tell, Config::default()).map_err(cannot)?)
        };
        Ok(Folders { watcher, told, polls: poll, watched: BTreeMap::new(), reads_again: false })
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
            // An editor saves a file by replacing it, so the folder of the file is watched.
            if path.is_dir() { want(path, true) } else { want(path.parent().unwrap_or(Path::new("")), false) }
        }
        for (_, package) in project.sources.packages() {
            // The embedded library has no manifest.
            if package.manifest.is_some() {
                want(Path::new(&package.root), true);
            }
        }
        for id in &project.roots {
            // The folders that may contain a policy are watched, since a new policy applies as soon as its file exists.
            let root = project.sources.package(*id).map(|package| Path::new(&package.root));
            root.map(policy::policy_folders).unwrap_or_default().iter().for_each(|folder| want(folder, false));
        }
        for path in &project.looked_for {
            // A path that does not exist yet is watched through its nearest existing folder.
            let beside = path.ancestors().skip(1).map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
            let inside = path.is_dir().then_some(path.as_path());
            inside.into_iter().chain(beside.filter(|folder| folder.is_dir()).take(1)).for_each(|folder| want(folder, false));
        }
        let asked: Vec<PathBuf> = wanted.keys().cloned().collect();
        if !self.polls {
            for folder in asked.iter().filter_map(|folder| folder.parent()) {
                wanted.entry(folder.to_path_buf()).or_insert(false);
            }
        }
        let polls = self.polls;
        let is_current = |folder: &PathBuf, watched: &Watched| {
            let is_same = polls || watched.identity.is_some() && watched.identity == identity(folder);
            wanted.get(folder) == Some(&watched.below) && is_same
        };
        let gone: Vec<PathBuf> =
            self.watched.iter().filter(|(folder, watched)| !is_current(folder, watched)).map(|(folder, _)| folder.clone()).collect();
        gone.iter().for_each(|folder| self.forget(folder));
        let (mut more, mut is_gone) = (false, false);
        for (folder, below) in wanted {
            if !self.watched.contains_key(&folder) {
                match self.add(&folder, below) {
                    // The parent of the folder may belong to another user and may not be watchable. Then only a replacement of the folder
                    // goes unnoticed. A folder that is being replaced may be missing for a moment; it is watched again when it is back.
                    Err(_) if !asked.contains(&folder) || !folder.is_dir() => is_gone |= !folder.is_dir(),
                    added => {
                        added?;
                        more = true;
                    }
                }
            }
        }
        self.reads_again |= more && self.polls || is_gone;
        Ok(more)
    }

    /// Watches the nearest existing folders above the paths, because the paths themselves cannot be read at present. Returns true if new
    /// folders are watched.
    pub(in crate::cli) fn look_above(&mut self, paths: &[PathBuf]) -> bool {
        let mut more = false;
        if self.polls {
            return more;
        }
        for folder in paths.iter().filter_map(|path| nearest(path)) {
            let is_watched = self.watched.get(&folder).is_some_and(|watched| watched.identity == identity(&folder));
            if !is_watched {
                self.forget(&folder);
                more |= self.add(&folder, false).is_ok();
            }
        }
        more
    }

    fn add(&mut self, folder: &Path, below: bool) -> Result<(), Stop> {
        let mode = if below { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
        let identity = identity(folder);
        self.watcher.watch(folder, mode).map_err(cannot)?;
        self.watched.insert(folder.to_path_buf(), Watched { below, identity });
        Ok(())
    }

    fn forget(&mut self, folder: &Path) {
        // An error is ignored, since a removed folder is no longer watched anyway.
        let _ = self.watcher.unwatch(folder);
        self.watched.remove(folder);
    }

    /// Forgets watched folders that an event removes or renames, with all folders in them. Their identity is not enough to recognise them
    /// later: a new folder may get the number of a removed folder.
    fn notice(&mut self, event: &notify::Result<Event>) {
        let Ok(event) = event else { return };
        let moves = matches!(event.kind, EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_)));
        if self.polls || !moves && !event.need_rescan() {
            return;
        }
        let is_lost = |folder: &Path| event.need_rescan() || event.paths.iter().any(|path| folder.starts_with(path));
        let lost: Vec<PathBuf> = self.watched.keys().filter(|folder| is_lost(folder)).cloned().collect();
        lost.iter().for_each(|folder| self.forget(folder));
    }

    /// Waits for a change, and then until no more events come. Returns the time when the change began.
    pub(in crate::cli) fn wait(&mut self) -> Result<Instant, Stop> {
        let over = || Stop::because("the system no longer reports changes of files: start the command again, or add --poll");
        loop {
            let event = if std::mem::take(&mut self.reads_again) {
                match self.told.recv_timeout(2 * POLL) {
                    Err(RecvTimeoutError::Timeout) => return Ok(Instant::now()),
                    told => told.map_err(|_| over())?,
                }
            } else {
                self.told.recv().map_err(|_| over())?
            };
            let matters = self.matters(&event);
            self.notice(&event);
            if matters {
                break;
            }
        }
        let began = Instant::now();
        while began.elapsed() < LONGEST {
            match self.told.recv_timeout(QUIET) {
                Ok(event) => self.notice(&event),
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
    let error = error.to_string();
    let error = error.trim_end_matches('.');
    Stop::because(format!("cannot watch: {error}; add --poll to look at the files every half second instead"))
}
