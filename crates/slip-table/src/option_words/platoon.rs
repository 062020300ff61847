//! Words that players type for the options of platoon combat: a verb, and names as logs write them.

mod hints;

pub(super) use hints::about;

use super::option_phrase::{Phrase, PhrasePart, aspect};
use slip_dice::fate::{Holder, Slots};
use slip_play::choice::{Choice, Verb};
use slip_play::ids::{ActorId, BorderId, Id, ZoneId};
use slip_play::names::Names;
use slip_play::platoon::PlatoonFight;
use slip_play::question::{Ask, Point};

/// Returns the phrase of an option.
pub(super) fn phrase<'f>(fight: &'f PlatoonFight, ask: &Ask, choice: Choice) -> Phrase<'f> {
    let (head, also) = verbs(ask.point, choice);
    Phrase { parts: parts(fight, ask, choice), ..Phrase::of(head, also) }
}

/// Returns the printed verb of an option, and the other verbs that may be typed for it.
const fn verbs(point: Point, choice: Choice) -> (&'static str, &'static [&'static str]) {
    match choice.verb {
        Verb::Pass => match point {
            Point::Act => ("pass", &["wait"]),
            Point::Adjust => ("pass", &[]),
            _ => ("pass", &["none"]),
        },
        Verb::Command => ("order", &["platoon"]),
        Verb::Target => ("on", &["target", "at", "in"]),
        Verb::Use => ("with", &[]),
        Verb::Begin => ("set_up", &["begin"]),
        Verb::Term => ("term", &["permanent", "transient"]),
        Verb::Yes => match point {
            Point::Adjust => ("reroll", &[]),
            Point::Act => ("use", &["yes"]),
            Point::Intercept => ("intercept", &["yes"]),
            _ => ("yes", &[]),
        },
        Verb::No => match point {
            Point::Intercept => ("no", &["stay"]),
            Point::Whom => ("no", &[]),
            _ => ("no", &["none"]),
        },
        Verb::Refuse => match point {
            Point::AcceptConcession => ("refuse", &["reject"]),
            _ => ("refuse", &["refuse_compel"]),
        },
        Verb::Accept => match point {
            Point::AcceptConcession => ("accept", &["accept_concession"]),
            _ => ("accept", &["accept_compel"]),
        },
        Verb::Compel if choice.how & 3 == Choice::LATE => ("late_compel", &[]),
        Verb::Compel => ("offer_compel", &[]),
        Verb::Stay => ("stay", &["stop"]),
        Verb::Go => ("go", &["move"]),
        Verb::Enter => ("enter", &["go", "move"]),
        Verb::Deploy => ("deploy", &["enter"]),
        Verb::Invoke if choice.how == Choice::REROLL => ("spend_fate", &["invoke", "reroll"]),
        Verb::Tag if choice.how == Choice::REROLL => ("spend_fate", &["tag", "reroll"]),
        Verb::Free if choice.how == Choice::REROLL => ("free_tag", &["free", "reroll"]),
        Verb::Invoke => ("spend_fate", &["invoke"]),
        Verb::Tag => ("spend_fate", &["tag"]),
        Verb::Free => ("free_tag", &["free"]),
        Verb::Spin => ("spend_spin", &["spin"]),
        Verb::Take => ("consequence", &["take"]),
        Verb::Maneuver if matches!(point, Point::Engineer) => ("maneuver", &["place"]),
        verb => (verb.word(), &[]),
    }
}

fn parts<'f>(fight: &'f PlatoonFight, ask: &Ask, choice: Choice) -> Vec<PhrasePart<'f>> {
    match choice.verb {
        Verb::Use => {
            let skill = choice.skill().map(|skill| PhrasePart::flag(fight.skill(skill)));
            // An attack on a zone strikes all units in it, so the player need not type `area`.
            let manner = match (choice.how == Choice::AREA, fight.state.declared.it) {
                (true, Id::Zone(_)) => PhrasePart::name("area").or("zone"),
                (true, _) => PhrasePart::flag("area").or("zone"),
                (false, _) => PhrasePart::aside("single"),
            };
            skill.into_iter().chain([manner]).collect()
        }
        Verb::Begin => {
            let by_heart = (choice.n > 0).then(|| PhrasePart::flag("by_heart").number(usize::try_from(choice.n).unwrap_or(1)));
            named(fight, choice.it).into_iter().chain(by_heart).collect()
        }
        Verb::Enter => enter(fight, choice),
        Verb::All | Verb::Put => {
            let amount = (choice.verb == Verb::Put).then(|| PhrasePart::flag(choice.n.to_string()));
            let border = choice.border().map(|id| border(fight, id).after(&["over"]));
            let into = named(fight, choice.it);
            let into = if choice.border().is_some() { into.map(|part| part.after(&["into"])) } else { into };
            amount.into_iter().chain(border).chain(into).collect()
        }
        Verb::Defend => {
            let skill = choice.skill().map(|skill| PhrasePart::flag(fight.skill(skill)));
            let manner = if choice.how == 1 { PhrasePart::aside("standing") } else { PhrasePart::aside("roll") };
            skill.into_iter().chain([manner]).collect()
        }
        Verb::Term => vec![PhrasePart::flag(if choice.how == 0 { "permanent" } else { "transient" })],
        Verb::Strip | Verb::Remove => aspect(&fight.state.aspects, choice, |holder| bearer(fight, holder)),
        Verb::Compel => {
            let mut parts = aspect(&fight.state.aspects, choice, |holder| bearer(fight, holder));
            let shown = fight.roster.settings.zero_sum;
            parts.push(PhrasePart { needed: choice.n > 1, ..PhrasePart::name(choice.n.to_string()).after(&["for"]).shown_if(shown) });
            parts.extend(named(fight, choice.it).map(|part| part.after(&["against"])));
            parts
        }
        Verb::Counter | Verb::Value => vec![PhrasePart::flag(choice.n.to_string())],
        Verb::Invoke | Verb::Tag | Verb::Free => {
            let mut parts = aspect(&fight.state.aspects, choice, |holder| bearer(fight, holder));
            let bonus = format!("{:+}", fight.roster.settings.invoke_bonus);
            parts.push(if choice.how == Choice::REROLL { PhrasePart::flag("reroll") } else { PhrasePart::name("+2").or(bonus) });
            // If the words name an enemy, the enemy does not pay: the addition applies only to the comparison with this opponent (R-YC3).
            let foe = choice.it.actor().is_some_and(|it| fight.side(it) != ask.seat);
            let keys: &[&str] = if foe { &["against"] } else { &["from"] };
            parts.extend(named(fight, choice.it).map(|part| part.after(keys)));
            parts
        }
        Verb::Spin => vec![PhrasePart::name(choice.n.to_string())],
        Verb::Take => {
            let set = Slots::from_number(choice.how);
            let mut parts: Vec<PhrasePart<'_>> = set.grades().map(|grade| PhrasePart::flag(grade.word())).collect();
            if parts.is_empty() {
                parts.push(PhrasePart::flag("none"));
            }
            parts
        }
        Verb::Outcome => vec![PhrasePart::name(fight.outcome_tag(choice.how))],
        Verb::Yes if choice.with != Choice::NOTHING => {
            let title = fight.line(choice.with);
            let before = (0..choice.with).filter(|&other| fight.line(other) == title).count();
            let on = named(fight, choice.it).map(|part| part.after(&["for"]));
            std::iter::once(PhrasePart::quote(title, before + 1)).chain(on).collect()
        }
        Verb::Concede => choice.how.checked_sub(1).map(|tag| PhrasePart::flag(fight.outcome_tag(tag))).into_iter().collect(),
        _ => named(fight, choice.it).filter(|_| choice.it != ask.me || ask.point != Point::Act).into_iter().collect(),
    }
}

