//! Search for rules of the game by words. Each result has the text and the location of the rule.
//!
//! Searches the Slip texts of the standard library and of packages, the language reference, the rulings, the words of effects and the pages
//! of the diagnostics. Nothing is compiled, so that rules are found even in a package with errors.

mod declared_rules;
mod normalise_words;
mod rank_matches;
mod rule_pages;

pub use rank_matches::RuleMatch;
pub use rule_pages::{REFERENCE, RULINGS, reference_page};

use slip_source::{PackageId, Sources};

use std::collections::BTreeSet;

/// A rule of the game, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Kind of the rule: `design`, `track`, `stunt`, `setting`, `ruling`, `section`, `row`, `effect word`, `code`, `house rule` …
    pub kind: String,
    /// Name of the rule: `heat`, `R-S4`, `over-budget`.
    pub name: String,
    /// Name that is shown to people; for a ruling, its question. May be empty.
    pub title: String,
    /// Declaration or section that the rule is in: `design Spacecraft`, `Space combat`. May be empty.
    pub of: String,
    /// Text of the rule, without Markdown.
    pub text: String,
    /// Further text that is searched but not printed with the rule, such as the entries of a stunt or the examples of a code.
    pub body: String,
    /// File that contains the rule.
    pub file: String,
    /// Line in the file, counted from 1.
    pub line: u32,
    /// Command that prints more about the rule; may be empty.
    pub more: String,
}

impl Rule {
    /// Formats the location of the rule: `std/srd/spacecraft.slip:42`.
    pub fn place(&self) -> String {
        format!("{}:{}", self.file, self.line)
    }
}

/// Rules of the standard library, of packages, and of the pages of the book.
#[derive(Debug)]
pub struct Rulebook {
    rules: Vec<Rule>,
}

/// Answer to a question about the rules.
#[derive(Debug)]
pub enum RulesAnswer<'b> {
    /// The question is the name of this rule. The list has the other rules that refer to it.
    Whole(&'b Rule, Vec<&'b Rule>),
    /// Rules that match the question, best match first.
    Found(Vec<RuleMatch<'b>>),
    /// No rule matches; the text advises what to ask instead.
    Nothing(String),
}

impl Rulebook {
    /// Reads the rules of the standard library, of the packages, and of the pages of the book.
    pub fn of(sources: &Sources, packages: &BTreeSet<PackageId>) -> Rulebook {
        let mut rules = rule_pages::rulings();
        rules.extend(declared_rules::rules(sources, packages));
        rules.extend(rule_pages::reference());
        rules.extend(rule_pages::own_rulings());
        rules.extend(rule_pages::effect_words());
        rules.extend(rule_pages::codes());
        Rulebook { rules }
    }

    /// Adds the rules of another rulebook. A rule that both have is kept once.
    pub fn add(&mut self, other: Rulebook) {
        let key = |rule: &Rule| (rule.file.clone(), rule.line, rule.kind.clone(), rule.name.clone());
        let known: BTreeSet<_> = self.rules.iter().map(key).collect();
        self.rules.extend(other.rules.into_iter().filter(|rule| !known.contains(&key(rule))));
    }

    /// Returns every rule, in the order of reading.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// Returns the kinds of all rules.
    pub fn kinds(&self) -> BTreeSet<&str> {
        self.rules.iter().map(|rule| rule.kind.as_str()).collect()
    }

