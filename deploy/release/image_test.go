package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/validate"
)

// program builds a small program that tells a revision, for a platform, as releases do.
func program(t *testing.T, dir, arch string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "program-"+arch)
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=true", "-o", out, ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH="+arch, "GOFLAGS=", "GOEXPERIMENT=")
	if b, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, b)
	}
	return out
}

// repository makes a repository of a program that says yes.
func repository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module yes\n\ngo 1.26\n", "main.go": "package main\n\nfunc main() { println(\"yes\") }\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=t", "-c", "user.email=t@localhost", "commit", "-qm", "Say yes"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if b, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, b)
		}
	}
	return dir
}

// An image for two platforms is a valid OCI layout, by the reader of registries, and the same programs
// make the same bytes.
func TestAnImageForTwoPlatforms(t *testing.T) {
	dir := repository(t)
	programs := []string{program(t, dir, "amd64"), program(t, dir, "arm64")}
	out := t.TempDir()
	first, second := filepath.Join(out, "first.tar"), filepath.Join(out, "second.tar")
	for _, image := range []string{first, second} {
		if err := run(append([]string{"image", "--version", "1.2.3", "--out", image}, programs...)); err != nil {
			t.Fatal(err)
		}
	}
	a, err := os.ReadFile(first)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(second); err != nil || string(a) != string(b) {
		t.Errorf("two images of the same programs differ: %v", err)
	}
	unpacked := filepath.Join(out, "layout")
	os.Mkdir(unpacked, 0o755)
	if b, err := exec.Command("tar", "-xf", first, "-C", unpacked).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, b)
	}
	index, err := layout.ImageIndexFromPath(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	if err := validate.Index(index); err != nil {
		t.Error(err)
	}
	outer, err := index.IndexManifest()
	if err != nil || len(outer.Manifests) != 1 {
		t.Fatalf("%v, %v", outer, err)
	}
	inner, err := index.ImageIndex(outer.Manifests[0].Digest)
	if err != nil {
		t.Fatal(err)
	}
	m, err := inner.IndexManifest()
	if err != nil || len(m.Manifests) != 2 || m.Manifests[0].Platform.Architecture != "amd64" || m.Manifests[1].Platform.Architecture != "arm64" {
		t.Errorf("%+v, %v", m, err)
	}
}

// What is no program, needs libraries or tells no revision is refused.
func TestWrongPrograms(t *testing.T) {
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte("no program"), 0o600); err != nil {
		t.Fatal(err)
	}
	dir := repository(t)
	os.RemoveAll(filepath.Join(dir, ".git"))
	untold := filepath.Join(t.TempDir(), "untold")
	cmd := exec.Command("go", "build", "-o", untold, ".")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOEXPERIMENT=")
	if b, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, b)
	}
	for _, path := range []string{text, untold, filepath.Join(dir, "missing")} {
		out := filepath.Join(t.TempDir(), "image.tar")
		if err := run([]string{"image", "--version", "1", "--out", out, path}); err == nil {
			t.Errorf("%s is taken", path)
		}
		if _, err := os.Stat(out); err == nil {
			t.Errorf("of %s an image is left", path)
		}
	}
}
