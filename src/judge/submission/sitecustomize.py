# Python imports this before it runs a program. It stays here, and forks for each input: the fork goes on as if Python
# had been started for that input alone. As soon as a run leaves anything behind, this ends, and so says nothing of it.
import os, sys


def serve():
    import _socket, gc
    judge = _socket.socket(fileno=2)
    keeper = os.getppid()
    # In a sandbox, runs share what is elsewhere new for each.
    places = [".", "/tmp", "/var/tmp", "/dev/shm"] if keeper == 1 else ["."]

    def left():
        with open(f"/proc/{keeper}/task/{keeper}/children") as children:
            counts = len(children.read().split()), len(os.listdir("/proc/self/task"))
        return counts, [sorted(os.listdir(place)) for place in places]

    nothing = left()
    # What is collected at the end of a fork is copied before.
    gc.freeze()
    while nothing[0] == (1, 1) and left() == nothing:
        text, files, *_ = judge.recvmsg(1, _socket.CMSG_LEN(12))
        if not text:
            break
        files = memoryview(files[0][2]).cast("i").tolist()
        program = os.fork()
        if program == 0:
            os.setsid()
            judge.detach()
            # What the program makes is not frozen.
            main = sys.modules["__main__"]
            sys.modules["__main__"] = type(sys)("__main__")
            vars(sys.modules["__main__"]).update(vars(main))
            for stream, file in enumerate(files):
                os.dup2(file, stream)
                os.close(file)
            return
        for file in files:
            os.close(file)
        _, status, used = os.wait4(program, 0)
        if left() != nothing:
            break
        time = int((used.ru_utime + used.ru_stime) * 1e6)
        report = status, time, used.ru_maxrss * 1024
        judge.send(b"".join(number.to_bytes(8, sys.byteorder) for number in report))
    os._exit(0)


def begin():
    folder = os.path.dirname(__file__)
    sys.path.remove(folder)
    path = os.environ.pop("PYTHONPATH")[len(folder) + 1 :]
    if path:
        os.environ["PYTHONPATH"] = path
    ours = sys.modules.pop(__name__)
    try:
        # The system may have one of its own.
        import sitecustomize
    except ModuleNotFoundError:
        sys.modules[__name__] = ours
    serve()


begin()
del begin, serve
