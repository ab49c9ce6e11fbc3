package catalog

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/film"
)

// shelf has films as a line each: title, year, votes in thousands, directors, cast, keywords,
// between bars.
const shelf = `
The Godfather|1972|2000|Francis Ford Coppola|Al Pacino, Marlon Brando|mafia, crime family
The Godfather Part II|1974|1300|Francis Ford Coppola|Al Pacino, Robert De Niro|mafia
Rocky IV|1985|230|Sylvester Stallone|Sylvester Stallone, Talia Shire|boxing
Ocean's Eleven|2001|600|Steven Soderbergh|George Clooney|casino, heist
Star Wars: Episode V - The Empire Strikes Back|1980|1300|Irvin Kershner|Mark Hamill|space
Star Wars: Episode I - The Phantom Menace|1999|800|George Lucas|Liam Neeson|space
Die Hard|1988|900|John McTiernan|Bruce Willis|skyscraper
Die Hard 2|1990|370|Renny Harlin|Bruce Willis|airport
Die Hard with a Vengeance|1995|400|John McTiernan|Bruce Willis|new york
The Lord of the Rings: The Fellowship of the Ring|2001|1900|Peter Jackson|Elijah Wood|hobbit, ring
M*A*S*H|1970|75|Robert Altman|Donald Sutherland|korean war
Dr. Strangelove or: How I Learned to Stop Worrying and Love the Bomb|1964|500|Stanley Kubrick|Peter Sellers|bomb
Thelma & Louise|1991|160|Ridley Scott|Geena Davis, Susan Sarandon|road trip
Spider-Man|2002|830|Sam Raimi|Tobey Maguire|superhero
WALL·E|2008|1100|Andrew Stanton|Ben Burtt|robot
The Shining|1980|1000|Stanley Kubrick|Jack Nicholson|hotel, caretaker, winter
The Dark Knight|2008|2700|Christopher Nolan|Christian Bale, Heath Ledger|joker
Dark Night|2016|1|Tim Sutton|Robert Jumper|shooting
Inception|2010|2400|Christopher Nolan|Leonardo DiCaprio|dream, heist
Kubrik|2012|0|Nobody Known|Stan Kubrik|
Fargo|1996|690|Joel Coen, Ethan Coen|Frances McDormand|kidnapping
The Big Lebowski|1998|820|Joel Coen, Ethan Coen|Jeff Bridges|bowling
The Matrix|1999|1900|Lana Wachowski, Lilly Wachowski|Keanu Reeves|simulation, hacker
The Martian|2015|880|Ridley Scott|Matt Damon|mars, astronaut, stranded, potatoes
Mission to Mars|2000|75|Brian De Palma|Gary Sinise|mars, rescue
Schindler's List|1993|1400|Steven Spielberg|Liam Neeson|holocaust
Forrest Gump|1994|2100|Robert Zemeckis|Tom Hanks|running
Dune|1984|170|David Lynch|Kyle MacLachlan|desert
Dune|2021|700|Denis Villeneuve|Timothée Chalamet|desert
Seven Samurai|1954|350|Akira Kurosawa|Toshiro Mifune|bandits
Say Anything...|1989|95|Cameron Crowe|John Cusack, Ione Skye|boombox
Goon|2011|95|Michael Dowse|Seann William Scott|hockey
The Goonies|1985|310|Richard Donner|Sean Astin, Corey Feldman|treasure
Star Wars: Episode IV - A New Hope|1977|1500|George Lucas|Mark Hamill, James Earl Jones|space
The Lion King|1994|1200|Roger Allers|Jeremy Irons, James Earl Jones|lions`

