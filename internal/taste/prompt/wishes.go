package prompt

import "slices"

// What the words for long, old and the like ask for.
const (
	shortTo     = 95  // minutes
	longFrom    = 140 // minutes
	notLong     = 125 // minutes
	recentYears = 8   // up to the newest film
	oldTo       = 1975
	classicAge  = 30 // years before the newest film
)

// concludeWishes turns the wishes that were read into bounds of the request. It is called once,
// after the last word. Newer, older, shorter and longer are relative to liked films; without
// any they are wishes for recent, old, short and long films.
func (r *parser) concludeWishes() {
	newest := r.ix.Newest
	if r.movement != (Span{}) && len(r.years) == 0 && r.bounds == (Span{}) {
		r.years = append(r.years, r.movement)
	}
	if len(r.Liked) == 0 {
		// There is nothing to be newer or shorter than.
		for w, is := range map[wish]bool{recent: r.newer, old: r.older, short: r.shorter, long: r.longer} {
			if is {
				r.wishes[w] = true
			}
		}
	}
	for w := noWish + 1; w <= old; w++ {
		wanted, said := r.wishes[w]
		switch {
		case !said:
		case w == acclaimed && wanted:
			r.Request.Acclaimed = true
		case w == famous && wanted, w == hidden && !wanted:
			r.Request.Fame = "famous"
		case w == famous, w == hidden:
			r.Request.Fame = "hidden"
		case w == classic && wanted:
			r.Request.Acclaimed = true
			r.bounds.intersect(until(newest - classicAge))
		case w == oscarWon && wanted:
			r.Request.Oscars = "won"
		case w == bestPicture && wanted:
			r.Request.Oscars = "best_picture"
		case w == oscarNamed && wanted && r.Request.Oscars == "":
			r.Request.Oscars = "nominated"
		case w == short && wanted:
			r.runtime.intersect(until(shortTo))
		case w == short:
			r.runtime.intersect(since(shortTo + 1))
		case w == long && wanted:
			r.runtime.intersect(since(longFrom))
		case w == long:
			r.runtime.intersect(until(notLong))
		case w == recent && wanted, w == old && !wanted:
			r.age(since(newest - recentYears))
		case w == recent:
			r.age(until(newest - recentYears - 1))
		case w == old:
			r.age(until(oldTo))
		}
	}
	r.relative()
	r.Request.Years, r.Request.NotYears = slices.Clone(r.years), r.notYears
	for i := range r.Request.Years {
		r.Request.Years[i].intersect(r.bounds)
	}
	if len(r.years) == 0 && r.bounds != (Span{}) {
		r.Request.Years = []Span{r.bounds}
	}
	if from, to := r.runtime.From, r.runtime.To; from != nil && to != nil && *from > *to { // "under two hours, anything longer is too much"
		r.runtime.From = nil
	}
	if r.runtime != (Span{}) {
		r.Request.Runtime = &r.runtime
	}
}

// age narrows the bounds of years to what new or old films are of, unless the years that are named have
// no such year: "good old films from the 90s". In a conversation such years contradict each other, and none
// is kept in the end.
func (r *parser) age(s Span) {
	for _, named := range r.years {
		if named.intersect(s); named.From == nil || named.To == nil || *named.From <= *named.To {
			continue
		}
		if !r.Conversation {
			return
		}
	}
	r.bounds.intersect(s)
}

// relative narrows years and runtime so that a film is newer, older, shorter or longer than
// every liked film, as far as that is asked for. Liked films of unknown year or runtime do
// not count.
func (r *parser) relative() {
	for _, d := range r.Liked {
		if y := int(r.ix.Year[d]); y > 0 {
			if r.newer {
				r.bounds.intersect(since(y + 1))
			}
			if r.older {
				r.bounds.intersect(until(y - 1))
			}
		}
		if t := int(r.ix.Runtime[d]); t > 0 {
			if r.shorter {
				r.runtime.intersect(until(t - 1))
			}
			if r.longer {
				r.runtime.intersect(since(t + 1))
			}
		}
	}
}
