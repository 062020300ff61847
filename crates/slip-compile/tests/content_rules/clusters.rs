//! Tests of clusters as authors write them: links, parts, initials and the guarantee.

use crate::content_rules::compiled_text::{Written, written, written_in};
use slip_pack::cluster::{LinkStop, links_from_rolls};
use slip_source::diagnostic::Code;

/// Returns systems with their ratings: name, technology, environment, resources.
fn systems(ratings: &[(&str, i32, i32, i32)]) -> String {
    ratings
        .iter()
        .map(|(name, tech, environment, resources)| {
            format!("system {name} {{ tech T{tech}; environment {environment}; resources {resources}; aspects \"A\", \"B\", \"C\" }}\n")
        })
        .collect()
}

const SIX: [(&str, i32, i32, i32); 6] =
    [("ash", 2, 0, 0), ("birch", 1, 1, 2), ("cedar", 0, -1, -2), ("daisy", 0, 0, 0), ("elder", -1, 2, 1), ("fern", -4, -4, -4)];

/// Returns six systems and a cluster with these entries.
fn cluster(entries: &str) -> Written {
    written(&format!("{}cluster rim \"The Rim\" {{ systems ash, birch, cedar, daisy, elder, fern; {entries} }}\n", systems(&SIX)))
}

const LINE: &str =
    "slipstream ash -- birch; slipstream birch -- cedar; slipstream cedar -- daisy; slipstream daisy -- elder; slipstream elder -- fern";

/// R-K7: systems are in the order of their creation unless the author gives another.
#[test]
fn a_cluster_holds_its_systems_in_the_order_of_the_text() {
    let pack = cluster(LINE).clean();
    let rim = &pack.clusters["own.rim"];
    assert!(rim.valid);
    assert_eq!((rim.title.as_str(), rim.systems.len(), rim.slipstreams.len()), ("The Rim", 6, 5));
    let names: Vec<&str> = rim.systems.iter().map(|member| member.system.name.as_str()).collect();
    assert_eq!(names, ["ash", "birch", "cedar", "daisy", "elder", "fern"], "R-K7: the line is the author's");
    assert_eq!(rim.neighbours(1), [0, 2]);
    assert_eq!(rim.highest_tech(), Some(2));
    assert_eq!(rim.systems[1].phrases["resources"], "One significant export");
    assert_eq!(rim.systems[2].notes, ["imports: somebody supplies it"]);
}

#[test]
fn the_cluster_of_the_language_page_compiles_with_the_names_it_uses() {
    let text = systems(&[("harrow", 1, -1, 2), ("dunmore", 2, 0, 0), ("pell", 0, 0, 0)])
        + "cluster rim { systems harrow, dunmore, pell; slipstream harrow -- dunmore; slipstream dunmore -- pell }\n";
    let found = written(&text);
    assert_eq!(found.messages(), ["the cluster `rim` has 3 systems, but 6 to 10 are usual"]);
    found.only(Code::ClusterSize);
}

#[test]
fn six_to_ten_systems_are_usual_and_other_numbers_may_be_allowed() {
    for count in 1..=12 {
        let names = ["ash", "birch", "cedar", "daisy", "elder", "fern", "gorse", "hazel", "ivy", "juniper", "kelp", "larch"];
        let ratings: Vec<_> = names.iter().take(count).map(|name| (*name, 2, 0, 0)).collect();
        let links: String = names[..count].windows(2).map(|pair| format!("slipstream {} -- {}; ", pair[0], pair[1])).collect();
        let text = |more: &str| format!("{}cluster rim {{ systems {}; {links}{more} }}\n", systems(&ratings), names[..count].join(", "));
        let found = written(&text(""));
        if (6..=10).contains(&count) {
            assert!(found.messages().is_empty(), "{count}: {:?}", found.messages());
        } else {
            found.only(Code::ClusterSize);
            assert!(written(&text("allow cluster-size \"so be it\"")).messages().is_empty());
        }
    }
}

