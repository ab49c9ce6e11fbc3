package report

import (
	"fmt"
	"strings"
	"time"

	"kinodex/bench/update"
)

// Updates has a row for each step, and tells below where the time of each went by the clock.
func Updates(steps []update.Step) *Table {
	t := &Table{Title: "Fetch, build, update", Columns: []string{"step", "time", "processor", "most memory", "what came of it"}}
	for _, s := range steps {
		t.Rows = append(t.Rows, []string{s.Name, span(s.Took), span(s.Processor), size(s.Peak), s.Says})
		if s.Name == "fetch" {
			continue // its stages are the files
		}
		var stages []string
		for _, stage := range s.Stages {
			if stage.Took >= time.Second {
				stages = append(stages, fmt.Sprintf("%s %s", stage.Name, span(stage.Took)))
			}
		}
		if stages != nil {
			t.Notes = append(t.Notes, s.Name+": "+strings.Join(stages, ", ")+".")
		}
	}
	return t
}
