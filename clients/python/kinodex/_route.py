"""How hosts are reached: directly, or through the proxy that the environment names."""

from __future__ import annotations

import base64
import dataclasses
import http.client
import ipaddress
import ssl
import urllib.parse
import urllib.request
from collections.abc import Mapping


@dataclasses.dataclass(frozen=True)
class Route:
    """How a host is reached."""

    to: urllib.parse.SplitResult
    proxy: tuple[str, int | None] | None
    headers: dict[str, str]  # for the proxy alone

    def connect(self, timeout: float, tls: ssl.SSLContext | None) -> http.client.HTTPConnection:
        host, port = self.proxy or (self.to.hostname or "", self.to.port)
        if self.to.scheme != "https":
            return http.client.HTTPConnection(host, port, timeout=timeout)
        connection = http.client.HTTPSConnection(host, port, timeout=timeout, context=tls)
        if self.proxy:  # it passes bytes on that it cannot read
            connection.set_tunnel(self.to.hostname or "", self.to.port, self.headers)
        return connection

    def request(self, connection: http.client.HTTPConnection, method: str, target: str, headers: Mapping[str, str],
                body: bytes | None = None) -> http.client.HTTPResponse:
        """Send a request over a connection that connect made."""
        if self.proxy and self.to.scheme != "https":
            target, headers = f"http://{_host(self.to)}{target}", {**headers, **self.headers}
        connection.request(method, target, body=body, headers=headers)
        return connection.getresponse()


def route(to: urllib.parse.SplitResult) -> Route:
    """Find out how a host is reached. As urllib does, it goes by HTTP_PROXY, HTTPS_PROXY and
    NO_PROXY, or the settings of the system; this machine itself is never asked through a proxy."""
    named = urllib.request.getproxies().get(to.scheme)
    if not named or _is_here(to.hostname or "") or urllib.request.proxy_bypass(_host(to)):
        return Route(to, None, {})
    proxy = urllib.parse.urlsplit(named if "://" in named else "http://" + named)
    if proxy.scheme != "http" or not proxy.hostname:
        raise ValueError(f"the proxy for {to.scheme} must begin with http:// and name a host, not with {proxy.scheme}://{proxy.hostname or ''}")
    headers = {}
    if proxy.username is not None:
        user = urllib.parse.unquote(f"{proxy.username}:{proxy.password or ''}")
        headers["Proxy-Authorization"] = "Basic " + base64.b64encode(user.encode()).decode()
    return Route(to, (proxy.hostname, proxy.port), headers)


def _host(of: urllib.parse.SplitResult) -> str:
    return of.netloc.rpartition("@")[2]


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