// shelved returns the catalogue of the shelf, with more films of the same form behind.
func shelved(t *testing.T, more ...string) *Catalog {
	t.Helper()
	var films []*film.Film
	for i, line := range strings.Split(strings.TrimSpace(shelf+strings.Join(more, "")), "\n") {
		f := strings.Split(line, "|")
		var year, votes int
		fmt.Sscan(f[1], &year)
		fmt.Sscan(f[2], &votes)
		votes = 1000*votes + 40
		one := &film.Film{ID: film.ID(i + 1), Title: f[0], Year: &year, Director: &f[3], Ratings: film.Ratings{FilmdbVotes: &votes}}
		for name := range strings.SplitSeq(f[4], ", ") {
			one.Cast = append(one.Cast, film.Role{Name: name})
		}
		one.Keywords = slices.DeleteFunc(strings.Split(f[5], ", "), func(k string) bool { return k == "" })
		if won := "won"; f[0] == "Schindler's List" || f[0] == "Forrest Gump" || f[0] == "The Godfather" {
			wins := 5
			one.Awards = film.Awards{OscarWins: &wins, BestPicture: &won}
		}
		films = append(films, one)
	}
	return open(t, build(t, films))
}

// REQ CO-06: where titles are asked for, a film is found by a title of it, as people write it,
// and not by who made it or what it is about.
func TestTitlesAloneAreFound(t *testing.T) {
	c := shelved(t)
	for words, want := range map[string][]string{
		"dune": {"Dune", "Dune"}, "godfather": {"The Godfather", "The Godfather Part II"}, "godfather 2": {"The Godfather Part II"},
		"spiderman": {"Spider-Man"}, "incepton": {"Inception"}, "hard die": {"Die Hard", "Die Hard with a Vengeance", "Die Hard 2"},
		"mars": {"Mission to Mars"}, "kubrick": {}, "heist": {}, "dream": {}, "jackson": {},
	} {
		found := c.Find(&film.Query{Text: words, Titles: true}, film.Page{Limit: 10})
		var got []string
		for _, d := range found.Docs {
			got = append(got, c.Title(d))
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) && len(got)+len(want) > 0 || found.Total != len(want) {
			t.Errorf("%s: %q of %d, want %q", words, got, found.Total, want)
		}
	}
}

// REQ F2-171: a famous line finds its film, one of many words missing, with words around it; a film of exactly that
// title stays in front, and a line of three words needs them all.
func TestFamousLinesFindTheirFilms(t *testing.T) {
	c := shelved(t, "\nLife Is Like a Box|2015|1|Somebody|Somebody else|box", "\nJust Keep Swimming|2016|1|Somebody|Somebody else|sea")
	for text, want := range map[string]string{
		"life is like a box of chocolates":                      "Forrest Gump",
		"Life is like a box of chocolates.":                     "Forrest Gump",
		"my mama always said life was like a box of chocolates": "Forrest Gump",
		"which movie has the line \"run forrest run\"":          "Forrest Gump",
		"i'm gonna make him an offer he can't refuse":           "The Godfather",
		"just keep swimming":                                    "Just Keep Swimming", // Finding Nemo is not on the shelf
	} {
		found := c.Find(&film.Query{Text: text, Match: film.MatchAuto}, film.Page{Limit: 3})
		if len(found.Docs) == 0 || c.Title(found.Docs[0]) != want || found.DidYouMean != "" {
			t.Errorf("%q: %v (%q), want %q first", text, titlesIn(c, found.Docs), found.DidYouMean, want)
		}
	}
	for _, text := range []string{"run forrest", "an offer", "life is a box", ""} {
		r := reading{c: c, s: &scratch{}, words: strings.Fields(text)}
		if r.quoted() {
			t.Errorf("%q is taken for a line", text)
		}
	}
}

// REQ F2-171: each line of the table is one line of one film.
func TestTheTableOfFamousLines(t *testing.T) {
	seen := map[string]bool{}
	for line := range strings.Lines(quotesText) {
		cells := strings.Split(strings.TrimSpace(line), "\t")
		if len(cells) != 3 || len(cells[2]) != 4 || len(strings.Fields(cells[0])) < leastQuoted || seen[cells[0]] {
			t.Errorf("%q is no row of a line, a title and a year, or is there twice", line)
		}
		seen[cells[0]] = true
	}
}

