//! Laws of formatting: the same tree, every comment kept, and a second pass changes nothing. Checked on every file of the
//! repository and on changed copies.

use super::{laid_out, meaning};
use proptest::prelude::*;
use slip_test_support::shipped_packages::repository;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Every `.slip` file of the repository.
pub(super) static FILES: LazyLock<Vec<(PathBuf, String)>> = LazyLock::new(|| {
    fn gather(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                gather(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "slip")
                && let Ok(text) = std::fs::read_to_string(&path)
            {
                found.push((path, text));
            }
        }
    }
    let mut found = Vec::new();
    for folder in ["stdlib", "content", "tests", "crates"] {
        gather(&repository().join(folder), &mut found);
    }
    found.sort();
    found.into_iter().map(|(path, text)| (path.strip_prefix(repository()).unwrap().to_owned(), text)).collect()
});

#[track_caller]
fn keeps_the_laws(text: &str, what: &str) {
    let once = laid_out(text);
    let twice = laid_out(&once.text);
    assert!(once.text == twice.text, "{what}: a second pass changes\n{}\nto\n{}", once.text, twice.text);
    if once.left.is_empty() {
        assert!(meaning(text) == meaning(&once.text), "{what}: means something else, laid out:\n{}", once.text);
    } else {
        assert_eq!(once.left.len(), twice.left.len(), "{what}: more or fewer items parse, laid out:\n{}", once.text);
    }
}

#[test]
fn every_file_of_the_repository_keeps_its_meaning() {
    assert!(FILES.len() > 100, "{} files", FILES.len());
    for (path, text) in FILES.iter() {
        keeps_the_laws(text, &path.display().to_string());
    }
}

#[test]
fn the_files_we_publish_are_laid_out() {
    for (path, text) in FILES.iter().filter(|(path, _)| path.starts_with("stdlib") || path.starts_with("content")) {
        assert!(laid_out(text).text == *text, "{}: run `slipyard fmt`", path.display());
    }
}

/// Ways of changing a space between two words.
#[derive(Clone, Copy, Debug)]
enum Mangle {
    Space,
    Spaces,
    Tab,
    Comment,
    Trailing,
}

/// Returns the spaces of a text outside of strings and comments, in indents or between words.
fn spaces(text: &str) -> Vec<usize> {
    let (mut quoted, mut long, mut comment, mut escaped) = (false, false, false, false);
    let mut found = Vec::new();
    for (at, letter) in text.char_indices() {
        let triple = text.get(at..).is_some_and(|rest| rest.starts_with("\"\"\""));
        match letter {
            '\n' => comment = false,
            _ if comment => {}
            '"' if triple => long = !long,
            _ if long => {}
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '/' if text.get(at..).is_some_and(|rest| rest.starts_with("//")) => comment = true,
            ' ' => found.push(at),
            _ => {}
        }
    }
    found
}

fn mangled(text: &str, changes: &[(prop::sample::Index, Mangle)], windows: bool) -> String {
    let places = spaces(text);
    if places.is_empty() {
        return text.to_owned();
    }
    let mut chosen: Vec<(usize, Mangle)> = changes.iter().map(|(index, mangle)| (*index.get(&places), *mangle)).collect();
    chosen.sort_by_key(|(at, _)| *at);
    chosen.dedup_by_key(|(at, _)| *at);
    let mut mangled = String::new();
    let mut from = 0;
    for (at, mangle) in chosen {
        mangled.push_str(&text[from..at]);
        mangled.push_str(match mangle {
            Mangle::Space => " ",
            Mangle::Spaces => "    ",
            Mangle::Tab => "\t ",
            Mangle::Comment => " // a word aside\n ",
            Mangle::Trailing => " ",
        });
        if matches!(mangle, Mangle::Trailing) && text[at..].trim_start_matches(' ').starts_with('\n') {
            mangled.push_str("  \t");
        }
        from = at + 1;
    }
    mangled.push_str(&text[from..]);
    if windows { mangled.replace('\n', "\r\n") } else { mangled }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_mangled_file_keeps_its_meaning(
        file in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(vec![
            Mangle::Space, Mangle::Spaces, Mangle::Tab, Mangle::Trailing, Mangle::Spaces, Mangle::Comment,
        ])), 0..40),
        windows in any::<bool>(),
    ) {
        let (path, text) = &FILES[file.index(FILES.len())];
        prop_assume!(text.len() < 20_000);
        keeps_the_laws(&mangled(text, &changes, windows), &path.display().to_string());
    }

    /// Tests the layout of lines that open, close, break and begin items, in any order.
    #[test]
    fn lines_in_any_order_are_laid_out_once_and_for_all(
        lines in prop::collection::vec(prop::sample::select(vec![
            "}", "  }", "}", "weapon a : b {", "weapon c \"C\" : b from x {", "  tech T1", "  tracks {", "  }", "mark m \"text\"",
            "/// doc", "// comment", "  picture \"\"\"", "  \"\"\"", "harm 3", "  cost (1", "  ]", "", "{", "  beam = 3", "  a 1; b 2 ;; c",
            "} /// after", "} mark n \"n\"", "stat x y {", "  ((((((((", "use std.{a,  b}", "  stunts a,", "  \"open", "    , b", "  3 + x",
            "  + spend when x and", "    y", "  effect +1 to a when b", "  when z", "  { a { b   12", "    c    1 }", "}}", "  zone  x   \"Y\"",
            "  zonal z \"Y\"", "\t x  -1", "alias a   for b", "test \"t\" { expect a<=3", "  else \"no\" // because",
        ]), 0..40),
    ) {
        let text = lines.join("\n");
        let once = laid_out(&text);
        let twice = laid_out(&once.text);
        prop_assert_eq!(&once.text, &twice.text, "from\n{}", text);
        if once.left.is_empty() {
            prop_assert_eq!(meaning(&text), meaning(&once.text), "from\n{}\nto\n{}", text, once.text);
        }
    }
}
