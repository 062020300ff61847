//! Inline vector: a list of up to `N` elements without heap memory.
//!
//! Used for the short lists that are built and dropped for every question (zones, ways of acting, defenders).

use std::ops::{Deref, DerefMut};

/// A list of up to `N` elements in place; a longer list is stored on the heap.
#[derive(Clone, Debug)]
pub struct Few<T, const N: usize> {
    here: [T; N],
    count: usize,
    rest: Vec<T>,
}

impl<T: Copy, const N: usize> Few<T, N> {
    /// Returns an empty list; `filler` fills unused slots and is never returned.
    pub const fn new(filler: T) -> Few<T, N> {
        Few { here: [filler; N], count: 0, rest: Vec::new() }
    }

    /// Returns a list of the items.
    pub fn of(filler: T, items: impl IntoIterator<Item = T>) -> Few<T, N> {
        let mut few = Few::new(filler);
        items.into_iter().for_each(|item| few.push(item));
        few
    }

    /// Adds an item at the end.
    pub fn push(&mut self, item: T) {
        if self.rest.is_empty() {
            if let Some(slot) = self.here.get_mut(self.count) {
                *slot = item;
                self.count += 1;
                return;
            }
            self.rest.extend_from_slice(&self.here);
        }
        self.rest.push(item);
    }

    /// Keeps the items that pass a test.
    pub fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        if !self.rest.is_empty() {
            self.rest.retain(keep);
            if self.rest.is_empty() {
                self.count = 0;
            }
            return;
        }
        let mut kept = 0;
        for place in 0..self.count {
            let Some(item) = self.here.get(place).copied().filter(|item| keep(item)) else { continue };
            if let Some(slot) = self.here.get_mut(kept) {
                *slot = item;
                kept += 1;
            }
        }
        self.count = kept;
    }
}

impl<T, const N: usize> Deref for Few<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        if self.rest.is_empty() { self.here.get(..self.count).unwrap_or(&[]) } else { &self.rest }
    }
}

impl<T, const N: usize> DerefMut for Few<T, N> {
    fn deref_mut(&mut self) -> &mut [T] {
        if self.rest.is_empty() { self.here.get_mut(..self.count).unwrap_or(&mut []) } else { &mut self.rest }
    }
}

impl<T: PartialEq, const N: usize> PartialEq for Few<T, N> {
    fn eq(&self, other: &Few<T, N>) -> bool {
        **self == **other
    }
}

impl<T: PartialEq, const N: usize, const M: usize> PartialEq<[T; M]> for Few<T, N> {
    fn eq(&self, other: &[T; M]) -> bool {
        **self == *other
    }
}

/// Iterator over the list.
#[derive(Clone, Debug)]
pub struct Each<T, const N: usize> {
    few: Few<T, N>,
    from: usize,
    to: usize,
}

impl<T: Copy, const N: usize> Iterator for Each<T, N> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        let item = self.few.get(self.from).copied().filter(|_| self.from < self.to)?;
        self.from += 1;
        Some(item)
    }
}

impl<T: Copy, const N: usize> DoubleEndedIterator for Each<T, N> {
    fn next_back(&mut self) -> Option<T> {
        if self.from >= self.to {
            return None;
        }
        self.to -= 1;
        self.few.get(self.to).copied()
    }
}

impl<T: Copy, const N: usize> IntoIterator for Few<T, N> {
    type Item = T;
    type IntoIter = Each<T, N>;

    fn into_iter(self) -> Each<T, N> {
        Each { from: 0, to: self.len(), few: self }
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a Few<T, N> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> std::slice::Iter<'a, T> {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists of two in place, and longer lists on the heap, behave alike.
    #[test]
    fn it_is_a_list_however_many_there_are() {
        for count in 0..6_u8 {
            let mut few: Few<u8, 2> = Few::of(0, 1..=count);
            let mut list: Vec<u8> = (1..=count).collect();
            assert_eq!(*few, *list);
            let both: Vec<u8> = few.clone().into_iter().rev().collect();
            assert_eq!(both, list.iter().rev().copied().collect::<Vec<_>>());
            few.retain(|item| item % 2 == 1);
            list.retain(|item| item % 2 == 1);
            assert_eq!(*few, *list);
            few.push(7);
            list.push(7);
            assert_eq!((few.len(), &*few), (list.len(), &*list));
        }
    }
}
