//! Tests of effects in raise-and-see conflicts: each word, in things, parties, backgrounds, encounters and rules.

use super::table::{Table, pack};
use slip_dice::Dice;
use slip_play::conflict::Conflict;
use slip_play::event::{Event, StakesOp};
use slip_play::question::Point;
use slip_table::table::{ColourScheme, question, reckoning};

/// Effects of a conflict between A and B, by the place in which each is written. The parties have two dice of everything, and B has four
/// tracks.
struct Places<'t> {
    a: &'t str,
    b: &'t str,
    thing: &'t str,
    scene: &'t str,
    rules: &'t str,
}

const NONE: Places<'_> = Places { a: "", b: "", thing: "", scene: "", rules: "" };

fn text(places: &Places<'_>) -> String {
    let Places { a, b, thing, scene, rules } = places;
    format!(
        r#"
background any "Anybody" {{ stat_dice 8; trait_dice 1 }}
ruleset house {{ row_size 3; {rules} }}
opposition a "A" {{ stats {{ body 2; mind 2; soft 2; hard 2 }}; stages 3; {a} }}
operative b "B" {{ background any; stats {{ body 2; mind 2; soft 2; hard 2 }}; trait calm "Calm" 1d6 {{ {thing} }}; {b} }}
encounter c : stakes {{
  stakes {{ win "Yes"; lose "No" }}
  initiator a
  rules house
  {scene}
  side x {{ party a }}
  side y {{ party b }}
}}
"#
    )
}

/// Starts a conflict in which both parties take the unopposed neutral approach, and plays up to A's first raise. The dice show ones until
/// other faces are set.
fn begun(places: &Places<'_>) -> Table {
    let mut table = Table::of(&pack(&text(places)), Dice::scripted([1; 80]));
    table.say("approach unopposed_neutral").say("approach unopposed_neutral").until(Point::Raise);
    table
}

/// Rules: R-ZA8, R-ZA9, R-ZA10.
#[test]
fn a_number_on_raise_is_added_to_the_two_dice() {
    for (line, total) in [("", 7), ("effect +2 to raise", 9), ("effect -1 to raise", 6), ("effect +2 to raise when body >= 3", 7)] {
        let mut table = begun(&Places { a: line, ..NONE });
        table.deal("a", &[4, 3, 1]).say("raise 4 3");
        assert_eq!(table.fight.to_be_seen(), total, "{line}");
    }
}

/// Rules: R-ZA8, R-ZA9, R-ZA10.
#[test]
fn a_number_on_see_is_added_to_what_goes_forward() {
    for (line, expected) in [("", "block 4 3"), ("effect +1 to see", "block 4 2"), ("effect +3 to see", "reverse 4")] {
        let mut table = begun(&Places { b: line, ..NONE });
        table.deal("a", &[4, 3, 1]).deal("b", &[4, 3, 2]).say("raise 4 3").until(Point::See);
        assert_eq!(table.answers().first().map(String::as_str), Some(expected), "{line}");
    }
}

#[test]
fn what_is_added_to_a_see_counts_die_by_die_too() {
    let mut table = begun(&Places { b: "effect +3 to see", ..NONE });
    table.deal("a", &[4, 3, 1]).deal("b", &[2, 2, 1]).say("raise 4 3").until(Point::See).say("by_hand");
    // With the +3 of the effect, only the two 2s reach the raise. They are put forward without a question.
    assert_eq!(table.answers(), ["stay", "put 1"]);
    table.say("stay");
    assert_eq!(table.pool("b"), [1]);
}

/// Rules: R-ZA8, R-ZA9, R-ZA10.
#[test]
fn a_number_on_resist_is_added_to_the_die() {
    for (line, faces) in [("", &[3, 5][..]), ("effect -2 to resist", &[5]), ("effect cannot resist", &[])] {
        let mut table = begun(&Places { b: line, ..NONE });
        let b = table.id("b");
        table.deal("b", &[2, 3, 5, 5]);
        assert_eq!(table.fight.resisting(b, 2), faces, "{line}");
    }
}

#[test]
fn the_question_of_a_die_that_resists_says_what_lines_add() {
    let asks = |line| {
        let mut table = begun(&Places { thing: line, ..NONE });
        table.deal("a", &[6, 6, 1, 1]).deal("b", &[4, 4, 4, 5]).say("raise 6 6").say("bring_in calm").until(Point::See).say("blow fewest");
        assert_eq!(table.run(), Some(Point::Resist), "{line}");
        let ask = table.fight.waiting_for().expect("a question");
        question(&table.fight, &ask, &ColourScheme::PLAIN)
    };
    assert!(asks("").ends_with("B takes 1 fallout. Does B cancel it with a die of more than 1?"));
    assert!(asks("effect +1 to resist").ends_with("B takes 1 fallout. Does B cancel it with a die of 1 or more (+1: Calm)?"));
    assert!(asks("effect -2 to resist").ends_with("B takes 1 fallout. Does B cancel it with a die of 4 or more (-2: Calm)?"));
}

