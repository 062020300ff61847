//! Tests of the differences reported between two versions of a package: every difference that matters, and no other.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use slip_compile::compile;
use slip_compile::stdlib;
use slip_pack::Pack;
use slip_pack::changes::version_step::Bump;
use slip_pack::changes::{Category, PackageChanges};
use slip_source::{Package, Sources};
use slip_syntax::on_one_line;

const DOCK: &str = r#"
/// Sold on every dock.
weapon flint "Flint" : slug_thrower { tech T1; harm 1; penetration 1; range 0..2; stunts civilian }
armour vest "Vest" : body_armour { tech T1; defense 2; stunts civilian }
npc hand "Hand" { cap 3; skills { 3 slug_throwers; 2 agility, stamina; 1 resolve, alertness, brawling }; aspects "A", "B", "C"; gear flint }
map yard "Yard" {
  zone near "Near" { aspects "Crates" }
  zone far "Far"
  border near -- far 1 "Rail"
}
encounter brawl "Brawl" : personal {
  map yard
  side ours { actors hand x2 at near }
  side theirs { actors hand x2 at far }
}
"#;

fn pack(text: &str) -> Pack {
    pack_called("dock", text)
}

fn pack_called(name: &str, text: &str) -> Pack {
    let mut sources = Sources::new();
    stdlib::add(&mut sources);
    let own = sources.add_package(Package { name: name.into(), version: "1.0.0".into(), edition: 1, ..Package::default() });
    sources.add_file(own, "dock.slip", text);
    compile(&sources).pack
}

/// Returns the differences after a replacement of text: category, thing, difference.
fn after(from: &str, to: &str) -> Vec<(Category, String, String, Bump)> {
    assert!(DOCK.contains(from), "{from}");
    let changes = PackageChanges::between(&pack(DOCK), &pack(&DOCK.replace(from, to)));
    changes.list.into_iter().map(|change| (change.category, format!("{} {}", change.kind, change.name), change.what, change.asks)).collect()
}

fn says(from: &str, to: &str, category: Category, thing: &str, what: &str, asks: Bump) {
    let found = after(from, to);
    let wanted = (category, thing.to_owned(), what.to_owned(), asks);
    assert!(found.contains(&wanted), "{wanted:?} is not among {found:#?}");
}

/// A stranger may rewrite long lists in a pull request. Comparing each line with each would take hours here.
#[test]
fn thousands_of_rewritten_lines_are_compared_line_by_line() {
    let doctrine = |first: i32| {
        let lines: String = (first..first + 4_000).map(|turn| format!("  target weakest visible when turn > {turn}\n")).collect();
        pack(&format!("doctrine d : personal {{\n{lines}}}\n"))
    };
    let changes = PackageChanges::between(&doctrine(0), &doctrine(4_000));
    let lines = |start: &str| changes.list.iter().filter(|change| change.what.contains(start)).count();
    assert_eq!((lines("without `target weakest"), lines("with `target weakest")), (4_000, 4_000), "{:#?}", changes.list.first());
}

#[test]
fn layout_remarks_and_order_are_no_difference() {
    assert_eq!(after("harm 1; penetration 1", "penetration 1;  harm 1 // light\n"), []);
    assert_eq!(after("armour vest", "\n\narmour vest"), []);
}

