//! Laws of play over fights full of homebrew: every option is accepted, replays are identical, points only decrease.

use crate::words::stage::Lines;
use slip_dice::Dice;
use slip_play::choice::Options;
use slip_play::conflict::Conflict;
use slip_play::event::Event;
use slip_play::personal::Personal;

/// Effects of every kind, from which each fight draws its own.
const PERSON: &[&str] = &[
    "effect +1 to attack when moved",
    "effect enemies -1 to defence",
    "effect +1 to stress of attack",
    "effect stress at most 3",
    "effect attacks of attack is 2",
    "effect free_move is 2",
    "effect may reroll rolls once per round",
    "effect +2 to rolls for 1 fate",
    "effect allies +1 to attack as action",
    "effect erase health 1 once per encounter",
    "effect after enemies enter may attack it out of turn",
    "effect may maneuver at once",
    "effect after hit target has aspect \"Marked\"",
    "effect free_tag \"Marked\" by allies once per round",
    "effect after enemies attack actor suffers 1 on composure",
    "effect after attack pays 1 fate",
    "effect may use 2 for defence any times",
    "effect may choose careful; effect +1 to defence when careful",
    "effect hits on health may go to composure",
    "effect roll_up of health is down",
    "effect after taken_out target loses aspect \"Marked\"",
    "effect at setup place \"Locked in\" on 2 zones free_tag by allies",
    "effect after maneuver may strip free_tag of enemies instead when shifts >= 0",
    "effect others -2 to attack against this",
    "effect cannot move when prone",
    "effect everyone has aspect \"Coughing\" when range == 1",
];
const GUN: &[&str] = &[
    "effect attack area zone except self",
    "effect attack area map except allies; effect -2 to attack when area",
    "effect ammo is 3",
    "effect needs trained slug_throwers for attack",
    "effect after attack free_tag \"Empty\"",
    "effect attack hits composure too",
];
const ZONE: &[&str] = &[
    "effect after enter actor faces 1 with stamina on health",
    "effect everyone -1 to rolls",
    "effect at turn actor mark composure 1",
    "effect everyone needs sealed for move",
];

fn draw<'a>(chance: &mut Dice, lines: &[&'a str], count: usize) -> Vec<&'a str> {
    let mut drawn: Vec<&str> = Vec::new();
    while drawn.len() < count {
        let line = lines[chance.pick(lines.len()).unwrap()];
        if !drawn.contains(&line) {
            drawn.push(line);
        }
    }
    drawn
}

#[test]
fn random_homebrew_keeps_the_laws() {
    for seed in 0..10 {
        let mut chance = Dice::seeded(seed, 7);
        let [red, ally, blue] = [8, 4, 8].map(|count| draw(&mut chance, PERSON, count).join("; "));
        let gun = draw(&mut chance, GUN, 2).join("; ");
        let zone = draw(&mut chance, ZONE, 2).join("; ");
        let lines = Lines { red: &red, ally: &ally, blue: &blue, gun: &gun, zone: &zone, ..Lines::default() };
        let mut scene = lines.scene_with(|red| red.fate(2).slots(), |blue| blue.fate(2).gear("weapon", "pistol").skill("slug_throwers", 2));
        scene.encounter.limit = Some(6);
        let play = |seed: u64| {
            let start = Personal::begin(&scene.pack, &scene.encounter).unwrap();
            let (mut fight, mut events) = (start.clone(), Vec::new());
            let (mut dice, mut chance) = (Dice::seeded(seed, 0), Dice::seeded(seed, 1));
            let mut options = Options::new();
            let mut steps = 0;
            while let Some(ask) = fight.waiting_for() {
                steps += 1;
                assert!(steps < 20_000, "seed {seed} does not end: {:?}", fight.state.step);
                fight.legal(&mut options);
                assert!(!options.is_empty());
                let mut sorted = options.as_slice()[1..].to_vec();
                sorted.sort_unstable();
                sorted.dedup();
                assert_eq!(sorted, options.as_slice()[1..], "canonical order, nothing twice");
                for &option in options.as_slice() {
                    let mut buffer = Vec::new();
                    let before = fight.clone();
                    fight.decide(&option.into(), &mut Dice::seeded(1, 2), &mut buffer).unwrap_or_else(|refusal| panic!("{refusal}"));
                    assert!(!buffer.is_empty() && fight == before, "deciding changes nothing");
                }
                let choice = ask.forced.unwrap_or_else(|| options.get(chance.pick(options.len()).unwrap()).unwrap());
                let mut buffer = Vec::new();
                fight.decide(&choice.into(), &mut dice, &mut buffer).unwrap();
                for event in buffer {
                    if let Event::Fate { who, change, left, from } = &event {
                        assert_eq!(i32::from(*left), i32::from(fight.purse(*who).points()) + change, "nobody pays what they do not have");
                        assert!(*change < 0 || from.is_some(), "points only come from somebody");
                    }
                    fight.apply(&event);
                    events.push(event);
                }
            }
            (start, fight, events)
        };
        let (start, end, events) = play(seed);
        let mut replay = start;
        events.iter().for_each(|event| replay.apply(event));
        assert!(replay == end, "events alone replay the fight, seed {seed}");
        let (_, again, same) = play(seed);
        assert!(again == end && same == events, "seed {seed} twice");
    }
}