/// The links from the rolls +1, 0, -2 of the worked example can be written, and are shown as written.
#[test]
fn links_that_were_rolled_are_links_that_may_be_written() {
    let rolled = links_from_rolls(5, LinkStop::End, &[1, 0, -2]).unwrap();
    let names = ["ash", "birch", "cedar", "daisy", "elder"];
    let links: String = rolled.iter().map(|(from, to)| format!("slipstream {} -- {}; ", names[*from], names[*to])).collect();
    let text = format!("{}cluster rim {{ systems {}; {links}allow cluster-size \"five\" }}\n", systems(&SIX[..5]), names.join(", "));
    assert_eq!(written(&text).clean().clusters["own.rim"].slipstreams, rolled);
}

#[test]
fn who_made_a_system_may_stand_behind_it() {
    let text = systems(&SIX) + "cluster rim { systems ash by \"Nadia\", birch, cedar, daisy, elder, fern; " + LINE + " }\n";
    let pack = written(&text).clean();
    let owners: Vec<_> = pack.clusters["own.rim"].systems.iter().map(|member| member.owner.as_deref()).collect();
    assert_eq!(owners, [Some("Nadia"), None, None, None, None, None]);
}

#[test]
fn a_slipstream_may_go_one_way() {
    let rim = cluster(&format!("{LINE}; slipstream cedar -> ash")).clean().clusters["own.rim"].clone();
    assert_eq!(rim.one_way, [(2, 0)]);
    assert_eq!(rim.neighbours(2), [0, 1, 3]);
    assert_eq!(rim.neighbours(0), [1], "there is no way back");
    let titles: Vec<&str> = rim.neighbour_titles(0);
    assert_eq!(rim.all_neighbour_titles()[0], titles);
}

#[test]
fn every_slip_in_a_cluster_is_one_finding() {
    for (entries, message) in [
        ("slipstream ash -- asch", "`asch` is not a system of the cluster `rim`"),
        ("slipstream birch -- ash", "`birch` and `ash` are joined already"),
        ("slipstream ash -- birch", "`ash` and `birch` are joined already"),
        ("slipstream fern -- fern", "a slipstream cannot join `fern` to itself"),
        ("slipstream ash -> cedar; slipstream cedar -> ash", "`cedar` and `ash` are joined already"),
        ("slipstream ash cedar", "this slipstream is not written correctly"),
        ("slipstream ash -- cedar -- daisy", "this slipstream is not written correctly"),
        ("slipstrem ash -- cedar", "a cluster has no entry `slipstrem`"),
        ("systems ash", "`systems` is written twice"),
        ("systems + ash", "the system `ash` is in the cluster twice"),
        ("systems - gorse", "`gorse` is not a system of the cluster `rim`"),
        ("systems + 3", "this is not the name of a system"),
        ("systems + gorse", "there is no system called `gorse`"),
        ("allow many-slipstreams \"no need\"", "`rim` does not need `allow many-slipstreams`"),
    ] {
        assert_eq!(cluster(&format!("{LINE}; {entries}")).messages(), [message], "{entries}");
    }
    assert_eq!(written("cluster rim { slipstream ash -- birch }\n").messages()[0], "the cluster `rim` has no `systems`");
    let built = systems(&SIX) + "cluster rim : map { systems ash, birch, cedar, daisy, elder, fern; " + LINE + " }\n";
    assert_eq!(written(&built).messages(), ["a cluster cannot have a design"]);
}

#[test]
fn a_cluster_that_falls_apart_names_its_parts() {
    let found = cluster("slipstream ash -- birch; slipstream cedar -- daisy; slipstream birch -- elder");
    let said = found.only(Code::ClusterApart);
    assert_eq!(said.message, "the cluster `rim` falls into 3 parts without a slipstream between them");
    assert_eq!(said.secondary.len(), 2, "one label at each part that cannot be reached");
    assert_eq!(said.help.as_deref(), Some("write for instance `slipstream elder -- cedar`"));
    assert_eq!(cluster("").messages(), ["the cluster `rim` has no `slipstream`"]);
}

/// W-DEGREE: rolls give one system at most five slipstreams (R-K4, R-K5).
#[test]
fn more_than_five_slipstreams_at_one_system_are_a_warning() {
    let ratings: Vec<_> = ["ash", "birch", "cedar", "daisy", "elder", "fern", "gorse"].map(|name| (name, 2, 0, 0)).to_vec();
    let hub = |spokes: usize| {
        let links: String = ratings[1..=spokes].iter().map(|(name, ..)| format!("slipstream ash -- {name}; ")).collect();
        let rest = if spokes < 6 { "slipstream fern -- gorse; " } else { "" };
        written(&format!("{}cluster rim {{ systems ash, birch, cedar, daisy, elder, fern, gorse; {links}{rest} }}\n", systems(&ratings)))
    };
    assert!(hub(5).messages().is_empty());
    let found = hub(6);
    let said = found.only(Code::ManySlipstreams);
    assert_eq!(said.message, "the system `ash` has 6 slipstreams, but in a rolled cluster it has 5 at most");
    assert_eq!(said.secondary.len(), 6);
}

