package writersroom

import (
	"cmp"
	"slices"
	"strings"

	"kinodex/internal/screenplay"
	"kinodex/internal/text"
)

// mainPlaces returns at most three places, those of most words first.
func (m *Manuscript) mainPlaces() []string {
	words := map[string]int{}
	var order []string
	for i := range m.Script.Scenes {
		place := strings.TrimPrefix(m.Script.Scenes[i].Place, "the ")
		if place == "" {
			continue
		}
		if words[place] == 0 {
			order = append(order, place)
		}
		words[place] += m.Report.Scenes[i].Words.Film() + 1
	}
	slices.SortStableFunc(order, func(a, b string) int { return words[b] - words[a] })
	return slices.Clone(order[:min(3, len(order))])
}

// staging has nouns of the body, the room and the camera. Every script has them, so
// they say nothing of a story.
var staging = func() map[string]bool {
	all := map[string]bool{}
	for _, w := range strings.Fields("angle arm arms beat bed body camera chair corner crowd day desk distance door doors edge eye eyes face faces feet " +
		"finger fingers floor foot front frame ground hair hand hands head heads image kitchen knee knees lap leg legs light lights line man men middle " +
		"moment morning mouth neck night office others pair people phone place point rest road room scene screen seat second shot shoulder side silence sky " +
		"smile sound step steps street table things time top two view voice wall walls way window woman women word words world air back bathroom bedroom " +
		"beginning bottom building car end girl group guy hall hallway hell house kid kids left lip lips look minute minutes name next number one other " +
		"past right same sun thing wind year years") {
		all[w] = true
	}
	return all
}()

// articles has the articles and possessives that stand before a noun.
var articles = map[string]bool{"the": true, "a": true, "an": true, "his": true, "her": true, "their": true, "my": true, "your": true, "our": true}

// recurringNouns returns the nouns that come back in most scenes, at most five.
func (m *Manuscript) recurringNouns() []string { return m.nouns(5) }

// nouns returns at most most words that mostly follow an article, in two scenes or
// more and three times or more. Names of parts, staging and common words are left
// out. Those of most scenes come first; it is never nil.
func (m *Manuscript) nouns(most int) []string {
	type tally struct{ all, articled, scenes, last int }
	met := map[string]*tally{}
	names := map[string]bool{}
	for _, c := range m.Script.Characters {
		for _, w := range text.Words(c) {
			names[w] = true
		}
	}
	for i := range m.Script.Elements {
		e := &m.Script.Elements[i]
		if e.Kind != screenplay.Action && e.Kind != screenplay.Dialogue {
			continue
		}
		before := ""
		for w := range text.Tokens(e.Text) {
			t := met[w]
			if t == nil {
				t = &tally{last: -2}
				met[w] = t
			}
			t.all++
			if articles[before] {
				t.articled++
			}
			if t.last != e.Scene {
				t.last = e.Scene
				t.scenes++
			}
			before = w
		}
	}
	var found []string
	for w, t := range met {
		if len(w) > 2 && t.scenes >= 2 && t.all >= 3 && 2*t.articled > t.all && !names[w] && !staging[w] && !little[text.Stem(w)] && !habitual[w] {
			found = append(found, w)
		}
	}
	slices.SortFunc(found, func(a, b string) int {
		return cmp.Or(met[b].scenes-met[a].scenes, met[b].all-met[a].all, cmp.Compare(a, b))
	})
	return append([]string{}, found[:min(most, len(found))]...)
}

// habitual has the common words by which habits of style are measured.
var habitual = func() map[string]bool {
	all := map[string]bool{}
	for _, h := range habitList {
		all[h.Token] = true
	}
	return all
}()
