//! Converts declarations of structs and enums, read as text, to JSON Schema.

use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Content of a declaration.
enum Shape {
    Struct(Vec<Field>),
    Newtype(String),
    Enum { variants: Vec<Variant>, untagged: bool },
}

struct Field {
    name: String,
    doc: String,
    kind: String,
    optional: bool,
}

struct Variant {
    name: String,
    doc: String,
    holds: Holds,
}

enum Holds {
    Nothing,
    Values(Vec<String>),
    Fields(Vec<Field>),
}

struct Declared {
    doc: String,
    parameter: Option<String>,
    shape: Shape,
}

/// All declarations, by `module.Name`, and the imports of each module: the imported name and its module.
pub(crate) struct Structs {
    declared: BTreeMap<String, Declared>,
    uses: BTreeMap<String, BTreeMap<String, String>>,
}

impl Structs {
    pub(crate) fn read(file: &str, folder: &str) -> Structs {
        let mut structs = Structs { declared: BTreeMap::new(), uses: BTreeMap::new() };
        structs.file(Path::new(file));
        structs.folder(Path::new(folder));
        structs
    }

    fn folder(&mut self, folder: &Path) {
        let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths {
            // These modules of the library define other formats than the pack.
            let is_beside = ["archive", "changes", "json"].contains(&path.file_stem().unwrap().to_str().unwrap());
            match () {
                () if is_beside => {}
                () if path.is_dir() => self.folder(&path),
                () => self.file(&path),
            }
        }
    }

    fn file(&mut self, path: &Path) {
        let text = std::fs::read_to_string(path).unwrap();
        let text = text.split("#[cfg(test)]").next().unwrap();
        // The folder is part of the name: `effect/words.rs` and `doctrine/words.rs` are different modules.
        let stem = path.file_stem().unwrap().to_str().unwrap();
        let stem = if stem == "lib" { "pack" } else { stem };
        let above = path.parent().unwrap().file_name().unwrap().to_str().unwrap();
        let module = if above == "src" { stem.to_owned() } else { format!("{above}.{stem}") };
        self.uses.insert(module.clone(), uses(text));
        let mut lines = statements(text).into_iter().peekable();
        let mut before = Before::default();
        while let Some(line) = lines.next() {
            if before.take(&line) {
                continue;
            }
            let open = line.trim_end_matches('{').trim();
            let words: Vec<&str> = open.split_whitespace().collect();
            match words.as_slice() {
                ["pub", "struct" | "enum", ..] if before.is_data() => {
                    let (name, parameter) = name_of(words[2]);
                    let body: Vec<String> =
                        if line.ends_with('{') { lines.by_ref().take_while(|line| line != "}").collect() } else { Vec::new() };
                    let shape = match (words[1], body.is_empty()) {
                        ("enum", _) => Shape::Enum { variants: variants(&body, before.snake()), untagged: before.has("untagged") },
                        ("struct", true) => {
                            let inside = open.split_once('(').unwrap().1.rsplit_once(')').unwrap().0;
                            Shape::Newtype(inside.trim_start_matches("pub ").to_owned())
                        }
                        _ => Shape::Struct(fields(&body, before.has("default"))),
                    };
                    self.declared.insert(format!("{module}.{name}"), Declared { doc: before.doc(), parameter, shape });
                }
                [macro_name, "{"] | [macro_name] if is_table(macro_name) && line.ends_with('{') => {
                    let (head, body): (Vec<String>, Vec<String>) = {
                        let all: Vec<String> = lines.by_ref().take_while(|line| line != "}").collect();
                        let start = all.iter().position(|line| line.ends_with('{')).unwrap();
                        (all[..=start].to_vec(), all[start + 1..].to_vec())
                    };
                    let name = head.last().unwrap().trim_end_matches('{').trim().to_owned();
                    let doc = head.iter().filter_map(|line| line.strip_prefix("///")).collect::<Vec<_>>().join(" ");
                    let shape = Shape::Enum { variants: table(&body), untagged: false };
                    self.declared.insert(format!("{module}.{name}"), Declared { doc: doc.trim().to_owned(), parameter: None, shape });
                }
                ["pub", "type", name, "=", ..] => {
                    let kind = line.split_once('=').unwrap().1.trim().trim_end_matches(';').to_owned();
                    self.declared
                        .insert(format!("{module}.{name}"), Declared { doc: before.doc(), parameter: None, shape: Shape::Newtype(kind) });
                }
                _ => {}
            }
            before = Before::default();
        }
    }

