package deploy_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// made is where dist makes a release of its own; TestMain removes it.
var made = filepath.Join(os.TempDir(), fmt.Sprintf("kinodex-dist-%d", os.Getpid()))

// dist returns a directory that scripts/release.sh filled for the platforms: the one that
// KINODEX_TEST_DIST names, or one that is filled now.
var dist = sync.OnceValues(func() (string, error) {
	if given := os.Getenv("KINODEX_TEST_DIST"); given != "" {
		return given, nil
	}
	cmd := exec.Command("../scripts/release.sh")
	cmd.Env = append(os.Environ(), "DIST="+made, "PLATFORMS="+platforms())
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("release.sh: %w\n%s", err, out)
	}
	return made, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	os.RemoveAll(made)
	os.Exit(code)
}

// released returns the file of the release that a pattern names.
func released(t *testing.T, pattern string) string {
	t.Helper()
	if os.Getenv("KINODEX_TEST_DEPLOY") == "" {
		t.Skip("left out: makes packages (make test-deploy)")
	}
	dir, err := dist()
	if err != nil {
		t.Fatal(err)
	}
	found, _ := filepath.Glob(filepath.Join(dir, pattern))
	if len(found) != 1 {
		t.Fatalf("%s in %s: %v", pattern, dir, found)
	}
	return found[0]
}

// asRoot leaves a test out that only root can make.
func asRoot(t *testing.T) {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("left out: needs root")
	}
}

