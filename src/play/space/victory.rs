//! Who has won (space.md 9, R-S32). Floor 5.
