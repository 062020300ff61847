//! Many packages are checked together, and each has the findings that it has alone.

use slip_compile::stdlib;
use slip_compile::{Libraries, TreeCache, Verdict, compile, compile_each, judge_again, verdicts};
use slip_source::diagnostic::Diagnostics;
use slip_source::{Package, PackageId, Sources};
use slipyard::project;

/// Packages in memory: name, names of dependencies, text.
fn sources(packages: &[(String, Vec<String>, String)]) -> (Sources, Vec<PackageId>) {
    let mut sources = Sources::new();
    stdlib::add(&mut sources);
    let mut ids: Vec<PackageId> = Vec::new();
    for (name, dependencies, text) in packages {
        let of = |name: &String| packages.iter().position(|(known, ..)| known == name).map(|at| (name.clone(), ids[at]));
        let dependencies = dependencies.iter().filter_map(of).collect();
        let package = Package { name: name.clone(), edition: 1, root: name.clone(), dependencies, ..Package::default() };
        let id = sources.add_package(package);
        sources.add_file(id, &format!("{name}/all.slip"), text.as_str());
        ids.push(id);
    }
    (sources, ids)
}

/// Findings of each package alone, in one list.
fn alone(sources: &Sources, roots: &[PackageId]) -> Diagnostics {
    let mut all = Diagnostics::new();
    roots.iter().for_each(|root| all.append(verdicts(sources, &[*root]).diagnostics));
    all.sort();
    all.dedup();
    all
}

fn assert_same(sources: &Sources, roots: &[PackageId]) -> Diagnostics {
    let together = verdicts(sources, roots).diagnostics;
    let alone = alone(sources, roots);
    for (one, other) in alone.iter().zip(together.iter()) {
        assert_eq!(one, other);
    }
    assert_eq!(alone, together);
    together
}

/// Texts that packages of one workspace have: sound ones, and some with each kind of finding that looks beyond its own item.
const TEXTS: [&str; 14] = [
    "weapon flint \"Flint\" : slug_thrower { tech T1; harm 2; penetration 1; range 0..2 }\n",
    "weapon maul \"Maul\" : slug_thrower { tech T1; harm 9; penetration 5; range 0..2; stunts civilian }\n",
    "npc hand \"Hand\" {\n  cap 3\n  skills { 3 slug_throwers; 2 alertness, agility; 1 brawling, stamina, resolve }\n  gear flint, gaff\n}\n",
    "weapon gaff \"Gaff\" : close_combat { hram 1 }\n",
    "weapon @ broken pike {\n}\nnpc guard \"Guard\" {\n  gear pike\n}\n",
    "npc porter \"Porter\" {\n  gear pike, Flint\n}\n",
    "doctrine careful : personal {\n  weapon flint\n  zone quay\n  start quay\n}\n",
    "map harbour \"Harbour\" {\n  zone quay\n  zone shed\n  border quay -- shed\n}\n",
    "alias weapon old_flint for flint\nnpc keeper \"Keeper\" {\n  gear old_flint\n}\n",
    "system star_0 \"Star\" { tech T1; environment -1; resources 2; aspects \"Law 1\", \"One shipyard\", \"The way out\" }\n",
    "encounter raid \"Raid\" : personal {\n  map harbour\n  side crew { actors hand at quay }\n  side watch { actors guard at shed }\n  victory crew when out(watch)\n}\n",
    "weapon flint \"Flint\" : slug_thrower { tech T1; harm 3 }\nweapon sharp from flint { harm 9 }\n",
    "weapon lance \"Lance\" : energy_weapon { tech T2; harm 4; penetration 3; range 0..4; effect +1 to attack when target has aspect \"Alarm is wailing\" }\n",
    "armour rig \"Rig\" : body_armour { tech T1; defense 4; stunts civilian, pressure_suit, lightweight; aspects \"Alarm is wailing\" }\n",
];

/// Texts that reach other packages: rules and patches.
const REACHING: [&str; 4] = [
    "stunt keen \"Keen\" {\n  for weapon\n  effect +1 to harm\n}\n",
    "skill knitting \"Knitting\" {\n}\n",
    "doctrine bold from careful {\n  zone shed\n}\n",
    "patch weapon flint {\n  harm 1\n}\n",
];

/// Returns the packages of a workspace, each with its name, the names of its dependencies, and its text. A package depends on the earlier
/// packages whose numbers `needs` returns. If `reaching` is true, some packages also contain a text of `REACHING`.
fn workspace(count: usize, reaching: bool, needs: impl Fn(usize) -> Vec<usize>) -> Vec<(String, Vec<String>, String)> {
    let name = |at: usize| format!("p{at}");
    (0..count)
        .map(|at| {
            let needs = needs(at);
            let mut text = String::new();
            for need in needs.iter().filter(|need| (*need + at) % 2 == 0) {
                text.push_str(&format!("use {}\n", name(*need)));
            }
            for place in [at, at / 2, at * 7 + 3, at * 5 + 1] {
                text.push_str(TEXTS[place % TEXTS.len()]);
            }
            if let Some(first) = needs.first() {
                text.push_str(&format!("npc far_{at} \"Far\" {{\n  gear {}.flint, {}.nothing\n}}\n", name(*first), name(*first)));
                text.push_str(&format!("weapon near_{at} from {}.flint {{ harm 9 }}\n", name(*first)));
            }
            if reaching && at % 4 == 2 {
                text.push_str(REACHING[at / 4 % REACHING.len()]);
            }
            (name(at), needs.into_iter().map(name).collect(), text)
        })
        .collect()
}

