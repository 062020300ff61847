//! Tests of cards: their contents, and that no text is lost or read as markup in any format.

use super::compiled_text::written;
use super::{content, xml};
use slip_export::card_content::{Card, CardSheet, Rows};
use slip_export::cards::{self, CardOptions};
use slip_export::drawing::DrawingMark;
#[cfg(feature = "pdf")]
use slip_export::drawing::{Drawing, DrawnText, Face};
use slip_export::layout::{self, Paper};
#[cfg(feature = "pdf")]
use slip_export::pdf::{self, PdfFonts};
use slip_export::{html, markdown, svg, text};
use slip_pack::Pack;

const YARDS: &str = r#"
/// Hauls ore, and whatever else pays.
ship slow_promise "Slow Promise" : spacecraft {
  tech T2
  v_shift 2; beam 2; trade 3
  tracks { frame 4; data 4; heat 4 }
  stunts civilian, slipstream_t2
  aspects "Ore hauler", "Paid off at last", "Family crew", "Knows every rock", "Two engines, one works"
}
weapon gate_carbine "Gate carbine" : slug_thrower { tech T1; harm 1; penetration 1; range 0..2; stunts civilian }
"#;

fn sheet_of(pack: &Pack, wanted: CardOptions) -> CardSheet {
    let own = pack.package.name.clone();
    let cards = cards::all(pack, wanted, |package| package == own).into_iter().map(|(_, card)| card).collect();
    CardSheet { cards, ..cards::sheet(pack) }
}

fn yards() -> CardSheet {
    sheet_of(&written(YARDS).clean(), CardOptions::default())
}

fn card<'s>(sheet: &'s CardSheet, title: &str) -> &'s Card {
    sheet.cards.iter().find(|card| card.title == title).unwrap()
}

fn boxes(card: &Card, label: &str) -> u32 {
    let tracks = card.parts.iter().filter_map(|part| if let Rows::Tracks(tracks) = &part.rows { Some(tracks) } else { None });
    tracks.flatten().find(|track| track.label == label).unwrap().boxes
}

/// Returns the card without its hash, which changes with every rule and is not part of the layout.
fn shown(text: &str, sheet: &CardSheet) -> String {
    text.replace(&sheet.hash, "[HASH]").replace(&sheet.hash[..12], "[HASH]")
}

#[test]
fn small_cards_look_like_this() {
    let sheet = yards();
    insta::assert_snapshot!("cards_text", shown(&text::page(&sheet), &sheet));
    insta::assert_snapshot!("cards_markdown", shown(&markdown::page(&sheet), &sheet));
    insta::assert_snapshot!("cards_html", shown(&html::page(&sheet, Paper::A4).replace('>', ">\n"), &sheet));
    insta::assert_snapshot!("cards_svg", shown(&svg::file(&layout::drawing(&sheet)), &sheet));
}

/// The Agility modifier of an armour is printed on its wearer's card, because with real dice no program applies it.
#[test]
fn whoever_wears_armour_reads_on_their_card_what_it_does_to_rolls() {
    let text = r#"
armour coat "Coat" : body_armour { tech T1; defense 2; stunts civilian }
armour vest "Vest" : body_armour { tech T1; defense 1; stunts civilian, flexible, lightweight }
armour frame "Frame" : body_armour { tech T1; defense 2; stunts civilian, power_suit, servos }
armour shell "Shell" : body_armour { tech T1; defense 1; stunts civilian, power_suit, servos, transfer_aspect("Hisses") }
npc one "One" { cap 2; skills { 2 stamina; 1 agility, alertness }; aspects "A", "B"; gear coat, vest, frame, shell }
"#;
    let page = text::page(&sheet_of(&written(text).clean(), CardOptions::default()));
    let words = page.split_whitespace().collect::<Vec<_>>().join(" ");
    for line in [
        "Coat: Defense 2, Civilian; Agility -2",
        "Vest: Defense 1, Civilian, Flexible, Lightweight Frame:",
        "Frame: Defense 2, Civilian, Power suit, Servos; Stamina +2",
        "Shell: Defense 1, Civilian, Power suit, Servos, Transfer aspect (Hisses);",
    ] {
        assert!(words.contains(line), "{line} is not in {words}");
    }
}

