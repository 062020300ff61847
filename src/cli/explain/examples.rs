//! Examples of the entries of designs and stunts, one per keyword.
//!
//! The reference is not used for this, because some keywords also begin lines of other blocks there. The tests put each example into a
//! design or stunt that declares everything that the example refers to, and compile it.

/// Examples of the entries of a design.
#[rustfmt::skip]
const DESIGN: &[(&str, &str)] = &[
    ("advise", "advise lift >= 2 else \"a strong cat lifts as much\""),
    ("aspect", "aspect \"Loud\" when not quiet"),
    ("budget", "budget 3 + 2 * tech"),
    ("choice", "choice size small, human_sized, large"),
    ("code", "code profile port \"-\" air"),
    ("column", "skills column 3 of unit"),
    ("consequences", "consequences mild, moderate, severe"),
    ("default", "default"),
    ("effect", "effect +1 to attack"),
    ("entry", "entry range as min_range..max_range"),
    ("every", "skills every 2"),
    ("fate", "fate 3"),
    ("flag", "flag local \"Local\""),
    ("gear", "gear"),
    ("holds", "holds fighters fighter"),
    ("letters", "stat port \"Port\" { ranks 0..2; cost 0; letters \"A\", \"B\", \"X\" }"),
    ("loose", "skills loose 0..5"),
    ("map_skills", "map_skills"),
    ("note", "note \"It hums\" when not quiet"),
    ("only", "only when rules fighters yes"),
    ("optional", "optional \"Old\", \"New\" when tech >= 1"),
    ("phase", "phase crisis \"Moment of crisis\" 2"),
    ("platoon", "platoon 2..6"),
    ("plays", "plays personal"),
    ("price", "price 1 + tech"),
    ("refers", "refers home to system"),
    ("require", "require lift >= 1 else \"it has to lift something\""),
    ("skill", "skill slug_throwers"),
    ("skill_list", "skill_list srd"),
    ("skill_rank", "skill_rank stealth 2 when small"),
    ("skills", "skills pyramid 3"),
    ("slots", "slots 2..3"),
    ("source", "source \"House rules, page 3\""),
    ("stat", "stat lift \"Lift\" { ranks 0..tech + 2; base 0; cost rank }"),
    ("stunt", "stunt quiet \"Quiet\" { cost 1; sink }"),
    ("stunt_count", "stunt_count 0..2"),
    ("tech", "tech T-2..T4"),
    ("track", "track frame \"Frame\" { base 3; cost 1 }"),
    ("uniform", "uniform"),
    ("upkeep", "upkeep 2"),
    ("usual", "usual pilot, gunnery"),
    ("without", "without"),
    ("words", "stat air \"Air\" { ranks 0..2; cost 0; words \"Barren\", \"Thin\", \"Sweet\" }"),
];

/// Examples of the entries of a stunt.
#[rustfmt::skip]
const STUNT: &[(&str, &str)] = &[
    ("advise", "advise lift >= 2 else \"a motor as strong as a cat\""),
    ("cost", "cost 1 + tech"),
    ("effect", "effect +1 to attack"),
    ("excludes", "excludes civilian"),
    ("for", "for character, npc"),
    ("group", "group refits"),
    ("idle", "idle when civilian"),
    ("in", "in campaign"),
    ("inherent", "inherent when tech <= 0"),
    ("limit", "limit 3 per encounter"),
    ("many", "many 2"),
    ("modes", "modes 2"),
    ("once", "once per w"),
    ("only", "only when tech >= 1"),
    ("require", "require lift >= 1 else \"it lifts nothing without a motor\""),
    ("requires", "requires civilian"),
    ("sink", "sink"),
    ("suspect", "suspect \"magic\", \"wizard\""),
    ("takes", "takes 2"),
    ("tech", "tech T2"),
    ("whole", "whole"),
];

