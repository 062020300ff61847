//! The forms of effects: operations with rolls, quantities, subjects, moments, counts and conditions.

use crate::silent_effects::stages::Stage;
use slip_pack::effect::{Action, Count, Event, Measure, Period, Play, Role, State, When, Whom};

/// Returns every form for a conflict, each once.
pub(crate) fn forms(stage: &Stage) -> Vec<String> {
    let mut forms = Vec::new();
    rolls(stage, &mut forms);
    quantities(stage, &mut forms);
    moments(stage, &mut forms);
    subjects(stage, &mut forms);
    conditions(stage, &mut forms);
    deeds(stage, &mut forms);
    let mut seen = std::collections::BTreeSet::new();
    forms.retain(|form| seen.insert(form.clone()));
    forms
}

fn actions(play: Play) -> impl Iterator<Item = Action> {
    Action::ALL.iter().copied().filter(move |action| action.plays().contains(&play))
}

fn rolls(stage: &Stage, forms: &mut Vec<String>) {
    let Stage { skill, weak, lacking, other, track, second, .. } = stage;
    for action in actions(stage.play) {
        let named =
            [action.to_string(), format!("{skill} {action}"), format!("{action} against this"), format!("{action} against {skill}")];
        for roll in &named {
            forms.extend([
                format!("+3 to {roll}"),
                format!("{roll} at most -2"),
                format!("{roll} is 6"),
                format!("must use 5 for {roll}"),
                format!("may use {other} for {roll}"),
                format!("{roll} amplified by 6"),
                format!("{roll} limited by {weak}"),
                format!("{roll} hits {second} only"),
                format!("{roll} hits {second} too"),
                format!("{roll} may hit {second}"),
                format!("may reroll {roll} once per turn"),
                format!("+3 to stress of {roll}"),
                format!("spin of {roll} is 0"),
                format!("needs trained {lacking} for {roll}"),
                format!("after {roll} suffers 1 on {track}"),
            ]);
            // `amplified by 0` has no effect if ranks are never below 0. In fights between ships, other acts of a turn may lower a rank
            // below 0, so this form is left out.
            forms.extend((stage.play != Play::Space).then(|| format!("{roll} amplified by 0")));
        }
        for place in ["zone", "band", "tether", "map"] {
            forms.push(format!("{action} area {place} always"));
        }
        for price in ["for 1 fate", "as action", "any times"] {
            forms.push(format!("+3 to {action} {price}"));
        }
        for count in Count::ALL {
            forms.push(format!("+1 to {action} per {count}"));
        }
        for object in ["", " this", " it", " own_zone"] {
            forms.push(format!("cannot {action}{object}"));
            forms.push(format!("others cannot {action}{object}"));
        }
        for pace in ["", " at once", " out of turn"] {
            forms.push(format!("may {action}{pace}"));
            forms.push(format!("after enemies attack may {action}{pace}"));
        }
        for when in When::ALL {
            forms.push(format!("{when} {action} suffers 1 on {track}"));
            forms.push(format!("{when} enemies {action} actor suffers 1 on {track}"));
        }
    }
}

fn quantities(stage: &Stage, forms: &mut Vec<String>) {
    for measure in Measure::ALL.iter().filter(|measure| measure.plays().contains(&stage.play)) {
        let of = match measure.word() {
            "stress" => "",
            "spin" | "attacks" | "harm" | "penetration" => " of attack",
            "roll_up" => continue,
            "invoke" => " of \"Grey paint\"",
            _ => "",
        };
        let quantity = format!("{measure}{of}");
        for form in ["+2 to Q", "Q is 1", "Q at most 0", "Q at least 5", "Q is none", "Q is unlimited", "+2 to Q once per turn"] {
            forms.push(form.replace('Q', &quantity));
        }
        // The place in the order of turns may be negative.
        forms.extend((*measure != Measure::Order).then(|| format!("{quantity} at least 0")));
        forms.push(format!("enemies -2 to {quantity}"));
        forms.push(format!("after hit +2 to {quantity}"));
    }
}

