//! Enums with a word for each value, which files, logs, scripts and the command line use.
//!
//! [`keyword_enum!`] makes all of it from one table: the enum, the list of its values, and the functions between values and words. Two
//! sorts of enums have their words elsewhere: enums whose values carry data, and enums whose words are sentences for people in another
//! crate.

/// Trait of the enums that [`keyword_enum!`] declares.
pub trait Keyword: Copy + 'static {
    /// All values of the enum, in order.
    const ALL: &'static [Self];

    /// Returns the word for the value.
    fn word(self) -> &'static str;
}

/// Declares an enum with a word for each value.
///
/// It has `ALL` with all values in order, and `WORDS` with their words. The function from value to word gets the name and the visibility
/// that the macro call states; the function from word to value is optional.
///
/// ```
/// slip_keyword::keyword_enum! {
///     /// Grade of consequence.
///     #[derive(Clone, Copy, Debug, PartialEq, Eq)]
///     pub enum Grade {
///         /// Ends with the fight.
///         Mild = "mild",
///         /// Ends with the session.
///         Moderate = "moderate",
///     }
///
///     /// Returns the word in files and logs.
///     pub const fn word(self) -> &'static str;
///
///     /// Returns the grade for a word.
///     pub fn from_word(word: &str) -> Option<Self>;
/// }
///
/// assert_eq!(Grade::ALL.map(Grade::word), ["mild", "moderate"]);
/// assert_eq!(Grade::from_word("moderate"), Some(Grade::Moderate));
/// assert_eq!(Grade::from_word("Mild"), None);
/// ```
#[macro_export]
macro_rules! keyword_enum {
    (
        $(#[$enum_meta:meta])*
        $enum_vis:vis enum $name:ident {
            $($(#[$variant_meta:meta])* $variant:ident = $word:literal),+ $(,)?
        }

        $(#[$word_meta:meta])*
        $word_vis:vis const fn $word_fn:ident(self) -> &'static str;

        $(
            $(#[$from_meta:meta])*
            $from_vis:vis fn $from_fn:ident(word: &str) -> Option<Self>;
        )?
    ) => {
        $(#[$enum_meta])*
        $enum_vis enum $name { $($(#[$variant_meta])* $variant,)+ }

        impl $name {
            /// All values, in order.
            $enum_vis const ALL: [$name; [$($word),+].len()] = [$($name::$variant),+];

            /// Words of all values, in order.
            $enum_vis const WORDS: &'static [&'static str] = &[$($word),+];

            $(#[$word_meta])*
            $word_vis const fn $word_fn(self) -> &'static str {
                match self { $($name::$variant => $word,)+ }
            }

            $(
                $(#[$from_meta])*
                $from_vis fn $from_fn(word: &str) -> Option<$name> {
                    $name::ALL.into_iter().find(|value| value.$word_fn() == word)
                }
            )?
        }

        impl $crate::Keyword for $name {
            const ALL: &'static [$name] = &$name::ALL;

            fn word(self) -> &'static str {
                $name::$word_fn(self)
            }
        }
    };
}
