//! Describes changes of counters and switches in space combat.

use super::phrases::{name, post_place, post_skill};
use crate::transcript::Transcript;
use crate::transcript::phrases::{side, side_title};
use slip_play::event::Counter;
use slip_play::ids::{ActorId, Seat};
use slip_play::space::Space;
use slip_play::space::roster::Post;

impl Transcript {
    pub(super) fn ship_counter(&mut self, fight: &Space, who: ActorId, what: Counter, now: i32) {
        let ship = name(fight, who);
        match what {
            Counter::Fails if now == 2 => {
                let (idle, helm) = (fight.roster.settings.idle_total, post_place(Post::Pilot));
                let why = if fight.eff(who, Post::Pilot).is_some() && fight.qualified(who, Post::Pilot) {
                    format!("The crew member {helm} of {ship} has already acted in this phase")
                } else {
                    format!("No crew member {helm} of {ship} has {} at military grade", post_skill(fight, Post::Pilot))
                };
                self.deed(format!("{why}: a total of {idle}, and the ship can only coast."));
            }
            Counter::Ranked => self.rank(fight, who, now),
            Counter::Drives if now == 2 => self.deed(format!("{ship} coasts.")),
            Counter::Burn if now == 0 => self.deed(format!("{ship} takes its burn back.")),
            Counter::Burn => self.deed(format!("{ship} bids a burn of {now}.")),
            Counter::Hostile => self.hostile(fight, who),
            Counter::DriveOk => self.add(if now > 0 { "The drives still work." } else { "The drives are dead." }),
            Counter::Resisted => {
                let all = fight.roster.settings.resist_turns;
                self.add(&format!("The boarders have been thrown back {now} of {all} times."));
            }
            Counter::Boarded => self.add(&format!("The boarding succeeds at the end of turn {now}, if the tether holds.")),
            Counter::Stops => self.deed(format!("{} offers to end the fight here.", side_title(fight, fight.side(who)))),
            Counter::SkipsPosition if now > 0 => {
                self.deed(format!("{ship} ranked first: turn 1 begins with electronic warfare, and no ship moves in it."));
            }
            Counter::Denied if now == 1 => self.add("The tag is used up and adds nothing."),
            Counter::Left => self.left(fight, who, now),
            Counter::Owner => {
                let side = u8::try_from(now).map_or_else(|_| String::new(), |seat| side(fight, Seat(seat)));
                self.deed(format!("{ship} belongs to {side} from now on."));
            }
            Counter::Line(number) => {
                if let Some(line) = fight.roster.lines.get(number) {
                    // A helper is a person with a name who helps with a roll of the ship.
                    let helper = line.carrier.person().filter(|_| line.as_action);
                    self.detail(match helper {
                        Some(helper) => format!("{} uses {} for {ship}.", name(fight, helper), line.title),
                        None => format!("{ship} uses {}.", line.title),
                    });
                }
            }
            Counter::Back => self.deed(format!("{ship} is in the fight again.")),
            Counter::Posted => self.posted(fight, who, u8::try_from(now).ok().and_then(Post::of)),
            // These counters need no line: another line describes their effect, or readers do not need to know it.
            _ => {}
        }
    }

    /// Describes a person, or a member of the crew, who goes to a post.
    fn posted(&mut self, fight: &Space, who: ActorId, post: Option<Post>) {
        let Some(post) = post else { return };
        let hand = match fight.roster.person(who) {
            Some(person) => person.title.to_string(),
            None => format!("One of the crew of {}", name(fight, who)),
        };
        self.deed(format!("{hand} is {} from now on.", post_place(post)));
    }

    /// Describes the first hostile act of a side. From then on, sides with an order to hold fire may fire. Sides that an earlier act has
    /// already released from this order are left out (R-VA5).
    fn hostile(&mut self, fight: &Space, who: ActorId) {
        let side = fight.side(who);
        let has_attacked = |seat: &Seat| fight.state.hostile >> seat.0.min(31) & 1 == 1;
        let held =
            fight.roster.sides.values().filter(|other| other.holds_fire.contains(&side) && !other.holds_fire.iter().any(has_attacked));
        let held: Vec<&str> = held.map(|other| other.name.as_str()).collect();
        if !held.is_empty() {
            self.deed(format!("That is an attack: {} may fire from now on.", crate::transcript::phrases::listed(&held)));
        }
    }

    /// Describes a ship that has left the map.
    fn left(&mut self, fight: &Space, who: ActorId, now: i32) {
        let ship = name(fight, who);
        self.add(&match now {
            1 => format!("{ship} is off the map and has escaped."),
            _ => format!("{ship} is driven off the map."),
        });
    }
}
