//! Recognises stat blocks in the form of a printed book, such as `V-shift 3, Beam 2` or `Stunts: Firewall`. A stat block is reported as one
//! finding, which shows the same entries in Slip.

use super::diagnose::{UnparsedSlice, is_word};
use super::json_and_yaml_entries;
use slip_source::Span;
use slip_source::diagnostic::{Code, Confidence, Diagnostic, Edit};

/// Adjectives of the ladder as rulebooks print them, with their numbers. `Fair` is 2 in other FATE games.
const LADDER: &[(&str, u8)] = &[
    ("Average", 1),
    ("Decent", 2),
    ("Fair", 2),
    ("Good", 3),
    ("Great", 4),
    ("Superb", 5),
    ("Fantastic", 6),
    ("Epic", 7),
    ("Legendary", 8),
];

/// Headings of a stat block whose members are on the next lines.
const HEADINGS: &[&str] = &["Aspects", "Stunts", "Gear", "Skills"];

/// Maximum number of lines within which a stat block must have its first figure.
const NEAR: usize = 40;

/// Returns the end of the stat block that begins at `start` and at the left margin, and its entries in Slip.
pub(super) fn block_at(text: &str, start: usize, until: usize) -> Option<(usize, Vec<String>)> {
    let rest = text.get(start..until)?;
    if !begins_like_a_book(rest) {
        return None;
    }
    let (mut end, mut at, mut lines, mut entries) = (0, 0, 0, Vec::new());
    let (mut heading, mut ranks): (Option<String>, Vec<String>) = (None, Vec::new());
    for line in rest.split_inclusive('\n') {
        let words = line.trim();
        let first = words.chars().next();
        let is_part = first.is_none_or(|first| first.is_uppercase() || first.is_ascii_digit() || "[(*#-\u{2013}\u{2022}".contains(first));
        if !is_part || words.contains(['{', '}']) || words.starts_with("--") {
            break;
        }
        at += line.len();
        if !words.is_empty() {
            end = at - (line.len() - line.trim_end().len());
            lines += 1;
            let title = words.trim_end_matches(':');
            if let Some(rank) = rank(words) {
                ranks.push(rank);
            } else if HEADINGS.contains(&title) {
                heading = Some(title.to_lowercase());
            } else if let Some(member) = heading.as_deref().and_then(|key| list(&format!("{key}: {words}"))) {
                entries.push(member);
            } else {
                entries.extend(figures(words));
            }
        }
        if lines > NEAR && entries.is_empty() {
            break;
        }
    }
    if !ranks.is_empty() {
        entries.push(format!("skills {{ {} }}", ranks.join("; ")));
    }
    let entries = joined(entries);
    let is_block = !entries.is_empty() && (lines > 1 || entries.len() > 1);
    is_block.then_some((start + end, entries))
}

/// Returns the end of the Markdown table that begins at `start`: two or more lines between `|`.
pub(super) fn table_at(text: &str, start: usize, until: usize) -> Option<usize> {
    let rest = text.get(start..until)?;
    let is_row = |line: &&str| line.trim().len() > 1 && line.trim().starts_with('|') && line.trim().ends_with('|');
    let rows: Vec<&str> = rest.split_inclusive('\n').take_while(is_row).collect();
    let length: usize = rows.iter().map(|row| row.len()).sum();
    (rows.len() > 1).then(|| start + rest.get(..length).unwrap_or_default().trim_end().len())
}

/// Reports a Markdown table at the left margin.
pub(super) fn table(head: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, head, "this is a table of a web page, and not an item of Slip")
        .because("the table begins here")
        .with_help("keep the table in a file of its own: `slipyard import FILE` writes an item for each row")
}

/// Joins the lists with one key: `aspects "Old"` and `aspects "Tired"` become `aspects "Old", "Tired"`.
fn joined(entries: Vec<String>) -> Vec<String> {
    let mut all: Vec<String> = Vec::with_capacity(entries.len());
    for entry in entries {
        let key = entry.split(' ').next().unwrap_or_default();
        let same = all.iter_mut().find(|other| ["aspects", "stunts", "gear"].contains(&key) && other.split(' ').next() == Some(key));
        match same {
            Some(other) => other.push_str(&format!(", {}", entry.strip_prefix(key).unwrap_or_default().trim())),
            None => all.push(entry),
        }
    }
    all
}

