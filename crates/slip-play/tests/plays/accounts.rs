//! Tests of the account in words: it gives the reasons a referee would ask for, such as why a box was marked.

use crate::plays::rulings::{pass_turn, scene, shoot, shooter, target};
use crate::plays::table::{Person, Scene, Table};
use slip_play::choice::{Choice, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::{Event, TrackId};
use slip_play::ids::ActorId;
use slip_play::personal::Personal;
use slip_play::question::Point;
use slip_table::transcript::Transcript;

/// Returns the account of the events at a table since the given state of the fight.
pub fn account(mut fight: Personal, table: &Table) -> String {
    let mut account = Transcript::new(&fight, &[]);
    for event in &table.events {
        account.tell(&fight, event);
        fight.apply(event);
    }
    account.finish()
}

/// Returns the account of a fight in which red shoots at blue in the next zone, once per round. Red has 4 plus the dice, blue has 1. The
/// account shows the marks of blue after each shot.
fn shots(faces: &[&str], slots: bool) -> String {
    let mut blue = target("blue");
    if slots {
        blue = blue.slots();
    }
    let mut table = scene().person("red", "a", shooter("red")).person("blue", "b", blue).sit();
    let before = table.fight.clone();
    for dice in faces {
        table.wait();
        table.dice(dice);
        shoot(&mut table, "blue");
        table.pass(&[Point::Adjust, Point::FreeMove]);
        if table.wait() == Some(Point::Mitigate) {
            let most = table.options().into_iter().filter(|option| option.verb == Verb::Take).max_by_key(|option| option.how);
            table.answer(Point::Mitigate, most.unwrap_or(Choice::of(Verb::Take)));
        }
        table.pass(&[Point::Beaten, Point::Compel, Point::FreeMove]);
        if table.fight.state.outcome.is_none() {
            pass_turn(&mut table);
        }
    }
    account(before, &table)
}

/// Totals are printed with their words on the ladder, or as numbers beyond it.
#[test]
fn totals_are_told_with_their_words() {
    let account = shots(&["0000 0000"], false);
    for line in [": 4 (Great).", ": 1 (Average)."] {
        assert!(account.contains(line), "{line}\n---\n{account}");
    }
}

#[test]
fn a_hit_says_which_boxes_it_marks_and_why_others_than_its_number() {
    let account = shots(&["--00 0000", "---0 0000", "--00 0000", "--00 +000"], false);
    for line in [
        "  blue takes 1 on Health, and on Composure as well (first blood). Health: box 1 of 4 is marked. Composure: box 1 of 4 is marked.",
        "A draw: one shift more would hit.",
        "  blue takes 1 on Health. Health: boxes 1 to 2 of 4 are marked (box 1 is full, so box 2 is marked).",
    ] {
        assert!(account.contains(line), "{line}\n---\n{account}");
    }
}

#[test]
fn a_hit_past_marked_boxes_says_so_and_one_past_the_end_says_that() {
    let rolled = shots(&["+000 0000", "--00 0000"], false);
    assert!(rolled.contains("Box 1 of Health and all boxes above it were already marked: blue is taken out."), "{rolled}");
    assert!(rolled.contains("Victory for red after 2 rounds"), "{rolled}");
    let past = shots(&["++00 0000"], false);
    assert!(
        past.contains("blue takes 5 on Health, and on Composure as well (first blood). Past the end of Health: blue is taken out."),
        "{past}"
    );
}

#[test]
fn consequences_are_taken_off_in_the_open() {
    let account = shots(&["--00 0000"], true);
    assert!(account.contains("blue takes 1 - mild 1 - moderate 2 - severe 4 = 0 on Health"), "{account}");
    assert!(account.contains(": no box is marked."), "{account}");
    assert!(account.contains("  New aspect on the Pistol of red: \"Out of ammo\"."), "{account}");
}

/// An ambiguous name is reported as ambiguous, not as missing.
#[test]
fn a_fight_that_several_packages_have_is_asked_for_by_its_whole_name() {
    let text = "map yard { zone a; zone b; border a -- b }
npc guard { cap 1; skills { 1 agility }; aspects \"Calm\" }
encounter brawl : personal { map yard; side red { actors guard at a }; side blue { actors guard at b } }\n";
    let mut pack = crate::plays::table::pack(text);
    let twin = pack.encounters["t.brawl"].clone();
    pack.encounters.insert("other.brawl".into(), twin);
    let why =
        |name: &str| slip_session::run(&pack, name, 1, slip_session::Seats::standard()).map(|_| ()).map_err(|error| error.to_string());
    assert_eq!(why("brawl"), Err("several packages have an encounter `brawl`: write `PACKAGE.brawl`".to_owned()));
    assert_eq!(why("fray"), Err("there is no encounter `fray`".to_owned()));
    assert_eq!(why("t.brawl"), Ok(()));
}

#[test]
fn a_word_of_the_referee_that_clears_and_marks_is_told_with_both() {
    let mut fight = scene().person("red", "a", shooter("red")).person("blue", "b", target("blue")).sit().fight.clone();
    let boxes = |boxes| Event::Boxes { who: ActorId(0), track: TrackId(0), boxes };
    fight.apply(&boxes(0b11));
    let mut account = Transcript::new(&fight, &[]);
    account.tell(&fight, &Event::Override { by: "the referee".into(), why: None, events: vec![boxes(0b101)] });
    let account = account.finish();
    assert!(account.contains("box 2 is cleared, box 3 is marked."), "{account}");
}

const NAMED: &str = r#"
weapon pistol "Pistol" : slug_thrower { tech T2; harm 1; penetration 1; range 0..2; stunts civilian }
armour mail "Mail" : body_armour { tech T2; defense 3; stunts civilian }
stunt steady "Steady hand" { for npc; effect +1 to attack; effect +2 to defence }
stunt drill "Drill" { for npc; effect +1 to attack any times }
npc veteran "Veteran" { cap 1; skills { 1 slug_throwers }; stunts steady, drill; aspects "Calm" }
map yard "Yard" { zone a; zone b; border a -- b 0 }
"#;

/// Bonuses of stunts, permanent or chosen, are printed with the stunt's name: in the account, at the table, and in the log, which
/// also has the number of the effect. Bonuses of worn gear have the gear's name.
#[test]
fn stunts_are_told_by_their_names_and_gear_by_its() {
    let scene = Scene::new(NAMED);
    let veteran = |name: &str| Person::new(name).like(&scene.pack, "npc", "veteran").skill("slug_throwers", 3).skill("agility", 1);
    let red = veteran("red").skill("alertness", 5).gear("weapon", "pistol");
    let blue = veteran("blue").gear("armour", "mail");
    let mut table = scene.person("red", "a", red).person("blue", "b", blue).sit();
    let before = table.fight.clone();
    table.wait();
    table.dice("0000 0000");
    shoot(&mut table, "blue");
    table.wait();
    let account = account(before.clone(), &table);
    for sum in ["Slug throwers 3, Steady hand +1, harm 1, Drill +1", "Agility 1, Mail -2, Steady hand +2, armour 3 - penetration 1 = 2"] {
        assert!(account.contains(sum), "{sum}\n---\n{account}");
    }
    let mut fight = before;
    let mut told = Vec::new();
    for (number, event) in table.events.iter().enumerate() {
        fight.apply(event);
        if let Event::Roll { .. } = event {
            told.push(slip_play::log::line(&fight, number, 1, "action", event));
        }
    }
    for (line, addends) in told.iter().zip([&["Steady hand", "Drill"][..], &["gear", "Steady hand"]]) {
        for addend in addends {
            assert!(line.contains(&format!("\"what\":\"{addend}\"")), "{addend}\n{line}");
        }
        assert!(line.contains("\"what\":\"Steady hand\",\"line\":"), "{line}");
    }
}

/// A standing defence counts for the rest of the round, with the bonuses of stunts added once.
#[test]
fn what_stunts_add_to_a_defence_stays_in_its_record() {
    let scene = Scene::new(NAMED);
    let blue = Person::new("blue").like(&scene.pack, "npc", "veteran").skill("agility", 1);
    let gunner = |name: &str| Person::new(name).skill("slug_throwers", 3).skill("alertness", 5).gear("weapon", "pistol");
    let mut table = scene.person("red", "a", gunner("red")).person("red", "a", gunner("second")).person("blue", "b", blue).sit();
    let blue = table.actor("blue");
    let defence = |table: &Table| {
        let contest = table.fight.state.contest.as_ref();
        contest.and_then(|contest| contest.defences.first()?.roll.as_ref().map(slip_play::roll::Roll::total))
    };
    table.wait();
    table.dice("0000 0000 0000");
    shoot(&mut table, "blue");
    table.wait();
    assert_eq!(defence(&table), Some(3));
    table.pass(&[Point::Adjust, Point::FreeMove, Point::Mitigate, Point::Compel]);
    shoot(&mut table, "blue");
    table.wait();
    assert_eq!(defence(&table), Some(3), "Agility 1 and Steady hand 2, as rolled before");
    assert_eq!(table.fight.state.actors[blue].records.len(), 1);
}

/// Returns the account of red's shots at blue in an encounter with this effect. Red shoots once in each round, with 4 plus the dice against
/// 1.
fn under(line: &str, faces: &[&str]) -> String {
    let text = format!(
        "weapon pistol \"Pistol\" : slug_thrower {{ tech T2; harm 1; penetration 1; range 0..2; stunts civilian }}
map yard {{ zone a; zone b; border a -- b }}
npc red \"Red\" {{ cap 3; skills {{ 3 slug_throwers; 2 alertness, agility; 1 resolve, tactics, stealth }}; aspects \"A\", \"B\", \"C\" }}
npc blue \"Blue\" {{ cap 1; skills {{ 1 agility }}; aspects \"D\" }}
encounter line : personal {{
  map yard
  {line}
  side ours {{ actors red at a with pistol }}
  side theirs {{ actors blue at b }}
}}\n"
    );
    let pack = crate::plays::table::pack(&text);
    let fight = Personal::begin(&pack, &pack.encounters["t.line"]).unwrap();
    let mut table = Table { fight, dice: slip_dice::Dice::scripted([]), events: Vec::new() };
    let before = table.fight.clone();
    for dice in faces {
        table.wait();
        table.dice(dice);
        shoot(&mut table, "blue");
        table.pass(&[Point::Adjust, Point::Mitigate, Point::Beaten]);
        if table.fight.state.outcome.is_none() {
            pass_turn(&mut table);
        }
    }
    account(before, &table)
}

/// First blood is reported in the sentence about the track on which it happens, and in no other sentence of a hit on both tracks.
#[test]
fn first_blood_is_named_where_it_is() {
    let both = under("effect everyone attack hits composure too", &["--00 0000", "--00 0000"]);
    assert!(both.contains("Blue takes 1 on Health, and on Composure as well (first blood). Health: box 1 of"), "{both}");
    assert!(both.contains("Blue takes 1 on Health, and on Composure as well. Health: boxes 1 to 2 of"), "{both}");
    let airless = under("effect is hostile", &["---- 0000"]);
    assert!(airless.contains("takes 4 on Health, and on Composure as well. "), "{airless}");
    assert!(!airless.contains("first blood"), "{airless}");
}
