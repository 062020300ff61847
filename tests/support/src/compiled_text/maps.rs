//! Map for tests, and maps compiled from texts.
#![allow(dead_code, reason = "shared by tests of which few need maps")]

use super::written;
use slip_pack::map::Map;

/// Returns the last map, by name, that a text itself declares; panics if the text has mistakes. Maps of the standard library are not
/// returned.
pub fn map(text: &str) -> Map {
    written(text).map()
}

/// Drawn map with a border that can be opened and closed, and an automatic door in one direction.
pub const CUSTOMS: &str = r#"
map customs_dock "Customs dock" {
  picture """
    ddddoo
    ddddoo
    ccccoo
    ccccww
  """
  zone d dock     "Loading dock"  { aspects "Stacked crates" }
  zone o office   "Customs office"
  zone c corridor
  zone w airlock
  border dock -- office   4/0/4 "Dogged hatch"
  border office -> airlock 1/1/1 "Automatic door"
}
"#;
