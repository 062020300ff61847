//! Lists the stunts that a design sells, in source form, with every combination of enumerable arguments.

use slip_compile::check::design::{Design, StuntRule};
use slip_syntax::tree::Param;

/// Greatest number of argument combinations per stunt.
const MOST_FILLINGS: usize = 60;

/// Parameter types whose values cannot be enumerated here.
const OTHER_TYPES: &[&str] = &["skill", "roll", "item", "text", "number", "schedule"];

/// Returns the stunts that a design sells, in source form. Also returns the stunts that are left out, each with the reason.
pub(super) fn offers(design: &Design) -> (Vec<String>, Vec<(String, String)>) {
    let mut offers = Vec::new();
    let mut left_out = Vec::new();
    for rule in &design.stunts {
        match offer(design, rule) {
            Ok(words) => offers.extend(words),
            Err(why) => left_out.push((rule.name.to_string(), why.to_owned())),
        }
    }
    (offers, left_out)
}

fn offer(design: &Design, rule: &StuntRule) -> Result<Vec<String>, &'static str> {
    if rule.modes.is_some() {
        return Err("only items without modes are explored");
    }
    let mut fillings = vec![Vec::new()];
    for param in rule.params.iter().filter(|param| !param.optional) {
        let words = arguments(design, param).ok_or("only the author can choose its subject")?;
        fillings = fillings
            .into_iter()
            .flat_map(|filling: Vec<String>| words.iter().map(move |word| [filling.clone(), vec![word.clone()]].concat()))
            .take(MOST_FILLINGS + 1)
            .collect();
    }
    if fillings.len() > MOST_FILLINGS {
        return Err("it has too many possible subjects");
    }
    let words =
        |filling: Vec<String>| if filling.is_empty() { rule.name.to_string() } else { format!("{}({})", rule.name, filling.join(", ")) };
    Ok(fillings.into_iter().map(words).collect())
}

/// Returns every possible argument for a parameter, or `None` if they cannot be enumerated.
fn arguments(design: &Design, param: &Param) -> Option<Vec<String>> {
    let mut words = Vec::new();
    for kind in &param.types {
        match kind.text.as_str() {
            "track" => words.extend(design.tracks.iter().map(|track| track.name.to_string())),
            "stat" => words.extend(design.stats.iter().map(|stat| stat.name.to_string())),
            other if OTHER_TYPES.contains(&other) => return None,
            word => words.push(word.to_owned()),
        }
    }
    Some(words)
}
