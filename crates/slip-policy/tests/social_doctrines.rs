//! Tests of doctrines of social combat: the values of terms, the effect of each rule, and how the standard doctrine plays (R-ZD).
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use slip_compile::compile;
use slip_dice::Dice;
use slip_pack::Pack;
use slip_play::choice::Options;
use slip_play::conflict::Conflict;
use slip_play::event::{BorderChange, Event};
use slip_play::ids::{IdVec, Seat};
use slip_play::personal::Personal;
use slip_play::question::{Point, Points};
use slip_policy::Random;
use slip_policy::doctrine::DoctrineSeat;
use slip_policy::search::SearchSeat;
use slip_session::{Player, Seats, run};
use slip_source::{Package, Sources};
use slip_table::option_words;

const SALON: &str = include_str!("../../../tests/cli/social.in/salon.slip");

/// Returns the salon with further text.
fn pack(more: &str) -> Pack {
    let mut sources = Sources::new();
    slip_compile::stdlib::add(&mut sources);
    let own = sources.add_package(Package { name: "own".to_owned(), ..Package::default() });
    sources.add_file(own, "own.slip", format!("{SALON}\n{more}"));
    let compiled = compile(&sources);
    assert!(!compiled.diagnostics.has_errors(), "{:#?}", compiled.diagnostics);
    compiled.pack
}

/// State of a game, and a seat with a doctrine that adds some rules to the standard doctrine.
struct Game {
    fight: Personal,
    seat: DoctrineSeat,
    dice: Dice,
}

impl Game {
    fn new(encounter: &str, lines: &str, faces: &[i8]) -> Game {
        let pack = pack(&format!("doctrine d : social {{\n{lines}\n}}\n"));
        let fight = Personal::begin(&pack, pack.encounters_named(encounter).next().unwrap()).unwrap();
        let seat = DoctrineSeat::new(&pack.doctrines["own.d"], Dice::seeded(1, 1)).unwrap();
        Game { fight, seat, dice: Dice::scripted(faces.iter().copied()) }
    }

    fn put(mut self, name: &str, zone: &str) -> Game {
        let (who, _) = self.fight.roster.actors.iter().find(|(_, sheet)| sheet.name == name).unwrap();
        let (to, _) = self.fight.roster.map.zones.iter().find(|(_, there)| there.name == zone).unwrap();
        self.fight.state.actors[who].zone = to;
        self
    }

    fn boxes(mut self, boxes: u32) -> Game {
        self.fight.state.boxes = boxes;
        self
    }

    fn last(mut self, name: &str, skill: &str) -> Game {
        let (who, _) = self.fight.roster.actors.iter().find(|(_, sheet)| sheet.name == name).unwrap();
        let (skill, _) = self.fight.roster.skills.iter().find(|(_, there)| there.name == skill).unwrap();
        self.fight.state.actors[who].last = Some(skill);
        self
    }

    /// Returns the seat's answer to the first question of a point that a side is asked; earlier questions are answered by the seat
    /// too, or by default.
    fn says(&mut self, side: u8, point: Point) -> String {
        let mut options = Options::new();
        self.fight.state.asks.values_mut().for_each(|asks| *asks = Points::ALL);
        loop {
            let ask = self.fight.waiting_for().unwrap();
            self.fight.legal(&mut options);
            let own = ask.seat == Seat(side) && ask.forced.is_none() && ask.point != Point::Compel;
            let choice = match ask.forced {
                Some(forced) => forced,
                None if own => self.seat.decide(&self.fight, &ask, &options).unwrap().choice,
                None => options.get(0).unwrap(),
            };
            if own && ask.point == point {
                return option_words::of(&self.fight, &ask, choice);
            }
            let mut events = Vec::new();
            self.fight.decide(&choice.into(), &mut self.dice, &mut events).unwrap();
            events.iter().for_each(|event| self.fight.apply(event));
        }
    }

    /// True if a condition holds for a side at its next action.
    fn holds(encounter: &str, side: u8, condition: &str, change: impl Fn(Game) -> Game) -> bool {
        let mut game = change(Game::new(encounter, &format!("act break_off when {condition}\nact pass when {condition}"), &[]));
        game.says(side, Point::Act) == "break_off" || {
            let mut other = change(Game::new(encounter, &format!("act maneuver when {condition}\nact pass"), &[]));
            other.says(side, Point::Act) == "maneuver"
        }
    }
}

