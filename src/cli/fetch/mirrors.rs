//! Mirrors: places that are used in place of addresses, set with `--mirror ADDRESS=OTHER`. A manifest cannot set a mirror.

use crate::cli::Stop;
use std::path::PathBuf;

/// Place that a dependency is downloaded from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum DownloadSource {
    /// Web address: `https://`, or `http://` if the user names a mirror with it.
    Address(String),
    /// File or folder of this machine.
    Path(PathBuf),
}

/// Mirrors in the order in which the user named them.
#[derive(Debug, Default)]
pub(super) struct Mirrors(Vec<(String, String)>);

impl Mirrors {
    /// Parses the values of `--mirror`.
    ///
    /// # Errors
    /// If a value is not of the form `ADDRESS=OTHER`.
    pub(super) fn parse(words: &[String]) -> Result<Mirrors, Stop> {
        let pair = |word: &String| {
            let pair = word.split_once('=').filter(|(from, to)| from.starts_with("https://") && !to.is_empty());
            let pair = pair.map(|(from, to)| (from.to_owned(), to.to_owned()));
            pair.ok_or_else(|| Stop::because(format!("`{}` is not a mirror: write `https://…=OTHER`", slip_printable::text(word))))
        };
        words.iter().map(pair).collect::<Result<_, _>>().map(Mirrors)
    }

    /// Returns the place that a dependency is downloaded from.
    pub(super) fn of(&self, address: &str) -> DownloadSource {
        let found = self.0.iter().find_map(|(from, to)| Some((to, address.strip_prefix(from.as_str())?)));
        match found {
            None => DownloadSource::Address(address.to_owned()),
            Some((to, rest)) if to.starts_with("https://") || to.starts_with("http://") => DownloadSource::Address(format!("{to}{rest}")),
            Some((to, rest)) => DownloadSource::Path(PathBuf::from(format!("{to}{rest}"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{DownloadSource, Mirrors};

    #[test]
    fn a_mirror_replaces_the_start_of_an_address() {
        let mirrors = Mirrors::parse(&["https://a.org/=/srv/".to_owned(), "https://b.org=http://127.0.0.1:8000".to_owned()]).ok();
        let mirrors = mirrors.unwrap_or_default();
        assert_eq!(mirrors.of("https://a.org/x.git"), DownloadSource::Path("/srv/x.git".into()));
        assert_eq!(mirrors.of("https://b.org/x"), DownloadSource::Address("http://127.0.0.1:8000/x".into()));
        assert_eq!(mirrors.of("https://c.org/x"), DownloadSource::Address("https://c.org/x".into()));
        assert!(Mirrors::parse(&["/srv".to_owned()]).is_err() && Mirrors::parse(&["http://a=/b".to_owned()]).is_err());
    }
}
