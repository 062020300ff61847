//! Cost of checking many packages: `cargo bench --bench packages [NAME…]`. Each shape of dependencies is checked in three sizes. The
//! exponent says how the time grows with the input, which is the packages with their dependencies: 1 is in proportion.

#![allow(clippy::print_stdout, clippy::float_arithmetic, clippy::unwrap_used, reason = "a program that measures")]

use slip_compile::stdlib;
use slip_compile::verdicts;
use slip_source::{Package, PackageId, Sources};
use std::fmt::Write;
use std::time::Instant;

/// Numbers of packages.
const SIZES: [usize; 3] = [75, 150, 300];

/// A shape: its name, and which earlier packages each package depends on.
type Shape = (&'static str, fn(usize, usize) -> Vec<usize>);

const SHAPES: &[Shape] = &[
    ("alone", |_, _| Vec::new()),
    ("chains of 90", |at, _| if at % 90 == 0 { Vec::new() } else { vec![at - 1] }),
    ("all on all", |at, _| (0..at).collect()),
    ("half on half by one", |at, count| match at.cmp(&(count / 2)) {
        std::cmp::Ordering::Less => Vec::new(),
        std::cmp::Ordering::Equal => (0..at).collect(),
        std::cmp::Ordering::Greater => vec![count / 2],
    }),
    ("diamonds", |at, _| if at % 360 < 4 { Vec::new() } else { (at / 4 * 4 - 4..at / 4 * 4).collect() }),
];

/// Writes content of a package that depends on some others.
type Content = fn(&mut String, &[usize]);

/// Content that a package has in addition to valid items.
const KINDS: &[(&str, Content)] = &[
    ("sound", |_, _| ()),
    ("uses", |text, needs| needs.iter().for_each(|need| writeln!(text, "use p{need}").unwrap())),
    ("mistakes", |text, needs| {
        text.push_str("weapon maul \"Maul\" : slug_thrower { tech T1; harm 9; hram 1 }\nnpc lost \"Lost\" { gear nothing }\n");
        needs.first().into_iter().for_each(|need| writeln!(text, "npc far \"Far\" {{ gear p{need}.nothing }}").unwrap());
    }),
    ("aliases", |text, needs| {
        needs.iter().enumerate().for_each(|(at, need)| writeln!(text, "alias armour old_{at} for p{need}.rig_0").unwrap());
    }),
    ("derived", |text, needs| {
        needs.iter().enumerate().for_each(|(at, need)| writeln!(text, "armour heir_{at} from p{need}.rig_1 {{ }}").unwrap());
    }),
];

fn workspace(needs: fn(usize, usize) -> Vec<usize>, count: usize, more: fn(&mut String, &[usize])) -> (Sources, Vec<PackageId>) {
    let mut sources = Sources::new();
    stdlib::add(&mut sources);
    let mut ids: Vec<PackageId> = Vec::new();
    for at in 0..count {
        let needs = needs(at, count);
        let dependencies = needs.iter().filter_map(|need| Some((format!("p{need}"), *ids.get(*need)?))).collect();
        let id = sources.add_package(Package { name: format!("p{at}"), edition: 1, dependencies, ..Package::default() });
        let mut text = String::new();
        more(&mut text, &needs);
        for item in 0..22 {
            writeln!(text, "armour rig_{item} \"Rig {item} of {at}\" : body_armour {{ tech T1; defense 4; stunts civilian, lightweight }}")
                .unwrap();
        }
        sources.add_file(id, &format!("p{at}/all.slip"), text);
        ids.push(id);
    }
    (sources, ids)
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    println!("{:<32} {:>9} {:>9} {:>9}  {:>8}", "", "ms of 75", "of 150", "of 300", "exponent");
    for (shape, needs) in SHAPES {
        for (kind, more) in KINDS {
            let name = format!("{shape}, {kind}");
            if !wanted.is_empty() && !wanted.iter().any(|word| name.contains(word.as_str())) {
                continue;
            }
            let measured = SIZES.map(|count| {
                let (sources, roots) = workspace(*needs, count, *more);
                let input: usize = (0..count).map(|at| 22 + needs(at, count).len()).sum();
                let before = Instant::now();
                std::hint::black_box(verdicts(&sources, &roots).diagnostics.len());
                (input, before.elapsed().as_secs_f64())
            });
            let [(small, first), (_, second), (large, last)] = measured;
            let exponent = (last / first).ln() / (f64::from(u32::try_from(large).unwrap()) / f64::from(u32::try_from(small).unwrap())).ln();
            println!("{name:<32} {:>9.1} {:>9.1} {:>9.1}  {exponent:>8.2}", first * 1e3, second * 1e3, last * 1e3);
        }
    }
}
