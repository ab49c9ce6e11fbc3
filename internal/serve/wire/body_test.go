package wire

import (
	"testing"

	"kinodex/internal/fault"
)

// REQ E-09: names that differ in case only are one name to some readers and two
// to others, so that what one checks another does not read.
func TestAKeyIsNamedOnce(t *testing.T) {
	for body, ok := range map[string]bool{
		`{"text":"a","limit":1}`:            true,
		`{"text":"a","texts":1,"te-xt":2}`:  true,
		`{"a":{"text":1},"b":{"TEXT":2}}`:   true,
		`[{"text":1},{"TEXT":2}]`:           true,
		`{"TEXT":"a"}`:                      true,
		`{"text":"a","text":"b"}`:           false,
		`{"text":"a","TEXT":"b"}`:           false,
		`{"Text":"a","tEXT":"b"}`:           false,
		`{"filters":{"genre":1,"GENRE":2}}`: false,
		`{"li\u006bed":1,"LIKED":2}`:        false,
		`{"liked":1,"li\u212aed":2}`:        false, // the Kelvin sign
		`{"synopsis":1,"ſynopſiſ":2}`:       false,
		`{"é":1,"É":2}`:                     false,
		`{"é":1,"e":2}`:                     true,
	} {
		err := checkJSON([]byte(body))
		if ok && err != nil || !ok && !fault.Is(err, fault.InvalidBody) {
			t.Errorf("%s: %v, want it taken: %v", body, err, ok)
		}
	}
}
