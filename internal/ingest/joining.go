package ingest

import (
	"context"
	"slices"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
	"kinodex/internal/naming"
)

// titleMask has the fields of a claim by which films are told apart in a block.
const titleMask = 1<<hasTitle | 1<<hasOriginalTitle

// joiner finds the films of claims that come without the film database's id. It changes the
// entries of st and serves one goroutine.
type joiner struct {
	st     *store
	pairs  pairs
	report *Report
	reject func(e *entry, reason, detail string)
	// progress, if set, hears how many rows have been looked through.
	progress func(rows int)
	blocks   map[string][]*candidate // by title key
	twins    map[twin]int
	// listings are the films that rows of a streaming catalogue's titles name;
	// its rows of credits give the listing alone.
	listings map[string]film.ID
}

// twin is what rows of one input have in common that title and year cannot tell
// apart.
type twin struct {
	input uint16
	title string
	year  int
}

// twinOf returns what the claim of an entry shares with its twins.
func twinOf(e *entry, c *source.Claim) twin { return twin{e.input, naming.TitleKey(c.Title), c.Year} }

// join gives every entry without a film its film, where a rule finds one, and reports the
// others. The entries are ordered as by store.byFilm afterwards. The error is that of ctx or
// of damaged bytes.
func (j *joiner) join(ctx context.Context) error {
	j.st.byFilm()
	if err := j.joinByID(); err != nil {
		return err
	}
	j.st.byFilm() // what was joined by id helps to tell namesakes apart
	if err := j.joinByTitle(ctx); err != nil {
		return err
	}
	j.st.byFilm()
	return nil
}

// joinByID joins the entries whose id of the movie database, or whose listing, leads to a film.
func (j *joiner) joinByID() error {
	if err := j.collectListings(); err != nil {
		return err
	}
	var c source.Claim
	unmatched := j.st.unmatched()
	for i := range unmatched {
		e := &unmatched[i]
		if id := j.pairs.film[e.moviedb]; e.moviedb != 0 && id != 0 {
			j.joined(e, id, byMoviedbID)
			continue
		}
		if err := j.st.claim(e, &c); err != nil {
			return err
		}
		if id := j.listings[c.ListingID]; c.ListingID != "" && id != 0 {
			j.joined(e, id, byListing)
		}
	}
	return nil
}

// joinByTitle joins by title what no id joins, and reports what it cannot join. Listings that
// state no title come last, since the row of their title may have been joined just before.
func (j *joiner) joinByTitle(ctx context.Context) error {
	unmatched := j.st.unmatched()
	j.blocks, j.twins = map[string][]*candidate{}, map[twin]int{}
	var c source.Claim
	for i := range unmatched {
		if err := j.st.claim(&unmatched[i], &c); err != nil {
			return err
		}
		for _, key := range claimKeys(&c) {
			j.blocks[key] = nil
		}
		j.twins[twinOf(&unmatched[i], &c)]++
	}
	if err := j.fillBlocks(ctx); err != nil {
		return err
	}
	var late []*entry
	for i := range unmatched {
		e := &unmatched[i]
		if err := j.st.claim(e, &c); err != nil {
			return err
		}
		if c.Title == "" && c.ListingID != "" {
			late = append(late, e)
			continue
		}
		id, rule, reason := j.find(e, &c)
		if reason != "" {
			j.unjoined(e, reason, c.Title)
			continue
		}
		j.joined(e, id, rule)
		if c.ListingID != "" {
			j.listings[c.ListingID] = id
		}
	}
	for _, e := range late {
		if err := j.st.claim(e, &c); err != nil {
			return err
		}
		if id := j.listings[c.ListingID]; id != 0 {
			j.joined(e, id, byListing)
			continue
		}
		j.unjoined(e, unmatchedListing, c.ListingID)
	}
	return nil
}

// joined gives an entry its film and counts the rule that found it.
func (j *joiner) joined(e *entry, id film.ID, rule joinRule) {
	e.film, e.joined = id, rule
	j.report.Joined[rule.String()]++
}

// unjoined counts an entry that no rule joins, and passes it on to the rejects.
func (j *joiner) unjoined(e *entry, reason, detail string) {
	j.report.Unjoined[reason]++
	j.reject(e, reason, detail)
}

