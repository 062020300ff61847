//! Renames every declaration of the shipped content: every reference gets the new name, and no finding is added.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::cast_possible_truncation,
    clippy::panic,
    dead_code,
    missing_docs,
    unreachable_pub,
    reason = "tests fail by panicking"
)]

use crate::harness::editor;

use editor::{Editor, Inside, edited};
use serde_json::{Value, json};
use slip_compile::resolve::DeclaredItem;
use slip_ide::{ChangedFile, CompiledWorld, FileView, Subject, rename};
use slip_source::diagnostic::Diagnostic;
use slip_source::{PackageId, Sources};
use slip_syntax::tree::{Entry, ExprKind, File};
use slipyard::project::{self, Project};

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// New texts for byte ranges, by file.
type Edits = BTreeMap<String, BTreeMap<(u32, u32), String>>;

fn loaded(folder: &Path) -> Project {
    project::load(&[folder.to_path_buf()], &mut std::io::empty()).unwrap()
}

/// Compiles each package in a world of its own, as the language server does.
fn in_each_world(project: &Project, mut look: impl FnMut(&CompiledWorld<'_, '_, '_, '_>)) {
    let sources = &project.sources;
    let slip = || sources.files().filter(|(_, file)| Sources::is_slip(file.path()));
    let parsed: Vec<(File, slip_source::diagnostic::Diagnostics)> = slip().map(|(id, file)| slip_syntax::parse(id, file)).collect();
    let trees: Vec<&File> = parsed.iter().map(|(tree, _)| tree).collect();
    let found = parsed.iter().flat_map(|(_, found)| found.iter().cloned()).collect();
    for root in &project.roots {
        slip_compile::stand(sources, &trees, &found, *root, |standing| {
            let trail = standing.context.program.take_trail();
            look(&CompiledWorld { standing, trail: &trail, trees: &trees, root: *root });
        });
    }
}

/// Returns the names that a declaration contains: zones of a map, sides of an encounter.
fn parts(declared: &DeclaredItem<'_>) -> BTreeSet<String> {
    let key = match declared.kind() {
        "map" => "zone",
        "encounter" => "side",
        _ => return BTreeSet::new(),
    };
    let last = |entry: &Entry| {
        entry.values.iter().rev().find_map(|value| match &value.expr.kind {
            ExprKind::Name(name) => Some(name.to_string()),
            _ => None,
        })
    };
    declared.entries_of(key).filter_map(last).collect()
}

/// Renames a declaration; returns the edits for this package.
fn renamed(world: &CompiledWorld<'_, '_, '_, '_>, declared: &DeclaredItem<'_>, member: Option<String>, edits: &mut Edits) -> bool {
    let program = world.standing.context.program;
    let file = program.sources.file(declared.file).unwrap();
    let subject = Subject {
        package: program.package_name(declared.package).to_owned(),
        kind: declared.kind().to_owned(),
        name: declared.name().to_string(),
        file: file.path().to_owned(),
        member,
    };
    let fresh = ChangedFile::new(world, declared.file, &file.shared_text());
    let new = format!("zz_{}", subject.word());
    let renaming = match rename(&FileView::new(world, declared.file, &fresh), &subject, &new) {
        Ok(renaming) => renaming,
        Err(why) => {
            assert!(why.contains("of the template"), "{subject:?}: {why}");
            return false;
        }
    };
    for change in renaming.changes {
        let path = program.sources.file(change.spot.file).unwrap().path().to_owned();
        let before = edits.entry(path.clone()).or_default().insert((change.spot.start, change.spot.end), new.clone());
        assert!(before.as_ref().is_none_or(|before| *before == new), "{path}: {before:?} or {new}");
    }
    true
}

fn written(text: &str, edits: &BTreeMap<(u32, u32), String>) -> String {
    let mut new = text.to_owned();
    for ((start, end), word) in edits.iter().rev() {
        new.replace_range(usize::try_from(*start).unwrap()..usize::try_from(*end).unwrap(), word);
    }
    new
}

