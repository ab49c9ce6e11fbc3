package replication

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/blob"
	"kinodex/internal/library"
)

// rewrite changes the manifest of the generation that a bucket names, as whoever owns the
// bucket can: the digest in the pointer is that of the changed one.
func rewrite(t *testing.T, b blob.Bucket, change func(m map[string]any)) {
	t.Helper()
	v, err := readVersion(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	body, _, err := getSmall(t.Context(), b, manifestKey(v.Generation))
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal(body, &m); err != nil {
		t.Fatal(err)
	}
	change(m)
	if body, err = encode(m); err != nil {
		t.Fatal(err)
	}
	if err := b.Put(t.Context(), manifestKey(v.Generation), bytes.NewReader(body), int64(len(body)), "application/json"); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(body)
	next := v.clone()
	next.Published[0].ManifestSHA256 = hex.EncodeToString(sum[:])
	if _, err := v.move(t.Context(), b, next); err != nil {
		t.Fatal(err)
	}
}

// tree is every file below a directory with its content, and every link with where it leads.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if d.Type()&os.ModeSymlink != 0 {
			all[path], err = os.Readlink(path)
			return err
		}
		b, err := os.ReadFile(path)
		all[path] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// file returns an entry of a manifest.
func file(m map[string]any, i int) map[string]any { return m["files"].([]any)[i].(map[string]any) }

// Whatever a bucket's manifest says, nothing outside the library is written or taken into it,
// and what served serves on.
func TestAHostileManifestWritesNothingElsewhere(t *testing.T) {
	t.Parallel()
	digest := func(text string) func(map[string]any) {
		return func(m map[string]any) { file(m, 0)["sha256"] = text }
	}
	name := func(text string) func(map[string]any) {
		return func(m map[string]any) { file(m, 0)["name"] = text }
	}
	for what, change := range map[string]func(m map[string]any){
		"a digest that climbs": digest("../../victim"),
		"a digest that climbs to a file of the right size": func(m map[string]any) {
			file(m, 0)["sha256"], file(m, 0)["bytes"] = "../../victim", len("mine")
		},
		"a digest that is the lock":       digest("lock"),
		"an empty digest":                 digest(""),
		"a digest in capitals":            func(m map[string]any) { file(m, 0)["sha256"] = strings.ToUpper(file(m, 0)["sha256"].(string)) },
		"a digest of 63 digits":           func(m map[string]any) { file(m, 0)["sha256"] = file(m, 0)["sha256"].(string)[:63] },
		"a digest of 65 digits":           func(m map[string]any) { file(m, 0)["sha256"] = file(m, 0)["sha256"].(string) + "0" },
		"a name that climbs":              name("../../victim"),
		"an absolute name":                name("/tmp/victim"),
		"the name of the manifest":        name("manifest.json"),
		"two files of a name":             func(m map[string]any) { file(m, 1)["name"] = file(m, 0)["name"] },
		"sizes that overflow":             func(m map[string]any) { file(m, 0)["bytes"], file(m, 1)["bytes"] = int64(1)<<62, int64(1)<<62 },
		"a size below that of the object": func(m map[string]any) { file(m, 0)["bytes"] = file(m, 0)["bytes"].(float64) - 1 },
		"a size above that of the object": func(m map[string]any) { file(m, 0)["bytes"] = file(m, 0)["bytes"].(float64) + 1 },
		"a size of nothing":               func(m map[string]any) { file(m, 0)["bytes"] = 0 },
		"the digest of another file": func(m map[string]any) {
			file(m, 0)["sha256"], file(m, 0)["bytes"] = file(m, 1)["sha256"], file(m, 1)["bytes"]
		},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			b, _ := opened(t)
			home, outside := t.TempDir(), t.TempDir()
			first := built(t, home, 10, 1)
			published(t, b, home)
			// The library lies two directories below the victim, as DATA/library/fetch does.
			for _, path := range []string{"victim", "victim.part", "victim.state"} {
				writeFile(t, filepath.Join(outside, path), []byte("mine"))
			}
			before := tree(t, outside)
			r := follows(t, b, filepath.Join(outside, "library"))
			r.serves(t, first.Generation)
			r.stop()
			built(t, home, 11, 9<<20)
			published(t, b, home)
			rewrite(t, b, change)
			r = follows(t, b, r.Root)
			r.refuses(t, library.ReasonDamaged)
			r.stop()
			if m, err := library.Verify(r.Root); err != nil || m.Generation != first.Generation {
				t.Errorf("%s is there: %v", m.Generation, err)
			}
			after := tree(t, outside)
			for path, content := range before {
				if after[path] != content {
					t.Errorf("%s was changed", path)
				}
			}
			for path := range after {
				if _, there := before[path]; !there && !strings.HasPrefix(path, r.Root+"/") {
					t.Errorf("%s was written", path)
				}
			}
		})
	}
}

