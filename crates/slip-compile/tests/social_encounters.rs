//! Tests of social encounters as they are written: time, tracks at risk, pawns, composite conditions and the short forms of
//! victories; and of findings about encounters that cannot be played or would be over before they begin.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    dead_code,
    reason = "tests fail by panicking, and share a module of which each uses a part"
)]

use slip_test_support::compiled_text;

use compiled_text::{Written, written};
use slip_pack::encounter::{AtRisk, BrokeDown, Encounter, SocialEncounter, VictorySubject, VictoryTerm};
use slip_pack::formula::Formula;
use slip_pack::map::BorderValue;
use slip_source::diagnostic::Code;

/// Two who talk, one who is talked about, and a line of zones.
const CAST: &str = r#"
npc rosa "Rosa" { cap 3; skills { 3 charm; 2 oratory, resolve; 1 assets, intimidation, stamina }; aspects "Never wrote back", "Third verse", "Old coat" }
npc otto "Otto" { cap 2; skills { 2 charm; 1 resolve, bureaucracy }; aspects "Cannot stand to lose", "New shoes" }
npc ama "Ama" { cap 2; skills { 2 bureaucracy; 1 resolve, oratory }; aspects "Reads every line", "Cold tea" }
npc bela "Bela" { cap 2; skills { 2 oratory; 1 resolve, charm }; aspects "Laughs first", "Late" }
npc mr_v "Mr V" { cap 2; skills { 2 resolve; 1 charm, oratory }; aspects "Third divorce", "Lives above the shop" }
map rings {
  zone lovers "Lovers"
  zone near "Near"
  zone far "Far"
  zone friends "Just friends"
  border lovers -- near
  border near -- far
  border far -- friends
}
"#;

const STAKES: &str = "stakes { win \"It is a yes.\"; lose \"It is a no.\" }";
const SIDES: &str = "side us { actors rosa at far }\nside them { actors otto at near }";

fn talk(body: &str) -> Written {
    written(&format!("{CAST}encounter talk \"Talk\" : social {{\nmap rings\n{STAKES}\n{body}\n}}\n"))
}

fn between(body: &str) -> Written {
    talk(&format!("{SIDES}\n{body}"))
}

#[track_caller]
fn encounter(written: Written) -> Encounter {
    assert_eq!(written.messages(), Vec::<&str>::new());
    let encounter = written.pack.encounters["own.talk"].clone();
    assert!(encounter.valid);
    encounter
}

#[track_caller]
fn social(written: Written) -> SocialEncounter {
    *encounter(written).social.unwrap()
}

/// Returns the side and the wording of each victory.
fn told(encounter: &Encounter) -> Vec<(Option<usize>, &str)> {
    encounter.victories.iter().map(|victory| (victory.side, victory.text.as_str())).collect()
}

#[test]
fn a_talk_has_its_stakes_one_box_a_zone_and_composure_at_risk() {
    let talk = encounter(between("victory us when reach(rosa, lovers)"));
    let wager = talk.wager.as_ref().unwrap();
    assert_eq!((wager.win.as_str(), wager.lose.as_str()), ("It is a yes.", "It is a no."));
    let social = talk.social.as_ref().unwrap();
    assert_eq!((social.time_boxes, social.at_risk, social.contours, social.max_time), (4, AtRisk::Composure, false, None));
}

#[test]
fn boxes_the_longest_time_and_the_track_at_risk_may_be_said() {
    let purse = "design heir : npc from npc { track wealth { base 3; fixed } }
npc zed \"Zed\" : heir { cap 1; skills { 1 assets }; aspects \"Born to it\" }\n";
    let body = format!(
        "{STAKES}\nmap rings\nside us {{ actors zed at far }}\nside them {{ actors zed at near }}\ntime_boxes 3\nmax_time few_hours\n\
         track_at_risk both\nwealth_defence assets, bureaucracy\ncontours yes\nvictory us when reach(us, lovers)"
    );
    let social = social(written(&format!("{CAST}{purse}encounter talk : social {{\n{body}\n}}\n")));
    assert_eq!((social.time_boxes, social.max_time, social.at_risk, social.contours), (3, Some(9), AtRisk::Both, true));
    assert_eq!(social.wealth_skills, ["assets", "bureaucracy"]);
}

