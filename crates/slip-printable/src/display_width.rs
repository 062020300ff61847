//! Measures the width of texts in columns of a terminal: a Chinese character takes two columns, a combining accent none.

use unicode_width::UnicodeWidthStr;

/// Returns the number of columns that a text occupies in a terminal.
///
/// ```
/// use slip_printable::columns_of;
///
/// assert_eq!(["Café", "Cafe\u{301}", "船"].map(columns_of), [4, 4, 2]);
/// ```
pub fn columns_of(text: &str) -> usize {
    text.width()
}

/// Returns a text padded with blanks at the end to at least this number of columns.
///
/// ```
/// use slip_printable::padded;
///
/// assert_eq!(padded("船", 4), "船  ");
/// assert_eq!(padded("Margin", 4), "Margin");
/// ```
pub fn padded(text: &str, width: usize) -> String {
    format!("{text}{:1$}", "", width.saturating_sub(columns_of(text)))
}
