//! The example conflict of the rules, about an egg, between a sister and her brother, with all three endings.

use super::table::Table;

/// The two parties of the example: you and Thoss. In a roll, the dice of the two statistics come first, then those of the things in play,
/// in the order of the sheet.
const EGG: &str = r#"
background visitor "Visitor" { stat_dice 13; trait_dice 3 }
operative you "You" {
  background visitor
  stats { body 4; mind 3; soft 3; hard 3 }
  trait legs "Cybernetic legs" 1d8 { fits unopposed_physical, opposed_physical }
  trait disarming "Disarming enemies" 2d8
  relationship thoss "My brother" 1d8
}
opposition thoss "Thoss" {
  stats { body 3; mind 4; soft 3; hard 3 }
  trait sharpshooter "The best shot of the sector" 2d6
  object blaster "Blaster" 1d4 + 1d8 dangerous
  family you
  stages 5
}
encounter c : stakes {
  stakes { win "The egg goes home"; lose "It is sold" }
  initiator you
  side sister  { party you { approach opposed_neutral; brings thoss } }
  side brother { party thoss { approach opposed_neutral; brings you } }
}
"#;

/// First roll of both parties.
const FIRST: [i8; 15] = [1, 2, 2, 3, 4, 4, 7, 1, 1, 1, 3, 4, 5, 6, 6];

/// Plays up to the raise of 7, against which you hold only a 1.
fn up_to_the_seven(more: &[i8]) -> Table {
    let faces: Vec<i8> = FIRST.iter().chain(more).copied().collect();
    let mut table = Table::new(EGG, &faces);
    table.say("approach opposed_neutral").say("approach opposed_neutral");
    table.until(slip_play::question::Point::Raise);
    assert_eq!(table.pool("you"), [1, 2, 2, 3, 4, 4, 7]);
    assert_eq!(table.pool("thoss"), [1, 1, 1, 3, 4, 5, 6, 6]);
    table.say("raise 4 3");
    table.say("block 4 3");
    assert_eq!(table.pool("thoss"), [1, 1, 1, 5, 6, 6]);
    table.say("raise 6 5");
    table.say("block 7 4");
    assert_eq!((table.pool("you"), table.pool("thoss")), (vec![1, 2, 2], vec![1, 1, 1, 6]));
    // The text raises with two 1's, but there is only one; 2 + 2 leaves the dice that both endings go on with.
    assert!(!table.until(slip_play::question::Point::Raise).may("raise 1 1"));
    table.say("raise 2 2");
    table.say("reverse 6");
    assert_eq!(table.party("thoss").held.len(), 1);
    table.say("raise 6 1");
    assert_eq!((table.pool("you"), table.pool("thoss")), (vec![1], vec![1, 1]));
    assert_eq!(table.fight.to_be_seen(), 7);
    table
}

/// Continues the example after [`up_to_the_seven`]: the grab for the egg, up to the blow that Thoss takes.
fn up_to_the_blow(more: &[i8]) -> Table {
    let grab = [1, 3, 4, 5, 5, 5, 6, 4, 1, 1, 2, 2, 2, 5];
    let mut table = up_to_the_seven(&grab.iter().chain(more).copied().collect::<Vec<i8>>());
    table.say("escalate unopposed_physical").say("bring_in legs");
    assert_eq!(table.pool("you"), [1, 1, 3, 4, 4, 5, 5, 5, 6]);
    table.say("block 4 3");
    table.say("raise 5 5");
    table.say("escalate unopposed_physical");
    assert_eq!(table.pool("thoss"), [1, 1, 1, 1, 2, 2, 2, 5]);
    table.until(slip_play::question::Point::See);
    // Three dice add up to 9 at most: four are needed, and there is no better answer.
    assert_eq!(table.answers(), ["blow fewest", "by_hand", "give"]);
    table.say("blow fewest");
    assert_eq!(table.pool("thoss"), [1, 1, 1, 2]);
    table
}

#[test]
fn ending_a_you_cannot_see_and_lose_without_fallout() {
    let mut table = up_to_the_seven(&[]);
    // The remaining dice do not reach the raise, so no question is asked after you neither escalate nor bring anything in.
    table.say("no").say("no");
    assert_eq!(table.winner(), "brother");
    assert_eq!(table.party("you").boxes, [0; 5]);
}

#[test]
fn ending_b_a_blow_of_three_and_thoss_gives() {
    let mut table = up_to_the_blow(&[]);
    // Hard has been in play since the argument, Body since the chase: 3, and there is no die of 4 or more to resist it.
    assert_eq!(table.fight.resisting(table.id("thoss"), 3), Vec::<u8>::new());
    table.until(slip_play::question::Point::Raise);
    assert_eq!(table.party("thoss").boxes, [0, 0, 0, 0, 3]);
    table.say("give");
    assert_eq!(table.winner(), "sister");
    assert_eq!(table.party("thoss").boxes, [0, 0, 0, 0, 3], "giving costs nothing more");
}

#[test]
fn ending_c_the_blaster_makes_every_blow_worse() {
    let mut table = up_to_the_blow(&[3, 4, 3, 7, 3, 8]);
    // Body and Hard have been rolled: switching to force rolls no dice, but allows the blaster.
    table.say("escalate opposed_physical");
    assert_eq!(table.pool("thoss"), [1, 1, 1, 2]);
    table.say("bring_in sharpshooter").say("bring_in blaster");
    assert_eq!(table.pool("thoss"), [1, 1, 1, 2, 3, 3, 4, 7]);
    let (you, thoss) = (table.id("you"), table.id("thoss"));
    assert_eq!((table.fight.blow_on(you), table.fight.blow_on(thoss)), (4, 4), "it counts for everybody (R-Q10)");
    table.say("raise 4 3");
    // You still use no force: a trait may be brought in all the same (R-Q6).
    table.say("bring_in disarming");
    assert_eq!(table.pool("you"), [1, 1, 3, 4, 5, 6, 8]);
    assert!(table.until(slip_play::question::Point::See).may("reverse 8"));
    table.say("block 6 1");
    table.say("raise 8 4");
    table.say("blow fewest");
    assert_eq!((table.pool("you"), table.pool("thoss")), (vec![1, 3, 5], vec![1, 1, 1]));
    table.until(slip_play::question::Point::Raise);
    assert_eq!(table.party("thoss").boxes[4], 7, "3 and 4");
    table.say("give");
    assert_eq!(table.winner(), "sister");
}

#[test]
fn with_one_stage_of_three_boxes_thoss_has_to_give_at_the_first_blow() {
    let grab = [1, 3, 4, 5, 5, 5, 6, 4, 1, 1, 2, 2, 2, 5];
    let faces: Vec<i8> = FIRST.iter().chain(&grab).copied().collect();
    let mut table = Table::new(&EGG.replace("stages 5", "stages 1"), &faces);
    table.say("approach opposed_neutral").say("approach opposed_neutral");
    for words in ["raise 4 3", "block 4 3", "raise 6 5", "block 7 4", "raise 2 2", "reverse 6", "raise 6 1"] {
        table.say(words);
    }
    table.say("escalate unopposed_physical").say("bring_in legs").say("block 4 3").say("raise 5 5");
    table.say("escalate unopposed_physical").say("blow fewest");
    assert_eq!(table.winner(), "sister");
}
