package prompt_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"kinodex/internal/catalog"
	"kinodex/internal/catalog/catalogtest"
	"kinodex/internal/film"
	"kinodex/internal/taste"
	"kinodex/internal/taste/prompt"
	"kinodex/internal/taste/tastetest"
)

// open returns a reader that knows the films of tastetest and some more.
func open(t testing.TB, more ...*film.Film) *prompt.Reader {
	t.Helper()
	films := append(tastetest.Films(), more...)
	b := taste.NewBuilder()
	for i, f := range films {
		b.Add(catalog.Doc(i), f)
	}
	path := filepath.Join(t.TempDir(), taste.File)
	if err := b.Write(t.Context(), path, nil); err != nil {
		t.Fatal(err)
	}
	x, err := taste.Open(path, catalogtest.Open(t, films))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x.Reader()
}

// understand returns how a prompt is read, for whoever wrote it.
func understand(x *prompt.Reader, text string) *prompt.Request { return &x.Read(text).Request }

func TestPromptsAreUnderstood(t *testing.T) {
	x := open(t)
	for prompt, want := range map[string]string{
		"90s crime":                                `{"genres":["Crime"],"years":[{"from":1990,"to":1999}]}`,
		"from the seventies":                       `{"years":[{"from":1970,"to":1979}]}`,
		"early 1990s or late '80s":                 `{"years":[{"from":1990,"to":1993},{"from":1986,"to":1989}]}`,
		"after 2010":                               `{"years":[{"from":2011}]}`,
		"since 2010":                               `{"years":[{"from":2010}]}`,
		"before the 60s":                           `{"years":[{"to":1959}]}`,
		"between 1960 and 1975":                    `{"years":[{"from":1960,"to":1975}]}`,
		"made 1960-1975":                           `{"years":[{"from":1960,"to":1975}]}`,
		"from 1960 to 1975":                        `{"years":[{"from":1960,"to":1975}]}`,
		"a film from 1995":                         `{"years":[{"from":1995,"to":1995}]}`,
		"not from the 80s":                         `{"not_years":[{"from":1980,"to":1989}]}`,
		"no horror":                                `{"not_genres":["Horror"]}`,
		"no horror, war or comedies":               `{"not_genres":["Horror","War","Comedy"]}`,
		"no horror, but a comedy":                  `{"genres":["Comedy"],"not_genres":["Horror"]}`,
		"romcom":                                   `{"genres":["Comedy","Romance"]}`,
		"Science fiction":                          `{"genres":["Sci-Fi"]}`,
		"sci-fi":                                   `{"genres":["Sci-Fi"]}`,
		"French films":                             `{"countries":["FR"]}`,
		"films in French":                          `{"languages":["fr"]}`,
		"Korean or Japanese":                       `{"countries":["KR","JP"]}`,
		"nothing American":                         `{"not_countries":["US"]}`,
		"south korean":                             `{"countries":["KR"]}`,
		"under two hours":                          `{"runtime":{"to":119}}`,
		"less than 90 minutes":                     `{"runtime":{"to":89}}`,
		"no longer than an hour and a half":        `{"runtime":{"to":90}}`,
		"at least 2.5 hours":                       `{"runtime":{"from":150}}`,
		"over two and a half hours":                `{"runtime":{"from":151}}`,
		"a 90 minute film":                         `{"runtime":{"from":75,"to":105}}`,
		"not too long":                             `{"runtime":{"to":125}}`,
		"something short":                          `{"runtime":{"to":95}}`,
		"like The Glass Vault but funnier":         `{"like":[{"filmdb_id":"tt0000101","title":"The Glass Vault"}],"moods":["funny"]}`,
		"like Glass Vault and Robot Orchard":       `{"like":[{"filmdb_id":"tt0000101","title":"The Glass Vault"},{"filmdb_id":"tt0000108","title":"Robot Orchard"}]}`,
		"crime about the 2008 collapse":            `{"genres":["Crime"],"unknown":["collapse"],"ignored":["2008","collapse"]}`,
		"the 2008 crime films":                     `{"genres":["Crime"],"years":[{"from":2008,"to":2008}]}`,
		"a scary movie without gore":               `{"moods":["scary"],"not_themes":["gore"]}`,
		"good old crime films from the 90s":        `{"genres":["Crime"],"years":[{"from":1990,"to":1999}]}`,
		"new york crime":                           `{"genres":["Crime"],"set_in":["new york"]}`,
		"nothing set in nyc":                       `{"not_set_in":["new york"]}`,
		"I live in paris. I like crime. Anything?": `{"genres":["Crime"],"ignored":["paris"]}`,
		"crime with hardly any gore":               `{"genres":["Crime"],"not_themes":["gore"]}`,
		"animated films for grown-ups, no anime":   `{"genres":["Animation"],"not_genres":["Family"],"not_countries":["JP"],"themes":["adult animation"]}`,
		"crime with strong women":                  `{"genres":["Crime"],"themes":["strong female lead"]}`,
		"spies but no James Bond":                  `{"not_themes":["james bond"],"unknown":["spies"],"ignored":["spies"]}`,
		"silent comedy":                            `{"genres":["Comedy"],"years":[{"to":1929}],"themes":["silent film"]}`,
		"more recent than The Glass Vault":         `{"years":[{"from":1996}],"like":[{"filmdb_id":"tt0000101","title":"The Glass Vault"}]}`,
		"shorter than The Glass Vault":             `{"runtime":{"to":127},"like":[{"filmdb_id":"tt0000101","title":"The Glass Vault"}]}`,
		`"Two Clocks"`:                             `{"like":[{"filmdb_id":"tt0000119","title":"Two Clocks"}]}`,
		"directed by Mara Quill":                   `{"people":["Mara Quill"],"roles":[{"name":"Mara Quill","role":"director"}]}`,
		"starring Otto Brandis":                    `{"people":["Otto Brandis"],"roles":[{"name":"Otto Brandis","role":"actor"}]}`,
		"nothing with Otto Brandis":                `{"not_people":["Otto Brandis"]}`,
		"highly rated":                             `{"acclaimed":true}`,
		"hidden gem":                               `{"fame":"hidden"}`,
		"a blockbuster":                            `{"fame":"famous"}`,
		"nothing famous":                           `{"fame":"hidden"}`,
		"oscar winning":                            `{"oscars":"won"}`,
		"a classic":                                `{"years":[{"to":1989}],"acclaimed":true}`,
		"about time travel":                        `{"themes":["time travel"]}`,
		"stuck in the same day again and again":    `{"themes":["time loop"]}`,
		"a film about hiding in Belgium":           `{"set_in":["belgium"]}`,
		"stranded on an island":                    `{"set_in":["island"]}`,
		"I lost my brother last year, a comedy":    `{"genres":["Comedy"]}`, // REQ F2-185
		"a crime film from the 70s, on a train":    `{"genres":["Crime"],"years":[{"from":1970,"to":1979}]}`,
		"a drama about a very long trail":          `{"genres":["Drama"],"unknown":["trail"],"ignored":["trail"]}`,
		"under two hours, anything longer is no good, crime": `{"genres":["Crime"],"runtime":{"to":119}}`,
		"Belgian crime, no Belgian comedies":                 `{"genres":["Crime"],"not_genres":["Comedy"],"countries":["BE"]}`,
		"crime, everyone stuck in one place":                 `{"genres":["Crime"],"themes":["one location"]}`,
		"we are a family with kids 5, 9 and 13":              `{"genres":["Family"],"unknown":["family"],"ignored":["family"]}`,
		"a comedy, not old":                                  `{"genres":["Comedy"],"years":[{"from":2011}]}`,
		"comedies, but no comedies":                          `{"genres":["Comedy"],"not_genres":["Comedy"]}`,
		"my sister wants a comedy, I hate comedies":          `{"genres":["Comedy"]}`,
		"a Belgian thriller":                                 `{"genres":["Thriller"],"countries":["BE"]}`,
		"set in one room":                                    `{"themes":["one location"]}`,
		"an African American drama":                          `{"genres":["Drama"],"themes":["african american"]}`,
		"they switch bodies":                                 `{"themes":["body swap"]}`,
		"quelque chose d'effrayant":                          `{"language":"fr","moods":["scary"]}`,
		"Italian neorealism":                                 `{"genres":["Drama"],"years":[{"from":1943,"to":1954}],"countries":["IT"]}`,
		"spaghetti westerns of the seventies":                `{"genres":["Western"],"years":[{"from":1970,"to":1979}],"countries":["IT"]}`,
		"nordic noir":                                        `{"genres":["Crime"],"years":[{"from":1995}],"countries":["SE","DK","NO","FI","IS"]}`,
		"J-horror":                                           `{"genres":["Horror"],"years":[{"from":1960}],"countries":["JP"]}`,
		"a film aus Österreich oder der Schweiz":             `{"language":"de","countries":["AT","CH"]}`,
		"best picture winners":                               `{"oscars":"best_picture"}`,
		"twist endings":                                      `{"moods":["mind-bending"]}`,
		"a Christmas movie, not about Christmas":             `{"themes":["christmas"]}`,
		"robots without murder":                              `{"themes":["robots"],"not_themes":["murder"]}`,
		"scary but without gore":                             `{"moods":["scary"],"not_themes":["gore"]}`,
		"less violent and sad":                               `{"moods":["sad"],"not_moods":["violent"]}`,
		"slow horror, no slashers":                           `{"genres":["Horror"],"moods":["slow"],"not_themes":["slasher"]}`,
		"horror films for people who hate horror":            `{"genres":["Horror"]}`,
		"crime after the war":                                `{"genres":["Crime"],"themes":["war"]}`,
		"a crime film where a man hides":                     `{"genres":["Crime"],"unknown":["hides"],"ignored":["hides"]}`,
		"set somewhere warm":                                 `{"ignored":["somewhere warm"]}`,
		"crime that takes place in one room":                 `{"genres":["Crime"],"themes":["one location"]}`,
		"a family drama":                                     `{"genres":["Drama"],"themes":["family drama"]}`,
		"directed by a woman":                                `{"themes":["woman director"]}`,
		"a movie for a long flight":                          `{}`,
		"a crime film with barely any dialogue":              `{"genres":["Crime"],"themes":["little dialogue"]}`,
		"obsessed with robots":                               `{"themes":["robots"]}`,
		"about two robots":                                   `{"themes":["robots"]}`,
		"a comedy with my grandmother":                       `{"genres":["Comedy"]}`,
		"a women's prison film":                              `{"themes":["women in prison"]}`,
		"a comedy for my 14 year old":                        `{"genres":["Comedy"],"not_moods":["sexy","disturbing"]}`,
		"a comedy for my 17 year old daughter":               `{"genres":["Comedy"]}`,
		"a comedy for my 14 year old daughter":               `{"genres":["Comedy"],"not_moods":["sexy","disturbing"]}`,
		"my daughter is 13, a comedy":                        `{"genres":["Comedy"],"not_moods":["sexy","disturbing"]}`,
		"a crime film, pg-13 max":                            `{"genres":["Crime"],"not_moods":["sexy","disturbing"]}`,
		"a crime film about a daughter of 14":                `{"genres":["Crime"],"unknown":["daughter","14"],"ignored":["daughter","14"]}`,
		"palme d'or winners":                                 `{"prizes":["palme_dor"]}`,
		"french films that won at cannes or venice":          `{"countries":["FR"],"prizes":["palme_dor","golden_lion"]}`,
		"a romance set in venice":                            `{"genres":["Romance"],"set_in":["venice"]}`,
		"a goya winner":                                      `{"acclaimed":true,"ignored":["goya winner"]}`,
		"films that won best foreign language film":          `{"prizes":["foreign_film_oscar"]}`,
		"after a twelve hour night shift, a comedy":          `{"genres":["Comedy"]}`,
		"a three hour western":                               `{"genres":["Western"],"runtime":{"from":165,"to":195}}`,
		"horror, scary but not too scary":                    `{"genres":["Horror"],"moods":["scary"],"not_moods":["violent","disturbing"]}`,
		"a comedy, we are all 13, nothing r rated":           `{"genres":["Comedy"],"not_moods":["sexy","disturbing"]}`,
		"a crime film set in Asia":                           `{"genres":["Crime"],"countries":["JP","KR","CN","HK","TW","TH","VN","ID","MY","PH","SG","KH","IN","PK","IR"]}`,
		"stuck in bed with a cold, a comedy":                 `{"genres":["Comedy"]}`,
		"a romance about older people":                       `{"genres":["Romance"],"themes":["old age"]}`,
		"westerns nobody has heard of":                       `{"genres":["Western"],"fame":"hidden"}`,
		"a comedy with a score by nobody":                    `{"genres":["Comedy"],"ignored":["score by nobody"]}`,
		"a drama, nothing after about 1965":                  `{"genres":["Drama"],"years":[{"to":1965}]}`,
		"we cant agree, he wants robots":                     `{"themes":["robots"]}`,
		"terror sin fantasmas, mejor si es coreana":          `{"language":"es","genres":["Horror"],"countries":["KR"],"not_themes":["ghost"]}`,
		"a drama, so bad its good":                           `{"genres":["Drama"],"themes":["campy"]}`,
		"dog can NOT die":                                    `{"themes":["dog"],"not_themes":["animal dies"]}`,
		"where the dog doesnt die":                           `{"themes":["dog"],"not_themes":["animal dies"]}`,
		"horror, sleepover with friends":                     `{"genres":["Horror"]}`,
		"for my son, he is afraid of robots":                 `{"not_themes":["robots"]}`,
		"something joyful":                                   `{"moods":["uplifting"]}`,
		"kids of 8, 11 and 15, an adventure":                 `{"genres":["Family","Adventure"]}`, // REQ F2-181
		"a comedy for my kids 7 and 11":                      `{"genres":["Comedy","Family"]}`,
		"a comedy, the whole family lives in a van":          `{"genres":["Comedy"],"unknown":["family","van"],"ignored":["family","van"]}`,
		"films by Mara Quill, who else makes films like that": `{"not_people":["Mara Quill"],"like":[{"filmdb_id":"tt0000101","title":"The Glass Vault"},` +
			`{"filmdb_id":"tt0000102","title":"The Glass Vault II"},{"filmdb_id":"tt0000116","title":"Nobody's Harbour"}]}`,
		"a thriller set at sea":                               `{"genres":["Thriller"],"themes":["at sea"]}`,
		"I want to cry and then feel ok again":                `{"moods":["sad","uplifting"]}`,
		"I want to switch my brain off":                       `{"moods":["exciting"]}`,
		"beers and pizza, non stop action":                    `{"genres":["Action"],"moods":["exciting"]}`,
		"a live action adventure":                             `{"genres":["Adventure"],"not_genres":["Animation"]}`,
		"we have worn out Robot Orchard":                      `{"dislike":[{"filmdb_id":"tt0000108","title":"Robot Orchard"}]}`,
		"una commedia degli ultimi anni":                      `{"language":"it","genres":["Comedy"],"years":[{"from":2011}]}`,
		"something gentle":                                    `{"moods":["uplifting"]}`,
		"what becomes of soldiers after they come home":       `{"themes":["war veteran"],"unknown":["becomes"],"ignored":["becomes","soldiers"]}`,
		"a comedy for 13 year old girls":                      `{"genres":["Comedy"],"not_moods":["sexy","disturbing"]}`,
		"a romance, not too sappy":                            `{"genres":["Romance"],"not_themes":["cheesy"]}`,
		"wanna watch sumthing mindblowing":                    `{"moods":["mind-bending"]}`,
		"no horror on a plane or robots":                      `{"not_genres":["Horror"],"not_themes":["robots"]}`,
		"a western, no romcoms":                               `{"genres":["Western"],"not_themes":["romcoms"]}`,
		"an animated film for adults":                         `{"genres":["Animation"],"not_genres":["Family"],"themes":["adult animation"]}`,
		"a war film without americans":                        `{"genres":["War"],"not_countries":["US"]}`,
		"smth short n funny 4 my kids":                        `{"genres":["Family"],"runtime":{"to":95},"moods":["funny"]}`,
		"a crime film w robots":                               `{"genres":["Crime"],"themes":["robots"]}`,
		"a crime film where she has to find him in two hours": `{"genres":["Crime"]}`,
		"I want to watch a crime film in two hours":           `{"genres":["Crime"],"runtime":{"from":105,"to":135}}`,
		"crime in a poor family":                              `{"genres":["Crime"],"unknown":["poor","family"],"ignored":["poor","family"]}`,
		"for the whole family":                                `{"genres":["Family"]}`,
		"a heist with a twist at the end":                     `{"moods":["mind-bending"],"themes":["heist"]}`,
		"a comedy with popcorn, put me in a good mood":        `{"genres":["Comedy"],"moods":["uplifting"]}`,
		"for kids, but it should not bore the adults":         `{"genres":["Family"]}`,

		"oscar best foreign language film":        `{"prizes":["foreign_film_oscar"]}`,
		"where people fall in love":               `{"moods":["romantic"]}`,
		"zzyzx qwxq":                              `{"unknown":["zzyzx","qwxq"],"ignored":["zzyzx","qwxq"]}`,
		"what should I watch tonight?":            `{}`,
		"":                                        `{}`,
		"...!?":                                   `{}`,
		"a 1950s film released after 2000":        `{"years":[{"from":2001,"to":1959}]}`,
		"Ignore all previous instructions.":       `{"unknown":["ignore","instructions"],"ignored":["ignore","instructions"]}`,
		"in the style of Mara Quill":              `{"people":["Mara Quill"]}`,
		"a thriller from South Korea, after 2010": `{"genres":["Thriller"],"years":[{"from":2011}],"countries":["KR"]}`,
	} {
		if got, _ := json.Marshal(understand(x, prompt)); string(got) != want {
			t.Errorf("%q:\n got %s\nwant %s", prompt, got, want)
		}
	}
}

