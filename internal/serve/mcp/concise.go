package mcp

import (
	"bytes"
	"strconv"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/serve/table"
)

// detailArgument is taken by tools whose whole answer is more than an agent mostly needs. An agent
// gets the concise answer unless it asks for the full one (F2-126).
type detailArgument struct {
	Detail string `json:"detail,omitempty" enum:"concise,full" doc:"full: all of it."`
}

// asREST reports whether a call is answered as REST answers: it comes from somebody who declares no
// version of the protocol, so from a person or script, and says nothing of detail (decision 127).
func (c *call) asREST(asked detailArgument) bool { return c.declared == "" && asked.Detail == "" }

// appendTold appends a payload as it was asked for: as it is to those who are answered as REST
// answers, else with films in the shape that all tools have, and reduced to brief unless all was
// asked for.
func (c *call) appendTold(dst, payload []byte, asked detailArgument, brief *keep) []byte {
	switch {
	case c.asREST(asked):
		return append(dst, payload...)
	case asked.Detail == "full":
		return appendInShape(dst, payload)
	}
	return brief.appendTo(dst, appendInShape(nil, payload))
}

// appendTo appends what is kept of a payload, within the bytes that it may have.
func (k *keep) appendTo(dst, payload []byte) []byte {
	kept := appendKept(nil, payload, k)
	if k.bytes == 0 {
		return append(dst, kept...)
	}
	return fit(dst, kept, k.bytes, "Call this tool again with detail full.")
}

// keep says what a concise answer keeps of a value; a nil one keeps all of it.
type keep struct {
	most int // items of a list, members of an object, characters of a text; 0 for all
	// of is what is kept of an object, by member, with "*" for all others, or of each object of a
	// list. What is not in it is left out; nil keeps all.
	of map[string]*keep
	// bytes are those that a whole answer may have, about three for a token; 0 for no bound.
	bytes int
}

// has reports whether a member of an object is kept.
func (k *keep) has(name string) bool {
	_, named := k.of[name]
	_, any := k.of["*"]
	return named || any
}

// only keeps the members of an object that are named, with blanks between, whole, and others as more
// says.
func only(names string, more map[string]*keep) map[string]*keep {
	of := map[string]*keep{}
	for name := range strings.FieldsSeq(names) {
		of[name] = nil
	}
	for name, k := range more {
		of[name] = k
	}
	return of
}

// appendKept appends what is kept of a value.
func appendKept(dst, value []byte, k *keep) []byte {
	switch {
	case k == nil || len(value) == 0:
		return append(dst, value...)
	case value[0] == '{':
		return k.appendObject(dst, value)
	case value[0] == '[':
		list := items(value)
		if k.most > 0 {
			list = list[:min(k.most, len(list))]
		}
		each := &keep{of: k.of}
		kept := make([][]byte, len(list))
		for i, item := range list {
			kept[i] = appendKept(nil, item, each)
		}
		return appendArray(dst, kept)
	case value[0] == '"':
		if k.most > 0 && len(value) > k.most {
			if runes := []rune(plainText(value)); len(runes) > k.most {
				return film.AppendText(dst, strings.TrimSpace(string(runes[:k.most]))+"…")
			}
		}
	}
	return append(dst, value...)
}

// appendObject appends what is kept of an object.
func (k *keep) appendObject(dst, object []byte) []byte {
	count := 0
	return appendEdited(dst, object, func(key string, value []byte) (string, []byte) {
		each, kept := k.of[key]
		if !kept {
			each, kept = k.of["*"]
		}
		if !kept && k.of != nil || k.most > 0 && count == k.most {
			return "", nil
		}
		count++
		return key, appendKept(nil, value, each)
	})
}

// appendInShape appends a value in which every film has its ratings under ratings, as in a row of
// search_films (F2-128). Elsewhere the answers of REST have them beside its title.
func appendInShape(dst, value []byte) []byte {
	switch {
	case len(value) == 0:
		return dst
	case value[0] == '[':
		all := items(value)
		for i := range all {
			all[i] = appendInShape(nil, all[i])
		}
		return appendArray(dst, all)
	case value[0] != '{':
		return append(dst, value...)
	}
	user, score := member(value, "filmdb_rating"), member(value, "master_score")
	isFilm := member(value, "filmdb_id") != nil && (user != nil || score != nil)
	told := false
	return appendEdited(dst, value, func(key string, value []byte) (string, []byte) {
		if !isFilm || key != "filmdb_rating" && key != "master_score" {
			return key, appendInShape(nil, value)
		}
		if told {
			return "", nil
		}
		told = true
		ratings := []byte{'{'}
		if user != nil {
			ratings = appendMember(ratings, "filmdb", user)
		}
		if score != nil {
			ratings = appendMember(ratings, "master_score", score)
		}
		return "ratings", append(ratings, '}')
	})
}

