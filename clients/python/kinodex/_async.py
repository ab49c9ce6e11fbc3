"""Methods to await: each runs the synchronous one in a thread."""

from __future__ import annotations

import asyncio
import itertools
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import TYPE_CHECKING, Any, Literal, ParamSpec, TypeVar

from ._transport import Quota, Response, response, telling

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

    async def with_response(self, method: Callable[P, Awaitable[T]], *args: P.args, **params: P.kwargs) -> Response[T]:
        """Call a method and return its answer with what came with it.

            (await client.with_response(client.get_film, "tt0041959")).quota
        """
        with telling() as told:
            data = await method(*args, **params)
        return response(told, data)

    async def download_snapshot(self, path: str | os.PathLike[str], *, file: Literal["ndjson", "parquet", "sqlite"] | None = None) -> SnapshotManifest:
        """Store the file of all films at a path, as Kinodex.download_snapshot does."""
        return await asyncio.to_thread(self.sync.download_snapshot, path, file=file)

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
