package prompt_test

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"kinodex/internal/film"
	"kinodex/internal/taste/prompt"
	"kinodex/internal/text"
)

// subjects returns films that do not exist, one for each keyword that the sentences here ask for, and two
// whose titles hold words of other languages.
func subjects() []*film.Film {
	var films []*film.Film
	for i, keyword := range strings.Split("train, dog, cat, horse, dragon, ghost, witch, spy, samurai, revenge, bank robbery, widow, wedding, loneliness, friendship, teacher, village, island, "+
		"ocean, boxing, soccer, chess, true story, based on true story, happy ending, black and white, silent film, brother, sister, father, music, animals, robots, journey, old age, cheesy, marriage, magic", ", ") {
		year := 1990
		films = append(films, &film.Film{ID: film.ID(6001 + i), Title: fmt.Sprint("Subject ", i), Year: &year, Genres: []string{"Drama"}, Keywords: []string{keyword}})
	}
	for i, title := range []string{"Diez Negritos", "Zwei Brüder"} {
		year, votes := 1980, 900_000
		f := &film.Film{ID: film.ID(6101 + i), Title: title, Year: &year, Genres: []string{"Drama"}}
		f.Ratings.FilmdbVotes = &votes
		films = append(films, f)
	}
	return films
}

// readAs holds how prompts are read against what is wanted.
func readAs(t *testing.T, x *prompt.Reader, want map[string]string) {
	t.Helper()
	for text, want := range want {
		if got, _ := json.Marshal(understand(x, text)); string(got) != want {
			t.Errorf("%q:\n got %s\nwant %s", text, got, want)
		}
	}
}

// REQ F2-168: what films are about is read in nine languages, with the words around it.
func TestSubjectsAreReadInNineLanguages(t *testing.T) {
	readAs(t, open(t, subjects()...), map[string]string{
		"una película sobre dos hermanas y un tren":         `{"language":"es","themes":["sister","train"]}`,
		"busco algo de caballos, con final feliz":           `{"language":"es","themes":["horse","happy ending"]}`,
		"cine mudo en blanco y negro":                       `{"language":"es","years":[{"to":1929}],"themes":["silent film","black and white"]}`,
		"un film sur la solitude dans un village":           `{"language":"fr","themes":["loneliness","village"]}`,
		"l'histoire d'un braquage de banque":                `{"language":"fr","themes":["bank robbery"]}`,
		"des films d'espionnage tirés d'une histoire vraie": `{"language":"fr","themes":["spy","based on true story"]}`,
		"ein Film über einen Lehrer in einem Dorf":          `{"language":"de","themes":["teacher","village"]}`,
		"Gibt es etwas mit Hunden, aber ohne Hexen?":        `{"language":"de","themes":["dog"],"not_themes":["witch"]}`,
		"ein Film über Rache und Freundschaft":              `{"language":"de","themes":["revenge","friendship"]}`,
		"un film sul pugilato, tratto da una storia vera":   `{"language":"it","themes":["boxing","based on true story"]}`,
		"vorrei qualcosa con un cavallo e un'isola":         `{"language":"it","themes":["horse","island"]}`,
		"cerco un film senza streghe né fantasmi":           `{"language":"it","not_themes":["witch","ghost"]}`,
		"quero um filme sobre uma viúva e o mar":            `{"language":"pt","themes":["widow","ocean"]}`,
		"um filme sobre futebol ou xadrez":                  `{"language":"pt","themes":["soccer","chess"]}`,
		"filme com dragões, mas sem bruxas":                 `{"language":"pt","themes":["dragon"],"not_themes":["witch"]}`,
		"фильм про одиночество и старость":                  `{"language":"ru","themes":["loneliness","old age"]}`,
		"посоветуйте фильм про бокс, основанный на реальных событиях": `{"language":"ru","themes":["boxing","based on true story"]}`,
		"что-нибудь про собак, но без ведьм":                          `{"language":"ru","themes":["dog"],"not_themes":["witch"]}`,
		"侍の復讐の映画": `{"language":"ja","themes":["samurai","revenge"]}`,
		"猫が出てくる映画、でも幽霊が出てこないもの":              `{"language":"ja","themes":["cat"],"not_themes":["ghost"]}`,
		"実話に基づいた音楽映画":                        `{"language":"ja","themes":["based on true story","music"]}`,
		"बदले की कहानी वाली फिल्म":           `{"language":"hi","themes":["revenge"]}`,
		"कोई भूत वाली फिल्म, जादू नहीं":      `{"language":"hi","themes":["ghost"],"not_themes":["magic"]}`,
		"dosti aur shaadi wali film chahiye": `{"language":"hi","themes":["friendship","marriage"]}`,
		"想看关于老师的电影":                          `{"language":"zh","themes":["teacher"]}`,
		"有狗或猫的电影":                            `{"language":"zh","themes":["dog","cat"]}`,
		"真實故事改編的拳擊電影":                        `{"language":"zh","themes":["based on true story","boxing"]}`,
	})
}