    /// Answers a question in words. If `kind` is given, only rules of this kind are searched.
    pub fn ask(&self, asked: &str, kind: Option<&str>) -> RulesAnswer<'_> {
        let of_kind = |own: &str| kind.is_none_or(|kind| own == kind);
        if let Some(rule) = self.called(asked).filter(|rule| of_kind(&rule.kind)) {
            return RulesAnswer::Whole(rule, self.naming(rule));
        }
        if let Some(heading) = asked.trim().strip_prefix("section ").filter(|_| of_kind("section")) {
            return RulesAnswer::Nothing(self.headings(heading.trim()));
        }
        let found = rank_matches::find(self.rules.iter().filter(|rule| of_kind(&rule.kind)), asked);
        if found.is_empty() { RulesAnswer::Nothing(self.help(asked, kind)) } else { RulesAnswer::Found(found) }
    }

    /// Returns the ruling with a number, or the section of the reference with a heading (`section Trips`).
    fn called(&self, asked: &str) -> Option<&Rule> {
        let asked = asked.trim();
        let heading = asked.strip_prefix("section ").map(str::trim);
        self.rules.iter().find(|rule| match rule.kind.as_str() {
            "ruling" => rule.name.eq_ignore_ascii_case(asked),
            "section" => heading.is_some_and(|heading| rule.name.eq_ignore_ascii_case(heading)),
            _ => false,
        })
    }

    /// Returns advice for an unknown heading: the nearest heading, or all of them.
    fn headings(&self, heading: &str) -> String {
        let headings = || self.rules.iter().filter(|rule| rule.kind == "section").map(|rule| rule.name.as_str());
        // Capital letters make no difference in a heading.
        let heading = heading.to_lowercase();
        let small: Vec<String> = headings().map(str::to_lowercase).collect();
        match slip_suggest::nearest(&heading, small.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `section {near}`?"),
            None => format!("the sections of the reference are {}", slip_suggest::enumerate(headings())),
        }
    }

    /// Returns the other rules whose text refers to a ruling by its number.
    fn naming(&self, named: &Rule) -> Vec<&Rule> {
        let says = |text: &str| {
            let mut after = text.split(named.name.as_str()).skip(1);
            after.any(|rest| !rest.starts_with(|sign: char| sign.is_ascii_digit()))
        };
        let is_ruling = named.kind == "ruling";
        let others = self.rules.iter().filter(|rule| is_ruling && !std::ptr::eq(*rule, named) && rule.kind != "section");
        others.filter(|rule| says(&rule.text) || says(&rule.title) || says(&rule.body)).collect()
    }

    /// Returns advice for a question to which no rule matches.
    fn help(&self, asked: &str, kind: Option<&str>) -> String {
        let count = |asked: &str, kind: Option<&str>| {
            rank_matches::find(self.rules.iter().filter(|rule| kind.is_none_or(|kind| rule.kind == kind)), asked).len()
        };
        if let Some(kind) = kind
            && let found @ 1.. = count(asked, None)
        {
            return format!("no rule of the kind `{kind}` matches, but others do ({found}): leave out `--kind`");
        }
        if let Some(numbers) = self.numbers(asked) {
            return numbers;
        }
        let single: Vec<&str> = asked.split_whitespace().collect();
        if single.len() > 1 {
            let alone = single.iter().map(|word| (*word, count(word, None))).filter(|(_, found)| *found > 0);
            let alone: Vec<String> = alone.map(|(word, found)| format!("`{word}` ({found})")).collect();
            if !alone.is_empty() {
                return format!(
                    "no rule contains all of these words; single words are found: {}",
                    slip_suggest::enumerate(alone.iter().map(String::as_str))
                );
            }
        }
        let names: BTreeSet<String> =
            self.rules.iter().flat_map(|rule| normalise_words::of(&format!("{} {}", rule.name, rule.title))).collect();
        let texts = || -> BTreeSet<String> { self.rules.iter().flat_map(|rule| normalise_words::of(&rule.text)).collect() };
        let near = |word: &str| {
            let word = word.to_lowercase();
            slip_suggest::nearest(&word, names.iter().map(String::as_str))
                .or_else(|| slip_suggest::nearest(&word, texts().iter().map(String::as_str)))
        };
        match single.iter().find_map(|word| near(word)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "try one word of the rulebook, such as `heat`, `compel` or `reload`; `slipyard explain effect` lists the words of effect lines"
                .to_owned(),
        }
    }

    /// If the question is the number of a ruling that does not exist, returns a hint with the first and last ruling number in the same
    /// area.
    fn numbers(&self, asked: &str) -> Option<String> {
        let asked = asked.trim().to_uppercase();
        let letters = asked.trim_end_matches(|sign: char| sign.is_ascii_digit());
        if !asked.starts_with("R-") {
            return None;
        }
        let number = |rule: &Rule| rule.name.strip_prefix(letters)?.parse::<u32>().ok();
        let known: BTreeSet<u32> = self.rules.iter().filter(|rule| rule.kind == "ruling").filter_map(number).collect();
        match (known.first(), known.last()) {
            (Some(first), Some(last)) => Some(format!("these rulings are numbered from {letters}{first} to {letters}{last}")),
            _ => {
                let rulings = self.rules.iter().filter(|rule| rule.kind == "ruling").map(|rule| rule.name.as_str());
                let letters: BTreeSet<&str> = rulings.map(|name| name.trim_end_matches(|sign: char| sign.is_ascii_digit())).collect();
                Some(format!("rulings begin with {}", slip_suggest::alternatives(letters.into_iter())))
            }
        }
    }
}
