//! Tests of vetoes at a table with people: an answer that was taken back is not given again (R-P58, R-XTT4).

use crate::plays::rulings::{scene, shooter, target};
use crate::plays::table::Scene;
use slip_pack::encounter::{SceneAspect, SceneScope};
use slip_play::choice::{Answer, Choice, Verb};
use slip_play::question::Point;
use slip_session::session::{Interjection, SeatAssignment, Session, SessionError};

/// Begins a game with a person at each side.
fn evening(scene: &Scene) -> Session {
    let chairs = scene.encounter.sides.iter().map(|_| SeatAssignment::human()).collect();
    Session::begin(&scene.pack, &scene.encounter, Some(1), chairs, Box::new(|_| Ok(()))).unwrap()
}

fn two_people() -> Scene {
    let red = shooter("red").aspect("Hot head").aspect("Red two").fate(3);
    scene().person("red", "a", red).person("blue", "b", target("blue").fate(3))
}

/// Answers with the first option until a question of this point.
fn until(session: &mut Session, point: Point) {
    while session.advance().unwrap().expect("the game goes on").point != point {
        let first = session.options().default_choice().unwrap();
        session.answer(&first.into()).unwrap();
    }
}

/// "assuming everyone at the table nods assent": the answer that was taken back is not listed again; typed again it
/// is refused with a sentence, and the question stays.
/// Rules: R-P58, R-XTT4.
#[test]
fn a_vetoed_answer_is_not_offered_again_and_typed_again_it_is_refused() {
    let mut session = evening(&two_people());
    until(&mut session, Point::Act);
    session.answer(&Choice::of(Verb::Attack).into()).unwrap();
    until(&mut session, Point::Compel);
    let compel = session.options().as_slice().iter().copied().find(|option| option.verb == Verb::Compel).unwrap();
    session.answer(&compel.into()).unwrap();
    let ask = session.advance().unwrap().unwrap();
    assert_eq!(ask.point, Point::AnswerCompel);
    assert!(matches!(session.interject(&ask, "veto no story"), Some(Ok(Interjection::Vetoed(_)))));
    let ask = session.advance().unwrap().unwrap();
    assert_eq!(ask.point, Point::Compel);
    let listed = session.options();
    assert!(!listed.contains(compel), "{listed:?}");
    assert!(listed.as_slice().iter().any(|option| option.verb == Verb::Compel), "the other aspect may still be compelled");
    let line = session.last_line();
    assert_eq!(session.answer(&Answer::from(compel)), Err(SessionError::Vetoed));
    for typed in ["compel red \"Hot head\"", "compel \"Hot head\"", "offer_compel \"Hot head\""] {
        let said = session.interject(&ask, typed);
        assert_eq!(said, Some(Err("this answer has been vetoed: choose another one".to_owned())), "{typed}");
    }
    assert_eq!((session.last_line(), session.question()), (line, Some(ask)), "the question stays");
    let other = listed.as_slice().iter().copied().find(|option| option.verb == Verb::Compel).unwrap();
    session.answer(&other.into()).unwrap();
    let ask = session.advance().unwrap().unwrap();
    assert!(matches!(session.interject(&ask, "veto"), Some(Err(_))), "each answer is vetoed once");
}

/// "You offer the referee a deal related to the Aspect" of a scene: with `compel_scene yes` it stops a person, also if the words name the
/// person; without it the sentence says why not.
/// Rules: R-P56.
#[test]
fn an_aspect_of_the_scene_is_compelled_by_the_name_of_the_person() {
    for (setting, opens) in [("yes", true), ("no", false)] {
        let mut scene = two_people().rule("compel_scene", setting);
        scene.encounter.aspects.push(SceneAspect { text: "Smoke".to_owned(), scope: SceneScope::Scene });
        let mut session = evening(&scene);
        until(&mut session, Point::Act);
        session.answer(&Choice::of(Verb::Attack).into()).unwrap();
        until(&mut session, Point::Compel);
        let ask = session.question().unwrap();
        let said = session.interject(&ask, "compel red \"Smoke\"");
        if opens {
            assert_eq!(said, Some(Ok(Interjection::Back)));
            assert_eq!(session.advance().unwrap().map(|ask| ask.point), Some(Point::AnswerCompel));
        } else {
            assert!(matches!(&said, Some(Err(why)) if why.contains("a deal with the referee")), "{said:?}");
            assert_eq!(session.question(), Some(ask), "the question stays");
        }
    }
}

/// "subject to reasonableness, as determined by table authority": the fate of the last one who is taken out ends the game, and may be vetoed like any
/// other answer.
/// Rules: R-P58, R-XTT7.
#[test]
fn the_fate_of_the_last_one_may_be_vetoed_after_the_end() {
    let red = shooter("red").skill("slug_throwers", 9).fate(0);
    let blue = target("blue").tracks(1, 1).fate(0);
    let scene = scene().set("weapon", "pistol", &[("harm", 9)]).person("red", "a", red).person("blue", "a", blue);
    let mut session = evening(&scene);
    let mut told = None;
    while let Some(ask) = session.advance().unwrap() {
        let options = session.options();
        let attack = options.as_slice().iter().copied().find(|option| option.verb == Verb::Attack);
        let choice = attack.filter(|_| ask.point == Point::Act).or(options.default_choice()).unwrap();
        told = (ask.point == Point::Beaten).then_some(choice).or(told);
        session.answer(&choice.into()).unwrap();
    }
    assert!(session.outcome().is_some());
    let said = session.veto_at_end("veto he ran");
    assert!(matches!(&said, Ok(Interjection::Vetoed(said)) if said.contains("the outcome of red")), "{said:?}");
    let ask = session.advance().unwrap().expect("the outcome is asked again");
    assert_eq!(ask.point, Point::Beaten);
    assert!(!session.options().contains(told.expect("blue was taken out")), "the same fate is not offered again");
    let other = session.options().default_choice().unwrap();
    session.answer(&other.into()).unwrap();
    assert!(session.advance().unwrap().is_none());
    assert!(session.veto_at_end("veto").is_err_and(|why| why.contains("vetoed once")), "each answer is vetoed once");
}