// REQ F2-168: a number in words counts inside a phrase that has a number, and nowhere else: not in titles,
// and not of people.
func TestNumbersInWordsCountInsidePhrases(t *testing.T) {
	readAs(t, open(t, subjects()...), map[string]string{
		"películas de los últimos diez años":           `{"language":"es","years":[{"from":2010}]}`,
		"Filme aus den letzten zehn Jahren":            `{"language":"de","years":[{"from":2010}]}`,
		"les films des vingt dernières années":         `{"language":"fr","years":[{"from":2000}]}`,
		"film degli ultimi cinque anni":                `{"language":"it","years":[{"from":2015}]}`,
		"filmes dos últimos dois anos":                 `{"language":"pt","years":[{"from":2018}]}`,
		"фильмы последних пяти лет":                    `{"language":"ru","years":[{"from":2015}]}`,
		"ここ十年の映画":                                      `{"language":"ja","years":[{"from":2010}]}`,
		"八十年代の映画":                                      `{"language":"ja","years":[{"from":1980,"to":1989}]}`,
		"पिछले दस साल की फिल्में":                      `{"language":"hi","years":[{"from":2010}]}`,
		"pichle paanch saal ki film":                   `{"language":"hi","years":[{"from":2015}]}`,
		"近十年的电影":                                       `{"language":"zh","years":[{"from":2010}]}`,
		"六十年代的电影":                                      `{"language":"zh","years":[{"from":1960,"to":1969}]}`,
		"ein Film über zwei Brüder":                    `{"language":"de","themes":["brother"]}`,
		"los dos hermanos de la película":              `{"language":"es","themes":["brother"]}`,
		"quiero ver Diez Negritos":                     `{"language":"es","like":[{"filmdb_id":"tt0006101","title":"Diez Negritos"}]}`,
		"algo como \"Diez Negritos\" pero sin romance": `{"language":"es","not_genres":["Romance"],"like":[{"filmdb_id":"tt0006101","title":"Diez Negritos"}]}`,
		"十年":          `{"language":"zh","unknown":["十","年"],"ignored":["十","年"]}`,
		"más de diez": `{"language":"es","unknown":["diez"],"ignored":["diez"]}`,
	})
}

// REQ F2-168: a film that somebody wants to see with a child is for families, in the words of each language;
// one about a child of that age is not.
func TestAgesOfChildrenAreHeardInNineLanguages(t *testing.T) {
	x := open(t, subjects()...)
	for _, text := range []string{
		"una película para mi hija de 6 años", "para ver con mis hijos de 6 y 9 años", "mi hijo tiene siete años, ¿qué película vemos?",
		"un film avec mes enfants de 10 et 12 ans", "un dessin pour ma fille de 4 ans", "mes enfants ont 6 et 8 ans, quel film regarder ?",
		"ein Film mit meiner 7-jährigen Tochter", "ein Film für meinen siebenjährigen Sohn", "unsere Kinder sind 5 und 7 Jahre alt, welcher Film?",
		"un film per mia figlia di 10 anni", "un film per bambini da 3 a 6 anni", "cerco un film per i miei figli di 7 e 9 anni",
		"um filme com meu filho de 8 anos", "um filme para crianças de 3 a 6 anos", "minha filha tem 5 anos, qual filme?",
		"фильм для сына 5 лет", "фильм для детей 6 и 9 лет", "что посмотреть с дочкой 7 лет",
		"6歳の娘と見る映画", "7歳と10歳の子供と見る映画", "8歳の息子に見せる映画",
		"बेटी 7 साल की है, कोई फिल्म", "मेरे 8 साल के बच्चे के लिए फिल्म", "mere bete ki umar 8 saal hai, koi film",
		"适合6岁孩子看的电影", "跟我8岁的儿子看的电影", "適合6歲小孩的電影",
	} {
		if got := understand(x, text); len(got.Genres) != 1 || got.Genres[0] != "Family" || len(got.Unknown) > 0 {
			got, _ := json.Marshal(got)
			t.Errorf("%q: %s", text, got)
		}
	}
	for _, text := range []string{"una película sobre una niña de 10 años", "10歳の少年の物語", "фильм про 15 лет в море", "mon fils a 17 ans, quel film ?"} {
		if got := understand(x, text); len(got.Genres) > 0 || got.Runtime != nil || len(got.Years) > 0 {
			got, _ := json.Marshal(got)
			t.Errorf("%q: %s", text, got)
		}
	}
}

