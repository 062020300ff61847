//! Reads files of columns with a header: comma-separated, semicolon-separated or tab-separated values.

use crate::table::InputTable;

/// Separators between columns.
const SEPARATORS: [u8; 3] = [b',', b';', b'\t'];
/// Largest number of letters of a head.
const LONGEST_HEAD: usize = 60;

/// Returns the table of a text with a header; `None` if the text is not a table with columns and a header.
pub(crate) fn read(text: &str) -> Option<InputTable> {
    let first = text.lines().next()?;
    let separator = *SEPARATORS.iter().max_by_key(|separator| first.bytes().filter(|byte| byte == *separator).count())?;
    let mut reader = csv::ReaderBuilder::new().delimiter(separator).flexible(true).has_headers(false).from_reader(text.as_bytes());
    let mut rows = Vec::new();
    let (mut counted, mut line) = (0, 1);
    for record in reader.records() {
        let record = record.ok()?;
        // If the line above ends with a carriage return and a line feed, the library reports a position for this record that is one byte
        // too early, before the line feed.
        let before = record.position().and_then(|position| usize::try_from(position.byte()).ok()).unwrap_or(counted);
        let line_end = text.as_bytes().get(before..).unwrap_or_default().iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        let start = before + line_end;
        line += text.as_bytes().get(counted..start).unwrap_or_default().iter().filter(|&&byte| byte == b'\n').count();
        counted = start;
        rows.push((line, record.iter().map(unguarded).collect::<Vec<String>>()));
    }
    let mut rows = rows.into_iter();
    let (line, heads) = rows.next()?;
    let are_heads = heads.len() > 1 && heads.iter().all(|head| head.chars().count() <= LONGEST_HEAD && !head.contains([':', '(', '[']));
    // The first line may also be a list of members. It is the head of a table only if the next line has the same number of columns.
    let mut rows = rows.filter(|(_, cells)| cells.iter().any(|cell| !cell.is_empty())).peekable();
    let is_table = are_heads && rows.peek().is_some_and(|(_, cells)| cells.len() == heads.len());
    is_table.then(|| InputTable { line, heads, rows: rows.collect() })
}

/// Removes the apostrophe that `slipyard export` writes before a cell so that a spreadsheet does not evaluate the cell.
fn unguarded(cell: &str) -> String {
    let cell = cell.trim();
    let guarded = cell
        .strip_prefix('\'')
        .filter(|rest| rest.trim_start().starts_with(['=', '+', '-', '@', '\'', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}']));
    guarded.unwrap_or(cell).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_read_with_any_separator_and_without_the_guard_of_spreadsheets() {
        for text in ["name,harm\n\"a, b\",'-2\n", "name;harm\r\n\"a, b\";'-2\r\n", "name\tharm\na, b\t'-2\n"] {
            let table = read(text);
            assert_eq!(table.map(|table| table.rows), Some(vec![(2, vec!["a, b".to_owned(), "-2".to_owned()])]), "{text:?}");
        }
        assert_eq!(read("Aspects: a, b\nStunts: c\n"), None);
    }
}