    /// Returns the key of the declaration that a name refers to in a module.
    fn find(&self, module: &str, name: &str) -> String {
        let (of, last) = name.rsplit_once("::").map_or((None, name), |(of, last)| (Some(of.rsplit("::").next().unwrap()), last));
        let named: Vec<&String> = self.declared.keys().filter(|key| key.rsplit_once('.').unwrap().1 == last).collect();
        let of = of.map(str::to_owned).or_else(|| {
            let own = format!("{module}.{last}");
            if self.declared.contains_key(&own) { Some(module.to_owned()) } else { self.uses[module].get(last).cloned() }
        });
        let parent = || module.rsplit_once('.').map_or("pack".to_owned(), |(above, _)| above.to_owned());
        let of = of.map(|of| if of == "super" { parent() } else { of }).unwrap_or_default();
        let family = |place: &str| place.split('.').next() == module.split('.').next();
        // The module itself is best, then a module of that name in the same family, then one in another family or a submodule that
        // the module re-exports.
        let ranks = |key: &str| {
            let place = key.rsplit_once('.').unwrap().0;
            match place {
                _ if place == of => 3,
                _ if place.ends_with(&format!(".{of}")) && family(place) => 2,
                _ if place.ends_with(&format!(".{of}")) || place.starts_with(&format!("{of}.")) => 1,
                _ => 0,
            }
        };
        match named.as_slice() {
            [] => panic!("{module}: nothing is called `{name}`"),
            [only] => (*only).clone(),
            several => {
                let best = several.iter().map(|key| ranks(key)).max().unwrap();
                let found: Vec<&&String> = several.iter().filter(|key| ranks(key) == best).collect();
                assert!(best > 0 && found.len() == 1, "{module}: `{name}` may be {several:?} (of {of:?})");
                (**found[0]).clone()
            }
        }
    }

    /// Returns the schema of a declaration and of all declarations that it refers to.
    pub(crate) fn schema(&self, root: &str) -> Value {
        let mut definitions = BTreeMap::new();
        let mut open = BTreeSet::from([(root.to_owned(), None)]);
        while let Some((key, argument)) = open.pop_first() {
            let name = reference(&key, argument.as_ref());
            if definitions.contains_key(&name) {
                continue;
            }
            let mut needs = Needs { structs: self, module: key.rsplit_once('.').unwrap().0, argument: None, found: BTreeSet::new() };
            let declared = &self.declared[&key];
            needs.argument = declared.parameter.clone().zip(argument);
            let mut schema = match &declared.shape {
                Shape::Struct(fields) => needs.object(fields),
                Shape::Newtype(kind) => needs.of(kind),
                Shape::Enum { variants, untagged } => json!({ "anyOf": needs.variants(variants, *untagged) }),
            };
            if !declared.doc.is_empty() {
                schema["description"] = declared.doc.clone().into();
            }
            open.extend(needs.found);
            definitions.insert(name, schema);
        }
        json!({ "$ref": format!("#/$defs/{root}"), "$defs": definitions })
    }
}

fn is_table(word: &str) -> bool {
    ["words!", "played!", "vocabulary!"].contains(&word)
}

fn reference(key: &str, argument: Option<&String>) -> String {
    argument.map_or(key.to_owned(), |argument| format!("{key}-of-{argument}"))
}

/// Converts types to schemas and collects the declarations that they refer to.
struct Needs<'s> {
    structs: &'s Structs,
    module: &'s str,
    /// Type parameter of the declaration, and the declaration that replaces it.
    argument: Option<(String, String)>,
    found: BTreeSet<(String, Option<String>)>,
}

