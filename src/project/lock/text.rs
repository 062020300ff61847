//! Writes the text of a lock, and reads it with the spans of its entries.

use super::{LibraryPin, Lock, LockComparison, Pin};
use crate::project::errors;
use slip_pack::archive::is_hash;
use slip_source::diagnostic::Diagnostics;
use slip_source::merge_conflict::leftovers;
use slip_source::{FileId, Span, unmarked};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Current version of the lock format, in which packages of the same repository need no pin.
const VERSION: i64 = 3;
/// Version of the format in which every dependency has a pin. It is still written if no dependency is left out.
const ALL_PINNED: i64 = 2;
/// First version of the lock format, in which `std` is a version without a hash.
const FIRST: i64 = 1;
const HEAD: &str = "# What this package was checked with. Written by `slipyard lock`; keep it with the package.\n";
const REPOSITORY: &str = "# Packages of the same repository have no entry: every commit contains them.\n";
const LOCK_KEYS: &[&str] = &["version", "repository", "std", "package"];
const LIBRARY_KEYS: &[&str] = &["version", "hash"];
const PIN_KEYS: &[&str] = &["name", "version", "hash", "needs"];

/// Content of a lock file, with spans.
#[derive(Debug, Default)]
pub(in crate::project) struct WrittenLock {
    pub(super) lock: Lock,
    pub(super) std_at: Option<Span>,
    /// For each pin, by name, the spans of its name and of its hash.
    pub(super) pins_at: BTreeMap<String, (Span, Span)>,
}

/// Returns the text of a lock. Versions are written exactly as in the manifests, even if they are invalid.
pub(super) fn render(lock: &Lock) -> String {
    let quoted = |text: &str| toml::Value::from(text).to_string();
    let (comment, version) = if lock.repository {
        (REPOSITORY, format!("version = {VERSION}\nrepository = true\n"))
    } else {
        ("", format!("version = {ALL_PINNED}\n"))
    };
    let mut text = format!("{HEAD}{comment}{version}std = {{ version = {}, hash = \"{}\" }}\n", quoted(&lock.std.version), lock.std.hash);
    for (name, pin) in &lock.pins {
        let _ = write!(text, "\n[[package]]\nname = \"{name}\"\nversion = {}\nhash = \"{}\"\n", quoted(&pin.version), pin.hash);
        if !pin.needs.is_empty() {
            let needs: Vec<String> = pin.needs.iter().map(|name| format!("\"{name}\"")).collect();
            let _ = writeln!(text, "needs = [{}]", needs.join(", "));
        }
    }
    text
}

/// True if two texts are equal except for their line ends.
pub(super) fn same_text(one: &str, other: &str) -> bool {
    unmarked(one).lines().eq(other.lines())
}

/// Reads the text of a lock.
///
/// # Errors
/// Returns the state of a lock that cannot be used. The reason was reported.
pub(in crate::project) fn read(file: FileId, text: &str, out: &mut Diagnostics) -> Result<WrittenLock, LockComparison> {
    let mut reader = Reader { file, sound: true, out };
    if let Some(left) = leftovers(text).first() {
        let span = reader.span(&left.mark());
        reader.out.push(errors::lock_conflict(span));
        return Err(LockComparison::Unreadable);
    }
    let (document, mistakes) = DeTable::parse_recoverable(text);
    if let Some(mistake) = mistakes.first() {
        let span = mistake.span().map_or(Span::new(file, 0, 0), |range| reader.span(&range));
        reader.out.push(errors::lock_damaged(span, mistake.message()));
        return Err(LockComparison::Unreadable);
    }
    match version(document.get_ref()) {
        Some((VERSION | ALL_PINNED | FIRST, _)) => {}
        Some((other, range)) if other > VERSION => {
            let span = reader.span(&range);
            reader.out.push(errors::newer_lock(span, other, VERSION));
            return Err(LockComparison::Newer);
        }
        found => {
            let span = found.map_or(Span::new(file, 0, 0), |(_, range)| reader.span(&range));
            reader.damaged(span, "`version = 2` is missing");
            return Err(LockComparison::Unreadable);
        }
    }
    let written = reader.lock(document.get_ref());
    if reader.sound { Ok(written) } else { Err(LockComparison::Unreadable) }
}

fn version(document: &DeTable<'_>) -> Option<(i64, Range<usize>)> {
    let value = document.get("version")?;
    Some((value.get_ref().as_integer()?.as_str().parse().ok()?, value.span()))
}

struct Reader<'d> {
    file: FileId,
    sound: bool,
    out: &'d mut Diagnostics,
}

