package snapshot

import (
	"context"
	"crypto/ed25519"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"kinodex/internal/blob"
)

func signer() (sign func([]byte) ([]byte, []byte), key ed25519.PublicKey) {
	private := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	key = private.Public().(ed25519.PublicKey)
	return func(text []byte) ([]byte, []byte) { return ed25519.Sign(private, text), key }, key
}

func names(files []File) (all []string) {
	for _, f := range files {
		all = append(all, f.File)
	}
	return all
}

// REQ SN-18, SN-19
func TestTablesAreMadeBesideTheLinesAndTheManifestIsSigned(t *testing.T) {
	b := bucket(t)
	o := options(t, collection{1: "One", 2: "Two"}, 1)
	sign, key := signer()
	o.Tables, o.Sign = Tables, sign
	m := made(t, b, o)
	if got := names(m.Files); !slices.Equal(got, []string{Lines, Parquet, SQLite}) {
		t.Fatalf("the files are %v", got)
	}
	for _, f := range m.Files {
		body := stored(t, b, FileKey(m.Version, f.File))
		if int64(len(body)) != f.Bytes || sha(body) != f.SHA256 || f.Rows["films"] != 2 {
			t.Errorf("%+v describes a file of %d bytes", f, len(body))
		}
	}
	if !m.Signed(key) {
		t.Error("the manifest is not signed")
	}
	for name, change := range map[string]func(*Manifest){
		"a digest":  func(m *Manifest) { m.Files[1].SHA256 = strings.Repeat("0", 64) },
		"a count":   func(m *Manifest) { m.Files[2].Rows = map[string]int64{"films": 3} },
		"a licence": func(m *Manifest) { m.Licences[0].Terms = "Anything goes." },
	} {
		changed := *m
		changed.Files, changed.Licences = slices.Clone(m.Files), slices.Clone(m.Licences)
		if change(&changed); changed.Signed(key) {
			t.Errorf("%s was changed, and the signature still holds", name)
		}
	}
	if again, fresh, err := Build(t.Context(), b, o); err != nil || fresh || !again.Signed(key) {
		t.Errorf("it was made twice: %v, %v", fresh, err)
	}
}

func TestTablesAreAddedToAVersionThatIsThere(t *testing.T) {
	b := bucket(t)
	o := options(t, collection{1: "One"}, 1)
	first := made(t, b, o)
	o.Tables = []string{SQLite}
	second := made(t, b, o)
	o.Tables = Tables
	third := made(t, b, o)
	if second.Version != first.Version || !slices.Equal(names(second.Files), []string{Lines, SQLite}) || !slices.Equal(names(third.Files), []string{Lines, Parquet, SQLite}) {
		t.Errorf("%s has %v, then %v", second.Version, names(second.Files), names(third.Files))
	}
	if current, err := Current(t.Context(), b); err != nil || len(current.Files) != 3 {
		t.Errorf("the newest is %+v, %v", current, err)
	}
}

// full has no space left for one file.
type full struct {
	blob.Bucket
	suffix string
}

func (f full) Put(ctx context.Context, key string, body io.Reader, size int64, media string) error {
	if strings.HasSuffix(key, f.suffix) {
		return errors.New("no space left on device")
	}
	return f.Bucket.Put(ctx, key, body, size, media)
}

func TestATableThatCannotBeStoredLeavesTheLinesInPlace(t *testing.T) {
	b := bucket(t)
	o := options(t, collection{1: "One"}, 1)
	o.Tables = Tables
	if _, _, err := Build(t.Context(), full{b, ".sqlite"}, o); err == nil || !strings.Contains(err.Error(), "no space left") {
		t.Fatalf("the failure is %v", err)
	}
	m, err := Current(t.Context(), b)
	if err != nil || !slices.Equal(names(m.Files), []string{Lines, Parquet}) {
		t.Fatalf("the newest is %+v, %v", m, err)
	}
	if m = made(t, b, o); len(m.Files) != 3 {
		t.Errorf("afterwards it has %v", names(m.Files))
	}
}

func TestTablesOfOldVersionsGo(t *testing.T) {
	b := bucket(t)
	o := options(t, collection{1: "One"}, 1)
	o.Tables = []string{Parquet}
	old := made(t, b, o)
	for n := 2; n <= 4; n++ {
		o = options(t, collection{1: "One", 2: "Two"}, n)
		o.Tables, o.Now = []string{Parquet}, time.Now().Add(time.Duration(n)*24*time.Hour)
		made(t, b, o)
	}
	if _, err := b.Stat(t.Context(), FileKey(old.Version, Parquet)); !errors.Is(err, blob.ErrNotFound) {
		t.Errorf("the table of an old version is still there: %v", err)
	}
}