// REQ F2-168: moods are read, what is not to be too much is ruled out as in English, and occasions and words
// of wishing mean nothing and are not told as unknown.
func TestMoodsAndOccasionsAreReadInNineLanguages(t *testing.T) {
	readAs(t, open(t, subjects()...), map[string]string{
		"un western récent avec des amis":                  `{"language":"fr","genres":["Western"],"years":[{"from":2011}]}`,
		"un western argentino reciente, con amigos":        `{"language":"es","genres":["Western"],"years":[{"from":2011}],"countries":["AR"]}`,
		"2000年以降の西部劇":                                      `{"language":"ja","genres":["Western"],"years":[{"from":2000}]}`,
		"1990年以前の西部劇":                                      `{"language":"ja","genres":["Western"],"years":[{"to":1990}]}`,
		"algo ligero para una noche de cine con amigos":    `{"language":"es","moods":["funny"]}`,
		"una película para llorar, no demasiado larga":     `{"language":"es","runtime":{"to":125},"moods":["sad"]}`,
		"una peli poco conocida que haga pensar":           `{"language":"es","moods":["thought-provoking"],"fame":"hidden"}`,
		"une comédie pour une soirée entre amis":           `{"language":"fr","genres":["Comedy"]}`,
		"un film pour rire, pas trop long":                 `{"language":"fr","runtime":{"to":125},"moods":["funny"]}`,
		"un western spaghetti peu connu":                   `{"language":"fr","genres":["Western"],"years":[{"from":1964,"to":1978}],"countries":["IT"],"fame":"hidden"}`,
		"etwas zum Lachen für den Filmabend":               `{"language":"de","moods":["funny"]}`,
		"ein wenig bekannter Film, nicht zu traurig":       `{"language":"de","not_moods":["sad"],"fame":"hidden"}`,
		"una serata leggera, niente di violento":           `{"language":"it","moods":["funny"],"not_moods":["violent"]}`,
		"un film da ridere ma non troppo lungo":            `{"language":"it","runtime":{"to":125},"moods":["funny"]}`,
		"un film romantico ma non troppo sdolcinato":       `{"language":"it","genres":["Romance"],"not_themes":["cheesy"]}`,
		"algo leve para uma noite de cinema com os amigos": `{"language":"pt","moods":["funny"]}`,
		"um filme pouco conhecido, para chorar":            `{"language":"pt","moods":["sad"],"fame":"hidden"}`,
		"um filme que não seja muito triste":               `{"language":"pt","not_moods":["sad"]}`,
		"лёгкое кино на вечер с друзьями":                  `{"language":"ru","moods":["funny"]}`,
		"хочу поплакать, но не очень страшное":             `{"language":"ru","not_genres":["Horror"],"moods":["sad"]}`,
		"малоизвестный фильм, заставляющий задуматься":     `{"language":"ru","moods":["thought-provoking"],"fame":"hidden"}`,
		"週末に友達と見る映画、泣けるもの":                                 `{"language":"ja","moods":["sad"]}`,
		"あまり知られていない映画":                                     `{"language":"ja","fame":"hidden"}`,
		"怖い映画、でもグロいのは苦手":                                   `{"language":"ja","genres":["Horror"],"not_themes":["gore"]}`,
		"हल्की फुल्की फिल्म, दोस्तों के साथ":               `{"language":"hi","moods":["funny"]}`,
		"koi halka phulka movie, doston ke saath":          `{"language":"hi","moods":["funny"]}`,
		"aisi film jo rulane wali ho":                      `{"language":"hi","moods":["sad"]}`,
		"周末和朋友一起看的轻松电影":                                    `{"language":"zh","moods":["funny"]}`,
		"冷门的电影,不要太长":                                       `{"language":"zh","runtime":{"to":125},"fame":"hidden"}`,
		"有什么推荐,还没看完":                                       `{"language":"zh"}`,
	})
}

// Digits of other scripts, alone and among words of any script, end the reading of a prompt.
func TestDigitsOfOtherScriptsAreRead(t *testing.T) {
	x := open(t)
	for _, text := range []string{"२ हिंदी फिल्म", "हिंदी फिल्म २०२०", "फिल्म२", "фильм ٢", "фильм२", "電影２", "映画・２",
		"映画٢アニメ", "२", "٢", "・२・", "映画۲", "৩ फिल्म", "Фильм·2·२"} {
		done := make(chan bool)
		go func() {
			understand(x, text)
			x.NamesPerson(text)
			close(done)
		}()
		select {
		case <-done:
		case <-time.After(5 * time.Second):
			t.Fatalf("%q is read for ever", text) // and would fill the memory
		}
	}
}