/// R-K6: letters must be unique.
#[test]
fn two_systems_with_one_initial_are_a_warning() {
    let text = systems(&SIX).replace("system fern ", "system fern \"Aldgate\" ")
        + "cluster rim { systems ash, birch, cedar, daisy, elder, fern; "
        + LINE
        + " }\n";
    let found = written(&text);
    let said = found.only(Code::SameInitial);
    assert_eq!(said.message, "the systems `ash` and `Aldgate` both begin with A");
}

/// Compiles a cluster for the tests of the slipstream guarantee. Each system is given by its name and three ratings, and a slipstream joins
/// it to the next system.
fn guarantee(ratings: &[(&str, i32, i32, i32)]) -> Written {
    let names: Vec<&str> = ratings.iter().map(|(name, ..)| *name).collect();
    let links: String = names.windows(2).map(|pair| format!("slipstream {} -- {}; ", pair[0], pair[1])).collect();
    written(&format!("{}cluster rim {{ systems {}; {links}allow cluster-size \"few\" }}\n", systems(ratings), names.join(", ")))
}

/// R-K2, R-K3, R-N18 and trace T-K3: A and D have the sum 0, B and C the sum 3; A and C get T2.
#[test]
fn of_equal_sums_the_guarantee_takes_the_first_as_lowest_and_the_last_as_highest() {
    let found = guarantee(&[("ash", -1, 0, 1), ("birch", 1, 1, 1), ("cedar", 0, 1, 2), ("daisy", -2, 1, 1)]);
    let said = found.only(Code::SlipstreamGuarantee);
    assert_eq!(said.message, "no system of the cluster `rim` has T2, so ships with a slip drive cannot be built there");
    let sums: Vec<&str> = said.secondary.iter().map(|label| label.text.as_str()).collect();
    assert_eq!(
        sums,
        [
            "the ratings T-1 + 0 + 1 give 0",
            "the ratings T1 + 1 + 1 give 3",
            "the ratings T0 + 1 + 2 give 3",
            "the ratings T-2 + 1 + 1 give 0"
        ]
    );
    let help = said.help.as_deref().unwrap();
    assert!(
        help.contains(
            "`ash`, the first of 2 systems with the lowest sum of ratings (0), and `cedar`, the last of 2 systems with the highest sum of ratings (3)"
        ),
        "{help}"
    );
    let edits: Vec<&str> = said.fixes[0].edits.iter().map(|edit| edit.replacement.as_str()).collect();
    assert_eq!(edits, ["T2", "T2"], "R-K3: both are set to T2");
}

/// Rules: R-N18.
#[test]
fn what_the_guarantee_offers_satisfies_it() {
    let found = guarantee(&[("ash", -1, 0, 1), ("birch", 1, 1, 1), ("cedar", 0, 1, 2), ("daisy", -2, 1, 1)]);
    let mended = guarantee(&[("ash", 2, 0, 1), ("birch", 1, 1, 1), ("cedar", 2, 1, 2), ("daisy", -2, 1, 1)]);
    assert_eq!(found.only(Code::SlipstreamGuarantee).fixes.len(), 1);
    assert!(mended.messages().is_empty());
}

/// Rules: R-K2, R-N18.
#[test]
fn a_single_system_alone_gets_the_guarantee() {
    let found = guarantee(&[("ash", 1, 0, 1)]);
    let said = found.only(Code::SlipstreamGuarantee);
    assert!(said.help.as_deref().unwrap().contains("`ash`, the only system"));
    assert_eq!(said.fixes[0].edits.len(), 1);
}

