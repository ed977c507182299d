//! Fetching a chunk of a file into the cache before it is read, while another one is decoded.
//!
//! What the kernel copies comes from memory at 5 GB/s, and from the second-level cache at 19 GB/s (Intel
//! Sapphire Rapids), and decoding leaves memory idle. So the chunk that a thread is likely to read next is
//! mapped into memory, and for every group of bytes that is decoded, the processor is asked to fetch one
//! that will be read. Nothing is ever read through the mapping, so a file that changes does no harm.

use std::fs::File;
use std::io;
use std::ops::Range;

use memmap2::{MmapOptions, MmapRaw};

use super::chunk::Chunk;
use super::{ChunkBuffer, Chunks};

/// In a file with fewer bytes, the start costs more than is gained.
const ENOUGH: u64 = 4 * 1024 * 1024;

/// How far ahead the bytes of a mapped file are fetched: the processor does so by itself only up to the end of a
/// page. With this, a run took 0.92 of the time, with 1 or 4 KiB 0.93.
const NEAR: isize = 16 * 1024;

/// Files are mapped in portions of this size, the one of large pages: those that are in memory as large
/// pages are mapped at 190 GB/s with it, and at 18 GB/s, page by page, with half of it.
const PORTION: u64 = 2 * 1024 * 1024;

/// Reads a file for one thread.
pub struct Reader<'r> {
    chunks: &'r Chunks<'r>,
    window: Option<Window<'r>>,
    /// The distance to what is fetched if there is no window.
    near: isize,
}

impl<'r> Reader<'r> {
    /// Reads `chunks`.
    pub fn new(chunks: &'r Chunks<'r>) -> Self {
        let gains = chunks.len >= ENOUGH && memory_is_slow();
        let is_mapped = chunks.map.is_some();
        Self {
            chunks,
            window: (gains && !is_mapped).then(|| Window::on(chunks.file)),
            near: if gains && is_mapped { NEAR } else { 0 },
        }
    }

    /// Reads `len` bytes at `offset` into `buffer`, and returns their number. If `more` are likely to be read next,
    /// returns also the distance from each of them to the one that should be fetched for it.
    pub fn read(
        &mut self,
        offset: u64,
        len: usize,
        more: bool,
        buffer: &mut ChunkBuffer,
    ) -> (io::Result<usize>, isize) {
        let bytes = &mut buffer.bytes()[..len];
        let read = self.chunks.read(offset, bytes);
        let next = offset + len as u64;
        let is_there = more && next + len as u64 <= self.chunks.len;
        let window = self.window.as_mut().filter(|_| is_there);
        let address = window.and_then(|window| window.address(self.chunks.start + next, len));
        let here = bytes.as_ptr().addr();
        let distance = |there: *const u8| there.addr().wrapping_sub(here).cast_signed();
        (read, address.map_or(self.near, distance))
    }

    /// Reads the bytes `rest` of the chunk that starts at `start`, which is read in pieces of length `piece`, passes
    /// them on piece by piece, and returns their number. There are none if the piece before was not whole.
    ///
    /// # Errors
    /// Errors of reading.
    pub fn read_rest(
        &mut self,
        start: u64,
        rest: Range<usize>,
        piece: usize,
        buffer: &mut ChunkBuffer,
        mut pass: impl FnMut(Chunk<'_>),
    ) -> io::Result<usize> {
        let mut at = rest.start;
        while at < rest.end && at.is_multiple_of(piece) {
            let (offset, len) = (start + at as u64, piece.min(rest.end - at));
            let (read, distance) = self.read(offset, len, at + len < rest.end, buffer);
            let len = read?;
            if len == 0 {
                break;
            }
            let chunk = self.chunks.chunk(offset, len, buffer);
            pass(chunk.fetching(distance));
            at += len;
        }
        Ok(at - rest.start)
    }
}

/// A mapped portion of a file.
pub struct Window<'f> {
    file: &'f File,
    /// The portion, and where it starts in the file.
    mapped: Option<(u64, MmapRaw)>,
}

impl<'f> Window<'f> {
    /// A window on `file`.
    pub fn on(file: &'f File) -> Self {
        Self { file, mapped: None }
    }

    /// Maps `len` bytes at `offset` of the file, which are in memory then, and returns their address, which is
    /// valid until the next call. `None` if they reach beyond a portion or the end of the file, or cannot be mapped.
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

/// Makes sure that `len` bytes at `from` are in memory, since the processor fetches no others.
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

/// Whether copies wait for memory, as on processors of Intel. On AMD Zen 4, the kernel copies 18 GB/s from there.
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
