//! Tests of the state after a social conflict: marks keep the name of their track, so that Wealth is not taken for Health.

use crate::social::table::pack;
use slip_dice::fate::{Aspect, AspectOrigin, Grade, Holder, Slots};
use slip_pack::encounter::{AtRisk, Play, SocialEncounter};
use slip_play::conflict::{Conflict, EndReason};
use slip_play::event::{Event, SocialEvent, SocialOp};
use slip_play::fight::Fight;
use slip_play::ids::{ActorId, AspectId};
use slip_play::personal::state::{COMPOSURE, HEALTH};
use slip_session::scenario::ScenarioProgress;
use std::collections::BTreeMap;

const NIGHT: &str = r#"
npc mate "Mate" { cap 2; consequences yes; skills { 2 charm; 1 brawling, agility }; aspects "Bored", "Big hands" }
npc guard "Guard" { cap 2; skills { 2 charm; 1 alertness, stamina }; aspects "Awake", "Paid by the hour" }
map yard { zone gate; zone shed; border gate -- shed 0 }
encounter talk "Talk" : personal { map yard; side crew { actors mate at gate }; side watch { actors guard at shed }; limit 9 turns }
encounter again "Again" : personal { map yard; side crew { actors mate at gate }; side watch { actors guard at shed }; limit 9 turns }
encounter brawl "Brawl" : personal { map yard; side crew { actors mate at gate }; side watch { actors guard at shed }; limit 9 turns }
scenario night "Night" {
  play talk
  then again { carry consequences, stress }
  then brawl { carry consequences, stress }
}
"#;

#[test]
fn a_purse_that_was_struck_is_carried_as_a_purse_with_what_is_owed() {
    let mut pack = pack(NIGHT);
    for npc in pack.items.get_mut("npc").unwrap().values_mut() {
        npc.tracks.extend([("wealth".into(), 4), ("health".into(), 4), ("composure".into(), 4)]);
    }
    for talk in ["t.talk", "t.again"] {
        let there = pack.encounters.get_mut(talk).unwrap();
        (there.play, there.social) =
            (Play::Social, Some(Box::new(SocialEncounter { at_risk: AtRisk::Both, ..SocialEncounter::default() })));
    }
    let mut progress = ScenarioProgress::resuming(&pack.scenarios["t.night"], BTreeMap::new());
    let next = progress.next(&pack).expect("the talk");
    let mut fight = Fight::begin(&pack, &next.encounter).unwrap();
    let (mate, guard) = (ActorId(0), ActorId(1));
    let id = AspectId(u16::try_from(fight.personal().unwrap().state.aspects.len()).unwrap());
    let text = |words: &str| Aspect { origin: AspectOrigin::Consequence, ..Aspect::printed(words, Holder::Actor(0)) };
    let after = |number: u16| AspectId(id.0 + number);
    let events = [
        Event::Mark { who: mate, track: HEALTH, up_to: 2 },
        Event::Mark { who: mate, track: COMPOSURE, up_to: 1 },
        Event::Hit {
            who: mate,
            track: HEALTH,
            besides: slip_play::tracks::TrackSet::NONE,
            shifts: 4,
            less: Slots::NONE.with(Grade::Moderate),
            left: 2,
        },
        Event::AspectAdd { id, aspect: text("In debt") },
        Event::Consequence { who: mate, grade: Grade::Moderate, aspect: id },
        Event::AspectAdd { id: after(1), aspect: text("Short of cash") },
        Event::Consequence { who: mate, grade: Grade::Mild, aspect: after(1) },
        Event::Hit {
            who: mate,
            track: COMPOSURE,
            besides: slip_play::tracks::TrackSet::NONE,
            shifts: 2,
            less: Slots::NONE.with(Grade::Mild),
            left: 1,
        },
        Event::AspectAdd { id: after(2), aspect: text("Rattled") },
        Event::Consequence { who: mate, grade: Grade::Mild, aspect: after(2) },
        Event::Social(Box::new(SocialEvent::to(SocialOp::Removed, guard))),
        Event::End { winner: None, why: EndReason::TimeOut, turns: 0 },
    ];
    events.iter().for_each(|event| fight.apply(event));
    progress.record(&next, &fight, events.iter());

    let next = progress.next(&pack).expect("the next talk");
    let carried = next.encounter.sides[0].actors[0].carried.clone().expect("something is brought along");
    let marked: Vec<(&str, &[u8])> = carried.marked.iter().map(|(track, boxes)| (track.as_str(), boxes.as_slice())).collect();
    assert_eq!(marked, [("composure", &[1][..]), ("wealth", &[1, 2][..])]);
    // A mild consequence on Composure ended with the scene; one on Wealth ends with the marks, and not before (R-C25).
    let told = |next: &slip_session::scenario::NextEncounter| -> Vec<(String, String, String)> {
        let carried = next.encounter.sides[0].actors[0].carried.clone().expect("something is brought along");
        carried.consequences.into_iter().map(|wound| (wound.grade.to_string(), wound.text, wound.track.to_string())).collect()
    };
    let owed = [("moderate", "In debt"), ("mild", "Short of cash")].map(|(grade, text)| (grade.into(), text.into(), "wealth".into()));
    assert_eq!(told(&next), owed);
    // An actor who was sent home as a mere friend has no lasting harm.
    assert!(next.encounter.sides[1].actors[0].carried.as_ref().is_none_or(|carried| carried.out.is_none()));
    let mut fight = Fight::begin(&pack, &next.encounter).unwrap();
    let there = &fight.personal().unwrap().state.actors[mate];
    assert_eq!((there.track(HEALTH).marked(), there.track(COMPOSURE).marked()), (2, 1), "the purse is where it was");
    let end = Event::End { winner: None, why: EndReason::TimeOut, turns: 0 };
    fight.apply(&end);
    progress.record(&next, &fight, [end].iter());

    // In a brawl, a debt is not a wound. The debts are still there two scenes later.
    let next = progress.next(&pack).expect("the brawl");
    assert_eq!(told(&next), owed);
    let fight = Fight::begin(&pack, &next.encounter).unwrap();
    let there = &fight.personal().unwrap().state.actors[mate];
    assert_eq!((there.track(HEALTH).marked(), there.track(COMPOSURE).marked()), (0, 1));
}
