//! A world that stands: rules and one empty file. Texts are checked in it as an editor's are, in a thread of its own; after some
//! hundred of them there is no more room for drafts, and it is built again.


use slip_source::diagnostic::Diagnostics;
use slip_ide::{Fresh, View, World};
use slip_source::{FileId, Package, PackageId, Sources};
use slip_compile::stdlib;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// What is done with a text that has been checked.
pub type Look = fn(&View<'_, '_, '_, '_>);

/// A thread that checks texts.
pub struct Checker {
    ask: Sender<Arc<str>>,
    done: Receiver<()>,
}

/// Bytes of its stack: those of a main thread.
const STACK: usize = 8 << 20;

impl Checker {
    /// Builds the world.
    pub fn new(look: Look) -> Checker {
        let ((ask, asked), (tell, done)) = (channel::<Arc<str>>(), channel());
        let body = move || {
            let mut waiting: Option<Arc<str>> = None;
            loop {
                waiting = match standing(&asked, &tell, waiting, look) {
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

/// A package with one file of this text, beside the rules.
pub fn sources(text: &str) -> (Sources, PackageId, FileId) {
    let mut sources = Sources::new();
    stdlib::add(&mut sources);
    let own = sources.add_package(Package { name: "hostile".into(), edition: 1, ..Package::default() });
    let file = sources.add_file(own, "hostile.slip", text);
    (sources, own, file)
}

/// Answers until a text finds no room; that text is given back. `None` when nobody asks any more.
fn standing(asked: &Receiver<Arc<str>>, tell: &Sender<()>, mut waiting: Option<Arc<str>>, look: Look) -> Option<Arc<str>> {
    let (sources, own, file) = sources("\n");
    let parsed: Vec<_> = sources.files().map(|(id, file)| slip_syntax::parse(id, file)).collect();
    let trees: Vec<_> = parsed.iter().map(|(tree, _)| tree).collect();
    slip_compile::stand(&sources, &trees, &Diagnostics::new(), own, |standing| {
        let trail = standing.context.program.take_trail();
        let world = World { standing, trail: &trail, trees: &trees, root: own };
        loop {
            let text = match waiting.take() {
                Some(text) => text,
                None => asked.recv().ok()?,
            };
            let fresh = Fresh::new(&world, file, &text);
            if !fresh.is_settled() && fresh.checked().is_none() {
                return Some(text);
            }
            look(&View::new(&world, file, &fresh));
            tell.send(()).ok()?;
        }
    })
}
