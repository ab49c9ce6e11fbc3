package writersroom

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kinodex/internal/screenplay"
)

// locations fills in where and when the script plays. A place has a setting only if
// all of its scenes have the same. Interiors stays nil if no heading states a
// setting; a scene that is both counts half. Locations are ordered by pages, the
// most first, and at most mostLocations are kept. q.Script must not be nil.
func (q Question) locations(r *VisualResult) {
	places, hours := map[string]*Location{}, map[string]int{}
	var inside, said float64
	for i := range q.Script.Scenes {
		s := &q.Script.Scenes[i]
		switch s.Setting {
		case screenplay.Interior:
			inside, said = inside+1, said+1
		case screenplay.Both:
			inside, said = inside+0.5, said+1
		case screenplay.Exterior:
			said++
		}
		if s.Time != "" {
			hours[s.Time]++
		}
		name := s.Place
		if name == "" {
			name = strings.ToLower(s.Heading)
		}
		l := places[name]
		if l == nil {
			l = &Location{Place: name, Times: []string{}, Scenes: []int{}}
			if s.Setting != screenplay.Unsaid {
				l.Setting = &settings[s.Setting]
			}
			places[name] = l
		}
		if l.Setting != nil && (s.Setting == screenplay.Unsaid || settings[s.Setting] != *l.Setting) {
			l.Setting = nil
		}
		l.Scenes = append(l.Scenes, i+1)
		l.Pages += q.length(i)
		if s.Time != "" && !slices.Contains(l.Times, s.Time) {
			l.Times = append(l.Times, s.Time)
		}
	}
	if said > 0 {
		r.Interiors = rounded(inside/said, 4)
	}
	for t, n := range hours {
		r.Hours = append(r.Hours, Hour{t, n})
	}
	slices.SortFunc(r.Hours, func(a, b Hour) int { return cmp.Or(b.Scenes-a.Scenes, cmp.Compare(a.Time, b.Time)) })
	for _, l := range places {
		r.Locations = append(r.Locations, *l)
	}
	slices.SortFunc(r.Locations, func(a, b Location) int {
		return cmp.Or(cmp.Compare(b.Pages, a.Pages), cmp.Compare(a.Scenes[0], b.Scenes[0]))
	})
	r.Locations = r.Locations[:min(len(r.Locations), mostLocations)]
}

// seen returns where and when the story plays, in sentences. A synopsis has no
// scenes, and it says so.
func (q Question) seen(r *VisualResult) string {
	var b strings.Builder
	if q.Script == nil {
		b.WriteString("A synopsis has no scene headings: places and hours are not known.")
	} else {
		fmt.Fprintf(&b, "%s in %s.", counted(len(q.Script.Scenes), "scene"), counted(len(r.Locations), "place"))
	}
	if r.Interiors != nil {
		fmt.Fprintf(&b, " %.0f %% are interiors.", 100**r.Interiors)
	}
	night, all := 0, 0
	for _, h := range r.Hours {
		all += h.Scenes
		if dark(h.Time) {
			night += h.Scenes
		}
	}
	if all > 0 {
		fmt.Fprintf(&b, " Of the %d whose heading states an hour, %d play by night or in the evening.", all, night)
	}
	if len(r.Locations) > 0 {
		l := r.Locations[0]
		fmt.Fprintf(&b, " Most pages, %.1f, are in %s.", l.Pages, l.Place)
	}
	if len(r.Looks) > 0 {
		look := r.Looks[0]
		fmt.Fprintf(&b, " %s is the nearest guide: %s.", look.Name, strings.TrimSuffix(look.Why, "."))
	}
	return b.String()
}
