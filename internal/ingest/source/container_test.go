package source

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

const someRatings = "tconst\taverageRating\tnumVotes\ntt0000001\t5.8\t1320\ntt0000002\t6.5\t150\n"

func gzipped(t *testing.T, content string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte(content))
	w.Close()
	return b.String()
}

func xzipped(t *testing.T, content string) string {
	var b bytes.Buffer
	w, err := xz.NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	w.Write([]byte(content))
	w.Close()
	return b.String()
}

func zstandard(t *testing.T, content string) string {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(w.EncodeAll([]byte(content), nil))
}

func tarred(t *testing.T, members ...string) string {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for i := 0; i < len(members); i += 2 {
		w.WriteHeader(&tar.Header{Name: members[i], Mode: 0o600, Size: int64(len(members[i+1])), Typeflag: tar.TypeReg, Format: tar.FormatUSTAR})
		w.Write([]byte(members[i+1]))
	}
	w.Close()
	return b.String()
}

func zipped(t *testing.T, members ...string) string {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(members); i += 2 {
		m, _ := w.Create(members[i])
		m.Write([]byte(members[i+1]))
	}
	w.Close()
	return b.String()
}

func TestFilesAreKnownByContentWhateverTheyAreWrappedIn(t *testing.T) {
	for name, content := range map[string]string{
		"plain":               someRatings,
		"gzip":                gzipped(t, someRatings),
		"xz":                  xzipped(t, someRatings),
		"zstd":                zstandard(t, someRatings),
		"tar":                 tarred(t, "a/r.tsv", someRatings),
		"tar.xz":              xzipped(t, tarred(t, "r.tsv", someRatings)),
		"gzip in tar in gzip": gzipped(t, tarred(t, "r.tsv.gz", gzipped(t, someRatings))),
		"zip with a shadow":   zipped(t, "r.tsv", someRatings, "__MACOSX/._r.tsv", "\x00\x05\x16\x07\x00\x02\x00\x00Mac OS X"),
	} {
		t.Run(name, func(t *testing.T) {
			got := reading(t, "title.jpg", content)
			got.is(t, TitleRatings, 2)
			got.rejected(t)
		})
	}
}

func TestMembersOfAnArchiveAreEachReadInTheirOwnWay(t *testing.T) {
	got := reading(t, "mixed.tar", tarred(t, "ratings.tsv", someRatings, "index.json", `{"what": "ever"}`,
		"links.csv", "movieId,imdbId,tmdbId\n1,0114709,862\n", "empty", ""))
	got.is(t, TitleRatings, 3)
	got.rejected(t, UnknownShape)
	same(t, "file", got.claims[2].Origin.File, "mixed.tar:links.csv")
	same(t, "format", got.claims[2].Origin.Format, IDLinks)
}

func TestDamagedStreamsGiveWhatStandsBeforeTheDamage(t *testing.T) {
	var long strings.Builder
	long.WriteString("tconst\taverageRating\tnumVotes\n")
	for i := range 100_000 {
		fmt.Fprintf(&long, "tt%07d\t5.%d\t%d\n", i*7919%999_983+1, i%10, i*31%9973)
	}
	packed := gzipped(t, long.String())
	got := reading(t, "r.tsv.gz", packed[:len(packed)*3/4])
	if len(got.claims) == 0 || got.rejects[len(got.rejects)-1].Reason != Damaged {
		t.Errorf("%d claims, rejects %v", len(got.claims), got.rejects)
	}
	same(t, "nothing at all", reading(t, "r.gz", packed[:5]).file.Format, Unknown)
}

func TestDiscoverListsEveryFileOnceAndInOrder(t *testing.T) {
	dir := t.TempDir()
	os.MkdirAll(filepath.Join(dir, "sub", ".git"), 0o700)
	for name, content := range map[string]string{"b.tsv": someRatings, "a.txt": "words", "sub/c.tsv": someRatings, "sub/.git/d.tsv": someRatings, ".hidden": someRatings} {
		os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600)
	}
	files, err := Discover([]string{filepath.Join(dir, "sub"), dir})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		names = append(names, f.Name+":"+string(f.Format))
	}
	same(t, "files", names, []string{"c.tsv:title_ratings", "a.txt:", "b.tsv:title_ratings"})
	if _, err := Discover([]string{filepath.Join(dir, "absent")}); err == nil {
		t.Error("an absent path is an error")
	}
}

func TestReadingStopsWhenToldTo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.tsv")
	os.WriteFile(path, []byte(someRatings), 0o600)
	f, _ := Open(path)
	full := errors.New("full")
	calls := 0
	err := f.Read(context.Background(), func(*Claim) error { calls++; return full }, nil, nil)
	if !errors.Is(err, full) || calls != 1 {
		t.Errorf("error %v after %d calls", err, calls)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := f.Read(ctx, func(*Claim) error { t.Error("a claim"); return nil }, nil, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	var seen []int64
	f.Read(context.Background(), func(*Claim) error { return nil }, nil, func(n int64) { seen = append(seen, n) })
	if !slices.IsSorted(seen) || seen[len(seen)-1] != f.Size {
		t.Errorf("progress %v of %d", seen, f.Size)
	}
}
