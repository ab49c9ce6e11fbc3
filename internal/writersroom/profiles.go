package writersroom

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"

	"kinodex/internal/film"
	"kinodex/internal/guide"
	"kinodex/internal/research"
)

// profiles are the style profiles of all writers with a guide, and of genres, made
// from one open library, whose files they read until it is closed. They are read-only once made.
type profiles struct {
	baseline   *Baseline
	guides     []*guide.Guide
	candidates []Candidate
	titles     map[film.ID]filmTitle
	genres     []genreProfile
}

// genreProfile is how screenplays of a genre are written.
type genreProfile struct {
	name    string
	profile *StyleProfile
}

// leastOfGenre is how many screenplays make a genre known.
const leastOfGenre = 10

type filmTitle struct {
	title string
	year  *int
}

// profileCache holds the profiles of the two libraries that were asked for last, since they
// take about a second to make and while a library is changed both are asked for. A generation
// that is opened again is another library: what was made of it before lies in files that are
// closed. It is safe for concurrent use: of several requests that need them at once, one makes
// them and the others wait.
type profileCache struct {
	mu   sync.Mutex
	last [2]*cachedProfiles // the newer first
}

// cachedProfiles are the profiles of a library, made by the first who asks.
type cachedProfiles struct {
	set *research.Set // that of the library, which no other has
	get func() (*profiles, error)
}

// profilesOf returns the profiles of a library. It fails when a film of
// the library cannot be read.
func (r *Tools) profilesOf(s Library) (*profiles, error) {
	c := r.profiles.of(s.Research, func() (*profiles, error) { return newProfiles(r.guides.List(guide.Writers), s) })
	made := false
	defer func() { // also after a failed read of the library
		if !made {
			r.profiles.drop(c)
		}
	}()
	p, err := c.get()
	made = err == nil
	return p, err
}

// of returns what is kept of the library of a research set, which make makes when nothing is.
func (c *profileCache) of(set *research.Set, make func() (*profiles, error)) *cachedProfiles {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, kept := range c.last {
		if kept != nil && kept.set == set {
			return kept
		}
	}
	c.last = [2]*cachedProfiles{{set, sync.OnceValues(make)}, c.last[0]}
	return c.last[0]
}

// drop keeps nothing of what failed, so that the next who asks tries again.
func (c *profileCache) drop(failed *cachedProfiles) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, kept := range c.last {
		if kept == failed {
			c.last[i] = nil
		}
	}
}

// Prepare makes what style is compared with of a library, for which the first who asks would
// otherwise wait.
func (r *Tools) Prepare(s Library) error {
	_, err := r.profilesOf(s)
	return err
}

// newProfiles joins the research set with credits and guides: a screenplay counts for
// every writer who is credited for it, and for every genre of its film.
func newProfiles(guides []*guide.Guide, s Library) (*profiles, error) {
	p := &profiles{
		guides: guides, titles: map[film.ID]filmTitle{},
		baseline: NewBaseline(s.Research.StyleTotals(), s.Research.Norms()),
	}
	works := make([][]Work, len(guides))
	ofGenre := map[string][]Work{}
	for _, id := range s.Research.Films() {
		d, ok := s.Films.ByID(id)
		if !ok {
			continue
		}
		f, err := s.Films.Film(d)
		if err != nil {
			return nil, fmt.Errorf("read the film of a screenplay: %w", err)
		}
		features, _ := s.Research.Features(id)
		habits, _ := s.Research.StyleCounts(id)
		for _, genre := range f.Genres {
			ofGenre[genre] = append(ofGenre[genre], Work{id, habits, features})
		}
		wrote := guide.CreditedAs(f, guide.Writer)
		for i, g := range guides {
			if g.CreditedIn(wrote) {
				works[i] = append(works[i], Work{id, habits, features})
				p.titles[id] = filmTitle{f.Title, f.Year}
			}
		}
	}
	for i, words := range Vocabularies(guides) {
		p.candidates = append(p.candidates, Candidate{Profile: p.baseline.NewProfile(works[i]), Vocabulary: words})
	}
	for _, genre := range slices.Sorted(maps.Keys(ofGenre)) {
		if of := ofGenre[genre]; len(of) >= leastOfGenre {
			p.genres = append(p.genres, genreProfile{genre, p.baseline.NewProfile(of)})
		}
	}
	return p, nil
}

// leaveOut returns the profiles that a sample is compared with. If the sample is itself
// a measured screenplay, it is left out of every writer's works (leave-one-out). The
// receiver does not change.
func (p *profiles) leaveOut(s *Sample) *profiles {
	other := *p
	other.candidates = slices.Clone(p.candidates)
	for i, c := range other.candidates {
		itself := func(w Work) bool { return s.Habits != nil && slices.Equal(w.Habits, s.Habits) }
		if slices.ContainsFunc(c.Profile.Works, itself) {
			other.candidates[i].Profile = p.baseline.NewProfile(slices.DeleteFunc(slices.Clone(c.Profile.Works), itself))
		}
	}
	return &other
}

// likelyGenres are the genres whose screenplays use common words as a text does,
// weighed by how many there are; none for a text without habits.
func (p *profiles) likelyGenres(s *Sample) []string {
	if s.Habits == nil || p.baseline.rate == nil {
		return nil
	}
	n := 0.0
	for _, count := range s.Habits {
		n += float64(count)
	}
	score := map[string]float64{}
	var names []string
	for _, g := range p.genres {
		score[g.name] = math.Log(float64(len(g.profile.Works))) + genreTrust*g.profile.LogRatio(s.Habits)/(genreEnough+n)
		names = append(names, g.name)
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(score[b], score[a]) })
	return names[:min(len(names), mostGenres)]
}

// How far a text's likeness to a genre is trusted over how common the genre is,
// and how long a text must be for that.
const (
	genreTrust  = 100
	genreEnough = 1000
)

// of returns the index of a guide, by its slug, or -1.
func (p *profiles) of(g *guide.Guide) int {
	for i := range p.guides {
		if p.guides[i].Slug == g.Slug {
			return i
		}
	}
	return -1
}
