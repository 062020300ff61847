//! Names of a fight for logs. Floor 5.