/// Returns the row of skills for a line of the ladder: `Great (+4): Slug Throwers, Pilot` gives `4 slug_throwers, pilot`.
fn rank(line: &str) -> Option<String> {
    let (word, skills) = line.trim_start_matches(['*', '-', '\u{2022}', ' ']).split_once([':', '\t'])?;
    let word = word.split(['(', ' ']).next().unwrap_or_default();
    let (_, rank) = LADDER.iter().find(|(known, _)| *known == word)?;
    let skills = skills.trim().trim_end_matches(['.', ';']).split(',').map(snake).collect::<Option<Vec<String>>>()?;
    Some(format!("{rank} {}", skills.join(", ")))
}

/// Reports a stat block at the left margin that is not inside an item.
pub(super) fn outside(head: &str, first: Span, entries: &[String]) -> Diagnostic {
    let head = head.trim_start_matches(['*', '#', '_', ' ']);
    let head = head.strip_prefix("Name").map_or(head, |rest| rest.trim_start_matches([':', ' ']));
    let title = head.split(['[', '(', ':', ',', '*']).next().unwrap_or_default().trim();
    let name = snake(title).unwrap_or_else(|| "my_item".to_owned());
    let is_person = entries.iter().any(|entry| entry.starts_with("skills"));
    let (kind, design) = if is_person { ("npc", "") } else { ("KIND", " : DESIGN") };
    Diagnostic::new(Code::Syntax, first, "this is a stat block from a book, and not an item of Slip")
        .because("the stat block begins here")
        .with_help(format!(
            "write an item with its kind, name and design: `{kind} {name} \"{title}\"{design} {{ {} }}`; or keep the stat block in a file of \
             its own, from which `slipyard import FILE` writes the item",
            entries.join("; ")
        ))
}

/// True if a slice that did not parse may be a line of a stat block.
pub(super) fn is_line(words: &str) -> bool {
    begins_like_a_book(words) && (entry(words).is_some() || words.contains(": ") || words.split_whitespace().all(is_title_word))
}

/// Reports the lines of a stat block inside a block, such as `V-shift 3` or `Stunts: Firewall`. `ends_its_line` is true for a span at the
/// end of its line. Only such a span can become a comment, because comments extend to the end of the line.
pub(super) fn inside(lines: &[(Span, &str)], ends_its_line: impl Fn(Span) -> bool) -> Option<Diagnostic> {
    let (first, _) = lines.first()?;
    let found = Diagnostic::new(Code::BadName, *first, format!("these {} entries are in the spelling of a book", lines.len()))
        .because("the first of these entries")
        .with_note(
            "in Slip, names and the words that begin entries are in small letters with `_` between their words, and texts are in quotes",
        );
    let edit = |(span, words): &(Span, &str)| {
        let replacement = entry(words).filter(|entry| !is_comment(entry) || ends_its_line(*span))?;
        Some(Edit { span: *span, replacement })
    };
    let edits: Vec<Edit> = lines.iter().filter_map(edit).collect();
    let shown: Vec<&str> = edits.iter().map(|edit| edit.replacement.as_str()).filter(|entry| !is_comment(entry)).collect();
    if shown.is_empty() {
        return Some(found.with_help("write for instance `harm 2`, `stunts civilian` or `aspects \"Old\"`"));
    }
    let title = format!("write `{}`", shown.join("; "));
    Some(found.with_edits(title, Confidence::Unsafe, edits))
}

/// Reports a single entry whose key has more than one word, as in a rulebook: `V-shift 3`.
pub(super) fn single(slice: &UnparsedSlice<'_>) -> Option<Diagnostic> {
    let words = slice.words.trim_end();
    let key = words.split(|letter: char| letter.is_ascii_digit() || letter == ':').next()?.trim();
    if !begins_like_a_book(words) || !key.contains(['-', ' ']) && !words.contains(':') {
        return None;
    }
    let right = entry(words).filter(|right| !is_comment(right))?;
    let span = slice.at(0, words.len());
    let found = Diagnostic::new(Code::BadName, span, format!("`{words}` is in the spelling of a book"));
    Some(found.with_fix(format!("write `{right}`"), Confidence::Unsafe, span, right))
}

