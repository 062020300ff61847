//! Tests of tracks that a design declares in addition to the usual ones. In play these tracks are struck, marked, counted and repaired, and
//! can be the end of an actor (R-E27).
//!
//! The language page says: "what groups really homebrew (… a track with its own consequence schedule …) needs no Rust".

use slip_dice::fate::track::TrackHit;
use slip_pack::Pack;
use slip_play::conflict::Conflict;
use slip_play::event::{Event, TrackId};
use slip_play::ids::ActorId;
use slip_play::log;
use slip_play::names::Names;
use slip_play::personal::Personal;
use slip_play::personal::state::{COMPOSURE, HEALTH};
use slip_play::platoon::PlatoonFight;
use slip_play::space::Space;
use slip_play::space::roster::{Post, WeaponSystem};
use slip_play::space::state::{DATA, FRAME};
use slip_play::tracks::TrackSet;
use slip_session::{Run, Seats, run};
use slip_test_support::compiled_text::written;
use slip_test_support::packages_from_text::pack;

/// Ships with a shield. The Wasp has the stunt that sends hits to it, the Mule does not.
const SHIPS: &str = r#"
stunt shields "Shields" { for ship; cost 2; effect hits on frame go to shield }
stunt drain "Drain" { for ship; cost 0; effect beam attack hits shield only }
stunt mend "Mend" { for ship; cost 0; effect at turn erase shield 1; effect after beam target mark shield 1 }
design shielded "Shielded" : ship from std.spacecraft { track shield "Shield" { base 2; cost rank - 2; repair computer } }
ship wasp "Wasp" : shielded { tech T2; v_shift 3; beam 2; ew 2; tracks { shield 4 }; stunts shields; aspects "A", "B", "C", "D", "E" }
ship mule "Mule" : shielded { tech T2; v_shift 3; beam 2; ew 2; tracks { shield 4 }; stunts drain, mend; aspects "A", "B", "C", "D", "E" }
encounter duel : space { side y { ship wasp }; side w { ship mule }; victory y when out(w); victory w when out(y); limit 12 turns }
"#;

/// Units with plating, which is worn off by every hit and never struck by an attack itself.
const UNITS: &str = r#"
design hardened "Hardened" : unit from std.infantry { track plating "Plating" { base 2; fixed } }
stunt ablative "Ablative" { for unit; cost 0; effect after hit suffers 1 on plating; effect +1 to defence when plating > 0 }
unit hands "Mill hands" : hardened { tech T1; skills { 3 camouflage; 2 direct_fire, observation; 1 armour, movement, command }; stunts ablative; aspects "Flour" }
unit riders "Riders" : infantry { tech T0; skills { 3 direct_fire; 2 movement, armour; 1 observation, command, signals }; aspects "Paid by the sack" }
platoon millers "Millers" { leader hands with not_a_genius "Old Marten"; units hands }
platoon collectors "Collectors" { leader riders with not_a_genius "Counts aloud"; units riders }
map row "Row" { zone west { exit }; zone mill; zone east { exit }; border west -- mill; border mill -- east }
encounter fight : platoon { map row; side folk { platoon millers at mill }; side tax { platoon collectors at mill }; limit 12 turns }
"#;

/// People with Sanity, and one without.
const PEOPLE: &str = r#"
design haunted "Haunted" : npc from std.npc { track sanity "Sanity" { base 3; fixed } }
stunt eldritch "Eldritch" { for weapon; cost 0; effect attack hits sanity only }
stunt whispering "Whispering" { for weapon; cost 0; effect attack may hit sanity }
stunt soft_spoken "Soft-spoken" { for npc; cost 0; effect attack may hit sanity in social }
weapon gaze "Gaze" : slug_thrower { tech T2; harm 1; range 0..2; stunts civilian, eldritch }
weapon whisper "Whisper" : slug_thrower { tech T2; harm 1; range 0..2; stunts civilian, whispering }
npc ann "Ann" : haunted { cap 2; consequences yes; skills { 2 slug_throwers; 1 agility, alertness }; stunts soft_spoken; aspects "A1", "A2"; gear gaze, whisper }
npc ben "Ben" : haunted { cap 2; consequences yes; skills { 2 slug_throwers; 1 agility, resolve }; aspects "B1", "B2"; gear gaze }
npc cat "Cat" { cap 1; skills { 1 agility }; aspects "C1" }
map room "Room" { zone a; zone b; border a -- b }
encounter brawl "Brawl" : personal { map room; side red { actors ann at a }; side blue { actors ben at b, cat at b }; limit 8 turns }
encounter talk "Talk" : social { map room; stakes { win "A yes."; lose "A no." }; time_boxes 6; side red { actors ann at a }; side blue { actors ben at b } }
"#;

