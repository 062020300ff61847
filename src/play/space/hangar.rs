//! Fighters: launching and docking (space.md 8.5, R-S31, R-S45). Floor 5.
