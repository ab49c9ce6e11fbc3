package dataquality

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/film"
)

func ptr[T any](v T) *T { return &v }

// sound returns a film that no class has anything against.
func sound(id film.ID, change ...func(*film.Film)) *film.Film {
	f := &film.Film{
		ID: id, Title: fmt.Sprintf("Film %d", id), Year: ptr(1999), ReleaseDate: ptr("2000-02-01"), Director: ptr("Ada Maker"),
		Countries: []string{"FR"}, Genres: []string{"Drama"}, Overview: ptr(fmt.Sprintf("What happens in film %d is told here.", id)),
		Ratings:   film.Ratings{FilmdbVotes: ptr(9000)},
		BoxOffice: film.Money{Budget: ptr(int64(2_000_000 + id)), WorldwideGross: ptr(int64(9_000_000)), ROI: ptr(3.5)},
	}
	for _, c := range change {
		c(f)
	}
	return f
}

// findings returns "class:ids" of everything found.
func findings(films ...*film.Film) []string {
	a := NewAuditor()
	for _, f := range films {
		a.Add(f)
	}
	var all []string
	for _, r := range a.Results() {
		for _, f := range r.Findings {
			all = append(all, fmt.Sprintf("%s:%s%v", r.Name, f.ID, f.With))
		}
	}
	return all
}

func money(budget, gross int64) func(*film.Film) {
	return func(f *film.Film) {
		f.BoxOffice = film.Money{Budget: &budget, WorldwideGross: &gross, ROI: ptr(float64(gross-budget) / float64(budget))}
	}
}

func TestASuspiciousFilmIsFoundInItsClassAndInNoOther(t *testing.T) {
	for _, test := range []struct {
		class  string
		change func(*film.Film)
	}{
		{"", func(*film.Film) {}},
		{"roi_over_100", money(15_000, 190_000_000)},
		{"", money(1_000_000, 101_000_000)},
		{"budget_equals_gross", money(500_000, 500_000)},
		{"large_budget_few_voters", func(f *film.Film) {
			f.Ratings.FilmdbVotes, f.BoxOffice = ptr(499), film.Money{Budget: ptr(int64(20_000_000))}
		}},
		{"", func(f *film.Film) { // the other database's voters count
			f.Ratings, f.BoxOffice = film.Ratings{MoviedbVotes: ptr(500)}, film.Money{Budget: ptr(int64(20_000_000))}
		}},
		{"", func(f *film.Film) { money(20_000_000, 30_000_000)(f); f.Ratings.FilmdbVotes = nil }},
		{"partial_gross", func(f *film.Film) { money(500_000, 968_853)(f); f.Ratings.FilmdbVotes = ptr(50_000) }},
		{"", func(f *film.Film) { money(500_000, 968_853)(f); f.Ratings.FilmdbVotes = ptr(49_999) }},
		{"", func(f *film.Film) { money(500_000, 1_000_000)(f); f.Ratings.FilmdbVotes = ptr(50_000) }},
		{"token_run_roi", money(200_000_000, 178_143)},
		{"", func(f *film.Film) { money(200_000_000, 178_143)(f); f.BoxOffice.ROI = nil }},
		{"", money(100_000, 500)},
		{"release_date_off", func(f *film.Film) { f.ReleaseDate = ptr("2001-01-01") }},
		{"release_date_off", func(f *film.Film) { f.ReleaseDate = ptr("1997-12-31") }},
		{"", func(f *film.Film) { f.ReleaseDate = nil }},
		{"no_director", func(f *film.Film) { f.Director, f.Ratings.FilmdbVotes = nil, ptr(5000) }},
		{"", func(f *film.Film) { f.Director, f.Ratings.FilmdbVotes = nil, ptr(4999) }},
		{"no_country", func(f *film.Film) { f.Countries = nil }},
		{"mojibake", func(f *film.Film) { f.Title = "Itâ€™s Complicated" }},
		{"mojibake", func(f *film.Film) { f.Overview = ptr("A word\uFFFDs end is lost in this story.") }},
		{"", func(f *film.Film) { f.Title = "A PÃO E ÁGUA em São Tomé" }},
		{"event", func(f *film.Film) { f.Title = "RiffTrax Live: Krull" }},
		{"event", func(f *film.Film) { f.OriginalTitle = ptr("National Theatre Live: Hamlet") }},
		{"television", func(f *film.Film) { f.Overview = ptr("Made for TV movie based on a true story.") }},
		{"television", func(f *film.Film) { f.Title = "Left for Dead (The Series)" }},
		{"", func(f *film.Film) { f.Title = "Open Season 3" }},
		{"", func(f *film.Film) { f.Overview = ptr("A feature based on the television series of the same name.") }},
		{"adult", func(f *film.Film) { f.Keywords = []string{"hardcore pornography"} }},
		{"", func(f *film.Film) { f.Title, f.Keywords = "Porn Star: The Legend", []string{"pornography"} }},
	} {
		f := sound(7, test.change)
		want := []string{test.class + ":tt0000007[]"}
		if test.class == "" {
			want = nil
		}
		if got := findings(f, sound(8)); !slices.Equal(got, want) {
			t.Errorf("%s (%v): found %v, want %v", f.Title, test.class, got, want)
		}
	}
}

