package measure_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"kinodex/internal/screenplay/measure"
)

// Every member stands under its feature's name, in the order of a Vector.
func TestByFeature(t *testing.T) {
	var v measure.Vector
	var want []string
	for f, name := range measure.Names() {
		v[f] = float64(f)
		want = append(want, fmt.Sprintf("%q:%d", name, f))
	}
	named := v.ByFeature()
	b, err := json.Marshal(named)
	if err != nil || string(b) != "{"+strings.Join(want, ",")+"}" {
		t.Errorf("%s, %v", b, err)
	}
	if back := measure.VectorOf(&named); back != v || *named.At(measure.LeadShare) != named.LeadShare {
		t.Errorf("%v", back)
	}
}
