//! Movement between ships (space.md 3 to 5.2, 8.1 to 8.4).