#[test]
fn the_lines_of_the_time_track_are_written_as_names_or_as_they_stand() {
    for (words, line) in [("instant", 1), ("few_moments", 2), ("\"15 minutes\"", 6), ("hour", 8), ("afternoon", 10), ("lifetime", 22)] {
        assert_eq!(social(between(&format!("max_time {words}\nvictory us when time_out"))).max_time, Some(line), "{words}");
    }
    assert_eq!(talk(&format!("{SIDES}\nmax_time few_hour\nvictory us when time_out")).messages(), ["the time track has no row `few_hour`"]);
}

/// The track that the rules in force name is checked, shown and played.
#[test]
fn the_time_track_is_the_one_that_the_rules_name() {
    let by_bells = |max_time: &str| {
        written(&format!(
            "{CAST}table bells \"Bells\" {{ one_of \"a bell\", \"a watch\" }}\nruleset aboard {{ time_track bells }}\n\
             encounter talk \"SocialLookup\" : social {{\nmap rings\nrules aboard\n{STAKES}\n{SIDES}\nmax_time {max_time}\nvictory us when time_out\n}}\n"
        ))
    };
    let watch = by_bells("watch").clean();
    let talk = &watch.encounters["own.talk"];
    let social = talk.social.as_ref().unwrap();
    assert_eq!(slip_export::encounter_text::time(social, &talk.rules, &watch), "4 rounds, a watch at most");
    assert_eq!(by_bells("few_hours").messages(), ["the time track has no row `few_hours`"]);
}

#[test]
fn whoever_has_nothing_at_risk_cannot_take_part() {
    let found = between("track_at_risk wealth\nvictory us when reach(rosa, lovers)");
    let wanted = ["`rosa` has no track that this encounter can hit", "`otto` has no track that this encounter can hit"];
    assert_eq!(found.messages(), wanted);
    let crowd = written(&format!(
        "{CAST}mook crowd {{ threat 3 }}\nencounter talk : social {{\nmap rings\n{STAKES}\nside us {{ actors rosa at far }}\nside them {{ actors crowd at near }}\n\
         victory us when reach(rosa, lovers)\n}}\n"
    ));
    assert_eq!(crowd.messages(), ["`crowd` has no track that this encounter can hit"]);
}

#[test]
fn pawns_stand_in_groups_or_alone() {
    let social = social(between(
        "pawns jury \"Juror\" x2 at far, at near\npawn marek \"Marek\" at friends { suitor }\nvictory us when majority(jury, lovers, near)",
    ));
    let pawns: Vec<(&str, &str, usize, Option<usize>, bool)> =
        social.pawns.iter().map(|pawn| (pawn.name.as_str(), pawn.title.as_str(), pawn.zone, pawn.group, pawn.suitor)).collect();
    let juror = |name, title, zone| (name, title, zone, Some(0), false);
    let wanted =
        [juror("jury#1", "Juror #1", 2), juror("jury#2", "Juror #2", 2), juror("jury#3", "Juror #3", 1), ("marek", "Marek", 3, None, true)];
    assert_eq!(pawns, wanted);
    assert_eq!(social.groups, ["jury"]);
}

#[test]
fn what_pawns_are_called_nobody_else_is() {
    let found = between("pawns rosa x2 at far\npawn us at far\npawn jo at far\npawn jo at near\nvictory us when reach(rosa, lovers)");
    let wanted = ["`rosa` is in this encounter already", "`us` is in this encounter already", "`jo` is in this encounter already"];
    assert_eq!(found.messages(), wanted);
}

#[test]
fn several_act_as_one() {
    let talk = encounter(talk(
        "composite bench \"The bench\" { of ama, bela }\nside us { actors rosa at far }\nside them { actors bench at near }\n\
         victory us when together(rosa, bench, lovers)",
    ));
    let bench = &talk.sides[1].actors[0];
    assert_eq!((bench.name.as_str(), bench.title.as_deref(), bench.item.name.as_str()), ("bench", Some("The bench"), "ama"));
    assert_eq!(bench.parts.iter().map(|part| part.name.as_str()).collect::<Vec<_>>(), ["bela"]);
}

