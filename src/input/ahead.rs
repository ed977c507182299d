//! Fetching bytes of a file into the cache before they are read, while others are decoded.
//!
//! On an Intel Sapphire Rapids, the kernel copies 5 GB/s if the bytes come from memory, and 19 GB/s if they are in
//! the second-level cache; decoding hardly uses memory. So the chunk that is read next is mapped, and for every group of
//! bytes that is decoded, one of its groups is prefetched. Nothing is read through the mapping, so it does no harm if the
//! file changes.
//!
//! Other processors lose a little by it, so the first chunks are read with and without it in turn.

use std::time::{Duration, Instant};

use memmap2::{MmapOptions, MmapRaw};

use super::{Chunks, Source};

/// The number of chunks that are read to compare: half with it, half without. In a shorter file nothing is gained.
const TRIED: u64 = 32;
const ENOUGH: u64 = 2 * TRIED;

/// Files are mapped in portions as large as a large page. Where the page cache has such pages, mapping runs at
/// 190 GB/s then; with half of it, page by page, at 18 GB/s.
const PORTION: u64 = 2 * 1024 * 1024;

/// What fetches the next chunk of a file, for one thread.
pub(crate) struct Ahead<'c> {
    chunks: &'c Chunks<'c>,
    /// A portion of the file, and where it starts.
    mapped: Option<(u64, MmapRaw)>,
    /// The least time from chunk to chunk without and with fetching.
    least: [Duration; 2],
    /// When the current chunk was read.
    last: Option<Instant>,
    was_fetching: bool,
}

impl<'c> Ahead<'c> {
    /// `None` if nothing can be gained.
    pub(crate) fn new(chunks: &'c Chunks<'c>) -> Option<Self> {
        let gains = cfg!(all(target_os = "linux", target_arch = "x86_64"))
            && chunks.map.is_none()
            && chunks.len >= ENOUGH * chunks.size as u64;
        gains.then_some(Self {
            chunks,
            mapped: None,
            least: [Duration::MAX; 2],
            last: None,
            was_fetching: false,
        })
    }

    /// The distance from the bytes of `chunk`, which has just been read, to those of chunk `next`; 0 if these should not
    /// be fetched.
    pub(crate) fn distance(&mut self, next: u64, chunk: &[u8]) -> isize {
        if next <= TRIED {
            let now = Instant::now();
            if let Some(last) = self.last.replace(now) {
                let least = &mut self.least[usize::from(self.was_fetching)];
                *least = now.duration_since(last).min(*least);
            }
            self.was_fetching = next.is_multiple_of(2);
        } else {
            self.was_fetching = self.least[1] < self.least[0];
        }
        let address = self.was_fetching.then(|| self.address(next)).flatten();
        let here = chunk.as_ptr().addr();
        address.map_or(0, |there| there.addr().wrapping_sub(here).cast_signed())
    }

    /// Maps a chunk, loads it into memory, since the processor can fetch nothing else, and returns its address. `None` if
    /// it reaches beyond a portion or the end of the file, or cannot be mapped.
    fn address(&mut self, chunk: u64) -> Option<*const u8> {
        let Source::File(file, first) = self.chunks.source else {
            return None;
        };
        let size = self.chunks.size;
        let offset = first + chunk * size as u64;
        let start = offset / PORTION * PORTION;
        let from = (offset - start) as usize;
        if from + size > PORTION as usize || offset + size as u64 > first + self.chunks.len {
            return None;
        }
        if self.mapped.as_ref().is_none_or(|&(at, _)| at != start) {
            // The old portion makes room first.
            self.mapped = None;
            let mut options = MmapOptions::new();
            options.offset(start).len(PORTION as usize);
            self.mapped = Some((start, options.map_raw_read_only(file).ok()?));
        }
        let (_, map) = self.mapped.as_ref()?;
        #[cfg(target_os = "linux")]
        map.advise_range(memmap2::Advice::PopulateRead, from, size)
            .ok()?;
        Some(map.as_ptr().wrapping_add(from))
    }
}
