package browser

import (
	"encoding/json"
	"regexp"
	"testing"
)

// member is somebody with an account.
type member struct{ ID, Email, password string }

// newMember opens an account on a plan, as an operator does on the command line.
func newMember(t *testing.T, plan, name string) member {
	t.Helper()
	m := member{password: "a long walk to the sea " + name}
	out, err := theService(t).Run(m.password, "account", "create", "--json", "--tier", plan,
		"--name", name, "--email", name+"@example.com", "--password-stdin")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(out), &m); err != nil || m.ID == "" {
		t.Fatalf("no account: %v: %s", err, out)
	}
	m.Email = name + "@example.com"
	return m
}

// signsIn signs in with a password on the page that is open.
func (s *story) signsIn(m member) {
	s.Helper()
	s.fills("Email", m.Email)
	s.fills("Password", m.password)
	s.presses("Sign in")
}

// enters signs in by a link that the operator made on the command line, which is
// shorter than a password and leads past what other stories tell.
func (s *story) enters(m member) {
	s.Helper()
	out, err := theService(s.T).Run("", "signin-link", "--account", m.ID, "--base-url", theService(s.T).URL)
	s.must(err, "asking for a link")
	s.opens(link(s.T, out))
	s.presses("Sign in")
	s.arrives("^/(account.*)?$")
}

func TestAMemberSignsInAndOut(t *testing.T) {
	ida := newMember(t, "writer", "ida")
	s := begin(t)
	s.tab.Allow(`status 40[13] of /sign-in|responded with a status of 40[13]`)

	s.opens("/account/connections")
	wrong := ida
	wrong.password = "not the password at all"
	s.signsIn(wrong)
	s.reads("(?i)the email or the password is wrong")
	s.sound("signin-refused")

	s.signsIn(ida)
	s.arrives("^/account/connections$")
	s.reads("(?i)connect")
	s.sound("connections")
}

func TestAMemberSetsANewPassword(t *testing.T) {
	una := newMember(t, "free", "una")
	s := begin(t)
	out, err := theService(t).Run("", "account", "reset-link", "--base-url", theService(t).URL, una.ID)
	s.must(err, "asking for a link")
	s.opens(link(t, out))
	s.sound("reset-password")
	una.password = "another walk along the river"
	s.fills("New password", una.password)
	s.fills("The new password again", una.password)
	s.presses("Set")
	s.reads("Your password is changed")
	s.signsIn(una)
	s.arrives("^/account")
}

var linkPrinted = regexp.MustCompile(`https?://[^/\s]+(/\S+)`)

// link returns the first address of the service in what a command printed, as a path.
func link(t *testing.T, printed string) string {
	t.Helper()
	found := linkPrinted.FindStringSubmatch(printed)
	if found == nil {
		t.Fatalf("no link in %q", printed)
	}
	return found[1]
}
