//! Tests of the referee's rulings: the allowed ones, and those that the laws of a fight forbid.

use crate::replay::world::{Hands, every, one, table};
use slip_dice::fate::{Aspect, Grade, Holder};
use slip_pack::encounter::Play;
use slip_play::event::{Event, TrackId};
use slip_play::fight::Fight;
use slip_play::ids::{ActorId, AspectId, TableKey, ZoneId};
use slip_session::session::replay::ReplayOptions;
use slip_session::session::{Session, SessionError};

fn refused(session: &mut Session, events: Vec<Event>) -> String {
    let before = (session.fight().clone(), session.last_line());
    let Err(SessionError::Unlawful(why)) = session.override_with(events, "Nadia", None) else { panic!("it was ruled") };
    assert!(before == (session.fight().clone(), session.last_line()), "a refusal changes nothing");
    why
}

fn actor(session: &Session, name: &str) -> ActorId {
    session.fight().personal().unwrap().roster.actors.iter().find(|(_, sheet)| sheet.name == name).unwrap().0
}

#[test]
fn the_referee_s_word_happens_and_is_told_as_such() {
    let (pack, encounter) = one("customs_raid");
    let (mut session, paper) = table(pack, encounter, 2);
    Hands::new(2).play(&mut session, 4);
    let iveta = actor(&session, "iveta");
    // In this fight, fate points only pass between actors.
    let marshal = actor(&session, "port_marshal#1");
    let [points, theirs] = [iveta, marshal].map(|who| session.fight().personal().unwrap().purse(who).points());
    let id = AspectId::of(session.fight().personal().unwrap().state.aspects.len());
    let events = vec![
        Event::Fate { who: marshal, change: -1, left: theirs - 1, from: Some(iveta) },
        Event::Fate { who: iveta, change: 1, left: points + 1, from: Some(marshal) },
        Event::AspectAdd { id, aspect: Aspect::printed("Alarm bells", Holder::Scene) },
    ];
    let gift = vec![Event::Fate { who: iveta, change: 1, left: points + 1, from: None }];
    assert_eq!(refused(&mut session, gift), "here fate points only change hands: add `from NAME`");
    session.override_with(events, "Nadia", Some("that was a good line")).unwrap();
    assert_eq!(session.fight().personal().unwrap().purse(iveta).points(), points + 1);
    assert_eq!(session.fight().personal().unwrap().state.aspects[id].text, "Alarm bells");
    assert!(!session.is_comparable(), "rxtr6");
    let account = session.transcript();
    assert!(account.contains("Nadia rules, because \"that was a good line\":"), "{account}");
    assert!(account.contains("New aspect on the scene: \"Alarm bells\"."), "{account}");
    let text = paper.text();
    let line = text.lines().last().unwrap();
    assert!(line.contains("\"e\":\"override\"") && line.contains("{\"e\":\"fate\",\"who\":\"iveta\",\"change\":1"), "{line}");
}

