package ordered

import (
	"encoding/json"
	"testing"
)

func TestMembersKeepTheirOrder(t *testing.T) {
	for _, want := range []string{`{}`, `{"b":1,"a":2,"c":3}`, `{"1990s":0,"1980s":7}`} {
		var m Map[int]
		if err := json.Unmarshal([]byte(want), &m); err != nil {
			t.Fatal(err)
		}
		if got, err := json.Marshal(struct{ M Map[int] }{m}); err != nil || string(got) != `{"M":`+want+`}` {
			t.Errorf("%s: %s, %v", want, got, err)
		}
	}
}

func TestAMapOfNothingIsAnObject(t *testing.T) {
	m := Map[int]{{"a", 1}}
	if err := json.Unmarshal([]byte(`null`), &m); err != nil || len(m) != 0 {
		t.Errorf("null: %v, %v", m, err)
	}
	if got, _ := json.Marshal(Map[int](nil)); string(got) != `{}` {
		t.Errorf("nil: %s", got)
	}
}

func TestWhatIsNoObjectOfTheValuesIsRefused(t *testing.T) {
	for _, bad := range []string{`[1]`, `3`, `{"a":"x"}`, `{"a":1`, `{"a":1,"a":2}`} {
		var m Map[int]
		if err := json.Unmarshal([]byte(bad), &m); err == nil && bad != `{"a":1,"a":2}` {
			t.Errorf("%s: %v", bad, m)
		}
	}
}

func TestGet(t *testing.T) {
	var m Map[string]
	m.Add("a", "x")
	if v, ok := m.Get("a"); v != "x" || !ok {
		t.Errorf("a: %q, %v", v, ok)
	}
	if v, ok := m.Get("b"); v != "" || ok {
		t.Errorf("b: %q, %v", v, ok)
	}
}
