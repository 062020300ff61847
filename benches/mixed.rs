//! Three packages that depend on each other, with 2,000 things of nine kinds in 40 files, like the repository of a gaming group.
//!
//! `yards` has weapons, armour and ships; `folk` has people, animals and mooks who carry them; `reach` has places, maps and encounters in
//! which they meet. Everything is legal, so a check has to examine all of it and reports nothing.

use crate::catalogue::{Numbers, weapon};
use std::fmt::Write;

/// Path and text of every file.
pub type Files = Vec<(String, String)>;

/// Number of weapons, and of their files; the other kinds follow in the same form.
const WEAPONS: (usize, usize) = (700, 10);
const ARMOUR: (usize, usize) = (200, 3);
const SHIPS: (usize, usize) = (150, 3);
const PEOPLE: (usize, usize) = (400, 8);
const MOOKS: (usize, usize) = (150, 3);
const ANIMALS: (usize, usize) = (99, 1);
const SYSTEMS: (usize, usize) = (100, 2);
const MAPS: (usize, usize) = (100, 4);
const ENCOUNTERS: (usize, usize) = (100, 5);

/// Skills that anyone may have.
const SKILLS: [&str; 11] =
    ["alertness", "agility", "brawling", "stamina", "resolve", "intimidation", "stealth", "tactics", "charm", "computer", "engineering"];

/// Returns the files of the three packages, manifests included.
pub fn packages() -> Files {
    let mut numbers = Numbers::new(11);
    let mut files = Files::new();
    manifest(&mut files, "yards", &[]);
    manifest(&mut files, "folk", &["yards"]);
    manifest(&mut files, "reach", &["folk", "yards"]);
    spread(&mut files, "yards/weapons", WEAPONS, |text, index| weapon(text, &mut numbers, index));
    spread(&mut files, "yards/armour", ARMOUR, armour);
    spread(&mut files, "yards/ships", SHIPS, ship);
    spread(&mut files, "folk/people", PEOPLE, person);
    spread(&mut files, "folk/mooks", MOOKS, |text, index| writeln!(text, "mook gang_{index} {{ threat {} }}\n", 2 + index % 5).unwrap());
    spread(&mut files, "folk/animals", ANIMALS, animal);
    let claws = "weapon spear_claws \"Spear claws\" : close_combat { tech T0; harm 1; penetration 1; range 0..1 }\n";
    files.push(("folk/claws.slip".to_owned(), claws.to_owned()));
    spread(&mut files, "reach/systems", SYSTEMS, system);
    spread(&mut files, "reach/maps", MAPS, map);
    spread(&mut files, "reach/encounters", ENCOUNTERS, encounter);
    files
}

fn manifest(files: &mut Files, name: &str, needs: &[&str]) {
    let mut text = format!("[package]\nname = \"{name}\"\nversion = \"1.0.0\"\n\n[dependencies]\n");
    for need in needs {
        writeln!(text, "{need} = {{ path = \"../{need}\", version = \"1\" }}").unwrap();
    }
    files.push((format!("{name}/slipyard.toml"), text));
}

/// Writes things into files of nearly equal length.
fn spread(files: &mut Files, path: &str, (count, parts): (usize, usize), mut one: impl FnMut(&mut String, usize)) {
    for part in 0..parts {
        let mut text = String::new();
        for index in count * part / parts..count * (part + 1) / parts {
            one(&mut text, index);
        }
        files.push((format!("{path}_{part:02}.slip"), text));
    }
}

fn armour(text: &mut String, index: usize) {
    writeln!(
        text,
        "armour rig_{index} \"Rig, pattern {index}\" : body_armour {{\n  tech T1\n  defense 4\n  stunts civilian, pressure_suit, lightweight\n}}\n"
    )
    .unwrap();
}

fn ship(text: &mut String, index: usize) {
    writeln!(
        text,
        "/// Hull number {index}.\nship hull_{index} \"Hull {index}\" : spacecraft {{\n  tech T2\n  v_shift 3; beam 3; torpedo 1\n  \
         tracks {{ frame 4; data 3; heat 4 }}\n  stunts attacks_different_track(beam, heat), firewall\n  \
         aspects \"Built for war {index}\", \"Crew of volunteers\", \"Nothing to lose\",\n          \"Scarred hull\", \"Old friends in port\"\n}}\n"
    )
    .unwrap();
}

fn person(text: &mut String, index: usize) {
    let skill = |at: usize| SKILLS[(index + at) % SKILLS.len()];
    writeln!(
        text,
        "npc hand_{index} \"Hand {index}\" {{\n  cap 3\n  skills {{ 3 slug_throwers; 2 {}, {}; 1 {}, {}, {} }}\n  stunts military_grade(slug_throwers)\n  \
         aspects \"Seen it {index} times\", \"Owes the harbourmaster\", \"By the book\"\n  gear yards.rig_{}\n}}\n",
        skill(0), skill(1), skill(2), skill(3), skill(4),
        index % ARMOUR.0
    )
    .unwrap();
}

fn animal(text: &mut String, index: usize) {
    writeln!(
        text,
        "animal cat_{index} \"Ridge cat {index}\" {{\n  skills {{ 3 natural_weapons; 2 stealth; 1 agility }}\n  tracks {{ health 4; composure 3 }}\n  \
         stunts integral(spear_claws)\n  aspects \"Hunts from above\", \"Hates engines\", \"Remembers face {index}\"\n}}\n"
    )
    .unwrap();
}

fn system(text: &mut String, index: usize) {
    writeln!(
        text,
        "system star_{index} \"Star {index}\" {{ tech T1; environment -1; resources 2; aspects \"Law {index}\", \"One shipyard\", \"The way out\" }}\n"
    )
    .unwrap();
}

fn map(text: &mut String, index: usize) {
    writeln!(
        text,
        "map dock_{index} \"Dock {index}\" {{\n  picture \"\"\"\n    ddddoo\n    ddddoo\n    ccccoo\n    ccccww\n  \"\"\"\n  \
         zone d dock {{ aspects \"Stacked crates\" }}\n  zone o office\n  zone c corridor\n  zone w airlock {{ exit yes }}\n  \
         border dock -- office 4/0/4 \"Dogged hatch\"\n}}\n"
    )
    .unwrap();
}

fn encounter(text: &mut String, index: usize) {
    let people = PEOPLE.0;
    writeln!(
        text,
        "encounter raid_{index} \"Raid {index}\" : personal {{\n  map dock_{}\n  system star_{}\n  \
         side crew {{ actors folk.hand_{} at dock, folk.gang_{} at dock }}\n  side watch {{ actors folk.hand_{} x2 at office with yards.rig_{} }}\n  \
         aspects \"Alarm is wailing\"\n  victory crew when left_map(crew)\n  victory watch when out(crew) or turn > 8\n}}\n",
        index % MAPS.0,
        index % SYSTEMS.0,
        index % people,
        index % MOOKS.0,
        (index + 7) % people,
        index % ARMOUR.0
    )
    .unwrap();
}
