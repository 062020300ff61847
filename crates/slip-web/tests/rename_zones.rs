//! Renames of zones: every place where the name of a zone is written is renamed, whichever of them the author points at, and no other word.

use crate::page::Page;
use serde_json::{Value, json};

const MANIFEST: &str = "[package]\nname = \"rooms\"\nversion = \"0.1.0\"\nedition = 1\n";
const FILE: &str = "rooms/rooms.slip";

/// Package in which `hall` is written as `<hall>` wherever it is the name of the zone of a map. Elsewhere `hall` has another meaning.
const ROOMS: &str = r#"map house {
  picture """
    hhyy
    hhyy
    ssyy
  """
  zone h <hall> "The hall" { aspects "hall" }
  zone y yard { exit }
  zone s stair
  border <hall> -- yard 4/0/4
  border stair -- <hall> 4/0/x
  sight yard stair through <hall>
  sight yard <hall> through stair
}

map wing from house {
  zone h <hall> "The long hall" { cover 1 }
  border <hall> -> yard 2
}

npc hall "Hall" { cap 2; skills { 2 brawling; 1 alertness, stamina }; aspects "Bored", "Big hands" }

encounter watch "Watch" : personal {
  map house
  side us { actors hall at <hall>, hall at yard or <hall>; doctrine wary }
  side them { actors hall at <hall> or stair }
  task ring "Ring the bell" { skills alertness; difficulty 1; successes 1; zones <hall>, yard }
  victory us when reach(us, <hall>, yard) or hold(us, <hall>, 2) or control(us, <hall>) or open(yard, <hall>)
  victory them when aspect("Smoke", yard) or closed(<hall>, stair) or dismantled(stair, <hall>) or done(ring)
  limit 6 turns
}

encounter wing_watch "In the wing" : personal {
  map wing
  side us { actors hall at <hall> }
  side them { actors hall at yard }
  victory us when out(them)
  limit 6 turns
}

doctrine wary : personal {
  set_up <hall>
  move <hall> when turn > 1
  move towards enemy
}

animal cat "Cat" {
  skills { 3 natural_weapons; 2 stealth; 1 agility }
  tracks { health 4; composure 3 }
  aspects "Hunts from above", "Hates engines", "Remembers faces"
}

table at_night "At night" {
  roll 1d3
  1 cat x2 at <hall>
  2 cat at stair
  3 nothing
  scene personal {
    map house
    side us { actors hall at <hall> }
    side met at <hall>, yard
    victory us when out(met)
    limit 6 turns
  }
}

unit foot "Foot" : infantry {
  tech T0
  skills { 3 camouflage; 2 direct_fire, observation; 1 armour, hand_to_hand, command }
  aspects "hall"
}

unit guns "Guns" : artillery {
  tech T0
  skills { 3 indirect_fire; 2 camouflage; 1 movement }
  stunts prepared_positions
  aspects "Bolted to the ice"
}

platoon company "Company" { leader foot with battlefield_genius "Nothing personal"; units foot x3 }
platoon battery "Battery" { leader guns with not_a_genius "Counts every shell"; units foot }

encounter siege "The siege" : platoon {
  map house
  battle breakthrough { runners us; blockers them; exits yard }
  battle objectives { zones <hall>, stair }
  side us { platoon company at stair or <hall> }
  side them { platoon battery { place foot at <hall>; locked_in <hall>, yard or <hall> }; platoon company { place foot at <hall>, stair, <hall>; place leader at <hall> or stair } }
  limit 8 turns
}

idea his_fault "It was the engineer" { cap 2; skills { 2 charm; 1 resolve, oratory }; aspects "Costs nobody anything", "Then we can all go home" }
npc rosa "Rosa" { cap 2; skills { 2 charm; 1 oratory, resolve }; aspects "Never wrote back", "Old coat" }

map moods { zone cold; zone warm; zone <hall>; border cold -- <hall> 1; border warm -- <hall> 1 }

encounter hearing "The hearing" : social {
  map moods
  stakes { win "She goes home."; lose "She stays." }
  time_boxes 4
  pawns witnesses "Witness" x5 at <hall>
  pawns others "Other" x1 at <hall>, x2 at cold
  pawn hall "Mr. Hall" at <hall> { suitor }
  pawn deed "The deed" at <hall> { carried by rosa }
  side us { actors rosa at <hall>; doctrine soft }
  side them { actors his_fault at cold or <hall> }
  victory us when majority(witnesses, warm, <hall>) or pawns(witnesses, <hall>) == 5 or together(rosa, hall, <hall>)
  victory them when fallen(hall, <hall>, them)
  falls_for hall at <hall>
  friend_zone hall at <hall>
  pawn_score witnesses { us <hall>; them cold }
  grade "All" when pawns(witnesses, <hall>) == 5
}

doctrine soft : social { set_up <hall>; move <hall> }
"#;

