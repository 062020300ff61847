//! Catalogues of slug throwers for benchmarks: the same text for the same count, nine in ten of them legal.
//!
//! A legal one spends its build points exactly, so a check reports nothing about it. Every tenth has one mistake, of six kinds in turn.

use std::fmt::Write;

/// Cost of each rank of the minimum range.
const MIN_RANGE: [i64; 7] = [4, 2, 0, -1, -2, -3, -4];
/// Cost of each rank of the maximum range.
const MAX_RANGE: [i64; 7] = [-4, -3, -2, -1, 0, 1, 2];
/// Stunts with their costs; stunts that share a number exclude each other.
const STUNTS: [(&str, i64, &[u8]); 10] = [
    ("awkward_reload", -2, &[1]),
    ("civilian", 2, &[2, 3]),
    ("cheap", 2, &[]),
    ("explosive", 1, &[2]),
    ("full_auto", 1, &[3]),
    ("high_capacity", 1, &[1]),
    ("high_recoil", -1, &[4]),
    ("low_recoil", 1, &[4]),
    ("mostly_plastic", 1, &[]),
    ("undetectable", 1, &[]),
];
const PLACES: [&str; 10] = ["harrow", "dunmore", "pell", "carrow", "ridge", "dock", "rim", "margin", "tannoy", "vesper"];
const KINDS: [&str; 10] = ["carbine", "pistol", "rifle", "repeater", "scatterer", "longarm", "sidearm", "nailer", "coilgun", "thrower"];

/// Small random number generator (SplitMix64), so that a catalogue is the same everywhere.
pub struct Numbers(u64);

impl Numbers {
    /// Creates a generator from a seed.
    pub fn new(start: u64) -> Self {
        Numbers(start)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len() as u64) as usize]
    }
}

/// A weapon before it is written.
struct Weapon {
    tech: i64,
    harm: i64,
    penetration: i64,
    range: (usize, usize),
    stunts: Vec<&'static str>,
    /// One more entry, which is a mistake: a key and its value.
    extra: Option<(&'static str, &'static str)>,
}

/// Returns the text of `count` slug throwers.
pub fn catalogue(count: usize) -> String {
    let mut numbers = Numbers(7);
    let mut text = String::with_capacity(count * 200);
    for index in 0..count {
        let weapon = drawn(&mut numbers, index);
        write(&mut text, &mut numbers, index, &weapon);
    }
    text
}

/// Returns the same slug throwers as JSON: a list of objects, for programs that read no Slip.
pub fn catalogue_json(count: usize) -> String {
    let mut numbers = Numbers(7);
    let mut text = String::with_capacity(count * 230);
    text.push('[');
    for index in 0..count {
        let weapon = drawn(&mut numbers, index);
        write_json(&mut text, &mut numbers, index, &weapon);
    }
    text.push_str("\n]\n");
    text
}

/// Draws one slug thrower of a catalogue; every tenth has a mistake.
fn drawn(numbers: &mut Numbers, index: usize) -> Weapon {
    let mut weapon = legal(numbers);
    if index % 10 == 9 {
        spoil(&mut weapon, index / 10);
    }
    weapon
}

/// Adds the text of one legal slug thrower.
pub fn weapon(text: &mut String, numbers: &mut Numbers, index: usize) {
    let weapon = legal(numbers);
    write(text, numbers, index, &weapon);
}

/// Returns a weapon that spends its points exactly.
fn legal(numbers: &mut Numbers) -> Weapon {
    loop {
        let tech = numbers.below(5) as i64;
        let min = numbers.below(4) as usize;
        let max = min.max(numbers.below(7) as usize);
        let mut taken: Vec<u8> = Vec::new();
        let mut stunts = Vec::new();
        let mut cost = MIN_RANGE[min] + MAX_RANGE[max];
        for _ in 0..1 + numbers.below(3) {
            let (stunt, price, excludes) = STUNTS[numbers.below(STUNTS.len() as u64) as usize];
            if !stunts.contains(&stunt) && !excludes.iter().any(|number| taken.contains(number)) {
                stunts.push(stunt);
                taken.extend(excludes);
                cost += price;
            }
        }
        let harm = numbers.below(5) as i64;
        let penetration = 6 + tech - cost - 2 * harm;
        if (0..=6).contains(&penetration) {
            return Weapon { tech, harm, penetration, range: (min, max), stunts, extra: None };
        }
    }
}

/// Adds one mistake.
fn spoil(weapon: &mut Weapon, kind: usize) {
    match kind % 6 {
        // Over budget: each rank of harm costs 2.
        0 => weapon.harm += 2,
        // A stat above its highest rank.
        1 => weapon.harm = 8,
        // Stunts that exclude each other.
        2 => weapon.stunts = vec!["civilian", "full_auto"],
        // An unknown key.
        3 => weapon.extra = Some(("dammage", "2")),
        // An unknown stunt.
        4 => weapon.stunts.push("low_recoll"),
        // A text instead of a number.
        _ => weapon.extra = Some(("min_range", "\"short\"")),
    }
}

fn write(text: &mut String, numbers: &mut Numbers, index: usize, weapon: &Weapon) {
    let (place, kind) = (numbers.pick(&PLACES), numbers.pick(&KINDS));
    if numbers.below(4) == 0 {
        writeln!(text, "/// Number {index} of the {place} works.").unwrap();
    }
    writeln!(text, "weapon {place}_{kind}_{index} \"The {place} {kind}, pattern {index}\" : slug_thrower {{").unwrap();
    writeln!(text, "  tech T{}", weapon.tech).unwrap();
    writeln!(text, "  harm {}", weapon.harm).unwrap();
    writeln!(text, "  penetration {}", weapon.penetration).unwrap();
    writeln!(text, "  range {}..{}", weapon.range.0, weapon.range.1).unwrap();
    writeln!(text, "  stunts {}", weapon.stunts.join(", ")).unwrap();
    if let Some((key, value)) = weapon.extra {
        writeln!(text, "  {key} {value}").unwrap();
    }
    text.push_str("}\n\n");
}

fn write_json(text: &mut String, numbers: &mut Numbers, index: usize, weapon: &Weapon) {
    let (place, kind) = (numbers.pick(&PLACES), numbers.pick(&KINDS));
    text.push_str(if index == 0 { "\n{" } else { ",\n{" });
    if numbers.below(4) == 0 {
        write!(text, "\"doc\": \"Number {index} of the {place} works.\", ").unwrap();
    }
    write!(text, "\"name\": \"{place}_{kind}_{index}\", \"title\": \"The {place} {kind}, pattern {index}\", ").unwrap();
    write!(text, "\"design\": \"slug_thrower\", \"tech\": {}, \"harm\": {}, ", weapon.tech, weapon.harm).unwrap();
    let (min, max) = weapon.range;
    write!(text, "\"penetration\": {}, \"range\": [{min}, {max}], \"stunts\": {:?}", weapon.penetration, weapon.stunts).unwrap();
    if let Some((key, value)) = weapon.extra {
        write!(text, ", \"{key}\": {value}").unwrap();
    }
    text.push('}');
}
