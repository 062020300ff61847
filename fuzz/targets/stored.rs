//! Fuzz target: any bytes as a stored file of each format: logs, locks, campaigns, parts, baselines, packs, manifests, mappings, cache
//! entries. Each is read or refused, and a file that was read gives the same text when it is written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use slip_pack::archive::Archive;
use slip_campaign::state::Campaign;
use slip_pack::Pack;
use slip_session::session::replay::header;
use slip_report::baseline::Baseline;
use slip_odds::simulate::SimulationPart;
use slipyard::{cache, cli, project};
use slipyard_fuzz::bytes::Bytes;
use slipyard_fuzz::json_mutator::changed;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Contents of a file that version 0.1 wrote.
macro_rules! stored {
    ($name:literal) => {
        include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/stored/0.1/", $name))
    };
}

/// A real pack without most of its things, so that an execution is short. Every kind of field stays.
static PACK: LazyLock<Option<Value>> = LazyLock::new(|| {
    let archive = Archive::read(stored!("customs_dock-0.1.0.slippack")).ok()?;
    let whole: Value = serde_json::from_slice(archive.member("pack.json")?).ok()?;
    let few = shortened(whole.clone(), 0);
    Some(if Pack::read(few.to_string().as_bytes()).is_ok() { few } else { whole })
});

/// Number of things of each kind, and of values in each list, of a shortened pack.
const FEW: usize = 2;

/// Keeps the first entries of every list, and of the maps by name, which are in the first levels of a pack; other objects are structs.
fn shortened(value: Value, level: usize) -> Value {
    match value {
        Value::Array(values) => values.into_iter().take(FEW).map(|value| shortened(value, level + 1)).collect(),
        Value::Object(fields) => {
            let is_map = level > 0 && fields.values().all(|value| value.is_object() || value.is_array());
            let most = if is_map { FEW } else { usize::MAX };
            Value::Object(fields.into_iter().take(most).map(|(key, value)| (key, shortened(value, level + 1))).collect())
        }
        other => other,
    }
}

/// A small archive, for the same reason.
static ARCHIVE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let real: &[u8] = stored!("customs_dock-0.1.0.slippack");
    let small = Archive::read(real).ok().and_then(|archive| {
        let mut members: BTreeMap<String, Vec<u8>> =
            archive.members().map(|(name, bytes)| (name.to_owned(), bytes.to_vec())).collect();
        members.insert("pack.json".to_owned(), PACK.as_ref()?.to_string().into_bytes());
        slip_pack::archive::write(archive.about.clone(), &members).ok()
    });
    small.unwrap_or_else(|| real.to_vec())
});

/// The real file of each format as JSON, if it is JSON, parsed once.
static VALUES: LazyLock<Vec<Option<Value>>> =
    LazyLock::new(|| FORMATS.iter().map(|(_, real)| serde_json::from_slice(real()).ok()).collect());

/// A file format: its reader, and a real file.
type Format = (fn(&[u8]), fn() -> &'static [u8]);

const FORMATS: &[Format] = &[
    (campaign, || stored!("reach.json")),
    (part, || stored!("part-1.json")),
    (baseline, || stored!("known.json")),
    (play_lock, || stored!("raid.sliplock")),
    (lock, || stored!("shop.lock")),
    (manifest, || stored!("shop/slipyard.toml")),
    (mapping, || slip_export::foundry::DEFAULT.as_bytes()),
    (log, || stored!("raid.jsonl")),
    (archive, || &ARCHIVE),
    (verdict, || b""),
];

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn campaign(bytes: &[u8]) {
    if let Ok(campaign) = Campaign::read(&text(bytes)) {
        let written = campaign.text();
        let again = Campaign::read(&written).expect("a campaign that was written is read");
        assert_eq!(again.text(), written);
    }
}

fn part(bytes: &[u8]) {
    if let Ok(part) = SimulationPart::read(&text(bytes)) {
        let written = part.written();
        assert_eq!(SimulationPart::read(&written).expect("a part that was written is read").written(), written);
    }
}

fn baseline(bytes: &[u8]) {
    if let Ok(baseline) = Baseline::read(&text(bytes)) {
        let written = baseline.text();
        assert_eq!(Baseline::read(&written).expect("a baseline that was written is read").text(), written);
    }
}

fn play_lock(bytes: &[u8]) {
    let _ = std::str::from_utf8(bytes).map(cli::is_play_lock);
}

fn lock(bytes: &[u8]) {
    lie_within(&text(bytes), &project::lock_findings(&text(bytes)));
}

fn manifest(bytes: &[u8]) {
    lie_within(&text(bytes), &project::manifest_findings(&text(bytes)));
}

fn lie_within(text: &str, found: &slip_source::diagnostic::Diagnostics) {
    for finding in found.iter() {
        let span = finding.primary.span;
        assert!(text.get(span.start as usize..span.end as usize).is_some(), "a finding is in the text: {finding:?}");
    }
}

fn mapping(bytes: &[u8]) {
    let _ = project::mapping(&text(bytes));
}

fn log(bytes: &[u8]) {
    let _ = header(&text(bytes));
}

fn archive(bytes: &[u8]) {
    let _ = Archive::read(bytes);
    let _ = Pack::read(bytes);
}

/// Wraps the bytes with a correct checksum, so that the reader behind it is reached.
fn verdict(bytes: &[u8]) {
    let key = [7; 32];
    let _ = cache::opened(&key, bytes);
    let _ = cache::opened(&key, &cache::sealed(&key, bytes));
}

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes(data);
    let kind = usize::from(bytes.byte());
    let Some((read, real)) = FORMATS.get(kind % FORMATS.len()) else { return };
    match (bytes.byte() % 4, VALUES.get(kind % FORMATS.len())) {
        // Any bytes.
        (0, _) => read(bytes.0),
        // A real file, with other values in some fields.
        (1 | 2, Some(Some(value))) => read(changed(value.clone(), &mut bytes).to_string().as_bytes()),
        // A real file, with some bytes changed, or cut off.
        _ => {
            let mut changed = real().to_vec();
            while !bytes.is_empty() {
                let (at, value) = (bytes.below(changed.len()), bytes.byte());
                match changed.get_mut(at) {
                    Some(byte) if value > 0 => *byte = value,
                    _ => changed.truncate(at),
                }
            }
            read(&changed);
        }
    }
    // JSON in a pack takes longer to read, so it is tried less often.
    if kind == 255
        && let Some(value) = PACK.clone()
        && let Ok(pack) = Pack::read(changed(value, &mut Bytes(data)).to_string().as_bytes())
    {
        let written = serde_json::to_string(&pack).expect("a pack is written");
        let again = Pack::read(written.as_bytes()).expect("a pack that was written is read");
        assert_eq!(serde_json::to_string(&again).expect("a pack is written"), written);
    }
});
