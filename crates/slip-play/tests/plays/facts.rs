//! Tests of players' statements: facts stated for a point (R-P44), vetoes, and the fate of the taken out (R-P14).

use crate::plays::rulings::{scene, shoot, shooter, target};
use crate::plays::table::{Scene, Table};
use slip_dice::Dice;
use slip_dice::fate::{AspectOrigin, Holder};
use slip_play::choice::{Choice, Options, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::Event;
use slip_play::fight::Playable;
use slip_play::ids::{Id, Seat};
use slip_play::log;
use slip_play::personal::state::ActorStatus;
use slip_play::question::{Point, Points};
use slip_policy::doctrine::DoctrineSeat;
use slip_table::option_words::{AnswerInput, about, fit};
use slip_table::table::{ColourScheme, question, wants_words};

fn both(scene: Scene) -> Table {
    let red = shooter("red").skill("intimidation", 2).fate(2);
    let mut table = scene.person("red", "a", red).person("blue", "b", target("blue").fate(1)).sit();
    table.wait();
    table
}

fn fact(how: u8) -> Choice {
    Choice::of(Verb::Fact).how(how)
}

fn facts_open(table: &Table) -> bool {
    table.options().iter().any(|option| option.verb == Verb::Fact)
}

fn points(table: &Table) -> [u16; 2] {
    ["red", "blue"].map(|name| table.fight.state.actors[table.actor(name)].fate.points())
}

/// A point states a fact; the other side judges it, and if accepted it may become an aspect without a free tag.
#[test]
fn rp44_a_point_states_a_fact_and_by_leave_it_is_an_aspect() {
    let here = Holder::Zone(both(scene()).zone("a").0);
    for (how, holder) in [(Choice::FACT, None), (Choice::FACT_SCENE, Some(Holder::Scene)), (Choice::FACT_ZONE, Some(here))] {
        let mut table = both(scene().rule("declarations", "yes"));
        table.say(Point::Act, fact(how), "The valves are rusted");
        assert_eq!(table.wait(), Some(Point::Fact));
        let ask = table.fight.waiting_for().unwrap();
        assert_eq!((ask.seat, ask.it), (Seat(1), Id::Actor(table.actor("red"))), "the referee's answer is that of the other side");
        table.answer(Point::Fact, Choice::of(Verb::Accept));
        assert_eq!(table.wait(), Some(Point::Act), "the question is asked again");
        assert!(!facts_open(&table), "once a turn");
        assert_eq!(points(&table), [1, 1]);
        let known = table.fight.state.aspects.values().find(|aspect| aspect.origin == AspectOrigin::Declared);
        assert_eq!(known.map(|aspect| aspect.holder), holder);
        assert!(known.is_none_or(|aspect| aspect.text == "The valves are rusted" && aspect.free.is_none()));
        let by = table.events.iter().find_map(|event| match event {
            Event::Fact { skill, .. } => Some(*skill),
            _ => None,
        });
        assert_eq!(by, Some(table.skill("alertness")), "within the skill one knows best");
        // The aspect's record in the log can be read again.
        let lines = table.events.iter().map(|event| (event, log::line(&table.fight, 1, 1, "x", event)));
        let stated: Vec<_> = lines.filter(|(_, line)| line.contains(r#""origin":"declared""#)).collect();
        assert_eq!(stated.len(), usize::from(holder.is_some()));
        for (event, line) in stated {
            assert_eq!(log::read(&table.fight, serde_json::from_str(&line).unwrap()).as_ref(), Ok(event), "{line}");
        }
    }
}

#[test]
fn rp44_the_referee_may_hand_the_point_back_and_alter_the_fact_but_not_deny_it() {
    let mut table = both(scene().rule("declarations", "yes"));
    table.say(Point::Act, fact(Choice::FACT_SCENE), "The valves are rusted");
    assert_eq!(table.wait(), Some(Point::Fact));
    assert_eq!(table.options(), [Choice::of(Verb::Accept), Choice::of(Verb::Alter)]);
    table.say(Point::Fact, Choice::of(Verb::Alter), "They are new, and badly fitted");
    table.wait();
    assert_eq!(points(&table), [2, 1]);
    assert!(table.fight.state.aspects.values().all(|aspect| aspect.origin != AspectOrigin::Declared));
    let said = table.events.iter().rev().find_map(|event| match event {
        Event::Fact { accepted: Some(false), say, .. } => say.clone(),
        _ => None,
    });
    assert_eq!(said.as_deref(), Some("They are new, and badly fitted"));
}

/// A listed fact can be stated at any question, with its words; without words they are asked for.
#[test]
fn a_fact_is_stated_in_words_wherever_it_is_listed() {
    let mut table = both(scene().rule("declarations", "yes"));
    for point in [Point::Act, Point::With] {
        assert_eq!(table.wait(), Some(point));
        let ask = table.fight.waiting_for().unwrap();
        let mut options = Options::new();
        table.fight.legal(&mut options);
        for (words, how) in [
            ("fact", Choice::FACT),
            ("declare", Choice::FACT),
            ("fact scene", Choice::FACT_SCENE),
            ("fact zone", Choice::FACT_ZONE),
            ("declare zone", Choice::FACT_ZONE),
        ] {
            let answer = fit(&table.fight, &ask, &options, words).unwrap();
            assert_eq!((answer.choice, answer.say), (fact(how), None), "{words} at {point:?}");
            let said = fit(&table.fight, &ask, &options, &format!("{words} \"It rains\"")).unwrap();
            assert_eq!((said.choice, said.say.as_deref()), (fact(how), Some("It rains")), "{words} at {point:?}");
        }
        assert_eq!(wants_words(&table.fight, &ask, fact(Choice::FACT)).as_deref(), Some("What is the fact?"));
        let told = about(&table.fight, &ask, fact(Choice::FACT_SCENE)).unwrap();
        assert_eq!(told, "costs 1 fate point, given back if the fact is altered; if true, it becomes an aspect of the scene");
        if point == Point::Act {
            table.answer(point, Choice::of(Verb::Attack));
        }
    }
}

/// A player who is asked about a stated fact cannot reply with another fact. Such a statement waits for a later question.
#[test]
fn a_fact_does_not_answer_a_fact() {
    let mut table = both(scene().rule("declarations", "yes"));
    table.say(Point::Act, fact(Choice::FACT), "It rains");
    assert_eq!(table.wait(), Some(Point::Fact));
    let ask = table.fight.waiting_for().unwrap();
    assert_eq!(wants_words(&table.fight, &ask, Choice::of(Verb::Alter)).as_deref(), Some("What is true instead?"));
    for (words, answers) in
        [("fact \"So it does\"", false), ("fact", false), ("declare scene", false), ("fact accept", true), ("alter", true)]
    {
        assert_eq!(AnswerInput::read(words).unwrap().is_for(&table.fight, Point::Fact), answers, "{words}");
    }
}

/// "only the aspect that may come of it is an option, off by default", and only for actors who want to be asked and have a point and a
/// skill.
#[test]
fn rp44_facts_that_become_aspects_are_off_by_default_and_cost_a_point_in_hand() {
    assert!(!facts_open(&both(scene())));
    assert!(both(scene()).fight.allows_facts() && !both(scene().rule("declarations", "no")).fight.allows_facts());
    let table = both(scene().rule("declarations", "yes"));
    assert!(facts_open(&table));
    let mut unasked = table.fight.clone();
    *unasked.state.asks.row_mut(Seat(0)).unwrap() = Points::NONE.with(Point::Compel);
    let mut options = Options::new();
    unasked.legal(&mut options);
    assert!(options.as_slice().iter().all(|option| option.verb != Verb::Fact));
    let poor = scene().rule("declarations", "yes").person("red", "a", shooter("red")).person("blue", "b", target("blue"));
    let mut poor = poor.sit();
    poor.wait();
    assert!(!facts_open(&poor));
}

/// A fact in the middle of a turn changes nothing else: points of movement and dice are the same.
#[test]
fn rp44_a_fact_interrupts_and_the_question_comes_again() {
    let mut table = both(scene().rule("declarations", "yes"));
    table.dice("++00").answer(Point::Act, Choice::of(Verb::Move)).pass(&[Point::Compel, Point::Adjust]);
    assert_eq!(table.wait(), Some(Point::Steps));
    let before = table.fight.state.declared.movement;
    let options: Vec<Choice> = table.options().into_iter().filter(|option| option.verb != Verb::Fact).collect();
    table.say(Point::Steps, fact(Choice::FACT), "There is a ladder").answer(Point::Fact, Choice::of(Verb::Accept));
    assert_eq!(table.wait(), Some(Point::Steps));
    assert_eq!((table.fight.state.declared.movement, table.options()), (before, options));
}

/// In the zero-sum economy the point for a fact goes to the side that judges, and comes back from there.
#[test]
fn rxtm5_in_zero_sum_the_point_for_a_fact_changes_hands() {
    for (answer, left) in [(Verb::Accept, [1, 2]), (Verb::Alter, [2, 1])] {
        let mut table = both(scene().rule("declarations", "yes").rule("fate", "zero_sum"));
        table.answer(Point::Act, fact(Choice::FACT)).answer(Point::Fact, Choice::of(answer));
        table.wait();
        assert_eq!(points(&table), left);
    }
}

/// `fact` rules of a doctrine list the facts it accepts; it alters others.
#[test]
fn a_doctrine_accepts_the_facts_its_lines_allow() {
    let text = "npc n \"N\" { cap 1; skills { 1 agility }; aspects \"A\" }\nmap m { zone a; zone b; border a -- b 0 }\n\
        doctrine easy : personal { fact }\ndoctrine stern : personal { fact when it.fate >= 5 }";
    let pack = crate::plays::table::pack(text);
    for (name, wanted) in [("t.easy", Verb::Accept), ("t.stern", Verb::Alter)] {
        let mut table = both(scene().rule("declarations", "yes"));
        table.answer(Point::Act, fact(Choice::FACT));
        table.wait();
        let ask = table.fight.waiting_for().unwrap();
        let mut options = Options::new();
        table.fight.legal(&mut options);
        let mut seat = DoctrineSeat::new(&pack.doctrines[name], Dice::seeded(1, 1)).unwrap();
        assert!(seat.points_with_lines().asks(Point::Fact));
        assert_eq!(seat.decide(&table.fight, &ask, &options).unwrap().choice.verb, wanted, "{name}");
    }
}

fn maneuver(table: &mut Table) {
    let it = Id::Actor(table.actor("blue"));
    table.answer(Point::Act, Choice::of(Verb::Maneuver)).answer(Point::Whom, Choice::of(Verb::Target).on(it));
    table.pass(&[Point::With]);
}

/// The judge of a maneuver decides how long its aspect lasts, or rejects the maneuver as unreasonable. After a rejection, the player of the
/// maneuver declares again, and there is no second veto in the same turn.
#[test]
fn a_veto_takes_a_declaration_back_once_a_turn() {
    let mut table = both(scene().rule("caller", "others"));
    maneuver(&mut table);
    assert_eq!(table.wait(), Some(Point::Term));
    assert_eq!(table.fight.waiting_for().unwrap().seat, Seat(1), "the other side calls");
    assert!(table.options().contains(&Choice::of(Verb::Veto)));
    table.say(Point::Term, Choice::of(Verb::Veto), "Not from up there");
    assert_eq!(table.wait(), Some(Point::Act));
    assert_eq!(table.fight.waiting_for().unwrap().seat, Seat(0));
    maneuver(&mut table);
    assert_eq!(table.wait(), Some(Point::Term));
    assert_eq!(table.options(), [Choice::of(Verb::Term).how(0), Choice::of(Verb::Term).how(1)]);
    table.dice("++++").answer(Point::Term, Choice::of(Verb::Term).how(1)).pass(&[Point::Compel, Point::FreeMove, Point::Adjust]);
    assert!(table.fight.state.aspects.values().any(|aspect| aspect.origin == AspectOrigin::Maneuver && aspect.placer == Some(0)));
}

/// Declares an obstruction of the actor's own zone, which lasts for the whole fight or is maintained.
fn obstruct(table: &mut Table, how: u8) {
    let zone = table.zone("a");
    table.answer(Point::Act, Choice::of(Verb::Obstruct)).answer(Point::Whom, Choice::of(Verb::Target).on(Id::Zone(zone)));
    table.pass(&[Point::With]);
    assert_eq!(table.wait(), Some(Point::Term));
    let ask = table.fight.waiting_for().unwrap();
    assert_eq!(ask.seat, Seat(0), "the actor says how long it lasts");
    assert_eq!(table.options(), [Choice::of(Verb::Term).how(0), Choice::of(Verb::Term).how(1)], "and does not veto itself");
    assert!(question(&table.fight, &ask, &ColourScheme::PLAIN).contains("maintains it"));
    table.answer(Point::Term, Choice::of(Verb::Term).how(how));
}

/// "depends entirely upon the narrative offered by the player, and is subject to table approval": the actor says how long an obstruction
/// lasts, and the other side may refuse it, once a turn.
/// Rules: R-XTM6.
#[test]
fn the_other_side_may_refuse_an_obstruction_whose_duration_the_actor_has_said() {
    for how in [0, 1] {
        let mut table = both(scene().rule("caller", "others"));
        obstruct(&mut table, how);
        assert_eq!(table.wait(), Some(Point::Term));
        let ask = table.fight.waiting_for().unwrap();
        assert_eq!(ask.seat, Seat(1), "the other side accepts or refuses");
        assert!(question(&table.fight, &ask, &ColourScheme::PLAIN).ends_with("Is that reasonable?"));
        let fits = Choice::of(Verb::Term).how(how);
        assert_eq!(table.options(), [fits, Choice::of(Verb::Veto)]);
        let mut options = Options::new();
        table.fight.legal(&mut options);
        for words in ["fits", "term"] {
            assert_eq!(fit(&table.fight, &ask, &options, words).unwrap().choice, fits, "{words}");
        }
        table.say(Point::Term, Choice::of(Verb::Veto), "Not from up there");
        assert_eq!(table.wait(), Some(Point::Act));
        assert_eq!(table.fight.waiting_for().unwrap().seat, Seat(0), "the actor declares again");
        obstruct(&mut table, how);
        assert_ne!(table.wait(), Some(Point::Term), "once a turn");

        let mut table = both(scene().rule("caller", "others"));
        obstruct(&mut table, how);
        table.dice("++++").answer(Point::Term, fits).pass(&[Point::Compel, Point::FreeMove, Point::Adjust]);
        table.pass(&[Point::Border]);
        assert_eq!(table.fight.state.obstructions.len(), usize::from(how == 1), "only what is not permanent is maintained");
        let walls = table.events.iter().filter(|event| matches!(event, Event::Border { .. })).count();
        assert_eq!(walls, 1, "the obstacle is there");
    }
    let mut table = both(scene());
    obstruct(&mut table, 0);
    assert_ne!(table.wait(), Some(Point::Term), "by default everything passes");
}

/// "All attacks using weapons without the Low Recoil Stunt use the MicroG Skill": a move without gravity is a roll of it, too, and its option
/// names the skill that is rolled.
/// Rules: R-P36, R-P57.
#[test]
fn the_option_of_a_move_names_the_skill_that_is_rolled() {
    for (gravity, skill) in [("normal", "Agility"), ("none", "MicroG"), ("low", "MicroG")] {
        let red = shooter("red").skill("microg", 4);
        let mut table = scene().rule("gravity", gravity).person("red", "a", red).person("blue", "b", target("blue")).sit();
        assert_eq!(table.wait(), Some(Point::Act));
        let ask = table.fight.waiting_for().unwrap();
        let told = about(&table.fight, &ask, Choice::of(Verb::Move)).unwrap();
        assert!(told.to_lowercase().starts_with(&format!("roll {}:", skill.to_lowercase())), "{gravity}: {told}");
    }
}

/// A social attack can be vetoed too; one with a weapon cannot. By default the actor approves their own declaration.
#[test]
fn attacks_of_words_may_be_vetoed_and_by_default_nobody_vetoes() {
    let with = |table: &mut Table, words: bool| {
        table.answer(Point::Act, Choice::of(Verb::Attack));
        table.pass(&[Point::Whom]);
        let threat = table.skill("intimidation");
        let is = |option: &Choice| option.verb == Verb::Use && (option.skill() == Some(threat)) == words;
        let way = table.options().into_iter().find(is).unwrap();
        table.answer(Point::With, way);
        if table.wait() == Some(Point::Track) {
            table.pass(&[Point::Track]);
        }
    };
    let mut table = both(scene().rule("caller", "others"));
    with(&mut table, true);
    assert_eq!(table.wait(), Some(Point::Term));
    assert_eq!(table.options(), [Choice::of(Verb::Term), Choice::of(Verb::Veto)]);
    table.answer(Point::Term, Choice::of(Verb::Veto));
    with(&mut table, false);
    assert_ne!(table.wait(), Some(Point::Term));

    let mut table = both(scene());
    maneuver(&mut table);
    assert_eq!(table.wait(), Some(Point::Term));
    assert_eq!(table.fight.waiting_for().unwrap().seat, Seat(0));
    assert_eq!(table.options().len(), 2);
}

/// The attacker who takes an actor out decides in words what becomes of them and whether they return; the dead do not.
/// Rules: R-P49.
#[test]
fn rp14_the_winner_says_what_becomes_of_the_beaten_and_whether_they_return() {
    let outcome = |tag: u8| Choice::of(Verb::Outcome).how(tag);
    for (harm, answer, gone, ways) in
        [(6, outcome(2), false, 8), (6, outcome(2).n(Choice::FOR_GOOD), true, 8), (6, outcome(1), true, 8), (12, outcome(0), true, 5)]
    {
        let mut table = both(scene().set("weapon", "pistol", &[("harm", harm)]));
        table.dice("0000 0000");
        shoot(&mut table, "blue");
        table.pass(&[Point::Adjust, Point::Mitigate]);
        assert_eq!(table.wait(), Some(Point::Beaten));
        assert_eq!(table.options().len(), ways, "harm {harm}");
        table.say(Point::Beaten, answer, "Sold to the mines");
        table.wait();
        let blue = &table.fight.state.actors[table.actor("blue")];
        assert!(matches!(blue.status, ActorStatus::TakenOut { for_good, .. } if for_good == gone), "{answer:?} {:?}", blue.status);
        assert_eq!(blue.ending.as_deref(), Some("Sold to the mines"));
    }
}
