//! Caches the syntax trees of the embedded standard library, so that it is parsed once per process.

use crate::stdlib;
use slip_source::diagnostic::Diagnostics;
use slip_source::{FileId, SourceFile};

use slip_syntax::tree::File;
use std::borrow::Cow;
use std::sync::OnceLock;

/// Parsed file with its diagnostics.
pub(super) struct ParsedFile {
    pub(super) tree: Cow<'static, File>,
    pub(super) found: Diagnostics,
}

/// Cached tree of a file of the standard library, with its file number.
type Kept = OnceLock<(File, Diagnostics)>;

const FILES: usize = stdlib::FILES.len();

static KEPT: [Kept; FILES] = [const { OnceLock::new() }; FILES];

/// Parses a file, or returns the cached tree of an embedded file with its usual number.
pub(super) fn parsed(id: FileId, file: &SourceFile) -> ParsedFile {
    match kept(id, file) {
        Some(kept) => {
            let (tree, found) = kept.get_or_init(|| slip_syntax::parse(id, file));
            ParsedFile { tree: Cow::Borrowed(tree), found: found.clone() }
        }
        None => {
            let (tree, found) = slip_syntax::parse(id, file);
            ParsedFile { tree: Cow::Owned(tree), found }
        }
    }
}

/// Returns the cache slot of a file of the standard library; `None` if the text is not the embedded one, because a folder may replace the
/// library.
fn kept(id: FileId, file: &SourceFile) -> Option<&'static Kept> {
    let at = usize::try_from(id.0).ok()?;
    let (_, text) = stdlib::FILES.get(at)?;
    (*text == file.text()).then(|| KEPT.get(at)).flatten()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;
    use slip_source::{Package, Sources};

    #[test]
    fn a_tree_that_is_kept_is_the_one_that_parsing_gives_and_another_text_is_parsed_anew() {
        let mut sources = Sources::new();
        stdlib::add(&mut sources);
        for (id, file) in sources.files() {
            let (tree, found) = slip_syntax::parse(id, file);
            for _ in 0..2 {
                let again = parsed(id, file);
                assert_eq!((&*again.tree, again.found.len()), (&tree, found.len()), "{}", file.path());
            }
        }
        let mut sources = Sources::new();
        let package = sources.add_package(Package::default());
        let id = sources.add_file(package, "std/doctrines/fate.slip", "ship ember : spacecraft {\n}\n");
        assert!(kept(id, sources.file(id).unwrap()).is_none());
        assert_eq!(parsed(id, sources.file(id).unwrap()).tree.items.len(), 1);
    }
}
