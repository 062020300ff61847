//! Messages about skills and gear.

use super::skills::{MOST_RANK, RankedSkill, SkillShape, WrongRank};
use crate::resolve::errors::article;
use slip_source::diagnostic::{Code, Confidence, Diagnostic, Severity};

use ecow::EcoString;
use slip_source::Span;
use slip_syntax::tree::SpannedName;

/// Reports `skills` with values but without a block.
pub(super) fn skills_need_block(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "`skills` has no block with ranks")
        .because("`{`, ranks with their skills, and `}` belong here")
        .with_help("write for instance `skills { 2 pilot; 1 stamina, resolve }`")
}

/// Reports a skill without a rank.
pub(super) fn no_rank(span: Span, word: &str) -> Diagnostic {
    Diagnostic::new(Code::SkillRank, span, format!("the skill `{word}` has no rank"))
        .because("a line of skills begins with the rank")
        .with_help(format!("write `1 {word}`, or write the skill behind another skill of the same rank, with a comma between them"))
}

/// Reports a rank that is written after its skill: `gunnery 3`, `gunnery 1, resolve 1`. `right` is the corrected text.
pub(super) fn rank_behind(line: Span, word: &str, right: &str) -> Diagnostic {
    Diagnostic::new(Code::SkillRank, line, format!("the rank is written after `{word}`"))
        .because("a line of skills begins with the rank")
        .with_fix(format!("write `{right}`"), Confidence::Safe, line, right.to_owned())
}

/// Reports a comma or a space where a `;` is missing before the next rank: `2 brawling, 1 alertness`, `2 brawling 1 alertness`.
pub(super) fn rank_behind_comma(span: Span, rank: i32, comma: bool, gap: Span) -> Diagnostic {
    let (because, title) = match comma {
        true => ("only a skill of the same rank can follow a comma", "write `;` in place of the comma"),
        false => ("another rank begins here", "write `;` before the rank"),
    };
    Diagnostic::new(Code::SkillRank, span, format!("a `;` is missing before the rank {rank}")).because(because).with_fix(
        title,
        Confidence::Safe,
        gap,
        "; ",
    )
}

/// Reports a range of ranks, where one rank is required.
pub(super) fn rank_is_one_number(span: Span) -> Diagnostic {
    Diagnostic::new(Code::SkillRank, span, "a skill cannot have a range of ranks")
        .because("one number belongs here")
        .with_help("write one rank for each skill, as in `2 pilot; 1 gunnery`")
}

/// Reports a rank without skills.
pub(super) fn rank_without_skill(span: Span, rank: i32) -> Diagnostic {
    Diagnostic::new(Code::SkillRank, span, format!("there is no skill at rank {rank}"))
        .because("the skills are missing")
        .with_help(format!("write for instance `{rank} pilot, gunnery`, or leave the rank out"))
}

/// Reports a rank out of range.
pub(super) fn rank_out_of_range(span: Span, rank: i64) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::SkillRank, span, format!("a skill cannot have rank {rank}")).because(if rank <= 0 {
        "ranks start at 1"
    } else {
        "the rank is too high"
    });
    if rank <= 0 {
        diagnostic.with_help("remove the rank and its skills; an untrained skill rolls at -1")
    } else {
        diagnostic.with_help("write a rank from 1 to 5; animals can have 6")
    }
}

/// Reports a value that is not a skill.
pub(super) fn not_a_skill(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this is not the name of a skill")
        .because("a skill belongs here")
        .with_help("write for instance `3 slug_throwers`; `slipyard list --kind skill --all` lists all skills")
}

/// Adds help to the diagnostic about an unknown skill: the command that lists all skills. Help that the diagnostic already has is kept.
pub(super) fn unknown_skill(found: Diagnostic) -> Diagnostic {
    let silent = found.help.is_none() && found.code == Code::UnknownName;
    if silent { found.with_help("`slipyard list --kind skill --all` lists all skills") } else { found }
}

