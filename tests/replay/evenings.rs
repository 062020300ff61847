//! Evenings of `slipyard play` as a script plays them, and the number of prompts that they have.

use crate::replay::world::{Hands, Paper, every};
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_play::choice::{Choice, Options, Verb};
use slip_play::event::Event;
use slip_play::fight::Playable;
use slip_play::ids::{Seat, TableKey};
use slip_play::log::first_record::SeatLine;
use slip_play::question::{Ask, Point};
use slip_session::session::question_stops::{Preset, Stops};
use slip_session::session::replay::ReplayOptions;
use slip_session::session::{Interjection, JournalEntry, LogRecord, SeatAssignment, Session};
use slip_table::option_words;
use slip_table::table::Marks;

/// Returns a shipped encounter of any kind.
fn encounter(name: &str) -> (&'static Pack, &'static Encounter) {
    every().into_iter().find(|(_, encounter)| encounter.name == name).unwrap()
}

/// Begins an evening: people play the first sides, doctrines the others.
fn evening(name: &str, people: usize, seed: u64, preset: Preset) -> (Session, Paper) {
    let (pack, encounter) = encounter(name);
    let chair = |side: usize| match side < people {
        true => SeatAssignment::human(),
        false => SeatAssignment::of_side(pack, encounter, Seat::of(side), seed),
    };
    let paper = Paper::default();
    let chairs = (0..encounter.sides.len()).map(chair).collect();
    let mut session = Session::begin(pack, encounter, Some(seed), chairs, paper.sink()).unwrap();
    session.set_all_stops(Stops::of(preset));
    (session, paper)
}

/// Returns the answer of a player who attacks if possible, otherwise moves, and takes the default everywhere else.
fn answer(ask: &Ask, options: &Options) -> Choice {
    let wanted: &[Verb] = match ask.point {
        Point::Act => &[Verb::Attack, Verb::Move],
        Point::Declare => &[Verb::Beam, Verb::Torpedo, Verb::Ew],
        _ => &[],
    };
    let listed = |verb: &Verb| options.as_slice().iter().find(|choice| choice.verb == *verb).copied();
    wanted.iter().find_map(listed).or_else(|| options.default_choice()).unwrap()
}

/// Counts the prompts that a player sees up to the end of a round. A target is asked for only if the line of the action is not the marked
/// one and another target of the attack has better odds than the marked one (R-XTT14, R-XTT15).
fn prompts(name: &str, people: usize, rounds: u32, preset: Preset) -> usize {
    let (mut session, _) = evening(name, people, 1, preset);
    let (pack, encounter) = encounter(name);
    session.advise(pack, encounter);
    let (mut count, mut has_target) = (0, false);
    while let Some(ask) = session.advance().unwrap() {
        if session.fight().round() > rounds {
            break;
        }
        let options = session.options();
        let is_of_line = ask.point == Point::Whom || session.attack_step(&ask).is_some();
        if has_target && is_of_line {
            session.answer(&options.default_choice().unwrap().into()).unwrap();
            continue;
        }
        count += 1;
        let choice = answer(&ask, &options);
        let takes_line = options.default_choice() == Some(choice) && session.names_target(&ask, choice);
        has_target = ask.point != Point::Act && has_target || takes_line || session.best_target(&ask, choice).is_some();
        session.answer(&choice.into()).unwrap();
    }
    count
}

