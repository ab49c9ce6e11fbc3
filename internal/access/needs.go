package access

// Needs is the one table of what each operation needs. Routes, tools and the
// desk all name its entries, so that a gate is stated once (TRACE,
// It is never written to.
var Needs = struct {
	Films, Film, Batch, Stream Need
	Status                     Need // a caller's own account and budget
	SelfGenerate               Need // a key for one's own account (TRACE K-01)
	// Administer is the keys of all accounts and the audit log (TRACE K-03). It
	// costs nothing: revoking a stolen key is never refused for a budget.
	Administer Need
}{
	Films:  Need{Scope: Read, Plan: Writer, Cost: 1},
	Film:   Need{Scope: Read, Plan: Writer, Cost: 1},
	Batch:  Need{Scope: Read, Plan: Writer, Cost: 1},
	Stream: Need{Scope: Read, Plan: Producer, Cost: 1, NoSandbox: true},
	Status: Need{},

	SelfGenerate: Need{Scope: Write, Plan: Producer, Cost: 1, NoSandbox: true},
	Administer:   Need{Scope: Admin, NoSandbox: true},
}