#[test]
fn nobody_is_in_two_places_by_being_part_of_others() {
    let found = talk(
        "composite bench { of ama, bela }\nside us { actors rosa at far }\nside them { actors bench at near, bela at far }\n\
         victory us when reach(rosa, lovers)",
    );
    assert_eq!(found.messages(), ["`bela` is part of `bench` and also takes part alone"]);
    let idle = between("composite bench { of ama, bela }\nvictory us when reach(rosa, lovers)");
    assert_eq!(idle.messages(), ["`bench` is not on any side"]);
    let led = talk(
        "composite bench { of ama, bela }\nside us { actors rosa at far }\nside them { actors bench at near; leader bench }\n\
         victory us when reach(rosa, lovers)",
    );
    assert_eq!(led.messages(), ["the side `them` has no actor called `bench`"], "none of them leads");
    let lone = talk(
        "composite bench { of ama }\nside us { actors rosa at far }\nside them { actors bench at near }\nvictory us when reach(rosa, lovers)",
    );
    assert_eq!(lone.messages(), ["the composite `bench` has fewer than two people"]);
}

/// `area`: social attacks have one target. A scene that says otherwise is refused; a person's effect that acts in fights gets a note.
#[test]
fn a_line_that_would_strike_several_with_words_is_noted() {
    let note = |line: &str| format!("`{line}` has no effect in a social encounter");
    let scene = between("victory us when reach(rosa, lovers)\neffect everyone oratory attack area zone");
    let refused = "`everyone oratory attack area zone` changes nothing in play";
    assert_eq!(scene.only(Code::EffectNeverApplies).message, refused);
    let loud = CAST.replace("aspects \"Never", "stunts loud; aspects \"Never");
    let own = written(&format!(
        "stunt loud \"Loud\" {{ for npc; effect oratory attack area zone always }}\n{loud}\
         encounter talk \"SocialLookup\" : social {{\nmap rings\n{STAKES}\n{SIDES}\nvictory us when reach(rosa, lovers)\n}}\n"
    ));
    assert_eq!(own.only(Code::NotRead).message, note("oratory attack area zone always"));
    assert!(own.pack.encounters["own.talk"].valid);
}

#[test]
fn whoever_is_alone_with_the_objective_wins_and_a_pawn_wins_for_nobody() {
    let talk = encounter(talk(
        "side us { actors rosa at far }\nside them { actors otto at near, mr_v at far }\npawn marek at friends { suitor }\nfalls_for mr_v at lovers\n\
         friend_zone mr_v at friends",
    ));
    let wanted = [
        (Some(0), "Mr V falls for one of us at Lovers (falls_for)"),
        (Some(1), "Mr V falls for one of them at Lovers (falls_for)"),
        (None, "Mr V falls for a person without a side at Lovers (falls_for)"),
    ];
    assert_eq!(told(&talk), wanted);
    let social = talk.social.unwrap();
    assert_eq!((social.falls[0].zone, social.friend_zones[0].zone), (0, 3));
    assert_eq!(social.falls[0].objective, VictorySubject::Actors(vec![(1, 1)]));
}

#[test]
fn an_objective_alone_on_its_side_has_no_suitor_there_and_may_be_a_pawn() {
    let alone = encounter(talk(
        "side us { actors rosa at far, otto at near }\nside them { actors mr_v at far }\nfalls_for mr_v at lovers\nsurvive_timer them",
    ));
    let wanted = [
        (Some(0), "Mr V falls for one of us at Lovers (falls_for)"),
        (Some(1), "the side still has an actor when time is up (survive_timer)"),
    ];
    assert_eq!(told(&alone), wanted);
    let pawn = encounter(between("pawn v at friends\nfalls_for v at lovers"));
    assert_eq!(pawn.social.unwrap().falls[0].objective, VictorySubject::Pawns(vec![0]));
}

