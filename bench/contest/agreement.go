package contest

import (
	"fmt"
	"math"
	"slices"

	"kinodex/bench/question"
)

// Agreement says how an engine's answers compare with another's, in one class:
// whether anybody is fast because it answers less.
type Agreement struct {
	Questions int `json:"questions"`
	// Same counts the questions with the same total, Near those whose totals
	// differ by a tenth or two films at most.
	Same int `json:"same"`
	Near int `json:"near"`
	// Films adds up the totals, Other those of the engine compared with.
	Films int `json:"films"`
	Other int `json:"other"`
	// Pages counts the questions answered with the same films in the same
	// order. Only orders by a field are expected to agree.
	Pages int `json:"pages"`
	// Found counts, of the Sought questions made from a film, those that have it
	// among the first ten.
	Found  int `json:"found"`
	Sought int `json:"sought"`
}

// Compare compares an engine's answers with those of another, by class and
// altogether.
func Compare(set *question.Set, answers, others []Check) map[string]Agreement {
	result := map[string]Agreement{}
	for i, q := range set.Questions {
		for _, class := range []string{q.Class, All} {
			a := result[class]
			a.add(&q, &answers[i], &others[i])
			result[class] = a
		}
	}
	return result
}

func (a *Agreement) add(q *question.Question, answer, other *Check) {
	a.Questions++
	a.Films += answer.Total
	a.Other += other.Total
	if answer.Total == other.Total {
		a.Same++
	}
	if diff := math.Abs(float64(answer.Total - other.Total)); diff <= 2 || diff <= float64(other.Total)/10 {
		a.Near++
	}
	if slices.Equal(answer.IDs, other.IDs) {
		a.Pages++
	}
	if q.Wanted != 0 {
		a.Sought++
		if slices.Contains(answer.IDs[:min(10, len(answer.IDs))], q.Wanted) {
			a.Found++
		}
	}
}

// Verify compares an engine's totals with those counted by a plain scan of the
// films, for the questions that have one. Any difference is an error: there is
// nothing about them to disagree on.
func Verify(set *question.Set, answers []Check) error {
	for i, q := range set.Questions {
		if q.Total != nil && *q.Total != answers[i].Total {
			return fmt.Errorf("question %d (%s): %d films, a plain scan counts %d", i, q.Kind, answers[i].Total, *q.Total)
		}
	}
	return nil
}
