package snapshot

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// packLines gives what a gzipFile makes of lines.
func packLines(t testing.TB, lines []byte) []byte {
	t.Helper()
	dir := t.TempDir()
	p, err := newGzipFile(dir, "lines")
	if err != nil {
		t.Fatal(err)
	}
	defer p.close()
	for line := range bytes.Lines(lines) {
		if err := p.write(line); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.finish(); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(filepath.Join(dir, "lines"))
	if err != nil || int64(len(file)) != p.size {
		t.Fatalf("%d bytes, size %d, %v", len(file), p.size, err)
	}
	return file
}

// someLines makes lines of so many bytes or a few more, half of them guessable.
func someLines(bytesWanted int) []byte {
	var b bytes.Buffer
	random := rand.New(rand.NewPCG(1, uint64(bytesWanted)))
	for i := 0; b.Len() < bytesWanted; i++ {
		fmt.Fprintf(&b, `{"filmdb_id":"tt%07d","n":%d,"m":%d}`+"\n", i, random.Uint64(), random.Uint64())
	}
	return b.Bytes()
}

// REQ SN-07: many readers of gzip stop after the first member, and say nothing.
func TestAFileIsOneGzipMember(t *testing.T) {
	for _, size := range []int{0, 1, chunkBytes - 100, chunkBytes, 2 * chunkBytes, 3*chunkBytes + chunkBytes/2} {
		lines := someLines(size)
		file := packLines(t, lines)
		from := bytes.NewReader(file)
		z, err := gzip.NewReader(from)
		if err != nil {
			t.Fatal(err)
		}
		z.Multistream(false)
		plain, err := io.ReadAll(z) // checks the sum and the size, too
		if err != nil || !bytes.Equal(plain, lines) || from.Len() != 0 {
			t.Errorf("of %d bytes the first member has %d and leaves %d of the file: %v", len(lines), len(plain), from.Len(), err)
		}
	}
}

// A snapshot in several members is made anew, as a version of its own that nothing
// changed in.
func TestASnapshotOfSeveralMembersIsReplaced(t *testing.T) {
	b := bucket(t)
	o := options(t, collection{1: "One"}, 1)
	older := sha256.Sum256([]byte(strconv.Itoa(Schema) + " " + base))
	made(t, b, o)
	body := strings.ReplaceAll(string(stored(t, b, currentKey)), VersionOf(o.Generation, base), o.Generation+"-"+hex.EncodeToString(older[:3]))
	for _, key := range []string{currentKey, manifestKey(o.Generation + "-" + hex.EncodeToString(older[:3]))} {
		if err := b.Put(t.Context(), key, strings.NewReader(body), int64(len(body)), "application/json"); err != nil {
			t.Fatal(err)
		}
	}
	films := stored(t, b, FilmsKey(VersionOf(o.Generation, base)))
	if err := b.Put(t.Context(), FilmsKey(o.Generation+"-"+hex.EncodeToString(older[:3])), bytes.NewReader(films), int64(len(films)), "application/gzip"); err != nil {
		t.Fatal(err)
	}
	m := made(t, b, o)
	if m.PreviousVersion == nil || *m.PreviousVersion == m.Version || m.Changes == nil || m.Changes.Puts != 0 || m.Changes.Deletes != 0 {
		t.Errorf("after it comes %+v with %+v", m, m.Changes)
	}
}

// The same lines give the same file on every machine.
func TestAFileDependsOnItsLinesAlone(t *testing.T) {
	lines := someLines(3 * chunkBytes)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	alone := packLines(t, lines)
	runtime.GOMAXPROCS(4)
	if !bytes.Equal(packLines(t, lines), alone) {
		t.Error("with four processors the file is another")
	}
}

// Node's reader of what is inside a member, which knows of no other.
func TestNodeReadsTheWholeFile(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node on this machine: this test did not run")
	}
	lines := someLines(3 * chunkBytes)
	cmd := exec.Command(node, "-e", `
		const file = require("fs").readFileSync(0);
		console.log(require("zlib").inflateRawSync(file.subarray(10)).length);`)
	cmd.Stdin = bytes.NewReader(packLines(t, lines))
	said, err := cmd.CombinedOutput()
	if err != nil || strings.TrimSpace(string(said)) != fmt.Sprint(len(lines)) {
		t.Errorf("read %s of %d bytes: %v", said, len(lines), err)
	}
}

func BenchmarkPacker(b *testing.B) {
	lines := someLines(8 * chunkBytes)
	b.SetBytes(int64(len(lines)))
	for b.Loop() {
		packLines(b, lines)
	}
}
