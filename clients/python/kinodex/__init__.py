"""The client of the Kinodex film catalogue and screenplay service.

    from kinodex import Kinodex

    client = Kinodex("https://kinodex.example", key="kdx_live_…")
    for film in client.all_films(genre="Film-Noir"):
        print(film["title"])

A :class:`Kinodex` has one method for each operation of the interface; :class:`AsyncKinodex`
has the same ones to await. Answers are plain dictionaries, typed in :mod:`kinodex.models`.
Errors that the service answers with are :class:`APIError` and have a class for each code,
such as :class:`FilmNotFoundError`. Python's standard library is all that this needs.
"""

from . import errors, models
from ._operations import AsyncKinodex, Kinodex
from ._snapshot import read_snapshot
from ._transport import VERSION as __version__
from ._transport import NULL, Cache, MemoryCache, Quota, Response
from .errors import *  # noqa: F403

__all__ = [
    "NULL", "AsyncKinodex", "Cache", "Kinodex", "MemoryCache", "Quota", "Response",
    "__version__", "errors", "models", "read_snapshot",
]
__all__ += errors.__all__
