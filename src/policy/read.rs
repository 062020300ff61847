//! Reads the text of a policy. Every mistake is reported with its line. A policy with a mistake is not used at all, because a misspelt key
//! would otherwise mean "no limit".

use super::{LintLevel, RepositoryPolicy, WaiverRules};
use slip_pack::archive::is_hash;
use slip_source::diagnostic::{Code, Severity};
use slip_source::merge_conflict::leftovers;
use slip_source::unmarked;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

const SECTIONS: &[&str] = &["rules", "waivers", "patches", "lints", "licences"];
const RULES_KEYS: &[&str] = &["max_tech", "ban", "std"];
const WAIVERS_KEYS: &[&str] = &["codes", "most", "most_in_package"];
const LICENCES_KEYS: &[&str] = &["allowed"];

type Value<'i> = Spanned<DeValue<'i>>;

/// Reads a policy. `source` is its name in messages.
///
/// # Errors
/// All mistakes, each as the rest of a sentence with its line.
pub fn parse(source: &str, text: &str) -> Result<RepositoryPolicy, Vec<String>> {
    let text = unmarked(text);
    let ends = text.match_indices('\n').map(|(at, _)| at).collect();
    let mut reader = Reader { ends, mistakes: Vec::new() };
    if !leftovers(text).is_empty() {
        return Err(vec!["it contains a merge conflict".to_owned()]);
    }
    let (document, unread) = DeTable::parse_recoverable(text);
    for mistake in &unread {
        let reason = mistake.message().lines().next().unwrap_or("it is not valid TOML");
        reader.tell(&mistake.span().unwrap_or_default(), reason);
    }
    let mut policy = RepositoryPolicy { source: source.to_owned(), ..RepositoryPolicy::default() };
    if unread.is_empty() {
        for (key, value) in document.get_ref() {
            match (key.get_ref().as_ref(), value.get_ref()) {
                ("rules", DeValue::Table(table)) => reader.rules(table, &mut policy),
                ("waivers", DeValue::Table(table)) => policy.waivers = Some(reader.waivers(table)),
                ("patches", DeValue::Table(table)) => policy.patches = Some(reader.patches(table)),
                ("lints", DeValue::Table(table)) => policy.lints = reader.lints(table),
                ("licences", DeValue::Table(table)) => policy.licences = Some(reader.licences(table)),
                (word, _) if SECTIONS.contains(&word) => {
                    reader.tell(&value.span(), &format!("`{word}` is not a section: write `[{word}]`"))
                }
                (word, _) => reader.unknown("the policy", word, &key.span(), SECTIONS),
            }
        }
    }
    if reader.mistakes.is_empty() { Ok(policy) } else { Err(reader.mistakes) }
}

struct Reader {
    /// Byte offsets of the line ends, by which the line number of a mistake is found quickly.
    ends: Vec<usize>,
    mistakes: Vec<String>,
}

impl Reader {
    fn tell(&mut self, at: &Range<usize>, what: &str) {
        let line = self.ends.partition_point(|end| *end < at.start).saturating_add(1);
        self.mistakes.push(format!("line {line}: {}", slip_printable::line(what)));
    }

    fn unknown(&mut self, place: &str, word: &str, at: &Range<usize>, known: &[&str]) {
        let help = match slip_suggest::nearest(word, known.iter().copied()) {
            Some(near) => format!("; did you mean `{near}`?"),
            None if known.len() <= 8 => {
                let words: Vec<String> = known.iter().map(|word| format!("`{word}`")).collect();
                format!("; the keys are {}", slip_suggest::enumerate(words.iter().map(String::as_str)))
            }
            None => String::new(),
        };
        self.tell(at, &format!("{place} has no key `{word}`{help}"));
    }

    fn wrong(&mut self, key: &str, value: &Value<'_>, wanted: &str) {
        self.tell(&value.span(), &format!("the value of `{key}` is not {wanted}"));
    }

    fn texts(&mut self, key: &str, value: &Value<'_>) -> Vec<(String, Range<usize>)> {
        let Some(list) = value.get_ref().as_array() else {
            self.wrong(key, value, "a list of texts, such as `[\"a\", \"b\"]`");
            return Vec::new();
        };
        let mut texts = Vec::new();
        for member in list.iter() {
            match member.get_ref().as_str().filter(|text| !text.trim().is_empty()) {
                Some(text) => texts.push((text.to_owned(), member.span())),
                None => self.wrong(key, member, "a list of texts, such as `[\"a\", \"b\"]`"),
            }
        }
        texts
    }

    fn number(&mut self, key: &str, value: &Value<'_>) -> Option<usize> {
        let number = value.get_ref().as_integer().and_then(|integer| integer.as_str().parse().ok());
        if number.is_none() {
            self.wrong(key, value, "a whole number from 0");
        }
        number
    }