/// Reports a skill written twice.
pub(super) fn skill_twice(ranked: &RankedSkill, first: Span) -> Diagnostic {
    Diagnostic::new(Code::RepeatedSkill, ranked.span, format!("the skill `{}` is written twice", ranked.skill))
        .because(format!("again, at rank {}", ranked.rank))
        .with_label(first, "first written here")
        .with_help("remove the skill here, or write another skill")
}

/// Reports a skill that only other kinds may have.
pub(super) fn skill_of_other_kind(span: Span, skill: &str, kind: &str, kinds: &[&str]) -> Diagnostic {
    Diagnostic::new(Code::SkillNotAllowed, span, format!("{} cannot have the skill `{skill}`", article(kind)))
        .because(format!(
            "only {} can have it",
            slip_suggest::alternatives(kinds.iter().map(|kind| article(kind)).collect::<Vec<_>>().iter().map(String::as_str))
        ))
        .with_help(format!("remove `{skill}`, or write another skill"))
}

/// Reports a skill that the rules in force do not have. `setting` is the setting that adds it.
pub(super) fn skill_needs_setting(span: Span, skill: &str, setting: &str, says: Option<Span>) -> Diagnostic {
    let diagnostic =
        Diagnostic::new(Code::SkillNotAllowed, span, format!("the skill `{skill}` needs an optional rule, which is not in force"))
            .because(format!("needs `{setting}`"))
            .with_help(format!("remove the skill, or {}", super::errors::ruleset_for(setting)));
    match says {
        Some(says) => diagnostic.with_label(says, "required by the skill"),
        None => diagnostic,
    }
}

/// Reports a malformed `only` entry: without a condition, or with a value.
pub(super) fn only_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "`only` has no condition about the rules")
        .because("the condition is missing")
        .with_help("write for instance `only when rules psionics yes`")
}

/// Reports a skill of another class than the design allows.
pub(super) fn skill_of_other_class(span: Span, skill: &str, kind: &str, known: &[EcoString]) -> Diagnostic {
    Diagnostic::new(Code::SkillNotAllowed, span, format!("{} cannot have the skill `{skill}`", article(kind)))
        .because("not a skill of this design")
        .with_help(format!("write one of its skills: {}", slip_suggest::enumerate(known.iter().map(EcoString::as_str))))
}

/// Reports a skill that is unusual for this kind.
pub(super) fn unusual_skill(span: Span, skill: &str, kind: &str) -> Diagnostic {
    Diagnostic::new(Code::UnusualSkill, span, format!("`{skill}` is not a skill that {} usually has", article(kind)))
        .because("not in the rules' list for this kind")
        .with_help(format!("remove the skill, or write `allow unusual-skill \"why\"` in the block of the {kind}"))
}

/// Reports a skill that the design does not suggest.
pub(super) fn unexpected_skill(span: Span, skill: &str, design: &str, usual: &[EcoString]) -> Diagnostic {
    Diagnostic::new(Code::UnusualSkill, span, format!("`{design}` does not suggest the skill `{skill}`"))
        .with_severity(Severity::Note)
        .because("allowed, but of little use here")
        .with_help(format!(
            "keep it, or write one of the suggested skills: {}",
            slip_suggest::enumerate(usual.iter().map(EcoString::as_str))
        ))
}

/// Reports a skill list that no design uses.
pub(super) fn list_nobody_uses<'c>(list: &SpannedName, known: impl Iterator<Item = &'c str> + Clone) -> Diagnostic {
    let message = format!("no design uses a list of skills called `{}`", list.text);
    let diagnostic = Diagnostic::new(Code::UnknownName, list.span, message).because("not a list of skills").completed_by(known.clone());
    match slip_suggest::nearest(&list.text, known.clone()) {
        Some(nearest) => diagnostic.with_help(format!("did you mean `{nearest}`?")),
        None => diagnostic.with_help(format!(
            "write one of {}, or write `skill_list {}` in the block of a design",
            slip_suggest::enumerate(known),
            list.text
        )),
    }
}

