//! Collects the rules in pages: rulings, the language reference, the words of effects, the codes.

use super::Rule;
use slip_pack::effect::guide;
use slip_source::diagnostic::Code;

const REFERENCE: &str = include_str!("../../../../docs/book/reference.md");
const RULINGS: &str = include_str!("../../../../docs/book/rulings.md");

const REFERENCE_FILE: &str = "docs/book/reference.md";
const RULINGS_FILE: &str = "docs/book/rulings.md";

/// Returns every ruling, by area.
pub(super) fn rulings() -> Vec<Rule> {
    let mut area = "";
    let mut found = Vec::new();
    for (line, number) in RULINGS.lines().zip(1u32..) {
        if let Some(heading) = line.strip_prefix("## ") {
            area = heading;
        } else if let Some([name, question, answer]) = cells(line).as_deref()
            && name.starts_with("R-")
        {
            found.push(ruling(name, question, answer, area, (RULINGS_FILE, number)));
        }
    }
    found
}

fn ruling(name: &str, question: &str, answer: &str, area: &str, (file, line): (&str, u32)) -> Rule {
    Rule {
        kind: "ruling".to_owned(),
        name: name.to_owned(),
        title: plain(question),
        of: area.to_owned(),
        text: plain(answer),
        body: String::new(),
        file: file.to_owned(),
        line,
        more: format!("slipyard rules {name}"),
    }
}

/// Returns the sections of the reference, and the rows of its tables that explain a word, including its rulings.
pub(super) fn reference() -> Vec<Rule> {
    let mut found: Vec<Rule> = Vec::new();
    let mut rows = Vec::new();
    let mut fenced = false;
    for (line, number) in REFERENCE.lines().zip(1u32..) {
        fenced ^= line.starts_with("```");
        if !fenced && let Some(heading) = heading(line) {
            found.push(section(heading, number));
            continue;
        }
        let Some(section) = found.last_mut() else { continue };
        section.body.push_str(line);
        section.body.push('\n');
        let Some(cells) = cells(line).filter(|_| !fenced) else {
            if !fenced && !line.starts_with('|') {
                section.text.push_str(&plain(line));
                section.text.push('\n');
            }
            continue;
        };
        match cells.as_slice() {
            [name, answer] if is_ruling(name) => rows.push(ruling(name, "", answer, "the language reference", (REFERENCE_FILE, number))),
            [form, .., meaning] if form.contains('`') => rows.push(row(form, meaning, &section.name, number)),
            _ => {}
        }
    }
    found.extend(rows);
    found
}

fn is_ruling(name: &str) -> bool {
    name.strip_prefix("R-").is_some_and(|rest| rest.ends_with(|sign: char| sign.is_ascii_digit()) && !rest.contains(' '))
}

/// Returns the text of a second or third level heading, without its number.
fn heading(line: &str) -> Option<&str> {
    let text = line.strip_prefix("## ").or_else(|| line.strip_prefix("### "))?;
    Some(text.split_once(". ").map_or(text, |(_, title)| title))
}

fn section(heading: &str, line: u32) -> Rule {
    Rule {
        kind: "section".to_owned(),
        name: heading.to_owned(),
        title: String::new(),
        of: "the language reference".to_owned(),
        text: String::new(),
        body: String::new(),
        file: REFERENCE_FILE.to_owned(),
        line,
        more: format!("slipyard rules section {heading}"),
    }
}

/// Returns the rule for a table row such as `| `victory SIDE when …` | what it means |`.
fn row(form: &str, meaning: &str, section: &str, line: u32) -> Rule {
    let words: Vec<&str> = form.split('`').skip(1).step_by(2).filter_map(|span| span.split([' ', '(', '{']).next()).collect();
    Rule {
        kind: "row".to_owned(),
        name: words.join(" "),
        title: form.replace('`', ""),
        of: format!("{section}, in the language reference"),
        text: plain(meaning),
        body: String::new(),
        file: REFERENCE_FILE.to_owned(),
        line,
        more: format!("slipyard rules section {section}"),
    }
}

/// Returns a rule for every word of effects.
pub(super) fn effect_words() -> Vec<Rule> {
    let rule = |entry: guide::Entry| {
        let word = entry.words.first().copied().unwrap_or_default();
        Rule {
            kind: "effect word".to_owned(),
            name: entry.words.join(" "),
            title: entry.form.clone(),
            of: format!("{} of effect lines", entry.section.name()),
            text: entry.meaning.to_owned(),
            body: entry.example.line.to_owned(),
            file: REFERENCE_FILE.to_owned(),
            line: line_of("## 13. Effects"),
            more: format!("slipyard explain effect {word}"),
        }
    };
    guide::entries().into_iter().map(rule).collect()
}

fn line_of(heading: &str) -> u32 {
    REFERENCE.lines().zip(1u32..).find(|(line, _)| *line == heading).map_or(1, |(_, number)| number)
}

/// Returns a rule for every code, with the paragraphs of its page.
pub(super) fn codes() -> Vec<Rule> {
    let rule = |code: &Code| {
        let page = code.page();
        let (said, examples) = page.split_once("\n## ").unwrap_or((page, ""));
        let said: Vec<String> = said.lines().skip(1).map(plain).collect();
        Rule {
            kind: "code".to_owned(),
            name: code.slug().to_owned(),
            title: String::new(),
            of: format!("{}s of the compiler", code.severity().word()),
            text: said.join("\n").trim().to_owned(),
            body: examples.to_owned(),
            file: format!("docs/codes/{}.md", code.slug()),
            line: 1,
            more: format!("slipyard explain {}", code.slug()),
        }
    };
    Code::ALL.iter().map(rule).collect()
}

/// Splits a table row into its cells.
fn cells(line: &str) -> Option<Vec<String>> {
    let inside = line.strip_prefix("| ")?.strip_suffix(" |")?.replace("\\|", "\u{1}");
    Some(inside.split(" | ").map(|cell| cell.trim().replace('\u{1}', "|")).collect())
}

/// Removes Markdown from a line, except the quotes around code.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        out.push_str(before);
        let link = after.split_once("](").and_then(|(shown, target)| Some((shown, target.split_once(')')?.1)));
        match link.filter(|(shown, _)| !shown.contains(['[', ']'])) {
            Some((shown, behind)) => {
                out.push_str(shown);
                rest = behind;
            }
            None => {
                out.push('[');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out.replace("**", "")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn links_and_bold_words_are_read_as_words() {
        assert_eq!(plain("**Two** of [the packs](packs.md#x), `prices[rank]`"), "Two of the packs, `prices[rank]`");
    }

    #[test]
    fn the_rulings_are_those_of_ten_areas_and_each_has_an_answer() {
        let rulings = rulings();
        assert!(rulings.len() > 300, "{}", rulings.len());
        assert!(rulings.iter().all(|ruling| !ruling.title.is_empty() && !ruling.text.is_empty()));
        let areas: std::collections::BTreeSet<&str> = rulings.iter().map(|ruling| ruling.of.as_str()).collect();
        assert_eq!(areas.len(), 10);
    }
}
