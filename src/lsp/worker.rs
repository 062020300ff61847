//! Worker thread that compiles a package and answers questions about it.
//!
//! The compiled package (world) borrows its texts and trees, so it is on the stack of its own thread. The server sends questions and waits
//! for the answers, which take milliseconds. Each new world has a new thread; the old thread answers until the new one is ready.

use super::convert_positions::Encoding;
use super::diagnostics;
use super::request_handlers::{self, FileRequest};
use super::snapshot::{Snapshot, WorldRoot};

use crate::project::UnsavedTexts;
use crossbeam_channel::{Receiver, Sender, unbounded};
use slip_ide::{ChangedFile, CompiledWorld, FileView};
use slip_source::diagnostic::{Diagnostic, Diagnostics};
use slip_source::{FileId, PackageId};
use slip_syntax::tree::File;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// Diagnostics by file, in the protocol's format.
pub(super) type FileDiagnostics = BTreeMap<PathBuf, Vec<lsp_types::Diagnostic>>;

/// Message from a worker to the server.
pub(super) enum WorkerMessage {
    /// The worker has compiled the package.
    Ready {
        place: WorldRoot,
        /// Number of the compilation that the server ordered.
        order: u64,
        ground: Arc<Snapshot>,
        asked: Sender<WorkerQuestion>,
        found: FileDiagnostics,
    },
    /// The worker could not compile the package.
    Failed { place: WorldRoot, order: u64, why: String },
}

/// Question from the server to a worker.
pub(super) enum WorkerQuestion {
    /// Diagnostics of a file with its current text; the answer is `None` if not all of them can be computed without a full compilation.
    Changed { file: PathBuf, text: Arc<str>, reply: Sender<Option<Vec<lsp_types::Diagnostic>>> },
    /// Request of the editor about a file, with its current text.
    Request { asked: FileRequest, reply: Sender<Result<serde_json::Value, String>> },
}

/// Order of the server to compile a package.
pub(super) struct CompileJob {
    pub(super) place: WorldRoot,
    pub(super) number: u64,
    /// Snapshot of the last compilation; `None` if all files must be read again.
    pub(super) before: Option<Arc<Snapshot>>,
    pub(super) unsaved: UnsavedTexts,
    pub(super) encoding: Encoding,
}

/// Compiles a package in a new thread.
pub(super) fn start(order: CompileJob, tell: Sender<WorkerMessage>) {
    let (place, number) = (order.place.clone(), order.number);
    let failed = move |why: String| WorkerMessage::Failed { place: place.clone(), order: number, why };
    let (told, broken) = (tell.clone(), failed.clone());
    let body = move || {
        let kept = catch_unwind(AssertUnwindSafe(|| keep(order, &told)));
        let why = match kept {
            Ok(Ok(())) => return,
            Ok(Err(why)) => why,
            Err(panic) => super::panic_words(&*panic),
        };
        // If the receiver is gone, the server has ended.
        let _ = told.send(broken(why));
    };
    if let Err(error) = std::thread::Builder::new().name("world".to_owned()).stack_size(STACK).spawn(body) {
        let _ = tell.send(failed(error.to_string()));
    }
}

/// Stack size of a worker thread: that of the main thread on most systems.
const STACK: usize = 8 << 20;

fn keep(order: CompileJob, tell: &Sender<WorkerMessage>) -> Result<(), String> {
    let ground = match &order.before {
        Some(before) => before.with_texts(&before.newer(&order.unsaved)),
        None => {
            let ground = Snapshot::load(&order.place, &order.unsaved)?;
            let newer = ground.newer(&order.unsaved);
            if newer.is_empty() { ground } else { ground.with_texts(&newer) }
        }
    };
    let ground = Arc::new(ground);
    stand(&ground, |world, all| {
        let keeper = WorkerState::new(world, (&order.place, &ground), order.encoding, all);
        let (asked, questions) = unbounded();
        let ready = WorkerMessage::Ready {
            place: order.place.clone(),
            order: order.number,
            ground: Arc::clone(&ground),
            asked,
            found: keeper.all(),
        };
        if tell.send(ready).is_ok() {
            keeper.answer(&questions);
        }
    });
    Ok(())
}

/// Compiles a snapshot, and calls `look` with the compiled package and all findings about it.
pub(super) fn stand<T>(ground: &Snapshot, look: impl FnOnce(&CompiledWorld<'_, '_, '_, '_>, Vec<Diagnostic>) -> T) -> T {
    let root = ground.project.roots.first().copied().unwrap_or(PackageId::STD);
    let trees: Vec<&File> = ground.parsed.iter().map(|parsed| &parsed.tree).collect();
    let found: Diagnostics = ground.parsed.iter().flat_map(|parsed| parsed.found.iter().cloned()).collect();
    slip_compile::stand(&ground.sources, &trees, &found, root, |standing| {
        let trail = standing.context.program.take_trail();
        let world = CompiledWorld { standing, trail: &trail, trees: &trees, root };
        let mut all: Vec<Diagnostic> = ground.project.diagnostics.iter().cloned().collect();
        all.extend(standing.of_root(root));
        all.extend(ground.policies.judge(&ground.project, standing.exceptions));
        look(&world, all)
    })
}

