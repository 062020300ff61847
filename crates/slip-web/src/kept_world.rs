//! Compilation that stays in memory between requests.
//!
//! A compilation borrows its texts and trees, so it is the local state of a future. The future waits for questions only: each question
//! polls it once. The compilation and the data that it borrows thus have one owner, without a thread.

use slip_compile::{Compiled, LinkedPackages};
use slip_ide::CompiledWorld;
use slip_source::diagnostic::Diagnostics;
use slip_source::{PackageId, Sources};
use slip_syntax::tree::File;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

/// Parsed file, kept as long as its text is the same.
#[derive(Debug)]
pub(crate) struct ParsedFile {
    pub(crate) text: Arc<str>,
    pub(crate) tree: File,
    pub(crate) found: Diagnostics,
}

/// Question about a compiled package.
type Question = Box<dyn FnOnce(&CompiledWorld<'_, '_, '_, '_>)>;

/// Compilation of a package, which answers questions until it is dropped.
pub(crate) struct KeptWorld {
    /// Question that the next poll answers.
    question: Rc<Cell<Option<Question>>>,
    compilation: RefCell<Pin<Box<dyn Future<Output = ()>>>>,
}

impl KeptWorld {
    /// Compiles the package `root` from its parsed files. Returns the compilation, which can answer questions, and the result. `None` if
    /// the compilation ended early.
    pub(crate) fn new(sources: Rc<Sources>, files: Vec<Rc<ParsedFile>>, root: PackageId) -> Option<(KeptWorld, Rc<Compiled>)> {
        let question = Rc::new(Cell::new(None));
        let result = Rc::new(Cell::new(None));
        let compilation: Pin<Box<dyn Future<Output = ()>>> =
            Box::pin(compile((sources, files, root), Rc::clone(&result), Rc::clone(&question)));
        let kept = KeptWorld { question, compilation: RefCell::new(compilation) };
        kept.resume();
        Some((kept, result.take()?))
    }

    /// Asks a question. The answer is `None` if the compilation is answering another question.
    pub(crate) fn ask<T: 'static>(&self, question: impl FnOnce(&CompiledWorld<'_, '_, '_, '_>) -> T + 'static) -> Option<T> {
        let answer = Rc::new(Cell::new(None));
        let place = Rc::clone(&answer);
        self.question.set(Some(Box::new(move |world: &CompiledWorld<'_, '_, '_, '_>| place.set(Some(question(world))))));
        self.resume();
        answer.take()
    }

    fn resume(&self) {
        if let Ok(mut compilation) = self.compilation.try_borrow_mut() {
            // This future never completes, so the result of a poll is always pending.
            let _ = compilation.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        }
    }
}

impl fmt::Debug for KeptWorld {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("KeptWorld").finish_non_exhaustive()
    }
}

/// Compiles a package, and then answers questions about it until the program ends.
async fn compile(
    (sources, files, root): (Rc<Sources>, Vec<Rc<ParsedFile>>, PackageId),
    result: Rc<Cell<Option<Rc<Compiled>>>>,
    question: Rc<Cell<Option<Question>>>,
) {
    let trees: Vec<&File> = files.iter().map(|parsed| &parsed.tree).collect();
    let found: Diagnostics = files.iter().flat_map(|parsed| parsed.found.iter().cloned()).collect();
    let linked = LinkedPackages::new(&sources, &trees, &found, root);
    let (checked, compiled) = linked.check();
    let compiled = Rc::new(compiled);
    let standing = checked.kept(&compiled);
    let trail = standing.context.program.take_trail();
    let world = CompiledWorld { standing: &standing, trail: &trail, trees: &trees, root };
    result.set(Some(Rc::clone(&compiled)));
    loop {
        next_poll().await;
        if let Some(question) = question.take() {
            question(&world);
        }
    }
}

/// Waits until the future is polled again.
async fn next_poll() {
    let mut is_next = false;
    let wait = move |_: &mut Context<'_>| if std::mem::replace(&mut is_next, true) { Poll::Ready(()) } else { Poll::Pending };
    poll_fn(wait).await;
}