fn as_it_is(game: Game) -> Game {
    game
}

#[test]
fn terms_are_worth_what_the_page_says() {
    // Rosa in the crowd, four steps from the table, Mr Veil five; both are needed there. Otto at the buffet: four and five.
    let contract = |condition: &str| Game::holds("contract", 0, condition, as_it_is);
    assert!(contract("time_left == 6 and goal_distance == 7"));
    // A social conflict is over when its time is used up.
    assert!(contract("turns_left == 6") && Game::holds("contract", 0, "turns_left == 2", |game| game.boxes(2)));
    assert!(contract("rival_steps == 8 and lead == 1"));
    // One more councillor is enough when time is up. This councillor is one step away, and the other side's goal is just as far.
    let vote = |condition: &str| Game::holds("vote", 0, condition, as_it_is);
    assert!(vote("time_left == 4 and goal_distance == 1 and rival_steps == 1 and lead == 0"));
    assert!(Game::holds("vote", 0, "goal_distance == 0 and rival_steps == 2 and lead == 2", |game| game.put("council#2", "aye")));
    // A side that only has to last has no goal to go to; the others need four steps.
    assert!(Game::holds("questions", 1, "goal_distance == 0 and rival_steps == 4 and lead == 4", as_it_is));
    assert!(Game::holds("questions", 0, "rival_steps == 99 and lead == 0", as_it_is));
    assert!(Game::holds(
        "contract",
        0,
        "count(pawn) == 1 and count(enemy) == 2 and count(goal_person) == 1 and count(rival) == 1",
        as_it_is
    ));
    assert!(vote("count(pawn) == 5 and count(goal_person) == 5 and count(enemy) == 1"));
    assert!(!vote("count(goal_person) == 4"));
}

#[test]
fn steps_to_expect_are_reckoned_with_the_range_off_and_the_best_open_skill() {
    // Charm 3 on a pawn in the next zone, where the free step leads: one of 81 rolls is -4, four are -3: 76 of 81 move it.
    let vote = |condition: &str| {
        let mut game = Game::new("vote", &format!("act push on pawn when {condition}\nact pass"), &[]);
        game.says(0, Point::Act) == "push"
    };
    assert!(vote("gain_steps >= 93%") && !vote("gain_steps >= 94%"));
    // Without Charm, the best skill is Oratory 2.
    let tired = |condition: &str| {
        let mut game = Game::new("vote", &format!("act push on pawn when {condition}\nact pass"), &[]).last("rosa", "charm");
        game.says(0, Point::Act) == "push"
    };
    assert!(tired("gain_steps >= 81%") && !tired("gain_steps >= 82%"));
    // An attack loses one shift for each zone of distance. It is better from range 1, after the free step, than from two zones away.
    let hits = |zone: &str| {
        let mut game = Game::new("vote", "act attack on rival when hit_chance >= 50%\nact pass", &[]).put("otto", zone);
        game.says(0, Point::Act) == "attack"
    };
    assert!(!hits("no"));
}

#[test]
fn pushes_lead_where_the_line_says() {
    let push = |lines: &str| {
        let lines = format!("act push on nearest pawn\n{lines}\nskill charm");
        let mut game = Game::new("vote", &lines, &[0, 0, 0, 0]).put("rosa", "open");
        game.says(0, Point::Steps)
    };
    assert!(["enter leaning_aye", "go aye"].contains(&push("push towards goal").as_str()));
    assert_eq!(push("push away_from rival"), "go aye");
    assert!(["enter leaning_no", "go no"].contains(&push("push towards rival").as_str()));
}

#[test]
fn the_best_skill_is_kept_for_the_turn_after() {
    let skill = |lines: &str, last: Option<&str>| {
        let game = Game::new("vote", &format!("act push on nearest pawn\n{lines}"), &[0, 0, 0, 0]);
        let mut game = match last {
            Some(last) => game.last("rosa", last),
            None => game,
        };
        game.says(0, Point::Skill)
    };
    assert_eq!(skill("skill best", None), "skill charm");
    assert_eq!(skill("skill save", None), "skill oratory");
    assert_eq!(skill("skill save", Some("oratory")), "skill charm", "the next best was just used");
    assert_eq!(skill("skill save", Some("charm")), "skill oratory");
    assert_eq!(skill("skill stamina", None), "skill stamina");
}