/// Data with which a worker answers questions.
pub(super) struct WorkerState<'k, 's, 'p, 't> {
    pub(super) world: &'k CompiledWorld<'k, 's, 'p, 't>,
    pub(super) place: &'k WorldRoot,
    pub(super) ground: &'k Snapshot,
    pub(super) encoding: Encoding,
    /// Path of each file, by id.
    paths: BTreeMap<FileId, &'k Path>,
    /// Findings, by file.
    found: BTreeMap<FileId, Vec<Diagnostic>>,
    /// Diagnostics in the protocol's format, for files that are being edited.
    shown: RefCell<BTreeMap<FileId, Rc<diagnostics::ShownDiagnostics>>>,
    /// Files about which a question was asked, each compared with its text at the last question.
    fresh: RefCell<BTreeMap<FileId, Rc<ChangedFile>>>,
}

impl<'k, 's, 'p, 't> WorkerState<'k, 's, 'p, 't> {
    fn new(
        world: &'k CompiledWorld<'k, 's, 'p, 't>,
        (place, ground): (&'k WorldRoot, &'k Snapshot),
        encoding: Encoding,
        all: Vec<Diagnostic>,
    ) -> Self {
        let mut found: BTreeMap<FileId, Vec<Diagnostic>> = BTreeMap::new();
        for diagnostic in all {
            found.entry(diagnostic.primary.span.file).or_default().push(diagnostic);
        }
        for list in found.values_mut() {
            list.sort_by_key(|diagnostic| (diagnostic.primary.span, diagnostic.code));
            list.dedup();
        }
        let paths = ground.paths.iter().map(|(path, id)| (*id, path.as_path())).collect();
        WorkerState { world, place, ground, encoding, paths, found, shown: RefCell::default(), fresh: RefCell::default() }
    }

    /// Answers questions until the server closes the channel.
    fn answer(&self, questions: &Receiver<WorkerQuestion>) {
        for question in questions {
            match question {
                WorkerQuestion::Changed { file, text, reply } => {
                    let found = catch_unwind(AssertUnwindSafe(|| self.changed(&file, &text)));
                    let _ = reply.send(found.unwrap_or_default());
                }
                WorkerQuestion::Request { asked, reply } => {
                    let answer = catch_unwind(AssertUnwindSafe(|| request_handlers::answer(self, &asked)));
                    let answer = answer.unwrap_or_else(|panic| Err(super::panic_words(&*panic)));
                    let _ = reply.send(answer);
                }
            }
        }
    }

    /// Returns the findings of a file as it was compiled.
    pub(super) fn found(&self, file: FileId) -> &[Diagnostic] {
        self.found.get(&file).map_or(&[], Vec::as_slice)
    }

    /// Returns a file with its current text, compared with the text that was compiled.
    pub(super) fn fresh(&self, file: FileId, text: &Arc<str>) -> Rc<ChangedFile> {
        if let Some(fresh) = self.fresh.borrow().get(&file).filter(|fresh| *fresh.text() == *text) {
            return Rc::clone(fresh);
        }
        let fresh = Rc::new(ChangedFile::new(self.world, file, text));
        self.fresh.borrow_mut().insert(file, Rc::clone(&fresh));
        fresh
    }

    /// Returns the path of a file.
    pub(super) fn path(&self, file: FileId) -> Option<&'k Path> {
        self.paths.get(&file).copied()
    }

    fn all(&self) -> FileDiagnostics {
        let mut all = FileDiagnostics::new();
        for (path, id) in &self.ground.paths {
            if let Some(file) = self.ground.sources.file(*id) {
                let fresh = self.fresh(*id, &file.shared_text());
                let view = FileView::new(self.world, *id, &fresh);
                let shown = self.found(*id).iter().map(|found| diagnostics::diagnostic(self, &view, found));
                all.insert(path.clone(), shown.collect());
            }
        }
        self.fresh.borrow_mut().clear();
        all
    }

    /// Returns the diagnostics of a file with its current text, if the changed part can be checked alone.
    fn changed(&self, path: &Path, text: &Arc<str>) -> Option<Vec<lsp_types::Diagnostic>> {
        let file = *self.ground.paths.get(path)?;
        let fresh = self.fresh(file, text);
        let view = FileView::new(self.world, file, &fresh);
        if !fresh.is_settled() && !fresh.checked().is_some_and(|checked| checked.whole) {
            return None;
        }
        let known = self.shown.borrow().get(&file).cloned();
        let shown = known.unwrap_or_else(|| {
            let shown = Rc::new(diagnostics::ShownDiagnostics::new(self, file));
            self.shown.borrow_mut().insert(file, Rc::clone(&shown));
            shown
        });
        Some(shown.now(self, &view))
    }
}