/// Returns the text with a word in place of every mark.
fn with(text: &str, word: &str) -> String {
    text.replace("<hall>", word)
}

/// Offsets of the marks in the text without marks.
fn marks(text: &str) -> Vec<usize> {
    let found = text.match_indices("<hall>").enumerate();
    found.map(|(earlier, (at, _))| at - 2 * earlier).collect()
}

/// Returns the text after edits. The text is ASCII, so offsets count bytes.
fn edited(text: &str, edits: &Value) -> String {
    let number = |edit: &Value, key: &str| usize::try_from(edit["range"][key].as_u64().unwrap()).unwrap();
    let mut edits = edits.as_array().unwrap().clone();
    edits.sort_by_key(|edit| number(edit, "from"));
    let mut new = text.to_owned();
    for edit in edits.iter().rev() {
        new.replace_range(number(edit, "from")..number(edit, "to"), edit["text"].as_str().unwrap());
    }
    new
}

/// Creates a page with a text, and checks that the text has no errors.
fn page(text: &str) -> Page {
    let mut page = Page::with(&[("rooms/slipyard.toml", MANIFEST), (FILE, text)]);
    let checked = page.ask(&json!({ "ask": "check", "package": "rooms" }));
    assert_eq!(checked["errors"], 0, "{checked}");
    page
}

/// Asserts that a rename at every mark gives the text with the new name at all marks, and that all marks have one definition.
fn every_mark_is_one_zone(marked: &str) {
    let text = with(marked, "hall");
    let mut page = page(&text);
    let declared = marks(marked)[0];
    for at in marks(marked) {
        let renamed = page.ask(&json!({ "ask": "rename", "file": FILE, "at": at, "name": "lobby" }));
        let new = edited(&text, &renamed["edits"]);
        assert_eq!(new, with(marked, "lobby"), "renamed at {:?}", &text[at.saturating_sub(30)..at + 4]);
        let defined = page.ask(&json!({ "ask": "definition", "file": FILE, "at": at + 1 }));
        let of_heir = text[..at].rfind("map wing").is_some_and(|wing| text[wing..at].find("npc").is_none());
        assert!(of_heir || defined["range"]["from"] == declared || text[..at].contains("wing_watch"), "{defined}");
    }
    page.ask(&json!({ "ask": "write", "files": { FILE: with(marked, "lobby") } }));
    assert_eq!(page.ask(&json!({ "ask": "check", "package": "rooms" }))["errors"], 0);
}

#[test]
fn a_zone_is_renamed_in_every_place_where_it_may_be_written() {
    let (house, moods) = ROOMS.split_once("idea his_fault").unwrap();
    every_mark_is_one_zone(house);
    let moods = format!("idea his_fault{moods}");
    every_mark_is_one_zone(&moods);
}

/// Package in which `<hall>` is a zone of a card of a battle.
const GUNS: &str = r#"map field {
  zone near { centre 0 0; exit }
  zone far { centre 4 0; exit }
  border near -- far
}
unit gun "Gun" : artillery {
  tech T0
  skills { 3 indirect_fire; 2 camouflage; 1 movement }
  stunts prepared_positions
  aspects "On the chart"
}
unit rifles "Rifles" : infantry {
  tech T1
  skills { 3 camouflage; 2 direct_fire, movement; 1 armour, signals, command }
  stunts wireless
  aspects "Here first"
}
platoon guns "Guns" { leader gun with not_a_genius "Layer"; units gun }
platoon blues "Blues" { leader rifles with not_a_genius "Sergeant"; units rifles x2 }
encounter shelling "Shelling" : platoon {
  map field
  defender blue
  side red {
    platoon guns {
      card "Battery park" { zone <hall> "The hall" { aspects "hall" }; zone left; border <hall> -- left }
      place gun at <hall>
    }
  }
  side blue { platoon blues at far }
  limit 6 turns
}
"#;

#[test]
fn a_zone_of_a_card_is_renamed_with_the_lines_that_name_it() {
    every_mark_is_one_zone(GUNS);
    let mut page = page(&with(GUNS, "hall"));
    let refused = page.refusal(&json!({ "ask": "rename", "file": FILE, "at": marks(GUNS)[0], "name": "near" }));
    assert_eq!(refused, "the map `field` already has a zone `near`");
    let refused = page.refusal(&json!({ "ask": "rename", "file": FILE, "at": marks(GUNS)[0], "name": "left" }));
    assert_eq!(refused, "`shelling` already has a `left`");
}

#[test]
fn a_zone_that_a_doctrine_means_for_two_maps_is_not_renamed_on_one() {
    let text = with(ROOMS, "hall");
    let mut page = page(&text);
    let refused = page.refusal(&json!({ "ask": "rename", "file": FILE, "at": marks(ROOMS)[0], "name": "lobby" }));
    assert_eq!(refused, "the doctrine `wary` means the zone `hall` of the map `moods` by the same word: change the doctrine first");
}