#[test]
fn obstacles_go_where_they_bar_the_rival_and_nowhere_else() {
    let mut game = Game::new("questions", "act obstruct\nobstruct before rival", &[0, 0, 0, 0, 0, 0, 0, 0]).boxes(2);
    assert_eq!(game.says(1, Point::Act), "obstruct");
    let mut game = Game::new("questions", "act obstruct\nobstruct before rival\nskill charm", &[0; 16]).boxes(2);
    assert_eq!(game.says(1, Point::Share), "all on leaning_no--no", "the one border between Otto and what they want of him");
    // No opponent has a goal from which it could be blocked.
    let mut game = Game::new("questions", "act obstruct\nact pass", &[]);
    assert_ne!(game.says(0, Point::Act), "obstruct");
}

#[test]
fn a_border_costs_what_it_is_worth() {
    let lines = "act pass\nmove towards otto when border_cost >= 2\nmove away_from otto";
    assert_eq!(Game::new("contract", lines, &[]).says(0, Point::FreeMove), "enter terrace");
    let mut game = Game::new("contract", lines, &[]);
    let titles = game.fight.roster.map.borders.iter().find(|(_, there)| there.title.contains("The crowd -- The buffet"));
    let (border, _) = titles.unwrap();
    game.fight.apply(&Event::Border { border, paid: 0, by: None, change: BorderChange::Harder(2) });
    assert_eq!(game.says(0, Point::FreeMove), "pay crowd--buffet");
}

#[test]
fn nobody_stays_where_mere_friends_are_sent_home_from() {
    // Rosa and Mr Veil are both at the door. One free step leads away from it.
    let mut game = Game::new("contract", "act pass", &[]).put("rosa", "door").put("mr_v", "door");
    assert_eq!(game.says(0, Point::FreeMove), "enter buffet");
}

#[test]
fn whoever_wins_nothing_alone_goes_to_whom_it_is_about() {
    let mut game = Game::new("contract", "act pass", &[]);
    assert_eq!(game.says(0, Point::FreeMove), "enter buffet", "to Mr Veil, and not to the empty table");
    let mut game = Game::new("contract", "act pass", &[]).put("mr_v", "signing");
    assert_eq!(game.says(0, Point::FreeMove), "enter terrace", "he is there: now it is her turn to come");
}

#[test]
fn the_standard_beats_chance_from_either_side_of_a_vote() {
    const GAMES: u64 = 60;
    let pack = pack("");
    for side in [0_u8, 1] {
        let won = (0..GAMES).filter(|&seed| {
            let names = ["movers", "stayers"];
            let mut seats = Seats::standard();
            for (number, (name, stream)) in names.iter().zip(1..).enumerate() {
                let player: Player = if number == usize::from(side) {
                    Box::new(DoctrineSeat::new(&pack.doctrines["std.standard_social"], Dice::seeded(seed, stream)).unwrap())
                } else {
                    Box::new(Random::new(seed, stream))
                };
                seats = seats.with(name, player);
            }
            run(&pack, "vote", seed, seats).unwrap().outcome.winner == Some(Seat(side))
        });
        let won = won.count();
        assert!(won >= 50, "side {side}: {won} of {GAMES}");
    }
}

#[test]
fn a_side_may_look_ahead_among_words_too() {
    let pack = pack("");
    let encounter = pack.encounters_named("vote").next().unwrap();
    let ahead = slip_pack::encounter::Lookahead { samples: Some(40), turns: 1 };
    let seat = || SearchSeat::new(&pack, encounter, 0, None, ahead, 3).unwrap();
    let play = || run(&pack, "vote", 3, Seats::standard().with("movers", Box::new(seat()))).unwrap();
    let (one, other) = (play(), play());
    assert_eq!(one.json_lines(), other.json_lines());
    assert!(one.json_lines().contains("search(standard_social, 40 samples, 1 turn)"));
}

#[test]
fn every_side_is_asked_only_where_the_table_has_seats() {
    let pack = pack("");
    let fight = Personal::begin(&pack, pack.encounters_named("vote").next().unwrap()).unwrap();
    let seats: &IdVec<Seat, _> = &fight.roster.sides;
    assert_eq!(seats.len(), 2, "pawns have none");
}
