//! Tests of healing and repairs.

use crate::economy::office::*;
use slip_campaign::command_execution::{CommandExecution, CommandRefusal};
use slip_campaign::recovery::{self, Downtime, Treatment};
use slip_campaign::repair::{self, Repair};
use slip_campaign::state::{Campaign, CampaignShip, EncounterFate, ParticipantResult, RecordedConsequence};
use slip_dice::fate::consequence::Grade;
use slip_pack::{Name, Pack};
use std::collections::{BTreeMap, BTreeSet};

fn wounded(pack: &Pack, grades: &[&str]) -> Campaign {
    let mut campaign = campaign(pack);
    mark(&mut campaign, "tam", "health", &[1, 2]);
    campaign.standing_mut("tam").unwrap().consequences = grades.iter().map(|grade| consequence(grade, "health", 3)).collect();
    campaign
}

fn refreshed(pack: &Pack, campaign: &Campaign) -> Campaign {
    let refresh = |command: &mut CommandExecution<'_>| -> Result<(), CommandRefusal> {
        recovery::refresh(command);
        Ok(())
    };
    decide(pack, campaign, &[], refresh).unwrap().0
}

fn next_session(pack: &Pack, campaign: &Campaign) -> Campaign {
    let ended = decide(pack, campaign, &[], recovery::session_ends).unwrap().0;
    decide(pack, &ended, &[], recovery::session_begins).unwrap().0
}

fn scene(pack: &Pack, campaign: &Campaign) -> Campaign {
    let end = |command: &mut CommandExecution<'_>| -> Result<(), CommandRefusal> {
        recovery::scene(command);
        Ok(())
    };
    decide(pack, campaign, &[], end).unwrap().0
}

/// R-P43, R-C25: a mild consequence ends with the scene, even if its track is marked; with `mild_waits yes` it waits.
/// Rules: R-C21, R-C22.
#[test]
fn rp43_rc25_a_mild_wound_goes_with_the_scene_unless_it_waits_for_its_track() {
    let pack = pack();
    let campaign = wounded(&pack, &["mild", "moderate"]);
    assert_eq!(grades(&scene(&pack, &campaign), "tam"), ["moderate"]);
    let waiting = pack_with("mild_waits yes", &cast());
    let after = scene(&waiting, &campaign);
    assert_eq!(grades(&after, "tam"), ["mild", "moderate"]);
    let mut clear = after;
    clear.standing_mut("tam").unwrap().marked.clear();
    assert_eq!(grades(&scene(&waiting, &clear), "tam"), ["moderate"]);
    // A mild consequence on Wealth follows its own rule, whatever the setting.
    let mut owing = campaign.clone();
    owing.standing_mut("tam").unwrap().consequences = vec![consequence("mild", "wealth", 3)];
    assert_eq!(grades(&scene(&pack, &owing), "tam"), ["mild"]);
}

/// R-P43: the state after an encounter is saved, without mild consequences.
#[test]
fn rp43_an_encounter_leaves_everything_but_mild_wounds() {
    let pack = pack();
    let mut campaign = campaign(&pack);
    let wound = |grade, text: &str| RecordedConsequence { grade, text: text.to_owned(), track: "health".into() };
    let left = ParticipantResult {
        marked: BTreeMap::from([(Name::from("health"), BTreeSet::from([1, 2]))]),
        hit: BTreeSet::from([Name::from("health")]),
        consequences: vec![wound(Grade::Mild, "Winded"), wound(Grade::Severe, "Shot through")],
        fate: Some(2),
        ended: EncounterFate::Returns("left for dead".to_owned()),
        ..ParticipantResult::default()
    };
    let told = campaign.settle(&pack.rules, "tam", &left);
    assert_eq!((boxes(&campaign, "tam", "health"), grades(&campaign, "tam")), (vec![1, 2], vec!["severe".to_owned()]));
    let standing = &campaign.people["tam"].standing;
    assert_eq!((standing.fate, standing.consequences[0].session, standing.out.as_deref()), (2, 3, None));
    assert!(told.contains(&"tam was taken out: left for dead".to_owned()), "{told:?}");
    // A second fight in the next session keeps the session in which the consequence was taken.
    campaign.session = 4;
    campaign.settle(
        &pack.rules,
        "tam",
        &ParticipantResult { consequences: vec![wound(Grade::Severe, "Shot through")], ..ParticipantResult::default() },
    );
    assert_eq!(campaign.people["tam"].standing.consequences[0].session, 3);
    // A captured ship belongs to its captors.
    let left = ParticipantResult {
        taken_by: Some(vec!["ines".into(), "a_pirate".into()]),
        aspects: vec!["Out of ammo".to_owned()],
        ..ParticipantResult::default()
    };
    campaign.settle(&pack.rules, "freighter", &left);
    let ship = &campaign.ships["freighter"];
    assert_eq!((ship.owners.len(), ship.owners[0].who.as_str(), ship.crew.len(), ship.aspects.len()), (1, "ines", 0, 1));
    assert!(campaign.settle(&pack.rules, "nobody", &ParticipantResult::default()).is_empty());
}