#[test]
fn a_ship_has_as_many_boxes_as_she_has() {
    let sheet = yards();
    let ship = card(&sheet, "Slow Promise");
    assert_eq!([boxes(ship, "Frame"), boxes(ship, "Data"), boxes(ship, "Heat"), boxes(ship, "Fate points")], [4, 4, 4, 5]);
    // Twelve stress boxes, three consequences, five fate points, five aspects.
    let page = html::page(&CardSheet { cards: vec![ship.clone()], ..sheet.clone() }, Paper::A4);
    let drawn = ["class=\"box\"", "class=\"box "].map(|class| page.matches(class).count());
    assert_eq!(drawn.iter().sum::<usize>(), 12 + 3 + 5 + 5);
    assert_eq!(text::page(&CardSheet { cards: vec![ship.clone()], ..sheet }).matches("[ ]").count(), 12 + 3 + 5);
}

#[test]
fn every_thing_of_every_package_gives_a_card_in_every_format() {
    for (name, pack) in content() {
        let sheet = sheet_of(&pack, CardOptions { ledger: true, ..CardOptions::default() });
        let built: usize = pack.items.values().flat_map(|kind| kind.values()).filter(|item| item.package == pack.package.name).count();
        assert!(sheet.cards.len() >= built && !sheet.cards.is_empty(), "{name}");
        let (page, picture, told) = (html::page(&sheet, Paper::A4), svg::file(&layout::drawing(&sheet)), text::page(&sheet));
        let (read, marked) = (xml::texts(&page), markdown::page(&sheet));
        xml::texts(&picture);
        for card in &sheet.cards {
            assert!(read.contains(&card.title), "{name}: {} in html", card.title);
            assert!(told.contains(&format!("{} ({})", card.title, card.what)), "{name}: {} in text", card.title);
            assert!(marked.contains(&format!("*{}*", card.what)), "{name}: {} in markdown", card.title);
            assert!(!card.verdict.is_empty() && card.verdict.starts_with("legal"), "{name}: {}", card.title);
            assert!(told.contains(&card.key), "{name}: {} says what it is called", card.title);
        }
    }
}

/// In a left-to-right line, `12` and a Hebrew word keep that order on paper, whichever is read first.
#[cfg(feature = "pdf")]
#[test]
fn a_number_beside_hebrew_letters_is_not_turned_in_a_pdf() {
    let paper = |text: &str, face: Face| {
        let words = DrawnText { x: 100, y: 200, size: 100, face, text: text.to_owned(), ..DrawnText::default() };
        let drawing = Drawing { width: 3000, height: 400, marks: vec![DrawingMark::Words(words)], ..Drawing::default() };
        pdf::file("a line", &[drawing], &PdfFonts::embedded().unwrap()).unwrap()
    };
    for face in [Face::Plain, Face::Bold, Face::Slanted] {
        assert_eq!(paper("אב 12", face), paper("12 אב", face), "{face:?}");
        assert_ne!(paper("אב 21", face), paper("12 אב", face), "{face:?}");
    }
    // The slanted font has no Arabic letters.
    assert_eq!(paper("عطر", Face::Slanted), paper("عطر", Face::Plain));
}

