"""The client beside the real program, which KINODEX names."""

import asyncio
import contextlib
import io
import json
import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time
import unittest
import urllib.request
from pathlib import Path

import kinodex
from kinodex import Kinodex

from . import first_five

PROGRAM = os.environ.get("KINODEX")
HERE = Path(__file__).parent


@unittest.skipUnless(PROGRAM, "KINODEX names no program; make test-clients sets it")
class Service(unittest.TestCase):
    def setUp(self):
        self.data = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.data, ignore_errors=True)
        if full := os.environ.get("KINODEX_TEST_LIBRARY"):
            subprocess.run(["cp", "-rl", f"{full}/library", self.data], check=True)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = "127.0.0.1:%d" % free.getsockname()[1]
        made = self.run_program("key", "create", "--account", "reader", "--tier", "studio", "--name", "test", "--json")
        self.key = json.loads(made)["key"]
        self.start()
        self.addCleanup(self.kill)

    def run_program(self, *args):
        return subprocess.run([PROGRAM, *args, "--data", self.data], check=True, capture_output=True).stdout

    def start(self):
        self.process = subprocess.Popen([PROGRAM, "serve", "--data", self.data, "--addr", self.address], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + 120
        while True:
            with contextlib.suppress(OSError):
                if urllib.request.urlopen(f"http://{self.address}/readyz").status == 200:
                    return
            if time.monotonic() > until:
                self.fail("the service is not ready")
            time.sleep(0.1)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def client(self, **settings):
        client = Kinodex(f"http://{self.address}", self.key, **settings)
        self.addCleanup(client.close)
        return client

    def test_a_walk_survives_a_killed_service(self):
        client = self.client(max_retries=12)
        total = client.list_films(limit=1)["meta"]["total"]
        seen, again = set(), threading.Thread(target=lambda: (time.sleep(1), self.start()))
        for film in client.all_films(fields="title", limit=100 if total < 5000 else 500):
            self.assertNotIn(film["filmdb_id"], seen)
            seen.add(film["filmdb_id"])
            if len(seen) == total // 2:
                self.kill()
                again.start()
        again.join()
        self.assertEqual(len(seen), total)
        self.assertGreater(total, 0)
        print(total, "films")

    def test_the_stream_and_the_snapshot_have_every_film(self):
        self.run_program("snapshot", "build")
        client = self.client()
        total = client.list_films(limit=1)["meta"]["total"]
        self.assertEqual(sum(1 for _ in client.stream_films(fields="title")), total)
        path = Path(self.data, "films.ndjson.gz")
        self.assertEqual(client.download_snapshot(path)["film_count"], total)
        self.assertEqual(sum(1 for _ in kinodex.read_snapshot(path)), total)
        table = Path(self.data, "films.parquet")
        self.assertEqual(client.download_snapshot(table, file="parquet")["format"], "parquet")
        self.assertEqual(table.read_bytes()[:4], b"PAR1")

    def test_films_are_counted(self):
        client = self.client()
        for wanted in {}, {"genre": "Drama", "year_max": 1959}, {"genre": "Drama", "year_min": 9999}:
            self.assertEqual(client.count_films(**wanted), client.list_films(**wanted)["meta"]["total"])

    def test_the_first_five_things(self):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.chdir(HERE.parent.parent.parent / "docs/examples"):
            first_five.first_five(f"http://{self.address}", self.key)
            first_five.settings(f"http://{self.address}", self.key)
            asyncio.run(first_five.awaited(f"http://{self.address}", self.key))
        self.assertIn("in the cast", printed.getvalue())
        with self.assertRaises(kinodex.errors.InvalidAPIKeyError):
            Kinodex(f"http://{self.address}", self.key + "x").get_account()


class README(unittest.TestCase):
    def test_it_shows_what_runs(self):
        blocks = (HERE.parent / "README.md").read_text().split("```python\n")[1:]
        source = "\n".join(line.strip() for line in (HERE / "first_five.py").read_text().splitlines())
        self.assertEqual(len(blocks), 3)
        for block in blocks:
            code = "\n".join(line.strip() for line in block.split("```")[0].splitlines()).strip()
            for part in code.split("\n\nclient = "):  # the import stands elsewhere
                self.assertIn(part, source)
