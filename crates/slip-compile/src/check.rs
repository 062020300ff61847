//! Checks of the linked program: turns declarations into items of the pack. An invalid item never stops the check of the next.
//!
//! In the order of the data flow:
//!
//! 1. Basics: `design` (what can be bought) with `formula` and `effect`, `skills`, `ruleset`. `context` holds these for all other checks.
//! 2. Items built by a design: `read_purchase` reads what the author bought; `ledger` computes the numbers; `legality`, `skills`,
//!    `campaign_limits` and `familiarity` check the item (values that depend on one of the `unknown_values` are not checked);
//!    `building_effects` applies the effects of stunts and gear to its numbers; `build` puts it into the pack. `repair` searches for
//!    the smallest edits of an illegal item; `inherited_mistakes` reports only those errors of a derived item that its base does not
//!    have.
//! 3. Declarations that use items: `map`, `table`, `platoon`, `stakes_party`, `encounter`, `scenario`, `cluster`, `station`,
//!    `doctrine`.
//! 4. Checks that need all results: `dominated_items`, `expectation`.
//!
//! `simple_entries` reads the simple entries of blocks, `waivers` reads the errors that an author allows. Each module `…_errors` has the
//! messages of the module that it is named after, which keeps checks short and wording in one place.

mod aliases;
pub mod aspects;
mod battle_form_errors;
mod battle_map_errors;
pub mod better_direction;
pub mod build;
pub mod building_effects;
pub mod campaign_limits;
pub mod cluster;
mod cluster_errors;
pub mod context;
pub mod design;
mod division_by_zero;
pub mod doctrine;
pub mod dominated_items;
pub mod effect;
mod effect_errors;
pub mod empty_texts;
pub mod encounter;
mod encounter_errors;
pub mod errors;
pub mod expectation;
mod expectation_errors;
pub mod familiarity;
pub mod formula;
pub mod gear;
mod granted_items;
pub mod hidden_unicode;
mod hidden_unicode_errors;
pub mod house_rules;
pub mod inherited_mistakes;
pub mod known_spellings;
pub mod ledger;
pub mod legality;
mod maneuver_errors;
pub mod map;
mod map_errors;
mod map_template_errors;
pub mod mark_names;
mod missing_semicolons;
mod owned_ship_solvency;
pub mod partly_parsed_items;
pub mod platoon;
mod platoon_encounter_errors;
mod platoon_errors;
pub mod read_purchase;
pub mod readable_declaration;
pub mod readable_names;
pub mod repair;
pub mod ruleset;
mod ruleset_errors;
pub mod scenario;
mod scenario_errors;
mod simple_entries;
mod simple_entry_errors;
mod skill_and_gear_errors;
pub mod skills;
mod social_errors;
mod space_errors;
pub mod stakes_party;
mod stakes_party_errors;
pub mod station;
pub mod stunt_arguments;
mod stunt_index;
pub mod stunt_skill_uses;
pub mod table;
mod table_errors;
pub mod unknown_values;
pub mod unread_names;
pub mod waivers;