#[test]
fn packages_have_the_same_findings_together_and_alone() {
    type Needs = fn(usize) -> Vec<usize>;
    let shapes: [Needs; 5] = [
        |_| Vec::new(),
        |at| at.checked_sub(1).into_iter().collect(),
        |at| (0..at).collect(),
        |at| if at == 0 { Vec::new() } else { vec![0] },
        |at| if at < 2 { Vec::new() } else { vec![at - 2, at / 2] },
    ];
    for needs in shapes {
        for reaching in [false, true] {
            let packages = workspace(16, reaching, needs);
            let (sources, roots) = sources(&packages);
            let found = assert_same(&sources, &roots);
            assert!(found.has_errors());
            // Some of them are enough: the others are only what these depend on.
            let some: Vec<PackageId> = roots.iter().copied().filter(|root| root.0 % 4 == 1).collect();
            assert_same(&sources, &some);
        }
    }
}

#[test]
fn packages_of_the_repository_have_the_same_findings_together_and_alone() {
    let project = project::load(&["content".into(), "stdlib".into()], &mut std::io::empty()).unwrap();
    assert_same(&project.sources, &project.roots);
}

#[test]
fn errors_of_what_packages_depend_on_are_kept_once_and_reported_for_each() {
    let packages = workspace(12, false, |at| (0..at).collect());
    let (sources, roots) = sources(&packages);
    let libraries = Libraries::new(&sources, &roots);
    let together: Vec<(PackageId, Verdict)> =
        judge_again(&mut TreeCache::default(), &sources, &libraries.users()).into_iter().flatten().collect();
    assert_eq!(together.len(), roots.len());
    let own = |(package, verdict): &(PackageId, Verdict)| {
        verdict.diagnostics.iter().all(|found| sources.file(found.primary.span.file).unwrap().package() == *package)
    };
    assert!(together.iter().all(own));
    let last = verdicts(&sources, &roots[roots.len() - 1..]);
    let first_error = |found: &Diagnostics| found.iter().find(|found| found.severity == slip_source::diagnostic::Severity::Error).cloned();
    assert_eq!(first_error(&last.diagnostics), first_error(&verdicts(&sources, &roots).diagnostics));
}

/// A package of a workspace with everything that it depends on, in the order of the workspace.
fn closure(packages: &[(String, Vec<String>, String)], at: usize) -> Vec<(String, Vec<String>, String)> {
    let mut needed = vec![packages[at].0.clone()];
    for (name, dependencies, _) in packages[..=at].iter().rev() {
        if needed.contains(name) {
            needed.extend(dependencies.iter().cloned());
        }
    }
    packages[..=at].iter().filter(|(name, ..)| needed.contains(name)).cloned().collect()
}

/// Findings as words, so that they can be compared between sources with different numbers of files.
fn words(sources: &Sources, found: &Diagnostics) -> Vec<String> {
    let word = |found: &slip_source::diagnostic::Diagnostic| {
        let at = found.primary.span;
        format!(
            "{}:{}..{} {:?} {} {}",
            sources.file(at.file).unwrap().path(),
            at.start,
            at.end,
            found.severity,
            found.code.slug(),
            found.message
        )
    };
    let mut words: Vec<String> = found.iter().map(word).collect();
    words.sort();
    words
}

#[test]
fn packages_have_the_same_packs_and_findings_compiled_together_and_alone() {
    type Needs = fn(usize) -> Vec<usize>;
    let shapes: [Needs; 4] = [
        |_| Vec::new(),
        |at| at.checked_sub(1).into_iter().collect(),
        |at| (0..at).collect(),
        |at| if at < 2 { Vec::new() } else { vec![at - 2, at / 2] },
    ];
    for needs in shapes {
        for reaching in [false, true] {
            let packages = workspace(10, reaching, needs);
            let (whole, roots) = sources(&packages);
            for (at, mut one) in compile_each(&whole, &roots).into_iter().enumerate() {
                let (few, _) = sources(&closure(&packages, at));
                let alone = compile(&few);
                assert_eq!(words(&whole, &one.diagnostics), words(&few, &alone.diagnostics), "{at}, {reaching}");
                // The order of dependencies is that of loading, which this workspace leaves open.
                one.pack.dependencies.sort_by(|one, other| one.name.cmp(&other.name));
                let mut pack = alone.pack;
                pack.dependencies.sort_by(|one, other| one.name.cmp(&other.name));
                assert_eq!(one.pack, pack, "{at}, {reaching}");
            }
        }
    }
}
