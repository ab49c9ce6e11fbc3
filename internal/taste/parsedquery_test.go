package taste

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/catalog"
	"kinodex/internal/docset"
	"kinodex/internal/film"
	"kinodex/internal/taste/tastetest"
)

// REQ F2-83: a text that is typed into a search is read as a wish where it asks for a kind of films, and
// stays words where it tells of one.
func TestQueriesAreParsed(t *testing.T) {
	x := build(t, tastetest.Films(), "")
	for typed, want := range map[string]struct{ understood, films string }{
		"comedies from the 90s":                      {`{"genres":["Comedy"],"years":[{"from":1990,"to":1999}]}`, "Laughing Gas, Paper Thieves"},
		"French films under 90 minutes":              {`{"runtime":{"to":89},"countries":["FR"]}`, "Le Dernier Quai"},
		"best japanese drama":                        {`{"genres":["Drama"],"countries":["JP"],"acclaimed":true}`, "Lantern Street"},
		"horror, nothing korean":                     {`{"genres":["Horror"],"not_countries":["KR"]}`, "Blood Tide"},
		"comedia británica":                          {`{"language":"es","genres":["Comedy"],"countries":["GB"]}`, "Laughing Gas, Paper Thieves"},
		"drama about grief":                          {`{"genres":["Drama"],"themes":["grief"]}`, "Lantern Street, The Long Field, Le Dernier Quai, The Quiet Signal, Nobody's Harbour, The Understudy, Only A Genre"},
		"movies about robots":                        {`{"themes":["robots"]}`, "Robot Orchard, Tin Heart"},
		"robots":                                     {}, // a word
		"movies about murder but not lantern street": {`{"dislike":[{"filmdb_id":"tt0000106","title":"Lantern Street"}],"themes":["murder"]}`, "Tin Heart, Blood Tide"},
		"i hate robot orchard":                       {},
		"a widow buys a harbour":                     {}, // tells of a film
		"Robot Orchard":                              {}, // is a title
		"comedies that are not comedies":             {}, // no film is so
		"zzyzx":                                      {},
		"":                                           {},
		"comedies zzyzx from the 90s":                {`{"genres":["Comedy"],"years":[{"from":1990,"to":1999}],"words":"zzyzx"}`, "Laughing Gas, Paper Thieves"},
		"films by Mara Quill about grief": { // REQ F2-177
			`{"people":["Mara Quill"],"roles":[{"name":"Mara Quill","role":"director"}],"themes":["grief"]}`,
			"Nobody's Harbour",
		},
		"films by Mara Quill about robots": { // of which none tells of them
			`{"people":["Mara Quill"],"roles":[{"name":"Mara Quill","role":"director"}],"themes":["robots"]}`,
			"The Glass Vault, The Glass Vault II, Nobody's Harbour",
		},
		"dramas about paris from the 60s": {`{"genres":["Drama"],"years":[{"from":1960,"to":1969}],"themes":["paris"]}`, "Lantern Street"},
	} {
		q := x.ParseQuery(typed)
		if q == nil {
			if want.understood != "" {
				t.Errorf("%q is no wish", typed)
			}
			continue
		}
		got, _ := json.Marshal(q)
		var titles []string
		for d := range q.Films().All() {
			titles = append(titles, x.title(d))
		}
		for _, title := range titles {
			if !strings.Contains(want.films, title) {
				t.Errorf("%q finds %s", typed, title)
			}
		}
		if string(got) != want.understood || len(titles) != len(strings.Split(want.films, ", ")) {
			t.Errorf("%q:\n got %s %q\nwant %s %q", typed, got, titles, want.understood, want.films)
		}
	}
}

// REQ F2-170: what people call a company is a wish where a name with wrong letters would be found by it, but not
// where a film has it as its title.
func TestACompanyIsNoMisspeltName(t *testing.T) {
	x := build(t, append(tastetest.Films(),
		&film.Film{ID: 901, Title: "Clay", ProductionCompanies: []film.Company{{Name: "Aardman Animations"}}},
		&film.Film{ID: 902, Title: "Troma", ProductionCompanies: []film.Company{{Name: "Troma"}}}), "")
	for typed, want := range map[string]bool{"aardman": true, "Aardman": true, "troma": false, "french new wave": true, "pixar": false, "Robot Orchard": false, "": false} {
		if got := x.MayMean(typed, catalog.FoundAsTitle); got != want {
			t.Errorf("%q as a title: %v, want %v", typed, got, want)
		}
	}
}

