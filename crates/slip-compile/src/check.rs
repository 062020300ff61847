//! The linked program to checked items. One bad item never stops the next.
//!
//! In the order in which the data goes:
//!
//! 1. What everything rests on: `design` (what may be bought) with `formula` and `effect`, `skills`, `ruleset`; `context` holds
//!    these for all the rest.
//! 2. An item that a design builds: `purchase` reads what its author bought, `reckon` does the arithmetic, `legality`, `skills`,
//!    `campaign` and `home` judge it (of what rests on something `unknown` nothing is said), `building` lets the lines of stunts and gear act on its numbers; `build` puts it into the
//!    pack. `repair` looks for the smallest edits of an item that is not legal, `inherited` says of derived things what only they make wrong.
//! 3. What things are used in: `map`, `table`, `platoon`, `party`, `encounter`, `scenario`, `cluster`, `station`, `doctrine`.
//! 4. What is judged when all is known: `dominated`, `expectation`.
//!
//! `keys` reads the simple entries of blocks, `waivers` what an author lets pass. Each `…_errors` words the messages of the module
//! that it is named after, so that a check reads as a rule and a wording is found in one place.

mod aliases;
pub mod arguments;
pub mod aspects;
mod battle_errors;
pub mod build;
pub mod building;
pub mod campaign;
pub mod cluster;
mod cluster_errors;
pub mod context;
pub mod declaration;
mod deploy_errors;
pub mod design;
pub mod doctrine;
pub mod dominated;
pub mod effect;
mod effect_errors;
pub mod encounter;
mod encounter_errors;
pub mod errors;
pub mod expectation;
mod expectation_errors;
mod faults;
pub mod formula;
pub mod gear;
mod grants;
mod ground_errors;
pub mod hidden;
mod hidden_errors;
pub mod home;
pub mod incomplete;
pub mod inherited;
mod keys;
mod keys_errors;
pub mod legality;
mod maneuver_errors;
pub mod map;
mod map_errors;
pub mod party;
mod party_errors;
pub mod patches;
mod people_errors;
pub mod platoon;
mod platoon_errors;
pub mod purchase;
pub mod reckon;
pub mod repair;
pub mod ruleset;
mod ruleset_errors;
mod run_on;
pub mod scenario;
mod scenario_errors;
pub mod skills;
mod social_errors;
mod solvent;
mod space_errors;
pub mod station;
pub mod table;
mod table_errors;
mod template_errors;
pub mod titles;
pub mod unknown;
pub mod uses;
pub mod waivers;
pub mod worth;
