//! Removes the marks of Markdown, wikis and forums from a line.

/// Line without its marks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PlainLine {
    /// Text without marks.
    pub text: String,
    /// True if the line is a heading of a page, or bold as a whole.
    pub is_heading: bool,
    /// True if the line is a member of a list.
    pub is_bullet: bool,
    /// True if the line is indented.
    pub is_indented: bool,
}

/// Signs that begin a member of a list.
const BULLETS: [char; 9] = ['*', '-', '+', '\u{2022}', '\u{2013}', '\u{2014}', '\u{25e6}', '\u{25aa}', '\u{b7}'];

impl PlainLine {
    /// Removes the marks of a line.
    pub(crate) fn of(line: &str) -> PlainLine {
        let is_indented = line.starts_with([' ', '\t']);
        let mut text = line.trim().trim_start_matches('>').trim();
        let mut plain = PlainLine { is_indented, ..PlainLine::default() };
        let hashes = text.trim_start_matches('#');
        if hashes.len() < text.len() && hashes.starts_with(' ') {
            plain.is_heading = true;
            text = hashes.trim().trim_end_matches('#').trim();
        } else if let Some(inside) = text.strip_prefix('=').and_then(|rest| rest.strip_suffix('=')).filter(|inside| inside.len() > 2) {
            plain.is_heading = true;
            text = inside.trim_matches('=').trim();
        } else if let Some(rest) = bullet(text) {
            plain.is_bullet = true;
            text = rest;
        }
        plain.is_heading |= !plain.is_bullet && is_bold(text);
        plain.text = without_emphasis(text);
        if is_tag(&plain.text) {
            plain.text.clear();
        }
        plain
    }
}

/// Returns the text of a list member without its bullet or number (`- `, `* `, `1. `).
fn bullet(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|sign: char| sign.is_ascii_digit());
    if rest.len() < text.len() && text.len() - rest.len() <= 3 {
        return rest.strip_prefix(['.', ')']).filter(|rest| rest.starts_with(' ')).map(str::trim);
    }
    let rest = text.strip_prefix(BULLETS)?;
    rest.starts_with([' ', '\t']).then(|| rest.trim())
}

/// True if a text is only a tag of a forum or of HTML, such as `[list]`, `</ul>`.
fn is_tag(text: &str) -> bool {
    let inside = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let inside = inside.or_else(|| text.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')));
    let word = |inside: &str| inside.trim_start_matches('/').split(['=', ' ']).next().unwrap_or_default().to_lowercase();
    inside.is_some_and(|inside| {
        matches!(word(inside).as_str(), "list" | "ul" | "ol" | "quote" | "code" | "p" | "div" | "table" | "pre" | "spoiler")
    })
}

/// True if the whole text is bold in Markdown, in a wiki or in a forum.
fn is_bold(text: &str) -> bool {
    let bold = [("**", "**"), ("__", "__"), ("'''", "'''"), ("[b]", "[/b]"), ("<b>", "</b>")];
    bold.into_iter().any(|(open, close)| {
        text.strip_prefix(open).and_then(|rest| rest.strip_suffix(close)).is_some_and(|inside| !inside.is_empty() && !inside.contains(open))
    })
}

/// Returns a text without marks of emphasis and without line breaks of HTML.
pub(crate) fn without_emphasis(text: &str) -> String {
    const MARKS: [&str; 15] = ["**", "__", "'''", "''", "[b]", "[/b]", "[i]", "[/i]", "<b>", "</b>", "<i>", "</i>", "`", "<br>", "<br/>"];
    let mut plain = text.to_owned();
    if plain.contains(['*', '_', '\'', '[', '<', '`']) {
        for mark in MARKS {
            plain = plain.replace(mark, if mark.starts_with("<br") { ", " } else { "" });
        }
        // Single stars are italics if they touch a word on the inside.
        if plain.matches('*').count() > 1 {
            plain = plain.replace('*', "");
        }
    }
    for (entity, sign) in [("&amp;", "&"), ("&quot;", "\""), ("&nbsp;", " "), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">")] {
        if plain.contains('&') {
            plain = plain.replace(entity, sign);
        }
    }
    plain.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_pages_and_forums_are_dropped() {
        let heading = PlainLine { text: "Rust Heron".to_owned(), is_heading: true, ..PlainLine::default() };
        for line in ["## Rust Heron", "== Rust Heron ==", "**Rust Heron**", "[b]Rust Heron[/b]", "'''Rust Heron'''"] {
            assert_eq!(PlainLine::of(line), heading, "{line}");
        }
        assert_eq!(PlainLine::of("- **Beam:** 2").text, "Beam: 2");
        assert!(PlainLine::of("1. Pilot").is_bullet && !PlainLine::of("-2 to all").is_bullet);
        assert_eq!(PlainLine::of("Salt &amp; *rust*").text, "Salt & *rust*".replace('*', ""));
    }
}