    fn rules(&mut self, table: &DeTable<'_>, policy: &mut RepositoryPolicy) {
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "max_tech" => match value.get_ref().as_str().and_then(crate::project::technology) {
                    Some(tech) => policy.max_tech = Some(tech),
                    None => self.wrong("max_tech", value, "a technology level from `\"T-4\"` to `\"T4\"`"),
                },
                "ban" => {
                    for (text, at) in self.texts("ban", value) {
                        if (1..=2).contains(&text.split_whitespace().count()) {
                            policy.ban.push(text);
                        } else {
                            self.tell(&at, &format!("`{text}` is not a name, or a kind and a name: `nova`, `weapon yards.nova`"));
                        }
                    }
                }
                "std" => {
                    for (text, at) in self.texts("std", value) {
                        if is_hash(&text) {
                            policy.std.insert(text);
                        } else {
                            self.tell(&at, "a member of `std` is not `\"sha256:\"` followed by 64 hexadecimal digits");
                        }
                    }
                }
                word => self.unknown("[rules]", word, &key.span(), RULES_KEYS),
            }
        }
    }

    fn waivers(&mut self, table: &DeTable<'_>) -> WaiverRules {
        let mut rules = WaiverRules::default();
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "most" => rules.most = self.number("most", value),
                "most_in_package" => rules.most_in_package = self.number("most_in_package", value),
                "codes" => rules.codes = Some(self.codes(value)),
                word => self.unknown("[waivers]", word, &key.span(), WAIVERS_KEYS),
            }
        }
        rules
    }

    /// Reads the codes that may be waived: a list, or a table with the greatest number of waivers of each.
    fn codes(&mut self, value: &Value<'_>) -> BTreeMap<Code, Option<usize>> {
        let mut codes = BTreeMap::new();
        if let Some(table) = value.get_ref().as_table() {
            for (key, value) in table {
                let word = key.get_ref().as_ref();
                let most = self.number(word, value);
                codes.extend(self.code(word, &key.span()).map(|code| (code, most)));
            }
        } else {
            for (word, at) in self.texts("codes", value) {
                codes.extend(self.code(&word, &at).map(|code| (code, None)));
            }
        }
        codes
    }

    fn code(&mut self, word: &str, at: &Range<usize>) -> Option<Code> {
        let code = Code::from_slug(word);
        if code.is_none() {
            let known: Vec<&str> = Code::ALL.iter().map(|code| code.slug()).collect();
            let near = slip_suggest::nearest(word, known.into_iter()).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            self.tell(at, &format!("there is no code `{word}`{near}"));
        }
        code
    }

    fn patches(&mut self, table: &DeTable<'_>) -> BTreeMap<String, BTreeSet<String>> {
        let mut patches = BTreeMap::new();
        for (key, value) in table {
            let package = key.get_ref().to_string();
            let mut targets = BTreeSet::new();
            for (target, at) in self.texts(&package, value) {
                if target != "*" && !crate::project::is_name(&target) {
                    self.tell(&at, &format!("`{target}` is not the name of a package; write `*` for every package"));
                }
                targets.insert(target);
            }
            if package != "*" && !crate::project::is_name(&package) {
                self.tell(&key.span(), &format!("`{package}` is not the name of a package; write `\"*\"` for every package"));
            }
            patches.insert(package, targets);
        }
        patches
    }

    fn lints(&mut self, table: &DeTable<'_>) -> BTreeMap<Code, LintLevel> {
        let mut lints = BTreeMap::new();
        for (key, value) in table {
            let word = key.get_ref().as_ref();
            let Some(code) = self.code(word, &key.span()) else { continue };
            match value.get_ref().as_str().and_then(LintLevel::from_word) {
                Some(level) if code.severity() != Severity::Error && code != Code::OtherRules => {
                    lints.insert(code, level);
                }
                Some(_) => self.tell(&value.span(), &format!("`{code}` is no lint: its level is fixed")),
                None => self.wrong(word, value, "one of `\"allow\"`, `\"note\"`, `\"warn\"`, `\"deny\"`"),
            }
        }
        lints
    }

    fn licences(&mut self, table: &DeTable<'_>) -> BTreeSet<String> {
        let mut licences = None;
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "allowed" => licences = Some(self.texts("allowed", value).into_iter().map(|(text, _)| text.trim().to_owned()).collect()),
                word => self.unknown("[licences]", word, &key.span(), LICENCES_KEYS),
            }
        }
        if licences.is_none() && self.mistakes.is_empty() {
            self.mistakes.push("[licences] has no list `allowed`".to_owned());
        }
        licences.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn a_policy_with_a_mistake_is_no_policy() {
        for (text, said) in [
            ("[rules]\nmax_teck = \"T2\"\n", "line 2: [rules] has no key `max_teck`; did you mean `max_tech`?"),
            ("[rule]\n", "line 1: the policy has no key `rule`; did you mean `rules`?"),
            ("[rules]\nmax_tech = \"T9\"\n", "line 2: the value of `max_tech` is not a technology level from `\"T-4\"` to `\"T4\"`"),
            ("[waivers]\ncodes = [\"over-budge\"]\n", "line 2: there is no code `over-budge`; did you mean `over-budget`?"),
            ("[waivers]\nmost = -1\n", "line 2: the value of `most` is not a whole number from 0"),
            ("[lints]\nover-budget = \"warn\"\n", "line 2: `over-budget` is no lint: its level is fixed"),
            ("[licences]\n", "[licences] has no list `allowed`"),
        ] {
            assert_eq!(parse("p", text).unwrap_err(), [said], "{text}");
        }
        assert!(parse("p", "[rules\n").is_err() && parse("p", "<<<<<<< a\n=======\n>>>>>>> b\n").is_err());
        assert!(parse("p", "").is_ok());
    }
}
