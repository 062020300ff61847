//! Tests of reserved aspects: an aspect counts as the same if it differs only in capitals, blanks, hyphens, or marks at its ends.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use slip_test_support::compiled_text::{Written, written};

use slip_source::diagnostic::{Code, Diagnostic};

fn ship(more: &str, aspects: &str) -> Written {
    written(&format!(
        "ship mule \"Mule\" : spacecraft {{\n  tech T1\n  v_shift 1; beam 1; trade 1\n  tracks {{ frame 5; data 5 }}\n  stunts civilian, firewall{more}\n  aspects {aspects}\n}}\n"
    ))
}

fn unearned(found: &Written) -> Vec<&Diagnostic> {
    found.said.iter().map(|(.., found)| found).filter(|found| found.code == Code::UnearnedAspect).collect()
}

#[test]
fn a_reserved_aspect_in_other_letters_is_the_reserved_aspect() {
    for text in [
        "HUGE",
        "huge.",
        " Huge ",
        "Passenger Liner",
        "passenger  liner",
        "Out Of Ammo",
        "FALLING APART",
        "Falling  apart.",
        "Huge!",
        "huge…",
        "Falling-apart",
        "Passenger liner?",
        "Out-of-ammo",
    ] {
        let found = ship("", &format!("\"{text}\", \"Patched twice\", \"Knows the customs\", \"Leaks a little\", \"Late again\""));
        assert_eq!(unearned(&found).len(), 1, "{text}: {:?}", found.messages());
    }
    for text in ["Huge heart", "Passengers", "Fallen apart", "Huge, again"] {
        let found = ship("", &format!("\"{text}\", \"Patched twice\", \"Knows the customs\", \"Leaks a little\", \"Late again\""));
        assert_eq!(unearned(&found).len(), 0, "{text}");
    }
}

#[test]
fn an_aspect_written_twice_in_other_letters_is_written_twice() {
    let found = ship("", "\"Late again\", \"LATE  AGAIN.\", \"Patched twice\", \"Knows the customs\", \"Leaks a little\"");
    found.only(Code::DuplicateEntry);
}