/// Reports a skill that is not on the list of its owner's design.
pub(super) fn skill_of_other_list(
    span: Span,
    (skill, list, design): (&str, &str, &str),
    counterparts: &[EcoString],
    elsewhere: Option<&str>,
) -> Diagnostic {
    let message = format!("the skill `{skill}` is not in the list `{list}`, from which `{design}` takes its skills");
    let diagnostic = Diagnostic::new(Code::SkillOfOtherList, span, message).because(format!("not a skill of `{list}`"));
    let named =
        slip_suggest::alternatives(counterparts.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().iter().map(String::as_str));
    let instead = match counterparts {
        [] => "write a skill of that list, or write `allow skill-of-other-list \"why\"` in the block".to_owned(),
        _ => format!("write {named}, which is in that list"),
    };
    let help = match elsewhere {
        Some(how) => format!("{instead}, or {how}"),
        None => instead,
    };
    let diagnostic = diagnostic.with_help(help);
    match counterparts {
        [only] => diagnostic.with_fix(format!("write `{only}`"), Confidence::Unsafe, span, only.as_str()),
        _ => diagnostic,
    }
}

/// Reports a text, such as the place of a profession, after a skill that takes no such subject.
pub(super) fn no_subjects(span: Span, skill: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("the skill `{skill}` cannot have a text after it"))
        .because("not allowed here")
        .with_help(format!("write `{skill}` alone"))
}

/// Reports a skill with too few or too many subjects.
pub(super) fn subjects_missing(span: Span, skill: &str, wanted: i64, found: usize) -> Diagnostic {
    let noun = if wanted == 1 { "subject" } else { "subjects" };
    Diagnostic::new(Code::SkillSubjects, span, format!("the skill `{skill}` needs {wanted} {noun} in quotes, but has {found}"))
        .because(format!("{wanted} {noun} in quotes must follow"))
        .with_help(match usize::try_from(wanted).unwrap_or(1) {
            1 => format!("write `{skill} \"…\"` with the subject in the quotes"),
            // `wanted` may be a huge number that was already reported as out of range. The example therefore has at most 9 texts.
            several => format!("write `{skill} {}` with a subject in each pair of quotes", vec!["\"…\""; several.min(9)].join(" ")),
        })
        .sized(i64::try_from(found).unwrap_or(i64::MAX).abs_diff(wanted))
}

/// Reports a kind that no design builds.
pub(super) fn unknown_kind(kind: &SpannedName, kinds: &[EcoString]) -> Diagnostic {
    crate::resolve::errors::unknown_kind(kind, kinds)
}

/// Reports skills whose ranks do not form the pyramid or column that the design requires.
pub(super) fn wrong_shape(item: &str, shape: SkillShape, first: &WrongRank, others: &[WrongRank]) -> Diagnostic {
    let name = match shape {
        SkillShape::Pyramid(cap) => format!("a {cap}-cap pyramid"),
        SkillShape::Column(cap) => format!("a {cap}-cap column"),
        SkillShape::Loose(low, high) => format!("ranks {low} to {high}"),
    };
    let message = match (shape, first.wanted) {
        (SkillShape::Loose(..), _) => format!("`{item}` has {} at rank {}, but only {name} are allowed", skills(first.found), first.rank),
        (_, 0) => format!("`{item}` has {} at rank {}, but {name} has none there", skills(first.found), first.rank),
        (_, wanted) => format!("`{item}` has {} at rank {}, but {name} has {wanted} there", skills(first.found), first.rank),
    };
    // The size of the error is the number of missing and surplus skills. Skills above the highest allowed rank are weighted by their
    // distance from it.
    let size = |wrong: &WrongRank| {
        let beyond = u64::from(wrong.rank.saturating_sub(shape.top()).max(0).unsigned_abs());
        u64::try_from(wrong.found.abs_diff(wrong.wanted)).unwrap_or(u64::MAX).max(1).saturating_mul(beyond.saturating_add(1))
    };
    let size = others.iter().chain([first]).map(size).fold(0, u64::saturating_add);
    let mut diagnostic = Diagnostic::new(Code::SkillPyramid, first.span, message).because(count(first)).sized(size);
    for other in others {
        diagnostic = diagnostic.with_label(other.span, count(other));
    }
    let wanted = match shape {
        SkillShape::Pyramid(cap) if cap <= MOST_RANK => (1..=cap)
            .rev()
            .map(|rank| format!("{} at rank {rank}", skills(usize::try_from(cap + 1 - rank).unwrap_or(0))))
            .collect::<Vec<_>>(),
        SkillShape::Column(cap) if cap <= MOST_RANK => (1..=cap).rev().map(|rank| format!("1 skill at rank {rank}")).collect(),
        SkillShape::Pyramid(_) | SkillShape::Column(_) | SkillShape::Loose(..) => Vec::new(),
    };
    if wanted.is_empty() {
        diagnostic
    } else {
        diagnostic.with_help(format!("{name} has {}", slip_suggest::enumerate(wanted.iter().map(String::as_str))))
    }
}