/// Returns the example of an entry of a block (`design` or `stunt`) by the first word of the entry.
pub(super) fn of(block: &str, word: &str) -> Option<&'static str> {
    let examples = if block == "stunt" { STUNT } else { DESIGN };
    examples.iter().find(|(own, _)| *own == word).map(|(_, line)| *line)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    use slip_compile::stdlib;
    use slip_source::{Package, Sources};

    /// Returns the findings of the compiler about a text.
    fn said(text: &str) -> Vec<String> {
        let mut sources = Sources::new();
        stdlib::add(&mut sources);
        let package = sources.add_package(Package { name: "example".into(), ..Package::default() });
        sources.add_file(package, "main.slip", text);
        slip_compile::compile(&sources).diagnostics.iter().map(|found| found.message.to_string()).collect()
    }

    /// Returns the text of a design that contains only this entry, and everything that the entry refers to.
    fn design(word: &str, line: &str) -> String {
        let usual = [("tech", "tech T0..T4"), ("budget", "budget 20"), ("slots", "slots 0..6")];
        let mut lines: Vec<&str> = usual.iter().filter(|(own, _)| *own != word).map(|(_, line)| *line).collect();
        let lift = "stat lift \"Lift\" { ranks 0..4; base 0; cost rank }";
        let letters = ["stat port \"Port\" { ranks 0..2; base 0; cost 0 }", "stat air \"Air\" { ranks 0..2; base 0; cost 0 }"];
        let ends = ["stat min_range \"Least\" { ranks 0..4; base 0; cost 0 }", "stat max_range \"Most\" { ranks 0..4; base 0; cost 0 }"];
        match word {
            "require" | "advise" => lines.push(lift),
            "code" => lines.extend(letters),
            "entry" => lines.extend(ends),
            "aspect" | "note" => lines.push("stunt quiet \"Quiet\" { cost 1; sink }"),
            "skill_rank" => lines.extend(["flag small \"Small\"", "skills pyramid 3"]),
            "map_skills" | "usual" => lines.push("skills pyramid 3"),
            _ => {}
        }
        lines.push(line);
        format!("design shown \"Shown\" : gadget {{\n  {}\n}}\n", lines.join("\n  "))
    }

    /// Returns the text of a design that contains a stunt with only this entry. If the entry requires a stunt outside of a design, returns
    /// the text of such a stunt.
    fn stunt(word: &str, line: &str) -> String {
        let lines = match word {
            "for" => return format!("stunt shown \"Shown\" {{ {line}; sink }}\n"),
            "sink" | "effect" => line.to_owned(),
            "limit" => format!("{line}\n    effect may reroll attack"),
            _ => format!("{line}\n    sink"),
        };
        let params = if word == "once" { "(w: lift | reach)" } else { "" };
        format!(
            "design frame \"Frame\" : frame {{
  tech T0..T4
  budget 10
  skill slug_throwers
  stat lift \"Lift\" {{ ranks 0..4; base 0; cost rank }}
  stat reach \"Reach\" {{ ranks 0..4; base 0; cost rank }}
  stunt civilian \"Civilian\" {{ cost 1; sink }}
  stunt shown{params} \"Shown\" {{
    {lines}
  }}
}}
"
        )
    }

    #[test]
    fn the_compiler_has_nothing_to_say_of_any_example() {
        for (word, line) in DESIGN {
            assert_eq!(said(&design(word, line)), Vec::<String>::new(), "explain design {word}");
        }
        for (word, line) in STUNT {
            assert_eq!(said(&stunt(word, line)), Vec::<String>::new(), "explain stunt {word}");
        }
    }

    #[test]
    fn an_example_has_its_word_in_it() {
        for (word, line) in DESIGN.iter().chain(STUNT) {
            let words: Vec<&str> = line.split(|sign: char| !sign.is_alphanumeric() && sign != '_').collect();
            assert!(words.contains(word), "{word}: {line}");
        }
    }
}
