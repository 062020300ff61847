//! `slipyard sheet`: prints cards of a package's items, and blank forms.

use super::args::{SheetArgs as Asked, SheetFormat};
use super::compile_projects::{self, CompiledProject};
use super::pack_items::{self, ListedItem, Thing};
#[cfg(feature = "pdf")]
use super::pdf_fonts::{AddedFonts, warn_of_missing_letters};
use super::{CommandStatus, Console, Stop, format_by_extension, shown};
use slip_export::card_content::{Card, CardSheet};
use slip_export::cards::{self, CardOptions};
use slip_export::{blank_forms, html, layout, markdown, svg, text};
use slip_pack::{OtherRules, Pack};

use crate::project;
use slip_compile::stdlib;
use slip_source::Sources;
use std::path::Path;

/// Prints the cards that the user asked for.
pub(super) fn run(asked: &Asked, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    // Impossible outputs are reported before anything is compiled.
    let format = format_by_extension::meant(asked.format, asked.out.as_deref())?;
    if asked.paper.is_some() && matches!(format, SheetFormat::Text | SheetFormat::Markdown | SheetFormat::Svg) {
        return Err(Stop::because("--paper has no effect here, since it is only for html and pdf: leave it out"));
    }
    #[cfg(feature = "pdf")]
    if !asked.fonts.is_empty() && format != SheetFormat::Pdf {
        return Err(Stop::because("--font has no effect here, since only a PDF contains fonts: leave it out"));
    }
    let wanted = CardOptions { ledger: asked.ledger, effects: asked.effects };
    if let Some(form) = &asked.blank {
        return give(asked, forms(form, asked)?, console);
    }
    let (worlds, words) = if asked.items.is_empty() {
        (compile_projects::worlds(&asked.folder)?, Vec::new())
    } else {
        let named = compile_projects::worlds_of_items(&asked.folder, &asked.items, "item with a card", has_card);
        named.map_err(|stop| otherwise(&asked.folder, &asked.items, stop, has_card, told))?
    };
    let (mut sheet, cards) = if asked.items.is_empty() { everything(&worlds, wanted) } else { named(&worlds, &words, wanted) };
    if let Some(kind) = asked.kind.as_deref() {
        must_be_there(kind, cards.iter().map(|(kind, _)| kind.as_str()), "card")?;
    }
    let is_meant = |(kind, _): &(String, Card)| asked.kind.as_ref().is_none_or(|wanted| wanted == kind);
    sheet.cards = cards.into_iter().filter(is_meant).map(|(_, card)| card).collect();
    if sheet.cards.is_empty() {
        return Err(Stop::because("there is no item with a card here; `slipyard list` shows all items"));
    }
    let status = give(asked, sheet, console)?;
    compile_projects::warn_of_errors(worlds.iter(), console)?;
    Ok(status)
}

/// Refuses a kind that the user named, if the package declares nothing of this kind.
pub(super) fn must_be_there<'k>(kind: &str, kinds: impl Iterator<Item = &'k str>, what: &str) -> Result<(), Stop> {
    let mut kinds: Vec<&str> = kinds.collect();
    kinds.sort_unstable();
    kinds.dedup();
    if kinds.contains(&kind) {
        return Ok(());
    }
    let listed = if kinds.is_empty() { "none".to_owned() } else { kinds.join(", ") };
    Err(Stop::because(match slip_suggest::nearest(kind, kinds.iter().copied()) {
        Some(near) => format!("there is no {what} of kind `{kind}`; did you mean `{near}`?"),
        None => format!("there is no {what} of kind `{kind}`; the kinds here are {listed}"),
    }))
}

/// Returns the reason why a declared thing has no card.
pub(super) fn told(entry: &ListedItem<'_>) -> String {
    let ListedItem { kind, name, .. } = entry;
    match entry.thing {
        Thing::Map(_) | Thing::Encounter(_) => format!("`{name}` is of kind `{kind}` and has no card; `slipyard map {name}` draws it"),
        _ => format!("`{name}` is of kind `{kind}` and has no card; `slipyard show {name}` prints it"),
    }
}

