//! Fights that tests and benchmark programs share: people in a yard, and ships in space; and functions that compile texts and packages.
use slip_pack::Pack;
use slip_source::{Package, Sources};

/// Map of a yard with three zones, the middle one with cover, and a gunner who fights there.
pub const YARD: &str = r#"
map yard {
  zone near
  zone middle { aspects "Stacked crates" }
  zone far
  border near -- middle
  border middle -- far
}
weapon carbine : slug_thrower { tech T1; harm 1; penetration 1; range 0..2; stunts civilian }
npc gunner "Gunner" {
  cap 3
  skills { 3 slug_throwers; 2 agility, resolve; 1 intimidation, stealth, stamina }
  aspects "One", "Two", "Three"
  gear carbine
}
"#;

/// Ships for three fights: two equal warships; a hunter and its quarry; a convoy.
pub const SHIPS: &str = r#"
ship hound "Hound" : spacecraft {
  tech T2
  v_shift 3; beam 3; torpedo 2; ew 2
  tracks { frame 5; data 5 }
  stunts slipstream_t2
  aspects "Runs on spite", "Two names on the hull", "Teeth", "Never alone", "Out of favour"
}
ship mule "Mule" : spacecraft {
  tech T1
  v_shift 1; beam 1; trade 1
  tracks { frame 5; data 5 }
  stunts civilian, firewall
  aspects "Slow and honest", "Patched twice", "Knows the customs", "Leaks a little", "Late again"
}
crew old_hands "Old hands" : wargame_crew { tech T2; pilot 4; beams 3; stunts military_grade(pilot), military_grade(communications) }
encounter equals : space {
  side ours   { ship hound { crew old_hands } }
  side theirs { ship hound { crew old_hands } }
}
encounter chase : space {
  side runner { ship hound; doctrine flee }
  side patrol { ship hound; doctrine hunter }
  victory runner when left_map(runner)
  limit 20 turns
}
encounter convoy : space {
  side guards  { ship mule; ship hound; doctrine escort }
  side raiders { ship hound x2; doctrine raider }
  limit 20 turns
}
"#;

/// Compiles a text as the package `own`; panics if the text has errors.
pub fn compiled(text: &str) -> Pack {
    let mut sources = Sources::new();
    slip_compile::stdlib::add(&mut sources);
    let own = sources.add_package(Package { name: "own".to_owned(), ..Package::default() });
    sources.add_file(own, "own.slip", text.to_owned());
    let compiled = slip_compile::compile(&sources);
    assert!(!compiled.diagnostics.has_errors(), "{:#?}\n{text}", compiled.diagnostics);
    compiled.pack
}
