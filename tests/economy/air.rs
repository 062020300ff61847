//! Tests of hours in bad air: the atmospheres of the rules, and R-N29.

use crate::economy::office::*;
use slip_campaign::exposure::{self, Exposure};
use slip_campaign::hit_outside_encounter::Chosen;
use slip_pack::{Name, Pack};

/// Worlds whose air is tainted, deadly, corrosive to suits, and good.
fn airs(variant: &str) -> Pack {
    let worlds = [("fumes", '4'), ("vitriol", 'A'), ("seeps", 'C'), ("meadow", '5')];
    let text: String = worlds.iter().map(|(name, air)| format!("world {name} \"{name}\" {{ profile \"A8{air}7569-9\" }}\n")).collect();
    pack_with(variant, &format!("{}{text}", cast()))
}

/// Exposes Tam, who has no Endurance, to a world's air, with dice that show these totals: the world's and Tam's in turn.
fn open(pack: &Pack, (world, hours): (&str, u32), dice: &[i8], marks: &[&str], chosen: &[Chosen]) -> Outcome {
    let marks: Vec<Name> = marks.iter().map(|&mark| mark.into()).collect();
    let exposure = Exposure { world: item(pack, world), hours, who: &["tam".into()], marks: &marks, invoked: &[], chosen };
    decide(pack, &campaign(pack), dice, |turn| exposure::breathe(turn, &exposure))
}

fn nothing_taken() -> Vec<Chosen> {
    vec![Chosen { who: None, grade: None, text: None }]
}

/// R-N29 (a): 4dF and its strength against 4dF and Endurance; the difference is a hit on Health, and a tie is no hit.
#[test]
fn rn29_bad_air_rolls_against_endurance_each_hour() {
    let pack = airs("");
    let (after, told) = open(&pack, ("fumes", 2), &[0, 3, 1, 2], &[], &nothing_taken()).unwrap();
    assert_eq!(boxes(&after, "tam", "health"), [1, 2], "2 and 2 are no hit; 3 against 1 is one of 2: {told:#?}");
    let (after, _) = open(&pack, ("vitriol", 1), &[0, 2], &[], &nothing_taken()).unwrap();
    assert_eq!(boxes(&after, "tam", "health"), [1, 2, 3], "4 against 1");
    let taken = open(&pack, ("vitriol", 1), &[0, 2], &[], &[take("mild")]).unwrap().0;
    assert_eq!((boxes(&taken, "tam", "health"), grades(&taken, "tam")), (vec![1, 2], vec!["mild".to_owned()]));
}

/// R-N29 (b): with `hazard fixed` its strength is the difficulty, and it does not roll.
#[test]
fn rn29_fixed_air_is_a_difficulty() {
    let pack = airs("hazard fixed");
    assert_eq!(boxes(&open(&pack, ("fumes", 1), &[2], &[], &nothing_taken()).unwrap().0, "tam", "health"), [1]);
    assert_eq!(boxes(&open(&pack, ("fumes", 3), &[3, 4, 3], &[], &[]).unwrap().0, "tam", "health"), [0_u8; 0]);
}

/// A mask protects from tainted and poisonous air; no worn thing protects from air that seeps into suits.
/// Rules: R-N29.
#[test]
fn what_is_worn_keeps_air_out_unless_it_seeps_in() {
    let pack = airs("");
    for (world, marks) in [("fumes", &["filtered"][..]), ("fumes", &["sealed"]), ("vitriol", &["filtered"]), ("meadow", &[])] {
        let told = open(&pack, (world, 9), &[], marks, &[]).unwrap().1;
        assert_eq!(told, [format!("the air of {world} does not harm them")]);
    }
    let (after, told) = open(&pack, ("seeps", 1), &[0, 2], &["filtered", "sealed"], &nothing_taken()).unwrap();
    assert_eq!(told[..2], ["filtered", "sealed"].map(|mark| format!("`{mark}` does not protect against the air of seeps")));
    assert_eq!(boxes(&after, "tam", "health"), [1, 2, 3]);
}

/// R-N2: a person without Endurance resists the air with the skill that it replaces.
/// Rules: R-N29.
#[test]
fn people_of_the_srd_breathe_with_their_stamina() {
    let stunts = "stunts alter_track(health, 1), free_form(\"a debt of honour\"), swap_skill(pilot, gunnery)";
    let worlds = "world vitriol \"Vitriol\" { profile \"A8A7569-9\" }\n";
    let pack = pack_with("", &format!("{}{}{worlds}", cast(), character("sef", &[("stamina", 3)], stunts)));
    let mut there = campaign(&pack);
    join(&mut there, &pack, "sef");
    let exposure =
        Exposure { world: item(&pack, "vitriol"), hours: 1, who: &["sef".into()], marks: &[], invoked: &[], chosen: &nothing_taken() };
    let (after, told) = decide(&pack, &there, &[0, 0], |turn| exposure::breathe(turn, &exposure)).unwrap();
    assert_eq!(boxes(&after, "sef", "health"), [1], "4 against 3: {told:#?}");
}

/// The hours outdoors end with the first hit. The user must choose the consequences of the hit. A person whose track is exceeded is taken
/// out.
#[test]
fn the_first_hurt_ends_the_hours() {
    let pack = airs("");
    let told = open(&pack, ("fumes", 5), &[0, 4, 0, 1], &[], &nothing_taken()).unwrap().1;
    assert_eq!(told.last().map(String::as_str), Some("a person is hurt: 3 of the 5 hours are left"));
    let asked = refused(open(&pack, ("fumes", 1), &[0, 1], &[], &[]));
    assert!(asked.contains("tam takes 2 on health (Tainted): choose the consequences"), "{asked}");
    let (after, told) = open(&pack, ("vitriol", 1), &[4, -4], &[], &nothing_taken()).unwrap();
    assert_eq!(after.people["tam"].standing.out.as_deref(), Some("overcome: Poisonous"), "{told:#?}");
    assert!(refused(open(&pack, ("fumes", 0), &[], &[], &[])).starts_with("give the number of hours"));
}