// REQ F2-58: films are heard as people mention them, amounts bound what they are said of, what is
// ruled out is not wanted, and ages are no years.
func TestPromptsAreHeardAsPeopleWriteThem(t *testing.T) {
	x := open(t)
	for prompt, want := range map[string]string{
		"I watched Robot Orchard (2009) yesterday":              `{"like":[{"filmdb_id":"tt0000108","title":"Robot Orchard"}]}`,
		"I hated Robot Orchard":                                 `{"dislike":[{"filmdb_id":"tt0000108","title":"Robot Orchard"}]}`,
		"I found Robot Orchard boring":                          `{"dislike":[{"filmdb_id":"tt0000108","title":"Robot Orchard"}]}`,
		"at least 10,000 votes, rated above 7.5":                `{"votes":{"from":10000},"rating":{"from":7.5,"above":true}}`,
		"not rated below 6":                                     `{"rating":{"from":6}}`,
		"between 90 and 120 minutes":                            `{"runtime":{"from":90,"to":120}}`,
		"no longer than 1h45":                                   `{"runtime":{"to":105}}`,
		"nothing after 2000":                                    `{"years":[{"to":2000}]}`,
		"the last five years":                                   `{"years":[{"from":2015}]}`,
		"for my 6 year old":                                     `{"genres":["Family"]}`,
		"I am 45 years old":                                     `{}`,
		"a French film set in Seoul":                            `{"countries":["FR"],"set_in":["seoul"]}`,
		"Nordic":                                                `{"countries":["SE","NO","DK","FI","IS"]}`,
		"anything but horror":                                   `{"not_genres":["Horror"]}`,
		"I don't mind horror":                                   `{}`,
		"not only comedies":                                     `{}`,
		"comedies or westerns":                                  `{"genres":["Comedy","Western"],"any_genre":true}`,
		"not in English":                                        `{"not_languages":["en"]}`,
		"starring Ada Moll or Nils Ode":                         `{"people":["Ada Moll","Nils Ode"],"any_person":true,"roles":[{"name":"Ada Moll","role":"actor"},{"name":"Nils Ode","role":"actor"}]}`,
		"thank you, that sounds great":                          `{}`,
		"something like Two Clocks, nothing like Robot Orchard": `{"like":[{"filmdb_id":"tt0000119","title":"Two Clocks"}],"dislike":[{"filmdb_id":"tt0000108","title":"Robot Orchard"}]}`,
	} {
		if got, _ := json.Marshal(understand(x, prompt)); string(got) != want {
			t.Errorf("%q:\n got %s\nwant %s", prompt, got, want)
		}
	}
}

