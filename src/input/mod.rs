//! Files and standard input: reading, and finding the line and column of an offset.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use memmap2::Mmap;

use crate::decode::PADDING;
use crate::engine::pipe::Chunk;
use crate::engine::threads;
use crate::error::{Error, InputError, InputErrorKind, Location};

/// An input that is open.
pub struct Input {
    /// The name as it was given, or `stdin`.
    pub name: String,
    file: File,
    rewind: Rewind,
}

/// How the line of an offset is found.
enum Rewind {
    /// The file can be read again from this position, so nothing is done until something is wrong.
    From(u64),
    /// What was read is gone, so line ends are counted as they pass.
    Gone {
        /// Before the last chunk that was read.
        before: LineCounter,
        /// Behind it.
        now: LineCounter,
    },
}

/// Counts lines.
#[derive(Clone, Copy, Default)]
struct LineCounter {
    /// Line ends so far.
    ends: u64,
    /// Bytes so far.
    bytes: u64,
    /// Bytes up to the last line end.
    line_start: u64,
}

impl LineCounter {
    fn advance(&mut self, chunk: &[u8]) {
        if let Some(last) = memchr::memrchr(b'\n', chunk) {
            self.ends += memchr::memchr_iter(b'\n', chunk).count() as u64;
            self.line_start = self.bytes + last as u64 + 1;
        }
        self.bytes += chunk.len() as u64;
    }

