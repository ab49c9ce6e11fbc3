"""The package as those who install it meet it."""

import importlib.util
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).parent.parent


@unittest.skipUnless(importlib.util.find_spec("setuptools"), "setuptools is not installed")
class Package(unittest.TestCase):
    def test_it_has_all_modules_and_says_that_it_is_typed(self):
        with tempfile.TemporaryDirectory() as folder:
            source, built = Path(folder, "source"), Path(folder, "built")
            shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__"))
            subprocess.run([sys.executable, "-c", "import setuptools; setuptools.setup()", "-q", "build", "--build-lib", built], cwd=source, check=True, capture_output=True)
            files = {path.relative_to(built) for path in built.rglob("*") if path.is_file()}
            self.assertEqual(files, {path.relative_to(source) for path in Path(source, "kinodex").rglob("*") if path.suffix in (".py", ".typed")})
            self.assertIn(Path("kinodex/py.typed"), files)
