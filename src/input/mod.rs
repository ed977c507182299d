//! Files and standard input: reading, and finding the line and column of an offset.

pub(crate) mod ahead;

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use memmap2::Mmap;

use crate::decode::{Chunk, Fetched, PADDING};
use crate::error::{Error, InputError, InputErrorKind, Location, byte_order_mark, is_closed_pipe, wide_character};
use crate::interrupt;
use crate::text::line_ends;

/// An open input. A clone reads the same file, and goes on where that was read to.
#[derive(Clone)]
pub struct Input {
    /// The name as it was given, or `stdin`.
    pub name: String,
    source: Source,
    /// How many bytes have been read.
    read: Count,
    /// Of a stream, the lines that a run has [passed](Self::pass), and the chunk in which it ended.
    passed: LineCounter,
    last: Vec<u8>,
}

/// How much of some work is done: a counter that those who do the work share with whoever shows it.
pub type Count = Arc<AtomicU64>;

/// Where the bytes of an input are. Lines are counted only when something is wrong; if the bytes cannot be read again,
/// line ends must be counted as they pass.
#[derive(Clone)]
enum Source {
    /// In this range of a file that can be read in any order; it may reach beyond the end of the file.
    File(Arc<File>, Range<u64>),
    /// In a pipe or a terminal.
    Stream(Arc<File>),
    /// In memory; so many have been read in sequence.
    Memory(Arc<[u8]>, usize),
}

impl Source {
    /// Reads some of the bytes from `offset` on, if they can be read in any order; none at their end.
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        match self {
            Self::File(file, range) => loop {
                match read_at(file, buffer, range.start + offset) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    result => return result,
                }
            },
            Self::Stream(_) => Err(io::ErrorKind::NotSeekable.into()),
            Self::Memory(bytes, _) => {
                let offset = usize::try_from(offset).unwrap_or(usize::MAX);
                bytes.get(offset..).unwrap_or_default().read(buffer)
            }
        }
    }

    /// How many bytes there can be from `offset` on.
    fn most_from(&self, offset: u64) -> usize {
        let most = match self {
            Self::File(_, range) => range.end.saturating_sub(range.start + offset),
            Self::Stream(_) | Self::Memory(..) => u64::MAX,
        };
        usize::try_from(most).unwrap_or(usize::MAX)
    }

    fn can_be_read_again(&self) -> bool {
        !matches!(self, Self::Stream(_))
    }
}

/// Counts lines.
#[derive(Clone, Copy, Debug, Default)]
struct LineCounter {
    /// Newlines so far.
    ends: u64,
    bytes: u64,
    /// Bytes up to the last newline.
    line_start: u64,
}

impl LineCounter {
    /// Counts the lines in the next bytes.
    fn advance(&mut self, chunk: &[u8]) {
        if let Some(last) = memchr::memrchr(b'\n', chunk) {
            self.ends += line_ends(chunk) as u64;
            self.line_start = self.bytes + last as u64 + 1;
        }
        self.bytes += chunk.len() as u64;
    }

    /// The location of `offset`, which is on the current line.
    fn position(&self, offset: u64) -> Location {
        Location {
            line: self.ends + 1,
            column: offset - self.line_start + 1,
        }
    }
}

impl Input {
    /// Standard input.
    pub(crate) fn stdin() -> Result<Self, Error> {
        let file = duplicate(&io::stdin()).map_err(|error| Error::io("stdin", error))?;
        Ok(Self::new("stdin".to_owned(), file))
    }

    /// The file at `path`; `-` is standard input.
    pub(crate) fn named(path: &Path) -> Result<Self, Error> {
        if path == Path::new("-") {
            Self::stdin()
        } else {
            Self::open(path)
        }
    }

