//! Tests of the worked traces and of each ruling of raise-and-see conflicts.

use super::table::Table;
use slip_play::event::{Event, StakesOp};
use slip_play::question::Point;
use slip_play::stakes::state::PartyStatus;

/// Plain parties: two dice of everything, so that a test sets the dice it needs.
fn duel(rules: &str, more: &str) -> Table {
    let text = format!(
        r#"
background any "Anybody" {{ stat_dice 8; trait_dice 0 }}
ruleset house {{ {rules} }}
operative a "A" {{ background any; stats {{ body 2; mind 2; soft 2; hard 2 }}; {more} }}
opposition b "B" {{ stats {{ body 2; mind 2; soft 2; hard 2 }}; stages 3 }}
encounter c : stakes {{
  stakes {{ win "Yes"; lose "No" }}
  initiator a
  rules house
  side x {{ party a }}
  side y {{ party b }}
}}
"#
    );
    let mut table = Table::new(&text, &[1; 40]);
    table.say("approach unopposed_neutral").say("approach unopposed_neutral").until(Point::Raise);
    table
}

/// B, who has four tracks, is hit by A.
fn struck(rules: &str, approach: &str, gun: bool) -> Table {
    let text = format!(
        r#"
background any "Anybody" {{ stat_dice 8; trait_dice 0 }}
ruleset house {{ {rules} }}
opposition a "A" {{ stats {{ body 2; mind 2; soft 2; hard 2 }}; stages 3; object gun "Gun" 1d4 dangerous }}
operative b "B" {{ background any; stats {{ body 2; mind 2; soft 2; hard 2 }} }}
encounter c : stakes {{
  stakes {{ win "Yes"; lose "No" }}
  initiator a
  rules house
  side x {{ party a }}
  side y {{ party b }}
}}
"#
    );
    let mut table = Table::new(&text, &[1; 60]);
    table.say("approach unopposed_neutral");
    if gun {
        table.say("bring_in gun");
    }
    table.say(&format!("approach {approach}")).until(Point::Raise);
    table
}

#[test]
fn trace_8_2_a_reversal_is_held_and_who_cannot_raise_gives() {
    let mut table = duel("row_size 3", "");
    table.deal("a", &[1, 6, 6]).deal("b", &[2, 5, 5]).say("raise 6 1");
    assert_eq!(table.until(Point::See).answers().iter().filter(|words| words.starts_with("reverse")).count(), 0);
    table.say("block 5 2");
    assert_eq!((table.pool("a"), table.pool("b")), (vec![6], vec![5]));
    // A raise needs two dice (R-Q5): if nothing is brought in, no question is asked.
    table.say("no");
    assert_eq!(table.winner(), "x");

    let mut table = duel("row_size 3", "");
    table.deal("a", &[1, 6, 6]).deal("b", &[2, 5, 8]).say("raise 6 1");
    table.say("reverse 8").say("raise 8 5");
    assert_eq!((table.pool("b"), table.fight.to_be_seen()), (vec![2], 13));
    table.say("no");
    assert_eq!(table.winner(), "y");
}

/// Rules: R-Q4.
#[test]
fn r_q4_a_held_die_is_one_of_the_two_of_the_next_raise() {
    let mut table = duel("row_size 3", "");
    table.deal("a", &[1, 1, 6]).deal("b", &[2, 4, 4, 6]).say("raise 1 1").say("reverse 4").until(Point::Raise);
    assert_eq!(table.answers(), ["raise 4 6", "raise 4 4", "raise 4 2", "give"]);
    table.say("raise 4 2");
    assert_eq!((table.pool("b"), table.party("b").held.len(), table.fight.to_be_seen()), (vec![4, 6], 0, 6));
}

/// Rules: R-Q5.
#[test]
fn r_q5_a_held_die_alone_is_no_raise() {
    let mut table = duel("row_size 3", "");
    table.deal("a", &[1, 6, 5]).deal("b", &[8]).say("raise 6 1").say("reverse 8").say("no");
    assert_eq!(table.winner(), "x");
    assert_eq!(table.party("b").status, PartyStatus::Gave);
}

