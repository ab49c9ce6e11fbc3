package taste

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/catalog/catalogtest"
	"kinodex/internal/film"
	"kinodex/internal/taste/tastetest"
)

// REQ F2-89: who describes a film from memory finds it, though some of what they say is not so.
func TestFilmsAreFoundByDescription(t *testing.T) {
	x := build(t, tastetest.Films(), "")
	for said, want := range map[string]string{
		"a family digs a well behind their house and wakes up something dead":                       "The Well at Midnight",
		"korean family, they dig a deep hole for water and then there is an angry spirit, a ghost":  "The Well at Midnight",
		"italian film, a florist in paris keeps answering letters which somebody else should get":   "Rue des Lilas", // it is French
		"from the 80s, two silly thieves who rob a mill for paper and do everything wrong":          "Paper Thieves", // it is of 1994
		"a linguist listens to a strange signal which comes from the future, aliens maybe":          "The Quiet Signal",
		"old western, they drive a wagon full of salt and bones through the desert, a burning sun":  "The Salt Road",
		"a watchmaker sees himself as a little child, time travel, very sad, not a horror film":     "Two Clocks",
		"policeman made of metal who searches the engineer that built him, he is a robot, murders":  "Tin Heart",
		"soldiers walk through a field which never ends, russian, hours long, epic, shells, mud":    "The Long Field",
		"the star of a theatre is hated by her understudy who hopes she breaks a leg, songs, stage": "The Understudy",
	} {
		picks := x.Recommend(Request{Prompt: said, Limit: 3})
		if len(picks.Films) == 0 || x.title(uint32(picks.Films[0].Doc)) != want {
			t.Errorf("recommended for %q: %v, want %s first", said, titlesOf(x, picks.Films), want)
		}
		q := film.Query{Text: said, Match: film.MatchAuto}
		page, wish := x.Find(&q, film.Page{Limit: 3})
		if len(page.Docs) == 0 || x.title(uint32(page.Docs[0])) != want || wish == nil || page.Match != film.MatchAny {
			t.Errorf("a search for %q finds %v (%s, as %v), understood %v", said, page.Docs, page.Match, page.As, wish)
		}
	}
}

// REQ F2-89: a theme that a description tells in other words than records speaks for the films that have it.
func TestDescriptionsAreOfThemesInOtherWords(t *testing.T) {
	films := tastetest.Films()
	for i, title := range []string{"Snowed In", "Evening Bell"} {
		f := *films[0]
		f.ID, f.Title, f.Keywords, f.Overview = film.ID(901+i), title, nil, new("A watchman rings a bell above the sleeping fishermen.")
		if i == 0 {
			f.Keywords = []string{"time loop"}
		}
		films = append(films, &f)
	}
	x := build(t, films, "")
	page, wish := x.Find(&film.Query{Text: "where a watchman wakes the fishermen with a bell, he is stuck in the same day", Match: film.MatchAuto}, film.Page{Limit: 2})
	if len(page.Docs) == 0 || x.title(uint32(page.Docs[0])) != "Snowed In" {
		t.Errorf("found %v, understood %+v", page.Docs, wish)
	}
}

// REQ F2-91: a film is also found whose story is told in words that its records do not have, unless the
// encoder is not to be used.
func TestFilmsAreFoundByMeaning(t *testing.T) {
	films, path := tastetest.Films(), filepath.Join(t.TempDir(), File)
	b := NewBuilder()
	b.Encode(len(films), nil)
	writeBuilt(t, b, films, "", path)
	x, err := Open(path, catalogtest.Open(t, films))
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	const said, want = "a merchant brings spices by coach through the sandy dunes, bandits steal the crew", "The Salt Road"
	first := func() string {
		picks := x.Recommend(Request{Prompt: said, Limit: 1})
		if len(picks.Films) == 0 {
			return ""
		}
		return x.title(uint32(picks.Films[0].Doc))
	}
	if got := first(); got != want {
		t.Errorf("by meaning: %q, want %q", got, want)
	}
	page, wish := x.Find(&film.Query{Text: said, Match: film.MatchAuto}, film.Page{Limit: 1})
	if wish == nil || len(page.Docs) == 0 || x.title(uint32(page.Docs[0])) != want {
		t.Errorf("a search finds %v", page.Docs)
	}
	if x.WithoutEncoder(); first() == want {
		t.Errorf("words alone find %s, too: the encoder is used though it is off, or this test shows nothing", want)
	}
}

func titlesOf(x *Taste, picks []Pick) (titles []string) {
	for _, p := range picks {
		titles = append(titles, x.title(uint32(p.Doc)))
	}
	return titles
}

