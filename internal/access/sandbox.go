package access

// What one account may take from the sandbox, where it pays for nothing (TRACE
// Films are counted as answers carry them.
const (
	SandboxRequests   = 120    // a minute
	SandboxFilms      = 3_000  // a minute
	SandboxDailyFilms = 30_000 // a UTC day
	SandboxDailyHeavy = 60     // heavy requests a UTC day (see Need)
)

// SandboxMeter is what an account's takings from the sandbox are counted under, and
// empty for callers who have a budget, or none at all.
func (c Caller) SandboxMeter() string {
	if !c.Sandbox || c.Account == "" || c.Mode == Keyless || c.Pooled {
		return ""
	}
	return "sandbox:" + c.Account
}