/// True if a text begins like a title, with a word in capitals.
fn begins_like_a_book(words: &str) -> bool {
    // `**Rifle**` and `## Rifle` are titles in Markdown.
    let words = words.trim_start_matches(['*', '#']).trim_start_matches(' ');
    let second = words.chars().nth(1);
    // `SS Long Margin` begins with an abbreviation.
    let capitals = words.bytes().take_while(u8::is_ascii_uppercase).count();
    let rest = words.get(capitals..).and_then(|rest| rest.strip_prefix(' '));
    let is_short = capitals > 1 && rest.is_some_and(|rest| rest.starts_with(|next: char| next.is_ascii_uppercase()));
    words.starts_with(|first: char| first.is_ascii_uppercase())
        && (is_short || second.is_some_and(|next| next.is_ascii_lowercase() || "-[".contains(next)))
}

fn is_comment(entry: &str) -> bool {
    entry.starts_with("//")
}

fn is_title_word(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_uppercase()) && word.chars().all(|letter| is_word(letter) || letter == '-')
}

/// Returns the entries of Slip for the figures of a line: `Beam 2, Torpedo 1` gives `beam 2` and `torpedo 1`.
fn figures(line: &str) -> Vec<String> {
    if let Some(whole) = skills(line).or_else(|| list(line)) {
        return vec![whole];
    }
    let bare = line.trim_start_matches(['*', '-', '\u{2022}', ' ']);
    bare.split([',', ';', '[', ']', '(', ')', '.', '|']).filter_map(figure).collect()
}

/// Converts a line of a stat block to an entry of Slip; `None` if a part of the line has no form in Slip. A line with only a title becomes
/// a comment.
fn entry(line: &str) -> Option<String> {
    let line = line.trim().trim_end_matches([',', ';', '.']);
    if let Some(tracks) = tracks(line) {
        return Some(tracks);
    }
    if let Some(whole) = capitalised_key(line).or_else(|| figure(line)) {
        return Some(whole);
    }
    if line.split_whitespace().all(is_title_word) && line.contains(' ') {
        return Some(format!("// {line}"));
    }
    if let Some(whole) = list(line) {
        return Some(whole);
    }
    let entries = line.split([',', ';']).map(figure).collect::<Option<Vec<String>>>()?;
    Some(entries.join("; ")).filter(|entries| json_and_yaml_entries::is_whole(entries))
}

/// Returns the entry for a name and its number: `V-shift 3`, `Range: 0-2`, `Technology T2`, `T2`.
fn figure(part: &str) -> Option<String> {
    let part = part.trim();
    let at = part.rfind([' ', ':']).map_or(0, |at| at + 1);
    let (name, value) = part.split_at(at);
    let name = name.trim_end_matches([':', ' ', '=', '*']).trim_start_matches([':', ' ', '*']);
    if is_technology(value) && (name.is_empty() || name.to_ascii_lowercase().starts_with("tech")) {
        return Some(format!("tech {value}"));
    }
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let range = value.split_once("..").or_else(|| value.split_once(['-', '\u{2013}']));
    let value = match range {
        Some((low, high)) if number(low) && number(high) => format!("{low}..{high}"),
        _ if number(value) || value.strip_prefix('-').is_some_and(number) => value.to_owned(),
        _ if value.strip_prefix('+').is_some_and(number) => value.trim_start_matches('+').to_owned(),
        _ => return None,
    };
    Some(format!("{} {value}", snake(name)?))
}

/// Returns the entry for a list whose key is capitalised, without a colon: `Stunts Civilian` gives `stunts civilian`.
fn capitalised_key(line: &str) -> Option<String> {
    let (key, members) = line.split_once(' ').filter(|(key, members)| HEADINGS.contains(key) && !members.contains(':'))?;
    let is_list = key != "Skills" && (key != "Aspects" || members.trim_start().starts_with('"'));
    list(&format!("{key}: {members}")).filter(|_| is_list)
}

