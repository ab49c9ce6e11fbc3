"""What the client does by itself, beside a server that misbehaves on purpose."""

import asyncio
import base64
import errno
import gzip
import hashlib
import http.server
import json
import os
import re
import tempfile
import threading
import time
import types
import unittest
from pathlib import Path
from unittest import mock

import kinodex
from kinodex import Kinodex

try:
    import resource
except ImportError:  # Windows
    resource = None

FILM = {"data": {"filmdb_id": "tt1", "title": "A", "year": 1950}}


def says(status, body, **headers):
    text = body if isinstance(body, bytes) else json.dumps(body).encode()
    headers = {name.replace("_", "-"): value for name, value in headers.items()}

    def answer(handler):
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name, value)
        if status != 304:
            handler.send_header("Content-Length", str(len(text)))
        handler.end_headers()
        if status != 304:
            handler.wfile.write(text)

    return answer


def refuses(status, code, **headers):
    return says(status, {"error": {"code": code, "message": "no", "status": status, "param": "limit", "request_id": "req_1", "docs_url": "d"}}, **headers)


def breaks(handler):
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"data":')
    handler.close_connection = True


class Served(unittest.TestCase):
    def answering(self, *answers, **settings):
        """Return a client of a server that gives the answers one after the other, the last one
        again and again, and the requests it got."""
        seen = []

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                sent = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                seen.append(types.SimpleNamespace(path=self.path, headers=self.headers, sent=sent, client_address=self.client_address))
                answers[min(len(seen), len(answers)) - 1](self)

            do_POST = do_PATCH = do_CONNECT = do_GET

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        client = Kinodex(f"http://127.0.0.1:{server.server_port}/", key="kdx_test_1", **settings)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.addCleanup(client.close)
        return client, seen