/// R-C21, R-C22, R-T21: at a refresh Health and Composure are cleared and moderate consequences end; with `medics` they stay.
/// Rules: R-C25.
#[test]
fn rc21_a_moderate_wound_goes_at_a_refresh_unless_medics_are_required() {
    let pack = pack();
    let mut campaign = wounded(&pack, &["mild", "moderate", "severe"]);
    mark(&mut campaign, "tam", "composure", &[3]);
    mark(&mut campaign, "tam", "wealth", &[1]);
    campaign.standing_mut("tam").unwrap().fate = 1;
    let after = refreshed(&pack, &campaign);
    assert_eq!(grades(&after, "tam"), ["severe"]);
    assert_eq!(
        (boxes(&after, "tam", "health"), boxes(&after, "tam", "composure"), boxes(&after, "tam", "wealth")),
        (vec![], vec![], vec![1])
    );
    assert_eq!((after.people["tam"].standing.fate, after.ships["freighter"].standing.fate), (5, 5));
    let strict = pack_with("medics required", &cast());
    assert_eq!(grades(&refreshed(&strict, &campaign), "tam"), ["moderate", "severe"]);
}

/// A severe consequence ends at the refresh after one complete session without a hit on its track.
#[test]
fn a_severe_wound_takes_a_whole_session_without_a_hit() {
    let pack = pack();
    let taken = wounded(&pack, &["severe"]);
    let second = refreshed(&pack, &next_session(&pack, &taken));
    assert_eq!(grades(&second, "tam"), ["severe"], "the session it was taken in does not count");
    let mut hit = second.clone();
    hit.standing_mut("tam").unwrap().hit_this_session.insert("health".into());
    assert_eq!(grades(&refreshed(&pack, &next_session(&pack, &hit)), "tam"), ["severe"]);
    let third = next_session(&pack, &second);
    assert_eq!(grades(&refreshed(&pack, &third), "tam"), [] as [&str; 0]);
    // A setting can require the month of rest.
    let strict = pack_with("severe_rest required", &cast());
    assert_eq!(grades(&refreshed(&strict, &third), "tam"), ["severe"]);
    let rested =
        decide(&strict, &third, &[], |command| recovery::downtime(command, &Downtime { days: 30, ..Downtime::default() })).unwrap().0;
    assert_eq!(grades(&refreshed(&strict, &rested), "tam"), [] as [&str; 0]);
}

/// R-C22: a few days of rest clear Health and Composure; ships are cleared at the first downtime.
/// Rules: R-C21, R-C25.
#[test]
fn rc22_a_few_days_of_rest_clear_body_and_nerves() {
    let pack = pack();
    let mut campaign = wounded(&pack, &["moderate"]);
    mark(&mut campaign, "freighter", "heat", &[1, 2]);
    mark(&mut campaign, "tam", "wealth", &[1]);
    let rest = |days: u32, busy: &[Name]| {
        let downtime = Downtime { days, busy, ..Downtime::default() };
        decide(&pack, &campaign, &[], |command| recovery::downtime(command, &downtime)).unwrap().0
    };
    assert_eq!(boxes(&rest(2, &[]), "tam", "health"), [1, 2]);
    let rested = rest(3, &[]);
    assert_eq!((boxes(&rested, "tam", "health"), boxes(&rested, "tam", "wealth"), grades(&rested, "tam").len()), (vec![], vec![1], 1));
    assert_eq!(boxes(&rest(3, &["tam".into()]), "tam", "health"), [1, 2], "no rest, no healing");
    assert_eq!(boxes(&rest(1, &[]), "freighter", "heat"), [] as [u8; 0]);
}