/// Returns the findings by file and code: the line and message of each.
fn said(project: &Project, folder: &Path) -> BTreeMap<(PathBuf, String), Vec<String>> {
    let verdict = slip_compile::verdicts(&project.sources, &project.roots);
    let mut all: BTreeMap<(PathBuf, String), Vec<String>> = BTreeMap::new();
    let mut tell = |found: &Diagnostic| {
        let file = project.sources.file(found.primary.span.file).unwrap();
        let Ok(path) = Path::new(file.path()).strip_prefix(folder) else { return };
        let line = project.sources.line_column(found.primary.span).unwrap().line;
        all.entry((path.to_path_buf(), found.code.slug().to_owned())).or_default().push(format!("{line}: {}", found.message));
    };
    project.diagnostics.iter().for_each(&mut tell);
    verdict.diagnostics.iter().for_each(&mut tell);
    all
}

fn copied(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copied(&entry.path(), &target)
        } else {
            std::fs::write(&target, std::fs::read(entry.path()).unwrap()).unwrap()
        }
    }
}

#[test]
fn everything_in_the_content_may_be_called_otherwise() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("content");
    let project = loaded(&folder);
    let own: BTreeSet<PackageId> = project.roots.iter().copied().collect();
    let (mut edits, mut items, mut members, mut given) = (Edits::new(), BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    in_each_world(&project, |world| {
        let program = world.standing.context.program;
        for declared in program.all().iter().filter(|declared| own.contains(&declared.package)) {
            renamed(world, declared, None, &mut edits);
            items.insert((declared.package, declared.kind().to_owned(), declared.name().to_string()));
            for part in parts(declared) {
                let may = renamed(world, declared, Some(part.clone()), &mut edits);
                let of = if may { &mut members } else { &mut given };
                of.insert((declared.package, declared.name().to_string(), part));
            }
        }
    });
    assert!(items.len() > 200 && members.len() > 100, "{} items, {} parts", items.len(), members.len());
    assert!(!given.is_empty(), "zones of templates have their names from there");
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("renames");
    let _ = std::fs::remove_dir_all(&copy);
    copied(&folder, &copy);
    for (path, edits) in &edits {
        let text = std::fs::read_to_string(path).unwrap();
        std::fs::write(copy.join(Path::new(path).strip_prefix(&folder).unwrap()), written(&text, edits)).unwrap();
    }
    let (before, after) = (said(&project, &folder), said(&loaded(&copy), &copy));
    let count = |list: Option<&Vec<String>>| list.map_or(0, Vec::len);
    let more: Vec<_> = after.iter().filter(|(key, list)| list.len() > count(before.get(*key))).collect();
    assert!(more.is_empty(), "{more:#?}");
}

const GUN: &str = "weapon gun \"Gun\" : slug_thrower {\n  tech T1\n  harm 1\n  penetration 1\n  range 0..2\n  stunts civilian\n}\n";

fn manifest(name: &str, uses: &[&str]) -> String {
    let mut text = format!(
        "[package]\nname = \"{name}\"\nversion = \"1.0.0\"\nedition = 1\nlicence = \"CC0-1.0\"\nauthors = [\"Ada\"]\ndescription = \"A yard.\"\n\n[dependencies]\n"
    );
    uses.iter().for_each(|of| text.push_str(&format!("{of} = {{ path = \"../{of}\", version = \"1.0\" }}\n")));
    text
}

