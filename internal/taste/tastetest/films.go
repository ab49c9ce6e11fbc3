// Package tastetest has films that do not exist, for tests of recommendations and of the reader of
// prompts.
package tastetest

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"kinodex/internal/film"
)

// rows are films that do not exist: title|year|minutes|genres|director|cast|
// keywords|language|country|votes|score|wins|synopsis.
const rows = `
The Glass Vault|1995|128|Crime,Thriller|Mara Quill|Otto Brandis,Lena Ferro|heist,betrayal,bank|en|US|420000|82|0|A crew of thieves plans to empty a vault of glass.
The Glass Vault II|1998|119|Crime,Thriller|Mara Quill|Otto Brandis,Pia Sund|heist,revenge|en|US|210000|70|0|The thieves return to the vault for revenge.
Paper Thieves|1994|101|Crime,Comedy|Dov Amsel|Lena Ferro,Gus Tarn|heist,parody|en|GB|60000|66|0|Two clumsy thieves rob a paper mill by mistake.
Seoul Nocturne|2014|117|Thriller,Mystery|Han Ji-won|Seo Yun-ah,Park Do|detective,revenge|ko|KR|52000|78|0|A detective hunts a killer through the night markets.
The Well at Midnight|2016|96|Horror|Han Ji-won|Seo Yun-ah|ghost,haunted house|ko|KR|9000|64|0|A family digs a well and wakes a ghost.
Lantern Street|1962|88|Drama,Romance|Kenzo Aoki|Michi Tan,Goro Ide|melodrama,paris|ja|JP|7000|74|0|A painter waits for letters from Paris.
The Long Field|1971|171|War,Drama|Ilya Maro|Petr Lom,Vera Sol|epic,soldier|ru|SU|33000|86|2|Soldiers cross a field that never ends.
Robot Orchard|2009|93|Sci-Fi,Animation|Wen Sato|Ada Moll|robot,friendship|en|US|310000|84|1|A robot tends the last orchard on earth.
Tin Heart|1987|104|Sci-Fi,Action|Bo Kray|Otto Brandis,Nils Ode|robot,murder|en|US|140000|61|0|A robot policeman learns who built him.
Laughing Gas|1993|90|Comedy|Dov Amsel|Gus Tarn,Ida Vale|slapstick|en|GB|48000|60|0|A dentist laughs at the wrong funeral.
Le Dernier Quai|1959|84|Drama,Crime|Agathe Morel|Jean Saval,Odile Roy|film noir,betrayal|fr|FR|11000|79|0|A docker hides a wounded thief on the last quay.
Rue des Lilas|2003|99|Comedy,Romance|Agathe Rivier|Odile Sand,Luc Faure|paris,feel-good romance|fr|FR|64000|73|0|A florist in Paris answers letters meant for another.
The Quiet Signal|2019|140|Sci-Fi,Drama|Wen Sato|Ada Moll,Tom Vey|alien,time travel|en|CA|90000|77|0|A linguist hears a signal from the future.
Sunday League|2001|107|Sport,Family|Jo Pell|Tom Vey,Ida Vale|soccer,friendship,coming of age|en|GB|26000|65|0|A village team learns to lose together.
The Salt Road|1949|95|Adventure,Western|Hal Dorn|Rex Colt|desert|en|US|6000|71|0|A wagon carries salt through the desert.
Nobody's Harbour|2011|133|Drama|Mara Quill|Lena Ferro,Petr Lom|harbour,grief|en|US|38000|69|0|A widow buys a harbour no ship uses.
Blood Tide|2006|91|Horror,Action|Bo Kray|Nils Ode|gore,slasher,murder|en|US|71000|45|0|Something under the tide kills a crew.
Winter Count|1984|122|Documentary|Ilya Maro||winter|ru|SU|900|68|0|A year with the people who count reindeer.
Two Clocks|1991|111|Mystery,Romance|Kenzo Aoki|Goro Ide|time travel,memory|ja|JP|15000|80|0|A watchmaker meets himself as a child.
The Understudy|1950|103|Drama,Musical|Hal Dorn|Ida Brook|theatre,betrayal|en|US|21000|83|3|An understudy hopes the star will fall.
Bare Bones|2000|||||||||50|0|
Only A Genre|2002||Drama||||||30|51|0|
`

func ptr[T any](v T) *T { return &v }

func list(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ",")
}

// Films returns the films of rows, by id from tt0000101.
func Films() []*film.Film {
	var films []*film.Film
	for i, line := range strings.Split(strings.TrimSpace(rows), "\n") {
		c := strings.Split(line, "|")
		f := &film.Film{ID: film.ID(101 + i), Title: c[0], Genres: list(c[3]), Keywords: list(c[6]), Countries: list(c[8])}
		number := func(s string) *int {
			if s == "" {
				return nil
			}
			n := 0
			_, _ = fmt.Sscan(s, &n)
			return &n
		}
		f.Year, f.Runtime, f.Ratings.FilmdbVotes = number(c[1]), number(c[2]), number(c[9])
		if f.Ratings.FilmdbVotes != nil && c[7] != "" {
			f.Ratings.Filmdb = ptr(float64(*number(c[10])) / 10)
		}
		f.Ratings.MasterScore = float64(*number(c[10]))
		f.Awards.OscarWins, f.Awards.OscarNoms = number(c[11]), number(c[11])
		if c[4] != "" {
			f.Director = &c[4]
			f.CrewSummary = film.Crew{"directing": {{Name: c[4], Job: "Director"}}}
		}
		for j, name := range list(c[5]) {
			f.Cast = append(f.Cast, film.Role{Name: name, Order: j})
		}
		if c[7] != "" {
			f.Language, f.Languages = &c[7], []string{c[7]}
		}
		if c[12] != "" {
			f.Overview = &c[12]
		}
		f.ExternalIDs.MoviedbID = ptr(9000 + i)
		films = append(films, f)
	}
	return films
}

// Crowd makes n films out of few parts, by a seed.
func Crowd(n int) []*film.Film {
	r := rand.New(rand.NewPCG(7, 7))
	some := func(prefix string, of, most int) []string {
		var all []string
		for range 1 + r.IntN(most) {
			all = append(all, fmt.Sprint(prefix, r.IntN(of)))
		}
		return all
	}
	var films []*film.Film
	for i := range n {
		director := "Director " + string(rune('A'+r.IntN(20)))
		f := &film.Film{
			ID: film.ID(2 * (i + 1)), Title: fmt.Sprint("Film ", i), Year: ptr(1950 + r.IntN(70)), Runtime: ptr(70 + r.IntN(100)),
			Genres: []string{[]string{"Drama", "Comedy", "Horror", "Crime"}[r.IntN(4)]}, Director: &director,
			Keywords: some("keyword", 60, 4), Overview: ptr(strings.Join(some("word", 300, 30), " ")),
			Language: ptr([]string{"en", "fr", "ja"}[r.IntN(3)]), Countries: []string{[]string{"US", "FR", "JP"}[r.IntN(3)]},
		}
		f.Ratings.FilmdbVotes, f.Ratings.Filmdb, f.Ratings.MasterScore = ptr(r.IntN(200000)), ptr(float64(r.IntN(80))/10+2), float64(30+r.IntN(60))
		for j, name := range some("Actor ", 150, 8) {
			f.Cast = append(f.Cast, film.Role{Name: name, Order: j})
		}
		films = append(films, f)
	}
	return films
}
