//! Map for tests, and maps compiled from texts.
#![allow(dead_code, reason = "shared by tests of which few need maps")]

use super::written;
use slip_pack::map::Map;

/// Returns the last map of a text without mistakes. The standard library has maps too.
pub fn map(text: &str) -> Map {
    written(text).map()
}

/// Drawn map with a stateful border and an automatic one.
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
