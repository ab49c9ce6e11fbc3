package browser

import (
	"testing"
)

// An owner looks after their account: a key that is shown once, sessions, passkeys, the log.
func TestAnOwnerLooksAfterTheirAccount(t *testing.T) {
	ada := newMember(t, "studio", "ada")
	s := begin(t)
	s.enters(ada)
	s.opens("/account")
	s.reads("Used today")
	s.sound("account")
	s.opens("/account/keys")
	s.fills("Name", "notebook")
	s.presses("Make the key")
	s.reads(`kdx_live_\w+`)
	s.sound("account-key-made")
	s.opens("/account/keys")
	s.doesNotRead(`kdx_live_\w{20}`)
	s.sound("account-keys")
	for _, path := range []string{"/account/sessions", "/account/passkeys", "/account/log", "/account/connections", "/account/password", "/account/delete"} {
		s.opens(path)
		s.sound("account-" + path[len("/account/"):])
	}
}

// An operator suspends an account, and lets it in again.
func TestAnOperatorSuspendsAnAccount(t *testing.T) {
	eve, boss := newMember(t, "writer", "eve"), newMember(t, "operator", "boss")
	s := begin(t)
	s.enters(boss)
	s.opens("/admin")
	s.reads("Library that serves")
	s.sound("admin")
	s.opens("/admin/accounts?q=eve")
	s.sound("admin-accounts")
	s.presses("eve")
	s.arrives("^/admin/accounts/" + eve.ID)
	s.sound("admin-account")
	s.presses("Suspend")
	s.reads("suspended")
	s.presses("Let it in again")
	s.reads("active")
	for name, path := range map[string]string{"keys": "/admin/keys", "log": "/admin/log", "libraries": "/admin/libraries", "servers": "/admin/servers"} {
		s.opens(path)
		s.sound("admin-" + name)
	}
}
