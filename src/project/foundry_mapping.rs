//! Reads a mapping of items to Foundry documents from TOML.
//!
//! [`slip_export::foundry`] defines the content of a mapping; this module parses it and reports every mistake with its line.

use slip_export::foundry::{
    DocumentPlan, DocumentType, FORMAT, FoundryPath, Journals, Keys, Mapping, MappingLine, RecordField, ValueSource,
};

use serde_json::Value;
use slip_source::unmarked;
use std::collections::BTreeMap;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Mistake in a mapping file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mistake {
    /// Line of the mistake, from 1.
    pub line: usize,
    /// Message that describes the mistake, with the text to write instead.
    pub what: String,
}

const TOP_KEYS: &[&str] = &["format", "journals", "keys", "kinds", "system"];
const KIND_KEYS: &[&str] = &["document", "type", "img", "items", "without", "system"];
const OTHERS_KEYS: &[&str] = &["document", "type", "img", "items"];
const DOCUMENTS: &[&str] = &["Actor", "Item", "none"];
const SYSTEMS: &[&str] = &["Actor", "Item"];
const JOURNALS: &[&str] = &["kind", "package", "none"];
const KEYS: &[&str] = &["name", "base64"];
/// Key of the table with the settings for all kinds that have no table of their own: `[kinds."*"]`.
const OTHERS: &str = "*";
/// Extensions of the image files that Foundry accepts.
const PICTURES: &[&str] = &["apng", "avif", "bmp", "gif", "jpeg", "jpg", "png", "svg", "tiff", "webp"];

