//! Chances of attacks, positions and defences, for doctrines and tables (space.md 11). Floor 5.
