//! Recognises imports as other languages write them, and suggests the `use` in their place: `import yards`, `from yards import gun`,
//! `#include "yards"`.

use super::use_mistakes::is_path;
use slip_source::Span;
use slip_source::diagnostic::{Code, Confidence, Diagnostic};

/// First words of the lines by which other languages import names.
const IMPORTS: [&str; 8] = ["import", "include", "from", "using", "require", "open", "#include", "@import"];

/// Line at the start of an item that imports names as another language does.
pub(super) struct ForeignImport<'t> {
    word: &'t str,
    /// Text of the line without a comment at its end.
    line: &'t str,
    /// Line with `use` that has the same meaning; `None` if the line names a file and not a package.
    right: Option<String>,
}

impl<'t> ForeignImport<'t> {
    /// Recognises an import at the start of `text`. A line that a block follows is not recognised: it is the head of an item whose kind is
    /// a word such as `import`.
    pub(super) fn at(text: &'t str) -> Option<ForeignImport<'t>> {
        // Only the beginning of the text is examined: the text may be long, and this function is called for every item.
        let ends = |word: &str| text.strip_prefix(word).is_some_and(|rest| rest.starts_with([' ', '\t', '\r', '\n', '"', '<']));
        let word = IMPORTS.into_iter().find(|word| ends(word))?;
        let line = text.lines().next()?;
        let behind = text.get(line.len()..)?.trim_start();
        let line = line.split(" //").next()?.trim_end();
        let rest = line.get(word.len()..)?.trim().trim_end_matches(';').trim_end();
        if behind.starts_with('{') || rest.is_empty() {
            return None;
        }
        let right = match word {
            "from" => {
                let (package, names) = rest.split_once(" import ").or_else(|| rest.split_once(" use "))?;
                Some(of_package(package, names)?)
            }
            _ => match rest.split_once(" from ") {
                Some((names, package)) => Some(of_package(package, names)?),
                None if is_file(rest) => None,
                None => Some(format!("use {}", path(rest)?)),
            },
        };
        Some(ForeignImport { word, line, right })
    }

    /// Returns the length of the line.
    pub(super) fn length(&self) -> usize {
        self.line.len()
    }

    /// Reports the line at the span `place`. If there is a fix, it writes the import in Slip.
    pub(super) fn report(&self, place: Span) -> Diagnostic {
        let word = self.word;
        match &self.right {
            Some(right) => {
                let title = format!("write `{right}`");
                Diagnostic::new(Code::Syntax, place, format!("`{word}` has no meaning in Slip"))
                    .because("`use` brings in the names of another package")
                    .with_fix(title, Confidence::Unsafe, place, right)
            }
            None => Diagnostic::new(Code::Syntax, place, format!("a line with `{word}` and a file is not needed"))
                .because("written as in another language")
                .with_help("remove the line: the files of a package see each other's items; `use PACKAGE` brings in another package"),
        }
    }
}

/// Returns the `use` for some names of a package: `gun, knife`, `{ gun, knife }`, `*`, `gun as weapon`.
fn of_package(package: &str, names: &str) -> Option<String> {
    let package = path(package)?;
    let names = names.trim().trim_start_matches('{').trim_end_matches('}');
    let names: Vec<&str> =
        names.split(',').filter_map(|name| name.split(" as ").next()).map(str::trim).filter(|name| !name.is_empty()).collect();
    if names == ["*"] || names.is_empty() || package.contains('.') {
        return Some(format!("use {package}"));
    }
    match names.as_slice() {
        [name] => is_path(name).then(|| format!("use {package}.{name}")),
        names => names.iter().all(|name| is_path(name)).then(|| format!("use {package}.{{{}}}", names.join(", "))),
    }
}

/// Rewrites a foreign path as Slip writes it: `"yards"`, `<yards>`, `yards.*` and `yards as y` become `yards`; `yards::gun` becomes
/// `yards.gun`.
fn path(written: &str) -> Option<String> {
    let written = written.split(" as ").next()?.trim().trim_matches(['"', '\'', '<', '>']).replace("::", ".");
    let path = written.strip_suffix(".*").unwrap_or(&written);
    is_path(path).then(|| path.to_owned())
}

fn is_file(written: &str) -> bool {
    let written = written.trim_matches(['"', '\'', '<', '>']);
    !written.contains(' ') && (written.contains(['/', '\\']) || written.ends_with(".slip"))
}
