"""Requests and answers: tries, pages, lines, the cache. Generated methods stand on it."""

from __future__ import annotations

import contextlib
import contextvars
import dataclasses
import datetime
import email.utils
import hashlib
import http.client
import json
import platform
import random
import ssl
import threading
import time
import urllib.parse
import uuid
import zlib
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Generic, ParamSpec, Protocol, TypeVar

from . import errors
from ._errors import APIError, ConnectionFailedError, KinodexError
from ._route import route

VERSION = "1.0.0"

# Null is what a member of a body is that is null in JSON, where that says something else
# than leaving it out: update_key(id, expires_at=NULL) makes a key that does not end.
NULL: Any = object()

P = ParamSpec("P")
T = TypeVar("T")

# What a try may fail with that is not an answer.
BROKEN = (OSError, http.client.HTTPException, EOFError, zlib.error)


@dataclasses.dataclass(frozen=True)
class Quota:
    """What is left of the account's requests of the day."""

    limit: int
    remaining: int
    reset: datetime.datetime  # when the next day begins
    warning: str  # set once four fifths are used


@dataclasses.dataclass
class Response(Generic[T]):
    """An answer and what came with it."""

    data: T  # what the method returns
    status: int
    headers: http.client.HTTPMessage
    request_id: str  # names the request in the service's logs
    quota: Quota | None  # what it said of the day's budget, or else the newest answer that did
    cached: bool  # the service said that the cached answer is still good
    tries: int  # how many requests it took
    body: bytes  # the whole answer as it was sent


class Cache(Protocol):
    """Keeps answers by name. It may be shared by clients of several keys and by threads."""

    def get(self, name: str) -> tuple[str, bytes] | None:
        """Return the tag and the answer of a name."""

    def put(self, name: str, tag: str, body: bytes) -> None:
        """Keep an answer. Others may be forgotten for it."""


class MemoryCache:
    """Holds as many answers, those used last."""

    def __init__(self, answers: int = 1000):
        self._most = answers
        self._held: OrderedDict[str, tuple[str, bytes]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, name: str) -> tuple[str, bytes] | None:
        with self._lock:
            if name in self._held:
                self._held.move_to_end(name)
            return self._held.get(name)

    def put(self, name: str, tag: str, body: bytes) -> None:
        with self._lock:
            self._held[name] = (tag, body)
            self._held.move_to_end(name)
            while len(self._held) > self._most:
                self._held.popitem(last=False)


# Where with_response wants to be told of the answer of a call.
_told: contextvars.ContextVar[list[Response[Any]] | None] = contextvars.ContextVar("kinodex_told", default=None)


@contextlib.contextmanager
def telling() -> Iterator[list[Response[Any]]]:
    """Keep what comes with the answers of the calls made meanwhile, also of those in threads."""
    told: list[Response[Any]] = []
    token = _told.set(told)
    try:
        yield told
    finally:
        _told.reset(token)


def response(told: list[Response[Any]], data: T) -> Response[T]:
    """Return what a method returned with what came with its answer."""
    if not told:
        raise TypeError("with_response takes a method that makes one request, not an iterator")
    return dataclasses.replace(told[-1], data=data)


