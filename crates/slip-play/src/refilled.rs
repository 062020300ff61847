//! Plain data that is copied over data of its own kind without asking for memory again.
//!
//! Where thousands of games begin at one state, each is copied over what the last one left.

/// Declares structs that are cloned field by field, in place as well.
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

/// Room kept for the next list of its kind. It says nothing: states that differ in it alone are equal.
#[derive(Debug)]
pub struct Spare<T>(Vec<T>);

impl<T> Spare<T> {
    /// None.
    pub(crate) const fn new() -> Spare<T> {
        Spare(Vec::new())
    }

    /// Keeps the room of a list that is over.
    pub(crate) fn keep(&mut self, mut list: Vec<T>) {
        list.clear();
        if list.capacity() > self.0.capacity() {
            self.0 = list;
        }
    }

    /// An empty list, in the room there is.
    pub(crate) fn take(&mut self) -> Vec<T> {
        std::mem::take(&mut self.0)
    }
}

impl<T> Default for Spare<T> {
    fn default() -> Spare<T> {
        Spare::new()
    }
}

impl<T> Clone for Spare<T> {
    fn clone(&self) -> Spare<T> {
        Spare::new()
    }

    fn clone_from(&mut self, _: &Spare<T>) {}
}

impl<T> PartialEq for Spare<T> {
    fn eq(&self, _: &Spare<T>) -> bool {
        true
    }
}