#[test]
fn who_asks_for_the_arithmetic_is_told_what_lies_on_the_table() {
    let mut table = Table::of(&pack(&text(&NONE)), Dice::scripted([1; 80]));
    assert_eq!(reckoning(&table.fight), None, "nothing has fallen");
    table.say("approach unopposed_neutral").say("approach unopposed_neutral").until(Point::Raise);
    table.deal("a", &[4, 3, 1]).deal("b", &[4, 3, 2]).say("raise 4 3").until(Point::See);
    let told = reckoning(&table.fight).expect("dice lie there");
    assert!(told.starts_with("A has raised 7\n"), "{told}");
    assert!(told.contains("  B: still in, dice 2 3 4; takes 1 fallout per blow\n"), "{told}");
}

/// Rules: R-ZA8, R-ZA9, R-ZA10.
#[test]
fn a_number_on_escalate_and_bring_in_is_so_many_dice_where_some_fall() {
    for (line, dice) in [("", 3), ("effect +2 to escalate", 5), ("effect -1 to escalate", 2)] {
        let mut table = begun(&Places { b: line, ..NONE });
        table.deal("a", &[1, 1]).deal("b", &[1]).say("raise 1 1").say("escalate opposed_neutral");
        assert_eq!(table.pool("b").len(), dice, "{line}");
    }
    for (line, dice) in [("", 2), ("effect +1 to bring_in", 3)] {
        let mut table = begun(&Places { b: line, ..NONE });
        table.deal("a", &[1, 1]).deal("b", &[1]).say("raise 1 1").say("bring_in calm");
        assert_eq!(table.pool("b").len(), dice, "{line}");
    }
}

/// Rules: R-ZA8, R-ZA9, R-ZA10.
#[test]
fn pool_is_the_first_roll_and_behind_a_moment_dice_that_fall() {
    for (line, dice) in [("", 4), ("effect +2 to pool", 6), ("effect pool at most 3", 3), ("effect pool is (base + 1)", 5)] {
        let table = begun(&Places { b: line, ..NONE });
        assert_eq!(table.pool("b").len(), dice, "{line}");
    }
    let mut table = begun(&Places { b: "effect after fallout +2 to pool", ..NONE });
    table.deal("a", &[6, 6, 1, 1]).deal("b", &[4, 4, 4, 1]).say("raise 6 6").until(Point::See).say("blow fewest").until(Point::Track);
    table.say("fallout social").until(Point::Raise);
    assert_eq!(table.pool("b"), [1, 1, 1], "the one that was left, and two that fell");
    assert!(table.events.iter().any(|event| matches!(event, Event::Stakes(event) if event.op == StakesOp::Owed && event.boxes == 2)));
}

#[test]
fn fallout_of_a_blow_is_a_number_like_others() {
    for (line, blow) in [("", 1), ("effect +2 to fallout", 3), ("effect fallout is 0", 0), ("effect enemies +1 to fallout", 1)] {
        let table = begun(&Places { b: line, ..NONE });
        assert_eq!(table.fight.blow_on(table.id("b")), blow, "{line}");
    }
    let table = begun(&Places { a: "effect enemies +1 to fallout", ..NONE });
    assert_eq!((table.fight.blow_on(table.id("a")), table.fight.blow_on(table.id("b"))), (1, 2));
}

#[test]
fn rows_are_settled_when_the_conflict_begins() {
    for (line, boxes) in [("", [9, 9]), ("effect everyone rows at most 2", [6, 6]), ("effect enemies +1 to rows", [12, 9])] {
        let table = begun(&Places { b: line, ..NONE });
        assert_eq!(["a", "b"].map(|who| table.fight.roster.boxes(table.id(who))), boxes, "{line}");
    }
}

#[test]
fn lines_keep_people_from_what_they_could_do() {
    let mut table = begun(&Places { a: "effect enemies cannot escalate, bring_in", ..NONE });
    table.deal("a", &[1, 1, 1, 1]).deal("b", &[1, 1]).say("raise 1 1");
    assert_eq!(table.run(), Some(Point::See), "neither is asked");
    let mut table = begun(&Places { b: "effect cannot raise", ..NONE });
    table.deal("a", &[1, 1, 1, 1]).deal("b", &[1, 1, 6, 6]).say("raise 1 1").until(Point::See).say("block 1 1");
    assert_eq!(until_over(&mut table), "x", "who cannot raise gives");
    let mut table = begun(&Places { b: "effect cannot see", ..NONE });
    table.deal("a", &[1, 1, 1, 1]).deal("b", &[6, 6]).say("raise 1 1");
    assert_eq!(until_over(&mut table), "x");
}

/// Skips every optional action; returns the winner.
fn until_over(table: &mut Table) -> String {
    while let Some(Point::Escalate | Point::BringIn) = table.run() {
        table.say("no");
    }
    table.winner()
}

