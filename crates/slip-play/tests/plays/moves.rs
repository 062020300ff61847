//! Tests of paths over the map: the destinations of a move, and the doors it opens.

use crate::plays::table::{Table, pack};
use slip_dice::Dice;
use slip_play::choice::{Choice, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::{BorderChange, Event};
use slip_play::ids::{BorderId, Id};
use slip_play::personal::Personal;
use slip_play::question::Point;
use slip_table::transcript::Transcript;

/// Ben, first to act in a, and Cai in c, on a map of these lines; `wish` is a further entry of the encounter.
fn on(map: &str, wish: &str) -> Table {
    let text = format!(
        "map ways {{ {map} }}
npc ben \"Ben\" {{ cap 2; skills {{ 2 alertness; 1 agility, tactics }}; aspects \"Calm\", \"Cold\" }}
npc cai \"Cai\" {{ cap 2; skills {{ 2 agility; 1 resolve, tactics }}; aspects \"Calm\", \"Cold\" }}
encounter race : personal {{
  map ways
  side us {{ actors ben at a }}
  side them {{ actors cai at c }}
  {wish}
}}\n"
    );
    let pack = pack(&text);
    let fight = Personal::begin(&pack, &pack.encounters["t.race"]).unwrap();
    Table { fight, dice: Dice::scripted([]), events: Vec::new() }
}

/// Returns the destinations of the declared move, zones several steps away included, and the default.
fn leads(table: &Table) -> (Vec<String>, Choice) {
    let title = |id: Id| id.zone().map(|zone| table.fight.roster.map.zones[zone].name.to_string());
    let options = table.options();
    let far = options.iter().filter(|option| option.verb == Verb::Go);
    let mut zones: Vec<String> = far.filter_map(|option| title(option.it)).collect();
    zones.sort_unstable();
    (zones, options[0])
}

/// Every way to spend the points is offered, in whatever order the map lists its zones: here the expensive way over one border
/// leads on to zones that the cheap way through three zones does not reach.
#[test]
fn where_a_move_leads_does_not_hang_on_the_order_of_the_zones() {
    for zones in
        ["zone a; zone b; zone c; zone d; zone e", "zone a; zone c; zone d; zone b; zone e", "zone e; zone d; zone c; zone b; zone a"]
    {
        let map = format!("{zones}; border a -- b 3; border a -- c; border c -- d; border d -- b; border b -- e");
        let mut table = on(&map, "victory us when reach(ben, e)");
        table.dice("++++").answer(Point::Act, Choice::of(Verb::Move));
        table.pass(&[Point::Compel, Point::Adjust]);
        assert_eq!((table.wait(), table.fight.state.declared.movement), (Some(Point::Steps), 6));
        let [b, d, e] = ["b", "d", "e"].map(|name| table.zone(name));
        let (far, usual) = leads(&table);
        assert_eq!((far.as_slice(), usual.it), (&["b", "d", "e"].map(str::to_owned)[..], Id::Zone(e)), "{zones}");
        let ben = table.actor("ben");
        let path = |to| table.fight.path(ben, to).iter().map(|way| way.to).collect::<Vec<_>>();
        assert_eq!(path(e), [b, e], "the dear way, as only three zones may be entered");
        assert_eq!(path(b), [table.zone("c"), d, b], "the cheap way, where it is enough");
        table.answer(Point::Steps, usual).pass(&[Point::Steps]);
        assert_eq!((table.fight.state.actors[ben].zone, table.wait()), (e, None), "and the race is won");
    }
}

/// A door opens when its whole cost is paid, by the last point or because its cost decreases: then actors see through it, and it
/// can be closed again.
#[test]
fn a_door_opens_when_all_is_paid_because_an_obstruction_has_ended() {
    let map = "zone a; zone b; zone c; border a -- b 4/0/4 \"Hatch\"; border a -- c";
    let mut table = on(map, "limit 3 turns");
    let [a, b] = ["a", "b"].map(|name| table.zone(name));
    let hatch = BorderId(0);
    let change = |table: &mut Table, by: Option<&str>, change: BorderChange| {
        let by = by.map(|name| table.actor(name));
        table.fight.apply(&Event::Border { border: hatch, paid: 0, by, change });
    };
    table.wait();
    change(&mut table, None, BorderChange::Harder(1));
    change(&mut table, Some("ben"), BorderChange::Progress(4));
    assert!(!table.fight.state.board.borders[hatch].open && !table.fight.state.board.sees(a, b), "4 of 5");
    change(&mut table, None, BorderChange::Easier(1));
    let state = table.fight.state.board.borders[hatch];
    assert_eq!((state.open, state.progress, state.to_close()), (true, 0, Some(4)), "4 of 4");
    assert!(table.fight.state.board.sees(a, b));
    change(&mut table, None, BorderChange::Harder(1));
    assert!(table.fight.state.board.borders[hatch].open, "what is put in the way of an open door does not shut it");
}

/// The account reports in the line with the reason that the door opens.
#[test]
fn the_account_says_that_a_door_opens_as_it_becomes_easier() {
    let mut table = on("zone a; zone b; zone c; border a -- b 4/0/4 \"Hatch\"; border a -- c", "limit 3 turns");
    table.wait();
    let mut account = Transcript::new(&table.fight, &[]);
    for change in [BorderChange::Harder(2), BorderChange::Progress(5), BorderChange::Easier(1), BorderChange::Easier(1)] {
        let event = Event::Border { border: BorderId(0), paid: 0, by: Some(table.actor("ben")), change };
        account.tell(&table.fight, &event);
        table.fight.apply(&event);
    }
    let account = account.finish();
    assert!(
        account.ends_with("  Hatch is easier to cross again by 1, and now open.\n  Hatch is easier to cross again by 1.\n"),
        "{account}"
    );
}
