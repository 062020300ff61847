//! A game in the page: the reader is asked, every reply is logged, and the log is that of a game at a table.

use crate::page::Page;
use serde_json::{Value, json};

const FIGHT: &str = "web/starts/fight";
/// Victories that the encounter declares.
const GOALS: usize = 2;

fn play(page: &mut Page, replies: &[Value]) -> Value {
    let game = json!({ "ask": "play", "package": FIGHT, "encounter": "back_door", "side": "smugglers", "seed": 3, "every_question": false, "replies": replies });
    page.ask(&game)
}

/// Replies with the first option of every question, up to the end of the game or a number of replies.
fn played(page: &mut Page, most: usize) -> (Vec<Value>, Value) {
    let mut replies = Vec::new();
    let mut game = play(page, &replies);
    while replies.len() < most && game["over"] == false {
        let say = if game["question"]["options"][0]["say"].is_null() { Value::Null } else { json!("under the lamps") };
        replies.push(json!({ "reply": "option", "ask": game["question"]["ask"], "option": 0, "say": say }));
        game = play(page, &replies);
    }
    (replies, game)
}

#[test]
fn the_reader_is_asked_until_the_game_is_over_and_every_reply_is_logged() {
    let mut page = Page::with_packages(&[FIGHT]);
    let (replies, game) = played(&mut page, 300);
    assert_eq!(game["over"], true, "after {} replies", replies.len());
    assert!(game["question"].is_null() && !replies.is_empty());
    let log = game["log"].as_str().unwrap();
    assert!(log.lines().next().unwrap().contains("\"human\""), "{log}");
    assert!(log.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));
    assert_eq!(play(&mut page, &replies), game, "the same replies are the same game");
}

#[test]
fn the_map_the_goals_the_people_and_the_options_are_there() {
    let mut page = Page::with_packages(&[FIGHT]);
    let game = play(&mut page, &[]);
    assert!(game["picture"].as_str().unwrap().contains("<svg"));
    assert_eq!(game["goals"].as_array().unwrap().len(), GOALS, "{}", game["goals"]);
    assert_eq!(game["people"].as_array().unwrap().len(), 6, "{}", game["people"]);
    assert!(game["question"]["options"].as_array().unwrap().len() > 1);
}

#[test]
fn an_answer_is_taken_back_and_stays_in_the_log() {
    let mut page = Page::with_packages(&[FIGHT]);
    let before = play(&mut page, &[]);
    let (mut replies, _) = played(&mut page, 1);
    replies.push(json!({ "reply": "undo" }));
    let after = play(&mut page, &replies);
    assert_eq!(after["question"]["text"], before["question"]["text"]);
    assert!(after["log"].as_str().unwrap().len() > before["log"].as_str().unwrap().len());
}

#[test]
fn a_reply_that_fits_no_question_is_refused_in_a_sentence() {
    let mut page = Page::with_packages(&[FIGHT]);
    let ask = play(&mut page, &[])["question"]["ask"].clone();
    let refuse = |page: &mut Page, side: &str, reply: Value| {
        let game = json!({ "ask": "play", "package": FIGHT, "encounter": "back_door", "side": side, "seed": 3, "every_question": false, "replies": [reply] });
        page.refusal(&game)
    };
    let words = refuse(&mut page, "smugglers", json!({ "reply": "words", "ask": ask, "words": "sing" }));
    assert!(words.contains("sing"), "{words}");
    assert_eq!(refuse(&mut page, "pirates", json!({ "reply": "undo" })), "the encounter has no side `pirates`");
}
