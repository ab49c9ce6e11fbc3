package official

import (
	"math"
	"strconv"
)

// Kinds of titles.
const (
	episode = iota
	short
	movie
	video
	series
	tvMovie
	miniSeries
	special
	game
	kinds
)

var kindNames = [kinds]string{"tvEpisode", "short", "movie", "video", "tvSeries", "tvMovie", "tvMiniSeries", "tvSpecial", "videoGame"}

// kindShares are how many of a thousand titles have which kind.
var kindShares = [kinds]uint64{766, 92, 61, 27, 25, 13, 6, 5, 5}

// What a random number is for: each property of a title has numbers of its own.
const (
	ofKind = iota
	ofYear
	ofName
	ofRuntime
	ofGenres
	ofVotes
	ofCrew
	ofCast
	ofAkas
	ofParent
	ofPerson
	ofAdult
)

// random returns a number for a property of the i-th title or person (SplitMix64: Steele, Lea,
// Flood, "Fast splittable pseudorandom number generators", 2014).
func (w *World) random(i, of int) uint64 {
	z := w.seed + uint64(i)*0x9e3779b97f4a7c15 + uint64(of)*0xd1342543de82ef95
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// share returns a number from 0 to 1 for a property.
func (w *World) share(i, of int) float64 { return float64(w.random(i, of)>>11) / (1 << 53) }

func (w *World) kind(i int) int {
	n := w.random(i, ofKind) % 1000
	for k, share := range kindShares {
		if n < share {
			return k
		}
		n -= share
	}
	return episode
}

// lastYear is the year of the newest titles. It does not follow the calendar: the same seed gives
// the same bytes in any year.
const lastYear = 2024

// year returns the year of a title, most of them late; 0 when it is unknown.
func (w *World) year(i int) int {
	x := w.share(i, ofYear)
	if x < 0.02 {
		return 0
	}
	return lastYear - int(110*math.Pow(1-x, 3))
}

// votes returns how many people rated a title, 0 for most: of films every second one is rated.
func (w *World) votes(i int) int {
	rated := 0.11
	if w.kind(i) == movie {
		rated = 0.48
	}
	x := w.share(i, ofVotes) / rated
	if x >= 1 {
		return 0
	}
	return 5 + int(math.Pow(x, -1.4)*6)
}

func (r *row) id(prefix string, i int) {
	r.line = append(strconv.AppendInt(append(r.line, prefix...), int64(firstID+i), 10), '\t')
}

func (r *row) number(n int) { r.line = append(strconv.AppendInt(r.line, int64(n), 10), '\t') }

// known writes n, or that it is unknown when it is 0.
func (r *row) known(n int) {
	if n == 0 {
		r.none()
		return
	}
	r.number(n)
}

func (w *World) basics(r *row) {
	for i := range w.titles {
		k := w.kind(i)
		r.id("tt", i)
		r.text(kindNames[k])
		w.title(r, i)
		w.title(r, i)
		if w.random(i, ofAdult)%100 == 0 {
			r.text("1")
		} else {
			r.text("0")
		}
		r.known(w.year(i))
		r.none()
		r.known(w.runtime(i, k))
		w.genres(r, i)
		r.end()
	}
}

// runtime returns the minutes of a title, 0 for the third of which they are unknown.
func (w *World) runtime(i, kind int) int {
	n := int(w.random(i, ofRuntime) % 90)
	if n < 30 {
		return 0
	}
	switch kind {
	case movie, tvMovie, video:
		return n + 40
	case short:
		return n/3 + 1
	}
	return n/2 + 10
}

var genreNames = []string{"Drama", "Comedy", "Documentary", "Romance", "Action", "Thriller", "Horror", "Crime", "Adventure", "Family",
	"Fantasy", "Mystery", "Sci-Fi", "Animation", "Biography", "History", "Music", "Musical", "War", "Western", "Sport"}

func (w *World) genres(r *row, i int) {
	n := w.random(i, ofGenres)
	if n%20 == 0 {
		r.none()
		return
	}
	for more := int(n>>8%3) + 1; more > 0; more-- {
		// The first ones are the most frequent.
		a, b := int(n>>16%21), int(n>>24%21)
		r.line = append(append(r.line, genreNames[min(a, b)]...), ',')
		n = n>>7 ^ n<<57
	}
	r.line[len(r.line)-1] = '\t'
}

func (w *World) ratings(r *row) {
	for i := range w.titles {
		votes := w.votes(i)
		if votes == 0 {
			continue
		}
		r.id("tt", i)
		tenths := 30 + int(w.random(i, ofYear)>>32%60)
		r.line = append(strconv.AppendInt(append(strconv.AppendInt(r.line, int64(tenths/10), 10), '.'), int64(tenths%10), 10), '\t')
		r.number(votes)
		r.end()
	}
}

// person returns the n-th person of a title: few have many credits, most have one.
func (w *World) person(i, n int) int {
	x := float64(w.random(i*64+n, ofPerson)>>11) / (1 << 53)
	return int(float64(w.people) * x * x * x)
}

// crewOf returns how many directors and writers a title has.
func (w *World) crewOf(i int) (directors, writers int) {
	n := w.random(i, ofCrew)
	if n%10 >= 6 {
		directors = 1 + int(n>>8%8/7)
	}
	if n>>16%10 >= 5 {
		writers = 1 + int(n>>24%4/2)
	}
	if w.kind(i) == movie && n%10 > 0 {
		directors = max(1, directors)
	}
	return directors, writers
}

func (w *World) crew(r *row) {
	for i := range w.titles {
		directors, writers := w.crewOf(i)
		r.id("tt", i)
		for _, list := range [][2]int{{0, directors}, {directors, directors + writers}} {
			if list[0] == list[1] {
				r.none()
				continue
			}
			for n := list[0]; n < list[1]; n++ {
				r.id("nm", w.person(i, n))
				r.line[len(r.line)-1] = ','
			}
			r.line[len(r.line)-1] = '\t'
		}
		r.end()
	}
}

var crewJobs = []string{"producer", "composer", "cinematographer", "editor", "production_designer"}

func (w *World) principals(r *row) {
	for i := range w.titles {
		directors, writers := w.crewOf(i)
		n := w.random(i, ofCast)
		cast, crew := int(n%8), int(n>>8%4)
		if k := w.kind(i); k == movie {
			cast, crew = 4+int(n%7), 2+int(n>>8%4)
		}
		at := 0
		put := func(category, job string, character int) {
			r.id("tt", i)
			r.number(at + 1)
			r.id("nm", w.person(i, at))
			r.text(category)
			r.text(job)
			if character < 0 {
				r.none()
			} else {
				r.line = append(append(append(r.line, `["`...), w.words[(character*7919+i)%len(w.words)]...), "\"]\t"...)
			}
			r.end()
			at++
		}
		for range directors {
			put("director", `\N`, -1)
		}
		for range writers {
			put("writer", "screenplay", -1)
		}
		for c := range cast {
			put([]string{"actor", "actress"}[(i+c)%2], `\N`, c)
		}
		for c := range crew {
			put(crewJobs[(i+c)%len(crewJobs)], `\N`, -1)
		}
	}
}

func (w *World) names(r *row) {
	for i := range w.people {
		n := w.random(i, ofName)
		r.id("nm", i)
		w.phrase(r, w.words, n, 2)
		r.line = append(r.line, '\t')
		r.known(int(n >> 40 % 3 / 2 * (1900 + n>>48%100)))
		r.none()
		r.text([]string{"actor", "actress", "director,writer", "producer", "miscellaneous"}[n>>32%5])
		for k := range 1 + n>>20%3 {
			r.id("tt", int(w.random(i*4+int(k), ofParent)%uint64(w.titles)))
			r.line[len(r.line)-1] = ','
		}
		r.line[len(r.line)-1] = '\t'
		r.end()
	}
}

func (w *World) episodes(r *row) {
	for i := range w.titles {
		if w.kind(i) != episode || len(w.series) == 0 {
			continue
		}
		n := w.random(i, ofParent)
		r.id("tt", i)
		r.id("tt", int(w.series[n%uint64(len(w.series))]))
		r.number(1 + int(n>>40%9))
		r.number(1 + int(n>>48%24))
		r.end()
	}
}
