//! Tests of advancement.

use crate::economy::office::*;
use slip_campaign::advancement::{self, AdvancementChanges, overlay};
use slip_campaign::purchase::TradedThing;
use slip_campaign::recovery;
use slip_campaign::sale::{self, Sale};
use slip_campaign::state::{Campaign, CampaignPerson};
use slip_pack::Pack;

fn fresh(pack: &Pack) -> Campaign {
    let refresh = decide(pack, &campaign(pack), &[], |turn| {
        recovery::refresh(turn);
        Ok(())
    });
    refresh.unwrap().0
}

fn learn(pack: &Pack, campaign: &Campaign, lesson: AdvancementChanges<'_>) -> Outcome {
    decide(pack, campaign, &[], |turn| advancement::learn(turn, "tam", lesson))
}

fn swap<'a>(raise: &'a str, lower: &'a str) -> AdvancementChanges<'a> {
    AdvancementChanges { swap: Some((raise, lower)), ..AdvancementChanges::default() }
}

fn pyramid(campaign: &Campaign) -> Vec<usize> {
    let skills = &campaign.people["tam"].changes.skills;
    (1..=5).map(|rank| skills.values().filter(|of| **of == rank).count()).collect()
}

/// R-C15: one swap, one aspect and one stunt per refresh; only neighbouring ranks swap, and the pyramid keeps its shape.
/// Rules: R-C16.
#[test]
fn rc15_one_of_each_kind_a_refresh() {
    let pack = pack();
    let campaign = fresh(&pack);
    let (after, told) = learn(&pack, &campaign, swap("assets", "engineering")).unwrap();
    assert_eq!(told, ["tam: assets 1 -> 2, engineering 2 -> 1; the pyramid is unchanged"]);
    assert_eq!(pyramid(&after), [5, 4, 3, 2, 1]);
    assert!(refused(learn(&pack, &after, swap("engineering", "assets"))).contains("no swap of skills left"));
    let aspect = AdvancementChanges { aspect: Some(("tam 4", "Owes the yard")), ..AdvancementChanges::default() };
    let (after, _) = learn(&pack, &after, aspect).unwrap();
    assert!(
        refused(learn(&pack, &after, AdvancementChanges { aspect: Some(("tam 5", "Sober")), ..AdvancementChanges::default() }))
            .contains("no change of aspect left")
    );
    let stunt =
        AdvancementChanges { stunt: Some((Some("swap_skill( pilot,gunnery )"), "military_grade(pilot)")), ..AdvancementChanges::default() };
    let (after, _) = learn(&pack, &after, stunt).unwrap();
    assert!(refused(learn(&pack, &after, stunt)).contains("no exchange of stunts left"));
    assert_eq!(after.people["tam"].changes.stunts_new, ["military_grade(pilot)"]);
    assert!(
        refused(learn(&pack, &crate::economy::office::campaign(&pack), swap("assets", "engineering")))
            .contains("one comes with each refresh")
    );
}

/// R-C16: a new skill replaces a skill at rank 1.
/// Rules: R-C15.
#[test]
fn rc16_a_new_skill_comes_in_for_one_at_rank_1() {
    let pack = pack();
    let campaign = fresh(&pack);
    let (after, told) = learn(&pack, &campaign, swap("medical", "assets")).unwrap();
    assert_eq!(told, ["tam: medical 0 -> 1, assets 1 -> untrained; the pyramid is unchanged"]);
    assert_eq!((pyramid(&after), after.people["tam"].changes.skills.contains_key("assets")), (vec![5, 4, 3, 2, 1], false));
    let said = refused(learn(&pack, &campaign, swap("assets", "brokerage")));
    assert!(said.starts_with("assets is at 1 and can only change places with a skill at 2; brokerage is at 3\n"), "{said}");
    assert!(said.contains("--raise assets --lower engineering"), "{said}");
}

/// R-N27: in the far future, skills can be swapped before and after any session as well.
#[test]
fn rn27_skills_are_swapped_between_sessions_where_the_rules_say_so() {
    let own = pack_with("skill_swaps sessions", &cast());
    let ended = |pack: &Pack| decide(pack, &campaign(pack), &[], recovery::session_ends).unwrap().0;
    assert!(learn(&own, &ended(&own), swap("assets", "engineering")).is_ok());
    let plain = pack();
    assert!(learn(&plain, &ended(&plain), swap("assets", "engineering")).is_err());
}

