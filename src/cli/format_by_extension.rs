//! Chooses the output format by the format option or, without this option, by the extension of the output file.
//!
//! Refuses a file extension of another format, and an extension that no format uses. Otherwise programs would refuse, for example, SVG in a
//! file `map.png`.

use super::{Stop, shown};

use clap::ValueEnum;
use std::path::Path;

/// Output format with the extensions of its files, the usual one first. Text may have any extension.
pub(super) trait FormatExtensions: ValueEnum + Copy + PartialEq + Default + 'static {
    /// All output formats of a command, with their extensions.
    const ENDINGS: &'static [(Self, &'static [&'static str])];
    /// Format for any other extension: plain text.
    const ANY: Option<Self> = None;
}

/// Returns the format to write.
///
/// # Errors
/// If the extension of the file belongs to another format, or to none.
pub(super) fn meant<F: FormatExtensions>(asked: Option<F>, out: Option<&Path>) -> Result<F, Stop> {
    let Some((path, ending)) = out.and_then(|path| Some((path, ending(path)?))) else { return Ok(asked.unwrap_or_default()) };
    let own = F::ENDINGS.iter().find(|(_, endings)| endings.contains(&ending.as_str())).map(|(format, _)| *format);
    match (asked, own) {
        (None, Some(own)) => Ok(own),
        (Some(asked), Some(own)) if asked == own => Ok(asked),
        (Some(asked), None) if F::ANY == Some(asked) => Ok(asked),
        (Some(asked), _) => {
            let wanted = F::ENDINGS.iter().find(|(format, _)| *format == asked).and_then(|(_, endings)| endings.first());
            let help = wanted.map_or(String::new(), |wanted| format!(": use a name that ends in `.{wanted}`"));
            Err(Stop::because(format!("the extension of `{}` does not fit the format {}{help}", shown(path), word(asked))))
        }
        (None, None) => {
            let known = F::ENDINGS.iter().filter_map(|(_, endings)| endings.first()).map(|ending| format!("`.{ending}`"));
            let known: Vec<String> = known.collect();
            let known = slip_suggest::enumerate(known.iter().map(String::as_str));
            Err(Stop::because(format!("`.{ending}` files cannot be written here: use a name that ends in {known}")))
        }
    }
}

/// Returns the extension of a file; a folder has none, since its name may contain any dots.
fn ending(path: &Path) -> Option<String> {
    let is_folder = path.is_dir() || path.to_string_lossy().ends_with(['/', '\\']);
    path.extension().filter(|_| !is_folder).map(|ending| ending.to_string_lossy().to_lowercase())
}

fn word<F: FormatExtensions>(format: F) -> String {
    format.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;
    use crate::cli::args::SheetFormat;

    fn said(asked: Option<SheetFormat>, out: &str) -> Result<SheetFormat, String> {
        meant(asked, Some(Path::new(out))).map_err(|stop| match stop {
            Stop::Because(reason) => reason,
            Stop::NobodyReads => String::new(),
        })
    }

    #[test]
    fn a_file_is_written_as_its_name_ends() {
        assert_eq!(said(None, "cards.HTML"), Ok(SheetFormat::Html));
        assert_eq!(said(None, "cards.md"), Ok(SheetFormat::Markdown));
        assert_eq!(said(None, "cards"), Ok(SheetFormat::Text));
        assert_eq!(said(None, "cards.v2/"), Ok(SheetFormat::Text));
        assert_eq!(said(Some(SheetFormat::Text), "cards.log"), Ok(SheetFormat::Text));
        assert_eq!(meant::<SheetFormat>(None, None).ok(), Some(SheetFormat::Text));
    }

    #[test]
    fn a_name_that_says_another_format_is_refused() {
        assert_eq!(
            said(Some(SheetFormat::Html), "cards.svg"),
            Err("the extension of `cards.svg` does not fit the format html: use a name that ends in `.html`".to_owned())
        );
        assert!(said(Some(SheetFormat::Svg), "cards.png").unwrap_err().contains("does not fit the format svg"));
        assert!(said(None, "cards.png").unwrap_err().starts_with("`.png` files cannot be written here: use a name that ends in `.txt`, "));
    }
}
