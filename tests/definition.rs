//! The games by definition: positions, moves, and who wins by trying every move. No formula is used
//! here, least of all xor, since the formulas are what is tested.

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

/// Takes from one pile a number of stones that `allowed` accepts.
pub fn subtraction_set(allowed: impl Fn(u64) -> bool) -> impl Fn(&Position) -> Vec<Position> {
    move |position| {
        let mut next = Vec::new();
        for (i, &pile) in position.iter().enumerate() {
            for take in (1..=pile).filter(|&take| allowed(take)) {
                let mut after = position.clone();
                after[i] -= take;
                next.push(after);
            }
        }
        next
    }
}

/// Takes from one pile a number of stones that `allowed`, given the pile and the number, accepts.
pub fn takes(allowed: fn(u64, u64) -> bool) -> impl Fn(&Position) -> Vec<Position> {
    move |position| {
        let mut next = Vec::new();
        for (i, &pile) in position.iter().enumerate() {
            for take in (1..=pile).filter(|&take| allowed(pile, take)) {
                let mut after = position.clone();
                after[i] -= take;
                next.push(after);
            }
        }
        next
    }
}

/// Moore's Nim: take any number of stones from each of at least one and at most `most` piles.
pub fn moore(most: usize) -> impl Fn(&Position) -> Vec<Position> {
    move |position| {
        let mut next = vec![(Vec::new(), 0)];
        for &pile in position {
            let mut longer = Vec::new();
            for (after, changed) in next {
                for left in 0..=pile {
                    let changed = changed + usize::from(left < pile);
                    if changed <= most {
                        longer.push(([&after[..], &[left]].concat(), changed));
                    }
                }
            }
            next = longer;
        }
        let moves = next.into_iter().filter(|&(_, changed)| changed > 0);
        moves.map(|(after, _)| after).collect()
    }
}

/// Kayles: knock down one pin or two neighbours; the pins on either side form rows of their own.
pub fn kayles(position: &Position) -> Vec<Position> {
    let mut next = Vec::new();
    for (i, &row) in position.iter().enumerate() {
        for gap in (1..=2).filter(|&gap| gap <= row) {
            for left in 0..=row - gap {
                let parts = [left, row - gap - left];
                next.push([&position[..i], &parts, &position[i + 1..]].concat());
            }
        }
    }
    next
}

/// Dawson's Chess, the octal game 0.137: take a pile of one stone, or two stones, or three stones, after which what is left
/// may be divided into two.
pub fn dawsons_chess(position: &Position) -> Vec<Position> {
    let mut next = Vec::new();
    for (i, &pile) in position.iter().enumerate() {
        let mut leave = |parts: &[u64]| {
            next.push([&position[..i], parts, &position[i + 1..]].concat());
        };
        match pile {
            0 => {}
            1 | 2 => leave(&[]),
            3 => {
                leave(&[1]);
                leave(&[]);
            }
            _ => {
                leave(&[pile - 2]);
                leave(&[pile - 3]);
                (1..pile - 3).for_each(|left| leave(&[left, pile - 3 - left]));
            }
        }
    }
    next
}

/// Lasker's Nim: take any number of stones from one pile, or divide a pile into two.
pub fn lasker(position: &Position) -> Vec<Position> {
    let mut next = nim(position);
    for (i, &pile) in position.iter().enumerate() {
        for left in 1..pile {
            next.push([&position[..i], &[left, pile - left], &position[i + 1..]].concat());
        }
    }
    next
}

/// Wythoff's game: take any number of stones from one of two piles, or the same number from both.
pub fn wythoff(position: &Position) -> Vec<Position> {
    let both = 1..=position[0].min(position[1]);
    let both = both.map(|take| vec![position[0] - take, position[1] - take]);
    nim(position).into_iter().chain(both).collect()
}

/// Euclid: subtract a positive multiple of the smaller number from the larger one, and leave at least 0.
pub fn euclid(position: &Position) -> Vec<Position> {
    let mut next = Vec::new();
    for larger in 0..2 {
        let less = position[1 - larger];
        let mut after = position.clone();
        while less > 0 && position[larger] >= less && after[larger] >= less {
            after[larger] -= less;
            next.push(after.clone());
        }
    }
    next
}

/// One pile, and behind it what the last move took, if there was one: the first move takes at least 1 and leaves at
/// least 1, each later one takes up to `factor` times what the last one took.
pub fn last_take(factor: u64, position: &Position) -> Vec<Position> {
    let pile = position[0];
    let may_take = |take: u64| match position.get(1) {
        None => take < pile,
        Some(last) => take <= factor * last,
    };
    let takes = (1..=pile).filter(|&take| may_take(take));
    takes.map(|take| vec![pile - take, take]).collect()
}