fn space(pack: &Pack) -> Space {
    Space::begin(pack, &pack.encounters["t.duel"]).unwrap()
}

fn personal(pack: &Pack, encounter: &str) -> Personal {
    Personal::begin(pack, &pack.encounters[encounter]).unwrap()
}

/// Returns the number of events in a run that strike or mark a track. Events that strike several tracks count as well.
fn events_on(run: &Run, track: TrackId) -> usize {
    let on = |event: &&Event| match event {
        Event::Hit { track: there, besides, .. } => *there == track || besides.has(track),
        Event::Mark { track: there, .. } | Event::Boxes { track: there, .. } | Event::Out { track: there, .. } => *there == track,
        _ => false,
    };
    run.events.iter().filter(on).count()
}

#[test]
fn a_ship_has_the_tracks_of_its_design() {
    let fight = space(&pack(SHIPS));
    let shield = fight.roster.tracks.find("shield").unwrap();
    let [wasp, mule] = [ActorId(0), ActorId(1)];
    assert_eq!(fight.track(shield), "shield");
    assert!(fight.roster.tracks.is_own(shield) && !fight.roster.tracks.is_own(DATA));
    assert_eq!(fight.state.ship(wasp).unwrap().track(shield).length(), 4);
    assert_eq!((fight.diverted(wasp, FRAME), fight.diverted(mule, FRAME)), (shield, FRAME));
    assert_eq!(fight.tracks_hit(mule, WeaponSystem::Beam, Some(wasp)), (shield, TrackSet::NONE));
    assert_eq!(fight.tracks_hit(wasp, WeaponSystem::Beam, Some(mule)).0, FRAME);
    assert_eq!(fight.landing_on(wasp, shield, 5), TrackHit::Past);
    assert_eq!(fight.roster.mending_post(wasp, shield), Post::Computer, "the design names the skill");
    assert_eq!(fight.boxes_left(wasp), 3, "Frame and Data have 3, the shield 4");
    assert_eq!(fight.all_left(wasp), 3 + 3 + 4 + 3, "the boxes of all three and three consequences");
}

#[test]
fn games_strike_mark_erase_and_repair_the_track_and_their_logs_replay() {
    let pack = pack(SHIPS);
    let shield = space(&pack).roster.tracks.find("shield").unwrap();
    let (mut on_shield, mut repaired) = (0, 0);
    for seed in 0..12 {
        let run = run(&pack, "duel", seed, Seats::standard()).unwrap();
        on_shield += events_on(&run, shield);
        let of_shield = |event: &&Event| matches!(event, Event::Counter { what: slip_play::event::Counter::Repaired, now, .. } if *now == i32::from(shield.0));
        repaired += run.events.iter().filter(of_shield).count();
        let mut fight = run.start.clone();
        for event in &run.events {
            let before = fight.clone();
            fight.apply(event);
            let line = log::line(&fight, 0, 0, "", event);
            let read = log::read(&before, serde_json::from_str(&line).unwrap()).unwrap_or_else(|fault| panic!("{fault}\n{line}"));
            assert_eq!(read, *event, "{line}");
        }
    }
    assert!(on_shield > 12 && repaired > 0, "{on_shield} events on the shield, {repaired} repairs");
}

