#!/usr/bin/env bash
# Run the tests of the site in a real browser:
#
#   scripts/browser.sh                          # all
#   scripts/browser.sh -run TestEveryPage -v    # what go test is told
#
# The functions of the script modules are tested with node, where there is one.
#
# KINODEX names the program; without it, it is compiled. KINODEX_SCREENSHOTS names a
# directory for pictures of every page at three widths, light and dark;
# KINODEX_TEST_BROWSER_PAGES how many pages of a kind are looked at; and
# KINODEX_TEST_LIBRARY a data directory whose library is served, in place of the
# starter. Chromium is installed with apt-get when it is absent, where that may be;
# axe-core comes from npm, checked against its checksum, into the cache directory.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)

say() { echo "browser: $*" >&2; }

"$root/scripts/install.sh" chromium
chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome)

# axe-core, in the version that the checksum belongs to.
axe_version=4.14.1
axe_sha256=e6b0ce02b84d892e2e33e403485e7f3d6c29e2be6df65daf44d89ba564139745
cache=${XDG_CACHE_HOME:-$HOME/.cache}/kinodex
axe=$cache/axe-core-$axe_version
if [ ! -s "$axe/axe.min.js" ]; then
	command -v npm >/dev/null || { say "npm is not installed; Node 20 or newer brings it"; exit 1; }
	say "fetching axe-core $axe_version"
	mkdir -p "$cache"
	fresh=$(mktemp -d "$cache/axe.XXXXXX")
	trap 'rm -rf "$fresh"' EXIT
	if ! (cd "$fresh" && npm pack --silent --fetch-retries=1 --fetch-timeout=60000 "axe-core@$axe_version" >/dev/null); then
		say "npm could not fetch axe-core. Is its registry within reach? It asks at: $(npm config get registry 2>/dev/null)"
		exit 1
	fi
	echo "$axe_sha256  $fresh/axe-core-$axe_version.tgz" | sha256sum --check --quiet || { say "axe-core is not what was expected"; exit 1; }
	tar -xzf "$fresh/axe-core-$axe_version.tgz" -C "$fresh" package/axe.min.js package/LICENSE
	mkdir -p "$axe" && mv "$fresh/package/LICENSE" "$fresh/package/axe.min.js" "$axe/"
	rm -rf "$fresh"
fi

# The program.
program=${KINODEX:-}
if [ -z "$program" ]; then
	program=$root/bin/kinodex
	(cd "$root" && "${GO:-go}" build -trimpath -o "$program" ./cmd/kinodex)
fi
program=$(cd "$(dirname "$program")" && pwd)/$(basename "$program")

export KINODEX_TEST_BROWSER=$chromium KINODEX_TEST_PROGRAM=$program KINODEX_TEST_AXE=$axe/axe.min.js
if [ -n "${KINODEX_SCREENSHOTS:-}" ]; then
	mkdir -p "$KINODEX_SCREENSHOTS"
	KINODEX_SCREENSHOTS=$(cd "$KINODEX_SCREENSHOTS" && pwd)
	export KINODEX_SCREENSHOTS
fi
cd "$root/test/site"
if command -v node >/dev/null; then
	node --test js
fi
exec "${GO:-go}" test -count=1 -timeout 30m ./browser "$@"
