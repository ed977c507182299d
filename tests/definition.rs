//! The games as their rules say: positions, moves, and who wins by looking at every move. No
//! formula is used here, least of all xor; the formulas are what is tested.

use std::collections::HashMap;

/// A position: the piles, in order.
pub type Position = Vec<u64>;

/// All positions that a move leads to, each as often as there are moves to it.
pub type Moves = fn(&Position) -> Vec<Position>;

/// Nim: take any number of stones, at least one, from one pile.
pub fn nim(position: &Position) -> Vec<Position> {
    let mut next = Vec::new();
    for (i, &pile) in position.iter().enumerate() {
        for left in 0..pile {
            let mut after = position.clone();
            after[i] = left;
            next.push(after);
        }
    }
    next
}

/// HDU 2509: take any number of consecutive apples of one pile; what is left on either side becomes
/// a pile of its own.
pub fn apples(position: &Position) -> Vec<Position> {
    let mut next = Vec::new();
    for (i, &pile) in position.iter().enumerate() {
        for left in 0..pile {
            for right in 0..pile - left {
                let mut after = position.clone();
                after[i] = left;
                after.push(right);
                next.push(after);
            }
        }
    }
    next
}

/// Searches moves, and remembers what it found.
pub struct Search {
    moves: Moves,
    /// Who takes the last stone loses.
    misere: bool,
    known: HashMap<Position, bool>,
}

impl Search {
    pub fn new(moves: Moves, misere: bool) -> Self {
        Self {
            moves,
            misere,
            known: HashMap::new(),
        }
    }

    /// Whether the player to move wins: can move to a position in which the opponent does not. Who
    /// cannot move has seen the opponent take the last stone.
    pub fn first_wins(&mut self, position: &Position) -> bool {
        // The order of the piles and the empty ones make no difference to the moves.
        let mut key: Position = position.iter().copied().filter(|&pile| pile > 0).collect();
        key.sort_unstable();
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let next = (self.moves)(&key);
        let wins = if next.is_empty() {
            self.misere
        } else {
            next.iter().any(|after| !self.first_wins(after))
        };
        self.known.insert(key, wins);
        wins
    }

    /// How many moves win.
    pub fn winning_moves(&mut self, position: &Position) -> usize {
        (self.moves)(position)
            .iter()
            .filter(|after| !self.first_wins(after))
            .count()
    }
}

/// All positions of exactly `piles` piles of at most `largest` stones, in every order.
pub fn positions(piles: usize, largest: u64) -> Vec<Position> {
    let mut all = vec![Vec::new()];
    for _ in 0..piles {
        all = all
            .iter()
            .flat_map(|position| (0..=largest).map(|pile| [&position[..], &[pile]].concat()))
            .collect();
    }
    all
}

#[test]
fn the_search_knows_textbook_positions() {
    let mut nim_search = Search::new(nim, false);
    assert!(!nim_search.first_wins(&vec![1, 2, 3]));
    assert!(nim_search.first_wins(&vec![3, 4, 5]));
    assert_eq!(nim_search.winning_moves(&vec![3, 4, 5]), 1);
    assert!(!nim_search.first_wins(&vec![]));
    let mut misere = Search::new(nim, true);
    assert!(misere.first_wins(&vec![]));
    assert!(!misere.first_wins(&vec![1]));
    assert!(misere.first_wins(&vec![1, 1]));
    assert!(!misere.first_wins(&vec![2, 2]));
}