/// Rules: R-Q3.
#[test]
fn r_q3_more_dice_or_a_higher_sum_than_needed_are_allowed() {
    let mut table = duel("row_size 3", "");
    table.deal("a", &[1, 1]).deal("b", &[2, 3, 5, 6]).say("raise 1 1").until(Point::See);
    table.say("by_hand").say("put 6").say("put 3");
    assert!(table.may("stay"), "9 for a raise of 2");
    table.say("stay");
    assert_eq!(table.pool("b"), [2, 5]);
}

#[test]
fn by_hand_dice_never_ascend_and_reach_every_set_that_serves() {
    let mut table = duel("row_size 3", "");
    table.deal("a", &[4, 5]).deal("b", &[1, 2, 3, 4]).say("raise 5 4").until(Point::See).say("by_hand");
    // The 9 needs the 4, then the 3, then the 2: without any one of them the remaining dice are too low. Therefore the party is not asked
    // about them.
    assert_eq!(table.answers(), ["stay", "put 1"]);
    assert_eq!(table.fight.state.by_hand, [4, 3, 2]);
}

/// Rules: R-Q1.
#[test]
fn r_q1_three_dice_or_more_take_the_blow() {
    let mut table = duel("row_size 3", "");
    table.deal("a", &[4, 6]).deal("b", &[1, 3, 3, 4]).say("raise 6 4").say("blow fewest");
    assert_eq!((table.pool("b"), table.party("b").blows), (vec![1], 1), "4 and 3 and 3");
}

/// Rules: R-Q12.
#[test]
fn trace_8_3_resisting_takes_one_die_higher_than_the_fallout() {
    let mut table = struck("row_size 3", "opposed_physical", true);
    table.deal("a", &[6, 6]).deal("b", &[1, 3, 4, 4, 5, 6, 8]);
    assert_eq!(table.fight.blow_on(table.id("b")), 4);
    table.say("raise 6 6").until(Point::See).say("by_hand").say("put 6").say("put 4").say("put 4").say("stay");
    assert_eq!(table.pool("b"), [1, 3, 5, 8]);
    assert_eq!(table.answers(), ["resist 5", "resist 8", "no"], "the lowest that works comes first (D7)");
    table.say("resist 5");
    table.until(Point::Raise);
    assert_eq!((table.pool("b"), table.party("b").boxes), (vec![1, 3, 8], [0; 5]));
}

/// B, in a conflict of force against a gun, has taken a blow of 4 and resists no part of it.
fn after_a_blow_of_four(marked: &[(usize, u8)]) -> Table {
    let mut table = struck("row_size 3", "opposed_physical", true);
    table.deal("a", &[3, 3, 1, 1]).deal("b", &[1, 1, 2, 2, 3]);
    for &(track, boxes) in marked {
        table.mark("b", track, boxes);
    }
    table.say("raise 3 3").until(Point::See).say("by_hand").say("put 3").say("put 2").say("stay");
    table
}

/// Rules: R-Q13, R-Q15.
#[test]
fn trace_8_3_boxes_go_to_one_track_and_what_is_past_its_end_is_lost() {
    let mut table = after_a_blow_of_four(&[(0, 2)]);
    table.say("fallout physical");
    assert_eq!(table.party("b").boxes, [6, 0, 0, 0, 0]);
    // Rows 1 and 2 are full: Body rolls two dice fewer, and has none left (R-Q15).
    let b = table.id("b");
    assert_eq!(table.fight.dice_of(b, slip_pack::stakes_party::Stat::Body), 0);
    assert_eq!(table.fight.dice_of(b, slip_pack::stakes_party::Stat::Hard), 2);

    let mut table = after_a_blow_of_four(&[(0, 8)]);
    table.say("fallout physical");
    assert_eq!(table.party("b").boxes, [9, 0, 0, 0, 0], "1 marked, 3 lost (R-Q13)");

    let mut table = after_a_blow_of_four(&[(0, 9)]);
    assert!(!table.may("fallout physical"), "a full track takes nothing more");
    assert_eq!(table.answers().len(), 3);
}

