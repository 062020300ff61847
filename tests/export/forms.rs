//! Tests of blank forms: the entries of a design, with no values.

use super::compiled_text::written;
use super::xml;
use slip_export::card_content::{Card, CardSheet, Rows};
use slip_export::layout::{self, Paper};
use slip_export::{blank_forms, html, markdown, svg, text};
use slip_pack::Pack;

fn standard() -> Pack {
    written("weapon stick \"Stick\" : brawling { tech T0; harm 0; penetration 0 }\n").pack
}

fn titles(card: &Card) -> Vec<&str> {
    card.parts.iter().map(|part| part.title.as_str()).collect()
}

#[test]
fn every_design_has_a_form_in_every_format() {
    let pack = standard();
    let words = blank_forms::words(&pack);
    for word in ["character", "ship", "unit", "system", "slug_thrower", "history", "registration"] {
        assert!(words.iter().any(|known| known == word), "{word} in {words:?}");
    }
    for word in words {
        let cards = blank_forms::forms(&pack, &word);
        assert!(!cards.is_empty(), "{word}");
        let sheet = CardSheet { title: word.clone(), cards, ..CardSheet::default() };
        xml::texts(&html::page(&sheet, Paper::Letter));
        xml::texts(&svg::file(&layout::drawing(&sheet)));
        assert!(text::page(&sheet).contains("blank form") && markdown::page(&sheet).contains("blank form"), "{word}");
        assert!(!layout::pages(&sheet, Paper::A4).is_empty(), "{word}");
    }
    assert_eq!(blank_forms::forms(&pack, "sjip"), []);
}

#[test]
fn the_form_of_a_ship_has_her_statistics_her_tracks_and_five_aspects() {
    let pack = standard();
    let ship = blank_forms::forms(&pack, "spacecraft").remove(0);
    let told = text::page(&CardSheet { cards: vec![ship.clone()], ..CardSheet::default() });
    for word in ["V-shift ____", "Beam ____", "Torpedo ____", "Frame", "Data", "Heat", "Mild", "Severe", "Fate points"] {
        assert!(told.contains(word), "{word} in {told}");
    }
    let aspects = ship.parts.iter().find(|part| part.title == "Aspects").unwrap();
    assert!(matches!(&aspects.rows, Rows::Lines(lines) if lines.len() == 5));
}

/// The form for a character's history has five phases with two aspects each.
#[test]
fn the_history_of_a_character_asks_for_five_phases_of_two_aspects() {
    let forms = blank_forms::forms(&standard(), "history");
    let srd = forms.iter().find(|card| card.title == "Character: personal history").unwrap();
    assert_eq!(titles(srd), ["", "Growing up", "Starting out", "Moment of crisis", "Sidetracked", "On your own"]);
    for part in srd.parts.iter().skip(1) {
        let Rows::Lines(lines) = &part.rows else { panic!("{part:?}") };
        assert_eq!(lines.iter().filter(|line| line.lead == "Aspect").count(), 2, "{}", part.title);
    }
}

/// Fifteen skills in a pyramid: one at 5, five at 1.
#[test]
fn the_form_of_a_character_has_the_shape_of_its_pyramid() {
    let forms = blank_forms::forms(&standard(), "character");
    let srd = forms.iter().find(|card| card.title == "Character").unwrap();
    let skills = srd.parts.iter().find(|part| part.title == "Skills").unwrap();
    let Rows::Table(table) = &skills.rows else { panic!("{skills:?}") };
    let shape: Vec<(String, usize)> = table.rows.iter().map(|row| (row[0].clone(), row[1].split(' ').count())).collect();
    let wanted = [("5", 1), ("4", 2), ("3", 3), ("2", 4), ("1", 5)].map(|(rank, count)| (rank.to_owned(), count));
    assert_eq!(shape, wanted);
}

#[test]
fn a_ship_is_registered_with_her_posts_and_her_upkeep() {
    let forms = blank_forms::forms(&standard(), "registration");
    let ship = forms.iter().find(|card| card.title == "Spacecraft: registration").unwrap();
    let shown = titles(ship);
    for title in ["Papers", "Statistics", "Tracks", "Posts", "Fittings", "Aspects", "Maintenance"] {
        assert!(shown.contains(&title), "{title} in {shown:?}");
    }
}