fn moments(stage: &Stage, forms: &mut Vec<String>) {
    let Stage { track, second, .. } = stage;
    if stage.play != Play::Stakes {
        for action in actions(stage.play) {
            forms.push(format!("after {action} target suffers 1 on {track}"));
            forms.push(format!("+3 to {action} when target has \"Grey paint\""));
            forms.push(format!("+3 to {action} when target is {}", stage.design));
        }
    }
    for event in Event::ALL.iter().filter(|event| event.plays().contains(&stage.play)) {
        forms.push(format!("after {event} target suffers 1 on {track}"));
        for when in When::ALL {
            forms.push(format!("{when} {event} suffers 1 on {track}"));
        }
        for deed in [
            format!("mark {track} 1"),
            format!("erase {track} all"),
            "pays 1 fate".to_owned(),
            "has aspect \"Dazed\"".to_owned(),
            "loses aspect \"Grey paint\"".to_owned(),
            "free_tag \"Grey paint\" by allies".to_owned(),
            "+4 to attack".to_owned(),
            "cannot move".to_owned(),
            "is glowing".to_owned(),
            "may reroll attack".to_owned(),
            "may attack at once".to_owned(),
            format!("hits on {track} go to {second}"),
        ] {
            forms.push(format!("after {event} {deed}"));
        }
        for who in ["enemies", "allies", "everyone", "others"] {
            forms.push(format!("after {who} {event} actor suffers 1 on {track}"));
            forms.push(format!("after {event} {who} suffers 1 on {track}"));
        }
    }
}

fn subjects(stage: &Stage, forms: &mut Vec<String>) {
    let Stage { track, second, .. } = stage;
    for who in Whom::ALL.iter().filter(|who| who.plays().contains(&stage.play)) {
        let who = match who {
            Whom::Allied | Whom::Enemy => format!("{who} {}", stage.design),
            who => who.to_string(),
        };
        for act in [
            "+4 to attack".to_owned(),
            "-4 to defence".to_owned(),
            "cannot attack".to_owned(),
            "cannot move".to_owned(),
            "has aspect \"Dazed\"".to_owned(),
            format!("attack hits {second} only"),
            "must use 5 for attack".to_owned(),
            "needs glowing".to_owned(),
            "is glowing".to_owned(),
            "may reroll attack once per turn".to_owned(),
            "+3 to stress".to_owned(),
            format!("suffers 1 on {track} once per encounter"),
            "attack limited by 0".to_owned(),
            "+2 to order".to_owned(),
        ] {
            forms.push(format!("{who} {act}"));
        }
    }
}

fn conditions(stage: &Stage, forms: &mut Vec<String>) {
    let Stage { skill, track, .. } = stage;
    let acts = ["+4 to attack", "cannot attack", "+4 to maneuver", "must use 6 for defence"];
    let mut conditions = Vec::new();
    for state in State::ALL.iter().filter(|state| state.plays().contains(&stage.play) && **state != State::Base) {
        let number = matches!(state, State::Gravity | State::Shifts | State::Total | State::Range | State::Tech | State::Carried);
        conditions.push(if number { format!("{state} >= 1") } else { state.to_string() });
        conditions.push(if number { format!("{state} < 1") } else { format!("not {state}") });
    }
    for role in Role::ALL.iter().filter(|role| role.plays().contains(&stage.play)) {
        conditions.push(format!("{role} is glowing"));
        conditions.push(format!("not {role} is glowing"));
        conditions.push(format!("{role} has \"Grey paint\""));
        conditions.push(format!("{skill} of {role} >= 1"));
        conditions.push(format!("{track} of {role} < 2"));
    }
    for condition in conditions {
        forms.extend(acts.iter().map(|act| format!("{act} when {condition}")));
        forms.push(format!("after attack suffers 1 on {track} when {condition}"));
    }
}

fn deeds(stage: &Stage, forms: &mut Vec<String>) {
    let Stage { track, second, .. } = stage;
    for verb in ["free_tag", "tag", "invoke", "compel", "has aspect"] {
        for form in ["never V \"Grey paint\"", "V \"Grey paint\"", "V \"Grey paint\" by allies", "V \"Grey paint\" once per encounter"] {
            forms.push(form.replace('V', verb));
        }
    }
    let deeds = [
        format!("suffers 1 on {track}"),
        format!("mark {track} 1"),
        format!("erase {track} all"),
        "pays 1 fate".to_owned(),
        "loses aspect \"Grey paint\"".to_owned(),
        "may strip free_tag of enemies".to_owned(),
        format!("hits on {track} go to {second}"),
        "may choose burst".to_owned(),
        "needs glowing".to_owned(),
        "allows untrained".to_owned(),
    ];
    for deed in deeds {
        forms.push(deed.clone());
        for price in [" for 1 fate", " as action", " any times"] {
            forms.push(format!("{deed}{price}"));
        }
        for period in Period::ALL {
            forms.push(format!("{deed} once per {period}"));
        }
    }
}