// A pointer is from the bucket, too: what it names becomes keys, and is said to people.
func TestAHostilePointerIsRefused(t *testing.T) {
	t.Parallel()
	for what, change := range map[string]func(p *Pointer){
		"a generation that climbs": func(p *Pointer) {
			p.Generation, p.Published[0].Generation = "../../../etc", "../../../etc"
		},
		"a generation with a line feed": func(p *Pointer) {
			p.Generation, p.Published[0].Generation = "000001-0a1b2c3d\nlevel=INFO", "000001-0a1b2c3d\nlevel=INFO"
		},
		"an older generation that climbs": func(p *Pointer) {
			p.Published = append(p.Published, PublishedGeneration{Generation: "../x", ManifestSHA256: p.Published[0].ManifestSHA256})
		},
		"a previous generation that climbs":   func(p *Pointer) { p.Previous = "../x" },
		"a digest of a manifest that is none": func(p *Pointer) { p.Published[0].ManifestSHA256 = "../x" },
		"a generation twice":                  func(p *Pointer) { p.Published = append(p.Published, p.Published[0]) },
		"a negative size":                     func(p *Pointer) { p.Published[0].Bytes = -1 },
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			b, dir := opened(t)
			home := t.TempDir()
			built(t, home, 10, 1)
			published(t, b, home)
			edit(t, filepath.Join(dir, pointerKey), func(body []byte) []byte {
				var p Pointer
				if err := json.Unmarshal(body, &p); err != nil {
					t.Fatal(err)
				}
				change(&p)
				body, err := encode(p)
				if err != nil {
					t.Fatal(err)
				}
				return body
			})
			r := follows(t, b, t.TempDir())
			r.refuses(t, library.ReasonDamaged)
			if s := r.State(); strings.Contains(s.Problem+s.Wanted, "..") || strings.Contains(s.Problem+s.Wanted, "\n") {
				t.Errorf("said is %+v", s)
			}
		})
	}
}