class Client(Served):
    def test_what_fails_on_the_way_is_tried_again(self):
        for name, first in {
            "a broken connection": breaks, "408": refuses(408, "request_timeout"), "429": refuses(429, "rate_limited", Retry_After="0"),
            "500": refuses(500, "internal_error"), "503 of a proxy": says(503, b"<html>"),
            "a conflict that ends": refuses(409, "conflict", Retry_After="1"),
        }.items():
            with self.subTest(name):
                client, seen = self.answering(first, says(200, FILM))
                got = client.with_response(client.get_film, "tt1")
                self.assertEqual((got.data["title"], got.tries, len(seen)), ("A", 2, 2))

    def test_what_is_refused_is_not(self):
        for answer, error in [
            (refuses(400, "invalid_parameter"), kinodex.errors.InvalidParameterError),
            (refuses(404, "film_not_found"), kinodex.errors.FilmNotFoundError),
            (refuses(409, "conflict"), kinodex.errors.ConflictError),
            (refuses(429, "quota_exceeded", Retry_After="40000"), kinodex.errors.QuotaExceededError),
            (refuses(418, "a_code_of_tomorrow"), kinodex.errors.APIError),
        ]:
            with self.subTest(error.__name__):
                client, seen = self.answering(answer)
                with self.assertRaises(error) as raised:
                    client.get_film("tt1")
                self.assertEqual((raised.exception.request_id, raised.exception.param, len(seen)), ("req_1", "limit", 1))
        self.assertTrue(issubclass(kinodex.errors.FilmNotFoundError, kinodex.errors.NotFoundError))

    def test_tries_end(self):
        client, seen = self.answering(breaks)
        with self.assertRaises(kinodex.errors.ConnectionFailedError) as raised:
            client.get_film("tt1")
        self.assertEqual((raised.exception.tries, len(seen)), (3, 3))
        slow, _ = self.answering(lambda _: time.sleep(1), max_retries=0, timeout=0.1)
        with self.assertRaises(kinodex.errors.ConnectionFailedError):
            slow.get_film("tt1")

    def test_all_tries_have_one_idempotency_key(self):
        client, seen = self.answering(breaks, says(201, {"data": {"id": "k", "key": "kdx_live_x"}}))
        self.assertEqual(client.create_own_key(name="a")["key"], "kdx_live_x")
        keys = {q.headers["Idempotency-Key"] for q in seen}
        self.assertEqual((len(keys), None in keys, len(seen)), (1, False, 2))
        self.assertEqual(json.loads(seen[0].sent), {"name": "a"})

    def test_an_answer_that_has_not_changed_comes_from_the_cache(self):
        quota = {"X_RateLimit_Limit": "200", "X_RateLimit_Remaining": "150", "X_RateLimit_Reset": "1900000000"}
        client, seen = self.answering(says(200, FILM, ETag='"1"', **quota), says(304, b"", ETag='"1"'),
                                      cache=kinodex.MemoryCache(10), sandbox=True, user_agent="archive/2")
        for cached in (False, True):
            got = client.with_response(client.get_film, "tt1")
            self.assertEqual((got.data["title"], got.cached, got.quota.remaining), ("A", cached, 150))
        last = seen[1].headers
        self.assertEqual((last["If-None-Match"], last["X-Sandbox"], last["X-API-Key"]), ('"1"', "1", "kdx_test_1"))
        self.assertTrue(last["User-Agent"].startswith("archive/2 kinodex-python/"))
        self.assertEqual((client.quota.limit, client.quota.remaining, client.quota.reset.year), (200, 150, 2030))

    def test_parameters_are_sent_as_they_are(self):
        client, seen = self.answering(says(200, {"data": [], "meta": {"total": 0}}))
        client.list_films(genre="Drama,Crime", min_rating=7.5, has_poster=True, min_votes=0)
        self.assertEqual(seen[0].path, "/api/v2/films?genre=Drama%2CCrime&min_rating=7.5&min_votes=0&has_poster=true")

    def test_several_values_are_joined_by_commas(self):
        client, seen = self.answering(says(200, {"data": [], "meta": {"total": 0}}))
        for several in ["title", "year"], ("title", "year"), {"title": 1, "year": 2}.keys(), "title,year":
            client.list_films(fields=several, year_min=1950)
        self.assertEqual({q.path for q in seen}, {"/api/v2/films?year_min=1950&fields=title%2Cyear"})

    def test_parameters_may_be_named_as_what_the_client_uses_itself(self):
        client, seen = self.answering(says(200, {"data": {"prediction": {}}}))
        client.forecast_project(title="A", cast=["B"], budget=4e7)
        self.assertEqual(json.loads(seen[0].sent), {"title": "A", "cast": ["B"], "budget": 4e7})

    def test_null_is_sent_where_it_is_asked_for(self):
        client, seen = self.answering(says(200, {"data": {"id": "k"}}))
        client.update_key("k", name="b", expires_at=kinodex.NULL)
        self.assertEqual(json.loads(seen[0].sent), {"name": "b", "expires_at": None})

    def test_a_connection_is_used_again_and_replaced_when_it_was_closed(self):
        def last(handler):
            says(200, FILM)(handler)
            handler.close_connection = True  # without saying so

        client, seen = self.answering(says(200, FILM), last, says(200, FILM))
        for _ in range(3):
            self.assertEqual(client.with_response(client.get_film, "tt1").tries, 1)
            time.sleep(0.05)
        ports = [q.client_address[1] for q in seen]
        self.assertEqual((ports[0] == ports[1], ports[1] == ports[2]), (True, False))

    def test_iterators_follow_pages_and_stop_when_asked(self):
        pages = [says(200, {"data": [{"filmdb_id": "tt1"}, {"filmdb_id": "tt2"}], "meta": {"next_cursor": "c1"}}),
                 says(200, {"data": [{"filmdb_id": "tt3"}], "meta": {"next_cursor": None}})]
        client, seen = self.answering(*pages)
        self.assertEqual([f["filmdb_id"] for f in client.all_films(q="a")], ["tt1", "tt2", "tt3"])
        self.assertEqual([q.path for q in seen], ["/api/v2/films?q=a&limit=500", "/api/v2/films?q=a&limit=500&cursor=c1"])
        client, seen = self.answering(*pages)
        next(client.all_films())
        self.assertEqual(len(seen), 1)

    def test_iterators_count_where_there_is_no_cursor(self):
        client, seen = self.answering(says(200, {"data": [{"id": "1"}, {"id": "2"}], "meta": {"total": 3}}),
                                      says(200, {"data": [{"id": "3"}], "meta": {"total": 3}}))
        self.assertEqual([a["id"] for a in client.all_actors()], ["1", "2", "3"])
        self.assertIn("offset=2", seen[1].path)

    def test_a_stream_is_read_by_lines_and_its_end_is_missed(self):
        def stream(whole):
            def answer(handler):
                handler.send_response(200)
                handler.send_header("Transfer-Encoding", "chunked")
                handler.end_headers()
                for piece in (b'{"filmdb_id":"tt1"}\n{"film', b'db_id":"tt2"}\n'):
                    handler.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
                if whole:
                    handler.wfile.write(b"0\r\n\r\n")
                handler.close_connection = True
            return answer

        client, _ = self.answering(stream(True), stream(False))
        self.assertEqual([f["filmdb_id"] for f in client.stream_films()], ["tt1", "tt2"])
        films = []
        with self.assertRaises(kinodex.errors.ConnectionFailedError):
            for film in client.stream_films():
                films.append(film)
        self.assertEqual(len(films), 2)

    def test_everything_can_be_awaited(self):
        client, _ = self.answering(says(200, FILM), says(200, {"data": [{"filmdb_id": "tt1"}], "meta": {"next_cursor": None}}), says(200, FILM))

        async def use():
            async with kinodex.AsyncKinodex(client.base_url, "k") as a:
                film = await a.get_film("tt1")
                films = [f async for f in a.all_films(q="x")]
                told = await a.with_response(a.get_film, "tt1")
                with self.assertRaises(TypeError):
                    await a.with_response(a.close)
                return film["title"], len(films), told.status, told.data["title"]

        self.assertEqual(asyncio.run(use()), ("A", 1, 200, "A"))

    def test_a_wrong_address_is_told_at_once(self):
        for base in "kinodex.example", "127.0.0.1:8080", "https://", "http://a:b":
            with self.subTest(base), self.assertRaises(ValueError):
                Kinodex(base)
        for answer, said in [
            (says(200, b"<!doctype html>"), "the address of the service"), (says(200, {"hello": "world"}), "the address of the service"),
            (says(200, b""), "the address of the service"), (says(308, b"", Location="https://films.example.com/api"), "https://films.example.com/api"),
        ]:
            client, seen = self.answering(answer)
            with self.subTest(said), self.assertRaisesRegex(kinodex.errors.KinodexError, said):
                client.get_film("tt1")
            self.assertEqual(len(seen), 1)
        client, _ = self.answering(says(308, b"", Location="https://films.example.com/api"))
        with self.assertRaisesRegex(kinodex.errors.KinodexError, "https://films.example.com/api"):
            next(client.stream_films())

    def test_the_proxy_of_the_environment_is_asked(self):
        server, seen = self.answering(says(200, FILM), says(200, FILM), refuses(403, "no_tunnel"))
        proxy = server.base_url.replace("http://", "http://ada:p%40ss@")
        with mock.patch.dict(os.environ, {"http_proxy": proxy, "https_proxy": proxy, "no_proxy": "127.0.0.1:1,.inside.test"}):
            client, secret = Kinodex("http://films.test:81/base", "kdx_test_1"), Kinodex("https://films.test", "kdx_test_1", max_retries=0)
            direct = Kinodex("http://films.inside.test", "kdx_test_1", max_retries=0, timeout=1)
        for _ in range(2):
            self.assertEqual(client.get_film("tt1")["title"], "A")
        client.close()
        with self.assertRaisesRegex(kinodex.ConnectionFailedError, "403"):
            secret.get_film("tt1")
        with self.assertRaises(kinodex.ConnectionFailedError):
            direct.get_film("tt1")
        known = "Basic " + base64.b64encode(b"ada:p@ss").decode()
        self.assertEqual([(q.path, q.headers["X-API-Key"], q.headers["Proxy-Authorization"]) for q in seen],
                         [("http://films.test:81/base/api/v2/films/tt1", "kdx_test_1", known)] * 2 + [("films.test:443", None, known)])
        self.assertEqual(seen[0].headers["Host"], "films.test:81")
        self.assertEqual(seen[0].client_address, seen[1].client_address)

    def test_this_machine_is_not_asked_through_a_proxy(self):
        with mock.patch.dict(os.environ, {"http_proxy": "http://proxy.test:3128", "no_proxy": ""}):
            client, seen = self.answering(says(200, FILM))
        client.get_film("tt1")
        self.assertEqual(seen[0].path, "/api/v2/films/tt1")
        with mock.patch.dict(os.environ, {"http_proxy": "socks5://ada:secret@proxy.test", "no_proxy": ""}):
            with self.assertRaisesRegex(ValueError, "must begin with http://.*socks5://proxy.test$"):
                Kinodex("http://films.test")

    def test_what_cannot_be_sent_is_told_at_once(self):
        with self.assertRaises(ValueError) as raised:
            Kinodex("http://127.0.0.1", "kdx_live_…")
        self.assertNotIn("kdx_live", str(raised.exception))
        client, seen = self.answering(says(200, {"data": [FILM["data"]]}))
        with self.assertRaises(ValueError):
            client.get_film("")
        for wrong in 113277, None, ["tt1"]:
            with self.assertRaisesRegex(TypeError, f"^id must be a str, not {re.escape(repr(wrong))}$"):
                client.get_film(wrong)
        self.assertEqual(seen, [])

    def test_a_key_is_sent_without_space_around_it(self):
        client, seen = self.answering(says(200, FILM))
        Kinodex(client.base_url, " kdx_live_1\r\n").get_film("tt1")
        self.assertEqual(seen[0].headers["X-API-Key"], "kdx_live_1")


