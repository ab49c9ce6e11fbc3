package recommend

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinodex/internal/catalog"
	"kinodex/internal/eval"
	"kinodex/internal/film"
	"kinodex/internal/taste"
)

// camps builds a library of two kinds of films that share nothing, and ratings
// of people who like one kind each.
func camps(t *testing.T) (*taste.Taste, *catalog.Catalog, *Ratings) {
	t.Helper()
	dir := t.TempDir()
	w, err := catalog.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	b := taste.NewBuilder()
	r := rand.New(rand.NewPCG(5, 5))
	var links strings.Builder
	links.WriteString("movieId,imdbId,tmdbId\n")
	for i := range 120 {
		camp := []string{"Desert", "Ocean"}[i%2]
		director := fmt.Sprint(camp, " Director ", r.IntN(6))
		year, votes := 1980+i%30, 1000+r.IntN(50000)
		overview := fmt.Sprintf("%s tale of %s%d and %s%d", camp, camp, r.IntN(10), camp, r.IntN(10))
		f := &film.Film{
			ID: film.ID(1000 + i), Title: fmt.Sprint(camp, " ", i), Year: &year, Director: &director, Overview: &overview,
			Genres: []string{map[string]string{"Desert": "Western", "Ocean": "Romance"}[camp]}, Keywords: []string{fmt.Sprint(camp, r.IntN(5))},
			Cast: []film.Role{{Name: fmt.Sprint(camp, " Actor ", r.IntN(9))}},
		}
		f.Ratings.FilmdbVotes, f.Ratings.MasterScore = &votes, 60
		if err := w.Add(f); err != nil {
			t.Fatal(err)
		}
		b.Add(catalog.Doc(i), f)
		fmt.Fprintf(&links, "%d,%07d,\n", i+1, 1000+i)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var ratings strings.Builder
	ratings.WriteString("userId,movieId,rating,timestamp\n")
	for person := range 40 {
		for at, n := range r.Perm(60)[:25] {
			fmt.Fprintf(&ratings, "%d,%d,%g,%d\n", person+1, 2*n+person%2+1, 3+r.Float64()*2, 1000+at)
		}
	}
	for name, text := range map[string]string{"links.csv": links.String(), "ratings.csv": ratings.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Write(t.Context(), filepath.Join(dir, taste.File), nil); err != nil {
		t.Fatal(err)
	}
	films, err := catalog.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { films.Close() })
	x, err := taste.Open(filepath.Join(dir, taste.File), films)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	set, err := ReadRatings(dir, films)
	if err != nil {
		t.Fatal(err)
	}
	return x, films, set
}

func TestTheLastLikeIsHeldOut(t *testing.T) {
	_, _, set := camps(t)
	if len(set.Users) != 40 || set.Films != 120 || set.Rows != 1000 {
		t.Fatalf("%d people, %d films, %d rows", len(set.Users), set.Films, set.Rows)
	}
	for _, p := range set.Users {
		for i, r := range p.History {
			if r.Film == p.Held || i > 0 && r.at < p.History[i-1].at {
				t.Errorf("person %s: held %v, history %+v", p.ID, p.Held, p.History)
			}
		}
		if likes := p.Likes(3); len(likes) != 3 || likes[0] == p.Held {
			t.Errorf("person %s: latest likes %v", p.ID, likes)
		}
	}
	a, b := set.Halves(9)
	c, _ := set.Halves(9)
	if len(a) != 20 || len(b) != 20 || a[0].ID != c[0].ID || a[0].ID == b[0].ID {
		t.Error("halves are not halves")
	}
}

func TestRecommendersAreMarked(t *testing.T) {
	x, films, set := camps(t)
	report, err := Evaluate(context.Background(), x, films, set)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.All) != 6 || len(report.Half) != 6 || len(report.Whole) != 2 {
		t.Fatalf("%d, %d and %d marks", len(report.All), len(report.Half), len(report.Whole))
	}
	for _, m := range append(report.All, report.Whole...) {
		if m.Users != 40 || m.HR10 < 0 || m.HR10 > 1 || m.NDCG10 > m.HR10 || m.MRR10 > m.NDCG10 || m.Coverage <= 0 || m.Coverage > 1 {
			t.Errorf("%+v", m)
		}
	}
	if len(report.Lists) != 3 || len(report.Outside) != 2 {
		t.Fatalf("%d and %d marks", len(report.Lists), len(report.Outside))
	}
	for _, m := range report.Lists {
		if m.Users == 0 || m.Hit10 < m.Precision10 || m.Hit10 > 1 || m.Name == "kinodex" && m.Hit10 < 0.3 {
			t.Errorf("%+v", m)
		}
	}
	for _, m := range report.Outside {
		if m.HiddenUsers == 0 || m.Hidden <= 0 || m.Hidden > 1 || m.HiddenHR10 < 0 || m.HiddenHR10 > 1 || m.Unrated < 0 || m.Newer != 0 {
			t.Errorf("%+v", m)
		}
	}
	if report.Reasons.Reasons == 0 || report.Reasons.True != report.Reasons.Reasons {
		t.Errorf("reasons %+v", report.Reasons)
	}
	if report.Dislikes.Cases == 0 || report.Dislikes.Sank != report.Dislikes.Cases {
		t.Errorf("sinking %+v", report.Dislikes)
	}
	var card strings.Builder
	if err := report.WriteCard(&card, "A library."); err != nil || !strings.Contains(card.String(), "| EASE |") || !strings.Contains(card.String(), "| liked by most |") {
		t.Errorf("card %v:\n%s", err, card.String())
	}
}

