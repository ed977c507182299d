//! What a program calls the numbers of its input and of its theory.

use std::collections::BTreeSet;

use crate::layout::{Layout, NumberItem};

/// Words of the five languages, and what their programs call things: numbers of an input get other names.
pub(super) const RESERVED: &str = "abs abstract and append arrays as assert async auto await bool boolean break byte case catch char \
    cin class const continue cout crate def default del delete do double dyn elif else enum except exit export extends \
    extern false final finally float fn for friend from global goto if impl import in inline input inputs int integer \
    is islice iter lambda len let list long loop main map match math max min mod move mut namespace native new next \
    none nonlocal not null operator or out override package pass print printf private protected pub public puts raise \
    range read ref register return scanf self short signed sizeof sort static std stdin str string struct super switch \
    synchronized sys system template text this throw throws trait transient true try type typedef typename union unsafe \
    unsigned use using vec vector virtual void volatile where while with yield putchar memset numbers y0 y1 yn j0 j1 jn";

/// What the program calls each number, and all of these names.
pub(super) fn names(layout: &Layout) -> (Vec<String>, BTreeSet<String>) {
    let mut taken = BTreeSet::new();
    let reserved: BTreeSet<_> = RESERVED.split_whitespace().collect();
    let mut name = |number: &NumberItem| {
        let mut name = number.name.to_lowercase();
        while reserved.contains(&*name) || taken.contains(&name) {
            name += "_";
        }
        taken.insert(name.clone());
        name
    };
    (layout.numbers.iter().map(&mut name).collect(), taken)
}
