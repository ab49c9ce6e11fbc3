package catalog

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"kinodex/internal/film"
	"kinodex/internal/text"
)

// reference answers questions the plain way: look at every film, sort all that
// match. Only the text is left to Rank, which has tests of its own.
type reference struct {
	films   []*film.Film
	catalog *Catalog
}

func (r *reference) answer(q *film.Query) []*film.Film {
	scores := map[uint32]float32{}
	words := text.Words(q.Text)
	if len(words) > 0 {
		ranking := r.catalog.Rank(q.Text, q.Match)
		defer ranking.Release()
		for _, h := range ranking.Best(ranking.Len()) {
			scores[uint32(h.Doc)] = h.Score
		}
	}
	score := map[film.ID]float64{}
	var found []*film.Film
	for i, f := range r.films {
		v, ok := scores[uint32(i)]
		if (ok || len(words) == 0) && matches(f, q) {
			found = append(found, f)
			score[f.ID] = float64(v)
		}
	}
	order := q.Order()
	slices.SortFunc(found, func(a, b *film.Film) int {
		if order.Field == "title" {
			x, y := text.Fold(a.Title), text.Fold(b.Title)
			if order.Desc {
				x, y = y, x
			}
			return cmp.Or(strings.Compare(x, y), cmp.Compare(a.ID, b.ID))
		}
		x, y := score[a.ID], score[b.ID]
		if order.Field != film.Relevance {
			x, y = a.SortValue(order.Field), b.SortValue(order.Field)
		}
		if nx, ny := math.IsNaN(x), math.IsNaN(y); nx != ny {
			if nx {
				return 1
			}
			return -1
		}
		if order.Desc {
			x, y = y, x
		}
		return cmp.Or(cmp.Compare(x, y), cmp.Compare(a.ID, b.ID))
	})
	return found
}

func matches(f *film.Film, q *film.Query) bool {
	for g := range strings.SplitSeq(q.Genre, ",") {
		if q.Genre != "" && !slices.ContainsFunc(f.Genres, func(have string) bool {
			have, g := text.Fold(have), text.Fold(g)
			return have == g || q.GenreParts && strings.Contains(have, g)
		}) {
			return false
		}
	}
	if q.Decade != "" && (f.Year == nil || fmt.Sprintf("%ds", *f.Year/10*10) != string(q.Decade)) {
		return false
	}
	within := func(value *int, low, high *float64) bool {
		return low == nil && high == nil ||
			value != nil && (low == nil || float64(*value) >= *low) && (high == nil || float64(*value) <= *high)
	}
	if !within(f.Year, q.YearMin, q.YearMax) || !within(f.Ratings.FilmdbVotes, q.MinVotes, q.MaxVotes) || !within(f.Runtime, q.MinRuntime, q.MaxRuntime) {
		return false
	}
	if q.MaxRating != nil && (f.Ratings.Filmdb == nil || *f.Ratings.Filmdb > *q.MaxRating) {
		return false
	}
	if q.MinRating != nil && (f.Ratings.Filmdb == nil || *f.Ratings.Filmdb < *q.MinRating) {
		return false
	}
	if q.MinScore != nil && f.Ratings.MasterScore < *q.MinScore {
		return false
	}
	// A name of white space alone asks for nothing.
	if text.Fold(q.Director) != "" && (f.Director == nil || !strings.Contains(text.Fold(*f.Director), text.Fold(q.Director))) {
		return false
	}
	if text.Fold(q.Actor) != "" && !slices.ContainsFunc(f.Cast, func(r film.Role) bool {
		return strings.Contains(text.Fold(r.Name), text.Fold(q.Actor))
	}) {
		return false
	}
	if q.Country != "" && !slices.Contains(f.Countries, strings.ReplaceAll(strings.ToUpper(q.Country), "UK", "GB")) {
		return false
	}
	if q.Language != "" && (f.Language == nil || *f.Language != strings.ToLower(q.Language)) {
		return false
	}
	return (!q.HasPoster || f.Poster.URL != nil) && matchesReleases(f, q)
}

// matchesReleases is matches for collections, certifications and release dates.
func matchesReleases(f *film.Film, q *film.Query) bool {
	if asked := text.Fold(q.Collection); asked != "" {
		s := f.Collection
		if s == nil || asked != strconv.Itoa(s.ID) && asked != text.Fold(s.Name) && asked+" collection" != text.Fold(s.Name) {
			return false
		}
	}
	day, earliest := builtOn.Format(time.DateOnly), builtOn.AddDate(0, 0, -90).Format(time.DateOnly)
	if q.Released != "" && (f.ReleaseDate == nil || (*f.ReleaseDate > day) != (q.Released == film.Upcoming) || q.Released == film.Recent && *f.ReleaseDate < earliest) {
		return false
	}
	if q.ReleasedAfter != "" && (f.ReleaseDate == nil || *f.ReleaseDate < q.ReleasedAfter) ||
		q.ReleasedBefore != "" && (f.ReleaseDate == nil || *f.ReleaseDate > q.ReleasedBefore+"~") { // a month or a year is before its days
		return false
	}
	return q.Certification == "" || slices.ContainsFunc(strings.Split(q.Certification, ","), func(mark string) bool {
		if !strings.Contains(mark, ":") {
			mark = "US:" + mark
		}
		return slices.ContainsFunc(f.Releases, func(r film.Release) bool {
			return r.Certification != nil && strings.EqualFold(r.Country+":"+*r.Certification, mark)
		})
	})
}

// counts counts values over films.
func counts(films []*film.Film, values func(*film.Film) []string) map[string]int {
	n := map[string]int{}
	for _, f := range films {
		v := slices.Clone(values(f))
		slices.Sort(v)
		for _, v := range slices.Compact(v) {
			n[v]++
		}
	}
	return n
}