// REQ F2-83: a text is a wish although only the words of its conditions tell so where no film has all its
// words, or where it is understood whole: a kind of films and more. What it is about orders the films.
func TestWishesThatNothingMarks(t *testing.T) {
	x := build(t, tastetest.Films(), "")
	for typed, want := range map[string]struct {
		films string
		whole bool
	}{
		"horror murder":          {"Blood Tide, The Well at Midnight", false},
		"british comedy":         {"Paper Thieves, Laughing Gas", true},
		"a widow buys a harbour": {"Nobody's Harbour", false}, // tells of a film
		"zzyzx wqqk horror qqq":  {},                          // too much of it means nothing
		"zzyzx":                  {},
	} {
		q := film.Query{Text: typed}
		for _, as := range []catalog.FoundAs{catalog.FoundInPart, catalog.FoundWhole, catalog.FoundInTitle} {
			wish := x.Meant(typed, as, 0, nil)
			if got := wish != nil; got != (want.films != "" && (as == catalog.FoundInPart || want.whole && as == catalog.FoundWhole)) {
				t.Errorf("%q is a wish: %v; found as %d", typed, got, as)
			}
			if wish == nil {
				continue
			}
			q := wish.Narrow(q)
			var titles []string
			for _, d := range x.films.Find(&q, film.Page{Limit: 5}).Docs {
				titles = append(titles, x.films.Title(d))
			}
			if got := strings.Join(titles, ", "); got != want.films {
				t.Errorf("%q finds %s, want %s", typed, got, want.films)
			}
		}
	}
}

// REQ F2-83: one film, or a few, with all words of a wish that is understood whole come before the others.
func TestFilmsWithAllWordsLeadAWish(t *testing.T) {
	x := build(t, tastetest.Films(), "")
	first, _ := x.films.ByTitleYear("Winter Count", 1984)
	wish := x.Meant("sad british comedy", catalog.FoundWhole, 1, []catalog.Doc{first})
	q := wish.Narrow(film.Query{})
	page := x.films.Find(&q, film.Page{Limit: 5})
	if page.Total != 3 || page.Docs[0] != first {
		t.Errorf("%d films, first %s", page.Total, x.films.Title(page.Docs[0]))
	}
}

// REQ F2-83: of a wish that is understood whole, films whose title has all words come first, however well
// they are known: "british comedy" is in a title and asks for comedies, too.
func TestFilmsWithAllWordsInTheirTitleLeadAWish(t *testing.T) {
	votes, year := 900_000, 2005
	titled := &film.Film{ID: 900, Title: "A British Comedy", Year: &year, Genres: []string{"Documentary"}}
	titled.Ratings.FilmdbVotes = &votes
	x := build(t, append(tastetest.Films(), titled), "")
	for _, as := range []catalog.FoundAs{catalog.FoundInTitle, catalog.FoundInKnownTitle} {
		first, _ := x.films.ByTitleYear("A British Comedy", 2005)
		other, _ := x.films.ByTitleYear("Winter Count", 1984)
		wish := x.Meant("british comedy", as, 50, []catalog.Doc{first, other})
		if wish == nil {
			t.Fatalf("found as %d it is no wish", as)
		}
		q := wish.Narrow(film.Query{})
		page := x.films.Find(&q, film.Page{Limit: 5})
		if page.Total != 3 || page.Docs[0] != first {
			t.Errorf("found as %d: %d films, first %s", as, page.Total, x.films.Title(page.Docs[0]))
		}
		if wish := x.Meant("british comedy", as, 50, []catalog.Doc{other}); as == catalog.FoundInKnownTitle && wish != nil {
			t.Error("it is a wish though it may be a title told otherwise")
		}
	}
	like, chance := x.Meant("films like robot orchard", catalog.FoundInPart, 0, nil), x.Meant("films like robot orchard", catalog.FoundWhole, 1, []catalog.Doc{0})
	if chance == nil || !slices.Equal(like.Ranked(), chance.Ranked()) {
		t.Errorf("a film that has the words by chance: %v, without it %v", chance, like)
	}
	if wish := x.Meant("british comedy", catalog.FoundAsTitle, 50, nil); wish != nil {
		t.Error("a whole title is a wish")
	}
}

// REQ F2-83: a search for films like another finds what recommendations do, in the same order, and not the
// film itself.
func TestASearchForFilmsLikeAnother(t *testing.T) {
	x := build(t, tastetest.Films(), "")
	typed := "films like Robot Orchard but funnier"
	q := film.Query{Text: typed, Match: film.MatchAuto}
	page, wish := x.Find(&q, film.Page{Limit: 3})
	if wish == nil {
		t.Fatal("it is no wish")
	}
	for i, pick := range x.Recommend(Request{Prompt: typed, Limit: 3}).Films {
		if page.Docs[i] != pick.Doc {
			t.Errorf("film %d is %s, recommended is %s", i, x.films.Title(page.Docs[i]), x.films.Title(pick.Doc))
		}
	}
	if len(wish.Like) != 1 || len(wish.Moods) != 1 || wish.Films().Count() != page.Total {
		t.Errorf("understood %+v, %d films of %d", wish.Request, page.Total, wish.Films().Count())
	}
}

