//! Tests of the campaign section of a manifest: the highest technology, banned stunts, levels of lints.
#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

use slip_compile::{Compiled, compile};
use slip_source::diagnostic::{Code, Severity};
use slip_source::{Package, Sources};

const GUNS: &str = "weapon old : slug_thrower { tech T1; harm 2; range 2..4; stunts civilian, undetectable }\n\
                    weapon new : slug_thrower { tech T3; harm 3; range 2..4; stunts civilian, undetectable }\n";

fn compiled(text: &str, change: impl FnOnce(&mut Package)) -> Compiled {
    let mut sources = Sources::new();
    slip_compile::stdlib::add(&mut sources);
    let mut package = Package { name: "yard".into(), edition: 1, ..Package::default() };
    change(&mut package);
    let own = sources.add_package(package);
    let manifest = sources.add_file(own, "slipyard.toml", "[rules]\nmax_tech = \"T2\"\nban = [\"undetectable\"]\n");
    sources.package_mut(own).unwrap().manifest = Some(manifest);
    sources.add_file(own, "guns.slip", text);
    compile(&sources)
}

fn count(compiled: &Compiled, code: Code) -> usize {
    compiled.diagnostics.iter().filter(|diagnostic| diagnostic.code == code).count()
}

#[test]
fn a_campaign_has_a_highest_technology_and_bans_stunts() {
    let free = compiled(GUNS, |_| {});
    assert_eq!((count(&free, Code::TechAboveCampaign), count(&free, Code::BannedItem)), (0, 0));
    let capped = compiled(GUNS, |package| package.max_tech = Some(2));
    assert_eq!((count(&capped, Code::TechAboveCampaign), count(&capped, Code::BannedItem)), (1, 0));
    let banned = compiled(GUNS, |package| package.ban = vec!["undetectable".into()]);
    assert_eq!((count(&banned, Code::TechAboveCampaign), count(&banned, Code::BannedItem)), (0, 2));
}

#[test]
fn the_line_of_the_manifest_takes_part() {
    let capped = compiled(GUNS, |package| package.max_tech = Some(2));
    let found = capped.diagnostics.iter().find(|diagnostic| diagnostic.code == Code::TechAboveCampaign).unwrap();
    assert!(found.secondary.iter().any(|label| label.text == "set by the campaign" && label.span.len() == 15));
}

#[test]
fn an_item_may_be_allowed_beyond_the_campaign_with_a_reason() {
    let text = GUNS.replace("tech T3;", "tech T3; allow tech-above-campaign \"found in a wreck\";");
    let capped = compiled(&text, |package| package.max_tech = Some(2));
    assert_eq!(count(&capped, Code::TechAboveCampaign), 0);
    let gun = capped.pack.items["weapon"].values().find(|item| item.name == "new").unwrap();
    assert_eq!(gun.waivers.len(), 1);
    assert!(gun.valid);
}

#[test]
fn lint_levels_silence_raise_and_wake() {
    let level = |code: Code, level: &str| {
        let compiled = compiled(&GUNS.replace("harm 3", "harm 2"), |package| package.lints = vec![(code.slug().into(), level.into())]);
        compiled.diagnostics.iter().find(|diagnostic| diagnostic.code == code).map(|diagnostic| diagnostic.severity)
    };
    assert_eq!(level(Code::UnspentPoints, "note"), Some(Severity::Note));
    assert_eq!(level(Code::UnspentPoints, "allow"), None);
    assert_eq!(level(Code::UnspentPoints, "warn"), Some(Severity::Warning));
    assert_eq!(level(Code::UnspentPoints, "deny"), Some(Severity::Error));
    assert_eq!(level(Code::DerivedAspect, "note"), Some(Severity::Note), "a note that is off unless it is asked for");
    let plain = compiled(GUNS, |_| {});
    assert_eq!(count(&plain, Code::DerivedAspect), 0);
}
