package film

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// Every address of a film gets the base, whichever fields hold one: what
// appendWhole skips must have none (REQ F2-11).
func TestEveryAddressGetsTheBase(t *testing.T) {
	url := string(BaseMark) + "/a"
	f := &Film{
		ID: 7, Title: "\x01 is no address", Links: Links{Self: url, Similar: &url, PosterAnalysis: &url},
		Poster: Poster{URL: &url}, PosterFull: &url, PosterMini: &url,
		Cast:        []Role{{Name: "B"}, {Name: "C"}},
		CrewSummary: Crew{"directing": {{Name: "D", Job: "Director"}}},
		Provenance:  map[string]Provenance{"runtime": {Source: "s"}},
	}
	for _, v := range Views {
		object, ends := v.Append(nil, nil, f)
		r := Record{JSON: object}
		for _, e := range ends {
			r.Ends = binary.LittleEndian.AppendUint32(r.Ends, e)
		}
		got, want := r.AppendTo(nil, nil, "http://x"), appendBased(nil, object, "http://x")
		if !bytes.Equal(got, want) || bytes.IndexByte(got, BaseMark) >= 0 {
			t.Errorf("%s: %q, want %q", v, got, want)
		}
		for cut := range r.Ends { // damaged ends must not panic
			Record{JSON: object, Ends: r.Ends[:cut&^3]}.AppendTo(nil, nil, "")
			damaged := bytes.Clone(r.Ends)
			damaged[cut] ^= 0xff
			Record{JSON: object, Ends: damaged}.AppendTo(nil, nil, "")
		}
	}
}

func TestStringsAreEncodedAsViewsEncodeThem(t *testing.T) {
	b := AppendText(nil, "a \"b\" \x01\u00e9\xff")
	if want := `"a \"b\" \u0001é\ufffd"`; string(b) != want {
		t.Errorf("%s, want %s", b, want)
	}
	url := string(BaseMark) + "/posters/1"
	b = AppendAddress(AppendAddress(nil, &url), nil)
	if got := string(AppendBased(nil, b, "https://x")); got != `"https://x/posters/1"null` {
		t.Errorf("got %s", got)
	}
}
