package access

// What one account may take from the sandbox, where nothing counts against its budget
// (REQ A-14). Each film of an answer counts.
const (
	SandboxRequests   = 120    // a minute
	SandboxFilms      = 3_000  // a minute
	SandboxDailyFilms = 30_000 // a UTC day
	SandboxDailyHeavy = 60     // heavy requests a UTC day (see Need)
)

// Playground is the sandbox key that is published, for whoever tries the interface in a
// browser or from the documentation. It belongs to no account: who shows it is a caller
// without a key, who may read, KeylessDaily times a day from one address (REQ A-11).
const Playground = testPrefix + "PlaygroundOfKinodexForEverybody0" + "1uhuxY"

// SandboxMeter returns the name under which an account's use of the sandbox is counted.
// It is empty for callers outside the sandbox and for those without an account.
func (c Caller) SandboxMeter() string {
	if !c.Sandbox || c.Account == "" || c.Mode == Keyless || c.Pooled {
		return ""
	}
	return "sandbox:" + c.Account
}
