package research

import (
	"cmp"
	"math"
	"slices"

	"kinodex/internal/film"
	"kinodex/internal/screenplay/measure"
)

// Told is what is known of a script beside its features. What is not known is zero.
type Told struct {
	Characters int // of its text
	Year       int
	// Genre reports whether a film is of the script's genre; nil when no genre was told.
	Genre func(film.ID) bool
}

// The conditions of a script that is near another.
const (
	NearGenre  = "genre"  // of the same genre
	NearLength = "length" // at most a quarter longer or shorter
	NearYear   = "year"   // at most nearYears older or newer
)

const (
	nearLength = 1.25 // the longer text's characters by the shorter one's
	nearYears  = 10
	// nearOwn is the correlation from which on two features say the same of a script.
	nearOwn = 0.5
	// nearFar is how many standard deviations from the mean a value counts as at most, so that
	// no single feature decides.
	nearFar = 3
	// nearSame is how many standard deviations the features of two copies of one script differ by at most, as
	// the root of the mean square.
	nearSame = 0.15
)

// NearScripts are scripts that are near another, the nearest first.
type NearScripts struct {
	Scripts []Script
	// Conditions are those that all of them meet, of those that could be asked.
	Conditions []string
}

// Nearest returns the n scripts that are near a script with these features, to see what they
// have of one feature. They are of its genre, of its length and of its years, as far as it tells
// these. A condition that fewer than n scripts meet is dropped, the year first, then the length,
// then the genre. Among those left, the nearest by the mean squared difference of features in
// standard deviations come first; the feature itself and those that go with it (correlation of
// nearOwn and more over the set) have no part in it. A script that hardly differs in any feature
// (nearSame) is left out: it is another copy of the same script. There are fewer than n when the
// set has fewer.
func (x *Set) Nearest(v *measure.Vector, feature int, told Told, n int) NearScripts {
	conditions := told.conditions()
	for {
		var found []int
		for i := range x.scripts {
			if s := &x.scripts[i]; !x.same(&s.Features, v) && told.meets(s, conditions) {
				found = append(found, i)
			}
		}
		if len(found) < n && len(conditions) > 0 {
			conditions = conditions[:len(conditions)-1]
			continue
		}
		return NearScripts{x.nearestOf(found, v, feature, n), conditions}
	}
}

// same reports whether features are of the same script, in another copy or reading.
func (x *Set) same(a, b *measure.Vector) bool {
	sum := 0.0
	for f, norm := range x.norms {
		d := norm.Z(a[f]) - norm.Z(b[f])
		sum += d * d
	}
	return sum <= nearSame*nearSame*measure.Count
}

// conditions returns the conditions that can be asked, the first to be kept first.
func (t *Told) conditions() []string {
	all := make([]string, 0, 3)
	if t.Genre != nil {
		all = append(all, NearGenre)
	}
	if t.Characters > 0 {
		all = append(all, NearLength)
	}
	if t.Year > 0 {
		all = append(all, NearYear)
	}
	return all
}

// meets reports whether a script of the set meets conditions.
func (t *Told) meets(s *scoredScript, conditions []string) bool {
	for _, c := range conditions {
		met := false
		switch c {
		case NearGenre:
			met = t.Genre(s.Film)
		case NearLength:
			short, long := float64(min(s.Characters, t.Characters)), float64(max(s.Characters, t.Characters))
			met = short > 0 && long <= nearLength*short
		case NearYear:
			met = s.year > 0 && max(s.year-t.Year, t.Year-s.year) <= nearYears
		}
		if !met {
			return false
		}
	}
	return true
}

// nearestOf returns the n nearest of the scripts at places of the ranking.
func (x *Set) nearestOf(places []int, v *measure.Vector, feature int, n int) []Script {
	compared := x.unlike(feature)
	distances := make([]float64, len(x.scripts))
	for _, i := range places {
		for _, f := range compared {
			d := x.bounded(f, x.scripts[i].Features[f]) - x.bounded(f, v[f])
			distances[i] += d * d
		}
	}
	slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(distances[a], distances[b]) })
	near := make([]Script, 0, n)
	for _, i := range places[:min(n, len(places))] {
		near = append(near, x.rows[i])
	}
	return near
}

// unlike returns the features that do not go with a feature.
func (x *Set) unlike(feature int) []int {
	var all []int
	for f, with := range x.together[feature] {
		if f != feature && math.Abs(with) < nearOwn {
			all = append(all, f)
		}
	}
	return all
}

// bounded returns how many standard deviations a value lies from the mean, nearFar at most.
func (x *Set) bounded(f int, value float64) float64 {
	return max(-nearFar, min(nearFar, x.norms[f].Z(value)))
}

// togetherOf returns Pearson's correlation of each two features over a set; 0 where one does not vary.
func togetherOf(vectors []measure.Vector, norms *[measure.Count]Norm) (all [measure.Count][measure.Count]float64) {
	for i := range vectors {
		var z measure.Vector
		for f := range z {
			z[f] = norms[f].Z(vectors[i][f])
		}
		for f := range z {
			for g := range f {
				all[f][g] += z[f] * z[g] / float64(len(vectors))
			}
		}
	}
	for f := range all {
		for g := range f {
			all[g][f] = all[f][g]
		}
	}
	return all
}

// PartOfFilm reports whether a text of so many characters is shorter than 99 of 100 scripts of
// the set, which are whole films: counts of it do not compare with theirs.
func (x *Set) PartOfFilm(characters int) bool { return characters < x.usualLength(0.01) }
