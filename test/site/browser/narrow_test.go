package browser

import "testing"

// A title of one long word, as some films have, does not make a page wider than a phone.
func TestALongWordOfATitleIsBroken(t *testing.T) {
	tab := person(t)
	for _, path := range []string{"/films/tt0041959", "/people/orson-welles", "/scripts/tt0042192"} {
		if status, err := tab.Open(path); err != nil || status != 200 {
			t.Fatalf("%s: status %d, %v", path, status, err)
		}
		if err := tab.View(Narrow, Light); err != nil {
			t.Fatal(err)
		}
		wide, err := Eval[int](tab, `(() => { document.querySelector("h1").textContent = "Happythankyoumoreplease".repeat(3);
			return document.documentElement.scrollWidth })()`)
		if err != nil {
			t.Fatal(err)
		}
		if wide > int(Narrow) {
			t.Errorf("%s is %d px wide in %d px", path, wide, Narrow)
		}
	}
}
