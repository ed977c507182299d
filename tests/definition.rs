//! The games by definition: positions, moves, and who wins by trying every move. No formula is used here, least of all
//! xor, since the formulas are what is tested.

use std::collections::{BTreeSet, HashMap};
use std::ops::RangeInclusive;

/// A position: the piles, in order.
pub type Position = Vec<u64>;

/// All positions that a move leads to, each as often as there are moves to it.
type Moves = Box<dyn Fn(&Position) -> Vec<Position>>;

/// Whether a move may take so many stones, given the pile and the number.
type Takes = Box<dyn Fn(u64, u64) -> bool>;

/// The takes that a rule allows, written as behind `take`; `given` are the values of a name in it.
pub fn takes(set: &str, given: impl Fn(&str) -> Vec<u64>) -> Takes {
    let number = |text: &str| text.parse().unwrap_or_else(|_| given(text)[0]);
    match set.split(' ').collect::<Vec<_>>()[..] {
        ["1..half"] => Box::new(|pile, take| 2 * take <= pile),
        ["odd"] => Box::new(|_, take| take % 2 == 1),
        ["primes"] => Box::new(|_, take| take > 1 && (2..take).all(|part| take % part > 0)),
        ["squares"] => Box::new(|_, take| (1..=take).any(|root| root * root == take)),
        ["powers", "of", base] => {
            let base: u64 = number(base);
            Box::new(move |_, take| (0..64).any(|exponent| base.checked_pow(exponent) == Some(take)))
        }
        ["prime", "powers"] => Box::new(|_, take| {
            let is_prime = |part: &u64| (2..*part).all(|other| !part.is_multiple_of(other));
            let primes = (2..=take).filter(|part| take % part == 0 && is_prime(part));
            primes.count() <= 1
        }),
        ["primes", "and", "1"] => Box::new(|_, take| (2..take).all(|part| take % part > 0)),
        ["coprime"] => Box::new(|pile, take| (2..=take).all(|part| pile % part > 0 || take % part > 0)),
        ["inner", "divisors"] => Box::new(|pile, take| 1 < take && take < pile && pile % take == 0),
        ["divisors"] => Box::new(|pile, take| pile % take == 0),
        ["proper", "divisors"] => Box::new(|pile, take| take < pile && pile % take == 0),
        [words] => {
            if let Some((least, most)) = words.split_once("..") {
                let limits = number(least)..=number(most);
                return Box::new(move |_, take| limits.contains(&take));
            }
            let inside = words.strip_prefix('{').map(|set| set.trim_end_matches('}'));
            let set = match inside {
                Some(set) => set.split(',').map(number).collect(),
                None => given(words),
            };
            Box::new(move |_, take| set.contains(&take))
        }
        _ => panic!("say here what {set} is"),
    }
}

/// Divides the number of stones in `rest` into two parts that are not empty, in whichever order.
fn parts(rest: u64) -> impl Iterator<Item = Vec<u64>> {
    (1..=rest / 2).map(move |left| vec![left, rest - left])
}

/// Knocks down one pin of a row, or two neighbours: the rows on either side of them may be empty.
fn kayles(row: u64) -> Vec<Vec<u64>> {
    let rests = [1, 2].into_iter().filter_map(|pins| row.checked_sub(pins));
    let sides = |rest| (0..=rest).map(move |left| vec![left, rest - left]);
    rests.flat_map(sides).collect()
}

/// What may be left of a pile in the octal game with this code.
pub fn octal(code: &str, pile: u64) -> Vec<Vec<u64>> {
    let mut next = Vec::new();
    let digits = code.bytes().filter(|byte| *byte != b'.');
    for (digit, take) in digits.zip(0..=pile) {
        let (digit, rest) = (digit - b'0', pile - take);
        if digit & 1 > 0 && rest == 0 {
            next.push(vec![0]);
        }
        if digit & 2 > 0 && rest > 0 {
            next.push(vec![rest]);
        }
        if digit & 4 > 0 {
            next.extend(parts(rest));
        }
    }
    next
}

/// The moves of a game of independent piles, of which `next` says what may be left of each.
fn pile_by_pile(next: impl Fn(u64) -> Vec<Vec<u64>> + 'static) -> Moves {
    Box::new(move |position| {
        let each = position.iter().enumerate();
        let moves = each.flat_map(|(index, &pile)| {
            let all = next(pile).into_iter();
            all.map(move |parts| [&position[..index], &parts[..], &position[index + 1..]].concat())
        });
        moves.collect()
    })
}

