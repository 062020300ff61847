//! Tests of doctrines of raise-and-see conflicts: the effect of each rule, the values of terms, and how the standard doctrine plays.

use super::table::{Table, pack};
use slip_dice::Dice;
use slip_pack::Pack;
use slip_play::choice::{Choice, Options, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::Event;
use slip_play::fight::Fight;
use slip_play::ids::{ActorId, Seat, TableKey};
use slip_play::question::{Ask, Point};
use slip_play::stakes::StakesConflict;
use slip_policy::doctrine::DoctrineSeat;
use slip_session::{Seats, run};
use slip_table::option_words;

/// A has traits and things of every sort; B is plain, with four tracks.
const CAST: &str = r#"
background any "Anybody" { stat_dice 11; trait_dice 0 }
operative a "A" {
  background any
  stats { body 3; mind 2; soft 2; hard 4 }
  object rope "Rope" 1d6
  object saws "Two saws" 2d6 { fits opposed_physical }
  object gun "Gun" 1d8 dangerous { fits opposed_physical }
}
background few "Few" { stat_dice 8; trait_dice 0 }
operative b "B" { background few; stats { body 2; mind 2; soft 2; hard 2 }; object pen "Pen" 1d6 }
encounter c : stakes {
  stakes { win "Yes"; lose "No" }
  initiator a
  side x { party a }
  side y { party b }
}
"#;

/// Returns the cast with one doctrine for each of these rules.
fn doctrines(lines: &[&str]) -> Pack {
    let text = |(number, lines): (usize, &&str)| format!("\ndoctrine d{number} : stakes {{\n{lines}\n}}\n");
    pack(&format!("{CAST}{}", lines.iter().enumerate().map(text).collect::<String>()))
}

fn seat(pack: &Pack, number: usize) -> DoctrineSeat {
    DoctrineSeat::new(&pack.doctrines[format!("t.d{number}").as_str()], Dice::seeded(1, 1)).unwrap()
}

/// Plays each case with a seat of its rules, and compares the answer.
fn each(cases: &[(&str, &str)], says: impl Fn(&Pack, &mut DoctrineSeat) -> String) {
    let lines: Vec<&str> = cases.iter().map(|(lines, _)| *lines).collect();
    let pack = doctrines(&lines);
    for (number, (lines, expected)) in cases.iter().enumerate() {
        assert_eq!(says(&pack, &mut seat(&pack, number)), *expected, "{lines}");
    }
}

/// Starts a conflict in which the parties take these two approaches, and plays up to the first raise. All scripted dice show one until
/// other faces are set.
fn begun(pack: &Pack, a: &str, b: &str) -> Table {
    let mut table = Table::of(pack, Dice::scripted([1; 60]));
    table.say(&format!("approach {a}")).say(&format!("approach {b}")).until(Point::Escalate);
    table
}

/// Returns the answer of a seat to the pending question, in words.
fn says(table: &mut Table, seat: &mut DoctrineSeat) -> String {
    table.run();
    let ask = table.fight.waiting_for().expect("a question");
    let choice = answer(&table.fight, &ask, seat);
    option_words::of(&table.fight, &ask, choice)
}

fn answer(fight: &StakesConflict, ask: &Ask, seat: &mut DoctrineSeat) -> Choice {
    let mut options = Options::new();
    fight.legal(&mut options);
    let choice = seat.decide(fight, ask, &options).expect("an answer").choice;
    assert!(options.as_slice().contains(&choice), "{choice:?} is not legal at {ask:?}");
    choice
}

/// Returns the answer at A's first raise, with these dice for both.
fn raises(pack: &Pack, seat: &mut DoctrineSeat, a: &[u8], b: &[u8]) -> String {
    let mut table = begun(pack, "unopposed_neutral", "unopposed_neutral");
    table.deal("a", a).deal("b", b).until(Point::Raise);
    says(&mut table, seat)
}

/// Returns the answer when B, with these dice, is to see A's raise of two dice.
fn sees(pack: &Pack, seat: &mut DoctrineSeat, raise: [u8; 2], b: &[u8]) -> String {
    let mut table = begun(pack, "unopposed_neutral", "unopposed_neutral");
    table.deal("a", &[raise[0], raise[1], 1, 1]).deal("b", b).say(&format!("raise {} {}", raise[0], raise[1])).until(Point::See);
    says(&mut table, seat)
}

#[test]
fn an_approach_is_chosen_by_dice_by_sort_and_by_name() {
    let cases = [
        ("approach most_dice", "approach opposed_physical"),
        ("approach most_dice when blow <= 2", "approach opposed_neutral"),
        ("approach unopposed", "approach unopposed_physical"),
        ("approach physical", "approach unopposed_physical"),
        ("approach opposed when new_dice >= 7", "approach opposed_physical"),
        ("approach neutral\napproach opposed", "approach opposed_neutral"),
    ];
    each(&cases, |pack, seat| says(&mut Table::of(pack, Dice::scripted([1; 40])), seat));
}

/// Rules: R-ZA2, R-ZA4, R-ZA5.
#[test]
fn r_za5_what_the_text_says_of_an_approach_stands_and_lines_are_read_where_it_says_nothing() {
    let told = CAST.replace("party a }", "party a { approach unopposed_neutral } }");
    for (cast, expected) in [(CAST.to_owned(), "approach opposed_physical"), (told, "approach unopposed_neutral")] {
        let pack = pack(&format!("{cast}\ndoctrine d0 : stakes {{ approach most_dice }}"));
        assert_eq!(says(&mut Table::of(&pack, Dice::scripted([1; 40])), &mut seat(&pack, 0)), expected);
    }
}

#[test]
fn things_are_brought_in_by_how_many_dice_they_roll() {
    let cases = [
        ("bring_in most", "bring_in saws"),
        ("bring_in least", "bring_in rope"),
        ("bring_in most when new_dice <= 1 and blow == 3", "bring_in rope"),
        ("bring_in least when blow >= 4", "bring_in gun"),
        ("bring_in most when new_dice >= 3", "no"),
    ];
    each(&cases, |pack, seat| {
        let mut table = Table::of(pack, Dice::scripted([1; 40]));
        table.say("approach opposed_physical").until(Point::BringIn);
        says(&mut table, seat)
    });
}

/// Rules: R-ZA6, R-ZA7.
#[test]
fn an_escalation_is_chosen_by_what_it_rolls_and_lets_in() {
    let cases = [
        // This approach rolls Body 3 and Hard 4. The two saws and the gun fit only this approach, the rope fits both.
        ("escalate most", "escalate opposed_physical"),
        ("escalate most when new_dice == 10", "escalate opposed_physical"),
        ("escalate least", "escalate unopposed_physical"),
        ("escalate unopposed", "escalate unopposed_physical"),
        ("escalate neutral when new_dice == 4", "escalate opposed_neutral"),
        ("escalate most when blow <= 1", "no"),
        ("", "no"),
    ];
    each(&cases, |pack, seat| says(&mut begun(pack, "unopposed_neutral", "unopposed_neutral"), seat));
}

#[test]
fn raises_are_chosen_by_their_total_and_by_what_they_cost_the_others() {
    let (mine, theirs) = (&[6, 5, 3, 2, 1], &[5, 4, 3, 1]);
    let cases = [
        ("raise most", "raise 6 5"),
        ("raise least", "raise 2 1"),
        ("raise (7)", "raise 6 1"),
        ("raise most when total == 8", "raise 6 2"),
        // 6 lets them block, 10 takes three of their dice, 11 too.
        ("raise least when they_need == 2", "raise 5 1"),
        ("raise least when they_need == 3", "raise 6 5"),
        ("avoid raise when they_need == 1\nraise least", "raise 5 1"),
    ];
    each(&cases, |pack, seat| raises(pack, seat, mine, theirs));
    each(&[("raise least when they_need == 99", "raise 2 2")], |pack, seat| raises(pack, seat, &[6, 6, 2, 2], &[1, 1, 1]));
}

#[test]
fn giving_is_a_matter_of_lines_and_of_nothing_else() {
    let lines = "give when dice_ahead < 0";
    each(&[("give", "give"), (lines, "raise 6 5")], |pack, seat| raises(pack, seat, &[6, 5], &[1]));
    each(&[(lines, "give")], |pack, seat| raises(pack, seat, &[6, 5], &[1, 1, 1]));
}

#[test]
fn seeing_is_chosen_by_its_sort_and_by_its_cost() {
    let cases = [
        ("see reverse least", "reverse 6"),
        ("see block least", "block 5 1"),
        ("see block most", "block 6 1"),
        ("see blow", "blow fewest"),
        ("see blow least", "blow fewest"),
        ("see block when need >= 2", "reverse 6"),
    ];
    each(&cases, |pack, seat| sees(pack, seat, [3, 3], &[6, 6, 5, 4, 3, 2, 1]));
}

/// B takes a blow of 1, with boxes marked on both tracks and dice left. Returns the answer of the seat at this decision point.
fn struck(pack: &Pack, seat: &mut DoctrineSeat, point: Point) -> String {
    let mut table = begun(pack, "unopposed_neutral", "unopposed_neutral");
    table.mark("b", 0, 5).mark("b", 1, 2);
    table.deal("a", &[6, 6, 1, 1]).deal("b", &[5, 5, 5, 5, 3, 3]).say("raise 6 6").until(Point::See).say("blow fewest");
    if point == Point::Track {
        table.say("no");
    }
    says(&mut table, seat)
}

#[test]
fn fallout_is_resisted_and_goes_to_a_track_as_lines_say() {
    let cases = [
        ("resist least", "resist 3"),
        ("resist most", "resist 5"),
        ("resist (5)", "resist 5"),
        ("resist least when blow >= 2", "no"),
        ("resist least when room <= 9 and blow == 1", "resist 3"),
    ];
    each(&cases, |pack, seat| struck(pack, seat, Point::Resist));
    let cases = [("fallout roomiest", "fallout social"), ("fallout physical", "fallout physical"), ("", "fallout social")];
    each(&cases, |pack, seat| struck(pack, seat, Point::Track));
}

/// Checks the values of terms: a rule that gives up must apply if it compares the term with this value, and must not with one more.
fn are_worth(terms: &[(&str, i64)], says: impl Fn(&Pack, &mut DoctrineSeat) -> String) {
    let lines = |more: i64| terms.iter().map(move |(term, value)| format!("give when {term} == {}", value + more));
    let all: Vec<String> = lines(0).chain(lines(1)).collect();
    let pack = doctrines(&all.iter().map(String::as_str).collect::<Vec<_>>());
    for (number, line) in all.iter().enumerate() {
        assert_eq!(says(&pack, &mut seat(&pack, number)) == "give", number < terms.len(), "{line}");
    }
}

#[test]
fn terms_of_dice_are_counted_on_the_table() {
    let terms = [
        ("dice_left", 5),
        ("dice_ahead", 1),
        ("need", 0),
        ("blow", 1),
        ("room", 9),
        ("turn", 0),
        ("allies", 0),
        ("enemies", 1),
        // Body 3, Hard 4, two saws, the gun and the rope.
        ("new_dice", 11),
        // Each party has 36 boxes, and this party has one die more.
        ("score", 1),
    ];
    are_worth(&terms, |pack, seat| raises(pack, seat, &[6, 5, 3, 2, 1], &[5, 4, 3, 1]));
    for (dice, need) in [(&[6, 1][..], 1), (&[5, 1], 2), (&[2, 2, 2], 3), (&[2, 2, 1, 1], 4)] {
        are_worth(&[("need", need), ("total", 6)], |pack, seat| sees(pack, seat, [3, 3], dice));
    }
}

/// Rules: R-ZA2, R-ZA4, R-ZA5.
#[test]
fn r_za4_a_die_on_the_table_is_worth_an_open_box() {
    are_worth(&[("score", 0)], |pack, seat| raises(pack, seat, &[1, 1, 1], &[6, 6, 6]));
    // The party has three open boxes fewer than its opponent, and one die more: -3 + 1.
    are_worth(&[("score", -2)], |pack, seat| {
        let mut table = begun(pack, "unopposed_neutral", "unopposed_neutral");
        table.mark("a", 2, 3).deal("a", &[1, 1, 1]).deal("b", &[1, 1]).until(Point::Raise);
        says(&mut table, seat)
    });
}

/// Two equal parties.
const EQUALS: &str = r#"
background any "Anybody" { stat_dice 14; trait_dice 4 }
operative a "A" {
  background any
  stats { body 3; mind 4; soft 3; hard 4 }
  trait calm "Calm" 2d6
  trait quick "Quick" 2d6 { fits unopposed_physical, opposed_physical }
  object knife "Knife" 1d8 dangerous { fits opposed_physical }
}
operative b "B" {
  background any
  stats { body 3; mind 4; soft 3; hard 4 }
  trait calm "Calm" 2d6
  trait quick "Quick" 2d6 { fits unopposed_physical, opposed_physical }
  object knife "Knife" 1d8 dangerous { fits opposed_physical }
}
encounter c : stakes { stakes { win "Yes"; lose "No" }; side x { party a }; side y { party b } }
"#;

/// Plays the standard doctrine on one side against random play; returns true if the doctrine's side won.
fn against_random(pack: &Pack, doctrine: usize, seed: u64) -> bool {
    let encounter = pack.encounters_named("c").next().unwrap();
    let mut fight = StakesConflict::begin(pack, encounter).unwrap();
    let mut seat = DoctrineSeat::new(&pack.doctrines["std.standard_stakes"], Dice::seeded(seed, 7)).unwrap();
    let (mut dice, mut picks) = (Dice::seeded(seed, 0), Dice::seeded(seed, 1));
    let mut options = Options::new();
    while let Some(ask) = fight.next_question(&mut options) {
        let choice = match ask.forced {
            Some(forced) => forced,
            None if ask.seat.place() == doctrine => answer(&fight, &ask, &mut seat),
            None => options.get(picks.pick(options.len()).unwrap()).unwrap(),
        };
        let mut events = Vec::new();
        fight.decide(&choice.into(), &mut dice, &mut events).unwrap();
        events.iter().for_each(|event| fight.apply(event));
    }
    fight.outcome().unwrap().winner == Some(Seat(u8::try_from(doctrine).unwrap()))
}

/// In 400 conflicts between equals, with the doctrine on either side, it wins at least nine of ten.
#[test]
fn the_standard_beats_random_play_among_equals() {
    let pack = pack(EQUALS);
    let won = (0..200).flat_map(|seed| [against_random(&pack, 0, seed), against_random(&pack, 1, seed)]).filter(|won| *won).count();
    assert!(won >= 360, "{won} of 400");
}

/// True if another approach would give a party more dice than staying: statistics not rolled yet, and things.
fn gains_by_switching(fight: &StakesConflict, who: ActorId) -> bool {
    use slip_pack::stakes_party::Approach;
    let sheet = fight.roster.parties.row(who).unwrap();
    let dice = |things: Vec<u8>| -> u8 { things.iter().flat_map(|&thing| &sheet.thing(thing).unwrap().dice).map(|dice| dice.count).sum() };
    let stay = dice(fight.unused(who));
    Approach::ALL.into_iter().any(|approach| {
        fight.new_stats(who, approach).map(|stat| fight.dice_of(who, stat)).sum::<u8>() + dice(fight.unused_under(who, approach)) > stay
    })
}

/// A party that gives up, or that cannot see the raise, has already brought in everything that fits. No other approach would give it
/// another die.
#[test]
fn the_standard_never_loses_or_gives_while_it_has_dice_to_roll() {
    let crowd = pack(include_str!("crowd.slip"));
    let equals = pack(EQUALS);
    let docket =
        pack(concat!(include_str!("../../content/quiet_docket/people.slip"), include_str!("../../content/quiet_docket/conflicts.slip")));
    let (mut ended, mut forced) = (0, 0);
    for pack in [&crowd, &equals, &docket] {
        for encounter in pack.encounters.values() {
            for seed in 0..60 {
                let game = run(pack, &encounter.name, seed, Seats::standard()).unwrap();
                let mut fight = StakesConflict::begin(pack, encounter).unwrap();
                let mut stayed = None;
                for event in &game.events {
                    match event {
                        Event::Answer { point: Point::Escalate, me, pick, .. } => {
                            stayed = me.actor().filter(|&who| pick.verb == Verb::No && gains_by_switching(&fight, who));
                        }
                        Event::Stakes(happens) if matches!(happens.op.word(), "give" | "lose") => {
                            let who = happens.party;
                            let case = format!("{} seed {seed}: {happens:?}", encounter.name);
                            ended += 1;
                            forced += usize::from(happens.op.word() == "lose");
                            assert!(fight.unused(who).is_empty(), "{case}");
                            assert_ne!(stayed, Some(who), "{case}");
                        }
                        _ => {}
                    }
                    fight.apply(event);
                }
            }
        }
    }
    assert!(ended > 200 && forced > 20, "{ended}, {forced}");
}

#[test]
fn the_log_says_by_which_line_an_answer_was_given() {
    let pack = pack(EQUALS);
    let game = run(&pack, "c", 3, Seats::standard()).unwrap();
    let by = |point: Point| {
        game.events.iter().any(
            |event| matches!(event, Event::Answer { point: at, why: Some(why), .. } if *at == point && why.starts_with("standard_stakes:")),
        )
    };
    for point in [Point::Approach, Point::Raise, Point::See] {
        assert!(by(point), "{}", point.word());
    }
    assert!(matches!(Fight::begin(&pack, pack.encounters_named("c").next().unwrap()), Ok(Fight::Stakes(_))));
    assert_eq!(game.json_lines(), run(&pack, "c", 3, Seats::standard()).unwrap().json_lines(), "the same seed, the same bytes");
}