// REQ F2-89: of what a film is said to be memory may err, so that it only orders the answer, which says
// so; what it is said not to be, and filters, are kept.
func TestDescriptionsKeepWhatIsRuledOut(t *testing.T) {
	x := build(t, tastetest.Films(), "")
	said := "he is a thief and plans with his crew to empty a vault, american from the 90s, betrayal, no comedy"
	picks := x.Recommend(Request{Prompt: said, Limit: 10})
	u := picks.Understood
	if !slices.Contains(u.Preferred, "years") || !slices.Contains(u.Preferred, "countries") {
		t.Errorf("only orders the answer: %q", u.Preferred)
	}
	for _, p := range picks.Films {
		if f, err := x.films.Film(p.Doc); err != nil || slices.Contains(f.Genres, "Comedy") {
			t.Errorf("%s is a comedy (%v)", f.Title, err)
		}
	}
	french := &film.Query{Filters: film.Filters{Country: "FR"}}
	picks = x.Recommend(Request{Prompt: said, Limit: 10, Filters: french})
	if got := titlesOf(x, picks.Films); len(got) == 0 || got[0] != "Le Dernier Quai" {
		t.Errorf("of French films: %q", got)
	}
	for _, p := range picks.Films {
		if f, err := x.films.Film(p.Doc); err != nil || !slices.Contains(f.Countries, "FR") {
			t.Errorf("%s is not French (%v)", f.Title, err)
		}
	}
}

// REQ F2-89: where nothing else is understood two words describe a film, unless they ask for any film.
func TestFewWordsDescribeWhereNothingElseIsSaid(t *testing.T) {
	x := build(t, tastetest.Films(), "")
	for said, want := range map[string]bool{
		"films where the hero loses everything":       true,
		"can you recommend me something good tonight": false,
		"movie night":       false,
		"hello, any ideas?": false,
		"the hero":          false,
		"two men and a young woman meet at a well, and one man sees a ghost": true, // most of these words are ordinary
		"a western with two men":    false,
		"the hero loses, from 1994": false,
	} {
		if got := x.description(x.reader.Read(said), said, false) != nil; got != want {
			t.Errorf("%q is a description: %v", said, got)
		}
	}
}

// REQ F2-170: what somebody in a film lacks is told of it, and rules no film out; nor is a plot that is told with
// "who" a wish for films of a kind.
func TestWhatSomebodyLacksIsTold(t *testing.T) {
	x := build(t, tastetest.Films(), "")
	for typed, first := range map[string]string{
		"a family with no ghost but a well at midnight": "The Well at Midnight",
		"a drama about somebody who hides his thief":    "Le Dernier Quai",
	} {
		q := film.Query{Text: typed, Match: film.MatchAuto}
		if page, _ := x.Find(&q, film.Page{Limit: 1}); len(page.Docs) == 0 || x.title(uint32(page.Docs[0])) != first {
			t.Errorf("%q finds %q, want %q first", typed, titles(x, page.Docs), first)
		}
	}
	for _, wish := range []string{"no horror", "nothing about ghosts", "a comedy with no murder"} {
		if q := x.description(x.reader.Read(wish), wish, false); q != nil {
			t.Errorf("%q is taken for a description", wish)
		}
	}
}

// A wish for a kind of films is none for one film, however much it asks for: its conditions hold.
func TestWishesAreNoDescriptions(t *testing.T) {
	x := build(t, tastetest.Films(), "")
	for _, wish := range []string{
		"funny heist movies from the 90s", "like The Glass Vault but with robots, gardens, dentists, reindeer and ghosts",
		"korean thrillers about revenge, detectives and night markets", "", "thieves", "drama about grief and loss in a harbour",
	} {
		if q := x.description(x.reader.Read(wish), wish, false); q != nil && len(q.Preferred) > 0 {
			t.Errorf("%q is taken for a description", wish)
		}
	}
}

// REQ F2-176: who asks for something to watch describes no film from memory, whatever they tell, unless they speak of
// remembering one.
func TestWhoAsksForSomethingToWatchDescribesNoFilm(t *testing.T) {
	x := build(t, tastetest.Films(), "")
	const told = "a family digs a well behind their house and wakes up something dead"
	for text, is := range map[string]bool{
		told: true, "please help, I remember that " + told: true,
		told + ", please": false, "Something where " + told: false, "we want a film where " + told: false,
	} {
		if q := x.description(x.reader.Read(text), text, false); (q != nil) != is {
			t.Errorf("%q: a description: %v", text, q != nil)
		}
	}
}

