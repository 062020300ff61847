//! Lint `hidden-characters`: reports characters that readers do not see or that reorder the text. It checks the texts, comments, manifest
//! and file names of a package. It also reports names and titles that look like another name or title of the package.
//!
//! Identifiers of Slip are ASCII, so none of them mixes scripts. Characters that are illegal outside quotes are syntax errors, and are not
//! reported twice.

use super::hidden_unicode_errors as errors;
use slip_source::diagnostic::{Code, Diagnostic, Diagnostics};

use crate::resolve::{DeclaredItem, Program};
use slip_source::{FileId, Package, PackageId, SourceFile, Span};
use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

/// Reports hidden characters and look-alikes in the given packages. `parsed` has the syntax errors of their files, which are not reported
/// again.
pub fn check(program: &Program<'_>, packages: &BTreeSet<PackageId>, parsed: &Diagnostics, out: &mut Diagnostics) {
    let is_on = |package: &Package| !package.lints.iter().any(|(slug, level)| slug == Code::HiddenCharacters.slug() && level == "allow");
    let off: BTreeSet<PackageId> = program.sources.packages().filter(|(_, package)| !is_on(package)).map(|(id, _)| id).collect();
    let asked = |package: PackageId| package != PackageId::STD && packages.contains(&package);
    let own = |package: PackageId| asked(package) && !off.contains(&package);
    for (id, file) in program.sources.files().filter(|(_, file)| asked(file.package())) {
        // The level of the lint does not apply to file names: they are always checked.
        file_name(program, id, file, out);
        if own(file.package()) {
            text(id, file, parsed, out);
        }
    }
    let declared: Vec<&DeclaredItem<'_>> = program.all().iter().filter(|declared| own(declared.package)).collect();
    names(&declared, out);
    titles(&declared, out);
}

/// Checks the path of a file in its package.
fn file_name(program: &Program<'_>, id: FileId, file: &SourceFile, out: &mut Diagnostics) {
    let root = program.sources.package(file.package()).map_or("", |package| package.root.as_str());
    let inside = file.path().strip_prefix(root).unwrap_or(file.path()).trim_start_matches('/');
    // Line ends and tabs are refused in file names. U+FFFD stands for bytes of the name that are not UTF-8.
    let ends = |(at, letter): (usize, char)| matches!(letter, '\n' | '\t' | '\u{fffd}').then_some((at, letter));
    let first = slip_printable::hidden(inside).chain(inside.char_indices().filter_map(ends)).min_by_key(|(at, _)| *at);
    if let Some((_, letter)) = first {
        out.push(errors::file_name(Span::new(id, 0, 0), &slip_printable::line(inside), letter));
    }
}

/// Checks every line of a file.
fn text(id: FileId, file: &SourceFile, parsed: &Diagnostics, out: &mut Diagnostics) {
    let text = file.text();
    let mut hidden =
        slip_printable::hidden(text).filter(|&(at, letter)| letter != '\r' || !text.get(at..).is_some_and(|rest| rest.starts_with("\r\n")));
    let Some(first) = hidden.next() else { return };
    let reported = reported(id, parsed);
    let mut line: Vec<(Span, char)> = Vec::new();
    let mut end = 0_usize;
    for (at, letter) in std::iter::once(first).chain(hidden) {
        if at >= end {
            report(file, &mut line, out);
            end = text.get(at..).and_then(|rest| rest.find('\n')).map_or(text.len(), |length| at.saturating_add(length));
        }
        let start = u32::try_from(at).unwrap_or(u32::MAX);
        let span = Span::new(id, start, start.saturating_add(u32::try_from(letter.len_utf8()).unwrap_or(0)));
        if !is_reported(&reported, span) {
            line.push((span, letter));
        }
    }
    report(file, &mut line, out);
}

/// Reports the hidden characters of one line as one diagnostic.
fn report(file: &SourceFile, line: &mut Vec<(Span, char)>, out: &mut Diagnostics) {
    if let Some(found) = errors::in_text(file, line) {
        out.push(found);
    }
    line.clear();
}

/// Returns the spans of characters that a syntax error already reports, in the order of the text.
fn reported(id: FileId, parsed: &Diagnostics) -> Vec<Span> {
    let is_letter = |found: &&Diagnostic| matches!(found.code, Code::StrayCharacter | Code::TypographicMark | Code::BadName);
    let spans = parsed.iter().filter(|found| found.primary.span.file == id).filter(is_letter).flat_map(|found| {
        let edits = found.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span);
        std::iter::once(found.primary.span).chain(edits)
    });
    let mut spans: Vec<Span> = spans.collect();
    spans.sort_unstable();
    spans
}