/// Adds a sentence to the message about a wrong shape. It says that the item does not write the statistic `cap`, which limits the ranks of
/// skills.
pub(super) fn cap_is_not_written(wrong: Diagnostic, cap: &str, top: i32, highest: i32) -> Diagnostic {
    wrong.with_note(format!("the cap is {top}, because no `{cap}` is written; for skills up to rank {highest} write `{cap} {highest}`"))
}

fn skills(count: usize) -> String {
    match count {
        0 => "no skill".to_owned(),
        1 => "1 skill".to_owned(),
        count => format!("{count} skills"),
    }
}

fn count(wrong: &WrongRank) -> String {
    let rank = wrong.rank;
    match wrong.wanted.checked_sub(wrong.found) {
        _ if wrong.wanted == 0 => format!("no skill can have rank {rank} here"),
        Some(missing) => format!("{} missing at rank {rank}", skills(missing)),
        None => format!("{} too many at rank {rank}", skills(wrong.found.saturating_sub(wrong.wanted))),
    }
}

/// Reports an item that cannot be carried.
pub(super) fn not_gear(span: Span, name: &str, kind: &str, lives: bool) -> Diagnostic {
    if matches!(kind, "weapon" | "armour" | "gear") {
        return Diagnostic::new(
            Code::NotGear,
            span,
            format!("`{name}` has a track, which {} cannot have", article(kind)),
        )
        .because("its design has a track")
        .with_help(
            "remove the track from the design; to give boxes to the person who carries it, write for instance `effect +2 to boxes of health`",
        );
    }
    let help = if lives {
        "remove it here; a companion is another actor in an encounter".to_owned()
    } else {
        format!("remove it here; to give it to the person, write `stunts have_a_thing({name})`")
    };
    Diagnostic::new(Code::NotGear, span, format!("`{name}` is {}, not gear", article(kind)))
        .because("only weapons, armour and other things without tracks can be gear")
        .with_help(help)
}

/// Reports a place, such as a world, in a gear list or as an item that a stunt grants.
pub(super) fn place_as_gear(span: Span, name: &str, kind: &str) -> Diagnostic {
    Diagnostic::new(Code::NotGear, span, format!("`{name}` is {}, and a place cannot be gear", article(kind)))
        .because("cannot be carried")
        .with_help(format!("remove it here; for an encounter at this place, write `{kind} {name}` in the encounter"))
}

/// Reports a campaign or scene in a gear list or as an item that a stunt grants.
pub(super) fn around_as_gear(span: Span, name: &str, kind: &str) -> Diagnostic {
    Diagnostic::new(Code::NotGear, span, format!("`{name}` is {}, and cannot be gear", article(kind)))
        .because("cannot be carried")
        .with_help("remove it here")
}

