//! Tests of conflict markers that version control leaves in a file.

use super::compiled_text::{one, written};
use super::{GUN, mended, with};
use slip_source::diagnostic::Code;

/// Returns a merge conflict of two versions, with and without their common ancestor.
fn conflicts(first: &str, second: &str) -> [String; 2] {
    ["", "||||||| 1f0e\n  harm 3\n"].map(|base| format!("<<<<<<< HEAD\n{first}{base}=======\n{second}>>>>>>> spring\n"))
}

#[test]
fn a_conflict_that_version_control_left_is_told_once_and_its_first_version_is_read() {
    let second = GUN.replace("brine_gun", "salt_gun");
    let inside = conflicts("  harm 1\n", "  harm 4; penetration 9\n").map(|conflict| with("  harm 1\n", &conflict));
    let around = conflicts(GUN, &second).map(|conflict| with(GUN, &conflict));
    for text in inside.iter().chain(&around) {
        let found = one(text);
        assert_eq!(found.code, Code::MergeConflict, "{found:#?}");
        assert_eq!((found.secondary.len(), found.fixes.len()), (2, 0), "which version is kept is not the program's to say");
        let windows = text.replace('\n', "\r\n");
        assert_eq!(one(&windows).code, Code::MergeConflict);
        let told = written(text);
        let gun = told.pack.items.get("weapon").and_then(|weapons| weapons.get("own.brine_gun"));
        assert!(gun.is_none_or(|gun| !gun.valid), "what a conflict touches is not legal");
    }
}

#[test]
fn a_mark_of_version_control_that_was_forgotten_alone_is_taken_out() {
    let text = with("  harm 1\n", "  harm 1\n>>>>>>> spring\n");
    assert_eq!(mended(&text), with("  harm 1\n", "  harm 1\n\n"));
    let picture = with("    eebb\n    eebb\n", "=======\n    eebb\n");
    assert!(written(&picture).said.iter().all(|(.., found)| found.code != Code::MergeConflict), "a line of a picture is no mark");
}