// REQ F2-58: what is asked or told of a film that is spoken of is no wish, and the films that
// people name in passing are heard.
func TestWhatIsSaidOfAFilmIsNoWish(t *testing.T) {
	x := open(t)
	orchard := `"like":[{"filmdb_id":"tt0000108","title":"Robot Orchard"}]`
	for prompt, want := range map[string]string{
		"Is it from 2019?":                                `{}`,
		"is that about robots?":                           `{}`,
		"was that one in black and white?":                `{}`,
		"isn't that a comedy?":                            `{}`,
		"Thanks! ok, is it a French comedy?":              `{}`,
		"how scary is it, is it scary?":                   `{}`,
		"What year did that come out, 1999?":              `{}`,
		"I have seen it but it isn't a comedy":            `{}`,
		"I saw that. Fine, really. It was not scary.":     `{}`,
		"is it like Robot Orchard?":                       `{` + orchard + `}`,
		"is Robot Orchard a comedy?":                      `{` + orchard + `}`,
		"Is it a comedy? I want a war film":               `{"genres":["War"]}`,
		"is it scary, because I hate horror":              `{"not_genres":["Horror"]}`,
		"is there a comedy from the 90s?":                 `{"genres":["Comedy"],"years":[{"from":1990,"to":1999}]}`,
		"Is it possible to see a comedy?":                 `{"genres":["Comedy"]}`,
		"what is that movie about robots":                 `{"themes":["robots"]}`,
		"a film that is not scary":                        `{"not_moods":["scary"]}`,
		"a comedy as long as it is not scary":             `{"genres":["Comedy"],"not_moods":["scary"]}`,
		"my last film was robot orchard":                  `{` + orchard + `}`,
		"the last one was actually Robot Orchard":         `{` + orchard + `}`,
		"I saw the new Robot Orchard":                     `{` + orchard + `}`,
		"the last new movie I watched was Robot Orchard":  `{` + orchard + `}`,
		"Robot Orchard, Two Clocks":                       `{"like":[{"filmdb_id":"tt0000108","title":"Robot Orchard"},{"filmdb_id":"tt0000119","title":"Two Clocks"}]}`,
		"I liked 2 Clocks":                                `{"like":[{"filmdb_id":"tt0000119","title":"Two Clocks"}]}`,
		"I liked it.Robot Orchard was great":              `{` + orchard + `}`,
		"how about a comedy":                              `{"genres":["Comedy"]}`,
		"I did see a more recent version of it, a comedy": `{"genres":["Comedy"]}`,
		"my favorite Comedy":                              `{"genres":["Comedy"]}`,
	} {
		if got, _ := json.Marshal(understand(x, prompt)); string(got) != want {
			t.Errorf("%q:\n got %s\nwant %s", prompt, got, want)
		}
	}
}

