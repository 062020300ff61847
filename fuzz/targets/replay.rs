//! Fuzz target: any text is replayed as a log or refused; a replayed game can continue.
#![no_main]

use libfuzzer_sys::fuzz_target;
use slip_session::session::Session;
use slip_session::session::replay::{ReplayOptions, header};
use slipyard_fuzz::encounters::{Scene, scenes};
use std::sync::LazyLock;

static SCENES: LazyLock<Vec<Scene>> = LazyLock::new(|| scenes(&["harrow_reach", "thin_lanes", "glass_shore"]));

fuzz_target!(|text: &str| {
    let Ok(header) = header(text) else { return };
    let scene = SCENES.iter().find(|scene| scene.encounter.name.as_str() == header.encounter.as_str()).or(SCENES.first());
    let Some(scene) = scene else { return };
    for events_only in [false, true] {
        if let Ok(retraced) = Session::retrace(scene.pack, scene.encounter, text, ReplayOptions { until: None, events_only }) {
            assert!(retraced.stands <= text.len());
            let _ = retraced.session.question();
            let _ = retraced.session.options();
        }
    }
});