// REQ F2-83: what a text is read as does not depend on the page that is asked for.
func TestAWishIsTheSameOnEachPage(t *testing.T) {
	x := build(t, tastetest.Films(), "")
	for _, typed := range []string{"british comedy", "films by Mara Quill about grief", "a thief hides on the last quay", "robots", "The Glass Vault"} {
		all, whole := x.Find(&film.Query{Text: typed, Match: film.MatchAuto}, film.Page{Limit: 30})
		for at := range all.Docs {
			page, wish := x.Find(&film.Query{Text: typed, Match: film.MatchAuto}, film.Page{Limit: 1, Offset: at})
			if (wish == nil) != (whole == nil) || page.Total != all.Total || !slices.Equal(page.Docs, all.Docs[at:at+1]) {
				t.Errorf("%q, film %d: %v of %d, a wish: %t", typed, at, page.Docs, page.Total, wish != nil)
			}
		}
	}
}

// REQ F2-182: a word alone that many films are noted to be about asks for these, unless a film that is known has it as its
// title.
func TestASubjectAloneIsAWish(t *testing.T) {
	noted := notedFilms(t, tastetest.Films()[15], 12, "chess")
	titled := *tastetest.Films()[15]
	titled.ID, titled.Title = 101, "Chess"
	for votes, wish := range map[int]bool{100: true, 2_000_000: false} {
		titled.Ratings.FilmdbVotes = new(votes)
		films := append([]*film.Film{&titled}, noted...)
		slices.SortFunc(films, func(a, b *film.Film) int { return int(a.ID) - int(b.ID) })
		x := build(t, films, "")
		page, understood := x.Find(&film.Query{Text: "chess", Match: film.MatchAuto}, film.Page{Limit: 20})
		if (understood != nil) != wish {
			t.Errorf("with %d votes of the film of that title it is a wish: %t", votes, !wish)
		}
		if n := len(page.Docs); wish && n != len(films) || n == 0 || page.Docs[0] != doc(t, x, "Chess") {
			t.Errorf("with %d votes: films %v", votes, page.Docs)
		}
	}
}

// REQ F2-182: a text about one film that somebody remembers tells of a film where it says enough of it.
func TestTextsOfOneFilm(t *testing.T) {
	for typed, want := range map[string]bool{
		"the one where he tattoos clues":          true,
		"movies where a lighthouse keeper drowns": false,
		"where is it":       false,
		"lighthouse keeper": false,
		"I want one where a keeper drowns divers": false,
	} {
		if got := ofOne(typed); got != want {
			t.Errorf("%q is of one film: %t", typed, got)
		}
	}
}

// REQ F2-182: where a wish tells of one film that is far ahead of all others that meet it, that film comes first.
func TestAWishBeginsWithTheFilmItTellsOf(t *testing.T) {
	films := tastetest.Films()
	for i, plot := range []string{"A lighthouse keeper teaches a widow to forge banknotes on an island.", "A widow leaves.", "An island burns."} {
		f := *films[0]
		f.ID, f.Title, f.Keywords, f.Overview = film.ID(901+i), fmt.Sprintf("Number %d", 901+i), []string{"island", "widow"}, new(plot)
		films = append(films, &f)
	}
	x := build(t, films, "")
	const typed = "crime about an island, a lighthouse, a widow and forged banknotes"
	for _, c := range []struct {
		typed  string
		within docset.Set
		want   bool
	}{
		{typed, docset.Full(x.films.Len()), true},
		{typed, x.setOf([]uint32{0, 1, 2}), false},
		{"films about an island, a lighthouse, a widow and forged banknotes", docset.Full(x.films.Len()), false},
		{typed + " like The Glass Vault", docset.Full(x.films.Len()), false},
		{"a crime film", docset.Full(x.films.Len()), false},
	} {
		d, ok := x.toldFilm(&ParsedQuery{films: c.within}, x.read(c.typed), c.typed)
		if ok != c.want || ok && x.title(uint32(d)) != "Number 901" {
			t.Errorf("%q tells of one film: %t, %s", c.typed, ok, x.title(uint32(d)))
		}
	}
}
