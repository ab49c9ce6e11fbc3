#!/usr/bin/env bash
# Run a command that may use the programs which packages are made and tried with:
#
#   scripts/deploy.sh go test ./deploy/...
#
# What is not installed is installed: promtool, rpm, Caddy, nginx and HAProxy with apt-get, where it may,
# and without starting them; nfpm, helm and kubeconform with go install into .bin.
set -euo pipefail
PATH=$PATH:/usr/sbin:/usr/local/sbin:$PWD/.bin

missing=()
for wanted in promtool:prometheus rpm:rpm caddy:caddy nginx:nginx-light haproxy:haproxy systemd-analyze:systemd; do
	command -v "${wanted%%:*}" >/dev/null || missing+=("${wanted##*:}")
done
if [ ${#missing[@]} -gt 0 ]; then
	echo "deploy: installing ${missing[*]}" >&2
	if [ "$(id -u)" != 0 ]; then
		echo "deploy: not root: install ${missing[*]} first" >&2
		exit 1
	fi
	export DEBIAN_FRONTEND=noninteractive
	# In runlevel 1 packages start no services.
	apt-get update -qq && RUNLEVEL=1 apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

# The newest nfpm that installs from the module proxy; newer ones need modules that it does not serve.
for wanted in nfpm:github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.43.4 helm:helm.sh/helm/v3/cmd/helm@v3.22.0 \
	kubeconform:github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0; do
	command -v "${wanted%%:*}" >/dev/null && continue
	echo "deploy: installing ${wanted%%:*}" >&2
	GOBIN=$PWD/.bin GOFLAGS= GOEXPERIMENT= "${GO:-go}" install "${wanted#*:}"
done
export KINODEX_TEST_DEPLOY=yes
exec "$@"
