"""Files that are whole or absent whatever happens to the machine, and a lock against a second writer."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from simulator.errors import QuatorzeError, RequestError

LOCK = ".lock"

_FULL = (errno.ENOSPC, errno.EDQUOT)


def temporary(name: str) -> str:
    """Return the name under which a file is written; the dot makes readers pass over it."""
    return f".{name}.tmp"


def write_whole(path: Path, content: bytes) -> None:
    """Write a file as `replaced` does."""
    with replaced(path) as file:
        file.write(content)


@contextlib.contextmanager
def replaced(path: Path) -> Iterator[IO[bytes]]:
    """Give a file to write, made durable and renamed in the end: `path` is the old file or the new one, never half."""
    aside = path.with_name(temporary(path.name))
    aside.unlink(missing_ok=True)
    try:
        # Exclusive: what a stranger put there, a link say, is never written through.
        with aside.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        aside.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def target(path: Path | str) -> Path:
    """Return where a file that the user named will be written, links followed.

    Raises
    ------
    RequestError
        When the folder does not exist or cannot be written, or the path is not that of a plain file.
    """
    given = str(path)
    try:
        file = Path(os.path.realpath(path))
        if file.is_dir():
            raise RequestError(f"cannot write {given!r}: it is a folder; give the name of a file in it")
        if not file.parent.is_dir():
            raise RequestError(f"cannot write {given!r}: there is no folder {str(file.parent)!r}; make it first")
        if file.exists() and not stat.S_ISREG(file.stat().st_mode):
            raise RequestError(f"cannot write {given!r}: it is not a plain file; give another name")
    except (OSError, ValueError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
        raise RequestError(f"cannot write {given!r}: {reason}; give a file that can be written") from None
    if not os.access(file.parent, os.W_OK | os.X_OK):
        raise RequestError(f"cannot write {given!r}: its folder cannot be written; give a file in one that can")
    return file


def _sync_folder(folder: Path) -> None:
    """Make a renaming durable."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as problem:
        if problem.errno not in (errno.EINVAL, errno.ENOTSUP):  # some network disks do not offer it
            raise
    finally:
        os.close(descriptor)


def cannot_write(path: Path, problem: OSError, kind: type[QuatorzeError] = QuatorzeError) -> QuatorzeError:
    """Return the error for a file that could not be written; `kind` where the disk is not full."""
    if problem.errno in _FULL and issubclass(kind, RequestError):
        return QuatorzeError(f"the disk is full, {path} could not be written; make room and run the same command again")
    if problem.errno in _FULL:
        return QuatorzeError(
            f"the disk is full, {path} could not be written; what is whole is kept: "
            f"make room and run the same command again"
        )
    if issubclass(kind, RequestError):
        return kind(f"{path} cannot be written ({problem.strerror}); choose another folder")
    return kind(f"{path} cannot be written ({problem.strerror}); what is whole is kept: run the same command again")


def make_folder(path: Path) -> list[Path]:
    """Make a folder and those above it that do not exist; return those that were made, the deepest last."""
    made: list[Path] = []
    try:
        for folder in reversed([path, *path.parents]):
            if not folder.is_dir():
                _make_one(folder, made)
    except OSError as problem:
        remove_folders(made)
        raise cannot_write(path, problem, RequestError) from None
    return made


def _make_one(folder: Path, made: list[Path]) -> None:
    try:
        folder.mkdir()
        made.append(folder)
    except FileExistsError:
        if not folder.is_dir():  # a link that leads nowhere; otherwise another process was faster
            raise


def remove_folders(made: list[Path]) -> None:
    """Undo ``make_folder``, as far as the folders are empty."""
    with contextlib.suppress(OSError):
        for folder in reversed(made):
            folder.rmdir()


class Lock:
    """The right to write in a folder, held through ``flock`` on a file in it that is removed in the end.

    A process that dies lets go of it; the file that it leaves locks nobody out.

    Raises
    ------
    RequestError
        When another writer holds it, or the folder cannot be locked.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / LOCK
        self._descriptor = -1
        self.made = False
        try:
            while not self._take():
                pass
        except BlockingIOError:
            self.release(remove=False)
            raise RequestError(
                f"{folder} is being written by another process; wait until it has ended, or choose another folder"
            ) from None
        except OSError as problem:
            self.release(remove=self.made)
            raise cannot_write(folder, problem, RequestError) from None

    def _take(self) -> bool:
        """Open and lock the file; False when it went away meanwhile."""
        flags = os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC
        self.made = False
        try:
            self._descriptor = os.open(self._path, flags | os.O_CREAT | os.O_EXCL, 0o666)
            self.made = True
        except FileExistsError:
            try:
                self._descriptor = os.open(self._path, flags)
            except FileNotFoundError:
                return False
        fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        with contextlib.suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(self._descriptor), os.stat(self._path)):
                return True
        # The one who held it has removed it: a lock on a file without a name keeps nobody out.
        self.release(remove=False)
        return False

    def release(self, remove: bool = True) -> None:
        """Let go; `remove` the file, while the lock is still held."""
        if remove:
            with contextlib.suppress(OSError):
                self._path.unlink()
        if self._descriptor >= 0:
            os.close(self._descriptor)
        self._descriptor = -1