// REQ F2-175: each row of the table of prizes is one film that won one prize in one year; films that the library
// does not have are left out.
func TestTheTableOfPrizes(t *testing.T) {
	seen := map[string]bool{}
	for line := range strings.Lines(prizesText) {
		cells := strings.Split(strings.TrimSpace(line), "\t")
		id, ok := film.ParseID(cells[2])
		if len(cells) != 4 || len(cells[1]) != 4 || !ok || seen[cells[0]+id.String()] || !slices.Contains(strings.Fields("palme_dor golden_lion golden_bear foreign_film_oscar golden_globe bafta cesar sundance"), cells[0]) {
			t.Errorf("%q is no row of a prize, a year, an id and a title, or is there twice", line)
		}
		seen[cells[0]+id.String()] = true
	}
	won, lost := 1990, 1991
	pulp, _ := film.ParseID("tt0110912")
	c := open(t, build(t, []*film.Film{{ID: 1, Title: "Another", Year: &lost}, {ID: pulp, Title: "Pulp Fiction", Year: &won}}))
	if got := c.PrizeWinners("palme_dor"); len(got) != 1 || c.Title(Doc(got[0])) != "Pulp Fiction" || c.PrizeWinners("palm") != nil {
		t.Errorf("%v won", got)
	}
}

// REQ R-45: titles and names as people write them.
func TestTitlesAndNamesAreFoundAsPeopleWriteThem(t *testing.T) {
	c := shelved(t)
	for text, want := range map[string]string{
		"godfather 2":           "The Godfather Part II",
		"the godfather part ii": "The Godfather Part II",
		"godfather, the":        "The Godfather",
		"rocky 4":               "Rocky IV",
		"rocky four":            "Rocky IV",
		"oceans 11":             "Ocean's Eleven",
		"star wars 5":           "Star Wars: Episode V - The Empire Strikes Back",
		"star wars episode one": "Star Wars: Episode I - The Phantom Menace",
		"die hard 3":            "Die Hard with a Vengeance",
		"lotr":                  "The Lord of the Rings: The Fellowship of the Ring",
		"mash":                  "M*A*S*H",
		"m.a.s.h.":              "M*A*S*H",
		"doctor strangelove":    "Dr. Strangelove or: How I Learned to Stop Worrying and Love the Bomb",
		"Thelma and Louise":     "Thelma & Louise",
		"spiderman":             "Spider-Man",
		"spider man":            "Spider-Man",
		"walle":                 "WALL·E",
		"7 samurai":             "Seven Samurai",
		"the shinning":          "The Shining",
		"strangelov":            "Dr. Strangelove or: How I Learned to Stop Worrying and Love the Bomb",
		"inseption":             "Inception",
		"dune 1984":             "Dune",
		"leonardo di caprio":    "Inception",
		"christopher nolen":     "The Dark Knight",
		"coen brothers":         "The Big Lebowski",
		"the coen bros":         "The Big Lebowski",
		"coen brothers 1996":    "Fargo",
		"wachowskis":            "The Matrix",
		"kubrick 1980":          "The Shining",
		"best picture 1994":     "Forrest Gump",
		"die hrad 3":            "Die Hard with a Vengeance", // REQ F2-184
		"dark night":            "Dark Night",                // what is exactly so stays in front
	} {
		found := c.Find(&film.Query{Text: text}, film.Page{Limit: 3})
		if len(found.Docs) == 0 || c.Title(found.Docs[0]) != want {
			t.Errorf("%q: %v, want %q first", text, titlesIn(c, found.Docs), want)
		}
		if found.Match != film.MatchAll {
			t.Errorf("%q: match %q", text, found.Match)
		}
	}
}

