package writersroom

import (
	"context"
	"slices"
)

// VisualReading is how an engine sees a story.
type VisualReading struct {
	Overview string      `json:"overview"`
	Looks    []LookClaim `json:"looks"`
}

// LookClaim is a manner of photographing a story, as an engine claims it.
type LookClaim struct {
	Slug     string `json:"slug" doc:"Of a cinematographer's guide."`
	Why      string `json:"why"`
	Light    string `json:"light"`
	Movement string `json:"movement"`
	Palette  string `json:"palette"`
	Scenes   []int  `json:"scenes" doc:"Those that call for it."`
}

// Look is a manner of photographing it, and the words of the guide in the text.
type Look struct {
	Name string `json:"name"`
	LookClaim
	Score      float64 `json:"score" minimum:"0" doc:"The weight of the guide's words in the text: a word counts by the logarithm of how often it stands there, less if many guides have it."`
	Vocabulary []Echo  `json:"vocabulary"`
}

// VisualResult is a visual treatment.
type VisualResult struct {
	Overview  string     `json:"overview"`
	Interiors *float64   `json:"interior_share" nullable:"true" doc:"Of the scenes whose heading says; null where none does."`
	Hours     []Hour     `json:"hours" doc:"Times of day, most scenes first."`
	Locations []Location `json:"locations" doc:"The largest first, at most forty."`
	Looks     []Look     `json:"looks" doc:"The nearest first; a style that was asked for comes first of all."`
	Notes     []string   `json:"notes"`
}

// Hour is a time of day, as headings write it, and how many scenes state it.
type Hour struct {
	Time   string `json:"time"`
	Scenes int    `json:"scenes"`
}

// Location is a place of the script.
type Location struct {
	Place   string   `json:"place"`
	Setting *string  `json:"setting" nullable:"true" enum:"interior,exterior,both" doc:"Null when the headings do not say or differ."`
	Times   []string `json:"times"`
	Scenes  []int    `json:"scenes"`
	Pages   float64  `json:"pages"`
}

// mostLocations is how many places an answer lists.
const mostLocations = 40

// VisualTreatment returns how a story might be photographed, with at most q.Limit
// looks. With a model it fails if guides were shown and the model named none of them
// (REQ K-05).
func (r *Tools) VisualTreatment(ctx context.Context, _ Library, q Question) (*Answer[VisualResult], error) {
	result := &VisualResult{Hours: []Hour{}, Locations: []Location{}, Looks: []Look{}, Notes: []string{}}
	if q.Script != nil {
		q.locations(result)
	}
	looks := r.looks(q)
	if r.model == nil {
		result.Looks = looks[:min(len(looks), q.Limit)]
		result.Overview = q.seen(result)
		result.Notes = append(result.Notes, "light, movement and palette are those of the guides whose words the text holds: a place to begin, chosen by words, not by what the scenes mean")
		if len(looks) == 0 {
			result.Notes = append(result.Notes, "no word of a cinematographer's guide stands in the text, so none is suggested")
		}
		return &Answer[VisualResult]{*result, builtIn}, nil
	}
	return r.visualRead(ctx, q, result, looks)
}

// visualRead has a model choose among the nearest guides. Scenes that the text does
// not have are removed from its looks.
func (r *Tools) visualRead(ctx context.Context, q Question, result *VisualResult, looks []Look) (*Answer[VisualResult], error) {
	looks = looks[:min(len(looks), q.Limit+shortlisted)]
	shown := struct {
		Limit     int     `json:"limit"`
		Style     *string `json:"style" nullable:"true"`
		Shortlist []Look  `json:"shortlist"`
		*VisualResult
	}{Limit: q.Limit, Shortlist: looks, VisualResult: result}
	if q.Style != nil {
		shown.Style = &q.Style.Slug
	}
	said, err := read[VisualReading](ctx, r, "visual-treatment", q, shown)
	if err != nil {
		return nil, err
	}
	c := newChecker(q)
	for _, claim := range said.said.Looks {
		at := slices.IndexFunc(looks, func(l Look) bool { return l.Slug == claim.Slug })
		if !c.claim(at >= 0) || len(result.Looks) == q.Limit {
			continue
		}
		claim.Scenes = c.scenes(claim.Scenes)
		look := looks[at]
		look.LookClaim = claim
		result.Looks = append(result.Looks, look)
	}
	if len(looks) > 0 && len(result.Looks) == 0 {
		return nil, unconfirmed()
	}
	result.Overview = said.said.Overview
	result.Notes = slices.Concat(result.Notes, said.notes, c.notes())
	return &Answer[VisualResult]{*result, said.by}, nil
}
