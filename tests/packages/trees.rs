//! Verdicts on generated trees of packages. Each package has the verdict that it has alone, whatever is checked together with it:
//! packages with other standard libraries, with patches and house rules, with the same names, and with errors in their dependencies.

use crate::packages::package_folder::Shelf;
use slip_compile::stdlib;
use slip_compile::{TreeCache, verdicts};
use slip_source::diagnostic::{Diagnostic, Diagnostics};
use slip_source::{PackageId, Sources};
use slipyard::cache::Cache;
use slipyard::project::{self, Project};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Packages of one tree.
const COUNT: usize = 8;
/// Number of trees that are generated.
const SEEDS: u64 = 6;

/// Items of packages: sound ones, and ones with findings of many kinds.
const TEXTS: [&str; 16] = [
    "weapon flint \"Flint\" : slug_thrower { tech T1; harm 2; penetration 1; range 0..2; stunts civilian }\n",
    "weapon maul \"Maul\" : slug_thrower { tech T1; harm 6; penetration 6; range 0..2; stunts civilian }\n",
    "npc hand \"Hand\" {\n  cap 3\n  skills { 3 slug_throwers; 2 alertness, agility; 1 brawling, stamina, resolve }\n  gear flint, gaff\n}\n",
    "weapon gaff \"Gaff\" : close_combat { hram 1 }\n",
    "weapon @ broken pike {\n}\nnpc guard \"Guard\" {\n  gear pike\n}\n",
    "doctrine careful : personal {\n  weapon flint\n  zone quay\n  start quay\n}\n",
    "map harbour \"Harbour\" {\n  zone quay\n  zone shed\n  border quay -- shed\n}\n",
    "alias weapon old_flint for flint\nnpc keeper \"Keeper\" {\n  gear old_flint\n}\n",
    "encounter raid \"Raid\" : personal {\n  map harbour\n  side crew { actors hand at quay }\n  side watch { actors guard at shed }\n  victory crew when out(watch)\n}\n",
    "weapon sharp from flint { harm 9 }\n",
    "weapon lance \"Lance\" : energy_weapon { tech T2; harm 4; penetration 3; range 0..4; effect +1 to attack when target has aspect \"Alarm is wailing\" }\n",
    "armour rig \"Rig\" : body_armour { tech T1; defense 4; stunts civilian, pressure_suit, lightweight; aspects \"Alarm is wailing\" }\n",
    "weapon corner \"Corner\" : slug_thrower { tech T1; harm 2 }\nweapon comer \"Comer\" : slug_thrower { tech T1; harm 2 }\n",
    "weapon hidden \"Hid\u{200b}den\" : slug_thrower { tech T1; harm 1 }\n",
    "weapon waived \"Waived\" : slug_thrower { tech T1; harm 9; penetration 5; range 0..2; stunts civilian\n  allow over-budget \"the boss carries it\" }\n",
    "test hands { expect flint is legal }\n",
];

/// House rules that apply to packages even if the packages do not name them.
const RULES: [&str; 6] = [
    "stunt keen \"Keen\" {\n  for weapon\n  effect +1 to harm\n}\n",
    "skill knitting \"Knitting\" {\n}\n",
    "ruleset gritty { spin_at 4 }\n",
    "patch std.slug_thrower { stunt civilian { cost 1 } }\n",
    "patch std.slug_thrower { stunt civilian { cost 4 } }\n",
    "mark sooty \"Sooty\" {\n}\n",
];

const LINTS: [&str; 4] =
    ["unspent-points = \"deny\"", "unused-use = \"allow\"", "hidden-characters = \"note\"", "derived-aspect = \"warn\""];

/// Numbers that look random and are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % u64::try_from(limit).unwrap()).unwrap()
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    fn one_of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }
}

