package browser

import (
	"testing"
)

// TestAProgrammerTriesACallInTheConsole opens an operation, sends it with the key that is
// filled in for everybody, and reads the answer. Swagger UI's own markup is not ours to
// mend; that it runs under the policy is.
func TestAProgrammerTriesACallInTheConsole(t *testing.T) {
	tab := person(t)
	tab.Allow("^markup: |Cannot finish Animation")
	if status, err := tab.Open("/docs/console#/films/listFilms"); status != 200 {
		t.Fatalf("status %d: %v", status, err)
	}
	answered, err := Eval[string](tab, `(async () => {
		const found = async (selector) => {
			for (let i = 0; i < 200; i++) {
				const e = document.querySelector(selector);
				if (e) return e;
				await new Promise((done) => setTimeout(done, 100));
			}
			throw new Error("no " + selector);
		};
		(await found("#operations-films-listFilms .try-out__btn")).click();
		(await found("#operations-films-listFilms .execute")).click();
		return (await found("#operations-films-listFilms .live-responses-table tbody .response-col_status")).textContent.trim()
			+ " " + (await found("#operations-films-listFilms .curl-command")).textContent;
	})()`)
	if err != nil {
		t.Fatal(err)
	}
	if len(answered) < 3 || answered[:3] != "200" {
		t.Errorf("the call is answered with %s", answered)
	}
	for _, problem := range tab.Problems() {
		t.Error(problem)
	}
}

// TestAProgrammersNewKeyIsInTheExamples makes a key, and finds it in the examples of the
// documentation, in this tab and in no other.
func TestAProgrammersNewKeyIsInTheExamples(t *testing.T) {
	s := begin(t)
	s.enters(newMember(t, "producer", "petra"))
	s.opens("/account/keys")
	s.fills("Name", "notebook")
	s.presses("Make the key")
	key := s.reads(`kdx_live_\w+`)[0]
	s.opens("/docs/reference/getFilm")
	s.reads("X-API-Key: " + key)
	s.sound("programmer-reference")

	other := begin(t)
	other.opens("/docs/reference/getFilm")
	other.reads(`X-API-Key: \$KINODEX_KEY`)
	other.doesNotRead("kdx_live_[0-9A-Za-z]")
}
