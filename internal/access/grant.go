package access

// Grantable are the scopes that a client may be given by a sign-in. The admin
// scope is not among them: it is for keys alone.
const Grantable = Scopes(Read | Write | AI)

// InPool gives the caller as it asks at a surface where its plan has no part,
// as a Free account at the connector: in the sandbox, from the pool of its
// address and as far as anybody reads there without a key, so that signing in
// never takes anything away (TRACE A-15). Its plan stays what it is.
func (c Caller) InPool() Caller {
	c.Pooled, c.Sandbox = true, true
	return c
}

// reach is the plan whose operations the caller may use.
func (c Caller) reach() Plan {
	if c.Pooled {
		return max(c.Plan, Writer)
	}
	return c.Plan
}

// Keys reports whether keys and sign-ins of the plan's accounts use the plan's
// own budget (TRACE A-15).
func (p Plan) Keys() bool { return plans[p].keys }