/// "PDF warns about letters its fonts lack (Hindi, emoji) and names them."
#[cfg(feature = "pdf")]
#[test]
fn letters_that_the_font_of_a_pdf_lacks_are_named() {
    let fonts = PdfFonts::embedded().unwrap();
    let missing = |text: &str, face: Face| -> String {
        let words = DrawnText { x: 100, y: 200, size: 100, face, text: text.to_owned(), ..DrawnText::default() };
        let inside = DrawingMark::Thing("group".to_owned(), vec![DrawingMark::Words(words)]);
        let drawing = Drawing { width: 3000, height: 400, marks: vec![inside], ..Drawing::default() };
        pdf::missing_letters(&[drawing], &fonts).into_iter().map(|missing| missing.letter).collect()
    };
    for face in [Face::Plain, Face::Bold, Face::Slanted] {
        assert_eq!(missing("Größe 12 – Ядро “π” ½ עברית عطر", face), "", "{face:?}");
        assert_eq!(missing("Keeper हि", face), "हि", "{face:?}");
        assert_eq!(missing("北 3", face), "北", "{face:?}");
        // The joiner and the selector of an emoji have no glyph of their own.
        assert_eq!(missing("🚀🛰\u{fe0f}", face), "🚀🛰", "{face:?}");
    }
}

/// Letters that the embedded font lacks are set in the first added font that has them, and other lines stay as they are. The added font
/// here is DejaVu Serif: it has the mathematical italic letters.
#[cfg(feature = "pdf")]
#[test]
fn letters_of_an_added_font_are_in_a_pdf() {
    let page = |text: &str| {
        let words = DrawnText { x: 100, y: 200, size: 100, text: text.to_owned(), ..DrawnText::default() };
        [Drawing { width: 3000, height: 400, marks: vec![DrawingMark::Words(words)], ..Drawing::default() }]
    };
    let (embedded, mut more) = (PdfFonts::embedded().unwrap(), PdfFonts::embedded().unwrap());
    more.add(dejavu::serif::regular()).unwrap();
    let missing = |text: &str, fonts: &PdfFonts<'_>| -> String {
        pdf::missing_letters(&page(text), fonts).into_iter().map(|missing| missing.letter).collect()
    };
    assert_eq!((missing("Keeper 𝑀𝑉 北", &embedded).as_str(), missing("Keeper 𝑀𝑉 北", &more).as_str()), ("北𝑀𝑉", "北"));
    let file = |text: &str, fonts: &PdfFonts<'_>| pdf::file("a line", &page(text), fonts).unwrap();
    assert_eq!(file("Größe 12 Ядро", &embedded), file("Größe 12 Ядро", &more));
    assert!(file("Keeper 𝑀𝑉 of 12", &more).windows(4).any(|bytes| bytes == b"Seri"), "the second font is embedded");
    assert_ne!(file("Keeper 𝑀𝑉", &embedded), file("Keeper 𝑀𝑉", &more));
}

#[cfg(feature = "pdf")]
#[test]
fn a_file_that_is_no_font_cannot_be_added() {
    let mut fonts = PdfFonts::embedded().unwrap();
    for data in [&b""[..], b"wOF2 and more", b"\0\x01\0\0", &dejavu::serif::regular()[..200]] {
        assert_eq!(fonts.add(data), Err("it is not a TrueType or OpenType font".to_owned()));
    }
}

#[cfg(feature = "pdf")]
#[test]
fn a_pdf_is_the_same_bytes_twice() {
    let fonts = PdfFonts::embedded().unwrap();
    for (name, pack) in content().into_iter().take(2) {
        let sheet = sheet_of(&pack, CardOptions::default());
        let once = pdf::file(&sheet.title, &layout::pages(&sheet, Paper::A4), &fonts).unwrap();
        assert!(once.starts_with(b"%PDF-"), "{name}");
        assert_eq!(once, pdf::file(&sheet.title, &layout::pages(&sheet, Paper::A4), &fonts).unwrap(), "{name}");
        assert_ne!(once, pdf::file(&sheet.title, &layout::pages(&sheet, Paper::Letter), &fonts).unwrap(), "{name}: another paper");
    }
}