/// Rules: R-N18.
#[test]
fn a_ruleset_switches_the_guarantee_off() {
    let text = systems(&[("ash", 1, 0, 1)])
        + "cluster rim { systems ash; allow cluster-size \"one\" }\nruleset quiet { slipstream_guarantee no }\n";
    let with = |variants: &[&str]| {
        let variants = variants.iter().map(|name| (*name).to_owned()).collect();
        written_in(slip_source::Package { name: "own".to_owned(), variants, ..Default::default() }, &text)
    };
    assert_eq!(with(&[]).messages(), ["no system of the cluster `rim` has T2, so ships with a slip drive cannot be built there"]);
    assert!(with(&["quiet"]).messages().is_empty());
}

#[test]
fn a_cluster_derives_from_another() {
    let text = systems(&SIX)
        + "system gorse { tech T2; aspects \"A\", \"B\", \"C\" }
cluster rim { systems ash, birch, cedar, daisy, elder, fern; "
        + LINE
        + " }
cluster later from rim { systems + gorse; slipstream fern -- gorse }\n";
    let pack = written(&text).clean();
    let later = &pack.clusters["own.later"];
    assert_eq!((later.systems.len(), later.slipstreams.len()), (7, 6));
    assert_eq!(pack.clusters["own.rim"].systems.len(), 6);
}

#[test]
fn an_encounter_in_a_system_has_its_aspects_and_phrases_in_play() {
    let text = "system here \"Here\" { tech T1; environment -1; aspects \"A\", \"B\", \"C\", environment }
map yard { zone gate; zone shed; border gate -- shed 1 }
npc guard { cap 1; skills { 1 stamina }; aspects \"Bored\" }
encounter night : personal {
  map yard; system here
  side a { actors guard at gate }
  side b { actors guard at shed }
  victory a when out(b)
  victory b when out(a)
}\n";
    let pack = written(text).clean();
    let words: Vec<&str> = pack.encounters["own.night"].aspects.iter().map(|aspect| aspect.text.as_str()).collect();
    assert_eq!(words, ["A", "B", "C", "Survivable world"]);
}

/// Chances of the rules page, counted over all 81 results of 4dF.
#[test]
fn the_chances_of_the_rules_page_are_those_of_the_dice() {
    let mut counts = [0_u32; 9];
    for dice in 0..81_u32 {
        let sum: u32 = (0..4).map(|place| dice / 3_u32.pow(place) % 3).sum();
        counts[usize::try_from(sum).unwrap()] += 1;
    }
    // A sum of 4 is a result of 0.
    assert_eq!((counts[..4].iter().sum::<u32>(), counts[4], counts[5..].iter().sum::<u32>()), (31, 19, 31));
    assert_eq!(counts[6..].iter().sum::<u32>(), 15, "T2 or more: 15 of 81, which is 5 of 27");
    // The guarantee is needed if no system has the technology: (22/27) to the power of n, in millionths.
    for (systems, wanted) in [(6, 292_653_u128), (8, 194_299), (10, 129_000)] {
        let chance = 22_u128.pow(systems) * 10_000_000 / 27_u128.pow(systems);
        assert_eq!((chance + 5) / 10, wanted, "{systems} systems");
    }
}

/// A house rule adds a system to a cluster of another package.
#[test]
fn a_patch_adds_a_system_and_its_slipstream() {
    let mut sources = slip_source::Sources::new();
    slip_compile::stdlib::add(&mut sources);
    let yards = sources.add_package(slip_source::Package { name: "yards".to_owned(), ..Default::default() });
    let cluster = format!("{}cluster rim {{ systems ash, birch, cedar, daisy, elder, fern; {LINE} }}\n", systems(&SIX));
    sources.add_file(yards, "yards.slip", cluster);
    let dependencies = [("yards".to_owned(), yards)].into_iter().collect();
    let own = sources.add_package(slip_source::Package { name: "own".to_owned(), dependencies, ..Default::default() });
    let patch = "system gorse { tech T2; aspects \"A\", \"B\", \"C\" }
patch cluster yards.rim { systems + own.gorse by \"Nadia\"; slipstream fern -- gorse }\n";
    sources.add_file(own, "own.slip", patch);
    let compiled = slip_compile::compile(&sources);
    let said: Vec<_> = compiled.diagnostics.iter().map(|said| said.message.clone()).collect();
    assert_eq!(said, Vec::<String>::new());
    let rim = &compiled.pack.clusters["yards.rim"];
    assert_eq!((rim.systems.len(), rim.slipstreams.len(), rim.neighbours(6)), (7, 6, vec![5]));
}
