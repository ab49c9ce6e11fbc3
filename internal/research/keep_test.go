package research

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/pack"
	"kinodex/internal/pack/packtest"
)

// A tier model is taken over by a set of the same scripts, which then has the same bytes, and
// by no other.
func TestATierModelIsTakenOverByTheSameScripts(t *testing.T) {
	films, scripts := sample(60)
	before := shelve(t, films, scripts)
	learned := carried(t, before.Learned())
	other := append([]MeasuredScript{}, scripts...)
	other[7].Features[3] += 0.001
	for _, c := range []struct {
		name    string
		scripts []MeasuredScript
		learned *TrainedModel
		want    bool
	}{
		{"the same scripts", scripts, learned, true},
		{"another script", other, learned, false},
		{"a script fewer", scripts[1:], learned, false},
		{"nothing learned", scripts, &TrainedModel{}, false},
	} {
		b := built(films, c.scripts)
		set := b.join()
		rank(set)
		model, err := train(t.Context(), set, c.learned, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := model == c.learned.model; got != c.want {
			t.Errorf("%s: taken over is %v", c.name, got)
		}
	}
	if one, other := written(t, films, scripts, nil), written(t, films, scripts, learned); !bytes.Equal(one, other) {
		t.Error("the same scripts with a model taken over give another file")
	}
}

func TestSetsThatAreTooSmallHaveNothingToTakeOver(t *testing.T) {
	films, scripts := sample(10)
	learned := carried(t, shelve(t, films, scripts).Learned())
	if !bytes.Equal(written(t, films, scripts, nil), written(t, films, scripts, learned)) {
		t.Error("another file")
	}
}

// written returns the bytes of the file with something taken over.
func written(t *testing.T, films []*film.Film, scripts []MeasuredScript, learned *TrainedModel) []byte {
	t.Helper()
	b := built(films, scripts)
	b.TakeOver(learned)
	path := filepath.Join(t.TempDir(), File)
	if err := b.Write(t.Context(), path, nil); err != nil {
		t.Fatal(err)
	}
	all, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// carried returns what was learned once it was written and read again.
func carried(t *testing.T, l *TrainedModel) (read *TrainedModel) {
	t.Helper()
	packtest.Carry(t, l.Write, func(r *pack.Reader) { read = ReadLearned(r) })
	return read
}
