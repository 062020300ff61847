//! Derives a field-by-field `clone_from`, which copies a state over another without new allocations.
//!
//! A simulation starts thousands of games from one state. For each game it copies this state over the last state of the previous game.

/// Declares structs with a field-by-field `clone` and `clone_from`.
macro_rules! refilled {
    ($(
        $(#[$about:meta])*
        pub struct $name:ident {
            $( $(#[$of:meta])* $seen:vis $field:ident: $type:ty, )*
        }
    )*) => {$(
        $(#[$about])*
        pub struct $name {
            $( $(#[$of])* $seen $field: $type, )*
        }

        impl Clone for $name {
            fn clone(&self) -> $name {
                $name { $( $field: self.$field.clone(), )* }
            }

            fn clone_from(&mut self, from: &$name) {
                $( self.$field.clone_from(&from.$field); )*
            }
        }
    )*};
}
pub(crate) use refilled;

/// Buffer whose allocation is kept for the next list of the same type. Its contents are not part of the state: states that differ only in
/// such buffers are equal.
#[derive(Debug)]
pub struct SpareBuffer<T>(Vec<T>);

impl<T> SpareBuffer<T> {
    /// Returns a buffer without an allocation.
    pub(crate) const fn new() -> SpareBuffer<T> {
        SpareBuffer(Vec::new())
    }

    /// Keeps the allocation of a list that is no longer needed.
    pub(crate) fn keep(&mut self, mut list: Vec<T>) {
        list.clear();
        if list.capacity() > self.0.capacity() {
            self.0 = list;
        }
    }

    /// Returns an empty list that uses the kept allocation.
    pub(crate) fn take(&mut self) -> Vec<T> {
        std::mem::take(&mut self.0)
    }
}

impl<T> Default for SpareBuffer<T> {
    fn default() -> SpareBuffer<T> {
        SpareBuffer::new()
    }
}

impl<T> Clone for SpareBuffer<T> {
    fn clone(&self) -> SpareBuffer<T> {
        SpareBuffer::new()
    }

    fn clone_from(&mut self, _: &SpareBuffer<T>) {}
}

impl<T> PartialEq for SpareBuffer<T> {
    fn eq(&self, _: &SpareBuffer<T>) -> bool {
        true
    }
}