#[test]
fn a_second_full_track_kills_when_the_conflict_ends_and_not_before() {
    let mut table = after_a_blow_of_four(&[(0, 9), (2, 8)]);
    table.say("fallout social");
    assert_eq!(table.party("b").boxes, [9, 0, 9, 0, 0]);
    assert!(!table.party("b").dead, "plays on till then");
    table.until(Point::Raise).say("give");
    assert_eq!(table.winner(), "x");
    assert!(table.party("b").dead);
    assert!(table.events.iter().any(|event| matches!(event, Event::Stakes(event) if event.op == StakesOp::Die)));
}

/// Rules: R-Q22.
#[test]
fn r_q22_with_all_tracks_full_a_blow_that_nothing_resists_is_no_answer() {
    let mut table = struck("row_size 3", "opposed_physical", false);
    table.until(Point::Raise).deal("a", &[4, 4]).deal("b", &[1, 2, 2, 3, 3]);
    for track in 0..4 {
        table.mark("b", track, 9);
    }
    table.say("raise 4 4");
    // The dice 3 + 3 + 2 would be enough to see the raise, but only a 1 and a 2 would be left. Resisting the blow of 3 needs a 4, so the
    // party has lost.
    table.say("no");
    assert_eq!(table.winner(), "x");

    let mut table = struck("row_size 3", "opposed_physical", false);
    table.until(Point::Raise).deal("a", &[4, 4]).deal("b", &[1, 2, 3, 3, 4]);
    for track in 0..4 {
        table.mark("b", track, 9);
    }
    table.say("raise 4 4").until(Point::See);
    // 4 + 3 + 1 would leave 2 and 3: the 4 has to stay for the blow.
    assert_eq!(table.fight.blows(table.id("b")), [Some(vec![3, 3, 2]), Some(vec![3, 3, 2])]);
    table.say("blow fewest").say("no");
    // The 4 resists, since there is no other use for it; a single 1 is not a raise.
    assert_eq!(table.winner(), "x");
    assert_eq!(table.pool("b"), [1]);
    assert!(table.events.iter().any(|event| matches!(event, Event::Stakes(event) if event.op == StakesOp::Resist)));
}

/// Rules: R-Q22.
#[test]
fn r_q22_dice_chosen_one_by_one_may_leave_the_die_that_resists() {
    let mut table = struck("row_size 3", "opposed_physical", true);
    table.deal("a", &[6, 6]).deal("b", &[4, 5, 5, 6]);
    for track in 0..4 {
        table.mark("b", track, 9);
    }
    table.say("raise 6 6").until(Point::See).say("by_hand");
    // 6 + 5 + 5 leaves a 4, which does not resist a blow of 4; 6 + 5 + 4 leaves a 5.
    assert!(table.may("put 6"));
}

/// Rules: R-Q2.
#[test]
fn r_q2_statistics_stay_in_play_through_an_escalation() {
    let mut table = struck("row_size 3", "opposed_neutral", false);
    let b = table.id("b");
    assert_eq!(table.fight.blow_on(b), 2, "Hard");
    table.deal("a", &[1, 1]).deal("b", &[6]).say("raise 1 1").say("escalate unopposed_physical");
    assert_eq!(table.fight.blow_on(b), 3, "and Body now");
}

/// Rules: R-Q19.
#[test]
fn r_q19_an_earlier_approach_may_be_taken_again_without_dice() {
    let mut table = struck("row_size 3", "opposed_neutral", false);
    table.deal("a", &[1, 1, 1, 1]).deal("b", &[6, 6]).say("raise 1 1").say("escalate unopposed_physical");
    assert_eq!(table.pool("b").len(), 6);
    table.say("block 1 1").say("escalate opposed_neutral");
    assert_eq!(table.pool("b").len(), 4);
}

