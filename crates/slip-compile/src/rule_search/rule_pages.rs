//! Collects the rules in pages: the rulings, the language reference, the words of effects, the codes of diagnostics.

use super::Rule;
use slip_pack::effect::vocabulary_guide;
use slip_source::diagnostic::Code;

/// Lists pages of one folder of the book. Each page is a pair: its path from the root of the repository, and its text.
macro_rules! pages {
    ($folder:literal: $($name:literal),*) => {
        &[$((
            concat!("docs/book/", $folder, "/", $name, ".md"),
            include_str!(concat!("../../../../docs/book/", $folder, "/", $name, ".md")),
        )),*]
    };
}

/// Pages of the language reference in the order of the index, as path and text.
#[rustfmt::skip]
pub const REFERENCE: &[(&str, &str)] = pages!("reference":
        "packages", "basics", "built-things", "people", "units", "maps", "worlds", "encounters", "ships",
        "battles", "stakes", "talk", "scenarios", "seats", "tables", "trips", "generators", "doctrines",
        "designs", "stunts", "effects", "skills", "patches", "diagnostics", "logs", "campaigns"
);

/// Pages of the rulings in the order of the index, as path and text.
#[rustfmt::skip]
pub const RULINGS: &[(&str, &str)] = pages!("rulings":
        "core", "content", "designs", "personal", "social", "stakes", "space", "boarding",
        "platoon", "battle-maps", "travel-and-money", "doctrines", "effects", "language", "packages", "odds", "table"
);

/// Returns the text of a page of the language reference, by its file name, such as `stunts.md`.
pub fn reference_page(name: &str) -> Option<&'static str> {
    REFERENCE.iter().find(|(path, _)| path.rsplit('/').next() == Some(name)).map(|(_, text)| *text)
}

/// Returns the rulings on the rulebooks. Each answers a question that the rulebooks leave open.
pub(super) fn rulings() -> Vec<Rule> {
    all_rulings().filter(|ruling| !ruling.title.is_empty()).collect()
}

/// Returns the rulings of the project itself, which decide where the rules and the design of the language are silent.
pub(super) fn own_rulings() -> Vec<Rule> {
    all_rulings().filter(|ruling| ruling.title.is_empty()).collect()
}

/// Returns every ruling, with the nearest heading above it.
fn all_rulings() -> impl Iterator<Item = Rule> {
    let mut found = Vec::new();
    for &(path, text) in RULINGS {
        let mut area = "";
        for (line, number) in text.lines().zip(1u32..) {
            if let Some(heading) = heading(line) {
                area = heading;
                continue;
            }
            match cells(line).as_deref() {
                Some([name, question, answer]) if is_ruling(name) => found.push(ruling(name, question, answer, area, (path, number))),
                Some([name, answer]) if is_ruling(name) => found.push(ruling(name, "", answer, area, (path, number))),
                _ => {}
            }
        }
    }
    found.into_iter()
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

/// Returns the sections of the reference, and the rows of tables that explain a word.
pub(super) fn reference() -> Vec<Rule> {
    let mut sections: Vec<Rule> = Vec::new();
    let mut rows = Vec::new();
    for &(path, text) in REFERENCE {
        let mut fenced = false;
        for (line, number) in text.lines().zip(1u32..) {
            fenced ^= line.starts_with("```");
            if !fenced && let Some(heading) = heading(line) {
                sections.push(section(heading, (path, number)));
                continue;
            }
            let Some(section) = sections.last_mut() else { continue };
            section.body.push_str(line);
            section.body.push('\n');
            let Some(cells) = cells(line).filter(|_| !fenced) else {
                if !fenced && !line.starts_with('|') {
                    section.text.push_str(&plain(line));
                    section.text.push('\n');
                }
                continue;
            };
            if let [form, .., meaning] = cells.as_slice()
                && form.contains('`')
            {
                rows.push(row(form, meaning, &section.name, (path, number)));
            }
        }
    }
    sections.extend(rows);
    sections
}

fn is_ruling(name: &str) -> bool {
    name.strip_prefix("R-").is_some_and(|rest| rest.ends_with(|sign: char| sign.is_ascii_digit()) && !rest.contains(' '))
}

/// Returns the text of a heading of one of the first three levels.
fn heading(line: &str) -> Option<&str> {
    ["# ", "## ", "### "].iter().find_map(|mark| line.strip_prefix(*mark))
}

fn section(heading: &str, (file, line): (&str, u32)) -> Rule {
    Rule {
        kind: "section".to_owned(),
        name: heading.to_owned(),
        title: String::new(),
        of: "the language reference".to_owned(),
        text: String::new(),
        body: String::new(),
        file: file.to_owned(),
        line,
        more: format!("slipyard rules section {heading}"),
    }
}

/// Returns the rule for a table row that explains a word: ``| `victory SIDE when …` | explanation |``.
fn row(form: &str, meaning: &str, section: &str, (file, line): (&str, u32)) -> Rule {
    let words: Vec<&str> = form.split('`').skip(1).step_by(2).filter_map(|span| span.split([' ', '(', '{']).next()).collect();
    Rule {
        kind: "row".to_owned(),
        name: words.join(" "),
        title: form.replace('`', ""),
        of: format!("{section}, in the language reference"),
        text: plain(meaning),
        body: String::new(),
        file: file.to_owned(),
        line,
        more: format!("slipyard rules section {section}"),
    }
}

/// Returns an entry of the rule search for every word of effects.
pub(super) fn effect_words() -> Vec<Rule> {
    let rule = |entry: vocabulary_guide::GuideEntry| {
        let word = entry.words.first().copied().unwrap_or_default();
        Rule {
            kind: "effect word".to_owned(),
            name: entry.words.join(" "),
            title: entry.form.clone(),
            of: format!("{} of effect lines", entry.section.name()),
            text: entry.meaning.to_owned(),
            body: entry.example.line.to_owned(),
            file: "docs/book/reference/effects.md".to_owned(),
            line: 1,
            more: format!("slipyard explain effect {word}"),
        }
    };
    vocabulary_guide::entries().into_iter().map(rule).collect()
}

/// Returns every code of a diagnostic, with the paragraphs of its page.
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
    fn rulings_on_the_rulebooks_are_of_ten_areas_and_every_ruling_has_an_answer() {
        let (rulings, own) = (rulings(), own_rulings());
        assert!(rulings.len() > 300 && own.len() > 300, "{} {}", rulings.len(), own.len());
        assert!(rulings.iter().chain(&own).all(|ruling| !ruling.of.is_empty() && !ruling.text.is_empty()));
        let areas: std::collections::BTreeSet<&str> = rulings.iter().map(|ruling| ruling.of.as_str()).collect();
        assert_eq!(areas.len(), 10);
        let names: std::collections::BTreeSet<&str> = rulings.iter().chain(&own).map(|ruling| ruling.name.as_str()).collect();
        assert_eq!(names.len(), rulings.len() + own.len(), "a number is used twice");
    }

    #[test]
    fn a_page_of_the_reference_is_found_by_the_name_of_its_file() {
        assert!(reference_page("stunts.md").unwrap().starts_with("# Stunts"));
        assert_eq!(reference_page("nowhere.md"), None);
    }
}