// The Debian package installs, its program runs as the user it makes, and it goes again and leaves the
// data and, until it is purged, the settings.
func TestTheDebianPackage(t *testing.T) {
	asRoot(t)
	dpkg, deb := tool(t, "dpkg"), released(t, "kinodex_*_"+runtime.GOARCH+".deb")
	for _, there := range []string{"/var/lib/kinodex", "/usr/bin/kinodex", "/etc/kinodex"} {
		if _, err := os.Stat(there); err == nil {
			t.Skipf("left out: %s is there already", there)
		}
	}
	t.Cleanup(func() {
		exec.Command(dpkg, "--purge", "kinodex").Run()
		exec.Command("userdel", "kinodex").Run()
		os.RemoveAll("/var/lib/kinodex")
		os.RemoveAll("/etc/kinodex")
	})
	does(t, "/", dpkg, "--install", deb)
	if out := does(t, "/", "/usr/bin/kinodex", "version"); !strings.HasPrefix(out, "kinodex ") {
		t.Errorf("it says %q", out)
	}
	if out := does(t, "/", "setpriv", "--reuid=kinodex", "--regid=kinodex", "--clear-groups", "/usr/bin/kinodex", "doctor", "--data", "/var/lib/kinodex", "--addr", "127.0.0.1:0", "--free-disk", "1"); !strings.Contains(out, "can be written") {
		t.Errorf("its user does not have its directory:\n%s", out)
	}
	verify := exec.Command(tool(t, "systemd-analyze"), "verify", "/usr/lib/systemd/system/kinodex.service", "/usr/lib/systemd/system/kinodex.socket")
	if out, err := verify.CombinedOutput(); err != nil || strings.Contains(string(out), "kinodex") {
		t.Errorf("systemd-analyze verify: %v\n%s", err, out)
	}
	for path, mode := range map[string]os.FileMode{"/etc/kinodex/credentials": 0o700, "/var/lib/kinodex": 0o700, "/etc/kinodex/kinodex.env": 0o644, "/usr/bin/kinodex": 0o755} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%s: %v", path, err)
		}
	}
	if err := os.WriteFile("/etc/kinodex/kinodex.env", []byte("KINODEX_BASE_URL=https://films.example.com\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	does(t, "/", dpkg, "--install", deb) // an update
	if !strings.Contains(text(t, "/etc/kinodex/kinodex.env"), "films.example.com") {
		t.Error("an update took the settings")
	}
	if err := os.WriteFile("/var/lib/kinodex/kinodex.db", []byte("accounts"), 0o600); err != nil {
		t.Fatal(err)
	}
	does(t, "/", dpkg, "--remove", "kinodex")
	if _, err := os.Stat("/usr/bin/kinodex"); err == nil {
		t.Error("the program is left")
	}
	if !strings.Contains(text(t, "/etc/kinodex/kinodex.env"), "films.example.com") {
		t.Error("removing took the settings")
	}
	does(t, "/", dpkg, "--purge", "kinodex")
	if _, err := os.Stat("/etc/kinodex/kinodex.env"); err == nil {
		t.Error("the settings are left after a purge")
	}
	if text(t, "/var/lib/kinodex/kinodex.db") != "accounts" {
		t.Error("a purge took accounts and keys")
	}
}

// The RPM package has the same files, and its program runs from where it is installed.
func TestTheRPMPackage(t *testing.T) {
	asRoot(t)
	rpm := tool(t, "rpm")
	arch := map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[runtime.GOARCH]
	pkg := released(t, "kinodex-*."+arch+".rpm")
	listed := does(t, "/", rpm, "-qlp", pkg)
	for _, path := range []string{"/usr/bin/kinodex", "/usr/lib/systemd/system/kinodex.service", "/usr/lib/systemd/system/kinodex.socket", "/etc/kinodex/kinodex.env", "/usr/share/doc/kinodex/kinodex.cdx.json"} {
		if !strings.Contains(listed, path+"\n") {
			t.Errorf("no %s", path)
		}
	}
	root := t.TempDir()
	does(t, "/", rpm, "--root", root, "--initdb")
	does(t, "/", rpm, "--root", root, "--install", "--nodeps", "--noscripts", "--ignorearch", "--ignoreos", pkg)
	if out := does(t, "/", filepath.Join(root, "usr/bin/kinodex"), "version"); !strings.HasPrefix(out, "kinodex ") {
		t.Errorf("it says %q", out)
	}
	does(t, "/", rpm, "--root", root, "--erase", "--noscripts", "kinodex")
	if _, err := os.Stat(filepath.Join(root, "usr/bin/kinodex")); err == nil {
		t.Error("the program is left")
	}
}

// The unit is sandboxed: systemd's own judgement, of which 10 is exposed and 0 is shut.
func TestTheUnitIsSandboxed(t *testing.T) {
	systemd := tool(t, "systemd-analyze")
	out := does(t, "systemd", systemd, "security", "--offline=true", "--threshold=20", "kinodex.service")
	at := strings.Index(out, "Overall exposure level")
	if at < 0 {
		t.Fatal(out)
	}
	t.Log(strings.TrimSpace(out[at:]))
}

// unpacked takes an image apart: it holds every blob against its digest and returns the configuration of
// this machine's platform and a directory with its files. platforms are those that the image has.
func unpacked(t *testing.T, image string) (config imageConfig, root string, platforms []string) {
	t.Helper()
	dir := t.TempDir()
	does(t, dir, "tar", "-xf", image)
	blob := func(digest string) []byte {
		b, err := os.ReadFile(filepath.Join(dir, "blobs", "sha256", strings.TrimPrefix(digest, "sha256:")))
		if err != nil {
			t.Fatal(err)
		}
		if sum := sha256.Sum256(b); "sha256:"+hex.EncodeToString(sum[:]) != digest {
			t.Fatalf("%s is damaged", digest)
		}
		return b
	}
	var index imageIndex
	decode(t, []byte(text(t, filepath.Join(dir, "index.json"))), &index)
	decode(t, blob(index.Manifests[0].Digest), &index)
	root = filepath.Join(dir, "root")
	for _, m := range index.Manifests {
		var manifest imageManifest
		decode(t, blob(m.Digest), &manifest)
		platforms = append(platforms, m.Platform.OS+"/"+m.Platform.Architecture)
		for _, l := range manifest.Layers {
			blob(l.Digest)
			if m.Platform.Architecture == runtime.GOARCH {
				extract(t, filepath.Join(dir, "blobs", "sha256", strings.TrimPrefix(l.Digest, "sha256:")), root)
			}
		}
		if m.Platform.Architecture == runtime.GOARCH {
			decode(t, blob(manifest.Config.Digest), &config)
		}
	}
	return config, root, platforms
}

type (
	imageIndex struct {
		Manifests []struct {
			Digest   string
			Platform struct{ OS, Architecture string }
		}
	}
	imageManifest struct {
		Config struct{ Digest string }
		Layers []struct{ Digest string }
	}
	imageConfig struct {
		Config struct {
			User, StopSignal     string
			Entrypoint, Cmd, Env []string
			Healthcheck          struct{ Test []string }
			Labels               map[string]string
		}
	}
)

func decode(t *testing.T, b []byte, v any) {
	t.Helper()
	if err := json.Unmarshal(b, v); err != nil {
		t.Fatal(err)
	}
}

// extract unpacks a layer with owners and modes, as an engine of containers does.
func extract(t *testing.T, layer, root string) {
	t.Helper()
	if err := os.MkdirAll(root, 0o755); err != nil {
		t.Fatal(err)
	}
	out := does(t, root, "sh", "-c", `gzip -dc "$1" | tar -x -p --numeric-owner -f - 2>&1`, "sh", layer)
	if out != "" {
		t.Fatal(out)
	}
}

// The image has nothing but the program, who runs it and empty directories; it runs as a user who is not
// root, on a root that cannot be written, and its health check tells its state. No container engine runs
// here, so namespaces and a changed root stand in for one.
func TestTheImage(t *testing.T) {
	asRoot(t)
	unshare := tool(t, "unshare")
	config, root, platforms := unpacked(t, released(t, "kinodex-*-image.tar"))
	t.Logf("platforms: %v", platforms)
	c := config.Config
	if c.User != "65532:65532" || strings.Join(append(c.Entrypoint, c.Cmd...), " ") != "/usr/bin/kinodex serve" || len(c.Healthcheck.Test) < 3 || c.Labels["org.opencontainers.image.revision"] == "" {
		t.Errorf("the configuration is %+v", c)
	}
	var files []string
	filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, strings.TrimPrefix(path, root))
		}
		return err
	})
	if strings.Join(files, " ") != "/etc/group /etc/passwd /usr/bin/kinodex" {
		t.Errorf("the image has %v", files)
	}
	log, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	const mounts = `mount --bind "$1" "$1" && mkdir -p "$1/proc" && mount -t proc proc "$1/proc" && mount -t tmpfs tmpfs "$1/tmp" &&
		mount -t tmpfs -o uid=65532,gid=65532,mode=700 tmpfs "$1/var/lib/kinodex" && mount -o remount,ro,bind "$1" "$1" &&
		! touch "$1/written" 2>/dev/null &&`
	const address = "127.0.0.1:18099"
	contained := func(args ...string) *exec.Cmd {
		cmd := exec.Command(unshare, append([]string{"--mount", "sh", "-c", mounts + ` root=$1 && shift && exec chroot --userspec=65532:65532 "$root" "$@"`, "sh", root, c.Entrypoint[0]}, args...)...)
		cmd.Env, cmd.Stdout, cmd.Stderr = append(c.Env, "KINODEX_ADDR="+address), log, log
		cmd.Env[0] = "PATH=" + os.Getenv("PATH")
		return cmd
	}
	serve := contained(c.Cmd...)
	if err := serve.Start(); err != nil {
		t.Fatal(err)
	}
	defer serve.Process.Kill()
	for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(100 * time.Millisecond) {
		if resp, err := http.Get("http://" + address + "/readyz"); err == nil {
			body, _ := io.ReadAll(resp.Body)
			resp.Body.Close()
			if resp.StatusCode == 200 {
				t.Logf("%s", body)
				break
			}
		}
		if time.Now().After(deadline) {
			t.Fatalf("not ready:\n%s", text(t, log.Name()))
		}
	}
	status := text(t, fmt.Sprintf("/proc/%d/status", serve.Process.Pid))
	if !strings.Contains(status, "Uid:\t65532\t65532\t65532\t65532") {
		t.Errorf("it runs as somebody else:\n%s", status)
	}
	if err := contained(c.Healthcheck.Test[2:]...).Run(); err != nil {
		t.Errorf("the health check of a healthy server: %v", err)
	}
	serve.Process.Signal(os.Interrupt)
	serve.Wait()
	if err := contained(c.Healthcheck.Test[2:]...).Run(); err == nil {
		t.Error("the health check says yes though no server runs")
	}
}

