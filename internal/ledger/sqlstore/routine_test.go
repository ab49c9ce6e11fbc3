package sqlstore

import (
	"os"
	"strings"
	"testing"
)

// The index and the trigger of the audit log name the actions that the statements
// name: otherwise routine events would be counted slowly, or kept for ever.
func TestTheSchemasKnowWhatIsRoutine(t *testing.T) {
	for _, file := range []string{"../sqldb/migrations/0009_shares.sql", "../pgdb/migrations/0009_shares.sql"} {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(b), strings.TrimPrefix(routine, "action ")); n != 3 {
			t.Errorf("%s names the routine actions %d times, want in two indexes and a trigger: %s", file, n, routine)
		}
	}
}