/// Rules: R-Q6.
#[test]
fn r_q6_a_thing_is_rolled_once_a_conflict() {
    let mut table = struck("row_size 3", "opposed_physical", true);
    table.deal("a", &[1, 1, 1, 1]).deal("b", &[6, 6, 5, 5]).say("raise 1 1").say("block 5 5").say("raise 6 6");
    assert!(!table.answers().iter().any(|words| words.starts_with("bring_in")));
}

/// Rules: R-Q9.
#[test]
fn r_q9_loss_fallout_strikes_who_cannot_see() {
    for (rules, boxes) in [("row_size 3", 0), ("loss_fallout yes", 3)] {
        let mut table = struck(rules, "opposed_physical", false);
        table.deal("a", &[6, 6]).deal("b", &[1, 1]).say("raise 6 6").say("no");
        if table.run() == Some(Point::Track) {
            table.say("fallout mental");
        }
        assert_eq!(table.winner(), "x");
        assert_eq!(table.party("b").boxes, [0, boxes, 0, 0, 0], "{rules}");
    }
}

/// Rules: R-Q10.
#[test]
fn r_q10_dangerous_own_counts_only_what_the_struck_brought_in() {
    for (rules, blow) in [("dangerous all", 4), ("dangerous own", 3)] {
        let table = struck(rules, "opposed_physical", true);
        assert_eq!(table.fight.blow_on(table.id("b")), blow, "{rules}");
    }
}

/// Rules: R-Q8.
#[test]
fn r_q8_without_an_initiator_the_two_highest_dice_begin_and_of_equals_the_first_of_the_file() {
    let text = |faces: &str| {
        let _ = faces;
        r#"
background any "Anybody" { stat_dice 8; trait_dice 0 }
operative a "A" { background any; stats { body 2; mind 2; soft 2; hard 2 } }
opposition b "B" { stats { body 2; mind 2; soft 2; hard 2 } }
encounter c : stakes {
  stakes { win "Yes"; lose "No" }
  side x { party a { approach opposed_neutral } }
  side y { party b { approach opposed_neutral } }
}
"#
    };
    for (faces, first) in [([6, 5, 1, 1, 6, 6, 1, 1], "b"), ([6, 5, 1, 1, 5, 6, 5, 5], "a")] {
        let mut table = Table::new(text(""), &faces);
        table.say("approach opposed_neutral").say("approach opposed_neutral").until(Point::Raise);
        assert_eq!(table.fight.state.step.who.actor(), Some(table.id(first)));
    }
}

/// Rules: R-Q14.
#[test]
fn r_q14_only_family_is_worth_a_die_without_being_listed() {
    let mut table = duel("row_size 3", "family b");
    // A could bring in the family die; B, who answers now, has nothing to bring in.
    table.deal("a", &[1, 1, 1, 1]).deal("b", &[6, 6]).say("raise 1 1");
    assert!(!table.answers().iter().any(|words| words.starts_with("bring_in")));
    let sheet = table.fight.roster.parties.row(table.id("a")).unwrap();
    let family: Vec<String> = sheet.things.iter().flat_map(|thing| &thing.dice).map(ToString::to_string).collect();
    assert_eq!(family, ["1d6"]);
}

