//! Fetching a chunk of a file into the cache before it is read, while another is decoded.
//!
//! On an Intel Sapphire Rapids, the kernel copies 5 GB/s if the bytes come from memory, and 19 GB/s if they are in the
//! second-level cache; decoding hardly uses memory. So the chunk that is read next is mapped, and for each group of
//! bytes that is decoded, one of its groups is prefetched. Nothing is read through the mapping, so it does no harm if
//! the file changes. [`Kernel::gains_by_fetching`](crate::decode::Kernel::gains_by_fetching) has what was measured.

use memmap2::{MmapOptions, MmapRaw};

use super::{Chunks, Source};
use crate::decode::Fetched;

/// The chunks that are read before fetching begins: a short file ends before anything is gained.
const FIRST: u64 = 16;

/// Files are mapped in portions as large as a large page. Where the page cache has such pages, mapping runs at 190 GB/s
/// then; with half of it, page by page, at 18 GB/s.
const PORTION: u64 = 2 << 20;

/// The page faults that loading a chunk takes at most where pages are large. The kernel maps 64 KiB of small pages at a
/// time, which are 8 faults for each chunk; a file that was written 1 MiB at a time takes 2, 4 MiB at a time less than 1.
#[cfg(target_os = "linux")]
const FEW_FAULTS: libc::c_long = 4;

/// The maximum number of portions to skip after one with small pages. All pages of a portion have one size, but those of
/// its neighbours often have another: in a file of 600 MB, 1 to 20 portions in a row had small pages, and 1 to 30 large
/// ones. So at first only the rest of such a portion is skipped, then one, three and seven more, and so on.
#[cfg(target_os = "linux")]
const MAX_SKIPPED: u64 = 15;

/// What fetches the next chunk, for one thread.
pub(crate) struct Ahead {
    fetched: Fetched,
    /// The offset at which fetching resumes.
    resumed: u64,
    /// The number of portions to skip if the next one has small pages.
    #[cfg(target_os = "linux")]
    skipped: u64,
    /// A portion of the file, and where it starts.
    mapped: Option<(u64, MmapRaw)>,
}

impl Ahead {
    /// Fetches chunks of these files.
    pub(crate) fn new(fetched: Fetched) -> Self {
        Self {
            fetched,
            resumed: 0,
            #[cfg(target_os = "linux")]
            skipped: 0,
            mapped: None,
        }
    }

    /// The distance from the bytes of `chunk`, which has just been read, to those of chunk `next`; 0 if these are not
    /// fetched.
    pub(crate) fn distance(&mut self, chunks: &Chunks<'_>, next: u64, chunk: &[u8]) -> isize {
        let here = chunk.as_ptr().addr();
        let there = self.address(chunks, next);
        there.map_or(0, |there| there.addr().wrapping_sub(here).cast_signed())
    }

    /// Maps chunk `next`, loads it into memory, since the processor can fetch nothing else, and returns its address.
    /// `None` if it reaches beyond a portion or the end of the file, or cannot be mapped.
    fn address(&mut self, chunks: &Chunks<'_>, next: u64) -> Option<*const u8> {
        let Source::File(file, range) = chunks.source else {
            return None;
        };
        let offset = range.start + next * chunks.size as u64;
        let start = offset / PORTION * PORTION;
        let from = (offset - start) as usize;
        if self.fetched == Fetched::None
            || next < FIRST
            || offset < self.resumed
            || from + chunks.size > PORTION as usize
        {
            return None;
        }
        if self.mapped.as_ref().is_none_or(|&(at, _)| at != start) {
            // The old portion makes room first.
            self.mapped = None;
            let mut options = MmapOptions::new();
            options.offset(start).len(PORTION as usize);
            self.mapped = Some((start, options.map_raw_read_only(&**file).ok()?));
        }
        let (_, map) = self.mapped.as_ref()?;
        #[cfg(target_os = "linux")]
        {
            let before = (self.fetched == Fetched::OfLargePages).then(page_faults);
            map.advise_range(memmap2::Advice::PopulateRead, from, chunks.size)
                .ok()?;
            if before.is_some_and(|before| page_faults() - before > FEW_FAULTS) {
                self.resumed = start + (1 + self.skipped) * PORTION;
                self.skipped = MAX_SKIPPED.min(2 * self.skipped + 1);
            } else {
                self.skipped = 0;
            }
        }
        Some(map.as_ptr().wrapping_add(from))
    }
}

/// The page faults so far of this thread.
#[cfg(target_os = "linux")]
fn page_faults() -> libc::c_long {
    let mut used = std::mem::MaybeUninit::zeroed();
    // SAFETY: the call writes to `used`, which is ours and large enough; besides, all bytes 0 are a valid `rusage`.
    let used: libc::rusage = unsafe {
        libc::getrusage(libc::RUSAGE_THREAD, used.as_mut_ptr());
        used.assume_init()
    };
    used.ru_minflt
}
