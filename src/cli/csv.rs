//! Writes cells of comma-separated values (RFC 4180).

/// Returns a text as a cell, in quotation marks if it needs them.
pub(super) fn cell(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn cells_with_commas_and_quotes_are_quoted() {
        assert_eq!(cell("out(crew)"), "out(crew)");
        assert_eq!(cell("hold(crew, lamp, 2 rounds)"), "\"hold(crew, lamp, 2 rounds)\"");
        assert_eq!(cell("aspect(\"x\")"), "\"aspect(\"\"x\"\")\"");
    }
}