#[test]
fn most_pawns_when_time_is_up_win_and_as_many_are_a_draw() {
    let talk = encounter(between("pawns jury x3 at far\npawn_score jury { us lovers, near; them friends }"));
    let wanted = [
        (Some(0), "most of jury stand at Lovers or Near when time is up (pawn_score)"),
        (Some(1), "most of jury stand at Just friends when time is up (pawn_score)"),
        (None, "us and them have equally many of jury when time is up (pawn_score)"),
    ];
    assert_eq!(told(&talk), wanted);
    // One juror at Near, one at Just friends, and time is up: a tie.
    let value = |number: usize, near: i64, friends: i64| {
        let seen = |atom: &VictoryTerm| match atom {
            VictoryTerm::TimeOut => 1,
            VictoryTerm::Pawns { zones, .. } if zones.contains(&3) => friends,
            VictoryTerm::Pawns { .. } => near,
            _ => 0,
        };
        talk.victories[number].condition.eval(&mut |atom| Ok(seen(atom))).unwrap()
    };
    assert_eq!([value(0, 1, 1), value(1, 1, 1), value(2, 1, 1)], [0, 0, 1]);
    assert_eq!([value(0, 2, 1), value(1, 2, 1), value(2, 2, 1)], [1, 0, 0]);
    assert_eq!([value(0, 0, 2), value(1, 0, 2), value(2, 0, 2)], [0, 1, 0]);
}

#[test]
fn what_becomes_of_the_stakes_when_it_turns_violent_is_the_files_to_say() {
    assert_eq!(social(between("victory us when time_out")).broke_down, None);
    assert_eq!(social(between("broke_down draw\nvictory us when time_out")).broke_down, Some(BrokeDown { side: None }));
    assert_eq!(social(between("broke_down them\nvictory us when time_out")).broke_down, Some(BrokeDown { side: Some(1) }));
    assert_eq!(between("broke_down thm\nvictory us when time_out").messages(), ["the encounter has no side called `thm`"]);
}

#[test]
fn how_well_it_ended_is_told_in_the_order_of_the_text() {
    let social = social(between(
        "pawns jury x5 at far\nvictory us when majority(jury, lovers)\ngrade \"All of them\" when pawns(jury, lovers) >= 5\ngrade \"In good time\" when boxes >= 2",
    ));
    let grades: Vec<(&str, &str)> = social.grades.iter().map(|grade| (grade.words.as_str(), grade.text.as_str())).collect();
    assert_eq!(grades, [("All of them", "pawns(jury, lovers) >= 5"), ("In good time", "boxes >= 2")]);
}

#[test]
fn together_is_each_of_them_there_at_once() {
    let talk = encounter(between("pawn v at friends\nvictory us when together(rosa, v, lovers) or last_suitor(us, v) and not time_out"));
    let Formula::Binary(_, sides) = &talk.victories[0].condition else { panic!() };
    let Formula::Binary(_, both) = &sides.0 else { panic!() };
    let there = |formula: &Formula<VictoryTerm>| matches!(formula, Formula::Value(VictoryTerm::Reach { zones, at_least: None, .. }) if *zones == [0]);
    assert!(there(&both.0) && there(&both.1));
}

#[test]
fn conditions_of_other_conflicts_are_not_asked_here_and_pawns_do_nothing() {
    assert_eq!(between("victory us when left_map(otto)").messages(), ["`left_map` cannot be tested in a victory condition"]);
    assert_eq!(between("pawn v at far\nvictory us when out(v)").messages(), ["this condition cannot be about a pawn"]);
    let misspelt = between("pawns jury x3 at far\nvictory us when majority(juri, lovers)");
    assert_eq!(misspelt.only(Code::NobodyCalled).message, "the encounter has no group of pawns called `juri`");
    assert_eq!(between("victory us when pawns >= 3").messages(), ["the brackets of `pawns` do not contain the right words"]);
    assert_eq!(between("victory us when boxes").messages(), ["this is a number, but a condition is needed"]);
}

#[test]
fn victories_that_can_never_come_true_are_refused() {
    assert_eq!(
        between("pawns jury x3 at far\nvictory us when pawns(jury, lovers) > 3").messages(),
        ["`us` can never win by this condition"]
    );
    assert_eq!(between("pawn v at far\nvictory draw when fallen(v, lovers)").messages(), ["the encounter can never end by this condition"]);
    assert_eq!(between("time_boxes 3\nvictory us when turn > 3").messages(), ["`us` can never win by this condition"]);
    let alone = talk("side us { actors rosa at far }\nside them { actors mr_v at far }\nvictory them when fallen(mr_v, lovers, them)");
    assert_eq!(alone.messages(), ["`them` can never win by this condition"]);
}