/// Takes stones from one pile, and may divide a pile.
fn taking(rule: &str, given: impl Fn(&str) -> Vec<u64>) -> Moves {
    let [or, and] = [" or split", " and split"].map(|split| rule.strip_suffix(split));
    let allowed = takes(or.or(and).unwrap_or(rule), given);
    let (is_or, is_and) = (or.is_some(), and.is_some());
    pile_by_pile(move |pile| {
        let taken = (1..=pile).filter(|&take| allowed(pile, take));
        let rests = taken.map(|take| pile - take);
        let divided = rests.clone().filter(|_| is_and).flat_map(parts);
        let divided = divided.chain(parts(pile).filter(|_| is_or));
        rests.map(|rest| vec![rest]).chain(divided).collect()
    })
}

/// Takes stones, but not as many as before: 64 times the takes so far, each a bit, are a part of the pile, but for
/// those that are larger than what is left.
fn once(pile: u64) -> Vec<Vec<u64>> {
    let (stones, made) = (pile % 64, pile / 64);
    let takes = (1..=stones).filter(|take| made >> (take - 1) & 1 == 0);
    let left = |take: u64| {
        let left = stones - take;
        left + 64 * ((made | 1 << (take - 1)) % (1 << left))
    };
    takes.map(|take| vec![left(take)]).collect()
}

/// The position with another number at this place.
fn with(position: &Position, place: usize, number: u64) -> Position {
    let mut after = position.clone();
    after[place] = number;
    after
}

/// Takes from a pile at least and at most as many stones as stands beside it.
pub fn ranges(least: &[u64], most: &[u64], position: &Position) -> Vec<Position> {
    let moves = position.iter().enumerate().flat_map(|(place, &pile)| {
        let takes = (least[place]..=most[place]).filter(move |&take| take <= pile);
        takes.map(move |take| with(position, place, pile - take))
    });
    moves.collect()
}

/// Moore's Nim: take any number of stones from each of at least one and at most `most` piles.
fn moore(most: u64) -> impl Fn(&Position) -> Vec<Position> {
    move |position| {
        let mut next = vec![Vec::new()];
        for &pile in position {
            let lefts = |after: &Position| -> Vec<_> {
                let all = (0..=pile).map(|left| [&after[..], &[left]].concat());
                all.collect()
            };
            next = next.iter().flat_map(lefts).collect();
        }
        next.retain(|after| {
            let pairs = after.iter().zip(position);
            let changed = pairs.filter(|(left, pile)| left < pile).count();
            (1..=most).contains(&(changed as u64))
        });
        next
    }
}

/// Wythoff's game: take any number of stones from one of two piles, or the same number from both.
fn wythoff(position: &Position) -> Vec<Position> {
    let (one, other) = (position[0], position[1]);
    let both = (1..=one.min(other)).map(|take| vec![one - take, other - take]);
    let first = (0..one).map(|left| vec![left, other]);
    let second = (0..other).map(|left| vec![one, left]);
    both.chain(first).chain(second).collect()
}

/// Euclid: subtract a positive multiple of the smaller number from the larger one, and leave at least 0. Both ways from
/// two equal numbers lead to the same position, and are one move.
fn euclid(position: &Position) -> Vec<Position> {
    let larger = usize::from(position[0] < position[1]);
    let (more, less) = (position[larger], position[1 - larger]);
    let times = 1..=more.checked_div(less).unwrap_or(0);
    let lefts = times.map(|times| with(position, larger, more - times * less));
    lefts.collect()
}

/// One pile, and behind it what the last move took, if there was one: the first move takes at least 1 and leaves at
/// least 1, each later one takes up to `factor` times what the last one took.
fn last_take(factor: u64, position: &Position) -> Vec<Position> {
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
    free.map(|cell| with(strip, cell, 1)).collect()
}

/// Coins on different cells of a strip that is counted from 1: one coin moves left to a free cell, over no other coin.
fn coins(position: &Position) -> Vec<Position> {
    let mut next = Vec::new();
    for (coin, &from) in position.iter().enumerate() {
        let free = (1..from).rev().take_while(|to| !position.contains(to));
        next.extend(free.map(|to| with(position, coin, to)));
    }
    next
}

/// HDU 4315: one person climbs any number of cells, without passing anyone, to a cell that is free or to
/// the top, cell 0. Once the king is at the top there are no moves.
fn climb(king: usize, position: &Position) -> Vec<Position> {
    let mut next = Vec::new();
    if position[king - 1] == 0 {
        return next;
    }
    for (person, &from) in position.iter().enumerate() {
        let is_in_the_way = |to: u64| move |&other: &u64| other > to || other == to && to > 0;
        let free = (0..from).filter(|&to| !position[..person].iter().any(is_in_the_way(to)));
        next.extend(free.map(|to| with(position, person, to)));
    }
    next
}