// REQ F2-184: with match=auto words that people type beside a title into a search engine are left out where they are in no
// title with it, and what is left is one that is known.
func TestSearchTermsBesideATitleAreLeftOut(t *testing.T) {
	c := shelved(t, "\nThe Trailer|2014|1|A Nobody|B Nobody|\nCast Away|2000|600|Robert Zemeckis|Tom Hanks|island\nFull Moon|2001|1|A Nobody|B Nobody|")
	for typed, want := range map[string]string{
		"inception trailer":                  "Inception",
		"inception full movie":               "Inception",
		"watch inception online free":        "Inception",
		"where can i watch inception":        "Inception",
		"fargo ending explained":             "Fargo",
		"lord of the rings extended edition": "The Lord of the Rings: The Fellowship of the Ring",
		"die hard 2 cast":                    "Die Hard 2",
		"cast away":                          "Cast Away",
		"the trailer":                        "The Trailer",
		"full moon":                          "Full Moon",
	} {
		found := c.Find(&film.Query{Text: typed, Match: film.MatchAuto}, film.Page{Limit: 3})
		if len(found.Docs) == 0 || c.Title(found.Docs[0]) != want {
			t.Errorf("%q: %v, want %q first", typed, titlesIn(c, found.Docs), want)
		}
	}
	for typed, want := range map[string]bool{"say anyth": true, "say any": true, "say anything": false, "say": false, "the matr": true, "lion kin": true} {
		r := c.Rank(typed, film.MatchAuto)
		if got := r.s.begun != nil; got != want {
			t.Errorf("%q begins a title: %t", typed, got)
		}
		r.Release()
	}
	for _, typed := range []string{"trailer", "full movie online", "watch online free"} {
		if got := withoutSearchTerms(strings.Fields(typed)); len(got) > 0 && !slices.Equal(got, []string{"movie"}) {
			t.Errorf("%q: %q is left", typed, got)
		}
	}
	if found := c.Find(&film.Query{Text: "inception trailer", Match: film.MatchAll}, film.Page{Limit: 3}); len(found.Docs) > 0 {
		t.Errorf("with match=all: %v", titlesIn(c, found.Docs))
	}
}

// What a title is begun by is forgotten with the text: a question that takes over the memory of the last one, and a
// description, drop no film for it.
func TestABegunTitleIsForgottenWithItsText(t *testing.T) {
	c := shelved(t)
	s := c.borrow()
	defer c.giveBack(s)
	for name, ask := range map[string]func(){
		"any of the words":   func() { c.search("robot hotel", film.MatchAny, s) },
		"no word":            func() { c.search("??", film.MatchAuto, s) },
		"another title":      func() { c.search("fargo", film.MatchAuto, s) },
		"a description":      func() { c.describe("a robot in a hotel in winter", &film.Description{}, s) },
		"all of the words":   func() { c.search("robot", film.MatchAll, s) },
		"a title, all of it": func() { c.search("say anything", film.MatchAuto, s) },
	} {
		if c.search("say anyth", film.MatchAuto, s); s.begun == nil {
			t.Fatal("no title is begun")
		}
		if ask(); s.begun != nil {
			t.Errorf("%s: %q is still begun", name, s.begun)
		}
	}
}

// REQ R-45: who is misspelt is found behind what is spelled so, and named.
func TestAMisspeltRecordDoesNotHideTheOneMeant(t *testing.T) {
	c := shelved(t)
	for text, want := range map[string]string{"dark night": "The Dark Knight", "kubrik": "The Shining"} {
		if found := titlesIn(c, c.Find(&film.Query{Text: text}, film.Page{Limit: 3}).Docs); len(found) < 2 || found[1] != want {
			t.Errorf("%q: %v, want %q second", text, found, want)
		}
	}
}

// REQ F2-179: somebody's whole name finds their films in the order of how well known these are, with match=auto; what
// they directed counts more than what they play in.
func TestANameFindsItsBestKnownFilms(t *testing.T) {
	c := shelved(t, "\nSmall Town|2016|1|Sean Astin|Sean Astin|")
	for match, want := range map[film.Match]string{film.MatchAuto: "The Goonies, Small Town", film.MatchAll: "Small Town, The Goonies"} {
		if got := strings.Join(titlesIn(c, c.Find(&film.Query{Text: "Sean Astin", Match: match}, film.Page{Limit: 3}).Docs), ", "); got != want {
			t.Errorf("%s: %s, want %s", match, got, want)
		}
	}
}