// REQ F2-58, F2-89: words that no film has describe none; whoever types them is told, and does not get the
// best-known films. What a description's words find is not told to have had no effect.
func TestNothingIsFoundByWordsThatNoFilmHas(t *testing.T) {
	x := build(t, tastetest.Films(), "")
	picks := x.Recommend(Request{Prompt: "qwzx vbnmk pplk zzyzx wqqk jjxq", Limit: 5})
	if u := picks.Understood; len(picks.Films) > 0 || len(u.Unknown) == 0 || !strings.Contains(u.Note, "was understood") {
		t.Errorf("%q, unknown %q, note %q", titlesOf(x, picks.Films), u.Unknown, u.Note)
	}
	q := film.Query{Text: "qwzx vbnmk pplk zzyzx wqqk jjxq", Match: film.MatchAuto}
	if page, wish := x.Find(&q, film.Page{Limit: 5}); page.Total > 0 || wish != nil {
		t.Errorf("a search finds %d films, understood %+v", page.Total, wish)
	}
	picks = x.Recommend(Request{Prompt: "a family digs a well behind their house and wakes up something dead", Limit: 5})
	if u := picks.Understood; len(u.Ignored) > 0 || u.Words == "" {
		t.Errorf("ignored %q, words %q", u.Ignored, u.Words)
	}
}

func BenchmarkDescription(b *testing.B) {
	x := build(b, tastetest.Crowd(5000), "")
	said := "word1 and word7 meet word30 in a word200 where word150 hides from her word99 and word42 from the 80s"
	for b.Loop() {
		x.Recommend(Request{Prompt: said, Limit: 20})
	}
}

// REQ F2-183: what people tell of a film in their own language is compared with it in English. A text that asks for something
// to watch stays a wish, and one of which nothing is known is told so.
func TestFilmsAreToldOfInOtherLanguages(t *testing.T) {
	films := tastetest.Films()
	for i, plot := range []string{"A lighthouse keeper teaches a widow to forge money on an island.", "A widow leaves a farm.", "An island burns at night."} {
		f := *films[0]
		f.ID, f.Title, f.Keywords, f.Overview = film.ID(901+i), fmt.Sprintf("Number %d", 901+i), nil, new(plot)
		films = append(films, &f)
	}
	x := build(t, films, "")
	for _, text := range []string{
		"un gardien de phare apprend à une veuve à fabriquer de la fausse monnaie sur une île",
		"ein leuchtturmwärter bringt einer witwe auf einer insel bei wie man falschgeld druckt",
		"el farero enseña a una viuda de una isla a hacer dinero falso",
		"il guardiano del faro su un'isola e una vedova fanno soldi falsi",
		"смотритель маяка на острове учит вдову печатать фальшивые деньги",
		"灯台守が島の未亡人に偽札作りを教える",
		"一个灯塔看守人在岛上教寡妇造假钱",
	} {
		picks := x.Recommend(Request{Prompt: text, Limit: 5})
		if got := titlesOf(x, picks.Films); len(got) == 0 || got[0] != "Number 901" || picks.Understood.Words == "" || strings.Contains(picks.Understood.Note, "was understood") {
			t.Errorf("%q: %q, compared %q, note %q", text, got, picks.Understood.Words, picks.Understood.Note)
		}
		page, _ := x.Find(&film.Query{Text: text, Match: film.MatchAuto}, film.Page{Limit: 5})
		if got := titles(x, page.Docs); len(got) == 0 || got[0] != "Number 901" {
			t.Errorf("a search for %q: %q", text, got)
		}
	}
	for text, note := range map[string]bool{
		"une comédie pour ce week-end, sans phare ni île ni veuve": false,
		"quoi regarder ce soir sur un phare, une île et une veuve": false,
		"abrakadabra simsalabim für den und die":                   true,
	} {
		if u := x.Recommend(Request{Prompt: text, Limit: 5}).Understood; u.Words != "" || strings.Contains(u.Note, "nothing in it was understood") != note {
			t.Errorf("%q: compared %q, note %q", text, u.Words, u.Note)
		}
	}
}

// REQ F2-180: a recommendation of one film alone says so, and one of several films, or of one that was asked for, does not.
func TestOneFilmAloneIsTold(t *testing.T) {
	films := tastetest.Films()
	for i, plot := range []string{"A lighthouse keeper teaches a widow to forge banknotes on an island.", "A widow leaves.", "An island burns."} {
		f := *films[0]
		f.ID, f.Title, f.Keywords, f.Overview = film.ID(901+i), fmt.Sprintf("Number %d", 901+i), nil, new(plot)
		films = append(films, &f)
	}
	x := build(t, films, "")
	for text, alone := range map[string]bool{
		"where a lighthouse keeper teaches a widow to forge banknotes": true,
		"where somebody leaves a widow who burns on an island alone":   false,
		"a crime film": false,
	} {
		for _, limit := range []int{1, 5} {
			got := x.Recommend(Request{Prompt: text, Limit: limit})
			if told := strings.Contains(got.Understood.Note, "alone"); told != (alone && limit > 1) {
				t.Errorf("%q, %d films: %q of %q", text, limit, got.Understood.Note, titlesOf(x, got.Films))
			}
		}
	}
}