/// Returns a tree of packages in folders `p0`, `p1`, …, and two standard libraries beside them, in `lenient` and `severe`.
fn tree(name: &str, seed: u64) -> Shelf {
    let shelf = Shelf::new(name, &[]);
    let libraries = [("lenient", "budget 600 + tech"), ("severe", "budget 7 + tech")].map(|(folder, budget)| {
        write_library(&shelf, folder, budget);
        let project = shelf.load(folder);
        (folder, project.hash_of(project.roots[0]))
    });
    let mut numbers = Numbers(seed);
    let mut names: Vec<String> = Vec::new();
    for at in 0..COUNT {
        // Some packages have the name of an earlier one.
        let name = if at > 2 && numbers.one_in(9) { names[numbers.below(at)].clone() } else { format!("p{at}") };
        let mut needs: Vec<usize> = (0..at).filter(|_| numbers.one_in(3)).collect();
        needs.dedup_by(|one, other| names[*one] == names[*other]);
        needs.retain(|need| names[*need] != name);
        let mut manifest = format!("[package]\nname = \"{name}\"\nversion = \"1.0.0\"\n\n[dependencies]\n");
        let mut named: BTreeSet<&str> = BTreeSet::new();
        needs.retain(|need| named.insert(&names[*need]));
        needs.iter().for_each(|need| writeln!(manifest, "{} = {{ path = \"../p{need}\" }}", names[*need]).unwrap());
        manifest.push_str("\n[rules]\n");
        match numbers.below(10) {
            0..3 => writeln!(manifest, "std = {{ path = \"../{}\", hash = \"{}\" }}", libraries[0].0, libraries[0].1).unwrap(),
            3 => writeln!(manifest, "std = {{ path = \"../{}\", hash = \"{}\" }}", libraries[1].0, libraries[1].1).unwrap(),
            4 if numbers.one_in(2) => {
                writeln!(manifest, "std = {{ path = \"../lenient\", hash = \"sha256:{}\" }}", "0".repeat(64)).unwrap();
            }
            _ => {}
        }
        if numbers.one_in(6) {
            manifest.push_str("max_tech = \"T1\"\nban = [\"stunt civilian\", \"flint\"]\n");
        }
        if numbers.one_in(6) {
            manifest.push_str("variants = [\"gritty\"]\n");
        }
        manifest.push_str("\n[lints]\n");
        if numbers.one_in(3) {
            writeln!(manifest, "{}", numbers.one_of(&LINTS)).unwrap();
        }
        let text = text(&mut numbers, needs.iter().map(|need| names[*need].as_str()).collect());
        shelf.write(&format!("p{at}/slipyard.toml"), manifest);
        shelf.write(&format!("p{at}/all.slip"), text);
        names.push(name);
    }
    shelf
}

fn text(numbers: &mut Numbers, needs: Vec<&str>) -> String {
    let mut text = String::new();
    for need in &needs {
        match numbers.below(4) {
            0 | 1 => writeln!(text, "use {need}").unwrap(),
            2 => writeln!(text, "use {need}.flint").unwrap(),
            _ => {}
        }
    }
    let items: BTreeSet<usize> = (0..5).map(|_| numbers.below(TEXTS.len())).collect();
    items.into_iter().for_each(|item| text.push_str(TEXTS[item]));
    if numbers.one_in(4) {
        text.push_str(numbers.one_of(&RULES));
    }
    for (at, need) in needs.iter().enumerate() {
        match numbers.below(8) {
            0 => writeln!(text, "npc far_{at} \"Far\" {{ gear {need}.flint, {need}.nothing }}").unwrap(),
            1 => writeln!(text, "weapon near_{at} \"Near\" from {need}.flint {{ harm 9 }}").unwrap(),
            2 => writeln!(text, "doctrine bold_{at} from {need}.careful {{ zone shed }}").unwrap(),
            3 => writeln!(text, "alias weapon old_{at} for {need}.maul").unwrap(),
            4 => writeln!(text, "patch {need}.flint {{ harm 1 }}").unwrap(),
            _ => {}
        }
    }
    text
}