// REQ F2-177: with match=auto a title of several words leaves out films that have its words in prose alone. One word,
// and a part of another title, leave out none. A film that few know does not come before the one that was meant.
func TestATitleDropsFilmsThatOnlyTellOfItsWords(t *testing.T) {
	var films []*film.Film
	for i, f := range []struct {
		title, overview, keyword string
		votes                    int
	}{
		{"Rocky IV", "A boxer trains in the snow.", "boxing", 230_000},
		{"Big Climb", "Part 4 of a journey over rocky ground.", "mountain", 20_000},
		{"Wide Load", "A truck driver.", "rocky 4", 4_000},
		{"Starlight", "A ship in space.", "space", 900_000},
		{"Starlihgt 2: The Return", "Again.", "space", 5},
		{"Journey", "Starlight falls on a ship.", "sea", 40_000},
		{"The Lantern", "Its lantrn is a light.", "light", 90_000},
		{"The Lord of the Rings: The Fellowship of the Ring", "A ring.", "ring", 1_900_000},
		{"Club Night", "The lotr fellowship meets.", "club", 300},
		{"Wide Valleys", "All roads lead there.", "valley", 70},
		{"Manhunt", "A killer.", "killer", 900_000},
		{"Silence", "A doctor is in prison, and tells a young agent of the police who looks for a man of many names what he knows, as in a lecture.", "killer", 9_000},
	} {
		films = append(films, &film.Film{ID: film.ID(i + 1), Title: f.title, Overview: &f.overview, Keywords: []string{f.keyword}, Ratings: film.Ratings{FilmdbVotes: &f.votes}})
	}
	films[10].Titles = []film.Title{{Title: "Manhunt: The Pursuit of Doctor Lecture", Source: "filmdb"}}
	c := open(t, build(t, films))
	for _, want := range []struct {
		text  string
		match film.Match
		found string
	}{
		{"rocky iv", film.MatchAuto, "Rocky IV"},
		{"rocky 4", film.MatchAuto, "Rocky IV, Wide Load"},
		{"wide laod", film.MatchAuto, "Wide Load"},
		{"the lantrn", film.MatchAuto, "The Lantern"},
		{"lotr fellowship", film.MatchAuto, "The Lord of the Rings: The Fellowship of the Ring"},
		{"wide roads", film.MatchAuto, "Wide Load, Wide Valleys"}, // which has a word of it in its title
		{"rocky 4", film.MatchAll, "Rocky IV, Wide Load, Big Climb"},
		{"starlight", film.MatchAuto, "Starlight, Journey"},
		{"doctor lecture", film.MatchAuto, "Manhunt, Silence"}, // a part of another title is no title
		{"starlihgt", film.MatchAuto, "Starlight, Starlihgt 2: The Return"},
	} {
		got := strings.Join(titlesIn(c, c.Find(&film.Query{Text: want.text, Match: want.match}, film.Page{Limit: 5}).Docs), ", ")
		if got != want.found {
			t.Errorf("%q, %s: %s, want %s", want.text, want.match, got, want.found)
		}
	}
	for text, as := range map[string]FoundAs{"trcuk driver": FoundWhole, "wide laod": FoundAsTitle} {
		if found := c.Find(&film.Query{Text: text, Match: film.MatchAuto}, film.Page{Limit: 1}); found.As != as {
			t.Errorf("%q is found as %d, want %d", text, found.As, as)
		}
	}
}

