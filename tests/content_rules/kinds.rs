use crate::written::written;

#[test]
fn a_thing_of_a_kind_that_is_declared_nowhere_is_refused() {
    let text = "hovercraft ferry \"Ferry\" { tech T1 }\n";
    assert_eq!(written(text).findings(), ["1:1 unknown-kind"]);
}