/// Writes a standard library with another budget for slug throwers.
fn write_library(shelf: &Shelf, folder: &str, budget: &str) {
    let manifest = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("stdlib/slipyard.toml")).unwrap();
    shelf.write(&format!("{folder}/slipyard.toml"), manifest);
    for (path, text) in stdlib::FILES {
        shelf.write(&format!("{folder}/{path}"), text.replace("budget 6 + tech", budget));
    }
}

/// Formats a finding by its place, severity, code and message. Findings that are equal in these count as one, even if the packages that
/// they are found for have different rules and get different help.
fn words(sources: &Sources, found: &Diagnostic) -> String {
    let at = found.primary.span;
    let path = sources.file(at.file).unwrap().path();
    format!("{path}:{}..{}: {:?}[{}] {}", at.start, at.end, found.severity, found.code.slug(), found.message)
}

/// Returns the findings and the suppressed findings as text.
fn all(project: &Project, found: &Diagnostics) -> BTreeSet<String> {
    let aside = found.suppressed().iter().map(|aside| format!("set aside: {}", words(&project.sources, &aside.finding)));
    found.iter().map(|found| words(&project.sources, found)).chain(aside).collect()
}

fn load(folders: &[PathBuf]) -> Project {
    project::load(folders, &mut std::io::empty()).unwrap()
}

fn assert_same(what: &str, one: &BTreeSet<String>, other: &BTreeSet<String>) {
    let only = |one: &BTreeSet<String>, other: &BTreeSet<String>| one.difference(other).cloned().collect::<Vec<_>>().join("\n");
    assert!(one == other, "{what}\nonly alone:\n{}\nonly together:\n{}", only(one, other), only(other, one));
}

#[test]
fn packages_of_generated_trees_have_the_same_verdicts_together_and_alone() {
    let mut codes: BTreeSet<&str> = BTreeSet::new();
    for seed in 0..SEEDS {
        let shelf = tree(&format!("trees-{seed}"), seed);
        let folders: Vec<PathBuf> = (0..COUNT).map(|at| shelf.path(&format!("p{at}"))).collect();
        let mut alone: BTreeSet<String> = BTreeSet::new();
        let mut items = 0;
        for folder in &folders {
            let project = load(std::slice::from_ref(folder));
            let compiled = verdicts(&project.sources, &project.roots);
            codes.extend(compiled.diagnostics.iter().map(|found| found.code.slug()));
            alone.extend(all(&project, &compiled.diagnostics));
            items += compiled.items.values().sum::<usize>();
        }
        let project = load(&folders);
        let compiled = verdicts(&project.sources, &project.roots);
        assert_same(&format!("seed {seed}"), &alone, &all(&project, &compiled.diagnostics));
        assert_eq!(compiled.items.values().sum::<usize>(), items, "seed {seed}");
        // All packages are in one set of sources, but each is checked by itself.
        let mut apart: BTreeSet<String> = BTreeSet::new();
        for root in &project.roots {
            apart.extend(all(&project, &verdicts(&project.sources, &[*root]).diagnostics));
        }
        assert_same(&format!("seed {seed}, loaded together"), &alone, &apart);
        // The cache already has verdicts of checks of other selections of packages.
        let cache = Cache::new(shelf.path("cache"), "this build".into());
        let kept = |roots: &[PackageId]| cache.verdicts(&mut TreeCache::default(), &project.sources, roots);
        let some: Vec<PackageId> = project.roots.iter().copied().filter(|root| root.0 % 3 == 1).collect();
        kept(&some);
        for times in ["first", "second"] {
            let again = kept(&project.roots);
            assert_same(&format!("seed {seed}, kept, {times}"), &alone, &all(&project, &again.diagnostics));
            assert_eq!(again.items, compiled.items, "seed {seed}, kept, {times}");
        }
    }
    let wanted = ["over-budget", "unknown-name", "hidden-characters", "old-name", "unspent-points", "unused-use", "banned"];
    let missing: Vec<&&str> = wanted.iter().filter(|code| !codes.contains(**code)).collect();
    assert!(missing.is_empty(), "the trees have no findings of {missing:?}: {codes:?}");
}
