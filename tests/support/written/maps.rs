//! A map for tests, and maps of texts.
#![allow(dead_code, reason = "shared by tests of which few need maps")]

use super::written;
use slip_pack::map::Map;

/// The last map of a text without mistakes.
pub(crate) fn map(text: &str) -> Map {
    written(text).clean().maps.into_values().last().unwrap()
}

/// A drawn map with a stateful border and an automatic one.
pub(crate) const CUSTOMS: &str = r#"
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
