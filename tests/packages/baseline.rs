//! Tests of baselines and `--changed-since`: a known finding that grows is new, whatever its number counts.

use crate::packages::package_folder::Shelf;
use std::process::Command;

const MANIFEST: &str = "[package]\nname = \"known\"\nversion = \"0.1.0\"\nlicence = \"CC0-1.0\"\n";

/// A package with a known finding of each kind.
const KNOWN: &str = r#"unit mule "Tin mules" : armour {
  tech T0
  skills { 4 armour; 3 movement; 2 direct_fire; 1 anti_air }
  stunts infantry_carrier
  aspects "Nobody asks where it came from"
}

unit diggers "Diggers" : infantry {
  tech T0
  skills { 3 camouflage; 2 observation, command; 1 armour, movement, direct_fire }
  aspects "Home by the third whistle"
}

platoon hill "Hill platoon" {
  leader diggers with not_a_genius "It had to be done"
  units mule carrying diggers x9
}

platoon big "Big platoon" {
  leader diggers with not_a_genius "It had to be done"
  units diggers x7
}

platoon far "Far platoon" {
  leader diggers with not_a_genius "It had to be done"
  units diggers x5
}

map slope {
  picture """
    rrwwff
    rrwwff
  """
  zone r ridge
  zone w wood
  zone f ford
}

encounter fight : platoon {
  map slope
  battle meeting
  side hill { platoon far at ridge }
  side big { platoon big at ford; platoon big at ford }
}

encounter patrol : platoon {
  map slope
  side hill { platoon far at ridge { place diggers at ford, wood, wood, ridge, ridge } }
  side rivals { platoon far at ford }
}

table shore "Shore" {
  roll 1d6
  1..3 "A quiet night"
  3..6 "A debt is remembered"
}

table watch "The dog watch" {
  roll 2d6
  2..5  "All quiet"
  7..12 "A light to port"
}

ship pale_ferry : spacecraft {
  tech T1
  v_shift 1
  stunts slipstream_t3
  aspects "Runs cold", "Runs quiet", "Runs late", "Runs home", "Runs at all"
}

system arden "Arden" { tech T2; aspects "One", "Two", "Three" }
system briar "Briar" { tech T0; aspects "One", "Two", "Three" }
system cairn "Cairn" { tech T0; aspects "One", "Two", "Three" }
system dusk "Dusk" { tech T0; aspects "One", "Two", "Three" }
system ember "Ember" { tech T0; aspects "One", "Two", "Three" }
system fallow "Fallow" { tech T0; aspects "One", "Two", "Three" }
system gannet "Gannet" { tech T0; aspects "One", "Two", "Three" }
system heron "Heron" { tech T0; aspects "One", "Two", "Three" }

cluster wheel "The Wheel" {
  systems arden, briar, cairn, dusk, ember, fallow, gannet, heron
  slipstream arden -- briar
  slipstream arden -- cairn
  slipstream arden -- dusk
  slipstream arden -- ember
  slipstream arden -- fallow
  slipstream arden -- gannet
  slipstream gannet -- heron
}
"#;

/// Words of the text, the words that make the finding worse, and the code of the finding.
const WORSE: [(&str, &str, &str); 8] = [
    ("1..3 \"A quiet", "1..5 \"A quiet", "table-overlap"),
    ("2..5  \"All", "2..3  \"All", "table-gap"),
    ("tech T1\n  v_shift", "tech T0\n  v_shift", "stunt-needs-tech"),
    ("units diggers x7", "units diggers x9", "advice"),
    ("slipstream gannet -- heron", "slipstream arden -- heron", "many-slipstreams"),
    ("ford, wood, wood, ridge, ridge", "ford, wood, wood, wood, ridge", "out-of-command"),
    ("platoon big at ford; platoon", "platoon big at ford; platoon big at ford; platoon", "unequal-forces"),
    ("platoon big at ford; platoon", "platoon big at ford; platoon big at ford; platoon", "crowded-map"),
];

#[test]
fn a_known_finding_whose_number_grows_is_new() {
    let shelf = Shelf::new("known-worse", &[("fleet/slipyard.toml", MANIFEST), ("fleet/all.slip", KNOWN)]);
    for arguments in [&["init", "-q", "-b", "main"][..], &["add", "-f", "."], &["commit", "-q", "-m", "The fleet"]] {
        let mut git = Command::new("git");
        git.arg("-C").arg(shelf.path("")).args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]);
        assert!(git.args(arguments).output().unwrap().status.success(), "{arguments:?}");
    }
    shelf.says(&["check", "fleet", "--write-baseline", "known.json"]);
    let hides = [["--baseline", "known.json"], ["--changed-since", "HEAD"]];
    let check = |known: &[&str]| shelf.says(&[&["check", "--no-cache", "--format", "short", "fleet"], known].concat()).1;
    for known in hides {
        let said = check(&known);
        assert!(said.contains("0 errors, 0 warnings, 0 notes"), "{known:?}: {said}");
    }
    for (words, worse, code) in WORSE {
        assert!(KNOWN.contains(words), "{words}");
        shelf.write("fleet/all.slip", KNOWN.replace(words, worse));
        for known in hides {
            let said = check(&known);
            assert!(said.contains(&format!("[{code}]")), "{code} {known:?}: {said}");
        }
        shelf.write("fleet/all.slip", KNOWN);
    }
}
