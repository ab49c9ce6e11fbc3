package app

// SandboxRemembers is how many accounts the pace of the sandbox remembers.
func (a *App) SandboxRemembers() int { return len(a.sandbox.accounts) }

// ShownToStrangers is how many films and people strangers were shown today.
func (a *App) ShownToStrangers() int { return len(a.site.shown) }
