//! Direct-mapped cache of fixed size.

/// Cache key: all that the value depends on.
pub(super) type CacheKey = [u64; 2];

/// Cache with two to the power of `BITS` rows. A new value replaces the one in its row. A key is never all zeros.
#[derive(Debug)]
pub(super) struct DirectMappedCache<V, const BITS: u32> {
    rows: Vec<(CacheKey, V)>,
}

impl<V, const BITS: u32> Default for DirectMappedCache<V, BITS> {
    fn default() -> DirectMappedCache<V, BITS> {
        DirectMappedCache { rows: Vec::new() }
    }
}

impl<V: Copy + Default, const BITS: u32> DirectMappedCache<V, BITS> {
    fn place([first, second]: CacheKey) -> usize {
        let mixed = (first.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ second).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        usize::try_from(mixed >> (u64::BITS - BITS)).unwrap_or(0)
    }

    pub(super) fn find(&self, key: CacheKey) -> Option<V> {
        self.rows.get(Self::place(key)).filter(|row| row.0 == key).map(|row| row.1)
    }

    pub(super) fn put(&mut self, key: CacheKey, value: V) {
        if self.rows.is_empty() {
            self.rows.resize(1 << BITS, ([0; 2], V::default()));
        }
        if let Some(row) = self.rows.get_mut(Self::place(key)) {
            *row = (key, value);
        }
    }

    /// Returns the cached value of a key, or computes and caches it.
    pub(super) fn get(&mut self, key: CacheKey, reckon: impl FnOnce() -> V) -> V {
        self.find(key).unwrap_or_else(|| {
            let value = reckon();
            self.put(key, value);
            value
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shelf_gives_what_was_put_under_a_key_however_many_there_are() {
        let mut shelf: DirectMappedCache<u64, 7> = DirectMappedCache::default();
        for round in 0..3 {
            for key in 1..5_000_u64 {
                let value = shelf.get([key, key % 3], || key * 7);
                assert_eq!(value, key * 7, "round {round}");
            }
        }
        let mut reckoned = 0;
        for _ in 0..2 {
            shelf.get([9; 2], || {
                reckoned += 1;
                35
            });
        }
        assert_eq!(reckoned, 1, "what is on the shelf is not reckoned again");
        assert_eq!(shelf.rows.len(), 128, "and it does not grow");
    }
}