#[test]
fn no_word_leaves_its_page_and_every_card_is_on_one() {
    for (name, pack) in content() {
        let sheet = sheet_of(&pack, CardOptions { ledger: true, ..CardOptions::default() });
        for paper in [Paper::A4, Paper::Letter] {
            let pages = layout::pages(&sheet, paper);
            for (page, mark) in pages.iter().flat_map(|page| page.marks.iter().map(move |mark| (page, mark))) {
                let frame = mark.frame();
                let inside = frame.x >= 0 && frame.y >= 0 && frame.x + frame.width <= page.width && frame.y + frame.height <= page.height;
                assert!(inside, "{name}: {mark:?}");
            }
            let words = pages
                .iter()
                .flat_map(|page| &page.marks)
                .filter_map(|mark| if let DrawingMark::Words(words) = mark { Some(words) } else { None });
            let all = words.map(|words| words.text.as_str()).collect::<Vec<_>>().join(" ");
            for card in &sheet.cards {
                assert!(all.contains(&card.title), "{name}: {}", card.title);
            }
        }
    }
}

/// An author's text is never markup, in any field.
#[test]
fn nothing_an_author_writes_is_read_as_markup() {
    let evil = "<script>alert('&')</script> *x* [y](z) \u{1b}[31m \"q\"";
    let mut pack = written(YARDS).clean();
    let ship = pack.items.get_mut("ship").unwrap().values_mut().next().unwrap();
    ship.title = evil.to_owned();
    ship.doc = Some(evil.to_owned());
    for aspect in &mut ship.aspects {
        aspect.text = evil.to_owned();
    }
    ship.waivers.push(slip_pack::item::Waiver { code: "over-budget".to_owned(), reason: evil.to_owned() });
    ship.notes.push(evil.to_owned());
    let sheet = sheet_of(&pack, CardOptions { ledger: true, ..CardOptions::default() });
    let seen = evil.replace('\u{1b}', "\\u{1B}");
    let page = html::page(&sheet, Paper::A4);
    assert!(!page.contains("<script"));
    assert!(xml::texts(&page).matches(&seen).count() >= 8, "the name, the words, five aspects, the reason");
    xml::texts(&svg::file(&layout::drawing(&sheet)));
    assert!(!markdown::page(&sheet).contains("<script") && !markdown::page(&sheet).contains("[y]("));
    assert!(!text::page(&sheet).contains('\u{1b}'));
}

#[test]
fn a_card_says_by_whose_leave_it_is_legal() {
    let mut pack = written(YARDS).clean();
    assert_eq!(card(&sheet_of(&pack, CardOptions::default()), "Slow Promise").verdict, "legal");
    let item = pack.items.get_mut("ship").unwrap().values_mut().next().unwrap();
    item.waivers.push(slip_pack::item::Waiver { code: "over-budget".to_owned(), reason: "a gift of the yard".to_owned() });
    let waived = sheet_of(&pack, CardOptions::default());
    assert_eq!(card(&waived, "Slow Promise").verdict, "legal with a waiver");
    assert!(text::page(&waived).contains("Allowed: over-budget: a gift of the yard"));
    let patched = slip_pack::patch::EffectivePatch { by: "house".into(), target: "std.spacecraft".into(), place: Default::default() };
    let item = pack.items.get_mut("ship").unwrap().values_mut().next().unwrap();
    item.patches.push(patched);
    let patched = sheet_of(&pack, CardOptions::default());
    assert_eq!(card(&patched, "Slow Promise").verdict, "legal with a waiver and by house rules");
    assert!(text::page(&patched).contains("House rule: std.spacecraft changed by house"));
    pack.items.get_mut("ship").unwrap().values_mut().next().unwrap().valid = false;
    assert_eq!(card(&sheet_of(&pack, CardOptions::default()), "Slow Promise").verdict, "NOT LEGAL");
}

#[test]
fn the_foot_of_a_sheet_names_the_pack_by_its_whole_hash() {
    let pack = written(YARDS).clean();
    let sheet = sheet_of(&pack, CardOptions::default());
    assert_eq!(sheet.hash, pack.hash());
    for page in [text::page(&sheet), markdown::page(&sheet), html::page(&sheet, Paper::A4)] {
        assert!(page.contains(pack.hash()));
    }
}

