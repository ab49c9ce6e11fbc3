package mcp

import (
	"context"
	"reflect"

	"kinodex/internal/access"
	"kinodex/internal/identity"
)

// accountTools returns the tool that tells of the caller's account (REQ M-33).
func accountTools() []tool {
	return []tool{takes(tool{
		name: "get_account_status", title: "Get account status",
		about: "Who is asking (sandbox, signed_in or api_key), plan, scopes, requests a day, how many are used, when they renew. Free; answers when the budget is used up.",
		need:  access.Needs.Status, output: reflect.TypeFor[identity.Me](),
	}, accountStatus)}
}

// accountStatus answers get_account_status. It is free, and answers when the budget is used
// up.
func accountStatus(ctx context.Context, c *call, _ nothing, dst []byte) ([]byte, error) {
	me, err := c.visit.Identity().Me(ctx)
	if err != nil {
		return nil, err
	}
	return c.encode(dst, me)
}
