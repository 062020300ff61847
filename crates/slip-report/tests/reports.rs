//! Tests of the renderers: every style of one difficult report is a snapshot; no diagnostic on any text makes one panic or lose its
//! message; short reports are fast.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_truncation, reason = "tests fail by panicking")]

use proptest::prelude::*;
use slip_report::{DrawOptions, Style, Summary, report};
use slip_source::diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use slip_source::{FileId, Package, Sources, Span};

const SHIP: &str = "\
// Everything a smuggler needs, and a little more.
ship long_margin \"Long Margin\" : spacecraft {
  tech T2
  v_shift 2; beam 1; torpedo 0; ew 0; trade 4
  tracks { frame 4; data 3; heat 4 }
  stunts civilian, slipstream_t2, interface_vehicle, vector_randomizer, firewall
  aspects \"Cargo hauler\", \"Everything is leased\"
}
";

const DESIGN: &str = "\
// Spacecraft.
//
// Rules page: design, section 3.
//
// Eleven build points at T1, seventeen at T2.
//
//
//
//
//
//
/// Everything with a drive and a hull, from a tug to a cruiser, as long as it is not a fighter, and whatever else flies.
design spacecraft : ship {
  tech T-2..T4
  budget 5 + 6 * tech
}
";

fn span(file: FileId, text: &str, words: &str) -> Span {
    let start = text.find(words).unwrap();
    Span::new(file, start as u32, (start + words.len()) as u32)
}

fn over_budget() -> (Diagnostics, Sources) {
    let mut sources = Sources::new();
    let std = sources.add_package(Package { name: "std".into(), ..Package::default() });
    let design = sources.add_file(std, "std/srd/spacecraft.slip", DESIGN);
    let package = sources.add_package(Package { name: "yard".into(), ..Package::default() });
    let ships = sources.add_file(package, "content/ships.slip", SHIP);
    let at = |words| span(ships, SHIP, words);
    let over = Diagnostic::new(Code::OverBudget, at("long_margin"), "`long_margin` spends 19 build points, but 17 are allowed at T2")
        .because("2 points too many")
        .with_label(at("T2"), "T2 allows 5 + 6 x 2 = 17")
        .with_label(at("v_shift 2"), "2")
        .with_label(at("beam 1"), "1")
        .with_label(at("trade 4"), "6: two ranks above T2 cost double")
        .with_label(at("frame 4"), "2")
        .with_label(at("heat 4"), "2")
        .with_label(at("civilian"), "1")
        .with_label(at("slipstream_t2"), "1")
        .with_label(at("interface_vehicle"), "1")
        .with_label(at("vector_randomizer"), "2")
        .with_label(at("firewall"), "1")
        .with_label(span(design, DESIGN, "budget 5 + 6 * tech"), "the budget")
        .with_note("SRD, Spacecraft Design")
        .with_help("spend 2 points less; the smallest edits are")
        .with_fix("lower `trade` to 3", Confidence::Unsafe, at("trade 4"), "trade 3")
        .with_fix("drop `vector_randomizer`", Confidence::Unsafe, at("vector_randomizer, "), "");
    let unknown = Diagnostic::new(Code::UnknownKey, at("torpedo"), "`torpedo` is not a word of a ship").with_help("did you mean `beam`?");
    (Diagnostics::from_iter([over, unknown]), sources)
}

#[test]
fn markdown_shows_mentions_links_and_pictures_as_text() {
    let shown = slip_report::markdown::plain("ask @ada, see www.example or https://bad.example, ![x](y) | <b>");
    assert_eq!(shown, r"ask &#64;ada, see www&#46;example or https&#58;//bad.example, !\[x\](y) \| &lt;b\>");
}