func TestARecommenderThatKnowsIsMarkedFull(t *testing.T) {
	_, _, set := camps(t)
	knows := Recommender{"knows", func(p *User, may func(catalog.Doc) bool, k int) []catalog.Doc {
		if !may(p.Held) || may(p.History[0].Film) {
			t.Errorf("person %s may be given the wrong films", p.ID)
		}
		return []catalog.Doc{p.History[0].Film, p.Held}
	}}
	mark := evaluate(knows, set.Users, func(catalog.Doc) bool { return true }, set.Films, set.Standing())
	if mark.HR10 != 1 || mark.MRR10 != 0.5 {
		t.Errorf("%+v", mark)
	}
}

func TestSimilarFilmsAreMarked(t *testing.T) {
	x, films, set := camps(t)
	report, err := EvaluateSimilar(x, films, set)
	if err != nil {
		t.Fatal(err)
	}
	if report.WithData != 120 || report.Broken != 0 || len(report.Marks) != 2 {
		t.Errorf("%+v", report)
	}
	var card strings.Builder
	if err := report.WriteCard(&card, "A library."); err != nil || !strings.Contains(card.String(), "| kinodex |") {
		t.Errorf("card %v:\n%s", err, card.String())
	}
}

func TestOnlyTrueReasonsHold(t *testing.T) {
	name := func(s string) *string { return &s }
	year := 1994
	f := &film.Film{
		Title: "One", Year: &year, Genres: []string{"Crime", "Drama"}, Director: name("Ana Bel"), Keywords: []string{"romeo, and juliet", "heist"},
		Language: name("fr"), Countries: []string{"FR"}, Overview: name("A heist in Lyon."), Cast: []film.Role{{Name: "Penn and Teller"}, {Name: "Zoë Ray, Jr."}},
		Ratings: film.Ratings{MasterScore: 61.25},
	}
	other := *f
	other.Title, other.Director, other.Countries = "Two, like One", name("Cy Dee"), []string{"IT"}
	never := func(*film.Film) bool { return false }
	for said, want := range map[string]bool{
		"Directed by Ana Bel, like One":                                true,
		"Directed by Ana Bel, like Two, like One":                      false,
		"Directed by Cy Dee, like Two, like One":                       false,
		"With Penn and Teller and Zoe Ray, Jr., like Two, like One":    true,
		"With Penn, like One":                                          false,
		"Crime and Drama, like One":                                    true,
		"Crime and Comedy, like One":                                   false,
		"Shares the keywords “heist” and “romeo, and juliet” with One": true,
		"Shares the keyword “bank” with One":                           false,
		"Its synopsis mentions “lyon”, like that of One":               true,
		"Its synopsis mentions “bank”, like that of One":               false,
		"From France, like One":                                        true,
		"From France, like Two, like One":                              false,
		"From the 1990s, like One":                                     true,
		"From the 1980s, like One":                                     false,
		"In French, like One":                                          true,
		"In Italian, like One":                                         false,
		"Its master score is 61.25":                                    true,
		"Its master score is 62":                                       false,
		"Liked by people who liked One":                                false,
		"Because it is good":                                           false,
		"":                                                             false,
	} {
		if got := ReasonHolds(said, f, []*film.Film{f, &other}, never); got != want {
			t.Errorf("%q: %v", said, got)
		}
	}
}

