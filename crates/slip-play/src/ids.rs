//! Ids of the things in an encounter, and tables indexed by them.
//!
//! Ids are made when the encounter begins and are used only with the tables of that encounter. An id that comes from outside is compared
//! with the legal options before it is used.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// Key of a table: an id that is the index of a row.
pub trait TableKey: Copy {
    /// Returns the index of the row that the key means.
    fn place(self) -> usize;
    /// Returns the key of a row. Indexes past the largest id of this kind have no key; such rows are never created.
    fn of(place: usize) -> Self;
}

macro_rules! key {
    ($(#[$doc:meta])* $name:ident($inner:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $inner);

        impl TableKey for $name {
            #[inline]
            fn place(self) -> usize {
                usize::from(self.0)
            }

            fn of(place: usize) -> $name {
                $name(<$inner>::try_from(place).unwrap_or(<$inner>::MAX))
            }
        }
    };
}

key! {
    /// An actor: a person, crowd or animal in the encounter, or a ship or unit.
    ActorId(u8)
}
key! {
    /// A side of the conflict, and the seat of the player who answers for it.
    Seat(u8)
}
key! {
    /// A zone of the map.
    ZoneId(u8)
}
key! {
    /// A border of the map.
    BorderId(u16)
}
key! {
    /// A skill that an actor has or a rule names.
    SkillId(u8)
}
key! {
    /// An aspect in play, printed or placed.
    AspectId(u16)
}

/// Subject of a question or an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Id {
    /// The question or answer has no subject.
    #[default]
    None,
    /// The subject is an actor.
    Actor(ActorId),
    /// The subject is a zone.
    Zone(ZoneId),
    /// The scene as a whole.
    Scene,
}

impl Id {
    /// Returns the actor, if the subject is one.
    pub const fn actor(self) -> Option<ActorId> {
        match self {
            Id::Actor(actor) => Some(actor),
            _ => None,
        }
    }

    /// Returns the zone, if the subject is one.
    pub const fn zone(self) -> Option<ZoneId> {
        match self {
            Id::Zone(zone) => Some(zone),
            _ => None,
        }
    }
}

/// A list that is indexed by one kind of id.
#[derive(Debug, PartialEq, Eq)]
pub struct IdVec<K, T> {
    rows: Vec<T>,
    key: PhantomData<K>,
}

impl<K, T> Default for IdVec<K, T> {
    fn default() -> IdVec<K, T> {
        IdVec { rows: Vec::new(), key: PhantomData }
    }
}

impl<K, T: Clone> Clone for IdVec<K, T> {
    fn clone(&self) -> IdVec<K, T> {
        IdVec { rows: self.rows.clone(), key: PhantomData }
    }

    fn clone_from(&mut self, from: &IdVec<K, T>) {
        self.rows.clone_from(&from.rows);
    }
}

impl<K: TableKey, T> IdVec<K, T> {
    /// Returns an empty table.
    pub fn new() -> IdVec<K, T> {
        IdVec::default()
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// True if the table has no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns a row, if the key is in the table.
    pub fn row(&self, key: K) -> Option<&T> {
        self.rows.get(key.place())
    }

    /// Returns a mutable reference to a row, if the key is in the table.
    pub fn row_mut(&mut self, key: K) -> Option<&mut T> {
        self.rows.get_mut(key.place())
    }

    /// Adds a row and returns its key.
    pub fn push(&mut self, row: T) -> K {
        self.rows.push(row);
        K::of(self.rows.len() - 1)
    }

    /// Returns the rows in order.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.rows.iter()
    }

    /// Returns mutable references to the rows, in order.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.rows.iter_mut()
    }

    /// Returns the keys with mutable references to their rows, in order.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (K, &mut T)> {
        self.rows.iter_mut().enumerate().map(|(place, row)| (K::of(place), row))
    }

    /// Returns the keys in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = K> + use<K, T> {
        (0..self.rows.len()).map(K::of)
    }

    /// Returns the keys with their rows, in order.
    pub fn iter(&self) -> impl Iterator<Item = (K, &T)> {
        self.rows.iter().enumerate().map(|(place, row)| (K::of(place), row))
    }
}

impl<K: TableKey, T> FromIterator<T> for IdVec<K, T> {
    fn from_iter<I: IntoIterator<Item = T>>(rows: I) -> IdVec<K, T> {
        IdVec { rows: rows.into_iter().collect(), key: PhantomData }
    }
}

impl<K: TableKey, T> Index<K> for IdVec<K, T> {
    type Output = T;

    #[allow(clippy::indexing_slicing, reason = "ids are made together with their table; see the module header")]
    #[inline]
    fn index(&self, key: K) -> &T {
        &self.rows[key.place()]
    }
}

impl<K: TableKey, T> IndexMut<K> for IdVec<K, T> {
    #[allow(clippy::indexing_slicing, reason = "ids are made together with their table; see the module header")]
    #[inline]
    fn index_mut(&mut self, key: K) -> &mut T {
        &mut self.rows[key.place()]
    }
}
