package part

import (
	"reflect"
	"strings"
	"testing"

	"kinodex/internal/taste/prompt"
)

// REQ F2-175: each published prize has a name on its chip.
func TestPrizesHaveNames(t *testing.T) {
	f, _ := reflect.TypeFor[prompt.Request]().FieldByName("Prizes")
	values := strings.Split(f.Tag.Get("enum"), ",")
	for _, prize := range values {
		if got := Wishes(&prompt.Request{Prizes: []string{prize}}); len(got) != 1 || got[0].Kind != "won" || got[0].Value == "" {
			t.Errorf("%s: %v", prize, got)
		}
	}
	if len(values) != len(prizeNames) {
		t.Errorf("%d prizes, %d names", len(values), len(prizeNames))
	}
}