// REQ F2-114: words that all are told of one film are no title with two wrong letters.
func TestWordsToldOfAFilmAreHardlyMisspelt(t *testing.T) {
	c := shelved(t, "\nRoadhorse|2001|500|Some Director|Some Body|", "\nPlain Film|1960|0|No One|Nor Another|toad, house, horse")
	for text, want := range map[string][2]string{
		"toad house":  {"Plain Film", ""},         // two letters from Roadhorse
		"toad horse":  {"Roadhorse", "Roadhorse"}, // one
		"road houses": {"Roadhorse", "Roadhorse"}, // nor these
	} {
		found := c.Find(&film.Query{Text: text}, film.Page{Limit: 1})
		got := ""
		if len(found.Docs) > 0 {
			got = c.Title(found.Docs[0])
		}
		if got != want[0] || found.DidYouMean != want[1] {
			t.Errorf("%s: %q, meant %q, want %q", text, got, found.DidYouMean, want)
		}
	}
}

// REQ R-13: a word that no film has as it was typed is tried as a typo of a better-known title,
// also when another form of it stands in a title.
func TestAWordFoundByItsStemIsTriedAsATypo(t *testing.T) {
	c := shelved(t)
	for text, want := range map[string]struct {
		titles []string
		meant  string
	}{
		"goones":     {[]string{"The Goonies", "Goon"}, "The Goonies"},
		"the goones": {[]string{"The Goonies"}, "The Goonies"},
		"goon":       {[]string{"Goon"}, ""},
		"goons":      {[]string{"Goon"}, "Goon"}, // two letters from the better-known one
		"martians":   {[]string{"The Martian"}, ""},
	} {
		found := c.Find(&film.Query{Text: text}, film.Page{Limit: len(want.titles)})
		if got := titlesIn(c, found.Docs); !slices.Equal(got, want.titles) || found.DidYouMean != want.meant {
			t.Errorf("%q: %q, did you mean %q; want %q and %q", text, got, found.DidYouMean, want.titles, want.meant)
		}
	}
}

// REQ R-13: what is far from every title and name is taken for none, however few letters its
// sound leaves.
func TestNonsenseIsTakenForNobody(t *testing.T) {
	c := shelved(t)
	for _, text := range []string{"zzzzqqq", "zzqqzzqq", "qqqq", "skkkkkk", "xxxxyyyy", "zzzzqqq 1989", "aaaaaaaa", "ghghghgh", "ggggnnnn", "yyyyyyyyyyyy", "sssssssskkkkkkkk"} {
		for _, match := range []film.Match{film.MatchAll, film.MatchAuto} {
			if found := c.Find(&film.Query{Text: text, Match: match}, film.Page{Limit: 3}); found.Total != 0 || found.DidYouMean != "" {
				t.Errorf("%q: %q, did you mean %q", text, titlesIn(c, found.Docs), found.DidYouMean)
			}
		}
	}
	for text, meant := range map[string]string{"ione sky": "ione skye", "skie": "ione skye", "jak nicolson": "jack nicholson"} {
		if found := c.Find(&film.Query{Text: text}, film.Page{Limit: 3}); found.DidYouMean != meant {
			t.Errorf("%q: did you mean %q, want %q", text, found.DidYouMean, meant)
		}
	}
}

