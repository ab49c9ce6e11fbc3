package deploy_test

import (
	"crypto/sha256"
	"debug/elf"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// arm64Emulator runs programs for arm64 on other processors, a user's program at a time.
const arm64Emulator = "qemu-aarch64-static"

// platforms are those that dist makes a release for: this machine's, and arm64 where its program can
// be run all the same.
func platforms() string {
	if _, err := exec.LookPath(arm64Emulator); err != nil || runtime.GOARCH == "arm64" {
		return runtime.GOARCH
	}
	return runtime.GOARCH + " arm64"
}

// The packages for arm64 have what those for this machine have, and a program for arm64. Under an
// emulator it says so, finds nothing wrong with an empty directory, starts with the library that it
// carries, and finds a film. The kernel and the units are this machine's: nothing here tells of a
// machine with such a processor.
func TestThePackagesForArm64(t *testing.T) {
	if runtime.GOARCH == "arm64" {
		t.Skip("left out: this machine is one, and the other tests run its packages")
	}
	emulator, dpkg := tool(t, arm64Emulator), tool(t, "dpkg-deb")
	deb := released(t, "kinodex_*_arm64.deb")
	if arch := strings.TrimSpace(does(t, "/", dpkg, "--field", deb, "Architecture")); arch != "arm64" {
		t.Errorf("the Debian package is for %s", arch)
	}
	root, files := unpackedDeb(t, dpkg, deb)
	if _, own := unpackedDeb(t, dpkg, released(t, "kinodex_*_"+runtime.GOARCH+".deb")); !slices.Equal(files, own) {
		t.Errorf("the Debian package has\n%s\nthat of this machine has\n%s", strings.Join(files, "\n"), strings.Join(own, "\n"))
	}
	t.Run("RPM", func(t *testing.T) {
		rpm := tool(t, "rpm")
		pkg, own := released(t, "kinodex-*.aarch64.rpm"), released(t, "kinodex-*."+map[string]string{"amd64": "x86_64"}[runtime.GOARCH]+".rpm")
		if arch := does(t, "/", rpm, "-qp", "--queryformat", "%{ARCH}", pkg); arch != "aarch64" {
			t.Errorf("it is for %s", arch)
		}
		if listed := does(t, "/", rpm, "-qlp", pkg); listed != does(t, "/", rpm, "-qlp", own) {
			t.Errorf("it has other files than that of this machine:\n%s", listed)
		}
	})
	program := filepath.Join(root, "usr/bin/kinodex")
	linked, err := elf.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer linked.Close()
	if linked.Machine != elf.EM_AARCH64 || slices.ContainsFunc(linked.Progs, func(p *elf.Prog) bool { return p.Type == elf.PT_INTERP }) {
		t.Errorf("the program is for %s, or wants a loader", linked.Machine)
	}
	runs := func(args ...string) string { // what it prints, without its notes
		t.Helper()
		out, err := exec.Command(emulator, append([]string{program}, args...)...).Output()
		if err != nil {
			t.Fatalf("kinodex %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	var v struct{ Platform string }
	decode(t, []byte(runs("version", "--json")), &v)
	if v.Platform != "linux/arm64" {
		t.Errorf("it says that it is for %s", v.Platform)
	}
	data := t.TempDir()
	if out := runs("doctor", "--data", data, "--addr", "127.0.0.1:0", "--free-disk", "1"); !strings.Contains(out, "can be written") {
		t.Errorf("the doctor says\n%s", out)
	}
	var key struct{ Key string }
	decode(t, []byte(runs("key", "create", "--data", data, "--tier", "studio", "--name", "emulated", "--json")), &key)
	findsAFilm(t, emulator, program, data, key.Key)
}

// unpackedDeb unpacks a Debian package and returns where to, and a line for each file: its mode, its
// name, and the digest of what does not depend on the processor. Scripts of the package are among them.
func unpackedDeb(t *testing.T, dpkg, deb string) (root string, files []string) {
	t.Helper()
	root = t.TempDir()
	does(t, "/", dpkg, "--raw-extract", deb, root)
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || path == root {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		line := fmt.Sprintf("%s %s", info.Mode(), strings.TrimPrefix(path, root))
		switch base := d.Name(); {
		case d.IsDir(), base == "kinodex" && strings.HasSuffix(path, "bin/kinodex"), base == "kinodex.cdx.json", base == "control", base == "md5sums":
		default:
			line += fmt.Sprintf(" %x", sha256.Sum256([]byte(text(t, path))))
		}
		files = append(files, line)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return root, files
}

// findsAFilm starts a server under an emulator on an empty directory and asks it for a film.
func findsAFilm(t *testing.T, emulator, program, data, key string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	log, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	serve := exec.Command(emulator, program, "serve", "--addr", address, "--data", data, "--no-snapshots")
	serve.Stdout, serve.Stderr = log, log
	began := time.Now()
	if err := serve.Start(); err != nil {
		t.Fatal(err)
	}
	defer serve.Wait()
	defer serve.Process.Kill()
	get := func(path string) (status int, body []byte) {
		req, err := http.NewRequest("GET", "http://"+address+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("X-API-Key", key)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return 0, nil
		}
		defer resp.Body.Close()
		body, _ = io.ReadAll(resp.Body)
		return resp.StatusCode, body
	}
	for {
		if status, _ := get("/readyz"); status == http.StatusOK {
			break
		}
		if time.Since(began) > 15*time.Minute {
			t.Fatalf("not ready:\n%s", text(t, log.Name()))
		}
		time.Sleep(time.Second)
	}
	t.Logf("ready after %s", time.Since(began).Round(time.Second))
	var found struct{ Data []struct{ Title string } }
	status, body := get("/api/v2/films?q=heat+1995&limit=1")
	if err := json.Unmarshal(body, &found); err != nil || status != http.StatusOK || len(found.Data) != 1 || found.Data[0].Title != "Heat" {
		t.Errorf("it finds %d %s, %v", status, body, err)
	}
}