#[test]
fn every_style_shows_a_budget_that_is_overdrawn() {
    let (diagnostics, sources) = over_budget();
    for style in Style::ALL {
        let files = sources.files().filter(|(_, file)| file.path() == "content/ships.slip").map(|(id, _)| id).collect();
        let summary = Summary { packages: 1, files, items: 1, ..Summary::default() };
        insta::assert_snapshot!(style.word(), report(&diagnostics, &sources, style, DrawOptions::default(), &summary));
    }
}

#[test]
fn a_clean_report_is_empty_text_or_a_whole_document() {
    let mut sources = Sources::new();
    let package = sources.add_package(Package { name: "yards".into(), ..Package::default() });
    let files = ["guns.slip", "ships.slip"].map(|name| sources.add_file(package, name, "")).into_iter().collect();
    let summary = Summary { packages: 1, files, items: 3, ..Summary::default() };
    for style in Style::ALL {
        let text = report(&Diagnostics::new(), &sources, style, DrawOptions::default(), &summary);
        match style {
            Style::Json | Style::Sarif | Style::Gitlab | Style::Junit | Style::Markdown => {
                insta::assert_snapshot!(format!("clean_{}", style.word()), text)
            }
            _ => assert_eq!(text, ""),
        }
    }
}

/// Realistic texts: wide characters, tabs, carriage returns, no line break at the end.
#[test]
fn wide_signs_tabs_and_long_lines_are_pointed_at_exactly() {
    let text = format!("weapon 渡 {{\r\n\tharm 1\r\n  aspects \"é\u{200b}è\", {}beam\r\n}}", "\"x\", ".repeat(100));
    let mut sources = Sources::new();
    let package = sources.add_package(Package::default());
    let file = sources.add_file(package, "wide.slip", text.as_str());
    let diagnostic = Diagnostic::new(Code::UnknownName, span(file, &text, "渡"), "`渡` is not a name")
        .because("names are lower-case Latin letters")
        .with_label(span(file, &text, "harm"), "a stat behind a tab")
        .with_label(span(file, &text, "\u{200b}"), "an invisible space")
        .with_label(span(file, &text, "beam"), "far to the right")
        .with_label(Span::new(file, text.len() as u32, text.len() as u32), "the end");
    let diagnostics = Diagnostics::from_iter([diagnostic]);
    for style in [Style::Human, Style::Ledger, Style::Plain, Style::Narrated] {
        insta::assert_snapshot!(
            format!("wide_{}", style.word()),
            report(&diagnostics, &sources, style, DrawOptions::default(), &Summary::default())
        );
    }
}