#[test]
fn short_forms_are_refused_where_they_mean_nothing() {
    assert_eq!(between("falls_for mr_w at lovers").messages(), ["there is no actor or pawn called `mr_w` in the encounter"]);
    assert_eq!(between("falls_for otto at lover").messages(), ["the map `rings` has no zone called `lover`"]);
    assert_eq!(between("falls_for otto lovers").messages(), ["this `falls_for` line is not written correctly"]);
    assert_eq!(between("pawns jury x3 at far\npawn_score jury { us lovers }").messages(), ["this `pawn_score` has no zones of two sides"]);
    assert_eq!(
        between("pawns jury x3 at far\npawn_score jury { us lovers; them lovers }").messages(),
        ["the zone `lovers` counts for two sides"]
    );
    assert_eq!(between("pawn_score jury { us lovers; them friends }").messages(), ["the encounter has no group of pawns called `jury`"]);
    assert_eq!(between("grade \"Well\"\nvictory us when time_out").messages(), ["this `grade` has no text or no condition"]);
    assert_eq!(between("track_at_risk purse\nvictory us when time_out").messages(), ["`purse` cannot be attacked here"]);
    assert_eq!(between("wealth_defence assets\nvictory us when time_out").messages(), ["wealth is not at risk in this encounter"]);
}

#[test]
fn rounds_are_time_boxes() {
    let found = between("limit 4 rounds\nvictory us when time_out");
    assert_eq!(found.messages(), ["a social encounter cannot have a `limit`"]);
}

#[test]
fn a_talk_without_stakes_is_about_nothing() {
    let found = written(&format!("{CAST}encounter talk : social {{\nmap rings\n{SIDES}\nvictory us when time_out\n}}\n"));
    assert_eq!(found.messages(), ["the conflict `talk` has no `stakes`"]);
}

/// Returns a map made from a template: the names of its zones and the pairs that borders join, with the values of those that cost.
fn shaped(text: &str) -> (Vec<String>, Vec<(String, String, i32)>) {
    let pack = written(text).clean();
    let map = &pack.maps["own.m"];
    assert!(map.valid);
    let name = |zone: usize| map.zones[zone].name.to_string();
    let cost = |value| if let BorderValue::Stateless(cost) = value { cost } else { panic!() };
    let borders = map.borders.iter().map(|border| (name(border.from), name(border.to), cost(border.value))).collect();
    (map.zones.iter().map(|zone| zone.name.to_string()).collect(), borders)
}

