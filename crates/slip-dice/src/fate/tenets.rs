//! Scene facts (tenets) in a game without a referee: players buy tenets with fate points before play, and dispute and pace them afterwards
//! (R-C26).
//!
//! The module is a state machine: [`TenetsState::check`] checks if a move is allowed, [`TenetsState::apply`] makes the move. Every point is
//! in a purse, on the table or in the context pool, and their sum never changes.

mod move_refusal;

pub use move_refusal::Closed;

use ecow::EcoString;

/// Move of a player. Players are numbered from 0 in seating order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TenetsMove {
    /// The player whose turn it is proposes a tenet, for a fate point.
    Propose {
        /// Player who proposes.
        by: usize,
        /// Text of the tenet.
        tenet: EcoString,
    },
    /// A player puts points on a proposal, or against it.
    Put {
        /// Player who puts the points.
        by: usize,
        /// Number of points.
        points: u32,
        /// True if the points are for the proposal, false if they are against it.
        pro: bool,
    },
    /// Bidding on the proposal ends.
    Close,
    /// The player whose turn it is makes no proposal. When all players in a row have passed, the game begins.
    Pass {
        /// Player who passes.
        by: usize,
    },
    /// The owners of two tenets disagree about how the tenets affect each other.
    Dispute {
        /// Number of one tenet.
        one: usize,
        /// Number of the other tenet.
        other: usize,
    },
    /// An owner who disagrees draws a point from the context pool.
    Draw {
        /// Owner who draws the point.
        by: usize,
    },
    /// A player bids for one of the two readings of the disputed tenets.
    Bid {
        /// Player who bids.
        by: usize,
        /// Number of the tenet whose owner's reading the player bids for.
        on: usize,
        /// Number of points bid.
        points: u32,
    },
    /// Bidding on the dispute ends.
    Settle,
    /// An extended conflict begins in the narration of the player whose turn it is.
    Conflict,
    /// The next player narrates.
    Next,
}

/// Tenet: a fact that a player bought. Its owner decides its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tenet {
    /// Text of the tenet.
    pub text: EcoString,
    /// Number of the player who owns the tenet.
    pub owner: usize,
    /// Points put for the tenet.
    pub pro: u32,
    /// Points put against the tenet.
    pub contra: u32,
}

/// Dispute between the owners of two tenets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dispute {
    /// Numbers of the two tenets.
    pub tenets: [usize; 2],
    /// Points bid by the players for each of the two owners' readings.
    pub bids: [u32; 2],
    /// Players who have drawn a point from the context pool for this dispute.
    pub drawn: Vec<usize>,
}

/// Stage of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TenetsStage {
    /// A player may propose a tenet.
    Proposing {
        /// Player whose turn it is.
        turn: usize,
        /// Number of players in a row who have passed.
        passes: usize,
    },
    /// A proposal is on the table.
    Open(Tenet),
    /// The game is in progress.
    Playing {
        /// Player who narrates.
        narrator: usize,
        /// True if a conflict in this narration has been paid for.
        paid: bool,
    },
    /// The owners of two tenets are in dispute. After the dispute the game continues.
    Disputing {
        /// The dispute.
        dispute: Dispute,
        /// Player who narrates.
        narrator: usize,
        /// True if a conflict in this narration has been paid for.
        paid: bool,
    },
}

/// State of a game with tenets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TenetsState {
    players: Vec<EcoString>,
    purses: Vec<u32>,
    pool: u32,
    tenets: Vec<Tenet>,
    readings: Vec<(usize, usize)>,
    stage: TenetsStage,
}

impl TenetsState {
    /// Greatest number of players.
    pub const MOST_PLAYERS: usize = 12;
    /// Default number of points that each player begins with.
    pub const POINTS: u32 = 20;