func TestOnlyTrueSentencesHold(t *testing.T) {
	name := func(s string) *string { return &s }
	year, minutes, wins, rating := 1994, 101, 2, 7.0
	f := &film.Film{
		Title: "One", Year: &year, Runtime: &minutes, Genres: []string{"Crime", "Drama"}, Director: name("Ana Bel"), Keywords: []string{"heist", "romeo, and juliet"},
		Language: name("fr"), Countries: []string{"FR"}, Overview: name("A heist in Lyon."), Cast: []film.Role{{Name: "Zoë Ray, Jr."}, {Name: "Bo"}},
	}
	f.Awards.OscarWins, f.Ratings.Filmdb = &wins, &rating
	like := &film.Film{Title: "Two, and Three", Director: name("Ana Bel"), Keywords: []string{"heist"}}
	for said, want := range map[string]bool{
		"Crime and Drama from 1994, rated 7.0.": true,
		"Crime from 1994.":                      true,
		"Crime and Drama.":                      true,
		"Crime and Comedy from 1994.":           false,
		"A film from 1994.":                     false,
		"Crime from 1995.":                      false,
		"Crime, directed by Ana Bel, with Zoe Ray, Jr. and Bo, in French, from France.": true,
		"Crime, directed by Ana Bel like Two, and Three, with the keyword “heist”.":     true,
		"Crime, with the keywords “heist” and “romeo, and juliet” like Two, and Three.": false,
		"Crime, with the keywords “heist” and “romeo, and juliet”, 101 minutes long.":   true,
		"Crime, with Bo like Two, and Three.":                                           false,
		"Crime, whose synopsis mentions “lyon”, winner of 2 Oscars.":                    true,
		"Crime, whose synopsis mentions “bank”.":                                        false,
		"Crime, winner of 3 Oscars.":                                                    false,
		"Crime, nominated for 2 Oscars.":                                                false,
		"Crime, in Italian.":                                                            false,
		"Crime, a masterpiece.":                                                         false,
		"Crime from 1994":                                                               false,
		"":                                                                              false,
	} {
		if got := SentenceHolds(said, f, []*film.Film{like}); got != want {
			t.Errorf("%q: %v", said, got)
		}
	}
}

// Groups choose from films that all members rated and of which nothing is given, and the rules are told
// apart by what the members thought of them.
func TestTogetherIsJudgedByWhatWasHeldOut(t *testing.T) {
	x, films, set := mixed(t)
	development, heldOut := set.Halves(eval.HeldOutSeed)
	all := groups(heldOut, eval.HeldOutSeed)
	if len(all) == 0 {
		t.Fatal("no groups")
	}
	for i := range all {
		for _, p := range all[i].members {
			if len(p.held) != len(all[i].films) || len(p.held) < groupCommon {
				t.Fatalf("%d of %d films are held out", len(p.held), len(all[i].films))
			}
			for _, r := range p.given {
				if _, held := p.held[r.Film]; held {
					t.Fatalf("film %d is given and held out", r.Film)
				}
			}
		}
	}
	held, tuning := EvaluateTogether(x, films, set, false), EvaluateTogether(x, films, set, true)
	if held.Half != "held-out" || held.People != len(heldOut) || tuning.Half != "development" || tuning.People != len(development) || held.Groups != len(all) {
		t.Errorf("%+v, %+v", held, tuning)
	}
	for _, table := range held.Tables {
		of, ratings := map[string]GroupMetrics{}, 0
		for _, m := range table.Rows {
			of[m.Name] = m
		}
		for _, b := range table.Fits {
			ratings += b.Ratings
		}
		ours, chance, most := of[TogetherOurs], of["random pick"], of["best possible pick"]
		if ours.Content <= chance.Content || ours.Content > most.Content || most.Content < 0.9 || ours.Least <= chance.Least || math.Abs(float64(ratings)-held.Films*groupSize*float64(held.Groups)) > 1 {
			t.Errorf("%s: %+v, by chance %+v, at most %+v; %d ratings", table.Given, ours, chance, most, ratings)
		}
	}
	var card strings.Builder
	if err := held.WriteCard(&card, "Library: 120 films."); err != nil || !strings.Contains(card.String(), "| "+TogetherOurs+" |") || strings.Contains(card.String(), "%!") {
		t.Errorf("%v: %s", err, card.String())
	}
}

// mixed is camps, where everybody has rated films of both kinds and likes those of one.
func mixed(t *testing.T) (*taste.Taste, *catalog.Catalog, *Ratings) {
	x, films, _ := camps(t)
	set := &Ratings{Covered: make([]bool, films.Len())}
	r := rand.New(rand.NewPCG(9, 9))
	for person := range 24 {
		p := User{ID: fmt.Sprint(person)}
		for at, n := range r.Perm(films.Len())[:90] {
			rating := 2 + r.Float64()
			if n%2 == 0 {
				rating += 1.8
			}
			p.Ratings = append(p.Ratings, Rating{catalog.Doc(n), rating, int64(at), n})
		}
		set.Users = append(set.Users, p)
	}
	return x, films, set
}
