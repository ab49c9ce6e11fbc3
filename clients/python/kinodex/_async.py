"""Methods to await: each runs the synchronous one in a thread."""

from __future__ import annotations

import asyncio
import itertools
import os
from collections.abc import AsyncIterator, Callable, Iterator
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from ._transport import Quota, Response

if TYPE_CHECKING:
    from ._operations import Kinodex
    from .models import SnapshotManifest

P = ParamSpec("P")
T = TypeVar("T")

CHUNK = 100  # elements that one visit to the thread takes from an iterator


class Async:
    """What all methods to await share."""

    def __init__(self, sync: Kinodex):
        self.sync = sync  # the client that does the work

    @property
    def quota(self) -> Quota | None:
        """What the newest answer said of the day's budget."""
        return self.sync.quota

    async def with_response(self, method: Callable[P, T], *args: P.args, **params: P.kwargs) -> Response[T]:
        """Call a method of ``sync`` and return its answer with what came with it."""
        return await asyncio.to_thread(self.sync.with_response, method, *args, **params)

    async def download_snapshot(self, path: str | os.PathLike[str]) -> SnapshotManifest:
        """Store the file of all films at a path, as Kinodex.download_snapshot does."""
        return await asyncio.to_thread(self.sync.download_snapshot, path)

    async def close(self) -> None:
        """Close connections that are held open."""
        await asyncio.to_thread(self.sync.close)

    async def __aenter__(self: T) -> T:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _run(self, method: Callable[..., T], **params: Any) -> T:
        return await asyncio.to_thread(method, **params)

    async def _each(self, elements: Iterator[Any]) -> AsyncIterator[Any]:
        while chunk := await asyncio.to_thread(lambda: list(itertools.islice(elements, CHUNK))):
            for one in chunk:
                yield one