/// Only things that fit the approach come into play, including those that the text has in play from the start.
#[test]
fn what_the_text_brings_comes_in_only_with_an_approach_that_it_fits() {
    let text = r#"
background any "Anybody" { stat_dice 8; trait_dice 2 }
operative a "A" { background any; stats { body 2; mind 2; soft 2; hard 2 }; trait grip "Grip" 2d6 { fits opposed_physical } }
opposition b "B" { stats { body 2; mind 2; soft 2; hard 2 }; stages 3 }
encounter c : stakes {
  stakes { win "Yes"; lose "No" }
  initiator a
  side x { party a { brings grip } }
  side y { party b }
}
"#;
    for (approach, dice) in [("opposed_physical", 6), ("opposed_neutral", 4)] {
        let mut table = Table::new(text, &[1; 40]);
        table.say(&format!("approach {approach}"));
        assert_eq!(table.party("a").has_used(0), dice == 6, "{approach}");
        assert!(!table.may("bring_in grip"));
        table.say("approach unopposed_neutral").until(Point::Raise);
        assert_eq!(table.pool("a").len(), dice, "{approach}");
    }
}

/// Rules: R-Q17.
#[test]
fn r_q17_an_opposition_rolls_less_for_full_rows_only_where_the_rules_say_so() {
    for (rules, dice) in [("row_size 3", 2), ("opposition_fallout mind", 1)] {
        let mut table = duel(rules, "");
        table.mark("b", 4, 3);
        assert_eq!(table.fight.dice_of(table.id("b"), slip_pack::stakes_party::Stat::Mind), dice, "{rules}");
    }
}

/// Each full row takes away one die. The third full row leaves no die, whatever the statistic and the length of the track. Rules: R-Q17.
#[test]
fn r_q17_the_third_full_row_of_an_opposition_leaves_nothing_to_roll() {
    let text = r#"
ruleset own_rules "Own" { row_size 1; opposition_fallout body }
opposition ox "Ox" { stats { body 6; mind 2; soft 2; hard 2 }; stages 5 }
opposition ann "Ann" { stats { body 2; mind 2; soft 2; hard 2 }; stages 3 }
encounter c : stakes { stakes { win "Yes"; lose "No" }; rules own_rules; initiator ann; side x { party ann }; side y { party ox } }
"#;
    for (rows, dice) in [(0, 6), (1, 5), (2, 4), (3, 0), (4, 0)] {
        let mut table = Table::new(text, &[1; 40]);
        if rows > 0 {
            table.mark("ox", 4, rows);
        }
        assert_eq!(table.fight.dice_of(table.id("ox"), slip_pack::stakes_party::Stat::Body), dice, "{rows} rows");
    }
}

/// Rules: R-Q11, R-Q16.
#[test]
fn r_q11_and_r_q16_rows_have_as_many_boxes_as_the_rules_say() {
    let table = duel("row_size 2", "");
    assert_eq!((table.fight.roster.boxes(table.id("a")), table.fight.roster.boxes(table.id("b"))), (6, 6), "3 rows, 3 stages");
}

/// Three at the table: P and Q against R, or P against R and S.
fn three(sides: &str, initiator: &str) -> Table {
    let party = |name: &str| format!("opposition {name} \"{name}\" {{ stats {{ body 2; mind 2; soft 2; hard 2 }}; stages 5 }}\n");
    let text = format!(
        "{}{}{}{}encounter c : stakes {{ stakes {{ win \"Yes\"; lose \"No\" }}; initiator {initiator}; {sides} }}",
        party("p"),
        party("q"),
        party("r"),
        party("s")
    );
    let mut table = Table::new(&text, &[1; 60]);
    while let Some(point @ (Point::Approach | Point::BringIn)) = table.run() {
        table.say(if point == Point::Approach { "approach unopposed_neutral" } else { "no" });
    }
    table
}