fn treat(pack: &Pack, campaign: &Campaign, dice: &[i8], place: Option<&str>) -> Outcome {
    let treatment = Treatment { who: "tam", grade: None, by: Some("ines"), place, harder: 0, invoked: &[] };
    decide(pack, campaign, dice, |command| recovery::heal(command, &treatment))
}

/// Medics: a mild consequence at once, a moderate one in a clinic against 0 after at least a week, a severe one in a hospital
/// against 4 after at least a month, never before the end of the following session.
/// Rules: R-VE2.
#[test]
fn medics_take_time_by_their_roll() {
    let pack = pack();
    let clear = |grade: &str| {
        let mut campaign = wounded(&pack, &[grade]);
        campaign.standing_mut("tam").unwrap().marked.clear();
        campaign
    };
    assert_eq!(grades(&treat(&pack, &clear("mild"), &[], None).unwrap().0, "tam"), [] as [&str; 0]);
    let (after, told) = treat(&pack, &clear("moderate"), &[-1], Some("yard")).unwrap();
    assert_eq!(told[0], "ines rolls medical: [- 0 0 0] -1, +2 medical, +2 T2 at yard = 3 against 0 (a moderate consequence): 3 shifts");
    assert_eq!(told[1], "an afternoon instead of a week: 3 lines of the time track faster");
    assert_eq!(grades(&after, "tam"), [] as [&str; 0], "done the same day");
    let (after, told) = treat(&pack, &clear("severe"), &[1], Some("port")).unwrap();
    assert_eq!(told[1], "\"severe on health\" takes a month: until day 30 (it is day 0), but not before the end of session 4");
    let work = after.people["tam"].standing.consequences[0].mending.clone().unwrap();
    assert_eq!((work.until_day, work.until_end_of), (30, Some(4)));
    let waited =
        decide(&pack, &after, &[], |command| recovery::downtime(command, &Downtime { days: 60, ..Downtime::default() })).unwrap().0;
    assert_eq!(grades(&waited, "tam"), ["severe"], "time is up, the session is not");
    let fourth = next_session(&pack, &waited);
    assert_eq!(grades(&fourth, "tam"), ["severe"]);
    assert_eq!(grades(&next_session(&pack, &fourth), "tam"), [] as [&str; 0]);
    assert!(refused(treat(&pack, &clear("moderate"), &[], None)).starts_with("a moderate consequence needs a clinic: choose a place"));
    assert!(refused(treat(&pack, &wounded(&pack, &["moderate"]), &[], Some("yard"))).contains("cannot heal before health is clear"));
    assert!(refused(treat(&pack, &after, &[], Some("yard"))).contains("is already being treated or repaired, until day 30"));
}

fn mend(pack: &Pack, campaign: &Campaign, dice: &[i8], place: Option<&str>) -> Outcome {
    let work = Repair { ship: "freighter", grade: None, by: None, place, harder: 0, invoked: &[] };
    decide(pack, campaign, dice, |command| repair::repair(command, &work))
}

fn damaged(pack: &Pack, grade: &str) -> Campaign {
    let mut campaign = campaign(pack);
    campaign.standing_mut("freighter").unwrap().consequences = vec![consequence(grade, "frame", 3)];
    campaign
}

/// R-VE2: house rules with a time track of their own use it in a clinic too.
#[test]
fn rve2_a_clinic_goes_by_the_time_track_of_the_house() {
    let watches: Vec<String> = (1..=22).map(|watch| format!("\"watch {watch}\"")).collect();
    let tables = format!("table watches \"Watches\" {{ one_of {} }}\n", watches.join(", "));
    let pack = pack_with("time_track watches", &(cast() + &tables));
    let mut campaign = wounded(&pack, &["moderate"]);
    campaign.standing_mut("tam").unwrap().marked.clear();
    let (_, told) = treat(&pack, &campaign, &[-1], Some("yard")).unwrap();
    assert_eq!(told[1], "watch 10 instead of watch 13: 3 lines of the time track faster");
}

