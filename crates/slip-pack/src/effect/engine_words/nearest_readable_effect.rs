//! Looks for the nearest effect that an engine reads, by leaving out or changing one part of an effect that it does not read.

use crate::effect::{
    Action, ActionObject, Effect, EffectMoment, EffectSubject, EffectText, MeasureObject, MeasureWithObject, Occurrence, PackOperation,
    Permit, Play, Quantity, QuantityChange, QuantitySetting, RollPattern, UseLimit, When,
};

/// Returns the sentence of a similar effect that the kind of play reads. If there is none, returns this effect limited to another kind of
/// play that reads it, or a `table` sentence for the players.
pub(super) fn read(effect: &Effect, play: Play) -> String {
    let reads = |other: &Effect| other.unread_in(play).is_none() && !is_deed_without_moment(other);
    if let Some(found) = variants(effect).into_iter().find(reads) {
        return found.sentence();
    }
    let elsewhere = effect.plays.iter().copied().find(|&other| other != Play::Story && effect.unread_in(other).is_none());
    let for_players = effect.plays.contains(&Play::Story).then_some(Play::Story);
    match elsewhere.or(for_players) {
        Some(other) => Effect { within: vec![other], plays: vec![other], ..effect.clone() }.sentence(),
        None => {
            let alone = Effect { within: Vec::new(), ..effect.clone() };
            PackOperation::Table(EffectText::Words(alone.sentence().replace('"', "'"))).to_string()
        }
    }
}

/// Returns variants of an effect. Each variant differs from the effect in one part; the smallest change comes first.
fn variants(effect: &Effect) -> Vec<Effect> {
    let mut variants = Vec::new();
    if let Some(moment) = &effect.moment {
        for when in [When::After, When::Before] {
            let mut other = moment.clone();
            other.when = when;
            variants.push(Effect { moment: Some(other), ..effect.clone() });
        }
    }
    if let Some(EffectMoment { what: Occurrence::Roll(roll), .. }) = &effect.moment
        && roll.against.is_some()
    {
        let what = Occurrence::Roll(RollPattern { against: None, ..roll.clone() });
        variants.push(Effect { moment: effect.moment.clone().map(|moment| EffectMoment { what, ..moment }), ..effect.clone() });
    }
    if effect.price.is_some() {
        variants.push(Effect { price: None, ..effect.clone() });
    }
    if effect.limit.is_some_and(|limit| limit != UseLimit::AnyTimes) {
        variants.push(Effect { limit: None, ..effect.clone() });
    }
    if effect.price.is_some() || effect.limit.is_some() {
        variants.push(Effect { price: None, limit: None, ..effect.clone() });
    }
    match &effect.op {
        PackOperation::Permit(permit) => {
            for (object, pace) in [(None, permit.pace), (permit.object, None), (Some(ActionObject::This), None), (None, None)] {
                variants.push(Effect { op: PackOperation::Permit(Permit { object, pace, ..permit.clone() }), ..effect.clone() });
            }
        }
        PackOperation::Change(change) if change.per.is_some() => {
            let mut other = change.clone();
            other.per = None;
            variants.push(Effect { op: PackOperation::Change(other), ..effect.clone() });
        }
        PackOperation::Set(set) if set.per.is_some() => {
            let mut other = set.clone();
            other.per = None;
            variants.push(Effect { op: PackOperation::Set(other), ..effect.clone() });
        }
        PackOperation::Tag(tag) if tag.by.is_some() => {
            let mut other = tag.clone();
            other.by = None;
            variants.push(Effect { op: PackOperation::Tag(other), ..effect.clone() });
        }
        _ => {}
    }
    let changes: [fn(&mut RollPattern); 4] = [
        |roll| roll.against = None,
        |roll| roll.with.clear(),
        |roll| (roll.with, roll.against) = (Vec::new(), None),
        |roll| *roll = RollPattern { action: Action::Attack, ..RollPattern::default() },
    ];
    for change in changes {
        let mut op = effect.op.clone();
        if let Some(roll) = roll_of(&mut op) {
            change(roll);
            variants.push(Effect { op, ..effect.clone() });
        }
    }
    if effect.moment.is_none() && matches!(effect.who, None | Some(EffectSubject::Bearer)) {
        let others = if matches!(effect.op, PackOperation::Permit(_)) { EffectSubject::Others } else { EffectSubject::Enemies };
        variants.push(Effect { who: Some(others), ..effect.clone() });
    }
    if let Some(moment) = effect.moment.as_ref().filter(|moment| moment.who.is_none()) {
        let others = EffectMoment { who: Some(EffectSubject::Enemies), ..moment.clone() };
        variants.push(Effect { moment: Some(others), ..effect.clone() });
    }
    if let Some(moment) = &effect.moment
        && let Occurrence::Roll(roll) = &moment.what
        && !roll.with.is_empty()
    {
        let any_skill = Occurrence::Roll(RollPattern { with: Vec::new(), ..roll.clone() });
        variants.push(Effect { moment: Some(EffectMoment { what: any_skill, ..moment.clone() }), ..effect.clone() });
    }
    if effect.moment.is_some() {
        variants.push(Effect { moment: None, ..effect.clone() });
    }
    if effect.who.as_ref().is_some_and(|who| matches!(who, EffectSubject::Target | EffectSubject::Actor)) {
        variants.push(Effect { who: Some(EffectSubject::Enemies), ..effect.clone() });
    }
    if effect.condition.is_some() {
        variants.push(Effect { condition: None, ..effect.clone() });
    }
    if effect.who.is_some() {
        variants.push(Effect { who: None, ..effect.clone() });
    }
    variants
}

/// Returns the roll that an operation is about.
fn roll_of(op: &mut PackOperation) -> Option<&mut RollPattern> {
    match op {
        PackOperation::Change(QuantityChange { to: quantity, .. }) | PackOperation::Set(QuantitySetting { what: quantity, .. }) => {
            match quantity {
                Quantity::Roll(roll) => Some(roll),
                Quantity::Measure(MeasureWithObject { of: Some(MeasureObject::Roll(roll)), .. }) => Some(roll),
                Quantity::Measure(_) | Quantity::Stat(_) => None,
            }
        }
        PackOperation::Use(used) => Some(&mut used.roll),
        PackOperation::Blend(blend) => Some(&mut blend.roll),
        PackOperation::Reroll(roll) => Some(roll),
        PackOperation::Hits(hits) => Some(&mut hits.roll),
        PackOperation::Area(area) => Some(&mut area.roll),
        PackOperation::Needs(needs) => needs.roll.as_mut(),
        _ => None,
    }
}

/// True if the operation happens at one time, such as `suffers 2 on health`, but the effect has neither a trigger nor a price nor a limit.
/// Such an operation needs one of them.
fn is_deed_without_moment(effect: &Effect) -> bool {
    let is_deed = matches!(
        effect.op,
        PackOperation::Suffers(_)
            | PackOperation::Boxes(_)
            | PackOperation::Faces(_)
            | PackOperation::Pays(_)
            | PackOperation::Drops(_)
            | PackOperation::Place(_)
            | PackOperation::Loses(_)
    );
    is_deed && effect.moment.is_none() && effect.price.is_none() && effect.limit.is_none()
}