fn lines(text: &str) -> Vec<String> {
    let pack = written(text).clean();
    let map = &pack.maps["own.m"];
    map.lines().iter().map(|line| line.iter().map(|zone| map.zones[*zone].name.as_str()).collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn templates_are_drawn_as_the_rules_draw_them() {
    assert_eq!(lines("map m : seduction {}\n"), ["just_friends ring_1 ring_2 ring_3 ring_4 lovers"]);
    assert_eq!(lines("map m : debate {}\n"), ["convince_1 lean_1 unsure lean_2 convince_2", "unsure lost"]);
    assert_eq!(lines("map m : party { corners 3 }\n"), ["corner_1 floor corner_2", "floor corner_3", "floor door"]);
    assert_eq!(lines("map m : inquiry {}\n"), ["proof lead_1 lead_2 rumour false_lead false_answer"]);
    assert_eq!(lines("map m : tribunal {}\n"), ["cleared doubt bench suspicion condemned", "bench gallery"]);
}

#[test]
fn the_map_says_how_many_zones_the_rows_of_a_template_have() {
    assert_eq!(lines("map m : seduction { rings 4 }\n"), ["just_friends ring_1 ring_2 lovers"]);
    assert_eq!(lines("map m : seduction { rings 7 }\n")[0].split(' ').count(), 7);
    let debate = lines("map m : debate { steps 3 }\n");
    assert_eq!(debate, ["convince_1 lean_1_1 lean_1_2 unsure lean_2_1 lean_2_2 convince_2", "unsure lost"]);
    let found = written("map m : seduction { rings 12 }\n");
    assert_eq!(found.messages(), ["the value of `rings` is not a whole number from 4 to 9"]);
}

#[test]
fn zones_and_borders_of_a_template_are_named_anew_and_added_to() {
    let text = "map m : tribunal {
  zone cleared \"Not proven\" { aspects \"The lamp stays lit\" }
  zone bench { aspects \"Three chairs, one cold\" }
  zone stairs \"The back stairs\"
  border bench -- stairs
  border bench -- gallery 2 \"The rail\"
}\n";
    let (zones, borders) = shaped(text);
    assert_eq!(zones, ["cleared", "doubt", "suspicion", "condemned", "bench", "gallery", "stairs"]);
    assert!(borders.contains(&("bench".into(), "gallery".into(), 2)));
    assert!(borders.contains(&("bench".into(), "stairs".into(), 0)));
    assert_eq!(borders.len(), 6);
    let pack = written(text).clean();
    let map = &pack.maps["own.m"];
    let zone = |name: &str| map.zones.iter().find(|zone| zone.name == name).unwrap();
    assert_eq!(
        (zone("cleared").title.as_str(), zone("cleared").aspects.as_slice()),
        ("Not proven", &["The lamp stays lit".to_owned()][..])
    );
    assert_eq!(
        (zone("bench").title.as_str(), zone("bench").aspects.as_slice()),
        ("Before the bench", &["Three chairs, one cold".to_owned()][..])
    );
    assert_eq!(zone("gallery").aspects, ["Has made up its mind"]);
    assert_eq!(map.template.as_deref(), Some("std.tribunal"));
}

#[test]
fn a_map_derived_from_one_of_a_template_has_its_shape() {
    let text = "map a : seduction { rings 4; zone lovers \"Engaged\" }\nmap m from a { rings 5; zone ring_1 \"Dancing\" }\n";
    let (zones, _) = shaped(text);
    assert_eq!(zones.len(), 5);
    let pack = written(text).clean();
    assert_eq!(pack.maps["own.m"].zones[4].title, "Engaged");
}

#[test]
fn templates_are_content_and_may_be_patched_and_derived() {
    let own =
        "template salon \"Salon\" from party { zone terrace \"The terrace\"; border floor -- terrace }\nmap m : salon { corners 2 }\n";
    assert_eq!(shaped(own).0, ["corner_1", "corner_2", "floor", "door", "terrace"]);
    let bare = "template shouting \"Shouting\" {\n  row throats 2..2 { first here; last there }\n}\nmap m : shouting {}\n";
    assert_eq!(lines(bare), ["here there"]);
}

#[test]
fn what_a_template_does_not_have_is_said() {
    let said = |text: &str| written(text).messages().into_iter().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(said("map m : tribunl {}\n"), ["there is no template called `tribunl`"]);
    assert_eq!(said("map m : seduction { ring 5 }\n"), ["a map of this template has no entry `ring`"]);
    assert_eq!(said("map m : seduction { rings 5; rings 6 }\n"), ["`rings` is written twice"]);
    assert_eq!(said("map m : debate { border unsure -- convinced_1 }\n"), ["the map has no zone called `convinced_1`"]);
    assert_eq!(
        said("map m : debate {\n  picture \"\"\"\n    ab\n  \"\"\"\n  zone a here\n  zone b there\n}\n")[0],
        "the map has a picture, but the template `debate` gives its shape"
    );
    assert_eq!(said("template t { row rings 4 { each ring } }\nmap m : t {}\n")[0], "this `row` is not written correctly");
    assert_eq!(said("template t { row rings 2..4 { each ring; to nowhere } }\n"), ["the map has no zone called `nowhere`"]);
    let own = "no path leads to the zone `lover`, which the template does not have";
    assert_eq!(said("map m : seduction { zone lover \"Engaged\" }\n"), [own]);
    assert_eq!(said("template t {}\n"), ["the template `t` has no zones"]);
}

#[test]
fn an_idea_takes_part_and_has_no_body() {
    let idea = "idea falsehood \"The engineer did it\" { cap 3; skills { 3 charm; 2 resolve, oratory; 1 intimidation, assets, alertness }; aspects \"Everybody likes it\", \"Ends the matter\", \"Too neat\" }\n";
    let text = format!(
        "{CAST}{idea}encounter talk : social {{\nmap rings\n{STAKES}\nside us {{ actors rosa at far }}\nside them {{ actors falsehood at near }}\nsurvive_timer them\nvictory us when reach(rosa, lovers)\n}}\n"
    );
    let pack = written(&text).clean();
    let built = &pack.items["idea"]["own.falsehood"];
    assert_eq!(built.tracks.iter().map(|(track, boxes)| (track.as_str(), *boxes)).collect::<Vec<_>>(), [("composure", 4)]);
    let fight = format!(
        "{CAST}{idea}encounter fight : personal {{\nmap rings\nside us {{ actors rosa at far }}\nside them {{ actors falsehood at near }}\n}}\n"
    );
    assert_eq!(written(&fight).messages(), ["`falsehood` is an idea and cannot take part in personal combat"]);
}

#[test]
fn an_objective_that_nobody_can_bring_there_is_never_won() {
    let apart = CAST.replace("border lovers -- near", "border lovers -> near");
    let said = |body: &str| {
        written(&format!("{apart}encounter talk : social {{\nmap rings\n{STAKES}\n{body}\n}}\n"))
            .messages()
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let sides = "side us { actors rosa at lovers }\nside them { actors otto at near, mr_v at far }";
    let lost = "no path on the map leads from `mr_v` to `lovers`";
    assert_eq!(said(&format!("{sides}\nfalls_for mr_v at lovers")), [lost]);
    let sides = "side us { actors rosa at near }\nside them { actors otto at lovers, mr_v at lovers }";
    let found = said(&format!("{sides}\nfalls_for mr_v at lovers"));
    assert!(
        found.contains(&"no actor of `us` can get to `lovers`, so the objective cannot fall for any of them there".to_owned()),
        "{found:?}"
    );
    let pawns = "side us { actors rosa at near }\nside them { actors otto at near }\npawns jury x2 at lovers, x2 at far\nvictory us when majority(jury, lovers)";
    assert!(said(pawns).contains(&"at most 2 of the 4 pawns of `jury` can be brought to the zones of this condition".to_owned()));
}

#[test]
fn what_is_so_where_everybody_starts_is_said() {
    let once = "this victory is already true at the start";
    assert_eq!(between("pawns jury x3 at lovers\nvictory us when majority(jury, lovers)").messages(), [once]);
    assert_eq!(between("victory us when reach(rosa, far)").messages(), [once]);
    assert_eq!(between("pawn v at far\nfalls_for v at far").messages(), [once]);
    // Another actor is there as well, so `falls_for` does not hold.
    let crowded = talk("side us { actors rosa at far }\nside them { actors otto at far }\npawn v at far\nfalls_for v at far");
    assert_eq!(crowded.messages(), Vec::<&str>::new());
}

#[test]
fn time_that_is_too_short_is_said() {
    let jury = |boxes: u32| between(&format!("time_boxes {boxes}\npawns jury x7 at far\nvictory us when majority(jury, lovers)"));
    let wanted = ["4 pawns of `jury` must be moved, but in 3 rounds there are 3 actions"];
    assert_eq!(jury(3).messages(), wanted);
    assert_eq!(jury(4).messages(), Vec::<&str>::new());
    // Rosa covers 12 points in a round: 3 for her skill, 4 for the dice and 4 for two aspects make 11, and the free step adds 1. She has to
    // cover the cost of the border and 2 points more.
    let far = |cost: u32| {
        let cast = CAST.replace("border lovers -- near", &format!("border lovers -- near {cost}"));
        let text = format!(
            "{cast}encounter talk : social {{\nmap rings\n{STAKES}\n{SIDES}\ntime_boxes 1\nvictory us when reach(rosa, lovers)\n}}\n"
        );
        written(&text).messages().into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(far(10), Vec::<String>::new());
    assert_eq!(far(11), ["`rosa` is 13 points away, but this side can cover only 12 in 1 round"]);
}

#[test]
fn there_are_no_doors_between_opinions() {
    let doors = CAST.replace("border lovers -- near", "border lovers -- near 4/0/4");
    let found =
        written(&format!("{doors}encounter talk : social {{\nmap rings\n{STAKES}\n{SIDES}\nvictory us when reach(rosa, lovers)\n}}\n"));
    assert_eq!(found.messages(), ["the border between `lovers` and `near` opens and closes, but a social map has no doors"]);
}