/// Entries of a design are matched by their words and not by their position, also those called `words`, `letters` or `skills`.
#[test]
fn where_a_line_of_a_design_stands_is_no_difference() {
    let sign = r#"
design sign "Sign" : thing {
  tech T0..T1 { words "Old", "New" }
  stat grade "Grade" { letters "A", "B" }
  stat size "Size" { ranks 0..1; words "Small", "Big" }
}
"#;
    let moved =
        sign.replace("  stat grade", "  // By the guild.\n\n  stat grade").replace("{ ranks 0..1; words", "{\n    ranks 0..1\n    words");
    assert_eq!(PackageChanges::between(&pack(sign), &pack(&moved)).list, []);
    let said = PackageChanges::between(&pack(sign), &pack(&sign.replace("\"Small\"", "\"Tiny\""))).list;
    assert_eq!(
        said.iter().map(|change| change.what.as_str()).collect::<Vec<_>>(),
        [r#"size "Size" words ""Small", "Big"" → ""Tiny", "Big"""#]
    );
}

#[test]
fn of_a_text_layout_and_comments_go_and_what_is_quoted_stays() {
    for (text, line) in [
        ("3+2*tech-( 4-1 )", "3 + 2 * tech - (4 - 1)"),
        ("-2+tech - local", "-2 + tech - local"),
        ("if rank>1 then [1 , 2,3 ][rank-1]\n else -1", "if rank > 1 then [1, 2, 3][rank - 1] else -1"),
        ("out(b)\n  or turn>3", "out(b) or turn > 3"),
        ("0 .. tech+2", "0..tech + 2"),
        ("[4, // few\n  2]// all", "[4, 2]"),
        (r#"trade>=3 else  "see  // or \" // there" // so"#, r#"trade >= 3 else "see  // or \" // there""#),
    ] {
        assert_eq!(on_one_line(text, false), line);
        assert_eq!(on_one_line(line, false), line);
    }
    assert_eq!(on_one_line("a:skill|beam,b : skill?", true), "a: skill | beam, b: skill?");
}

/// Logs and versions depend on what a text means, which `fmt` does not change: the layout of formulas and conditions does not count.
#[test]
fn what_is_laid_out_otherwise_is_the_same_package() {
    let written = r#"
design crate "Crate" : thing{budget 3+2*tech-( 4-1 );tech T-1..T2;stat s{ranks 0..tech+2;cost if rank>1 then [1 , 2,3 ][rank-1] else 0}
  stunt q{cost -1;sink};aspect "L" when not q and (s>=1 or
    s==0);price -2+tech - local;require s>=1 else "no  way"}
thing box "Box":crate{tech T1;s 2;stunts q}
encounter run "Run":personal{map yard;side ours{actors hand at near};side theirs{actors hand at far}
  victory ours when out(theirs) // all of them
    or turn>3}
scenario night "Night"{play brawl;then run when won(brawl,ours){carry stress}}
"#;
    let whole = format!("{DOCK}{written}");
    let mut sources = Sources::new();
    let own = sources.add_package(Package::default());
    let file = sources.add_file(own, "dock.slip", whole.as_str());
    let laid_out = slip_format::format(file, sources.file(file).unwrap()).text;
    assert!(laid_out.contains("budget 3 + 2 * tech - (4 - 1)"), "{laid_out}");
    let (before, after) = (pack(&whole), pack(&laid_out));
    assert!(before.encounters["dock.run"].valid && before.scenarios.len() == 1);
    assert_eq!(PackageChanges::between(&before, &after).list, []);
    assert_eq!(before.hash(), after.hash());
    assert_eq!(before.encounters["dock.run"].victories[0].text, "out(theirs) or turn > 3");
}

/// Text whose lines are moved.
const CHARTS: &str = r#"
map quay "Quay" {
  zone near "Near"
  zone far "Far" { exit }
  zone loft "Loft"
  border near -- far 1 "Rail"
  border near -> loft 2
  border far -- loft 4/0/4 { open }
}
encounter run "Run" : personal {
  map quay
  task cut "Cut it" { skills stamina; difficulty 1; zones far, loft; sides ours }
  side ours { actors hand x2 at near }
  side theirs { actors hand x2 at far or loft }
  victory ours when reach(2 ours, far) or done(cut)
  victory theirs when out(ours) or open(far, loft)
}
system ash "Ash" { tech T1; environment 1; resources 1; aspects "A", "B", "C" }
system bay "Bay" { tech T2; environment 1; resources 1; aspects "A", "B", "C" }
system cay "Cay" { tech T1; environment 2; resources 1; aspects "A", "B", "C" }
cluster rim "Rim" {
  systems ash, bay, cay
  slipstream ash -- bay
  slipstream bay -- cay
  allow cluster-size "a test"
}
scenario night "Night" {
  play brawl
  then run when won(brawl, ours) { carry stress; aspect "Late" on ours when drawn(brawl) }
}
"#;

/// Zones, sides and systems are numbered in the order of the text, but compared by name.
#[test]
fn a_line_that_is_moved_is_no_difference() {
    let whole = format!("{DOCK}{CHARTS}");
    let told = |pairs: &[(&str, &str)]| {
        let moved = pairs.iter().fold(whole.clone(), |text, (from, to)| {
            assert!(text.contains(from), "{from}");
            text.replace(from, to)
        });
        let changes = PackageChanges::between(&pack(&whole), &pack(&moved));
        changes.list.iter().map(|change| format!("{} {}: {}", change.kind, change.name, change.what)).collect::<Vec<_>>()
    };
    let none: &[String] = &[];
    let near = "  zone near \"Near\"\n";
    assert_eq!(told(&[(near, ""), ("  zone loft \"Loft\"\n", "  zone loft \"Loft\"\n  zone near \"Near\"\n")]), none);
    assert_eq!(told(&[("border near -- far 1", "border far -- near 1")]), none);
    let rail = "  border near -- far 1 \"Rail\"\n  border near -> loft 2\n";
    assert_eq!(told(&[(rail, "  border near -> loft 2\n  border near -- far 1 \"Rail\"\n")]), none);
    let side = "  side theirs { actors hand x2 at far or loft }\n";
    assert_eq!(
        told(&[
            (side, ""),
            ("  side ours { actors hand x2 at near }\n  victory", &format!("{side}  side ours {{ actors hand x2 at near }}\n  victory"))
        ]),
        none
    );
    assert_eq!(told(&[("  slipstream ash -- bay\n  slipstream bay -- cay", "  slipstream cay -- bay\n  slipstream bay -- ash")]), none);
    assert_eq!(told(&[("systems ash, bay, cay", "systems cay, ash, bay")]), none);
    assert_eq!(
        told(&[
            (near, "  zone attic \"Attic\"\n  zone near \"Near\"\n"),
            ("  border near -> loft 2", "  border attic -- loft\n  border near -> loft 3")
        ]),
        ["map quay: zones: with attic", "map quay: border near -> loft, value stateless 2 → 3", "map quay: borders: with attic -- loft"]
    );
    assert_eq!(
        told(&[("or loft }", "or near }")]),
        [
            "encounter run: side theirs, actor hand#1, or zones: with \"near\"",
            "encounter run: side theirs, actor hand#1, or zones: without \"loft\"",
            "encounter run: side theirs, actor hand#2, or zones: with \"near\"",
            "encounter run: side theirs, actor hand#2, or zones: without \"loft\"",
        ]
    );
    assert_eq!(
        told(&[("bay -- cay", "ash -- cay")]),
        ["cluster rim: slipstreams: with \"ash -- cay\"", "cluster rim: slipstreams: without \"bay -- cay\""]
    );
}

#[test]
fn a_difference_in_a_list_names_its_member_as_it_is_written() {
    let text = |zone: &str, border: &str| {
        format!("map quay \"Quay\" {{ zone quay_side \"{zone}\"; zone shed; border quay_side -- shed {border} \"Door\" }}\n")
    };
    let changes = PackageChanges::between(&pack(&text("Quay side", "1")), &pack(&text("Quayside", "2")));
    let told: Vec<&str> = changes.list.iter().map(|change| change.what.as_str()).collect();
    assert_eq!(told, ["border quay_side -- shed, value stateless 1 → 2", "zone quay_side, title \"Quay side\" → \"Quayside\""]);
}

/// Packages that use this package or depend on it refer to it by its name. A new name is therefore a change of identity.
#[test]
fn another_name_of_the_package_is_a_change_of_identity_and_of_nothing_else() {
    let text = format!("{DOCK}doctrine calm \"Calm\" : personal {{ target nearest visible }}\n")
        .replace("x2 at near }", "x2 at near; doctrine calm }");
    let changes = PackageChanges::between(&pack_called("dock", &text), &pack_called("pier", &text));
    let told: Vec<_> =
        changes.list.iter().map(|change| (change.category, change.kind.as_str(), change.what.as_str(), change.asks)).collect();
    assert_eq!(told, [(Category::Identity, "package", "is now called `pier`, and the old name no longer works", Bump::Major)]);
}

#[test]
fn what_is_told_and_read_by_no_rule_is_text() {
    let talk = r#"
encounter talk "Talk" : social {
  map yard
  stakes { win "The door opens."; lose "It stays shut." }
  time_boxes 3
  side ours { actors hand at near }
  side theirs { actors hand at far }
  victory ours when reach(ours, far)
  grade "In time" when turn < 3
}
"#;
    let with = |from: &str, to: &str| {
        assert!(talk.contains(from), "{from}");
        let changes = PackageChanges::between(&pack(&format!("{DOCK}{talk}")), &pack(&format!("{DOCK}{}", talk.replace(from, to))));
        changes.list.into_iter().map(|change| (change.category, change.asks)).collect::<Vec<_>>()
    };
    for (from, to) in [("The door opens.", "The doors open."), ("It stays shut.", "It stays locked."), ("In time", "Just in time")] {
        assert_eq!(with(from, to), [(Category::Text, Bump::Patch)], "{from}");
    }
    assert!(with("turn < 3", "turn < 2").iter().all(|change| *change == (Category::Statistics, Bump::Minor)));
    let first = "  side ours { actors hand at near }\n";
    let second = "  side theirs { actors hand at far }\n";
    assert_eq!(
        with(&format!("{first}{second}"), &format!("{second}{first}")),
        [(Category::Statistics, Bump::Minor)],
        "whose stakes they are"
    );
}

#[test]
fn every_kind_of_change_is_of_its_category_and_asks_for_its_version() {
    says("harm 1;", "harm 2;", Category::Statistics, "weapon flint", "harm 1 → 2", Bump::Minor);
    says("range 0..2; stunts civilian", "range 0..2", Category::Statistics, "weapon flint", "stunts: without civilian", Bump::Minor);
    says("2 agility, stamina", "2 agility; 3 stamina", Category::Statistics, "npc hand", "stamina 2 → 3", Bump::Minor);
    let ground = after("near -- far 1", "near -- far 2");
    assert!(
        matches!(ground.as_slice(), [(Category::Statistics, thing, what, Bump::Minor)] if thing == "map yard" && what.ends_with("1 → 2")),
        "{ground:?}"
    );
    says("\"Flint\"", "\"Flintlock\"", Category::Text, "weapon flint", "title \"Flint\" → \"Flintlock\"", Bump::Patch);
    says(
        "every dock.",
        "every quay.",
        Category::Text,
        "weapon flint",
        "doc \"Sold on every dock.\" → \"Sold on every quay.\"",
        Bump::Patch,
    );
    says(
        "armour vest",
        "armour coat",
        Category::Identity,
        "armour vest",
        "is now called `coat`, and no alias keeps the old name",
        Bump::Major,
    );
    says(
        "armour vest \"Vest\"",
        "alias vest for coat\narmour coat \"Vest\"",
        Category::Identity,
        "armour vest",
        "is now called `coat`; an alias keeps the old name",
        Bump::Minor,
    );
    says(
        "armour vest \"Vest\" : body_armour { tech T1; defense 2; stunts civilian }",
        "",
        Category::Identity,
        "armour vest",
        "is gone",
        Bump::Major,
    );
    says(
        "armour vest",
        "armour rig \"Rig\" : body_armour { tech T1; defense 1 }\narmour vest",
        Category::Identity,
        "armour rig",
        "is new",
        Bump::Minor,
    );
    says("harm 1;", "harm 5;", Category::Legality, "weapon flint", "is no longer legal", Bump::Major);
    says(
        "harm 1; penetration 1;",
        "harm 5; penetration 1; allow over-budget \"the boss has it\";",
        Category::Waivers,
        "weapon flint",
        "waivers: with over-budget \"the boss has it\"",
        Bump::Minor,
    );
}

#[test]
fn what_rests_on_a_thing_that_changed_has_changed_as_well() {
    let with = |text: &str| pack(&format!("{text}\nweapon spare from flint {{ }}\n"));
    let changes = PackageChanges::between(&with(DOCK), &with(&DOCK.replace("harm 1;", "harm 2;")));
    let touched = changes.of(Category::Statistics).filter(|change| change.what == "harm 1 → 2").map(|change| change.name.as_str());
    assert_eq!(touched.collect::<Vec<_>>(), ["flint", "spare"]);
}

#[test]
fn changes_there_and_back_again_ask_for_the_same_things() {
    let (one, other) = (pack(DOCK), pack(&DOCK.replace("harm 1;", "harm 2;").replace("\"Flint\"", "\"Spark\"")));
    let about =
        |changes: PackageChanges| changes.list.into_iter().map(|change| (change.category, change.kind, change.name)).collect::<Vec<_>>();
    let there = about(PackageChanges::between(&one, &other));
    assert!(!there.is_empty());
    assert_eq!(there, about(PackageChanges::between(&other, &one)));
    assert_eq!(PackageChanges::between(&one, &one), PackageChanges::default());
}

/// An operative of a raise-and-see conflict is a thing like any other: an alias keeps the old name, with the kind that was written.
#[test]
fn an_operative_that_is_called_otherwise_keeps_its_alias() {
    let from = r#"
background courier "Courier" { stat_dice 14; trait_dice 2 }
operative nadia "Nadia" {
  background courier
  stats { body 4; mind 3; soft 4; hard 3 }
  trait ledges "Knows every ledge" 2d6
}
"#;
    let to = format!("{}alias nadia for tessa\n", from.replace("nadia", "tessa"));
    let changes = PackageChanges::between(&pack(from), &pack(&to));
    let about = |name: &str| changes.list.iter().find(|change| change.name == name).map(|change| (change.kind.as_str(), change.asks));
    assert_eq!(about("nadia"), Some(("operative", Bump::Minor)));
}

#[test]
fn what_bears_another_name_is_told_once() {
    let changes = PackageChanges::between(&pack(DOCK), &pack(&DOCK.replace("armour vest", "armour coat")));
    let told: Vec<_> = changes.list.iter().map(|change| format!("{} {}: {}", change.kind, change.name, change.what)).collect();
    assert_eq!(told, ["armour vest: is now called `coat`, and no alias keeps the old name"]);
}

#[test]
fn a_setting_is_told_by_its_name() {
    let with = |rules: &str| pack(&format!("{DOCK}ruleset house \"House\" {{ {rules} }}\n"));
    let changes = PackageChanges::between(&with("spin_at 2; invoke_bonus 3"), &with("spin_at 4; fighters yes"));
    let told = changes.list.iter().filter(|change| change.kind == "ruleset").map(|change| change.what.as_str());
    assert_eq!(told.collect::<Vec<_>>(), ["spin at \"2\" → \"4\"", "with `fighters yes`", "without `invoke_bonus 3`"]);
}

/// Package that others depend on: designs they build by, encounters they play, things they derive from.
const RAFT: &str = r#"
design raft "Raft" : raft {
  tech T0..T3
  budget 3 + tech
  stat oars "Oars" { ranks 0..4; cost [0, 1, 2, 3, 4] }
  stat sail "Sail" { ranks 0..4; cost rank }
  stat keel "Keel" { ranks 0..4 }
  stunt bell "Bell" { cost 1; sink }
  stunt horn "Horn" { cost 1; sink }
  require oars < 4 else "too long"
  require sail < 4 else "too high"
  price 1 + oars
}
raft r "R" { tech T1; oars 2 }
stunt whistle(a: skill) "Whistle" { for npc; effect +1 to a }
npc hand "Hand" { cap 2; skills { 2 slug_throwers; 1 agility, stealth }; aspects "A", "B" }
map pond "Pond" {
  zone shore "Shore"
  zone isle "Isle"
  border shore -- isle
}
encounter race "Race" : personal {
  map pond
  side one { actors hand x2 at shore }
  side two { actors hand at isle }
  victory one when out(two)
}
"#;

/// A change that may make dependents change a line is a major version; other changes are not.
#[test]
fn what_may_break_those_who_depend_on_it_asks_for_a_major_version() {
    let before = pack(RAFT);
    for (from, to, category, asks) in [
        ("  stunt bell \"Bell\" { cost 1; sink }\n", "", Category::Identity, Bump::Major),
        ("  stat keel \"Keel\" { ranks 0..4 }\n", "", Category::Identity, Bump::Major),
        ("stat keel \"Keel\" {", "stat fin \"Keel\" { also keel;", Category::Identity, Bump::Minor),
        ("sail \"Sail\" { ranks 0..4", "sail \"Sail\" { ranks 0..2", Category::Legality, Bump::Major),
        ("sail \"Sail\" { ranks 0..4", "sail \"Sail\" { ranks 0..5", Category::Legality, Bump::Minor),
        ("\"Oars\"", "\"Sculls\"", Category::Text, Bump::Patch),
        ("[0, 1, 2, 3, 4]", "[0, 1, 2, 4, 5]", Category::Legality, Bump::Major),
        ("[0, 1, 2, 3, 4]", "[0, 1, 2, 3, 3]", Category::Legality, Bump::Minor),
        ("tech T0..T3", "tech T1..T2", Category::Legality, Bump::Major),
        ("tech T0..T3", "tech T-1..T3", Category::Legality, Bump::Minor),
        ("budget 3 + tech", "budget 1 + tech", Category::Legality, Bump::Major),
        ("budget 3 + tech", "budget tech + 4", Category::Legality, Bump::Minor),
        ("  price 1", "  require oars > 0 else \"no\"\n  price 1", Category::Legality, Bump::Major),
        ("  require sail < 4 else \"too high\"\n", "", Category::Legality, Bump::Minor),
        ("too high", "higher than it is long", Category::Text, Bump::Patch),
        ("\"Horn\" { cost 1;", "\"Horn\" { cost 1; excludes bell;", Category::Legality, Bump::Major),
        ("price 1 + oars", "price 2 + oars", Category::Statistics, Bump::Minor),
        ("whistle(a: skill)", "whistle(a: skill, b: skill)", Category::Identity, Bump::Major),
        ("whistle(a: skill)", "whistle(a: skill, b: skill?)", Category::Identity, Bump::Minor),
        ("for npc", "for animal", Category::Legality, Bump::Major),
        ("for npc", "for npc, animal", Category::Legality, Bump::Minor),
        ("isle", "reef", Category::Identity, Bump::Major),
        ("two", "others", Category::Identity, Bump::Major),
        ("hand x2 at shore", "hand at shore", Category::Statistics, Bump::Minor),
        ("  victory", "  side three { actors hand at isle }\n  victory", Category::Identity, Bump::Minor),
    ] {
        assert!(RAFT.contains(from), "{from}");
        let changes = PackageChanges::between(&before, &pack(&RAFT.replace(from, to)));
        let found = changes.list.iter().any(|change| (change.category, change.asks) == (category, asks));
        assert!(found && changes.asks() == asks, "{from} → {to}: {changes:#?}");
    }
}

/// House rules apply to every package that depends on this one, even if it contains only house rules.
#[test]
fn a_house_rule_that_comes_goes_or_changes_is_a_difference() {
    let rules = r#"
patch std.slug_thrower {
  stunt civilian { cost 1 }
  stunt whistler "Whistler" { cost 1; sink }
}
patch std.line_rifle { harm 1 }
"#;
    let told = |from: &str, to: &str| {
        let changes = PackageChanges::between(&pack(from), &pack(to));
        let list = changes.list.iter().map(|change| format!("{} {}: {}", change.kind, change.name, change.what)).collect::<Vec<_>>();
        (list, changes.asks())
    };
    assert_eq!(told(rules, &rules.replace("harm 1 }", "\n  harm 1\n}")), (vec![], Bump::None));
    let (list, asks) = told(rules, &rules.replace("harm 1", "harm 3"));
    assert!(list.contains(&"weapon std.line_rifle: harm 1 → 3".to_owned()), "{list:#?}");
    assert!(asks == Bump::Minor && list.iter().all(|what| what.starts_with("weapon std.line_rifle: ")), "{list:#?}");
    let whistler = "design std.slug_thrower: without `stunt whistler \"Whistler\"`".to_owned();
    for (from, to, asked) in [(rules, "", Bump::Major), ("", rules, Bump::Minor)] {
        let (list, asks) = told(from, to);
        assert_eq!((list.contains(&whistler), asks), (to.is_empty(), asked), "{list:#?}");
        assert!(list.iter().any(|what| what.starts_with("weapon std.line_rifle: harm ")), "{list:#?}");
    }
}

#[test]
fn what_an_alias_keeps_is_compared_with_what_its_name_stands_for() {
    let renamed =
        format!("{}alias weapon flint for spark\n", DOCK.replace("weapon flint", "weapon spark").replace("gear flint", "gear spark"));
    let told = |from: &str, to: &str| {
        let changes = PackageChanges::between(&pack(from), &pack(to));
        let list = changes.list.iter().map(|change| format!("{} {}: {}", change.kind, change.name, change.what)).collect::<Vec<_>>();
        (list, changes.asks())
    };
    let called = "weapon flint: is now called `spark`; an alias keeps the old name".to_owned();
    assert_eq!(told(DOCK, &renamed), (vec![called.clone()], Bump::Minor), "who carries it carries the same");
    let (list, asks) = told(DOCK, &renamed.replace("range 0..2", "range 0..1"));
    assert!(list.contains(&called) && list.contains(&"weapon spark: max range 2 → 1".to_owned()), "{list:#?}");
    assert!(asks == Bump::Minor && !list.iter().any(|what| what.ends_with("is new")), "{list:#?}");
    let (list, asks) = told(DOCK, &renamed.replace("harm 1;", "harm 6;"));
    assert!(asks == Bump::Major && list.contains(&"weapon spark: is no longer legal".to_owned()), "{list:#?}");
    // An old name kept as an alias can still be used by others.
    let without = renamed.replace("alias weapon flint for spark\n", "");
    assert_eq!(told(&renamed, &without), (vec!["weapon flint: is gone; it was an alias of `spark`".to_owned()], Bump::Major));
    assert_eq!(told(&without, &renamed), (vec!["weapon flint: is a new alias of `spark`".to_owned()], Bump::Minor));
}