#[test]
fn lines_of_a_thing_count_while_it_is_in_play_and_of_an_approach_while_it_is_taken() {
    let mut table = begun(&Places { thing: "effect +2 to see", ..NONE });
    let b = table.id("b");
    table.deal("a", &[4, 3, 1]).deal("b", &[1]).say("raise 4 3");
    assert_eq!(table.fight.needed_by(b), 7);
    table.say("bring_in calm");
    assert_eq!(table.fight.needed_by(b), 5);
    let mut table = begun(&Places { b: "effect +1 to fallout when opposed_neutral", ..NONE });
    assert_eq!(table.fight.blow_on(b), 1);
    table.deal("a", &[1, 1, 1]).say("raise 1 1").say("escalate opposed_neutral");
    assert_eq!(table.fight.blow_on(b), 3, "Hard, and the line");
}

#[test]
fn lines_of_a_background_an_encounter_and_the_rules_count() {
    let line = "effect everyone +1 to fallout";
    for places in [Places { scene: line, ..NONE }, Places { rules: line, ..NONE }] {
        let table = begun(&places);
        assert_eq!((table.fight.blow_on(table.id("a")), table.fight.blow_on(table.id("b"))), (2, 2));
    }
    let of_background = text(&NONE).replace("trait_dice 1 }", "trait_dice 1; effect +3 to fallout }");
    let mut table = Table::of(&pack(&of_background), Dice::scripted([1; 40]));
    table.say("approach unopposed_neutral").say("approach unopposed_neutral").until(Point::Raise);
    assert_eq!((table.fight.blow_on(table.id("a")), table.fight.blow_on(table.id("b"))), (1, 4));
}

#[test]
fn moments_mark_erase_and_let_suffer_and_a_full_track_gives() {
    for (line, boxes) in [
        ("effect after raise enemies suffers 2 on social", [0, 0, 2, 0, 0]),
        ("effect after raise enemies mark mental 1", [0, 1, 0, 0, 0]),
        ("effect after see enemies mark mental 1", [0, 0, 0, 0, 0]),
    ] {
        let mut table = begun(&Places { a: line, ..NONE });
        table.deal("a", &[1, 1, 1, 1]).deal("b", &[1, 1, 1, 1]).say("raise 1 1").until(Point::See);
        assert_eq!(table.party("b").boxes, boxes, "{line}");
    }
    let mut table = begun(&Places { b: "effect after enemies raise erase physical 1", ..NONE });
    table.mark("b", 0, 2).deal("a", &[1, 1, 1, 1]).deal("b", &[1, 1, 1, 1]).say("raise 1 1").until(Point::See);
    assert_eq!(table.party("b").boxes[0], 1);
    // A's own raise fills its only track: it has to give at once.
    let mut table = begun(&Places { a: "effect after raise suffers 1 on fallout", ..NONE });
    table.mark("a", 4, 8).deal("a", &[6, 6, 1, 1]).deal("b", &[1, 1]).say("raise 6 6");
    assert_eq!(until_over(&mut table), "y");
}

#[test]
fn after_escalate_bring_in_and_resist_something_comes() {
    for (moment, doing, boxes) in
        [("escalate", "escalate opposed_neutral", 1), ("bring_in", "bring_in calm", 1), ("escalate", "bring_in calm", 0)]
    {
        let line = format!("effect after {moment} mark societal 1");
        let mut table = begun(&Places { b: &line, ..NONE });
        table.deal("a", &[1, 1, 1]).deal("b", &[1, 1, 1]).say("raise 1 1").say(doing);
        assert_eq!(table.party("b").boxes[3], boxes, "{moment}, {doing}");
    }
    let mut table = begun(&Places { b: "effect after resist mark societal 1", ..NONE });
    table.deal("a", &[6, 6, 1, 1]).deal("b", &[4, 4, 4, 5]).say("raise 6 6").until(Point::See).say("blow fewest").say("resist 5");
    assert_eq!(table.party("b").boxes, [0, 0, 0, 1, 0]);
}

#[test]
fn an_account_says_what_lines_add_and_give() {
    let places = Places { a: "effect +1 to raise; effect after raise +1 to pool", ..NONE };
    let pack = pack(&text(&places));
    let game = slip_session::run(&pack, "c", 4, slip_session::Seats::standard()).unwrap();
    let account = game.transcript();
    assert!(account.contains("(+1); "), "{account}");
    assert!(account.contains("A gets 1 die more: A."), "{account}");
}

#[test]
fn lines_never_make_more_dice_of_a_few_than_anybody_rolls_at_once() {
    let mut table = begun(&Places { b: "effect +30000 to bring_in", ..NONE });
    table.deal("a", &[1, 1]).deal("b", &[1]).say("raise 1 1").say("bring_in calm");
    assert_eq!(table.pool("b").len(), 61, "60 and the one that lay");
}
