//! Wording on cards: titles from the rules, or names with spaces if there is no title.

use slip_pack::declaration::{DeclarationEntry, PackDeclaration};
use slip_pack::item::Gear;
use slip_pack::{Name, Pack};
use slip_suggest::plural;
use std::collections::BTreeMap;

/// Source of the titles on the card of one thing. A title is looked up first in the design of the thing, then in the pack.
#[derive(Clone, Copy)]
pub struct CardTitles<'p> {
    pub(crate) pack: &'p Pack,
    pub(crate) design: Option<&'p PackDeclaration>,
    /// True to print the lines of effects too.
    pub(crate) effects: bool,
}

impl<'p> CardTitles<'p> {
    /// Returns the entry of the design that declares a name under a key: `stat beam`, `track frame`.
    pub(crate) fn line(&self, word: &str, name: &str) -> Option<&'p DeclarationEntry> {
        self.design?.lines.iter().find(|line| line.word == word && line.name.as_deref() == Some(name))
    }

    /// Returns the title of a name that the design declares under a key.
    pub(crate) fn title(&self, word: &str, name: &str) -> String {
        self.line(word, name).and_then(|line| title_in(&line.text)).unwrap_or_else(|| spaced(name))
    }

    /// Returns the title of a skill of any package.
    pub(crate) fn skill(&self, name: &str) -> String {
        let skill = self.pack.skills.values().find(|skill| skill.name == name);
        skill.map_or_else(|| spaced(name), |skill| skill.title.clone())
    }

    /// Returns the doc comment of a stunt, from the design that sells it or from its own declaration.
    pub(crate) fn stunt(&self, name: &str) -> Option<&'p str> {
        if let Some(line) = self.line("stunt", name) {
            return line.doc.as_deref();
        }
        let loose = self.pack.declarations.get("stunt")?;
        let sold = self.design.into_iter().flat_map(|design| &design.sells).filter_map(|key| loose.get(key));
        let mut found = sold.chain(loose.values()).filter(|stunt| stunt.name == name);
        found.next()?.doc.as_deref()
    }

    /// Returns the title of an item of the pack.
    pub(crate) fn called(&self, thing: &Gear) -> String {
        self.pack.item(thing).map_or_else(|| spaced(&thing.name), |item| item.title.clone())
    }

    /// Returns ranks in the order in which the design declares them. Ranks that the design does not declare come last.
    pub(crate) fn in_order<'r>(&self, words: &[&str], ranks: &'r BTreeMap<Name, i32>) -> Vec<(&'r Name, i32)> {
        let lines = self.design.into_iter().flat_map(|design| &design.lines).filter_map(|line| named(line, words));
        // If several entries of the design declare the same name, the first one counts.
        let places: BTreeMap<&str, usize> = lines.zip(0..).collect::<Vec<_>>().into_iter().rev().collect();
        let mut ranks: Vec<(&Name, i32)> = ranks.iter().map(|(name, rank)| (name, *rank)).collect();
        ranks.sort_by_key(|(name, _)| places.get(name.as_str()).copied().unwrap_or(usize::MAX));
        ranks
    }
}

fn named<'l>(line: &'l DeclarationEntry, words: &[&str]) -> Option<&'l str> {
    line.name.as_deref().filter(|_| words.contains(&line.word.as_str()))
}

/// Returns the first quoted text in an entry: `Beam` in `stat beam "Beam"`.
pub fn title_in(text: &str) -> Option<String> {
    let (_, rest) = text.split_once('"')?;
    let mut title = String::new();
    let mut signs = rest.chars();
    loop {
        match signs.next()? {
            '"' => return Some(title),
            '\\' => title.extend(signs.next()),
            sign => title.push(sign),
        }
    }
}

/// Returns a name as words: `high_capacity` becomes `High capacity`.
pub fn spaced(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut signs = words.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}

/// Returns the title of a kind: the title of the design with its name, or the name itself.
pub(crate) fn kind_title(kind: &str, pack: &Pack) -> String {
    let designs = pack.declarations.get("design").into_iter().flat_map(|designs| designs.values());
    let named = designs.filter(|design| design.name == kind && design.builds.as_deref() == Some(kind));
    named.map(|design| design.title.clone()).next().unwrap_or_else(|| spaced(kind))
}

/// Returns the plural title of a kind: `Ships`, `Non-player characters`, `Crowds of mooks`.
pub fn kinds_title(kind: &str, pack: &Pack) -> String {
    let title = kind_title(kind, pack);
    match title.split_once(" of ") {
        Some((what, of)) => format!("{} of {of}", plural(what)),
        None => plural(&title),
    }
}

/// Returns the paragraphs of a doc comment, each joined into one line.
pub fn paragraphs(doc: Option<&str>) -> Vec<String> {
    let mut paragraphs = vec![String::new()];
    for line in doc.into_iter().flat_map(str::lines).map(str::trim) {
        match paragraphs.last_mut() {
            Some(last) if !line.is_empty() => {
                if !last.is_empty() {
                    last.push(' ');
                }
                last.push_str(line);
            }
            _ => paragraphs.push(String::new()),
        }
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    paragraphs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_of_a_kind_are_called_as_people_would() {
        for (one, several) in [
            ("ship", "ships"),
            ("armour", "armour"),
            ("Body armour", "Body armour"),
            ("story", "stories"),
            ("Survey", "Surveys"),
            ("goods", "goods"),
            ("hatch", "hatches"),
            ("pass", "passes"),
        ] {
            assert_eq!(plural(one), several);
        }
        assert_eq!(kinds_title("star_fort", &Pack::default()), "Star forts");
    }

    #[test]
    fn titles_are_what_stands_in_quotes_and_names_are_spaced() {
        assert_eq!(title_in(r#"beam "Beam""#), Some("Beam".to_owned()));
        assert_eq!(title_in(r#"odd "The \"odd\" one""#), Some("The \"odd\" one".to_owned()));
        assert_eq!(title_in("plain"), None);
        assert_eq!(spaced("high_capacity"), "High capacity");
        assert_eq!(paragraphs(Some("One\n two.\n\n Three.")), ["One two.", "Three."]);
        assert!(paragraphs(None).is_empty());
    }
}