impl Needs<'_> {
    fn of(&mut self, kind: &str) -> Value {
        let kind = kind.trim();
        let inside = |outer: &str| kind.strip_prefix(outer)?.strip_prefix('<')?.strip_suffix('>');
        if let Some(inner) = inside("Option") {
            return json!({ "anyOf": [self.of(inner), { "type": "null" }] });
        }
        if let Some(inner) = inside("Box").or(inside("Arc")) {
            return self.of(inner);
        }
        if let Some(inner) = inside("Vec").or(inside("BTreeSet")) {
            return json!({ "type": "array", "items": self.of(inner) });
        }
        if let Some(inner) = inside("BTreeMap") {
            return json!({ "type": "object", "additionalProperties": self.of(&parts(inner)[1]) });
        }
        if let Some(inner) = kind.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            return json!({ "type": "array", "items": self.of(inner.split(';').next().unwrap()) });
        }
        if let Some(inner) = kind.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            return self.several(&parts(inner));
        }
        match kind {
            "Name" | "String" | "EcoString" | "pack::Name" => json!({ "type": "string" }),
            "char" => json!({ "type": "string", "minLength": 1, "maxLength": 1 }),
            "bool" => json!({ "type": "boolean" }),
            "i8" | "i16" | "i32" | "i64" | "i128" => json!({ "type": "integer" }),
            "u8" | "u16" | "u32" | "u64" | "usize" => json!({ "type": "integer", "minimum": 0 }),
            _ => self.named(kind),
        }
    }

    fn named(&mut self, kind: &str) -> Value {
        let (name, argument) = match kind.split_once('<') {
            Some((name, rest)) => (name, Some(rest.strip_suffix('>').unwrap())),
            None => (kind, None),
        };
        let found = match &self.argument {
            Some((parameter, stands_for)) if parameter == name => (stands_for.clone(), None),
            inherited => {
                let argument = argument.map(|argument| match inherited {
                    Some((parameter, stands_for)) if parameter == argument => stands_for.clone(),
                    _ => self.structs.find(self.module, argument),
                });
                (self.structs.find(self.module, name), argument)
            }
        };
        let reference = reference(&found.0, found.1.as_ref());
        self.found.insert(found);
        json!({ "$ref": format!("#/$defs/{reference}") })
    }

    /// Returns the schema of a tuple.
    fn several(&mut self, kinds: &[String]) -> Value {
        let items: Vec<Value> = kinds.iter().map(|kind| self.of(kind)).collect();
        json!({ "type": "array", "minItems": items.len(), "maxItems": items.len(), "prefixItems": items })
    }

    fn object(&mut self, fields: &[Field]) -> Value {
        let mut properties = Map::new();
        for field in fields {
            let mut schema = self.of(&field.kind);
            if !field.doc.is_empty() {
                schema["description"] = field.doc.clone().into();
            }
            properties.insert(field.name.clone(), schema);
        }
        let required: Vec<&str> = fields.iter().filter(|field| !field.optional).map(|field| field.name.as_str()).collect();
        json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
    }

    fn variants(&mut self, variants: &[Variant], untagged: bool) -> Vec<Value> {
        let one = |variant: &Variant| {
            let inner = match &variant.holds {
                Holds::Nothing => return json!({ "const": variant.name, "description": variant.doc }),
                Holds::Values(kinds) if kinds.len() == 1 => self.of(&kinds[0]),
                Holds::Values(kinds) => self.several(kinds),
                Holds::Fields(fields) => self.object(fields),
            };
            let mut schema = if untagged {
                inner
            } else {
                json!({ "type": "object", "properties": { &variant.name: inner }, "required": [&variant.name], "additionalProperties": false })
            };
            schema["description"] = variant.doc.clone().into();
            schema
        };
        variants.iter().map(one).collect()
    }
}

/// Doc comments and attributes before a declaration, field or variant.
#[derive(Default)]
struct Before {
    docs: Vec<String>,
    attributes: Vec<String>,
}

impl Before {
    /// Adds a line; returns false if it is neither a doc comment nor an attribute.
    fn take(&mut self, line: &str) -> bool {
        if let Some(doc) = line.strip_prefix("///") {
            self.docs.push(doc.trim().to_owned());
        } else if line.starts_with("#[") {
            self.attributes.push(line.to_owned());
        } else {
            return false;
        }
        true
    }

    fn doc(&self) -> String {
        self.docs.join(" ").replace("[`", "`").replace("`]", "`").trim().to_owned()
    }

    fn is_data(&self) -> bool {
        self.attributes.iter().any(|attribute| attribute.starts_with("#[derive(") && attribute.contains("Deserialize"))
    }

    /// True if the serde attribute contains this word.
    fn has(&self, word: &str) -> bool {
        let told = self.attributes.iter().filter_map(|attribute| attribute.strip_prefix("#[serde(")?.strip_suffix(")]"));
        told.flat_map(|told| told.split(", ")).any(|told| told.trim() == word)
    }

    fn snake(&self) -> bool {
        self.has("rename_all = \"snake_case\"")
    }

    fn renamed(&self) -> Option<String> {
        let attribute = self.attributes.iter().find(|attribute| attribute.contains("rename = \""))?;
        Some(attribute.split('"').nth(1).unwrap().to_owned())
    }
}

/// Returns the lines without indentation; lines inside parentheses are joined.
fn statements(text: &str) -> Vec<String> {
    let mut statements: Vec<String> = Vec::new();
    let mut depth = 0_i32;
    for line in text.lines() {
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        if depth > 0 && !line.starts_with("//") {
            statements.last_mut().unwrap().push_str(line);
        } else {
            statements.push(line.to_owned());
        }
        if !line.starts_with("//") {
            let count = |mark: char| i32::try_from(line.matches(mark).count()).unwrap();
            depth = (depth + count('(') - count(')')).max(0);
        }
    }
    statements
}

