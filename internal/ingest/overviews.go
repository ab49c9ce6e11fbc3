package ingest

import (
	"cmp"
	"hash/maphash"
	"slices"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
	"kinodex/internal/naming"
	"kinodex/internal/text"
)

// leastOverview is how many bytes an overview has by which a film may be told from others.
const leastOverview = 20

// How a film's overview is known where it is not the one that is believed first, as the metric
// type of its provenance.
const (
	overviewReplaced = "replaced" // the first is another film's; this is the source of the next
	overviewWithheld = "withheld" // this is the source of one that is another film's; there is no next
)

// overviewMatch is the film that an overview is believed to be of: that of most rows with an id which
// tell it in these words, and among equals that of most voters.
type overviewMatch struct {
	film         film.ID
	rows, voters int
	words        []string // the first word of its titles
	directors    []string // personKeys
}

// holdOverviews notes the film as that of its overviews, where no other film has more of a
// claim to them.
func (v *survey) holdOverviews(f *sketch) {
	if f.series || len(f.told) == 0 {
		return
	}
	t := overviewMatch{film: f.film, voters: f.votes}
	for _, title := range f.titles {
		t.words = append(t.words, firstWord(title))
	}
	for key := range f.directors {
		t.directors = append(t.directors, key)
	}
	rows := map[uint64]int{}
	for _, overview := range f.told {
		if len(overview) >= leastOverview {
			rows[maphash.String(v.seed, overview)]++
		}
	}
	for key, n := range rows {
		t.rows = n
		if held, told := v.tellings[key]; !told || n > held.rows || n == held.rows && t.voters > held.voters {
			v.tellings[key] = t
		}
	}
}

// firstWord returns the first word of a titleKey.
func firstWord(titleKey string) string {
	word, _, _ := strings.Cut(titleKey, " ")
	return word
}

// overview sets the overview: the best whole one, or for want of it one that was cut. If that is
// another film's, it is the best one that is not. If there is none, the text stays with films
// that have a director or the first word of the title in common, since remakes and parts are told
// of in the same words; otherwise it is left out. Title and director must be set.
func (m *merger) overview(f *film.Film, g group) {
	best := m.told(g, func(*statement) bool { return true })
	if best == nil {
		return
	}
	if of, another := m.ofAnother(best.Overview); another {
		own := m.told(g, func(s *statement) bool {
			_, another := m.ofAnother(s.Overview)
			return !another
		})
		switch {
		case own != nil:
			best = own
			m.provenance(f, "overview", overviewReplaced, worldwide, own)
		case !of.akin(f):
			m.provenance(f, "overview", overviewWithheld, worldwide, best)
			return
		}
	}
	f.Overview = &best.Overview
}

// told returns the best row whose overview fits, a whole one before one that was cut; nil when
// there is none.
func (m *merger) told(g group, fits func(*statement) bool) *statement {
	if s := m.best(g, "overview", func(s *statement) bool { return s.Overview != "" && !s.OverviewCut && fits(s) }); s != nil {
		return s
	}
	return m.best(g, "overview", func(s *statement) bool { return s.Overview != "" && fits(s) })
}

// ofAnother returns which film an overview is believed to be of, and whether that is another than the
// film at work.
func (m *merger) ofAnother(overview string) (overviewMatch, bool) {
	v := m.facts.survey
	t, told := v.tellings[maphash.String(v.seed, text.Fold(overview))]
	return t, told && t.film != m.id && m.facts.duplicates[t.film] != m.id
}

// Bounds of the further synopses of a film.
const (
	mostSynopses     = 8
	longestSynopsis  = 2000 // bytes of one; of a longer one the beginning is kept
	mostSynopsesText = 8000 // bytes of all
)

// synopses returns the texts beside its overview that tell what the film is about: whole ones, each
// once, as the sources of overviews are believed, within the bounds. Texts that are another film's are
// left out, and those of rows that may be of a namesake. The overview must be set.
func (m *merger) synopses(f *film.Film, g group) (texts []string) {
	seen := map[string]bool{}
	if f.Overview != nil {
		seen[text.Fold(*f.Overview)] = true
	}
	left := mostSynopsesText
	add := func(t string) {
		folded := text.Fold(t)
		if len(t) < leastOverview || len(texts) == mostSynopses || left < leastOverview || seen[folded] {
			return
		}
		seen[folded] = true
		if _, another := m.ofAnother(t); another {
			return
		}
		t, _ = text.Beginning(t, min(longestSynopsis, left))
		left -= len(t)
		texts = append(texts, t)
	}
	ranks := m.ranks["overview"]
	rows := slices.Clone(g)
	slices.SortStableFunc(rows, func(a, b statement) int { return cmp.Compare(ranks[a.at], ranks[b.at]) })
	for i := range rows {
		s := &rows[i]
		if s.joined.impersonal() && m.facts.survey.hasNamesake(m.id, s.Claim) {
			continue
		}
		if !s.OverviewCut {
			add(s.Overview)
		}
		for _, t := range s.Synopses {
			add(t)
		}
	}
	return texts
}

// akin reports whether the film shares a director or the first word of its title.
func (t *overviewMatch) akin(f *film.Film) bool {
	if slices.Contains(t.words, firstWord(naming.TitleKey(f.Title))) {
		return true
	}
	if f.Director == nil {
		return false
	}
	for name := range strings.SplitSeq(*f.Director, ", ") {
		if slices.Contains(t.directors, personKey(name)) {
			return true
		}
	}
	return false
}

// titleHolder is the film of most voters that has a title, and how many voters the next one of
// that title has; -1 when it is the only one.
type titleHolder struct {
	film         film.ID
	voters, next int
}

// holdTitles notes the titles of the film.
func (v *survey) holdTitles(f *sketch) {
	for _, title := range f.titles {
		key := maphash.String(v.seed, title)
		switch h, held := v.holders[key]; {
		case !held:
			v.holders[key] = titleHolder{f.film, f.votes, -1}
		case f.votes > h.voters:
			v.holders[key] = titleHolder{f.film, f.votes, h.voters}
		default:
			v.holders[key] = titleHolder{h.film, h.voters, max(h.next, f.votes)}
		}
	}
}

// hasNamesake reports whether another film, unless the film is far better known, has a title
// that a row about the film states.
func (v *survey) hasNamesake(id film.ID, c *source.Claim) bool {
	return slices.ContainsFunc(claimKeys(c), func(title string) bool {
		h, held := v.holders[maphash.String(v.seed, title)]
		return held && h.next >= 0 && (h.film != id || h.voters <= betterKnown*max(h.next, 1))
	})
}
