//! Help that armour gives to the attacks of a wearer who is not trained for it. The help costs a fate point (R-P24), so an attack with it is
//! a separate way of attacking, besides the attack without it.

use crate::effects::Act;
use crate::ids::SkillId;
use crate::personal::roster::{ActorSheet, AttackProfile};
use ecow::EcoString;

/// Armour that its wearer is not trained for, as help in attacks.
pub(super) struct ArmourHelp {
    /// Name of the armour.
    word: EcoString,
    /// Skills of which the armour raises the rolls of attacks; `None` for all skills.
    raised: Vec<Option<SkillId>>,
}

impl ArmourHelp {
    /// Reads the armour of a sheet. Returns `None` if its wearer wears none, or is trained for it.
    pub(super) fn new(sheet: &ActorSheet) -> Option<ArmourHelp> {
        let armour = sheet.armour.as_ref().filter(|armour| armour.untrained)?;
        let changes = armour.changes.iter().filter_map(|&place| sheet.changes.get(place));
        let raises = changes.filter(|change| change.by > 0 && change.act.is_none_or(|act| act == Act::Attack));
        Some(ArmourHelp { word: armour.name.clone(), raised: raises.map(|change| change.skill).collect() })
    }

    /// Returns the paid way of attacking beside `manner`, if the armour helps it. `paid` is `manner` with all modifiers of the armour. There
    /// is none for a weapon that its carrier is not trained for either: the point of such an attack is paid for the weapon.
    pub(super) fn manner(&self, manner: &AttackProfile, paid: AttackProfile) -> Option<AttackProfile> {
        let is_raised = self.raised.iter().any(|skill| skill.is_none_or(|skill| skill == manner.skill));
        let helps = !manner.untrained && (is_raised || paid != *manner);
        let word = if manner.word.is_empty() { self.word.clone() } else { ecow::eco_format!("{}_{}", manner.word, self.word) };
        helps.then_some(AttackProfile { word, untrained: true, armour_paid: true, ..paid })
    }
}
