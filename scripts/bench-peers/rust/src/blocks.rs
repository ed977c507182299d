//! Standard input in blocks that never cut a number in two.

use std::io::{self, Read};

/// Large enough to make calls rare, small enough for the second-level cache.
const BLOCK: usize = 256 << 10;

/// Hands standard input to `use_block`, block by block. Each block ends behind white space, or
/// at the end of the input; what follows its last white space moves to the next block.
pub fn read_blocks(mut use_block: impl FnMut(&[u8])) {
    let mut input = io::stdin().lock();
    let mut buffer = vec![0; BLOCK];
    let mut kept = 0;
    loop {
        if kept == buffer.len() {
            buffer.resize(2 * kept, 0);
        }
        let got = input
            .read(&mut buffer[kept..])
            .expect("standard input can be read");
        let filled = kept + got;
        if got == 0 {
            return use_block(&buffer[..filled]);
        }
        let cut = memchr::memrchr3(b' ', b'\n', b'\r', &buffer[..filled]).map_or(0, |at| at + 1);
        use_block(&buffer[..cut]);
        buffer.copy_within(cut..filled, 0);
        kept = filled - cut;
    }
}
