//! Strict parser for the part of XML that our printers write.

/// Returns the texts between the tags, joined, with entities decoded; panics if the document is not well formed.
pub(crate) fn texts(document: &str) -> String {
    let mut open: Vec<String> = Vec::new();
    let mut found = String::new();
    let mut rest = document;
    while let Some(at) = rest.find('<') {
        found.push_str(&text(&rest[..at]));
        found.push('\n');
        let end = end_of_tag(&rest[at..]);
        tag(&rest[at + 1..at + end], &mut open);
        rest = &rest[at + end + 1..];
    }
    assert_eq!(text(rest).trim(), "", "text behind the last tag");
    assert_eq!(open, Vec::<String>::new(), "elements that are not closed");
    found
}

/// Returns the end of the tag at the start: the first `>` outside quotes.
fn end_of_tag(rest: &str) -> usize {
    let mut quoted = false;
    for (at, sign) in rest.char_indices() {
        match sign {
            '"' => quoted = !quoted,
            '>' if !quoted => return at,
            '<' if at > 0 => panic!("a tag in a tag: {}", &rest[..at.min(60)]),
            _ => {}
        }
    }
    panic!("a tag that does not end: {}", &rest[..rest.len().min(60)])
}

/// Elements of HTML without an end tag.
const EMPTY: [&str; 2] = ["meta", "br"];

fn tag(tag: &str, open: &mut Vec<String>) {
    if tag.starts_with(['?', '!']) {
        return;
    }
    if let Some(name) = tag.strip_prefix('/') {
        assert_eq!(open.pop().as_deref(), Some(name), "an end without its beginning");
        return;
    }
    let name = tag.split([' ', '/', '\n']).next().unwrap();
    assert!(name.chars().all(|sign| sign.is_ascii_lowercase() || sign.is_ascii_digit()), "no element of ours: <{tag}>");
    for value in tag.split('"').skip(1).step_by(2) {
        text(value);
    }
    if !tag.ends_with('/') && !EMPTY.contains(&name) {
        open.push(name.to_owned());
    }
}

/// Returns a text with its entities decoded; a bare `&` is an error.
fn text(raw: &str) -> String {
    let mut out = String::new();
    let mut rest = raw;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        let end = rest[at..].find(';').unwrap_or_else(|| panic!("a bare & in {raw:?}"));
        out.push_str(match &rest[at..=at + end] {
            "&amp;" => "&",
            "&lt;" => "<",
            "&gt;" => ">",
            "&quot;" => "\"",
            "&#39;" => "'",
            other => panic!("an entity that is none: {other}"),
        });
        rest = &rest[at + end + 1..];
    }
    out.push_str(rest);
    assert!(!out.chars().any(|sign| sign.is_control() && sign != '\n'), "a control character in {raw:?}");
    out
}