// REQ F2-172: people are heard by what another script calls them, declined and among other words, and a text that
// asks for nothing else names somebody; a title in that script does not.
func TestPeopleAreNamedInOtherScripts(t *testing.T) {
	var films []*film.Film
	for i, director := range []string{"Andrei Tarkovsky", "Akira Kurosawa", "Wong Kar-Wai", "Satyajit Ray"} {
		year := 1970
		films = append(films, &film.Film{ID: film.ID(6301 + i), Title: fmt.Sprint("Harvest ", i), Year: &year, Genres: []string{"Drama"}, Director: &director,
			Cast: []film.Role{{Name: "Tom Hanks"}}})
	}
	films[1].OriginalTitle, films[2].OriginalTitle = new("収穫の町"), new("La Cosecha roja")
	for _, f := range films {
		f.Ratings.FilmdbVotes = new(900_000)
	}
	x := open(t, films...)
	for text, want := range map[string]string{
		"Тарковский": "Andrei Tarkovsky", "фильм Тарковского": "Andrei Tarkovsky", "黒澤明": "Akira Kurosawa", "黒澤明の映画": "Akira Kurosawa", "王家衛的电影": "Wong Kar-Wai",
		"सत्यजित राय की फिल्म": "Satyajit Ray", "トム・ハンクスの映画": "Tom Hanks", "トムハンクス": "Tom Hanks",
	} {
		if got := understand(x, text); len(got.People) != 1 || got.People[0] != want || !x.NamesPerson(text) {
			got, _ := json.Marshal(got)
			t.Errorf("%q: %s", text, got)
		}
	}
	for text, want := range map[string]string{"収穫の町みたいな映画": "Harvest 1", "una película que no sea La Cosecha roja, algo con suspenso": "Harvest 2"} { // REQ F2-183
		got := understand(x, text)
		if all := append(got.Like, got.Dislike...); len(all) != 1 || all[0].Title != want {
			t.Errorf("%q: like %v, not %v", text, got.Like, got.Dislike)
		}
	}
	for _, text := range []string{"七人の侍", "Andrei Tarkovsky", "Сталкер", "", "・"} {
		if x.NamesPerson(text) {
			t.Errorf("%q names somebody", text)
		}
	}
}

// REQ F2-168: directors are heard behind words for their films, where the dictionary has no such word, films are
// ruled out behind "except", and half of a name is no title.
func TestNamesStayAsTheyAreWritten(t *testing.T) {
	films := lookalikes()
	for i := range 4 {
		year, votes, director := 1990, 900_000, "Terminus Harrow" // there is a film Terminus
		f := &film.Film{ID: film.ID(6201 + i), Title: fmt.Sprint("Furrow ", i), Year: &year, Genres: []string{"Drama"}, Director: &director}
		f.Ratings.FilmdbVotes = &votes
		films = append(films, f)
	}
	readAs(t, open(t, films...), map[string]string{
		"les films de Vell sans romance":            `{"language":"fr","not_genres":["Romance"],"people":["Otto Vell"],"roles":[{"name":"Otto Vell","role":"director"}]}`,
		"ich mag Filme von Vell, aber keine Dramen": `{"language":"de","not_genres":["Drama"],"people":["Otto Vell"],"roles":[{"name":"Otto Vell","role":"director"}]}`,
		"i film di Vell degli anni sessanta":        `{"language":"it","years":[{"from":1960,"to":1969}],"people":["Otto Vell"],"roles":[{"name":"Otto Vell","role":"director"}]}`,
		"filmes do Vell, menos Terminus":            `{"language":"pt","people":["Otto Vell"],"roles":[{"name":"Otto Vell","role":"director"}],"dislike":[{"filmdb_id":"tt0005013","title":"Terminus"}]}`,
		"películas de Vell o de guerra":             `{"language":"es","genres":["War"],"people":["Otto Vell"],"roles":[{"name":"Otto Vell","role":"director"}]}`,
		"una película de guerra":                    `{"language":"es","genres":["War"]}`,
		"algo raro, tipo Terminus Harrow":           `{"language":"es","people":["Terminus Harrow"],"moods":["mind-bending"]}`,
		"film d'azione con Vell":                    `{"language":"it","genres":["Action"],"people":["Otto Vell"],"roles":[{"name":"Otto Vell","role":"actor"}]}`,
	})
}