/// Hidden characters in the words of a ruling become escapes, so that its log is read again.
#[test]
fn a_ruling_with_hidden_characters_is_replayed_from_the_log() {
    let (pack, encounter) = one("customs_raid");
    let (mut session, paper) = table(pack, encounter, 2);
    Hands::new(2).play(&mut session, 4);
    let id = AspectId::of(session.fight().personal().unwrap().state.aspects.len());
    let events = vec![Event::AspectAdd { id, aspect: Aspect::printed("Alarm bells", Holder::Scene) }];
    session.override_with(events, "Na\u{200b}dia", Some("a good\n\u{202e}line")).unwrap();
    let text = paper.text();
    let line = text.lines().last().unwrap();
    assert!(line.contains(r#""by":"Na\\u{200B}dia","why":"a good \\u{202E}line""#), "{line}");
    let again = Session::retrace(pack, encounter, &text, ReplayOptions::default()).unwrap();
    assert_eq!(again.stands, text.len());
}

/// R-P6 allows one aspect of each scope to be tagged for a point: an account names the scope.
#[test]
fn what_lies_around_everybody_is_told_by_its_scope() {
    for kind in [Play::Personal, Play::Space, Play::Platoon] {
        let (pack, encounter) = every().into_iter().find(|(_, encounter)| encounter.play == kind).unwrap();
        let (mut session, _) = table(pack, encounter, 2);
        session.advance().unwrap();
        let first = match session.fight() {
            Fight::Personal(people) => people.state.aspects.len(),
            Fight::Space(ships) => ships.state.aspects.len(),
            Fight::Platoon(units) => units.state.aspects.len(),
            Fight::Stakes(_) => 0,
        };
        let around = [(Holder::Scene, "the scene"), (Holder::System, "the place"), (Holder::Campaign, "the campaign")];
        let aspect = |(number, &(holder, on)): (usize, &(Holder, &str))| Event::AspectAdd {
            id: AspectId::of(first + number),
            aspect: Aspect::printed(format!("Of {on}"), holder),
        };
        session.override_with(around.iter().enumerate().map(aspect).collect(), "Nadia", None).unwrap();
        let account = session.transcript();
        for (_, on) in around {
            assert!(account.contains(&format!("New aspect on {on}: \"Of {on}\".")), "{account}");
        }
    }
}

#[test]
fn rxtr7_boxes_that_are_not_there_and_points_below_nothing_cannot_be_ruled() {
    let (pack, encounter) = one("customs_raid");
    let (mut session, _) = table(pack, encounter, 2);
    session.advance().unwrap();
    let iveta = actor(&session, "iveta");
    let points = session.fight().personal().unwrap().purse(iveta).points();
    let length = session.fight().personal().unwrap().state.actors[iveta].tracks[0].length();
    let less = -i32::from(points) - 1;
    let why = refused(&mut session, vec![Event::Fate { who: iveta, change: less, left: 0, from: None }]);
    assert_eq!(why, format!("iveta has {points} fate points and cannot lose {}", points + 1));
    let why = refused(&mut session, vec![Event::Mark { who: iveta, track: TrackId(0), up_to: length + 1 }]);
    assert_eq!(why, format!("iveta has only boxes 1 to {length} of health, not box {}", length + 1));
    let why = refused(&mut session, vec![Event::AspectDrop { id: AspectId(999) }]);
    assert_eq!(why, "there is no aspect 999");
    let (from, gone) = (session.fight().personal().unwrap().state.actors[iveta].zone, ZoneId(200));
    let why = refused(&mut session, vec![Event::Move { who: iveta, from, to: gone, border: None, paid: 0, forced_by: None }]);
    assert_eq!(why, "there is no zone 200");
    let why = refused(&mut session, vec![Event::Reply { who: iveta, answer: slip_play::event::CompelReply::Accept, points: 1 }]);
    assert_eq!(why, "`reply` is a step of the game and cannot be a ruling: write its result as the ruling instead");
    let nobody = ActorId(120);
    assert_eq!(
        refused(&mut session, vec![Event::Mark { who: nobody, track: TrackId(0), up_to: 1 }]),
        "there is no actor with the number 120"
    );
    assert_eq!(refused(&mut session, Vec::new()), "the ruling is empty");
    // Each ruling is checked in the state at its time: a slot exists once.
    let id = session.fight().personal().unwrap().state.aspects.len();
    let hurt = |n: usize| {
        let id = AspectId::of(id + n);
        let aspect = Aspect::printed("Bleeding", Holder::Actor(iveta.0));
        [Event::AspectAdd { id, aspect }, Event::Consequence { who: iveta, grade: Grade::Mild, aspect: id }]
    };
    let twice = hurt(0).into_iter().chain(hurt(1)).collect();
    assert_eq!(refused(&mut session, twice), "iveta has no mild consequence left to take");
    session.override_with(hurt(0).into(), "Nadia", None).unwrap();
}

/// When a ruling has removed the aspect of a consequence, a ruling can free the slot of the consequence once. The log records this and can
/// be read again.
#[test]
fn a_consequence_that_is_ruled_away_frees_its_slot() {
    let (pack, encounter) = one("customs_raid");
    let (mut session, paper) = table(pack, encounter, 2);
    session.advance().unwrap();
    let iveta = actor(&session, "iveta");
    let left = |session: &Session| session.fight().personal().unwrap().state.actors[iveta].slots.count_of(Grade::Mild);
    let before = left(&session);
    let id = AspectId::of(session.fight().personal().unwrap().state.aspects.len());
    let aspect = Aspect::printed("Bleeding", Holder::Actor(iveta.0));
    let hurt = vec![Event::AspectAdd { id, aspect }, Event::Consequence { who: iveta, grade: Grade::Mild, aspect: id }];
    session.override_with(hurt, "Nadia", None).unwrap();
    assert_eq!(left(&session), before - 1);
    let recovered = |grade: Grade| Event::Recovered { who: iveta, grade, aspect: id };
    let why = refused(&mut session, vec![recovered(Grade::Mild)]);
    assert_eq!(why, "\"Bleeding\" is still in play: drop the aspect first");
    let why = refused(&mut session, vec![Event::AspectDrop { id }, recovered(Grade::Severe)]);
    assert!(why.starts_with("iveta has no severe consequence"), "{why}");
    session.override_with(vec![Event::AspectDrop { id }, recovered(Grade::Mild)], "Nadia", None).unwrap();
    assert_eq!(left(&session), before);
    assert!(refused(&mut session, vec![recovered(Grade::Mild)]).starts_with("iveta has no mild consequence"));
    assert!(session.transcript().contains("Iveta Marsh may take a mild consequence again."), "{}", session.transcript());
    let retraced = Session::retrace(pack, encounter, &paper.text(), ReplayOptions::default()).unwrap();
    assert!(retraced.session.fight() == session.fight());
}

#[test]
fn rxtr8_whoever_is_ruled_out_on_their_turn_has_had_it_and_the_fight_goes_on() {
    let (pack, encounter) = one("customs_raid");
    for seed in 0..6 {
        let (mut session, _) = table(pack, encounter, seed);
        let mut hands = Hands::new(seed);
        hands.play(&mut session, 3);
        while session.fight().personal().unwrap().state.step.phase != slip_play::event::Phase::Declare {
            let who = session.fight().personal().unwrap().state.actor.unwrap();
            let out = Event::Out { who, by: None, track: TrackId(0), fate: Some(0), beyond_saving: false, for_good: false, say: None };
            assert!(refused(&mut session, vec![out]).contains("cannot leave the fight during an action"));
            hands.play(&mut session, 1);
        }
        let who = session.fight().personal().unwrap().state.actor.unwrap();
        let out =
            |fate: Option<u8>| Event::Out { who, by: None, track: TrackId(0), fate, beyond_saving: false, for_good: false, say: None };
        assert!(refused(&mut session, vec![out(None)]).starts_with("name an outcome: unconscious"));
        session.override_with(vec![out(Some(0))], "Nadia", None).unwrap();
        session.advance().unwrap();
        assert!(session.outcome().is_some() || session.fight().personal().unwrap().state.actor != Some(who));
        while hands.play(&mut session, 50) {}
        assert!(session.outcome().is_some());
    }
}