    /// The file at `path`.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let name = path.display().to_string();
        // Windows says that it is denied access to a directory.
        if cfg!(windows) && path.is_dir() {
            return Err(Error::io(&name, io::ErrorKind::IsADirectory.into()));
        }
        match File::open(path) {
            Ok(file) => Ok(Self::new(name, file)),
            Err(error) => Err(Error::io(&name, error)),
        }
    }

    /// The rest of `file`, which is called `name`.
    pub fn new(name: String, mut file: File) -> Self {
        let regular = is_regular(&file);
        let source = match file.stream_position() {
            Ok(start) if regular => Source::File(Arc::new(file), start..u64::MAX),
            Ok(_) | Err(_) => {
                enlarge_pipe(&file);
                Source::Stream(Arc::new(file))
            }
        };
        Self::of(name, source)
    }

    fn of(name: String, source: Source) -> Self {
        Self {
            name,
            source,
            read: Count::default(),
            passed: LineCounter::default(),
            last: Vec::new(),
        }
    }

    /// The same input, which counts there how many bytes are read.
    pub(crate) fn counted(mut self, read: &Count) -> Self {
        self.read = Arc::clone(read);
        self
    }

    /// These bytes, which are called `name`.
    pub fn from_bytes(name: String, bytes: impl Into<Arc<[u8]>>) -> Self {
        Self::of(name, Source::Memory(bytes.into(), 0))
    }

    /// The chunks of `size` bytes, if they can be read in any order. Given the promise that mapping requires, the file
    /// is mapped into memory; if that fails, as for files in `/proc`, it is read.
    pub fn chunks(&self, size: usize, map: Option<FilesStayUnchanged>) -> Option<Chunks<'_>> {
        let map = match (&self.source, map) {
            // SAFETY: the file must not change while it is mapped, as the creator of the `FilesStayUnchanged` promised.
            (Source::File(file, range), Some(FilesStayUnchanged(()))) => unsafe {
                Mmap::map(&**file).ok().map(|map| (map, range.start))
            },
            _ => None,
        };
        self.source.can_be_read_again().then_some(Chunks {
            source: &self.source,
            read: &self.read,
            size,
            map,
            fetched: Fetched::None,
        })
    }

    /// Whether it can be read in any order, so that a copy of this is read again.
    pub(crate) fn can_be_read_again(&self) -> bool {
        self.source.can_be_read_again()
    }

    /// The number of bytes from the start of the input, or 0 if it is unknown.
    pub(crate) fn len(&self) -> u64 {
        self.known_len().ok().flatten().unwrap_or(0)
    }

    /// The number of bytes from the start of the input, if it can be read in any order.
    pub(crate) fn known_len(&self) -> Result<Option<u64>, Error> {
        Ok(match &self.source {
            Source::File(file, range) => {
                let metadata = file.metadata();
                let len = metadata.map_err(|error| Error::io(&self.name, error))?.len();
                Some(len.min(range.end).saturating_sub(range.start))
            }
            Source::Stream(_) => None,
            Source::Memory(bytes, _) => Some(bytes.len() as u64),
        })
    }

    /// Moves the file position `len` bytes past the start, if the file can be read in any order, as if the bytes had
    /// been read in sequence: a process that shares the file continues there.
    pub(crate) fn skip(&self, len: u64) {
        if let Source::File(file, range) = &self.source {
            let _ = (&**file).seek(SeekFrom::Start(range.start + len));
        }
    }

    /// The bytes in `range`, if they can be read in any order.
    pub(crate) fn part(&self, part: Range<u64>) -> Option<Self> {
        let source = match &self.source {
            Source::File(file, range) => {
                let start = range.start + part.start;
                Source::File(Arc::clone(file), start..range.start + part.end)
            }
            Source::Stream(_) => return None,
            Source::Memory(bytes, _) => Source::Memory(bytes[part.start as usize..part.end as usize].into(), 0),
        };
        Some(Self { source, ..self.clone() })
    }

    /// Fills `bytes` with those at `offset`, and returns their number. Fewer end the input. It is an error if that can
    /// be read only once.
    pub(crate) fn read_at(&self, offset: u64, bytes: &mut [u8]) -> Result<usize, Error> {
        let chunks = self
            .chunks(bytes.len(), None)
            .ok_or_else(|| Error::changed(&self.name))?;
        let read = chunks.read(offset, bytes);
        read.map_err(|error| Error::io(&self.name, error))
    }

    /// Copies the bytes in `range`, which can be read in any order, to `output`.
    pub(crate) fn copy(&self, range: Range<u64>, output: &mut File) -> io::Result<()> {
        let len = range.end - range.start;
        let copied = match &self.source {
            Source::File(file, whole) => {
                let mut file = &**file;
                file.seek(SeekFrom::Start(whole.start + range.start))?;
                io::copy(&mut file.take(len), output)?
            }
            Source::Stream(_) => return Err(io::ErrorKind::NotSeekable.into()),
            Source::Memory(bytes, _) => {
                output.write_all(&bytes[range.start as usize..range.end as usize])?;
                len
            }
        };
        count(&self.read, copied as usize);
        let is_whole = copied == len;
        is_whole.then_some(()).ok_or(io::ErrorKind::UnexpectedEof.into())
    }

    /// Returns this input, or a copy of it if it can be read only once.
    pub(crate) fn into_rereadable(mut self) -> Result<Self, Error> {
        if self.source.can_be_read_again() {
            return Ok(self);
        }
        // An unnamed file, which leaves nothing behind.
        let mut copy = tempfile::tempfile().map_err(Error::temporary_file)?;
        let mut buffer = vec![0; 1 << 20];
        loop {
            let read = self.read(&mut buffer);
            let len = read.map_err(|error| Error::io(&self.name, error))?;
            if len == 0 {
                break;
            }
            copy.write_all(&buffer[..len]).map_err(Error::temporary_file)?;
        }
        copy.rewind().map_err(Error::temporary_file)?;
        Ok(Self::new(self.name, copy).counted(&self.read))
    }

    /// Returns whether a read may block until more is written.
    pub(crate) fn would_block(&self) -> bool {
        let Source::Stream(file) = &self.source else {
            return false;
        };
        let would_block = would_block(file);
        if would_block {
            interrupt::listen();
        }
        would_block
    }

    /// Notes that a run over a stream goes on after `chunk`, or that it ends there: lines are counted as they pass, and
    /// errors are located in the last chunk.
    pub(crate) fn pass(&mut self, chunk: &[u8], ends: bool) {
        if ends {
            self.last = chunk.to_vec();
        } else {
            self.passed.advance(chunk);
        }
    }

    /// The line and column of `offset`. If the input cannot be read again, that is in the chunk in which a run ended,
    /// or at its end, or in a number that reaches into it.
    pub(crate) fn position(&self, offset: u64) -> Result<Location, Error> {
        let mut lines = self.passed;
        if !self.source.can_be_read_again() {
            lines.advance(&self.last[..offset.saturating_sub(lines.bytes) as usize]);
            return Ok(lines.position(offset));
        }
        let mut buffer = vec![0; 256 * 1024];
        while lines.bytes < offset {
            let rest = usize::try_from(offset - lines.bytes).unwrap_or(usize::MAX);
            let len = buffer.len().min(rest);
            let read = self.source.read_at(&mut buffer[..len], lines.bytes);
            match read.map_err(|error| Error::io(&self.name, error))? {
                0 => break,
                len => lines.advance(&buffer[..len]),
            }
        }
        Ok(lines.position(offset))
    }

    /// Reports `error`, found in test case `case`.
    pub(crate) fn error(&self, error: InputError<u64>, case: u64) -> Error {
        let offset = error.at;
        let found = match error.kind {
            InputErrorKind::NotANumber(0x80..) => self.character(offset),
            _ => Vec::new(),
        };
        let mark = byte_order_mark(&found)
            .filter(|_| offset == 0)
            .map(InputErrorKind::ByteOrderMark);
        let character = wide_character(&found).map(InputErrorKind::NotADigit);
        let located = self.position(offset).map(|position| Error::Input {
            name: self.name.clone(),
            position,
            kind: mark.or(character).unwrap_or(error.kind),
            case,
        });
        located.unwrap_or_else(|error| error)
    }

    /// The bytes from `offset` on, as many as a character may have. If the input cannot be read again, that is in the
    /// chunk in which a run ended.
    fn character(&self, offset: u64) -> Vec<u8> {
        let mut bytes = vec![0; 4];
        // If reading fails, the byte is reported like any other.
        let read = match &self.source {
            // The rest of it may still be on its way.
            Source::Stream(file) => {
                let before = offset.saturating_sub(self.passed.bytes) as usize;
                let last = self.last.get(before..).unwrap_or_default();
                let len = last.first().map_or(0, |first| first.leading_ones().clamp(2, 4));
                bytes.clear();
                last.chain(&**file).take(len.into()).read_to_end(&mut bytes)
            }
            source => source.read_at(&mut bytes, offset),
        };
        bytes.truncate(read.unwrap_or(0));
        bytes
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let file = match &mut self.source {
            Source::File(file, _) | Source::Stream(file) => file,
            Source::Memory(bytes, at) => {
                let len = (&bytes[*at..]).read(buffer)?;
                *at += len;
                return Ok(len);
            }
        };
        loop {
            match (&**file).read(buffer) {
                Ok(len) => {
                    count(&self.read, len);
                    return Ok(len);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // Another process made the open file non-blocking; we need reads that wait.
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => wait_a_little(),
                // Its writer has closed a pipe; the standard library knows only one of the two numbers for it.
                Err(error) if is_closed_pipe(&error) => return Ok(0),
                Err(error) => return Err(error),
            }
        }
    }
}