class Snapshot(Served):
    def bucket(self, damage=False):
        """Return a client of a server with a snapshot whose first download breaks in the middle,
        and whose second finds that the link has expired."""
        file = gzip.compress(b"".join(json.dumps({"filmdb_id": f"tt{i}", "title": hashlib.sha256(b"%d" % i).hexdigest()}).encode() + b"\n" for i in range(2000)))
        digest = hashlib.sha256(file).hexdigest()
        if damage:
            file = file[:-1] + bytes([file[-1] ^ 1])
        ranges, half = [], len(file) // 2

        def answer(handler):
            if not handler.path.startswith("/objects/"):
                return says(200, {"data": {"download_url": "/objects/films?signature=1", "manifest": {"sha256": digest, "bytes": len(file)}}})(handler)
            self.assertIsNone(handler.headers["X-API-Key"])
            ranges.append(handler.headers["Range"])
            if len(ranges) == 1 and not damage:
                handler.send_response(200)
                handler.send_header("Content-Length", str(len(file)))
                handler.end_headers()
                handler.wfile.write(file[:half])
                handler.close_connection = True
            elif len(ranges) == 2 and not damage:
                refuses(403, "link_refused")(handler)
            elif ranges[-1]:
                says(206, file[half:])(handler)
            else:
                says(200, file)(handler)

        client, self.seen = self.answering(answer)
        return client, ranges, half

    def test_a_download_goes_on_where_it_broke(self):
        client, ranges, half = self.bucket()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "films.ndjson.gz")
            client.download_snapshot(path)
            self.assertEqual(ranges, [None, f"bytes={half}-", f"bytes={half}-"])
            self.assertEqual(sum(1 for _ in kinodex.read_snapshot(path)), 2000)
            self.assertEqual([p.name for p in Path(folder).iterdir()], [path.name])

    def test_a_download_that_is_damaged_is_not_stored(self):
        client, _, _ = self.bucket(damage=True)
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(kinodex.errors.CorruptDownloadError, "describes: its SHA-256 is [0-9a-f]{64} and not [0-9a-f]{64}; it was removed, call again to load it anew$"):
                client.download_snapshot(Path(folder, "films.ndjson.gz"))
            self.assertEqual(list(Path(folder).iterdir()), [])

    def test_a_download_of_another_length_is_not_stored(self):
        client, _ = self.answering(says(200, {"data": {"download_url": "/objects/films", "manifest": {"sha256": "0" * 64, "bytes": 9}}}), says(200, b"ten bytes!"))
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(kinodex.errors.CorruptDownloadError, "describes: it has 10 bytes and not 9; it was removed, call again to load it anew$"):
                client.download_snapshot(Path(folder, "films.ndjson.gz"))
            self.assertEqual(list(Path(folder).iterdir()), [])

    def test_a_path_that_cannot_be_stored_at_is_told(self):
        client, ranges, _ = self.bucket()
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaises(FileNotFoundError):
                client.download_snapshot(Path(folder, "no", "folder"))
            asked = len(self.seen)
            with self.assertRaisesRegex(IsADirectoryError, "the snapshot is stored as a file"):
                client.download_snapshot(folder)
            self.assertEqual((len(self.seen), ranges), (asked, []))

    @unittest.skipUnless(resource, "this system cannot bound the size of files")
    def test_a_full_disk_is_told_at_once(self):
        client, ranges, half = self.bucket()
        most = resource.getrlimit(resource.RLIMIT_FSIZE)
        self.addCleanup(resource.setrlimit, resource.RLIMIT_FSIZE, most)
        with tempfile.TemporaryDirectory() as folder:
            resource.setrlimit(resource.RLIMIT_FSIZE, (half // 2, most[1]))
            with self.assertRaises(OSError) as raised:
                client.download_snapshot(Path(folder, "films.ndjson.gz"))
            self.assertEqual((raised.exception.errno, ranges), (errno.EFBIG, [None]))


if __name__ == "__main__":
    unittest.main()
