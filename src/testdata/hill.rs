//! Persons on a hill that stand for piles of Nim.

/// Persons for whom these piles are the gaps that count, in two ways: all in pairs, and with the first pile
/// between the top and the nearest person. Positions may be 0, where no person may be.
pub fn persons(king: u64, piles: &[u64]) -> [Vec<u64>; 2] {
    let Some((&first, rest)) = piles.split_first() else {
        return [Vec::new(), Vec::new()];
    };
    // The nearest one never moves to the top if the king is next.
    let nearest = first.saturating_add(u64::from(king == 2));
    let mut alone = vec![nearest];
    add_pairs(nearest, rest, &mut alone);
    let mut pairs = Vec::new();
    add_pairs(0, piles, &mut pairs);
    [pairs, alone]
}

/// Adds two persons for each pile, after the cell `last`.
fn add_pairs(mut last: u64, piles: &[u64], persons: &mut Vec<u64>) {
    for &pile in piles {
        let upper = last.saturating_add(1);
        last = upper.saturating_add(1).saturating_add(pile);
        persons.extend([upper, last]);
    }
}
