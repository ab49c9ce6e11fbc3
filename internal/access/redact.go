package access

import (
	"regexp"
	"strings"
)

// redacted stands where a secret was.
const redacted = "REDACTED"

// secretForms matches secrets by their form: our tokens, mistyped ones too, but not
// the four characters that listings show; credentials of the Authorization header;
// JSON Web Tokens; passwords in URLs; signatures of links. The group of each is what
// stays.
var secretForms = regexp.MustCompile(`(?i)` + strings.Join([]string{
	`(kdx_(?:live|test)_|kd[scorplif]_)[^\s"'<>&=/?#,;:()\[\]{}|\\…]{5,}`,
	`\b((?:bearer|basic)[ +])[^\s"'<>&,;]{20,}`,
	`()\beyJ[0-9a-z_-]{6,}\.[0-9a-z_-]{6,}\.[0-9a-z_-]+`,
	`(://[^\s/:@]*:)[^\s/@]+@`,
	`(signature=)[^\s&"]{8,}`,
}, "|"))

// Redact returns a text with REDACTED in place of all that has the form of a secret,
// also where it is percent-encoded, however often; such a text is returned decoded.
// Any other text is returned as it is, without an allocation unless it has a %. Every
// text that goes into a log, or back to a stranger in an error, passes through it
// (REQ ).
func Redact(text string) string {
	plain := text
	if strings.IndexByte(text, '%') >= 0 {
		plain = unescapeWhole(text)
	}
	if !maybeSecret(plain) {
		return text
	}
	hidden := secretForms.ReplaceAllStringFunc(plain, hide)
	if hidden == plain {
		return text
	}
	return hidden
}

// hide returns the part of a secret that tells its kind, and REDACTED for the rest.
func hide(secret string) string {
	groups := secretForms.FindStringSubmatch(secret)
	for _, part := range groups[1:] {
		if part != "" {
			if strings.HasPrefix(part, "://") {
				return part + redacted + "@"
			}
			return part + redacted
		}
	}
	return redacted
}

// maybeSecret reports whether s may have a secret in it. It is quick, sometimes wrong
// when it says yes, and never when it says no.
func maybeSecret(s string) bool {
	for i := 0; i+2 < len(s); i++ {
		switch s[i] {
		case 'k', 'K':
			if s[i+1]|0x20 == 'd' {
				return true
			}
		case 'r', 'R', 'c', 'C': // the ends of bearer and basic
			if s[i+1] == ' ' || s[i+1] == '+' {
				return true
			}
		case 'e', 'E':
			if s[i+1]|0x20 == 'y' && s[i+2]|0x20 == 'j' || s[i+1] == '=' && i >= 8 && strings.EqualFold(s[i-8:i+1], "signature") {
				return true
			}
		case ':':
			if s[i+1] == '/' && s[i+2] == '/' {
				return true
			}
		}
	}
	return false
}

// unescapeWhole decodes percent-encoding until none is left, in one pass. A % that
// begins no escape stays.
func unescapeWhole(s string) string {
	out := make([]byte, 0, len(s))
	for i := range len(s) {
		out = append(out, s[i])
		for n := len(out); n >= 3 && out[n-3] == '%' && isHex(out[n-2]) && isHex(out[n-1]); n = len(out) {
			out[n-3] = unhex(out[n-2])<<4 | unhex(out[n-1])
			out = out[:n-2]
		}
	}
	return string(out)
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}

func unhex(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}
