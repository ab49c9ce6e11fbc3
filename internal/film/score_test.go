package film

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func number(v float64) *float64 { return &v }
func count(n int) *int          { return &n }

// scored gives a film with the stated marks, those below 0 unknown.
func scored(rating float64, votes int, critics, moviedb float64, moviedbVotes int) *Film {
	f := &Film{}
	if rating >= 0 {
		f.Ratings.Filmdb, f.Ratings.FilmdbVotes = &rating, &votes
	}
	if critics >= 0 {
		f.Ratings.Critics = &critics
	}
	if moviedb >= 0 {
		f.Ratings.Moviedb, f.Ratings.MoviedbVotes = &moviedb, &moviedbVotes
	}
	return f
}

// REQ F1-33, AT-08
func TestMasterScoreRanksFilmsAsAnAnalystWould(t *testing.T) {
	masterpiece := scored(9.2, 1_900_000, 100, 8.7, 19_000)
	masterpiece.Awards = Awards{OscarNoms: count(11), OscarWins: count(3), BestPicture: new("won")}
	masterpiece.BoxOffice.ROI = number(40.7)
	tests := []struct {
		name string
		film *Film
		band string
	}{
		{"best picture that everybody loves", masterpiece, "S"},
		{"acclaimed, no award", scored(8.4, 900_000, 90, 8.2, 12_000), "S"},
		{"well liked", scored(7.6, 200_000, 75, 7.4, 5_000), "A"},
		{"decent hit", scored(7.1, 90_000, 62, 6.9, 2_500), "B"},
		{"of the middle", scored(6.4, 60_000, 54, 6.3, 1_500), "D"},
		{"disliked by all who saw it", scored(4.1, 50_000, 25, 4.6, 1_200), "E"},
		{"ten friends of the director", scored(9.8, 10, -1, 10, 1), "D"},
		{"unknown", &Film{}, "D"},
	}
	for _, test := range tests {
		if got := BandOf(MasterScore(test.film)); got != test.band {
			t.Errorf("%s: band %s with %v, want %s", test.name, got, MasterScore(test.film), test.band)
		}
	}
}

// REQ F2-04
func TestFilmOfWhichNothingIsKnownGetsThePrior(t *testing.T) {
	for name, f := range map[string]*Film{
		"no ratings": {}, "a rating without a vote": scored(9, 0, -1, -1, 0),
	} {
		if s := ExplainMasterScore(f); !s.Prior || s.Value != PriorScore {
			t.Errorf("%s: got %+v, want the prior %v", name, s, PriorScore)
		}
	}
	if s := ExplainMasterScore(scored(9, 1, -1, -1, 0)); s.Prior {
		t.Errorf("one vote is evidence, though little: %+v", s)
	}
}

// REQ F1-34
func TestMasterScoreIsTheSumOfItsPublishedParts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		f := randomFilm(r)
		s := ExplainMasterScore(f)
		base, shares := 0.0, 0.0
		for _, part := range s.Ratings {
			base += part.Share * part.Standing
			shares += part.Share
			if standing := 50 + part.Trust*(part.Percentile-50); math.Abs(standing-part.Standing) > 1e-9 {
				t.Fatalf("%+v: standing is not percentile drawn to 50 by trust", part)
			}
		}
		if len(s.Ratings) > 0 && (math.Abs(shares-1) > 1e-9 || math.Abs(base-s.Base) > 1e-9) {
			t.Fatalf("%+v: shares add up to %v and parts to %v", s, shares, base)
		}
		want := math.Round((50+0.9*(s.Base-50)+s.Awards+s.Return)*100) / 100
		if s.Value != want || s.Value != MasterScore(f) {
			t.Fatalf("score %v, parts give %v", s.Value, want)
		}
		if s.Value < 0 || s.Value > 100 {
			t.Fatalf("score %v is off the scale for %+v", s.Value, f.Ratings)
		}
	}
}

