package access

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"kinodex/internal/fault"
)

// Email is an email address in the form in which addresses are compared: lower case,
// without white space around it. Dots and tags stay, since what they mean depends on
// the mail provider.
type Email string

// maxEmail is the longest address that mail is delivered to, in bytes.
const maxEmail = 254

// ParseEmail reads an address. It demands only what every deliverable address has: 1
// to 64 bytes before the last @, and a domain of several labels after it. The error is
// a fault of the parameter email.
func ParseEmail(s string) (Email, error) {
	if !utf8.ValidString(s) {
		return "", badEmail()
	}
	s = strings.ToLower(strings.TrimSpace(s))
	at := strings.LastIndexByte(s, '@')
	if at < 1 || at > 64 || len(s) > maxEmail || !isDomain(s[at+1:]) {
		return "", badEmail()
	}
	for _, r := range s[:at] {
		if unicode.IsSpace(r) || !unicode.IsPrint(r) || strings.ContainsRune(`"(),:;<>@[\]`, r) {
			return "", badEmail()
		}
	}
	return Email(s), nil
}

func badEmail() error { return fault.Param("email", "an email address, such as ida@example.com") }

func isDomain(s string) bool {
	labels := strings.Split(s, ".")
	for _, label := range labels {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
		for _, r := range label {
			if r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
				return false
			}
		}
	}
	return len(labels) > 1
}