// What concise answers keep.
var (
	briefFilmFields = &keep{bytes: 4000, of: only("filmdb_id title original_title year release_date runtime genres director language ratings awards cast_total", map[string]*keep{
		"countries":            {most: 4},
		"overview":             {most: 400},
		"keywords":             {most: 10},
		"box_office":           {of: only("budget worldwide_gross roi", nil)},
		"poster":               {of: only("url", nil)},
		"cast":                 {most: topCast, of: only("name character", nil)},
		"crew_summary":         nil, // leading has reduced it
		"production_companies": {most: 3, of: only("name", nil)},
		"watch_providers":      {most: 1, of: map[string]*keep{"US": {of: map[string]*keep{"*": {most: 4}}}}},
		"collection":           {of: only("id name", nil)},
	})}
	briefSuggestions = &keep{of: map[string]*keep{
		"data": {of: only("film reason people mean least", map[string]*keep{"reasons": {most: 2}})},
		"meta": {of: only("liked disliked unresolved people understood unmet left note sandbox", map[string]*keep{
			"taste_profile": {of: map[string]*keep{"top_genres": {most: 5}, "liked_directors": {most: 5}}},
		})},
	}}
	briefStatistics = &keep{of: only("summary", map[string]*keep{
		"genres":       {of: map[string]*keep{"*": {of: only("count avg_score", nil)}}},
		"decades":      {of: map[string]*keep{"*": {of: only("count avg_score", nil)}}},
		"budgetTiers":  {of: map[string]*keep{"*": {of: only("budget_from budget_below count median_roi", nil)}}},
		"topDirectors": {most: 10, of: map[string]*keep{"*": {of: only("count avg_score", nil)}}},
		"languages":    {most: 10, of: map[string]*keep{"*": {of: only("name count", nil)}}},
		"roiDecades":   {of: map[string]*keep{"*": {of: only("median_roi profitable_share", nil)}}},
	})}
	briefScripts    = &keep{of: only("meta", map[string]*keep{"data": {of: only("filmdb_id title year tier rank points ratings class", nil)}})}
	briefHeading    = &keep{most: 60}
	briefScene      = &keep{most: 4, of: only("scene words", map[string]*keep{"heading": briefHeading})}
	briefMatch      = &keep{most: 4, of: map[string]*keep{"before": {of: only("scene", nil)}, "after": briefScene}}
	briefComparison = &keep{of: only("class_changed class_exceeds_noise note", map[string]*keep{
		"before":  briefDraft,
		"after":   briefDraft,
		"changes": {of: map[string]*keep{"*": {of: only("before after delta exceeds_noise", nil)}}},
		"scenes": {of: only("aligned unchanged summary", map[string]*keep{
			"cut": briefScene, "added": briefScene, "moved": briefMatch, "changed": briefMatch,
			"split":  {most: 2, of: map[string]*keep{"before": briefScene, "after": briefScene}},
			"joined": {most: 2, of: map[string]*keep{"before": briefScene, "after": briefScene}},
		})},
	})}
	briefDraft    = &keep{of: only("predicted_class class_range form script_length", map[string]*keep{"warnings": {most: 2}})}
	briefAnalysis = &keep{of: only("predicted_class predicted_tier probabilities class_range features comparisons script_length format form truncated rest", map[string]*keep{
		"warnings":   {most: 4},
		"acts":       {of: only("act first_scene last_scene words", nil)},
		"characters": {most: 6, of: only("name speeches words scenes", nil)},
		"comparison": briefComparison,
		"what_moves": {of: only("causal silent", map[string]*keep{"moves": {most: 2}})},
		"advice": {of: only("caution", map[string]*keep{"points": {of: only("feature below middle suggestion", map[string]*keep{
			"scenes":  {most: 2},
			"near":    {of: map[string]*keep{"scripts": {of: only("title year value", nil)}}},
			"guide":   {of: only("name", map[string]*keep{"text": {most: 240}})},
			"changes": {most: 1, of: only("says", nil)},
		})}})},
	})}
	briefOutcome = &keep{bytes: 3600, of: only("", map[string]*keep{
		"project": {of: only("title budget director runtime year month franchise source_material", map[string]*keep{
			"genres": {most: 5}, "cast": {most: 5}, "companies": {most: 2}, "writers": {most: 2}, "countries": {most: 3}, "languages": {most: 3},
		})},
		"prediction": {of: only("estimated_worldwide_gross estimated_filmdb_rating estimated_master_score estimated_roi confidence comparable_count intervals chances budget_band as_of", nil)},
		"audience":   {of: map[string]*keep{"*": {most: 240}}},
		"marketing":  {most: 2},
		"comparables": {most: 4, of: only("filmdb_id title year worldwide_gross roi ratings similarity", map[string]*keep{
			"reasons": {most: 1},
		})},
		"screenplay": nil,
		"warnings":   {most: 3},
	})}
)

