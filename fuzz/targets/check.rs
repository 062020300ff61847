//! Fuzz target: any text is checked, and the spans of all findings and fixes are inside it.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use slip_ide::FileView;
use slipyard_fuzz::slip;
use slipyard_fuzz::checker::Checker;
use std::cell::OnceCell;

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| { slip::mutate(data, size, max_size, seed) });

thread_local! {
    static CHECKER: OnceCell<Checker> = const { OnceCell::new() };
}

fn look(view: &FileView<'_, '_, '_, '_>) {
    let text = view.text();
    for (finding, spot) in view.findings(std::iter::empty()) {
        assert!(spot.start <= spot.end, "{finding:?}");
        assert!(text.get(spot.start as usize..spot.end as usize).is_some(), "a finding lies in the text: {finding:?}");
    }
    let _ = slip_ide::symbols(view);
    let _ = slip_ide::folds(view);
}

fuzz_target!(|text: &str| {
    CHECKER.with(|checker| checker.get_or_init(|| Checker::new(look)).check(text));
});
