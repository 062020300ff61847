//! Links of a shared game: one for each side, one for spectators and one for the referee, each with a token of its own.
//!
//! A withdrawn link gets a new token at once, and the referee can give it to another person. Old tokens are remembered: a page with an old
//! token says that its link was withdrawn.

use super::super::event_stream::StreamCount;
use super::super::game_thread::SideInfo;
use super::super::token::Token;
use slip_limits::{EVENT_STREAMS_OF_LINK, WITHDRAWN_LINKS};
use slip_play::ids::{Seat, TableKey};
use std::collections::VecDeque;

/// Role that a link of a shared game gives to the person who opens it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Player of a side.
    Player(Seat),
    /// Onlooker.
    Spectator,
    /// Referee.
    Referee,
}

impl Role {
    /// Returns the first segment of the paths of the role's pages, such as `side-1`.
    pub(super) fn place(self) -> String {
        match self {
            Role::Player(seat) => format!("side-{}", seat.place() + 1),
            Role::Spectator => "spectator".to_owned(),
            Role::Referee => "referee".to_owned(),
        }
    }
}

/// Link of a shared game.
pub(super) struct Link {
    pub(super) role: Role,
    /// Name that the host types to withdraw the link: the name of the side, `spectator` or `referee`.
    pub(super) name: String,
    /// Title for people.
    pub(super) title: String,
    pub(super) token: Token,
    /// True if a person has joined the game by this link.
    pub(super) has_joined: bool,
    /// Pages that wait for changes by this link.
    pub(super) streams: StreamCount,
}

/// Access to the game that a secret gives. A secret is the token of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// The secret is the token of a link with this role.
    Granted(Role),
    /// The secret is the former token of a link that the referee has withdrawn.
    Withdrawn,
    /// The secret is no token of this game, or the token of another role's link.
    Unknown,
}

/// All links of a shared game.
pub(super) struct Links {
    links: Vec<Link>,
    withdrawn: VecDeque<Token>,
}

impl Links {
    /// Draws the links of a game.
    ///
    /// # Errors
    /// A sentence if the operating system gives no random bits.
    pub(super) fn draw(sides: &[SideInfo]) -> Result<Links, String> {
        let players =
            sides.iter().enumerate().map(|(number, side)| (Role::Player(Seat::of(number)), side.name.as_str(), side.title.as_str()));
        let others = [(Role::Spectator, "spectator", "Spectators"), (Role::Referee, "referee", "Referee")];
        let link = |(role, name, title): (Role, &str, &str)| {
            Ok(Link {
                role,
                name: name.to_owned(),
                title: title.to_owned(),
                token: Token::draw()?,
                has_joined: false,
                streams: StreamCount::new(EVENT_STREAMS_OF_LINK),
            })
        };
        let links = players.chain(others).map(link).collect::<Result<_, String>>()?;
        Ok(Links { links, withdrawn: VecDeque::new() })
    }

    /// Returns all links.
    pub(super) fn all(&self) -> &[Link] {
        &self.links
    }

    /// Returns the link of a role.
    pub(super) fn of(&self, role: Role) -> Option<&Link> {
        self.links.iter().find(|link| link.role == role)
    }

    /// Returns the role whose paths begin with this part.
    pub(super) fn role_at(&self, place: &str) -> Option<Role> {
        self.links.iter().map(|link| link.role).find(|role| role.place() == place)
    }

    /// Returns the access that the secret of a link gives. The secret is compared with every token, so that the duration reveals nothing
    /// about a token.
    pub(super) fn access(&self, secret: &str) -> Access {
        let mut access = Access::Unknown;
        for link in &self.links {
            if link.token.is(secret) {
                access = Access::Granted(link.role);
            }
        }
        for token in &self.withdrawn {
            if token.is(secret) {
                access = Access::Withdrawn;
            }
        }
        access
    }

    /// Returns the access that a secret gives to the pages of this role.
    pub(super) fn access_to(&self, role: Role, secret: &str) -> Access {
        match self.access(secret) {
            Access::Granted(other) if other != role => Access::Unknown,
            access => access,
        }
    }