/// R-T22: a mild consequence of a ship is repaired without a roll, whatever caused it; a moderate one takes a yard within one step
/// of technology, and counts as severe in another; a severe one forces a check.
/// Rules: R-VE2.
#[test]
fn rt22_ships_are_mended_by_their_experts() {
    let pack = pack();
    let (after, told) = mend(&pack, &damaged(&pack, "mild"), &[], Some("wild").filter(|_| false)).unwrap();
    assert_eq!(
        (grades(&after, "freighter").len(), told[0].as_str()),
        (0, "tam (engineering 2) repairs \"mild on frame\" without a roll: freighter is rid of it")
    );
    let (after, told) = mend(&pack, &damaged(&pack, "moderate"), &[-4], Some("port")).unwrap();
    assert_eq!(told[0], "tam rolls engineering: [- - - -] -4, +2 engineering = -2 against 0 (a moderate repair): short by 2");
    assert_eq!(after.ships["freighter"].standing.consequences[0].mending.as_ref().unwrap().takes, "a month", "R-VE2: it only takes longer");
    let month = decide(&pack, &after, &[], |command| recovery::downtime(command, &Downtime { days: 30, ..Downtime::default() })).unwrap().0;
    assert_eq!(grades(&month, "freighter"), [] as [&str; 0]);
    let (after, _) = mend(&pack, &damaged(&pack, "severe"), &[2], Some("port")).unwrap();
    assert_eq!(after.ships["freighter"].due, ["a severe repair"]);
    let work = after.ships["freighter"].standing.consequences[0].mending.clone().unwrap();
    assert_eq!((work.until_day, work.until_end_of), (30, Some(4)));
    // The technology levels of the port and the ship are two steps apart.
    let mut far = damaged(&pack, "moderate");
    far.places.get_mut("port").unwrap().tech = 0;
    let (after, told) = mend(&pack, &far, &[2], Some("port")).unwrap();
    assert_eq!(told[0], "port is T0 and the ship is T2: \"moderate on frame\" counts as severe there");
    assert_eq!(after.ships["freighter"].due.len(), 1);
    far.standing_mut("freighter").unwrap().consequences = vec![consequence("severe", "frame", 3)];
    assert!(refused(mend(&pack, &far, &[], Some("port"))).contains("a severe repair needs a yard at most 1 apart"));
}

/// R-T27: "by an engineer or computer expert (depending on the type of Consequence) without a roll after the combat scene". An engineer
/// repairs Frame, Heat and damage for lack of money; a computer expert repairs Data. A design may name the skill for its own tracks.
#[test]
fn rt27_the_kind_of_damage_decides_the_expert() {
    let pack = pack();
    let by = |pack: &Pack, ship: &str, track: &str, by: &str| {
        let mut campaign = campaign(pack);
        if ship != "freighter" {
            campaign.ships.insert(ship.into(), CampaignShip { at: Some("port".into()), ..CampaignShip::fresh(item(pack, ship), 1) });
        }
        campaign.standing_mut(ship).unwrap().consequences = vec![consequence("mild", track, 3)];
        let work = Repair { ship, grade: None, by: Some(by), place: None, harder: 0, invoked: &[] };
        decide(pack, &campaign, &[], |command| repair::repair(command, &work))
    };
    for (track, able, unable, skill) in
        [("frame", "tam", "poor", "engineering"), ("heat", "tam", "poor", "engineering"), ("data", "poor", "tam", "computer")]
    {
        assert!(by(&pack, "freighter", track, able).is_ok(), "{track}");
        let said = refused(by(&pack, "freighter", track, unable));
        let want = format!("{unable} is not trained in {skill}, and \"mild on {track}\" is damage to {track}\n--by {able}  ({skill} ");
        assert!(said.starts_with(&want.replace('\n', "\n  ")), "{said}");
    }
    // A track of the author's own, with its skill.
    let own = "design shielded \"Shielded\" : ship from std.spacecraft { track shield \"Shield\" { base 2; fixed; repair computer } }\n\
               ship sentry \"Sentry\" : shielded { tech T2; v_shift 1; aspects \"e\", \"f\", \"g\", \"h\", \"i\" }\n";
    let pack = pack_with("", &format!("{}{own}", cast()));
    assert!(by(&pack, "sentry", "shield", "poor").is_ok());
    assert!(refused(by(&pack, "sentry", "shield", "tam")).starts_with("tam is not trained in computer"));
}

