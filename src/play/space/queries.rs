//! What seats and tables ask of a fight between ships. Floor 5.