/// All ways to make different piles, in order, of so many stones, none smaller than `least`.
fn different(stones: u64, least: u64) -> Vec<Vec<u64>> {
    let mut all = vec![vec![]; usize::from(stones == 0)];
    for size in least..=stones {
        let others = different(stones - size, size + 1).into_iter();
        all.extend(others.map(|others| [&[size][..], &others].concat()));
    }
    all
}

/// A number is divided and rounded up, until it is 1: what it may become, each once.
fn divide(divisors: RangeInclusive<u64>, number: u64) -> Vec<Position> {
    let lefts: BTreeSet<_> = divisors.map(|divisor| number.div_ceil(divisor)).collect();
    let lefts = lefts.into_iter().filter(|&left| left < number && number > 1);
    lefts.map(|left| vec![left]).collect()
}

/// Stones go from one step to the next one below, but not from step 0.
fn stairs(first: u64, position: &Position) -> Vec<Position> {
    let mut next = Vec::new();
    for (index, &pile) in position.iter().enumerate() {
        for take in 1..=if index as u64 + first > 0 { pile } else { 0 } {
            let mut after = with(position, index, pile - take);
            if index > 0 {
                after[index - 1] += take;
            }
            next.push(after);
        }
    }
    next
}

/// Stones are taken from the first pile that has some.
fn in_order(position: &Position) -> Vec<Position> {
    let Some(first) = position.iter().position(|&pile| pile > 0) else {
        return Vec::new();
    };
    let lefts = 0..position[first];
    lefts.map(|left| with(position, first, left)).collect()
}

/// One stone is taken from each of some piles.
fn one_each(position: &Position) -> Vec<Position> {
    let mut next = vec![Vec::new()];
    for &pile in position {
        let lefts = pile.saturating_sub(1)..=pile;
        let with_one = |after: &Position| -> Vec<_> {
            let all = lefts.clone().map(|left| [&after[..], &[left]].concat());
            all.collect()
        };
        next = next.iter().flat_map(with_one).collect();
    }
    next.retain(|after| after != position);
    next
}

/// A memoized search over moves.
pub struct Search {
    moves: Moves,
    /// Whether the order of the piles and empty piles do not affect the moves.
    unordered: bool,
    /// Whether the player who takes the last stone loses.
    pub misere: bool,
    known: HashMap<Position, bool>,
    grundy_values: HashMap<Position, u64>,
}

impl Search {
    /// The search of a rule as a `game.toml` has it; `given` are the values of a name in it.
    pub fn of(rule: &str, given: impl Fn(&str) -> Vec<u64>) -> Self {
        let (rule, misere) = match rule.strip_prefix("misere ") {
            Some(rule) => (rule, true),
            None => (rule, false),
        };
        let number = |text: &str| text.parse().unwrap_or_else(|_| given(text)[0]);
        let any = format!("1..{}", u64::MAX);
        let unordered = match rule.split(' ').collect::<Vec<_>>()[..] {
            ["nim", "or", "split", "3"] => pile_by_pile(|pile| {
                let divided = (1..=pile / 3).flat_map(move |one| {
                    let twos = one..=(pile - one) / 2;
                    twos.map(move |two| vec![one, two, pile - one - two])
                });
                divided.chain((0..pile).map(|left| vec![left])).collect()
            }),
            ["split", "different"] => pile_by_pile(|pile| {
                let mut all = different(pile, 1);
                all.retain(|parts| parts.len() > 1);
                all
            }),
            ["nim", "in", "order"] => return Self::ordered(in_order),
            ["nim", ..] => taking(&rule.replacen("nim", &any, 1), given),
            ["kayles"] => pile_by_pile(kayles),
            ["octal", code] => {
                let code = code.to_owned();
                pile_by_pile(move |pile| octal(&code, pile))
            }
            ["split", "unequal"] => pile_by_pile(|pile| parts(pile).filter(|parts| parts[0] != parts[1]).collect()),
            ["leave", "divisors"] => pile_by_pile(|pile| {
                let lefts = (1..pile).filter(|left| pile % left == 0);
                lefts.map(|left| vec![left]).collect()
            }),
            ["two", "smaller"] => pile_by_pile(|pile| {
                let pairs = (1..pile).flat_map(|one| (1..=one).map(move |other| vec![other, one]));
                pairs.chain((0..pile).map(|one| vec![one])).collect()
            }),
            ["moore", most] => Box::new(moore(number(most))),
            ["divide", "by", least_most] => {
                let (least, most) = least_most.split_once("..").unwrap();
                let divisors = number(least)..=number(most);
                return Self::ordered(move |position| divide(divisors.clone(), position[0]));
            }
            ["stairs", first] => {
                let first = number(first);
                return Self::ordered(move |position| stairs(first, position));
            }
            ["one", "each"] => Box::new(one_each),
            ["ring", ..] => {
                let set = &rule["ring ".len()..];
                let rows = taking(&format!("{set} and split"), &given);
                let allowed = takes(set, &given);
                return Self::ordered(move |position| match position[..] {
                    [ring] => {
                        let takes = (1..=ring).filter(|&take| allowed(ring, take));
                        takes.map(|take| vec![ring - take, 0]).collect()
                    }
                    _ => rows(position),
                });
            }
            ["wythoff"] => return Self::ordered(wythoff),
            ["euclid"] => return Self::ordered(euclid),
            ["coins"] => return Self::ordered(coins),
            ["hill", king] => {
                let king = usize::try_from(number(king)).unwrap();
                return Self::ordered(move |position| climb(king, position));
            }
            ["take", factor] if factor.ends_with("*last") => {
                let factor = number(factor.trim_start_matches("1..").trim_end_matches("*last"));
                return Self::ordered(move |position| last_take(factor, position));
            }
            ["take", "each", "once"] => pile_by_pile(once),
            ["take", ..] => taking(&rule["take ".len()..], given),
            _ => panic!("say here what a move of {rule} is"),
        };
        Self {
            misere,
            ..Self::new(unordered, true)
        }
    }

