package ingest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kinodex/internal/film"
)

// sources writes a folder of small source files: 3,000 films in basics and
// ratings, one file nobody can read, and a row that is broken.
func sources(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	basics := &strings.Builder{}
	ratings := &strings.Builder{}
	basics.WriteString("tconst\ttitleType\tprimaryTitle\toriginalTitle\tisAdult\tstartYear\tendYear\truntimeMinutes\tgenres\n")
	ratings.WriteString("tconst\taverageRating\tnumVotes\n")
	for i := 3000; i > 0; i-- {
		kind := "movie"
		if i%10 == 0 {
			kind = "tvSeries"
		}
		fmt.Fprintf(basics, "tt%07d\t%s\tFilm %d\tFilm %d\t0\t%d\t\\N\t%d\tDrama\n", i, kind, i, i, 1920+i%100, 60+i%60)
		fmt.Fprintf(ratings, "tt%07d\t%.1f\t%d\n", i, 1+float64(i%90)/10, i)
	}
	basics.WriteString("nonsense\tmovie\tX\tX\t0\t2000\t\\N\t90\tDrama\n")
	for name, body := range map[string]string{
		"title.basics.tsv": basics.String(), "title.ratings.2023-05.tsv": ratings.String(), "notes.txt": "nothing to see\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestTheSameSourcesGiveTheSameFilmsAndReport(t *testing.T) {
	dir := sources(t)
	build := func(workers int) string {
		var out, rejects bytes.Buffer
		e := json.NewEncoder(&out)
		report, err := Build(t.Context(), Options{
			Paths: []string{dir}, Workers: workers, Rejects: &rejects,
			Out: func(f *film.Film) error { checkFilm(t, f); return e.Encode(f) },
		})
		if err != nil {
			t.Fatal(err)
		}
		report.Started, report.Took = time.Time{}, 0
		if err := report.WriteJSON(&out); err != nil {
			t.Fatal(err)
		}
		if report.Films != 2700 || report.Refused[string(refusedKind)] != 300 {
			t.Fatalf("%d films, refused %v", report.Films, report.Refused)
		}
		if got := strings.Count(rejects.String(), "\n"); got != 301 {
			t.Errorf("%d rejects, want the series and the broken row", got)
		}
		if !strings.Contains(rejects.String(), `"file":"title.basics.tsv","line":3002,"reason":"no_id"`) {
			t.Errorf("the broken row is not among the rejects: %.300s", rejects.String())
		}
		return out.String()
	}
	alone := build(1)
	for _, workers := range []int{2, 5} {
		if build(workers) != alone {
			t.Errorf("%d workers give something else than one", workers)
		}
	}
}

func TestFilmsComeInOrderOfID(t *testing.T) {
	var last film.ID
	_, err := Build(t.Context(), Options{Paths: []string{sources(t)}, Out: func(f *film.Film) error {
		if f.ID <= last {
			t.Fatalf("%s after %s", f.ID, last)
		}
		last = f.ID
		return nil
	}})
	if err != nil || last != 2999 {
		t.Errorf("last film %s, error %v", last, err)
	}
}

func TestBuildEndsWhenItIsToldTo(t *testing.T) {
	dir := sources(t)
	full := errors.New("disk full")
	if _, err := Build(t.Context(), Options{Paths: []string{dir}, Out: func(*film.Film) error { return full }}); !errors.Is(err, full) {
		t.Errorf("an error of Out gives %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Build(ctx, Options{Paths: []string{dir}, Out: func(*film.Film) error { cancel(); return nil }, Workers: 1})
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("cancelling gives %v", err)
	}
	cancel()
	if _, err := Build(ctx, Options{Paths: []string{dir}, Out: func(*film.Film) error { return nil }}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled build gives %v", err)
	}
	if _, err := Build(t.Context(), Options{Paths: []string{filepath.Join(dir, "absent")}}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a path that is not there gives %v", err)
	}
}

func TestProgressGoesForwardThroughTheStages(t *testing.T) {
	var stages []string
	last := Progress{}
	_, err := Build(t.Context(), Options{
		Paths: []string{sources(t)}, Out: func(*film.Film) error { return nil },
		Progress: func(p Progress) {
			if p.Stage != last.Stage {
				stages = append(stages, p.Stage)
			} else if p.Stage != StageRead && p.Done < last.Done {
				t.Errorf("%+v after %+v", p, last)
			}
			if p.Done > p.Total {
				t.Errorf("%+v is more than all", p)
			}
			last = p
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(stages, " "); got != "reading joining merging" || last.Films != 2700 || last.Done != last.Total {
		t.Errorf("stages %q, at the end %+v", got, last)
	}
}

func TestReportTellsPeopleWhatHappened(t *testing.T) {
	report, err := Build(t.Context(), Options{Paths: []string{sources(t)}, Out: func(*film.Film) error { return nil }})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := report.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Films in the catalogue", "2700", "notes.txt", "(not recognised)", "no_id 1", "not_a_film", "300", "ratings.filmdb",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the report lacks %q:\n%s", want, b.String())
		}
	}
}