/// R-T29: "all combat crew positions on a ship are assumed to be staffed by someone with a Skill level of 2 ... there is always someone who
/// can do the job". A skeleton crew has no such people.
#[test]
fn rt29_a_nameless_crew_mends_its_own_ship() {
    let text = "ship bare \"Bare\" : spacecraft from freighter { stunts + skeleton_crew }\n";
    let pack = pack_with("", &format!("{}{text}", cast()));
    let mut campaign = damaged(&pack, "moderate");
    campaign.ships.get_mut("freighter").unwrap().crew = vec!["ines".into()];
    let (after, told) = mend(&pack, &campaign, &[0], None).unwrap();
    assert_eq!(told[0], "freighter rolls engineering: [0 0 0 0] +0, +2 the nameless crew = 2 against 0 (a moderate repair): 2 shifts");
    assert!(after.ships["freighter"].standing.consequences[0].mending.is_some() || grades(&after, "freighter").is_empty());
    // The ship's own aspects and points help her people.
    let own = [invoke("Honest scales", false)];
    let work = Repair { ship: "freighter", grade: None, by: None, place: None, harder: 0, invoked: &own };
    let (after, _) = decide(&pack, &campaign, &[0], |command| repair::repair(command, &work)).unwrap();
    assert_eq!(after.ships["freighter"].standing.fate, 4);
    let mut skeleton = campaign.clone();
    let ship = CampaignShip { crew: vec!["ines".into()], at: Some("port".into()), ..CampaignShip::fresh(item(&pack, "bare"), 1) };
    skeleton.ships.insert("bare".into(), ship);
    skeleton.standing_mut("bare").unwrap().consequences = vec![consequence("mild", "frame", 3)];
    let work = Repair { ship: "bare", ..work };
    let said = refused(decide(&pack, &skeleton, &[], |command| repair::repair(command, &work)));
    assert!(said.starts_with("no one in bare's crew is trained in engineering, and she has no nameless crew"), "{said}");
    assert!(said.contains("--by tam  (engineering 2)"), "{said}");
}

/// R-T26: a severe consequence of a ship or person "remains until the engineer or computer expert can make a successful check"; another
/// attempt waits for the next session or another place. A moderate one takes longer, or fails with `repair_moderate_fails yes`.
#[test]
fn rt26_a_severe_repair_that_fails_repairs_nothing() {
    let pack = pack();
    let (after, told) = mend(&pack, &damaged(&pack, "severe"), &[1], Some("port")).unwrap();
    assert!(told.last().unwrap().starts_with("freighter keeps \"severe on frame\": it may be tried again"), "{told:?}");
    assert_eq!((grades(&after, "freighter"), after.ships["freighter"].due.len()), (vec!["severe".to_owned()], 0));
    let said = refused(mend(&pack, &after, &[], Some("port")));
    assert!(said.starts_with("there was already an attempt on \"severe on frame\" at port this session"), "{said}");
    assert!(mend(&pack, &after, &[2], Some("yard")).is_ok(), "another yard");
    assert!(mend(&pack, &next_session(&pack, &after), &[2], Some("port")).is_ok(), "another session");
    let mut severe = wounded(&pack, &["severe"]);
    severe.standing_mut("tam").unwrap().marked.clear();
    let (after, _) = treat(&pack, &severe, &[-1], Some("port")).unwrap();
    assert_eq!((grades(&after, "tam"), after.people["tam"].standing.consequences[0].mending.is_none()), (vec!["severe".to_owned()], true));
    let strict = pack_with("repair_moderate_fails yes", &cast());
    let (after, _) = mend(&strict, &damaged(&strict, "moderate"), &[-3], Some("port")).unwrap();
    assert!(after.ships["freighter"].standing.consequences[0].mending.is_none());
}