class Transport:
    """What all methods share. A client may be used by several threads."""

    def __init__(self, base_url: str, key: str | None = None, *, sandbox: bool = False, max_retries: int = 2,
                 timeout: float = 60.0, max_wait: float = 60.0, cache: Cache | None = None, user_agent: str = "",
                 headers: Mapping[str, str] | None = None, ssl_context: ssl.SSLContext | None = None):
        """Make a client of the service at a base address such as https://kinodex.example.

        ``sandbox`` asks for answers that use no budget. What fails on the way is tried again
        ``max_retries`` times. ``timeout`` bounds each wait for the network, in seconds.
        ``max_wait`` bounds how long the client waits when the service says how long to wait;
        what would take longer, such as a day's budget that is used up, is raised. A ``cache``
        keeps answers, so that one that has not changed is neither sent nor charged again.
        ``user_agent`` names your program.
        """
        at = urllib.parse.urlsplit(base_url.rstrip("/"))
        if at.scheme not in ("http", "https") or not at.hostname:
            raise ValueError(f"the base address must begin with http:// or https:// and name a host, not {base_url!r}")
        at.port  # raises ValueError for one that is no number
        key = (key or "").strip()
        if not all("!" <= c <= "~" for c in key):
            raise ValueError("the key has a character that no key has")
        self.base_url = base_url.rstrip("/")
        self.quota: Quota | None = None  # what the newest answer said
        self._at, self._tls, self._route = at, ssl_context, route(at)
        self._sandbox, self._max_retries, self._timeout, self._max_wait, self._cache = sandbox, max_retries, timeout, max_wait, cache
        agent = f"kinodex-python/{VERSION} ({platform.system().lower()}; python{platform.python_version()})"
        self._headers = {"User-Agent": f"{user_agent} {agent}".strip(), "Accept-Encoding": "gzip", **(headers or {})}
        if key:
            self._headers["X-API-Key"] = key
        if sandbox:
            self._headers["X-Sandbox"] = "1"
        self._who = hashlib.sha256(key.encode()).hexdigest()[:16] + (" sandbox" if sandbox else "")
        self._idle: list[http.client.HTTPConnection] = []
        self._connection_of: dict[http.client.HTTPResponse, http.client.HTTPConnection] = {}  # of answers not yet read
        self._lock = threading.Lock()

    def close(self) -> None:
        """Close connections that are held open."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def __del__(self) -> None:
        if hasattr(self, "_idle"):
            self.close()

    def __enter__(self: T) -> T:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def with_response(self, method: Callable[P, T], *args: P.args, **params: P.kwargs) -> Response[T]:
        """Call a method and return its answer with what came with it.

            client.with_response(client.get_film, "tt0041959").quota
        """
        with telling() as told:
            data = method(*args, **params)
        return response(told, data)

    # What generated methods call.

    def _call(self, method: str, path: str, query: Mapping[str, Any] | None = None, body: Mapping[str, Any] | None = None,
              member: str = "", repeatable: bool = False, idempotency_key: str | None = None) -> Any:
        target, headers = self._target(path, query), {}
        if repeatable:
            headers["Idempotency-Key"] = idempotency_key or uuid.uuid4().hex
        sent = None
        if body is not None:
            given = {name: None if value is NULL else value for name, value in body.items() if value is not None}
            sent, headers["Content-Type"] = json.dumps(given).encode(), "application/json"
        held = self._cache.get(self._name(target)) if self._cache and method == "GET" else None
        if held:
            headers["If-None-Match"] = held[0]
        answer, content, tries = self._tried(method, target, headers, sent)
        cached = answer.status == 304 and held is not None
        if cached:
            content = held[1]  # type: ignore[index]
        elif self._cache and method == "GET" and answer.headers["ETag"]:
            self._cache.put(self._name(target), answer.headers["ETag"], content)
        try:
            read = json.loads(content)
            data = read[member] if member else read
        except (ValueError, KeyError, TypeError):
            raise KinodexError(f"{method} {path} is not answered as the interface says: is {self.base_url} the address of the service?") from None
        told = _told.get()
        if told is not None:
            told.append(Response(data, answer.status, answer.headers, answer.headers["X-Request-Id"] or "", _quota(answer.headers) or self.quota, cached, tries, content))
        return data

    def _lines(self, method: str, path: str, query: Mapping[str, Any]) -> Iterator[Any]:
        """Yield the lines of NDJSON. What fails before the first is tried again; a stream that
        ends too soon raises ConnectionFailedError."""
        stream = self._tried(method, self._target(path, query), {}, None, stream=True)[0]
        rest = b""
        try:
            for piece in _unpacked(stream):
                *lines, rest = (rest + piece).split(b"\n")
                for line in lines:
                    if line.strip():
                        yield json.loads(line)
            if rest.strip():
                yield json.loads(rest)
        except BROKEN as cause:
            raise ConnectionFailedError(1, cause) from cause
        finally:
            stream.close()  # type: ignore[no-untyped-call]
            self._connection_of.pop(stream).close()

    def _pages(self, method: Callable[..., Any], param: str, following: str, most: int, params: dict[str, Any]) -> Iterator[Any]:
        """Yield what a list has, page after page, of the largest size unless there is a limit."""
        if most and params.get("limit") is None:
            params["limit"] = most
        while True:
            page = method(**params)
            yield from page["data"]
            if following:
                params[param] = page["meta"].get(following)
                if params[param] is None or not page["data"]:
                    return
            else:
                params[param] = (params.get(param) or 0) + len(page["data"])
                if params[param] >= page["meta"]["total"] or not page["data"]:
                    return

    # Tries.

    def _tried(self, method: str, target: str, headers: Mapping[str, str], body: bytes | None,
               stream: bool = False) -> tuple[http.client.HTTPResponse, bytes, int]:
        """Send a request until it is answered, refused, or was tried often enough. Return the
        answer, its bytes unless they are to be streamed, and how many tries it took."""
        tries = 0
        while True:
            tries += 1
            failed: Exception
            try:
                answer = self._exchange(method, target, headers, body)
                self.quota = _quota(answer.headers) or self.quota
                if stream and answer.status < 300:
                    return answer, b"", tries
                content = self._read(answer)
                if 300 <= answer.status < 400 and answer.status != 304:
                    raise KinodexError(f"{self.base_url} leads to {answer.headers['Location']}; give that address to the client")
                if answer.status < 400:
                    return answer, content, tries
                failed = _error(answer, content)
            except BROKEN as broken:
                failed = broken
            wait = self._wait(failed, tries)
            if wait is None:
                if isinstance(failed, APIError):
                    raise failed
                raise ConnectionFailedError(tries, failed) from failed
            time.sleep(wait)

    def _wait(self, failed: Exception, tries: int) -> float | None:
        """Return how long to wait before another try, None when there is to be none."""
        pause = min(0.5 * 2 ** (tries - 1), 8) * random.uniform(0.5, 1)
        if tries > self._max_retries:
            return None
        if not isinstance(failed, APIError):
            return pause
        worked_on = failed.status == 409 and failed.retry_after > 0  # the same request is being worked on
        if failed.retry_after > self._max_wait or not (worked_on or failed.status in (408, 429) or failed.status >= 500):
            return None
        return max(failed.retry_after, pause)

    def _exchange(self, method: str, target: str, headers: Mapping[str, str], body: bytes | None) -> http.client.HTTPResponse:
        """Send a request once, over a connection that is open already or a new one."""
        with self._lock:
            connection = self._idle.pop() if self._idle else None
        for held in ([connection] if connection else []) + [None]:
            use = held or self._route.connect(self._timeout, self._tls)
            try:
                answer = self._route.request(use, method, self._at.path + target, {**self._headers, **headers}, body)
            except BROKEN as broken:
                use.close()
                if held and isinstance(broken, (ConnectionError, http.client.RemoteDisconnected)):
                    continue  # it was closed while it was idle
                raise
            self._connection_of[answer] = use
            return answer
        raise AssertionError("a new connection is the last choice")

    def _read(self, answer: http.client.HTTPResponse) -> bytes:
        """Read an answer to its end and keep its connection for the next request."""
        connection = self._connection_of.pop(answer)
        try:
            content = b"".join(_unpacked(answer))
        except BaseException:
            connection.close()
            raise
        if answer.will_close:
            connection.close()
        else:
            answer.close()  # type: ignore[no-untyped-call]
            with self._lock:
                self._idle.append(connection)
        return content

    def _target(self, path: str, query: Mapping[str, Any] | None) -> str:
        if path.endswith("/") or "//" in path:
            raise ValueError(f"{path} names nothing: the id is empty")
        given = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        return path + ("?" + urllib.parse.urlencode(given) if given else "")

    def _name(self, target: str) -> str:
        """Name the answer to a request: what it asks, of whom, and by whose key, which it does not tell."""
        return f"{self._who} {self.base_url}{target}"


def segment(name: str, value: Any) -> str:
    """Return a parameter as a segment of a path."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a str, not {value!r}")
    return urllib.parse.quote(value, safe="")