    /// The line ends in the bytes `range` of a file, counted from `start`; the first line of them
    /// starts before or with them.
    fn of(file: &File, start: u64, range: Range<u64>) -> io::Result<Self> {
        let mut lines = Self {
            bytes: range.start,
            ..Self::default()
        };
        let mut buffer = vec![0; 256 * 1024];
        while lines.bytes < range.end {
            let left = usize::try_from(range.end - lines.bytes).unwrap_or(usize::MAX);
            let wanted = buffer.len().min(left);
            match read_at(file, &mut buffer[..wanted], start + lines.bytes) {
                Ok(0) => break,
                Ok(len) => lines.advance(&buffer[..len]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(lines)
    }

    /// The position of `offset`, on the line that has begun.
    fn position(&self, offset: u64) -> Location {
        Location {
            line: self.ends + 1,
            column: offset - self.line_start + 1,
        }
    }
}

impl Input {
    /// Standard input.
    ///
    /// # Errors
    /// It is closed.
    pub fn stdin() -> Result<Self, Error> {
        let name = "stdin".to_owned();
        #[cfg(unix)]
        let file = {
            use std::os::fd::AsFd;
            io::stdin().as_fd().try_clone_to_owned().map(File::from)
        };
        #[cfg(windows)]
        let file = {
            use std::os::windows::io::AsHandle;
            io::stdin().as_handle().try_clone_to_owned().map(File::from)
        };
        match file {
            Ok(file) => Ok(Self::new(name, file)),
            Err(error) => Err(Error::io(&name, error)),
        }
    }

    /// The file at `path`; `-` is standard input.
    ///
    /// # Errors
    /// It cannot be opened.
    pub fn named(path: &Path) -> Result<Self, Error> {
        if path == Path::new("-") {
            Self::stdin()
        } else {
            Self::open(path)
        }
    }

    /// The file at `path`.
    ///
    /// # Errors
    /// It cannot be opened.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let name = path.display().to_string();
        match File::open(path) {
            Ok(file) => Ok(Self::new(name, file)),
            Err(error) => Err(Error::io(&name, error)),
        }
    }

    /// What is left of `file`, which is called `name`.
    pub fn new(name: String, mut file: File) -> Self {
        let regular = file.metadata().is_ok_and(|metadata| metadata.is_file());
        let rewind = match file.stream_position() {
            Ok(start) if regular => Rewind::From(start),
            _ => Rewind::Gone {
                before: LineCounter::default(),
                now: LineCounter::default(),
            },
        };
        if !regular {
            enlarge_pipe(&file);
        }
        Self { name, file, rewind }
    }

    /// The chunks of `size` bytes, if this is a file that can be read in any order. With the promise
    /// that mapping takes, it is mapped into memory; what cannot be mapped, the files of `/proc` for
    /// one, is read.
    pub fn chunks(&self, size: usize, map: Option<FilesStayUnchanged>) -> Option<Chunks<'_>> {
        let Rewind::From(start) = self.rewind else {
            return None;
        };
        let mapped = |FilesStayUnchanged(())| {
            // SAFETY: nobody may change the file while it is mapped, which whoever made the
            // `FilesStayUnchanged` has promised.
            unsafe { Mmap::map(&self.file) }.ok()
        };
        Some(Chunks {
            file: &self.file,
            start,
            size,
            map: map.and_then(mapped),
        })
    }

    /// How many bytes the file has from here on, as far as that is known; else 0.
    pub fn len(&self) -> u64 {
        match self.rewind {
            Rewind::From(start) => self
                .file
                .metadata()
                .map_or(0, |file| file.len().saturating_sub(start)),
            Rewind::Gone { .. } => 0,
        }
    }

    /// Appends the bytes `range` of the file to `to`, and returns how many there were; none, if this is
    /// no file that can be read in any order. The operating system does the copying, if it can.
    ///
    /// # Errors
    /// Those of reading and writing.
    pub fn copy(&self, range: Range<u64>, to: &mut File) -> io::Result<u64> {
        let Rewind::From(start) = self.rewind else {
            return Ok(0);
        };
        let mut file = &self.file;
        file.seek(SeekFrom::Start(start + range.start))?;
        io::copy(&mut file.take(range.end - range.start), to)
    }

    /// Leaves the file, if it can be read in any order, `len` bytes behind where it was, as if they
    /// had been read one after the other: whoever shares it goes on there.
    pub fn skip(&mut self, len: u64) {
        if let Rewind::From(start) = self.rewind {
            let _ = self.file.seek(SeekFrom::Start(start + len));
        }
    }

    /// This input, or a copy of it if it can be read only once: an input that can be read again.
    ///
    /// # Errors
    /// It cannot be read, or the copy not be written.
    pub fn to_read_again(mut self) -> Result<Self, Error> {
        if let Rewind::From(_) = self.rewind {
            return Ok(self);
        }
        // A file without a name: nothing of it stays.
        let mut copy = tempfile::tempfile().map_err(Error::temporary_file)?;
        let mut buffer = vec![0; 1 << 20];
        loop {
            let read = self.read(&mut buffer);
            let len = read.map_err(|error| Error::io(&self.name, error))?;
            if len == 0 {
                break;
            }
            copy.write_all(&buffer[..len])
                .map_err(Error::temporary_file)?;
        }
        copy.rewind().map_err(Error::temporary_file)?;
        Ok(Self::new(self.name, copy))
    }

    /// Whether a read may take until somebody writes more.
    pub fn would_wait(&self) -> bool {
        would_wait(&self.file)
    }

    /// The line and column of `offset`: in the last chunk that was read, which is `chunk`, or at
    /// its end, or in a number that reaches into it.
    ///
    /// # Errors
    /// Those of reading the file again.
    pub fn position(&mut self, offset: u64, chunk: &[u8]) -> Result<Location, Error> {
        match &self.rewind {
            Rewind::From(start) => {
                let start = *start;
                self.position_from(start, offset)
                    .map_err(|error| Error::io(&self.name, error))
            }
            Rewind::Gone { before, .. } => {
                let mut lines = *before;
                lines.advance(&chunk[..offset.saturating_sub(lines.bytes) as usize]);
                Ok(lines.position(offset))
            }
        }
    }

    /// Reports `error` in test case `case`, found in the last chunk that was read.
    pub fn error(&mut self, error: InputError, case: u64, chunk: &[u8]) -> Error {
        let offset = error.at.offset();
        let kind = if offset == 0 && self.starts_with_byte_order_mark(chunk) {
            InputErrorKind::ByteOrderMark
        } else {
            error.kind
        };
        match self.position(offset, chunk) {
            Ok(position) => Error::Input {
                name: self.name.clone(),
                position,
                kind,
                case,
            },
            Err(error) => error,
        }
    }

    /// Whether the input starts with a byte-order mark. If it cannot be read again, `chunk` has the
    /// first byte of it or more.
    fn starts_with_byte_order_mark(&mut self, chunk: &[u8]) -> bool {
        const MARK: &[u8] = b"\xef\xbb\xbf";
        let mut start = Vec::new();
        match self.rewind {
            Rewind::From(position) => {
                // If that cannot be done, the byte is reported as any other.
                let _ = self.file.seek(SeekFrom::Start(position));
            }
            Rewind::Gone { before, now } => {
                let len = (now.bytes - before.bytes) as usize;
                start.extend_from_slice(&chunk[..len.min(MARK.len())]);
            }
        }
        if MARK.starts_with(&start) {
            let rest = (MARK.len() - start.len()) as u64;
            let _ = (&self.file).take(rest).read_to_end(&mut start);
        }
        start == MARK
    }

    /// The position of `offset`, counted from `start`. Threads share the work: to look for the line of
    /// an error should take less time than to come as far as the error.
    fn position_from(&self, start: u64, offset: u64) -> io::Result<Location> {
        /// Below this a thread is not worth while.
        const SHARE: u64 = 8 << 20;
        let file = &self.file;
        let threads = std::thread::available_parallelism().map_or(1, |n| n.get().min(4) as u64);
        let parts = (offset / SHARE).clamp(1, threads);
        let cut = |k: u64| offset / parts * k + if k == parts { offset % parts } else { 0 };
        let taken = AtomicU64::new(0);
        let total = Mutex::new(Ok(LineCounter::default()));
        threads::share(parts as usize, || {
            loop {
                let k = taken.fetch_add(1, Ordering::Relaxed);
                if k >= parts {
                    return;
                }
                let part = LineCounter::of(file, start, cut(k)..cut(k + 1));
                let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
                match (&mut *total, part) {
                    (Ok(lines), Ok(part)) => {
                        lines.ends += part.ends;
                        lines.line_start = lines.line_start.max(part.line_start);
                    }
                    (total, Err(error)) => *total = Err(error),
                    (Err(_), Ok(_)) => {}
                }
            }
        });
        let lines = total.into_inner().unwrap_or_else(PoisonError::into_inner)?;
        Ok(lines.position(offset))
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.file.read(buffer) {
                Ok(len) => {
                    if let Rewind::Gone { before, now } = &mut self.rewind {
                        *before = *now;
                        now.advance(&buffer[..len]);
                    }
                    return Ok(len);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // Somebody else made the open file non-blocking; to us that is one that waits.
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    wait(&self.file);
                }
                Err(error) => return Err(error),
            }
        }
    }
}

