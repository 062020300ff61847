//! Tests of the pack as data: it is the same after writing and reading, the same text gives the same bytes, and its hash depends on
//! all data that is used in play.
#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

use slip_compile::compile;
use slip_pack::Pack;
use slip_source::{Package, Sources};

const GUN: &str = "weapon flint \"Flint\" : slug_thrower { tech T0; harm 2; penetration 2; range 2..4 }\n";

fn pack(path: &str, text: &str) -> Pack {
    let mut sources = Sources::new();
    slip_compile::stdlib::add(&mut sources);
    let own = sources.add_package(Package { name: "yard".into(), version: "1.0.0".into(), edition: 1, ..Package::default() });
    sources.add_file(own, path, text);
    compile(&sources).pack
}

#[test]
fn a_pack_that_is_written_and_read_is_the_same() {
    let pack = pack("guns.slip", GUN);
    let json = serde_json::to_string(&pack).unwrap();
    assert_eq!(serde_json::from_str::<Pack>(&json).unwrap(), pack);
}

#[test]
fn the_same_text_gives_the_same_bytes_on_any_number_of_threads() {
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let one = alone.install(|| serde_json::to_vec(&pack("guns.slip", GUN)).unwrap());
    let many = rayon::ThreadPoolBuilder::new().num_threads(7).build().unwrap();
    assert_eq!(many.install(|| serde_json::to_vec(&pack("guns.slip", GUN)).unwrap()), one);
}

#[test]
fn the_hash_changes_with_the_gun_and_not_with_where_its_text_lies() {
    let hash = |path: &str, text: &str| pack(path, text).hash().to_owned();
    let first = hash("guns.slip", GUN);
    assert_eq!(first.len(), 64);
    assert_eq!(hash("elsewhere/arms.slip", &format!("// Moved.\n\n{GUN}")), first);
    assert_ne!(hash("guns.slip", &GUN.replace("harm 2", "harm 1")), first);
}

/// A waiver of a warning is recorded like a waiver of an error.
#[test]
fn a_waiver_of_a_warning_is_in_the_pack_and_on_the_card() {
    let text = "system quarry \"Quarry\" { tech T2; environment 0; resources 0; aspects \"A\", \"B\", \"C\" }\n\
                cluster shallows \"Shallows\" { systems quarry; allow cluster-size \"one sun, one season\" }\n";
    let pack = pack("suns.slip", text);
    let cluster = pack.clusters.values().next().unwrap();
    let said: Vec<_> = cluster.waivers.iter().map(|waiver| (waiver.code.as_str(), waiver.reason.as_str())).collect();
    assert_eq!(said, [("cluster-size", "one sun, one season")]);
    let card = slip_export::cards::cluster(cluster, &pack);
    assert_eq!(card.verdict, "legal with a waiver");
    let all =
        slip_pack::thing_view::Thing::all(&pack).filter(|thing| thing.package() != "std").map(|thing| thing.waivers().len()).sum::<usize>();
    assert_eq!(all, 1);
}
