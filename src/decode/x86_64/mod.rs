//! Kernels for x86-64.

pub(super) mod avx2;
pub(super) mod avx512;

use super::fold::MOST;

/// 0, 1, 2, …: the places in a case that a fold compares with its length.
static PLACES: [i32; MOST] = {
    let mut places = [0; MOST];
    let mut i = 0;
    while i < MOST {
        places[i] = i as i32;
        i += 1;
    }
    places
};