    /// Returns the state before the first proposal, with the same points for each player.
    pub fn new(players: Vec<EcoString>, points: u32) -> Result<TenetsState, Closed> {
        let twice =
            players.iter().enumerate().any(|(place, name)| name.is_empty() || players.iter().take(place).any(|other| other == name));
        if twice || !(2..=TenetsState::MOST_PLAYERS).contains(&players.len()) || points > 1_000_000 {
            return Err(Closed::Players);
        }
        let purses = vec![points; players.len()];
        let stage = TenetsStage::Proposing { turn: 0, passes: 0 };
        Ok(TenetsState { players, purses, pool: 0, tenets: Vec::new(), readings: Vec::new(), stage })
    }

    /// Returns the players in seating order.
    pub fn players(&self) -> &[EcoString] {
        &self.players
    }

    /// Returns the points that a player has left.
    pub fn purse(&self, player: usize) -> u32 {
        self.purses.get(player).copied().unwrap_or(0)
    }

    /// Returns the points in the context pool.
    pub const fn pool(&self) -> u32 {
        self.pool
    }

    /// Returns the accepted tenets.
    pub fn tenets(&self) -> &[Tenet] {
        &self.tenets
    }

    /// Returns the decided disputes. Each is a pair: the tenet whose owner's reading is valid, and the other tenet.
    pub fn readings(&self) -> &[(usize, usize)] {
        &self.readings
    }

    /// Returns the stage of the game.
    pub const fn stage(&self) -> &TenetsStage {
        &self.stage
    }

    /// Returns the sum of all points: those in purses, on the table and in the context pool. The sum never changes.
    pub fn total(&self) -> u32 {
        let table = match &self.stage {
            TenetsStage::Open(tenet) => tenet.pro + tenet.contra,
            TenetsStage::Disputing { dispute, .. } => dispute.bids.iter().sum(),
            TenetsStage::Proposing { .. } | TenetsStage::Playing { .. } => 0,
        };
        self.purses.iter().sum::<u32>() + self.pool + table
    }

    fn name(&self, player: usize) -> EcoString {
        self.players.get(player).cloned().unwrap_or_default()
    }

    fn can_put(&self, by: usize, points: u32) -> Result<(), Closed> {
        let has = *self.purses.get(by).ok_or(Closed::Nobody)?;
        if points == 0 || points > has { Err(Closed::Points { who: self.name(by), has }) } else { Ok(()) }
    }

    fn turn(&self, by: usize, whose: usize) -> Result<(), Closed> {
        if by == whose { Ok(()) } else { Err(Closed::Turn(self.name(whose))) }
    }

    /// Checks if a move is allowed.
    ///
    /// # Errors
    ///
    /// [`Closed`] with the reason why the move is not allowed.
    pub fn check(&self, wanted: &TenetsMove) -> Result<(), Closed> {
        match (&self.stage, wanted) {
            (TenetsStage::Proposing { turn, .. }, TenetsMove::Propose { by, tenet }) => {
                self.turn(*by, *turn)?;
                if tenet.trim().is_empty() || self.tenets.iter().any(|there| there.text == *tenet) {
                    return Err(Closed::Tenet);
                }
                self.can_put(*by, 1)
            }
            (TenetsStage::Proposing { turn, .. }, TenetsMove::Pass { by }) => self.turn(*by, *turn),
            (TenetsStage::Open(_), TenetsMove::Put { by, points, .. }) => self.can_put(*by, *points),
            (TenetsStage::Open(_), TenetsMove::Close)
            | (TenetsStage::Disputing { .. }, TenetsMove::Settle)
            | (TenetsStage::Playing { .. }, TenetsMove::Next) => Ok(()),
            (TenetsStage::Playing { paid, .. }, TenetsMove::Conflict) => {
                if *paid || self.pool == 0 {
                    Err(Closed::NoPace)
                } else {
                    Ok(())
                }
            }
            (TenetsStage::Playing { .. }, TenetsMove::Dispute { one, other }) => {
                let (Some(one), Some(other)) = (self.tenets.get(*one), self.tenets.get(*other)) else { return Err(Closed::NoTenet) };
                if one.owner == other.owner { Err(Closed::OneOwner) } else { Ok(()) }
            }
            (TenetsStage::Disputing { dispute, .. }, TenetsMove::Draw { by }) => {
                let owns = dispute.tenets.iter().any(|tenet| self.tenets.get(*tenet).is_some_and(|tenet| tenet.owner == *by));
                if !owns || dispute.drawn.contains(by) || self.pool == 0 { Err(Closed::NoDraw) } else { Ok(()) }
            }
            (TenetsStage::Disputing { dispute, .. }, TenetsMove::Bid { by, on, points }) => {
                if !dispute.tenets.contains(on) {
                    return Err(Closed::NoTenet);
                }
                self.can_put(*by, *points)
            }
            (TenetsStage::Proposing { .. }, _) => Err(Closed::Stage("propose a tenet or to pass")),
            (TenetsStage::Open(_), _) => Err(Closed::Stage("put points for or against the proposal, or to close it")),
            (TenetsStage::Playing { .. }, _) => Err(Closed::Stage("begin a conflict, to dispute tenets, or to pass on the narration")),
            (TenetsStage::Disputing { .. }, _) => Err(Closed::Stage("draw, to bid or to settle")),
        }
    }