/// HDU 2999: takes as many stones as one of `takes` says, side by side, out of a row in which they are 1 and gaps 0.
pub fn neighbours(takes: &[u64], row: &Position) -> Vec<Position> {
    let mut next = Vec::new();
    for &take in takes {
        let starts = 0..(row.len() + 1).saturating_sub(take as usize);
        for stones in starts.map(|at| at..at + take as usize) {
            if !row[stones.clone()].contains(&0) {
                let mut after = row.clone();
                after[stones].fill(0);
                next.push(after);
            }
        }
    }
    next
}

/// POJ 3537: crosses one more cell of a strip, whose crossed cells are 1, unless three in a row are crossed.
pub fn crosses(strip: &Position) -> Vec<Position> {
    if strip.windows(3).any(|cells| *cells == [1, 1, 1]) {
        return Vec::new();
    }
    let free = (0..strip.len()).filter(|&cell| strip[cell] == 0);
    let crossed = free.map(|cell| {
        let mut after = strip.clone();
        after[cell] = 1;
        after
    });
    crossed.collect()
}

/// Coins on different cells of a strip that is counted from 1: one coin moves left to a free cell, over no other coin.
pub fn coins(position: &Position) -> Vec<Position> {
    let mut next = Vec::new();
    for (i, &from) in position.iter().enumerate() {
        for to in (1..from).rev().take_while(|to| !position.contains(to)) {
            let mut after = position.clone();
            after[i] = to;
            next.push(after);
        }
    }
    next
}

/// HDU 4315: one person climbs any number of cells, without passing anyone, to a cell that is free or to
/// the top, cell 0. Once the king is at the top there are no moves.
pub fn climb(king: usize, position: &Position) -> Vec<Position> {
    let mut next = Vec::new();
    if position[king - 1] == 0 {
        return next;
    }
    for (i, &from) in position.iter().enumerate() {
        for to in 0..from {
            let passes = position[..i].iter().any(|&other| other > to);
            let taken = to > 0 && position[..i].contains(&to);
            if !passes && !taken {
                let mut after = position.clone();
                after[i] = to;
                next.push(after);
            }
        }
    }
    next
}

/// HDU 2509: take any number of consecutive apples from one pile; those on either side form piles of
/// their own.
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

/// Like [`Moves`], for rules with a parameter.
type BoxedMoves = Box<dyn Fn(&Position) -> Vec<Position>>;

/// A memoized search over moves.
pub struct Search {
    moves: BoxedMoves,
    /// Whether the order of the piles and empty piles do not affect the moves.
    unordered: bool,
    /// Whether the player who takes the last stone loses.
    misere: bool,
    known: HashMap<Position, bool>,
}

impl Search {
    pub fn new(moves: impl Fn(&Position) -> Vec<Position> + 'static, misere: bool) -> Self {
        Self {
            moves: Box::new(moves),
            unordered: true,
            misere,
            known: HashMap::new(),
        }
    }

    /// All positions that a move leads to.
    pub fn moves(&self, position: &Position) -> Vec<Position> {
        (self.moves)(position)
    }

    /// The search in a game in which the places of the piles matter.
    pub fn ordered(moves: impl Fn(&Position) -> Vec<Position> + 'static) -> Self {
        Self {
            unordered: false,
            ..Self::new(moves, false)
        }
    }

    /// The search on the hill, with the index of the king.
    pub fn on_the_hill(king: usize) -> Self {
        Self {
            unordered: false,
            ..Self::new(move |position| climb(king, position), false)
        }
    }

    /// Whether the player to move wins: can move to a position in which the opponent does not win. If
    /// there are no moves, the opponent has taken the last stone.
    pub fn first_wins(&mut self, position: &Position) -> bool {
        let mut key = position.clone();
        if self.unordered {
            key.retain(|&pile| pile > 0);
            key.sort_unstable();
        }
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

    /// The positions that winning moves lead to, each as often as there are moves to it.
    pub fn won_by(&mut self, position: &Position) -> Vec<Position> {
        let mut next = (self.moves)(position);
        next.retain(|after| !self.first_wins(after));
        next
    }

    /// The number of winning moves.
    pub fn winning_moves(&mut self, position: &Position) -> usize {
        self.won_by(position).len()
    }
}

/// The Grundy value of a position: the smallest number that no move leads to.
pub fn grundy(
    moves: &impl Fn(&Position) -> Vec<Position>,
    position: &Position,
    known: &mut HashMap<Position, u64>,
) -> u64 {
    if let Some(&known) = known.get(position) {
        return known;
    }
    let next = moves(position);
    let next: Vec<_> = next.iter().map(|p| grundy(moves, p, known)).collect();
    let value = mex(&next);
    known.insert(position.clone(), value);
    value
}

/// The smallest number that is not one of `values`.
pub fn mex(values: &[u64]) -> u64 {
    let mut candidates = 0..=values.len() as u64;
    candidates.find(|value| !values.contains(value)).unwrap()
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