// What lies on the disk is held against its digest before it is taken for a file of a
// generation, wherever it lies; and no link leads elsewhere.
func TestAWrongFileOfTheRightSizeIsNotTaken(t *testing.T) {
	t.Parallel()
	for what, plant := range map[string]func(t *testing.T, root, elsewhere string, first, second library.Manifest){
		"among what was fetched": func(t *testing.T, root, _ string, _, second library.Manifest) {
			spoilt(t, filepath.Join(library.FetchDir(root), most(second).SHA256), most(second))
		},
		"in the generation before": func(t *testing.T, root, _ string, first, _ library.Manifest) {
			spoilt(t, filepath.Join(root, first.Generation, most(first).Name), most(first))
		},
		"in a generation of its name": func(t *testing.T, root, elsewhere string, _, second library.Manifest) {
			if err := os.Rename(filepath.Join(elsewhere, second.Generation), filepath.Join(root, second.Generation)); err != nil {
				t.Fatal(err)
			}
			spoilt(t, filepath.Join(root, second.Generation, most(second).Name), most(second))
		},
		"behind links among what was fetched": func(t *testing.T, root, elsewhere string, _, second library.Manifest) {
			f := most(second)
			for _, suffix := range []string{"", partSuffix, stateSuffix} {
				path := filepath.Join(elsewhere, "file"+suffix)
				spoilt(t, path, f)
				link(t, path, filepath.Join(library.FetchDir(root), f.SHA256+suffix))
			}
		},
		"behind a link in the place of the generation": func(t *testing.T, root, elsewhere string, _, second library.Manifest) {
			spoilt(t, filepath.Join(elsewhere, second.Generation, most(second).Name), most(second))
			link(t, filepath.Join(elsewhere, second.Generation), filepath.Join(root, second.Generation))
		},
		"behind a link in the place of the draft": func(t *testing.T, root, elsewhere string, _, second library.Manifest) {
			link(t, elsewhere, filepath.Join(root, "draft"))
		},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			b, _ := opened(t)
			home, elsewhere := t.TempDir(), t.TempDir()
			first := built(t, home, 10, 9<<20)
			published(t, b, home)
			r := follows(t, b, t.TempDir())
			r.serves(t, first.Generation)
			r.stop()
			second := built(t, home, 11, 9<<20)
			published(t, b, home)
			if err := os.CopyFS(filepath.Join(elsewhere, second.Generation), os.DirFS(filepath.Join(home, second.Generation))); err != nil {
				t.Fatal(err)
			}
			plant(t, r.Root, elsewhere, first, second)
			before := tree(t, elsewhere)
			r = follows(t, b, r.Root)
			r.serves(t, second.Generation)
			if m, err := library.Verify(r.Root); err != nil || m.Generation != second.Generation {
				t.Errorf("%s serves: %v", m.Generation, err)
			}
			if info, err := os.Lstat(filepath.Join(r.Root, second.Generation)); err != nil || !info.IsDir() {
				t.Errorf("the generation is %v, %v", info, err)
			}
			if !maps.Equal(tree(t, elsewhere), before) {
				t.Error("what the links lead to was changed")
			}
		})
	}
}

// A generation that serves already and whose files are others than the bucket's is fetched
// anew: the sizes are not all that is looked at.
func TestAGenerationThatServesIsHeldAgainstItsDigestsOnce(t *testing.T) {
	t.Parallel()
	b, _ := opened(t)
	home := t.TempDir()
	m := built(t, home, 10, 9<<20)
	published(t, b, home)
	r := follows(t, b, t.TempDir())
	r.serves(t, m.Generation)
	r.stop()
	path := filepath.Join(r.Root, m.Generation, most(m).Name)
	spoilt(t, path, most(m))
	r = follows(t, b, r.Root)
	within(t, "the right file is there", func() bool { _, err := library.Verify(r.Root); return err == nil })
	r.serves(t, m.Generation)
	r.stop()
	// What was found right is not read again while it is the same file.
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	edit(t, path, func(b []byte) []byte { b[0] ^= 1; return b })
	if err := os.Chtimes(path, info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	r = follows(t, b, r.Root)
	within(t, "it is settled", func() bool { return strings.Contains(r.log.String(), "the generation that the bucket names serves") })
	r.stop()
	if _, err := library.Verify(r.Root); err == nil {
		t.Error("a generation that was found right is read at every start")
	}
}

// most is the largest file of a generation, which is none that is mapped.
func most(m library.Manifest) library.File {
	return slices.MaxFunc(m.Files, func(a, b library.File) int { return cmp.Compare(a.Bytes, b.Bytes) })
}

// spoilt writes a file of the size of another and with other content.
func spoilt(t *testing.T, path string, f library.File) {
	t.Helper()
	os.Remove(path) // which may have other names
	writeFile(t, path, bytes.Repeat([]byte{'x'}, int(f.Bytes)))
}

// link makes a symbolic link.
func link(t *testing.T, to, at string) {
	t.Helper()
	if err := os.Symlink(to, at); err != nil {
		t.Skip(err)
	}
}
