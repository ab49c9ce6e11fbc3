package app

// SandboxRemembers is how many accounts the pace of the sandbox remembers.
func (a *App) SandboxRemembers() int { return len(a.sandbox.accounts) }
