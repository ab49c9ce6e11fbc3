package research

import (
	"kinodex/internal/film"
	"kinodex/internal/pack"
	"kinodex/internal/screenplay/measure"
)

// habitCount is how many places a script's habits have.
var habitCount = len(measure.HabitList())

// habitsOf lays the habits of a set out for its file.
func habitsOf(set []scored) []uint16 {
	all := make([]uint16, len(set)*habitCount)
	for i := range set {
		if s := &set[i]; s.HabitList == measure.HabitsVersion && len(s.Habits) == habitCount {
			copy(all[i*habitCount:], s.Habits)
		}
	}
	return all
}

// readHabits maps the habits of a file that has them by the list of this program.
func (x *Set) readHabits(r *pack.Reader) {
	if x.about.Habits == measure.HabitsVersion {
		x.habits = pack.Column[uint16](r, sectionHabits, len(x.scripts)*habitCount)
	}
}

// Habits gives the habits of a film's script, if they were counted.
func (x *Set) Habits(id film.ID) (measure.Habits, bool) {
	i, ok := x.byFilm[id]
	if !ok || x.habits == nil {
		return nil, false
	}
	h := measure.Habits(x.habits[i*habitCount : (i+1)*habitCount])
	for _, n := range h {
		if n > 0 {
			return h, true
		}
	}
	return nil, false
}

// AllHabits adds the habits of all scripts up, by place; all 0 where none were
// counted.
func (x *Set) AllHabits() []int {
	sums := make([]int, habitCount)
	for i, n := range x.habits {
		sums[i%habitCount] += int(n)
	}
	return sums
}
