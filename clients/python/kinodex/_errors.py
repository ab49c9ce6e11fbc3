"""What all errors of the client are."""

from __future__ import annotations


class KinodexError(Exception):
    """Any error of this client."""


class ConnectionFailedError(KinodexError):
    """No whole answer came, after all tries. ``__cause__`` is what the last one failed with."""

    def __init__(self, tries: int, cause: BaseException):
        super().__init__(f"no answer after {tries} tries: {cause}")
        self.tries = tries


class CorruptDownloadError(KinodexError):
    """A download is not the file that the manifest describes."""


class APIError(KinodexError):
    """An error that the service answered with.

    ``code`` is what went wrong, in a word that never changes, empty when a proxy answered;
    ``param`` names the parameter at fault and ``allowed`` says what it may be;
    ``request_id`` names the request in the service's logs; ``retry_after`` is how many
    seconds to wait, 0 when waiting does not help.
    """

    code = ""

    def __init__(self, message: str, *, status: int, code: str = "", param: str = "", allowed: str = "",
                 request_id: str = "", docs_url: str = "", retry_after: float = 0):
        super().__init__(f"{message} ({code or 'no code'}, status {status}, request {request_id})")
        self.message, self.status, self.code = message, status, code
        self.param, self.allowed = param, allowed
        self.request_id, self.docs_url, self.retry_after = request_id, docs_url, retry_after