/// The promise that mapping files takes.
#[derive(Clone, Copy, Debug)]
pub struct FilesStayUnchanged(());

impl FilesStayUnchanged {
    /// Promises it.
    ///
    /// # Safety
    /// Nobody, in this process or in another one, changes or truncates a file that is read as long as
    /// its [`Chunks`] are used.
    pub unsafe fn promise() -> Self {
        Self(())
    }
}

/// The chunks of a file that can be read in any order.
pub struct Chunks<'a> {
    file: &'a File,
    /// Where the first one starts.
    start: u64,
    /// Bytes in each of them but the last.
    size: usize,
    /// The file in memory, if it is mapped.
    map: Option<Mmap>,
}

impl Chunks<'_> {
    /// Bytes in each chunk but the last.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Chunk number `k`, counted from 0. One that is shorter than the others ends the file.
    ///
    /// # Errors
    /// Those of reading.
    pub fn get<'b>(&'b self, k: u64, buffer: &'b mut ChunkBuffer) -> io::Result<Chunk<'b>> {
        let offset = self.start + k * self.size as u64;
        if let Some(map) = &self.map {
            let rest = map
                .get(usize::try_from(offset).unwrap_or(usize::MAX)..)
                .unwrap_or(&[]);
            if rest.len() >= self.size + PADDING {
                return Ok(Chunk::new(rest, self.size));
            }
            // The last bytes have no padding behind them.
            let len = rest.len().min(self.size);
            buffer.bytes()[..len].copy_from_slice(&rest[..len]);
            return Ok(Chunk::new(buffer.bytes(), len));
        }
        let bytes = &mut buffer.bytes()[..self.size];
        let mut len = 0;
        while len < bytes.len() {
            match read_at(self.file, &mut bytes[len..], offset + len as u64) {
                Ok(0) => break,
                Ok(more) => len += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(Chunk::new(buffer.bytes(), len))
    }

    /// Says that the first `count` chunks are not needed any more, so that those of a mapped file
    /// can leave the memory.
    pub fn done_with(&self, count: u64) {
        /// Pages are given back in portions of so many bytes.
        const PORTION: u64 = 64 << 20;
        #[cfg(unix)]
        if let Some(map) = &self.map {
            let end = self.start + count * self.size as u64;
            if end / PORTION > (end - self.size as u64) / PORTION && end >= PORTION {
                let start = ((end / PORTION - 1) * PORTION) as usize;
                // The last chunk may be shorter than the others: the map can end before `end`.
                let len = (PORTION as usize).min(map.len().saturating_sub(start));
                // SAFETY: `start + len` is at most `map.len()`, so no page behind the map is touched;
                // and the pages of a file that is mapped for reading only are read again when they are
                // looked at again, so nothing is lost. If this fails, they just stay.
                let _ = unsafe {
                    map.unchecked_advise_range(memmap2::UncheckedAdvice::DontNeed, start, len)
                };
            }
        }
    }
}

/// Room for a chunk and its padding, where the operating system copies fast.
pub struct ChunkBuffer {
    buffer: Vec<u8>,
    aligned: usize,
}

impl ChunkBuffer {
    /// Room for a chunk of at most `size` bytes.
    pub fn new(size: usize) -> Self {
        // Whole pages are copied faster to an address that is a multiple of their size: reading
        // took a quarter longer without that.
        const PAGE: usize = 4096;
        let buffer = vec![0; PAGE + size + PADDING];
        let aligned = buffer.as_ptr().align_offset(PAGE);
        Self { buffer, aligned }
    }

    /// The room, padding included.
    pub fn bytes(&mut self) -> &mut [u8] {
        &mut self.buffer[self.aligned..]
    }
}

#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, offset)
}

