#!/usr/bin/env bash
# Run a command that may start HAProxy and nginx:
#
#   scripts/proxies.sh go test -run BehindAProxy ./internal/serve
#
# The tests start them themselves, on the loopback address, with files in
# temporary directories. What is not installed is installed with apt-get, where it
# may, and not started.
set -euo pipefail
PATH=$PATH:/usr/sbin:/usr/local/sbin

missing=()
command -v haproxy >/dev/null || missing+=(haproxy)
command -v nginx >/dev/null || missing+=(nginx-light)
if [ ${#missing[@]} -gt 0 ]; then
	echo "proxies: installing ${missing[*]}" >&2
	if [ "$(id -u)" != 0 ]; then
		echo "proxies: not root: install ${missing[*]} first" >&2
		exit 1
	fi
	export DEBIAN_FRONTEND=noninteractive
	# In runlevel 1 packages start no services.
	apt-get update -qq && RUNLEVEL=1 apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi
KINODEX_TEST_HAPROXY=$(command -v haproxy)
KINODEX_TEST_NGINX=$(command -v nginx)
export KINODEX_TEST_HAPROXY KINODEX_TEST_NGINX
exec "$@"