/// Reports an item that its owner can use only for a fate point per roll.
pub(super) fn untrained_gear(
    span: Span,
    (person, gear, needs): (&str, &str, &str),
    elsewhere: Option<(&EcoString, &EcoString)>,
    forbidden: bool,
) -> Diagnostic {
    let help = match elsewhere {
        Some((skill, what)) => {
            format!(
                "write the military-grade stunt of the skill that uses this thing, or give civilian gear; military-grade `{skill}` is for {what}"
            )
        }
        None => format!("write a stunt that gives {needs}, or give civilian gear"),
    };
    let what = if forbidden { "cannot use" } else { "pays a fate point for each roll with" };
    Diagnostic::new(Code::UntrainedGear, span, format!("`{person}` {what} `{gear}`"))
        .with_severity(Severity::Note)
        .because(format!("needs {needs}"))
        .with_help(help)
}

/// Reports an item that its owner is not trained to use. `never` is a skill of the owner that seems to fit, and the text of its entry
/// `never`, which excludes this use.
pub(super) fn unskilled_gear(span: Span, person: &str, gear: &str, skill: &str, never: Option<(&EcoString, &EcoString)>) -> Diagnostic {
    let help = match never {
        Some((other, what)) => format!("write `{skill}` among the skills, or buy a stunt that replaces it; `{other}` is not for {what}"),
        None => format!("write `{skill}` among the skills, or buy a stunt that replaces it"),
    };
    Diagnostic::new(Code::UnskilledGear, span, format!("`{person}` has `{gear}`, but is untrained in `{skill}`"))
        .because(format!("used with `{skill}`, which an untrained person rolls at -1"))
        .with_help(help)
}

/// Notes an animal with a skill for the weapons of its body, and no such weapon.
pub(super) fn unarmed_beast(span: Span, beast: &str, skill: &str) -> Diagnostic {
    Diagnostic::new(Code::UnskilledGear, span, format!("`{beast}` has `{skill}`, but no weapon that is used with it"))
        .because("the weapons of a body are bought as a stunt")
        .with_help(format!("give a stunt with a weapon, such as `integral(claws)`, or leave `{skill}` out"))
}

/// Reports a ship that earns too little for its maintenance: its trade statistic is below the rank that keeps a ship solvent.
pub(super) fn low_trade(span: Span, holder: &str, ship: &str, (stat, rank): (&str, i32), rating: i32, solvent: i64) -> Diagnostic {
    Diagnostic::new(Code::LowTrade, span, format!("the ship `{ship}` must pay for her own maintenance, but has only `{stat} {rank}`"))
        .because(format!("her maintenance rating is {rating}, which a ship with `{stat} {solvent}` can pay"))
        .with_help(format!(
            "write `{stat} {solvent}` in the block of `{ship}`; or, if `{holder}` may fall into debt, write `allow low-trade \"why\"` in the \
             block of `{holder}`"
        ))
        .sized(solvent.abs_diff(rank.into()))
}

/// Reports a fighter who is trained in none of the weapons at hand.
pub(super) fn unskilled_fighter(span: Span, person: &str, weapons: &[(&str, &str)]) -> Diagnostic {
    let uses: Vec<String> = weapons.iter().map(|(weapon, skill)| format!("`{weapon}` is used with `{skill}`")).collect();
    Diagnostic::new(Code::UnskilledGear, span, format!("`{person}` fights, but is not trained in any of the weapons at hand"))
        .with_severity(Severity::Warning)
        .because(uses.join(", "))
        .with_help("write one of these skills, or remove the weapons: without a weapon, people fight with their hands")
}

/// Reports a weapon of unfamiliar technology.
pub(super) fn unfamiliar_gear(span: Span, person: &str, gear: &str, tech: i64, (low, high): (i64, i64)) -> Diagnostic {
    let known = if low == high { format!("T{low}") } else { format!("T{low} to T{high}") };
    Diagnostic::new(Code::UnfamiliarGear, span, format!("`{person}` is not familiar with `{gear}`, and uses it at one rank less"))
        .because(format!("this weapon has T{tech}, but only weapons of {known} are familiar"))
        .with_help(format!("add a place with T{tech} to a skill about places, such as `culture_tech`, or give a weapon of {known}"))
        .sized(tech.abs_diff(tech.clamp(low.min(high), high)))
}