type Entry<'a, 'i> = (&'a str, Range<usize>, &'a Spanned<DeValue<'i>>);

/// Reads a mapping.
///
/// # Errors
/// All mistakes, sorted by line.
pub fn mapping(text: &str) -> Result<Mapping, Vec<Mistake>> {
    let text = unmarked(text);
    let ends = text.match_indices('\n').map(|(at, _)| at).collect();
    let mut reader = Reader { ends, mistakes: Vec::new(), keys: Keys::default(), shared: BTreeMap::new() };
    let (document, broken) = DeTable::parse_recoverable(text);
    for error in broken {
        let reason = error.message().lines().next().unwrap_or("it is not TOML").to_owned();
        reader.mistake(&error.span().unwrap_or(0..0), format!("this is not TOML: {reason}"));
    }
    if reader.mistakes.is_empty() {
        let mapping = reader.read(document.get_ref());
        if reader.mistakes.is_empty() {
            return Ok(mapping);
        }
    }
    let mut mistakes = reader.mistakes;
    mistakes.sort();
    mistakes.dedup();
    Err(mistakes)
}

fn entries<'a, 'i>(table: &'a DeTable<'i>) -> impl Iterator<Item = Entry<'a, 'i>> {
    table.iter().map(|(key, value)| (key.get_ref().as_ref(), key.span(), value))
}

/// Returns the allowed words as a list for a sentence.
fn listed(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    slip_suggest::alternatives(quoted.iter().map(String::as_str))
}

/// Settings in the table of a kind; a setting that is `None` is inherited.
#[derive(Default)]
struct KindSettings {
    document: Option<Option<DocumentType>>,
    sort_of_system: Option<String>,
    img: Option<String>,
    gear: Option<bool>,
    /// Families of figures, such as `stat`, that documents of the kind do not contain.
    without: Vec<&'static str>,
    system: Vec<MappingLine>,
    at: Range<usize>,
}

struct Reader {
    /// Byte offsets of the line ends, by which the line number of an entry is found quickly.
    ends: Vec<usize>,
    mistakes: Vec<Mistake>,
    /// Keys that a `*` in a path stands for.
    keys: Keys,
    /// Fields under `system` that all documents of a type get.
    shared: BTreeMap<DocumentType, Vec<MappingLine>>,
}

impl Reader {
    fn line(&self, at: &Range<usize>) -> usize {
        self.ends.partition_point(|end| *end < at.start).saturating_add(1)
    }

    fn mistake(&mut self, at: &Range<usize>, what: String) {
        let line = self.line(at);
        self.mistakes.push(Mistake { line, what });
    }

    fn unknown(&mut self, at: &Range<usize>, word: &str, place: &str, known: &[&str]) {
        let help = match slip_suggest::nearest(word, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the keys are {}", slip_suggest::enumerate(known.iter().copied())),
        };
        self.mistake(at, format!("{place} has no key `{word}`; {help}"));
    }

    /// Reads a value that must be one of a few words; any other value is reported, and the result is `None`.
    fn choice(&mut self, key: &str, value: &Spanned<DeValue<'_>>, words: &[&'static str]) -> Option<&'static str> {
        let text = value.get_ref().as_str();
        let known = text.and_then(|text| words.iter().copied().find(|word| *word == text));
        if known.is_none() {
            let near = text.and_then(|text| slip_suggest::nearest(text, words.iter().copied()));
            let help = near.map_or_else(|| listed(words), |near| format!("\"{near}\""));
            let what = match text {
                Some(text) => format!("`{key}` cannot be \"{text}\"; write {help}"),
                None => format!("`{key}` must be a word in quotes: {help}"),
            };
            self.mistake(&value.span(), what);
        }
        known
    }

    fn table<'v, 'i>(&mut self, key: &str, value: &'v Spanned<DeValue<'i>>) -> Option<&'v DeTable<'i>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.mistake(&value.span(), format!("`{key}` must be a table: `[{key}]` with lines below it"));
        }
        table
    }

    fn read(&mut self, document: &DeTable<'_>) -> Mapping {
        let mut mapping = Mapping::default();
        let mut kinds = BTreeMap::new();
        let mut has_format = false;
        // The entry `keys` is read first: the lines of tables are checked against it and may be written above it.
        if let Some((word, _, value)) = entries(document).find(|(word, ..)| *word == "keys")
            && self.choice(word, value, KEYS) == Some("base64")
        {
            self.keys = Keys::Base64;
        }
        mapping.keys = self.keys;
        for (word, at, value) in entries(document) {
            match word {
                "format" => {
                    has_format = true;
                    self.format(value);
                }
                "journals" => match self.choice(word, value, JOURNALS) {
                    Some("package") => mapping.journals = Journals::Package,
                    Some("none") => mapping.journals = Journals::None,
                    _ => {}
                },
                "keys" => {}
                "kinds" => kinds = self.kinds(value),
                "system" => self.systems(value),
                unknown => self.unknown(&at, unknown, "a mapping", TOP_KEYS),
            }
        }
        if !has_format && self.mistakes.is_empty() {
            self.mistake(&(0..0), format!("the mapping has no format: begin with `format = {FORMAT}`"));
        }
        let others = kinds.remove(OTHERS).unwrap_or_default();
        let of_others = KindSettings { at: 0..0, ..KindSettings::default() };
        mapping.others = self.plan(OTHERS, others.as_plan(&of_others), others.at.clone());
        mapping.kinds = kinds
            .into_iter()
            .map(|(kind, said)| {
                let plan = said.as_plan(&others);
                let mut plan = self.plan(&kind, plan, said.at.clone());
                plan.system
                    .retain(|line| !line.takes.word().and_then(RecordField::family).is_some_and(|family| said.without.contains(&family)));
                (kind, plan)
            })
            .collect();
        mapping
    }

    fn format(&mut self, value: &Spanned<DeValue<'_>>) {
        let number = value.get_ref().as_integer().and_then(|number| number.as_str().parse::<u32>().ok());
        match number {
            Some(FORMAT) => {}
            Some(later) if later > FORMAT => {
                self.mistake(&value.span(), format!("the mapping has format {later}; this slipyard reads format {FORMAT}"));
            }
            _ => self.mistake(&value.span(), format!("`format` must be the number {FORMAT}")),
        }
    }

    fn systems(&mut self, value: &Spanned<DeValue<'_>>) {
        let Some(table) = self.table("system", value) else { return };
        for (word, at, value) in entries(table) {
            let sort = match word {
                "Actor" => DocumentType::Actor,
                "Item" => DocumentType::Item,
                unknown => {
                    self.unknown(&at, unknown, "`[system]`", SYSTEMS);
                    continue;
                }
            };
            if let Some(table) = self.table(&format!("system.{word}"), value) {
                let lines = self.lines(table, &[]);
                self.shared.insert(sort, lines);
            }
        }
    }

    fn kinds(&mut self, value: &Spanned<DeValue<'_>>) -> BTreeMap<String, KindSettings> {
        let mut kinds = BTreeMap::new();
        let Some(table) = self.table("kinds", value) else { return kinds };
        for (kind, at, value) in entries(table) {
            if kind != OTHERS && !super::is_name(kind) {
                self.mistake(&at, format!("`{kind}` is not a kind: write a name such as `ship`, or `\"*\"` for all others"));
                continue;
            }
            if let Some(table) = self.table(&format!("kinds.{kind}"), value) {
                let said = self.kind(kind, at, table);
                kinds.insert(kind.to_owned(), said);
            }
        }
        kinds
    }

    fn kind(&mut self, kind: &str, at: Range<usize>, table: &DeTable<'_>) -> KindSettings {
        let mut said = KindSettings { at, ..KindSettings::default() };
        for (word, at, value) in entries(table) {
            match word {
                "document" => {
                    said.document = self.choice(word, value, DOCUMENTS).map(|word| match word {
                        "Actor" => Some(DocumentType::Actor),
                        "Item" => Some(DocumentType::Item),
                        _ => None,
                    });
                }
                "type" => said.sort_of_system = self.sort_of_system(value),
                "img" => said.img = self.picture(value),
                "items" => said.gear = self.items(value),
                "without" if kind != OTHERS => said.without = self.without(value),
                "system" if kind == OTHERS => {
                    self.mistake(&at, "`\"*\"` cannot have its own `system`: write `[system.Item]` or `[system.Actor]`".to_owned());
                }
                "system" => {
                    if let Some(table) = self.table(&format!("kinds.{kind}.system"), value) {
                        said.system = self.lines(table, &[]);
                    }
                }
                unknown => {
                    let known = if kind == OTHERS { OTHERS_KEYS } else { KIND_KEYS };
                    self.unknown(&at, unknown, &format!("`[kinds.{kind}]`"), known);
                }
            }
        }
        said
    }

    fn sort_of_system(&mut self, value: &Spanned<DeValue<'_>>) -> Option<String> {
        let is_sign = |sign: char| sign.is_ascii_alphanumeric() || "_-.".contains(sign);
        let text = value.get_ref().as_str().filter(|text| !text.is_empty() && text.chars().all(is_sign));
        if text.is_none() {
            self.mistake(&value.span(), "`type` must be the game system's word for the document, in quotes, such as \"item\"".to_owned());
        }
        text.map(str::to_owned)
    }

    fn picture(&mut self, value: &Spanned<DeValue<'_>>) -> Option<String> {
        let is_picture = |text: &&str| {
            let ending = text.rsplit_once('.').map(|(_, ending)| ending.to_lowercase()).unwrap_or_default();
            PICTURES.contains(&ending.as_str()) && !text.chars().any(char::is_control)
        };
        let text = value.get_ref().as_str().filter(is_picture);
        if text.is_none() {
            self.mistake(
                &value.span(),
                format!(
                    "`img` must be the path of a picture in the game system, ending in {}",
                    slip_suggest::alternatives(PICTURES.iter().copied())
                ),
            );
        }
        text.map(str::to_owned)
    }

    fn items(&mut self, value: &Spanned<DeValue<'_>>) -> Option<bool> {
        let words: Option<Vec<&str>> =
            value.get_ref().as_array().map(|list| list.iter().filter_map(|word| word.get_ref().as_str()).collect());
        match words.as_deref() {
            Some([]) => Some(false),
            Some(["gear"]) => Some(true),
            _ => {
                self.mistake(&value.span(), "`items` must be `[\"gear\"]`, for carried gear, or `[]`".to_owned());
                None
            }
        }
    }

    /// Reads the families of figures that documents of a kind do not contain.
    fn without(&mut self, value: &Spanned<DeValue<'_>>) -> Vec<&'static str> {
        let words: Option<Vec<Option<&'static str>>> = value.get_ref().as_array().map(|list| {
            let family = |word: &Spanned<DeValue<'_>>| RecordField::read(&format!("{}.*", word.get_ref().as_str()?)).ok()?.family();
            list.iter().map(family).collect()
        });
        match words.and_then(|words| words.into_iter().collect::<Option<Vec<_>>>()) {
            Some(families) => families,
            None => {
                self.mistake(&value.span(), "`without` must be a list of families in quotes, such as `[\"stat\"]`".to_owned());
                Vec::new()
            }
        }
    }

    /// Returns the paths of all values in a table; values of nested tables have longer paths.
    fn lines(&mut self, table: &DeTable<'_>, before: &[&str]) -> Vec<MappingLine> {
        let mut lines = Vec::new();
        for (key, at, value) in entries(table) {
            let parts = [before, &[key]].concat();
            if let Some(table) = value.get_ref().as_table() {
                lines.extend(self.lines(table, &parts));
                continue;
            }
            // A list contains several values, each for one family of figures.
            let values = value.get_ref().as_array().map_or_else(|| vec![value], |list| list.iter().collect());
            if values.is_empty() {
                self.mistake(&value.span(), format!("`{key}` has an empty list"));
            }
            for value in values {
                match (FoundryPath::of(&parts), takes(value.get_ref())) {
                    (Ok(path), Ok(takes)) => {
                        let line = MappingLine { path, takes, line: self.line(&at) };
                        match line.fault(self.keys) {
                            Some(fault) => self.mistake(&at, fault),
                            None => lines.push(line),
                        }
                    }
                    (path, takes) => {
                        path.err().into_iter().for_each(|what| self.mistake(&at, what));
                        takes.err().into_iter().for_each(|what| self.mistake(&value.span(), what));
                    }
                }
            }
        }
        self.apart(&lines);
        lines
    }

    /// Reports two lines that write to the same field, because it is unclear which of them applies.
    fn apart(&mut self, lines: &[MappingLine]) {
        for (at, line) in lines.iter().enumerate() {
            let meets = |other: &&MappingLine| other.path.meets(&line.path) && !other.has_own_entries(line, self.keys);
            let Some(other) = lines.iter().take(at).find(meets) else { continue };
            let (early, late) = if other.line <= line.line { (other, line) } else { (line, other) };
            let what = if early.line == late.line {
                format!("two values of `{}` may write to the same place", late.path)
            } else {
                format!("`{}` may write to the same place as `{}` in line {}", late.path, early.path, early.line)
            };
            self.mistakes.push(Mistake { line: late.line, what });
        }
    }

    /// Returns the plan for documents of a kind, with the `system` fields that all documents of its type get.
    fn plan(&mut self, kind: &str, mut plan: DocumentPlan, at: Range<usize>) -> DocumentPlan {
        let Some(sort) = plan.document else { return DocumentPlan::default() };
        if plan.sort_of_system.is_empty() {
            let word = if sort == DocumentType::Actor { "Actor" } else { "Item" };
            self.mistake(&at, format!("`[kinds.{kind}]` creates an {word} without a type: add `type = \"…\"`"));
        }
        let shared = self.shared.get(&sort).cloned().unwrap_or_default();
        let own = std::mem::take(&mut plan.system);
        let mut lines: Vec<MappingLine> = shared.into_iter().filter(|line| own.iter().all(|mine| mine.path != line.path)).collect();
        lines.extend(own);
        self.apart(&lines);
        plan.system = lines;
        plan
    }
}

