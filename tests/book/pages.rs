//! Reads the pages of the documentation and their fences.

/// Block between two rows of backquotes.
#[derive(Clone, Debug)]
pub(crate) struct Fence {
    /// Kind of the block: `slip`, `console` …
    pub(crate) kind: String,
    /// File name that follows the kind.
    pub(crate) file: Option<String>,
    /// Lines inside the block.
    pub(crate) text: String,
    /// One-based line number of the opening row.
    pub(crate) line: usize,
    /// Texts of the comments directly above it: `fragment: it is half an item`.
    pub(crate) marks: Vec<String>,
}

impl Fence {
    /// Returns the text after a word in a comment above the block.
    pub(crate) fn mark(&self, word: &str) -> Option<&str> {
        self.marks.iter().find_map(|mark| Some(mark.strip_prefix(word)?.trim_start_matches(':').trim()))
    }
}

/// Folders whose `README.md` is the index of the pages in them.
pub(crate) const INDEXED: [&str; 4] = ["docs/book/reference", "docs/book/rulings", "docs/book/tables", "docs/dev/coverage/rulings"];

/// Returns path and text of every page that is checked.
pub(crate) fn pages() -> Vec<(String, String)> {
    let mut paths =
        vec!["README.md".to_owned(), "CONTRIBUTING.md".to_owned(), "docs/rationale.md".to_owned(), "editors/README.md".to_owned()];
    for folder in ["docs/book"].iter().chain(&INDEXED).chain(&["docs/codes", "docs/dev", "docs/dev/coverage"]) {
        let mut own: Vec<String> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path().to_str().unwrap().to_owned()).collect();
        own.retain(|path| path.ends_with(".md"));
        own.sort();
        paths.extend(own);
    }
    paths.into_iter().map(|path| (path.replace('\\', "/"), text(&path))).collect()
}

pub(crate) fn text(path: &str) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}")).replace("\r\n", "\n")
}

/// Returns the fences of a page, in order.
pub(crate) fn fences(page: &str) -> Vec<Fence> {
    let mut found: Vec<Fence> = Vec::new();
    let mut marks = Vec::new();
    let mut open = false;
    for (line, number) in page.lines().zip(1..) {
        if let Some(head) = line.strip_prefix("```") {
            if open {
                assert_eq!(head, "", "line {number}: a fence inside a fence");
            } else {
                let (kind, file) = head.split_once(' ').map_or((head, None), |(kind, file)| (kind, Some(file.trim().to_owned())));
                found.push(Fence { kind: kind.to_owned(), file, text: String::new(), line: number, marks: std::mem::take(&mut marks) });
            }
            open = !open;
        } else if open {
            let fence = found.last_mut().unwrap();
            fence.text.push_str(line);
            fence.text.push('\n');
        } else if let Some(mark) = line.trim().strip_prefix("<!--").and_then(|rest| rest.strip_suffix("-->")) {
            marks.push(mark.trim().to_owned());
        } else if !line.trim().is_empty() {
            marks.clear();
        }
    }
    assert!(!open, "a fence is not closed");
    found
}