/// Reports a stunt about rolls of a skill that is never rolled.
pub(super) fn passive_skill(span: Span, stunt: &str, skill: &str) -> Diagnostic {
    Diagnostic::new(Code::PassiveSkill, span, format!("`{stunt}` changes rolls of `{skill}`, but this skill is never rolled"))
        .because(format!("`{skill}` is never rolled"))
        .with_help("write a skill that is rolled in the brackets of the stunt")
}

/// Reports a stunt that allows to use a skill in place of the same skill.
pub(super) fn own_place(span: Span, stunt: &str, skill: &str) -> Diagnostic {
    Diagnostic::new(Code::UselessStunt, span, format!("`{stunt}` replaces `{skill}` with the same skill"))
        .because("changes nothing")
        .with_help("write two different skills in the brackets")
}

/// Reports military-grade training in a skill for which the rules define no such training.
/// `takes_text` is true if the stunt has a skill and a text as parameters, like `military_grade`.
pub(super) fn training_without_meaning(span: Span, stunt: &str, skill: &str, takes_text: bool) -> Diagnostic {
    let help = match takes_text {
        true => format!("write `{stunt}({skill}, \"…\")`, with the benefit in your own words"),
        false => format!("write `effect table \"…\"` in `{stunt}`, with the benefit in your own words"),
    };
    Diagnostic::new(Code::TrainingWithoutMeaning, span, format!("the rules do not say what military-grade `{skill}` gives"))
        .because("gives nothing yet")
        .with_help(help)
}

/// Reports a subject that makes no difference: the skill names it twice, or covers it in any case because it is the home of the person.
pub(super) fn known_place(span: Span, skill: &str, subject: &str, twice: bool) -> Diagnostic {
    let why = if twice { "named twice" } else { "the skill always covers the home of the person" };
    Diagnostic::new(Code::SkillSubjects, span, format!("`{skill}` already covers `{subject}`"))
        .because(why)
        .with_help("choose another place, culture or age")
}

/// Reports a person in an encounter at an unfamiliar place, if a skill of the person works only in familiar places.
pub(super) fn uncovered_skill(span: Span, person: &str, skill: &str, by: &str, place: &str) -> Diagnostic {
    Diagnostic::new(Code::UncoveredSkill, span, format!("`{person}` cannot use `{skill}` in `{place}`"))
        .because(format!("`{by}` does not cover this place"))
        .with_help(format!(
            "write `\"{place}\"` after `{by}` in the block of `{person}`; nothing has to change if `{skill}` is not needed there"
        ))
}

/// Reports an invalid count of gear. `most` is true if the count is too high.
pub(super) fn gear_count(span: Span, thing: &str, most: bool) -> Diagnostic {
    let right = if most { format!("{thing} x99") } else { thing.to_owned() };
    Diagnostic::new(Code::WrongValue, span, "this is not a possible number of things")
        .because("a number from x1 to x99 belongs here")
        .with_fix(format!("write `{right}`"), Confidence::Unsafe, span, right)
}

/// Reports a malformed member of `gear`, which must be a name with an optional count.
pub(super) fn not_a_thing(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this is not the name of a thing")
        .because("the name of a weapon, an armour or another thing belongs here")
        .with_help("write for instance `gear dock_carbine, grenade x3`")
}

/// Reports a count before its thing: `gear 2 plain_knife`.
pub(super) fn count_before_thing(span: Span, right: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "the number is written before the thing")
        .because("a number follows the thing, with `x`")
        .with_fix(format!("write `{right}`"), Confidence::Unsafe, span, right)
}

/// Reports an unknown action in the list of a skill's uses.
pub(super) fn unknown_service(name: &SpannedName, known: &[&str]) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownName, name.span, format!("a skill cannot be used for `{}`", name.text))
        .because("not an action that skills are used for")
        .completed_by(known.iter().copied());
    let help = match slip_suggest::nearest(&name.text, known.iter().copied()) {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None => format!("write one of {}", slip_suggest::enumerate(known.iter().copied())),
    };
    diagnostic.with_help(help)
}