    fn take(&mut self, by: usize, points: u32) -> u32 {
        let Some(purse) = self.purses.get_mut(by) else { return 0 };
        let taken = points.min(*purse);
        *purse -= taken;
        taken
    }

    fn take_from_pool(&mut self, to: usize) {
        if let Some(purse) = self.purses.get_mut(to).filter(|_| self.pool > 0) {
            *purse += 1;
            self.pool -= 1;
        }
    }

    /// Returns the player whose turn comes after that of the given player.
    fn after(&self, player: usize) -> usize {
        (player + 1) % self.players.len().max(1)
    }

    /// Makes a move. A move that is not allowed changes nothing.
    pub fn apply(&mut self, made: &TenetsMove) {
        if self.check(made).is_err() {
            return;
        }
        match (self.stage.clone(), made) {
            (TenetsStage::Proposing { turn, .. }, TenetsMove::Propose { tenet, .. }) => {
                let pro = self.take(turn, 1);
                self.stage = TenetsStage::Open(Tenet { text: tenet.clone(), owner: turn, pro, contra: 0 });
            }
            (TenetsStage::Proposing { turn, passes }, TenetsMove::Pass { .. }) => {
                // Player 0, whose turn to propose was the first, is the first to narrate.
                let all = passes + 1 >= self.players.len();
                self.stage = if all {
                    TenetsStage::Playing { narrator: 0, paid: false }
                } else {
                    TenetsStage::Proposing { turn: self.after(turn), passes: passes + 1 }
                };
            }
            (TenetsStage::Open(mut tenet), TenetsMove::Put { by, points, pro }) => {
                let points = self.take(*by, *points);
                *(if *pro { &mut tenet.pro } else { &mut tenet.contra }) += points;
                self.stage = TenetsStage::Open(tenet);
            }
            (TenetsStage::Open(tenet), TenetsMove::Close) => {
                // Points are spent in any case, and a tie makes no tenet (R-C26).
                self.pool += tenet.pro + tenet.contra;
                self.stage = TenetsStage::Proposing { turn: self.after(tenet.owner), passes: 0 };
                if tenet.pro > tenet.contra {
                    self.tenets.push(tenet);
                }
            }
            (TenetsStage::Playing { narrator, .. }, TenetsMove::Conflict) => {
                self.take_from_pool(narrator);
                self.stage = TenetsStage::Playing { narrator, paid: true };
            }
            (TenetsStage::Playing { narrator, .. }, TenetsMove::Next) => {
                self.stage = TenetsStage::Playing { narrator: self.after(narrator), paid: false };
            }
            (TenetsStage::Playing { narrator, paid }, TenetsMove::Dispute { one, other }) => {
                let dispute = Dispute { tenets: [*one, *other], bids: [0; 2], drawn: Vec::new() };
                self.stage = TenetsStage::Disputing { dispute, narrator, paid };
            }
            (TenetsStage::Disputing { mut dispute, narrator, paid }, TenetsMove::Draw { by }) => {
                self.take_from_pool(*by);
                dispute.drawn.push(*by);
                self.stage = TenetsStage::Disputing { dispute, narrator, paid };
            }
            (TenetsStage::Disputing { mut dispute, narrator, paid }, TenetsMove::Bid { by, on, points }) => {
                let points = self.take(*by, *points);
                let [one, other] = &mut dispute.bids;
                *(if dispute.tenets.first() == Some(on) { one } else { other }) += points;
                self.stage = TenetsStage::Disputing { dispute, narrator, paid };
            }
            (TenetsStage::Disputing { dispute, narrator, paid }, TenetsMove::Settle) => {
                let ([one, other], [first, second]) = (dispute.bids, dispute.tenets);
                self.pool += one + other;
                match one.cmp(&other) {
                    std::cmp::Ordering::Greater => self.readings.push((first, second)),
                    std::cmp::Ordering::Less => self.readings.push((second, first)),
                    // As with tenets, a tie decides nothing.
                    std::cmp::Ordering::Equal => {}
                }
                self.stage = TenetsStage::Playing { narrator, paid };
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dice;

    const NADIA: usize = 0;
    const TOM: usize = 1;
    const WEN: usize = 2;

    fn three() -> TenetsState {
        TenetsState::new(["Nadia", "Tom", "Wen"].map(EcoString::from).to_vec(), TenetsState::POINTS)
            .unwrap_or_else(|closed| unreachable!("{closed}"))
    }

    fn after(moves: &[TenetsMove]) -> TenetsState {
        let mut context = three();
        for made in moves {
            assert_eq!(context.check(made), Ok(()), "{made:?}");
            context.apply(made);
        }
        context
    }

    fn propose(by: usize, tenet: &str) -> TenetsMove {
        TenetsMove::Propose { by, tenet: tenet.into() }
    }

    fn passes() -> [TenetsMove; 3] {
        [TenetsMove::Pass { by: WEN }, TenetsMove::Pass { by: NADIA }, TenetsMove::Pass { by: TOM }]
    }

    /// A proposal costs one point. Points are put on either side, and all of them go to the pool whatever the result.
    #[test]
    fn rc26_a_tenet_stands_while_more_lies_for_it_and_a_tie_is_none() {
        let put = |by: usize, points: u32, pro: bool| TenetsMove::Put { by, points, pro };
        for (moves, stands, purses) in [
            (vec![], true, [19, 20, 20]),
            (vec![put(TOM, 1, false)], false, [19, 19, 20]),
            (vec![put(TOM, 2, false), put(WEN, 2, true)], true, [19, 18, 18]),
        ] {
            let mut all = vec![propose(NADIA, "The port is bankrupt")];
            all.extend(moves);
            all.push(TenetsMove::Close);
            let context = after(&all);
            assert_eq!(!context.tenets().is_empty(), stands);
            assert!(context.tenets().iter().all(|tenet| tenet.owner == NADIA));
            assert_eq!([NADIA, TOM, WEN].map(|player| context.purse(player)), purses);
            assert_eq!(context.pool(), 60 - purses.iter().sum::<u32>());
            assert_eq!(*context.stage(), TenetsStage::Proposing { turn: TOM, passes: 0 }, "the next proposes");
        }
    }

    #[test]
    fn rc26_owners_who_disagree_draw_one_each_and_bid_into_the_pool() {
        let mut moves =
            vec![propose(NADIA, "The port is bankrupt"), TenetsMove::Close, propose(TOM, "The navy pays in kind"), TenetsMove::Close];
        moves.extend(passes());
        moves.push(TenetsMove::Dispute { one: 0, other: 1 });
        let context = after(&moves);
        assert_eq!(context.check(&TenetsMove::Draw { by: WEN }), Err(Closed::NoDraw), "only owners draw");
        moves.extend([
            TenetsMove::Draw { by: TOM },
            TenetsMove::Bid { by: TOM, on: 1, points: 3 },
            TenetsMove::Bid { by: WEN, on: 0, points: 2 },
        ]);
        let context = after(&moves);
        assert_eq!(context.check(&TenetsMove::Draw { by: TOM }), Err(Closed::NoDraw), "once");
        assert_eq!((context.pool(), context.purse(TOM), context.purse(WEN)), (1, 17, 18));
        moves.push(TenetsMove::Settle);
        let context = after(&moves);
        assert_eq!((context.readings(), context.pool()), (&[(1, 0)][..], 6));
        assert_eq!(*context.stage(), TenetsStage::Playing { narrator: NADIA, paid: false });
    }

    #[test]
    fn rc26_a_conflict_in_ones_narration_brings_a_point_from_the_pool() {
        let mut moves = vec![propose(NADIA, "The port is bankrupt"), TenetsMove::Close, TenetsMove::Pass { by: TOM }];
        moves.extend([TenetsMove::Pass { by: WEN }, TenetsMove::Pass { by: NADIA }, TenetsMove::Next, TenetsMove::Conflict]);
        let context = after(&moves);
        assert_eq!((context.purse(TOM), context.pool()), (21, 0));
        assert_eq!(context.check(&TenetsMove::Conflict), Err(Closed::NoPace));
    }

    #[test]
    fn what_is_not_open_changes_nothing_and_says_why() {
        let context = three();
        for (wanted, why) in [
            (propose(TOM, "Mine"), Closed::Turn("Nadia".into())),
            (propose(NADIA, "  "), Closed::Tenet),
            (TenetsMove::Close, Closed::Stage("propose a tenet or to pass")),
            (TenetsMove::Next, Closed::Stage("propose a tenet or to pass")),
        ] {
            assert_eq!(context.check(&wanted), Err(why));
            let mut same = context.clone();
            same.apply(&wanted);
            assert_eq!(same, context);
        }
        assert_eq!(TenetsState::new(vec!["Nadia".into(), "Nadia".into()], 20), Err(Closed::Players));
    }

    /// R-C26, the invariant: any moves, allowed or not, keep the total number of points.
    #[test]
    fn rc26_the_total_of_points_never_changes() {
        let mut dice = Dice::seeded(26, 0);
        let mut draw = |below: usize| dice.pick(below).unwrap_or(0);
        let mut made = 0;
        for game in 0..300 {
            let mut context = three();
            for step in 0..80 {
                let (by, number) = (draw(3), draw(4));
                let points = u32::try_from(draw(6)).unwrap_or(0);
                let wanted = match draw(11) {
                    0 | 1 => TenetsMove::Propose { by, tenet: ecow::eco_format!("{game} {step}") },
                    2 | 3 => TenetsMove::Put { by, points, pro: number > 1 },
                    4 => TenetsMove::Close,
                    5 => TenetsMove::Pass { by },
                    6 => TenetsMove::Dispute { one: draw(3), other: number },
                    7 => TenetsMove::Draw { by },
                    8 => TenetsMove::Bid { by, on: number, points },
                    9 => TenetsMove::Settle,
                    _ => {
                        if number > 1 {
                            TenetsMove::Conflict
                        } else {
                            TenetsMove::Next
                        }
                    }
                };
                made += u32::from(context.check(&wanted).is_ok());
                context.apply(&wanted);
                assert_eq!(context.total(), 60, "{wanted:?}");
            }
        }
        assert!(made > 3000, "most of it is play: {made}");
    }
}