/// Returns a more exact error if a word names a thing of the wrong kind. If no thing has the name, returns the given error `stop`.
pub(super) fn otherwise(
    folder: &Path,
    words: &[String],
    stop: Stop,
    meant: fn(&ListedItem<'_>) -> bool,
    told: fn(&ListedItem<'_>) -> String,
) -> Stop {
    let Ok(worlds) = compile_projects::worlds(folder) else { return stop };
    let strange = words.iter().find(|word| pack_items::find(&worlds, word, meant).is_empty());
    let found = strange.and_then(|word| pack_items::find(&worlds, word, |_| true).into_iter().next());
    found.map_or(stop, |(_, entry)| Stop::because(told(&entry)))
}

/// True if a thing has a card.
fn has_card(entry: &ListedItem<'_>) -> bool {
    cards::has_card(entry.thing)
}

/// True if a thing has a card that can also be exported.
pub(super) fn has_record(entry: &ListedItem<'_>) -> bool {
    matches!(entry.thing, Thing::Built(_) | Thing::Party(_) | Thing::Background(_) | Thing::Platoon(_) | Thing::Cluster(_))
}

/// Returns all cards of the requested packages, and an empty sheet for them.
fn everything(worlds: &[CompiledProject], wanted: CardOptions) -> (CardSheet, Vec<(String, Card)>) {
    let mut cards = Vec::new();
    for world in worlds {
        cards.extend(cards::all(&world.pack, wanted, |package| world.is_root(package)));
    }
    (head(worlds.iter()), cards)
}

fn named(worlds: &[CompiledProject], words: &[String], wanted: CardOptions) -> (CardSheet, Vec<(String, Card)>) {
    let found: Vec<(&CompiledProject, ListedItem<'_>)> = words.iter().flat_map(|word| pack_items::find(worlds, word, has_card)).collect();
    let mut cards = Vec::new();
    for (world, entry) in &found {
        let Some(card) = cards::of_thing(entry.thing, &world.pack, wanted) else { continue };
        cards.push((entry.kind.to_owned(), card));
    }
    let title = match found.as_slice() {
        [(_, one)] => Some(one.title.to_owned()),
        _ => None,
    };
    let mut sheet = head(found.iter().map(|(world, _)| *world));
    sheet.title = title.unwrap_or(sheet.title);
    (sheet, cards)
}

/// Returns an empty sheet with title and source. The source of cards from several packs lists all of them.
fn head<'w>(worlds: impl Iterator<Item = &'w CompiledProject>) -> CardSheet {
    let mut worlds: Vec<&CompiledProject> = worlds.collect();
    worlds.dedup_by(|one, other| std::ptr::eq(*one, *other));
    match worlds.as_slice() {
        [one] => cards::sheet(&one.pack),
        several => {
            let source = |world: &&CompiledProject| {
                let sheet = cards::sheet(&world.pack);
                if sheet.rules.is_empty() { sheet.source } else { format!("{} (other rules: {})", sheet.source, sheet.rules) }
            };
            let sources: Vec<String> = several.iter().map(source).collect();
            CardSheet { title: "Cards".to_owned(), source: sources.join(", "), ..CardSheet::default() }
        }
    }
}

/// Returns blank forms for the designs of the package or, if there is no package, of the standard library.
fn forms(form: &str, asked: &Asked) -> Result<CardSheet, Stop> {
    let packs = packs(asked)?;
    let mut cards: Vec<Card> = Vec::new();
    for card in packs.iter().flat_map(|pack| blank_forms::forms(pack, form)) {
        if !cards.contains(&card) {
            cards.push(card);
        }
    }
    if cards.is_empty() {
        let words: Vec<String> = packs.iter().flat_map(blank_forms::words).collect();
        return Err(Stop::because(match slip_suggest::nearest(form, words.iter().map(String::as_str)) {
            Some(near) => format!("there is no form for `{form}`; did you mean `{near}`?"),
            None => {
                format!("there is no form for `{form}`; there are forms for every kind of item with a design, `history` and `registration`")
            }
        }));
    }
    let title = match cards.as_slice() {
        [one] => one.title.clone(),
        _ => format!("Blank forms: {form}"),
    };
    let mut rules: Vec<String> = packs.iter().filter_map(|pack| pack.other_rules.as_ref().map(OtherRules::short)).collect();
    rules.dedup();
    Ok(CardSheet { title, cards, rules: rules.join(", "), ..CardSheet::default() })
}

/// Returns the packages in the folder or, if there are none, the standard library.
fn packs(asked: &Asked) -> Result<Vec<Pack>, Stop> {
    if asked.folder.is_dir() && project::packages(&asked.folder).is_err() {
        let mut sources = Sources::new();
        stdlib::add(&mut sources);
        return Ok(vec![slip_compile::compile(&sources).pack]);
    }
    Ok(compile_projects::worlds(&asked.folder)?.into_iter().map(|world| world.pack).collect())
}

/// Prints a sheet in the requested format.
fn give(asked: &Asked, sheet: CardSheet, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let bytes = match format_by_extension::meant(asked.format, asked.out.as_deref())? {
        SheetFormat::Text => text::page(&sheet).into_bytes(),
        SheetFormat::Markdown => markdown::page(&sheet).into_bytes(),
        SheetFormat::Html => html::page(&sheet, asked.paper.unwrap_or_default().into()).into_bytes(),
        SheetFormat::Svg => svg::file(&layout::drawing(&sheet)).into_bytes(),
        #[cfg(feature = "pdf")]
        SheetFormat::Pdf => {
            must_have_file(asked.out.as_deref())?;
            let pages = layout::pages(&sheet, asked.paper.unwrap_or_default().into());
            let added = AddedFonts::read(&asked.fonts)?;
            let fonts = added.fonts()?;
            let bytes = slip_export::pdf::file(&sheet.title, &pages, &fonts).map_err(Stop::because)?;
            write(&bytes, asked.out.as_deref(), console)?;
            warn_of_missing_letters(&pages, &fonts, "print `--format html` from a browser, which has more fonts", console)?;
            return Ok(CommandStatus::Clean);
        }
    };
    write(&bytes, asked.out.as_deref(), console)?;
    Ok(CommandStatus::Clean)
}

/// Refuses to print a PDF to the standard output, since it is binary.
#[cfg(feature = "pdf")]
pub(super) fn must_have_file(out: Option<&Path>) -> Result<(), Stop> {
    if out.is_some() { Ok(()) } else { Err(Stop::because("a PDF cannot be printed to the terminal: add `--out FILE`")) }
}

/// Writes the output to a file, or to the standard output.
pub(super) fn write(bytes: &[u8], out: Option<&Path>, console: &mut Console<'_>) -> Result<(), Stop> {
    match out {
        None => console.out.write_all(bytes)?,
        Some(path) => {
            project::write_atomically(path, bytes)?;
            writeln!(console.err, "wrote {}", shown(path))?;
        }
    }
    Ok(())
}