    /// The search of a rule in which nothing is given by the input.
    pub fn rule(rule: &str) -> Self {
        Self::of(rule, |name| panic!("{name} in {rule} is not given"))
    }

    fn new(moves: Moves, unordered: bool) -> Self {
        Self {
            moves,
            unordered,
            misere: false,
            known: HashMap::new(),
            grundy_values: HashMap::new(),
        }
    }

    /// The search in a game in which the places of the piles matter.
    pub fn ordered(moves: impl Fn(&Position) -> Vec<Position> + 'static) -> Self {
        Self::new(Box::new(moves), false)
    }

    /// All positions that a move leads to.
    pub fn moves(&self, position: &Position) -> Vec<Position> {
        (self.moves)(position)
    }

    /// What it shares with all positions that are the same to the game.
    pub fn key(&self, position: &Position) -> Position {
        let mut key = position.clone();
        if self.unordered {
            key.retain(|&pile| pile > 0);
            key.sort_unstable();
        }
        key
    }

    /// Whether the player to move wins: can move to a position in which the opponent does not win. If there are no
    /// moves, the opponent has taken the last stone.
    pub fn first_wins(&mut self, position: &Position) -> bool {
        let key = self.key(position);
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

    /// The winning moves of a game in which a move takes stones from one pile: the pile, counted from 0, and the take,
    /// in this order.
    pub fn winning(&mut self, position: &Position) -> Vec<(usize, u64)> {
        let moves = self.won_by(position).into_iter().map(|after| {
            let is_changed = |&pile: &usize| position[pile] != after[pile];
            let pile = (0..position.len()).find(is_changed).unwrap();
            (pile, position[pile] - after[pile])
        });
        let mut moves: Vec<_> = moves.collect();
        moves.sort_unstable();
        moves
    }

    /// The Grundy value of a position: the smallest number that no move leads to.
    pub fn grundy(&mut self, position: &Position) -> u64 {
        let key = self.key(position);
        if let Some(&known) = self.grundy_values.get(&key) {
            return known;
        }
        let next = (self.moves)(&key).into_iter();
        let value = mex(next.map(|after| self.grundy(&after)).collect());
        self.grundy_values.insert(key, value);
        value
    }
}

/// The smallest number that is not one of `values`.
pub fn mex(mut values: Vec<u64>) -> u64 {
    values.sort_unstable();
    values.dedup();
    let mut missing = (0..).zip(&values).filter(|(index, value)| index != *value);
    let first = missing.next();
    first.map_or(values.len() as u64, |(index, _)| index)
}

/// All positions of exactly `piles` piles of at most `largest` stones, in every order.
pub fn positions(piles: usize, largest: u64) -> Vec<Position> {
    if piles == 0 {
        return vec![Vec::new()];
    }
    let all = positions(piles - 1, largest).into_iter();
    let longer = |position: Position| (0..=largest).map(move |pile| [&*position, &[pile]].concat());
    all.flat_map(longer).collect()
}

/// All positions of 1 to `piles` piles of at most `largest` stones.
pub fn up_to(piles: usize, largest: u64) -> Vec<Position> {
    let counts = 1..=piles;
    counts.flat_map(|piles| positions(piles, largest)).collect()
}