/// Returns the words that a player types for a unit, a platoon or a zone.
fn named(fight: &PlatoonFight, it: Id) -> Option<PhrasePart<'_>> {
    match it {
        Id::Actor(who) => {
            let name = fight.roster.name_of(who);
            let kin = name.split_once('#').map_or("", |(kin, _)| kin);
            Some(PhrasePart { needed: true, ..PhrasePart::name(name).or(fight.roster.title_of(who)).or(kin) })
        }
        Id::Zone(zone) => {
            let there = fight.roster.ground.zones.row(zone)?;
            Some(PhrasePart { needed: true, ..PhrasePart::name(there.name.as_str()).or(there.title.as_str()) })
        }
        Id::Scene => Some(PhrasePart::flag("scene")),
        Id::None => None,
    }
}

/// Returns the words of a step into a zone; if several borders lead there, the border is named too: `ridge over "Old bridge"`.
fn enter(fight: &PlatoonFight, choice: Choice) -> Vec<PhrasePart<'_>> {
    let Some(id) = choice.border() else { return named(fight, choice.it).into_iter().collect() };
    let Some(there) = fight.roster.ground.borders.row(id) else { return Vec::new() };
    let alike = fight.roster.ground.borders.values().filter(|other| (other.a.min(other.b), other.a.max(other.b)) == ends(there.a, there.b));
    let several = alike.count() > 1;
    let over = border(fight, id).after(&["over"]);
    let over = PhrasePart { needed: several, ..over.shown_if(several) };
    named(fight, choice.it).into_iter().chain([over]).collect()
}

fn ends(a: ZoneId, b: ZoneId) -> (ZoneId, ZoneId) {
    (a.min(b), a.max(b))
}

/// Returns the words of a border: its title, with its ordinal if several have it.
fn border(fight: &PlatoonFight, id: BorderId) -> PhrasePart<'_> {
    let title = fight.border(id);
    let before = fight.roster.ground.borders.iter().filter(|(other, there)| *other < id && there.title == title).count();
    PhrasePart { needed: true, ..PhrasePart::quote(title, before + 1) }
}

/// Returns the name of the holder of an aspect.
fn bearer(fight: &PlatoonFight, holder: Holder) -> &str {
    match holder {
        Holder::Actor(who) | Holder::Gear(who, _) => fight.roster.name_of(ActorId(who)),
        Holder::Zone(zone) => fight.zone(ZoneId(zone)),
        Holder::Scene => "scene",
        Holder::System => "system",
        Holder::Campaign => "campaign",
    }
}