/// Returns the block of skills for a list with a rank behind each: `Skills: Slug Throwers +3, Resolve 2` gives
/// `skills { 3 slug_throwers; 2 resolve }`.
fn skills(line: &str) -> Option<String> {
    let (key, members) = line.trim_start_matches(['*', '-', '\u{2022}', ' ']).split_once(':')?;
    if key.trim_end_matches('*') != "Skills" {
        return None;
    }
    let mut ranks: Vec<(u8, Vec<String>)> = Vec::new();
    for member in members.trim_start_matches('*').trim().trim_end_matches(['.', ';']).split([',', ';']) {
        let (name, rank) = member.trim().trim_end_matches(')').rsplit_once([' ', '('])?;
        let rank: u8 = rank.trim_start_matches('+').parse().ok()?;
        let name = snake(name.trim_end_matches(['(', ':', ' ']))?;
        match ranks.iter_mut().find(|(known, _)| *known == rank) {
            Some((_, names)) => names.push(name),
            None => ranks.push((rank, vec![name])),
        }
    }
    ranks.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
    let rows: Vec<String> = ranks.iter().map(|(rank, names)| format!("{rank} {}", names.join(", "))).collect();
    (!rows.is_empty()).then(|| format!("skills {{ {} }}", rows.join("; ")))
}

/// Returns the entry for a list after a colon: `Stunts: Firewall, High Endurance`, `Aspects: Old, Huge`.
fn list(line: &str) -> Option<String> {
    let (key, members) = line.split_once(':')?;
    let key = snake(key).filter(|key| ["stunts", "aspects", "gear"].contains(&key.as_str()))?;
    let members = members.trim().trim_end_matches(['.', ',', ';']);
    let member = |member: &str| match member.trim() {
        "" => None,
        text if text.starts_with('"') => Some(text.to_owned()),
        text if key == "aspects" => Some(format!("\"{}\"", text.replace('"', "\\\""))),
        name => called(name),
    };
    let members = members.split(',').map(member).collect::<Option<Vec<String>>>()?;
    Some(format!("{key} {}", members.join(", ")))
}

/// Returns a stunt with its argument: `Military-grade (Slug Throwers)` gives `military_grade(slug_throwers)`.
fn called(name: &str) -> Option<String> {
    match name.split_once('(') {
        Some((name, argument)) => Some(format!("{}({})", snake(name)?, snake(argument.trim_end().strip_suffix(')')?)?)),
        None => snake(name),
    }
}

/// Returns the tracks for a line of boxes: `Frame: OOOO Data: OOO`.
fn tracks(line: &str) -> Option<String> {
    let mut found: Vec<(String, usize)> = Vec::new();
    let mut name = String::new();
    for word in line.split_whitespace() {
        let boxes = word.chars().count();
        if word.chars().all(|sign| matches!(sign, 'O' | 'o' | '\u{25a1}' | '\u{2610}' | '\u{25cb}')) {
            found.push((snake(std::mem::take(&mut name).trim_end_matches(':'))?, boxes));
        } else {
            name.push_str(if name.is_empty() { "" } else { " " });
            name.push_str(word);
        }
    }
    let entries: Vec<String> = found.iter().map(|(name, boxes)| format!("{name} {boxes}")).collect();
    (name.is_empty() && !entries.is_empty()).then(|| format!("tracks {{ {} }}", entries.join("; ")))
}

fn is_technology(word: &str) -> bool {
    let rank = word.strip_prefix('T').map(|rank| rank.strip_prefix('-').unwrap_or(rank));
    rank.is_some_and(|rank| rank.len() == 1 && rank.bytes().all(|digit| digit.is_ascii_digit()))
}

/// Converts words of a title to a name: `High Endurance` to `high_endurance`.
pub(super) fn snake(title: &str) -> Option<String> {
    let words: Vec<String> = title.split([' ', '-', '\t']).filter(|word| !word.is_empty()).map(str::to_ascii_lowercase).collect();
    let name = words.join("_");
    let is_name =
        name.starts_with(|first: char| first.is_ascii_lowercase()) && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    is_name.then_some(name)
}