#[test]
fn people_have_the_tracks_of_their_design_in_fights() {
    let fight = personal(&pack(PEOPLE), "t.brawl");
    let sanity = fight.roster.tracks.find("sanity").unwrap();
    let [ann, ben, cat] = [ActorId(0), ActorId(1), ActorId(2)];
    assert_eq!(fight.state.actors[ben].track(sanity).length(), 3);
    assert_eq!(fight.tracks_shown(ben).map(|(id, _)| id).collect::<Vec<_>>(), [HEALTH, COMPOSURE, sanity]);
    assert_eq!(fight.tracks_shown(cat).map(|(id, _)| id).collect::<Vec<_>>(), [HEALTH, COMPOSURE]);
    assert_eq!(fight.landing_on(cat, sanity, 9), TrackHit::Nothing, "what an actor does not have cannot be struck");
    assert_eq!(fight.landing_on(ben, sanity, 9), TrackHit::Past);
    let ways = fight.ways_to_attack(ann).to_vec();
    let tracks = |weapon: u16| fight.tracks_of(ann, ways.iter().copied().find(|using| using.with == weapon).unwrap());
    assert_eq!(tracks(0), TrackSet::of(sanity), "the gaze strikes Sanity only");
    assert_eq!(tracks(1), TrackSet::of(HEALTH).with(COMPOSURE).with(sanity), "the whisper may strike it");
}

/// "unless an effect says so": a hit on a track that the target does not have falls on the track that such attacks usually strike.
/// Rules: R-E27.
#[test]
fn a_hit_on_a_track_that_the_target_lacks_falls_on_its_usual_track() {
    let people = pack(PEOPLE);
    let fight = personal(&people, "t.brawl");
    let (sanity, cat) = (fight.roster.tracks.find("sanity").unwrap(), ActorId(2));
    let mut on_cat = Vec::new();
    for seed in 0..16 {
        let run = run(&people, "brawl", seed, Seats::standard()).unwrap();
        on_cat.extend(run.events.iter().filter_map(|event| match event {
            Event::Hit { who, track, .. } if *who == cat => Some(*track),
            _ => None,
        }));
    }
    assert!(!on_cat.is_empty() && on_cat.iter().all(|track| *track != sanity), "{on_cat:?}");
    let ships = SHIPS.replace(
        "ship wasp \"Wasp\" : shielded { tech T2; v_shift 3; beam 2; ew 2; tracks { shield 4 }; stunts shields;",
        "ship wasp \"Wasp\" : spacecraft { tech T2; v_shift 3; beam 2; ew 2;",
    );
    let fight = space(&pack(&ships));
    assert_eq!(fight.tracks_hit(ActorId(1), WeaponSystem::Beam, Some(ActorId(0))), (FRAME, TrackSet::NONE));
}

#[test]
fn words_strike_the_track_that_a_line_names() {
    let fight = personal(&pack(PEOPLE), "t.talk");
    let sanity = fight.roster.tracks.find("sanity").unwrap();
    let [ann, ben] = [ActorId(0), ActorId(1)];
    let skill = fight.open_skills(ann, slip_play::effects::Act::Attack)[0];
    let using = |who: ActorId| fight.tracks_of(who, slip_play::choice::Choice::of(slip_play::choice::Verb::Use).n(i16::from(skill.0)));
    assert!(using(ann).has(sanity) && !using(ben).has(sanity));
}

#[test]
fn a_unit_has_the_tracks_of_its_design() {
    let pack = pack(UNITS);
    let fight = PlatoonFight::begin(&pack, &pack.encounters["t.fight"]).unwrap();
    let plating = fight.roster.tracks.find("plating").unwrap();
    let lengths: Vec<u8> = fight.state.units.values().map(|unit| unit.track(plating).length()).collect();
    assert_eq!(lengths.iter().filter(|&&length| length == 2).count(), 2, "the hands and their leader: {lengths:?}");
    assert_eq!(lengths.iter().filter(|&&length| length == 0).count(), lengths.len() - 2, "the riders have none");
    let struck: usize = (0..12).map(|seed| events_on(&run(&pack, "fight", seed, Seats::standard()).unwrap(), plating)).sum();
    assert!(struck > 0, "hits wear the plating off");
}

#[test]
fn doctrines_name_the_track() {
    let found = written(&format!("{SHIPS}doctrine careful : space {{ repair shield when shield_left < 3 }}\n"));
    assert_eq!(found.messages(), ["the doctrine `careful` is never used"]);
    let wrong = written(&format!("{SHIPS}doctrine careful : space {{ repair shild when shild_left < 3 }}\n"));
    assert!(!wrong.messages().is_empty(), "no design has this track");
}
