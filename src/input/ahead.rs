//! Fetching bytes of a file into the cache before they are read, while others are decoded.
//!
//! On an Intel Sapphire Rapids, the kernel copies 5 GB/s if the bytes come from memory, and 19 GB/s if they are in
//! the second-level cache. Decoding hardly uses memory. So the bytes that a thread is likely to read next are
//! mapped, and for every group of bytes that is decoded, one group of those is prefetched.
//! Nothing is read through the mapping, so it does no harm if the file changes.

use std::fs::File;
use std::io;

use memmap2::{MmapOptions, MmapRaw};

use super::chunk::Chunk;
use super::{ChunkBuffer, Chunks};

/// In a file with fewer bytes, the start costs more than is gained.
const ENOUGH: u64 = 4 * 1024 * 1024;

/// How far ahead the bytes of a mapped file are fetched. By itself, the processor does so only up to the end of a
/// page. A run took 0.92 of the time with this distance, and 0.93 with 1 or 4 KiB.
const NEAR: isize = 16 * 1024;

/// Files are mapped in portions as large as a large page. Where the page cache has such pages, mapping runs at
/// 190 GB/s then; with half of it, page by page, at 18 GB/s.
const PORTION: u64 = 2 * 1024 * 1024;

/// A chunk of a file that is read in pieces.
#[derive(Clone, Copy)]
pub struct Pieces {
    /// The offset of the chunk.
    pub start: u64,
    /// Its length.
    pub len: usize,
    /// The length of each piece but the last.
    pub piece: usize,
    /// The offset of the chunk that the same thread is likely to read next, if any.
    pub next: Option<u64>,
}

/// Reads a file for one thread.
pub struct Reader<'r> {
    chunks: &'r Chunks<'r>,
    portion: Option<MappedPortion<'r>>,
    /// The distance to what is fetched where no portion is mapped.
    near: isize,
}

impl<'r> Reader<'r> {
    /// Reads `chunks`.
    pub fn new(chunks: &'r Chunks<'r>) -> Self {
        let gains = chunks.len >= ENOUGH && memory_is_slow();
        let is_mapped = chunks.map.is_some();
        Self {
            chunks,
            portion: (gains && !is_mapped).then(|| MappedPortion::of(chunks.file)),
            near: if gains && is_mapped { NEAR } else { 0 },
        }
    }

    /// Reads the piece at the byte `at` of a chunk into `buffer`. Returns its length, and the distance from each of
    /// its bytes to the one that should be fetched while it is decoded: one of those that are likely to be read next.
    pub fn read(
        &mut self,
        pieces: Pieces,
        at: usize,
        buffer: &mut ChunkBuffer,
    ) -> (io::Result<usize>, isize) {
        let (offset, rest) = (pieces.start + at as u64, pieces.len - at);
        let len = pieces.piece.min(rest);
        let bytes = &mut buffer.bytes()[..len];
        let read = self.chunks.read(offset, bytes);
        let end = offset + len as u64;
        let next = if len < rest { Some(end) } else { pieces.next };
        let next = next.filter(|next| next + len as u64 <= self.chunks.len);
        let address = self
            .portion
            .as_mut()
            .zip(next)
            .and_then(|(portion, next)| portion.address(self.chunks.start + next, len));
        let here = bytes.as_ptr().addr();
        let distance = |there: *const u8| there.addr().wrapping_sub(here).cast_signed();
        (read, address.map_or(self.near, distance))
    }

    /// Reads the pieces of a chunk from the byte `at` on, passes each of them on, and returns the length of them all.
    /// There are none if the piece before was not whole.
    ///
    /// # Errors
    /// Errors of reading.
    pub fn read_rest(
        &mut self,
        pieces: Pieces,
        mut at: usize,
        buffer: &mut ChunkBuffer,
        mut pass: impl FnMut(Chunk<'_>),
    ) -> io::Result<usize> {
        let start = at;
        while at < pieces.len && at.is_multiple_of(pieces.piece) {
            let (read, distance) = self.read(pieces, at, buffer);
            let len = read?;
            if len == 0 {
                break;
            }
            let chunk = self.chunks.chunk(pieces.start + at as u64, len, buffer);
            pass(chunk.fetching(distance));
            at += len;
        }
        Ok(at - start)
    }
}

/// A portion of a file in memory.
pub struct MappedPortion<'f> {
    file: &'f File,
    /// The portion, and where it starts in the file.
    mapped: Option<(u64, MmapRaw)>,
}

impl<'f> MappedPortion<'f> {
    /// No portion of `file` yet.
    pub fn of(file: &'f File) -> Self {
        Self { file, mapped: None }
    }

    /// Maps `len` bytes at `offset` of the file, loads them into memory, and returns their address, which is valid
    /// until the next call. `None` if they reach beyond a portion or the end of the file, or cannot be mapped.
    pub fn address(&mut self, offset: u64, len: usize) -> Option<*const u8> {
        let start = offset / PORTION * PORTION;
        let from = (offset - start) as usize;
        if from + len > PORTION as usize {
            return None;
        }
        if self.mapped.as_ref().is_none_or(|&(at, _)| at != start) {
            // The old portion makes room first.
            self.mapped = None;
            let mut options = MmapOptions::new();
            options.offset(start).len(PORTION as usize);
            self.mapped = Some((start, options.map_raw_read_only(self.file).ok()?));
        }
        let (_, map) = self.mapped.as_ref()?;
        populate(map, from, len)?;
        Some(map.as_ptr().wrapping_add(from))
    }
}

/// Makes sure that `len` bytes at `from` are in memory, since the processor can fetch no others into the cache.
fn populate(map: &MmapRaw, from: usize, len: usize) -> Option<()> {
    #[cfg(target_os = "linux")]
    {
        let advice = memmap2::Advice::PopulateRead;
        map.advise_range(advice, from, len).ok()
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = (map, from, len);
        None
    }
}

/// Whether the kernel's copies wait for memory: true on Intel processors. On AMD Zen 4, it copies 18 GB/s from there.
pub fn memory_is_slow() -> bool {
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    {
        #[allow(
            unused_unsafe,
            reason = "the oldest Rust that we support has it as unsafe"
        )]
        // SAFETY: every such processor has the instruction.
        let answer = unsafe { std::arch::x86_64::__cpuid(0) };
        let vendor = [answer.ebx, answer.edx, answer.ecx].map(u32::to_le_bytes);
        vendor.as_flattened() == b"GenuineIntel"
    }
    #[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
    false
}