impl KindSettings {
    /// Returns the plan; settings that are missing are inherited from the table for other kinds.
    fn as_plan(&self, others: &KindSettings) -> DocumentPlan {
        // The type of the system is only inherited if both tables create documents of the same kind: actors or items.
        let inherits = self.document.is_none() || self.document == others.document;
        let inherited = others.sort_of_system.clone().filter(|_| inherits);
        DocumentPlan {
            document: self.document.or(others.document).flatten(),
            sort_of_system: self.sort_of_system.clone().or(inherited).unwrap_or_default(),
            img: self.img.clone().or_else(|| others.img.clone()),
            gear: self.gear.or(others.gear).unwrap_or_default(),
            system: self.system.clone(),
        }
    }
}

fn takes(value: &DeValue<'_>) -> Result<ValueSource, String> {
    if let Some(text) = value.as_str() {
        return ValueSource::read(text);
    }
    let number = value.as_integer().and_then(|number| number.as_str().parse::<i64>().ok());
    let always = number.map(Value::from).or_else(|| value.as_bool().map(Value::from));
    always.map(ValueSource::Always).ok_or_else(|| {
        "write a figure such as `\"stat.beam\"`, a fixed text such as `\"'none'\"`, a whole number, `true` or `false`".to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(text: &str) -> Vec<String> {
        let said = |mistake: Mistake| format!("{}: {}", mistake.line, mistake.what);
        mapping(text).err().unwrap_or_default().into_iter().map(said).collect()
    }

    #[test]
    fn the_mappings_that_are_built_in_are_read() {
        for (name, text) in slip_export::foundry::BUILT_IN {
            assert_eq!(mapping(text).err(), None, "{name}");
        }
        let read = mapping(slip_export::foundry::DEFAULT);
        let read = read.unwrap_or_default();
        assert_eq!(read.plan("ship").document, Some(DocumentType::Actor));
        assert_eq!(read.plan("weapon").document, Some(DocumentType::Item));
        assert_eq!(read.plan("world").document, None);
        assert!(read.plan("npc").gear && !read.plan("npc").system.is_empty());
    }

    #[test]
    fn what_a_kind_says_stands_in_front_of_what_all_say() {
        let read = mapping(
            "format = 1\nkinds.\"*\" = { document = \"Item\", type = \"thing\", img = \"a.png\" }\n[system.Item]\na.b = \"price\"\nc = 1\n[kinds.weapon.system]\na.b = \"tech\"\nc = \"nothing\"\n",
        )
        .unwrap_or_default();
        let weapon = read.plan("weapon");
        assert_eq!(
            (weapon.document, weapon.sort_of_system.as_str(), weapon.img.as_deref()),
            (Some(DocumentType::Item), "thing", Some("a.png"))
        );
        let taken: Vec<&ValueSource> = weapon.system.iter().map(|line| &line.takes).collect();
        assert_eq!(taken, [&ValueSource::Figure(slip_export::foundry::RecordField::One("tech")), &ValueSource::Nothing]);
        assert_eq!(read.plan("armour").system.len(), 2);
    }

    #[test]
    fn everything_that_is_wrong_is_said_at_its_line() {
        assert_eq!(wrong("format = 1\njournal = \"kind\"\n"), ["2: a mapping has no key `journal`; did you mean `journals`?"]);
        assert_eq!(wrong("kinds = {}\n"), ["1: the mapping has no format: begin with `format = 1`"]);
        assert_eq!(wrong("format = 2"), ["1: the mapping has format 2; this slipyard reads format 1"]);
        let kind = "format = 1\n[kinds.ship]\n";
        assert_eq!(
            wrong(&format!("{kind}document = \"Aktor\"\ntyp = \"x\"\n")),
            ["3: `document` cannot be \"Aktor\"; write \"Actor\"", "4: `[kinds.ship]` has no key `typ`; did you mean `type`?"]
        );
        assert_eq!(
            wrong(&format!("{kind}document = \"Item\"\n")),
            ["2: `[kinds.ship]` creates an Item without a type: add `type = \"…\"`"]
        );
        let system = format!("{kind}document = \"Item\"\ntype = \"item\"\n[kinds.ship.system]\n");
        assert_eq!(
            wrong(&format!("{system}a = \"prise\"\n\"b.*\" = \"price\"\nc = \"stat.*\"\nd = 1.5\n\"e e\" = 1\n")),
            [
                "6: `prise` is not a figure; did you mean `price`?",
                "7: `b.*` has a `*`, but its value is one figure: write `stat.*` for several",
                "8: `stat.*` stands for several figures: put a `*` in `c` where their names go",
                "9: write a figure such as `\"stat.beam\"`, a fixed text such as `\"'none'\"`, a whole number, `true` or `false`",
                "10: `e e` is not a path: ` ` is not a letter, a digit, `_` or `-`",
            ]
        );
        assert_eq!(
            wrong(&format!("{system}a = \"price\"\n\"a.b\" = \"tech\"\n")),
            ["7: `a.b` may write to the same place as `a` in line 6"]
        );
        let base64 = format!("keys = \"base64\"\n{}", system.replace("ship", "npc"));
        assert_eq!(wrong(&format!("{base64}\"a.*.b\" = [\"stat.*\", \"skill.*\"]\n\"a.*.c\" = \"title of track.*\"\n")), [""; 0]);
        assert_eq!(
            wrong(&format!("{base64}\"a.*.b\" = [\"stat.*\", \"1 for stat.*\"]\n\"a_*\" = \"stat.*\"\n")),
            [
                "7: two values of `a.*.b` may write to the same place",
                "8: `a_*` has more than a `*` between two points, which `keys = \"base64\"` does not allow",
            ]
        );
        assert_eq!(
            wrong(&format!("{system}\"a.*\" = [\"stat.*\", \"skill.*\"]\nb = \"boxes of price\"\n\"c.*\" = \"stat.* or 0\"\n")),
            [
                "6: two values of `a.*` may write to the same place",
                "7: `boxes of price`: only a track has boxes, such as `boxes of track.*`",
                "8: `stat.*` stands for several figures, and `or` is for one: write `'words' for stat.*`",
            ]
        );
        assert_eq!(
            wrong(&format!("{kind}document = \"Item\"\ntype = \"item\"\nwithout = [\"stats\"]\n")),
            ["5: `without` must be a list of families in quotes, such as `[\"stat\"]`"]
        );
        assert!(wrong("format = 1\n[kinds.ship\n").iter().all(|what| what.starts_with("2: this is not TOML")));
    }
}