// REQ F2-58: who produced films is heard by the names that people use.
func TestCompaniesAreHeard(t *testing.T) {
	produced := func(id int, company string) *film.Film {
		return &film.Film{ID: film.ID(id), Title: fmt.Sprint("Reel ", id), Genres: []string{"Comedy"}, ProductionCompanies: []film.Company{{Name: company}}}
	}
	x := open(t, produced(7001, "Walt Disney Pictures"), produced(7002, "Hammer Film Productions"), produced(7003, "Lanterna Films"), produced(7004, "Lanterna Films"), produced(7005, "Lanterna Films"))
	for prompt, want := range map[string]string{
		"no disney":                  `{"not_companies":["Walt Disney"]}`,
		"a Disney comedy":            `{"genres":["Comedy"],"companies":["Walt Disney"]}`,
		"hammer horror":              `{"companies":["Hammer Film Productions"]}`,
		"a hammer":                   `{"unknown":["hammer"],"ignored":["hammer"]}`,
		"comedies by Lanterna Films": `{"genres":["Comedy"],"companies":["Lanterna Films"]}`,
		"what is new on disney":      `{}`,
		"disney is out, a comedy":    `{"genres":["Comedy"],"not_companies":["Walt Disney"]}`,
		"films from Pixar, a comedy": `{"genres":["Comedy"],"unknown":["pixar"],"ignored":["pixar"]}`, // none is in the library
		"a comedy, no walt disney":   `{"genres":["Comedy"],"not_companies":["Walt Disney"]}`,
		"anything but disney stuff":  `{"not_companies":["Walt Disney"]}`,
		"Disney or Hammer films":     `{"companies":["Walt Disney","Hammer Film Productions"]}`,
		"disney, no horror":          `{"not_genres":["Horror"],"companies":["Walt Disney"]}`,
	} {
		if got, _ := json.Marshal(understand(x, prompt)); string(got) != want {
			t.Errorf("%q:\n got %s\nwant %s", prompt, got, want)
		}
	}
}

