//! Tests of fallout: conditions and deaths in words, the referee's ruling, and the state carried into the next conflict.

use super::table::{Table, pack};
use slip_dice::Dice;
use slip_pack::Pack;
use slip_pack::stakes_party::Stat;
use slip_play::conflict::Conflict;
use slip_play::fight::Fight;
use slip_play::question::Point;
use slip_session::Seats;
use slip_session::run::{Run, run_with};
use slip_session::scenario::{NextEncounter, ScenarioProgress};
use slip_table::{option_words, table as shown};

/// A hits B, who has four tracks; C, with one track, can also be hit by A.
const CAST: &str = r#"
background any "Anybody" { stat_dice 8; trait_dice 1 }
opposition a "A" { stats { body 2; mind 2; soft 2; hard 2 }; stages 3 }
operative b "B" { background any; stats { body 2; mind 2; soft 2; hard 2 }; trait rope "Rope trick" 1d6 }
ruleset small { row_size 1 }
ruleset harsh { loss_fallout yes }
encounter c : stakes { stakes { win "Yes"; lose "No" }; initiator a; rules RULES; side x { party a }; side y { party b } }
encounter d : stakes { stakes { win "Yes"; lose "No" }; initiator b; rules RULES; side x { party a }; side y { party b } }
scenario night "Night" { play c; then d { carry stress, consequences } }
"#;

fn cast(rules: &str) -> Pack {
    pack(&CAST.replace("RULES", rules))
}

/// B has to see 12, and can with three dice.
fn struck(rules: &str) -> Table {
    let mut table = Table::of(&cast(rules), Dice::scripted([1; 60]));
    table.say("approach unopposed_neutral").say("approach unopposed_neutral").until(Point::Raise);
    table.deal("a", &[6, 6, 1, 1]).deal("b", &[4, 4, 4, 1]);
    table
}

/// Returns the next question after this answer.
fn asked_for(table: &mut Table, answer: &str) -> String {
    table.run();
    let ask = table.fight.waiting_for().unwrap();
    let mut options = slip_play::choice::Options::new();
    table.fight.legal(&mut options);
    let choice = option_words::fit(&table.fight, &ask, &options, answer).unwrap().choice;
    shown::wants_words(&table.fight, &ask, choice).unwrap_or_default()
}

/// Rules: R-ZA8, R-ZA9, R-ZA10.
#[test]
fn d9_what_is_said_of_a_full_row_stays() {
    let mut table = struck("small");
    table.say("raise 6 6").until(Point::See).say("blow fewest").until(Point::Track);
    assert_eq!(asked_for(&mut table, "fallout mental"), "A row of boxes is full. What lasting condition does B have now?");
    table.say("fallout mental \"afraid of doors\"");
    assert_eq!(table.party("b").conditions, ["afraid of doors"]);
    // If the fallout fills no row, the player only describes the fallout.
    let mut table = struck("harsh");
    table.say("raise 6 6").until(Point::See).say("blow fewest").until(Point::Track);
    assert_eq!(asked_for(&mut table, "fallout mental"), "What is the fallout?");
    table.say("fallout mental \"a bad moment\"");
    assert!(table.party("b").conditions.is_empty());
}

#[test]
fn d12_what_is_said_of_a_second_full_track_is_how_somebody_dies() {
    let mut table = struck("harsh");
    table.mark("b", 0, 9).mark("b", 1, 8).say("raise 6 6").until(Point::See).say("blow fewest").until(Point::Track);
    assert_eq!(asked_for(&mut table, "fallout mental"), "B will die of this at the end. How?");
    table.say("fallout mental \"He walks into the snow\"");
    assert!(!table.party("b").dead, "not before the end");
    assert_eq!(table.party("b").death.as_deref(), Some("He walks into the snow"));
    // A raise needs two dice.
    table.say("no").say("no");
    assert_eq!(table.winner(), "x");
    assert!(table.party("b").dead);
}

/// Parses, checks and applies a referee's ruling.
fn ruled(table: &mut Table, text: &str) -> Result<(), String> {
    table.run();
    let marks = shown::Marks::of(&table.fight);
    let ruled = shown::ruled(&table.fight, &marks, text)?;
    let events = slip_play::stakes::referee_overrides::judged(&table.fight, ruled.events)?;
    events.iter().for_each(|event| table.fight.apply(event));
    Ok(())
}

#[test]
fn d10_a_referee_says_what_is_dangerous_and_what_is_not() {
    let mut table = struck("harsh");
    let b = table.id("b");
    table.say("raise 6 6").say("bring_in rope");
    assert_eq!(table.fight.blow_on(b), 1);
    ruled(&mut table, "dangerous \"Rope trick\" of b").unwrap();
    assert_eq!(table.fight.blow_on(b), 2);
    ruled(&mut table, "harmless rope of b because \"it is only rope\"").unwrap();
    assert_eq!(table.fight.blow_on(b), 1);
    let wrong = ruled(&mut table, "dangerous lamp of b").unwrap_err();
    assert_eq!(wrong, "b has no \"lamp\"; choose from \"Rope trick\"");
}