/// Creates packages in a workspace, each with one file and with the packages that it uses. The packages have no findings, and the first
/// file is open.
fn workspace(name: &str, packages: &[(&str, &[&str], &str)]) -> (Editor<Inside>, PathBuf) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("names").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    for (package, uses, text) in packages {
        std::fs::create_dir_all(folder.join(package)).unwrap();
        std::fs::write(folder.join(package).join("slipyard.toml"), manifest(package, uses)).unwrap();
        std::fs::write(folder.join(package).join("things.slip"), text).unwrap();
    }
    let errors: Vec<_> = said(&loaded(&folder), &folder).into_iter().filter(|((_, code), _)| !code.starts_with("unused")).collect();
    assert!(errors.is_empty(), "{errors:?}");
    let mut editor = Editor::new(Inside::new(), &[&folder], json!({}));
    let first = folder.join(packages[0].0).join("things.slip");
    editor.open(&first, packages[0].2);
    editor.settle(&first);
    (editor, folder)
}

/// Renames the declaration that `word` in the first file refers to.
fn ask(editor: &mut Editor<Inside>, file: &Path, word: &str, new: &str) -> Result<Value, String> {
    let at = editor.text(file).find(&format!(" {word} ")).unwrap() + 1;
    editor.at("textDocument/rename", file, at, json!({ "newName": new }))
}

#[test]
fn a_name_that_would_mean_the_thing_of_another_package_is_refused() {
    let blade = GUN.replace("gun", "blade");
    let guard = "npc guard \"Guard\" {\n  cap 2\n  skills { 2 slug_throwers; 1 alertness, agility }\n  aspects \"Bored\", \"Cold\"\n  gear gun\n}\n";
    let user = format!("use yard.gun\n\n{blade}\n{guard}");
    let (mut editor, folder) = workspace("captured", &[("yard", &[], GUN), ("dock", &["yard"], &user)]);
    let why = ask(&mut editor, &folder.join("yard/things.slip"), "gun", "blade").unwrap_err();
    let wanted = "would then mean the weapon `dock.blade`";
    assert!(
        why.starts_with("nothing was renamed, because line 15 of ") && why.ends_with(wanted) && why.contains("dock/things.slip"),
        "{why}"
    );
    assert!(ask(&mut editor, &folder.join("yard/things.slip"), "gun", "pistol").is_ok());
}

#[test]
fn a_name_after_which_something_is_wrong_is_refused() {
    let blade = GUN.replace("gun", "blade");
    let guard = "use yard.*\nuse mill.*\n\nnpc guard \"Guard\" {\n  cap 2\n  skills { 2 slug_throwers; 1 alertness, agility }\n  aspects \"Bored\", \"Cold\"\n  gear gun, blade\n}\n";
    let guard = guard.replace(".*", "");
    let packages: [(&str, &[&str], &str); 3] = [("yard", &[], GUN), ("mill", &[], &blade), ("dock", &["yard", "mill"], &guard)];
    let (mut editor, folder) = workspace("wrong", &packages);
    let why = ask(&mut editor, &folder.join("yard/things.slip"), "gun", "blade").unwrap_err();
    assert!(why.starts_with("nothing was renamed, because line 8 of ") && why.contains("would then have an error: "), "{why}");
}

#[test]
fn a_name_taken_back_leaves_one_alias_and_one_of_another_thing_is_taken() {
    let text = format!("{}\nalias gun for pistol\n\n{}", GUN.replace("gun", "pistol"), GUN.replace("gun", "pike"));
    let (mut editor, folder) = workspace("back", &[("yard", &[], &text)]);
    let file = folder.join("yard/things.slip");
    assert_eq!(ask(&mut editor, &file, "pike", "gun").unwrap_err(), "there is already an alias `gun`");
    assert_eq!(ask(&mut editor, &file, "pike", &"a".repeat(300)).unwrap_err(), "a name has at most 200 letters");
    let back = ask(&mut editor, &file, "pistol", "gun").unwrap();
    let changes = back["changes"].as_object().unwrap();
    let new = edited(&text, changes.values().next().unwrap());
    assert!(new.starts_with("weapon gun ") && new.contains("\nalias pistol for gun\n") && new.matches("alias").count() == 1, "{new}");
}
