//! Tests of encounters played in a campaign: its people come in the state of the campaign file, and their state afterwards is
//! written to it.

use crate::economy::office::{boxes, consequence, grades, mark};
use slip_campaign::state::Campaign;
use snapbox::cmd::cargo_bin;
use std::path::{Path, PathBuf};
use std::process::Command;

const PACKAGE: &str = r#"
map yard { zone gate; zone shed; border gate -- shed 1 }
npc hand "Hand" { cap 2; consequences yes; skills { 2 brawling; 1 agility, stamina }; aspects "Bored", "Big hands" }
npc guard "Guard" { cap 4; skills { 4 brawling; 3 alertness, tactics; 2 stamina, resolve, agility; 1 pilot, charm, eva, stealth }; aspects "Awake", "Paid", "Loud", "Late" }
ship gull "Gull" : spacecraft {
  tech T2
  v_shift 2; beam 1; ew 1; trade 2
  tracks { frame 4; heat 4 }
  stunts civilian, slipstream_t2, interface_vehicle, point_defense
  aspects "Salt in the pumps", "Home to six cats", "The purser is honest", "Wide in the beam", "Nobody's flagship"
}
ship hound "Hound" : spacecraft {
  tech T2
  v_shift 3; beam 3; torpedo 1; ew 1
  aspects "Lean", "Young", "Borrowed", "Loud", "Hungry"
}
encounter brawl "Brawl" : personal { map yard; side us { actors hand x2 at gate }; side them { actors guard x2 at gate }; limit 3 rounds }
encounter sky "Sky" : space { side us { ship gull }; side them { ship hound }; limit 2 turns }
scenario night "Night" { play brawl }
scenario chase "Chase" { play sky }
"#;

struct Table {
    folder: PathBuf,
}

impl Table {
    fn of(name: &str) -> Table {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("evening").join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("slipyard.toml"), "[package]\nname = \"yard\"\nversion = \"1.0.0\"\nedition = 1\n").unwrap();
        std::fs::write(folder.join("yard.slip"), PACKAGE).unwrap();
        Table { folder }
    }

    fn says(&self, words: &[&str]) -> String {
        let output = Command::new(cargo_bin!("slipyard")).args(words).current_dir(&self.folder).env("NO_COLOR", "1").output().unwrap();
        let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(0), "{words:?}: {text}");
        text
    }

    fn campaign(&self) -> Campaign {
        Campaign::read(&std::fs::read_to_string(self.folder.join("c.json")).unwrap()).unwrap()
    }

    fn mend(&self, what: impl FnOnce(&mut Campaign)) {
        let mut campaign = self.campaign();
        what(&mut campaign);
        std::fs::write(self.folder.join("c.json"), campaign.text()).unwrap();
    }

    /// Plays a scenario in a copy of the campaign and reads the log again.
    fn proves(&self, scenario: &str, seed: &str) {
        std::fs::copy(self.folder.join("c.json"), self.folder.join("copy.json")).unwrap();
        let args = ["run", scenario, "--seed", seed, "--state", "copy.json", "--format", "json"];
        let output = Command::new(cargo_bin!("slipyard")).args(args).current_dir(&self.folder).output().unwrap();
        std::fs::write(self.folder.join("log.jsonl"), output.stdout).unwrap();
        self.says(&["replay", "log.jsonl", "--verify"]);
    }
}