// REQ R-45: of two names the one with fewer of the letters typed wrong is meant, unless the other is
// far better known; titles and names are on one scale.
func TestTheFewestWrongLettersAreMeant(t *testing.T) {
	c := shelved(t, `
Rocky|1976|650|John G. Avildsen|Sylvester Stallone, Talia Shire|boxing
Guardians of the Galaxy|2014|1300|James Gunn|Chris Pratt, Michael Rooker|space
The Hunger Games|2012|1000|Gary Ross|Jennifer Lawrence, Toby Jones|survival
Captain America: The First Avenger|2011|900|Joe Johnston|Chris Evans, Toby Jones|superhero
The Northman|2022|280|Robert Eggers|Alexander Skarsgård, Gustav Lindh|viking
Blue Velvet|1986|220|David Lynch|Kyle MacLachlan|ear
Psycho|1960|740|Alfred Hitchcock|Anthony Perkins|motel
Black Swan|2010|850|Darren Aronofsky|Natalie Portman, Holly L. Fusco|ballet
The Fugitive|1993|330|Andrew Davis|Harrison Ford, Tony Fosco|chase
The Fellowship|2001|1900|Peter Weir|Cate Blanchett, Ahmed Best|elves
Carte Blanche|2015|2|Somebody Else|Nobody There|
Joker|2019|1600|Todd Phillips|Joaquin Phoenix, Piotr Polk|clown
Twilight|2008|500|Catherine Hardwicke|Kristen Stewart|vampire
U-571|2000|800|Jonathan Mostow|Will Estes|submarine
Ponies|2012|0|Nobody Else|No One|
Color Me Kubrick|2005|10|Brian W. Cook|John Malkovich|impostor`)
	for text, want := range map[string]string{
		"goones": "The Goonies", "gonies": "The Goonies", "lynsh": "david lynch", "rockey": "Rocky", "physco": "Psycho", "twilite": "Twilight",
		"cate blanchet": "cate blanchett", "joaquin pheonix": "joaquin phoenix", "stanley kubrik": "stanley kubrick",
		"bzzt": "", "pzlc": "", "testtest": "",
	} {
		if found := c.Find(&film.Query{Text: text, Match: film.MatchAll}, film.Page{Limit: 3}); found.DidYouMean != want {
			t.Errorf("%q: did you mean %q (%q), want %q", text, found.DidYouMean, titlesIn(c, found.Docs), want)
		}
	}
}

