#!/bin/sh
# Before removing, but not before an update: the service stops, and requests under way end.
set -e
case "$1" in
remove | 0)
	if [ -d /run/systemd/system ]; then
		systemctl disable --now kinodex.socket kinodex.service
	fi
	;;
esac
