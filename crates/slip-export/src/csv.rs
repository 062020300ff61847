//! Writes tables as comma-separated values (RFC 4180), protected against formula injection in spreadsheets.

/// Table of cells with column heads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellTable {
    /// Column heads of the table.
    pub heads: Vec<String>,
    /// Rows of the table, each with as many cells as there are heads.
    pub rows: Vec<Vec<Cell>>,
}

/// Cell of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Cell without content.
    Empty,
    /// Cell with an integer.
    Number(i32),
    /// Cell with a text.
    Words(String),
}

impl Cell {
    /// Creates a text cell; empty if there is no text.
    pub fn of(words: impl Into<String>) -> Cell {
        let words = words.into();
        if words.is_empty() { Cell::Empty } else { Cell::Words(words) }
    }

    /// Creates a number cell; empty if there is no number.
    pub fn maybe(number: Option<i32>) -> Cell {
        number.map_or(Cell::Empty, Cell::Number)
    }

    /// Returns the content of a cell before quoting; text that a spreadsheet would evaluate gets a leading apostrophe.
    fn written(&self) -> String {
        match self {
            Cell::Empty => String::new(),
            Cell::Number(number) => number.to_string(),
            Cell::Words(words) => guarded(words),
        }
    }
}

/// Characters with which a spreadsheet formula can begin. The apostrophe itself is one of them, so that removing one apostrophe always
/// restores the text.
const RECKONS: [char; 12] = ['=', '+', '-', '@', '\'', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

fn guarded(words: &str) -> String {
    let begins = words.trim_start_matches(' ');
    let guard = if begins.starts_with(RECKONS) { "'" } else { "" };
    format!("{guard}{words}")
}

/// Returns the whole CSV file: the heads, then one line per row, with the line ends of RFC 4180.
#[must_use]
pub fn file(grid: &CellTable) -> String {
    let heads: Vec<String> = grid.heads.iter().map(|head| guarded(head)).collect();
    let rows = grid.rows.iter().map(|row| row.iter().map(Cell::written).collect::<Vec<_>>());
    let mut out = String::new();
    for cells in std::iter::once(heads).chain(rows) {
        let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
        out.push_str(&cells.join(","));
        out.push_str("\r\n");
    }
    out
}

/// Quotes a cell if a parser could split it. That includes cells with semicolons, which separate cells in locales with decimal commas.
fn quoted(cell: &str) -> String {
    let parts = |sign: char| matches!(sign, ',' | ';' | '"' | '\'') || sign.is_control();
    let is_bare = !cell.contains(parts) && cell.trim() == cell;
    if is_bare { cell.to_owned() } else { format!("\"{}\"", cell.replace('"', "\"\"")) }
}

/// Returns a text as a cell for programs, in quotation marks if it needs them. Nothing protects it against spreadsheets: the text is that of
/// our own names and numbers.
pub fn plain_cell(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(cells: Vec<Cell>) -> String {
        let grid = CellTable { heads: Vec::new(), rows: vec![cells] };
        file(&grid).trim_start_matches("\r\n").to_owned()
    }

    #[test]
    fn quotes_commas_and_lines_stay_inside_their_cell() {
        let words = [Cell::of("a \"b\""), Cell::of("c, d"), Cell::of("e\nf"), Cell::of("g; h"), Cell::of("plain"), Cell::Empty];
        assert_eq!(line(words.to_vec()), "\"a \"\"b\"\"\",\"c, d\",\"e\nf\",\"g; h\",plain,\r\n");
    }

    #[test]
    fn what_a_spreadsheet_would_reckon_is_words_and_numbers_stay_numbers() {
        assert_eq!(
            line(vec![Cell::of("=1+2"), Cell::Number(-3), Cell::of("  @sum"), Cell::of("'tis")]),
            "\"'=1+2\",-3,\"'  @sum\",\"''tis\"\r\n"
        );
        assert_eq!(line(vec![Cell::of("-5"), Cell::of("＝1")]), "\"'-5\",\"'＝1\"\r\n");
    }

    #[test]
    fn plain_cells_with_commas_and_quotes_are_quoted() {
        assert_eq!(plain_cell("out(crew)"), "out(crew)");
        assert_eq!(plain_cell("hold(crew, lamp, 2 rounds)"), "\"hold(crew, lamp, 2 rounds)\"");
        assert_eq!(plain_cell("aspect(\"x\")"), "\"aspect(\"\"x\"\")\"");
    }
}
