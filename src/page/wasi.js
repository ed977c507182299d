// The part of WASI preview 1 that bouton uses: arguments, the environment, one flat folder of files to read, and
// streams. Files may be Blobs of any size: they are read in pieces, as the program asks for them.

const SUCCESS = 0, BADF = 8, NOENT = 44, NOSYS = 52, NOTCAPABLE = 76;
const UNKNOWN = 0, FOLDER = 3, FILE = 4;
/** How much of a file is read at once: each read of a Blob has a start-up cost, and 4 MiB at a time took twice as long. */
const AHEAD = 16 << 20;

/** Thrown when the program ends. */
export class Exit {
  constructor(code) { this.code = code; }
}

/** A file that is open. */
class Reader {
  constructor(content, inode) {
    this.blob = content instanceof Blob ? content : new Blob([content]);
    this.inode = inode;
    this.at = 0;
    this.buffer = new Uint8Array();
    this.start = 0;
  }

  /** Copies bytes from `at` on to `target`; how many, 0 only at the end. */
  read(target, at) {
    let from = at - this.start;
    if (from < 0 || from >= this.buffer.length) {
      if (at >= this.blob.size || target.length === 0) return 0;
      this.start = at;
      this.buffer = new Uint8Array(new FileReaderSync().readAsArrayBuffer(this.blob.slice(at, at + AHEAD)));
      from = 0;
    }
    const part = this.buffer.subarray(from, from + target.length);
    target.set(part);
    return part.length;
  }
}

/**
 * Runs a program to its end, and returns its exit code.
 * `stdin` and the values of `files` are text or Blobs; `write(fd, bytes)` gets what is written, `progress(read)` how
 * much of all files has been read.
 */
export function run(module, { args, env, stdin = "", files = {} }, write, progress) {
  let memory;
  let done = 0;
  const view = () => new DataView(memory.buffer);
  const bytes = (at, length) => new Uint8Array(memory.buffer, at, length);
  const texts = (list) => list.map((text) => new TextEncoder().encode(`${text}\0`));
  const args_ = texts(["bouton", ...args]);
  const environ = texts(Object.entries(env).map(([name, value]) => `${name}=${value}`));
  const open = [new Reader(stdin, 1), null, null, null];
  const names = Object.keys(files);
  const find = (at, length) => {
    const path = new TextDecoder().decode(bytes(at, length));
    return names.indexOf(path.replace(/^(\.?\/)+/, ""));
  };

  const sizes = (list) => (count, size) => {
    view().setUint32(count, list.length, true);
    view().setUint32(size, list.reduce((sum, item) => sum + item.length, 0), true);
    return SUCCESS;
  };
  const copies = (list) => (pointers, at) => {
    list.forEach((item, i) => {
      view().setUint32(pointers + 4 * i, at, true);
      bytes(at, item.length).set(item);
      at += item.length;
    });
    return SUCCESS;
  };
  /** Calls `each` with the pieces of memory in a list of them, until it does less than it could. */
  const pieces = (list, count, result, each) => {
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const length = view().getUint32(list + 8 * i + 4, true);
      const n = each(bytes(view().getUint32(list + 8 * i, true), length));
      sum += n;
      if (n < length) break;
    }
    view().setUint32(result, sum, true);
    return SUCCESS;
  };
  const status = (at, type, size, inode) => {
    bytes(at, 64).fill(0);
    view().setBigUint64(at + 8, BigInt(inode), true);
    view().setUint8(at + 16, type);
    view().setBigUint64(at + 24, 1n, true);
    view().setBigUint64(at + 32, BigInt(size), true);
    return SUCCESS;
  };
  const reader = (fd) => (open[fd] instanceof Reader ? open[fd] : null);
  const type = (fd) => (fd === 3 ? FOLDER : reader(fd) ? FILE : UNKNOWN);
  const isOpen = (fd) => fd >= 0 && fd < open.length && open[fd] !== undefined;
  const read = (file, at, list, count, result) => {
    const code = pieces(list, count, result, (target) => {
      const n = file.read(target, at);
      at += n;
      done += n;
      return n;
    });
    progress(done);
    return [code, at];
  };

  const calls = {
    args_sizes_get: sizes(args_),
    args_get: copies(args_),
    environ_sizes_get: sizes(environ),
    environ_get: copies(environ),
    clock_time_get(_clock, _precision, at) {
      view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return SUCCESS;
    },
    random_get(at, length) {
      for (let i = 0; i < length; i += 65536) crypto.getRandomValues(bytes(at + i, Math.min(65536, length - i)));
      return SUCCESS;
    },
    sched_yield: () => SUCCESS,
    proc_exit(code) { throw new Exit(code); },

    fd_fdstat_get(fd, at) {
      if (!isOpen(fd)) return BADF;
      bytes(at, 24).fill(0);
      view().setUint8(at, type(fd));
      view().setBigUint64(at + 8, ~0n, true);
      view().setBigUint64(at + 16, ~0n, true);
      return SUCCESS;
    },
    fd_filestat_get(fd, at) {
      if (!isOpen(fd)) return BADF;
      return status(at, type(fd), reader(fd)?.blob.size ?? 0, reader(fd)?.inode ?? 0);
    },
    fd_read(fd, list, count, result) {
      const file = reader(fd);
      if (!file) return BADF;
      const [code, at] = read(file, file.at, list, count, result);
      file.at = at;
      return code;
    },
    fd_pread(fd, list, count, offset, result) {
      const file = reader(fd);
      return file ? read(file, Number(offset), list, count, result)[0] : BADF;
    },
    fd_seek(fd, offset, whence, result) {
      const file = reader(fd);
      if (!file) return BADF;
      file.at = Number(offset) + [0, file.at, file.blob.size][whence];
      view().setBigUint64(result, BigInt(file.at), true);
      return SUCCESS;
    },
    fd_write(fd, list, count, result) {
      if (fd !== 1 && fd !== 2) return BADF;
      return pieces(list, count, result, (piece) => {
        write(fd, piece.slice());
        return piece.length;
      });
    },
    fd_close(fd) {
      if (!isOpen(fd)) return BADF;
      open[fd] = undefined;
      return SUCCESS;
    },
    fd_prestat_get(fd, at) {
      if (fd !== 3) return BADF;
      view().setUint32(at, 0, true);
      view().setUint32(at + 4, 1, true);
      return SUCCESS;
    },
    fd_prestat_dir_name(_fd, at) {
      bytes(at, 1).set([46]);
      return SUCCESS;
    },
    path_open(_fd, _lookup, at, length, how, _rights, _inheriting, _flags, result) {
      const index = find(at, length);
      if (index < 0) return how & 1 ? NOTCAPABLE : NOENT;
      view().setUint32(result, open.push(new Reader(files[names[index]], index + 2)) - 1, true);
      return SUCCESS;
    },
    path_filestat_get(_fd, _flags, at, length, result) {
      const index = find(at, length);
      if (index < 0) return NOENT;
      return status(result, FILE, new Blob([files[names[index]]]).size, index + 2);
    },
  };
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = calls[name] ?? (() => NOSYS);
  }
  const instance = new WebAssembly.Instance(module, imports);
  memory = instance.exports.memory;
  try {
    instance.exports._start();
    return 0;
  } catch (error) {
    if (error instanceof Exit) return error.code;
    throw error;
  }
}