impl Reader<'_> {
    fn span(&self, range: &Range<usize>) -> Span {
        let offset = |byte: usize| u32::try_from(byte).unwrap_or(u32::MAX);
        Span::new(self.file, offset(range.start), offset(range.end))
    }

    /// Reports that the lock is damaged; only once per lock, since authors do not repair a lock by hand.
    fn damaged(&mut self, span: Span, reason: &str) {
        if self.sound {
            self.out.push(errors::lock_damaged(span, reason));
        }
        self.sound = false;
    }

    fn lock(&mut self, document: &DeTable<'_>) -> WrittenLock {
        let mut written = WrittenLock::default();
        for (key, value) in document {
            let span = self.span(&value.span());
            match (key.get_ref().as_ref(), value.get_ref()) {
                ("version", _) => {}
                ("repository", DeValue::Boolean(repository)) => written.lock.repository = *repository,
                ("std", value) => {
                    written.std_at = Some(span);
                    written.lock.std = self.library(value, span);
                }
                ("package", DeValue::Array(pins)) => pins.iter().for_each(|pin| self.pin(pin, &mut written)),
                (word, _) if LOCK_KEYS.contains(&word) => self.damaged(span, &format!("`{word}` has a value of the wrong type")),
                (word, _) => {
                    let span = self.span(&key.span());
                    self.damaged(span, &format!("there is no key `{word}`"));
                }
            }
        }
        if written.std_at.is_none() {
            self.damaged(Span::new(self.file, 0, 0), "the key `std` is missing");
        }
        written
    }

    /// Reads the pin of the standard library: a version alone in the first format, otherwise a table.
    fn library(&mut self, value: &DeValue<'_>, span: Span) -> LibraryPin {
        let mut pin = LibraryPin::default();
        match value {
            DeValue::String(version) => pin.version = version.to_string(),
            DeValue::Table(table) => {
                for (key, value) in table {
                    match (key.get_ref().as_ref(), value.get_ref()) {
                        ("version", DeValue::String(text)) => pin.version = text.to_string(),
                        ("hash", DeValue::String(text)) if is_hash(text) => pin.hash = text.to_string(),
                        (word, _) if LIBRARY_KEYS.contains(&word) => self.damaged(span, &format!("`{word}` has a value of the wrong type")),
                        (word, _) => self.damaged(span, &format!("`std` has no key `{word}`")),
                    }
                }
                if pin.hash.is_empty() {
                    self.damaged(span, "`std` has no hash");
                }
            }
            _ => self.damaged(span, "`std` has a value of the wrong type"),
        }
        pin
    }

    fn pin(&mut self, value: &Spanned<DeValue<'_>>, written: &mut WrittenLock) {
        let whole = self.span(&value.span());
        let Some(table) = value.get_ref().as_table() else { return self.damaged(whole, "an entry `package` is not a table") };
        let mut pin = Pin::default();
        let mut name = None;
        let mut hash_at = whole;
        for (key, value) in table {
            let span = self.span(&value.span());
            match (key.get_ref().as_ref(), value.get_ref()) {
                ("name", DeValue::String(text)) => name = Some((text.to_string(), span)),
                ("version", DeValue::String(text)) => pin.version = text.to_string(),
                ("hash", DeValue::String(text)) if is_hash(text) => {
                    pin.hash = text.to_string();
                    hash_at = span;
                }
                ("needs", DeValue::Array(names)) => {
                    let names = names.iter().map(|name| name.get_ref().as_str().map(str::to_owned));
                    match names.collect() {
                        Some(names) => pin.needs = names,
                        None => self.damaged(span, "`needs` is not a list of names"),
                    }
                }
                (word, _) if PIN_KEYS.contains(&word) => self.damaged(span, &format!("`{word}` has a value of the wrong type")),
                (word, _) => {
                    let span = self.span(&key.span());
                    self.damaged(span, &format!("there is no key `{word}`"));
                }
            }
        }
        let Some((name, name_at)) = name.filter(|_| !pin.hash.is_empty()) else {
            return self.damaged(whole, "a package has no name or no hash");
        };
        written.pins_at.insert(name.clone(), (name_at, hash_at));
        if written.lock.pins.insert(name, pin).is_some() {
            self.damaged(name_at, "a package is listed twice");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LibraryPin, Lock, Pin, read, render, same_text};
    use proptest::prelude::*;
    use slip_source::FileId;
    use slip_source::diagnostic::Diagnostics;

    fn pinned() -> Lock {
        let pin = |needs: &[&str]| Pin {
            version: "1.2.0".into(),
            hash: format!("sha256:{}", "0f".repeat(32)),
            needs: needs.iter().map(|name| (*name).to_owned()).collect(),
        };
        let std = LibraryPin { version: "0.1.0".into(), hash: format!("sha256:{}", "a5".repeat(32)) };
        Lock { std, repository: false, pins: [("yards".to_owned(), pin(&["anvils"])), ("anvils".to_owned(), pin(&[]))].into() }
    }

    #[test]
    fn a_lock_that_is_written_and_read_is_the_same() {
        let mut found = Diagnostics::new();
        let text = render(&pinned());
        let read = read(FileId::default(), &text, &mut found).map(|written| written.lock);
        assert_eq!(read.ok(), Some(pinned()));
        assert!(found.is_empty());
        assert!(same_text(&text.replace('\n', "\r\n"), &text));
        let beside = Lock { repository: true, ..pinned() };
        let read = super::read(FileId::default(), &render(&beside), &mut found).map(|written| written.lock);
        assert_eq!((read.ok(), found.len()), (Some(beside), 0));
    }

    #[test]
    fn a_version_that_is_none_damages_no_lock() {
        let mut lock = pinned();
        lock.std.version = "0.1 \"beta\"\n\\".to_owned();
        let mut found = Diagnostics::new();
        let read = read(FileId::default(), &render(&lock), &mut found).map(|written| written.lock);
        assert_eq!((read.ok(), found.len()), (Some(lock), 0));
        assert!(render(&pinned()).contains("\nstd = { version = \"0.1.0\", hash = \"sha256:a5"));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_damaged_lock_gives_one_message_at_a_place_in_it(cut in 0_usize..400, junk in "[a-zé=\\[\\]\"<>'{}#0-9\n]{0,8}") {
            let mut text = render(&pinned());
            let cut = (0..=cut.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
            text.insert_str(cut, &junk);
            let mut found = Diagnostics::new();
            let sound = read(FileId::default(), &text, &mut found).is_ok();
            prop_assert_eq!(found.len(), usize::from(!sound));
            for diagnostic in found.iter() {
                let span = diagnostic.primary.span;
                let place = usize::try_from(span.start).unwrap_or(usize::MAX)..usize::try_from(span.end).unwrap_or(usize::MAX);
                prop_assert!(text.get(place).is_some());
            }
        }
    }
}
