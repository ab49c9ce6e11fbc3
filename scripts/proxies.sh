#!/usr/bin/env bash
# Run a command that may start HAProxy and nginx:
#
#   scripts/proxies.sh go test -run BehindAProxy ./internal/serve
#
# The tests start them themselves, on the loopback address, with files in
# temporary directories. What is not installed is installed (scripts/install.sh).
set -euo pipefail
PATH=$PATH:/usr/sbin:/usr/local/sbin

"$(dirname "$0")/install.sh" haproxy nginx
KINODEX_TEST_HAPROXY=$(command -v haproxy)
KINODEX_TEST_NGINX=$(command -v nginx)
export KINODEX_TEST_HAPROXY KINODEX_TEST_NGINX
exec "$@"