    /// Records that a person has joined by the link of a role. Returns true if no person joined by this link before.
    pub(super) fn join(&mut self, role: Role) -> bool {
        let link = self.links.iter_mut().find(|link| link.role == role && !link.has_joined);
        link.map(|link| link.has_joined = true).is_some()
    }

    /// Returns the sides without a player: no person has joined by the link of the side.
    pub(super) fn without_player(&self) -> Vec<Seat> {
        let seat = |link: &Link| if let Role::Player(seat) = link.role { Some(seat) } else { None };
        self.links.iter().filter(|link| !link.has_joined).filter_map(seat).collect()
    }

    /// Withdraws the link of a name, and returns the role of its new link.
    ///
    /// # Errors
    /// A sentence for the referee if there is no such link, or if the link is the referee's.
    pub(super) fn withdraw(&mut self, name: &str) -> Result<Role, String> {
        let names: Vec<String> =
            self.links.iter().filter(|link| link.role != Role::Referee).map(|link| format!("`{}`", link.name)).collect();
        let link = self.links.iter_mut().find(|link| link.name == name);
        let Some(link) = link.filter(|link| link.role != Role::Referee) else {
            return Err(format!("there is no seat `{name}` that can be withdrawn: name one of {}", names.join(", ")));
        };
        let old = std::mem::replace(&mut link.token, Token::draw()?);
        link.has_joined = false;
        let role = link.role;
        self.withdrawn.push_back(old);
        if self.withdrawn.len() > WITHDRAWN_LINKS {
            self.withdrawn.pop_front();
        }
        Ok(role)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::{Access, Links, Role};
    use crate::cli::serve::game_thread::SideInfo;
    use slip_play::ids::Seat;

    fn links() -> Links {
        let side = |name: &str| SideInfo { name: name.to_owned(), title: name.to_owned(), is_played_by_person: true };
        Links::draw(&[side("crew"), side("bailiffs")]).unwrap()
    }

    fn secret(links: &Links, role: Role) -> String {
        links.of(role).unwrap().token.text().to_owned()
    }

    #[test]
    fn a_link_opens_its_own_place_only_and_a_withdrawn_one_none() {
        let mut links = links();
        let (crew, bailiffs) = (Role::Player(Seat(0)), Role::Player(Seat(1)));
        let token = secret(&links, crew);
        assert_eq!(links.access_to(crew, &token), Access::Granted(crew));
        for other in [bailiffs, Role::Spectator, Role::Referee] {
            assert_eq!(links.access_to(other, &token), Access::Unknown);
        }
        assert!(links.join(crew) && !links.join(crew));
        assert_eq!(links.without_player(), [Seat(1)]);
        assert_eq!(links.withdraw("crew"), Ok(crew));
        assert_eq!(links.access_to(crew, &token), Access::Withdrawn);
        assert_eq!(links.without_player(), [Seat(0), Seat(1)]);
        let renewed = secret(&links, crew);
        assert_eq!(links.access_to(crew, &renewed), Access::Granted(crew));
        assert_eq!(links.access_to(crew, ""), Access::Unknown);
    }

    #[test]
    fn the_link_of_the_referee_is_not_withdrawn() {
        let mut links = links();
        let why = links.withdraw("referee").unwrap_err();
        assert_eq!(why, "there is no seat `referee` that can be withdrawn: name one of `crew`, `bailiffs`, `spectator`");
    }

    #[test]
    fn the_memory_of_withdrawn_links_is_limited() {
        let mut links = links();
        let first = secret(&links, Role::Spectator);
        for _ in 0..slip_limits::WITHDRAWN_LINKS {
            links.withdraw("spectator").unwrap();
        }
        assert_eq!(links.access(&first), Access::Withdrawn);
        links.withdraw("spectator").unwrap();
        assert_eq!(links.access(&first), Access::Unknown);
    }
}
