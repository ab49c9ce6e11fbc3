"""The catalogue as a file."""

from __future__ import annotations

import contextlib
import errno
import gzip
import hashlib
import http.client
import json
import os
import time
import urllib.parse
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from ._errors import APIError, ConnectionFailedError, CorruptDownloadError
from ._route import route
from ._transport import BROKEN, Transport, _error

if TYPE_CHECKING:
    from ._operations import Kinodex
    from .models import FilmDetail, SnapshotManifest


class Downloads(Transport):
    """A client that stores the catalogue."""

    def download_snapshot(self: Kinodex, path: str | os.PathLike[str], *,  # type: ignore[misc]
                          file: Literal["ndjson", "parquet", "sqlite"] | None = None) -> SnapshotManifest:
        """Store the file of all films at a path and return its manifest.

        ``file`` is ndjson (gzipped, unless it is said otherwise) or parquet or sqlite, tables.
        The file is there whole or not at all: what was loaded is kept beside it, in a file that
        ends in .part, and the next call goes on where it ended, if the snapshot is still the
        same. Length and digest are held against the manifest; CorruptDownloadError says that
        they differ. What the disk fails with is raised as it is.
        """
        if os.path.isdir(path):
            raise IsADirectoryError(errno.EISDIR, "the snapshot is stored as a file, and this is a directory", os.fspath(path))
        tries = 0
        while True:
            snapshot = self.get_snapshot(file=file)
            manifest = snapshot["manifest"]
            part = Path(f"{os.fspath(path)}.{manifest['sha256'][:12]}.part")
            before = part.stat().st_size if part.exists() else 0
            failed: Exception
            try:
                _load(self, snapshot["download_url"], part, manifest)
                os.replace(part, path)
                return manifest
            except (APIError, ConnectionFailedError) as missed:
                failed = missed
            tries = 1 if part.exists() and part.stat().st_size > before else tries + 1
            wait = self._wait(failed, tries)
            if isinstance(failed, APIError) and failed.status == 403 and tries <= self._max_retries:
                wait = 0.5  # the link has expired: take a new one
            if wait is None:
                if isinstance(failed, APIError):
                    raise failed
                raise ConnectionFailedError(tries, failed.__cause__ or failed) from failed.__cause__
            time.sleep(wait)


def _load(client: Transport, link: str, part: Path, manifest: SnapshotManifest) -> None:
    """Add what is missing to a part of the snapshot and check the whole."""
    digest = hashlib.sha256()
    with open(part, "ab+") as file:
        file.seek(0)
        while piece := file.read(1 << 20):
            digest.update(piece)
        have = file.tell()
        if have < manifest["bytes"]:
            with contextlib.closing(_rest(client, link, have)) as rest:
                for at, piece in rest:
                    if at < have:  # the whole file
                        file.truncate(0)
                        digest = hashlib.sha256()
                    file.write(piece)
                    digest.update(piece)
                    have = at + len(piece)
        file.flush()
        os.fsync(file.fileno())
    wrong = ""
    if have != manifest["bytes"]:
        wrong = f"it has {have} bytes and not {manifest['bytes']}"
    elif digest.hexdigest() != manifest["sha256"]:
        wrong = f"its SHA-256 is {digest.hexdigest()} and not {manifest['sha256']}"
    if wrong:
        part.unlink()
        raise CorruptDownloadError(f"the download is not what the manifest describes: {wrong}; it was removed, call again to load it anew")


def _rest(client: Transport, link: str, have: int) -> Generator[tuple[int, bytes], None, None]:
    """Yield the bytes of a link from an offset on, or all, each piece with where it belongs.
    What the network fails with is a ConnectionFailedError, so that it is told from what the
    disk fails with. The key is not sent to where the file is."""
    to = urllib.parse.urlsplit(urllib.parse.urljoin(client.base_url + "/", link))
    way = route(to)
    here = (to.scheme, to.netloc) == (client._at.scheme, client._at.netloc)
    connection = way.connect(client._timeout, client._tls if here else None)
    try:
        headers = {"User-Agent": client._headers["User-Agent"], "Accept-Encoding": "identity"}
        if have:
            headers["Range"] = f"bytes={have}-"
        answer = way.request(connection, "GET", to.path + ("?" + to.query if to.query else ""), headers)
        if answer.status >= 400:
            raise _error(answer, answer.read(1 << 16))
        at = have if answer.status == 206 else 0
        while piece := answer.read1(1 << 16):
            yield at, piece
            at += len(piece)
        if answer.length:
            raise http.client.IncompleteRead(b"", answer.length)
    except BROKEN as broken:
        raise ConnectionFailedError(1, broken) from broken
    finally:
        connection.close()


def read_snapshot(path: str | os.PathLike[str]) -> Iterator[FilmDetail]:
    """Yield the films of a file that download_snapshot stored."""
    with gzip.open(path, "rb") as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)
