package browser

import (
	"net/http"
	"regexp"
	"testing"

	"github.com/chromedp/cdproto/webauthn"
	"github.com/chromedp/chromedp"
)

// TestAProgrammerMakesAKeyAndUsesIt makes a key on the account's page, uses it as a
// program does, and revokes it.
func TestAProgrammerMakesAKeyAndUsesIt(t *testing.T) {
	s := begin(t)
	s.enters(newMember(t, "producer", "paul"))
	s.opens("/account")
	s.sound("account")
	s.opens("/account/keys")
	s.fills("Name", "notebook")
	s.presses("Make the key")
	key := s.reads(`kdx_live_\w+`)[0]
	s.sound("account-key")
	req, err := http.NewRequest("GET", theService(t).URL+"/api/v2/films?q=heat", nil)
	s.must(err, "making a call")
	req.Header.Set("X-API-Key", key)
	resp, err := http.DefaultClient.Do(req)
	s.must(err, "calling")
	if resp.Body.Close(); resp.StatusCode != http.StatusOK {
		t.Errorf("the key opens nothing: status %d", resp.StatusCode)
	}
	s.opens("/account/keys")
	s.doesNotRead(regexp.QuoteMeta(key))
	s.presses("Revoke notebook")
	s.reads("revoked")

}

// TestASuspendedMemberComesInNoMore finds an account and lets it in no more.
func TestASuspendedMemberComesInNoMore(t *testing.T) {
	sam := newMember(t, "free", "sam")
	guest := begin(t)
	guest.enters(sam)
	guest.tab.Allow("status 4[0-9][0-9]|status of 4[0-9][0-9]")

	s := begin(t)
	s.enters(newMember(t, "operator", "olga"))
	s.opens("/admin")
	s.sound("admin")
	s.opens("/admin/accounts?q=sam")
	s.sound("admin-accounts")
	s.presses("sam")
	s.reads("sam@example.com")
	s.sound("admin-account")
	s.presses("Suspend")
	s.reads(`State\s+suspended`)

	guest.must(guest.awaits(func() bool { // servers know within a second
		guest.opens("/account")
		asked, err := Eval[bool](guest.tab, `!!document.querySelector("input[type=password]")`)
		return err == nil && asked
	}), "being asked who they are")
	guest.fills("Email", sam.Email)
	guest.fills("Password", sam.password)
	guest.presses("Sign in")
	guest.reads("(?i)suspended|wrong|cannot")

	s.presses("Let it in again")
	s.reads(`State\s+active`)

	// The session works on, and leads to nothing of the operator's.
	guest.opens("/account")
	guest.reads("sam@example.com")
	if status, err := guest.tab.Open("/admin"); err != nil || status < 400 {
		t.Errorf("somebody on the Free plan opens /admin: %d %v", status, err)
	}
}

// TestAMemberUsesAPasskey makes a passkey on a device of the browser's own and signs in
// with it.
func TestAMemberUsesAPasskey(t *testing.T) {
	s := begin(t)
	_, err := chromedp.Call(s.tab.ctx, webauthn.Enable, webauthn.EnableParams{})
	s.must(err, "switching devices on")
	_, err = chromedp.Call(s.tab.ctx, webauthn.AddVirtualAuthenticator, webauthn.AddVirtualAuthenticatorParams{
		Options: &webauthn.VirtualAuthenticatorOptions{Protocol: webauthn.AuthenticatorProtocolCtap2, Transport: webauthn.AuthenticatorTransportInternal,
			HasResidentKey: true, HasUserVerification: true, IsUserVerified: true, AutomaticPresenceSimulation: true}})
	s.must(err, "adding a device")
	s.enters(newMember(t, "writer", "pauline"))
	s.opens("/account/passkeys")
	s.sound("passkeys")
	s.fills("Name", "this laptop")
	s.presses("Add a passkey")
	s.reads("this laptop")
	s.sound("passkeys-one")
	s.opens("/sign-out")
	s.presses("Sign out")
	s.arrives("^/sign-in")
	s.opens("/sign-in")
	s.presses("Sign in with a passkey")
	s.arrives("^/sign-in/passkey")
	s.sound("sign-in-passkey")
	s.presses("Use a passkey")
	s.arrives("^/(account.*)?$")
	s.opens("/account")
	s.reads("pauline")
}