// collectListings fills listings from the entries that have a film. Of several films of one
// listing the first is kept.
func (j *joiner) collectListings() error {
	j.listings = map[string]film.ID{}
	var c source.Claim
	for i := range j.st.entries {
		e := &j.st.entries[i]
		if e.film == 0 || claimMask(j.st.bytes(e))&(1<<hasListingID) == 0 {
			continue
		}
		if err := j.st.claim(e, &c); err != nil {
			return err
		}
		if _, ok := j.listings[c.ListingID]; !ok {
			j.listings[c.ListingID] = e.film
		}
	}
	return nil
}

// find returns the film of a claim and the rule that found it, or the reason why there is
// none. A claim without title or without year is never joined by title.
func (j *joiner) find(e *entry, c *source.Claim) (film.ID, joinRule, string) {
	switch {
	case c.Title == "" && c.OriginalTitle == "":
		return 0, 0, unmatchedNoTitle
	case c.Year == 0:
		return 0, 0, unmatchedNoYear
	}
	f, rule, reason := match(c, j.candidates(c), j.twins[twinOf(e, c)])
	if reason != "" {
		return 0, 0, reason
	}
	return f.film, rule, ""
}

// candidate returns what the claims about a film state together. Years and runtimes may
// differ: all of them are kept.
func (j *joiner) candidates(c *source.Claim) []*candidate {
	var films []*candidate
	for _, key := range claimKeys(c) {
		for _, f := range j.blocks[key] {
			if !slices.Contains(films, f) {
				films = append(films, f)
			}
		}
	}
	return films
}

// claimKeys returns the titleKeys under which a claim's film is looked for and found: of title
// and original title, at most two and each once.
func claimKeys(c *source.Claim) []string {
	var keys []string
	for _, title := range []string{c.Title, c.OriginalTitle} {
		if title == "" {
			continue
		}
		if key := naming.TitleKey(title); key != "" && (len(keys) == 0 || keys[0] != key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// fillBlocks adds the films whose titles are keys of blocks. Keys of titles that no film has
// stay with an empty list. progress hears how many rows have been looked through.
func (j *joiner) fillBlocks(ctx context.Context) error {
	var c source.Claim
	done, films := 0, 0
	for id, entries := range j.st.groups {
		done += len(entries)
		if films++; films%(1<<14) == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			j.progress(done)
		}
		var keys []string
		for i := range entries {
			if claimMask(j.st.bytes(&entries[i]))&titleMask == 0 {
				continue
			}
			if err := j.st.claim(&entries[i], &c); err != nil {
				return err
			}
			for _, key := range claimKeys(&c) {
				if _, ok := j.blocks[key]; ok {
					keys = append(keys, key)
				}
			}
		}
		if len(keys) == 0 {
			continue
		}
		f, err := j.candidate(id, entries)
		if err != nil {
			return err
		}
		for i, key := range keys {
			if !slices.Contains(keys[:i], key) {
				j.blocks[key] = append(j.blocks[key], f)
			}
		}
	}
	return nil
}

// candidate sums up the claims of a film.
func (j *joiner) candidate(id film.ID, entries []entry) (*candidate, error) {
	f := &candidate{film: id, directors: map[string]bool{}, cast: map[string]bool{}}
	series, movie := false, false
	var c source.Claim
	for i := range entries {
		if err := j.st.claim(&entries[i], &c); err != nil {
			return nil, err
		}
		if c.Year != 0 && yearGap(c.Year, f.years) > 0 {
			f.years = append(f.years, c.Year)
		}
		if c.Runtime != 0 {
			f.runtimes = append(f.runtimes, c.Runtime)
		}
		if c.ReleaseDate != "" {
			f.dates = append(f.dates, c.ReleaseDate)
		}
		for _, p := range c.Directors {
			if k := naming.NameKey(p.Name); k != "" {
				f.directors[k] = true
			}
		}
		for _, p := range c.Cast {
			if k := naming.NameKey(p.Name); k != "" {
				f.cast[k] = true
			}
		}
		f.votes = max(f.votes, c.FilmdbVotes)
		series = series || c.Kind == source.Series || c.Kind == source.Episode
		movie = movie || c.Kind == source.Movie
	}
	f.series = series && !movie
	return f, nil
}