#[cfg(windows)]
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, offset)
}

/// Makes a pipe hold more, so that the two programs take turns less often: reading 64 KiB at a time
/// is half as fast as 1 MiB. What is not a pipe, or may not grow, stays as it is.
pub(crate) fn enlarge_pipe(file: &File) {
    #[cfg(target_os = "linux")]
    let _ = rustix::pipe::fcntl_setpipe_size(file, 1 << 20);
    #[cfg(not(target_os = "linux"))]
    let _ = file;
}

/// Whether a read would wait for somebody to write.
#[cfg(unix)]
fn would_wait(file: &File) -> bool {
    let now = rustix::event::Timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    !matches!(poll(file, Some(&now)), Ok(1..))
}

/// Waits until there is something to read.
#[cfg(unix)]
fn wait(file: &File) {
    // An error (a signal, say) only means that the next read is tried early.
    let _ = poll(file, None);
}

#[cfg(unix)]
fn poll(file: &File, timeout: Option<&rustix::event::Timespec>) -> rustix::io::Result<usize> {
    use rustix::event::{PollFd, PollFlags};
    rustix::event::poll(&mut [PollFd::new(file, PollFlags::IN)], timeout)
}

/// Elsewhere nobody can tell; to believe that it would is right and only slower.
#[cfg(not(unix))]
fn would_wait(_file: &File) -> bool {
    true
}

#[cfg(not(unix))]
fn wait(_file: &File) {
    std::thread::sleep(std::time::Duration::from_millis(1));
}
