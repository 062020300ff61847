//! Words that players type for options that exist only in social combat, or have different words there.

mod hints;

pub(super) use hints::about;

use super::option_phrase::{Phrase, PhrasePart};
use super::personal::{border, thing};
use slip_play::choice::{Choice, Verb};
use slip_play::event::Phase;
use slip_play::ids::{BorderId, Id};
use slip_play::names::Names;
use slip_play::personal::Personal;
use slip_play::question::{Ask, Point};

/// Returns the phrase of an option; `None` if it is the same as in personal combat.
pub(super) fn phrase<'f>(fight: &'f Personal, ask: &Ask, choice: Choice) -> Option<Phrase<'f>> {
    let of =
        |head: &'static str, also: &'static [&'static str], parts: Vec<PhrasePart<'f>>| Some(Phrase { parts, ..Phrase::of(head, also) });
    match (ask.point, choice.verb) {
        (Point::Skill, Verb::Use) => of("skill", &["with"], skill(fight, choice)),
        (Point::Whom, Verb::Target) => None,
        (_, Verb::Use) => of("with", &[], skill(fight, choice)),
        (Point::SetUp, Verb::Pass) => of("pass", &["none"], Vec::new()),
        (Point::SetUp, Verb::Maneuver) => {
            let on = thing(fight, choice.it).into_iter().map(|part| if part.shown { part.after(&["on"]) } else { part });
            of("maneuver", &[], on.collect())
        }
        (Point::Share, Verb::All | Verb::Put) => {
            let amount = (choice.verb == Verb::Put).then(|| PhrasePart::flag(choice.n.to_string()));
            let on = choice.border().map(|id| way(fight, id).after(&["on"]));
            of(choice.verb.word(), &[], amount.into_iter().chain(on).collect())
        }
        (Point::Steps, Verb::Enter) => {
            let mut parts = thing(fight, choice.it);
            if let (Some(walker), Some(id), Id::Zone(to)) = (fight.pushed().or(ask.me.actor()), choice.border(), choice.it) {
                let here = &fight.roster.map.zones[fight.state.actors[walker].zone];
                let several = here.ways.iter().filter(|there| there.to == to && there.out).count() > 1;
                parts.push(PhrasePart { needed: several, ..way(fight, id).shown_if(several) }.after(&["over"]));
            }
            of("enter", &["go", "move"], parts)
        }
        (Point::FreeMove | Point::Steps, Verb::Pay) | (Point::SetUp, Verb::Border) => {
            let head = if choice.verb == Verb::Pay { "pay" } else { "border" };
            of(head, &[], choice.border().map(|id| way(fight, id)).into_iter().collect())
        }
        (Point::Beaten, Verb::Accept) => of("accept", &[], Vec::new()),
        (Point::Beaten, Verb::Alter) => of("alter", &["return"], Vec::new()),
        (Point::Term, Verb::Term) if fight.state.step.phase == Phase::Skill => of("fits", &["term", "permanent"], Vec::new()),
        _ => None,
    }
}

fn skill(fight: &Personal, choice: Choice) -> Vec<PhrasePart<'_>> {
    let Some(skill) = choice.skill() else { return vec![PhrasePart::name("nothing")] };
    let title = fight.roster.skills.row(skill).map_or("", |skill| skill.title.as_str());
    vec![PhrasePart::name(fight.skill(skill)).or(title)]
}

/// Returns the words of a border: its own name or, without one, the zones on both sides: `crowd--buffet`.
fn way(fight: &Personal, id: BorderId) -> PhrasePart<'_> {
    let named = border(fight, id, true);
    let Some(there) = fight.roster.map.borders.row(id).filter(|there| !there.titled) else { return named };
    let same = |other: &slip_play::zone_map::MapBorder| !other.titled && (other.a, other.b) == (there.a, there.b);
    let before = fight.roster.map.borders.iter().filter(|(other, border)| *other < id && same(border)).count();
    let (a, b) = (fight.zone(there.a), fight.zone(there.b));
    let part = PhrasePart::name(format!("{a}--{b}")).number(before + 1).or(format!("{b}--{a}"));
    part.or(there.title.as_str()).or(a).or(b)
}
