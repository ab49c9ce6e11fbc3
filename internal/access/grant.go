package access

// Grantable are the scopes that a sign-in may grant a client. The admin scope is not
// among them: only keys have it.
const Grantable = Scopes(Read | Write | AI)

// InPool returns the caller as it asks at a surface that its plan does not include,
// as a Free account at the connector: in the sandbox, spending from the pool of its
// address, with what anybody may read there without a key. So signing in never takes
// anything away (REQ A-15). Its plan stays what it is.
func (c Caller) InPool() Caller {
	c.Pooled, c.Sandbox = true, true
	return c
}

// StepUp returns the scopes that a client asks for to use an operation which the person's sign-in did
// not grant it. ok is false where asking helps nothing: nobody is signed in, the scope is there, or the
// account's plan does not include the operation.
func (c Caller) StepUp(n Need) (scopes Scopes, ok bool) {
	n = c.Policy.Need(n)
	ok = c.Mode == SignedIn && !c.OnSite && !c.Scopes.Has(n.Scope) && Grantable.Has(n.Scope) &&
		c.Plan.DefaultScopes().Has(n.Scope) && c.Plan >= n.Plan
	return Scopes(Read | n.Scope), ok
}

// effectivePlan returns the plan whose operations the caller may use. Pages serve the
// Free plan, too, within its one request a day (REQ A-15).
func (c Caller) effectivePlan() Plan {
	if c.Pooled || c.OnSite {
		return max(c.Plan, Writer)
	}
	return c.Plan
}

// Keys reports whether keys and sign-ins of the plan's accounts use the plan's
// own budget (REQ A-15).
func (p Plan) Keys() bool { return plans[p].keys }
