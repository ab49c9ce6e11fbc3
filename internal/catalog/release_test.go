package catalog

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kinodex/internal/docset"
	"kinodex/internal/film"
	"kinodex/internal/pack"
	"kinodex/internal/pack/packtest"
)

// released returns films with releases, each told as "country day kind" or "country day".
func released(films map[film.ID][]string, first map[film.ID]string) (all []*film.Film) {
	ids := make([]film.ID, 0, len(films))
	for id := range films {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		f := called(uint32(id), 1999, 5, fmt.Sprint("Film ", id))
		f.ReleaseDate = film.Known(first[id])
		for _, told := range films[id] {
			parts := append(strings.Split(told, " "), "", "")
			f.Releases = append(f.Releases, film.Release{Country: parts[0], Date: film.Known(parts[1]), Kind: film.Known(parts[2]), Source: "s"})
		}
		all = append(all, f)
	}
	return all
}

// told writes releases as released reads them, with the film before.
func told(c *Catalog, all []Release) (lines []string) {
	for _, r := range all {
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%d %s %d %s", c.ID(r.Doc), r.Country, r.Day, r.Kind)))
	}
	return lines
}

// REQ F2-93
func TestReleasesAreFoundByTheirDay(t *testing.T) {
	dir := build(t, released(map[film.ID][]string{
		1: {"US 2001-02-03 theatrical", "US 2001-06-01 physical", "ZZ 2001-02-03", "AA 2001-02-04 television"},
		2: {"GB 2001-02-03 premiere", "GB", "us 2001-02-03 theatrical", "USA 2001-02-03", "FR 2001-02-31 digital", "DE 2001-02-03 midnight"},
		3: nil,
		4: {"FR 1999-12-31 limited"},
	}, map[film.ID]string{1: "2001-02-03", 2: "2001-01-30", 3: "2001-02-03", 4: ""}))
	c := open(t, dir)
	for _, test := range []struct {
		first, last int
		want        []string
	}{
		{20010203, 20010203, []string{"1 US 20010203 theatrical", "1 ZZ 20010203", "2 GB 20010203 premiere", "3  20010203"}},
		{20010204, 20010601, []string{"1 AA 20010204 television", "1 US 20010601 physical"}},
		{20010101, 20010202, []string{"2  20010130"}},
		{0, 19991231, []string{"4 FR 19991231 limited"}},
		{20010602, 99999999, nil},
		{20010601, 20010203, nil},
	} {
		if got := told(c, c.Releases(test.first, test.last)); !slices.Equal(got, test.want) {
			t.Errorf("from %d to %d: %q, want %q", test.first, test.last, got, test.want)
		}
	}
	if !c.KeepsReleases() {
		t.Error("the releases are not kept")
	}
}

// A catalogue that was written before releases were kept has first releases alone.
func TestAnOlderCatalogueHasFirstReleases(t *testing.T) {
	dir := build(t, released(map[film.ID][]string{1: {"US 2001-02-03 theatrical"}, 2: nil}, map[film.ID]string{1: "2001-02-03", 2: "2001-02-04"}))
	withReleases(t, dir)
	c := open(t, dir)
	if got := told(c, c.Releases(0, 99999999)); c.KeepsReleases() || !slices.Equal(got, []string{"1  20010203", "2  20010204"}) {
		t.Errorf("%v %q", c.KeepsReleases(), got)
	}
}

// withReleases writes the columns of a catalogue anew, with these sections of releases and no others.
func withReleases(t *testing.T, dir string, sections ...packtest.Part) {
	t.Helper()
	path := filepath.Join(dir, columnsFile)
	f, err := pack.Open(path, pack.Options{})
	if err != nil {
		t.Fatal(err)
	}
	parts := slices.DeleteFunc(packtest.Of(t, f), func(p packtest.Part) bool { return strings.HasPrefix(p.Name, "releases/") })
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(append(parts, sections...).Write(t, ""), path); err != nil {
		t.Fatal(err)
	}
}

// What cannot be read as releases is refused when the catalogue is opened.
func TestDamagedReleasesAreRefused(t *testing.T) {
	days := func(b ...byte) packtest.Part { return packtest.Part{Name: releaseDays, Data: b} }
	docs := func(b ...byte) packtest.Part { return packtest.Part{Name: releaseDocs, Data: b} }
	marks := func(b ...byte) packtest.Part { return packtest.Part{Name: releaseMarks, Data: b} }
	for what, sections := range map[string][]packtest.Part{
		"":                     {days(1, 0, 0, 0), docs(0, 0, 0, 0), marks(0, 0)},
		"days out of order":    {days(2, 0, 0, 0, 1, 0, 0, 0), docs(0, 0, 0, 0, 0, 0, 0, 0), marks(0, 0, 0, 0)},
		"a film too many":      {days(1, 0, 0, 0), docs(1, 0, 0, 0), marks(0, 0)},
		"a mark of no country": {days(1, 0, 0, 0), docs(0, 0, 0, 0), marks(0xff, 0xff)},
		"half a day":           {days(1, 0), docs(0, 0, 0, 0), marks(0, 0)},
		"fewer films":          {days(1, 0, 0, 0), docs(), marks(0, 0)},
		"days alone":           {days(1, 0, 0, 0)},
	} {
		dir := build(t, []*film.Film{called(1, 1999, 5, "One")})
		withReleases(t, dir, sections...)
		c, err := Open(dir)
		if (err == nil) != (what == "") {
			t.Errorf("%q: %v", what, err)
		}
		if err == nil {
			c.Close()
		}
	}
}

// BenchmarkReleases finds the releases of a year, and of twenty years, and which films they are of.
func BenchmarkReleases(b *testing.B) {
	var films []*film.Film
	for i := range 150_000 {
		f := called(uint32(i+1), 1950+i%75, 5, fmt.Sprint("Film ", i))
		day := time.Date(1950+i%75, 1, 1+i%365, 0, 0, 0, 0, time.UTC)
		f.ReleaseDate = new(day.Format(time.DateOnly))
		for n := range i % 4 {
			f.Releases = append(f.Releases, film.Release{Country: []string{"US", "GB", "FR"}[n], Date: new(day.AddDate(0, 0, n).Format(time.DateOnly)), Kind: new("theatrical"), Source: "s"})
		}
		films = append(films, f)
	}
	c := open(b, build(b, films))
	for name, days := range map[string][2]int{"a year": {20200101, 20210101}, "twenty years": {20050101, 20250101}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				set := docset.New(c.Len())
				for _, r := range c.Releases(days[0], days[1]) {
					set.Add(uint32(r.Doc))
				}
				c.Find(&film.Query{Within: set, Sort: film.Sort{Field: film.ReleaseField}}, film.Page{Limit: set.Count()})
			}
		})
	}
}