// REQ F1-33
func TestMoreOfAGoodThingNeverLowersTheScore(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 5000 {
		f := randomFilm(r)
		before := MasterScore(f)
		better := map[string]func(g *Film){
			"a higher rating":        func(g *Film) { g.Ratings.Filmdb = raised(g.Ratings.Filmdb, 0.3, 10) },
			"a higher critic score":  func(g *Film) { g.Ratings.Critics = raised(g.Ratings.Critics, 5, 100) },
			"a higher second rating": func(g *Film) { g.Ratings.Moviedb = raised(g.Ratings.Moviedb, 0.3, 10) },
			"a nomination":           func(g *Film) { g.Awards.OscarNoms = count(value(g.Awards.OscarNoms) + 1) },
			"a win":                  func(g *Film) { g.Awards.OscarWins = count(value(g.Awards.OscarWins) + 1) },
			"winning best picture":   func(g *Film) { g.Awards.BestPicture = new("won") },
			"a better return":        func(g *Film) { g.BoxOffice.ROI = raised(g.BoxOffice.ROI, 1, 1e6) },
			"more votes for a high one": func(g *Film) {
				if g.Ratings.Filmdb != nil && *g.Ratings.Filmdb >= filmdbKnots[slices.Index(Percentiles, 50)] {
					g.Ratings.FilmdbVotes = count(value(g.Ratings.FilmdbVotes)*2 + 10)
				}
			},
		}
		for name, change := range better {
			g := *f
			change(&g)
			if after := MasterScore(&g); after < before {
				t.Fatalf("%s lowered the score from %v to %v: %+v", name, before, after, f.Ratings)
			}
		}
	}
}

func raised(v *float64, by, most float64) *float64 {
	if v == nil {
		return nil
	}
	return number(min(*v+by, most))
}

func value(n *int) int {
	if n == nil {
		return 0
	}
	return *n
}

func randomFilm(r *rand.Rand) *Film {
	known := func(v float64) float64 {
		if r.IntN(4) == 0 {
			return -1
		}
		return v
	}
	f := scored(known(1+9*r.Float64()), int(math.Exp(14*r.Float64())), known(100*r.Float64()),
		known(1+9*r.Float64()), int(math.Exp(10*r.Float64())))
	if r.IntN(3) == 0 {
		f.Awards = Awards{OscarNoms: count(r.IntN(15)), OscarWins: count(r.IntN(12))}
		if r.IntN(2) == 0 {
			f.Awards.BestPicture = new("nominated")
		}
	}
	if r.IntN(3) == 0 {
		f.BoxOffice.ROI = number(math.Exp(8*r.Float64()) - 1.5)
	}
	return f
}

func TestPercentOfFavourableReviewsIsNotReadAsAnAverage(t *testing.T) {
	average, percent := scored(-1, 0, 90, -1, 0), scored(-1, 0, 90, -1, 0)
	percent.Provenance = map[string]Provenance{"ratings.critics": {MetricType: PercentPositive}}
	if a, p := MasterScore(average), MasterScore(percent); p >= a || p <= PriorScore {
		t.Errorf("an average of 90 gives %v, 90 %% favourable reviews %v", a, p)
	}
}

func TestKnotsRise(t *testing.T) {
	for _, r := range raters() {
		if len(r.knots) != len(Percentiles) || !slices.IsSorted(r.knots) {
			t.Errorf("%s: knots %v do not rise with %v", r.name, r.knots, Percentiles)
		}
		if got := percentile(r.knots[7], r.knots); got != 50 {
			t.Errorf("%s %s: the median has percentile %v", r.name, r.measure, got)
		}
	}
}

// REQ AT-08
func TestBandsPartitionTheScale(t *testing.T) {
	for score, want := range map[float64]string{
		100: "S", 85: "S", 84.99: "A", 75: "A", 65: "B", 64.99: "C", 55: "C", 45: "D", 44.99: "E", 0: "E",
	} {
		if got := BandOf(score); got != want {
			t.Errorf("band of %v is %s, want %s", score, got, want)
		}
	}
}

func TestMasterScorePageStatesTheConstants(t *testing.T) {
	page, err := os.ReadFile("../../docs/data/master-score.md")
	if err != nil {
		t.Fatal(err)
	}
	text := string(page)
	row := func(name string, values []float64) string {
		cells := []string{name}
		for _, v := range values {
			cells = append(cells, strconv.FormatFloat(v, 'f', -1, 64))
		}
		return "| " + strings.Join(cells, " | ") + " |"
	}
	want := []string{row("percentile", Percentiles)}
	for _, r := range raters() {
		name := "`" + r.name + "`"
		if r.measure != "" {
			name += " `" + r.measure + "`"
		}
		want = append(want, row(name, r.knots))
		settings := "| " + name + " | " + strconv.FormatFloat(r.weight, 'f', 2, 64) + " | "
		if r.votesHalf > 0 {
			settings += "votes / (votes + " + strconv.FormatFloat(r.votesHalf, 'f', -1, 64) + "), " +
				strconv.FormatFloat(r.trust, 'f', 2, 64) + " without a count |"
		} else {
			settings += strconv.FormatFloat(r.trust, 'f', 2, 64) + " |"
		}
		want = append(want, settings)
	}
	for _, line := range want {
		if !strings.Contains(text, line) {
			t.Errorf("docs/data/master-score.md lacks the line\n%s", line)
		}
	}
}