/// The promise that mapping a file requires.
#[derive(Clone, Copy, Debug)]
pub struct FilesStayUnchanged(());

impl FilesStayUnchanged {
    /// Makes the promise.
    ///
    /// # Safety
    /// No process, this one included, changes or truncates a file that is read while its [`Chunks`] are
    /// in use.
    pub unsafe fn promise() -> Self {
        Self(())
    }
}

/// The chunks of a file that can be read in any order. Offsets are counted from the first one.
pub struct Chunks<'a> {
    source: &'a Source,
    read: &'a Count,
    /// The size of each chunk but the last.
    size: usize,
    /// The file in memory, if it is mapped, and where the first chunk starts in it.
    map: Option<(Mmap, u64)>,
    /// Whether each is fetched into the cache while the one before is decoded.
    pub fetched: Fetched,
}

impl Chunks<'_> {
    /// The size of each chunk but the last.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// The `len` bytes at `offset`, which were [read](Chunks::read) into `buffer`.
    pub(crate) fn chunk<'b>(&'b self, offset: u64, len: usize, buffer: &'b ChunkBuffer) -> Chunk<'b> {
        let bytes = self.mapped(offset, len);
        Chunk::new(bytes.unwrap_or(buffer.filled()), len)
    }

    /// The `len` bytes at `offset` in memory, and what follows them, if the file is mapped that far.
    fn mapped(&self, offset: u64, len: usize) -> Option<&[u8]> {
        let (map, start) = self.map.as_ref()?;
        let start = usize::try_from(start + offset).ok()?;
        let rest = map.get(start..)?;
        // The last bytes have no padding after them.
        (rest.len() >= len + PADDING).then_some(rest)
    }

    /// Fills `bytes` with those at `offset`, unless these are mapped, and returns their number. Fewer end the file.
    pub(crate) fn read(&self, offset: u64, bytes: &mut [u8]) -> io::Result<usize> {
        let most = bytes.len().min(self.source.most_from(offset));
        let bytes = &mut bytes[..most];
        if self.mapped(offset, bytes.len()).is_some() {
            count(self.read, bytes.len());
            return Ok(bytes.len());
        }
        let mut len = 0;
        while len < bytes.len() {
            match self.source.read_at(&mut bytes[len..], offset + len as u64)? {
                0 => break,
                more => len += more,
            }
        }
        count(self.read, len);
        Ok(len)
    }

    /// Declares the first `count` chunks no longer needed, so that the pages of a mapped file can be released.
    pub(crate) fn done_with(&self, count: u64) {
        /// Pages are released for so many chunks at a time.
        const PORTION: u64 = 128;
        #[cfg(not(unix))]
        let _ = (count, PORTION);
        #[cfg(unix)]
        if let Some((map, start)) = &self.map
            && count.is_multiple_of(PORTION)
        {
            let start = (start + (count - PORTION) * self.size as u64) as usize;
            // The last chunk may be shorter than the others, so the map can end before them.
            let len = (PORTION as usize * self.size).min(map.len().saturating_sub(start));
            // SAFETY: `start + len` is at most `map.len()`, so no page beyond the map is touched; and the pages of a
            // read-only file mapping are read again on their next use, so nothing is lost. If this fails, they just
            // stay.
            let _ = unsafe { map.unchecked_advise_range(memmap2::UncheckedAdvice::DontNeed, start, len) };
        }
    }
}

