//! Fuzz target: any text is parsed to a tree, and the spans of all findings are inside it.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use slip_source::{Package, Sources};

use slipyard_fuzz::slip;

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| { slip::mutate(data, size, max_size, seed) });

fuzz_target!(|text: &str| {
    let mut sources = Sources::new();
    let package = sources.add_package(Package::default());
    let id = sources.add_file(package, "any.slip", text);
    let file = sources.file(id).expect("it was added");
    let (tree, found) = slip_syntax::parse(id, file);
    let mut last = 0;
    for item in &tree.items {
        let span = item.span();
        assert!(last <= span.start && span.start <= span.end && span.end <= file.end(), "items lie in order in the file: {span:?}");
        assert!(file.text().get(span.start as usize..span.end as usize).is_some(), "an item is whole letters: {span:?}");
        last = span.end;
    }
    for finding in found.iter() {
        let span = finding.primary.span;
        assert!(span.start <= span.end && span.end <= file.end(), "a finding lies in the file: {finding:?}");
        assert!(file.text().get(span.start as usize..span.end as usize).is_some(), "a finding is whole letters: {finding:?}");
    }
});
