//! Compiled world of the rules and one empty file, in a thread of its own. Texts are checked in it like those of an editor; after some
//! hundred of them it has no more room for drafts, and is built again.


use slip_source::diagnostic::Diagnostics;
use slip_ide::{ChangedFile, FileView, CompiledWorld};
use slip_source::{FileId, Package, PackageId, Sources};
use slip_compile::stdlib;
use slip_syntax::tree::File;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// Function called with each checked text.
pub type Look = fn(&FileView<'_, '_, '_, '_>);

/// Thread that checks texts.
pub struct Checker {
    ask: Sender<Arc<str>>,
    done: Receiver<()>,
}

/// Stack size of the thread: that of a main thread.
const STACK: usize = 8 << 20;

impl Checker {
    /// Builds the world.
    pub fn new(look: Look) -> Checker {
        let ((ask, asked), (tell, done)) = (channel::<Arc<str>>(), channel());
        let body = move || {
            // Trees of the rules, parsed once for all worlds.
            let (sources, _, _) = sources("\n");
            let parsed: Vec<_> = sources.files().map(|(id, file)| slip_syntax::parse(id, file)).collect();
            let trees: Vec<_> = parsed.iter().map(|(tree, _)| tree).collect();
            let mut waiting: Option<Arc<str>> = None;
            loop {
                waiting = match standing(&trees, &asked, &tell, waiting, look) {
                    Some(text) => Some(text),
                    None => return,
                };
            }
        };
        thread::Builder::new().stack_size(STACK).spawn(body).expect("a thread");
        Checker { ask, done }
    }

    /// Checks a text.
    pub fn check(&self, text: &str) {
        self.ask.send(text.into()).expect("the checker lives");
        self.done.recv().expect("the checker lives");
    }
}

/// Returns a package with one file of this text, with the rules.
pub fn sources(text: &str) -> (Sources, PackageId, FileId) {
    let mut sources = Sources::new();
    stdlib::add(&mut sources);
    let own = sources.add_package(Package { name: "hostile".into(), edition: 1, ..Package::default() });
    let file = sources.add_file(own, "hostile.slip", text);
    (sources, own, file)
}

/// Answers until a text finds no room; that text is returned. `None` when the sender is gone.
fn standing(
    trees: &[&File],
    asked: &Receiver<Arc<str>>,
    tell: &Sender<()>,
    mut waiting: Option<Arc<str>>,
    look: Look,
) -> Option<Arc<str>> {
    let (sources, own, file) = sources("\n");
    slip_compile::stand(&sources, trees, &Diagnostics::new(), own, |standing| {
        let trail = standing.context.program.take_trail();
        let world = CompiledWorld { standing, trail: &trail, trees, root: own };
        loop {
            let text = match waiting.take() {
                Some(text) => text,
                None => asked.recv().ok()?,
            };
            let fresh = ChangedFile::new(&world, file, &text);
            if !fresh.is_settled() && fresh.checked().is_none() {
                return Some(text);
            }
            look(&FileView::new(&world, file, &fresh));
            tell.send(()).ok()?;
        }
    })
}
