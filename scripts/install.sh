#!/usr/bin/env bash
# Install programs of others, unless they are there:
#
#   scripts/install.sh postgres redis-server haproxy versitygw
#
# What Debian has is installed with apt-get, where it may, and not started; what is
# written in Go with go install into .bin.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH=$PATH:/usr/sbin:/usr/local/sbin:$PWD/.bin

packages=() modules=()
for program in "$@"; do
	case "$program" in
	postgres) compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || [ -x /usr/local/pgsql/bin/initdb ] || packages+=(postgresql) ;;
	chromium) command -v chromium chromium-browser google-chrome >/dev/null || packages+=(chromium fonts-dejavu-core) ;;
	*)
		command -v "$program" >/dev/null && continue
		case "$program" in
		redis-server | pgbouncer | haproxy | caddy | rpm | wrk) packages+=("$program") ;;
		nginx) packages+=(nginx-light) ;;
		promtool) packages+=(prometheus) ;;
		systemd-analyze) packages+=(systemd) ;;
		qemu-aarch64-static) packages+=(qemu-user-static) ;;
		versitygw) modules+=(github.com/versity/versitygw/cmd/versitygw@v1.8.0) ;;
		# The newest nfpm that installs from the module proxy; newer ones need modules that it does not serve.
		nfpm) modules+=(github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.43.4) ;;
		helm) modules+=(helm.sh/helm/v3/cmd/helm@v3.22.0) ;;
		kubeconform) modules+=(github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0) ;;
		*) echo "install: $program is not known here" >&2; exit 2 ;;
		esac
		;;
	esac
done

if [ ${#packages[@]} -gt 0 ]; then
	if [ "$(id -u)" != 0 ]; then
		echo "install: not root: install ${packages[*]} first" >&2
		exit 1
	fi
	echo "install: ${packages[*]}" >&2
	export DEBIAN_FRONTEND=noninteractive
	# In runlevel 1 packages start no services.
	apt-get update -qq && RUNLEVEL=1 apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
fi
[ ${#modules[@]} = 0 ] || for module in "${modules[@]}"; do
	echo "install: $module" >&2
	GOBIN=$PWD/.bin "${GO:-go}" install "$module"
done
