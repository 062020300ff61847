//! Tests of the site of packages: every link has a target, everything is on it, and no author's text is read as markup.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use slip_compile::stdlib;
use slip_compile::{Compiled, compile};
use slip_export::site::{Chapter, SiteFiles, SiteFinding, site};
use slip_source::{Package, Sources};
use slipyard::project;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

const PACKAGES: [&str; 9] =
    ["customs_dock", "deep_choir", "glass_shore", "harrow_reach", "nine_sluices", "quiet_docket", "salt_road", "thin_lanes", "wreck_coast"];

fn published() -> Vec<Compiled> {
    PACKAGES.iter().map(|name| compile(&project::load_package(&Path::new("content").join(name)).unwrap().sources)).collect()
}

fn drawn(compiled: &[Compiled]) -> SiteFiles {
    let finding = |found: &slip_source::diagnostic::Diagnostic| SiteFinding {
        severity: found.severity.word(),
        code: found.code.to_string(),
        message: found.message.clone(),
        help: found.help.clone(),
        file: String::from("a<b>.slip"),
        line: 1,
    };
    let chapter = |one: &'_ Compiled| (one.diagnostics.iter().map(finding).collect::<Vec<_>>(), BTreeMap::new());
    let parts: Vec<_> = compiled.iter().map(chapter).collect();
    let chapters: Vec<Chapter<'_>> =
        compiled.iter().zip(parts).map(|(one, (findings, odds))| Chapter { pack: &one.pack, findings, odds, editor: None }).collect();
    site(&chapters)
}

/// Returns the values of an attribute on a page.
fn values<'t>(page: &'t str, attribute: &str) -> Vec<&'t str> {
    let before = format!(" {attribute}=\"");
    page.split(before.as_str()).skip(1).filter_map(|rest| rest.split_once('"')).map(|(value, _)| value).collect()
}

/// Resolves a link on a page; `None` if the link leads out of the site.
fn led(page: &str, link: &str) -> Option<String> {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "." | "" => {}
            ".." => {
                parts.pop()?;
            }
            other => parts.push(other),
        }
    }
    Some(parts.join("/"))
}