def _text(value: Any) -> str:
    """Return a value as a query has it: several are separated by commas."""
    if isinstance(value, Collection) and not isinstance(value, (str, bytes)):
        return ",".join(map(_text, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _unpacked(answer: http.client.HTTPResponse) -> Iterator[bytes]:
    """Yield the bytes of an answer without their coding."""
    unpack = zlib.decompressobj(31) if answer.headers["Content-Encoding"] == "gzip" else None
    while piece := answer.read1(1 << 16):
        yield unpack.decompress(piece) if unpack else piece
    if answer.length:  # read1 does not say that the end is missing
        raise http.client.IncompleteRead(b"", answer.length)
    if unpack:
        yield unpack.flush()
        if not unpack.eof and answer.status not in (204, 304):
            raise EOFError("the answer ends too soon")


def _quota(headers: http.client.HTTPMessage) -> Quota | None:
    try:
        reset = datetime.datetime.fromtimestamp(int(headers["X-RateLimit-Reset"]), datetime.timezone.utc)
        return Quota(int(headers["X-RateLimit-Limit"]), int(headers["X-RateLimit-Remaining"]), reset, headers["X-RateLimit-Warning"] or "")
    except (TypeError, ValueError):
        return None


def _error(answer: http.client.HTTPResponse, body: bytes) -> APIError:
    """Make an error of an answer that is one; a proxy's page gives one without a code."""
    try:
        said = json.loads(body)["error"]
        code, message = str(said["code"]), str(said["message"])
    except (ValueError, KeyError, TypeError):
        said, code, message = {}, "", answer.reason
    return errors.by_code.get(code, APIError)(
        message, status=answer.status, code=code, param=said.get("param", ""), allowed=said.get("allowed", ""),
        request_id=said.get("request_id") or answer.headers["X-Request-Id"] or "", docs_url=said.get("docs_url", ""),
        retry_after=_retry_after(answer.headers["Retry-After"]))


def _retry_after(text: str | None) -> float:
    """Read the header of that name: seconds or a date; 0 when there is none."""
    if not text:
        return 0
    if text.isdigit():
        return int(text)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - time.time())
    except ValueError:
        return 0
