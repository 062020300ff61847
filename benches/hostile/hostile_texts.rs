//! Pieces of hostile texts.

pub fn gun(name: &str, body: &str) -> String {
    format!("weapon {name} : slug_thrower {{\n  tech T0\n  {body}\n}}\n")
}

/// Returns a name of pseudo-random letters.
pub fn word(number: usize) -> String {
    let mut state = number.wrapping_mul(0x9E37_79B9).wrapping_add(77);
    let mut letters = String::from("n");
    for _ in 0..11 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        letters.push(char::from(b'a' + u8::try_from((state >> 33) % 10).unwrap_or(0)));
    }
    letters
}

pub fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

/// Returns a comma-separated list.
pub fn listed(count: usize, one: impl Fn(usize) -> String) -> String {
    (0..count).map(one).collect::<Vec<_>>().join(", ")
}

pub const GUARD: &str = "npc guard \"Guard\" { cap 2; skills { 2 brawling; 1 alertness, stamina }; aspects \"Bored\", \"Big hands\" }\n";

/// Returns a map of zones in a line.
pub fn row_of_zones(zones: usize) -> String {
    let borders = lines(zones.saturating_sub(1), |at| format!("  border z{at} -- z{} 1\n", at + 1));
    format!("map m {{\n{}{borders}}}\n", lines(zones, |at| format!("  zone z{at}\n")))
}

/// Returns a cluster of systems in a line.
pub fn cluster(systems: usize) -> String {
    let system = |at| format!("system s{at} \"S{at}\" {{ tech T1; aspects \"A{at}\", \"B{at}\", \"C{at}\" }}\n");
    let slipstreams = lines(systems.saturating_sub(1), |at| format!("  slipstream s{at} -- s{}\n", at + 1));
    let names = listed(systems, |at| format!("s{at}"));
    format!("{}cluster rim \"Rim\" {{\n  systems {names}\n{slipstreams}}}\n", lines(systems, system))
}

/// Returns a design with many statistics, each of which depends on the next, and an item of it.
pub fn chain_of_stats(stats: usize) -> String {
    let chain = lines(stats, |at| format!("  stat s{at} {{ base s{} }}\n", at + 1));
    format!("design d : thing {{\n{chain}  stat s{stats} {{ base 1 }}\n}}\nthing x {{ }}\n")
}

/// Returns a design with stunts that cost points, and an item with all of them.
pub fn stunts_bought(stunts: usize) -> String {
    let sold = lines(stunts, |at| format!("  stunt s{at} \"S{at}\" {{ cost 1; sink }}\n"));
    let bought = listed(stunts.min(990), |at| format!("s{at}"));
    format!("design d : thing {{ budget 5\n{sold}}}\nthing x {{ stunts {bought} }}\n")
}

/// Returns a fight of two crowds.
pub fn fight(actors: usize) -> String {
    let half = (actors / 2).max(1);
    format!(
        "{GUARD}map m {{ zone a; zone b; border a -- b 1 }}\nencounter e : personal {{\n  map m\n  side us {{ actors guard x{half} at a }}\n  \
         side them {{ actors guard x{half} at b }}\n  limit 3 turns\n}}\n"
    )
}