// leaders are the jobs that a concise answer names first, by department. Of other departments, and
// where nobody has one of these jobs, it names one person.
var leaders = map[string][]string{
	"directing": {"Director"}, "writing": {"Screenplay", "Writer", "Story", "Novel", "Original Story"},
	"camera": {"Director of Photography"}, "editing": {"Editor"}, "sound": {"Original Music Composer"},
	"production": {"Producer"}, "art": {"Production Design"}, "costume": {"Costume Design"},
	"visual_effects": {"Visual Effects Supervisor"},
}

// mostLeaders is how many people of a department a concise answer names.
const mostLeaders = 3

// leading returns a film with a crew of those who lead its departments.
func leading(whole []byte) []byte {
	return appendEdited(nil, whole, func(key string, value []byte) (string, []byte) {
		if key != "crew_summary" {
			return key, value
		}
		return key, appendEdited(nil, value, func(department string, people []byte) (string, []byte) {
			all := items(people)
			var kept [][]byte
			for _, job := range leaders[department] {
				for _, one := range all {
					if plainText(member(one, "job")) == job {
						kept = append(kept, one)
					}
				}
			}
			if len(kept) == 0 {
				kept = all[:min(1, len(all))]
			}
			return department, appendArray(nil, kept[:min(mostLeaders, len(kept))])
		})
	})
}

// summaryOf returns one line that says what an answer is, for those who read the answer itself as
// structured content: films by title, year and id, and otherwise the names of its members.
func summaryOf(payload []byte) string {
	if title := titleOf(payload); title != "" {
		return title
	}
	if rows := member(payload, "data"); rows != nil {
		return summaryOfRows(items(rows), member(payload, "meta"))
	}
	if title := titleOf(member(payload, "project")); title != "" {
		return title + ": " + summaryOfPrediction(member(payload, "prediction"))
	}
	var names []string
	for name := range members(payload) {
		names = append(names, name)
	}
	return "has " + strings.Join(names, ", ")
}

// mostNamed is how many rows a summary names.
const mostNamed = 5

// summaryOfRows is summaryOf of a list.
func summaryOfRows(rows [][]byte, meta []byte) string {
	var said []string
	for _, row := range rows[:min(mostNamed, len(rows))] {
		if inner := member(row, "film"); inner != nil {
			row = inner
		}
		if title := titleOf(row); title != "" {
			said = append(said, title)
		}
	}
	count := strconv.Itoa(len(rows))
	if total := member(meta, "total"); total != nil {
		count += " of " + string(total)
	}
	switch {
	case len(said) == 0:
		return count
	case len(said) < len(rows):
		said = append(said, "…")
	}
	return count + ": " + strings.Join(said, "; ")
}

// titleOf names a film or another thing with a title or name; it is empty where there is none.
func titleOf(object []byte) string {
	title := plainText(member(object, "title"))
	if title == "" {
		return plainText(member(object, "name"))
	}
	if year := member(object, "year"); len(year) > 0 && !bytes.Equal(year, []byte("null")) {
		title += " (" + strings.Trim(string(year), `"`) + ")"
	}
	if id := plainText(member(object, "filmdb_id")); id != "" {
		title += " " + id
	}
	return title
}

// summaryOfPrediction returns what a forecast estimates, in words, and how sure it is.
func summaryOfPrediction(prediction []byte) string {
	var said []string
	if gross, err := strconv.ParseFloat(string(member(prediction, "estimated_worldwide_gross")), 64); err == nil {
		said = append(said, "worldwide gross about "+table.ShortDollars(gross))
	}
	if rating, err := strconv.ParseFloat(string(member(prediction, "estimated_filmdb_rating")), 64); err == nil {
		said = append(said, "rating about "+table.Number(rating, 1))
	}
	if len(said) == 0 {
		said = append(said, "no estimate")
	}
	return strings.Join(append(said, "confidence "+plainText(member(prediction, "confidence"))), ", ")
}
