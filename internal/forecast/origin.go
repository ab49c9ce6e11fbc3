package forecast

import (
	"math"
	"slices"
)

// codes returns the codes of the first countries or languages of a list, each once.
func codes(list []string) []uint16 {
	var all []uint16
	for i := range list {
		if c := code(&list[i]); c != 0 && !slices.Contains(all, c) && len(all) < mostOrigins {
			all = append(all, c)
		}
	}
	return all
}

// statedOriginFeatures appends where the project is made and what is spoken in it.
func statedOriginFeatures(r *featureVector, b *inputs) {
	american, english := math.NaN(), math.NaN()
	if len(b.countries) > 0 {
		american = truth(slices.Contains(b.countries, letters("US")))
	}
	if len(b.languages) > 0 {
		english = truth(b.languages[0] == letters("en"))
	}
	r.put("countries", counted(len(b.countries)))
	r.put("american", american)
	r.put("languages", counted(len(b.languages)))
	r.put("english", english)
}

// originFeatures appends where the people of the project have worked, since a project
// does not state its country or language. Directors count three times as much as
// actors.
// All are NaN when no earlier film of theirs has a known language.
func (a *archive) originFeatures(r *featureVector, b *inputs) {
	var english, american, hindi, chinese, french, all float64
	look := func(from *credits, keys []uint64, weight float64) {
		for _, k := range keys {
			films, _ := from.find(k)
			for _, d := range films {
				if !a.isEarlier(b, d) || a.language[d] == 0 {
					continue
				}
				all += weight
				switch a.language[d] {
				case letters("en"):
					english += weight
				case letters("hi"), letters("ta"), letters("te"), letters("ml"):
					hindi += weight
				case letters("zh"), letters("ja"), letters("ko"):
					chinese += weight
				case letters("fr"), letters("it"), letters("es"), letters("de"):
					french += weight
				}
				if a.country[d] == letters("US") {
					american += weight
				}
			}
		}
	}
	look(a.directed, b.directors, 3)
	look(a.played, b.cast, 1)
	for _, share := range []struct {
		name string
		sum  float64
	}{{"english", english}, {"american", american}, {"indian", hindi}, {"east_asian", chinese}, {"european", french}} {
		v := math.NaN()
		if all > 0 {
			v = share.sum / all
		}
		r.put("people_"+share.name, v)
	}
}
