//! Tests of repairs of an item with several errors, and of ranges with their ends in the wrong order.

use super::compiled_text::written;
use super::{PIKE, mended, one, with};
use slip_source::diagnostic::{Code, Diagnostic, Severity};

fn errors(text: &str) -> Vec<Diagnostic> {
    written(text).said.into_iter().map(|(.., found)| found).filter(|found| found.severity == Severity::Error).collect()
}

#[test]
fn a_reversed_range_is_swapped() {
    let found = one(&with("range 0..2", "range 2..0"));
    assert_eq!((found.code, found.message.as_str()), (Code::EmptyRange, "the range from 2 to 0 is empty"));
    assert_eq!(mended(&with("range 0..2", "range 2..0")), with("range 0..2", "range 0..2"));
    let table = "table loot \"Loot\" {\n  roll 1d6\n  3..1 \"Rope\"\n  4..6 \"Salt\"\n}\n";
    let rows = errors(table);
    assert!(rows[0].fixes[0].edits[0].replacement == "1..3", "{rows:#?}");
}

#[test]
fn one_edit_that_repairs_all_errors_comes_first() {
    // A typing error in the technology: the ranks are above their caps, and the budget is negative.
    let found = errors(&PIKE.replace("tech T1", "tech T-1"));
    assert!(found.len() > 1, "{found:#?}");
    for one in &found {
        let first = &one.fixes[0];
        assert!(first.title.starts_with("raise `tech` from T-1 to T1 (this repairs"), "{}", first.title);
        assert_eq!(first.edits[0].replacement, "T1");
    }
}

#[test]
fn a_lower_rank_is_preferred_to_another_technology() {
    let ship = "ship tall \"Tall\" : spacecraft {\n  tech T2\n  v_shift 4; beam 5; torpedo 2\n  tracks { frame 4 }\n  \
                stunts slipstream_t2, firewall\n  aspects \"A\", \"B\", \"C\", \"D\", \"E\"\n}\n";
    for found in errors(ship) {
        let title = found.fixes.first().map_or("", |fix| fix.title.as_str());
        assert!(!title.contains("`tech`"), "{}: {title}", found.message);
    }
}

#[test]
fn codes_say_what_is_wrong() {
    let few = errors(
        "character a \"A\" {\n  skills { 5 pilot; 4 eva, stamina; 3 agility, resolve, charm; 2 computer, gunnery, tactics, alertness; \
                      1 engineering, navigation, microg, brokerage, slug_throwers }\n  stunts military_grade(pilot)\n}\n",
    );
    assert!(few.iter().any(|found| found.code == Code::TooFewStunts) && few.iter().all(|found| found.code != Code::TooManyStunts));
    let below = errors("system a \"A\" { tech T0; environment -5; resources 0; aspects \"A\", \"B\", \"C\" }\n");
    assert!(below.iter().any(|found| found.code == Code::StatBelowMinimum), "{below:#?}");
}
