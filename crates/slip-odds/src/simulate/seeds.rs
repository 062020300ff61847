//! Derives the seed of each game of a simulation.
//!
//! Game `k` (counted from 0) of seed `S` is played with the seed `m53(m64(S) >> 11, k)`. This formula never changes:
//!
//! - `m64` is the finaliser of SplitMix64 applied to `S + 0x9E3779B97F4A7C15`; its 53 highest bits are the start of the run.
//! - `m53(b, k)` adds `k * 0x1E3779B97F4A7` to that start and mixes the sum, all modulo 2^53.
//!
//! Every step of `m53` is invertible, so no two games of a run share a seed. Seeds fit into the numbers of any JSON parser, and `slipyard
//! run ENCOUNTER --seed THAT` plays exactly that game.

const BITS: u32 = 53;
const MASK: u64 = (1 << BITS) - 1;
/// Factor by which the game number is multiplied. It is odd, so that its multiples modulo 2^53 repeat only after all seeds.
const STEP: u64 = 0x0001_E377_9B97_F4A7;

/// Returns the seed of a game, for the seed of the simulation and the number of the game.
pub const fn of_game(seed: u64, game: u64) -> u64 {
    let mut word = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    let begin = (word ^ (word >> 31)) >> (u64::BITS - BITS);
    let mut mixed = begin.wrapping_add(game.wrapping_mul(STEP)) & MASK;
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB) & MASK;
    mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) & MASK;
    mixed ^ (mixed >> 26)
}

#[cfg(test)]
mod tests {
    use super::of_game;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_games_share_a_seed_and_every_seed_is_exact_in_a_double() {
        let mut seen = BTreeSet::new();
        for seed in [0, 1, 2, u64::MAX] {
            for game in 0..5_000 {
                let drawn = of_game(seed, game);
                assert!(drawn < 1 << 53);
                assert!(seen.insert(drawn), "seed {seed}, game {game}");
            }
        }
    }

    /// Tests the formula of the seeds: a change here changes every published simulation.
    #[test]
    fn a_game_means_the_same_seed_in_every_release() {
        let first: Vec<u64> = (0..3).map(|game| of_game(1, game)).collect();
        assert_eq!(first, [3_720_314_898_908_869, 4_471_718_421_322_999, 3_565_794_270_148_537]);
    }
}