/// A page-aligned buffer for a chunk and its padding.
pub(crate) struct ChunkBuffer {
    buffer: Vec<u8>,
    aligned: usize,
}

impl ChunkBuffer {
    /// A buffer for a chunk of at most `size` bytes.
    pub(crate) fn new(size: usize) -> Self {
        // Copying whole pages to a page-aligned address is faster: without it reading took a quarter longer.
        const PAGE: usize = 4096;
        let buffer = vec![0; PAGE + size + PADDING];
        let aligned = buffer.as_ptr().align_offset(PAGE);
        Self { buffer, aligned }
    }

    /// Makes room for a chunk of at most `size` bytes, if there is none for any.
    pub(crate) fn reserve(&mut self, size: usize) {
        if self.filled().len() < size + PADDING {
            *self = Self::new(size);
        }
    }

    /// What was read, padding included.
    pub(crate) fn filled(&self) -> &[u8] {
        &self.buffer[self.aligned..]
    }

    /// The buffer to read into, padding included.
    pub(crate) fn bytes(&mut self) -> &mut [u8] {
        &mut self.buffer[self.aligned..]
    }
}

/// Counts bytes that were read. Interrupts are handled from the second read on: the thread that does takes 0.06 ms to
/// start, and a few cases take less.
fn count(read: &Count, len: usize) {
    let before = read.fetch_add(len as u64, Ordering::Relaxed);
    if before > 0 && len > 0 {
        interrupt::listen();
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

/// There are no threads that would share the position.
#[cfg(target_os = "wasi")]
fn read_at(mut file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    file.seek(SeekFrom::Start(offset))?;
    file.read(buffer)
}

/// A duplicate of a standard stream.
#[cfg(unix)]
pub(crate) fn duplicate(stream: &impl std::os::fd::AsFd) -> io::Result<File> {
    stream.as_fd().try_clone_to_owned().map(File::from)
}

/// A duplicate of a standard stream.
#[cfg(windows)]
pub(crate) fn duplicate(stream: &impl std::os::windows::io::AsHandle) -> io::Result<File> {
    stream.as_handle().try_clone_to_owned().map(File::from)
}

/// Takes over a standard stream, which WASI cannot duplicate. That works once.
#[cfg(target_os = "wasi")]
pub(crate) fn duplicate(stream: &impl std::os::fd::AsRawFd) -> io::Result<File> {
    use std::os::fd::FromRawFd;
    use std::sync::atomic::AtomicBool;
    static TAKEN: [AtomicBool; 2] = [const { AtomicBool::new(false) }; 2];
    let descriptor = stream.as_raw_fd();
    if TAKEN[descriptor as usize].swap(true, Ordering::Relaxed) {
        return Err(io::Error::other(crate::words::t!("it was used before")));
    }
    // SAFETY: the standard library never closes it, and nothing else here uses it.
    Ok(unsafe { File::from_raw_fd(descriptor) })
}

/// Returns whether `file` has an end, and can be read in any order.
fn is_regular(file: &File) -> bool {
    #[cfg(windows)]
    {
        use std::os::windows::io::AsRawHandle;
        use windows_sys::Win32::Storage::FileSystem::{FILE_TYPE_DISK, GetFileType};
        // SAFETY: the handle is open.
        if unsafe { GetFileType(file.as_raw_handle()) } != FILE_TYPE_DISK {
            return false;
        }
    }
    file.metadata().is_ok_and(|metadata| metadata.is_file())
}

/// Enlarges the buffer of a pipe, so that the two programs switch less often: reading 64 KiB at a time is half as fast
/// as 1 MiB. Does nothing if `file` is not a pipe, or may not grow.
pub(crate) fn enlarge_pipe(file: &File) {
    #[cfg(target_os = "linux")]
    let _ = rustix::pipe::fcntl_setpipe_size(file, 1 << 20);
    #[cfg(not(target_os = "linux"))]
    let _ = file;
}

/// Returns whether a read would block.
#[cfg(unix)]
fn would_block(file: &File) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let mut ready = [PollFd::new(file, PollFlags::IN)];
    !matches!(poll(&mut ready, Some(&Timespec::default())), Ok(1..))
}

/// Returns whether a read would block: a pipe is empty. That cannot be seen of a console.
#[cfg(windows)]
fn would_block(file: &File) -> bool {
    use std::os::windows::io::AsRawHandle;
    use std::ptr::null_mut;
    use windows_sys::Win32::System::Pipes::PeekNamedPipe;
    let mut len = 0;
    // SAFETY: the handle is open, and `len` ours; nulls stand for what is not asked.
    let known = unsafe {
        PeekNamedPipe(
            file.as_raw_handle(),
            null_mut(),
            0,
            null_mut(),
            &raw mut len,
            null_mut(),
        )
    };
    known == 0 || len == 0
}

/// Other systems cannot tell. Assuming that it would block is correct, only slower.
#[cfg(not(any(unix, windows)))]
fn would_block(_file: &File) -> bool {
    true
}

/// Waits before a read or a write is tried again. Hardly any open file is non-blocking.
pub(crate) fn wait_a_little() {
    std::thread::sleep(std::time::Duration::from_millis(1));
}