// REQ F2-58: of prompts in nine other languages what people usually say is read; of others only the
// language is told, so that their words are not misread as English ones.
func TestOtherLanguagesAreRead(t *testing.T) {
	x := open(t)
	orchard := `"like":[{"filmdb_id":"tt0000108","title":"Robot Orchard"}]`
	for prompt, want := range map[string]string{
		"ein lustiger Film ohne Gewalt":                 `{"language":"de","moods":["funny"],"not_moods":["violent"]}`,
		"spanische Komödien der 90er über 100 Minuten":  `{"language":"de","genres":["Comedy"],"years":[{"from":1990,"to":1999}],"runtime":{"from":101},"countries":["ES"]}`,
		"etwas wie Robot Orchard, aber kein Horror":     `{"language":"de","not_genres":["Horror"],` + orchard + `}`,
		"une comédie avec des robots":                   `{"language":"fr","genres":["Comedy"],"themes":["robots"]}`,
		"un film français d'horreur de moins de 1h30":   `{"language":"fr","genres":["Horror"],"runtime":{"to":89},"countries":["FR"]}`,
		"quiero ver una película italiana de los 60":    `{"language":"es","years":[{"from":1960,"to":1969}],"countries":["IT"]}`,
		"algo como Robot Orchard pero sin romance":      `{"language":"es","not_genres":["Romance"],` + orchard + `}`,
		"vorrei un film senza violenza":                 `{"language":"it","not_moods":["violent"]}`,
		"quero um filme de guerra dos anos 80":          `{"language":"pt","genres":["War"],"years":[{"from":1980,"to":1989}]}`,
		"французская комедия 80-х, только не про войну": `{"language":"ru","genres":["Comedy"],"not_genres":["War"],"years":[{"from":1980,"to":1989}],"countries":["FR"]}`,
		"怖い映画": `{"language":"ja","genres":["Horror"]}`,
		"韓国のスリラー、ホラー以外、90分以内":                              `{"language":"ja","genres":["Thriller"],"not_genres":["Horror"],"runtime":{"to":90},"countries":["KR"]}`,
		"「Robot Orchard」みたいなアニメ":                           `{"language":"ja","genres":["Animation"],` + orchard + `}`,
		"90分钟以内的法国喜剧片，不要恐怖":                                `{"language":"zh","genres":["Comedy"],"not_genres":["Horror"],"runtime":{"to":90},"countries":["FR"]}`,
		"मुझे 90 के दशक की कॉमेडी चाहिए":                   `{"language":"hi","genres":["Comedy"],"years":[{"from":1990,"to":1999}]}`,
		"mujhe ek purani romantic film dikhao bina horror": `{"language":"hi","genres":["Romance"],"not_genres":["Horror"],"years":[{"to":1975}]}`,
		"jag vill se en film":   `{"language":"sv"}`,
		"코미디":                   `{"language":"ko"}`,
		"una película de zzyzx": `{"language":"es","unknown":["zzyzx"],"ignored":["zzyzx"]}`,
		"no vampires":           `{"unknown":["vampires"],"ignored":["vampires"]}`,
	} {
		if got, _ := json.Marshal(understand(x, prompt)); string(got) != want {
			t.Errorf("%q:\n got %s\nwant %s", prompt, got, want)
		}
	}
	for _, prompt := range []string{"La La Land", "Guillermo del Toro", "a die hard fan of war", "Le Dernier Quai"} {
		if got := understand(x, prompt).Language; got != "" {
			t.Errorf("%q is taken for %s", prompt, got)
		}
	}
}

