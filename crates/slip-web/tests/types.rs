//! The page has the types of all requests and answers.

use crate::page::root;
use std::fs;

#[test]
fn the_page_has_the_types_of_all_requests_and_answers() {
    let (page, text) = (root().join("web/src/session/types.ts"), slip_web::typescript::types());
    if std::env::var_os("TRYCMD").is_some_and(|what| what == "overwrite") {
        fs::write(&page, &text).unwrap();
    }
    assert_eq!(fs::read_to_string(page).unwrap(), text, "write the types again: TRYCMD=overwrite cargo test -p slip-web-tests types");
}
