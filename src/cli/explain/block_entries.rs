//! `slipyard explain zone`, `explain encounter`: prints the entries of a block of the language.

use crate::cli::{CommandStatus, Console, Stop};

use anstyle::{AnsiColor, Style};
use slip_compile::block_schema::{self, BlockSchema, EntrySchema};

/// True if a word names a block of the language.
pub(super) fn is_block(word: &str) -> bool {
    block_schema::named(word).next().is_some()
}

/// Prints all entries of the blocks that a word names, or only those that begin with one of `words`.
pub(super) fn run(block: &str, words: &[String], console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let wanted = |entry: &&EntrySchema| words.is_empty() || words.iter().any(|word| word == entry.word);
    let blocks: Vec<(&BlockSchema, Vec<&EntrySchema>)> =
        block_schema::named(block).map(|block| (block, block.entries.iter().filter(wanted).collect())).collect();
    if let Some(unknown) = words.iter().find(|word| !blocks.iter().any(|(block, _)| block.entry(word).is_some())) {
        let known = blocks.iter().flat_map(|(block, _)| block.words());
        let near = slip_suggest::nearest(unknown, known);
        let help = near.map_or_else(|| format!("`slipyard explain {block}` lists all entries"), |near| format!("did you mean `{near}`?"));
        return Err(Stop::because(format!("the block `{block}` has no entry `{unknown}`; {help}")));
    }
    let (bold, cyan) = match console.colour {
        true => (Style::new().bold(), AnsiColor::Cyan.on_default()),
        false => (Style::new(), Style::new()),
    };
    for (place, (block, entries)) in blocks.iter().filter(|(_, entries)| !entries.is_empty()).enumerate() {
        let gap = if place > 0 { "\n" } else { "" };
        writeln!(console.out, "{gap}{bold}Entries of {}{bold:#}", place_of(block))?;
        for entry in entries {
            writeln!(console.out, "{cyan}{}{cyan:#}\n  {}", entry.form, entry.doc)?;
        }
    }
    Ok(CommandStatus::Clean)
}

/// Describes a block with the blocks around it: `a side, in encounter (space)`.
fn place_of(block: &BlockSchema) -> String {
    let around = block.path.iter().take(block.path.len().saturating_sub(1)).map(|word| word.replace(' ', " or ")).collect::<Vec<_>>();
    let inside = if around.is_empty() { String::new() } else { format!(", in {}", around.join(", ")) };
    let designs = if block.designs.is_empty() { String::new() } else { format!(" ({})", block.designs.join(", ")) };
    format!("{}{inside}{designs}", block.title)
}
