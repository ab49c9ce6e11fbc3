package access

import "reflect"

// Needs is the one table of what each operation needs. Routes, tools and the
// desk all name its entries, so that a gate is stated once (TRACE,
// It is never written to.
var Needs = struct {
	Films, Film, Batch, Stream Need
	// Scripts are the analysed screenplays, their model and correlations;
	// Analyze is measuring a text that was sent (TRACE S-01, S-15).
	Scripts, Analyze Need
	Search           Need // TRACE R-01
	Predict          Need // TRACE R-15
	Suggest          Need // recommendations from liked films (TRACE R-31)
	Recommend        Need // recommendations from a prompt (TRACE F2-43, A-10)
	Similar          Need // TRACE F2-39, A-10
	Stats, Coverage  Need // TRACE F1-35
	Atlas            Need // TRACE AT-01, A-10
	// Snapshot is a link to all films, or to what changed (TRACE SN-07, SN-13,
	//
	Snapshot Need
	// PosterAnalysis is the reading of a film's poster, Posters are all of them
	// and their statistics (TRACE P-01, P-02, P-08, A-10). PosterAnalyze is reading
	// a picture that was sent; the specification counts it among what is done with
	// AI, so it is not part of the sandbox (TRACE P-03, A-09, A-14).
	PosterAnalysis, Posters, PosterAnalyze Need

	// Guides are the craft guides, People the actors (TRACE AC-01, AC-05).
	Guides, People Need
	// Room is the writers' room (TRACE K-05, M-31, M-32): the scope is asked for
	// before the plan (M-12).
	Room Need

	Status       Need // a caller's own account and budget
	SelfGenerate Need // a key for one's own account (TRACE K-01)
	// Administer is the keys of all accounts and the audit log (TRACE K-03). It
	// costs nothing: revoking a stolen key is never refused for a budget.
	Administer Need
}{
	Films:     Need{Name: "films", Scope: Read, Plan: Writer, Cost: 1},
	Film:      Need{Name: "film", Scope: Read, Plan: Writer, Cost: 1},
	Batch:     Need{Name: "batch", Scope: Read, Plan: Writer, Cost: 1},
	Stream:    Need{Name: "stream", Scope: Read, Plan: Producer, Cost: 1, NoSandbox: true},
	Scripts:   Need{Name: "scripts", Scope: Read, Plan: Writer, Cost: 1},
	Analyze:   Need{Name: "analyze", Scope: Read, Plan: Writer, Cost: 1, Heavy: true},
	Search:    Need{Name: "search", Scope: Read, Plan: Writer, Cost: 1},
	Predict:   Need{Name: "predict", Scope: Read, Plan: Writer, Cost: 1, Heavy: true},
	Suggest:   Need{Name: "suggest", Scope: Read, Plan: Writer, Cost: 1},
	Recommend: Need{Name: "recommend", Scope: Read, Plan: Producer, Cost: 1},
	Similar:   Need{Name: "similar", Scope: Read, Plan: Writer, Cost: 1},
	Stats:     Need{Name: "stats", Scope: Read, Plan: Writer, Cost: 1},
	Coverage:  Need{Name: "coverage", Scope: Read, Plan: Writer, Cost: 1},
	Atlas:     Need{Name: "atlas", Scope: Read, Plan: Producer, Cost: 1},
	Snapshot:  Need{Name: "snapshot", Scope: Read, Plan: Producer, Cost: 1, NoSandbox: true},

	PosterAnalysis: Need{Name: "poster_analysis", Scope: Read, Plan: Writer, Cost: 1},
	Posters:        Need{Name: "posters", Scope: Read, Plan: Writer, Cost: 1},
	PosterAnalyze:  Need{Name: "poster_analyze", Scope: Read, Plan: Studio, Cost: 1, NoSandbox: true, Heavy: true},

	Guides: Need{Name: "guides", Scope: Read, Plan: Writer, Cost: 1},
	People: Need{Name: "people", Scope: Read, Plan: Writer, Cost: 1},
	Room:   Need{Name: "ai", Scope: AI, Plan: Studio, Cost: 1, NoSandbox: true, Heavy: true},

	Status: Need{},

	SelfGenerate: Need{Name: "self_generate", Scope: Write, Plan: Producer, Cost: 1, NoSandbox: true},
	Administer:   Need{Scope: Admin, NoSandbox: true},
}

// needNames are the names that a Policy may use.
func needNames() []string {
	var names []string
	table := reflect.ValueOf(Needs)
	for i := range table.NumField() {
		if name := table.Field(i).FieldByName("Name").String(); name != "" {
			names = append(names, name)
		}
	}
	return names
}
