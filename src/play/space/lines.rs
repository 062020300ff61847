//! Lines of effects in space: what they add to rolls, forbid, mark and set (effects.md). Floor 5.
