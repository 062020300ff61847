//! Invalid and oversized requests are refused with a sentence.

use crate::page::Page;
use serde_json::json;

#[test]
fn an_unknown_request_is_refused_in_a_sentence() {
    let mut page = Page::with(&[]);
    assert!(page.refusal(&json!({ "ask": "sing" })).contains("unknown variant `sing`"));
    assert!(page.refusal(&json!(17)).starts_with("the request cannot be read"));
    assert!(page.refusal(&json!({ "ask": "check" })).contains("package"));
}

#[test]
fn what_is_not_there_is_named() {
    let mut page = Page::with(&[("a/slipyard.toml", "[package]\nname = \"a\"\nversion = \"0.1.0\"\nedition = 1\n"), ("a/a.slip", "")]);
    assert_eq!(page.refusal(&json!({ "ask": "format", "file": "b.slip" })), "there is no file `b.slip`");
    let refused = page.refusal(&json!({ "ask": "run", "package": "a", "encounter": "feast", "seed": 1 }));
    assert_eq!(refused, "there is no encounter `feast` in this package");
    let refused = page.refusal(&json!({ "ask": "explain", "code": "over-bugdet" }));
    assert_eq!(refused, "there is no code `over-bugdet`; did you mean `over-budget`?");
}

#[test]
fn a_package_with_another_standard_library_is_refused() {
    let manifest = "[package]\nname = \"a\"\nversion = \"0.1.0\"\nedition = 1\n\n[rules]\nstd = { path = \"../std\" }\n";
    let mut page = Page::with(&[("a/slipyard.toml", manifest), ("a/a.slip", "")]);
    assert!(page.refusal(&json!({ "ask": "check", "package": "a" })).contains("another standard library"));
}

#[test]
fn packages_that_need_each_other_are_a_finding() {
    let manifest = |name: &str, other: &str| {
        format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = 1\n\n[dependencies]\n{other} = {{ path = \"../{other}\" }}\n")
    };
    let mut page = Page::with(&[("a/slipyard.toml", &manifest("a", "b")), ("b/slipyard.toml", &manifest("b", "a"))]);
    let checked = page.ask(&json!({ "ask": "check", "package": "a" }));
    assert_eq!(checked["findings"][0]["code"], "dependency-cycle");
}

#[test]
fn a_hundred_thousand_open_brackets_are_a_finding() {
    let mut page = Page::with(&[("deep.slip", &format!("ship a : spacecraft {{ tech {} }}", "(".repeat(100_000)))]);
    let checked = page.ask(&json!({ "ask": "check", "package": "" }));
    assert!(checked["errors"].as_u64().unwrap() > 0);
    assert!(page.ask(&json!({ "ask": "tokens", "file": "deep.slip" })).is_array());
}