/// At the table each mode is a weapon: its numbers and stunts are printed together.
#[test]
fn modes_and_carried_weapons_stand_on_the_card() {
    let (_, pack) = content().into_iter().find(|(name, _)| name == "harrow_reach").unwrap();
    let sheet = sheet_of(&pack, CardOptions::default());
    let modal = pack.items["weapon"].values().find(|weapon| weapon.modes.len() > 1 && weapon.package == "harrow_reach").unwrap();
    let parts: Vec<&str> = card(&sheet, &modal.title).parts.iter().map(|part| part.title.as_str()).collect();
    assert_eq!(parts.iter().filter(|title| title.starts_with("Mode: ")).count(), modal.modes.len());
    let all = content();
    let armed = all.iter().flat_map(|(_, pack)| pack.items.values().flat_map(|kind| kind.values()).map(move |item| (pack, item)));
    let (pack, armed) = armed.into_iter().find(|(_, item)| item.gear.iter().any(|gear| gear.kind == "weapon")).unwrap();
    let carried = pack.item(armed.gear.iter().find(|gear| gear.kind == "weapon").unwrap()).unwrap();
    let told = text::page(&CardSheet { cards: vec![cards::item(armed, pack, CardOptions::default())], ..CardSheet::default() });
    assert!(told.contains(&format!("{}: ", carried.title)) && told.contains("Harm"), "{told}");
}

/// An operative has three rows of `row_size` boxes, the opposition one row per stage (R-Q11, R-Q16).
#[test]
fn fallout_has_three_rows_of_as_many_boxes_as_the_rules_say() {
    let (_, mut pack) = content().into_iter().find(|(name, _)| name == "quiet_docket").unwrap();
    let drawn = |pack: &Pack, name: &str| {
        let party = pack.parties.values().find(|party| party.name == name).unwrap();
        let card = cards::party(party, pack, CardOptions::default());
        let part = card.parts.into_iter().find(|part| part.title == "Fallout").unwrap();
        let Rows::Tracks(tracks) = part.rows else { panic!("no tracks") };
        tracks.iter().map(|track| track.boxes).collect::<Vec<_>>()
    };
    assert_eq!(drawn(&pack, "sava"), [9, 9, 9, 9]);
    assert_eq!(drawn(&pack, "registry"), [3, 3, 3]);
    pack.rules.settings.insert("row_size".into(), slip_pack::ruleset::Setting::Int(2));
    assert_eq!(drawn(&pack, "sava"), [6, 6, 6, 6]);
}

#[test]
fn tables_skills_and_stations_have_cards() {
    let pack = written(
        "/// What is found.\ntable spoils \"Spoils\" {\n  roll 2d6\n  2..3 \"Nothing\"\n  4..11 gate_carbine\n  12 again\n}\n\
         weapon gate_carbine \"Gate carbine\" : slug_thrower { tech T1; harm 1; penetration 1; range 0..2; stunts civilian }\n",
    )
    .pack;
    let table = cards::table(&pack.tables["own.spoils"], &pack);
    assert_eq!((table.what.as_str(), table.doc.as_slice()), ("Table, rolled with 2d6", &["What is found.".to_owned()][..]));
    let Rows::Table(rows) = &table.parts[0].rows else { panic!("{table:?}") };
    // Of 36 throws 3 give 2 or 3, 32 give 4..11, and one is rolled again: 3 of 35 are 8.6%, 32 of 35 are 91.4%.
    assert_eq!(rows.rows, [["2–3", "Nothing", "8.6%"], ["4–11", "Gate carbine", "91.4%"], ["12", "roll again", ""]]);
    let skill = cards::skill(&pack.skills["std.brawling"], &pack);
    assert!(skill.what == "Skill" && skill.parts.iter().any(|part| part.title == "Used for"), "{skill:?}");
    let station = pack.stations.values().next().unwrap();
    let station = cards::station(station, &pack);
    assert!(station.parts.iter().any(|part| part.title == "Duties"), "{station:?}");
    let sheet = CardSheet { cards: vec![table, skill, station], ..cards::sheet(&pack) };
    assert!(html::page(&sheet, Paper::A4).contains("91.4%"));
    assert!(text::page(&sheet).contains("91.4%") && markdown::page(&sheet).contains("Gate carbine"));
}
