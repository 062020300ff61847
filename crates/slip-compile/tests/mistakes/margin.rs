//! Tests of entries at the left margin: where the brackets of an item match, indentation decides nothing.
//!
//! "Items begin at the left margin and entries are indented. This is not required."

use super::compiled_text::{one, written};
use super::{GUN, KELPER, PIKE, ROW};
use slip_source::diagnostic::Code;

/// Returns the text with the lines that begin with one of these words at the left margin.
fn flush(text: &str, words: &[&str]) -> String {
    let is_flushed = |line: &str| words.iter().any(|word| line.trim_start().starts_with(word));
    text.lines().map(|line| if is_flushed(line) { line.trim_start() } else { line }).collect::<Vec<_>>().join("\n") + "\n"
}

#[test]
fn an_entry_at_the_margin_inside_an_open_block_is_an_entry() {
    for words in [
        &["zone b"][..],
        &["border"],
        &["side blues"],
        &["side reds", "victory"],
        &["tracks"],
        &["stunts"],
        &["aspects", "tech"],
        &["skills", "gear"],
        &["map hall"],
        &["picture", "zone", "border"],
    ] {
        let text = flush(&format!("{GUN}{KELPER}{ROW}{PIKE}"), words);
        assert!(written(&text).said.is_empty(), "{words:?}: {:?}", written(&text).findings());
    }
    let design = "design skiff \"Skiff\" : vehicle {\n  tech T0..T3\n  budget 8\nstat speed \"Speed\" { ranks 0..9; cost rank }\n\
                  stunt lamp \"Lamp\" { cost 1; sink }\n  price 1\n}\nvehicle nephew \"Nephew\" : skiff { tech T1; speed 7; stunts lamp }\n";
    assert!(written(design).said.is_empty(), "{:?}", written(design).findings());
}

#[test]
fn a_missing_bracket_is_still_reported_at_the_item_that_lacks_it() {
    let whole = format!("{GUN}{KELPER}{ROW}{PIKE}");
    for item in [GUN, KELPER, ROW] {
        let open = item.strip_suffix("}\n").unwrap();
        let found = one(&whole.replacen(item, open, 1));
        assert_eq!(found.code, Code::UnclosedBlock, "{found:#?}");
        assert!(found.message.ends_with("is not closed"), "{found:#?}");
    }
    // A bracket too many in a later item does not close the first one.
    let open = GUN.strip_suffix("}\n").unwrap();
    let said = written(&format!("{open}{PIKE}}}\n"));
    let is_first = |found: &String| found.starts_with("1:") && found.ends_with("unclosed-block");
    assert!(said.findings().iter().any(is_first), "{:?}", said.findings());
    // A second item written inside the block of the first is still a second item. The block of the first item is therefore reported as
    // unclosed.
    let open = KELPER.strip_suffix("}\n").unwrap();
    let two = format!("{open}{}}}\n", KELPER.replace("kelper", "kelper_two").replace("Kelper", "Second"));
    assert!(written(&format!("{GUN}{two}")).findings().iter().any(|found| found.ends_with("unclosed-block")));
}
