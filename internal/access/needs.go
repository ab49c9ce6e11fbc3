package access

// Needs is the one table of what each operation needs. Routes, tools and package app
// name its entries, so that each gate stands once (REQ ). Nothing
// writes to it.
var Needs = struct {
	Films, Film, Batch, Stream Need
	// Scripts is for the analysed screenplays, their model and correlations, Analyze
	// for measuring a text that was submitted (REQ S-01, S-15).
	Scripts, Analyze Need
	Search           Need // REQ R-01
	Predict          Need // REQ R-15
	Suggest          Need // recommendations from liked films (REQ R-31)
	Recommend        Need // recommendations from a prompt (REQ F2-43, A-10)
	Similar          Need // REQ F2-39, A-10
	Stats, Coverage  Need // REQ F1-35
	Atlas            Need // REQ AT-01, A-10
	// Snapshot is for links to the file of all films and to the changes (REQ SN-07,
	// SN-13, A-10, A-14).
	Snapshot Need
	// PosterAnalysis is for the analysis of a film's poster, Posters for the list of
	// them and their statistics (REQ P-01, P-02, P-08, A-10). PosterAnalyze is for
	// analysing a picture that was submitted; the interface counts it as AI, so the
	// sandbox does not have it (REQ P-03, A-09, A-14).
	PosterAnalysis, Posters, PosterAnalyze Need

	// Guides is for the craft guides, People for the actors (REQ AC-01, AC-05).
	Guides, People Need
	// AI is for the routes and tools with AI (REQ K-05, M-31, M-32): the scope is
	// checked before the plan (M-12).
	AI Need

	Status       Need // a caller's own account and budget
	SelfGenerate Need // a key for one's own account (REQ K-01)
	// Administer is for the keys of all accounts and the audit log (REQ K-03). It
	// costs nothing, so that no budget stops the revoking of a stolen key.
	Administer Need
}{
	Films:     Need{Name: "films", Scope: Read, Plan: Writer, Cost: 1, Open: true},
	Film:      Need{Name: "film", Scope: Read, Plan: Writer, Cost: 1, Open: true},
	Batch:     Need{Name: "batch", Scope: Read, Plan: Writer, Cost: 1},
	Stream:    Need{Name: "stream", Scope: Read, Plan: Producer, Cost: 1, NoSandbox: true},
	Scripts:   Need{Name: "scripts", Scope: Read, Plan: Writer, Cost: 1, Open: true},
	Analyze:   Need{Name: "analyze", Scope: Read, Plan: Writer, Cost: 1, Heavy: true},
	Search:    Need{Name: "search", Scope: Read, Plan: Writer, Cost: 1, Open: true},
	Predict:   Need{Name: "predict", Scope: Read, Plan: Writer, Cost: 1, Heavy: true},
	Suggest:   Need{Name: "suggest", Scope: Read, Plan: Writer, Cost: 1},
	Recommend: Need{Name: "recommend", Scope: Read, Plan: Producer, Cost: 1},
	Similar:   Need{Name: "similar", Scope: Read, Plan: Writer, Cost: 1, Open: true},
	Stats:     Need{Name: "stats", Scope: Read, Plan: Writer, Cost: 1, Open: true},
	Coverage:  Need{Name: "coverage", Scope: Read, Plan: Writer, Cost: 1, Open: true},
	Atlas:     Need{Name: "atlas", Scope: Read, Plan: Producer, Cost: 1, Open: true},
	Snapshot:  Need{Name: "snapshot", Scope: Read, Plan: Producer, Cost: 1, NoSandbox: true},

	PosterAnalysis: Need{Name: "poster_analysis", Scope: Read, Plan: Writer, Cost: 1, Open: true},
	Posters:        Need{Name: "posters", Scope: Read, Plan: Writer, Cost: 1, Open: true},
	PosterAnalyze:  Need{Name: "poster_analyze", Scope: Read, Plan: Studio, Cost: 1, NoSandbox: true, Heavy: true},

	Guides: Need{Name: "guides", Scope: Read, Plan: Writer, Cost: 1, Open: true},
	People: Need{Name: "people", Scope: Read, Plan: Writer, Cost: 1, Open: true},
	AI:     Need{Name: "ai", Scope: AI, Plan: Studio, Cost: 1, NoSandbox: true, Heavy: true},

	Status: Need{},

	SelfGenerate: Need{Name: "self_generate", Scope: Write, Plan: Producer, Cost: 1, NoSandbox: true},
	Administer:   Need{Scope: Admin, NoSandbox: true},
}

// needNames returns the names of operations that a Policy may use.
func needNames() []string {
	var names []string
	for _, n := range (*Policy)(nil).Needs() {
		names = append(names, n.Name)
	}
	return names
}
