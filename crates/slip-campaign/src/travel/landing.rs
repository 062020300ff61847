//! Landing on a world: interface vehicles, and ships that land themselves.

use super::ship_capabilities::Craft;
use serde::Serialize;
use slip_pack::effect::{Action, PackOperation, RollBase, State};
use slip_pack::item::BuiltItem;
use slip_pack::ruleset::Rules;

/// Properties of a world on which a landing depends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LandingWorld {
    /// Display name of the world.
    pub title: String,
    /// Gravity in hundredths of g, rounded up.
    pub centigravity: i64,
    /// True if the world has an atmosphere to descend through.
    pub air: bool,
}

/// Ability of a ship, or of the craft it carries, to land.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LandingAbility {
    /// World to land on.
    pub world: LandingWorld,
    /// True if the ship can land.
    pub lands: bool,
    /// Effect that allows the landing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Reason why the ship can or cannot land.
    pub because: String,
    /// Skill for flying the landing, if an effect names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flown_with: Option<String>,
}

impl LandingWorld {
    /// Reads the properties from the sheet of a world. Gravity is derived from the size of the world; a setting gives the size with 1 g.
    ///
    /// # Errors
    /// Returns a sentence if the item has no gravity.
    pub fn of(item: &BuiltItem, rules: &Rules) -> Result<LandingWorld, String> {
        let number = |state: State| item.stats.get(state.word()).copied();
        let size = number(State::Gravity)
            .ok_or_else(|| format!("{} has no `{}`, so it is not a world to land on", item.title, State::Gravity.word()))?;
        let one = rules.int("size_of_one_g", 8).max(1);
        let centigravity = i64::from(size).max(0).saturating_mul(100).saturating_add(one - 1) / one;
        let air = number(State::Atmosphere).is_some_and(|air| i64::from(air) >= rules.int("air_from", 2));
        Ok(LandingWorld { title: item.title.clone(), centigravity, air })
    }

    /// Returns the gravity in whole g for the conditions of effects. It is rounded up: slightly more than 1 g must not satisfy `gravity <=
    /// 1`.
    fn whole(&self) -> i64 {
        self.centigravity.saturating_add(99) / 100
    }

    fn sees(&self, state: State) -> i64 {
        match state {
            State::Gravity => self.whole(),
            State::Atmosphere => i64::from(self.air),
            _ => 0,
        }
    }

    /// Returns the properties of the world in words: `1.25 g, air`.
    pub fn words(&self) -> String {
        let (whole, part) = (self.centigravity / 100, self.centigravity % 100);
        let weight = match part {
            0 => whole.to_string(),
            part if part % 10 == 0 => format!("{whole}.{}", part / 10),
            part => format!("{whole}.{part:02}"),
        };
        format!("{weight} g, {}", if self.air { "air" } else { "no air" })
    }
}

/// Checks if a ship can land on a world.
pub fn landing(craft: &Craft<'_>, world: LandingWorld) -> LandingAbility {
    let sees = |state: State| world.sees(state);
    let permission = craft.permission(Action::Land, &sees);
    let name = &craft.item.title;
    let flown_with = craft.lines(&sees).find_map(|effect| match &effect.op {
        PackOperation::Use(used) if used.must && used.roll.action == Action::Land => match &used.basis.base {
            RollBase::Stat(skill) => Some(skill.to_string()),
            RollBase::Number(_) => None,
        },
        _ => None,
    });
    // If the ship cannot land here, prints its effects that allow landings elsewhere. Their conditions show why it cannot land here.
    let elsewhere: Vec<String> = craft
        .item
        .effects
        .iter()
        .filter(|effect| matches!(&effect.op, PackOperation::Permit(permit) if !permit.cannot && permit.actions.contains(&Action::Land)))
        .map(|effect| super::ship_capabilities::said(effect))
        .collect();
    let lands = permission.is_given();
    let because = match (&permission.forbidden, lands, elsewhere.as_slice()) {
        (Some(line), ..) => format!("{name} cannot land ({line})"),
        (None, true, _) => format!("{name} can land on {} and take off again", world.title),
        (None, false, []) => format!("{name} cannot land: she is not built for it and has no craft that can"),
        (None, false, lines) => format!("not on {} ({}): {}", world.title, world.words(), lines.join("; ")),
    };
    LandingAbility { world, lands, by: permission.allowed.filter(|_| lands), because, flown_with: flown_with.filter(|_| lands) }
}