// REQ F2-168: words of other languages that English or titles have make no prompt foreign, and mixed scripts
// are read as far as they go.
func TestWordsThatEnglishHasTellNoLanguage(t *testing.T) {
	x := open(t, subjects()...)
	for _, text := range []string{
		"chat movies", "police brutality", "football", "college student", "sea adventure", "vendetta", "a man's son and his cane",
		"films like Kuch Kuch", "super mare", "gangster rock band", "car crash parents", "no professor, no hospital",
	} {
		if got := understand(x, text).Language; got != "" {
			t.Errorf("%q is taken for %s", text, got)
		}
	}
	readAs(t, x, map[string]string{
		"un film avec un 犬 et un кот":                 `{"language":"fr","unknown":["犬","кот"],"ignored":["犬","кот"]}`,
		"映画 про 侍 film":                               `{"language":"ja","themes":["samurai"],"unknown":["про"],"ignored":["про"]}`,
		"películas de " + strings.Repeat("diez ", 90): `{"language":"es","unknown":["diez"],"ignored":["diez"]}`,
		"los últimos 十 años":                          `{"language":"es","unknown":["ultimos","十"],"ignored":["ultimos","十"]}`,
		"filmes de\x00 cães\xff":                      `{"language":"pt","themes":["dog"]}`,
	})
}

// A phrase stands once in the table of a language, its signs stand where they have a meaning, and what is
// said in English is in small letters.
func TestTheDictionaryIsWellFormed(t *testing.T) {
	seen := map[string]string{}
	for i, row := range prompt.DictionaryRows() {
		cells := strings.Split(row, "\t")
		if len(cells) != 3 || cells[1] != strings.ToLower(cells[1]) {
			t.Fatalf("row %d: %q", i+1, row)
		}
		for _, phrase := range strings.Split(cells[2], ", ") {
			name, own, number := strings.Cut(phrase, "=")
			number = number && cells[1] == "#"
			key := fmt.Sprint(cells[0], number, name)
			switch {
			case seen[key] != "":
				t.Errorf("%s has %q twice: %q and %q", cells[0], name, seen[key], row)
			case name == "" || name != strings.TrimSpace(name) || strings.Contains(name, ","):
				t.Errorf("%s has %q", cells[0], phrase)
			case number && strings.Trim(own, "0123456789") != "":
				t.Errorf("%s: %q is no number", cells[0], phrase)
			case strings.Contains(name, "^") && (!strings.HasSuffix(name, " ^") || strings.Count(name, "^") > 1):
				t.Errorf("%s: a name in the middle of %q", cells[0], phrase)
			case strings.Count(cells[1], "#") > strings.Count(name, "#") && !number && own == "":
				t.Errorf("%s: %q has too few numbers for %q", cells[0], phrase, cells[1])
			}
			seen[key] = row
		}
	}
}

// A word stands once in the story words of a language, folded, and its English is of small letters and means something.
func TestTheStoryWordsAreWellFormed(t *testing.T) {
	seen := map[string]string{}
	languages := map[string]int{}
	for i, row := range prompt.StoryRows() {
		cells := strings.Split(row, "\t")
		if len(cells) != 3 || cells[1] == "" || strings.Trim(cells[1], "abcdefghijklmnopqrstuvwxyz0123456789 '") != "" {
			t.Fatalf("row %d: %q", i+1, row)
		}
		for _, phrase := range strings.Split(cells[2], ", ") {
			key := cells[0] + " " + text.Fold(phrase)
			if name := strings.TrimSuffix(phrase, "*"); name == "" || strings.ContainsAny(name, "*#^=") || name != strings.TrimSpace(name) {
				t.Errorf("%s has %q", cells[0], phrase)
			}
			if seen[key] != "" {
				t.Errorf("%s has %q twice: for %q and %q", cells[0], phrase, seen[key], cells[1])
			}
			seen[key] = cells[1]
		}
		languages[cells[0]]++
	}
	if len(languages) != 9 {
		t.Errorf("languages %v", languages)
	}
}

// A prompt of words without blanks between them is read like any other of its length: what is written is folded
// for each word that may begin a title, and not the whole prompt each time.
func TestPromptsWithoutBlanksCostNoMoreThanOthers(t *testing.T) {
	x := open(t)
	spent := func(prompt string) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		x.Read(prompt)
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	spent("近十年の犬") // what is made once
	if got := spent(strings.Repeat("近十年の犬", 400)); got > 100<<20 {
		t.Errorf("a prompt of 2,000 characters takes %d MB", got>>20)
	}
}
