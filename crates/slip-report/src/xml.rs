//! Escapes text for XML.

/// Returns a text for XML: markup characters are written as entities, and hidden characters, which XML cannot contain or readers cannot
/// see, as escapes.
///
/// ```
/// assert_eq!(slip_report::xml::escaped("a <b> & \"c\""), "a &lt;b&gt; &amp; &quot;c&quot;");
/// ```
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in slip_printable::text(text).chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn nothing_in_a_title_is_markup_and_nothing_is_left_that_xml_cannot_hold() {
        assert_eq!(escaped("a <b> & \"c\" 'd'\u{1b}[31m\u{0}"), "a &lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;\\u{1B}[31m\\u{0}");
    }
}