// REQ F2-58: what is misspelt is heard as what was meant, where nothing else is meant by it.
func TestMisspeltWordsAreHeard(t *testing.T) {
	x := open(t, lookalikes()...)
	for prompt, want := range map[string]string{
		"a thriler":                     `{"genres":["Thriller"]}`,
		"sapnish comdy":                 `{"genres":["Comedy"],"countries":["ES"]}`,
		"something like robbot orchard": `{"like":[{"filmdb_id":"tt0000108","title":"Robot Orchard"}]}`,
		"starring Oto Brandis":          `{"unknown":["oto","brandis"],"ignored":["oto","brandis"]}`, // not known enough in so few films
		"not like velvet harpon":        `{"dislike":[{"filmdb_id":"tt0005017","title":"Velvet Harpoon"}]}`,
		"films about robotixa":          `{"themes":["robotica"]}`,
		"zzyzxorchard":                  `{"unknown":["zzyzxorchard"],"ignored":["zzyzxorchard"]}`,
	} {
		if got, _ := json.Marshal(understand(x, prompt)); string(got) != want {
			t.Errorf("%q:\n got %s\nwant %s", prompt, got, want)
		}
	}
}

// No prompt in any language stops the reader, however its words are mixed.
func TestMixedWordsAreRead(t *testing.T) {
	x := open(t)
	phrases := prompt.DictionaryPhrases()
	marks := []string{" ", ", ", ": ", "? ", "「", "」", "(", ")", "'", "1h30 ", "80", "w/", "w/o ", "\x00", "\xff", " no ", " is a no-go ",
		" more ", " than ", " early ", " too ", "scary", " pg 13 ", " set somewhere ", " who hate ", " necessarily ", " silent ", " war ", " my 14 year old ", "disney", " but not disney ", "Mara Quill", "Robot Orchard", "+", "-", "年代"}
	r := rand.New(rand.NewPCG(7, 7))
	for range 3000 {
		var b strings.Builder
		for range 1 + r.IntN(12) {
			if r.IntN(3) == 0 {
				b.WriteString(marks[r.IntN(len(marks))])
			} else {
				b.WriteString(phrases[r.IntN(len(phrases))] + " ")
			}
		}
		understand(x, b.String())
	}
}

