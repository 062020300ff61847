//! `slipyard export --format foundry`: writes one document per item, by a mapping.

use super::is_folder;
use crate::cli::args::ExportArgs as Asked;
use crate::cli::sheet::write;
use crate::cli::{Console, Stop, shown};
use crate::project::{self, Mistake, Writer, read_files};
use serde_json::Value;
use slip_export::cards::counted;
use slip_export::foundry::{self, BUILT_IN, DEFAULT, DocumentType, FoundryDocument, FoundryThing, Mapping};
use slip_limits::SCRIPT_BYTES;
use std::path::Path;

/// Prints a built-in mapping: the one with this name, or the one that is used by default.
pub(super) fn print_map(name: Option<&Path>, out: Option<&Path>, console: &mut Console<'_>) -> Result<(), Stop> {
    let text = match name {
        None => DEFAULT,
        Some(name) => built_in(name).ok_or_else(|| {
            let names = slip_suggest::alternatives(BUILT_IN.iter().map(|(name, _)| *name));
            Stop::because(format!("`{}` is not a built-in mapping; `--print-map` prints {names}", shown(name)))
        })?,
    };
    write(text.as_bytes(), out, console)
}

/// Returns the built-in mapping with a name. A file of that name is written `./NAME`.
fn built_in(name: &Path) -> Option<&'static str> {
    BUILT_IN.iter().find(|(word, _)| name.as_os_str() == *word).map(|(_, text)| *text)
}

/// Reads the mapping.
///
/// # Errors
/// Returns all mistakes in the file, one per line.
pub(super) fn mapping(file: Option<&Path>) -> Result<Mapping, Stop> {
    let Some(file) = file else { return project::mapping(DEFAULT).map_err(|wrong| told("the mapping", &wrong)) };
    if let Some(text) = built_in(file) {
        return project::mapping(text).map_err(|wrong| told(&format!("the mapping `{}`", shown(file)), &wrong));
    }
    let name = shown(file);
    let bytes = read_files::of_any_package(file, SCRIPT_BYTES).map_err(|denied| denied.failure("read", file))?;
    let text = String::from_utf8(bytes).map_err(|_| Stop::because(format!("the mapping `{name}` is not UTF-8 text")))?;
    project::mapping(&text).map_err(|wrong| told(&format!("`{name}`"), &wrong))
}

fn told(name: &str, wrong: &[Mistake]) -> Stop {
    let lines: Vec<String> = wrong.iter().map(|mistake| format!("\n  line {}: {}", mistake.line, mistake.what)).collect();
    Stop::because(format!("{name} has {}{}", counted(wrong.len(), "mistake"), lines.concat()))
}

/// Writes the documents: each into a file of its own in a folder, or all as one list.
pub(super) fn give(things: &[FoundryThing<'_>], mapping: &Mapping, asked: &Asked, console: &mut Console<'_>) -> Result<(), Stop> {
    let documents = foundry::documents(things, mapping);
    let name = asked.map.as_deref().map_or_else(|| "the mapping".to_owned(), |file| format!("`{}`", shown(file)));
    for said in foundry::strange(things, mapping) {
        writeln!(console.err, "warning: {name}: {said}")?;
    }
    if documents.is_empty() {
        return Err(Stop::because(format!("{name} creates no documents or journals from the items here")));
    }
    match asked.out.as_deref() {
        Some(out) if is_folder(out) || out.extension().is_none() => files(out, &documents, console),
        out => {
            let all: Vec<&Value> = documents.iter().map(|document| &document.says).collect();
            write(&text(&all)?, out, console)
        }
    }
}

fn text(value: &impl serde::Serialize) -> Result<Vec<u8>, Stop> {
    let mut text = serde_json::to_vec_pretty(value).map_err(Stop::because)?;
    text.push(b'\n');
    Ok(text)
}

fn files(folder: &Path, documents: &[FoundryDocument], console: &mut Console<'_>) -> Result<(), Stop> {
    if folder.is_file() {
        return Err(Stop::because(format!("the documents, one file each, need a folder, but `{}` is a file", shown(folder))));
    }
    let writer = Writer::in_folder(folder)?;
    for document in documents {
        writer.write(&folder.join(document.sort.word()).join(&document.file), &text(&document.says)?)?;
    }
    let count = |sort: DocumentType| documents.iter().filter(|document| document.sort == sort).count();
    let counts = [(DocumentType::Actor, "actor"), (DocumentType::Item, "item"), (DocumentType::Journal, "journal")];
    let counts = counts.into_iter().map(|(sort, word)| (count(sort), word)).filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts.map(|(count, word)| counted(count, word)).collect();
    writeln!(console.err, "wrote {} to {}", counts.join(", "), shown(folder))?;
    Ok(())
}
