package catalog

import (
	"slices"
	"strconv"
	"sync"

	"kinodex/internal/film"
)

// winners are the films that won Best Picture, found when they are first asked for.
type winners struct {
	once sync.Once
	docs []uint32
}

// awardWords may stand around "best picture" and a year without meaning more.
var awardWords = map[string]bool{
	"best": true, "picture": true, "film": true, "movie": true, "motion": true, "oscar": true, "oscars": true, "academy": true, "award": true, "awards": true,
	"winner": true, "winners": true, "winning": true, "won": true, "win": true, "for": true, "of": true, "in": true, "the": true, "that": true, "which": true, "at": true,
	"what": true, "year": true, "s": true,
}

// bestPicture returns the films that won Best Picture in the year that the words name: those of
// the year before, which were honoured in it, and those of the year itself; the better known
// first. All winners, when they name no year; nil when they do not ask for the award.
func (c *Catalog) bestPicture(words []string) []uint32 {
	i := slices.Index(words, "best")
	if i < 0 || i+1 == len(words) || words[i+1] != "picture" && (words[i+1] != "film" || !mentionsOscar(words)) {
		return nil
	}
	year := 0
	for _, w := range words {
		switch n, err := strconv.Atoi(w); {
		case awardWords[w]:
		case err == nil && len(w) == 4 && year == 0:
			year = n
		default:
			return nil
		}
	}
	var films []uint32
	for _, d := range c.BestPictures() {
		if y := int(c.year.values[d]); year == 0 || y == year || y == year-1 {
			films = append(films, d)
		}
	}
	rank := c.votes.desc.rank
	slices.SortFunc(films, func(a, b uint32) int { return int(rank[a]) - int(rank[b]) })
	return films
}

func mentionsOscar(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return w == "oscar" || w == "oscars" || w == "academy" })
}

// BestPictures returns the films whose record says that they won Best Picture. It must not be changed.
func (c *Catalog) BestPictures() []uint32 {
	w := &c.winners
	w.once.Do(func() {
		wins := c.column("oscar_wins")
		awards, _ := film.List.Project("awards.best_picture")
		for _, d := range wins.desc.perm[:wins.known] {
			if wins.values[d] < 1 {
				break
			}
			if f, err := c.Fields(Doc(d), awards); err == nil && f.Awards.BestPicture != nil && *f.Awards.BestPicture == "won" {
				w.docs = append(w.docs, d)
			}
		}
	})
	return w.docs
}