/// Returns the imported names with their modules.
fn uses(text: &str) -> BTreeMap<String, String> {
    let mut uses = BTreeMap::new();
    for rest in text.split("use ").skip(1) {
        let Some((path, _)) = rest.split_once(';') else { continue };
        let path: String = path.split_whitespace().collect();
        let (of, names) = match path.split_once("::{") {
            Some((of, names)) => (of.to_owned(), names.trim_end_matches('}').split(',').map(str::to_owned).collect()),
            None => path.rsplit_once("::").map_or((String::new(), Vec::new()), |(of, name)| (of.to_owned(), vec![name.to_owned()])),
        };
        let names: Vec<String> = names;
        for name in names.iter().filter(|name| !name.is_empty()) {
            // A name in a group may have its own module prefix.
            let whole = format!("{of}::{name}");
            let (of, name) = whole.rsplit_once("::").unwrap();
            uses.insert(name.to_owned(), of.rsplit("::").next().unwrap().to_owned());
        }
    }
    uses
}

fn name_of(word: &str) -> (String, Option<String>) {
    let word = word.split(['(', '{']).next().unwrap().trim_end_matches(';');
    match word.split_once('<') {
        Some((name, parameter)) => (name.to_owned(), Some(parameter.trim_end_matches('>').to_owned())),
        None => (word.to_owned(), None),
    }
}

fn fields(body: &[String], all_optional: bool) -> Vec<Field> {
    let mut fields = Vec::new();
    let mut before = Before::default();
    for line in body {
        if before.take(line) {
            continue;
        }
        let written = line.trim_start_matches("pub ").split_once(':').filter(|_| !line.starts_with("//") && !before.has("skip"));
        if let Some((name, kind)) = written {
            let optional = all_optional || before.has("default");
            let name = before.renamed().unwrap_or_else(|| name.trim_start_matches("r#").to_owned());
            fields.push(Field { name, doc: before.doc(), kind: kind.trim().trim_end_matches(',').to_owned(), optional });
        }
        before = Before::default();
    }
    fields
}

fn variants(body: &[String], snake: bool) -> Vec<Variant> {
    let mut variants = Vec::new();
    let mut before = Before::default();
    let mut lines = body.iter();
    while let Some(line) = lines.next() {
        if before.take(line) || line.starts_with("//") {
            continue;
        }
        let name: String = line.chars().take_while(|sign| sign.is_alphanumeric()).collect();
        let rest = line[name.len()..].trim().trim_end_matches(',');
        let holds = match rest.chars().next() {
            // A row of `keyword_enum!` has a word and no values.
            None | Some('=') => Holds::Nothing,
            Some('(') => Holds::Values(parts(rest[1..].strip_suffix(')').unwrap())),
            Some('{') if rest.len() > 1 => {
                let inside = rest[1..].strip_suffix('}').unwrap();
                Holds::Fields(fields(&parts(inside), false))
            }
            Some('{') => Holds::Fields(fields(&lines.by_ref().take_while(|line| *line != "},").cloned().collect::<Vec<_>>(), false)),
            Some(other) => panic!("{line}: {other}"),
        };
        let name = before.renamed().unwrap_or(if snake { snaked(&name) } else { name });
        variants.push(Variant { name, doc: before.doc(), holds });
        before = Before::default();
    }
    variants
}

/// Returns the variants of a vocabulary table, written `Variant "word" …`; they have no values.
fn table(body: &[String]) -> Vec<Variant> {
    let mut variants = Vec::new();
    let mut before = Before::default();
    for line in body {
        if before.take(line) {
            continue;
        }
        let texts: Vec<&str> = line.split('"').collect();
        let is_row = line.starts_with(|sign: char| sign.is_ascii_uppercase()) && texts.len() >= 3;
        if is_row {
            let doc = if before.docs.is_empty() { texts.get(3).map_or(String::new(), |doc| (*doc).to_owned()) } else { before.doc() };
            variants.push(Variant { name: texts[1].to_owned(), doc, holds: Holds::Nothing });
        }
        before = Before::default();
    }
    variants
}

/// Splits a list at commas that are not inside brackets.
fn parts(text: &str) -> Vec<String> {
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for sign in text.chars() {
        match sign {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth -= 1,
            _ => {}
        }
        if sign == ',' && depth == 0 { parts.push(String::new()) } else { parts.last_mut().unwrap().push(sign) }
    }
    parts.into_iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

/// Converts a name to `snake_case` as serde does.
fn snaked(name: &str) -> String {
    let mut snaked = String::new();
    for sign in name.chars() {
        if sign.is_uppercase() && !snaked.is_empty() {
            snaked.push('_');
        }
        snaked.extend(sign.to_lowercase());
    }
    snaked
}