/// R-VC9: several people of one sheet are numbered, and each keeps the state of that number.
#[test]
fn r_vc9_everybody_of_one_sheet_comes_as_the_file_says() {
    let table = Table::of("hands");
    table.says(&["upkeep", "c.json", "new", "--join", "hand"]);
    table.says(&["upkeep", "c.json", "join", "hand", "--as", "hand#2"]);
    table.mend(|campaign| {
        mark(campaign, "hand#2", "health", &[1, 2]);
        campaign.standing_mut("hand#2").unwrap().consequences = vec![consequence("moderate", "health", 1)];
    });
    table.proves("night", "3");
    let told = table.says(&["run", "night", "--seed", "3", "--state", "c.json"]);
    assert!(told.contains("  Hand #2: health {1,2}, moderate \"moderate on health\", "), "{told}");
    let after = table.campaign();
    let end = |who: &str| told.lines().rev().find(|line| line.starts_with(&format!("  Hand #{who}: "))).unwrap().to_owned();
    for (number, who) in [("1", "hand"), ("2", "hand#2")] {
        let marked = format!("Composure {} of ", boxes(&after, who, "composure").len());
        assert!(end(number).contains(&marked), "{who}: {marked}: {}", end(number));
    }
    assert!(grades(&after, "hand#2").contains(&"moderate".to_owned()), "{told}");
    // With ten people or more, their names are ordered by number, not as text.
    let mut many = after;
    let hand = many.people["hand"].clone();
    for number in 3..=11 {
        many.people.insert(format!("hand#{number}").into(), hand.clone());
    }
    let names: Vec<&str> = many.called(&hand.item).into_iter().map(|name| name.as_str()).collect();
    assert_eq!((names[0], names[1], names[9], names[10]), ("hand", "hand#2", "hand#10", "hand#11"));
}

/// R-VC13, R-T17, R-T25: in a fight, a ship with empty tanks keeps her V-shift ("for purposes of combat, the Aspect and Heat track problems
/// should be enough to deal with") and has an aspect "low on reaction mass" that can be tagged once for free, until it is resupplied; a mild consequence of the ship stays until it is repaired.
#[test]
fn r_vc13_a_ship_fights_with_what_her_tanks_and_her_yard_left_her() {
    let table = Table::of("tanks");
    table.says(&["upkeep", "c.json", "new", "--join", "gull"]);
    table.says(&["upkeep", "c.json", "arrive", "gull", "--overburn"]);
    table.mend(|campaign| {
        let ship = campaign.ships.get_mut("gull").unwrap();
        ship.standing.consequences = vec![consequence("mild", "frame", 1)];
        ship.aspects = vec!["Known in every port".to_owned()];
    });
    table.proves("chase", "3");
    let told = table.says(&["run", "chase", "--seed", "3", "--state", "c.json"]);
    let brought = "Gull: heat {1,2,3,4}, mild \"mild on frame\", \"Known in every port\", \"Low on r-mass\" free to tag, ";
    assert!(told.contains(brought) && told.contains("Gull: T2, V-shift 2, "), "{told}");
    let ship = &table.campaign().ships["gull"];
    assert!(grades(&table.campaign(), "gull").contains(&"mild".to_owned()), "{told}");
    assert_eq!((ship.v_shift, ship.aspects.len(), ship.brought.len()), (Some(0), 1, 1));
    assert_eq!(ship.brought[0].free_tags == 0, told.contains("gull: the free tag on \"Low on r-mass\" is used up"), "{told}");
    table.mend(|campaign| campaign.ships.get_mut("gull").unwrap().brought[0].free_tags = 0);
    let told = table.says(&["run", "chase", "--seed", "4", "--state", "c.json"]);
    assert!(!told.contains("\"Low on r-mass\" free to tag") && told.contains("\"Low on r-mass\", \"Known in every port\", "), "{told}");
    table.says(&["upkeep", "c.json", "supply", "gull"]);
    let told = table.says(&["run", "chase", "--seed", "6", "--state", "c.json"]);
    assert!(told.contains("Gull: T2, V-shift 2, ") && !told.contains("Low on r-mass"), "{told}");
}

/// R-VC8: a captured person takes part in no later encounter of the campaign until brought back.
#[test]
fn r_vc8_who_is_captured_is_out_of_the_campaigns_encounters_until_brought_back() {
    let table = Table::of("captured");
    table.says(&["upkeep", "c.json", "new", "--join", "hand"]);
    let taken = (1..40).find(|seed| {
        let told = table.says(&["run", "night", "--seed", &seed.to_string(), "--state", "c.json"]);
        told.contains("\nhand is out of the story: captured\n")
    });
    assert!(taken.is_some());
    assert!(table.says(&["upkeep", "c.json", "show", "hand"]).contains("captured"));
    let told = table.says(&["run", "night", "--seed", "1", "--state", "c.json"]);
    assert!(told.contains("  Hand #1 takes no part: captured\n"), "{told}");
    table.says(&["upkeep", "c.json", "back", "hand"]);
    assert!(!table.says(&["run", "night", "--seed", "1", "--state", "c.json"]).contains("takes no part"));
}