func TestFilmsThatHaveInCommonWhatTheyShouldNotAreOneFinding(t *testing.T) {
	named := func(title string, year, votes int) func(*film.Film) {
		return func(f *film.Film) { f.Title, f.Year, f.ReleaseDate, f.Ratings.FilmdbVotes = title, &year, nil, &votes }
	}
	costs := func(n int64) func(*film.Film) { return func(f *film.Film) { f.BoxOffice.Budget = &n } }
	for _, test := range []struct {
		name  string
		films []*film.Film
		want  []string
	}{
		{"one film under three ids", []*film.Film{sound(1, named("She Said", 2022, 5)), sound(2, named("She said", 2022, 50)), sound(3, named("She Said!", 2022, 20))},
			[]string{"duplicate:tt0000002[tt0000003 tt0000001]"}},
		{"another year", []*film.Film{sound(1, named("She Said", 2022, 5)), sound(2, named("She Said", 2021, 5))}, nil},
		{"one overview", []*film.Film{sound(1), sound(2, func(f *film.Film) { f.Overview = ptr("WHAT happens in film 1 is told here.") })},
			[]string{"shared_overview:tt0000001[tt0000002]"}},
		{"short overviews are alike by chance", []*film.Film{sound(1, func(f *film.Film) { f.Overview = ptr("A drama.") }), sound(2, func(f *film.Film) { f.Overview = ptr("A drama.") })}, nil},
		{"a namesake's budget", []*film.Film{sound(1, named("Twister", 1989, 2000), costs(92_000_000)), sound(2, named("Twister", 1996, 200_000), costs(92_000_000))},
			[]string{"namesake_budget:tt0000002[tt0000001]"}},
	} {
		if got := findings(test.films...); !slices.Equal(got, test.want) {
			t.Errorf("%s: found %v, want %v", test.name, got, test.want)
		}
	}
}

func TestEventsAreToldFromFilms(t *testing.T) {
	sport := []string{"Sport"}
	for _, test := range []struct {
		title, original string
		genres          []string
		want            string
	}{
		{"National Theatre Live: Fleabag", "", nil, "relay"},
		{"Coriolanus", "National Theatre Live: Coriolanus", nil, "relay"},
		{"The Royal Opera House: Faust", "", nil, "relay"},
		{"Royal Shakespeare Company: King Lear", "", nil, "relay"},
		{"Shakespeare’s Globe: Twelfth Night", "", nil, "relay"},
		{"The Metropolitan Opera: Tosca", "", nil, "relay"},
		{"Tosca's Kiss", "", nil, ""},
		{"The Opera House", "", nil, ""},
		{"Rifftrax: The Matrix", "", nil, "riff"},
		{"Cinematic Titanic: Rattlers", "", nil, "riff"},
		{"Titanic", "", nil, ""},
		{"UFC 291: Poirier vs. Gaethje 2", "", sport, "bout"},
		{"NJPW Wrestle Kingdom 13", "", []string{"Action"}, "bout"},
		{"NWA 74", "", sport, "bout"},
		{"KSI vs. Logan Paul II", "", sport, "bout"},
		{"Borg vs. McEnroe", "", []string{"Biography", "Drama", "Sport"}, ""},
		{"Kramer vs. Kramer", "", []string{"Drama"}, ""},
		{"Unrivaled: Red Wings v. Avalanche", "", sport, ""},
		{"Strikeforce", "", []string{"Action"}, ""},
		{"Boxing Helena", "", []string{"Drama"}, ""},
		{"Wrestlemaniac", "", []string{"Horror"}, ""},
	} {
		if got := Event(test.title, test.original, test.genres); got != test.want {
			t.Errorf("%s (%s): %q, want %q", test.title, test.original, got, test.want)
		}
	}
}

func TestLimitsNameEveryClassThatIsOverThem(t *testing.T) {
	a := NewAuditor()
	a.Add(sound(1, func(f *film.Film) { f.Countries, f.Director = nil, nil }))
	results := a.Results()
	if err := (Limits{"no_country": 1, "no_director": 1, "mojibake": 0}).Check(results); err != nil {
		t.Errorf("within the limits: %v", err)
	}
	err := Limits{"no_country": 0, "no_director": 0}.Check(results)
	if err == nil || !strings.Contains(err.Error(), "no_country has 1 findings, at most 0") || !strings.Contains(err.Error(), "no_director has 1") {
		t.Errorf("over the limits: %v", err)
	}
	if got := (Limits{"no_country": 0, "nosuch": 1}).Unknown(); !slices.Equal(got, []string{"nosuch"}) {
		t.Errorf("unknown classes: %v", got)
	}
}

func TestThePageOfTheAuditExplainsEveryClass(t *testing.T) {
	page, err := os.ReadFile("../../docs/data/audit.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range Classes() {
		if !strings.Contains(string(page), "| `"+c.Name+"` | "+c.Meaning+" |") {
			t.Errorf("docs/data/audit.md does not explain %s: %s", c.Name, c.Meaning)
		}
	}
}