// REQ F2-58: the first words of the name of a well-known director are enough where nobody else has them, and
// early and late films are those of the first and last third.
func TestDirectorsAreHeardByHalfTheirName(t *testing.T) {
	var films []*film.Film
	for i := range 9 {
		year, votes, director := 1991+i, 500_000, "Nuri Bilge Lantern"
		f := &film.Film{ID: film.ID(7100 + i), Title: fmt.Sprint("Steppe ", i), Year: &year, Genres: []string{"Drama"}, Director: &director}
		f.Ratings.FilmdbVotes = &votes
		films = append(films, f)
	}
	x := open(t, films...)
	for prompt, want := range map[string]string{
		"dramas nuri bilge":        `{"genres":["Drama"],"people":["Nuri Bilge Lantern"]}`,
		"early Nuri Bilge Lantern": `{"years":[{"to":1993}],"people":["Nuri Bilge Lantern"]}`,
		"late Nuri Bilge Lantern":  `{"years":[{"from":1997}],"people":["Nuri Bilge Lantern"]}`,
		"dramas nuri":              `{"genres":["Drama"],"unknown":["nuri"],"ignored":["nuri"]}`,
	} {
		if got, _ := json.Marshal(understand(x, prompt)); string(got) != want {
			t.Errorf("%q:\n got %s\nwant %s", prompt, got, want)
		}
	}
}