/// Rules: R-Q7, R-Q20.
#[test]
fn trace_8_4_each_who_is_affected_sees_alone_and_the_first_of_them_raises_next() {
    let mut table = three("side x { party p; party q }; side y { party r }", "p");
    table.until(Point::Raise);
    table.deal("p", &[5, 3, 6, 3, 2, 2]).deal("q", &[4, 4, 3, 2, 2, 1]).deal("r", &[4, 4, 5, 4, 6, 6]);
    // Against a single opponent the target is not asked for.
    table.say("raise 5 3").say("block 4 4").until(Point::Raise);
    assert_eq!(table.fight.state.step.who.actor(), Some(table.id("r")));
    table.say("raise 5 4").say("all");
    table.say("block 6 3").say("blow fewest").say("no").until(Point::Raise);
    assert_eq!(table.party("q").boxes[4], 1, "its own fallout from its own statistics");
    assert_eq!(table.fight.state.step.who.actor(), Some(table.id("p")), "the first who saw, in the order of seats (R-Q7)");
    table.say("give");
    assert!(table.outcome().is_none(), "Q goes on alone");
    table.until(Point::Raise).say("give");
    assert_eq!(table.winner(), "y");
}

/// Rules: R-Q21.
#[test]
fn r_q21_two_reversals_before_the_next_raise_are_both_held() {
    let mut table = three("side x { party p }; side z { party s; party r }", "p");
    table.until(Point::Raise);
    table.deal("p", &[3, 3, 2, 2, 4, 4]).deal("s", &[3, 3, 1, 4]).deal("r", &[2, 7, 8]);
    table.say("raise 3 3").say("all").say("block 3 3").say("reverse 7").until(Point::Raise);
    assert_eq!(table.fight.state.step.who.actor(), Some(table.id("s")), "first after P");
    table.say("raise 4 1").say("block 4 2").until(Point::Raise).say("raise 4 2").say("at r").say("reverse 8").until(Point::Raise);
    assert_eq!(table.answers(), ["raise 7 8", "give"], "both held dice, the older first");
    table.say("raise 7 8");
    assert_eq!((table.pool("r"), table.fight.to_be_seen()), (vec![2], 15));
}

/// Rules: R-ZA1, R-ZA3.
#[test]
fn r_za3_when_all_who_saw_are_out_the_next_after_the_raiser_goes_on() {
    let mut table = three("side x { party p; party q }; side y { party r; party s }", "p");
    table.until(Point::Raise).deal("p", &[6, 6, 1, 1]).deal("r", &[1, 1]).deal("q", &[3, 3, 3, 3]).deal("s", &[5, 5]);
    table.say("raise 6 6").say("at r").say("no").until(Point::Raise);
    assert_eq!(table.party("r").status, PartyStatus::Lost);
    assert_eq!(table.fight.state.step.who.actor(), Some(table.id("q")));
}

/// R-Q24: "+1 for each dangerous object you bring in to play": bringing in is done once, and nothing takes an object out.
/// Rules: R-ZA1, R-ZA3.
#[test]
fn rq24_a_dangerous_object_counts_after_its_owner_has_given() {
    for (setting, blow) in [("no", 2), ("yes", 1)] {
        let rules = format!("ruleset here {{ dangerous_leaves {setting} }}");
        let mut table = Table::new(&format!("{rules}{}", armed("rules here")), &[1; 40]);
        for _ in 0..3 {
            table.say("approach unopposed_neutral");
        }
        table.until(Point::Raise);
        assert_eq!(table.fight.blow_on(table.id("r")), 2);
        table.say("give").until(Point::Raise);
        assert_eq!(table.fight.blow_on(table.id("r")), blow, "{setting}");
    }
}

/// Two parties, one of them with a gun, against a third.
fn armed(entry: &str) -> String {
    let text = r#"
opposition p "P" { stats { body 2; mind 2; soft 2; hard 2 }; object gun "Gun" 1d4 dangerous; stages 5 }
opposition q "Q" { stats { body 2; mind 2; soft 2; hard 2 }; stages 5 }
opposition r "R" { stats { body 2; mind 2; soft 2; hard 2 }; stages 5 }
encounter c : stakes {
  stakes { win "Yes"; lose "No" }
  ENTRY
  initiator p
  side x { party p { approach unopposed_neutral; brings gun }; party q { approach unopposed_neutral } }
  side y { party r { approach unopposed_neutral } }
}
"#;
    text.replace("ENTRY", entry)
}