/// The sheet of a person after advancement is text that compiles. Its Wealth track is longer, because the person has more means.
#[test]
fn what_was_learned_compiles_like_any_sheet() {
    let pack = pack();
    let (after, _) = learn(&pack, &fresh(&pack), swap("assets", "engineering")).unwrap();
    let (after, _) =
        learn(&pack, &after, AdvancementChanges { aspect: Some(("tam 4", "Owes the \"yard\"")), ..AdvancementChanges::default() }).unwrap();
    let (after, _) = learn(
        &pack,
        &after,
        AdvancementChanges { stunt: Some((Some("alter_track(health, 1)"), "alter_track(wealth, 1)")), ..AdvancementChanges::default() },
    )
    .unwrap();
    let text = overlay(&pack, "tam_now", &after.people["tam"], item(&pack, "tam"));
    let pack = pack_with("", &format!("{}{text}", cast()));
    let (before, now) = (item(&pack, "tam"), item(&pack, "tam_now"));
    assert_eq!((before.tracks["wealth"], now.tracks["wealth"], before.tracks["health"] - now.tracks["health"]), (4, 5, 1));
    assert_eq!((now.rank("assets"), now.rank("engineering"), now.valid), (Some(2), Some(1), true));
    assert!(now.aspects.iter().any(|aspect| aspect.text == "Owes the \"yard\""));
}

/// A person who shares a sheet with another cannot advance on it.
#[test]
fn two_people_of_one_sheet_learn_nothing_by_it() {
    let pack = pack();
    let mut campaign = fresh(&pack);
    let twin = campaign.people["tam"].clone();
    campaign.people.insert("tam#2".into(), twin);
    assert!(refused(learn(&pack, &campaign, swap("assets", "engineering"))).starts_with("tam and tam#2 share one sheet"));
    let (ware, stunt) = (TradedThing::Words { what: "The debt".to_owned(), cost: 5 }, Some("free_form(\"a debt of honour\")"));
    let sale = Sale { seller: "tam", ware, cost: None, place: None, tainted: false, stunt, grade: None, ship: None };
    assert!(refused(decide(&pack, &campaign, &[], |turn| sale::sell(turn, &sale))).starts_with("tam and tam#2 share one sheet"));
}

/// The stunt that replaces a sold one is chosen at the end of the session.
#[test]
fn a_stunt_that_is_owed_is_chosen_at_the_end_of_the_session() {
    let pack = pack();
    let mut campaign = fresh(&pack);
    campaign.people.get_mut("tam").unwrap().stunts_owed = 1;
    let lesson = AdvancementChanges { stunt: Some((None, "free_form(\"a quiet word\")")), ..AdvancementChanges::default() };
    assert!(refused(learn(&pack, &campaign, lesson)).ends_with("is chosen at the end of the session"));
    let ended = decide(&pack, &campaign, &[], recovery::session_ends).unwrap().0;
    let (after, _) = learn(&pack, &ended, lesson).unwrap();
    assert_eq!((after.people["tam"].stunts_owed, after.people["tam"].changes.stunts_new.len()), (0, 1));
    assert!(refused(learn(&pack, &after, lesson)).starts_with("a new stunt replaces another one"));
}

/// A sheet may lack as many stunts as are owed for sold things, and no more.
#[test]
fn a_sheet_lacks_as_many_stunts_as_are_owed_and_no_more() {
    let pack = pack();
    let mut campaign = fresh(&pack);
    let tam = campaign.people.get_mut("tam").unwrap();
    tam.changes.stunts_lost = vec!["swap_skill(pilot, gunnery)".to_owned()];
    let excused = |person: &CampaignPerson| overlay(&pack, "now", person, item(&pack, "tam")).contains("allow too-few-stunts");
    assert!(!excused(tam), "nothing is owed");
    tam.stunts_owed = 1;
    assert!(excused(tam));
    tam.changes.stunts_lost.push("alter_track(health, 1)".to_owned());
    assert!(excused(&CampaignPerson { stunts_owed: 2, ..tam.clone() }));
    tam.changes.stunts_new = vec!["military_grade(pilot)".to_owned(), "military_grade(gunnery)".to_owned()];
    assert!(!excused(tam), "as many as there were, and one to come");
}