// What is typed of a title so far finds the films, the best known first, each once.
func TestFilmsWhoseTitleIsBegun(t *testing.T) {
	c := shelved(t)
	for typed, want := range map[string][]string{
		"the god": {"The Godfather", "The Godfather Part II"}, "GOD": {"The Godfather", "The Godfather Part II"}, "goo": {"The Goonies", "Goon"},
		"dune": {"Dune", "Dune"}, "the d": {"The Dark Knight"}, "godfather p": {"The Godfather Part II"}, "ather": nil, " ": nil, "": nil, "zz": nil,
	} {
		if got := titlesIn(c, c.Begun(typed, 4)); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
	if got := titlesIn(c, c.Begun("d", 2)); !slices.Equal(got, []string{"The Dark Knight", "Die Hard"}) {
		t.Errorf("the two best known with d are %q", got)
	}
}

// A share of the votes of all their films is what people are known by, more of those they directed,
// and of those they play in by their place in the billing.
func TestPeopleAreAsWellKnownAsTheirFilms(t *testing.T) {
	c := shelved(t, "\nMagnolia|1999|330|Paul Thomas Anderson|Tom Cruise|frogs\nSmall Hours|1999|1|Paul Thomas|No Actor|\nLate|1999|1|A. Paul Thomas Zed|No Actor|")
	films := c.Begun("the god", 2)
	first, second := c.Fame(films[0]), c.Fame(films[1])
	both := first + second
	if got := c.FameOfCast("Al Pacino", films); got != both*personShare || both < 3_300_000 {
		t.Errorf("the first of films of %v votes is as well known as one of %v", both, got)
	}
	if got := c.FameOfCast("Marlon Brando", films); got != (first*billed(1)+second*leastBilled)*personShare {
		t.Errorf("who is second in one and not billed in the other is as well known as a film of %v votes", got)
	}
	if got := c.FameOfDirector("Francis Ford Coppola"); got != both*personShare*directorShare {
		t.Errorf("their director is as well known as a film of %v votes", got)
	}
	if got, more := c.FameOfDirector("Paul Thomas"), c.FameOfDirector("paul thomas anderson"); got == 0 || 100*got > more {
		t.Errorf("who is called by a part of another's name is as well known as a film of %v votes, the other as one of %v", got, more)
	}
	if c.FameOfDirector("") != 0 || c.FameOfDirector("Nobody at All") != 0 || c.FameOfCast("Al Pacino", nil) != 0 {
		t.Error("nobody is known")
	}
}

// REQ R-46, F2-56: all words, at least one, or most where few films have all.
func TestMatchSaysHowManyWordsAFilmMustHave(t *testing.T) {
	c := shelved(t)
	text := "movie about an astronaut who is stuck on mars with potatoes"
	for match, want := range map[film.Match]string{film.MatchAll: "", film.MatchAuto: "The Martian", film.MatchAny: "The Martian"} {
		found := c.Find(&film.Query{Text: text, Match: match}, film.Page{Limit: 2})
		got := ""
		if len(found.Docs) > 0 {
			got = c.Title(found.Docs[0])
		}
		stage := map[film.Match]film.Match{film.MatchAll: film.MatchAll, film.MatchAuto: film.MatchMost, film.MatchAny: film.MatchAny}[match]
		if got != want || found.Match != stage {
			t.Errorf("%s: %q first, matched by %s; want %q by %s", match, got, found.Match, want, stage)
		}
	}
	if found := c.Find(&film.Query{Text: "mars rescue", Match: film.MatchAuto}, film.Page{Limit: 5}); found.Match != film.MatchAll && c.Title(found.Docs[0]) != "Mission to Mars" {
		t.Errorf("a film with all the words is not first: %v", titlesIn(c, found.Docs))
	}
}

// REQ F2-57: an item of a batch is compared as sources are.
func TestTitlesOfABatchAreComparedAsSourcesAre(t *testing.T) {
	c := shelved(t)
	for title, want := range map[string]bool{"Godfather, The": true, "godfather": true, "Thelma and Louise": true, "Rocky 4": true, "Godfathers": false} {
		year := map[string]int{"Thelma and Louise": 1991, "Rocky 4": 1985}[title]
		if year == 0 {
			year = 1972
		}
		if _, ok := c.ByTitleYear(title, year); ok != want {
			t.Errorf("%q of %d: found %v, want %v", title, year, ok, want)
		}
		if _, ok := c.ByTitleYear(title, 1901); ok {
			t.Errorf("%q is found in a year of no film", title)
		}
	}
}

func titlesIn(c *Catalog, docs []Doc) (titles []string) {
	for _, d := range docs {
		titles = append(titles, c.Title(d))
	}
	return titles
}

// What one text was meant to be is not told of the films that another question ranks.
func TestAnOrderOfOnesOwnHasNoCorrection(t *testing.T) {
	c := shelved(t)
	if found := c.Find(&film.Query{Text: "goones"}, film.Page{Limit: 3}); found.DidYouMean == "" {
		t.Fatal("nothing is misspelt")
	}
	ranked := film.Query{Ranked: []film.Scored{{Film: 0, Score: 1}, {Film: 1, Score: 2}}}
	if found := c.Find(&ranked, film.Page{Limit: 3}); found.DidYouMean != "" || found.Total != 2 {
		t.Errorf("%d films, did you mean %q", found.Total, found.DidYouMean)
	}
}

// REQ F2-182: with match=auto a title of several words that many know leaves out films whose titles do not have it whole,
// and one that is misspelt those that do not have all its words.
func TestATitleLeavesOutTitlesThatShareItsWords(t *testing.T) {
	c := open(t, build(t, []*film.Film{called(1, 1953, 900_000, "Tokyo Story"), called(2, 2012, 500, "Tokyo Nameless Girl's Story"), called(3, 2007, 700, "Tokyo Story Two"),
		called(4, 1990, 5, "Harbour Lights"), called(5, 1991, 5, "Lights of the Harbour")}))
	for q, want := range map[string][]film.ID{"tokyo story": {1, 3}, "tokyo sotry": {1, 2, 3}, "harbour lights": {4, 5}} {
		var got []film.ID
		for _, d := range c.Find(&film.Query{Text: q, Match: film.MatchAuto}, film.Page{Limit: 9}).Docs {
			got = append(got, c.ID(d))
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", q, got, want)
		}
	}
}