// The bill of materials names the program by its digest and every module that is linked into it.
func TestTheBillOfMaterials(t *testing.T) {
	program := released(t, "kinodex-linux-"+runtime.GOARCH)
	var bill struct {
		BomFormat, SpecVersion string
		Metadata               struct {
			Component struct{ Hashes []struct{ Content string } }
		}
		Components []struct{ Name, Version, Purl string }
	}
	decode(t, []byte(text(t, program+".cdx.json")), &bill)
	f, err := os.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		t.Fatal(err)
	}
	if bill.BomFormat != "CycloneDX" || bill.Metadata.Component.Hashes[0].Content != hex.EncodeToString(h.Sum(nil)) {
		t.Errorf("%+v", bill.Metadata)
	}
	var said struct {
		Modules []struct{ Path, Version string }
	}
	decode(t, []byte(does(t, ".", program, "version", "--json")), &said)
	has := map[string]bool{}
	for _, c := range bill.Components {
		has[c.Purl] = true
	}
	for _, m := range said.Modules {
		if !has["pkg:golang/"+m.Path+"@"+m.Version] {
			t.Errorf("the bill lacks %s %s", m.Path, m.Version)
		}
	}
	if len(said.Modules) < 20 || len(has) != len(said.Modules)+1 { // and Go itself
		t.Errorf("%d modules, %d in the bill", len(said.Modules), len(has))
	}
}