/// "prompts, `customs_raid`, two people at the keyboard, 4 rounds: at most 45; `arrears`, one person, 5 rounds: at most 35; `chase`, one
/// person, 3 turns: at most 18." A platoon evening of 3 turns has two to three prompts
/// for a unit and turn, additions to its rolls included.
#[test]
fn an_evening_has_few_prompts() {
    let evenings = [
        ("customs_raid", 2, 4, 45),
        ("arrears", 1, 5, 35),
        ("chase", 1, 3, 18),
        ("three_towers", 1, 3, 90),
        ("nobody_was_here", 1, 3, 40),
        ("locks_by_noon", 1, 3, 72),
    ];
    let mut wrong = Vec::new();
    for (name, people, rounds, most) in evenings {
        let [brief, full] = [Preset::Brief, Preset::Full].map(|preset| prompts(name, people, rounds, preset));
        wrong.extend((brief > most || brief >= full).then(|| format!("{name}: {brief} prompts of {full}, not {most}")));
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// The odds in the list of actions are those for the target, the weapon and the track that are marked in the questions after the action.
#[test]
fn the_odds_of_an_action_are_those_of_the_target_that_is_marked() {
    let mut compared = 0;
    for name in ["three_towers", "locks_by_noon", "arrears", "customs_raid", "water_court"] {
        let (mut session, _) = evening(name, 1, 2, Preset::Brief);
        let (pack, encounter) = encounter(name);
        session.advise(pack, encounter);
        let mut promised: Option<(String, String)> = None;
        for _ in 0..150 {
            let Some(ask) = session.advance().unwrap() else { break };
            let options = session.options();
            let first = options.default_choice().unwrap();
            let fight = session.fight();
            if let Some((target, odds)) = promised.take().filter(|_| ask.point == Point::Whom) {
                let marked = option_words::sentence(fight, &ask, first).unwrap_or_default();
                let about = session.courses(&ask, &options)[0].clone().or_else(|| option_words::about(fight, &ask, first));
                assert_eq!((marked, about), (target, Some(odds)), "{name}");
                compared += 1;
            }
            // Each action is chosen in turn, not only the marked one.
            let choice = match ask.point {
                Point::Act => {
                    let courses = session.courses(&ask, &options);
                    let offered: Vec<usize> = (0..options.len()).filter(|&place| courses[place].is_some()).collect();
                    let place = offered.get(compared % offered.len().max(1)).copied().unwrap_or(0);
                    promised = courses[place]
                        .as_ref()
                        .and_then(|course| course.split_once(": "))
                        .map(|(on, odds)| (on.to_owned(), odds.to_owned()));
                    options.get(place).unwrap()
                }
                _ => first,
            };
            session.answer(&choice.into()).unwrap();
        }
    }
    assert!(compared > 20, "{compared}");
}

/// "Defaults use what is free and helps": a free tag that turns a failure into a success is marked.
#[test]
fn a_free_tag_that_turns_a_roll_is_marked_in_a_platoon() {
    let mut offered = 0;
    for (name, seed) in [("locks_by_noon", 4), ("three_towers", 3), ("payroll", 2), ("run_for_the_quay", 5)] {
        let (mut session, _) = evening(name, 1, seed, Preset::Full);
        let (pack, encounter) = encounter(name);
        session.advise(pack, encounter);
        for _ in 0..700 {
            let Some(ask) = session.advance().unwrap() else { break };
            let options = session.options();
            let helps = |choice: &&Choice| {
                let about = option_words::about(session.fight(), &ask, **choice).unwrap_or_default();
                choice.verb == Verb::Free && choice.how != Choice::REROLL && about.contains(" instead of ")
            };
            if ask.point == Point::Adjust && options.as_slice().iter().any(|choice| helps(&choice)) {
                offered += 1;
                assert!(
                    matches!(options.default_choice().unwrap().verb, Verb::Free | Verb::Spin),
                    "{name} {seed}: {:?}",
                    options.as_slice()
                );
            }
            let choice = answer(&ask, &options);
            session.answer(&choice.into()).unwrap();
        }
    }
    assert!(offered > 0);
}

/// A unit or platoon that acts by default can be exchanged for another in words.
#[test]
fn another_unit_is_named_where_the_next_one_is_not_asked_for() {
    let (mut session, _) = evening("three_towers", 1, 3, Preset::Brief);
    let ask = session.advance().unwrap().unwrap();
    assert_eq!(ask.point, Point::Act);
    let others = session.other_turns(&Marks::of(session.start()));
    assert!(others.iter().any(|words| words == "unit SL2") && others.iter().any(|words| words == "order dune_levy"), "{others:?}");
    assert_eq!(session.interject(&ask, "unit SL2"), Some(Ok(Interjection::Back)));
    let next = session.advance().unwrap().unwrap();
    assert_eq!(next.me.actor().map(|me| session.fight().title_of(me)), Some("Shore levy #2"));
}

/// Stops belong to the seat: a question that is not asked gets its default, and the log is the one of a player who answered it so.
#[test]
fn rxtt9_a_question_that_is_not_asked_gets_its_default_and_the_log_is_the_same() {
    for (name, people) in [("customs_raid", 2), ("arrears", 1), ("chase", 1), ("water_court", 1)] {
        let logs = [Preset::Brief, Preset::Full].map(|preset| {
            let (mut session, paper) = evening(name, people, 3, preset);
            for _ in 0..400 {
                let Some(ask) = session.advance().unwrap() else { break };
                if session.fight().round() > 3 {
                    break;
                }
                let choice = answer(&ask, &session.options());
                session.answer(&choice.into()).unwrap();
            }
            paper.text()
        });
        let [brief, full] = &logs;
        let lines = brief.lines().count().min(full.lines().count());
        assert!(brief.lines().take(lines).eq(full.lines().take(lines)), "{name}");
        let (pack, encounter) = encounter(name);
        assert!(Session::retrace(pack, encounter, brief, ReplayOptions::default()).is_ok(), "{name}");
    }
}

/// Undo goes back to the last question that the player saw, also in a game that was continued from its log.
#[test]
fn rxtt3_an_undo_goes_back_to_the_last_question_that_was_asked() {
    let (mut session, paper) = evening("arrears", 1, 2, Preset::Brief);
    let mut seen = Vec::new();
    for _ in 0..12 {
        let Some(ask) = session.advance().unwrap() else { break };
        seen.push((session.last_line(), ask));
        let choice = answer(&ask, &session.options());
        session.answer(&choice.into()).unwrap();
    }
    session.advance().unwrap();
    let (line, ask) = seen.pop().unwrap();
    assert_eq!(session.line_before(Some(1)), Some(line));
    let (pack, encounter) = encounter("arrears");
    let mut resumed = Session::retrace(pack, encounter, &paper.text(), ReplayOptions::default()).unwrap().session;
    resumed.set_all_stops(Stops::of(Preset::Brief));
    assert_eq!(resumed.line_before(Some(1)), Some(line));
    session.undo(line, "the referee", None, false).unwrap();
    assert_eq!(session.advance().unwrap().map(|ask| (ask.point, ask.me)), Some((ask.point, ask.me)));
}

/// Never: the seat is not asked, whatever the answer would change.
#[test]
fn a_stop_that_is_set_to_never_is_not_asked() {
    let (mut session, _) = evening("customs_raid", 2, 1, Preset::Full);
    for side in 0..2 {
        let mut stops = session.stops_of(Seat::of(side));
        assert_eq!(stops.change("compel never"), Ok(()));
        session.set_stops(Seat::of(side), stops);
    }
    let mut hands = Hands::new(1);
    for _ in 0..80 {
        let Some(ask) = session.advance().unwrap() else { break };
        assert_ne!(ask.point, Point::Compel);
        let choice = hands.choose(&session.options());
        session.answer(&choice.into()).unwrap();
    }
}

/// "The game goes back to the window it belongs to": if the game skipped a question, words that answer it are still accepted, as long as no
/// dice have been rolled since.
#[test]
fn words_for_a_question_that_was_left_out_go_back_to_it() {
    let (mut session, _) = evening("chase", 1, 1, Preset::Brief);
    let ask = loop {
        let ask = session.advance().unwrap().unwrap();
        if ask.point == Point::Bid {
            break ask;
        }
        let choice = answer(&ask, &session.options());
        session.answer(&choice.into()).unwrap();
    };
    let possible = session.still_possible(&Marks::of(session.start()));
    assert!(possible.iter().any(|words| words == "coast"), "{possible:?}");
    assert!(possible.iter().any(|words| words.starts_with("compel OH ")), "{possible:?}");
    assert_eq!(session.interject(&ask, "coast"), Some(Ok(Interjection::Back)));
    let coasts = |entry: &JournalEntry| matches!(&entry.record, LogRecord::Event(Event::Answer { pick, .. }) if pick.verb == Verb::Coast);
    assert!(session.journal().iter().any(|entry| entry.kept && coasts(entry)));
}

/// "At any time a player can pay a fate point and declare a true fact about the world as pertains to the character's apex Skill." (R-P44)
#[test]
fn a_fact_is_declared_in_words_at_any_question() {
    for (name, more) in [("arrears", ""), ("chase", " by marta_oyelaran"), ("customs_raid", " to port_marshal#1")] {
        let (mut session, _) = evening(name, 1, 1, Preset::Brief);
        let ask = session.advance().unwrap().unwrap();
        let (before, options, lines) = (session.fight().clone(), session.options(), session.journal().len());
        let declared = session.interject(&ask, &format!("fact \"The valves are rusted\"{more}"));
        assert!(
            matches!(declared, Some(Ok(Interjection::Declared(said))) if said.contains("fate point") && said.contains("`undo`")),
            "{name}"
        );
        let LogRecord::Event(Event::Override { why, events, .. }) = &session.journal()[lines].record else { panic!("{name}") };
        assert!(why.as_ref().unwrap().ends_with("declares a fact: The valves are rusted"), "{name}: {why:?}");
        assert!(matches!(events[0], Event::Fate { change: -1, .. }), "{name}");
        assert_eq!(events.len(), if name == "customs_raid" { 2 } else { 1 }, "{name}: the point goes to the bank, or to the named actor");
        assert_eq!(
            (session.advance().unwrap(), session.options().as_slice()),
            (Some(ask), options.as_slice()),
            "{name}: the question comes again"
        );
        session.undo(session.line_before(Some(1)).unwrap(), "crew", None, false).unwrap();
        assert_eq!(session.fight(), &before, "{name}: undo gives the point back");
        for wrong in
            ["fact", "fact The valves", "fact \"\"", "fact \"So\" by noman", "fact \"So\" with iveta", "fact \"So\" by port_marshal#1"]
        {
            assert!(matches!(session.interject(&ask, wrong), Some(Err(_))), "{name}: {wrong}");
        }
    }
}

/// "assuming everyone at the table nods assent"; "subject to reasonableness, as determined by table authority": a use of an aspect that the
/// table does not accept is taken back unpaid, once.
/// Rules: R-P58.
#[test]
fn a_use_of_an_aspect_can_be_vetoed_once() {
    let uses = |entry: &JournalEntry| match &entry.record {
        LogRecord::Event(Event::Answer { pick, .. }) if entry.kept => matches!(pick.verb, Verb::Invoke | Verb::Tag | Verb::Free),
        _ => false,
    };
    let (mut session, _) = evening("arrears", 1, 1, Preset::Brief);
    let mut known = 0;
    let ask = loop {
        let ask = session.advance().unwrap().expect("the enemy uses an aspect before the end");
        if session.journal().iter().skip(known).any(uses) {
            break ask;
        }
        known = session.journal().len();
        let choice = answer(&ask, &session.options());
        session.answer(&choice.into()).unwrap();
    };
    let last = |session: &Session| session.journal().iter().filter(|entry| uses(entry)).map(|entry| entry.record.clone()).next_back();
    let count = |session: &Session| session.journal().iter().filter(|entry| uses(entry)).count();
    let (before, used) = (count(&session), last(&session));
    let vetoed = session.interject(&ask, "veto that has nothing to do with it");
    assert!(matches!(&vetoed, Some(Ok(Interjection::Vetoed(said))) if said.contains("taken back unpaid")), "{vetoed:?}");
    assert_eq!(count(&session), before - 1);
    let reason = session.journal().iter().rev().find_map(|entry| match &entry.record {
        LogRecord::Undo(undo) => undo.why.clone(),
        LogRecord::Event(_) => None,
    });
    assert_eq!(reason.as_deref(), Some("veto of this use of an aspect: that has nothing to do with it"));
    let ask = session.advance().unwrap().unwrap();
    assert!(count(&session) < before || last(&session) != used, "the same use does not come again");
    let question = |entry: &JournalEntry| match &entry.record {
        LogRecord::Event(Event::Answer { ask, seat, .. }) if entry.kept && *seat != Seat::of(0) => Some(*ask),
        _ => None,
    };
    let again = session.journal().iter().filter_map(question).next_back();
    let second = session.interject(&ask, "veto");
    assert!(!matches!(&second, Some(Ok(_))) || session.journal().iter().filter_map(question).next_back() != again, "{second:?}");
}

/// A vetoed answer is not given again by a doctrine when the game is saved at that moment and resumed, nor after a second veto.
/// Rules: R-P58.
#[test]
fn a_veto_is_kept_when_a_game_is_resumed() {
    let (pack, encounter) = encounter("arrears");
    let (mut session, paper) = evening("arrears", 1, 1, Preset::Brief);
    let of_enemy = |entry: &JournalEntry| match &entry.record {
        LogRecord::Event(Event::Answer { seat, ask, pick, say, .. }) if entry.kept && *seat != Seat::of(0) => {
            Some((*ask, *pick, say.clone()))
        }
        _ => None,
    };
    let answers = |session: &Session| session.journal().iter().filter_map(of_enemy).collect::<Vec<_>>();
    let mut vetoes = 0;
    while let Some(ask) = session.advance().unwrap() {
        let before = answers(&session);
        if let Some(Ok(Interjection::Vetoed(_))) = session.interject(&ask, "veto") {
            vetoes += 1;
            let number = answers(&session).len();
            let vetoed = before[number].clone();
            let rest = Paper::default();
            let text = paper.text();
            let mut sit = |seat: Seat, _: &SeatLine| match seat.place() {
                0 => SeatAssignment::human(),
                _ => SeatAssignment::of_side(pack, encounter, seat, 1),
            };
            let mut resumed = Session::resume(pack, encounter, &text, &mut sit, rest.sink()).unwrap().session;
            resumed.set_all_stops(Stops::of(Preset::Brief));
            resumed.advance().unwrap();
            session.advance().unwrap();
            assert_ne!(answers(&resumed).get(number), Some(&vetoed), "the vetoed answer comes again");
            assert_eq!(answers(&resumed), answers(&session), "the resumed game goes on as the other");
            continue;
        }
        let choice = answer(&ask, &session.options());
        session.answer(&choice.into()).unwrap();
    }
    assert!(vetoes > 2, "{vetoes}");
}

/// After the table refuses an aspect for a roll, the aspect is not offered again for this roll, even if another veto goes further back.
/// Rules: R-P58.
#[test]
fn a_vetoed_aspect_does_not_come_again_for_the_same_roll() {
    let mut again = 0;
    for seed in 1..=12 {
        let (mut session, _) = evening("customs_raid", 1, seed, Preset::Brief);
        // Uses of aspects by the enemy that are not taken back, each with the number of rolls before it.
        let uses = |session: &Session| {
            let (mut rolls, mut uses) = (0, Vec::new());
            for entry in session.journal().iter().filter(|entry| entry.kept) {
                match &entry.record {
                    LogRecord::Event(Event::Roll { .. }) => rolls += 1,
                    LogRecord::Event(Event::Answer { seat, pick, .. })
                        if *seat != Seat::of(0) && matches!(pick.verb, Verb::Invoke | Verb::Tag | Verb::Free) =>
                    {
                        uses.push((rolls, pick.with));
                    }
                    _ => {}
                }
            }
            uses
        };
        let mut vetoed: Vec<(usize, u16)> = Vec::new();
        for _ in 0..60 {
            let Some(ask) = session.advance().unwrap() else { break };
            let before = uses(&session);
            assert!(before.iter().all(|use_of| !vetoed.contains(use_of)), "seed {seed}: {vetoed:?} {before:?}");
            if let Some(Ok(Interjection::Vetoed(said))) = session.interject(&ask, "veto") {
                if !said.contains("use of an aspect") {
                    continue;
                }
                let left = uses(&session).len();
                let gone = before.get(left..).unwrap_or_default();
                again += usize::from(gone.iter().any(|(rolls, _)| vetoed.iter().any(|(known, _)| known == rolls)));
                vetoed.extend(gone.first());
                continue;
            }
            let choice = answer(&ask, &session.options());
            if session.answer(&choice.into()).is_err() {
                break;
            }
        }
    }
    assert!(again > 0, "no roll had a second veto");
}

/// "After a roll, at most six options, best value first": a compel may be refused, so it comes after options with a certain effect. Each
/// aspect is listed once.
#[test]
fn at_most_six_answers_are_shown_after_a_roll() {
    for name in ["customs_raid", "arrears", "chase", "three_towers", "water_court"] {
        let (mut session, _) = evening(name, 2, 4, Preset::Brief);
        for _ in 0..120 {
            let Some(ask) = session.advance().unwrap() else { break };
            let ranked = session.ranked_options();
            if matches!(ask.point, Point::Adjust | Point::Mitigate | Point::Compel) {
                assert!(ranked.shown.is_some_and(|shown| shown <= 6), "{name}: {:?} of {}", ranked.shown, ranked.options.len());
            }
            let choice = answer(&ask, &ranked.options);
            session.answer(&choice.into()).unwrap();
        }
    }
}
