//! Permanent traits of a ship, which its effects give it for the whole fight. They are read from the effects alone; it makes no difference
//! to which stunts the effects belong.
//!
//! Only effects that apply during the whole fight are read here; effects that depend on the state are evaluated when they are used.

use crate::space::build_effect_table;
use crate::space::roster::{Post, Rating, SpaceRoster};
use slip_pack::effect::{
    Action, BoxSelection, Charge, Effect, EffectSubject, Measure, Occurrence, PackOperation, Quantity, SetValue, Special, Want, When,
};
use slip_pack::item::BuiltItem;
use slip_pack::ruleset::Rules;

/// Word in effects for the carrier, which may take the consequences of a craft or pay its fate points.
const CARRIER: &str = "carrier";

/// A defence whose value is a fixed number, so that no skill is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedDefence {
    /// Number that replaces the rating.
    pub value: i32,
    /// True if the owner may choose another defence.
    pub by_choice: bool,
    /// True if a failed attack against this defence never strikes back (R-S19).
    pub harmless: bool,
    /// Index of the effect in [`crate::space::SpaceRoster::lines`]; `None` if it is not listed there.
    pub line: Option<u16>,
}

/// Heat that a ship gains when it arrives through a slipknot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum SlipHeat {
    /// The ship gains no heat.
    #[default]
    None,
    /// The highest box of heat is marked.
    Highest,
    /// All boxes of heat are marked.
    All,
}

/// Training that is required at the posts of a ship.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PostTraining {
    /// True if flying the ship needs military training (R-S4).
    pub military_pilot: bool,
    /// True if choosing a target of electronic warfare needs military training (R-S3).
    pub military_comm: bool,
    /// Posts that may not be worked untrained, one bit each.
    pub trained: u8,
    /// True if every post requires training.
    pub no_untrained: bool,
}

/// Permanent traits of a ship.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShipTraits {
    /// Fixed defence in electronic warfare.
    pub against_ew: Option<FixedDefence>,
    /// Fixed defence against beams.
    pub against_beams: Option<FixedDefence>,
    /// Fixed defence against torpedoes.
    pub against_torpedoes: Option<FixedDefence>,
    /// True if the ship's beams defend every ship of its tether, as often as needed.
    pub overwatch: bool,
    /// Training that is required at the posts of the ship.
    pub needs: PostTraining,
    /// True if no post has a default crew.
    pub skeleton: bool,
    /// True if the parent takes the consequences of the ship.
    pub consequences_to_parent: bool,
    /// True if the ship uses the fate points of its parent or of its pilot.
    pub fate_to_parent: bool,
    /// Heat on arrival through a slipknot.
    pub slip_heat: SlipHeat,
}

impl ShipTraits {
    /// Reads the permanent traits of a ship. Conditions about the encounter are evaluated here, once. Effects with conditions about the
    /// state are evaluated at each use, by [`crate::space::Space::roll_lines`] and similar functions.
    pub fn read(roster: &SpaceRoster, item: &BuiltItem, rules: &Rules) -> ShipTraits {
        let mut traits = ShipTraits::default();
        let none = std::collections::BTreeSet::new();
        let settled = build_effect_table::reading(roster, item, rules, &none, |reader| {
            let lasting = item.effects.iter().filter(|effect| !effect.muted && (!effect.is_choice() || is_watch(effect)));
            lasting.filter(|effect| reader.is_settled(effect)).collect::<Vec<_>>()
        });
        settled.iter().for_each(|effect| traits.take(roster, effect));
        // An effect that allows untrained crew removes the training requirements.
        for effect in &settled {
            if let PackOperation::AllowsUntrained(skill) = &effect.op {
                let about = |post: Post| skill.as_ref().is_none_or(|skill| roster.skill_named(post) == skill.as_str());
                traits.needs.military_pilot &= !about(Post::Pilot);
                traits.needs.military_comm &= !about(Post::Comm);
            }
        }
        traits
    }

    fn take(&mut self, roster: &SpaceRoster, effect: &Effect) {
        let own = effect.who.is_none();
        match (&effect.op, &effect.moment) {
            (PackOperation::Boxes(boxes), Some(moment)) if own && !boxes.erase && moment.when == When::After => {
                let slips = matches!(&moment.what, Occurrence::Roll(roll) if roll.action == Action::Slip);
                if slips && roster.settings.heat_name() == boxes.track.as_str() {
                    let heat = if boxes.which == BoxSelection::All { SlipHeat::All } else { SlipHeat::Highest };
                    // A ship that has two effects about heat on arrival uses the better one.
                    self.slip_heat = if self.slip_heat == SlipHeat::None { heat } else { self.slip_heat.min(heat) };
                }
            }
            (_, Some(_)) => {}
            (PackOperation::Use(used), None) if effect.who == Some(EffectSubject::Tethered) && used.basis.my && used.basis.roll => {
                self.overwatch |=
                    used.roll.action == Action::Defence && used.basis.base.word() == roster.settings.rating(Rating::Beam).as_str();
            }
            (PackOperation::Needs(needs), None) if own => self.need(roster, needs),
            (PackOperation::Permit(permit), None)
                if is_aboard(effect) && permit.cannot && permit.actions.contains(&Action::StaffUntrained) =>
            {
                self.needs.no_untrained = true;
            }
            (PackOperation::Set(set), None) if own => {
                let crew = matches!(&set.what, Quantity::Measure(measured) if measured.what == Measure::DefaultCrew);
                self.skeleton |= crew && set.value == SetValue::Special(Special::None);
            }
            (PackOperation::Charges(charges), None) if own && charges.to.iter().any(|to| to == CARRIER) => match charges.what {
                Charge::Consequences => self.consequences_to_parent = true,
                Charge::Fate => self.fate_to_parent = true,
            },
            _ => {}
        }
    }

    fn need(&mut self, roster: &SpaceRoster, needs: &slip_pack::effect::Requirements) {
        let action = needs.roll.as_ref().map(|roll| roll.action);
        let comm = needs
            .roll
            .as_ref()
            .is_some_and(|roll| roll.with.iter().any(|with| with.as_str() == roster.settings.rating(Rating::Ew).as_str()));
        for want in &needs.wants {
            match want {
                Want::Military(_) if action == Some(Action::Position) => self.needs.military_pilot = true,
                Want::Military(_) if comm || action == Some(Action::Ew) => self.needs.military_comm = true,
                // A requirement for a certain roll is checked when the roll is made (`Space::has_training`).
                Want::Trained(skill) if needs.roll.is_none() => {
                    let posts = Post::ALL.into_iter().filter(|&post| roster.skill_named(post) == skill.as_str());
                    self.needs.trained |= posts.fold(0, |all, post| all | post.bit());
                }
                Want::Military(_) | Want::Trained(_) | Want::Mark(_) => {}
            }
        }
    }
}

/// True if an effect is about the ship or the crew at its posts.
const fn is_aboard(effect: &Effect) -> bool {
    matches!(effect.who, None | Some(EffectSubject::Bearer | EffectSubject::Crew))
}

/// True if the effect lets all ships of the tether use the ship's own roll, any number of times. The condition of the effect is checked
/// when torpedoes are fired (R-S38).
fn is_watch(effect: &Effect) -> bool {
    effect.price.is_none()
        && effect.who == Some(EffectSubject::Tethered)
        && matches!(&effect.op, PackOperation::Use(used) if used.basis.my && used.basis.roll)
}
