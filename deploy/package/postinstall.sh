#!/bin/sh
# After installing: the user, and where credentials lie. Nothing is started: an operator does that, once
# the settings are as they should be. After an update a running service is restarted.
set -e
if ! getent passwd kinodex >/dev/null; then
	if command -v systemd-sysusers >/dev/null; then
		systemd-sysusers kinodex.conf
	else
		useradd --system --user-group --home-dir /var/lib/kinodex --no-create-home --shell /usr/sbin/nologin kinodex
	fi
fi
install -d -m 0700 -o kinodex -g kinodex /var/lib/kinodex
install -d -m 0700 /etc/kinodex/credentials
if [ -d /run/systemd/system ]; then
	systemctl daemon-reload
	systemctl try-restart kinodex.service
fi