/// Returns the broken links of a site.
fn dead(files: &SiteFiles) -> Vec<String> {
    let pages: BTreeMap<&str, String> = files
        .iter()
        .filter(|(path, _)| path.ends_with(".html"))
        .map(|(path, text)| (path.as_str(), String::from_utf8(text.clone()).unwrap()))
        .collect();
    let names: BTreeMap<&str, BTreeSet<&str>> =
        pages.iter().map(|(path, page)| (*path, values(page, "id").into_iter().collect())).collect();
    let mut wrong = Vec::new();
    for (path, page) in &pages {
        for link in values(page, "href").into_iter().chain(values(page, "src")) {
            if link.starts_with("https://") || link.starts_with("data:") {
                continue;
            }
            let (target, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if target.is_empty() { Some((*path).to_owned()) } else { led(path, target) };
            let there = target.as_ref().is_some_and(|target| files.contains_key(target));
            let named =
                anchor.is_empty() || target.as_deref().is_some_and(|target| names.get(target).is_some_and(|ids| ids.contains(anchor)));
            if !there || !named {
                wrong.push(format!("{path}: {link}"));
            }
        }
    }
    wrong
}

#[test]
fn every_link_leads_somewhere_and_everything_has_its_page() {
    let compiled = published();
    let files = drawn(&compiled);
    assert_eq!(dead(&files), Vec::<String>::new());
    let text: String = files.values().map(|file| String::from_utf8_lossy(file).into_owned()).collect();
    for one in &compiled {
        let own = one.pack.items.values().flatten().filter(|(_, item)| item.package == one.pack.package.name);
        for (key, item) in own {
            let name = key.rsplit('.').next().unwrap();
            let page =
                files.keys().find(|path| path.starts_with(one.pack.package.name.as_str()) && path.ends_with(&format!("/{name}.html")));
            assert!(page.is_some(), "{key} has no page");
            assert!(!item.title.contains(['<', '&', '"']) && text.contains(item.title.as_str()), "{}", item.title);
        }
    }
    // A second run gives the same bytes.
    assert_eq!(drawn(&compiled), files);
}

#[test]
fn a_page_links_to_the_editor_with_its_texts_if_they_fit() {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("site-editor");
    let _ = std::fs::remove_dir_all(&place);
    let drawn = |package: &str, address: &str| {
        let done = std::process::Command::new(env!("CARGO_BIN_EXE_slipyard"))
            .arg("doc")
            .arg(package)
            .arg("--out")
            .arg(&place)
            .args(["--editor", address])
            .output()
            .unwrap();
        (done.status.code(), String::from_utf8(done.stderr).unwrap())
    };
    let page = |path: &str| std::fs::read_to_string(place.join(path)).unwrap();
    let editor = |page: &str| values(page, "href").into_iter().find(|link| link.contains("#texts=")).map(str::to_owned);
    assert_eq!(drawn("content/customs_dock", "../editor").0, Some(0));
    let link = editor(&page("customs_dock/npc/deckhand.html")).unwrap();
    assert!(link.starts_with("../../../editor/#texts=") && link.ends_with("&amp;show=npc.deckhand") && link.len() < 8192, "{link}");
    assert_eq!(drawn("content/customs_dock", "https://example.org/slip/index.html").0, Some(0));
    assert!(editor(&page("customs_dock/npc/deckhand.html")).unwrap().starts_with("https://example.org/slip/index.html#texts="));
    for address in ["javascript:alert(1)", "a#b", "../a b/"] {
        let (code, said) = drawn("content/customs_dock", address);
        assert!(code == Some(2) && said.contains("address"), "{address}: {said}");
    }
    // The package needs another one that is far too large for a link.
    assert_eq!(drawn("content/salt_road", "../editor/").0, Some(0));
    let pages = std::fs::read_dir(place.join("salt_road")).unwrap().filter_map(Result::ok).filter(|entry| entry.path().is_dir());
    let links = pages
        .flat_map(|kind| std::fs::read_dir(kind.path()).unwrap())
        .filter_map(|file| editor(&std::fs::read_to_string(file.unwrap().path()).unwrap()));
    assert!(links.map(|link| link.len()).max().unwrap_or(0) <= 8192);
}

#[test]
fn everything_stands_in_the_catalogue_of_its_kind() {
    let files = drawn(&published());
    let things =
        files.keys().filter_map(|path| path.rsplit_once('/')).filter(|(folder, name)| folder.contains('/') && *name != "index.html");
    for (folder, name) in things {
        let page = String::from_utf8(files[&format!("{folder}/index.html")].clone()).unwrap();
        assert_eq!(values(&page, "href").iter().filter(|link| **link == name).count(), 1, "{folder}/{name}");
    }
}

#[test]
fn nothing_on_a_page_needs_the_network_or_says_a_thing_twice() {
    for (path, file) in drawn(&published()).iter().filter(|(path, _)| path.ends_with(".html")) {
        let page = String::from_utf8(file.clone()).unwrap();
        let outside: Vec<&str> = values(&page, "src").into_iter().filter(|link| link.contains("://")).collect();
        assert_eq!(outside, Vec::<&str>::new(), "{path} wants something from elsewhere");
        let ids = values(&page, "id");
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{path} has an id twice");
        for needed in ["<!DOCTYPE html>", "<html lang=\"en\"", "name=\"viewport\"", "<main", "<title>", "<link rel=\"icon\""] {
            assert!(page.contains(needed), "{path} lacks {needed}");
        }
        for tag in ["div", "table", "ul", "section", "main", "svg", "p", "details", "article", "nav"] {
            let (open, close) = (
                page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count(),
                page.matches(&format!("</{tag}>")).count(),
            );
            assert_eq!(open, close, "{path}: <{tag}>");
        }
    }
}

#[test]
fn nothing_an_author_writes_is_read_as_markup() {
    let bad = "<script>alert(1)</script><img src=x onerror=alert(2)>&amp;'";
    let text = format!(
        "/// {bad}\nweapon flint \"{bad}\" : slug_thrower {{ tech T1; harm 1; penetration 1; range 0..2; stunts civilian\n  aspects \"{bad}\" }}\n\
         npc ada \"{bad}\" {{ skills {{ 1 agility }}\n  aspects \"{bad}\" }}\n\
         map yard \"{bad}\" {{\n  zone near \"{bad}\" {{ aspects \"{bad}\" }}\n  zone far \"{bad}\"\n  border near -- far 1 \"{bad}\"\n}}\n\
         encounter brawl \"{bad}\" : personal {{\n  map yard\n  side ours {{ actors ada at near }}\n  side theirs {{ actors ada at far }}\n}}\n"
    );
    let mut sources = Sources::new();
    stdlib::add(&mut sources);
    let own = sources.add_package(Package {
        name: "yard".into(),
        version: "1.0.0".into(),
        edition: 1,
        licence: bad.into(),
        authors: vec![bad.into()],
        description: bad.into(),
        ..Package::default()
    });
    sources.add_file(own, "yard.slip", text);
    let compiled = compile(&sources);
    assert!(compiled.pack.maps["yard.yard"].valid && compiled.pack.encounters["yard.brawl"].valid, "{:?}", compiled.diagnostics);
    let files = drawn(&[compiled]);
    assert_eq!(dead(&files), Vec::<String>::new());
    let mut seen = 0;
    for (path, file) in files.iter().filter(|(path, _)| path.ends_with(".html")) {
        let page = String::from_utf8(file.clone()).unwrap();
        assert!(!page.contains("<script>alert") && !page.contains("<img src=x"), "{path}");
        seen += page.matches("&lt;script&gt;alert(1)").count();
    }
    assert!(seen > 8, "it is written on {seen} places only");
    for page in ["yard/map/yard.html", "yard/encounter/brawl.html"] {
        let page = String::from_utf8(files[page].clone()).unwrap();
        let drawn = page.split("<svg").nth(1).and_then(|rest| rest.split("</svg>").next()).unwrap();
        assert!(drawn.contains("&lt;script&gt;"), "the drawing names its zones: {drawn}");
    }
    let index = String::from_utf8(files["search-index.js"].clone()).unwrap();
    assert!(!index.contains("</script>"), "a page could not hold the index");
}

#[test]
fn an_encounter_says_who_is_where_and_what_ends_a_talk() {
    let files = drawn(&published());
    let page = |path: &str| String::from_utf8(files.get(path).unwrap_or_else(|| panic!("{path}")).clone()).unwrap();
    let says = |path: &str, words: &[&str]| {
        let page = page(path);
        for words in words {
            assert!(page.contains(words), "{path} does not say {words}");
        }
    };
    let supper = [
        "Friend zones",
        "Wyn Tessel, of the Board at At the long table",
        "no side wins",
        "each side places an aspect on a zone",
        "a suitor",
        "a few hours at most",
    ];
    says("nine_sluices/encounter/garden_supper.html", &supper);
    says("thin_lanes/encounter/duel.html", &["Crew of the Temper: navigation 2, pilot 3 (military-grade)"]);
    says(
        "glass_shore/encounter/payroll.html",
        &["Surf troopers aboard Skirt tank", "Rack battery, leads on the card", "2 × Pale section at North crest, middle"],
    );
    // Kinds of things have readable names.
    says("nine_sluices/index.html", &["Non-player characters"]);
    says("harrow_reach/ship/index.html", &["<h1>Ships</h1>"]);
}