/// Rules: R-ZA8, R-ZA9, R-ZA10.
#[test]
fn d9_a_referee_may_say_what_somebody_is() {
    let mut table = struck("harsh");
    ruled(&mut table, "condition \"limps\" of a").unwrap();
    assert_eq!(table.party("a").conditions, ["limps"]);
    assert!(ruled(&mut table, "condition \"\" of a").is_err());
}

/// Rules: R-Q18.
#[test]
fn r_q18_dice_that_lie_are_kept_and_later_rolls_are_fewer() {
    let mut table = struck("small");
    let b = table.id("b");
    table.deal("b", &[4, 4, 4, 3, 2]).say("raise 6 6").until(Point::See).say("blow fewest").say("no").say("fallout physical");
    assert_eq!(table.pool("b"), [2, 3], "what lay there");
    assert_eq!(table.fight.dice_of(b, Stat::Body), 1, "a full row of Physical");
    table.say("escalate unopposed_physical");
    assert_eq!(table.pool("b"), [1, 2, 3], "one die of Body instead of two; Soft was rolled");
}

/// Rules: R-ZA2, R-ZA4, R-ZA5.
#[test]
fn r_za2_giving_is_free_as_long_as_one_could_see_and_afterwards_the_blow_comes() {
    let mut table = struck("harsh");
    table.say("raise 6 6").until(Point::See);
    assert!(table.may("give"));
    table.say("give");
    assert_eq!(table.party("b").boxes, [0; 5]);
    let mut table = struck("harsh");
    table.deal("b", &[1, 1]).say("raise 6 6").say("no").say("no").say("fallout social");
    assert_eq!(table.party("b").boxes, [0, 0, 1, 0, 0]);
    assert_eq!(table.winner(), "x");
}

fn played(progress: &mut ScenarioProgress<'_>, next: &NextEncounter, pack: &Pack, seed: u64) -> (Fight, Run) {
    let run = run_with(pack, &next.encounter, Dice::seeded(seed, 0), Some(seed), Seats::standard()).unwrap();
    let fight = run.end();
    progress.record(next, &fight, run.events.iter());
    (fight, run)
}

/// Marked boxes of B, an operative, carry over from one conflict into the next.
#[test]
fn fallout_is_carried_into_the_next_conflict() {
    let pack = cast("small");
    let mut carried = 0;
    for seed in 0..20 {
        let mut progress = ScenarioProgress::new(pack.scenarios.values().next().unwrap());
        let first = progress.next(&pack).unwrap();
        let (fight, _) = played(&mut progress, &first, &pack, seed);
        let Fight::Stakes(before) = &fight else { panic!("not a conflict of dice") };
        let Some(next) = progress.next(&pack) else { continue };
        let Ok(Fight::Stakes(after)) = Fight::begin(&pack, &next.encounter) else { continue };
        for (who, party) in before.state.parties.iter() {
            let later = after.state.party(who).unwrap();
            assert_eq!(later.boxes, party.boxes, "seed {seed}");
            carried += party.boxes.iter().map(|&boxes| usize::from(boxes)).sum::<usize>();
            // Full rows reduce the rolled dice from the beginning.
            assert_eq!(after.dice_of(who, Stat::Body), before.dice_of(who, Stat::Body), "seed {seed}");
        }
    }
    assert!(carried > 5, "{carried}");
}

/// Conditions carry over too, and a dead party does not take part.
#[test]
fn conditions_are_carried_and_the_dead_stay_away() {
    let pack = cast("small");
    let mut progress = ScenarioProgress::new(pack.scenarios.values().next().unwrap());
    let first = progress.next(&pack).unwrap();
    let (fight, run) = played(&mut progress.clone(), &first, &pack, 1);
    let Fight::Stakes(mut fight) = fight else { panic!("not a conflict of dice") };
    let b = slip_play::ids::ActorId(1);
    let party = fight.state.parties.row_mut(b).unwrap();
    party.conditions = vec!["afraid of doors".into()];
    party.dead = false;
    progress.record(&first, &Fight::Stakes(fight.clone()), run.events.iter());
    let next = progress.next(&pack).unwrap();
    let Ok(Fight::Stakes(after)) = Fight::begin(&pack, &next.encounter) else { panic!("it begins") };
    assert_eq!(after.state.party(b).unwrap().conditions, ["afraid of doors"]);

    let mut progress = ScenarioProgress::new(pack.scenarios.values().next().unwrap());
    let first = progress.next(&pack).unwrap();
    fight.state.parties.row_mut(b).unwrap().dead = true;
    progress.record(&first, &Fight::Stakes(fight), run.events.iter());
    let next = progress.next(&pack).unwrap();
    assert!(progress.is_walkover(&next), "nobody of y is left");
}
