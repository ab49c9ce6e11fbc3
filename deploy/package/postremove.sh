#!/bin/sh
# After removing. The data directory is kept, also by a purge: it has accounts and keys.
set -e
[ ! -d /run/systemd/system ] || systemctl daemon-reload
if [ "$1" = purge ] && [ -d /var/lib/kinodex ] && [ -n "$(ls -A /var/lib/kinodex)" ]; then
	echo "kinodex: /var/lib/kinodex is kept; it has accounts, keys and the library"
fi