#[test]
fn ten_thousand_short_reports_of_a_twenty_megabyte_file_do_not_rebuild_its_lines() {
    let text = "weapon a_name \"A title\" : slug_thrower {\n  harm 1\n}\n".repeat(400_000);
    let mut sources = Sources::new();
    let package = sources.add_package(Package::default());
    let file = sources.add_file(package, "big.slip", text.as_str());
    let diagnostics: Diagnostics =
        (0..10_000u32).map(|n| Diagnostic::new(Code::OverBudget, Span::new(file, n * 1900, n * 1900 + 5), "too much")).collect();
    let start = std::time::Instant::now();
    let out = report(&diagnostics, &sources, Style::Short, DrawOptions::default(), &Summary::default());
    assert_eq!(out.lines().count(), 10_000);
    // Building the line index again for each report would take minutes; the bound leaves room for a debug build on a busy machine.
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

/// If labels are hundreds of lines apart, or in two files, the numbers in the margins are still the line numbers of the files.
#[test]
fn margins_show_the_lines_of_the_file() {
    let mut sources = Sources::new();
    let package = sources.add_package(Package::default());
    let long = "// line\n".repeat(12_344) + "ship a { }\n";
    let short = "// line\n".repeat(98) + "ship b { }\n";
    let first = sources.add_file(package, "long.slip", long.as_str());
    let second = sources.add_file(package, "short.slip", short.as_str());
    let diagnostic =
        Diagnostic::new(Code::DuplicateName, span(first, &long, "ship"), "twice").with_label(span(second, &short, "ship"), "there");
    let diagnostics = Diagnostics::from_iter([diagnostic]);
    for style in [Style::Human, Style::Ledger, Style::Plain] {
        let text = report(&diagnostics, &sources, style, DrawOptions::default(), &Summary::default());
        let numbered = |number: &str, words: &str| {
            text.lines().any(|line| {
                line.trim_start()
                    .split_once(' ')
                    .is_some_and(|(n, rest)| n == number && rest.trim_start_matches(['│', ' ']).starts_with(words))
            })
        };
        assert!(numbered("12345", "ship a"), "{}:\n{text}", style.word());
        assert!(numbered("99", "ship b"), "{}:\n{text}", style.word());
    }
    insta::assert_snapshot!(report(&diagnostics, &sources, Style::Ledger, DrawOptions::default(), &Summary::default()), @r"
    error[duplicate-name]: twice
           ╭─[ long.slip:12345:1 ]
     12345 │ship a { }
           │  ╰── here
           ├─[ short.slip:99:1 ]
        99 │ship b { }
           │  ╰── there
    ");
}

fn texts() -> impl Strategy<Value = String> {
    let pieces = prop_oneof![
        Just("\n".to_owned()),
        Just("\r\n".to_owned()),
        Just("\t".to_owned()),
        Just("\r".to_owned()),
        Just("\u{2028}".to_owned()),
        Just("\u{85}".to_owned()),
        Just("\u{1b}[31m".to_owned()),
        Just("e\u{301}".to_owned()),
        Just("渡\u{200d}".to_owned()),
        Just("x".repeat(300)),
        "[ -~]{0,12}",
        "\\PC{0,6}",
    ];
    proptest::collection::vec(pieces, 0..14).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_and_no_span_makes_a_renderer_fail(
        texts in proptest::collection::vec(texts(), 1..3),
        labels in proptest::collection::vec((0u32..4, 0u32..2000, 0u32..400, "[a-z ]{0,6}"), 1..7),
        colour in any::<bool>(),
    ) {
        let mut sources = Sources::new();
        let package = sources.add_package(Package::default());
        for (number, text) in texts.iter().enumerate() {
            sources.add_file(package, &format!("f{number}.slip"), text.as_str());
        }
        let span = |(file, start, length): (u32, u32, u32)| {
            let id = FileId(file % (texts.len() as u32 + 1));
            let Some(file) = sources.file(id) else { return Span::new(id, start, start + length) };
            let snap = |offset: u32| (0..=offset.min(file.end())).rev().find(|o| file.text().is_char_boundary(*o as usize)).unwrap();
            Span::new(id, snap(start % (file.end() + 1)), snap(start % (file.end() + 1) + length))
        };
        let first = &labels[0];
        let mut diagnostic = Diagnostic::new(Code::Syntax, span((first.0, first.1, first.2)), "the message stands").with_note("a note").with_help("help");
        for (file, start, length, text) in &labels[1..] {
            diagnostic = diagnostic.with_label(span((*file, *start, *length)), text.as_str());
        }
        let diagnostics = Diagnostics::from_iter([diagnostic]);
        for style in Style::ALL {
            let text = report(&diagnostics, &sources, style, DrawOptions { colour, width: 100 }, &Summary::default());
            prop_assert!(text.contains("the message stands"), "{}: {text}", style.word());
            if colour && style != Style::Json {
                let bare = report(&diagnostics, &sources, style, DrawOptions { colour: false, width: 100 }, &Summary::default());
                let stripped = anstream::adapter::strip_str(&text).to_string();
                prop_assert_eq!(stripped, bare, "{}: colours change more than colours", style.word());
            }
            let clean = colour || !text.contains('\u{1b}');
            prop_assert!(clean, "{}: a control character came through: {text:?}", style.word());
        }
    }
}
