//! Fonts that the user adds to a PDF with `--font`.

use super::{Console, Stop, shown};
use crate::project::read_files;
use slip_export::drawing::Drawing;
use slip_export::pdf::{self, PdfFonts};
use std::path::{Path, PathBuf};

/// Largest number of letters that are named in the warning about missing letters.
const MOST_LETTERS: usize = 8;

/// Font files that the user named, with their bytes.
pub(super) struct AddedFonts<'p>(Vec<(&'p Path, Vec<u8>)>);

impl<'p> AddedFonts<'p> {
    /// Reads the font files.
    pub(super) fn read(paths: &'p [PathBuf]) -> Result<AddedFonts<'p>, Stop> {
        let read = |path: &'p PathBuf| {
            let bytes = read_files::stored_bytes(path, slip_limits::FONT_BYTES);
            bytes.map(|bytes| (path.as_path(), bytes)).map_err(|error| Stop::because(format!("cannot read {}: {error}", shown(path))))
        };
        Ok(AddedFonts(paths.iter().map(read).collect::<Result<_, Stop>>()?))
    }

    /// Returns the embedded font, followed by the added fonts.
    pub(super) fn fonts(&self) -> Result<PdfFonts<'_>, Stop> {
        let mut fonts = PdfFonts::embedded().map_err(Stop::because)?;
        for (path, bytes) in &self.0 {
            fonts.add(bytes).map_err(|reason| {
                let help = if is_packed(bytes) { "; a WOFF file is packed for web pages: use the TTF or OTF file of the font" } else { "" };
                Stop::because(format!("cannot use {} as a font: {reason}{help}", shown(path)))
            })?;
        }
        Ok(fonts)
    }
}

/// True if the file is a web font (WOFF or WOFF2). PDF readers cannot read these formats.
fn is_packed(bytes: &[u8]) -> bool {
    bytes.starts_with(b"wOFF") || bytes.starts_with(b"wOF2")
}

/// Prints one warning if the fonts of a PDF lack letters of its text. The warning has the letters and the first line that contains one of
/// them.
pub(super) fn warn_of_missing_letters(
    pages: &[Drawing],
    fonts: &PdfFonts<'_>,
    instead: &str,
    console: &mut Console<'_>,
) -> Result<(), Stop> {
    let missing = pdf::missing_letters(pages, fonts);
    let Some(first) = missing.first() else { return Ok(()) };
    let named = missing.iter().take(MOST_LETTERS).map(|missing| format!("`{}` (U+{:04X})", missing.letter, u32::from(missing.letter)));
    let named = named.collect::<Vec<_>>().join(", ");
    let more = match missing.len().saturating_sub(MOST_LETTERS) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let letters = if missing.len() == 1 { "a letter" } else { "letters" };
    let line = slip_printable::in_line(&first.line);
    writeln!(
        console.err,
        "warning: the PDF has empty boxes in place of {letters} that its fonts lack: {named}{more}, as in \"{line}\"; add a font that has \
         them with `--font FILE`, or {instead}"
    )?;
    Ok(())
}