fn is_reported(reported: &[Span], span: Span) -> bool {
    let behind = reported.partition_point(|other| other.start <= span.start);
    // A diagnostic covers one character or one word, so only the last few that begin before a character can cover it.
    reported.get(..behind).unwrap_or_default().iter().rev().take(NEAR).any(|other| other.holds(span))
}

/// Number of diagnostics before a character that are searched for one that covers it.
const NEAR: usize = 4;

/// Reports names that look like another name of the package, whatever their kinds.
fn names(declared: &[&DeclaredItem<'_>], out: &mut Diagnostics) {
    look_alikes(declared, |one| (one.name().as_str(), one.tree.name.span), |_| true, out);
}

/// Reports titles that look like another title of the same package. At least one of the two must not be ASCII.
fn titles(declared: &[&DeclaredItem<'_>], out: &mut Diagnostics) {
    let with_title: Vec<&DeclaredItem<'_>> = declared.iter().copied().filter(|one| one.tree.title.is_some()).collect();
    let odd: BTreeSet<PackageId> = with_title.iter().filter(|one| !one.title().is_ascii()).map(|one| one.package).collect();
    let all: Vec<&DeclaredItem<'_>> = with_title.into_iter().filter(|one| odd.contains(&one.package)).collect();
    let written = |one: &DeclaredItem<'_>| one.tree.title.as_ref().map_or(Span::default(), |title| title.span);
    look_alikes(&all, |one| (one.title().as_str(), written(one)), |words| !words.is_ascii(), out);
}

/// Reports each text that looks like an earlier text of the same package but is not equal to it. `odd` must be true for at least one of the
/// two texts.
fn look_alikes<'d>(
    declared: &[&'d DeclaredItem<'d>],
    written: impl Fn(&'d DeclaredItem<'d>) -> (&'d str, Span),
    odd: impl Fn(&str) -> bool,
    out: &mut Diagnostics,
) {
    let mut first: HashMap<(PackageId, String), (&str, Span)> = HashMap::new();
    for one in with_equal_hash(declared, |one| written(one).0) {
        let (words, span) = written(one);
        let (earlier, place) = *first.entry((one.package, skeleton(words))).or_insert((words, span));
        if earlier != words && (odd(earlier) || odd(words)) {
            out.push(errors::look_alike(span, words, place, earlier));
        }
    }
}

/// Returns the declarations whose texts may look like another text of the same package, in order. Equal hashes find them fast, and in most
/// packages there are only a few.
fn with_equal_hash<'d>(declared: &[&'d DeclaredItem<'d>], written: impl Fn(&'d DeclaredItem<'d>) -> &'d str) -> Vec<&'d DeclaredItem<'d>> {
    let mut hashes: Vec<(PackageId, u64, usize)> =
        declared.iter().enumerate().map(|(at, one)| (one.package, skeleton_hash(written(one)), at)).collect();
    hashes.sort_unstable();
    let equal = hashes.chunk_by(|one, next| (one.0, one.1) == (next.0, next.1)).filter(|equal| equal.len() > 1);
    let mut places: Vec<usize> = equal.flatten().map(|(_, _, at)| *at).collect();
    places.sort_unstable();
    places.into_iter().filter_map(|at| declared.get(at).copied()).collect()
}

/// Returns a hash that is equal for two texts with the same skeleton.
fn skeleton_hash(words: &str) -> u64 {
    let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let start = 0xcbf2_9ce4_8422_2325;
    if !words.is_ascii() {
        return skeleton(words).bytes().fold(start, hash);
    }
    words.bytes().filter_map(|byte| SKELETONS.get(usize::from(byte))).flat_map(|skeleton| skeleton.bytes()).fold(start, hash)
}

/// Skeletons of the ASCII characters, which are the most common in names and titles, computed once.
static SKELETONS: LazyLock<Vec<String>> =
    LazyLock::new(|| (0..128_u8).map(|byte| unicode_security::skeleton(char::from(byte).encode_utf8(&mut [0; 4])).collect()).collect());

/// Returns the skeleton of a text as defined by Unicode Technical Standard 39. Two texts that look alike have the same skeleton.
fn skeleton(words: &str) -> String {
    if !words.is_ascii() {
        return unicode_security::skeleton(words).collect();
    }
    words.bytes().filter_map(|byte| SKELETONS.get(usize::from(byte))).map(String::as_str).collect()
}

#[cfg(test)]
mod tests {
    use super::skeleton;

    #[test]
    fn the_quick_skeleton_of_ascii_is_that_of_unicode() {
        for words in ["corner", "comer", "mark_1", "mark_l", "O0Il1", "a|b`c\"d%e", "Dockside carbine, Mk II"] {
            assert_eq!(skeleton(words), unicode_security::skeleton(words).collect::<String>(), "{words}");
        }
        assert_eq!(skeleton("corner"), skeleton("comer"));
        assert_eq!(skeleton("Crew"), skeleton("\u{421}rew"));
    }
}
